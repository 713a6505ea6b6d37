"""Who pays whom in MCR."""

from __future__ import annotations

from scoring.sheet import Payments
from scoring.win import Seat, Win


def payments(points: int, win: Win, base: int) -> Payments:
    """On a discard the discarder pays the points and the base, the others the base; on a self-draw each pays both."""
    everyone = base + (points if win.discarder is None else 0)
    amounts = [-everyone] * len(Seat)
    if win.discarder is not None:
        amounts[win.discarder] -= points
    amounts[win.winner] = 0
    amounts[win.winner] = -sum(amounts)
    return Payments(*amounts)
