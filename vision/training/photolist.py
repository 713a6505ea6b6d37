"""The labelled photos that a reader is measured on: a folder's, or those that a dataset's card tells of."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from vision.detection import Box
from vision.labels import LABELS
from vision.training.sources.photos import CARDS, DatasetError, PhotoSet, photo_set, read_labels, read_text

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".bmp"}

Labelled = tuple[str, Box]
"""A face and its box in shares of the photo's width and height."""


@dataclass(frozen=True, slots=True)
class PhotoList:
    """Photos with what is labelled in each."""

    name: str
    paths: tuple[Path, ...]
    tiles: tuple[tuple[Labelled, ...], ...]
    """What is labelled in each photo."""
    labels: tuple[str, ...]
    """The faces that the dataset can label."""
    partly: bool = False
    """Whether tiles far from every label may be there unlabelled."""
    unlabelled: int = 0
    """Photos without a label file, which count as photos without tiles."""
    use: str = ""
    """What the photos may be used for, in the card's words."""

    def every(self, number: int) -> PhotoList:
        """Each ``number``-th photo."""
        return replace(self, paths=self.paths[::number], tiles=self.tiles[::number])

    def only(self, photos: Iterable[str]) -> PhotoList:
        """The photos with these file names."""
        wanted = set(photos)
        kept = [number for number, path in enumerate(self.paths) if path.name in wanted]
        return replace(
            self, paths=tuple(self.paths[each] for each in kept), tiles=tuple(self.tiles[each] for each in kept)
        )


def photo_lists(text: str, *, names: Iterable[str] | None = None, partly: bool = False) -> list[PhotoList]:
    """What ``text`` names: a dataset by its card, a folder of photos, or a folder in which datasets with cards lie.

    ``tables`` is the dataset of that card, the part of it that is for measuring; ``tables/train`` another part. A
    folder holds ``images/`` beside ``labels/`` in YOLO form; class numbers follow a ``classes.txt`` in it or above
    it, else ``LABELS``; ``partly`` says what a card would: that tiles far from every label may be there unlabelled.
    ``names`` limits it to photos of these names, without suffix. Raises ``DatasetError``.
    """
    name, _, split = text.partition("/")
    if (CARDS / name / "card.toml").is_file():
        dataset = photo_set(name)
        return [_carded(dataset, split or dataset.test_split, names)]
    folder = Path(text)
    if (folder / "images").is_dir() or not (inside := carded_in(folder)):
        return [_plain(folder, names, partly)]
    if names is not None:
        raise DatasetError("no_photo", f"{text} holds {len(inside)} datasets, a list of photos goes with one")
    return [_carded(dataset, dataset.test_split, None) for dataset in inside]


def carded_in(root: Path) -> list[PhotoSet]:
    """The datasets with a card whose photos lie in ``root``."""
    cards = {path.parent.name: tomllib.loads(read_text(path)) for path in sorted(CARDS.glob("*/card.toml"))}
    found = [
        photo_set(name, root)
        for name, card in cards.items()
        if "labels" in card and (root / card["folder"] / "images").is_dir()
    ]
    return [dataset for dataset in found if dataset.names()]


def _carded(dataset: PhotoSet, split: str | None, names: Iterable[str] | None) -> PhotoList:
    chosen = dataset.names(split) if names is None else tuple(names)
    paths = photo_paths(dataset.folder, chosen)
    return _labelled(dataset.name, dataset.folder, paths, dataset.labels, not dataset.complete, dataset.use)


def _plain(folder: Path, names: Iterable[str] | None, partly: bool) -> PhotoList:
    return _labelled(folder.resolve().name, folder, photo_paths(folder, names), class_names(folder), partly)


def _labelled(
    name: str, folder: Path, paths: list[Path], labels: tuple[str, ...], partly: bool, use: str = ""
) -> PhotoList:
    files = [folder / "labels" / f"{path.stem}.txt" for path in paths]
    unlabelled = sum(not file.is_file() for file in files)
    if unlabelled == len(paths):
        raise DatasetError("no_labels", f"none of the {len(paths)} photos has a file in {folder / 'labels'}")
    tiles = tuple(_tiles(file, labels) for file in files)
    return PhotoList(name, tuple(paths), tiles, labels, partly, unlabelled, use)


def _tiles(file: Path, labels: tuple[str, ...]) -> tuple[Labelled, ...]:
    classes, boxes = read_labels(file, labels, 1, 1)
    return tuple((LABELS[kind], Box(*box)) for kind, box in zip(classes.tolist(), boxes.tolist(), strict=True))


def photo_paths(folder: Path, names: Iterable[str] | None) -> list[Path]:
    """The photos of a dataset, in the order of their names."""
    if not (folder / "images").is_dir() or not (folder / "labels").is_dir():
        raise DatasetError("no_dataset", f"{folder} does not hold images/ and labels/, and no dataset has that name")
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
