import gc
import tracemalloc
from collections.abc import Iterator

import pytest

from tests.stream.world import HAND, Tile, World, row, shake
from vision.stream import Follower, Frame

MOST = 300_000
"""Bytes by which what is kept may grow between the middle and the end: less than half a frame."""


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
        yield Frame(made[number % 12], number * 0.2, number)


def grown(count: int) -> int:
    """Bytes by which memory grew over the second half of a stream."""
    world = Restless(row(HAND))
    follower, middle = Follower(world), 0
    tracemalloc.start(1)
    try:
        for frame in frames(world, count):
            follower.see(frame)
            if frame.number == count // 2:
                gc.collect()
                middle = tracemalloc.get_traced_memory()[0]
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - middle
    finally:
        tracemalloc.stop()


def test_memory_stays_level() -> None:
    assert grown(80) < MOST


@pytest.mark.long
def test_memory_stays_level_for_an_hour() -> None:
    assert grown(18_000) < MOST
