"""Winning hands with wild tiles, as numbers: whether a hand wins, what it waits for, and every way to fill it.

A wild tile stands for any kind, a fifth copy included. Sets and kinds are the numbers of ``scoring.division``. Each
suit is looked at on its own and remembered; what is the same in all that scoring can see is kept once.

Why sets alone decide whether a hand wins: a hand has three tiles for each set it needs and two for the pair, wild
tiles among them. So as soon as the natural tiles go into as few sets as are needed or fewer, the wild tiles are
exactly enough to fill those sets up and to make the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from scoring.division import CHOW, HONOUR_CHOWS, NO_PAIR, PUNG
from scoring.tiles import KINDS

HONOURS = 3
"""The number of the honours where suits are numbered from 0."""

HONOUR_RUNS = 4
"""The same, where three winds, or the three dragons, are a chow."""

ALL_KINDS = (1 << KINDS) - 1
"""Every kind, a bit for each."""

UNIT = tuple(1 << 3 * (kind % 9) for kind in range(27)) + tuple(1 << 3 * rank for rank in range(7))
"""One tile of a kind in the number of its suit."""

Suits = tuple[int, int, int, int]
"""The tiles of characters, dots, bamboo and honours, three bits a rank."""


def pack(kinds: Iterable[int]) -> Suits:
    """The numbers of the suits for tiles given by kind."""
    suits = [0, 0, 0, 0]
    for kind in kinds:
        suits[kind // 9] += UNIT[kind]
    return suits[0], suits[1], suits[2], suits[3]


# Whether a hand wins -------------------------------------------------------------------------------------------------

_HONOUR_MASKS = tuple(tuple(kind - 27 for kind in kinds) for kinds in HONOUR_CHOWS)


@lru_cache(maxsize=1 << 18)
def _least(runs: int, tiles: int) -> int:
    """The fewest sets that take in all the tiles of a suit; ``runs`` is 0 for none, 1 for a suit's, 2 for honours'."""
    if not tiles:
        return 0
    rank = ((tiles & -tiles).bit_length() - 1) // 3
    held = tiles >> 3 * rank & 7
    best = 1 + _least(runs, tiles - (min(3, held) << 3 * rank))
    if runs == 1:
        best = min(best, 1 + _least(runs, _less(tiles, range(min(rank, 6), min(rank, 6) + 3))))
    elif runs == 2:
        for ranks in _HONOUR_MASKS:
            if rank in ranks:
                best = min(best, 1 + _least(runs, _less(tiles, ranks)))
    return best


def _less(tiles: int, ranks: Iterable[int]) -> int:
    """The tiles without one of each rank, where there is one."""
    for rank in ranks:
        if tiles >> 3 * rank & 7:
            tiles -= 1 << 3 * rank
    return tiles


@lru_cache(maxsize=1 << 18)
def _needs(runs: int, tiles: int) -> tuple[int, int]:
    """The fewest sets that take in a suit's tiles, and how many fewer when a pair may take in two of a kind."""
    sets = _least(runs, tiles)
    best = sets
    for rank in range(9):
        held = tiles >> 3 * rank & 7
        if held:
            best = min(best, _least(runs, tiles - (min(2, held) << 3 * rank)))
    return sets, sets - best


def least_sets(suits: Sequence[int], honour_chows: bool = False) -> int:
    """The fewest sets that take in all the natural tiles beside one pair; wild tiles fill them up."""
    first, one = _needs(1, suits[0])
    second, two = _needs(1, suits[1])
    third, three = _needs(1, suits[2])
    fourth, four = _needs(2 if honour_chows else 0, suits[3])
    return first + second + third + fourth - (1 if one or two or three or four else 0)


def wins(suits: Sequence[int], sets: int, honour_chows: bool = False) -> bool:
    """Whether natural tiles and wild ones, ``3 * sets + 2`` together, make that many sets and a pair."""
    return least_sets(suits, honour_chows) <= sets


def waits(suits: Sequence[int], sets: int, honour_chows: bool = False) -> int:
    """The kinds that complete ``sets`` sets and a pair, a bit each; one tile is missing. Wild kinds as natural ones."""
    found = 0
    for kind in range(KINDS):
        after = list(suits)
        after[kind // 9] += UNIT[kind]
        if least_sets(after, honour_chows) <= sets:
            found |= 1 << kind
    return found


def single_kinds(suits: Sequence[int]) -> int:
    """How many kinds are there an odd number of times: the tiles without a partner."""
    odd = 0o111111111
    return sum((tiles & odd).bit_count() for tiles in suits)


# Every way to fill the tiles of a suit -------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def fillings(suit: int, tiles: int, sets: int, pairs: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every ``sets`` sets, and a pair if ``pairs`` is 1, that take in all the tiles of a suit, wild tiles beside them.

    ``suit`` is 0 for any suit, ``HONOURS`` or ``HONOUR_RUNS``. Each is the sets as numbers of the first suit, sorted,
    for honours of their own, and the kind of the pair or ``NO_PAIR``.
    """
    ranks = tuple(tiles >> 3 * rank & 7 for rank in range(7 if suit else 9))
    first = 27 if suit else 0
    if suit != HONOUR_RUNS:
        return tuple(_shifted(_filled(suit == 0, ranks, 0, 0, sets, pairs), first))
    found: list[tuple[tuple[int, ...], int]] = []
    for chows in range(sets + 1):
        for chosen in combinations_with_replacement(range(len(HONOUR_CHOWS)), chows):
            left = list(ranks)
            for number in chosen:
                for rank in _HONOUR_MASKS[number]:
                    left[rank] = max(0, left[rank] - 1)
            rest = _filled(False, tuple(left), 0, 0, sets - chows, pairs)
            run = tuple(CHOW + 27 + number for number in chosen)
            found += [(run + pungs, pair) for pungs, pair in _shifted(rest, first)]
    return tuple(found)


def _shifted(found: Iterable[tuple[tuple[int, ...], int]], first: int) -> list[tuple[tuple[int, ...], int]]:
    """The same with ``first`` added to every kind."""
    return [
        (tuple(sorted([code + first for code in sets])), NO_PAIR if pair == NO_PAIR else pair + first)
        for sets, pair in found
    ]


@lru_cache(maxsize=1 << 18)
def _filled(
    runs: bool, ranks: tuple[int, ...], running: int, started: int, sets: int, pairs: int
) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The ways from the first rank left on; codes count from a nine ranks wide suit's beginning.

    ``running`` chows started two ranks before and end here, ``started`` ones the rank before.
    """
    size = 9 if runs else 7
    if not ranks:
        return (((), NO_PAIR),) if not (running or started or sets or pairs) else ()
    if 3 * sets + 2 * pairs + running + 2 * started < sum(ranks):
        return ()
    rank = size - len(ranks)
    held, rest = ranks[0], ranks[1:]
    found = []
    for chows in range(sets + 1 if runs and rank < 7 else 1):
        for pungs in range(sets - chows + 1):
            for pair in range(pairs + 1):
                if running + started + chows + 3 * pungs + 2 * pair < held:
                    continue
                here = (CHOW + rank,) * chows + (PUNG + rank,) * pungs
                for more, other in _filled(runs, rest, started, chows, sets - chows - pungs, pairs - pair):
                    found.append((here + more, rank if pair else other))
    return tuple(found)
