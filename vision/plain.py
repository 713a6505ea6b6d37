"""Plain tiles: a blank white dragon is of the colour of the other faces, and the back of a tile is not.

By itself neither shows anything, so one look at the tile alone cannot tell them apart on every set.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detection import Box
from vision.labels import BACK
from vision.photo import Photo
from vision.recogniser import Recognition

DRAGON = "5z"
ASKED = 0.3
"""Which of the two a tile shows is asked when their chances add up to this."""

UNIFORM = 25.0
"""Greatest standard deviation of a colour, of 255, in the middle of a plain tile."""

SURE = 0.8
"""Chance from which on another face's colours are gone by."""

NEAR = 8
"""How many of those, the nearest ones: light changes over a table."""

FEWEST = 2
"""Without so many nothing is said."""

LIKE = 0.3
"""Colours are alike that differ by less, as logarithms of red, green and blue."""

EVEN = 0.17
"""Share of the pixels of the faces around, alike in colour, that speaks neither for a dragon nor for a back.

The rest is ink. Blank dragons in photos of ``tray`` and ``tables`` have 0.22 to 0.6, in generated photos 0.45 to 0.8;
there backs have 0.0, but for 1 in 10 that has more than 0.13.
"""

STEEP = 25.0
"""Change of the log-odds with that share."""

HEARD = 4.0
"""Most that the look at the tile alone counts for, as log-odds."""

DIM = 8.0
"""Added to colours of 0 to 255: in the dark they differ by noise."""

RIM = 0.25
"""Share of a box's sides around its middle that is not looked at."""

POINTS = 400
"""Most pixels of a tile that are looked at."""

Colours = NDArray[np.float64]
"""N x 3: logarithms of red, green and blue."""


def settled(photo: Photo, boxes: Sequence[Box], seen: Sequence[Recognition]) -> list[Recognition]:
    """``seen`` with blank dragons and backs told apart by the colour of the faces around, where there are such."""
    asked = [number for number, one in enumerate(seen) if _chance(one, DRAGON) + _chance(one, BACK) >= ASKED]
    sure = [number for number, one in enumerate(seen) if one.confidence >= SURE and one.face not in (DRAGON, BACK)]
    if not asked or len(sure) < FEWEST:
        return list(seen)
    middles = np.array([box.middle for box in boxes])
    told = list(seen)
    for number in asked:
        pixels = middle_of(photo, boxes[number])
        if len(pixels) and pixels.std(axis=0).max() <= UNIFORM:
            near = np.square(middles[sure] - middles[number]).sum(axis=1).argsort(kind="stable")[:NEAR]
            others = [colours(middle_of(photo, boxes[sure[other]])) for other in near]
            told[number] = weighed(seen[number], alike(colours(pixels), others))
    return told


def middle_of(photo: Photo, box: Box) -> NDArray[np.uint8]:
    """N x 3: pixels of the tile in ``box`` away from its rim."""
    across, down = RIM * box.width, RIM * box.height
    left, top = max(0, int(box.left + across)), max(0, int(box.top + down))
    right, bottom = max(left + 1, int(box.right - across)), max(top + 1, int(box.bottom - down))
    pixels = photo.pixels[top:bottom, left:right].reshape(-1, 3)
    return pixels[np.linspace(0, len(pixels) - 1, POINTS).astype(np.int64)] if len(pixels) > POINTS else pixels


def colours(pixels: NDArray[np.uint8]) -> Colours:
    """``pixels`` on a scale on which light makes no difference."""
    return np.asarray(np.log(pixels + DIM), np.float64)


def alike(own: Colours, others: Sequence[Colours]) -> float:
    """Share of each of ``others``, on the average, that has the colour of ``own``."""
    usual = np.median(own, axis=0)
    shares = [float((np.linalg.norm(other - usual, axis=1) < LIKE).mean()) for other in others if len(other)]
    return float(np.mean(shares)) if shares else EVEN


def weighed(one: Recognition, share: float) -> Recognition:
    """``one``, with whose colour so large a ``share`` of the faces around is alike, with the chances that follow."""
    dragon, back = _chance(one, DRAGON), _chance(one, BACK)
    alone = np.clip(np.log(max(dragon, 1e-9) / max(back, 1e-9)), -HEARD, HEARD)
    odds = float(np.exp(alone + STEEP * (share - EVEN)))
    blank = (dragon + back) * odds / (1 + odds)
    chances = {one.face: one.confidence, **dict(one.runners_up), DRAGON: blank, BACK: dragon + back - blank}
    (face, confidence), *others = sorted(chances.items(), key=lambda pair: -pair[1])
    return replace(one, face=face, confidence=confidence, runners_up=tuple(others))


def _chance(one: Recognition, face: str) -> float:
    return one.confidence if one.face == face else dict(one.runners_up).get(face, 0.0)
