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


def partly_focused(image: Pixels, rng: Rng) -> Pixels:
    """Sharp along a line and more and more out of focus away from it, as things nearer or farther are."""
    blurred = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 2.6))
    along = _slope(image.shape, rng.uniform(0, 2 * np.pi), rng.uniform(-0.6, 0.6))
    share = np.clip(np.abs(along) * np.float32(rng.uniform(1.2, 4)), 0, 1)
    return cv2.blendLinear(blurred, image, share, 1 - share)


def _slope(shape: tuple[int, ...], angle: float, shift: float) -> npt.NDArray[np.float32]:
    """(height, width): distances from a line, in shares of the picture's size."""
    height, width = shape[:2]
    xs = (np.arange(width, dtype=np.float32) / width - 0.5) * np.float32(np.cos(angle))
    ys = (np.arange(height, dtype=np.float32) / height - 0.5) * np.float32(np.sin(angle))
    return np.asarray(ys[:, None] + (xs + np.float32(shift))[None], np.float32)


def sharpened(image: Pixels, rng: Rng) -> Pixels:
    """With the bright and dark rims that phones draw around edges."""
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.7, 2.0))
    more = float(rng.uniform(0.3, 1.6))
    return cv2.addWeighted(image, 1 + more, soft, -more, 0)


def shaken(image: Pixels, rng: Rng) -> Pixels:
    """Motion blur along a line, mostly of three to seven pixels, at times up to a sixteenth of the picture."""
    longest = max(7, min(image.shape[:2]) // 16)
    size = int(rng.choice([3, 5, 7])) if rng.random() < 0.7 else 2 * int(rng.integers(3, longest // 2 + 1)) + 1
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
    along = _slope(light.shape, rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.4))
    edge = 1 / (1 + np.exp(-along * np.float32(rng.uniform(3, 60))))
    return light * (1 + np.float32(rng.uniform(-0.55, 0.35)) * edge)[..., None]


def mixed(light: Light, rng: Rng) -> Light:
    """Two lights of different colours, one from either side."""
    share = np.clip(_slope(light.shape, rng.uniform(0, 2 * np.pi), 0.0) + np.float32(rng.uniform(0.2, 0.8)), 0, 1)
    warm, cold = (np.clip(1 + np.array([1.0, 0.2, -1.0]) * rng.uniform(-0.3, 0.3), 0.6, 1.4) for _ in range(2))
    return cv2.merge([light[..., i] * (warm[i] * share + cold[i] * (1 - share)).astype(np.float32) for i in range(3)])


def banded(light: Light, rng: Rng) -> Light:
    """Bright and dark bands, as lamps that flicker leave them on a picture read out row by row."""
    lengthwise = rng.random() < 0.5
    count = light.shape[0 if lengthwise else 1]
    turns = np.arange(count, dtype=np.float32) * np.float32(2 * np.pi / rng.uniform(0.15, 1.2) / count)
    wave = 1 + np.float32(rng.uniform(0.04, 0.22)) * np.sin(turns + np.float32(rng.uniform(0, 2 * np.pi)))
    return light * (wave[:, None, None] if lengthwise else wave[None, :, None])


def dim(light: Light, rng: Rng) -> Light:
    """Taken in the dark: little light made bright again, with noise that grows in the shades and blotches of colour."""
    height, width = light.shape[:2]
    kept = np.float32(rng.uniform(0.25, 1.0))
    grain = rng.standard_normal((height, width, 1), np.float32) * np.float32(rng.uniform(3, 14))
    coarse = rng.standard_normal((height // 4 + 1, width // 4 + 1, 3), np.float32) * np.float32(rng.uniform(2, 14))
    blotches = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    blotches -= blotches.mean(axis=2, keepdims=True)
    return light * kept + (grain + blotches) * (1.25 - np.clip(light, 0, 255) / 255)


def glared(light: Light, rng: Rng) -> Light:
    """One bright reflection."""
    height, width = light.shape[:2]
    reach = rng.uniform(0.03, 0.25) * max(height, width)
    xs = np.exp(-(((np.arange(width) - rng.uniform(0, width)) / reach) ** 2))
    ys = np.exp(-(((np.arange(height) - rng.uniform(0, height)) / reach) ** 2))
    return light + (rng.uniform(40, 150) * np.outer(ys, xs))[..., None].astype(np.float32)


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
    (0.14, out_of_focus),
    (0.08, partly_focused),
    (0.08, shaken),
)
LIGHTING: tuple[tuple[float, Callable[[Light, Rng], Light]], ...] = (
    (0.15, hue_turned),
    (0.85, exposed),
    (0.3, contrasted),
    (0.22, shaded),
    (0.12, mixed),
    (0.05, banded),
    (0.08, glared),
    (0.13, greyed),
    (0.3, noisy),
    (0.07, dim),
)
"""How often each happens, in the order light meets them."""


def stored(image: Pixels, rng: Rng) -> Pixels:
    """Sharpened by the camera, then saved as JPEG once, or again after being sent on, or not at all."""
    if rng.random() < 0.12:
        image = sharpened(image, rng)
    kind = rng.random()
    if kind > 0.42:
        return image
    image = jpeg(image, int(rng.integers(25, 95)))
    if kind > 0.1:
        return image
    shift = rng.integers(0, 8, 2)
    again = np.roll(image, shift, (0, 1))
    return np.roll(jpeg(again, int(rng.integers(20, 90))), -shift, (0, 1))


def degrade(image: Pixels, rng: Rng) -> Pixels:
    """A random photo of the same scene: optics, light, sensor, JPEG."""
    for share, optic in OPTICS:
        if rng.random() < share:
            image = optic(image, rng)
    light = image.astype(np.float32)
    for share, effect in LIGHTING:
        if rng.random() < share:
            light = effect(light, rng)
    return stored(np.clip(light, 0, 255).astype(np.uint8), rng)
