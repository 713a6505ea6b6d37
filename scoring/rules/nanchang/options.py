"""What a house may change about 南昌麻将."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import Options, choice


@dataclass(frozen=True, slots=True)
class NanchangOptions(Options):
    """The switches of 南昌麻将; the defaults are the published rules, read as each switch says."""

    values: str = "guide"
    """What hands are worth (NC-Q1): ``guide`` the multipliers of a players' guide, since the rules name none; ``none``
    every hand one; the rules' own table of 168 is the system ``nanchang_168``."""
    kong_values: str = "alike"
    """What kongs are worth (NC-Q2): ``alike`` two each, 暗杠明杠都一样; ``one_two`` exposed one, concealed two."""
    kong_payers: str = "all"
    """Who pays for a kong from a discard: ``all`` or the ``discarder`` alone."""
    german_doubles: bool = True
    """Whether 德国 doubles beside the five points from each payer (NC-Q3); if not, it brings only those."""
    true_german_factor: int = 4
    """How many times 德中德 counts, in place of 德国 (NC-Q3): 4, or 2."""
    overlord_first: bool = False
    """Whether 霸王精 doubles the points before 冲关 looks at them (NC-Q4); if not, after."""
    kong_in_points: bool = False
    """Whether the ten of a kong of wild tiles are among the points that 冲关 looks at (NC-Q4), and no kong points."""
    pairs_fishing: bool = True
    """Whether six pairs and a lone wild tile are 精吊 too (NC-Q5)."""
    indicator_live: bool = False
    """Whether the tile turned up is in play, so that 正精 has four copies (NC-Q6)."""
    wild_only_sets: bool = True
    """Whether a set or the pair may be wild tiles only (NC-Q7); if not, each needs another, but not in 七对."""
    scattered_always_german: bool = False
    """Whether 十三烂 is always 德国 (NC-Q8); if not, only with every wild tile at its own face."""
    charge_from: int = 5
    """From how many points 冲关 multiplies (NC-Q9): 5 as in the list, or 6 as in 超过5分."""
    scattered_on_discard: bool = True
    """Whether 十三烂 wins on a discard (NC-Q10)."""
    sacked_dealer: int = 0
    """What the dealer pays each of the others when all four began with the same discard, 抄庄: nothing, or 5."""

    def _check(self) -> None:
        choice(self, "values", "guide", "none")
        choice(self, "kong_values", "alike", "one_two")
        choice(self, "kong_payers", "all", "discarder")
