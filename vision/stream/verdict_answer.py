"""What is answered to a claim about a stream."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Answer(Enum):
    """Whether a claim is right."""

    CONFIRMED = "confirmed"
    """The stream shows it, surely."""
    CONTRADICTED = "contradicted"
    """The stream shows something else, as surely."""
    UNDECIDED = "undecided"
    """Neither is sure."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a claim is undecided.

    Codes: ``no_tiles``, ``no_hand``, ``never_settled``, ``few_looks``, ``tiles_seen``, ``tile_unsure``,
    ``read_otherwise``, ``tile_changed``, ``hidden``, ``melds_differ``, ``winning_tile_differs``, ``score_depends``,
    those of ``vision.errors.StreamError`` where the stream broke off, and those of ``vision.stream.state.Missing``
    and ``vision.hand_reading.Doubt`` that stand in the way, such as ``too_dark``, ``blurred`` or ``covered``.
    """

    code: str
    """Stable."""
    message: str
    """For people."""
    tiles: tuple[int, ...] = ()
    """Indices into the reading's tiles."""
