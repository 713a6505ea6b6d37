"""A photo, or the tiles seen in it, to the hand that it shows, with what is unsure about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import prod

from vision.decide import HAND_ROLES, Whole, doubt_of_rest, wholes
from vision.detection import Box, Detection
from vision.detector import Detector
from vision.doubts import crowd_doubts, face_doubts, layout_doubts, photo_doubts, trouble
from vision.game import ANY_GAME, Game
from vision.hand_reading import (
    NO_TILE,
    TILE_DOUBTS,
    Alternative,
    Change,
    Doubt,
    HandReading,
    ReadTile,
    Reason,
    Trouble,
)
from vision.hints import Hints
from vision.layout import Layout, Role, arrange
from vision.made import hand_of
from vision.photo import Photo
from vision.plausible import Chances, alternatives, chances, changes
from vision.quality import Light, Quality, TileQuality, measure
from vision.timing import Stopwatch
from vision.unmet import with_unmet

__all__ = [
    "NO_TILE",
    "Alternative",
    "Change",
    "Doubt",
    "HandReading",
    "ReadTile",
    "Reason",
    "Role",
    "Trouble",
    "read",
    "read_hand",
    "reading_of",
]

MOST_TILES = 200
"""Tiles in view beyond which none is looked at for a hand: more than a set of tiles has."""


def read_hand(
    photo: Photo,
    detector: Detector,
    watch: Stopwatch | None = None,
    game: Game = ANY_GAME,
    hints: Hints | None = None,
) -> HandReading:
    """Find the tiles of ``photo`` and read the hand they make.

    Adds the stages ``layout`` and ``quality`` to the detector's.
    """
    watch = watch or Stopwatch()
    reading = read(detector.detect(photo, watch), photo, watch, game, hints)
    reading.ms.update(watch.ms)
    return reading


def read(
    detections: Sequence[Detection],
    photo: Photo,
    watch: Stopwatch | None = None,
    game: Game = ANY_GAME,
    hints: Hints | None = None,
    *,
    joint: bool = True,
) -> HandReading:
    """Read a hand of ``game`` from the ``detections`` in ``photo``. Their order does not matter.

    Without ``joint`` each tile is what it most likely shows by itself, whether or not they can lie together.
    """
    watch = watch or Stopwatch()
    size = photo.width, photo.height
    if len(detections) > MOST_TILES:
        return _too_many(detections, size, measure(photo, []).frame)
    with watch.stage("layout"):
        found = wholes(detections, partial(_arranged, game, hints), game, joint=joint)
    layout = found[0].layout
    numbers = layout.having(*HAND_ROLES)
    with watch.stage("quality"):
        measured = measure(photo, [layout.tiles[number].detection.box for number in numbers])
    quality = {layout.tiles[n].detection.box: one for n, one in zip(numbers, measured.tiles, strict=True)}
    with watch.stage("layout"):
        return with_unmet(reading_of(found, size, quality, measured.frame, game), hints)


def _arranged(game: Game, hints: Hints | None, some: Sequence[Detection], without: int | None) -> Layout:
    """``some`` of the detections laid out; hints by index count the tile too ``without`` which they are."""
    return arrange(some, game.sizes, hints and hints.without(without))


def reading_of(
    found: Sequence[Whole], size: tuple[int, int], quality: Mapping[Box, TileQuality], light: Light, game: Game
) -> HandReading:
    """The reading of a photo of that ``size`` in which wholes were ``found``, the likeliest first."""
    whole, layout = found[0], found[0].layout
    hand, why_not = hand_of(layout, game)
    changed, told = changes(whole), chances(found)
    numbers = [number for number in layout.having(*HAND_ROLES) if whole.seen[number].box in quality]
    measured = Quality(tuple(quality[whole.seen[number].box] for number in numbers), light)
    crowd = tuple(crowd_doubts(layout))
    doubts = (
        *crowd,
        *why_not,
        *face_doubts(whole, told, changed),
        *photo_doubts(measured, numbers),
        *layout_doubts(layout),
    )
    sure = whole.chance * prod(1 - doubt_of_rest(whole.seen[number], whole.complete) for number in numbers)
    given = None if crowd else hand
    why = trouble(given, whole.chance, doubts)
    given = None if why else given
    return HandReading(
        *size,
        _read_tiles(whole, doubts, told, quality),
        given,
        layout.winning,
        light,
        doubts,
        melds=layout.melds,
        confidence=0.0 if given is None else sure,
        changed=changed,
        alternatives=alternatives(found, game),
        trouble=why,
    )


def _read_tiles(
    whole: Whole,
    doubts: Iterable[Doubt],
    told: Mapping[int, Chances],
    quality: Mapping[Box, TileQuality],
) -> tuple[ReadTile, ...]:
    doubtful = {number for doubt in doubts if doubt.code in TILE_DOUBTS for number in doubt.tiles}
    return tuple(
        ReadTile(
            seen,
            tile.row,
            tile.index,
            tile.role,
            tile.rotated,
            number in doubtful,
            quality.get(seen.box) if tile.role in HAND_ROLES else None,
            whole.face(number) or NO_TILE,
            told[number].face if number in told else seen.confidence,
        )
        for number, (seen, tile) in enumerate(zip(whole.seen, whole.layout.tiles, strict=True))
    )


def _too_many(detections: Sequence[Detection], size: tuple[int, int], light: Light) -> HandReading:
    """A reading of more tiles than there are in a set, from the top, none of them looked at for a hand."""
    ordered = sorted(detections, key=lambda one: (one.box.top, one.box.left))
    tiles = tuple(
        ReadTile(one, 0, number, Role.OTHER, face=one.face, chance=one.confidence) for number, one in enumerate(ordered)
    )
    message = f"{len(tiles)} tiles seen, more than a set of tiles has: go closer, and show one hand"
    doubt = Doubt("too_many_tiles", message)
    return HandReading(*size, tiles, None, None, light, (doubt,), trouble=Trouble(doubt.code, message))
