"""Seven pairs with wild tiles: the choices of kinds that can be worth most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from scoring.division import HONOURS, NO_PAIR, ORPHANS, SUIT_MASKS, Division, Shape
from scoring.facts import LOOSE
from scoring.rules.gb168 import bounds
from scoring.rules.mcr.tile_fan import GREEN, LOWER, LOWER_FOUR, MIDDLE, REVERSIBLE, TERMINALS, UPPER, UPPER_FOUR
from scoring.shapes import Held, Reading
from scoring.tiles import KINDS
from scoring.wild import ALL_KINDS


def seven_pairs(held: Held) -> Iterator[Reading]:
    """Seven running pairs, and the two best choices of kinds for pairs of wild tiles.

    Seven pairs show, beside what all of them show, only what their kinds show and equal tiles. More kinds never
    help to keep to some kinds, they only help to have all types (五门齐): half a flush or two suits come of more
    kinds only where all tiles were of one suit or honours, which is worth more. So every pair of wild tiles is of a
    kind the hand has, of others that break nothing its kinds show, or of one that is missing from all types: a
    terminal, since of the rest of the fan only 混幺九 goes with those, and any wind or dragon.
    """
    pairs = Counter({kind: (number + 1) // 2 for kind, number in Counter(held.natural).items()})
    free = 7 - sum(pairs.values())
    yield from _running_pairs(held, pairs)
    best: dict[tuple[int, int], Counter[int]] = {}
    for more in combinations_with_replacement(_pair_kinds(pairs) if free else (), free):
        whole = pairs + Counter(more)
        kinds = sum(1 << kind for kind in whole)
        best.setdefault((kinds, len([kind for kind in whole if whole[kind] > 1])), whole)
    ranked = sorted(best, key=lambda look: -bounds.of_kinds(look[0]) - 2 * look[1])
    for look in ranked[:2]:
        yield _of_pairs(held, best[look])


def _running_pairs(held: Held, pairs: Counter[int]) -> Iterator[Reading]:
    if max(pairs.values(), default=0) < 2:
        for first in (0, 1, 2, 9, 10, 11, 18, 19, 20):
            whole = Counter(range(first, first + 7))
            if not pairs - whole:
                yield _of_pairs(held, whole)


def _of_pairs(held: Held, pairs: Counter[int]) -> Reading:
    concealed = tuple(sorted([*pairs.elements(), *pairs.elements()]))
    winning = held.winning
    if winning is None:
        winning = next(iter(Counter(concealed) - Counter(held.natural)))
    return Reading(Division(Shape.SEVEN_PAIRS, (), NO_PAIR), concealed, LOOSE, winning)


_TWO_SUITS = tuple(SUIT_MASKS[first] | SUIT_MASKS[second] for first, second in ((0, 1), (0, 2), (1, 2)))
_KEPT_TO = (
    *(HONOURS, GREEN, REVERSIBLE, TERMINALS, ORPHANS, ALL_KINDS & ~ORPHANS, ALL_KINDS & ~HONOURS),
    *(UPPER, MIDDLE, LOWER, UPPER_FOUR, LOWER_FOUR),
    *(kinds | honours for kinds in (*SUIT_MASKS, *_TWO_SUITS) for honours in (0, HONOURS)),
)
"""The kinds that fan keep to, a bit for each kind."""


def _pair_kinds(pairs: Iterable[int]) -> list[int]:
    """The kinds that a pair of wild tiles beside the pairs may be of."""
    mine = sum(1 << kind for kind in pairs)
    kept = ALL_KINDS
    for kinds in _KEPT_TO:
        if not mine & ~kinds:
            kept &= kinds
    fresh = [kind for kind in range(KINDS) if kept & ~mine >> kind & 1][:4]
    return sorted({*pairs, *fresh, 0, 9, 18, 27, 33})
