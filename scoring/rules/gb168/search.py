"""The best reading of a hand with wild tiles under a table that sees everything: bounds first, full counts last.

Every filling of the hand as sets and a pair gets a bound; then the readings are counted fully from the highest bound
down, until no bound is above the second best found. So nothing left out is better than the second best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product, starmap
from typing import NamedTuple, Protocol

from scoring.division import (
    HONOURS,
    KNITTED_STRAIGHTS,
    KONG,
    NO_PAIR,
    PUNG,
    SUIT_MASKS,
    Division,
    Shape,
    set_kinds,
)
from scoring.errors import NotAllowed
from scoring.facts import LOOSE, PAIR, Facts, Holding
from scoring.fan import FanTable
from scoring.hand import MeldKind
from scoring.readings import knitted_honours, scattered_tiles, thirteen_orphans
from scoring.rules.gb168 import bounds
from scoring.rules.gb168.items import SUITED, WAITS
from scoring.rules.gb168.pairs import seven_pairs
from scoring.rules.gb168.pieces import Piece, both, numbers, piece, pieces, shared
from scoring.shapes import Held, Lens, Reading, is_seven_pairs
from scoring.tiles import KINDS
from scoring.wild import UNIT, Suits
from scoring.worth import Worth


class Counting(Protocol):
    """What the search asks of the rules."""

    @property
    def hand_table(self) -> FanTable:
        """The fan that are the same in every reading of a hand."""

    def count(self, held: Held, reading: Reading) -> Worth | NotAllowed:
        """What a reading is worth, counted fully."""

    def refusal(self, held: Held, shape: Shape) -> NotAllowed | None:
        """Why no reading in the shape may win."""


_NIBBLES = sum(1 << 4 * kind for kind in range(KINDS))


class Filling(NamedTuple):
    """Sets and a pair that take in all the concealed tiles."""

    own: int
    """How many wild tiles stand at their own face."""
    sets: tuple[int, ...]
    pair: int
    straight: tuple[int, ...]
    """The knitted straight beside them."""

    @property
    def tiles(self) -> list[int]:
        """The kinds of the concealed tiles, sorted."""
        tiles = [kind for code in self.sets for kind in set_kinds(code)]
        return sorted([*tiles, self.pair, self.pair, *self.straight])


Bounded = dict[int, list[tuple[Piece, Piece, tuple[int, ...]]]]
"""Fillings, not yet put together, by what they are worth at most: two pieces and the straight."""


_NO_BOUND = 1 << 10
"""More than any hand is worth: without wild tiles fillings are few and all counted."""


class Search:
    """The search for the best reading of one hand."""

    def __init__(self, held: Held, rules: Counting) -> None:
        self.held = held
        self.rules = rules
        self.found: list[Worth | NotAllowed] = []
        """The readings that were counted."""
        self._best: tuple[int, object] = (-1, None)
        self._second = -1
        self._natural = Counter(held.natural)
        unkonged = piece(tuple(code for code in held.melds if code < KONG), NO_PAIR).copies
        self._melds = piece(held.melds, NO_PAIR)._replace(copies=unkonged)
        """The melds, kongs not among the copies: they make no 四归一."""
        self._concealed_kongs = len([meld for meld in held.hand.melds if meld.kind is MeldKind.KONG_CONCEALED])
        win = held.win
        self._winds = 27 + win.winner, 27 + win.round_wind
        self._claimed = None if win.self_drawn else held.winning
        self._of_the_hand = self._hand_points() if held.wilds else 0

    def run(self) -> list[Worth | NotAllowed]:
        """The readings that were counted; a best one and a second best are among them."""
        for reading in self._loose():
            self._count(reading)
        refusal = self.rules.refusal(self.held, Shape.STANDARD)
        if refusal:
            self.found.append(refusal)
        else:
            self._through(self._filled(self.held.suits, self.held.sets, ()))
        if Shape.KNITTED_STRAIGHT in self.held.shapes.names and self.held.sets >= 3:
            for straight in KNITTED_STRAIGHTS:
                self._through(self._knitted(straight))
        return self.found

    def _count(self, reading: Reading) -> Worth | NotAllowed:
        """Count one reading."""
        worth = self.rules.count(self.held, reading)
        self.found.append(worth)
        if isinstance(worth, Worth):
            here = reading.division, reading.joined
            if worth.value > self._best[0]:
                self._second = self._second if here == self._best[1] else self._best[0]
                self._best = worth.value, here
            elif here != self._best[1]:
                self._second = max(self._second, worth.value)
        return worth

    def _through(self, found: Bounded) -> None:
        """Count fillings from the highest bound down, those with more wild tiles at their own face first."""
        for bound in sorted(found, reverse=True):
            if bound > self._second:
                for filling in sorted(starmap(self._filling, found[bound]), key=lambda filling: -filling.own):
                    if bound > self._second:
                        self._count_filling(filling)

    def _filling(self, first: Piece, second: Piece, straight: tuple[int, ...]) -> Filling:
        """The filling made of two pieces and the straight."""
        copies, natural = first.copies + second.copies, self._natural
        own = sum([min(held, (copies >> 4 * kind & 15) - natural[kind]) for kind, held in self.held.own.items()])
        return Filling(own, first.sets + second.sets, max(first.pair, second.pair), straight)

    # What the winning tile joined ------------------------------------------------------------------------------------

    def _count_filling(self, filling: Filling) -> None:
        """Count the readings of a filling that can differ in worth.

        A wild winning tile was drawn, so what it joined makes no difference to concealed pungs, and 自摸 or what covers
        it counts, so none is a hand without fan. Only a wait for one tile then sets the readings apart, unless melds
        (和绝张) or nine gates ask for the kind itself.
        """
        for sole, reading in self._readings(filling):
            worth = self._count(reading)
            if isinstance(worth, NotAllowed) or (self._alike(filling) and (not sole or _waited(worth))):
                return

    def _alike(self, filling: Filling) -> bool:
        """Whether the readings of a filling differ by a wait for one tile at most."""
        if self.held.winning is not None or self.held.melds:
            return False
        return bool(filling.straight) or len({code % PUNG // 9 for code in filling.sets}) > 1

    def _readings(self, filling: Filling) -> list[tuple[bool, Reading]]:
        """The readings of a filling; first those where the winning tile is where a wait for it alone counts."""
        shape = Shape.KNITTED_STRAIGHT if filling.straight else Shape.STANDARD
        division = Division(shape, filling.sets + self.held.melds, filling.pair, filling.straight)
        tiles = filling.tiles
        concealed = tuple(tiles)
        if self.held.winning is None:
            kinds = [kind for kind, number in Counter(tiles).items() if number > self._natural[kind]]
        else:
            kinds = [self.held.winning]
        found = []
        for kind in kinds:
            for joined in _joins(filling, kind):
                sole = joined == PAIR or (joined >= 0 and _at_edge_or_middle(filling.sets[joined], kind))
                found.append((sole, Reading(division, concealed, joined, kind)))
        return sorted(found, key=lambda pair: not pair[0])

    # Sets and a pair -------------------------------------------------------------------------------------------------

    def _knitted(self, straight: tuple[int, ...]) -> Bounded:
        """Every filling beside a knitted straight, where wild tiles are enough for what is missing of it."""
        left = list(self.held.suits)
        missing = [kind for kind in straight if not left[kind // 9] // UNIT[kind] & 7]
        if len(missing) > len(self.held.wilds):
            return {}
        for kind in straight:
            left[kind // 9] -= 0 if kind in missing else UNIT[kind]
        return self._filled((left[0], left[1], left[2], left[3]), self.held.sets - 3, straight)

    def _filled(self, suits: Suits, sets: int, straight: tuple[int, ...]) -> Bounded:
        """Every filling of the tiles of the suits as so many sets and a pair that can be above the second best."""
        runs, wilds = self.held.shapes.honour_chows, len(self.held.wilds)
        ways = [numbers(suit, runs, tiles, sets, wilds) for suit, tiles in enumerate(suits)]
        beside = self._straight(straight) if straight else self._melds
        found: Bounded = {}
        for chosen in shared(ways, sets):
            parts = [pieces(suit, runs, suits[suit], more, pairs) for suit, (more, pairs) in enumerate(chosen)]
            *others, most = sorted(parts, key=len)
            for first, second, third in product(*others):
                mine = both(both(first, second), third)
                whole = both(mine, beside)
                self._bound(mine, whole, most, straight, found)
        return found

    def _straight(self, straight: tuple[int, ...]) -> Piece:
        """The melds with the tiles of a knitted straight."""
        kinds, copies = sum([1 << kind for kind in straight]), sum([1 << 4 * kind for kind in straight])
        return self._melds._replace(kinds=self._melds.kinds | kinds, copies=self._melds.copies + copies)

    def _bound(
        self, mine: Piece, whole: Piece, most: Iterable[Piece], straight: tuple[int, ...], found: Bounded
    ) -> None:
        """Put what is made of each of ``most``, the pieces of one suit, among what is found, by bounds.

        ``mine`` are the pieces of the other suits, ``whole`` is the same with what lies beside them.
        """
        if not self.held.wilds:
            found.setdefault(_NO_BOUND, []).extend([(mine, part, straight) for part in most])
            return
        knitted = bool(straight)
        const = self._of_the_hand + (bounds.VALUES["knitted_straight"] if knitted else 0)
        least = self._of_the_hand + bounds.CHICKEN
        of_kinds, of_chows, of_suit_pungs = bounds.of_kinds, bounds.of_chows, bounds.of_suit_pungs
        of_honour_pungs = bounds.of_honour_pungs
        seat, round_wind = self._winds
        for part in most:
            copies = whole.copies + part.copies
            kinds = whole.kinds | part.kinds
            bound = (
                const
                + of_kinds(kinds)
                + of_chows(whole.chows + part.chows)
                + of_suit_pungs(whole.pungs + part.pungs)
                + of_honour_pungs((whole.triplets | part.triplets) & HONOURS, seat, round_wind)
                + 2 * ((copies >> 2 | copies >> 3) & _NIBBLES).bit_count()
                + self._of_pungs_and_pair(mine, whole, part, kinds, knitted)
            )
            bound = max(bound, least)
            if bound > self._second:
                found.setdefault(bound, []).append((mine, part, straight))

    def _of_pungs_and_pair(self, mine: Piece, whole: Piece, part: Piece, kinds: int, knitted: bool) -> int:
        """What the number of pungs and the pair add, and nine gates, at most."""
        pair = max(mine.pair, part.pair)
        concealed = mine.pung_count + part.pung_count + self._concealed_kongs
        claimed = self._claimed
        if claimed is not None and not knitted and (mine.triplets | part.triplets) >> claimed & 1:
            concealed -= claimed != pair and not (mine.lowest | part.lowest) & _CHOWS_WITH[claimed]
        if knitted:
            return bounds.CONCEALED_PUNGS[concealed] + bounds.VALUES["all_chows"] + bounds.VALUES["middle_pair"]
        pungs = whole.pung_count + part.pung_count
        lowest, triplets = whole.lowest | part.lowest, whole.triplets | part.triplets
        total = bounds.CONCEALED_PUNGS[concealed]
        total += bounds.of_pair(pair, lowest, triplets, whole.chows + part.chows, 4 - pungs)
        if pungs == 4 and concealed < 4:
            total += bounds.VALUES["all_pungs"]
        return total + (bounds.VALUES["nine_gates"] if kinds in SUIT_MASKS and not self._melds.sets else 0)

    def _hand_points(self) -> int:
        """What is the same in every reading, at most, and a wait for one tile."""
        held = self.held
        holding = Holding(held.hand, held.win, held.shapes.names, held)
        facts = Facts(holding, Division(Shape.STANDARD, held.melds, NO_PAIR), LOOSE)
        total = self.rules.hand_table.tally(facts).points + bounds.VALUES["single_wait"]
        shown = Counter(tile.kind for meld in held.hand.melds if not meld.kind.is_concealed for tile in meld.tiles)
        return total + (bounds.VALUES["last_copy"] if held.winning is None and 3 in shown.values() else 0)

    # Other shapes ----------------------------------------------------------------------------------------------------

    def _loose(self) -> Iterator[Reading]:
        """The readings in no sets that can be worth most."""
        names, lens = self.held.shapes.names, Lens()
        if Shape.SEVEN_PAIRS in names and is_seven_pairs(self.held):
            yield from seven_pairs(self.held)
        if Shape.THIRTEEN_ORPHANS in names:
            yield from thirteen_orphans(self.held, lens)
        if Shape.KNITTED_HONOURS in names:
            yield from knitted_honours(self.held, lens)
        if Shape.SCATTERED in names:
            yield from scattered_tiles(self.held, lens)


def _joins(filling: Filling, kind: int) -> Iterator[int]:
    """What a tile of the kind can have joined: sets by their number, ``PAIR`` or ``LOOSE``."""
    seen: set[int] = set()
    for number, code in enumerate(filling.sets):
        if code not in seen and kind in set_kinds(code):
            seen.add(code)
            yield number
    if kind == filling.pair:
        yield PAIR
    if kind in filling.straight:
        yield LOOSE


def _is_chow(code: int) -> bool:
    return code >= SUITED or code % 9 < 7


def _at_edge_or_middle(code: int, kind: int) -> bool:
    """Whether a kind is where a wait for one tile counts in a set: the middle of a chow, or 3 of 123, or 7 of 789."""
    if code >= SUITED:
        return False
    return kind - code == 1 or (code % 9 == 0 and kind - code == 2) or (code % 9 == 6 and kind == code)


_CHOWS_WITH = tuple(
    sum(1 << code for code in range(32) if _is_chow(code) and kind in set_kinds(code)) for kind in range(KINDS)
)
"""The chows that hold a kind, by their numbers, a bit for each."""


def _waited(worth: Worth) -> bool:
    """Whether a wait for one tile counts."""
    rows = worth.table.rows
    return any(rows[number].key in WAITS for number, _ in worth.tally.counted)
