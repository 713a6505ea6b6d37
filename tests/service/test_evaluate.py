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


def test_a_photo_that_cannot_be_read_is_told_and_ends_nothing(dataset: Path) -> None:
    (dataset / "images" / "bad.jpg").write_bytes(b"no picture")
    result = CliRunner().invoke(cli.app, ["evaluate", str(dataset), "--json"])
    answer = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (answer["photos"], answer["photos_unread"], answer["right"]) == (2, 1, 13)
    assert answer["failures"][0]["error"]["code"] == "photo_unknown"
    assert "not read: bad.jpg" in CliRunner().invoke(cli.app, ["evaluate", str(dataset)]).stdout


def test_several_datasets_are_told_one_by_one_and_together(dataset: Path) -> None:
    result = CliRunner().invoke(cli.app, ["evaluate", str(dataset), str(dataset), "--json"])
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["dataset"] for answer in answers] == ["set", "set", "all"]
    assert [answer["tiles"] for answer in answers] == [14, 14, 28]
    low, high = answers[2]["tiles_right_interval"]
    assert low < answers[2]["tiles_right"] < high
    assert "all" in CliRunner().invoke(cli.app, ["evaluate", str(dataset), str(dataset)]).stdout


def test_readings_made_elsewhere_are_compared_alike(dataset: Path, tmp_path: Path) -> None:
    photo = str(dataset / "images" / "one.jpg")
    (tmp_path / "seen.jsonl").write_text(CliRunner().invoke(cli.app, ["read", photo, "--json"]).stdout)
    seen = ["--seen", str(tmp_path / "seen.jsonl")]
    answer = json.loads(CliRunner().invoke(cli.app, ["evaluate", str(dataset), *seen, "--json"]).stdout)
    own = json.loads(CliRunner().invoke(cli.app, ["evaluate", str(dataset), "--json"]).stdout)
    assert answer == own | {"model": None, "ms": answer["ms"]}
    assert CliRunner().invoke(cli.app, ["evaluate", str(dataset), *seen, "--degraded"]).exit_code == 2


def test_photos_made_worse_are_told_when_asked(dataset: Path, make_reader: Callable[..., PhotoReader]) -> None:
    detector = make_reader().detector
    lines = [yolo(seen.face, seen.box) for seen in detector.seen]
    (dataset / "labels" / "one.txt").write_text("\n".join(lines))
    answer = json.loads(CliRunner().invoke(cli.app, ["evaluate", str(dataset), "--degraded", "--json"]).stdout)
    strains = {one["strain"]: one for one in answer["degraded"]}
    assert strains["dark"]["photos_kept"] == [1] * 5  # the fake sees its row even in the dark
    assert len(strains["jpeg"]["strengths"]) == 5
    assert "beyond 10" in CliRunner().invoke(cli.app, ["evaluate", str(dataset), "--degraded"]).stdout


def test_a_dataset_goes_by_the_name_on_its_card(dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("two_1", "one"):
        (dataset / "images" / f"pinkmat_{name}.jpg").hardlink_to(dataset / "images" / "one.jpg")
        (dataset / "labels" / f"pinkmat_{name}.txt").hardlink_to(dataset / "labels" / "one.txt")
    dataset.rename(tmp_path / "unseen")
    monkeypatch.setenv("HUPAI_DATASETS", str(tmp_path))
    for arguments in (["pinkmat"], [str(tmp_path)]):
        lines = CliRunner().invoke(cli.app, ["evaluate", *arguments, "--json"]).stdout.splitlines()
        answer = json.loads(lines[0])
        assert (answer["dataset"], answer["photos"]) == ("pinkmat", 2)
