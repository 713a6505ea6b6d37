"""Who pays whom in Taiwan: base and 台, the dealer's 台 and streak, liability."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.errors import WinError
from scoring.facts import Facts
from scoring.round import Round
from scoring.rules.claims import claimed, is_fed
from scoring.rules.mcr.tile_fan import DRAGONS, WINDS
from scoring.rules.taiwan16.items import (
    all_honours,
    big_dragons,
    big_winds,
    full_flush,
    little_winds,
)
from scoring.rules.taiwan16.options import Taiwan16Options
from scoring.rules.taiwan16.points import tai_formula
from scoring.seats import Seat
from scoring.sentences import listing, sentence
from scoring.sheet import Payments
from scoring.win import Win
from scoring.worth import Due, Paid, Valued


def pay(due: Due, options: Taiwan16Options) -> Paid:
    """Each payer pays the base and every 台, with the dealer's where he pays or wins."""
    win = due.win
    shares = {seat: options.base + options.per_tai * (due.value + dealers(seat, win)) for seat in payers(win, options)}
    parts = [sentence("{base} + {each} x {formula}", base=options.base, each=options.per_tai, formula=due.formula)]
    if (more := max(dealers(seat, win) for seat in shares)) > 0:
        parts = [sentence("{told}, {more} more between dealer and winner", told=parts[0], more=more)]
    liable = liable_seat(due, options)
    if liable is not None:
        shares = {liable: sum(shares.values())}
        parts.append(sentence("all of it from {seat}, who is liable", seat=liable))
    return Paid(Payments.to(win.winner, shares), due.value, listing(parts, "; "))


def payers(win: Win, options: Taiwan16Options) -> tuple[Seat, ...]:
    """Who pays: the discarder, or the other three for a self-draw."""
    everybody = win.tile.is_flower and options.seven_robs_one == "all"
    if win.discarder is not None and not everybody:
        return (win.discarder,)
    return tuple(seat for seat in Seat if seat is not win.winner)


def dealers(payer: Seat, win: Win) -> int:
    """The dealer's 台 in a payment: one and two for every hand of his streak, where he pays or wins (連莊拉莊)."""
    said = win.circumstances
    return 2 * said.dealer_streak + 1 if said.has_dealer and Seat.EAST in (payer, win.winner) else 0


def liable_seat(due: Due, options: Taiwan16Options) -> Seat | None:
    """Who pays for all of a self-draw; raises ``WinError`` where a hand that is told shows nothing to be liable for."""
    seat = due.win.circumstances.liable
    if seat is None or not options.liability or not due.win.self_drawn:
        return None
    facts = due.worth.facts if due.worth else None
    if facts is not None and not any(_grounds(facts)):
        raise WinError("not_liable", f"liable: {facts.text()} shows nothing for which {seat} would pay")
    return seat


def _grounds(facts: Facts) -> Iterator[bool]:
    """What a seat may be liable for: sets that all lie on the table, or a hand with claimed ones."""
    yield big_dragons(facts) and is_fed(facts, DRAGONS)
    yield (big_winds(facts) or little_winds(facts)) and is_fed(facts, WINDS)
    yield facts.exposed > 0 and (all_honours(facts) or full_flush(facts))


def valued(tai: int, options: Taiwan16Options) -> Valued:
    """The 台 that count of so many."""
    counted = min(tai, options.cap) if options.cap else tai
    return Valued(counted, counted, tai_formula(tai, counted))


def paid_wins(table: Round, options: Taiwan16Options) -> frozenset[Seat]:
    """Whose wins count where several claim one discard."""
    return claimed(table, options.multiple_winners)


def next_dealer(table: Round, options: Taiwan16Options) -> Seat:
    """The dealer who wins deals again, and after a draw where the option says so."""
    if not table.winners:
        return Seat.EAST if options.draw_keeps_dealer else Seat.SOUTH
    return Seat.EAST if Seat.EAST in paid_wins(table, options) else Seat.SOUTH
