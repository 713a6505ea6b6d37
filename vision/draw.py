"""The photo with its boxes, for people."""

from collections.abc import Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import Box
from vision.photo import Photo
from vision.reading import HandReading, ReadTile, Role

Colour = tuple[int, int, int]

COLOURS: dict[Role, Colour] = {
    Role.CONCEALED: (34, 160, 84),
    Role.MELD: (36, 110, 220),
    Role.WINNING: (214, 40, 57),
    Role.FLOWER: (150, 80, 190),
    Role.INDICATOR: (0, 150, 160),
    Role.OTHER: (140, 140, 140),
}
"""Red, green, blue of each role."""

AMBER: Colour = (255, 176, 0)
"""Of a doubtful tile, whatever its role."""

FONT = cv2.FONT_HERSHEY_SIMPLEX

BRIGHT = 1500
"""Ten times the brightness, 0 to 255, from which a colour carries black text."""

TEXT_WIDTH = 0.5
"""Width of two letters, as a share of the tile's shorter side."""

LEGIBLE = 44
"""Pixels of a tile's shorter side that its text needs; a photo of smaller tiles is enlarged."""

MOST_SIDE = 2560
"""No photo is enlarged beyond this many pixels on its longer side."""


def annotate(photo: Photo, reading: HandReading) -> NDArray[np.uint8]:
    """Photo with a box for each tile, its face above and its index in ``reading.tiles`` below.

    Boxes have the colour of their role, doubtful ones are amber with a question mark. A photo of small tiles is
    enlarged by a whole number, so that the text can be read.
    """
    factor = enlargement(photo, reading)
    size = (photo.width * factor, photo.height * factor)
    canvas = cv2.resize(photo.pixels, size, interpolation=cv2.INTER_CUBIC) if factor > 1 else photo.pixels.copy()
    order = sorted(range(len(reading.tiles)), key=lambda number: reading.tiles[number].role is not Role.OTHER)
    for number in order:
        _outline(canvas, reading.tiles[number], factor)
    side = factor * _usual_side(reading)
    for number in order:
        _text(canvas, reading.tiles[number], number, factor, side)
    return np.asarray(canvas, dtype=np.uint8)


def enlargement(photo: Photo, reading: HandReading) -> int:
    """Whole factor by which ``annotate`` enlarges the photo."""
    wanted = -(-LEGIBLE // max(1, int(_usual_side(reading))))
    return max(1, min(wanted, MOST_SIDE // max(photo.width, photo.height)))


def _usual_side(reading: HandReading) -> float:
    """Shorter side of the middle tile of the hand, in pixels."""
    sides = [tile.detection.box.short_side for tile in reading.tiles if tile.role is not Role.OTHER]
    return median(sides) if sides else LEGIBLE


def _colour(tile: ReadTile) -> Colour:
    return AMBER if tile.doubtful else COLOURS[tile.role]


def _line(box: Box) -> int:
    """Width of a line that suits a tile: stout enough on a large photo, thin on a small one."""
    return max(1, round(box.short_side / 22))


def _outline(canvas: NDArray[np.uint8], tile: ReadTile, factor: int) -> None:
    box = tile.detection.box.scaled(factor)
    left, top, right, bottom = (round(side) for side in box)
    width = 1 if tile.role is Role.OTHER else _line(box)
    cv2.rectangle(canvas, (left, top), (right, bottom), _colour(tile), width, cv2.LINE_AA)


def _text(canvas: NDArray[np.uint8], tile: ReadTile, number: int, factor: int, side: float) -> None:
    """Face above the box and number below it; tiles that are no part of the hand show only their face."""
    box = tile.detection.box.scaled(factor)
    face = tile.face + ("?" if tile.doubtful else "")
    _tag(canvas, face, (box.left, box.top), side, _colour(tile), above=True)
    if tile.role is not Role.OTHER:
        _tag(canvas, str(number), (box.left, box.bottom), side, _colour(tile), above=False)


def _tag(
    canvas: NDArray[np.uint8], text: str, corner: Sequence[float], side: float, colour: Colour, *, above: bool
) -> None:
    """Text on a plate of ``colour``, standing on or hanging from ``corner``, wholly inside the photo."""
    (two, _), _ = cv2.getTextSize("5m", FONT, 1.0, 1)
    scale = max(0.3, TEXT_WIDTH * side / two)
    stroke = max(1, round(scale * 1.6))
    (width, height), base = cv2.getTextSize(text, FONT, scale, stroke)
    pad = max(1, base // 3)
    width, height = width + 2 * pad, height + base + pad
    left = min(max(0, round(corner[0])), max(0, canvas.shape[1] - width))
    top = min(max(0, round(corner[1]) - (height if above else 0)), max(0, canvas.shape[0] - height))
    cv2.rectangle(canvas, (left, top), (left + width, top + height), colour, cv2.FILLED)
    red, green, blue = colour
    ink = (0, 0, 0) if 3 * red + 6 * green + blue > BRIGHT else (255, 255, 255)
    cv2.putText(canvas, text, (left + pad, top + height - base), FONT, scale, ink, stroke, cv2.LINE_AA)
