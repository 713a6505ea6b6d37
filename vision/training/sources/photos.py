"""Labelled photos: a folder with ``images/`` and ``labels/`` in YOLO form, described by a card."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.labels import LABELS

Pixels = npt.NDArray[np.uint8]
Boxes = npt.NDArray[np.float32]
Classes = npt.NDArray[np.int64]

CARDS = Path(__file__).parents[3] / "datasets"
"""The folder of dataset cards and of the splits."""


class DatasetError(VisionError):
    """A dataset that is not there, or whose labels do not say what they should."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One photo and the tiles in it."""

    name: str
    pixels: Pixels
    """(height, width, 3), RGB."""
    classes: Classes
    """(n,), places in ``LABELS``."""
    boxes: Boxes
    """(n, 4), left, top, right, bottom in pixels."""
    quads: Boxes | None = None
    """(n, 4, 2), corners of each face in pixels from the face's own upper left clockwise; ``None`` where not known."""
    visible: Boxes | None = None
    """(n,), share of each face that lies in the picture and is not hidden; ``None`` where not known."""

    @property
    def turns(self) -> Boxes | None:
        """(n,), by how much each face is turned clockwise from upright, in radians; ``None`` without ``quads``."""
        if self.quads is None:
            return None
        up = self.quads[:, :2].sum(axis=1) - self.quads[:, 2:].sum(axis=1)
        return np.arctan2(up[:, 0], -up[:, 1]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class PhotoSet:
    """A dataset of labelled photos, as its card tells it."""

    name: str
    folder: Path
    prefix: str
    """How the file names of this dataset's pictures begin, where a folder holds several datasets."""
    labels: tuple[str, ...]
    """What each class number of the label files means."""
    complete: bool
    """Whether every tile in a picture is labelled; where not, only the labelled tiles' surroundings can be trusted."""
    test_split: str | None = None
    """The split to measure on; all photos without one."""
    use: str = ""
    """What the photos may be used for."""

    def names(self, split: str | None = None) -> tuple[str, ...]:
        """The photos of a split (all of them without one), by file name without suffix."""
        if split is None:
            return tuple(sorted(path.stem for path in (self.folder / "images").glob(f"{self.prefix}*.jpg")))
        listing = CARDS / "splits" / f"{self.name}-{split}.txt"
        if not listing.is_file():
            raise DatasetError("no_split", f"no split {split!r} of dataset {self.name!r}")
        return tuple(listing.read_text(encoding="utf-8").split())

    def read(self, name: str) -> Labelled:
        """One photo with its labels."""
        path = self.folder / "images" / f"{name}.jpg"
        bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if bgr is None:
            raise DatasetError("no_photo", f"cannot read {path}")
        height, width = bgr.shape[:2]
        classes, boxes = read_labels(self.folder / "labels" / f"{name}.txt", self.labels, width, height)
        return Labelled(f"{self.name}/{name}", np.ascontiguousarray(bgr[..., ::-1]), classes, boxes)


def read_labels(path: Path, labels: tuple[str, ...], width: int, height: int) -> tuple[Classes, Boxes]:
    """The classes (in ``LABELS``) and boxes (pixels) of a YOLO label file; an absent file has none."""
    if not path.exists():
        return np.zeros(0, np.int64), np.zeros((0, 4), np.float32)
    rows = [line.split() for line in read_text(path).splitlines() if line.strip()]
    classes, boxes = [], []
    for number, row in enumerate(rows, 1):
        try:
            kind, (x, y, w, h) = _label(row, labels)
        except ValueError as error:
            raise DatasetError("bad_label", f"{path}:{number}: {' '.join(row)[:80]!r} is no label: {error}") from error
        classes.append(kind)
        boxes.append(((x - w / 2) * width, (y - h / 2) * height, (x + w / 2) * width, (y + h / 2) * height))
    return np.array(classes, np.int64), np.array(boxes, np.float32).reshape(-1, 4)


def _label(row: list[str], labels: tuple[str, ...]) -> tuple[int, tuple[float, float, float, float]]:
    """Class in ``LABELS`` and box as shares of the picture; raises ``ValueError`` for what is none."""
    if len(row) != 5:
        raise ValueError(f"{len(row)} values, not a class and four shares")
    if not row[0].isdecimal() or int(row[0]) >= len(labels):
        raise ValueError(f"no class {row[0]}, there are {len(labels)}")
    x, y, w, h = (float(value) for value in row[1:])
    if not (0 <= x <= 1 and 0 <= y <= 1 and 0 < w <= 1 and 0 < h <= 1):
        raise ValueError("the box is not in the picture")
    return LABELS.index(labels[int(row[0])]), (x, y, w, h)


def read_text(path: Path) -> str:
    """What a small text file says; raises ``DatasetError`` where it is none."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError("unreadable", f"cannot read {path}: {error}") from error


def data_root() -> Path:
    """The folder that holds the pictures: ``HUPAI_DATASETS``, or ``shared/datasets`` beside the checkout."""
    return Path(os.environ.get("HUPAI_DATASETS", CARDS.parents[1] / "shared" / "datasets"))


def photo_set(name: str, root: Path | None = None) -> PhotoSet:
    """The dataset whose card is ``datasets/<name>/card.toml``, its pictures below ``root`` or else ``data_root()``."""
    path = CARDS / name / "card.toml"
    if not path.is_file():
        raise DatasetError("no_dataset", f"no dataset {name!r}: {path} is not there")
    card = tomllib.loads(path.read_text(encoding="utf-8"))
    folder = (root or data_root()) / card["folder"]
    if not (folder / "images").is_dir():
        raise DatasetError("no_pictures", f"the pictures of dataset {name!r} are not in {folder}")
    return PhotoSet(
        name=name,
        folder=folder,
        prefix=card.get("prefix", ""),
        labels=tuple(card["labels"]),
        complete=bool(card["complete"]),
        test_split=card.get("test_split"),
        use=card.get("use", ""),
    )
