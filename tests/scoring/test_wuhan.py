"""武汉: who may win, the factors of winner and payers, caps, who pays for all, and what a draw brings."""

import random
from dataclasses import replace
from typing import Any

import pytest

from scoring.circumstances import Circumstances
from scoring.errors import BelowMinimum, NotAllowed, NotAWin, OptionError, ScoringError, WinError
from scoring.hand import parse_hand, parse_meld
from scoring.round import KongMade, Round
from scoring.rules import RULE_SETS, with_options, wuhan
from scoring.rules.regional import Regional
from scoring.rules.wuhan import WuhanOptions
from scoring.score import score
from scoring.seats import BySeat
from scoring.shapes import Lens
from scoring.sheet import ScoreSheet
from scoring.tiles import KIND_TILES, parse_tile, parse_tiles, tiles_text
from scoring.win import Event, Seat, Win

RULES = wuhan.rules()
FREE = wuhan.rules(WuhanOptions(minimum=0))
SMALL = "234m 678p 22s (123s) (555m)"


def win(tile: str, wild: str = "9m", winner: Seat = Seat.SOUTH, discarder: Seat | None = None, **said: Any) -> Win:
    events = frozenset(event for event in (Event.ROBBED_KONG, Event.LAST_TILE) if said.pop(event.value, False))
    if "indicator" in said:
        said["indicator"], wild = parse_tile(said["indicator"]), ""
    return Win(
        parse_tile(tile), winner, discarder, events=events, circumstances=Circumstances(wild=parse_tiles(wild), **said)
    )


def scored(hand: str, won: Win, rules: Regional = RULES) -> ScoreSheet:
    return score(parse_hand(hand), won, rules)


def names(sheet: ScoreSheet) -> list[str]:
    return [line.name for line in sheet.lines]


def refusal(hand: str, won: Win, rules: Regional = FREE) -> str:
    with pytest.raises(NotAllowed) as refused:
        scored(hand, won, rules)
    return refused.value.code


@pytest.mark.parametrize(
    ("indicator", "wild"),
    [("1m", "2m"), ("9s", "1s"), ("3z", "4z"), ("4z", "6z"), ("7z", "6z"), ("6z", "5z"), ("5z", "1z")],
)
def test_the_next_tile_is_wild_and_red_is_left_out(indicator: str, wild: str) -> None:
    assert RULES.wild_of(parse_tile(indicator)) == parse_tiles(wild)


def test_the_tile_turned_up_is_out_of_play() -> None:
    assert RULES.unseen(parse_tile("4s"), parse_hand("4s"), win("5s", indicator="4s")) == 2


# Who may win ---------------------------------------------------------------------------------------------------------


def test_a_hand_wins_only_once_a_meld_was_claimed() -> None:
    assert refusal("234m678p22s123s555m", win("8p")) == "not_opened"
    assert refusal("234m678p22s123s[5555m]", win("8p")) == "not_opened"
    assert scored("234m678p22s123s(5555m)", win("8p"), FREE).points


def test_a_hand_of_winds_needs_a_claimed_meld_too() -> None:
    assert refusal("11223344556616z", win("6z")) == "not_opened"


def test_red_dragons_must_have_left_the_hand() -> None:
    assert refusal("234m678p77z(123s)(444m)", win("8p", "5s")) == "dragon_held"


def test_skin_tiles_must_have_left_the_hand() -> None:
    assert refusal(SMALL, win("8p", indicator="3m")) == "skin_held"
    assert refusal(SMALL, win("8p", indicator="8p")) == "skin_held"


@pytest.mark.parametrize("meld", ["(456m)", "(345m)", "(777z)", "(444m)"])
def test_special_tiles_make_no_melds(meld: str) -> None:
    assert refusal(f"234s 678p 22s (123s) {meld}", win("8p", indicator="3m")) == "special_tile_melded"


def test_nobody_wins_on_a_wild_tile_of_another() -> None:
    hand = "234m 67p 22s 8p (123s) (555m)"
    assert refusal(hand, win("8p", "8p", discarder=Seat.WEST)) == "kong_tile_claimed"
    assert scored(hand, win("8p", "8p"), FREE).points == 16


def test_a_small_hand_needs_a_pair_of_twos_fives_or_eights() -> None:
    assert refusal("234m678p33s(123s)(555m)", win("8p")) == "wrong_pair"


def test_a_small_hand_has_one_wild_tile_in_anothers_place() -> None:
    assert scored("24m67855p9s(123s)(444m)", win("7p", "9s"), FREE)
    assert refusal("24m5s6755p5s(123s)(444m)", win("7p", "5s")) == "too_many_wild"


def test_a_big_hand_has_two_wild_tiles_in_others_places() -> None:
    assert scored("66m99p55s33z(444m)(222p)", win("6m", "5s")).points == 60
    assert refusal("66m9p555s33z(444m)(222p)", win("6m", "5s")) == "too_many_wild"


def test_wild_tiles_at_their_own_face_are_not_counted() -> None:
    sheet = scored("222m 555s 22s (888m) (555p)", win("2s", "5s"))
    assert "硬胡" in names(sheet)


def test_a_hand_below_the_minimum_tells_what_it_reached() -> None:
    with pytest.raises(BelowMinimum) as refused:
        scored("234m67855p(123s)(444m)", win("8p", "5s", discarder=Seat.EAST))
    assert (refused.value.points, refused.value.minimum) == (8, 16)


def test_the_smallest_factor_of_a_payer_helps_to_reach_the_minimum_and_the_deal_does_not() -> None:
    hand, wild = "234m67855p(123s)(444m)", "5s"
    won = win("8p", wild, discarder=Seat.EAST, loser_factors=(1, 1, 2, 2))
    assert scored(hand, won).qualifying == 16
    dealer = win("8p", wild, winner=Seat.EAST, discarder=Seat.SOUTH)
    with pytest.raises(BelowMinimum):
        scored(hand, dealer)


@pytest.mark.parametrize(
    "said",
    [
        {"red_kongs": (3, 2, 0, 0)},
        {"wild_kongs": (2, 2, 1, 0)},
        {"green_kongs": (5, 0, 0, 0)},
        {"indicator": "8s", "skin_kongs": (2, 2, 0, 0)},
    ],
)
def test_more_tiles_discarded_as_kongs_than_there_are_are_impossible(said: dict[str, Any]) -> None:
    with pytest.raises(WinError):
        scored(SMALL, win("8p", **dict(said)))


def test_wild_tiles_in_the_hand_and_discarded_as_kongs_are_four() -> None:
    with pytest.raises(WinError):
        scored("234m67p9m22s(123s)(555m)", win("9m", wild_kongs=(4, 0, 0, 0)))


def test_seven_pairs_are_no_hand() -> None:
    with pytest.raises(NotAWin):
        scored("1133m5577p2244s11z", win("1z"))


# What it is worth ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "found"),
    [
        ("222m 555s 22s (888m) (555p)", "2s", ["碰碰胡", "将一色"]),
        ("111z 555z 66z (222z) (333z)", "6z", ["碰碰胡", "风一色"]),
        ("222333m 55m (777m) (888m)", "5m", ["碰碰胡", "清一色"]),
        ("222333m 55m (777m) (123m)", "5m", ["清一色"]),
        ("22m 588p 258s (222p) (888s)", "8p", ["将一色"]),
    ],
)
def test_each_thing_that_makes_a_hand_big_counts(hand: str, tile: str, found: list[str]) -> None:
    sheet = scored(hand, win(tile))
    assert names(sheet) == [*found, "开口", "硬胡", "大胡自摸"]
    assert sheet.points == 10 * len(found) * 4 * 2 * 3 // 2


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"after_kong": 1}, "杠上开花"),
        ({"last_tile": True}, "海底捞月"),
        ({"robbed_kong": True, "discarder": Seat.WEST}, "抢杠胡"),
    ],
)
def test_a_special_way_to_win_counts_with_a_pair_of_eyes_only(said: dict[str, Any], found: str) -> None:
    hand = "222345m {pair}m (777m) (123m)"
    assert found in names(scored(hand.format(pair="88"), win("4m", **dict(said))))
    assert found not in names(scored(hand.format(pair="66"), win("4m", **dict(said))))


def test_the_last_tiles_are_drawn_not_claimed() -> None:
    assert names(scored(SMALL, win("8p", discarder=Seat.EAST, last_tile=True), FREE))[0] == "小胡"


def test_all_claimed_is_won_on_a_discard() -> None:
    hand = "55p (123m) (789s) (222z) (345s)"
    assert names(scored(hand, win("5p", discarder=Seat.WEST)))[0] == "全求人"
    assert names(scored(hand, win("5p")))[0] == "小胡"
    with pytest.raises(NotAllowed):
        scored("66p (123m) (789s) (222z) (345s)", win("6p", discarder=Seat.WEST))


def test_four_melds_with_a_concealed_kong_are_not_all_claimed() -> None:
    sheet = scored("55p (123m) (789s) (222z) [3333s]", win("5p", discarder=Seat.WEST))
    assert names(sheet)[0] == "小胡"


def test_the_worked_example_of_the_description() -> None:
    factors: BySeat = (2, 1, 16, 2)
    sheet = scored("234m 22s (123s) (555m) (9999p)", win("2s", "8m", loser_factors=factors))
    assert sheet.points == 32
    assert list(sheet.payments) == [-128, 492, -300, -64]


def test_factors_of_payers_follow_from_what_they_discarded_as_kongs() -> None:
    said: dict[str, Any] = {"red_kongs": (1, 0, 0, 0), "skin_kongs": (0, 0, 1, 0), "wild_kongs": (0, 0, 0, 1)}
    sheet = scored(SMALL, win("8p", indicator="8s", **said))
    assert list(sheet.payments) == [-64, 160, -32, -64]


@pytest.mark.parametrize(("discarder", "payments"), [(Seat.EAST, [-32, 48, -8, -8]), (Seat.WEST, [-16, 40, -16, -8])])
def test_a_discarder_pays_a_small_hand_double_and_a_dealer_too(discarder: Seat, payments: list[int]) -> None:
    assert list(scored(SMALL, win("8p", discarder=discarder), FREE).payments) == payments


def test_a_big_hand_leaves_the_deal_out() -> None:
    sheet = scored("222m 333s 66s (888m) (555p)", win("3s", discarder=Seat.EAST))
    assert list(sheet.payments) == [-120, 280, -80, -80]
    sheet = scored("222m 333s 66s (888m) (555p)", win("3s", winner=Seat.EAST))
    assert list(sheet.payments) == [360, -120, -120, -120]


def test_claimed_melds_count_once_in_kaikou() -> None:
    rules = with_options(RULES, {"mode": "kaikou", "minimum": "0"})
    assert score(parse_hand("789p22s(555m)(123s)(111z)"), win("9p", "6z"), rules).points == 8


def test_a_kong_added_counts_as_one_from_a_discard() -> None:
    for meld in ("(5555m)", "(555+5m)"):
        assert scored(f"234m678p22s(123s){meld}", win("8p")).points == 16


# Caps and who pays for all -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "raw", "payments"),
    [
        ("koukou", (0, 100, 200, 50), [350, -100, -200, -50]),
        ("koukou", (0, 200, 450, 100), [600, -200, -300, -100]),
        ("koukou", (0, 300, 300, 300), [900, -300, -300, -300]),
        ("koukou", (0, 500, 800, 600), [1500, -500, -500, -500]),
        ("kaikou", (0, 500, 800, 600), [1200, -400, -400, -400]),
        ("kaikou", (320, 0, 960, 320), [-320, 1040, -400, -320]),
    ],
)
def test_losses_are_capped(mode: str, raw: BySeat, payments: list[int]) -> None:
    settled = with_options(RULES, {"mode": mode}).settle(Round(raw_losses=raw))
    assert list(settled.payments) == payments


def test_a_win_is_capped_for_each_payer() -> None:
    sheet = scored(SMALL, win("8p", wild_kongs=(0, 2, 0, 0), loser_factors=(1, 1, 1, 2)))
    assert list(sheet.payments) == [-300, 856, -256, -300]


def test_gold_when_all_three_reach_the_cap() -> None:
    sheet = scored(SMALL, win("8p", after_kong=1, wild_kongs=(0, 2, 0, 0)))
    assert list(sheet.payments) == [-500, 1500, -500, -500]
    assert sheet.points == 500


def test_the_robbed_pays_the_capped_shares_of_all() -> None:
    sheet = scored(SMALL, win("8p", discarder=Seat.NORTH, robbed_kong=True, wild_kongs=(0, 1, 0, 0)))
    assert list(sheet.payments) == [0, 960, 0, -960]
    sheet = scored(
        SMALL, win("8p", discarder=Seat.NORTH, robbed_kong=True, wild_kongs=(0, 1, 0, 0), loser_factors=(2, 1, 1, 1))
    )
    assert list(sheet.payments) == [0, 500 + 320 + 320, 0, -(500 + 320 + 320)]


@pytest.mark.parametrize("ready", [True, None])
def test_a_ready_discarder_into_all_claimed_pays_his_own_share(ready: bool | None) -> None:
    hand = "5p 9m (123m) (789s) (222z) (345s)"
    sheet = scored(hand, win("5p", discarder=Seat.EAST, discarder_ready=ready))
    assert list(sheet.payments) == [-240, 560, -160, -160]


def test_a_round_tells_who_was_ready() -> None:
    hand = parse_hand("5p 9m (123m) (789s) (222z) (345s)")
    table = Round(((hand, win("5p", discarder=Seat.EAST)),), wild=parse_tiles("9m"), ready=frozenset({Seat.WEST}))
    assert list(RULES.settle(table).payments) == [-560, 560, 0, 0]


def test_who_fed_the_third_meld_of_a_full_flush_pays_for_all() -> None:
    hand = "22m 888m (123m) (345m) (567m)"
    free = scored(hand, win("2m"))
    assert list(free.payments) == [-240, 720, -240, -240]
    fed = scored(hand, win("2m", third_feeder=Seat.WEST))
    assert list(fed.payments) == [0, 720, -720, 0]
    three = scored(hand, win("2m", fed=(0, 0, 0, 3)))
    assert list(three.payments) == [0, 720, 0, -720]


# After a draw --------------------------------------------------------------------------------------------------------


def test_who_was_ready_collects_after_a_draw() -> None:
    table = Round(ready=frozenset({Seat.EAST}), opened=frozenset({Seat.EAST, Seat.SOUTH}), factors=(4, 2, 1, 2))
    settled = RULES.settle(table)
    assert list(settled.payments) == [8 + 8 + 16, -8, -8, -16]
    assert settled.next_dealer is Seat.EAST


def test_nobody_collects_when_all_or_none_were_ready() -> None:
    for ready in (frozenset(Seat), frozenset()):
        assert list(RULES.settle(Round(ready=ready)).payments) == [0, 0, 0, 0]


def test_factors_at_a_draw_follow_from_kongs_and_a_claimed_meld() -> None:
    kongs = (KongMade(Seat.EAST, parse_meld("[1111p]")), KongMade(Seat.SOUTH, parse_meld("(2222p)")))
    table = Round((), kongs, ready=frozenset({Seat.EAST}), opened=frozenset({Seat.SOUTH, Seat.WEST}))
    assert list(RULES.settle(table).payments) == [16 + 8 + 8, -16, -8, -8]


def test_kongs_bring_nothing_by_themselves() -> None:
    assert RULES.settle(Round(kongs=(KongMade(Seat.EAST, parse_meld("[1111p]")),))).ledgers == ()


# Options and search --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["mode", "values", "discard_payers", "cap_by", "gold_cap", "skins"])
def test_an_unknown_word_for_an_option_is_refused(key: str) -> None:
    with pytest.raises(OptionError) as refused:
        with_options(RULE_SETS["wuhan"](), {key: "both"})
    assert key in refused.value.message


def test_green_dragons_as_kongs_count_like_red_ones() -> None:
    rules = with_options(RULES, {"green_kongs": "true"})
    assert isinstance(rules, Regional)
    sheet = scored(SMALL, win("8p", green_kongs=(0, 1, 1, 0)), rules)
    assert "发财杠" in names(sheet)
    assert list(sheet.payments) == [-64, 160, -64, -32]


def test_a_coarse_look_at_sets_finds_the_best_hand_too() -> None:
    fine = replace(FREE, lens=Lens())
    dice = random.Random(11)
    for _ in range(150):
        kinds = [kind for kind in range(9) for _ in range(4)] + [27, 28, 31] * 3 + [10, 13, 16] * 2
        del kinds[20:24]
        tiles = [KIND_TILES[kind] for kind in dice.sample(kinds, 9)] + [KIND_TILES[5]] * 2
        text = f"{tiles_text(sorted(tiles))} {dice.choice(('(222p)', '(123m)', '(333z)'))}"
        outcomes: list[Any] = []
        for rules in (FREE, fine):
            try:
                sheet = scored(text, win(tiles[0].code, "6m"), rules)
                outcomes.append((sheet.points, tuple(sheet.payments)))
            except ScoringError as refused:
                outcomes.append((refused.code, ()))
        assert outcomes[0] == outcomes[1], text
