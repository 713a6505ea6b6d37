"""Wins told by their worth over HTTP: settled alone, and at tables that are kept."""

from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient

from scoring.rules import RULE_SETS

WON = {"seat": "south", "from": "west", "points": 24}


def settle(client: TestClient, rules: str, *scored: dict[str, Any], **more: Any) -> Any:
    return client.post("/v1/settle", json={"rules": rules, "scored": list(scored)} | more)


def test_a_win_by_points_is_settled_by_the_rules(client: TestClient) -> None:
    answer = settle(client, "mcr", WON).json()
    assert answer["payments"] == {"east": -8, "south": 48, "west": -32, "north": -8}
    assert answer["sheets"] == []
    (ledger,) = answer["ledgers"]
    assert (ledger["key"], ledger["name"], ledger["points"]) == ("win", "和牌", 24)
    assert {*answer["translations"][ledger["reason"]]} == {"zh", "ja"}


def test_what_decides_who_pays_is_told_with_it(client: TestClient) -> None:
    robbed = {"seat": "south", "from": "west", "points": 2, "events": ["robbed_kong"]}
    assert settle(client, "nanchang", robbed).json()["payments"] == {"east": 0, "south": 12, "west": -12, "north": 0}
    said = {"seat": "south", "self_drawn": True, "points": 4, "circumstances": {"flying_wilds": {"west": 2}}}
    paid = settle(client, "shangrao_jiuyao", said).json()["payments"]
    assert (paid["west"], paid["north"]) == (-16, -4)


@pytest.mark.parametrize("name", RULE_SETS)
def test_each_system_says_in_what_a_win_is_told(client: TestClient, name: str) -> None:
    told = client.get(f"/v1/rules/{name}").json()
    units = {"changchun": "番", "taiwan16": "台", "ningbo": "台", "hong_kong": "faan"}
    units |= dict.fromkeys(("gb168", "nanchang_168"), "fan")
    assert told["worth_unit"] == units.get(name, "points")
    assert {*told["payment_asks"]} <= {ask["field"] for ask in told["asks"]}


@pytest.mark.parametrize(
    ("rules", "change", "code", "field"),
    [
        ("mcr", {"points": 7}, "below_minimum", "scored.0"),
        ("mcr", {"from": None}, "discarder_unknown", "scored.0.from"),
        ("mcr", {"from": "south"}, "winner_is_discarder", "scored.0.from"),
        ("mcr", {"self_drawn": True}, "value_invalid", "scored.0.from"),
        ("mcr", {"points": None}, "value_invalid", "scored.0.points"),
        ("mcr", {"points": -1}, "value_invalid", "scored.0.points"),
        ("mcr", {"win": "5m"}, "value_invalid", "scored.0.win"),
        ("mcr", {"flowers": "1f"}, "value_invalid", "scored.0.flowers"),
        ("mcr", {"events": ["last_tile"]}, "value_invalid", "scored.0.events"),
        ("hong_kong", {"circumstances": {"last_tile": True}}, "value_invalid", "scored.0.circumstances"),
        ("mcr", {"payments": {"south": 3}}, "contradictory_events", "scored.0.payments"),
        ("wuhan", {}, "payments_unknown", "scored.0.payments"),
        ("shangrao_tcy", {}, "self_draw_only", "scored.0.from"),
    ],
)
def test_what_is_told_wrongly_is_named(
    client: TestClient, rules: str, change: dict[str, Any], code: str, field: str
) -> None:
    told = {key: value for key, value in (WON | change).items() if value is not None}
    answer = settle(client, rules, told)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.json()
    assert answer.json()["field"] == field


def test_nobody_wins_twice(client: TestClient) -> None:
    win = {"hand": "123456789m 123p 55p", "win": "5p", "seat": "south", "from": "west"}
    assert settle(client, "mcr", WON, wins=[win]).json()["field"] == "scored.0.seat"
    assert settle(client, "mcr", WON, WON).json()["field"] == "scored.1.seat"


def test_it_is_kept_at_a_table_undone_edited_and_taken_away(client: TestClient) -> None:
    begun = client.post("/v1/tables", json={"rules": "mcr", "players": ["Ann", "Ben", "Cai", "Dan"]}).json()
    path = f"/v1/tables/{begun['id']}"

    def do(method: str, where: str, version: int, body: Any = None) -> dict[str, Any]:
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": str(uuid4())}
        answer = client.request(method, path + where, json=body, headers=headers)
        assert answer.is_success, answer.text
        told: dict[str, Any] = answer.json()
        return told

    played = do("POST", "/rounds", 0, {"round": {"scored": [WON]}})
    assert played["table"]["totals"] == [-8, 48, -32, -8]
    assert played["table"]["played"][0]["wins"] == [{"winner": 1, "from": 2, "points": 24}]
    assert played["rounds"][0]["asked"] == {"scored": [WON]}
    by_hand = {"seat": "south", "from": "west", "payments": {"west": 60}}
    edited = do("PUT", "/rounds/1", 1, {"round": {"scored": [by_hand]}})
    assert edited["table"]["played"][0]["wins"][0]["points"] == 60
    assert edited["table"]["totals"] == [0, 60, -60, 0]
    assert do("POST", "/undo", 2)["table"] == played["table"]
    assert do("POST", "/undo", 3)["rounds"] == []
    assert do("POST", "/redo", 4)["table"] == played["table"]
    line = client.get(f"{path}/export.csv").text.splitlines()[1].split(",")
    assert [line[0], *line[7:15]] == ["1", "won", "Ben", "Cai", "24", "-8", "48", "-32", "-8"]
    taken = client.get(f"{path}/export.json").json()
    assert taken["rounds"][0]["asked"] == {"scored": [WON]}
    assert client.post("/v1/table", json={"table": taken["table"], "round": {}}).is_success
