"""Boxes of whole tiles cut down to their faces."""

import numpy as np
import pytest

from vision.detection import Box, Detection, box_array
from vision.layout import arrange
from vision.lie import pointing
from vision.trimming import trimmed


def column(near: float) -> list[Detection]:
    """A column of six tiles 60 by 80 that stand, the nearest ``near`` pixels higher as its side is seen."""
    return [Detection(f"{n + 1}m", Box(0, 82 * n, 60, 82 * n + 80 + near * (n == 5)), 0.99, up=0.0) for n in range(6)]


def cut(tiles: list[Detection]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return trimmed(box_array(one.box for one in tiles), pointing(tiles))


def test_the_side_of_the_nearest_tile_goes() -> None:
    assert cut(column(50.0))[5] == pytest.approx([0, 410, 60, 490], abs=4)


def test_faces_stay_as_they_are() -> None:
    assert cut(column(0.0)) == pytest.approx(box_array(one.box for one in column(0.0)))


def test_boxes_stay_where_nothing_tells_how_tiles_lie() -> None:
    tiles = [Detection(one.face, one.box, one.confidence) for one in column(50.0)]
    assert cut(tiles) == pytest.approx(box_array(one.box for one in tiles))


def test_a_row_of_faces_and_whole_tiles_is_one_row() -> None:
    tiles = [Detection(f"{n + 1}p", Box(62 * n, 0, 62 * n + 60, 80 + 55 * (n % 2)), 0.99, up=0.0) for n in range(9)]
    assert {tile.row for tile in arrange(tiles).tiles} == {0}
    assert {tile.group for tile in arrange(tiles).tiles} == {0}
