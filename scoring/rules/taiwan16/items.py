"""The 台 of Taiwanese sixteen tiles."""

from __future__ import annotations

from dataclasses import replace

from scoring.division import HONOURS, PUNG, Shape, set_text
from scoring.facts import Facts
from scoring.fan import Fan
from scoring.hand import MeldKind
from scoring.rules.edges import OPEN, chow_wait
from scoring.rules.mcr.tile_fan import DRAGONS, WINDS
from scoring.rules.shown import (
    Predicate,
    evident,
    flowers_held,
    from_whom,
    item,
    kongs_shown,
    pungs_of,
    round_pung,
    seat_pung,
    switched,
)
from scoring.rules.taiwan16.options import Taiwan16Options
from scoring.sentences import sentence
from scoring.tiles import KIND_TILES
from scoring.win import Event

GROUPS = ({1, 2, 3, 4}, {5, 6, 7, 8})
"""The ranks of the flowers and of the seasons."""

# The first turn, readiness, flowers alone ----------------------------------------------------------------------------


def heavenly(facts: Facts) -> bool:
    """The dealer won with the tiles dealt (天胡)."""
    return facts.circumstances.heavenly and not _by_flowers(facts)


def earthly(facts: Facts) -> bool:
    """Another than the dealer won on the own first draw, nobody having claimed a tile (地胡)."""
    return facts.circumstances.earthly and not _by_flowers(facts)


def human(facts: Facts) -> bool:
    """Another than the dealer won on a discard before the own first draw, nobody having claimed a tile (人胡)."""
    return facts.circumstances.human


def heavenly_ready(facts: Facts) -> bool:
    """Ready with the tiles dealt, declared, and no tile exchanged since (天聽)."""
    return facts.circumstances.heavenly_ready


def earthly_ready(facts: Facts) -> bool:
    """Ready with the first discard, nobody having claimed a tile, declared, and no tile exchanged since (地聽)."""
    return facts.circumstances.earthly_ready


def declared_ready(facts: Facts) -> bool:
    """Declared ready, and no tile exchanged since (報聽)."""
    return facts.circumstances.declared_ready


def _by_flowers(facts: Facts) -> bool:
    return facts.shape is Shape.FLOWERS


def eight_flowers(facts: Facts) -> bool:
    """All eight flowers win at once, as a self-draw; nothing else counts (八仙過海)."""
    return _by_flowers(facts) and facts.self_drawn


def seven_robs_one(facts: Facts) -> bool:
    """Seven flowers, and another draws the eighth, which wins at once; nothing else counts (七搶一)."""
    return _by_flowers(facts) and not facts.self_drawn


def dealt_flowers(facts: Facts) -> bool:
    """Won with flowers in the first turn (配牌花胡)."""
    said = facts.circumstances
    return _by_flowers(facts) and (said.heavenly or said.earthly)


# The whole hand ------------------------------------------------------------------------------------------------------


def big_winds(facts: Facts) -> bool:
    """Pungs or kongs of all four winds (大四喜)."""
    return facts.triplets & WINDS == WINDS


def all_honours(facts: Facts) -> bool:
    """Nothing but winds and dragons (字一色)."""
    return not _by_flowers(facts) and not facts.kinds & ~HONOURS


def sixteen_unrelated(facts: Facts) -> bool:
    """All seven honours, three tiles of each suit that run with none, and one of the sixteen twice (十六不搭)."""
    return facts.shape is Shape.UNRELATED


def thirteen_orphans(facts: Facts) -> bool:
    """One of each terminal and honour, one more of them, and a set (十三么)."""
    return facts.shape is Shape.ORPHANS_AND_SET


def five_concealed(facts: Facts) -> bool:
    """Five pungs or kongs that are concealed, none of them won by discard (五暗刻)."""
    return facts.concealed_pungs == 5


def four_concealed(facts: Facts) -> bool:
    """Four pungs or kongs that are concealed, none of them won by discard (四暗刻)."""
    return facts.concealed_pungs == 4


def three_concealed(facts: Facts) -> bool:
    """Three pungs or kongs that are concealed, none of them won by discard (三暗刻)."""
    return facts.concealed_pungs == 3


def big_dragons(facts: Facts) -> bool:
    """Pungs or kongs of all three dragons (大三元)."""
    return facts.triplets & DRAGONS == DRAGONS


def little_dragons(facts: Facts) -> bool:
    """Pungs or kongs of two dragons, and a pair of the third (小三元)."""
    return (facts.triplets & DRAGONS).bit_count() == 2 and facts.pair_in(DRAGONS)


def little_winds(facts: Facts) -> bool:
    """Pungs or kongs of three winds, and a pair of the fourth (小四喜)."""
    return (facts.triplets & WINDS).bit_count() == 3 and facts.pair_in(WINDS)


def full_flush(facts: Facts) -> bool:
    """All tiles of one suit (清一色)."""
    return not _by_flowers(facts) and facts.one_suit


def half_flush(facts: Facts) -> bool:
    """Tiles of one suit and honours (混一色)."""
    return not _by_flowers(facts) and facts.suits == 1 and bool(facts.kinds & HONOURS)


def eight_and_a_half_pairs(facts: Facts) -> bool:
    """Seven pairs and a pung, nothing claimed; four equal tiles are two pairs (嚦咕嚦咕)."""
    return facts.shape is Shape.PAIRS_AND_PUNG


def all_pungs(facts: Facts) -> bool:
    """Five pungs or kongs and a pair (碰碰胡)."""
    return facts.shape is Shape.STANDARD and not facts.chows


def pinghu(facts: Facts) -> bool:
    """Five chows without honours or flowers, won by discard on a two-sided wait (平胡)."""
    return pinghu_relaxed(facts) and not facts.kinds & HONOURS and not facts.holding.hand.flowers


def pinghu_relaxed(facts: Facts) -> bool:
    """Five chows and any pair, flowers or none, won by discard on a two-sided wait (平胡)."""
    chows = facts.shape is Shape.STANDARD and not facts.pungs and not facts.self_drawn
    return chows and facts.joined >= 0 and chow_wait(facts.sets[facts.joined], facts.holding.winning) == OPEN


def pinghu_open(facts: Facts) -> bool:
    """Five chows, at least one exposed, without honours or flowers, won by discard on a two-sided wait (平胡)."""
    return pinghu(facts) and facts.exposed > 0


def pinghu_relaxed_open(facts: Facts) -> bool:
    """Five chows, at least one exposed, and any pair, won by discard on a two-sided wait (平胡)."""
    return pinghu_relaxed(facts) and facts.exposed > 0


# What was claimed, and how it was won --------------------------------------------------------------------------------


def all_exposed(facts: Facts) -> bool:
    """All five sets claimed from others, the pair too (全求)."""
    return facts.exposed == 5 and not facts.self_drawn


def all_exposed_drawn(facts: Facts) -> bool:
    """All five sets claimed from others, the pair drawn (半求)."""
    return facts.exposed == 5 and facts.self_drawn


def concealed_hand(facts: Facts) -> bool:
    """No exposed meld; concealed kongs are none (門清)."""
    return facts.exposed == 0


def concealed_draw(facts: Facts) -> bool:
    """No exposed meld, and the tile drawn (不求)."""
    return facts.exposed == 0 and facts.self_drawn


def self_draw(facts: Facts) -> bool:
    """The winner drew the tile (自摸)."""
    return facts.self_drawn


def single_wait(facts: Facts) -> bool:
    """One kind of tile alone completed the sixteen tiles (獨聽)."""
    held = facts.holding.held
    return held is not None and not _by_flowers(facts) and held.completing() == 1 << facts.holding.winning


def kong_draw(facts: Facts) -> bool:
    """Drawn as the replacement for a kong or a flower (槓上開花)."""
    return facts.holding.win.kongs_before > 0


def robbed_kong(facts: Facts) -> bool:
    """Won on a tile that another was adding to a pung (搶槓)."""
    return facts.holding.win.robs


def last_draw(facts: Facts) -> bool:
    """Won on the last tile of the wall (海底撈月)."""
    return Event.LAST_TILE in facts.events and facts.self_drawn


def last_discard(facts: Facts) -> bool:
    """Won on the last discard (河底撈魚)."""
    return Event.LAST_TILE in facts.events and not facts.self_drawn


# Honours, kongs and flowers ------------------------------------------------------------------------------------------


def seat_wind(facts: Facts) -> bool:
    """A pung or kong of the winner's wind (門風)."""
    return bool(facts.triplets >> facts.seat_wind & 1)


def round_wind(facts: Facts) -> bool:
    """A pung or kong of the round's wind (圈風)."""
    return bool(facts.triplets >> facts.round_wind & 1)


def wind_pungs(facts: Facts) -> int:
    """Each pung or kong of winds, whosever (見字)."""
    return (facts.triplets & WINDS).bit_count()


def dragon_pung(facts: Facts) -> int:
    """Each pung or kong of dragons (三元牌)."""
    return (facts.triplets & DRAGONS).bit_count()


def melded_kong(facts: Facts) -> int:
    """Each exposed kong (明槓)."""
    return facts.exposed_kongs


def concealed_kong(facts: Facts) -> int:
    """Each concealed kong (暗槓)."""
    return facts.concealed_kongs


def _single_flowers(facts: Facts) -> list[int]:
    """The ranks of the flowers that make no whole group."""
    ranks = {tile.rank for tile in facts.holding.hand.flowers}
    return [rank for group in GROUPS if not group <= ranks for rank in sorted(ranks & group)]


def flower_kong(facts: Facts) -> int:
    """Each whole group of four flowers or four seasons (花槓)."""
    ranks = {tile.rank for tile in facts.holding.hand.flowers}
    return sum(group <= ranks for group in GROUPS)


def own_flower(facts: Facts) -> int:
    """Each of the winner's own flower and season, outside a whole group: number 1 is east's, 4 north's (正花)."""
    return _own_flowers(facts, facts.holding.win.winner + 1)


def own_flower_chrysanthemum(facts: Facts) -> int:
    """Each of the winner's own flower and season, outside a whole group: 梅蘭菊竹 and 春夏秋冬 in turn (正花)."""
    return _own_flowers(facts, (1, 2, 4, 3)[facts.holding.win.winner])


def own_flower_every(facts: Facts) -> int:
    """Each flower outside a whole group, whosever (見花)."""
    return len(_single_flowers(facts))


def _own_flowers(facts: Facts, flower: int) -> int:
    own = (flower, 5 + facts.holding.win.winner)
    return sum(rank in own for rank in _single_flowers(facts))


def no_flowers(facts: Facts) -> bool:
    """No flower (無花)."""
    return not facts.holding.hand.flowers


def no_flowers_or_honours(facts: Facts) -> bool:
    """Neither a flower nor an honour (無字無花)."""
    return not facts.holding.hand.flowers and not facts.kinds & HONOURS


# The table -----------------------------------------------------------------------------------------------------------


def _only_tile(facts: Facts) -> str:
    return sentence("only {tile} was waited for", tile=KIND_TILES[facts.holding.winning])


def _concealed_shown(facts: Facts) -> str:
    """The pungs and kongs that are concealed."""
    own = facts.sets[: len(facts.sets) - len(facts.holding.hand.melds)]
    claimed = -1 if facts.self_drawn else facts.joined
    pungs = [set_text(code) for number, code in enumerate(own) if code >= PUNG and number != claimed]
    kongs = [str(meld) for meld in facts.holding.hand.melds if meld.kind is MeldKind.KONG_CONCEALED]
    return " ".join([*pungs, *kongs])


def item_rows(options: Taiwan16Options) -> tuple[Fan, ...]:
    """The rows that count under the options, the highest first."""
    winds = "seat_wind round_wind wind_pungs"
    exposed = "" if options.all_exposed_adds_single_wait else "single_wait"
    rows = [
        item(eight_flowers, "八仙過海", "Eight flowers", 8, evidence=flowers_held),
        item(seven_robs_one, "七搶一", "Seven flowers rob the eighth", 8, evidence=flowers_held),
        item(dealt_flowers, "配牌花胡", "Flowers in the first turn", options.dealt_flower_win, evidence=flowers_held),
        item(
            heavenly,
            "天胡",
            "Heavenly hand",
            options.heavenly_tai,
            "concealed_hand concealed_draw self_draw single_wait",
            from_whom,
        ),
        item(earthly, "地胡", "Earthly hand", options.earthly, "concealed_hand", from_whom),
        item(human, "人胡", "Human hand", options.human, "concealed_hand", from_whom),
        item(big_winds, "大四喜", "Big four winds", 16, winds, pungs_of(WINDS)),
        item(all_honours, "字一色", "All honours", options.all_honours, _covered_by_honours(options)),
        item(sixteen_unrelated, "十六不搭", "Sixteen unrelated", 16, "concealed_hand single_wait"),
        item(thirteen_orphans, "十三么", "Thirteen orphans", 16, "concealed_hand single_wait"),
        item(five_concealed, "五暗刻", "Five concealed pungs", 8, _covered_by_five(options), _concealed_shown),
        item(big_dragons, "大三元", "Big three dragons", 8, "dragon_pung", pungs_of(DRAGONS)),
        item(little_winds, "小四喜", "Little four winds", 8, "" if options.little_winds_add else winds),
        item(full_flush, "清一色", "Full flush", 8),
        item(heavenly_ready, "天聽", "Heavenly ready", options.heavenly_ready, "concealed_hand declared_ready"),
        item(eight_and_a_half_pairs, "嚦咕嚦咕", "Seven pairs and a pung", 8, "concealed_hand single_wait"),
        item(four_concealed, "四暗刻", "Four concealed pungs", 5, evidence=_concealed_shown),
        item(all_pungs, "碰碰胡", "All pungs", 4),
        item(little_dragons, "小三元", "Little three dragons", 4, "dragon_pung"),
        item(half_flush, "混一色", "Half flush", 4),
        item(
            earthly_ready,
            "地聽",
            "Earthly ready",
            options.earthly_ready,
            "concealed_hand concealed_draw declared_ready",
        ),
        item(_pinghu(options), "平胡", "All chows", 2, key="pinghu"),
        item(all_exposed, "全求", "All claimed", 2, exposed),
        item(flower_kong, "花槓", "Group of flowers", options.flower_kong, evidence=flowers_held),
        item(three_concealed, "三暗刻", "Three concealed pungs", 2, evidence=_concealed_shown),
        item(no_flowers_or_honours, "無字無花", "Neither honours nor flowers", 2, "no_flowers"),
        item(concealed_kong, "暗槓", "Concealed kong", 2, evidence=kongs_shown),
        item(concealed_hand, "門清", "Concealed hand", 1),
        item(concealed_draw, "不求", "Nothing asked for", 1, evidence=from_whom),
        item(self_draw, "自摸", "Self-draw", 1, evidence=from_whom),
        item(seat_wind, "門風", "Seat wind", 1, evidence=seat_pung),
        item(round_wind, "圈風", "Round wind", 1, evidence=round_pung),
        item(wind_pungs, "見字", "Pung of winds", 1, evidence=pungs_of(WINDS)),
        item(dragon_pung, "三元牌", "Pung of dragons", 1, evidence=pungs_of(DRAGONS)),
        _own_flower(options),
        item(robbed_kong, "搶槓", "Robbing a kong", 1, evidence=from_whom),
        item(single_wait, "獨聽", "Single wait", 1, evidence=_only_tile),
        item(all_exposed_drawn, "半求", "All claimed, pair drawn", 1, exposed),
        item(kong_draw, "槓上開花", "Replacement draw", 1, evidence=from_whom),
        item(last_draw, "海底撈月", "Last draw", 1, evidence=from_whom),
        item(last_discard, "河底撈魚", "Last discard", 1, evidence=from_whom),
        item(melded_kong, "明槓", "Exposed kong", 1, evidence=kongs_shown),
        item(declared_ready, "報聽", "Declared ready", 1, evidence=from_whom),
        item(no_flowers, "無花", "No flower", 1, evidence=flowers_held),
    ]
    return _alone(list(evident(switched(rows, _switches(options)))))


def _covered_by_honours(options: Taiwan16Options) -> str:
    return "half_flush" if options.all_honours_adds_all_pungs else "half_flush all_pungs"


def _covered_by_five(options: Taiwan16Options) -> str:
    return "concealed_hand all_pungs" if options.five_concealed_covers else ""


def _pinghu(options: Taiwan16Options) -> Predicate:
    if options.pinghu == "strict":
        return pinghu if options.pinghu_closed else pinghu_open
    return pinghu_relaxed if options.pinghu_closed else pinghu_relaxed_open


def _own_flower(options: Taiwan16Options) -> Fan:
    if options.every_flower_counts:
        return item(own_flower_every, "見花", "Flower", 1, evidence=flowers_held, key="own_flower")
    own = own_flower if options.flower_map == "west_bamboo" else own_flower_chrysanthemum
    return item(own, "正花", "Own flower", 1, evidence=flowers_held, key="own_flower")


def _switches(options: Taiwan16Options) -> dict[str, bool]:
    """The keys of rows that options take away, and whether they are on."""
    return {
        "dealt_flowers": options.dealt_flower_win > 0,
        "sixteen_unrelated": options.sixteen_unrelated,
        "thirteen_orphans": options.thirteen_orphans,
        "eight_and_a_half_pairs": options.eight_and_a_half_pairs,
        "no_flowers": options.no_flowers,
        "no_flowers_or_honours": options.no_flowers_or_honours,
        "wind_pungs": options.every_wind_pung,
        "seat_wind": not options.every_wind_pung,
        "round_wind": not options.every_wind_pung,
        "melded_kong": options.melded_kong,
        "concealed_kong": options.concealed_kong,
        "declared_ready": options.declared_ready,
    }


def _alone(rows: list[Fan]) -> tuple[Fan, ...]:
    """The rows, those of flowers alone covering all others."""
    keys = frozenset(row.key for row in rows) - {"dealt_flowers"}
    alone = {"eight_flowers", "seven_robs_one"}
    return tuple(replace(row, implies=keys - {row.key}) if row.key in alone else row for row in rows)


ALIASES = {
    "湊一色": "half_flush",
    "凑一色": "half_flush",
    "門前清": "concealed_hand",
    "門清自摸": "concealed_draw",
    "對對胡": "all_pungs",
    "碰碰胡": "all_pungs",
    "全求人": "all_exposed",
    "半求人": "all_exposed_drawn",
    "獨聽": "single_wait",
    "嚦咕": "eight_and_a_half_pairs",
    "紅中": "dragon_pung",
    "青發": "dragon_pung",
    "白板": "dragon_pung",
}
"""Other names in use for the items."""
