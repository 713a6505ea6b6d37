"""Single tiles as the recogniser is trained on them: cut from labelled photos and from generated scenes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.labels import BACK, CLASS_NUMBERS, LABELS, NOTHING
from vision.patch import MARGIN, SIDE
from vision.training.chips import Source, places_of, trust
from vision.training.degrade import degrade, lost_resolution
from vision.training.ground import jumble
from vision.training.mining import Mistaken
from vision.training.scene import Seen
from vision.training.sources.faces import FaceLibrary, reddened
from vision.training.sources.photos import Labelled
from vision.training.synthesize import EMPTY, View, random_scene

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

PATCH_LABELS: tuple[str, ...] = (*LABELS, NOTHING)
"""What a patch can show, by class number."""
UNKNOWN = -1.0
"""Direction of what is no tile, or of a tile for which nobody noted it."""
SYMMETRIC = frozenset(
    ["1p", "2p", "3p", "4p", "5p", "0p", "8p", "9p", "2s", "4s", "5s", "0s", "6s", "8s", "9s", "5z"]
) | {BACK}
"""Faces that look alike when turned by half."""
JITTER = (MARGIN - 0.11, MARGIN + 0.11)
"""How far a patch reaches beyond the true box, as shares of its sides: locators' boxes are not exact."""
SEEN = 0.5
"""Least visible share of a face that counts as that face."""
LEAST = 6.0
"""Pixels below which the shorter side of a face shows nothing."""
PALE, COLOURLESS, PLAIN = 110.0, 45.0, 22.0
"""Least lightness, greatest difference of colours and greatest deviation, of 255, of what may be a blank dragon."""
REDDENED = 0.06
"""Share of the fives of photos that are made red."""


@dataclass(frozen=True, slots=True)
class Patch:
    """One square cutting."""

    pixels: Pixels
    """(SIDE, SIDE, 3), RGB."""
    kind: int
    """Place in ``PATCH_LABELS``."""
    up: float = UNKNOWN
    """Where the face's upper edge points, in turns clockwise from the patch's upper edge, 0 to 1; or ``UNKNOWN``."""


def warped(pixels: Pixels, points: Floats, turn: float, rng: Rng) -> tuple[Pixels, Floats]:
    """A patch filled by the upright box of ``points`` (n, 2) after a turn (radians), and the map (2, 3) into it.

    The box is jittered, as a locator's is.
    """
    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]])
    moved = points @ linear.T
    low, high = moved.min(axis=0), moved.max(axis=0)
    size = high - low
    low = low - size * rng.uniform(*JITTER, 2)
    high = high + size * rng.uniform(*JITTER, 2)
    scale = SIDE / (high - low)
    matrix = np.column_stack([linear * scale[:, None], -low * scale])
    shrink = 1 / float(scale.max())
    if shrink > 2:
        pixels, matrix = _halved(pixels, matrix, shrink)
    image = cv2.warpAffine(pixels, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return image, matrix


def _halved(pixels: Pixels, matrix: Floats, shrink: float) -> tuple[Pixels, Floats]:
    """The part of a picture that a patch shows, reduced first so that it does not alias."""
    inverse = cv2.invertAffineTransform(matrix)
    corners = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]]) @ inverse[:, :2].T + inverse[:, 2]
    height, width = pixels.shape[:2]
    left, top = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, (width - 2, height - 2))
    right, bottom = np.clip(np.ceil(corners.max(axis=0)).astype(int), (left + 2, top + 2), (width, height))
    part = pixels[top:bottom, left:right]
    size = max(1, round((right - left) / shrink)), max(1, round((bottom - top) / shrink))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    across, down = (right - left) / size[0], (bottom - top) / size[1]
    changed = matrix.copy()
    changed[:, 2] += matrix[:, 0] * left + matrix[:, 1] * top
    changed[:, 0] *= across
    changed[:, 1] *= down
    return small, changed


def box_points(box: npt.NDArray[np.float32]) -> Floats:
    """(4, 2), the corners of left, top, right, bottom."""
    left, top, right, bottom = (float(value) for value in box)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def quarter_turn(rng: Rng) -> float:
    """Radians: mostly near a quarter turn, sometimes any."""
    if rng.random() < 0.75:
        return float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.06))
    return float(rng.uniform(0, 2 * np.pi))


class PatchSampler:
    """Draws patches: from photos with probability ``real``, else a handful from a freshly rendered scene.

    Before that, with probability ``mined``, from pictures in which models ``mistook`` something for a tile.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        faces: FaceLibrary,
        view: View,
        *,
        real: float,
        nothing: float,
        mistook: Sequence[Mistaken] = (),
        mined: float = 0.0,
    ) -> None:
        self.mistook = tuple(mistook)
        self.mined = mined if mistook else 0.0
        self.sources = tuple(sources)
        self.faces = faces
        self.view = view
        self.real = real if sources else 0.0
        self.nothing = nothing
        """Share of the patches of photos that show no tile."""
        self.shares = np.array([source.weight for source in sources]) if sources else np.zeros(0)
        self.places = [places_of(source.photos) for source in sources]
        self.trusted = [[trust(photo, source) for photo in source.photos] for source in sources]

    def draw(self, rng: Rng) -> Iterator[Patch]:
        """Patches of one photo or one scene, as many as cost about the same."""
        if self.mined and rng.random() < self.mined:
            yield from self._mistaken(rng)
            return
        if rng.random() >= self.real:
            yield from scene_patches(self.faces, self.view, rng)
            return
        which = int(rng.choice(len(self.sources), p=self.shares / self.shares.sum()))
        for _ in range(PER_DRAW):
            yield self._of_nothing(which, rng) if rng.random() < self.nothing else self._of_tile(which, rng)

    def _mistaken(self, rng: Rng) -> Iterator[Patch]:
        """Places of one picture where a model saw a tile that is none."""
        shown = self.mistook[int(rng.integers(len(self.mistook)))]
        for place in rng.permutation(len(shown.boxes))[:PER_DRAW]:
            image, _ = warped(shown.pixels, box_points(shown.boxes[place]), quarter_turn(rng), rng)
            image = image[:, ::-1] if rng.random() < 0.5 else image
            yield Patch(as_photographed(image, rng), PATCH_LABELS.index(NOTHING))

    def _of_tile(self, which: int, rng: Rng) -> Patch:
        places = self.places[which]
        kind = list(places)[int(rng.integers(len(places)))]
        number, tile = places[kind][int(rng.integers(len(places[kind])))]
        photo = self.sources[which].photos[number]
        image, _ = warped(photo.pixels, box_points(photo.boxes[tile]), quarter_turn(rng), rng)
        red = "0" + LABELS[kind][1]
        if red in CLASS_NUMBERS and LABELS[kind][0] == "5" and rng.random() < REDDENED:
            image, kind = reddened(image), CLASS_NUMBERS[red]
        return Patch(as_photographed(image, rng), kind)

    def _of_nothing(self, which: int, rng: Rng) -> Patch:
        """Something that is no tile, or lies between two."""
        photos = self.sources[which].photos
        number = int(rng.integers(len(photos)))
        photo, trusted = photos[number], self.trusted[which][number]
        for _ in range(20):
            box = _beside(photo, rng)
            if _is_nothing(box, photo, trusted):
                image, _ = warped(photo.pixels, box_points(box), quarter_turn(rng), rng)
                return Patch(as_photographed(image, rng), PATCH_LABELS.index(NOTHING))
        return self._of_tile(which, rng)


PER_DRAW = 4
"""Patches of one draw from the photos."""


def as_photographed(image: Pixels, rng: Rng) -> Pixels:
    """A patch through another camera, often from farther away."""
    return degrade(lost_resolution(image, rng) if rng.random() < 0.35 else image, rng)


def _beside(photo: Labelled, rng: Rng) -> npt.NDArray[np.float32]:
    """A box of about a tile's size: half over a labelled tile, twice as large around one, or anywhere."""
    box = photo.boxes[int(rng.integers(len(photo.boxes)))]
    size = box[2:] - box[:2]
    kind = rng.random()
    if kind < 0.25:
        axis = int(rng.integers(2))
        shift = np.zeros(2, np.float32)
        shift[axis] = size[axis] * rng.choice([-1, 1]) * rng.uniform(0.45, 0.7)
        return np.concatenate([box[:2] + shift, box[2:] + shift])
    if kind < 0.4:
        grown = size * rng.uniform(0.5, 1.2)
        return np.concatenate([box[:2] - grown, box[2:] + grown]).astype(np.float32)
    height, width = photo.pixels.shape[:2]
    middle = rng.uniform(0, 1, 2) * [width, height]
    half = size / 2 * np.exp(rng.normal(0, 0.4, 2))
    return np.concatenate([middle - half, middle + half]).astype(np.float32)


def _is_nothing(box: npt.NDArray[np.float32], photo: Labelled, trusted: Pixels) -> bool:
    """Whether a box lies in the picture, hides no unlabelled tile and is not a labelled one."""
    height, width = photo.pixels.shape[:2]
    left, top, right, bottom = (int(value) for value in box)
    if left < 0 or top < 0 or right > width or bottom > height or right - left < 8 or bottom - top < 8:
        return False
    if float(trusted[top:bottom, left:right].mean()) < 250:
        return False
    low = np.maximum(photo.boxes[:, :2], box[:2])
    high = np.minimum(photo.boxes[:, 2:], box[2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    either = np.prod(photo.boxes[:, 2:] - photo.boxes[:, :2], axis=1) + np.prod(box[2:] - box[:2]) - shared
    return bool((shared / either).max() < 0.4)


def scene_patches(faces: FaceLibrary, view: View, rng: Rng) -> Iterator[Patch]:
    """Patches of one generated scene: its tiles, and a few places without one; at times of other things only."""
    if rng.random() < EMPTY:
        image = degrade(jumble(view.side, rng), rng)
        for box in _random_boxes(view, 10, rng):
            yield Patch(warped(image, box_points(box), quarter_turn(rng), rng)[0], PATCH_LABELS.index(NOTHING))
        return
    image, seen = random_scene(faces, view, rng)
    image = degrade(image, rng)
    shown = [one for one in seen if one.visible >= SEEN and _extent(one, view.side) >= LEAST]
    rng.shuffle(shown)
    for one in shown[:16]:
        patch = tile_patch(image, one, rng)
        if one.label != BACK or not is_pale(patch.pixels):
            yield patch
    for box in _free_boxes(seen, view, rng):
        yield Patch(warped(image, box_points(box), quarter_turn(rng), rng)[0], PATCH_LABELS.index(NOTHING))


def is_pale(pixels: Pixels) -> bool:
    """Whether the middle of a patch is plain, light and of no colour: nobody can tell such a back from a blank dragon.

    Dragons are blank far more often than backs are pale, so that only they are learned from then.
    """
    low, high = SIDE * 3 // 10, SIDE * 7 // 10
    middle = pixels[low:high, low:high].reshape(-1, 3).astype(float)
    colour = middle.mean(axis=0)
    return bool(colour.mean() > PALE and np.ptp(colour) < COLOURLESS and middle.std(axis=0).max() < PLAIN)


def _extent(one: Seen, side: int) -> float:
    """The shorter side, in pixels, of what the picture shows of a face."""
    corners = np.clip(one.quad, 0, side)
    return float(np.ptp(corners, axis=0).min())


def tile_patch(image: Pixels, one: Seen, rng: Rng) -> Patch:
    """The patch of one tile of a scene; half of them as the camera sees it, the others turned."""
    turn = 0.0 if rng.random() < 0.5 else quarter_turn(rng)
    reach = rng.uniform()
    face, body = one.quad, one.body
    low = face.min(axis=0) * (1 - reach) + one.extent[:2] * reach
    high = face.max(axis=0) * (1 - reach) + one.extent[2:] * reach
    points = np.clip(np.concatenate([face, body]), low, high)
    height, width = image.shape[:2]
    patch, matrix = warped(image, np.clip(points, 0, (width, height)), turn, rng)
    edge, middle = (face[0] + face[1]) / 2, face.mean(axis=0)
    across, up = matrix[:, :2] @ (edge - middle)
    return Patch(patch, CLASS_NUMBERS[one.label], float(np.arctan2(across, -up) / (2 * np.pi)) % 1.0)


def _free_boxes(seen: Sequence[Seen], view: View, rng: Rng) -> Iterator[npt.NDArray[np.float32]]:
    """Places of a scene that hold no tile, or only parts of some."""
    bodies = [np.concatenate([one.body.min(axis=0), one.body.max(axis=0)]) for one in seen]
    for box in _random_boxes(view, int(rng.integers(0, 4)), rng):
        if all(_shared(box, body) < 0.25 for body in bodies):
            yield box


def _random_boxes(view: View, count: int, rng: Rng) -> Iterator[npt.NDArray[np.float32]]:
    """Boxes anywhere in a scene, from half a tile's size to a tile's."""
    for _ in range(count):
        size = np.exp(rng.uniform(*np.log(view.tile))) * rng.uniform(0.5, 1, 2)
        low = rng.uniform(0, view.side - size)
        yield np.concatenate([low, low + size]).astype(np.float32)


def _shared(box: npt.NDArray[np.float32], other: Floats) -> float:
    """Share of the first box that lies in the other."""
    sides = np.clip(np.minimum(box[2:], other[2:]) - np.maximum(box[:2], other[:2]), 0, None)
    return float(np.prod(sides) / np.prod(box[2:] - box[:2]))
