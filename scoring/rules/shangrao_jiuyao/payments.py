"""Who pays whom in 上饶九幺: the win, kongs, and the wild tiles held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.hand import Hand, MeldKind
from scoring.round import KongMade, Round
from scoring.rules.jing import jing_ledger
from scoring.rules.kongs import kong_reason
from scoring.rules.shangrao_jiuyao.items import CLAIMED_KONG, OWN_KONG, WILD_KONG
from scoring.rules.shangrao_jiuyao.options import JiuyaoOptions
from scoring.rules.shangrao_jiuyao.points import SHAPES
from scoring.seats import BySeat, Seat
from scoring.shapes import Held, is_win
from scoring.sheet import Ledger, Payments
from scoring.tiles import Tile
from scoring.win import Win
from scoring.worth import Paid, Worth


def pay(worth: Worth, options: JiuyaoOptions) -> Paid:
    """Each pays the value and what is on top; for a robbed kong, or a discard where it wins, one pays alone."""
    win = worth.facts.holding.win
    shares = {seat: share(worth.value, seat, win, options) for seat in Seat if seat is not win.winner}
    if win.robs and win.discarder is not None:
        amount = shares[win.discarder] * options.robbed_factor
        paid = Payments.to(win.winner, {win.discarder: amount})
        return Paid(paid, worth.value * options.robbed_factor, f"{worth.formula}*{options.robbed_factor}")
    if win.discarder is not None:
        return Paid(Payments.to(win.winner, {win.discarder: shares[win.discarder]}), worth.value, worth.formula)
    if options.liability:
        shares = liable(shares, win.circumstances.fed)
    amounts = {seat: amount + worth.each for seat, amount in shares.items()}
    return Paid(Payments.to(win.winner, amounts), worth.value + worth.each, worth.formula)


def share(value: int, seat: Seat, win: Win, options: JiuyaoOptions) -> int:
    """What a seat pays of the value: doubled for each wild tile it discarded, and for the dealer where that counts."""
    dealer = options.dealer_doubles and Seat.EAST in (seat, win.winner)
    return value * (1 << win.circumstances.flying_wilds[seat]) * (2 if dealer else 1)


def liable(shares: dict[Seat, int], fed: BySeat) -> dict[Seat, int]:
    """Who fed three melds pays the others' shares too, but not that of another who fed the fourth (三凑包牌)."""
    feeder = next((seat for seat in shares if fed[seat] >= 3), None)
    if feeder is None:
        return shares
    spared = [seat for seat in shares if seat is not feeder and not fed[seat]]
    taken = sum(shares[seat] for seat in spared)
    return {seat: 0 if seat in spared else amount + (taken if seat is feeder else 0) for seat, amount in shares.items()}


def ledgers(table: Round, options: JiuyaoOptions) -> tuple[Ledger, ...]:
    """The kongs that are on no sheet, and the reward for wild tiles held."""
    found = [ledger for kong in counted_kongs(table, options) if (ledger := kong_ledger(kong, table, options))]
    if options.jing_reward and table.jing_points is not None:
        found.append(jing_ledger(table.jing_points, table.jing_fed))
    return tuple(found)


def counted_kongs(table: Round, options: JiuyaoOptions) -> Iterator[KongMade]:
    """The kongs that are neither void nor on the winner's sheet."""
    on_sheet = {win.winner: win.kongs_before for _, win in table.wins}
    row_is_void = options.robbed_row and _row_is_void(table)
    for number, kong in enumerate(table.kongs):
        later = sum(other.seat is kong.seat for other in table.kongs[number + 1 :])
        void = kong.robbed or (kong.in_row and row_is_void)
        if later >= on_sheet.get(kong.seat, 0) and (not void or is_of_wilds(kong, table)):
            yield kong


def _row_is_void(table: Round) -> bool:
    """Whether a robber could have won on the earlier kongs of the row too."""
    earlier = [kong.meld.tiles[0].plain for kong in table.kongs if kong.in_row and not kong.robbed]
    robbers = [(hand, win) for hand, win in table.wins if win.robs]
    return bool(earlier) and any(all(_wins_on(hand, win, tile, table) for tile in earlier) for hand, win in robbers)


def _wins_on(hand: Hand, win: Win, tile: Tile, table: Round) -> bool:
    """Whether the hand would be complete with another tile in place of the winning tile."""
    left = list(hand.concealed)
    left.remove(win.tile)
    other = replace(hand, concealed=(*left, tile))
    return is_win(Held(other, replace(win, tile=tile), table.wild, SHAPES))


def is_of_wilds(kong: KongMade, table: Round) -> bool:
    """Whether it is a kong of wild tiles."""
    return kong.of_wilds or kong.meld.tiles[0].plain in table.wild


def kong_ledger(kong: KongMade, table: Round, options: JiuyaoOptions) -> Ledger | None:
    """What each of the others pays for a kong: exposed 1, concealed 2, of wild tiles 10."""
    concealed = kong.meld.kind is MeldKind.KONG_CONCEALED or kong.concealed
    if is_of_wilds(kong, table):
        key, name, english, points = "wild_kong", "宝杠", "Kong of wild tiles", WILD_KONG
    elif concealed:
        key, name, english, points = "own_kong", "自杠", "Concealed kong", OWN_KONG
    else:
        key, name, english, points = "claimed_kong", "碰杠", "Exposed kong", CLAIMED_KONG
    alone = options.claimed_kong == "discarder" and kong.source is not None
    if alone and kong.source is not None:
        payments = Payments.to(kong.seat, {kong.source: points})
    else:
        payments = Payments.from_each(kong.seat, points)
    reason = kong_reason(kong, points, kong.source if alone else None)
    return Ledger(key, name, english, payments, points, str(points), reason)
