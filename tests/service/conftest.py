import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from typer.testing import CliRunner, Result

from service import cli
from service.app import create_app
from service.reader import SELF_TEST_NAME, Model, PhotoReader
from service.settings import Settings
from vision.detection import Box, Detection
from vision.photo import Photo
from vision.timing import Stopwatch

WIDTH, HEIGHT = 40, 56
"""Pixels of a tile in the photos that these tests pretend to see."""

ROW = ([f"{rank}m" for rank in range(1, 10)] + ["1p", "2p", "3p", "5p"], "5p")
"""A pure straight, and the tile that completes it, a tile's width apart."""


class FakeDetector:
    """Sees the same row of tiles in every photo, but what is there in the self-test picture."""

    def __init__(self, tiles: list[str], apart: str | None = None) -> None:
        spaces = [*range(len(tiles)), *([len(tiles) + 1] if apart else [])]
        faces = [*tiles, *([apart] if apart else [])]
        self.seen = [_detection(face, space) for face, space in zip(faces, spaces, strict=True)]

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        with (watch or Stopwatch()).stage("infer"):
            return SELF_TEST if photo.name == SELF_TEST_NAME else self.seen


def _detection(face: str, space: int) -> Detection:
    left = 20 + space * (WIDTH + 1)
    return Detection(face, Box(left, 100, left + WIDTH, 100 + HEIGHT), 0.98)


SELF_TEST = [
    *(_detection(face, space) for space, face in enumerate([*(f"{rank}m" for rank in range(1, 10)), "5s"])),
    *(_detection("7z", space) for space in (11, 12, 13)),
    _detection("5s", 16),
]


@pytest.fixture
def make_reader() -> Callable[..., PhotoReader]:
    def make(tiles: list[str] = ROW[0], apart: str | None = ROW[1]) -> PhotoReader:
        return PhotoReader(FakeDetector(tiles, apart), Model("fake", "0" * 64))

    return make


@pytest.fixture
def settings() -> Settings:
    return Settings(max_upload_bytes=200_000, workers=1, queue=1, client_share=1)


@pytest.fixture
def client(make_reader: Callable[..., PhotoReader], settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings, make_reader()), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def picture() -> bytes:
    return encoded(Image.new("RGB", (700, 300), "darkgreen"))


@pytest.fixture
def hupai(make_reader: Callable[..., PhotoReader], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setattr(cli, "load_reader", lambda _settings: make_reader())
    return lambda *arguments: CliRunner().invoke(cli.app, [*map(str, arguments)])


@pytest.fixture
def photo(tmp_path: Path, picture: bytes) -> Path:
    path = tmp_path / "hand.jpg"
    path.write_bytes(picture)
    return path


def encoded(image: Image.Image, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, format="JPEG", **options)
    return buffer.getvalue()
