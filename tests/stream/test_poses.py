from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from tests.stream.test_memory import Restless, frames
from tests.stream.world import HAND, row
from vision.game import ANY_GAME
from vision.stream import Follower, State, poses
from vision.stream.poses import Poses


@dataclass(frozen=True, eq=False)
class Known:
    """A frame of which it is known what it is worth and how it is read."""

    worth: float
    hand: str
    confidence: float

    def score(self, keys: set[int]) -> float:  # noqa: ARG002
        return self.worth


def agreed(*kept: Known, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """The hand that these frames agree on, and how many of them were read for that."""
    read: list[Known] = []

    def as_of(self: Poses, pose: Known, *told: object) -> SimpleNamespace:  # noqa: ARG001
        read.append(pose)
        return SimpleNamespace(key=pose.hand, reading=SimpleNamespace(confidence=pose.confidence))

    monkeypatch.setattr(Poses, "_as_of", as_of)
    all_frames = Poses(ANY_GAME, None)
    all_frames._kept = [*kept]  # type: ignore[list-item]
    told = all_frames.told({0: SimpleNamespace(key=0, there=True)}, {})  # type: ignore[dict-item]
    assert told is not None
    return str(told.key), len(read)


def test_most_frames_have_their_way_as_far_as_they_are_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    best, other, third = Known(3.0, "a", 0.9), Known(2.8, "b", 0.9), Known(2.5, "b", 0.9)
    assert agreed(third, best, other, monkeypatch=monkeypatch) == ("b", 3)
    unsure = Known(2.5, "b", 0.01)
    assert agreed(best, other, unsure, monkeypatch=monkeypatch) == ("a", 3)


def test_frames_that_cannot_change_it_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    same = Known(2.8, "a", 0.9)
    assert agreed(Known(3.0, "a", 0.9), same, Known(2.5, "b", 1.0), monkeypatch=monkeypatch) == ("a", 2)
    assert agreed(Known(3.0, "a", 0.9), Known(2.6, "b", 1.0), monkeypatch=monkeypatch) == ("a", 1)


def states() -> list[State]:
    world = Restless(row(HAND))
    follower = Follower(world)
    return [follower.see(frame) for frame in frames(world, 30)]


def test_reading_fewer_frames_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    told = states()
    monkeypatch.setattr(poses, "_is_decided", lambda *_: False)
    assert told == states()
    assert told[-1].settled
