"""What is written: the character suit, the winds and the dragons."""

from vision.training.faces.design import Design
from vision.training.faces.glyphs import write
from vision.training.faces.svg import Point, circle, path, polyline, rect

NUMERALS = "一二三四五六七八九"
WINDS = "東南西北"

FLATNESS = {"一": 0.4, "二": 0.66, "三": 0.76, "四": 0.76, "六": 0.85, "八": 0.78}
"""Height of the wide numerals, as a share of a square character's; the others fill their square."""


def suit(number: int, design: Design, red: bool = False) -> list[str]:
    """The numeral above 萬; all red where ``red``."""
    style = design.characters
    half_width, half_height = design.room
    numeral = "伍" if number == 5 and style.formal_five else NUMERALS[number - 1]
    breadth, height = min(design.width * style.width, half_width * 1.96), half_height * 0.86
    ink = design.ink("red" if red else style.numeral_ink)
    wan = "万" if style.simple_wan else "萬"
    size = breadth * (0.86 if number in (1, 2, 3) else 0.82), height * FLATNESS.get(numeral, 0.9)
    return [
        write(numeral, style.script, (0, -half_height * 0.53), size, ink),
        write(wan, style.script, (0, half_height * 0.46), (breadth, height * 1.12), design.ink("red")),
    ]


def wind(number: int, design: Design) -> list[str]:
    """East, south, west or north for 1 to 4."""
    return _large(WINDS[number - 1], design, design.characters.wind_ink)


def dragon(number: int, design: Design) -> list[str]:
    """White, green or red for 5 to 7."""
    if number == 5:
        return _WHITES[design.characters.white](design, design.ink(design.characters.white_ink))
    if number == 6:
        return _large("发" if design.characters.simple_fa else "發", design, "green")
    if design.characters.long_zhong:
        return _large("long 中", design, "red", narrow=0.84)
    return _large("中", design, "red", narrow=0.9)


def _large(character: str, design: Design, ink: str, narrow: float = 1.0) -> list[str]:
    half_width, half_height = design.room
    breadth = min(half_width * 1.9, half_height * design.characters.large) * narrow
    tall = min(half_height * 1.9, breadth / narrow * design.characters.tall)
    return [write(character, design.characters.script, (0, 0), (breadth, tall), design.ink(ink))]


def _blank(_design: Design, _ink: str) -> list[str]:
    return []


def _box(design: Design, share: float) -> tuple[float, float, float, float]:
    half_width, half_height = design.room
    width, height = half_width * share * 0.94, half_height * share * 0.94
    return -width, -height, 2 * width, 2 * height


def _frame(design: Design, ink: str) -> list[str]:
    return [rect(*_box(design, 0.94), 2.5, "none", ink, 3.2)]


def _thin(design: Design, ink: str) -> list[str]:
    return [rect(*_box(design, 0.98), 1.5, "none", ink, 1.3)]


def _thick(design: Design, ink: str) -> list[str]:
    return [rect(*_box(design, 0.84), 1.0, "none", ink, 7.0)]


def _dashed(design: Design, ink: str) -> list[str]:
    """A frame of short dashes."""
    left, top, width, height = _box(design, 0.94)
    lines = []
    for length, ends in (
        (width, ((top, True), (top + height, True))),
        (height, ((left, False), (left + width, False))),
    ):
        count = max(3, round(length / 9))
        for place, across in ends:
            for index in range(count):
                start = (left if across else top) + length * (index + 0.2) / count
                end = start + 0.6 * length / count
                lines.append([(start, place), (end, place)] if across else [(place, start), (place, end)])
    return [path("".join(polyline(line) for line in lines), "none", ink, 2.4)]


def _double(design: Design, ink: str) -> list[str]:
    return [rect(*_box(design, 0.98), 3, "none", ink, 3.2), rect(*_box(design, 0.78), 1.5, "none", ink, 1.4)]


def _corners(design: Design, ink: str) -> list[str]:
    """A thick frame and a thin one whose corners are cut off."""
    left, top, width, height = _box(design, 0.76)
    right, bottom, cut = left + width, top + height, width * 0.24
    inner: list[Point] = [
        (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
        (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
    ]  # fmt: skip
    marks = [circle((x, y), cut * 0.2, ink) for x in (left, right) for y in (top, bottom)]
    return [
        rect(*_box(design, 0.98), 4, "none", ink, 3.0),
        path(polyline(inner, closed=True), "none", ink, 1.5),
        *marks,
    ]


def _ornate(design: Design, ink: str) -> list[str]:
    """Two frames with bars and squares between them."""
    outer, inner = _box(design, 1.0), _box(design, 0.72)
    (left, top), (near, under) = (outer[0], outer[1]), (inner[0], inner[1])
    middle = (left + near) / 2, (top + under) / 2
    size = (near - left) * 0.42
    spots = [(x * middle[0], y * middle[1] * share) for x in (-1, 1) for y in (-1, 1) for share in (1.0, 0.45)]
    spots += [(0.0, y * middle[1]) for y in (-1, 1)]
    squares = [rect(x - size / 2, y - size / 2, size, size, 0.3, ink) for x, y in spots]
    return [rect(*outer, 1.5, "none", ink, 1.8), rect(*inner, 1, "none", ink, 1.8), *squares]


def _steps(design: Design, ink: str) -> list[str]:
    """A frame of crossing bars."""
    left, top, width, height = _box(design, 0.96)
    right, bottom, gap = left + width, top + height, width * 0.14
    lines = [[(left, y), (right, y)] for y in (top, top + gap, bottom - gap, bottom)]
    lines += [[(x, top), (x, bottom)] for x in (left, left + gap, right - gap, right)]
    return [path("".join(polyline(line) for line in lines), "none", ink, 1.8)]


def _written(design: Design, ink: str) -> list[str]:
    half_width, half_height = design.room
    size = min(half_width * 1.7, half_height * 1.2)
    framed = {0: [], 1: _thin(design, ink), 2: _double(design, ink)}[design.seed % 5 % 3]
    size *= 0.72 if framed else 1.0
    return [*framed, write("白", design.characters.script, (0, 0), (size * 0.82, size), ink)]


def _letter(design: Design, ink: str) -> list[str]:
    half_width, half_height = design.room
    size = min(half_width, half_height) * 1.2
    letter = "P" if design.seed % 2 else "B"
    framed = (_frame, _thin, _blank, _blank)[design.seed // 2 % 4](design, ink)
    return [*framed, write(letter, design.marks.script, (0, 0), (size * 0.66, size), ink)]


_WHITES = {
    "blank": _blank,
    "frame": _frame,
    "thin": _thin,
    "thick": _thick,
    "dashed": _dashed,
    "double": _double,
    "corners": _corners,
    "ornate": _ornate,
    "steps": _steps,
    "glyph": _written,
    "letter": _letter,
}
