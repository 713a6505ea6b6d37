"""Wins told by their worth alone: they are paid as the same wins are whose tiles are shown."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scoring.circumstances import PLAIN
from scoring.errors import BelowMinimum, NotAllowed, WinError
from scoring.hand import parse_hand
from scoring.round import Round, ScoredWin
from scoring.rules import RULE_SETS, RuleSet, rule_set, with_options
from scoring.score import score
from scoring.seats import Seat
from scoring.sheet import ScoreSheet, owed
from scoring.win import Event, Win
from tests.scoring.test_golden import GOLDEN, win, without_minimum

EAST, SOUTH, WEST, NORTH = Seat
SYSTEMS = pytest.mark.parametrize("name", RULE_SETS)
BY_HAND = {"wuhan"}
"""Where what each pays depends on more than the worth."""
BY_QUALIFYING = {"hong_kong", "changchun", "taiwan16", "ningbo"}
"""Where people count something else than is paid: faan, 番, 台."""


def sheets(name: str, rules: RuleSet) -> Iterator[tuple[Win, ScoreSheet]]:
    for case in GOLDEN[name]["hand"]:
        told = win(case)
        sheet = score(parse_hand(case["hand"]), told, rules)
        if not any(step.key == "each" for share in sheet.shares for step in share.steps):
            yield told, sheet


def without_tiles(told: Win, sheet: ScoreSheet, rules: RuleSet) -> ScoredWin:
    """What people would tell of the win instead of its tiles."""
    said: dict[str, Any] = {key: getattr(told.circumstances, key, None) for key in rules.payment_asks}
    said = {key: value for key, value in said.items() if value is not None}
    events = told.events & ({Event.ROBBED_KONG} if "robbed_kong" in rules.payment_asks else frozenset())
    points = sheet.qualifying if rules.name in BY_QUALIFYING else value_of(sheet)
    return ScoredWin(
        told.winner, points, told.discarder, events=frozenset(events), circumstances=replace(PLAIN, **said)
    )


def value_of(sheet: ScoreSheet) -> int:
    return sheet.shares[0].value if sheet.shares else sheet.points


@SYSTEMS
def test_a_win_without_its_tiles_is_paid_as_with_them(name: str) -> None:
    rules, seen = without_minimum(rule_set(name)), 0
    if name in BY_HAND or name == "riichi":
        return
    for told, sheet in sheets(name, rules):
        settled = rules.settle(Round(scored=(without_tiles(told, sheet, rules),)))
        assert settled.payments == sheet.payments, sheet.hand
        assert settled.scored[0].points == sheet.points
        seen += 1
    assert seen > 10


def test_a_riichi_win_without_its_tiles_is_paid_as_with_them() -> None:
    rules, seen = rule_set("riichi"), 0
    for told, sheet in sheets("riichi", rules):
        said = told.circumstances
        if said.liable is not None:
            continue
        points = sheet.payments[told.winner] - sum(ledger.payments[told.winner] for ledger in sheet.apart)
        table = Round(
            scored=(ScoredWin(told.winner, points, told.discarder),),
            honba=said.honba,
            sticks=said.sticks,
            players=said.players,
        )
        settled = rules.settle(table)
        assert settled.payments == sheet.payments, sheet.hand
        assert settled.next_dealer is (EAST if told.winner is EAST else SOUTH)
        seen += 1
    assert seen > 10


@SYSTEMS
def test_payments_may_be_told_with_it(name: str) -> None:
    rules = without_minimum(rule_set(name))
    settled = rules.settle(Round(scored=(ScoredWin(SOUTH, 7, WEST, payments=(3, 0, 12, 1)),)))
    assert list(settled.payments) == [-3, 16, -12, -1]
    assert (settled.ledgers[0].key, settled.ledgers[0].formula.replace(" ", "")) == ("win", "3+12+1")
    with pytest.raises(WinError, match="payments"):
        rules.settle(Round(scored=(ScoredWin(SOUTH, 7, WEST, payments=(3, 1, 12, 1)),)))


def test_where_the_worth_does_not_tell_who_pays_what_that_is_asked() -> None:
    with pytest.raises(WinError) as refused:
        rule_set("wuhan").settle(Round(scored=(ScoredWin(SOUTH, 64),)))
    assert (refused.value.code, refused.value.place) == ("payments_unknown", "scored.0")


@pytest.mark.parametrize(
    ("name", "told", "error", "code"),
    [
        ("mcr", ScoredWin(SOUTH, 7, WEST), BelowMinimum, "below_minimum"),
        ("hong_kong", ScoredWin(SOUTH, 2), BelowMinimum, "below_minimum"),
        ("mcr", ScoredWin(SOUTH, 8, SOUTH), WinError, "winner_is_discarder"),
        ("changchun", ScoredWin(SOUTH, 0), WinError, "value_invalid"),
        ("changchun", ScoredWin(SOUTH, 100000), WinError, "value_invalid"),
        ("shangrao_jiuyao", ScoredWin(SOUTH, 4, WEST), NotAllowed, "self_draw_only"),
        ("shangrao_tcy", ScoredWin(SOUTH, 4, WEST), NotAllowed, "self_draw_only"),
    ],
)
def test_what_cannot_be_is_refused(name: str, told: ScoredWin, error: type[Exception], code: str) -> None:
    with pytest.raises(error) as refused:
        rule_set(name).settle(Round(scored=(told,)))
    assert getattr(refused.value, "code", None) == code


def test_the_minimum_is_as_the_rules_count_it_and_none_where_the_payments_are_told() -> None:
    three = ScoredWin(SOUTH, 3)
    with pytest.raises(BelowMinimum):
        rule_set("ningbo").settle(Round(scored=(three,)))
    based = with_options(rule_set("ningbo"), {"base_qualifies": "true"})
    assert list(based.settle(Round(scored=(three,))).payments) == [-4, 12, -4, -4]
    by_hand = replace(three, payments=(1, 0, 1, 1))
    assert list(rule_set("ningbo").settle(Round(scored=(by_hand,))).payments) == [-1, 3, -1, -1]


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({}, [-32, 16, 16, 0]),
        ({"multiple_winners": "nearest"}, [-16, 16, 0, 0]),
    ],
)
def test_several_who_win_on_one_discard_are_paid_as_the_option_says(options: dict[str, str], paid: list[int]) -> None:
    rules = with_options(rule_set("hong_kong"), options)
    settled = rules.settle(Round(scored=(ScoredWin(WEST, 3, EAST), ScoredWin(SOUTH, 3, EAST))))
    assert list(settled.payments) == paid
    with pytest.raises(WinError, match="one discard"):
        rules.settle(Round(scored=(ScoredWin(WEST, 3, EAST), ScoredWin(SOUTH, 3))))


def test_who_has_left_a_bloody_battle_pays_nothing() -> None:
    rules = with_options(rule_set("sichuan"), {"self_draw_bonus": "none"})
    settled = rules.settle(Round(scored=(ScoredWin(SOUTH, 4, WEST), ScoredWin(NORTH, 2))))
    assert list(settled.payments) == [-2, 4, -4 - 2, 4]
    assert settled.next_dealer is SOUTH
    both = rules.settle(Round(scored=(ScoredWin(SOUTH, 4, WEST), ScoredWin(NORTH, 2, WEST))))
    assert (list(both.payments), both.next_dealer) == ([0, 4, -6, 2], WEST)


@pytest.mark.parametrize("winner", Seat)
def test_the_deal_goes_on_as_after_a_win_with_tiles(winner: Seat) -> None:
    for name in RULE_SETS:
        rules = without_minimum(rule_set(name))
        told = ScoredWin(
            winner, 8000 if name == "riichi" else 8, payments=None if name not in BY_HAND else (0, 0, 0, 0)
        )
        if name == "riichi":
            told = replace(told, points=12000 if winner is EAST else 8000)
        found = rules.settle(Round(scored=(told,))).next_dealer
        winners = {"sichuan": winner, "shangrao_tcy": winner, "mcr": SOUTH}
        assert found is winners.get(name, EAST if winner is EAST else SOUTH), name


# Steps ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["nanchang", "shangrao_jiuyao", "shangrao_tcy"])
def test_the_steps_come_to_what_each_pays(name: str) -> None:
    rules = without_minimum(rule_set(name))
    for case in GOLDEN[name]["hand"]:
        sheet = score(parse_hand(case["hand"]), win(case), rules)
        assert sheet.shares
        assert owed(sheet.win.winner, sheet.shares) == sheet.payments


def test_nanchang_doubles_for_the_discarder_and_for_the_dealer() -> None:
    rules = rule_set("nanchang")
    hand, tile = parse_hand("123456789m 123p 55p"), "5p"
    told = Win(parse_hand(tile).concealed[0], SOUTH, WEST)
    sheet = score(hand, told, rules)
    steps = {share.seat: [(step.key, step.number) for step in share.steps if not step.adds] for share in sheet.shares}
    assert steps == {EAST: [("dealer", 2)], WEST: [("discarder", 2)], NORTH: []}
    drawn = score(hand, replace(told, discarder=None), rules)
    keys = {share.seat: [step.key for step in share.steps if not step.adds] for share in drawn.shares}
    assert keys == {EAST: ["self_drawn", "dealer"], WEST: ["self_drawn"], NORTH: ["self_drawn"]}
