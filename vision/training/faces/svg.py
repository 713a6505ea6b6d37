"""The few SVG elements the faces are made of, as text.

Lengths are in hundredths of a tile's height; x grows to the right, y down.
"""

import math
from collections.abc import Iterable, Sequence

Point = tuple[float, float]


def num(value: float) -> str:
    """A coordinate with two decimals, without needless zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def circle(centre: Point, radius: float, fill: str = "none", line: str = "none", width: float = 0.0) -> str:
    """A disc, a ring or both."""
    return f'<circle cx="{num(centre[0])}" cy="{num(centre[1])}" r="{num(radius)}"{paint(fill, line, width)}/>'


def ellipse(
    centre: Point, radii: Point, turn: float = 0.0, fill: str = "none", line: str = "none", width: float = 0.0
) -> str:
    """An ellipse turned by ``turn`` degrees about its own centre."""
    x, y = num(centre[0]), num(centre[1])
    size = f'rx="{num(radii[0])}" ry="{num(radii[1])}"'
    return f'<ellipse cx="{x}" cy="{y}" {size} transform="rotate({num(turn)} {x} {y})"{paint(fill, line, width)}/>'


def rect(
    left: float,
    top: float,
    width: float,
    height: float,
    corner: float = 0.0,
    fill: str = "none",
    line: str = "none",
    stroke: float = 0.0,
) -> str:
    """An upright rectangle with round corners."""
    place = f'x="{num(left)}" y="{num(top)}" width="{num(width)}" height="{num(height)}" rx="{num(corner)}"'
    return f"<rect {place}{paint(fill, line, stroke)}/>"


def path(data: str, fill: str = "none", line: str = "none", width: float = 0.0) -> str:
    """A path, with round caps and joins where it has a line."""
    return f'<path d="{data}"{paint(fill, line, width)}/>'


def paint(fill: str, line: str, width: float) -> str:
    """The attributes that colour an element."""
    if line == "none" or width <= 0:
        return f' fill="{fill}"'
    return f' fill="{fill}" stroke="{line}" stroke-width="{num(width)}" stroke-linecap="round" stroke-linejoin="round"'


def group(parts: Iterable[str], move: Point = (0.0, 0.0), turn: float = 0.0, scale: float | Point = 1.0) -> str:
    """The parts scaled, turned by ``turn`` degrees, then moved."""
    sx, sy = scale if isinstance(scale, tuple) else (scale, scale)
    where = f"translate({num(move[0])} {num(move[1])}) rotate({num(turn)}) scale({sx:.4f} {sy:.4f})"
    return f'<g transform="{where}">{"".join(parts)}</g>'


def polyline(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of straight lines through the points."""
    data = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return data + "Z" if closed else data


def curve(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of a smooth line through the points."""
    pts = list(points)
    ring = [pts[-1], *pts, pts[0], pts[1]] if closed else [pts[0], *pts, pts[-1]]
    data = f"M{num(pts[0][0])} {num(pts[0][1])}"
    for before, start, end, after in zip(ring, ring[1:], ring[2:], ring[3:], strict=False):
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        data += "C" + " ".join(num(value) for value in (*first, *second, *end))
    return data + "Z" if closed else data


def polar(radius: float, degrees: float, centre: Point = (0.0, 0.0)) -> Point:
    """The point ``radius`` away from the centre; 0 degrees is up, 90 right."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)
