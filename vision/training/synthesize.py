"""Generated pictures of mahjong tiles with their labels.

One scene is made like this, each step in its own module:

- ``sources.faces`` picks a set: drawn by ``faces``, or cut from photos and open artwork where those are at hand;
- ``arrange`` lays tiles of one ``placing.Shape`` on a table: hands, ``melds``, blocks, scatter, ponds, whole tables,
  racks, rows that hide rows, walls;
- ``ground`` makes what lies under them, and ``clutter`` what lies about: ``prints`` and ``gadgets`` that are no tiles.
  One picture in eight shows such things alone. ``about`` adds racks, things between the tiles and hands above them;
- ``scene`` renders all of it through a ``camera``: ``body`` paints rounded tiles of one or two colours, new or worn,
  dull or wet; ``shadows`` fall on the table and on other tiles; a ``lens`` may bend the picture;
- ``degrade`` makes a photo of it.

Labels are the class and the box of every face that is seen at least to ``VISIBLE``; its corners, which also tell
where its upper edge points; and the share of it that is seen. The same generator state makes the same picture.

``python -m vision.training.synthesize SHEET.png --seed 1 --kind pond`` writes a contact sheet with the labels drawn.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.labels import BACK, CLASS_NUMBERS
from vision.training.about import among, over, rests
from vision.training.arrange import KINDS, UPRIGHT, Shape, arrange, random_shape
from vision.training.degrade import degrade
from vision.training.ground import ground, jumble
from vision.training.lens import Lens, random_lens
from vision.training.scene import Camera, Finish, Look, Seen, Solid, look_at, render
from vision.training.sources.faces import FaceLibrary, library
from vision.training.sources.photos import Labelled

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

VISIBLE = 0.45
"""A tile of whose face less than this share is seen is not labelled."""
NOTHING = "nothing"
"""The kind of scene that holds no tile."""

EMPTY = 0.12
"""How often a picture holds no tile at all."""

BUSY = 0.25
"""How often things lie between the tiles."""

HANDS = 0.14
"""How often a hand covers some of them."""

BENT = 0.2
"""How often a lens bends the picture."""


@dataclass(frozen=True, slots=True)
class View:
    """How large tiles are and how the camera may stand."""

    side: int = 256
    """Pixels of the square picture."""
    tile: tuple[float, float] = (32.0, 100.0)
    """The longer side of a tile in the middle of the picture, in pixels: least and most."""


def random_look(library_: FaceLibrary, rng: Rng, camera: Camera | None = None) -> Look:
    """Faces, material and light for one scene; with a camera the lamp may stand where the tiles mirror it."""
    faces = library_.pick(rng)
    sharp = rng.random() < 0.5
    return Look(
        faces=faces,
        back=faces[BACK].reshape(-1, 3).mean(axis=0),
        split=1.0 if rng.random() < 0.12 else float(rng.uniform(0.3, 0.9)),
        light=_lamp(camera, rng),
        tint=np.array([rng.uniform(0.92, 1.05), rng.uniform(0.92, 1.03), rng.uniform(0.8, 1.03)]),
        shadow=0.0 if rng.random() < 0.1 else float(rng.uniform(0.08, 0.6)),
        soft=float(rng.uniform(0.01, 0.06) if sharp else np.exp(rng.uniform(np.log(0.08), np.log(0.6)))),
        reach=float(np.exp(rng.uniform(np.log(8), np.log(80)))),
        finish=random_finish(rng),
        seed=int(rng.integers(1 << 31)),
    )


def _lamp(camera: Camera | None, rng: Rng) -> Floats:
    """A unit vector towards the lamp, in a third of the scenes about where faces that look up mirror it."""
    if camera is not None and rng.random() < 0.35:
        away = camera.place * [-1, -1, 1] / np.linalg.norm(camera.place) + rng.normal(0, 0.12, 3)
        away[2] = max(away[2], 0.3)
        return away / np.linalg.norm(away)
    height, around = rng.uniform(0.5, 1.4), rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(height) * np.cos(around), np.cos(height) * np.sin(around), np.sin(height)])


def random_finish(rng: Rng) -> Finish:
    """Dull to wet, new to worn, white to yellowed."""
    old = rng.random() < 0.25
    yellow = float(rng.uniform(0, 0.3)) if old else float(rng.uniform(0, 0.05))
    lines = (None, None, None, (250, 250, 245), (60, 50, 40), (200, 160, 60))
    return Finish(
        corner=float(rng.uniform(0.05, 0.13)),
        bevel=float(rng.uniform(0.015, 0.07)),
        gloss=float(rng.choice([0.0, rng.uniform(0, 0.3), rng.uniform(0.3, 1.0)], p=[0.25, 0.5, 0.25])),
        shine=float(np.exp(rng.uniform(np.log(8), np.log(250)))),
        cushion=float(rng.uniform(0, 0.15)),
        uneven=float(rng.uniform(0, 0.03)),
        ink=float(rng.uniform(0.45, 1.05)) if old else float(rng.uniform(0.85, 1.1)),
        relief=0.0 if rng.random() < 0.4 else float(rng.uniform(0.03, 0.3)),
        tone=(1 - 0.15 * yellow, 1 - 0.45 * yellow, 1 - yellow),
        spread=float(rng.uniform(0, 0.05 if old else 0.025)),
        dirt=float(rng.uniform(0, 0.12)) if old else 0.0,
        bow=0.0 if rng.random() < 0.5 else float(rng.uniform(-0.15, 0.2)),
        line=lines[int(rng.integers(len(lines)))],
    )


def random_camera(solids: Sequence[Solid], upright: bool, view: View, rng: Rng) -> Camera:
    """A camera that looks at one of the tiles or just beside, so that it has a size from ``view.tile``."""
    target = solids[int(rng.integers(len(solids)))].middle + rng.normal(0, 0.4, 3) * [1, 1, 0]
    if rng.random() < 0.2:
        around, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.0) * view.side / 2 / view.tile[1]
        target = target + np.array([np.cos(around), np.sin(around), 0]) * away
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


def random_scene(library_: FaceLibrary, view: View, rng: Rng, kind: str | None = None) -> tuple[Pixels, list[Seen]]:
    """One scene, not yet degraded by a camera; ``kind`` asks for an arrangement by its name."""
    shape: Shape = random_shape(rng)
    made, solids = arrange(shape, rng, kind)
    camera = random_camera(solids, made in UPRIGHT, view, rng)
    look = random_look(library_, rng, camera)
    things = rests(solids, rng) if made in UPRIGHT and rng.random() < 0.5 else []
    things += among(solids, rng) if rng.random() < BUSY else []
    above = over(solids, rng) if rng.random() < HANDS else []
    image, seen = render(ground(view.side, rng, camera), solids, camera, look, things, above)
    return through_lens(image, seen, random_lens(view.side, rng)) if rng.random() < BENT else (image, seen)


def through_lens(image: Pixels, seen: Sequence[Seen], lens: Lens) -> tuple[Pixels, list[Seen]]:
    """The same scene where lines are no longer straight."""
    moved = [
        replace(one, quad=lens.bent(one.quad), body=lens.bent(one.body), extent=_bent(one.extent, lens)) for one in seen
    ]
    return lens.picture(image), moved


def _bent(extent: Floats, lens: Lens) -> Floats:
    left, top, right, bottom = extent.tolist()
    corners = lens.bent(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
    return np.concatenate([corners.min(axis=0), corners.max(axis=0)])


def labelled(seen: Sequence[Seen]) -> list[Seen]:
    """The tiles that are visible enough to be labelled."""
    return [one for one in seen if one.visible >= VISIBLE]


def boxes_of(seen: Sequence[Seen], side: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Classes and boxes of the tiles that are visible enough: boxes of what is to be seen of them, sides included."""
    kept = labelled(seen)
    classes = np.array([CLASS_NUMBERS[one.label] for one in kept], np.int64)
    boxes = np.array([np.clip(one.extent, 0, side) for one in kept], np.float32).reshape(-1, 4)
    return classes, boxes


def with_labels(name: str, pixels: Pixels, seen: Sequence[Seen]) -> Labelled:
    """A picture with classes, boxes, corners and visible shares of the tiles that are visible enough."""
    classes, boxes = boxes_of(seen, pixels.shape[0])
    kept = labelled(seen)
    quads = np.array([one.quad for one in kept], np.float32).reshape(-1, 4, 2)
    return Labelled(name, pixels, classes, boxes, quads, np.array([one.visible for one in kept], np.float32))


def labelled_scene(
    library_: FaceLibrary, view: View, rng: Rng, name: str = "scene", kind: str | None = None
) -> Labelled:
    """One generated photo with its labels, at times of other things than tiles.

    ``kind`` asks for an arrangement by its name, or for ``nothing``.
    """
    if kind == NOTHING or (kind is None and rng.random() < EMPTY):
        return with_labels(name, degrade(jumble(view.side, rng), rng), ())
    image, seen = random_scene(library_, view, rng, kind)
    return with_labels(name, degrade(image, rng), seen)


def marked(picture: Labelled, zoom: int = 1) -> Pixels:
    """A picture, enlarged, with boxes in yellow, faces in green and a red line from the middle to the upper edge."""
    cell = cv2.resize(picture.pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC)
    for left, top, right, bottom in np.rint(picture.boxes * zoom).astype(int).tolist():
        cv2.rectangle(cell, (left, top), (right, bottom), (255, 220, 0), 1)
    for quad in () if picture.quads is None else picture.quads * zoom:
        cv2.polylines(cell, [np.rint(quad).astype(np.int32)], True, (40, 220, 90), 1, cv2.LINE_AA)
        middle, upper = np.rint([quad.mean(axis=0), quad[:2].mean(axis=0)]).astype(int).tolist()
        cv2.line(cell, middle, upper, (255, 40, 40), 1, cv2.LINE_AA)
    return cell


def contact_sheet(pictures: Sequence[Labelled], columns: int, zoom: int = 1) -> Pixels:
    """Pictures of one size side by side, their labels drawn."""
    cells = [marked(picture, zoom) for picture in pictures]
    cells += [np.zeros_like(cells[0])] * (-len(cells) % columns)
    return np.vstack([np.hstack(cells[start : start + columns]) for start in range(0, len(cells), columns)])


def main() -> None:
    """Write a contact sheet."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.synthesize", description=main.__doc__)
    parser.add_argument("sheet", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=[*(maker.__name__ for _, maker in KINDS), NOTHING], help="all without it")
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--columns", type=int, default=6)
    parser.add_argument("--side", type=int, default=256, help="of a picture, in pixels")
    parser.add_argument("--tile", type=float, nargs=2, default=View().tile, help="least and most pixels of a tile")
    parser.add_argument("--zoom", type=int, default=1, help="how much larger than made the pictures are shown")
    parser.add_argument("--bare", action="store_true", help="do not draw the labels")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    faces = library(options.seed, designs=6)
    view = View(side=options.side, tile=tuple(options.tile))
    labelled_scene(faces, view, rng, kind=options.kind)
    started = time.process_time()
    pictures = [labelled_scene(faces, view, rng, kind=options.kind) for _ in range(options.count)]
    print(f"{1000 * (time.process_time() - started) / options.count:.1f} ms a picture")
    if options.bare:
        pictures = [Labelled(one.name, one.pixels, one.classes[:0], one.boxes[:0]) for one in pictures]
    cv2.imwrite(str(options.sheet), contact_sheet(pictures, options.columns, options.zoom)[..., ::-1])


if __name__ == "__main__":
    main()
