"""Which of the things found on a photo lie together as tiles do: what lies apart is a tile only when that is sure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.detection import Box, box_array

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


def gathered(boxes: Sequence[Box], chances: Sequence[float]) -> list[bool]:
    """Which of the boxes, tiles with those chances, belong to a heap that counts."""
    if not boxes:
        return []
    heaps = _heaps(box_array(boxes))
    weights = np.bincount(heaps, chances)
    means = weights / np.maximum(np.bincount(heaps), 1)
    counts = (weights >= HEAVY * weights.max()) | (means >= SURE)
    return [bool(counts[heap]) for heap in heaps]


def _heaps(boxes: NDArray[np.float64]) -> NDArray[np.int64]:
    """For N x 4 boxes the number of the heap that each is in: those that lie together, directly or through others."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    sizes = np.sqrt(np.maximum(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1), 1e-9))
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    smaller, larger = np.minimum(sizes[:, None], sizes), np.maximum(sizes[:, None], sizes)
    together = (apart < LINK * smaller) & (larger < LIKE_SIZE * smaller)
    np.fill_diagonal(together, True)
    heaps = np.arange(len(boxes))
    while True:
        joined = np.where(together, heaps, len(boxes)).min(axis=1)
        if np.array_equal(joined, heaps):
            return heaps
        heaps = joined
