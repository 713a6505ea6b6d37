"""What a reader saw in each of many photos, as lines of JSON: kept from run to run, or handed in by another reader.

A line has the form of ``hupai read --json``, of which ``photo``, ``width``, ``height`` and the ``tile``, ``box`` and
``confidence`` of each of ``tiles`` are looked at, or ``error`` in place of those; where they are told, also each tile's
``runners_up``, ``up`` and ``there``, the chance that it is one; where ``seen`` is told, it stands for ``tile``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision import photo as photos
from vision.detection import Box, Detection
from vision.detector import Detector
from vision.errors import PhotoError
from vision.labels import CLASS_NUMBERS
from vision.photo import Photo
from vision.quality import Light, TileQuality, measure
from vision.timing import Stopwatch
from vision.training.photolist import PhotoList
from vision.training.sources.photos import DatasetError, read_text

Pixels = npt.NDArray[np.uint8]

Change = Callable[[Pixels, npt.NDArray[np.float64], str], Pixels]
"""What is done to a photo before it is looked at: its pixels, its labelled boxes in pixels, its name."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a reader saw in one photo, or why it saw nothing."""

    photo: str
    """Its file name."""
    width: int = 0
    height: int = 0
    """Pixels; 0 when the photo could not be read."""
    detections: tuple[Detection, ...] = ()
    quality: tuple[TileQuality, ...] = ()
    """How each labelled tile is photographed; empty where nobody measured."""
    ms: Mapping[str, float] = field(default_factory=dict)
    error: tuple[str, str] | None = None
    """Code and message."""

    def to_line(self) -> str:
        """The line of JSON that ``seen_of`` reads."""
        if self.error is not None:
            return json.dumps({"photo": self.photo, "error": dict(zip(("code", "message"), self.error, strict=True))})
        values = {"photo": self.photo, "width": self.width, "height": self.height}
        tiles = [_tile(one) for one in self.detections]
        ms = {stage: round(value, 2) for stage, value in self.ms.items()}
        return json.dumps(values | {"tiles": tiles, "quality": [asdict(one) for one in self.quality], "ms": ms})


def _tile(one: Detection) -> dict[str, Any]:
    box = [round(float(side), 2) for side in one.box]
    told = {"tile": one.face, "box": box, "confidence": round(float(one.confidence), 5)}
    others = [[face, round(float(chance), 5)] for face, chance in one.runners_up]
    up = None if one.up is None else round(float(one.up), 2)
    return told | {"runners_up": others, "up": up, "there": round(float(one.tile), 5)}


def look(photos: PhotoList, detector: Detector, change: Change | None = None) -> Iterable[Seen]:
    """Look at each photo, after ``change`` when there is one; one that cannot be read is told as such."""
    return (_look(path, [box for _, box in tiles], detector, change) for path, tiles in _pairs(photos))


def _pairs(listed: PhotoList) -> Iterable[tuple[Path, tuple[tuple[str, Box], ...]]]:
    return zip(listed.paths, listed.tiles, strict=True)


def _look(path: Path, labelled: list[Box], detector: Detector, change: Change | None) -> Seen:
    watch = Stopwatch()
    try:
        with watch.stage("load"):
            photo = photos.load(path)
    except PhotoError as error:
        return Seen(path.name, error=(error.code, error.message))
    if change is not None:
        boxes = np.array([in_pixels(box, photo.width, photo.height) for box in labelled], np.float64).reshape(-1, 4)
        photo = Photo(change(photo.pixels, boxes, path.name), photo.name)
    found = detector.detect(photo, watch)
    quality = measure(photo, [in_pixels(box, photo.width, photo.height) for box in labelled]).tiles
    return Seen(path.name, photo.width, photo.height, tuple(found), quality, watch.ms)


def in_pixels(box: Box, width: int, height: int) -> Box:
    """A box given in shares of the photo's sides."""
    return Box(box.left * width, box.top * height, box.right * width, box.bottom * height)


def write_seen(path: Path, seen: Iterable[Seen]) -> None:
    """Write a line for each photo; the file appears once all are there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parting = path.with_suffix(".part")
    with parting.open("w", encoding="utf-8") as file:
        file.writelines(f"{one.to_line()}\n" for one in seen)
    parting.replace(path)


def read_seen(path: Path) -> list[Seen]:
    """What the lines of a file say; raises ``DatasetError`` naming the line that makes no sense."""
    found = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        try:
            found.append(seen_of(json.loads(line)))
        except (ValueError, TypeError, KeyError) as error:
            raise DatasetError("bad_line", f"{path}:{number}: not a photo that was read ({error})") from error
    return found


def seen_of(values: Mapping[str, Any]) -> Seen:
    """What one line says."""
    name = Path(values["photo"]).name
    if "error" in values:
        return Seen(name, error=(values["error"]["code"], values["error"]["message"]))
    return Seen(
        photo=name,
        width=int(values["width"]),
        height=int(values["height"]),
        detections=tuple(_detection(tile) for tile in values["tiles"]),
        quality=tuple(_quality(one) for one in values.get("quality") or ()),
        ms=values.get("ms", {}),
    )


def _detection(tile: Mapping[str, Any]) -> Detection:
    others = tuple((_face(face), float(chance)) for face, chance in tile.get("runners_up", ()))
    up, box = tile.get("up"), Box(*map(float, tile["box"]))
    return Detection(
        _face(tile.get("seen", tile["tile"])),
        box,
        float(tile["confidence"]),
        others,
        None if up is None else float(up),
        float(tile.get("there", 1.0)),
    )


def _face(face: str) -> str:
    if face not in CLASS_NUMBERS:
        raise ValueError(f"no face {face!r}")
    return face


def _quality(values: Mapping[str, Any]) -> TileQuality:
    return TileQuality(**{**values, "light": Light(**values["light"])})
