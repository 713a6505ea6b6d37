"""Who pays whom in Nanchang with the table of 168: the win, kongs, and the wild tiles held."""

from __future__ import annotations

from scoring.round import Round
from scoring.rules.gb168 import payments
from scoring.rules.nanchang.payments import ledgers as nanchang_ledgers
from scoring.rules.nanchang.payments import pay as nanchang_pay
from scoring.rules.nanchang_168.options import Nanchang168Options
from scoring.sheet import Ledger
from scoring.worth import Due, Paid


def pay(due: Due, options: Nanchang168Options) -> Paid:
    """As the table of 168 or, where the house has it, as Nanchang pays."""
    return nanchang_pay(due, options.nanchang) if options.payment == "nanchang" else payments.pay(due, options)


def ledgers(table: Round, options: Nanchang168Options) -> tuple[Ledger, ...]:
    """The kongs and the wild tiles held, as in Nanchang."""
    return nanchang_ledgers(table, options.nanchang)
