"""Whether a table can have come about: every hand of play has to follow from the one before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

from scoring.rules import RuleSet
from scoring.rules.riichi.draws import counters_after
from scoring.rules.riichi.payments import STICK
from scoring.table.game import JUMPING
from scoring.table.progress import lap_and_streak, why_over
from scoring.table.state import MOST_POINTS, Deal, Ending, Played, Table

TOLD_AS = {Ending.ERROR: "offender", Ending.CALLED_OFF: "aborted"}
"""What tells of an ending that not all rules have."""


def misfit(table: Table) -> tuple[str, str] | None:
    """The first field that cannot have come about, and why, in a phrase; ``None`` for a table that can."""
    return next(_misfits(table), None)


def _misfits(table: Table) -> Iterator[tuple[str, str]]:
    rules = table.rule_set()
    if (table.played[0].deal if table.played else table.deal) != Deal():
        yield "played.0.deal" if table.played else "deal", "an evening begins with the first player's deal"
    deals = [*(hand.deal for hand in table.played), table.deal]
    for number, (hand, deal) in enumerate(zip(table.played, deals[1:], strict=True)):
        for field, why in _of_hand(rules, len(table.players), hand):
            yield f"played.{number}.{field}", why
        place = f"played.{number + 1}.deal" if number + 1 < len(table.played) else "deal"
        for field, why in _of_deal(rules, len(table.players), hand, deal):
            yield f"{place}.{field}", why
        if sum(hand.moved) != STICK * (hand.deal.sticks - deal.sticks):
            yield f"played.{number}.moved", "what is moved and the sticks on the table do not add up"
    yield from _of_end(table, deals)


def _of_hand(rules: RuleSet, players: int, hand: Played) -> Iterator[tuple[str, str]]:
    """What is wrong with a hand of play by itself."""
    told = {
        "deal.dealer": [hand.deal.dealer],
        "staked": hand.staked,
        "wins": [player for won in hand.wins for player in (won.winner, won.discarder) if player is not None],
    }
    for field, sitting in told.items():
        if any(player >= players for player in sitting):
            yield field, f"{players} play"
    if len(hand.moved) != players:
        yield "moved", f"{players} play"
    if list(hand.staked) != sorted(set(hand.staked)) or (hand.staked and "sticks" not in rules.asks):
        yield "staked", "each who declared riichi is named once, in order, where it is played"
    if TOLD_AS.get(hand.ending, "wins") not in ("wins", *rules.settles):
        yield "ending", f"no hand of play ends so in {rules.name}"
    winners = [won.winner for won in hand.wins]
    if bool(winners) != (hand.ending is Ending.WON) or len(set(winners)) < len(winners):
        yield "wins", f"a hand of play that ended as {hand.ending.value} has other winners"
    if any(won.discarder == won.winner or won.points < 0 for won in hand.wins):
        yield "wins", "nobody wins from himself, or less than nothing"
    if hand.taken_off and not _is_penalty(hand, players):
        yield "taken_off", "it is taken off one player, for an error that is not paid at once"


def _is_penalty(hand: Played, players: int) -> bool:
    """Whether points are taken off one player's final score for an error."""
    off = hand.taken_off
    return hand.ending is Ending.ERROR and len(off) == players and sum(map(bool, off)) == 1 and min(off) == 0


def _of_deal(rules: RuleSet, players: int, hand: Played, deal: Deal) -> Iterator[tuple[str, str]]:
    """What does not follow from the hand of play before."""
    before = hand.deal
    stays = deal.dealer == before.dealer
    if deal.dealer >= players:
        yield "dealer", f"{players} play"
    elif rules.name not in JUMPING and not stays and deal.dealer != (before.dealer + 1) % players:
        yield "dealer", f"after player {before.dealer} nobody deals but he or the next one"
    lap, streak = lap_and_streak(rules, hand, deal.dealer)
    honba, sticks = (0, 0) if "honba" not in rules.asks else _counters(hand, stays)
    follows = replace(deal, lap=lap, streak=streak, honba=honba, sticks=sticks)
    for field in fields(deal):
        if getattr(deal, field.name) != getattr(follows, field.name):
            yield field.name, f"after the hand of play before it is {getattr(follows, field.name)}"


def _counters(hand: Played, stays: bool) -> tuple[int, int]:
    """Counters and sticks after a hand of play."""
    before = hand.deal
    if hand.ending is Ending.ERROR:
        return before.honba, before.sticks
    return counters_after(before.honba, before.sticks + len(hand.staked), hand.ending is Ending.WON, stays)


def _of_end(table: Table, deals: list[Deal]) -> Iterator[tuple[str, str]]:
    """Points without bounds, a game that was over before, and an end that it does not have."""
    for number, totals in enumerate(table.running[1:], 1):
        if max(map(abs, totals)) > MOST_POINTS:
            yield f"played.{number - 1}.moved", f"nobody can have or owe more than {MOST_POINTS} points"
        part = replace(table, played=table.played[:number], deal=deals[number])
        ends = {why_over(part, totals, knows_ready) for knows_ready in (True, False)}
        if number < len(table.played) and "" not in ends:
            yield f"played.{number}", f"the game was over before: {' or '.join(sorted(ends))}"
        if number == len(table.played) and table.over not in ends:
            yield "over", f"it is {' or '.join(repr(end) for end in sorted(ends))}"
    if not table.played and table.over:
        yield "over", "nothing has been played"
