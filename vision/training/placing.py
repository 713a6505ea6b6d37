"""Single tiles and rows of them in their places on a table. Lengths are in tile widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.labels import BACK, FLOWERS, LABELS, RED_FIVES
from vision.training.body import Solid
from vision.training.camera import Floats, Rng

OFTEN = {"5z": 3, "1s": 2} | dict.fromkeys(FLOWERS, 2) | dict.fromkeys(RED_FIVES, 3)
"""Faces that differ most between sets, and how many times as often as others they are drawn."""
FACES = tuple(label for label in LABELS if label != BACK for _ in range(OFTEN.get(label, 1)))
QUARTER = float(np.pi / 2)


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


def random_labels(count: int, rng: Rng) -> list[str]:
    """Several of those."""
    return [random_label(rng) for _ in range(count)]


def flat(label: str, x: float, y: float, turn: float, shape: Shape, level: int = 0) -> Solid:
    """A tile lying on the table (or ``level`` tiles above it), its face up, turned by ``turn`` radians."""
    cos, sin = np.cos(turn), np.sin(turn)
    middle = np.array([x, y, shape.depth * (level + 1)])
    return Solid(label, middle, np.array([cos, sin, 0.0]), np.array([sin, -cos, 0.0]), shape.height, shape.depth)


def standing(label: str, x: float, y: float, lean: float, shape: Shape, raised: float = 0.0) -> Solid:
    """A tile on its lower edge, its face to the viewer, leaning back by ``lean`` radians.

    ``raised`` is how far above the table it stands.
    """
    down = np.array([0.0, -np.sin(lean), -np.cos(lean)])
    middle = np.array([x, y, raised + shape.height / 2 * np.cos(lean) + shape.depth * np.sin(lean)])
    return Solid(label, middle, np.array([1.0, 0.0, 0.0]), down, shape.height, shape.depth)


def fallen(label: str, x: float, y: float, turn: float, shape: Shape) -> Solid:
    """A tile lying on its long side, its face to one side of the table."""
    cos, sin = np.cos(turn), np.sin(turn)
    out, along = np.array([sin, -cos, 0.0]), np.array([cos, sin, 0.0])
    middle = np.array([x, y, 0.5]) + out * shape.depth / 2
    return Solid(label, middle, np.array([0.0, 0.0, -1.0]), along, shape.height, shape.depth)


def row(labels: Sequence[str], x: float, y: float, shape: Shape, rng: Rng, gap: float = 0.03) -> list[Solid]:
    """Tiles side by side from ``x`` on, almost straight, in some rows upside down one and all or here and there."""
    slips = rng.normal(0, 0.025, len(labels))
    twists = rng.normal(0, 0.015, len(labels))
    over = rng.random(len(labels)) < rng.choice([0.0, 0.5, 1.0], p=[0.86, 0.08, 0.06])
    pitch = 1 + gap
    return [
        flat(label, x + pitch * place, y + float(slips[place]), float(twists[place]) + np.pi * over[place], shape)
        for place, label in enumerate(labels)
    ]


def turned(solids: Sequence[Solid], turn: float, about: tuple[float, float] = (0.0, 0.0)) -> list[Solid]:
    """The same tiles, all of them turned together around a point of the table."""
    cos, sin = np.cos(turn), np.sin(turn)
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    centre = np.array([*about, 0.0])
    return [
        replace(
            solid,
            middle=matrix @ (solid.middle - centre) + centre,
            right=matrix @ solid.right,
            down=matrix @ solid.down,
        )
        for solid in solids
    ]


def shifted(solids: Sequence[Solid], by: Floats) -> list[Solid]:
    """The same tiles, all of them moved by (x, y, z)."""
    return [replace(solid, middle=solid.middle + by) for solid in solids]
