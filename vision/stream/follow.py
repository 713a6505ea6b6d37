"""From frames to a settled reading: tiles are followed, and what all looks at them tell is read as one hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.decide import wholes
from vision.detection import Box, Detection, iou
from vision.detector import Detector
from vision.game import ANY_GAME, Game
from vision.hand_reading import HandReading
from vision.hints import Hints
from vision.layout import Layout, arrange
from vision.quality import Light, TileQuality, measure
from vision.reading import MOST_TILES, read, reading_of
from vision.stream.cover import Around, Cover, Table
from vision.stream.evidence import Look, face_chances, small_picture, weight
from vision.stream.frame import Frame
from vision.stream.matching import Cast, Match, matched
from vision.stream.motion import Matrix, Sketch, carried_boxes, fitted, moved, shifted, turn
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

FAR_LESS = 0.2
"""How much less, as the correlation of their pictures, a tile is like itself than the others that has changed."""

POOR = 0.3
"""A frame whose middle tile weighs less than this share of a tile's best look does not tell that the tile is gone."""

CLEAR, UNCLEAR = 0.8, 0.5
"""A frame whose middle tile is less sure than this is not used where the middle one of those followed is surer."""

MOSTLY = 0.7
"""Share of the places that must look bare where all tiles seem to have been taken away at once."""

AWAY_SECONDS = 4.0
"""Seconds without the tiles, whatever else is seen, after which they are given up."""

DOUBLE = 0.45
"""Two tracks whose boxes overlap so far are of one tile."""

BETTER = 1.1
"""A frame that shows the hand better than the best one by less is not taken for it."""


@dataclass(frozen=True, slots=True)
class Best:
    """The frame that shows the tiles best, and where it shows them."""

    frame: Frame
    boxes: dict[int, Box]
    """Of each track that it shows."""
    weights: dict[int, float]
    light: Light
    turned: float
    motion: Matrix
    """From its pixels to those of the frame read last."""

    def score(self, keys: set[int]) -> float:
        """How well it shows these tracks."""
        return sum(self.weights.get(key, 0.0) for key in keys)


@dataclass(frozen=True, slots=True)
class Glance:
    """What one frame shows."""

    frame: Frame
    sketch: Sketch
    detections: tuple[Detection, ...]
    qualities: tuple[TileQuality, ...]
    light: Light
    looks: tuple[Look, ...]

    @property
    def cast(self) -> Cast:
        """Its tiles, to be matched."""
        chances = np.array([look.chances for look in self.looks])
        return Cast(tuple(one.box for one in self.detections), chances)


class Follower:
    """Follows the tiles of one stream. Not for several threads at once."""

    def __init__(self, detector: Detector, game: Game = ANY_GAME, hints: Hints | None = None) -> None:
        self._detector, self._game, self._hints = detector, game, hints
        self._sharp: deque[tuple[float, float]] = deque()
        self._read = 0
        self._next = 0
        self._state = State(Phase.SEARCHING, 0.0, 0.0, -1)
        self._last: Glance | None = None
        self._forget()

    def _forget(self) -> None:
        """Start anew, as with another hand."""
        self._tracks: dict[int, Track] = {}
        self._qualities: dict[int, tuple[float, TileQuality]] = {}
        self._best: Best | None = None
        self._turned = 0.0
        self._lost: list[tuple[float, int]] = []
        self._anchor: Sketch | None = None
        """Of the frame in which the tracks lie where they are said to."""
        self._settling = Settling()

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
        glance = self._glance(frame, sketch)
        known = self._follow(glance)
        self._last = glance
        self._state = self._judged(glance, known, dropped)
        return self._state

    def _worth(self, frame: Frame, sketch: Sketch) -> bool:
        """Whether reading it is likely to tell more than the next frame will."""
        if self._last is None or frame.at - self._last.frame.at >= LONGEST_GAP:
            return True
        if sketch.sharpness < BLURRY * float(np.percentile([sharp for _, sharp in self._sharp], 80)):
            return False
        return not (self._state.settled and sketch.differs(self._last.sketch) < SAME)

    def _glance(self, frame: Frame, sketch: Sketch) -> Glance:
        photo = frame.photo
        found = tuple(self._detector.detect(photo))
        quality = measure(photo, [one.box for one in found])
        looks = tuple(
            Look(frame.at, face_chances(one), weight(how), small_picture(frame.pixels, one.box))
            for one, how in zip(found, quality.tiles, strict=True)
        )
        return Glance(frame, sketch, found, quality.tiles, quality.frame, looks)

    # Following --------------------------------------------------------------------------------------------------------

    def _follow(self, glance: Glance) -> bool:
        """Take in what a frame shows; whether the tiles followed were found again."""
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
        self._lost, self._anchor = [], glance.sketch
        motion = shifted(0, 0) if match is None else match.motion
        self._turned += turn(motion, (glance.frame.pixels.shape[1] / 2, glance.frame.pixels.shape[0] / 2))
        self._take_in(glance, match, motion)
        self._tidy()
        self._keep_best(glance, motion)
        return True

    def _tells_nothing(self, glance: Glance) -> bool:
        """Whether most tiles are unsure that were sure before: such a frame would only confuse."""
        sure = [track.chance for track in self._tracks.values() if track.there]
        now = [float(look.chances.max()) for look in glance.looks]
        return bool(sure and now) and float(np.median(sure)) > CLEAR and float(np.median(now)) < UNCLEAR

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
        known = Cast(tuple(one.box for one in inside), np.array([one.known for one in inside]))
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
        lighter = self._lighter(pairs, around)
        unseen = [track for key, track in self._tracks.items() if key not in pairs]
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
                self._best = None
            self._note(key, glance.looks[other].weight, glance.qualities[other])
        for other in sorted({*range(len(boxes))} - {*pairs.values()}):
            key, self._next = self._next, self._next + 1
            self._tracks[key] = begun(key, glance.detections[other], glance.looks[other], self._turned, around[other])
            self._note(key, glance.looks[other].weight, glance.qualities[other])

    def _unlike(self, pairs: dict[int, int], looks: Sequence[Look]) -> set[int]:
        """The tiles that look far less as they are known to than the others of the frame do."""
        near = {key: self._tracks[key].evidence.like(looks[other].picture) for key, other in pairs.items()}
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
        usual = float(np.median([look.weight for look in glance.looks])) if glance.looks else 0.3
        if cover is Cover.BARE and glance.looks and usual < POOR * max(one.top for one in track.evidence.witnesses):
            cover = Cover.COVERED
        return not_found(track, box, glance.frame.at, cover, min(1.0, 2 * usual))

    def _tidy(self) -> None:
        """Give up tracks of tiles that are gone, and of two of one tile the one that was seen less."""
        for track in list(self._tracks.values()):
            if track.gone:
                self._drop(track)
        for one, other in combinations(list(self._tracks.values()), 2):
            if one.key in self._tracks and other.key in self._tracks and iou(one.box, other.box) > DOUBLE:
                self._drop(min(one, other, key=lambda track: (track.looks, -track.key)))

    def _drop(self, track: Track) -> None:
        del self._tracks[track.key]
        self._qualities.pop(track.key, None)
        if track.there or track.bare:
            self._best = None

    # The frame that shows it best ------------------------------------------------------------------------------------

    def _keep_best(self, glance: Glance, motion: Matrix) -> None:
        shown = {key: track for key, track in self._tracks.items() if track.seen_at == glance.frame.at}
        weights = {key: track.recent[-1].weight for key, track in shown.items()}
        now = Best(
            glance.frame,
            {key: track.box for key, track in shown.items()},
            weights,
            glance.light,
            self._turned,
            shifted(0, 0),
        )
        there = {key for key, track in self._tracks.items() if track.there}
        if self._best is None or now.score(there) > BETTER * self._best.score(there):
            self._best = now
            return
        self._best = replace(self._best, motion=self._since_best(self._best, motion @ self._best.motion))

    def _since_best(self, best: Best, motion: Matrix) -> Matrix:
        """How the picture moved since, by the tiles that both show where there are enough."""
        both = [key for key in best.boxes if key in self._tracks and not self._tracks[key].hidden]
        if len(both) < 8:
            return motion
        start = np.array([best.boxes[key].middle for key in both])
        end = np.array([self._tracks[key].box.middle for key in both])
        better = fitted(start, end)
        return motion if better is None else better

    # Reading ----------------------------------------------------------------------------------------------------------

    def _judged(self, glance: Glance, known: bool, dropped: int) -> State:
        """The state after a frame was read."""
        reading, order = self._reading(glance)
        seen = Seen(glance.frame.at, reading, order, self._tracks, glance.qualities, known)
        verdict = self._settling.judged(seen)
        return State(
            verdict.phase,
            verdict.since,
            glance.frame.at,
            glance.frame.number,
            verdict.missing,
            tuple(self._tiles(reading, order, glance)),
            reading if order else None,
            verdict.changes,
            self._read,
            dropped,
            None if self._best is None else self._best.frame,
        )

    def _tiles(self, reading: HandReading, order: Sequence[int], glance: Glance) -> Iterator[FollowedTile]:
        for tile, key in zip(reading.tiles, order, strict=True):
            track = self._tracks[key]
            yield FollowedTile(key, tile.face, tile.chance, track.box, track.seen_at == glance.frame.at, track.looks)

    def _reading(self, glance: Glance) -> tuple[HandReading, list[int]]:
        """The hand that the tiles make, and which track each of its tiles is."""
        best = self._best
        there = [track for track in self._tracks.values() if track.there]
        if best is None or not there:
            return read([], glance.frame.photo, game=self._game), []
        back = np.asarray(np.linalg.inv(best.motion), np.float64)
        elsewhere = [track for track in there if track.key not in best.boxes]
        carried = dict(
            zip((one.key for one in elsewhere), carried_boxes(back, [t.box for t in elsewhere]), strict=True)
        )
        boxes = {track.key: best.boxes.get(track.key) or carried[track.key] for track in there}
        seen = {boxes[track.key]: track for track in there}
        detections = [track.detection(box, best.turned) for box, track in seen.items()]
        qualities = {box: self._qualities[track.key][1] for box, track in seen.items()}
        found = wholes(detections, self._arranged, self._game)
        size = best.frame.pixels.shape[1], best.frame.pixels.shape[0]
        reading = reading_of(found, size, qualities, best.light, self._game)
        return reading, [seen[tile.detection.box].key for tile in reading.tiles]

    def _arranged(self, some: Sequence[Detection], without: int | None) -> Layout:
        hints = self._hints
        return arrange(some, self._game.sizes, hints and hints.without(without))


def _placed(match: Match | None, boxes: Sequence[Box]) -> list[Box]:
    """``boxes`` of tiles that were not found, moved as those found near them are."""
    if match is None or not boxes:
        return list(boxes)
    middles = np.array([box.middle for box in boxes])
    shifts = match.corrected(middles) - middles
    return [box.moved(*shift) for box, shift in zip(boxes, shifts.tolist(), strict=True)]
