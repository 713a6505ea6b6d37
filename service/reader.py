"""Photos to readings, with detectors that are loaded once and shared."""

import hashlib
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NoReturn, Protocol

from service.errors import ServiceError
from service.metrics import count_reading
from service.settings import Settings, processors
from vision.correct import Correction, corrected
from vision.detector import Detector
from vision.errors import ModelError
from vision.game import ANY_GAME, Game
from vision.hints import Hints
from vision.model import CardKind, card_kind
from vision.photo import MAX_BYTES, MAX_PIXELS, Photo, contents, load
from vision.pipeline import open_detector, readers
from vision.reading import HandReading, read, read_hand
from vision.timing import Stopwatch

CARD = "card.toml"

SELF_TEST = Path(__file__).parent / "selftest.jpg"
"""A hand that our generator drew: ``examples/hand.jpg`` at half its size."""
SELF_TEST_NAME = "self test"
SELF_TEST_HAND = ("123456789m 55s (777z)", "5s")
"""What it shows, and the winning tile."""


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
    sha256: str
    """Of the photo's bytes as they came."""

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
        """Read the self-test picture; raises ``VisionError``, or ``ServiceError`` when something else is read."""
        ...


class Crowd:
    """How many photos are being read at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._here = 0

    @contextmanager
    def joined(self) -> Iterator[bool]:
        """Be one of them; tells whether the only one."""
        with self._lock:
            self._here += 1
            alone = self._here == 1
        try:
            yield alone
        finally:
            with self._lock:
                self._here -= 1


@dataclass(frozen=True)
class PhotoReader:
    """Reads with ``detector``, or with ``alone`` while it reads one photo only. Threads may share it if they may those.

    Beside one another runs with few threads each are faster; a photo by itself is read faster with all cores.
    """

    detector: Detector
    model: Model
    max_bytes: int = field(default=MAX_BYTES, kw_only=True)
    max_pixels: int = field(default=MAX_PIXELS, kw_only=True)
    alone: Detector | None = field(default=None, kw_only=True)
    crowd: Crowd = field(default_factory=Crowd, kw_only=True)

    def read(self, source: Path | bytes, name: str) -> Read:
        """Read one photo; see ``Reader``."""
        watch = Stopwatch()
        with self.crowd.joined() as alone:
            with watch.stage("load"):
                data = contents(source, name=name, max_bytes=self.max_bytes)
                photo = load(data, name=name, max_bytes=self.max_bytes, max_pixels=self.max_pixels)
            detector = self.alone if alone and self.alone is not None else self.detector
            reading = read_hand(photo, detector, watch)
        count_reading(reading)
        return Read(name, photo, reading, self.model, hashlib.sha256(data).hexdigest())

    def check(self) -> None:
        """Read the self-test picture; see ``Reader``."""
        photo = load(SELF_TEST.read_bytes(), name=SELF_TEST_NAME)
        reading = read_hand(photo, self.detector)
        if (str(reading.hand), str(reading.winning_tile)) != SELF_TEST_HAND:
            raise ServiceError("self_test_failed", f"the self-test picture is read as {reading.hand}")


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
    """Reader with the model that ``settings`` name, for photos one by one; raises ``ModelError``."""
    detector = open_detector(model_folder(settings))
    model = Model(detector.card.name, detector.sha256)
    return PhotoReader(detector, model, max_bytes=settings.max_upload_bytes, max_pixels=settings.max_pixels)


def serving_reader(settings: Settings) -> PhotoReader:
    """Reader for several photos at once; raises ``ModelError``."""
    reader = load_reader(settings)
    if min(settings.workers, processors()) == 1:
        return reader
    return replace(
        reader, detector=open_detector(model_folder(settings), threads=settings.threads), alone=reader.detector
    )


def reader_or_reason(settings: Settings) -> Reader:
    """``serving_reader``, or a reader that says why there is none: scoring works without."""
    try:
        return serving_reader(settings)
    except ModelError as error:
        return NoReader(error)
