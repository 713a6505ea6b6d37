"""Every rule system is listed, asked and scored, by command and over HTTP alike."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from scoring.circumstances import QUESTIONS
from scoring.rules import RULE_SETS, rule_set
from service import cli
from service.text import FORMS

GOLDEN = {path.stem: tomllib.loads(path.read_text()) for path in (Path(__file__).parents[1] / "golden").glob("*.toml")}
SYSTEMS = pytest.mark.parametrize("name", RULE_SETS)
FLOWER_WINS = {"hong_kong", "ningbo", "taiwan16"}
"""Where a flower may be the winning tile: the last of those that win alone, or a wild one."""
LONE = {"hand": "1234567m 789p 239s", "rules": "shangrao_jiuyao", "wild": "9s", "seat": "south"}
"""One tile short, with a wild tile."""
WON = LONE | {"hand": "1234567m 789p 2349s", "win": "7m", "self_drawn": True}


def hupai(*arguments: object, **more: Any) -> Result:
    return CliRunner().invoke(cli.app, [*map(str, arguments)], **more)


def typed(asked: dict[str, Any]) -> list[str]:
    """What is asked over HTTP, as it is typed."""
    words = []
    for key, value in asked.items():
        if key == "circumstances":
            words += [word for name, said in value.items() for word in ("--set", f"{name}={written(said)}")]
        elif key in ("events", "options"):
            flag = {"events": "--event", "options": "--option"}[key]
            items = [f"{name}={said}" for name, said in value.items()] if isinstance(value, dict) else value
            words += [word for item in items for word in (flag, item)]
        elif isinstance(value, bool):
            words += [f"--{key.replace('_', '-')}"] * value
        else:
            words += [f"--{key}", value]
    return words


def written(value: Any) -> str:
    if isinstance(value, dict):
        return ",".join(f"{seat}:{number}" for seat, number in value.items())
    if isinstance(value, list) and all(isinstance(item, list) for item in value):
        return ",".join("-".join(pair) for pair in value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "-".join(value)
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def alike(client: TestClient, command: str, asked: dict[str, Any]) -> dict[str, Any]:
    """What command and service both answer."""
    by_command = json.loads(hupai(command, *typed(asked), "--json").stdout)
    answer = client.post(f"/v1/{command}", json=asked)
    by_service = answer.json()
    if answer.status_code == 200:
        assert by_command == by_service
    else:
        assert answer.status_code == 422
        assert by_command["error"].items() <= (by_service | {"message": by_service["detail"]}).items()
    return by_service


def golden(name: str) -> dict[str, Any]:
    """The known hand of a system with the most circumstances, and what it is worth."""
    return max(GOLDEN[name]["hand"], key=lambda hand: (len(hand.get("circumstances", {})), "payments" in hand))


def asked_of(name: str, hand: dict[str, Any]) -> dict[str, Any]:
    asked = {"rules": name, "hand": hand["hand"], "win": hand["win"], "seat": hand["seat"]}
    asked |= {"from": hand["from"]} if "from" in hand else {"self_drawn": True}
    return asked | {key: hand[key] for key in ("round", "events", "circumstances") if key in hand}


@SYSTEMS
def test_a_known_hand_is_scored_alike(client: TestClient, name: str) -> None:
    hand = golden(name)
    sheet = alike(client, "score", asked_of(name, hand))
    assert sheet["points"] == hand["points"]
    assert sum(sheet["payments"].values()) == sheet["from_table"]
    assert all(line["worth"] and line["effect"] for line in sheet["lines"])
    assert hand["win"] in hupai("score", *typed(asked_of(name, hand))).stdout


@SYSTEMS
def test_what_a_known_hand_tells_is_asked(name: str) -> None:
    told = {key for hand in GOLDEN[name]["hand"] for key in hand.get("circumstances", {})}
    events = {event for hand in GOLDEN[name]["hand"] for event in hand.get("events", ())}
    assert told | events <= set(rule_set(name).asks)


@SYSTEMS
def test_a_sheet_can_be_asked_for_with_what_it_tells(client: TestClient, name: str) -> None:
    asked = asked_of(name, golden(name))
    sheet = client.post("/v1/score", json=asked).json()
    assert alike(client, "score", asked | {"circumstances": sheet["circumstances"]}) == sheet


@SYSTEMS
def test_a_system_is_shown_alike(client: TestClient, name: str) -> None:
    shown = client.get(f"/v1/rules/{name}").json()
    assert json.loads(hupai("rules", name, "--json").stdout) == shown
    assert shown["flower_wins"] is (name in FLOWER_WINS)
    assert {key: shown[key] for key in ("name", "title", "minimum", "hand_sizes", "minimum_unit")} in client.get(
        "/v1/rules"
    ).json()["rules"]
    assert [ask["field"] for ask in shown["asks"]] == list(rule_set(name).asks)
    assert all(ask["zh"] and ask["en"] for ask in shown["asks"])
    assert all(option["help"] for option in shown["options"])
    assert all(fan["rule"] and fan["english"] and fan["worth"] for fan in shown["fan"])
    text = "".join(hupai("rules", name, env={"COLUMNS": "400"}).stdout.split())
    for words in (shown["title"]["zh"], shown["fan"][0]["name"], shown["options"][0]["name"], shown["asks"][0]["zh"]):
        assert "".join(words.split()) in text


def test_options_tell_which_question_they_answer(client: TestClient) -> None:
    options = {option["name"]: option for option in client.get("/v1/rules/shangrao_jiuyao").json()["options"]}
    assert options["liability"]["questions"] == ["SRA-Q7"]
    assert options["liability"]["default"] is True


@SYSTEMS
def test_a_hand_that_is_far_from_ready_is_told_how_far(client: TestClient, name: str) -> None:
    size = rule_set(name).hand_sizes[0]
    hand = {14: "147m 258p 369s 1234z", 17: "147m 258p 369s 1122334z"}[size]
    hand = "1369m 12478p 2458m" if name == "sichuan" else hand
    answer = alike(client, "waits", {"rules": name, "hand": hand})
    assert answer["away"] > 1 or answer["waits"]
    assert answer["self_drawn"] is True


@SYSTEMS
def test_a_draw_is_settled(client: TestClient, name: str) -> None:
    answer = client.post("/v1/settle", json={"rules": name})
    assert answer.status_code == 200
    assert answer.json()["sheets"] == []
    assert sum(answer.json()["payments"].values()) == 0


def test_wild_tiles_are_told_and_stood_for(client: TestClient) -> None:
    sheet = alike(client, "score", WON)
    assert sheet["circumstances"] == {"wild": "9s"}
    assert sheet["stands"] == [{"tile": "9s", "stands_for": "7m"}]
    assert sheet["lines"][0]["key"] == "plain_lone_wild"
    assert sheet["runner_up"]["points"] < sheet["points"]
    text = hupai("score", *typed(WON)).stdout
    assert "9s as 7m" in text
    assert "有宝掉头和" in text


def test_wild_tiles_follow_from_the_tile_turned_up(client: TestClient) -> None:
    asked = {key: value for key, value in WON.items() if key != "wild"} | {"indicator": "9s"}
    assert alike(client, "score", asked)["circumstances"] == {"wild": "9s1s", "indicator": "9s"}


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"circumstances": {"rain": "yes"}}, "unknown_circumstance", "circumstances"),
        ({"circumstances": {"lucky_drawn": "yes"}}, "unknown_circumstance", "circumstances"),
        ({"circumstances": {"heavenly": "maybe"}}, "bad_circumstance", "circumstances"),
        ({"circumstances": {"robbed_kong": "maybe"}}, "bad_circumstance", "circumstances"),
        ({"circumstances": {"flying_wilds": "up:1"}}, "unknown_seat", "circumstances"),
        ({"circumstances": {"wild": "9s"}}, "value_invalid", "wild"),
        ({"wild": "123456789m"}, "bad_circumstance", "wild"),
        ({"wild": "8x"}, "bad_notation", "wild"),
        ({"indicator": "8x"}, "unknown_tile", "indicator"),
        ({"rules": "mcr"}, "unknown_circumstance", "wild"),
    ],
)
def test_what_is_told_wrongly_is_named(client: TestClient, change: dict[str, Any], code: str, field: str) -> None:
    body = alike(client, "score", WON | change)
    assert (body["code"], body["field"]) == (code, field)


def test_what_is_not_asked_is_answered_with_what_is(client: TestClient) -> None:
    detail = alike(client, "score", WON | {"circumstances": {"rain": "yes"}})["detail"]
    assert "'rain'" in detail
    assert all(key in detail for key in rule_set("shangrao_jiuyao").asks)


@pytest.mark.parametrize("answer", ["yes", True, 1, "1"])
def test_an_event_may_be_told_as_a_circumstance(client: TestClient, answer: Any) -> None:
    asked = {"hand": "123456789m 12355p", "win": "1m", "self_drawn": True}
    by_event = client.post("/v1/score", json=asked | {"events": ["last_tile"]}).json()
    assert client.post("/v1/score", json=asked | {"circumstances": {"last_tile": answer}}).json() == by_event


def test_the_round_wind_may_be_told_as_a_circumstance(client: TestClient) -> None:
    asked = {"hand": "123456789m 12355p", "win": "1m", "self_drawn": True}
    told = alike(client, "score", asked | {"circumstances": {"round_wind": "south"}})
    assert told == alike(client, "score", asked | {"round": "south"})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"self_drawn": False, "from": "west"}, "self_draw_only"),
        ({"win": "4s", "options": {"minimum": 9}}, "below_minimum"),
        ({"hand": "147m 258p 3699s 123z"}, "wrong_tile_count"),
        ({"hand": "1234567m 17p 2349s 1z"}, "not_a_win"),
    ],
)
def test_refusals_have_their_codes(client: TestClient, change: dict[str, Any], code: str) -> None:
    assert alike(client, "score", WON | change)["code"] == code
    status = 2 if code == "wrong_tile_count" else 1
    assert hupai("score", *typed(WON | change)).exit_code == status


def test_waits_are_told_with_scores_and_copies(client: TestClient) -> None:
    answer = alike(client, "waits", LONE | {"hand": "123456m 789p 2349s"})
    assert answer["away"] == 1
    waits = {wait["tile"]: wait for wait in answer["waits"]}
    assert len(waits) == 34
    assert (waits["9s"]["unseen"], waits["2s"]["unseen"], waits["7z"]["unseen"]) == (3, 3, 4)
    assert waits["7z"]["points"] == waits["7z"]["sheet"]["points"] == 3
    assert "有宝掉头和" in hupai("waits", *typed(LONE | {"hand": "123456m 789p 2349s"})).stdout


def test_waits_that_would_be_refused_say_why(client: TestClient) -> None:
    answer = alike(client, "waits", LONE | {"from": "west"})
    assert answer["waits"]
    assert len(answer["waits"]) < 34
    assert {wait["refusal"]["code"] for wait in answer["waits"]} == {"self_draw_only"}
    assert all(wait["points"] is None and wait["sheet"] is None for wait in answer["waits"])


@pytest.mark.parametrize(
    ("change", "field"), [({"hand": WON["hand"]}, "hand"), ({"win": "7m"}, "win"), ({"hand": "118z"}, "hand")]
)
def test_what_is_no_hand_to_wait_with_is_named(client: TestClient, change: dict[str, Any], field: str) -> None:
    answer = client.post("/v1/waits", json=LONE | change)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


TABLE = {
    "rules": "shangrao_jiuyao",
    "wild": "9s",
    "wins": [{"hand": "1234567m 789p 2349s", "win": "7m", "self_drawn": True, "seat": "south"}],
    "kongs": [{"seat": "west", "meld": "[1111z]"}, {"seat": "north", "meld": "(7777z)", "from": "east"}],
    "jing_points": {"south": 1},
}


def test_a_round_is_settled_alike(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(TABLE))
    answer = client.post("/v1/settle", json=TABLE).json()
    assert json.loads(hupai("settle", file, "--json").stdout) == answer
    assert json.loads(hupai("settle", "-", "--json", input=json.dumps(TABLE)).stdout) == answer
    alone = client.post("/v1/score", json=WON).json()
    assert all(answer["sheets"][0][key] == alone[key] for key in ("lines", "points", "payments", "stands"))
    assert {ledger["key"] for ledger in answer["ledgers"]} >= {"own_kong", "claimed_kong"}
    moved = [*answer["sheets"], *answer["ledgers"]]
    for seat, points in answer["payments"].items():
        assert points == sum(part["payments"][seat] for part in moved)
    text = hupai("settle", file).stdout
    assert "自杠" in text
    assert f"{answer['next_dealer']} deals" in text


BATTLE = {
    "rules": "sichuan",
    "wins": [
        {"hand": "123456m 22789p (888m)", "win": "9p", "seat": "south", "from": "east"},
        {"hand": "123456s 99p 678p (222s)", "win": "8p", "seat": "west", "self_drawn": True},
    ],
    "kongs": [
        {"seat": "west", "meld": "(7777s)", "from": "east"},
        {"seat": "north", "meld": "[1111m]", "already_won": ["south"]},
    ],
    "unfinished": [
        {"seat": "east", "hand": "123456m 1123p 579s", "missing_suit": "s"},
        {"seat": "north", "hand": "123456789p 5m [1111m]", "missing_suit": "s"},
    ],
}
"""Two winners one after another, and a wall that runs out."""


def test_a_bloody_battle_is_settled_alike(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    file.write_text(json.dumps(BATTLE))
    answer = client.post("/v1/settle", json=BATTLE).json()
    assert json.loads(hupai("settle", file, "--json").stdout) == answer
    assert [sheet["payments"] for sheet in answer["sheets"]] == [
        {"east": -1, "south": 1, "west": 0, "north": 0},
        {"east": -3, "south": 0, "west": 6, "north": -3},
    ]
    assert answer["sheets"][1]["circumstances"] == {"already_won": ["south"]}
    assert {ledger["key"]: list(ledger["payments"].values()) for ledger in answer["ledgers"]} == {
        "fed_kong": [-2, 0, 2, 0],
        "concealed_kong": [-2, 0, -2, 4],
        "pigs": [-32, 0, 0, 32],
    }
    assert answer["payments"] == {"east": -40, "south": 1, "west": 6, "north": 33}
    assert answer["next_dealer"] == "south"
    assert "查花猪" in hupai("settle", file).stdout


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"unfinished": [{"seat": "up", "hand": "1m"}]}, "unknown_seat", "unfinished.0.seat"),
        ({"unfinished": [{"seat": "east", "hand": "1m"}]}, "wrong_tile_count", "unfinished.0.hand"),
        ({"unfinished": [{"seat": "east", "hand": "8z"}]}, "unknown_tile", "unfinished.0.hand"),
        ({"unfinished": [{"seat": "east", "hand": "1m", "missing_suit": "z"}]}, "value_invalid", None),
        ({"unfinished": BATTLE["unfinished"][:1] * 2}, "value_invalid", "unfinished.1.seat"),
        (
            {"kongs": [{"seat": "east", "meld": "[1111m]", "already_won": ["up"]}]},
            "unknown_seat",
            "kongs.0.already_won",
        ),
        ({"pigs": ["up"]}, "unknown_seat", "pigs"),
        ({"left": ["up"]}, "unknown_seat", "left"),
        ({"best": {"up": 1}}, "unknown_seat", "best"),
    ],
)
def test_a_battle_at_fault_is_named(client: TestClient, change: dict[str, Any], code: str, field: str | None) -> None:
    body = client.post("/v1/settle", json=BATTLE | change).json()
    assert body["code"] == code
    assert field in (None, body["field"])


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"kongs": [{"seat": "up", "meld": "[1111z]"}]}, "unknown_seat", "kongs.0.seat"),
        ({"kongs": [{"seat": "east", "meld": "(123m)"}]}, "not_a_meld", "kongs.0.meld"),
        ({"kongs": [{"seat": "east", "meld": "(1111z)", "from": "east"}]}, "value_invalid", "kongs.0.from"),
        ({"wins": [{"hand": "118z", "win": "1z"}]}, "unknown_tile", "wins.0.hand"),
        ({"wins": [{"hand": "11z"}]}, "win_tile_unknown", "wins.0.win"),
        ({"wins": TABLE["wins"] * 2}, "value_invalid", "wins.1.seat"),
        ({"wins": [TABLE["wins"][0] | {"circumstances": {"wild": "9s"}}]}, "value_invalid", "wins.0.circumstances"),
        ({"wins": [TABLE["wins"][0] | {"hand": "11m"}]}, "wrong_tile_count", "wins.0.hand"),
        ({"jing_points": {"up": 1}}, "unknown_seat", "jing_points"),
        ({"jing_fed": [["east", "east"]]}, "value_invalid", "jing_fed"),
        ({"ready": ["up"]}, "unknown_seat", "ready"),
        ({"last_drawer": "up"}, "unknown_seat", "last_drawer"),
        ({"wild": "8z"}, "unknown_tile", "wild"),
        ({"rain": True}, "value_invalid", "rain"),
    ],
)
def test_a_round_at_fault_is_named(client: TestClient, change: dict[str, Any], code: str, field: str) -> None:
    body = client.post("/v1/settle", json=TABLE | change).json()
    assert (body["code"], body["field"]) == (code, field)
    answer = hupai("settle", "-", "--json", input=json.dumps(TABLE | change))
    assert answer.exit_code == 2
    assert json.loads(answer.stdout)["error"]["code"] == code


def test_a_round_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    assert "cannot read" in hupai("settle", tmp_path / "none.json").stderr
    answer = hupai("settle", "-", input="no json")
    assert answer.exit_code == 2
    assert "value_invalid" in answer.stderr


def test_photos_are_scored_with_what_is_told(client: TestClient, picture: bytes) -> None:
    data = {
        "rules": "shangrao_jiuyao",
        "self_drawn": "true",
        "circumstances": ["flying_wilds=0, 1, 0, 0", "fed=west:1"],
    }
    scan = client.post("/v1/scan", files={"photo": picture}, data=data | {"wild": ["3z", "4z"], "seat": "south"}).json()
    told = scan["sheet"]["circumstances"]
    assert told["wild"] == "3z4z"
    assert told["flying_wilds"] == {"east": 0, "south": 1, "west": 0, "north": 0}
    assert told["fed"]["west"] == 1
    broken = client.post("/v1/scan", files={"photo": picture}, data=data | {"circumstances": "rain"})
    assert broken.json()["field"] == "circumstances"


@SYSTEMS
def test_a_system_is_in_the_readme(name: str) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"| `{name}` | {rule_set(name).title.zh}" in readme


def test_the_round_in_the_readme_is_settled(client: TestClient) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    text = readme[readme.index('{"rules": "shangrao_jiuyao"') :].partition("```")[0]
    answer = client.post("/v1/settle", json=json.loads(text)).json()
    assert [ledger["key"] for ledger in answer["ledgers"]][:2] == ["own_kong", "claimed_kong"]


def test_every_question_has_a_form_in_which_it_is_typed() -> None:
    for question in QUESTIONS.values():
        assert question.answer in FORMS


def test_waits_say_which_tiles_are_wild() -> None:
    arguments = ["waits", "--hand", "123456m 789p 234s 9s", "--rules", "shangrao_jiuyao", "--indicator", "8s"]
    told = CliRunner().invoke(cli.app, [*arguments, "--json"])
    assert json.loads(told.stdout)["wild"] == ["8s", "9s"]
    assert "8s 9s wild" in CliRunner().invoke(cli.app, arguments).stdout


RIICHI = {
    "rules": "riichi",
    "hand": "123406m 22789p 567s",
    "win": "6s",
    "seat": "south",
    "from": "west",
    "circumstances": {"riichi": True, "dora_indicators": "1p", "ura_indicators": "6s", "honba": 2, "sticks": 1},
}


def test_han_fu_and_what_is_on_top_are_told(client: TestClient) -> None:
    sheet = alike(client, "score", RIICHI)
    assert [(line["english"], line["fu"]) for line in sheet["han_fu"]["fu_lines"]] == [
        ("base", 20),
        ("closed ron", 10),
        ("closed wait", 2),
    ]
    assert (sheet["han_fu"]["han"], sheet["han_fu"]["fu"], sheet["han_fu"]["limit"]) == (5, 40, "mangan")
    assert [(one["key"], one["points"]) for one in sheet["apart"]] == [("honba", 600), ("sticks", 1000)]
    assert sheet["from_table"] == 1000
    assert [line["japanese"] for line in sheet["lines"]] == ["立直", "ドラ", "裏ドラ", "赤ドラ"]
    text = " ".join(hupai("score", *typed(RIICHI), env={"COLUMNS": "400"}).stdout.split())
    for words in ("closed wait 2 (6s completed 567s) = 32, so 40", "5 han 40 fu, mangan: 8000 points", "Honba 2 x 300"):
        assert words in text


def test_a_preset_and_three_players_are_taken(client: TestClient) -> None:
    asked = {"rules": "riichi", "hand": "22345678p 456789s", "win": "8p", "seat": "south", "self_drawn": True}
    told = {"riichi": True, "players": 3, "norths": 2}
    sheet = alike(
        client, "score", asked | {"circumstances": told, "options": {"preset": "ema", "sanma_tsumo": "split"}}
    )
    assert sheet["payments"] == {"east": -5000, "south": 8000, "west": -3000, "north": 0}
    assert sheet["options"]["preset"] == "custom"


def test_a_drawn_hand_of_riichi_is_settled_with_its_counters(client: TestClient) -> None:
    drawn = client.post("/v1/settle", json={"rules": "riichi", "ready": ["south"], "honba": 1, "sticks": 2}).json()
    assert drawn["payments"] == {"east": -1000, "south": 3000, "west": -1000, "north": -1000}
    assert (drawn["next_dealer"], drawn["honba"], drawn["sticks"]) == ("south", 2, 2)
    off = client.post("/v1/settle", json={"rules": "riichi", "aborted": "four_winds", "players": 3})
    assert off.status_code == 422
