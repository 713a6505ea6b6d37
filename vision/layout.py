"""Detections to rows, groups and roles: which tiles are the hand, and what each is in it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from math import inf
from statistics import median

import numpy as np
from numpy.typing import NDArray

from scoring.hand import MeldKind
from vision.detection import Detection
from vision.labels import BACK, KINDS, is_flower, plain
from vision.rows import Place, rows_of

REACH = 0.9
"""A tile or two belong to the hand when the gap to it is less than this many tiles."""

SET_REACH = 1.8
"""The same for three tiles and more: a row of them is less likely to lie there by chance."""

LINE_REACH = 2.5
"""The same for tiles in line with the hand."""

LIKE_SIZE = 1.6
"""So it does only when its tiles are as large as the nearest ones, within this factor."""

ROTATED = 1.45
"""A tile lies on its side when it is this many times as wide for its height as its neighbours."""

NEAR = 4
"""Places to either side within which tiles of a row look alike, whatever the perspective."""

BODY = 5
"""A group this long is the concealed hand, so that the short ones beside it are melds."""

HAND_SIZES = (14, 17)
"""Tiles of a winning hand, a kong counted as three."""


class Role(Enum):
    """What a tile is to the hand."""

    CONCEALED = "concealed"
    MELD = "meld"
    FLOWER = "flower"
    WINNING = "winning"
    OTHER = "other"
    """Not part of the hand: discards, walls, another player's tiles."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A detection and where it lies."""

    detection: Detection
    row: int
    """0 is the top row."""
    index: int
    """Place in its row, from the left."""
    group: int
    """Tiles of one group touch; numbered in reading order."""
    role: Role = Role.OTHER
    rotated: bool = False
    """Lies on its side among upright neighbours."""


@dataclass(frozen=True, slots=True)
class FoundMeld:
    """A set laid down."""

    kind: MeldKind
    tiles: tuple[int, ...]
    """Indices into ``Layout.tiles``."""
    sure: bool = True
    """Whether it lies apart as a meld does, rather than being told from its tiles alone."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Every tile in reading order and what it is to the hand."""

    tiles: tuple[Placed, ...]
    melds: tuple[FoundMeld, ...] = ()
    winning: int | None = None
    """Index into ``tiles``."""
    unsure: tuple[int, ...] = ()
    """Tiles that may be melds or concealed, as far as can be seen; indices into ``tiles``."""
    size: int | None = None
    """14 or 17 when the tiles make up a hand of that size."""

    def having(self, *roles: Role) -> tuple[int, ...]:
        """Indices of the tiles with one of ``roles``."""
        return tuple(number for number, tile in enumerate(self.tiles) if tile.role in roles)


def arrange(detections: Sequence[Detection]) -> Layout:
    """Reading order, rows, groups and roles; the order and scale of ``detections`` do not matter."""
    table = Table(rows_of(detections))
    if not table.places:
        return Layout(())
    chosen, fit = _hand(table)
    melds, loose = _melds(table, chosen)
    melds = _fitting(melds, table, chosen, fit)
    winning = _winning(table, chosen, melds)
    roles = _roles(table, chosen, melds, winning)
    tiles = tuple(replace(tile, role=roles.get(number, Role.OTHER)) for number, tile in enumerate(table.tiles))
    unsure = {number for meld in melds if not meld.sure for number in meld.tiles} | {*loose}
    return Layout(tiles, tuple(melds), winning, tuple(sorted(unsure)), fit.size if fit else None)


class Table:
    """Everything on the photo, numbered in reading order."""

    def __init__(self, rows: Sequence[Sequence[Sequence[Sequence[Place]]]]) -> None:
        self.places: list[Place] = []
        self.row_of: list[int] = []
        self.groups: list[tuple[int, ...]] = []
        """Numbers of the tiles of each group."""
        self.strands: list[tuple[int, ...]] = []
        """Numbers of the groups of each strand."""
        for row, strands in enumerate(rows):
            for strand in strands:
                self.strands.append(tuple(range(len(self.groups), len(self.groups) + len(strand))))
                for group in strand:
                    self.groups.append(tuple(range(len(self.places), len(self.places) + len(group))))
                    self.places += group
                    self.row_of += [row] * len(group)

    @cached_property
    def faces(self) -> list[str]:
        """Face of each tile."""
        return [place.detection.face for place in self.places]

    @cached_property
    def tiles(self) -> list[Placed]:
        """Each tile with its row and group."""
        group_of = {number: group for group, numbers in enumerate(self.groups) for number in numbers}
        rotated = self.rotated
        return [
            Placed(place.detection, row, number - self.row_of.index(row), group_of[number], rotated=rotated[number])
            for number, (place, row) in enumerate(zip(self.places, self.row_of, strict=True))
        ]

    @cached_property
    def rotated(self) -> list[bool]:
        """Which tiles lie on their side, by the shape of those near them; in a short row, by that of all."""
        shapes = [place.width / place.height for place in self.places]
        rows = [[shapes[other] for other in self._row_near(number)] for number in range(len(shapes))]
        usual = [median(row if len(row) > 3 else shapes) for row in rows]
        return [shape > ROTATED * other for shape, other in zip(shapes, usual, strict=True)]

    def _row_near(self, number: int) -> range:
        """Tiles of the same row at most ``NEAR`` places away."""
        row = self.row_of[number]
        low, high = bisect_left(self.row_of, row), bisect_right(self.row_of, row)
        return range(max(low, number - NEAR), min(high, number + NEAR + 1))

    @cached_property
    def gaps(self) -> NDArray[np.float64]:
        """Shortest way from each tile's edge to each other's, in tiles."""
        x, y, width, height, size = np.array([(p.x, p.y, p.width, p.height, p.size) for p in self.places]).T
        across = np.abs(x[:, None] - x) - (width[:, None] + width) / 2
        down = np.abs(y[:, None] - y) - (height[:, None] + height) / 2
        gaps: NDArray[np.float64] = np.hypot(np.maximum(across, 0), np.maximum(down, 0)) * 2 / (size[:, None] + size)
        return gaps

    def counted(self, groups: Iterable[int]) -> list[int]:
        """Tiles of ``groups`` that are no flowers."""
        return [number for group in groups for number in self.groups[group] if not is_flower(self.faces[number])]

    def faces_of(self, numbers: Iterable[int]) -> list[str]:
        """Faces of the tiles with those ``numbers``."""
        return [self.faces[number] for number in numbers]

    def size_of(self, groups: Iterable[int]) -> float:
        """Side of the middle tile of ``groups``."""
        return median(self.places[number].size for group in groups for number in self.groups[group])

    def is_wall(self, group: int) -> bool:
        """Whether all of a group lies face down, and it is no concealed kong."""
        faces = self.faces_of(self.groups[group])
        return set(faces) == {BACK} and len(faces) != 4


@dataclass(frozen=True, slots=True)
class Fit:
    """How a number of tiles makes up a hand."""

    size: int
    kongs: int


def _hand(table: Table) -> tuple[list[int], Fit | None]:
    """Groups that make up the hand: the longest row and what lies round it, until the number of tiles is right."""
    grown = _grown(table, _start(table))
    flowers = _flowers(table, grown)
    grown = [group for group in grown if group not in flowers]
    prefixes = [grown[: length + 1] for length in range(len(grown))]
    for groups in prefixes:
        fit = _fit(table, groups)
        if fit:
            return _with(groups, flowers), fit
    fewer = [groups for groups in prefixes if len(table.counted(groups)) <= HAND_SIZES[0] + _fours(table, groups)]
    return _with(max(fewer, key=len, default=grown[:1]), flowers), None


def _flowers(table: Table, grown: list[int]) -> list[int]:
    """Groups of nothing but flowers, near the hand or in line with it."""
    rows = {table.row_of[table.groups[group][0]] for group in grown}
    return [
        group
        for group, numbers in enumerate(table.groups)
        if not table.counted([group]) and (group in grown or table.row_of[numbers[0]] in rows)
    ]


def _with(groups: list[int], flowers: list[int]) -> list[int]:
    return sorted({*groups, *flowers})


def _start(table: Table) -> int:
    """Longest group of the strand with the most tiles face up; large tiles, near the camera, count for more."""

    def weight(strand: tuple[int, ...]) -> tuple[float, float]:
        size = table.size_of(strand)
        return size * sum(face != BACK for face in table.faces_of(table.counted(strand))), size

    strand = max(table.strands, key=weight)
    return max(strand, key=lambda group: len(table.counted([group])))


def _grown(table: Table, start: int) -> list[int]:
    """``start`` and the groups round it, each the nearest to those before it, as far as ``REACH``."""
    grown = [start]
    rest = [group for group in range(len(table.groups)) if group != start and not table.is_wall(group)]
    way = {group: _way(table, start, group) for group in rest}
    while way:
        nearest = min(way, key=lambda group: (way[group] / _reach(table, group, start), group))
        if way.pop(nearest) > _reach(table, nearest, start):
            break
        grown.append(nearest)
        way = {group: min(gap, _way(table, nearest, group)) for group, gap in way.items()}
    return grown


def _reach(table: Table, group: int, start: int) -> float:
    numbers = table.groups[group]
    if table.row_of[numbers[0]] == table.row_of[table.groups[start][0]]:
        return LINE_REACH
    return SET_REACH if len(numbers) > 2 else REACH


def _way(table: Table, one: int, other: int) -> float:
    """Shortest gap between two groups, in tiles; endless when their sizes differ."""
    larger, smaller = (
        max(table.size_of([one]), table.size_of([other])),
        min(table.size_of([one]), table.size_of([other])),
    )
    if larger > LIKE_SIZE * smaller:
        return inf
    return float(table.gaps[np.ix_(table.groups[one], table.groups[other])].min())


def _fit(table: Table, groups: Iterable[int]) -> Fit | None:
    """Size of the hand that ``groups`` make up, with as many kongs as it takes."""
    groups = list(groups)
    count, fours = len(table.counted(groups)), _fours(table, groups)
    fits = (Fit(size, count - size) for size in HAND_SIZES if 0 <= count - size <= fours)
    return next(fits, None)


def _fours(table: Table, groups: Iterable[int]) -> int:
    """How many kongs there may be in ``groups``."""
    return sum(1 for group in groups for _ in _windows(table, group))


def _windows(table: Table, group: int) -> Iterator[tuple[int, ...]]:
    """Each four tiles of ``group`` side by side that may be a kong."""
    numbers = table.counted([group])
    at = 0
    while at + 4 <= len(numbers):
        four = tuple(numbers[at : at + 4])
        if set_kind(table.faces_of(four)) is not None:
            yield four
            at += 3
        at += 1


def set_kind(faces: Sequence[str]) -> MeldKind | None:
    """What three or four tiles make together, in any order; two or four face down make a concealed kong."""
    shown = sorted(plain(face) for face in faces if face != BACK)
    hidden = len(faces) - len(shown)
    if any(face not in KINDS for face in shown):
        return None
    if len(faces) == 4 and len(set(shown)) < 2 and hidden in (0, 2, 4):
        return MeldKind.KONG_CONCEALED if hidden else MeldKind.KONG_EXPOSED
    if len(faces) != 3 or hidden:
        return None
    if len(set(shown)) == 1:
        return MeldKind.PUNG
    return MeldKind.CHOW if _runs(shown) else None


def _runs(faces: Sequence[str]) -> bool:
    """Whether ``faces`` are three of a suit, each one more than the last."""
    suits = {face[1] for face in faces}
    ranks = [int(face[0]) for face in faces]
    return len(suits) == 1 and suits != {"z"} and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]


def _melds(table: Table, chosen: list[int]) -> tuple[list[FoundMeld], list[int]]:
    """Sets laid down, apart from the concealed tiles or behind them; and the tiles of sets not taken for such."""
    rows: dict[int, list[int]] = {}
    for group in chosen:
        if table.counted([group]):
            rows.setdefault(table.row_of[table.groups[group][0]], []).append(group)
    if not rows:
        return [], []
    body = max(rows, key=lambda row: (_parted(table, rows[row]) is None, len(table.counted(rows[row])), row))
    melds: list[FoundMeld] = []
    loose: list[int] = []
    for row, groups in rows.items():
        sets = _apart(table, groups) if row == body else _parted(table, groups) or []
        laid = row < body or all(meld.sure for meld in sets)
        taken = sets if laid else _marked(table, groups)
        melds += taken
        loose += [number for meld in sets if meld not in taken for number in meld.tiles]
    return sorted(melds, key=lambda meld: meld.tiles), loose


def _apart(table: Table, groups: list[int]) -> list[FoundMeld]:
    """Sets in the row of the concealed tiles that lie apart from those; not for sure when no group is long."""
    body = max(groups, key=lambda group: len(table.counted([group])))
    marked = _marked(table, groups)
    if len(table.counted([body])) >= BODY:
        return [meld for group in groups if group != body for meld in _alone(table, group)]
    return [replace(meld, sure=meld in marked) for group in groups for meld in _alone(table, group)]


def _marked(table: Table, groups: Iterable[int]) -> list[FoundMeld]:
    """Groups that are melds wherever they lie: a tile on its side, or face down."""
    return [
        meld
        for group in groups
        for meld in _alone(table, group)
        if meld.kind is MeldKind.KONG_CONCEALED or any(table.rotated[number] for number in meld.tiles)
    ]


def _alone(table: Table, group: int) -> list[FoundMeld]:
    """``group`` as the one set it is, if it is one."""
    numbers = tuple(table.counted([group]))
    kind = set_kind(table.faces_of(numbers))
    return [FoundMeld(kind, numbers)] if kind else []


def _parted(table: Table, groups: Iterable[int]) -> list[FoundMeld] | None:
    """``groups`` as sets and nothing else, or ``None``."""
    melds: list[FoundMeld] = []
    for group in groups:
        parts = _alone(table, group) or _touching(table, table.counted([group]))
        if parts is None:
            return None
        melds += parts
    return melds


def _touching(table: Table, numbers: Sequence[int]) -> list[FoundMeld] | None:
    """Tiles in a line as sets one after another, each in order, or ``None``."""
    if not numbers:
        return []
    for length in (4, 3):
        part = tuple(numbers[:length])
        kind = set_kind(table.faces_of(part)) if len(part) == length and _in_order(table, part) else None
        rest = _touching(table, numbers[length:]) if kind else None
        if kind and rest is not None:
            return [FoundMeld(kind, part, sure=False), *rest]
    return None


def _in_order(table: Table, numbers: Sequence[int]) -> bool:
    faces = [plain(face) for face in table.faces_of(numbers)]
    return BACK in faces or faces == sorted(faces) or faces == sorted(faces, reverse=True)


def _fitting(melds: list[FoundMeld], table: Table, chosen: list[int], fit: Fit | None) -> list[FoundMeld]:
    """``melds`` with as many kongs as the number of tiles asks for, and a pair left over."""
    if fit is None:
        return melds
    kongs = [meld for meld in melds if meld.kind.is_kong]
    loose = [meld for meld in kongs if meld.kind is MeldKind.KONG_EXPOSED]
    surplus = max(0, len(kongs) - fit.kongs)
    melds = [meld for meld in melds if meld not in loose[len(loose) - surplus :]] if surplus else melds
    taken = {number for meld in melds for number in meld.tiles}
    fours = [four for group in chosen for four in _windows(table, group) if not taken & {*four}]
    for four in fours[: max(0, fit.kongs - len(kongs))]:
        kind = set_kind(table.faces_of(four)) or MeldKind.KONG_EXPOSED
        melds = [*melds, FoundMeld(kind, four, sure=kind is MeldKind.KONG_CONCEALED)]
    most = (fit.size - 2) // 3
    return sorted(melds if len(melds) <= most else melds[:most], key=lambda meld: meld.tiles)


def _winning(table: Table, chosen: list[int], melds: Iterable[FoundMeld]) -> int | None:
    """Concealed tile that lies apart from the others, or else the only one on its side."""
    taken = {number for meld in melds for number in meld.tiles}
    groups = [[number for number in table.counted([group]) if number not in taken] for group in chosen]
    apart = [numbers[0] for numbers in groups if len(numbers) == 1]
    if len(apart) == 1 and max(map(len, groups), default=0) > 1:
        return apart[0]
    aside = [number for numbers in groups for number in numbers if table.rotated[number]]
    return aside[0] if len(aside) == 1 else None


def _roles(table: Table, chosen: list[int], melds: Iterable[FoundMeld], winning: int | None) -> dict[int, Role]:
    """Role of each tile of the hand."""
    roles = dict.fromkeys(table.counted(chosen), Role.CONCEALED)
    roles |= {number: Role.MELD for meld in melds for number in meld.tiles}
    roles |= {number: Role.FLOWER for group in chosen for number in table.groups[group] if number not in roles}
    return roles | ({} if winning is None else {winning: Role.WINNING})
