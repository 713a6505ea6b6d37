"""A hand as read from a photo, with what is unsure about it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from scoring.hand import Hand
from vision.detection import Detection
from vision.detector import Detector
from vision.photo import Photo
from vision.timing import Stopwatch


class Role(Enum):
    """What a tile is to the hand."""

    CONCEALED = "concealed"
    MELD = "meld"
    FLOWER = "flower"
    WINNING = "winning"
    OTHER = "other"
    """Not part of the hand: discards, walls, another player's tiles."""


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


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something a person should look at."""

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
    doubts: tuple[Doubt, ...] = ()
    ms: dict[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds by stage."""


def read(detections: Sequence[Detection], size: tuple[int, int]) -> HandReading:
    """Read a hand from ``detections`` in a photo of ``size`` (width, height)."""
    raise NotImplementedError


def read_hand(photo: Photo, detector: Detector, watch: Stopwatch | None = None) -> HandReading:
    """Find the tiles of ``photo`` and read the hand they make."""
    raise NotImplementedError
