"""长春: what a win needs, the wait that is a lone one, the lucky tile, opening kongs, caps."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.circumstances import Circumstances
from scoring.errors import NotAllowed, NotAWin, OptionError, ScoringError, WinError
from scoring.hand import Hand, parse_hand, parse_meld
from scoring.round import KongMade, Round
from scoring.rules import RuleSet, rule_set, with_options
from scoring.rules.capped import capped
from scoring.score import score
from scoring.sheet import Payments, ScoreSheet
from scoring.tiles import parse_tile, parse_tiles
from scoring.win import Event, Seat, Win

RULES = rule_set("changchun")


def won(
    text: str, tile: str, discarder: Seat | None = None, winner: Seat = Seat.SOUTH, **more: Any
) -> tuple[Hand, Win]:
    events = frozenset(more.pop("events", ()))
    return parse_hand(text), Win(
        parse_tile(tile), winner, discarder, events=events, circumstances=Circumstances(**more)
    )


def sheet(text: str, tile: str, discarder: Seat | None = None, rules: RuleSet = RULES, **more: Any) -> ScoreSheet:
    return score(*won(text, tile, discarder, **more), rules)


def keys(text: str, tile: str, discarder: Seat | None = None, **more: Any) -> list[str]:
    return [line.key for line in sheet(text, tile, discarder, **more).lines]


@pytest.mark.parametrize(
    ("text", "tile", "code", "words"),
    [
        ("12345655m 789p (222p)", "6m", "missing_suit", "no bamboo 条"),
        ("12345655m 789m (222z)", "6m", "missing_suit", "no dots 饼 and no bamboo 条"),
        ("23455m 345678p (222s)", "8p", "no_terminal_or_honour", "no 1, no 9"),
        ("123456m 789p 55s (234s)", "6m", "no_triplet", "55s"),
        ("123456m 789p 22z (234s)", "6m", "no_triplet", "22z"),
        ("22z (123m) (555p) (789s) (333m)", "2z", "down_to_one_tile", "手把一"),
        ("22z (456m) (555p) (789s) [3333m]", "2z", "down_to_one_tile", "手把一"),
        ("55p (123m) (555s) (789s) {1z2z3z4z}", "5p", "down_to_one_tile", "手把一"),
    ],
)
def test_a_complete_hand_that_may_not_win_says_what_it_lacks(text: str, tile: str, code: str, words: str) -> None:
    for discarder in (None, Seat.NORTH):
        with pytest.raises(NotAllowed, match=words) as refusal:
            sheet(text, tile, discarder)
        assert refusal.value.code == code


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("234m 678p 234s 44s (222z)", "4m"),
        ("234m 678p 234s 66z (345s)", "4m"),
        ("234m 789p 44s (2222s) (345s)", "4m"),
        ("234m 678p 55s {5z6z7z} (345s)", "4m"),
        ("234m 678m 55p 234p {9m9p9s}", "4m"),
        ("55p (111m) (999s) (333m) {1z2z3z4z}", "5p"),
        ("55p (111m) (999s) (333m) [2222z]", "5p"),
    ],
)
def test_what_stands_in_for_triplet_terminal_and_suit(text: str, tile: str) -> None:
    assert sheet(text, tile).points >= 2


def test_seven_pairs_are_no_win() -> None:
    with pytest.raises(NotAWin):
        sheet("1122m 3344p 5566s 55z", "5z")


def test_no_tile_of_the_hand_is_wild() -> None:
    with pytest.raises(NotAllowed) as refusal:
        sheet("12345655m 789p (222s)", "6m", wild=parse_tiles("9s"))
    assert refusal.value.code == "no_wild_tiles"


def test_a_reading_that_may_win_is_found_beside_one_that_may_not() -> None:
    assert "concealed" in keys("111222333m 789p 99s", "9s")
    assert sheet("111222333m 78p 9p 22s", "9p").division.startswith("111m 222m 333m")


# The wait ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tile", "lone"),
    [
        ("123456m 789p 55s (222s)", "3m", True),
        ("789456m 123p 55s (222s)", "7m", True),
        ("46m 5m 789p 55s 123m (222s)", "5m", True),
        ("123456m 789p 9s 9s (222s)", "9s", True),
        ("12345655m 789p (222s)", "6m", False),
        ("456m 999p 55s 789s (222m)", "9p", False),
        ("1234m 4m 678p 678s (999s)", "1m", False),
        ("123456m 789p 55566s", "6s", True),
        ("3334m 4m 789p 345p (222s)", "4m", False),
        ("11m 234567m 789p (222s)", "1m", False),
    ],
)
def test_a_lone_wait_is_an_edge_a_gap_or_a_pair_with_no_other_tile_to_win(text: str, tile: str, lone: bool) -> None:
    assert ("lone_wait" in keys(text, tile)) is lone


def test_a_tile_of_which_the_hand_has_all_four_is_no_wait() -> None:
    assert "lone_wait" in keys("11m 234444m 678p (999s)", "1m")


def test_the_lone_wait_does_not_count_beside_all_pungs() -> None:
    found = sheet("22z (111m) (555p) (999s) (333m)", "2z")
    assert [line.key for line in found.lines] == ["plain_win", "self_drawn", "all_pungs"]
    assert [(left.key, left.covered_by) for left in found.left_out] == [("lone_wait", "all_pungs")]


# The lucky tile ------------------------------------------------------------------------------------------------------


def test_the_lucky_tile_stands_for_any_and_its_other_copies_do_not() -> None:
    found = sheet("1234555m 4789p (222s)", "4p", lucky_drawn=True)
    assert [stand.tile.code for stand in found.stands] == ["4p"]
    assert found.stands[0].stands_for.code in ("1m", "3m", "4m", "6m")
    with pytest.raises(NotAWin):
        sheet("123m 444p 789p 29s (222s)", "4p", lucky_drawn=True)


def test_a_lucky_tile_in_a_gap_is_a_lone_wait_too() -> None:
    assert "lone_wait" not in keys("1234555m 4789p (222s)", "4p", lucky_drawn=True)
    assert "lone_wait" in keys("12m 456m 789p 55s 9m (222s)", "9m", lucky_drawn=True)


def test_the_lucky_tile_may_bring_the_terminal_that_is_missing() -> None:
    assert sheet("23m 456m 678p 55p 8s (222s)", "8s", lucky_drawn=True).points == 8
    with pytest.raises(NotAllowed):
        sheet("234m 456m 678p 55p (222s)", "4m")


def test_a_lucky_tile_is_never_claimed() -> None:
    with pytest.raises(WinError, match="lucky"):
        sheet("12345655m 789p (222s)", "6m", Seat.WEST, lucky_matched=True)


# Kongs ---------------------------------------------------------------------------------------------------------------


def test_an_opening_kong_of_winds_needs_all_four() -> None:
    with pytest.raises(NotAllowed, match="1z2z3z"):
        sheet("234m 567p 678s 55p {1z2z3z}", "8s")


@pytest.mark.parametrize(
    ("meld", "points", "name"),
    [
        ("(3333m)", 1, "明杠"),
        ("(333+3m)", 1, "明杠"),
        ("[3333m]", 2, "暗杠"),
        ("(1111m)", 1, "明杠"),
        ("(1111s)", 2, "明大蛋"),
        ("[1111p]", 4, "暗大蛋"),
        ("(555+5z)", 2, "明大蛋"),
        ("[6666z]", 4, "暗大蛋"),
        ("{1z2z3z4z}", 1, "旋风杠"),
        ("{1z1z2z3z4z4z}", 3, "旋风杠"),
        ("{5z6z7z}", 1, "喜杠"),
        ("{5z5z6z7z}", 2, "喜杠"),
        ("{1m1p1s}", 1, "幺蛋"),
        ("{9m9p9s9s9s}", 3, "九蛋"),
    ],
)
def test_kongs_are_paid_by_all_on_a_draw_too(meld: str, points: int, name: str) -> None:
    settled = RULES.settle(Round(kongs=(KongMade(Seat.WEST, parse_meld(meld), Seat.EAST),)))
    assert list(settled.payments) == [-points, -points, 3 * points, -points]
    assert [(ledger.name, ledger.points) for ledger in settled.ledgers] == [(name, points)]
    assert settled.next_dealer is Seat.EAST


def test_a_robbed_kong_is_void_and_of_an_opening_kong_the_tile_added() -> None:
    for meld, left in (("(333+3m)", 0), ("{1z1z2z3z4z}", 1), ("{1z2z3z4z}", 0)):
        settled = RULES.settle(Round(kongs=(KongMade(Seat.WEST, parse_meld(meld), robbed=True),)))
        assert settled.payments[Seat.WEST] == 3 * left


def test_kongs_go_beside_a_win_and_are_not_taken_over() -> None:
    rules = with_options(RULES, {"discarder_pays_all": "true"})
    table = Round(
        wins=(won("12345655m 789p (2222s)", "6m", Seat.WEST),),
        kongs=(KongMade(Seat.SOUTH, parse_meld("(2222s)")), KongMade(Seat.NORTH, parse_meld("[9999m]"))),
    )
    settled = rules.settle(table)
    assert list(settled.sheets[0].payments) == [0, 4, -4, 0]
    assert list(settled.payments) == [-1 - 2, 4 + 3 - 2, -4 - 1 - 2, -1 + 6]
    assert settled.next_dealer is Seat.SOUTH


def test_the_tile_added_to_an_opening_kong_may_be_robbed_by_who_holds_more_of_it() -> None:
    text = "11z 1z 44z 456m 789p (222s)"
    assert sheet(text, "1z", Seat.EAST, events=[Event.ROBBED_KONG]).points == 1
    with pytest.raises(WinError):
        sheet("444m 99m 345p (222s) (789p)", "4m", Seat.EAST, events=[Event.ROBBED_KONG])


# Money ---------------------------------------------------------------------------------------------------------------


def test_the_dealer_pays_as_the_others_when_he_loses() -> None:
    assert list(sheet("12345655m 789p (222s)", "6m", Seat.EAST).payments) == [-2, 4, -1, -1]
    rules = with_options(RULES, {"dealer_loses_double": "true"})
    assert list(sheet("12345655m 789p (222s)", "6m", Seat.EAST, rules).payments) == [-4, 6, -1, -1]


def test_nothing_is_doubled_for_a_dealer_where_nobody_deals() -> None:
    hand, win = won("12345655m 789p (222s)", "6m", winner=Seat.EAST)
    nobody = replace(win, circumstances=Circumstances(has_dealer=False))
    assert (score(hand, win, RULES).points, score(hand, nobody, RULES).points) == (4, 2)


@pytest.mark.parametrize(
    ("paid", "left"),
    [
        ((-300, 900, -300, -300), (-300, 900, -300, -300)),
        ((-400, 1200, -400, -400), (-334, 1000, -333, -333)),
        ((0, 4000, -4000, 0), (0, 1000, -1000, 0)),
        ((-512, 2048, -1024, -512), (-252, 1000, -496, -252)),
    ],
)
def test_a_cap_takes_the_losses_down_in_proportion(paid: tuple[int, ...], left: tuple[int, ...]) -> None:
    win = Win(parse_tile("1m"), Seat.SOUTH, None if paid[0] == paid[2] else Seat.WEST)
    assert tuple(capped(Payments(*paid), win, 1000)) == left
    assert tuple(capped(Payments(*paid), win, 0)) == paid
    assert min(capped(Payments(*paid), win, 1000, whole=False)) >= -1000


@pytest.mark.parametrize(
    "values", [{"edition": "2030"}, {"lone_wait": "never"}, {"unit": "-1"}, {"opening_winds": "2"}, {"cap": "much"}]
)
def test_values_that_make_no_sense_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(OptionError, match=next(iter(values))):
        with_options(RULES, values)


def test_the_edition_of_2024_doubles_six_times_at_most() -> None:
    rules = with_options(RULES, {"edition": "mil2024"})
    found = sheet("1122m 3344p 5555s 55z", "5z", Seat.WEST, rules, winner=Seat.EAST)
    assert [line.key for line in found.lines] == ["plain_win", "discarded", "dealer_wins", "luxury_pairs"]
    assert list(found.payments) == [128, -32, -64, -32]


def test_waits_tell_which_tiles_are_refused_and_why() -> None:
    hand, win = won("123456m 789p 5556s", "6s")
    refused: dict[str, ScoringError | None] = {wait.tile.code: wait.refusal for wait in RULES.waits(hand, win)}
    assert {code: refusal.code if refusal else "" for code, refusal in refused.items()} == {
        "4s": "no_triplet",
        "6s": "",
        "7s": "no_triplet",
    }
