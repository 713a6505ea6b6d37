"""What the camera of a made stream looks at: a real photo as it lies, or a rendered hand whose tiles come and go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.detection import Box
from vision.labels import BACK, KINDS, is_flower, plain
from vision.photo import load
from vision.table import Role
from vision.training.degrade import Pixels
from vision.training.faces import sample_design
from vision.training.ground import bare
from vision.training.hand_report import DATASET, hands
from vision.training.hands import Piece
from vision.training.photolist import PhotoList, photo_lists
from vision.training.scene import render
from vision.training.snapshots import FIRST_DESIGN, Snapshot, sharp_set, snapshot
from vision.training.sources.faces import FaceLibrary
from vision.training.streams_path import Rng
from vision.training.synthesize import random_look

SPLIT = "val"
"""Photos that no model was trained on."""

KINDS_OF_HANDS = (
    *("concealed tiles only", "winning tile apart", "melds right", "pung", "claimed tiles turned", "exposed kong"),
    *("winning tile turned", "melds behind", "flowers", "chow"),
)
"""Ways to lay the rendered hands, taken in turn."""

DESIGNS = 48
"""Sets of faces that rendered hands are of."""

OFFSET = 1000
"""Between the series of streams and those of the photos that others measure."""

HAND_ROLES = (Role.CONCEALED, Role.MELD, Role.WINNING)


class Scene(Protocol):
    """What lies on the table."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def hand(self) -> Box:
        """Where the hand lies, in pixels of its picture."""
        ...

    @property
    def tile(self) -> float:
        """Length of its middle tile in pixels."""
        ...

    @property
    def moments(self) -> tuple[float, ...]:
        """When something changes, in seconds."""
        ...

    def picture(self, at: float) -> Pixels:
        """What it looks like at a moment."""
        ...

    def truth(self, at: float) -> Counter[str]:
        """The tiles of the hand without flowers, red fives as fives."""
        ...


def around(boxes: Sequence[Box]) -> Box:
    """The box about all."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


@dataclass(frozen=True)
class RealScene:
    """A photo of a complete hand, of which one tile may become another at a moment."""

    name: str
    path: Path
    labelled: tuple[tuple[str, Box], ...]
    """Faces with their boxes, in shares of the sides."""
    tiles: Counter[str]
    swap: tuple[float, int, int] | None = None
    """When, which tile, and which other one shows in its place from then on."""

    @cached_property
    def _pixels(self) -> Pixels:
        return load(self.path).pixels

    @cached_property
    def boxes(self) -> list[Box]:
        """Of the tiles, in pixels."""
        height, width = self._pixels.shape[:2]
        return [Box(b.left * width, b.top * height, b.right * width, b.bottom * height) for _, b in self.labelled]

    @property
    def hand(self) -> Box:
        """See ``Scene``."""
        return around(self.boxes)

    @property
    def tile(self) -> float:
        """See ``Scene``."""
        return float(np.median([box.long_side for box in self.boxes]))

    @property
    def moments(self) -> tuple[float, ...]:
        """See ``Scene``."""
        return () if self.swap is None else (self.swap[0],)

    @cached_property
    def _swapped(self) -> Pixels:
        """With the one tile's picture where the other was."""
        assert self.swap is not None
        image = np.array(self._pixels)
        _, to, source = self.swap
        left, top, right, bottom = (round(side) for side in self.boxes[to].within(image.shape[1], image.shape[0]))
        a, b, c, d = (round(side) for side in self.boxes[source].within(image.shape[1], image.shape[0]))
        picture = cv2.resize(self._pixels[b:d, a:c], (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        share = cv2.GaussianBlur(np.pad(np.ones((bottom - top - 4, right - left - 4)), 2), (0, 0), 1.0)[..., None]
        place = image[top:bottom, left:right]
        place[:] = (place * (1 - share) + picture * share).astype(np.uint8)
        return image

    def picture(self, at: float) -> Pixels:
        """See ``Scene``."""
        return self._pixels if self.swap is None or at < self.swap[0] else self._swapped

    def truth(self, at: float) -> Counter[str]:
        """See ``Scene``."""
        if self.swap is None or at < self.swap[0]:
            return self.tiles
        _, to, source = self.swap
        return self.tiles - Counter([plain(self.labelled[to][0])]) + Counter([plain(self.labelled[source][0])])


@dataclass(frozen=True)
class MadeScene:
    """A rendered hand of which other pieces lie there from one moment to the next."""

    name: str
    made: Snapshot
    design: int
    steps: tuple[tuple[float, tuple[Piece | None, ...]], ...]
    """From when on which pieces lie there; ``None`` for one that does not."""

    @property
    def hand(self) -> Box:
        """See ``Scene``."""
        sights = self.made.sights
        return around([sights[n].box for n, piece in enumerate(self.made.laid.pieces) if piece.role is not Role.OTHER])

    @property
    def tile(self) -> float:
        """See ``Scene``."""
        return float(np.median([self.made.sights[number].box.long_side for number in self.made.shown]))

    @property
    def moments(self) -> tuple[float, ...]:
        """See ``Scene``."""
        return tuple(at for at, _ in self.steps[1:])

    def _step(self, at: float) -> int:
        return max(number for number, (start, _) in enumerate(self.steps) if number == 0 or start <= at)

    def picture(self, at: float) -> Pixels:
        """See ``Scene``."""
        return self._pictures[self._step(at)]

    @cached_property
    def _pictures(self) -> list[Pixels]:
        """One for each step, with the same ground and look."""
        rng = np.random.default_rng(self.made.seed)
        look = random_look(one_design(self.design), rng)
        ground = bare(max(self.made.size), rng)
        table = np.ascontiguousarray(ground[: self.made.size[1], : self.made.size[0]])
        return [
            render(table, [piece.solid for piece in pieces if piece is not None], self.made.camera, look)[0]
            for _, pieces in self.steps
        ]

    def truth(self, at: float) -> Counter[str]:
        """See ``Scene``."""
        pieces = [piece for piece in self.steps[self._step(at)][1] if piece is not None and piece.role in HAND_ROLES]
        return Counter(plain(piece.solid.label) for piece in pieces)


@cache
def one_design(number: int) -> FaceLibrary:
    """Faces of one design that no training draws."""
    return FaceLibrary({"drawn": (sharp_set(sample_design(FIRST_DESIGN + number)),)})


@cache
def real_hands() -> tuple[PhotoList, dict[str, Counter[str]]]:
    """The photos of complete hands that no model was trained on."""
    (photos,) = photo_lists(f"{DATASET}/{SPLIT}")
    complete = photos.only(hands(photos))
    return complete, hands(complete)


def real_scene(number: int, rng: Rng, changes_at: float | None = None) -> RealScene:
    """The ``number``-th photo, over and over; from ``changes_at`` on one of its tiles is another."""
    photos, tiles = real_hands()
    number %= len(photos.paths)
    path, labelled = photos.paths[number], photos.tiles[number]
    swap = None if changes_at is None else (changes_at, *_swap(labelled, rng))
    return RealScene(path.stem, path, labelled, tiles[path.name], swap)


def _swap(labelled: Sequence[tuple[str, Box]], rng: Rng) -> tuple[int, int]:
    """A tile, and another face that there are not four of, which takes its place."""
    counts = Counter(plain(face) for face, _ in labelled)
    pairs = [
        (one, other)
        for one, (face, _) in enumerate(labelled)
        for other, (instead, _) in enumerate(labelled)
        if plain(face) != plain(instead)
        and not is_flower(face)
        and not is_flower(instead)
        and counts[plain(instead)] < 4
    ]
    return pairs[int(rng.integers(len(pairs)))]


def made_scene(
    seed: int, number: int, rng: Rng, lays: float | None = None, changes_at: float | None = None, how: str = "changed"
) -> MadeScene:
    """A rendered hand; laid down bit by bit within ``lays`` seconds, or with a change at a moment."""
    made = _open_hand(seed, number, rng)
    pieces = made.laid.pieces
    steps: list[tuple[float, tuple[Piece | None, ...]]] = [(0.0, pieces)]
    if lays is not None:
        steps = _laid_down(pieces, lays, rng)
    elif changes_at is not None:
        steps.append((changes_at, _changed(pieces, how, rng)))
    return MadeScene(made.name, made, int(rng.integers(DESIGNS)), tuple(steps))


def _open_hand(seed: int, number: int, rng: Rng) -> Snapshot:
    """A hand of which every tile is seen, none face down."""
    kind = KINDS_OF_HANDS[number % len(KINDS_OF_HANDS)]
    while True:
        made = snapshot(OFFSET + seed, int(rng.integers(1 << 20)), kind)
        if len(made.shown) == len(made.laid.pieces) and all(p.solid.label != BACK for p in made.laid.pieces):
            return made


def _laid_down(pieces: Sequence[Piece], seconds: float, rng: Rng) -> list[tuple[float, tuple[Piece | None, ...]]]:
    """From left to right, a few at a time."""
    order = np.argsort([piece.solid.middle[0] for piece in pieces], kind="stable").tolist()
    bounds = [0, *sorted(rng.choice(np.arange(1, len(order)), 4, replace=False).tolist()), len(order)]
    times = np.linspace(0, seconds, len(bounds))
    return [
        (float(at), tuple(piece if n in order[:many] else None for n, piece in enumerate(pieces)))
        for at, many in zip(times, bounds, strict=True)
    ]


def _changed(pieces: Sequence[Piece], how: str, rng: Rng) -> tuple[Piece | None, ...]:
    """With one concealed tile another one, gone, or, where it was not there before, added."""
    mine = [n for n, piece in enumerate(pieces) if piece.role is Role.CONCEALED and not is_flower(piece.solid.label)]
    at = int(rng.choice(mine))
    if how == "removed":
        return tuple(None if n == at else piece for n, piece in enumerate(pieces))
    counts = Counter(plain(piece.solid.label) for piece in pieces)
    others = [kind for kind in KINDS if counts[kind] < 4 and kind != plain(pieces[at].solid.label)]
    face = str(rng.choice(others))
    other = replace(pieces[at], solid=replace(pieces[at].solid, label=face))
    return tuple(other if n == at else piece for n, piece in enumerate(pieces))
