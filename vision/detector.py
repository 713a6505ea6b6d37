"""What finds tiles in a photo."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vision.detection import Detection
from vision.photo import Photo
from vision.timing import Stopwatch


class Detector(Protocol):
    """Anything that finds tiles."""

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        """Tiles of ``photo``, at most one a place; stage times are added to ``watch``."""
        ...


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What ``card.toml`` says about a model file."""

    name: str
    file: str
    sha256: str
    labels: tuple[str, ...]
    input_size: int = 640
    """Long side of the first pass, in pixels."""
    tile_size: int = 64
    """The second pass shows the median tile with its longer side this many pixels long."""
    confidence: float = 0.25
    """Detections below it are dropped."""


class OnnxDetector:
    """A detector in ONNX form, from a folder with ``card.toml`` and the file it names. Safe to share among threads."""

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        self.card: ModelCard
        raise NotImplementedError

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        """Tiles of ``photo``; see ``Detector``. Stages: ``prepare``, ``infer``, ``decode``."""
        raise NotImplementedError
