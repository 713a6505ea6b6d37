from tests.stream.world import HAND, World, row, shake
from vision.stream import Follower, Phase
from vision.stream.settling import PATIENCE, Seen, Settling


def phases(known: bool) -> list[Phase]:
    """Of a hand that was seen well, and then for long after is found again or not."""
    world = World(row(HAND))
    follower = Follower(world)
    for number in range(4):
        frame = world.frame(number, number * 0.2, shake(number))
        follower.see(frame)
    state, tracks = follower.state, follower._tracks
    assert state.reading is not None
    order, settling = tuple(tile.key for tile in state.tiles), Settling()
    times = (0.0, PATIENCE + 0.1, PATIENCE + 0.3, PATIENCE + 0.5)
    seen = [Seen(at, state.reading, order, tracks, (), known or not at) for at in times]
    return [settling.judged(one).phase for one in seen]


def test_a_hand_settles_by_being_seen_and_not_by_the_clock_alone() -> None:
    assert phases(known=True)[-1] is Phase.SETTLED
    assert Phase.SETTLED not in phases(known=False)
