import pytest

from scoring.errors import NotationError
from scoring.tiles import ALL_TILES, parse_tile
from vision.labels import BACK, CLASS_NUMBERS, LABELS, is_flower, plain, tile_of


def test_there_are_46_labels_each_once_and_in_order() -> None:
    assert len(LABELS) == len(set(LABELS)) == 46
    assert [LABELS[number] for number in (0, 8, 9, 18, 27, 33, 34, 41, 42, 45)] == (
        ["1m", "9m", "1p", "1s", "1z", "7z", "1f", "8f", "0m", "back"]
    )
    assert all(LABELS[number] == label for label, number in CLASS_NUMBERS.items())


def test_the_kinds_come_in_the_order_of_the_scoring() -> None:
    assert [parse_tile(label).kind for label in LABELS[:34]] == list(range(34))


def test_every_label_but_the_back_is_a_tile() -> None:
    assert {tile_of(label) for label in LABELS if label != BACK} == set(ALL_TILES)
    assert tile_of(BACK) is None


def test_what_is_no_label_is_refused() -> None:
    with pytest.raises(NotationError):
        tile_of("8z")


def test_a_red_five_counts_as_a_five() -> None:
    assert [plain(label) for label in ("0m", "5m", "3f", BACK)] == ["5m", "5m", "3f", BACK]
    assert is_flower("3f")
    assert not is_flower("3m")
