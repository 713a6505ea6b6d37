"""What one frame shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import median

import numpy as np

from vision.detection import Detection
from vision.detector import Detector
from vision.quality import Light, TileQuality, measure
from vision.stream.evidence import Look, face_chances, small_picture, weight
from vision.stream.frame import Frame
from vision.stream.matching import Cast
from vision.stream.motion import Sketch
from vision.stream.track import direction


@dataclass(frozen=True)
class Glance:
    """A frame with its tiles, and what each of them seems to be; all in one order."""

    frame: Frame
    sketch: Sketch
    detections: tuple[Detection, ...]
    qualities: tuple[TileQuality, ...]
    light: Light
    looks: tuple[Look, ...]

    @property
    def cast(self) -> Cast:
        """Its tiles, to be matched."""
        ups = np.array([direction(one.up) for one in self.detections], np.complex128)
        return Cast(tuple(one.box for one in self.detections), np.array([look.chances for look in self.looks]), ups)

    @cached_property
    def sure(self) -> float:
        """How sure its middle tile is of its face; 0 where there is none."""
        return median(float(look.chances.max()) for look in self.looks) if self.looks else 0.0

    @cached_property
    def weight(self) -> float:
        """What its middle look weighs; 0 where there is none."""
        return median(look.weight for look in self.looks) if self.looks else 0.0


def glanced_at(frame: Frame, sketch: Sketch, detector: Detector) -> Glance:
    """What ``frame`` shows."""
    photo = frame.photo
    found = tuple(detector.detect(photo))
    quality = measure(photo, [one.box for one in found])
    looks = tuple(
        Look(frame.at, face_chances(one), weight(how), small_picture(frame.pixels, one.box))
        for one, how in zip(found, quality.tiles, strict=True)
    )
    return Glance(frame, sketch, found, quality.tiles, quality.frame, looks)
