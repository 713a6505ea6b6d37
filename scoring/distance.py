"""How far a hand is from winning: the tiles to exchange for the nearest winning hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from scoring.division import HONOUR_CHOWS, HONOURS, KNITTED_STRAIGHTS, ORPHANS, Counts, Shape, suit_ranks
from scoring.tiles import COPIES

_NONE = -99
"""Stands for impossible where the most tiles are looked for."""


@lru_cache(maxsize=1 << 14)
def _matched(counts: tuple[int, ...], *, runs: bool, sets: int, pairs: int) -> int:
    """The most tiles of a suit that some ``sets`` sets and ``pairs`` pairs of it can use."""
    return _from_rank(counts, 0, 0, 0, runs, sets, pairs)


@lru_cache(maxsize=1 << 18)
def _from_rank(
    counts: tuple[int, ...], rank: int, running: int, started: int, runs: bool, sets: int, pairs: int
) -> int:
    """The same from a rank on.

    ``running`` chows started two ranks below and need this rank as their last, ``started`` ones the rank below.
    """
    if rank == len(counts):
        return 0 if not (running or started or sets or pairs) else _NONE
    best = _NONE
    for chows in range(sets + 1 if runs and rank < 7 else 1):
        for pungs in range(min(1, sets - chows) + 1):
            for pair in range(min(1, pairs) + 1):
                used = running + started + chows + 3 * pungs + 2 * pair
                if used <= COPIES:
                    rest = _from_rank(counts, rank + 1, started, chows, runs, sets - chows - pungs, pairs - pair)
                    best = max(best, rest + min(counts[rank], used))
    return best


def _standard(suits: Sequence[tuple[int, ...]], sets: int) -> int:
    """The most tiles that ``sets`` sets and a pair can use."""
    best = {(0, 0): 0}
    for number, counts in enumerate(suits):
        after: dict[tuple[int, int], int] = {}
        for (done, paired), matched in best.items():
            for more in range(sets - done + 1):
                for pair in range(2 - paired):
                    value = matched + _matched(counts, runs=number < 3, sets=more, pairs=pair)
                    key = (done + more, paired + pair)
                    after[key] = max(after.get(key, _NONE), value)
        best = after
    return best[sets, 1]


def matched_tiles(suits: Sequence[tuple[int, ...]], sets: int, honour_chows: bool) -> int:
    """The most natural tiles that ``sets`` sets and a pair can use; ``honour_chows`` lets honours run."""
    best = _standard(suits, sets)
    if honour_chows and sets:
        for kinds in HONOUR_CHOWS:
            left = list(suits[3])
            used = [kind - 27 for kind in kinds if left[kind - 27]]
            if len(used) > 1:
                for rank in used:
                    left[rank] -= 1
                best = max(best, len(used) + matched_tiles([*suits[:3], tuple(left)], sets - 1, honour_chows))
    return best


def _candidates(counts: Counts, shapes: frozenset[Shape]) -> Iterator[int]:
    """How many tiles each shape could use at most."""
    melds = len(counts.melds)
    suits = [suit_ranks(suit, tiles) for suit, tiles in enumerate(counts.suits)]
    flat = [count for ranks in suits for count in ranks]
    size = sum(flat)
    yield _standard(suits, (size - 2) // 3)
    if Shape.KNITTED_STRAIGHT in shapes and size >= 11:
        for kinds in KNITTED_STRAIGHTS:
            left = [list(ranks) for ranks in suits]
            used = [kind for kind in kinds if left[kind // 9][kind % 9]]
            for kind in used:
                left[kind // 9][kind % 9] -= 1
            yield len(used) + _standard([tuple(ranks) for ranks in left], (size - 11) // 3)
    if not melds and size == 14:
        yield from _special(flat, counts.kinds, shapes)


def _special(flat: Sequence[int], kinds: int, shapes: frozenset[Shape]) -> Iterator[int]:
    if Shape.SEVEN_PAIRS in shapes:
        pairs = sum(count // 2 for count in flat)
        yield 2 * pairs + min(7 - pairs, sum(count % 2 for count in flat))
    if Shape.DIFFERENT_PAIRS in shapes:
        pairs = sum(count > 1 for count in flat)
        yield 2 * pairs + min(7 - pairs, sum(count == 1 for count in flat))
    if Shape.THIRTEEN_ORPHANS in shapes:
        held = [count for kind, count in enumerate(flat) if ORPHANS >> kind & 1 and count]
        yield len(held) + any(count > 1 for count in held)
    if Shape.KNITTED_HONOURS in shapes:
        for straight in KNITTED_STRAIGHTS:
            yield min(14, (kinds & (HONOURS | sum(1 << kind for kind in straight))).bit_count())


def distance(counts: Counts, shapes: frozenset[Shape]) -> int:
    """How many concealed tiles to exchange for the nearest winning hand; 0 for a winning one."""
    size = sum(sum(suit_ranks(suit, tiles)) for suit, tiles in enumerate(counts.suits))
    return size - max(_candidates(counts, shapes))
