"""Which tiles make sets together, and the ways in which a group of tiles can be sets laid down and concealed tiles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import inf, log

from scoring.hand import MeldKind
from vision.labels import BACK, KINDS, is_flower, plain
from vision.table import Table

MISREAD = 0.5
"""What it costs a set that one of its tiles shows something else, beside how sure that is."""

NO_SET = 3.5
"""What it costs to take tiles for a set that make none."""

HIDDEN = {0: 0.0, 2: 0.0, 4: 0.3, 1: 0.8, 3: 0.5}
"""What it costs a concealed kong to lie with so many tiles face down."""

TOUCHING = 0.5
"""What it costs sets that they touch one another."""

IN_A_RUN = 0.8
"""What it costs a set that it touches concealed tiles, though it shows what it is."""

LIKE_A_RUN = 2.0
"""What it costs a kong, if it does not."""

PARTED = 1.5
"""What it costs concealed tiles to lie on both sides of a set."""

ONE_OF_A_SET = -1.3
"""Least evidence that a tile of a set lies on its side, where one of the set or none does as often."""

ONE_OF_EACH = -2.5
"""The same where other sets of the hand have such a tile: whoever turns a claimed tile turns each."""

MOST_MARKED = 5
"""Sets within a group that are looked at in all their combinations."""


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
    told: bool = False
    """Whether a person said so."""


@dataclass(frozen=True, slots=True)
class Set:
    """Tiles side by side that may be a meld."""

    meld: FoundMeld
    cost: float
    """What speaks against it, as a logarithm."""
    marked: bool
    """Whether a tile turned, stacked or face down shows it for one."""
    alone: bool = False
    """Whether nothing touches it."""


@dataclass(frozen=True, slots=True)
class Split:
    """A way to see a group."""

    sets: tuple[Set, ...]
    concealed: tuple[int, ...]
    cost: float
    """What speaks against it, as a logarithm."""


def splits(table: Table, group: int) -> list[Split]:
    """Ways to see a group: as concealed tiles, as one set or several, as both."""
    numbers = tuple(table.counted([group]))
    if not numbers:
        return [Split((), (), 0.0)]
    whole = laid_set(table, numbers, alone=True)
    found = [Split((), numbers, 0.0)]
    if whole is not None:
        found.append(Split((whole,), (), whole.cost))
    sets = _sets(table, numbers)
    found += _tiled(numbers, sets)
    marked = [(at, one) for at, ones in sets.items() for one in ones if one.marked or one.meld.kind.is_kong]
    return found + list(_mixed(table, numbers, marked[:MOST_MARKED]))


def are_melds(table: Table, group: int) -> bool:
    """Whether a group with some tiles face up may be nothing but sets."""
    up = any(table.faces[number] != BACK for number in table.groups[group])
    return up and any(not split.concealed for split in splits(table, group))


def _sets(table: Table, numbers: tuple[int, ...]) -> dict[int, list[Set]]:
    """Sets that begin at each place of a group and do not fill it."""
    found: dict[int, list[Set]] = {}
    for at in range(len(numbers) - 2):
        for end in range(at + 3, min(at + 4, len(numbers)) + 1):
            part = numbers[at:end]
            if len(part) == len(numbers) or (end < len(numbers) and table.places[numbers[end]].upon):
                continue
            one = laid_set(table, part)
            if one is not None:
                found.setdefault(at, []).append(one)
    return found


def _tiled(numbers: tuple[int, ...], sets: dict[int, list[Set]]) -> list[Split]:
    """A group as sets and nothing else, each in order."""

    def rest(at: int) -> Iterator[tuple[Set, ...]]:
        if at == len(numbers):
            yield ()
        for one in sets.get(at, ()):
            for others in rest(at + len(one.meld.tiles)):
                yield (one, *others)

    ways = [ways for ways, _ in zip(rest(0), range(3), strict=False)]
    return [Split(way, (), TOUCHING + sum(one.cost for one in way)) for way in ways]


def _mixed(table: Table, numbers: tuple[int, ...], marked: Sequence[tuple[int, Set]]) -> Iterator[Split]:
    """A group as concealed tiles and sets that show what they are, or kongs."""
    for count in range(1, min(3, len(marked)) + 1):
        for chosen in combinations(marked, count):
            taken = [number for _, one in chosen for number in one.meld.tiles]
            left = tuple(number for number in numbers if number not in taken)
            if len({*taken}) < len(taken) or not left or any(_is_rest_of_kong(table, one, left) for _, one in chosen):
                continue
            parts = sum(after - before > 1 for before, after in pairwise(left))
            cost = sum(one.cost + (IN_A_RUN if one.marked else LIKE_A_RUN) for _, one in chosen)
            yield Split(tuple(one for _, one in chosen), left, cost + PARTED * parts)


def _is_rest_of_kong(table: Table, one: Set, left: Sequence[int]) -> bool:
    """Whether a fourth equal tile touches a pung."""
    faces = {plain(table.faces[number]) for number in one.meld.tiles}
    beside = {min(one.meld.tiles) - 1, max(one.meld.tiles) + 1} & {*left}
    return one.meld.kind is MeldKind.PUNG and any({plain(table.faces[number])} == faces for number in beside)


def laid_set(table: Table, numbers: tuple[int, ...], *, alone: bool = False) -> Set | None:
    """The set that three or four tiles side by side may be."""
    if not 3 <= len(numbers) <= 4:
        return None
    faces = table.faces_of(numbers)
    stacked = [number for number in numbers if table.places[number].upon]
    flat = [number for number in numbers if number not in stacked]
    turned = [number for number in flat if table.rotated[number]]
    hidden = faces.count(BACK)
    marked = len(turned) == 1 or bool(stacked) or hidden > 1 or (len(turned) == 2 and len(flat) == 4)
    kind, cost = _kind(table, numbers, guess=alone)
    if kind is None or (stacked and not (kind.is_kong and _one_upon(numbers, stacked))):
        return None
    if kind.is_concealed:
        return Set(FoundMeld(kind, numbers), cost + HIDDEN[hidden], marked, alone)
    if kind.is_kong and (stacked or _two_together(flat, turned)):
        return Set(_added(numbers, flat, turned, stacked), cost, marked=True, alone=alone)
    claimed = turned if len(turned) == 1 else _claimed(table, flat, ONE_OF_A_SET)
    if not claimed:
        return Set(FoundMeld(kind, numbers), cost, marked=False, alone=alone)
    return Set(_from(kind, numbers, claimed[0]), cost, marked, alone)


def _from(kind: MeldKind, numbers: tuple[int, ...], claimed: int) -> FoundMeld:
    """A meld one of whose tiles lies on its side."""
    return FoundMeld(kind, numbers, turned=claimed, giver=giver(numbers.index(claimed), len(numbers)))


def _claimed(table: Table, numbers: Sequence[int], least: float) -> list[int]:
    """The tile of a set most likely to lie on its side, if it is likely at all that one does: nothing or one."""
    likeliest = max(numbers, key=lambda number: table.aside[number])
    return [likeliest] if table.aside[likeliest] > least else []


def like_the_others(table: Table, melds: Sequence[FoundMeld]) -> tuple[FoundMeld, ...]:
    """``melds``, and if one of them shows by a turned tile from whom it is, so do those in which that is less clear.

    An added kong has a turned tile even where no other set has.
    """
    if all(meld.turned is None or meld.kind is MeldKind.KONG_ADDED for meld in melds):
        return tuple(melds)
    return tuple(_as_others(table, meld) for meld in melds)


def _as_others(table: Table, meld: FoundMeld) -> FoundMeld:
    if meld.turned is not None or meld.told or meld.kind.is_concealed:
        return meld
    claimed = _claimed(table, meld.tiles, ONE_OF_EACH)
    return (
        replace(meld, turned=claimed[0], giver=giver(meld.tiles.index(claimed[0]), len(meld.tiles)))
        if claimed
        else meld
    )


def _one_upon(numbers: Sequence[int], stacked: Sequence[int]) -> bool:
    """Whether one tile lies upon another of the same set."""
    return len(stacked) == 1 and stacked[0] != numbers[0]


def _two_together(flat: Sequence[int], turned: Sequence[int]) -> bool:
    return len(flat) == 4 and len(turned) == 2 and turned[1] - turned[0] == 1


def _added(numbers: Sequence[int], flat: Sequence[int], turned: Sequence[int], stacked: Sequence[int]) -> FoundMeld:
    """A kong with the fourth tile on the turned one or next to it."""
    base = numbers[numbers.index(stacked[0]) - 1] if stacked else turned[0]
    fourth = stacked[0] if stacked else turned[1]
    rest = [number for number in flat if number != fourth]
    return FoundMeld(MeldKind.KONG_ADDED, (*rest, fourth), turned=base, giver=giver(rest.index(base), len(rest)))


def giver(place: int, length: int) -> Giver:
    """Whose discard the tile at ``place`` was, of a meld that is ``length`` tiles long, one added not counted."""
    if place == 0:
        return Giver.LEFT
    return Giver.RIGHT if place == length - 1 else Giver.ACROSS


def _kind(table: Table, numbers: Sequence[int], *, guess: bool) -> tuple[MeldKind | None, float]:
    """What the tiles make, and what speaks against it; where they make nothing, what they may have been misread for."""
    kind = set_kind(table.faces_of(numbers))
    if kind is not None or not guess:
        return kind, 0.0
    best: tuple[MeldKind | None, float] = (None, inf)
    for faces in product(*(_faces(table, number) for number in numbers)):
        kind, cost = set_kind([face for face, _ in faces]), MISREAD + sum(cost for _, cost in faces)
        if kind is not None and cost < best[1]:
            best = kind, cost
    return best if best[1] < NO_SET else _guessed(table.faces_of(numbers))


def _faces(table: Table, number: int) -> list[tuple[str, float]]:
    """What a tile shows and what it may show, each with what speaks against it."""
    seen = table.places[number].detection
    others = [(face, log(max(seen.confidence, 1e-3) / max(chance, 1e-3))) for face, chance in seen.runners_up]
    return [(seen.face, 0.0), *((face, max(0.0, cost)) for face, cost in others if face != BACK)]


def _guessed(faces: Sequence[str]) -> tuple[MeldKind | None, float]:
    """What tiles may be that make no set as they were read."""
    shown = [plain(face) for face in faces if face != BACK]
    most = max(map(shown.count, shown), default=0)
    if len(shown) < len(faces) or any(is_flower(face) for face in shown):
        return None, inf
    if len(faces) == 4:
        return (MeldKind.KONG_EXPOSED, NO_SET) if most == 3 else (None, inf)
    return (MeldKind.PUNG if most == 2 else MeldKind.CHOW), NO_SET


def unordered(table: Table, numbers: Sequence[int]) -> bool:
    """Whether tiles are no run in its order, as the claimed tile of a chow makes them."""
    faces = [plain(face) for face in table.faces_of(numbers)]
    return faces not in (sorted(faces), sorted(faces, reverse=True))


def set_kind(faces: Sequence[str]) -> MeldKind | None:
    """What three or four tiles make together, in any order; with some of four face down, a concealed kong."""
    return _set_kind(tuple(faces)) if 3 <= len(faces) <= 4 else None


@lru_cache(maxsize=1 << 14)
def _set_kind(faces: tuple[str, ...]) -> MeldKind | None:
    shown = sorted(plain(face) for face in faces if face != BACK)
    hidden = len(faces) - len(shown)
    if any(face not in KINDS for face in shown):
        return None
    if len(faces) == 4 and len(set(shown)) < 2:
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
