"""Who pays whom in 长春: the win, and the kongs, which are paid whoever wins."""

from __future__ import annotations

from scoring.errors import WinError
from scoring.hand import Meld, MeldKind
from scoring.round import KongMade, Round
from scoring.rules.base import MOST_DOUBLINGS
from scoring.rules.capped import capped
from scoring.rules.changchun.options import ChangchunOptions
from scoring.rules.changchun.points import amount, amount_formula
from scoring.rules.kongs import kong_reason
from scoring.seats import Seat
from scoring.sheet import Ledger, Payments
from scoring.win import Win
from scoring.worth import Due, Paid, Valued

BIG_KONGS = (9, 18, 31, 32, 33)
"""The kinds whose four equal tiles are 大蛋: 1p, 1s and the dragons."""


def pay(due: Due, options: ChangchunOptions) -> Paid:
    """Each pays his share, the discarder one 番 more; or the discarder pays them all, or alone."""
    win = due.win
    shares = {seat: share(due, seat, options) for seat in due.others}
    giver = win.discarder
    if giver is None:
        return Paid(Payments.to(win.winner, shares), due.value, due.formula)
    if options.discarder_pays_all:
        others = [shares[seat] for seat in shares if seat is not giver]
        formula = "+".join(map(str, (shares[giver], *others)))
        return Paid(Payments.to(win.winner, {giver: sum(shares.values())}), sum(shares.values()), formula)
    if options.discard_pays == "discarder":
        return Paid(Payments.to(win.winner, {giver: shares[giver]}), shares[giver], f"{due.formula}*2")
    return Paid(Payments.to(win.winner, shares), due.value, due.formula)


def share(due: Due, seat: Seat, options: ChangchunOptions) -> int:
    """What a seat pays, before any is taken over: the discarder, and where the rules say so the dealer, one 番 more."""
    win = due.win
    dealer = options.dealer_loses_double and seat is Seat.EAST and win.circumstances.has_dealer
    return amount(due.qualifying + (seat is win.discarder) + dealer, options)


def valued(fan: int, options: ChangchunOptions) -> Valued:
    """What so many 番 come to for a payer; raises ``WinError`` for a number that no hand has."""
    if not 1 <= fan <= MOST_DOUBLINGS:
        raise WinError("value_invalid", f"points: a hand has 1 to {MOST_DOUBLINGS} 番, not {fan}")
    return Valued(amount(fan, options), fan, amount_formula(fan, options))


def cap(payments: Payments, win: Win | None, options: ChangchunOptions) -> Payments:
    """The payments within the most that a hand may win or lose."""
    return capped(payments, win, options.cap, options.cap_of == "everybody")


def ledgers(table: Round, options: ChangchunOptions) -> tuple[Ledger, ...]:
    """All kongs, the winner's too; of a robbed one what was there before."""
    return tuple(ledger for kong in table.kongs if (ledger := kong_ledger(kong, options)))


def kong_ledger(kong: KongMade, options: ChangchunOptions) -> Ledger | None:
    """What each of the others pays for a kong; ``None`` for one that was robbed.

    Of a robbed opening kong the tile taken is still among the meld's, and is the only one that does not count.
    """
    key, name, english, times = _kong(kong.meld, options)
    times -= kong.robbed * (1 if key == "opening_kong" else times)
    if not times:
        return None
    points = times * options.unit
    formula = str(times) + (f"*{options.unit}" if options.unit != 1 else "")
    reason = kong_reason(kong, points)
    return Ledger(key, name, english, Payments.from_each(kong.seat, points), points, formula, reason)


def _kong(meld: Meld, options: ChangchunOptions) -> tuple[str, str, str, int]:
    """The key and names of a kong, and how many units it is worth."""
    concealed = meld.kind is MeldKind.KONG_CONCEALED
    if meld.kind is MeldKind.KONG_OPENING:
        winds = meld.tiles[0].kind in range(27, 31)
        needed = 4 if winds and options.opening_winds == "four" else 3
        return "opening_kong", _opening_name(meld), "Opening kong", len(meld.tiles) - needed + 1
    if not meld.kind.is_kong:
        return "no_kong", "", "", 0
    if meld.first_kind in BIG_KONGS:
        return (
            ("big_kong", "暗大蛋", "Concealed big kong", 4)
            if concealed
            else ("big_kong", "明大蛋", "Exposed big kong", 2)
        )
    return ("concealed_kong", "暗杠", "Concealed kong", 2) if concealed else ("exposed_kong", "明杠", "Exposed kong", 1)


def _opening_name(meld: Meld) -> str:
    kind = meld.first_kind
    if kind >= 27:
        return "旋风杠" if kind < 31 else "喜杠"
    return "幺蛋" if kind % 9 == 0 else "九蛋"
