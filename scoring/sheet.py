"""What scoring answers: the lines of the sheet, the points and who pays whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.fan import FanLine
from scoring.hand import Hand
from scoring.tiles import Tile
from scoring.win import Seat, Win


@dataclass(frozen=True, slots=True)
class Payments:
    """Whole points for each seat, what is received above zero and what is paid below; they add up to ``table``."""

    east: int
    south: int
    west: int
    north: int
    """Nothing where three play."""
    table: int = 0
    """What lay on the table and is received beside what others pay: the sticks of riichi."""

    def __post_init__(self) -> None:
        assert self.east + self.south + self.west + self.north == self.table, f"{self} do not add up"

    def __getitem__(self, seat: Seat) -> int:
        return (self.east, self.south, self.west, self.north)[seat]

    def __iter__(self) -> Iterator[int]:
        return iter((self.east, self.south, self.west, self.north))

    def items(self) -> tuple[tuple[Seat, int], ...]:
        """Each seat with its points, east first."""
        return tuple(zip(Seat, self, strict=True))

    @classmethod
    def to(cls, winner: Seat, amounts: Mapping[Seat, int]) -> Payments:
        """What the others pay the winner, by seat; who is not named pays nothing."""
        assert winner not in amounts, f"{winner} cannot pay {winner}"
        return cls(*(sum(amounts.values()) if seat is winner else -amounts.get(seat, 0) for seat in Seat))

    @classmethod
    def from_each(cls, winner: Seat, amount: int) -> Payments:
        """The same amount from each of the others."""
        return cls.to(winner, {seat: amount for seat in Seat if seat is not winner})

    def __neg__(self) -> Payments:
        east, south, west, north = (-points for points in self)
        return Payments(east, south, west, north, -self.table)

    @property
    def moved(self) -> int:
        """What changes hands: all that is received."""
        return sum(points for points in self if points > 0)

    def __add__(self, other: Payments) -> Payments:
        east, south, west, north = (mine + theirs for mine, theirs in zip(self, other, strict=True))
        return Payments(east, south, west, north, self.table + other.table)


NOTHING = Payments(0, 0, 0, 0)
"""Nobody pays."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is settled apart from the win: kongs, 精, flowers, caps."""

    key: str
    """A stable name: ``kongs``."""
    name: str
    """Its name in Chinese."""
    english: str
    """Its name in English."""
    payments: Payments
    points: int
    """What the formula comes to for the seat that receives most."""
    formula: str
    """How the points came about: ``5*(5-3)``."""
    reason: str
    """Whose it is and why, in a sentence."""
    japanese: str = ""
    """Its name in Japanese, where the rules have one."""


def sentences_of(ledgers: Iterable[Ledger]) -> Iterator[str]:
    """Everything that is said of ledgers beside names and figures."""
    for ledger in ledgers:
        yield from (ledger.reason, ledger.formula)


@dataclass(frozen=True, slots=True)
class Step:
    """What changes the value of a hand for one payer."""

    key: str
    """``self_drawn``, ``discarder``, ``robbed``, ``dealer``, ``flying_wilds`` or ``each``."""
    number: int
    adds: bool = False
    """Whether it is added; if not, it multiplies."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one payer owes for a win, step by step."""

    seat: Seat
    value: int
    """What the hand is worth before the steps."""
    steps: tuple[Step, ...] = ()
    payer: Seat | None = None
    """Who pays it in his place; ``None`` where he does so himself."""

    @property
    def points(self) -> int:
        """What the steps make of the value."""
        points = self.value
        for step in self.steps:
            points = points + step.number if step.adds else points * step.number
        return points


def owed(winner: Seat, shares: Iterable[Share]) -> Payments:
    """The payments that the shares come to."""
    amounts: dict[Seat, int] = {}
    for share in shares:
        payer = share.seat if share.payer is None else share.payer
        amounts[payer] = amounts.get(payer, 0) + share.points
    return Payments.to(winner, amounts)


@dataclass(frozen=True, slots=True)
class FuLine:
    """A part of the fu, 符."""

    key: str
    """A stable name: ``closed_wait``."""
    name: str
    """Its name in Chinese."""
    english: str
    """Its name in English."""
    japanese: str
    """Its name in Japanese."""
    fu: int
    """What it counts, before the sum is rounded up."""
    reason: str
    """The tiles or circumstances that show it."""


@dataclass(frozen=True, slots=True)
class HanFu:
    """How han and fu make points, where the rules count them."""

    han: int
    """The sum of the han, dora among them; of a yakuman nothing."""
    fu: int
    """Rounded up as it counts; of a yakuman nothing."""
    fu_lines: tuple[FuLine, ...]
    """The parts of the fu; none for a yakuman."""
    limit: str
    """The limit that the hand reaches: ``mangan``, ``yakuman``, ``2x yakuman``, ...; none when empty."""
    yakuman: int
    """How many times the highest limit, each yakuman as often as it counts."""
    basic: int
    """The basic points, of which each payer pays a multiple."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What a wild tile stood for."""

    tile: Tile
    """The wild tile."""
    stands_for: Tile
    """The tile it was read as; its own face where it changed nothing."""


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
    """The points that count towards the minimum: without flowers, kongs and what else is on top."""
    minimum: int
    """The points a winner needs."""
    payments: Payments
    left_out: tuple[LeftOut, ...] = ()
    """What the hand shows but does not count, and why."""
    runner_up: RunnerUp | None = None
    """The best reading of other sets, where there is one."""
    formula: str = ""
    """How the points came about, where they are no plain sum: ``2*2+2``."""
    stands: tuple[Stand, ...] = ()
    """What each wild tile stood for."""
    han_fu: HanFu | None = None
    """Han and fu, where the rules count them."""
    apart: tuple[Ledger, ...] = ()
    """What is paid with the win and is no part of its worth, such as honba; ``payments`` have it."""
    options: tuple[tuple[str, bool | int | str], ...] = ()
    """The switches of the rules that differ from the published ones."""
    shares: tuple[Share, ...] = ()
    """What each payer owes, step by step before any cap, where the rules have steps."""
    near_miss: str = ""
    """What it just falls short of, in a phrase: ``one han short of mangan``."""

    @property
    def sentences(self) -> Iterator[str]:
        """Everything that is said on the sheet beside names and figures."""
        yield from (self.formula, self.near_miss)
        yield from (line.reason for line in self.lines)
        yield from (left.reason for left in self.left_out)
        yield from (line.reason for line in (self.han_fu.fu_lines if self.han_fu else ()))
        yield from sentences_of(self.apart)

    @property
    def flower_points(self) -> int:
        """The points for flowers, which do not help to reach the minimum."""
        return sum(line.points for line in self.lines if line.key == "flower_tiles")
