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
from scoring.sheet import Ledger, Payments, Share, Step, owed
from scoring.worth import Due, Paid

WILD_KONG = 10
"""What a kong of wild tiles brings beside the points of the kong (杠精)."""


def pay(due: Due, options: NanchangOptions) -> Paid:
    """Two times the value from each, of a discard two from the discarder and one from the others.

    Who loses as the dealer pays his value twice. A robbed player pays all three shares, hands of the first turn bring
    the same from each.
    """
    del options
    win = due.win
    if win.circumstances.heavenly or win.circumstances.earthly:
        alike = tuple(Share(seat, due.value) for seat in due.others)
        return Paid(owed(win.winner, alike), due.value, due.formula, alike)
    shares = tuple(share(due, seat) for seat in due.others)
    paid = owed(win.winner, shares)
    if win.robs and win.discarder is not None:
        whole = paid[win.winner]
        return Paid(paid, whole, _robbed_formula(due, whole), shares)
    return Paid(paid, due.value, due.formula, shares)


def share(due: Due, seat: Seat) -> Share:
    """What a seat owes; the robbed player pays for all."""
    win = due.win
    robbed = win.discarder if win.robs else None
    steps = []
    if win.self_drawn:
        steps.append(Step("self_drawn", 2))
    elif robbed is not None:
        steps.append(Step("robbed", 2))
    elif seat is win.discarder:
        steps.append(Step("discarder", 2))
    if seat is Seat.EAST and win.circumstances.has_dealer and robbed in (None, seat):
        steps.append(Step("dealer", 2))
    if due.each:
        steps.append(Step("each", due.each, adds=True))
    return Share(seat, due.value, tuple(steps), None if robbed is seat else robbed)


def _robbed_formula(due: Due, whole: int) -> str:
    """The three shares, written as three times one where they are equal."""
    each = f"+{due.each}" if due.each else ""
    one = 2 * due.value + due.each
    if whole == 3 * one:
        return f"3*({due.formula}*2{each})"
    return f"({due.formula}*4{each})+2*({due.formula}*2{each})"


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
