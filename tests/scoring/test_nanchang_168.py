"""Nanchang with the table of 168: wild tiles, chows of honours, 精吊, and what is settled apart."""

import random
import time

import pytest

from bench.table168 import differences
from scoring.circumstances import Circumstances
from scoring.errors import NotAllowed, NotAWin, WinError
from scoring.hand import Hand, parse_hand
from scoring.round import Round
from scoring.rules import RULE_SETS, with_options
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.tiles import KIND_TILES, parse_tile, parse_tiles
from scoring.win import Seat, Win

RULES = RULE_SETS["nanchang_168"]()


def scored(hand: str, tile: str, wild: str, discarder: Seat | None = None, winner: Seat = Seat.SOUTH) -> ScoreSheet:
    said = Circumstances(wild=parse_tiles(wild))
    return score(parse_hand(hand), Win(parse_tile(tile), winner, discarder, circumstances=said), RULES)


def items(sheet: ScoreSheet) -> dict[str, int]:
    return {line.name: line.points for line in sheet.lines}


@pytest.mark.parametrize(("wilds", "hands", "seed"), [(0, 50, 1), (1, 250, 2), (2, 60, 3)])
def test_the_best_reading_is_what_trying_every_kind_finds(wilds: int, hands: int, seed: int) -> None:
    *different, told = differences(wilds, hands, seed)
    assert not different
    assert told.startswith(f"{hands} hands")


@pytest.mark.parametrize(
    ("hand", "tile", "wild", "names"),
    [
        ("19m 19p 19s 123456z 2p 3p", "9s", "2p3p", {"十三幺"}),
        ("111234567899m 2p 3p", "1m", "2p3p", {"九莲宝灯"}),
        ("23456678p 1z1z1z 4z4z4z", "2p", "1z4z", {"连七对"}),
        ("2233445566p 78p 1z4z", "8p", "1z4z", {"连七对"}),
        ("111222z 33z 6z 1m1m1m2m2m", "3z", "1m2m", {"四方大发财", "四暗刻"}),
        ("2233444s 66s 6z 1m1m2m2m", "6s", "1m2m", {"绿一色"}),
        ("55566z 7z 77z 1m1m1m 2m2m2m", "5z", "1m2m", {"大三元", "字一色", "四暗刻"}),
    ],
)
def test_wild_tiles_stand_for_what_is_worth_most(hand: str, tile: str, wild: str, names: set[str]) -> None:
    sheet = scored(hand, tile, wild)
    assert names <= items(sheet).keys()
    assert len(sheet.stands) == sum(other in parse_tiles(wild) for other in sheet.hand.concealed)


def test_honours_run() -> None:
    sheet = scored("123m 789p 123z 567z 99s", "9s", "4m5m", Seat.WEST)
    assert items(sheet) == {"五门齐": 6, "全带幺": 4, "平和": 2, "门前清": 2, "单钓将": 1, "幺九头": 1}
    assert "喜相逢" not in items(scored("123m 123z 789p 44p (124z)", "4p", "4m5m"))


def test_chows_of_honours_wait_for_no_edge_and_no_middle() -> None:
    lines = items(scored("234567m 678p 13z 2z 55p", "2z", "8s9s"))
    assert not {"坎张", "边张"} & lines.keys()


def test_a_hand_that_waits_for_any_tile_must_be_drawn() -> None:
    hand = "456m 789p 234s 777z 1m 9p"
    assert scored(hand, "9p", "1m2m").points
    with pytest.raises(NotAllowed) as refusal:
        scored(hand, "9p", "1m2m", Seat.WEST)
    assert refusal.value.code == "lone_wild_on_discard"


def test_a_claimed_wild_tile_is_its_own_face() -> None:
    with pytest.raises(NotAWin):
        scored("12456m 789p 234s 77z 9s", "9s", "9s1s", Seat.WEST)
    assert scored("12456m 789p 234s 77z 9s", "9s", "9s1s").points


def test_the_tile_turned_up_and_the_next_are_wild() -> None:
    said = Circumstances(indicator=parse_tile("9s"))
    win = Win(parse_tile("4s"), Seat.SOUTH, circumstances=said)
    assert [stand.tile.code for stand in score(parse_hand("12456m 789p 234s 77z 1s"), win, RULES).stands] == ["1s"]


@pytest.mark.parametrize("wild", ["1m2m3m", "1f", "1f2m"])
def test_more_kinds_of_wild_tiles_than_two_are_refused(wild: str) -> None:
    with pytest.raises(WinError):
        scored("123456789m 12344p", "4p", wild)


def test_seven_and_eight_wild_tiles_are_read_in_time() -> None:
    dice = random.Random(4)
    wild = parse_tiles("3s4s")
    start = time.process_time()
    for wilds in (7, 7, 7, 8, 8):
        natural = dice.sample([tile for tile in KIND_TILES if tile not in wild] * 4, 14 - wilds)
        hand = Hand((*natural, *(wild[number % 2] for number in range(wilds))))
        win = Win(dice.choice(hand.concealed), Seat.SOUTH, circumstances=Circumstances(wild=wild))
        sheet = score(hand, win, RULES)
        assert len(sheet.stands) == wilds
        assert sum(sheet.payments) == 0
    assert time.process_time() - start < 20


def test_one_more_wild_tile_is_never_worth_less() -> None:
    """Not so where a wait for one tile counts as it is held; here it is as read."""
    dice = random.Random(8)
    wild = parse_tiles("5z6z")
    for text in (
        "123456789m 12344p",
        "22334455667788p",
        "11123455678999m",
        "147m 258p 369s 12347z",
        "123m 456p 789s 11122z",
    ):
        hand = parse_hand(text)
        tile = hand.concealed[0]
        before = score(hand, Win(tile, Seat.SOUTH), RULES).points
        for place in dice.sample(range(1, 14), 3):
            tiles = list(hand.concealed)
            tiles[place] = wild[0]
            win = Win(tile, Seat.SOUTH, circumstances=Circumstances(wild=wild))
            assert score(Hand(tuple(tiles)), win, RULES).points >= before


def test_wild_tiles_held_and_kongs_are_settled_on_a_draw() -> None:
    settled = RULES.settle(Round(jing_points=(5, 1, 0, 0)))
    assert list(settled.payments) == [29, -7, -11, -11]
    assert settled.sheets == ()


def test_the_rules_of_nanchang_may_pay() -> None:
    rules = with_options(RULES, {"payment": "nanchang"})
    hand = parse_hand("234567m 2348p 234s 9s")
    win = Win(parse_tile("8p"), Seat.SOUTH, Seat.WEST, circumstances=Circumstances(wild=parse_tiles("9s1s")))
    with pytest.raises(NotAllowed):
        score(hand, win, rules)
    sheet = score(parse_hand("234567m 23488p 234s"), win, rules)
    assert list(sheet.payments) == [-2 * sheet.points, 5 * sheet.points, -2 * sheet.points, -sheet.points]
