"""Whether the tiles that were seen are those that are claimed: by what all looks at each tell, not by what would fit.

What a tile shows is taken from the looks at it alone (``ReadTile.detection``): that a hand would be complete with a
claimed tile speaks for no claim. It does speak against contradicting one: a tile contradicts a claim only if it does
so read together with the others, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import log

from scoring.hand import Hand, MeldKind
from vision.hand_reading import HandReading, ReadTile
from vision.labels import BACK, is_flower, plain
from vision.stream.verdict_showing import hand_numbers

LEAST = 0.0005
"""Chance of a face that the looks at a tile do not name."""

TILE_DOUBT = 0.12
"""A tile is what is claimed if it is something else with no more than this chance ..."""

HAND_DOUBT = 0.3
"""... and all of them if these chances add up to no more than this."""

SURELY = 0.97
"""A tile contradicts a claim if it shows another face with this chance at least ..."""

RULED_OUT = 0.005
"""... and the claimed one with this chance at most."""

AGREED = 0.92
"""... and if it is taken for that with this chance at least where all tiles are read together."""

TOGETHER = 0.02
"""Chance of the claimed tiles, all read together, from which on no tile contradicts them."""

MOST_OPEN = 6
"""Tiles that are tried in every order; where more are not what is claimed, the order is no matter."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A tile and what it is claimed to be."""

    tile: int
    """Index into the reading's tiles."""
    claimed: str
    chance: float
    """Of the claimed face, given that there is a tile."""
    seen: str
    """The likeliest other face."""
    other: float
    """Chance of that."""

    @property
    def doubt(self) -> float:
        """Chance that it is something else."""
        return 1 - self.chance

    @property
    def holds(self) -> bool:
        """Whether the tile surely is what is claimed."""
        return self.doubt <= TILE_DOUBT

    @property
    def fails(self) -> bool:
        """Whether it surely is not, by the looks at it alone."""
        return self.other >= SURELY and self.chance <= RULED_OUT


@dataclass(frozen=True, slots=True)
class Comparison:
    """The tiles that were seen beside those that are claimed."""

    pairs: tuple[Pair, ...]
    extra: tuple[int, ...] = ()
    """Tiles that were seen and not claimed: indices into the reading's tiles."""
    absent: tuple[str, ...] = ()
    """Faces that are claimed, for which no tile was seen."""

    @property
    def whole(self) -> bool:
        """Whether there are as many tiles as are claimed."""
        return not self.extra and not self.absent

    @property
    def holds(self) -> bool:
        """Whether all tiles surely are those that are claimed."""
        return self.whole and all(one.holds for one in self.pairs) and self.doubt <= HAND_DOUBT

    @property
    def doubt(self) -> float:
        """Chance, at most, that any tile is not what is claimed."""
        return sum(one.doubt for one in self.pairs)

    @property
    def chance(self) -> float:
        """Least chance that all tiles are those that are claimed; 0 where there are more or fewer."""
        return max(0.0, 1 - self.doubt) if self.whole else 0.0

    @property
    def unsure(self) -> tuple[Pair, ...]:
        """The pairs that do not surely hold; the least sure alone where each by itself would do."""
        found = tuple(one for one in self.pairs if not one.holds)
        if not found and self.doubt > HAND_DOUBT and self.pairs:
            return (max(self.pairs, key=lambda one: one.doubt),)
        return found


def chances(tile: ReadTile, reds: bool) -> dict[str, float]:
    """The chance of each face that was named, by the looks at the tile alone, given that there is a tile.

    Without ``reds`` red fives are fives.
    """
    seen = tile.detection
    there = max(seen.tile, 1e-6)
    found: Counter[str] = Counter()
    for face, chance in ((seen.face, seen.confidence), *seen.runners_up):
        found[face if reds else plain(face)] += min(1.0, chance / there)  # type: ignore[assignment]
    return dict(found)


def claimed_faces(hand: Hand, reds: bool) -> Counter[str]:
    """The faces of a hand, flowers too."""
    return Counter(tile.code if reds else tile.plain.code for tile in (*hand.tiles, *hand.flowers))


def hidden_faces(reading: HandReading) -> Counter[str]:
    """Tiles of concealed kongs that lie face down, by what the others of the kong show."""
    hidden: Counter[str] = Counter()
    for meld in reading.melds:
        faces = [reading.tiles[number].face for number in meld.tiles]
        shown = [plain(face) for face in faces if face != BACK]
        if meld.kind is MeldKind.KONG_CONCEALED and shown:
            hidden[shown[0]] += len(faces) - len(shown)
    return +hidden


def face_down(reading: HandReading) -> tuple[int, ...]:
    """Tiles of the hand that lie face down."""
    return tuple(number for number in hand_numbers(reading) if reading.tiles[number].face == BACK)


def compared(reading: HandReading, claimed: Counter[str], reds: bool) -> Comparison:
    """The tiles of a reading's hand, each with the claimed face that it goes best with."""
    hidden = hidden_faces(reading)
    down = set(face_down(reading)) if hidden else set[int]()
    wanted = claimed - hidden
    surplus = hidden - claimed
    shares = {n: chances(reading.tiles[n], reds) for n in hand_numbers(reading) if n not in down}
    pairs, open_tiles, open_faces = _sure_ones(shares, wanted)
    more, extra, absent = _best(open_tiles, open_faces, shares)
    pairs += more
    told = tuple(_pair(number, face, shares[number]) for number, face in sorted(pairs))
    return Comparison(told, tuple(extra) + tuple(down if surplus else ()), tuple(absent))


def _sure_ones(
    shares: Mapping[int, Mapping[str, float]], wanted: Counter[str]
) -> tuple[list[tuple[int, str]], list[int], list[str]]:
    """Tiles that show a face that is claimed, surer ones first; and the tiles and faces that are left."""
    left, pairs, rest = Counter(wanted), list[tuple[int, str]](), list[int]()
    for number in sorted(shares, key=lambda one: -max(shares[one].values())):
        face = max(shares[number], key=lambda one: shares[number][one])
        if left[face]:
            left[face] -= 1
            pairs.append((number, face))
        else:
            rest.append(number)
    return pairs, rest, sorted(left.elements())


def _best(
    tiles: Sequence[int], faces: Sequence[str], shares: Mapping[int, Mapping[str, float]]
) -> tuple[list[tuple[int, str]], list[int], list[str]]:
    """The likeliest way to pair what is left; with the tiles and faces that are too many."""

    def cost(pairs: Iterable[tuple[int, str]]) -> float:
        return -sum(
            log(max(shares[tile].get(face, LEAST), LEAST)) + _family(shares[tile], face) for tile, face in pairs
        )

    if max(len(tiles), len(faces)) > MOST_OPEN or not tiles or not faces:
        pairs = list(zip(tiles, faces, strict=False))
    elif len(tiles) <= len(faces):
        pairs = min((list(zip(tiles, some, strict=True)) for some in permutations(faces, len(tiles))), key=cost)
    else:
        pairs = min((list(zip(some, faces, strict=True)) for some in permutations(tiles, len(faces))), key=cost)
    left = Counter(faces) - Counter(face for _, face in pairs)
    used = {tile for tile, _ in pairs}
    return pairs, [tile for tile in tiles if tile not in used], sorted(left.elements())


def _family(shares: Mapping[str, float], face: str) -> float:
    """A little for faces of the same suit: which of several wrong tiles stands for which is told so."""
    top = max(shares, key=lambda one: shares[one])
    return 0.1 if top[-1] == face[-1] else 0.0


def _pair(number: int, face: str, shares: Mapping[str, float]) -> Pair:
    others = {other: chance for other, chance in shares.items() if other != face}
    seen = max(others, key=lambda other: others[other], default=face)
    return Pair(number, face, min(1.0, shares.get(face, LEAST)), seen, others.get(seen, 0.0))


def may_be(reading: HandReading, claimed: Counter[str], reds: bool) -> bool:
    """Whether the reading of all tiles together, or a likely alternative of it, has the claimed faces."""
    hands = [] if reading.hand is None else [(reading.hand, reading.confidence)]
    hands += [(one.hand, one.chance) for one in reading.alternatives]
    same = sum(chance for hand, chance in hands if claimed_faces(hand, reds) == claimed)
    return same >= TOGETHER


def contradicting(reading: HandReading, found: Comparison, claimed: Counter[str], reds: bool) -> tuple[Pair, ...]:
    """The tiles that surely show something else than is claimed."""
    if not found.whole or may_be(reading, claimed, reds):
        return ()
    return tuple(one for one in found.pairs if one.fails and _agreed(reading.tiles[one.tile], one, reds))


def _agreed(tile: ReadTile, pair: Pair, reds: bool) -> bool:
    """Whether a tile is taken for what it shows by itself; no flower contradicts: every set draws its own."""
    now = tile.face if reds else plain(tile.face)
    return now == pair.seen and tile.chance >= AGREED and not is_flower(pair.seen) and not is_flower(pair.claimed)
