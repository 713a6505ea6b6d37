"""What a stream is known to show at a moment, and what is missing before it is settled."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from vision.detection import Box
from vision.hand_reading import HandReading
from vision.stream.frame import Frame


class Phase(Enum):
    """How far the reading has come."""

    SEARCHING = "searching"
    """No tiles are seen."""
    SETTLING = "settling"
    """There are tiles, and it is not sure yet what they show, or they are no whole hand."""
    SETTLED = "settled"
    """The hand is sure, as far as looking longer makes it sure."""
    CHANGED = "changed"
    """A tile of a settled hand was changed, added or taken away, and the new hand is not settled yet."""


class Kind(Enum):
    """What became of a tile of a settled hand."""

    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that stands between the reading and a settled hand, and what to do about it.

    Codes: those of ``vision.hand_reading.Doubt``, and ``hold_still``, ``covered``, ``few_looks``, ``lost_sight``,
    ``unsure``.
    """

    code: str
    message: str
    tiles: tuple[int, ...] = ()
    """Places in ``State.tiles``."""


@dataclass(frozen=True, slots=True)
class FollowedTile:
    """A tile that is followed."""

    key: int
    """The same as long as it is followed."""
    face: str
    """What it is taken for, one of ``vision.labels.LABELS`` or ``vision.hand_reading.NO_TILE``."""
    chance: float
    """That it is that, after all tiles were looked at together, 0 to 1."""
    box: Box
    """Where it is, in pixels of the frame read last."""
    seen: bool
    """Whether it was seen in that frame, rather than being covered or out of it."""
    looks: int
    """Frames read in which it was seen as it is now."""


@dataclass(frozen=True, slots=True)
class TileChange:
    """A tile that is no more what it was, as when the hand was settled."""

    kind: Kind
    key: int
    was: str | None
    """Its face; ``None`` for one that was added."""
    now: str | None
    """``None`` for one that was taken away."""
    at: float
    """Seconds from the start when the first frame was read that shows it."""
    box: Box
    """In pixels of the frame read last."""


@dataclass(frozen=True, slots=True)
class State:
    """What is known after a frame."""

    phase: Phase
    since: float
    """Seconds from the start of the stream when the phase began."""
    at: float
    """Of the frame read last."""
    number: int
    """Of the frame read last."""
    missing: tuple[Missing, ...] = ()
    """What keeps the hand from being settled; what is unsure about one that is."""
    tiles: tuple[FollowedTile, ...] = ()
    """Every tile, in the order of ``reading.tiles``."""
    reading: HandReading | None = None
    """As for a photo, in pixels of ``best``; ``None`` while there is nothing to read. Its tiles have what all frames
    together tell of them."""
    changes: tuple[TileChange, ...] = ()
    """While ``changed``, in what the hand differs from the one that was settled last; before any hand is settled, which
    tiles that were sure became others or were taken away of late."""
    read: int = 0
    """Frames that were read."""
    dropped: int = 0
    """Frames that came and were not: they came too fast, or were not worth it."""
    best: Frame | None = field(default=None, compare=False)
    """The frame that shows the hand best, of those that show it as it is now."""
    fresh: bool = field(default=True, compare=False)
    """Whether the latest frame was read; else the state is that of the frame read last."""

    @property
    def settled(self) -> bool:
        """Whether the hand can be taken as read."""
        return self.phase is Phase.SETTLED
