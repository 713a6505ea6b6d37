"""What one reading of a hand is worth under a regional table: lines, value and formula."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scoring.errors import WinError
from scoring.facts import Facts
from scoring.fan import Effect, Fan, FanLine, FanTable, Tally, covered_by, fan_line
from scoring.seats import Seat
from scoring.sheet import LeftOut, Payments, Share
from scoring.win import Win


@dataclass(frozen=True, slots=True)
class Worth:
    """One reading of a hand and what it is worth."""

    facts: Facts
    tally: Tally
    table: FanTable
    value: int
    """The base with everything that multiplies it, for one payer, before what payers' own things change."""
    each: int
    """What every payer pays on top, never multiplied."""
    formula: str
    """How value and ``each`` came about: ``2*2+2``."""
    qualifying: int
    """What the minimum is compared with."""
    received: int | None = None
    """What the winner gets in all, where readings are to be ranked by that."""

    @property
    def due(self) -> Due:
        """What is to be paid for it."""
        return Due(self.facts.holding.win, self.value, self.each, self.qualifying, self.formula, self)

    @property
    def rank(self) -> int:
        """What the best reading has most of."""
        return self.value + self.each if self.received is None else self.received

    @property
    def lines(self) -> tuple[FanLine, ...]:
        """What counts, in the order of the table."""
        rows = self.table.rows
        return tuple(
            fan_line(rows[number], times, self.facts, self.table.covers(number, self.tally))
            for number, times in self.tally.counted
        )

    def times(self, key: str) -> int:
        """How often the item counts."""
        rows = self.table.rows
        return sum(times for number, times in self.tally.counted if rows[number].key == key)

    def total(self, effect: Effect) -> int:
        """The sum of value times count over the items of an effect."""
        rows = self.table.rows
        return sum(rows[number].value * times for number, times in self.tally.counted if rows[number].effect is effect)

    @property
    def left_out(self) -> Iterator[LeftOut]:
        """What the reading shows and does not count."""
        rows, counted = self.table.rows, [number for number, _ in self.tally.counted]
        for number, times in self.tally.shown:
            if number not in counted:
                row = rows[number]
                by = next(rows[other] for other in counted if self.table.covered[other] >> number & 1)
                yield LeftOut(row.key, row.name, row.english, row.value * times, by.key, covered_by(by))


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be paid for a win, whether its tiles were told or its worth alone."""

    win: Win
    value: int
    """As in ``Worth``."""
    each: int
    """As in ``Worth``."""
    qualifying: int
    """As in ``Worth``."""
    formula: str
    """How value and ``each`` came about."""
    worth: Worth | None = None
    """The reading; ``None`` where the tiles were not told."""

    @property
    def others(self) -> list[Seat]:
        """Everybody but the winner."""
        return [seat for seat in Seat if seat is not self.win.winner]


class Valued(NamedTuple):
    """What comes of the worth of a win as people tell it."""

    value: int
    """What is paid, as in ``Worth``."""
    qualifying: int
    """What the minimum is compared with."""
    formula: str
    """How the value came about."""


@dataclass(frozen=True, slots=True)
class Paid:
    """Who pays whom for a win, and the figure the sheet shows."""

    payments: Payments
    points: int
    """What the formula comes to."""
    formula: str
    shares: tuple[Share, ...] = ()
    """What each payer owes, step by step, where the rules have steps."""


def payments_unknown(why: str) -> WinError:
    """The refusal of a win whose worth does not tell who pays what."""
    return WinError("payments_unknown", f"payments: {why}, so say what each pays")


def product(table: FanTable, facts: Facts) -> Worth:
    """Base and points together, doubled and multiplied, plus what each pays on top; the minimum sees all of it."""
    tally = table.tally(facts)
    counted = [(table.rows[number], times) for number, times in tally.counted]
    start = _sum(counted, (Effect.BASE, Effect.POINTS))
    each = _sum(counted, (Effect.EACH,))
    value = Fraction(start)
    formula = str(start)
    for row, times in counted:
        if row.effect is Effect.DOUBLE:
            value *= 2 ** (row.value * times)
            formula += f"*{2 ** (row.value * times)}"
        elif row.effect is Effect.FACTOR:
            value *= Fraction(row.value, row.over) ** times
            formula += f"*{row.value / row.over:g}" * times
    formula += f"+{each}" if each else ""
    return Worth(facts, tally, table, int(value), each, formula, int(value) + each)


def added(table: FanTable, facts: Facts) -> Worth:
    """Base and points added up; the minimum sees the points alone."""
    tally = table.tally(facts)
    counted = [(table.rows[number], times) for number, times in tally.counted]
    base, points = _sum(counted, (Effect.BASE,)), _sum(counted, (Effect.POINTS,))
    return Worth(facts, tally, table, base + points, 0, f"{base}+{points}" if base else str(points), points)


def _sum(counted: Iterable[tuple[Fan, int]], effects: tuple[Effect, ...]) -> int:
    return sum(row.value * times for row, times in counted if row.effect in effects)
