"""Which fan made of some of the sets count beside one another: the account-once step.

Sets that make a fan together are not regrouped (不拆移). A set not yet used may join one already used, once
(套算一次), so n sets make at most n - 1 fan of two sets; and a set used in a fan makes no second one of the same
name (不得相同). What those principles allow is searched for the highest value (就高不就低).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

Kinds = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A fan that some sets of a hand make together."""

    key: str
    """The key of the fan."""
    size: int
    """How many sets it takes."""
    value: int
    """What it is worth."""
    fits: Callable[[Kinds], bool]
    """Whether the sets make it, given by their lowest kinds in ascending order."""


@dataclass(frozen=True, slots=True)
class Group:
    """Some of the sets, by their places, that make a fan."""

    pattern: Pattern
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Combined:
    """The fan of several sets in one hand."""

    counted: dict[str, tuple[Kinds, ...]]
    """The fan that count, each with the sets, by lowest kind, of every time it counts."""
    left: tuple[tuple[str, Kinds, str | None], ...]
    """The others: fan, sets, and the fan that covers them, ``None`` where a principle leaves them out."""
    value: int
    """What those that count are worth."""


def _ranks(kinds: Kinds) -> list[int]:
    return [kind % 9 for kind in kinds]


def _one_suit(kinds: Kinds) -> bool:
    return kinds[0] // 9 == kinds[-1] // 9


def _three_suits(kinds: Kinds) -> bool:
    return [kind // 9 for kind in kinds] == [0, 1, 2]


def _steps(kinds: Kinds) -> set[int]:
    """The differences between neighbours."""
    return {after - before for before, after in pairwise(kinds)}


def _same(kinds: Kinds) -> bool:
    return kinds[0] == kinds[-1]


def _same_rank_three_suits(kinds: Kinds) -> bool:
    return _three_suits(kinds) and len({kind % 9 for kind in kinds}) == 1


def _shifted_three_suits(kinds: Kinds) -> bool:
    low, middle, high = sorted(_ranks(kinds))
    return _three_suits(kinds) and middle - low == high - middle == 1


CHOW_PATTERNS = (
    Pattern("quadruple_chow", 4, 48, _same),
    Pattern("four_pure_shifted_chows", 4, 32, lambda kinds: _one_suit(kinds) and _steps(kinds) in ({1}, {2})),
    Pattern("pure_triple_chow", 3, 24, _same),
    Pattern("pure_straight", 3, 16, lambda kinds: _one_suit(kinds) and _ranks(kinds) == [0, 3, 6]),
    Pattern("pure_shifted_chows", 3, 16, lambda kinds: _one_suit(kinds) and _steps(kinds) in ({1}, {2})),
    Pattern("mixed_straight", 3, 8, lambda kinds: _three_suits(kinds) and sorted(_ranks(kinds)) == [0, 3, 6]),
    Pattern("mixed_triple_chow", 3, 8, _same_rank_three_suits),
    Pattern("mixed_shifted_chows", 3, 6, _shifted_three_suits),
    Pattern("pure_double_chow", 2, 1, _same),
    Pattern("mixed_double_chow", 2, 1, lambda kinds: not _same(kinds) and kinds[0] % 9 == kinds[1] % 9),
    Pattern("short_straight", 2, 1, lambda kinds: _one_suit(kinds) and kinds[1] - kinds[0] == 3),
    Pattern("two_terminal_chows", 2, 1, lambda kinds: _one_suit(kinds) and kinds[1] - kinds[0] == 6),
)
"""The fan that chows make together, in the order of the rule book."""

PUNG_PATTERNS = (
    Pattern("four_pure_shifted_pungs", 4, 48, lambda kinds: _one_suit(kinds) and _steps(kinds) == {1}),
    Pattern("pure_shifted_pungs", 3, 24, lambda kinds: _one_suit(kinds) and _steps(kinds) == {1}),
    Pattern("triple_pung", 3, 16, _same_rank_three_suits),
    Pattern("mixed_shifted_pungs", 3, 8, _shifted_three_suits),
    Pattern("double_pung", 2, 2, lambda kinds: not _same(kinds) and kinds[0] % 9 == kinds[1] % 9),
)
"""The fan that pungs and kongs of the suits make together, in the order of the rule book."""


@lru_cache(maxsize=1 << 15)
def chow_fan(chows: Kinds) -> Combined:
    """What the chows make together, given by their lowest kinds in ascending order."""
    return _best(chows, CHOW_PATTERNS)


@lru_cache(maxsize=1 << 15)
def pung_fan(pungs: Kinds) -> Combined:
    """What pungs and kongs make together, given by their kinds in ascending order; honours make nothing here."""
    return _best(tuple(kind for kind in pungs if kind < 27), PUNG_PATTERNS)


def _best(kinds: Kinds, patterns: Iterable[Pattern]) -> Combined:
    """The choice of groups with the highest value, of equal ones the first."""
    groups = list(_groups(kinds, patterns))
    chosen = max(_choices(groups, len(kinds)), key=_value)
    return _combined(kinds, groups, chosen)


def _value(groups: Iterable[Group]) -> int:
    return sum(group.pattern.value for group in groups)


def _groups(kinds: Kinds, patterns: Iterable[Pattern]) -> Iterator[Group]:
    """Every fan that some of the sets make, in the order of the patterns."""
    for pattern in patterns:
        for places in combinations(range(len(kinds)), pattern.size):
            if pattern.fits(tuple(kinds[place] for place in places)):
                yield Group(pattern, places)


def _choices(groups: list[Group], sets: int) -> Iterator[tuple[Group, ...]]:
    """Every choice of groups that may count beside one another, the preferred ones first."""
    pairs = [group for group in groups if group.pattern.size == 2]
    for big in groups:
        if big.pattern.size > 2:
            yield from ((big, pair) for pair in pairs if len(set(big.places) & set(pair.places)) == 1)
            yield (big,)
    for size in range(max(sets - 1, 0), -1, -1):
        yield from (choice for choice in combinations(pairs, size) if _accounted_once(choice))


def _accounted_once(pairs: Iterable[Group]) -> bool:
    """Whether the fan of two sets can be counted one after the other, each with a set not joined before."""
    joined: dict[int, set[int]] = {}
    used: set[tuple[str, int]] = set()
    for pair in pairs:
        first, second = pair.places
        one, other = joined.get(first, {first}), joined.get(second, {second})
        if one is other or used & {(pair.pattern.key, first), (pair.pattern.key, second)}:
            return False
        used |= {(pair.pattern.key, first), (pair.pattern.key, second)}
        merged = one | other
        joined.update(dict.fromkeys(merged, merged))
    return True


def _combined(kinds: Kinds, groups: Iterable[Group], chosen: tuple[Group, ...]) -> Combined:
    counted: dict[str, tuple[Kinds, ...]] = {}
    left = []
    for group in groups:
        key = group.pattern.key
        sets = tuple(kinds[place] for place in group.places)
        if group in chosen:
            counted[key] = (*counted.get(key, ()), sets)
        else:
            covering = [big.pattern.key for big in chosen if set(group.places) < set(big.places)]
            left.append((key, sets, covering[0] if covering else None))
    return Combined(counted, tuple(left), _value(chosen))
