"""Real photos made worse by known amounts, to see how much reading bears.

Amounts are in tile lengths or in grey levels of what the camera gives, so that they mean the same in every photo.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.degrade import jpeg

Pixels = npt.NDArray[np.uint8]
Boxes = npt.NDArray[np.float64]
Rng = np.random.Generator

Worsen = Callable[[Pixels, float, Boxes, Rng], Pixels]
"""Picture, strength, boxes of its tiles (left, top, right, bottom; pixels), dice."""

GAMMA = 2.2
"""Grey levels are light to the power of its inverse."""

READ_NOISE = 2.0
"""Grey levels of noise in a photo taken in the dark."""

LAMP = 420.0
"""Grey levels that the middle of a reflection adds: blown out, whatever lies beneath."""


@dataclass(frozen=True, slots=True)
class Strain:
    """One way in which photos get worse."""

    name: str
    unit: str
    strengths: tuple[float, float, float, float, float]
    """From mild to strong."""
    none: float
    """The strength of a photo left as it is, as far as it has one."""
    worsen: Worsen

    def apply(self, pixels: Pixels, strength: float, boxes: Boxes, name: str) -> Pixels:
        """``pixels`` at this strength: the same for the same photo ``name`` every time."""
        seed = zlib.crc32(f"{self.name} {name}".encode())
        return self.worsen(pixels, strength, boxes, np.random.default_rng(seed)) if len(boxes) else pixels


def tile_length(boxes: Boxes) -> float:
    """Longer side of the middle tile, in pixels."""
    return float(np.median((boxes[:, 2:] - boxes[:, :2]).max(axis=1)))


def blurred(pixels: Pixels, strength: float, boxes: Boxes, _rng: Rng) -> Pixels:
    """A Gaussian blur, its standard deviation in tile lengths."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), strength * tile_length(boxes)), np.uint8)


def darkened(pixels: Pixels, strength: float, _boxes: Boxes, rng: Rng) -> Pixels:
    """So many stops less light, and the noise that then shows."""
    levels = pixels.astype(np.float32) * np.float32(2 ** (-strength / GAMMA))
    return _grey_levels(levels + np.float32(READ_NOISE) * rng.standard_normal(pixels.shape, np.float32))


def brightened(pixels: Pixels, strength: float, _boxes: Boxes, _rng: Rng) -> Pixels:
    """So many stops more light, what goes beyond white cut off."""
    return _grey_levels(pixels.astype(np.float32) * np.float32(2 ** (strength / GAMMA)))


def in_glare(pixels: Pixels, strength: float, boxes: Boxes, rng: Rng) -> Pixels:
    """A lamp's reflection over one of the tiles, its radius in tile lengths."""
    left, top, right, bottom = boxes[rng.integers(len(boxes))]
    ys, xs = np.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]].astype(np.float32)
    distance = np.hypot(xs - np.float32((left + right) / 2), ys - np.float32((top + bottom) / 2))
    reach = np.float32(strength * tile_length(boxes))
    return _grey_levels(pixels + LAMP * np.exp(-np.log(np.float32(4)) * np.square(distance / reach))[..., None])


def noisy(pixels: Pixels, strength: float, _boxes: Boxes, rng: Rng) -> Pixels:
    """Noise with this standard deviation, in grey levels."""
    return _grey_levels(pixels + np.float32(strength) * rng.standard_normal(pixels.shape, np.float32))


def compressed(pixels: Pixels, strength: float, _boxes: Boxes, _rng: Rng) -> Pixels:
    """Through JPEG of this quality."""
    return jpeg(pixels, round(strength))


def shrunk(pixels: Pixels, strength: float, boxes: Boxes, _rng: Rng) -> Pixels:
    """So small that the middle tile is that many pixels long; smaller photos stay as they are."""
    scale = strength / tile_length(boxes)
    if scale >= 1:
        return pixels
    size = max(32, round(pixels.shape[1] * scale)), max(32, round(pixels.shape[0] * scale))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _grey_levels(levels: npt.NDArray[np.floating]) -> Pixels:
    return np.clip(np.rint(levels), 0, 255).astype(np.uint8)


STRAINS = (
    Strain("blur", "of a tile's length", (0.02, 0.03, 0.045, 0.065, 0.09), 0, blurred),
    Strain("dark", "stops", (2, 4, 6, 8, 10), 0, darkened),
    Strain("bright", "stops", (1, 2, 3, 4, 5.5), 0, brightened),
    Strain("glare", "tile lengths of radius", (0.1, 0.2, 0.35, 0.6, 1.0), 0, in_glare),
    Strain("noise", "grey levels", (10, 20, 35, 50, 70), 0, noisy),
    Strain("jpeg", "quality", (40, 20, 10, 5, 2), 100, compressed),
    Strain("small", "pixels a tile is long", (32, 24, 18, 14, 10), 64, shrunk),
)
"""Each at five strengths."""
