"""The one of bamboo: a bird, drawn in one of several manners.

Each is drawn in a box from -30 to 30 across and -42 to 42 down.
"""

from collections.abc import Sequence

from vision.training.faces.brush import sweep
from vision.training.faces.design import Design
from vision.training.faces.svg import Point, circle, curve, ellipse, group, path, polar, polyline, rect


def bird(design: Design) -> list[str]:
    """The bird of the design, facing left in some sets and right in others."""
    half_width, half_height = design.room
    scale = min(half_width / 30, half_height / 43)
    side = -1.0 if design.seed % 3 == 0 else 1.0
    inks = tuple(design.ink(name) for name in design.bamboo.plumage)
    parts = _BIRDS[design.bamboo.bird]((inks[0], inks[1], inks[2]), design)
    return [group(parts, (0, 0), design.bamboo.turn, (side * scale, scale))]


def _lines(ink: str, width: float, *lines: Sequence[Point]) -> str:
    """Brushed lines in one paint."""
    return path("".join(sweep(points, width) for points in lines), ink)


def _eye(centre: Point, size: float, ink: str, ground: str) -> list[str]:
    return [circle(centre, size, ground, ink, size * 0.35), circle(centre, size * 0.42, ink)]


def _parrot(inks: tuple[str, str, str], design: Design) -> list[str]:
    """A round-eyed bird, head high, its tail in long ribbons."""
    first, second, third = inks
    ground, line = design.material.ground, design.bamboo.line
    breast: list[Point] = [(-9, -24), (-12, -8), (-4, 6), (8, 2), (12, -12), (9, -26), (0, -32)]
    ribs = [[(-6.0 + 4 * i, -12.0 - i), (-3.0 + 4 * i, 0.0 - i)] for i in range(4)]
    return [
        path(curve([(-6, 4), (-12, 20), (-14, 40), (-8, 38), (-2, 20), (2, 6)]), ground, first, 2.2 * line),
        path(curve([(0, 6), (2, 22), (8, 41), (13, 38), (10, 20), (8, 4)]), ground, second, 2.4 * line),
        _lines(second, 2.4 * line, [(3, 8), (6, 22), (11, 38)], [(6, 8), (9, 22), (12, 32)]),
        _lines(first, 2.2 * line, [(-4, 8), (-8, 22), (-11, 36)]),
        path(curve(breast, closed=True), ground, third, 2.4 * line),
        _lines(third, 1.9 * line, *ribs),
        path(curve([(-10, -20), (-22, -14), (-25, -2), (-16, 6), (-8, 0)]), ground, first, 2.6 * line),
        _lines(first, 2.2 * line, [(-21, -8), (-13, -5), (-10, 0)], [(-20, -1), (-14, 0)]),
        path(curve([(10, -18), (20, -30), (24, -28), (20, -12), (12, -2)]), ground, third, 2.4 * line),
        _lines(first, 2.6 * line, [(-26, 14), (-12, 9), (10, 8), (26, 2)]),
        *_eye((1, -27), 4.4, third, ground),
        path(polyline([(-8, -28), (-15, -23), (-8, -22)], closed=True), second),
        _lines(second, 2.8 * line, [(-10, -34), (0, -41), (10, -38), (20, -40)], [(-6, -34), (4, -37), (14, -34)]),
    ]


def _peacock(inks: tuple[str, str, str], design: Design) -> list[str]:
    """A peacock with its fan open above it."""
    first, second, third = inks
    ground, line = design.material.ground, design.bamboo.line
    fan = []
    for ring, count, size in ((34.0, 9, 5.4), (23.0, 7, 4.6), (13.0, 4, 3.8)):
        for index in range(count):
            turn = -72 + 144 * index / (count - 1)
            at = polar(ring, turn, (0, 0))
            fan += [
                ellipse(at, (size, size * 1.25), turn, first),
                circle(at, size * 0.5, ground),
                circle(at, size * 0.26, second),
            ]
    body: list[Point] = [(-14, 10), (-6, 4), (2, 10), (16, 12), (22, 20), (8, 28), (-8, 24)]
    neck: list[Point] = [(-8, 20), (-10, 8), (-6, -2), (-12, -8)]
    return [
        *fan,
        path(curve(body, closed=True), ground, third, 2.2 * line),
        *(ellipse((4 + 5 * i, 18), (1.8, 4), 30, third) for i in range(3)),
        path(curve(neck), "none", third, 7.5),
        path(curve(neck), "none", ground, 3.2),
        circle((-12, -8), 4.6, third),
        circle((-13, -9), 1.4, ground),
        path(polyline([(-15, -9), (-23, -5), (-15, -5)], closed=True), second),
        _lines(
            second,
            2.2,
            [(-2, 27), (-3, 38), (-10, 41)],
            [(-3, 38), (4, 41)],
            [(9, 27), (9, 38), (3, 41)],
            [(9, 38), (16, 41)],
        ),
    ]


def _sparrow(inks: tuple[str, str, str], design: Design) -> list[str]:
    """A small bird in flat colours on a bamboo stick."""
    first, second, third = inks
    ground, line = design.material.ground, design.bamboo.line
    body: list[Point] = [(-16, -16), (-8, -24), (2, -22), (12, -8), (16, 8), (6, 14), (-8, 8), (-15, -4)]
    leaves = [[(-4, 28), (-16, 34), (-26, 42)], [(-4, 28), (-18, 28), (-28, 32)], [(6, 27), (16, 34), (24, 42)]]
    return [
        path(polyline([(10, 4), (26, 30), (20, 32), (15, 28), (13, 34), (4, 12)], closed=True), first),
        path(curve(body, closed=True), third),
        circle((-10, -22), 9, third),
        *_eye((-12, -24), 2.8, design.ink("black"), ground),
        path(polyline([(-18, -24), (-28, -20), (-18, -18)], closed=True), second),
        path(curve([(-6, -8), (6, -10), (14, 4), (14, 12), (2, 8)], closed=True), second, ground, 1.2),
        _lines(ground, 1.6 * line, [(0, -4), (8, 0), (12, 8)], [(-1, 1), (5, 4), (9, 9)]),
        _lines(second, 2.0 * line, [(-2, 12), (-3, 21)], [(4, 13), (4, 21)]),
        rect(-29, 20, 27, 6.4, 3, first),
        rect(-1, 20, 29, 6.4, 3, first),
        path("".join(sweep(leaf, 4.6, "leaf") for leaf in leaves), first),
    ]


def _crane(inks: tuple[str, str, str], design: Design) -> list[str]:
    """A long-necked bird on long legs, wings folded."""
    first, second, third = inks
    ground, line = design.material.ground, design.bamboo.line
    body: list[Point] = [(-10, -6), (2, -14), (16, -4), (26, 12), (14, 14), (-2, 10), (-10, 2)]
    feathers = [[(-4.0 + 5 * i, -5.0 + i), (6.0 + 5 * i, 2.0 + 2 * i), (13.0 + 4 * i, 9.0 + i)] for i in range(3)]
    return [
        _lines(
            second,
            2.4,
            [(0, 10), (-2, 26), (-1, 40)],
            [(-9, 41), (-1, 38), (6, 41)],
            [(8, 12), (10, 26), (8, 39)],
            [(3, 41), (9, 38), (17, 41)],
        ),
        path(curve(body, closed=True), ground, third, 2.6 * line),
        _lines(third, 2.6 * line, *feathers),
        _lines(
            first,
            4.4 * line,
            [(14, 2), (24, 14), (28, 26)],
            [(18, 4), (27, 10), (30, 18)],
            [(12, 8), (19, 18), (22, 30)],
        ),
        path(curve([(-7, 0), (-15, -8), (-6, -20), (-12, -32)]), "none", third, 5.4),
        path(curve([(-7, 0), (-15, -8), (-6, -20), (-11, -30)]), "none", ground, 1.8),
        circle((-12, -33), 4.6, third),
        circle((-13, -34), 1.3, ground),
        path(polyline([(-15, -35), (-29, -31), (-15, -30)], closed=True), second),
        _lines(second, 2.8 * line, [(-14, -37), (-8, -42), (-2, -40)], [(-11, -37), (-4, -39), (1, -36)]),
        _lines(first, 2.2 * line, [(-28, 42), (-20, 36), (-16, 42)], [(18, 42), (22, 35), (26, 42)]),
    ]


def _phoenix(inks: tuple[str, str, str], design: Design) -> list[str]:
    """A flying bird: wings spread, curling tail feathers."""
    first, second, third = inks
    ground, line = design.material.ground, design.bamboo.line
    feathers = [
        [(-4, -4), polar(21 - 1.5 * i, -40 - 17 * i, (-2, -4)), polar(31 - 2.5 * i, -34 - 17 * i, (0, -2))]
        for i in range(5)
    ]
    feathers += [
        [(5, -5), polar(20 - 1.5 * i, 16 + 17 * i, (4, -4)), polar(30 - 2.5 * i, 10 + 17 * i, (4, -4))]
        for i in range(5)
    ]
    tails = [
        [(2, 8), (8, 22), (4, 34), (12, 40)],
        [(5, 7), (16, 18), (16, 32), (26, 36)],
        [(-2, 8), (-2, 24), (-10, 34), (-6, 41)],
    ]
    return [
        path("".join(sweep(feather, 4.6 * line, "leaf") for feather in feathers), first),
        path(curve([(-20, -12), (-10, -10), (-4, -2)]), "none", first, 3.4),
        path(curve([(20, -16), (12, -12), (6, -4)]), "none", first, 3.4),
        path("".join(sweep(tail, 5.2) for tail in tails), second),
        *(circle(tail[-1], 2.8, third) for tail in tails),
        path(curve([(-8, -10), (0, -14), (8, -4), (6, 8), (-2, 10), (-8, 2)], closed=True), third),
        *(circle((-1 + 3 * (i % 2), -6 + 5 * i), 1.4, ground) for i in range(3)),
        path(curve([(-2, -8), (-4, -18), (-12, -24)]), "none", third, 6),
        circle((-12, -25), 4.8, third),
        circle((-13, -26), 1.5, ground),
        path(polyline([(-15, -27), (-24, -22), (-15, -22)], closed=True), second),
        _lines(second, 2.6 * line, [(-12, -29), (-8, -38), (-2, -41)], [(-10, -29), (-3, -34), (2, -34)]),
    ]


def _owl(inks: tuple[str, str, str], design: Design) -> list[str]:
    """A plump bird seen from the front on a twig, in lines."""
    first, second, third = inks
    ground, line = design.material.ground, design.bamboo.line
    body: list[Point] = [(-14, -24), (0, -30), (14, -22), (18, -4), (10, 14), (-4, 16), (-16, 4), (-18, -12)]
    scales = [
        [
            (-9.0 + 6 * i + 3 * (j % 2), -8.0 + 6 * j),
            (-6.0 + 6 * i + 3 * (j % 2), -5.0 + 6 * j),
            (-3.0 + 6 * i + 3 * (j % 2), -8.0 + 6 * j),
        ]
        for j in range(3)
        for i in range(2)
    ]
    return [
        _lines(
            first,
            3.2 * line,
            [(4, 16), (12, 30), (22, 41)],
            [(0, 17), (4, 32), (10, 42)],
            [(-4, 17), (-4, 32), (0, 42)],
        ),
        path(curve(body, closed=True), ground, second, 2.6 * line),
        _lines(second, 1.8 * line, *scales),
        path(curve([(-16, -8), (-25, 6), (-18, 20), (-12, 8)]), ground, third, 2.6 * line),
        path(curve([(17, -8), (24, 4), (16, 18), (10, 12)]), ground, third, 2.6 * line),
        *_eye((-2, -20), 4.6, third, ground),
        path(polyline([(-8, -18), (-14, -13), (-7, -13)], closed=True), first),
        _lines(
            second,
            2.8 * line,
            [(-8, -30), (-14, -38), (-20, -40)],
            [(-2, -31), (-4, -40)],
            [(4, -30), (8, -38), (16, -41)],
        ),
        _lines(first, 3.4 * line, [(-28, 24), (-12, 19), (10, 20), (28, 14)]),
        path(
            sweep([(-16, 21), (-20, 30), (-28, 34)], 4.2, "leaf") + sweep([(16, 18), (22, 26), (30, 28)], 4.2, "leaf"),
            first,
        ),
    ]


def _pheasant(inks: tuple[str, str, str], design: Design) -> list[str]:
    """A bird seen from the side on a rock, its long tail sweeping up."""
    first, second, third = inks
    ground, line = design.material.ground, design.bamboo.line
    body: list[Point] = [(-16, 2), (-10, -6), (0, -4), (12, -10), (16, -2), (8, 14), (-6, 18), (-15, 12)]
    tails = [[(10, 0), (20, -12 - 4 * i), (18 + 3 * i, -26 - 4 * i), (8 + 7 * i, -38 + 3 * i)] for i in range(3)]
    marks = [circle((x, y), 2.0, ground, second, 1.2) for x, y in ((21.0, -18.0), (22.0, -27.0), (24.0, -34.0))]
    return [
        path("".join(sweep(tail, 5.4) for tail in tails), first),
        *marks,
        path(curve(body, closed=True), third, ground, 1.0),
        path(curve([(-6, 2), (6, 0), (12, 6), (2, 12)], closed=True), second, ground, 1.4),
        _lines(ground, 1.4, [(-2, 5), (4, 4), (9, 7)], [(-1, 8), (4, 8)]),
        path(curve([(-11, 6), (-15, -6), (-12, -16)]), "none", third, 7),
        circle((-13, -18), 6, third),
        *_eye((-14, -19), 2.2, design.ink("black"), ground),
        path(polyline([(-18, -20), (-27, -15), (-18, -14)], closed=True), second),
        _lines(second, 3.0 * line, [(-16, -23), (-14, -31), (-9, -34)], [(-11, -24), (-6, -29), (-3, -28)]),
        _lines(
            second,
            2.2 * line,
            [(-4, 17), (-5, 28)],
            [(4, 16), (5, 28)],
            [(-10, 29), (-5, 27), (0, 29)],
            [(1, 29), (5, 27), (10, 29)],
        ),
        path(curve([(-26, 42), (-18, 32), (-4, 29), (10, 30), (20, 34), (27, 42)]), ground, first, 2.4 * line),
        _lines(first, 2.0 * line, [(-12, 40), (-8, 34)], [(2, 40), (4, 34)], [(14, 40), (14, 36)]),
    ]


def _hen(inks: tuple[str, str, str], design: Design) -> list[str]:
    """A plump sitting bird in a few bold shapes, its tail a fan behind it."""
    first, second, third = inks
    ground, line = design.material.ground, design.bamboo.line
    body: list[Point] = [(-20, -2), (-12, -16), (0, -8), (16, -6), (20, 8), (8, 24), (-10, 24), (-20, 12)]
    fan = [[(14, 2), polar(20, 38 + 17 * i, (8, 2)), polar(29, 34 + 15 * i, (6, 2))] for i in range(5)]
    return [
        path("".join(sweep(feather, 7.0 * line, "leaf") for feather in fan), second),
        path(curve(body, closed=True), first, ground, 1.2),
        path(curve([(-8, 2), (4, 0), (14, 8), (2, 16), (-6, 12)], closed=True), third, ground, 1.6),
        _lines(ground, 1.6, [(-2, 5), (4, 5), (10, 8)], [(-2, 9), (3, 10), (8, 11)]),
        circle((-14, -18), 8.5, first),
        *_eye((-16, -19), 2.8, third, ground),
        path(polyline([(-21, -21), (-30, -16), (-21, -14)], closed=True), second),
        *(circle((-18 + 5 * i, -28 - 2 * (i == 1)), 3.2, second) for i in range(3)),
        _lines(third, 2.6 * line, [(-6, 24), (-7, 36)], [(5, 24), (5, 36)], [(-13, 37), (12, 37)]),
    ]


def _swallow(inks: tuple[str, str, str], design: Design) -> list[str]:
    """A bird in flight from above: two swept wings and a forked tail."""
    first, second, third = inks
    ground, line = design.material.ground, design.bamboo.line
    left: list[Point] = [(-4, -14), (-16, -24), (-29, -20), (-20, -12), (-8, 2)]
    wings = [left, [(-x, y) for x, y in left]]
    tails = [[(0, 8), (-5, 22), (-16, 40)], [(0, 8), (5, 22), (16, 40)], [(0, 8), (0, 24), (0, 34)]]
    return [
        path("".join(sweep(tail, 6.5 * line) for tail in tails), second),
        *(path(curve(wing, closed=True), first, ground, 1.2) for wing in wings),
        *(
            _lines(ground, 1.5, [(8 * side, -12), (22 * side, -17)], [(7 * side, -7), (17 * side, -11)])
            for side in (-1, 1)
        ),
        ellipse((0, -4), (7.5, 15), 0, third),
        circle((0, -22), 7, first),
        path(polyline([(-3, -28), (0, -37), (3, -28)], closed=True), second),
        *(circle((x, -23), 1.5, ground) for x in (-3.0, 3.0)),
        *(circle((0, y), 1.6, ground) for y in (-10.0, -4.0, 2.0)),
    ]


_BIRDS = {
    "hen": _hen,
    "swallow": _swallow,
    "pheasant": _pheasant,
    "parrot": _parrot,
    "peacock": _peacock,
    "sparrow": _sparrow,
    "crane": _crane,
    "phoenix": _phoenix,
    "owl": _owl,
}
