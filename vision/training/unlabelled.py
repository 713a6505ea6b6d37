"""Tiles that a dataset does not label, found by an earlier model: the rest of a photo then teaches what is no tile."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.detection import areas, intersections
from vision.detector import TwoPassDetector
from vision.model import open_network, read_card
from vision.photo import Photo
from vision.training.sources.photos import Labelled

Boxes = npt.NDArray[np.float32]

SURE = 0.1
"""What the earlier model believes this much may be a tile: one covered in vain costs less than one called nothing."""
SAME = 0.2
"""A detection of which a label covers this share is that label."""
SCALES = (1.0, 1.6)
"""Enlargements at which a photo is searched."""


class Finder:
    """Searches photos with the model of a folder."""

    def __init__(self, folder: Path) -> None:
        card = replace(read_card(folder), confidence=SURE)
        self.detector = TwoPassDetector(card, open_network(folder, card, 1))

    def find(self, photo: Labelled) -> Boxes:
        """(n, 4), boxes of likely tiles without a label, above the lower edge of the lowest labelled one.

        Photos are taken from behind a hand: what lies nearer to the camera than the hand is no tile.
        """
        seen = self.detector.search(Photo(photo.pixels, photo.name), SCALES)
        boxes = np.array([tuple(one.box) for one in seen], np.float32).reshape(-1, 4)
        if not len(boxes) or not len(photo.boxes):
            return boxes
        exact, labels = boxes.astype(np.float64), photo.boxes.astype(np.float64)
        labelled = (intersections(exact, labels) > SAME * areas(exact)[:, None]).any(axis=1)
        return boxes[~labelled & (boxes[:, 1] < photo.boxes[:, 3].max())]


def find_all(photos: Iterable[Labelled], folder: Path, cache: Path) -> dict[str, Boxes]:
    """The unlabelled tiles of each photo by its name; kept in ``cache`` (JSON), since a run asks again when resumed."""
    if cache.is_file():
        kept = json.loads(cache.read_text(encoding="utf-8"))
        return {name: np.array(boxes, np.float32).reshape(-1, 4) for name, boxes in kept.items()}
    finder = Finder(folder)
    found = {photo.name: finder.find(photo) for photo in photos}
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_text(json.dumps({name: boxes.round(1).tolist() for name, boxes in found.items()}), encoding="utf-8")
    return found
