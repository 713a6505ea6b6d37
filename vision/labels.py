"""The faces a detector can name, in the order of its classes."""

from scoring.tiles import Tile, parse_tile

BACK = "back"
"""A tile that lies face down."""

TILE = "tile"
"""What a model calls every tile that only says where tiles are."""

NOTHING = "nothing"
"""What the recogniser calls a place without a tile."""

KINDS: tuple[str, ...] = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(
    f"{rank}z" for rank in range(1, 8)
)
"""The 34 kinds: characters, dots, bamboo, then winds and dragons."""

FLOWERS: tuple[str, ...] = tuple(f"{rank}f" for rank in range(1, 9))
RED_FIVES: tuple[str, ...] = ("0m", "0p", "0s")

LABELS: tuple[str, ...] = (*KINDS, *FLOWERS, *RED_FIVES, BACK)
"""Name of every class, by class number: 46 of them."""

CLASS_NUMBERS: dict[str, int] = {label: number for number, label in enumerate(LABELS)}


def tile_of(face: str) -> Tile | None:
    """Tile that shows ``face``, or ``None`` for a face-down one.

    Raises ``scoring.errors.NotationError`` when ``face`` is no label.
    """
    return None if face == BACK else parse_tile(face)


def is_flower(face: str) -> bool:
    """Whether ``face`` is one of the eight flowers and seasons."""
    return face.endswith("f")


def plain(face: str) -> str:
    """Kind that ``face`` counts as: a red five is a five."""
    return "5" + face[1:] if face.startswith("0") else face
