"""Every way to read a winning hand, wild tiles included, as far as a rule system can tell the ways apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from scoring.division import CHOW, KNITTED_STRAIGHTS, NO_PAIR, ORPHANS, PUNG, Division, Shape, set_kinds
from scoring.division import standard as plain_readings
from scoring.shapes import (
    EYES,
    LOOSE,
    PAIR,
    WHOLE,
    Held,
    Lens,
    Reading,
    is_eyes,
    is_flowers,
    is_knitted_honours,
    is_orphans_and_set,
    is_pairs_and_pung,
    is_seven_pairs,
    is_terminals,
    is_thirteen_orphans,
    is_unrelated,
    is_winds,
    scattered,
)
from scoring.tiles import KINDS
from scoring.wild import HONOUR_RUNS, HONOURS, UNIT, Suits, fillings, least_sets

NOT_HERE = -9
"""The winning tile is of another suit."""

WILD = -8
"""The winning tile is wild."""


class _Part(NamedTuple):
    """Some suits' tiles as read."""

    sets: tuple[int, ...]
    pair: int
    joined: int
    """The set, as a number, or ``PAIR``, that the winning tile joined; ``NOT_HERE`` when it is in none of them."""
    winning: int
    """The kind it stands for there."""
    own: int
    """How many wild tiles stand at their own face."""


class _Look(NamedTuple):
    """What can be seen of some suits' tiles, apart from how many sets and pairs there are."""

    sets: tuple[Any, ...]
    pair: object
    joined: object
    """What the lens sees of what the winning tile joined, and whether that is the pair, its other tile a wild one."""
    own: int
    used: int
    """Which suits there are, a bit each."""


@lru_cache(maxsize=1 << 14)
def _parts(
    lens: Lens,
    suit: int,
    runs: bool,
    tiles: int,
    sets: int,
    pairs: int,
    winning: int,
    own: tuple[tuple[int, int], ...],
) -> tuple[tuple[_Look, _Part], ...]:
    """The ways to read the tiles of a suit that differ in what is seen; ``own`` counts the wild tiles by own kind."""
    family = 0 if suit < 3 else HONOUR_RUNS if runs else HONOURS
    shift = 9 * suit if suit < 3 else 0
    found: dict[tuple[_Look, bool], _Part] = {}
    used = 1 << suit if tiles or sets or pairs else 0
    for codes, pair in fillings(family, tiles, sets, pairs):
        whole = tuple([code + shift for code in codes])
        eyes = pair if pair == NO_PAIR else pair + shift
        slots = Counter(_kinds(whole, eyes))
        faces = sum(min(held, slots[kind] - (tiles // UNIT[kind] & 7)) for kind, held in own)
        seen = tuple(sorted([lens.sets(code) for code in whole]))
        seen_pair = None if eyes == NO_PAIR else lens.pair(eyes)
        for joined, kind in _joins(whole, eyes, slots, tiles, winning):
            partner = joined == PAIR and slots[kind] - (tiles // UNIT[kind] & 7) > (winning == WILD)
            look = _Look(
                seen,
                seen_pair,
                None if joined == NOT_HERE or lens.joined is None else (lens.joined(joined, kind), partner),
                faces,
                used,
            )
            if (look, joined == NOT_HERE) not in found:
                found[look, joined == NOT_HERE] = _Part(whole, eyes, joined, kind, faces)
    return tuple((look, part) for (look, _), part in found.items())


def _kinds(sets: Iterable[int], pair: int) -> Iterator[int]:
    """The kinds of all tiles of sets and pair."""
    for code in sets:
        yield from set_kinds(code)
    if pair != NO_PAIR:
        yield pair
        yield pair


def _joins(sets: Sequence[int], pair: int, slots: Counter[int], tiles: int, winning: int) -> Iterator[tuple[int, int]]:
    """What the winning tile can have joined in a suit, and as which kind; ``NOT_HERE`` where it may be elsewhere."""
    if winning in (NOT_HERE, WILD):
        yield NOT_HERE, NOT_HERE
    if winning == NOT_HERE:
        return
    if winning == WILD:
        kinds = [kind for kind, number in slots.items() if number > tiles // UNIT[kind] & 7]
    else:
        kinds = [winning]
    for kind in kinds:
        for code in dict.fromkeys(sets):
            if kind in set_kinds(code):
                yield code, kind
        if pair == kind:
            yield PAIR, kind


def standard(held: Held, lens: Lens) -> Iterator[Reading]:
    """The readings as sets and a pair."""
    if lens is WHOLE and not held.wilds and not held.shapes.honour_chows:
        yield from _without_wilds(held)
        return
    for part in _folded(held, held.suits, held.sets, lens, _looked_for(held, lens)):
        concealed = tuple(sorted(_kinds(part.sets, part.pair)))
        division = Division(Shape.STANDARD, part.sets + held.melds, part.pair)
        if lens.joined is None:
            yield from _joined_anywhere(held, division, concealed)
        else:
            yield _joined_reading(division, concealed, part)


def _without_wilds(held: Held) -> Iterator[Reading]:
    """Every reading as sets and a pair of a hand without wild tiles."""
    winning = held.winning
    assert winning is not None
    for sets, pair in plain_readings(held.suits):
        division = Division(Shape.STANDARD, sets + held.melds, pair)
        for number, code in enumerate(sets):
            if winning in set_kinds(code) and code not in sets[:number]:
                yield Reading(division, held.natural, number, winning)
        if pair == winning:
            yield Reading(division, held.natural, PAIR, winning)


def knitted_straights(held: Held, lens: Lens) -> Iterator[Reading]:
    """The readings as a knitted straight with a set and a pair, or with a set on the table and a pair."""
    if held.sets < 3:
        return
    for straight in KNITTED_STRAIGHTS:
        left = list(held.suits)
        missing = [kind for kind in straight if not left[kind // 9] // UNIT[kind] & 7]
        if len(missing) > len(held.wilds):
            continue
        for kind in straight:
            left[kind // 9] -= 0 if kind in missing else UNIT[kind]
        suits = (left[0], left[1], left[2], left[3])
        yield from _knitted(held, suits, straight, missing, lens)


def _knitted(
    held: Held, suits: Suits, straight: tuple[int, ...], missing: Sequence[int], lens: Lens
) -> Iterator[Reading]:
    """The readings with one straight, of which wild tiles fill what is missing."""
    sets = held.sets - 3
    winning = _looked_for(held, lens)
    if winning != NOT_HERE:
        for part in _folded(held, suits, sets, lens, winning):
            concealed = tuple(sorted([*_kinds(part.sets, part.pair), *straight]))
            yield _joined_reading(_knitted_division(held, part, straight), concealed, part)
    stands = missing[:1] if held.winning is None else [held.winning] if held.winning in straight else []
    if stands or lens.joined is None:
        for part in _folded(held, suits, sets, lens, NOT_HERE):
            concealed = tuple(sorted([*_kinds(part.sets, part.pair), *straight]))
            division = _knitted_division(held, part, straight)
            if stands:
                yield Reading(division, concealed, LOOSE, stands[0])
            else:
                yield from _joined_anywhere(held, division, concealed)


def _knitted_division(held: Held, part: _Part, straight: tuple[int, ...]) -> Division:
    return Division(Shape.KNITTED_STRAIGHT, part.sets + held.melds, part.pair, straight)


def _looked_for(held: Held, lens: Lens) -> int:
    """The winning tile as far as it is asked what it joined."""
    return NOT_HERE if lens.joined is None else WILD if held.winning is None else held.winning


def _joined_reading(division: Division, concealed: tuple[int, ...], part: _Part) -> Reading:
    joined = PAIR if part.joined == PAIR else part.sets.index(part.joined)
    return Reading(division, concealed, joined, part.winning)


def _joined_anywhere(held: Held, division: Division, concealed: tuple[int, ...]) -> Iterator[Reading]:
    """The reading with some set that the winning tile can have joined, where the rules do not ask."""
    natural = Counter(held.natural)
    free = [kind for kind, number in Counter(concealed).items() if number > natural[kind]]
    for kind in free if held.winning is None else [held.winning]:
        for number, code in enumerate(division.sets[: len(division.sets) - len(held.melds)]):
            if kind in set_kinds(code):
                yield Reading(division, concealed, number, kind)
                return
        if kind == division.pair:
            yield Reading(division, concealed, PAIR, kind)
            return
        if kind in division.knitted:
            yield Reading(division, concealed, LOOSE, kind)
            return


_State = tuple[int, int, bool, _Look]
"""Sets and pairs so far, whether the winning tile is placed, and what is seen."""


def _folded(held: Held, suits: Suits, sets: int, lens: Lens, winning: int) -> Iterator[_Part]:
    """The ways to read all suits together as ``sets`` sets and a pair, the tile ``winning`` in one of them."""
    if least_sets(suits, held.shapes.honour_chows) > sets:
        return
    start = _Look((), None, None, 0, 0)
    states: dict[_State, _Part] = {(0, 0, False, start): _Part((), NO_PAIR, NOT_HERE, NOT_HERE, 0)}
    for suit, tiles in enumerate(suits):
        after: dict[_State, _Part] = {}
        room = sets - least_sets([0] * (suit + 1) + list(suits[suit + 1 :]), held.shapes.honour_chows)
        ways = _Ways(held, suit, tiles, lens)
        for (done, paired, placed, look), part in states.items():
            here = NOT_HERE if placed or (winning not in (WILD, NOT_HERE) and winning // 9 != suit) else winning
            for more, pairs in ways.numbers(room - done, 1 - paired):
                for mine, piece in ways.parts(more, pairs, here):
                    joins = piece.joined != NOT_HERE
                    merged = _Look(
                        tuple(sorted(look.sets + mine.sets)),
                        mine.pair if pairs else look.pair,
                        mine.joined if joins else look.joined,
                        look.own + mine.own,
                        look.used | mine.used,
                    )
                    state = (done + more, paired + pairs, placed or joins, merged)
                    if state not in after:
                        after[state] = _joined_part(part, piece)
        states = after
    for (done, paired, placed, _), part in states.items():
        if done == sets and paired and placed == (winning != NOT_HERE):
            yield part


def _joined_part(first: _Part, second: _Part) -> _Part:
    """Two parts as one."""
    winner = second if second.joined != NOT_HERE else first
    return _Part(
        first.sets + second.sets,
        second.pair if first.pair == NO_PAIR else first.pair,
        winner.joined,
        winner.winning,
        first.own + second.own,
    )


class _Ways:
    """The ways to read the tiles of one suit."""

    def __init__(self, held: Held, suit: int, tiles: int, lens: Lens) -> None:
        self.suit, self.tiles, self.lens = suit, tiles, lens
        self.runs = held.shapes.honour_chows
        self.own = tuple(sorted((kind, number) for kind, number in held.own.items() if kind // 9 == suit))
        self.size = sum(tiles >> 3 * rank & 7 for rank in range(9))
        self.most = self.size + len(held.wilds)

    def numbers(self, sets: int, pairs: int) -> Iterator[tuple[int, int]]:
        """How many sets, ``sets`` at most, and pairs the tiles and wild ones can make."""
        for more in range(sets + 1):
            for pair in range(pairs + 1):
                if self.size <= 3 * more + 2 * pair <= self.most:
                    yield more, pair

    def parts(self, sets: int, pairs: int, winning: int) -> tuple[tuple[_Look, _Part], ...]:
        """Each look of so many sets and pairs, with a part that has it."""
        return _parts(self.lens, self.suit, self.runs, self.tiles, sets, pairs, winning, self.own)


# Shapes without sets -------------------------------------------------------------------------------------------------


def seven_pairs(held: Held, lens: Lens) -> Iterator[Reading]:
    """The readings as seven pairs: pairs of wild tiles stand for kinds that differ in what is seen."""
    if not is_seven_pairs(held):
        return
    natural = Counter(held.natural)
    pairs = Counter({kind: (copies + 1) // 2 for kind, copies in natural.items()})
    free = 7 - sum(pairs.values())
    found: set[tuple[object, ...]] = set()
    for more in combinations_with_replacement(_pair_kinds(held, pairs, lens, free), free):
        whole = pairs + Counter(more)
        concealed = tuple(sorted(kind for kind, number in whole.items() for _ in range(2 * number)))
        own = sum(min(number, 2 * whole[kind] - natural[kind]) for kind, number in held.own.items())
        quads = sum(number // 2 for number in whole.values())
        seen = sorted([repr(lens.pair(kind)) for kind in whole.elements()])
        wild_by_kind = whole[held.winning] * 2 - natural[held.winning] if held.winning is not None else 0
        look = (quads, own, wild_by_kind > 0, frozenset(kind // 9 for kind in whole), *seen)
        if look not in found:
            found.add(look)
            yield _loose(held, Shape.SEVEN_PAIRS, concealed)


def _pair_kinds(held: Held, pairs: Counter[int], lens: Lens, free: int) -> list[int]:
    """Kinds worth a pair of wild tiles: of those that look alike no more than there are pairs."""
    taken: Counter[tuple[object, ...]] = Counter()
    kinds = []
    for kind in range(KINDS) if free else ():
        look = (kind // 9, pairs[kind], lens.pair(kind), kind if kind in held.own else None)
        taken[look] += 1
        if taken[look] <= free:
            kinds.append(kind)
    return kinds


def _loose(held: Held, shape: Shape, concealed: tuple[int, ...]) -> Reading:
    """The reading of tiles in no sets."""
    winning = held.winning
    if winning is None:
        left = Counter(concealed) - Counter(held.natural)
        winning = max(sorted(left), key=lambda kind: (left[kind] > 1, kind in held.own))
    return Reading(Division(shape, held.melds, NO_PAIR), concealed, LOOSE, winning)


def _filled_from(held: Held, kinds: Sequence[int]) -> tuple[int, ...]:
    """The natural tiles and a kind for each wild one, from the first ``kinds``, which are enough."""
    return tuple(sorted([*held.natural, *kinds[: len(held.wilds)]]))


def _fills(held: Held, allowed: int, wanted: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The natural tiles filled up with ``allowed`` kinds: wild ones at their own face first, then ``wanted`` first."""
    own = [kind for kind, number in held.own.items() for _ in range(number) if allowed >> kind & 1]
    missing = [kind for kind in wanted if kind not in held.natural]
    spare = [next(kind for kind in range(KINDS) if allowed >> kind & 1)] * len(held.wilds)
    yield _filled_from(held, [*own, *(kind for kind in missing if kind not in own), *spare])
    if held.wilds:
        rest = list((Counter(own) - Counter(missing)).elements())
        yield _filled_from(held, [*missing, *rest, *spare])


def terminals(held: Held, lens: Lens) -> Iterator[Reading]:
    """The readings as terminals and honours in no order: at own faces, with every honour, and of one suit."""
    del lens
    if not is_terminals(held):
        return
    shown = {kind for code in held.melds for kind in set_kinds(code)}
    honours = [kind for kind in range(27, KINDS) if kind not in shown]
    fills = [*_fills(held, ORPHANS, honours)]
    suits = {kind // 9 for kind in (*held.natural, *shown)}
    if len(suits) == 1:
        fills.append(_filled_from(held, [9 * min(suits)] * len(held.wilds)))
    for concealed in dict.fromkeys(fills):
        yield _loose(held, Shape.TERMINALS, concealed)


def eyes(held: Held, lens: Lens) -> Iterator[Reading]:
    """The readings as twos, fives and eights in no order, wild tiles at their own face where that fits."""
    del lens
    if is_eyes(held):
        yield _loose(held, Shape.EYES, next(_fills(held, EYES, ())))


def winds(held: Held, lens: Lens) -> Iterator[Reading]:
    """The readings as winds in no order, wild tiles at their own face where that fits."""
    del lens
    if is_winds(held):
        yield _loose(held, Shape.WINDS, next(_fills(held, held.shapes.winds, ())))


def scattered_tiles(held: Held, lens: Lens) -> Iterator[Reading]:
    """The readings as scattered tiles: all wild ones at their own face, and with as many honours as can be."""
    del lens
    if held.melds or held.size != 14:
        return
    own = tuple(kind for kind, number in held.own.items() for _ in range(number))
    fills = [tuple(sorted((*held.natural, *own)))] if len(own) == len(held.wilds) else []
    for kinds in [*fills, held.natural]:
        for concealed in scattered(held, kinds):
            yield _loose(held, Shape.SCATTERED, concealed)
        if not held.wilds:
            return


def thirteen_orphans(held: Held, lens: Lens) -> Iterator[Reading]:
    """The reading as one of each terminal and honour and one more."""
    del lens
    if is_thirteen_orphans(held):
        orphans = [kind for kind in range(KINDS) if ORPHANS >> kind & 1]
        missing = [kind for kind in orphans if kind not in held.natural]
        pair = [next((kind for kind in held.own if kind in orphans), orphans[0])]
        yield _loose(held, Shape.THIRTEEN_ORPHANS, _filled_from(held, [*missing, *pair]))


def knitted_honours(held: Held, lens: Lens) -> Iterator[Reading]:
    """The readings as knitted tiles and honours: with as many honours as can be, and with a whole straight."""
    del lens
    if not is_knitted_honours(held):
        return
    fills = []
    for straight in KNITTED_STRAIGHTS:
        if all(kind > 26 or kind in straight for kind in held.natural):
            honours = [kind for kind in range(27, KINDS) if kind not in held.natural]
            suited = [kind for kind in straight if kind not in held.natural]
            fills += [_filled_from(held, honours + suited), _filled_from(held, suited + honours)]
    for concealed in dict.fromkeys(fills):
        yield _loose(held, Shape.KNITTED_HONOURS, concealed)


def pairs_and_pung(held: Held, lens: Lens) -> Iterator[Reading]:
    """The reading as seven pairs and a pung, no wild tile among them."""
    del lens
    if not held.wilds and is_pairs_and_pung(held):
        counts = Counter(held.natural)
        pung = next(kind for kind, copies in counts.items() if copies == 3)
        yield _beside(held, Shape.PAIRS_AND_PUNG, PUNG + pung)


def orphans_and_set(held: Held, lens: Lens) -> Iterator[Reading]:
    """The readings as terminals and honours with a set, no wild tile among them."""
    del lens
    if held.wilds or not is_orphans_and_set(held):
        return
    rest = Counter(held.natural) - Counter(kind for kind in range(KINDS) if ORPHANS >> kind & 1)
    for twice in sorted(kind for kind in rest if ORPHANS >> kind & 1):
        first, *more = sorted((rest - Counter([twice])).elements())
        if more == [first, first]:
            yield _beside(held, Shape.ORPHANS_AND_SET, PUNG + first)
        elif more == [first + 1, first + 2] and first < 27 and first % 9 < 7:
            yield _beside(held, Shape.ORPHANS_AND_SET, CHOW + first)


def _beside(held: Held, shape: Shape, code: int) -> Reading:
    """The reading of a set with tiles in no sets beside it."""
    assert held.winning is not None
    return Reading(Division(shape, (code,), NO_PAIR), held.natural, LOOSE, held.winning)


def unrelated(held: Held, lens: Lens) -> Iterator[Reading]:
    """The reading as sixteen tiles apart and one more, no wild tile among them."""
    del lens
    if not held.wilds and is_unrelated(held):
        yield _loose(held, Shape.UNRELATED, held.natural)


def flowers(held: Held, lens: Lens) -> Iterator[Reading]:
    """The reading as flowers that win alone; a flower has no kind, so no kind won."""
    del lens
    if is_flowers(held):
        yield Reading(Division(Shape.FLOWERS, (), NO_PAIR), held.natural, LOOSE, -1)


_WAYS: dict[Shape, Callable[[Held, Lens], Iterator[Reading]]] = {
    Shape.STANDARD: standard,
    Shape.SEVEN_PAIRS: seven_pairs,
    Shape.THIRTEEN_ORPHANS: thirteen_orphans,
    Shape.KNITTED_HONOURS: knitted_honours,
    Shape.KNITTED_STRAIGHT: knitted_straights,
    Shape.TERMINALS: terminals,
    Shape.SCATTERED: scattered_tiles,
    Shape.EYES: eyes,
    Shape.WINDS: winds,
    Shape.PAIRS_AND_PUNG: pairs_and_pung,
    Shape.ORPHANS_AND_SET: orphans_and_set,
    Shape.UNRELATED: unrelated,
    Shape.FLOWERS: flowers,
}


def readings(held: Held, lens: Lens) -> Iterator[Reading]:
    """Every reading in the shapes of the rules, of those that look alike through the lens one; none for no win."""
    for shape, way in _WAYS.items():
        if shape in held.shapes.names and (shape is Shape.FLOWERS or not held.flower_win):
            yield from way(held, lens)
