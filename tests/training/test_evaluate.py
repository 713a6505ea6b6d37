from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection import Box, Detection
from vision.labels import LABELS
from vision.training import evaluate as evaluating
from vision.training.evaluate import Evaluation, judged, match, together
from vision.training.measures import Share
from vision.training.photolist import photo_lists
from vision.training.seen import look, read_seen, write_seen
from vision.training.sources.photos import DatasetError, data_root
from vision.training.tilt import row_tilts

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


def evaluate(folder: Path, detector: Answers, **options) -> Evaluation:
    (photos,) = photo_lists(str(folder), **options)
    return evaluating.evaluate(photos, detector)


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


def test_the_list_of_tiles_is_judged_wherever_the_boxes_lie(dataset: Path) -> None:
    astray = evaluate(dataset, Answers(("1m", FIRST.moved(25, 0)), ("2p", SECOND)))
    assert counts(astray) == (1, 0, 1, 1, 0.0)
    assert (astray.tiles_named.value, astray.photos_listed.value) == (1.0, 1.0)
    swapped = evaluate(dataset, Answers(("2p", FIRST), ("1m", SECOND)))
    assert (swapped.tiles_right.value, swapped.tiles_named.value) == (0.0, 1.0)
    fewer = evaluate(dataset, Answers(("1m", FIRST), ("9m", SECOND)))
    assert (fewer.tiles_named.value, fewer.photos_listed.value) == (0.5, 0.0)
    more = evaluate(dataset, Answers(("1m", FIRST), ("2p", SECOND), ("2p", FAR)))
    assert (more.tiles_named.value, more.photos_listed.value) == (1.0, 0.0)


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


def test_a_photo_that_cannot_be_read_is_a_failure_and_no_end(dataset: Path) -> None:
    (dataset / "images" / "bad.jpg").write_bytes(b"no picture")
    (dataset / "labels" / "bad.txt").write_text(f"{LABELS.index('5z')} 0.5 0.5 0.2 0.2")
    found = evaluate(dataset, Answers(("1m", FIRST), ("2p", SECOND)))
    assert counts(found) == (2, 0, 1, 0, 0.5)
    figures = found.to_dict()
    assert figures["photos_unread"] == 1
    (failure,) = figures["failures"]
    assert (failure["photo"], failure["error"]["code"]) == ("bad.jpg", "photo_unknown")
    assert [group["share"] for group in figures["by_size"]] == [1.0, 0.0]


def test_what_was_seen_is_kept_and_compared_alike(dataset: Path) -> None:
    (dataset / "images" / "bad.jpg").write_bytes(b"no picture")
    (photos,) = photo_lists(str(dataset))
    seen = list(look(photos, Answers(("9m", FIRST), ("2p", SECOND), ("7z", FAR))))
    write_seen(dataset / "kept" / "seen.jsonl", seen)
    again = read_seen(dataset / "kept" / "seen.jsonl")
    assert judged(photos, again).to_dict() == judged(photos, seen).to_dict() | {"ms": judged(photos, again).ms()}
    assert [len(one.quality) for one in again] == [0, 2]


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"photo": "a.jpg"}', '{"photo": "a.jpg", "width": 9, "height": 9, "tiles": 3}']
)
def test_a_line_that_tells_of_no_photo_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "seen.jsonl").write_text(f"{line}\n")
    with pytest.raises(DatasetError, match=r"seen\.jsonl:1"):
        read_seen(tmp_path / "seen.jsonl")


def test_a_face_that_no_tile_has_is_named(tmp_path: Path) -> None:
    tile = '{"tile": "8z", "box": [1, 2, 3, 4], "confidence": 1}'
    (tmp_path / "seen.jsonl").write_text(f'{{"photo": "a.jpg", "width": 9, "height": 9, "tiles": [{tile}]}}')
    with pytest.raises(DatasetError, match="8z"):
        read_seen(tmp_path / "seen.jsonl")


def test_a_photo_that_nobody_looked_at_is_named(dataset: Path) -> None:
    (photos,) = photo_lists(str(dataset))
    with pytest.raises(DatasetError, match=r"one\.jpg"):
        judged(photos, [])


def test_flowers_can_be_left_out(dataset: Path) -> None:
    lines = [f"{LABELS.index('3f')} 0.2 0.5 0.2 0.2", f"{LABELS.index('2p')} 0.5 0.5 0.2 0.2"]
    (dataset / "labels" / "one.txt").write_text("\n".join(lines))
    found = evaluate(dataset, Answers(("1s", FIRST), ("2p", SECOND)))
    assert counts(found) == (1, 1, 0, 0, 0.0)
    assert counts(found.without_flowers()) == (1, 0, 0, 0, 1.0)


def test_datasets_add_up(dataset: Path) -> None:
    found = evaluate(dataset, Answers(("1m", FIRST), ("7z", FAR)))
    both = together([found, found])
    assert both.tiles_right == Share(2, 4)
    assert (both.count("missed"), both.count("extra")) == (2, 2)


def row(count: int, degrees: float, pitch: float = 41) -> list[Box]:
    across, down = pitch * np.cos(np.radians(degrees)), pitch * np.sin(np.radians(degrees))
    return [Box(500 + n * across, 500 + n * down, 540 + n * across, 555 + n * down) for n in range(count)]


@pytest.mark.parametrize(("degrees", "tilt"), [(0, 0), (12, 12), (-12, 12), (45, 45), (90, 90), (170, 10)])
def test_the_tilt_of_a_row_is_that_of_its_neighbours(degrees: float, tilt: float) -> None:
    assert row_tilts(row(6, degrees)) == pytest.approx([tilt] * 6, abs=1e-6)


def test_two_rows_behind_one_another_are_level() -> None:
    boxes = [*row(8, 0), *(box.moved(17, -60) for box in row(6, 0))]
    assert row_tilts(boxes) == pytest.approx([0] * 14, abs=1e-6)


def test_a_tile_alone_has_no_row() -> None:
    assert row_tilts([]) == []
    assert row_tilts(row(1, 0)) == [None]
    assert row_tilts([*row(1, 0), row(1, 0)[0].moved(900, 0)]) == [None, None]


@pytest.mark.skipif(not (data_root() / "tables").is_dir(), reason="the photo sets are not here")
def test_cards_tell_which_photos_are_measured_and_how() -> None:
    (tables,), (train,) = photo_lists("tables"), photo_lists("tables/train")
    assert (len(tables.paths), tables.partly) == (72, True)
    assert not {path.name for path in tables.paths} & {path.name for path in train.paths}
    everything = {photos.name: photos for photos in photo_lists(str(data_root()))}
    assert everything["tables"] == tables
    assert set(everything) == {"pinkmat", "tables", "teal", "tray"}
    assert not everything["teal"].partly
    assert all(path.name.startswith("teal_") for path in everything["teal"].paths)


def test_a_split_that_is_not_there_is_named(dataset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dataset.rename(dataset.parent / "tray")
    monkeypatch.setenv("HUPAI_DATASETS", str(dataset.parent))
    assert [photos.name for photos in photo_lists("tray")] == ["tray"]
    with pytest.raises(DatasetError, match="nights"):
        photo_lists("tray/nights")
    with pytest.raises(DatasetError, match="1 datasets"):
        photo_lists(str(dataset.parent), names=["one"])
    dataset.parent.joinpath("tray").rename(dataset)


def test_photos_can_be_thinned_out(dataset: Path) -> None:
    for name in ("three", "two"):
        cv2.imwrite(str(dataset / "images" / f"{name}.jpg"), np.zeros((SIDE, SIDE, 3), np.uint8))
    (photos,) = photo_lists(str(dataset))
    assert [path.stem for path in photos.every(2).paths] == ["one", "two"]
    assert photos.only(["one.jpg"]).tiles == photos.tiles[:1]
