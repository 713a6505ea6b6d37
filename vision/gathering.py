"""Which of the things found on a photo lie together as tiles do: what lies apart is a tile only when that is sure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.detection import Box, areas, box_array, intersections

LINK = 2.6
"""Tiles lie together when their middles are less than this many times the smaller one's size apart."""

LIKE_SIZE = 2.0
"""So they do only when neither is this many times as large as the other."""

HEAVY = 0.5
"""A heap counts when it weighs at least this share of the heaviest."""

SURE = 0.6
"""Any heap counts when its things are tiles with this chance on the average.

As high as leaves all labelled tiles of the photos ``tables`` (val) and ``tray``.
"""

LESS_SURE = 0.45
"""Or with this one, if they are a set at least, and lie not far from a heap that counts and are as large.

People lay their sets a little apart. In generated photos such heaps were tiles, those farther away often were not.
"""

SET = 3
"""Fewest things of such a heap."""

FAR = 4.5
"""It lies not far when it is less than this many times the smaller size away."""

NEXT = 1.6
"""A thing is next to a tile when their middles are less than this many times the smaller one's size apart ..."""

ALIKE = 1.5
"""... and neither is this many times as large as the other."""

COVERED = 0.25
"""No two tiles cover more than this share of the smaller one."""

MOST_MORE = 8
"""More likely things than these next to sure ones are a pattern."""


def beside(boxes: Sequence[Box], sure: Sequence[bool], likely: Sequence[bool]) -> list[bool]:
    """Which of the boxes are ``sure`` tiles, or ``likely`` ones next to such a tile without covering any that counts.

    Not those next to likely ones only, and none of more than ``MOST_MORE``: tiled ground would be taken for face-down
    tiles all over.
    """
    if not any(sure) or not any(likely):
        return list(sure)
    array = box_array(boxes)
    apart, sizes = _distances(array)
    smaller, larger = np.minimum(sizes[:, None], sizes), np.maximum(sizes[:, None], sizes)
    neighbours = (apart < NEXT * smaller) & (larger < ALIKE * smaller)
    covering = intersections(array, array) > COVERED * smaller**2
    np.fill_diagonal(covering, False)
    kept = np.array(sure, np.bool_)
    for number in np.flatnonzero(np.array(likely, np.bool_) & ~kept & (neighbours & kept).any(axis=1)):
        kept[number] = not (covering[number] & kept).any()
    more = int(kept.sum()) - sum(sure)
    return [bool(each) for each in kept] if more <= MOST_MORE else list(sure)


def gathered(boxes: Sequence[Box], chances: Sequence[float]) -> list[bool]:
    """Which of the boxes, tiles with those chances, belong to a heap that counts."""
    if not boxes:
        return []
    array = box_array(boxes)
    heaps = _heaps(array)
    weights, sizes = np.bincount(heaps, chances), np.bincount(heaps)
    means = weights / np.maximum(sizes, 1)
    counts = (weights >= HEAVY * weights.max()) | (means >= SURE)
    for heap in np.flatnonzero(~counts & (means >= LESS_SURE) & (sizes >= SET)):
        counts[heap] = _lies_near(array[heaps == heap], array[counts[heaps]])
    return [bool(counts[heap]) for heap in heaps]


def _lies_near(heap: NDArray[np.float64], others: NDArray[np.float64]) -> bool:
    """Whether a heap lies not far from others and its things are as large."""
    apart, sizes = _distances(np.concatenate([heap, others]))
    own, theirs = np.median(sizes[: len(heap)]), np.median(sizes[len(heap) :])
    smaller, larger = min(own, theirs), max(own, theirs)
    return bool(larger < ALIKE * smaller and apart[: len(heap), len(heap) :].min() < FAR * smaller)


def _distances(boxes: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For N x 4 boxes how far their middles lie apart, N x N, and the roots of their areas, N."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    sizes = np.sqrt(np.maximum(areas(boxes), 1e-9))
    return np.linalg.norm(middles[:, None] - middles[None], axis=2), sizes


def _heaps(boxes: NDArray[np.float64]) -> NDArray[np.int64]:
    """For N x 4 boxes the number of the heap that each is in: those that lie together, directly or through others."""
    apart, sizes = _distances(boxes)
    smaller, larger = np.minimum(sizes[:, None], sizes), np.maximum(sizes[:, None], sizes)
    together = (apart < LINK * smaller) & (larger < LIKE_SIZE * smaller)
    np.fill_diagonal(together, True)
    heaps = np.arange(len(boxes))
    while True:
        joined = np.where(together, heaps, len(boxes)).min(axis=1)
        if np.array_equal(joined, heaps):
            return heaps
        heaps = joined
