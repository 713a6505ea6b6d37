"""Streams as they are watched: states over the wire and in words, and the settled hand as a photo's."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Self

from rich.console import Group, RenderableType
from rich.text import Text

from service.asked import Circumstances
from service.reader import Model, Read
from service.readings import ReadingOut
from service.schemas import ScanOut, photo_scored
from service.text import printable, scan_text
from service.wire import Out, Rounded, Written
from vision.stream import FollowedTile, Notice, Phase, State, TileChange


class MissingOut(Out):
    """Something that keeps the hand from being settled, or is unsure about one that is."""

    code: str
    message: str
    tiles: tuple[int, ...]
    """Places in ``tiles``."""


class FollowedTileOut(Out):
    """A tile that is followed."""

    key: int
    """The same as long as it is followed."""
    tile: str
    """What it is taken for, ``none`` for no tile."""
    chance: Rounded
    """That it is that, 0 to 1."""
    box: tuple[float, float, float, float]
    """Left, top, right, bottom in pixels of the frame."""
    seen: bool
    """Whether it was seen in this frame, rather than being covered or out of it."""
    looks: int
    """Frames read that show it as it is now."""

    @classmethod
    def of(cls, one: FollowedTile) -> Self:
        """What is told of a tile."""
        left, top, right, bottom = (round(float(side), 1) for side in one.box)
        return cls(
            key=one.key,
            tile=one.face,
            chance=one.chance,
            box=(left, top, right, bottom),
            seen=one.seen,
            looks=one.looks,
        )


class TileChangeOut(Out):
    """A tile that is no more what it was when the hand was settled."""

    kind: str
    """``changed``, ``added`` or ``removed``."""
    was: str | None
    now: str | None
    at: Rounded
    """Seconds from the start."""

    @classmethod
    def of(cls, change: TileChange) -> Self:
        """What is told of a change."""
        return cls(kind=change.kind.value, was=change.was, now=change.now, at=change.at)


class StateOut(Out):
    """What is known of a stream at a moment."""

    source: Written
    phase: str
    """``searching``, ``settling``, ``settled`` or ``changed``."""
    since: Rounded
    """Seconds from the start when the phase began."""
    at: Rounded
    """Seconds from the start: when the frame read last came."""
    frame: int
    """Its number, counted from 0."""
    missing: tuple[MissingOut, ...]
    tiles: tuple[FollowedTileOut, ...]
    """In the order of the reading's tiles."""
    hand: str | None
    """In notation, as far as it is known."""
    confidence: Rounded
    """How likely the whole hand is right, 0 to 1."""
    changes: tuple[TileChangeOut, ...]
    """In what the hand differs from the one that was settled last."""
    read: int
    """Frames that were read."""
    dropped: int
    """Frames that came and were not."""
    best: int | None
    """Number of the frame that shows the hand best."""
    scan: ScanOut | None
    """The settled hand, as for a photo, and its score where rules were named."""

    @classmethod
    def of(cls, source: str, state: State, scan: ScanOut | None = None) -> Self:
        """What is told of a state."""
        reading = state.reading
        return cls(
            source=source,
            phase=state.phase.value,
            since=state.since,
            at=state.at,
            frame=state.number,
            missing=tuple(map(MissingOut.model_validate, state.missing)),
            tiles=tuple(map(FollowedTileOut.of, state.tiles)),
            hand=None if reading is None or reading.hand is None else str(reading.hand),
            confidence=0.0 if reading is None else reading.confidence,
            changes=tuple(map(TileChangeOut.of, state.changes)),
            read=state.read,
            dropped=state.dropped,
            best=None if state.best is None else state.best.number,
            scan=scan,
        )


class NoticeOut(Out):
    """Something that happened to the stream itself."""

    source: Written
    notice: str
    """``lost`` or ``resumed``."""
    message: Written
    at: Rounded

    @classmethod
    def of(cls, source: str, notice: Notice) -> Self:
        """What is told of it."""
        return cls(source=source, notice=notice.code, message=notice.message, at=notice.at)


def read_of(source: str, state: State, model: Model) -> Read | None:
    """What was read of a stream, as of its best frame; ``None`` while there is nothing."""
    if state.reading is None or state.best is None:
        return None
    photo = state.best.photo
    name = f"{source}, frame {state.best.number}"
    return Read(name, photo, state.reading, model, hashlib.sha256(photo.pixels.tobytes()).hexdigest())


def scan_of(read: Read, asked: Circumstances | None) -> ScanOut:
    """The reading, and its score by the rules that were asked for."""
    scored = None if asked is None else photo_scored(read.reading, asked)
    return ScanOut.of(ReadingOut.of(read), scored)


def told_apart(states: Iterable[State]) -> Iterator[State]:
    """The states that tell something new: another phase, another hand, other things missing, other changes."""
    last: object = None
    for state in states:
        hand = None if state.reading is None else str(state.reading.hand)
        key = state.phase, hand, {one.code for one in state.missing}, state.changes and _told(state.changes)
        if key != last:
            last = key
            yield state


def _told(changes: Iterable[TileChange]) -> list[tuple[str, str | None, str | None]]:
    return sorted(((one.kind.value, one.was, one.now) for one in changes), key=str)


def state_text(out: StateOut) -> RenderableType:
    """A state on a line, with what is missing below it, and the settled hand as a photo's."""
    head = Text(f"{out.at:7.2f} s  {out.phase:9}  {out.hand or _count(out)}", style="bold" if out.scan else "")
    parts: list[RenderableType] = [head]
    parts += [Text(f"{'':11}{_change(one)}", style="yellow") for one in out.changes]
    if out.phase != Phase.SETTLED.value:
        parts += [Text(f"{'':11}{printable(one.message)} ({one.code})", style="dim") for one in out.missing]
    if out.scan is not None:
        parts.append(scan_text(out.scan))
    return Group(*parts)


def _count(out: StateOut) -> str:
    return f"{len(out.tiles)} tile{'s' * (len(out.tiles) != 1)}" if out.tiles else "no tiles"


def _change(one: TileChangeOut) -> str:
    what = {"added": f"{one.now} was added", "removed": f"{one.was} was taken away"}
    return f"{what.get(one.kind, f'{one.was} became {one.now}')} at {one.at:.2f} s"
