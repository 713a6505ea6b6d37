"""From frames to a settled reading: tiles are followed, and what all looks at them tell is read as one hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.detection import Box, areas, box_array, intersections
from vision.detector import Detector
from vision.game import ANY_GAME, Game
from vision.hand_reading import HandReading
from vision.hints import Hints
from vision.quality import TileQuality
from vision.reading import MOST_TILES, read
from vision.stream.cover import Around, Cover, Table
from vision.stream.evidence import Look
from vision.stream.frame import Frame
from vision.stream.glance import Glance, glanced_at
from vision.stream.matching import Cast, Match, matched
from vision.stream.motion import Matrix, Sketch, carried_boxes, moved, shifted, turn
from vision.stream.poses import Poses
from vision.stream.settling import Seen, Settling
from vision.stream.state import FollowedTile, Phase, State
from vision.stream.track import Track, begun, cover_of, found_again, not_found, share_in_frame

LONGEST_GAP = 0.5
"""Seconds after which a frame is read, however bad it is."""

BLURRY = 0.55
"""A frame less sharp than this share of the usual is not read."""

USUAL = 2.0
"""Seconds in which frames tell what sharpness is usual."""

SAME = 2.5
"""Grey levels: a frame that differs nowhere by more from the one read last tells nothing new, once settled."""

OUTSIDE = 0.5
"""A place of which less is in the frame is not looked at."""

LOST_LOOKS, LOST_SECONDS = 3, 0.5
"""Reads, and the seconds between the first and the last, that show other tiles, before those followed are given up."""

OTHERS = 0.4
"""So many other tiles must there be, as a share of those followed; fewer may be what something leaves to be seen."""

FAR_LESS = 0.15
"""How much less, as the correlation of their pictures, a tile is like itself than the others that has changed."""

POOR = 0.3
"""A frame whose middle tile weighs less than this share of a tile's best look does not tell that the tile is gone."""

UNCLEAR, UNCLEAR_SECONDS = 0.5, 3.0
"""A frame whose middle tile is less sure is not used, unless there have been no others for so many seconds."""

TRUSTED, UNTRUSTED_SECONDS = 0.7, 0.8
"""Share of the tiles found again that must show what they did; a frame with less is not used, for so many seconds."""

MOSTLY = 0.7
"""Share of the places that must look bare where all tiles seem to have been taken away at once."""

AWAY_SECONDS = 4.0
"""Seconds without the tiles, whatever else is seen, after which they are given up."""

FAR, FAR_SECONDS = 4.0, 2.0
"""Tile lengths from the nearest tile in sight at which one out of the picture is given up after so many seconds."""

DOUBLE = 0.45
"""Two tracks whose boxes overlap so far are of one tile."""


class Follower:
    """Follows the tiles of one stream. Not for several threads at once."""

    def __init__(self, detector: Detector, game: Game = ANY_GAME, hints: Hints | None = None) -> None:
        self._detector, self._game, self._hints = detector, game, hints
        self._sharp: deque[tuple[float, float]] = deque()
        self._read = 0
        self._next = 0
        self._state = State(Phase.SEARCHING, 0.0, 0.0, -1)
        self._last: Glance | None = None
        self._clear_at = 0.0
        self._forget()

    def _forget(self) -> None:
        """Start anew, as with another hand."""
        self._tracks: dict[int, Track] = {}
        self._qualities: dict[int, tuple[float, TileQuality]] = {}
        self._poses = Poses(self._game, self._hints)
        self._turned = 0.0
        self._lost: list[tuple[float, int]] = []
        self._anchor: Sketch | None = None
        """Of the frame in which the tracks lie where they are said to."""
        self._anchor_at = 0.0
        self._settling = Settling()
        self._taken: frozenset[int] = frozenset()
        """Keys of the tiles that the frame read last shows to be taken away."""

    @property
    def state(self) -> State:
        """What is known after the frames seen so far."""
        return self._state

    def see(self, frame: Frame) -> State:
        """What is known after ``frame``, which came after all those before; it is read only if that is worth it."""
        sketch = Sketch.of(frame.pixels)
        self._sharp.append((frame.at, sketch.sharpness))
        while frame.at - self._sharp[0][0] > USUAL:
            self._sharp.popleft()
        dropped = frame.number - self._read
        if not self._worth(frame, sketch):
            self._state = replace(self._state, dropped=dropped + 1, fresh=False)
            return self._state
        self._read += 1
        seen = glanced_at(frame, sketch, self._detector)
        known = self._follow(seen)
        self._last = seen
        self._state = self._judged(seen, known, dropped)
        return self._state

    def _worth(self, frame: Frame, sketch: Sketch) -> bool:
        """Whether reading it is likely to tell more than the next frame will."""
        if self._last is None or frame.at - self._last.frame.at >= LONGEST_GAP:
            return True
        if sketch.sharpness < BLURRY * float(np.percentile([sharp for _, sharp in self._sharp], 80)):
            return False
        return not (self._state.settled and sketch.differs(self._last.sketch) < SAME)

    # Following --------------------------------------------------------------------------------------------------------

    def _follow(self, glance: Glance) -> bool:
        """Take in what a frame shows; whether the tiles followed were found again."""
        if glance.sure >= UNCLEAR or not self._read:
            self._clear_at = glance.frame.at
        if len(glance.detections) > MOST_TILES or self._tells_nothing(glance):
            return False
        match = self._matched(glance)
        if match is None and self._tracks:
            self._lost.append((glance.frame.at, len(glance.detections)))
            if not self._lost_for_others() and glance.frame.at - self._lost[0][0] < AWAY_SECONDS:
                return False
            settling = self._settling if self._lost_for_others() else Settling()
            self._forget()
            self._settling = settling
        if match is not None and self._misleads(match, glance.frame.at):
            return False
        self._lost, self._anchor, self._anchor_at = [], glance.sketch, glance.frame.at
        motion = shifted(0, 0) if match is None else match.motion
        self._turned += turn(motion, (glance.frame.pixels.shape[1] / 2, glance.frame.pixels.shape[0] / 2))
        self._take_in(glance, match, motion)
        self._tidy(glance)
        self._poses.take(glance, self._tracks, motion, self._turned)
        return True

    def _tells_nothing(self, glance: Glance) -> bool:
        """Whether hardly a tile is sure in a frame, so that it would only confuse."""
        return bool(glance.looks) and glance.sure < UNCLEAR and glance.frame.at - self._clear_at < UNCLEAR_SECONDS

    def _misleads(self, match: Match, at: float) -> bool:
        """Whether so few tiles are found under their faces that their places are not to be trusted either, for now."""
        return match.same < TRUSTED * len(match.pairs) and at - self._anchor_at < UNTRUSTED_SECONDS

    def _lost_for_others(self) -> bool:
        """Whether other tiles than those followed have been there for a while."""
        others = [at for at, many in self._lost if many >= OTHERS * self._there]
        return len(others) >= LOST_LOOKS and others[-1] - others[0] >= LOST_SECONDS

    @property
    def _there(self) -> int:
        """How many tiles there are."""
        return sum(track.there for track in self._tracks.values())

    def _matched(self, glance: Glance) -> Match | None:
        tracks = list(self._tracks.values())
        if not tracks or self._anchor is None:
            return None
        size = glance.frame.pixels.shape
        seen = moved(self._anchor, glance.sketch)
        motions = [one for one in (seen, shifted(0, 0)) if one is not None]
        inside = [one for one in tracks if share_in_frame(one.box, size[1], size[0]) > OUTSIDE] or tracks
        ups = np.array([one.pointing(self._turned) for one in inside], np.complex128)
        known = Cast(tuple(one.box for one in inside), np.array([one.known for one in inside]), ups)
        match = matched(known, glance.cast, motions)
        if match is None:
            still = shifted(0, 0) if seen is None and self._looks_bare(glance) else seen
            few = len(glance.detections) < OTHERS * self._there
            return Match([], still, 0.0) if few and still is not None else None
        return replace(match, pairs=[(inside[one].key, other) for one, other in match.pairs])

    def _looks_bare(self, glance: Glance) -> bool:
        """Whether most places of tiles show the table, if the picture has not moved; without tiles little tells."""
        table = Table(glance.sketch, [one.box for one in glance.detections])
        covers = [
            cover_of(track, track.box, glance.frame.pixels, table.around(track.box), 0.0)
            for track in self._tracks.values()
        ]
        return covers.count(Cover.BARE) > MOSTLY * len(covers)

    def _take_in(self, glance: Glance, match: Match | None, motion: Matrix) -> None:
        """Every track as the frame shows it, and tracks of the tiles that are new."""
        pairs = dict(match.pairs) if match is not None else {}
        boxes = [one.box for one in glance.detections]
        table = Table(glance.sketch, boxes)
        around = [table.around(box) for box in boxes]
        unseen = [track for key, track in self._tracks.items() if key not in pairs]
        lighter = self._lighter(pairs, around) if unseen else 0.0
        places = _placed(match, carried_boxes(motion, [track.box for track in unseen]))
        for track, box in zip(unseen, places, strict=True):
            self._tracks[track.key] = self._not_found(track, box, glance, table, lighter)
        unlike = self._unlike(pairs, glance.looks)
        for key, other in pairs.items():
            before, look = self._tracks[key], replace(glance.looks[other], unlike=key in unlike)
            after = found_again(before, glance.detections[other], look, self._turned, around[other])
            self._tracks[key] = after
            if after.since != before.since:
                self._qualities.pop(key, None)
                self._poses.forget()
            self._note(key, glance.looks[other].weight, glance.qualities[other])
        for other in sorted({*range(len(boxes))} - {*pairs.values()}):
            key, self._next = self._next, self._next + 1
            self._tracks[key] = begun(key, glance.detections[other], glance.looks[other], self._turned, around[other])
            self._note(key, glance.looks[other].weight, glance.qualities[other])

    def _unlike(self, pairs: dict[int, int], looks: Sequence[Look]) -> set[int]:
        """The tiles that look far less as they are known to than the others of the frame do."""
        tracks = {key: self._tracks[key] for key in pairs}
        near = {key: track.evidence.like(looks[pairs[key]].picture, track.taken_for) for key, track in tracks.items()}
        usual = float(np.median(list(near.values()))) if near else 0.0
        return {key for key, one in near.items() if one < usual - FAR_LESS}

    def _note(self, key: int, much: float, quality: TileQuality) -> None:
        """Remember how a tile was photographed at its best."""
        if key not in self._qualities or much >= self._qualities[key][0]:
            self._qualities[key] = much, quality

    def _lighter(self, pairs: dict[int, int], around: Sequence[Around]) -> float:
        """By how much the table is lighter than it was, as a logarithm."""
        befores = {other: self._tracks[key].around for key, other in pairs.items()}
        found = [around[other].lighter(before) for other, before in befores.items() if before is not None]
        known = [one for one in found if one is not None]
        return float(np.median(known)) if known else 0.0

    @staticmethod
    def _not_found(track: Track, box: Box, glance: Glance, table: Table, lighter: float) -> Track:
        height, width = glance.frame.pixels.shape[:2]
        if share_in_frame(box, width, height) < OUTSIDE:
            return not_found(track, box, glance.frame.at, None, 0.0)
        cover = cover_of(track, box, glance.frame.pixels, table.around(box), lighter)
        usual = glance.weight if glance.looks else 0.3
        if cover is Cover.BARE and glance.looks and usual < POOR * max(one.top for one in track.evidence.witnesses):
            cover = Cover.COVERED
        return not_found(track, box, glance.frame.at, cover, min(1.0, 2 * usual))

    def _tidy(self, glance: Glance) -> None:
        """Give up tracks of tiles that are gone or far away, and of two of one tile the one that was seen less."""
        far = self._far(glance)
        self._taken = frozenset(track.key for track in self._tracks.values() if track.gone and track.bare)
        for track in list(self._tracks.values()):
            if track.gone or track.key in far:
                self._drop(track)
        tracks = list(self._tracks.values())
        for one, other in _doubles([track.box for track in tracks]):
            if tracks[one].key in self._tracks and tracks[other].key in self._tracks:
                self._drop(min(tracks[one], tracks[other], key=lambda track: (track.looks, -track.key)))

    def _far(self, glance: Glance) -> set[int]:
        """Tiles out of the picture for long that lie next to none in it: another player's, that the camera left."""
        height, width = glance.frame.pixels.shape[:2]
        seen = [track for track in self._tracks.values() if track.seen_at == glance.frame.at]
        late = [track for track in self._tracks.values() if glance.frame.at - track.seen_at > FAR_SECONDS]
        away = [track for track in late if share_in_frame(track.box, width, height) < OUTSIDE]
        if not seen or not away:
            return set()
        middles = np.array([track.box.middle for track in seen])
        length = float(np.median(areas(box_array([track.box for track in seen]))) ** 0.5)
        steps = {one.key: float(np.linalg.norm(middles - one.box.middle, axis=1).min()) / length for one in away}
        return {key for key, step in steps.items() if step > FAR}

    def _drop(self, track: Track) -> None:
        del self._tracks[track.key]
        self._qualities.pop(track.key, None)
        if track.there or track.bare:
            self._poses.forget()

    # Reading ----------------------------------------------------------------------------------------------------------

    def _judged(self, glance: Glance, known: bool, dropped: int) -> State:
        """The state after a frame was read."""
        told = self._poses.told(self._tracks, {key: quality for key, (_, quality) in self._qualities.items()})
        reading = read([], glance.frame.photo, game=self._game) if told is None else told.reading
        order = () if told is None else told.order
        taken = self._taken if known else frozenset()
        seen = Seen(glance.frame.at, reading, order, self._tracks, glance.qualities, known, taken)
        verdict = self._settling.judged(seen)
        return State(
            verdict.phase,
            verdict.since,
            glance.frame.at,
            glance.frame.number,
            verdict.missing,
            tuple(self._tiles(reading, order, glance)),
            None if told is None else reading,
            verdict.changes,
            self._read,
            dropped,
            None if told is None else told.pose.frame,
        )

    def _tiles(self, reading: HandReading, order: Sequence[int], glance: Glance) -> Iterator[FollowedTile]:
        for tile, key in zip(reading.tiles, order, strict=True):
            track = self._tracks[key]
            seen = track.seen_at == glance.frame.at
            yield FollowedTile(key, tile.face, tile.chance, track.box, seen, track.looks)


def _doubles(boxes: Sequence[Box]) -> list[tuple[int, int]]:
    """Two by two, by number, those that are of one tile."""
    sides = box_array(boxes)
    shared, area = intersections(sides, sides), areas(sides)
    same = shared > DOUBLE * (area[:, None] + area - shared)
    return [(one, other) for one, other in np.argwhere(np.triu(same, 1)).tolist()]


def _placed(match: Match | None, boxes: Sequence[Box]) -> list[Box]:
    """``boxes`` of tiles that were not found, moved as those found near them are."""
    if match is None or not boxes:
        return list(boxes)
    middles = np.array([box.middle for box in boxes])
    shifts = match.corrected(middles) - middles
    return [box.moved(*shift) for box, shift in zip(boxes, shifts.tolist(), strict=True)]
