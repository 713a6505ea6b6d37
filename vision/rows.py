"""Detections to rows and groups, whatever the camera's distance and tilt.

Every distance is measured in the tiles at that place, so a row may shrink with distance, climb or bend.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, pi, radians, sin
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection
from vision.field import Field, Photographed
from vision.lie import Floats, usual_turn
from vision.stacks import laid_over, on_turned

ROW_GAP = 0.6
"""Two tiles share a row when their middles differ by less than this share of a tile's height."""

ROW_GAP_LEVEL = 0.5
"""The same once the rows are level."""

RAISED = 1.25
"""The same where one of two equal tiles lies on its side: it may lie on another, which it hides."""

PITCH_LEAST = 0.3
"""Nearest that the middles of neighbours lie, in tile widths: a row at 45 degrees has wide boxes that overlap."""

PITCH_MOST = 1.8
"""Farthest that they lie before the row's own pitch is known."""

STRAND_GAP = 1.7
"""A row goes on across a gap when the pitch there is less than this many times the row's own."""

GROUP_GAP = 1.3
"""A new group starts where the pitch is more than this many times the row's own."""

END_GAP, REGULAR = 1.2, 1.12
"""The same for the first or last tile alone, if the pitch is this many times the largest of those near it, too."""

RAISED_GAP = 2.0
"""The same where one of two equal tiles may lie on another, nearer to the camera."""

NEAR = 5
"""Pitches that the gap between two tiles is compared with."""

NEAR_LEAST = 4
"""With fewer, the longest row's pitch counts, or the least of these, where it is larger."""

LIKE_SIZE = 1.6
"""Neighbours differ in height by less than this factor."""

LIKE_CLAIMED = 2.6
"""The same for equal tiles of which one lies on its side: another may lie on that, which hides half of it."""

IN_LINE = 0.7
"""A strand carries on a row when it lies within this share of a tile's height of it."""

IN_LINE_REACH = 5.0
"""Most tile widths between two strands of one row."""

SIDEWAYS = 1.3
"""Rows run along the faces' other side only when the longest one that way beats the longest this way by this factor."""

BENDS = 2
"""How many times rows are followed again along the way they were seen to run."""

BENT = radians(1.5)
"""They are not where the way hardly differs from the one followed."""

MOST_VOTES, VOTES = 2.0, 1.5
"""How much the longest row counts for which way is up, and any other; a tile counts 1."""

CAMERA = 0.6
"""How much it counts that cameras are mostly held level."""

TELLING = 0.1
"""How clearly they must tell it; else the photo is level, or was turned to the right."""

BESIDE = 3.5
"""Tile lengths from the longest row within which others are asked."""


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
    lean: float = 0.0
    """Radians clockwise by which the row runs on here."""
    lying: float = 0.0
    """How surely it lies across the usual way by what its face shows: -1 no, 1 yes, 0 unknown."""
    straight: float = 1.0
    """How far its box tells its shape: 1 fully, 0 not at all."""
    upon: bool = False
    """Whether it is stacked on the tile before it."""

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

Links = list[list[int]]
"""Tiles that follow one another, by number."""


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows, and how the photo is turned."""

    rows: list[Row]
    """From top to bottom, as the faces of the longest row stand."""
    up: float
    """Where the upper edges of its faces point: degrees clockwise from the photo's upper edge."""
    upright: bool
    """Whether rows run from left to right of the faces, rather than downwards."""


def rows_of(detections: Sequence[Detection], up: float | None = None) -> Rows:
    """Rows of ``detections``, whose order does not matter; ``up`` is where the hand's upper edges point, where known.

    A photo whose tiles do not tell which way is up is taken to be level, or turned to the right when its columns are
    longer than its rows.
    """
    ordered = sorted(detections, key=lambda detection: (detection.box, detection.face, detection.confidence))
    if not ordered:
        return Rows([], 0.0, upright=True)
    photo = Photographed(ordered)
    turn, upright = _turn(photo, None if up is None else radians(up))
    field, pitch = _followed_on(photo, turn)
    stacked = on_turned(field)
    over = laid_over(field) - {*stacked, *stacked.values()}
    free = np.array([number not in stacked and number not in over for number in range(len(ordered))])
    strands = _linked(field, ROW_GAP_LEVEL, STRAND_GAP * pitch, free)
    strands += [[number] for number in sorted(over)]
    pitch = _usual_pitch(field, strands)
    groups = [_grouped(field, strand, pitch, stacked) for strand in strands]
    return Rows(_rows(groups), degrees(turn - (0 if upright else pi / 2)) % 360, upright)


# How the photo is turned ---------------------------------------------------------------------------------------------


def _turn(photo: Photographed, up: float | None) -> tuple[float, bool]:
    """Radians by which the rows are turned, and whether they run from left to right of the faces, not downwards."""
    first = usual_turn(photo.seen, photo.boxes) if up is None else up
    votes = (photo.seen.axis * np.cos(2 * (photo.seen.up - first))).sum()
    if up is None and votes < 0:
        first += pi / 2
    field = photo.turned(first)
    longest = _longest(field)
    upright = 2 * _face_up(field, longest) >= photo.face_up.sum()
    if not upright:
        steep = photo.turned(first + pi / 2)
        column = _longest(steep)
        upright = _face_up(steep, column) <= SIDEWAYS * _face_up(field, longest)
        field, longest = (field, longest) if upright else (steep, column)
    if up is None and not photo.seen.known:
        return (0.0 if upright else pi / 2), True
    turn = field.turn + _slope(field, longest)
    along = 0.0 if upright else pi / 2
    known = up if up is not None else _upwards(photo, field, longest, turn - along)
    return (turn if cos(known - turn + along) > 0 else turn + pi), upright


def _longest(field: Field) -> list[int]:
    """The strand with the most tiles face up, large ones before small ones."""
    strands = _linked(field, ROW_GAP, PITCH_MOST, np.ones(len(field.x), dtype=np.bool_))
    size = field.width * field.height
    return max(strands, key=lambda strand: (_face_up(field, strand), float(size[strand].mean())))


def _face_up(field: Field, strand: Sequence[int]) -> int:
    return int(field.photo.face_up[list(strand)].sum())


def _slope(field: Field, strand: Sequence[int]) -> float:
    """Radians clockwise by which a strand falls to the right."""
    if len(strand) < 3:
        return 0.0
    return median(atan2(field.y[b] - field.y[a], field.x[b] - field.x[a]) for a, b in pairwise(strand))


def _upwards(photo: Photographed, field: Field, longest: Sequence[int], up: float) -> float:
    """``up`` or half a circle more: where the tiles of the longest strand and of those near it point.

    Each strand counts as one, for people lay a row upside down as a whole; so does the way the camera was held.
    """
    pointing = photo.seen.sense * np.cos(photo.seen.up - up)
    pitches = _pitches(field, longest)
    gaps = [number + 1 for number, pitch in enumerate(pitches) if pitch > GROUP_GAP * median(pitches)]
    parts = [list(longest[start:end]) for start, end in pairwise([0, *gaps, len(longest)])]
    parts.sort(key=len)
    votes = float(np.clip(pointing[parts.pop()].sum(), -MOST_VOTES, MOST_VOTES)) + CAMERA * cos(up)
    votes += sum(float(np.clip(pointing[part].sum(), -VOTES, VOTES)) for part in parts)
    away = np.hypot(field.x[:, None] - field.x[longest], field.y[:, None] - field.y[longest]).min(axis=1)
    for strand in _linked(field, ROW_GAP, PITCH_MOST, ~np.isin(np.arange(len(away)), longest)):
        if away[strand].min() < BESIDE * photo.length:
            votes += float(np.clip(pointing[strand].sum(), -VOTES, VOTES))
    if abs(votes) < TELLING:
        votes = cos(up) - sin(up) / 2
    return up if votes > 0 else up + pi


# Strands -------------------------------------------------------------------------------------------------------------


def _followed_on(photo: Photographed, turn: float) -> tuple[Field, float]:
    """The field in which rows are followed on as they bend, and the pitch of the longest."""
    field = photo.turned(turn)
    every = np.ones(len(field.x), dtype=np.bool_)
    strands = _linked(field, ROW_GAP, PITCH_MOST, every)
    for _ in range(BENDS):
        pitch, leans = _usual_pitch(field, strands), _leans(field, strands)
        if np.abs(leans - field.lean).max() < BENT:
            break
        field = photo.turned(turn, leans)
        strands = _linked(field, ROW_GAP_LEVEL, STRAND_GAP * pitch, every)
    return field, _usual_pitch(field, strands)


def _leans(field: Field, strands: Links) -> Floats:
    """Radians clockwise by which the rows run on at each tile: as the steps near it do, or those of the nearest row.

    Tiles on their side are stepped over: their middles lie off the row's.
    """
    lean = np.full(len(field.x), np.nan)
    for strand in strands:
        standing = [number for number in strand if field.aside[number] <= 0] if field.photo.seen.known else strand
        steps = [atan2(field.y[b] - field.y[a], field.x[b] - field.x[a]) for a, b in pairwise(standing)]
        if len(strand) > 2 and steps:
            for place, number in enumerate(strand):
                near = min(max(0, place - len(strand) + len(standing)), len(steps) - 1)
                lean[number] = median(steps[max(0, near - 2) : near + 3])
    known = np.flatnonzero(~np.isnan(lean))
    if not len(known):
        return np.zeros(len(lean))
    away = np.hypot(field.x[:, None] - field.x[known], field.y[:, None] - field.y[known])
    return np.where(np.isnan(lean), lean[known[away.argmin(axis=1)]], lean)


def _usual_pitch(field: Field, strands: Links) -> float:
    """Middle distance of neighbours in the longest strand, in tile widths; 1 when there is none."""
    pitches = _pitches(field, max(strands, key=lambda strand: _face_up(field, strand), default=[]))
    return median(pitches) if len(pitches) > 1 else 1.0


def _pitches(field: Field, strand: Sequence[int]) -> list[float]:
    return [float(field.pitch[left, right]) for left, right in pairwise(strand)]


def _linked(field: Field, row_gap: float, most: float, free: NDArray[np.bool_]) -> Links:
    """Strands of tiles of which each is the other's nearest neighbour along the row, at most so many widths off."""
    pitch, drop = field.pitch, np.abs(field.drop)
    level = drop < np.where(field.raised, RAISED, row_gap)
    turned = field.aside > 0
    claimed = field.photo.same & (turned[:, None] != turned)
    reach = np.where(claimed, max(most, PITCH_MOST), most)
    like = field.unlike < np.where(claimed, LIKE_CLAIMED, LIKE_SIZE)
    near = (pitch >= PITCH_LEAST) & (pitch <= reach) & level & like
    cost = np.where(near & free[:, None] & free, np.hypot(pitch, 1.5 * drop), np.inf)
    after, before = cost.argmin(axis=1), cost.argmin(axis=0)
    numbers = np.arange(len(after))
    mutual = np.isfinite(cost[numbers, after]) & (before[after] == numbers)
    follows = {int(one): int(after[one]) for one in np.flatnonzero(mutual)}
    return _followed(np.flatnonzero(free).tolist(), follows)


def _followed(numbers: Sequence[int], follows: dict[int, int]) -> Links:
    """Strands that start wherever nothing comes before."""
    strands: Links = []
    for start in sorted({*numbers} - {*follows.values()}):
        strand = [start]
        while strand[-1] in follows:
            strand.append(follows[strand[-1]])
        strands.append(strand)
    return strands


# Groups and rows -----------------------------------------------------------------------------------------------------


def _grouped(field: Field, strand: list[int], usual: float, stacked: dict[int, int]) -> Strand:
    """``strand`` parted at its gaps; a short one goes by the ``usual`` pitch. What is ``stacked`` follows its base."""
    pitches = _pitches(field, strand)
    gaps = []
    for number, pitch in enumerate(pitches):
        most = RAISED_GAP if field.raised[strand[number], strand[number + 1]] else GROUP_GAP
        if pitch > most * _pitch_near(pitches, number, usual):
            gaps.append(number + 1)
    gaps = _with_ends(field, strand, pitches, gaps)
    gaps = _with_claimed(field, strand, gaps)
    tops = {base: top for top, base in stacked.items()}
    return tuple(_group(field, strand[start:end], tops) for start, end in pairwise([0, *gaps, len(strand)]))


def _with_ends(field: Field, strand: list[int], pitches: list[float], gaps: list[int]) -> list[int]:
    """``gaps``, and those before the last tile of a part, or after its first, that are small but like no other."""
    found = list(gaps)
    for start, end in pairwise([0, *gaps, len(strand)]):
        for gap in {start + 1, end - 1} if end - start > NEAR_LEAST else ():
            part = pitches[start : end - 1]
            place = gap - 1 - start
            near = [pitch for at, pitch in enumerate(part) if at != place and abs(at - place) < NEAR]
            least = max(END_GAP * median(near), REGULAR * max(near))
            if part[place] > least and not field.raised[strand[gap - 1], strand[gap]]:
                found.append(gap)
    return sorted({*found})


def _with_claimed(field: Field, strand: list[int], gaps: list[int]) -> list[int]:
    """``gaps``, moved so that two equal tiles have the turned third with them.

    One that lies on another seems to lie apart where the camera looks along the row.
    """
    ends = [0, *gaps, len(strand)]
    moved = list(ends)
    for place in range(1, len(ends) - 1):
        at = ends[place]
        before, after = strand[ends[place - 1] : at], strand[at : ends[place + 1]]
        if len(before) == 2 and _completes(field, before, after[0]):
            moved[place] = at + 1
        elif len(after) == 2 and _completes(field, after, before[-1]):
            moved[place] = at - 1
    return sorted({*moved} - {0, len(strand)})


def _completes(field: Field, pair: Sequence[int], third: int) -> bool:
    """Whether two tiles stand, a third lies on its side, and all are equal."""
    same = field.photo.same[third]
    turned = field.aside > 0
    return bool(turned[third] and same[pair[0]] and same[pair[1]] and not turned[pair[0]] and not turned[pair[1]])


def _group(field: Field, numbers: Sequence[int], tops: dict[int, int]) -> Group:
    places: list[Place] = []
    for number in numbers:
        places.append(_place(field, number))
        if number in tops:
            places.append(_place(field, tops[number], upon=True))
    return tuple(places)


def _place(field: Field, number: int, *, upon: bool = False) -> Place:
    return Place(
        field.photo.detections[number],
        float(field.x[number]),
        float(field.y[number]),
        float(field.width[number]),
        float(field.height[number]),
        float(field.lean[number]),
        float(field.lying[number]),
        float(field.straight[number]),
        upon,
    )


def _pitch_near(pitches: list[float], number: int, usual: float) -> float:
    """Middle one of the ``NEAR`` pitches round a place: boxes are wider where a tilted camera makes tiles lean."""
    if len(pitches) < NEAR_LEAST:
        return max(usual, min(pitches)) if len(pitches) > 1 else usual
    start = max(0, min(number - NEAR // 2, len(pitches) - NEAR))
    return median(pitches[start : start + NEAR])


def _rows(strands: list[Strand]) -> list[Row]:
    """Strands in line put together, from top to bottom."""
    rows: list[list[Strand]] = []
    for strand in sorted(strands, key=lambda one: (-sum(map(len, one)), one[0][0].x, one[0][0].y)):
        joined = [row for row in rows if _in_line(strand, min(row, key=lambda other: _apart(strand, other)))]
        rest = [row for row in rows if row not in joined]
        apart = [row for row in joined[1:] if any(_apart(one, other) < 0 for one in joined[0] for other in row)]
        merged = [one for row in joined if row not in apart for one in row]
        rows = [*rest, *apart, [*merged, strand]]
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
    lean = (end.lean + start.lean) / 2
    across, down = start.x - end.x, start.y - end.y
    along, drop = across * cos(lean) + down * sin(lean), down * cos(lean) - across * sin(lean)
    return (
        0.5 * width < along < IN_LINE_REACH * width
        and abs(drop) < IN_LINE * height
        and max(end.height / start.height, start.height / end.height) < LIKE_SIZE
    )
