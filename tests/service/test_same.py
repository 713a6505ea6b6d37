"""The same hand gives the same JSON by command and over HTTP; the page shows what HTTP answers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from service import cli
from service.app import create_app
from service.reader import load_reader
from service.settings import Settings

EXAMPLE = Path(__file__).parents[2] / "examples" / "hand.jpg"

WAYS: list[tuple[list[str], dict[str, Any]]] = [
    (
        ["--hand", "123456789m 123p 55p", "--win", "5p", "--self-drawn"],
        {"hand": "123456789m 123p 55p", "win": "5p", "self_drawn": True},
    ),
    (
        ["--hand", "123456789m 123p 55p", "--win", "5p", "--from", "west", "--seat", "east", "--event", "last_tile"],
        {"hand": "123456789m 123p 55p", "win": "5p", "from": "west", "seat": "east", "events": ["last_tile"]},
    ),
    (
        ["--hand", "1234567m 789p 2349s", "--win", "7m", "--self-drawn", "--rules", "shangrao_jiuyao", "--wild", "9s",
         "--set", "fed=west:3"],
        {"hand": "1234567m 789p 2349s", "win": "7m", "self_drawn": True, "rules": "shangrao_jiuyao", "wild": ["9s"],
         "circumstances": {"fed": {"west": 3}}},
    ),
    (
        ["--hand", "123406m 22789p 567s", "--win", "5s", "--from", "west", "--seat", "south", "--rules", "riichi",
         "--option", "preset=tenhou", "--set", "riichi=yes", "--set", "dora_indicators=1p4z", "--set", "honba=2"],
        {"hand": "123406m 22789p 567s", "win": "5s", "from": "west", "seat": "south", "rules": "riichi",
         "options": {"preset": "tenhou"},
         "circumstances": {"riichi": True, "dora_indicators": "1p4z", "honba": 2}},
    ),
    (
        ["--hand", "123456m 22789p 567s", "--win", "5s", "--from", "west", "--seat", "south", "--rules", "riichi",
         "--rules", "hong_kong", "--rules", "mcr"],
        {"hand": "123456m 22789p 567s", "win": "5s", "from": "west", "seat": "south",
         "rules": ["riichi", "hong_kong", "mcr"]},
    ),
    (
        ["--hand", "147m 258p 369s 12355z", "--win", "5z", "--self-drawn"],
        {"hand": "147m 258p 369s 12355z", "win": "5z", "self_drawn": True},
    ),
    (["--hand", "118z", "--win", "5z"], {"hand": "118z", "win": "5z"}),
]  # fmt: skip
"""The same asked by command and over HTTP."""


@pytest.mark.parametrize(("arguments", "body"), WAYS)
def test_a_hand_is_told_alike(
    hupai: Callable[..., Result], client: TestClient, arguments: list[str], body: dict[str, Any]
) -> None:
    by_command = json.loads(hupai("score", *arguments, "--json").stdout)
    over_http = client.post("/v1/score", json=body)
    if over_http.status_code == 200:
        assert by_command == over_http.json()
        return
    told = over_http.json()
    error = by_command["error"]
    assert (error["code"], error["message"]) == (told["code"], told["detail"])
    assert {key: told[key] for key in error if key != "message"} == {
        key: error[key] for key in error if key != "message"
    }


@pytest.mark.parametrize(("path", "arguments"), [("rules", ()), ("rules/riichi", ("riichi",))])
def test_rules_are_told_alike(
    hupai: Callable[..., Result], client: TestClient, path: str, arguments: tuple[str, ...]
) -> None:
    assert json.loads(hupai("rules", *arguments, "--json").stdout) == client.get(f"/v1/{path}").json()


def test_waits_and_rounds_are_told_alike(hupai: Callable[..., Result], client: TestClient, tmp_path: Path) -> None:
    hand = "123456m 789p 2349s"
    by_command = hupai("waits", "--hand", hand, "--rules", "shangrao_jiuyao", "--indicator", "8s", "--json")
    over_http = client.post("/v1/waits", json={"hand": hand, "rules": "shangrao_jiuyao", "indicator": "8s"})
    assert json.loads(by_command.stdout) == over_http.json()
    told = {"rules": "mcr", "wins": [{"hand": "123456789m 12355p", "win": "5p", "from": "west", "seat": "south"}]}
    path = tmp_path / "round.json"
    path.write_text(json.dumps(told))
    assert json.loads(hupai("settle", path, "--json").stdout) == client.post("/v1/settle", json=told).json()


@pytest.mark.parametrize("rules", [["hong_kong"], ["mcr", "riichi"]])
def test_the_sample_photo_is_told_alike(rules: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    reader = load_reader(Settings())
    monkeypatch.setattr(cli, "load_reader", lambda _settings: reader)
    names = [argument for name in rules for argument in ("--rules", name)]
    result = CliRunner().invoke(cli.app, ["score", str(EXAMPLE), "--self-drawn", "--json", *names])
    client = TestClient(create_app(Settings(), reader))
    photo = {"photo": (str(EXAMPLE), EXAMPLE.read_bytes())}
    answer = client.post("/v1/scan", files=photo, data={"self_drawn": "true", "rules": rules}).json()
    by_command = json.loads(result.stdout)
    assert answer["reading"]["hand"] == "123456789m 55s (777z)"
    for one in (by_command, answer):
        del one["reading"]["ms"], one["reading"]["photo"]
    assert by_command == answer
    as_body = client.post(
        "/v1/scan", params={"self_drawn": "true", "rules": rules}, content=EXAMPLE.read_bytes()
    ).json()
    for one in (as_body,):
        del one["reading"]["ms"], one["reading"]["photo"]
    assert as_body == answer
