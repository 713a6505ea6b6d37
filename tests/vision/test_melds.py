"""From whom sets are, by the tile in each that lies on its side."""

from collections.abc import Sequence
from math import sqrt

import pytest

from vision.detection import Box, Detection
from vision.layout import arrange
from vision.melds import FoundMeld, Giver

STANDING, LYING = 0.75, 4 / 3
HAND = ["1m", "2m", "3m", "4s", "5s", "6s", "2z", "2z"]

Shown = tuple[str, float, float | None]
"""Face, width for its height, and where its upper edge points."""


def standing(faces: Sequence[str]) -> list[Shown]:
    return [(face, STANDING, 0.0) for face in faces]


def laid(*groups: Sequence[Shown]) -> list[Detection]:
    """Groups side by side, half a tile apart."""
    found, x = [], 50.0
    for group in groups:
        for face, shape, up in group:
            width, height = 60 * sqrt(shape), 60 / sqrt(shape)
            found.append(Detection(face, Box(x, 200 - height, x + width, 200), 0.95, up=up))
            x += width + 1
        x += 35
    return found


def melds(*groups: Sequence[Shown]) -> tuple[FoundMeld, ...]:
    return arrange(laid(standing(HAND), *groups)).melds


def givers(*groups: Sequence[Shown]) -> list[Giver | None]:
    return [meld.giver for meld in melds(*groups)]


CLEAR: list[Shown] = [("7z", LYING, 90.0), ("7z", STANDING, 0.0), ("7z", STANDING, 0.0)]
CHOW = standing(["4p", "5p", "6p"])


@pytest.mark.parametrize("place", range(3))
def test_the_turned_tile_tells_from_whom_a_set_is(place: int) -> None:
    pung = standing(["7z"] * 3)
    pung[place] = ("7z", LYING, 90.0)
    assert givers(CHOW, pung) == [None, (Giver.LEFT, Giver.ACROSS, Giver.RIGHT)[place]]


def test_one_tile_wider_than_the_two_beside_it_is_the_claimed_one_though_its_face_does_not_tell() -> None:
    wider: list[Shown] = [("1p", STANDING, None), ("1p", STANDING, None), ("1p", STANDING * 1.27, None)]
    assert givers(CHOW, wider) == [None, Giver.RIGHT]
    hardly: list[Shown] = [("1p", STANDING, None), ("1p", STANDING, None), ("1p", STANDING * 1.08, None)]
    assert givers(CHOW, hardly) == [None, None]


def test_sets_beside_one_that_tells_from_whom_it_is_are_asked_more_closely() -> None:
    doubtful: list[Shown] = [("1p", STANDING, None), ("1p", STANDING * 1.16, None), ("1p", STANDING, None)]
    assert givers(CHOW, doubtful) == [None, None]
    assert givers(CLEAR, doubtful) == [Giver.LEFT, Giver.ACROSS]


def test_an_added_kong_tells_nothing_of_the_others() -> None:
    doubtful: list[Shown] = [("1p", STANDING, None), ("1p", STANDING * 1.16, None), ("1p", STANDING, None)]
    kong: list[Shown] = [("7z", LYING, 90.0), ("7z", LYING, 90.0), ("7z", STANDING, 0.0), ("7z", STANDING, 0.0)]
    assert givers(kong, doubtful) == [Giver.LEFT, None]
