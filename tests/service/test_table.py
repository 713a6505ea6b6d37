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
DRAW: dict[str, Any] = {"ready": ["south", "west"], "riichi": ["south", "west"]}


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
    assert table["totals"] == [23500, 25500, 25500, 23500]
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
    hand.write_text(json.dumps({"ready": ["south", "west"]}))
    out = json.loads(hupai("table", evening, hand, "--riichi", "south", "--riichi", "west", "--json").stdout)
    assert out == asked(client, table=json.loads(started)["table"], round=DRAW)
    assert json.loads(evening.read_text()) == out["table"]
    text = hupai("table", evening).stdout
    assert "east 2, 1 honba, 2 sticks, Ben deals" in text
    assert {"riichi", "+500", "25500", "drawn;"} <= set(text.split())
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


def kept(played: list[dict[str, Any]] | None = None, **change: Any) -> dict[str, Any]:
    """A table of riichi as it is kept, before its first hand of play if none is told."""
    told = {"format": "hupai.table", "version": 1, "rules": "riichi", "players": NEW["players"]}
    return told | {"game": {"start": 25000}, "played": played or []} | change


FIRST = {"dealer": 0, "lap": 0, "streak": 0, "honba": 0, "sticks": 0}
NEXT = FIRST | {"dealer": 1, "honba": 1}
PASSED = FIRST | {"dealer": 1}
EVEN = {"deal": FIRST, "ending": "drawn", "moved": [0, 0, 0, 0]}
WON = {"deal": FIRST, "ending": "won", "moved": [-1000, 1000, 0, 0], "wins": [{"winner": 1, "from": 0, "points": 1000}]}


@pytest.mark.parametrize(
    ("table", "field"),
    [
        (kept(over="banana"), "table.over"),
        (kept(deal={"lap": 1}), "table.deal"),
        (kept(deal={"streak": 10**6}), "table.deal"),
        (kept(deal={"honba": 10**6}), "table.deal"),
        (kept(rules="hong_kong", deal={"honba": 3}), "table.deal"),
        (kept(rules="sichuan", deal={"sticks": 3}), "table.deal"),
        (kept([EVEN], deal=NEXT | {"honba": 2}), "table.deal.honba"),
        (kept([EVEN], deal=NEXT | {"lap": 1}), "table.deal.lap"),
        (kept([EVEN], deal=NEXT | {"streak": 1}), "table.deal.streak"),
        (kept([EVEN], deal=NEXT | {"sticks": 1}), "table.deal.sticks"),
        (kept([EVEN], deal=NEXT | {"dealer": 2}), "table.deal.dealer"),
        (kept([EVEN | {"deal": FIRST | {"honba": 1}}], deal=NEXT | {"honba": 2}), "table.played.0.deal"),
        (kept([EVEN | {"moved": [1000, 0, 0, 0]}], deal=NEXT), "table.played.0.moved"),
        (kept([EVEN | {"moved": [-1000, 0, 0, 0], "staked": [0]}], deal=NEXT), "table.deal.sticks"),
        (
            kept([EVEN | {"staked": [0, 0], "moved": [-2000, 0, 0, 0]}], deal=NEXT | {"sticks": 2}),
            "table.played.0.staked",
        ),
        (kept([EVEN | {"wins": WON["wins"]}], deal=NEXT), "table.played.0.wins"),
        (kept([WON | {"wins": []}], deal=PASSED), "table.played.0.wins"),
        (
            kept([WON | {"wins": [{"winner": 1, "from": 1, "points": 1}]}], deal=PASSED),
            "table.played.0.wins",
        ),
        (
            kept([WON | {"wins": [{"winner": 1, "from": 0, "points": -5}]}], deal=PASSED),
            "table.played.0.wins",
        ),
        (kept([EVEN | {"taken_off": [1, 0, 0, 0]}], deal=NEXT), "table.played.0.taken_off"),
        (kept([EVEN | {"moved": [0, 0, 0]}], deal=NEXT), "table.played.0.moved"),
        (kept([EVEN | {"ending": "called_off"}], rules="mcr", deal=PASSED), "table.played.0.ending"),
        (
            kept(
                [EVEN, EVEN | {"deal": NEXT}], game={"start": 25000, "hands": 1}, deal=NEXT | {"dealer": 2, "honba": 2}
            ),
            "table.played.1",
        ),
        (kept(version=True), "table.version"),
        (kept(version=2), "table.version"),
        (kept(format="x"), "table.format"),
        (kept(standings=[{"place": 1, "player": 2, "points": 0}]), "table.standings"),
        (kept(rules="sichuan", game={"rounds": 2}), "table.game"),
        (kept(players=["\0", "B", "C", "D"]), "table.players"),
        (kept(players=["A\u200b", "B", "C", "D"]), "table.players"),
        (kept(players=["A", "A ", "C", "D"]), "table.players"),
        (NEW | {"game": {"start": 10**30}}, "table.game"),
        (NEW | {"game": {"start": "٣"}}, "table.game"),
        (NEW | {"rain": 1}, "table.rain"),
        (kept(rain=1), "table.rain"),
    ],
)
def test_a_table_that_cannot_have_come_about_is_refused_by_field(
    client: TestClient, table: dict[str, Any], field: str
) -> None:
    problem = refused(client, table=table)
    assert problem["field"] == field
    assert problem["detail"].startswith(field)
    assert "Table" not in problem["detail"]


@pytest.mark.parametrize(
    "table",
    [
        kept(),
        kept([EVEN], deal=NEXT),
        kept([WON], deal=PASSED),
        kept([EVEN | {"moved": [-1000, 0, 0, 0], "staked": [0]}], deal=NEXT | {"sticks": 1}),
        kept(players=["张 三", "Ann-Marie", "ب", "D\u00a0E"]),
        kept(game={"start": 1_000_000}),
    ],
)
def test_what_is_answered_is_taken_back(client: TestClient, table: dict[str, Any]) -> None:
    answer = asked(client, table=table)
    assert asked(client, table=answer["table"]) == answer
    after_that = asked(client, table=answer["table"], round={"ready": ["east"]})["table"]
    assert asked(client, table=after_that)["table"] == after_that
    assert asked(client, table=after_that, undo=True)["table"] == answer["table"]


@pytest.mark.parametrize(
    ("rules", "options", "hand"),
    [
        ("taiwan16", {"base": "1000000", "per_tai": "1000000"}, {"hand": "123456789m 22333p 555s", "win": "2p"}),
        ("sichuan", {"unit": "1000000", "cap_fan": "0"}, {"hand": "123456789m 22333p", "win": "2p"}),
    ],
)
def test_large_stakes_are_taken_back(client: TestClient, rules: str, options: dict, hand: dict) -> None:
    won = {"wins": [hand | {"seat": "south", "self_drawn": True}]}
    table = asked(client, table={"rules": rules, "options": options}, round=won)["table"]
    assert asked(client, table=table)["table"] == table


def test_an_evening_has_an_end(client: TestClient) -> None:
    deals = [FIRST | {"dealer": number % 4, "lap": number // 4} for number in range(501)]
    played = [EVEN | {"deal": deal} for deal in deals[:500]]
    long = kept(played, rules="mcr", game={}, deal=deals[500])
    assert len(asked(client, table=long)["table"]["played"]) == 500
    assert refused(client, table=long, round={})["code"] == "game_over"


def test_who_gave_the_tile_sits_at_the_table(client: TestClient) -> None:
    hand = {"hand": "123p 456p 789p 123s 55s", "win": "5s", "circumstances": {"riichi": True}}
    answer = asked(client, table=NEW | {"players": ["Ann", "Ben", "Cai"]}, round={"wins": [hand]})
    assert answer["settlement"]["sheets"][0]["win"]["from"] == "west"
    problem = refused(client, table=NEW, round={"wins": [hand], "players": 3})
    assert (problem["code"], problem["field"]) == ("contradicts_table", "round.players")


def test_the_faults_of_a_hand_of_play_name_their_place(client: TestClient) -> None:
    table = asked(client, table=NEW, round=DRAW)["table"]
    told = SOUTHS["wins"][0] | {"circumstances": {"honba": 7}}
    problem = refused(client, table=table, round={"wins": [told]})
    assert (problem["code"], problem["field"]) == ("contradicts_table", "round.wins.0.circumstances")
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
