"""A photo, or a plain ground in its place, with every tile's role drawn on it: what lies there and what was read."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.detection import Box
from vision.layout import Layout
from vision.table import Role
from vision.training.camera import Pixels
from vision.training.snapshots import Snapshot

SIDE = 1000
"""Longer side of a drawing in pixels."""

COLOURS = {
    Role.CONCEALED: (70, 200, 90),
    Role.MELD: (60, 140, 255),
    Role.FLOWER: (235, 110, 220),
    Role.WINNING: (255, 60, 50),
    Role.INDICATOR: (255, 200, 0),
    Role.OTHER: (150, 150, 150),
}

Told = tuple[Box, Role, str]
"""Where, what to the hand, and a word beside it."""


def sketch(made: Snapshot, layout: Layout, photo: Pixels | None = None) -> Pixels:
    """What lies there above, what was read below."""
    scale = SIDE / max(made.size)
    ground = _plain(made) if photo is None else photo
    small = cv2.resize(ground, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.vstack([_drawn(small, _truth(made), scale), _drawn(small, _read(layout), scale)])


def _plain(made: Snapshot) -> Pixels:
    """The faces' outlines where there is no photo, with a line from each middle to the upper edge."""
    image = np.full((made.size[1], made.size[0], 3), 40, np.uint8)
    for number in made.shown:
        quad = made.sights[number].quad
        cv2.fillConvexPoly(image, np.rint(quad).astype(np.int32), (210, 205, 190), cv2.LINE_AA)
        ends = np.rint([quad.mean(axis=0), quad[:2].mean(axis=0)]).astype(int).tolist()
        cv2.line(image, ends[0], ends[1], (120, 110, 100), 3, cv2.LINE_AA)
    return image


def _truth(made: Snapshot) -> list[Told]:
    pieces = made.laid.pieces
    kinds = [f"{meld.kind.name[:6]}{meld.giver.value[0] if meld.giver else ''}" for meld in made.laid.melds]
    marks = {piece.meld: number for number, piece in reversed([*enumerate(pieces)]) if piece.meld is not None}
    return [
        (
            made.sights[one].box,
            pieces[one].role,
            f"{pieces[one].solid.label}{_mark(kinds, pieces[one].meld, one, marks)}",
        )
        for one in made.shown
    ]


def _mark(kinds: list[str], meld: int | None, number: int, marks: dict[int, int]) -> str:
    return f" {kinds[meld]}" if meld is not None and marks.get(meld) == number else ""


def _read(layout: Layout) -> list[Told]:
    named = {
        meld.tiles[0]: f" {meld.kind.name[:6]}{meld.giver.value[0] if meld.giver else ''}" for meld in layout.melds
    }
    return [
        (tile.detection.box, tile.role, f"{tile.detection.face}{named.get(number, '')}")
        for number, tile in enumerate(layout.tiles)
    ]


def _drawn(small: Pixels, tiles: Iterable[Told], scale: float) -> Pixels:
    image = small.copy()
    for box, role, word in tiles:
        left, top, right, bottom = (round(side * scale) for side in box)
        cv2.rectangle(image, (left, top), (right, bottom), COLOURS[role], 2)
        cv2.putText(image, word, (left, top - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.42, COLOURS[role], 1, cv2.LINE_AA)
    return image
