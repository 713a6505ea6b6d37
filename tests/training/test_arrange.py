import numpy as np
import pytest

from vision.labels import BACK
from vision.training.about import _free, among, over, rests
from vision.training.arrange import KINDS, arrange, pond, rack, ranks, wall
from vision.training.melds import meld
from vision.training.placing import Shape, fallen, flat, random_shape, row, shifted, turned

SHAPE = Shape(height=1.4, depth=0.7)


def melds(count: int) -> list[list]:
    rng = np.random.default_rng(3)
    return [meld(0, 0, SHAPE, rng)[0] for _ in range(count)]


def is_sideways(solid) -> bool:
    return abs(solid.right[0]) < 0.5


def test_melds_are_three_or_four_tiles_of_one_kind_or_in_sequence() -> None:
    for group in melds(200):
        names = {solid.label for solid in group} - {BACK}
        assert len(group) in (3, 4)
        if len(names) == 3:
            ranks_ = sorted(int(name[0].replace("0", "5")) for name in names)
            assert ranks_ == [ranks_[0], ranks_[0] + 1, ranks_[0] + 2]
        else:
            assert len(names) <= 1


def test_every_way_to_lay_a_kong_comes_up() -> None:
    backs = set()
    added = set()
    for group in melds(400):
        if len(group) == 4:
            backs.add(sum(solid.label == BACK for solid in group))
            if sum(is_sideways(solid) for solid in group) == 2:
                added.add(round(float(group[3].middle[2] / SHAPE.depth)))
    assert backs >= {0, 2, 3, 4}
    assert added == {1, 2}


def test_claimed_tiles_lie_on_the_line_of_the_others() -> None:
    for group in melds(100):
        bottoms = [solid.corners()[:, 1].min() for solid in group[:3]]
        assert np.ptp(bottoms) < 0.1


@pytest.mark.parametrize("maker", [maker for _, maker in KINDS], ids=lambda maker: maker.__name__)
def test_arrangements_stay_above_the_table(maker) -> None:
    rng = np.random.default_rng(6)
    for _ in range(10):
        for solid in maker(random_shape(rng), rng):
            assert solid.corners()[:, 2].min() > -1e-6


def test_ponds_have_rows_of_six_and_a_turned_tile() -> None:
    rng = np.random.default_rng(2)
    sideways = [sum(is_sideways(solid) for solid in pond(SHAPE, rng)) for _ in range(60)]
    assert set(sideways) == {0, 1}
    assert 15 < sum(sideways) < 55


def test_walls_are_two_high_and_show_a_tile_at_times() -> None:
    rng = np.random.default_rng(2)
    walls = [wall(SHAPE, rng) for _ in range(30)]
    levels = [{round(float(solid.middle[2] / SHAPE.depth)) for solid in solids} for solids in walls]
    assert all(found == {1, 2} for found in levels)
    shown = [any(s.label != BACK and s.middle[2] > 1.5 * SHAPE.depth for s in solids) for solids in walls]
    assert any(shown)
    assert not all(shown)


def test_kinds_can_be_asked_for() -> None:
    rng = np.random.default_rng(2)
    assert arrange(SHAPE, rng, "pond")[0] == "pond"
    assert {arrange(SHAPE, rng)[0] for _ in range(150)} == {maker.__name__ for _, maker in KINDS}


def test_turned_and_shifted_tiles_keep_their_shape() -> None:
    solids = row(["1m", "2m", "3m"], 0, 0, SHAPE, np.random.default_rng(0))
    moved = shifted(turned(solids, 0.7), np.array([1.0, -2.0, 0.5]))
    for before, after in zip(solids, moved, strict=True):
        gaps = [np.linalg.norm(np.diff(one.corners(), axis=0), axis=1) for one in (before, after)]
        assert np.allclose(*gaps)


def test_a_fallen_tile_lies_on_its_side() -> None:
    solid = fallen("1m", 0, 0, 0.4, SHAPE)
    assert np.allclose([solid.corners()[:, 2].min(), solid.corners()[:, 2].max()], [0, 1])
    outward = -np.cross(solid.right, solid.down)
    assert abs(outward[2]) < 1e-9


def test_things_among_tiles_leave_them_room() -> None:
    rng = np.random.default_rng(4)
    solids = row(["1m"] * 9, 0, 0, SHAPE, rng)
    middles = np.array([solid.middle[:2] for solid in solids])
    things = [thing for _ in range(60) for thing in among(solids, rng)]
    assert len(things) > 20
    for thing in things:
        assert _free(thing, middles)
        assert np.linalg.norm(middles - thing.corners[:, :2].mean(axis=0), axis=1).min() > 0.75


def test_a_rack_stands_before_every_row_of_standing_tiles() -> None:
    rng = np.random.default_rng(4)
    for maker in (rack, ranks):
        solids = maker(SHAPE, rng)
        standing = [solid for solid in solids if solid.down[2] < -0.5]
        boards = rests(solids, rng)
        front = min(solid.middle[1] for solid in standing)
        assert any(board.corners[:, 1].max() < front for board in boards)
    assert rests([flat("1m", 0, 0, 0, SHAPE)], rng) == []


def test_hands_reach_over_the_tiles() -> None:
    rng = np.random.default_rng(4)
    tile = flat("1m", 3.0, 5.0, 0, SHAPE)
    for hand in over([tile], rng):
        assert np.linalg.norm(hand.corners[:2].mean(axis=0)[:2] - [3, 5]) < 3
        assert hand.corners[:2, 2].min() > SHAPE.depth
