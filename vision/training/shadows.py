"""Shadows of tiles: on the table, close around their feet, and on one another."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.body import Look, Solid
from vision.training.camera import SUBPIXEL, Camera, Floats, Pixels, fixed, softened

CONTACT = 0.45
"""How dark it is where a tile meets the table."""
LEAST = 0.12
"""What stands less above a plane than this, in tile widths, casts no shadow on it."""


def cast_shadows(image: Pixels, corners: Floats, camera: Camera, look: Look) -> None:
    """Darken the table where bodies, (n, 8, 3), stand between it and the lamp, and around their feet."""
    if look.shadow <= 0 or not len(corners):
        return
    scale = float(np.ptp(camera.project(corners[0]), axis=0).max())
    mask = shadow_mask(image.shape[:2], corners, 0.0, camera, look)
    blur = max(0.6, scale * look.soft)
    dark = softened(mask, blur) * np.float32(look.shadow / 255)
    feet = np.zeros(image.shape[:2], np.uint8)
    for points in fixed(camera.project(corners[corners[:, :, 2].min(axis=1) < 0.05] * [1, 1, 0.15])):
        cv2.fillConvexPoly(feet, cv2.convexHull(points), 255, cv2.LINE_8, SUBPIXEL)
    close = softened(feet, max(0.8, scale * 0.07)) * np.float32(CONTACT * min(1, look.shadow + 0.3) / 255)
    darken(image, np.maximum(dark, close))


def shadow_mask(shape: tuple[int, ...], corners: Floats, level: float, camera: Camera, look: Look) -> Pixels:
    """255 where one of the bodies, (n, 8, 3), stands between the lamp and the plane ``level`` above the table."""
    mask = np.zeros(shape, np.uint8)
    lamp = look.light * max(look.reach, 4.0)
    lamp[2] = max(lamp[2], corners[..., 2].max() + 1.5)
    above = np.maximum(corners[corners[..., 2].max(axis=1) > level + LEAST], [-np.inf, -np.inf, level])
    fallen = above + (above - lamp) * ((above[..., 2:] - level) / (lamp[2] - above[..., 2:]))
    upright = above.copy()
    upright[..., 2] = level
    for points in fixed(camera.project(np.concatenate([fallen, upright], axis=1))):
        cv2.fillConvexPoly(mask, cv2.convexHull(points), 255, cv2.LINE_8, SUBPIXEL)
    return mask


def shade_faces(
    image: Pixels,
    owner: npt.NDArray[np.int32],
    solids: Sequence[Solid],
    corners: Floats,
    camera: Camera,
    look: Look,
) -> None:
    """Darken faces that look up where higher tiles stand between them and the lamp."""
    if look.shadow <= 0:
        return
    tops = corners[..., 2].max(axis=1)
    levels = np.array([round(float(solid.middle[2]), 1) if solid.down[2] == 0 else -1.0 for solid in solids])
    for level in sorted(set(levels[levels >= 0].tolist()))[:3]:
        if tops.max() < level + LEAST:
            continue
        shaded = np.zeros(2 * len(solids) + 2, np.float32)
        shaded[2 * np.flatnonzero(levels == level)] = look.shadow / 255
        mask = shadow_mask(image.shape[:2], corners, level, camera, look)
        scale = float(np.ptp(camera.project(corners[0]), axis=0).max())
        mask = softened(mask, max(0.6, scale * look.soft))
        darken(image, mask * shaded[owner])


def darken(image: Pixels, share: npt.NDArray[np.float32]) -> None:
    """Take away this share of the light, place by place."""
    left = np.rint(255 * (1 - share)).astype(np.uint8)
    image[:] = cv2.multiply(image, cv2.merge([left, left, left]), scale=1 / 255)
