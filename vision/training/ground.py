"""What lies under and around the tiles: cloth, wood, plain tops, print and clutter, all generated."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Rng = np.random.Generator

WORDS = "hupai round score east south west north draw table tea 0123456789 dealer PUNG KONG CHOW Li Wang Chen 168"


def colour(rng: Rng) -> npt.NDArray[np.float64]:
    """A table's colour: greens, blues, woods and greys more often than others."""
    usual = (
        (20, 110, 60), (40, 150, 70), (30, 60, 120), (150, 105, 60), (200, 170, 120), (225, 222, 215), (60, 60, 62),
        (120, 30, 40), (180, 60, 110), (20, 130, 130),
    )  # fmt: skip
    if rng.random() < 0.7:
        return np.clip(np.array(usual[int(rng.integers(len(usual)))]) + rng.integers(-25, 26, 3), 0, 255).astype(float)
    return rng.integers(0, 256, 3).astype(float)


def clouds(side: int, grain: int, rng: Rng) -> npt.NDArray[np.float32]:
    """Smooth noise of (side, side), about -2 to 2, varying over ``grain`` cells."""
    coarse = rng.standard_normal((grain, grain)).astype(np.float32)
    return cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)


def plain(side: int, rng: Rng) -> Pixels:
    """One colour, unevenly lit."""
    uneven = clouds(side, 3, rng) * rng.uniform(2, 14) + clouds(side, side // 2, rng) * rng.uniform(0, 6)
    return np.clip(colour(rng) + uneven[..., None], 0, 255).astype(np.uint8)


def weave(side: int, rng: Rng) -> Pixels:
    """Cloth or a mat with a fine pattern."""
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    angle, pitch = rng.uniform(0, np.pi), rng.uniform(3, 14)
    threads = np.sin((xs * np.cos(angle) + ys * np.sin(angle)) * 2 * np.pi / pitch)
    threads += np.sin((ys * np.cos(angle) - xs * np.sin(angle)) * 2 * np.pi / pitch) * rng.uniform(0, 1)
    return np.clip(plain(side, rng) + threads[..., None] * rng.uniform(2, 14), 0, 255).astype(np.uint8)


def wood(side: int, rng: Rng) -> Pixels:
    """Boards with grain along one direction."""
    grain = rng.standard_normal((side, int(rng.integers(2, 8)))).astype(np.float32)
    streaks = cv2.GaussianBlur(
        cv2.resize(grain, (side, side), interpolation=cv2.INTER_CUBIC), (0, 0), rng.uniform(0.5, 3)
    )
    tone = np.array([1.0, 0.75, 0.5]) * rng.uniform(90, 230)
    image = np.clip(tone + streaks[..., None] * rng.uniform(5, 25), 0, 255).astype(np.uint8)
    for edge in range(int(rng.integers(0, side)), side, max(40, int(rng.integers(60, 200)))):
        cv2.line(image, (0, edge), (side, edge), (tone * 0.5).tolist(), int(rng.integers(1, 3)))
    return np.ascontiguousarray(np.rot90(image)) if rng.random() < 0.5 else image


def clutter(image: Pixels, rng: Rng) -> None:
    """Things that are no tiles: sheets of print, boxes, rulers, discs, bands."""
    side = image.shape[0]
    for _ in range(int(rng.integers(1, 5))):
        kind = rng.random()
        low = rng.integers(-side // 4, side, 2)
        high = low + rng.integers(side // 12, side // 2, 2)
        ink = colour(rng).tolist()
        if kind < 0.35:
            cv2.rectangle(image, low.tolist(), high.tolist(), ink, -1)
        elif kind < 0.5:
            cv2.circle(image, low.tolist(), int(rng.integers(5, side // 4)), ink, int(rng.choice([-1, 2, 6])))
        elif kind < 0.6:
            cv2.line(image, low.tolist(), high.tolist(), ink, int(rng.integers(2, 30)))
        elif kind < 0.75:
            grid(image, low, rng)
        else:
            sheet(image, low, high, rng)


def grid(image: Pixels, low: npt.NDArray[np.int64], rng: Rng) -> None:
    """Rows of small equal boxes, like keys, switches or dominoes without pips."""
    cell, gap = int(rng.integers(10, 40)), int(rng.integers(1, 6))
    ink = colour(rng).tolist()
    for x in range(int(rng.integers(2, 9))):
        for y in range(int(rng.integers(1, 5))):
            corner = low + np.array([x, y]) * (cell + gap)
            cv2.rectangle(image, corner.tolist(), (corner + cell).tolist(), ink, -1)


def sheet(image: Pixels, low: npt.NDArray[np.int64], high: npt.NDArray[np.int64], rng: Rng) -> None:
    """A pale sheet with lines of print."""
    paper = rng.integers(200, 256) - rng.integers(0, 30, 3)
    cv2.rectangle(image, low.tolist(), high.tolist(), paper.tolist(), -1)
    words = WORDS.split()
    scale = float(rng.uniform(0.3, 1.2))
    ink = colour(rng) * 0.4
    for y in range(int(low[1] + 20 * scale), int(high[1]), max(8, int(34 * scale))):
        text = " ".join(str(word) for word in rng.choice(words, 4))
        cv2.putText(image, text, (int(low[0]) + 3, y), int(rng.integers(0, 8)), scale, ink.tolist(), 1, cv2.LINE_AA)


def ground(side: int, rng: Rng) -> Pixels:
    """A table top of (side, side, 3), often with things on it."""
    kind = rng.random()
    image = plain(side, rng) if kind < 0.45 else weave(side, rng) if kind < 0.7 else wood(side, rng)
    image = np.ascontiguousarray(image)
    if rng.random() < 0.5:
        clutter(image, rng)
    if rng.random() < 0.3:
        edge = int(rng.integers(side // 4, side))
        image[edge:] = plain(side, rng)[edge:]
    return image
