"""Boxes cut down to the faces of tiles: what of a body's sides sticks out of some boxes goes, as most others hide it.

A box holds what is to be seen of a tile, and a tile with nothing before it shows the side that faces the camera. Faces
say how large they are themselves: tiles lie on one table, so that where their faces point and how much the camera
foreshortens them tells the size of each from those of the others.
"""

from dataclasses import dataclass

import numpy as np

from vision.lie import HARDLY, RATIO, Floats, Pointing

LEAST = 4
"""Fewest tiles whose sizes tell anything."""

LOW = 0.25
"""Share of the boxes that hold no more than a face, at least; jitter makes some smaller still."""

ROUNDS = (3, 2)
"""How many times sizes are fitted before it is known how flat faces are seen, and after."""

STIFF = np.diag([1e-9, 0.01, 0.01])
"""How much it counts that tiles are of one size all over the photo, beside each tile."""

SLACK = 0.4
"""By what share a box may be larger than expected and still be left as it is."""

LEVEL = 0.9
"""How straight a face stands in the photo, or lies: 1 fully, 0 at 45 degrees, where boxes tell little of sizes."""

NEARLY = 0.02
"""Logarithm of sizes within which being off counts less the less it is."""

FLAT = (0.25, 1.1)
"""Least and most by which the camera shortens what points away from it."""


@dataclass(frozen=True, slots=True)
class Extents:
    """How wide and high the upright boxes of N faces are."""

    wide: Floats
    high: Floats


def trimmed(boxes: Floats, seen: Pointing) -> Floats:
    """``boxes``, N x 4, without what sticks out towards the viewer.

    That is below the face, and beside it towards the middle of all tiles. As they are where faces do not tell how they
    lie.
    """
    if len(boxes) < LEAST or not seen.known:
        return boxes
    faces = _faces(boxes, seen)
    wide, high = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    middle = (boxes[:, 0].min() + boxes[:, 2].max()) / 2
    right = boxes[:, 0] + boxes[:, 2] < 2 * middle
    level = np.abs(np.cos(2 * seen.up)) > LEVEL
    across = np.where(level & (wide > faces.wide * (1 + SLACK)), wide - faces.wide, 0.0)
    down = np.where(level & (high > faces.high * (1 + SLACK)), high - faces.high, 0.0)
    nothing = np.zeros(len(boxes))
    off = np.stack([np.where(right, 0.0, across), nothing, np.where(right, -across, 0.0), -down], axis=1)
    return np.asarray(boxes + off, dtype=np.float64)


def _faces(boxes: Floats, seen: Pointing) -> Extents:
    """The boxes that the faces alone have, as most boxes tell it."""
    wide = np.log(np.maximum(boxes[:, 2] - boxes[:, 0], 1e-6))
    high = np.log(np.maximum(boxes[:, 3] - boxes[:, 1], 1e-6))
    places = (boxes[:, :2] + boxes[:, 2:]) / 2
    places = (places - places.mean(axis=0)) / np.exp((np.median(wide) + np.median(high)) / 2 + 2)
    terms = np.column_stack([np.ones(len(places)), places])
    sizes = np.stack([wide, high])
    flat, fit = 1.0, None
    for rounds in ROUNDS:
        shapes = _shapes(seen.up, flat)
        fit = _lower(terms, sizes - np.log(shapes), seen.axis, fit, rounds)
        found = fit @ terms.T
        flat = float(np.clip(np.exp(np.median(found[1] - found[0])), *FLAT))
    either = np.maximum(shapes, _shapes(seen.up + np.pi / 2, flat))
    wide, high = np.exp(found) * np.where(seen.axis > HARDLY, shapes, either)
    return Extents(wide, high)


def _shapes(up: Floats, flat: float) -> Floats:
    """How wide and high tiles one wide are that point ``up`` in the photo, were they seen from above."""
    x, y = np.abs(np.sin(up)), np.abs(np.cos(up)) / flat
    length = np.hypot(x, y)
    sin, cos = x / length, y / length
    return np.stack([cos + RATIO * sin, sin + RATIO * cos])


def _lower(terms: Floats, values: Floats, counts: Floats, fit: Floats | None, rounds: int) -> Floats:
    """Planes through the lower of two sets of ``values``, those that stick out above it no matter how far.

    ``counts`` is how much each tells; ``fit`` is what is known of the planes.
    """
    if fit is None:
        fit = np.column_stack([np.quantile(values, LOW, axis=1), np.zeros((2, 2))])
    for _ in range(rounds):
        off = values - fit @ terms.T
        weights = np.where(off > 0, LOW, 1 - LOW) * counts * NEARLY / np.maximum(np.abs(off), NEARLY)
        weighted = terms.T * weights[:, None]
        solved = np.linalg.solve(weighted @ terms + STIFF, weighted @ values[:, :, None])
        fit = np.asarray(solved[:, :, 0], dtype=np.float64)
    return fit
