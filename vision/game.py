"""What is played, as far as it tells which tiles can lie together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from scoring.complete import ANY_SHAPES
from scoring.rules import RuleSet
from scoring.rules.regional import Regional
from scoring.shapes import Shapes
from scoring.tiles import COPIES, KIND_TILES, Tile
from scoring.win import Win
from vision.labels import FLOWERS, KINDS, is_flower, plain
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

    @classmethod
    def of(cls, rules: RuleSet, win: Win | None = None) -> Game:
        """What is played by ``rules``, with the wild tiles and indicators that a ``win`` tells of."""
        shown = () if win is None else (*win.circumstances.dora_indicators, *win.circumstances.ura_indicators)
        wild: tuple[Tile, ...] = ()
        if win is not None and isinstance(rules, Regional):
            wild = rules.wild_tiles(win)
            turned_up = win.circumstances.indicator
            shown = (turned_up,) if turned_up and rules.indicator_is_dead else ()
        in_play = {tile.code for tile in (KIND_TILES if win is None else rules.in_play(win))}
        absent = {face for face in KINDS if face not in in_play}
        flowers = () if rules.plays_flowers else FLOWERS
        return cls(rules.hand_sizes, rules.winning_shapes, wild, shown, frozenset({*absent, *flowers}))

    def seeing(self, faces: Collection[str]) -> Game:
        """The same where a photo shows ``faces`` turned up, which are none of those told beside it."""
        left = Counter(plain(face) for face in faces)
        dead = []
        for tile in self.dead:
            if left[tile.plain.code]:
                left[tile.plain.code] -= 1
            else:
                dead.append(tile)
        return self if len(dead) == len(self.dead) else replace(self, dead=tuple(dead))

    def limit(self, face: str) -> int:
        """How many tiles of a plain face a hand and its indicators can have between them."""
        if face in self.absent:
            return 0
        return (1 if is_flower(face) else COPIES) - sum(plain(tile.code) == face for tile in self.dead)


ANY_GAME = Game()
