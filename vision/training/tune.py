"""Choose what the models leave open, on photos and scenes that are neither learned from nor kept for the last test.

``python -m vision.training.tune models/hupai`` looks through validation photos, the tray and generated scenes at
several tile sizes, tries all thresholds on what was seen, and writes the best into the cards of locator and pipeline.
"""

from __future__ import annotations

import argparse
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.detection import Box
from vision.detector import TwoPassDetector
from vision.labels import LABELS, plain
from vision.model import open_network, read_card, read_pipeline_card
from vision.photo import Photo
from vision.pipeline import agreed, counted, recognitions
from vision.recogniser import OnnxRecogniser
from vision.training.evaluate import match, near
from vision.training.fitting import Margins, fitting
from vision.training.held_out import FIRST_DESIGN, Scene, make_scene
from vision.training.sources.faces import library
from vision.training.sources.photos import Labelled, photo_set

TILE_SIZES = (80, 96)
"""Pixels of the median tile's longer side in the second look."""
LOCATED = (0.2, 0.35, 0.5)
"""Confidences of the locator from which on a tile counts that lies next to no other."""
FLOOR = 0.2
"""Confidence of the locator below which nothing counts; at 0.1 to 0.35 as many were right, and fewest were too many."""
AGREED = (0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
"""Confidences of both models together."""
SCENES = 48
CHANCE = 0.02
"""Share of photos within which settings are equal: about one of the photos of each source."""
STREWN = 9
"""Most things that are no tiles in a scene."""
KINDS = {"drawn": 0.6, "crops": 0.2, "art": 0.1, "fonts": 0.1}
"""Whose faces the scenes show: mostly designs that no training draws."""


@dataclass(frozen=True, slots=True)
class Place:
    """One box that the locator found, and what the recogniser says of it."""

    box: Box
    located: float
    tile: float
    face: str


@dataclass(frozen=True, slots=True)
class Looked:
    """One photo, all that was found in it, and what is labelled."""

    places: tuple[Place, ...]
    truth: tuple[tuple[str, Box], ...]
    partly: bool
    """Whether tiles far from every label may be there unlabelled."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is to be chosen."""

    tile_size: int
    located: float
    agreed: float


@dataclass(frozen=True, slots=True)
class Score:
    """How well a setting does; the larger the better."""

    exact: float
    """Mean over the sources of the share of photos exactly right."""
    right: float
    """Mean over the sources of the share of tiles right."""


class Looker:
    """Both models, asked for everything they see."""

    def __init__(self, locator: TwoPassDetector, recogniser: OnnxRecogniser) -> None:
        self.locator = locator
        self.recogniser = recogniser

    def photo(self, picture: Labelled, partly: bool) -> Looked:
        """All that is seen in a labelled photo."""
        photo = Photo(np.ascontiguousarray(picture.pixels), picture.name)
        found = self.locator.detect(photo)
        boxes = [one.box for one in found]
        seen = recognitions(self.recogniser, photo, boxes)
        places = [Place(one.box, one.confidence, what.tile, what.face) for one, what in zip(found, seen, strict=True)]
        labels = zip(picture.classes, picture.boxes.tolist(), strict=True)
        truth = [(LABELS[kind], Box(*box)) for kind, box in labels]
        return Looked(tuple(places), tuple(truth), partly)

    def scene(self, scene: Scene) -> Looked:
        """All that is seen in a generated scene, without the tiles that are mostly hidden."""
        looked = self.photo(scene.picture, partly=False)
        asked = scene.asked([place.box for place in looked.places])
        return replace(looked, places=tuple(itertools.compress(looked.places, asked)))

    def everything(self, scenes: Sequence[Scene]) -> list[list[Looked]]:
        """The validation photos, every third photo of the tray, generated scenes."""
        tables, tray = photo_set("tables"), photo_set("tray")
        return [
            [self.photo(tables.read(name), partly=True) for name in tables.names("val")],
            [self.photo(tray.read(name), partly=False) for name in tray.names()[::3]],
            [self.scene(scene) for scene in scenes],
        ]


def generated() -> list[Scene]:
    """Hands of designs that no training draws, and not those of the last test either."""
    faces = library(FIRST_DESIGN - 1000, 20, weights=KINDS)
    return [make_scene(faces, FIRST_DESIGN - 1000, number, number % (STREWN + 1)) for number in range(SCENES)]


def judge(looked: Looked, setting: Setting) -> tuple[int, bool]:
    """Tiles right, and whether all are and nothing is read besides."""
    read = kept(looked, setting)
    truth = [box for _, box in looked.truth]
    pairs = match(truth, [place.box for place in read])
    right = sum(same(looked.truth[one][0], read[other].face) for one, other in pairs)
    paired = {other for _, other in pairs}
    extra = [place.box for number, place in enumerate(read) if number not in paired]
    if looked.partly:
        extra = [box for box in extra if near(box, truth)]
    return right, right == len(truth) and not extra


def kept(looked: Looked, setting: Setting) -> list[Place]:
    """What counts as a tile."""
    places = looked.places
    boxes, located = [place.box for place in places], [place.located for place in places]
    there = [agreed(place.located, place.tile) for place in places]
    return list(itertools.compress(places, counted(boxes, located, there, setting.agreed, setting.located)))


def same(labelled: str, read: str) -> bool:
    """Whether a face is read right; photos do not label red fives as such."""
    return labelled == read or labelled == plain(read)


def scored(looked: Sequence[Sequence[Looked]], setting: Setting) -> Score:
    """How well a setting does on all sources, each counting the same."""
    exact, right = [], []
    for source in looked:
        results = [judge(one, setting) for one in source]
        exact.append(sum(whole for _, whole in results) / len(results))
        right.append(sum(tiles for tiles, _ in results) / sum(len(one.truth) for one in source))
    return Score(float(np.mean(exact)), float(np.mean(right)))


@dataclass(frozen=True, slots=True)
class Chosen:
    """What ends up in the cards."""

    setting: Setting
    margins: Margins
    scores: Mapping[Setting, Score]
    """What each setting gets, without margins."""


def best(folder: Path) -> Chosen:
    """The setting to take, see ``cautious``, and the margins that go with it, see ``fitting``."""
    pipeline = read_pipeline_card(folder)
    card = replace(read_card(folder / pipeline.locator), confidence=max(LOCATED), floor=FLOOR)
    network = open_network(folder / pipeline.locator, card)
    recogniser = OnnxRecogniser(folder / pipeline.recogniser)
    scores: dict[Setting, Score] = {}
    seen: dict[int, list[list[Looked]]] = {}
    scenes = generated()
    for size in TILE_SIZES:
        locator = TwoPassDetector(replace(card, tile_size=size), network)
        seen[size] = looked = Looker(locator, recogniser).everything(scenes)
        for located, together in itertools.product(LOCATED, AGREED):
            setting = Setting(size, located, together)
            scores[setting] = scored(looked, setting)
        print(f"tile size {size:g}: best {max((s.exact, s.right) for k, s in scores.items() if k.tile_size == size)}")
    taken = cautious(scores)
    fits = [
        [([box for _, box in one.truth], [place.box for place in kept(one, taken)]) for one in source]
        for source in seen[taken.tile_size]
    ]
    return Chosen(taken, fitting(fits), scores)


def cautious(scores: Mapping[Setting, Score]) -> Setting:
    """The setting that asks most of a tile, among those as good as the best but for chance, and of those the quickest.

    What lies on tables at home is more than what can be generated, so that of equals the stricter one is better; the
    smaller the tiles in the second look, the less there is to look through.
    """
    exact, right = max((score.exact, score.right) for score in scores.values())
    equal = [each for each, one in scores.items() if one.exact >= exact - CHANCE and one.right >= right - CHANCE / 2]
    return max(equal, key=lambda each: (each.located * each.agreed, -each.tile_size, scores[each].exact))


def write(folder: Path, chosen: Chosen) -> None:
    """Put the chosen values, and what they read right, into the cards."""
    setting, score = chosen.setting, chosen.scores[chosen.setting]
    pipeline = read_pipeline_card(folder)
    put(
        folder / pipeline.locator / "card.toml",
        {"tile_size": setting.tile_size, "confidence": setting.located, "floor": FLOOR},
    )
    right = {"photos_exact": round(score.exact, 4), "tiles_right": round(score.right, 4)}
    found: dict[str, float | list[float]] = {"confidence": setting.agreed, "located": setting.located}
    put(folder / "card.toml", {**found, "margins": list(chosen.margins), **right})


def put(path: Path, values: Mapping[str, float | list[float]]) -> None:
    """Replace numbers of a card; every key has to be there already."""
    text = path.read_text(encoding="utf-8")
    for key, value in values.items():
        text, count = re.subn(rf"(?m)^{key} = .*$", f"{key} = {told(value)}", text)
        if count != 1:
            raise ValueError(f"{path} has {count} lines that set {key}")
    path.write_text(text, encoding="utf-8")


def told(value: float | list[float]) -> str:
    """A number, or several, as a card writes them."""
    return f"[{', '.join(f'{each:g}' for each in value)}]" if isinstance(value, list) else f"{value:g}"


def main() -> None:
    """Choose and write."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("models", type=Path, help="folder of the pipeline's card")
    parser.add_argument("--dry", action="store_true", help="only tell")
    options = parser.parse_args()
    chosen = best(options.models)
    setting, scores = chosen.setting, chosen.scores
    for each, score in sorted(scores.items(), key=lambda item: (-item[1].exact, -item[1].right))[:12]:
        print(f"{each}: photos {score.exact:.3f}, tiles {score.right:.4f}")
    print(f"taken: {setting}: photos {scores[setting].exact:.3f}, tiles {scores[setting].right:.4f}")
    print(f"margins: {told(list(chosen.margins))}")
    if not options.dry:
        write(options.models, chosen)


if __name__ == "__main__":
    main()
