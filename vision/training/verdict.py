"""Whether the structure of a photographed hand was read: which tile is what, which sets lie there, which tile won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.hand import MeldKind
from vision.detection import Detection
from vision.layout import FoundMeld, Layout
from vision.melds import Giver
from vision.table import Role
from vision.training.evaluate import matched, overlaps
from vision.training.snapshots import Snapshot

MeldTruth = tuple[frozenset[int], frozenset[MeldKind], Giver | None]
"""Pieces that are seen of a set, the kinds it may pass for, and whose discard a turned tile shows."""

HAND = frozenset({Role.CONCEALED, Role.MELD, Role.FLOWER, Role.WINNING, Role.INDICATOR})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What of one photo was read right."""

    tiles: bool
    """Every tile of the hand found and named."""
    roles: bool
    """Each is what it is to the hand, and nothing else is taken for a part of it; a lone discard may be asked about."""
    melds: bool
    """The same sets of the same kinds."""
    givers: bool
    """Whose discard each set was, where a turned tile shows it."""
    winning: bool

    @property
    def structure(self) -> bool:
        """All but the faces."""
        return self.roles and self.melds and self.givers and self.winning

    @property
    def both(self) -> bool:
        """Everything."""
        return self.tiles and self.structure


def judge(made: Snapshot, layout: Layout) -> Verdict:
    """Compare what was read with what lies there.

    A tile that lies under another, of which little is seen, is asked for nowhere; a kong that hides it may pass for
    a pung.
    """
    placed = pieces_of(made, [tile.detection for tile in layout.tiles])
    melds = [(_seen(made, meld, placed), meld) for meld in layout.melds]
    truth = melds_of(made)
    same = _matching(truth, melds)
    won = next((number for number, piece in enumerate(made.laid.pieces) if piece.role is Role.WINNING), None)
    return Verdict(
        tiles=named(made, [tile.detection for tile in layout.tiles]),
        roles=_roles(made, layout, placed),
        melds=len(same) == len(truth) == len(melds),
        givers=all(found.giver == giver for (_, _, giver), found in same),
        winning=won == (None if layout.winning is None else placed.get(layout.winning, -1)),
    )


def pieces_of(made: Snapshot, found: Sequence[Detection]) -> dict[int, int]:
    """For each of ``found`` that lies on a piece, which one: its box may be that of the face or of all that is seen."""
    boxes = [one.box for one in found]
    seen, faces = [sight.box for sight in made.sights], [sight.face for sight in made.sights]
    pairs = matched(np.maximum(overlaps(seen, boxes), overlaps(faces, boxes)))
    return {second: first for first, second in pairs}


def asked(made: Snapshot) -> list[int]:
    """Pieces of the hand, and indicators, that are seen."""
    return [number for number in made.shown if made.laid.pieces[number].role in HAND]


def melds_of(made: Snapshot) -> list[MeldTruth]:
    """The sets as they are seen."""
    found = []
    for number, meld in enumerate(made.laid.melds):
        seen = frozenset(one for one in made.shown if made.laid.pieces[one].meld == number)
        added = meld.kind is MeldKind.KONG_ADDED and len(seen) == 3
        found.append((seen, frozenset({meld.kind, MeldKind.PUNG} if added else {meld.kind}), meld.giver))
    return found


def _seen(made: Snapshot, meld: FoundMeld, placed: Mapping[int, int]) -> frozenset[int]:
    """Pieces of a set that was read, without those too hidden to be asked for; -1 for what is no piece."""
    pieces = {placed.get(number, -1) for number in meld.tiles}
    return frozenset(one for one in pieces if one < 0 or one in made.shown)


def _matching(
    truth: Sequence[MeldTruth], melds: Sequence[tuple[frozenset[int], FoundMeld]]
) -> list[tuple[MeldTruth, FoundMeld]]:
    return [(one, meld) for one in truth for seen, meld in melds if seen == one[0] and meld.kind in one[1]]


def named(made: Snapshot, found: Sequence[Detection]) -> bool:
    """Whether every tile of the hand is among those ``found``, under its name."""
    placed = pieces_of(made, found)
    faces = {placed[number]: one.face for number, one in enumerate(found) if number in placed}
    return all(faces.get(number) == made.laid.pieces[number].solid.label for number in asked(made))


def _roles(made: Snapshot, layout: Layout, placed: Mapping[int, int]) -> bool:
    pieces = made.laid.pieces
    read = {placed[number]: tile.role for number, tile in enumerate(layout.tiles) if number in placed}
    ours = all(read.get(number) is pieces[number].role for number in asked(made))
    sure = [number for number, tile in enumerate(layout.tiles) if tile.role in HAND and number != layout.alone]
    taken = [placed.get(number, -1) for number in sure]
    return ours and all(one >= 0 and pieces[one].role in HAND for one in taken)
