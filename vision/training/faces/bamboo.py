"""The bamboo suit: two to nine sticks; the one is a bird."""

import math

from vision.training.faces.birds import bird
from vision.training.faces.design import Design
from vision.training.faces.svg import Point, circle, ellipse, group, path, polyline, rect

LAYOUTS: dict[int, tuple[tuple[Point, ...], float]] = {
    2: (((0, -0.5), (0, 0.5)), 0.92),
    3: (((0, -0.5), (-0.5, 0.5), (0.5, 0.5)), 0.9),
    4: (((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)), 0.9),
    5: (((-0.66, -0.5), (0.66, -0.5), (0, 0), (-0.66, 0.5), (0.66, 0.5)), 0.88),
    6: (tuple((x, y) for y in (-0.5, 0.5) for x in (-0.66, 0, 0.66)), 0.9),
    7: (((0, -0.7), *((x, y) for y in (0.03, 0.69) for x in (-0.62, 0, 0.62))), 0.58),
    9: (tuple((x, y) for y in (-0.68, 0, 0.68) for x in (-0.66, 0, 0.66)), 0.62),
}
"""Where the sticks of each number stand, in halves of the room, and their length as a share of half its height."""


def bamboo(number: int, design: Design, red: bool = False) -> list[str]:
    """The sticks of a number from 1 to 9, the bird for 1; all red where ``red``."""
    if number == 1:
        return bird(design)
    if number == 8:
        return _eight(design)
    places, share = LAYOUTS[number]
    half_width, half_height = design.room
    half_width = min(half_width, half_height * 0.7)
    length = share * half_height * design.bamboo.length
    thickness = design.bamboo.thickness * {2: 1.25, 3: 1.2, 4: 1.15}.get(number, 1.0)
    inks = ["red" if red else _ink(number, index, design) for index in range(number)]
    return [
        stick((x * half_width, y * half_height), length, thickness, 0.0, ink, design)
        for (x, y), ink in zip(places, inks, strict=True)
    ]


def _ink(number: int, index: int, design: Design) -> str:
    """The paint of one stick: green but for the well-known red ones, and blue ones in some sets."""
    if design.bamboo.scheme == "plain":
        return "green"
    if (number, index) in ((5, 2), (7, 0)) or (number == 9 and index % 3 == 1):
        return "red"
    if design.bamboo.scheme == "blue" and _is_blue(number, index):
        return "blue"
    if design.bamboo.scheme == "mixed" and ((number == 6 and index >= 3) or (number == 9 and index % 3 == 2)):
        return "blue"
    return "green"


def _is_blue(number: int, index: int) -> bool:
    blue = {3: (0,), 4: (1, 2), 5: (1, 3), 6: (1, 4), 7: (2, 5)}
    return index in blue.get(number, ())


def _eight(design: Design) -> list[str]:
    """Four upright sticks at the sides; between them a roof above and its mirror below."""
    half_width, half_height = design.room
    half_width = min(half_width, half_height * 0.72)
    thickness = design.bamboo.thickness * 0.95
    side, length = half_width * 0.76, half_height * 0.84 * design.bamboo.length
    parts = []
    for sign in (-1.0, 1.0):
        middle = sign * half_height * 0.5
        inner, outer = middle - sign * length * 0.4, middle + sign * length * 0.3
        parts += [stick((x, middle), length, thickness, 0.0, "green", design) for x in (-side, side)]
        for x in (-1.0, 1.0):
            start, end = (x * side * 0.84, inner), (x * thickness * 0.22, outer)
            parts.append(_between(start, end, thickness, design))
    return parts


def _between(start: Point, end: Point, thickness: float, design: Design) -> str:
    """A stick from one point to another."""
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    turn = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
    ink = "blue" if design.bamboo.scheme == "mixed" else "green"
    return stick(middle, math.dist(start, end) + thickness * 0.7, thickness, turn, ink, design)


def stick(centre: Point, length: float, thickness: float, turn: float, ink: str, design: Design) -> str:
    """One stick in the design's style, upright when ``turn`` is 0 degrees."""
    parts = _STICKS[design.bamboo.kind](length, thickness, design.ink(ink), design.material.ground)
    return group(parts, centre, turn)


def _capsule(length: float, t: float, ink: str, ground: str) -> list[str]:
    line = polyline([(0, -length / 2 + t * 0.7), (0, length / 2 - t * 0.7)])
    return [rect(-t / 2, -length / 2, t, length, t / 2, ink), path(line, "none", ground, t * 0.18)]


def _knots(length: float, t: float, ink: str, ground: str) -> list[str]:
    knots = [ellipse((0, y * length), (t * 0.62, t * 0.42), 0, ink) for y in (-0.42, 0.0, 0.42)]
    lines = "".join(polyline([(0, y * length - length * 0.1), (0, y * length + length * 0.1)]) for y in (-0.21, 0.21))
    return [rect(-t * 0.4, -length / 2, t * 0.8, length, t * 0.4, ink), *knots, path(lines, "none", ground, t * 0.18)]


def _segments(length: float, t: float, ink: str, ground: str) -> list[str]:
    half = length / 2 - t * 0.09
    parts = [rect(-t / 2, y, t, half, t * 0.42, ink) for y in (-length / 2, t * 0.09)]
    lines = "".join(polyline([(0, y - half * 0.26), (0, y + half * 0.26)]) for y in (-length / 4, length / 4))
    return [*parts, path(lines, "none", ground, t * 0.2)]


def _bone(length: float, t: float, ink: str, ground: str) -> list[str]:
    bars = [
        rect(-t * 0.6, y - t * 0.22, t * 1.2, t * 0.44, t * 0.2, ink)
        for y in (-length / 2 + t * 0.22, 0, length / 2 - t * 0.22)
    ]
    line = polyline([(0, -length * 0.36), (0, length * 0.36)])
    return [rect(-t * 0.3, -length / 2, t * 0.6, length, 0, ink), *bars, path(line, "none", ground, t * 0.12)]


def _beads(length: float, t: float, ink: str, ground: str) -> list[str]:
    count = max(3, round(length / t / 1.05))
    step = length / count
    places = [-length / 2 + step * (index + 0.5) for index in range(count)]
    beads = [ellipse((0, y), (t * 0.56, step * 0.58), 0, ink) for y in places]
    return [*beads, *(circle((0, y), t * 0.15, ground) for y in places)]


def _outline(length: float, t: float, ink: str, ground: str) -> list[str]:
    box = rect(-t * 0.42, -length / 2 + t * 0.1, t * 0.84, length - t * 0.2, t * 0.34, ground, ink, t * 0.24)
    return [box, path(polyline([(-t * 0.5, 0), (t * 0.5, 0)]), "none", ink, t * 0.3)]


def _waist(length: float, t: float, ink: str, ground: str) -> list[str]:
    """A stick with a swelling at both ends and in the middle, lit along its length."""
    h = length / 2
    right = f"C{t * 0.7:.2f} {-h:.2f} {t * 0.62:.2f} {-h * 0.62:.2f} {t * 0.3:.2f} {-h * 0.5:.2f}"
    right += f"C{t * 0.62:.2f} {-h * 0.3:.2f} {t * 0.62:.2f} {h * 0.3:.2f} {t * 0.3:.2f} {h * 0.5:.2f}"
    right += f"C{t * 0.62:.2f} {h * 0.62:.2f} {t * 0.7:.2f} {h:.2f} 0 {h:.2f}"
    left = f"C{-t * 0.7:.2f} {h:.2f} {-t * 0.62:.2f} {h * 0.62:.2f} {-t * 0.3:.2f} {h * 0.5:.2f}"
    left += f"C{-t * 0.62:.2f} {h * 0.3:.2f} {-t * 0.62:.2f} {-h * 0.3:.2f} {-t * 0.3:.2f} {-h * 0.5:.2f}"
    left += f"C{-t * 0.62:.2f} {-h * 0.62:.2f} {-t * 0.7:.2f} {-h:.2f} 0 {-h:.2f}Z"
    line = polyline([(0, -h * 0.78), (0, h * 0.78)])
    return [path(f"M0 {-h:.2f}{right}{left}", ink), path(line, "none", ground, t * 0.15)]


_STICKS = {
    "capsule": _capsule,
    "knots": _knots,
    "segments": _segments,
    "bone": _bone,
    "beads": _beads,
    "outline": _outline,
    "waist": _waist,
}
