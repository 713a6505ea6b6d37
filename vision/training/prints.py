"""Flat pictures of printed things that are no tiles: pages, covers, spines, codes, calendars, packaging.

Lettering is set once in strips and put together from those, so that a thousand pages cost no more than a few.
All pictures are RGBA, about 250 pixels on the longer side.
"""

from __future__ import annotations

import functools
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

Pixels = npt.NDArray[np.uint8]
Tone = npt.NDArray[np.float64]
Rng = np.random.Generator

FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
CJK = ("cjk", "kai", "ming", "song", "sung", "hei", "gothic", "mincho", "wenkai", "wqy", "ipa", "takao", "vl-")
"""Parts of the file names of fonts that hold Chinese or Japanese characters."""

CHINESE = (
    "的一是在不了有和人這这中大為来上個国我以要他時来用們生到作地于出就分对成会可主發年動同工也能下過子說産種面而方後多定行學法所民得經十三之"
    "進着等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣"
    "東西南北中發白萬万筒索條花春夏秋冬梅蘭竹菊五六七八九福壽喜財茶書目錄月星期號店价元公司有限"
)
JAPANESE = (
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんがぎぐげござじずぜぞだでどばびぶべぼ"
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンー、。日本語東京駅新聞雑誌特集価格税込円年月号"
)
ENGLISH = (
    "the of and to in is that for it as was with be by on not he his but at are this have from or had an they which "
    "you were her all she there would their we him been has when who will more no if out so said what up its about "
    "Magazine Special Issue SALE 2024 1998 Price $9.99 Vol. 12 No. 5 New York Tokyo Paris TEA COFFEE Premium ISBN 50%"
)

STRIP = 24
"""Height of a line of print in pixels."""


@functools.cache
def font_files() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The machine's fonts: those with Chinese or Japanese characters, and the others."""
    found = sorted(
        str(file) for folder in FONT_FOLDERS if folder.is_dir() for file in folder.rglob("*") if file.suffix in SUFFIXES
    )
    wide = tuple(file for file in found if any(part in Path(file).name.lower() for part in CJK))
    return wide, tuple(file for file in found if file not in wide)


SUFFIXES = frozenset({".ttf", ".ttc", ".otf"})


@functools.lru_cache(maxsize=64)
def font(file: str | None, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font of a size in pixels; Pillow's own without a file."""
    return ImageFont.load_default(size) if file is None else ImageFont.truetype(file, size)


def any_font(wide: bool, rng: Rng) -> str | None:
    """A font file; ``wide`` asks for Chinese and Japanese. ``None`` where the machine has none."""
    files = font_files()[0 if wide else 1]
    return files[int(rng.integers(len(files)))] if files else None


def lettering(text: str, size: int, file: str | None) -> Pixels:
    """Coverage of a line of text, ``size`` pixels high."""
    set_in = font(file, size)
    left, top, right, bottom = (int(edge) for edge in set_in.getbbox(text))
    canvas = Image.new("L", (max(4, right - left + 2), max(4, bottom - top + 2)), 0)
    ImageDraw.Draw(canvas).text((1 - left, 1 - top), text, font=set_in, fill=255)
    return np.array(canvas)


def characters(count: int, rng: Rng) -> str:
    """Chinese or Japanese characters without meaning; Latin letters where no font has those."""
    if not font_files()[0]:
        return words(count, rng)[:count]
    pool = CHINESE if rng.random() < 0.65 else JAPANESE + CHINESE
    return "".join(pool[int(place)] for place in rng.integers(0, len(pool), count))


def words(length: int, rng: Rng) -> str:
    """Latin words, about ``length`` characters together."""
    known = ENGLISH.split()
    text = " ".join(known[int(place)] for place in rng.integers(0, len(known), length // 4 + 1))
    return text.upper() if rng.random() < 0.2 else text


@functools.cache
def strips() -> tuple[tuple[Pixels, ...], tuple[Pixels, ...]]:
    """Lines of print of height ``STRIP``: in Chinese or Japanese, and in Latin letters."""
    rng = np.random.default_rng(20)
    wide = [lettering(characters(26, rng), STRIP - 4, any_font(True, rng)) for _ in range(40)]
    narrow = [lettering(words(60, rng), STRIP - 4, any_font(False, rng)) for _ in range(24)]
    return tuple(_of_height(strip) for strip in wide), tuple(_of_height(strip) for strip in narrow)


def _of_height(strip: Pixels) -> Pixels:
    width = max(8, round(strip.shape[1] * STRIP / strip.shape[0]))
    return cv2.resize(strip, (width, STRIP), interpolation=cv2.INTER_AREA)


@functools.cache
def upright_strips() -> tuple[Pixels, ...]:
    """Columns of Chinese or Japanese print, ``STRIP`` wide."""
    rng = np.random.default_rng(21)
    columns = []
    for _ in range(30):
        file = any_font(True, rng)
        cells = []
        for character in characters(18, rng):
            mask = lettering(character, STRIP - 6, file)[: STRIP - 1, : STRIP - 1]
            cell = np.zeros((STRIP, STRIP), np.uint8)
            top, left = (STRIP - mask.shape[0]) // 2, (STRIP - mask.shape[1]) // 2
            cell[top : top + mask.shape[0], left : left + mask.shape[1]] = mask
            cells.append(cell)
        columns.append(np.vstack(cells))
    return tuple(columns)


def inked(picture: Pixels, mask: Pixels, left: int, top: int, ink: Tone) -> None:
    """Prints a mask in place; what does not fit is cut off."""
    height, width = picture.shape[:2]
    mask = mask[max(0, -top) : height - top, max(0, -left) : width - left]
    top, left = max(0, top), max(0, left)
    if not mask.size:
        return
    part = picture[top : top + mask.shape[0], left : left + mask.shape[1], :3]
    alpha = mask[..., None].astype(np.float32) / 255
    part[:] = (part * (1 - alpha) + ink.astype(np.float32) * alpha).astype(np.uint8)


def board(width: int, height: int, tone: Tone, radius: int = 0) -> Pixels:
    """An RGBA rectangle of one colour, its corners rounded."""
    picture = np.zeros((height, width, 4), np.uint8)
    picture[..., :3] = np.clip(tone, 0, 255)
    if radius <= 0:
        picture[..., 3] = 255
        return picture
    alpha = np.zeros((height, width), np.uint8)
    cv2.rectangle(alpha, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(alpha, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(alpha, (x, y), radius, 255, -1, cv2.LINE_AA)
    picture[..., 3] = alpha
    return picture


def paper(rng: Rng) -> Tone:
    """White to yellowish, sometimes tinted."""
    if rng.random() < 0.2:
        return rng.uniform(150, 245, 3)
    return rng.uniform(205, 253) - np.array([0, 0.3, 1]) * rng.uniform(0, 35)


def vivid(rng: Rng) -> Tone:
    """A printed colour: red, blue, green, yellow and others, or dark."""
    usual = ((200, 30, 40), (30, 60, 160), (20, 120, 70), (240, 200, 40), (240, 120, 30), (120, 50, 130), (25, 25, 30))
    return np.clip(np.array(usual[int(rng.integers(len(usual)))]) + rng.uniform(-25, 25, 3), 0, 255)


def dark(rng: Rng) -> Tone:
    """The ink of small print."""
    return rng.uniform(0, 70) + rng.uniform(0, 40, 3) if rng.random() < 0.8 else vivid(rng) * 0.7


def page(rng: Rng) -> Pixels:
    """A page of a book, magazine or leaflet, set across or in columns from top to bottom."""
    width, height = int(rng.integers(150, 220)), int(rng.integers(200, 280))
    picture = board(width, height, paper(rng))
    ink, scale = dark(rng), float(rng.uniform(0.35, 1.1))
    if rng.random() < 0.4:
        photo(picture, rng)
    (_columns if rng.random() < 0.35 else _lines)(picture, ink, scale, rng)
    if rng.random() < 0.5:
        title = lettering(characters(int(rng.integers(2, 7)), rng), int(rng.integers(24, 54)), any_font(True, rng))
        inked(picture, title, int(rng.integers(4, 40)), int(rng.integers(4, height // 2)), vivid(rng))
    return picture


def _lines(picture: Pixels, ink: Tone, scale: float, rng: Rng) -> None:
    lines = strips()[int(rng.random() < 0.35)]
    size = max(6, round(STRIP * scale))
    for top in range(8, picture.shape[0] - size - 6, round(size * 1.35)):
        if rng.random() < 0.1:
            continue
        strip = lines[int(rng.integers(len(lines)))]
        strip = cv2.resize(strip, (max(4, round(strip.shape[1] * scale)), size), interpolation=cv2.INTER_AREA)
        end = picture.shape[1] - 16 if rng.random() < 0.8 else int(rng.integers(20, picture.shape[1]))
        inked(picture, strip[:, :end], 8, top, ink)


def _columns(picture: Pixels, ink: Tone, scale: float, rng: Rng) -> None:
    columns = upright_strips()
    size = max(6, round(STRIP * scale))
    for left in range(8, picture.shape[1] - size - 6, round(size * 1.4)):
        strip = columns[int(rng.integers(len(columns)))]
        strip = cv2.resize(strip, (size, max(4, round(strip.shape[0] * scale))), interpolation=cv2.INTER_AREA)
        inked(picture, strip[: picture.shape[0] - 20], left, 10, ink)


def photo(picture: Pixels, rng: Rng) -> None:
    """A blurred colourful rectangle, as a printed photo is from afar."""
    height, width = picture.shape[:2]
    left, top = int(rng.integers(0, width // 2)), int(rng.integers(0, height // 2))
    right, bottom = int(rng.integers(left + 30, width)), int(rng.integers(top + 30, height))
    cells = (int(rng.integers(2, 9)), int(rng.integers(2, 9)))
    hues = rng.uniform(0, 255, (*cells, 3)) * 0.4 + rng.uniform(0, 150, (*cells, 1))
    coarse = hues.astype(np.uint8)
    picture[top:bottom, left:right, :3] = cv2.resize(coarse, (right - left, bottom - top))


def cover(rng: Rng) -> Pixels:
    """A book's cover, a packet or a poster: a strong ground, large characters, a picture."""
    width, height = int(rng.integers(120, 200)), int(rng.integers(150, 260))
    picture = board(width, height, vivid(rng) if rng.random() < 0.7 else paper(rng))
    for _ in range(int(rng.integers(0, 3))):
        photo(picture, rng)
    for _ in range(int(rng.integers(1, 5))):
        wide = rng.random() < 0.7
        text = characters(int(rng.integers(1, 6)), rng) if wide else words(int(rng.integers(4, 14)), rng)
        mask = lettering(text, int(rng.integers(14, 80)), any_font(wide, rng))
        mask = np.rot90(mask) if rng.random() < 0.15 else mask
        ink = vivid(rng) if rng.random() < 0.6 else paper(rng)
        inked(picture, mask, int(rng.integers(0, width // 2)), int(rng.integers(0, height - 20)), ink)
    return picture


def spines(rng: Rng) -> Pixels:
    """Books side by side, their titles running down their backs."""
    height, width = int(rng.integers(180, 250)), 0
    backs = []
    while width < 250:
        breadth, short = int(rng.integers(12, 50)), int(rng.integers(0, 40))
        back = board(breadth, height, vivid(rng) if rng.random() < 0.6 else paper(rng))
        if rng.random() < 0.65:
            strip = upright_strips()[int(rng.integers(len(upright_strips())))]
        else:
            strip = np.rot90(strips()[1][int(rng.integers(len(strips()[1])))], -1)
        size = max(6, min(breadth - 4, int(rng.integers(9, 40))))
        strip = cv2.resize(strip, (size, round(strip.shape[0] * size / STRIP)), interpolation=cv2.INTER_AREA)
        strip = strip[: int(rng.integers(60, height - 30))]
        bright = back[0, 0, :3].mean() > 130
        inked(back, strip, (breadth - size) // 2, short + 12, dark(rng) if bright else paper(rng))
        back[:, 0, :3] = back[:, 0, :3] // 2
        back[:short, :, :3] = 20
        backs.append(back)
        width += breadth
    return np.hstack(backs)


def code(rng: Rng) -> Pixels:
    """A QR code or, at times, a bar code."""
    count = int(rng.choice([21, 25, 29, 33, 37]))
    if rng.random() < 0.2:
        cells = np.repeat(rng.integers(0, 2, (1, count * 2)), count, axis=0)
    else:
        cells = rng.integers(0, 2, (count, count))
        for x, y in ((0, 0), (count - 7, 0), (0, count - 7)):
            cells[y : y + 7, x : x + 7] = 1
            cells[y + 1 : y + 6, x + 1 : x + 6] = 0
            cells[y + 2 : y + 5, x + 2 : x + 5] = 1
    grid = np.pad(1 - cells, 2, constant_values=1).astype(np.uint8) * 255
    scale = max(2, 200 // max(grid.shape))
    picture = board(grid.shape[1] * scale, grid.shape[0] * scale, paper(rng))
    mask = 255 - cv2.resize(grid, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    inked(picture, mask, 0, 0, dark(rng))
    return picture


def calendar(rng: Rng) -> Pixels:
    """A month's days in a grid, with small print under the numbers."""
    cell = int(rng.integers(26, 40))
    picture = board(7 * cell + 10, 7 * cell + 10, paper(rng))
    ink, red = dark(rng), np.array([200.0, 30, 40])
    head = lettering(f"{int(rng.integers(1, 13))}" + ("月" if font_files()[0] else ""), cell - 4, any_font(True, rng))
    inked(picture, head, 3 * cell, 4, red)
    file, small = any_font(False, rng), strips()[0]
    lined = rng.random() < 0.5
    for day in range(1, 32):
        row, column = divmod(day + 2, 7)
        left, top = 5 + column * cell, 5 + (row + 1) * cell
        tone = red if column in (0, 6) else ink
        inked(picture, lettering(str(day), cell // 2, file), left + 5, top + 2, tone)
        strip = cv2.resize(small[day][:, : 3 * STRIP], (cell - 10, cell // 4), interpolation=cv2.INTER_AREA)
        inked(picture, strip, left + 5, top + cell * 2 // 3, tone)
        if lined:
            cv2.rectangle(picture, (left, top), (left + cell, top + cell), (*ink.tolist(), 255), 1)
    return picture


def sign(rng: Rng) -> Pixels:
    """One to four large characters on a board: labels, couplets, seals, price tags."""
    down = rng.random() < 0.5
    text = characters(int(rng.integers(2, 5)), rng) if rng.random() < 0.7 else str(int(rng.integers(10, 9999)))
    file = any_font(True, rng)
    masks = [lettering(one, 56, file) for one in text]
    extent = [max(mask.shape[axis] for mask in masks) + 10 for axis in (0, 1)]
    count = len(masks)
    size = (extent[1], extent[0] * count) if down else (extent[1] * count, extent[0])
    ground = vivid(rng) if rng.random() < 0.6 else paper(rng)
    ink = paper(rng) if ground.mean() < 130 else vivid(rng)
    picture = board(size[0] + 12, size[1] + 12, ground, int(rng.choice([0, 0, 8])))
    for place, mask in enumerate(masks):
        inked(picture, mask, 10 + (0 if down else place * extent[1]), 10 + (place * extent[0] if down else 0), ink)
    if rng.random() < 0.4:
        cv2.rectangle(picture, (3, 3), (size[0] + 8, size[1] + 8), (*ink.tolist(), 255), 2)
    return picture
