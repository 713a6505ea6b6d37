"""What lies under and around the tiles: cloth, wood, plain tops, print and clutter, all generated."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.clutter import any_camera, strew
from vision.training.gadgets import slats, spotted
from vision.training.scene import Camera

Pixels = npt.NDArray[np.uint8]
Tone = npt.NDArray[np.float64]
Rng = np.random.Generator


def colour(rng: Rng) -> Tone:
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
    coarse = rng.standard_normal((grain, grain), np.float32)
    return cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)


def plain(side: int, rng: Rng) -> Pixels:
    """One colour, unevenly lit."""
    uneven = clouds(side, 3, rng) * np.float32(rng.uniform(2, 14))
    uneven += clouds(side, side // 2, rng) * np.float32(rng.uniform(0, 6))
    return tinted(colour(rng), uneven)


def tinted(tone: Tone, uneven: npt.NDArray[np.float32]) -> Pixels:
    """One colour, brighter and darker by ``uneven`` from place to place."""
    return cv2.merge([cv2.add(uneven, float(channel), dtype=cv2.CV_8U) for channel in tone])


def brightened(image: Pixels, by: npt.NDArray[np.float32]) -> Pixels:
    """A picture brighter and darker by ``by`` from place to place."""
    return cv2.merge([cv2.add(channel, by, dtype=cv2.CV_8U) for channel in cv2.split(image)])


def waves(side: int, across: float, along: float) -> npt.NDArray[np.float32]:
    """A wave that turns by ``across`` and ``along`` radians for each pixel to the right and down."""
    xs, ys = np.arange(side) * across, np.arange(side) * along
    wave = np.outer(np.cos(ys), np.sin(xs)) + np.outer(np.sin(ys), np.cos(xs))
    return np.asarray(wave, np.float32)


def weave(side: int, rng: Rng) -> Pixels:
    """Cloth or a mat with a fine pattern."""
    angle, pitch = rng.uniform(0, np.pi), rng.uniform(3, 14)
    cos, sin = np.cos(angle) * 2 * np.pi / pitch, np.sin(angle) * 2 * np.pi / pitch
    threads = waves(side, cos, sin) + waves(side, -sin, cos) * np.float32(rng.uniform(0, 1))
    return brightened(plain(side, rng), threads * np.float32(rng.uniform(2, 14)))


def wood(side: int, rng: Rng) -> Pixels:
    """Boards with grain along one direction."""
    grain = rng.standard_normal((side, int(rng.integers(2, 8)))).astype(np.float32)
    streaks = cv2.GaussianBlur(
        cv2.resize(grain, (side, side), interpolation=cv2.INTER_CUBIC), (0, 0), rng.uniform(0.5, 3)
    )
    tone = np.array([1.0, 0.75, 0.5]) * rng.uniform(90, 230)
    image = tinted(tone, streaks * np.float32(rng.uniform(5, 25)))
    for edge in range(int(rng.integers(0, side)), side, max(40, int(rng.integers(60, 200)))):
        cv2.line(image, (0, edge), (side, edge), (tone * 0.5).tolist(), int(rng.integers(1, 3)))
    return np.ascontiguousarray(np.rot90(image)) if rng.random() < 0.5 else image


def boards(side: int, rng: Rng) -> Pixels:
    """Planks, slats, stripes or a bamboo mat that cover everything."""
    return _covering(slats(rng), side, rng)


def speckles(side: int, rng: Rng) -> Pixels:
    """Cloth with dots or rings."""
    return _covering(spotted(rng), side, rng)


def floor(side: int, rng: Rng) -> Pixels:
    """Floor tiles with joints between them."""
    cell, joint = int(rng.integers(20, 90)), int(rng.integers(1, 6))
    tone, line = colour(rng), colour(rng)
    image = np.empty((220, 220, 3), np.uint8)
    image[:] = np.clip(line, 0, 255)
    long = cell * int(rng.choice([1, 1, 2, 4]))
    for row, top in enumerate(range(0, 220, cell)):
        for left in range(-(row % 2) * (long // 2) if long > cell else 0, 220, long):
            shade = np.clip(tone * rng.uniform(0.88, 1.08), 0, 255)
            image[top : top + cell - joint, max(0, left) : max(0, left + long - joint)] = shade
    return _covering(image, side, rng)


def _covering(picture: Pixels, side: int, rng: Rng) -> Pixels:
    """A picture repeated over the whole ground, seen under some angle."""
    height, width = picture.shape[:2]
    scale, turn = float(np.exp(rng.uniform(np.log(0.35), np.log(1.6)))), float(rng.uniform(0, 2 * np.pi))
    turn = turn if rng.random() < 0.5 else float(rng.choice([0, np.pi / 2]))
    cos, sin = np.cos(turn) / scale, np.sin(turn) / scale
    tilt = rng.uniform(-0.6, 0.6, 2) / side if rng.random() < 0.7 else np.zeros(2)
    inverse = np.array([[cos, -sin, width], [sin, cos, height], [*tilt, 1.0]]) @ np.array(
        [[1, 0, -side / 2], [0, 1, -side / 2], [0, 0, 1]]
    )
    picture = cv2.GaussianBlur(picture[..., :3], (0, 0), 0.6 / scale) if scale < 0.8 else picture[..., :3]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    wide = cv2.warpPerspective(picture, inverse, (side, side), flags=flags, borderMode=cv2.BORDER_REFLECT)
    return brightened(wide, clouds(side, 3, rng) * np.float32(rng.uniform(2, 16)))


GROUNDS: tuple[tuple[float, Callable[[int, Rng], Pixels]], ...] = (
    (0.36, plain),
    (0.2, weave),
    (0.2, wood),
    (0.1, boards),
    (0.06, speckles),
    (0.08, floor),
)
"""How often each kind of ground is made."""


def bare(side: int, rng: Rng) -> Pixels:
    """A table top of (side, side, 3) without anything on it, at times with its edge."""
    shares = np.cumsum([share for share, _ in GROUNDS])
    kinds = [GROUNDS[int(np.searchsorted(shares, rng.random() * shares[-1]))][1] for _ in range(2)]
    image = np.ascontiguousarray(kinds[0](side, rng))
    if rng.random() < 0.3:
        beyond = kinds[1](side, rng)
        _edged(image, beyond, rng)
    return image


def _edged(image: Pixels, beyond: Pixels, rng: Rng) -> None:
    """Another ground beyond a straight edge, with a lip between the two."""
    side = image.shape[0]
    turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.35, 0.35) * side
    along, away = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    start = np.array([side, side]) / 2 + away * at
    far = np.array([-along, along, along + away * 2, -along + away * 2]) * 2 * side + start
    mask = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(far).astype(np.int32), 255, cv2.LINE_AA)
    np.copyto(image, beyond, where=mask[..., None] > 127)
    if rng.random() < 0.6:
        ends = [np.rint(start + along * reach).astype(int).tolist() for reach in (-2 * side, 2 * side)]
        cv2.line(image, ends[0], ends[1], colour(rng).tolist(), int(rng.integers(1, side // 10)), cv2.LINE_AA)


def ground(side: int, rng: Rng, camera: Camera | None = None) -> Pixels:
    """A table top of (side, side, 3), often with things on it that lie as the camera would see them."""
    image = bare(side, rng)
    if rng.random() < 0.62:
        size = float(np.exp(rng.normal(0, 0.25)))
        strew(image, camera or any_camera(side, rng), 1 + int(rng.geometric(0.38)), size, rng)
    return image


def jumble(side: int, rng: Rng) -> Pixels:
    """A picture of (side, side, 3) full of things, none of which is a tile."""
    image = bare(side, rng)
    size = float(np.exp(rng.uniform(np.log(0.5), np.log(1.8))))
    strew(image, any_camera(side, rng), int(rng.integers(4, 15)), size, rng)
    return image
