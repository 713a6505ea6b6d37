"""A pinhole camera over a table, and drawing in its picture.

The table is the plane z = 0, x to the right, y away from the viewer, z up.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

SUBPIXEL = 4
"""Fractional bits of polygon corners when painting."""


def cross(a: Floats, b: Floats) -> Floats:
    """Cross product of two vectors (NumPy's own costs ten times as much for a single pair)."""
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera."""

    matrix: Floats
    """(3, 4), from homogeneous points of the scene to homogeneous pixels."""
    place: Floats
    """(3,), where it stands."""

    def project(self, points: Floats) -> Floats:
        """(..., 3) points to (..., 2) pixels."""
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(seen[..., :2] / seen[..., 2:])

    def ahead(self, points: Floats) -> bool:
        """Whether all points lie in front of it."""
        return bool((points @ self.matrix[2, :3] + self.matrix[2, 3]).min() > 0.3)


def look_at(
    target: Floats, elevation: float, turn: float, distance: float, roll: float, focal: float, size: tuple[int, int]
) -> Camera:
    """A camera ``distance`` from ``target``, ``elevation`` above the table, its picture turned by ``roll`` (radians).

    ``focal`` is in pixels; ``size`` is the picture's (width, height), whose middle shows the target.
    """
    away = np.array([np.cos(elevation) * np.sin(turn), -np.cos(elevation) * np.cos(turn), np.sin(elevation)])
    place = target + away * distance
    forward = -away
    up = np.array([0.0, 1.0, 0.0]) if elevation > 1.5 else np.array([0.0, 0.0, 1.0])
    across = cross(forward, up)
    across /= np.linalg.norm(across)
    below = cross(forward, across)
    cos, sin = np.cos(roll), np.sin(roll)
    rows = np.array([across * cos + below * sin, -across * sin + below * cos, forward])
    inner = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    return Camera(inner @ np.column_stack([rows, -rows @ place]), place)


def fixed(points: Floats) -> npt.NDArray[np.int32]:
    """Pixels as OpenCV's polygons take them."""
    return np.rint(np.clip(points, -8000, 8000) * (1 << SUBPIXEL)).astype(np.int32)


def shrunk(picture: Pixels, extent: float) -> Pixels:
    """The picture reduced towards the ``extent`` it will have, so that warping does not alias."""
    share = 1.4 * extent / picture.shape[0]
    if share >= 0.8:
        return picture
    size = (max(6, round(picture.shape[1] * share)), max(8, round(picture.shape[0] * share)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def framed(quad: Floats, image: Pixels) -> tuple[npt.NDArray[np.int64], tuple[int, int]]:
    """The corner (left, top) and the size (width, height) of the part of a picture that holds all of a quad's."""
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, image.shape[1::-1])
    return low, (int(high[0] - low[0]), int(high[1] - low[1]))


def warped(picture: Pixels, quad: Floats, size: tuple[int, int], border: int) -> Pixels:
    """A picture brought into a quad, its upper left corner to the first."""
    height, width = picture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    warp = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    return cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_LINEAR, borderMode=border)


def blended(part: Pixels, picture: Pixels, cover: Pixels) -> None:
    """Lays a picture over a part of another of the same size where ``cover`` says, 0 to 255."""
    alpha = np.multiply(cover, np.float32(1 / 255))
    part[:] = cv2.blendLinear(picture, part, alpha, 1 - alpha)


def softened(mask: Pixels, reach: float) -> Pixels:
    """A mask blurred by ``reach`` pixels (standard deviation), broad blurs at a lower resolution."""
    if reach < 2.5:
        return cv2.GaussianBlur(mask, (0, 0), reach)
    height, width = mask.shape
    share = max(2, int(reach / 1.5))
    size = (-(-width // share), -(-height // share))
    small = cv2.GaussianBlur(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), (0, 0), reach / share)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)


def faces_viewer(quad: Floats) -> bool:
    """Whether the corners run clockwise in the picture, as a face's do when seen from outside."""
    return bool(cv2.contourArea(quad.astype(np.float32), oriented=True) > 0)
