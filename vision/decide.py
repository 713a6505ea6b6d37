"""Every likely way to read the tiles of a photo as a whole: where each belongs and what it shows, decided together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from vision.detection import Detection
from vision.game import Game
from vision.joint import BONUS, FLOOR, Joint, Problem, Set, Spot, best_readings, spot
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

Arrange = Callable[[Sequence[Detection]], Layout]


@dataclass(frozen=True, slots=True)
class Whole:
    """One way to read the whole photo."""

    layout: Layout
    """Its detections show what they are taken for."""
    seen: tuple[Detection, ...]
    """What was seen at each of the layout's tiles."""
    weight: float
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

    def faces(self) -> dict[Detection, str | None]:
        """What each detection is taken for."""
        return {one: self.face(number) for number, one in enumerate(self.seen)}


def wholes(detections: Sequence[Detection], arrange: Arrange, game: Game, *, joint: bool = True) -> list[Whole]:
    """The likely ways to read ``detections``, the likeliest first, at least one.

    ``arrange`` lays out any of them. Without ``joint`` each tile is what it most likely shows by itself.
    """
    layout = arrange(detections)
    plain = Whole(layout, tuple(tile.detection for tile in layout.tiles), 0.0)
    if not joint or not layout.tiles:
        return [plain]
    pool = list(_of_layouts(layout, plain.seen, game))
    if layout.size is None:
        pool += _dropped(plain, arrange, game)
    best = max(pool, key=lambda whole: whole.weight, default=plain)
    pool += _laid_again(best, detections, arrange, game)
    return _ranked(pool) or [plain]


def _ranked(pool: Iterable[Whole]) -> list[Whole]:
    """Each of ``pool`` once, the likeliest first, with its chance."""
    best: dict[object, Whole] = {}
    for whole in pool:
        key = _key(whole)
        if key not in best or whole.weight > best[key].weight:
            best[key] = whole
    ranked = sorted(best.values(), key=lambda whole: -whole.weight)[:MOST_WHOLES]
    shares = [exp(whole.weight - ranked[0].weight) for whole in ranked]
    return [replace(whole, chance=share / sum(shares)) for whole, share in zip(ranked, shares, strict=True)]


def _key(whole: Whole) -> object:
    """What two wholes that read the same have in common."""
    pairs = zip(whole.seen, whole.layout.tiles, strict=True)
    tiles = tuple((one, tile.detection.face, tile.role) for one, tile in pairs)
    melds = frozenset((meld.kind, tuple(whole.seen[number] for number in meld.tiles)) for meld in whole.layout.melds)
    return frozenset(tiles), melds, whole.dropped


def _of_layouts(layout: Layout, seen: Sequence[Detection], game: Game) -> Iterator[Whole]:
    """The readings of a layout and its alternatives, of tiles that show what was ``seen``."""
    layouts = (layout, *layout.alternatives)
    asked = {number for one in layouts for number in one.having(*HAND_ROLES, Role.INDICATOR)}
    spots = {number: spot(seen[number]) for number in sorted(asked)}
    for one in layouts:
        weight = log(max(one.confidence, FLOOR) if one.size is not None else UNFIT)
        for joint in _legal(problem(one, spots, game)):
            yield Whole(shown(one, joint), tuple(seen), weight - joint.cost, joint.complete)


def _legal(asked: Problem) -> list[Joint]:
    """The likely readings, with tiles that are not played with only where there are none without."""
    found = best_readings(asked)
    if found or not asked.game.absent:
        return found
    return best_readings(replace(asked, game=replace(asked.game, absent=frozenset())))


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


def _dropped(plain: Whole, arrange: Arrange, game: Game) -> Iterator[Whole]:
    """The readings in which one of the less certain detections is no tile and the others are a hand."""
    numbers = [number for number in plain.layout.having(*HAND_ROLES) if plain.seen[number].tile <= 1 - DOUBTED]
    for number in sorted(numbers, key=lambda number: plain.seen[number].tile)[:MOST_DROPPED]:
        rest = arrange([one for at, one in enumerate(plain.seen) if at != number])
        if rest.size is None:
            continue
        tile = plain.seen[number].tile
        odds = log(max(1 - tile, FLOOR)) - log(max(tile, FLOOR))
        for whole in _of_layouts(rest, [one.detection for one in rest.tiles], game):
            yield restored(replace(whole, weight=whole.weight + odds), plain.layout.tiles[number], number)


def restored(whole: Whole, tile: Placed, number: int) -> Whole:
    """``whole`` with a tile that it takes for none, again in its place of the reading order."""
    return replace(
        whole,
        layout=inserted(whole.layout, tile, number),
        seen=(*whole.seen[:number], tile.detection, *whole.seen[number:]),
        dropped=frozenset({number, *(other + (other >= number) for other in whole.dropped)}),
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


def _laid_again(best: Whole, detections: Sequence[Detection], arrange: Arrange, game: Game) -> list[Whole]:
    """The readings of the layout that follows from what the tiles are taken for, where that is not what was seen."""
    taken = {one: tile.detection for one, tile in zip(best.seen, best.layout.tiles, strict=True)}
    if best.dropped or all(one.face == tile.face for one, tile in taken.items()):
        return []
    layout = arrange([taken[one] for one in detections])
    before = {tile: one for one, tile in taken.items()}
    return list(_of_layouts(layout, [before[tile.detection] for tile in layout.tiles], game))


def doubt_of_rest(seen: Detection, complete: bool) -> float:
    """Chance that a tile shows a face that was not considered at all, after the others were."""
    rest = spot(seen).rest
    return rest / (rest + (1 - rest) * (exp(BONUS) if complete else 1.0))
