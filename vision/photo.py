"""Any picture file to an upright RGB array."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MAX_BYTES = 50 * 1024 * 1024
MAX_PIXELS = 64_000_000
MIN_SIDE = 32


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright picture. Nothing of the file's metadata is kept."""

    pixels: NDArray[np.uint8]
    """Height x width x 3, RGB."""
    name: str = ""
    """For messages only."""

    @property
    def width(self) -> int:
        """Pixels across."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Pixels down."""
        return int(self.pixels.shape[0])


def load(source: Path | bytes, *, name: str = "", max_bytes: int = MAX_BYTES, max_pixels: int = MAX_PIXELS) -> Photo:
    """Read a picture file or its bytes; raises ``PhotoError``."""
    raise NotImplementedError
