"""What a reading is worth in Nanchang with the table of 168, and which wins the rules know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from scoring.division import Shape
from scoring.errors import NotAllowed
from scoring.facts import Facts
from scoring.fan import Fan, FanTable
from scoring.rules.gb168 import items
from scoring.rules.gb168.points import SHAPES
from scoring.rules.gb168.points import appraise as appraise_168
from scoring.rules.nanchang.points import refused
from scoring.rules.nanchang.points import wilds as nanchang_wilds
from scoring.rules.nanchang_168.options import Nanchang168Options
from scoring.shapes import Held, Shapes
from scoring.tiles import Tile
from scoring.worth import Worth


def shapes(options: Nanchang168Options) -> Shapes:
    """What wins: what the table of 168 lists, with chows of honours, and 十三烂."""
    names = SHAPES.names | {Shape.SCATTERED} if options.scattered else SHAPES.names
    return replace(SHAPES, names=names, honour_chows=True)


def wilds(indicator: Tile, options: Nanchang168Options) -> tuple[Tile, ...]:
    """The tile turned up (正精) and the next (副精)."""
    return nanchang_wilds(indicator, options.nanchang)


def item_rows(options: Nanchang168Options) -> tuple[Fan, ...]:
    """The rows of the table of 168 under the options."""
    rows = items.item_rows(options)
    if options.waits == "held":
        rows = tuple(_only_if(_waited_alone, row) if row.key in items.WAITS else row for row in rows)
    if options.wild_limits:
        rows = tuple(_only_if(_no_substitutes, row) if row.key in _LIMITED else row for row in rows)
    return rows


_LIMITED = ("nine_gates", "seven_shifted_pairs")


def _only_if(condition: Callable[[Facts], bool], row: Fan) -> Fan:
    """The row, counted only under a condition."""

    @wraps(row.predicate)
    def both(facts: Facts) -> int:
        return condition(facts) and row.predicate(facts)

    return replace(row, predicate=both)


def _waited_alone(facts: Facts) -> bool:
    """Whether the hand, its wild tiles being free, waited for one kind."""
    return facts.waits == 1 << facts.holding.winning


def _no_substitutes(facts: Facts) -> bool:
    """Whether every wild tile stands at its own face."""
    return facts.substitutes == 0


def refuse(held: Held, shape: Shape, options: Nanchang168Options) -> NotAllowed | None:
    """Why sets and a pair may not win, whatever the sets: any tile would have won (精吊), and this one was claimed."""
    del options
    win = held.win
    if win.self_drawn or win.circumstances.earthly or shape is not Shape.STANDARD or not held.waits_for_all(shape):
        return None
    return NotAllowed(
        "lone_wild_on_discard", f"any tile would have won (精吊), so {win.tile} must be drawn, not claimed"
    )


def appraise(table: FanTable, facts: Facts, options: Nanchang168Options) -> Worth | NotAllowed:
    """The sum of the fan, or why the reading may not win."""
    if options.wild_limits and facts.shape is Shape.THIRTEEN_ORPHANS and facts.substitutes:
        return NotAllowed("wild_tile_limited", "no wild tile stands for another in 十三幺")
    return refused(facts, options.nanchang) or appraise_168(table, facts)
