"""Who pays whom in 同城乐上饶."""

from __future__ import annotations

from dataclasses import replace

from scoring.hand import MeldKind
from scoring.round import KongMade, Round
from scoring.rules.kongs import kong_reason
from scoring.rules.shangrao_jiuyao.items import CLAIMED_KONG, OWN_KONG, WILD_KONG
from scoring.rules.shangrao_tcy.options import TcyOptions
from scoring.seats import Seat
from scoring.sheet import Ledger, Payments, Share, Step, owed
from scoring.worth import Due, Paid


def pay(due: Due, options: TcyOptions) -> Paid:
    """Each pays the value; the robbed player all three shares; for 地胡 the discarder alone pays."""
    del options
    win, giver = due.win, due.win.discarder
    if giver is not None and not win.robs:
        alone = (Share(giver, due.value),)
        return Paid(owed(win.winner, alone), due.value, due.formula, alone)
    shares = tuple(share(due, seat) for seat in due.others)
    if giver is not None:
        shares = tuple(replace(one, payer=None if one.seat is giver else giver) for one in shares)
        return Paid(owed(win.winner, shares), due.value * 3, f"{due.formula}*3", shares)
    return Paid(owed(win.winner, shares), due.value + due.each, due.formula, shares)


def share(due: Due, seat: Seat) -> Share:
    """What a seat owes: doubled for each wild tile it discarded, but for 天胡 and 地胡, and what is on top."""
    said = due.win.circumstances
    flying = 0 if said.heavenly or said.earthly else said.flying_wilds[seat]
    steps = [Step("flying_wilds", 1 << flying)] if flying else []
    if due.each:
        steps.append(Step("each", due.each, adds=True))
    return Share(seat, due.value, tuple(steps))


def ledgers(table: Round, options: TcyOptions) -> tuple[Ledger, ...]:
    """The kongs that are on no sheet and were not robbed; three of the kind turned up are one too."""
    del options
    on_sheet = {win.winner: win.kongs_before for _, win in table.wins}
    found = []
    for number, kong in enumerate(table.kongs):
        later = sum(other.seat is kong.seat for other in table.kongs[number + 1 :])
        if not kong.robbed and later >= on_sheet.get(kong.seat, 0) and _is_kong(kong, table):
            found.append(kong_ledger(kong, table))
    return tuple(found)


def _is_kong(kong: KongMade, table: Round) -> bool:
    """Whether it has four tiles, or the three that are left of the kind turned up."""
    return kong.meld.kind.is_kong or (table.indicator is not None and kong.meld.tiles[0].plain is table.indicator.plain)


def kong_ledger(kong: KongMade, table: Round) -> Ledger:
    """What each of the others pays for a kong: exposed 1, concealed 2, of wild tiles 10."""
    if kong.of_wilds or kong.meld.tiles[0].plain in table.wild:
        key, name, english, points = "wild_kong", "宝杠", "Kong of wild tiles", WILD_KONG
    elif kong.concealed or kong.meld.kind is MeldKind.KONG_CONCEALED:
        key, name, english, points = "own_kong", "自杠", "Concealed kong", OWN_KONG
    else:
        key, name, english, points = "claimed_kong", "碰杠", "Exposed kong", CLAIMED_KONG
    if not kong.meld.kind.is_kong:
        name = "跌宝三张=杠"
    reason = kong_reason(kong, points)
    return Ledger(key, name, english, Payments.from_each(kong.seat, points), points, str(points), reason)


def next_dealer(table: Round, options: TcyOptions) -> Seat:
    """The winner deals next; after a draw the next seat, or who drew the last tile."""
    if table.winners:
        return table.winners[0]
    if options.draw_dealer == "last_drawer" and table.last_drawer is not None:
        return table.last_drawer
    return Seat.SOUTH
