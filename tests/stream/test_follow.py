from dataclasses import replace

import numpy as np
import pytest

from tests.stream.world import HAND, HEIGHT, WIDTH, Tile, World, changed, row, shake
from vision.detection import Box, Detection
from vision.photo import Photo
from vision.stream import Follower, Frame, Kind, Phase, State
from vision.stream.motion import carried, fitted, fitted_along
from vision.timing import Stopwatch

STEP = 0.2
"""Seconds between frames read."""


class Crowded(World):
    """A detector that sees tiles everywhere."""

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:  # noqa: ARG002
        return [Detection("1m", Box(3.0 * place, 9.0, 3.0 * place + 30, 49.0), 0.9) for place in range(201)]


class Turning(World):
    """A camera whose pictures begin to come a quarter turned, as when its flag is told late."""

    turned = False

    def frame(self, number: int, at: float, camera: np.ndarray | None = None, blur: float = 0.0) -> Frame:
        frame = super().frame(number, at, camera, blur)
        return replace(frame, pixels=np.ascontiguousarray(np.rot90(frame.pixels))) if self.turned else frame

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        found = super().detect(photo, watch)
        return [replace(one, box=self._box(one.box)) for one in found] if self.turned else found

    @staticmethod
    def _box(box: Box) -> Box:
        return Box(box.top, WIDTH - box.right, box.bottom, WIDTH - box.left)


def shown(
    follower: Follower, world: World, start: int, count: int, *, moving: float = 6.0, blur: float = 0.0
) -> list[State]:
    """States after ``count`` frames from number ``start`` on."""
    return [
        follower.see(world.frame(number, number * STEP, shake(number, moving), blur))
        for number in range(start, start + count)
    ]


def test_a_hand_settles_and_says_what_was_missing_before() -> None:
    world = World(row(HAND))
    states = shown(Follower(world), world, 0, 6)
    assert [state.phase for state in states[:2]] == [Phase.SEARCHING, Phase.SETTLING]
    assert "few_looks" in {one.code for one in states[1].missing}
    last = states[-1]
    assert last.settled
    assert last.since <= 1.0
    assert last.reading is not None
    assert str(last.reading.hand) == "123456789m 12355p"
    assert [tile.face for tile in last.tiles] == [tile.face for tile in last.reading.tiles]
    assert last.best is not None
    assert last.best.number <= last.number
    assert (last.read, last.dropped) == (6, 0)


def test_nothing_to_see_is_searched_for() -> None:
    world = World(())
    state = shown(Follower(world), world, 0, 3)[-1]
    assert (state.phase, state.tiles, state.reading) == (Phase.SEARCHING, (), None)
    assert {one.code for one in state.missing} == {"no_tiles"}


def test_tiles_keep_their_keys_however_the_camera_moves() -> None:
    world = World(row(HAND))
    states = shown(Follower(world), world, 0, 25, moving=25.0)
    keys = [tuple(tile.key for tile in state.tiles) for state in states if state.tiles]
    assert len({*keys}) == 1
    assert len(keys[0]) == 14
    assert all(state.settled for state in states[5:])


def test_a_hand_is_found_again_when_the_pictures_are_turned_midway() -> None:
    world = Turning(row(HAND))
    follower = Follower(world)
    before = shown(follower, world, 0, 6)[-1]
    world.turned = True
    states = shown(follower, world, 6, 6)
    assert all(state.settled for state in [before, *states])
    assert {tile.key for tile in states[-1].tiles} == {tile.key for tile in before.tiles}
    assert all(tile.seen for tile in states[-1].tiles)
    assert states[-1].tiles[0].box.height < states[-1].tiles[0].box.width


def test_a_jump_by_a_tiles_width_is_no_other_row() -> None:
    """Each tile then lies where its neighbour lay."""
    world = World(row(HAND))
    follower = Follower(world)
    for number in range(5):
        before = follower.see(world.frame(number, number * STEP))
    jump = np.array([[1, 0, 33.0], [0, 1, 0], [0, 0, 1.0]])
    after = follower.see(world.frame(5, 1.0, jump))
    assert after.settled
    assert [tile.key for tile in after.tiles] == [tile.key for tile in before.tiles]
    assert after.tiles[0].box.left - before.tiles[0].box.left == pytest.approx(33, abs=1)


def test_looks_outvote_those_that_err() -> None:
    """The sixth tile is taken for another in a third of the frames, as surely as for itself in the others."""
    tiles = row(HAND)
    tiles = (*tiles[:5], Tile("6m", tiles[5].x, tiles[5].y, "9p"), *tiles[6:])
    world = World(tiles, errs=lambda frame: frame % 3 == 0)
    state = shown(Follower(world), world, 0, 10)[-1]
    assert state.settled
    assert state.tiles[5].face == "6m"
    assert state.reading is not None
    assert str(state.reading.hand) == "123456789m 12355p"


def test_a_hand_that_passes_over_tiles_does_not_take_them_away() -> None:
    world = World(row(HAND))
    follower = Follower(world)
    assert shown(follower, world, 0, 6)[-1].settled
    world.cover = Box(200, 100, 330, HEIGHT)
    covered = shown(follower, world, 6, 10)
    assert all(state.settled for state in covered)
    assert {sum(not tile.seen for tile in state.tiles) for state in covered} == {4}
    assert "covered" in {one.code for one in covered[-1].missing}
    world.cover = None
    after = shown(follower, world, 16, 3)[-1]
    assert after.settled
    assert all(tile.seen for tile in after.tiles)


@pytest.mark.parametrize("number", [0, 6, 13])
def test_a_tile_that_becomes_another_is_told_within_a_second(number: int) -> None:
    world = World(row(HAND))
    follower = Follower(world)
    assert shown(follower, world, 0, 6)[-1].settled
    was = world.tiles[number].face
    world.tiles = changed(world.tiles, number, "7z")
    states = shown(follower, world, 6, 6)
    first = next(state for state in states if state.phase is Phase.CHANGED)
    assert first.at - 1.0 <= 1.0
    (change,) = first.changes
    assert (change.kind, change.was, change.now) == (Kind.CHANGED, was, "7z")
    assert change.at == pytest.approx(1.2)


def test_a_tile_that_is_taken_away_is_told_within_a_second_and_one_that_comes_back() -> None:
    world = World(row(HAND))
    follower = Follower(world)
    assert shown(follower, world, 0, 6)[-1].settled
    whole = world.tiles
    world.tiles = whole[:4] + whole[5:]
    first = next(state for state in shown(follower, world, 6, 6) if state.phase is Phase.CHANGED)
    assert first.at - 1.0 <= 1.0
    assert [(one.kind, one.was) for one in first.changes] == [(Kind.REMOVED, "5m")]
    assert "wrong_tile_count" in {one.code for one in first.missing} | {one.code for one in follower.state.missing}
    world.tiles = whole
    states = shown(follower, world, 12, 8)
    assert states[-1].settled
    assert states[-1].changes == ()
    assert len(states[-1].tiles) == 14


def test_a_tile_that_is_added_is_told_within_a_second() -> None:
    world = World(row(HAND[:-1]) + row(["5p"], 80 + 33 * 13))
    follower = Follower(world)
    assert shown(follower, world, 0, 6)[-1].settled
    world.tiles += row(["1f"], 80 + 33 * 14)
    first = next(state for state in shown(follower, world, 6, 6) if state.phase is Phase.CHANGED)
    assert first.at - 1.0 <= 1.0
    assert [(one.kind, one.now) for one in first.changes] == [(Kind.ADDED, "1f")]


def test_tiles_laid_one_by_one_settle_only_when_all_lie_there() -> None:
    follower, world = Follower(World(())), World(())
    follower = Follower(world)
    number = 0
    for many in range(1, 15):
        world.tiles = row(HAND[:many])
        states = shown(follower, world, number, 2)
        number += 2
        assert not any(state.settled for state in states)
        if many == 13:
            assert any("14" in one.message for one in states[-1].missing if one.code == "wrong_tile_count")
    state = shown(follower, world, number, 5)[-1]
    assert state.settled
    assert len(state.tiles) == 14


def test_another_hand_is_followed_anew() -> None:
    world = World(row(HAND))
    follower = Follower(world)
    keys = {tile.key for tile in shown(follower, world, 0, 6)[-1].tiles}
    world.tiles = row(["1s", "1s", "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "9s", "7z", "7z"], y=120)
    states = shown(follower, world, 6, 14)
    assert states[-1].settled
    assert str(states[-1].reading and states[-1].reading.hand) == "11123456789 9s 77z".replace(" 9", "9")
    assert not keys & {tile.key for tile in states[-1].tiles}


def test_blurred_frames_are_not_read_but_for_one_in_half_a_second() -> None:
    world = World(row(HAND))
    follower = Follower(world)
    for number in range(30):
        follower.see(world.frame(number, number / 30, shake(number)))
    looked = world.looked
    for number in range(30, 60):
        state = follower.see(world.frame(number, number / 30, shake(number), 4.0))
    assert looked == 30
    assert 1 <= world.looked - looked <= 3
    assert state.read + state.dropped == 60


def test_a_settled_hand_that_lies_still_is_hardly_read() -> None:
    world = World(row(HAND))
    follower = Follower(world)
    for number in range(90):
        state = follower.see(world.frame(number, number / 30))
    assert state.settled
    assert world.looked < 40


def test_frames_in_which_hardly_a_tile_is_sure_change_nothing() -> None:
    """As while the focus hunts: every tile is taken for its neighbour, none of them surely."""
    tiles = row(HAND)
    faces = [tile.face for tile in tiles]
    neighbours = [
        Tile(tile.face, tile.x, tile.y, other) for tile, other in zip(tiles, faces[1:] + faces[:1], strict=True)
    ]
    world = World(tuple(neighbours))
    follower = Follower(world)
    before = shown(follower, world, 0, 6)[-1]
    world.sure, world.errs = 0.4, bool
    during = [follower.see(world.frame(6 + n, 1.2 + 0.5 * n, shake(6 + n, 30.0), 5.0)) for n in range(3)]
    world.sure, world.errs = 0.97, None
    after = shown(follower, world, 14, 5, moving=20.0)
    assert all(state.settled for state in [*during, *after])
    assert [tile.key for tile in after[-1].tiles] == [tile.key for tile in before.tiles]


def test_a_frame_that_shows_other_faces_in_the_places_is_not_trusted_at_once() -> None:
    """Half of the tiles are taken for others, and surely so: then their places may be wrong as well."""
    others = ["7z", None, "9s", None] * 4
    tiles = [Tile(tile.face, tile.x, tile.y, other) for tile, other in zip(row(HAND), others, strict=False)]
    world = World(tuple(tiles))
    follower = Follower(world)
    before = shown(follower, world, 0, 6)[-1]
    world.errs = lambda _: True
    during = shown(follower, world, 6, 3)
    world.errs = None
    after = shown(follower, world, 9, 3)
    assert all(state.settled and not state.changes for state in [before, *during, *after])
    assert [tile.key for tile in after[-1].tiles] == [tile.key for tile in before.tiles]
    assert [tile.looks for tile in during[-1].tiles] == [tile.looks for tile in before.tiles]
    assert [tile.face for tile in after[-1].tiles] == HAND


def test_tiles_that_the_detector_misses_are_not_taken_away() -> None:
    world = World(row(HAND))
    follower = Follower(world)
    assert shown(follower, world, 0, 6)[-1].settled
    world.blind = frozenset({2, 3, 9})
    assert all(state.settled for state in shown(follower, world, 6, 5))
    assert all(state.settled for state in shown(follower, world, 11, 3, blur=2.0))


def test_the_end_of_a_row_is_found_again_however_the_camera_tilts() -> None:
    """A row's own tiles tell nothing of perspective."""
    world = World(row(HAND))
    follower = Follower(world)
    before = shown(follower, world, 0, 6)[-1]
    tilt = np.array([[1.0, 0.05, 0], [0.02, 1.0, 0], [0.0002, 0.0001, 1.0]])
    states = [follower.see(world.frame(number, number * STEP, tilt)) for number in range(6, 10)]
    assert all(state.settled for state in states)
    assert [tile.key for tile in states[-1].tiles] == [tile.key for tile in before.tiles]


@pytest.mark.parametrize("now", ["7z", None])
def test_before_a_hand_is_settled_it_is_told_what_becomes_of_tiles_that_were_sure(now: str | None) -> None:
    world = World(row(HAND[:11]))
    follower = Follower(world)
    before = shown(follower, world, 0, 7)
    assert {state.phase for state in before[1:]} == {Phase.SETTLING}
    assert not any(state.changes for state in before)
    tiles = world.tiles
    world.tiles = changed(tiles, 4, now) if now is not None else (*tiles[:4], *tiles[5:])
    after = shown(follower, world, 7, 20)
    first = next(state for state in after if state.changes)
    assert (first.phase, first.at - 7 * STEP < 1.0) == (Phase.SETTLING, True)
    kind = Kind.REMOVED if now is None else Kind.CHANGED
    assert [(one.kind, one.was, one.now) for one in first.changes] == [(kind, HAND[4], now)]
    assert not after[-1].changes


def test_a_hand_that_is_all_taken_away_is_told() -> None:
    world = World(row(HAND))
    follower = Follower(world)
    assert shown(follower, world, 0, 6)[-1].settled
    world.tiles = ()
    states = shown(follower, world, 6, 5)
    assert states[-1].phase is Phase.CHANGED
    assert {one.kind for one in states[-1].changes} == {Kind.REMOVED}
    assert (len(states[-1].changes), states[-1].tiles) == (14, ())


def test_a_hand_that_the_camera_turns_from_is_kept_for_a_while_and_then_forgotten() -> None:
    world = World(row(HAND))
    follower = Follower(world)
    assert shown(follower, world, 0, 6)[-1].settled
    elsewhere = np.random.default_rng(4).integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    world.tiles = ()
    states = [follower.see(Frame(elsewhere, number * STEP, number)) for number in range(6, 30)]
    assert states[5].settled
    assert "lost_sight" in {one.code for one in states[5].missing}
    assert (states[-1].phase, states[-1].tiles) == (Phase.SEARCHING, ())


def test_more_tiles_than_a_set_has_are_not_followed() -> None:
    world = Crowded(())
    states = shown(Follower(world), world, 0, 3)
    assert [state.tiles for state in states] == [(), (), ()]


def test_perspective_along_a_row_is_told_by_the_row() -> None:
    start = np.array([(60.0 + 40 * place, 200.0 - 3 * place) for place in range(14)])
    view = np.array([[1.1, 0.1, 5.0], [-0.05, 1.2, 9.0], [0.0009, 0.0001, 1.0]])
    end = carried(view, start)
    end[3] += (60.0, -20.0)
    found = fitted_along(start[:10], end[:10])
    assert found is not None
    assert np.abs(carried(found, start[10:]) - end[10:]).max() < 1.0


def test_what_lies_beside_a_row_is_not_carried_away_by_faults_of_the_rows_places() -> None:
    rng = np.random.default_rng(3)
    row_there = np.array([(300.0 + 35 * place, 180.0) for place in range(14)])
    beside, place = np.array([[480.0, 440.0], [740.0, 460.0]]), np.array([[480.0, 440.0], [740.0, 460.0]])
    for _ in range(60):
        found = fitted(row_there + rng.normal(0, 1, row_there.shape), row_there + rng.normal(0, 1, row_there.shape))
        assert found is not None
        place = carried(found, place)
    assert np.abs(place - beside).max() < 100


def test_tiles_that_the_camera_left_are_given_up_and_not_those_that_are_covered() -> None:
    others = (Tile("3s", 120, 325), Tile("7s", 300, 325))
    world = World((*row(HAND, y=110), *others))
    follower, down = Follower(world), np.eye(3)
    assert len(shown(follower, world, 0, 6, moving=0.0)[-1].tiles) == 16
    for number in range(6, 36):
        down[1, 2] = min(60.0, down[1, 2] + 10.0)
        state = follower.see(world.frame(number, number * STEP, down.copy()))
    assert sorted(tile.face for tile in state.tiles) == sorted(HAND)

    world = World((*row(HAND, y=110), *others))
    follower = Follower(world)
    shown(follower, world, 0, 6, moving=0.0)
    world.cover = Box(60, 270, 360, 360)
    assert len(shown(follower, world, 6, 18, moving=0.0)[-1].tiles) == 16
