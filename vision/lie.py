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

HALF_TURN_ALIKE = frozenset({*(f"{rank}p" for rank in "1234589"), *(f"{rank}s" for rank in "245689"), "5z", BACK})
"""Faces that look the same upside down, or nearly so."""

QUARTER_TURN_ALIKE = frozenset({"1p", "4p", "5p", "9p", "5z", BACK})
"""Those that look nearly the same on their side, once stretched to a square."""

HARDLY = 0.15
"""How much the direction of a face counts that looks the same when turned, where others count 1."""

SHARP = 8.0
"""How closely directions must agree to count as one: about 7 degrees, four times that once round."""

NEAR = 1.3
"""Tile lengths within which tiles lie alike."""

ALIKE = np.radians(15)
"""Angle by which near tiles that lie alike may seem to differ."""

SHAPE_COUNTS = 0.05
"""How far the usual shape of a tile counts beside its box; all that tells the sides of a tile at 45 degrees."""


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
    sense = told * [HARDLY**2 if face in HALF_TURN_ALIKE else 1.0 for face in faces]
    return Pointing(up, np.asarray(axis), np.asarray(sense))


def usual_turn(seen: Pointing) -> float:
    """The direction in which most tiles lie, but for quarter turns: 0 to a quarter; 0 when nothing is known."""
    if not seen.known:
        return 0.0
    tried = np.radians(np.arange(0, 90, 2))
    votes = (seen.axis[:, None] * np.exp(SHARP * (np.cos(4 * (seen.up[:, None] - tried)) - 1))).sum(axis=0)
    best = float(tried[votes.argmax()])
    weights = seen.axis * np.exp(SHARP * (np.cos(4 * (seen.up - best)) - 1))
    return best + float(np.angle((weights * np.exp(4j * (seen.up - best))).sum())) / 4


def leans(seen: Pointing, boxes: Floats, turn: float) -> Floats:
    """How much further than ``turn`` the sides of each of N tiles are turned, within an eighth of a circle.

    Each goes by its neighbours too: single directions err.
    """
    if not seen.known:
        return np.zeros(len(boxes))
    off = np.angle(np.exp(4j * (seen.up - turn))) / 4
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    length = np.median(np.sqrt(np.prod(np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6), axis=1)))
    away = ((middles[:, None] - middles[None]) ** 2).sum(axis=2) / (NEAR * length) ** 2
    weights = seen.axis[None, :] * np.exp(-away / 2) + 1e-9
    mean = _mean(weights, off)
    apart = np.angle(np.exp(4j * (off[None, :] - mean[:, None]))) / 4
    return _mean(weights * np.exp(-((apart / ALIKE) ** 2) / 2) + 1e-9, off)


def _mean(weights: Floats, angles: Floats) -> Floats:
    """Mean of N angles for each of M rows of ``weights``, quarter turns apart."""
    return np.asarray(np.angle(weights @ np.exp(4j * angles)) / 4, dtype=np.float64)


def across(seen: Pointing, turn: float) -> Floats:
    """How surely each tile lies across the frame, by the directions alone: -1 no, 1 yes, 0 unknown."""
    return np.asarray(-seen.axis * np.cos(2 * (seen.up - turn)), dtype=np.float64)


def sides(boxes: Floats, angles: Floats, lying: Floats) -> tuple[Floats, Floats]:
    """Width and height of N tiles turned by ``angles`` in their upright boxes; ``lying`` as ``across`` tells it.

    The box of a tile w by h turned by t is w cos t + h sin t wide and w sin t + h cos t high.
    """
    wide = np.maximum(boxes[:, 2] - boxes[:, 0], 1e-6)
    high = np.maximum(boxes[:, 3] - boxes[:, 1], 1e-6)
    cos, sin = np.abs(np.cos(angles)), np.abs(np.sin(angles))
    ratio = RATIO**-lying
    counts = SHAPE_COUNTS * np.maximum(np.abs(lying), HARDLY)
    mixed = 2 * cos * sin - counts * ratio
    first, second = 1 + counts * ratio**2, 1 + counts
    one, other = cos * wide + sin * high, sin * wide + cos * high
    scale = first * second - mixed**2
    width, height = (second * one - mixed * other) / scale, (first * other - mixed * one) / scale
    least = 0.2 * np.sqrt(wide * high)
    return np.maximum(width, least), np.maximum(height, least)
