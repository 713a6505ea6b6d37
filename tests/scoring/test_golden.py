"""The known hands of ``tests/golden``: each with every item that counts and why."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import BelowMinimum
from scoring.hand import parse_hand
from scoring.rules import RULE_SETS, with_options
from scoring.score import score
from scoring.tiles import parse_tile
from scoring.win import Win, parse_event, parse_seat

FOLDER = Path(__file__).parents[1] / "golden"
GOLDEN: dict[str, list[dict[str, Any]]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["hand"] for path in sorted(FOLDER.glob("*.toml"))
}
HANDS = [pytest.param(name, case, id=f"{name} {case['hand']}") for name, cases in GOLDEN.items() for case in cases]


def win(case: dict[str, Any]) -> Win:
    return Win(
        tile=parse_tile(case["win"]),
        winner=parse_seat(case["seat"]),
        discarder=parse_seat(case["from"]) if "from" in case else None,
        round_wind=parse_seat(case["round"]),
        events=frozenset(map(parse_event, case.get("events", ()))),
    )


@pytest.mark.parametrize(("name", "case"), HANDS)
def test_a_known_hand_counts_what_the_book_says(name: str, case: dict[str, Any]) -> None:
    rules = with_options(RULE_SETS[name](), {"minimum": "0"})
    sheet = score(parse_hand(case["hand"]), win(case), rules)
    assert [[line.name, line.points] for line in sheet.lines] == case["items"]
    assert sheet.points == case["points"]


@pytest.mark.parametrize(("name", "case"), HANDS)
def test_a_known_hand_below_the_minimum_is_refused_with_its_points(name: str, case: dict[str, Any]) -> None:
    rules = RULE_SETS[name]()
    qualifying = case["points"] - dict(case["items"]).get("花牌", 0)
    if qualifying >= rules.minimum:
        assert score(parse_hand(case["hand"]), win(case), rules).qualifying == qualifying
    else:
        with pytest.raises(BelowMinimum) as refusal:
            score(parse_hand(case["hand"]), win(case), rules)
        assert refusal.value.points == qualifying


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_fan_has_a_known_hand_that_shows_it(name: str) -> None:
    rules = RULE_SETS[name]()
    names = {fan.key: fan.name for fan in rules.fan}
    shown = {case["shows"]: dict(case["items"]) for case in GOLDEN[name] if "shows" in case}
    assert shown.keys() == names.keys()
    assert all(names[key] in items for key, items in shown.items())


@pytest.mark.parametrize(("name", "case"), HANDS)
def test_a_known_hand_says_where_its_worth_comes_from(name: str, case: dict[str, Any]) -> None:
    assert name in RULE_SETS
    assert case["why"]
    assert case["source"]
