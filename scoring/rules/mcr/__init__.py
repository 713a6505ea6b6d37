"""MCR, 国标麻将: the 81 fan of the Chinese competition rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.fan import FanTable
from scoring.hand import Hand
from scoring.round import Round, ScoredWin
from scoring.rules.base import RuleSet, Title
from scoring.rules.mcr import points
from scoring.rules.mcr.options import McrOptions
from scoring.rules.mcr.payments import payments
from scoring.seats import Seat
from scoring.shapes import Shapes
from scoring.sheet import ScoreSheet
from scoring.win import Win
from scoring.worth import Paid

__all__ = ["McrOptions", "McrRules", "rules"]


@dataclass(frozen=True, slots=True)
class McrRules(RuleSet):
    """The competition rules with their options."""

    options: McrOptions
    table: FanTable = field(repr=False, compare=False)
    """The rows that count under the options, ready for counting."""

    @property
    def minimum(self) -> int:
        """The points a winner needs, flowers apart."""
        return self.options.minimum

    @property
    def winning_shapes(self) -> Shapes:
        """All that win in the competition rules."""
        return Shapes(points.SHAPES)

    def score(self, hand: Hand, win: Win) -> ScoreSheet:
        """The sheet of the reading that is worth most; raises ``NotAWin`` or ``BelowMinimum``."""
        return points.sheet(hand, win, self.options, self.table)

    def pay_scored(self, table: Round, win: ScoredWin) -> Paid:
        """Who pays what for a win told by its points."""
        del table
        self.check_told(win.points)
        return Paid(payments(win.points, win.win, self.options.base), win.points, str(win.points))

    def next_dealer(self, table: Round) -> Seat:
        """The next seat, whoever won: everybody deals once while a wind prevails."""
        del table
        return Seat.SOUTH


def rules(options: McrOptions | None = None) -> McrRules:
    """MCR with the given options, or the published rules."""
    chosen = options or McrOptions()
    return McrRules(
        name="mcr",
        title=Title("国标麻将", "Mahjong Competition Rules"),
        fan=points.fan(chosen),
        options=chosen,
        hand_sizes=(14,),
        table=points.table(chosen),
        asks=("round_wind", "last_tile", "after_kong", "robbed_kong", "last_copy"),
    )
