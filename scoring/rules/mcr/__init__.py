"""MCR, 国标麻将: the 81 fan of the Chinese competition rules."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.errors import NotAWin
from scoring.hand import Hand
from scoring.rules.base import RuleSet, Title
from scoring.rules.mcr.options import McrOptions
from scoring.sheet import ScoreSheet
from scoring.win import Win

__all__ = ["McrOptions", "McrRules", "rules"]


@dataclass(frozen=True, slots=True)
class McrRules(RuleSet):
    """The competition rules with their options."""

    options: McrOptions

    @property
    def minimum(self) -> int:
        """The points a winner needs, flowers apart."""
        return self.options.minimum

    def score(self, hand: Hand, win: Win) -> ScoreSheet:
        """The sheet for the reading that is worth most."""
        raise NotAWin(f"{hand} is no winning hand", 14)


def rules(options: McrOptions | None = None) -> McrRules:
    """MCR with the given options, or the published rules."""
    return McrRules("mcr", Title("国标麻将", "Mahjong Competition Rules"), (), options or McrOptions(), (14,))
