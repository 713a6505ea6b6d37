"""From detections to a hand: milliseconds of everything but the models, beside decoding the photo itself.

A hand of 14 tiles, and 40 tiles in view: melds with turned tiles, a kong, flowers, a wall, discards at any angle. Each
is seen from somewhere else every time, tiles with runners-up as the recogniser tells them. The parts take turns, so
that what else the machine does falls on all alike; processor time is told beside time on the clock.

    python bench/reading.py [ROUNDS]
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np

from vision.detection import Box, Detection
from vision.labels import BACK
from vision.layout import arrange
from vision.photo import Photo
from vision.reading import read

ROUNDS = 40
SIZE = 4000, 3000
LIMITS = {"14 tiles": 10.0, "40 tiles": 50.0}
"""Milliseconds that reading may take, in the middle."""

HAND = [("1m2m3m4p5p6p7s8s9s1z1z1z5z", 0.0, 0.0, ""), ("5z", 14.0, 0.0, "")]
TABLE = [
    ("2m2m4p5p6p7s8s", 0.0, 0.0, ""),
    ("9s", 8.2, 0.0, ""),
    ("7z7z7z", 11.0, 0.0, "turned"),
    ("back3z3zback", 15.5, 0.0, ""),
    ("1f5f", 2.0, -1.6, ""),
    ("backbackbackback4mbackbackbackback", 1.0, -8.5, ""),
    ("1p9m2s8p4z6s", 4.0, -6.0, "loose"),
    ("3p7m1s5p2z9s", 4.0, -4.6, "loose"),
    ("6m4s", 4.0, -3.3, "loose"),
]
Clock = Callable[[], float]


def lay(rows: list[tuple[str, float, float, str]], dice: random.Random) -> list[tuple[str, float, float, float]]:
    """Faces with the middle of each tile in tile widths and the degrees by which it is turned."""
    tiles = []
    for text, x, y, how in rows:
        faces = text.replace(BACK, "##")
        for at in range(0, len(faces), 2):
            aside = how == "turned" and at == 0
            x += 4 / 3 / 2 if aside else 0.5
            turn = 90.0 if aside else dice.uniform(-12, 12) if how == "loose" else 0.0
            tiles.append((faces[at : at + 2].replace("##", BACK), x, y * 4 / 3 + aside / 6, turn))
            x += (4 / 3 / 2 if aside else 0.5) + 0.05
    return tiles


def seen(tiles: list[tuple[str, float, float, float]], dice: random.Random) -> list[Detection]:
    """What a detector tells of the tiles, from anywhere."""
    turn, scale = dice.uniform(0, 2 * math.pi), dice.uniform(80, 130)
    cos, sin = math.cos(turn), math.sin(turn)
    found = []
    for face, x, y, aside in tiles:
        across, down = SIZE[0] / 2 + scale * ((x - 9) * cos - y * sin), SIZE[1] / 2 + scale * ((x - 9) * sin + y * cos)
        angle = turn + math.radians(aside)
        wide = abs(math.cos(angle)) + 4 / 3 * abs(math.sin(angle))
        high = abs(math.sin(angle)) + 4 / 3 * abs(math.cos(angle))
        left, top = across - scale * wide / 2, down - scale * high / 2
        box = Box(left, top, left + scale * wide, top + scale * high).within(*SIZE)
        others = () if face == BACK else tuple((other, dice.uniform(0, 0.03)) for other in ("3m", "8p", "5s"))
        up = math.degrees(angle) + dice.gauss(0, 4)
        found.append(Detection(face, box, dice.uniform(0.85, 0.99), others, up % 360))
    return found


def timed(run: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds on the clock and of this process."""
    wall, own = time.perf_counter(), time.process_time()
    run()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - own)


def main() -> None:
    """Print a line for each part."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    dice = random.Random(1)
    grain = np.random.default_rng(1).integers(0, 255, (SIZE[1] // 20, SIZE[0] // 20, 3), dtype=np.uint8)
    photo = Photo(np.asarray(cv2.resize(grain, SIZE, interpolation=cv2.INTER_CUBIC), dtype=np.uint8))
    jpeg = cv2.imencode(".jpg", photo.pixels)[1]
    scenes = {"14 tiles": HAND, "40 tiles": TABLE}
    times: dict[str, list[tuple[float, float]]] = {}
    for _ in range(rounds):
        times.setdefault("decoding the photo", []).append(timed(lambda: cv2.imdecode(jpeg, cv2.IMREAD_COLOR)))
        for name, rows in scenes.items():
            tiles = seen(lay(rows, dice), dice)
            times.setdefault(f"layout of {name}", []).append(timed(lambda tiles=tiles: arrange(tiles)))  # type: ignore[misc]
            times.setdefault(f"reading {name}", []).append(timed(lambda tiles=tiles: read(tiles, photo)))  # type: ignore[misc]
    beside = median(own for _, own in times["decoding the photo"])
    for name, taken in times.items():
        wall, own = median(one for one, _ in taken), median(other for _, other in taken)
        limit = next((f", at most {most:.0f}" for part, most in LIMITS.items() if name == f"reading {part}"), "")
        print(f"{name}: {own:.1f} ms of the processor ({wall:.1f} on the clock{limit}), {own / beside:.2f} of decoding")


if __name__ == "__main__":
    main()
