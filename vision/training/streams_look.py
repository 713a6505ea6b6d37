"""What a video camera does to a scene: hunting focus, motion blur, exposure, rolling light, glare, noise; and arms."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.degrade import Pixels, jpeg
from vision.training.streams_path import Floats, Rng, Signal, Spell, spells, waves

SKIN = ((224, 172, 140), (198, 134, 100), (141, 85, 60), (240, 200, 175))


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm that reaches into the picture from below or the side, over the hand, and goes again."""

    spell: Spell
    end: tuple[float, float]
    """Where the finger tips come to at the most, as seen from the middle of the hand; shares of its width."""
    angle: float
    """Radians: where it comes from."""
    width: float
    """Share of the hand's width."""
    skin: tuple[int, int, int]

    def paint(self, image: Pixels, at: float, middle: tuple[float, float], span: float) -> None:
        """Paint it where it is ``at`` so many seconds; ``middle`` and ``span`` are the hand's, in pixels."""
        there = self.spell(at)
        if there <= 0:
            return
        way = np.array([np.cos(self.angle), np.sin(self.angle)])
        tip = np.array(middle) + np.array(self.end) * span + way * span * 1.6 * (1 - there) ** 2
        thick = self.width * span
        side = np.array([-way[1], way[0]])
        cover = np.zeros(image.shape[:2], np.uint8)
        base = tip + way * thick * 0.9
        cv2.line(cover, _point(base), _point(base + way * span * 3), 255, max(1, int(thick)), cv2.LINE_AA)
        for finger in (-0.38, -0.13, 0.13, 0.38):
            start = base + side * finger * thick
            end = tip + side * finger * thick * 1.15 + way * abs(finger) * thick * 0.5
            cv2.line(cover, _point(start), _point(end), 255, max(1, int(thick * 0.2)), cv2.LINE_AA)
        soft = cv2.GaussianBlur(cover, (0, 0), max(0.8, thick * 0.02))
        shade = cv2.GaussianBlur(cover, (0, 0), max(1.0, thick * 0.18)).astype(np.float32)[..., None] / 255
        colour = np.array(self.skin, np.float32) * (0.55 + 0.45 * shade)
        share = soft.astype(np.float32)[..., None] / 255
        image[:] = (image * (1 - share) + colour * share).astype(np.uint8)


def _point(at: Floats) -> tuple[int, int]:
    return round(float(np.clip(at[0], -9999, 9999))), round(float(np.clip(at[1], -9999, 9999)))


def random_arm(spell: Spell, rng: Rng) -> Arm:
    """Somebody's, mostly from below."""
    angle = float(rng.normal(np.pi / 2, 0.5))
    end = float(rng.uniform(-0.4, 0.4)), float(rng.uniform(-0.1, 0.15))
    return Arm(spell, end, angle, float(rng.uniform(0.14, 0.3)), SKIN[int(rng.integers(len(SKIN)))])


@dataclass(frozen=True, slots=True)
class VideoLook:
    """One camera in one room; lengths of blur and glare are in tiles."""

    soft: float
    """Blur of the lens at its best."""
    hunting: tuple[Spell, ...]
    hunt: float
    """Blur at the most while focus hunts."""
    shutter: float
    """Seconds that light falls on a frame."""
    gain: float
    breathing: Signal
    """Logarithm of how the exposure changes."""
    warmth: float
    bands: float
    """Strength of the bands of lamps that flicker."""
    band_hertz: float
    glare: float
    glare_size: float
    glare_across: Signal
    glare_down: Signal
    noise: float
    quality: int
    """Of the JPEG that stands for the video's coding."""
    seed: int

    def taken(
        self, image: Pixels, at: float, number: int, speed: Floats, tile: float, middle: tuple[float, float]
    ) -> Pixels:
        """The frame: ``speed`` is the scene's in pixels a second, ``tile`` a tile's length in pixels."""
        blur = tile * (self.soft + self.hunt * max([spell(at) for spell in self.hunting], default=0.0))
        image = cv2.GaussianBlur(image, (0, 0), blur) if blur > 0.3 else image
        image = _dragged(image, speed * self.shutter)
        light = image.astype(np.float32)
        light *= (self.gain * np.exp(self.breathing(at)) * self._tint()).astype(np.float32)
        if self.bands:
            rows = np.arange(image.shape[0], dtype=np.float32) / image.shape[0]
            light *= (1 + self.bands * np.sin(2 * np.pi * (1.3 * rows + self.band_hertz * at)))[:, None, None]
        if self.glare:
            self._shine(light, at, tile, middle)
        rng = np.random.default_rng([self.seed, number])
        light += rng.standard_normal((*image.shape[:2], 1), np.float32) * np.float32(self.noise)
        return jpeg(np.clip(light, 0, 255).astype(np.uint8), self.quality)

    def _tint(self) -> Floats:
        return np.array([1 + self.warmth, 1.0, 1 - self.warmth])

    def _shine(self, light: np.typing.NDArray[np.float32], at: float, tile: float, middle: tuple[float, float]) -> None:
        """Add a reflection that wanders over the tiles."""
        height, width = light.shape[:2]
        x, y = middle[0] + tile * self.glare_across(at), middle[1] + tile * self.glare_down(at)
        reach = self.glare_size * tile
        xs = np.exp(-(((np.arange(width) - x) / reach) ** 2)).astype(np.float32)
        ys = np.exp(-(((np.arange(height) - y) / reach) ** 2)).astype(np.float32)
        light += (self.glare * np.outer(ys, xs))[..., None]


def _dragged(image: Pixels, by: Floats) -> Pixels:
    """Motion blur along ``by``, in pixels."""
    length = float(np.hypot(*by))
    if length < 1.5:
        return image
    by = by * min(1.0, 60 / length)
    size = 2 * int(np.ceil(min(length, 60) / 2)) + 1
    kernel = np.zeros((size, size), np.float32)
    middle = np.array([size // 2, size // 2])
    cv2.line(kernel, _point(middle - by / 2), _point(middle + by / 2), 1.0, 1, cv2.LINE_AA)
    return cv2.filter2D(image, -1, kernel / kernel.sum())


POOR = 0.45
"""How often the camera is a poor one: soft, noisy, coarsely coded."""

DIM = 0.3
"""How often there is little light."""


def random_video_look(seconds: float, rng: Rng) -> VideoLook:
    """From a good phone in daylight to a webcam under a lamp."""
    dim, poor = rng.random() < DIM, rng.random() < POOR
    hunts = rng.random() < (0.8 if poor else 0.5)
    pause = (0.3, 1.5) if poor else (0.6, 3.0)
    return VideoLook(
        soft=float(rng.uniform(0.012, 0.03) if poor else rng.uniform(0.004, 0.014)),
        hunting=spells(seconds, (0.4, 1.6), pause, rng) if hunts else (),
        hunt=float(rng.uniform(0.02, 0.09)),
        shutter=float(rng.uniform(1 / 60, 1 / 24) if dim else rng.uniform(1 / 250, 1 / 50)),
        gain=float(rng.uniform(0.35, 0.75) if dim else rng.uniform(0.75, 1.15)),
        breathing=waves(float(rng.uniform(0.02, 0.25)), (0.1, 0.8), rng),
        warmth=float(rng.normal(0, 0.06)),
        bands=float(rng.uniform(0.03, 0.2)) if rng.random() < 0.3 else 0.0,
        band_hertz=float(rng.uniform(0.3, 4.0)),
        glare=float(rng.uniform(80, 230)) if rng.random() < 0.6 else 0.0,
        glare_size=float(rng.uniform(0.5, 2.0)),
        glare_across=waves(4.0, (0.05, 0.4), rng),
        glare_down=waves(0.8, (0.05, 0.4), rng),
        noise=float(rng.uniform(6, 16) if dim or poor else rng.uniform(1, 6)),
        quality=int(rng.integers(18, 55) if poor else rng.integers(45, 90)),
        seed=int(rng.integers(1 << 31)),
    )
