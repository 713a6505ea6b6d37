"""What cameras do to a picture: lost resolution, blur, light, casts, noise, JPEG."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Light = npt.NDArray[np.float32]
Rng = np.random.Generator


def lost_resolution(image: Pixels, rng: Rng) -> Pixels:
    """Shrunk and enlarged again, as a far or digitally zoomed photo."""
    height, width = image.shape[:2]
    share = rng.uniform(0.35, 0.95)
    small = cv2.resize(image, (max(8, int(width * share)), max(8, int(height * share))), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC)


def out_of_focus(image: Pixels, rng: Rng) -> Pixels:
    """A Gaussian blur of up to 1.6 pixels."""
    return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.6))


def shaken(image: Pixels, rng: Rng) -> Pixels:
    """Motion blur along a line of three to seven pixels."""
    size = int(rng.choice([3, 5, 7]))
    kernel = np.zeros((size, size), np.float32)
    angle = rng.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * (size // 2)
    middle = np.array([size // 2, size // 2])
    start, end = np.rint(middle - reach).astype(int), np.rint(middle + reach).astype(int)
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0, 1)
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def exposed(light: Light, rng: Rng) -> Light:
    """Another exposure, white balance and black level."""
    gain = rng.uniform(0.5, 1.3) * rng.uniform(0.82, 1.18, 3)
    return light * gain.astype(np.float32) + np.float32(rng.uniform(-22, 22))


def contrasted(light: Light, rng: Rng) -> Light:
    """More or less contrast around the mean."""
    mean = light.mean()
    return (light - mean) * np.float32(rng.uniform(0.5, 1.3)) + mean


def shaded(light: Light, rng: Rng) -> Light:
    """A soft or hard edge of shadow or of brighter light across the picture."""
    height, width = light.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    along = (xs / width - 0.5) * np.cos(angle) + (ys / height - 0.5) * np.sin(angle) + rng.uniform(-0.4, 0.4)
    edge = 1 / (1 + np.exp(-along * rng.uniform(3, 60)))
    return light * (1 + rng.uniform(-0.55, 0.35) * edge)[..., None].astype(np.float32)


def glared(light: Light, rng: Rng) -> Light:
    """One bright reflection."""
    height, width = light.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    reach = rng.uniform(0.03, 0.25) * max(height, width)
    distance = (xs - rng.uniform(0, width)) ** 2 + (ys - rng.uniform(0, height)) ** 2
    return light + (rng.uniform(40, 150) * np.exp(-distance / reach**2))[..., None].astype(np.float32)


def greyed(light: Light, rng: Rng) -> Light:
    """Less colour, down to none."""
    grey = light.mean(axis=2, keepdims=True)
    return light + (grey - light) * np.float32(rng.uniform(0.3, 1.0))


def hue_turned(light: Light, rng: Rng) -> Light:
    """All colours turned, as under a coloured lamp."""
    image = np.clip(light, 0, 255).astype(np.uint8)
    hsv = cv2.cvtColor(image, cv2.COLOR_RGB2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int16) + int(rng.integers(-12, 13))) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.6, 1.5), 0, 255)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB).astype(np.float32)


def noisy(light: Light, rng: Rng) -> Light:
    """Sensor noise, grey or coloured, fine or coarse."""
    height, width = light.shape[:2]
    channels = 1 if rng.random() < 0.5 else 3
    grain = int(rng.choice([1, 2]))
    noise = rng.standard_normal((height // grain + 1, width // grain + 1, channels), np.float32)
    if grain > 1:
        noise = cv2.resize(noise, None, fx=grain, fy=grain, interpolation=cv2.INTER_LINEAR)
        noise = noise.reshape(*noise.shape[:2], channels)
    return light + noise[:height, :width] * np.float32(rng.uniform(1, 11))


def jpeg(image: Pixels, quality: int) -> Pixels:
    """Through JPEG and back."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"cannot encode a picture of shape {image.shape}")
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_UNCHANGED), np.uint8)


OPTICS: tuple[tuple[float, Callable[[Pixels, Rng], Pixels]], ...] = (
    (0.35, lost_resolution),
    (0.15, out_of_focus),
    (0.08, shaken),
)
LIGHTING: tuple[tuple[float, Callable[[Light, Rng], Light]], ...] = (
    (0.15, hue_turned),
    (0.85, exposed),
    (0.3, contrasted),
    (0.25, shaded),
    (0.08, glared),
    (0.15, greyed),
    (0.35, noisy),
)
"""How often each happens, in the order light meets them."""


def degrade(image: Pixels, rng: Rng) -> Pixels:
    """A random photo of the same scene: optics, light, sensor, JPEG."""
    for share, optic in OPTICS:
        if rng.random() < share:
            image = optic(image, rng)
    light = image.astype(np.float32)
    for share, effect in LIGHTING:
        if rng.random() < share:
            light = effect(light, rng)
    image = np.clip(light, 0, 255).astype(np.uint8)
    return jpeg(image, int(rng.integers(30, 92))) if rng.random() < 0.25 else image
