"""The display matrix of a video: how its pictures are turned to stand upright."""

from __future__ import annotations

from math import atan2, degrees
from struct import unpack

import numpy as np

from vision.stream.frame import Pixels

LENGTH = 36
"""Bytes of a display matrix: nine whole numbers of four bytes."""


def quarter_turns(matrix: bytes) -> tuple[int, bool]:
    """Quarters by which a picture is turned clockwise, and whether it is first mirrored left to right.

    A matrix that turns by another angle counts as the nearest quarter; one that makes no sense as upright.
    """
    if len(matrix) < LENGTH:
        return 0, False
    a, b, _, c, d = unpack("=5i", matrix[:20])
    if a * d - b * c == 0:
        return 0, False
    mirrored = a * d - b * c < 0
    if mirrored:
        a, b = -a, -b
    return round(degrees(atan2(b, a)) / 90) % 4, mirrored


def turned(pixels: Pixels, quarters: int, mirrored: bool) -> Pixels:
    """``pixels`` so turned."""
    seen = pixels[:, ::-1] if mirrored else pixels
    return np.ascontiguousarray(np.rot90(seen, -quarters))
