from dataclasses import replace

import numpy as np
import pytest

from vision.detection import Box, Detection
from vision.draw import AMBER, COLOURS, annotate, enlargement
from vision.photo import Photo
from vision.reading import HandReading, Role, read

FACES = "1m2m3m4p5p6p7s8s9s1z1z1z5z5z"


def photo_and_reading(width: int, height: int, tile: int, top: int | None = None) -> tuple[Photo, HandReading]:
    """A hand of 14 tiles so wide across a grey photo."""
    top = height // 2 if top is None else top
    detections = [
        Detection(FACES[2 * number : 2 * number + 2], Box(left, top, left + tile, top + tile * 4 / 3), 0.9)
        for number in range(14)
        if (left := 4 + number * (tile + 2)) is not None
    ]
    pixels = np.full((height, width, 3), 120, np.uint8)
    pixels.flags.writeable = False
    return Photo(pixels), read(detections, Photo(pixels))


def has(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(picture.astype(int) - colour).max(axis=2) < 8).any())


@pytest.mark.parametrize(("width", "height", "tile"), [(4000, 3000, 270), (1600, 1200, 60), (640, 640, 40)])
def test_a_photo_is_annotated_in_its_own_size_or_larger(width: int, height: int, tile: int) -> None:
    photo, reading = photo_and_reading(width, height, tile)
    factor = enlargement(photo, reading)
    picture = annotate(photo, reading)
    assert picture.shape == (height * factor, width * factor, 3)
    assert picture.dtype == np.uint8
    assert tile * factor >= 44
    assert has(picture, COLOURS[Role.CONCEALED])
    assert photo.pixels.min() == photo.pixels.max() == 120


def test_a_large_photo_is_never_enlarged() -> None:
    photo, reading = photo_and_reading(4000, 3000, 20)
    assert enlargement(photo, reading) == 1


def test_a_doubtful_tile_is_amber() -> None:
    photo, reading = photo_and_reading(1600, 1200, 60)
    assert not has(annotate(photo, reading), AMBER)
    doubtful = replace(reading, tiles=(replace(reading.tiles[0], doubtful=True), *reading.tiles[1:]))
    assert has(annotate(photo, doubtful), AMBER)


@pytest.mark.parametrize("role", Role)
def test_every_role_has_its_colour(role: Role) -> None:
    photo, reading = photo_and_reading(1600, 1200, 60)
    assert len(set(COLOURS.values())) == len(Role)
    picture = annotate(photo, replace(reading, tiles=tuple(replace(tile, role=role) for tile in reading.tiles)))
    assert has(picture, COLOURS[role])


@pytest.mark.parametrize("top", [0, 1150])
def test_tags_stay_inside_the_photo(top: int) -> None:
    photo, reading = photo_and_reading(1600, 1200, 60, top)
    assert annotate(photo, reading).shape == (1200, 1600, 3)


def test_a_photo_without_tiles_stays_as_it_is() -> None:
    photo, _ = photo_and_reading(640, 480, 30)
    assert np.array_equal(annotate(photo, read([], photo)), photo.pixels)
