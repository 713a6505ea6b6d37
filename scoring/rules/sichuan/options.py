"""What a house may change about 血战到底."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import MOST_DOUBLINGS, Options, between, choice

TOURNAMENT_CAP = 3
"""The cap of the tournament edition."""

NO_CAP_PIG = 5
"""The fan that a 花猪 pays for where there is no cap."""


@dataclass(frozen=True, slots=True)
class SichuanOptions(Options):
    """The switches of 四川麻将血战到底; the defaults are those of most tables.

    SC-Q8, whether suits are declared missing, is told of each win with ``missing_suit``; without it any two suits do.
    """

    cap_fan: int = 5
    """The most fan that are paid, 封顶 (SC-Q1): 5 (32 units); 3 in tournaments, 4 or 6 elsewhere, 0 for no cap."""
    unit: int = 1
    """What a unit is worth."""
    self_draw_bonus: str = "base"
    """What a self-draw adds (SC-Q2): ``base`` one unit from each, 自摸加底; ``fan`` one fan, 自摸加番; or ``none``."""
    dragon_pairs_fan: int = 3
    """The fan of 龙七对, seven pairs with four equal tiles, their root among them (SC-Q3): 3, or 4 on one platform."""
    fed_kong_bloom: str = "self_draw"
    """What a win on the replacement of a fed kong is, 点杠花 (SC-Q4): a ``self_draw``, or as a ``discard`` of the
    feeder, who pays alone."""
    robbed_kong: str = "one"
    """What the player pays whose kong is robbed (SC-Q5): ``one`` share, as a discarder, or the shares of ``all``."""
    heavenly_fan: int = 5
    """What 天胡 and 地胡 are worth where the hand's own fan are fewer (SC-Q6): 5, or 6; 0 for none."""
    concealed_hand: bool = False
    """Whether 门清 counts one fan (SC-Q7)."""
    no_terminals: bool = False
    """Whether 中张, no ones and nines, counts one fan (SC-Q7)."""
    fed_kong: int = 2
    """The units that the feeder of a kong pays, 直杠 (SC-Q9): 2, or 3."""
    kong_transfer: str = "kong"
    """What goes to who wins on the discard after a kong, 呼叫转移 (SC-Q10): the income of that ``kong``, of ``all``
    kongs of the discarder, or ``none``."""
    winners_collect_pigs: bool = False
    """Whether a 花猪 also pays those who have won (SC-Q11)."""
    pigs_pay_ready: bool = False
    """Whether a 花猪 also pays the ready ones for their waits, 查大叫 (SC-Q11)."""
    edition: str = "common"
    """``common``, or ``sbr``, the tournament rules (SC-Q12): cap 3 fan whatever ``cap_fan`` says; no 将对, 带幺九, 天胡
    and 地胡."""

    def _check(self) -> None:
        choice(self, "self_draw_bonus", "base", "fan", "none")
        choice(self, "fed_kong_bloom", "self_draw", "discard")
        choice(self, "robbed_kong", "one", "all")
        choice(self, "kong_transfer", "kong", "all", "none")
        choice(self, "edition", "common", "sbr")
        between(self, "cap_fan", 0, MOST_DOUBLINGS)
        between(self, "heavenly_fan", 0, MOST_DOUBLINGS)
        between(self, "dragon_pairs_fan", 3, 10)

    @property
    def cap(self) -> int:
        """The most fan that are paid; 0 for no cap."""
        return TOURNAMENT_CAP if self.edition == "sbr" else self.cap_fan

    def units(self, fan: int) -> int:
        """The units of so many fan, within the cap."""
        return 1 << (min(fan, self.cap) if self.cap else fan)
