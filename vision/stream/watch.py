"""A source and a follower brought together."""

from __future__ import annotations

from collections.abc import Iterator

from vision.stream.follow import Follower
from vision.stream.source import Source
from vision.stream.state import State


def watch(source: Source, follower: Follower) -> Iterator[State]:
    """A state for each frame that is read; raises ``StreamError`` where no more can be read of the source."""
    for frame in source:
        state = follower.see(frame)
        if state.fresh:
            yield state
