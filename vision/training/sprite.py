"""The tile faces as one SVG file of symbols, named by their codes: ``python -m vision.training.sprite FILE``.

They are written with our own brush, so no font's outlines are in it.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path

from vision.labels import LABELS
from vision.training.faces import CLASSIC, Design, face_svg

TIDY = replace(CLASSIC, flowers=replace(CLASSIC.flowers, bamboo_last=False))
"""The classic set with flowers numbered as the notation has them: bamboo 3, chrysanthemum 4."""

_DATA = re.compile(r'(?<= d=")[^"]*')
_FRACTION = re.compile(r"-?\d+\.\d+")
_GROUND = re.compile(r"^<svg[^>]*><rect[^>]*/>")


def sprite(design: Design = TIDY) -> str:
    """Every face as a symbol without its ground, which the page paints."""
    symbols = "\n".join(symbol(label, design) for label in LABELS)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def symbol(label: str, design: Design = TIDY) -> str:
    """One face as a symbol, 100 units high."""
    box = f"{-design.width / 2:g} -50 {design.width:g} 100"
    drawn = _GROUND.sub("", face_svg(label, design)).removesuffix("</svg>")
    return f'<symbol id="{label}" viewBox="{box}">{_DATA.sub(_shortened, drawn)}</symbol>'


def _shortened(data: re.Match[str]) -> str:
    """Path data to a tenth of a unit, which is finer than a screen."""
    return _FRACTION.sub(lambda number: f"{round(float(number[0]), 1):g}", data[0])


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.sprite", description=main.__doc__)
    parser.add_argument("file", type=Path)
    parser.parse_args().file.write_text(sprite(), encoding="utf-8")


if __name__ == "__main__":
    main()
