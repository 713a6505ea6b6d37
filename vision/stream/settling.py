"""When a reading counts as settled, when as changed, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from statistics import median

from vision.decide import HAND_ROLES
from vision.detection import Box
from vision.hand_reading import NO_TILE, TILE_DOUBTS, HandReading
from vision.limits import BLURRED
from vision.quality import TileQuality
from vision.stream.state import Kind, Missing, Phase, TileChange
from vision.stream.track import Track

HOLD_READS, HOLD = 3, 0.5
"""Reads, and the seconds between the first and the last, through which a hand must stay the same to be settled."""

PATIENCE = 2.5
"""The seconds through which its tiles must stay the same where something is unsure, as how they belong together."""

TILES_SURE, SURE = 0.9, 0.7
"""A hand needs no more than ``HOLD`` whose tiles are right with this chance, each of them, and that with this one.

How tiles belong together is seen no better for looking longer, so less is asked of that.
"""

LOOKS = 2
"""Reads in which each tile of a settled hand must have been seen."""

APART = frozenset({"no_winning_tile", "winning_unsure", "indicator_unsure", "flowers_apart"})
"""Doubts that say nothing about which tiles the hand has: looking longer does not answer them."""

OTHERWISE = 0.8
"""A tile has changed that is another one with this chance at least; below, it is only in doubt."""

BESIDE = 1.4
"""Tile lengths between the middles of tiles that lie side by side."""

STEADY_LOOKS = 4
"""Reads in which a tile must have been seen as one thing, while no hand is settled, before a change of it is told."""

TOLD = 2.5
"""Seconds through which such a change is told."""

Faces = dict[int, str]
"""What each tile of a hand is taken for, by the key of its track."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known when a frame was read."""

    at: float
    reading: HandReading
    order: Sequence[int]
    """Key of the track of each tile of the reading."""
    tracks: Mapping[int, Track]
    qualities: Sequence[TileQuality]
    """Of the tiles that the frame shows."""
    known: bool
    """Whether the tiles that are followed were found again in the frame."""
    taken: frozenset[int] = frozenset()
    """Keys of the tracks of tiles that this frame shows to be taken away."""

    @property
    def hand(self) -> Faces:
        """The tiles of the hand."""
        tiles = zip(self.order, self.reading.tiles, strict=True)
        return {key: tile.face for key, tile in tiles if tile.role in HAND_ROLES and tile.face != NO_TILE}


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far the reading has come."""

    phase: Phase
    since: float
    missing: tuple[Missing, ...] = ()
    changes: tuple[TileChange, ...] = ()


class Settling:
    """Judges one reading after the other."""

    def __init__(self) -> None:
        self._phase, self._since = Phase.SEARCHING, 0.0
        self._same: tuple[Faces, str] | None = None
        self._same_since, self._reads = 0.0, 0
        self._tiles_since, self._tiles_reads = 0.0, 0
        self._settled: Faces | None = None
        self._settled_at = 0.0
        self._places: dict[int, Box] = {}
        self._steady = _Steady()

    def judged(self, seen: Seen) -> Verdict:
        """What a reading amounts to after those before."""
        self._compare(seen)
        steady = self._steady.changes(seen, self._places)
        known = {key: box for key, box in self._places.items() if key in (self._settled or {})}
        self._places = known | {key: track.box for key, track in seen.tracks.items()}
        changes = steady if self._settled is None else tuple(self._changes(seen))
        missing = tuple(_missing(seen, few=self._reads < HOLD_READS or seen.at - self._same_since < HOLD))
        if self._holds(seen):
            if self._settled != seen.hand:
                self._settled, self._settled_at = seen.hand, seen.at
            changes = ()
        phase = self._phase_of(seen, changes)
        if phase is Phase.SETTLED:
            missing = tuple(one for one in missing if one.code != "few_looks")
        if phase is not self._phase:
            self._phase, self._since = phase, seen.at
        return Verdict(phase, self._since, missing, changes)

    def _compare(self, seen: Seen) -> None:
        """Count through how many reads the hand has stayed the same, and since when its tiles have."""
        now = seen.hand, str(seen.reading.hand)
        if self._same is None or seen.hand != self._same[0]:
            self._tiles_since, self._tiles_reads = seen.at, 0
        if now != self._same:
            self._same, self._same_since, self._reads = now, seen.at, 0
        self._reads += seen.known
        self._tiles_reads += seen.known

    def _holds(self, seen: Seen) -> bool:
        """Whether the hand can be taken as settled."""
        reading, long = seen.reading, seen.at - self._same_since
        if reading.hand is None or any(seen.tracks[key].looks < LOOKS for key in seen.hand):
            return False
        if self._tiles_reads >= HOLD_READS and seen.at - self._tiles_since >= PATIENCE:
            return True
        return self._reads >= HOLD_READS and long >= HOLD and _is_sure(reading)

    def _phase_of(self, seen: Seen, changes: Sequence[TileChange]) -> Phase:
        if self._settled is not None:
            return Phase.CHANGED if changes else Phase.SETTLED
        return Phase.SETTLING if seen.order else Phase.SEARCHING

    def _changes(self, seen: Seen) -> Iterator[TileChange]:
        """In what the tiles differ from those of the settled hand."""
        assert self._settled is not None
        tiles = dict(zip(seen.order, seen.reading.tiles, strict=True))
        now = {key: tile.face for key, tile in tiles.items()}
        for key, was in self._settled.items():
            track = seen.tracks.get(key)
            if track is None:
                yield TileChange(Kind.REMOVED, key, was, None, seen.at, self._places[key])
            elif key in now and now[key] != was and tiles[key].chance > OTHERWISE:
                at = track.since if track.since > self._settled_at else seen.at
                yield TileChange(Kind.CHANGED, key, was, now[key], at, track.box)
        mine = [seen.tracks[key].box for key in self._settled if key in seen.tracks]
        for key, face in now.items():
            track = seen.tracks[key]
            fresh = key not in self._settled and track.since > self._settled_at
            if fresh and face != NO_TILE and (key in seen.hand or any(_touch(track.box, box) for box in mine)):
                yield TileChange(Kind.ADDED, key, None, face, track.since, track.box)


class _Steady:
    """The tiles that stayed what they are for a while, whatever hand they are of, and what became of them."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[str, float]] = {}
        """Face of each, and since when it is that tile, by the key of its track."""
        self._told: tuple[TileChange, ...] = ()

    def changes(self, seen: Seen, places: Mapping[int, Box]) -> tuple[TileChange, ...]:
        """Those of late; ``places`` are where the tiles lay before."""
        fresh = tuple(self._fresh(seen, places))
        self._told = tuple(one for one in (*self._told, *fresh) if seen.at - one.at <= TOLD)
        kept = {key: known for key, known in self._known.items() if key in seen.tracks}
        now = {key: (one.face, one.since) for key, one in seen.tracks.items() if _is_steady(one)}
        self._known = {key: known for key, known in kept.items() if seen.tracks[key].since == known[1]} | now
        return self._told

    def _fresh(self, seen: Seen, places: Mapping[int, Box]) -> Iterator[TileChange]:
        for key, (was, since) in self._known.items():
            track = seen.tracks.get(key)
            if track is None:
                if key in seen.taken:
                    yield TileChange(Kind.REMOVED, key, was, None, seen.at, places[key])
            elif track.since != since and track.face != was:
                yield TileChange(Kind.CHANGED, key, was, track.face, track.since, track.box)


def _is_steady(track: Track) -> bool:
    long = track.seen_at - track.since >= HOLD
    return track.there and long and track.looks >= STEADY_LOOKS and track.chance >= OTHERWISE


def _is_sure(reading: HandReading) -> bool:
    """Whether no tile of the hand is doubtful, nor how they belong together."""
    doubtful = any(doubt.code in TILE_DOUBTS for doubt in reading.doubts)
    chances = [tile.chance for tile in reading.tiles if tile.role in HAND_ROLES]
    return not doubtful and min(chances, default=0.0) >= TILES_SURE and reading.confidence >= SURE


def _touch(one: Box, other: Box) -> bool:
    """Whether two tiles lie side by side."""
    (x, y), (a, b) = one.middle, other.middle
    return hypot(x - a, y - b) < BESIDE * (one.long_side + other.long_side) / 2


def _missing(seen: Seen, *, few: bool) -> Iterator[Missing]:
    """What stands between the reading and a settled hand."""
    reading = seen.reading
    if not seen.known and seen.order:
        yield Missing("lost_sight", "the tiles are not found again: point the camera at them")
    blurs = [one.blur for one in seen.qualities if one.blur is not None]
    if blurs and BLURRED.broken(median(blurs)):
        yield Missing("hold_still", "blurred just now: hold still")
    covered = tuple(place for place, key in enumerate(seen.order) if seen.tracks[key].hidden)
    if covered:
        yield Missing("covered", f"{len(covered)} tiles are covered or out of the picture", covered)
    for doubt in reading.doubts:
        if doubt.code not in APART:
            yield Missing(doubt.code, doubt.message, doubt.tiles)
    if reading.hand is not None and not _is_sure(reading):
        yield Missing("unsure", f"the hand is right to {reading.confidence:.2f} only: show it from elsewhere")
    if few and reading.hand is not None:
        yield Missing("few_looks", "a moment more")
