"""MCR: the sheet, its refusals, its options and who pays."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from MahjongGB import MahjongShanten

from scoring.distance import distance
from scoring.division import Shape, count, divisions
from scoring.errors import BelowMinimum, HandError, NotAWin, OptionError, WinError
from scoring.fan import Fan
from scoring.hand import Hand, parse_hand
from scoring.rules import RULE_SETS, mcr, option_help, rule_set, with_options
from scoring.score import score
from scoring.sheet import Payments, ScoreSheet
from scoring.tiles import KIND_TILES, Tile, parse_tile
from scoring.win import Event, Seat, Win

RULES = mcr.rules()


def sheet(
    hand: str, tile: str, discarder: Seat | None = Seat.WEST, *events: Event, seat: Seat = Seat.SOUTH, **options: str
) -> ScoreSheet:
    win = Win(parse_tile(tile), seat, discarder, events=frozenset(events))
    return score(parse_hand(hand), win, with_options(RULES, options))


def items(scored: ScoreSheet) -> dict[str, int]:
    return {line.key: line.points for line in scored.lines}


# The table ------------------------------------------------------------------------------------------------------------


def test_there_are_81_fan_and_the_mixed_kongs() -> None:
    keys = [fan.key for fan in RULES.fan]
    assert len(keys) == len(set(keys)) == 82
    assert "mixed_kongs" in keys


def test_the_values_go_down_from_88_to_1() -> None:
    values = [fan.value for fan in RULES.fan]
    assert values == sorted(values, reverse=True)
    how_many = {88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 5: 1, 4: 4, 2: 10, 1: 13}
    assert {value: values.count(value) for value in how_many} == how_many


@pytest.mark.parametrize("fan", RULES.fan, ids=lambda fan: fan.key)
def test_every_fan_has_names_and_a_rule_and_covers_lower_ones(fan: Fan) -> None:
    values = {other.key: other.value for other in RULES.fan}
    assert fan.rule
    assert fan.name
    assert fan.english
    assert fan.implies <= values.keys()
    assert all(values[key] <= fan.value for key in fan.implies)


# Sheets ---------------------------------------------------------------------------------------------------------------


def test_a_line_says_why_it_counts_and_what_it_covers() -> None:
    scored = sheet("123456789m 456p 55s", "3m", None)
    straight = scored.lines[0]
    assert straight.key == "pure_straight"
    assert straight.reason.endswith("123m 456m 789m")
    assert straight.covers == ("short_straight", "two_terminal_chows")
    assert scored.division == "123m* 456m 789m 456p 55s"


def test_what_is_left_out_names_what_covers_it() -> None:
    left = {(out.key, out.covered_by) for out in sheet("123456789m 456p 55s", "3m", None).left_out}
    assert {("self_drawn", "fully_concealed_hand"), ("no_honours", "all_chows")} <= left


def test_account_once_leaves_out_the_fourth_pair_of_chows() -> None:
    left = [out for out in sheet("123m 789m 123p (789p) 44s", "1m", minimum="0").left_out if out.covered_by is None]
    assert [out.key for out in left] == ["two_terminal_chows"]
    assert "套算一次" in left[0].reason


def test_the_runner_up_is_the_best_other_division() -> None:
    scored = sheet("111222333m 999p 55z", "9p")
    assert scored.division == "111m 222m 333m 999p* 55z"
    assert scored.runner_up is not None
    assert scored.runner_up.division == "123m 123m 123m 999p* 55z"
    assert scored.runner_up.points < scored.points


def test_a_hand_with_one_division_has_no_runner_up() -> None:
    assert sheet("345m 66z 678p (234s) (777s)", "6p").runner_up is None


def test_knitted_straight_alone_is_twelve_without_the_chicken_hand() -> None:
    scored = sheet("147m 369s 258p 22z (678s)", "8p", seat=Seat.EAST)
    assert items(scored) == {"knitted_straight": 12}


def test_a_formal_wait_for_two_kinds_is_no_single_wait() -> None:
    scored = sheet("11234444678m 456p", "1m", None, seat=Seat.NORTH)
    assert items(scored) == {"fully_concealed_hand": 4, "tile_hog": 2, "one_voided_suit": 1, "no_honours": 1}


def test_flowers_do_not_reach_the_minimum() -> None:
    with pytest.raises(BelowMinimum, match="4 points, flowers apart, where 8 are needed: 门前清 2") as refusal:
        sheet("345m 22p 678p 234s 777s 12345678f", "3m", seat=Seat.EAST)
    assert (refusal.value.points, refusal.value.minimum) == (4, 8)


def test_flowers_do_not_end_the_chicken_hand_and_add_to_it() -> None:
    scored = sheet("345m 66z 678p (234s) (777s) 15f", "6p")
    assert items(scored) == {"chicken_hand": 8, "flower_tiles": 2}
    assert (scored.points, scored.qualifying, scored.flower_points) == (10, 8, 2)


@pytest.mark.parametrize("event", [Event.LAST_TILE, Event.LAST_COPY])
def test_a_hand_with_an_event_is_no_chicken_hand(event: Event) -> None:
    assert "chicken_hand" not in items(sheet("345m 66z 678p (234s) (777s)", "6p", Seat.WEST, event, minimum="0"))


def test_red_fives_are_fives() -> None:
    red = sheet("340m 66z 678p (234s) (777s)", "6p")
    assert items(red) == items(sheet("345m 66z 678p (234s) (777s)", "6p"))


def test_the_last_tile_after_a_kong_counts_both_and_no_self_draw() -> None:
    found = items(sheet("345m 66z 678p (234s) (7777s)", "6p", None, Event.LAST_TILE, Event.AFTER_KONG))
    assert found == {"last_tile_draw": 8, "replacement_tile": 8, "melded_kong": 1}


# Payments -------------------------------------------------------------------------------------------------------------


def test_the_discarder_pays_the_points_and_eight_and_the_others_eight() -> None:
    scored = sheet("123m 456p 78999s (234s) 1f", "9s", Seat.EAST)
    assert scored.points == 11
    assert dict(scored.payments.items()) == {Seat.EAST: -19, Seat.SOUTH: 35, Seat.WEST: -8, Seat.NORTH: -8}


def test_on_a_self_draw_everybody_pays_the_points_and_eight() -> None:
    scored = sheet("123456789m 456p 55s", "3m", None)
    assert tuple(scored.payments) == (-32, 96, -32, -32)


@given(st.integers(0, 400), st.sampled_from(Seat), st.sampled_from([None, *Seat]), st.integers(0, 20))
def test_payments_add_up_to_nothing(points: int, winner: Seat, discarder: Seat | None, base: int) -> None:
    win = Win(parse_tile("1m"), winner, None if discarder is winner else discarder)
    paid = mcr.points.payments(points, win, base)
    assert sum(paid) == 0
    assert all(paid[seat] <= 0 for seat in Seat if seat is not winner)


def test_payments_that_do_not_add_up_are_a_bug() -> None:
    with pytest.raises(AssertionError):
        Payments(1, 0, 0, 0)


# Refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "away"),
    [
        ("123m 456p 789s 11227z", 1),
        ("123m 456p 789s 14557z", 2),
        ("19m 19p 19s 12345667m", 4),
        ("147m 258p 36s 112345z", 1),
        ("(123m) (456p) (789s) 1m 1235z", 3),
    ],
)
def test_a_hand_that_does_not_win_is_told_how_far_it_is(hand: str, away: int) -> None:
    parsed = parse_hand(hand)
    win = Win(parsed.concealed[0], Seat.EAST)
    with pytest.raises(NotAWin, match=f"{away} tile") as refusal:
        score(parsed, win, RULES)
    assert refusal.value.distance == away
    assert refusal.value.code == "not_a_win"


def test_a_wrong_number_of_tiles_is_refused_before_the_shape() -> None:
    with pytest.raises(HandError):
        sheet("123m 456p 789s 1122z", "1m")


def test_more_than_four_of_a_kind_are_refused_not_scored() -> None:
    with pytest.raises(HandError, match="6 of 5m"):
        sheet("44555555m 123p 678s", "4m")


def test_a_winning_tile_that_is_not_there_is_refused() -> None:
    with pytest.raises(WinError, match="2p"):
        sheet("345m 66z 678p (234s) (777s)", "2p")


# Options --------------------------------------------------------------------------------------------------------------


def test_the_minimum_can_be_lowered() -> None:
    assert sheet("345m 22p 678p (234s) (777s)", "6p", minimum="2").points == 2


def test_the_base_is_what_the_others_pay() -> None:
    assert tuple(sheet("345m 66z 678p (234s) (777s)", "6p", Seat.EAST, base="0").payments) == (-8, 8, 0, 0)


def test_flowers_can_be_worth_nothing() -> None:
    scored = sheet("345m 66z 678p (234s) (777s) 15f", "6p", flowers="no")
    assert items(scored) == {"chicken_hand": 8}


def test_mixed_kongs_can_count_apart() -> None:
    hand = "[2222m] (8888s) 345p (567p) 11z"
    assert items(sheet(hand, "5p", minimum="0"))["mixed_kongs"] == 5
    apart = items(sheet(hand, "5p", minimum="0", mixed_kongs="false"))
    assert apart == {"concealed_kong": 2, "melded_kong": 1}


@pytest.mark.parametrize(
    ("values", "code"),
    [({"house": "1"}, "unknown_option"), ({"minimum": "eight"}, "bad_option"), ({"flowers": "2"}, "bad_option")],
)
def test_a_bad_option_is_refused_by_name(values: dict[str, str], code: str) -> None:
    with pytest.raises(OptionError, match=next(iter(values))) as refusal:
        with_options(RULES, values)
    assert refusal.value.code == code


def test_a_minimum_below_zero_is_refused() -> None:
    with pytest.raises(OptionError, match="minimum"):
        with_options(RULES, {"minimum": "-1"})


def test_every_option_is_explained() -> None:
    help_texts = option_help(RULES.options)
    assert help_texts.keys() == {"minimum", "base", "flowers", "mixed_kongs"}
    assert all(help_texts.values())


def test_rules_are_found_by_name() -> None:
    assert rule_set("mcr") == RULES
    assert set(RULE_SETS) >= {"mcr"}
    with pytest.raises(OptionError, match="no rules 'poker'"):
        rule_set("poker")


# Properties -----------------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(KIND_TILES), min_size=14, max_size=14), st.randoms())
def test_the_order_of_the_tiles_does_not_matter(tiles: list[Tile], dice: random.Random) -> None:
    ordered = divisions(count(tile.kind for tile in tiles), frozenset(Shape))
    dice.shuffle(tiles)
    assert divisions(count(tile.kind for tile in tiles), frozenset(Shape)) == ordered


def their_tile(kind: int) -> str:
    return ("F1", "F2", "F3", "F4", "J3", "J2", "J1")[kind - 27] if kind > 26 else "WBT"[kind // 9] + str(kind % 9 + 1)


@pytest.mark.parametrize("seed", range(4))
def test_the_distance_is_one_more_than_the_shanten_of_the_best_discard(seed: int) -> None:
    dice = random.Random(seed)
    wall = [kind for kind in range(34) for _ in range(4)]
    if seed:
        wall = [kind for kind in wall if kind % 9 in ((0, 8) if seed == 1 else (0, 3, 6)) or kind > 26]
        wall = wall if len(wall) > 40 else wall + list(range(9))
    for _ in range(60):
        kinds = sorted(dice.sample(wall, 14))
        shanten = [
            MahjongShanten((), tuple(map(their_tile, kinds[:place] + kinds[place + 1 :]))) for place in range(14)
        ]
        counts = count(kinds)
        assert distance(counts, frozenset(Shape)) == min(shanten) + 1, kinds
        assert bool(divisions(counts, frozenset(Shape))) == (distance(counts, frozenset(Shape)) == 0)


def test_the_seats_of_others_do_not_change_the_points() -> None:
    hand = parse_hand("345m 66z 678p (234s) (777s)")
    win = Win(parse_tile("6p"), Seat.SOUTH, Seat.WEST)
    assert {score(hand, replace(win, discarder=seat), RULES).points for seat in (Seat.EAST, Seat.NORTH)} == {8}


def test_hands_are_values() -> None:
    assert parse_hand("66z 345m 678p (234s) (777s)") == Hand(
        parse_hand("345m 66z 678p").concealed, parse_hand("1m (234s) (777s)").melds
    )
