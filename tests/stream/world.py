"""A table with tiles under a camera, drawn plainly, and a detector that knows what lies there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.detection import Box, Detection
from vision.photo import Photo
from vision.stream import Frame
from vision.stream.motion import carried
from vision.timing import Stopwatch

WIDTH, HEIGHT = 640, 360
TILE = 32, 44
"""Pixels of a tile."""

HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "5p", "5p"]
"""A complete hand."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile on the table."""

    face: str
    x: float
    y: float
    """Of its middle, as the camera sees it when it is held still."""
    mistaken: str | None = None
    """What it is taken for where the detector errs."""


def row(faces: Sequence[str], x: float = 80, y: float = 180) -> tuple[Tile, ...]:
    return tuple(Tile(face, x + (TILE[0] + 1) * place, y) for place, face in enumerate(faces))


@dataclass
class World:
    """What lies there may be changed between frames."""

    tiles: tuple[Tile, ...]
    cover: Box | None = None
    """Where a hand is, of skin, as the camera sees it when it is held still."""
    sure: float = 0.97
    """Chance that the detector gives to what it takes a tile for."""
    errs: Callable[[int], bool] | None = None
    """Whether it errs in the frame with that number."""
    blind: frozenset[int] = frozenset()
    """Tiles that the detector misses, by number."""
    looked: int = 0
    """How many frames were looked at."""

    def __post_init__(self) -> None:
        grain = np.random.default_rng(3).integers(0, 40, (HEIGHT // 4 + 80, WIDTH // 4 + 80), dtype=np.uint8)
        large = cv2.resize(grain, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
        self._camera = np.eye(3)
        self._table = np.stack([large // 2 + 20, large + 70, large // 2 + 25], axis=2)

    def frame(self, number: int, at: float, camera: np.ndarray | None = None, blur: float = 0.0) -> Frame:
        """What the camera sees, moved by a 3 x 3 matrix."""
        image = self._table[160 : 160 + HEIGHT, 160 : 160 + WIDTH].copy()
        for tile in self.tiles:
            self._draw(image, tile)
        if self.cover is not None:
            left, top, right, bottom = (round(side) for side in self.cover)
            image[top:bottom, left:right] = (205, 150, 120)
        if camera is not None:
            image = cv2.warpPerspective(image, camera, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
        if blur:
            image = cv2.GaussianBlur(image, (0, 0), blur)
        self._camera = np.eye(3) if camera is None else camera
        return Frame(np.ascontiguousarray(image), at, number)

    @staticmethod
    def _draw(image: np.ndarray, tile: Tile) -> None:
        rng = np.random.default_rng([*tile.face.encode()])
        face = cv2.resize(rng.integers(0, 2, (8, 6), dtype=np.uint8) * 200, TILE, interpolation=cv2.INTER_NEAREST)
        left, top = round(tile.x - TILE[0] / 2), round(tile.y - TILE[1] / 2)
        image[top : top + TILE[1], left : left + TILE[0]] = 245
        inner = face[6:-6, 5:-5]
        image[top + 6 : top + TILE[1] - 6, left + 5 : left + TILE[0] - 5] = (245 - inner)[..., None]

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:  # noqa: ARG002
        """See ``vision.detector.Detector``; of the frame drawn last."""
        number = int(photo.name.split()[1])
        self.looked += 1
        found = []
        for place, tile in enumerate(self.tiles):
            if place in self.blind or not self._in_frame(tile) or (self.cover is not None and self._hidden(tile)):
                continue
            face = tile.face
            if tile.mistaken is not None and self.errs is not None and self.errs(number):
                face = tile.mistaken
            found.append(self._detection(face, tile))
        return found

    def _in_frame(self, tile: Tile) -> bool:
        x, y = carried(self._camera, np.array([[tile.x, tile.y]]))[0]
        return bool(0 < x < WIDTH and 0 < y < HEIGHT)

    def _hidden(self, tile: Tile) -> bool:
        assert self.cover is not None
        return self.cover.left < tile.x < self.cover.right and self.cover.top < tile.y < self.cover.bottom

    def _detection(self, face: str, tile: Tile) -> Detection:
        middle, half = np.array([tile.x, tile.y]), np.array(TILE) / 2
        corners = np.array([middle - half, middle + half])
        (left, top), (right, bottom) = carried(self._camera, corners).tolist()
        others = () if tile.mistaken is None else ((tile.mistaken if face == tile.face else tile.face, 1 - self.sure),)
        return Detection(face, Box(left, top, right, bottom), self.sure, others, None, 0.99)


def changed(tiles: tuple[Tile, ...], number: int, face: str) -> tuple[Tile, ...]:
    return (*tiles[:number], replace(tiles[number], face=face), *tiles[number + 1 :])


def shake(number: int, size: float = 6.0) -> np.ndarray:
    """A camera in somebody's hand: a little turn, shift and zoom, another in each frame."""
    t = number * 0.21
    angle, grown = 0.02 * np.sin(1.7 * t), 1 + 0.03 * np.sin(0.9 * t)
    cos, sin = grown * np.cos(angle), grown * np.sin(angle)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    middle = np.array([[1, 0, WIDTH / 2], [0, 1, HEIGHT / 2], [0, 0, 1.0]])
    place = np.array([[1, 0, size * np.sin(2.3 * t)], [0, 1, size * np.cos(1.9 * t)], [0, 0, 1.0]])
    return place @ middle @ turn @ np.linalg.inv(middle)
