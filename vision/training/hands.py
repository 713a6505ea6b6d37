"""Complete hands as players lay them on a table to be photographed: every kind of meld and of showing the last tile.

A ``Way`` says how; ``lay`` puts the tiles down and tells what each is to the hand. Lengths are in tile widths, the
player sits at negative y.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from scoring.hand import MeldKind
from vision.melds import Giver
from vision.table import Role
from vision.training.body import Solid
from vision.training.camera import Floats, Rng
from vision.training.deals import Called, Deal, deal
from vision.training.melds import GAP
from vision.training.placing import QUARTER, Shape, flat, random_shape, row, shifted, turned

TRIES = 2000
"""Ways and places drawn until one is possible."""

MELDS: tuple[tuple[float, str, MeldKind, str], ...] = (
    (0.34, "chow", MeldKind.CHOW, ""),
    (0.28, "pung", MeldKind.PUNG, ""),
    (0.1, "exposed kong", MeldKind.KONG_EXPOSED, ""),
    (0.07, "added kong, beside", MeldKind.KONG_ADDED, "beside"),
    (0.06, "added kong, stacked", MeldKind.KONG_ADDED, "stacked"),
    (0.05, "concealed kong, two down", MeldKind.KONG_CONCEALED, "bxxb"),
    (0.04, "concealed kong, two down", MeldKind.KONG_CONCEALED, "xbbx"),
    (0.06, "concealed kong, four down", MeldKind.KONG_CONCEALED, "bbbb"),
)
"""How often a meld is of each sort: share, the name of the sort, its kind, and how it is shown."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a hand is laid."""

    melds: tuple[int, ...]
    """Places in ``MELDS``."""
    at: str
    """Where melds lie: ``right``, ``left`` or ``behind``."""
    turned: bool
    """Whether claimed tiles lie on their side."""
    winning: frozenset[str]
    """How the winning tile is shown: of ``apart``, ``turned``, ``above``, ``on top``; nothing when it is not."""
    flowers: int
    indicator: bool
    discards: bool
    size: int
    tilt: float
    """By how much the whole hand is turned on the table, in radians."""
    bend: float
    """One over the radius of the arc on which it lies."""
    rows: int
    """In which the concealed tiles lie."""

    @property
    def kinds(self) -> frozenset[str]:
        """What it shows, as the reports call it."""
        quarter = abs(np.sin(self.tilt)) > 0.9
        kinds = {MELDS[one][2] for one in self.melds}
        claims = kinds - {MeldKind.KONG_CONCEALED} if self.turned else kinds & {MeldKind.KONG_ADDED}
        facts = {
            "concealed tiles only": not self.melds,
            f"melds {self.at}": bool(self.melds),
            "claimed tiles turned": bool(claims),
            "flowers": self.flowers > 0,
            "indicator aside": self.indicator,
            "discards near": self.discards,
            "17 tiles": self.size == 17,
            "turned by an angle": not quarter and abs(np.sin(self.tilt)) > 0.15,
            "vertical": quarter,
            "upside down": np.cos(self.tilt) < -0.9,
            "bent row": self.bend != 0,
            "two rows": self.rows == 2,
            "winning tile not shown": not self.winning,
        }
        shown = {MELDS[one][1] for one in self.melds} | {f"winning tile {how}" for how in self.winning}
        return frozenset(shown | {name for name, is_so in facts.items() if is_so})

    @property
    def possible(self) -> bool:
        """Whether people lay hands so, and can tell them apart themselves."""
        behind = bool(self.melds) and self.at == "behind"
        left = (self.size - 2) // 3 - len(self.melds)
        return not (
            left < 0
            or (left == 0 and self.winning and "turned" not in self.winning)
            or (self.rows == 2 and (len(self.melds) > 1 or behind or self.winning - {"apart"} or self.bend))
            or (behind and self.winning & {"above", "on top"})
            or (self.indicator and (self.discards or not self.winning))
        )


KINDS = (
    "concealed tiles only",
    "melds right",
    "melds left",
    "melds behind",
    "claimed tiles turned",
    "chow",
    "pung",
    "exposed kong",
    "added kong, beside",
    "added kong, stacked",
    "concealed kong, two down",
    "concealed kong, four down",
    "winning tile apart",
    "winning tile turned",
    "winning tile above",
    "winning tile on top",
    "winning tile not shown",
    "flowers",
    "indicator aside",
    "discards near",
    "17 tiles",
    "turned by an angle",
    "bent row",
    "vertical",
    "upside down",
    "two rows",
)
"""Every kind of structure, in the order of the reports."""

SHOWN = (frozenset[str](), frozenset({"apart"}), frozenset({"turned"}), frozenset({"apart", "turned"}),
         frozenset({"above"}), frozenset({"on top"}))  # fmt: skip
"""Ways to show the winning tile."""


def random_way(rng: Rng, kind: str | None = None) -> Way:
    """How some player lays a hand; with ``kind``, one of those who do this."""
    for _ in range(TRIES):
        way = _any_way(rng)
        if way.possible and (kind is None or kind in way.kinds):
            return way
    raise RuntimeError(f"no way in {TRIES} shows {kind}")


def _any_way(rng: Rng) -> Way:
    size = 17 if rng.random() < 0.1 else 14
    count = int(rng.choice(6, p=[0.34, 0.22, 0.2, 0.14, 0.07, 0.03]))
    shares = np.array([share for share, *_ in MELDS])
    shown = SHOWN[int(rng.choice(len(SHOWN), p=[0.25, 0.38, 0.14, 0.07, 0.1, 0.06]))]
    return Way(
        melds=tuple(int(one) for one in rng.choice(len(MELDS), count, p=shares / shares.sum())),
        at=str(rng.choice(["right", "left", "behind"], p=[0.55, 0.2, 0.25])),
        turned=bool(rng.random() < 0.5),
        winning=shown,
        flowers=int(rng.integers(1, 6)) if rng.random() < 0.2 else 0,
        indicator=bool(rng.random() < 0.1),
        discards=bool(rng.random() < 0.2),
        size=size,
        tilt=_tilt(rng),
        bend=float(rng.choice([-1, 1]) / rng.uniform(18, 60)) if rng.random() < 0.1 else 0.0,
        rows=2 if rng.random() < 0.06 else 1,
    )


def _tilt(rng: Rng) -> float:
    """Mostly level as the player sees it, else turned a little, by a quarter, or by half."""
    kind, little = rng.random(), float(rng.normal(0, 0.04))
    if kind < 0.75:
        return little
    if kind < 0.87:
        return float(rng.choice([-1, 1]) * rng.uniform(0.17, 0.9))
    return little + float(rng.choice([-QUARTER, QUARTER]) if kind < 0.94 else np.pi)


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile on the table and what it is to the hand."""

    solid: Solid
    role: Role
    meld: int | None = None
    """Its meld, as a place in ``Laid.melds``."""


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A set as it lies."""

    kind: MeldKind
    giver: Giver | None
    """As a turned tile shows it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Everything on the table."""

    way: Way
    deal: Deal
    pieces: tuple[Piece, ...]
    melds: tuple[LaidMeld, ...]

    @property
    def solids(self) -> list[Solid]:
        """The tiles' bodies."""
        return [piece.solid for piece in self.pieces]

    def hand(self) -> list[Solid]:
        """The bodies of the hand's own tiles."""
        return [piece.solid for piece in self.pieces if piece.role not in (Role.OTHER, Role.INDICATOR)]


def random_hand(rng: Rng, kind: str | None = None) -> Laid:
    """A complete hand laid in some way; with ``kind``, one that shows this kind of structure."""
    way = random_way(rng, kind)
    dealt = deal([MELDS[one][2:] for one in way.melds], way.size, way.flowers, rng)
    return lay(dealt, way, random_shape(rng), rng)


def lay(dealt: Deal, way: Way, shape: Shape, rng: Rng) -> Laid:
    """The tiles of a deal in their places."""
    for _ in range(TRIES):
        pieces = _laid(dealt, way, shape, rng)
        if not _collide([piece.solid for piece in pieces]):
            melds = [LaidMeld(one.kind, one.giver if way.turned or _turns(one) else None) for one in dealt.melds]
            return Laid(way, dealt, tuple(pieces), tuple(melds))
    raise RuntimeError(f"in {TRIES} tries tiles lay in one place: {way}")


def _turns(one: Called) -> bool:
    """Whether a tile of the set lies on its side whatever the player's habit: kongs are added to such."""
    return one.kind is MeldKind.KONG_ADDED


def _laid(dealt: Deal, way: Way, shape: Shape, rng: Rng) -> list[Piece]:
    pieces = _concealed(dealt, way, shape, rng)
    pieces += _melds(dealt, way, pieces, shape, rng)
    pieces += _flowers(dealt, pieces, shape, rng)
    pieces = [replace(one, solid=_bent(one.solid, way.bend)) for one in pieces] if way.bend else pieces
    pieces += _around(dealt, way, pieces, shape, rng)
    solids = turned([piece.solid for piece in pieces], way.tilt)
    return [replace(piece, solid=solid) for piece, solid in zip(pieces, solids, strict=True)]


def _concealed(dealt: Deal, way: Way, shape: Shape, rng: Rng) -> list[Piece]:
    """The concealed tiles in one row or two, the winning tile where it is shown, or among them."""
    faces, gap = list(dealt.concealed), float(rng.choice([0.0, 0.02, 0.05, 0.12], p=[0.3, 0.35, 0.25, 0.1]))
    if not way.winning:
        faces.insert(int(rng.integers(len(faces) + 1)), dealt.winning)
    behind = int(rng.choice(_halves(len(faces)))) if way.rows == 2 else 0
    solids = row(faces[behind:], 0, 0, shape, rng, gap)
    if way.winning:
        last = _winning(dealt.winning, way, solids, shape, rng)
    if behind:
        solids += row(faces[:behind], float(rng.uniform(-0.2, 0.5)), shape.height * 1.03 + GAP, shape, rng, gap)
    pieces = [Piece(solid, Role.CONCEALED) for solid in solids]
    return [*pieces, Piece(last, Role.WINNING)] if way.winning else pieces


def _halves(count: int) -> list[int]:
    """How many tiles the farther of two rows may have, so that neither could pass for sets laid down."""
    return [far for far in range(4, count - 3) if far % 3 and (count - far) % 3]


def _winning(face: str, way: Way, line: Sequence[Solid], shape: Shape, rng: Rng) -> Solid:
    """The winning tile: at an end of the row, beyond it, or on it."""
    side = bool("turned" in way.winning)
    turn = (float(rng.choice([-QUARTER, QUARTER])) if side else 0.0) + float(rng.normal(0, 0.04))
    left, right = float(line[0].middle[0]), float(line[-1].middle[0])
    if "above" in way.winning:
        x, y = float(rng.uniform((left + right) / 2, right + 0.3)), shape.height * float(rng.uniform(1.08, 1.5))
        return flat(face, x, y, turn, shape)
    if "on top" in way.winning:
        x = right - float(rng.choice([0.0, 0.5, 1.0])) + float(rng.normal(0, 0.06))
        return flat(face, x, shape.height * float(rng.uniform(0.5, 0.7)), turn, shape, level=1)
    away = float(rng.uniform(0.5, 1.6)) if "apart" in way.winning else float(rng.uniform(0.02, 0.1))
    reach = 0.5 + away + (shape.height if side else 1.0) / 2
    drop = -(shape.height - 1) / 2 if side else float(rng.normal(0, 0.05))
    return flat(face, left - reach if rng.random() < 0.2 else right + reach, drop, turn, shape)


def _melds(dealt: Deal, way: Way, hand: Sequence[Piece], shape: Shape, rng: Rng) -> list[Piece]:
    """Sets one after another to one side of the concealed tiles or behind them."""
    if not dealt.melds:
        return []
    close = rng.random() < 0.15
    pieces, at = [], 0.0
    for number, one in enumerate(dealt.melds):
        solids, width = _meld(one, way.turned or _turns(one), MELDS[way.melds[number]][3], shape, rng)
        pieces += [Piece(each, Role.MELD, number) for each in shifted(solids, np.array([at, rng.normal(0, 0.05), 0]))]
        at += width + (GAP if close else float(rng.uniform(0.35, 1.1)))
    low, high = _span(hand)
    if way.at == "behind":
        by = np.array([low + rng.uniform(-1.0, 3.0), shape.height * rng.uniform(1.2, 2.2), 0.0])
    else:
        apart = float(rng.uniform(0.7, 2.2))
        by = np.array([high + apart if way.at == "right" else low - apart - at, rng.normal(0, 0.15), 0.0])
    solids = shifted([piece.solid for piece in pieces], by)
    return [replace(piece, solid=solid) for piece, solid in zip(pieces, solids, strict=True)]


def _meld(one: Called, side: bool, shown: str, shape: Shape, rng: Rng) -> tuple[list[Solid], float]:
    """A set from x = 0 on, its lower edge where that of a row at y = 0 is, and the width it takes."""
    added = one.kind is MeldKind.KONG_ADDED
    claimed = one.claimed if side else None
    way = float(rng.choice([-QUARTER, QUARTER]))
    solids, at = [], 0.0
    for place, face in enumerate(one.faces[:-1] if added else one.faces):
        width, drop = (shape.height, (shape.height - 1) / 2) if place == claimed else (1.0, 0.0)
        turn = (way if place == claimed else 0.0) + float(rng.normal(0, 0.02))
        solids.append(flat(face, at + width / 2, -drop, turn, shape))
        at += width + GAP
    if added and claimed is not None:
        solids.append(_added(one.faces[-1], solids[claimed], shown, way, shape, rng))
    return solids, at - GAP


def _added(face: str, claimed: Solid, shown: str, way: float, shape: Shape, rng: Rng) -> Solid:
    """The fourth tile of an added kong: beyond the turned tile, half on it, or all on it."""
    x, y = float(claimed.middle[0]), float(claimed.middle[1])
    turn, slip = way + float(rng.normal(0, 0.03)), float(rng.normal(0, 0.02))
    if shown == "beside":
        return flat(face, x + slip, y + 1 + GAP, turn, shape)
    up = float(rng.uniform(0.3, 0.5)) if rng.random() < 0.6 else float(rng.normal(0, 0.03))
    return flat(face, x + slip, y + up, turn, shape, level=1)


def _flowers(dealt: Deal, hand: Sequence[Piece], shape: Shape, rng: Rng) -> list[Piece]:
    """Flowers in a row of their own: behind, before or in line with the rest."""
    if not dealt.flowers:
        return []
    low, high = _span(hand)
    top = max(float(piece.solid.middle[1]) for piece in hand)
    where = str(rng.choice(["behind", "before", "in line"], p=[0.5, 0.2, 0.3]))
    length = len(dealt.flowers) * 1.03
    x = {"in line": high + 0.5 + float(rng.uniform(0.5, 1.6))}.get(
        where, float(rng.uniform(low, max(low, high - length)))
    )
    y = {"in line": 0.0, "before": -shape.height * float(rng.uniform(1.1, 1.6))}.get(
        where, top + shape.height * float(rng.uniform(1.15, 1.8))
    )
    return [Piece(solid, Role.FLOWER) for solid in row(dealt.flowers, x, y, shape, rng)]


def _around(dealt: Deal, way: Way, hand: Sequence[Piece], shape: Shape, rng: Rng) -> list[Piece]:
    """What is not the hand's: an indicator by itself, discards in rows toward the middle of the table."""
    low, high = _span(hand)
    top = max(float(piece.solid.middle[1]) for piece in hand)
    rest, pieces = list(dealt.rest), []
    if way.indicator:
        x, y = float(rng.uniform(low, high)), top + shape.height * float(rng.uniform(2.3, 3.5))
        turn = float(rng.choice([0.0, QUARTER, np.pi], p=[0.6, 0.2, 0.2]) + rng.normal(0, 0.1))
        pieces.append(Piece(flat(rest.pop(), x, y, turn, shape), Role.INDICATOR))
        top = y
    if way.discards:
        start = np.array([rng.uniform(low - 1, high - 4), top + shape.height * rng.uniform(2.5, 4.5), 0.0])
        count = int(rng.integers(4, 19))
        pieces += [Piece(solid, Role.OTHER) for solid in shifted(_pond(rest[:count], shape, rng), start)]
    return pieces


def _pond(faces: Sequence[str], shape: Shape, rng: Rng) -> list[Solid]:
    """Discards, six in a row, the first row farthest from the player; seen from the middle of the table."""
    mess = float(rng.choice([0.01, 0.04]))
    lines = (len(faces) + 5) // 6
    return [
        flat(
            face,
            (place % 6) * (1.04 + mess) + float(rng.normal(0, mess)),
            (lines - 1 - place // 6) * (shape.height + 0.06 + mess) + float(rng.normal(0, mess)),
            float(rng.normal(0, 2 * mess)),
            shape,
        )
        for place, face in enumerate(faces)
    ]


def _span(pieces: Iterable[Piece]) -> tuple[float, float]:
    """Left and right end."""
    corners = np.concatenate([piece.solid.corners() for piece in pieces])
    return float(corners[:, 0].min()), float(corners[:, 0].max())


def _bent(solid: Solid, bend: float) -> Solid:
    """The tile where it lies when its row is an arc about the middle of a hand."""
    centre = 1 / bend
    x, y = float(solid.middle[0]) - MIDDLE, float(solid.middle[1])
    angle = x * bend
    place = np.array([MIDDLE + (centre - y) * np.sin(angle), centre - (centre - y) * np.cos(angle), solid.middle[2]])
    (rolled,) = turned([solid], angle, about=(float(solid.middle[0]), float(solid.middle[1])))
    return replace(rolled, middle=place)


MIDDLE = 7.0
"""About where the middle of a row is."""


def _collide(solids: Sequence[Solid]) -> bool:
    """Whether two tiles of one level lie in each other."""
    return any(
        abs(float(one.middle[2] - other.middle[2])) < 0.1 and _depth(one, other) > 0.12
        for one, other in combinations(solids, 2)
    )


def _depth(one: Solid, other: Solid) -> float:
    """How far the outlines of two flat tiles reach into each other, along the best of their sides; below 0 apart."""
    apart = other.middle[:2] - one.middle[:2]
    if float(np.hypot(*apart)) > one.height + 1:
        return -1.0
    return min(_reach(one, axis) + _reach(other, axis) - abs(float(apart @ axis)) for axis in _axes(one, other))


def _axes(one: Solid, other: Solid) -> list[Floats]:
    return [one.right[:2], one.down[:2], other.right[:2], other.down[:2]]


def _reach(solid: Solid, axis: Floats) -> float:
    """Half the breadth of a tile along an axis."""
    return abs(float(solid.right[:2] @ axis)) / 2 + abs(float(solid.down[:2] @ axis)) * solid.height / 2
