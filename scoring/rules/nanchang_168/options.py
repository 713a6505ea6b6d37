"""What a house may change about Nanchang with the table of 168."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import choice
from scoring.rules.gb168.options import Gb168Options
from scoring.rules.nanchang.options import NanchangOptions


@dataclass(frozen=True, slots=True)
class Nanchang168Options(Gb168Options):
    """The switches of 南昌麻将 with the table of 168: those of the table, then Nanchang's."""

    minimum: int = 0
    """The fan a winner needs, flowers apart (GB-Q5); the rules name none, competition has 8."""
    payment: str = "mcr"
    """Who pays (GB-Q6): ``mcr``, all pay the base, the discarder the fan too; the ``discarder`` pays both alone; or
    as in ``nanchang``, the fan once or twice from each, without a base."""
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
    wild_limits: bool = False
    """Whether wild tiles may not stand in for 十三幺, 九莲宝灯 and 连七对 (GB-Q8); if not, they stand for anything."""
    waits: str = "read"
    """What 边张, 坎张 and 单钓将 look at (GB-Q8): the hand as it is ``read``, or what it really waited for as ``held``,
    its wild tiles being free."""
    scattered: bool = True
    """Whether 十三烂, which the rules let win and the table does not list, wins for the fan it shows."""
    scattered_on_discard: bool = True
    """Whether 十三烂 wins on a discard (NC-Q10)."""
    pairs_fishing: bool = True
    """Whether six pairs and a lone wild tile are 精吊 too, which wins on a self-draw only (NC-Q5)."""
    indicator_live: bool = False
    """Whether the tile turned up is in play, so that 正精 has four copies (NC-Q6)."""
    wild_only_sets: bool = True
    """Whether a set or the pair may be wild tiles only (NC-Q7); if not, each needs another, but not in 七对."""
    kong_values: str = "alike"
    """What kongs are worth (NC-Q2): ``alike`` two each, 暗杠明杠都一样; ``one_two`` exposed one, concealed two."""
    kong_payers: str = "all"
    """Who pays for a kong from a discard: ``all`` or the ``discarder`` alone."""
    overlord_first: bool = False
    """Whether 霸王精 doubles the points before 冲关 looks at them (NC-Q4); if not, after."""
    kong_in_points: bool = False
    """Whether the ten of a kong of wild tiles are among the points that 冲关 looks at (NC-Q4), and no kong points."""
    charge_from: int = 5
    """From how many points 冲关 multiplies (NC-Q9): 5 as in the list, or 6 as in 超过5分."""

    def _check(self) -> None:
        choice(self, "payment", "mcr", "discarder", "nanchang")
        choice(self, "first_turn", "source", "common")
        choice(self, "waits", "read", "held")
        choice(self, "kong_values", "alike", "one_two")
        choice(self, "kong_payers", "all", "discarder")

    @property
    def nanchang(self) -> NanchangOptions:
        """Those that Nanchang has with its own values too."""
        return NanchangOptions(
            kong_values=self.kong_values,
            kong_payers=self.kong_payers,
            overlord_first=self.overlord_first,
            kong_in_points=self.kong_in_points,
            pairs_fishing=self.pairs_fishing,
            indicator_live=self.indicator_live,
            wild_only_sets=self.wild_only_sets,
            charge_from=self.charge_from,
            scattered_on_discard=self.scattered_on_discard,
        )
