"""What ends a hand of play beside one win: several winners, draws, errors; and what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.errors import NotAllowed, WinError
from scoring.facts import seat_text
from scoring.round import Round, ScoredWin, Settlement
from scoring.rules.claims import steps_from
from scoring.rules.riichi import limits
from scoring.rules.riichi.options import RiichiOptions
from scoring.rules.riichi.payments import (
    Claim,
    Shared,
    self_drawn,
    settled,
    together,
    win_shares,
)
from scoring.rules.riichi.yaku import THREE_PLAYERS
from scoring.seats import Seat
from scoring.sentences import listing, sentence
from scoring.sheet import NOTHING, Ledger, Payments
from scoring.win import Win
from scoring.worth import payments_unknown

NOTEN = 3000
"""What those who are not ready pay together, with four players."""

ABORTS: dict[str, tuple[str, str, str]] = {
    "nine_terminals": ("九种九牌", "Nine Terminals and Honours", "九種九牌"),
    "four_winds": ("四风连打", "Four Equal Winds Discarded", "四風連打"),
    "four_riichi": ("四家立直", "Four Riichi", "四家立直"),
    "four_kongs": ("四杠散了", "Four Kongs by Several Players", "四槓散了"),
    "three_winners": ("三家和了", "Three Winners", "三家和了"),
}
"""Why a hand of play is called off: names in Chinese, English and Japanese."""

FOUR_PLAYERS_ONLY = ("four_winds", "four_riichi", "three_winners")
"""What cannot come about with three players."""

FINAL_PENALTY = 20000
EACH_PENALTY = 3000


def by_nearness(winners: Iterable[Seat], discarder: Seat | None, players: int) -> list[Seat]:
    """The winners, the first after the discarder first."""
    start = Seat.EAST if discarder is None else discarder
    return sorted(winners, key=lambda seat: steps_from(start, seat, players))


def ron_winners(table: Round) -> tuple[list[Seat], Seat | None]:
    """All the winners of a hand of play, the nearest first, and the discarder."""
    wins: Sequence[Win | ScoredWin] = [*(win for _, win in table.wins), *table.scored]
    discarder = wins[0].discarder if wins else None
    if len({win.winner for win in wins}) < len(wins):
        raise WinError("contradictory_events", "a player wins twice")
    if len(wins) > 1 and (discarder is None or any(win.discarder is not discarder for win in wins)):
        raise WinError("contradictory_events", "several win on one discard only")
    tiles = list(dict.fromkeys(win.tile.plain.code for _, win in table.wins))
    if len(tiles) > 1:
        raise WinError("contradictory_events", f"several win on one tile only, not on {' and '.join(tiles)}")
    return by_nearness((win.winner for win in wins), discarder, table.players), discarder


def counted(table: Round, options: RiichiOptions) -> Round:
    """The hand of play with those wins alone that count; called off where three winners do that."""
    table = replace(table, players=players_of(table))
    check_seats(table)
    check_ending(table)
    winners, _ = ron_winners(table)
    if len(winners) > 2 and options.triple_ron == "abort":
        return replace(table, wins=(), scored=(), aborted="three_winners")
    if len(winners) > 1 and options.multiple_ron == "head_bump":
        nearest = winners[0]
        return replace(
            table,
            wins=tuple(one for one in table.wins if one[1].winner is nearest),
            scored=tuple(one for one in table.scored if one.winner is nearest),
        )
    return table


def check_seats(table: Round) -> None:
    """Raise ``WinError`` for a number of players that cannot play, and for a seat that nobody has."""
    if table.players not in (THREE_PLAYERS, len(Seat)):
        raise WinError("contradictory_events", f"players: three or four play, not {table.players}")
    told = {
        "ready": table.ready or (),
        "nagashi": table.nagashi,
        "offender": (table.offender,),
        "scored": [seat for one in table.scored for seat in (one.winner, one.discarder, one.liable)],
    }
    for name, seats in told.items():
        if table.players == THREE_PLAYERS and Seat.NORTH in seats:
            raise WinError("contradictory_events", f"{name}: with three players there is no north")


def check_ending(table: Round) -> None:
    """Raise ``WinError`` for a hand of play that ends in several ways."""
    ways = {
        "wins": bool(table.wins or table.scored),
        "nagashi": bool(table.nagashi),
        "aborted": bool(table.aborted),
        "offender": table.offender is not None,
    }
    told = [name for name, so in ways.items() if so]
    if len(told) > 1:
        raise WinError("contradictory_events", f"{told[1]}: a hand of play with {told[0]} does not end so as well")


def players_of(table: Round) -> int:
    """How many play, as the table or a win tells."""
    return min([table.players, *(win.circumstances.players for _, win in table.wins)])


def counters(table: Round) -> tuple[int, int]:
    """Honba and sticks on the table, as it or a win tells."""
    said = [win.circumstances for _, win in table.wins]
    honba = table.honba or max((one.honba for one in said), default=0)
    return honba, table.sticks or max((one.sticks for one in said), default=0)


def claimed_counters(table: Round, winner: Seat, options: RiichiOptions) -> tuple[int, int]:
    """The honba and the sticks that go to a winner: all to the nearest, the honba to each where the options say so."""
    honba, sticks = counters(table)
    nearest = ron_winners(table)[0][0] is winner
    return honba if nearest or options.honba_to_each else 0, sticks if nearest else 0


def told(table: Round, win: Win, options: RiichiOptions) -> Win:
    """The win with the counters that go to it."""
    honba, sticks = claimed_counters(table, win.winner, options)
    said = replace(win.circumstances, honba=honba, sticks=sticks, players=table.players)
    return replace(win, circumstances=said)


# What is settled -----------------------------------------------------------------------------------------------------


def ledgers(table: Round, options: RiichiOptions) -> tuple[Ledger, ...]:
    """What is settled apart from a win whose hand is shown."""
    if table.offender is not None:
        return (chombo(table.offender, table.players, options),)
    if table.aborted:
        return (aborted(table, options),)
    if table.winners:
        return ()
    if table.nagashi and options.nagashi:
        return tuple(nagashi(seat, table.players, options) for seat in sorted(table.nagashi))
    return noten(table, options)


def noten(table: Round, options: RiichiOptions) -> tuple[Ledger, ...]:
    """What those who are not ready pay to the others when the wall is empty."""
    if table.ready is None:
        return ()
    seats = list(Seat)[: table.players]
    ready = [seat for seat in seats if seat in table.ready]
    whole = options.sanma_noten if table.players == THREE_PLAYERS else NOTEN
    payments, each = NOTHING, 0
    if 0 < len(ready) < len(seats):
        each, paid = whole // len(ready), whole // (len(seats) - len(ready))
        amounts = [0 if seat not in seats else each if seat in ready else -paid for seat in Seat]
        payments = Payments(amounts[0], amounts[1], amounts[2], amounts[3])
    names = listing(ready) or sentence("nobody")
    reason = sentence("ready at the end of the wall: {seats}", seats=names)
    formula = f"{whole} / {len(ready)}" if each else "0"
    return (Ledger("noten", "不听罚符", "Payments of the Unready", payments, each, formula, reason, "不聴罰符"),)


def mangan(winner: Seat, players: int, options: RiichiOptions) -> Shared:
    """A self-drawn mangan."""
    return win_shares(limits.MANGAN, Claim(winner, None, players), options)


def nagashi(seat: Seat, players: int, options: RiichiOptions) -> Ledger:
    """All discards of a player were ones, nines and honours, none of them claimed: a mangan, without counters."""
    shares = mangan(seat, players, options)
    reason = sentence("all discards of {seat} were ones, nines and honours, and none was claimed", seat=seat_text(seat))
    names = ("流局满贯", "Nagashi Mangan")
    return Ledger("nagashi", *names, shares.payments, shares.points, shares.formula, reason, "流し満貫")


def chombo(offender: Seat, players: int, options: RiichiOptions) -> Ledger:
    """What an error costs that ends the hand of play."""
    payments, points, formula = _penalty(offender, players, options)
    reason: str = sentence("{seat} made an error that ends the hand", seat=seat_text(offender))
    if payments is NOTHING:
        reason = listing([reason, sentence("{points} are taken off the final score", points=FINAL_PENALTY)], "; ")
    return Ledger("chombo", "错和", "Chombo", payments, points, formula, reason, "チョンボ")


def _penalty(offender: Seat, players: int, options: RiichiOptions) -> tuple[Payments, int, str]:
    """Payments, points and formula of an error."""
    if options.chombo == "final_20000":
        return NOTHING, FINAL_PENALTY, sentence("-{points} at the end", points=FINAL_PENALTY)
    amounts = self_drawn(limits.MANGAN, offender, players, options)
    if options.chombo == "each_3000":
        amounts = dict.fromkeys(amounts, EACH_PENALTY)
    payments = -Payments.to(offender, amounts)
    return payments, payments.moved, " + ".join(map(str, amounts.values()))


def aborted(table: Round, options: RiichiOptions) -> Ledger:
    """A hand of play that is called off: nobody pays."""
    names = ABORTS.get(table.aborted)
    if names is None:
        raise WinError("contradictory_events", f"aborted: no {table.aborted!r}; there are {', '.join(ABORTS)}")
    if not options.abortive_draws and table.aborted != "three_winners":
        raise NotAllowed("no_abortive_draws", f"these rules know no {names[1]} {names[0]}")
    if table.players == THREE_PLAYERS and table.aborted in FOUR_PLAYERS_ONLY:
        raise WinError("contradictory_events", f"aborted: {table.aborted} needs four players")
    return Ledger("aborted", names[0], names[1], NOTHING, 0, "0", sentence("the hand of play is called off"), names[2])


def scored(win: ScoredWin, table: Round, options: RiichiOptions) -> Ledger:
    """A win told by its worth alone, with the counters that go to it and what a liable player takes over."""
    honba, sticks = claimed_counters(table, win.winner, options)
    claim = Claim(win.winner, win.discarder, table.players, honba, sticks, win.liable)
    basic = limits.YAKUMAN * win.yakuman
    shares, apart, whole = settled(basic, claim, options, limits.YAKUMAN * win.liable_yakuman)
    if not basic:
        shares = told_shares(win, claim, options)
        whole = together(shares, apart)
    formula = " + ".join([shares.formula, *(ledger.formula for ledger in apart if ledger.key != "liability")])
    won = sentence("{seat} wins", seat=seat_text(win.winner))
    reason = listing([won, *(ledger.reason for ledger in apart)], "; ")
    return Ledger("win", "和牌", "Win", whole, shares.points, formula, reason, "和了")


def told_shares(win: ScoredWin, claim: Claim, options: RiichiOptions) -> Shared:
    """What each pays for a hand of so many points, without counters: as it was told, or as it follows from them.

    Raises ``WinError`` ``payments_unknown`` for points that no self-drawn hand has.
    """
    if win.payments is not None:
        amounts = {seat: amount for seat, amount in zip(Seat, win.payments, strict=True) if amount}
        if win.winner in amounts or any(seat >= claim.players for seat in amounts):
            raise WinError("contradictory_events", f"payments: only the others at the table pay {win.winner}")
        whole = sum(amounts.values())
        return Shared(Payments.to(win.winner, amounts), whole, " + ".join(map(str, amounts.values())) or "0")
    if win.discarder is not None:
        return Shared(Payments.to(win.winner, {win.discarder: win.points}), win.points, str(win.points))
    for basic in BASICS:
        shares = win_shares(basic, claim, options)
        if shares.points == win.points:
            return shares
    raise payments_unknown(f"no self-drawn hand brings {win.points} points")


BASICS = tuple(
    sorted(
        {fu << han + 2 for han in range(1, 5) for fu in (20, 25, *range(30, 120, 10)) if fu << han + 2 < limits.MANGAN}
        | {basic for _, basic, _ in limits.LIMITS}
        | {limits.YAKUMAN * number for number in range(1, limits.MOST_YAKUMAN + 1)}
    )
)
"""All basic points that a hand can have; each makes other payments of a self-draw."""


# What comes next -----------------------------------------------------------------------------------------------------


def next_dealer(table: Round, options: RiichiOptions) -> Seat:
    """The dealer who won deals again, and who is ready after a draw; so he does after an error or an abortive draw."""
    winners = [*(win.winner for _, win in table.wins), *(one.winner for one in table.scored)]
    if winners:
        return Seat.EAST if Seat.EAST in winners else Seat.SOUTH
    if table.offender is not None or table.aborted or table.ready is None:
        return Seat.EAST
    return Seat.EAST if options.ready_dealer_stays and Seat.EAST in table.ready else Seat.SOUTH


def carried(table: Round, settled: Settlement) -> Settlement:
    """The settlement with the counters for the next hand: one more when the dealer won or nobody, else none."""
    if table.offender is not None:
        honba, sticks = counters(table)
    else:
        won = bool(table.wins or table.scored)
        honba, sticks = counters_after(*counters(table), won, settled.next_dealer is Seat.EAST)
    return replace(settled, honba=honba, sticks=sticks)


def counters_after(honba: int, sticks: int, won: bool, stays: bool) -> tuple[int, int]:
    """The counters and sticks that lie there after a hand of play without an error, won or not, the dealer staying."""
    return honba + 1 if stays or not won else 0, 0 if won else sticks
