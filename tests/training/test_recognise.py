"""A minute's training of a tiny recogniser on generated tiles: needs the ``train`` extra."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.labels import CLASS_NUMBERS

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def config():
    pytest.importorskip("torch")
    from vision.training.config import RecogniserConfig

    return RecogniserConfig(
        "tiny",
        epochs=2,
        epoch_patches=960,
        batch=32,
        widths=(8, 16),
        blocks=(1, 1),
        scene=160,
        tile=(30, 60),
        designs=1,
    )


@pytest.fixture(scope="module")
def judged(config):
    """Generated tiles to judge by."""
    from vision.training.patches import PATCH_LABELS
    from vision.training.recognise import Labelled, patch_sampler

    rng = np.random.default_rng(99)
    sampler = patch_sampler(replace(config, seed=5), Path())
    made = [one for _ in range(6) for one in sampler.draw(rng)]
    assert {one.kind for one in made} <= set(range(len(PATCH_LABELS)))
    return Labelled(np.stack([one.pixels for one in made]), np.array([one.kind for one in made]))


@pytest.fixture(scope="module")
def trained(config, judged, tmp_path_factory: pytest.TempPathFactory):
    from vision.training.recognise import train

    folder = tmp_path_factory.mktemp("runs") / "tiny"
    train(config, folder, workers=0, judged=judged)
    return folder


def losses(folder: Path) -> list[float]:
    return [float(line.split(",")[1]) for line in (folder / "results.csv").read_text().splitlines()[1:]]


def test_training_learns_and_a_run_goes_on_where_it_stopped(config, judged, trained) -> None:
    from vision.training.recognise import train

    first, second = losses(trained)
    assert second < first
    train(config, trained, workers=0, judged=judged)
    assert len(losses(trained)) == 2
    train(replace(config, epochs=3), trained, workers=0, judged=judged)
    assert len(losses(trained)) == 3


def test_the_exported_recogniser_does_what_the_trained_one_does(config, judged, trained, tmp_path: Path) -> None:
    from vision.detection import Box
    from vision.photo import Photo
    from vision.recogniser import OnnxRecogniser
    from vision.training.export import ParityError
    from vision.training.export_recogniser import export, load_net, write_card

    exported = export(config, trained / "last.pt", tmp_path, judged)
    assert exported.chance < 0.001
    assert exported.pictures == len(judged.kinds)
    write_card(tmp_path, exported, config)
    recogniser = OnnxRecogniser(tmp_path, threads=1)
    assert recogniser.card.temperature == pytest.approx(exported.temperature, abs=1e-3)
    [seen] = recogniser.recognise(Photo(judged.pixels[0]), [Box(0, 0, 64, 64)])
    assert seen.face in CLASS_NUMBERS
    with pytest.raises((ParityError, RuntimeError)):
        load_net(replace(config, widths=(8, 24)), trained / "last.pt")


def test_directions_fall_between_their_neighbours() -> None:
    torch = pytest.importorskip("torch")
    from vision.patch import DIRECTIONS
    from vision.training.recognise import direction_targets

    east, dots = CLASS_NUMBERS["1z"], CLASS_NUMBERS["2p"]
    targets = direction_targets(torch.tensor([0.0, 1.5 / DIRECTIONS, 0.25]), torch.tensor([east, east, dots]))
    assert targets.sum(1).tolist() == pytest.approx([1, 1, 1])
    assert targets[0, 0] == 1
    assert targets[1, 1] == targets[1, 2] == 0.5
    assert targets[2, DIRECTIONS // 4] == targets[2, 3 * DIRECTIONS // 4] == 0.5


def test_the_temperature_undoes_too_much_certainty() -> None:
    pytest.importorskip("torch")
    from vision.training.export_recogniser import best_temperature

    rng = np.random.default_rng(1)
    honest = rng.normal(0, 2, (4000, 5))
    shares = np.exp(honest) / np.exp(honest).sum(axis=1, keepdims=True)
    kinds = np.array([rng.choice(5, p=share) for share in shares])
    assert best_temperature(honest, kinds) == pytest.approx(1, abs=0.1)
    assert best_temperature(honest * 2, kinds) == pytest.approx(2, abs=0.2)
