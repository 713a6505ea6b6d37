"""Flowers and seasons: a drawing, a name and a number."""

import numpy as np

from vision.training.faces.design import Design
from vision.training.faces.glyphs import write
from vision.training.faces.marks import corner_sign
from vision.training.faces.plants import Pens
from vision.training.faces.scenes import ANY_FLOWER, PLANTS, Drawing, pot
from vision.training.faces.svg import circle, group, rect

TRADITIONAL = "梅蘭竹菊春夏秋冬"
SIMPLIFIED = "梅兰竹菊春夏秋冬"
NUMERALS = "一二三四"


def flower(number: int, design: Design) -> list[str]:
    """Plum, orchid, bamboo, chrysanthemum for 1 to 4, then the four seasons for 5 to 8."""
    style = design.flowers
    name = (SIMPLIFIED if style.simplified else TRADITIONAL)[number - 1]
    if style.art == "none" or style.text == "large":
        return [*_large(name, number, design), *_number(number, design)]
    drawing = _drawing(number, design)
    named = _named(name, number, design) if style.text == "corner" else []
    return [*drawing, *named, *_number(number, design)]


def _season(number: int) -> bool:
    return number > 4


def _drawing(number: int, design: Design) -> list[str]:
    """The plant below the corners, in the set's manner."""
    style, (half_width, half_height) = design.flowers, design.room
    rng = np.random.default_rng((design.seed, number))
    pens = Pens(*_paints(number, design), design.material.ground, _filled(design), rng, style.line)
    which = 1 if _season(number) and style.art == "scene" else style.variant // 2 ** (number % 5) % 2
    if style.art == "pot":
        which = 0
    parts = _chosen(number, which, design)(pens)
    if style.art == "pot":
        parts = [group(parts, (0, -14), 0, 0.76), *pot(pens)]
    scale = min(half_width / 30, half_height / 42)
    room = 0.86 if style.text == "corner" or style.digits != "none" else 1.0
    side = -1.0 if rng.random() < 0.35 else 1.0
    drop = (1 - room) * half_height * 0.95
    return [group(parts, (0, -drop if style.foot else drop), 0, (side * scale * (room + 0.1), scale * room))]


def _chosen(number: int, which: int, design: Design) -> Drawing:
    """The drawing of the number; any flower's for a season in sets where only the name tells it."""
    style = design.flowers
    if _season(number) and style.mixed and style.text == "corner":
        return ANY_FLOWER[(style.variant + number * 3) % len(ANY_FLOWER)]
    return PLANTS[number - 1][which]


def _filled(design: Design) -> bool:
    return design.flowers.art == "fill" or (design.flowers.art != "line" and design.seed % 2 == 0)


def _paints(number: int, design: Design) -> tuple[str, str, str]:
    """Stem, bloom and third paint."""
    scheme = design.flowers.variant % 9
    if scheme >= 5:
        flowers, seasons = (("green", "blue"), ("red", "red"), ("blue", "blue"), ("red", "blue"))[scheme - 5]
        ink = design.ink(seasons if _season(number) else flowers)
        return ink, ink, ink
    names = (
        ("green", "red", "blue"),
        ("green", "red", "red"),
        ("black", "red", "green"),
        ("green", "blue", "red"),
        ("blue", "red", "green"),
    )
    stem, bloom, third = names[scheme]
    return design.ink(stem), design.ink(bloom), design.ink(third)


def _named(name: str, number: int, design: Design) -> list[str]:
    """The name in a top corner."""
    style = design.flowers
    size = 19.0 * design.scale
    right = _season(number) != style.swap
    x = design.width / 2 - 4.5 - size * 0.46
    ink = "red" if _season(number) and style.name_ink == "black" else style.name_ink
    y = 45.5 - size * 0.5 if style.foot else -45.5 + size * 0.5
    return [write(name, design.characters.script, (x if right else -x, y), (size * 0.9, size), design.ink(ink))]


def _number(number: int, design: Design) -> list[str]:
    """1 to 4 in the corner across from the name."""
    style = design.flowers
    if style.digits == "none":
        return []
    rank = (number - 1) % 4
    if style.bamboo_last and not _season(number):
        rank = (0, 1, 3, 2)[rank]
    right = _season(number) == style.swap
    named = style.art != "none" and style.text == "corner"
    if style.place == "both" and not named:
        return [_numeral(rank, side, 0.0, number, design) for side in (False, True)]
    if style.place == "under" and named:
        return [_numeral(rank, not right, 20.0 * design.scale, number, design)]
    return [_numeral(rank, right, 0.0, number, design)]


def _numeral(rank: int, right: bool, drop: float, number: int, design: Design) -> str:
    """A number, counted from 0, in a corner or ``drop`` towards the middle from it."""
    style = design.flowers
    ink = style.digit_ink if not _season(number) or style.digit_ink != "red" else "black"
    size = (17.0 if style.digits == "digit" else 15.0) * design.scale
    if style.digits == "digit":
        down = 92 - size - drop if style.foot else drop
        return corner_sign(str(rank + 1), design, right, size, ink, down)
    x = design.width / 2 - 4.5 - size / 2
    height = size * (0.25, 0.5, 0.75, 0.85)[rank]
    y = 44.5 - size / 2 - drop if style.foot else -44.5 + size / 2 + drop
    return write(NUMERALS[rank], design.characters.script, (x if right else -x, y), (size, height), design.ink(ink))


def _large(name: str, number: int, design: Design) -> list[str]:
    """The name alone, in some sets within a ring or a frame."""
    half_width, half_height = design.room
    size = min(half_width * 1.7, half_height * 1.3)
    ink = design.ink("red" if _season(number) else "green" if design.seed % 2 else "blue")
    frame: list[str] = []
    if design.flowers.variant % 3 == 0:
        size *= 0.74
        frame = [circle((0, 4), size * 0.74, "none", ink, 1.8)]
    elif design.flowers.variant % 3 == 1:
        size *= 0.8
        frame = [rect(-size * 0.62, 4 - size * 0.66, size * 1.24, size * 1.32, 3, "none", ink, 1.6)]
    return [*frame, write(name, design.characters.script, (0, 4), (size * 0.94, size), ink)]
