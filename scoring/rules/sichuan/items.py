"""The fan of 血战到底: one shape, and what adds to it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from scoring.division import ORPHANS, Shape, set_mask
from scoring.facts import Facts
from scoring.fan import Effect, Fan, reading_text
from scoring.rules.shown import evident, from_whom, item, kongs_shown, switched
from scoring.rules.sichuan.options import SichuanOptions
from scoring.shapes import EYES
from scoring.tiles import KIND_TILES, tiles_text
from scoring.win import Event

# The first turn ------------------------------------------------------------------------------------------------------


def heavenly(facts: Facts) -> bool:
    """The dealer won with the tiles dealt, in place of the hand's own fan where those are fewer (天胡)."""
    return facts.circumstances.heavenly


def earthly(facts: Facts) -> bool:
    """Another won on the own first draw, nothing claimed, in place of the hand's own fan where fewer (地胡)."""
    return facts.circumstances.earthly


# The shape -----------------------------------------------------------------------------------------------------------


def all_pungs(facts: Facts) -> bool:
    """Four pungs or kongs and a pair (对对胡)."""
    return facts.shape is Shape.STANDARD and not facts.chows


def single_tile(facts: Facts) -> bool:
    """Four pungs or kongs on the table, and one tile left that made the pair (金钩钓)."""
    return all_pungs(facts) and len(facts.holding.hand.melds) == 4


def all_eyes(facts: Facts) -> bool:
    """Four pungs or kongs and a pair, all of twos, fives and eights (将对)."""
    return all_pungs(facts) and not facts.kinds & ~EYES


def single_tile_eyes(facts: Facts) -> bool:
    """Four pungs or kongs of twos, fives and eights on the table, and the pair too (将金钩钓)."""
    return single_tile(facts) and all_eyes(facts)


def terminals_in_all(facts: Facts) -> bool:
    """Every set and the pair has a one or a nine (带幺九)."""
    if facts.shape is not Shape.STANDARD:
        return False
    return facts.pair_in(ORPHANS) and all(set_mask(code) & ORPHANS for code in facts.sets)


def seven_pairs(facts: Facts) -> bool:
    """Seven pairs; four equal tiles are two of them and a root (七对)."""
    return facts.shape is Shape.SEVEN_PAIRS


def plain(facts: Facts) -> bool:
    """Four sets, a chow among them, and a pair (平胡)."""
    return facts.shape is Shape.STANDARD and bool(facts.chows)


# What adds to it -----------------------------------------------------------------------------------------------------


def full_flush(facts: Facts) -> bool:
    """All tiles of one suit (清一色)."""
    return facts.one_suit


def roots(facts: Facts) -> int:
    """Each kind held four times, as a kong or not (根)."""
    return facts.quads + facts.kongs


def dragon_pairs(facts: Facts) -> bool:
    """Seven pairs with four equal tiles, beside the pairs and the root (龙七对)."""
    return seven_pairs(facts) and facts.quads > 0


def kong_draw(facts: Facts) -> bool:
    """Drawn as the replacement for a kong (杠上花)."""
    return facts.holding.win.kongs_before > 0


def kong_discard(facts: Facts) -> bool:
    """Won on the discard after a kong (杠上炮)."""
    return facts.circumstances.kong_discard


def robbed_kong(facts: Facts) -> bool:
    """Won on a tile that another was adding to a pung (抢杠)."""
    return facts.holding.win.robs


def last_tile(facts: Facts) -> bool:
    """Won on the last tile of the wall, drawn or discarded (海底)."""
    return Event.LAST_TILE in facts.events


def concealed_hand(facts: Facts) -> bool:
    """No exposed meld (门清)."""
    return facts.exposed == 0


def no_terminals(facts: Facts) -> bool:
    """No ones and nines (中张)."""
    return not facts.kinds & ORPHANS


def self_draw(facts: Facts) -> bool:
    """The winner drew the tile (自摸加番)."""
    return facts.self_drawn


def self_draw_not_fed(facts: Facts) -> bool:
    """The winner drew the tile, not as the replacement of a fed kong (自摸加番)."""
    return facts.self_drawn and facts.circumstances.kong_bloom_from is None


# The table -----------------------------------------------------------------------------------------------------------


def _named_pairs(facts: Facts) -> str:
    """The pairs, and what seven pairs with four equal tiles are called."""
    name = ("", " (龙七对)", " (双龙七对)", " (三龙七对)")[facts.quads]
    return facts.text() + name


def _named_tile(facts: Facts) -> str:
    """The melds, and what four kongs are called."""
    return facts.text() + (" (十八罗汉)" if facts.kongs == 4 else "")


def _roots_shown(facts: Facts) -> str:
    """The kinds held four times."""
    kongs = [meld.first_kind for meld in facts.holding.hand.melds if meld.kind.is_kong]
    kinds = sorted({*(kind for kind, copies in facts.holding.copies.items() if copies == 4), *kongs})
    return " ".join(tiles_text([KIND_TILES[kind]] * 4) for kind in kinds)


def item_rows(options: SichuanOptions) -> tuple[Fan, ...]:
    """The rows that count under the options, the highest of the shapes first."""
    row = partial(item, effect=Effect.DOUBLE)
    dragon = options.dragon_pairs_fan - 3
    drawn = self_draw_not_fed if options.fed_kong_bloom == "discard" else self_draw
    rows = [
        row(heavenly, "天胡", "Heavenly hand", options.heavenly_fan, evidence=from_whom),
        row(earthly, "地胡", "Earthly hand", options.heavenly_fan, evidence=from_whom),
        row(single_tile_eyes, "将金钩钓", "Single tile, twos, fives and eights", 4, "single_tile all_eyes all_pungs"),
        row(all_eyes, "将对", "Pungs of twos, fives and eights", 3, "single_tile all_pungs"),
        row(single_tile, "金钩钓", "Single tile", 2, "terminals_in_all all_pungs", _named_tile),
        row(seven_pairs, "七对", "Seven pairs", 2, evidence=_named_pairs),
        row(terminals_in_all, "带幺九", "Terminals in all sets", 2, "all_pungs plain"),
        row(all_pungs, "对对胡", "All pungs", 1),
        row(plain, "平胡", "Plain hand", 0),
        row(full_flush, "清一色", "Full flush", 2),
        row(roots, "根", "Root", 1, evidence=_roots_shown),
        row(dragon_pairs, "龙七对", "Dragon pairs", dragon, evidence=_roots_shown),
        row(kong_draw, "杠上花", "Kong draw", 1, evidence=kongs_shown),
        row(kong_discard, "杠上炮", "Discard after a kong", 1, evidence=from_whom),
        row(robbed_kong, "抢杠", "Robbing a kong", 1, evidence=from_whom),
        row(last_tile, "海底", "Last tile", 1, evidence=from_whom),
        row(concealed_hand, "门清", "Concealed hand", 1, evidence=reading_text),
        row(no_terminals, "中张", "No terminals", 1),
        row(drawn, "自摸", "Self-draw", 1, evidence=from_whom, key="self_draw"),
    ]
    return _first_turn(list(evident(switched(rows, _switches(options)))))


def _switches(options: SichuanOptions) -> dict[str, bool]:
    """The keys of rows that options take away, and whether they are on."""
    common = options.edition == "common"
    return {
        "heavenly": common and options.heavenly_fan > 0,
        "earthly": common and options.heavenly_fan > 0,
        "single_tile_eyes": common,
        "all_eyes": common,
        "terminals_in_all": common,
        "dragon_pairs": options.dragon_pairs_fan > 3,
        "concealed_hand": options.concealed_hand,
        "no_terminals": options.no_terminals,
        "self_draw": options.self_draw_bonus == "fan",
    }


FIRST_TURN = ("heavenly", "earthly")
"""The rows that stand in place of all but a self-draw."""


def _first_turn(rows: list[Fan]) -> tuple[Fan, ...]:
    """The rows, those of the first turn covering all others but the self-draw."""
    keys = frozenset(row.key for row in rows) - {"self_draw"}
    return tuple(replace(row, implies=keys - {row.key}) if row.key in FIRST_TURN else row for row in rows)


ALIASES = {
    "平和": "plain",
    "屁胡": "plain",
    "鸡胡": "plain",
    "碰碰胡": "all_pungs",
    "对对": "all_pungs",
    "大对子": "all_pungs",
    "金钩胡": "single_tile",
    "全带幺": "terminals_in_all",
    "幺九": "terminals_in_all",
    "小七对": "seven_pairs",
    "暗七对": "seven_pairs",
    "杠上开花": "kong_draw",
    "点杠花": "kong_draw",
    "抢杠胡": "robbed_kong",
    "海底捞月": "last_tile",
    "海底炮": "last_tile",
    "断幺九": "no_terminals",
    "门前清": "concealed_hand",
    "自摸加番": "self_draw",
}
"""Other names in use for the items."""
