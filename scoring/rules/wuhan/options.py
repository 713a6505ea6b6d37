"""What a house may change about 武汉红中癞子杠."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import Options, choice


@dataclass(frozen=True, slots=True)
class WuhanOptions(Options):
    """The switches of 武汉红中癞子杠; no official text is known, so the defaults follow the fullest description."""

    mode: str = "koukou"
    """How claimed melds count: ``koukou`` 口口翻, each doubles; ``kaikou`` 开口翻, all together double once."""
    minimum: int = 16
    """What base and winner's factors times the smallest factor of a payer must reach, 起胡 (WH-Q5): 16, 32 or 64; 0
    for none."""
    values: str = "full"
    """What multiplies (WH-Q1): ``full`` the winner's and each payer's melds and kongs, the deal, the discard; ``plain``
    only the winner's claimed melds, 硬胡 and 自摸, two times for every hand."""
    kong_opens: bool = False
    """Whether an exposed kong counts as a claimed meld beside its own two times (WH-Q2)."""
    discard_payers: str = "all"
    """Who pays for a discard (WH-Q3): ``all``, the discarder more; or the ``discarder`` alone."""
    cap: int = 300
    """The most that one payer pays, 封顶; 0 for no limit."""
    cap_by: str = "each"
    """When a limit holds (WH-Q4): for ``each`` payer who exceeds it, or only when ``all`` three do."""
    gold_cap: str = "limit"
    """What 金顶, 500 in 口口翻 and 400 in 开口翻, is when all three reach the cap: a higher ``limit``, or a ``fixed``
    price."""
    special_doubles: bool = False
    """Whether 杠上开花, 抢杠胡 and 海底捞月 double beside counting as big hands (WH-Q6)."""
    seven_pairs: bool = False
    """Whether seven pairs are a big hand, which needs no claimed meld (WH-Q7)."""
    green_kongs: bool = False
    """Whether green dragons are discarded as kongs like red ones, 发财杠 (WH-Q8)."""
    skins: str = "turned"
    """Which tiles are 皮: the kind ``turned`` up, or ``turned_and_below`` also the kind before it (WH-Q9), which makes
    seven, 七皮四癞 (WH-Q8)."""

    def _check(self) -> None:
        choice(self, "mode", "koukou", "kaikou")
        choice(self, "minimum", 0, 16, 32, 64)
        choice(self, "values", "full", "plain")
        choice(self, "discard_payers", "all", "discarder")
        choice(self, "cap_by", "each", "all")
        choice(self, "gold_cap", "limit", "fixed")
        choice(self, "skins", "turned", "turned_and_below")
