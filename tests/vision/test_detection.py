import random

import pytest

from vision.detection import Box, Detection, iou, share_inside, suppress

TILE = Box(100, 100, 130, 140)


def seen(face: str, box: Box, confidence: float, *runners_up: tuple[str, float]) -> Detection:
    return Detection(face, box, confidence, runners_up)


def row(count: int, confidence: float = 0.9) -> list[Detection]:
    return [seen(f"{1 + number % 9}s", TILE.moved(31 * number, 0), confidence) for number in range(count)]


def test_a_box_knows_its_measures() -> None:
    assert (TILE.width, TILE.height, TILE.area) == (30, 40, 1200)
    assert (TILE.long_side, TILE.short_side, TILE.middle) == (40, 30, (115, 120))
    assert TILE.moved(5, -5).scaled(2) == Box(210, 190, 270, 270)
    assert Box(-5, 5, 120, 50).within(100, 40) == Box(0, 5, 100, 40)
    assert Box(5, 5, 3, 9).area == 0


def test_overlap_is_a_share() -> None:
    assert iou(TILE, TILE) == 1
    assert iou(TILE, TILE.moved(15, 0)) == pytest.approx(1 / 3)
    assert iou(TILE, TILE.moved(50, 0)) == 0
    assert share_inside(Box(110, 110, 120, 120), TILE) == 1
    assert iou(Box(0, 0, 0, 0), Box(0, 0, 0, 0)) == 0


def test_two_boxes_on_one_tile_become_one_whatever_their_faces() -> None:
    kept = suppress([seen("5m", TILE, 0.6), seen("6m", TILE.moved(2, 1), 0.8)])
    assert kept == [seen("6m", TILE.moved(2, 1), 0.8, ("5m", 0.6))]


def test_the_losers_runners_up_are_remembered_best_first() -> None:
    kept = suppress(
        [
            seen("7s", TILE, 0.7, ("9s", 0.2)),
            seen("7s", TILE.moved(1, 0), 0.6, ("8s", 0.4)),
            seen("4s", TILE.moved(0, 1), 0.3),
            seen("1s", TILE.moved(1, 1), 0.26),
        ]
    )
    assert [detection.face for detection in kept] == ["7s"]
    assert kept[0].runners_up == (("8s", 0.4), ("4s", 0.3), ("1s", 0.26), ("9s", 0.2))


def test_a_box_swallowed_by_a_better_one_goes() -> None:
    assert suppress([seen("8p", TILE, 0.9), seen("1p", Box(105, 105, 115, 115), 0.5)])[0].face == "8p"
    assert len(suppress([seen("8p", TILE, 0.5), seen("1p", Box(105, 105, 115, 115), 0.9)])) == 1


def test_a_box_round_two_tiles_goes_however_sure_it_is() -> None:
    both = seen("9m", Box(100, 100, 161, 140), 0.99)
    assert suppress([*row(2), both]) == suppress(row(2))


def test_a_box_across_two_tiles_goes() -> None:
    across = seen("9m", TILE.moved(15, 0), 0.5)
    assert suppress([*row(3), across]) == suppress(row(3))


def test_neighbours_stay() -> None:
    assert len(suppress(row(14))) == 14
    tilted = [seen("1s", TILE.moved(20 * number, 14 * number), 0.9 - number / 100) for number in range(14)]
    assert len(suppress(tilted)) == 14


def test_nothing_stays_nothing() -> None:
    assert suppress([]) == []


def test_the_order_of_the_boxes_is_no_matter() -> None:
    boxes = [*row(6), *row(6, 0.4), seen("9m", TILE.moved(15, 0), 0.5), seen("5p", TILE.moved(3, 3), 0.9)]
    expected = suppress(boxes)
    dice = random.Random(1)
    for _ in range(20):
        dice.shuffle(boxes)
        assert suppress(boxes) == expected


def test_suppressing_twice_changes_nothing() -> None:
    dice = random.Random(2)
    boxes = [
        seen("1m", TILE.moved(dice.uniform(0, 300), dice.uniform(0, 200)), dice.uniform(0.2, 1)) for _ in range(60)
    ]
    assert suppress(suppress(boxes)) == suppress(boxes)
