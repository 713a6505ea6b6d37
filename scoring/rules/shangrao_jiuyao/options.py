"""What a house may change about 上饶九幺."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import MOST_DOUBLINGS, Options, between, choice


@dataclass(frozen=True, slots=True)
class JiuyaoOptions(Options):
    """The switches of 上饶九幺麻将; the defaults are the published rules, read as each switch says.

    SRA-Q11, several claims on one discard, is left to the table: no score depends on it.
    """

    minimum: int = 2
    """The points a hand needs: 由2分值自摸起和."""
    soft_pinghu_base: int = 1
    """What a plain hand with a wild tile, no 掉头, starts from (SRA-Q1): 1, so that it needs 番 to win, or 2."""
    wild_mode: str = "zheng_fu"
    """Which tiles are wild (SRA-Q2): ``zheng_fu`` the tile turned up and the next, or ``next`` the next only."""
    jing_reward: bool = True
    """Whether wild tiles held are rewarded, 正精 two and 副精 one, with 冲冠 and 霸王 (SRA-Q2)."""
    restored_doubles: bool = True
    """Whether 还原, all wild tiles at their own face, doubles once (SRA-Q3)."""
    add_shapes: bool = False
    """Whether a hand of several shapes adds their bases up (SRA-Q4); if not, the best one counts."""
    discard_wins: bool = False
    """Whether a discard may win, paid by the discarder alone (SRA-Q5)."""
    robbed_factor: int = 6
    """How many times the value the player pays whose kong is robbed, alone (SRA-Q6)."""
    robbed_row: bool = True
    """Whether a robber who could have won on the earlier kongs of a row voids those too (SRA-Q6)."""
    liability: bool = True
    """Whether who fed three of the winner's melds pays for the others, 三凑包牌 (SRA-Q7)."""
    claimed_kong: str = "all"
    """Who pays for a kong from a discard (SRA-Q8): ``all`` or the ``discarder`` alone."""
    first_turn_doubles: int = 0
    """How often 天胡, winning with the tiles dealt, doubles (SRA-Q9)."""
    dealer_doubles: bool = False
    """Whether the dealer receives and pays double (SRA-Q10)."""
    wild_luxury: bool = True
    """Whether wild tiles may make one of the four equal tiles of 豪华七对."""

    def _check(self) -> None:
        choice(self, "wild_mode", "zheng_fu", "next")
        choice(self, "claimed_kong", "all", "discarder")
        between(self, "first_turn_doubles", 0, MOST_DOUBLINGS)
