import pytest

from vision.training.endure import half_lost
from vision.training.measures import Share, calibration, grouped, wilson


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_the_published_one(part: int, whole: int, low: float, high: float) -> None:
    assert wilson(part, whole) == pytest.approx((low, high), abs=1e-4)


def test_nothing_of_nothing_can_be_anything() -> None:
    assert Share(0, 0).value == 0
    assert Share(0, 0).interval == (0, 1)
    assert Share(5, 5).interval[1] == 1


def test_confidence_that_comes_true_is_calibrated() -> None:
    tiles = [(0.75, number % 4 > 0) for number in range(40)]
    found = calibration(tiles)
    assert found.error == pytest.approx(0)
    (row,) = found.to_dict()["bins"]
    assert (row["tiles"], row["confidence"], row["right"]) == (40, 0.75, 0.75)
    assert row["low"] <= 0.75 < row["high"]


def test_calibration_error_is_weighted_by_tiles() -> None:
    tiles = [(0.95, True)] * 30 + [(0.3, True)] * 10
    assert calibration(tiles).error == pytest.approx((30 * 0.05 + 10 * 0.7) / 40, abs=1e-4)
    assert calibration([]).error == 0
    assert calibration([(1.0, True)]).bins[-1].right == Share(1, 1)


def test_tiles_are_grouped_by_a_measure() -> None:
    groups = grouped([(3, True), (10, True), (10, False), (99, True), (None, False)], (10, 20, 40))
    assert [(group.bounds, group.right) for group in groups] == [
        ("below 10", Share(1, 1)),
        ("10-20", Share(1, 2)),
        ("40 and more", Share(1, 1)),
        ("none", Share(0, 1)),
    ]


@pytest.mark.parametrize(
    ("strengths", "kept", "half"),
    [
        ((0, 1, 2, 3), (1.0, 0.9, 0.7, 0.3), 2.5),
        ((100, 40, 20), (1.0, 0.6, 0.4), 30),
        ((0, 1, 2), (1.0, 0.5, 0.5), 1),
        ((0, 1, 2), (1.0, 0.0, 0.8), 0.5),
        ((0, 1, 2), (1.0, 0.9, 0.8), None),
    ],
)
def test_half_is_lost_between_the_strengths_around_it(
    strengths: tuple[float, ...], kept: tuple[float, ...], half: float | None
) -> None:
    assert half_lost(strengths, kept) == half
