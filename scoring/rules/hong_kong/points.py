"""What a reading is worth in Hong Kong, and which wins the rules know."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil

from scoring.division import Shape
from scoring.errors import WinError
from scoring.facts import Facts
from scoring.fan import FanTable
from scoring.hand import Hand
from scoring.rules.claims import check_first_turn, check_kongs, check_liable
from scoring.rules.hong_kong.options import HongKongOptions
from scoring.rules.shown import one_short
from scoring.sentences import Sentence, sentence
from scoring.shapes import Shapes
from scoring.win import Win
from scoring.worth import Worth


def shapes(options: HongKongOptions) -> Shapes:
    """What wins: sets and a pair, thirteen orphans, flowers, and seven pairs where the option is on."""
    names = {Shape.STANDARD, Shape.THIRTEEN_ORPHANS}
    if options.seven_pairs:
        names.add(Shape.SEVEN_PAIRS)
    if options.seven_flowers or options.eight_flowers:
        names.add(Shape.FLOWERS)
    return Shapes(frozenset(names), flowers=7 if options.seven_flowers else 8)


def admit(hand: Hand, win: Win, options: HongKongOptions) -> None:
    """Raise ``WinError`` for what cannot be."""
    del options
    check_kongs(hand, win)
    check_first_turn(hand, win)
    check_liable(win)
    if win.tile.is_flower and not win.self_drawn:
        raise WinError("contradictory_events", f"{win.tile} is a flower, which nobody discards")


def appraise(table: FanTable, facts: Facts, options: HongKongOptions) -> Worth:
    """The faan added up, and what each loser pays for them on a self-draw."""
    tally = table.tally(facts)
    chicken = len(table.rows) - 1
    shown = tuple(row for row in tally.shown if row[0] != chicken or row in tally.counted)
    faan = min(tally.points, options.limit)
    value = ceil(worth_of(faan, options))
    return Worth(facts, tally._replace(shown=shown), table, value, 0, faan_formula(tally.points, options), faan)


def faan_formula(faan: int, options: HongKongOptions) -> Sentence:
    """What so many faan come to, and by which limit."""
    counted = min(faan, options.limit)
    paid = {"faan": faan, "paid": table_text(counted, options)}
    if counted < faan:
        return sentence("{faan} faan -> limit {limit} -> {paid}", limit=counted, **paid)
    return sentence("{faan} faan -> {paid}", **paid)


@lru_cache(maxsize=64)
def _table(options: HongKongOptions) -> tuple[tuple[Fraction, str], ...]:
    """For 0, 1, 2, ... faan what each loser pays on a self-draw, and how it comes about."""
    unit = Fraction(options.unit)
    plain = unit == 1
    return tuple(
        (number * unit, f"{number}" if plain else f"{number} x {options.unit} = {float(number * unit):g}")
        for number in options.table
    )


def worth_of(faan: int, options: HongKongOptions) -> Fraction:
    """What each loser pays on a self-draw; it may have half a point."""
    table = _table(options)
    return table[min(faan, len(table) - 1)][0]


def table_text(faan: int, options: HongKongOptions) -> str:
    """The number of the table, and what the unit makes of it where it is not 1."""
    table = _table(options)
    return table[min(faan, len(table) - 1)][1]


def near_miss(worth: Worth, options: HongKongOptions) -> str:
    """Said where one faan is missing to the limit."""
    return one_short(worth.qualifying, options.limit, "one faan short of the limit of {limit}")
