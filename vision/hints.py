"""What the caller says about how the tiles lie, where seeing it is not left to the photo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from math import isfinite

from scoring.errors import NotationError
from scoring.tiles import parse_tile
from vision.labels import BACK
from vision.members import HAND_SIZES

Which = int | str
"""A tile: its index into ``Layout.tiles``, which no hint but ``up`` changes, or its face."""


@dataclass(frozen=True, slots=True)
class Hints:
    """Facts about a photo that outweigh what is seen. ``None`` leaves a question to the photo.

    Written ``melds=2 kongs=1 winning=5z``; ``parse_hints`` reads that.
    """

    up: float | None = None
    """Where the upper edges of the concealed tiles point, in degrees clockwise from the photo's upper edge."""
    everything: bool = False
    """Every tile on the photo is the hand's, but for indicators."""
    size: int | None = None
    """Tiles of the hand, a kong counted as three."""
    melds: int | None = None
    """Sets laid down, kongs among them; 0 for a concealed hand."""
    kongs: int | None = None
    """Kongs among the melds."""
    winning: Which | None = None
    indicators: tuple[Which, ...] | None = None
    """The tiles that show what is wild or dora; none when empty."""

    @property
    def by_face(self) -> Hints:
        """The same without the indices, which count the tiles of one photo only."""
        named = None if self.indicators is None else tuple(one for one in self.indicators if isinstance(one, str))
        kept = None if self.indicators and not named else named
        return replace(self, winning=self.winning if isinstance(self.winning, str) else None, indicators=kept)

    def without(self, number: int | None) -> Hints:
        """The same where the tile of that index is left out, so that those after it count one less."""
        if number is None:
            return self

        def moved(one: Which) -> Which:
            return one - (one > number) if isinstance(one, int) else one

        shown = self.indicators and tuple(moved(one) for one in self.indicators if one != number)
        won = None if self.winning in (None, number) else moved(self.winning or 0)
        return replace(self, winning=won, indicators=shown)

    def __str__(self) -> str:
        given = [(field.name, getattr(self, field.name)) for field in fields(self)]
        return " ".join(_written(name, value) for name, value in given if value is not None and value is not False)


def _written(name: str, value: object) -> str:
    if value is True:
        return name
    if isinstance(value, tuple):
        return f"{name}={'+'.join(map(str, value)) or 'none'}"
    return f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"


def parse_hints(text: str) -> Hints:
    """The hints that text such as ``melds=2 kongs=1 winning=5z indicators=3m+7`` writes.

    Raises ``NotationError`` with the code ``bad_hint``, naming the part at fault.
    """
    given: dict[str, object] = {}
    for part in text.replace(",", " ").split():
        name, _, value = part.partition("=")
        if name not in _READERS or name in given:
            raise NotationError("bad_hint", f"no layout hint {part!r}; there are {', '.join(_READERS)}, each once")
        try:
            given[name] = _READERS[name](value)
        except (ValueError, NotationError) as error:
            raise NotationError("bad_hint", f"cannot read the layout hint {part!r}") from error
    return Hints(**given)  # type: ignore[arg-type]


def _flag(text: str) -> bool:
    if text not in ("", "true"):
        raise ValueError(text)
    return True


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ValueError(text)
    return int(text)


def _size(text: str) -> int:
    size = _count(text)
    if size not in HAND_SIZES:
        raise ValueError(text)
    return size


def _angle(text: str) -> float:
    degrees = float(text)
    if not isfinite(degrees):
        raise ValueError(text)
    return degrees % 360


def _which(text: str) -> Which:
    if text.isascii() and text.isdigit():
        return int(text)
    return text if text == BACK else parse_tile(text).code


def _several(text: str) -> tuple[Which, ...]:
    return () if text == "none" else tuple(_which(part) for part in text.split("+"))


_READERS: dict[str, Callable[[str], object]] = {
    "up": _angle,
    "everything": _flag,
    "size": _size,
    "melds": _count,
    "kongs": _count,
    "winning": _which,
    "indicators": _several,
}
