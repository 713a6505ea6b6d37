"""Payments cut down to what a hand of play may win or lose, 封顶."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import WinError
from scoring.round import Round
from scoring.seats import BySeat, Seat
from scoring.sentences import Sentence, listing, sentence
from scoring.sheet import Ledger, Payments
from scoring.win import Win


def capped(payments: Payments, win: Win | None, limit: int, whole: bool = True) -> Payments:
    """The payments with no loss above ``limit``, and where ``whole`` is told no gain either; 0 is no limit.

    The side that is then the larger one goes down in proportion, rounded down; what is left over the discarder pays, or
    else the first of those who pay, east first. Of several who gain the first gets what is left over.
    """
    losses = {seat: min(-amount, limit) for seat, amount in payments.items() if amount < 0}
    gains = {seat: min(amount, limit) if whole else amount for seat, amount in payments.items() if amount > 0}
    if not limit or not gains:
        return payments
    pot = min(sum(losses.values()), sum(gains.values()))
    moved = scaled(gains, pot, min(gains))
    moved |= {seat: -loss for seat, loss in scaled(losses, pot, _rest_payer(losses, win)).items()}
    return Payments(*(moved.get(seat, 0) for seat in Seat))


def scaled(amounts: Mapping[Seat, int], pot: int, rest: Seat) -> dict[Seat, int]:
    """The amounts taken down in proportion until they come to ``pot``; ``rest`` has what rounding leaves over."""
    whole = sum(amounts.values())
    found = {seat: amount * pot // whole for seat, amount in amounts.items()}
    found[rest] += pot - sum(found.values())
    return found


def _rest_payer(losses: Mapping[Seat, int], win: Win | None) -> Seat:
    discarder = win.discarder if win else None
    return discarder if discarder is not None and discarder in losses else min(losses)


RAW = ("raw_losses", "raw_winner")
"""The fields of a ``Round`` with losses given on their own."""


def receiver(table: Round, losses: BySeat) -> Seat:
    """Who receives losses given on their own: who has none, and of several who is named, or else the first.

    Raises ``WinError`` where nobody does, and where the wins themselves are told.
    """
    if table.winners:
        raise WinError("contradictory_events", "raw_losses: they are told where the wins are not")
    if min(losses) < 0:
        raise WinError("contradictory_events", f"raw_losses: a loss is no less than nothing, not {min(losses)}")
    without = [seat for seat in Seat if not losses[seat]]
    if not without:
        raise WinError("contradictory_events", "raw_losses: who receives them has no loss, but every seat has one")
    if table.raw_winner is None:
        return without[0]
    if table.raw_winner not in without:
        raise WinError("contradictory_events", f"raw_winner: {table.raw_winner} has a loss of its own")
    return table.raw_winner


def given(table: Round, losses: BySeat) -> Payments:
    """The losses given on their own as payments; see ``receiver``."""
    winner = receiver(table, losses)
    return Payments.to(winner, {seat: losses[seat] for seat in Seat if seat is not winner})


def became(seat: Seat, before: object, after: object) -> Sentence:
    """What a seat's amount was cut down to."""
    return sentence("{seat} {before} becomes {after}", seat=seat, before=before, after=after)


def given_ledger(raw: Payments, cut: Payments) -> Ledger:
    """Losses given on their own, after the cap."""
    told = listing(became(seat, -amount, -cut[seat]) for seat, amount in raw.items() if amount < 0)
    formula = "+".join(str(-amount) for amount in cut if amount < 0) or "0"
    return Ledger("cap", "封顶", "Cap", cut, max(cut), formula, told)


def cap_ledger(whole: Payments, cut: Payments) -> Ledger:
    """What takes the payments of a whole hand of play back within the cap."""
    back = Payments(*(allowed - amount for allowed, amount in zip(cut, whole, strict=True)))
    told = listing(became(seat, f"{amount:+}", f"{cut[seat]:+}") for seat, amount in whole.items() if back[seat])
    return Ledger("cap", "封顶", "Cap", back, max(back), str(max(back)), told)
