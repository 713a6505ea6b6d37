"""Which wins count where several players claim one discard, and what cannot be claimed of a win."""

from __future__ import annotations

from scoring.errors import WinError
from scoring.facts import Facts
from scoring.hand import Hand
from scoring.round import Round
from scoring.seats import Seat
from scoring.win import Win


def steps_from(discarder: Seat, seat: Seat, players: int = len(Seat)) -> int:
    """How many turns after the discarder the seat comes: 1 for the next."""
    return (seat - discarder) % players


def claimed(table: Round, several: str) -> frozenset[Seat]:
    """Whose wins count: ``all``, the ``nearest``, or with ``three`` all of three, the nearest of two.

    Raises ``WinError`` for wins on more than one tile, where the first ends the hand of play.
    """
    if len(table.turns) > 1:
        first, second = (turn[0][1] for turn in table.turns[:2])
        raise WinError(
            "contradictory_events",
            f"{second.winner} on {second.tile}: the win of {first.winner} on {first.tile} ended the hand of play",
        )
    givers = {win.discarder for _, win in table.wins} | {win.discarder for win in table.scored}
    if len(table.winners) > 1 and (len(givers) > 1 or None in givers):
        raise WinError("contradictory_events", "wins: several win on one discard only")
    discarder = next(iter(givers), None)
    if discarder is None or several == "all" or (several == "three" and len(table.winners) == 3):
        return frozenset(table.winners)
    return frozenset({min(table.winners, key=lambda seat: steps_from(discarder, seat))})


def check_kongs(hand: Hand, win: Win, more: int = 0) -> None:
    """Raise ``WinError`` for more kongs in a row than lie on the table, ``more`` replaced tiles beside them."""
    kongs = sum(meld.kind.is_kong for meld in hand.melds) + more
    if win.kongs_before > kongs:
        raise WinError(
            "contradictory_events", f"after_kong: {win.kongs_before} kongs in a row, but the hand has {kongs}"
        )


def check_first_turn(hand: Hand, win: Win, *more: str) -> None:
    """Raise ``WinError`` where a win of the first turn, or what ``more`` names, goes with claimed tiles."""
    said = win.circumstances
    told = [name for name in ("heavenly", "earthly", "human", *more) if getattr(said, name)]
    if told and any(not meld.kind.is_concealed for meld in hand.melds):
        raise WinError("contradictory_events", f"{told[0]}: the hand has claimed tiles")
    if len([name for name in told if name in ("heavenly", "earthly", "human")]) > 1:
        raise WinError("contradictory_events", f"{told[0]} and {told[1]}: a win is one of them")
    if said.human and win.winner is Seat.EAST:
        raise WinError("contradictory_events", "human: another than the dealer wins")
    if win.robs and told:
        raise WinError("contradictory_events", f"{told[0]}: nobody has a kong to rob in the first turn")


def is_fed(facts: Facts, kinds: int) -> bool:
    """Whether the pungs and kongs of ``kinds`` all lie on the table, one of them claimed, so that somebody fed."""
    fed = facts.triplets & kinds
    laid = [meld for meld in facts.holding.hand.melds if fed >> meld.first_kind & 1]
    return len(laid) == fed.bit_count() and any(not meld.kind.is_concealed for meld in laid)


def check_liable(win: Win) -> None:
    """Raise ``WinError`` where the winner is said to be liable for the own hand."""
    if win.circumstances.liable is win.winner:
        raise WinError("contradictory_events", f"liable: {win.winner} is the winner")
