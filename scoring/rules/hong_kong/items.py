"""The faan of Hong Kong old style."""

from __future__ import annotations

from dataclasses import replace

from scoring.division import HONOURS, ORPHANS, Shape
from scoring.facts import Facts
from scoring.fan import Fan
from scoring.rules.hong_kong.options import HongKongOptions
from scoring.rules.mcr.tile_fan import DRAGONS, TERMINALS, WINDS
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
    waits_shown,
)
from scoring.win import Event

WHITE, GREEN, RED = 31, 32, 33
NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
"""How many of each rank 1112345678999 has."""

# Won in the first turn, and with flowers alone -----------------------------------------------------------------------


def heavenly(facts: Facts) -> bool:
    """The dealer won with the tiles dealt; nothing else counts (天糊)."""
    return facts.circumstances.heavenly


def earthly(facts: Facts) -> bool:
    """Another won on the dealer's first discard; nothing else counts (地糊)."""
    return facts.circumstances.earthly


def human(facts: Facts) -> bool:
    """Another than the dealer won in the first round (人糊)."""
    return facts.circumstances.human


def eight_flowers(facts: Facts) -> bool:
    """All eight flowers win at once, as a self-draw; nothing else counts (大花糊)."""
    return facts.shape is Shape.FLOWERS and len(facts.holding.hand.flowers) == 8


def seven_flowers(facts: Facts) -> bool:
    """Seven flowers win at once, as a self-draw; nothing else counts (花糊)."""
    return facts.shape is Shape.FLOWERS and len(facts.holding.hand.flowers) >= 7


# The whole hand ------------------------------------------------------------------------------------------------------


def thirteen_orphans(facts: Facts) -> bool:
    """One of each terminal and honour, and one more of them (十三么)."""
    return facts.shape is Shape.THIRTEEN_ORPHANS


def big_winds(facts: Facts) -> bool:
    """Pungs or kongs of all four winds (大四喜)."""
    return facts.triplets & WINDS == WINDS


def four_kongs(facts: Facts) -> bool:
    """Four kongs (十八羅漢)."""
    return facts.kongs == 4


def all_honours(facts: Facts) -> bool:
    """Nothing but winds and dragons (字一色)."""
    return facts.shape is not Shape.FLOWERS and not facts.kinds & ~HONOURS


def all_terminals(facts: Facts) -> bool:
    """Four pungs and a pair of ones and nines (清么九)."""
    return facts.shape is Shape.STANDARD and not facts.kinds & ~TERMINALS


def nine_gates(facts: Facts) -> bool:
    """1112345678999 of one suit, concealed, waiting for all nine, and one of them (九子連環)."""
    more = _above_gates(facts)
    return more is not None and more[facts.holding.winning % 9] == 1


def nine_gates_drawn(facts: Facts) -> bool:
    """1112345678999 of one suit, concealed, and one more, which was drawn or any of nine (九子連環)."""
    return _above_gates(facts) is not None and (facts.self_drawn or nine_gates(facts))


def _above_gates(facts: Facts) -> list[int] | None:
    """How many of each rank the hand has beside 1112345678999 of its one suit; ``None`` where it lacks one of those."""
    if facts.shape is not Shape.STANDARD or not facts.one_suit or facts.holding.hand.melds:
        return None
    ranks = [kind % 9 for kind in facts.holding.concealed]
    more = [ranks.count(rank) - copies for rank, copies in enumerate(NINE_GATES)]
    return more if min(more) >= 0 else None


def concealed_pungs(facts: Facts) -> bool:
    """Four concealed pungs or kongs, drawn or won on the pair (坎坎糊)."""
    return facts.concealed_pungs == 4


def concealed_pungs_drawn(facts: Facts) -> bool:
    """Four concealed pungs or kongs, self-drawn (坎坎糊)."""
    return facts.concealed_pungs == 4 and facts.self_drawn


def big_dragons(facts: Facts) -> bool:
    """Pungs or kongs of all three dragons (大三元)."""
    return facts.triplets & DRAGONS == DRAGONS


def full_flush(facts: Facts) -> bool:
    """All tiles of one suit (清一色)."""
    return facts.shape is not Shape.FLOWERS and facts.one_suit


def little_winds(facts: Facts) -> bool:
    """Pungs or kongs of three winds, and a pair of the fourth (小四喜)."""
    return (facts.triplets & WINDS).bit_count() == 3 and facts.pair_in(WINDS)


def little_dragons(facts: Facts) -> bool:
    """Pungs or kongs of two dragons, and a pair of the third (小三元)."""
    return (facts.triplets & DRAGONS).bit_count() == 2 and facts.pair_in(DRAGONS)


def seven_pairs(facts: Facts) -> bool:
    """Seven pairs; four equal tiles are two (七對子)."""
    return facts.shape is Shape.SEVEN_PAIRS


def all_pungs(facts: Facts) -> bool:
    """Four pungs or kongs and a pair (對對糊)."""
    return facts.shape is Shape.STANDARD and not facts.chows


def half_flush(facts: Facts) -> bool:
    """Tiles of one suit and honours (混一色)."""
    return facts.shape is not Shape.FLOWERS and facts.suits == 1 and bool(facts.kinds & HONOURS)


def mixed_terminals(facts: Facts) -> bool:
    """Four pungs and a pair of ones, nines and honours (花么)."""
    return all_pungs(facts) and not facts.kinds & ~ORPHANS


def all_chows(facts: Facts) -> bool:
    """Four chows and any pair (平糊)."""
    return facts.shape is Shape.STANDARD and not facts.pungs


def all_chows_suited(facts: Facts) -> bool:
    """Four chows and a pair that is none of honours (平糊)."""
    return all_chows(facts) and not facts.pair_in(HONOURS)


def concealed_hand(facts: Facts) -> bool:
    """No exposed meld (門前清)."""
    return facts.exposed == 0


def concealed_hand_flowerless(facts: Facts) -> bool:
    """No exposed meld, played without flowers (門前清)."""
    return facts.exposed == 0 and not facts.holding.hand.flowers


# Honours -------------------------------------------------------------------------------------------------------------


def red_dragon(facts: Facts) -> bool:
    """A pung or kong of red dragons (中)."""
    return bool(facts.triplets >> RED & 1)


def green_dragon(facts: Facts) -> bool:
    """A pung or kong of green dragons (發)."""
    return bool(facts.triplets >> GREEN & 1)


def white_dragon(facts: Facts) -> bool:
    """A pung or kong of white dragons (白)."""
    return bool(facts.triplets >> WHITE & 1)


def seat_wind(facts: Facts) -> bool:
    """A pung or kong of the winner's wind (門風)."""
    return bool(facts.triplets >> facts.seat_wind & 1)


def round_wind(facts: Facts) -> bool:
    """A pung or kong of the round's wind (圈風)."""
    return bool(facts.triplets >> facts.round_wind & 1)


# How it was won ------------------------------------------------------------------------------------------------------


def self_draw(facts: Facts) -> bool:
    """The winner drew the tile (自摸)."""
    return facts.self_drawn


def double_kong(facts: Facts) -> bool:
    """Drawn as the replacement for the second kong running (槓上槓)."""
    return facts.holding.win.kongs_before >= 2


def kong_draw(facts: Facts) -> bool:
    """Drawn as the replacement for a kong (槓上開花)."""
    return facts.holding.win.kongs_before == 1


def robbed_kong(facts: Facts) -> bool:
    """Won on a tile that another was adding to a pung; he pays for all three (搶槓)."""
    return facts.holding.win.robs


def last_tile(facts: Facts) -> bool:
    """Won on the last tile of the wall or the last discard (海底撈月)."""
    return Event.LAST_TILE in facts.events


# Flowers -------------------------------------------------------------------------------------------------------------


def no_flower(facts: Facts) -> bool:
    """No flower, where flowers are played with (無花)."""
    return not facts.holding.hand.flowers


def own_flower(facts: Facts) -> int:
    """Each of the winner's own flower and own season: 1, 2, 3, 4 of each for east, south, west, north (正花)."""
    return _own_flowers(facts, facts.holding.win.winner + 1)


def own_flower_chrysanthemum(facts: Facts) -> int:
    """Each of the winner's own flower and season: 梅蘭菊竹 and 春夏秋冬 for east, south, west, north (正花)."""
    return _own_flowers(facts, (1, 2, 4, 3)[facts.holding.win.winner])


def _own_flowers(facts: Facts, flower: int) -> int:
    own = (flower, 5 + facts.holding.win.winner)
    return sum(tile.rank in own for tile in facts.holding.hand.flowers)


def flower_set(facts: Facts) -> int:
    """Each whole set of four flowers or four seasons, beside the own one in it (一台花)."""
    ranks = {tile.rank for tile in facts.holding.hand.flowers}
    return ({1, 2, 3, 4} <= ranks) + ({5, 6, 7, 8} <= ranks)


def chicken(facts: Facts) -> bool:
    """A hand of which nothing else counts (雞糊)."""
    del facts
    return True


WINDS_COVERED = "seat_wind round_wind"
DRAGONS_COVERED = "red_dragon green_dragon white_dragon"


def item_rows(options: HongKongOptions) -> tuple[Fan, ...]:
    """The rows that count under the options, the highest first."""
    honours = "" if options.all_honours_adds_pungs else f" {WINDS_COVERED} {DRAGONS_COVERED}"
    rows = [
        item(heavenly, "天糊", "Heavenly hand", 13, evidence=from_whom),
        item(earthly, "地糊", "Earthly hand", 13, evidence=from_whom),
        item(human, "人糊", "Human hand", options.human_hand, evidence=from_whom),
        item(eight_flowers, "大花糊", "Eight flowers", options.eight_flowers, evidence=flowers_held),
        item(seven_flowers, "花糊", "Seven flowers", options.seven_flowers, evidence=flowers_held),
        item(thirteen_orphans, "十三么", "Thirteen orphans", 13, "concealed_hand"),
        item(big_winds, "大四喜", "Big four winds", 13, f"all_pungs {WINDS_COVERED}", pungs_of(WINDS)),
        item(four_kongs, "十八羅漢", "Four kongs", 13, "all_pungs", kongs_shown),
        item(all_honours, "字一色", "All honours", 10, f"all_pungs mixed_terminals{honours}"),
        item(all_terminals, "清么九", "All terminals", 10, "all_pungs mixed_terminals"),
        _nine_gates(options),
        _concealed_pungs(options),
        item(big_dragons, "大三元", "Big three dragons", 8, DRAGONS_COVERED, pungs_of(DRAGONS)),
        item(double_kong, "槓上槓", "Kong on kong", options.double_kong, evidence=kongs_shown),
        item(full_flush, "清一色", "Full flush", options.full_flush),
        item(little_winds, "小四喜", "Little four winds", options.little_winds, WINDS_COVERED),
        item(little_dragons, "小三元", "Little three dragons", 5, DRAGONS_COVERED),
        item(seven_pairs, "七對子", "Seven pairs", 4, "concealed_hand"),
        item(all_pungs, "對對糊", "All pungs", options.all_pungs),
        item(half_flush, "混一色", "Half flush", options.half_flush),
        item(mixed_terminals, "花么", "Terminals and honours", 1),
        item(all_chows if options.all_chows_any_pair else all_chows_suited, "平糊", "All chows", 1, key="all_chows"),
        item(red_dragon, "中", "Red dragons", 1, evidence=pungs_of(1 << RED)),
        item(green_dragon, "發", "Green dragons", 1, evidence=pungs_of(1 << GREEN)),
        item(white_dragon, "白", "White dragons", 1, evidence=pungs_of(1 << WHITE)),
        item(seat_wind, "門風", "Seat wind", 1, evidence=seat_pung),
        item(round_wind, "圈風", "Round wind", 1, evidence=round_pung),
        item(_concealed_predicate(options), "門前清", "Concealed hand", 1, key="concealed_hand"),
        item(self_draw, "自摸", "Self-draw", 1, evidence=from_whom),
        item(kong_draw, "槓上開花", "Kong draw", 1, evidence=kongs_shown),
        item(robbed_kong, "搶槓", "Robbing a kong", 1, evidence=from_whom),
        item(last_tile, "海底撈月", "Last tile", 1, evidence=from_whom),
        item(no_flower, "無花", "No flower", 1, evidence=flowers_held),
        _own_flower(options),
        item(flower_set, "一台花", "Set of flowers", 1, evidence=flowers_held),
        item(chicken, "雞糊", "Chicken hand", 0),
    ]
    return _covering(list(evident(switched(rows, _switches(options)))))


def _nine_gates(options: HongKongOptions) -> Fan:
    gates = nine_gates if options.nine_gates == "nine_sided" else nine_gates_drawn
    return item(gates, "九子連環", "Nine gates", 10, "full_flush concealed_hand", waits_shown, key="nine_gates")


def _concealed_pungs(options: HongKongOptions) -> Fan:
    pungs = concealed_pungs_drawn if options.concealed_pungs_drawn else concealed_pungs
    covers = "all_pungs concealed_hand"
    return item(pungs, "坎坎糊", "Four concealed pungs", options.concealed_pungs, covers, key="concealed_pungs")


def _concealed_predicate(options: HongKongOptions) -> Predicate:
    return concealed_hand if options.concealed_hand == "always" else concealed_hand_flowerless


def _own_flower(options: HongKongOptions) -> Fan:
    own = own_flower if options.flower_map == "west_bamboo" else own_flower_chrysanthemum
    return item(own, "正花", "Own flower", 1, evidence=flowers_held, key="own_flower")


def _switches(options: HongKongOptions) -> dict[str, bool]:
    """The keys of rows that options take away, and whether they are on."""
    concealed = options.concealed_hand == "always"
    return {
        "human": options.human_hand > 0,
        "seven_pairs": options.seven_pairs,
        "concealed_hand": concealed or (options.concealed_hand == "without_flowers" and not options.flowers),
        "no_flower": options.flowers,
        "eight_flowers": options.eight_flowers > 0,
        "seven_flowers": options.seven_flowers > 0,
    }


def _covering(rows: list[Fan]) -> tuple[Fan, ...]:
    """The rows, each covering the chicken hand, and those with which nothing else counts all after them."""
    alone = {"heavenly", "earthly", "eight_flowers", "seven_flowers"}
    keys = frozenset(row.key for row in rows)
    return tuple(
        replace(row, implies=(keys if row.key in alone else row.implies | {"chicken"}) - {row.key}) for row in rows
    )


ALIASES = {
    "紅中": "red_dragon",
    "青發": "green_dragon",
    "白板": "white_dragon",
    "混么九": "mixed_terminals",
    "碰碰糊": "all_pungs",
    "十八罗汉": "four_kongs",
    "四暗刻": "concealed_pungs",
    "九蓮寶燈": "nine_gates",
    "十三幺": "thirteen_orphans",
    "河底撈魚": "last_tile",
    "連槓開花": "double_kong",
    "杠上开花": "kong_draw",
}
"""Other names in use for the items."""
