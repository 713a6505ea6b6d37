"""Photos to readings, with one detector that is loaded once and shared."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NoReturn, Protocol

import numpy as np

from service.settings import Settings
from vision.correct import Correction, corrected
from vision.detector import Detector
from vision.errors import ModelError
from vision.game import ANY_GAME, Game
from vision.hints import Hints
from vision.model import CardKind, card_kind
from vision.photo import MAX_BYTES, MAX_PIXELS, Photo, load
from vision.pipeline import open_detector, readers
from vision.reading import HandReading, read, read_hand
from vision.timing import Stopwatch

CARD = "card.toml"


@dataclass(frozen=True, slots=True)
class Model:
    """Which model reads."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Read:
    """A photo and what was read from it."""

    name: str
    photo: Photo
    reading: HandReading
    model: Model

    def played(self, game: Game, hints: Hints | None = None) -> "Read":
        """The same photo read again as one of ``game``, laid out as ``hints`` say.

        Where that gives no hand and nothing was said of how it is laid out, the reading stays.
        """
        if game == ANY_GAME and hints is None:
            return self
        again = read([tile.detection for tile in self.reading.tiles], self.photo, game=game, hints=hints)
        if again.hand is None and hints is None and self.reading.hand is not None:
            return self
        return replace(self, reading=replace(again, ms=self.reading.ms))

    def corrected(self, corrections: Sequence[Correction], game: Game, hints: Hints | None = None) -> "Read":
        """The same photo with what a person says of it; raises ``CorrectionError``."""
        return replace(self, reading=corrected(self.reading, corrections, game, hints))


class Reader(Protocol):
    """Anything that reads photos."""

    @property
    def model(self) -> Model:
        """Which model reads; raises ``ModelError`` when there is none."""
        ...

    def read(self, source: Path | bytes, name: str) -> Read:
        """Read the photo in ``source``, called ``name`` in the answer; raises ``VisionError``."""
        ...

    def check(self) -> None:
        """Read a test picture, the first time; raises ``VisionError`` when that fails."""
        ...


@dataclass(frozen=True)
class PhotoReader:
    """Reads with ``detector``. Safe to share among threads if the detector is."""

    detector: Detector
    model: Model
    max_bytes: int = field(default=MAX_BYTES, kw_only=True)
    max_pixels: int = field(default=MAX_PIXELS, kw_only=True)

    def read(self, source: Path | bytes, name: str) -> Read:
        """Read one photo; see ``Reader``."""
        watch = Stopwatch()
        with watch.stage("load"):
            photo = load(source, name=name, max_bytes=self.max_bytes, max_pixels=self.max_pixels)
        return Read(name, photo, read_hand(photo, self.detector, watch), self.model)

    def check(self) -> None:
        """Read a test picture, the first time; see ``Reader``."""
        _ = self._blank

    @cached_property
    def _blank(self) -> HandReading:
        return read_hand(Photo(np.full((320, 320, 3), 127, np.uint8), "self test"), self.detector)


@dataclass(frozen=True, slots=True)
class NoReader:
    """Stands where no model could be loaded, and says why."""

    error: ModelError

    @property
    def model(self) -> Model:
        """Raises the reason."""
        raise self.error

    def read(self, source: Path | bytes, name: str) -> NoReturn:  # noqa: ARG002
        """Raises the reason."""
        raise self.error

    def check(self) -> NoReturn:
        """Raises the reason."""
        raise self.error


def model_folder(settings: Settings) -> Path:
    """Folder of the model to use, rather two that read together; raises ``ModelError`` when it is not clear which."""
    if settings.models.is_file():
        raise ModelError("model_missing", f"{settings.models} is a file; HUPAI_MODELS names a folder")
    if settings.model is not None:
        return settings.models / settings.model
    if (settings.models / CARD).is_file():
        return settings.models
    folders = readers(settings.models)
    if not folders:
        raise ModelError("model_missing", f"no model in {settings.models}; HUPAI_MODELS names the folder")
    joined = [folder for folder in folders if card_kind(folder) is CardKind.PIPELINE]
    if len(joined) == 1:
        return joined[0]
    if len(folders) > 1:
        names = ", ".join(folder.name for folder in folders)
        raise ModelError("model_missing", f"several models in {settings.models}: {names}; HUPAI_MODEL names one")
    return folders[0]


def load_reader(settings: Settings) -> PhotoReader:
    """Reader with the model that ``settings`` name; raises ``ModelError``."""
    detector = open_detector(model_folder(settings))
    model = Model(detector.card.name, detector.sha256)
    return PhotoReader(detector, model, max_bytes=settings.max_upload_bytes, max_pixels=settings.max_pixels)


def reader_or_reason(settings: Settings) -> Reader:
    """``load_reader``, or a reader that says why there is none: scoring works without."""
    try:
        return load_reader(settings)
    except ModelError as error:
        return NoReader(error)
