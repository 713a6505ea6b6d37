"""Which groups of tiles may be the hand: the longest row and what lies round it."""

from collections.abc import Sequence
from math import inf

import numpy as np

from vision.labels import BACK, is_flower
from vision.lie import Floats
from vision.melds import are_melds
from vision.table import Table

REACH = 1.4
"""A tile or two belong to the hand when the gap to it is less than this many tiles."""

SET_REACH = 2.2
"""The same for three tiles and more: a row of them is less likely to lie there by chance."""

LINE_REACH = 2.5
"""The same for tiles in line with the hand."""

STRETCH = 1.5
"""By how much the gap may be larger when nothing else makes the number of tiles right."""

FLOWER_REACH = 2.5
"""The gap to flowers, which are nothing else."""

LIKE_SIZE = 1.6
"""So it does only when its tiles are as large as the nearest ones, within this factor."""

SECOND = 0.4
"""Another row may be the hand when it has this share of the longest one's weight."""

MOST_STARTS = 3
"""How many are tried."""

HAND_SIZES = (14, 17)
"""Tiles of a winning hand, a kong counted as three."""


class Near:
    """How near the groups of a table lie to one another."""

    def __init__(self, table: Table) -> None:
        self.table = table
        starts = [numbers[0] for numbers in table.groups]
        shortest = np.minimum.reduceat(np.minimum.reduceat(table.gaps, starts, axis=0), starts, axis=1)
        sizes = np.array([table.size_of([group]) for group in range(len(table.groups))])
        unlike = np.maximum(sizes[:, None] / sizes, sizes / sizes[:, None]) > LIKE_SIZE
        gaps: Floats = np.where(unlike, inf, shortest)
        for group, numbers in enumerate(table.groups):
            if all(is_flower(face) for face in table.faces_of(numbers)):
                gaps = np.minimum(gaps, np.maximum(gaps[:, group][:, None], gaps[group]))
        self.gaps = gaps
        """Shortest way from each group to each other in tiles, flowers between them crossed; endless when their sizes
        differ."""

    def reach(self, group: int, start: int) -> float:
        """How far from the hand, whose row is that of ``start``, a group may lie."""
        numbers = self.table.groups[group]
        if self.table.row_of[numbers[0]] == self.table.row_of[self.table.groups[start][0]]:
            return LINE_REACH
        return SET_REACH if len(numbers) > 2 else REACH

    def grown(self, start: int) -> list[int]:
        """``start`` and the groups round it, each the nearest to those before it, as far as they may lie."""
        grown = [start]
        rest = [
            group
            for group in range(len(self.table.groups))
            if group != start
            and self.table.counted([group])
            and (not self.table.is_wall(group) or are_melds(self.table, group))
        ]
        way = {group: float(self.gaps[start, group]) / self.reach(group, start) for group in rest}
        while way:
            nearest = min(way, key=lambda group: (way[group], group))
            if way.pop(nearest) > STRETCH:
                break
            grown.append(nearest)
            way = {
                group: min(gap, float(self.gaps[nearest, group]) / self.reach(group, start))
                for group, gap in way.items()
            }
        return grown

    def flowers(self, chosen: Sequence[int]) -> list[int]:
        """Groups of nothing but flowers, near the hand or in line with it."""
        table = self.table
        rows = {table.row_of[table.groups[group][0]] for group in chosen}
        return [
            group
            for group, numbers in enumerate(table.groups)
            if all(is_flower(face) for face in table.faces_of(numbers))
            and (table.row_of[numbers[0]] in rows or self._beside(group, chosen))
        ]

    def _beside(self, group: int, chosen: Sequence[int]) -> bool:
        return any(self.gaps[group, other] <= FLOWER_REACH for other in chosen)


def starts(table: Table) -> list[tuple[int, float]]:
    """Longest groups of the strands with the most tiles face up, each with its strand's share of the first's weight.

    Large tiles, near the camera, count for more.
    """

    def weight(strand: tuple[int, ...]) -> tuple[float, float]:
        size = table.size_of(strand)
        return size * sum(face != BACK for face in table.faces_of(table.counted(strand))), size

    ranked = sorted(((weight(strand), strand) for strand in table.strands), reverse=True)[:MOST_STARTS]
    most = max(ranked[0][0][0], 1e-9)
    return [
        (max(strand, key=lambda group: len(table.counted([group]))), heavy / most)
        for (heavy, _), strand in ranked
        if strand is ranked[0][1] or heavy / most > SECOND
    ]
