import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from service import cli
from service.reader import PhotoReader
from vision.detection import Box
from vision.labels import LABELS

SIZE = (700, 300)


@pytest.fixture
def dataset(make_reader: Callable[..., PhotoReader], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A photo whose labels say what the detector sees, but for its first tile."""
    reader = make_reader()
    monkeypatch.setattr(cli, "load_reader", lambda _settings: reader)
    (tmp_path / "set" / "images").mkdir(parents=True)
    (tmp_path / "set" / "labels").mkdir()
    Image.new("RGB", SIZE).save(tmp_path / "set" / "images" / "one.jpg")
    faces = ["9s", *(seen.face for seen in reader.detector.seen[1:])]
    lines = [yolo(face, seen.box) for face, seen in zip(faces, reader.detector.seen, strict=True)]
    (tmp_path / "set" / "labels" / "one.txt").write_text("\n".join(lines))
    return tmp_path / "set"


def yolo(face: str, box: Box) -> str:
    x, y = box.middle
    return f"{LABELS.index(face)} {x / SIZE[0]} {y / SIZE[1]} {box.width / SIZE[0]} {box.height / SIZE[1]}"


def test_a_dataset_is_told_tile_by_tile(dataset: Path) -> None:
    result = CliRunner().invoke(cli.app, ["evaluate", str(dataset), "--json"])
    answer = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (answer["photos"], answer["tiles"], answer["right"], answer["wrong"]) == (1, 14, 13, 1)
    assert answer["confusion"] == {"9s": {"1m": 1}}
    assert answer["photos_exact"] == 0
    assert answer["model"]["name"] == "fake"
    assert "infer" in answer["ms"]


def test_a_dataset_is_told_to_people(dataset: Path) -> None:
    result = CliRunner().invoke(cli.app, ["evaluate", str(dataset)])
    assert "13 of 14 right" in result.stdout
    assert "9s: 1m x 1" in result.stdout


@pytest.mark.usefixtures("dataset")
@pytest.mark.parametrize("arguments", [["nowhere"], ["nowhere", "--split", "none.txt"]])
def test_a_dataset_that_is_none_is_named(arguments: list[str]) -> None:
    result = CliRunner().invoke(cli.app, ["evaluate", *arguments])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert arguments[-1] in result.stderr
