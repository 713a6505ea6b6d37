"""Square cuttings of photos and of generated scenes, as the detector is trained on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.degrade import degrade
from vision.training.ground import ground
from vision.training.mining import Mistaken
from vision.training.sources.faces import FaceLibrary
from vision.training.sources.photos import Labelled
from vision.training.synthesize import View, labelled_scene

Pixels = npt.NDArray[np.uint8]
Boxes = npt.NDArray[np.float32]
Rng = np.random.Generator

AROUND = 0.3
"""In a photo that is not labelled completely, what lies this share of a tile outside every label is covered."""
INSIDE = 0.45
"""A tile of which less than this share lies in the chip is not labelled."""
BEYOND = 0.6
"""What lies this share of a tile around an unlabelled one is covered with it: where one lies, there are more."""
ANYWHERE = 0.12
"""Share of cuttings that show any part of a photo, tiles or none, where it is known what is no tile."""


@dataclass(frozen=True, slots=True)
class Source:
    """Labelled photos of one dataset."""

    photos: tuple[Labelled, ...]
    complete: bool
    """Whether every tile in them is labelled."""
    weight: float
    """How often this source is drawn, against the others."""
    unlabelled: Mapping[str, Boxes] = field(default_factory=dict)
    """For photos by name, where all tiles without a label are; all the rest of such a photo is known to be none."""


class ChipSampler:
    """Draws chips: from labelled photos with probability ``real``, else freshly rendered.

    Before that, with probability ``mined``, from pictures in which models ``mistook`` something for a tile.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        faces: FaceLibrary,
        view: View,
        real: float,
        *,
        mistook: Sequence[Mistaken] = (),
        mined: float = 0.0,
    ) -> None:
        self.mistook = tuple(mistook)
        self.mined = mined if mistook else 0.0
        self.sources = tuple(sources)
        self.faces = faces
        self.view = view
        self.real = real if sources else 0.0
        self.shares = np.array([source.weight for source in sources]) if sources else np.zeros(0)
        self.places = [places_of(source.photos) for source in sources]

    def draw(self, rng: Rng) -> Labelled:
        """One chip of ``view.side`` pixels a side."""
        if self.mined and rng.random() < self.mined:
            return self._mistaken(rng)
        if rng.random() >= self.real:
            return labelled_scene(self.faces, self.view, rng)
        bands = BANDS[int(rng.integers(len(BANDS)))]
        return joined([self._cut(top, bottom, rng) for top, bottom in bands], rng)

    def _mistaken(self, rng: Rng) -> Labelled:
        """A picture without a tile."""
        pixels = self.mistook[int(rng.integers(len(self.mistook)))].varied(self.view.side, rng)
        none = np.zeros((0, 4), np.float32)
        return Labelled("mined", degrade(pixels, rng), np.zeros(0, np.int64), none)

    def _cut(self, top: float, bottom: float, rng: Rng) -> Labelled:
        """A band of a chip, cut from a photo."""
        which = int(rng.choice(len(self.sources), p=self.shares / self.shares.sum()))
        source, places = self.sources[which], self.places[which]
        kind = list(places)[int(rng.integers(len(places)))]
        photo, tile = places[kind][int(rng.integers(len(places[kind])))]
        size = self.view.side, round(self.view.side * (bottom - top))
        known = source.photos[photo]
        box, trusted = known.boxes[tile], trust(known, source)
        if (source.complete or known.name in source.unlabelled) and rng.random() < ANYWHERE:
            box = _elsewhere(known, box, rng)
        return cut(known, box, trusted, size, self.view.tile, rng)


BANDS = (((0.0, 1.0),), ((0.0, 0.5), (0.5, 1.0)), ((0.0, 0.4), (0.4, 1.0)))
"""How a chip is shared between photos, by shares of its height: a row of tiles alone would leave most of it empty."""


def joined(bands: Sequence[Labelled], rng: Rng) -> Labelled:
    """Bands under one another as one chip, each through a camera of its own."""
    tops = np.cumsum([0, *(band.pixels.shape[0] for band in bands)])
    boxes = [band.boxes + np.array([0, top, 0, top], np.float32) for band, top in zip(bands, tops, strict=False)]
    return Labelled(
        bands[0].name,
        np.vstack([degrade(band.pixels, rng) for band in bands]),
        np.concatenate([band.classes for band in bands]),
        np.concatenate(boxes),
    )


def places_of(photos: Sequence[Labelled]) -> dict[int, list[tuple[int, int]]]:
    """For each class, the (photo, tile) where it is, so that rare tiles are drawn as often as common ones."""
    places: dict[int, list[tuple[int, int]]] = {}
    for photo, labelled in enumerate(photos):
        for tile, kind in enumerate(labelled.classes):
            places.setdefault(int(kind), []).append((photo, tile))
    return places


def trust(photo: Labelled, source: Source) -> Pixels:
    """(height, width), 255 where a photo shows a labelled tile or none, 0 where there may be unlabelled ones."""
    height, width = photo.pixels.shape[:2]
    if source.complete:
        return np.full((height, width), 255, np.uint8)
    hidden = source.unlabelled.get(photo.name)
    if hidden is None:
        mask = np.zeros((height, width), np.uint8)
        _fill(mask, photo.boxes, AROUND, 255)
        mask[int(min(height, photo.boxes[:, 3].max() + 4)) :] = 255
        return mask
    mask = np.full((height, width), 255, np.uint8)
    _fill(mask, hidden, BEYOND, 0)
    _fill(mask, photo.boxes, 0.05, 255)
    return mask


def _fill(mask: Pixels, boxes: Boxes, reach: float, value: int) -> None:
    """Paint boxes, enlarged on each side by ``reach`` of their longer side."""
    for left, top, right, bottom in boxes:
        more = reach * max(right - left, bottom - top)
        cv2.rectangle(mask, (int(left - more), int(top - more)), (int(right + more), int(bottom + more)), value, -1)


def _elsewhere(photo: Labelled, box: Boxes, rng: Rng) -> Boxes:
    """A box of the same size anywhere in the photo."""
    height, width = photo.pixels.shape[:2]
    middle = rng.uniform(0, 1, 2) * [width, height]
    half = (box[2:] - box[:2]) / 2
    return np.concatenate([middle - half, middle + half]).astype(np.float32)


def cut(
    photo: Labelled, box: Boxes, trusted: Pixels, size: tuple[int, int], tiles: tuple[float, float], rng: Rng
) -> Labelled:
    """A turned and scaled cutting of ``size`` (width, height) around a box of a photo, covered where not ``trusted``.

    ``tiles`` is the least and the most that the box's longer side measures in it.
    """
    warp = _warp(box, size, tiles, rng)
    image = cv2.warpAffine(photo.pixels, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    image = _covered(image, trusted, warp, rng)
    classes, boxes = moved(photo.classes, photo.boxes, warp, size)
    return Labelled(photo.name, image, classes, boxes)


def _warp(box: Boxes, size: tuple[int, int], tiles: tuple[float, float], rng: Rng) -> npt.NDArray[np.float64]:
    """An affine map that brings the box somewhere into the cutting at a size from ``tiles``."""
    extent = float(max(box[2] - box[0], box[3] - box[1]))
    scale = float(np.exp(rng.uniform(*np.log(tiles)))) / extent
    scale = min(scale, 2.2)
    turn = _turn(rng)
    stretch = float(np.exp(rng.normal(0, 0.12)))
    middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.diag([scale * stretch, scale / stretch])
    goal = np.array(size) * rng.uniform(0.2, 0.8, 2)
    return np.column_stack([linear, goal - linear @ middle])


def _turn(rng: Rng) -> float:
    kind = rng.random()
    if kind < 0.6:
        return float(rng.normal(0, 0.06))
    if kind < 0.85:
        return float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.05))
    return float(rng.uniform(0, 2 * np.pi))


def moved(
    classes: npt.NDArray[np.int64], boxes: Boxes, warp: npt.NDArray[np.float64], size: tuple[int, int]
) -> tuple[npt.NDArray[np.int64], Boxes]:
    """The boxes under an affine map, clipped to a cutting of ``size`` (width, height), without those mostly outside."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2 @ warp[:, :2].T + warp[:, 2]
    halves = (boxes[:, 2:] - boxes[:, :2]) / 2 @ np.abs(warp[:, :2]).T
    full = np.concatenate([middles - halves, middles + halves], axis=1)
    inner = np.clip(full, 0, [*size, *size])
    areas = np.prod(full[:, 2:] - full[:, :2], axis=1)
    kept = np.prod(inner[:, 2:] - inner[:, :2], axis=1) >= INSIDE * areas
    return classes[kept], inner[kept].astype(np.float32)


def _covered(image: Pixels, trusted: Pixels, warp: npt.NDArray[np.float64], rng: Rng) -> Pixels:
    """The cutting with everything covered that may hold unlabelled tiles."""
    tall, wide = image.shape[:2]
    near = cv2.warpAffine(trusted, warp, (wide, tall), flags=cv2.INTER_LINEAR, borderValue=255)
    if near.min() == 255:
        return image
    alpha = cv2.GaussianBlur(near, (0, 0), 1.5)[..., None].astype(np.float32) / 255
    filler = ground(wide, rng)[:tall] if rng.random() < 0.6 else np.broadcast_to(_mean(image, near), image.shape)
    return (image * alpha + filler * (1 - alpha)).astype(np.uint8)


def _mean(image: Pixels, mask: Pixels) -> npt.NDArray[np.float64]:
    """The table's likely colour: the median of what is kept."""
    kept = image[mask > 127]
    return np.median(kept, axis=0) if len(kept) else np.full(3, 128.0)
