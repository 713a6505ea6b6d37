"""How tiles lie on a table: rows, hands with melds, blocks, scatter, standing hands, walls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.labels import BACK, LABELS
from vision.training.scene import Solid

Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

FACES = tuple(label for label in LABELS if label != BACK)
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True)
class Shape:
    """The body that all tiles of a set share, in tile widths."""

    height: float
    depth: float


def random_shape(rng: Rng) -> Shape:
    """A plausible set's body."""
    return Shape(float(rng.uniform(1.22, 1.46)), float(rng.uniform(0.55, 0.95)))


def random_label(rng: Rng) -> str:
    """A tile that may lie face up; flowers and red fives as often as any other."""
    return FACES[int(rng.integers(len(FACES)))]


def flat(label: str, x: float, y: float, turn: float, shape: Shape, level: int = 0) -> Solid:
    """A tile lying on the table (or ``level`` tiles above it), its face up, turned by ``turn`` radians."""
    cos, sin = np.cos(turn), np.sin(turn)
    middle = np.array([x, y, shape.depth * (level + 1)])
    return Solid(label, middle, np.array([cos, sin, 0.0]), np.array([sin, -cos, 0.0]), shape.height, shape.depth)


def standing(label: str, x: float, y: float, lean: float, shape: Shape) -> Solid:
    """A tile standing on its lower edge, its face to the viewer, leaning back by ``lean`` radians."""
    down = np.array([0.0, -np.sin(lean), -np.cos(lean)])
    middle = np.array([x, y, shape.height / 2 * np.cos(lean)])
    return Solid(label, middle, np.array([1.0, 0.0, 0.0]), down, shape.height, shape.depth)


def row(labels: Sequence[str], x: float, y: float, shape: Shape, rng: Rng, gap: float = 0.03) -> list[Solid]:
    """Tiles side by side from ``x`` on, almost straight."""
    slips = rng.normal(0, 0.025, len(labels))
    twists = rng.normal(0, 0.015, len(labels))
    pitch = 1 + gap
    return [
        flat(label, x + pitch * place, y + float(slips[place]), float(twists[place]), shape)
        for place, label in enumerate(labels)
    ]


def meld(x: float, y: float, shape: Shape, rng: Rng) -> tuple[list[Solid], float]:
    """A chow, pung or kong with one tile turned sideways or some face down, and the width it takes."""
    label, count = random_label(rng), int(rng.choice([3, 3, 4]))
    names = [label] * count
    hidden = count == 4 and rng.random() < 0.5
    if hidden:
        names = [BACK, label, label, BACK] if rng.random() < 0.5 else [BACK] * 4
    turned = -1 if hidden or rng.random() < 0.4 else int(rng.integers(count))
    solids, at = [], x
    for place, name in enumerate(names):
        width = shape.height if place == turned else 1.0
        drop = (shape.height - 1) / 2 if place == turned else 0.0
        turn = np.pi / 2 if place == turned else float(rng.normal(0, 0.02))
        solids.append(flat(name, at + width / 2, y - drop, turn, shape))
        at += width + 0.03
    return solids, at - x


def hand(shape: Shape, rng: Rng) -> list[Solid]:
    """A winning hand: a row, sometimes a set-apart tile, sometimes melds beside or before it, a second row behind."""
    count = int(rng.choice([5, 8, 11, 14, 14, 17]))
    labels = sorted((random_label(rng) for _ in range(count)), key=LABELS.index)
    solids = row(labels, 0, 0, shape, rng, float(rng.choice([0.0, 0.02, 0.05, 0.2])))
    at = solids[-1].middle[0] + 1.0
    if rng.random() < 0.3:
        solids.append(
            flat(random_label(rng), at + float(rng.uniform(0.3, 1)), 0, float(rng.choice([0, np.pi / 2])), shape)
        )
        at += 2.2
    for place in range(int(rng.integers(0, 4))):
        beside = rng.random() < 0.5
        x, y = (at + 0.4, 0.0) if beside else (place * 4.6, -shape.height * 1.3)
        group, width = meld(x, y, shape, rng)
        solids += group
        at += width + 0.5 if beside else 0.0
    if rng.random() < 0.4:
        behind = [random_label(rng) for _ in range(int(rng.integers(3, 12)))]
        solids += row(behind, float(rng.uniform(-1, 4)), shape.height * float(rng.uniform(1.05, 1.8)), shape, rng)
    return solids


def block(shape: Shape, rng: Rng) -> list[Solid]:
    """Rows above rows, touching or spaced."""
    gap = float(rng.choice([0.02, 0.05, 0.4, 0.8]))
    pitch, lines = 1 + gap, int(rng.integers(2, 6))
    count = int(rng.integers(3, 10))
    solids: list[Solid] = []
    for line in range(lines):
        labels = [random_label(rng) for _ in range(count)]
        solids += row(labels, 0, line * (shape.height + gap), shape, rng, pitch - 1)
    return solids


def scatter(shape: Shape, rng: Rng) -> list[Solid]:
    """Tiles at any angle, some face down, as discards lie."""
    side = int(rng.integers(3, 7))
    solids = []
    for x in range(side):
        for y in range(side):
            label = BACK if rng.random() < 0.15 else random_label(rng)
            slip = rng.uniform(-0.15, 0.15, 2)
            turn = float(rng.uniform(0, 2 * np.pi))
            solids.append(flat(label, 1.75 * x + slip[0], 1.75 * y + slip[1], turn, shape))
    return solids


def rack(shape: Shape, rng: Rng) -> list[Solid]:
    """A hand standing upright, sometimes with another row lying before it."""
    lean, count = float(rng.uniform(0, 0.5)), int(rng.integers(5, 15))
    gap = float(rng.choice([1.0, 1.02, 1.06]))
    solids = [
        standing(random_label(rng), gap * place, float(rng.normal(0, 0.03)), lean, shape) for place in range(count)
    ]
    if rng.random() < 0.4:
        solids += row([random_label(rng) for _ in range(count - 2)], 0.5, -shape.height * 1.2, shape, rng)
    return solids


def wall(shape: Shape, rng: Rng) -> list[Solid]:
    """Face-down tiles two high, with a row of faces before them."""
    count = int(rng.integers(5, 12))
    solids = [
        flat(BACK, 1.02 * place, float(rng.normal(0, 0.02)), 0.0, shape, level)
        for level in range(2)
        for place in range(count)
        if rng.random() < 0.9
    ]
    return solids + row([random_label(rng) for _ in range(count)], 0, -1.6 * shape.height, shape, rng)


KINDS: tuple[tuple[float, Callable[[Shape, Rng], list[Solid]]], ...] = (
    (0.42, hand),
    (0.2, block),
    (0.18, scatter),
    (0.12, rack),
    (0.08, wall),
)
"""How often each arrangement is made."""


def arrange(shape: Shape, rng: Rng, kind: str | None = None) -> tuple[str, list[Solid]]:
    """An arrangement and its kind's name; a random one without ``kind``."""
    makers = {maker.__name__: maker for _, maker in KINDS}
    shares = np.array([share for share, _ in KINDS])
    name = kind or str(rng.choice(list(makers), p=shares / shares.sum()))
    return name, makers[name](shape, rng)
