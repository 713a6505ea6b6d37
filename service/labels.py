"""Kept photos with their corrections as labels in YOLO form, to measure or train on."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from scoring.errors import ScoringError
from service.errors import ServiceError
from service.records import Kind, RecordTold, read_record
from vision.detection import Box
from vision.errors import VisionError
from vision.hand_reading import HandReading
from vision.labels import CLASS_NUMBERS


@dataclass(frozen=True, slots=True)
class Labelled:
    """A kept photo, and what is on it."""

    photo: Path
    lines: tuple[str, ...]
    """Class number, middle, width and height in shares of the photo, a tile a line."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A kept photo that cannot be labelled."""

    photo: Path
    why: str


def labelled(folder: Path) -> Iterator[Labelled | LeftOut]:
    """Every kept photo with a record, in the order of their names."""
    for path in sorted(folder.glob("*.json")):
        photo = path.with_suffix(".jpg")
        if photo.is_file():
            yield _labels(photo, path)


def _labels(photo: Path, path: Path) -> Labelled | LeftOut:
    try:
        record = read_record(path.read_bytes())
        if record.kind is not Kind.PHOTO:
            return LeftOut(photo, "its record is of no photo")
        if any(one.get("action") == "add" and one.get("box") is None for one in record.corrections):
            return LeftOut(photo, "it is not known where a tile lies that was added")
        return Labelled(photo, tuple(_lines(_reading(record))))
    except ValidationError:
        return LeftOut(photo, "its reading makes no sense")
    except (ServiceError, ScoringError, VisionError) as error:
        return LeftOut(photo, error.message)


def _reading(record: RecordTold) -> HandReading:
    return record.corrected().corrected()


def _lines(reading: HandReading) -> Iterator[str]:
    for tile in reading.tiles:
        if tile.face in CLASS_NUMBERS:
            shares = shares_of(tile.detection.box, reading.width, reading.height)
            yield " ".join((str(CLASS_NUMBERS[tile.face]), *(f"{share:.6f}" for share in shares)))


def shares_of(box: Box, width: int, height: int) -> tuple[float, float, float, float]:
    """Middle, width and height of a box as shares of the photo, as far as it lies inside."""
    left, right = (min(max(side / width, 0.0), 1.0) for side in (box.left, box.right))
    top, bottom = (min(max(side / height, 0.0), 1.0) for side in (box.top, box.bottom))
    return (left + right) / 2, (top + bottom) / 2, right - left, bottom - top


def write_labels(found: Labelled, folder: Path) -> None:
    """Write a photo and its labels to ``images/`` and ``labels/``."""
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    shutil.copyfile(found.photo, folder / "images" / found.photo.name)
    text = "".join(f"{line}\n" for line in found.lines)
    (folder / "labels" / f"{found.photo.stem}.txt").write_text(text, encoding="utf-8")
