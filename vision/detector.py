"""What finds tiles in a photo."""

import hashlib
import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.detection import RUNNERS_UP, Box, Detection, box_array, same_tile, suppress
from vision.errors import ModelError
from vision.labels import CLASS_NUMBERS
from vision.photo import Photo
from vision.timing import Stopwatch

STRIDE = 32
"""Both sides of a model's input are multiples of it."""

GREY = 114
"""What fills the input beside the picture."""

NEAR_ENOUGH = 1.25
"""No second pass when it would change the scale by less than this factor."""

MAX_ENLARGED = 2.0
"""A photo is never enlarged more than this: pixels that are not there cannot be seen."""

MARGIN = 3.0
"""Tile lengths around the tiles of the first pass that the second pass looks at."""

WINDOW = 1280
"""Longest side of one input, in its own pixels; larger ones are looked at in parts."""

WINDOW_OVERLAP = 2.0
"""Tile lengths by which the parts overlap, so that each tile is whole in one of them."""

MAX_INPUT_PIXELS = 4_000_000
"""All parts of a pass together; a pass that would need more uses a smaller scale."""

OTHER_SCALES = (2.0, 4.0, 0.5)
"""What else to try, as multiples of the first pass, when that finds nothing."""

FIRST_PASS_ALONE = 0.5
"""Confidence that a tile of the first pass needs where the second pass looked and saw none."""

EDGE = 2.0
"""Input pixels from the cut edge of a part within which a box counts as cut."""

RUNNER_UP_FLOOR = 0.05
"""A face less likely than this is no runner-up."""


class Detector(Protocol):
    """Anything that finds tiles."""

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        """Tiles of ``photo``, at most one a place; stage times are added to ``watch``."""
        ...


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What ``card.toml`` says about a model file."""

    name: str
    file: str
    sha256: str
    labels: tuple[str, ...]
    """Face of each class, by class number."""
    input_size: int = 640
    """Long side of the first pass, in pixels."""
    tile_size: int = 64
    """The second pass shows the median tile with its longer side this many pixels long."""
    confidence: float = 0.25
    """Detections below it are dropped."""


def read_card(folder: Path) -> ModelCard:
    """Card of the model in ``folder``; raises ``ModelError``. Keys that ``ModelCard`` lacks only describe."""
    path = folder / "card.toml"
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        card = ModelCard(**{field.name: values[field.name] for field in fields(ModelCard) if field.name in values})
    except OSError as error:
        raise ModelError("model_missing", f"no model card at {path}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, TypeError) as error:
        raise ModelError("model_card", f"{path}: {error}") from error
    unknown = [label for label in card.labels if label not in CLASS_NUMBERS]
    if unknown or not card.labels:
        raise ModelError("model_card", f"{path}: no such labels: {unknown}" if unknown else f"{path}: no labels")
    return card


@dataclass(frozen=True, slots=True)
class View:
    """A part of the photo at one scale: what the model sees at once."""

    area: Box
    """Whole pixels of the photo."""
    scale: float
    """Input pixels for one photo pixel."""


class OnnxDetector:
    """A detector in ONNX form, from a folder with ``card.toml`` and the file it names.

    Looks twice: at the whole photo, then at the tiles in the size that the model knows best. Safe to share among
    threads. Raises ``ModelError`` when the folder holds no usable model.
    """

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        self.card = read_card(folder)
        self._session = _session(folder / self.card.file, self.card.sha256, threads)
        self._input: str = self._session.get_inputs()[0].name
        _check_shape(self._session, self.card)

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        """Tiles of ``photo``, best first; see ``Detector``. Stages: ``prepare``, ``infer``, ``decode``."""
        watch = watch or Stopwatch()
        base = self.card.input_size / max(photo.width, photo.height)
        first = self._look(photo, [View(_whole(photo), base)], watch)
        scale = base
        for factor in OTHER_SCALES:
            if first:
                break
            scale = _affordable(_whole(photo), min(base * factor, MAX_ENLARGED))
            first = self._look(photo, _parts(photo, _whole(photo), scale, self.card.tile_size), watch)
        return self._second_pass(photo, first, scale, watch) if first else []

    def _second_pass(self, photo: Photo, first: list[Detection], scale: float, watch: Stopwatch) -> list[Detection]:
        """``first`` made better by a look at its tiles in the size the model knows best."""
        tile = median_tile(first)
        region = _around(photo, first, MARGIN * tile)
        wanted = _affordable(region, min(self.card.tile_size / tile, MAX_ENLARGED))
        if 1 / NEAR_ENOUGH < wanted / scale < NEAR_ENOUGH:
            return first
        second = self._look(photo, _parts(photo, region, wanted, wanted * tile), watch)
        with watch.stage("decode"):
            return suppress([*second, *_missed(first, second, region)])

    def _look(self, photo: Photo, views: Sequence[View], watch: Stopwatch) -> list[Detection]:
        """Tiles in the ``views``, one a place, in pixels of the photo."""
        found: list[Detection] = []
        for view in views:
            with watch.stage("prepare"):
                images, scales = model_input(photo, view)
            with watch.stage("infer"):
                output = self._session.run(None, {self._input: images})[0][0]
            with watch.stage("decode"):
                boxes = output[:4].T / np.tile(scales, 2)
                found += _inside(decode(boxes, output[4:].T, self.card), view, photo)
        with watch.stage("decode"):
            return suppress(found)


def median_tile(detections: Sequence[Detection]) -> float:
    """Longer side of the middle tile in pixels, by the confident half of ``detections``."""
    bar = float(np.median([detection.confidence for detection in detections]))
    return float(np.median([detection.box.long_side for detection in detections if detection.confidence >= bar]))


def model_input(photo: Photo, view: View) -> tuple[NDArray[np.float32], tuple[float, float]]:
    """What the model sees of ``view``: 1 x 3 x H x W, 0 to 1; and input pixels for a photo pixel, across and down."""
    left, top, right, bottom = (int(side) for side in view.area)
    pixels = photo.pixels[top:bottom, left:right]
    width = max(1, round((right - left) * view.scale))
    height = max(1, round((bottom - top) * view.scale))
    if (height, width) != pixels.shape[:2]:
        way = cv2.INTER_AREA if view.scale < 1 else cv2.INTER_LINEAR
        pixels = cv2.resize(pixels, (width, height), interpolation=way)
    canvas = np.full((_padded(height), _padded(width), 3), GREY, dtype=np.uint8)
    canvas[:height, :width] = pixels
    images = np.ascontiguousarray(canvas.transpose(2, 0, 1)[None], dtype=np.float32)
    images /= 255.0
    return images, (width / (right - left), height / (bottom - top))


def decode(boxes: NDArray[np.float32], chances: NDArray[np.float32], card: ModelCard) -> list[Detection]:
    """What a model says, as detections: ``boxes`` N x 4 (middle x, y, width, height), ``chances`` N x classes."""
    keep = chances.max(axis=1) >= card.confidence
    boxes, chances = boxes[keep], chances[keep]
    order = np.argsort(-chances, axis=1, kind="stable")[:, : RUNNERS_UP + 1]
    half = boxes[:, 2:] / 2
    corners = np.concatenate([boxes[:, :2] - half, boxes[:, :2] + half], axis=1).tolist()
    best = np.take_along_axis(chances, order, axis=1).tolist()
    return [
        _detection(Box(*corner), [(card.labels[number], chance) for number, chance in zip(numbers, row, strict=True)])
        for corner, numbers, row in zip(corners, order.tolist(), best, strict=True)
    ]


def _detection(box: Box, faces: list[tuple[str, float]]) -> Detection:
    (face, confidence), *others = faces
    return Detection(face, box, confidence, tuple(pair for pair in others if pair[1] >= RUNNER_UP_FLOOR))


def _session(path: Path, sha256: str, threads: int | None) -> Any:
    """Model at ``path``, once its checksum is right."""
    if not path.is_file():
        raise ModelError("model_missing", f"no model file at {path}")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256.lower():
        raise ModelError("model_checksum", f"{path} has sha256 {found}, its card says {sha256}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or 0
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own exceptions share no narrower base
        raise ModelError("model_shape", f"{path} is no model that can run: {error}") from error


def _check_shape(session: Any, card: ModelCard) -> None:
    rows = session.get_outputs()[0].shape[1]
    if isinstance(rows, int) and rows != 4 + len(card.labels):
        raise ModelError("model_shape", f"{card.file} gives {rows} rows, {4 + len(card.labels)} go with its labels")


def _padded(length: int) -> int:
    return math.ceil(length / STRIDE) * STRIDE


def _whole(photo: Photo) -> Box:
    return Box(0, 0, photo.width, photo.height)


def _around(photo: Photo, detections: Sequence[Detection], margin: float) -> Box:
    """Whole pixels of the photo that hold all ``detections`` and a ``margin``."""
    boxes = box_array(detection.box for detection in detections)
    left, top = np.floor(boxes[:, :2].min(axis=0) - margin)
    right, bottom = np.ceil(boxes[:, 2:].max(axis=0) + margin)
    return Box(left, top, right, bottom).within(photo.width, photo.height)


def _affordable(area: Box, scale: float) -> float:
    """``scale``, or the largest at which ``area`` is not too many input pixels."""
    return min(scale, math.sqrt(MAX_INPUT_PIXELS / area.area))


def _parts(photo: Photo, area: Box, scale: float, tile: float) -> list[View]:
    """Views that cover ``area``, overlapping so that no tile is cut in all of them; ``tile`` in input pixels."""
    overlap = WINDOW_OVERLAP * tile / scale
    columns = _spans(area.left, area.right, WINDOW / scale, overlap)
    rows = _spans(area.top, area.bottom, WINDOW / scale, overlap)
    return [
        View(Box(left, top, right, bottom).within(photo.width, photo.height), scale)
        for top, bottom in rows
        for left, right in columns
    ]


def _spans(start: float, end: float, length: float, overlap: float) -> list[tuple[float, float]]:
    """Pieces of at most about ``length``, of one size, whole numbers, that cover ``start`` to ``end``."""
    if end - start <= length:
        return [(start, end)]
    overlap = min(overlap, length / 2)
    count = math.ceil((end - start - overlap) / (length - overlap))
    size = (end - start - overlap) / count + overlap
    step = size - overlap
    return [
        (math.floor(start + number * step), min(end, math.ceil(start + number * step + size)))
        for number in range(count)
    ]


def _inside(detections: list[Detection], view: View, photo: Photo) -> list[Detection]:
    """``detections`` of a view in pixels of the photo, without those that the view's edge cuts."""
    area, slack = view.area, EDGE / view.scale
    low_x = area.left + slack if area.left > 0 else -math.inf
    low_y = area.top + slack if area.top > 0 else -math.inf
    high_x = area.right - slack if area.right < photo.width else math.inf
    high_y = area.bottom - slack if area.bottom < photo.height else math.inf
    moved = [(detection, detection.box.moved(area.left, area.top)) for detection in detections]
    return [
        Detection(detection.face, box.within(photo.width, photo.height), detection.confidence, detection.runners_up)
        for detection, box in moved
        if box.left >= low_x and box.top >= low_y and box.right <= high_x and box.bottom <= high_y
    ]


def _missed(first: list[Detection], second: list[Detection], region: Box) -> list[Detection]:
    """Tiles of the first pass that the second did not see and cannot speak against."""
    boxes = box_array(detection.box for detection in first)
    seen = np.any(same_tile(boxes, box_array(detection.box for detection in second)), axis=1)
    return [
        detection
        for detection, again in zip(first, seen.tolist(), strict=True)
        if not again and (detection.confidence >= FIRST_PASS_ALONE or not _holds(region, detection.box))
    ]


def _holds(region: Box, box: Box) -> bool:
    return (
        region.left <= box.left and region.top <= box.top and box.right <= region.right and box.bottom <= region.bottom
    )
