"""How numbers are written, and what an option may be, in every rule system alike."""

from dataclasses import fields
from typing import Any

import pytest

from scoring.circumstances import parse_circumstances
from scoring.errors import NotationError, OptionError
from scoring.hand import parse_hand
from scoring.numbers import quantity, whole_number
from scoring.rules import RULE_SETS, rule_set, with_options
from scoring.rules.base import MOST
from scoring.score import score
from scoring.seats import Seat
from scoring.table import Game
from scoring.tiles import parse_tile
from scoring.win import Win

NO_NUMBERS = ["٣", "５", "+3", " 3 ", "3 ", "-0", "007", "1_000", "1e3", "3.0", "0x10", "²", "", "9" * 19, "9" * 5000]
NUMBERS = [
    (name, field.name)
    for name in RULE_SETS
    for field in fields(RULE_SETS[name]().options)
    if type(getattr(RULE_SETS[name]().options, field.name)) is int
]


@pytest.mark.parametrize(
    ("told", "number"), [("0", 0), ("25", 25), ("-3", -3), (3, 3), (3.0, 3), ("9" * 18, 10**18 - 1)]
)
def test_a_whole_number_is_written_in_one_way(told: object, number: int) -> None:
    found = whole_number(told)
    assert (found, type(found)) == (number, int)


@pytest.mark.parametrize("told", [*NO_NUMBERS, 3.9, True, False, None, [3], float("nan"), float("inf"), 10**30])
def test_what_is_written_otherwise_is_no_number(told: object) -> None:
    with pytest.raises(ValueError, match="whole number"):
        whole_number(told)
    with pytest.raises(NotationError, match="honba"):
        parse_circumstances({"honba": told})
    with pytest.raises(NotationError, match="fed"):
        parse_circumstances({"fed": {"south": told}})


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_numbers_of_options_are_written_alike(text: str) -> None:
    with pytest.raises(OptionError, match="minimum"):
        with_options(rule_set("mcr"), {"minimum": text})
    with pytest.raises(OptionError, match="unit"):
        with_options(rule_set("hong_kong"), {"unit": text if text != "3.0" else "3."})


def test_a_seat_named_twice_has_no_number() -> None:
    with pytest.raises(NotationError, match="fed"):
        parse_circumstances({"fed": {"south": 1, "S": 2}})


@pytest.mark.parametrize(("name", "key"), NUMBERS)
def test_no_option_is_a_number_without_bounds(name: str, key: str) -> None:
    for value in (-1, MOST + 1, 10**17):
        with pytest.raises(OptionError, match=key):
            with_options(rule_set(name), {key: str(value)})


def test_no_game_has_numbers_without_bounds() -> None:
    for key in ("start", "target", "hands", "rounds"):
        for value in (-1, MOST + 1):
            with pytest.raises(OptionError, match=key):
                Game(**{key: value})


@pytest.mark.parametrize(
    ("name", "key"), [("sichuan", "heavenly_fan"), ("sichuan", "cap_fan"), ("shangrao_jiuyao", "first_turn_doubles")]
)
def test_what_doubles_has_bounds_of_its_own(name: str, key: str) -> None:
    assert getattr(with_options(rule_set(name), {key: "30"}).options, key) == 30
    with pytest.raises(OptionError, match=key):
        with_options(rule_set(name), {key: "31"})


def test_a_heavenly_hand_without_a_cap_is_worth_what_its_fan_come_to() -> None:
    rules = with_options(rule_set("sichuan"), {"cap_fan": "0", "heavenly_fan": "30"})
    said: Any = parse_circumstances({"heavenly": True})
    sheet = score(parse_hand("123456789m22333p"), Win(parse_tile("2p"), Seat.EAST, circumstances=said), rules)
    assert sheet.points == 2**30


@pytest.mark.parametrize(("minimum", "is_known"), [("0", True), ("8", False), ("16", True), ("32", True), ("64", True)])
def test_wuhan_has_the_minima_that_it_tells_of(minimum: str, is_known: bool) -> None:
    if is_known:
        assert with_options(rule_set("wuhan"), {"minimum": minimum}).minimum == int(minimum)
    else:
        with pytest.raises(OptionError, match="minimum"):
            with_options(rule_set("wuhan"), {"minimum": minimum})


@pytest.mark.parametrize(
    ("number", "unit", "told"),
    [(1, "tiles", "1 tile"), (0, "tiles", "0 tiles"), (2, "points", "2 points"), (1, "台", "1 台")],
)
def test_one_of_something_is_told_in_the_singular(number: int, unit: str, told: str) -> None:
    assert quantity(number, unit) == told
