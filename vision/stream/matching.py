"""Which tile of a frame is which of those followed: by place, by face, and by how the table moved under the camera."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from vision.detection import Box, box_array
from vision.stream.motion import Floats, Matrix, carried, fitted

REACH = 0.6
"""A tile is found again at most so many of its lengths from where it is expected."""

NEARER = 0.4
"""The same once it is known from the other tiles how the picture moved."""

UNLIKE = 0.35
"""So many lengths nearer lies a tile of quite another face that is still the better match."""

TURNED = 0.4
"""So many lengths nearer lies a tile turned by half a circle that is still the better match."""

EXPECTED = 0.06
"""How far two faces agree where nothing tells whether they are one tile's."""

FLOOR = 0.01
"""How far faces that cannot be the same agree."""

ENOUGH = 0.4
"""Share of the tiles expected to be seen that must be found again where they and their faces fit."""

ALIKE, SURELY = 0.3, 1.2
"""How far faces must agree, and the score for each tile, where only the tiles tell how the picture moved."""

GUESSES = 60
"""Most ways in which the picture may have moved that are tried."""

SCALES = (0.4, 2.5)
"""By how much the picture may have shrunk or grown."""

REUNITED = 1.0
"""Tiles left over, of the same face, are one if no farther apart than so many lengths."""

LATE = 10.0
"""What puts one sort of pairs after another."""

NEAR = 2
"""Tiles near a place that tell how it moved, beyond what the picture as a whole did."""

Pairs = list[tuple[int, int]]
"""Which of those followed is which of those seen, by number."""


@dataclass(frozen=True)
class Cast:
    """Tiles in one frame: where each lies and what it may show."""

    boxes: tuple[Box, ...]
    chances: Floats
    """N x faces."""
    ups: NDArray[np.complex128]
    """N: where each one's upper edge points, of length 1; 0 where that is not known."""

    @cached_property
    def middles(self) -> Floats:
        """N x 2."""
        return (self._sides[:, :2] + self._sides[:, 2:]) / 2

    @cached_property
    def lengths(self) -> Floats:
        """N: the geometric mean of the sides."""
        area = np.prod(self._sides[:, 2:] - self._sides[:, :2], axis=1)
        return np.asarray(np.sqrt(np.maximum(area, 1e-9)), np.float64)

    @cached_property
    def _sides(self) -> Floats:
        return box_array(self.boxes)


@dataclass(frozen=True, slots=True)
class Match:
    """Tiles found again, and how the picture moved."""

    pairs: Pairs
    motion: Matrix
    score: float
    """Logarithm of how much likelier the faces found are so than by chance."""
    anchors: Floats | None = None
    """N x 2: where the tiles found again were expected; ``None`` for none."""
    off: Floats | None = None
    """N x 2: by how much they are elsewhere."""
    same: int = 0
    """How many of the pairs show one face."""

    def corrected(self, expected: Floats) -> Floats:
        """N x 2 points where they are ``expected`` by the motion alone, moved as the tiles near them are."""
        if self.anchors is None or self.off is None:
            return expected
        apart = np.linalg.norm(expected[:, None] - self.anchors[None], axis=2)
        near = np.argsort(apart, axis=1)[:, :NEAR]
        close = 1 / (np.take_along_axis(apart, near, axis=1) + 1e-3)
        shares = close / close.sum(axis=1, keepdims=True)
        return np.asarray(expected + (self.off[near] * shares[..., None]).sum(axis=1), np.float64)


def matched(known: Cast, seen: Cast, motions: Sequence[Matrix]) -> Match | None:
    """The best match of the tiles that are followed with those seen; ``None`` where none convinces.

    ``motions`` are ways in which the picture may have moved, the likeliest first. Where none fits, the tiles themselves
    tell it.
    """
    if not known.boxes or not seen.boxes:
        return None
    agree = known.chances @ seen.chances.T
    for motion in motions:
        match = _tried(known, seen, agree, motion)
        if _convinces(match, known, seen, agree, EXPECTED, 0.0):
            return match
    tried = [_tried(known, seen, agree, motion) for motion in _guesses(known, seen, agree)]
    best = max(tried, key=lambda match: match.score, default=None)
    return best if best is not None and _convinces(best, known, seen, agree, ALIKE, SURELY) else None


def _convinces(match: Match, known: Cast, seen: Cast, agree: Floats, least: float, each: float) -> bool:
    """Whether enough tiles are found again under faces that agree so far, and all are likely by so much ``each``."""
    same = sum(agree[pair] > least for pair in match.pairs)
    enough = bool(same >= ENOUGH * min(len(known.boxes), len(seen.boxes)))
    return enough and match.score > each * len(match.pairs)


def _tried(known: Cast, seen: Cast, agree: Floats, motion: Matrix) -> Match:
    """The match if the picture moved about so."""
    match = _matched(known, seen, agree, motion, carried(motion, known.middles), REACH)
    better = _refined(known, seen, agree, match.pairs)
    if better is None:
        return match
    expected = carried(better, known.middles)
    match = _matched(known, seen, agree, better, expected, NEARER)
    return _matched(known, seen, agree, better, match.corrected(expected), NEARER, REUNITED)


def _matched(
    known: Cast, seen: Cast, agree: Floats, motion: Matrix, expected: Floats, reach: float, reunited: float = 0.0
) -> Match:
    """The nearest pairs, where each of those known is ``expected``."""
    pairs = _nearest(known, seen, agree, motion, expected, reach, reunited)
    if not pairs:
        return Match(pairs, motion, 0.0)
    agreed = agree[tuple(np.array(pairs).T)]
    score = float(np.log((agreed + FLOOR) / (EXPECTED + FLOOR)).sum())
    same = [pair for pair, much in zip(pairs, agreed.tolist(), strict=True) if much > ALIKE]
    first, second = np.array(same if len(same) >= NEAR else pairs).T
    anchors = carried(motion, known.middles[first])
    return Match(pairs, motion, score, anchors, seen.middles[second] - anchors, len(same))


def _refined(known: Cast, seen: Cast, agree: Floats, pairs: Pairs) -> Matrix | None:
    """The motion that tiles of the same face show; those of another only where there are few."""
    same = [pair for pair in pairs if agree[pair] > EXPECTED]
    used = same if len(same) >= 3 else pairs
    if len(used) < 3:
        return None
    first, second = np.array(used).T
    return fitted(known.middles[first], seen.middles[second])


def _nearest(
    known: Cast, seen: Cast, agree: Floats, motion: Matrix, expected: Floats, reach: float, reunited: float
) -> Pairs:
    """Pairs, each tile once: of one face and near, then of one face farther apart, then of others near."""
    grown = np.sqrt(abs(np.linalg.det(motion[:2, :2])))
    apart = np.linalg.norm(expected[:, None] - seen.middles[None], axis=2)
    lengths = (known.lengths[:, None] * grown + seen.lengths[None]) / 2
    off = apart / np.maximum(lengths, 1e-9)
    worse = off + UNLIKE * (1 - np.minimum(1.0, agree)) + TURNED * _turned(known, seen, motion)
    alike = agree > EXPECTED
    rank = np.where((off <= reach) & alike, 0, np.where((off <= reunited) & (agree > ALIKE), 1, 2))
    cost = np.where((rank < 2) | (off <= reach), LATE * rank + worse, np.inf)
    return _cheapest(cost)


def _cheapest(cost: Floats) -> Pairs:
    """Pairs of rows and columns, each once, the cheapest first; those that cost infinitely much are none."""
    possible = np.argwhere(np.isfinite(cost))
    found: dict[int, int] = {}
    taken: set[int] = set()
    for one, other in possible[np.argsort(cost[tuple(possible.T)], kind="stable")].tolist():
        if one not in found and other not in taken:
            found[one] = other
            taken.add(other)
    return list(found.items())


def _turned(known: Cast, seen: Cast, motion: Matrix) -> Floats:
    """How far those known are turned from those seen: 0 not at all, or nobody knows, to 1 by half a circle."""
    turn = complex(motion[0, 0], motion[1, 0])
    turn /= max(abs(turn), 1e-9)
    told = (np.abs(known.ups) > 0)[:, None] & (np.abs(seen.ups) > 0)[None]
    with_it = (np.conj(known.ups * turn)[:, None] * seen.ups[None]).real
    return np.asarray(np.where(told, (1 - with_it) / 2, 0.0), np.float64)


def _guesses(known: Cast, seen: Cast, agree: Floats) -> Iterator[Matrix]:
    """Ways in which the picture may have moved: as takes two tiles far apart to two others of their faces."""
    alike = agree > 0.4
    rare = np.argsort(alike.sum(axis=1) + 1e3 * (alike.sum(axis=1) == 0), kind="stable")[:6]
    middles, others = known.middles, seen.middles
    pairs = sorted(
        combinations(rare.tolist(), 2), key=lambda pair: -float(np.linalg.norm(middles[pair[0]] - middles[pair[1]]))
    )
    left = GUESSES
    for one, two in pairs:
        for first, second in product(np.flatnonzero(alike[one]).tolist(), np.flatnonzero(alike[two]).tolist()):
            found = None if first == second else _from_two(middles[[one, two]], others[[first, second]])
            if found is not None:
                yield found
                left -= 1
            if not left:
                return


def _from_two(start: Floats, end: Floats) -> Matrix | None:
    """The turn, shift and growth that take two points to two others."""
    before, after = complex(*(start[1] - start[0])), complex(*(end[1] - end[0]))
    if abs(before) < 1e-6 or not SCALES[0] <= abs(after) / abs(before) <= SCALES[1]:
        return None
    ratio = after / before
    linear = np.array([[ratio.real, -ratio.imag], [ratio.imag, ratio.real]])
    return np.vstack([np.column_stack([linear, end[0] - linear @ start[0]]), [0.0, 0.0, 1.0]])
