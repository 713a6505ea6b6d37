"""How well a reader reads labelled photos: which tiles and whole photos are right, and what became of the others."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.detection import Box, Detection, iou
from vision.detector import Detector
from vision.labels import BACK, FLOWERS, plain
from vision.quality import TileQuality
from vision.training.measures import Calibration, Group, Share, calibration, grouped
from vision.training.photolist import Labelled, PhotoList
from vision.training.seen import Seen, in_pixels, look
from vision.training.sources.photos import DatasetError
from vision.training.tilt import row_tilts

SAME = 0.5
"""Boxes that overlap by this share of their union are of the same tile."""

NEAR = 0.25
"""In partly labelled photos, a detection farther than this share of a tile from every label is not held against us."""

SIZES = (16.0, 24.0, 32.0, 48.0, 64.0, 96.0)
"""Where the groups of tiles by longer side part, in pixels."""

TILTS = (5.0, 15.0, 30.0, 60.0)
"""Where the groups of tiles by tilt of their row part, in degrees; from the last on, the photo lies on its side."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of one tile."""

    labelled: str | None
    """``None`` where no tile is labelled."""
    read: str | None
    """``None`` where none was seen."""
    confidence: float | None
    length: float | None
    """Longer side of the labelled box, else of the one read, in pixels; ``None`` when the photo could not be read."""
    tilt: float | None = None
    """Degrees from level of the row it lies in, 0 to 90; ``None`` when it lies in none."""
    quality: TileQuality | None = None

    @property
    def right(self) -> bool:
        """Whether the labelled face was read."""
        return self.labelled == self.read


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one photo."""

    photo: str
    judged: tuple[Judged, ...]
    ms: Mapping[str, float]
    error: tuple[str, str] | None = None
    """Code and message, when the photo could not be read."""

    @property
    def labelled(self) -> list[Judged]:
        """The labelled tiles."""
        return [tile for tile in self.judged if tile.labelled is not None]

    @property
    def wrong(self) -> list[tuple[str, str]]:
        """(labelled, read) of the tiles found but misread."""
        return [(tile.labelled, tile.read) for tile in self.judged if tile.labelled and tile.read and not tile.right]

    @property
    def missed(self) -> list[str]:
        """Labelled tiles that were not seen."""
        return [tile.labelled for tile in self.judged if tile.labelled is not None and tile.read is None]

    @property
    def extra(self) -> list[str]:
        """Faces read where no tile is labelled."""
        return [tile.read for tile in self.judged if tile.labelled is None and tile.read is not None]

    @property
    def exact(self) -> bool:
        """Every labelled tile right and nothing besides."""
        return self.error is None and all(tile.right for tile in self.judged)

    @property
    def named(self) -> int:
        """How many of the labelled tiles are on the list of those read, wherever their boxes lie."""
        read = Counter([tile.read for tile in self.judged if tile.read is not None])
        labelled = Counter([tile.labelled for tile in self.judged if tile.labelled is not None])
        return (labelled & read).total()

    @property
    def same_list(self) -> bool:
        """The tiles read are those labelled, none more, wherever their boxes lie."""
        return self.error is None and self.named == len(self.labelled) == sum(
            tile.read is not None for tile in self.judged
        )


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What became of all photos of a dataset."""

    dataset: str
    outcomes: tuple[Outcome, ...]
    unlabelled: int = 0
    """Photos without a label file, which count as photos without tiles."""
    use: str = ""
    """What the photos may be used for."""

    @property
    def labelled(self) -> list[Judged]:
        """The labelled tiles of all photos."""
        return [tile for outcome in self.outcomes for tile in outcome.labelled]

    @property
    def unread(self) -> int:
        """Photos that could not be read; their tiles count as missed."""
        return sum(outcome.error is not None for outcome in self.outcomes)

    @property
    def tiles_right(self) -> Share:
        """Tiles found and read right, of those labelled."""
        return Share(sum(tile.right for tile in self.labelled), len(self.labelled))

    @property
    def photos_exact(self) -> Share:
        """Photos without any fault, of all."""
        return Share(sum(outcome.exact for outcome in self.outcomes), len(self.outcomes))

    @property
    def tiles_named(self) -> Share:
        """Labelled tiles that are on their photo's list of tiles read, wherever the boxes lie."""
        return Share(sum(outcome.named for outcome in self.outcomes), len(self.labelled))

    @property
    def photos_listed(self) -> Share:
        """Photos of which exactly the labelled tiles were read, wherever the boxes lie."""
        return Share(sum(outcome.same_list for outcome in self.outcomes), len(self.outcomes))

    def count(self, fault: str) -> int:
        """Tiles with that ``fault``: ``wrong``, ``missed`` or ``extra``."""
        return sum(len(getattr(outcome, fault)) for outcome in self.outcomes)

    def confusion(self) -> dict[str, dict[str, int]]:
        """For each labelled face, how often it was read as each other; ``missed`` and ``extra`` beside the faces."""
        pairs: Counter[tuple[str, str]] = Counter()
        for outcome in self.outcomes:
            pairs.update(outcome.wrong)
            pairs.update((face, "missed") for face in outcome.missed)
            pairs.update(("extra", face) for face in outcome.extra)
        table: dict[str, dict[str, int]] = {}
        for (labelled, read), count in sorted(pairs.items(), key=lambda item: (-item[1], item[0])):
            table.setdefault(labelled, {})[read] = count
        return table

    def calibration(self) -> Calibration:
        """Whether a tile seen with confidence 0.9 is right nine times in ten; over the tiles that were found."""
        found = [tile for tile in self.labelled if tile.confidence is not None]
        return calibration([(tile.confidence or 0.0, tile.right) for tile in found])

    def by_size(self) -> list[Group]:
        """Labelled tiles by their longer side in pixels."""
        return grouped([(tile.length, tile.right) for tile in self.labelled], SIZES)

    def by_tilt(self) -> list[Group]:
        """Labelled tiles by the tilt of their row in degrees; those in no row come last, without bounds."""
        return grouped([(tile.tilt, tile.right) for tile in self.labelled], TILTS)

    def ms(self) -> dict[str, float]:
        """Median milliseconds of each stage."""
        read = [outcome for outcome in self.outcomes if outcome.error is None]
        stages = sorted({stage for outcome in read for stage in outcome.ms})
        return {stage: round(statistics.median(one.ms.get(stage, 0.0) for one in read), 1) for stage in stages}

    def without_flowers(self) -> Evaluation:
        """The same with the labelled flowers left out, as for a reader that does not know them."""
        return replace(self, outcomes=tuple(_without_flowers(outcome) for outcome in self.outcomes))

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values."""
        return {
            "dataset": self.dataset,
            "photos": len(self.outcomes),
            "photos_without_labels": self.unlabelled,
            "photos_unread": self.unread,
            "tiles": self.tiles_right.whole,
            "right": self.tiles_right.part,
            "wrong": self.count("wrong"),
            "missed": self.count("missed"),
            "extra": self.count("extra"),
            "tiles_right": self.tiles_right.value,
            "tiles_right_interval": self.tiles_right.interval,
            "photos_exact": self.photos_exact.value,
            "photos_exact_interval": self.photos_exact.interval,
            "tiles_named": self.tiles_named.value,
            "photos_listed": self.photos_listed.value,
            "confusion": self.confusion(),
            "calibration": self.calibration().to_dict(),
            "by_size": [group.to_dict() for group in self.by_size()],
            "by_tilt": [group.to_dict() for group in self.by_tilt()],
            "ms": self.ms(),
            "failures": [_failure(outcome) for outcome in self.outcomes if not outcome.exact],
        }


def _without_flowers(outcome: Outcome) -> Outcome:
    return replace(outcome, judged=tuple(tile for tile in outcome.judged if tile.labelled not in FLOWERS))


def _failure(outcome: Outcome) -> dict[str, Any]:
    error = None if outcome.error is None else {"code": outcome.error[0], "message": outcome.error[1]}
    wrong = [f"{labelled}>{read}" for labelled, read in outcome.wrong]
    return {
        "photo": outcome.photo,
        "wrong": wrong,
        "missed": outcome.missed,
        "extra": outcome.extra,
        "error": error,
    }


def evaluate(
    photos: PhotoList, detector: Detector, *, progress: Callable[[int, int], None] | None = None
) -> Evaluation:
    """Read every photo and compare with its labels; a photo that cannot be read is a failure and no end."""
    seen = []
    for one in look(photos, detector):
        seen.append(one)
        if progress is not None:
            progress(len(seen), len(photos.paths))
    return judged(photos, seen)


def judged(photos: PhotoList, seen: Iterable[Seen]) -> Evaluation:
    """Compare what was ``seen`` with what is labelled; raises ``DatasetError`` for a photo that nobody looked at."""
    by_name = {one.photo: one for one in seen}
    missing = [path.name for path in photos.paths if path.name not in by_name]
    if missing:
        raise DatasetError("not_seen", f"nothing is told of photo {missing[0]!r} of {photos.name}")
    outcomes = tuple(
        judge(by_name[path.name], tiles, photos.labels, photos.partly)
        for path, tiles in zip(photos.paths, photos.tiles, strict=True)
    )
    return Evaluation(photos.name, outcomes, photos.unlabelled, photos.use)


def together(evaluations: Sequence[Evaluation]) -> Evaluation:
    """All datasets as one, each photo counting alike."""
    outcomes = tuple(outcome for one in evaluations for outcome in one.outcomes)
    return Evaluation("all", outcomes, sum(one.unlabelled for one in evaluations))


def judge(seen: Seen, labelled: Sequence[Labelled], labels: Sequence[str], partly: bool) -> Outcome:
    """Compare one photo."""
    if seen.error is not None:
        return Outcome(seen.photo, tuple(Judged(face, None, None, None) for face, _ in labelled), {}, seen.error)
    truth = [in_pixels(box, seen.width, seen.height) for _, box in labelled]
    tilts = row_tilts(truth)
    found = [known for one in seen.detections if (known := _as_labelled(one, labels)) is not None]
    pairs = dict(match(truth, [one.box for one in found]))
    tiles = []
    for number, (face, _) in enumerate(labelled):
        read = found[pairs[number]] if number in pairs else None
        quality = seen.quality[number] if seen.quality else None
        tiles.append(_judged(face, truth[number], read, tilts[number], quality))
    extra = [one for number, one in enumerate(found) if number not in pairs.values()]
    if partly:
        extra = [one for one in extra if near(one.box, truth)]
    tiles += [Judged(None, one.face, one.confidence, one.box.long_side) for one in extra]
    return Outcome(seen.photo, tuple(tiles), seen.ms, seen.error)


def _judged(face: str, box: Box, read: Detection | None, tilt: float | None, quality: TileQuality | None) -> Judged:
    if read is None:
        return Judged(face, None, None, box.long_side, tilt, quality)
    return Judged(face, read.face, read.confidence, box.long_side, tilt, quality)


def _as_labelled(detection: Detection, labels: Sequence[str]) -> Detection | None:
    """The detection as a dataset with these classes would label it: no red fives, no backs where it has none."""
    if detection.face in labels:
        return detection
    if detection.face == BACK:
        return None
    return replace(detection, face=plain(detection.face))


Overlaps = npt.NDArray[np.float64]


def match(labelled: Sequence[Box], read: Sequence[Box]) -> list[tuple[int, int]]:
    """Pairs of (labelled, read) boxes of the same tile, the best overlaps first, each box once."""
    return matched(overlaps(labelled, read))


def overlaps(labelled: Sequence[Box], read: Sequence[Box]) -> Overlaps:
    """Intersection over union of each labelled box with each that was read."""
    return np.array([[iou(one, other) for other in read] for one in labelled]).reshape(len(labelled), len(read))


def matched(shared: Overlaps) -> list[tuple[int, int]]:
    """Pairs of (row, column) that show the same tile, the best overlaps first, each row and column once."""
    left = shared.copy()
    pairs: list[tuple[int, int]] = []
    while left.size:
        first, second = (int(place) for place in np.unravel_index(int(left.argmax()), left.shape))
        if left[first, second] < SAME:
            break
        pairs.append((first, second))
        left[first], left[:, second] = -1, -1
    return pairs


def near(box: Box, labelled: Sequence[Box]) -> bool:
    """Whether a box's middle lies on a labelled one or close to it."""
    x, y = box.middle
    return any(
        one.left - NEAR * one.width < x < one.right + NEAR * one.width
        and one.top - NEAR * one.height < y < one.bottom + NEAR * one.height
        for one in labelled
    )
