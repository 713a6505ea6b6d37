"""Melds and hands, their notation, and what makes a hand possible.

``123m 55p (777z) [1111s] 15f``: concealed tiles, exposed melds in round brackets, concealed kongs in square ones,
flowers with the letter ``f``. An exposed kong is ``(7777z)``, one added to a pung ``(777+7z)``. Some rules take three
winds or the three dragons for a chow, ``(124z)``, or know opening kongs of different tiles, in braces: ``{1m1p1s}``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter

from scoring.errors import HandError, MeldError, NotationError, TooManyCopies
from scoring.tiles import COPIES, Tile, parse_tiles, tiles_text


class MeldKind(Enum):
    """What a meld is and how it came about."""

    CHOW = "chow"
    """Three running tiles of a suit, or three winds or the three dragons where the rules have it, 吃."""
    PUNG = "pung"
    """Three equal tiles, 碰."""
    KONG_EXPOSED = "kong_exposed"
    """Four equal tiles, the fourth a discard, 明杠."""
    KONG_ADDED = "kong_added"
    """Four equal tiles, the fourth added to a pung on the table, 补杠."""
    KONG_CONCEALED = "kong_concealed"
    """Four equal tiles from the own hand, 暗杠."""
    KONG_OPENING = "kong_opening"
    """Winds (three of them at least), all dragons, or the suits' ones or nines, shown at the start: 旋风杠, 喜杠, 幺蛋.

    More tiles of the family may be added.
    """

    @property
    def is_kong(self) -> bool:
        """Whether the meld is a kong."""
        return self in _KONGS

    @property
    def is_concealed(self) -> bool:
        """Whether the meld leaves the hand concealed."""
        return self is MeldKind.KONG_CONCEALED


_KONGS = frozenset(kind for kind in MeldKind if kind.value.startswith("kong"))

OPENING_KONGS: tuple[tuple[int, ...], ...] = ((27, 28, 29, 30), (31, 32, 33), (0, 9, 18), (8, 17, 26))
"""The kinds of the opening kongs: winds 旋风杠, dragons 喜杠, ones 幺蛋, nines 九蛋; three of them at least."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table. Raises ``MeldError`` when the tiles do not make what ``kind`` says."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    """Three or four tiles, sorted, of an opening kong more; of an added kong the last one is the tile added."""

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

    @property
    def is_honour_chow(self) -> bool:
        """Whether the meld is a chow of winds or dragons, which few rules have."""
        return self.kind is MeldKind.CHOW and self.tiles[0].is_honour

    def __str__(self) -> str:
        if self.kind is MeldKind.KONG_OPENING:
            return f"{{{''.join(tile.code for tile in self.tiles)}}}"
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
    if kind is MeldKind.KONG_OPENING:
        return (
            len(kinds) == len(tiles)
            and len(set(kinds)) >= 3
            and any(set(kinds) <= set(family) for family in OPENING_KONGS)
        )
    if len(kinds) != len(tiles) or len(tiles) != (4 if kind.is_kong else 3):
        return False
    return _is_chow(kinds) if kind is MeldKind.CHOW else len(set(kinds)) == 1


def _is_chow(kinds: list[int]) -> bool:
    """Whether three sorted kinds run in a suit, or are three winds or the three dragons."""
    first = kinds[0]
    if first < 27:
        return kinds == [first, first + 1, first + 2] and first % 9 < 7
    return len(set(kinds)) == 3 and (kinds[2] < 31 or first == 31)


_ORDER = attrgetter("order")


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's whole hand. Concealed tiles and flowers are kept sorted, so their order does not matter."""

    concealed: tuple[Tile, ...]
    """The tiles in the hand, the winning tile among them; no flowers."""
    melds: tuple[Meld, ...] = ()
    """The sets on the table, concealed kongs too, in the order given."""
    flowers: tuple[Tile, ...] = ()
    """The flowers and seasons put aside."""
    kinds: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The kinds of the concealed tiles, sorted."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed, key=_ORDER)))
        object.__setattr__(self, "melds", tuple(self.melds))
        object.__setattr__(self, "flowers", tuple(sorted(self.flowers, key=_ORDER)))
        kinds = tuple([tile.kind for tile in self.concealed if tile.kind is not None])
        object.__setattr__(self, "kinds", kinds)
        for tile in self.concealed[len(kinds) :]:
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


_INSIDE = r"([^()\[\]{}]*)"
_MELD = re.compile(rf"\({_INSIDE}\)|\[{_INSIDE}\]|\{{{_INSIDE}\}}")


def parse_meld(text: str) -> Meld:
    """The meld that text such as ``(345p)``, ``(777+7z)``, ``[1111s]`` or ``{1m1p1s}`` writes."""
    match = _MELD.fullmatch(text.strip())
    if match is None:
        raise NotationError("bad_notation", f"{text!r} is no meld in brackets")
    exposed, concealed, opening = match.groups()
    if concealed is not None:
        return Meld(MeldKind.KONG_CONCEALED, parse_tiles(concealed))
    if opening is not None:
        return Meld(MeldKind.KONG_OPENING, parse_tiles(opening))
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
