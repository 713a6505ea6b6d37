"""How a camera in somebody's hand moves, focuses and exposes: smooth signals of time, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Signal:
    """A sum of sine waves: a value for every moment."""

    sizes: Floats
    hertz: Floats
    starts: Floats

    def __call__(self, at: float) -> float:
        """The value ``at`` so many seconds."""
        return float((self.sizes * np.sin(2 * np.pi * self.hertz * at + self.starts)).sum())


def waves(size: float, hertz: tuple[float, float], rng: Rng, count: int = 5) -> Signal:
    """A signal that mostly keeps within ``size``, of waves in that range."""
    shares = rng.uniform(0.3, 1.0, count)
    sizes = size * shares / np.sqrt((shares**2).sum() / 2) / 1.5
    return Signal(sizes, rng.uniform(*hertz, count), rng.uniform(0, 2 * np.pi, count))


def joined(*signals: Signal) -> Signal:
    """The sum of signals."""
    return Signal(
        np.concatenate([one.sizes for one in signals]),
        np.concatenate([one.hertz for one in signals]),
        np.concatenate([one.starts for one in signals]),
    )


@dataclass(frozen=True, slots=True)
class Spell:
    """Something that comes and goes: 0 outside, 1 in its middle."""

    start: float
    end: float

    def __call__(self, at: float) -> float:
        """How far it is there ``at`` so many seconds."""
        if not self.start < at < self.end:
            return 0.0
        return float(np.sin(np.pi * (at - self.start) / (self.end - self.start)) ** 2)


def spells(seconds: float, usual: tuple[float, float], pause: tuple[float, float], rng: Rng) -> tuple[Spell, ...]:
    """Spells of ``usual`` length, after pauses, for so many seconds."""
    found, at = [], float(rng.uniform(0, pause[1]))
    while at < seconds:
        length = float(rng.uniform(*usual))
        found.append(Spell(at, at + length))
        at += length + float(rng.uniform(*pause))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class CameraPath:
    """Where the hand is in the picture, how large and how tilted; lengths in shares of the picture's shorter side."""

    across: Signal
    down: Signal
    growth: Signal
    """Logarithm of how much larger it is seen."""
    roll: Signal
    """Radians."""
    tilt_across: Signal
    tilt_down: Signal
    """By which share the far edge of the hand is smaller than its near one."""
    approach: float
    """Seconds at the start in which the camera comes near."""

    def matrix(self, at: float, middle: tuple[float, float], scale: float, size: tuple[int, int]) -> Floats:
        """3 x 3: takes points of the scene, about the ``middle`` of the hand, to pixels of a frame of that size."""
        near = min(1.0, at / self.approach) if self.approach > 0 else 1.0
        away = 1 - near * near * (3 - 2 * near)
        short = min(size)
        grown = scale * np.exp(self.growth(at) - 0.35 * away)
        cos, sin = np.cos(self.roll(at)), np.sin(self.roll(at))
        to_middle = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
        turn = np.array([[grown * cos, -grown * sin, 0], [grown * sin, grown * cos, 0], [0, 0, 1.0]])
        tilt = np.array([[1, 0, 0], [0, 1, 0], [self.tilt_across(at) / short, self.tilt_down(at) / short, 1.0]])
        x = size[0] / 2 + short * (self.across(at) + 0.25 * away)
        y = size[1] / 2 + short * (self.down(at) - 0.15 * away)
        place = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
        return np.asarray(place @ tilt @ turn @ to_middle, np.float64)


def camera_path(rng: Rng) -> CameraPath:
    """Somebody's: from one who holds it still to one whose hand trembles."""
    tremor = float(np.exp(rng.uniform(np.log(0.0015), np.log(0.012))))
    drift = float(rng.uniform(0.01, 0.06))
    return CameraPath(
        joined(waves(drift, (0.05, 0.5), rng), waves(tremor, (3.0, 9.0), rng)),
        joined(waves(drift, (0.05, 0.5), rng), waves(tremor, (3.0, 9.0), rng)),
        waves(float(rng.uniform(0.02, 0.12)), (0.05, 0.4), rng),
        joined(waves(float(rng.uniform(0.01, 0.08)), (0.05, 0.4), rng), waves(tremor / 2, (3.0, 9.0), rng)),
        waves(float(rng.uniform(0.02, 0.15)), (0.05, 0.4), rng),
        waves(float(rng.uniform(0.05, 0.25)), (0.05, 0.4), rng),
        float(rng.uniform(0.3, 1.2)) if rng.random() < 0.6 else 0.0,
    )
