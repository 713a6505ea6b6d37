"""Who pays whom in MCR."""

from __future__ import annotations

from scoring.sheet import Payments
from scoring.win import Seat, Win


def payments(points: int, win: Win, base: int) -> Payments:
    """On a discard the discarder pays the points and the base, the others the base; on a self-draw each pays both."""
    amounts = [0, 0, 0, 0]
    for seat in Seat:
        if seat is not win.winner:
            pays = base + (points if win.discarder in (None, seat) else 0)
            amounts[seat] -= pays
            amounts[win.winner] += pays
    return Payments(*amounts)
