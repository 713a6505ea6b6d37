"""Tiles as solid bodies under a camera: where they lie, what the camera sees of them, and how it is painted.

Lengths are in tile widths. The table is the plane z = 0, x to the right, y away from the viewer, z up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.training.body import Finish, Look, Solid, bodies, corners_of, paint_body
from vision.training.camera import Camera, Floats, Pixels, Rng, look_at
from vision.training.props import Thing, paint
from vision.training.shadows import cast_shadows, shade_faces

__all__ = ["Camera", "Finish", "Floats", "Look", "Pixels", "Rng", "Seen", "Solid", "Thing", "look_at", "render"]


@dataclass(frozen=True, slots=True)
class Seen:
    """One tile as the camera sees it."""

    label: str
    quad: Floats
    """(4, 2), the face's corners in pixels, from the upper left of the face clockwise."""
    body: Floats
    """(8, 2), all corners in pixels."""
    extent: Floats
    """(4,), left, top, right and bottom of what is to be seen of the tile, sides included, in pixels."""
    visible: float
    """Share of the face inside the picture and not hidden by other tiles or things; 0 for one seen edge-on."""


def render(
    background: Pixels,
    solids: Sequence[Solid],
    camera: Camera,
    look: Look,
    among: Sequence[Thing] = (),
    over: Sequence[Thing] = (),
) -> tuple[Pixels, list[Seen]]:
    """Paint the tiles over the background, the farthest first, and say what is seen of each.

    The tiles are of one shape. Things ``among`` them are painted in the same order, things ``over`` them at last.
    """
    image = background.copy()
    owner = np.full(image.shape[:2], -1, np.int32)
    corners = corners_of(solids) if solids else np.zeros((0, 8, 3))
    inside = _inside(camera.project(corners), image)
    shown, corners = [solids[place] for place in inside], corners[inside]
    cast_shadows(image, corners, camera, look)
    seen = bodies(shown, corners, camera, look) if shown else None
    areas = np.zeros(len(shown))
    for place in _farthest_first(corners, among, camera):
        if seen is not None and place < len(shown):
            areas[place] = paint_body(image, owner, place, seen, look)
        else:
            paint(image, camera, among[place - len(shown)], owner)
    if seen is None:
        return image, []
    shade_faces(image, owner, shown, corners, camera, look)
    for thing in over:
        paint(image, camera, thing, owner)
    counts = np.bincount(owner[owner >= 0], minlength=2 * len(shown) + 1)[0 : 2 * len(shown) : 2]
    shares = np.where(areas > 0, np.minimum(1.0, counts / np.maximum(areas, 1.0)), 0.0)
    extents = extents_of(owner, len(shown))
    return image, [
        Seen(solid.label, body[:4], body, extent, float(share))
        for solid, body, extent, share in zip(shown, seen.corners, extents, shares, strict=True)
    ]


def extents_of(owner: npt.NDArray[np.int32], count: int) -> Floats:
    """(count, 4): left, top, right and bottom of the pixels of each tile, zeros where there are none.

    ``owner`` says whose each pixel is: twice a tile's place for its face, one more for its sides, -1 for no tile's.
    """
    rows, columns = np.nonzero((owner >= 0) & (owner < 2 * count))
    places = owner[rows, columns] >> 1
    extents = np.zeros((count, 4))
    order = np.argsort(places, kind="stable")
    starts = np.searchsorted(places[order], np.arange(count + 1))
    for place in np.flatnonzero(np.diff(starts)).tolist():
        own = order[starts[place] : starts[place + 1]]
        across, down = columns[own], rows[own]
        extents[place] = across.min(), down.min(), across.max() + 1, down.max() + 1
    return extents


def _farthest_first(corners: Floats, things: Sequence[Thing], camera: Camera) -> list[int]:
    """Places of the solids, and after them of the things, in the order of painting."""
    middles = np.concatenate([corners.mean(axis=1), *(thing.corners.mean(axis=0)[None] for thing in things)])
    return [int(place) for place in np.argsort(-np.linalg.norm(middles - camera.place, axis=1), kind="stable")]


def _inside(bodies_: Floats, image: Pixels) -> list[int]:
    """Which of the bodies, (n, 8, 2) in pixels, touch the picture."""
    height, width = image.shape[:2]
    low, high = bodies_.min(axis=1), bodies_.max(axis=1)
    inside = (high > 0).all(axis=1) & (low < (width, height)).all(axis=1) & ((high - low).max(axis=1) < 4 * width)
    return [int(place) for place in np.flatnonzero(inside)]
