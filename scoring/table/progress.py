"""From one hand of play to the next: what the table tells the scoring, and what the settlement leaves on the table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from scoring.circumstances import PLAIN
from scoring.errors import WinError
from scoring.round import Round, ScoredWin, Settlement
from scoring.rules import RuleSet
from scoring.rules.riichi.payments import STICK
from scoring.seats import Seat
from scoring.table.game import JUMPING, WINS_IN_A_ROW
from scoring.table.state import MOST_HANDS, MOST_POINTS, Deal, Ending, Played, Table, Won, ranked
from scoring.win import Win

NOBODY_DECLARED: frozenset[Seat] = frozenset()


def after(table: Table, hand: Round, riichi: Collection[Seat] = NOBODY_DECLARED) -> Table:
    """The table after a hand of play, told by its seats, the dealer east; ``riichi`` are those who declared it.

    Raises ``WinError`` for what the table contradicts, for a game that is over, and for riichi of somebody who was not
    ready (``riichi_not_ready``), else as ``RuleSet.settle`` does.
    """
    return play(table, hand, riichi)[0]


def play(table: Table, hand: Round, riichi: Collection[Seat] = NOBODY_DECLARED) -> tuple[Table, Settlement]:
    """The table after a hand of play, and how that was settled; see ``after``."""
    if table.over:
        raise WinError("game_over", f"the game is over: {table.over.replace('_', ' ')}")
    if len(table.played) >= MOST_HANDS:
        raise WinError("game_over", f"the game is over: an evening has {MOST_HANDS} hands of play at most")
    rules = table.rule_set()
    staked = stakers(table, rules, hand, riichi)
    _all_ready(hand, staked)
    told = told_round(table, hand, staked)
    done = rules.settle(told)
    played = _played(table, told, done, staked)
    return continued(table, played, _next_deal(table, rules, played, done), told.ready is not None), done


def continued(table: Table, played: Played, deal: Deal, knows_ready: bool) -> Table:
    """The table after a hand of play whose outcome is known, the next deal too; it is not settled anew.

    ``knows_ready`` is whether it was told who was ready. Raises ``WinError`` for more points than anybody can have.
    """
    following = replace(table, deal=deal, played=(*table.played, played))
    totals = following.totals
    if max(map(abs, totals)) > MOST_POINTS:
        raise WinError("too_many_points", f"nobody can have or owe more than {MOST_POINTS} points")
    return replace(following, over=why_over(following, totals, knows_ready))


# What the table tells ------------------------------------------------------------------------------------------------


def told_round(table: Table, hand: Round, staked: Collection[Seat] = NOBODY_DECLARED) -> Round:
    """The hand of play with what the table knows; raises ``WinError`` where it was told otherwise."""
    deal = table.deal
    sticks = deal.sticks + len(staked)
    for key, said, known in (("honba", hand.honba, deal.honba), ("sticks", hand.sticks, sticks)):
        _agree(key, said, 0, known)
    _agree("players", hand.players, len(Seat), len(table.players))
    wins = tuple((tiles, told_win(table, win, sticks)) for tiles, win in hand.wins)
    scored = tuple(replace(one, circumstances=told_win(table, one.win, sticks).circumstances) for one in hand.scored)
    return replace(hand, wins=wins, scored=scored, honba=deal.honba, sticks=sticks, players=len(table.players))


def told_win(table: Table, win: Win, sticks: int | None = None) -> Win:
    """The win with round wind, streak, counters and sticks of the table, as far as its rules ask about them.

    Without ``sticks`` they are those on the table and the winner's own. Raises ``WinError`` where told otherwise.
    """
    deal, said, asks = table.deal, win.circumstances, table.rule_set().asks
    if sticks is None:
        sticks = deal.sticks + _declared(win)
    known = {"dealer_streak": deal.streak, "honba": deal.honba, "sticks": sticks, "players": len(table.players)}
    known = {key: value for key, value in known.items() if key in asks}
    for key, value in known.items():
        _agree(key, getattr(said, key), getattr(PLAIN, key), value)
    _agree("round", win.round_wind, Seat.EAST, deal.round_wind)
    changed: dict[str, Any] = dict(known)
    return replace(win, round_wind=deal.round_wind, circumstances=replace(said, **changed))


def _agree(key: str, said: int, untold: int, known: int) -> None:
    """Raise ``WinError`` where something was told that the table knows otherwise."""
    if said not in (untold, known):
        raise WinError("contradicts_table", f"{key}: the table says {known}, not {said}")


def _declared(win: Win) -> bool:
    """Whether the winner had declared riichi."""
    said = win.circumstances
    return said.riichi or said.double_riichi or said.open_riichi


def stakers(table: Table, rules: RuleSet, hand: Round, riichi: Collection[Seat]) -> frozenset[Seat]:
    """Who puts a stick on the table: who declared riichi, told or seen at a win; nobody after an error."""
    staked = {*riichi, *(win.winner for _, win in hand.wins if _declared(win))}
    if staked and "sticks" not in rules.asks:
        raise WinError("contradictory_events", f"riichi: nobody declares it in {rules.title.zh} {rules.title.en}")
    for seat in staked:
        if seat >= len(table.players):
            problem = f"with {len(table.players)} players nobody sits there"
            raise WinError("contradictory_events", f"riichi: {seat}: {problem}")
    return NOBODY_DECLARED if hand.offender is not None else frozenset(staked)


def _all_ready(hand: Round, staked: Collection[Seat]) -> None:
    """Raise ``WinError`` where somebody declared riichi who is said not to have been ready: an error, 错立直."""
    for seat in sorted(staked):
        if hand.ready is not None and seat not in hand.ready:
            problem = f"{seat} declared it and is said not to be ready; if so, tell an offender, not a draw"
            raise WinError("riichi_not_ready", f"riichi: {problem}")


# What is left --------------------------------------------------------------------------------------------------------


def _played(table: Table, hand: Round, done: Settlement, staked: Collection[Seat]) -> Played:
    """What the hand of play moved, by player."""
    seats = [table.seat_of(player) for player in range(len(table.players))]
    return Played(
        deal=table.deal,
        ending=_ending(hand, done),
        moved=tuple(done.payments[seat] - STICK * (seat in staked) for seat in seats),
        wins=tuple(_wins(table, done)),
        staked=tuple(player for player, seat in enumerate(seats) if seat in staked),
        taken_off=_taken_off(seats, hand, done),
    )


def _ending(hand: Round, done: Settlement) -> Ending:
    if hand.offender is not None:
        return Ending.ERROR
    if any(ledger.key == "aborted" for ledger in done.ledgers):
        return Ending.CALLED_OFF
    return Ending.WON if done.sheets or done.scored else Ending.DRAWN


def _wins(table: Table, done: Settlement) -> list[Won]:
    """Who won from whom, those told by their worth alone last; nobody when it was called off."""
    if any(ledger.key == "aborted" for ledger in done.ledgers):
        return []
    told: list[tuple[Win | ScoredWin, int]] = [(sheet.win, sheet.points) for sheet in done.sheets]
    told += [(win, win.points) for win in done.scored]
    return [
        Won(table.player_at(win.winner), None if win.discarder is None else table.player_at(win.discarder), points)
        for win, points in told
    ]


def _taken_off(seats: list[Seat], hand: Round, done: Settlement) -> tuple[int, ...]:
    """What an error costs at the end, where it is paid to nobody now."""
    error = next((ledger for ledger in done.ledgers if ledger.key == "chombo"), None)
    if error is None or any(error.payments):
        return ()
    return tuple(error.points if seat is hand.offender else 0 for seat in seats)


def _next_deal(table: Table, rules: RuleSet, played: Played, done: Settlement) -> Deal:
    """Who deals next, and what lies on the table then."""
    lap, streak = lap_and_streak(rules, played, dealer := table.player_at(done.next_dealer))
    return Deal(dealer, lap, streak, done.honba, done.sticks)


def lap_and_streak(rules: RuleSet, played: Played, dealer: int) -> tuple[int, int]:
    """How often the deal has come round when a player deals after a hand of play, and his streak."""
    stays = dealer == played.deal.dealer
    comes_round = not stays and dealer == 0 and rules.name not in JUMPING
    return played.deal.lap + comes_round, _streak(rules, played, stays)


def _streak(rules: RuleSet, played: Played, stays: bool) -> int:
    """The dealer's streak in the next hand of play; an error is played again and leaves it as it was."""
    deal = played.deal
    if played.ending is Ending.ERROR:
        return deal.streak if stays else 0
    won = any(win.winner == deal.dealer for win in played.wins)
    return deal.streak + 1 if stays and (won or rules.name not in WINS_IN_A_ROW) else 0


def why_over(table: Table, totals: tuple[int, ...], knows_ready: bool) -> str:
    """Why the game is over after its last hand of play, where players have ``totals``; empty when it goes on.

    After a draw that does not say who is ready no dealer stops the game.
    """
    game, last, lap = table.game, table.played[-1], table.deal.lap
    replayed, stays = last.ending is Ending.ERROR, table.deal.dealer == last.deal.dealer
    if game.bust and min(totals) < 0:
        return "bust"
    if game.hands and sum(one.ending is not Ending.ERROR for one in table.played) >= game.hands:
        return "hands"
    if not game.rounds or replayed:
        return ""
    reached = not game.target or max(totals) >= game.target
    if last.deal.lap >= game.rounds and reached:
        return "target"
    if lap >= game.rounds and (reached or lap > game.rounds):
        return "rounds"
    return "dealer_stops" if stays and _stops(table, totals, knows_ready) else ""


def _stops(table: Table, totals: tuple[int, ...], knows_ready: bool) -> bool:
    """Whether the last dealer, who would deal again, leads with what is needed and so ends the game."""
    game, last = table.game, table.played[-1]
    is_last = last.deal.lap >= game.rounds - 1 and last.deal.dealer == len(table.players) - 1
    regular = last.ending is Ending.WON or (last.ending is Ending.DRAWN and knows_ready)
    leads = ranked(totals)[0] == last.deal.dealer and totals[last.deal.dealer] >= game.target
    return game.last_dealer_stops and is_last and regular and leads
