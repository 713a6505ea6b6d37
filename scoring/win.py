"""How the hand was won: what the table knows and the tiles do not show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scoring.circumstances import PLAIN, Circumstances
from scoring.errors import NotationError, WinError
from scoring.hand import OPENING_KONGS, Hand
from scoring.seats import Seat as Seat
from scoring.seats import parse_seat as parse_seat
from scoring.tiles import Tile


class Event(Enum):
    """Something special about the winning tile."""

    LAST_TILE = "last_tile"
    """The wall is empty: the tile is the last one drawn, or was discarded after the last draw."""
    AFTER_KONG = "after_kong"
    """The tile was drawn as the replacement for a kong."""
    ROBBED_KONG = "robbed_kong"
    """The tile was being added to a pung by the player named as discarder."""
    LAST_COPY = "last_copy"
    """The other three tiles of its kind lay open on the table."""

    def __str__(self) -> str:
        return self.value

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Win:
    """The winning tile, who won on it and how."""

    tile: Tile
    """The tile that completed the hand; it is among the hand's concealed tiles."""
    winner: Seat
    """The winner's seat wind."""
    discarder: Seat | None = None
    """Who gave the tile, or whose kong was robbed; ``None`` when the winner drew it."""
    round_wind: Seat = Seat.EAST
    """The prevailing wind."""
    events: frozenset[Event] = frozenset()
    """What else is known about the winning tile."""
    circumstances: Circumstances = PLAIN
    """What else the table knows; each rule system asks for some of it."""

    @property
    def self_drawn(self) -> bool:
        """Whether the winner drew the tile."""
        return self.discarder is None

    @property
    def robs(self) -> bool:
        """Whether the tile was another player's fourth of a kong."""
        return Event.ROBBED_KONG in self.events

    @property
    def kongs_before(self) -> int:
        """How many kongs in a row brought the tile as their replacement."""
        return self.circumstances.after_kong or int(Event.AFTER_KONG in self.events)

    def check(self, hand: Hand, wild: tuple[Tile, ...] = (), opening_kongs: bool = False) -> None:
        """Raise ``WinError`` when the win cannot have come about with this hand; flowers may be ``wild``.

        With ``opening_kongs`` a robbed tile may have been added to one of different tiles.
        """
        if self.discarder is self.winner:
            raise WinError("winner_is_discarder", f"from: {self.winner} cannot win on the own discard")
        if self.tile not in hand.concealed and not (self.tile in wild and self.tile in hand.flowers):
            raise WinError("win_tile_missing", f"the winning tile {self.tile} is not among {hand}")
        if self.events:
            self._check_events(hand, opening_kongs)

    def _check_events(self, hand: Hand, opening_kongs: bool) -> None:
        for event in sorted(self.events, key=lambda event: event.value):
            problem = _problem(event, self, hand, opening_kongs)
            if problem:
                raise WinError("contradictory_events", f"{event}: {problem}")


def _problem(event: Event, win: Win, hand: Hand, opening_kongs: bool) -> str | None:
    """Why the event cannot go with this win, or ``None``."""
    others_concealed = sum(tile.kind == win.tile.kind for tile in hand.concealed) - 1
    others_in_hand = sum(tile.kind == win.tile.kind for tile in hand.tiles) - 1
    if event is Event.AFTER_KONG:
        if not win.self_drawn:
            return "a tile drawn after a kong is self-drawn"
        if not any(meld.kind.is_kong for meld in hand.melds):
            return "the hand has no kong"
    elif event is Event.ROBBED_KONG:
        if win.self_drawn:
            return "the robbed tile comes from another player"
        added_to_others = opening_kongs and any(win.tile.kind in family for family in OPENING_KONGS)
        if others_in_hand and not added_to_others:
            return f"three more {win.tile.plain} lie in the robbed kong, so the hand cannot hold another"
    elif event is Event.LAST_COPY and others_concealed:
        return f"the hand holds {others_concealed} more {win.tile.plain} that did not lie open"
    return None


_EVENTS = {event.value: event for event in Event}


def parse_event(text: str) -> Event:
    """The event that a word such as ``last_tile`` names; ``-`` stands for ``_`` too."""
    event = _EVENTS.get(text.strip().lower().replace("-", "_"))
    if event is None:
        raise NotationError("unknown_event", f"no event {text!r}; events are {', '.join(_EVENTS)}")
    return event
