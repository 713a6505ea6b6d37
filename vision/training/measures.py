"""Shares with how sure they are, confidence against what came true, and figures by group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, sqrt
from typing import Any

Z95 = 1.959964
"""Standard deviations within which a normal variable lies 95 times in 100."""

BINS = 15
"""Into which the calibration parts confidence, of one width each."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """0 to 1, to four places; nothing of nothing is 0."""
        return round(self.part / self.whole, 4) if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval, to four places; all of 0 to 1 for nothing of nothing."""
        return wilson(self.part, self.whole)


def wilson(part: int, whole: int, z: float = Z95) -> tuple[float, float]:
    """Where the true share lies, 95 times in 100, when ``part`` of ``whole`` came true."""
    if not whole:
        return 0.0, 1.0
    share = part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    reach = z / (1 + z * z / whole) * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    return round(max(0.0, middle - reach), 4), round(min(1.0, middle + reach), 4)


@dataclass(frozen=True, slots=True)
class Bin:
    """The tiles seen with a confidence within these bounds."""

    low: float
    high: float
    right: Share
    confidence: float
    """Mean; 0 when there are none."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How far confidence can be taken at its word."""

    error: float
    """Expected calibration error: how far the share right lies from the mean confidence, averaged over all tiles."""
    bins: tuple[Bin, ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain values, without the bins that hold nothing."""
        rows = [
            {
                "low": one.low,
                "high": one.high,
                "tiles": one.right.whole,
                "confidence": one.confidence,
                "right": one.right.value,
            }
            for one in self.bins
            if one.right.whole
        ]
        return {"error": self.error, "tiles": sum(one.right.whole for one in self.bins), "bins": rows}


def calibration(seen: Sequence[tuple[float, bool]]) -> Calibration:
    """Calibration of pairs of confidence and whether it was right."""
    bins = []
    for number in range(BINS):
        inside = [(sure, right) for sure, right in seen if min(int(sure * BINS), BINS - 1) == number]
        share = Share(sum(right for _, right in inside), len(inside))
        mean = round(sum(sure for sure, _ in inside) / len(inside), 4) if inside else 0.0
        bins.append(Bin(round(number / BINS, 4), round((number + 1) / BINS, 4), share, mean))
    gaps = sum(one.right.whole * abs(one.right.value - one.confidence) for one in bins)
    return Calibration(round(gaps / len(seen), 4) if seen else 0.0, tuple(bins))


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles with a measure from ``low`` up to ``high``; without either, those that have no measure."""

    low: float | None
    high: float | None
    right: Share

    @property
    def bounds(self) -> str:
        """Such as ``24-32``, ``96 and more``, ``none``."""
        if self.low is None and self.high is None:
            return "none"
        if self.low is None:
            return f"below {self.high:g}"
        return f"{self.low:g} and more" if self.high is None else f"{self.low:g}-{self.high:g}"

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "from": self.low,
            "to": self.high,
            "tiles": self.right.whole,
            "right": self.right.part,
            "share": self.right.value,
            "interval": self.right.interval,
        }


def grouped(tiles: Sequence[tuple[float | None, bool]], parts: Sequence[float]) -> list[Group]:
    """Pairs of a measure and whether the tile was right, parted at ``parts``; groups that hold nothing are left out."""
    groups = []
    for low, high in pairwise((-inf, *parts, inf)):
        right = [right for measure, right in tiles if measure is not None and low <= measure < high]
        bounds = (None if low == -inf else low, None if high == inf else high)
        groups.append(Group(*bounds, Share(sum(right), len(right))))
    unmeasured = [right for measure, right in tiles if measure is None]
    groups.append(Group(None, None, Share(sum(unmeasured), len(unmeasured))))
    return [group for group in groups if group.right.whole]
