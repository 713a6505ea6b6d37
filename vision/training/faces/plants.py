"""Plants for flowers and seasons.

Each is drawn in a box from -30 to 30 across and -38 to 42 down, its foot at the bottom.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.training.faces.brush import sweep
from vision.training.faces.svg import Point, circle, ellipse, group, path, polar, rect


@dataclass(frozen=True, slots=True)
class Pens:
    """Paints and manner of a drawing."""

    stem: str
    bloom: str
    accent: str
    ground: str
    filled: bool
    """Whether shapes are filled and not only outlined."""
    rng: np.random.Generator
    line: float = 1.0
    """Breadth of lines, beside the usual."""

    def shape(self, data: str, ink: str, width: float = 2.0) -> str:
        """A closed shape, filled or outlined."""
        return (
            path(data, ink, self.ground, width * 0.4)
            if self.filled
            else path(data, self.ground, ink, width * self.line)
        )

    def leaf(self, start: Point, end: Point, width: float, ink: str | None = None) -> str:
        """A pointed leaf."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = max((dx * dx + dy * dy) ** 0.5, 1e-6)
        nx, ny = -dy / length * width / 2, dx / length * width / 2
        middle = start[0] + dx * 0.45, start[1] + dy * 0.45
        data = f"M{start[0]:.2f} {start[1]:.2f}"
        data += f"Q{middle[0] + nx * 2:.2f} {middle[1] + ny * 2:.2f} {end[0]:.2f} {end[1]:.2f}"
        data += f"Q{middle[0] - nx * 2:.2f} {middle[1] - ny * 2:.2f} {start[0]:.2f} {start[1]:.2f}Z"
        return self.shape(data, ink or self.stem, 1.8)

    def lines(self, width: float, *lines: Sequence[Point], ink: str | None = None, kind: str = "stem") -> str:
        """Brushed lines."""
        return path("".join(sweep(line, width * self.line, kind) for line in lines), ink or self.stem)

    def some(self, spread: float) -> float:
        """A small chance difference."""
        return float(self.rng.uniform(-spread, spread))


def blossom(pens: Pens, centre: Point, radius: float, count: int = 5, ink: str | None = None) -> list[str]:
    """A round flower seen from above."""
    ink = ink or pens.bloom
    turn, size = pens.some(36), radius * 2.0 / count + radius * 0.08
    places = [polar(radius - size, turn + 360 * index / count, centre) for index in range(count)]
    if pens.filled:
        return [
            *(circle(place, size, ink) for place in places),
            circle(centre, radius * 0.5, ink),
            circle(centre, radius * 0.24, pens.ground),
        ]
    petals = [circle(place, size, pens.ground, ink, 1.8 * pens.line) for place in places]
    return [
        *petals,
        circle(centre, radius * 0.34, pens.ground, ink, 1.5 * pens.line),
        circle(centre, radius * 0.12, ink),
    ]


def pointed(
    pens: Pens, centre: Point, radius: float, count: int, ink: str | None = None, width: float = 0.3
) -> list[str]:
    """A flower of pointed petals."""
    turn = pens.some(20)
    tips = [polar(radius, turn + 360 * index / count, centre) for index in range(count)]
    return [
        *(pens.leaf(centre, tip, radius * width, ink or pens.bloom) for tip in tips),
        circle(centre, radius * 0.2, pens.accent),
    ]


def plum(pens: Pens) -> list[str]:
    """A bare, angular branch with round blossoms."""
    trunk: list[Point] = [(-20, 42), (-10, 24), (-14, 12), (4, -4), (6, -18), (18, -30)]
    twigs: list[list[Point]] = [
        [(-14, 12), (-24, 2), (-26, -10)],
        [(0, 0), (16, 2), (26, -6)],
        [(-12, 28), (6, 30), (22, 22)],
    ]
    spots = [(-22.0, -6.0), (2.0, 2.0), (22.0, -2.0), (18.0, 24.0), (-8.0, 18.0)]
    size = 9 + pens.some(1.5)
    chosen = spots[: 3 + int(pens.rng.integers(3))]
    buds = [circle((x, y), 2.2, pens.bloom) for x, y in ((8, -20), (18, -30), (26, -10), (-26, -14))]
    branch = pens.lines(5.4, trunk, ink=pens.stem) + pens.lines(3.2, *twigs)
    return [branch, *buds, *(part for spot in chosen for part in blossom(pens, spot, size))]


def plum_large(pens: Pens) -> list[str]:
    """One large blossom over a branch with small leaves."""
    stem: list[Point] = [(-26, 40), (-10, 32), (6, 34), (26, 26)]
    rising: list[Point] = [(-4, 32), (4, 10), (2, -14), (8, -34)]
    leaves = [((3.0, 0.0 - 9 * i), (12.0 - 2 * i, -8.0 - 9 * i)) for i in range(4)]
    leaves += [((3.0, 2.0 - 9 * i), (-7.0 + i, -6.0 - 9 * i)) for i in range(4)]
    return [
        pens.lines(3.6, stem, rising),
        *(pens.leaf(a, b, 4.2) for a, b in leaves),
        pens.leaf((16, 30), (28, 40), 6),
        *blossom(pens, (-4, 18), 14 + pens.some(1), 5),
        *blossom(pens, (20, 24), 6, 5),
    ]


def orchid(pens: Pens) -> list[str]:
    """Long bending leaves from one root, two small flowers."""
    bends = ((-28, -6), (-20, -24), (-6, -32), (12, -30), (26, -14), (30, 8))
    blades: list[list[Point]] = [
        [(2.4 * i - 6, 42), (x * 0.45, y * 0.4 + 4), (x + pens.some(2), y + pens.some(3)), (x * 1.12, y + 10)]
        for i, (x, y) in enumerate(bends)
    ]
    stalk: list[list[Point]] = [[(0, 40), (6, 18), (14, 4)], [(-2, 40), (-8, 24), (-15, 16)]]
    flowers = [*pointed(pens, (15, 2), 10, 5), *pointed(pens, (-15, 14), 8.5, 5)]
    return [pens.lines(3.4, *blades, kind="leaf"), pens.lines(1.8, *stalk), *flowers]


def orchid_large(pens: Pens) -> list[str]:
    """A few sweeping blades and one large flower at the side."""
    blades: list[list[Point]] = [
        [(-4, 42), (-10, 16), (-4, -12), (10, -34)],
        [(-4, 42), (-16, 20), (-24, 10), (-28, 24)],
        [(-2, 42), (-2, 10), (14, -12), (28, -10)],
        [(-6, 42), (-18, 14), (-20, -8), (-14, -22)],
    ]
    return [
        pens.lines(4.4, *blades, kind="leaf"),
        pens.lines(2.2, [(0, 40), (8, 34), (14, 26)]),
        *pointed(pens, (15, 20), 13, 6, width=0.42),
        pens.lines(3, [(-16, 42), (0, 39), (18, 42)]),
    ]


def bamboo_plant(pens: Pens) -> list[str]:
    """Jointed stalks and hanging leaves in threes."""
    parts = []
    for x, foot, top in ((-13.0, 42.0, -26.0), (2.0, 42.0, -34.0), (15.0, 42.0, -8.0))[: 2 + int(pens.rng.integers(2))]:
        count = 4
        step = (foot - top) / count
        joints = [rect(x - 2.6, top + step * i + 0.8, 5.2, step - 1.6, 1.6) for i in range(count)]
        ink = pens.stem
        parts += [
            joint.replace(
                'fill="none"',
                f'fill="{ink}"'
                if pens.filled
                else f'fill="{pens.ground}" stroke="{ink}" stroke-width="{1.7 * pens.line:.2f}"',
            )
            for joint in joints
        ]
    return [*parts, *_hanging(pens, ((-15, -8), (5, -18), (18, 4), (-10, 16), (8, 14)))]


def _hanging(pens: Pens, places: tuple[Point, ...]) -> list[str]:
    """Groups of three narrow leaves."""
    leaves = []
    for x, y in places:
        side = 1.0 if x > 0 else -1.0
        leaves += [pens.leaf((x, y), (x + side * reach, y + drop), 4.2) for reach, drop in ((13, 2), (11, 11), (3, 14))]
    return leaves


def bamboo_slanted(pens: Pens) -> list[str]:
    """One thick stalk aslant with leaves and a small flower."""
    stalk = [
        pens.shape(f"M{-5} {y}L{5} {y}L{4.4} {y + 14}L{-4.4} {y + 14}Z", pens.stem, 2.2)
        for y in (-36, -20.5, -5, 10.5, 26)
    ]
    thin = [pens.shape(f"M{-2.4} {y}L{2.4} {y}L{2.2} {y + 12}L{-2.2} {y + 12}Z", pens.stem, 1.8) for y in (-8, 5.5, 19)]
    return [
        group(stalk, (0, 3), 28),
        group(thin, (-14, 12), 14),
        *_hanging(pens, ((18, -14), (8, 8), (-8, -12))),
        *pointed(pens, (19, -20), 8, 6),
        pens.leaf((-20, 34), (-29, 40), 6, pens.bloom),
    ]


def chrysanthemum(pens: Pens) -> list[str]:
    """A full bloom of many narrow petals on a leafy stem."""
    centre = (0.0, -8.0)
    parts = [pens.lines(3.4, [(-4, 42), (4, 22), (0, 0)])]
    for radius, count in ((20, 15), (13, 11)):
        parts += [
            ellipse(
                polar(radius * 0.66, 360 * i / count + radius, centre),
                (2.6, radius * 0.34),
                360 * i / count + radius,
                *_petal(pens),
            )
            for i in range(count)
        ]
    parts.append(circle(centre, 5, pens.accent if pens.filled else pens.ground, pens.bloom, 1.5))
    lobes = [
        ((2.0, 26.0), (20.0, 18.0)),
        ((2.0, 28.0), (24.0, 30.0)),
        ((0.0, 30.0), (-20.0, 22.0)),
        ((-2.0, 32.0), (-24.0, 36.0)),
    ]
    return [*parts, *(pens.leaf(a, b, 7.5) for a, b in lobes)]


def _petal(pens: Pens) -> tuple[str, str, float]:
    return (pens.bloom, pens.ground, 0.7) if pens.filled else (pens.ground, pens.bloom, 1.5 * pens.line)


def chrysanthemum_pair(pens: Pens) -> list[str]:
    """Two round blooms, rings of small petals, over curling leaves."""
    parts = [pens.lines(2.8, [(-2, 42), (0, 20), (-4, 8)], [(0, 26), (8, 4), (10, -28)])]
    for centre, radius in (((-4.0, 10.0), 14.0), ((11.0, -24.0), 8.0)):
        parts += [circle(polar(radius * 0.8, 30 * i, centre), radius * 0.22, *_petal(pens)) for i in range(12)]
        parts += [circle(polar(radius * 0.45, 45 * i, centre), radius * 0.22, *_petal(pens)) for i in range(8)]
        parts.append(circle(centre, radius * 0.24, pens.accent))
    sides = [
        ((0.0, 30.0), (24.0, 22.0)),
        ((0.0, 34.0), (20.0, 40.0)),
        ((-1.0, 34.0), (-24.0, 34.0)),
        ((5.0, 6.0), (24.0, -6.0)),
    ]
    return [*parts, *(pens.leaf(a, b, 7) for a, b in sides)]


def peony(pens: Pens) -> list[str]:
    """Spring: a bowl of round petals between broad leaves."""
    centre = (0.0, -8.0)
    leaves = [((0.0, 26.0), (22.0, 16.0)), ((0.0, 28.0), (26.0, 32.0)), ((-2.0, 24.0), (-24.0, 18.0))]
    turn = pens.some(30)
    outer = [circle(polar(11, turn + 60 * i, centre), 8.2, *_petal(pens)) for i in range(6)]
    inner = [circle(polar(5, turn + 30 + 90 * i, centre), 5.6, *_petal(pens)) for i in range(4)]
    return [
        pens.lines(3.2, [(-6, 42), (2, 26), (0, 8)]),
        *(pens.leaf(a, b, 9) for a, b in leaves),
        *outer,
        *inner,
        circle(centre, 3.4, pens.accent if pens.filled else pens.bloom),
    ]


def lotus(pens: Pens) -> list[str]:
    """Summer: a lotus above its round leaf and water."""
    petals = [pens.leaf((0, 14), polar(28, turn, (0, 14)), 9, pens.bloom) for turn in (-78, 78, -50, 50, -24, 24, 0)]
    water: list[list[Point]] = [
        [(-26 + s, 36 + s / 2), (-12 + s, 33 + s / 2), (2 + s, 36 + s / 2), (16 + s, 33 + s / 2)] for s in (0.0, 8.0)
    ]
    return [
        pens.lines(3, [(0, 14), (2, 28), (0, 40)]),
        pens.shape("M-28 26Q0 14 28 26Q0 36 -28 26Z", pens.stem, 2.2),
        *petals,
        pens.lines(2.2, *water, ink=pens.accent),
        pens.lines(2, [(14, 24), (20, 2), (18, -16)]),
        pens.leaf((18, -16), (18, -28), 6, pens.bloom),
    ]


def fruit(pens: Pens) -> list[str]:
    """Autumn: berries and leaves on an arching twig."""
    twig: list[Point] = [(-14, 42), (-8, 18), (2, 0), (20, -14)]
    leaves = [
        ((-10.0, 26.0), (-26.0, 18.0)),
        ((-6.0, 12.0), (-22.0, 0.0)),
        ((0.0, 2.0), (-8.0, -18.0)),
        ((8.0, -6.0), (12.0, -28.0)),
        ((16.0, -12.0), (28.0, -22.0)),
    ]
    berries = [(8.0, 12.0), (17.0, 20.0), (6.0, 25.0)]
    parts = [pens.lines(3.2, twig, [(-2, 6), (8, 8), (17, 14)]), *(pens.leaf(a, b, 8) for a, b in leaves)]
    for x, y in berries:
        parts += [
            circle((x, y), 6.4, pens.bloom if pens.filled else pens.ground, pens.bloom, 2 * pens.line),
            circle((x - 1, y + 1), 1.6, pens.accent),
        ]
    return parts


def narcissus(pens: Pens) -> list[str]:
    """Winter: upright blades and star flowers."""
    blades: list[list[Point]] = [
        [(x * 0.45, 42), (x * 0.6, 16), (x, y)]
        for x, y in ((-26, 6), (-16, -16), (-4, -8), (8, -20), (18, 0), (28, 14))
    ]
    return [
        pens.lines(3.6, *blades, kind="leaf"),
        pens.lines(2.2, [(0, 40), (0, 8), (2, -14)], [(-2, 40), (-10, 16), (-13, 6)]),
        *pointed(pens, (2, -18), 11, 6, width=0.4),
        *pointed(pens, (-14, 4), 8, 6, width=0.4),
    ]
