"""Which tiles on the photo are the hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from vision.labels import BACK
from vision.melds import fours
from vision.table import Table

REACH = 0.9
"""A tile or two belong to the hand when the gap to it is less than this many tiles."""

SET_REACH = 1.8
"""The same for three tiles and more: a row of them is less likely to lie there by chance."""

LINE_REACH = 2.5
"""The same for tiles in line with the hand."""

FLOWER_REACH = 2.5
"""The same for flowers, which are nothing else."""

LIKE_SIZE = 1.6
"""So it does only when its tiles are as large as the nearest ones, within this factor."""

HAND_SIZES = (14, 17)
"""Tiles of a winning hand, a kong counted as three."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a number of tiles makes up a hand."""

    size: int
    kongs: int


def members(table: Table, sizes: Sequence[int] = HAND_SIZES) -> tuple[list[int], Fit | None]:
    """Groups that make up the hand: the longest row and what lies round it, until the number of tiles is right."""
    grown = _grown(table, _start(table))
    flowers = _flowers(table, grown)
    grown = [group for group in grown if group not in flowers]
    prefixes = [grown[: length + 1] for length in range(len(grown))]
    for groups in prefixes:
        fit = _fit(table, groups, sizes)
        if fit:
            return _with(groups, flowers), fit
    fewer = [groups for groups in prefixes if len(table.counted(groups)) <= sizes[0] + len(fours(table, groups))]
    return _with(max(fewer, key=len, default=grown[:1]), flowers), None


def _flowers(table: Table, grown: list[int]) -> list[int]:
    """Groups of nothing but flowers, near the hand or in line with it."""
    rows = {table.row_of[table.groups[group][0]] for group in grown}
    return [
        group
        for group, numbers in enumerate(table.groups)
        if not table.counted([group])
        and (group in grown or table.row_of[numbers[0]] in rows or _flowers_near(table, group, grown))
    ]


def _flowers_near(table: Table, group: int, grown: Iterable[int]) -> bool:
    """Whether the flowers of a group are laid out beside the hand."""
    return any(_way(table, group, other) <= FLOWER_REACH for other in grown if table.counted([other]))


def _with(groups: list[int], flowers: list[int]) -> list[int]:
    return sorted({*groups, *flowers})


def _start(table: Table) -> int:
    """Longest group of the strand with the most tiles face up; large tiles, near the camera, count for more."""

    def weight(strand: tuple[int, ...]) -> tuple[float, float]:
        size = table.size_of(strand)
        return size * sum(face != BACK for face in table.faces_of(table.counted(strand))), size

    strand = max(table.strands, key=weight)
    return max(strand, key=lambda group: len(table.counted([group])))


def _grown(table: Table, start: int) -> list[int]:
    """``start`` and the groups round it, each the nearest to those before it, as far as ``REACH``."""
    grown = [start]
    rest = [group for group in range(len(table.groups)) if group != start and not table.is_wall(group)]
    way = {group: _way(table, start, group) for group in rest}
    while way:
        nearest = min(way, key=lambda group: (way[group] / _reach(table, group, start), group))
        if way.pop(nearest) > _reach(table, nearest, start):
            break
        grown.append(nearest)
        way = {group: min(gap, _way(table, nearest, group)) for group, gap in way.items()}
    return grown


def _reach(table: Table, group: int, start: int) -> float:
    numbers = table.groups[group]
    if table.row_of[numbers[0]] == table.row_of[table.groups[start][0]]:
        return LINE_REACH
    return SET_REACH if len(numbers) > 2 else REACH


def _way(table: Table, one: int, other: int) -> float:
    """Shortest gap between two groups, in tiles; endless when their sizes differ."""
    smaller, larger = sorted((table.size_of([one]), table.size_of([other])))
    if larger > LIKE_SIZE * smaller:
        return inf
    return float(table.gaps[np.ix_(table.groups[one], table.groups[other])].min())


def _fit(table: Table, groups: Iterable[int], sizes: Iterable[int]) -> Fit | None:
    """Size of the hand that ``groups`` make up, with as many kongs as it takes."""
    groups = list(groups)
    count, kongs = len(table.counted(groups)), len(fours(table, groups))
    fits = (Fit(size, count - size) for size in sizes if 0 <= count - size <= kongs)
    return next(fits, None)
