"""Everything on the photo in reading order, with how each tile lies among the others."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise
from math import log
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection
from vision.field import aside
from vision.labels import BACK, is_flower
from vision.rows import Place, Row

WALL_LEAST = 4
"""Fewest tiles face down in a wall that has some turned up, more than those; a kong may lie with three face down."""

NEAR = 4
"""Places to either side within which tiles of a row look alike, whatever the perspective."""


class Role(Enum):
    """What a tile is to the hand."""

    CONCEALED = "concealed"
    MELD = "meld"
    FLOWER = "flower"
    WINNING = "winning"
    INDICATOR = "indicator"
    """Turned up in a wall, or alone away from the hand; it says which tiles are dora, or wild."""
    OTHER = "other"
    """Not part of the hand: discards, walls, another player's tiles."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A detection and where it lies."""

    detection: Detection
    row: int
    """0 is the top row."""
    index: int
    """Place in its row, from the left."""
    group: int
    """Tiles of one group touch; numbered in reading order."""
    role: Role = Role.OTHER
    rotated: bool = False
    """Lies on its side among upright neighbours."""


class Table:
    """Everything on the photo, numbered in reading order."""

    def __init__(self, rows: Sequence[Row], *, upright: bool = True) -> None:
        self.set_aside: frozenset[int] = frozenset()
        """Tiles that are known to be no part of the hand."""
        self.upright = upright
        """Whether rows run from left to right of the faces, rather than downwards."""
        self.places: list[Place] = []
        self.row_of: list[int] = []
        self.groups: list[tuple[int, ...]] = []
        """Numbers of the tiles of each group."""
        self.strands: list[tuple[int, ...]] = []
        """Numbers of the groups of each strand."""
        for row, strands in enumerate(rows):
            for strand in strands:
                self.strands.append(tuple(range(len(self.groups), len(self.groups) + len(strand))))
                for group in strand:
                    self.groups.append(tuple(range(len(self.places), len(self.places) + len(group))))
                    self.places += group
                    self.row_of += [row] * len(group)

    @cached_property
    def faces(self) -> list[str]:
        """Face of each tile."""
        return [place.detection.face for place in self.places]

    @cached_property
    def tiles(self) -> list[Placed]:
        """Each tile with its row and group."""
        group_of = {number: group for group, numbers in enumerate(self.groups) for number in numbers}
        rotated = self.rotated
        return [
            Placed(place.detection, row, number - self.row_of.index(row), group_of[number], rotated=rotated[number])
            for number, (place, row) in enumerate(zip(self.places, self.row_of, strict=True))
        ]

    @cached_property
    def rotated(self) -> list[bool]:
        """Which tiles lie on their side, as far as each tells by itself."""
        return [one > 0 for one in self.aside]

    @cached_property
    def aside(self) -> list[float]:
        """How surely tiles lie on their side, by their faces and the shape of those near; in a short row, of all.

        Logarithms of the odds.
        """
        shapes = [log(place.width / place.height) for place in self.places]
        rows = [[shapes[other] for other in self._row_near(number)] for number in range(len(shapes))]
        every = median(shapes) if shapes else 0.0
        wider = [shape - (median(row) if len(row) > 3 else every) for shape, row in zip(shapes, rows, strict=True)]
        lying = np.array([place.lying for place in self.places])
        straight = np.array([place.straight for place in self.places])
        return [float(one) for one in aside(np.array(wider), lying if self.upright else -lying, straight)]

    def _row_near(self, number: int) -> range:
        """Tiles of the same row at most ``NEAR`` places away."""
        row = self.row_of[number]
        low, high = bisect_left(self.row_of, row), bisect_right(self.row_of, row)
        return range(max(low, number - NEAR), min(high, number + NEAR + 1))

    @cached_property
    def gaps(self) -> NDArray[np.float64]:
        """Shortest way from each tile's edge to each other's, in tiles."""
        x, y, width, height, size = np.array([(p.x, p.y, p.width, p.height, p.size) for p in self.places]).T
        across = np.abs(x[:, None] - x) - (width[:, None] + width) / 2
        down = np.abs(y[:, None] - y) - (height[:, None] + height) / 2
        gaps: NDArray[np.float64] = np.hypot(np.maximum(across, 0), np.maximum(down, 0)) * 2 / (size[:, None] + size)
        return gaps

    def counted(self, groups: Iterable[int]) -> list[int]:
        """Tiles of ``groups`` that are no flowers, nor set aside."""
        return [
            number
            for group in groups
            for number in self.groups[group]
            if not is_flower(self.faces[number]) and number not in self.set_aside
        ]

    def faces_of(self, numbers: Iterable[int]) -> list[str]:
        """Faces of the tiles with those ``numbers``."""
        return [self.faces[number] for number in numbers]

    def size_of(self, groups: Iterable[int]) -> float:
        """Side of the middle tile of ``groups``."""
        return median(self.places[number].size for group in groups for number in self.groups[group])

    def is_wall(self, group: int) -> bool:
        """Whether a group lies face down, but for indicators, and is no concealed kong."""
        faces = self.faces_of(self.groups[group])
        hidden = faces.count(BACK)
        return len(faces) != 4 if hidden == len(faces) else hidden >= WALL_LEAST and hidden > len(faces) - hidden

    def turned_up(self, group: int) -> list[int]:
        """The few tiles side by side that lie face up in the middle of a wall; at its end they may be a meld."""
        first, last = self.groups[group][0], self.groups[group][-1]
        numbers = [number for number in self.groups[group] if self.faces[number] != BACK]
        apart = any(after - before > 1 for before, after in pairwise(numbers))
        return [] if not self.is_wall(group) or apart or {first, last} & {*numbers} else numbers
