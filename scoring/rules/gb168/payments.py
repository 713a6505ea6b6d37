"""Who pays whom under the table of 168."""

from __future__ import annotations

from scoring.rules.gb168.options import Gb168Options
from scoring.rules.mcr.payments import payments
from scoring.sheet import Payments
from scoring.worth import Paid, Worth


def pay(worth: Worth, options: Gb168Options) -> Paid:
    """As in competition, or the discarder alone."""
    win = worth.facts.holding.win
    if options.payment == "discarder" and win.discarder is not None:
        paid = Payments.to(win.winner, {win.discarder: worth.value + options.base})
    else:
        paid = payments(worth.value, win, options.base)
    return Paid(paid, worth.value, worth.formula)
