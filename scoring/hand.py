"""Melds and hands, their notation, and what makes a hand possible.

``123m 55p (777z) [1111s] 15f``: concealed tiles, exposed melds in round brackets, concealed kongs in square ones,
flowers with the letter ``f``. An exposed kong is ``(7777z)``, one added to a pung ``(777+7z)``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from scoring.errors import HandError, MeldError, NotationError, TooManyCopies
from scoring.tiles import COPIES, Tile, parse_tiles, tiles_text


class MeldKind(Enum):
    """What a meld is and how it came about."""

    CHOW = "chow"
    """Three running tiles of a suit, 吃."""
    PUNG = "pung"
    """Three equal tiles, 碰."""
    KONG_EXPOSED = "kong_exposed"
    """Four equal tiles, the fourth a discard, 明杠."""
    KONG_ADDED = "kong_added"
    """Four equal tiles, the fourth added to a pung on the table, 补杠."""
    KONG_CONCEALED = "kong_concealed"
    """Four equal tiles from the own hand, 暗杠."""

    @property
    def is_kong(self) -> bool:
        """Whether the meld has four tiles."""
        return self in _KONGS

    @property
    def is_concealed(self) -> bool:
        """Whether the meld leaves the hand concealed."""
        return self is MeldKind.KONG_CONCEALED


_KONGS = frozenset({MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED})


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table. Raises ``MeldError`` when the tiles do not make what ``kind`` says."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    """Three or four tiles, sorted; of an added kong the last one is the tile added."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", _meld_order(self.kind, self.tiles))
        if not _fits(self.kind, self.tiles):
            raise MeldError(f"{tiles_text(self.tiles)!r} is no {self.kind.value.replace('_', ' ')}")

    @property
    def first_kind(self) -> int:
        """The kind of the lowest tile."""
        kind = self.tiles[0].kind
        assert kind is not None
        return kind

    def __str__(self) -> str:
        digits = "".join([tile.code[0] for tile in self.tiles])
        if self.kind is MeldKind.KONG_ADDED:
            digits = f"{digits[:3]}+{digits[3:]}"
        text = digits + self.tiles[0].suit
        return f"[{text}]" if self.kind.is_concealed else f"({text})"


def _meld_order(kind: MeldKind, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    given = tuple(tiles)
    if kind is MeldKind.KONG_ADDED:
        return (*sorted(given[:3]), *given[3:])
    return tuple(sorted(given))


def _fits(kind: MeldKind, tiles: tuple[Tile, ...]) -> bool:
    kinds = [tile.kind for tile in tiles if tile.kind is not None]
    if len(kinds) != len(tiles) or len(tiles) != (4 if kind.is_kong else 3):
        return False
    if kind is MeldKind.CHOW:
        first = kinds[0]
        return kinds == [first, first + 1, first + 2] and first < 27 and first % 9 < 7
    return len(set(kinds)) == 1


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's whole hand. Concealed tiles and flowers are kept sorted, so their order does not matter."""

    concealed: tuple[Tile, ...]
    """The tiles in the hand, the winning tile among them; no flowers."""
    melds: tuple[Meld, ...] = ()
    """The sets on the table, concealed kongs too, in the order given."""
    flowers: tuple[Tile, ...] = ()
    """The flowers and seasons put aside."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed)))
        object.__setattr__(self, "melds", tuple(self.melds))
        object.__setattr__(self, "flowers", tuple(sorted(self.flowers)))
        for tile in self.concealed:
            if tile.is_flower:
                raise HandError("flower_in_hand", f"the flower {tile} stands among the concealed tiles")
        for tile in self.flowers:
            if not tile.is_flower:
                raise HandError("not_a_flower", f"{tile} stands among the flowers")

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Concealed tiles and those of the melds; no flowers."""
        return self.concealed + tuple(tile for meld in self.melds for tile in meld.tiles)

    @property
    def size(self) -> int:
        """How many tiles the hand has when a meld, kongs too, counts as three."""
        return len(self.concealed) + 3 * len(self.melds)

    def check(self, size: int = 14, indicators: Iterable[Tile] = ()) -> None:
        """Raise ``HandError`` unless the hand has ``size`` tiles (14 or 17) and no tile more often than a set has it.

        Copies are counted over the concealed tiles, the melds, the flowers and the ``indicators`` together.
        """
        self.check_copies(indicators)
        if self.size != size:
            raise HandError(
                "wrong_tile_count",
                f"{len(self.concealed)} concealed tiles and {len(self.melds)} melds make {self.size} tiles, not {size}",
            )

    def check_copies(self, indicators: Iterable[Tile] = ()) -> None:
        """Raise ``TooManyCopies`` for a tile that is there more often than a set of tiles has it."""
        tiles = [*self.concealed, *self.flowers, *indicators]
        for meld in self.melds:
            tiles += meld.tiles
        counts = Counter([tile.order | 1 for tile in tiles])
        if self.flowers or max(counts.values(), default=0) > COPIES:
            for tile in sorted(set(tiles)):
                limit = 1 if tile.is_flower else COPIES
                if counts[tile.order | 1] > limit:
                    raise TooManyCopies(tile.plain.code, counts[tile.order | 1], limit)

    def __str__(self) -> str:
        parts = [tiles_text(self.concealed), *map(str, self.melds), tiles_text(self.flowers)]
        return " ".join(part for part in parts if part)


_MELD = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")


def parse_meld(text: str) -> Meld:
    """The meld that text such as ``(345p)``, ``(777+7z)`` or ``[1111s]`` writes."""
    match = _MELD.fullmatch(text.strip())
    if match is None:
        raise NotationError("bad_notation", f"{text!r} is no meld in brackets")
    exposed, concealed = match.groups()
    if concealed is not None:
        return Meld(MeldKind.KONG_CONCEALED, parse_tiles(concealed))
    if "+" in exposed:
        return Meld(MeldKind.KONG_ADDED, _added(exposed))
    tiles = parse_tiles(exposed)
    return Meld(_exposed_kind(tiles), tiles)


def _added(text: str) -> tuple[Tile, ...]:
    if not re.fullmatch(r"\d{3}\+\d[a-z]", text.replace(" ", "")):
        raise NotationError("bad_notation", f"{text!r} is not written as a kong with one tile added, like '777+7z'")
    return parse_tiles(text.replace("+", ""))


def _exposed_kind(tiles: tuple[Tile, ...]) -> MeldKind:
    if len(tiles) == 4:
        return MeldKind.KONG_EXPOSED
    return MeldKind.PUNG if len({tile.kind for tile in tiles}) == 1 else MeldKind.CHOW


def parse_hand(text: str) -> Hand:
    """The hand that text such as ``123m 55p (777z) [1111s] 15f`` writes; it is not checked for size or copies."""
    melds = tuple(parse_meld(match.group()) for match in _MELD.finditer(text))
    tiles = parse_tiles(_MELD.sub(" ", text))
    return Hand(
        concealed=tuple(tile for tile in tiles if not tile.is_flower),
        melds=melds,
        flowers=tuple(tile for tile in tiles if tile.is_flower),
    )
