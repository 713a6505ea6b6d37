"""A hand as read from a photo: its tiles, what they were seen as, what is unsure, and what else it may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from scoring.hand import Hand
from scoring.tiles import Tile, parse_tile
from vision.detection import Detection
from vision.labels import BACK, is_flower
from vision.layout import FoundMeld, Role
from vision.quality import Light, Quality, TileQuality

NO_TILE = "none"
"""What a place is taken for that was seen as a tile and is none."""

TILE_DOUBTS = frozenset(
    {
        *("low_confidence", "close_runner_up", "changed", "too_many_copies", "face_down"),
        *("cut_off", "blurred", "glare"),
    }
)
"""Doubts about the face of a tile; the others are about its place, or about the photo."""


class Reason(Enum):
    """Why the tiles together are taken for something else than each on its own."""

    COPIES = "too_many_copies"
    """There would be more of the kind than a set of tiles has."""
    MELD = "no_meld"
    """The tiles laid down would be no set."""
    COUNT = "tile_count"
    """There would be a tile too many for a hand, or one too few."""
    COMPLETE = "complete_hand"
    """So the hand is complete, and it would not be otherwise."""


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A detection and its place in the hand."""

    detection: Detection
    """As it was seen; its face may be another than the one that the tile is taken for."""
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
    face: str = ""
    """What it is taken for: one of ``vision.labels.LABELS``, or ``NO_TILE``."""
    chance: float = 1.0
    """Chance that it is that, after all tiles were looked at together, 0 to 1."""
    fixed: frozenset[str] = frozenset()
    """What of it a person said: ``face``, ``role``, ``turn``, ``meld``."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something a person should look at.

    Codes: ``no_tiles``, ``too_many_tiles``, ``wrong_tile_count``, ``too_many_copies``, ``face_down``, ``not_a_hand``,
    ``low_confidence``, ``close_runner_up``, ``changed``, ``gap_in_row``, ``melds_unsure``, ``no_winning_tile``,
    ``winning_unsure``, ``indicator_unsure``, ``flowers_apart``, ``hint_unmet``, and those of
    ``vision.quality.Verdict``: ``too_dark``, ``too_bright``, ``blurred``, ``glare``, ``tiles_too_small``, ``cut_off``.
    """

    code: str
    """Stable, such as ``wrong_tile_count``."""
    message: str
    tiles: tuple[int, ...] = ()
    """Indices into ``HandReading.tiles``."""


@dataclass(frozen=True, slots=True)
class Change:
    """A tile that is taken for something else than it seemed on its own."""

    tile: int
    """Index into ``HandReading.tiles``."""
    seen: str
    """The face that it seemed to show."""
    chance: float
    """How likely that was by itself, 0 to 1."""
    now: str
    """What it is taken for; ``NO_TILE`` for no tile."""
    reason: Reason
    message: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to read the whole photo."""

    hand: Hand
    winning: Tile | None
    """The winning tile, where it is seen."""
    chance: float
    """0 to 1; together with that of the reading itself and the other alternatives it makes 1 at most."""
    faces: tuple[tuple[int, str], ...] = ()
    """The tiles that are taken for something else than in the reading: index, and face or ``NO_TILE``."""
    roles: tuple[tuple[int, Role], ...] = ()
    """The tiles that have another role."""
    melds: tuple[FoundMeld, ...] = ()


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why there is no hand that could be trusted, and what to do about it."""

    code: str
    """That of the doubt, or ``unsure`` where none is to blame."""
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
    melds: tuple[FoundMeld, ...] = ()
    """The sets laid down; their tiles are indices into ``tiles``."""
    confidence: float = 0.0
    """Chance that the whole hand is read right, 0 to 1; 0 when there is none."""
    changed: tuple[Change, ...] = ()
    """The tiles that are taken for something else than they seemed on their own."""
    alternatives: tuple[Alternative, ...] = ()
    """Other hands that the photo may show, the likeliest first."""
    trouble: Trouble | None = None
    """Why there is no hand."""

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """The tiles turned up in walls, in reading order; not one that only may be an indicator."""
        unsure = {number for doubt in self.doubts if doubt.code == "indicator_unsure" for number in doubt.tiles}
        return tuple(
            parse_tile(tile.face)
            for number, tile in enumerate(self.tiles)
            if tile.role is Role.INDICATOR and number not in unsure and tile.face != BACK and not is_flower(tile.face)
        )

    @property
    def winning_tile(self) -> Tile | None:
        """The tile that won, where it is seen."""
        face = None if self.winning is None else self.tiles[self.winning].face
        return None if face is None or face == BACK else parse_tile(face)

    @property
    def quality(self) -> Quality:
        """How the photo and the tiles of the hand, in reading order, are photographed."""
        return Quality(tuple(tile.quality for tile in self.tiles if tile.quality is not None), self.light)
