"""What can be a hand and a win in riichi, with four players and with three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from scoring.circumstances import PLAIN, Circumstances
from scoring.errors import HandError, MeldError, WinError
from scoring.hand import Hand, MeldKind
from scoring.rules.riichi.dora import NOT_OF_THREE
from scoring.rules.riichi.yaku import NORTH, THREE_PLAYERS
from scoring.seats import Seat
from scoring.tiles import COPIES, KIND_TILES, Tile
from scoring.win import Event, Win

SIZE = 14
"""Tiles of a winning hand when a kong counts as three."""

MOST_INDICATORS = 5
"""The first indicator and one for each of four kongs."""

OWN_CHECKS = frozenset({Event.AFTER_KONG, Event.ROBBED_KONG})
"""Events that norths set aside make possible in other ways than kongs do."""


def check(hand: Hand, win: Win) -> None:
    """Raise ``HandError`` or ``MeldError`` for tiles that cannot be a hand, ``WinError`` for how it cannot be won."""
    said = win.circumstances
    melds = hand.melds
    for meld in melds:
        if meld.kind is MeldKind.KONG_OPENING or meld.is_honour_chow:
            raise MeldError(f"{meld} is no meld in riichi")
    if hand.flowers:
        raise HandError("not_in_play", f"{hand.flowers[0]} is not in play: riichi has no flowers")
    check_copies(hand, said)
    if len(hand.concealed) + 3 * len(melds) != SIZE:
        hand.check(SIZE)
    if said is PLAIN and not win.events:
        win.check(hand)
        return
    if said.players != len(Seat):
        check_three_players(hand, win)
    set_aside = said.rob_north or (said.norths and Event.ROBBED_KONG not in win.events)
    if set_aside:
        replace(win, events=win.events - OWN_CHECKS).check(hand)
    else:
        win.check(hand)
    for event, problem in contradictions(hand, win):
        raise WinError("contradictory_events", f"{event}: {problem}")


def check_copies(hand: Hand, said: Circumstances) -> None:
    """Raise ``TooManyCopies`` for more of a tile than a set has, over hand, indicators and norths set aside."""
    kinds = [tile.kind for tile in hand.concealed]
    for meld in hand.melds:
        kinds += [tile.kind for tile in meld.tiles]
    if said is not PLAIN:
        kinds += [tile.kind for tile in shown_tiles(said)]
    if max(Counter(kinds).values(), default=0) > COPIES:
        hand.check_copies(shown_tiles(said))


def shown_tiles(said: Circumstances) -> tuple[Tile, ...]:
    """The tiles beside the hand that are known: indicators and norths set aside."""
    return said.dora_indicators + said.ura_indicators + (KIND_TILES[NORTH],) * said.norths


def check_three_players(hand: Hand, win: Win) -> None:
    """Raise for what there is not with three players: 2 to 8 of characters, chows claimed, a seat or round of north."""
    players = win.circumstances.players
    if players != THREE_PLAYERS:
        raise WinError("contradictory_events", f"players: three or four play, not {players}")
    for tile in (*hand.tiles, *shown_tiles(win.circumstances)):
        if tile.kind in NOT_OF_THREE:
            raise HandError("not_in_play", f"{tile} is not in play with three players")
    for meld in hand.melds:
        if meld.kind is MeldKind.CHOW:
            raise MeldError(f"{meld}: with three players no chow is claimed")
    for seat in (win.winner, win.discarder, win.circumstances.liable, win.round_wind):
        if seat is Seat.NORTH:
            raise WinError("contradictory_events", "players: with three players there is no north")


def contradictions(hand: Hand, win: Win) -> Iterator[tuple[str, str]]:
    """What is told and cannot be: the name of it and why."""
    said = win.circumstances
    if said.riichi or said.double_riichi or said.ippatsu or said.open_riichi:
        yield from _of_riichi(hand, said)
    if win.events or said.after_kong or said.rob_north or said.concealed_kong:
        yield from _of_kongs(hand, win)
    if said.heavenly or said.earthly or said.human:
        yield from _of_first_turn(hand, win)
    if said.dora_indicators or said.ura_indicators:
        yield from _of_indicators(said)
    if said.norths and said.players != THREE_PLAYERS:
        yield "norths", "norths are set aside with three players only"
    if said.liable is win.winner:
        yield "liable", f"{win.winner} cannot be liable to the own hand"


def _of_indicators(said: Circumstances) -> Iterator[tuple[str, str]]:
    shown, under = len(said.dora_indicators), len(said.ura_indicators)
    if max(shown, under) > MOST_INDICATORS:
        yield "dora_indicators", f"{max(shown, under)} tiles, where five can be turned up"
    if under > shown > 0:
        yield "ura_indicators", "more tiles than lie under the indicators"
    for tile in said.dora_indicators + said.ura_indicators:
        if tile.kind is None:
            yield "dora_indicators", f"{tile} is not in play"


def _of_riichi(hand: Hand, said: Circumstances) -> Iterator[tuple[str, str]]:
    declared = said.riichi or said.double_riichi
    exposed = [meld for meld in hand.melds if meld.kind is not MeldKind.KONG_CONCEALED]
    if declared and exposed:
        yield "riichi", f"{exposed[0]} was claimed, and only a concealed hand can be declared"
    if said.ippatsu and not declared:
        yield "ippatsu", "it comes with riichi only"
    if said.open_riichi and not declared:
        yield "open_riichi", "it comes with riichi only"


def _of_kongs(hand: Hand, win: Win) -> Iterator[tuple[str, str]]:
    said = win.circumstances
    if win.kongs_before:
        if not win.self_drawn:
            yield "after_kong", "a tile drawn after a kong is self-drawn"
        if not said.norths and not any(meld.kind.is_kong for meld in hand.melds):
            yield "after_kong", "the hand has no kong"
        if said.ippatsu:
            yield "ippatsu", "a kong was made since"
    if said.rob_north:
        if said.players != THREE_PLAYERS:
            yield "rob_north", "norths are set aside with three players only"
        if win.self_drawn or win.tile.kind != NORTH:
            yield "rob_north", "the winning tile is a north that another player set aside"
    if said.concealed_kong and not win.robs:
        yield "concealed_kong", "no kong was robbed"


def _of_first_turn(hand: Hand, win: Win) -> Iterator[tuple[str, str]]:
    said = win.circumstances
    told = [name for name in ("heavenly", "earthly", "human") if getattr(said, name)]
    if hand.melds:
        yield told[0], f"{hand.melds[0]} was made before, which is no win of the first turn"
    if said.norths or win.kongs_before:
        yield told[0], "a tile was replaced before, which is no win of the first turn"
    if len(told) > 1:
        yield told[1], f"it cannot go with {told[0]}"
    if said.heavenly and (not win.self_drawn or win.winner is not Seat.EAST):
        yield "heavenly", "the dealer wins with the tiles dealt"
    if said.earthly and (not win.self_drawn or win.winner is Seat.EAST):
        yield "earthly", "another than the dealer wins on the own first draw"
    if said.human and (win.self_drawn or win.winner is Seat.EAST):
        yield "human", "another than the dealer wins on a discard before the own first draw"
    if said.riichi or said.double_riichi:
        yield told[0], "nobody can have declared riichi before"
