"""The most probable legal reading of a hand's tiles together, where each on its own would say what is likeliest for it.

Tiles are read one by one, but they lie together: there are four of a kind, a meld is a set, and so many tiles make a
hand. Among all that the tiles may show, the readings that keep to this are looked for, the likeliest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from math import inf, log

from scoring.complete import is_complete
from scoring.errors import MeldError
from scoring.hand import Meld, MeldKind
from scoring.tiles import ALL_TILES, KIND_TILES, Tile, parse_tile
from vision.detection import Detection
from vision.game import Game
from vision.labels import BACK, CLASS_NUMBERS, LABELS, is_flower, plain
from vision.melds import set_kind

FLOOR = 0.001
"""A face less likely than this is not considered."""

BONUS = log(100)
"""How much likelier, as a logarithm, a complete hand is than another of the same tiles, before they are looked at.

Being bounded, it never outweighs a tile that is a hundred times as likely as any other face: such a tile stays what it
is, complete hand or not.
"""

SPAN = log(200)
"""Readings that are less likely than the best by more than this, as a logarithm, are left out."""

MOST_STEPS = 600
"""Most readings, legal or not, that are looked at for one layout."""

COSTLY = 1e-9
"""Chance that stands for none at all."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What may lie at one place: faces, the likeliest first, each with what it costs, -log of its chance."""

    faces: tuple[str, ...]
    costs: tuple[float, ...]
    rest: float = 0.0
    """Chance that it is none of these."""


@dataclass(frozen=True, slots=True)
class Set:
    """A set laid down: places, and its kind as it was laid."""

    kind: MeldKind
    spots: tuple[int, ...]
    told: bool = False
    """Whether a person said so, so that it is of no other kind."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A legal reading of all places together."""

    faces: tuple[str, ...]
    cost: float
    """-log of its chance, up to a constant; a complete hand has the bonus taken off."""
    complete: bool


def spot(detection: Detection) -> Spot:
    """What a detection may show."""
    chances = _considered(detection)
    whole = max(1.0, sum(chances.values()))
    faces = sorted(chances, key=lambda face: -chances[face])
    costs = tuple(-log(max(chances[face] / whole, COSTLY)) for face in faces)
    return Spot(tuple(faces), costs, unconsidered(detection))


def unconsidered(detection: Detection) -> float:
    """Chance of the faces that are not considered, all together."""
    left = 1 - sum(_considered(detection).values())
    return left if left >= FLOOR else 0.0


def _considered(detection: Detection) -> dict[str, float]:
    """The faces that a detection may show, with their chances."""
    others = {face: chance for face, chance in detection.runners_up if chance >= FLOOR and face != detection.face}
    return {detection.face: detection.confidence} | others


@dataclass(frozen=True)
class Problem:
    """Places, how they lie together, and what is played."""

    spots: tuple[Spot, ...]
    """The tiles of the hand, and after them the indicators."""
    sets: tuple[Set, ...]
    hand: int
    """How many of the spots are the hand's."""
    size: int | None
    """Tiles of the whole hand, a kong counted as three; ``None`` when nothing is known about it."""
    game: Game

    @cached_property
    def loose(self) -> tuple[int, ...]:
        """The places of the hand that are in no set."""
        taken = {number for laid in self.sets for number in laid.spots}
        return tuple(number for number in range(self.hand) if number not in taken)

    @cached_property
    def concealed(self) -> int | None:
        """How many of the loose places show concealed tiles, rather than flowers."""
        return None if self.size is None else self.size - 3 * len(self.sets)

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """How many of each plain face there can be, by class number."""
        return _limits(self.game)

    @cached_property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """The class number of the plain face of each candidate of each place."""
        return tuple(tuple([_PLAIN[face] for face in one.faces]) for one in self.spots)

    def chosen(self, masks: Sequence[int]) -> list[int]:
        """The likeliest candidate left at each place."""
        return [(mask & -mask).bit_length() - 1 for mask in masks]

    def conflict(self, chosen: Sequence[int]) -> list[tuple[int, int]] | None:
        """Places that cannot all show what they do, or ``None`` when the reading is legal.

        Each comes with those of its candidates, a bit each, that it is not enough to exchange for one another: one of
        the places must show another face than these.
        """
        return self._copies(chosen) or self._unset(chosen) or self._miscounted(chosen)

    def _copies(self, chosen: Sequence[int]) -> list[tuple[int, int]] | None:
        """A kind of tile that is there too often."""
        seen = [numbers[place] for numbers, place in zip(self.numbers, chosen, strict=True)]
        counts = Counter(seen)
        for laid in self.sets:
            counts.update(self._hidden(laid, seen))
        limits = self.limits
        for number, count in counts.items():
            if count > limits[number] and number != _BACK:
                return [(at, self._like(at, number)) for at, other in enumerate(seen) if other == number]
        return None

    @staticmethod
    def _hidden(laid: Set, seen: Sequence[int]) -> list[int]:
        """The tiles that lie face down in a set whose other tiles show what they are."""
        shown = [seen[at] for at in laid.spots if seen[at] != _BACK]
        return shown[:1] * (len(laid.spots) - len(shown))

    def _unset(self, chosen: Sequence[int]) -> list[tuple[int, int]] | None:
        """A set that is none."""
        for laid in self.sets:
            faces = [self.spots[at].faces[chosen[at]] for at in laid.spots]
            if not _fits(laid.kind, tuple(faces), laid.told, self.game.shapes.honour_chows):
                return [(at, 1 << chosen[at]) for at in laid.spots]
        return None

    def _miscounted(self, chosen: Sequence[int]) -> list[tuple[int, int]] | None:
        """Too many concealed tiles, or too few."""
        if self.concealed is None:
            return None
        flowers = [at for at in self.loose if self.numbers[at][chosen[at]] in _FLOWERS]
        missing = self.concealed - (len(self.loose) - len(flowers))
        if not missing:
            return None
        wrong = flowers if missing > 0 else [at for at in self.loose if at not in flowers]
        return [(at, self._flowery(at, missing > 0)) for at in wrong]

    def _like(self, at: int, number: int) -> int:
        """The candidates of a place that are one kind of tile."""
        return sum(1 << place for place, other in enumerate(self.numbers[at]) if other == number)

    def _flowery(self, at: int, flowers: bool) -> int:
        """The candidates of a place that are flowers, or those that are not."""
        return sum(1 << place for place, other in enumerate(self.numbers[at]) if (other in _FLOWERS) == flowers)

    @cached_property
    def kinds(self) -> tuple[tuple[int, ...], ...]:
        """The kind of each candidate of each place, or what else it is: ``WILD``, ``ASIDE`` or ``HIDDEN``."""
        kinds = _kinds(self.game.wild)
        return tuple(tuple([kinds[face] for face in one.faces]) for one in self.spots)

    def is_complete(self, chosen: Sequence[int]) -> bool:
        """Whether the tiles are a complete hand."""
        if self.concealed is None:
            return False
        shown = [self.kinds[at][chosen[at]] for at in self.loose]
        if HIDDEN in shown:
            return False
        kinds = tuple(sorted([kind for kind in shown if kind >= 0]))
        melds = self._melds(chosen, kinds)
        return melds is not None and is_complete(kinds, shown.count(WILD), melds, self.game.shapes)

    def _melds(self, chosen: Sequence[int], kinds: Collection[int]) -> tuple[Meld, ...] | None:
        """The sets; a kong that lies face down is of some kind that nothing else shows. ``None`` if one is no set."""
        faces = [tuple(self.spots[at].faces[chosen[at]] for at in laid.spots) for laid in self.sets]
        shown = {face for laid in faces for face in laid if face != BACK}
        free = (tile.code for kind, tile in enumerate(KIND_TILES) if kind not in kinds and tile.code not in shown)
        melds = [
            _meld(laid.kind, of if laid.kind is not MeldKind.KONG_CONCEALED or {*of} != {BACK} else (next(free),) * 4)
            for laid, of in zip(self.sets, faces, strict=True)
        ]
        return None if None in melds else tuple(meld for meld in melds if meld is not None)


WILD, ASIDE, HIDDEN = -1, -2, -3
"""In place of a tile's kind: it is wild, it is a flower, or it lies face down."""


@lru_cache(maxsize=64)
def _limits(game: Game) -> tuple[int, ...]:
    return tuple(game.limit(face) for face in LABELS)


@lru_cache(maxsize=64)
def _kinds(wild: tuple[Tile, ...]) -> dict[str, int]:
    codes = {tile.code for tile in wild}
    return {face: _kind(face, codes) for face in LABELS}


def _kind(face: str, wild: Collection[str]) -> int:
    if face == BACK:
        return HIDDEN
    return WILD if plain(face) in wild else ASIDE if is_flower(face) else _KINDS[face]


_PLAIN = {face: CLASS_NUMBERS[plain(face)] for face in LABELS}
_BACK = CLASS_NUMBERS[BACK]
_FLOWERS = frozenset(CLASS_NUMBERS[face] for face in LABELS if is_flower(face))
_KINDS = {tile.code: tile.kind for tile in ALL_TILES if tile.kind is not None}


@lru_cache(maxsize=1 << 14)
def _fits(kind: MeldKind, faces: tuple[str, ...], told: bool, honour_chows: bool) -> bool:
    """Whether ``faces`` are a set like one of that ``kind``, and of that very kind where it was ``told``."""
    found = set_kind(faces)
    if found is None:
        known = kind is MeldKind.KONG_OPENING or (kind is MeldKind.CHOW and honour_chows)
        return known and _meld(kind, faces) is not None
    if kind.is_kong or found.is_kong:
        return kind.is_kong and found.is_kong and (kind.is_concealed or BACK not in faces)
    return found is kind or not told


@lru_cache(maxsize=1 << 12)
def _meld(kind: MeldKind, faces: tuple[str, ...]) -> Meld | None:
    """The set that ``faces`` are, tiles face down being what the others show; ``None`` when they are none."""
    shown = [face for face in faces if face != BACK]
    hidden = [plain(face) for face in shown[:1]] * (len(faces) - len(shown))
    found = kind if kind.is_kong else set_kind(faces) or kind
    try:
        return Meld(found, tuple(parse_tile(face) for face in (*shown, *hidden)))
    except MeldError:
        return None


def best_readings(problem: Problem, most: float = inf) -> list[Joint]:
    """The legal readings within ``SPAN`` of the likeliest one, that one first; none when nothing is legal.

    A cost of ``most`` stands for another reading that is known: none that cost more by ``SPAN`` are looked for. Where
    the tiles are so unsure that ``MOST_STEPS`` do not do, the likeliest of those looked at.
    """
    found: list[Joint] = []
    best = most
    start = [(1 << len(one.faces)) - 1 for one in problem.spots]
    heap = [(sum(one.costs[0] for one in problem.spots), 0, start)]
    pushed = steps = 0
    while heap and steps < MOST_STEPS:
        cost, _, masks = heappop(heap)
        if cost - BONUS > best + SPAN:
            break
        steps += 1
        chosen = problem.chosen(masks)
        conflict = problem.conflict(chosen)
        if conflict is None:
            joint = _joint(problem, chosen, cost)
            best = min(best, joint.cost)
            found.append(joint)
            conflict = [(at, 1 << place) for at, place in enumerate(chosen)]
        for other, more in _branches(problem, masks, chosen, conflict, best + SPAN + BONUS - cost):
            pushed += 1
            heappush(heap, (cost + more, pushed, other))
    return sorted((one for one in found if one.cost <= best + SPAN), key=lambda one: one.cost)


def _joint(problem: Problem, chosen: Sequence[int], cost: float) -> Joint:
    faces = tuple(one.faces[place] for one, place in zip(problem.spots, chosen, strict=True))
    complete = problem.is_complete(chosen)
    return Joint(faces, cost - BONUS if complete else cost, complete)


def _branches(
    problem: Problem, masks: list[int], chosen: Sequence[int], conflict: Sequence[tuple[int, int]], most: float
) -> Iterator[tuple[list[int], float]]:
    """Every other way to choose from ``masks``, apart from those with all of ``conflict``: parts that do not overlap.

    In each part one place leaves its candidates of the conflict, and those before it keep to theirs; with it comes
    what the likeliest choice there costs more, which is not above ``most``.
    """
    kept = list(masks)
    for at, candidates in conflict:
        left = kept[at] & ~candidates
        if left:
            costs = problem.spots[at].costs
            more = costs[(left & -left).bit_length() - 1] - costs[chosen[at]]
            if more <= most:
                other = kept.copy()
                other[at] = left
                yield other, more
        kept[at] &= candidates
