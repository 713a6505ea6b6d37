"""The seats of a table."""

from __future__ import annotations

from enum import IntEnum

from scoring.errors import NotationError


class Seat(IntEnum):
    """A seat by its wind, in the order of play; east deals."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def kind(self) -> int:
        """The kind of the wind tile of the same name."""
        return 27 + self.value

    @property
    def chinese(self) -> str:
        """The wind in Chinese."""
        return "东南西北"[self.value]

    @property
    def japanese(self) -> str:
        """The wind in Japanese."""
        return "東南西北"[self.value]

    def __str__(self) -> str:
        return self.name.lower()

    __hash__ = int.__hash__


BySeat = tuple[int, int, int, int]
"""A number for each seat, east first."""

NOBODY: BySeat = (0, 0, 0, 0)
"""Nothing for any seat."""

_SEATS = {name: seat for seat in Seat for name in (seat.name, seat.name[0], seat.chinese)} | {"東": Seat.EAST}


def parse_seat(text: str) -> Seat:
    """The seat that ``east``, ``E`` or ``东`` names."""
    seat = _SEATS.get(text.strip().upper())
    if seat is None:
        raise NotationError("unknown_seat", f"no seat {text!r}; seats are {', '.join(map(str, Seat))}")
    return seat
