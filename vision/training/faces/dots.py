"""The dot suit: one to nine discs, and the wheel that is the one."""

from vision.training.faces.design import Design
from vision.training.faces.svg import Point, circle, ellipse, path, polar, polyline

LAYOUTS: dict[int, tuple[tuple[Point, ...], float]] = {
    2: (((0, -0.5), (0, 0.5)), 0.42),
    3: (((-0.62, -0.66), (0, 0), (0.62, 0.66)), 0.31),
    4: (((-0.5, -0.54), (0.5, -0.54), (-0.5, 0.54), (0.5, 0.54)), 0.31),
    5: (((-0.58, -0.62), (0.58, -0.62), (0, 0), (-0.58, 0.62), (0.58, 0.62)), 0.31),
    6: (((-0.48, -0.7), (0.48, -0.7), (-0.48, 0.06), (0.48, 0.06), (-0.48, 0.7), (0.48, 0.7)), 0.3),
    7: (
        ((-0.64, -0.8), (-0.02, -0.56), (0.6, -0.32), (-0.4, 0.17), (0.4, 0.17), (-0.4, 0.74), (0.4, 0.74)),
        0.26,
    ),
    8: (tuple((x, y) for y in (-0.78, -0.26, 0.26, 0.78) for x in (-0.4, 0.4)), 0.25),
    9: (tuple((x, y) for y in (-0.7, 0, 0.7) for x in (-0.68, 0, 0.68)), 0.28),
}
"""Where the dots of each number lie, in halves of the room, and their radius as a share of half its height."""

THREE = {
    2: ("green", "blue"),
    3: ("blue", "red", "green"),
    4: ("blue", "green", "green", "blue"),
    5: ("blue", "green", "red", "green", "blue"),
    6: ("green",) * 2 + ("red",) * 4,
    7: ("green",) * 3 + ("red",) * 4,
    8: ("blue",) * 8,
    9: ("green",) * 3 + ("red",) * 3 + ("blue",) * 3,
}

SCHEMES: dict[str, dict[str, str]] = {
    "three": {},
    "green_red": {"blue": "green"},
    "dark_red": {"blue": "black", "green": "black"},
    "blue_red": {"green": "blue"},
    "blue": {"green": "blue", "red": "red"},
    "blue_green": {"blue": "green", "green": "blue"},
}
"""Paints that stand for those of ``THREE`` in each scheme."""


def dots(number: int, design: Design, red: bool = False) -> list[str]:
    """The dots of a number from 1 to 9; all red where ``red``."""
    if number == 1:
        return wheel(design, red)
    places, share = LAYOUTS[number]
    half_width, half_height = design.room
    half_width = min(half_width, half_height * 0.72)
    if number == 3 and design.dots.mirror:
        places = tuple((-x, y) for x, y in places)
    radius = min(share * half_height, half_width * _widest(places)) * design.dots.size
    inks = ("red",) * number if red else _inks(number, design)
    return [
        part
        for (x, y), ink in zip(places, inks, strict=True)
        for part in dot((x * half_width, y * half_height), radius, ink, design)
    ]


def _widest(places: tuple[Point, ...]) -> float:
    """The radius, as a share of half the breadth, at which dots of one row touch."""
    rows: dict[float, list[float]] = {}
    for x, y in places:
        rows.setdefault(y, []).append(x)
    gaps = [b - a for row in rows.values() for a, b in zip(sorted(row), sorted(row)[1:], strict=False)]
    return min([*gaps, 1.3]) / 2 * 1.02


def _inks(number: int, design: Design) -> tuple[str, ...]:
    swapped = SCHEMES[design.dots.scheme]
    if design.dots.scheme == "blue" and number != 5:
        return ("blue",) * number
    inks = [swapped.get(ink, ink) for ink in THREE[number]]
    if design.dots.scheme == "dark_red" and number == 2:
        return ("green", "black")
    return tuple(inks)


def dot(centre: Point, radius: float, ink: str, design: Design) -> list[str]:
    """One disc in the design's style."""
    return _DOTS[design.dots.kind](centre, radius, design.ink(ink), _second(ink, design), design)


def _second(ink: str, design: Design) -> str:
    """The paint of a dot's heart: red in some sets, else its own."""
    return design.ink("red" if design.seed % 4 == 0 else ink)


def _target(c: Point, r: float, ink: str, heart: str, design: Design) -> list[str]:
    line = r * 0.2 * design.dots.line
    ground = design.material.ground
    return (
        [
            circle(c, r, ink),
            circle(c, r * 0.66, "none", ground, line * 0.45),
            circle(c, r * 0.36, "none", ground, line * 0.45),
            circle(c, r * 0.14, ground),
        ]
        if design.seed % 3
        else [
            circle(c, r - line / 2, "none", ink, line),
            circle(c, r * 0.52, "none", ink, line),
            circle(c, r * 0.18, heart),
        ]
    )


def _rings(c: Point, r: float, ink: str, heart: str, design: Design) -> list[str]:
    line = r * 0.17 * design.dots.line
    return [
        circle(c, r - line / 2, "none", ink, line),
        circle(c, r * 0.56, "none", ink, line),
        circle(c, r * 0.22, heart),
    ]


def _disc(c: Point, r: float, ink: str, _heart: str, design: Design) -> list[str]:
    return [circle(c, r * 0.94, ink), circle(c, r * 0.3, design.material.ground if design.seed % 2 else ink)]


def _washer(c: Point, r: float, ink: str, heart: str, design: Design) -> list[str]:
    parts = [circle(c, r * 0.72, "none", ink, r * 0.42 * design.dots.line)]
    return [*parts, circle(c, r * 0.24, heart)] if design.seed % 2 else parts


def _wheel(c: Point, r: float, ink: str, heart: str, design: Design) -> list[str]:
    ground, count = design.material.ground, design.dots.petals
    spokes = "".join(polyline([polar(r * 0.46, a, c), polar(r * 0.74, a, c)]) for a in _turns(count))
    return [
        circle(c, r, ink),
        path(spokes, "none", ground, r * 0.09),
        circle(c, r * 0.32, "none", ground, r * 0.08),
        circle(c, r * 0.14, ground if heart == ink else heart),
    ]


def _spokes(c: Point, r: float, ink: str, heart: str, design: Design) -> list[str]:
    line = r * 0.15 * design.dots.line
    spokes = "".join(polyline([polar(r * 0.3, a, c), polar(r * 0.9, a, c)]) for a in _turns(8))
    return [
        circle(c, r - line / 2, "none", ink, line),
        path(spokes, "none", ink, line * 0.9),
        circle(c, r * 0.3, heart),
    ]


def _flower(c: Point, r: float, ink: str, heart: str, design: Design) -> list[str]:
    count = max(6, design.dots.petals - 4)
    petals = [circle(polar(r * 0.74, a, c), r * 2.2 / count, ink) for a in _turns(count)]
    return [circle(c, r * 0.74, ink), *petals, circle(c, r * 0.46, design.material.ground), circle(c, r * 0.3, heart)]


def _petal(c: Point, r: float, ink: str, heart: str, design: Design) -> list[str]:
    count = 8 if design.seed % 2 else 6
    width = r * 0.24 * (8 / count)
    petals = [ellipse(polar(r * 0.62, a, c), (width, r * 0.36), a, ink) for a in _turns(count)]
    return [*petals, circle(c, r * 0.24, heart)]


def _cross(c: Point, r: float, ink: str, _heart: str, design: Design) -> list[str]:
    ground = design.material.ground
    leaves = [ellipse(polar(r * 0.5, a, c), (r * 0.2, r * 0.36), a, ground) for a in (45, 135, 225, 315)]
    return [circle(c, r, ink), *leaves, circle(c, r * 0.14, ink)]


_DOTS = {
    "target": _target,
    "rings": _rings,
    "disc": _disc,
    "washer": _washer,
    "wheel": _wheel,
    "spokes": _spokes,
    "flower": _flower,
    "petal": _petal,
    "cross": _cross,
}


def wheel(design: Design, red: bool = False) -> list[str]:
    """The one of dots: a large ornament in two or three paints."""
    half_width, half_height = design.room
    radius = min(half_width * 0.98, half_height * 0.72) * (0.8 + 0.2 * design.dots.size)
    outer = "red" if red else _inks(8, design)[0] if design.seed % 2 else "green"
    inner = "red" if design.seed % 5 else "blue"
    third = "blue" if design.seed % 3 else outer
    return _WHEELS[design.dots.wheel](radius, design.ink(outer), design.ink(inner), design.ink(third), design)


def _turns(count: int, first: float = 0.0) -> list[float]:
    return [first + 360 * index / count for index in range(count)]


def _petals_wheel(r: float, outer: str, inner: str, third: str, design: Design) -> list[str]:
    count, line = design.dots.petals, r * 0.055 * design.dots.line
    size = r * 2.6 / count
    petals = [circle(polar(r - size, a), size * 0.88, "none", outer, line) for a in _turns(count)]
    rings = [circle((0, 0), (r - 2 * size) * share, "none", third, line * 1.2) for share in (0.96, 0.72)]
    return [
        *petals,
        *rings,
        circle((0, 0), (r - 2 * size) * 0.45, "none", inner, line * 1.5),
        circle((0, 0), r * 0.09, inner),
    ]


def _daisy(r: float, outer: str, inner: str, third: str, design: Design) -> list[str]:
    count = design.dots.petals
    petals = [
        ellipse(polar(r * 0.72, a), (r * 1.75 / count, r * 0.28), a, "none", outer, r * 0.05) for a in _turns(count)
    ]
    hearts = [ellipse(polar(r * 0.74, a), (r * 0.6 / count, r * 0.14), a, third) for a in _turns(count)]
    middle = [circle((0, 0), r * 0.4, inner), *_blossom(r * 0.34, 5, design.material.ground)]
    return [*petals, *hearts, *middle]


def _rays(r: float, outer: str, inner: str, _third: str, design: Design) -> list[str]:
    ground, count = design.material.ground, design.dots.petals + 4
    rays = [ellipse(polar(r * 0.7, a), (r * 0.055, r * 0.15), a, ground) for a in _turns(count)]
    return [
        circle((0, 0), r, outer),
        circle((0, 0), r * 0.92, "none", ground, r * 0.035),
        *rays,
        circle((0, 0), r * 0.5, ground),
        circle((0, 0), r * 0.44, inner),
        *_blossom(r * 0.34, 5, ground),
        circle((0, 0), r * 0.06, inner),
    ]


def _rings_wheel(r: float, outer: str, inner: str, third: str, design: Design) -> list[str]:
    line, count = r * 0.09 * design.dots.line, design.dots.petals + 6
    spokes = "".join(polyline([polar(r * 0.64, a), polar(r * 0.92, a)]) for a in _turns(count))
    return [
        circle((0, 0), r - line / 2, "none", outer, line),
        path(spokes, "none", third, line * 0.5),
        circle((0, 0), r * 0.62, "none", outer, line),
        circle((0, 0), r * 0.42, "none", inner, line),
        circle((0, 0), r * 0.2, inner),
    ]


def _flower_wheel(r: float, outer: str, inner: str, third: str, design: Design) -> list[str]:
    return [
        circle((0, 0), r * 0.97, "none", outer, r * 0.07),
        circle((0, 0), r * 0.85, "none", outer, r * 0.03),
        *_blossom(r * 0.8, 8, third),
        circle((0, 0), r * 0.36, design.material.ground),
        circle((0, 0), r * 0.3, inner),
        *_blossom(r * 0.24, 4, design.material.ground),
    ]


def _knot(r: float, outer: str, inner: str, third: str, design: Design) -> list[str]:
    ground = design.material.ground
    lobes = [circle(polar(r * 0.84, a), r * 0.16, outer) for a in _turns(design.dots.petals)]
    coins = [circle(polar(r * 0.66, a), r * 0.07, ground) for a in _turns(8)]
    square = [(0.0, -r * 0.28), (r * 0.28, 0.0), (0.0, r * 0.28), (-r * 0.28, 0.0)]
    return [
        *lobes,
        circle((0, 0), r * 0.88, outer),
        *coins,
        circle((0, 0), r * 0.5, ground),
        circle((0, 0), r * 0.42, "none", third, r * 0.06),
        path(polyline(square, closed=True), inner),
    ]


def _cross_wheel(r: float, outer: str, inner: str, _third: str, design: Design) -> list[str]:
    ground = design.material.ground
    leaves = [ellipse(polar(r * 0.68, a), (r * 0.1, r * 0.2), a, ground) for a in _turns(12)]
    arms = [ellipse(polar(r * 0.2, a), (r * 0.08, r * 0.18), a, ground) for a in (45, 135, 225, 315)]
    return [
        circle((0, 0), r, outer),
        *leaves,
        circle((0, 0), r * 0.44, inner, ground, r * 0.06),
        *arms,
        circle((0, 0), r * 0.93, "none", ground, r * 0.025),
    ]


def _blossom(r: float, count: int, ink: str) -> list[str]:
    """A flower seen from above."""
    width = r * 1.3 / count + r * 0.06
    return [ellipse(polar(r * 0.58, a), (width, r * 0.42), a, ink) for a in _turns(count)]


_WHEELS = {
    "petals": _petals_wheel,
    "daisy": _daisy,
    "rays": _rays,
    "rings": _rings_wheel,
    "flower": _flower_wheel,
    "knot": _knot,
    "cross": _cross_wheel,
}
