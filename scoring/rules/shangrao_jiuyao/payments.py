"""Who pays whom in 上饶九幺: the win, kongs, and the wild tiles held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from scoring.sheet import Ledger, Payments, Share, Step, owed
from scoring.tiles import Tile
from scoring.win import Win
from scoring.worth import Due, Paid


def pay(due: Due, options: JiuyaoOptions) -> Paid:
    """Each pays the value and what is on top; for a robbed kong, or a discard where it wins, one pays alone."""
    win, giver = due.win, due.win.discarder
    shares = [share(due.value, seat, win, options) for seat in due.others]
    if win.robs and giver is not None:
        times = options.robbed_factor
        (own,) = (one for one in shares if one.seat is giver)
        robbed = replace(own, steps=(*own.steps, Step("robbed", times)))
        return Paid(owed(win.winner, [robbed]), due.value * times, f"{due.formula}*{times}", (robbed,))
    if giver is not None:
        alone = tuple(one for one in shares if one.seat is giver)
        return Paid(owed(win.winner, alone), due.value, due.formula, alone)
    if options.liability:
        shares = liable(shares, win.circumstances.fed)
    whole = tuple(topped(shares, due.each))
    return Paid(owed(win.winner, whole), due.value + due.each, due.formula, whole)


def share(value: int, seat: Seat, win: Win, options: JiuyaoOptions) -> Share:
    """What a seat owes of the value: doubled for each wild tile it discarded, and for the dealer where that counts."""
    steps = []
    if flying := win.circumstances.flying_wilds[seat]:
        steps.append(Step("flying_wilds", 1 << flying))
    if options.dealer_doubles and Seat.EAST in (seat, win.winner):
        steps.append(Step("dealer", 2))
    return Share(seat, value, tuple(steps))


def liable(shares: Sequence[Share], fed: BySeat) -> list[Share]:
    """Who fed three melds pays the others' shares too, but not that of another who fed the fourth (三凑包牌)."""
    feeder = next((one.seat for one in shares if fed[one.seat] >= 3), None)
    if feeder is None:
        return list(shares)
    return [one if one.seat is feeder or fed[one.seat] else replace(one, payer=feeder) for one in shares]


def topped(shares: Iterable[Share], each: int) -> Iterator[Share]:
    """The shares with what every payer has on top, which nobody takes over."""
    on_top = Step("each", each, adds=True)
    for one in shares:
        if not each:
            yield one
        elif one.payer is None:
            yield replace(one, steps=(*one.steps, on_top))
        else:
            yield one
            yield Share(one.seat, 0, (on_top,))


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
