"""The known hands of ``tests/golden``: each with every item that counts and why, and a pair of outcomes per option.

A ``[[hand]]`` has ``hand``, ``win``, ``seat``, maybe ``from``, ``round``, ``events`` and ``circumstances``; then
``items`` (name and points), ``points``, maybe ``payments`` (east first), ``why`` and ``source``; ``shows`` is the key
of the item it is there for. An ``[[option]]`` has ``name``, ``value``, a hand, an ``indicator`` or a ``table``, and
what default and value make of it: ``points``, ``payments``, ``refused``, ``wild`` or ``next_dealer``; ``with`` sets
other options first. A ``table`` may have ``wins`` of its own, each as a ``[[hand]]`` tells it.
"""

import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from scoring.circumstances import QUESTIONS, parse_circumstances
from scoring.errors import BelowMinimum, ScoringError
from scoring.hand import parse_hand, parse_meld
from scoring.round import KongMade, Round, ScoredWin
from scoring.rules import RULE_SETS, RuleSet, with_options
from scoring.rules.base import option_help
from scoring.rules.regional import Regional
from scoring.rules.shown import SHOWS
from scoring.score import score
from scoring.tiles import parse_tile, parse_tiles, tiles_text
from scoring.win import Win, parse_event, parse_seat

FOLDER = Path(__file__).parents[1] / "golden"
GOLDEN: dict[str, dict[str, list[dict[str, Any]]]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))
}
HANDS = [
    pytest.param(name, case, id=f"{name} {case['hand']}") for name, cases in GOLDEN.items() for case in cases["hand"]
]
OPTIONS = [
    pytest.param(name, case, id=f"{name} {case['name']}={case['value']}")
    for name, cases in GOLDEN.items()
    for case in cases.get("option", ())
]


def win(case: dict[str, Any]) -> Win:
    return Win(
        tile=parse_tile(case["win"]),
        winner=parse_seat(case["seat"]),
        discarder=parse_seat(case["from"]) if "from" in case else None,
        round_wind=parse_seat(case.get("round", "east")),
        events=frozenset(map(parse_event, case.get("events", ()))),
        circumstances=parse_circumstances(case.get("circumstances", {})),
    )


def table(case: dict[str, Any]) -> Round:
    said = dict(case["table"])
    kongs = tuple(
        KongMade(
            parse_seat(kong.pop("seat")),
            parse_meld(kong.pop("meld")),
            parse_seat(kong.pop("source")) if "source" in kong else None,
            **kong,
        )
        for kong in (dict(kong) for kong in said.pop("kongs", ()))
    )
    told = said.pop("wins", [case] if "hand" in case else [])
    wins = tuple((parse_hand(one["hand"]), win(one)) for one in told)
    read = {"last_drawer": parse_seat, "indicator": parse_tile, "wild": parse_tiles, "jing_points": tuple}
    read |= {
        "same_first_discards": bool,
        "raw_losses": tuple,
        "factors": tuple,
        "ready": seats,
        "opened": seats,
        "pigs": seats,
        "left": seats,
        "best": tuple,
        "jing_fed": pairs,
        "honba": int,
        "sticks": int,
        "players": int,
        "aborted": str,
        "nagashi": seats,
        "offender": parse_seat,
        "scored": scored_wins,
    }
    return Round(wins, kongs, **{key: read[key](value) for key, value in said.items()})


def seats(names: list[str]) -> frozenset[Any]:
    return frozenset(map(parse_seat, names))


def scored_wins(told: list[dict[str, Any]]) -> tuple[ScoredWin, ...]:
    people = ("winner", "discarder", "liable")
    read: list[dict[str, Any]] = [
        {key: parse_seat(value) if key in people else value for key, value in one.items()} for one in told
    ]
    return tuple(ScoredWin(**one) for one in read)


def pairs(names: list[list[str]]) -> tuple[Any, ...]:
    return tuple((parse_seat(first), parse_seat(second)) for first, second in names)


def without_minimum(rules: RuleSet) -> RuleSet:
    options = {field.name for field in fields(rules.options)} & {"minimum", "min_faan"}
    return with_options(rules, dict.fromkeys(options, "0"))


def outcome(rules: RuleSet, case: dict[str, Any]) -> dict[str, Any]:
    """What the rules make of a case: a score, a refusal, wild tiles or a settlement."""
    try:
        if "table" in case:
            settled = rules.settle(table(case))
            return {"payments": list(settled.payments), "next_dealer": str(settled.next_dealer)}
        if "hand" not in case:
            assert isinstance(rules, Regional)
            return {"wild": tiles_text(rules.wild_of(parse_tile(case["indicator"])))}
        sheet = score(parse_hand(case["hand"]), win(case), rules)
    except ScoringError as refusal:
        return {"refused": refusal.code}
    return {"points": sheet.points, "payments": list(sheet.payments)}


@pytest.mark.parametrize(("name", "case"), HANDS)
def test_a_known_hand_counts_what_the_book_says(name: str, case: dict[str, Any]) -> None:
    sheet = score(parse_hand(case["hand"]), win(case), without_minimum(RULE_SETS[name]()))
    assert [[line.name, line.points] for line in sheet.lines] == case["items"]
    assert sheet.points == case["points"]
    assert sum(sheet.payments) == sheet.payments.table
    if "payments" in case:
        assert list(sheet.payments) == case["payments"]


@pytest.mark.parametrize(("name", "case"), HANDS)
def test_a_reason_repeats_the_hand_only_where_it_is_about_all_of_it(name: str, case: dict[str, Any]) -> None:
    rules = without_minimum(RULE_SETS[name]())
    sheet = score(parse_hand(case["hand"]), win(case), rules)
    shows = {row.key: row.evidence for row in rules.fan}
    for line in sheet.lines:
        if line.key in SHOWS and shows[line.key] is SHOWS[line.key]:
            assert sheet.division not in line.reason, line.key
        assert line.reason.partition(": ")[2], line.key


@pytest.mark.parametrize(
    ("name", "hand", "drawn", "reasons"),
    [
        ("ningbo", "123m 456p 11s (777z) (345s)", "1s", {"red_dragon": "777z", "pair_wait": "1s completed 11s"}),
        ("hong_kong", "111222m 55z (666z) (777z)", "2m", {"little_dragons": "666z 777z, pair 55z"}),
        ("taiwan16", "11122233m 111s 222s (222z)", "3m", {"all_pungs": "111m 222m 111s 222s 222z"}),
        ("changchun", "123m 456p 11777s (777z)", "7s", {"self_drawn": "7s drawn"}),
    ],
)
def test_a_reason_names_the_tiles_that_show_it(name: str, hand: str, drawn: str, reasons: dict[str, str]) -> None:
    won = Win(parse_tile(drawn), parse_seat("south"))
    sheet = score(parse_hand(hand), won, without_minimum(RULE_SETS[name]()))
    told = {line.key: line.reason for line in sheet.lines}
    assert {key: told[key].partition("): ")[2] or told[key] for key in reasons} == reasons


@pytest.mark.parametrize(("name", "case"), HANDS)
def test_a_known_hand_below_the_minimum_is_refused_with_its_points(name: str, case: dict[str, Any]) -> None:
    rules = RULE_SETS[name]()
    qualifying = score(parse_hand(case["hand"]), win(case), without_minimum(rules)).qualifying
    if name == "mcr":
        assert qualifying == case["points"] - dict(case["items"]).get("花牌", 0)
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
    shown = {case["shows"]: dict(case["items"]) for case in GOLDEN[name]["hand"] if "shows" in case}
    assert shown.keys() == names.keys()
    assert all(names[key] in items for key, items in shown.items())


@pytest.mark.parametrize(("name", "case"), HANDS)
def test_a_known_hand_says_where_its_worth_comes_from(name: str, case: dict[str, Any]) -> None:
    assert name in RULE_SETS
    assert case["why"]
    assert case["source"]


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_option_has_a_pair_of_outcomes_and_says_what_it_does(name: str) -> None:
    rules = RULE_SETS[name]()
    options = {field.name for field in fields(rules.options)}
    assert {case["name"] for case in GOLDEN[name].get("option", ())} == options
    helps = option_help(rules.options)
    assert helps.keys() == options
    assert all(helps.values())


@pytest.mark.parametrize(("name", "case"), OPTIONS)
def test_an_option_changes_an_outcome(name: str, case: dict[str, Any]) -> None:
    rules = with_options(RULE_SETS[name](), case.get("with", {}))
    changed = with_options(rules, {case["name"]: case["value"]})
    before, after = outcome(rules, case), outcome(changed, case)
    assert case["default"] != case["changed"]
    assert {key: before.get(key) for key in case["default"]} == case["default"]
    assert {key: after.get(key) for key in case["changed"]} == case["changed"]


@pytest.mark.parametrize("name", RULE_SETS)
def test_rules_ask_what_can_be_asked(name: str) -> None:
    assert set(RULE_SETS[name]().asks) <= QUESTIONS.keys()


@pytest.mark.parametrize("name", RULE_SETS)
def test_keys_names_and_aliases_are_told_apart(name: str) -> None:
    rules = RULE_SETS[name]()
    keys = [row.key for row in rules.fan]
    assert len(set(keys)) == len(keys)
    assert len({row.name for row in rules.fan}) == len(keys)
    assert set(rules.item_names().values()) == set(keys)
    assert all(row.rule and row.english for row in rules.fan)


@pytest.mark.parametrize(
    ("name", "letters", "last"), [("hong_kong", "HK", 13), ("sichuan", "SC", 12), ("taiwan16", "TW", 15)]
)
def test_every_open_question_is_answered_by_an_option_or_left_to_the_table(name: str, letters: str, last: int) -> None:
    options = RULE_SETS[name]().options
    told = " ".join([type(options).__doc__ or "", *option_help(options).values()])
    assert {f"{letters}-Q{number}" for number in range(1, last + 1)} == set(re.findall(rf"{letters}-Q\d+", told))
