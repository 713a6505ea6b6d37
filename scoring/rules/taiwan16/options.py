"""What a house may change about Taiwanese sixteen tiles."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import Options, choice


@dataclass(frozen=True, slots=True)
class Taiwan16Options(Options):
    """The switches of 台灣十六張; the defaults are the association's revised table."""

    minimum: int = 0
    """The 台 that a hand needs (TW-Q2): none, so that a hand of 0 台 wins the base."""
    base: int = 5
    """底, what every payment starts from (TW-Q13): 5, or 100, 300, 50."""
    per_tai: int = 1
    """What each 台 is worth (TW-Q13): 1, or 20, 100."""
    cap: int = 0
    """The most 台 of a hand that are paid, those of the dealer apart; 0 for no cap; the association names 81."""
    pinghu: str = "strict"
    """What 平胡 asks for (TW-Q1): ``strict``, or ``relaxed``, with flowers and a pair of honours allowed."""
    pinghu_closed: bool = True
    """Whether a hand without an exposed meld may be a 平胡 (TW-Q1)."""
    flower_map: str = "west_bamboo"
    """Whose flower is which (TW-Q3): ``west_bamboo`` gives west 竹 ``3f`` and north 菊 ``4f``, ``west_chrysanthemum``
    the other way round."""
    flower_kong: int = 2
    """The 台 of 花槓, a whole group of four flowers, which covers the own flower in it (TW-Q4): 2 or 1."""
    all_exposed_adds_single_wait: bool = True
    """Whether 獨聽 adds to 全求 and 半求 (TW-Q5)."""
    five_concealed_covers: bool = True
    """Whether 五暗刻 covers 門清 and 碰碰胡 (TW-Q6)."""
    little_winds_add: bool = True
    """Whether 門風 and 圈風 add to 小四喜 (TW-Q7)."""
    all_honours: int = 16
    """The 台 of 字一色: 16, or 8."""
    all_honours_adds_all_pungs: bool = False
    """Whether 碰碰胡 adds to 字一色 (TW-Q8)."""
    heavenly_tai: int = 16
    """The 台 of 天胡 (TW-Q9): 16, or 24; it covers 門清, 不求, 自摸 and 獨聽."""
    earthly: int = 16
    """The 台 of 地胡 (TW-Q9): 16; it covers 門清."""
    human: int = 16
    """The 台 of 人胡 (TW-Q9): 16, or 8; it covers 門清."""
    heavenly_ready: int = 8
    """The 台 of 天聽 (TW-Q10): 8, or 16."""
    earthly_ready: int = 4
    """The 台 of 地聽 (TW-Q10): 4, or 8."""
    eight_and_a_half_pairs: bool = True
    """Whether 嚦咕嚦咕, seven pairs and a pung, wins (TW-Q11)."""
    seven_robs_one: str = "holder"
    """Who pays for 七搶一 (TW-Q12): the ``holder`` of the eighth flower, or ``all``."""
    dealt_flower_win: int = 0
    """What 配牌花胡, winning with flowers in the first turn, adds: nothing, or 4 or 12."""
    every_flower_counts: bool = False
    """Whether every flower counts 1 台, not only the own ones."""
    no_flowers: bool = False
    """Whether a hand without flowers counts 1 台, 無花."""
    no_flowers_or_honours: bool = False
    """Whether a hand without flowers and honours counts 2 台, 無字無花."""
    every_wind_pung: bool = False
    """Whether every pung of winds counts 1 台, 見字, in place of 門風 and 圈風."""
    melded_kong: bool = False
    """Whether every exposed kong counts 1 台."""
    concealed_kong: bool = False
    """Whether every concealed kong counts 2 台."""
    declared_ready: bool = False
    """Whether declaring ready later than 天聽 and 地聽 counts 1 台, 報聽."""
    sixteen_unrelated: bool = False
    """Whether 十六不搭 wins, for 16 台: all honours, three tiles of each suit three ranks apart, one of them twice."""
    thirteen_orphans: bool = False
    """Whether 十三么 wins, for 16 台: one of each terminal and honour, one more of them, and a set."""
    liability: bool = False
    """Whether who is liable pays for all of a self-draw, 包牌: the feeder of the last set of 大三元, 大四喜, 小四喜,
    字一色 or 清一色."""
    multiple_winners: str = "nearest"
    """Who wins when several claim one discard (TW-Q14): the ``nearest`` after the discarder, ``all``, or ``three``, all
    of three but the nearest of two."""
    draw_keeps_dealer: bool = True
    """Whether the dealer stays after a draw, with a longer streak (TW-Q15); if not, the next seat deals."""

    def _check(self) -> None:
        choice(self, "pinghu", "strict", "relaxed")
        choice(self, "flower_map", "west_bamboo", "west_chrysanthemum")
        choice(self, "seven_robs_one", "holder", "all")
        choice(self, "multiple_winners", "nearest", "all", "three")
