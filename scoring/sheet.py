"""What scoring answers: the lines of the sheet, the points and who pays whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.fan import FanLine
from scoring.hand import Hand
from scoring.win import Seat, Win


@dataclass(frozen=True, slots=True)
class Payments:
    """Whole points for each seat, what is received above zero and what is paid below; they add up to nothing."""

    east: int
    south: int
    west: int
    north: int

    def __post_init__(self) -> None:
        assert sum(self) == 0, f"payments {tuple(self)} do not add up to nothing"

    def __getitem__(self, seat: Seat) -> int:
        return (self.east, self.south, self.west, self.north)[seat]

    def __iter__(self) -> Iterator[int]:
        return iter((self.east, self.south, self.west, self.north))

    def items(self) -> tuple[tuple[Seat, int], ...]:
        """Each seat with its points, east first."""
        return tuple(zip(Seat, self, strict=True))


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A fan the hand shows that does not count."""

    key: str
    """The fan's key."""
    name: str
    """Its name in Chinese."""
    english: str
    """Its name in English."""
    points: int
    """What it would have been worth."""
    covered_by: str | None
    """The key of the counted fan that covers it; ``None`` when a principle of composition leaves it out."""
    reason: str
    """Why it does not count, in a sentence."""


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """The best other way to read the hand."""

    division: str
    """The sets and the pair, readable."""
    points: int
    """What that reading would be worth, flowers included."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A scored win."""

    rules: str
    """The name of the rule system."""
    hand: Hand
    win: Win
    division: str
    """The sets and the pair as they were read, the one that the winning tile joined marked with a star."""
    lines: tuple[FanLine, ...]
    """What counts, in the order of the rule book, flowers last."""
    points: int
    """The sum of the lines."""
    qualifying: int
    """The points that count towards the minimum: all but the flowers."""
    minimum: int
    """The points a winner needs."""
    payments: Payments
    left_out: tuple[LeftOut, ...] = ()
    """What the hand shows but does not count, and why."""
    runner_up: RunnerUp | None = None
    """The best reading of other sets, where there is one."""

    @property
    def flower_points(self) -> int:
        """The points for flowers, which do not help to reach the minimum."""
        return self.points - self.qualifying
