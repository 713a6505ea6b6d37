"""Videos made on the spot, and a detector that sees what a test tells it to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


def corner(width: int, height: int, grey: int = 0) -> Pixels:
    """A picture with its upper left quarter white."""
    pixels = np.full((height, width, 3), grey, np.uint8)
    pixels[: height // 2, : width // 2] = 255
    return pixels


def write_video(path: Path, pictures: Iterator[Pixels] | list[Pixels], rate: int = 30, codec: str = "libx264") -> Path:
    with av.open(str(path), "w") as container:
        track = container.add_stream(codec, rate=Fraction(rate), options={"preset": "ultrafast", "g": "15"})
        track.pix_fmt = "yuv420p"
        for number, pixels in enumerate(pictures):
            if not number:
                track.height, track.width = pixels.shape[:2]
            for packet in track.encode(av.VideoFrame.from_ndarray(pixels, "rgb24")):
                container.mux(packet)
        for packet in track.encode():
            container.mux(packet)
    return path


@pytest.fixture
def video(tmp_path: Path) -> Callable[..., Path]:
    def made(count: int = 30, width: int = 160, height: int = 120, name: str = "made.mp4", rate: int = 30) -> Path:
        pictures = [corner(width, height, 4 * number % 200) for number in range(count)]
        return write_video(tmp_path / name, pictures, rate)

    return made
