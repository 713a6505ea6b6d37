"""Tiles as solid bodies under a camera: where they lie, what the camera sees of them, and how it is painted.

Lengths are in tile widths. The table is the plane z = 0, x to the right, y away from the viewer, z up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.labels import BACK

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

SUBPIXEL = 4
"""Fractional bits of polygon corners when painting."""
CORNER = 0.08
"""Radius of a face's rounded corners in tile widths."""
SIDES = ((0, 1), (1, 2), (2, 3), (3, 0))
"""Corners of a face that bound each of the four sides."""


def cross(a: Floats, b: Floats) -> Floats:
    """Cross product of two vectors (NumPy's own costs ten times as much for a single pair)."""
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


@dataclass(frozen=True, slots=True)
class Solid:
    """One tile's body."""

    label: str
    """What its face shows; ``back`` when it lies face down."""
    middle: Floats
    """(3,), the middle of its face."""
    right: Floats
    """(3,), unit vector along the face's upper edge, to the right as one reads the tile."""
    down: Floats
    """(3,), unit vector from the face's upper edge to the lower."""
    height: float
    """Face height over its width."""
    depth: float
    """Thickness over its width."""

    def corners(self) -> Floats:
        """(8, 3): the face's four corners from the upper left clockwise, then the four behind them."""
        across, along = self.right / 2, self.down * self.height / 2
        face = np.array([-across - along, across - along, across + along, -across + along]) + self.middle
        inward = cross(self.right, self.down) * self.depth
        return np.concatenate([face, face + inward])


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera."""

    matrix: Floats
    """(3, 4), from homogeneous points of the scene to homogeneous pixels."""
    place: Floats
    """(3,), where it stands."""

    def project(self, points: Floats) -> Floats:
        """(n, 3) points to (n, 2) pixels."""
        seen = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:])


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


@dataclass(frozen=True, slots=True)
class Look:
    """What the tiles of one set look like, and the light on them."""

    faces: Mapping[str, Pixels]
    back: Floats
    """(3,), RGB of the lower half of the body."""
    split: float
    """Share of the depth that has the face's colour; the rest has the back's."""
    light: Floats
    """(3,), unit vector towards the lamp."""
    tint: Floats
    """(3,), colour of the light."""
    shadow: float
    """0 to 1, how dark the shadows are."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One tile as the camera sees it."""

    label: str
    quad: Floats
    """(4, 2), the face's corners in pixels, from the upper left of the face clockwise."""
    body: Floats
    """(8, 2), all corners in pixels."""
    visible: float
    """Share of the face inside the picture and not hidden by other tiles."""


def render(background: Pixels, solids: Sequence[Solid], camera: Camera, look: Look) -> tuple[Pixels, list[Seen]]:
    """Paint the tiles over the background, the farthest first, and say what is seen of each."""
    image = background.copy()
    height, width = image.shape[:2]
    owner = np.full((height, width), -1, np.int32)
    drawn = [(solid, camera.project(solid.corners())) for solid in _farthest_first(solids, camera)]
    drawn = [(solid, body) for solid, body in drawn if _inside(body, width, height)]
    cast_shadows(image, [solid for solid, _ in drawn], camera, look)
    areas = []
    for number, (solid, body) in enumerate(drawn):
        paint_sides(image, owner, number, solid, body, camera, look)
        areas.append(paint_face(image, owner, number, solid, body, look))
    counts = np.bincount(owner[owner >= 0], minlength=2 * len(drawn) + 1)
    seen = []
    for number, (solid, body) in enumerate(drawn):
        visible = counts[2 * number] / areas[number] if areas[number] > 0 else 0.0
        seen.append(Seen(solid.label, body[:4], body, float(min(1.0, visible))))
    return image, seen


def _farthest_first(solids: Sequence[Solid], camera: Camera) -> list[Solid]:
    middles = [solid.corners().mean(axis=0) for solid in solids]
    order = np.argsort([-float(np.linalg.norm(middle - camera.place)) for middle in middles])
    return [solids[int(place)] for place in order]


def _inside(body: Floats, width: int, height: int) -> bool:
    low, high = body.min(axis=0), body.max(axis=0)
    return bool(high[0] > 0 and high[1] > 0 and low[0] < width and low[1] < height and (high - low).max() < 4 * width)


def _fixed(points: Floats) -> npt.NDArray[np.int32]:
    return np.rint(points * (1 << SUBPIXEL)).astype(np.int32)


def cast_shadows(image: Pixels, solids: Sequence[Solid], camera: Camera, look: Look) -> None:
    """Darken the table where the bodies stand between it and the lamp."""
    if look.shadow <= 0 or not solids:
        return
    mask = np.zeros(image.shape[:2], np.uint8)
    for solid in solids:
        corners = solid.corners()
        ground = corners - look.light * (corners[:, 2:] / max(look.light[2], 0.2))
        points = camera.project(np.concatenate([ground, corners * [1, 1, 0]]))
        cv2.fillConvexPoly(mask, cv2.convexHull(_fixed(points)), 255, cv2.LINE_AA, SUBPIXEL)
    scale = float(np.ptp(camera.project(solids[0].corners()), axis=0).max())
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, scale * 0.05))
    image[:] = (image * (1 - look.shadow * mask[..., None] / 255.0)).astype(np.uint8)


def paint_sides(
    image: Pixels, owner: npt.NDArray[np.int32], number: int, solid: Solid, body: Floats, camera: Camera, look: Look
) -> None:
    """The sides that the camera sees, in the face's colour above and the back's below."""
    corners = solid.corners()
    ground = look.faces[solid.label][4:10, 8:-8].reshape(-1, 3).mean(axis=0)
    upper, lower = (look.back, ground) if solid.label == BACK else (ground, look.back)
    for first, second in SIDES:
        edge = corners[second] - corners[first]
        outward = cross(edge, corners[first + 4] - corners[first])
        middle = (corners[first] + corners[second + 4]) / 2
        if np.dot(outward, corners.mean(axis=0) - middle) > 0:
            outward = -outward
        if np.dot(outward, camera.place - middle) <= 0:
            continue
        shade = 0.55 + 0.4 * max(0.0, float(np.dot(outward, look.light) / np.linalg.norm(outward)))
        near, far = body[[first, second]], body[[first + 4, second + 4]]
        between = near + (far - near) * look.split
        for quad, colour in (((*near, *between[::-1]), upper), ((*between, *far[::-1]), lower)):
            tone = np.clip(colour * shade * look.tint, 0, 255).tolist()
            points = _fixed(np.array(quad))
            cv2.fillConvexPoly(image, points, tone, cv2.LINE_AA, SUBPIXEL)
            cv2.fillConvexPoly(owner, points, 2 * number + 1, cv2.LINE_8, SUBPIXEL)


def rounded_mask(height: int, width: int) -> Pixels:
    """Coverage of a face with rounded corners."""
    radius = max(1, round(width * CORNER))
    mask = np.zeros((height, width), np.uint8)
    mask[radius:-radius] = 255
    mask[:, radius:-radius] = 255
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def paint_face(
    image: Pixels, owner: npt.NDArray[np.int32], number: int, solid: Solid, body: Floats, look: Look
) -> float:
    """Warp the face into place; the area of its quad in pixels comes back."""
    quad = body[:4]
    low = np.floor(quad.min(axis=0)).astype(int) - 1
    high = np.ceil(quad.max(axis=0)).astype(int) + 2
    left, top = np.maximum(low, 0)
    right, bottom = np.minimum(high, (image.shape[1], image.shape[0]))
    area = float(cv2.contourArea(quad.astype(np.float32)))
    if right - left < 2 or bottom - top < 2 or not _faces_camera(quad):
        return 0.0
    face = shrunk(look.faces[solid.label], float((high - low).max()))
    height, width = face.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    warp = cv2.getPerspectiveTransform(source, (quad - (left, top)).astype(np.float32))
    layers = np.dstack([face, rounded_mask(height, width)])
    seen = cv2.warpPerspective(layers, warp, (int(right - left), int(bottom - top)), flags=cv2.INTER_LINEAR)
    part = image[top:bottom, left:right]
    lit = 0.78 + 0.3 * max(0.0, float(np.dot(-cross(solid.right, solid.down), look.light)))
    alpha = seen[..., 3:].astype(np.float32) / 255
    premultiplied = np.clip(seen[..., :3] * (lit * look.tint), 0, 255)
    part[:] = (part * (1 - alpha) + premultiplied * alpha).astype(np.uint8)
    cv2.fillConvexPoly(owner, _fixed(quad), 2 * number, cv2.LINE_8, SUBPIXEL)
    return max(area, 1.0)


def shrunk(face: Pixels, extent: float) -> Pixels:
    """The face reduced towards the size it will have, so that warping does not alias."""
    share = 1.4 * extent / face.shape[0]
    if share >= 0.8:
        return face
    size = (max(6, round(face.shape[1] * share)), max(8, round(face.shape[0] * share)))
    return cv2.resize(face, size, interpolation=cv2.INTER_AREA)


def _faces_camera(quad: Floats) -> bool:
    """Whether the corners run clockwise in the picture, as the face's do when seen from outside."""
    return bool(cv2.contourArea(quad.astype(np.float32), oriented=True) > 0)
