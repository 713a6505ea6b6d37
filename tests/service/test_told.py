"""What is told wrongly: each fault names its field, in words that tell nothing of how it is read."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from scoring.rules import RULE_SETS
from service.cli import app

RIICHI: dict[str, Any] = {"rules": "riichi", "hand": "123456m22789p567s", "win": "5s", "self_drawn": True}
JSON = {"Content-Type": "application/json"}


def post(client: TestClient, path: str, body: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(path, json=body)
    return answer.status_code, answer.json()


def riichi(**circumstances: Any) -> dict[str, Any]:
    return RIICHI | {"circumstances": {"riichi": True} | circumstances}


@pytest.mark.parametrize("told", [3.9, True, "٣", "５", "+3", " 3 ", "-0", "1e3", None, [3], 10**30])
def test_a_number_that_is_none_is_refused_by_name(client: TestClient, told: Any) -> None:
    status, problem = post(client, "/v1/score", riichi(honba=told))
    assert (status, problem["code"], problem["field"]) == (422, "bad_circumstance", "circumstances")
    assert "honba" in problem["detail"]
    status, problem = post(client, "/v1/settle", {"rules": "riichi", "honba": told})
    assert (status, problem["field"]) == (422, "honba")
    status, problem = post(client, "/v1/score", RIICHI | {"options": {"sanma_noten": told}})
    assert (status, problem["field"]) == (422, "options")


@pytest.mark.parametrize("told", [3, 3.0, "3"])
def test_a_whole_number_may_be_told_in_any_form_of_json(client: TestClient, told: Any) -> None:
    assert post(client, "/v1/score", riichi(honba=told))[1]["circumstances"]["honba"] == 3
    assert post(client, "/v1/settle", {"rules": "riichi", "honba": told})[1]["honba"] == 4
    assert post(client, "/v1/score", riichi(players=3.7))[0] == 422


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        (RIICHI | {"hand": "123456m22789p567s 1f"}, "not_in_play", "hand"),
        (RIICHI | {"rules": "sichuan", "hand": "123456m22789p111z"}, "not_in_play", "hand"),
        (RIICHI | {"hand": "5555m 5m 123p 789p 567s"}, "too_many_copies", "hand"),
        (RIICHI | {"hand": "123m22789p567s (124z)"}, "not_a_meld", "hand"),
        (RIICHI | {"hand": "123456m22789p56s"}, "wrong_tile_count", "hand"),
        (RIICHI | {"hand": "1357m22789p5679s1z"}, "not_a_win", "hand"),
        (RIICHI | {"win": "9s"}, "win_tile_missing", "win"),
        (RIICHI | {"self_drawn": False, "from": "east"}, "winner_is_discarder", "from"),
        (RIICHI | {"circumstances": {"ippatsu": True}}, "contradictory_events", "circumstances"),
        (RIICHI | {"events": ["robbed_kong"]}, "contradictory_events", "events"),
        (RIICHI | {"circumstances": {"robbed_kong": True}}, "contradictory_events", "circumstances"),
        (RIICHI | {"events": ["last_tile"], "circumstances": {"last_tile": False}}, "value_invalid", "events"),
        (
            RIICHI | {"rules": "hong_kong", "events": ["after_kong"], "circumstances": {"after_kong": 0}},
            *("value_invalid", "events"),
        ),
        (RIICHI | {"round": "west", "circumstances": {"round_wind": "south"}}, "value_invalid", "round"),
        (RIICHI | {"options": {"kazoe": None}}, "value_invalid", "options"),
        (RIICHI | {"options": {"kazoe": [1]}}, "value_invalid", "options"),
    ],
)
def test_the_field_at_fault_is_named(client: TestClient, body: dict[str, Any], code: str, field: str) -> None:
    status, problem = post(client, "/v1/score", body)
    assert (status, problem["code"], problem.get("field")) == (422, code, field)


def test_a_reason_in_a_comparison_names_the_field_too(client: TestClient) -> None:
    answer = client.post("/v1/score", json=RIICHI | {"rules": ["riichi", "sichuan"], "circumstances": {"riichi": True}})
    assert [one["reason"] and one["reason"]["field"] for one in answer.json()] == [None, "hand"]


def test_a_round_that_is_told_once_is_taken(client: TestClient) -> None:
    told = riichi(round_wind="south")
    assert post(client, "/v1/score", told)[1]["win"]["round"] == "south"
    assert post(client, "/v1/score", told | {"round": "south"})[1]["win"]["round"] == "south"
    compared = client.post("/v1/score", json=told | {"rules": ["riichi", "mcr"]}).json()
    assert compared[0]["sheet"]["win"]["round"] == "south"
    arguments = ["score", "--hand", RIICHI["hand"], "--win", "5s", "--self-drawn", "--rules", "riichi", "--json"]
    typed = CliRunner().invoke(app, [*arguments, "--set", "round_wind=south", "--set", "riichi=yes"])
    assert json.loads(typed.stdout)["win"]["round"] == "south"


def test_who_gave_the_tile_sits_there(client: TestClient) -> None:
    hand = {"rules": "riichi", "hand": "123p 456p 789p 123s 55s", "win": "5s"}
    sheet = post(client, "/v1/score", hand | {"circumstances": {"riichi": True, "players": 3}})[1]
    assert sheet["win"]["from"] == "west"
    left = {"rules": "sichuan", "hand": "123456789m22333p", "win": "2p", "circumstances": {"already_won": "north"}}
    assert post(client, "/v1/score", left)[1]["win"]["from"] == "west"


TOLD: dict[str, Any] = {
    "players": 3,
    "honba": 2,
    "sticks": 1,
    "nagashi": ["east"],
    "offender": "south",
    "aborted": "four_winds",
    "ready": ["east"],
    "pigs": ["east"],
    "left": ["east"],
    "best": {"east": 5},
    "opened": ["east"],
    "factors": [1, 2, 3, 4],
    "jing_points": {"east": 3},
    "jing_fed": [["east", "south"]],
    "raw_losses": [0, 1, 2, 3],
    "last_drawer": "east",
    "same_first_discards": True,
    "kongs": [{"seat": "west", "meld": "[1111m]"}],
    "unfinished": [{"seat": "west", "hand": "1122334455667m"}],
}


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_a_system_does_not_settle_is_refused_by_name(client: TestClient, name: str) -> None:
    settled = RULE_SETS[name]().settles
    for key, value in TOLD.items():
        if key == "unfinished" and RULE_SETS[name]().hand_sizes != (14,):
            continue
        status, answer = post(client, "/v1/settle", {"rules": name, key: value})
        if key in settled:
            assert status == 200 or answer["code"] != "not_settled", key
        else:
            assert (status, answer["code"], answer["field"]) == (422, "not_settled", key)
            assert answer["detail"].startswith(f"{key}: {name} settles nothing for it")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("nanchang", "jing_fed"),
        ("wuhan", "opened"),
        ("wuhan", "factors"),
        ("sichuan", "pigs"),
        ("sichuan", "best"),
    ],
)
def test_what_says_nothing_by_itself_is_refused_by_name(client: TestClient, name: str, key: str) -> None:
    status, answer = post(client, "/v1/settle", {"rules": name, key: TOLD[key]})
    assert (status, answer["code"], answer["field"]) == (422, "contradictory_events", key)


@pytest.mark.parametrize(
    ("name", "fact", "value"),
    [
        ("changchun", "of_wilds", True),
        ("nanchang", "in_row", True),
        ("wuhan", "concealed", True),
        ("shangrao_tcy", "already_won", ["south"]),
        ("sichuan", "of_wilds", True),
    ],
)
def test_what_a_system_does_not_look_at_in_a_kong_is_refused_by_name(
    client: TestClient, name: str, fact: str, value: Any
) -> None:
    kongs = [{"seat": "east", "meld": "[1111m]"}, {"seat": "west", "meld": "[2222m]", fact: value}]
    status, answer = post(client, "/v1/settle", {"rules": name, "kongs": kongs})
    assert (status, answer["code"], answer["field"]) == (422, "not_settled", f"kongs.1.{fact}")


@pytest.mark.parametrize("losses", [[1, 2, 3, 4], [5, 5, 5, 5]])
@pytest.mark.parametrize("name", ["changchun", "wuhan", "shangrao_jiuyao"])
def test_losses_have_somebody_who_receives_them(client: TestClient, name: str, losses: list[int]) -> None:
    status, answer = post(client, "/v1/settle", {"rules": name, "raw_losses": losses})
    assert (status, answer["code"], answer["field"]) == (422, "contradictory_events", "raw_losses")


def test_who_receives_losses_may_be_named(client: TestClient) -> None:
    told = {"rules": "wuhan", "raw_losses": [0, 30, 0, 0], "raw_winner": "west"}
    assert post(client, "/v1/settle", told)[1]["payments"] == {"east": 0, "south": -30, "west": 30, "north": 0}
    status, answer = post(client, "/v1/settle", told | {"raw_winner": "south"})
    assert (status, answer["field"]) == (422, "raw_winner")


def test_a_false_win_ends_the_hand(client: TestClient) -> None:
    won = {"hand": "123456789m22m (555z)", "win": "2m", "seat": "south", "from": "west"}
    status, answer = post(client, "/v1/settle", {"rules": "hong_kong", "wins": [won], "offender": "north"})
    assert (status, answer["field"]) == (422, "offender")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/v1/score", {"hand": 5, "win": "1m"}, "hand"),
        ("/v1/score", {"hand": "1m", "win": "1m", "rain": 1}, "rain"),
        ("/v1/score", {"hand": "1m", "win": "1m", "rules": []}, "rules"),
        ("/v1/score", {"win": "1m"}, "hand"),
        ("/v1/settle", {"rules": "nanchang", "jing_points": "x"}, "jing_points"),
        ("/v1/settle", {"rules": "nanchang", "jing_points": [1, 2]}, "jing_points.2"),
        ("/v1/settle", {"rules": "riichi", "players": 5}, "players"),
        ("/v1/settle", {"wins": [{"hand": "1m", "win": "1m"}] * 4}, "wins"),
        ("/v1/table", {"table": []}, "table"),
        ("/v1/table", {"table": {"players": list("ABCDE")}}, "table.players"),
        ("/v1/table", {"table": {"game": {"start": None}}}, "table.game"),
    ],
)
def test_a_form_at_fault_is_told_in_our_words(client: TestClient, path: str, body: Any, field: str) -> None:
    status, problem = post(client, path, body)
    assert (status, problem["field"]) == (422, field)
    for word in ("Input", "Tuple", "Extra", "dict[", "tuple[", "NewTable", "TableTold", "validation", "Field"):
        assert word not in problem["detail"]


@pytest.mark.parametrize("text", ['{"honba": ' + "9" * 5000 + "}", '{"a":' * 5000 + "1" + "}" * 5000, '{"honba": '])
def test_a_body_that_cannot_be_read_is_told_as_such(client: TestClient, text: str) -> None:
    answer = client.post("/v1/settle", content=text, headers=JSON)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (422, "value_invalid", "body")


def test_what_is_for_a_new_table_is_told_by_name(tmp_path: Path) -> None:
    evening = tmp_path / "evening.json"
    assert CliRunner().invoke(app, ["table", str(evening)]).exit_code == 0
    told = CliRunner().invoke(app, ["table", str(evening), "--game", "hands=3"])
    assert told.exit_code == 2
    assert "game: " in told.stderr
    assert "has a table already, and this is told of a new one" in told.stderr


def test_a_setting_of_the_wrong_kind_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUPAI_PORT", "abc")
    told = CliRunner().invoke(app, ["read", "none.jpg"])
    assert told.exit_code == 2
    assert "HUPAI_PORT: it is a whole number" in told.stderr
