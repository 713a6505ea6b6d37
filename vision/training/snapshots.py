"""Photos of hands, as players take them: from their own side, at a phone's resolution, the hand filling the picture.

What a photo shows is known before it is painted, so that the reading can be tried on true boxes without any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.detection import Box, Detection
from vision.labels import LABELS
from vision.table import Role
from vision.training.about import among
from vision.training.body import corners_of
from vision.training.camera import SUBPIXEL, Camera, Floats, Pixels, Rng, faces_viewer, fixed, look_at
from vision.training.clutter import strew
from vision.training.degrade import jpeg
from vision.training.faces import Design, face_image, sample_design
from vision.training.ground import bare
from vision.training.hands import Laid, random_hand
from vision.training.scene import Solid, extents_of, render
from vision.training.sources.faces import FaceLibrary, FaceSet
from vision.training.synthesize import VISIBLE, random_look

FIRST_DESIGN = 9_100_000
"""Seeds from here on are of designs that no training draws."""

FACE = 240
"""Pixels that a face is drawn high: as many as the nearest tiles of a phone's photo have."""

SMALL, LARGE = (2016, 1512), (4032, 3024)
"""Pixels of a phone's photo, longer side first; the larger takes four times as long to paint."""

LEAST = 60.0
"""Pixels that the tiles of a hand are long at least."""

ROUGH = 4
"""By how much the picture is reduced in which it is counted what is seen of each tile."""

TRIES = 400


@dataclass(frozen=True, slots=True)
class Sight:
    """A tile as the camera sees it."""

    quad: Floats
    """(4, 2), the face's corners in pixels, from its upper left clockwise."""
    box: Box
    """What is to be seen of the tile, sides included."""
    visible: float
    """Share of the face inside the picture and not hidden."""

    @property
    def face(self) -> Box:
        """The upright box of the face alone."""
        return Box(*self.quad.min(axis=0).tolist(), *self.quad.max(axis=0).tolist())

    @property
    def up(self) -> float:
        """Where the face's upper edge points, in degrees clockwise from the photo's upper edge, 0 to 360."""
        across, down = self.quad[:2].mean(axis=0) - self.quad.mean(axis=0)
        return float(np.degrees(np.arctan2(across, -down)) % 360)


@dataclass(frozen=True)
class Snapshot:
    """A hand before a camera."""

    name: str
    laid: Laid
    camera: Camera
    size: tuple[int, int]
    """Width and height of the photo."""
    seed: tuple[int, ...]
    """Of what it looks like."""

    @cached_property
    def sights(self) -> tuple[Sight, ...]:
        """How each piece is seen, in the order of ``laid.pieces``."""
        return sights(self.laid.solids, self.camera, self.size)

    @property
    def shown(self) -> tuple[int, ...]:
        """Pieces whose face is seen well enough to be asked for."""
        return tuple(number for number, sight in enumerate(self.sights) if sight.visible >= VISIBLE)

    def true_detections(self) -> list[Detection]:
        """What a faultless detector would tell."""
        pieces, found = self.laid.pieces, self.sights
        return [Detection(pieces[one].solid.label, found[one].box, 0.99, up=found[one].up) for one in self.shown]

    def picture(self, faces: FaceLibrary, strewn: int = 0) -> Pixels:
        """The photo, with ``strewn`` things that are no tiles on the table."""
        rng = np.random.default_rng(self.seed)
        look = random_look(faces, rng)
        things = among(self.laid.solids, rng) if rng.random() < 0.15 else []
        ground = bare(max(self.size), rng)
        if strewn:
            strew(ground, self.camera, strewn, 1.0, rng)
        table = np.ascontiguousarray(ground[: self.size[1], : self.size[0]])
        image, _ = render(table, self.laid.solids, self.camera, look, things)
        return photographed(image, rng)


def designs(count: int) -> FaceLibrary:
    """Faces of designs that no training draws."""
    return FaceLibrary({"drawn": tuple(sharp_set(sample_design(FIRST_DESIGN + number)) for number in range(count))})


def sharp_set(design: Design) -> FaceSet:
    """A design's faces as large as photos of a whole hand can show them."""
    return FaceSet(f"design {design.seed}", {label: (face_image(label, design, height=FACE),) for label in LABELS})


def snapshot(seed: int, number: int, kind: str | None = None) -> Snapshot:
    """The ``number``-th photo of a series: all of the hand is in view, its tiles seen well enough for a person."""
    rng = np.random.default_rng([seed, number])
    for _ in range(TRIES):
        laid = random_hand(rng, kind)
        size = SMALL if rng.random() < 0.94 else LARGE
        camera, size = _aimed(laid, size, rng)
        made = Snapshot(f"hand {seed}-{number}", laid, camera, size, (seed, number, 1))
        if _clear(made):
            return made
    raise RuntimeError(f"{TRIES} photos in a row showed {kind} badly")


def _clear(made: Snapshot) -> bool:
    """Whether the hand's tiles are large and free to be seen, but for one that lies under an added fourth."""
    hand = [number for number, piece in enumerate(made.laid.pieces) if piece.role is not Role.OTHER]
    hidden = [number for number in hand if number not in made.shown]
    length = float(np.median([made.sights[number].box.long_side for number in hand]))
    return length >= LEAST and all(_under(made.laid, number) for number in hidden)


def _under(laid: Laid, number: int) -> bool:
    """Whether a tile lies under another of its meld."""
    one = laid.pieces[number]
    return one.meld is not None and any(
        other.meld == one.meld and other.solid.middle[2] > one.solid.middle[2] + 0.1 for other in laid.pieces
    )


def _aimed(laid: Laid, size: tuple[int, int], rng: Rng) -> tuple[Camera, tuple[int, int]]:
    """A camera on the player's side, 30 to 80 degrees above the table, that the hand fills; and the photo's size."""
    corners = corners_of([piece.solid for piece in laid.pieces if piece.role is not Role.OTHER])
    target = (corners.reshape(-1, 3).min(axis=0) + corners.reshape(-1, 3).max(axis=0)) / 2
    span = float(np.ptp(corners[..., :2].reshape(-1, 2), axis=0).max())
    angles = float(rng.uniform(0.55, 1.4)), float(rng.normal(0, 0.12))
    distance, roll = span * float(rng.uniform(1.1, 2.2)) + 3, float(rng.normal(0, 0.05))
    seen = look_at(target, *angles, distance, roll, 1.0, (0, 0)).project(corners).reshape(-1, 2)
    wide = float(np.ptp(seen[:, 0])) > float(np.ptp(seen[:, 1]))
    size = size if wide or rng.random() < 0.2 else size[::-1]
    fill = float(rng.uniform(0.62, 0.94))
    focal = fill * float(min(np.array(size) / 2 / np.abs(seen).max(axis=0)))
    return look_at(target, *angles, distance, roll, focal, size), size


def sights(solids: Sequence[Solid], camera: Camera, size: tuple[int, int]) -> tuple[Sight, ...]:
    """How tiles are seen, the nearer ones before the farther."""
    corners = corners_of(solids)
    bodies = camera.project(corners)
    owner = np.full((size[1] // ROUGH, size[0] // ROUGH), -1, np.int32)
    far = np.argsort(-np.linalg.norm(corners.mean(axis=1) - camera.place, axis=1), kind="stable")
    areas = np.zeros(len(solids))
    for number in far.tolist():
        body = bodies[number] / ROUGH
        cv2.fillConvexPoly(owner, cv2.convexHull(fixed(body)), 2 * number + 1, cv2.LINE_8, SUBPIXEL)
        if faces_viewer(body[:4]):
            cv2.fillConvexPoly(owner, fixed(body[:4]), 2 * number, cv2.LINE_8, SUBPIXEL)
            areas[number] = max(1.0, cv2.contourArea(body[:4].astype(np.float32)))
    counts = np.bincount(owner[owner >= 0], minlength=2 * len(solids))[0 : 2 * len(solids) : 2]
    shares = np.where(areas > 0, np.minimum(1.0, counts / np.maximum(areas, 1.0)), 0.0)
    boxes = extents_of(owner, len(solids)) * ROUGH
    return tuple(
        Sight(body[:4], Box(*box.tolist()).within(*size), float(share))
        for body, box, share in zip(bodies, boxes, shares, strict=True)
    )


def photographed(image: Pixels, rng: Rng) -> Pixels:
    """As a phone saves it: a little soft, in light of some colour and strength, with some grain, as JPEG."""
    shade = float(rng.uniform(0.7, 1.15)) * rng.uniform(0.93, 1.07, 3)
    light = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.5, 1.4))).astype(np.float32) * shade.astype(np.float32)
    light += rng.standard_normal((*image.shape[:2], 1), np.float32) * np.float32(rng.uniform(1, 5))
    return jpeg(np.clip(light, 0, 255).astype(np.uint8), int(rng.integers(70, 96)))
