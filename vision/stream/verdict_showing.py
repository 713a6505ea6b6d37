"""The hands that a stream shows, one after the other: what is known of each, and from when to when it lay there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from vision.decide import HAND_ROLES
from vision.hand_reading import NO_TILE, HandReading
from vision.stream.frame import Frame
from vision.stream.state import Kind, Missing, Phase, State

CLEARED = 0.7
"""Seconds without a tile in sight after which the table has been cleared."""

OTHERS = 0.5
"""Where less than this share of a hand's tiles is still there, and others are, it is another hand."""


@dataclass(frozen=True, slots=True)
class Showing:
    """A hand that lay on the table."""

    laying: int
    """Counts the times that a hand was laid down, from 0; one of which a tile was changed is shown twice."""
    start: float
    """Seconds from the start of the stream: when the first of its tiles was seen."""
    end: float
    """When it was last seen like this."""
    settled_at: float | None
    """When it was settled first; ``None`` when it never was."""
    reading: HandReading
    """As known at the end, in pixels of ``best``."""
    looks: tuple[int, ...]
    """Reads that show each tile of the reading."""
    since: tuple[float, ...]
    """When each tile of the reading was first taken for what it is."""
    covered: tuple[int, ...]
    """Tiles that something covered, or that lay outside the picture, at the end."""
    missing: tuple[Missing, ...]
    """What kept it from being settled, or is unsure about it."""
    read: int
    """Frames that were read of it."""
    best: Frame = field(compare=False)
    """The frame that shows it best."""
    wavered: bool = False
    """Whether some of its tiles were taken for others while it was settled."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The tiles of the hand, flowers too: indices into ``reading.tiles``."""
        return hand_numbers(self.reading)

    @property
    def faces(self) -> Counter[str]:
        """What those are taken for."""
        return Counter(self.reading.tiles[number].face for number in self.numbers)


def as_read(showing: Showing, again: HandReading) -> Showing:
    """The same hand, whose tiles were read ``again`` in another way, and perhaps another order."""
    places = {id(tile.detection): number for number, tile in enumerate(showing.reading.tiles)}
    order = [places[id(tile.detection)] for tile in again.tiles]
    moved = {before: now for now, before in enumerate(order)}
    return replace(
        showing,
        reading=again,
        looks=tuple(showing.looks[number] for number in order),
        since=tuple(showing.since[number] for number in order),
        covered=tuple(sorted(moved[number] for number in showing.covered if number in moved)),
    )


def hand_numbers(reading: HandReading) -> tuple[int, ...]:
    """The tiles of the hand, flowers too: indices into its tiles."""
    tiles = enumerate(reading.tiles)
    return tuple(number for number, tile in tiles if tile.role in HAND_ROLES and tile.face != NO_TILE)


class Gathering:
    """Takes the states of one stream, one after the other, and tells the hands that it shows."""

    def __init__(self) -> None:
        self._now: Showing | None = None
        self._keys: frozenset[int] = frozenset()
        self._laying = 0
        self._seen_at = 0.0
        self._changed = False
        self._read = 0
        self._since: dict[int, tuple[str, float]] = {}

    @property
    def laying(self) -> int:
        """How many times the table was cleared."""
        return self._laying

    def take(self, state: State) -> Showing | None:
        """Take the next state in; a hand that is over with it is returned."""
        if not state.fresh:
            return None
        if state.reading is None or state.best is None or not state.tiles:
            cleared = self._now is not None and state.at - self._seen_at > CLEARED
            return self._over(another=True) if cleared else None
        over = self._over(another=True) if self._is_another(state) else None
        self._seen_at = state.at
        self._note(state)
        if self._now is not None and self._changed and _is_settled(state):
            over = self._over(another=False) if _faces(state) != self._now.faces else over
            self._changed = False
        self._keep(state)
        return over

    def end(self) -> Showing | None:
        """The hand that lies there when the stream ends."""
        return self._over(another=True)

    def _over(self, *, another: bool) -> Showing | None:
        over, self._now, self._changed = self._now, None, False
        if another and over is not None:
            self._laying, self._read = over.laying + 1, 0
        return over

    def _is_another(self, state: State) -> bool:
        """Whether the tiles of the hand are gone, and others are there."""
        if self._now is None or not self._keys:
            return False
        left = self._keys & {tile.key for tile in state.tiles}
        return len(left) < OTHERS * len(self._keys)

    def _note(self, state: State) -> None:
        """Remember since when each tile is what it is, and whether one was changed."""
        self._read += 1
        for tile in state.tiles:
            if self._since.get(tile.key, ("", 0.0))[0] != tile.face:
                self._since[tile.key] = tile.face, state.at
        for key in self._since.keys() - {tile.key for tile in state.tiles}:
            del self._since[key]
        if state.phase is Phase.CHANGED and self._now is not None and self._now.settled_at is not None:
            settled = self._now.settled_at
            self._changed |= any(one.kind is not Kind.CHANGED or one.at > settled for one in state.changes)

    def _keep(self, state: State) -> None:
        """Keep what a state tells of the hand, if it tells more than what is kept."""
        before = self._now
        if before is not None and before.settled_at is not None and not _is_settled(state):
            if state.settled:
                self._now = replace(before, end=state.at)
            return
        made = self._showing(state)
        if before is None:
            self._now = made
        elif _is_settled(state) or _worth(made) >= _worth(before):
            settled = made.settled_at if before.settled_at is None else before.settled_at
            wavered = before.wavered or (before.settled_at is not None and made.faces != before.faces)
            self._now = replace(made, start=before.start, settled_at=settled, wavered=wavered)
        else:
            self._now = replace(before, end=state.at)
        if self._now.end == state.at and self._now.best is state.best:
            numbers = hand_numbers(made.reading)
            self._keys = frozenset(state.tiles[number].key for number in numbers)

    def _showing(self, state: State) -> Showing:
        assert state.reading is not None
        assert state.best is not None
        covered = {number for one in state.missing if one.code == "covered" for number in one.tiles}
        return Showing(
            laying=self._laying,
            start=state.at,
            end=state.at,
            settled_at=state.since if _is_settled(state) else None,
            reading=state.reading,
            looks=tuple(tile.looks for tile in state.tiles),
            since=tuple(self._since[tile.key][1] for tile in state.tiles),
            covered=tuple(sorted(covered)),
            missing=state.missing,
            read=self._read,
            best=state.best,
        )


def _is_settled(state: State) -> bool:
    """Whether the whole settled hand is read, rather than a part of it while something covers the rest."""
    return state.settled and state.reading is not None and state.reading.hand is not None


def _faces(state: State) -> Counter[str]:
    """What the tiles of the hand are taken for."""
    assert state.reading is not None
    return Counter(state.reading.tiles[number].face for number in hand_numbers(state.reading))


def _worth(one: Showing) -> tuple[bool, int]:
    """How much is known of a hand that is not settled: whether it is one, and how many tiles."""
    return one.reading.hand is not None, len(one.numbers)
