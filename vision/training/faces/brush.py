"""Strokes drawn with a brush: a line whose breadth changes on its way, as path data."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.training.faces.strokes import Stroke
from vision.training.faces.svg import Point, num

SMOOTH = frozenset("pntdc")
"""Stroke kinds that run through their points in a curve; the others turn sharply."""

LONGEST_JOIN = 62.0
"""Strokes that begin farther than this from where the last one ended are not joined to it."""

PROFILES: dict[str, tuple[float, ...]] = {
    "h": (1.1, 0.8, 0.75, 0.8, 1.25),
    "s": (1.2, 0.95, 0.9, 0.9, 0.85),
    "p": (1.25, 1.1, 0.9, 0.6, 0.15),
    "n": (0.35, 0.7, 1.1, 1.5, 0.2),
    "d": (0.4, 0.9, 1.25, 1.4, 0.9),
    "t": (1.3, 1.0, 0.8, 0.5, 0.15),
    "b": (1.0, 0.9, 1.0, 0.95, 0.9),
    "g": (1.1, 0.9, 1.0, 1.0, 0.15),
    "c": (1.0, 0.95, 0.95, 0.95, 0.9),
    "stem": (1.2, 1.0, 0.8, 0.6, 0.3),
    "leaf": (0.2, 0.9, 1.2, 0.9, 0.1),
}
"""Breadth along a stroke of each kind, as a share of the brush's own."""


@dataclass(frozen=True, slots=True)
class Brush:
    """How strokes look."""

    weight: float = 9.0
    """Breadth of a stroke, in hundredths of the character's box."""
    contrast: float = 1.0
    """0 is a pen of one breadth, 1 a brush, more an exaggerated brush."""
    across: float = 1.0
    """Breadth of strokes that run across, beside that of the others: small in printed scripts."""
    rise: float = 0.0
    """How far the right side is lifted, as a share of the breadth."""
    flat: bool = False
    """Whether strokes end straight, as if cut, and not round."""
    wobble: float = 0.0
    """How far the hand strays, in hundredths of the box."""
    hand: int = 0
    """Whose hand: settles where it strays."""
    linked: float = 0.0
    """How broad the line is that joins one stroke to the next, beside the strokes: 0 but in running script."""


def wobbled(character: str, strokes: tuple[Stroke, ...], brush: Brush) -> tuple[Stroke, ...]:
    """The strokes as this hand writes them: each a little shifted and bent."""
    if brush.wobble <= 0:
        return strokes
    rng = np.random.default_rng([brush.hand, *character.encode()])
    moved = []
    for stroke in strokes:
        shift, bend = rng.normal(0, brush.wobble * 0.6, 2), rng.normal(0, brush.wobble * 0.6, (len(stroke.points), 2))
        places = np.asarray(stroke.points) + shift + bend
        moved.append(Stroke(stroke.kind, tuple((float(x), float(y)) for x, y in places)))
    return tuple(moved)


def stroke_path(stroke: Stroke, brush: Brush) -> str:
    """Path data, to be filled, of one stroke in its character's box."""
    points = [(x, y - brush.rise * (x - 50)) for x, y in stroke.points]
    line = _resampled(_smooth(points) if stroke.kind in SMOOTH and len(points) > 2 else points)
    radii = [_radius(stroke.kind, at, brush) * _lean(line, index, brush) for index, (_, at) in enumerate(line)]
    return outline([point for point, _ in line], radii, brush.flat)


def joins(strokes: Sequence[Stroke], brush: Brush) -> str:
    """Path data of the thin lines that a hurried hand leaves between strokes that follow each other closely."""
    if brush.linked <= 0:
        return ""
    data = []
    for before, after in pairwise(strokes):
        (x0, y0), (x1, y1) = before.points[-1], after.points[0]
        if 4 < math.dist((x0, y0), (x1, y1)) < LONGEST_JOIN:
            bow = (x0 + x1) / 2 + (y1 - y0) * 0.12, (y0 + y1) / 2 - (x1 - x0) * 0.12
            line = _resampled(_smooth([(x0, y0), bow, (x1, y1)]), 5)
            points = [(x, y - brush.rise * (x - 50)) for (x, y), _ in line]
            radii = [brush.weight * brush.linked * (0.5 - 0.3 * math.sin(math.pi * at)) for _, at in line]
            data.append(outline(points, radii))
    return "".join(data)


def outline(points: list[Point], radii: list[float], flat: bool = False) -> str:
    """Path data of a line with the given half breadth at each point; wound one way, so that overlaps stay filled."""
    steps = range(len(points) - 1)
    data = [_link(points[at], points[at + 1], radii[at], radii[at + 1]) for at in steps]
    inner = range(1, len(points) - 1) if flat else range(len(points))
    data.extend(_disc(points[index], radii[index]) for index in inner)
    return "".join(data)


def sweep(points: Sequence[Point], width: float, kind: str = "stem") -> str:
    """Path data of a smooth line with the breadth profile of ``kind``, for stems and leaves."""
    line = _resampled(_smooth(points) if len(points) > 2 else points, 9)
    return outline([point for point, _ in line], [_profile(kind, at) * width / 2 for _, at in line])


def _lean(line: list[tuple[Point, float]], index: int, brush: Brush) -> float:
    """How broad the brush is in the direction of the line there."""
    if brush.across == 1.0:
        return 1.0
    (x0, y0), (x1, y1) = line[max(index - 1, 0)][0], line[min(index + 1, len(line) - 1)][0]
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    return brush.across + (1.0 - brush.across) * abs(y1 - y0) / length


def _radius(kind: str, at: float, brush: Brush) -> float:
    share = 1.0 + (_profile(kind, at) - 1.0) * brush.contrast
    return max(brush.weight * share, brush.weight * 0.12) / 2


def _profile(kind: str, at: float) -> float:
    shares = PROFILES[kind]
    place = at * (len(shares) - 1)
    index = min(int(place), len(shares) - 2)
    return shares[index] + (shares[index + 1] - shares[index]) * (place - index)


def _resampled(points: Sequence[Point], least: int = 5) -> list[tuple[Point, float]]:
    """The line with enough points for its breadth to change, each with its place along it from 0 to 1."""
    lengths = [math.dist(start, end) for start, end in pairwise(points)]
    total, gone = sum(lengths) or 1.0, 0.0
    line = [(points[0], 0.0)]
    for start, end, length in zip(points, points[1:], lengths, strict=False):
        steps = max(1, round(least * length / total))
        for step in range(1, steps + 1):
            share = step / steps
            here = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            line.append((here, (gone + length * share) / total))
        gone += length
    return line


def _smooth(points: Sequence[Point], steps: int = 4) -> list[Point]:
    ring = [points[0], *points, points[-1]]
    line = [points[0]]
    for index in range(1, len(ring) - 2):
        line.extend(_between(ring[index - 1 : index + 3], step / steps) for step in range(1, steps + 1))
    return line


def _between(four: list[Point], t: float) -> Point:
    """The point of a Catmull-Rom curve between the middle two of four points."""
    a, b, c, d = four

    def along(axis: int) -> float:
        linear = c[axis] - a[axis]
        square = 2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]
        cube = 3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]
        return 0.5 * (2 * b[axis] + linear * t + square * t * t + cube * t**3)

    return along(0), along(1)


def _link(start: Point, end: Point, r0: float, r1: float) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    nx, ny = -dy / length, dx / length
    corners = (
        (start[0] + nx * r0, start[1] + ny * r0),
        (start[0] - nx * r0, start[1] - ny * r0),
        (end[0] - nx * r1, end[1] - ny * r1),
        (end[0] + nx * r1, end[1] + ny * r1),
    )
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "Z"


def _disc(centre: Point, radius: float) -> str:
    x, y, r = num(centre[0]), num(centre[1]), num(radius)
    return (
        f"M{num(centre[0] - radius)} {y}a{r} {r} 0 1 1 {num(2 * radius)} 0a{r} {r} 0 1 1 {num(-2 * radius)} 0Z"
        if x
        else ""
    )
