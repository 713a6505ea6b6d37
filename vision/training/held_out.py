"""How well special tiles are read in generated photos of hands whose faces nobody learned from.

``python -m vision.training.held_out models/hupai`` reads hands of designs drawn from seeds far from every training's,
laid and photographed as players do (see ``snapshots``), and tells by kind of tile how many are right.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.detection import Box, iou
from vision.detector import Detector
from vision.labels import BACK, FLOWERS, LABELS, RED_FIVES
from vision.photo import Photo
from vision.pipeline import open_detector
from vision.training.evaluate import SAME, Judged, judge
from vision.training.faces import sample_design
from vision.training.hands import Piece
from vision.training.measures import Share
from vision.training.seen import Seen
from vision.training.snapshots import sharp_set, snapshot
from vision.training.sources.faces import FaceLibrary, FaceSet
from vision.training.sources.photos import Labelled

FIRST_DESIGN = 9_000_000
"""Seeds from here on are of designs that no training draws."""
DESIGNS = 40
WHITE = "5z"
RARE = (WHITE, WHITE, *sorted(RED_FIVES), *FLOWERS, BACK, BACK)
CHANGED = 0.4
"""Share of the tiles of a hand that are replaced by ``RARE`` ones, so that there are enough of those to judge by."""


def designs(count: int, first: int = FIRST_DESIGN) -> tuple[FaceLibrary, FaceLibrary]:
    """Held-out sets of faces whose white dragon is blank, and those where something marks it."""
    blank: list[FaceSet] = []
    marked: list[FaceSet] = []
    for seed in range(first, first + count):
        design = sample_design(seed)
        group = blank if design.characters.white == "blank" else marked
        group.append(sharp_set(design))
    return FaceLibrary({"drawn": tuple(blank)}), FaceLibrary({"drawn": tuple(marked)})


@dataclass(frozen=True, slots=True)
class Scene:
    """A generated photo, its labels, and where tiles lie that are too hidden to ask for."""

    picture: Labelled
    hidden: tuple[Box, ...]

    def asked(self, found: Sequence[Box]) -> list[bool]:
        """Which of the boxes found count: not those of a tile that is mostly hidden."""
        truth = [Box(*box) for box in self.picture.boxes.tolist()]
        return [any(iou(box, one) >= SAME for one in truth) or not self._is_hidden(box) for box in found]

    def _is_hidden(self, box: Box) -> bool:
        x, y = box.middle
        return any(one.left < x < one.right and one.top < y < one.bottom for one in self.hidden)


def make_scene(faces: FaceLibrary, first: int, number: int, strewn: int = 0) -> Scene:
    """A hand as a player photographs it, with many rare tiles in it and ``strewn`` other things round it.

    ``first`` is the seed of the series.
    """
    made = snapshot(first, number)
    rng = np.random.default_rng([first, number, 2])
    made = replace(made, laid=replace(made.laid, pieces=tuple(rarer(piece, rng) for piece in made.laid.pieces)))
    labels = [piece.solid.label for piece in made.laid.pieces]
    boxes = np.array([tuple(made.sights[one].box) for one in made.shown], np.float32).reshape(-1, 4)
    classes = np.array([LABELS.index(labels[one]) for one in made.shown], np.int64)
    hidden = [sight.box for number, sight in enumerate(made.sights) if number not in made.shown]
    return Scene(Labelled(made.name, made.picture(faces, strewn), classes, boxes), tuple(hidden))


def rarer(piece: Piece, rng: np.random.Generator) -> Piece:
    """The piece or, at times, a rare one in its place."""
    label = str(rng.choice(RARE)) if rng.random() < CHANGED else piece.solid.label
    return replace(piece, solid=replace(piece.solid, label=label))


def read_scene(faces: FaceLibrary, number: int, detector: Detector) -> tuple[Judged, ...]:
    """What became of each tile of one scene."""
    scene = make_scene(faces, FIRST_DESIGN, number)
    picture = scene.picture
    height, width = picture.pixels.shape[:2]
    found = detector.detect(Photo(np.ascontiguousarray(picture.pixels), picture.name))
    kept = [one for one, asked in zip(found, scene.asked([one.box for one in found]), strict=True) if asked]
    shares = picture.boxes / np.array([width, height, width, height])
    truth = [(LABELS[kind], Box(*box)) for kind, box in zip(picture.classes, shares.tolist(), strict=True)]
    return judge(Seen(picture.name, width, height, tuple(kept)), truth, LABELS, partly=False).judged


def group_of(face: str, blank: bool) -> str:
    """Under which line of the table a labelled face is counted."""
    if face == WHITE:
        return "white dragons, blank" if blank else "white dragons, marked"
    if face in RED_FIVES:
        return "red fives"
    if face == BACK:
        return "face-down tiles"
    return "flowers and seasons" if face in FLOWERS else "all other faces"


def measured(detector: Detector, scenes: int) -> Iterator[tuple[str, Share, Share]]:
    """For each group: tiles right of those labelled, and tiles right of those found at all."""
    judged: dict[str, list[Judged]] = {}
    for blank, faces in zip((True, False), designs(DESIGNS), strict=True):
        for seed in range(scenes):
            for tile in read_scene(faces, 2 * seed + blank, detector):
                name = "read where no tile is" if tile.labelled is None else group_of(tile.labelled, blank)
                judged.setdefault(name, []).append(tile)
    for name, tiles in sorted(judged.items()):
        yield name, _share(tiles), _share([tile for tile in tiles if tile.read is not None])


def _share(tiles: Sequence[Judged]) -> Share:
    return Share(sum(tile.right for tile in tiles), len(tiles))


def main() -> None:
    """Tell the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--scenes", type=int, default=100, help="scenes of each kind of white dragon")
    options = parser.parse_args()
    for name, right, named in measured(open_detector(options.model), options.scenes):
        low, high = right.interval
        told = f"{right.value:7.2%} of {right.whole:5d} right ({low:.1%} to {high:.1%})"
        print(f"{name:24s} {told}, of those found {named.value:.2%}")


if __name__ == "__main__":
    main()
