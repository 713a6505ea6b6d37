"""The table of 宁波: 台, added up."""

from __future__ import annotations

from collections.abc import Callable

from scoring.division import HONOURS, PUNG, set_kinds
from scoring.facts import PAIR, Facts
from scoring.fan import Fan
from scoring.rules.edges import CLOSED, EDGE, chow_wait
from scoring.rules.ningbo.options import NingboOptions
from scoring.rules.shown import evident
from scoring.seats import Seat
from scoring.tiles import ALL_TILES, Tile, tiles_text
from scoring.win import Event

Predicate = Callable[[Facts], int]

# How it was won ------------------------------------------------------------------------------------------------------


def self_drawn(facts: Facts) -> bool:
    """The winner drew the tile (自摸)."""
    return facts.self_drawn


def drawn_but_for_flowers(facts: Facts) -> bool:
    """The winner drew the tile, not as the replacement of a flower (自摸)."""
    return facts.self_drawn and not (kong_bloom(facts) and not facts.kongs and _bloom_from(facts) is None)


def _bloom_from(facts: Facts) -> Seat | None:
    return facts.circumstances.kong_bloom_from


def kong_bloom(facts: Facts) -> bool:
    """Won on the replacement of a kong or a flower (杠上开花)."""
    return facts.self_drawn and (facts.holding.win.kongs_before > 0 or _bloom_from(facts) is not None)


def robbed_kong(facts: Facts) -> bool:
    """The tile was being added to another player's pung (抢杠)."""
    return facts.holding.win.robs


def last_tile(facts: Facts) -> bool:
    """The winner drew the last tile of the wall (海捞)."""
    return facts.self_drawn and Event.LAST_TILE in facts.events


def heavenly(facts: Facts) -> bool:
    """The dealer won with the tiles dealt (天胡)."""
    return facts.circumstances.heavenly


def earthly(facts: Facts) -> bool:
    """Won on the dealer's first discard (地胡)."""
    return facts.circumstances.earthly


def dealer_streak(facts: Facts) -> int:
    """The dealer won, for each hand dealt before in a row (连庄)."""
    return facts.circumstances.dealer_streak if facts.holding.win.winner is Seat.EAST else 0


# What was waited for -------------------------------------------------------------------------------------------------


def _wait(facts: Facts) -> str:
    """How the set that the winning tile joined had waited: of a chow in the words for it, ``pair`` or ``pung``."""
    if facts.joined == PAIR:
        return "pair"
    code = facts.sets[facts.joined]
    return "pung" if code >= PUNG else chow_wait(code, facts.holding.winning)


def edge_wait(facts: Facts) -> bool:
    """The tile was the 3 of 123 or the 7 of 789 (边)."""
    return _wait(facts) == EDGE


def closed_wait(facts: Facts) -> bool:
    """The tile was the middle one of a chow (夹)."""
    return _wait(facts) == CLOSED


def pair_wait(facts: Facts) -> bool:
    """The tile made the pair (单吊)."""
    return _wait(facts) == "pair"


def two_pairs_wait(facts: Facts) -> bool:
    """The tile made one of two pairs a pung (对倒)."""
    return _wait(facts) == "pung"


def _naturally(predicate: Predicate) -> Predicate:
    """The same item where no wild tile may be in the set that the winning tile joined."""

    def natural(facts: Facts) -> bool:
        held = facts.holding.held
        kinds = (facts.pair,) * 2 if facts.joined == PAIR else set_kinds(facts.sets[facts.joined])
        plain = held is not None and all(held.natural.count(kind) >= kinds.count(kind) for kind in kinds)
        return plain and bool(predicate(facts))

    natural.__doc__ = f"{predicate.__doc__}, without a wild tile"
    return natural


def last_of_four_melds(facts: Facts) -> bool:
    """Four sets on the table, so that one tile waited for its pair (大吊)."""
    return len(facts.holding.hand.melds) == 4


# What the hand is ----------------------------------------------------------------------------------------------------


def all_chows(facts: Facts) -> bool:
    """Four chows, and a pair that is not of the seat's or the round's wind (平糊)."""
    return len(facts.chows) == 4 and facts.pair not in (facts.seat_wind, facts.round_wind)


def all_pungs(facts: Facts) -> bool:
    """Four pungs or kongs and a pair (碰碰糊)."""
    return not facts.chows


def no_wild(facts: Facts) -> bool:
    """No wild tile in the hand (硬糊)."""
    return not any(tile.plain in facts.circumstances.wild for tile in _own(facts))


def restored(facts: Facts) -> bool:
    """No wild tile in the hand that stands for another (硬糊)."""
    return facts.substitutes == 0


def _own(facts: Facts) -> tuple[Tile, ...]:
    hand = facts.holding.hand
    return (*hand.concealed, *hand.flowers)


def three_wilds(facts: Facts) -> bool:
    """Three wild tiles that the winner drew, and a win by self-draw (三财神)."""
    return facts.wilds >= 3 and facts.self_drawn


def three_substitutes(facts: Facts) -> bool:
    """Three wild tiles that stand for others, and a win by self-draw (三财神)."""
    return facts.substitutes >= 3 and facts.self_drawn


def three_wilds_always(facts: Facts) -> bool:
    """Three wild tiles that the winner drew (三财神)."""
    return facts.wilds >= 3


def full_flush(facts: Facts) -> bool:
    """All tiles of one suit (清一色)."""
    return facts.one_suit


def half_flush(facts: Facts) -> bool:
    """All tiles of one suit or honours, of both some (混一色)."""
    return facts.suits == 1 and bool(facts.kinds & HONOURS)


def all_honours(facts: Facts) -> bool:
    """Nothing but honours (字一色)."""
    return facts.suits == 0


def _pung_of(kind: int, rule: str) -> Predicate:
    def pung(facts: Facts) -> bool:
        return bool(facts.triplets >> kind & 1)

    pung.__doc__ = rule
    return pung


def seat_wind(facts: Facts) -> bool:
    """A pung or kong of the seat's wind (位风)."""
    return bool(facts.triplets >> facts.seat_wind & 1)


def round_wind(facts: Facts) -> bool:
    """A pung or kong of the round's wind (圈风)."""
    return bool(facts.triplets >> facts.round_wind & 1)


# Flowers -------------------------------------------------------------------------------------------------------------

GROUPS = (frozenset(range(4)), frozenset(range(4, 8)))
"""The plants 梅兰竹菊 and the seasons 春夏秋冬, by their number among the flowers."""

OWNERS = {"bamboo_west": (0, 1, 2, 3, 0, 1, 2, 3), "bamboo_north": (0, 1, 3, 2, 0, 1, 2, 3)}
"""The seat of each flower under each map: plum, orchid, bamboo, chrysanthemum, and the seasons."""

_NUMBERS = {tile: number for number, tile in enumerate(tile for tile in ALL_TILES if tile.is_flower)}


def flowers(facts: Facts) -> frozenset[int]:
    """The numbers of the flowers shown, wild ones left out."""
    shown = facts.holding.hand.flowers
    return frozenset(_NUMBERS[tile] for tile in shown if tile not in facts.circumstances.wild)


def _own_flowers(options: NingboOptions) -> Predicate:
    owners, whole = OWNERS[options.flower_map], options.flower_groups == "whole"

    def own_flowers(facts: Facts) -> int:
        """Each flower of the own seat, unless it counts in a group of four (正花)."""
        shown = flowers(facts)
        single = [flower for group in GROUPS if not (whole and group <= shown) for flower in group & shown]
        return sum(owners[flower] == facts.holding.win.winner for flower in single)

    return own_flowers


def flower_text(facts: Facts) -> str:
    """The flowers shown, as evidence."""
    return tiles_text(tile for tile in facts.holding.hand.flowers if tile not in facts.circumstances.wild)


def flower_groups(facts: Facts) -> int:
    """Each four flowers of a group: 春夏秋冬, 梅兰竹菊 (四花)."""
    return sum(group <= flowers(facts) for group in GROUPS)


def eight_flowers(facts: Facts) -> bool:
    """All eight flowers (八花)."""
    return len(flowers(facts)) == 8


# The table -----------------------------------------------------------------------------------------------------------


def item_rows(options: NingboOptions) -> tuple[Fan, ...]:
    """The rows that count under the options."""
    wait = (lambda predicate: predicate) if options.wild_waits else _naturally
    three = {"drawn": three_wilds, "substitutes": three_substitutes, "always": three_wilds_always}
    drawn = self_drawn if options.flower_bloom_adds_draw else drawn_but_for_flowers
    waits = frozenset() if options.chows_add_wait else frozenset({"edge_wait", "closed_wait", "pair_wait"})
    pungs = frozenset() if options.honours_add_pungs else frozenset({"all_pungs"})
    groups = frozenset({"flower_groups"}) if options.flower_groups == "whole" else frozenset()
    rows = [
        Fan("self_drawn", "自摸", "Self-draw", 1, drawn),
        Fan("all_chows", "平糊", "All chows", 1, all_chows, implies=waits),
        Fan("edge_wait", "边", "Edge wait", 1, wait(edge_wait)),
        Fan("closed_wait", "夹", "Closed wait", 1, wait(closed_wait)),
        Fan("pair_wait", "单吊", "Pair wait", 1, wait(pair_wait)),
        Fan("two_pairs_wait", "对倒", "Two pairs wait", 1, wait(two_pairs_wait)),
        Fan("last_of_four_melds", "大吊", "Four melds on the table", 1, last_of_four_melds),
        Fan("all_honours", "字一色", "All honours", 8, all_honours, implies=pungs),
        Fan("all_pungs", "碰碰糊", "All pungs", 2, all_pungs),
        Fan("kong_bloom", "杠上开花", "Out on a replacement tile", 1, kong_bloom),
        Fan("no_wild", "硬糊", "No wild tile", 1, restored if options.restored_is_hard else no_wild),
        Fan("three_wilds", "三财神", "Three wild tiles", 3, three[options.three_wilds]),
        Fan("robbed_kong", "抢杠", "Robbing the kong", 1, robbed_kong),
        Fan("last_tile", "海捞", "Last tile of the wall", 1, last_tile),
        Fan("heavenly", "天胡", "Heavenly hand", 8, heavenly),
        Fan("earthly", "地胡", "Earthly hand", 6, earthly),
        Fan("full_flush", "清一色", "Full flush", 4, full_flush),
        Fan("half_flush", "混一色", "Half flush", 2, half_flush),
        Fan("eight_flowers", "八花", "All eight flowers", 8, eight_flowers, flower_text, implies=groups),
        Fan("flower_groups", "四花", "Four flowers of a group", 2, flower_groups, flower_text),
        Fan("own_flowers", "正花", "Own flower", 1, _own_flowers(options), flower_text),
        Fan("red_dragon", "中刻", "Pung of red dragons", 1, _pung_of(33, "A pung or kong of red dragons (中)")),
        Fan("green_dragon", "发刻", "Pung of green dragons", 1, _pung_of(32, "A pung or kong of green dragons (发)")),
        Fan("white_dragon", "白刻", "Pung of white dragons", 1, _pung_of(31, "A pung or kong of white dragons (白)")),
        Fan("seat_wind", "位风刻", "Pung of the seat's wind", 1, seat_wind),
        Fan("round_wind", "圈风刻", "Pung of the round's wind", 1, round_wind),
    ]
    if options.streak_points:
        rows.append(Fan("dealer_streak", "连庄", "Dealer again", options.streak_points, dealer_streak))
    return evident(rows)


ALIASES = {
    "平胡": "all_chows",
    "边张": "edge_wait",
    "嵌": "closed_wait",
    "坎张": "closed_wait",
    "单钓": "pair_wait",
    "对对倒": "two_pairs_wait",
    "双碰": "two_pairs_wait",
    "大吊车": "last_of_four_melds",
    "碰碰胡": "all_pungs",
    "杠开": "kong_bloom",
    "杠头开花": "kong_bloom",
    "硬胡": "no_wild",
    "三百搭": "three_wilds",
    "抢杠胡": "robbed_kong",
    "海底捞月": "last_tile",
    "海捞糊牌": "last_tile",
    "天和": "heavenly",
    "地和": "earthly",
    "八张花": "eight_flowers",
    "一组花": "flower_groups",
    "杠花": "own_flowers",
    "中杠": "red_dragon",
    "红中": "red_dragon",
    "发杠": "green_dragon",
    "发财": "green_dragon",
    "白杠": "white_dragon",
    "白板": "white_dragon",
    "位风": "seat_wind",
    "门风": "seat_wind",
    "圈风": "round_wind",
}
"""Other names in use for the items."""
