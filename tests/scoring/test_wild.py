"""Hands with wild tiles: the fast search against trying every kind for every wild tile."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from scoring.circumstances import Circumstances
from scoring.division import HONOUR_CHOWS, NO_PAIR, Shape, set_kinds
from scoring.errors import ScoringError
from scoring.hand import Hand, parse_hand
from scoring.readings import readings
from scoring.rules import RULE_SETS, RuleSet
from scoring.score import score
from scoring.shapes import LOOSE, PAIR, Held, Lens, Shapes, distance, is_win
from scoring.tiles import KIND_TILES, parse_tile, parse_tiles
from scoring.wild import ALL_KINDS, pack, waits, wins
from scoring.win import Seat, Win

STANDARD = Shapes()
HONOUR_RUNS = Shapes(honour_chows=True)
SHANGRAO = Shapes(frozenset({Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.TERMINALS, Shape.SCATTERED}), honour_chows=True)
EVERY = Lens(joined=lambda code, kind: (code, kind))
BLIND = Lens(sets=lambda code: code >= 34, pair=lambda _: 0)


def makes_sets(counts: list[int], honour_chows: bool) -> bool:
    """Whether tiles make sets, tried one by one."""
    kind = next((kind for kind in range(34) if counts[kind]), None)
    if kind is None:
        return True
    sets = [(kind,) * 3, *([(kind, kind + 1, kind + 2)] if kind < 27 and kind % 9 < 7 else [])]
    sets += [kinds for kinds in HONOUR_CHOWS if honour_chows and kinds[0] == kind]
    for kinds in sets:
        left = list(counts)
        for used in kinds:
            left[used] -= 1
        if min(left) >= 0 and makes_sets(left, honour_chows):
            return True
    return False


def makes_standard(kinds: list[int], honour_chows: bool) -> bool:
    counts = [kinds.count(kind) for kind in range(34)]
    for pair in range(34):
        if counts[pair] >= 2:
            left = list(counts)
            left[pair] -= 2
            if makes_sets(left, honour_chows):
                return True
    return False


def near_win(dice: random.Random, wilds: int) -> list[int]:
    """The natural kinds of a hand that is won, or nearly, with so many wild tiles beside them."""
    while True:
        kinds: list[int] = []
        for _ in range(4):
            first = dice.randrange(34)
            if first < 27 and first % 9 < 7 and dice.random() < 0.6:
                kinds += [first, first + 1, first + 2]
            elif first > 26 and dice.random() < 0.5:
                kinds += dice.choice(HONOUR_CHOWS)
            else:
                kinds += [first] * 3
        kinds += [dice.randrange(34)] * 2
        if max(Counter(kinds).values()) <= 4:
            break
    dice.shuffle(kinds)
    kinds = kinds[wilds:]
    for place in range(dice.choice((0, 0, 1, 2))):
        kinds[place] = dice.randrange(34)
    return kinds if max(Counter(kinds).values()) <= 4 else near_win(dice, wilds)


def check_against_substitution(seed: int, hands: int, wilds: int) -> None:
    dice = random.Random(seed)
    for _ in range(hands):
        kinds = near_win(dice, wilds)
        for honour_chows in (False, True):
            slow = any(
                makes_standard([*kinds, *stand], honour_chows)
                for stand in combinations_with_replacement(range(34), wilds)
            )
            assert wins(pack(kinds), 4, honour_chows) == slow, (kinds, honour_chows)


@pytest.mark.parametrize(("wilds", "hands"), [(0, 150), (1, 100), (2, 12)])
def test_the_fast_search_agrees_with_trying_every_kind(wilds: int, hands: int) -> None:
    check_against_substitution(wilds, hands, wilds)


def held(text: str, winning: str, wild: str, shapes: Shapes = SHANGRAO, discarder: Seat | None = None) -> Held:
    hand = Hand(parse_tiles(text))
    return Held(hand, Win(parse_tile(winning), Seat.SOUTH, discarder), parse_tiles(wild), shapes)


def random_held(dice: random.Random, wilds: int, shapes: Shapes) -> Held:
    kinds = near_win(dice, wilds)
    wild = tuple(KIND_TILES[kind] for kind in dice.sample(sorted(set(range(34)) - set(kinds)), 2))
    tiles = [KIND_TILES[kind] for kind in kinds]
    faces = [wild[place % 2] for place in range(wilds)]
    hand = Hand(tuple(tiles + faces))
    return Held(hand, Win(dice.choice(hand.concealed), Seat.SOUTH), wild, shapes)


@pytest.mark.parametrize("lens", [EVERY, BLIND])
@pytest.mark.parametrize("wilds", range(5))
def test_every_reading_fits_the_hand(wilds: int, lens: Lens) -> None:
    dice = random.Random(wilds)
    for _ in range(6 if wilds > 3 else 25):
        hand = random_held(dice, wilds, SHANGRAO)
        found = list(readings(hand, lens))
        assert bool(found) == is_win(hand) == (distance(hand) == 0)
        assert len(set(found)) == len(found)
        for reading in found:
            assert not Counter(hand.natural) - Counter(reading.concealed)
            assert len(reading.concealed) == 14
            if reading.division.pair != NO_PAIR:
                kinds = [kind for code in reading.division.sets for kind in set_kinds(code)]
                assert sorted([*kinds, reading.division.pair, reading.division.pair]) == list(reading.concealed)
            if reading.joined == PAIR:
                assert reading.division.pair == reading.winning
            elif reading.joined != LOOSE:
                assert reading.winning in set_kinds(reading.division.sets[reading.joined])
            assert hand.winning in (None, reading.winning)


@pytest.mark.parametrize("wilds", [1, 2])
def test_no_reading_is_missed(wilds: int) -> None:
    dice = random.Random(7)
    for _ in range(8 if wilds == 2 else 40):
        hand = random_held(dice, wilds, STANDARD)
        slow = {
            tuple(sorted([*hand.natural, *stand]))
            for stand in combinations_with_replacement(range(34), wilds)
            if makes_standard([*hand.natural, *stand], honour_chows=False)
        }
        assert {reading.concealed for reading in readings(hand, EVERY)} == slow


def test_a_lone_wild_tile_waits_for_everything() -> None:
    assert held("1234567m789p2349s", "7m", "9s").waits_for_all(Shape.STANDARD)
    assert not held("123456m789p234s9s7z", "4s", "9s").waits_for_all(Shape.STANDARD)
    assert held("5566m3344p55778s2m", "8s", "1m2m").waits_for_all(Shape.SEVEN_PAIRS)
    assert not held("123456m789p234s77z", "4s", "9s").waits_for_all(Shape.STANDARD)


def test_two_idle_wild_tiles_beside_a_pair_wait_for_everything() -> None:
    assert waits(pack(tile.kind for tile in parse_tiles("123456m789p77z") if tile.kind is not None), 4) == ALL_KINDS


@pytest.mark.parametrize(
    ("text", "away"),
    [
        ("146m258p369s12347z", 1),
        ("123456m789p234s77z", 0),
        ("123456m789p23s4667z", 2),
        ("123456m789p23s9s77z", 0),
        ("147m258p369s12345z", 0),
        ("19m19p19s12345z12s7z", 1),
        ("123456m789p24s146z", 2),
        ("123456m789p24s144z", 1),
    ],
)
def test_the_tiles_away_are_counted(text: str, away: int) -> None:
    last = parse_tiles(text)[-1]
    assert distance(held(text, last.code, "9s")) == away


def test_a_claimed_wild_tile_is_its_own_face() -> None:
    assert not is_win(held("12456m789p234s77z9s", "9s", "9s1s", discarder=Seat.WEST))
    assert is_win(held("12456m789p234s77z9s", "9s", "9s1s"))


def test_seven_wild_tiles_can_be_read() -> None:
    hand = held("234m37p4s6z5p5p5p5p6p6p6p", "4m", "5p6p")
    found = list(readings(hand, BLIND))
    assert {reading.division.shape for reading in found} == {Shape.STANDARD, Shape.SEVEN_PAIRS}
    assert len(found) < 500


@pytest.mark.parametrize(("name", "points"), [("shangrao_jiuyao", 3), ("shangrao_tcy", 4)])
@pytest.mark.parametrize("before", ["123456m 789p 234s 9s", "123345m 789p 234s 9s", "123m 456p 777p 234s 9s"])
def test_a_lone_wild_tile_pairs_whatever_is_drawn(name: str, points: int, before: str) -> None:
    """Four sets and a lone wild tile: all 34 kinds win, and none is worth less than as its partner."""
    win = Win(parse_tile("1m"), Seat.SOUTH, circumstances=Circumstances(wild=(parse_tile("9s"),)))
    sheets = [wait.sheet for wait in RULE_SETS[name]().waits(parse_hand(before), win)]
    assert len(sheets) == 34
    assert all(sheet is not None and sheet.points >= points for sheet in sheets)


@pytest.mark.parametrize("name", ["shangrao_jiuyao", "shangrao_tcy", "nanchang", "ningbo"])
def test_hands_with_a_lone_wild_tile_are_worth_what_seeing_everything_finds(name: str) -> None:
    rules = RULE_SETS[name]()
    seeing_all = replace(rules, lens=Lens(joined=lambda code, kind: (code, kind)), bound=None)
    dice = random.Random(8)
    for _ in range(40):
        sets = [dice.choice([[run, run + 1, run + 2] for run in (0, 3, 6, 9, 12, 18, 20, 24)] + [[7] * 3, [29] * 3])]
        sets += [[dice.randrange(5, 9)] * 3]
        sets += [[start, start + 1, start + 2] for start in dice.sample((1, 2, 10, 11, 19, 21), 2)]
        drawn = dice.randrange(27)
        kinds = [kind for one in sets for kind in one] + [30, drawn]
        if max(Counter(kinds).values()) > 4:
            continue
        hand = Hand(tuple(KIND_TILES[kind] for kind in kinds))
        win = Win(KIND_TILES[drawn], Seat.SOUTH, circumstances=Circumstances(wild=(KIND_TILES[30],)))
        assert worth(rules, hand, win) == worth(seeing_all, hand, win), (hand, win)


def worth(rules: RuleSet, hand: Hand, win: Win) -> int | str:
    try:
        return score(hand, win, rules).points
    except ScoringError as refusal:
        return refusal.code
