import gc
import os
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.stream.world import HAND, Tile, World, row, shake
from vision.stream import Follower, Frame

MOST = 300_000
"""Bytes by which what is kept may grow between the middle and the end: less than half a frame."""

HOUR, STEP = 3600, 0.25
"""Seconds of the long stream, and between its frames: two cores read four a second."""

MOST_BLOCKS, MOST_RESIDENT = 1000, 4_000_000
"""So it is over half an hour: memory blocks of Python, less than one in seven frames; bytes in all of the process."""

STATM = Path("/proc/self/statm")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Restless(World):
    """Beside a hand that lies there, tiles come and go."""

    def detect(self, photo, watch=None):  # type: ignore[no-untyped-def]
        number = int(photo.name.split()[1])
        stray = [Tile(f"{1 + number % 9}s", 60 + 40 * (number // 3 % 13), 60 + 10 * (number % 3))]
        self.tiles = (*row(HAND), *stray)
        self._camera = shake(number % 12)
        return super().detect(photo, watch)


def frames(world: World, count: int) -> Iterator[Frame]:
    made = [world.frame(number, 0.0, shake(number)).pixels for number in range(12)]
    for number in range(count):
        yield Frame(made[number % 12], number * STEP, number)


def grown(count: int, measured: Callable[[], tuple[int, ...]]) -> list[int]:
    """By how much each of what is ``measured`` grew over the second half of a stream."""
    world = Restless(row(HAND))
    follower, middle = Follower(world), measured()
    for frame in frames(world, count):
        follower.see(frame)
        if frame.number == count // 2:
            gc.collect()
            middle = measured()
    gc.collect()
    assert follower.state.read == count
    return [after - before for before, after in zip(middle, measured(), strict=True)]


def held() -> tuple[int, int]:
    """Memory blocks that Python has given out, and bytes of the process that are in memory."""
    return sys.getallocatedblocks(), int(STATM.read_text().split()[1]) * PAGE


def test_memory_stays_level() -> None:
    tracemalloc.start(1)
    try:
        (traced,) = grown(80, lambda: tracemalloc.get_traced_memory()[:1])
    finally:
        tracemalloc.stop()
    assert traced < MOST


@pytest.mark.long
@pytest.mark.skipif(not STATM.is_file(), reason="no /proc: what the process holds cannot be told")
def test_memory_stays_level_for_an_hour() -> None:
    blocks, resident = grown(round(HOUR / STEP), held)
    assert blocks < MOST_BLOCKS
    assert resident < MOST_RESIDENT
