"""What a reading is worth under the table of 168: the sum of its fan, what covers what and account-once applied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from scoring.division import Shape
from scoring.errors import WinError
from scoring.facts import Facts
from scoring.fan import FanLine, FanTable, Tally, covered_by, fan_line
from scoring.hand import Hand
from scoring.rules.gb168.items import SUITED
from scoring.rules.gb168.options import Gb168Options
from scoring.rules.mcr import evidence
from scoring.rules.mcr.combine import PUNG_PATTERNS, chow_fan, pung_fan
from scoring.rules.mcr.points import ACCOUNT_ONCE
from scoring.seats import Seat
from scoring.sentences import sentence
from scoring.shapes import Shapes
from scoring.sheet import LeftOut
from scoring.win import Win
from scoring.worth import Worth

SHAPES = Shapes(
    frozenset(
        {
            Shape.STANDARD,
            Shape.SEVEN_PAIRS,
            Shape.THIRTEEN_ORPHANS,
            Shape.KNITTED_HONOURS,
            Shape.KNITTED_STRAIGHT,
        }
    )
)
"""What wins."""

_OF_PUNGS = frozenset(pattern.key for pattern in PUNG_PATTERNS)


@dataclass(frozen=True, slots=True)
class FanWorth(Worth):
    """One reading and what it is worth, the fan of several sets that do not count told too."""

    @property
    def lines(self) -> tuple[FanLine, ...]:
        """What counts, in the order of the table."""
        rows, parts = self.table.rows, uncounted(self.facts)
        found = []
        for number, times in self.tally.counted:
            covers = self.table.covers(number, self.tally)
            more = dict.fromkeys(key for key, _, by in parts if by == rows[number].key and key not in covers)
            found.append(fan_line(rows[number], times, self.facts, (*covers, *more)))
        return tuple(found)

    @property
    def left_out(self) -> Iterator[LeftOut]:
        """What the reading shows and does not count."""
        yield from cast("Iterator[LeftOut]", Worth.left_out.fget(self))  # type: ignore[attr-defined]
        parts = uncounted(self.facts)
        rows = {row.key: row for row in self.table.rows} if parts else {}
        for key, kinds, covering in parts:
            row = rows[key]
            shown = evidence.pungs_text(kinds) if key in _OF_PUNGS else evidence.chows_text(kinds)
            why = covered_by(rows[covering]) if covering else ACCOUNT_ONCE
            yield LeftOut(
                row.key, row.name, row.english, row.value, covering, sentence("{shown}: {why}", shown=shown, why=why)
            )


def suit_chows(facts: Facts) -> tuple[int, ...]:
    """The lowest kinds of the chows of the suits; those of honours make nothing together."""
    return tuple([kind for kind in facts.chows if kind < SUITED])


def uncounted(facts: Facts) -> tuple[tuple[str, tuple[int, ...], str | None], ...]:
    """The fan of several sets that do not count: key, the sets' lowest kinds, and the fan that covers them."""
    return chow_fan(suit_chows(facts)).left + pung_fan(facts.pungs).left if facts.sets else ()


def appraise(table: FanTable, facts: Facts, options: Gb168Options | None = None) -> Worth:
    """The sum of the fan; a hand that shows none but flowers is worth 无番和."""
    del options
    if facts.sets:
        facts.combined = {**chow_fan(suit_chows(facts)).counted, **pung_fan(facts.pungs).counted}
    tally = table.tally(facts)
    flowers = _flowers(table, tally) if facts.holding.hand.flowers else 0
    if tally.points == flowers:
        tally = _with_chicken(table, tally)
    values = [str(table.rows[number].value * times) for number, times in tally.counted]
    return FanWorth(facts, tally, table, tally.points, 0, "+".join(values), tally.points - flowers)


def _flowers(table: FanTable, tally: Tally) -> int:
    """What flowers are worth."""
    rows = table.rows
    return sum(rows[number].value * times for number, times in tally.counted if rows[number].key == "flower_tiles")


def _with_chicken(table: FanTable, tally: Tally) -> Tally:
    """The tally with the fan of a hand that shows no other."""
    number = next(number for number, row in enumerate(table.rows) if row.key == "chicken_hand")
    shown = tuple(sorted([*tally.shown, (number, 1)]))
    return Tally(tally.points + table.rows[number].value, tuple(sorted([*tally.counted, (number, 1)])), shown)


def admit(hand: Hand, win: Win, options: Gb168Options) -> None:
    """Raise ``WinError`` for what cannot be: claims in the first turn, kongs in a row that are not there, wild flowers.

    A set of tiles has two wild kinds at most, 正精 and 副精, of the 34.
    """
    del options
    wild = win.circumstances.wild
    if len({tile.plain for tile in wild}) > 2 or any(tile.is_flower for tile in wild):
        shown = " ".join(tile.code for tile in wild)
        raise WinError("bad_wild_tiles", f"{shown}: the wild tiles are of two kinds at most, and no flowers")
    kongs = sum(meld.kind.is_kong for meld in hand.melds)
    if win.kongs_before > kongs:
        raise WinError(
            "contradictory_events", f"after_kong: {win.kongs_before} kongs in a row, but the hand has {kongs}"
        )
    said = win.circumstances
    if said.human and (not win.self_drawn or win.winner is Seat.EAST):
        raise WinError("contradictory_events", "human: another than the dealer wins on the own first draw")
    if said.heavenly or said.earthly or said.human:
        claimed = [meld for meld in hand.melds if not meld.kind.is_concealed]
        if claimed:
            raise WinError("contradictory_events", f"{claimed[0]} was claimed, which is no win of the first turn")
