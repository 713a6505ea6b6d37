"""What is played, as far as it tells which tiles can lie together."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.complete import ANY_SHAPES
from scoring.shapes import Shapes
from scoring.tiles import COPIES, Tile
from vision.labels import is_flower, plain
from vision.members import HAND_SIZES


@dataclass(frozen=True, slots=True)
class Game:
    """The tiles in play and the shapes that win; without a word said, those of any game."""

    sizes: tuple[int, ...] = HAND_SIZES
    """Tiles of a winning hand, a kong counted as three."""
    shapes: Shapes = ANY_SHAPES
    """What makes a hand complete."""
    wild: tuple[Tile, ...] = ()
    """The faces that stand for any other."""
    dead: tuple[Tile, ...] = ()
    """Tiles that are out of play wherever they lie, one copy of each."""
    absent: frozenset[str] = frozenset()
    """Faces that are not played with."""

    def limit(self, face: str) -> int:
        """How many tiles of a plain face a hand and its indicators can have between them."""
        if face in self.absent:
            return 0
        return (1 if is_flower(face) else COPIES) - sum(plain(tile.code) == face for tile in self.dead)


ANY_GAME = Game()
