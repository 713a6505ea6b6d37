"""Fan: what a hand can be worth something for, as a table of rows, and the tally of one reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scoring.facts import Facts


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
    evidence: Callable[[Facts], str]
    """The tiles or circumstances that show it, readable; asked only for fan that count."""
    implies: frozenset[str] = field(default=frozenset())
    """The keys of the fan that it covers, so that they do not count beside it."""

    @property
    def rule(self) -> str:
        """The rule as a player would say it."""
        return (self.predicate.__doc__ or "").strip()


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
