"""Who pays whom for a win in 血战到底; who has won before neither pays nor is paid."""

from __future__ import annotations

from scoring.round import Round, ScoredWin
from scoring.rules.sichuan.options import SichuanOptions
from scoring.seats import Seat
from scoring.sentences import Sentence, listing, sentence
from scoring.sheet import Payments
from scoring.win import Win
from scoring.worth import Due, Paid


def pay(due: Due, options: SichuanOptions) -> Paid:
    """The discarder pays the value; on a self-draw each who is still in pays it, with what the option adds."""
    win = due.win
    amounts, bonus, told = _amounts(due.value, win, options)
    formula = sentence("{formula} + {bonus}", formula=due.formula, bonus=bonus) if bonus else due.formula
    shares = {seat: amount * options.unit for seat, amount in amounts.items()}
    return Paid(Payments.to(win.winner, shares), due.value, listing([formula, *told], "; "))


def _amounts(value: int, win: Win, options: SichuanOptions) -> tuple[dict[Seat, int], int, tuple[Sentence, ...]]:
    """The units that each pays, those of them beside the value, and what else the formula tells."""
    others = [seat for seat in Seat if seat is not win.winner and seat not in win.circumstances.already_won]
    feeder = win.circumstances.kong_bloom_from
    if win.discarder is not None:
        if win.robs and options.robbed_kong == "all":
            shares = sentence("{number} shares from {seat}", number=len(others), seat=win.discarder)
            return {win.discarder: value * len(others)}, 0, (shares,)
        return {win.discarder: value}, 0, ()
    if feeder is not None and options.fed_kong_bloom == "discard":
        return {feeder: value}, 0, (sentence("from {seat}, who fed the kong", seat=feeder),)
    bonus = 1 if options.self_draw_bonus == "base" else 0
    return dict.fromkeys(others, value + bonus), bonus, (sentence("from {number}", number=len(others)),)


def next_dealer(table: Round, options: SichuanOptions) -> Seat:
    """The first winner; the discarder where the first win was one of several at once; after a draw the same."""
    del options
    first: list[Win | ScoredWin] = [win for turn in table.turns[:1] for _, win in turn]
    if not first:
        first = [one for one in table.scored if one.discarder is table.scored[0].discarder]
    if not first:
        return Seat.EAST
    several = first[0].discarder if len(first) > 1 else None
    return first[0].winner if several is None else several
