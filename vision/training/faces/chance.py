"""Designs drawn at random: how often each manner of drawing is seen."""

from collections.abc import Mapping

import numpy as np

from vision.training.faces.brush import Brush
from vision.training.faces.design import Back, Bamboo, Characters, Design, Dots, Flowers, Inks, Marks, Material
from vision.training.faces.glyphs import FONT_NAMES, Script


def sample_design(seed: int) -> Design:
    """The design that belongs to the seed."""
    return random_design(np.random.default_rng(seed))


def random_design(rng: np.random.Generator) -> Design:
    """A design drawn at random, unlike most others."""
    dark, characters = bool(rng.random() < 0.06), _characters(rng)
    told = {"dot": 1.5, "ring": 0.8, "both": 1.2} | ({} if characters.numeral_ink == "red" else {"whole": 6})
    return Design(
        seed=int(rng.integers(2**31)),
        aspect=float(rng.uniform(0.68, 0.82)),
        margin=float(rng.uniform(5.0, 10.0)),
        inks=_inks(rng, dark),
        material=_material(rng, dark),
        dots=_dots(rng),
        bamboo=_bamboo(rng),
        characters=characters,
        flowers=_flowers(rng),
        marks=_marks(rng),
        back=_back(rng),
        red_five=pick(rng, told),
        jitter=float(rng.uniform(0.0, 1.0)),
        warp=float(rng.uniform(0.0, 0.7)),
        scale=float(rng.uniform(0.84, 1.06)),
    )


def pick(rng: np.random.Generator, weights: Mapping[str, float]) -> str:
    """One of the names, each as likely as its weight says."""
    names = list(weights)
    shares = np.array([weights[name] for name in names], dtype=float)
    return names[int(rng.choice(len(names), p=shares / shares.sum()))]


def tint(rng: np.random.Generator, colour: str, spread: float) -> str:
    """A colour near ``colour``; ``spread`` in steps of 255."""
    values = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    moved = np.clip(np.array(values) + rng.normal(0, spread, 3) + rng.normal(0, spread), 0, 255).astype(int)
    return "#" + "".join(f"{value:02x}" for value in moved)


def _inks(rng: np.random.Generator, dark: bool) -> Inks:
    if dark:
        return Inks(*(tint(rng, colour, 9) for colour in ("#6fd08c", "#f0555a", "#6fa4f0", "#f2efe6")))
    green = pick(rng, {"#0d6b35": 4, "#0a4a2a": 3, "#12883f": 3, "#1c9a5c": 1, "#16402f": 2})
    red = pick(rng, {"#c3202b": 4, "#d92a2a": 3, "#a31a2c": 3, "#e2452f": 1, "#b5304a": 1})
    blue = pick(rng, {"#1d3f94": 4, "#16307a": 3, "#2456c0": 3, "#2f6fd0": 1, "#1b2c52": 2})
    black = pick(rng, {"#1a1c20": 5, "#22304a": 1, "#2a2c2e": 2, "#101418": 2})
    return Inks(*(tint(rng, colour, 9) for colour in (green, red, blue, black)))


DARK = {"#20232a": 4, "#123c2b": 3, "#15264d": 2, "#4a1620": 1, "#33204a": 1}
"""Faces of dark tiles, on which the ink is light."""

CLEAR = {"#f3b9c6": 2, "#a6d2ef": 2, "#a9dfc2": 2, "#f2de8c": 2, "#cfbbe8": 1, "#dff0f4": 2, "#f6c9a0": 1}
"""Coloured and clear plastic."""


def _material(rng: np.random.Generator, dark: bool) -> Material:
    coloured = not dark and bool(rng.random() < 0.07)
    grounds = {"#f4efe2": 5, "#fbfaf6": 6, "#f1e6cc": 3, "#e9efe6": 1.5, "#e3ebf2": 1.5, "#fdf6ea": 3, "#d8e6d4": 0.7}
    return Material(
        ground=tint(rng, pick(rng, DARK if dark else CLEAR if coloured else grounds), 4),
        shade=float(rng.uniform(0, 0.08)),
        engraving=float(rng.uniform(0, 0.5)) if rng.random() < 0.7 else 0.0,
        pooling=float(rng.uniform(0, 0.5)),
        wear=float(rng.uniform(0.0, 0.14)) if rng.random() < 0.12 else 0.0,
        grain=float(rng.uniform(0, 0.02)),
        clear=float(rng.uniform(0.03, 0.2)) if coloured and rng.random() < 0.6 else 0.0,
    )


def _dots(rng: np.random.Generator) -> Dots:
    return Dots(
        kind=pick(
            rng,
            {
                "target": 5,
                "rings": 3,
                "disc": 1.5,
                "wheel": 3,
                "flower": 2,
                "cross": 2,
                "washer": 2,
                "petal": 2,
                "spokes": 2,
            },
        ),
        wheel=pick(rng, {"petals": 4, "rays": 3, "rings": 2, "flower": 2, "knot": 1.5, "daisy": 2, "cross": 1.5}),
        scheme=pick(rng, {"three": 5, "green_red": 2, "dark_red": 3, "blue_red": 2, "blue": 1.5, "blue_green": 2}),
        size=float(rng.uniform(0.86, 1.06)),
        petals=int(rng.integers(8, 17)),
        line=float(rng.uniform(0.75, 1.35)),
        mirror=bool(rng.random() < 0.06),
    )


def _bamboo(rng: np.random.Generator) -> Bamboo:
    kinds = {"capsule": 3, "knots": 4, "segments": 3, "bone": 3, "beads": 2, "outline": 2, "waist": 3}
    birds = {
        "parrot": 4,
        "peacock": 3,
        "sparrow": 3,
        "crane": 2,
        "phoenix": 3,
        "owl": 1.5,
        "pheasant": 2.5,
        "hen": 2,
        "swallow": 1.5,
    }
    plumage = list(rng.permutation(["green", "red", "blue"])) if rng.random() < 0.6 else ["green", "red", "green"]
    return Bamboo(
        kind=pick(rng, kinds),
        scheme=pick(rng, {"red": 5, "blue": 2.5, "mixed": 2, "plain": 0.7}),
        thickness=float(rng.uniform(5.2, 9.4)),
        length=float(rng.uniform(0.86, 1.04)),
        bird=pick(rng, birds),
        plumage=(str(plumage[0]), str(plumage[1]), str(plumage[2])),
        line=float(rng.uniform(0.75, 1.5)),
        turn=float(rng.normal(0, 6)),
    )


def _script(rng: np.random.Generator) -> Script:
    """Brush scripts oftener than printed ones, a font oftener than our own strokes."""
    brush = Brush(
        weight=float(rng.uniform(7.0, 13.0)),
        contrast=float(rng.uniform(0.2, 1.5)),
        across=float(rng.choice([1.0, 1.0, 1.0, 0.8, 0.55])),
        rise=float(rng.choice([0.0, 0.0, 0.05, 0.1, 0.14])),
        flat=bool(rng.random() < 0.15),
        wobble=float(rng.uniform(0.0, 2.6)),
        hand=int(rng.integers(2**31)),
    )
    if rng.random() < 0.16:
        return Script(_running(rng) if rng.random() < 0.6 else _even(rng), slant=float(rng.normal(2, 4)))
    chance, order, slant = rng.random(), rng.random(len(FONT_NAMES)), float(rng.normal(0, 3))
    if chance < 0.4:
        return Script(brush, slant=slant)
    likely = order * np.array([1.0 if _is_brush_font(name) else 0.6 for name in FONT_NAMES])
    font = FONT_NAMES[int(np.argmax(likely))]
    return Script(brush, font, embolden=float(rng.uniform(0.0, 7.0)) if "Bold" not in font else 0.0, slant=slant)


def _running(rng: np.random.Generator) -> Brush:
    """Written in haste: strokes bent, lifted to the right and joined."""
    return Brush(
        weight=float(rng.uniform(6.5, 11.0)),
        contrast=float(rng.uniform(0.8, 1.7)),
        rise=float(rng.uniform(0.06, 0.2)),
        wobble=float(rng.uniform(1.5, 4.0)),
        hand=int(rng.integers(2**31)),
        linked=float(rng.uniform(0.25, 0.6)),
    )


def _even(rng: np.random.Generator) -> Brush:
    """Cut with lines of one breadth, as on seals and old moulds."""
    return Brush(
        weight=float(rng.uniform(5.0, 9.5)),
        contrast=float(rng.uniform(0.0, 0.15)),
        flat=bool(rng.random() < 0.4),
        wobble=float(rng.uniform(0.0, 1.5)),
        hand=int(rng.integers(2**31)),
    )


def _is_brush_font(name: str) -> bool:
    return "kai" in name.lower()


def _characters(rng: np.random.Generator) -> Characters:
    whites = {
        "frame": 4, "double": 3, "corners": 4, "ornate": 3, "blank": 10, "glyph": 1.8, "letter": 1.2, "steps": 2,
        "thin": 2, "thick": 1, "dashed": 1,
    }  # fmt: skip
    return Characters(
        script=_script(rng),
        numeral_ink=pick(rng, {"black": 6, "blue": 4, "green": 1, "red": 1}),
        formal_five=bool(rng.random() < 0.65),
        simple_wan=bool(rng.random() < 0.2),
        simple_fa=bool(rng.random() < 0.08),
        width=float(rng.uniform(0.52, 0.74)),
        large=float(rng.uniform(0.9, 1.38)),
        tall=float(rng.uniform(0.85, 1.45)),
        long_zhong=bool(rng.random() < 0.25),
        wind_ink=pick(rng, {"black": 6, "blue": 5, "green": 0.6}),
        white=pick(rng, whites),
        white_ink=pick(rng, {"blue": 6, "black": 4, "green": 0.6}),
    )


def _flowers(rng: np.random.Generator) -> Flowers:
    return Flowers(
        art=pick(rng, {"line": 4, "fill": 4, "pot": 1.2, "scene": 2, "none": 0.5}),
        text=pick(rng, {"corner": 7, "none": 1.6, "large": 0.5}),
        digits=pick(rng, {"digit": 8, "numeral": 1, "none": 1}),
        digit_ink=pick(rng, {"red": 4, "blue": 3, "black": 3}),
        name_ink=pick(rng, {"black": 4, "red": 3, "blue": 3, "green": 1}),
        swap=bool(rng.random() < 0.4),
        place=pick(rng, {"across": 6, "under": 1.5, "both": 1.5}),
        foot=bool(rng.random() < 0.1),
        bamboo_last=bool(rng.random() < 0.7),
        simplified=bool(rng.random() < 0.5),
        line=float(rng.uniform(0.8, 1.6)),
        mixed=bool(rng.random() < 0.35),
        variant=int(rng.integers(1000)),
    )


def _marks(rng: np.random.Generator) -> Marks:
    suits = bool(rng.random() < 0.3)
    font = pick(rng, {"": 3, "NotoSerifCJK-Bold.ttc": 1, "NotoSansCJK-Regular.ttc": 1, "NotoSerifCJK-Regular.ttc": 1})
    return Marks(
        suits=suits,
        honours=bool(rng.random() < (0.7 if suits else 0.06)),
        ink=pick(rng, {"red": 4, "blue": 3, "green": 2, "black": 2}),
        right=bool(rng.random() < 0.35),
        both=bool(rng.random() < 0.15),
        letters=pick(rng, {"ESWNPFC": 5, "ESWNBFC": 3, "ESWNWFC": 0.5}),
        size=float(rng.uniform(10, 16)),
        script=Script(Brush(float(rng.uniform(9, 18)), float(rng.uniform(0, 0.6))), font or None),
    )


PALE = "#efe9dc"
"""A back that without a pattern would be a blank dragon."""


def _back(rng: np.random.Generator) -> Back:
    colours = {
        "#1f8a4c": 5, "#0f6f54": 3, "#e0b02c": 2, "#2f6fc4": 4, "#e07b2a": 2, "#6a4aa0": 1.5, "#1b1c20": 1.5,
        PALE: 1, "#c49a5b": 3, "#7fc29b": 1.5, "#8cc5e6": 1.5, "#a32a34": 1, "#8a8f96": 1,
    }  # fmt: skip
    patterns = {"plain": 8, "grain": 1.5, "border": 1, "lattice": 0.7, "badge": 0.7, "dots": 0.5}
    colour = pick(rng, colours)
    if colour == PALE:
        patterns = {"lattice": 1, "badge": 1, "dots": 1}
    return Back(colour=tint(rng, colour, 8), pattern=pick(rng, patterns))
