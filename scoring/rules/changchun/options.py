"""What a house may change about 长春."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import Options, choice


@dataclass(frozen=True, slots=True)
class ChangchunOptions(Options):
    """The switches of 长春麻将; the defaults are the published rules, read as each switch says."""

    unit: int = 1
    """What one 番 comes to, and a plain kong: 房间基本分, 底注."""
    discard_pays: str = "all"
    """Who pays for a discard (CC-Q1): ``all``, the discarder one 番 more; or the ``discarder`` alone, his own share."""
    discarder_pays_all: bool = False
    """Whether the discarder pays the shares of the two others too: the room 点炮全包. Kongs stay as they are."""
    matched_adds_drawn: bool = False
    """Whether 对宝 counts 宝牌 beside its own two 番 (CC-Q2)."""
    pungs_add_lone_wait: bool = False
    """Whether 飘胡 that waited for one tile counts 夹胡 too (CC-Q3)."""
    lone_wait: str = "wins"
    """When an edge, a gap or a pair is 夹胡 (CC-Q4): when no other tile ``wins`` (独听), or completes the ``shape``.

    Or ``always``, whatever else the hand waited for.
    """
    opening_kong_opens: bool = True
    """Whether a kong shown at the start (旋风杠, 喜杠, 幺蛋, 九蛋) ends 立胡 (CC-Q5); a concealed kong never does."""
    cap: int = 1000
    """The most that a hand may win or lose; 0 for no limit."""
    cap_of: str = "everybody"
    """Whom the cap holds for (CC-Q6): ``everybody``, or each of the ``losers`` alone.

    For everybody what is paid goes down in proportion until the winner has no more than the cap.
    """
    dealer_loses_double: bool = False
    """Whether the dealer pays one 番 more when another wins (CC-Q7)."""
    edition: str = "document"
    """Whose table (CC-Q8): that of the ``document``, or that of the federation's edition, ``mil2024``.

    The latter has seven pairs (3 番, 4 with four equal tiles), gives 宝牌 one 番 and doubles six times at most.
    """
    opening_winds: str = "four"
    """What 旋风杠 needs (CC-Q9): all ``four`` winds, or ``three`` of them, the fourth being one added."""
    opening_kong_suits: bool = True
    """Whether the tiles of opening kongs, such as 幺蛋, count towards 三色全, all three suits (CC-Q10)."""

    def _check(self) -> None:
        choice(self, "discard_pays", "all", "discarder")
        choice(self, "lone_wait", "wins", "shape", "always")
        choice(self, "cap_of", "everybody", "losers")
        choice(self, "edition", "document", "mil2024")
        choice(self, "opening_winds", "four", "three")
