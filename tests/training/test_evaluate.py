from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection import Box, Detection
from vision.labels import LABELS
from vision.training.evaluate import evaluate, match
from vision.training.sources.photos import DatasetError

SIDE = 200


class Answers:
    """A detector that has its answer ready."""

    def __init__(self, *found: tuple[str, Box]) -> None:
        self.found = [Detection(face, box, 0.9) for face, box in found]

    def detect(self, _photo, _watch=None):
        return list(self.found)


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """One photo with 1m and 2p, 40 pixels large, at the left and in the middle."""
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    cv2.imwrite(str(tmp_path / "images" / "one.jpg"), np.zeros((SIDE, SIDE, 3), np.uint8))
    lines = [f"{LABELS.index('1m')} 0.2 0.5 0.2 0.2", f"{LABELS.index('2p')} 0.5 0.5 0.2 0.2"]
    (tmp_path / "labels" / "one.txt").write_text("\n".join(lines))
    return tmp_path


FIRST, SECOND, FAR = Box(20, 80, 60, 120), Box(80, 80, 120, 120), Box(150, 10, 190, 50)


def counts(found) -> tuple[int, int, int, int, float]:
    figures = found.to_dict()
    return figures["right"], figures["wrong"], figures["missed"], figures["extra"], figures["photos_exact"]


def test_all_right_is_exact(dataset: Path) -> None:
    assert counts(evaluate(dataset, Answers(("1m", FIRST), ("2p", SECOND)))) == (2, 0, 0, 0, 1.0)


def test_faults_are_told_apart(dataset: Path) -> None:
    found = evaluate(dataset, Answers(("9m", FIRST), ("7z", FAR)))
    assert counts(found) == (0, 1, 1, 1, 0.0)
    assert found.confusion() == {"1m": {"9m": 1}, "2p": {"missed": 1}, "extra": {"7z": 1}}


def test_far_from_every_label_is_no_fault_where_labels_are_partial(dataset: Path) -> None:
    answers = Answers(("1m", FIRST), ("2p", SECOND), ("7z", FAR))
    assert counts(evaluate(dataset, answers)) == (2, 0, 0, 1, 0.0)
    assert counts(evaluate(dataset, answers, partly=True)) == (2, 0, 0, 0, 1.0)


def test_a_second_box_on_a_labelled_tile_is_a_fault_even_where_labels_are_partial(dataset: Path) -> None:
    answers = Answers(("1m", FIRST), ("1m", FIRST.moved(3, 0)), ("2p", SECOND))
    assert counts(evaluate(dataset, answers, partly=True)) == (2, 0, 0, 1, 0.0)


def test_what_a_dataset_cannot_label_is_not_held_against_the_reader(dataset: Path) -> None:
    (dataset / "classes.txt").write_text(" ".join(LABELS[:42]))
    lines = [f"{LABELS.index('5m')} 0.2 0.5 0.2 0.2", f"{LABELS.index('2p')} 0.5 0.5 0.2 0.2"]
    (dataset / "labels" / "one.txt").write_text("\n".join(lines))
    answers = Answers(("0m", FIRST), ("2p", SECOND), ("back", FAR))
    assert counts(evaluate(dataset, answers)) == (2, 0, 0, 0, 1.0)


def test_each_box_is_matched_once_and_the_best_first() -> None:
    assert match([FIRST], [FIRST.moved(8, 0), FIRST]) == [(0, 1)]
    assert match([FIRST], []) == []


def test_a_folder_that_is_no_dataset_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=str(tmp_path)):
        evaluate(tmp_path, Answers())


def test_a_photo_that_is_not_there_is_named(dataset: Path) -> None:
    with pytest.raises(DatasetError, match="two"):
        evaluate(dataset, Answers(), names=["one", "two"])


def test_photos_without_labels_are_told(dataset: Path) -> None:
    cv2.imwrite(str(dataset / "images" / "two.jpg"), np.zeros((SIDE, SIDE, 3), np.uint8))
    assert evaluate(dataset, Answers()).to_dict()["photos_without_labels"] == 1
    (dataset / "labels" / "one.txt").unlink()
    with pytest.raises(DatasetError, match="none of the 2 photos"):
        evaluate(dataset, Answers())


@pytest.mark.parametrize("name", ["classes.txt", "labels/one.txt"])
def test_a_file_that_is_no_text_is_named(dataset: Path, name: str) -> None:
    (dataset / name).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DatasetError, match=name):
        evaluate(dataset, Answers())


def test_a_face_that_is_none_is_named(dataset: Path) -> None:
    (dataset / "classes.txt").write_text("1m 2m joker")
    with pytest.raises(DatasetError, match="joker"):
        evaluate(dataset, Answers())
