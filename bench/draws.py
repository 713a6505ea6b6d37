"""Random sets of tiles, from which random wins are put together."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from scoring.hand import Meld, MeldKind
from scoring.tiles import KIND_TILES

Sets = list[tuple[str, int]]
"""Sorts (``chow``, ``pung``, ``kong``, ``pair``) with the kind of their first tile."""

KONGS = (MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED)


def kinds_of(name: str, kind: int) -> list[int]:
    """The kinds of a set's tiles."""
    return [kind, kind + 1, kind + 2] if name == "chow" else [kind] * {"pair": 2, "pung": 3, "kong": 4}[name]


def taken_by(sets: Sets) -> Counter[int]:
    """How many tiles of each kind the sets take."""
    return Counter(tile for name, kind in sets for tile in kinds_of(name, kind))


def random_sets(dice: random.Random, names: Sequence[str], pool: list[int], taken: Counter[int]) -> Sets | None:
    """Sets of these sorts out of the pool beside the tiles ``taken``, or nothing when they do not fit together.

    ``taken`` counts them afterwards as well.
    """
    found: Sets = []
    within = set(pool)
    for name in names:
        for _ in range(12):
            kind = dice.choice(pool)
            tiles = kinds_of(name, kind)
            if name == "chow" and (kind > 26 or kind % 9 > 6):
                continue
            if within.issuperset(tiles) and all(taken[tile] + tiles.count(tile) <= 4 for tile in tiles):
                taken.update(tiles)
                found.append((name, kind))
                break
        else:
            return None
    return found


def as_meld(dice: random.Random, name: str, kind: int, kongs: Sequence[MeldKind] = KONGS) -> Meld:
    """The set as a meld; a kong is one of ``kongs``."""
    which = {"chow": MeldKind.CHOW, "pung": MeldKind.PUNG}.get(name) or dice.choice(kongs)
    return Meld(which, tuple(KIND_TILES[tile] for tile in kinds_of(name, kind)))
