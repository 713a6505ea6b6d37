"""What a house may change about the table of 168."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import Options, choice


@dataclass(frozen=True, slots=True)
class Gb168Options(Options):
    """The switches of 大众麻将 168; the defaults are the published rules, read as each switch says."""

    minimum: int = 0
    """The fan a winner needs, flowers apart (GB-Q5); the rules name none, competition has 8."""
    payment: str = "mcr"
    """Who pays (GB-Q6): ``mcr``, all pay the base, the discarder the fan too; or the ``discarder`` pays both alone."""
    base: int = 8
    """What is paid on top of the fan (GB-Q6)."""
    fortune_adds: bool = False
    """Whether 四方大发财 is joined by 大四喜 and 字一色, which it cannot be without (GB-Q1)."""
    ready_points: int = 2
    """What 听牌, declared ready and no tile exchanged, is worth (GB-Q2)."""
    first_turn: str = "source"
    """What the first turn is worth (GB-Q3): by the ``source`` 地和 is won on the dealer's discard and 人和 on the own
    first draw; as is ``common`` elsewhere it is the other way round."""
    gates_cover_pungs: bool = False
    """Whether 九莲宝灯 covers 双暗刻 and every 幺九刻 (GB-Q4), not just one 幺九刻."""
    mixed_kongs: bool = False
    """Whether a concealed and an exposed kong make 明暗杠 (5); if not, they count 暗杠 (2) and 明杠 (1) (GB-Q7)."""
    implied_pair: bool = True
    """Whether 幺九头 and 二五八将 count beside fan that cannot be without them, such as 清幺九 and 全带五."""
    terminals_cover_triple: bool = False
    """Whether 清幺九, which does not count 同刻, covers 三同刻 as well as 双同刻."""
    flowers: bool = True
    """Whether each flower is worth a fan."""

    def _check(self) -> None:
        choice(self, "payment", "mcr", "discarder")
        choice(self, "first_turn", "source", "common")
