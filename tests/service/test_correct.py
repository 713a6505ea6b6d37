"""Corrections and layout hints, by HTTP and by command, and what is asked about a score."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from scoring.hand import MeldKind
from service import cli
from service.app import create_app
from service.corrections import CorrectionFields, told_of
from service.reader import Model, PhotoReader
from service.settings import Settings
from vision.correct import Add, Correction, Delete, Group, Move, Replace, Turn, Win
from vision.detection import Box, Detection
from vision.hand_reading import Role
from vision.photo import Photo
from vision.timing import Stopwatch

WIDTH, HEIGHT = 40, 56


class Seen:
    """Sees these detections in every photo."""

    def __init__(self, detections: list[Detection]) -> None:
        self.detections = detections

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        with (watch or Stopwatch()).stage("infer"):
            return self.detections if photo.name != "self test" else []


def row(faces: str, apart: str | None = None) -> list[Detection]:
    """Tiles side by side, and one a tile's width off."""
    codes = [faces[at : at + 2] for at in range(0, len(faces), 2)]
    spaces = [*range(len(codes)), *([len(codes) + 1] if apart else [])]
    return [
        Detection(face, Box(left := 20 + space * (WIDTH + 1), 100, left + WIDTH, 100 + HEIGHT), 0.98)
        for face, space in zip([*codes, *([apart] if apart else [])], spaces, strict=True)
    ]


def unsure(
    faces: str, number: int, face: str, chance: float, other: str, share: float, apart: str | None = None
) -> list[Detection]:
    tiles = row(faces, apart)
    tiles[number] = replace(tiles[number], face=face, confidence=chance, runners_up=((other, share),))
    return tiles


STRAIGHT = "1m2m3m4m5m6m7m8m9m1p2p3p5p"


@pytest.fixture
def served() -> Iterator[Callable[[list[Detection]], TestClient]]:
    clients: list[TestClient] = []

    def serve(detections: list[Detection]) -> TestClient:
        reader = PhotoReader(Seen(detections), Model("fake", "0" * 64))
        client = TestClient(create_app(Settings(workers=1, queue=1), reader), raise_server_exceptions=False)
        clients.append(client.__enter__())
        return client

    yield serve
    for client in clients:
        client.__exit__(None, None, None)


def typed(monkeypatch: pytest.MonkeyPatch, detections: list[Detection], *arguments: object) -> Result:
    monkeypatch.setattr(cli, "load_reader", lambda _settings: PhotoReader(Seen(detections), Model("fake", "0" * 64)))
    return CliRunner().invoke(cli.app, [*map(str, arguments)])


def read(client: TestClient, picture: bytes, **fields: str) -> Any:
    return client.post("/v1/read", files={"photo": picture}, data=fields).json()


# Corrections over HTTP ------------------------------------------------------------------------------------------------


def test_a_reading_is_corrected_without_its_photo(served: Callable[..., TestClient], picture: bytes) -> None:
    client = served(row("1m2m3m4m5m6m7m8m9m1p2p3p6p", "5p"))
    reading = read(client, picture)
    answer = client.post("/v1/correct", json={"reading": reading, "corrections": ["12=5p"]}).json()
    assert answer["reading"]["hand"] == "123456789m 12355p"
    assert (answer["sheet"], answer["reason"], answer["asks"]) == (None, None, [])
    tile = answer["reading"]["tiles"][12]
    assert (tile["tile"], tile["seen"], tile["fixed"], tile["chance"]) == ("5p", "6p", ["face"], 1.0)
    assert answer["reading"]["model"] == reading["model"]
    assert list(answer["reading"]) == list(reading)


def test_a_corrected_reading_is_scored_by_named_rules(served: Callable[..., TestClient], picture: bytes) -> None:
    client = served(row("1m2m3m4m5m6m7m8m9m1p2p3p6p", "5p"))
    asked = {"reading": read(client, picture), "rules": "mcr", "self_drawn": True}
    before = client.post("/v1/correct", json=asked).json()
    assert before["reason"]["code"] == "not_a_win"
    fields = {"action": "replace", "tile": 12, "face": "5p"}
    after = client.post("/v1/correct", json=asked | {"corrections": [fields]}).json()
    assert after["sheet"]["points"] == 25
    scored = client.post("/v1/score", json={"hand": "123456789m 12355p", "win": "5p", "self_drawn": True}).json()
    assert after["sheet"] == scored


def test_corrections_follow_one_another(served: Callable[..., TestClient], picture: bytes) -> None:
    client = served(row(STRAIGHT + "9s5p"))
    reading = read(client, picture)
    assert reading["trouble"]["code"] == "wrong_tile_count"
    once = client.post("/v1/correct", json={"reading": reading, "corrections": ["12=6p"]}).json()["reading"]
    twice = client.post("/v1/correct", json={"reading": once, "corrections": ["13=none", "12=5p"]}).json()["reading"]
    assert twice["hand"] == "123456789m 12355p"
    assert twice["trouble"] is None
    assert [tile["fixed"] for tile in twice["tiles"] if tile["fixed"]] == [["face"]]


def test_nothing_to_correct_gives_the_same_reading(served: Callable[..., TestClient], picture: bytes) -> None:
    client = served(unsure(STRAIGHT, 9, "1p", 0.6, "1s", 0.39, "5p"))
    reading = read(client, picture)
    again = client.post("/v1/correct", json={"reading": reading}).json()["reading"]
    assert {key: value for key, value in again.items() if key != "ms"} == {
        key: value for key, value in reading.items() if key != "ms"
    }


@pytest.mark.parametrize(
    ("corrections", "field"),
    [
        (["3=5p", "99=5p"], "corrections.1.tile"),
        ([{"action": "replace", "tile": 3, "face": "9z"}], "corrections.0.face"),
        ([{"action": "replace", "tile": 3}], "corrections.0.face"),
        ([{"action": "meld", "tiles": [0, 1], "kind": "chow"}], "corrections.0.tiles"),
        ([{"action": "move", "tile": 0, "role": "king"}], "corrections.0.role"),
        (["3=="], "corrections.0"),
        ([{"action": "fly", "tile": 0}], "corrections.0.action"),
        ([{"action": "add", "face": "5p", "box": [0, 0, 1e99, 1]}], "corrections.0.box.2"),
        (["3=5p"] * 101, "corrections"),
    ],
)
def test_an_error_names_the_correction(
    served: Callable[..., TestClient], picture: bytes, corrections: list[Any], field: str
) -> None:
    client = served(row(STRAIGHT, "5p"))
    answer = client.post("/v1/correct", json={"reading": read(client, picture), "corrections": corrections})
    assert answer.status_code == 422
    assert answer.json()["field"] == field


TILE = {"tile": "5m", "box": [0, 0, 30, 40]}


@pytest.mark.parametrize(
    ("reading", "field"),
    [
        ({}, "reading.width"),
        ({"width": 9, "height": 9, "tiles": [{"tile": "5m"}]}, "reading.tiles.0.box"),
        ({"width": 9, "height": 9, "tiles": [TILE | {"tile": "none", "seen": "none"}]}, "reading.tiles.0.seen"),
        ({"width": 9, "height": 9, "tiles": [TILE | {"tile": "none"}]}, "reading.tiles.0.tile"),
        ({"width": 9, "height": 9, "tiles": [TILE | {"confidence": 2}]}, "reading.tiles.0.confidence"),
        ({"width": 9, "height": 9, "tiles": [TILE] * 401}, "reading.tiles"),
        (
            {"width": 9, "height": 9, "tiles": [TILE], "melds": [{"kind": "chow", "tiles": [0, 1, 2]}]},
            "reading.melds.0.tiles",
        ),
    ],
)
def test_a_reading_that_was_not_answered_is_refused(
    served: Callable[..., TestClient], reading: dict[str, Any], field: str
) -> None:
    answer = served([]).post("/v1/correct", json={"reading": reading})
    assert answer.status_code == 422
    assert answer.json()["field"] == field


def test_two_tiles_in_one_place_are_refused(served: Callable[..., TestClient]) -> None:
    answer = served([]).post("/v1/correct", json={"reading": {"width": 99, "height": 99, "tiles": [TILE, TILE]}})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_reading")


def test_tiles_alone_are_a_reading(served: Callable[..., TestClient]) -> None:
    tiles = [{"tile": one.face, "box": list(one.box)} for one in row(STRAIGHT, "5p")]
    answer = served([]).post("/v1/correct", json={"reading": {"width": 900, "height": 300, "tiles": tiles}})
    assert answer.json()["reading"]["hand"] == "123456789m 12355p"


def test_a_reading_may_be_large_and_not_too_large(served: Callable[..., TestClient]) -> None:
    client = served([])
    assert client.post("/v1/correct", content=b" " * 600_000).status_code == 413
    tiles = [TILE | {"box": [n * 50, 0, n * 50 + 30, 40], "runners_up": [["6m", 0.1]] * 5} for n in range(200)]
    body = json.dumps({"reading": {"width": 9000, "height": 99, "tiles": tiles}, "corrections": ["0=6m"]})
    assert client.post("/v1/correct", content=body, headers={"content-type": "application/json"}).status_code == 200


@pytest.mark.parametrize(
    "correction",
    [
        Replace(3, "5p"),
        Add("5p", Box(1, 2, 3, 4), None, Role.WINNING),
        Add("5p", None, 3),
        Delete(0),
        Move(0, Role.OTHER),
        Win(0),
        Turn(0, False),
        Group((0, 1, 2), MeldKind.PUNG),
    ],
)
def test_every_correction_goes_over_the_wire(correction: Correction) -> None:
    assert CorrectionFields.model_validate(told_of(correction)).correction(0) == correction


# Layout hints ---------------------------------------------------------------------------------------------------------


def test_hints_say_how_the_tiles_lie(served: Callable[..., TestClient], picture: bytes) -> None:
    client = served(row(STRAIGHT + "5p"))
    assert read(client, picture)["winning"] is None
    hinted = read(client, picture, layout="winning=5p")
    assert hinted["tiles"][hinted["winning"]]["tile"] == "5p"
    scanned = client.post(
        "/v1/scan", files={"photo": picture}, data={"layout": "winning=5p", "self_drawn": "true"}
    ).json()
    assert scanned["sheet"]["points"] == 25
    wrong = client.post("/v1/read", files={"photo": picture}, data={"layout": "king=5p"})
    assert (wrong.status_code, wrong.json()["field"], wrong.json()["code"]) == (422, "layout", "bad_hint")


def test_hints_and_corrections_are_typed(monkeypatch: pytest.MonkeyPatch, photo: Path) -> None:
    tiles = row(STRAIGHT[:-2] + "6p5p")
    result = typed(monkeypatch, tiles, "read", photo, "--layout", "winning=5p", "--fix", "12=5p", "--json")
    answer = json.loads(result.stdout)
    assert answer["hand"] == "123456789m 12355p"
    assert answer["tiles"][answer["winning"]]["tile"] == "5p"
    scored = typed(monkeypatch, tiles, "score", photo, "--fix", "12=5p", "--fix", "13=winning", "--self-drawn")
    assert "25 points" in scored.stdout
    assert "5p*" in scored.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["read", "PHOTO", "--fix", "3=9z"], "fix: cannot read '3=9z': no tile '9z' (bad_correction)"),
        (["read", "PHOTO", "--fix", "33=9p"], "corrections.0.tile: no tile 33, the reading has 14"),
        (["read", "PHOTO", "PHOTO", "--fix", "3=9p"], "fix: the tiles of one photo"),
        (["read", "PHOTO", "--layout", "king=3"], "layout: no layout hint 'king=3'"),
        (["read", "PHOTO", "--option", "minimum=6"], "option: the rules"),
        (["score", "--hand", "11m", "--fix", "3=9p"], "fix: it is about the tiles of a photo"),
        (["score", "PHOTO", "--fix", "33=9p"], "corrections.0.tile: no tile 33"),
    ],
)
def test_what_makes_no_sense_is_said(
    monkeypatch: pytest.MonkeyPatch, photo: Path, arguments: list[str], said: str
) -> None:
    result = typed(monkeypatch, row(STRAIGHT, "5p"), *(photo if one == "PHOTO" else one for one in arguments))
    assert result.exit_code == 2
    assert said in result.stderr


# What is asked --------------------------------------------------------------------------------------------------------


def test_a_doubt_that_changes_the_payment_is_asked_about(served: Callable[..., TestClient], picture: bytes) -> None:
    client = served(unsure(STRAIGHT, 0, "1m", 0.6, "4m", 0.39, "5p"))
    answer = client.post(
        "/v1/scan", files={"photo": picture}, data={"self_drawn": "true", "options": "minimum=0"}
    ).json()
    (ask,) = answer["asks"]
    assert (ask["what"], ask["tiles"]) == ("face", [0])
    assert [choice["value"] for choice in ask["choices"]] == ["1m", "4m"]
    assert ask["choices"][0]["points"] != ask["choices"][1]["points"]
    assert ask["message"].startswith("tile 0: 1m (")
    assert answer["settled"] == []


def test_a_doubt_that_changes_nothing_is_not(monkeypatch: pytest.MonkeyPatch, photo: Path) -> None:
    both = row("1m2m3m1p2p3p4s5s6s7s8s9s3z", "3z")
    for number in (12, 13):
        both[number] = replace(both[number], confidence=0.6, runners_up=(("4z", 0.39),))
    result = typed(monkeypatch, both, "score", photo, "--self-drawn", "--option", "minimum=0")
    told = " ".join(result.stdout.split())
    assert "no matter: tiles 12, 13: 3z 3z or 4z 4z, both readings pay 7" in told
    assert "ask:" not in result.stdout
    asked = typed(monkeypatch, both, "read", photo, "--rules", "mcr", "--option", "minimum=0", "--json")
    answer = json.loads(asked.stdout)
    assert (answer["asks"], len(answer["settled"])) == ([], 1)
    assert answer["alternatives"][0]["tiles"] == {"12": "4z", "13": "4z"}


def test_the_winning_tile_is_asked_for_only_where_it_matters(served: Callable[..., TestClient], picture: bytes) -> None:
    client = served(row(STRAIGHT + "5p"))
    answer = client.post("/v1/scan", files={"photo": picture}, data={"self_drawn": "true"}).json()
    assert answer["reason"]["code"] == "win_tile_unknown"
    (ask,) = answer["asks"]
    assert ask["what"] == "winning"
    assert {choice["value"] for choice in ask["choices"]} == {*(f"{n}m" for n in range(1, 10)), "1p", "2p", "3p", "5p"}
    same = client.post(
        "/v1/scan",
        files={"photo": picture},
        data={"self_drawn": "true", "rules": "sichuan", "circumstances": "missing_suit=s"},
    ).json()
    assert same["sheet"] is not None
    assert [unsure["what"] for unsure in same["settled"]] == ["winning"]


def test_without_a_winning_tile_other_doubts_are_asked_about_too(
    served: Callable[..., TestClient], picture: bytes
) -> None:
    client = served(unsure("1m2m3m4m4m4m5m6m7m1p2p3p5p5p", 0, "1m", 0.6, "4m", 0.39))
    fields = {"self_drawn": "true", "rules": "sichuan", "circumstances": "missing_suit=s"}
    answer = client.post("/v1/scan", files={"photo": picture}, data=fields).json()
    assert answer["sheet"] is not None
    assert [ask["what"] for ask in answer["settled"]] == ["winning"]
    (ask,) = answer["asks"]
    assert (ask["what"], ask["tiles"]) == ("face", [0])
    assert ask["choices"][0]["points"] != ask["choices"][1]["points"]


def test_a_photo_that_cannot_be_read_says_why(monkeypatch: pytest.MonkeyPatch, photo: Path) -> None:
    result = typed(monkeypatch, row(STRAIGHT), "read", photo)
    assert "cannot read: 13 tiles seen without flowers" in result.stdout
    many = [Detection("1m", Box(9 * n, 0, 9 * n + 8, 12), 0.9) for n in range(300)]
    answer = json.loads(typed(monkeypatch, many, "read", photo, "--json").stdout)
    assert (answer["hand"], answer["trouble"]["code"]) == (None, "too_many_tiles")


def test_the_rules_tell_which_tiles_lie_together(served: Callable[..., TestClient], picture: bytes) -> None:
    tiles = unsure("1m2m3m4p5p6p7s8s9s1z1z1z5z", 12, "5z", 0.5, "3f", 0.45, "5z")
    client = served(tiles)
    answer = client.post("/v1/scan", files={"photo": picture}, data={"rules": "riichi", "self_drawn": "true"}).json()
    assert answer["reading"]["hand"] == "123m 456p 789s 11155z"


def test_a_reading_in_which_tiles_lie_on_one_another_everywhere_is_read(client: TestClient) -> None:
    def laid(face: str, left: int, top: int, *, aside: bool = False) -> dict:
        width, height = (14, 10) if aside else (10, 14)
        return {"tile": face, "box": [left, top, left + width, top + height], "up": 90.0 if aside else 0.0}

    row = [laid(f"{rank}p", 11 * rank, 100) for rank in range(1, 9)]
    pile = [laid("5m", left, top, aside=True) for left in (103, 129) for top in (95, 104)] + [laid("5m", 118, 100)]
    reading = {"width": 300, "height": 200, "tiles": row + pile}
    answer = client.post("/v1/correct", json={"reading": reading})
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["reading"]["tiles"]) == 13
