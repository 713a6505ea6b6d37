"""Generated pictures of mahjong tiles with their labels.

``python -m vision.training.synthesize SHEET.png --seed 1`` writes a contact sheet.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.labels import BACK, CLASS_NUMBERS
from vision.training.arrange import Shape, arrange, random_shape
from vision.training.degrade import degrade
from vision.training.ground import ground, jumble
from vision.training.scene import Camera, Look, Seen, Solid, look_at, render
from vision.training.sources.faces import FaceLibrary, library
from vision.training.sources.photos import Labelled

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

VISIBLE = 0.45
"""A tile of whose face less than this share is seen is not labelled."""
EMPTY = 0.12
"""How often a picture holds no tile at all."""


@dataclass(frozen=True, slots=True)
class View:
    """How large tiles are and how the camera may stand."""

    side: int = 256
    """Pixels of the square picture."""
    tile: tuple[float, float] = (32.0, 100.0)
    """The longer side of a tile in the middle of the picture, in pixels: least and most."""


def random_look(library_: FaceLibrary, rng: Rng) -> Look:
    """Faces, back colour and light for one scene."""
    height, around = rng.uniform(0.5, 1.4), rng.uniform(0, 2 * np.pi)
    light = np.array([np.cos(height) * np.cos(around), np.cos(height) * np.sin(around), np.sin(height)])
    faces = library_.pick(rng)
    return Look(
        faces=faces,
        back=faces[BACK].reshape(-1, 3).mean(axis=0),
        split=float(rng.uniform(0.3, 1.0)),
        light=light,
        tint=np.array([rng.uniform(0.92, 1.05), rng.uniform(0.92, 1.03), rng.uniform(0.8, 1.03)]),
        shadow=float(rng.choice([0.0, rng.uniform(0.1, 0.65)])),
    )


def random_camera(solids: Sequence[Solid], upright: bool, view: View, rng: Rng) -> Camera:
    """A camera that looks at one of the tiles, so that it has a size from ``view.tile``."""
    target = solids[int(rng.integers(len(solids)))].middle + rng.normal(0, 0.4, 3) * [1, 1, 0]
    elevation = rng.uniform(0.15, 0.9) if upright else rng.uniform(0.55, 1.55)
    roll = _roll(rng)
    distance = float(np.exp(rng.uniform(np.log(6), np.log(40))))
    extent = float(np.exp(rng.uniform(*np.log(view.tile))))
    focal = extent * distance / solids[0].height
    return look_at(target, float(elevation), float(rng.normal(0, 0.35)), distance, roll, focal, (view.side, view.side))


def _roll(rng: Rng) -> float:
    """Mostly level, often turned by quarters, sometimes at any angle."""
    kind = rng.random()
    if kind < 0.5:
        return float(rng.normal(0, 0.1))
    if kind < 0.7:
        return float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.07))
    return float(rng.uniform(0, 2 * np.pi))


def random_scene(library_: FaceLibrary, view: View, rng: Rng) -> tuple[Pixels, list[Seen]]:
    """One scene, not yet degraded by a camera."""
    look = random_look(library_, rng)
    shape: Shape = random_shape(rng)
    kind, solids = arrange(shape, rng)
    camera = random_camera(solids, kind == "rack", view, rng)
    return render(ground(view.side, rng, camera), solids, camera, look)


def boxes_of(seen: Sequence[Seen], side: int, reach: float) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Classes and boxes of the tiles that are visible enough.

    ``reach`` 0 boxes the face alone, 1 the whole body: photos are labelled either way.
    """
    kept = [one for one in seen if one.visible >= VISIBLE]
    classes = np.array([CLASS_NUMBERS[one.label] for one in kept], np.int64)
    boxes = []
    for one in kept:
        face = np.concatenate([one.quad.min(axis=0), one.quad.max(axis=0)])
        body = np.concatenate([one.body.min(axis=0), one.body.max(axis=0)])
        boxes.append(np.clip(face * (1 - reach) + body * reach, 0, side))
    return classes, np.array(boxes, np.float32).reshape(-1, 4)


def labelled_scene(library_: FaceLibrary, view: View, rng: Rng, name: str = "scene") -> Labelled:
    """One generated photo with its labels, at times of other things than tiles."""
    if rng.random() < EMPTY:
        return Labelled(name, degrade(jumble(view.side, rng), rng), *boxes_of((), view.side, 0.0))
    image, seen = random_scene(library_, view, rng)
    classes, boxes = boxes_of(seen, view.side, float(rng.uniform(0, 0.5)))
    return Labelled(name, degrade(image, rng), classes, boxes)


def contact_sheet(pictures: Sequence[Labelled], columns: int) -> Pixels:
    """Pictures of one size side by side, their boxes drawn."""
    cells = []
    for picture in pictures:
        cell = picture.pixels.copy()
        for left, top, right, bottom in picture.boxes:
            cv2.rectangle(cell, (int(left), int(top)), (int(right), int(bottom)), (255, 220, 0), 1)
        cells.append(cell)
    cells += [np.zeros_like(cells[0])] * (-len(cells) % columns)
    return np.vstack([np.hstack(cells[start : start + columns]) for start in range(0, len(cells), columns)])


def main() -> None:
    """Write a contact sheet."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("sheet", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--side", type=int, default=256)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    faces = library(options.seed, designs=6)
    view = View(side=options.side)
    pictures = [labelled_scene(faces, view, rng) for _ in range(options.count)]
    cv2.imwrite(str(options.sheet), contact_sheet(pictures, 6)[..., ::-1])


if __name__ == "__main__":
    main()
