"""What a house may change about Hong Kong old style."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import OptionError
from scoring.rules.base import Options, choice, shown

HALF_SPICY = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
"""半辣上: what each loser pays on a self-draw for 0 to 13 faan; doubles up to 4 faan, then every two."""

FULL_SPICY = tuple(2**faan for faan in range(14))
"""全辣: doubles with every faan."""

UNIT = re.compile(r"(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})?")
"""How the unit is written."""

POINTS = re.compile(r"[0-9]{1,6}( [0-9]{1,6}){0,30}")
"""How a table of points is written."""


@dataclass(frozen=True, slots=True)
class HongKongOptions(Options):
    """The switches of 香港麻將, old style; the defaults are those of most tables."""

    min_faan: int = 3
    """The faan that a hand needs (HK-Q1): 3, or 0, 1, 2."""
    limit: int = 13
    """The most faan that are paid: 13, or 10 or 8 in other circles."""
    points_table: str = "half_spicy"
    """What faan come to (HK-Q10): ``half_spicy`` 半辣上, ``full_spicy`` 全辣, or numbers of your own for 0, 1, 2, ...
    faan with spaces between; the last one holds for all above."""
    unit: str = "1"
    """What the numbers of the table are multiplied by (HK-Q10): 0.5 is 二五雞, 1 is 五一, 2 is 一二蚊."""
    payment: str = "full"
    """What a discard costs (HK-Q2): ``full`` 全銃, the discarder pays double and nobody else, or ``half`` 半銃, the
    discarder pays the value and the two others half of it each, rounded up."""
    all_chows_any_pair: bool = True
    """Whether 平糊 may have a pair of honours (HK-Q3)."""
    little_winds: int = 6
    """The faan of 小四喜 (HK-Q4): 6, elsewhere 10 or 13."""
    concealed_pungs: int = 8
    """The faan of 坎坎糊 (HK-Q4): 8, elsewhere 10."""
    concealed_pungs_drawn: bool = False
    """Whether 坎坎糊 must be self-drawn (HK-Q4); if not, a discard may complete its pair."""
    all_honours_adds_pungs: bool = True
    """Whether pungs of dragons and of the own winds add to 字一色 (HK-Q5)."""
    nine_gates: str = "nine_sided"
    """What 九子連環 asks for (HK-Q6): ``nine_sided``, a wait for all nine, or ``drawn``: self-drawn any wait too."""
    all_pungs: int = 3
    """The faan of 對對糊: 3, elsewhere 2."""
    half_flush: int = 3
    """The faan of 混一色: 3, elsewhere 2."""
    full_flush: int = 7
    """The faan of 清一色: 7, elsewhere 5 or 4."""
    double_kong: int = 8
    """The faan of 槓上槓 beside 自摸: 8, elsewhere 9."""
    seven_pairs: bool = False
    """Whether seven pairs win, for 4 faan."""
    liability: bool = True
    """Whether who is liable pays for all of a self-draw (HK-Q7): for the fourth exposed meld 十二張落地, the third set
    of dragons of 大三元, the fourth of winds of 大四喜."""
    full_flush_liability: bool = False
    """Whether who fed the third exposed meld of a 清一色 is liable too (HK-Q7)."""
    kong_feeder_liability: bool = False
    """Whether who fed the kong of a 槓上開花 is liable too (HK-Q7)."""
    kong_lifts_liability: bool = False
    """Whether a win on a kong's replacement tile lifts the liability for sets (HK-Q7)."""
    flowers: bool = False
    """Whether flowers are played with (HK-Q8), so that a hand without any counts 無花; flowers that a hand shows count
    in any case."""
    flower_map: str = "west_bamboo"
    """Whose flower is which (HK-Q9): ``west_bamboo`` gives west 竹 ``3f`` and north 菊 ``4f``, ``west_chrysanthemum``
    the other way round."""
    multiple_winners: str = "all"
    """Who is paid when several win on one discard (HK-Q11): ``all``, or the ``nearest`` after the discarder."""
    concealed_hand: str = "always"
    """When 門前清 counts (HK-Q12): ``always``, only ``without_flowers`` in play, or ``never``."""
    human_hand: int = 0
    """The faan of 人糊, another than the dealer winning in the first round (HK-Q13): 0, that is none, or 13."""
    seven_flowers: int = 3
    """The faan of 花糊, seven flowers (HK-Q13); 0 for none."""
    eight_flowers: int = 8
    """The faan of 大花糊, all eight flowers (HK-Q13): 8, elsewhere 10; 0 for none."""

    def _check(self) -> None:
        choice(self, "payment", "full", "half")
        choice(self, "nine_gates", "nine_sided", "drawn")
        choice(self, "flower_map", "west_bamboo", "west_chrysanthemum")
        choice(self, "multiple_winners", "all", "nearest")
        choice(self, "concealed_hand", "always", "without_flowers", "never")
        if self.limit not in range(1, 100) or self.limit < self.min_faan:
            raise OptionError("bad_option", f"option limit is 1 to 99 and no less than min_faan, not {self.limit}")
        if not UNIT.fullmatch(self.unit) or not Fraction(self.unit):
            raise OptionError("bad_option", f"option unit is a number such as 0.5, not {shown(self.unit)}")
        if self.points_table not in ("half_spicy", "full_spicy") and not POINTS.fullmatch(self.points_table):
            told = shown(self.points_table)
            raise OptionError("bad_option", f"option points_table is half_spicy, full_spicy or numbers, not {told}")

    @property
    def minimum(self) -> int:
        """The faan that a hand needs."""
        return self.min_faan

    @property
    def table(self) -> tuple[int, ...]:
        """What each loser pays on a self-draw for 0, 1, 2, ... faan; the last number holds for all above."""
        named = {"half_spicy": HALF_SPICY, "full_spicy": FULL_SPICY}.get(self.points_table)
        return named or tuple(map(int, self.points_table.split()))
