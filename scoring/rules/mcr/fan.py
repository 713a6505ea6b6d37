"""The table of MCR in the order of the rule book: 81 fan, and the mixed kongs of the later editions.

What a fan ``implies`` is what it cannot be without (不重复), so it is not counted beside it. What sets of a hand make
together is chosen in ``combine``; the predicates only ask how often.
"""

from __future__ import annotations

from collections.abc import Callable

from scoring.facts import Facts
from scoring.fan import Fan
from scoring.rules.mcr import evidence
from scoring.rules.mcr import set_fan as sets
from scoring.rules.mcr import tile_fan as tiles
from scoring.rules.mcr import win_fan as ways

Predicate = Callable[[Facts], int]
Evidence = Callable[[Facts], str]


def _fan(name: str, english: str, value: int, predicate: Predicate, shown: Evidence, implies: str = "") -> Fan:
    """A row whose key is the predicate's name; ``implies`` lists keys, apart by spaces."""
    needs = next((need for need, predicates in _NEEDS.items() if predicate in predicates), "")
    return Fan(predicate.__name__, name, english, value, predicate, shown, frozenset(implies.split()), needs)


_NEEDS: dict[str, tuple[Predicate, ...]] = {
    "loose": (
        tiles.seven_shifted_pairs,
        tiles.thirteen_orphans,
        tiles.seven_pairs,
        tiles.greater_knitted,
        tiles.lesser_knitted,
    ),
    "kongs": (
        sets.four_kongs,
        sets.three_kongs,
        sets.two_concealed_kongs,
        sets.mixed_kongs,
        sets.two_melded_kongs,
        sets.concealed_kong,
        sets.melded_kong,
    ),
    "honour_pungs": (
        sets.big_four_winds,
        sets.big_three_dragons,
        sets.little_four_winds,
        sets.little_three_dragons,
        sets.three_winds,
        sets.two_dragon_pungs,
        sets.dragon_pung,
        sets.prevalent_wind,
        sets.seat_wind,
    ),
    "concealed_pungs": (
        sets.four_concealed_pungs,
        sets.three_concealed_pungs,
        sets.two_concealed_pungs,
    ),
    "events": (
        ways.last_tile_draw,
        ways.last_tile_claim,
        ways.replacement_tile,
        ways.robbing_the_kong,
        ways.last_copy,
    ),
    "combined": (
        sets.quadruple_chow,
        sets.four_pure_shifted_pungs,
        sets.four_pure_shifted_chows,
        sets.pure_triple_chow,
        sets.pure_shifted_pungs,
        sets.pure_straight,
        sets.pure_shifted_chows,
        sets.triple_pung,
        sets.mixed_straight,
        sets.mixed_triple_chow,
        sets.mixed_shifted_pungs,
        sets.mixed_shifted_chows,
        sets.double_pung,
        sets.pure_double_chow,
        sets.mixed_double_chow,
        sets.short_straight,
        sets.two_terminal_chows,
    ),
}
"""What a reading must have for the predicates to be worth asking, which saves most of the time."""


FAN: tuple[Fan, ...] = (
    _fan(
        "大四喜",
        "Big Four Winds",
        88,
        sets.big_four_winds,
        evidence.wind_pungs,
        "all_pungs prevalent_wind seat_wind terminal_pung",
    ),
    _fan(
        "大三元", "Big Three Dragons", 88, sets.big_three_dragons, evidence.dragon_pungs, "two_dragon_pungs dragon_pung"
    ),
    _fan("绿一色", "All Green", 88, tiles.all_green, evidence.kinds, "half_flush"),
    _fan(
        "九莲宝灯",
        "Nine Gates",
        88,
        tiles.nine_gates,
        evidence.whole,
        "full_flush fully_concealed_hand concealed_hand no_honours",
    ),
    _fan(
        "四杠",
        "Four Kongs",
        88,
        sets.four_kongs,
        evidence.kongs,
        "all_pungs two_concealed_kongs two_melded_kongs concealed_kong melded_kong single_wait",
    ),
    _fan(
        "连七对",
        "Seven Shifted Pairs",
        88,
        tiles.seven_shifted_pairs,
        evidence.whole,
        "seven_pairs full_flush fully_concealed_hand concealed_hand single_wait no_honours",
    ),
    _fan(
        "十三幺",
        "Thirteen Orphans",
        88,
        tiles.thirteen_orphans,
        evidence.whole,
        "all_terminals_and_honours all_types fully_concealed_hand concealed_hand single_wait",
    ),
    _fan(
        "清幺九",
        "All Terminals",
        64,
        tiles.all_terminals,
        evidence.kinds,
        "all_terminals_and_honours all_pungs outside_hand double_pung terminal_pung no_honours",
    ),
    _fan("小四喜", "Little Four Winds", 64, sets.little_four_winds, evidence.pungs_and_pair, "three_winds"),
    _fan(
        "小三元",
        "Little Three Dragons",
        64,
        sets.little_three_dragons,
        evidence.pungs_and_pair,
        "two_dragon_pungs dragon_pung",
    ),
    _fan(
        "字一色",
        "All Honours",
        64,
        tiles.all_honours,
        evidence.kinds,
        "all_terminals_and_honours all_pungs outside_hand terminal_pung",
    ),
    _fan(
        "四暗刻",
        "Four Concealed Pungs",
        64,
        sets.four_concealed_pungs,
        evidence.concealed_pungs,
        "all_pungs fully_concealed_hand concealed_hand",
    ),
    _fan(
        "一色双龙会",
        "Pure Terminal Chows",
        64,
        sets.pure_terminal_chows,
        evidence.whole,
        "full_flush all_chows pure_double_chow two_terminal_chows no_honours",
    ),
    _fan("一色四同顺", "Quadruple Chow", 48, sets.quadruple_chow, evidence.together("quadruple_chow"), "tile_hog"),
    _fan(
        "一色四节高",
        "Four Pure Shifted Pungs",
        48,
        sets.four_pure_shifted_pungs,
        evidence.pungs_together("four_pure_shifted_pungs"),
        "all_pungs",
    ),
    _fan(
        "一色四步高",
        "Four Pure Shifted Chows",
        32,
        sets.four_pure_shifted_chows,
        evidence.together("four_pure_shifted_chows"),
    ),
    _fan(
        "三杠",
        "Three Kongs",
        32,
        sets.three_kongs,
        evidence.kongs,
        "two_concealed_kongs two_melded_kongs concealed_kong melded_kong",
    ),
    _fan(
        "混幺九",
        "All Terminals and Honours",
        32,
        tiles.all_terminals_and_honours,
        evidence.kinds,
        "all_pungs outside_hand terminal_pung",
    ),
    _fan(
        "七对", "Seven Pairs", 24, tiles.seven_pairs, evidence.whole, "fully_concealed_hand concealed_hand single_wait"
    ),
    _fan(
        "七星不靠",
        "Greater Honours and Knitted Tiles",
        24,
        tiles.greater_knitted,
        evidence.whole,
        "lesser_knitted all_types fully_concealed_hand concealed_hand single_wait",
    ),
    _fan("全双刻", "All Even Pungs", 24, sets.all_even_pungs, evidence.whole, "all_pungs all_simples no_honours"),
    _fan("清一色", "Full Flush", 24, tiles.full_flush, evidence.suits, "no_honours"),
    _fan("一色三同顺", "Pure Triple Chow", 24, sets.pure_triple_chow, evidence.together("pure_triple_chow")),
    _fan(
        "一色三节高", "Pure Shifted Pungs", 24, sets.pure_shifted_pungs, evidence.pungs_together("pure_shifted_pungs")
    ),
    _fan("全大", "Upper Tiles", 24, tiles.upper_tiles, evidence.kinds, "upper_four no_honours"),
    _fan("全中", "Middle Tiles", 24, tiles.middle_tiles, evidence.kinds, "all_simples no_honours"),
    _fan("全小", "Lower Tiles", 24, tiles.lower_tiles, evidence.kinds, "lower_four no_honours"),
    _fan("清龙", "Pure Straight", 16, sets.pure_straight, evidence.together("pure_straight")),
    _fan(
        "三色双龙会",
        "Three-Suited Terminal Chows",
        16,
        sets.three_suited_terminal_chows,
        evidence.whole,
        "all_chows mixed_double_chow two_terminal_chows no_honours",
    ),
    _fan("一色三步高", "Pure Shifted Chows", 16, sets.pure_shifted_chows, evidence.together("pure_shifted_chows")),
    _fan("全带五", "All Fives", 16, sets.all_fives, evidence.whole, "all_simples no_honours"),
    _fan("三同刻", "Triple Pung", 16, sets.triple_pung, evidence.pungs_together("triple_pung")),
    _fan("三暗刻", "Three Concealed Pungs", 16, sets.three_concealed_pungs, evidence.concealed_pungs),
    _fan(
        "全不靠",
        "Lesser Honours and Knitted Tiles",
        12,
        tiles.lesser_knitted,
        evidence.whole,
        "all_types fully_concealed_hand concealed_hand single_wait",
    ),
    _fan("组合龙", "Knitted Straight", 12, tiles.knitted_straight, evidence.straight),
    _fan("大于五", "Upper Four", 12, tiles.upper_four, evidence.kinds, "no_honours"),
    _fan("小于五", "Lower Four", 12, tiles.lower_four, evidence.kinds, "no_honours"),
    _fan("三风刻", "Big Three Winds", 12, sets.three_winds, evidence.wind_pungs),
    _fan("花龙", "Mixed Straight", 8, sets.mixed_straight, evidence.together("mixed_straight")),
    _fan("推不倒", "Reversible Tiles", 8, tiles.reversible_tiles, evidence.kinds, "one_voided_suit"),
    _fan("三色三同顺", "Mixed Triple Chow", 8, sets.mixed_triple_chow, evidence.together("mixed_triple_chow")),
    _fan(
        "三色三节高", "Mixed Shifted Pungs", 8, sets.mixed_shifted_pungs, evidence.pungs_together("mixed_shifted_pungs")
    ),
    _fan("无番和", "Chicken Hand", 8, ways.chicken_hand, evidence.nothing),
    _fan("妙手回春", "Last Tile Draw", 8, ways.last_tile_draw, evidence.winning, "self_drawn"),
    _fan("海底捞月", "Last Tile Claim", 8, ways.last_tile_claim, evidence.winning),
    _fan("杠上开花", "Out with Replacement Tile", 8, ways.replacement_tile, evidence.winning, "self_drawn"),
    _fan("抢杠和", "Robbing the Kong", 8, ways.robbing_the_kong, evidence.winning, "last_copy"),
    _fan("碰碰和", "All Pungs", 6, sets.all_pungs, evidence.pungs),
    _fan("混一色", "Half Flush", 6, tiles.half_flush, evidence.suits),
    _fan("三色三步高", "Mixed Shifted Chows", 6, sets.mixed_shifted_chows, evidence.together("mixed_shifted_chows")),
    _fan("五门齐", "All Types", 6, tiles.all_types, evidence.kinds),
    _fan("全求人", "Melded Hand", 6, ways.melded_hand, evidence.claimed, "single_wait"),
    _fan(
        "双暗杠",
        "Two Concealed Kongs",
        6,
        sets.two_concealed_kongs,
        evidence.concealed_kongs,
        "two_concealed_pungs concealed_kong",
    ),
    _fan("双箭刻", "Two Dragon Pungs", 6, sets.two_dragon_pungs, evidence.dragon_pungs, "dragon_pung"),
    _fan("明暗杠", "Concealed and Melded Kong", 5, sets.mixed_kongs, evidence.kongs, "concealed_kong melded_kong"),
    _fan("全带幺", "Outside Hand", 4, sets.outside_hand, evidence.whole),
    _fan("不求人", "Fully Concealed Hand", 4, ways.fully_concealed_hand, evidence.nothing_claimed, "self_drawn"),
    _fan("双明杠", "Two Melded Kongs", 4, sets.two_melded_kongs, evidence.exposed_kongs, "melded_kong"),
    _fan("和绝张", "Last Tile of Its Kind", 4, ways.last_copy, evidence.winning),
    _fan("箭刻", "Dragon Pung", 2, sets.dragon_pung, evidence.dragon_pungs),
    _fan("圈风刻", "Prevalent Wind", 2, sets.prevalent_wind, evidence.round_pung),
    _fan("门风刻", "Seat Wind", 2, sets.seat_wind, evidence.seat_pung),
    _fan("门前清", "Concealed Hand", 2, ways.concealed_hand, evidence.nothing_claimed),
    _fan("平和", "All Chows", 2, sets.all_chows, evidence.whole, "no_honours"),
    _fan("四归一", "Tile Hog", 2, tiles.tile_hog, evidence.quads),
    _fan("双同刻", "Double Pung", 2, sets.double_pung, evidence.pungs_together("double_pung")),
    _fan("双暗刻", "Two Concealed Pungs", 2, sets.two_concealed_pungs, evidence.concealed_pungs),
    _fan("暗杠", "Concealed Kong", 2, sets.concealed_kong, evidence.concealed_kongs),
    _fan("断幺", "All Simples", 2, tiles.all_simples, evidence.kinds, "no_honours"),
    _fan("一般高", "Pure Double Chow", 1, sets.pure_double_chow, evidence.together("pure_double_chow")),
    _fan("喜相逢", "Mixed Double Chow", 1, sets.mixed_double_chow, evidence.together("mixed_double_chow")),
    _fan("连六", "Short Straight", 1, sets.short_straight, evidence.together("short_straight")),
    _fan("老少副", "Two Terminal Chows", 1, sets.two_terminal_chows, evidence.together("two_terminal_chows")),
    _fan("幺九刻", "Pung of Terminals or Honours", 1, sets.terminal_pung, evidence.plain_terminal_pungs),
    _fan("明杠", "Melded Kong", 1, sets.melded_kong, evidence.exposed_kongs),
    _fan("缺一门", "One Voided Suit", 1, tiles.one_voided_suit, evidence.suits),
    _fan("无字", "No Honours", 1, tiles.no_honours, evidence.suited),
    _fan("边张", "Edge Wait", 1, ways.edge_wait, evidence.wait),
    _fan("坎张", "Closed Wait", 1, ways.closed_wait, evidence.wait),
    _fan("单钓将", "Single Wait", 1, ways.single_wait, evidence.wait),
    _fan("自摸", "Self-Drawn", 1, ways.self_drawn, evidence.winning),
    _fan("花牌", "Flower Tiles", 1, ways.flower_tiles, evidence.flowers),
)
"""All rows, the highest first."""
