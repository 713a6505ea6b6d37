"""Melds as players lay them down: a claimed tile turned, kongs with tiles face down or stacked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.labels import BACK
from vision.training.body import Solid
from vision.training.camera import Rng
from vision.training.placing import QUARTER, Shape, flat, random_label

GAP = 0.03
"""Between the tiles of a meld, in tile widths."""

CONCEALED = ("bxxb", "bbbb", "xbbx", "bbbx", "xxxb", "xxxx", "bxbx")
"""Concealed kongs, ``b`` for a tile that lies face down."""


def meld(x: float, y: float, shape: Shape, rng: Rng) -> tuple[list[Solid], float]:
    """A chow, pung or kong from ``x`` on, its lower edge where that of a row at ``y`` is, and the width it takes."""
    kind = str(rng.choice(["chow", "pung", "kong", "added", "concealed"], p=[0.3, 0.3, 0.1, 0.13, 0.17]))
    if kind == "concealed":
        label, pattern = random_label(rng), CONCEALED[int(rng.integers(len(CONCEALED)))]
        return _laid([BACK if sign == "b" else label for sign in pattern], None, x, y, shape, rng)
    names = _run(rng) if kind == "chow" else [random_label(rng)] * (4 if kind == "kong" else 3)
    claimed = None if kind != "added" and rng.random() < 0.35 else int(rng.integers(len(names)))
    solids, width = _laid(names, claimed, x, y, shape, rng)
    if kind == "added" and claimed is not None:
        solids.append(_added(solids[claimed], shape, rng))
    return solids, width


def _run(rng: Rng) -> list[str]:
    """Three suit tiles in sequence, in any order."""
    suit, first = "mps"[int(rng.integers(3))], int(rng.integers(1, 8))
    names = [f"{first + step}{suit}" for step in range(3)]
    names = [f"0{suit}" if name[0] == "5" and rng.random() < 0.2 else name for name in names]
    return [names[place] for place in rng.permutation(3)] if rng.random() < 0.4 else names


def _laid(
    names: Sequence[str], claimed: int | None, x: float, y: float, shape: Shape, rng: Rng
) -> tuple[list[Solid], float]:
    solids, at = [], x
    way = QUARTER if rng.random() < 0.5 else -QUARTER
    for place, name in enumerate(names):
        side = place == claimed
        width, drop = (shape.height, (shape.height - 1) / 2) if side else (1.0, 0.0)
        turn = (way if side else 0.0) + float(rng.normal(0, 0.02))
        solids.append(flat(name, at + width / 2, y - drop, turn, shape))
        at += width + GAP
    return solids, at - x


def _added(claimed: Solid, shape: Shape, rng: Rng) -> Solid:
    """The fourth tile of a kong made from a pung: beyond the turned tile or on top of it."""
    x, y = float(claimed.middle[0]), float(claimed.middle[1])
    turn = float(np.arctan2(claimed.right[1], claimed.right[0]) + rng.normal(0, 0.03))
    if rng.random() < 0.6:
        return flat(claimed.label, x + float(rng.normal(0, 0.02)), y + 1 + GAP, turn, shape)
    slip = rng.normal(0, 0.04, 2)
    return flat(claimed.label, x + float(slip[0]), y + float(slip[1]), turn, shape, level=1)
