"""How much worse photos may get before reading fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from vision.detector import Detector
from vision.training.evaluate import Evaluation, judged
from vision.training.measures import Share
from vision.training.photolist import PhotoList
from vision.training.seen import Change, look
from vision.training.strain import STRAINS, Strain

Again = Callable[[PhotoList, Strain, float], Evaluation]
"""Reads the photos again under a strain of some strength."""


@dataclass(frozen=True, slots=True)
class Endured:
    """What became of the photos that were exactly right, under one strain."""

    strain: Strain
    evaluations: tuple[Evaluation, ...]
    """One for each strength."""

    @property
    def kept(self) -> list[Share]:
        """Photos still exactly right, at each strength."""
        return [one.photos_exact for one in self.evaluations]

    @property
    def tiles(self) -> list[Share]:
        """Tiles still right, at each strength."""
        return [one.tiles_right for one in self.evaluations]

    @property
    def half(self) -> float | None:
        """Strength at which half of the photos are lost; ``None`` when the strongest loses fewer."""
        strengths = (self.strain.none, *self.strain.strengths)
        return half_lost(strengths, [1.0, *(share.value for share in self.kept)])

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values."""
        return {
            "strain": self.strain.name,
            "unit": self.strain.unit,
            "photos": self.kept[0].whole,
            "strengths": self.strain.strengths,
            "photos_kept": [share.part for share in self.kept],
            "tiles_right": [share.value for share in self.tiles],
            "half_lost": self.half,
        }


def half_lost(strengths: Sequence[float], kept: Sequence[float]) -> float | None:
    """Strength at which the share kept first falls to a half, between the measured ones on a straight line."""
    for (before, more), (after, less) in pairwise(zip(strengths, kept, strict=True)):
        if less <= 0.5 < more:
            return round(before + (after - before) * (more - 0.5) / (more - less), 4)
    return None


def endured(photos: PhotoList, clean: Evaluation, again: Again) -> Iterator[Endured]:
    """Every strain at every strength, on those ``photos`` that were exactly right when left as they are."""
    right = photos.only(outcome.photo for outcome in clean.outcomes if outcome.exact and outcome.judged)
    for strain in STRAINS if right.paths else ():
        yield Endured(strain, tuple(again(right, strain, strength) for strength in strain.strengths))


def reading_again(detector: Detector) -> Again:
    """Reads with ``detector``."""

    def again(photos: PhotoList, strain: Strain, strength: float) -> Evaluation:
        return judged(photos, look(photos, detector, under(strain, strength)))

    return again


def under(strain: Strain, strength: float) -> Change:
    """What a strain of some strength does to a photo before it is looked at."""
    return lambda pixels, boxes, name: strain.apply(pixels, strength, boxes, name)
