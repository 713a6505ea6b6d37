"""Fan: what a hand can be worth something for, as a table of rows, and the tally of one reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from scoring.facts import Facts
from scoring.sentences import Named, Sentence, named, sentence


class Effect(Enum):
    """What the value of a fan does."""

    POINTS = "points"
    """It is added."""
    BASE = "base"
    """It is what the hand starts from, 底分."""
    DOUBLE = "double"
    """Each doubles once, 番."""
    FACTOR = "factor"
    """It multiplies."""
    EACH = "each"
    """Each payer pays it on top, never multiplied."""
    PAYER = "payer"
    """Each doubles what some payers pay."""
    PAYER_FACTOR = "payer_factor"
    """It multiplies what one payer pays."""
    HAN = "han"
    """Each doubles what fu come to, up to the limits, 翻."""
    YAKUMAN = "yakuman"
    """Each is the highest limit by itself, 役満."""


def reading_text(facts: Facts) -> str:
    """The whole reading, as evidence."""
    return facts.text()


@dataclass(frozen=True, slots=True)
class Fan:
    """One row of a rule book's table."""

    key: str
    """A stable name in English, for programs: ``big_four_winds``."""
    name: str
    """The official name in Chinese: ``大四喜``."""
    english: str
    """The name in English: ``Big Four Winds``."""
    value: int
    """Points (or whatever the rule system counts) for each time it counts."""
    predicate: Callable[[Facts], int]
    """How often the reading shows the fan; its docstring is the rule."""
    evidence: Callable[[Facts], str] = reading_text
    """The tiles or circumstances that show it, readable; asked only for fan that count."""
    implies: frozenset[str] = field(default=frozenset())
    """The keys of the fan that it covers, so that they do not count beside it."""
    needs: str = ""
    """A fact without which the predicate need not be asked: ``kongs``, ``combined``; none when empty."""
    effect: Effect = Effect.POINTS
    """What the value does."""
    over: int = 1
    """What a factor is divided by: 3 over 2 is one and a half."""
    japanese: str = ""
    """The name in Japanese, where the rules have one of their own: ``大四喜``."""
    open_value: int | None = None
    """The value in a hand with claimed sets where it is another; 0 for what only a concealed hand can have."""
    rule: str = field(init=False)
    """The rule as a player would say it: the predicate's docstring."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule", sentence(" ".join((self.predicate.__doc__ or "").split()).rstrip(".")))

    def worth(self, times: int = 1) -> str:
        """What it is worth when it counts so often, as people write it: ``+2番``, ``x6``, ``10``."""
        value = self.value * times
        if self.effect in (Effect.DOUBLE, Effect.PAYER):
            return f"+{value}番"
        if self.effect in (Effect.FACTOR, Effect.PAYER_FACTOR):
            return f"x{(self.value / self.over) ** times:g}"
        if self.effect is Effect.HAN:
            return f"{value}翻"
        if self.effect is Effect.YAKUMAN:
            return "役満" if value == 1 else f"{value}倍役満"
        return f"{value} each" if self.effect is Effect.EACH else str(value)


@dataclass(frozen=True, slots=True)
class FanLine:
    """One line of a score sheet."""

    key: str
    """The fan's key."""
    name: str
    """Its name in Chinese."""
    english: str
    """Its name in English."""
    value: int
    """What it is worth each time."""
    count: int
    """How often it counts."""
    points: int
    """``value`` times ``count``."""
    reason: str
    """Why it counts: the rule and the tiles that show it."""
    covers: tuple[str, ...] = ()
    """The keys of the fan that the hand also shows and that this one covers."""
    effect: Effect = Effect.POINTS
    """What the points do."""
    worth: str = ""
    """What it is worth as people write it: ``+2番``, ``x6``, ``10``."""
    japanese: str = ""
    """Its name in Japanese, where the rules have one."""


def covered_by(fan: Fan) -> Sentence:
    """Why something does not count beside ``fan``."""
    return sentence("covered by {fan}", fan=both_names(fan))


def both_names(fan: Fan) -> Named:
    """The English and the Chinese name, for a sentence."""
    return named(f"{fan.english} {fan.name}", fan.name, fan.japanese)


class Tally(NamedTuple):
    """What one reading is worth."""

    points: int
    """The sum of what counts."""
    counted: tuple[tuple[int, int], ...]
    """The rows that count, by their number in the table, and how often."""
    shown: tuple[tuple[int, int], ...]
    """The rows that the reading shows, those covered by others too."""


NOTHING_SHOWN = Tally(0, (), ())
"""A reading that shows no fan."""

MOST_LINES = 1 << 12
"""How many lines a table keeps."""


class FanTable:
    """A table made ready for counting: a fan that counts strikes out those it covers, from the highest down."""

    def __init__(self, rows: Iterable[Fan]) -> None:
        self.rows = tuple(rows)
        """The fan, the highest first."""
        numbers = {row.key: number for number, row in enumerate(self.rows)}
        self.covered = tuple(sum(1 << numbers[key] for key in row.implies if key in numbers) for row in self.rows)
        """For each row the rows that it covers, a bit for each."""
        self._always = self._needing("")
        needs = dict.fromkeys(row.needs for row in self.rows if row.needs)
        self._sometimes = tuple((need, self._needing(need)) for need in needs)
        self._values = tuple(row.value for row in self.rows)
        self._lines: dict[tuple[int, int, str], FanLine] = {}

    def _needing(self, need: str) -> tuple[tuple[int, Callable[[Facts], int]], ...]:
        """The rows that need the fact, by number, with their predicates."""
        return tuple((number, row.predicate) for number, row in enumerate(self.rows) if row.needs == need)

    def tally(self, facts: Facts) -> Tally:
        """What the reading shows, and what of it counts."""
        shown = [(number, times) for number, predicate in self._always if (times := predicate(facts))]
        for need, asked in self._sometimes:
            if getattr(facts, need):
                shown += [(number, times) for number, predicate in asked if (times := predicate(facts))]
        if not shown:
            return NOTHING_SHOWN
        shown.sort()
        return self.composed(shown)

    def composed(self, shown: Sequence[tuple[int, int]]) -> Tally:
        """What counts of the rows shown, which are sorted: those that none before them covers."""
        struck = points = 0
        counted = []
        for number, times in shown:
            if not struck >> number & 1:
                struck |= self.covered[number]
                points += self._values[number] * times
                counted.append((number, int(times)))
        return Tally(points, tuple(counted), tuple(shown))

    def covers(self, number: int, tally: Tally) -> tuple[str, ...]:
        """The keys of what the reading shows and row ``number`` covers."""
        covered = self.covered[number]
        return tuple([self.rows[other].key for other, _ in tally.shown if covered >> other & 1]) if covered else ()

    def line(self, number: int, times: int, facts: Facts, tally: Tally) -> FanLine:
        """The line of the sheet for row ``number``; kept where its evidence is not the whole reading."""
        row = self.rows[number]
        covers = self.covers(number, tally) if self.covered[number] else ()
        if covers or row.evidence is reading_text:
            return fan_line(row, times, facts, covers)
        key = (number, times, row.evidence(facts))
        line = self._lines.get(key)
        if line is None:
            if len(self._lines) >= MOST_LINES:
                self._lines.clear()
            line = self._lines[key] = fan_line(row, times, facts)
        return line


def fan_line(fan: Fan, times: int, facts: Facts, covers: tuple[str, ...] = ()) -> FanLine:
    """The line of the sheet for a fan that counts."""
    reason = sentence("{rule}: {shown}", rule=fan.rule, shown=fan.evidence(facts))
    return FanLine(
        fan.key,
        fan.name,
        fan.english,
        fan.value,
        times,
        fan.value * times,
        reason,
        covers,
        fan.effect,
        fan.worth(times),
        fan.japanese,
    )
