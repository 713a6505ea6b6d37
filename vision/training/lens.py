"""A lens that bends straight lines a little."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.camera import Floats, Pixels, Rng

CELLS = 17
"""Points along a side between which the bending is worked out."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial distortion of one coefficient."""

    bend: float
    """By how much a point one picture's width from the axis moves outward, as a share of that distance."""
    axis: Floats
    """(2,), where the axis meets the picture, in pixels; photos are cuttings, so it may lie outside."""
    width: float
    """The picture's width in pixels."""

    def bent(self, points: Floats) -> Floats:
        """Where points, (..., 2) pixels of a straight picture, come to lie."""
        away = (points - self.axis) / self.width
        return np.asarray(self.axis + away * (1 + self.bend * (away**2).sum(axis=-1, keepdims=True)) * self.width)

    def straight(self, points: Floats) -> Floats:
        """Where points of the bent picture come from."""
        found = points
        for _ in range(6):
            found = found + (points - self.bent(found))
        return found

    def picture(self, image: Pixels) -> Pixels:
        """The picture as this lens shows it."""
        height, width = image.shape[:2]
        ys, xs = np.meshgrid(np.linspace(0, height - 1, CELLS), np.linspace(0, width - 1, CELLS), indexing="ij")
        source = self.straight(np.stack([xs, ys], axis=2)).astype(np.float32)
        corner = np.array([[(CELLS - 1) / (width - 1), 0, 0], [0, (CELLS - 1) / (height - 1), 0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        maps = cv2.warpAffine(source, corner, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return cv2.remap(image, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def random_lens(side: int, rng: Rng) -> Lens:
    """Barrel or pincushion, weak enough for a phone's."""
    return Lens(float(rng.normal(0, 0.05)), rng.uniform(-0.3, 1.3, 2) * side, float(side))
