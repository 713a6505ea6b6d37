"""How well a detector reads a dataset: tiles, whole photos, what is taken for what, and how long it takes."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision import photo as photos
from vision.detection import Box, Detection, iou
from vision.detector import Detector
from vision.labels import BACK, LABELS, plain
from vision.timing import Stopwatch
from vision.training.sources.photos import DatasetError, read_labels, read_text

SAME = 0.5
"""Boxes that overlap by this share of their union are of the same tile."""

NEAR = 0.25
"""In partly labelled photos, a detection farther than this share of a tile from every label is not held against us."""

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".bmp"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one photo."""

    photo: str
    tiles: int
    """Labelled tiles."""
    right: int
    wrong: tuple[tuple[str, str], ...]
    """(labelled, read) of the tiles found but misread."""
    missed: tuple[str, ...]
    extra: tuple[str, ...]
    """Read where no tile is labelled."""
    ms: Mapping[str, float]

    @property
    def exact(self) -> bool:
        """Every labelled tile right and nothing besides."""
        return self.right == self.tiles and not self.extra


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What became of all photos of a dataset."""

    dataset: str
    outcomes: tuple[Outcome, ...]
    unlabelled: int = 0
    """Photos without a label file, which count as photos without tiles."""

    @property
    def tiles(self) -> int:
        """Labelled tiles."""
        return sum(outcome.tiles for outcome in self.outcomes)

    @property
    def right(self) -> int:
        """Tiles found and read right."""
        return sum(outcome.right for outcome in self.outcomes)

    @property
    def exact(self) -> int:
        """Photos without any fault."""
        return sum(outcome.exact for outcome in self.outcomes)

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

    def ms(self) -> dict[str, float]:
        """Median milliseconds of each stage."""
        stages = sorted({stage for outcome in self.outcomes for stage in outcome.ms})
        return {
            stage: round(statistics.median(outcome.ms.get(stage, 0.0) for outcome in self.outcomes), 1)
            for stage in stages
        }

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values."""
        return {
            "dataset": self.dataset,
            "photos": len(self.outcomes),
            "photos_without_labels": self.unlabelled,
            "tiles": self.tiles,
            "right": self.right,
            "wrong": sum(len(outcome.wrong) for outcome in self.outcomes),
            "missed": sum(len(outcome.missed) for outcome in self.outcomes),
            "extra": sum(len(outcome.extra) for outcome in self.outcomes),
            "tiles_right": _share(self.right, self.tiles),
            "photos_exact": _share(self.exact, len(self.outcomes)),
            "confusion": self.confusion(),
            "ms": self.ms(),
            "failures": [_failure(outcome) for outcome in self.outcomes if not outcome.exact],
        }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _failure(outcome: Outcome) -> dict[str, Any]:
    wrong = [f"{labelled}>{read}" for labelled, read in outcome.wrong]
    return {"photo": outcome.photo, "wrong": wrong, "missed": list(outcome.missed), "extra": list(outcome.extra)}


def evaluate(
    folder: Path,
    detector: Detector,
    *,
    names: Iterable[str] | None = None,
    partly: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """Read every photo of a dataset in YOLO form (``images/`` beside ``labels/``) and compare with its labels.

    ``names`` limits it to photos of these names, without suffix; ``partly`` says that tiles far from every label may
    be there unlabelled. Class numbers follow a ``classes.txt`` in the folder or above it, else ``LABELS``. Raises
    ``DatasetError`` when that is not what the folder holds.
    """
    paths = photo_paths(folder, names)
    labels = class_names(folder)
    unlabelled = sum(not (folder / "labels" / f"{path.stem}.txt").is_file() for path in paths)
    if unlabelled == len(paths):
        raise DatasetError("no_labels", f"none of the {len(paths)} photos has a file in {folder / 'labels'}")
    outcomes = []
    for number, path in enumerate(paths, 1):
        outcomes.append(judge(path, folder / "labels" / f"{path.stem}.txt", labels, detector, partly))
        if progress is not None:
            progress(number, len(paths))
    return Evaluation(folder.resolve().name, tuple(outcomes), unlabelled)


def photo_paths(folder: Path, names: Iterable[str] | None) -> list[Path]:
    """The photos of a dataset, in the order of their names."""
    if not (folder / "images").is_dir() or not (folder / "labels").is_dir():
        raise DatasetError("no_dataset", f"{folder} does not hold images/ and labels/")
    paths = sorted(path for path in (folder / "images").iterdir() if path.suffix.lower() in SUFFIXES)
    if names is not None:
        wanted = set(names)
        missing = wanted - {path.stem for path in paths}
        if missing:
            raise DatasetError("no_photo", f"no photo {min(missing)!r} in {folder / 'images'}")
        paths = [path for path in paths if path.stem in wanted]
    if not paths:
        raise DatasetError("no_photo", f"no photos in {folder / 'images'}")
    return paths


def class_names(folder: Path) -> tuple[str, ...]:
    """What the class numbers of a dataset mean."""
    for place in (folder, folder.resolve().parent):
        if (place / "classes.txt").is_file():
            names = tuple(read_text(place / "classes.txt").split())
            unknown = [name for name in names if name not in LABELS]
            if unknown:
                raise DatasetError("bad_classes", f"{place / 'classes.txt'}: no face {unknown[0]!r}")
            return names
    return LABELS


def judge(path: Path, label_file: Path, labels: tuple[str, ...], detector: Detector, partly: bool) -> Outcome:
    """Read one photo and compare."""
    watch = Stopwatch()
    with watch.stage("load"):
        photo = photos.load(path)
    classes, corners = read_labels(label_file, labels, photo.width, photo.height)
    truth = [(LABELS[kind], Box(*box)) for kind, box in zip(classes.tolist(), corners.tolist(), strict=True)]
    found = [known for one in detector.detect(photo, watch) if (known := _as_labelled(one, labels)) is not None]
    pairs = match([box for _, box in truth], [one.box for one in found])
    right = [(labelled, read) for labelled, read in pairs if truth[labelled][0] == found[read].face]
    wrong = [(truth[labelled][0], found[read].face) for labelled, read in pairs if (labelled, read) not in right]
    matched = {labelled for labelled, _ in pairs}, {read for _, read in pairs}
    extra = [one for number, one in enumerate(found) if number not in matched[1]]
    if partly:
        extra = [one for one in extra if _near(one.box, [box for _, box in truth])]
    return Outcome(
        photo=path.name,
        tiles=len(truth),
        right=len(right),
        wrong=tuple(wrong),
        missed=tuple(face for number, (face, _) in enumerate(truth) if number not in matched[0]),
        extra=tuple(one.face for one in extra),
        ms=dict(watch.ms),
    )


def _as_labelled(detection: Detection, labels: Sequence[str]) -> Detection | None:
    """The detection as a dataset with these classes would label it: no red fives, no backs where it has none."""
    if detection.face in labels:
        return detection
    if detection.face == BACK:
        return None
    return Detection(plain(detection.face), detection.box, detection.confidence, detection.runners_up)


def match(labelled: Sequence[Box], read: Sequence[Box]) -> list[tuple[int, int]]:
    """Pairs of (labelled, read) boxes of the same tile, the best overlaps first, each box once."""
    overlaps: npt.NDArray[np.float64] = np.array([[iou(one, other) for other in read] for one in labelled])
    pairs: list[tuple[int, int]] = []
    while overlaps.size:
        first, second = (int(place) for place in np.unravel_index(int(overlaps.argmax()), overlaps.shape))
        if overlaps[first, second] < SAME:
            break
        pairs.append((first, second))
        overlaps[first], overlaps[:, second] = -1, -1
    return pairs


def _near(box: Box, labelled: Sequence[Box]) -> bool:
    x, y = box.middle
    return any(
        one.left - NEAR * one.width < x < one.right + NEAR * one.width
        and one.top - NEAR * one.height < y < one.bottom + NEAR * one.height
        for one in labelled
    )
