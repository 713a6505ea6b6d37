"""The tables of 同城乐上饶: with the values of 上饶九幺 where its own are missing, or with those of 婺源."""

from __future__ import annotations

from scoring.division import HONOURS, Shape
from scoring.facts import Facts
from scoring.fan import Effect, Fan
from scoring.hand import Meld
from scoring.rules.shangrao_jiuyao import items as jiuyao
from scoring.rules.shangrao_jiuyao.items import CLAIMED_KONG, OWN_KONG, WILD_KONG, row
from scoring.rules.shangrao_tcy.options import TcyOptions
from scoring.rules.shown import evident


def plain_wild(facts: Facts) -> bool:
    """Four sets, a chow among them, and a pair, with wild tiles."""
    return facts.shape is Shape.STANDARD and bool(facts.chows) and facts.wilds > 0


def lone_wild(facts: Facts) -> bool:
    """Sets, a chow among them; a wild tile had waited for any tile (宝吊)."""
    return facts.shape is Shape.STANDARD and bool(facts.chows) and facts.lone_wild


def concealed(facts: Facts) -> bool:
    """No meld was claimed (门清)."""
    return facts.exposed == 0


def bloomed(facts: Facts) -> tuple[Meld, ...]:
    """The kongs in the row that brought the winning tile; three of the kind turned up are one."""
    indicator = facts.circumstances.indicator
    kongs = [
        meld
        for meld in facts.holding.hand.melds
        if meld.kind.is_kong or (indicator is not None and meld.tiles[0].plain is indicator.plain)
    ]
    return tuple(kongs[-facts.holding.win.kongs_before :]) if facts.holding.win.kongs_before else ()


def _of_wilds(facts: Facts, meld: Meld) -> bool:
    return meld.tiles[0].plain in facts.circumstances.wild


def claimed_kong(facts: Facts) -> int:
    """Each exposed kong in the row that brought the winning tile (碰杠)."""
    return sum(not meld.kind.is_concealed and not _of_wilds(facts, meld) for meld in bloomed(facts))


def own_kong(facts: Facts) -> int:
    """Each concealed kong in the row that brought the winning tile (自杠)."""
    return sum(meld.kind.is_concealed and not _of_wilds(facts, meld) for meld in bloomed(facts))


def wild_kong(facts: Facts) -> int:
    """Each kong of wild tiles in the row that brought the winning tile (宝杠)."""
    return sum(_of_wilds(facts, meld) for meld in bloomed(facts))


def heavenly(facts: Facts) -> bool:
    """The dealer won with the tiles dealt (天胡)."""
    return facts.circumstances.heavenly


def earthly(facts: Facts) -> bool:
    """Won on the dealer's first discard (地胡)."""
    return facts.circumstances.earthly


# The values of 婺源 --------------------------------------------------------------------------------------------------


def _is_plain(facts: Facts) -> bool:
    return facts.shape is Shape.STANDARD and bool(facts.chows)


def _is_paired(facts: Facts) -> bool:
    """Seven pairs or all pungs."""
    return facts.shape is Shape.SEVEN_PAIRS or (facts.shape is Shape.STANDARD and not facts.chows)


def _seven_stars(facts: Facts) -> bool:
    return facts.loose and facts.shape is not Shape.SEVEN_PAIRS and facts.kinds & HONOURS == HONOURS


def simple_hand(facts: Facts) -> bool:
    """A plain hand of several suits, or terminals or scattered tiles without all seven honours."""
    plain = _is_plain(facts) and not facts.one_suit
    loose = facts.shape in (Shape.TERMINALS, Shape.SCATTERED) and not _seven_stars(facts)
    return plain or loose


def triple_hand(facts: Facts) -> bool:
    """Seven pairs, all pungs, a plain hand of one suit, or terminals or scattered tiles with all seven honours."""
    return (_is_paired(facts) or (_is_plain(facts) and facts.one_suit) or _seven_stars(facts)) and not sixfold(facts)


def sixfold(facts: Facts) -> bool:
    """Seven pairs with four equal tiles, or seven pairs or all pungs of one suit."""
    return (facts.shape is Shape.SEVEN_PAIRS and facts.quads > 0) or (_is_paired(facts) and facts.one_suit)


def no_wild(facts: Facts) -> bool:
    """Without a wild tile (无宝)."""
    return not facts.wilds


def any_lone_wild(facts: Facts) -> bool:
    """A wild tile had waited for any tile (宝吊)."""
    return facts.lone_wild


def robbing(facts: Facts) -> bool:
    """Robbed a kong (抢杠)."""
    return facts.holding.win.robs


def first_turn_items(options: TcyOptions) -> tuple[Fan, ...]:
    """The rows that count alone."""
    points = options.first_turn_points
    rows = (
        row(heavenly, "天胡", "Heavenly hand", points, Effect.BASE),
        row(earthly, "地胡", "Earthly hand", points, Effect.BASE),
    )
    return evident(rows)


def item_rows(options: TcyOptions) -> tuple[Fan, ...]:
    """The rows of every other win under the options."""
    rows = _wuyuan() if options.values == "wuyuan" else _jiuyao()
    if options.concealed_doubles:
        rows.append(row(concealed, "门清", "Concealed hand", 1, Effect.DOUBLE))
    rows += [
        row(claimed_kong, "碰杠", "Exposed kong", CLAIMED_KONG, Effect.EACH),
        row(own_kong, "自杠", "Concealed kong", OWN_KONG, Effect.EACH),
        row(wild_kong, "宝杠", "Kong of wild tiles", WILD_KONG, Effect.EACH),
        row(jiuyao.losers_flying, "飞宝未和", "Wild tile flown by a payer", 1, Effect.PAYER),
    ]
    if options.values == "jiuyao":
        rows.append(row(jiuyao.robbed_kong, "抢杠", "Robbing the kong", 3, Effect.PAYER_FACTOR))
    return evident(rows)


def _jiuyao() -> list[Fan]:
    base, double = Effect.BASE, Effect.DOUBLE
    return [
        row(jiuyao.plain_no_wild, "平胡无宝", "Plain hand, no wild tile", 4, base),
        row(plain_wild, "平胡有宝", "Plain hand with wild tiles", 2, base),
        row(jiuyao.pungs_no_wild, "碰碰胡无宝", "All pungs, no wild tile", 10, base),
        row(jiuyao.pungs_wild, "碰碰胡有宝", "All pungs with wild tiles", 4, base),
        row(jiuyao.pairs_no_wild, "七对无宝", "Seven pairs, no wild tile", 10, base),
        row(jiuyao.pairs_wild, "七对有宝", "Seven pairs with wild tiles", 4, base),
        row(jiuyao.terminals_no_wild, "九幺无宝", "Terminals and honours, no wild tile", 4, base),
        row(jiuyao.terminals_wild, "九幺有宝", "Terminals and honours with wild tiles", 2, base),
        row(jiuyao.scattered_no_wild, "十三烂无宝", "Scattered tiles, no wild tile", 4, base),
        row(jiuyao.scattered_wild, "十三烂有宝", "Scattered tiles with wild tiles", 2, base),
        row(lone_wild, "宝吊", "Lone wild tile", 1, double),
        row(jiuyao.pairs_lone_wild, "对掉头", "Lone wild tile beside pairs or pungs", 1, double),
        row(jiuyao.flying_wilds, "飞宝", "Flown wild tile", 1, double),
        row(jiuyao.single_tile, "单张", "Single tile", 1, double),
        row(jiuyao.restored, "宝还原", "Wild tiles restored", 1, double),
        row(jiuyao.luxury, "豪华", "Four equal tiles among pairs", 1, double),
        row(jiuyao.seven_honours, "七字全", "All seven honours", 1, double),
        row(jiuyao.kong_bloom, "杠开", "Out on a replacement tile", 1, double),
        row(jiuyao.full_flush, "清一色", "Full flush", 2, double),
    ]


def _wuyuan() -> list[Fan]:
    base, double = Effect.BASE, Effect.DOUBLE
    return [
        row(simple_hand, "一倍牌型", "Simple hand", 2, base),
        row(triple_hand, "三倍牌型", "Threefold hand", 6, base),
        row(sixfold, "六倍牌型", "Sixfold hand", 12, base),
        row(no_wild, "无宝", "No wild tile", 1, double),
        row(any_lone_wild, "宝吊", "Lone wild tile", 1, double),
        row(jiuyao.kong_bloom, "杠开", "Out on a replacement tile", 1, double),
        row(robbing, "抢杠", "Robbing the kong", 1, double),
        row(jiuyao.flying_wilds, "飞宝", "Flown wild tile", 1, double),
    ]


ALIASES = {
    "平和有宝": "plain_wild",
    "平和无宝": "plain_no_wild",
    "碰对无宝": "pungs_no_wild",
    "碰对有宝": "pungs_wild",
    "十三浪无宝": "scattered_no_wild",
    "十三浪有宝": "scattered_wild",
    "宝吊还原": "restored",
    "还原": "restored",
    "豪华七对": "luxury",
    "杠上开花": "kong_bloom",
    "明杠": "claimed_kong",
    "暗杠": "own_kong",
    "单吊": "single_tile",
    "七星": "seven_honours",
    "天和": "heavenly",
    "地和": "earthly",
}
"""Other names in use for the items."""
