"""Detections to rows and groups, whatever the camera's distance and tilt.

Every distance is measured in the tiles at that place, so a row may shrink with distance, climb or bend.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection
from vision.labels import BACK

ROW_GAP = 0.6
"""Two tiles share a row when their middles differ by less than this share of a tile's height."""

ROW_GAP_LEVEL = 0.5
"""The same once the rows are level."""

PITCH_LEAST = 0.3
"""Nearest that the middles of neighbours lie, in tile widths: a row at 45 degrees has wide boxes that overlap."""

PITCH_MOST = 1.8
"""Farthest that they lie before the row's own pitch is known."""

STRAND_GAP = 1.7
"""A row goes on across a gap when the pitch there is less than this many times the row's own."""

GROUP_GAP = 1.3
"""A new group starts where the pitch is more than this many times the row's own."""

NEAR = 5
"""Pitches that the gap between two tiles is compared with."""

NEAR_LEAST = 4
"""With fewer, the longest row's pitch counts."""

LIKE_SIZE = 1.6
"""Neighbours differ in height by less than this factor."""

IN_LINE = 0.5
"""A strand carries on a row when it lies within this share of a tile's height of it."""

IN_LINE_REACH = 5.0
"""Most tile widths between two strands of one row."""

SIDEWAYS = 1.3
"""A photo is read as turned by a quarter when its longest column beats its longest row by this factor."""


@dataclass(frozen=True, slots=True)
class Place:
    """A tile where rows are level and run to the right; pixels, but not those of the photo."""

    detection: Detection
    x: float
    """Middle, along the row."""
    y: float
    """Middle, across the rows."""
    width: float
    """Along the row."""
    height: float

    @property
    def size(self) -> float:
        """Side of a square as large as the tile."""
        return float((self.width * self.height) ** 0.5)


Group = tuple[Place, ...]
"""Tiles that touch, from left to right."""

Strand = tuple[Group, ...]
"""Groups that follow one another closely."""

Row = tuple[Strand, ...]
"""Everything in line, from left to right."""

Links = list[list[Place]]


def rows_of(detections: Sequence[Detection]) -> list[Row]:
    """Rows from top to bottom; of a photo taken sideways, columns from left to right, each read downwards.

    The order of ``detections`` does not matter.
    """
    ordered = sorted(detections, key=lambda detection: (detection.box, detection.face, detection.confidence))
    upright, turned = _strands([_seen(one) for one in ordered]), _strands([_turned(one) for one in ordered])
    strands = turned if _longest(turned) > SIDEWAYS * _longest(upright) else upright
    pitch = _usual_pitch(strands)
    return _rows([_groups(strand, pitch) for strand in strands])


def _seen(detection: Detection) -> Place:
    x, y = detection.box.middle
    return Place(detection, x, y, max(detection.box.width, 1e-6), max(detection.box.height, 1e-6))


def _turned(detection: Detection) -> Place:
    """Columns as rows: down becomes right, right becomes down."""
    place = _seen(detection)
    return Place(detection, place.y, place.x, place.height, place.width)


def _longest(strands: Links) -> int:
    return max((_face_up(strand) for strand in strands), default=0)


def _face_up(strand: Sequence[Place]) -> int:
    return sum(place.detection.face != BACK for place in strand)


def _strands(places: list[Place]) -> Links:
    """Level strands: linked once as the tiles lie, then again with the slope of the longest taken out."""
    first = _linked(places, ROW_GAP, lambda pitch: pitch <= PITCH_MOST)
    slope = _slope(max(first, key=_face_up, default=[]))
    level = [Place(one.detection, one.x, one.y - slope * one.x, one.width, one.height) for one in places]
    most = STRAND_GAP * _usual_pitch(first)
    return _linked(level, ROW_GAP_LEVEL, lambda pitch: pitch <= most)


def _slope(strand: Sequence[Place]) -> float:
    """How far a strand falls for each pixel to the right."""
    return median((right.y - left.y) / (right.x - left.x) for left, right in pairwise(strand)) if len(strand) > 2 else 0


def _usual_pitch(strands: Links) -> float:
    """Middle distance of neighbours in the longest strand, in tile widths; 1 when there is none."""
    pitches = _pitches(max(strands, key=_face_up, default=[]))
    return median(pitches) if len(pitches) > 1 else 1.0


def _pitches(strand: Sequence[Place]) -> list[float]:
    return [2 * (right.x - left.x) / (left.width + right.width) for left, right in pairwise(strand)]


def _linked(places: list[Place], row_gap: float, near: Callable[[NDArray[np.float64]], NDArray[np.bool_]]) -> Links:
    """Strands of tiles of which each is the other's nearest neighbour along the row."""
    if not places:
        return []
    x, y, width, height = np.array([(one.x, one.y, one.width, one.height) for one in places]).T
    pitch = (x[None, :] - x[:, None]) * 2 / (width[:, None] + width[None, :])
    step = np.abs(y[None, :] - y[:, None]) * 2 / (height[:, None] + height[None, :])
    like = np.maximum(height[:, None] / height[None, :], height[None, :] / height[:, None]) < LIKE_SIZE
    cost = np.where((pitch >= PITCH_LEAST) & near(pitch) & (step < row_gap) & like, np.hypot(pitch, 1.5 * step), np.inf)
    after, before = cost.argmin(axis=1), cost.argmin(axis=0)
    follows = {
        one: int(after[one])
        for one in range(len(places))
        if np.isfinite(cost[one, after[one]]) and before[after[one]] == one
    }
    return _followed(places, follows)


def _followed(places: list[Place], follows: dict[int, int]) -> Links:
    """Strands that start wherever nothing comes before."""
    strands: Links = []
    for start in sorted(set(range(len(places))) - set(follows.values())):
        strand, number = [places[start]], start
        while number in follows:
            number = follows[number]
            strand.append(places[number])
        strands.append(strand)
    return strands


def _groups(strand: list[Place], usual: float) -> Strand:
    """``strand`` parted at its gaps; a short one goes by the ``usual`` pitch."""
    pitches = _pitches(strand)
    gaps = [number for number, pitch in enumerate(pitches) if pitch > GROUP_GAP * _pitch_near(pitches, number, usual)]
    starts = [0, *(number + 1 for number in gaps), len(strand)]
    return tuple(tuple(strand[start:end]) for start, end in pairwise(starts))


def _pitch_near(pitches: list[float], number: int, usual: float) -> float:
    """Middle one of the ``NEAR`` pitches round a place: boxes are wider where a tilted camera makes tiles lean."""
    if len(pitches) < NEAR_LEAST:
        return usual
    start = max(0, min(number - NEAR // 2, len(pitches) - NEAR))
    return median(pitches[start : start + NEAR])


def _rows(strands: list[Strand]) -> list[Row]:
    """Strands in line put together, from top to bottom."""
    rows: list[list[Strand]] = []
    for strand in sorted(strands, key=lambda one: (-sum(map(len, one)), one[0][0].x, one[0][0].y)):
        row = next((row for row in rows if _in_line(strand, min(row, key=lambda other: _apart(strand, other)))), None)
        if row is None:
            rows.append([strand])
        else:
            row.append(strand)
    rows.sort(key=lambda row: median(place.y for strand in row for group in strand for place in group))
    return [tuple(sorted(row, key=lambda strand: strand[0][0].x)) for row in rows]


def _apart(one: Strand, other: Strand) -> float:
    """Pixels along the row between the nearer ends of two strands; negative when they lie over one another."""
    return max(one[0][0].x - other[-1][-1].x, other[0][0].x - one[-1][-1].x)


def _in_line(one: Strand, other: Strand) -> bool:
    """Whether two strands lie end to end."""
    left, right = sorted((one, other), key=lambda strand: strand[0][0].x)
    end, start = left[-1][-1], right[0][0]
    width, height = (end.width + start.width) / 2, (end.height + start.height) / 2
    return (
        0.5 * width < start.x - end.x < IN_LINE_REACH * width
        and abs(start.y - end.y) < IN_LINE * height
        and max(end.height / start.height, start.height / end.height) < LIKE_SIZE
    )
