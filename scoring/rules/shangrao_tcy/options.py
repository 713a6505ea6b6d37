"""What a house may change about 同城乐上饶."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import Options, between, choice


@dataclass(frozen=True, slots=True)
class TcyOptions(Options):
    """The switches of 同城乐上饶麻将; the defaults are the published rules, read as each switch says."""

    minimum: int = 0
    """The points a hand needs; the rules name none."""
    values: str = "jiuyao"
    """Where the values that the rules leave out come from (SRB-Q1): ``jiuyao``, or ``wuyuan`` for those of 婺源."""
    draw_dealer: str = "next"
    """Who deals after a draw (SRB-Q2): the ``next`` seat, or the ``last_drawer`` of the wall's last tile."""
    first_turn_points: int = 16
    """What 天胡 and 地胡 are worth, nothing else beside it (SRB-Q3)."""
    concealed_doubles: bool = False
    """Whether 门清, no meld claimed, doubles once (SRB-Q4)."""
    three_kong_draws: bool = False
    """Whether three of the kind turned up, which are a kong, bring a replacement tile (SRB-Q5)."""
    scattered_gap: int = 3
    """How many ranks apart the tiles of a suit are in 十三烂 (SRB-Q6)."""
    wind_cycle: str = "apart"
    """What follows north (SRB-Q7): east, winds and dragons ``apart``; or red, in one cycle of all ``honours``."""

    def _check(self) -> None:
        choice(self, "values", "jiuyao", "wuyuan")
        choice(self, "draw_dealer", "next", "last_drawer")
        choice(self, "wind_cycle", "apart", "honours")
        between(self, "scattered_gap", 1, 4)
