"""What becomes of a recogniser's weights on the way to the file that is served."""

import pytest

torch = pytest.importorskip("torch")

from vision.labels import RED_FIVES  # noqa: E402
from vision.training.export_recogniser import weighed_back  # noqa: E402
from vision.training.net import TileNet  # noqa: E402
from vision.training.patches import PATCH_LABELS  # noqa: E402
from vision.training.placing import OFTEN  # noqa: E402


def test_red_fives_are_weighed_back_by_how_often_they_are_drawn() -> None:
    torch.manual_seed(1)
    net = TileNet((4, 8), (1, 1)).eval()
    patches = torch.rand(2, 3, 64, 64)
    with torch.inference_mode():
        before = net(patches)[0].softmax(1)
        after = weighed_back(net)(patches)[0].softmax(1)
    five = PATCH_LABELS.index("5p")
    for number, label in enumerate(PATCH_LABELS):
        odds = (after[:, number] / after[:, five]) / (before[:, number] / before[:, five])
        assert odds == pytest.approx(1 / OFTEN[label] if label in RED_FIVES else 1.0, rel=1e-4)
    assert OFTEN["0p"] > 1
