"""The few frames that show a hand best, and the reading that they agree on.

What the tiles show is told by all frames together; how they lie by each of these, and most of them have their way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.decide import HAND_ROLES, wholes
from vision.detection import Box, Detection
from vision.game import Game
from vision.hand_reading import HandReading
from vision.hints import Hints
from vision.layout import Layout, arrange
from vision.quality import Light, TileQuality
from vision.reading import reading_of
from vision.stream.frame import Frame
from vision.stream.glance import Glance
from vision.stream.motion import Matrix, carried_boxes, fitted_along, shifted
from vision.stream.track import Track

MOST = 3
"""Frames that are kept."""

APART = 0.3
"""Seconds between them, so that they do not all show the same."""

BETTER = 1.1
"""A frame that shows the hand better than one by less does not take its place."""

ANCHORS = 8
"""Tiles that two frames must both show to tell how the picture moved between them."""

NO_HAND = 0.05
"""What a frame without a hand counts for there being none."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A frame, and where it shows which tiles."""

    frame: Frame
    boxes: dict[int, Box]
    """Of each track that it shows."""
    weights: dict[int, float]
    """What it tells of each of them."""
    ups: dict[int, float | None]
    """Where their upper edges point in it, in degrees."""
    light: Light
    turned: float
    """Degrees by which the camera was turned as against the first frame."""
    motion: Matrix
    """From its pixels to those of the frame read last."""

    def score(self, keys: set[int]) -> float:
        """How well it shows these tracks."""
        return sum(self.weights.get(key, 0.0) for key in keys)


@dataclass(frozen=True, slots=True)
class Told:
    """The reading, as of one of the frames."""

    reading: HandReading
    order: tuple[int, ...]
    """Key of the track of each tile of the reading."""
    pose: Pose

    @property
    def key(self) -> object:
        """What readings have in common that say the same of the hand."""
        tiles = zip(self.order, self.reading.tiles, strict=True)
        return str(self.reading.hand), frozenset((key, one.face) for key, one in tiles if one.role in HAND_ROLES)


class Poses:
    """Keeps the frames that show the hand best, of those that show it as it is now."""

    def __init__(self, game: Game, hints: Hints | None) -> None:
        self._game, self._hints = game, hints
        self._kept: list[Pose] = []

    def forget(self) -> None:
        """Start anew, for the tiles have changed."""
        self._kept = []

    def take(self, glance: Glance, tracks: Mapping[int, Track], motion: Matrix, turned: float) -> None:
        """Take in a frame, in which the picture has moved so since the one before."""
        self._kept = [replace(one, motion=_since(one, motion @ one.motion, tracks)) for one in self._kept]
        fresh = _pose(glance, tracks, turned)
        keys = {key for key, track in tracks.items() if track.there}
        near = [one for one in self._kept if glance.frame.at - one.frame.at < APART]
        if near and fresh.score(keys) <= BETTER * max(one.score(keys) for one in near):
            return
        others = sorted((one for one in self._kept if one not in near), key=lambda one: -one.score(keys))
        if len(others) < MOST or fresh.score(keys) > BETTER * others[MOST - 1].score(keys):
            self._kept = [*others[: MOST - 1], fresh]

    def told(self, tracks: Mapping[int, Track], qualities: Mapping[int, TileQuality]) -> Told | None:
        """The reading of the tiles that there are, on which the frames agree most; ``None`` without any."""
        there = [track for track in tracks.values() if track.there]
        if not there or not self._kept:
            return None
        keys = {track.key for track in there}
        poses = sorted(self._kept, key=lambda one: -one.score(keys))
        scores = [one.score(keys) for one in poses]
        first: dict[object, Told] = {}
        votes: defaultdict[object, float] = defaultdict(float)
        for number, pose in enumerate(poses):
            one = self._as_of(pose, there, qualities)
            first.setdefault(one.key, one)
            votes[one.key] += scores[number] * max(one.reading.confidence, NO_HAND)
            if _is_decided(votes.values(), sum(scores[number + 1 :])):
                break
        return first[max(votes, key=lambda key: votes[key])]

    def _as_of(self, pose: Pose, there: Sequence[Track], qualities: Mapping[int, TileQuality]) -> Told:
        """The reading of the tiles as they lie in one of the frames."""
        back = np.asarray(np.linalg.inv(pose.motion), np.float64)
        elsewhere = [track for track in there if track.key not in pose.boxes]
        places = carried_boxes(back, [track.box for track in elsewhere])
        carried = dict(zip((track.key for track in elsewhere), places, strict=True))
        seen = {pose.boxes.get(track.key) or carried[track.key]: track for track in there}
        detections = [track.detection(box, pose.turned, pose.ups.get(track.key)) for box, track in seen.items()]
        found = wholes(detections, self._arranged, self._game)
        size = pose.frame.pixels.shape[1], pose.frame.pixels.shape[0]
        known = {box: qualities[track.key] for box, track in seen.items()}
        reading = reading_of(found, size, known, pose.light, self._game)
        return Told(reading, tuple(seen[tile.detection.box].key for tile in reading.tiles), pose)

    def _arranged(self, some: Sequence[Detection], without: int | None) -> Layout:
        return arrange(some, self._game.sizes, self._hints and self._hints.without(without))


def _is_decided(votes: Iterable[float], left: float) -> bool:
    """Whether the one with the most votes keeps the lead, whoever has all that are ``left``."""
    lead, *others = sorted(votes, reverse=True)
    return lead > max(others, default=0.0) + left


def _pose(glance: Glance, tracks: Mapping[int, Track], turned: float) -> Pose:
    """How a frame shows the tiles."""
    shown = {key: track for key, track in tracks.items() if track.seen_at == glance.frame.at}
    ups = {one.box: one.up for one in glance.detections}
    return Pose(
        glance.frame,
        {key: track.box for key, track in shown.items()},
        {key: track.recent[-1].weight for key, track in shown.items()},
        {key: ups.get(track.box) for key, track in shown.items()},
        glance.light,
        turned,
        shifted(0, 0),
    )


def _since(pose: Pose, motion: Matrix, tracks: Mapping[int, Track]) -> Matrix:
    """How the picture moved since, by the tiles that both show where there are enough."""
    both = [key for key in pose.boxes if key in tracks and not tracks[key].hidden]
    if len(both) < ANCHORS:
        return motion
    start = np.array([pose.boxes[key].middle for key in both])
    better = fitted_along(start, np.array([tracks[key].box.middle for key in both]))
    return motion if better is None else better
