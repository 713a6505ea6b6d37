"""What finds tiles in a photo."""

from collections.abc import Sequence
from itertools import compress
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.detection import (
    RUNNERS_UP,
    SWALLOWED,
    Box,
    Detection,
    areas,
    box_array,
    intersections,
    same_tile,
    suppress,
)
from vision.gathering import gathered
from vision.model import ModelCard, Network, open_network, read_card
from vision.photo import Photo
from vision.timing import Stopwatch
from vision.views import View, affordable, around, model_input, parts, uncut, whole

Floats = NDArray[np.float32]

NEAR_ENOUGH = 1.25
"""No second pass when it would change the scale by less than this factor."""

MAX_ENLARGED = 2.0
"""A photo is never enlarged more than this: pixels that are not there cannot be seen."""

MARGIN = 3.0
"""Tile lengths around the tiles of the first pass that the second pass looks at, at least."""

MARGIN_GROWTH = 1.5
"""Tile lengths for each time that the second pass enlarges: of small tiles the first may have missed many."""

LARGER = (2.0, 4.0)
"""What to try, as multiples of the first pass, when that finds nothing; half its size comes last."""

FEW = 8
"""When the first pass finds no more than so many, they may be parts of tiles in close-up."""

PARTS = 2.0
"""They are when all lie in tiles that another look, at half the size, finds, and that are so many times as large."""

REACH, LIKE_SIZE = 5.0, 1.6
"""Tile lengths within which it also looks around what the first pass hardly saw, and by how much that may be larger."""

FIRST_PASS_ALONE = 0.5
"""Confidence that a tile of the first pass needs where the second pass looked and saw none."""

MAX_CANDIDATES = 1500
"""Most boxes that one look may give, several a tile; beyond that the best count."""

RUNNER_UP_FLOOR = 0.05
"""A face less likely than this is no runner-up."""


class Detector(Protocol):
    """Anything that finds tiles."""

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        """Tiles of ``photo``, at most one a place; stage times are added to ``watch``."""
        ...


class TwoPassDetector:
    """Runs a network twice: on the whole photo, then on its tiles in the size that the network knows best.

    Safe to share among threads if the network is.
    """

    def __init__(self, card: ModelCard, network: Network) -> None:
        self.card = card
        self._network = network

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        """Tiles of ``photo``, best first; see ``Detector``. Stages: ``prepare``, ``infer``, ``decode``."""
        watch = watch or Stopwatch()
        base = self.card.input_size / max(photo.width, photo.height)
        first = self._look(photo, [View(whole(photo), base)], watch)
        scale = base
        for other in other_scales(base):
            if self._sure(first):
                break
            scale = affordable(whole(photo), other)
            first = self._look(photo, parts(photo, whole(photo), scale, self.card.tile_size), watch)
        if 0 < len(self._sure(first)) <= FEW and scale > base / 2:
            wider = self._look(photo, [View(whole(photo), base / 2)], watch)
            if are_parts(self._sure(first), self._sure(wider)):
                first, scale = wider, base / 2
        return self._second_pass(photo, first, scale, watch) if self._sure(first) else []

    def _sure(self, found: Sequence[Detection]) -> list[Detection]:
        """What counts by itself, not only next to other tiles."""
        return [one for one in found if one.confidence >= self.card.confidence]

    def search(self, photo: Photo, scales: Sequence[float]) -> list[Detection]:
        """Tiles of ``photo`` at several enlargements (input pixels for a photo pixel), whatever their size."""
        views = [View(whole(photo), affordable(whole(photo), scale)) for scale in scales]
        return self._look(photo, views, Stopwatch())

    def _second_pass(self, photo: Photo, first: list[Detection], scale: float, watch: Stopwatch) -> list[Detection]:
        """``first`` made better by a look at its tiles in the size the model knows best."""
        sure = self._sure(first)
        together = gathered([one.box for one in sure], [one.confidence for one in sure])
        hand = list(compress(sure, together))
        tile = median_tile(hand)
        growth = min(self.card.tile_size / tile, MAX_ENLARGED) / scale
        region = around(photo, [*hand, *_perhaps(first, hand, tile)], max(MARGIN, MARGIN_GROWTH * growth) * tile)
        wanted = affordable(region, min(self.card.tile_size / tile, MAX_ENLARGED))
        if 1 / NEAR_ENOUGH < wanted / scale < NEAR_ENOUGH:
            return first
        second = self._look(photo, parts(photo, region, wanted, wanted * tile), watch)
        with watch.stage("decode"):
            return suppress([*second, *_missed(first, self._sure(second), region)])

    def _look(self, photo: Photo, views: Sequence[View], watch: Stopwatch) -> list[Detection]:
        """Tiles in the ``views``, one a place, in pixels of the photo."""
        found: list[Detection] = []
        for view in views:
            with watch.stage("prepare"):
                images, scales = model_input(photo, view)
            with watch.stage("infer"):
                output = self._network(images)
            with watch.stage("decode"):
                corners, chances = candidates(output, self.card.least)
                kept, boxes = uncut(corners / np.tile(scales, 2), view, photo)
                found += suppress(named(boxes, chances[kept], self.card.labels))
        with watch.stage("decode"):
            return suppress(found)


class OnnxDetector(TwoPassDetector):
    """A detector in ONNX form, from a folder with ``card.toml`` and the file it names. Safe to share among threads.

    Raises ``ModelError`` when the folder holds no usable model.
    """

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        card = read_card(folder)
        super().__init__(card, open_network(folder, card, threads))
        self.sha256 = card.sha256


def other_scales(base: float) -> list[float]:
    """What to try after ``base`` (input pixels for a photo pixel), in order.

    Twice as large, which shows tiles too small to be read, so that it can be said; four times only as far as the photo
    has pixels for it.
    """
    twice, much = (base * factor for factor in LARGER)
    larger = sorted({min(twice, MAX_ENLARGED), min(much, max(1.0, twice), MAX_ENLARGED)})
    return [*(scale for scale in larger if scale >= NEAR_ENOUGH * base), base / 2]


def are_parts(seen: Sequence[Detection], wider: Sequence[Detection]) -> bool:
    """Whether all of ``seen`` are but parts of the tiles of ``wider``."""
    if not wider:
        return False
    inner, outer = (box_array(one.box for one in found) for found in (seen, wider))
    held = intersections(inner, outer) >= SWALLOWED * areas(inner)[:, None]
    larger = areas(outer) >= PARTS * areas(inner)[:, None]
    return bool((held & larger).any(axis=1).all())


def median_tile(detections: Sequence[Detection]) -> float:
    """Longer side of the middle tile in pixels, by the confident half of ``detections``."""
    bar = float(np.median([detection.confidence for detection in detections]))
    return float(np.median([detection.box.long_side for detection in detections if detection.confidence >= bar]))


def candidates(output: Floats, least: float) -> tuple[Floats, Floats]:
    """Of what a model says, (4 + classes) x N, what is at least so sure: corners M x 4 and chances M x classes.

    The boxes of the model are middle x, y, width and height; those that come back left, top, right and bottom.
    """
    top = output[4:].max(axis=0)
    keep = np.argsort(-top, kind="stable")[: min(MAX_CANDIDATES, int((top >= least).sum()))]
    middles, half = output[:2, keep].T, output[2:4, keep].T / 2
    return np.concatenate([middles - half, middles + half], axis=1), output[4:, keep].T


def named(boxes: NDArray[np.float64], chances: Floats, labels: Sequence[str]) -> list[Detection]:
    """``boxes`` N x 4 with the likeliest of their faces, given the ``chances`` N x classes."""
    order = np.argsort(-chances, axis=1, kind="stable")[:, : RUNNERS_UP + 1]
    best = np.take_along_axis(chances, order, axis=1).tolist()
    return [
        _detection(Box(*corner), [(labels[number], chance) for number, chance in zip(numbers, row, strict=True)])
        for corner, numbers, row in zip(boxes.tolist(), order.tolist(), best, strict=True)
    ]


def _detection(box: Box, faces: list[tuple[str, float]]) -> Detection:
    (face, confidence), *others = faces
    return Detection(face, box, confidence, tuple(pair for pair in others if pair[1] >= RUNNER_UP_FLOOR))


def _missed(first: list[Detection], second: list[Detection], region: Box) -> list[Detection]:
    """Tiles of the first pass that the second, of which this is what is sure, did not see and cannot speak against."""
    boxes = box_array(detection.box for detection in first)
    seen = np.any(same_tile(boxes, box_array(detection.box for detection in second)), axis=1)
    return [
        detection
        for detection, again in zip(first, seen.tolist(), strict=True)
        if not again and (detection.confidence >= FIRST_PASS_ALONE or not _holds(region, detection.box))
    ]


def _perhaps(first: Sequence[Detection], hand: Sequence[Detection], tile: float) -> list[Detection]:
    """What the first pass saw not far from the ``hand`` and as large as its tiles, however sure of it."""
    boxes, tiles = box_array(one.box for one in first), box_array(one.box for one in hand)
    middles, others = (boxes[:, :2] + boxes[:, 2:]) / 2, (tiles[:, :2] + tiles[:, 2:]) / 2
    away = np.linalg.norm(middles[:, None] - others[None], axis=2).min(axis=1)
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1) / tile
    return list(compress(first, (away < REACH * tile) & (sides < LIKE_SIZE) & (sides > 1 / LIKE_SIZE)))


def _holds(region: Box, box: Box) -> bool:
    return (
        region.left <= box.left and region.top <= box.top and box.right <= region.right and box.bottom <= region.bottom
    )
