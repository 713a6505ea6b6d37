"""Whether tiles are a complete hand, however they were won and whatever they are worth."""

from __future__ import annotations

from functools import lru_cache

from scoring.division import Shape
from scoring.hand import Hand, Meld
from scoring.seats import Seat
from scoring.shapes import Held, Shapes, is_win
from scoring.tiles import KIND_TILES, parse_tile
from scoring.wild import pack, single_kinds, wins
from scoring.win import Win

ANY_SHAPES = Shapes(
    frozenset({Shape.STANDARD, Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS, Shape.PAIRS_AND_PUNG, Shape.ORPHANS_AND_SET})
)
"""Shapes that are no accident in any rule system: few random tiles come near one of them."""

_BLANK = parse_tile("8f")
"""Stands for a wild tile of any face."""


@lru_cache(maxsize=1 << 14)
def is_complete(kinds: tuple[int, ...], wilds: int, melds: tuple[Meld, ...], shapes: Shapes) -> bool:
    """Whether concealed tiles of these ``kinds``, sorted, so many wild ones and the ``melds`` have one of the shapes.

    Flowers that win alone do not count.
    """
    size = len(kinds) + wilds
    if size % 3 != 2:
        return False
    suits = pack(kinds)
    if wins(suits, (size - 2) // 3, shapes.honour_chows):
        return True
    if size == 14 and Shape.DIFFERENT_PAIRS in shapes.names and _are_different_pairs(kinds, wilds):
        return True
    if not kinds or not shapes.names - {Shape.STANDARD, Shape.DIFFERENT_PAIRS, Shape.FLOWERS}:
        return False
    if shapes.names == ANY_SHAPES.names and not _may_be_odd(kinds, wilds):
        return False
    hand = Hand(tuple(KIND_TILES[kind] for kind in kinds), melds, (_BLANK,) * wilds)
    return is_win(Held(hand, Win(hand.concealed[0], Seat.EAST), (_BLANK,), _without_flowers(shapes)))


def _are_different_pairs(kinds: tuple[int, ...], wilds: int) -> bool:
    """Seven pairs, no two of them equal."""
    return len(set(kinds)) <= 7 and max(map(kinds.count, kinds), default=0) <= 2 and single_kinds(pack(kinds)) <= wilds


def _may_be_odd(kinds: tuple[int, ...], wilds: int) -> bool:
    """Whether it is worth looking for shapes that are no sets and a pair: nearly all in pairs, or many kinds apart."""
    return single_kinds(pack(kinds)) <= wilds + 1 or len(set(kinds)) + wilds >= 13


@lru_cache(maxsize=64)
def _without_flowers(shapes: Shapes) -> Shapes:
    return Shapes(
        shapes.names - {Shape.FLOWERS, Shape.DIFFERENT_PAIRS},
        shapes.honour_chows,
        shapes.gap,
        shapes.winds,
        shapes.claimed_wild_is_itself,
    )
