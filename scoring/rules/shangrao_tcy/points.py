"""What a reading is worth in 同城乐上饶, and which wins the rules know."""

from __future__ import annotations

from dataclasses import replace

from scoring.errors import NotAllowed
from scoring.facts import Facts
from scoring.fan import FanTable
from scoring.hand import Hand, MeldKind
from scoring.indicator import APART, HONOUR_CYCLE, following
from scoring.rules.shangrao_jiuyao.points import SHAPES as JIUYAO_SHAPES
from scoring.rules.shangrao_jiuyao.points import check_kongs
from scoring.rules.shangrao_tcy.options import TcyOptions
from scoring.shapes import Shapes
from scoring.tiles import Tile
from scoring.win import Win
from scoring.worth import Worth, product


def shapes(options: TcyOptions) -> Shapes:
    """What wins: honours make no chows."""
    return replace(JIUYAO_SHAPES, honour_chows=False, gap=options.scattered_gap)


def wilds(indicator: Tile, options: TcyOptions) -> tuple[Tile, ...]:
    """The tile after the one turned up."""
    cycle = (HONOUR_CYCLE,) if options.wind_cycle == "honours" else APART
    return (following(indicator, cycle),)


def admit(hand: Hand, win: Win, options: TcyOptions) -> None:
    """Only a self-draw wins, a robbed kong, or the dealer's first discard."""
    if not win.self_drawn and draws_only(win, options):
        raise NotAllowed(
            "self_draw_only", f"{win.tile} was discarded, and only a self-draw, a robbed kong or 地胡 wins"
        )
    check_kongs(hand, win, three_kongs(hand, win) if options.three_kong_draws else 0)


def draws_only(win: Win, options: TcyOptions) -> bool:
    """Whether a discard wins nothing: it is neither a robbed kong nor the dealer's first discard."""
    del options
    return not win.robs and not win.circumstances.earthly


def three_kongs(hand: Hand, win: Win) -> int:
    """How many pungs on the table are kongs, their fourth tile being turned up."""
    indicator = win.circumstances.indicator
    return sum(
        meld.kind is MeldKind.PUNG and indicator is not None and meld.tiles[0].plain is indicator.plain
        for meld in hand.melds
    )


def appraise(table: FanTable, first_turn: FanTable, facts: Facts, options: TcyOptions) -> Worth:
    """Base times doubles and the kongs in the row on top; 天胡 and 地胡 count alone."""
    del options
    said = facts.circumstances
    worth = product(first_turn if said.heavenly or said.earthly else table, facts)
    return replace(worth, qualifying=worth.value)
