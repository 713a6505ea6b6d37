"""What a reading is worth in 血战到底, and which wins the rules know."""

from __future__ import annotations

from functools import lru_cache

from scoring.division import Shape
from scoring.errors import NotAllowed, WinError
from scoring.facts import Facts
from scoring.fan import FanTable
from scoring.hand import Hand
from scoring.rules.claims import check_first_turn, check_kongs
from scoring.rules.shown import one_short
from scoring.rules.sichuan.items import FIRST_TURN, item_rows
from scoring.rules.sichuan.options import SichuanOptions
from scoring.sentences import sentence
from scoring.shapes import Shapes
from scoring.tiles import SUITS
from scoring.win import Win
from scoring.worth import Worth

SHAPES = Shapes(frozenset({Shape.STANDARD, Shape.SEVEN_PAIRS}))
"""What wins."""


def admit(hand: Hand, win: Win, options: SichuanOptions) -> None:
    """A hand has two suits at most, and none declared missing; raises ``NotAllowed``, or ``WinError``."""
    del options
    check_kongs(hand, win)
    check_first_turn(hand, win)
    _check_left(win)
    _check_kong(win)
    refusal = refused(hand, win.circumstances.missing_suit)
    if refusal:
        raise refusal


def refused(hand: Hand, missing: str | None) -> NotAllowed | None:
    """Why the suits of the hand may not win, 缺一门 and 定缺."""
    suits = suits_of(hand)
    if missing in suits:
        return NotAllowed("missing_suit", f"{hand} still has tiles of the missing suit {missing}")
    if len(suits) > 2:
        return NotAllowed("three_suits", f"{hand} has three suits, and two at most may win")
    return None


def suits_of(hand: Hand) -> list[str]:
    """The letters of the suits in the hand."""
    held = {tile.suit for tile in hand.tiles}
    return [suit for suit in SUITS if suit in held]


def _check_left(win: Win) -> None:
    """Raise ``WinError`` where somebody takes part who has won and left."""
    said = win.circumstances
    for seat in (win.winner, win.discarder, said.kong_bloom_from):
        if seat in said.already_won:
            raise WinError("contradictory_events", f"already_won: {seat} has won and left")
    if len(said.already_won) > 2:
        raise WinError("contradictory_events", "already_won: when three have won the hand of play is over")


def _check_kong(win: Win) -> None:
    """Raise ``WinError`` where what is said of a kong does not go with the win."""
    said = win.circumstances
    if said.kong_discard and (win.self_drawn or win.robs):
        raise WinError("contradictory_events", "kong_discard: the tile after the kong was discarded")
    if said.kong_bloom_from is win.winner:
        raise WinError("contradictory_events", f"kong_bloom_from: {win.winner} is the winner, and another fed the kong")
    if said.kong_bloom_from is not None and not win.kongs_before:
        raise WinError("contradictory_events", "kong_bloom_from: after_kong is not told, so no replacement won")


@lru_cache(maxsize=64)
def tables(options: SichuanOptions) -> tuple[FanTable, FanTable]:
    """The whole table, and the one without what stands in place of the hand's own fan."""
    rows = item_rows(options)
    return FanTable(rows), FanTable(row for row in rows if row.key not in FIRST_TURN)


def appraise(facts: Facts, options: SichuanOptions) -> Worth:
    """The fan added up, and two to that power within the cap; the first turn stands for all where that is more."""
    whole, own = tables(options)
    table, tally = whole, whole.tally(facts)
    said = facts.circumstances
    if said.heavenly or said.earthly:
        alone = own.tally(facts)
        if alone.points >= tally.points:
            table, tally = own, alone
    fan, units = tally.points, options.units(tally.points)
    formula = f"2^{fan}"
    if units != 2**fan:
        formula = sentence("2^{fan}, cap 2^{cap}", fan=fan, cap=options.cap)
    return Worth(facts, tally, table, units, 0, formula, fan)


def near_miss(worth: Worth, options: SichuanOptions) -> str:
    """Said where one fan is missing to the cap."""
    return one_short(worth.qualifying, options.cap, "one fan short of the cap of {limit}")
