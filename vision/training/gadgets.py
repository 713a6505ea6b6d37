"""Flat pictures of small things that lie about on tables and are no tiles: cards, keys, icons, coins, sticks, fingers.

All pictures are RGBA, up to about 250 pixels on the longer side.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.prints import (
    Pixels,
    Rng,
    Tone,
    any_font,
    board,
    characters,
    dark,
    inked,
    lettering,
    paper,
    vivid,
)

CARD_SPOTS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0),),
    ((0, -1), (0, 1)),
    ((0, -1), (0, 0), (0, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5), (0, 0.5)),
    ((-1, -1), (1, -1), (-1, -0.33), (1, -0.33), (-1, 0.33), (1, 0.33), (-1, 1), (1, 1), (0, 0)),
    ((-1, -1), (1, -1), (-1, -0.33), (1, -0.33), (-1, 0.33), (1, 0.33), (-1, 1), (1, 1), (0, -0.6), (0, 0.6)),
)
"""Where playing cards have their pips, by their number."""


def disc(picture: Pixels, x: float, y: float, radius: float, ink: Tone, width: int = -1) -> None:
    """A circle of ``ink``, filled without ``width``."""
    cv2.circle(picture, (round(x), round(y)), max(1, round(radius)), (*ink.tolist(), 255), width, cv2.LINE_AA)


def playing_card(rng: Rng) -> Pixels:
    """A card's front with pips and corner signs, or its patterned back."""
    width, height = 140, 200
    picture = board(width, height, np.array([250.0, 250, 247]), 10)
    ink = np.array([200.0, 25, 35]) if rng.random() < 0.5 else np.array([20.0, 20, 25])
    if rng.random() < 0.25:
        _card_back(picture, vivid(rng))
        return picture
    number = int(rng.integers(0, 13))
    suit = "♥♦♣♠"[int(rng.integers(4))]
    if number < 10:
        pip = lettering(suit, 34, any_font(False, rng))
        for x, y in CARD_SPOTS[number]:
            flipped = pip[::-1] if y > 0 else pip
            inked(picture, flipped, round(70 + x * 30 - pip.shape[1] / 2), round(100 + y * 64 - pip.shape[0] / 2), ink)
    else:
        for x, y in rng.integers(40, 100, (12, 2)).tolist():
            size = int(rng.integers(4, 22))
            cv2.rectangle(picture, (x, y), (x + size, y + 2 * size), (*vivid(rng).tolist(), 255), -1)
        cv2.rectangle(picture, (26, 26), (114, 174), (*ink.tolist(), 255), 2)
    corner = lettering("A23456789"[number] if number < 9 else ("10", "J", "Q", "K")[number - 9], 26, None)
    small = lettering(suit, 20, any_font(False, rng))
    for mask, top in ((corner, 8), (small, 36)):
        inked(picture, mask, 8, top, ink)
        turned = np.rot90(mask, 2)
        inked(picture, turned, width - 8 - mask.shape[1], height - top - mask.shape[0], ink)
    return picture


def _card_back(picture: Pixels, ink: Tone) -> None:
    height, width = picture.shape[:2]
    for along in range(-height, width, 12):
        for slope in (1, -1):
            start = (along, 10) if slope > 0 else (along + height, 10)
            cv2.line(picture, start, (start[0] + slope * height, height - 10), (*ink.tolist(), 255), 2, cv2.LINE_AA)
    edge = 10
    picture[:, :edge, :3] = picture[:, -edge:, :3] = 250
    cv2.rectangle(picture, (edge, edge), (width - edge, height - edge), (*ink.tolist(), 255), 3)


def domino(rng: Rng) -> Pixels:
    """A domino: two halves of up to six pips."""
    light = rng.random() < 0.6
    ground = paper(rng) if light else rng.uniform(10, 60, 3)
    ink = dark(rng) if light else paper(rng)
    picture = board(100, 200, ground, 10)
    cv2.line(picture, (12, 100), (88, 100), (*ink.tolist(), 255), 3)
    for middle in (50, 150):
        for x, y in _dice_spots(int(rng.integers(0, 7))):
            disc(picture, 50 + 26 * x, middle + 26 * y, 9, ink)
    return picture


def _dice_spots(number: int) -> list[tuple[float, float]]:
    spots: list[tuple[float, float]] = [(0, 0)] if number % 2 else []
    for least, pair in ((2, (-1, -1)), (4, (1, -1)), (6, (-1, 0))):
        if number >= least:
            spots += [pair, (-pair[0], -pair[1])]
    return spots


def die(rng: Rng) -> Pixels:
    """One side of a die."""
    ground = paper(rng) if rng.random() < 0.7 else vivid(rng)
    picture = board(80, 80, ground, 14)
    number = int(rng.integers(1, 7))
    ink = np.array([200.0, 20, 30]) if number in (1, 4) and rng.random() < 0.6 else dark(rng)
    for x, y in _dice_spots(number):
        disc(picture, 40 + 22 * x, 40 + 22 * y, 14 if number == 1 else 8, ink)
    return picture


def keyboard(rng: Rng) -> Pixels:
    """Rows of keys with letters."""
    key, gap = int(rng.integers(22, 30)), int(rng.integers(2, 6))
    pale = rng.random() < 0.5
    cap = paper(rng) if pale else rng.uniform(20, 60) + np.zeros(3)
    ink = dark(rng) if pale else paper(rng)
    rows, columns = int(rng.integers(3, 6)), int(rng.integers(7, 10))
    tone = cap * rng.uniform(0.4, 0.9)
    picture = board(columns * (key + gap) + gap, rows * (key + gap) + gap, tone, 4)
    signs, file = "QWERTYUIOPASDFGHJKLZXCVBNM1234567890", any_font(False, rng)
    for row in range(rows):
        slip = int(rng.integers(0, key // 2))
        for column in range(columns):
            left, top = gap + slip + column * (key + gap), gap + row * (key + gap)
            _key(picture, left, top, key, cap)
            inked(picture, lettering(signs[int(rng.integers(len(signs)))], key // 2, file), left + 5, top + 4, ink)
    return picture


def _key(picture: Pixels, left: int, top: int, size: int, tone: Tone) -> None:
    cv2.rectangle(picture, (left, top), (left + size, top + size), (*(tone * 0.75).tolist(), 255), -1)
    cv2.rectangle(picture, (left + 1, top), (left + size - 2, top + size - 3), (*tone.tolist(), 255), -1)


def phone(rng: Rng) -> Pixels:
    """A phone or tablet with a grid of icons, or with text on its screen."""
    picture = board(130, 260, rng.uniform(5, 50, 3), 16)
    picture[12:248, 6:124, :3] = cv2.resize(rng.integers(0, 200, (3, 2, 3), np.uint8), (118, 236))
    if rng.random() < 0.3:
        picture[12:248, 6:124, :3] = 250
    for row in range(int(rng.integers(4, 8))):
        for column in range(4):
            left, top = 14 + column * 27, 24 + row * 32
            icon = board(21, 21, vivid(rng) if rng.random() < 0.7 else paper(rng), int(rng.choice([2, 5])))
            sign = lettering(characters(1, rng), 14, any_font(True, rng))
            inked(icon, sign, 4, 3, paper(rng) if icon[10, 1, :3].mean() < 150 else vivid(rng))
            part = picture[top : top + 21, left : left + 21]
            part[icon[..., 3] > 127] = icon[icon[..., 3] > 127]
    return picture


def remote(rng: Rng) -> Pixels:
    """A remote control or calculator: a long body with rows of buttons."""
    pale = rng.random() < 0.4
    picture = board(90, 250, paper(rng) if pale else rng.uniform(20, 70, 3), 14)
    rounded = rng.random() < 0.6
    for row in range(9):
        for column in range(3):
            tone = vivid(rng) if rng.random() < 0.2 else rng.uniform(60, 240) + np.zeros(3)
            x, y = 20 + 25 * column, 25 + 25 * row
            if rounded:
                disc(picture, x, y, 9, tone)
            else:
                cv2.rectangle(picture, (x - 9, y - 7), (x + 9, y + 7), (*tone.tolist(), 255), -1)
            sign = lettering("123456789+-=<>*0"[int(rng.integers(16))], 12, None)
            inked(picture, sign, x - 3, y - 6, dark(rng) if tone.mean() > 120 else paper(rng))
    return picture


def console(rng: Rng) -> Pixels:
    """The middle of an automatic table: a round plate with buttons, lamps and dice under a dome."""
    picture = board(240, 240, rng.uniform(20, 90, 3), 120 if rng.random() < 0.6 else 20)
    disc(picture, 120, 120, 100, rng.uniform(40, 200, 3))
    disc(picture, 120, 120, 60, rng.uniform(10, 120, 3))
    for turn in np.arange(int(rng.integers(4, 9))) * np.pi / 4:
        x, y = 120 + 82 * np.cos(turn), 120 + 82 * np.sin(turn)
        disc(picture, x, y, 15, vivid(rng))
        disc(picture, x, y, 15, paper(rng), 2)
    for _ in range(int(rng.integers(0, 4))):
        cube = np.ascontiguousarray(np.rot90(cv2.resize(die(rng), (34, 34)), int(rng.integers(4))))
        left, top = rng.integers(76, 128, 2)
        picture[top : top + 34, left : left + 34, :3] = cube[..., :3]
    return picture


def coin(rng: Rng) -> Pixels:
    """A coin, button, chip or bottle cap: rings, a rim, perhaps holes or a character."""
    picture = board(120, 120, np.zeros(3))
    picture[..., 3] = 0
    tone = rng.uniform(90, 230) * np.array([1, rng.uniform(0.75, 1), rng.uniform(0.4, 1)])
    tone = vivid(rng) if rng.random() < 0.4 else tone
    disc(picture, 60, 60, 58, tone)
    for radius in rng.uniform(15, 55, int(rng.integers(1, 4))):
        disc(picture, 60, 60, radius, tone * rng.uniform(0.5, 1.2), int(rng.integers(2, 10)))
    kind = rng.random()
    if kind < 0.3:
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))[: 2 + 2 * int(rng.integers(2))]:
            disc(picture, 60 + 12 * x, 60 + 12 * y, 6, tone * 0.3)
    elif kind < 0.8:
        text = characters(1, rng) if rng.random() < 0.6 else str(int(rng.integers(1, 101)))
        mask = lettering(text, 50, any_font(True, rng))
        inked(picture, mask, 60 - mask.shape[1] // 2, 60 - mask.shape[0] // 2, tone * 0.4)
    if rng.random() < 0.3:
        for turn in np.linspace(0, 2 * np.pi, 12, endpoint=False):
            disc(picture, 60 + 50 * np.cos(turn), 60 + 50 * np.sin(turn), 6, paper(rng))
    return picture


def stick(rng: Rng) -> Pixels:
    """A point stick: long, pale, with a few dots."""
    picture = board(240, 22, paper(rng) if rng.random() < 0.8 else vivid(rng), 4)
    ink = np.array([200.0, 20, 30]) if rng.random() < 0.6 else dark(rng)
    for place in rng.permutation(9)[: int(rng.integers(1, 9))]:
        for y in (7, 15) if rng.random() < 0.4 else (11,):
            disc(picture, 60 + 15 * place, y, 3, ink)
    return picture


def finger(rng: Rng) -> Pixels:
    """Fingers beside one another, their nails at the top, a sleeve at times at the bottom."""
    skin = np.array([225.0, 170, 140]) * rng.uniform(0.4, 1.08) + rng.uniform(-12, 12, 3)
    count, breadth = int(rng.integers(1, 5)), 44
    picture = np.zeros((250, breadth * count, 4), np.uint8)
    across = np.linspace(-1, 1, breadth)
    shade = (0.62 + 0.42 * np.sqrt(1 - (across * 0.97) ** 2))[None, :, None]
    for place in range(count):
        top = int(rng.integers(0, 45))
        part = picture[top:, place * breadth : (place + 1) * breadth]
        part[..., :3] = np.clip(skin * shade, 0, 255)
        cap = board(breadth, len(part) + breadth, skin, breadth // 2 - 1)[: len(part), :, 3]
        part[..., 3] = cap
        nail = np.clip(skin * 1.05 + [12, 8, 12] if rng.random() < 0.8 else vivid(rng), 0, 255)
        cv2.ellipse(part, (breadth // 2, 24), (13, 17), 0, 0, 360, (*nail.tolist(), 255), -1, cv2.LINE_AA)
        for crease in (90, 150):
            cv2.line(part, (8, crease), (breadth - 8, crease + 2), (*(skin * 0.7).tolist(), 255), 2, cv2.LINE_AA)
    if rng.random() < 0.4:
        picture[200:, :, :3] = np.clip(colourful(rng), 0, 255)
        picture[200:, :, 3] = 255
    return picture


def hand(rng: Rng) -> Pixels:
    """A hand from above, its fingers at the top and spread a little, a bare or sleeved arm at the bottom."""
    skin = np.array([226.0, 172, 142]) * rng.uniform(0.35, 1.08) + rng.uniform(-10, 10, 3)
    picture = np.zeros((420, 260, 4), np.uint8)
    knuckles = [(70, 190), (108, 176), (147, 176), (184, 192)]
    limbs = [((130, 270), (130, 430), 104), ((130, 240), (130, 270), 140)]
    thumb = (int(rng.integers(15, 60)), int(rng.integers(190, 260)))
    limbs.append(((80, 280), thumb, 42))
    spread = rng.uniform(0.0, 1.0)
    for number, (x, y) in enumerate(knuckles):
        if rng.random() < 0.2:
            continue
        reach = (110, 138, 130, 98)[number] * rng.uniform(0.6, 1.05)
        lean = (number - 1.5) * 0.2 * spread
        limbs.append(((x, y + 30), (round(x + reach * np.sin(lean)), round(y - reach * np.cos(lean))), 36))
    for layer, shade in ((0, 0.62), (4, 0.78), (9, 0.92), (14, 1.0)):
        tone = np.clip(skin * shade, 0, 255)
        for start, end, width in limbs:
            cv2.line(picture, start, end, (*tone.tolist(), 255), max(2, width - 2 * layer), cv2.LINE_AA)
    nail = np.clip(skin * 1.04 + [14, 8, 10] if rng.random() < 0.8 else vivid(rng), 0, 255)
    for start, end, _ in limbs[3:]:
        way = np.subtract(end, start) / max(1.0, float(np.hypot(*np.subtract(end, start))))
        centre = np.rint(np.array(end) + way * 4).astype(int).tolist()
        turn = float(np.degrees(np.arctan2(way[1], way[0])))
        cv2.ellipse(picture, centre, (12, 10), turn, 0, 360, (*nail.tolist(), 255), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        top = int(rng.integers(290, 390))
        cloth = np.clip(colourful(rng), 0, 255)
        across = 0.6 + 0.4 * np.sin(np.linspace(0, np.pi, 150))[:, None] + rng.normal(0, 0.03, (150, 1))
        picture[top:, 55:205, :3] = np.clip(cloth * across, 0, 255)
        picture[top:, 55:205, 3] = 255
    return picture


def colourful(rng: Rng) -> Tone:
    """Any cloth's colour."""
    return vivid(rng) if rng.random() < 0.5 else rng.uniform(20, 250) + rng.uniform(-20, 20, 3)


def slats(rng: Rng) -> Pixels:
    """A bamboo mat, blinds, a radiator or striped cloth: long bars beside one another, some with joints."""
    picture = board(220, 220, np.zeros(3))
    tone, left = np.array([1.0, rng.uniform(0.7, 1), rng.uniform(0.3, 0.95)]) * rng.uniform(110, 240), 0
    tone = colourful(rng) if rng.random() < 0.4 else tone
    breadth, gap = int(rng.integers(5, 24)), int(rng.integers(0, 4))
    round_bars, jointed = rng.random() < 0.6, rng.random() < 0.6
    other = colourful(rng) if rng.random() < 0.3 else tone
    while left < 220:
        across = np.linspace(-1, 1, breadth)
        shade = 0.6 + 0.45 * np.sqrt(1 - (across * 0.95) ** 2) if round_bars else np.ones(breadth)
        ground = (other if left // (breadth + gap) % 2 else tone) * rng.uniform(0.85, 1.08)
        part = picture[:, left : left + breadth]
        part[..., :3] = np.clip(shade[None, : part.shape[1], None] * ground, 0, 255)
        if jointed:
            for joint in range(int(rng.integers(10, 90)), 220, int(rng.integers(40, 120))):
                part[joint : joint + 3, :, :3] = np.clip(ground * 0.5, 0, 255)
        left += breadth + gap
    for thread in range(int(rng.integers(15, 60)), 220, int(rng.integers(50, 200))):
        cv2.line(picture, (0, thread), (220, thread), (*(tone * 0.45).tolist(), 255), 2)
    return picture


def spotted(rng: Rng) -> Pixels:
    """Dots or rings in a grid: cloth, perforated plate, bubble wrap, blister packs, egg boxes."""
    ground, ink = colourful(rng), colourful(rng)
    picture = board(220, 220, ground)
    pitch = int(rng.integers(14, 50))
    radius = pitch * rng.uniform(0.18, 0.45)
    shift = pitch // 2 if rng.random() < 0.5 else 0
    ring = rng.random() < 0.4
    for row, y in enumerate(range(0, 240, pitch)):
        for x in range(-shift * (row % 2), 240, pitch):
            disc(picture, x, y, radius, ink)
            if ring:
                disc(picture, x, y, radius * 0.6, ground)
                disc(picture, x, y, radius * 0.3, ink)
    return picture


def game_board(rng: Rng) -> Pixels:
    """A ruled board with round men, some with a character, as in chess, draughts, go and xiangqi."""
    tone = np.array([1.0, 0.8, 0.5]) * rng.uniform(150, 245)
    picture = board(220, 220, tone)
    cell = int(rng.choice([22, 27]))
    for at in range(cell, 220 - cell // 2, cell):
        cv2.line(picture, (at, cell), (at, 220 - cell), (*(tone * 0.4).tolist(), 255), 1)
        cv2.line(picture, (cell, at), (220 - cell, at), (*(tone * 0.4).tolist(), 255), 1)
    kinds = [(paper(rng), vivid(rng)), (dark(rng), paper(rng))]
    written = rng.random() < 0.5
    file = any_font(True, rng)
    for _ in range(int(rng.integers(4, 40))):
        x, y = (rng.integers(1, 220 // cell, 2) * cell).tolist()
        man, ink = kinds[int(rng.integers(2))]
        disc(picture, x, y, cell * 0.44, man)
        if written:
            mask = lettering(characters(1, rng), cell // 2, file)
            inked(picture, mask, x - mask.shape[1] // 2, y - mask.shape[0] // 2, ink)
    return picture


def blank(rng: Rng) -> Pixels:
    """A pale plain face of a packet, eraser or tissue pack, unevenly lit, at times with a band."""
    picture = board(120, 120, paper(rng), int(rng.choice([0, 6, 14])))
    slope = np.linspace(rng.uniform(0.85, 1), 1, 120)[:, None, None]
    picture[..., :3] = picture[..., :3] * slope
    kind = rng.random()
    if kind < 0.25:
        start = int(rng.integers(20, 70))
        picture[start : start + int(rng.integers(12, 50)), :, :3] = np.clip(vivid(rng), 0, 255)
    elif kind < 0.4:
        cv2.ellipse(picture, (60, 60), (34, 10), 0, 0, 360, (*paper(rng).tolist(), 255), -1, cv2.LINE_AA)
        cv2.ellipse(picture, (60, 60), (34, 10), 0, 0, 360, (*(paper(rng) * 0.7).tolist(), 255), 2, cv2.LINE_AA)
    return picture
