"""An evening's table by command and over HTTP: state in, state out."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from scoring.round import Round
from scoring.seats import Seat
from scoring.table import Table, after, new_table
from service.cli import app
from service.schemas import TableOut
from service.tables import TableTold

PINFU = {"hand": "123456m 345s 678p 55p", "win": "3s"}
SOUTHS: dict[str, Any] = {"wins": [PINFU | {"seat": "south", "from": "west", "circumstances": {"riichi": True}}]}
DRAW: dict[str, Any] = {"ready": ["south"], "riichi": ["east", "south"]}


def hupai(*args: object, code: int = 0, **options: Any) -> Result:
    result = CliRunner().invoke(app, list(map(str, args)), **options)
    assert result.exit_code == code, result.output
    return result


def asked(client: TestClient, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/table", json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def refused(client: TestClient, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/table", json=body)
    assert response.status_code == 422, response.text
    problem: dict[str, Any] = response.json()
    return problem


NEW = {"rules": "riichi", "players": ["Ann", "Ben", "Cai", "Dan"]}


def test_a_table_goes_from_hand_to_hand(client: TestClient) -> None:
    table = asked(client, table=NEW)["table"]
    assert (table["format"], table["version"], table["totals"]) == ("hupai.table", 1, [25000] * 4)
    table = asked(client, table=table, round=DRAW)["table"]
    assert table["deal"] == {"dealer": 1, "lap": 0, "round": "east", "streak": 0, "honba": 1, "sticks": 2}
    assert table["totals"] == [23000, 27000, 24000, 24000]
    answer = asked(client, table=table, round=SOUTHS)
    sheet = answer["settlement"]["sheets"][0]
    assert sheet["circumstances"] == {"riichi": True, "honba": 1, "sticks": 3}
    assert (sheet["from_table"], answer["table"]["deal"]["sticks"]) == (3000, 0)
    assert sum(answer["table"]["totals"]) == 100000
    assert asked(client, table=answer["table"], undo=True) == {"table": table, "settlement": None}


def test_a_table_is_put_together_once_for_a_score(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    told = asked(client, table=NEW, round=DRAW)["table"]
    found: list[TableTold] = []
    original = TableTold.table

    def counted(table: TableTold) -> Table:
        found.append(table)
        return original(table)

    monkeypatch.setattr(TableTold, "table", counted)
    response = client.post("/v1/score", json=PINFU | {"self_drawn": True, "table": told})
    assert (response.status_code, response.json()["rules"], len(found)) == (200, "riichi", 1)


def test_a_command_and_http_say_the_same(client: TestClient, tmp_path: Path) -> None:
    evening, hand = tmp_path / "evening.json", tmp_path / "hand.json"
    names = [text for name in NEW["players"] for text in ("--player", name)]
    started = hupai("table", evening, "--rules", "riichi", *names, "--json").stdout
    assert json.loads(started) == asked(client, table=NEW)
    hand.write_text(json.dumps({"ready": ["south"]}))
    out = json.loads(hupai("table", evening, hand, "--riichi", "east", "--riichi", "south", "--json").stdout)
    assert out == asked(client, table=json.loads(started)["table"], round=DRAW)
    assert json.loads(evening.read_text()) == out["table"]
    text = hupai("table", evening).stdout
    assert "east 2, 1 honba, 2 sticks, Ben deals" in text
    assert {"riichi", "Ann,", "+2000", "27000", "drawn;"} <= set(text.split())
    undone = json.loads(hupai("table", evening, "--undo", "--json").stdout)
    assert undone["table"] == json.loads(started)["table"]
    assert json.loads(evening.read_text())["played"] == []


def test_the_table_tells_the_score_what_it_knows(client: TestClient, tmp_path: Path) -> None:
    table = asked(client, table=NEW, round=DRAW)["table"]
    evening = tmp_path / "evening.json"
    evening.write_text(json.dumps(table))
    hand = {"hand": "123456m 345s 678p 55p", "win": "3s", "self_drawn": True, "seat": "south"}
    answer = client.post("/v1/score", json=hand | {"table": table}).json()
    assert (answer["rules"], answer["circumstances"]) == ("riichi", {"honba": 1, "sticks": 2})
    typed = hupai("score", "--hand", hand["hand"], "--win", "3s", "--self-drawn", "--seat", "south", "--table", evening)
    assert "honba 1, sticks 2" in typed.stdout
    told = client.post("/v1/score", json=hand | {"table": table, "circumstances": {"honba": 3}})
    assert (told.status_code, told.json()["code"]) == (422, "contradicts_table")
    other = client.post("/v1/score", json=hand | {"table": table, "rules": "mcr"})
    assert other.json()["code"] == "contradicts_table"
    hupai("score", "--hand", hand["hand"], "--rules", "mcr", "--table", evening, code=2)


def test_a_photo_is_scored_at_the_table(client: TestClient, picture: bytes) -> None:
    table = asked(client, table=NEW, round=DRAW)["table"]
    form = {"self_drawn": "true", "table": json.dumps(table)}
    sheet = client.post("/v1/scan", files={"photo": picture}, data=form).json()["sheet"]
    assert (sheet["rules"], sheet["circumstances"]) == ("riichi", {"honba": 1, "sticks": 2})
    bad = client.post("/v1/scan", files={"photo": picture}, data=form | {"table": "{"})
    assert bad.status_code == 422


def test_games_have_their_ends(client: TestClient) -> None:
    table = asked(client, table=NEW | {"game": {"hands": 1, "rounds": 0}}, round=SOUTHS)["table"]
    assert (table["over"], table["standings"][0]["player"]) == ("hands", 1)
    assert refused(client, table=table, round=SOUTHS)["code"] == "game_over"


def test_three_players_may_set_norths_aside(client: TestClient) -> None:
    hand = {"hand": "123456789p 123p 55p", "win": "9p", "self_drawn": True, "circumstances": {"norths": 1}}
    answer = asked(client, table=NEW | {"players": ["Ann", "Ben", "Cai"]}, round={"wins": [hand]})
    assert answer["settlement"]["sheets"][0]["circumstances"] == {"norths": 1, "players": 3}
    assert sum(answer["table"]["totals"]) == 105000


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": 2}, "value_invalid"),
        ({"format": "other"}, "value_invalid"),
        ({"totals": [1, 2, 3, 4]}, "table_invalid"),
        ({"deal": {"dealer": 1, "honba": 1, "sticks": 1}}, "table_invalid"),
        ({"deal": {"dealer": 1, "honba": 1, "sticks": 2, "round": "south"}}, "table_invalid"),
        ({"players": ["Ann", "Ben", "Cai"]}, "table_invalid"),
        ({"players": ["Ann", "Ann", "Cai", "Dan"]}, "bad_players"),
        ({"game": {"rounds": 9}}, "bad_option"),
        ({"rules": "none"}, "unknown_rules"),
    ],
)
def test_a_table_that_does_not_add_up_is_refused(client: TestClient, change: dict[str, Any], code: str) -> None:
    table = asked(client, table=NEW, round=DRAW)["table"]
    assert refused(client, table=table | change)["code"] == code


def test_the_faults_of_a_hand_of_play_name_their_place(client: TestClient) -> None:
    table = asked(client, table=NEW, round=DRAW)["table"]
    told = SOUTHS["wins"][0] | {"circumstances": {"honba": 7}}
    problem = refused(client, table=table, round={"wins": [told]})
    assert (problem["code"], problem["field"]) == ("contradicts_table", "round.wins.0")
    assert refused(client, table=NEW, round=SOUTHS | {"rules": "mcr"})["code"] == "contradicts_table"
    assert refused(client, table=NEW, undo=True)["code"] == "nothing_played"


def test_a_table_that_is_there_is_not_started_again(tmp_path: Path) -> None:
    evening = tmp_path / "evening.json"
    hupai("table", evening)
    before = evening.read_text()
    assert "has a table already" in hupai("table", evening, "--rules", "riichi", code=2).output
    hand = tmp_path / "hand.json"
    hand.write_text("{}")
    hupai("table", evening, hand, "--riichi", "east", code=2)
    assert evening.read_text() == before


@settings(max_examples=15, deadline=None)
@given(st.lists(st.frozensets(st.sampled_from(list(Seat))), max_size=6))
def test_a_table_is_told_and_read_alike(draws: list[frozenset[Seat]]) -> None:
    table = new_table("riichi", {"preset": "tenhou"})
    for ready in draws:
        if not table.over:
            table = after(table, Round(ready=ready), ready)
    text = TableOut.of(table).model_dump_json(by_alias=True)
    assert TableTold.model_validate_json(text).table() == table
