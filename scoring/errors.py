"""What a caller can put right, each with a stable ``code``; the message names the value at fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager


class ScoringError(Exception):
    """Anything wrong with the tiles, the win or the options that the caller can put right."""

    part = ""
    """The part of what was told that is mostly at fault: ``hand``; empty where that differs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        """A word for programs, the same in every version."""
        self.message = message
        """A sentence for people."""
        self.place = ""
        """Where in a hand of play the part lies: ``wins.0``; empty for a hand on its own."""

    @property
    def about(self) -> str:
        """The name of the value at fault: the one that the message begins with, or else the part."""
        named = _NAMED.match(self.message)
        return named[1] if named else self.part


_NAMED = re.compile(r"([a-z_]+): ")


@contextmanager
def placed(place: str) -> Iterator[None]:
    """Errors tell that they lie in this place of a hand of play."""
    try:
        yield
    except ScoringError as error:
        error.place = error.place or place
        raise


class NotationError(ScoringError):
    """Text that names nothing: ``unknown_tile``, ``bad_notation``, ``unknown_seat``, ``bad_hint``, ..."""


class MeldError(ScoringError):
    """Tiles that make no chow, pung or kong: ``not_a_meld``."""

    part = "hand"

    def __init__(self, message: str) -> None:
        super().__init__("not_a_meld", message)


class HandError(ScoringError):
    """Tiles that cannot be one player's hand: ``wrong_tile_count``, ``flower_in_hand``, ``bad_indicator``, ..."""

    part = "hand"


class TooManyCopies(HandError):
    """More of a tile than a set of tiles has: ``too_many_copies``."""

    def __init__(self, tile: str, count: int, limit: int) -> None:
        super().__init__("too_many_copies", f"{count} of {tile}, where a set of tiles has {limit}")
        self.tile = tile
        """The code of the tile, a red five as its plain five."""
        self.count = count
        """How many there are over hand, melds and indicators together."""


class WinError(ScoringError):
    """Circumstances that cannot be: ``win_tile_missing``, ``contradictory_events``, ``winner_is_discarder``, ...

    ``not_settled`` is something told of a hand of play for which the rules settle nothing.
    """

    part = "win"


class NotAWin(ScoringError):
    """A hand that has no winning shape under the rules: ``not_a_win``."""

    part = "hand"

    def __init__(self, message: str, distance: int) -> None:
        super().__init__("not_a_win", message)
        self.distance = distance
        """How many tiles would have to be exchanged for the nearest winning hand."""


class BelowMinimum(ScoringError):
    """A winning shape worth less than the rules ask for: ``below_minimum``."""

    part = "hand"

    def __init__(self, message: str, points: int, minimum: int) -> None:
        super().__init__("below_minimum", message)
        self.points = points
        """What the best reading reaches, flowers apart."""
        self.minimum = minimum
        """What the rules ask for."""


class NotAllowed(ScoringError):
    """A complete hand that may not win this way: ``self_draw_only``, ``lone_wild_on_discard``, ``missing_suit``, ..."""

    part = "hand"


class OptionError(ScoringError):
    """No such rules, option or value: ``unknown_rules``, ``unknown_option``, ``bad_option``."""
