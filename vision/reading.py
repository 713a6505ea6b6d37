"""A hand as read from a photo, with what is unsure about it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from statistics import median

from scoring.errors import ScoringError
from scoring.hand import Hand, Meld
from scoring.tiles import Tile, parse_tile
from vision.detection import Detection
from vision.detector import Detector
from vision.labels import BACK, is_flower, plain
from vision.layout import FoundMeld, Layout, Role, arrange
from vision.members import HAND_SIZES
from vision.photo import Photo
from vision.quality import Light, Quality, TileQuality, measure
from vision.timing import Stopwatch

__all__ = ["Doubt", "HandReading", "ReadTile", "Role", "read", "read_hand"]

LOW_CONFIDENCE = 0.5
"""A tile seen with less is doubtful."""

CLOSE = 0.5
"""A tile is doubtful when its runner-up has more than this share of its confidence."""

HOLE = (1.7, 2.4)
"""A tile may have been missed where neighbours are this many times as far apart as those near them."""

COPIES = 4
HAND_ROLES = (Role.CONCEALED, Role.MELD, Role.FLOWER, Role.WINNING)

TILE_DOUBTS = frozenset(
    {"low_confidence", "close_runner_up", "too_many_copies", "face_down", "cut_off", "blurred", "glare"}
)
"""Doubts about the face of a tile; the others are about its place, or about the photo."""

ADVICE = {
    "too_dark": "too dark, {value:.0%} of white where {limit:.0%} is needed: make it lighter",
    "too_bright": "too bright, {value:.0%} blown out: make it darker",
    "blurred": "blurred: hold still and focus on the tiles",
    "glare": "in glare: move the lamp, or tilt the phone",
    "tiles_too_small": "{value:.0f} pixels long where {limit:.0f} are needed: go closer",
    "cut_off": "cut off by the photo's edge: move back",
}
"""What is said of the tiles, by the code of a verdict."""


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A detection and its place in the hand."""

    detection: Detection
    row: int
    """0 is the top row."""
    index: int
    """Place in its row, from the left."""
    role: Role
    rotated: bool = False
    """Lies on its side among upright neighbours."""
    doubtful: bool = False
    """Whether a doubt about its face concerns it."""
    quality: TileQuality | None = None
    """How it is photographed; measured for the tiles of the hand."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something a person should look at.

    Codes: ``no_tiles``, ``wrong_tile_count``, ``too_many_copies``, ``face_down``, ``not_a_hand``, ``low_confidence``,
    ``close_runner_up``, ``gap_in_row``, ``melds_unsure``, ``no_winning_tile``, ``indicator_unsure``, ``flowers_apart``,
    and those of ``vision.quality.Verdict``: ``too_dark``, ``too_bright``, ``blurred``, ``glare``, ``tiles_too_small``,
    ``cut_off``.
    """

    code: str
    """Stable, such as ``wrong_tile_count``."""
    message: str
    tiles: tuple[int, ...] = ()
    """Indices into ``HandReading.tiles``."""


@dataclass(frozen=True, slots=True)
class HandReading:
    """Every tile in reading order, the hand they make if they make one, and the doubts."""

    width: int
    height: int
    """Pixels of the upright photo."""
    tiles: tuple[ReadTile, ...]
    hand: Hand | None
    winning: int | None
    """Index into ``tiles``."""
    light: Light
    """Of the whole photo."""
    doubts: tuple[Doubt, ...] = ()
    ms: dict[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds by stage."""

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """The tiles turned up in walls, in reading order; not one that only may be an indicator."""
        unsure = {number for doubt in self.doubts if doubt.code == "indicator_unsure" for number in doubt.tiles}
        return tuple(
            parse_tile(tile.detection.face)
            for number, tile in enumerate(self.tiles)
            if tile.role is Role.INDICATOR and number not in unsure
        )

    @property
    def quality(self) -> Quality:
        """How the photo and the tiles of the hand, in reading order, are photographed."""
        return Quality(tuple(tile.quality for tile in self.tiles if tile.quality is not None), self.light)


def read_hand(photo: Photo, detector: Detector, watch: Stopwatch | None = None) -> HandReading:
    """Find the tiles of ``photo`` and read the hand they make.

    Adds the stages ``layout`` and ``quality`` to the detector's.
    """
    watch = watch or Stopwatch()
    reading = read(detector.detect(photo, watch), photo, watch)
    reading.ms.update(watch.ms)
    return reading


def read(
    detections: Sequence[Detection],
    photo: Photo,
    watch: Stopwatch | None = None,
    sizes: Sequence[int] = HAND_SIZES,
) -> HandReading:
    """Read a hand of one of ``sizes`` from the ``detections`` in ``photo``. Their order does not matter."""
    watch = watch or Stopwatch()
    with watch.stage("layout"):
        layout = arrange(detections, sizes)
        hand, hand_doubts = _hand(layout, sizes)
    numbers = layout.having(*HAND_ROLES)
    with watch.stage("quality"):
        quality = measure(photo, [layout.tiles[number].detection.box for number in numbers])
    doubts = (*hand_doubts, *_tile_doubts(layout), *_photo_doubts(quality, numbers), *_layout_doubts(layout))
    tiles = _read_tiles(layout, doubts, dict(zip(numbers, quality.tiles, strict=True)))
    return HandReading(photo.width, photo.height, tiles, hand, layout.winning, quality.frame, doubts)


def _read_tiles(layout: Layout, doubts: Iterable[Doubt], quality: Mapping[int, TileQuality]) -> tuple[ReadTile, ...]:
    doubtful = {number for doubt in doubts if doubt.code in TILE_DOUBTS for number in doubt.tiles}
    return tuple(
        ReadTile(tile.detection, tile.row, tile.index, tile.role, tile.rotated, number in doubtful, quality.get(number))
        for number, tile in enumerate(layout.tiles)
    )


def _hand(layout: Layout, sizes: Sequence[int]) -> tuple[Hand | None, list[Doubt]]:
    """Hand that the tiles make, or why they make none."""
    doubts = [*_count_doubts(layout, sizes), *_copy_doubts(layout), *_face_down_doubts(layout)]
    if doubts:
        return None, doubts
    try:
        hand = Hand(
            concealed=_tiles(layout, Role.CONCEALED, Role.WINNING),
            melds=tuple(_meld(layout, meld) for meld in layout.melds),
            flowers=_tiles(layout, Role.FLOWER),
        )
        hand.check(layout.size or 14)
    except ScoringError as error:
        return None, [Doubt("not_a_hand", error.message, layout.having(*HAND_ROLES))]
    return hand, []


def _tiles(layout: Layout, *roles: Role) -> tuple[Tile, ...]:
    return tuple(parse_tile(layout.tiles[number].detection.face) for number in layout.having(*roles))


def _meld(layout: Layout, meld: FoundMeld) -> Meld:
    """A set with its face-down tiles turned up."""
    shown = [face for number in meld.tiles if (face := layout.tiles[number].detection.face) != BACK]
    hidden = len(meld.tiles) - len(shown)
    return Meld(meld.kind, tuple(parse_tile(face) for face in (*shown, *[plain(face) for face in shown[:1]] * hidden)))


def _count_doubts(layout: Layout, sizes: Sequence[int]) -> Iterator[Doubt]:
    numbers = layout.having(Role.CONCEALED, Role.WINNING, Role.MELD)
    if not layout.tiles:
        yield Doubt("no_tiles", "no tiles seen")
    elif layout.size is None:
        kongs = sum(meld.kind.is_kong for meld in layout.melds)
        wanted = " or ".join(str(size + kongs) for size in sizes) + (
            f" with {kongs} kongs" if kongs > 1 else " with a kong" * kongs
        )
        yield Doubt("wrong_tile_count", f"{len(numbers)} tiles seen without flowers, a hand has {wanted}", numbers)


def _copy_doubts(layout: Layout) -> Iterator[Doubt]:
    numbers = layout.having(*HAND_ROLES)
    kinds = Counter(plain(layout.tiles[number].detection.face) for number in numbers)
    hidden = _hidden_kongs(layout)
    for face, count in sorted((kinds + hidden).items()):
        limit = 1 if is_flower(face) else COPIES
        if face != BACK and count > limit:
            same = tuple(number for number in numbers if plain(layout.tiles[number].detection.face) == face)
            yield Doubt("too_many_copies", f"{count} of {face} seen, a set of tiles has {limit}", same)


def _hidden_kongs(layout: Layout) -> Counter[str]:
    """Face-down tiles of concealed kongs whose other tiles show what they are."""
    hidden: Counter[str] = Counter()
    for meld in layout.melds:
        faces = [plain(layout.tiles[number].detection.face) for number in meld.tiles]
        shown = [face for face in faces if face != BACK]
        hidden.update({face: len(faces) - len(shown) for face in shown[:1]})
    return +hidden


def _face_down_doubts(layout: Layout) -> Iterator[Doubt]:
    known = {
        number
        for meld in layout.melds
        if any(layout.tiles[other].detection.face != BACK for other in meld.tiles)
        for number in meld.tiles
    }
    down = tuple(
        number
        for number in layout.having(*HAND_ROLES)
        if layout.tiles[number].detection.face == BACK and number not in known
    )
    if down:
        yield Doubt("face_down", f"{len(down)} tiles lie face down, nothing shows what they are", down)


def _tile_doubts(layout: Layout) -> Iterator[Doubt]:
    """What is unsure about the face of each tile of the hand."""
    for number in layout.having(*HAND_ROLES, Role.INDICATOR):
        seen = layout.tiles[number].detection
        if seen.confidence < LOW_CONFIDENCE:
            yield Doubt("low_confidence", f"{seen.face} is seen with confidence {seen.confidence:.2f} only", (number,))
        for face, confidence in seen.runners_up[:1]:
            if confidence > CLOSE * seen.confidence:
                chances = f"{seen.confidence:.2f} against {confidence:.2f}"
                yield Doubt("close_runner_up", f"{seen.face} may be {face}: {chances}", (number,))


def _photo_doubts(quality: Quality, numbers: Sequence[int]) -> Iterator[Doubt]:
    """What is wrong with how the hand was photographed; ``numbers`` are the tiles that ``quality`` is about."""
    for verdict in quality.verdicts():
        tiles = tuple(numbers[place] for place in verdict.tiles)
        about = ADVICE[verdict.code].format(value=verdict.value, limit=verdict.limit)
        yield Doubt(verdict.code, f"{_called(tiles)} {about}", tiles)


def _called(tiles: Sequence[int]) -> str:
    """Tiles as people count them, from 1: ``tiles 1 to 4 and 9 are``; without any, the photo."""
    if not tiles:
        return "the photo is"
    starts = [number for number in tiles if number - 1 not in tiles]
    ends = [number for number in tiles if number + 1 not in tiles]
    runs = [str(one + 1) if one == end else f"{one + 1} to {end + 1}" for one, end in zip(starts, ends, strict=True)]
    listed = " and ".join([*([", ".join(runs[:-1])] if runs[1:] else []), runs[-1]])
    return f"tile {listed} is" if len(tiles) == 1 else f"tiles {listed} are"


def _layout_doubts(layout: Layout) -> Iterator[Doubt]:
    """What is unsure about which tile is what in the hand."""
    for left, right in _holes(layout):
        faces = " and ".join(layout.tiles[number].detection.face for number in (left, right))
        yield Doubt("gap_in_row", f"between {faces} there is room for a tile that was not seen", (left, right))
    if layout.unsure:
        melds = sum(layout.tiles[number].role is Role.MELD for number in layout.unsure)
        taken = "melds" if melds == len(layout.unsure) else "concealed" if not melds else "partly melds"
        yield Doubt("melds_unsure", f"these tiles may be melds or concealed; taken for {taken}", layout.unsure)
    if layout.size and layout.winning is None:
        yield Doubt("no_winning_tile", "no tile lies apart from the others as the winning tile")
    if layout.alone is not None:
        face = layout.tiles[layout.alone].detection.face
        yield Doubt("indicator_unsure", f"{face} lies alone: say so if it is an indicator", (layout.alone,))
    if layout.size:
        yield from _flower_doubts(layout)


def _flower_doubts(layout: Layout) -> Iterator[Doubt]:
    """Flowers that lie too far off to be the hand's for sure."""
    apart = tuple(n for n in layout.having(Role.OTHER) if is_flower(layout.tiles[n].detection.face))
    if apart:
        faces = " ".join(layout.tiles[number].detection.face for number in apart)
        yield Doubt("flowers_apart", f"{faces} lie away from the hand and are not taken for its flowers", apart)


def _holes(layout: Layout) -> Iterator[tuple[int, int]]:
    """Concealed neighbours with room for one tile between them."""
    pairs = [
        (number, number + 1)
        for number, (tile, after) in enumerate(pairwise(layout.tiles))
        if tile.row == after.row and {tile.role, after.role} <= {Role.CONCEALED, Role.FLOWER}
    ]
    steps = {pair: _step(layout, *pair) for pair in pairs}
    for left, right in pairs:
        near = [step for (number, _), step in steps.items() if abs(number - left) <= 3]
        if len(near) > 3 and HOLE[0] < steps[left, right] / median(near) < HOLE[1]:
            yield left, right


def _step(layout: Layout, left: int, right: int) -> float:
    """Pixels between the middles of two tiles."""
    return dist(layout.tiles[left].detection.box.middle, layout.tiles[right].detection.box.middle)
