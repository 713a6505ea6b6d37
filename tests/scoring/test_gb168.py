"""The table of 168: its composition, the bounds that its search goes by, and its ways to win."""

import random
from collections import Counter
from dataclasses import replace
from typing import cast

import pytest

from bench.table168 import must_be_drawn, near_win
from scoring.circumstances import Circumstances
from scoring.errors import BelowMinimum, NotAWin, ScoringError, WinError
from scoring.facts import Facts
from scoring.fan import FanTable
from scoring.hand import parse_hand
from scoring.rules import RULE_SETS, with_options
from scoring.rules.gb168 import Gb168Options, bounds
from scoring.rules.gb168.items import item_rows, middle_pair, terminal_pair
from scoring.rules.gb168.ruleset import FanRules
from scoring.rules.gb168.search import Search
from scoring.rules.mcr import points as mcr_points
from scoring.rules.mcr.options import McrOptions
from scoring.score import score
from scoring.shapes import Held
from scoring.sheet import ScoreSheet
from scoring.tiles import parse_tile
from scoring.win import Event, Seat, Win

RULES = RULE_SETS["gb168"]()
MCR_TABLE = mcr_points.table(McrOptions(mixed_kongs=False))


def scored(hand: str, tile: str, discarder: Seat | None = None, winner: Seat = Seat.SOUTH, **said: bool) -> ScoreSheet:
    win = Win(parse_tile(tile), winner, discarder, circumstances=Circumstances(**said))  # type: ignore[arg-type]
    return score(parse_hand(hand), win, RULES)


def items(sheet: ScoreSheet) -> dict[str, int]:
    return {line.name: line.points for line in sheet.lines}


def test_the_table_has_eighty_eight_fan_of_known_values() -> None:
    assert len(RULES.fan) == 88
    tiers = Counter(row.value for row in RULES.fan)
    assert tiers == {
        168: 2,
        158: 1,
        108: 1,
        88: 7,
        64: 6,
        48: 2,
        32: 3,
        24: 9,
        16: 6,
        12: 5,
        8: 9,
        6: 7,
        4: 4,
        2: 11,
        1: 15,
    }


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_is_worth_what_competition_counts_and_its_pair(seed: int) -> None:
    dice = random.Random(seed)
    compared = 0
    while compared < 60:
        hand, win = near_win(dice, 0)
        win = replace(win, circumstances=Circumstances())
        worth = []
        try:
            RULES.check(hand, win)
        except ScoringError:
            continue
        for reading in mcr_points.readings(hand, win, MCR_TABLE):
            pair = int(terminal_pair(reading.facts) or middle_pair(reading.facts))
            chicken = 0 if reading.tally.counted or not pair else 8
            worth.append(reading.points - chicken + pair)
        if worth:
            assert score(hand, win, RULES).points == max(worth), f"{hand} on {win.tile}"
            compared += 1
        else:
            with pytest.raises(NotAWin):
                score(hand, win, RULES)


def test_a_fan_that_others_cover_is_worth_what_it_covers_or_more() -> None:
    rows = {row.key: row for row in item_rows(Gb168Options(mixed_kongs=True))}
    whole = {"lesser_knitted"}  # of hands without sets, which are counted in full
    times = {"dragon_pung": 3, "terminal_pung": 4, "melded_kong": 4, "concealed_kong": 2, "tile_hog": 3}
    for key in {key for row in rows.values() for key in row.implies} - whole:
        covered = sum(rows[other].value * times.get(other, 1) for other in rows[key].implies)
        assert rows[key].value >= covered, key


def test_the_worth_of_kinds_is_that_of_the_rows_of_kinds() -> None:
    class Kinds:
        def __init__(self, kinds: int) -> None:
            self.kinds = kinds
            self.suits = sum(kinds >> 9 * suit & 511 > 0 for suit in range(3))

    table = FanTable(row for row in RULES.fan if row.key in bounds.OF_THE_KINDS)
    dice = random.Random(1)
    for _ in range(4000):
        pool = dice.choice([range(34), range(9), range(9, 18), (19, 20, 21, 23, 25, 32), range(27, 34), (0, 8, 9, 27)])
        kinds = sum({1 << dice.choice(list(pool)) for _ in range(dice.randrange(1, 8))})
        assert bounds.of_kinds(kinds) == table.tally(cast("Facts", Kinds(kinds))).points


class EveryReading(Search):
    """Counts every filling and keeps its bound."""

    def _through(self, found: dict) -> None:  # type: ignore[type-arg]
        for bound, fillings in found.items():
            for filling in fillings:
                before = len(self.found)
                self._count_filling(self._filling(*filling))
                assert all(worth.value <= bound for worth in self.found[before:]), bound  # type: ignore[union-attr]


@pytest.mark.parametrize("wilds", [1, 2, 3, 4])
def test_no_reading_is_worth_more_than_its_bound(wilds: int) -> None:
    rules = RULE_SETS["nanchang_168"]()
    assert isinstance(rules, FanRules)
    dice = random.Random(wilds)
    looked = 0
    while looked < 60 - 12 * wilds:
        hand, win = near_win(dice, wilds)
        if dice.random() < 0.3:
            win = replace(win, discarder=None)
        if must_be_drawn(rules, hand, win):
            continue
        held = Held(hand, win, win.circumstances.wild, rules.shapes)
        every, fast = EveryReading(held, rules), Search(held, rules)
        best = [worth.value for worth in every.run()]  # type: ignore[union-attr]
        if best:
            looked += 1
            assert max(best) == max(worth.value for worth in fast.run())  # type: ignore[union-attr]


def test_wins_of_the_first_turn_cover_how_they_came_about() -> None:
    assert items(scored("123456789m 12344p", "4p", winner=Seat.EAST, heavenly=True))["天和"] == 168
    assert (
        not {"自摸", "不求人", "单钓将"}
        & items(scored("123456789m 123p 44z", "4z", None, Seat.EAST, heavenly=True)).keys()
    )
    assert "门前清" not in items(scored("123456789m 12344p", "1p", Seat.EAST, earthly=True))
    assert not {"自摸", "不求人"} & items(scored("123456789m 12344p", "1p", human=True)).keys()


@pytest.mark.parametrize(
    ("hand", "said", "discarder", "winner"),
    [
        ("123456789m 12344p", {"human": True}, Seat.WEST, Seat.SOUTH),
        ("123456789m 12344p", {"human": True}, None, Seat.EAST),
        ("123456789m 12344p", {"heavenly": True}, None, Seat.SOUTH),
        ("123456789m 12344p", {"earthly": True}, Seat.WEST, Seat.SOUTH),
        ("456789m 12344p (123m)", {"human": True}, None, Seat.SOUTH),
        ("123456789m 12344p", {"after_kong": 1}, None, Seat.SOUTH),
        ("123456789m 12344p", {"wild": (parse_tile("1f"),)}, None, Seat.SOUTH),
    ],
)
def test_what_cannot_be_is_refused(hand: str, said: dict[str, bool], discarder: Seat | None, winner: Seat) -> None:
    with pytest.raises(WinError):
        scored(hand, "4p", discarder, winner, **said)


def test_a_kong_brings_its_tile_whether_told_as_an_event_or_in_a_row() -> None:
    hand = parse_hand("234567m 44p 678s [1111s]")
    win = Win(parse_tile("2m"), Seat.SOUTH, events=frozenset({Event.AFTER_KONG}))
    told = Win(parse_tile("2m"), Seat.SOUTH, circumstances=Circumstances(after_kong=1))
    assert score(hand, win, RULES).points == score(hand, told, RULES).points
    assert items(score(hand, win, RULES))["杠上开花"] == 8


def test_flowers_do_not_help_to_reach_a_minimum_nor_keep_the_chicken_hand_away() -> None:
    sheet = scored("345m 678p 66z (234s) (777s) 12f", "6p", Seat.WEST)
    assert items(sheet) == {"无番和": 8, "花牌": 2}
    assert (sheet.points, sheet.qualifying) == (10, 8)
    with pytest.raises(BelowMinimum) as refusal:
        score(sheet.hand, sheet.win, with_options(RULES, {"minimum": "9"}))
    assert refusal.value.points == 8


def test_what_is_left_out_names_what_covers_it_or_the_principle() -> None:
    sheet = scored("11122233344455m", "5m", Seat.NORTH, Seat.EAST)
    assert {"碰碰和": "four_concealed_pungs"}.items() <= {left.name: left.covered_by for left in sheet.left_out}.items()
    pairs = scored("223344m 223344p 55s", "5s")
    assert all(left.reason for left in pairs.left_out)
    assert any(left.covered_by is None for left in scored("234567m 234567p 55s", "5s").left_out)


def test_the_runner_up_is_the_best_of_the_other_readings() -> None:
    sheet = scored("22334455667788p", "8p", Seat.NORTH, Seat.EAST)
    assert sheet.points == 90
    assert sheet.runner_up is not None
    assert sheet.runner_up.points < 90
