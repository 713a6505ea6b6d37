"""How a picture moved from one frame to another, as the table seen by the camera did; cheap, from a small copy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import Box, box_array
from vision.stream.frame import Pixels
from vision.views import resized

Floats = NDArray[np.float64]
Matrix = NDArray[np.float64]
"""3 x 3, takes points (x, y, 1) of one frame to another's."""

SMALL = 480
"""Pixels of the longer side of the copy."""

COARSE = 4
"""By how much it is reduced again to guess the shift."""

CORNERS = 160
"""Most points that are followed."""

ENOUGH, SHARE = 12, 0.35
"""Points that must agree, and their share of all that were found again."""

OFF = 2.0
"""Pixels of the copy by which points that agree may be off."""

ROW_LEAST = 6
"""So many points tell perspective along a row."""

WIDE_LEAST, WIDE, OFF_LINE = 10, 0.15, 4
"""So many points tell perspective, if ``OFF_LINE`` lie off the line of the others by this share of half its length."""


@dataclass(frozen=True)
class Sketch:
    """A small copy of a frame."""

    colours: Pixels
    grey: NDArray[np.uint8]
    scale: float
    """Its pixels for one of the frame's."""

    @classmethod
    def of(cls, pixels: Pixels) -> Sketch:
        """The copy of a frame's ``pixels``."""
        height, width = pixels.shape[:2]
        scale = min(1.0, SMALL / max(width, height))
        small = resized(pixels, max(8, round(width * scale)), max(8, round(height * scale)))
        return cls(small, np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8), scale)

    @cached_property
    def sharpness(self) -> float:
        """Energy of the finest details, by the picture's contrast: only frames of one scene can be compared."""
        fine = cv2.Laplacian(self.grey, cv2.CV_32F, ksize=3)
        return float(fine.var() / max(float(self.grey.var()), 1.0))

    @cached_property
    def corners(self) -> NDArray[np.float32]:
        """Points to follow, N x 1 x 2."""
        found = cv2.goodFeaturesToTrack(self.grey, CORNERS, 0.01, 6)
        return np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)

    @cached_property
    def coarse(self) -> NDArray[np.float32]:
        """A copy smaller still, whose edges fade out."""
        height, width = self.grey.shape
        size = max(8, width // COARSE), max(8, height // COARSE)
        small = np.asarray(cv2.resize(self.grey, size, interpolation=cv2.INTER_AREA), np.float32)
        window = np.asarray(cv2.createHanningWindow(size, cv2.CV_32F), np.float32)
        return np.asarray((small - small.mean()) * window, np.float32)

    def differs(self, other: Sketch) -> float:
        """Grey levels by which the most different part, of eight by eight, differs from ``other``'s."""
        if self.grey.shape != other.grey.shape:
            return 255.0
        apart = np.asarray(cv2.absdiff(self.grey, other.grey), np.float32)
        return float(np.asarray(cv2.resize(apart, (8, 8), interpolation=cv2.INTER_AREA)).max())


def moved(before: Sketch, now: Sketch) -> Matrix | None:
    """Takes points of the frame ``before`` to where they are ``now``; ``None`` where that cannot be told."""
    if before.grey.shape != now.grey.shape or len(before.corners) < ENOUGH:
        return None
    shift, _ = cv2.phaseCorrelate(before.coarse, now.coarse)
    guess = before.corners + np.float32(COARSE) * np.array(shift, np.float32)
    points, found, _ = cv2.calcOpticalFlowPyrLK(
        before.grey, now.grey, before.corners, guess, winSize=(15, 15), maxLevel=3, flags=cv2.OPTFLOW_USE_INITIAL_FLOW
    )
    kept = found.ravel() == 1
    if kept.sum() < ENOUGH:
        return None
    start, end = before.corners[kept].reshape(-1, 2), points[kept].reshape(-1, 2)
    matrix, agree = cv2.estimateAffinePartial2D(start, end, method=cv2.RANSAC, ransacReprojThreshold=OFF)
    if matrix is None or agree.sum() < max(ENOUGH, SHARE * len(start)):
        return None
    full = np.vstack([matrix, [0.0, 0.0, 1.0]])
    return np.asarray(scaled(1 / now.scale) @ full @ scaled(before.scale), np.float64)


def scaled(factor: float) -> Matrix:
    """Takes points to those of a picture ``factor`` times as large."""
    return np.diag([factor, factor, 1.0])


def shifted(across: float, down: float) -> Matrix:
    """Takes points so many pixels on."""
    return np.array([[1.0, 0.0, across], [0.0, 1.0, down], [0.0, 0.0, 1.0]])


def carried(matrix: Matrix, points: Floats) -> Floats:
    """N x 2 ``points`` where ``matrix`` takes them."""
    full = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(full[:, :2] / np.where(np.abs(full[:, 2:]) < 1e-9, 1e-9, full[:, 2:]), np.float64)


def carried_boxes(matrix: Matrix, boxes: Iterable[Box]) -> list[Box]:
    """Upright boxes about the same middles, grown or shrunk as ``matrix`` does there."""
    sides = box_array(boxes)
    middles = (sides[:, :2] + sides[:, 2:]) / 2
    right, below = np.column_stack([sides[:, 2], middles[:, 1]]), np.column_stack([middles[:, 0], sides[:, 3]])
    middles, right, below = np.split(carried(matrix, np.concatenate([middles, right, below])), 3)
    half = np.maximum(np.abs(right - middles), np.abs(below - middles))
    return [Box(*one) for one in np.column_stack([middles - half, middles + half]).tolist()]


def turn(matrix: Matrix, at: tuple[float, float]) -> float:
    """Degrees clockwise by which ``matrix`` turns what lies at a point."""
    start, end = carried(matrix, np.array([at, (at[0] + 1.0, at[1])]))
    return float(np.degrees(np.arctan2(end[1] - start[1], end[0] - start[0])))


def fitted(start: Floats, end: Floats) -> Matrix | None:
    """What takes N x 2 points best to others: a shift for one, and for more a turn and growth as well.

    Perspective is told only by points that spread over a plane: those of a single row say nothing of what is beside it.
    """
    if not len(start):
        return None
    if len(start) == 1:
        return shifted(*(end[0] - start[0]).tolist())
    if len(start) >= WIDE_LEAST and _off_line(start) >= OFF_LINE:
        full, _ = cv2.findHomography(start, end, cv2.RANSAC, float(np.ptp(end, axis=0).max()) / 60)
        return None if full is None else np.asarray(full, np.float64)
    found, _ = cv2.estimateAffinePartial2D(start, end, method=cv2.LMEDS)
    if found is None:
        return None
    return np.vstack([np.asarray(found, np.float64), [0.0, 0.0, 1.0]])


def fitted_along(start: Floats, end: Floats) -> Matrix | None:
    """The same, and for points of a single row how it runs into the distance.

    That holds along the row only; what lies beyond its ends, or beside it, is not to be taken about so again and again.
    """
    simple = fitted(start, end)
    flat = simple is not None and not simple[2, :2].any()
    return _along_row(start, end, simple) if simple is not None and flat and len(start) >= ROW_LEAST else simple


def _along_row(start: Floats, end: Floats, simple: Matrix) -> Matrix:
    """Perspective along a row, given what takes it about there; points far off that are left out."""
    along = np.linalg.svd(start - start.mean(axis=0))[2][0]
    size = float(np.ptp((start - start.mean(axis=0)) @ along)) / 2
    turned = np.array([[along[0], along[1]], [-along[1], along[0]]]) / size
    into = np.vstack([np.column_stack([turned, -turned @ start.mean(axis=0)]), [0.0, 0.0, 1.0]])
    beside = simple[:2, :2] @ np.linalg.inv(turned)[:, 1]
    places = carried(into, start)[:, 0]
    off = np.linalg.norm(carried(simple, start) - end, axis=1)
    row = simple
    for _ in range(2):
        kept = off <= max(3 * float(np.median(off)), size / 100)
        if kept.sum() < ROW_LEAST:
            break
        a, b, c, d, e = _line(places[kept], end[kept])
        row = np.array([[a, beside[0], b], [c, beside[1], d], [e, 0.0, 1.0]]) @ into
        off = np.linalg.norm(carried(row, start) - end, axis=1)
    return row


def _line(places: Floats, end: Floats) -> list[float]:
    """The five numbers of how places on a line are seen: x = (a t + b) / (e t + 1), y = (c t + d) / (e t + 1)."""
    one, none = np.ones(len(places)), np.zeros(len(places))
    across = np.column_stack([places, one, none, none, -places * end[:, 0]])
    down = np.column_stack([none, none, places, one, -places * end[:, 1]])
    solved = np.linalg.lstsq(np.vstack([across, down]), np.concatenate([end[:, 0], end[:, 1]]), rcond=None)[0]
    found: list[float] = solved.tolist()
    return found


def _off_line(points: Floats) -> int:
    """How many points lie far off the line along which most lie."""
    across, down, x, y = cv2.fitLine(points.astype(np.float32), cv2.DIST_L1, 0, 0.01, 0.01).ravel().tolist()
    off = (points - (x, y)) @ np.array([[across, -down], [down, across]])
    return int((np.abs(off[:, 1]) > WIDE * np.abs(off[:, 0]).max()).sum())
