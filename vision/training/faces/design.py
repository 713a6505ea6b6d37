"""A design: everything the faces of one tile set have in common."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.training.faces.brush import Brush
from vision.training.faces.glyphs import FONT_NAMES, Script


@dataclass(frozen=True, slots=True)
class Inks:
    """The paints of a set, as ``#rrggbb``."""

    green: str = "#0d6b35"
    red: str = "#c3202b"
    blue: str = "#1d3f94"
    black: str = "#1a1c20"


@dataclass(frozen=True, slots=True)
class Material:
    """What the face is made of and how the print sits in it."""

    ground: str = "#f4efe2"
    shade: float = 0.03
    """How much darker one side of the ground is."""
    engraving: float = 0.25
    """Strength of the lit and shaded edges of cut lines, 0 for flat print."""
    pooling: float = 0.15
    """How much darker the paint is at the edges of a line than in its middle."""
    wear: float = 0.0
    """Share of the print that is rubbed away."""
    grain: float = 0.01
    """Noise of ground and print."""


@dataclass(frozen=True, slots=True)
class Dots:
    """How the dot suit is drawn."""

    kind: str = "target"
    wheel: str = "petals"
    """The ornament of the one of dots."""
    scheme: str = "three"
    size: float = 1.0
    petals: int = 12
    line: float = 1.0
    """Breadth of lines, beside the usual."""
    mirror: bool = False
    """Whether the three runs from the bottom left to the top right."""


@dataclass(frozen=True, slots=True)
class Bamboo:
    """How the bamboo suit is drawn."""

    kind: str = "knots"
    scheme: str = "red"
    thickness: float = 7.0
    length: float = 1.0
    bird: str = "parrot"
    plumage: tuple[str, str, str] = ("green", "red", "blue")
    line: float = 1.0
    """Breadth of the bird's lines, beside the usual."""
    turn: float = 0.0
    """How far the bird leans, in degrees."""


@dataclass(frozen=True, slots=True)
class Characters:
    """How characters are written on suits, winds and dragons."""

    script: Script = field(default_factory=Script)
    numeral_ink: str = "black"
    formal_five: bool = True
    """Whether the five of characters is 伍."""
    simple_wan: bool = False
    """Whether 万 stands for 萬."""
    simple_fa: bool = False
    """Whether 发 stands for 發."""
    width: float = 0.62
    """Breadth of 萬, as a share of the face's."""
    large: float = 1.25
    """Breadth of winds and dragons, as a share of half the room's height."""
    tall: float = 1.15
    """Height of winds and dragons, beside their breadth."""
    long_zhong: bool = False
    """Whether 中 is written with a long foot."""
    wind_ink: str = "black"
    white: str = "frame"
    """What the white dragon shows."""
    white_ink: str = "blue"


@dataclass(frozen=True, slots=True)
class Flowers:
    """How flowers and seasons are drawn."""

    art: str = "line"
    """How plants are drawn: ``line``, ``fill``, ``pot``, ``scene`` or ``none``, which leaves the characters alone."""
    text: str = "corner"
    """Where the name stands: ``corner``, ``none`` or ``large``."""
    digits: str = "digit"
    """The number's form: ``digit``, ``numeral`` or ``none``."""
    digit_ink: str = "red"
    name_ink: str = "black"
    swap: bool = False
    """Whether name and number change sides."""
    bamboo_last: bool = True
    """Whether bamboo is number 4 and chrysanthemum 3, as most Chinese sets have it."""
    simplified: bool = False
    line: float = 1.0
    """Breadth of a drawing's lines, beside the usual."""
    mixed: bool = False
    """Whether seasons show any flower, so that only their names and numbers tell them apart."""
    variant: int = 0


@dataclass(frozen=True, slots=True)
class Marks:
    """Small digits and letters in a corner, as on sets made for export."""

    suits: bool = False
    honours: bool = False
    ink: str = "red"
    right: bool = False
    size: float = 13.0
    script: Script = field(default_factory=lambda: Script(Brush(15.0, 0.2)))


@dataclass(frozen=True, slots=True)
class Back:
    """The other side of the tile."""

    colour: str = "#1f8a4c"
    pattern: str = "plain"


@dataclass(frozen=True, slots=True)
class Design:
    """One tile set. Equal designs draw equal faces."""

    seed: int = 0
    """Settles the small differences between the faces of the set."""
    aspect: float = 0.75
    """Breadth of a face, as a share of its height."""
    margin: float = 7.0
    """Room left free at the edges, in hundredths of the height."""
    inks: Inks = Inks()
    material: Material = Material()
    dots: Dots = Dots()
    bamboo: Bamboo = Bamboo()
    characters: Characters = Characters()
    flowers: Flowers = Flowers()
    marks: Marks = Marks()
    back: Back = Back()
    red_five: str = "whole"
    """How a red five differs: ``whole`` in red, or a red ``dot`` beside it."""
    jitter: float = 0.5
    """How far a glyph strays from its place, in hundredths of the height."""
    warp: float = 0.4
    """How unevenly the face is cut: how far a picture's lines stray, in hundredths of the height."""
    scale: float = 1.0
    """Size of what is drawn, beside the usual."""

    @property
    def width(self) -> float:
        """Breadth of the face, in hundredths of its height."""
        return 100.0 * self.aspect

    @property
    def room(self) -> tuple[float, float]:
        """Half the breadth and half the height that may be drawn on."""
        return self.width / 2 - self.margin, 50.0 - self.margin

    def ink(self, name: str) -> str:
        """The paint of that name; ``ground`` is the face itself."""
        if name == "ground":
            return self.material.ground
        return str(getattr(self.inks, name))


CLASSIC = Design()
"""Ivory, three colours, brushed characters: a Chinese home set."""

JAPANESE = Design(
    seed=1,
    aspect=0.74,
    inks=Inks(green="#0c5a2c", red="#b81e2a", blue="#16325e", black="#15161a"),
    material=Material(ground="#f7f5ee", engraving=0.2),
    dots=Dots(kind="wheel", wheel="rays", scheme="blue_red"),
    bamboo=Bamboo(kind="segments", bird="peacock"),
    characters=Characters(white="blank", script=Script(Brush(10.5, 1.2, 1.0, 0.05))),
)
"""A blank white dragon, a peacock, blue dots."""

EXPORT = Design(
    seed=2,
    aspect=0.72,
    material=Material(ground="#fbf0dc", engraving=0.1),
    dots=Dots(kind="flower", wheel="rings", scheme="blue"),
    bamboo=Bamboo(kind="bone", bird="crane"),
    characters=Characters(white="ornate", numeral_ink="blue", wind_ink="blue"),
    marks=Marks(suits=True, honours=True),
)
"""Digits and letters in the corners."""


def sample_design(seed: int) -> Design:
    """The design that belongs to the seed."""
    return random_design(np.random.default_rng(seed))


def random_design(rng: np.random.Generator) -> Design:
    """A design drawn at random, unlike most others."""
    dark, characters = bool(rng.random() < 0.025), _characters(rng)
    told_by_dot = characters.numeral_ink == "red" or rng.random() < 0.2
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
        red_five="dot" if told_by_dot else "whole",
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


def _material(rng: np.random.Generator, dark: bool) -> Material:
    grounds = {"#f4efe2": 5, "#fbfaf6": 6, "#f1e6cc": 3, "#e9efe6": 1.5, "#e3ebf2": 1.5, "#fdf6ea": 3, "#d8e6d4": 0.7}
    return Material(
        ground=tint(rng, "#20232a" if dark else pick(rng, grounds), 4),
        shade=float(rng.uniform(0, 0.08)),
        engraving=float(rng.uniform(0, 0.5)) if rng.random() < 0.7 else 0.0,
        pooling=float(rng.uniform(0, 0.5)),
        wear=float(rng.uniform(0.0, 0.14)) if rng.random() < 0.12 else 0.0,
        grain=float(rng.uniform(0, 0.02)),
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
    birds = {"parrot": 4, "peacock": 3, "sparrow": 3, "crane": 2, "phoenix": 3, "owl": 1.5, "pheasant": 2.5}
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
    chance, order, slant = rng.random(), rng.random(len(FONT_NAMES)), float(rng.normal(0, 3))
    if chance < 0.4:
        return Script(brush, slant=slant)
    likely = order * np.array([1.0 if _is_brush_font(name) else 0.6 for name in FONT_NAMES])
    font = FONT_NAMES[int(np.argmax(likely))]
    return Script(brush, font, embolden=float(rng.uniform(0.0, 7.0)) if "Bold" not in font else 0.0, slant=slant)


def _is_brush_font(name: str) -> bool:
    return "kai" in name.lower()


def _characters(rng: np.random.Generator) -> Characters:
    whites = {"frame": 4, "double": 3, "corners": 4, "ornate": 3, "blank": 4, "glyph": 1.5, "letter": 0.7, "steps": 2}
    return Characters(
        script=_script(rng),
        numeral_ink=pick(rng, {"black": 6, "blue": 4, "green": 1, "red": 1}),
        formal_five=bool(rng.random() < 0.65),
        simple_wan=bool(rng.random() < 0.15),
        simple_fa=bool(rng.random() < 0.08),
        width=float(rng.uniform(0.52, 0.74)),
        large=float(rng.uniform(1.0, 1.38)),
        tall=float(rng.uniform(0.95, 1.3)),
        long_zhong=bool(rng.random() < 0.25),
        wind_ink=pick(rng, {"black": 6, "blue": 5, "green": 0.6}),
        white=pick(rng, whites),
        white_ink=pick(rng, {"blue": 6, "black": 4, "green": 0.6}),
    )


def _flowers(rng: np.random.Generator) -> Flowers:
    return Flowers(
        art=pick(rng, {"line": 4, "fill": 4, "pot": 1.2, "scene": 2, "none": 0.5}),
        text=pick(rng, {"corner": 7, "none": 1.2, "large": 0.5}),
        digits=pick(rng, {"digit": 8, "numeral": 1, "none": 1}),
        digit_ink=pick(rng, {"red": 4, "blue": 3, "black": 3}),
        name_ink=pick(rng, {"black": 4, "red": 3, "blue": 3, "green": 1}),
        swap=bool(rng.random() < 0.4),
        bamboo_last=bool(rng.random() < 0.7),
        simplified=bool(rng.random() < 0.5),
        line=float(rng.uniform(0.8, 1.6)),
        mixed=bool(rng.random() < 0.35),
        variant=int(rng.integers(1000)),
    )


def _marks(rng: np.random.Generator) -> Marks:
    suits = bool(rng.random() < 0.25)
    font = pick(rng, {"": 3, "NotoSerifCJK-Bold.ttc": 1, "NotoSansCJK-Regular.ttc": 1, "NotoSerifCJK-Regular.ttc": 1})
    return Marks(
        suits=suits,
        honours=suits and bool(rng.random() < 0.7),
        ink=pick(rng, {"red": 4, "blue": 3, "green": 2, "black": 2}),
        right=bool(rng.random() < 0.35),
        size=float(rng.uniform(10, 16)),
        script=Script(Brush(float(rng.uniform(9, 18)), float(rng.uniform(0, 0.6))), font or None),
    )


def _back(rng: np.random.Generator) -> Back:
    colours = {
        "#1f8a4c": 5, "#0f6f54": 3, "#e0b02c": 2, "#2f6fc4": 4, "#e07b2a": 2, "#6a4aa0": 1.5, "#1b1c20": 1.5,
        "#efe9dc": 1, "#c49a5b": 3, "#7fc29b": 1.5, "#8cc5e6": 1.5, "#a32a34": 1, "#8a8f96": 1,
    }  # fmt: skip
    return Back(
        colour=tint(rng, pick(rng, colours), 8),
        pattern=pick(rng, {"plain": 8, "grain": 1.5, "border": 1, "lattice": 0.7, "badge": 0.7, "dots": 0.5}),
    )
