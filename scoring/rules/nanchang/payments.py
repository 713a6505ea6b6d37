"""Who pays whom in 南昌: the win, kongs, and the wild tiles held."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.hand import MeldKind
from scoring.round import KongMade, Round
from scoring.rules.jing import jing_ledger
from scoring.rules.kongs import kong_reason
from scoring.rules.nanchang.options import NanchangOptions
from scoring.seats import BySeat, Seat
from scoring.sentences import sentence
from scoring.sheet import Ledger, Payments
from scoring.win import Win
from scoring.worth import Paid, Worth

WILD_KONG = 10
"""What a kong of wild tiles brings beside the points of the kong (杠精)."""


def pay(worth: Worth, options: NanchangOptions) -> Paid:
    """Two times the value from each, of a discard two from the discarder and one from the others.

    Who loses as the dealer pays his value twice. A robbed player pays all three shares, hands of the first turn bring
    the same from each.
    """
    del options
    win = worth.facts.holding.win
    if win.circumstances.heavenly or win.circumstances.earthly:
        return Paid(Payments.from_each(win.winner, worth.value), worth.value, worth.formula)
    shares = {seat: share(worth, seat, win) for seat in Seat if seat is not win.winner}
    if win.robs and win.discarder is not None:
        whole = sum(shares.values())
        return Paid(Payments.to(win.winner, {win.discarder: whole}), whole, _robbed_formula(worth, whole))
    return Paid(Payments.to(win.winner, shares), worth.value, worth.formula)


def share(worth: Worth, seat: Seat, win: Win) -> int:
    """What a seat pays, or what is paid for it."""
    pays_two = win.self_drawn or win.robs or seat is win.discarder
    pays_itself = not win.robs or seat is win.discarder
    dealer = seat is Seat.EAST and win.circumstances.has_dealer and pays_itself
    return worth.value * (2 if pays_two else 1) * (2 if dealer else 1) + worth.each


def _robbed_formula(worth: Worth, whole: int) -> str:
    """The three shares, written as three times one where they are equal."""
    each = f"+{worth.each}" if worth.each else ""
    one = 2 * worth.value + worth.each
    if whole == 3 * one:
        return f"3*({worth.formula}*2{each})"
    return f"({worth.formula}*4{each})+2*({worth.formula}*2{each})"


# Apart from the win --------------------------------------------------------------------------------------------------


def ledgers(table: Round, options: NanchangOptions) -> tuple[Ledger, ...]:
    """The kongs, the wild tiles held, and the dealer whose discard all repeated."""
    kongs = [kong for kong in table.kongs if not kong.robbed]
    found = [kong_ledger(kong, table, options) for kong in kongs]
    if table.jing_points is not None:
        points = _with_kongs(table.jing_points, kongs, table) if options.kong_in_points else table.jing_points
        found.append(jing_ledger(points, table.jing_fed, options.charge_from, options.overlord_first))
    return (*found, *_sacked(table, options))


def is_of_wilds(kong: KongMade, table: Round) -> bool:
    """Whether it is a kong of wild tiles."""
    return kong.of_wilds or kong.meld.tiles[0].plain in table.wild


def _with_kongs(points: BySeat, kongs: list[KongMade], table: Round) -> BySeat:
    """The points with ten for each kong of wild tiles."""
    more = [WILD_KONG * sum(kong.seat is seat and is_of_wilds(kong, table) for kong in kongs) for seat in Seat]
    east, south, west, north = (held + extra for held, extra in zip(points, more, strict=True))
    return east, south, west, north


def kong_ledger(kong: KongMade, table: Round, options: NanchangOptions) -> Ledger:
    """What each of the others pays for a kong, and ten more for one of wild tiles."""
    concealed = kong.meld.kind is MeldKind.KONG_CONCEALED
    own = 2 if options.kong_values == "alike" or concealed else 1
    wild = is_of_wilds(kong, table)
    more = WILD_KONG if wild and not options.kong_in_points else 0
    if wild:
        key, name, english = "wild_kong", "杠精", "Kong of wild tiles"
    elif concealed:
        key, name, english = "concealed_kong", "暗杠", "Concealed kong"
    else:
        key, name, english = "exposed_kong", "明杠", "Exposed kong"
    payer = kong.source if options.kong_payers == "discarder" else None
    points = own + more
    paid = Payments.from_each(kong.seat, points) if payer is None else Payments.to(kong.seat, {payer: points})
    reason = kong_reason(kong, points, payer)
    return Ledger(key, name, english, paid, points, f"{more}+{own}" if more else str(own), reason)


def _sacked(table: Round, options: NanchangOptions) -> Iterator[Ledger]:
    """What the dealer pays when all four began with the same discard."""
    points = options.sacked_dealer
    if table.same_first_discards and points:
        paid = Payments(-3 * points, points, points, points)
        reason = sentence("All four began with the same discard: the dealer pays {points} to each", points=points)
        yield Ledger("sacked_dealer", "抄庄", "Dealer sacked", paid, points, str(points), reason)
