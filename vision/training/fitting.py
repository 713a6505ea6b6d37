"""How far tiles go beyond what the locator boxes.

Some label a tile's face, others all that shows of it. The locator has learned from both, and boxes something between
them; where tiles are seen from one side that is too little. Boxes with margins are as far from the one as from the
other, so that a tile counts as found whoever labelled it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.detection import Box
from vision.training.evaluate import SAME, overlaps

Margins = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares of a box's width and height."""
Fit = tuple[Sequence[Box], Sequence[Box]]
"""What is labelled in a photo, and what is found."""
Floats = npt.NDArray[np.float64]

EVERY = (0.0, 0.01, 0.015, 0.02, 0.025, 0.03, 0.04)
"""Margins on all sides that are tried."""
BELOW = (0.0, 0.02, 0.03, 0.04, 0.05, 0.06)
"""What is tried besides at the bottom, where the near sides of tiles show."""
WORST = 0.02
"""Of a source's tiles, those that fit worst are to fit best."""
FOUND = 0.2
"""Intersection over union from which on a box is of the labelled tile at all."""
NONE: Margins = (0.0, 0.0, 0.0, 0.0)


def fitting(sources: Sequence[Sequence[Fit]]) -> Margins:
    """The margins with which the worst boxes of the worst source fit best, and no source loses a tile."""
    pairs = [found for source in sources if len(found := _pairs(source))]
    tried = [(side, side, side, side + below) for side, below in itertools.product(EVERY, BELOW)]
    before = [_lost(shared(one, NONE)) for one in pairs]
    fits = {margins: [shared(one, margins) for one in pairs] for margins in tried}
    harmless = [
        margins
        for margins, each in fits.items()
        if all(_lost(one) <= lost for one, lost in zip(each, before, strict=True))
    ]
    return max(harmless, key=lambda margins: min((_worst(one) for one in fits[margins]), default=0.0))


def _pairs(source: Sequence[Fit]) -> Floats:
    """(tiles, 2, 4): each labelled box, and the one found that fits it best."""
    chosen = []
    for labelled, found in source:
        for box, row in zip(labelled, overlaps(labelled, found), strict=True):
            if len(row) and row.max() >= FOUND:
                chosen.append((box, found[int(row.argmax())]))
    return np.array(chosen, np.float64).reshape(-1, 2, 4)


def shared(pairs: Floats, margins: Margins) -> Floats:
    """(tiles,), intersection over union of labelled boxes with those found and ``margins`` round them."""
    truth, found = pairs[:, 0], pairs[:, 1]
    size = found[:, 2:] - found[:, :2]
    low = found[:, :2] - size * margins[:2]
    high = found[:, 2:] + size * margins[2:]
    common = np.prod(np.clip(np.minimum(high, truth[:, 2:]) - np.maximum(low, truth[:, :2]), 0, None), axis=1)
    both = np.prod(high - low, axis=1) + np.prod(truth[:, 2:] - truth[:, :2], axis=1) - common
    return np.asarray(common / both, np.float64)


def _lost(fits: Floats) -> int:
    return int((fits < SAME).sum())


def _worst(fits: Floats) -> float:
    return float(np.quantile(fits, WORST))
