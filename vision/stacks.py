"""Tiles that lie on others: the fourth tile of a kong on the turned one, a winning tile laid over the row."""

import numpy as np

from vision.field import Field

OVER = (0.15, 1.9)
"""How far from a turned tile, in their heights, the one stacked on it lies: half hiding it or beside it.

It lies above, but in a photo that is upside down the tile's own height moves it down again.
"""

OFF_CENTRE = 0.4
"""How far to one side it may lie, in their widths."""

PERHAPS = -0.8
"""How surely the upper one need not stand: there are faces that do not tell."""

CRAMMED = (0.22, 0.75)
"""How far from its row's middle line, in heights, a tile lies that covers part of the row."""

BESIDE = 0.8
"""How near the tiles it covers are, in widths."""

IN_LINE = 0.15
"""Share of the height within which the neighbours in a row are level."""

NEXT = (0.7, 1.6)
"""How far apart they are, in widths."""


def on_turned(field: Field) -> dict[int, int]:
    """Tiles stacked on a turned one of the same kind, or just above it: each with the tile below."""
    turned, may_be = field.aside > 0, field.aside > PERHAPS
    drop = np.abs(field.drop)
    near = (np.abs(field.pitch) < OFF_CENTRE) & (drop > OVER[0]) & (drop < OVER[1])
    found: dict[int, int] = {}
    kinds = field.photo.kinds
    pairs = np.argwhere(near & may_be[:, None] & turned)
    for top, base in pairs[np.argsort(field.y[pairs[:, 0]], kind="stable")].tolist():
        taken = {*found, *found.values()}
        if kinds[top] == kinds[base] and not {top, base} & taken:
            found[top] = base
    return found


def laid_over(field: Field) -> set[int]:
    """Tiles that lie over part of a row and in line with nothing; not the turned one of a meld, raised by another."""
    pitch, drop = np.abs(field.pitch), np.abs(field.drop)
    beside = (pitch > NEXT[0]) & (pitch < NEXT[1]) & (drop < IN_LINE) & (field.unlike < 1.6)
    lone = ~beside.any(axis=1)
    turned = field.aside > 0
    meld = field.photo.same & (turned[:, None] != turned)
    crammed = (pitch < BESIDE) & (drop > CRAMMED[0]) & (drop < CRAMMED[1]) & ~meld
    return {int(number) for number in np.flatnonzero(lone & (crammed & ~lone).any(axis=1))}
