"""南昌: who may win on what, who pays, and what wild tiles and kongs bring."""

import random
from dataclasses import replace
from typing import Any

import pytest

from scoring.circumstances import Circumstances
from scoring.errors import NotAllowed, NotAWin, OptionError, ScoringError, WinError
from scoring.hand import parse_hand, parse_meld
from scoring.round import KongMade, Round
from scoring.rules import nanchang, with_options
from scoring.rules.nanchang import NanchangOptions
from scoring.rules.regional import Regional
from scoring.score import score
from scoring.shapes import Lens
from scoring.sheet import ScoreSheet
from scoring.tiles import KIND_TILES, parse_tile, parse_tiles, tiles_text
from scoring.win import Event, Seat, Win

RULES = nanchang.rules()


def win(tile: str, wild: str = "12m", winner: Seat = Seat.SOUTH, discarder: Seat | None = None, **said: Any) -> Win:
    events = frozenset({Event.ROBBED_KONG}) if said.pop("robs", False) else frozenset()
    return Win(
        parse_tile(tile), winner, discarder, events=events, circumstances=Circumstances(wild=parse_tiles(wild), **said)
    )


def scored(hand: str, won: Win, rules: Regional = RULES) -> ScoreSheet:
    return score(parse_hand(hand), won, rules)


def names(sheet: ScoreSheet) -> list[str]:
    return [line.name for line in sheet.lines]


@pytest.mark.parametrize(
    ("indicator", "wild"), [("1m", "12m"), ("9m", "91m"), ("4z", "41z"), ("7z", "76z"), ("5z", "57z"), ("0p", "56p")]
)
def test_the_tile_turned_up_and_the_next_are_wild(indicator: str, wild: str) -> None:
    assert set(RULES.wild_of(parse_tile(indicator))) == set(parse_tiles(wild))


def test_the_tile_turned_up_leaves_three_copies() -> None:
    told = Win(parse_tile("4s"), Seat.SOUTH, circumstances=Circumstances(indicator=parse_tile("1m")))
    assert RULES.live(told) == ((parse_tile("1m"), 3), (parse_tile("2m"), 4))


# Who may win ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["9p", "5z", "1s"])
def test_a_lone_wild_tile_wins_with_any_tile_drawn(tile: str) -> None:
    assert "精吊" in names(scored(f"456m789p234s777z1m{tile}", win(tile)))


@pytest.mark.parametrize("tile", ["9p", "5z", "1s"])
def test_a_lone_wild_tile_does_not_win_with_any_tile_claimed(tile: str) -> None:
    with pytest.raises(NotAllowed) as refusal:
        scored(f"456m789p234s777z1m{tile}", win(tile, discarder=Seat.WEST))
    assert refusal.value.code == "lone_wild_on_discard"


def test_a_lone_wild_tile_does_not_win_on_a_robbed_kong() -> None:
    with pytest.raises(NotAllowed):
        scored("456m789p234s777z1m5z", win("5z", discarder=Seat.WEST, robs=True))


def test_a_hand_that_could_be_read_otherwise_was_fishing_all_the_same() -> None:
    sheet = scored("33m456789s234p12m3m", win("3m"))
    assert names(sheet) == ["平糊", "德国", "精吊"]
    assert sheet.points == 4


def test_a_wild_pair_that_did_not_wait_for_all_is_not_fishing() -> None:
    assert names(scored("123456m789p234s7z1s", win("4s", "9s1s"))) == ["平糊"]


def test_a_wild_tile_claimed_is_itself() -> None:
    with pytest.raises(NotAWin):
        scored("12456m789p234s77z9s", win("9s", "9s1s", discarder=Seat.WEST))
    assert names(scored("12456m789p234s77z9s", win("9s", "9s1s"))) == ["平糊"]


def test_a_wild_tile_claimed_at_its_own_face_is_german() -> None:
    sheet = scored("23456m789p234s77z1m", win("1m", discarder=Seat.WEST))
    assert names(sheet) == ["平糊", "德国"]


def test_six_pairs_and_a_wild_tile_win_by_self_draw_only() -> None:
    with pytest.raises(NotAllowed):
        scored("5566m3344p55778s2m", win("8s", discarder=Seat.WEST))


def test_tiles_of_a_suit_two_apart_are_not_scattered() -> None:
    with pytest.raises(NotAWin):
        scored("146m258p369s12347z", win("7z", "89s"))


def test_three_winds_and_the_dragons_are_chows_on_the_table_too() -> None:
    assert names(scored("789p77p123m(124z)(567z)", win("7p", "89s"))) == ["平糊", "德国"]


@pytest.mark.parametrize("said", [{"heavenly": True}, {"earthly": True, "discarder": Seat.EAST}])
def test_nobody_has_melds_in_the_first_turn(said: dict[str, Any]) -> None:
    said = dict(said)
    winner = Seat.EAST if "heavenly" in said else Seat.SOUTH
    with pytest.raises(WinError):
        scored("456m789p11s(234s)(777z)", win("1s", winner=winner, **said))


def test_more_kongs_in_a_row_than_on_the_table_are_impossible() -> None:
    with pytest.raises(WinError):
        scored("456m789p11s(234s)(7777z)", win("1s", after_kong=2))


@pytest.mark.parametrize(
    ("hand", "tile", "fishing"),
    [
        ("456m789p234s777z1m9p", "4m", True),
        ("456m789p234s777z1m9p", "1m", True),
        ("12456789p234s77z1m", "4s", False),
        ("5566m3344p55778s2m", "5m", True),
    ],
)
def test_of_the_tiles_dealt_any_may_be_the_last(hand: str, tile: str, fishing: bool) -> None:
    sheet = scored(hand, win(tile, winner=Seat.EAST, heavenly=True))
    assert names(sheet) == (["精吊天糊"] if fishing else ["天糊"])
    assert list(sheet.payments) == ([120, -40, -40, -40] if fishing else [60, -20, -20, -20])


# What it is worth ----------------------------------------------------------------------------------------------------


def test_nobody_holding_a_wild_tile_counts_more_than_german() -> None:
    sheet = scored("123456m789p234s77z", win("4s", "89s", others_hold_jing=False))
    assert names(sheet) == ["平糊", "德中德"]
    assert [left.key for left in sheet.left_out] == ["german"]


def test_a_wild_tile_in_an_own_meld_is_held() -> None:
    sheet = scored("456m789p77z(123m)(555p)", win("9p", "12m", others_hold_jing=False))
    assert names(sheet) == ["平糊", "德国"]


def test_a_round_tells_whether_others_hold_wild_tiles() -> None:
    hand, won = parse_hand("123456m789p234s77z"), win("4s", "89s")
    for points, name in (((0, 0, 0, 0), "德中德"), ((0, 0, 1, 0), "德国")):
        settled = RULES.settle(Round(((hand, won),), wild=parse_tiles("89s"), jing_points=points))
        assert names(settled.sheets[0])[-1] == name


def test_a_losing_dealer_pays_double_without_the_five_points() -> None:
    assert list(scored("123456m789p234s77z", win("4s", discarder=Seat.EAST)).payments) == [-13, 27, -7, -7]


def test_a_winning_dealer_gets_double() -> None:
    sheet = scored("123456m789p234s77z", win("4s", winner=Seat.EAST))
    assert sheet.points == 4
    assert list(sheet.payments) == [39, -13, -13, -13]


def test_nobody_pays_double_where_nobody_deals() -> None:
    sheet = scored("123456m789p234s77z", win("4s", discarder=Seat.WEST, has_dealer=False))
    assert list(sheet.payments) == [-7, 23, -9, -7]


def test_a_robbed_dealer_pays_double_for_the_own_share_only() -> None:
    sheet = scored("123456m789p234s77z", win("4s", "89s", discarder=Seat.EAST, robs=True))
    assert list(sheet.payments) == [-31, 31, 0, 0]
    assert sheet.formula == "(1*2*4+5)+2*(1*2*2+5)"


def test_a_kong_bloom_on_a_lone_wild_tile_multiplies_both() -> None:
    sheet = scored("456m789p1m5z(234s)[7777z]", win("5z", after_kong=1))
    assert names(sheet) == ["平糊", "精吊", "杠开"]
    assert list(sheet.payments) == [-16, 32, -8, -8]


def test_the_sheet_tells_what_wild_tiles_stood_for() -> None:
    (stand,) = scored("12456789p234s77z1m", win("4s")).stands
    assert (stand.tile.code, stand.stands_for.code) == ("1m", "3p")


def test_a_coarse_look_at_sets_finds_the_best_hand_too() -> None:
    fine = replace(RULES, lens=Lens())
    dice = random.Random(7)
    wild = parse_tiles("12m")
    for _ in range(80):
        kinds = [kind for kind in range(27) for _ in range(3)]
        tiles = [KIND_TILES[kind] for kind in dice.sample(kinds[8:28], 11)]
        tiles += [dice.choice(wild) for _ in range(3)]
        text = tiles_text(sorted(tiles))
        outcomes: list[Any] = []
        for rules in (RULES, fine):
            try:
                sheet = scored(text, win(tiles[0].code), rules)
                outcomes.append((sheet.points, tuple(sheet.payments)))
            except ScoringError as refusal:
                outcomes.append((refusal.code, ()))
        assert outcomes[0] == outcomes[1], text


# Apart from the win --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "points"), [("(5555p)", 2), ("(555+5p)", 2), ("[5555p]", 2), ("[1111m]", 12), ("(222+2m)", 12)]
)
def test_kongs_are_paid_on_drawn_hands(meld: str, points: int) -> None:
    settled = RULES.settle(Round(kongs=(KongMade(Seat.WEST, parse_meld(meld)),), wild=parse_tiles("12m")))
    assert list(settled.payments) == [-points, -points, 3 * points, -points]
    assert settled.next_dealer is Seat.EAST


def test_a_robbed_kong_brings_nothing() -> None:
    kong = KongMade(Seat.WEST, parse_meld("(555+5p)"), robbed=True)
    assert RULES.settle(Round(kongs=(kong,))).ledgers == ()


@pytest.mark.parametrize(
    ("points", "payments"),
    [
        ((2, 0, 0, 0), [12, -4, -4, -4]),
        ((2, 1, 0, 0), [5, 1, -3, -3]),
        ((5, 0, 0, 0), [60, -20, -20, -20]),
        ((5, 6, 0, 0), [12, 44, -28, -28]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
    ],
)
def test_wild_tiles_are_rewarded_on_drawn_hands(points: tuple[int, int, int, int], payments: list[int]) -> None:
    assert list(RULES.settle(Round(jing_points=points)).payments) == payments


def test_who_fed_a_wild_tile_into_a_charge_pays_for_all() -> None:
    fed = ((Seat.SOUTH, Seat.NORTH),)
    settled = RULES.settle(Round(jing_points=(0, 6, 1, 0), jing_fed=fed))
    assert list(settled.payments) == [-1, 53, 3, -55]


def test_who_fed_a_wild_tile_without_a_charge_pays_as_all() -> None:
    fed = ((Seat.SOUTH, Seat.NORTH),)
    assert list(RULES.settle(Round(jing_points=(0, 4, 1, 0), jing_fed=fed)).payments) == [-5, 11, -1, -5]


def test_a_whole_round_settles_in_one() -> None:
    hand, won = parse_hand("456m789p77z(123m)[5555p]"), win("9p", discarder=Seat.WEST)
    table = Round(
        ((hand, won),),
        (KongMade(Seat.SOUTH, parse_meld("[5555p]")),),
        parse_tiles("12m"),
        jing_points=(2, 3, 0, 0),
    )
    settled = RULES.settle(table)
    assert [ledger.key for ledger in settled.ledgers] == ["concealed_kong", "jing"]
    win_payments, kong, jing = [-9, 25, -9, -7], [-2, 6, -2, -2], [3, 7, -5, -5]
    assert list(settled.payments) == [sum(seat) for seat in zip(win_payments, kong, jing, strict=True)]
    assert settled.next_dealer is Seat.SOUTH


@pytest.mark.parametrize("key", ["values", "kong_values", "kong_payers"])
def test_an_unknown_word_for_an_option_is_refused(key: str) -> None:
    with pytest.raises(OptionError) as refusal:
        with_options(RULES, {key: "both"})
    assert key in refusal.value.message


def test_options_are_not_negative() -> None:
    with pytest.raises(OptionError):
        NanchangOptions(charge_from=-1)
