"""What a hand is worth in MCR: every reading tallied, the best one kept (就高不就低)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.distance import distance
from scoring.division import Shape, divisions
from scoring.errors import BelowMinimum, NotAWin
from scoring.facts import Facts, Holding, joins
from scoring.fan import Fan, FanLine, FanTable, Tally, covered_by, fan_line
from scoring.hand import Hand
from scoring.numbers import quantity
from scoring.rules.mcr import evidence
from scoring.rules.mcr.combine import PUNG_PATTERNS, chow_fan, pung_fan
from scoring.rules.mcr.fan import FAN
from scoring.rules.mcr.options import McrOptions
from scoring.rules.mcr.payments import payments
from scoring.sentences import sentence
from scoring.sheet import LeftOut, RunnerUp, ScoreSheet
from scoring.win import Win

SHAPES = frozenset(
    {
        Shape.STANDARD,
        Shape.SEVEN_PAIRS,
        Shape.THIRTEEN_ORPHANS,
        Shape.KNITTED_HONOURS,
        Shape.KNITTED_STRAIGHT,
    }
)
"""The shapes that win."""

_BY_KEY = {fan.key: fan for fan in FAN}
CHICKEN_HAND = _BY_KEY["chicken_hand"]
FLOWER_TILES = _BY_KEY["flower_tiles"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of the hand and what it is worth, flowers apart."""

    facts: Facts
    tally: Tally
    points: int


def fan(options: McrOptions) -> tuple[Fan, ...]:
    """The rows that count under the options."""
    off = {"flower_tiles": not options.flowers, "mixed_kongs": not options.mixed_kongs}
    return tuple(row for row in FAN if not off.get(row.key))


def table(options: McrOptions) -> FanTable:
    """The rows that a reading is asked for; flowers and the chicken hand are counted after them."""
    return FanTable(row for row in fan(options) if row not in (CHICKEN_HAND, FLOWER_TILES))


def readings(hand: Hand, win: Win, rows: FanTable) -> Iterator[Reading]:
    """Every division of the hand with every set that the winning tile can have joined, each with its points."""
    holding = Holding(hand, win, SHAPES)
    for division in divisions(holding.counts, SHAPES):
        for joined in joins(holding, division):
            facts = Facts(holding, division, joined)
            if facts.sets:
                facts.combined = {**chow_fan(facts.chows).counted, **pung_fan(facts.pungs).counted}
            tally = rows.tally(facts)
            yield Reading(facts, tally, tally.points or CHICKEN_HAND.value)


def sheet(hand: Hand, win: Win, options: McrOptions, rows: FanTable) -> ScoreSheet:
    """The sheet of the best reading; raises ``NotAWin`` or ``BelowMinimum``."""
    found = list(readings(hand, win, rows))
    if not found:
        raise _not_a_win(hand, win)
    best = _best(found)
    lines = tuple(_lines(best, rows))
    if best.points < options.minimum:
        raise _below_minimum(best, lines, options.minimum)
    if options.flowers and hand.flowers:
        lines += (fan_line(FLOWER_TILES, len(hand.flowers), best.facts),)
    points = sum(line.points for line in lines)
    return ScoreSheet(
        rules="mcr",
        hand=hand,
        win=win,
        division=best.facts.text(),
        lines=lines,
        points=points,
        qualifying=best.points,
        minimum=options.minimum,
        payments=payments(points, win, options.base),
        left_out=tuple(_left_out(best, rows)),
        runner_up=_runner_up(found, best, points - best.points),
    )


def _best(found: list[Reading]) -> Reading:
    """The reading worth most; of equal ones the one whose fan stand first in the rule book."""
    highest = max(reading.points for reading in found)
    tied = [reading for reading in found if reading.points == highest]
    return tied[0] if len(tied) == 1 else min(tied, key=lambda reading: reading.tally.counted)


def _not_a_win(hand: Hand, win: Win) -> NotAWin:
    away = distance(Holding(hand, win, SHAPES).counts, SHAPES)
    return NotAWin(f"{hand} is no winning hand: {quantity(away, 'tiles')} away", away)


def _below_minimum(best: Reading, lines: tuple[FanLine, ...], minimum: int) -> BelowMinimum:
    reached = ", ".join(f"{line.name} {line.points}" for line in lines)
    return BelowMinimum(
        f"{quantity(best.points, 'points')}, flowers apart, where {minimum} are needed: {reached}", best.points, minimum
    )


Combination = tuple[str, tuple[int, ...], str | None]


def _uncounted(best: Reading) -> tuple[Combination, ...]:
    """The fan of several sets that do not count: key, the sets' lowest kinds, and the fan that covers them."""
    if not best.facts.sets:
        return ()
    return chow_fan(best.facts.chows).left + pung_fan(best.facts.pungs).left


def _lines(best: Reading, rows: FanTable) -> Iterator[FanLine]:
    """The lines of the reading, flowers apart."""
    if not best.tally.counted:
        yield fan_line(CHICKEN_HAND, 1, best.facts)
    parts = _uncounted(best)
    for number, times in best.tally.counted:
        row = rows.rows[number]
        covers = rows.covers(number, best.tally)
        if parts:
            covers += tuple(dict.fromkeys(key for key, _, by in parts if by == row.key and key not in covers))
        yield fan_line(row, times, best.facts, covers)


def _left_out(best: Reading, rows: FanTable) -> Iterator[LeftOut]:
    """What the reading shows and does not count."""
    counted = [number for number, _ in best.tally.counted]
    for number, times in best.tally.shown:
        if number not in counted:
            row = rows.rows[number]
            by = next(rows.rows[other] for other in counted if rows.covered[other] >> number & 1)
            yield LeftOut(row.key, row.name, row.english, row.value * times, by.key, covered_by(by))
    for key, kinds, covering in _uncounted(best):
        row = _BY_KEY[key]
        shown = evidence.pungs_text(kinds) if key in _OF_PUNGS else evidence.chows_text(kinds)
        why = covered_by(_BY_KEY[covering]) if covering else ACCOUNT_ONCE
        yield LeftOut(
            row.key, row.name, row.english, row.value, covering, sentence("{shown}: {why}", shown=shown, why=why)
        )


_OF_PUNGS = frozenset(pattern.key for pattern in PUNG_PATTERNS)
ACCOUNT_ONCE = sentence("its sets are used in other fan already, and a set joins used ones only once (套算一次)")
"""Why the account-once step leaves a fan out."""


def _runner_up(found: list[Reading], best: Reading, flowers: int) -> RunnerUp | None:
    """The best reading of another division."""
    others = [reading for reading in found if reading.facts.division != best.facts.division]
    if not others:
        return None
    second = _best(others)
    return RunnerUp(second.facts.text(), second.points + flowers)
