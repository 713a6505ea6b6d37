"""Frames of a stream, upright and no larger than reading needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.errors import StreamError
from vision.photo import MIN_SIDE, Photo
from vision.views import resized

Pixels = NDArray[np.uint8]

LONGEST = 2560
"""Pixels of a frame's longer side; larger ones are made smaller.

A tile is looked at 64 pixels long: so long it is where thirty of them lie side by side across such a frame.
"""

MOST_SIDE = 8192
"""Pixels of a frame's longer side as it comes; no camera for this has more."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a stream."""

    pixels: Pixels
    """Height x width x 3, RGB, upright; nobody writes to it."""
    at: float
    """Seconds from the start of the stream."""
    number: int
    """Counts every frame that came, from 0, also those that were dropped."""

    @property
    def photo(self) -> Photo:
        """The frame as a photo."""
        return Photo(self.pixels, f"frame {self.number}")


@dataclass(frozen=True, slots=True)
class Coming:
    """A frame that came, of which the pixels are made only when somebody wants them."""

    at: float
    number: int
    pixels: Callable[[], Pixels]

    def frame(self) -> Frame:
        """The frame; raises ``StreamError`` for a size that cannot be read."""
        return Frame(self.pixels(), self.at, self.number)


def reduced_size(width: int, height: int) -> tuple[int, int]:
    """The size, width and height, in which such a picture is read."""
    scale = min(1.0, LONGEST / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def reduced(pixels: Pixels) -> Pixels:
    """``pixels``, made smaller where they are larger than ``LONGEST``."""
    return resized(pixels, *reduced_size(pixels.shape[1], pixels.shape[0]))


def check_size(width: int, height: int, name: str) -> None:
    """Raise ``StreamError`` for pictures too large or too small to read."""
    told = f"{name}: {width} x {height} pixels"
    if max(width, height) > MOST_SIDE:
        raise StreamError("stream_too_large", f"{told}, at most {MOST_SIDE} on a side are read")
    if min(width, height) < MIN_SIDE:
        raise StreamError("stream_too_small", f"{told}, less than {MIN_SIDE} on a side")
