"""The frame that shows a hand best, kept small, and drawn as evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detection import Box
from vision.draw import annotate, enlargement
from vision.hand_reading import HandReading
from vision.photo import Photo
from vision.stream.frame import Frame, Pixels

QUALITY = 92
"""Of the JPEG in which a frame is kept."""

WRONG = (208, 0, 208)
"""Colour of a tile that is not what is claimed: magenta, which stands for nothing else in a drawing."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame as JPEG."""

    jpeg: bytes
    number: int
    """Of the frame, counted from 0."""
    at: float
    """Seconds from the start of the stream."""

    @classmethod
    def of(cls, frame: Frame) -> Picture:
        """The frame, kept."""
        done, data = cv2.imencode(
            ".jpg", np.ascontiguousarray(frame.pixels[..., ::-1]), [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        )
        assert done, "a picture of bytes can always be written"
        return cls(data.tobytes(), frame.number, frame.at)

    @property
    def pixels(self) -> Pixels:
        """Height x width x 3, RGB."""
        image = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None, "it was written here"
        return np.asarray(image[..., ::-1], np.uint8)


def evidence(picture: Picture, reading: HandReading, wrong: Iterable[tuple[Box, str]] = ()) -> Pixels:
    """The frame with a box for each tile, and those that are not what is claimed marked, with a text for each."""
    photo = Photo(np.ascontiguousarray(picture.pixels), f"frame {picture.number}")
    factor = enlargement(photo, reading)
    canvas = np.ascontiguousarray(annotate(photo, reading))
    for box, text in wrong:
        _mark(canvas, box.scaled(factor), text)
    return np.asarray(canvas, np.uint8)


def _mark(canvas: Pixels, box: Box, text: str) -> None:
    """A stout frame about a tile, and across it what is claimed and what was seen."""
    left, top, right, bottom = (round(side) for side in box)
    stroke = max(2, round(box.short_side / 10))
    cv2.rectangle(canvas, (left, top), (right, bottom), WRONG, stroke, cv2.LINE_AA)
    scale = max(0.4, box.short_side / 90)
    thin = max(1, round(2 * scale))
    (width, height), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thin)
    x = min(max(0, left), max(0, canvas.shape[1] - width))
    y = min(bottom + 2 * height + base, canvas.shape[0] - base)
    cv2.rectangle(canvas, (x, y - height - base), (x + width, y + base), WRONG, cv2.FILLED)
    cv2.putText(canvas, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), thin, cv2.LINE_AA)
