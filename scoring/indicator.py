"""From the tile turned up to the wild tiles: the cycles of suits, winds and dragons, and the groups of flowers."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.errors import HandError
from scoring.tiles import ALL_TILES, COPIES, KIND_TILES, Tile

WIND_CYCLE = (27, 28, 29, 30)
"""East, south, west, north, and east again."""

DRAGON_CYCLE = (33, 32, 31)
"""Red, green, white 中发白, and red again."""

HONOUR_CYCLE = WIND_CYCLE + DRAGON_CYCLE
"""Winds and then dragons in one cycle, as some tables have it."""

SEASONS = tuple(tile for tile in ALL_TILES if tile.code in ("5f", "6f", "7f", "8f"))
"""Spring, summer, autumn, winter 春夏秋冬."""

PLANTS = tuple(tile for tile in ALL_TILES if tile.code in ("1f", "2f", "3f", "4f"))
"""Plum, orchid, bamboo, chrysanthemum 梅兰竹菊."""

APART: tuple[Sequence[int], ...] = (WIND_CYCLE, DRAGON_CYCLE)
"""Winds and dragons each in a cycle of their own."""


def following(tile: Tile, honours: Sequence[Sequence[int]] = APART, skipped: Sequence[int] = ()) -> Tile:
    """The next tile in the cycle: 1 to 9 and 1 again in a suit, honours in their cycles, ``skipped`` kinds left out.

    Raises ``HandError`` for a flower.
    """
    kind = tile.kind
    if kind is None:
        raise HandError("bad_indicator", f"{tile} turned up makes no tile wild: flowers are in no cycle")
    if kind < 27:
        cycle: Sequence[int] = range(kind // 9 * 9, kind // 9 * 9 + 9)
    else:
        cycle = next(kinds for kinds in honours if kind in kinds)
    kind = cycle[(cycle.index(kind) + 1) % len(cycle)]
    while kind in skipped:
        kind = cycle[(cycle.index(kind) + 1) % len(cycle)]
    return KIND_TILES[kind]


def preceding(tile: Tile, honours: Sequence[Sequence[int]] = APART) -> Tile:
    """The tile before in the cycle."""
    cycled = [*KIND_TILES[:27], *(KIND_TILES[kind] for kinds in honours for kind in kinds)]
    return next(other for other in cycled if following(other, honours) is tile.plain)


def flower_group(tile: Tile) -> tuple[Tile, ...]:
    """The four seasons or the four plants, whichever the flower is of."""
    return SEASONS if tile in SEASONS else PLANTS


def live_copies(tile: Tile, indicator: Tile | None) -> int:
    """How many copies of a face are in play when the indicator is not."""
    copies = 1 if tile.is_flower else COPIES
    return copies - (indicator is not None and indicator.plain is tile.plain)
