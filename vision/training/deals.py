"""Complete hands as they are dealt and called: no tile more often than a set of tiles has it, whatever lies around."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from scoring.hand import MeldKind
from vision.labels import BACK, FLOWERS, KINDS, LABELS, plain
from vision.melds import Giver

Rng = np.random.Generator

COPIES = 4
SETS = 200
"""Draws of a set until one is found whose tiles are left."""

ORPHANS = ("1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z")
HIDDEN = {"bxxb": (0, 3), "xbbx": (1, 2), "bbbb": (0, 1, 2, 3)}
"""Concealed kongs by which of their tiles lie face down."""


@dataclass(frozen=True, slots=True)
class Called:
    """A set to be laid down."""

    kind: MeldKind
    faces: tuple[str, ...]
    """As they lie from left to right, ``back`` for one face down; of an added kong the added one comes last."""
    giver: Giver | None = None
    """Whose discard was claimed; ``None`` for a concealed kong."""

    @property
    def claimed(self) -> int | None:
        """Place of the claimed tile among those in line."""
        line = len(self.faces) - (self.kind is MeldKind.KONG_ADDED)
        return None if self.giver is None else {Giver.LEFT: 0, Giver.ACROSS: 1, Giver.RIGHT: line - 1}[self.giver]


@dataclass(frozen=True, slots=True)
class Deal:
    """A complete hand and the tiles round it."""

    concealed: tuple[str, ...]
    """In the order in which they lie, without the winning tile."""
    winning: str
    melds: tuple[Called, ...]
    flowers: tuple[str, ...]
    rest: tuple[str, ...]
    """Tiles of the same set that are free to be discards or indicators, shuffled."""


@dataclass
class Wall:
    """The tiles that are left."""

    rng: Rng
    left: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(KINDS, COPIES)))

    def take(self, faces: Sequence[str]) -> bool:
        """Takes all of ``faces`` if they are there."""
        asked = Counter(faces)
        if any(self.left[face] < count for face, count in asked.items()):
            return False
        self.left -= asked
        return True

    def drawn(self, kind: MeldKind | None) -> list[str]:
        """The tiles of a chow, pung or kong; of a pair without ``kind``."""
        for _ in range(SETS):
            faces = self._proposed(kind)
            if self.take(faces):
                return faces
        raise RuntimeError(f"{SETS} draws gave no {kind} that the wall still has")

    def _proposed(self, kind: MeldKind | None) -> list[str]:
        if kind is MeldKind.CHOW:
            suit, first = "mps"[int(self.rng.integers(3))], int(self.rng.integers(1, 8))
            return [f"{first + step}{suit}" for step in range(3)]
        face = KINDS[int(self.rng.integers(len(KINDS)))]
        return [face] * (2 if kind is None else 4 if kind.is_kong else 3)


def called(kind: MeldKind, pattern: str, wall: Wall) -> Called:
    """A set from the wall; ``pattern`` says which tiles of a concealed kong lie face down."""
    faces, rng = wall.drawn(kind), wall.rng
    if kind is MeldKind.KONG_CONCEALED:
        return Called(kind, tuple(BACK if place in HIDDEN[pattern] else face for place, face in enumerate(faces)))
    if kind is MeldKind.CHOW:
        first = int(rng.integers(3))
        return Called(kind, (faces[first], *(faces[:first] + faces[first + 1 :])), Giver.LEFT)
    return Called(kind, tuple(faces), tuple(Giver)[int(rng.integers(3))])


def deal(melds: Iterable[tuple[MeldKind, str]], size: int, flowers: int, rng: Rng) -> Deal:
    """A complete hand of ``size`` tiles with sets of these kinds laid down; at times seven pairs or orphans."""
    wall = Wall(rng)
    laid = tuple(called(kind, pattern, wall) for kind, pattern in melds)
    concealed = _odd(wall) if not laid and size == 14 and rng.random() < 0.1 else _usual(wall, size, len(laid))
    winning = int(rng.integers(len(concealed)))
    rest = [face for face, count in sorted(wall.left.items()) for _ in range(count)]
    picked = [FLOWERS[int(place)] for place in rng.permutation(len(FLOWERS))[:flowers]]
    made = Deal(
        _ordered(concealed[:winning] + concealed[winning + 1 :], rng),
        concealed[winning],
        laid,
        tuple(picked),
        tuple(str(face) for face in rng.permutation(rest)),
    )
    return _reddened(made, rng) if rng.random() < 0.3 else made


def _usual(wall: Wall, size: int, laid: int) -> list[str]:
    """Sets and a pair."""
    kinds = [MeldKind.CHOW if wall.rng.random() < 0.65 else MeldKind.PUNG for _ in range((size - 2) // 3 - laid)]
    return [face for kind in (None, *kinds) for face in wall.drawn(kind)]


def _odd(wall: Wall) -> list[str]:
    """Seven pairs, now and then thirteen orphans."""
    if wall.rng.random() < 0.2:
        faces = [*ORPHANS, ORPHANS[int(wall.rng.integers(len(ORPHANS)))]]
        wall.take(faces)
        return faces
    chosen = [KINDS[int(place)] for place in wall.rng.permutation(len(KINDS))[:7]]
    wall.take(chosen * 2)
    return sorted(chosen * 2)


def _ordered(faces: Sequence[str], rng: Rng) -> tuple[str, ...]:
    """Mostly sorted, at times set by set, seldom in no order."""
    kind = rng.random()
    if kind < 0.8:
        return tuple(sorted(faces, key=lambda face: LABELS.index(plain(face))))
    return tuple(faces) if kind < 0.93 else tuple(str(face) for face in rng.permutation(faces))


def _reddened(made: Deal, rng: Rng) -> Deal:
    """The same deal from a set whose fives, one a suit, are red; only those that the player holds are looked for."""
    suits = [suit for suit in "mps" if rng.random() < 0.7]
    concealed = list(made.concealed)
    for suit in suits:
        if f"5{suit}" in concealed:
            concealed[concealed.index(f"5{suit}")] = f"0{suit}"
    return Deal(tuple(concealed), made.winning, made.melds, made.flowers, made.rest)
