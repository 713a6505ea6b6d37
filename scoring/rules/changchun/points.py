"""What a reading is worth in 长春, and which wins the rules know."""

from __future__ import annotations

from collections.abc import Hashable

from scoring.division import PUNG, Shape
from scoring.errors import NotAllowed, WinError
from scoring.facts import Facts
from scoring.fan import Effect, FanTable
from scoring.hand import Hand, Meld, MeldKind
from scoring.rules.changchun.conditions import DRAGONS, refusal
from scoring.rules.changchun.options import ChangchunOptions
from scoring.rules.edges import chow_wait
from scoring.shapes import PAIR, Lens, Shapes
from scoring.win import Win
from scoring.worth import Worth

MOST_DOUBLINGS = 6
"""How often a share doubles at most in the edition of 2024."""


def shapes(options: ChangchunOptions) -> Shapes:
    """What wins: sets and a pair; seven pairs in the edition of 2024."""
    pairs = {Shape.SEVEN_PAIRS} if options.edition == "mil2024" else set()
    return Shapes(frozenset({Shape.STANDARD, *pairs}), lucky_is_wild=True)


def _is_pung(code: int) -> bool:
    return code >= PUNG


def _is_dragon(kind: int) -> bool:
    return kind in DRAGONS


def _joined(code: int, kind: int) -> Hashable:
    """The kind and how the chow waited; of a pung that it is one, of the pair that it is none."""
    return (kind, "pair" if code == PAIR else "pung" if code >= PUNG else chow_wait(code, kind))


LENS = Lens(sets=_is_pung, pair=_is_dragon, joined=_joined)
"""Whether a set is a pung, whether the pair is of dragons, and what the winning tile filled."""


def admit(hand: Hand, win: Win, options: ChangchunOptions) -> None:
    """No tile is wild in the hand but the lucky one, which is drawn; and an opening kong has what it needs."""
    said = win.circumstances
    if said.wild:
        raise NotAllowed(
            "no_wild_tiles", f"{said.wild[0]} cannot be wild: only the hidden lucky tile is, when it is drawn"
        )
    if not win.self_drawn and (said.lucky_drawn or said.lucky_matched):
        raise WinError("contradictory_events", "lucky_drawn, lucky_matched: a win with the lucky tile is no claim")
    for meld in hand.melds:
        if meld.kind is MeldKind.KONG_OPENING and missing_wind(meld, options):
            raise NotAllowed("missing_wind", f"{meld} is no 旋风杠: all four winds are needed")


def missing_wind(meld: Meld, options: ChangchunOptions) -> bool:
    """Whether an opening kong of winds lacks one where all four are needed."""
    winds = {tile.kind for tile in meld.tiles}
    return options.opening_winds == "four" and meld.tiles[0].kind in range(27, 31) and len(winds) < 4


def appraise(table: FanTable, facts: Facts, options: ChangchunOptions) -> Worth | NotAllowed:
    """Two to the 番 less one, times the unit; or the condition that the hand does not meet."""
    refused = refusal(facts, options)
    if refused:
        return refused
    tally = table.tally(facts)
    rows = table.rows
    fan = sum(rows[number].value * times for number, times in tally.counted if rows[number].effect is Effect.DOUBLE)
    return Worth(facts, tally, table, amount(fan, options), 0, amount_formula(fan, options), fan)


def amount_formula(fan: int, options: ChangchunOptions) -> str:
    """How that comes about."""
    return f"2**({fan}-1)" + (f"*{options.unit}" if options.unit != 1 else "")


def amount(fan: int, options: ChangchunOptions) -> int:
    """What a payer pays for so many 番."""
    doublings = min(fan - 1, MOST_DOUBLINGS) if options.edition == "mil2024" else fan - 1
    return options.unit << doublings
