"""Which way tiles lie, and what their sides are, however the camera was held.

Angles are in radians clockwise from the photo's upper edge, where pixels count rightwards and down.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection
from vision.labels import BACK, plain

Floats = NDArray[np.float64]

RATIO = 4 / 3
"""A tile's height for its width."""

LOG_RATIO = float(np.log(RATIO))

HALF_TURN_ALIKE = frozenset({*(f"{rank}p" for rank in "1234589"), *(f"{rank}s" for rank in "245689"), "5z", BACK})
"""Faces that look the same upside down, or nearly so."""

QUARTER_TURN_ALIKE = frozenset({"1p", "4p", "5p", "9p", "5z", BACK})
"""Those that look nearly the same on their side, once stretched to a square."""

HARDLY = 0.3
"""How much the direction of a face counts that looks the same when turned, where others count 1."""

SHARP = 8.0
"""How closely directions must agree to count as one: about 7 degrees, four times that once round."""

NEXT = 1.8
"""Tile lengths within which the nearest tiles are neighbours in a row, or of rows."""

NEAR = 2.5
"""Tile lengths within which faces lean alike, as a photo taken from low down or from one side makes them."""

ALONG = np.radians(25)
"""A face that points along its row within this angle lies on its side."""

SHAPE_COUNTS = 0.05
"""How far the usual shape of a tile counts beside its box; all that tells the sides of a tile at 45 degrees."""

SLANTED_COUNTS = 0.4
"""How far it counts beyond that at 45 degrees, and less towards the photo's sides."""

SHAPES = (0.45, 2.2)
"""Least and most height of a tile for its width, as a photo shows it."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Where the tiles' upper edges point; N of each."""

    up: Floats
    """0 where it is not known."""
    axis: Floats
    """How much each counts for which way a tile lies, upside down or not; 0 to 1."""
    sense: Floats
    """How much each counts for which end is up; 0 to 1."""

    @property
    def known(self) -> bool:
        """Whether enough is known to tell how the photo is turned."""
        return bool(self.axis.sum() >= 1)


def pointing(detections: Sequence[Detection]) -> Pointing:
    """Where the upper edges of ``detections`` point, and how far that can be trusted."""
    told = np.array([one.up is not None for one in detections], dtype=np.float64)
    up = np.radians([one.up or 0.0 for one in detections])
    faces = [plain(one.face) for one in detections]
    axis = told * [HARDLY if face in QUARTER_TURN_ALIKE else 1.0 for face in faces]
    sense = told * [HARDLY**3 if face in HALF_TURN_ALIKE else 1.0 for face in faces]
    return Pointing(up, np.asarray(axis), np.asarray(sense))


def usual_turn(seen: Pointing, boxes: Floats) -> float:
    """The direction in which most tiles lie, but for quarter turns: 0 to a quarter; 0 when no face tells it.

    Neighbours count beside the faces: these lean where the camera looks from low down.
    """
    if not seen.known:
        return 0.0
    ways, weights = _neighbours(boxes)
    ways, weights = np.concatenate([seen.up, ways]), np.concatenate([seen.axis, weights])
    tried = np.radians(np.arange(0, 90, 2))
    votes = (weights[:, None] * np.exp(SHARP * (np.cos(4 * (ways[:, None] - tried)) - 1))).sum(axis=0)
    best = float(tried[votes.argmax()])
    weights = weights * np.exp(SHARP * (np.cos(4 * (ways - best)) - 1))
    return best + float(np.angle((weights * np.exp(4j * (ways - best))).sum())) / 4


def _neighbours(boxes: Floats) -> tuple[Floats, Floats]:
    """Directions from each tile to the two nearest, and how much each counts."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    across, down = (middles[None] - middles[:, None]).transpose(2, 0, 1)
    away = np.hypot(across, down) + np.where(np.eye(len(boxes), dtype=np.bool_), np.inf, 0.0)
    length = np.median(np.sqrt(np.prod(np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6), axis=1)))
    near = np.argsort(away, axis=1, kind="stable")[:, :2]
    rows = np.arange(len(boxes))[:, None]
    weights = (away[rows, near] < NEXT * length).astype(np.float64)
    return np.arctan2(down[rows, near], across[rows, near]).ravel(), weights.ravel()


def across(seen: Pointing, middles: Floats, length: float, along: Floats) -> tuple[Floats, Floats]:
    """How surely each tile lies along its row by its face, and how the faces near it lean, in radians clockwise.

    -1 no, it stands, 1 yes, 0 unknown. ``along`` is the direction of the row at each tile, ``length`` that of a tile
    in pixels. A face that leans is compared with those near it.
    """
    off = seen.up - along
    upright = seen.axis * (np.abs(np.sin(off)) < np.cos(ALONG))
    away = ((middles[:, None] - middles[None]) ** 2).sum(axis=2) / (NEAR * length) ** 2
    near = np.exp(-away / 2) * upright * np.abs(np.cos(off)) + 1e-3 * np.eye(len(off))
    lean = np.angle(near @ np.exp(2j * off) + 0.5) / 2
    standing, lying = np.abs(_half(off - lean)), np.abs(_half(off - np.pi / 2))
    across: Floats = seen.axis * (standing - lying) / (standing + lying + 1e-9)
    return across, np.asarray(np.angle((near * (across < 0)) @ np.exp(2j * off) + 0.5) / 2)


def _half(angles: Floats) -> Floats:
    """Angles but for half turns, within a quarter to either side."""
    return np.asarray(np.angle(np.exp(2j * angles)) / 2, dtype=np.float64)


def sides(boxes: Floats, rows: Floats, faces: Floats, lying: Floats) -> tuple[Floats, Floats]:
    """Width and height of N tiles in their upright boxes; ``lying`` as ``across`` tells it.

    ``rows`` are the directions in which rows run at the tiles, ``faces`` those in which their faces stand, both as
    turned from a level photo. The box of a tile w by h is w cos r + h sin f wide and w sin r + h cos f high. The nearer
    that is to 45 degrees the less does it tell, and the more counts the shape that the others have.
    """
    straight = straightness(rows, faces)
    turns = np.abs(np.cos(rows)), np.abs(np.sin(rows)), np.abs(np.cos(faces)), np.abs(np.sin(faces))
    first = _sides(boxes, turns, RATIO**-lying, SHAPE_COUNTS * np.maximum(np.abs(lying), HARDLY))
    flat = _usual(np.log(first[1] / first[0]) + lying * LOG_RATIO, straight * (np.abs(lying) > HARDLY))
    counts = SHAPE_COUNTS * np.maximum(np.abs(lying), HARDLY) + SLANTED_COUNTS * np.abs(lying) * (1 - straight)
    return _sides(boxes, turns, np.exp(flat - lying * LOG_RATIO), counts)


def straightness(rows: Floats, faces: Floats) -> Floats:
    """How far the upright boxes of tiles tell their sides: 1 fully, 0 not at all, where they lie at 45 degrees."""
    told = np.abs(np.cos(rows) * np.cos(faces)) - np.abs(np.sin(rows) * np.sin(faces))
    return np.asarray(told**2, dtype=np.float64)


def _usual(shapes: Floats, weights: Floats) -> float:
    """The middle one of weighted ``shapes``, or that of a tile seen from above."""
    order = np.argsort(shapes)
    total = np.cumsum(weights[order])
    if not len(total) or total[-1] < 1:
        return 0.0
    return float(shapes[order][np.searchsorted(total, total[-1] / 2)])


def _sides(
    boxes: Floats, turns: tuple[Floats, Floats, Floats, Floats], ratio: Floats, counts: Floats
) -> tuple[Floats, Floats]:
    """Width and height that suit the boxes best, and a ``ratio`` of the two that ``counts`` so much."""
    wide = np.maximum(boxes[:, 2] - boxes[:, 0], 1e-6)
    high = np.maximum(boxes[:, 3] - boxes[:, 1], 1e-6)
    row_cos, row_sin, cos, sin = turns
    mixed = row_cos * sin + row_sin * cos - counts * ratio
    first, second = 1 + counts * ratio**2, 1 + counts
    one, other = row_cos * wide + row_sin * high, sin * wide + cos * high
    scale = np.maximum(first * second - mixed**2, 1e-9)
    width, height = (second * one - mixed * other) / scale, (first * other - mixed * one) / scale
    shape = np.clip(height / np.maximum(width, 1e-9), *SHAPES)
    shape = np.where(width > 0, shape, SHAPES[1])
    width = (wide + high) / (row_cos + row_sin + shape * (cos + sin))
    return width, width * shape
