"""Boxes, what was seen in them, and how boxes overlap."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SAME_TILE = 0.45
"""Two boxes show one tile when their intersection is at least this share of their union."""

SWALLOWED = 0.8
"""So they do when this share of the smaller one lies inside the other."""

STRADDLES = 0.8
"""A box is no tile when two better ones, one at each end, cover this share of it between them."""

STRADDLE_EACH = 0.3
"""What each of the two must cover."""

SMALLER = 0.7
"""A box holds two tiles when both have less than this share of its area ..."""

APART = 0.2
"""... and share less than this with each other."""

RUNNERS_UP = 5
"""How many other faces a detection remembers."""


class Box(NamedTuple):
    """An upright rectangle in pixels of the upright photo."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Pixels from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Pixels from top to bottom."""
        return self.bottom - self.top

    @property
    def area(self) -> float:
        """Square pixels; nothing for a box turned inside out."""
        return max(0.0, self.width) * max(0.0, self.height)

    @property
    def long_side(self) -> float:
        """The larger of width and height."""
        return max(self.width, self.height)

    @property
    def short_side(self) -> float:
        """The smaller of width and height."""
        return min(self.width, self.height)

    @property
    def middle(self) -> tuple[float, float]:
        """Centre as x, y."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def scaled(self, factor: float) -> "Box":
        """Box in a photo ``factor`` times as large."""
        return Box(self.left * factor, self.top * factor, self.right * factor, self.bottom * factor)

    def moved(self, across: float, down: float) -> "Box":
        """Box shifted by so many pixels."""
        return Box(self.left + across, self.top + down, self.right + across, self.bottom + down)

    def grown(self, margins: tuple[float, float, float, float]) -> "Box":
        """Box that goes beyond this one at left, top, right and bottom by so many times its width or height."""
        left, top, right, bottom = margins
        return Box(
            self.left - left * self.width,
            self.top - top * self.height,
            self.right + right * self.width,
            self.bottom + bottom * self.height,
        )

    def within(self, width: float, height: float) -> "Box":
        """Part of the box that lies in a photo of that size."""
        return Box(
            min(max(self.left, 0.0), width),
            min(max(self.top, 0.0), height),
            min(max(self.right, 0.0), width),
            min(max(self.bottom, 0.0), height),
        )


@dataclass(frozen=True, slots=True)
class Detection:
    """One tile seen in a photo."""

    face: str
    """One of ``vision.labels.LABELS``."""
    box: Box
    confidence: float
    """0 to 1."""
    runners_up: tuple[tuple[str, float], ...] = ()
    """Other faces it may be, with their confidence, best first."""
    up: float | None = None
    """Where the face's upper edge points, in degrees clockwise from the photo's upper edge, where that is known."""
    tile: float = 1.0
    """Chance that there is a tile at all, 0 to 1, as far as the detector tells it apart from what the tile shows."""


def intersection(one: Box, other: Box) -> float:
    """Square pixels that two boxes share."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, width) * max(0.0, height)


def iou(one: Box, other: Box) -> float:
    """Intersection over union, 0 to 1."""
    shared = intersection(one, other)
    union = one.area + other.area - shared
    return shared / union if union > 0 else 0.0


def share_inside(small: Box, large: Box) -> float:
    """Share of ``small`` that lies inside ``large``, 0 to 1."""
    return intersection(small, large) / small.area if small.area > 0 else 0.0


def box_array(boxes: Iterable[Box]) -> NDArray[np.float64]:
    """Boxes as N x 4: left, top, right, bottom."""
    return np.array([tuple(box) for box in boxes], dtype=np.float64).reshape(-1, 4)


def intersections(boxes: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Square pixels that each of N boxes shares with each of M others, N x M."""
    left, top, right, bottom = boxes.T[:, :, None]
    other_left, other_top, other_right, other_bottom = others.T[:, None, :]
    across = np.minimum(right, other_right) - np.maximum(left, other_left)
    down = np.minimum(bottom, other_bottom) - np.maximum(top, other_top)
    shared: NDArray[np.float64] = np.maximum(across, 0.0) * np.maximum(down, 0.0)
    return shared


def areas(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Square pixels of each of N boxes."""
    sides = np.clip(boxes[:, 2:] - boxes[:, :2], 0.0, None)
    product: NDArray[np.float64] = sides[:, 0] * sides[:, 1]
    return product


def same_tile(boxes: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which of N boxes shows the same tile as which of M others, N x M."""
    shared = intersections(boxes, others)
    own, their = areas(boxes)[:, None], areas(others)[None, :]
    union = np.maximum(own + their - shared, 1e-9)
    smaller = np.maximum(np.minimum(own, their), 1e-9)
    same: NDArray[np.bool_] = (shared / union >= SAME_TILE) | (shared / smaller >= SWALLOWED)
    return same


def suppress(detections: Sequence[Detection]) -> list[Detection]:
    """One detection a tile, best first, whatever faces the others named.

    The most confident of those that share a place stays; the faces of the others become its runners-up. A box that
    holds two tiles, or parts of two, goes. The order of ``detections`` does not matter.
    """
    ranked = _without_pairs(sorted(detections, key=_rank))
    if not ranked:
        return []
    boxes = box_array(detection.box for detection in ranked)
    same = same_tile(boxes, boxes)
    free = np.ones(len(ranked), dtype=np.bool_)
    kept: list[Detection] = []
    for number, detection in enumerate(ranked):
        if free[number]:
            losers = [ranked[other] for other in np.flatnonzero(same[number] & free) if other != number]
            free &= ~same[number]
            kept.append(with_runners_up(detection, losers))
    return _without_straddlers(kept)


def with_runners_up(detection: Detection, losers: Iterable[Detection]) -> Detection:
    """``detection`` with what the ``losers`` saw in the same place added to its runners-up."""
    faces = dict(detection.runners_up)
    for loser in losers:
        for face, confidence in ((loser.face, loser.confidence), *loser.runners_up):
            faces[face] = max(confidence, faces.get(face, 0.0))
    faces.pop(detection.face, None)
    best = sorted(faces.items(), key=lambda pair: (-pair[1], pair[0]))
    return replace(detection, runners_up=tuple(best[:RUNNERS_UP]))


def _rank(detection: Detection) -> tuple[float, str, Box]:
    return -detection.confidence, detection.face, detection.box


def _without_pairs(ranked: list[Detection]) -> list[Detection]:
    """``ranked`` without the boxes that swallow two tiles lying side by side."""
    boxes = box_array(detection.box for detection in ranked)
    shared = intersections(boxes, boxes)
    area = np.maximum(areas(boxes), 1e-9)
    swallowed = (shared / area[:, None] >= SWALLOWED) & (area[:, None] < SMALLER * area[None, :])
    both = {
        int(number)
        for number in np.flatnonzero(swallowed.sum(axis=0) > 1)
        if _any_apart(shared, area, np.flatnonzero(swallowed[:, number]))
    }
    return [detection for number, detection in enumerate(ranked) if number not in both]


def _any_apart(shared: NDArray[np.float64], area: NDArray[np.float64], members: NDArray[np.intp]) -> bool:
    """Whether two of ``members`` hardly overlap."""
    own = area[members]
    return bool((shared[np.ix_(members, members)] < APART * np.minimum(own[:, None], own[None, :])).any())


def _without_straddlers(ranked: list[Detection]) -> list[Detection]:
    """``ranked``, best first, without the boxes that lie across two better ones."""
    boxes = box_array(detection.box for detection in ranked)
    covered = intersections(boxes, boxes) / np.maximum(areas(boxes), 1e-9)[:, None]
    kept: list[int] = []
    for number in range(len(ranked)):
        shares = sorted(covered[number, kept], reverse=True)[:2]
        if not (len(shares) == 2 and shares[1] >= STRADDLE_EACH and sum(shares) >= STRADDLES):
            kept.append(number)
    return [ranked[number] for number in kept]
