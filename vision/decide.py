"""Every likely way to read the tiles of a photo as a whole: where each belongs and what it shows, decided together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log

from vision.detection import Detection
from vision.game import Game
from vision.joint import BONUS, FLOOR, SPAN, Joint, Problem, Set, Spot, best_readings, spot, unconsidered
from vision.labels import is_flower
from vision.layout import FoundMeld, Layout, Placed, Role
from vision.melds import set_kind

HAND_ROLES = (Role.CONCEALED, Role.MELD, Role.FLOWER, Role.WINNING)

UNFIT = 0.02
"""Chance that a photo shows no whole hand, or one that the layout does not make out."""

DOUBTED = 0.005
"""A detection that is no tile with less than this chance is one."""

MOST_DROPPED = 3
"""Detections that are left out by turns to see whether the others are a hand."""

MOST_WHOLES = 24
"""Readings that are kept."""

Arrange = Callable[[Sequence[Detection], int | None], Layout]
"""Lays out detections, of which the one with that index in the reading order may have been left out."""


@dataclass(frozen=True, slots=True)
class Whole:
    """One way to read the whole photo."""

    layout: Layout
    """Its detections show what they are taken for."""
    seen: tuple[Detection, ...]
    """What was seen at each of the layout's tiles."""
    order: tuple[int, ...]
    """Which of the detections that were read each of the tiles is."""
    weight: float = 0.0
    """Logarithm of its chance, up to a constant."""
    complete: bool = False
    """Whether it is a complete hand."""
    dropped: frozenset[int] = frozenset()
    """Tiles of the layout that are taken for none."""
    chance: float = 1.0
    """Chance among all that were looked at."""

    def face(self, number: int) -> str | None:
        """What a tile is taken for; ``None`` for no tile."""
        return None if number in self.dropped else self.layout.tiles[number].detection.face

    @property
    def key(self) -> object:
        """What two that read the same have in common, whatever the order of their tiles."""
        tiles = frozenset(
            (at, tile.detection.face, tile.role) for at, tile in zip(self.order, self.layout.tiles, strict=True)
        )
        melds = frozenset((meld.kind, frozenset(self.order[n] for n in meld.tiles)) for meld in self.layout.melds)
        return tiles, melds, frozenset(self.order[number] for number in self.dropped)


@dataclass(frozen=True, slots=True)
class Laid:
    """Detections as they were laid out, with what can be made of each way to do so."""

    layout: Layout
    seen: tuple[Detection, ...]
    order: tuple[int, ...]
    dropped: tuple[Placed, int, int] | None = None
    """A tile that was left out, its place in the reading order, and which of the detections it is."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of the layouts of detections with one of its readings."""

    weight: float
    laid: Laid
    layout: Layout
    joint: Joint

    def whole(self) -> Whole:
        """What it says of every tile."""
        laid = self.laid
        whole = Whole(shown(self.layout, self.joint), laid.seen, laid.order, self.weight, self.joint.complete)
        return whole if laid.dropped is None else restored(whole, *laid.dropped)


def wholes(detections: Sequence[Detection], arrange: Arrange, game: Game, *, joint: bool = True) -> list[Whole]:
    """The likely ways to read ``detections``, the likeliest first, at least one.

    ``arrange`` lays out any of them. Without ``joint`` each tile is what it most likely shows by itself.
    """
    first = _laid(detections, range(len(detections)), arrange)
    plain = Whole(first.layout, first.seen, first.order)
    if not joint or not first.layout.tiles:
        return [plain]
    pool = _options(first, game, -inf)
    if first.layout.size is None:
        pool += _with_one_less(first, arrange, game)
    best = max(pool, key=lambda option: option.weight, default=None)
    if best is None:
        return [plain]
    pool += _laid_again(best, detections, arrange, game)
    return _ranked(pool)


def _laid(
    detections: Sequence[Detection], numbers: Sequence[int], arrange: Arrange, without: int | None = None
) -> Laid:
    """``detections`` laid out, of which ``numbers`` tells which they are; of equal ones each is one of them."""
    layout = arrange(detections, without)
    seen = tuple(tile.detection for tile in layout.tiles)
    left: defaultdict[Detection, list[int]] = defaultdict(list)
    for one, number in zip(detections, numbers, strict=True):
        left[one].append(number)
    return Laid(layout, seen, tuple(left[one].pop(0) for one in seen))


def _ranked(pool: Iterable[Option]) -> list[Whole]:
    """Each of ``pool`` once, the likeliest first, with its chance."""
    ranked = sorted(pool, key=lambda option: -option.weight)
    best: dict[object, Whole] = {}
    for option in ranked:
        if option.weight < ranked[0].weight - SPAN or len(best) == MOST_WHOLES:
            break
        whole = option.whole()
        best.setdefault(whole.key, whole)
    shares = [exp(whole.weight - ranked[0].weight) for whole in best.values()]
    return [replace(whole, chance=share / sum(shares)) for whole, share in zip(best.values(), shares, strict=True)]


def _options(laid: Laid, game: Game, least: float) -> list[Option]:
    """The readings of a layout and its alternatives; none much less likely than the best, or than ``least``."""
    layouts = (laid.layout, *laid.layout.alternatives)
    asked = {number for one in layouts for number in one.having(*HAND_ROLES, Role.INDICATOR)}
    spots = {number: spot(laid.seen[number]) for number in sorted(asked)}
    found: list[Option] = []
    for one in layouts:
        chance = log(max(one.confidence, FLOOR) if one.size is not None else UNFIT)
        joints = _legal(problem(one, spots, game), chance - least)
        found += [Option(chance - joint.cost, laid, one, joint) for joint in joints]
        least = max([least, *(chance - joint.cost for joint in joints)])
    return found


def _legal(asked: Problem, most: float) -> list[Joint]:
    """The likely readings, with tiles that are not played with only where there are none without."""
    found = best_readings(asked, most)
    if found or not asked.game.absent:
        return found
    return best_readings(replace(asked, game=replace(asked.game, absent=frozenset())), most)


def problem(layout: Layout, spots: Mapping[int, Spot], game: Game) -> Problem:
    """What ``layout`` asks of the faces at its ``spots``."""
    hand, shown_tiles = layout.having(*HAND_ROLES), layout.having(Role.INDICATOR)
    place = {number: at for at, number in enumerate(hand)}
    sets = tuple(Set(meld.kind, tuple(place[number] for number in meld.tiles), meld.told) for meld in layout.melds)
    seen = game.seeing([layout.tiles[number].detection.face for number in shown_tiles])
    return Problem(tuple(spots[number] for number in (*hand, *shown_tiles)), sets, len(hand), layout.size, seen)


def shown(layout: Layout, joint: Joint) -> Layout:
    """``layout`` with the faces that were decided on, and the roles and melds that follow from them."""
    numbers = (*layout.having(*HAND_ROLES), *layout.having(Role.INDICATOR))
    faces = dict(zip(numbers, joint.faces, strict=True))
    if all(layout.tiles[number].detection.face == face for number, face in faces.items()):
        return layout
    tiles = tuple(_showing(tile, faces.get(number)) for number, tile in enumerate(layout.tiles))
    melds = tuple(_renamed(meld, faces) for meld in layout.melds)
    winning = layout.winning if layout.winning is None or tiles[layout.winning].role is Role.WINNING else None
    return replace(layout, tiles=tiles, melds=melds, winning=winning)


def _showing(tile: Placed, face: str | None) -> Placed:
    """``tile`` with another face, and the role that it has with that."""
    if face is None or face == tile.detection.face:
        return tile
    role = tile.role
    if role in (Role.CONCEALED, Role.WINNING, Role.FLOWER) and is_flower(face) != (role is Role.FLOWER):
        role = Role.FLOWER if is_flower(face) else Role.CONCEALED
    return replace(tile, detection=replace(tile.detection, face=face), role=role)


def _renamed(meld: FoundMeld, faces: Mapping[int, str]) -> FoundMeld:
    """``meld`` as what its tiles make with these faces."""
    kept = meld.told or meld.kind.is_kong
    return replace(meld, kind=meld.kind if kept else set_kind([faces[n] for n in meld.tiles]) or meld.kind)


def _with_one_less(laid: Laid, arrange: Arrange, game: Game) -> Iterator[Option]:
    """The readings in which one of the less certain detections is no tile and the others are a hand."""
    numbers = [number for number in laid.layout.having(*HAND_ROLES) if laid.seen[number].tile <= 1 - DOUBTED]
    for number in sorted(numbers, key=lambda number: laid.seen[number].tile)[:MOST_DROPPED]:
        others = [at for at in range(len(laid.seen)) if at != number]
        rest = _laid([laid.seen[at] for at in others], [laid.order[at] for at in others], arrange, number)
        if rest.layout.size is None:
            continue
        tile = laid.seen[number].tile
        odds = log(max(1 - tile, FLOOR)) - log(max(tile, FLOOR))
        whole = replace(rest, dropped=(laid.layout.tiles[number], number, laid.order[number]))
        for option in _options(whole, game, -inf):
            yield replace(option, weight=option.weight + odds)


def restored(whole: Whole, tile: Placed, number: int, at: int) -> Whole:
    """``whole`` with a tile that it takes for none, again in its place of the reading order."""
    return replace(
        whole,
        layout=inserted(whole.layout, tile, number),
        seen=(*whole.seen[:number], tile.detection, *whole.seen[number:]),
        order=(*whole.order[:number], at, *whole.order[number:]),
        dropped=frozenset({number}),
    )


def inserted(layout: Layout, tile: Placed, number: int) -> Layout:
    """``layout`` with a tile put in at a place of the reading order that is not part of the hand."""

    def moved(other: int) -> int:
        return other + (other >= number)

    def where(other: int | None) -> int | None:
        return None if other is None else moved(other)

    return replace(
        layout,
        tiles=(*layout.tiles[:number], replace(tile, role=Role.OTHER), *layout.tiles[number:]),
        melds=tuple(
            replace(meld, tiles=tuple(map(moved, meld.tiles)), turned=where(meld.turned)) for meld in layout.melds
        ),
        winning=where(layout.winning),
        unsure=tuple(map(moved, layout.unsure)),
        alone=where(layout.alone),
        alternatives=tuple(inserted(other, tile, number) for other in layout.alternatives),
    )


def _laid_again(best: Option, detections: Sequence[Detection], arrange: Arrange, game: Game) -> list[Option]:
    """The readings of the layout that follows from what the tiles are taken for, where that is not what was seen."""
    whole = best.whole()
    pairs = zip(whole.order, whole.layout.tiles, strict=True)
    taken = {at: tile.detection for at, tile in pairs if tile.detection.face != detections[at].face}
    if whole.dropped or not taken:
        return []
    again = [taken.get(number, one) for number, one in enumerate(detections)]
    laid = _laid(again, range(len(again)), arrange)
    seen = tuple(detections[at] for at in laid.order)
    return _options(replace(laid, seen=seen), game, best.weight)


def doubt_of_rest(seen: Detection, complete: bool) -> float:
    """Chance that a tile shows a face that was not considered at all, after the others were."""
    other = unconsidered(seen)
    return other / (other + (1 - other) * (exp(BONUS) if complete else 1.0))
