from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from vision.training.config import RecogniserConfig  # noqa: E402
from vision.training.net import TileNet  # noqa: E402
from vision.training.recognise import Run  # noqa: E402
from vision.training.widen import widen, widened  # noqa: E402

pytestmark = pytest.mark.train

NARROW, WIDE = (8, 8, 16, 16), (8, 16, 24, 32)
BLOCKS = (1, 2, 1, 1)


def told(net: TileNet) -> torch.Tensor:
    patches = torch.rand(5, 3, 64, 64, generator=torch.Generator().manual_seed(3))
    net.eval()
    with torch.inference_mode():
        return torch.cat(net(patches), dim=1)


def moved(net: TileNet) -> TileNet:
    """The net with statistics that are not those of a fresh one."""
    net.train()
    for seed in range(4):
        net(torch.rand(8, 3, 64, 64, generator=torch.Generator().manual_seed(seed)))
    return net


def test_a_wider_net_says_the_same_and_can_learn_with_all_it_has(tmp_path: Path) -> None:
    narrow = Run(RecogniserConfig("narrow", widths=NARROW, blocks=BLOCKS), tmp_path / "narrow")
    moved(narrow.net)
    moved(narrow.averaged)
    narrow.epoch = 7
    narrow.folder.mkdir()
    narrow.save()
    config = RecogniserConfig("wide", widths=WIDE, blocks=BLOCKS)
    widen(config, narrow.checkpoint, tmp_path / "wide" / "last.pt")
    wide = Run(config, tmp_path / "wide")
    assert wide.epoch == 7
    assert torch.allclose(told(wide.net), told(narrow.net), atol=1e-5)
    assert torch.allclose(told(wide.averaged), told(narrow.averaged), atol=1e-5)
    wide.net.train()
    kinds, _ = wide.net(torch.rand(4, 3, 64, 64).contiguous(memory_format=torch.channels_last))
    kinds.square().mean().backward()
    assert wide.net.kinds.weight.grad[:, NARROW[-1] :].abs().max() > 0


def test_a_net_does_not_grow_narrower() -> None:
    old, fresh = (TileNet(widths, BLOCKS).state_dict() for widths in (WIDE, NARROW))
    with pytest.raises(ValueError, match="does not fit"):
        widened(old, fresh)


def test_nets_of_other_depths_are_refused_by_name() -> None:
    old, fresh = (TileNet(NARROW, blocks).state_dict() for blocks in (BLOCKS, (1, 2, 2, 1)))
    with pytest.raises(ValueError, match=r"body\.\d"):
        widened(old, fresh)
