"""How bad a photo may be before reading starts to fail.

Set by measurement with the detector ``first``: photos of ``tables`` (val) and ``tray`` that it reads exactly were made
worse in five steps, and a limit stands where fewer than 95 in 100 of their tiles are still right. The unseen sets had
no say. ``python -m vision.training.report`` measures it again for each model and prints the figures beside each limit.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """How far a measure may go."""

    code: str
    """Of the verdict when it goes beyond; see ``vision.quality.Verdict``."""
    value: float
    least: bool = False
    """Whether it is the least that will do, rather than the most."""

    def broken(self, measure: float | None) -> bool:
        """Whether ``measure`` goes beyond it; nothing measured is nothing wrong."""
        return measure is not None and (measure < self.value if self.least else measure > self.value)


DARK = Limit("too_dark", 0.15, least=True)
"""Brightness of the middle tile's ground, as a share of white: 0.15-0.2 100 % right, 0.12-0.15 93 %, 0.09-0.12 90 %."""

BRIGHT = Limit("too_bright", 0.7)
"""Blown-out share of the middle tile: 0.6-0.7 98 % right, 0.7-0.8 95 %, 0.8-0.9 81 %."""

BLURRED = Limit("blurred", 0.025)
"""Blur in tile lengths: 0.02-0.025 99 % right, 0.025-0.03 87 % (on ``tables``; those on ``tray`` bear more)."""

GLARE = Limit("glare", 0.2)
"""Share of a tile in glare: 0.1-0.2 98 % right, 0.2-0.3 90 %, 0.3-0.4 83 %."""

SMALL = Limit("tiles_too_small", 20.0, least=True)
"""Pixels of the longer side: 20-25 99 % right, 18-20 92 %, 14-16 77 %."""

CUT = Limit("cut_off", 0.8, least=True)
"""Share of a tile that the photo's edge leaves: 0.85 100 % right, 0.8 96 %, 0.75 90 %, 0.7 69 % (52 photos)."""
