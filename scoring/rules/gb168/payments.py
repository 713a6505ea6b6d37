"""Who pays whom under the table of 168."""

from __future__ import annotations

from scoring.rules.gb168.options import Gb168Options
from scoring.rules.mcr.payments import payments
from scoring.sheet import Payments
from scoring.worth import Due, Paid


def pay(due: Due, options: Gb168Options) -> Paid:
    """As in competition, or the discarder alone."""
    win = due.win
    if options.payment == "discarder" and win.discarder is not None:
        paid = Payments.to(win.winner, {win.discarder: due.value + options.base})
    else:
        paid = payments(due.value, win, options.base)
    return Paid(paid, due.value, due.formula)
