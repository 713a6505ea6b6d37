"""The back of a tile, which says nothing."""

from vision.training.faces.design import Design
from vision.training.faces.svg import circle, path, polyline, rect


def back(design: Design) -> list[str]:
    """The pattern over the back's own colour, centred on nothing: the whole face is covered."""
    width = design.width
    base = rect(-width / 2, -50, width, 100, 0, design.back.colour)
    return [base, *_PATTERNS[design.back.pattern](design, width)]


def _plain(_design: Design, _width: float) -> list[str]:
    return []


def _soft(share: float) -> str:
    return f"rgba(255,255,255,{share})"


def _grain(design: Design, width: float) -> list[str]:
    """Fine lines along the tile, as in bamboo."""
    rows = 12 + design.seed % 9
    lines = [polyline([(x, -50), (x + (index * 7 % 5 - 2) * 0.6, 50)]) for index, x in _spread(rows, width)]
    return [path("".join(lines), "none", "rgba(60,30,0,0.25)", 0.8)]


def _spread(count: int, width: float) -> list[tuple[int, float]]:
    return [(index, -width / 2 + width * (index + 0.5) / count) for index in range(count)]


def _border(_design: Design, width: float) -> list[str]:
    return [rect(-width / 2 + 6, -44, width - 12, 88, 3, "none", _soft(0.55), 1.6)]


def _lattice(_design: Design, width: float) -> list[str]:
    lines = [polyline([(x - 50, -50), (x + 50, 50)]) for _, x in _spread(12, width * 3)]
    lines += [polyline([(x + 50, -50), (x - 50, 50)]) for _, x in _spread(12, width * 3)]
    return [path("".join(lines), "none", _soft(0.4), 1.0)]


def _badge(_design: Design, width: float) -> list[str]:
    ring = circle((0, 0), width * 0.25, "none", _soft(0.6), 1.8)
    return [ring, circle((0, 0), width * 0.15, _soft(0.4))]


def _dotted(_design: Design, width: float) -> list[str]:
    return [circle((x, y * 10.0), 1.4, _soft(0.5)) for y in range(-4, 5) for _, x in _spread(7, width)]


_PATTERNS = {
    "plain": _plain,
    "grain": _grain,
    "border": _border,
    "lattice": _lattice,
    "badge": _badge,
    "dots": _dotted,
}
