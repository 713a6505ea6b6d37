"""Two models that read together: one finds the tiles, the other says what each shows."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from pathlib import Path

from vision.detection import Box, Detection
from vision.detector import Detector, OnnxDetector
from vision.errors import ModelError
from vision.gathering import beside, gathered
from vision.model import CardKind, PipelineCard, card_kind, read_pipeline_card
from vision.photo import Photo
from vision.plain import settled
from vision.recogniser import OnnxRecogniser, Recogniser, Recognition
from vision.timing import Stopwatch


class TwoStageDetector:
    """Finds tiles with ``locator``, then looks at each in the photo's own pixels with ``recogniser``.

    Safe to share among threads if both are.
    """

    def __init__(self, card: PipelineCard, locator: Detector, recogniser: Recogniser) -> None:
        self.card = card
        self._locator = locator
        self._recogniser = recogniser

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        """Tiles of ``photo``, best first; see ``Detector``. Adds the stage ``recognise`` to the locator's."""
        watch = watch or Stopwatch()
        found = self._locator.detect(photo, watch)
        with watch.stage("recognise"):
            boxes = [one.box for one in found]
            seen = recognitions(self._recogniser, photo, boxes)
        tiles = [recognised(place, shown) for place, shown in zip(found, seen, strict=True)]
        whole = [replace(tile, box=self._whole(tile.box, photo)) for tile in tiles]
        located = [one.confidence for one in found]
        wanted = counted(boxes, located, [tile.tile for tile in tiles], self.card.confidence, self.card.located)
        return sorted(compress(whole, wanted), key=lambda tile: -tile.confidence)

    def _whole(self, box: Box, photo: Photo) -> Box:
        """The box of the whole tile, from the one that the locator found."""
        return box.grown(self.card.margins).within(photo.width, photo.height)


def recognitions(recogniser: Recogniser, photo: Photo, boxes: Sequence[Box]) -> list[Recognition]:
    """What each of ``boxes`` shows, by itself and beside the others."""
    return settled(photo, boxes, recogniser.recognise(photo, boxes))


BESIDE = 0.97
"""Chance by both models that a tile needs of which the locator alone is not sure, next to one that counts."""


def counted(
    boxes: Sequence[Box], located: Sequence[float], there: Sequence[float], least: float, alone: float
) -> list[bool]:
    """Which boxes count as tiles: those that are there with a chance of at ``least`` so much, and lie as tiles do.

    ``located`` is what the locator alone says of them: at least ``alone``, or they lie next to a tile, and are there
    with a chance of ``BESIDE``.
    """
    sure = [chance >= least and by >= alone for chance, by in zip(there, located, strict=True)]
    likely = list(compress(range(len(boxes)), beside(boxes, sure, [chance >= BESIDE for chance in there])))
    together = gathered([boxes[one] for one in likely], [located[one] * there[one] for one in likely])
    kept = set(compress(likely, together))
    return [number in kept for number in range(len(boxes))]


def agreed(located: float, recognised: float) -> float:
    """Chance that there is a tile, from what the two models say: their odds multiply.

    So one that is sure outweighs one that is not, as with a blank dragon on a pale table.
    """
    for_it, against = located * recognised, (1 - located) * (1 - recognised)
    return for_it / (for_it + against) if for_it + against > 0 else 0.5


def recognised(place: Detection, shown: Recognition) -> Detection:
    """What was found, with what it shows."""
    there = agreed(place.confidence, shown.tile)
    return Detection(shown.face, place.box, shown.confidence, shown.runners_up, shown.up, there)


class OnnxPipeline(TwoStageDetector):
    """The two models that the card of a folder names. Safe to share among threads.

    Raises ``ModelError`` when one of them is no usable model.
    """

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        card = read_pipeline_card(folder)
        locator = OnnxDetector(folder / card.locator, threads=threads)
        recogniser = OnnxRecogniser(folder / card.recogniser, threads=threads)
        super().__init__(card, locator, recogniser)
        self.sha256 = f"{locator.card.sha256}+{recogniser.card.sha256}"


def open_detector(folder: Path, *, threads: int | None = None) -> OnnxDetector | OnnxPipeline:
    """The detector in ``folder``, of one model or of two; raises ``ModelError``, for half a reader too."""
    kind = card_kind(folder)
    if kind not in READERS:
        raise ModelError("model_card", f"{folder} has {kind.value}: half a reader; name a folder that has a whole one")
    return OnnxPipeline(folder, threads=threads) if kind is CardKind.PIPELINE else OnnxDetector(folder, threads=threads)


READERS = (CardKind.PIPELINE, CardKind.DETECTOR)
"""What reads by itself; the others read in part."""


def readers(models: Path) -> list[Path]:
    """The folders of ``models`` whose card tells of a reader, those of two models first; raises ``ModelError``."""
    kinds = [(card_kind(path.parent), path.parent) for path in sorted(models.glob("*/card.toml"))]
    return [folder for wanted in READERS for kind, folder in kinds if kind is wanted]
