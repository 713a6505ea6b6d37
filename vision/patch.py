"""One tile cut out of a photo, as the recogniser sees it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import Box

SIDE = 64
"""Pixels of a patch, across and down."""

MARGIN = 0.1
"""What is shown around the tile's box, as a share of its sides: a blank tile is known by its edges."""

DIRECTIONS = 16
"""Directions in which a tile's upper edge can point, clockwise from the patch's upper edge."""


def patch(pixels: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    """SIDE x SIDE x 3: the box and a little around it, stretched to a square. ``pixels`` is H x W x 3."""
    across, down = MARGIN * box.width, MARGIN * box.height
    left, top, right, bottom = box.left - across, box.top - down, box.right + across, box.bottom + down
    part, (left, top, right, bottom) = _reduced(pixels, (left, top, right, bottom))
    scale_x, scale_y = SIDE / max(right - left, 1e-3), SIDE / max(bottom - top, 1e-3)
    matrix = np.array([[scale_x, 0, -left * scale_x], [0, scale_y, -top * scale_y]])
    image = cv2.warpAffine(part, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(image, np.uint8)


Corners = tuple[float, float, float, float]


def _reduced(pixels: NDArray[np.uint8], box: Corners) -> tuple[NDArray[np.uint8], Corners]:
    """The part of the photo that holds the box, and the box in it; made smaller first where it would alias."""
    height, width = pixels.shape[:2]
    left, right = _span(box[0], box[2], width)
    top, bottom = _span(box[1], box[3], height)
    part = pixels[top:bottom, left:right]
    inner = (box[0] - left, box[1] - top, box[2] - left, box[3] - top)
    shrink = min(inner[2] - inner[0], inner[3] - inner[1]) / SIDE
    if shrink <= 2:
        return part, inner
    size = max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    across, down = size[0] / part.shape[1], size[1] / part.shape[0]
    return small, (inner[0] * across, inner[1] * down, inner[2] * across, inner[3] * down)


def _span(low: float, high: float, most: int) -> tuple[int, int]:
    """Whole pixels from ``low`` to ``high`` that lie in a photo of ``most``, at least two."""
    start = max(0, min(int(np.floor(low)), most - 2))
    return start, min(max(int(np.ceil(high)), start + 2), most)
