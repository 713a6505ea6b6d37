"""What a house may change about 宁波."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import Options, choice


@dataclass(frozen=True, slots=True)
class NingboOptions(Options):
    """The switches of 宁波麻将; the defaults are the published rules, read as each switch says."""

    minimum: int = 4
    """The 台 a hand needs: 必须达到4台或更高台数."""
    base: int = 1
    """What a win is worth beside its 台, 胡牌基本分 (NB-Q1); 0 where the total is the 台 alone."""
    base_qualifies: bool = False
    """Whether the base counts towards the minimum too (NB-Q1)."""
    chows_add_wait: bool = True
    """Whether 平糊 counts beside 边, 夹 and 单吊 (NB-Q2); if not, it covers them."""
    flower_bloom_adds_draw: bool = True
    """Whether 自摸 counts beside 杠上开花 on the replacement of a flower (NB-Q3), so without a kong on the table."""
    three_wilds: str = "drawn"
    """When 三财神 counts (NB-Q4): with three wild tiles and a self-draw (``drawn``), whatever they stand for.

    Or with three ``substitutes`` for other tiles and a self-draw; or ``always``, on a discard too.
    """
    honours_add_pungs: bool = True
    """Whether 碰碰糊 counts beside 字一色, which is nothing but pungs (NB-Q5)."""
    wild_waits: bool = True
    """Whether wild tiles may be the neighbours or partners that make 边, 夹, 单吊 and 对倒 (NB-Q6)."""
    restored_is_hard: bool = False
    """Whether a hand whose wild tiles all stand at their own face is 硬糊 (NB-Q7)."""
    streak_points: int = 0
    """The 台 that the dealer's win gets for each hand he has dealt before in a row, 连庄数 (NB-Q8)."""
    kong_points: int = 0
    """What each of the others pays for a kong, void after a draw (NB-Q9); a concealed one twice as much."""
    several_three_tan: str = "each"
    """Who pays when 三摊 ties several seats to the winner (NB-Q10): ``each``, or the ``nearest`` after him."""
    flower_map: str = "bamboo_west"
    """Whose flowers bamboo and chrysanthemum are (NB-Q11): west's and north's, or ``bamboo_north``.

    The latter, with chrysanthemum west's, is how many sets of tiles number them.
    """
    flower_groups: str = "whole"
    """Whether the 2 for four flowers of a group, and the 8 for all eight, are for the ``whole`` of them.

    Or ``added``: to what the own flowers among them count, and the 8 to what the two groups count.
    """
    lone_wild: str = "hand"
    """What 财神单吊 is, which wins by self-draw only: a ``hand`` that any tile would complete.

    Or a ``reading`` in which the winning tile pairs the wild one, so that another reading may win.
    """
    cap: int = 1000
    """The most that a hand may win or lose; 0 for no limit."""
    cap_of: str = "everybody"
    """Whom the cap holds for (NB-Q12): ``everybody``, or each of the ``losers`` alone.

    For everybody what is paid goes down in proportion until the winner has no more than the cap.
    """

    def _check(self) -> None:
        choice(self, "three_wilds", "drawn", "substitutes", "always")
        choice(self, "several_three_tan", "each", "nearest")
        choice(self, "flower_map", "bamboo_west", "bamboo_north")
        choice(self, "flower_groups", "whole", "added")
        choice(self, "lone_wild", "hand", "reading")
        choice(self, "cap_of", "everybody", "losers")
