"""The photo with its boxes, for people."""

import numpy as np
from numpy.typing import NDArray

from vision.photo import Photo
from vision.reading import HandReading


def annotate(photo: Photo, reading: HandReading) -> NDArray[np.uint8]:
    """Copy of the photo's pixels with numbered boxes, their tiles, and doubtful ones in amber."""
    raise NotImplementedError
