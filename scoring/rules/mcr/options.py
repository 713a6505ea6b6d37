"""What a house may change about MCR."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.base import Options


@dataclass(frozen=True, slots=True)
class McrOptions(Options):
    """The switches of 国标麻将; the defaults are the competition rules."""

    minimum: int = 8
    """The points a winner needs, flowers apart."""
    base: int = 8
    """What every other player pays on top of, or instead of, the hand's points."""
    flowers: bool = True
    """Whether each flower is worth a point."""
    mixed_kongs: bool = True
    """Whether a concealed and an exposed kong make 明暗杠 (5); if not, they count 暗杠 (2) and 明杠 (1)."""
