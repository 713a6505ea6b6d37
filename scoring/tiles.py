"""Tiles and the notation people type.

``1m..9m`` 万, ``1p..9p`` 筒, ``1s..9s`` 条, ``1z..7z`` 东南西北白发中, ``1f..8f`` flowers, ``0m 0p 0s`` red fives.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.errors import NotationError

SUITS = "mps"
"""The letters of the three suits: characters 万, dots 筒, bamboo 条."""

KINDS = 34
"""How many kinds there are without flowers; a kind is a number from 0 to 33 in the order m, p, s, z."""

COPIES = 4
"""How many tiles of a kind a set of tiles has."""

_LETTERS = SUITS + "zf"
_NAMES_ZH = "一二三四五六七八九"
_HONOURS = (
    ("East", "东"),
    ("South", "南"),
    ("West", "西"),
    ("North", "北"),
    ("White", "白"),
    ("Green", "发"),
    ("Red", "中"),
)
_FLOWERS = (
    ("Plum", "梅"),
    ("Orchid", "兰"),
    ("Bamboo flower", "竹"),
    ("Chrysanthemum", "菊"),
    ("Spring", "春"),
    ("Summer", "夏"),
    ("Autumn", "秋"),
    ("Winter", "冬"),
)
_SUIT_NAMES = {"m": ("Characters", "万"), "p": ("Dots", "筒"), "s": ("Bamboo", "条")}


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One face of a tile. There is a single object for each face: get it from ``parse_tile``."""

    code: str
    """Rank and letter, as in ``5m``; a red five is ``0m``."""
    kind: int | None
    """0 to 33 in the order m, p, s, z; a red five has the kind of its five, a flower has ``None``."""
    order: int
    """Where the tile stands when tiles are sorted; a red five, an even number, stands just before its five."""
    english: str
    """The tile's name in English."""
    chinese: str
    """The tile's name in Chinese."""

    @property
    def rank(self) -> int:
        """1 to 9 in a suit, 1 to 7 for honours, 1 to 8 for flowers; a red five is 5."""
        return int(self.code[0]) or 5

    @property
    def suit(self) -> str:
        """The letter: one of ``m p s z f``."""
        return self.code[1]

    @property
    def is_red(self) -> bool:
        """Whether the tile is a red five."""
        return self.code[0] == "0"

    @property
    def is_flower(self) -> bool:
        """Whether the tile is one of the eight flowers and seasons."""
        return self.kind is None

    @property
    def is_honour(self) -> bool:
        """Whether the tile is a wind or a dragon."""
        return self.code[1] == "z"

    @property
    def is_terminal(self) -> bool:
        """Whether the tile is a one or a nine of a suit."""
        return self.code[0] in "19" and self.code[1] in SUITS

    @property
    def plain(self) -> Tile:
        """The same face without the red: ``5m`` for ``0m``, and every other tile itself."""
        return self if self.kind is None else KIND_TILES[self.kind]

    def __lt__(self, other: Tile) -> bool:
        return self.order < other.order

    def __le__(self, other: Tile) -> bool:
        return self.order <= other.order

    def __gt__(self, other: Tile) -> bool:
        return self.order > other.order

    def __ge__(self, other: Tile) -> bool:
        return self.order >= other.order

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        return parse_tile, (self.code,)


def _suited(letter: str, first_kind: int) -> list[Tile]:
    english, chinese = _SUIT_NAMES[letter]
    tiles = []
    for rank in range(1, 10):
        kind = first_kind + rank - 1
        if rank == 5:
            tiles.append(Tile(f"0{letter}", kind, 2 * kind, f"Red 5 {english}", f"红五{chinese}"))
        tiles.append(Tile(f"{rank}{letter}", kind, 2 * kind + 1, f"{rank} {english}", _NAMES_ZH[rank - 1] + chinese))
    return tiles


def _all_tiles() -> tuple[Tile, ...]:
    tiles = [tile for number, letter in enumerate(SUITS) for tile in _suited(letter, 9 * number)]
    for number, (english, chinese) in enumerate(_HONOURS):
        tiles.append(Tile(f"{number + 1}z", 27 + number, 2 * (27 + number) + 1, english, chinese))
    for number, (english, chinese) in enumerate(_FLOWERS):
        tiles.append(Tile(f"{number + 1}f", None, 2 * (KINDS + number) + 1, english, chinese))
    return tuple(tiles)


ALL_TILES: tuple[Tile, ...] = _all_tiles()
"""Every face in sorted order: 34 kinds, 3 red fives, 8 flowers."""

KIND_TILES: tuple[Tile, ...] = tuple(tile for tile in ALL_TILES if not tile.is_flower and not tile.is_red)
"""The plain tile of each kind, so that ``KIND_TILES[tile.kind] is tile.plain``."""

_BY_CODE = {tile.code: tile for tile in ALL_TILES}


def parse_tile(text: str) -> Tile:
    """The tile that a code such as ``5m`` names; raises ``NotationError`` for anything else."""
    tile = _BY_CODE.get(text.strip())
    if tile is None:
        raise NotationError("unknown_tile", f"no tile {text.strip()!r}")
    return tile


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of text such as ``123m 55p``, in the order written; spaces do not matter."""
    tiles: list[Tile] = []
    ranks = ""
    for sign in text:
        if sign.isspace():
            continue
        if sign.isascii() and sign.isdigit():
            ranks += sign
        elif sign in _LETTERS and ranks:
            tiles.extend(_named(rank + sign, text) for rank in ranks)
            ranks = ""
        else:
            raise NotationError("bad_notation", f"cannot read {sign!r} in {text!r}")
    if ranks:
        raise NotationError("bad_notation", f"no suit after {ranks!r} in {text!r}")
    return tuple(tiles)


def _named(code: str, text: str) -> Tile:
    tile = _BY_CODE.get(code)
    if tile is None:
        raise NotationError("unknown_tile", f"no tile {code} in {text!r}")
    return tile


def tiles_text(tiles: Iterable[Tile]) -> str:
    """The notation of the tiles in their order, neighbours of a suit together: ``123m 55p``."""
    groups: list[str] = []
    letter = ""
    for tile in tiles:
        if tile.suit == letter:
            groups[-1] = groups[-1][:-1] + tile.code
        else:
            groups.append(tile.code)
            letter = tile.suit
    return " ".join(groups)
