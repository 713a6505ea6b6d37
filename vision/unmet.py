"""What a caller said about a photo and its reading does not show, told as doubts: nothing is dropped in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from vision.hand_reading import Doubt, HandReading
from vision.hints import Hints, Which
from vision.labels import plain
from vision.layout import Role


def with_unmet(reading: HandReading, hints: Hints | None) -> HandReading:
    """The reading with a doubt ``hint_unmet`` for each hint that it does not show."""
    if hints is None:
        return reading
    return replace(reading, doubts=(*reading.doubts, *(Doubt("hint_unmet", why, ()) for why in unmet(reading, hints))))


def unmet(reading: HandReading, hints: Hints) -> Iterator[str]:
    """Each hint that the reading does not show, and what it shows; what was corrected by hand counts for more."""
    if not any(meld.told for meld in reading.melds):
        yield from _counts(reading, hints)
    fixed = {tile.role for tile in reading.tiles if "role" in tile.fixed}
    if hints.winning is not None and Role.WINNING not in fixed and not _is_won_on(reading, hints.winning):
        won = "none" if reading.winning is None else reading.tiles[reading.winning].face
        yield f"winning={hints.winning} does not fit: the winning tile is {won}"
    if hints.indicators and Role.INDICATOR not in fixed:
        yield from _indicators(reading, hints.indicators)


def _counts(reading: HandReading, hints: Hints) -> Iterator[str]:
    kongs = sum(meld.kind.is_kong for meld in reading.melds)
    for name, told, found in (("melds", hints.melds, len(reading.melds)), ("kongs", hints.kongs, kongs)):
        if told is not None and told != found:
            yield f"{name}={told} does not fit: there are {found}"


def _is_won_on(reading: HandReading, told: Which) -> bool:
    """Whether the winning tile is the one that was told; an index may have moved up where a tile is none."""
    if reading.winning is None:
        return False
    if isinstance(told, int):
        return told < len(reading.tiles)
    return plain(reading.tiles[reading.winning].face) == plain(told)


def _indicators(reading: HandReading, told: tuple[Which, ...]) -> Iterator[str]:
    shown = Counter(plain(tile.face) for tile in reading.tiles if tile.role is Role.INDICATOR)
    for one in told:
        if isinstance(one, int):
            if one >= len(reading.tiles):
                yield f"indicators={one} does not fit: there are {len(reading.tiles)} tiles, counted from 0"
        elif shown[plain(one)]:
            shown[plain(one)] -= 1
        else:
            yield f"indicators={one} does not fit: no such tile lies there"
