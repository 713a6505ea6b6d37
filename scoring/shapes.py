"""What a winning hand may look like under a rule system, and a hand's tiles as numbers, wild ones apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from scoring.distance import matched_tiles
from scoring.division import (
    HONOURS,
    KNITTED_STRAIGHTS,
    ORPHANS,
    Division,
    Shape,
    count,
    set_code,
    set_kinds,
    suit_ranks,
)
from scoring.division import waits as plain_waits
from scoring.hand import Hand
from scoring.tiles import ALL_TILES, COPIES, KINDS, Tile
from scoring.wild import ALL_KINDS, UNIT, Suits, pack, single_kinds, waits, wins
from scoring.win import Win

EYES = sum(1 << kind for kind in range(27) if kind % 9 in (1, 4, 7))
"""The kinds of the twos, fives and eights, a bit for each."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """The winning shapes of a rule system."""

    names: frozenset[Shape] = frozenset({Shape.STANDARD})
    honour_chows: bool = False
    """Whether three different winds, and the three dragons, are chows."""
    gap: int = 3
    """How many ranks apart the tiles of a suit are in a scattered hand."""
    winds: int = HONOURS
    """The kinds that make a hand of winds, a bit for each."""
    claimed_wild_is_itself: bool = True
    """Whether a wild tile claimed to win, from a discard or a robbed kong, is its own face only."""
    lucky_is_wild: bool = False
    """Whether the winning tile, and no other, is wild when it is the hidden lucky tile (宝牌)."""
    flowers: int = 8
    """How many flowers win alone, where ``Shape.FLOWERS`` is among the shapes."""


def _everything(code: int) -> int:
    return code


@dataclass(frozen=True, slots=True)
class Lens:
    """What a rule system can see of a set; readings that look the same are kept once.

    The functions get numbers of ``scoring.division`` and may depend on nothing else. What they give must sort. The
    default sees everything, which is slow with four wild tiles and more.
    """

    sets: Callable[[int], Any] = _everything
    """What is seen of a set, a chow or pung by its number."""
    pair: Callable[[int], Hashable] = _everything
    """What is seen of the pair, by its kind."""
    joined: Callable[[int, int], Hashable] | None = None
    """What is seen of the set (or ``PAIR``) that the winning tile joined and the kind it stands for there.

    ``None`` when the rules do not ask what it joined.
    """


def _both(code: int, kind: int) -> tuple[int, int]:
    return code, kind


WHOLE = Lens(joined=_both)
"""Sees all there is, for systems without wild tiles, whose hands have few readings."""


PAIR = -1
"""The winning tile joined the pair."""

LOOSE = -2
"""The winning tile joined tiles that are neither a set nor the pair."""


class Reading(NamedTuple):
    """One way to read a hand: what every wild tile stands for, the division, and what the winning tile joined."""

    division: Division
    concealed: tuple[int, ...]
    """The kinds of the concealed tiles as they are read, sorted."""
    joined: int
    """The number of the set that the winning tile joined, or ``PAIR`` or ``LOOSE``."""
    winning: int
    """The kind that the winning tile stands for."""


class Held:
    """A hand's tiles as numbers, the wild ones apart.

    A wild tile in a meld is its own face. So is, where the shapes say so, a claimed winning tile.
    """

    def __init__(self, hand: Hand, win: Win, wild: tuple[Tile, ...], shapes: Shapes) -> None:
        self.hand = hand
        self.win = win
        self.faces = wild
        self.shapes = shapes
        concealed = [*hand.concealed, *(tile for tile in hand.flowers if tile in wild)]
        drawn_wild = win.tile.plain in wild
        lucky = shapes.lucky_is_wild and win.circumstances.lucky_drawn and not drawn_wild
        if lucky:
            concealed.remove(win.tile)
        if drawn_wild and not win.self_drawn and shapes.claimed_wild_is_itself:
            concealed.remove(win.tile)
            drawn_wild = False
            natural = [win.tile]
        else:
            natural = []
        natural += [tile for tile in concealed if tile.plain not in wild]
        self.wilds: tuple[Tile, ...] = tuple(sorted(tile for tile in concealed if tile.plain in wild))
        if lucky:
            drawn_wild, self.wilds = True, (win.tile, *self.wilds)
        """The wild tiles that may stand for others."""
        self.natural: tuple[int, ...] = tuple(sorted(tile.kind for tile in natural if tile.kind is not None))
        """The kinds of the other concealed tiles."""
        self.suits: Suits = pack(self.natural)
        self.own: dict[int, int] = dict(Counter(tile.kind for tile in self.wilds if tile.kind is not None))
        """How many of each kind there are among the wild tiles."""
        self.melds: tuple[int, ...] = tuple(set_code(meld) for meld in hand.melds)
        self.size = len(self.natural) + len(self.wilds)
        self.sets = (self.size - 2) // 3
        """How many sets the concealed tiles must make."""
        self.winning: int | None = None if drawn_wild else win.tile.kind
        """The kind of the winning tile; ``None`` when it is wild, or a flower."""
        self.flower_win = win.tile.is_flower and not drawn_wild
        """Whether the winning tile is a flower that is not wild."""
        self._waits: dict[Shape, int] = {}
        self._completing: int | None = None

    @property
    def before(self) -> tuple[Suits, int]:
        """The natural tiles, and how many wild ones there were, before the winning tile."""
        if self.winning is None:
            return self.suits, len(self.wilds) - 1
        suits = list(self.suits)
        suits[self.winning // 9] -= UNIT[self.winning]
        return (suits[0], suits[1], suits[2], suits[3]), len(self.wilds)

    def waits(self, shape: Shape) -> int:
        """The kinds that completed the hand in sets and a pair, or in seven pairs, a bit each; a wild kind as natural.

        No other shape is asked for; the wait is formal, whatever copies are left.
        """
        if shape not in self._waits:
            suits, wilds = self.before
            if shape is Shape.STANDARD:
                self._waits[shape] = waits(suits, self.sets, self.shapes.honour_chows)
            elif shape is Shape.SEVEN_PAIRS and shape in self.shapes.names and not self.melds:
                self._waits[shape] = _pair_waits(suits, wilds)
            else:
                self._waits[shape] = 0
        return self._waits[shape]

    def completing(self) -> int:
        """The kinds that complete the hand, less the winning tile, in any of the shapes, a bit each; 0 for a wild one.

        The wait is formal but for kinds that the hand has four of itself.
        """
        if self._completing is None:
            self._completing = _completing_kinds(self)
        return self._completing

    def waits_for_all(self, shape: Shape) -> bool:
        """Whether any tile would have won in this shape: a wild tile had nothing to do (宝吊, 精吊, 财神单吊)."""
        return bool(self.before[1]) and self.waits(shape) == ALL_KINDS


def _pair_waits(suits: Suits, wilds: int) -> int:
    """The kinds that complete seven pairs."""
    singles = single_kinds(suits)
    odd = sum(1 << kind for kind in range(KINDS) if suits[kind // 9] // UNIT[kind] & 1)
    return ALL_KINDS if singles < wilds else odd if singles == wilds + 1 else 0


# Whether a hand wins -------------------------------------------------------------------------------------------------


def is_win(held: Held) -> bool:
    """Whether the hand has any of the shapes; its worth is not looked at."""
    return (Shape.FLOWERS in held.shapes.names and is_flowers(held)) or (not held.flower_win and _is_complete(held))


def _is_complete(held: Held) -> bool:
    """Whether the tiles, flowers apart, have any of the shapes."""
    if wins(held.suits, held.sets, held.shapes.honour_chows):
        return True
    return any(_FITS[shape](held) for shape in held.shapes.names if shape in _FITS)


def _completing_kinds(held: Held) -> int:
    """The kinds that complete the hand, less the winning tile, in any of the shapes, a bit each."""
    if held.winning is None:
        return 0
    tiles = Counter(tile.kind for tile in held.hand.tiles)
    tiles[held.winning] -= 1
    own = sum(1 << kind for kind, copies in tiles.items() if kind is not None and copies >= COPIES)
    found = _standard_waits(held)
    special = [_FITS[shape] for shape in held.shapes.names if shape in _FITS and not (held.melds and shape in _ALONE)]
    if special:
        found |= _special_waits(held, special, ALL_KINDS & ~(found | own))
    return found & ~own


def _standard_waits(held: Held) -> int:
    """The kinds that complete sets and a pair."""
    if held.wilds or held.shapes.honour_chows or held.winning is None:
        return held.waits(Shape.STANDARD)
    return plain_waits(count(held.natural), held.winning, frozenset())


def _special_waits(held: Held, shapes: Sequence[Callable[[Held], bool]], kinds: int) -> int:
    """Which of the kinds complete the hand in one of the shapes."""
    rest = list(held.natural)
    rest.remove(held.winning or 0)
    other, found = copy(held), 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            other.natural = tuple(sorted((*rest, kind)))
            other.suits = pack(other.natural)
            found |= any(fits(other) for fits in shapes) << kind
    return found


def _melds_within(held: Held, kinds: int) -> bool:
    """Whether the melds are of these kinds."""
    return all(kinds >> kind & 1 for code in held.melds for kind in set_kinds(code))


def _within(held: Held, kinds: int) -> bool:
    """Whether all the natural tiles and melds are of these kinds."""
    return all(kinds >> kind & 1 for kind in held.natural) and _melds_within(held, kinds)


def is_seven_pairs(held: Held) -> bool:
    """Seven pairs, none on the table; four equal tiles are two."""
    return not held.melds and held.size == 14 and single_kinds(held.suits) <= len(held.wilds)


def is_terminals(held: Held) -> bool:
    """Nothing but ones, nines and honours, on the table too."""
    return held.size + 3 * len(held.melds) == 14 and _within(held, ORPHANS)


def is_eyes(held: Held) -> bool:
    """Nothing but twos, fives and eights."""
    return _within(held, EYES)


def is_winds(held: Held) -> bool:
    """Nothing but the honours that count as winds."""
    return _within(held, held.shapes.winds)


def is_thirteen_orphans(held: Held) -> bool:
    """One of each terminal and honour, and one more."""
    if held.melds or held.size != 14:
        return False
    return _within(held, ORPHANS) and len(held.natural) - len(set(held.natural)) <= 1


def is_flowers(held: Held) -> bool:
    """So many flowers that they win alone, the last one won or more tiles drawn since."""
    enough = len(held.hand.flowers) >= held.shapes.flowers
    return enough and (held.flower_win or held.win.self_drawn)


def is_pairs_and_pung(held: Held) -> bool:
    """Seven pairs and a pung; four equal tiles are two pairs."""
    if not _is_seventeen(held) or single_kinds(held.suits) > 1 + len(held.wilds):
        return False
    return matched_pairs_and_pung(held.natural) + len(held.wilds) >= held.size


def is_orphans_and_set(held: Held) -> bool:
    """One of each terminal and honour, one more of them, and a set."""
    return _is_seventeen(held) and matched_orphans_and_set(held.natural) + len(held.wilds) >= held.size


def is_unrelated(held: Held) -> bool:
    """All honours and three tiles of each suit, ``gap`` ranks apart, one of them twice."""
    return _is_seventeen(held) and matched_unrelated(held.natural, held.shapes.gap) + len(held.wilds) >= held.size


def _is_seventeen(held: Held) -> bool:
    return not held.melds and held.size == 17


def matched_pairs_and_pung(kinds: Iterable[int]) -> int:
    """The most tiles that seven pairs and a pung can use."""
    counts, best = Counter(kinds), 0
    for pung in counts:
        others = [copies for kind, copies in counts.items() if kind != pung]
        pairs = min(7, sum(copies // 2 for copies in others))
        singles = min(7 - pairs, sum(copies % 2 for copies in others))
        best = max(best, min(3, counts[pung]) + 2 * pairs + singles)
    return best


def matched_orphans_and_set(kinds: Iterable[int]) -> int:
    """The most tiles that one of each terminal and honour, one more of them, and a set can use."""
    counts = Counter(kinds)
    orphans = [kind for kind in counts if ORPHANS >> kind & 1]
    rest = counts - Counter(orphans)
    best = _most_in_a_set(rest)
    for kind in orphans:
        if rest[kind]:
            best = max(best, 1 + _most_in_a_set(rest - Counter([kind])))
    return len(orphans) + best


def _most_in_a_set(counts: Counter[int]) -> int:
    """The most tiles that one set can use."""
    pung = min(3, max(counts.values(), default=0))
    chows = (sum(counts[kind + more] > 0 for more in range(3)) for kind in range(27) if kind % 9 < 7)
    return max(pung, *chows)


def matched_unrelated(kinds: Iterable[int], gap: int) -> int:
    """The most tiles that all honours, three tiles of each suit ``gap`` ranks apart, and one of these more can use."""
    counts = Counter(kinds)
    suited = sum(
        min(3, _most_apart(tuple(sorted(kind % 9 for kind in counts if kind // 9 == suit)), gap)) for suit in range(3)
    )
    return sum(kind > 26 for kind in counts) + suited + (max(counts.values(), default=0) > 1)


def is_scattered(held: Held) -> bool:
    """Fourteen different tiles, those of a suit ``gap`` ranks apart."""
    return not held.melds and held.size == 14 and next(scattered(held, held.natural), None) is not None


def is_knitted_honours(held: Held) -> bool:
    """Fourteen different tiles: honours and 147, 258, 369 of a suit each."""
    if held.melds or held.size != 14 or len(set(held.natural)) < len(held.natural):
        return False
    return any(all(kind > 26 or kind in straight for kind in held.natural) for straight in KNITTED_STRAIGHTS)


def is_knitted_straight(held: Held) -> bool:
    """A knitted straight with a set and a pair, one set on the table at most."""
    return held.sets >= 3 and any(_has_straight(held, straight) for straight in KNITTED_STRAIGHTS)


def _has_straight(held: Held, straight: tuple[int, ...]) -> bool:
    """Whether what is left beside the straight, whose missing tiles are wild ones, makes the other set and the pair."""
    there = [kind for kind in straight if held.suits[kind // 9] // UNIT[kind] & 7]
    if len(straight) - len(there) > len(held.wilds):
        return False
    left = list(held.suits)
    for kind in there:
        left[kind // 9] -= UNIT[kind]
    return wins(left, held.sets - 3, held.shapes.honour_chows)


_FITS: dict[Shape, Callable[[Held], bool]] = {
    Shape.SEVEN_PAIRS: is_seven_pairs,
    Shape.TERMINALS: is_terminals,
    Shape.EYES: is_eyes,
    Shape.WINDS: is_winds,
    Shape.THIRTEEN_ORPHANS: is_thirteen_orphans,
    Shape.SCATTERED: is_scattered,
    Shape.KNITTED_HONOURS: is_knitted_honours,
    Shape.KNITTED_STRAIGHT: is_knitted_straight,
    Shape.PAIRS_AND_PUNG: is_pairs_and_pung,
    Shape.ORPHANS_AND_SET: is_orphans_and_set,
    Shape.UNRELATED: is_unrelated,
}

_ALONE = frozenset(
    {
        *(Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS, Shape.SCATTERED, Shape.KNITTED_HONOURS),
        *(Shape.PAIRS_AND_PUNG, Shape.ORPHANS_AND_SET, Shape.UNRELATED),
    }
)
"""The shapes that no meld may stand beside."""


@lru_cache(maxsize=1 << 12)
def spreads(ranks: tuple[int, ...], gap: int) -> tuple[tuple[int, ...], ...]:
    """Every set of ranks 0 to 8 that holds the given ones and keeps them ``gap`` apart, the largest first."""
    found = [ranks] if all(after - before >= gap for before, after in pairwise(ranks)) else []
    for ranks_so_far in found:
        for rank in range(9):
            if all(abs(rank - other) >= gap for other in ranks_so_far):
                more = tuple(sorted((*ranks_so_far, rank)))
                if more not in found:
                    found.append(more)
    return tuple(sorted(found, key=lambda chosen: (-len(chosen), chosen)))


def scattered(held: Held, kinds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Fourteen scattered kinds that hold ``kinds``, with as many honours as can be; one or none."""
    if len(set(kinds)) < len(kinds):
        return
    suits = [tuple(kind % 9 for kind in kinds if kind // 9 == suit) for suit in range(3)]
    most = [next(iter(spreads(ranks, held.shapes.gap)), None) for ranks in suits]
    honours = [kind for kind in kinds if kind > 26]
    missing = 14 - len(kinds)
    extra = [kind for kind in range(27, KINDS) if kind not in honours][:missing]
    missing -= len(extra)
    chosen = [*honours, *extra]
    for suit, (ranks, spread) in enumerate(zip(suits, most, strict=True)):
        if spread is None:
            return
        more = [rank for rank in spread if rank not in ranks][:missing]
        missing -= len(more)
        chosen += [9 * suit + rank for rank in (*ranks, *more)]
    if not missing:
        yield tuple(sorted(chosen))


# How far a hand is from winning --------------------------------------------------------------------------------------


def distance(held: Held) -> int:
    """How many concealed tiles to exchange for the nearest winning hand; 0 for a winning one."""
    if is_win(held):
        return 0
    if held.flower_win:
        return max(1, held.shapes.flowers - len(held.hand.flowers))
    best = max(_matched(held))
    return max(1, held.size - min(held.size, best + len(held.wilds)))


def tiles_away(hand: Hand, win: Win, wild: tuple[Tile, ...], shapes: Shapes) -> int:
    """How many tiles a hand one tile short is from winning: 1 when it is ready. ``win.tile`` is not looked at."""
    blank = next(tile for tile in ALL_TILES if tile.is_flower and tile not in wild)
    drawn = replace(win, tile=blank, discarder=None, events=frozenset())
    whole = replace(hand, flowers=(*(tile for tile in hand.flowers if tile in wild), blank))
    return 1 + distance(Held(whole, drawn, (*wild, blank), shapes))


def _matched(held: Held) -> Iterator[int]:
    """How many natural tiles each shape could use at most."""
    suits = [suit_ranks(suit, tiles) for suit, tiles in enumerate(held.suits)]
    yield matched_tiles(suits, held.sets, held.shapes.honour_chows)
    names = held.shapes.names
    if Shape.KNITTED_STRAIGHT in names and held.sets >= 3:
        yield from _knitted(held, suits)
    for shape, kinds in ((Shape.TERMINALS, ORPHANS), (Shape.EYES, EYES), (Shape.WINDS, held.shapes.winds)):
        if shape in names and _melds_within(held, kinds):
            yield sum(kinds >> kind & 1 for kind in held.natural)
    if not held.melds and held.size == 14:
        yield from _matched_alone(held)
    if _is_seventeen(held):
        yield from _matched_seventeen(held)


def _knitted(held: Held, suits: list[tuple[int, ...]]) -> Iterator[int]:
    for kinds in KNITTED_STRAIGHTS:
        left = [list(ranks) for ranks in suits]
        used = [kind for kind in kinds if left[kind // 9][kind % 9]]
        for kind in used:
            left[kind // 9][kind % 9] -= 1
        rest = [tuple(ranks) for ranks in left]
        yield len(used) + matched_tiles(rest, held.sets - 3, held.shapes.honour_chows)


def _matched_alone(held: Held) -> Iterator[int]:
    """The same for the shapes that no meld may stand beside."""
    names = held.shapes.names
    counts = Counter(held.natural)
    if Shape.SEVEN_PAIRS in names:
        pairs = sum(copies // 2 for copies in counts.values())
        yield 2 * pairs + min(7 - pairs, sum(copies % 2 for copies in counts.values()))
    if Shape.THIRTEEN_ORPHANS in names:
        orphans = [copies for kind, copies in counts.items() if ORPHANS >> kind & 1]
        yield len(orphans) + any(copies > 1 for copies in orphans)
    if Shape.KNITTED_HONOURS in names:
        for straight in KNITTED_STRAIGHTS:
            yield sum(kind > 26 or kind in straight for kind in counts)
    if Shape.SCATTERED in names:
        yield sum(kind > 26 for kind in counts) + sum(
            _most_apart(tuple(sorted(kind % 9 for kind in counts if kind // 9 == suit)), held.shapes.gap)
            for suit in range(3)
        )


def _matched_seventeen(held: Held) -> Iterator[int]:
    """The same for the shapes of seventeen tiles that no meld may stand beside."""
    names = held.shapes.names
    if Shape.PAIRS_AND_PUNG in names:
        yield matched_pairs_and_pung(held.natural)
    if Shape.ORPHANS_AND_SET in names:
        yield matched_orphans_and_set(held.natural)
    if Shape.UNRELATED in names:
        yield matched_unrelated(held.natural, held.shapes.gap)


@lru_cache(maxsize=1 << 12)
def _most_apart(ranks: tuple[int, ...], gap: int) -> int:
    """How many of the ranks can be kept ``gap`` apart."""
    return max(len(set(spread) & set(ranks)) for spread in spreads((), gap))
