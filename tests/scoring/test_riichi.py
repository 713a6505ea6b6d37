"""Riichi: fu by line, limits, readings, payments, liability, draws, presets, three players."""

import random
from collections import Counter
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.riichi import cases
from scoring.circumstances import Circumstances, parse_circumstances
from scoring.errors import (
    BelowMinimum,
    HandError,
    MeldError,
    NotAllowed,
    NotAWin,
    OptionError,
    ScoringError,
    TooManyCopies,
    WinError,
)
from scoring.fan import Effect
from scoring.hand import Hand, parse_hand, parse_meld
from scoring.round import Round, ScoredWin
from scoring.rules import rule_set, with_options
from scoring.rules.riichi import PRESETS, RiichiOptions, RiichiRules, preset, rules
from scoring.rules.riichi.dora import dora_kind
from scoring.rules.riichi.limits import basic_points
from scoring.rules.riichi.payments import shared
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.tiles import ALL_TILES, KIND_TILES, parse_tile, parse_tiles
from scoring.win import Event, Seat, Win, parse_event, parse_seat

RULES = rules()
EAST, SOUTH, WEST, NORTH = Seat
PLAIN_HAND = "123456m 22789p 567s"


def won(text: str, tile: str, **more: Any) -> tuple[Hand, Win]:
    """A hand and a win by south, from west unless drawn; what is no field of ``Win`` is told of the table."""
    seat = parse_seat(more.pop("seat", "south"))
    source = None if more.pop("drawn", False) else parse_seat(more.pop("source", "west"))
    events = frozenset(map(parse_event, more.pop("events", ())))
    wind = parse_seat(more.pop("round", "east"))
    return parse_hand(text), Win(parse_tile(tile), seat, source, wind, events, parse_circumstances(more))


def sheet(text: str, tile: str, options: RiichiOptions | None = None, **more: Any) -> ScoreSheet:
    return score(*won(text, tile, **more), rules(options) if options else RULES)


def han_fu(found: ScoreSheet) -> tuple[int, int, str]:
    assert found.han_fu is not None
    return found.han_fu.han, found.han_fu.fu, found.han_fu.limit


def fu(found: ScoreSheet) -> dict[str, list[int]]:
    assert found.han_fu is not None
    parts: dict[str, list[int]] = {}
    for line in found.han_fu.fu_lines:
        parts.setdefault(line.english, []).append(line.fu)
    return parts


def keys(found: ScoreSheet) -> dict[str, int]:
    return {line.key: line.points for line in found.lines}


# Points --------------------------------------------------------------------------------------------------------------

NON_DEALER = {
    20: {2: (0, 400, 700), 3: (0, 700, 1300), 4: (0, 1300, 2600)},
    25: {2: (1600, 0, 0), 3: (3200, 800, 1600), 4: (6400, 1600, 3200)},
    30: {1: (1000, 300, 500), 2: (2000, 500, 1000), 3: (3900, 1000, 2000), 4: (7700, 2000, 3900)},
    40: {1: (1300, 400, 700), 2: (2600, 700, 1300), 3: (5200, 1300, 2600), 4: (8000, 2000, 4000)},
    50: {1: (1600, 400, 800), 2: (3200, 800, 1600), 3: (6400, 1600, 3200), 4: (8000, 2000, 4000)},
    60: {1: (2000, 500, 1000), 2: (3900, 1000, 2000), 3: (7700, 2000, 3900), 4: (8000, 2000, 4000)},
    70: {1: (2300, 600, 1200), 2: (4500, 1200, 2300), 3: (8000, 2000, 4000)},
    80: {1: (2600, 700, 1300), 2: (5200, 1300, 2600)},
    90: {1: (2900, 800, 1500), 2: (5800, 1500, 2900)},
    100: {1: (3200, 800, 1600), 2: (6400, 1600, 3200)},
    110: {1: (3600, 900, 1800), 2: (7100, 1800, 3600)},
}
"""By fu and han: from the discarder, and of a self-draw from the others and from the dealer; 0 where it cannot be."""


@pytest.mark.parametrize(
    ("fu_count", "han", "amounts"),
    [(fu_count, han, amounts) for fu_count, row in NON_DEALER.items() for han, amounts in row.items()],
)
def test_points_below_the_limits_are_those_of_the_table(fu_count: int, han: int, amounts: tuple[int, int, int]) -> None:
    ron, other, dealer = amounts
    basic, _ = basic_points(han, fu_count, False, "yakuman")
    if ron:
        assert list(shared(basic, SOUTH, WEST, 4, False).payments) == [0, ron, -ron, 0]
    if other:
        assert list(shared(basic, SOUTH, None, 4, False).payments) == [-dealer, dealer + 2 * other, -other, -other]


@pytest.mark.parametrize(
    ("han", "fu_count", "ron", "each"),
    [
        (1, 30, 1500, 500),
        (2, 30, 2900, 1000),
        (3, 30, 5800, 2000),
        (4, 30, 11600, 3900),
        (1, 40, 2000, 700),
        (2, 40, 3900, 1300),
        (3, 40, 7700, 2600),
        (3, 25, 4800, 1600),
        (4, 25, 9600, 3200),
        (3, 50, 9600, 3200),
        (3, 60, 11600, 3900),
        (2, 70, 6800, 2300),
        (5, 30, 12000, 4000),
        (7, 30, 18000, 6000),
        (10, 30, 24000, 8000),
        (12, 30, 36000, 12000),
        (13, 30, 48000, 16000),
        (26, 30, 48000, 16000),
    ],
)
def test_the_dealer_gets_half_as_much_again(han: int, fu_count: int, ron: int, each: int) -> None:
    basic, _ = basic_points(han, fu_count, False, "yakuman")
    assert list(shared(basic, EAST, WEST, 4, False).payments) == [ron, 0, -ron, 0]
    assert list(shared(basic, EAST, None, 4, False).payments) == [3 * each, -each, -each, -each]


@pytest.mark.parametrize(
    ("han", "limit"),
    [
        (5, "mangan"),
        (6, "haneman"),
        (7, "haneman"),
        (8, "baiman"),
        (10, "baiman"),
        (11, "sanbaiman"),
        (12, "sanbaiman"),
    ],
)
def test_limits_begin_where_they_begin(han: int, limit: str) -> None:
    assert basic_points(han, 30, False, "yakuman")[1] == limit


def test_thirteen_han_are_a_counted_yakuman_or_a_sanbaiman() -> None:
    assert basic_points(13, 20, False, "yakuman") == (8000, "kazoe yakuman")
    assert basic_points(13, 20, False, "sanbaiman") == (6000, "sanbaiman")
    assert basic_points(30, 20, False, "yakuman")[0] == 8000


@pytest.mark.parametrize(("han", "fu_count"), [(4, 30), (3, 60)])
def test_what_is_just_below_a_mangan_may_be_rounded_up(han: int, fu_count: int) -> None:
    assert basic_points(han, fu_count, False, "yakuman") == (1920, "")
    assert basic_points(han, fu_count, True, "yakuman") == (2000, "mangan")


# Known reports of errors elsewhere -----------------------------------------------------------------------------------


def test_a_triplet_of_ones_is_no_triplet_of_simples_in_the_fu() -> None:
    found = sheet("234m 11123456777s", "4s", drawn=True)
    assert han_fu(found) == (1, 30, "")
    assert fu(found) == {"base": [20], "concealed pung of 1/9/honour": [8], "self-draw": [2]}
    assert list(found.payments) == [-500, 1100, -300, -300]


@pytest.mark.parametrize(("double", "points"), [(True, 64000), (False, 32000)])
def test_nine_gates_won_on_a_terminal_are_pure(double: bool, points: int) -> None:
    found = sheet("11123456789999m", "9m", RiichiOptions(double_yakuman=double))
    assert (list(keys(found)), found.points) == (["pure_nine_gates"], points)


def test_more_than_four_of_a_tile_are_refused_before_anything_is_scored() -> None:
    with pytest.raises(TooManyCopies) as refusal:
        sheet("44555555m 123p 678s", "4m")
    assert (refusal.value.tile, refusal.value.count) == ("5m", 6)


def test_a_kong_with_the_red_five_has_one_red_five() -> None:
    found = sheet("234m 678s 567m 22s [0555p]", "2s", riichi=True)
    assert keys(found) == {"riichi": 1, "all_simples": 1, "red_five": 1}
    assert (han_fu(found), found.points) == ((3, 50, ""), 6400)


def test_a_kong_of_white_dragons_is_no_kong_of_fives() -> None:
    found = sheet("234m 678s 567m 22s [5555z]", "2s", riichi=True)
    assert keys(found) == {"riichi": 1, "white": 1}
    assert (han_fu(found), found.points) == ((2, 70, ""), 4500)


@pytest.mark.parametrize(("red_fives", "han"), [(True, 3), (False, 2)])
def test_a_robbed_five_stays_red(red_fives: bool, han: int) -> None:
    found = sheet("123m 46p 0p 789p 678s 99s", "0p", RiichiOptions(red_fives=red_fives), riichi=True,
                  events=["robbed_kong"])  # fmt: skip
    assert han_fu(found)[0] == han


@pytest.mark.parametrize(("pair_fu", "fu_count", "points"), [(4, 50, 2400), (2, 40, 2000)])
def test_a_pair_of_the_double_wind_is_worth_four_or_two(pair_fu: int, fu_count: int, points: int) -> None:
    options = RiichiOptions(double_wind_pair_fu=pair_fu)
    found = sheet("223344m 678s 11222z", "8s", options, seat="east")
    assert (han_fu(found), found.points) == ((1, fu_count, ""), points)
    assert fu(found)["double-wind pair"] == [pair_fu]
    drawn = sheet("223344m 678s 11222z", "8s", options, seat="east", drawn=True)
    assert (han_fu(drawn), list(drawn.payments)) == ((2, 40, ""), [3900, -1300, -1300, -1300])


def test_three_players_pay_two_hundred_a_counter_and_norths_are_han() -> None:
    claim = sheet("22345678p 456789s", "8p", riichi=True, players=3, honba=1, dora_indicators="1p3s")
    assert claim.points == 8000
    assert list(claim.payments) == [0, 8200, -8200, 0]
    more = sheet("22340678p 456789s", "8p", drawn=True, riichi=True, players=3, norths=2, dora_indicators="1p9p")
    assert keys(more) == {"riichi": 1, "self_draw": 1, "pinfu": 1, "dora": 2, "red_five": 1, "north_dora": 2}
    assert han_fu(more) == (8, 20, "baiman")


def test_riichi_and_a_concealed_kong_go_together() -> None:
    found = sheet("234m 567p 345s 88s [9999m]", "5s", riichi=True)
    assert (keys(found), han_fu(found), found.points) == ({"riichi": 1}, (1, 70, ""), 2300)


def test_terminals_and_honours_are_not_all_terminals_and_all_green_is_found() -> None:
    mixed = sheet("999m 111p 999s 11z (111m)", "1z")
    assert keys(mixed) == {"all_pungs": 2, "three_concealed_pungs": 2, "all_terminals_and_honours": 2}
    assert (han_fu(mixed), mixed.points) == ((6, 60, "haneman"), 12000)
    green = sheet("222333444666s 66z", "6z")
    assert keys(green) == {"four_concealed_pungs_pair_wait": 1, "all_green": 1}


def test_every_open_triplet_is_in_the_fu() -> None:
    found = sheet("55p 345678m (777p) (555s)", "8m")
    assert (han_fu(found), fu(found)) == ((1, 30, ""), {"base": [20], "open pung": [2, 2]})


def test_copies_are_counted_over_hand_melds_and_indicators() -> None:
    with pytest.raises(TooManyCopies) as refusal:
        sheet("123m 22456p 789m (4444s)", "9m", dora_indicators="4s")
    assert refusal.value.tile == "4s"
    with pytest.raises(TooManyCopies):
        sheet("123456p 22789s 444z", "9s", players=3, norths=2, riichi=True)


# Fu ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "name", "count"),
    [
        ("(222s)", "open pung", 2),
        ("(999s)", "open pung of 1/9/honour", 4),
        ("(2222s)", "open kong", 8),
        ("(222+2s)", "open kong", 8),
        ("(111+1z)", "open kong of 1/9/honour", 16),
        ("[2222s]", "concealed kong", 16),
        ("[1111z]", "concealed kong of 1/9/honour", 32),
    ],
)
def test_pungs_and_kongs_have_the_fu_of_the_book(meld: str, name: str, count: int) -> None:
    found = sheet(f"123m 22456p 789m {meld}", "9m", drawn=True, events=["last_tile"])
    assert fu(found) == {"base": [20], name: [count], "self-draw": [2]}


@pytest.mark.parametrize(
    ("tile", "wait"), [("3m", "edge wait"), ("7m", "edge wait"), ("8m", "closed wait"), ("2p", "pair wait"), ("9m", "")]
)
def test_waits_for_one_kind_have_two_fu(tile: str, wait: str) -> None:
    found = sheet("123789m 22p 567789s", tile, riichi=True)
    assert fu(found) == {"base": [20], "closed ron": [10]} | ({wait: [2]} if wait else {})


def test_a_pung_completed_by_a_discard_is_open_and_a_drawn_one_concealed() -> None:
    assert fu(sheet("123456m 22p 456s 777s", "7s", riichi=True))["open pung"] == [2]
    assert fu(sheet("123456m 22p 456s 777s", "7s", riichi=True, drawn=True))["concealed pung"] == [4]


def test_fixed_fu_are_not_rounded_nor_added_to() -> None:
    pairs = sheet("1188m 2255p 3377s 33z", "3z", drawn=True)
    assert (fu(pairs), han_fu(pairs)) == ({"seven pairs": [25]}, (3, 25, ""))
    assert han_fu(sheet(PLAIN_HAND, "5s", drawn=True))[1] == 20
    assert han_fu(sheet(PLAIN_HAND, "5s"))[1] == 30
    assert han_fu(sheet("567m 22345p 678s (234m)", "8s", drawn=True))[1] == 30


def test_every_line_of_fu_says_what_shows_it_in_three_languages() -> None:
    for case in cases(80, 5):
        found = answer(case.hand, case.win, case.rules)
        if isinstance(found, ScoreSheet):
            assert found.han_fu is not None
            for line in found.han_fu.fu_lines:
                assert all((line.name, line.english, line.japanese, line.reason))


# Readings ------------------------------------------------------------------------------------------------------------


def test_the_reading_that_pays_most_is_kept_and_the_other_told() -> None:
    found = sheet("23444m 567p 123789s", "4m")
    assert list(keys(found)) == ["pinfu"]
    assert found.division == "234m* 567p 123s 789s 44m"
    assert found.runner_up is not None
    assert found.runner_up.points == 0


def test_two_pairs_of_equal_chows_are_better_than_seven_pairs() -> None:
    found = sheet("223344m 556677p 55z", "7p")
    assert list(keys(found)) == ["twice_pure_double_chow"]
    assert "pure_double_chow" in {left.key for left in found.left_out}


def test_four_equal_tiles_are_not_two_pairs() -> None:
    with pytest.raises(NotAWin) as refusal:
        sheet("1111m 2255p 334477s", "7s", riichi=True)
    assert refusal.value.distance > 0


def test_a_real_yakuman_is_kept_before_a_counted_one() -> None:
    found = sheet("222333444666s 88s", "8s", riichi=True, dora_indicators="1s2s3s5s7s")
    assert set(keys(found)) == {"four_concealed_pungs_pair_wait", "all_green"}


def test_a_hand_without_yaku_is_refused_and_told_that_dora_are_none() -> None:
    with pytest.raises(BelowMinimum, match=r"no yaku: .*; 2 dora do not win") as refusal:
        sheet("456m 22p 789s (123m) (456p)", "7s", dora_indicators="1p")
    assert (refusal.value.points, refusal.value.minimum) == (0, 1)


def test_a_near_miss_is_told() -> None:
    assert sheet("123m 22456p 789s [7777z]", "9s", riichi=True, drawn=True).near_miss.startswith(
        "one han short of mangan"
    )
    assert sheet(PLAIN_HAND, "5s").near_miss == ""
    assert sheet("55566677711122z", "1z", drawn=True).near_miss == ""


def test_what_a_yakuman_leaves_uncounted_is_told() -> None:
    found = sheet("123m 44s (555z) (666z) (777z)", "3m", dora_indicators="4z5z")
    assert keys(found) == {"big_three_dragons": 1}
    assert {left.key for left in found.left_out} == {"white", "green", "red", "dora"}


def test_one_yakuman_at_most_keeps_the_best_one() -> None:
    alone = RiichiOptions(multiple_yakuman=False, double_yakuman=True)
    found = sheet("44s [1111z] [2222z] [3333z] [4444z]", "4s", alone, drawn=True)
    assert (list(keys(found)), found.points) == (["four_concealed_pungs_pair_wait"], 64000)
    assert {left.key for left in found.left_out} >= {"big_four_winds", "four_kongs"}


def test_yakuman_add_to_six_at_most() -> None:
    double = RiichiOptions(double_yakuman=True)
    found = sheet("55z [1111z] [2222z] [3333z] [4444z]", "5z", double, drawn=True, seat="east", events=["after_kong"])
    assert found.han_fu is not None
    assert (found.han_fu.yakuman, found.points) == (6, 288000)
    assert sum(line.points for line in found.lines) == 6


def test_human_hand_as_a_mangan_is_flat_but_no_less_than_the_hand() -> None:
    flat = RiichiOptions(renhou="mangan")
    assert keys(sheet(PLAIN_HAND, "5s", flat, human=True, dora_indicators="1p")) == {"human": 5}
    more = sheet("22334455667788p", "8p", flat, human=True)
    assert (more.points, "human" in keys(more)) == (24000, False)


# Dora ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("indicator", "players", "dora"),
    [
        ("1m", 4, "2m"),
        ("9m", 4, "1m"),
        ("1m", 3, "9m"),
        ("9m", 3, "1m"),
        ("0p", 4, "6p"),
        ("9s", 3, "1s"),
        ("1z", 4, "2z"),
        ("4z", 4, "1z"),
        ("5z", 4, "6z"),
        ("7z", 3, "5z"),
    ],
)
def test_an_indicator_points_to_the_next_tile(indicator: str, players: int, dora: str) -> None:
    assert dora_kind(parse_tile(indicator), players) == parse_tile(dora).kind


def test_norths_set_aside_count_again_when_west_is_turned_up() -> None:
    found = sheet("22345678p 456789s", "8p", riichi=True, players=3, norths=2, dora_indicators="3z3z")
    assert keys(found) == {"riichi": 1, "pinfu": 1, "dora": 4, "north_dora": 2}


def test_ura_dora_count_after_riichi_only() -> None:
    assert "ura_dora" not in keys(sheet(PLAIN_HAND, "5s", ura_indicators="1p"))
    assert keys(sheet(PLAIN_HAND, "5s", ura_indicators="1p", riichi=True))["ura_dora"] == 2


@pytest.mark.parametrize("count", range(5))
def test_more_dora_never_pay_less(count: int) -> None:
    shown = "7p" * count
    fewer = sheet("234567m 34588p 678s", "8s", dora_indicators=shown[2:])
    assert sheet("234567m 34588p 678s", "8s", dora_indicators=shown).points >= fewer.points


# Payments on top -----------------------------------------------------------------------------------------------------


def test_counters_and_sticks_are_paid_apart() -> None:
    found = sheet(PLAIN_HAND, "5s", riichi=True, honba=2, sticks=1)
    assert (found.points, list(found.payments), found.payments.table) == (2000, [0, 3600, -2600, 0], 1000)
    assert [(ledger.key, ledger.points) for ledger in found.apart] == [("honba", 600), ("sticks", 1000)]
    drawn = sheet(PLAIN_HAND, "5s", drawn=True, riichi=True, honba=2, sticks=3)
    assert list(drawn.payments) == [-1500, 6300, -900, -900]


DRAGONS = "123m 44s (555z) (666z) (777z)"
WINDS = "55z (111z) (222z) (333z) (444z)"


@pytest.mark.parametrize(
    ("text", "tile", "said", "options", "payments"),
    [
        (DRAGONS, "3m", {"drawn": True, "liable": "west", "honba": 1}, {}, [0, 32300, -32300, 0]),
        (DRAGONS, "3m", {"source": "north", "liable": "west", "honba": 1}, {}, [0, 32300, -16300, -16000]),
        (DRAGONS, "3m", {"source": "north", "liable": "west", "honba": 1}, {"pao_honba": "discarder"},
         [0, 32300, -16000, -16300]),
        (DRAGONS, "3m", {"source": "west", "liable": "west", "honba": 1}, {}, [0, 32300, -32300, 0]),
        (WINDS, "5z", {"drawn": True, "liable": "west"}, {}, [-16000, 64000, -40000, -8000]),
        (WINDS, "5z", {"drawn": True, "liable": "west"}, {"pao_scope": "all"}, [0, 64000, -64000, 0]),
        (WINDS, "5z", {"source": "north", "liable": "west"}, {}, [0, 64000, -16000, -48000]),
        (WINDS, "5z", {"source": "north", "liable": "west"}, {"pao_scope": "all"}, [0, 64000, -32000, -32000]),
        (WINDS, "5z", {"drawn": True, "liable": "west"}, {"double_yakuman": True}, [-16000, 96000, -72000, -8000]),
    ],
)  # fmt: skip
def test_who_fed_a_yakuman_pays_for_it(
    text: str, tile: str, said: dict[str, Any], options: dict[str, Any], payments: list[int]
) -> None:
    assert list(sheet(text, tile, RiichiOptions(**options), **said).payments) == payments


def test_liability_without_such_a_yakuman_is_refused() -> None:
    with pytest.raises(WinError, match="liable: the hand has no yakuman"):
        sheet(PLAIN_HAND, "5s", riichi=True, liable="north")


@pytest.mark.parametrize(
    ("text", "tile", "options"),
    [
        ("123m 44s 777z (555z) (666z)", "3m", {}),
        ("444z 55z (111z) (222z) (333z)", "5z", {}),
        ("123m 44s [5555z] [6666z] [7777z]", "3m", {}),
        ("44s (2222m) [3333p] [7777s] [9999s]", "4s", {}),
        ("44s [2222m] [3333p] [7777s] [9999s]", "4s", {"pao_four_kongs": True}),
    ],
)
def test_nobody_is_liable_for_a_yakuman_that_does_not_lie_open(text: str, tile: str, options: dict[str, Any]) -> None:
    with pytest.raises(WinError, match="liable: "):
        sheet(text, tile, RiichiOptions(**options), drawn=True, liable="north")


def test_who_feeds_the_fourth_kong_is_liable_by_option() -> None:
    found = sheet(
        "44s (2222m) [3333p] [7777s] [9999s]", "4s", RiichiOptions(pao_four_kongs=True), drawn=True, liable="north"
    )
    assert list(found.payments) == [0, 32000, 0, -32000]


@pytest.mark.parametrize("name", ["honba", "sticks", "norths"])
def test_counts_below_nothing_are_refused(name: str) -> None:
    hand, win = won(PLAIN_HAND, "5s")
    below: dict[str, Any] = {name: -1}
    told = replace(win, circumstances=Circumstances(**below))
    with pytest.raises(WinError, match=f"{name}: there cannot be -1"):
        RULES.check(hand, told)


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        ("east", {"heavenly": True, "drawn": True}),
        ("south", {"earthly": True, "drawn": True}),
        ("south", {"human": True}),
    ],
)
def test_the_first_turn_has_no_last_tile(seat: str, told: dict[str, Any]) -> None:
    with pytest.raises(WinError, match="first turn"):
        RULES.check(*won(PLAIN_HAND, "5s", seat=seat, events=["last_tile"], **told))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ready", {"ready": frozenset({NORTH})}),
        ("nagashi", {"nagashi": frozenset({NORTH})}),
        ("offender", {"offender": NORTH}),
        ("scored", {"scored": (ScoredWin(NORTH, 1000, EAST),)}),
        ("scored", {"scored": (ScoredWin(EAST, 1000, NORTH),)}),
    ],
)
def test_with_three_players_no_north_is_settled(name: str, told: dict[str, Any]) -> None:
    with pytest.raises(WinError, match=f"{name}: with three players there is no north"):
        RULES.settle(Round(players=3, **told))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nagashi", {"nagashi": frozenset({EAST}), "wins": (won(PLAIN_HAND, "5s"),)}),
        ("aborted", {"aborted": "four_riichi", "wins": (won(PLAIN_HAND, "5s"),)}),
        ("offender", {"offender": EAST, "scored": (ScoredWin(SOUTH, 1000, WEST),)}),
        ("offender", {"offender": EAST, "aborted": "four_winds"}),
    ],
)
def test_a_hand_of_play_ends_in_one_way(name: str, told: dict[str, Any]) -> None:
    with pytest.raises(WinError, match=f"{name}: a hand of play with"):
        RULES.settle(Round(**told))


def test_several_win_on_one_tile_only() -> None:
    other = won("123m 22456p 567s (444z)", "6s", seat="north")
    with pytest.raises(WinError, match="not on 5s and 6s"):
        RULES.settle(Round(wins=(won(PLAIN_HAND, "5s"), other)))


def test_five_players_settle_nothing() -> None:
    with pytest.raises(WinError, match="players: three or four play, not 5"):
        RULES.settle(Round(players=5, ready=frozenset({EAST})))


def test_a_hand_with_six_of_a_tile_waits_for_nothing() -> None:
    hand, win = won("2222p 22789p 56s", "5s")
    with pytest.raises(TooManyCopies, match="6 of 2p"):
        RULES.waits(hand, win)
    hand, win = won("222p 44m 789p 34567s", "5s", riichi=True, dora_indicators="2p2p")
    with pytest.raises(TooManyCopies, match="5 of 2p"):
        RULES.waits(hand, win)


@pytest.mark.parametrize(
    ("dora", "payments"), [(0, [-1700, 2800, -1100, 0]), (1, [-3300, 5300, -2000, 0]), (2, [-5000, 8000, -3000, 0])]
)
def test_the_split_share_is_halved_as_it_would_be_paid(dora: int, payments: list[int]) -> None:
    told: dict[str, Any] = {"drawn": True, "riichi": True, "players": 3, "norths": dora}
    found = sheet("22345678p 456789s", "8p", RiichiOptions(sanma_tsumo="split"), **told)
    assert list(found.payments) == payments


def test_three_players_lose_or_split_the_fourth_share() -> None:
    told = {"drawn": True, "riichi": True, "players": 3}
    assert list(sheet("22345678p 456789s", "8p", **told).payments) == [-1300, 2000, -700, 0]
    split = RiichiOptions(sanma_tsumo="split")
    assert list(sheet("22345678p 456789s", "8p", split, **told).payments) == [-1700, 2800, -1100, 0]
    assert list(sheet("22345678p 456789s", "8p", split, norths=2, seat="east", **told).payments) == [
        12000, -6000, -6000, 0,
    ]  # fmt: skip


# Hands of play -------------------------------------------------------------------------------------------------------

SOUTH_WIN = won(PLAIN_HAND, "5s", source="east")
NORTH_WIN = won("234m 345p 345s 678s 99m", "5s", source="east", seat="north", riichi=True)
WEST_WIN = won("789m 345p 345s 678s 99p", "5s", source="east", seat="west")


def test_all_who_win_on_a_tile_are_paid_and_counters_go_to_the_nearest() -> None:
    settled = RULES.settle(Round(wins=(NORTH_WIN, SOUTH_WIN), honba=1, sticks=2))
    assert [list(one.payments) for one in settled.sheets] == [[-2000, 0, 0, 2000], [-1300, 3300, 0, 0]]
    assert list(settled.payments) == [-3300, 3300, 0, 2000]
    assert (settled.next_dealer, settled.honba, settled.sticks) == (SOUTH, 0, 0)


def test_only_the_nearest_wins_where_the_head_is_bumped() -> None:
    settled = rules(RiichiOptions(multiple_ron="head_bump")).settle(Round(wins=(NORTH_WIN, SOUTH_WIN), sticks=1))
    assert list(settled.payments) == [-1000, 2000, 0, 0]


def test_three_winners_may_call_the_hand_off() -> None:
    table = Round(wins=(NORTH_WIN, SOUTH_WIN, WEST_WIN), honba=1, sticks=2)
    assert len(RULES.settle(table).sheets) == 3
    off = rules(preset("tenhou")).settle(table)
    assert (off.sheets, list(off.payments), off.ledgers[0].key) == ((), [0, 0, 0, 0], "aborted")
    assert (off.next_dealer, off.honba, off.sticks) == (EAST, 2, 2)


def test_counters_told_of_a_win_are_those_of_the_table() -> None:
    hand, win = SOUTH_WIN
    told = replace(win, circumstances=Circumstances(honba=2, sticks=1))
    assert list(RULES.settle(Round(wins=((hand, told),))).payments) == [-1600, 2600, 0, 0]


def test_the_dealer_who_wins_deals_again_with_a_counter_more() -> None:
    settled = RULES.settle(Round(wins=(won(PLAIN_HAND, "5s", seat="east"),), honba=3))
    assert (settled.next_dealer, settled.honba) == (EAST, 4)


@pytest.mark.parametrize(
    ("ready", "payments"),
    [
        ([], [0, 0, 0, 0]),
        ([SOUTH], [-1000, 3000, -1000, -1000]),
        ([SOUTH, WEST], [-1500, 1500, 1500, -1500]),
        ([EAST, SOUTH, WEST], [1000, 1000, 1000, -3000]),
        ([EAST, SOUTH, WEST, NORTH], [0, 0, 0, 0]),
    ],
)
def test_who_is_not_ready_pays_who_is(ready: list[Seat], payments: list[int]) -> None:
    settled = RULES.settle(Round(ready=frozenset(ready), honba=1, sticks=2))
    assert list(settled.payments) == payments
    assert settled.next_dealer is (EAST if EAST in ready else SOUTH)
    assert (settled.honba, settled.sticks) == (2, 2)


@pytest.mark.parametrize(
    ("ready", "payments"), [([EAST], [3000, -1500, -1500, 0]), ([EAST, WEST], [1500, -3000, 1500, 0])]
)
def test_three_players_share_the_same_sum(ready: list[Seat], payments: list[int]) -> None:
    assert list(RULES.settle(Round(ready=frozenset(ready), players=3)).payments) == payments


def test_discards_of_terminals_and_honours_alone_are_a_mangan() -> None:
    table = Round(nagashi=frozenset({WEST}), ready=frozenset({EAST}), honba=2)
    assert list(RULES.settle(table).payments) == [-4000, -2000, 8000, -2000]
    assert list(rules(RiichiOptions(nagashi=False)).settle(table).payments) == [3000, -1000, -1000, -1000]
    both = RULES.settle(Round(nagashi=frozenset({EAST, WEST})))
    assert list(both.payments) == [12000 - 4000, -4000 - 2000, 8000 - 4000, -4000 - 2000]


@pytest.mark.parametrize(
    ("offender", "chombo", "payments"),
    [
        (SOUTH, "reverse_mangan", [4000, -8000, 2000, 2000]),
        (EAST, "reverse_mangan", [-12000, 4000, 4000, 4000]),
        (SOUTH, "each_3000", [3000, -9000, 3000, 3000]),
        (SOUTH, "final_20000", [0, 0, 0, 0]),
    ],
)
def test_an_error_costs_what_the_rules_say(offender: Seat, chombo: str, payments: list[int]) -> None:
    settled = rules(RiichiOptions(chombo=chombo)).settle(Round(offender=offender, honba=1, sticks=1))
    assert list(settled.payments) == payments
    assert (settled.next_dealer, settled.honba, settled.sticks) == (EAST, 1, 1)


def test_a_hand_is_called_off_for_reasons_there_are() -> None:
    assert list(RULES.settle(Round(aborted="nine_terminals")).payments) == [0, 0, 0, 0]
    with pytest.raises(WinError, match="no 'rain'"):
        RULES.settle(Round(aborted="rain"))
    with pytest.raises(WinError, match="four players"):
        RULES.settle(Round(aborted="four_winds", players=3))
    with pytest.raises(NotAllowed):
        rules(preset("ema")).settle(Round(aborted="four_kongs"))


def test_several_win_on_one_discard_only() -> None:
    drawn = won(PLAIN_HAND, "5s", drawn=True)
    with pytest.raises(WinError, match="one discard"):
        RULES.settle(Round(wins=(drawn, NORTH_WIN)))
    with pytest.raises(WinError, match="wins twice"):
        RULES.settle(Round(wins=(SOUTH_WIN, SOUTH_WIN)))


@pytest.mark.parametrize(
    ("winner", "points", "paid"),
    [
        (SOUTH, 4000, [-2000, 4000, -1000, -1000]),
        (SOUTH, 5200, [-2600, 5200, -1300, -1300]),
        (SOUTH, 7900, [-3900, 7900, -2000, -2000]),
        (SOUTH, 8000, [-4000, 8000, -2000, -2000]),
        (EAST, 12000, [12000, -4000, -4000, -4000]),
        (EAST, 96000, [96000, -32000, -32000, -32000]),
    ],
)
def test_the_points_of_a_self_draw_tell_who_pays_what(winner: Seat, points: int, paid: list[int]) -> None:
    assert list(RULES.settle(Round(scored=(ScoredWin(winner, points),))).payments) == paid
    settled = RULES.settle(Round(scored=(ScoredWin(winner, points),), honba=2, sticks=1))
    assert settled.payments[winner] == points + 600 + 1000
    assert settled.scored[0].points == points


def test_points_that_no_self_drawn_hand_has_are_refused() -> None:
    with pytest.raises(WinError, match="no self-drawn hand") as refused:
        RULES.settle(Round(scored=(ScoredWin(SOUTH, 4100),)))
    assert refused.value.code == "payments_unknown"
    told = ScoredWin(SOUTH, 4100, payments=(2100, 0, 1000, 1000))
    assert list(RULES.settle(Round(scored=(told,), honba=1)).payments) == [-2200, 4400, -1100, -1100]


# Options -------------------------------------------------------------------------------------------------------------


def test_presets_are_values_of_one_set_of_options() -> None:
    names = {field.name for field in fields(RiichiOptions)}
    assert set(PRESETS) == {"standard", "tenhou", "mahjong_soul", "m_league", "jpml_a", "ema"}
    for name, changed in PRESETS.items():
        assert changed.keys() <= names
        assert preset(name).preset == name
        assert with_options(rule_set("riichi"), {"preset": name}).options == preset(name)
    assert RiichiOptions().preset == "standard"


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("tenhou", "triple_ron", "abort"),
        ("tenhou", "pao_scope", "all"),
        ("mahjong_soul", "double_yakuman", True),
        ("mahjong_soul", "kokushi_robs_concealed_kong", True),
        ("m_league", "kiriage_mangan", True),
        ("m_league", "kazoe", "sanbaiman"),
        ("m_league", "multiple_ron", "head_bump"),
        ("jpml_a", "ippatsu", False),
        ("jpml_a", "ura_dora", False),
        ("jpml_a", "red_fives", False),
        ("jpml_a", "pao_honba", "discarder"),
        ("ema", "renhou", "mangan"),
        ("ema", "multiple_yakuman", False),
        ("ema", "double_wind_pair_fu", 2),
    ],
)
def test_a_preset_has_what_is_published_for_it(name: str, key: str, value: object) -> None:
    assert getattr(preset(name), key) == value


def test_single_options_prevail_over_a_preset_in_whatever_order() -> None:
    for order in ({"preset": "ema", "renhou": "none"}, {"renhou": "none", "preset": "ema"}):
        options = with_options(RULES, order).options
        assert options == preset("ema", renhou="none")
        assert options.preset == "custom"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("key", "value"),
    [("preset", "vegas"), ("kazoe", "none"), ("double_wind_pair_fu", "3"), ("sanma_noten", "-1"), ("renhou", "yes")],
)
def test_values_that_are_none_are_refused(key: str, value: str) -> None:
    with pytest.raises(OptionError):
        with_options(RULES, {key: value})


def test_jpml_counts_neither_ippatsu_nor_ura_nor_kong_dora() -> None:
    found = sheet("123m 22406p 789s [7777z]", "9s", preset("jpml_a"), riichi=True, ippatsu=True,
                  dora_indicators="4s1p", ura_indicators="1p4s")  # fmt: skip
    assert keys(found) == {"riichi": 1, "red": 1}


def test_every_yaku_has_names_in_three_languages_and_its_rule() -> None:
    for options in (RiichiOptions(), RiichiOptions(renhou="mangan", three_consecutive_pungs=True, open_riichi=True)):
        for row in rules(options).fan:
            assert all((row.name, row.japanese, row.english, row.rule))
            assert row.effect in (Effect.HAN, Effect.YAKUMAN)
            assert row.open_value is None or 0 <= row.open_value < row.value
    assert RULES.title.ja == "リーチ麻雀"


def test_yaku_are_known_by_other_names_too() -> None:
    names = RULES.item_names()
    assert names["一盃口"] == names["Iipeikou"] == names["一杯口"] == "pure_double_chow"
    assert names["ドラ"] == "dora"


# What cannot be ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tile", "said"),
    [
        ("567m 22345p 678s (234m)", "8s", {"riichi": True}),
        (PLAIN_HAND, "5s", {"ippatsu": True}),
        (PLAIN_HAND, "5s", {"open_riichi": True}),
        (PLAIN_HAND, "5s", {"heavenly": True}),
        (PLAIN_HAND, "5s", {"heavenly": True, "drawn": True}),
        (PLAIN_HAND, "5s", {"earthly": True}),
        (PLAIN_HAND, "5s", {"earthly": True, "drawn": True, "seat": "east"}),
        (PLAIN_HAND, "5s", {"human": True, "drawn": True}),
        (PLAIN_HAND, "5s", {"human": True, "riichi": True}),
        ("123m 22456p 789s [7777z]", "9s", {"earthly": True, "drawn": True}),
        (PLAIN_HAND, "5s", {"after_kong": 1, "drawn": True}),
        ("123m 22456p 789s [7777z]", "9s", {"after_kong": 1}),
        ("123m 22456p 789s [7777z]", "9s", {"after_kong": 1, "drawn": True, "riichi": True, "ippatsu": True}),
        (PLAIN_HAND, "5s", {"norths": 1, "riichi": True}),
        (PLAIN_HAND, "5s", {"players": 5, "riichi": True}),
        (PLAIN_HAND, "5s", {"rob_north": True, "riichi": True}),
        (PLAIN_HAND, "5s", {"concealed_kong": True, "riichi": True}),
        (PLAIN_HAND, "5s", {"liable": "south", "riichi": True}),
        (PLAIN_HAND, "5s", {"dora_indicators": "1p2p3p4p5p6p", "riichi": True}),
        (PLAIN_HAND, "5s", {"dora_indicators": "1p", "ura_indicators": "1p2p", "riichi": True}),
        (PLAIN_HAND, "5s", {"dora_indicators": "1f", "riichi": True}),
        ("22345678p 456789s", "8p", {"players": 3, "seat": "north", "riichi": True}),
        ("22345678p 456789s", "8p", {"players": 3, "source": "north", "riichi": True}),
        ("22345678p 456789s", "8p", {"players": 3, "rob_north": True, "riichi": True}),
    ],
)
def test_circumstances_that_cannot_be_are_refused(text: str, tile: str, said: dict[str, Any]) -> None:
    with pytest.raises(WinError):
        sheet(text, tile, **said)


@pytest.mark.parametrize(
    ("text", "tile", "said", "error"),
    [
        ("123456m 22789p 567s 1f", "5s", {}, HandError),
        ("123456m 22789p 56s", "5s", {}, HandError),
        ("123456m 22789p 567s", "5s", {"players": 3}, HandError),
        ("22345678p 789s (456s)", "8p", {"players": 3}, MeldError),
        ("22345678p 456789s", "8p", {"players": 3, "dora_indicators": "5m"}, HandError),
        ("123456m 22p 567s (124z)", "5s", {}, MeldError),
        ("123456m 22p 567s {1m1p1s}", "5s", {}, MeldError),
    ],
)
def test_tiles_that_cannot_be_a_hand_are_refused(
    text: str, tile: str, said: dict[str, Any], error: type[ScoringError]
) -> None:
    with pytest.raises(error):
        sheet(text, tile, **said)


def test_a_north_set_aside_gives_a_replacement_and_can_be_won_on() -> None:
    drawn = sheet("22345678p 456789s", "8p", players=3, norths=1, drawn=True, events=["after_kong"])
    assert set(keys(drawn)) == {"after_kong", "self_draw", "pinfu", "north_dora"}
    robbed = sheet("123456p 22789s 444z", "4z", players=3, rob_north=True, riichi=True, source="east",
                   events=["robbed_kong"])  # fmt: skip
    assert "robbing_kong" not in keys(robbed)
    with pytest.raises(NotAllowed):
        sheet("123456p 22789s 444z", "4z", RiichiOptions(rob_north="kokushi"), players=3, rob_north=True, riichi=True,
              source="east")  # fmt: skip


def test_a_concealed_kong_is_robbed_by_thirteen_orphans_only() -> None:
    robs = RiichiOptions(kokushi_robs_concealed_kong=True)
    told = {"events": ["robbed_kong"], "concealed_kong": True}
    assert sheet("19m 19p 19s 12345677z", "1s", robs, **told).points == 32000
    with pytest.raises(NotAllowed):
        sheet(PLAIN_HAND, "5s", robs, riichi=True, **told)


def test_waits_of_three_players_are_tiles_they_play_with() -> None:
    hand, win = won("19m 19p 19s 1234567z", "1m", players=3, norths=1, dora_indicators="9m", drawn=True)
    waits = {wait.tile.code: wait.unseen for wait in RULES.waits(hand, win)}
    assert set(waits) == {f"{tile}" for tile in ("1m", "9m", "1p", "9p", "1s", "9s", *(f"{n}z" for n in range(1, 8)))}
    assert (waits["4z"], waits["9m"], waits["1m"]) == (2, 2, 3)


def test_a_wait_without_yaku_says_so() -> None:
    hand, win = won("456m 22p 89s (123m) (456p)", "7s")
    (wait,) = RULES.waits(hand, win)
    assert wait.sheet is None
    assert wait.refusal is not None
    assert wait.refusal.code == "below_minimum"


# Properties ----------------------------------------------------------------------------------------------------------


def answer(hand: Hand, win: Win, asked: RiichiRules) -> ScoreSheet | ScoringError:
    try:
        return score(hand, win, asked)
    except ScoringError as refusal:
        return refusal


def test_random_wins_pay_the_sticks_in_all_and_say_why() -> None:
    for case in cases(250, 21):
        found = answer(case.hand, case.win, case.rules)
        if isinstance(found, ScoreSheet):
            assert sum(found.payments) == 1000 * case.win.circumstances.sticks
            assert found.payments[NORTH] == 0 or case.win.circumstances.players == 4
            assert all(line.reason and line.worth and line.japanese for line in found.lines)
            assert found.payments[case.win.winner] == max(found.payments)
        else:
            assert found.code in ("below_minimum", "not_a_win")


def test_a_value_is_what_the_sheet_says_without_reasons() -> None:
    for case in cases(150, 25):
        found = answer(case.hand, case.win, case.rules)
        if isinstance(found, ScoreSheet):
            value = case.rules.value(case.hand, case.win)
            assert dict(value.yaku) == keys(found)
            assert (value.han, value.fu, value.limit) == han_fu(found)
            assert (value.points, value.payments) == (found.points, found.payments)
        else:
            with pytest.raises(type(found)):
                case.rules.value(case.hand, case.win)


def test_the_order_of_tiles_and_melds_does_not_matter() -> None:
    dice = random.Random(22)
    for case in cases(80, 23):
        tiles, melds = list(case.hand.concealed), list(case.hand.melds)
        dice.shuffle(tiles)
        dice.shuffle(melds)
        mixed = answer(Hand(tuple(tiles), tuple(melds)), case.win, case.rules)
        plain = answer(case.hand, case.win, case.rules)
        if isinstance(plain, ScoreSheet) and isinstance(mixed, ScoreSheet):
            assert keys(mixed) == keys(plain)
            assert (mixed.payments, han_fu(mixed)) == (plain.payments, han_fu(plain))
            assert Counter(map(str, fu(mixed))) == Counter(map(str, fu(plain)))
        else:
            assert type(mixed) is type(plain)


SUIT_BOUND = {"all_green", "big_wheel", "dora", "ura_dora"}


def what_it_is(found: ScoreSheet | ScoringError) -> object:
    return (keys(found), han_fu(found)) if isinstance(found, ScoreSheet) else found.code


def test_swapping_the_suits_changes_nothing_but_what_is_bound_to_one() -> None:
    letters = {"m": "p", "p": "s", "s": "m"}
    for case in cases(80, 24):
        if case.win.circumstances.players == 3:
            continue
        turned = {tile: parse_tile(tile.code[0] + letters.get(tile.suit, tile.suit)) for tile in ALL_TILES}
        melds = tuple(replace(meld, tiles=tuple(turned[tile] for tile in meld.tiles)) for meld in case.hand.melds)
        other = Hand(tuple(turned[tile] for tile in case.hand.concealed), melds)
        said = replace(case.win.circumstances, dora_indicators=(), ura_indicators=())
        win = replace(case.win, circumstances=said)
        first = answer(case.hand, win, case.rules)
        second = answer(other, replace(win, tile=turned[win.tile]), case.rules)
        if not any(isinstance(one, ScoreSheet) and keys(one).keys() & SUIT_BOUND for one in (first, second)):
            assert what_it_is(first) == what_it_is(second)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_impossible_input_never_crashes(data: st.DataObject) -> None:
    tiles = data.draw(st.lists(st.sampled_from(ALL_TILES), min_size=1, max_size=16))
    meld = st.sampled_from(["(123m)", "(111z)", "[0555p]", "(124z)", "{1m1p1s}", "(999+9s)"]).map(parse_meld)
    melds = data.draw(st.lists(meld, max_size=4))
    shown = st.lists(st.sampled_from(ALL_TILES), max_size=6).map(tuple)
    flag = st.booleans()
    said = Circumstances(
        riichi=data.draw(flag),
        double_riichi=data.draw(flag),
        ippatsu=data.draw(flag),
        heavenly=data.draw(flag),
        rob_north=data.draw(flag),
        dora_indicators=data.draw(shown),
        ura_indicators=data.draw(shown),
        norths=data.draw(st.integers(0, 5)),
        players=data.draw(st.integers(0, 5)),
        after_kong=data.draw(st.integers(0, 2)),
        liable=data.draw(st.none() | st.sampled_from(Seat)),
        honba=data.draw(st.integers(0, 9)),
        sticks=data.draw(st.integers(0, 9)),
    )
    win = Win(
        data.draw(st.sampled_from(tiles)),
        data.draw(st.sampled_from(Seat)),
        data.draw(st.none() | st.sampled_from(Seat)),
        events=data.draw(st.frozensets(st.sampled_from(Event), max_size=2)),
        circumstances=said,
    )
    plain = tuple(tile for tile in tiles if not tile.is_flower)
    hand = Hand(plain, tuple(melds), tuple(tile for tile in tiles if tile.is_flower))
    found = answer(hand, win, RULES)
    if isinstance(found, ScoreSheet):
        assert sum(found.payments) == 1000 * said.sticks


@given(
    wins=st.lists(st.sampled_from([SOUTH, WEST, NORTH]), unique=True, max_size=3),
    points=st.lists(st.integers(10, 480).map(lambda hundreds: 100 * hundreds), min_size=3, max_size=3),
    honba=st.integers(0, 8),
    sticks=st.integers(0, 8),
    name=st.sampled_from(sorted(PRESETS)),
)
def test_hands_of_play_move_the_sticks_and_nothing_else(
    wins: list[Seat], points: list[int], honba: int, sticks: int, name: str
) -> None:
    told = tuple(ScoredWin(seat, amount, EAST) for seat, amount in zip(wins, points, strict=False))
    settled = rules(preset(name)).settle(Round(scored=told, honba=honba, sticks=sticks))
    assert sum(settled.payments) == 1000 * (sticks - settled.sticks)
    assert settled.sticks in (0, sticks)


def test_every_tile_of_the_set_can_be_an_indicator() -> None:
    pointed = {dora_kind(tile, 4) for tile in ALL_TILES if not tile.is_flower}
    assert pointed == set(range(34))
    three = {dora_kind(tile, 3) for tile in parse_tiles("19m 123456789p 123456789s 1234567z")}
    assert three == {tile.kind for tile in KIND_TILES if tile.kind not in range(1, 8)}
