"""Which of the things found on a photo lie together."""

import pytest

from vision.detection import Box
from vision.gathering import beside, gathered


def row(x: float, y: float, count: int, size: float = 40.0) -> list[Box]:
    """Boxes side by side, a third taller than wide."""
    return [Box(x + size * place, y, x + size * (place + 1), y + size * 4 / 3) for place in range(count)]


def test_nothing_found_is_nothing_kept() -> None:
    assert gathered([], []) == []


def test_a_lone_thing_is_kept() -> None:
    assert gathered(row(0, 0, 1), [0.4]) == [True]


def test_a_hand_and_its_melds_are_kept_however_unsure() -> None:
    boxes = [*row(0, 0, 13), *row(100, 200, 9)]
    assert all(gathered(boxes, [0.4] * len(boxes)))


def test_unsure_things_far_from_a_hand_go() -> None:
    hand, spines = row(0, 500, 14), row(700, 0, 3)
    assert gathered([*hand, *spines], [0.9] * 14 + [0.5] * 3) == [True] * 14 + [False] * 3


def test_sure_things_far_from_a_hand_stay() -> None:
    hand, discards = row(0, 500, 14), row(700, 0, 3)
    assert all(gathered([*hand, *discards], [0.9] * 17))


@pytest.mark.parametrize("size", [15.0, 120.0])
def test_things_of_another_size_beside_a_hand_go_when_unsure(size: float) -> None:
    hand, thing = row(0, 500, 14), row(14 * 40 + 5, 500, 1, size)
    assert gathered([*hand, *thing], [0.9] * 14 + [0.5]) == [True] * 14 + [False]


@pytest.mark.parametrize(
    ("gap", "count", "size", "stays"),
    [(130.0, 3, 40.0, True), (130.0, 2, 40.0, False), (260.0, 3, 40.0, False), (130.0, 3, 80.0, False)],
    ids=["a set beside", "two things", "far away", "of another size"],
)
def test_a_set_a_little_apart_stays_when_it_is_less_sure(gap: float, count: int, size: float, stays: bool) -> None:
    hand, beside_it = row(0, 500, 14), row(14 * 40 + gap, 500, count, size)
    assert gathered([*hand, *beside_it], [0.9] * 14 + [0.5] * count) == [True] * 14 + [stays] * count


def test_tiles_that_touch_in_a_chain_are_one_heap() -> None:
    """The ends of a long row are far apart, and the row is one heap nevertheless."""
    boxes = row(0, 0, 40)
    assert all(gathered(boxes, [0.9] * 20 + [0.3] * 20))


def test_two_heaps_of_like_weight_stay() -> None:
    assert all(gathered([*row(0, 0, 6), *row(900, 900, 4)], [0.5] * 10))


def test_the_order_does_not_matter() -> None:
    boxes = [*row(0, 500, 14), *row(700, 0, 3)]
    chances = [0.9] * 14 + [0.5] * 3
    turned = gathered(boxes[::-1], chances[::-1])
    assert turned[::-1] == gathered(boxes, chances)


def test_a_likely_thing_counts_next_to_a_tile_and_the_next_does_not() -> None:
    sure, likely = [True, False, False, False, True], [False, True, True, True, False]
    assert beside(row(0, 0, 5), sure, likely) == [True, True, False, True, True]


def test_a_pattern_next_to_tiles_is_no_tiles() -> None:
    boxes = [box for line in range(2) for box in row(0, 54 * line, 10)]
    sure = [True] * 10 + [False] * 10
    assert beside(boxes, sure, [not each for each in sure]) == sure
    some = [False] * 10 + [True] * 8 + [False] * 2
    assert beside(boxes, sure, some) == [True] * 18 + [False] * 2


def test_a_likely_thing_counts_for_nothing_by_itself() -> None:
    boxes = [*row(0, 0, 3), *row(400, 0, 2)]
    assert beside(boxes, [True] * 3 + [False] * 2, [True] * 5) == [True] * 3 + [False] * 2
    assert beside(boxes, [False] * 5, [True] * 5) == [False] * 5
    assert beside([], [], []) == []


def test_a_likely_thing_that_covers_a_tile_or_is_of_another_size_goes() -> None:
    tile, over, large = Box(0, 0, 40, 54), Box(14, 0, 54, 54), Box(40, 0, 110, 90)
    assert beside([tile, over, large], [True, False, False], [True, True, True]) == [True, False, False]


def test_of_likely_things_that_cover_each_other_the_first_counts() -> None:
    tile, near, shifted = Box(0, 0, 40, 54), Box(40, 0, 80, 54), Box(50, 0, 90, 54)
    assert beside([tile, near, shifted], [True, False, False], [False, True, True]) == [True, True, False]
