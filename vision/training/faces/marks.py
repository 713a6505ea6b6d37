"""Digits and letters in a corner of the face."""

from vision.training.faces.design import Design
from vision.training.faces.glyphs import write
from vision.training.faces.svg import group


def corner_mark(label: str, design: Design) -> list[str]:
    """The small sign of a suit tile or honour, where the design has such signs."""
    marks, rank, family = design.marks, label[0], label[1:]
    if not (marks.honours if family == "z" else marks.suits and family in ("m", "p", "s")):
        return []
    sign = marks.letters[int(rank) - 1] if family == "z" else rank.replace("0", "5")
    first = corner_sign(sign, design, marks.right, marks.size, marks.ink)
    return [first, group([first], (0, 0), 180)] if marks.both else [first]


def corner_sign(sign: str, design: Design, right: bool, size: float, ink: str, drop: float = 0.0) -> str:
    """A sign in the top left or right corner, ``size`` high, or ``drop`` below it."""
    x = design.width / 2 - 4 - size * 0.36
    y = -46 + size / 2 + drop
    breadth = size * {"1": 0.42, "W": 0.95}.get(sign, 0.68)
    return write(sign, design.marks.script, (x if right else -x, y), (breadth, size), design.ink(ink))
