"""How tiles lie on a table: hands with melds, blocks, scatter, standing hands, walls, ponds, whole tables.

Lengths are in tile widths.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.labels import BACK, FLOWERS, LABELS
from vision.training.body import Solid
from vision.training.camera import Rng
from vision.training.melds import meld
from vision.training.placing import (
    QUARTER,
    Shape,
    fallen,
    flat,
    random_label,
    random_labels,
    random_shape,
    row,
    shifted,
    standing,
    turned,
)

__all__ = ["KINDS", "Shape", "arrange", "flat", "random_shape"]

UPRIGHT = frozenset({"rack", "ranks"})
"""Kinds whose tiles stand."""


def hand(shape: Shape, rng: Rng) -> list[Solid]:
    """A winning hand: a row, sometimes a set-apart tile, sometimes melds beside or before it, a second row behind."""
    count = int(rng.choice([5, 8, 11, 14, 14, 17]))
    labels = random_labels(count, rng)
    labels = sorted(labels, key=LABELS.index) if rng.random() < 0.7 else labels
    solids = row(labels, 0, 0, shape, rng, float(rng.choice([0.0, 0.02, 0.05, 0.2])))
    at = float(solids[-1].middle[0]) + 1.0
    if rng.random() < 0.3:
        way = float(rng.choice([0, QUARTER, -QUARTER]))
        solids.append(flat(random_label(rng), at + float(rng.uniform(0.3, 1)), 0, way, shape))
        at += 2.2
    for place in range(int(rng.integers(0, 4))):
        beside = rng.random() < 0.5
        x, y = (at + 0.4, 0.0) if beside else (place * 5.6, -shape.height * 2.1)
        group, width = meld(x, y, shape, rng)
        solids += group
        at += width + 0.5 if beside else 0.0
    if rng.random() < 0.4:
        behind = random_labels(int(rng.integers(3, 12)), rng)
        solids += row(behind, float(rng.uniform(-1, 4)), shape.height * float(rng.uniform(2.1, 2.6)), shape, rng)
    return solids


def claims(shape: Shape, rng: Rng) -> list[Solid]:
    """Melds in a line or under one another, a row of flowers, a part of the hand."""
    solids: list[Solid] = []
    at, down = 0.0, rng.random() < 0.4
    for place in range(int(rng.integers(2, 5))):
        x, y = (float(rng.normal(0, 0.1)), -place * 2.15 * shape.height) if down else (at, 0.0)
        group, width = meld(x, y, shape, rng)
        solids += group
        at += width + float(rng.uniform(0.05, 0.8))
    if rng.random() < 0.6:
        flowers = [FLOWERS[int(place)] for place in rng.permutation(8)[: int(rng.integers(1, 8))]]
        solids += row(flowers, float(rng.uniform(0, 2)), shape.height * float(rng.uniform(2.1, 2.4)), shape, rng)
    if rng.random() < 0.5:
        solids += row(random_labels(int(rng.integers(2, 9)), rng), at + 6.0, 0, shape, rng)
    return solids


def block(shape: Shape, rng: Rng) -> list[Solid]:
    """Rows above rows, touching or spaced."""
    gap = float(rng.choice([0.02, 0.05, 0.4, 0.8]))
    pitch, lines = 1 + gap, int(rng.integers(2, 6))
    count = int(rng.integers(3, 10))
    solids: list[Solid] = []
    for line in range(lines):
        solids += row(random_labels(count, rng), 0, line * (shape.height + gap), shape, rng, pitch - 1)
    return solids


def scatter(shape: Shape, rng: Rng) -> list[Solid]:
    """Tiles at any angle, some face down or on their sides, as they lie before they are stacked."""
    side, pitch = int(rng.integers(3, 7)), shape.height * float(rng.uniform(1.15, 1.35))
    solids = []
    for x in range(side):
        for y in range(side):
            slip = rng.uniform(-0.12, 0.12, 2)
            turn = float(rng.uniform(0, 2 * np.pi))
            label = BACK if rng.random() < 0.15 else random_label(rng)
            place = (label, pitch * x + float(slip[0]), pitch * y + float(slip[1]), turn, shape)
            solids.append(fallen(*place) if rng.random() < 0.06 else flat(*place))
    return solids


def pond(shape: Shape, rng: Rng) -> list[Solid]:
    """A player's discards: rows of six, often one tile turned, more or less straight."""
    return _discards(int(rng.integers(4, 25)), int(rng.choice([6, 6, 6, 5, 8])), shape, rng)


def _discards(count: int, long: int, shape: Shape, rng: Rng) -> list[Solid]:
    """So many discards in rows of ``long``."""
    sideways = int(rng.integers(count)) if rng.random() < 0.6 else -1
    mess = float(rng.choice([0.01, 0.03, 0.08]))
    solids, at = [], 0.0
    for place, label in enumerate(random_labels(count, rng)):
        line = place // long
        at = at if place % long else 0.0
        width = shape.height if place == sideways else 1.0
        turn = (QUARTER if place == sideways else 0.0) + float(rng.normal(0, mess))
        slip = rng.normal(0, mess, 2)
        y = -line * (shape.height + 0.06 + 2 * mess) + float(slip[1])
        solids.append(flat(label, at + width / 2 + float(slip[0]), y, turn, shape))
        at += width + 0.03 + 2 * mess
    return solids


def table(shape: Shape, rng: Rng) -> list[Solid]:
    """The middle of a table: ponds to all four sides, walls beyond them, dice apart."""
    solids: list[Solid] = []
    near = 4.6 + float(rng.uniform(0, 1))
    for side in range(4):
        if rng.random() < 0.85:
            discards = _discards(int(rng.integers(3, 20)), 6, shape, rng)
            solids += turned(shifted(discards, np.array([-3.2, -near, 0])), side * QUARTER)
        if rng.random() < 0.6:
            far = near + 4 * shape.height + float(rng.uniform(0.6, 2.2))
            solids += turned(
                shifted(_wall(int(rng.integers(6, 18)), shape, rng), np.array([-8.5, -far, 0])), side * QUARTER
            )
    return solids or pond(shape, rng)


def rack(shape: Shape, rng: Rng) -> list[Solid]:
    """A hand standing upright, sometimes with rows or melds lying before it."""
    lean, count = float(rng.uniform(0, 0.5)), int(rng.integers(5, 15))
    gap, raised = float(rng.choice([1.0, 1.02, 1.06])), float(rng.choice([0.0, 0.0, 0.15]))
    solids = [
        standing(random_label(rng), gap * place, float(rng.normal(0, 0.03)), lean, shape, raised)
        for place in range(count)
    ]
    if rng.random() < 0.4:
        solids += row(random_labels(count - 2, rng), 0.5, -shape.height * float(rng.uniform(1.4, 2)), shape, rng)
    elif rng.random() < 0.4:
        solids += meld(float(rng.uniform(0, count)), -shape.height * 2.2, shape, rng)[0]
    return solids


def ranks(shape: Shape, rng: Rng) -> list[Solid]:
    """Standing rows before one another: the nearer hide the farther in part, some show only their backs."""
    solids: list[Solid] = []
    at = 0.0
    for _ in range(int(rng.integers(2, 4))):
        count, lean = int(rng.integers(4, 12)), float(rng.uniform(0, 0.25))
        backs, start = rng.random() < 0.3, float(rng.uniform(0, 4))
        solids += [
            standing(BACK if backs else random_label(rng), start + 1.02 * place, at, lean, shape)
            for place in range(count)
        ]
        at += shape.depth + float(rng.uniform(0.3, 2.5))
    if rng.random() < 0.4:
        solids += row(random_labels(int(rng.integers(3, 9)), rng), 1, -shape.height * 1.6, shape, rng)
    return solids


def _wall(count: int, shape: Shape, rng: Rng) -> list[Solid]:
    """Face-down tiles two high, some taken away, at times one shown."""
    shown = int(rng.integers(count)) if rng.random() < 0.5 else -1
    start = int(rng.integers(0, 2))
    solids = []
    for place in range(count):
        slip = float(rng.normal(0, 0.02))
        solids.append(flat(BACK, 1.02 * place, slip, 0.0, shape))
        if place == shown:
            solids.append(flat(random_label(rng), 1.02 * place, slip, 0.0, shape, 1))
        elif place >= start and rng.random() < 0.93:
            solids.append(flat(BACK, 1.02 * place, float(rng.normal(0, 0.02)), 0.0, shape, 1))
    return solids


def wall(shape: Shape, rng: Rng) -> list[Solid]:
    """A wall two high, straight or around a corner, often with a row of faces before it."""
    solids = _wall(int(rng.integers(5, 14)), shape, rng)
    if rng.random() < 0.3:
        corner = shifted(_wall(int(rng.integers(4, 9)), shape, rng), np.array([shape.height, 1.6, 0.0]))
        solids += turned(corner, QUARTER)
    if rng.random() < 0.75:
        solids += row(random_labels(int(rng.integers(3, 14)), rng), 0, -1.9 * shape.height, shape, rng)
    return solids


KINDS: tuple[tuple[float, Callable[[Shape, Rng], list[Solid]]], ...] = (
    (0.3, hand),
    (0.1, claims),
    (0.12, block),
    (0.14, scatter),
    (0.08, pond),
    (0.06, table),
    (0.1, rack),
    (0.04, ranks),
    (0.06, wall),
)
"""How often each arrangement is made."""


def arrange(shape: Shape, rng: Rng, kind: str | None = None) -> tuple[str, list[Solid]]:
    """An arrangement and its kind's name; a random one without ``kind``."""
    makers = {maker.__name__: maker for _, maker in KINDS}
    shares = np.array([share for share, _ in KINDS])
    name = kind or str(rng.choice(list(makers), p=shares / shares.sum()))
    return name, makers[name](shape, rng)
