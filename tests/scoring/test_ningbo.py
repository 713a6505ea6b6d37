"""宁波: waits with wild tiles, flowers, the minimum, lone wild tiles, liability."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

import pytest

from scoring.circumstances import Circumstances
from scoring.errors import BelowMinimum, NotAllowed, NotAWin, OptionError, ScoringError, TooManyCopies, WinError
from scoring.hand import Hand, Meld, MeldKind, parse_hand, parse_meld
from scoring.round import KongMade, Round
from scoring.rules import RuleSet, rule_set, with_options
from scoring.rules.ningbo import points
from scoring.rules.regional import Regional
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.tiles import KIND_TILES, parse_tile, parse_tiles
from scoring.win import Event, Seat, Win

RULES = rule_set("ningbo")
FREE = with_options(RULES, {"minimum": "0"})
"""Without the minimum, so that small hands can be looked at."""

E, S, W, N = Seat
PUNGS = "777m 88p 333s (222m) (555p)"


def won(text: str, tile: str, discarder: Seat | None = None, winner: Seat = S, **more: Any) -> tuple[Hand, Win]:
    events, wind = frozenset(more.pop("events", ())), more.pop("round_wind", E)
    wild = () if "indicator" in more else parse_tiles(more.pop("wild", "9p"))
    said = Circumstances(wild=wild, **more)
    return parse_hand(text), Win(parse_tile(tile), winner, discarder, wind, events, said)


def sheet(text: str, tile: str, discarder: Seat | None = None, rules: RuleSet = FREE, **more: Any) -> ScoreSheet:
    return score(*won(text, tile, discarder, **more), rules)


def keys(text: str, tile: str, discarder: Seat | None = None, **more: Any) -> set[str]:
    return {line.key for line in sheet(text, tile, discarder, **more).lines}


def code(text: str, tile: str, discarder: Seat | None = None, rules: RuleSet = RULES, **more: Any) -> str:
    with pytest.raises(ScoringError) as refusal:
        sheet(text, tile, discarder, rules, **more)
    return refusal.value.code


# The wait ------------------------------------------------------------------------------------------------------------

WAITS = {"edge_wait", "closed_wait", "pair_wait", "two_pairs_wait"}


@pytest.mark.parametrize(
    ("text", "tile", "waits"),
    [
        ("123m 456p 777p 234s 88s", "3m", {"edge_wait"}),
        ("789m 456p 777p 234s 88s", "7m", {"edge_wait"}),
        ("123m 456p 777p 234s 88s", "2m", {"closed_wait"}),
        ("123m 456p 777p 234s 88s", "1m", set()),
        ("123m 456p 777p 234s 88s", "8s", {"pair_wait"}),
        ("123m 456p 777p 234s 88s", "7p", {"two_pairs_wait"}),
        ("234m 456m 777m 88m (234s)", "4m", set()),
        ("123m 3m 456p 777p 234s 3m", "3m", {"edge_wait"}),
        ("12m 456p 777p 234s 88s 9p", "2m", {"closed_wait"}),
        ("12m 456p 777p 234s 88s 9p", "1m", set()),
        ("46m 456p 777p 234s 88s 9p", "4m", set()),
        ("3m 99p 777p 234s 88s 456s", "3m", {"edge_wait"}),
        ("6m 99p 777p 234s 88s 456s", "6m", {"closed_wait"}),
        ("789m 456p 777p 234s 8s 9p", "8s", {"pair_wait"}),
        ("5m 99p 456p 777p 234s 88s", "5m", {"closed_wait"}),
    ],
)
def test_the_wait_is_the_best_that_the_reading_allows(text: str, tile: str, waits: set[str]) -> None:
    assert keys(text, tile) & WAITS == waits


def test_a_drawn_wild_tile_fills_the_wait_that_counts_most() -> None:
    assert "closed_wait" in keys("57m 456p 777p 234s 88s 9p", "9p")
    assert keys("456m 456p 777p 234s 8s 9p", "9p") & WAITS == {"pair_wait"}


def test_the_lens_sees_what_the_items_ask() -> None:
    """Reading with everything in sight finds the same best total."""
    assert isinstance(FREE, Regional)
    whole = replace(FREE, lens=points.WHOLE)
    dice = random.Random(3)
    for _ in range(120):
        hand, win = dealt(dice, dice.choice((0, 1, 1, 2, 3)))
        first, second = answer(hand, win, FREE), answer(hand, win, whole)
        assert first == second


def answer(hand: Hand, win: Win, rules: RuleSet) -> int | str:
    try:
        return score(hand, win, rules).points
    except ScoringError as refusal:
        return refusal.code


def dealt(dice: random.Random, wilds: int) -> tuple[Hand, Win]:
    """A hand of sets in a suit or two, wild tiles among them: the red dragon or the flowers of the seasons."""
    wild = parse_tiles(dice.choice(("7z", "5678f")))
    kinds: list[int] = []
    suits = dice.choice(((0,), (0, 3), (3,), (0, 1, 2, 3)))
    while len(kinds) < 12:
        suit = dice.choice(suits)
        first = 9 * suit + dice.randrange(6 if suit == 3 else 9)
        chow = suit < 3 and first % 9 < 7 and dice.random() < 0.6
        kinds += [first, first + 1, first + 2] if chow else [first] * 3
    suit = dice.choice(suits)
    kinds += [9 * suit + dice.randrange(6 if suit == 3 else 9)] * 2
    if max(Counter(kinds).values()) > 4:
        return dealt(dice, wilds)
    tiles = [KIND_TILES[kind] for kind in kinds]
    melds = []
    if dice.random() < 0.5:
        three, tiles = tiles[:3], tiles[3:]
        melds = [Meld(MeldKind.PUNG if three[0] is three[1] else MeldKind.CHOW, tuple(three))]
    flowers = []
    for number, place in enumerate(dice.sample(range(len(tiles)), wilds)):
        tile = wild[number] if len(wild) > 1 else wild[0]
        tiles[place] = tile
        flowers += [tile] if tile.is_flower else []
    drawn = dice.choice(tiles)
    natural = tuple(tile for tile in tiles if not tile.is_flower)
    giver = None if drawn in wild or dice.random() < 0.5 else W
    return Hand(natural, tuple(melds), tuple(flowers)), Win(drawn, S, giver, circumstances=Circumstances(wild=wild))


def filled(hand: Hand, win: Win) -> Iterator[tuple[Hand, Win]]:
    """Every natural hand that the wild tiles can make, with each tile that a drawn wild one can have become."""
    wild = win.circumstances.wild
    natural = [tile for tile in hand.concealed if tile not in wild]
    missing = len(hand.concealed) + len(hand.flowers) - len(natural)
    for kinds in combinations_with_replacement(range(34), missing):
        tiles = tuple(KIND_TILES[kind] for kind in kinds)
        stood = dict.fromkeys(tiles) if win.tile in wild else [win.tile]
        for tile in stood:
            yield Hand((*natural, *tiles), hand.melds), replace(win, tile=tile, circumstances=Circumstances())


def test_the_search_agrees_with_trying_every_tile() -> None:
    """What wild tiles take away or bring by themselves left out: 硬糊, 三财神 and 财神单吊 on a discard."""
    rules = with_options(FREE, {"lone_wild": "reading"})
    dice = random.Random(4)
    for _ in range(12):
        hand, win = dealt(dice, dice.choice((1, 1, 2)))
        win = replace(win, discarder=None)
        best = 0
        for other, as_read in filled(hand, win):
            try:
                natural = score(other, as_read, rules)
            except (NotAWin, TooManyCopies):
                continue
            best = max(best, natural.points - 1)
        assert answer(hand, win, rules) == best


# Minimum, lone wild, wild tiles in melds -----------------------------------------------------------------------------


def test_less_than_four_is_refused_with_what_was_reached() -> None:
    with pytest.raises(BelowMinimum, match="3 台, where 4 are needed: 自摸 1, 平糊 1, 硬糊 1") as refusal:
        sheet("234567m 345p 23488s", "5p", rules=RULES)
    assert (refusal.value.points, refusal.value.minimum) == (3, 4)


def test_flowers_and_honours_help_to_reach_the_minimum() -> None:
    assert sheet("234567m 345p 23488s 2f", "5p", rules=RULES).points == 5
    assert code("234567m 345p 23488s 1f", "5p") == "below_minimum"


def test_a_lone_wild_tile_wins_by_self_draw_only() -> None:
    text = "1234569m 789p 1z (777z) 6f"
    assert sheet(text, "9m", rules=RULES, wild="1z").points == 5
    assert code(text, "9m", W, wild="1z") == "lone_wild_on_discard"
    assert code(text, "9m", W, wild="1z", events=[Event.ROBBED_KONG]) == "lone_wild_on_discard"


def test_a_lone_wild_tile_is_seen_in_a_hand_that_can_be_read_otherwise() -> None:
    assert code("1223456m 777m 1z (999m)", "2m", W, wild="1z") == "lone_wild_on_discard"
    assert code("123m 456m 77m 8m 1z1z (999m)", "8m", W, wild="1z") == "lone_wild_on_discard"


def test_a_wild_tile_is_in_no_meld() -> None:
    for text in ("234567m 88s (789p) (333z)", "234567m 88s (999p) (333z)", "234567m 88s [9999p] (333z)"):
        assert code(text, "2m") == "wild_in_meld"


def test_a_discarded_wild_tile_is_its_own_face() -> None:
    assert "all_chows" in keys("234m 789p 234s 88s (567m)", "9p", W)
    with pytest.raises(NotAWin):
        sheet("24m 789s 234s 88s 9p (567m)", "9p", W)
    assert code("12m 456m 777m 99m 6f (888m)", "6f", W, indicator=parse_tile("5f")) == "flower_claimed"


def test_the_three_others_of_the_kind_turned_up_are_wild() -> None:
    assert isinstance(RULES, Regional)
    said = Circumstances(indicator=parse_tile("6m"))
    live = RULES.live(Win(parse_tile("1m"), S, circumstances=said))
    assert [(tile.code, copies) for tile, copies in live] == [("6m", 3)]
    said = Circumstances(indicator=parse_tile("3f"))
    live = RULES.live(Win(parse_tile("1m"), S, circumstances=said))
    assert [(tile.code, copies) for tile, copies in live] == [("1f", 1), ("2f", 1), ("3f", 0), ("4f", 1)]


def test_the_flower_turned_up_is_in_no_hand() -> None:
    assert code("12m 456m 777m 99m (888m) 5f", "6m", indicator=parse_tile("5f")) == "too_many_copies"


def test_a_wild_flower_may_be_the_tile_drawn() -> None:
    found = sheet("12m 456m 777m 99m (888m) 6f", "6f", indicator=parse_tile("5f"))
    assert {line.key for line in found.lines} == {"self_drawn", "edge_wait", "full_flush"}
    assert [(stand.tile.code, stand.stands_for.code) for stand in found.stands] == [("6f", "3m")]


def test_flowers_of_the_other_group_stay_flowers() -> None:
    found = sheet("12m 456m 777m 99m (888m) 26f", "6m", indicator=parse_tile("5f"))
    assert [(line.key, line.points) for line in found.lines if "flower" in line.key] == [("own_flowers", 1)]


# Flowers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flowers", "seat", "whole", "added"),
    [
        ("1f", E, 1, 1),
        ("5f", E, 1, 1),
        ("15f", E, 2, 2),
        ("26f", S, 2, 2),
        ("37f", W, 2, 2),
        ("48f", N, 2, 2),
        ("3f", N, 0, 0),
        ("1234f", E, 2, 3),
        ("1234 5f", E, 3, 4),
        ("5678f", W, 2, 3),
        ("234f", E, 0, 0),
        ("1234567f", N, 2, 3),
        ("12345678f", E, 8, 14),
    ],
)
def test_flowers_count_for_their_seat_and_in_groups(flowers: str, seat: Seat, whole: int, added: int) -> None:
    text = f"234567m 345p 23488s {flowers.replace(' ', '')}"
    plain = sheet("234567m 345p 23488s", "5p", winner=seat).points
    assert sheet(text, "5p", winner=seat).points - plain == whole
    rules = with_options(FREE, {"flower_groups": "added"})
    assert sheet(text, "5p", rules=rules, winner=seat).points - plain == added


# Honours and suits ---------------------------------------------------------------------------------------------------


def test_wild_tiles_make_the_best_class_of_suits() -> None:
    assert "all_honours" in keys("111222z 33z 77z 9p (666z)", "7z")
    assert "full_flush" in keys("123456m 77m 99m 9p (888m)", "9m")
    assert "half_flush" in keys("123456m 77m 99m 9p (333z)", "9m")
    assert not {"full_flush", "half_flush"} & keys("123456m 77m 88p 9p (333s)", "8p")


def test_the_wind_of_seat_and_round_counts_twice() -> None:
    assert keys("234m 67899s (333z) (456p)", "8s", winner=W) >= {"seat_wind"}
    found = keys("234m 67899s (333z) (456p)", "8s", winner=W, round_wind=W)
    assert found >= {"seat_wind", "round_wind"}
    assert not {"seat_wind", "round_wind"} & keys("234m 67899s (333z) (456p)", "8s", winner=N)


def test_a_pair_of_a_wind_that_counts_keeps_all_chows_away() -> None:
    for pair, chows in (("1z", False), ("2z", False), ("3z", True), ("5z", True)):
        assert ("all_chows" in keys(f"234567m 345p 234s {pair}{pair}", "7m")) is chows


# Liability -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("giver", "said", "paid"),
    [
        (None, {}, (-6, 18, -6, -6)),
        (None, {"three_tan": ((E, W),)}, (-6, 18, -6, -6)),
        (None, {"three_tan": ((S, N),)}, (0, 30, 0, -30)),
        (None, {"three_tan": ((N, S),)}, (0, 30, 0, -30)),
        (None, {"three_tan": ((N, S), (S, W))}, (0, 60, -30, -30)),
        (None, {"three_tan": ((N, S), (S, N), (S, W))}, (0, 90, -30, -60)),
        (W, {}, (0, 10, -10, 0)),
        (W, {"three_tan": ((S, N),)}, (0, 20, -10, -10)),
        (W, {"three_tan": ((S, N), (E, S))}, (-10, 30, -10, -10)),
        (W, {"three_tan": ((S, W),)}, (0, 20, -20, 0)),
        (W, {"three_tan": ((S, W), (W, S))}, (0, 30, -30, 0)),
        (W, {"three_tan": ((S, N), (N, S))}, (0, 30, -10, -20)),
        (W, {"fed": (0, 0, 0, 3)}, (0, 20, -10, -10)),
        (None, {"kong_bloom_from": N}, (0, 35, 0, -35)),
        (None, {"kong_bloom_from": N, "two_tan_before": (S, N)}, (0, 70, 0, -70)),
        (None, {"kong_bloom_from": N, "three_tan": ((S, N),)}, (0, 70, 0, -70)),
        (None, {"kong_bloom_from": N, "fed": (0, 0, 0, 3)}, (0, 70, 0, -70)),
        (None, {"kong_bloom_from": N, "two_tan_before": (S, W)}, (0, 35, 0, -35)),
        (None, {"kong_bloom_from": W, "three_tan": ((S, N), (N, S))}, (0, 105, -35, -70)),
    ],
)
def test_who_is_tied_to_the_winner_pays(giver: Seat | None, said: dict[str, Any], paid: tuple[int, ...]) -> None:
    found = sheet(PUNGS, "7m", giver, **said)
    assert tuple(found.payments) == paid


def test_a_robbed_kong_is_paid_by_who_made_it() -> None:
    found = sheet("234567m 345p 23488s", "5p", W, events=[Event.ROBBED_KONG])
    assert (found.points, tuple(found.payments)) == (4, (0, 8, -8, 0))


def test_the_giver_of_a_bloomed_kong_is_another_and_the_tile_is_drawn() -> None:
    for discarder, giver in ((W, N), (None, S)):
        with pytest.raises(WinError, match="kong_bloom_from"):
            sheet(PUNGS, "7m", discarder, kong_bloom_from=giver)


def test_a_drawn_hand_moves_nothing_and_the_dealer_deals_again() -> None:
    rules = with_options(RULES, {"kong_points": "1"})
    kongs = (KongMade(W, parse_meld("[1111m]")), KongMade(N, parse_meld("(2222m)")))
    settled = rules.settle(Round(kongs=kongs))
    assert tuple(settled.payments) == (0, 0, 0, 0)
    assert settled.next_dealer is E
    after = rules.settle(Round(wins=(won(PUNGS, "7m"),), kongs=kongs))
    assert [ledger.points for ledger in after.ledgers] == [2, 1]
    assert after.next_dealer is S


def test_a_win_and_the_kongs_together_stay_within_the_cap() -> None:
    rules = with_options(RULES, {"kong_points": "300"})
    table = Round(wins=(won(PUNGS, "7m"),), kongs=(KongMade(S, parse_meld("[1111m]")),))
    settled = rules.settle(table)
    assert settled.sheets[0].payments[S] + settled.ledgers[0].payments[S] > 1000
    assert [ledger.name for ledger in settled.ledgers] == ["暗杠", "封顶"]
    assert settled.payments[S] == 1000
    free = with_options(rules, {"cap": "0"}).settle(table)
    assert free.payments[S] > 1000


def test_a_lone_wild_refusal_is_not_allowed_rather_than_no_win() -> None:
    hand, win = won("123456m 789p 1z (777z)", "1z", wild="1z")
    waits = RULES.waits(hand, replace(win, discarder=W))
    assert waits
    assert all(isinstance(wait.refusal, NotAllowed) for wait in waits if wait.tile.code != "1z")


@pytest.mark.parametrize(
    "values", [{"flower_map": "odd"}, {"base": "-1"}, {"lone_wild": "no"}, {"three_wilds": "2"}, {"cap_of": "nobody"}]
)
def test_values_that_make_no_sense_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(OptionError, match=next(iter(values))):
        with_options(RULES, values)
