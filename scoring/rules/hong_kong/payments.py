"""Who pays whom in Hong Kong: discards whole or shared, robbed kongs, liability, a false win."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from scoring.errors import WinError
from scoring.facts import Facts
from scoring.round import Round
from scoring.rules.claims import claimed, is_fed
from scoring.rules.hong_kong.items import big_dragons, big_winds, full_flush
from scoring.rules.hong_kong.options import HongKongOptions
from scoring.rules.hong_kong.points import faan_formula, table_text, worth_of
from scoring.rules.mcr.tile_fan import DRAGONS, WINDS
from scoring.seats import Seat
from scoring.sentences import Sentence, listing, sentence
from scoring.sheet import Ledger, Payments
from scoring.win import Win
from scoring.worth import Due, Paid, Valued


def pay(due: Due, options: HongKongOptions) -> Paid:
    """Each pays the value of a self-draw; a discarder double, or shared; one alone for a robbed kong or liability."""
    shares, told = _shares(due, due.win, options)
    return Paid(Payments.to(due.win.winner, shares), due.value, listing([due.formula, told], "; "))


def _shares(due: Due, win: Win, options: HongKongOptions) -> tuple[dict[Seat, int], Sentence]:
    """What each pays, and how that came about."""
    value = worth_of(due.qualifying, options)
    whole = ceil(value)
    if win.robs and win.discarder is not None:
        robbed = sentence("{share} from {seat}, whose kong was robbed", share=_times(3, value), seat=win.discarder)
        return {win.discarder: ceil(3 * value)}, robbed
    if win.discarder is None:
        payer = liable_seat(due, options)
        if payer is not None:
            return {payer: 3 * whole}, sentence("3 x {points} from {seat}, who is liable", points=whole, seat=payer)
        return dict.fromkeys(due.others, whole), sentence("3 x {points}", points=whole)
    if options.payment == "full":
        told = sentence("{share} from {seat}", share=_times(2, value), seat=win.discarder)
        return {win.discarder: ceil(2 * value)}, told
    half = ceil(value / 2)
    shares = {seat: whole if seat is win.discarder else half for seat in due.others}
    return shares, sentence("{points} from {seat}, {half} from each other", points=whole, seat=win.discarder, half=half)


def _times(times: int, value: Fraction) -> Sentence:
    """How often the value is paid, and whether the whole of it is rounded up."""
    put = {"times": times, "value": f"{float(value):g}"}
    if (times * value).denominator == 1:
        return sentence("{times} x {value}", **put)
    return sentence("{times} x {value}, rounded up,", **put)


def liable_seat(due: Due, options: HongKongOptions) -> Seat | None:
    """Who pays for all of a self-draw; raises ``WinError`` where a hand that is told shows nothing to be liable for."""
    seat = due.win.circumstances.liable
    lifted = options.kong_lifts_liability and not options.kong_feeder_liability and due.win.kongs_before
    if seat is None or not options.liability or lifted:
        return None
    facts = due.worth.facts if due.worth else None
    if facts is not None and not any(_grounds(facts, options)):
        raise WinError(
            "not_liable", f"liable: {facts.text()} shows nothing for which {seat} would pay under the options"
        )
    return seat


def _grounds(facts: Facts, options: HongKongOptions) -> Iterator[bool]:
    """What a seat may be liable for."""
    kong_draw = facts.holding.win.kongs_before > 0
    yield options.kong_feeder_liability and kong_draw
    if not (kong_draw and options.kong_lifts_liability):
        yield facts.exposed == 4
        yield big_dragons(facts) and is_fed(facts, DRAGONS)
        yield big_winds(facts) and is_fed(facts, WINDS)
        yield options.full_flush_liability and facts.exposed == 3 and full_flush(facts)


def valued(faan: int, options: HongKongOptions) -> Valued:
    """What so many faan come to."""
    counted = min(faan, options.limit)
    return Valued(ceil(worth_of(counted, options)), counted, faan_formula(faan, options))


def paid_wins(table: Round, options: HongKongOptions) -> frozenset[Seat]:
    """Whose wins count where several claim one discard."""
    return claimed(table, options.multiple_winners)


def ledgers(table: Round, options: HongKongOptions) -> tuple[Ledger, ...]:
    """A false win costs the limit to each."""
    seat = table.offender
    if seat is None:
        return ()
    if table.winners:
        raise WinError("contradictory_events", "offender: a false win ends the hand of play, so nobody wins it")
    value = ceil(worth_of(options.limit, options))
    payments = Payments(*(-3 * value if other is seat else value for other in Seat))
    text = table_text(options.limit, options)
    reason = sentence("{seat} declared a win that was none and pays the limit to each", seat=seat)
    return (Ledger("false_win", "詐糊", "False win", payments, value, text, reason),)
