"""Who pays whom in 武汉: payers' own factors, the caps, who pays for all, and 查大叫 after a draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod

from scoring.hand import MeldKind
from scoring.round import Round
from scoring.rules.capped import became, receiver
from scoring.rules.wuhan.items import CONCEALED, DRAGON, EXPOSED, SKIN, WILD
from scoring.rules.wuhan.options import WuhanOptions
from scoring.seats import BySeat, Seat
from scoring.sentences import listing, sentence
from scoring.sheet import NOTHING, Ledger, Payments
from scoring.win import Win
from scoring.worth import Due, Paid, Worth, payments_unknown

GOLD = {"koukou": 500, "kaikou": 400}
"""What 金顶 is in each mode."""


def pay(due: Due, options: WuhanOptions) -> Paid:
    """Each pays the value times his own factors, at most the cap; who is liable pays for all (包)."""
    win, worth = due.win, due.worth
    if worth is None:
        raise payments_unknown("what each pays depends on the tiles and on what everybody has claimed")
    raw = shares(worth, options)
    cut = capped(raw, options)
    sure = liable(worth)
    whole = sum(cut.values())
    if sure is not None:
        return Paid(Payments.to(win.winner, {sure: whole}), whole, _liable_formula(worth, cut))
    points = next(iter(set(cut.values()))) if raw != cut and len(set(cut.values())) == 1 else worth.value
    formula = worth.formula
    if points != worth.value:
        formula = sentence("{formula}, at most {points}", formula=formula, points=points)
    return Paid(Payments.to(win.winner, cut), points, formula)


def _liable_formula(worth: Worth, cut: Mapping[Seat, int]) -> str:
    """The shares one after another, or three times the same."""
    amounts = list(cut.values())
    if set(amounts) == {worth.value}:
        return f"{len(amounts)}*({worth.formula})"
    return "+".join(map(str, amounts))


def shares(worth: Worth, options: WuhanOptions) -> dict[Seat, int]:
    """What each would pay before the cap."""
    win = worth.facts.holding.win
    payers = [seat for seat in Seat if seat is not win.winner]
    if options.discard_payers == "discarder" and win.discarder is not None:
        payers = [win.discarder]
    if options.values == "plain":
        return dict.fromkeys(payers, worth.value)
    return {seat: int(worth.value * _payer_factor(worth, seat)) for seat in payers}


def _payer_factor(worth: Worth, seat: Seat) -> Fraction:
    """What multiplies the share of one payer: his melds and kongs, the deal of a small hand, his discard."""
    win = worth.facts.holding.win
    small = bool(worth.times("small_win"))
    factor = Fraction(own_factor(win, seat)) * discard_factor(win, seat, small)
    if small and seat is Seat.EAST and win.circumstances.has_dealer:
        factor *= 2
    return factor


def discard_factor(win: Win, seat: Seat, small: bool) -> Fraction:
    """Two times for the discarder into a small hand, one and a half times into a big one (放冲)."""
    if win.robs or seat is not win.discarder:
        return Fraction(1)
    return Fraction(2) if small else Fraction(3, 2)


def own_factor(win: Win, seat: Seat) -> int:
    """What a payer's own melds and kongs multiply by; where not all is known, what he discarded as kongs."""
    said = win.circumstances
    if said.loser_factors is not None:
        return said.loser_factors[seat]
    dragons = said.red_kongs[seat] + said.green_kongs[seat]
    return int(SKIN ** said.skin_kongs[seat] * WILD ** said.wild_kongs[seat] * DRAGON**dragons)


def smallest_factor(worth: Worth, options: WuhanOptions) -> Fraction:
    """The smallest factor of a payer, the deal left out, which 起胡 asks for."""
    if options.values == "plain":
        return Fraction(1)
    win = worth.facts.holding.win
    small = bool(worth.times("small_win"))
    return min(own_factor(win, seat) * discard_factor(win, seat, small) for seat in Seat if seat is not win.winner)


def capped(losses: Mapping[Seat, int], options: WuhanOptions) -> dict[Seat, int]:
    """The losses cut down: none above the cap, or above 金顶 when all three reach the cap."""
    cap, gold = options.cap, GOLD[options.mode]
    if not cap:
        return dict(losses)
    if len(losses) == 3 and min(losses.values()) >= cap:
        return {seat: gold if options.gold_cap == "fixed" else min(loss, gold) for seat, loss in losses.items()}
    if options.cap_by == "all":
        return dict(losses)
    return {seat: min(loss, cap) for seat, loss in losses.items()}


def liable(worth: Worth) -> Seat | None:
    """Who pays for all (包): the robbed, a discarder not ready into 全求人, who fed the third meld of 清一色."""
    win = worth.facts.holding.win
    said = win.circumstances
    if worth.times("robbed_kong"):
        return win.discarder
    if worth.times("all_claimed") and said.discarder_ready is False:
        return win.discarder
    if worth.times("full_flush") and worth.facts.exposed >= 3:
        feeder = said.third_feeder
        if feeder is None:
            feeder = next((seat for seat in Seat if said.fed[seat] >= 3), None)
        return None if feeder is win.winner else feeder
    return None


# Apart from the win --------------------------------------------------------------------------------------------------


def ledgers(table: Round, options: WuhanOptions) -> tuple[Ledger, ...]:
    """After a draw who was ready collects from who was not (查大叫); losses given on their own are capped."""
    found = []
    if table.raw_losses is not None:
        found.append(cap_ledger(table, table.raw_losses, options))
    if table.ready is not None and not table.winners:
        found += _called(table)
    return tuple(found)


def cap_ledger(table: Round, raw: BySeat, options: WuhanOptions) -> Ledger:
    """The losses of a hand cut down; the winner is the one without a loss."""
    winner = receiver(table, raw)
    losses = {seat: raw[seat] for seat in Seat if seat is not winner}
    cut = capped(losses, options)
    gold = bool(options.cap) and min(losses.values()) >= options.cap
    amounts = list(cut.values())
    same = len(set(amounts)) == 1
    points = amounts[0] if same else sum(amounts)
    formula = str(points) if same else "+".join(map(str, amounts))
    told = listing(became(seat, losses[seat], cut[seat]) for seat in losses)
    name, english = ("金顶", "Gold cap") if gold else ("封顶", "Cap")
    return Ledger("cap", name, english, Payments.to(winner, cut), points, formula, told)


def _called(table: Round) -> Iterator[Ledger]:
    """What each who was ready collects: both players' factors, twice from one who claimed no meld."""
    assert table.ready is not None
    waiting = [seat for seat in Seat if seat not in table.ready]
    factors = {seat: table_factor(table, seat) for seat in Seat}
    for seat in sorted(table.ready):
        amounts = {other: factors[seat] * factors[other] * (1 if other in table.opened else 2) for other in waiting}
        if amounts:
            paying = listing(sentence("{seat} pays {points}", seat=one, points=paid) for one, paid in amounts.items())
            reason = sentence("{seat} was ready: {paying}", seat=seat, paying=paying)
            formula = "+".join(map(str, amounts.values()))
            paid = NOTHING + Payments.to(seat, amounts)
            yield Ledger("ready_at_draw", "查大叫", "Ready when the wall was empty", paid, paid[seat], formula, reason)


def table_factor(table: Round, seat: Seat) -> int:
    """A player's factor, or where it was not told, that of his kongs and of having claimed a meld."""
    if table.factors is not None:
        return table.factors[seat]
    kongs = [kong.meld.kind for kong in table.kongs if kong.seat is seat and not kong.robbed]
    times = prod(CONCEALED if kind is MeldKind.KONG_CONCEALED else EXPOSED for kind in kongs)
    return times * (2 if seat in table.opened else 1)
