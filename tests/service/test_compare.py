"""One hand under several rule systems, by command, over HTTP and from a photo."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from scoring.rules import RULE_SETS, rule_set
from service import cli
from service.reader import PhotoReader

HAND = {"hand": "123456m 22789p 567s", "win": "5s", "from": "west", "seat": "south"}
SYSTEMS = ["riichi", "hong_kong", "taiwan16", "sichuan", "mcr"]


def hupai(*arguments: object) -> Result:
    return CliRunner().invoke(cli.app, [*map(str, arguments)])


def typed(asked: dict[str, Any]) -> list[str]:
    words = []
    for key, value in asked.items():
        flag = {"rules": "--rules", "options": "--option", "circumstances": "--set"}.get(key, f"--{key}")
        items = [f"{name}={said}" for name, said in value.items()] if isinstance(value, dict) else value
        words += [word for item in (items if isinstance(items, list) else [items]) for word in (flag, str(item))]
    return words


def alike(client: TestClient, asked: dict[str, Any]) -> list[dict[str, Any]]:
    """What command and service both answer."""
    found: list[dict[str, Any]] = client.post("/v1/score", json=asked).json()
    assert json.loads(hupai("score", *typed(asked), "--json").stdout) == found
    return found


def test_each_system_says_what_the_hand_is_worth_or_why_not(client: TestClient) -> None:
    found = alike(client, HAND | {"rules": SYSTEMS, "options": {"hong_kong.min_faan": "2"}})
    assert [one["rules"] for one in found] == SYSTEMS
    assert {one["rules"]: one["reason"] and one["reason"]["code"] for one in found} == {
        "riichi": None,
        "hong_kong": None,
        "taiwan16": "wrong_tile_count",
        "sichuan": "three_suits",
        "mcr": "below_minimum",
    }
    for one in found:
        assert one["title"]["zh"] == rule_set(one["rules"]).title.zh
        assert (one["sheet"] is None) != (one["reason"] is None)


def test_a_sheet_beside_others_is_the_one_that_stands_alone(client: TestClient) -> None:
    found = alike(client, HAND | {"rules": ["hong_kong", "riichi"], "options": {"min_faan": "0"}})
    alone = client.post("/v1/score", json=HAND | {"rules": "hong_kong", "options": {"min_faan": "0"}}).json()
    assert found[0]["sheet"] == alone
    assert found[0]["sheet"]["points"] == 4


def test_a_hand_of_seventeen_is_told_its_size_by_the_others(client: TestClient) -> None:
    found = alike(client, HAND | {"hand": "123456m 456789p 22567s", "rules": ["taiwan16", "hong_kong"]})
    assert found[0]["sheet"]["lines"][0]["name"] == "平胡"
    assert found[1]["reason"]["code"] == "wrong_tile_count"


def test_each_system_is_told_what_it_asks_about(client: TestClient) -> None:
    drawn = {key: value for key, value in HAND.items() if key != "from"} | {"from": "west"}
    told = {"missing_suit": "s", "riichi": True, "dealer_streak": 2}
    found = alike(client, drawn | {"rules": ["riichi", "hong_kong"], "circumstances": {"riichi": "yes"}})
    assert found[0]["sheet"]["circumstances"] == {"riichi": True}
    assert found[1]["reason"]["code"] == "below_minimum"
    whole = client.post("/v1/score", json=drawn | {"rules": SYSTEMS, "circumstances": told})
    assert whole.status_code == 200
    found = alike(client, drawn | {"rules": ["shangrao_tcy", "hong_kong"], "wild": "9s"})
    assert found[0]["reason"]["code"] == "self_draw_only"


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"rules": ["mcr", "poker"]}, "unknown_rules", "rules"),
        ({"rules": ["mcr", "mcr"]}, "value_invalid", "rules"),
        ({"rules": []}, "value_invalid", "rules"),
        ({"rules": ["mcr", 5]}, "value_invalid", "rules.1"),
        ({"options": {"rain": "1"}}, "unknown_option", "options"),
        ({"options": {"mcr.min_faan": "1"}}, "unknown_option", "options"),
        ({"options": {"hong_kong.min_faan": "some"}}, "bad_option", "options"),
        ({"circumstances": {"rain": "yes"}}, "unknown_circumstance", "circumstances"),
        ({"circumstances": {"liable": "up"}}, "unknown_seat", "circumstances"),
        ({"wild": "9s"}, "unknown_circumstance", "wild"),
        ({"hand": "118z"}, "unknown_tile", "hand"),
        ({"win": None}, "win_tile_unknown", "win"),
        ({"seat": "up"}, "unknown_seat", "seat"),
        ({"rain": True}, "value_invalid", "rain"),
    ],
)
def test_what_is_no_good_for_any_system_is_refused_as_a_whole(
    client: TestClient, change: dict[str, Any], code: str, field: str
) -> None:
    answer = client.post("/v1/score", json=HAND | {"rules": ["mcr", "hong_kong"]} | change)
    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["field"]) == (code, field)


def test_the_scores_are_printed_side_by_side() -> None:
    names = [word for name in RULE_SETS for word in ("--rules", name)]
    result = hupai("score", *typed(HAND), *names)
    assert result.exit_code == 0
    assert all(name in result.stdout for name in RULE_SETS)
    assert "123456m 22789p 567s" in result.stdout
    assert "south" in result.stdout


def test_the_exit_status_is_no_where_no_system_has_a_score() -> None:
    bad = HAND | {"hand": "147m 258p 369s 12345z", "win": "5z"}
    result = hupai("score", *typed(bad), "--rules", "hong_kong", "--rules", "riichi")
    assert result.exit_code == 1
    assert "away" in "".join(result.stdout.split())


def test_an_assumed_discarder_is_told() -> None:
    result = hupai("score", "--hand", HAND["hand"], "--win", "5s", "--rules", "riichi", "--rules", "mcr")
    assert "assumed" in result.stdout


def test_a_photo_is_read_once_and_scored_by_each(client: TestClient, picture: bytes) -> None:
    data = {"rules": ["mcr", "hong_kong"], "self_drawn": "true"}
    scan = client.post("/v1/scan", files={"photo": picture}, data=data).json()
    assert [one["rules"] for one in scan["scores"]] == ["mcr", "hong_kong"]
    assert scan["reason"] is None
    alone = client.post("/v1/scan", files={"photo": picture}, data=data | {"rules": "mcr"}).json()
    assert scan["scores"][0]["sheet"] == alone["sheet"]
    broken = client.post("/v1/scan", files={"photo": picture}, data=data | {"rules": ["mcr", "poker"]})
    assert broken.json()["field"] == "rules"


def test_the_command_reads_a_photo_once_too(
    make_reader: Callable[..., PhotoReader], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, picture: bytes
) -> None:
    monkeypatch.setattr(cli, "load_reader", lambda _settings: make_reader())
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(picture)
    words = ("score", photo, "--self-drawn", "--rules", "mcr", "--rules", "taiwan16")
    scan = json.loads(hupai(*words, "--json").stdout)
    assert scan["scores"][0]["sheet"]["points"] > 0
    assert scan["scores"][1]["reason"]["code"] == "wrong_tile_count"
    text = hupai(*words).stdout
    assert "hand:" in text
    assert "taiwan16" in text


def test_a_photo_without_a_hand_has_no_scores(
    make_reader: Callable[..., PhotoReader], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, picture: bytes
) -> None:
    monkeypatch.setattr(cli, "load_reader", lambda _settings: make_reader(["1m", "2m"]))
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(picture)
    result = hupai("score", photo, "--self-drawn", "--rules", "mcr", "--rules", "riichi", "--json")
    assert result.exit_code == 1
    scan = json.loads(result.stdout)
    assert scan["scores"] == []
    assert scan["reason"]["code"] == "no_hand"
