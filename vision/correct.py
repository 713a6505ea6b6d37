"""What a person says of a reading, and the reading that follows from it without the photo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.errors import NotationError
from scoring.hand import MeldKind
from scoring.tiles import parse_tile
from vision.decide import HAND_ROLES, inserted, wholes
from vision.detection import Box, Detection
from vision.errors import VisionError
from vision.game import ANY_GAME, Game
from vision.hand_reading import HandReading, ReadTile
from vision.hints import Hints
from vision.labels import BACK, is_flower, plain
from vision.layout import FoundMeld, Layout, Placed, Role, arrange
from vision.melds import set_kind
from vision.reading import reading_of
from vision.unmet import with_unmet

MOST_CORRECTIONS = 100
"""Most corrections at once."""

ASIDE = 1.05
"""How far from a tile, in its widths, one is put that was added beside it."""


class CorrectionError(VisionError):
    """A correction makes no sense. Code: ``bad_correction``."""

    def __init__(self, message: str, index: int, field: str) -> None:
        super().__init__("bad_correction", f"corrections.{index}.{field}: {message}")
        self.index = index
        """Which of the corrections, counted from 0."""
        self.part = field
        """The part of it at fault."""
        self.place = f"corrections.{index}.{field}"
        """Both, as in ``corrections.1.face``."""

    def __reduce__(self) -> tuple[type[CorrectionError], tuple[str, int, str]]:  # type: ignore[override]
        return type(self), (self.message.partition(": ")[2], self.index, self.part)


@dataclass(frozen=True, slots=True)
class Replace:
    """The tile is another one, which need not be among those that it may show."""

    tile: int
    """Index into ``HandReading.tiles``, as all indices here, before any correction of the same list."""
    face: str


@dataclass(frozen=True, slots=True)
class Add:
    """There is a tile that was not seen."""

    face: str
    box: Box | None = None
    """Where it lies, in pixels."""
    beside: int | None = None
    """A tile that it lies to the right of; without this and a box, the last concealed one."""
    role: Role | None = None
    """Concealed unless something else is said; a flower is one."""


@dataclass(frozen=True, slots=True)
class Delete:
    """There is no such tile."""

    tile: int


@dataclass(frozen=True, slots=True)
class Move:
    """The tile is something else to the hand; moved to the melds, it is the fourth of a pung laid down."""

    tile: int
    role: Role


@dataclass(frozen=True, slots=True)
class Win:
    """The tile is the winning one."""

    tile: int


@dataclass(frozen=True, slots=True)
class Turn:
    """The tile lies on its side, or does not."""

    tile: int
    rotated: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The tiles are a set laid down."""

    tiles: tuple[int, ...]
    kind: MeldKind


Correction = Replace | Add | Delete | Move | Win | Turn | Group


@dataclass(frozen=True, slots=True)
class Item:
    """A tile, and what a person said of it."""

    seen: ReadTile
    face: str | None = None
    role: Role | None = None
    rotated: bool | None = None

    @property
    def box(self) -> Box:
        """Where it lies."""
        return self.seen.detection.box

    @property
    def detection(self) -> Detection:
        """What was seen, as far as what was said of it leaves it open."""
        one = self.seen.detection
        if self.face is not None:
            return replace(one, face=self.face, confidence=1.0, runners_up=(), tile=1.0)
        if self.role is None:
            return one if self.rotated is None else replace(one, tile=1.0)
        wanted = {Role.FLOWER: True, Role.CONCEALED: False, Role.WINNING: False}.get(self.role)
        faces = ((one.face, one.confidence), *one.runners_up)
        left = [pair for pair in faces if wanted is None or is_flower(pair[0]) is wanted] or [(one.face, 1.0)]
        (face, chance), *others = left
        return replace(one, face=face, confidence=chance, runners_up=tuple(others), tile=1.0)


@dataclass(frozen=True, slots=True)
class Said:
    """All that was said of a reading: its tiles in reading order, and the sets laid down."""

    items: tuple[Item | None, ...]
    """``None`` in the place of a tile that is none."""
    melds: tuple[tuple[MeldKind, tuple[Box, ...]], ...] = ()

    @classmethod
    def of(cls, reading: HandReading) -> Said:
        """What was said of a reading before."""
        items = tuple(
            Item(
                tile,
                tile.face if "face" in tile.fixed else None,
                tile.role if "role" in tile.fixed else None,
                tile.rotated if "turn" in tile.fixed else None,
            )
            for tile in reading.tiles
        )
        melds = tuple(
            (meld.kind, tuple(items[number].box for number in meld.tiles)) for meld in reading.melds if meld.told
        )
        return cls(items, melds)

    @property
    def winners(self) -> int:
        """How many tiles were said to be the winning one."""
        return sum(item is not None and item.role is Role.WINNING for item in self.items)

    def with_item(self, number: int, item: Item | None) -> Said:
        """The same with another word about one tile."""
        return replace(self, items=(*self.items[:number], item, *self.items[number + 1 :]))

    def without_melds(self, boxes: Sequence[Box]) -> Said:
        """The same without the sets that have one of these tiles."""
        return replace(self, melds=tuple(meld for meld in self.melds if not {*meld[1]} & {*boxes}))


def corrected(
    reading: HandReading,
    corrections: Sequence[Correction],
    game: Game = ANY_GAME,
    hints: Hints | None = None,
) -> HandReading:
    """The reading with what a person says of it; the rest is decided anew, and ``reading`` stays as it is.

    What was corrected before stays corrected. Indices of ``hints`` are those of the reading's tiles. Raises
    ``CorrectionError``, which names the correction and the part of it at fault, and ``VisionError`` with the code
    ``bad_reading`` for a reading that cannot have been read.
    """
    if len({tile.detection.box for tile in reading.tiles}) < len(reading.tiles):
        raise VisionError("bad_reading", "two tiles of the reading lie in the very same place")
    said = Said.of(reading)
    if said.winners > 1:
        raise VisionError("bad_reading", "two tiles of the reading are said to be the winning one")
    laid = [box for _, boxes in said.melds for box in boxes]
    if len({*laid}) < len(laid):
        raise VisionError("bad_reading", "a tile of the reading is said to be in two sets, or in one twice")
    said = _hinted(said, hints or Hints())
    for index, correction in enumerate(corrections):
        if index >= MOST_CORRECTIONS:
            raise CorrectionError(f"more than {MOST_CORRECTIONS} at once", index, "tile")
        said = _applied(said, correction, reading, index)
    return with_unmet(decided(said, reading, game, (hints or Hints()).by_face), hints)


def _hinted(said: Said, hints: Hints) -> Said:
    """What hints say of single tiles by their index; what was said of the same tiles before counts for more."""
    roles = {number: Role.INDICATOR for number in hints.indicators or () if isinstance(number, int)}
    roles |= {hints.winning: Role.WINNING} if isinstance(hints.winning, int) and not said.winners else {}
    for number, role in roles.items():
        item = said.items[number] if number < len(said.items) else None
        if item is not None and item.role is None:
            said = said.with_item(number, replace(item, role=role))
    return said


# One correction after another ----------------------------------------------------------------------------------------


def _applied(said: Said, correction: Correction, reading: HandReading, index: int) -> Said:
    """``said`` with one more correction; checks that it can be meant."""
    match correction:
        case Add():
            return _added(said, correction, reading, index)
        case Group():
            return _grouped(said, correction, reading, index)
        case Delete(tile):
            item = _item(said, tile, reading, index)
            return said.without_melds([item.box]).with_item(tile, None)
        case Replace(tile, face):
            item = replace(_item(said, tile, reading, index), face=_face(face, index))
            return said.with_item(tile, item)
        case Turn(tile, rotated):
            return said.with_item(tile, replace(_item(said, tile, reading, index), rotated=rotated))
        case Win(tile):
            return _placed(_without_winner(said), tile, Role.WINNING, reading, index)
        case Move(tile, role):
            if role is Role.MELD:
                return _grouped(said, _fourth(said, tile, reading, index), reading, index)
            base = _without_winner(said) if role is Role.WINNING else said
            return _placed(base, tile, role, reading, index)


def _item(said: Said, number: int, reading: HandReading, index: int, field: str = "tile") -> Item:
    """The tile of that number; raises ``CorrectionError`` when there is none, or none any more."""
    if not 0 <= number < len(reading.tiles):
        count = len(reading.tiles)
        raise CorrectionError(f"no tile {number}, the reading has {count} counted from 0", index, field)
    item = said.items[number]
    if item is None:
        raise CorrectionError(f"tile {number} was taken away", index, field)
    return item


def _face(face: str, index: int) -> str:
    """``face``; raises ``CorrectionError`` when it is none."""
    if face == BACK:
        return face
    try:
        return parse_tile(face).code
    except NotationError as error:
        raise CorrectionError(error.message, index, "face") from None


def _placed(said: Said, number: int, role: Role, reading: HandReading, index: int) -> Said:
    """``said`` with the role of one tile; a set that had it is none any more."""
    item = _item(said, number, reading, index)
    return said.without_melds([item.box]).with_item(number, replace(item, role=role))


def _without_winner(said: Said) -> Said:
    """``said`` with nothing about which tile won."""
    items = tuple(
        replace(item, role=Role.CONCEALED) if item is not None and item.role is Role.WINNING else item
        for item in said.items
    )
    return replace(said, items=items)


def _fourth(said: Said, number: int, reading: HandReading, index: int) -> Group:
    """The kong that a tile makes with a pung on the table; raises ``CorrectionError`` where there is none."""
    item = _item(said, number, reading, index)
    face = plain(item.face or item.seen.face)
    for meld in reading.melds:
        if meld.kind is MeldKind.PUNG and all(plain(reading.tiles[other].face) == face for other in meld.tiles):
            return Group((*meld.tiles, number), MeldKind.KONG_ADDED)
    raise CorrectionError(f"no pung of {face} to add it to: name all tiles of the set", index, "role")


def _grouped(said: Said, group: Group, reading: HandReading, index: int) -> Said:
    """``said`` with a set laid down."""
    items = [_item(said, number, reading, index, "tiles") for number in group.tiles]
    least, most = _sizes(group.kind)
    if len({*group.tiles}) < len(group.tiles) or not least <= len(items) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        kind = group.kind.value.replace("_", " ")
        raise CorrectionError(f"a {kind} has {wanted} different tiles, not {len(items)}", index, "tiles")
    said = said.without_melds([item.box for item in items])
    for number, item in zip(group.tiles, items, strict=True):
        said = said.with_item(number, replace(item, role=None))
    return replace(said, melds=(*said.melds, (group.kind, tuple(item.box for item in items))))


def _sizes(kind: MeldKind) -> tuple[int, int]:
    """How many tiles a set of that kind has at least and at most."""
    if kind is MeldKind.KONG_OPENING:
        return 3, 8
    return (4, 4) if kind.is_kong else (3, 3)


def _added(said: Said, correction: Add, reading: HandReading, index: int) -> Said:
    """``said`` with a tile more."""
    face = _face(correction.face, index)
    role = correction.role or (Role.FLOWER if is_flower(face) else Role.CONCEALED)
    if role is Role.MELD:
        raise CorrectionError("a tile is added first, and the set is told of its tiles after that", index, "role")
    said = _without_winner(said) if role is Role.WINNING else said
    box, place = _where(said, correction, reading, index)
    if any(item is not None and item.box == box for item in said.items):
        raise CorrectionError("a tile lies in this very place", index, "box")
    near = reading.tiles[place] if reading.tiles else None
    row, at = (0, 0) if near is None else (near.row, near.index + 1)
    tile = ReadTile(Detection(face, box, 1.0), row, at, role, face=face)
    return replace(said, items=(*said.items, Item(tile, face, role)))


def _where(said: Said, correction: Add, reading: HandReading, index: int) -> tuple[Box, int]:
    """Where a tile is put that was added, and the tile of the reading that it follows."""
    last = max((n for n, tile in enumerate(reading.tiles) if tile.role in HAND_ROLES), default=len(reading.tiles) - 1)
    if correction.box is not None:
        box = correction.box
        if not (box.left < box.right and box.top < box.bottom):
            raise CorrectionError("left, top, right, bottom: the box has no inside", index, "box")
        return box, last
    if correction.beside is None and not reading.tiles:
        return Box(0.0, 0.0, 30.0, 40.0).moved(33.0 * len(said.items), 0), -1
    beside = last if correction.beside is None else correction.beside
    near = _item(said, beside, reading, index, "beside") if correction.beside is not None else None
    box = near.box if near else reading.tiles[beside].detection.box
    taken = {item.box for item in said.items if item is not None}
    step = ASIDE * box.width
    box = box.moved(step, 0)
    while box in taken:
        box = box.moved(step / 8, 0)
    return box, beside


# Deciding the rest ---------------------------------------------------------------------------------------------------


def decided(said: Said, reading: HandReading, game: Game, hints: Hints) -> HandReading:
    """What follows from what was said of ``reading``."""
    items = [item for item in said.items if item is not None]
    by_box = {item.box: item for item in items}
    laid = {box for _, boxes in said.melds for box in boxes}
    detections = [replace(item.detection, tile=1.0) if item.box in laid else item.detection for item in items]
    found = wholes(detections, lambda some, _: _laid(some, said, by_box, game, hints), game)
    quality = {item.box: item.seen.quality for item in items if item.seen.quality is not None}
    result = reading_of(found, (reading.width, reading.height), quality, reading.light, game)
    return replace(result, tiles=tuple(_told(tile, by_box[tile.detection.box]) for tile in result.tiles), ms=reading.ms)


def _told(tile: ReadTile, item: Item) -> ReadTile:
    """``tile`` with what was seen at first and what was said of it."""
    told = {"face": item.face, "role": item.role, "turn": item.rotated}
    fixed = frozenset(name for name, value in told.items() if value is not None)
    doubtful = tile.doubtful and item.face is None
    return replace(tile, detection=item.seen.detection, fixed=fixed, doubtful=doubtful)


def _laid(detections: Sequence[Detection], said: Said, by_box: Mapping[Box, Item], game: Game, hints: Hints) -> Layout:
    """``detections`` laid out as it was said, and the rest as it seems."""
    apart = [one for one in detections if by_box[one.box].role in (Role.OTHER, Role.INDICATOR)]
    layout = arrange([one for one in detections if one not in apart], game.sizes, hints)
    order = {box: number for number, box in enumerate(by_box)}
    for one in sorted(apart, key=lambda one: order[one.box]):
        layout = _put_in(layout, one, by_box[one.box], order)
    others = tuple(_overridden(other, said, by_box, game) for other in layout.alternatives)
    return replace(_overridden(layout, said, by_box, game), alternatives=others)


def _put_in(layout: Layout, one: Detection, item: Item, order: Mapping[Box, int]) -> Layout:
    """``layout`` with a tile that is not the hand's, in its place of the reading order."""
    after = [number for number, tile in enumerate(layout.tiles) if order[tile.detection.box] > order[one.box]]
    placed = Placed(one, item.seen.row, item.seen.index, group=-1)
    return inserted(layout, placed, min(after, default=len(layout.tiles)))


def _overridden(layout: Layout, said: Said, by_box: Mapping[Box, Item], game: Game) -> Layout:
    """``layout`` with the roles, sets and turned tiles that were told."""
    number_of = {tile.detection.box: number for number, tile in enumerate(layout.tiles)}
    told = [
        FoundMeld(kind, tuple(number_of[box] for box in boxes), told=True)
        for kind, boxes in said.melds
        if all(box in number_of for box in boxes)
    ]
    roles = {number_of[box]: item.role for box, item in by_box.items() if item.role and box in number_of}
    melds = [*told, *_left(layout, {number for meld in told for number in meld.tiles} | {*roles})]
    placed = tuple(_with_role(layout, number, roles, melds, by_box) for number in range(len(layout.tiles)))
    winning = next((number for number, tile in enumerate(placed) if tile.role is Role.WINNING), None)
    counted = sum(tile.role in (Role.CONCEALED, Role.WINNING) for tile in placed) + 3 * len(melds)
    size = counted if counted in game.sizes else None
    touched = roles or told
    return replace(
        layout,
        tiles=placed,
        melds=tuple(sorted(melds, key=lambda meld: meld.tiles)),
        winning=winning,
        unsure=tuple(n for n in layout.unsure if n not in roles and not any(n in meld.tiles for meld in told)),
        size=size if touched else layout.size,
        alone=None if layout.alone in roles else layout.alone,
        confidence=max(layout.confidence, 0.5) if touched and size else layout.confidence,
    )


def _left(layout: Layout, taken: set[int]) -> list[FoundMeld]:
    """The sets that nothing was said of, or what is left of them where that is a set."""
    found = []
    for meld in layout.melds:
        rest = tuple(number for number in meld.tiles if number not in taken)
        kind = set_kind([layout.tiles[number].detection.face for number in rest])
        if rest == meld.tiles:
            found.append(meld)
        elif kind is not None:
            found.append(replace(meld, tiles=rest, kind=kind, turned=meld.turned if meld.turned in rest else None))
    return found


def _with_role(
    layout: Layout, number: int, roles: Mapping[int, Role], melds: Sequence[FoundMeld], by_box: Mapping[Box, Item]
) -> Placed:
    """A tile with the role that was told, or that is left for it."""
    tile = layout.tiles[number]
    role = roles.get(number, tile.role)
    if any(number in meld.tiles for meld in melds):
        role = Role.MELD
    elif role is Role.MELD or (role is Role.WINNING and number not in roles and Role.WINNING in roles.values()):
        role = Role.CONCEALED
    turned = by_box[tile.detection.box].rotated
    return replace(tile, role=role, rotated=tile.rotated if turned is None else turned)
