"""How a chow waited for its last tile."""

from __future__ import annotations

EDGE, CLOSED, OPEN = "edge", "closed", "open"
"""For the 3 of 123 or the 7 of 789, the middle tile, or one end of two."""


def chow_wait(chow: int, kind: int) -> str:
    """How the chow with the lowest kind ``chow`` waited for one of its kinds."""
    if kind == chow + 1:
        return CLOSED
    ends = (kind == chow + 2 and chow % 9 == 0) or (kind == chow and chow % 9 == 6)
    return EDGE if ends else OPEN
