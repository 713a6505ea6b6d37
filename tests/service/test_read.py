import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from typer.testing import CliRunner, Result

from service import cli

FIELDS = [
    *("photo", "width", "height", "tiles", "hand", "winning", "light", "doubts", "model", "ms"),
    *("melds", "confidence", "changed", "alternatives", "trouble", "sha256"),
]
TILE_FIELDS = [
    *("tile", "box", "confidence", "row", "index", "role", "rotated", "doubtful", "quality"),
    *("seen", "chance", "runners_up", "up", "there", "fixed"),
]


def without_times(answer: dict) -> dict:
    return {key: value for key, value in answer.items() if key not in {"ms", "photo"}}


def test_a_reading_has_the_fields_that_were_promised(hupai: Callable[..., Result], photo: Path) -> None:
    answer = json.loads(hupai("read", photo, "--json").stdout)
    assert list(answer) == FIELDS
    assert list(answer["tiles"][0]) == TILE_FIELDS
    assert (answer["width"], answer["height"]) == (700, 300)
    assert answer["hand"] == "123456789m 12355p"
    assert answer["tiles"][answer["winning"]]["tile"] == "5p"
    assert answer["model"]["name"] == "fake"
    assert answer["ms"]["infer"] >= 0


def test_photos_that_cannot_be_read_have_their_line_and_the_others_go_on(
    hupai: Callable[..., Result], photo: Path, tmp_path: Path
) -> None:
    (tmp_path / "text.jpg").write_text("no picture")
    result = hupai("read", tmp_path / "none.jpg", photo, tmp_path / "text.jpg", "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [Path(line["photo"]).name for line in lines] == ["none.jpg", "hand.jpg", "text.jpg"]
    assert lines[0]["error"]["code"] == "photo_missing"
    assert lines[1]["hand"]
    assert lines[2]["error"]["code"] == "photo_unknown"
    assert "none.jpg" in result.stderr


def test_drawings_are_written_under_names_of_their_own(
    hupai: Callable[..., Result], photo: Path, tmp_path: Path
) -> None:
    result = hupai("read", photo, photo, "--draw", tmp_path / "out")
    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["hand-2.annotated.jpg", "hand.annotated.jpg"]
    with Image.open(tmp_path / "out" / "hand.annotated.jpg") as drawing:
        assert drawing.width / drawing.height == pytest.approx(700 / 300, rel=0.01)
    assert "hand.annotated.jpg" in result.stderr


def test_the_text_shows_the_tiles_and_the_winning_one(hupai: Callable[..., Result], photo: Path) -> None:
    result = hupai("read", photo)
    assert "hand: 123456789m 12355p" in result.stdout
    assert "won on 5p" in result.stdout


def test_without_a_model_the_command_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, photo: Path) -> None:
    monkeypatch.setenv("HUPAI_MODELS", str(tmp_path))
    result = CliRunner().invoke(cli.app, ["read", str(photo)])
    assert result.exit_code == 2
    assert "model_missing" in result.stderr


def test_the_command_and_the_service_read_alike(
    hupai: Callable[..., Result], photo: Path, picture: bytes, client: TestClient
) -> None:
    by_command = json.loads(hupai("read", photo, "--json").stdout)
    as_form = client.post("/v1/read", files={"photo": ("hand.jpg", picture, "image/jpeg")})
    as_body = client.post("/v1/read", content=picture)
    assert as_form.status_code == as_body.status_code == 200
    assert without_times(as_form.json()) == without_times(as_body.json()) == without_times(by_command)
    assert list(as_form.json()) == FIELDS


def test_several_photos_are_answered_in_order(client: TestClient, picture: bytes) -> None:
    files = [("photo", (name, data)) for name, data in [("a.jpg", picture), ("b.jpg", b"text"), ("dir/c.jpg", picture)]]
    readings = client.post("/v1/read", files=files).json()["readings"]
    assert [reading["photo"] for reading in readings] == ["a.jpg", "b.jpg", "c.jpg"]
    assert readings[1]["error"]["code"] == "photo_unknown"
    assert readings[2]["hand"]


def test_what_a_photo_says_of_its_place_is_not_repeated(client: TestClient) -> None:
    exif = Image.Exif()
    exif[0x010F] = "Secret Camera"
    buffer = io.BytesIO()
    Image.new("RGB", (700, 300)).save(buffer, format="JPEG", exif=exif)
    tagged = buffer.getvalue()
    assert b"Secret Camera" in tagged
    assert "Secret" not in client.post("/v1/read", content=tagged).text


@pytest.mark.parametrize("path", ["/v1/read", "/v1/scan"])
@pytest.mark.parametrize(
    ("address", "fields", "field"),
    [
        ("", {"layout": ["melds=0", "melds=1"]}, "layout"),
        ("?layout=melds%3D0", {"layout": ["melds=1"]}, "layout"),
        ("", {"colour": ["green"]}, "colour"),
        ("?colour=green", {}, "colour"),
    ],
)
def test_a_field_told_twice_or_unknown_is_named(
    client: TestClient, picture: bytes, path: str, address: str, fields: dict, field: str
) -> None:
    answer = client.post(path + address, files={"photo": picture}, data=fields)
    assert (answer.status_code, answer.json()["code"]) == (422, "value_invalid")
    assert answer.json()["field"] == field


def test_the_same_told_twice_is_no_matter(client: TestClient, picture: bytes) -> None:
    files, data = {"photo": picture}, {"layout": ["melds=0", "melds=0"]}
    assert client.post("/v1/read", files=files, data=data).status_code == 200


def test_a_file_that_is_no_photo_is_named(client: TestClient, picture: bytes) -> None:
    answer = client.post("/v1/read", files={"photo": picture, "layout": b"melds=1"})
    assert (answer.status_code, answer.json()["field"]) == (422, "layout")


def test_the_name_of_a_file_is_no_photo(client: TestClient) -> None:
    form = b'--b\r\nContent-Disposition: form-data; name="photo"\r\n\r\ntable.jpg\r\n--b--\r\n'
    answer = client.post("/v1/read", content=form, headers={"Content-Type": "multipart/form-data; boundary=b"})
    assert (answer.status_code, answer.json()["code"]) == (422, "photo_absent")
    assert "@" in answer.json()["detail"]


def test_a_hint_that_does_not_fit_is_told(client: TestClient, picture: bytes) -> None:
    answer = client.post("/v1/read?layout=melds%3D3%20winning%3D9s", content=picture)
    told = [doubt["message"] for doubt in answer.json()["doubts"] if doubt["code"] == "hint_unmet"]
    assert [message.partition(" ")[0] for message in told] == ["melds=3", "winning=9s"]


def test_a_long_hint_is_refused_in_few_words(client: TestClient, picture: bytes) -> None:
    answer = client.post("/v1/read", files={"photo": picture}, data={"layout": "x" * 50_000})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_hint")
    assert len(answer.content) < 1000
