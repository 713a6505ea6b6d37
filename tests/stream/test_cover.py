"""What is seen in the place of a tile, and how pictures of tiles are compared."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detection import Box
from vision.stream.cover import LIKE_TILE, Around, Table
from vision.stream.evidence import ALIKE, small_picture
from vision.stream.motion import Sketch

PLACE = Box(140, 90, 172, 134)
SKIN, WHITE = (205, 150, 120), (255, 255, 255)


def table(colour: tuple[int, int, int] = (40, 110, 60)) -> NDArray[np.uint8]:
    grain = np.random.default_rng(5).integers(-12, 13, (220, 320, 1))
    return np.clip(np.array(colour) + grain, 0, 255).astype(np.uint8)


def with_place(pixels: NDArray[np.uint8], colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    left, top, right, bottom = map(int, PLACE)
    pixels[top:bottom, left:right] = colour
    return pixels


def around(pixels: NDArray[np.uint8]) -> Around:
    return Table(Sketch.of(pixels), []).around(PLACE)


def test_a_bare_place_has_the_colours_of_the_table_in_any_light() -> None:
    assert around(table()).looks_empty()
    assert around((table() * 0.4).astype(np.uint8)).looks_empty()


@pytest.mark.parametrize("colour", [SKIN, WHITE, (30, 40, 200)])
def test_a_place_with_something_else_in_it_is_not_bare(colour: tuple[int, int, int]) -> None:
    assert not around(with_place(table(), colour)).looks_empty()


def test_a_place_that_is_blown_out_tells_nothing() -> None:
    assert not around(with_place(table((250, 250, 250)), WHITE)).looks_empty()


def test_what_reaches_over_a_tile_disturbs_what_is_about_it_and_light_does_not() -> None:
    before = around(table())
    reached = table()
    reached[80:220, 120:160] = SKIN
    assert not around(reached).undisturbed(before, 0.0)
    bright = around(np.clip(table() * 1.6, 0, 255).astype(np.uint8))
    lighter = bright.lighter(before)
    assert lighter is not None
    assert lighter > 0.2
    assert bright.undisturbed(before, lighter)


def woven(shift: int) -> NDArray[np.uint8]:
    """A cloth with stripes in two colours, as narrow as a pixel of the surroundings."""
    stripes = np.add.outer(np.arange(220), np.arange(320) + shift) // 4 % 2
    return np.where(stripes[..., None] > 0, (40, 70, 120), (150, 110, 80)).astype(np.uint8)


@pytest.mark.parametrize("shift", [1, 2, 4])
def test_a_pattern_that_is_seen_in_other_pixels_is_not_disturbed_but_what_reaches_over_it_is(shift: int) -> None:
    before, reached = around(woven(0)), woven(shift)
    assert around(reached).undisturbed(before, 0.0)
    reached[80:220, 120:160] = SKIN
    assert not around(reached).undisturbed(before, 0.0)


def face(contrast: float, light: float = 200.0) -> NDArray[np.uint8]:
    pattern = np.random.default_rng(8).integers(0, 2, (11, 8, 1)).repeat(4, axis=0).repeat(4, axis=1)
    pixels = np.full((44, 32, 3), light)
    return np.clip(pixels * (1 - contrast * pattern), 0, 255).astype(np.uint8)


def test_pictures_of_one_tile_are_alike_in_any_light_but_not_if_one_shows_next_to_nothing() -> None:
    whole = Box(0, 0, 32, 44)
    clear, dark, faint = (small_picture(one, whole) for one in (face(0.8), face(0.8, 90.0), face(0.06)))
    assert dark.like(clear) > ALIKE
    assert clear.like(dark) > ALIKE
    assert faint.like(clear) < LIKE_TILE
    assert clear.like(faint) > LIKE_TILE
