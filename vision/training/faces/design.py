"""A design: everything the faces of one tile set have in common."""

from dataclasses import dataclass, field

from vision.training.faces.brush import Brush
from vision.training.faces.glyphs import Script


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
    clear: float = 0.0
    """How far light shines through the material, as through coloured plastic."""


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
    place: str = "across"
    """Where the number stands: ``across`` from the name, ``under`` it, or in ``both`` upper corners."""
    foot: bool = False
    """Whether name and number stand in the lower corners."""
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
    both: bool = False
    """Whether the sign comes again, upside down, in the corner across."""
    letters: str = "ESWNPFC"
    """The signs of winds and dragons."""
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
    """How a red five differs: ``whole`` in red, a red ``dot`` or ``ring`` beside it, or ``both`` red and a dot."""
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
