"""The table of 南昌: what a hand starts from and what multiplies it; the hands of the first turn, which count alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from scoring.division import HONOURS, Shape
from scoring.facts import Facts
from scoring.fan import Effect, Fan
from scoring.rules.nanchang.options import NanchangOptions
from scoring.rules.shown import evident
from scoring.seats import Seat
from scoring.shapes import Held
from scoring.tiles import Tile

Predicate = Callable[[Facts], int]

GERMAN_POINTS = 5
"""What each payer adds for 德国 and 德中德."""

# Shapes --------------------------------------------------------------------------------------------------------------


def plain(facts: Facts) -> bool:
    """Four sets, a chow among them, and a pair."""
    return facts.shape is Shape.STANDARD and bool(facts.chows)


def all_pungs(facts: Facts) -> bool:
    """Four pungs or kongs and a pair (碰碰糊, 大七对)."""
    return facts.shape is Shape.STANDARD and not facts.chows


def seven_pairs(facts: Facts) -> bool:
    """Seven pairs; four equal tiles are two."""
    return facts.shape is Shape.SEVEN_PAIRS


def scattered(facts: Facts) -> bool:
    """Fourteen different tiles, those of a suit three ranks apart or more."""
    return facts.shape is Shape.SCATTERED


def seven_stars(facts: Facts) -> bool:
    """Fourteen scattered tiles, all seven honours among them."""
    return scattered(facts) and facts.kinds & HONOURS == HONOURS


# What multiplies -----------------------------------------------------------------------------------------------------


def german(facts: Facts) -> bool:
    """No wild tile, or all at their own face; each payer adds five points (德国)."""
    return facts.substitutes == 0


def any_scattered_german(facts: Facts) -> bool:
    """No wild tile, or all at their own face, or 十三烂; each payer adds five points (德国)."""
    return facts.substitutes == 0 or scattered(facts)


def true_german(facts: Facts) -> bool:
    """No player at all holds a wild tile; each payer adds five points (德中德)."""
    return facts.circumstances.others_hold_jing is False and not _holds_wild(facts)


def _holds_wild(facts: Facts) -> bool:
    return any(tile.plain in facts.circumstances.wild for tile in facts.holding.hand.tiles)


def fishing(facts: Facts) -> bool:
    """A wild tile was left over, so that any tile won (精吊)."""
    held = facts.holding.held
    return (
        held is not None
        and bool(held.wilds)
        and any(before.waits_for_all(facts.shape) for before in _states_before(facts, held))
    )


def sets_fishing(facts: Facts) -> bool:
    """A wild tile was left over beside four sets, so that any tile won (精吊)."""
    return facts.shape is Shape.STANDARD and fishing(facts)


def _states_before(facts: Facts, held: Held) -> Iterator[Held]:
    """The hand before its last tile; of the tiles dealt to the dealer any may be the last."""
    yield held
    if facts.circumstances.heavenly:
        for tile in sorted(set(held.hand.concealed) - {held.win.tile}):
            yield _won_on(held, tile)


def _won_on(held: Held, tile: Tile) -> Held:
    """The same tiles with another of them as the last."""
    return Held(held.hand, replace(held.win, tile=tile), held.faces, held.shapes)


def kong_bloom(facts: Facts) -> bool:
    """Won on the replacement tile of a kong (杠开)."""
    return facts.holding.win.kongs_before > 0


def dealer_wins(facts: Facts) -> bool:
    """The dealer won."""
    return facts.circumstances.has_dealer and facts.holding.win.winner is Seat.EAST


# The first turn ------------------------------------------------------------------------------------------------------


def heavenly(facts: Facts) -> bool:
    """The dealer won with the tiles dealt (天糊)."""
    return facts.circumstances.heavenly


def earthly(facts: Facts) -> bool:
    """Another won on the dealer's first discard (地糊)."""
    return facts.circumstances.earthly


def heavenly_fishing(facts: Facts) -> bool:
    """The dealer's tiles were four sets, a wild tile and any other (精吊天糊)."""
    return facts.circumstances.heavenly and fishing(facts)


def earthly_fishing(facts: Facts) -> bool:
    """Won on the dealer's first discard with a wild tile left over, so that any tile won (精吊地糊)."""
    return facts.circumstances.earthly and fishing(facts)


def heavenly_sets_fishing(facts: Facts) -> bool:
    """The dealer's tiles were four sets, a wild tile and any other, no pairs (精吊天糊)."""
    return facts.circumstances.heavenly and sets_fishing(facts)


def earthly_sets_fishing(facts: Facts) -> bool:
    """Won on the dealer's first discard with a wild tile left over beside four sets (精吊地糊)."""
    return facts.circumstances.earthly and sets_fishing(facts)


def first_turn_items(options: NanchangOptions) -> tuple[Fan, ...]:
    """The rows that count alone, the same from each."""
    pairs = options.pairs_fishing
    base = Effect.BASE
    rows = (
        Fan(
            "heavenly_fishing",
            "精吊天糊",
            "Heavenly hand, lone wild tile",
            40,
            heavenly_fishing if pairs else heavenly_sets_fishing,
            implies=frozenset({"heavenly"}),
            effect=base,
        ),
        Fan(
            "earthly_fishing",
            "精吊地糊",
            "Earthly hand, lone wild tile",
            40,
            earthly_fishing if pairs else earthly_sets_fishing,
            implies=frozenset({"earthly"}),
            effect=base,
        ),
        Fan("heavenly", "天糊", "Heavenly hand", 20, heavenly, effect=base),
        Fan("earthly", "地糊", "Earthly hand", 20, earthly, effect=base),
    )
    return evident(rows)


def item_rows(options: NanchangOptions) -> tuple[Fan, ...]:
    """The rows of every other win under the options."""
    base, factor = Effect.BASE, Effect.FACTOR
    two, four = (1, 1) if options.values == "none" else (2, 4)
    german_factor = two if options.german_doubles else 1
    true_factor = 1 if options.values == "none" else options.true_german_factor
    rows = (
        Fan("plain", "平糊", "Plain hand", 1, plain, effect=base),
        Fan("all_pungs", "碰碰糊", "All pungs", two, all_pungs, effect=base),
        Fan("seven_pairs", "小七对", "Seven pairs", two, seven_pairs, effect=base),
        Fan(
            "seven_stars",
            "七星十三烂",
            "Scattered tiles with all seven honours",
            four,
            seven_stars,
            implies=frozenset({"scattered"}),
            effect=base,
        ),
        Fan("scattered", "十三烂", "Scattered tiles", two, scattered, effect=base),
        Fan(
            "true_german",
            "德中德",
            "No player holds a wild tile",
            true_factor,
            true_german,
            implies=frozenset({"german"}),
            effect=factor,
        ),
        Fan(
            "german",
            "德国",
            "No wild tile used as another",
            german_factor,
            any_scattered_german if options.scattered_always_german else german,
            effect=factor,
        ),
        Fan(
            "fishing",
            "精吊",
            "Lone wild tile",
            two,
            fishing if options.pairs_fishing else sets_fishing,
            effect=factor,
        ),
        Fan("kong_bloom", "杠开", "Out on a replacement tile", two, kong_bloom, effect=factor),
        Fan("dealer_wins", "庄家", "Dealer wins", 2, dealer_wins, effect=factor),
    )
    return evident(rows)


ALIASES = {
    "平胡": "plain",
    "平和": "plain",
    "屁胡": "plain",
    "碰碰胡": "all_pungs",
    "大七对": "all_pungs",
    "七对": "seven_pairs",
    "七对子": "seven_pairs",
    "十三浪": "scattered",
    "13烂": "scattered",
    "七星": "seven_stars",
    "精钓": "fishing",
    "杠上开花": "kong_bloom",
    "扛开": "kong_bloom",
    "庄": "dealer_wins",
    "庄家和": "dealer_wins",
    "庄家胡": "dealer_wins",
    "庄家糊": "dealer_wins",
    "天胡": "heavenly",
    "天和": "heavenly",
    "地胡": "earthly",
    "地和": "earthly",
    "精吊天胡": "heavenly_fishing",
    "天糊精吊": "heavenly_fishing",
    "天胡精吊": "heavenly_fishing",
    "地糊精吊": "earthly_fishing",
    "地胡精吊": "earthly_fishing",
    "精吊地胡": "earthly_fishing",
}
"""Other names in use for the items."""
