import numpy as np
import pytest

from vision.detection import Box
from vision.labels import BACK
from vision.photo import Photo
from vision.plain import alike, colours, settled
from vision.recogniser import Recognition

IVORY, GREEN, INK = (238, 232, 215), (30, 130, 80), (25, 30, 60)
WIDTH, HEIGHT = 60, 80


def seen(face: str, chance: float = 0.95, *others: tuple[str, float]) -> Recognition:
    return Recognition(face, chance, others, 0.99, 0.0)


def row(*tiles: tuple[int, int, int] | None, dim: float = 1.0) -> tuple[Photo, list[Box]]:
    """Tiles side by side: plain ones of a colour, others with ink on ivory; the light falls off to the right."""
    pixels = np.zeros((HEIGHT, WIDTH * len(tiles), 3))
    for number, plain in enumerate(tiles):
        part = pixels[:, WIDTH * number : WIDTH * (number + 1)]
        part[:] = plain or IVORY
        if plain is None:
            part[20:60:8, 10:50] = INK
            part[21:61:8, 10:50] = INK
            part[22:62:8, 10:50] = INK
    pixels *= np.linspace(dim, 0.7 * dim, pixels.shape[1])[:, None]
    boxes = [Box(WIDTH * number, 0, WIDTH * (number + 1), HEIGHT) for number in range(len(tiles))]
    return Photo(pixels.astype(np.uint8)), boxes


@pytest.mark.parametrize("dim", [1.0, 0.6, 0.25])
def test_a_plain_tile_of_the_colour_of_the_faces_is_a_blank_dragon(dim: float) -> None:
    photo, boxes = row(None, None, IVORY, None, dim=dim)
    told = settled(photo, boxes, [seen("3p"), seen("7s"), seen(BACK, 0.9, ("5z", 0.05)), seen("2m")])
    assert [one.face for one in told] == ["3p", "7s", "5z", "2m"]
    assert told[2].confidence + dict(told[2].runners_up)[BACK] == pytest.approx(0.95)


@pytest.mark.parametrize("dim", [1.0, 0.6, 0.25])
def test_a_plain_tile_of_another_colour_is_a_back(dim: float) -> None:
    photo, boxes = row(None, None, GREEN, None, dim=dim)
    told = settled(photo, boxes, [seen("3p"), seen("7s"), seen("5z", 0.6, (BACK, 0.35)), seen("2m")])
    assert told[2].face == BACK


def test_nothing_is_said_of_what_shows_something() -> None:
    photo, boxes = row(None, None, None)
    told = [seen("3p"), seen("7s"), seen("5z", 0.6, (BACK, 0.3))]
    assert settled(photo, boxes, told) == told


def test_nothing_is_said_without_other_faces() -> None:
    photo, boxes = row(GREEN, GREEN, None)
    told = [seen("5z", 0.6, (BACK, 0.35)), seen(BACK), seen("2m", 0.5)]
    assert settled(photo, boxes, told) == told


def test_faces_that_are_sure_keep_what_they_show() -> None:
    photo, boxes = row(None, None, IVORY)
    told = settled(photo, boxes, [seen("3p"), seen("7s"), seen("1z", 0.99)])
    assert [one.face for one in told] == ["3p", "7s", "1z"]


def test_colours_are_alike_in_any_light() -> None:
    ground = np.full((50, 3), IVORY)
    dark = (0.4 * ground).astype(np.uint8)
    assert alike(colours(ground.astype(np.uint8)), [colours((0.9 * ground).astype(np.uint8))]) == 1
    assert alike(colours(ground.astype(np.uint8)), [colours(dark)]) == 0
    assert alike(colours(dark), [colours((0.45 * ground).astype(np.uint8))]) == 1


def test_boxes_outside_the_photo_do_no_harm() -> None:
    photo, boxes = row(None, None, IVORY)
    boxes[2] = Box(5000, 5000, 5060, 5080)
    told = [seen("3p"), seen("7s"), seen("5z", 0.6, (BACK, 0.35))]
    assert settled(photo, boxes, told) == told
