from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection import Box, Detection
from vision.labels import LABELS
from vision.training.endure import endured, reading_again
from vision.training.evaluate import evaluate
from vision.training.photolist import photo_lists
from vision.training.strain import STRAINS, Strain

BOXES = np.array([[20.0, 20.0, 50.0, 60.0], [55.0, 20.0, 85.0, 60.0]])


def picture() -> np.ndarray:
    pixels = np.full((80, 110, 3), 60, np.uint8)
    for left, top, right, bottom in BOXES.astype(int):
        pixels[top:bottom, left:right] = 200
        pixels[top + 10 : top + 30 : 4, left + 8 : right - 8] = 20
    return pixels


@pytest.mark.parametrize("strain", STRAINS, ids=lambda strain: strain.name)
def test_more_strain_changes_more_and_always_alike(strain: Strain) -> None:
    off = []
    for strength in strain.strengths:
        worse = strain.apply(picture(), strength, BOXES, "a.jpg")
        assert (worse == strain.apply(picture(), strength, BOXES, "a.jpg")).all()
        back = cv2.resize(worse, (110, 80), interpolation=cv2.INTER_LINEAR)
        off.append(np.abs(back.astype(float) - picture()).mean())
    assert off[0] > 0
    assert all(more > 0.85 * less for less, more in pairwise(off))
    assert off[-1] > 1.5 * off[0]


def test_strains_are_in_tile_lengths_so_that_large_photos_suffer_alike() -> None:
    blur = next(strain for strain in STRAINS if strain.name == "blur")
    large = cv2.resize(picture(), None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR)
    small = blur.apply(picture(), 0.05, BOXES, "a").astype(float)
    shrunk = cv2.resize(blur.apply(large, 0.05, BOXES * 4, "a"), (110, 80), interpolation=cv2.INTER_AREA)
    assert np.abs(shrunk - small).mean() < 3


def test_small_is_as_small_as_it_says() -> None:
    small = next(strain for strain in STRAINS if strain.name == "small")
    assert small.apply(picture(), 20, BOXES, "a").shape == (40, 55, 3)
    assert small.apply(picture(), 64, BOXES, "a") is not None
    assert small.apply(picture(), 64, BOXES, "a").shape == (80, 110, 3)


class ReadsInLight:
    """Sees the tiles as labelled where the photo is bright enough."""

    def detect(self, photo, _watch=None):
        boxes = BOXES * photo.width / 110
        return [Detection("1m", Box(*box), 0.9) for box in boxes.tolist() if photo.pixels.max() > 90]


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    for name in ("one", "two", "wrong"):
        cv2.imwrite(str(tmp_path / "images" / f"{name}.png"), picture())
        face = LABELS.index("2m" if name == "wrong" else "1m")
        lines = [
            f"{face} {(left + right) / 220} {(top + bottom) / 160} {(right - left) / 110} {(bottom - top) / 80}"
            for left, top, right, bottom in BOXES.tolist()
        ]
        (tmp_path / "labels" / f"{name}.txt").write_text("\n".join(lines))
    return tmp_path


def test_photos_that_were_right_are_lost_where_the_reader_fails(dataset: Path) -> None:
    (photos,) = photo_lists(str(dataset))
    clean = evaluate(photos, ReadsInLight())
    worse = {one.strain.name: one.to_dict() for one in endured(photos, clean, reading_again(ReadsInLight()))}
    assert set(worse) == {strain.name for strain in STRAINS}
    assert worse["dark"]["photos"] == 2
    assert worse["dark"]["photos_kept"] == [2, 0, 0, 0, 0]
    assert worse["dark"]["half_lost"] == 3
    assert worse["small"]["photos_kept"] == [2] * 5
    assert worse["small"]["half_lost"] is None


def test_where_nothing_was_right_nothing_can_be_lost(dataset: Path) -> None:
    (photos,) = photo_lists(str(dataset))
    wrong = photos.only(["wrong.png"])
    assert list(endured(wrong, evaluate(wrong, ReadsInLight()), reading_again(ReadsInLight()))) == []
