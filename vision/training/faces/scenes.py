"""Scenes of the seasons, and which drawings each flower and season may show."""

from collections.abc import Callable

from vision.training.faces import plants
from vision.training.faces.plants import Pens, blossom
from vision.training.faces.svg import Point, circle, polar, polyline, rect


def willow(pens: Pens) -> list[str]:
    """Spring scene: hanging willow and two swallows."""
    strands: list[list[Point]] = [
        [(24 - 8 * i, -34), (18 - 9 * i, -10), (20 - 10 * i, 8 + 5 * (i % 2))] for i in range(4)
    ]
    leaves = [
        pens.leaf((x, y), (x - 5, y + 7), 3)
        for line in strands
        for x, y in ((line[1][0], line[1][1] - 8), line[1], (line[1][0], line[1][1] + 9))
    ]
    birds: list[list[Point]] = [
        [(-26, 14), (-16, 16), (-8, 24), (2, 18)],
        [(-10, 24), (-14, 32)],
        [(4, 26), (12, 27), (18, 34), (26, 30)],
        [(17, 34), (14, 40)],
    ]
    return [
        pens.lines(2.6, [(30, -30), (10, -36), (-14, -32)]),
        pens.lines(1.8, *strands),
        *leaves,
        pens.lines(3.6, *birds, ink=pens.accent),
        *blossom(pens, (-22, -12), 6),
    ]


def sunny(pens: Pens) -> list[str]:
    """Summer scene: sun above water and lotus."""
    rays = [[polar(12, turn, (12, -18)), polar(18, turn, (12, -18))] for turn in range(0, 360, 40)]
    waves: list[list[Point]] = [[(-28, y), (-14, y - 4), (0, y), (14, y - 4), (28, y)] for y in (30.0, 38.0)]
    petals = [pens.leaf((-8, 24), polar(18, turn, (-8, 24)), 7, pens.bloom) for turn in (-70, 70, -35, 35, 0)]
    return [
        circle((12, -18), 8.5, pens.bloom if pens.filled else pens.ground, pens.bloom, 2.2),
        pens.lines(2.2, *rays, ink=pens.bloom),
        *petals,
        pens.lines(3, *waves, ink=pens.accent),
        pens.lines(2.4, [(18, 28), (20, 10), (16, 2)]),
        pens.leaf((20, 14), (30, 6), 7),
    ]


def maple(pens: Pens) -> list[str]:
    """Autumn scene: a maple leaf before hills and moon."""
    tips: list[Point] = []
    for index, turn in enumerate((-140, -95, -45, 0, 45, 95, 140)):
        tips += [polar((16, 22, 24, 27, 24, 22, 16)[index], turn, (0, 2)), polar(10, turn + 23, (0, 2))]
    veins: list[list[Point]] = [[(0, 12), polar(17, turn, (0, 2))] for turn in (-95, -45, 0, 45, 95)]
    ink = pens.ground if pens.filled else pens.bloom
    return [
        pens.shape(polyline(tips[:-1], closed=True), pens.bloom, 2.2),
        pens.lines(1.6, *veins, ink=ink),
        pens.lines(2.8, [(0, 10), (2, 26), (-6, 36)], ink=pens.bloom),
        pens.lines(2.8, [(-28, 40), (-16, 32), (-4, 40)], [(4, 40), (16, 30), (29, 40)]),
    ]


def snow(pens: Pens) -> list[str]:
    """Winter scene: a pine in the snow."""
    tiers = [
        pens.shape(polyline([(0, top), (-width, top + 20), (width, top + 20)], closed=True), pens.stem, 2.2)
        for top, width in ((8, 22), (-8, 17), (-24, 12))
    ]
    flakes = []
    for x, y in ((-22.0, -14.0), (22.0, -20.0), (24.0, 4.0), (-24.0, 10.0)):
        arms = [[polar(5, turn, (x, y)), polar(5, turn + 180, (x, y))] for turn in (0, 60, 120)]
        flakes.append(pens.lines(1.6, *arms, ink=pens.accent))
    return [
        rect(-2.5, 27, 5, 12, 0, pens.bloom),
        *tiers,
        *flakes,
        pens.lines(3, [(-29, 41), (-10, 37), (12, 40), (29, 37)], ink=pens.accent),
    ]


def pot(pens: Pens) -> list[str]:
    """A flower pot on a small stand, for the lower third."""
    bowl = "M-17 18L17 18L13 34L-13 34Z"
    return [
        pens.shape(bowl, pens.accent, 2.2),
        pens.lines(2.6, [(-20, 18), (20, 18)], ink=pens.accent),
        pens.lines(2.4, [(-15, 42), (-11, 36), (11, 36), (15, 42)], ink=pens.bloom),
        *blossom(pens, (0, 26), 5, 5, pens.ground if pens.filled else pens.bloom),
    ]


Drawing = Callable[[Pens], list[str]]

ANY_FLOWER: tuple[Drawing, ...] = (
    plants.peony,
    plants.lotus,
    plants.fruit,
    plants.narcissus,
    plants.plum_large,
    plants.chrysanthemum_pair,
    plants.orchid_large,
)

PLANTS: tuple[tuple[Drawing, ...], ...] = (
    (plants.plum, plants.plum_large),
    (plants.orchid, plants.orchid_large),
    (plants.bamboo_plant, plants.bamboo_slanted),
    (plants.chrysanthemum, plants.chrysanthemum_pair),
    (plants.peony, willow),
    (plants.lotus, sunny),
    (plants.fruit, maple),
    (plants.narcissus, snow),
)
"""Drawings of each flower and season, in the order of their labels."""
