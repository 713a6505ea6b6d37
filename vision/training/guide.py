"""The pictures of the photo guide, drawn with our own faces: ``python -m vision.training.guide docs/photo-guide``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.labels import BACK
from vision.training.faces import CLASSIC, face_svg
from vision.training.faces.svg import group, num, rect

HEIGHT = 1.33
"""Of a tile, in tile widths, as all lengths here."""

DEPTH = 0.22
"""How much of its side shows below a tile."""

GAP = 0.04
APART = 0.7

SCALE = 40
"""Pixels of a tile's width."""

CLOTH, IVORY, EDGE, BAMBOO, WORDS = "#2f6b52", "#fbf7ea", "#c9c2ab", "#4a8f5c", "#f4f1e4"
SMALL, LARGE = 0.4, 0.48


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table; x to the right, y down, of its face's middle."""

    face: str
    x: float
    y: float
    side: bool = False
    """Whether it lies on its side."""
    level: int = 0
    """How many tiles are below it."""
    scale: float = 1.0
    """Less than 1 within a frame."""


@dataclass(frozen=True, slots=True)
class Word:
    """Something written."""

    text: str
    x: float
    y: float
    size: float = SMALL
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Frame:
    """What a photo shows."""

    x: float
    y: float
    width: float
    height: float
    good: bool


Part = Laid | Word | Frame


def line(faces: str, x: float = 0.0, y: float = 0.0) -> list[Part]:
    """Tiles side by side from ``x`` on: ``1m 2m_ #`` with ``_`` for one on its side, ``#`` face down, ``|`` a gap."""
    parts: list[Part] = []
    for word in faces.split():
        if word == "|":
            x += APART
            continue
        side = word.endswith("_")
        face = BACK if word == "#" else word.rstrip("_")
        width = HEIGHT if side else 1.0
        parts.append(Laid(face, x + width / 2, y + ((HEIGHT - 1) / 2 if side else 0.0), side))
        x += width + GAP
    return parts


def end(parts: Iterable[Part]) -> float:
    """Where a line ends."""
    return max(part.x + (HEIGHT if part.side else 1.0) / 2 for part in parts if isinstance(part, Laid))


def hand() -> list[Part]:
    """A whole hand with the names of its parts."""
    concealed = line("2m 3m 4m 6p 7p 5s 5s", 0, 3.4)
    winning = line("8p", end(concealed) + APART, 3.4)
    melds = line("3s_ 2s 4s | 7z 7z_ 7z", end(winning) + APART, 3.4)
    flowers = line("1f 5f", 0, 1.0)
    indicator = line("4m", end(melds) - 1, 1.0)
    words = [
        Word("flowers 花牌", 0, 0.0),
        Word("indicator, well away 翻牌", end(melds), 0.0, anchor="end"),
        Word("concealed tiles 手牌, in one row", 0, 4.75),
        Word("winning tile 和牌张", end(winning) - 0.5, 5.4, anchor="middle"),
        Word("melds 副露", (end(winning) + APART + end(melds)) / 2, 4.75, anchor="middle"),
    ]
    return [*concealed, *winning, *melds, *flowers, *indicator, *words]


def winning() -> list[Part]:
    """Four ways to show the winning tile."""
    row = "4s 5s 6s 9p 9p"
    return _beside(
        [
            ([*line(row), *line("7s", 5 * (1 + GAP) + APART - GAP)], "apart 分开"),
            (line(f"{row} 7s_"), "on its side 横放"),
            ([*line(row), *line("7s", 4 * (1 + GAP), -HEIGHT - 0.25)], "above 上方"),
            ([*line(row), Laid("7s", 3.5 * (1 + GAP) + 0.5, -0.75, level=1)], "on the row 叠放"),
        ],
        2,
        4.0,
    )


def melds() -> list[Part]:
    """Sets that were claimed, with the claimed tile on its side."""
    return _beside(
        [
            (line("5p_ 4p 6p"), "chow 吃, from the left 上家"),
            (line("2z_ 2z 2z"), "pung 碰, from the left 上家"),
            (line("8m 8m_ 8m"), "from across 对家"),
            (line("8m 8m 8m_"), "from the right 下家"),
        ],
        2,
        3.0,
    )


def kongs() -> list[Part]:
    """Sets of four."""
    pung = line("6z 6z_ 6z")
    turned = next(part for part in pung if isinstance(part, Laid) and part.side)
    return _beside(
        [
            (line("3p_ 3p 3p 3p"), "exposed 明杠"),
            ([*pung, replace(turned, y=turned.y - 1 - DEPTH)], "added 补杠, beyond the turned tile"),
            ([*pung, replace(turned, y=turned.y - 0.5, level=1)], "added 补杠, on the turned tile"),
            (line("# 9s 9s #"), "concealed 暗杠, two face down"),
            (line("# # # #"), "concealed 暗杠, four face down: type what it is"),
        ],
        2,
        3.9,
    )


def framing() -> list[Part]:
    """What the photo shows: the hand and little else."""
    hand_only = line("1m 2m 3m 5p 6p 7p 2s 2s | 4p")
    crowded = [*hand_only, *line("9m 3z 6s 1p 8s 7m", 1.6, -HEIGHT - DEPTH)]
    return [
        *_framed(hand_only, 0.0, 0.0, 0.72, 0.0, "✓ the hand fills the width"),
        *_framed(hand_only, 9.6, 0.0, 0.3, 0.0, "✗ too far: the tiles are too small"),
        *_framed(hand_only, 0.0, 6.6, 0.72, 0.9, "✗ cut off by the edge"),
        *_framed(crowded, 9.6, 6.6, 0.72, 0.0, "✗ discards touch the hand"),
    ]


def _framed(tiles: Sequence[Part], x: float, y: float, scale: float, shift: float, words: str) -> list[Part]:
    """A photo of tiles at that scale, moved to the right by ``shift``."""
    laid = [part for part in tiles if isinstance(part, Laid)]
    left = x + 4.2 - end(laid) * scale / 2 + shift
    shown = [replace(one, x=left + one.x * scale, y=y + 2.5 + one.y * scale, scale=scale) for one in laid]
    return [Frame(x, y, 8.4, 4.6, words.startswith("✓")), *shown, Word(words, x, y + 5.2)]


def _beside(cells: Sequence[tuple[list[Part], str]], columns: int, height: float) -> list[Part]:
    """Small pictures in rows, what each shows written below."""
    parts: list[Part] = []
    for number, (cell, words) in enumerate(cells):
        x, y = (number % columns) * 9.6, (number // columns) * height
        parts += [_moved(part, x, y) for part in cell]
        parts.append(Word(words, x, y + 1.45))
    return parts


def _moved(part: Part, x: float, y: float) -> Part:
    return replace(part, x=part.x + x, y=part.y + y)


def drawing(parts: Sequence[Part]) -> str:
    """The parts on a cloth, as an SVG document."""
    left, top, right, bottom = _bounds(parts)
    width, height = right - left, bottom - top
    faces = sorted({part.face for part in parts if isinstance(part, Laid)})
    symbols = "".join(_symbol(face) for face in faces)
    frames = [part for part in parts if isinstance(part, Frame)]
    words = [part for part in parts if isinstance(part, Word)]
    tiles = sorted((part for part in parts if isinstance(part, Laid)), key=lambda tile: tile.level)
    laid = "".join(map(_tile, tiles))
    if frames:
        seen = "".join(rect(one.x, one.y, one.width, one.height, 0.25) for one in frames)
        symbols += f'<clipPath id="photo">{seen}</clipPath>'
        laid = f'<g clip-path="url(#photo)">{laid}</g>'
    box = f"{num(left)} {num(top)} {num(width)} {num(height)}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'width="{round(width * SCALE)}" height="{round(height * SCALE)}" font-family="sans-serif">'
    )
    cloth = rect(left, top, width, height, 0.3, CLOTH)
    return (
        f"{head}<defs>{symbols}</defs>{cloth}{''.join(map(_frame, frames))}{laid}{''.join(map(_word, words))}</svg>\n"
    )


def _bounds(parts: Iterable[Part]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the picture."""
    corners: list[tuple[float, float, float, float]] = []
    for part in parts:
        if isinstance(part, Laid) and part.scale < 1:
            continue
        if isinstance(part, Laid):
            corners.append((part.x - 0.7, part.y - 0.7, part.x + 0.7, part.y + 0.9))
        elif isinstance(part, Frame):
            corners.append((part.x, part.y, part.x + part.width, part.y + part.height))
        else:
            long = len(part.text.encode()) * part.size * 0.52
            start = part.x - {"start": 0.0, "middle": long / 2, "end": long}[part.anchor]
            corners.append((start, part.y - part.size, start + long, part.y + 0.2))
    lefts, tops, rights, bottoms = zip(*corners, strict=True)
    return min(lefts) - 0.5, min(tops) - 0.5, max(rights) + 0.5, max(bottoms) + 0.5


def _symbol(face: str) -> str:
    """A face to be used wherever it lies."""
    return (
        face_svg(face, CLASSIC)
        .replace('<svg xmlns="http://www.w3.org/2000/svg"', f'<symbol id="{face}"', 1)
        .replace("</svg>", "</symbol>")
    )


def _word(word: Word) -> str:
    return (
        f'<text x="{num(word.x)}" y="{num(word.y)}" font-size="{num(word.size)}" text-anchor="{word.anchor}" '
        f'fill="{WORDS}">{word.text}</text>'
    )


def _frame(frame: Frame) -> str:
    colour = "#ffffff" if frame.good else "#e8806a"
    return rect(frame.x, frame.y, frame.width, frame.height, 0.25, "#3a7a5f", colour, 0.09)


def _tile(tile: Laid) -> str:
    """A tile from above and a little from before, so that its side shows below the face."""
    width, height = (HEIGHT, 1.0) if tile.side else (1.0, HEIGHT)
    lift = tile.level * 0.28
    body = rect(-width / 2, -height / 2, width, height + DEPTH, 0.1, BAMBOO if tile.face != BACK else IVORY)
    upper = rect(-width / 2, -height / 2, width, height + DEPTH * 0.55, 0.1, EDGE if tile.face != BACK else BAMBOO)
    ground = rect(-width / 2, -height / 2, width, height, 0.1, IVORY if tile.face != BACK else BAMBOO, "#b7b09a", 0.02)
    dark = rect(-width / 2 + 0.07, -height / 2 + lift, width, height + DEPTH + 0.08, 0.1, "#000")
    shadow = f'<g opacity="0.25">{dark}</g>'
    inner = 0.9 if tile.face != BACK else 0.97
    use = (
        f'<use href="#{tile.face}" x="{num(-inner / 2)}" y="{num(-HEIGHT * inner / 2)}" '
        f'width="{num(inner)}" height="{num(HEIGHT * inner)}"/>'
    )
    turned = group([use], turn=-90 if tile.side else 0)
    return group([shadow, body, upper, ground, turned], (tile.x, tile.y - lift), scale=tile.scale)


PICTURES: dict[str, Callable[[], list[Part]]] = {
    "hand": hand,
    "winning": winning,
    "melds": melds,
    "kongs": kongs,
    "photo": framing,
}


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.guide", description=main.__doc__)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, made in PICTURES.items():
        (options.folder / f"{name}.svg").write_text(drawing(made()), encoding="utf-8")


if __name__ == "__main__":
    main()
