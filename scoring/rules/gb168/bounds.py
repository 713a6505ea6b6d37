"""What sets and a pair can be worth at most, told from numbers, so that few readings need be counted fully.

A bound is the sum of parts: what the kinds, the chows, the pungs, the pair, equal tiles and the hand itself show. Each
part lets its own fan cover one another at most. That the sum is never too small follows from one thing, which a test
holds: a fan that others cover is worth no less than all it covers itself. So where it does not count, and what it
covers does, the part had the greater of the two.
"""

from __future__ import annotations

from functools import lru_cache

from scoring.division import HONOURS, ORPHANS, SUIT_MASKS
from scoring.fan import Fan, FanTable
from scoring.rules.gb168.items import GREEN_DRAGON, SUITED
from scoring.rules.mcr.combine import chow_fan, pung_fan
from scoring.rules.mcr.fan import FAN
from scoring.rules.mcr.tile_fan import DRAGONS, GREEN, REVERSIBLE, WINDS


def _keys(text: str) -> frozenset[str]:
    return frozenset(text.split())


OF_THE_KINDS = _keys(
    "all_green all_terminals all_honours all_terminals_and_honours full_flush upper_tiles middle_tiles lower_tiles "
    "upper_four lower_four reversible_tiles half_flush all_types all_simples one_voided_suit no_honours"
)
"""The fan that ask for nothing but the kinds in the hand."""

OF_THE_HAND = _keys(
    "heavenly earthly human declared_ready four_kongs three_kongs last_tile_draw last_tile_claim replacement_tile "
    "robbing_the_kong melded_hand two_concealed_kongs mixed_kongs fully_concealed_hand two_melded_kongs last_copy "
    "concealed_hand concealed_kong melded_kong self_drawn flower_tiles"
)
"""The fan that are the same in every reading."""

VALUES = {row.key: row.value for row in FAN} | {"four_winds_fortune": 168, "middle_pair": 1}

CHICKEN = VALUES["chicken_hand"]
"""What a hand is worth at least."""


def part(rows: tuple[Fan, ...], keys: frozenset[str]) -> FanTable:
    """The rows of these keys."""
    return FanTable(row for row in rows if row.key in keys)


# Kinds ---------------------------------------------------------------------------------------------------------------

_RANK_FAN = (
    ("all_terminals", 0b100000001, 0),
    ("upper_tiles", 0b111000000, 0),
    ("middle_tiles", 0b000111000, 0),
    ("lower_tiles", 0b000000111, 0),
    ("upper_four", 0b111100000, 0b000100000),
    ("lower_four", 0b000001111, 0b000001000),
    ("all_simples", 0b011111110, 0b011000110),
)
"""Fan of hands without honours: the ranks they keep to, a bit each, and those one of which keeps higher fan away."""


def _of_ranks(ranks: int) -> int:
    return sum(VALUES[key] for key, kept, asked in _RANK_FAN if not ranks & ~kept and (not asked or ranks & asked))


_RANKS = tuple(_of_ranks(ranks) for ranks in range(1 << 9))


@lru_cache(maxsize=1 << 18)
def of_kinds(kinds: int) -> int:
    """What the kinds in a hand are worth, exactly as the rows ``OF_THE_KINDS`` come to."""
    suits = sum([1 for mask in SUIT_MASKS if kinds & mask])
    ranks = (kinds | kinds >> 9 | kinds >> 18) & 0b111111111
    green = not kinds & ~GREEN
    reversible = not kinds & ~REVERSIBLE
    total = VALUES["all_green"] * green + VALUES["reversible_tiles"] * reversible
    total += VALUES["one_voided_suit"] * (suits == 2 and not reversible)
    if not kinds & HONOURS:
        flush = VALUES["full_flush"] if suits == 1 else 0
        return total + (_RANKS[ranks] + flush or VALUES["no_honours"])
    if not suits:
        return total + VALUES["all_honours"]
    if suits == 1 and not green:
        total += VALUES["half_flush"]
    if suits == 3 and kinds & WINDS and kinds & DRAGONS:
        total += VALUES["all_types"]
    return total + (0 if kinds & ~ORPHANS else VALUES["all_terminals_and_honours"])


# Sets ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 17)
def of_chows(chows: tuple[int, ...]) -> int:
    """What chows of the suits make together, in any order."""
    return _alike(_normal(chows, 6), False) if len(chows) > 1 else 0


@lru_cache(maxsize=1 << 17)
def of_suit_pungs(pungs: tuple[int, ...]) -> int:
    """What pungs of the suits make together, in any order, and those of ones and nines alone."""
    terminals = len({kind for kind in pungs if kind % 9 in (0, 8)})
    return terminals + (_alike(_normal(pungs, 8), True) if len(pungs) > 1 else 0)


def _normal(kinds: tuple[int, ...], top: int) -> tuple[int, ...]:
    """The first of all that differ by a change of suits or of ranks from below to above: they are worth the same."""
    suits = sorted([tuple(sorted([kind % 9 for kind in kinds if kind // 9 == suit])) for suit in range(3)])
    turned = sorted([tuple(sorted([top - rank for rank in ranks])) for ranks in suits])
    return tuple([9 * suit + rank for suit, ranks in enumerate(min(suits, turned)) for rank in ranks])


@lru_cache(maxsize=1 << 14)
def _alike(kinds: tuple[int, ...], pungs: bool) -> int:
    return (pung_fan if pungs else chow_fan)(kinds).value


@lru_cache(maxsize=1 << 12)
def of_honour_pungs(triplets: int, seat_wind: int, round_wind: int) -> int:
    """What pungs of honours are worth, a bit for each kind."""
    winds = (triplets & WINDS).bit_count()
    total = _DRAGON_PUNGS[(triplets & DRAGONS).bit_count()]
    if winds == 4:
        return total + VALUES["big_four_winds"]
    others = triplets & WINDS & ~(1 << seat_wind | 1 << round_wind)
    total += VALUES["three_winds"] if winds == 3 else others.bit_count()
    return total + VALUES["seat_wind"] * ((triplets >> seat_wind & 1) + (triplets >> round_wind & 1))


_DRAGON_PUNGS = (0, VALUES["dragon_pung"], VALUES["two_dragon_pungs"], VALUES["big_three_dragons"])

CONCEALED_PUNGS = (
    *(0, 0),
    VALUES["two_concealed_pungs"],
    VALUES["three_concealed_pungs"],
    VALUES["four_concealed_pungs"],
)
"""What concealed pungs are worth, by their number."""


# The pair ------------------------------------------------------------------------------------------------------------

_EVEN = sum(1 << kind for kind in range(SUITED) if kind % 9 % 2)
_FIVES = sum(1 << kind for kind in (4, 13, 22))
_OF_FIVE = sum(1 << kind for kind in range(SUITED) if kind % 9 in (2, 3, 4))
_END_CHOWS = HONOURS | sum(1 << kind for kind in range(SUITED) if kind % 9 in (0, 6))
_PAIRS = tuple(int(kind < SUITED and kind % 9 in (0, 1, 4, 7, 8)) for kind in range(34))


def of_pair(pair: int, lowest: int, triplets: int, chows: tuple[int, ...], chow_count: int) -> int:
    """What the pair adds; ``lowest`` are the lowest kinds of the chows, ``triplets`` those of the pungs, a bit each.

    ``chows`` are those of the suits; ``chow_count`` counts those of honours too.
    """
    total = _PAIRS[pair]
    mine = 1 << pair
    if mine & ORPHANS and not triplets & ~ORPHANS and not lowest & ~_END_CHOWS:
        total += VALUES["outside_hand"]
    if mine & HONOURS:
        return total + (_beside_honour_pungs(mine, triplets) if triplets & HONOURS else 0)
    if chow_count == 4:
        total += VALUES["all_chows"]
    elif mine & _EVEN and not chow_count and not triplets & ~_EVEN:
        total += VALUES["all_even_pungs"]
    if mine & _FIVES:
        if not triplets & ~_FIVES and not lowest & ~_OF_FIVE:
            total += VALUES["all_fives"]
        elif chow_count == 4 and sorted([kind % 9 for kind in chows]) == [0, 0, 6, 6]:
            alike = {kind // 9 for kind in chows} == {pair // 9}
            total += VALUES["pure_terminal_chows"] if alike else VALUES["three_suited_terminal_chows"]
    return total


def _beside_honour_pungs(pair: int, triplets: int) -> int:
    """What a pair of honours, a bit, makes with their pungs."""
    winds, dragons = triplets & WINDS, triplets & DRAGONS
    if pair & WINDS:
        return VALUES["little_four_winds"] - VALUES["three_winds"] if winds.bit_count() == 3 else 0
    total = VALUES["four_winds_fortune"] if pair == 1 << GREEN_DRAGON and winds == WINDS else 0
    return total + (VALUES["little_three_dragons"] - VALUES["two_dragon_pungs"] if dragons.bit_count() == 2 else 0)
