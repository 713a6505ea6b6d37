"""Who pays a win, and what is paid on top: honba, sticks, liability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scoring.facts import seat_text
from scoring.rules.riichi.limits import YAKUMAN
from scoring.rules.riichi.options import RiichiOptions
from scoring.rules.riichi.yaku import THREE_PLAYERS
from scoring.seats import Seat
from scoring.sentences import sentence
from scoring.sheet import Ledger, Payments

STICK = 1000
"""The points of a riichi stick."""

HONBA = 100
"""What a counter adds to each payment of a self-draw."""

HONBA_RON = 300
"""What a counter adds to a discard, with four players."""


class Claim(NamedTuple):
    """Who won from whom, and what decides how much each pays."""

    winner: Seat
    discarder: Seat | None
    """``None`` for a self-draw."""
    players: int = 4
    honba: int = 0
    sticks: int = 0
    liable: Seat | None = None


@dataclass(frozen=True, slots=True)
class Shared:
    """A win's payments without anything on top."""

    payments: Payments
    points: int
    """All of them together."""
    formula: str
    """How they came about: ``4 x 480``, or the payments of a self-draw, the dealer's first."""


def hundreds(points: int) -> int:
    """The points rounded up to hundreds."""
    return -(-points // 100) * 100


@lru_cache(maxsize=1 << 12)
def shared(basic: int, winner: Seat, discarder: Seat | None, players: int, split: bool) -> Shared:
    """What each pays for basic points; ``split`` shares the part of the absent fourth out."""
    if discarder is not None:
        times = 6 if winner is Seat.EAST else 4
        points = hundreds(times * basic)
        return Shared(Payments.to(winner, {discarder: points}), points, f"{times} x {basic}")
    each = {seat: hundreds(basic * factor(winner, seat)) for seat in payers(winner, players)}
    if split and players == THREE_PLAYERS:
        missing = hundreds(basic * factor(winner, Seat.NORTH))
        each = {seat: hundreds(amount + missing // 2) for seat, amount in each.items()}
    return Shared(Payments.to(winner, each), sum(each.values()), " + ".join(map(str, each.values())))


def payers(winner: Seat, players: int) -> tuple[Seat, ...]:
    """The others, the dealer first."""
    return tuple(seat for seat in Seat if seat is not winner and seat < players)


def factor(winner: Seat, payer: Seat) -> int:
    """How many times the basic points a payer of a self-draw owes."""
    return 2 if Seat.EAST in (winner, payer) else 1


def win_shares(basic: int, claim: Claim, options: RiichiOptions) -> Shared:
    """What each pays for the hand itself."""
    return shared(basic, claim.winner, claim.discarder, claim.players, options.sanma_tsumo == "split")


@lru_cache(maxsize=1 << 12)
def honba(claim: Claim, sanma_ron: int, paid_by_liable: bool = False) -> Ledger:
    """The counters: from the discarder, or from each payer of a self-draw; the liable player may pay all of it."""
    if claim.discarder is None:
        each = HONBA * claim.honba
        amounts = dict.fromkeys(payers(claim.winner, claim.players), each)
        formula = f"{claim.honba} x {HONBA} x {len(amounts)}"
    else:
        unit = sanma_ron if claim.players == THREE_PLAYERS else HONBA_RON
        amounts = {claim.discarder: unit * claim.honba}
        formula = f"{claim.honba} x {unit}"
    points = sum(amounts.values())
    if paid_by_liable and claim.liable is not None:
        amounts = {claim.liable: points}
    counters = sentence("{number} counters on the table", number=claim.honba)
    if claim.honba == 1:
        counters = sentence("1 counter on the table")
    return Ledger("honba", "本场", "Honba", Payments.to(claim.winner, amounts), points, formula, counters, "本場")


@lru_cache(maxsize=1 << 9)
def sticks(winner: Seat, number: int) -> Ledger:
    """The riichi sticks on the table go to the winner."""
    points = STICK * number
    amounts = [points if seat is winner else 0 for seat in Seat]
    payments = Payments(amounts[0], amounts[1], amounts[2], amounts[3], table=points)
    lay = sentence("{number} riichi sticks lay on the table", number=number)
    if number == 1:
        lay = sentence("1 riichi stick lay on the table")
    formula = f"{number} x {STICK}"
    return Ledger("sticks", "立直棒", "Riichi Sticks", payments, points, formula, lay, "供託")


def liability(claim: Claim, options: RiichiOptions, basic: int, liable_basic: int) -> Ledger:
    """What the liable player takes over from the others, 包."""
    assert claim.liable is not None
    covered = basic if options.pao_scope == "all" else liable_basic
    before = win_shares(covered, claim, options).payments
    points = before[claim.winner]
    if claim.discarder is None or claim.discarder is claim.liable:
        after = {claim.liable: points}
        formula = str(points)
    else:
        after = {claim.liable: points // 2, claim.discarder: points - points // 2}
        formula = f"{points} / 2"
    moved = Payments.to(claim.winner, after) + -before
    times = covered // YAKUMAN
    reason = sentence("{seat} is liable for {number} yakuman", seat=seat_text(claim.liable), number=times)
    return Ledger("liability", "包牌", "Liability", moved, moved.moved, formula, reason, "責任払い")


def together(shares: Shared, apart: tuple[Ledger, ...]) -> Payments:
    """The payments of the hand and of all on top of it."""
    whole = shares.payments
    for ledger in apart:
        whole += ledger.payments
    return whole


@lru_cache(maxsize=1 << 14)
def plain(basic: int, claim: Claim, split: bool, sanma_ron: int) -> tuple[Shared, tuple[Ledger, ...], Payments]:
    """The payments of the hand, what is on top of it, and both together, where nobody is liable."""
    shares = shared(basic, claim.winner, claim.discarder, claim.players, split)
    found = [honba(claim, sanma_ron)] if claim.honba else []
    if claim.sticks:
        found.append(sticks(claim.winner, claim.sticks))
    return shares, tuple(found), together(shares, tuple(found))


def settled(
    basic: int, claim: Claim, options: RiichiOptions, liable_basic: int = 0
) -> tuple[Shared, tuple[Ledger, ...], Payments]:
    """The payments of the hand, what is on top of it, and both together.

    ``liable_basic`` are the basic points of the yakuman that ``claim.liable`` answers for.
    """
    if claim.liable is None or not liable_basic:
        return plain(basic, claim, options.sanma_tsumo == "split", options.sanma_honba_ron)
    shares = win_shares(basic, claim, options)
    found = [liability(claim, options, basic, liable_basic)]
    if claim.honba:
        by_liable = claim.discarder is None or options.pao_honba == "liable"
        found.append(honba(claim, options.sanma_honba_ron, paid_by_liable=by_liable))
    if claim.sticks:
        found.append(sticks(claim.winner, claim.sticks))
    apart = tuple(ledger for ledger in found if any(ledger.payments))
    return shares, apart, together(shares, apart)


def self_drawn(basic: int, winner: Seat, players: int, options: RiichiOptions) -> Mapping[Seat, int]:
    """What each of the others pays for basic points of a self-draw."""
    payments = win_shares(basic, Claim(winner, None, players), options).payments
    return {seat: -payments[seat] for seat in payers(winner, players)}
