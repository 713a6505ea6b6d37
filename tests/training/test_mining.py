"""What models take for tiles: kept, varied and learned from as none."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from vision.labels import NOTHING
from vision.training.chips import ChipSampler
from vision.training.mining import POOL, SIDE, Miner, Mistaken, mine, read, write
from vision.training.patches import PATCH_LABELS, PatchSampler
from vision.training.photoset import mistaken
from vision.training.sources.faces import FaceLibrary, drawn
from vision.training.synthesize import View

FACES = FaceLibrary({"drawn": drawn(1, 3)})


def found(*boxes: tuple[float, float, float, float]) -> Mistaken:
    """A smooth picture with boxes."""
    ramp = np.linspace(20, 230, SIDE).astype(np.uint8)
    return Mistaken(np.ascontiguousarray(np.broadcast_to(ramp[:, None, None], (SIDE, SIDE, 3))), np.array(boxes, "f4"))


KEPT = [found((10, 10, 60, 80)), found((0, 0, 30, 40), (100, 100, 160, 190))]


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    write(tmp_path / "deep" / "pool.npz", KEPT)
    again = read(tmp_path / "deep" / "pool.npz")
    assert [one.boxes.tolist() for one in again] == [one.boxes.tolist() for one in KEPT]
    assert all(np.abs(one.pixels.astype(int) - kept.pixels).max() < 4 for one, kept in zip(again, KEPT, strict=True))


class Odd(Miner):
    """Sees a tile in every other picture; knows the seeds that it was asked from."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def mistakes(self, first: int = 0) -> Iterator[Mistaken | None]:
        for number in count(first):
            self.asked.append(number)
            yield KEPT[0] if number % 2 else None


@pytest.mark.parametrize(("most", "drawn", "kept", "asked"), [(3, 100, 3, 6), (9, 7, 3, 7), (5, 0, 0, 0)])
def test_mining_ends_when_enough_is_kept_or_drawn(most: int, drawn: int, kept: int, asked: int) -> None:
    miner = Odd()
    assert len(mine(miner, 40, count=most, drawn=drawn)) == kept
    assert miner.asked == list(range(40, 40 + asked))


def test_a_pool_that_is_there_is_not_mined_again(tmp_path: Path) -> None:
    write(tmp_path / POOL, KEPT)
    assert len(mistaken(tmp_path)) == len(KEPT)


def test_a_picture_is_shown_again_in_other_ways() -> None:
    rng = np.random.default_rng(1)
    shown = [KEPT[0].varied(128, rng) for _ in range(6)]
    assert {one.shape for one in shown} == {(128, 128, 3)}
    assert len({one.tobytes() for one in shown}) == 6


def test_chips_of_mistakes_hold_no_tile() -> None:
    sampler = ChipSampler([], FACES, View(128, (30.0, 60.0)), 0.0, mistook=KEPT, mined=1.0)
    chip = sampler.draw(np.random.default_rng(2))
    assert chip.pixels.shape == (128, 128, 3)
    assert not len(chip.boxes)


def test_patches_of_mistakes_show_nothing() -> None:
    sampler = PatchSampler([], FACES, View(128, (30.0, 60.0)), real=0.0, nothing=0.0, mistook=KEPT[1:], mined=1.0)
    patches = list(sampler.draw(np.random.default_rng(3)))
    assert [PATCH_LABELS[one.kind] for one in patches] == [NOTHING, NOTHING]
