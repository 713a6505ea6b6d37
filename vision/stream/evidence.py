"""What many looks at one tile tell together: frames that are alike are one witness, better ones weigh more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import RUNNERS_UP, Box, Detection
from vision.labels import CLASS_NUMBERS, LABELS
from vision.limits import BLURRED, GLARE, SMALL
from vision.quality import RIM, TileQuality
from vision.stream.frame import Pixels
from vision.stream.motion import Floats

FLOOR = 0.0005
"""Least chance of a face that a look leaves: one look, however sure, can be wrong in another way."""

DOUBT = 0.6
"""Share of its doubt that a look leaves to faces that it does not even name: what is unsure errs in other ways, too."""

PATCH = 12
"""Pixels, across and down, of the small picture by which looks are compared."""

ALIKE = 0.93
"""Looks whose small pictures go together so far (1 for the same) are of one witness."""

FLAT = 2.5
"""A picture with less contrast than another, this many times over, is the less like it."""

DIM = 16.0
"""Added to grey levels, so that noise in the dark makes no contrast."""

MORE = 0.15
"""What another look of the same witness adds to its weight, as a share."""

MOST_MORE = 2.0
"""How many times as much as one look a witness weighs at most."""

MOST_WITNESSES = 12
"""Of a tile; the one that weighs least goes."""

SYSTEMATIC = 2.5
"""So many witnesses count in full; more of them cannot make up for what is wrong with all looks at a tile."""

SUREST = 0.999
"""No tile is surer than this."""

Floats32 = NDArray[np.float32]


def face_chances(seen: Detection) -> Floats:
    """The chance of every face, given that there is a tile; adds up to 1."""
    chances = np.zeros(len(LABELS))
    for face, chance in ((seen.face, seen.confidence), *seen.runners_up):
        chances[CLASS_NUMBERS[face]] = max(chances[CLASS_NUMBERS[face]], chance)
    chances /= max(float(chances.sum()), 1e-9)
    any_face = min(1.0, FLOOR * len(LABELS) + DOUBT * (1 - float(chances.max())))
    return np.asarray((1 - any_face) * chances + any_face / len(LABELS), np.float64)


def weight(quality: TileQuality) -> float:
    """How much a look counts, 0 to 1: as its sharpness, size, glare and wholeness allow."""
    sharp = 1.0 if quality.blur is None else 1 / (1 + (quality.blur / BLURRED.value) ** 2)
    large = min(1.0, quality.length / (2 * SMALL.value))
    clear = 1 / (1 + (quality.glare / GLARE.value) ** 2)
    return float(max(0.02, sharp * large * clear * quality.shown**2))


class Picture(NamedTuple):
    """A tile's face, small: light makes no difference."""

    numbers: Floats32
    """PATCH², of mean 0 and length 1."""
    contrast: float
    """Standard deviation of the logarithms of its grey levels."""

    def like(self, other: Picture) -> float:
        """How far two go together: 1 for the same; less, too, where this one is much flatter than the other."""
        alike = float(self.numbers @ other.numbers)
        return alike * min(1.0, FLAT * self.contrast / max(other.contrast, 1e-6))


def small_picture(pixels: Pixels, box: Box) -> Picture:
    """What is seen in ``box``."""
    height, width = pixels.shape[:2]
    across, down = RIM * box.width, RIM * box.height
    inside = Box(box.left + across, box.top + down, box.right - across, box.bottom - down).within(width, height)
    left, top = min(int(inside.left), width - 1), min(int(inside.top), height - 1)
    right, bottom = max(left + 1, round(inside.right)), max(top + 1, round(inside.bottom))
    part = pixels[top:bottom, left:right]
    small = cv2.resize(part, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
    logs = np.log(np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.float32).ravel() + np.float32(DIM))
    logs -= logs.mean()
    length = float(np.linalg.norm(logs))
    return Picture(np.asarray(logs / max(length, 1e-6), np.float32), length / PATCH)


@dataclass(frozen=True, slots=True)
class Look:
    """One look at one tile."""

    at: float
    """Seconds."""
    chances: Floats
    """Of every face, given that there is a tile."""
    weight: float
    picture: Picture
    unlike: bool = False
    """Whether it looks unlike what is known of the tile, by far more than the other tiles of the frame do."""

    @property
    def best(self) -> int:
        """Number of the likeliest face."""
        return int(self.chances.argmax())


@dataclass(frozen=True, slots=True)
class Witness:
    """Looks that are alike."""

    logs: Floats
    """Mean of the logarithms of the chances, by weight."""
    picture: Picture
    """Of the look that weighed most."""
    top: float
    """What that look weighed."""
    total: float
    """What all looks weighed."""

    @property
    def weight(self) -> float:
        """How much it counts: as its best look, and a little more for each other."""
        return self.top * min(MOST_MORE, 1 + MORE * (self.total / self.top - 1))

    def joined(self, look: Look) -> Witness:
        """With another look that is alike."""
        total = self.total + look.weight
        logs = self.logs + (np.log(look.chances) - self.logs) * (look.weight / total)
        better = look.weight > self.top
        return Witness(logs, look.picture if better else self.picture, max(self.top, look.weight), total)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What all looks at a tile tell."""

    witnesses: tuple[Witness, ...] = ()

    def with_look(self, look: Look) -> Evidence:
        """With another look."""
        near = [look.picture.like(one.picture) for one in self.witnesses]
        place = int(np.argmax(near)) if near else 0
        if near and near[place] >= ALIKE:
            joined = self.witnesses[place].joined(look)
            return replace(self, witnesses=(*self.witnesses[:place], joined, *self.witnesses[place + 1 :]))
        fresh = Witness(np.log(look.chances), look.picture, look.weight, look.weight)
        kept = sorted((*self.witnesses, fresh), key=lambda one: -one.weight)[:MOST_WITNESSES]
        return replace(self, witnesses=tuple(kept))

    @classmethod
    def of(cls, looks: Sequence[Look]) -> Evidence:
        """What these looks tell."""
        found = cls()
        for look in looks:
            found = found.with_look(look)
        return found

    @property
    def weight(self) -> float:
        """How many independent good looks it is worth."""
        return sum(one.weight for one in self.witnesses)

    @property
    def chances(self) -> Floats:
        """Of every face; adds up to 1."""
        if not self.witnesses:
            return np.full(len(LABELS), 1 / len(LABELS))
        weights = np.array([one.weight for one in self.witnesses])
        mean = (weights[:, None] * np.array([one.logs for one in self.witnesses])).sum(axis=0) / weights.sum()
        logs = mean * counted(float(weights.sum()))
        shares = np.exp(logs - logs.max())
        return np.asarray(shares / shares.sum(), np.float64)

    def like(self, picture: Picture, face: int) -> float:
        """How far a picture goes together with those that showed ``face``, or with any if none did; 1 for the same."""
        showing = [one for one in self.witnesses if int(one.logs.argmax()) == face] or list(self.witnesses)
        return max(picture.like(one.picture) for one in showing)


def counted(weight: float) -> float:
    """How many times the mean look counts, of which there are good ones worth ``weight``."""
    return float(max(1.0, SYSTEMATIC * weight / (SYSTEMATIC + weight - 1))) if weight > 1 else 1.0


def detection_of(chances: Floats, box: Box, there: float, up: float | None) -> Detection:
    """The chances as a detector tells them."""
    order = np.argsort(-chances, kind="stable")[: RUNNERS_UP + 1]
    faces = [(LABELS[number], float(min(SUREST, chances[number])) * there) for number in order.tolist()]
    (face, confidence), *others = faces
    return Detection(face, box, confidence, tuple(pair for pair in others if pair[1] >= FLOOR / 2), up, there)
