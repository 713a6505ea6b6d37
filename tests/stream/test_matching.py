import numpy as np
import pytest

from vision.detection import Box
from vision.labels import LABELS
from vision.stream.matching import Cast, matched
from vision.stream.motion import carried, shifted

TILE = 30.0, 40.0


def cast(faces: list[str], middles: list[tuple[float, float]], ups: list[complex] | None = None) -> Cast:
    """Tiles that are surely of these faces."""
    boxes = tuple(Box(x - TILE[0] / 2, y - TILE[1] / 2, x + TILE[0] / 2, y + TILE[1] / 2) for x, y in middles)
    chances = np.array([[float(label == face) for label in LABELS] for face in faces])
    return Cast(boxes, chances, np.array(ups or [0j] * len(faces), np.complex128))


PLACES = [(0.0, 0.0), (40.0, 0.0), (200.0, 0.0)]


@pytest.mark.parametrize(("ups", "expected"), [([0j] * 4, 2), ([1j, 1j, 1j, -1j], 3)])
def test_of_two_tiles_the_nearer_is_the_same_unless_it_stands_upside_down(ups: list[complex], expected: int) -> None:
    known = cast(["1m", "2m", "3m"], PLACES, [1 * ups[0], ups[1], ups[3]])
    seen = cast(["1m", "2m", "3m", "3m"], [*PLACES[:2], (190.0, 0.0), (211.0, 0.0)], ups)
    match = matched(known, seen, [shifted(0, 0)])
    assert match is not None
    assert dict(match.pairs) == {0: 0, 1: 1, 2: expected}
    assert match.same == 3


def test_each_tile_is_found_again_once() -> None:
    known = cast(["1m"] * 3, PLACES)
    seen = cast(["1m"] * 4, [*PLACES, (42.0, 0.0)])
    match = matched(known, seen, [shifted(0, 0)])
    assert match is not None
    assert sorted(match.pairs) == [(0, 0), (1, 1), (2, 2)]


def test_the_tiles_tell_how_the_picture_moved_where_nothing_else_does() -> None:
    faces = ["1m", "9p", "3s", "4z", "7m"]
    middles = [(0.0, 0.0), (45.0, 3.0), (90.0, -2.0), (140.0, 40.0), (60.0, 90.0)]
    turn = np.array([[0.0, -1.2, 300.0], [1.2, 0.0, 50.0], [0.0, 0.0, 1.0]])
    moved = [tuple(one) for one in carried(turn, np.array(middles)).tolist()]
    order = [3, 0, 4, 1, 2]
    seen = cast([faces[number] for number in order], [moved[number] for number in order])
    match = matched(cast(faces, middles), seen, [shifted(0, 0)])
    assert match is not None
    assert {one: order[other] for one, other in match.pairs} == {number: number for number in range(5)}
    assert carried(match.motion, np.array(middles)) == pytest.approx(np.array(moved), abs=2)


def test_tiles_of_other_faces_are_not_those_followed() -> None:
    known, seen = cast(["1m", "2m", "3m"], PLACES), cast(["7z", "9s", "5p"], PLACES)
    assert matched(known, seen, [shifted(0, 0)]) is None
