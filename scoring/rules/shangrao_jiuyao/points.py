"""What a reading is worth in 上饶九幺, and which wins the rules know."""

from __future__ import annotations

from dataclasses import replace

from scoring.division import PUNG, Shape
from scoring.errors import NotAllowed, WinError
from scoring.facts import Facts
from scoring.fan import Effect, FanTable
from scoring.hand import Hand
from scoring.indicator import following
from scoring.rules.shangrao_jiuyao.options import JiuyaoOptions
from scoring.shapes import PAIR, Held, Lens, Shapes, is_seven_pairs, is_terminals
from scoring.tiles import Tile
from scoring.wild import wins
from scoring.win import Win
from scoring.worth import Worth, product

SHAPES = Shapes(
    frozenset({Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.TERMINALS, Shape.SCATTERED}),
    honour_chows=True,
)
"""What wins."""


def _is_pung(code: int) -> bool:
    return code >= PUNG


def _no_pair(_: int) -> int:
    return 0


def _is_pair(code: int, kind: int) -> bool:
    del kind
    return code == PAIR


LENS = Lens(sets=_is_pung, pair=_no_pair, joined=_is_pair)
"""Whether a set is a pung, and whether the winning tile joined the pair; suits and own faces are always seen."""


def wilds(indicator: Tile, options: JiuyaoOptions) -> tuple[Tile, ...]:
    """The tile turned up (正精) and the next (副精), or the next alone."""
    after = following(indicator)
    return (after,) if options.wild_mode == "next" else (indicator.plain, after)


def admit(hand: Hand, win: Win, options: JiuyaoOptions) -> None:
    """Only a self-draw wins, or a robbed kong."""
    if not win.self_drawn and draws_only(win, options):
        raise NotAllowed("self_draw_only", f"{win.tile} was discarded, and only a self-draw or a robbed kong wins")
    check_kongs(hand, win)


def draws_only(win: Win, options: JiuyaoOptions) -> bool:
    """Whether a discard wins nothing: it is no robbed kong, and no house where discards win."""
    return not win.robs and not options.discard_wins


def check_kongs(hand: Hand, win: Win, more: int = 0) -> None:
    """Raise ``WinError`` for more kongs in a row than lie on the table, ``more`` of another make beside them."""
    kongs = sum(meld.kind.is_kong for meld in hand.melds) + more
    if win.kongs_before > kongs:
        raise WinError(
            "contradictory_events", f"after_kong: {win.kongs_before} kongs in a row, but the hand has {kongs}"
        )


def appraise(table: FanTable, facts: Facts, options: JiuyaoOptions) -> Worth:
    """Base times doubles, and the kongs in the row on top; the minimum sees the hand without those."""
    worth = product(table, facts)
    worth = replace(worth, qualifying=worth.value)
    return _with_other_shapes(worth) if options.add_shapes else worth


def _with_other_shapes(worth: Worth) -> Worth:
    """The same with the bases of all shapes the hand shows."""
    held = worth.facts.holding.held
    assert held is not None
    own = worth.total(Effect.BASE)
    more = sum(_base(shape, bool(held.wilds)) for shape in _shown(held) if shape is not worth.facts.shape)
    value = worth.value // own * (own + more)
    return replace(worth, value=value, qualifying=value, formula=worth.formula.replace(str(own), str(own + more), 1))


def _shown(held: Held) -> list[Shape]:
    """The shapes beside scattered tiles, which go with no other."""
    standard = wins(held.suits, held.sets, honour_chows=True)
    shown = [Shape.SEVEN_PAIRS] if is_seven_pairs(held) else []
    shown += [Shape.TERMINALS] if is_terminals(held) else []
    return [*shown, Shape.STANDARD] if standard else shown


def _base(shape: Shape, with_wild: bool) -> int:
    """What a shape beside the chosen one adds."""
    values = {Shape.SEVEN_PAIRS: (10, 4), Shape.TERMINALS: (4, 2), Shape.STANDARD: (2, 1)}
    return values[shape][with_wild]
