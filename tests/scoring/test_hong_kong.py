"""香港麻將: the table of points, who pays, liability, flowers that win alone, and what is refused."""

import random
from dataclasses import replace
from math import ceil
from typing import Any

import pytest

from scoring.circumstances import Circumstances
from scoring.errors import BelowMinimum, HandError, NotAWin, OptionError, WinError
from scoring.hand import Hand, Meld, MeldKind, parse_hand
from scoring.round import Round
from scoring.rules import RULE_SETS, with_options
from scoring.rules.hong_kong import HongKongOptions, rules
from scoring.rules.regional import Regional
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.tiles import KIND_TILES, parse_tile
from scoring.win import Event, Seat, Win

FREE = rules(HongKongOptions(min_faan=0))
CHOWS = "123456m 22789p 567s"
CHICKEN = "456m 22789p 567s (111m)"
PUNGS = "44p 333666s (999m) (888p)"


def win(tile: str, discarder: Seat | None = None, winner: Seat = Seat.SOUTH, *events: Event, **said: Any) -> Win:
    return Win(parse_tile(tile), winner, discarder, events=frozenset(events), circumstances=Circumstances(**said))


def scored(hand: str, won: Win, table: Regional = FREE) -> ScoreSheet:
    return score(parse_hand(hand), won, table)


def names(sheet: ScoreSheet) -> list[str]:
    return [line.name for line in sheet.lines]


def with_(**options: Any) -> Regional:
    return rules(HongKongOptions(**{"min_faan": 0} | options))


# Points and payments -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("half_spicy", [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]),
        ("full_spicy", [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]),
        ("1 2 5", [1, 2, 5, 5, 5]),
    ],
)
def test_faan_come_to_the_numbers_of_the_table(table: str, row: list[int]) -> None:
    options = HongKongOptions(points_table=table)
    assert [options.table[min(faan, len(options.table) - 1)] for faan in range(len(row))] == row


@pytest.mark.parametrize(
    ("unit", "faan_3", "chicken"), [("0.5", [0, 8, -8, 0], [0, 1, -1, 0]), ("2", [0, 32, -32, 0], [0, 4, -4, 0])]
)
def test_a_unit_multiplies_what_is_paid(unit: str, faan_3: list[int], chicken: list[int]) -> None:
    table = with_(unit=unit)
    assert list(scored(PUNGS, win("6s", Seat.WEST), table).payments) == faan_3
    assert list(scored(CHICKEN, win("5s", Seat.WEST), table).payments) == chicken


def test_halves_of_a_shared_discard_are_rounded_up() -> None:
    table = with_(payment="half")
    assert list(scored(CHICKEN, win("5s", Seat.WEST), table).payments) == [-1, 3, -1, -1]
    assert list(scored(PUNGS, win("6s", Seat.WEST), table).payments) == [-4, 16, -8, -4]


def test_faan_above_the_limit_are_told_and_not_paid() -> None:
    sheet = scored("111z 33z (222z) (555z) (666z)", win("1z", Seat.WEST))
    assert sum(line.points for line in sheet.lines) == 14
    assert (sheet.qualifying, sheet.points) == (13, 384)
    assert sheet.formula == "14 faan -> limit 13 -> 384; 2 x 384 from west"


def test_a_robbed_player_pays_the_shares_of_all() -> None:
    sheet = scored(CHOWS, win("5s", Seat.WEST, Seat.SOUTH, Event.ROBBED_KONG))
    assert list(sheet.payments) == [0, 24, -24, 0]


def test_nobody_doubles_for_the_dealer() -> None:
    for seat in Seat:
        sheet = scored(CHOWS, win("5s", None, seat))
        assert sorted(sheet.payments) == [-8, -8, -8, 24]


def test_a_false_win_costs_the_limit_to_each() -> None:
    settled = RULE_SETS["hong_kong"]().settle(Round(offender=Seat.NORTH))
    assert list(settled.payments) == [384, 384, 384, -1152]
    assert settled.ledgers[0].key == "false_win"
    assert settled.next_dealer is Seat.EAST


@pytest.mark.parametrize(
    ("unit", "formula", "paid"),
    [("0.5", "2 x 0.5 from west", 1), ("0.25", "2 x 0.25, rounded up, from west", 1), ("2", "2 x 2 from west", 4)],
)
def test_the_formula_comes_to_what_is_paid(unit: str, formula: str, paid: int) -> None:
    sheet = scored(CHICKEN, win("5s", Seat.WEST), with_(unit=unit))
    assert sheet.formula.endswith(f"; {formula}")
    assert sheet.payments[Seat.WEST] == -paid


def test_the_first_win_ends_the_hand_of_play() -> None:
    drawn = tuple((parse_hand(CHOWS), win("5s", None, seat)) for seat in (Seat.SOUTH, Seat.NORTH))
    with pytest.raises(WinError, match="north on 5s: the win of south on 5s ended the hand"):
        FREE.settle(Round(drawn))


def test_two_winners_are_each_paid_by_the_discarder() -> None:
    wins = tuple((parse_hand(CHOWS), win("5s", Seat.EAST, seat)) for seat in (Seat.WEST, Seat.SOUTH))
    assert list(FREE.settle(Round(wins)).payments) == [-16, 8, 8, 0]
    nearest = with_(multiple_winners="nearest").settle(Round(wins))
    assert [sheet.win.winner for sheet in nearest.sheets] == [Seat.SOUTH]


# What counts ---------------------------------------------------------------------------------------------------------


def test_a_chicken_hand_is_not_told_where_anything_counts() -> None:
    assert names(scored(CHICKEN, win("5s", Seat.WEST))) == ["雞糊"]
    sheet = scored(CHOWS, win("5s", Seat.WEST))
    assert names(sheet) == ["平糊", "門前清"]
    assert sheet.left_out == ()


def test_what_a_heavenly_hand_shows_beside_is_left_out_with_the_reason() -> None:
    sheet = scored(CHOWS, win("5s", None, Seat.EAST, heavenly=True))
    assert names(sheet) == ["天糊"]
    assert [(left.name, left.covered_by) for left in sheet.left_out] == [
        ("平糊", "heavenly"),
        ("門前清", "heavenly"),
        ("自摸", "heavenly"),
    ]


def test_the_best_reading_is_kept_and_the_other_told() -> None:
    sheet = scored("111222333m 44466z", win("6z"))
    assert names(sheet) == ["坎坎糊", "混一色", "自摸"]
    assert sheet.runner_up is not None
    assert sheet.runner_up.points == 24
    assert "123m" in sheet.runner_up.division


@pytest.mark.parametrize(
    ("hand", "tile", "items"),
    [
        ("333m 444p 222555s 88s", "5s", ["對對糊", "門前清"]),
        ("333m 444p 222555s 88s", "8s", ["坎坎糊"]),
        ("333m 222555s 88s [4444p]", "8s", ["坎坎糊"]),
        ("333m 222555s 88s (4444p)", "8s", ["對對糊"]),
    ],
)
def test_a_pung_won_by_discard_is_not_concealed(hand: str, tile: str, items: list[str]) -> None:
    assert names(scored(hand, win(tile, Seat.WEST))) == items


@pytest.mark.parametrize(("tile", "nine"), [("1m", False), ("5m", True), ("9m", True)])
def test_nine_gates_wait_for_all_nine(tile: str, nine: bool) -> None:
    tiles = "1112345678999m" if tile == "1m" else f"1112345678999m {tile}"
    hand = "11123455678999m" if tile == "1m" else tiles
    sheet = scored(hand, win(tile))
    assert ("九子連環" in names(sheet)) is nine


@pytest.mark.parametrize(("hand", "tile", "points"), [("12333345677888s", "7s", 64), ("23444456788m (999m)", "8m", 48)])
def test_eight_waits_and_four_of_a_kind_are_no_nine_gates(hand: str, tile: str, points: int) -> None:
    for table in (FREE, with_(nine_gates="drawn")):
        for giver in (Seat.WEST, None):
            assert "九子連環" not in names(scored(hand, win(tile, giver), table))
    assert scored(hand, win(tile, Seat.WEST)).points == points


def test_pairs_do_not_win_unless_the_option_says_so() -> None:
    with pytest.raises(NotAWin):
        scored("1133m 5577p 2299s 44z", win("4z"))
    assert names(scored("1133m 5577p 2299s 44z", win("4z"), with_(seven_pairs=True))) == ["七對子", "自摸"]


@pytest.mark.parametrize(("kongs", "items"), [(1, ["發", "自摸", "槓上開花"]), (2, ["槓上槓", "發", "自摸"])])
def test_the_second_kong_running_counts_in_place_of_one(kongs: int, items: list[str]) -> None:
    assert names(scored("123m 22456p [1111s] (6666z)", win("6p", after_kong=kongs))) == items


def test_a_hand_below_the_minimum_says_what_it_reaches() -> None:
    with pytest.raises(BelowMinimum, match="2 faan, where 3 are needed: 平糊 1, 門前清 1") as refusal:
        scored(CHOWS, win("5s", Seat.WEST), rules())
    assert (refusal.value.points, refusal.value.minimum) == (2, 3)


# Flowers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiles", ["", "1357m 258p 147s 123z", "1357m 258p 147s 1123z"])
def test_seven_flowers_win_whatever_the_tiles(tiles: str) -> None:
    sheet = scored(f"{tiles} 1234567f", win("7f"))
    assert names(sheet) == ["花糊"]
    assert list(sheet.payments) == [-8, 24, -8, -8]
    assert "1234567f" in sheet.division


def test_six_flowers_are_one_short() -> None:
    with pytest.raises(NotAWin) as refusal:
        scored("123456f", win("6f"))
    assert refusal.value.distance == 1


def test_flowers_win_on_no_discard_and_with_no_other_number_of_tiles() -> None:
    with pytest.raises(WinError, match="nobody discards"):
        scored("1234567f", win("7f", Seat.WEST))
    with pytest.raises(HandError, match="8 tiles"):
        scored("1357m 258p 1s 1234567f", win("7f"))
    with pytest.raises(WinError, match="7f"):
        scored("123456f", win("7f"))


def test_flowers_are_worth_more_than_a_small_hand_that_is_drawn_with_them() -> None:
    assert names(scored(f"{CHOWS} 12345678f", win("5s"))) == ["大花糊"]
    assert names(scored(f"{CHOWS} 1234567f", win("5s"))) == ["平糊", "門前清", "自摸", "正花", "一台花"]
    assert names(scored(f"{CHOWS} 12345678f", win("5s", Seat.WEST))) == ["平糊", "門前清", "正花", "一台花"]


def test_flowers_that_win_alone_are_no_wait() -> None:
    found = FREE.waits(parse_hand("123456m 22789p 67s 1234567f"), win("1m"))
    assert [wait.tile.code for wait in found] == ["5s", "8s"]
    found = FREE.waits(parse_hand("123456m 22789p 67s 12345678f"), win("1m"))
    assert [(wait.tile.code, names(wait.sheet)) for wait in found if wait.sheet] == [
        ("5s", ["大花糊"]),
        ("8s", ["大花糊"]),
    ]
    assert FREE.away(parse_hand("1357m 258p 147s 123z 12345678f"), win("1m")) > 1


# Liability -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("44m (111m) (999m) (456m) (678m)", "4m"),
        ("123m 44s (555z) (666z) (777z)", "3m"),
        ("44s [1111z] (222z) (333z) (444z)", "4s"),
    ],
)
def test_who_is_liable_pays_for_all_of_a_self_draw(hand: str, tile: str) -> None:
    sheet = scored(hand, win(tile, liable=Seat.NORTH))
    assert sheet.payments[Seat.NORTH] == -sheet.payments[Seat.SOUTH] == -3 * sheet.points
    by_discard = scored(hand, win(tile, Seat.WEST, liable=Seat.NORTH))
    assert by_discard.payments[Seat.NORTH] == 0


def test_nobody_is_liable_for_what_the_hand_does_not_show() -> None:
    with pytest.raises(WinError) as refusal:
        scored(CHICKEN, win("5s", liable=Seat.NORTH))
    assert refusal.value.code == "not_liable"
    for hand, tile in (("123m 44s 777z (555z) (666z)", "7z"), ("44s (111z) (222z) [3333z] 444z", "4z")):
        with pytest.raises(WinError, match="shows nothing for which north would pay"):
            scored(hand, win(tile, liable=Seat.NORTH))
    with pytest.raises(WinError, match="south is the winner"):
        scored(CHICKEN, win("5s", liable=Seat.SOUTH))


# What cannot be ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "won"),
    [
        (CHICKEN, win("5s", None, Seat.EAST, heavenly=True)),
        (CHOWS, win("5s", None, Seat.SOUTH, heavenly=True)),
        (CHOWS, win("5s", Seat.WEST, earthly=True)),
        (CHOWS, win("5s", None, Seat.EAST, human=True)),
        (CHOWS, win("5s", after_kong=1)),
        ("123m 22456p 789s (6666z)", win("9s", after_kong=2)),
        (CHOWS, win("5s", Seat.EAST, Seat.SOUTH, Event.ROBBED_KONG, earthly=True)),
    ],
)
def test_what_cannot_be_is_refused(hand: str, won: Win) -> None:
    with pytest.raises(WinError):
        scored(hand, won)


@pytest.mark.parametrize(
    "values",
    [
        {"payment": "all"},
        {"points_table": "steep"},
        {"points_table": "1,2,3"},
        {"unit": "0"},
        {"unit": "-1"},
        {"limit": "2"},
        {"min_faan": "-1"},
        {"flower_map": "north"},
        {"nine_gates": "any"},
        {"multiple_winners": "two"},
        {"concealed_hand": "yes"},
    ],
)
def test_options_that_make_no_sense_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(OptionError, match=next(iter(values))):
        with_options(RULE_SETS["hong_kong"](), values)


# Any hand ------------------------------------------------------------------------------------------------------------


def dealt(dice: random.Random) -> tuple[Hand, Win]:
    """A hand of sets and a pair, with claimed sets and flowers now and then."""
    while True:
        sets = []
        for _ in range(4):
            first = dice.randrange(34)
            run = first < 27 and first % 9 < 7 and dice.random() < 0.5
            sets.append([first, first + 1, first + 2] if run else [first] * 3)
        pair = dice.randrange(34)
        kinds = [kind for three in sets for kind in three] + [pair, pair]
        if max(map(kinds.count, kinds)) <= 4:
            break
    claimed = dice.choice((0, 0, 1, 2))
    melds = tuple(
        Meld(MeldKind.PUNG if three[0] == three[1] else MeldKind.CHOW, tuple(KIND_TILES[kind] for kind in three))
        for three in sets[:claimed]
    )
    flowers = tuple(parse_tile(f"{number}f") for number in range(1, 9) if dice.random() < 0.2)
    hand = Hand(tuple(KIND_TILES[kind] for kind in kinds[3 * claimed :]), melds, flowers)
    winner = Seat(dice.randrange(4))
    giver = None if dice.random() < 0.5 else Seat((winner + dice.randrange(1, 4)) % 4)
    return hand, Win(dice.choice(hand.concealed), winner, giver, round_wind=Seat(dice.randrange(4)))


@pytest.mark.parametrize("payment", ["full", "half"])
@pytest.mark.parametrize("table", ["half_spicy", "full_spicy"])
def test_any_hand_is_paid_by_the_table(table: str, payment: str) -> None:
    dice, chosen = random.Random(len(table)), with_(points_table=table, payment=payment)
    for _ in range(60):
        hand, won = dealt(dice)
        sheet = score(hand, won, chosen)
        value = chosen.options.table[sheet.qualifying]
        assert sheet.points == value
        assert sum(sheet.payments) == 0
        paid = {seat: -amount for seat, amount in sheet.payments.items() if seat is not won.winner}
        if won.discarder is None:
            assert set(paid.values()) == {value}
        else:
            other = 0 if payment == "full" else ceil(value / 2)
            wanted = dict.fromkeys(paid, other) | {won.discarder: 2 * value if payment == "full" else value}
            assert paid == wanted


def test_a_higher_minimum_refuses_and_never_changes_a_score() -> None:
    dice = random.Random(3)
    for _ in range(60):
        hand, won = dealt(dice)
        free = score(hand, won, FREE)
        if free.qualifying >= 3:
            assert replace(score(hand, won, rules()), minimum=0) == replace(free, options=())
        else:
            with pytest.raises(BelowMinimum):
                score(hand, won, rules())


def test_a_sheet_tells_the_options_that_differ_and_what_it_falls_short_of() -> None:
    sheet = scored("111222333m 44466z", win("6z"))
    assert sheet.options == (("min_faan", 0),)
    assert sheet.near_miss == "one faan short of the limit of 13"
    assert scored(CHOWS, win("5s"), rules()).options == ()
