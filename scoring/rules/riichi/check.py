"""What can be a hand and a win in riichi, with four players and with three."""

from __future__ import annotations

from dataclasses import replace
from operator import eq
from typing import NoReturn

from scoring.circumstances import PLAIN, Circumstances
from scoring.errors import HandError, MeldError, WinError
from scoring.hand import Hand, MeldKind
from scoring.rules.riichi.dora import NOT_OF_THREE
from scoring.rules.riichi.yaku import NORTH, THREE_PLAYERS
from scoring.seats import Seat
from scoring.tiles import ALL_TILES, COPIES, KIND_TILES, Tile
from scoring.win import Event, Win

SIZE = 14
"""Tiles of a winning hand when a kong counts as three."""

MOST_INDICATORS = 5
"""The first indicator and one for each of four kongs."""

ABSENT = frozenset(tile for tile in ALL_TILES if tile.kind in NOT_OF_THREE)
"""The tiles that three players do without."""

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
    check_told(hand, win)


def check_copies(hand: Hand, said: Circumstances) -> None:
    """Raise ``TooManyCopies`` for more of a tile than a set has, over hand, indicators and norths set aside."""
    kinds = list(hand.kinds)
    for meld in hand.melds:
        kinds += [tile.kind or 0 for tile in meld.tiles]
    if said is not PLAIN:
        kinds += [tile.kind or 0 for tile in shown_tiles(said)]
    kinds.sort()
    if any(map(eq, kinds, kinds[COPIES:])):
        hand.check_copies(shown_tiles(said))


def shown_tiles(said: Circumstances) -> tuple[Tile, ...]:
    """The tiles beside the hand that are known: indicators and norths set aside."""
    return said.dora_indicators + said.ura_indicators + (KIND_TILES[NORTH],) * said.norths


def check_three_players(hand: Hand, win: Win) -> None:
    """Raise for what there is not with three players: 2 to 8 of characters, chows claimed, a seat or round of north."""
    players = win.circumstances.players
    if players != THREE_PLAYERS:
        raise WinError("contradictory_events", f"players: three or four play, not {players}")
    tiles = (*hand.concealed, *shown_tiles(win.circumstances), *(meld.tiles[0] for meld in hand.melds))
    if not ABSENT.isdisjoint(tiles):
        tile = next(tile for tile in tiles if tile in ABSENT)
        raise HandError("not_in_play", f"{tile} is not in play with three players")
    for meld in hand.melds:
        if meld.kind is MeldKind.CHOW:
            raise MeldError(f"{meld}: with three players no chow is claimed")
    if Seat.NORTH in (win.winner, win.discarder, win.circumstances.liable, win.round_wind):
        raise WinError("contradictory_events", "players: with three players there is no north")


def check_told(hand: Hand, win: Win) -> None:
    """Raise ``WinError`` for what is told and cannot be."""
    said = win.circumstances
    for name in ("honba", "sticks", "norths"):
        if getattr(said, name) < 0:
            _refuse(name, f"there cannot be {getattr(said, name)}")
    if said.riichi or said.double_riichi or said.ippatsu or said.open_riichi:
        _check_riichi(hand, said)
    if win.events or said.after_kong or said.rob_north or said.concealed_kong:
        _check_kongs(hand, win)
    if said.heavenly or said.earthly or said.human:
        _check_first_turn(hand, win)
    if said.dora_indicators or said.ura_indicators:
        _check_indicators(said)
    if said.norths and said.players != THREE_PLAYERS:
        _refuse("norths", "norths are set aside with three players only")
    if said.liable is win.winner:
        _refuse("liable", f"{win.winner} cannot be liable to the own hand")


def _refuse(name: str, problem: str) -> NoReturn:
    raise WinError("contradictory_events", f"{name}: {problem}")


def _check_indicators(said: Circumstances) -> None:
    shown, under = len(said.dora_indicators), len(said.ura_indicators)
    if shown > MOST_INDICATORS or under > MOST_INDICATORS:
        _refuse("dora_indicators", f"{max(shown, under)} tiles, where five can be turned up")
    if under > shown > 0:
        _refuse("ura_indicators", "more tiles than lie under the indicators")
    for tile in said.dora_indicators + said.ura_indicators:
        if tile.kind is None:
            _refuse("dora_indicators", f"{tile} is not in play")


def _check_riichi(hand: Hand, said: Circumstances) -> None:
    declared = said.riichi or said.double_riichi
    if declared and hand.melds:
        exposed = [meld for meld in hand.melds if meld.kind is not MeldKind.KONG_CONCEALED]
        if exposed:
            _refuse("riichi", f"{exposed[0]} was claimed, and only a concealed hand can be declared")
    if said.ippatsu and not declared:
        _refuse("ippatsu", "it comes with riichi only")
    if said.open_riichi and not declared:
        _refuse("open_riichi", "it comes with riichi only")


def _check_kongs(hand: Hand, win: Win) -> None:
    said = win.circumstances
    if win.kongs_before:
        if not win.self_drawn:
            _refuse("after_kong", "a tile drawn after a kong is self-drawn")
        if not said.norths and not any(meld.kind.is_kong for meld in hand.melds):
            _refuse("after_kong", "the hand has no kong")
        if said.ippatsu:
            _refuse("ippatsu", "a kong was made since")
    if said.rob_north:
        if said.players != THREE_PLAYERS:
            _refuse("rob_north", "norths are set aside with three players only")
        if win.self_drawn or win.tile.kind != NORTH:
            _refuse("rob_north", "the winning tile is a north that another player set aside")
    if said.concealed_kong and not win.robs:
        _refuse("concealed_kong", "no kong was robbed")


def _check_first_turn(hand: Hand, win: Win) -> None:
    said = win.circumstances
    told = [name for name in ("heavenly", "earthly", "human") if getattr(said, name)]
    if hand.melds:
        _refuse(told[0], f"{hand.melds[0]} was made before, which is no win of the first turn")
    if said.norths or win.kongs_before:
        _refuse(told[0], "a tile was replaced before, which is no win of the first turn")
    if Event.LAST_TILE in win.events:
        _refuse(told[0], "the last tile of the wall is not drawn or discarded in the first turn")
    if len(told) > 1:
        _refuse(told[1], f"it cannot go with {told[0]}")
    if said.heavenly and (not win.self_drawn or win.winner is not Seat.EAST):
        _refuse("heavenly", "the dealer wins with the tiles dealt")
    if said.earthly and (not win.self_drawn or win.winner is Seat.EAST):
        _refuse("earthly", "another than the dealer wins on the own first draw")
    if said.human and (win.self_drawn or win.winner is Seat.EAST):
        _refuse("human", "another than the dealer wins on a discard before the own first draw")
    if said.riichi or said.double_riichi:
        _refuse(told[0], "nobody can have declared riichi before")
