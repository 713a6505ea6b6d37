"""What else is on the table while people play: racks under standing tiles, dice and phones among them, hands above."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from vision.training import gadgets
from vision.training.body import Solid
from vision.training.camera import Floats, Rng
from vision.training.clutter import KINDS, drawn_pictures, group
from vision.training.props import Picture, Thing

AMONG = ("die", "stick", "phone", "coin", "card", "remote", "bar", "cube", "page", "sign", "keyboard")
"""Kinds of clutter that stand between tiles."""
LEAST = 0.75
"""Between a tile's middle and the nearest edge of a thing, in tile widths."""


@functools.cache
def hands() -> tuple[Picture, ...]:
    """Pictures of hands, always the same."""
    return drawn_pictures(gadgets.hand, 20, 31)


def among(solids: Sequence[Solid], rng: Rng) -> list[Thing]:
    """Things that lie or stand where no tile is."""
    middles = np.array([solid.middle[:2] for solid in solids])
    numbers = [number for number, kind in enumerate(KINDS) if kind.name in AMONG]
    things: list[Thing] = []
    for _ in range(int(rng.geometric(0.5))):
        number = numbers[int(rng.integers(len(numbers)))]
        place = middles[int(rng.integers(len(middles)))] + rng.normal(0, 3.0, 2)
        things += [thing for thing in group(number, place, 0.0, 1.0, rng) if _free(thing, middles)]
    return things


def _free(thing: Thing, middles: Floats) -> bool:
    """Whether no tile's middle is within or near the thing's outline."""
    corners = thing.corners[:4, :2]
    middle = thing.corners[:, :2].mean(axis=0)
    sides = (corners[1] - corners[0], corners[2] - corners[1])
    beyond = np.zeros(len(middles), bool)
    for side in sides:
        length = max(float(np.linalg.norm(side)), 1e-6)
        beyond |= np.abs((middles - middle) @ side / length) > length / 2 + LEAST
    return bool(beyond.all())


def rests(solids: Sequence[Solid], rng: Rng) -> list[Thing]:
    """A rack for every row of standing tiles: a ledge before their feet and a board behind them."""
    tone = np.clip(np.array([1.0, 0.75, 0.5]) * rng.uniform(90, 230), 0, 255)
    tone = tone if rng.random() < 0.6 else np.clip(gadgets.colourful(rng), 0, 255)
    face = Picture(np.full((8, 8, 3), tone, np.uint8), None, tone)
    things = []
    for row in _standing_rows(solids):
        middles = np.array([solid.middle for solid in row])
        feet = middles[:, 2].min() - row[0].height / 2
        left, right = middles[:, 0].min() - 0.8, middles[:, 0].max() + 0.8
        front = float(middles[:, 1].min() - 0.1)
        low = max(0.12, float(feet + rng.uniform(0.05, 0.35)))
        things.append(_board(face, tone, (left, right), (front - float(rng.uniform(0.2, 0.8)), front - 0.12), low))
        if rng.random() < 0.5:
            back = float(middles[:, 1].max() + row[0].depth + 0.25)
            things.append(_board(face, tone, (left, right), (back, back + 0.3), float(rng.uniform(0.4, 1.0))))
    return things


def _standing_rows(solids: Sequence[Solid]) -> list[list[Solid]]:
    rows: dict[int, list[Solid]] = {}
    for solid in solids:
        if solid.down[2] < -0.5:
            rows.setdefault(round(float(solid.middle[1])), []).append(solid)
    return list(rows.values())


def _board(face: Picture, tone: Floats, xs: tuple[float, float], ys: tuple[float, float], top: float) -> Thing:
    upper = np.array([[xs[0], ys[1], top], [xs[1], ys[1], top], [xs[1], ys[0], top], [xs[0], ys[0], top]])
    return Thing(face, np.concatenate([upper, upper * [1, 1, 0]]), tone, tone, np.ones(3))


def over(solids: Sequence[Solid], rng: Rng) -> list[Thing]:
    """One or two hands that reach over some of the tiles."""
    return [_hand(solids[int(rng.integers(len(solids)))], rng) for _ in range(int(rng.choice([1, 1, 2])))]


def _hand(tile: Solid, rng: Rng) -> Thing:
    """A hand whose fingers end about one tile."""
    picture = hands()[int(rng.integers(len(hands())))]
    height, width = picture.colours.shape[:2]
    breadth = float(rng.uniform(2.6, 4.4))
    length = breadth * height / width
    turn = float(rng.normal(0, 0.7) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi))
    right, down = np.array([np.cos(turn), np.sin(turn), 0.0]), np.array([np.sin(turn), -np.cos(turn), 0.0])
    tip = tile.middle + np.array([*rng.normal(0, 0.8, 2), float(rng.uniform(0.1, 1.2))])
    drop = np.array([0.0, 0.0, float(rng.uniform(-0.1, 0.15))])
    upper = [tip - right * breadth / 2, tip + right * breadth / 2]
    lower = [corner + (down + drop) * length for corner in upper[::-1]]
    face = np.array([*upper, *lower])
    gain = np.clip(rng.uniform(0.6, 1.1) * rng.uniform(0.95, 1.05, 3), 0, 1.15)
    return Thing(picture, np.concatenate([face, face]), picture.mean, picture.mean, gain)
