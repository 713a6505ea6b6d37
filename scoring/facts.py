"""Facts: what the fan ask of one reading of a hand, worked out once."""

from __future__ import annotations


class Facts:
    """What the fan ask of one reading of a hand."""
