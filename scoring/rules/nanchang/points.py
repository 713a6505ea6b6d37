"""What a reading is worth in 南昌, and which wins the rules know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scoring.division import NO_PAIR, PUNG, Shape, set_kinds
from scoring.errors import NotAllowed, WinError
from scoring.facts import Facts
from scoring.fan import FanTable
from scoring.hand import Hand
from scoring.indicator import following
from scoring.rules.nanchang.items import GERMAN_POINTS
from scoring.rules.nanchang.options import NanchangOptions
from scoring.rules.nanchang.payments import pay
from scoring.shapes import Lens, Shapes
from scoring.tiles import Tile
from scoring.win import Win
from scoring.worth import Worth, product

SHAPES = Shapes(frozenset({Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.SCATTERED}), honour_chows=True)
"""What wins."""


def _is_pung(code: int) -> bool:
    return code >= PUNG


def _nothing(_: int) -> int:
    return 0


LENS = Lens(sets=_is_pung, pair=_nothing)
"""Whether a set is a pung; own faces are always seen, and nobody asks what the winning tile joined."""

FINE_LENS = Lens()
"""Every set and pair, to tell which need wild tiles only."""


def wilds(indicator: Tile, options: NanchangOptions) -> tuple[Tile, ...]:
    """The tile turned up (正精) and the next (副精)."""
    del options
    return indicator.plain, following(indicator)


def admit(hand: Hand, win: Win, options: NanchangOptions) -> None:
    """Raise ``WinError`` for what cannot be: melds in the first turn, more kongs in a row than there are."""
    del options
    said = win.circumstances
    kongs = sum(meld.kind.is_kong for meld in hand.melds)
    if win.kongs_before > kongs:
        raise WinError(
            "contradictory_events", f"after_kong: {win.kongs_before} kongs in a row, but the hand has {kongs}"
        )
    if hand.melds and (said.heavenly or said.earthly):
        word = "heavenly" if said.heavenly else "earthly"
        raise WinError("contradictory_events", f"{word}: {hand.melds[0]} on the table, but nobody had a turn yet")


def appraise(table: FanTable, first_turn: FanTable, facts: Facts, options: NanchangOptions) -> Worth | NotAllowed:
    """Base times factors, five points on top for 德国; hands of the first turn count alone."""
    refusal = refused(facts, options)
    if refusal:
        return refusal
    said = facts.circumstances
    if said.heavenly or said.earthly:
        return product(first_turn, facts)
    worth = product(table, facts)
    if options.values != "none" and (worth.times("german") or worth.times("true_german")):
        worth = replace(worth, each=GERMAN_POINTS)
    return replace(worth, received=pay(worth.due, options).payments[facts.holding.win.winner])


def refused(facts: Facts, options: NanchangOptions) -> NotAllowed | None:
    """Why the reading may not win: a discard for 精吊 or, as the house has it, 十三烂, or sets of wild tiles only."""
    win = facts.holding.win
    if not win.self_drawn and not win.circumstances.earthly and _fishes(facts, options):
        return NotAllowed(
            "lone_wild_on_discard", f"any tile would have won (精吊), so {win.tile} must be drawn, not claimed"
        )
    if facts.shape is Shape.SCATTERED and not win.self_drawn and not options.scattered_on_discard:
        return NotAllowed("self_draw_only", f"{win.tile} was claimed, and 十三烂 wins on a self-draw only")
    if not options.wild_only_sets and facts.shape is Shape.STANDARD and needs_wild_only(facts):
        return NotAllowed("wild_only_set", f"a set or the pair of {facts.text()} has wild tiles only")
    return None


def _fishes(facts: Facts, options: NanchangOptions) -> bool:
    """Whether a wild tile was left over before the winning tile came."""
    held = facts.holding.held
    counts = facts.shape is Shape.STANDARD or (options.pairs_fishing and facts.shape is Shape.SEVEN_PAIRS)
    return counts and held is not None and held.waits_for_all(facts.shape)


def needs_wild_only(facts: Facts) -> bool:
    """Whether a concealed set or the pair has no tile that is not wild, however the others are given out."""
    held = facts.holding.held
    assert held is not None
    own = facts.sets[: len(facts.sets) - len(held.melds)]
    groups = [frozenset(set_kinds(code)) for code in own]
    groups += [frozenset({facts.pair})] if facts.pair != NO_PAIR else []
    return not _one_each(groups, Counter(held.natural))


def _one_each(groups: list[frozenset[int]], tiles: Counter[int]) -> bool:
    """Whether every group can have a tile of one of its kinds."""
    if not groups:
        return True
    for kind in groups[0]:
        if tiles[kind]:
            tiles[kind] -= 1
            if _one_each(groups[1:], tiles):
                return True
            tiles[kind] += 1
    return False
