"""Things that are no tiles, as flat pictures on thick plates: how they are painted.

Lengths are in tile widths, as in ``scene``.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.camera import SUBPIXEL, Camera, Floats, Pixels, blended, fixed, framed, shrunk, warped

SIDES = ((0, 1), (1, 2), (2, 3), (3, 0))
"""Corners of a face that bound each of the four sides."""

LARGEST = 2.5
"""What would be this many times as long as the picture is left away: it would cover all of it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a thing shows."""

    colours: Pixels
    """(height, width, 3), RGB."""
    cover: Pixels | None
    """(height, width), 255 where the thing is; ``None`` where it fills its rectangle."""
    mean: Floats
    """(3,), its mean colour."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing in its place."""

    picture: Picture
    """What its upper (or, standing, its front) face shows."""
    corners: Floats
    """(8, 3): the corners of that face from the picture's upper left clockwise, then the four behind them."""
    side: Floats
    """(3,), colour of its sides."""
    band: Floats
    """(3,), colour of their lower half."""
    gain: Floats
    """(3,), how this one differs in colour from its picture."""


def in_view(corners: Floats, camera: Camera, image: Pixels) -> bool:
    """Whether it is in front of the camera, touches the picture and leaves room beside it."""
    if not camera.ahead(corners):
        return False
    points = camera.project(corners)
    low, high = points.min(axis=0), points.max(axis=0)
    height, width = image.shape[:2]
    close = (high - low).max() > LARGEST * max(height, width)
    return not close and bool(high.min() > 0 and low[0] < width and low[1] < height)


def paint(image: Pixels, camera: Camera, thing: Thing, owner: npt.NDArray[np.int32] | None = None) -> None:
    """Sides, then the face, or the plain back of one that looks away.

    ``owner``, whose picture each pixel is, becomes -1 where the thing hides what was there.
    """
    if not in_view(thing.corners, camera, image):
        return
    body = camera.project(thing.corners)
    thick = np.linalg.norm(thing.corners[0] - thing.corners[4]) > 0.05
    if thick:
        _paint_sides(image, camera, thing, body)
    if owner is not None and (thick or thing.picture.cover is None):
        cv2.fillConvexPoly(owner, cv2.convexHull(fixed(body)), -1, cv2.LINE_8, SUBPIXEL)
    area = cv2.contourArea(body[:4].astype(np.float32), oriented=True)
    if area < -4:
        tone = np.clip(thing.side * 0.7, 0, 255).tolist()
        cv2.fillConvexPoly(image, fixed(body[:4]), tone, cv2.LINE_AA, SUBPIXEL)
    elif area > 4:
        _paint_face(image, thing, body[:4], owner)


def _paint_face(image: Pixels, thing: Thing, quad: Floats, owner: npt.NDArray[np.int32] | None) -> None:
    low, size = framed(quad, image)
    if min(size) < 2:
        return
    inner = quad - low
    colours = shrunk(thing.picture.colours, float(np.ptp(quad, axis=0).max()))
    face = warped(cv2.multiply(colours, (*thing.gain.tolist(), 1.0)), inner, size, cv2.BORDER_REPLICATE)
    if thing.picture.cover is None:
        cover = np.zeros(size[::-1], np.uint8)
        cv2.fillConvexPoly(cover, fixed(inner), 255, cv2.LINE_AA, SUBPIXEL)
    else:
        cover = warped(thing.picture.cover, inner, size, cv2.BORDER_CONSTANT)
    part = slice(low[1], low[1] + size[1]), slice(low[0], low[0] + size[0])
    blended(image[part], face, cover)
    if owner is not None:
        owner[part][cover > 127] = -1


def _paint_sides(image: Pixels, camera: Camera, thing: Thing, body: Floats) -> None:
    """The sides that the camera sees, in two colours one above the other."""
    middle = thing.corners.mean(axis=0)
    for number, (first, second) in enumerate(SIDES):
        centre = thing.corners[[first, second, first + 4, second + 4]].mean(axis=0)
        if np.dot(centre - middle, camera.place - centre) <= 0:
            continue
        shadow = (0.85, 0.6, 0.75, 0.95)[number]
        near, far = body[[first, second]], body[[first + 4, second + 4]]
        half = (near + far) / 2
        for quad, tone in (((*near, *half[::-1]), thing.side), ((*half, *far[::-1]), thing.band)):
            shaded = np.clip(tone * shadow, 0, 255).tolist()
            cv2.fillConvexPoly(image, fixed(np.array(quad)), shaded, cv2.LINE_AA, SUBPIXEL)
