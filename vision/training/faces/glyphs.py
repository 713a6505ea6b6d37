"""Characters as shapes: from a font of this machine where there is one, else from our own strokes."""

import functools
import importlib
import logging
import warnings
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from vision.training.faces.brush import Brush, joins, stroke_path, wobbled
from vision.training.faces.strokes import strokes
from vision.training.faces.svg import Point, num

FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))

FONT_NAMES = (
    "ukai.ttc",
    "gkai00mp.ttf",
    "bkai00mp.ttf",
    "uming.ttc",
    "LXGWWenKai-Regular.ttf",
    "LXGWWenKai-Bold.ttf",
    "NotoSerifCJK-Regular.ttc",
    "NotoSerifCJK-Bold.ttc",
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJK-Bold.ttc",
)
"""Files of Debian's free Chinese fonts; those that write like a brush first."""

WIDEST = "ukai.ttc"
"""Stands in for brush fonts that have only the simplified or only the traditional characters."""


@dataclass(frozen=True, slots=True)
class Script:
    """How the characters of a set are written."""

    brush: Brush = field(default_factory=Brush)
    """For our own strokes."""
    font: str | None = None
    """A font's file name; ``None`` writes with the brush, and so does a font that is not installed."""
    embolden: float = 0.0
    """How much a font's characters are thickened, in hundredths of their box."""
    slant: float = 0.0
    """How far characters lean to the left, in degrees."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A filled shape and the rectangle it covers."""

    data: str
    left: float
    top: float
    width: float
    height: float
    upward: bool = False
    """Whether y grows upward in ``data``, as in fonts; ``top`` is then the largest y."""


@functools.cache
def fonts() -> dict[str, Path]:
    """The fonts of ``FONT_NAMES`` found on this machine, by file name."""
    found = {file.name: file for folder in FONT_FOLDERS if folder.is_dir() for file in sorted(folder.rglob("*.tt?"))}
    return {name: found[name] for name in FONT_NAMES if name in found}


def write(character: str, script: Script, centre: Point, size: Point, ink: str, even: bool = False) -> str:
    """The character as an SVG path that fits ``size`` about ``centre``; ``even`` keeps its own proportions."""
    glyph = _glyph(character, script)
    sx, sy = size[0] / max(glyph.width, 1e-6), size[1] / max(glyph.height, 1e-6)
    if even or max(sx, sy) > 1.6 * min(sx, sy):
        sx = sy = min(sx, sy)
    flip = -1.0 if glyph.upward else 1.0
    middle = glyph.left + glyph.width / 2, glyph.top + flip * glyph.height / 2
    move = f"translate({num(centre[0])} {num(centre[1])}) skewX({num(script.slant)}) scale({sx:.5f} {flip * sy:.5f})"
    back = f"translate({num(-middle[0])} {num(-middle[1])})"
    return f'<path transform="{move} {back}" d="{glyph.data}" fill="{ink}"{_thickening(glyph, script, ink)}/>'


def _thickening(glyph: Glyph, script: Script, ink: str) -> str:
    if script.embolden <= 0 or not glyph.upward:
        return ""
    width = script.embolden / 100 * max(glyph.width, glyph.height)
    return f' stroke="{ink}" stroke-width="{num(width)}" stroke-linejoin="round"'


@functools.lru_cache(maxsize=4096)
def _glyph(character: str, script: Script) -> Glyph:
    installed = fonts()
    for name in (script.font, WIDEST) if script.font in installed else ():
        drawn = _font_glyph(character, installed[name]) if name in installed else None
        if drawn:
            return drawn
    return _brush_glyph(character, script.brush)


def _brush_glyph(character: str, brush: Brush) -> Glyph:
    parts = strokes(character)
    parts = wobbled(character, parts, brush)
    fine = replace(brush, weight=brush.weight * _density(len(parts)))
    points = [(x, y - brush.rise * (x - 50)) for stroke in parts for x, y in stroke.points]
    edge = fine.weight / 2
    left, right = min(x for x, _ in points) - edge, max(x for x, _ in points) + edge
    top, bottom = min(y for _, y in points) - edge, max(y for _, y in points) + edge
    data = "".join(stroke_path(part, fine) for part in parts) + joins(parts, fine)
    return Glyph(data, left, top, right - left, bottom - top)


def _density(count: int) -> float:
    """Many strokes are written finer than few."""
    return min(1.3, max(0.62, 1.4 - 0.055 * count))


@functools.lru_cache(maxsize=2048)
def _font_glyph(character: str, file: Path) -> Glyph | None:
    """The outline a font has for the character, or ``None`` when it or the reader of fonts is missing."""
    font = _font(file)
    if font is None:
        return None
    pens = importlib.import_module("fontTools.pens.boundsPen"), importlib.import_module("fontTools.pens.svgPathPen")
    shapes, names = font.getGlyphSet(), font.getBestCmap()
    name = names.get(ord(character)) if len(character) == 1 else None
    if name is None:
        return None
    pen, bounds = pens[1].SVGPathPen(shapes), pens[0].BoundsPen(shapes)
    shapes[name].draw(pen)
    shapes[name].draw(bounds)
    if bounds.bounds is None:
        return None
    left, bottom, right, top = bounds.bounds
    return Glyph(pen.getCommands(), left, top, right - left, top - bottom, upward=True)


@functools.cache
def _font(file: Path) -> Any:
    """The opened font, or ``None`` where fontTools is not installed."""
    try:
        reader = importlib.import_module("fontTools.ttLib")
    except ImportError:
        return None
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return reader.TTFont(file, fontNumber=0, lazy=True)
