"""Who pays whom in 宁波: the win, with those who are tied to the winner by 三摊 or gave the tile of his kong."""

from __future__ import annotations

from scoring.hand import MeldKind
from scoring.round import KongMade, Round
from scoring.rules.capped import capped
from scoring.rules.kongs import kong_reason
from scoring.rules.ningbo.options import NingboOptions
from scoring.seats import Seat
from scoring.sheet import Ledger, Payments
from scoring.win import Win
from scoring.worth import Due, Paid, Valued

DISCARDER, TIED, TIED_ON_DRAW = 2, 2, 5
"""How many times the total: the discarder; who is tied to the winner, on a discard and on a self-draw."""

MUTUAL = 2
"""How many times as much, where both took three melds or more from one another."""


def pay(due: Due, options: NingboOptions) -> Paid:
    """All three pay for a self-draw, the discarder twice for a discard, unless liability says who pays."""
    win = due.win
    times = factors(win, options)
    payments = Payments.to(win.winner, {seat: due.value * factor for seat, factor in times.items()})
    if not tied(win, options) and win.circumstances.kong_bloom_from is None:
        return Paid(payments, due.value, due.formula)
    total = sum(times.values())
    return Paid(payments, due.value * total, f"({due.formula})*{total}")


def valued(tai: int, options: NingboOptions) -> Valued:
    """The base and so many 台."""
    value = options.base + tai
    formula = f"{options.base}+{tai}" if options.base else str(tai)
    return Valued(value, value if options.base_qualifies else tai, formula)


def factors(win: Win, options: NingboOptions) -> dict[Seat, int]:
    """How many times the total each seat pays."""
    bound = tied(win, options)
    source = win.circumstances.kong_bloom_from
    if win.self_drawn:
        if not bound and source is None:
            return {seat: 1 for seat in Seat if seat is not win.winner}
        times = {seat: TIED_ON_DRAW * (MUTUAL if mutual else 1) for seat, mutual in bound.items()}
        if source is not None:
            times[source] = TIED_ON_DRAW * (2 if source in bound or _two_before(win, source) else 1)
        return times
    assert win.discarder is not None
    times = {seat: TIED * (MUTUAL if mutual else 1) for seat, mutual in bound.items()}
    times[win.discarder] = times.get(win.discarder, 0) + DISCARDER
    return times


def tied(win: Win, options: NingboOptions) -> dict[Seat, bool]:
    """Who took three melds or more from the winner, or gave them to him (三摊), and whether both is so."""
    said = win.circumstances
    pairs = set(said.three_tan) | {(win.winner, seat) for seat in Seat if said.fed[seat] >= 3}
    after = [Seat((win.winner + step) % 4) for step in (1, 2, 3)]
    found = {}
    for seat in after:
        ways = ((win.winner, seat) in pairs) + ((seat, win.winner) in pairs)
        if ways:
            found[seat] = ways == 2
    if options.several_three_tan == "nearest" and found:
        nearest = next(iter(found))
        return {nearest: found[nearest]}
    return found


def _two_before(win: Win, source: Seat) -> bool:
    """Whether the winner had taken two melds from the giver of the kong's tile."""
    return win.circumstances.two_tan_before == (win.winner, source) or win.circumstances.fed[source] >= 3


def cap(payments: Payments, win: Win | None, options: NingboOptions) -> Payments:
    """The payments within the most that a hand may win or lose."""
    return capped(payments, win, options.cap, options.cap_of == "everybody")


def ledgers(table: Round, options: NingboOptions) -> tuple[Ledger, ...]:
    """The kongs, where a house pays them and the hand is not drawn."""
    if not options.kong_points or not table.winners:
        return ()
    made = [kong for kong in table.kongs if kong.meld.kind.is_kong and not kong.robbed]
    return tuple(kong_ledger(kong, options) for kong in made)


def kong_ledger(kong: KongMade, options: NingboOptions) -> Ledger:
    """What each of the others pays for a kong."""
    hidden = kong.meld.kind is MeldKind.KONG_CONCEALED
    points = options.kong_points * (2 if hidden else 1)
    key, name, english = (
        ("concealed_kong", "暗杠", "Concealed kong") if hidden else ("exposed_kong", "明杠", "Exposed kong")
    )
    reason = kong_reason(kong, points)
    return Ledger(key, name, english, Payments.from_each(kong.seat, points), points, str(points), reason)
