"""The switches of riichi, and what is published for platforms and leagues as values of the same switches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from scoring.errors import OptionError
from scoring.rules.base import Options, choice

STANDARD = "standard"
"""The name of the defaults."""

CUSTOM = "custom"
"""The name of options that no preset has."""

PRESETS: dict[str, dict[str, Any]] = {
    STANDARD: {},
    "tenhou": {"triple_ron": "abort", "pao_scope": "all"},
    "mahjong_soul": {"double_yakuman": True, "kokushi_robs_concealed_kong": True},
    "m_league": {
        "double_wind_pair_fu": 2,
        "kiriage_mangan": True,
        "kazoe": "sanbaiman",
        "nagashi": False,
        "multiple_ron": "head_bump",
        "abortive_draws": False,
        "pao_four_kongs": True,
        "chombo": "final_20000",
    },
    "jpml_a": {
        "red_fives": False,
        "ippatsu": False,
        "ura_dora": False,
        "kong_dora": False,
        "kong_ura_dora": False,
        "double_wind_pair_fu": 2,
        "nagashi": False,
        "multiple_ron": "head_bump",
        "abortive_draws": False,
        "pao_four_kongs": True,
        "pao_honba": "discarder",
        "chombo": "final_20000",
    },
    "ema": {
        "red_fives": False,
        "double_wind_pair_fu": 2,
        "kazoe": "sanbaiman",
        "multiple_yakuman": False,
        "renhou": "mangan",
        "abortive_draws": False,
        "chombo": "final_20000",
    },
}
"""What each preset sets beside the defaults.

天鳳, 雀魂, Mリーグ, 日本プロ麻雀連盟 Aルール and the European Mahjong Association.
"""


@dataclass(frozen=True, slots=True)
class RiichiOptions(Options):
    """The switches of Japanese mahjong; the defaults are those of the big platforms where these agree.

    Furiten, swap calling and whether riichi was legal are matters of play: a win that is told is taken for legal.
    Start, return and placement points belong to a whole game and are left to the table.
    """

    preset: str = field(init=False, default=STANDARD)
    """Sets all that is published for ``tenhou``, ``mahjong_soul``, ``m_league``, ``jpml_a`` or ``ema``; single options
    set beside it prevail, and then it reads ``custom`` (RI-Q19)."""
    red_fives: bool = True
    """Whether each red five is a han."""
    open_tanyao: bool = True
    """Whether 断么九 counts with claimed sets, 喰いタン (RI-Q2)."""
    ippatsu: bool = True
    """Whether 一発 counts."""
    ura_dora: bool = True
    """Whether the tiles under the indicators count after riichi."""
    kong_dora: bool = True
    """Whether the indicators after the first, turned up for kongs, count."""
    kong_ura_dora: bool = True
    """Whether the tiles under those count after riichi."""
    double_wind_pair_fu: int = 4
    """The fu of a pair that is seat and round wind at once: 4 or 2 (RI-Q1)."""
    kong_draw_fu: bool = True
    """Whether a self-draw after a kong has the 2 fu of a self-draw (RI-Q6)."""
    kiriage_mangan: bool = False
    """Whether 4 han 30 fu and 3 han 60 fu are a mangan, 切り上げ満貫 (RI-Q3)."""
    kazoe: str = "yakuman"
    """What 13 han and more reach: ``yakuman``, once, or ``sanbaiman`` (RI-Q4)."""
    double_yakuman: bool = False
    """Whether 国士無双十三面, 四暗刻単騎, 純正九蓮宝燈 and 大四喜 count twice (RI-Q5)."""
    multiple_yakuman: bool = True
    """Whether different yakuman add up, to six at most; if not, the best one counts (RI-Q5)."""
    renhou: str = "none"
    """What 人和 is: ``none``, ``mangan``, which nothing adds to, or ``yakuman`` (RI-Q18)."""
    all_green_needs_green: bool = False
    """Whether 緑一色 must have the green dragon (RI-Q8)."""
    big_wheel: bool = False
    """Whether 大車輪, 22334455667788 of dots, is a yakuman (RI-Q9)."""
    big_seven_stars: bool = False
    """Whether 字一色 as seven pairs, 大七星, counts twice."""
    eight_dealer_wins: bool = False
    """Whether the dealer's eighth win running, 八連荘, is a yakuman; ``dealer_streak`` tells of those before."""
    three_consecutive_pungs: bool = False
    """Whether 三連刻, three pungs of running numbers of a suit, is 2 han."""
    open_riichi: bool = False
    """Whether riichi with the hand laid open is one han more."""
    nagashi: bool = True
    """Whether 流し満貫 is paid at the exhaustive draw (RI-Q14)."""
    multiple_ron: str = "pay"
    """Who wins on a tile that several win on: ``pay``, all of them, or ``head_bump``, the nearest (RI-Q15)."""
    triple_ron: str = "pay"
    """What three winners on one tile are: ``pay``, or ``abort``, a drawn hand (RI-Q15)."""
    honba_to_each: bool = False
    """Whether each of several winners gets the honba, not only the nearest (RI-Q15)."""
    abortive_draws: bool = True
    """Whether a hand of play can be called off: 九種九牌, 四風連打, 四家立直, 四槓散了."""
    ready_dealer_stays: bool = True
    """Whether a dealer who is ready at the exhaustive draw deals again."""
    kokushi_robs_concealed_kong: bool = False
    """Whether 国士無双 may be won on a tile of a concealed kong (RI-Q7)."""
    pao_four_kongs: bool = False
    """Whether feeding the fourth kong of 四槓子 makes liable too (RI-Q16)."""
    pao_scope: str = "liable"
    """What the liable player pays for: ``liable``, the yakuman fed, or ``all`` of the hand (RI-Q16)."""
    pao_honba: str = "liable"
    """Who pays the honba when another than the ``liable`` player discards: he, or the ``discarder`` (RI-Q16)."""
    chombo: str = "reverse_mangan"
    """What an error costs: ``reverse_mangan``, paid to the others as a self-drawn mangan; ``final_20000``, taken off
    the final score; ``each_3000``, to each of the others (RI-Q17)."""
    sanma_tsumo: str = "loss"
    """What becomes of the fourth share with three players: ``loss``, or ``split`` between the payers (RI-Q10)."""
    sanma_honba_ron: int = 200
    """What a counter adds to a discard with three players: 200 or 300 (RI-Q11)."""
    sanma_noten: int = 3000
    """What the players who are not ready pay together with three players (RI-Q13)."""
    north_is_value: bool = False
    """Whether a pung of norths in the hand is a yaku with three players (RI-Q12)."""
    rob_north: str = "all"
    """Who may win on a north being set aside: ``all``, ``kokushi`` or ``none`` (RI-Q12)."""

    def _check(self) -> None:
        choice(self, "kazoe", "yakuman", "sanbaiman")
        choice(self, "renhou", "none", "mangan", "yakuman")
        choice(self, "multiple_ron", "pay", "head_bump")
        choice(self, "triple_ron", "pay", "abort")
        choice(self, "pao_scope", "liable", "all")
        choice(self, "pao_honba", "liable", "discarder")
        choice(self, "chombo", "reverse_mangan", "final_20000", "each_3000")
        choice(self, "sanma_tsumo", "loss", "split")
        choice(self, "rob_north", "all", "kokushi", "none")
        choice(self, "double_wind_pair_fu", 2, 4)
        choice(self, "sanma_honba_ron", 200, 300)
        object.__setattr__(self, "preset", preset_name(self))

    def preset_values(self, name: str) -> Mapping[str, Any]:
        """All options as the preset has them; raises ``OptionError`` when there is none of that name."""
        return preset_values(name)


DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(RiichiOptions) if field.init}
"""The default of each option."""


def preset_values(name: str) -> dict[str, Any]:
    """All options as the preset has them; raises ``OptionError`` when there is none of that name."""
    changed = PRESETS.get(name)
    if changed is None:
        raise OptionError("bad_option", f"option preset is one of {', '.join(PRESETS)}, not {name!r}")
    return DEFAULTS | changed


def preset_name(options: RiichiOptions) -> str:
    """The preset that has just these options, or ``custom``."""
    said = {key: getattr(options, key) for key in DEFAULTS}
    return next((name for name, changed in PRESETS.items() if said == DEFAULTS | changed), CUSTOM)


def preset(name: str, **changed: Any) -> RiichiOptions:
    """The options of a preset, some of them changed; raises ``OptionError`` when there is none of that name."""
    return RiichiOptions(**(preset_values(name) | changed))
