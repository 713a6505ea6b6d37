"""Pictures without a tile in which models see some: what is drawn to be hard is learned from again.

``python -m vision.training.mining models/hupai runs/mined.npz`` draws heaps of things that are no tiles and keeps those
in which the locator of a folder finds one; with ``--both`` those in which the recogniser agrees with it, which are rare
and the worst. ``--add`` puts them beside what was kept before. Training runs whose configuration says ``mined`` draw
from what was kept.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.detector import TwoPassDetector
from vision.model import open_network, read_card, read_pipeline_card
from vision.photo import Photo
from vision.pipeline import agreed
from vision.recogniser import OnnxRecogniser
from vision.training.degrade import degrade
from vision.training.ground import jumble

Pixels = npt.NDArray[np.uint8]
Boxes = npt.NDArray[np.float32]
Rng = np.random.Generator

COUNT = 2400
"""Pictures kept."""
POOL = "mined.npz"
"""File among the runs from which trainings draw."""
DRAWN = 100_000
"""Pictures drawn at most."""
SIDE = 256
"""Pixels of a side of the pictures."""
BELIEVED = 0.15
"""A box of which the locator is surer than this is a mistake worth learning from."""
SEED = 7_000_000
"""Seeds from here on draw the pictures."""
QUALITY = 97
"""Of the JPEG in which pictures are kept."""
SCALES = (0.6, 1.4)
"""By how much a picture is reduced or enlarged when it is shown again."""


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A picture (SIDE, SIDE, 3), RGB, without a tile, and the boxes (n, 4) in pixels where a model saw some."""

    pixels: Pixels
    boxes: Boxes

    def varied(self, side: int, rng: Rng) -> Pixels:
        """The picture mirrored, turned by quarters, and larger or smaller, of ``side`` pixels a side."""
        turn = np.array([[0.0, -1.0], [1.0, 0.0]]) if rng.random() < 0.5 else np.eye(2)
        linear = (
            turn @ np.diag([rng.choice([-1.0, 1.0]), rng.choice([-1.0, 1.0])]) * np.exp(rng.uniform(*np.log(SCALES)))
        )
        slip = rng.uniform(-0.12, 0.12, 2) * side
        warp = np.column_stack([linear, np.full(2, side / 2) - linear @ np.full(2, SIDE / 2) + slip])
        pixels = cv2.warpAffine(
            self.pixels, warp, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
        return np.asarray(pixels, np.uint8)


class Miner:
    """Draws pictures without a tile and keeps those that the locator of a folder mistakes, or ``both`` models do."""

    def __init__(self, folder: Path, *, both: bool = False) -> None:
        joined = read_pipeline_card(folder)
        where = folder / joined.locator
        card = replace(read_card(where), confidence=BELIEVED)
        self.locator = TwoPassDetector(card, open_network(where, card, 1))
        self.recogniser = OnnxRecogniser(folder / joined.recogniser, threads=1) if both else None

    def mistakes(self, first: int = SEED) -> Iterator[Mistaken | None]:
        """One picture after another; ``None`` for one in which nothing is seen."""
        while True:
            rng = np.random.default_rng(first)
            yield self.look(degrade(jumble(SIDE, rng), rng))
            first += 1

    def look(self, pixels: Pixels) -> Mistaken | None:
        """What is taken for tiles at the size of the picture."""
        photo = Photo(np.ascontiguousarray(pixels), "mined")
        found = self.locator.search(photo, (1.0,))
        if self.recogniser is not None:
            shown = self.recogniser.recognise(photo, [one.box for one in found])
            pairs = zip(found, shown, strict=True)
            found = [one for one, what in pairs if agreed(one.confidence, what.tile) >= BELIEVED]
        boxes = np.array([tuple(one.box) for one in found], np.float32).reshape(-1, 4)
        return Mistaken(pixels, boxes) if len(boxes) else None


def write(path: Path, kept: list[Mistaken]) -> None:
    """Keep pictures and boxes in one file."""
    blobs = [
        cv2.imencode(".jpg", one.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].ravel() for one in kept
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"new-{path.name}")
    np.savez(
        fresh,
        blobs=np.concatenate(blobs),
        lengths=np.array([len(blob) for blob in blobs]),
        boxes=np.concatenate([one.boxes for one in kept]),
        counts=np.array([len(one.boxes) for one in kept]),
    )
    fresh.replace(path)


def read(path: Path) -> tuple[Mistaken, ...]:
    """What ``write`` kept."""
    with np.load(path) as file:
        blobs = np.split(file["blobs"], np.cumsum(file["lengths"])[:-1])
        boxes = np.split(file["boxes"], np.cumsum(file["counts"])[:-1])
    return tuple(Mistaken(_decoded(blob), box) for blob, box in zip(blobs, boxes, strict=True))


def _decoded(blob: Pixels) -> Pixels:
    picture = cv2.imdecode(blob, cv2.IMREAD_COLOR)
    assert picture is not None, "written by this module"
    return np.ascontiguousarray(picture[..., ::-1], np.uint8)


def mine(miner: Miner, first: int, *, count: int, drawn: int) -> list[Mistaken]:
    """Up to ``count`` pictures that are mistaken, of the ``drawn`` ones from the seed ``first`` on."""
    kept: list[Mistaken] = []
    start = time.perf_counter()
    for number, mistake in enumerate(islice(miner.mistakes(first), drawn), 1):
        if mistake is not None:
            kept.append(mistake)
        if number % 200 == 0:
            print(f"{len(kept)} of {number} mistaken, {time.perf_counter() - start:.0f} s", flush=True)
        if len(kept) == count:
            break
    return kept


def main() -> None:
    """Mine from the command line."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("models", type=Path, help="folder of the pipeline's card")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=COUNT, help="most pictures that are kept")
    parser.add_argument("--drawn", type=int, default=DRAWN, help="most pictures that are drawn")
    parser.add_argument("--first", type=int, default=SEED, help="seed of the first picture")
    parser.add_argument("--both", action="store_true", help="keep only what the recogniser takes for a tile too")
    parser.add_argument("--add", action="store_true", help="keep what was kept before as well")
    options = parser.parse_args()
    before = read(options.out) if options.add and options.out.is_file() else ()
    found = mine(Miner(options.models, both=options.both), options.first, count=options.count, drawn=options.drawn)
    write(options.out, [*before, *found])


if __name__ == "__main__":
    main()
