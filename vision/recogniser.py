"""What a single tile shows: its face, how sure that is, and which way up it stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.detection import RUNNERS_UP, Box
from vision.labels import NOTHING
from vision.model import RecogniserCard, TileNetwork, open_tile_network, read_recogniser_card
from vision.patch import DIRECTIONS, patch
from vision.photo import Photo

BATCH = 64
"""Most patches at once."""

RUNNER_UP_FLOOR = 0.001
"""A face less likely than this is no runner-up."""

DOUBTED = 0.9
"""A tile less sure than this is looked at again, turned: four views of it err differently.

So is one of which it is less sure than this along which axis it lies."""

AXIS_KNOWN = 0.6
"""Below this it is not known: in generated photos 3 in 4 of the wrong ones, and 1 in 20 of the right ones."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """What one place of a photo shows."""

    face: str
    """One of ``vision.labels.LABELS``: the most likely one if there is a tile."""
    confidence: float
    """Chance that there is a tile and that it shows ``face``, 0 to 1."""
    runners_up: tuple[tuple[str, float], ...]
    """Other faces with their chances, best first."""
    tile: float
    """Chance that there is a tile at all."""
    up: float | None
    """Where the face's upper edge points, in degrees clockwise from the photo's upper edge, 0 to 360, if that shows."""


class Recogniser:
    """Looks at tiles one by one, in the photo's own pixels. Safe to share among threads if the network is."""

    def __init__(self, card: RecogniserCard, network: TileNetwork) -> None:
        self.card = card
        self._network = network

    def recognise(self, photo: Photo, boxes: Sequence[Box]) -> list[Recognition]:
        """What each of ``boxes`` shows."""
        if not boxes:
            return []
        patches = np.stack([patch(photo.pixels, box) for box in boxes])
        chances, directions = self._chances(patches)
        unsure = chances.max(axis=1) < DOUBTED
        doubted = np.flatnonzero(unsure | (axis_shown(directions) < DOUBTED))
        if len(doubted):
            turned = self._turned(patches[doubted])
            every = [
                np.mean([one[doubted], *more], axis=0) for one, more in zip((chances, directions), turned, strict=True)
            ]
            chances[unsure] = every[0][unsure[doubted]]
            directions[doubted] = every[1]
        return [self._told(row, pointing, box) for row, pointing, box in zip(chances, directions, boxes, strict=True)]

    def _turned(self, patches: NDArray[np.uint8]) -> tuple[list[NDArray[np.float32]], list[NDArray[np.float32]]]:
        """Chances and directions, as of the patches, when these are turned by one, two and three quarters."""
        views = [self._chances(np.rot90(patches, turn, (1, 2))) for turn in (1, 2, 3)]
        back = [np.roll(pointing, turn * DIRECTIONS // 4, axis=1) for turn, (_, pointing) in enumerate(views, 1)]
        return [shown for shown, _ in views], back

    def _chances(self, patches: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For N patches, N x labels and N x DIRECTIONS, each row adding up to 1."""
        kinds, directions = [], []
        for start in range(0, len(patches), BATCH):
            part = patches[start : start + BATCH].transpose(0, 3, 1, 2).astype(np.float32) / 255
            shown, pointing = self._network(np.ascontiguousarray(part))
            kinds.append(softmax(shown / self.card.temperature))
            directions.append(softmax(pointing))
        return np.concatenate(kinds), np.concatenate(directions)

    def _told(self, chances: NDArray[np.float32], pointing: NDArray[np.float32], box: Box) -> Recognition:
        """One row of chances in words."""
        nothing = self.card.labels.index(NOTHING)
        order = [int(place) for place in np.argsort(-chances, kind="stable") if place != nothing]
        others = tuple(
            (self.card.labels[place], float(chances[place]))
            for place in order[1 : RUNNERS_UP + 1]
            if chances[place] >= RUNNER_UP_FLOOR
        )
        best = order[0]
        tile = 1 - float(chances[nothing])
        up = direction(pointing, box) if axis_shown(pointing[None])[0] >= AXIS_KNOWN else None
        return Recognition(self.card.labels[best], float(chances[best]), others, tile, up)


def axis_shown(directions: NDArray[np.float32]) -> NDArray[np.float64]:
    """For N x DIRECTIONS chances, how far they agree on an axis, whichever way up: 0 not at all, 1 fully."""
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    return np.asarray(np.abs(directions @ np.exp(2j * angles)), np.float64)


def direction(pointing: NDArray[np.float32], box: Box) -> float:
    """Degrees clockwise from the photo's upper edge, from the chances of the patch's directions.

    The patch is the box stretched to a square; that is undone.
    """
    best = int(pointing.argmax())
    near = [(best + step) % DIRECTIONS for step in (-1, 0, 1)]
    turns = best + float(np.dot(pointing[near], (-1, 0, 1)) / max(float(pointing[near].sum()), 1e-9))
    angle = 2 * np.pi * turns / DIRECTIONS
    across, up = np.sin(angle) * box.width, np.cos(angle) * box.height
    return float(np.degrees(np.arctan2(across, up)) % 360)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Chances from logits, by row."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


class OnnxRecogniser(Recogniser):
    """A recogniser in ONNX form, from a folder with ``card.toml`` and the file it names. Safe to share among threads.

    Raises ``ModelError`` when the folder holds no usable model.
    """

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        card = read_recogniser_card(folder)
        super().__init__(card, open_tile_network(folder, card, threads))
