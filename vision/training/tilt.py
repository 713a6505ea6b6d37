"""How far the rows of a photo are from level, by the boxes of their tiles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.detection import Box, box_array

ROW_REACH = 2.0
"""Tiles this many lengths apart may still be neighbours in a row."""

IN_STEP = 0.8
"""How much neighbours must agree on the direction of their row, 0 to 1, for there to be one."""


def row_tilts(boxes: Sequence[Box]) -> list[float | None]:
    """Degrees from level, 0 to 90, of the row that each tile lies in; ``None`` for a tile in no row.

    The way to a tile's nearest neighbour is the direction of its row, most of the time; those of the tiles around it
    outvote it otherwise.
    """
    if len(boxes) < 2:
        return [None] * len(boxes)
    sides = box_array(boxes)
    middles, lengths = (sides[:, :2] + sides[:, 2:]) / 2, (sides[:, 2:] - sides[:, :2]).max(axis=1)
    ways = middles[None] - middles[:, None]
    apart = np.hypot(*ways.T).T / lengths[:, None] + np.where(np.eye(len(boxes)), np.inf, 0)
    nearest = apart.argmin(axis=1)
    along = ways[np.arange(len(boxes)), nearest]
    doubled = np.exp(2j * np.arctan2(along[:, 1], along[:, 0])) * (apart.min(axis=1) < ROW_REACH)
    around = (apart < ROW_REACH) | np.eye(len(boxes), dtype=bool)
    votes = (around @ doubled) / around.sum(axis=1)
    return [float(abs(np.degrees(np.angle(vote)) / 2)) if abs(vote) >= IN_STEP else None for vote in votes]
