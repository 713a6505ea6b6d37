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

BRIGHT = Limit("too_bright", 0.8)
"""Blown-out share of the middle tile: 0.7-0.8 96 % right, 0.8-0.9 89 %."""

BLURRED = Limit("blurred", 0.035)
"""Blur in tile lengths: 0.025-0.03 96 % right, 0.03-0.035 95 %, 0.035-0.04 76 %."""

GLARE = Limit("glare", 0.3)
"""Share of a tile in glare: 0.2-0.3 96 % right, 0.3-0.4 86 %, 0.4-0.5 76 %."""

SMALL = Limit("tiles_too_small", 20.0, least=True)
"""Pixels of the longer side: 20-25 99 % right, 18-20 92 %, 14-16 77 %."""

CUT = Limit("cut_off", 0.85, least=True)
"""Share of a tile that the photo's edge leaves."""
