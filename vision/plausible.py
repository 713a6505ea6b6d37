"""What tiles that were decided on together may be besides, and what was changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.tiles import COPIES
from vision.decide import HAND_ROLES, Whole, doubt_of_rest
from vision.game import Game
from vision.hand_reading import NO_TILE, Alternative, Change, Reason
from vision.labels import BACK, is_flower, plain
from vision.layout import FoundMeld, Role
from vision.made import hand_of, hidden_tiles, winning_tile
from vision.melds import set_kind

PLAUSIBLE = 0.01
"""A reading less likely than this is not offered."""

MOST_ALTERNATIVES = 8


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely what a tile is taken for is, after all tiles were looked at together; 0 to 1."""

    face: float
    """Chance of its face."""
    listed: float
    """The same if it is one of the faces that were considered, which a detector may leave few of."""
    other: str | None
    """The likeliest other face, or ``NO_TILE``; ``None`` where no other reading is likely."""
    share: float
    """Chance of that."""


def chances(found: Sequence[Whole]) -> dict[int, Chances]:
    """What each tile of the first reading's hand is likely to be, by its index."""
    whole = found[0]
    places = [(one, {at: number for number, at in enumerate(one.order)}) for one in found]
    told: dict[int, Chances] = {}
    for number in sorted({*whole.layout.having(*HAND_ROLES, Role.INDICATOR), *whole.dropped}):
        shares: defaultdict[str, float] = defaultdict(float)
        for one, place in places:
            shares[one.face(place[whole.order[number]]) or NO_TILE] += one.chance
        sure = 1 - doubt_of_rest(whole.seen[number], whole.complete)
        own = shares.pop(whole.face(number) or NO_TILE)
        other = max(shares, key=lambda face: (shares[face], face), default=None)
        told[number] = Chances(own * sure, own, other, sure * shares.get(other or "", 0.0))
    return told


def changes(whole: Whole) -> tuple[Change, ...]:
    """The tiles that are taken for something else than they seemed on their own, and why."""
    found = []
    for number, seen in enumerate(whole.seen):
        now = whole.face(number)
        if now == seen.face:
            continue
        reason = Reason.COUNT if now is None else _reason(whole, number)
        words = _WHY[reason].format(seen=seen.face)
        shown = "no tile" if now is None else now
        message = f"{seen.face} ({seen.confidence:.2f}) is taken for {shown}: {words}"
        found.append(Change(number, seen.face, seen.confidence, now or NO_TILE, reason, message))
    return tuple(found)


_WHY = {
    Reason.COPIES: "there would be too many of {seen}",
    Reason.MELD: "with {seen} the tiles laid down are no set",
    Reason.COUNT: "with {seen} the number of tiles fits no hand",
    Reason.COMPLETE: "with {seen} the hand is not complete",
}


def _reason(whole: Whole, number: int) -> Reason:
    """What would be wrong if a tile were what it seemed, and the others what they are taken for."""
    layout, face = whole.layout, whole.seen[number].face
    numbers = layout.having(*HAND_ROLES, Role.INDICATOR)
    faces = {other: layout.tiles[other].detection.face for other in numbers} | {number: face}
    same = sum(plain(other) == plain(face) for other in faces.values()) + hidden_tiles(layout)[plain(face)]
    if face != BACK and same > (1 if is_flower(face) else COPIES):
        return Reason.COPIES
    for meld in layout.melds:
        if number in meld.tiles and set_kind([faces[other] for other in meld.tiles]) is None:
            return Reason.MELD
    if is_flower(face) != is_flower(layout.tiles[number].detection.face):
        return Reason.COUNT
    return Reason.COMPLETE


def alternatives(found: Sequence[Whole], game: Game) -> tuple[Alternative, ...]:
    """Other hands that the photo may show, the likeliest first."""
    whole, told = found[0], []
    for other in found[1:]:
        if other.chance < PLAUSIBLE:
            break
        hand, _ = hand_of(other.layout, game)
        if hand is None:
            continue
        new = [whole.order.index(at) for at in other.order]
        pairs = list(zip(new, range(len(new)), strict=True))
        layout = whole.layout
        told.append(
            Alternative(
                hand,
                winning_tile(other.layout),
                other.chance,
                tuple((n, other.face(at) or NO_TILE) for n, at in pairs if other.face(at) != whole.face(n)),
                tuple(
                    (n, role) for n, at in pairs if (role := other.layout.tiles[at].role) is not layout.tiles[n].role
                ),
                tuple(_renumbered(meld, new) for meld in other.layout.melds),
            )
        )
    return tuple(told[:MOST_ALTERNATIVES])


def _renumbered(meld: FoundMeld, new: Sequence[int]) -> FoundMeld:
    turned = None if meld.turned is None else new[meld.turned]
    return replace(meld, tiles=tuple(new[number] for number in meld.tiles), turned=turned)
