"""What holds for every regional system: random hands, settlements, refusals, waits."""

import random
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.circumstances import Circumstances, parse_circumstances
from scoring.errors import (
    BelowMinimum,
    HandError,
    MeldError,
    NotAllowed,
    NotationError,
    NotAWin,
    OptionError,
    ScoringError,
    TooManyCopies,
    WinError,
)
from scoring.hand import Hand, Meld, MeldKind, parse_hand, parse_meld
from scoring.indicator import following, live_copies, preceding
from scoring.readings import readings
from scoring.round import KongMade, Round
from scoring.rules import RULE_SETS, RuleSet, rule_set, with_options
from scoring.rules.capped import capped
from scoring.rules.jing import jing_ledger, jing_points
from scoring.rules.regional import Regional
from scoring.score import score
from scoring.shapes import Held, Lens
from scoring.sheet import NOTHING, Payments, ScoreSheet
from scoring.tiles import ALL_TILES, KIND_TILES, Tile, parse_tile, parse_tiles
from scoring.win import Event, Seat, Win

SYSTEMS = {name: maker() for name, maker in RULE_SETS.items() if isinstance(maker(), Regional)}
JIUYAO = SYSTEMS["shangrao_jiuyao"]
TCY = SYSTEMS["shangrao_tcy"]


def regional(name: str) -> Regional:
    rules = SYSTEMS[name]
    assert isinstance(rules, Regional)
    return rules


def won(text: str, tile: str, wild: str = "9s", **more: Any) -> tuple[Hand, Win]:
    said = Circumstances(wild=parse_tiles(wild), **more.pop("said", {}))
    return parse_hand(text), Win(parse_tile(tile), more.pop("winner", Seat.SOUTH), circumstances=said, **more)


def deal(dice: random.Random, wild: tuple[Tile, ...], wilds: int, rules: RuleSet = JIUYAO) -> tuple[Hand, Win]:
    """A hand of sets and a pair in which some tiles are wild, with a meld now and then."""
    faces = rules.in_play(Win(KIND_TILES[0], Seat.EAST))
    others = [kind for kind in range(34) if KIND_TILES[kind] in faces and KIND_TILES[kind] not in wild]
    while True:
        kinds: list[int] = []
        for _ in range(rules.hand_sizes[0] // 3):
            first = dice.choice(others)
            chow = [first, first + 1, first + 2]
            if first < 27 and first % 9 < 7 and set(chow) <= set(others) and dice.random() < 0.6:
                kinds += chow
            else:
                kinds += [first] * 3
        kinds += [dice.choice(others)] * 2
        if all(kinds.count(kind) <= 4 for kind in kinds):
            break
    tiles = [KIND_TILES[kind] for kind in kinds]
    melds = []
    if dice.random() < 0.5 and (kinds[0] == kinds[1] or claims_chows(rules)):
        three, tiles = tiles[:3], tiles[3:]
        melds = [Meld(MeldKind.PUNG if three[0] is three[1] else MeldKind.CHOW, tuple(three))]
    for place in dice.sample(range(len(tiles)), wilds):
        tiles[place] = dice.choice(wild)
    if any(tiles.count(tile) > 4 for tile in wild):
        return deal(dice, wild, wilds, rules)
    return Hand(tuple(tiles), tuple(melds)), Win(
        dice.choice(tiles), dice.choice(tuple(Seat)), circumstances=Circumstances(wild=wild)
    )


def claims_chows(rules: RuleSet) -> bool:
    return not isinstance(rules, Regional) or rules.claimed_chows


def answer(hand: Hand, win: Win, rules: RuleSet) -> ScoreSheet | ScoringError:
    try:
        return score(hand, win, rules)
    except ScoringError as refusal:
        return refusal


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("wilds", [0, 1, 2, 4])
def test_random_wins_pay_nothing_in_all_and_say_what_wild_tiles_stood_for(name: str, wilds: int) -> None:
    dice = random.Random(wilds)
    for _ in range(25):
        hand, win = deal(dice, (KIND_TILES[26], KIND_TILES[0]), wilds, regional(name))
        sheet = answer(hand, win, regional(name))
        if isinstance(sheet, ScoreSheet):
            assert sum(sheet.payments) == 0
            assert sheet.formula
            assert len(sheet.stands) == wilds
            assert sorted(stand.tile for stand in sheet.stands) == [
                t for t in hand.concealed if t in sheet.win.circumstances.wild
            ]
            assert sheet.lines or not sheet.points
            assert all(line.reason and line.worth for line in sheet.lines)
        else:
            assert isinstance(sheet, BelowMinimum | NotAllowed | NotAWin)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_order_of_tiles_and_melds_does_not_matter(name: str) -> None:
    dice = random.Random(5)
    for _ in range(25):
        hand, win = deal(dice, (KIND_TILES[26],), dice.choice((0, 1, 2)), regional(name))
        tiles, melds = list(hand.concealed), list(hand.melds)
        dice.shuffle(tiles)
        dice.shuffle(melds)
        mixed = answer(Hand(tuple(tiles), tuple(melds)), win, regional(name))
        plain = answer(hand, win, regional(name))
        if isinstance(plain, ScoreSheet):
            assert mixed == plain
        else:
            assert str(mixed) == str(plain)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize(("wilds", "hands"), [(1, 40), (2, 25), (3, 8)])
def test_what_the_lens_merges_and_the_bound_skips_is_worth_no_more(name: str, wilds: int, hands: int) -> None:
    rules = regional(name)
    seeing_all = replace(rules, lens=Lens(joined=lambda code, kind: (code, kind)), bound=None)
    dice = random.Random(20 + wilds)
    for _ in range(hands):
        hand, win = deal(dice, (KIND_TILES[26], KIND_TILES[0]), wilds, regional(name))
        merged, full = answer(hand, win, rules), answer(hand, win, seeing_all)
        if isinstance(merged, ScoreSheet) and isinstance(full, ScoreSheet):
            assert (merged.points, merged.payments) == (full.points, full.payments), (hand, win)
        else:
            assert type(merged) is type(full), (hand, win)


def swapped(tile: Tile) -> Tile:
    letters = {"m": "p", "p": "s", "s": "m"}
    return parse_tile(tile.code[0] + letters.get(tile.suit, tile.suit))


SUIT_BOUND = {"all_green", "reversible_tiles"}
"""What is of one suit or of certain ranks of two by its very definition (绿一色, 推不倒)."""


@pytest.mark.parametrize("name", SYSTEMS)
def test_swapping_the_suits_changes_nothing_but_what_is_bound_to_a_suit(name: str) -> None:
    dice = random.Random(6)
    for _ in range(25):
        wilds = dice.choice((0, 1, 2)) if "wild" in SYSTEMS[name].asks else 0
        hand, win = deal(dice, (KIND_TILES[26],), wilds, regional(name))
        melds = tuple(replace(meld, tiles=tuple(map(swapped, meld.tiles))) for meld in hand.melds)
        other = Hand(tuple(map(swapped, hand.concealed)), melds)
        wild = tuple(map(swapped, win.circumstances.wild))
        turned = replace(win, tile=swapped(win.tile), circumstances=Circumstances(wild=wild))
        first, second = answer(hand, win, regional(name)), answer(other, turned, regional(name))
        if isinstance(first, ScoreSheet) and isinstance(second, ScoreSheet):
            shown = {line.key for line in (*first.lines, *second.lines)}
            if not shown & SUIT_BOUND:
                assert [(line.key, line.points) for line in first.lines] == [
                    (line.key, line.points) for line in second.lines
                ]
        else:
            assert type(first) is type(second)


OWN_FACE = {"restored", "german", "true_german", "hard_win", "no_wild"}
"""What a wild tile may cost: 还原, 德国 and 硬胡, where all must be at their own face."""


@pytest.mark.parametrize("name", [name for name, rules in SYSTEMS.items() if "wild" in rules.asks])
def test_one_more_wild_tile_never_lowers_the_score_of_a_hand_with_wild_tiles(name: str) -> None:
    """But by what wants wild tiles at their own face, and in 武汉 by how many may be used."""
    dice = random.Random(8)
    compared = 0
    for _ in range(400):
        if compared == 20:
            break
        hand, win = deal(dice, (KIND_TILES[26],), dice.choice((1, 2)))
        natural = [tile for tile in hand.concealed if tile is not win.tile and tile is not KIND_TILES[26]]
        plain = answer(hand, win, regional(name))
        if not isinstance(plain, ScoreSheet) or {line.key for line in plain.lines} & OWN_FACE:
            continue
        tiles = list(hand.concealed)
        tiles.remove(dice.choice(natural))
        more = answer(replace(hand, concealed=(*tiles, KIND_TILES[26])), win, regional(name))
        if name == "wuhan" and isinstance(more, NotAllowed):
            assert more.code == "too_many_wild"
        else:
            assert isinstance(more, ScoreSheet)
            assert more.points >= plain.points
        compared += 1
    assert compared >= 5


def test_a_wild_flower_in_the_hand_stands_for_a_tile() -> None:
    shapes = replace(TCY.shapes)
    hand = parse_hand("12456m 777m 99m (888m) 6f")
    said = Circumstances(wild=parse_tiles("5678f"))
    held = Held(hand, Win(parse_tile("6f"), Seat.SOUTH, circumstances=said), said.wild, shapes)
    (reading,) = [one for one in readings(held, TCY.lens) if one.winning == 2]
    facts = TCY.facts(held, reading)
    assert facts.stands == ((parse_tile("6f"), parse_tile("3m")),)
    assert (facts.substitutes, facts.flowers, facts.text()) == (1, (), "123m* 456m 777m (888m) 99m")
    TCY.check(hand, Win(parse_tile("6f"), Seat.SOUTH, circumstances=said))


@given(st.data())
@settings(max_examples=60)
def test_impossible_input_never_crashes_and_never_scores(data: st.DataObject) -> None:
    rules = SYSTEMS[data.draw(st.sampled_from(sorted(SYSTEMS)))]
    tiles = data.draw(st.lists(st.sampled_from(ALL_TILES), min_size=1, max_size=16))
    meld = st.sampled_from(["(123m)", "(111z)", "[5555p]", "(124z)", "{1m1p1s}", "(999+9s)"]).map(parse_meld)
    melds = data.draw(st.lists(meld, max_size=4))
    win = Win(
        data.draw(st.sampled_from(tiles)),
        data.draw(st.sampled_from(Seat)),
        data.draw(st.none() | st.sampled_from(Seat)),
        events=data.draw(st.frozensets(st.sampled_from(Event), max_size=2)),
        circumstances=Circumstances(
            wild=tuple(data.draw(st.lists(st.sampled_from(KIND_TILES), max_size=2, unique=True))),
            after_kong=data.draw(st.integers(0, 3)),
            heavenly=data.draw(st.booleans()),
            earthly=data.draw(st.booleans()),
        ),
    )
    plain = [tile for tile in tiles if not tile.is_flower]
    hand = Hand(tuple(plain), tuple(melds), tuple(tile for tile in tiles if tile.is_flower))
    try:
        sheet = score(hand, win, rules)
    except ScoringError:
        return
    hand.check_copies()
    assert sum(sheet.payments) == 0


# Refusals ------------------------------------------------------------------------------------------------------------


def test_a_hand_that_is_no_win_says_how_far_it_is() -> None:
    hand, win = won("146m 258p 369s 12347z", "7z", "5m")
    with pytest.raises(NotAWin, match="5m wild is no winning hand: 1 tile away") as refusal:
        score(hand, win, JIUYAO)
    assert refusal.value.distance == 1


def test_a_hand_below_the_minimum_says_what_it_reached() -> None:
    hand, win = won("12456m 789p 2349s 77z", "4s")
    with pytest.raises(BelowMinimum, match="1 point, where 2 are needed: 平和有宝 1") as refusal:
        score(hand, win, JIUYAO)
    assert (refusal.value.points, refusal.value.minimum) == (1, 2)


def test_a_discard_does_not_win_in_shangrao() -> None:
    hand, win = won("123456m 789p 234s 77z", "4s", discarder=Seat.WEST)
    for rules in (JIUYAO, TCY):
        with pytest.raises(NotAllowed) as refusal:
            score(hand, win, rules)
        assert refusal.value.code == "self_draw_only"


@pytest.mark.parametrize(
    ("text", "said", "error"),
    [
        ("123456m 789p 234s 77z", {"after_kong": 1}, WinError),
        ("123456m 789p 234s 77z", {"heavenly": True}, WinError),
        ("123456m 789p 234s 77z", {"earthly": True}, WinError),
        ("123456m 789p 234s 7z", {}, HandError),
        ("123456m 789p 4s 7777z (777z)", {}, TooManyCopies),
        ("123456m 4s 77z 78p {1m1p1s}", {}, MeldError),
    ],
)
def test_what_cannot_be_is_refused(text: str, said: dict[str, Any], error: type[ScoringError]) -> None:
    hand, win = won(text, "4s", said=said)
    with pytest.raises(error):
        score(hand, win, JIUYAO)


def test_a_chow_of_honours_is_a_meld_where_the_rules_have_it() -> None:
    hand, win = won("123456m 789p 77z (124z)", "6m")
    assert score(hand, win, JIUYAO).points == 2
    with pytest.raises(MeldError, match="124z"):
        score(hand, win, TCY)
    with pytest.raises(MeldError, match="124z"):
        score(hand, win, RULE_SETS["mcr"]())


def test_copies_of_a_dead_indicator_count() -> None:
    hand = parse_hand("123456m 789p 234s 77z")
    said = Circumstances(indicator=parse_tile("7z"))
    assert score(hand, Win(parse_tile("4s"), Seat.SOUTH, circumstances=said), TCY).points == 4
    four = parse_hand("123m 789p 234s 777z 7z 1m"), Win(parse_tile("7z"), Seat.SOUTH, circumstances=said)
    with pytest.raises(TooManyCopies):
        score(*four, TCY)


# The table -----------------------------------------------------------------------------------------------------------


def test_a_whole_round_settles_at_once() -> None:
    win = won("123456m 789s 11z [5555p]", "9s", "9p", said={"after_kong": 1})
    table = Round(
        wins=(win,),
        wild=parse_tiles("9p"),
        kongs=(
            KongMade(Seat.EAST, parse_meld("[2222s]")),
            KongMade(Seat.SOUTH, parse_meld("[5555p]")),
        ),
        jing_points=(0, 0, 2, 0),
    )
    settled = JIUYAO.settle(table)
    assert list(settled.sheets[0].payments) == [-6, 18, -6, -6]
    assert [ledger.key for ledger in settled.ledgers] == ["own_kong", "jing"]
    assert list(settled.payments) == [-6 + 6 - 4, 18 - 2 - 4, -6 - 2 + 12, -6 - 2 - 4]
    assert settled.next_dealer is Seat.SOUTH


def test_kongs_are_paid_on_a_draw_too() -> None:
    drawn = JIUYAO.settle(Round(kongs=(KongMade(Seat.WEST, parse_meld("(9999s)")),), wild=parse_tiles("9s")))
    assert list(drawn.payments) == [-10, -10, 30, -10]
    assert drawn.next_dealer is Seat.EAST


def test_several_players_may_rob_a_kong() -> None:
    south = won("123456m 789p 23s 4s 77z", "4s", discarder=Seat.EAST, events=frozenset({Event.ROBBED_KONG}))
    west = won(
        "456789m 123p 23s 4s 55z", "4s", discarder=Seat.EAST, events=frozenset({Event.ROBBED_KONG}), winner=Seat.WEST
    )
    assert list(JIUYAO.settle(Round(wins=(south, west), wild=parse_tiles("9s"))).payments) == [-24, 12, 12, 0]


@given(st.tuples(*[st.integers(0, 14)] * 4))
def test_the_reward_for_wild_tiles_adds_up_to_nothing(points: tuple[int, int, int, int]) -> None:
    for first in (False, True):
        assert sum(jing_ledger(points, ((Seat.EAST, Seat.WEST),), overlord_first=first).payments) == 0


def test_a_claim_that_reaches_the_charge_is_paid_by_the_discarder() -> None:
    assert list(jing_ledger((6, 1, 0, 0), ((Seat.EAST, Seat.WEST),)).payments) == [53, 3, -55, -1]


def test_wild_tiles_held_are_counted() -> None:
    hand = parse_hand("1122m 345p (111m)")
    assert jing_points(hand.tiles, parse_tiles("1m2m")) == 12
    assert jing_points(hand.tiles, parse_tiles("2m3m")) == 4


def test_mcr_settles_a_win_and_a_draw() -> None:
    rules = RULE_SETS["mcr"]()
    win = parse_hand("345m 66z 678p (234s) (777s)"), Win(parse_tile("6p"), Seat.SOUTH, Seat.WEST)
    assert rules.settle(Round(wins=(win,))).payments == score(*win, rules).payments
    assert rules.settle(Round()).payments == NOTHING


def test_payments_name_who_pays() -> None:
    assert list(Payments.to(Seat.SOUTH, {Seat.EAST: 3, Seat.WEST: 1})) == [-3, 4, -1, 0]
    assert list(Payments.from_each(Seat.EAST, 2) + Payments.from_each(Seat.WEST, 1)) == [5, -3, 1, -3]


# Wild tiles and waits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "after"),
    [
        ("1m", "2m"),
        ("9m", "1m"),
        ("9p", "1p"),
        ("9s", "1s"),
        ("0p", "6p"),
        ("1z", "2z"),
        ("4z", "1z"),
        ("7z", "6z"),
        ("6z", "5z"),
        ("5z", "7z"),
    ],
)
def test_the_next_tile_follows_the_cycles(tile: str, after: str) -> None:
    assert following(parse_tile(tile)) is parse_tile(after)
    assert preceding(parse_tile(after)) is parse_tile(tile).plain


def test_kinds_can_be_left_out_of_a_cycle() -> None:
    assert following(parse_tile("4z"), ((27, 28, 29, 30, 33, 32, 31),), skipped=(33,)) is parse_tile("6z")


def test_the_live_copies_are_counted() -> None:
    assert live_copies(parse_tile("1m"), parse_tile("1m")) == 3
    assert live_copies(parse_tile("2m"), parse_tile("1m")) == 4
    assert live_copies(parse_tile("6f"), parse_tile("5f")) == 1
    said = Circumstances(indicator=parse_tile("9s"))
    win = Win(parse_tile("1m"), Seat.SOUTH, circumstances=said)
    assert TCY.live(win) == ((parse_tile("1s"), 4),)
    assert [tile.code for tile, _ in JIUYAO.live(win)] == ["9s", "1s"]


def test_a_hand_one_tile_short_says_what_it_waits_for() -> None:
    hand, win = won("12456m 789p 239s 77z", "1m")
    waits = {wait.tile.code: wait for wait in TCY.waits(hand, win)}
    assert {code: wait.sheet.points for code, wait in waits.items() if wait.sheet} == {
        "3m": 2,
        "1s": 2,
        "4s": 2,
        "9s": 2,
    }
    assert waits["4s"].unseen == 4
    refused = {wait.tile.code for wait in JIUYAO.waits(hand, win) if wait.refusal}
    assert refused == {"1s", "3m", "4s", "9s"}


@pytest.mark.parametrize(
    ("text", "away"),
    [
        ("12456m 789p 239s 77z", 1),
        ("123456m 789p 9s 9s 77z", 1),
        ("12456m 789p 23s 467z", 3),
        ("123456m 789p 123z 5z", 1),
        ("147m 258p 369s 1235z", 1),
    ],
)
def test_a_hand_one_tile_short_says_how_far_it_is(text: str, away: int) -> None:
    hand, win = won(text, "1m")
    assert JIUYAO.away(hand, win) == away
    assert bool(JIUYAO.waits(hand, win)) == (away == 1)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"flying": 1}, "flying"),
        ({"after_kong": "many"}, "after_kong"),
        ({"wild": "8z"}, "wild"),
        ({"flying_wilds": [1, 2]}, "flying_wilds"),
        ({"kong_bloom_from": "up"}, "kong_bloom_from"),
        ({"heavenly": "maybe"}, "heavenly"),
        ({"three_tan": [["east"]]}, "three_tan"),
        ({"indicator": 5}, "indicator"),
    ],
)
def test_circumstances_that_cannot_be_read_name_the_field(values: dict[str, Any], field: str) -> None:
    with pytest.raises(NotationError, match=field):
        parse_circumstances(values)


def test_circumstances_are_read_from_plain_values() -> None:
    said = parse_circumstances(
        {
            "wild": "9s1s",
            "indicator": "9s",
            "after_kong": "2",
            "heavenly": "yes",
            "flying_wilds": {"south": 1},
            "fed": "3,0,1,0",
            "three_tan": [["south", "north"]],
            "kong_bloom_from": "西",
            "two_tan_before": ["S", "N"],
        }
    )
    assert said == Circumstances(
        wild=parse_tiles("9s1s"),
        indicator=parse_tile("9s"),
        after_kong=2,
        heavenly=True,
        flying_wilds=(0, 1, 0, 0),
        fed=(3, 0, 1, 0),
        three_tan=((Seat.SOUTH, Seat.NORTH),),
        kong_bloom_from=Seat.WEST,
        two_tan_before=(Seat.SOUTH, Seat.NORTH),
    )


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("shangrao_jiuyao", {"wild_mode": "both"}),
        ("shangrao_jiuyao", {"soft_pinghu_base": "-1"}),
        ("shangrao_tcy", {"values": "nanchang"}),
        ("shangrao_tcy", {"scattered_gap": "9"}),
    ],
)
def test_values_that_make_no_sense_are_refused(name: str, values: dict[str, str]) -> None:
    with pytest.raises(OptionError, match=next(iter(values))):
        with_options(SYSTEMS[name], values)


@pytest.mark.parametrize("name", [name for name, rules in SYSTEMS.items() if rules.wilds and name != "ningbo"])
def test_a_flower_turned_up_is_refused_where_flowers_are_in_no_cycle(name: str) -> None:
    win = Win(parse_tile("4s"), Seat.SOUTH, circumstances=Circumstances(indicator=parse_tile("3f")))
    with pytest.raises(HandError, match="3f") as refusal:
        score(parse_hand("123456m789p234s77z"), win, SYSTEMS[name])
    assert refusal.value.code == "bad_indicator"


@pytest.mark.parametrize("name", [name for name, rules in SYSTEMS.items() if rules.wilds])
def test_more_wild_tiles_than_can_be_in_play_are_refused(name: str) -> None:
    hand = parse_hand("123456m789p234s77z")
    win = Win(parse_tile("4s"), Seat.SOUTH, circumstances=Circumstances(wild=tuple(set(hand.concealed))))
    with pytest.raises(HandError) as refusal:
        score(hand, win, SYSTEMS[name])
    assert refusal.value.code == "too_many_wilds"


def test_a_hand_that_is_no_win_is_told_so_even_where_the_way_to_win_is_not_allowed() -> None:
    with pytest.raises(NotAWin):
        score(parse_hand("1357m2468p159s123z"), Win(parse_tile("1s"), Seat.SOUTH, discarder=Seat.WEST), JIUYAO)
    with pytest.raises(NotAllowed):
        score(parse_hand("123456m789p234s77z"), Win(parse_tile("4s"), Seat.SOUTH, discarder=Seat.WEST), JIUYAO)


def test_a_wait_that_may_not_win_on_a_discard_lists_only_what_would_complete_the_hand() -> None:
    win = Win(parse_tile("1m"), Seat.SOUTH, discarder=Seat.WEST)
    found = JIUYAO.waits(parse_hand("123456m789p23s77z"), win)
    assert [wait.tile.code for wait in found] == ["1s", "4s"]
    assert all(wait.sheet is None for wait in found)


def test_waits_under_an_event_that_one_tile_contradicts_leave_that_tile_out() -> None:
    win = Win(parse_tile("1m"), Seat.SOUTH, events=frozenset({Event.LAST_COPY}))
    found = RULE_SETS["mcr"]().waits(parse_hand("111999m123p1178s"), win)
    assert [wait.tile.code for wait in found] == ["6s", "9s"]
    with pytest.raises(WinError):
        RULE_SETS["mcr"]().waits(parse_hand("111999m123p1178s"), Win(parse_tile("1m"), Seat.SOUTH, Seat.SOUTH))


def test_a_round_tells_a_win_only_what_the_rules_ask() -> None:
    hand, win = parse_hand("123456m789p234s77z"), Win(parse_tile("4s"), Seat.SOUTH)
    table = Round(wins=((hand, win),), jing_points={Seat.EAST: 2, Seat.SOUTH: 0, Seat.WEST: 0, Seat.NORTH: 0})
    assert TCY.told(table, win).circumstances.others_hold_jing is None
    assert SYSTEMS["nanchang"].told(table, win).circumstances.others_hold_jing is True


# Caps ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["changchun", "ningbo"])
@pytest.mark.parametrize(
    ("raw", "paid"),
    [
        ((0, 1200, 300, 200), [1000, -667, -200, -133]),
        ((0, 100, 30, 20), [150, -100, -30, -20]),
        ((0, 1024, 0, 0), [1000, -1000, 0, 0]),
        ((300, 0, 1200, 200), [-201, 1000, -666, -133]),
    ],
)
def test_losses_given_on_their_own_are_capped(name: str, raw: tuple[int, int, int, int], paid: list[int]) -> None:
    assert list(SYSTEMS[name].settle(Round(raw_losses=raw)).payments) == paid


def test_losses_without_a_cap_are_paid_as_given_to_who_is_named() -> None:
    settled = JIUYAO.settle(Round(raw_losses=(0, 1200, 0, 200), raw_winner=Seat.WEST))
    assert list(settled.payments) == [0, -1200, 1400, -200]


def kongs_of(*seats: Seat) -> tuple[KongMade, ...]:
    return tuple(KongMade(seat, parse_meld("[1111p]")) for seat in seats)


@pytest.mark.parametrize(
    ("cap_of", "paid"), [("everybody", [1000, -334, -333, -333]), ("losers", [2400, -800, -800, -800])]
)
def test_a_whole_hand_of_play_is_capped(cap_of: str, paid: list[int]) -> None:
    rules = with_options(SYSTEMS["changchun"], {"unit": "200", "cap_of": cap_of})
    settled = rules.settle(Round(kongs=kongs_of(Seat.EAST)))
    assert list(settled.payments) == paid
    assert list(settled.ledgers[0].payments) == [2400, -800, -800, -800]
    assert [ledger.key for ledger in settled.ledgers[1:]] == ["cap"] * (cap_of == "everybody")


@given(st.tuples(*[st.integers(-3000, 3000)] * 3), st.booleans())
def test_no_seat_moves_more_than_the_cap(three: tuple[int, int, int], whole: bool) -> None:
    payments = Payments(*three, -sum(three))
    cut = capped(payments, None, 1000, whole)
    assert min(cut) >= -1000
    assert max(cut) <= (1000 if whole else 3000)
    if min(payments) >= -1000 and max(payments) <= 1000:
        assert cut == payments


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_rule_system_is_made_once_for_the_same_options(name: str) -> None:
    rules = rule_set(name)
    assert rule_set(name) is rules
    for key, value in ((field.name, getattr(rules.options, field.name)) for field in fields(rules.options)):
        if isinstance(value, bool):
            changed = with_options(rules, {key: str(not value)})
            assert with_options(rules, {key: str(not value)}) is changed
            assert (getattr(changed.options, key), getattr(rule_set(name).options, key)) == (not value, value)
            break
