import json
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from service import cli
from service.app import create_app
from service.reader import PhotoReader
from service.settings import Settings

STRAIGHT = "123456789m 123p 55p"


def hupai(*arguments: object) -> Result:
    return CliRunner().invoke(cli.app, [*map(str, arguments)])


@pytest.fixture
def reads(
    make_reader: Callable[..., PhotoReader], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, picture: bytes
) -> Callable[..., Path]:
    """A photo in which the command sees what it is given here."""

    def seeing(*tiles: object) -> Path:
        monkeypatch.setattr(cli, "load_reader", lambda _settings: make_reader(*tiles))
        (tmp_path / "hand.jpg").write_bytes(picture)
        return tmp_path / "hand.jpg"

    return seeing


def without_times(scan: dict) -> dict:
    reading = {key: value for key, value in scan["reading"].items() if key not in {"ms", "photo"}}
    return scan | {"reading": reading}


def test_a_sheet_says_what_counts_and_who_pays() -> None:
    result = hupai("score", "--hand", STRAIGHT, "--rules", "mcr", "--win", "5p", "--self-drawn", "--json")
    sheet = json.loads(result.stdout)
    lines = {line["key"]: line for line in sheet["lines"]}
    assert result.exit_code == 0
    assert lines["pure_straight"]["points"] == 16
    assert "short_straight" in lines["pure_straight"]["covers"]
    assert sheet["points"] == sum(line["points"] for line in sheet["lines"]) == 25
    assert sheet["minimum"] == 8
    assert sheet["payments"] == {"east": 99, "south": -33, "west": -33, "north": -33}
    assert sheet["win"] == {
        "tile": "5p",
        "seat": "east",
        "self_drawn": True,
        "from": None,
        "round": "east",
        "events": [],
    }


def test_a_sheet_is_printed_for_people() -> None:
    result = hupai("score", "--hand", STRAIGHT, "--win", "5p", "--from", "西", "--seat", "S", "--flowers", "15f")
    for text in ["清龙", "Pure Straight", "16", "25 points, 2 of them for flowers", "8 needed", "south +", "from west"]:
        assert text.lower() in result.stdout.lower(), text
    assert "assumed" not in result.stdout


def test_a_discarder_that_nobody_named_is_said_to_be_assumed() -> None:
    result = hupai("score", "--hand", STRAIGHT, "--win", "5p", "--seat", "south")
    assert "from east" in result.stdout
    assert "assumed" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (["--self-drawn"], {"self_drawn": True}),
        (["--from", "west", "--seat", "N", "--round", "南"], {"from": "west", "seat": "N", "round": "南"}),
        (["--event", "last_tile", "--event", "last-copy"], {"events": ["last_tile", "last-copy"]}),
        (["--win", "1m", "--event", "last-copy"], {"win": "1m", "events": ["last-copy"]}),
        (["--flowers", "15f"], {"flowers": "15f"}),
        (["--option", "base=10", "--option", "minimum=30"], {"options": {"base": 10, "minimum": 30}}),
        (["--option", "flowers=no"], {"options": {"flowers": False}}),
        (["--rules", "nobody"], {"rules": "nobody"}),
        (["--self-drawn", "--from", "west"], {"self_drawn": True, "from": "west"}),
        (["--win", "9s"], {"win": "9s"}),
    ],
)
def test_the_command_and_the_service_score_alike(client: TestClient, arguments: list[str], asked: dict) -> None:
    by_command = json.loads(hupai("score", "--hand", STRAIGHT, "--win", "5p", *arguments, "--json").stdout)
    answer = client.post("/v1/score", json={"hand": STRAIGHT, "win": "5p"} | asked)
    by_service = answer.json()
    if answer.status_code == 200:
        assert by_command == by_service
    else:
        error = by_command["error"]
        assert error.pop("message") == by_service["detail"]
        assert error.items() <= by_service.items()


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["--hand", "118z", "--win", "1z"], 2, "unknown_tile"),
        (["--hand", STRAIGHT], 2, "win_tile_unknown"),
        (["--hand", STRAIGHT, "--win", "5p", "--option", "x"], 2, "value_invalid"),
        (["--hand", STRAIGHT, "--win", "5p", "--rules", "x"], 2, "unknown_rules"),
        ([], 2, "value_invalid"),
        (["a.jpg", "--hand", STRAIGHT], 2, "value_invalid"),
        (["--hand", "147m 258p 369s 12355z", "--win", "5z"], 1, "not_a_win"),
        (["--hand", "123456m 789p 345s 22s", "--win", "5s"], 1, "below_minimum"),
    ],
)
def test_errors_are_a_sentence_with_their_code(arguments: list[str], status: int, code: str) -> None:
    result = hupai("score", *arguments)
    assert result.exit_code == status
    assert result.stdout == ""
    assert f"({code})" in result.stderr
    as_json = hupai("score", *arguments, "--json")
    assert json.loads(as_json.stdout)["error"]["code"] == code


def test_what_was_not_reached_is_told(client: TestClient) -> None:
    body = client.post("/v1/score", json={"hand": "123456m 789p 345s 22s", "win": "5s"}).json()
    assert (body["code"], body["minimum"]) == ("below_minimum", 8)
    assert body["points"] < 8


def test_a_photo_is_read_and_scored(reads: Callable[..., Path], client: TestClient, picture: bytes) -> None:
    photo = reads()
    by_command = json.loads(hupai("score", photo, "--self-drawn", "--round", "south", "--json").stdout)
    fields = {"self_drawn": "true", "round": "south", "win": ""}
    by_form = client.post("/v1/scan", files={"photo": picture}, data=fields).json()
    by_body = client.post("/v1/scan?self_drawn=true&round=south", content=picture).json()
    assert by_command["sheet"]["points"] == 25
    assert by_command["reading"]["hand"] == by_command["sheet"]["hand"]
    assert without_times(by_command) == without_times(by_form) == without_times(by_body)
    assert "Pure Straight" in hupai("score", photo, "--self-drawn").stdout


def test_lists_come_as_repeated_fields_or_with_commas(client: TestClient, picture: bytes) -> None:
    data = {"win": "1m", "events": ["last_tile", "last_copy"], "options": "base=10, minimum=9"}
    answer = client.post("/v1/scan", files={"photo": picture}, data=data).json()
    assert answer["sheet"]["win"]["events"] == ["last_copy", "last_tile"]
    assert answer["sheet"]["minimum"] == 9


def test_a_photo_without_a_winning_tile_asks_for_it(
    reads: Callable[..., Path], make_reader: Callable[..., PhotoReader], picture: bytes
) -> None:
    tiles = [f"{rank}m" for rank in range(1, 10)] + ["1p", "2p", "3p", "5p", "5p"]
    photo = reads(tiles, None)
    result = hupai("score", photo)
    assert result.exit_code == 2
    assert "win_tile_unknown" in result.stderr
    assert "--win" in result.stderr
    assert hupai("score", photo, "--win", "5p").exit_code == 0
    answer = TestClient(create_app(Settings(), make_reader(tiles, None))).post("/v1/scan", content=picture)
    assert answer.status_code == 200
    assert answer.json()["sheet"] is None
    assert answer.json()["reason"]["code"] == "win_tile_unknown"


def test_a_photo_without_a_hand_has_a_reading_and_a_reason(
    reads: Callable[..., Path], make_reader: Callable[..., PhotoReader], picture: bytes
) -> None:
    result = hupai("score", reads(["1m", "2m", "3m"], None), "--json")
    scan = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [tile["tile"] for tile in scan["reading"]["tiles"]] == ["1m", "2m", "3m"]
    assert scan["sheet"] is None
    assert scan["reason"]["code"] == "no_hand"
    answer = TestClient(create_app(Settings(), make_reader(["1m", "2m", "3m"], None))).post("/v1/scan", content=picture)
    assert without_times(answer.json()) == without_times(scan)


@pytest.mark.parametrize("fields", [{"seat": "up"}, {"colour": "red"}, {"options": "minimum"}, {"win": "8z"}])
def test_fields_of_a_scan_at_fault_are_named(client: TestClient, picture: bytes, fields: dict[str, str]) -> None:
    answer = client.post("/v1/scan", files={"photo": picture}, data=fields)
    assert answer.status_code == 422
    assert answer.json()["field"] == next(iter(fields))


def test_rules_are_the_same_from_the_command_and_the_service(client: TestClient) -> None:
    assert json.loads(hupai("rules", "--json").stdout) == client.get("/v1/rules").json()
    assert json.loads(hupai("rules", "mcr", "--json").stdout) == client.get("/v1/rules/mcr").json()
    assert "大四喜" in hupai("rules", "mcr").stdout
    assert hupai("rules", "nobody").exit_code == 2
