"""The sample photo: a winning hand on a table, drawn by the generator.

``python -m vision.training.sample examples/hand.jpg`` makes it again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from scoring.hand import Hand, parse_hand
from vision.labels import LABELS
from vision.training.arrange import Shape, flat
from vision.training.faces import CLASSIC, Design, face_image
from vision.training.ground import weave
from vision.training.scene import Look, Solid, look_at, render

Pixels = npt.NDArray[np.uint8]
Rng = np.random.Generator

HAND = "123456789m5s (777z)"
"""The hand before the winning tile."""

WINNING = "5s"

APART = 0.6
"""Between the winning tile and the others, in tile widths."""


def laid_out(hand: Hand, winning: str, shape: Shape, rng: Rng) -> list[Solid]:
    """A hand as a player lays it down: concealed tiles in a row, the winning tile apart, melds in a row before it.

    ``hand`` is without the winning tile.
    """
    names = [tile.code for tile in hand.concealed]
    places = [(name, 1.02 * number) for number, name in enumerate(names)]
    places.append((winning, 1.02 * len(names) + APART))
    solids = [_settled(name, x, 0.0, shape, rng) for name, x in places]
    at = 0.0
    for meld in hand.melds:
        for tile in meld.tiles:
            solids.append(_settled(tile.code, at, -1.35 * shape.height, shape, rng))
            at += 1.02
        at += APART
    return solids


def _settled(name: str, x: float, y: float, shape: Shape, rng: Rng) -> Solid:
    slip, twist = rng.normal(0, [0.012, 0.008])
    return flat(name, x, y + float(slip), float(twist), shape)


def sample_look(design: Design) -> Look:
    """One design's faces under a lamp to the upper left."""
    faces = {label: face_image(label, design, height=320) for label in LABELS}
    back = faces["back"].reshape(-1, 3).mean(axis=0)
    light = np.array([-0.45, 0.35, 0.82])
    return Look(faces, back, 0.5, light / np.linalg.norm(light), np.array([1.0, 0.99, 0.95]), 0.45)


def photograph(hand: Hand, winning: str, size: tuple[int, int], seed: int = 1, design: Design = CLASSIC) -> Pixels:
    """A photo of (width, height) ``size``, taken by someone who sits before the hand."""
    rng = np.random.default_rng(seed)
    shape = Shape(height=1.33, depth=0.8)
    solids = laid_out(hand, winning, shape, rng)
    across = np.array([solid.middle[:2] for solid in solids])
    target = np.append((across.min(axis=0) + across.max(axis=0)) / 2, 0.5)
    width = float(np.ptp(across[:, 0])) + 3
    distance = 24.0
    camera = look_at(target, 0.95, 0.06, distance, 0.02, size[0] * distance / width, size)
    table = weave(max(size), np.random.default_rng(5))[: size[1], : size[0]]
    image, _ = render(np.ascontiguousarray(table), solids, camera, sample_look(design))
    noise = rng.standard_normal(image.shape).astype(np.float32) * 2.5
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def main() -> None:
    """Write the sample photo."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--hand", default=HAND, help="without the winning tile")
    parser.add_argument("--win", default=WINNING)
    options = parser.parse_args()
    photo = photograph(parse_hand(options.hand), options.win, (2000, 1125))
    options.picture.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(options.picture), photo[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    main()
