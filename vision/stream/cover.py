"""What is seen in the place of a tile that was not found: the tile after all, the bare table, or something over it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import Box
from vision.stream.motion import Sketch

REACH = 0.7
"""How far around a tile the table is looked at, as a share of the tile's sides."""

SIDE = 24
"""Pixels, across and down, of the picture of a tile's surroundings."""

NEAR = 5
"""Pixels of it, across and down, that are compared as one."""

INNER = 0.15
"""Share of a place, at each side, that is not looked at: the tile's neighbours shine in."""

EDGE = 0.08
"""So far beyond a tile's box its sides and shadow reach."""

SAMPLES = 48
"""Pixels of the surroundings, and of the place, that are compared with each other."""

LIKE_TABLE = 0.6
"""Share of a bare place that has a colour of its surroundings."""

ENOUGH = 40
"""Fewest pixels of the surroundings that are to be compared."""

DIM = 24.0
"""Added to colours, so that noise in the dark makes no difference."""

LOGS = np.log(np.arange(256, dtype=np.float32) + np.float32(DIM))
"""Of every level of a colour."""

BLOWN, MOST_BLOWN = float(LOGS[248]), 0.3
"""As good as white, as a logarithm; and the share of a place that may be so if it is to tell anything."""

TINT, LIGHT = 0.18, 0.4
"""Colours, as logarithms, are alike that differ by less in tint, and by less in light."""

UNDISTURBED = 0.85
"""Share of the surroundings that must look as they did: then nothing reaches over the tile."""

LIKE_TILE, UNLIKE_TILE = 0.8, 0.35
"""How far a place's picture goes together with its tile's: beyond the one it is seen, below the other it is not."""


class Cover(Enum):
    """What is seen in a place where a tile should be."""

    BARE = "bare"
    TILE = "tile"
    COVERED = "covered"


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """What is about a tile."""

    logs: NDArray[np.float32]
    """SIDE x SIDE x 3, logarithms of red, green and blue."""
    free: NDArray[np.bool_]
    """SIDE x SIDE: where there is no tile."""
    inside: NDArray[np.float32]
    """N x 3: the place itself."""

    def apart(self, before: Around) -> NDArray[np.float32] | None:
        """N x 3: by how much it differs from what it was, where both are free; ``None`` where hardly any is."""
        both = self.free & before.free
        return (self.logs - before.logs)[both] if both.sum() >= ENOUGH else None

    def lighter(self, before: Around) -> float | None:
        """By how much it is lighter than before, as a logarithm."""
        apart = self.apart(before)
        return None if apart is None else float(np.median(apart))

    def undisturbed(self, before: Around, lighter: float) -> bool:
        """Whether it looks as before, all being so much ``lighter``; where that cannot be told, it does.

        Not pixel by pixel: what is woven or striped is never seen twice in quite the same pixels.
        """
        both = self.free & before.free
        if both.sum() < ENOUGH:
            return True
        apart = _smooth(self.logs - before.logs, both)[both]
        light = apart.mean(axis=1) - lighter
        tint = np.abs(apart - apart.mean(axis=1, keepdims=True)).max(axis=1)
        return bool(((np.abs(light) < LIGHT) & (tint < TINT)).mean() >= UNDISTURBED)

    def looks_empty(self) -> bool:
        """Whether the place has the colours of what is about it; so it has if nobody can tell.

        What is blown out shows nothing.
        """
        if (self.inside.mean(axis=1) > BLOWN).mean() > MOST_BLOWN:
            return False
        if self.free.sum() < ENOUGH:
            return True
        near = self.logs[self.free]
        near = near[:: max(1, len(near) // SAMPLES)]
        own = self.inside[:: max(1, len(self.inside) // SAMPLES)]
        apart = own[:, None] - near[None]
        light = np.abs(apart.mean(axis=2))
        tint = np.abs(apart - apart.mean(axis=2, keepdims=True)).max(axis=2)
        return bool(((light < LIGHT) & (tint < TINT)).any(axis=1).mean() >= LIKE_TABLE)


def _smooth(values: NDArray[np.float32], among: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Each of SIDE x SIDE x 3 values as the mean of those near it, of those ``among``; 0 where there are none."""
    share = among.astype(np.float32)[..., None]
    total, count = (cv2.blur(one, (NEAR, NEAR), borderType=cv2.BORDER_CONSTANT) for one in (values * share, share))
    return np.asarray(total / np.maximum(count.reshape(SIDE, SIDE, 1), 1e-6), np.float32)


class Table:
    """The colours of a frame, and where in it there are tiles."""

    def __init__(self, sketch: Sketch, tiles: Iterable[Box]) -> None:
        small, self._scale = sketch.colours, sketch.scale
        self._logs = np.asarray(cv2.LUT(small, LOGS), np.float32)
        self._free = np.full(small.shape[:2], 255, np.uint8)
        for box in tiles:
            edge = EDGE * box.long_side
            left, top, right, bottom = Box(*box).scaled(self._scale)
            edge *= self._scale
            inner = Box(left - edge, top - edge, right + edge, bottom + edge).within(small.shape[1], small.shape[0])
            self._free[int(inner.top) : round(inner.bottom), int(inner.left) : round(inner.right)] = 0

    def around(self, box: Box) -> Around:
        """What is about a tile there."""
        across, down = REACH * box.width, REACH * box.height
        ring = Box(box.left - across, box.top - down, box.right + across, box.bottom + down).scaled(self._scale)
        scale = np.array([SIDE / max(ring.width, 1e-3), SIDE / max(ring.height, 1e-3)])
        matrix = np.array([[scale[0], 0, -ring.left * scale[0]], [0, scale[1], -ring.top * scale[1]]])
        size = (SIDE, SIDE)
        logs = cv2.warpAffine(self._logs, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        free = cv2.warpAffine(self._free, matrix, size, flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
        own = slice(*(round(SIDE * (REACH + side) / (1 + 2 * REACH)) for side in (-EDGE, 1 + EDGE)))
        found = np.asarray(free, np.uint8) > 0
        found[own, own] = False
        colours = np.asarray(logs, np.float32)
        inner = slice(*(round(SIDE * (REACH + side) / (1 + 2 * REACH)) for side in (INNER, 1 - INNER)))
        return Around(colours, found, colours[inner, inner].reshape(-1, 3))
