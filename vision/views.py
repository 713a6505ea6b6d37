"""Parts of a photo as a model sees them, and the way back to the photo's pixels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import Box, Detection, box_array
from vision.photo import Photo

STRIDE = 32
"""Both sides of a model's input are multiples of it."""

GREY = 114
"""What fills the input beside the picture."""

WINDOW = 1536
"""Longest side of one input, in its own pixels; larger ones are looked at in parts."""

WINDOW_OVERLAP = 2.0
"""Tile lengths by which the parts overlap, so that each tile is whole in one of them."""

MAX_INPUT_PIXELS = 4_000_000
"""All parts of a pass together; a pass that would need more uses a smaller scale."""

EDGE = 2.0
"""Input pixels from the cut edge of a part within which a box counts as cut."""


@dataclass(frozen=True, slots=True)
class View:
    """A part of the photo at one scale: what the model sees at once."""

    area: Box
    """Whole pixels of the photo."""
    scale: float
    """Input pixels for one photo pixel."""


def model_input(photo: Photo, view: View) -> tuple[NDArray[np.float32], tuple[float, float]]:
    """What the model sees of ``view``: 1 x 3 x H x W, 0 to 1; and input pixels for a photo pixel, across and down."""
    left, top, right, bottom = (int(side) for side in view.area)
    right, bottom = left + _halvable(right - left, view.scale), top + _halvable(bottom - top, view.scale)
    width = max(1, round((right - left) * view.scale))
    height = max(1, round((bottom - top) * view.scale))
    pixels = resized(photo.pixels[top:bottom, left:right], width, height)
    canvas = np.full((_padded(height), _padded(width), 3), GREY, dtype=np.uint8)
    canvas[:height, :width] = pixels
    images = np.ascontiguousarray(canvas.transpose(2, 0, 1)[None], dtype=np.float32)
    images /= 255.0
    return images, (width / (right - left), height / (bottom - top))


def resized(pixels: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """``pixels`` (H x W, or H x W x 3) at that size. What is much too large is halved first, several times as fast."""
    while pixels.shape[0] >= 2 * height and pixels.shape[1] >= 2 * width:
        half = pixels.shape[1] // 2, pixels.shape[0] // 2
        even = pixels[: 2 * half[1], : 2 * half[0]]
        pixels = np.asarray(cv2.resize(even, half, interpolation=cv2.INTER_AREA), np.uint8)
    if (height, width) == pixels.shape[:2]:
        return pixels
    way = cv2.INTER_AREA if width < pixels.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=way), np.uint8)


def _halvable(length: int, scale: float) -> int:
    """``length`` without the few pixels that halving it towards ``scale`` would leave over."""
    step = 1 << max(0, int(-math.log2(scale)))
    return max(1, length // step) * step if length >= step else length


def _padded(length: int) -> int:
    return math.ceil(length / STRIDE) * STRIDE


def whole(photo: Photo) -> Box:
    """All of the photo."""
    return Box(0, 0, photo.width, photo.height)


def around(photo: Photo, detections: Sequence[Detection], margin: float) -> Box:
    """Whole pixels of the photo that hold all ``detections`` and a ``margin``."""
    boxes = box_array(detection.box for detection in detections)
    left, top = np.floor(boxes[:, :2].min(axis=0) - margin).tolist()
    right, bottom = np.ceil(boxes[:, 2:].max(axis=0) + margin).tolist()
    return Box(left, top, right, bottom).within(photo.width, photo.height)


def affordable(area: Box, scale: float) -> float:
    """``scale``, or the largest at which ``area`` is not too many input pixels."""
    return min(scale, math.sqrt(MAX_INPUT_PIXELS / area.area))


def parts(photo: Photo, area: Box, scale: float, tile: float) -> list[View]:
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


def uncut(boxes: NDArray[np.float32], view: View, photo: Photo) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Which of N x 4 ``boxes`` (left, top, right, bottom in photo pixels from the view's corner) the view does not cut.

    And those, M x 4, as they lie in the photo.
    """
    area, slack = view.area, EDGE / view.scale
    low = np.array([area.left, area.top])
    least = np.where(low > 0, slack, -np.inf)
    high = np.array([area.right, area.bottom])
    most = np.where(high < (photo.width, photo.height), high - low - slack, np.inf)
    kept: NDArray[np.bool_] = np.all((boxes[:, :2] >= least) & (boxes[:, 2:] <= most), axis=1)
    return kept, np.clip(boxes[kept] + np.tile(low, 2), 0.0, np.tile((photo.width, photo.height), 2))
