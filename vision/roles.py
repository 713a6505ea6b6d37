"""Ways to read the tiles of a table as a hand, weighed against one another.

What speaks against a reading is added up as costs, logarithms of how much rarer it makes people lay tiles so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, exp, inf, log, radians
from operator import attrgetter

from scoring.division import Shape, count, divisions
from scoring.tiles import parse_tile
from vision.hints import Hints
from vision.labels import BACK, plain
from vision.lie import HALF_TURN_ALIKE
from vision.melds import FoundMeld, Set, Split, set_kind, splits, unordered
from vision.members import STRETCH, Near
from vision.table import Table

BODY = 5
"""A group this long is the concealed hand, so that the short ones beside it are melds."""

WRONG_COUNT = 6.0
"""Cost of a number of tiles that no hand has ..."""

EACH_OFF = 0.3
"""... and for each tile too many or too few."""

LATER_SIZE = 0.4
"""Cost of a size that the caller named later."""

NOT_COMPLETE = 2.0
"""Cost of concealed tiles that are no winning hand with the melds."""

FAR = 2.5
"""Cost of a group as far from the hand as it may lie; it grows with the square of the way."""

LEFT_OUT = 0.3
"""Cost of leaving out a group that touches the hand; half where it lies as far as it may."""

SET_LEFT_OUT = 3.0
"""The same for a set, as it lies there by chance hardly ever."""

SMALLER_ROW = 1.0
"""Cost of taking for the hand what lies round another row than the longest, for each logarithm of their sizes."""

LEAST_SHARE = 0.1
"""Share that a row without a tile face up counts for."""

UNORDERED = 1.2
"""Cost of concealed tiles among which a set lies in no order, as only claimed tiles do."""

SOME_MARKED = 0.8
"""Cost of sets among the concealed tiles where others in their row show that they are melds."""

OTHER_WAY_UP = 3.0
"""Cost of a group whose faces stand another way than the hand's."""

PARTED = 1.5
"""Cost of concealed tiles apart from the others in one row ..."""

PAIR_PARTED = 0.7
"""... less if they are a pair ..."""

SET_APART = 1.0
"""... and more if they are a set beside a long group, or a single tile."""

IN_SETS = 1.0
"""Cost of concealed tiles laid out set by set, whatever their number."""

MIXED = 2.0
"""Cost of sets in one row of which some are melds and some concealed, though they lie alike."""

MELDS_IN_SETS = 1.4
"""Cost of taking sets for melds where the concealed tiles are no more than those."""

BEHIND, BEFORE = 1.2, 0.2
"""Cost of a row of concealed sets behind the others, or before them."""

ANOTHER_ROW = 0.5
"""Cost of a row of other concealed tiles."""

ONE_SET, ONE_TILE = 2.5, 2.0
"""Cost of a row of one concealed set, or tile."""

BEFORE_TOUCHING = 0.9
"""Cost of melds that touch one another and lie before the concealed tiles."""

ASIDE = 1.5
"""Cost of a tile on its side for no reason."""

SHOWN_FOR_SETS = 2.5
"""Cost of a set among the concealed tiles that lies as only melds do."""

WINNING_LAST, WINNING_FIRST, WINNING_WITHIN = 0.3, 0.5, 1.2
"""Cost of a winning tile on its side at the right end of the row, the left end, or within it."""

WINNING_BEFORE = 0.6
"""Cost of a winning tile that lies before the others in their row."""

WINNING_OFF_ROW = 0.4
"""Cost of a winning tile in another row than the others."""

AGAINST_HINT = 12.0
"""Cost of what the caller said is not so."""

NO_WORSE = 100.0
"""Beyond this, what all of them cost too much is no matter."""

NONE_OF_THESE = 7.0
"""Cost of what is not thought of."""

MOST_STATES = 32
"""Beginnings of readings that are followed for each number of tiles."""

HOPELESS = 7.0
"""What a beginning may cost more than another with as many tiles."""

MOST_WHOLE = 32
"""Choices of groups that are weighed as a whole."""

SHAPES = frozenset(
    {Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS, Shape.KNITTED_HONOURS, Shape.KNITTED_STRAIGHT,
     Shape.PAIRS_AND_PUNG, Shape.ORPHANS_AND_SET}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Guess:
    """One way to read the tiles."""

    groups: tuple[int, ...]
    """Those that are the hand's."""
    concealed: tuple[int, ...]
    """Concealed tiles, the winning one among them."""
    melds: tuple[FoundMeld, ...]
    winning: int | None
    size: int | None
    """Of the hand, when the number of tiles is right."""
    cost: float
    """What speaks against it."""

    @property
    def key(self) -> tuple[object, ...]:
        """What it says, in a form that another guess of the same has too."""
        return self.concealed, tuple((meld.kind, meld.tiles) for meld in self.melds), self.winning


@dataclass(frozen=True, slots=True)
class State:
    """A choice among the first groups."""

    cost: float
    held: int
    """Tiles, each set counted as three."""
    chosen: tuple[tuple[int, Split], ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """Concealed tiles of a group, without the winning one."""

    aside: int
    """How many lie on their side."""
    is_set: bool
    is_pair: bool
    may_be_sets: bool
    """Whether its group may be sets and nothing else."""
    disorder: bool
    """Whether one of these then lies in no order."""
    lies_as_meld: bool
    """Whether a set is among them that lies as only melds do."""


class Weigher:
    """Weighs the readings of one table."""

    def __init__(self, table: Table, near: Near, sizes: Sequence[int], hints: Hints) -> None:
        self.table = table
        self.near = near
        self.sizes = tuple(sizes)
        self.hints = hints
        self._splits: dict[int, list[Split]] = {}
        self._complete: dict[tuple[str, ...], bool] = {}
        self._facts: dict[tuple[int, ...], _Run] = {}

    def guesses(self, start: int, share: float, winning: Iterable[int] = ()) -> list[Guess]:
        """Readings of a hand that has the group ``start``, whose row has that ``share`` of the longest one's weight.

        ``winning`` are the tiles that the caller named.
        """
        every = range(len(self.table.groups))
        grown = (
            [start, *(group for group in every if group != start)] if self.hints.everything else self.near.grown(start)
        )
        grown = [group for group in grown if self.table.counted([group])]
        states = self._states(grown, -SMALLER_ROW * log(max(share, LEAST_SHARE)))
        fitting = [state for state in states if state.held in self.sizes]
        states = sorted(fitting or states, key=lambda state: state.cost + self._count_cost(state.held))[:MOST_WHOLE]
        named = frozenset(winning)
        return [guess for state in states for guess in self._whole(state, start, named)]

    def _states(self, grown: Sequence[int], cost: float) -> list[State]:
        """The cheapest choices among ``grown`` for every number of tiles."""
        states = [State(cost, 0, ())]
        most = max(self.sizes) + 3
        for group in grown:
            after: dict[int, list[State]] = {}
            for state in states:
                for one in self._next(state, group, grown[0]):
                    if one.held <= max(most, state.held) or group == grown[0] or self.hints.everything:
                        after.setdefault(one.held, []).append(one)
            states = [
                one for same in after.values() for one in sorted(same, key=lambda state: state.cost)[:MOST_STATES]
            ]
        return states

    def _next(self, state: State, group: int, start: int) -> Iterator[State]:
        """``state`` with a group taken in or left out."""
        way = self._way(state, group, start)
        if group != start and not self.hints.everything:
            price = SET_LEFT_OUT if any(not split.concealed for split in self._splits_of(group)) else LEFT_OUT
            yield State(state.cost + price * max(0.0, 1 - way / 2), state.held, state.chosen)
        if way > STRETCH and not self.hints.everything:
            return
        cost = state.cost + FAR * min(way, STRETCH) ** 2 + (0.0 if group == start else self._turned(group, start))
        for split in self._splits_of(group):
            held = state.held + len(split.concealed) + 3 * len(split.sets)
            yield State(cost + split.cost, held, (*state.chosen, (group, split)))

    def _splits_of(self, group: int) -> list[Split]:
        if group not in self._splits:
            self._splits[group] = splits(self.table, group)
        return self._splits[group]

    def _way(self, state: State, group: int, start: int) -> float:
        """Gap to the groups chosen before, as a share of what it may be."""
        if group == start:
            return 0.0
        gap = min((float(self.near.gaps[group, other]) for other, _ in state.chosen), default=inf)
        return gap / self.near.reach(group, start)

    def _turned(self, group: int, start: int) -> float:
        """Cost of faces that stand another way than those of ``start``."""
        ours, theirs = self._ups[start], self._ups[group]
        if not ours or not theirs:
            return 0.0
        across = sum(max(0.0, -cos(one - ours[0])) for one in theirs) / len(theirs)
        return OTHER_WAY_UP * across if len(theirs) > 1 else 0.0

    @cached_property
    def _ups(self) -> list[list[float]]:
        """Directions of the faces of each group that tell which end is up; the middle one first."""
        found = []
        for numbers in self.table.groups:
            seen = [self.table.places[number].detection for number in numbers]
            ups = [radians(one.up) for one in seen if one.up is not None and plain(one.face) not in HALF_TURN_ALIKE]
            ups.sort(key=lambda one: -sum(cos(one - other) for other in ups))
            found.append(ups)
        return found

    # Whole readings ----------------------------------------------------------------------------------------------

    def _count_cost(self, held: int) -> float:
        if held in self.sizes:
            return LATER_SIZE * self.sizes.index(held)
        return WRONG_COUNT + EACH_OFF * min(abs(held - size) for size in self.sizes)

    def _whole(self, state: State, start: int, named: frozenset[int]) -> Iterator[Guess]:
        """``state`` with each tile that may be the winning one, and with none."""
        runs = [(group, split.concealed) for group, split in state.chosen if split.concealed]
        sets = [(group, one) for group, split in state.chosen for one in split.sets]
        concealed = tuple(sorted(number for _, run in runs for number in run))
        cost = state.cost + self._count_cost(state.held) + self._hinted(sets)
        size = state.held if state.held in self.sizes else None
        if size is not None and not self._is_complete(concealed, len(sets)):
            cost += NOT_COMPLETE
        groups = tuple(group for group, _ in state.chosen) or (start,)
        melds = tuple(sorted((one.meld for _, one in sets), key=lambda meld: meld.tiles))
        for winning, price in self._winners(runs, named):
            left = [(group, tuple(n for n in run if n != winning)) for group, run in runs]
            laid = self._laid([(group, run) for group, run in left if run], sets)
            yield Guess(groups, concealed, melds, winning, size, cost + price + laid)

    def _winners(
        self, runs: Sequence[tuple[int, tuple[int, ...]]], named: frozenset[int]
    ) -> list[tuple[int | None, float]]:
        """Tiles that may be the winning one, ``None`` too, each with what speaks against it."""
        if named:
            told = [number for _, run in runs for number in run if number in named]
            return [(self._likeliest(runs, told), 0.0)] if told else [(None, AGAINST_HINT)]
        found: list[tuple[int | None, float]] = [(None, 0.0)]
        body = self._body(runs)
        for group, run in runs:
            if len(run) == 1 and len(self.table.counted([group])) == 1:
                same = body is None or self._row(group) == self._row(body)
                left = same and len(runs) > 1 and body is not None and group <= body
                found.append((run[0], WINNING_BEFORE * left + WINNING_OFF_ROW * (not same)))
                continue
            for number in run:
                if self.table.rotated[number]:
                    price = {run[-1]: WINNING_LAST, run[0]: WINNING_FIRST}.get(number, WINNING_WITHIN)
                    found.append((number, price))
        return found

    def _likeliest(self, runs: Sequence[tuple[int, tuple[int, ...]]], told: Sequence[int]) -> int:
        """That of equal tiles which lies apart, or on its side, or last."""
        alone = {run[0] for _, run in runs if len(run) == 1}
        return max(told, key=lambda number: (number in alone, self.table.rotated[number], number))

    def _row(self, group: int) -> int:
        return self.table.row_of[self.table.groups[group][0]]

    def _body(self, runs: Sequence[tuple[int, tuple[int, ...]]]) -> int | None:
        """Group of the most concealed tiles, the lowest of several; one that is no row of sets before one that is."""

        def rank(run: tuple[int, tuple[int, ...]]) -> tuple[bool, int, int]:
            plainly = len(run[1]) >= BODY - 1 and not self._run(*run).may_be_sets
            return plainly, len(run[1]), self._row(run[0])

        return max(runs, key=rank)[0] if runs else None

    def _laid(self, runs: Sequence[tuple[int, tuple[int, ...]]], sets: Sequence[tuple[int, Set]]) -> float:
        """Cost of where the concealed tiles and sets lie."""
        body = self._body(runs)
        if body is None:
            return WRONG_COUNT
        length = next(len(run) for group, run in runs if group == body)
        cost = self._spread(runs, body, length) + self._melds_laid(sets, self._row(body), length)
        for group, run in runs:
            facts = self._run(group, run)
            mess = facts.disorder and (group != body or len(runs) == 1)
            cost += ASIDE * facts.aside + SHOWN_FOR_SETS * facts.lies_as_meld + UNORDERED * mess
        loose = [run for run in runs if run[0] != body or length < BODY]
        return cost + self._mixed(loose, sets)

    def _mixed(self, runs: Sequence[tuple[int, tuple[int, ...]]], sets: Sequence[tuple[int, Set]]) -> float:
        """Cost of sets in one row of which only some are melds."""
        alike = {self._row(group) for group, run in runs if self._run(group, run).may_be_sets}
        if alike & {self._row(group) for group, one in sets if not one.marked}:
            return MIXED
        return SOME_MARKED * bool(alike & {self._row(group) for group, one in sets})

    def _run(self, group: int, run: tuple[int, ...]) -> _Run:
        """What can be said of the concealed tiles of a group."""
        if run not in self._facts:
            self._facts[run] = self._facts_of(group, run)
        return self._facts[run]

    def _facts_of(self, group: int, run: tuple[int, ...]) -> _Run:
        ways = self._splits_of(group)
        whole = [way for way in ways if not way.concealed] if len(run) >= 3 else []
        mess = [any(unordered(self.table, one.meld.tiles) for one in way.sets if not one.marked) for way in whole]
        marked = [{*one.meld.tiles} for way in ways for one in way.sets if one.marked]
        faces = [plain(face) for face in self.table.faces_of(run)]
        is_set = set_kind(faces) is not None
        return _Run(
            aside=sum(self.table.rotated[number] for number in run),
            is_set=is_set,
            is_pair=len(run) == 2 and faces[0] == faces[1],
            may_be_sets=is_set or bool(whole),
            disorder=bool(mess) and all(mess),
            lies_as_meld=any(tiles <= {*run} for tiles in marked),
        )

    def _spread(self, runs: Sequence[tuple[int, tuple[int, ...]]], body: int, length: int) -> float:
        """Cost of concealed tiles apart from the others."""
        cost = sum(self._apart(group, run, self._row(body), length) for group, run in runs if group != body)
        told = [self._run(group, run) for group, run in runs]
        return min(cost, IN_SETS) if length < BODY and all(run.is_set or run.is_pair for run in told) else cost

    def _apart(self, group: int, run: tuple[int, ...], row: int, length: int) -> float:
        facts = self._run(group, run)
        one_set = facts.is_set
        if self._row(group) == row and facts.is_pair:
            return PAIR_PARTED
        if self._row(group) == row:
            return PARTED + (SET_APART if (one_set and length >= BODY) or len(run) == 1 else 0.0)
        if one_set or len(run) == 1:
            return ONE_SET if one_set else ONE_TILE
        if facts.may_be_sets:
            return BEHIND if self._row(group) < row else BEFORE
        return ANOTHER_ROW

    def _melds_laid(self, sets: Sequence[tuple[int, Set]], row: int, length: int) -> float:
        """Cost of where the sets lie."""
        cost = 0.0
        if length < BODY and any(one.alone and not one.marked and self._row(group) == row for group, one in sets):
            cost += MELDS_IN_SETS
        if any(not one.alone and not one.marked and self._row(group) > row for group, one in sets):
            cost += BEFORE_TOUCHING
        return cost

    def _hinted(self, sets: Sequence[tuple[int, Set]]) -> float:
        """Cost of sets that are not as many as the caller said."""
        kongs = sum(one.meld.kind.is_kong for _, one in sets)
        off = 0 if self.hints.melds is None else abs(self.hints.melds - len(sets))
        off += 0 if self.hints.kongs is None else abs(self.hints.kongs - kongs)
        return AGAINST_HINT * off

    def _is_complete(self, concealed: Sequence[int], melds: int) -> bool:
        """Whether the concealed tiles are a winning hand, as far as they show what they are."""
        faces = tuple(sorted(plain(face) for face in self.table.faces_of(concealed)))
        if BACK in faces:
            return True
        if faces not in self._complete:
            self._complete[faces] = max(map(faces.count, faces)) <= 4 and bool(
                divisions(count(_kinds(faces), (0,) * melds), SHAPES)
            )
        return self._complete[faces]


def _kinds(faces: Iterable[str]) -> Iterator[int]:
    for face in faces:
        kind = parse_tile(face).kind
        assert kind is not None
        yield kind


def _cheapest(states: list[State]) -> list[State]:
    """Those that are worth following."""
    states.sort(key=attrgetter("cost"))
    most = states[0].cost + HOPELESS
    return [state for state in states[:MOST_STATES] if state.cost <= most]


def weighed(guesses: Iterable[Guess]) -> list[tuple[Guess, float]]:
    """Guesses that say different things, each with its chance, the likeliest first."""
    best: dict[tuple[object, ...], Guess] = {}
    for guess in guesses:
        if guess.key not in best or guess.cost < best[guess.key].cost:
            best[guess.key] = guess
    if not best:
        return []
    ranked = sorted(best.values(), key=lambda guess: (guess.cost, guess.concealed))
    least = ranked[0].cost
    weights = [exp(least - guess.cost) for guess in ranked]
    total = sum(weights) + exp(min(least - NONE_OF_THESE, NO_WORSE))
    return [(guess, weight / total) for guess, weight in zip(ranked, weights, strict=True)]
