"""Every way a winning hand can be read as sets and a pair, and which tiles a hand waits for.

Kinds and sets are plain numbers here, since this is where the time goes. A set is its family plus the kind of its
lowest tile: ``CHOW + 0`` is 123m, ``PUNG + 27`` three east winds. Chows of honours have the numbers ``CHOW + 27`` to
``CHOW + 31``, see ``HONOUR_CHOWS``. The tiles of a suit are one number, three bits for each rank: the number of copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import permutations
from typing import NamedTuple

from scoring.hand import OPENING_KONGS, Meld, MeldKind
from scoring.tiles import KIND_TILES, KINDS, tiles_text

CHOW = 0
PUNG = 34
KONG = 68
OPENING = 102
"""The family of the opening kongs; the number of ``OPENING_KONGS`` is added."""

HONOUR_CHOWS: tuple[tuple[int, ...], ...] = ((27, 28, 29), (28, 29, 30), (27, 29, 30), (27, 28, 30), (31, 32, 33))
"""The kinds of the chows of honours: three winds, by number those without north, east, south, west, and the dragons."""

NO_PAIR = -1
"""In place of the kind of a pair, where the shape has none."""

SUIT_MASKS = tuple(0b111111111 << first for first in (0, 9, 18))
"""The kinds of each suit, a bit for each kind."""

HONOURS = sum(1 << kind for kind in range(27, KINDS))
"""The kinds of the winds and dragons, a bit for each kind."""

ORPHANS = HONOURS | sum(1 << kind for kind in (0, 8, 9, 17, 18, 26))
"""The kinds of the ones, nines, winds and dragons, a bit for each kind."""


class Shape(Enum):
    """The families of winning hands."""

    STANDARD = "standard"
    """Sets and a pair."""
    SEVEN_PAIRS = "seven_pairs"
    """Seven pairs; four equal tiles may be two of them."""
    DIFFERENT_PAIRS = "different_pairs"
    """Seven pairs, no two of them equal."""
    THIRTEEN_ORPHANS = "thirteen_orphans"
    """One of each terminal and honour, and one more of them."""
    KNITTED_HONOURS = "knitted_honours"
    """Fourteen different tiles: honours, and 147, 258, 369 of a suit each."""
    KNITTED_STRAIGHT = "knitted_straight"
    """147, 258, 369 of a suit each, a set and a pair."""
    TERMINALS = "terminals"
    """Ones, nines, winds and dragons only, in no order: 全九幺."""
    SCATTERED = "scattered"
    """Fourteen different tiles, those of a suit three ranks apart or more: 十三烂, 十三浪."""
    EYES = "eyes"
    """Twos, fives and eights only, in no order: 将一色."""
    WINDS = "winds"
    """Winds and the other honours that the rules allow, in no order: 风一色."""
    PAIRS_AND_PUNG = "pairs_and_pung"
    """Seven pairs and a pung, of seventeen tiles; four equal tiles may be two pairs: 嚦咕嚦咕."""
    ORPHANS_AND_SET = "orphans_and_set"
    """One of each terminal and honour, one more of them, and a set, of seventeen tiles: 十三么."""
    UNRELATED = "unrelated"
    """Sixteen different tiles, those of a suit three ranks apart or more, and one more of them: 十六不搭."""
    FLOWERS = "flowers"
    """So many flowers that they win alone, whatever the other tiles: 八仙過海, 花糊."""


class Division(NamedTuple):
    """One way to read a winning hand."""

    shape: Shape
    sets: tuple[int, ...]
    """The sets, those of the concealed tiles first, then the melds in their order."""
    pair: int
    """The kind of the pair, or ``NO_PAIR``."""
    knitted: tuple[int, ...] = ()
    """The nine kinds of a knitted straight, sorted."""


class Counts(NamedTuple):
    """The tiles of a hand as numbers."""

    suits: tuple[int, int, int, int]
    """The concealed tiles of characters, dots, bamboo and honours, three bits a rank."""
    kinds: int
    """The kinds among the concealed tiles, a bit for each kind."""
    melds: tuple[int, ...]
    """The sets on the table."""


_UNIT = tuple(1 << 3 * (kind % 9) for kind in range(27)) + tuple(1 << 3 * rank for rank in range(7))


_PACKED = tuple(1 << 3 * kind for kind in range(KINDS))
_SUIT = (1 << 27) - 1
"""The bits of a suit's tiles, three for each rank."""


def count(kinds: Iterable[int], melds: Iterable[int] = ()) -> Counts:
    """The counts of concealed tiles, given by kind, and sets on the table."""
    held = tuple(kinds)
    packed = sum(map(_PACKED.__getitem__, held))
    mask = 0
    for kind in set(held):
        mask |= 1 << kind
    suits = packed & _SUIT, packed >> 27 & _SUIT, packed >> 54 & _SUIT, packed >> 81
    return Counts(suits, mask, tuple(melds))


def set_code(meld: Meld) -> int:
    """The number of a set on the table."""
    if meld.kind is MeldKind.KONG_OPENING:
        kinds = {tile.kind for tile in meld.tiles}
        return OPENING + next(number for number, family in enumerate(OPENING_KONGS) if kinds <= set(family))
    if meld.is_honour_chow:
        return CHOW + 27 + HONOUR_CHOWS.index(tuple(tile.kind for tile in meld.tiles if tile.kind is not None))
    family = CHOW if meld.kind is MeldKind.CHOW else PUNG if meld.kind is MeldKind.PUNG else KONG
    return family + meld.first_kind


def set_kinds(code: int) -> tuple[int, ...]:
    """The kinds of a set's tiles, three or four."""
    if code < PUNG:
        return (code, code + 1, code + 2) if code < 27 else HONOUR_CHOWS[code - 27]
    if code < KONG:
        return (code - PUNG,) * 3
    return (code - KONG,) * 4 if code < OPENING else OPENING_KONGS[code - OPENING]


@cache
def set_mask(code: int) -> int:
    """The kinds of a set's tiles, a bit for each kind."""
    mask = 0
    for kind in set_kinds(code):
        mask |= 1 << kind
    return mask


def kinds_text(kinds: Iterable[int]) -> str:
    """The notation of tiles given by kind."""
    return tiles_text(KIND_TILES[kind] for kind in kinds)


@cache
def set_text(code: int) -> str:
    """The notation of a set."""
    return kinds_text(set_kinds(code))


@cache
def pair_text(kind: int) -> str:
    """The notation of a pair."""
    return kinds_text((kind, kind))


# Tiles of one suit ---------------------------------------------------------------------------------------------------

_HONOUR_SUIT = 3


def suit_ranks(suit: int, tiles: int) -> tuple[int, ...]:
    """How many copies of each rank the tiles of a suit have: nine numbers, seven for the honours."""
    return tuple(tiles >> 3 * rank & 7 for rank in range(7 if suit == _HONOUR_SUIT else 9))


@lru_cache(maxsize=1 << 17)
def _size(tiles: int) -> int:
    """How many tiles the suit has."""
    size = 0
    while tiles:
        size += tiles & 7
        tiles >>= 3
    return size


@lru_cache(maxsize=1 << 17)
def suit_divisions(suit: int, tiles: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every way to read the tiles of a suit as sets, and a pair where their number asks for one.

    Each is the sets, sorted, and the kind of the pair or ``NO_PAIR``.
    """
    spare = _size(tiles) % 3
    if spare == 1:
        return ()
    if spare == 0:
        return tuple((sets, NO_PAIR) for sets in _set_divisions(suit, tiles, 0))
    found: list[tuple[tuple[int, ...], int]] = []
    for rank in range(9):
        if tiles >> 3 * rank & 7 >= 2:
            found.extend((sets, 9 * suit + rank) for sets in _set_divisions(suit, tiles - (2 << 3 * rank), 0))
    return tuple(found)


def _set_divisions(suit: int, tiles: int, rank: int) -> list[tuple[int, ...]]:
    """Every way to read the tiles as sets; ``rank`` is where to look for the lowest."""
    if not tiles:
        return [()]
    while not tiles >> 3 * rank & 7:
        rank += 1
    kind = 9 * suit + rank
    found: list[tuple[int, ...]] = []
    run = 0o111 << 3 * rank
    if suit != _HONOUR_SUIT and rank < 7 and tiles >> 3 * (rank + 1) & 7 and tiles >> 3 * (rank + 2) & 7:
        found.extend((CHOW + kind, *rest) for rest in _set_divisions(suit, tiles - run, rank))
    if tiles >> 3 * rank & 7 >= 3:
        found.extend((PUNG + kind, *rest) for rest in _set_divisions(suit, tiles - (3 << 3 * rank), rank))
    return sorted({tuple(sorted(sets)) for sets in found})


@lru_cache(maxsize=1 << 17)
def suit_waits(suit: int, tiles: int) -> int:
    """The kinds that make the suit complete, a bit for each kind, even where no copy of the tile is left."""
    waits = 0
    for rank in range(7 if suit == _HONOUR_SUIT else 9):
        if suit_divisions(suit, tiles + (1 << 3 * rank)):
            waits |= 1 << 9 * suit + rank
    return waits


# Whole hands ---------------------------------------------------------------------------------------------------------

KNITTED_STRAIGHTS = tuple(
    tuple(sorted(9 * suit + rank for suit, start in enumerate(starts) for rank in (start, start + 3, start + 6)))
    for starts in permutations(range(3))
)
"""The six knitted straights: 147, 258 and 369 of a suit each, as kinds."""

_KNITTED_MASKS = tuple((kinds, sum(1 << kind for kind in kinds)) for kinds in KNITTED_STRAIGHTS)


def standard(suits: Sequence[int]) -> list[tuple[tuple[int, ...], int]]:
    """Every way to read concealed tiles as sets and one pair."""
    parts = []
    ways = 1
    for suit, tiles in enumerate(suits):
        if tiles:
            found = suit_divisions(suit, tiles)
            ways *= len(found)
            if not ways:
                return []
            parts.append(found)
    return _only_way([found[0] for found in parts]) if ways == 1 else _all_ways(parts)


def _only_way(parts: Iterable[tuple[tuple[int, ...], int]]) -> list[tuple[tuple[int, ...], int]]:
    """The one way to read suits that are each read in one way only; none where it has no pair, or two."""
    sets: tuple[int, ...] = ()
    pair = NO_PAIR
    for more, other in parts:
        sets += more
        if other != NO_PAIR:
            if pair != NO_PAIR:
                return []
            pair = other
    return [(sets, pair)] if pair != NO_PAIR else []


def _all_ways(parts: Iterable[tuple[tuple[tuple[int, ...], int], ...]]) -> list[tuple[tuple[int, ...], int]]:
    """Every way to read suits together that has one pair."""
    whole: list[tuple[tuple[int, ...], int]] = [((), NO_PAIR)]
    for found in parts:
        whole = [
            (sets + more, pair if other == NO_PAIR else other)
            for sets, pair in whole
            for more, other in found
            if pair == NO_PAIR or other == NO_PAIR
        ]
    return [(sets, pair) for sets, pair in whole if pair != NO_PAIR]


def divisions(counts: Counts, shapes: frozenset[Shape]) -> list[Division]:
    """Every way to read the hand in one of the shapes; none when it is not a winning hand."""
    melds = counts.melds
    found = [Division(Shape.STANDARD, sets + melds, pair) for sets, pair in standard(counts.suits)]
    if len(melds) < 2 and Shape.KNITTED_STRAIGHT in shapes:
        found.extend(_knitted_straights(counts))
    if not melds:
        found.extend([Division(shape, (), NO_PAIR) for shape, fits in _specials(shapes) if fits(counts)])
    return found


def _knitted_straights(counts: Counts) -> Iterable[Division]:
    for kinds, mask in _KNITTED_MASKS:
        if counts.kinds & mask == mask:
            for sets, pair in standard(without(counts.suits, kinds)):
                yield Division(Shape.KNITTED_STRAIGHT, sets + counts.melds, pair, kinds)


def without(suits: Sequence[int], kinds: Iterable[int]) -> list[int]:
    """The tiles of the suits less one of each of the kinds, which must be there."""
    left = list(suits)
    for kind in kinds:
        left[kind // 9] -= _UNIT[kind]
    return left


_ODD = 0o111111111


def _is_seven_pairs(counts: Counts) -> bool:
    a, b, c, d = counts.suits
    return not (a | b | c | d) & _ODD


def _is_different_pairs(counts: Counts) -> bool:
    return counts.kinds.bit_count() == 7 and _is_seven_pairs(counts)


def _is_thirteen_orphans(counts: Counts) -> bool:
    return counts.kinds == ORPHANS


def _is_knitted_honours(counts: Counts) -> bool:
    kinds = counts.kinds
    if kinds.bit_count() != 14:
        return False
    return any(not kinds & ~(mask | HONOURS) for _, mask in _KNITTED_MASKS)


_SPECIAL = (
    (Shape.SEVEN_PAIRS, _is_seven_pairs),
    (Shape.DIFFERENT_PAIRS, _is_different_pairs),
    (Shape.THIRTEEN_ORPHANS, _is_thirteen_orphans),
    (Shape.KNITTED_HONOURS, _is_knitted_honours),
)


@cache
def _specials(shapes: frozenset[Shape]) -> tuple[tuple[Shape, Callable[[Counts], bool]], ...]:
    """Those of the shapes that are neither sets nor knitted with sets, each with its check."""
    return tuple((shape, fits) for shape, fits in _SPECIAL if shape in shapes)


def waits(counts: Counts, winning: int, shapes: frozenset[Shape]) -> int:
    """The kinds the hand waited for before the tile ``winning``, a bit for each kind, standard shapes and pairs.

    The wait is formal: a kind counts even where the hand itself holds all its copies.
    """
    before = without(counts.suits, (winning,))
    found = _standard_waits(before)
    if not counts.melds and Shape.SEVEN_PAIRS in shapes:
        found |= _pair_wait(before)
    if not counts.melds and Shape.DIFFERENT_PAIRS in shapes and sum(map(_kinds_held, before)) == 7:
        found |= _pair_wait(before)
    if len(counts.melds) < 2 and Shape.KNITTED_STRAIGHT in shapes:
        found |= _knitted_waits(before, counts.kinds)
    return found


def _standard_waits(suits: Sequence[int]) -> int:
    """The kinds that complete sets and a pair."""
    short = [suit for suit, tiles in enumerate(suits) if tiles and not suit_divisions(suit, tiles)]
    if len(short) > 1:
        return 0
    spare = [_size(tiles) % 3 for tiles in suits]
    pairs = spare.count(2)
    found = 0
    for suit in short or range(4):
        after = pairs - (spare[suit] == 2) + (spare[suit] == 1)
        if after == 1:
            found |= suit_waits(suit, suits[suit])
    return found


def _pair_wait(suits: Sequence[int]) -> int:
    """The kind that completes seven pairs."""
    odd = [(suit, rank) for suit, tiles in enumerate(suits) for rank in range(9) if tiles >> 3 * rank & 1]
    return 1 << 9 * odd[0][0] + odd[0][1] if len(odd) == 1 else 0


def _kinds_held(tiles: int) -> int:
    """How many kinds the tiles of a suit are of."""
    return sum(tiles >> 3 * rank & 7 > 0 for rank in range(9))


def _knitted_waits(suits: Sequence[int], kinds: int) -> int:
    """The kinds that complete a knitted straight with a set and a pair; ``kinds`` has those of the whole hand."""
    found = 0
    for straight, mask in _KNITTED_MASKS:
        if (kinds & mask).bit_count() < 8:
            continue
        missing = [kind for kind in straight if not suits[kind // 9] // _UNIT[kind] & 7]
        rest = without(suits, (kind for kind in straight if kind not in missing))
        if not missing:
            found |= _standard_waits(rest)
        elif len(missing) == 1 and standard(rest):
            found |= 1 << missing[0]
    return found
