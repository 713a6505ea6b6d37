"""Which of a hand's tiles are sets laid down."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from scoring.hand import MeldKind
from vision.labels import BACK, KINDS, plain
from vision.table import Table

BODY = 5
"""A group this long is the concealed hand, so that the short ones beside it are melds."""

SURE, UNSURE = 0.95, 0.6
"""Confidence of melds that lie apart, and of those told from their tiles alone."""


class Giver(Enum):
    """Who discarded the tile that was claimed for a meld, as seen by who claimed it."""

    LEFT = "left"
    """The player before, 上家: the turned tile lies on the left."""
    ACROSS = "across"
    """对家: it lies in the middle."""
    RIGHT = "right"
    """The player after, 下家: it lies on the right."""


@dataclass(frozen=True, slots=True)
class FoundMeld:
    """A set laid down."""

    kind: MeldKind
    tiles: tuple[int, ...]
    """Indices into ``Layout.tiles``, from left to right; of an added kong the last one is the tile added."""
    sure: bool = True
    """Whether it lies apart as a meld does, rather than being told from its tiles alone."""
    turned: int | None = None
    """The tile laid on its side, one of ``tiles``; of an added kong the one that was claimed."""
    giver: Giver | None = None
    """Whose discard was claimed, where a turned tile shows it."""
    confidence: float = 1.0
    """Chance that these tiles are this meld, given that they show what they seem to, 0 to 1."""


def giver(place: int, length: int) -> Giver:
    """Whose discard the tile at ``place`` was, of a meld that is ``length`` tiles long, kongs added apart."""
    if place == 0:
        return Giver.LEFT
    return Giver.RIGHT if place == length - 1 else Giver.ACROSS


def found_melds(table: Table, chosen: list[int]) -> tuple[list[FoundMeld], list[int]]:
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
    return [
        meld if meld in marked else replace(meld, sure=False, confidence=UNSURE)
        for group in groups
        for meld in _alone(table, group)
    ]


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
    return [_laid(table, kind, numbers)] if kind else []


def _laid(table: Table, kind: MeldKind, numbers: tuple[int, ...]) -> FoundMeld:
    """A meld with the tile that lies on its side."""
    aside = [number for number in numbers if table.rotated[number]]
    if len(aside) != 1 or kind.is_concealed:
        return FoundMeld(kind, numbers, confidence=SURE)
    return FoundMeld(
        kind, numbers, turned=aside[0], giver=giver(numbers.index(aside[0]), len(numbers)), confidence=SURE
    )


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
            return [FoundMeld(kind, part, sure=False, confidence=UNSURE), *rest]
    return None


def _in_order(table: Table, numbers: Sequence[int]) -> bool:
    faces = [plain(face) for face in table.faces_of(numbers)]
    return BACK in faces or faces == sorted(faces) or faces == sorted(faces, reverse=True)


def fitting(melds: list[FoundMeld], table: Table, chosen: list[int], size: int, kongs: int) -> list[FoundMeld]:
    """``melds`` with as many ``kongs`` as the number of tiles asks for, and a pair left over in a hand of ``size``."""
    found = [meld for meld in melds if meld.kind.is_kong]
    loose = [meld for meld in found if meld.kind is MeldKind.KONG_EXPOSED]
    extra = loose[max(0, len(loose) - max(0, len(found) - kongs)) :]
    melds = [meld for meld in melds if meld not in extra]
    taken = {number for meld in melds for number in meld.tiles}
    free = [four for four in fours(table, chosen) if not taken & {*four}]
    for four in free[: max(0, kongs - len(found))]:
        kind = set_kind(table.faces_of(four)) or MeldKind.KONG_EXPOSED
        sure = kind is MeldKind.KONG_CONCEALED
        melds = [*melds, FoundMeld(kind, four, sure, confidence=SURE if sure else UNSURE)]
    return sorted(melds[: (size - 2) // 3], key=lambda meld: meld.tiles)


def fours(table: Table, groups: Iterable[int]) -> list[tuple[int, ...]]:
    """Every four tiles side by side in one of ``groups`` that may be a kong."""
    return [four for group in groups for four in _windows(table, group)]


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
