"""Payments cut down to what a hand of play may win or lose, 封顶."""

from __future__ import annotations

from scoring.seats import Seat
from scoring.sheet import Payments
from scoring.win import Win


def capped(payments: Payments, win: Win | None, limit: int, whole: bool = True) -> Payments:
    """The payments with no loss above ``limit``, and where ``whole`` is told no gain either; 0 is no limit.

    Too high a gain takes the losses down in proportion, rounded down; what is left over the discarder pays, or else the
    first of those who pay, east first.
    """
    losses = {seat: min(-amount, limit) for seat, amount in payments.items() if amount < 0}
    gainers = [seat for seat, amount in payments.items() if amount > 0]
    if not limit or len(gainers) != 1:
        return payments
    total = sum(losses.values())
    if whole and total > limit:
        losses = {seat: loss * limit // total for seat, loss in losses.items()}
        losses[_rest_payer(losses, win)] += limit - sum(losses.values())
    return Payments.to(gainers[0], losses)


def _rest_payer(losses: dict[Seat, int], win: Win | None) -> Seat:
    discarder = win.discarder if win else None
    return discarder if discarder is not None and discarder in losses else min(losses)
