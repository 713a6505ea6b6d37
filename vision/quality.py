"""How well the tiles of a hand are photographed: size, sharpness, light, glare, and whether they are whole.

All measures are shares, or lengths in tiles, so that a near camera and a far one read alike; only a tile's size is in
pixels. What is too bad to read is in ``vision.limits``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import Box, box_array
from vision.limits import BLURRED, BRIGHT, CUT, DARK, GLARE, SMALL, Limit
from vision.photo import Photo
from vision.views import resized

NORMAL = 64
"""Pixels of a tile's longer side when its sharpness is measured; a smaller tile is measured as it is."""

FINE, COARSE = 0.6, 1.2
"""Standard deviations, in pixels, of the two blurs whose gradients tell how blurred the picture was before."""

FALL = 0.8
"""Gradient energy falls with this power of the blur's variance; from photos blurred by known amounts."""

FLAT = 10.0
"""Less gradient energy than this, in squared grey levels, shows no edges that could be blurred: blank white dragons
have at most 2, other tiles at least 14 however blurred."""

RIM = 0.12
"""Share of a box, at each side, that may show the table or the tile's side rather than its face."""

SHINE = 4
"""Pixels; blurs of ``COARSE`` hardly reach farther."""

BLACK, WHITE = 16, 250
"""Grey levels: darker ones show nothing, brighter ones are blown out."""

EDGE = 0.03
"""A tile this near the photo's edge, in tile lengths, may be cut off."""

NEIGHBOURS = 6
"""A tile at the edge is compared with so many others."""

FRAME_POINTS = 96
"""Points across and down at which the light of the whole photo is taken."""

Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Light:
    """How a part of the photo is lit; all shares, 0 to 1."""

    level: float
    """Brightness that a tenth of the pixels exceed: that of the tile's ground, as a share of white."""
    contrast: float
    """Between the brightest and the darkest twentieth of the pixels, as a share of white."""
    dark: float
    """Share of the pixels that are as good as black."""
    blown: float
    """Share of the pixels that are as good as white."""


@dataclass(frozen=True, slots=True)
class TileQuality:
    """How one tile is photographed."""

    length: float
    """Longer side in pixels."""
    blur: float | None
    """Standard deviation of the blur in tile lengths, near 0 when sharp; ``None`` where there are no edges to see."""
    light: Light
    glare: float
    """Share of the tile that is blown out beyond what is usual in the hand."""
    shown: float
    """Share of the tile that the photo's edge leaves, by the size of its neighbours."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A fault of the photo that reading suffers from.

    Codes: ``too_dark``, ``too_bright``, ``blurred``, ``glare``, ``tiles_too_small``, ``cut_off``.
    """

    code: str
    tiles: tuple[int, ...]
    """Places in ``Quality.tiles``; none when it is the photo as a whole and no tiles were seen."""
    value: float
    """The worst measure."""
    limit: float
    """What it should have kept to."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How the tiles of a hand are photographed, and the photo as a whole."""

    tiles: tuple[TileQuality, ...]
    frame: Light
    """Of the whole photo."""

    @property
    def length(self) -> float | None:
        """Longer side of the middle tile in pixels."""
        return median([tile.length for tile in self.tiles]) if self.tiles else None

    @property
    def blur(self) -> float | None:
        """Blur of the middle tile, in its lengths."""
        blurs = [tile.blur for tile in self.tiles if tile.blur is not None]
        return median(blurs) if blurs else None

    @property
    def level(self) -> float:
        """Brightness of the middle tile's ground; without tiles, of the photo's bright parts."""
        return median([tile.light.level for tile in self.tiles] or [self.frame.level])

    @property
    def blown(self) -> float:
        """Blown-out share of the middle tile; without tiles, of the photo."""
        return median([tile.light.blown for tile in self.tiles] or [self.frame.blown])

    def verdicts(self) -> tuple[Verdict, ...]:
        """What is wrong, a verdict for each code at most."""
        return tuple(self._of_all()) + tuple(self._of_tiles())

    def _of_all(self) -> Iterator[Verdict]:
        """Faults of the hand as a whole."""
        everything = tuple(range(len(self.tiles)))
        for limit, value in ((DARK, self.level), (BRIGHT, self.blown)):
            if limit.broken(value):
                yield Verdict(limit.code, everything, value, limit.value)

    def _of_tiles(self) -> Iterator[Verdict]:
        """Faults of single tiles."""
        yield from _verdict(BLURRED, [tile.blur for tile in self.tiles])
        yield from _verdict(GLARE, [tile.glare for tile in self.tiles])
        yield from _verdict(SMALL, [tile.length for tile in self.tiles])
        yield from _verdict(CUT, [tile.shown for tile in self.tiles])


def _verdict(limit: Limit, measures: Iterable[float | None]) -> Iterator[Verdict]:
    found = {number: value for number, value in enumerate(measures) if value is not None and limit.broken(value)}
    if found:
        worst = min(found.values()) if limit.least else max(found.values())
        yield Verdict(limit.code, tuple(found), worst, limit.value)


def measure(photo: Photo, boxes: Sequence[Box]) -> Quality:
    """How the tiles in ``boxes``, those of one hand, are photographed; in the order of ``boxes``."""
    crops = [_crop(photo, box) for box in boxes]
    lights = [_light(_face(crop)) for crop in crops]
    usual = median(light.blown for light in lights) if lights else 0.0
    tiles = (
        TileQuality(box.long_side, blur, light, max(0.0, light.blown - usual), shown)
        for box, blur, light, shown in zip(boxes, _blurs(crops), lights, shown_shares(photo, boxes), strict=True)
    )
    return Quality(tuple(tiles), _frame_light(photo))


def _crop(photo: Photo, box: Box) -> Grey:
    """A tile in grey, at most ``NORMAL`` long; a pixel at least, whatever the box."""
    inside = box.within(photo.width, photo.height)
    left, top = min(int(inside.left), photo.width - 1), min(int(inside.top), photo.height - 1)
    right, bottom = max(left + 1, round(inside.right)), max(top + 1, round(inside.bottom))
    pixels = photo.pixels[top:bottom, left:right]
    scale = min(1.0, NORMAL / max(pixels.shape[:2]))
    width, height = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    return resized(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8), width, height)


def _face(crop: Grey) -> Grey:
    """The middle of a tile."""
    across, down = int(RIM * crop.shape[1]), int(RIM * crop.shape[0])
    return crop[down : crop.shape[0] - down, across : crop.shape[1] - across]


def _light(grey: Grey) -> Light:
    shares = np.bincount(grey.ravel(), minlength=256).cumsum() / grey.size
    low, ground, high = np.searchsorted(shares, (0.05, 0.9, 0.95)).tolist()
    return Light(ground / 255, (high - low) / 255, float(shares[BLACK - 1]), float(1 - shares[WHITE - 1]))


def _frame_light(photo: Photo) -> Light:
    """Light of the whole photo, at some thousand points of it."""
    across, down = max(1, photo.width // FRAME_POINTS), max(1, photo.height // FRAME_POINTS)
    points = np.ascontiguousarray(photo.pixels[down // 2 :: down, across // 2 :: across])
    return _light(np.asarray(cv2.cvtColor(points, cv2.COLOR_RGB2GRAY), np.uint8))


def _blurs(crops: Sequence[Grey]) -> list[float | None]:
    """Standard deviation of the blur of each tile, in its lengths.

    Blurring a picture further takes less from its gradients the more blurred it was: with the variances v, a and b of
    its own blur and of two further ones, the gradient energies are to each other as (v + a)^-p and (v + b)^-p.
    """
    if not crops:
        return []
    sheet = np.zeros((len(crops), NORMAL, NORMAL), np.float32)
    for place, crop in zip(sheet, crops, strict=True):
        place[: crop.shape[0], : crop.shape[1]] = crop
    fine, coarse = (_gradient_energies(sheet, sigma) for sigma in (FINE, COARSE))
    return [_blur(crop, *maps) for crop, *maps in zip(crops, fine, coarse, strict=True)]


def _gradient_energies(sheet: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """Square of the gradient at each place of each picture, once blurred; all of them are blurred at one go."""
    smooth = np.asarray(cv2.GaussianBlur(sheet.reshape(-1, NORMAL), (0, 0), sigma), np.float32).reshape(sheet.shape)
    energies: NDArray[np.float32] = smooth[:, 1:-1, 2:] - smooth[:, 1:-1, :-2]
    down = smooth[:, 2:, 1:-1] - smooth[:, :-2, 1:-1]
    energies *= energies
    down *= down
    energies += down
    return energies


def _blur(crop: Grey, fine: NDArray[np.float32], coarse: NDArray[np.float32]) -> float | None:
    """Blur of one tile from its maps of gradient energy, without the rim, where the next picture shines in."""
    rim = max(SHINE, round(RIM * min(crop.shape)))
    face = slice(rim - 1, crop.shape[0] - rim - 1), slice(rim - 1, crop.shape[1] - rim - 1)
    if min(crop.shape) < 2 * rim + 2 or (usual := float(coarse[face].mean())) < FLAT:
        return None
    ratio = max(float(fine[face].mean() / usual) ** (1 / FALL), 1.001)
    variance = (COARSE**2 - ratio * FINE**2) / (ratio - 1)
    return float(max(0.0, variance) ** 0.5 / max(crop.shape))


def shown_shares(photo: Photo, boxes: Sequence[Box]) -> list[float]:
    """Share of each tile that the photo's edge leaves: less than 1 only for those at the edge."""
    if not boxes:
        return []
    sides, size = box_array(boxes), (photo.width, photo.height)
    areas = np.array([box.area for box in boxes])
    middles = (sides[:, :2] + sides[:, 2:]) / 2
    return [_shown(number, box, size, areas, middles) for number, box in enumerate(boxes)]


def _shown(
    number: int, box: Box, size: tuple[int, int], areas: NDArray[np.float64], middles: NDArray[np.float64]
) -> float:
    slack = EDGE * box.long_side
    at_edge = box.left < slack or box.top < slack or box.right > size[0] - slack or box.bottom > size[1] - slack
    if not at_edge or len(areas) == 1:
        return 1.0
    near = np.square(middles - middles[number]).sum(axis=1).argsort(kind="stable")[1 : NEIGHBOURS + 1]
    return min(1.0, float(areas[number] / max(np.median(areas[near]), 1e-9)))
