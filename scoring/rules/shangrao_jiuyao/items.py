"""The table of 上饶九幺: bases, what doubles them, what is paid on top."""

from __future__ import annotations

from collections.abc import Callable

from scoring.division import HONOURS, Shape
from scoring.facts import Facts
from scoring.fan import Effect, Fan, reading_text
from scoring.hand import Meld, MeldKind
from scoring.rules.shangrao_jiuyao.options import JiuyaoOptions
from scoring.rules.shown import evident, from_whom, stood_for
from scoring.seats import Seat
from scoring.sentences import listing, sentence

Predicate = Callable[[Facts], int]

# Bases ---------------------------------------------------------------------------------------------------------------


def _plain(facts: Facts) -> bool:
    return facts.shape is Shape.STANDARD and bool(facts.chows)


def _pungs(facts: Facts) -> bool:
    return facts.shape is Shape.STANDARD and not facts.chows


def plain_no_wild(facts: Facts) -> bool:
    """Four sets, a chow among them, and a pair, without a wild tile."""
    return _plain(facts) and not facts.wilds


def plain_lone_wild(facts: Facts) -> bool:
    """Four sets, a chow among them, and a pair; a wild tile had waited for any tile (掉头)."""
    return _plain(facts) and facts.wilds > 0 and facts.lone_wild


def plain_wild(facts: Facts) -> bool:
    """Four sets, a chow among them, and a pair, with wild tiles that did not wait for any tile."""
    return _plain(facts) and facts.wilds > 0 and not facts.lone_wild


def pungs_no_wild(facts: Facts) -> bool:
    """Four pungs or kongs and a pair, without a wild tile."""
    return _pungs(facts) and not facts.wilds


def pungs_wild(facts: Facts) -> bool:
    """Four pungs or kongs and a pair, with wild tiles."""
    return _pungs(facts) and facts.wilds > 0


def pairs_no_wild(facts: Facts) -> bool:
    """Seven pairs without a wild tile; four equal tiles are two pairs."""
    return facts.shape is Shape.SEVEN_PAIRS and not facts.wilds


def pairs_wild(facts: Facts) -> bool:
    """Seven pairs with wild tiles; four equal tiles are two pairs."""
    return facts.shape is Shape.SEVEN_PAIRS and facts.wilds > 0


def terminals_no_wild(facts: Facts) -> bool:
    """Nothing but ones, nines and honours, in no order, without a wild tile."""
    return facts.shape is Shape.TERMINALS and not facts.wilds


def terminals_wild(facts: Facts) -> bool:
    """Nothing but ones, nines and honours, in no order, with wild tiles."""
    return facts.shape is Shape.TERMINALS and facts.wilds > 0


def scattered_no_wild(facts: Facts) -> bool:
    """Fourteen different tiles, those of a suit three ranks apart or more, without a wild tile."""
    return facts.shape is Shape.SCATTERED and not facts.wilds


def scattered_wild(facts: Facts) -> bool:
    """Fourteen different tiles, those of a suit three ranks apart or more, with wild tiles."""
    return facts.shape is Shape.SCATTERED and facts.wilds > 0


# What doubles --------------------------------------------------------------------------------------------------------


def pairs_lone_wild(facts: Facts) -> bool:
    """Seven pairs or all pungs with a wild tile that had waited for any tile (对掉头)."""
    return (facts.shape is Shape.SEVEN_PAIRS or _pungs(facts)) and facts.lone_wild


def lone_wild(facts: Facts) -> bool:
    """A wild tile had waited for any tile (宝吊)."""
    return facts.lone_wild


def flying_wilds(facts: Facts) -> int:
    """Each wild tile that the winner discarded (飞宝)."""
    return facts.circumstances.flying_wilds[facts.holding.win.winner]


def single_tile(facts: Facts) -> bool:
    """Four sets on the table, so that one tile waited for its pair."""
    return len(facts.holding.hand.melds) == 4


def restored(facts: Facts) -> bool:
    """All wild tiles stand at their own face (宝吊还原)."""
    return facts.restored


def luxury(facts: Facts) -> int:
    """Each four equal tiles among seven pairs (豪华)."""
    return facts.quads if facts.shape is Shape.SEVEN_PAIRS else 0


def natural_luxury(facts: Facts) -> int:
    """Each four equal tiles, none of them wild, among seven pairs (豪华)."""
    held = facts.holding.held
    if held is None or facts.shape is not Shape.SEVEN_PAIRS:
        return 0
    tiles = (*held.natural, *(tile.kind for tile in held.wilds))
    return sum(tiles.count(kind) == 4 for kind in set(tiles) if facts.holding.copies.get(kind or 0) == 4)


def seven_honours(facts: Facts) -> bool:
    """All seven honours in a hand of terminals or scattered tiles (七字全)."""
    return facts.shape in (Shape.TERMINALS, Shape.SCATTERED) and facts.kinds & HONOURS == HONOURS


def kong_bloom(facts: Facts) -> int:
    """Won on the replacement tile of a kong, for each kong in the row (杠开)."""
    return facts.holding.win.kongs_before


def full_flush(facts: Facts) -> bool:
    """All tiles of one suit, not scattered ones (清一色)."""
    return facts.one_suit and facts.shape is not Shape.SCATTERED


def heavenly(facts: Facts) -> bool:
    """The dealer won with the tiles dealt (天胡)."""
    return facts.circumstances.heavenly


# What is paid on top, or by some only --------------------------------------------------------------------------------


def bloomed(facts: Facts) -> tuple[Meld, ...]:
    """The kongs in the row that brought the winning tile: the last ones on the table."""
    kongs = [meld for meld in facts.holding.hand.melds if meld.kind.is_kong]
    return tuple(kongs[-facts.holding.win.kongs_before :]) if facts.holding.win.kongs_before else ()


def _of_wilds(facts: Facts, meld: Meld) -> bool:
    return meld.tiles[0].plain in facts.circumstances.wild


def claimed_kong(facts: Facts) -> int:
    """Each exposed kong in the row that brought the winning tile (碰杠)."""
    return sum(not meld.kind.is_concealed and not _of_wilds(facts, meld) for meld in bloomed(facts))


def own_kong(facts: Facts) -> int:
    """Each concealed kong in the row that brought the winning tile (自杠)."""
    return sum(meld.kind is MeldKind.KONG_CONCEALED and not _of_wilds(facts, meld) for meld in bloomed(facts))


def wild_kong(facts: Facts) -> int:
    """Each kong of wild tiles in the row that brought the winning tile (宝杠)."""
    return sum(_of_wilds(facts, meld) for meld in bloomed(facts))


def robbed_kong(facts: Facts) -> bool:
    """Robbed a kong; the player who made it pays alone (抢杠)."""
    return facts.holding.win.robs


def losers_flying(facts: Facts) -> int:
    """Each wild tile that a payer discarded doubles what he pays (飞宝者未和牌)."""
    flying = facts.circumstances.flying_wilds
    return sum(flying) - flying[facts.holding.win.winner]


# What shows it -------------------------------------------------------------------------------------------------------


def flown(facts: Facts) -> str:
    """How many wild tiles each seat discarded."""
    flying = facts.circumstances.flying_wilds
    return listing(sentence("{seat} {points}", seat=seat, points=flying[seat]) for seat in Seat if flying[seat])


def kongs_in_row(facts: Facts) -> str:
    """The kongs that brought the winning tile."""
    return " ".join(map(str, bloomed(facts)))


EVIDENCE = {
    "restored": stood_for,
    "lone_wild": stood_for,
    "pairs_lone_wild": stood_for,
    "flying_wilds": flown,
    "losers_flying": flown,
    "kong_bloom": kongs_in_row,
    "claimed_kong": kongs_in_row,
    "own_kong": kongs_in_row,
    "wild_kong": kongs_in_row,
    "robbed_kong": from_whom,
    "robbing": from_whom,
    "heavenly": from_whom,
    "earthly": from_whom,
}
"""What to show for items that are not seen in the sets."""


CLAIMED_KONG, OWN_KONG, WILD_KONG = 1, 2, 10
"""What each of the others pays for a kong: 碰杠, 自杠, 宝杠."""


def item_rows(options: JiuyaoOptions) -> tuple[Fan, ...]:
    """The rows that count under the options."""
    base, double, each = Effect.BASE, Effect.DOUBLE, Effect.EACH
    quads = luxury if options.wild_luxury else natural_luxury
    rows = [
        row(plain_no_wild, "平和无宝", "Plain hand, no wild tile", 2, base),
        row(plain_lone_wild, "有宝掉头和", "Plain hand, lone wild tile", 3, base),
        row(plain_wild, "平和有宝", "Plain hand with wild tiles", options.soft_pinghu_base, base),
        row(pungs_no_wild, "碰对无宝", "All pungs, no wild tile", 10, base),
        row(pungs_wild, "碰对有宝", "All pungs with wild tiles", 4, base),
        row(pairs_no_wild, "七对无宝", "Seven pairs, no wild tile", 10, base),
        row(pairs_wild, "七对有宝", "Seven pairs with wild tiles", 4, base),
        row(terminals_no_wild, "九幺无宝", "Terminals and honours, no wild tile", 4, base),
        row(terminals_wild, "九幺有宝", "Terminals and honours with wild tiles", 2, base),
        row(scattered_no_wild, "十三浪无宝", "Scattered tiles, no wild tile", 4, base),
        row(scattered_wild, "十三浪有宝", "Scattered tiles with wild tiles", 2, base),
        row(pairs_lone_wild, "对掉头", "Lone wild tile beside pairs or pungs", 1, double),
        row(flying_wilds, "飞宝", "Flown wild tile", 1, double),
        row(single_tile, "单张", "Single tile", 1, double),
        row(restored, "宝还原", "Wild tiles restored", 1, double),
        Fan("luxury", "豪华", "Four equal tiles among pairs", 1, quads, effect=double),
        row(seven_honours, "七字全", "All seven honours", 1, double),
        row(kong_bloom, "杠开", "Out on a replacement tile", 1, double),
        row(full_flush, "清一色", "Full flush", 2, double),
        row(claimed_kong, "碰杠", "Exposed kong", CLAIMED_KONG, each),
        row(own_kong, "自杠", "Concealed kong", OWN_KONG, each),
        row(wild_kong, "宝杠", "Kong of wild tiles", WILD_KONG, each),
        row(robbed_kong, "抢杠", "Robbing the kong", options.robbed_factor, Effect.PAYER_FACTOR),
        row(losers_flying, "飞宝未和", "Wild tile flown by a payer", 1, Effect.PAYER),
    ]
    if options.first_turn_doubles:
        rows.append(row(heavenly, "天胡", "Heavenly hand", options.first_turn_doubles, double))
    if not options.restored_doubles:
        rows = [row for row in rows if row.key != "restored"]
    return evident(rows)


def row(predicate: Predicate, name: str, english: str, value: int, effect: Effect) -> Fan:
    """A row whose key is the predicate's name."""
    key = predicate.__name__
    return Fan(key, name, english, value, predicate, EVIDENCE.get(key, reading_text), effect=effect)


ALIASES = {
    "碰碰胡无宝": "pungs_no_wild",
    "碰碰胡有宝": "pungs_wild",
    "平和有宝掉头": "plain_lone_wild",
    "有宝掉头": "plain_lone_wild",
    "七对掉头": "pairs_lone_wild",
    "碰对掉头": "pairs_lone_wild",
    "全九幺无宝": "terminals_no_wild",
    "全九幺有宝": "terminals_wild",
    "宝吊还原": "restored",
    "还原": "restored",
    "豪华七对": "luxury",
    "一豪华": "luxury",
    "杠上开花": "kong_bloom",
    "明杠": "claimed_kong",
    "暗杠": "own_kong",
    "单吊": "single_tile",
}
"""Other names in use for the items."""
