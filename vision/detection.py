"""Boxes, what was seen in them, and how boxes overlap."""

from dataclasses import dataclass
from typing import NamedTuple


class Box(NamedTuple):
    """An upright rectangle in pixels of the upright photo."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Pixels from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Pixels from top to bottom."""
        return self.bottom - self.top

    @property
    def area(self) -> float:
        """Square pixels; nothing for a box turned inside out."""
        return max(0.0, self.width) * max(0.0, self.height)

    @property
    def long_side(self) -> float:
        """The larger of width and height."""
        return max(self.width, self.height)

    @property
    def middle(self) -> tuple[float, float]:
        """Centre as x, y."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Detection:
    """One tile seen in a photo."""

    face: str
    """One of ``vision.labels.LABELS``."""
    box: Box
    confidence: float
    """0 to 1."""
    runners_up: tuple[tuple[str, float], ...] = ()
    """Other faces it may be, with their confidence, best first."""
