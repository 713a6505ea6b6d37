"""A report from end to end on drawn photos, with readers that see what they are told to."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection import Box, Detection
from vision.errors import ModelError
from vision.labels import LABELS
from vision.photo import Photo
from vision.pipeline import readers
from vision.training import contest, report
from vision.training.contest import Peer, Work
from vision.training.photolist import PhotoList, photo_lists
from vision.training.report import BEGIN, END, rewritten
from vision.training.seen import look

WIDTH, HEIGHT = 200, 120
BOXES = {"1m": Box(20, 30, 50, 70), "2f": Box(52, 30, 82, 70), "9s": Box(84, 30, 114, 70)}


@pytest.fixture
def datasets(tmp_path: Path) -> Path:
    return photographed(tmp_path)


def photographed(tmp_path: Path) -> Path:
    """Three photos each of ``pinkmat`` and ``tray``, one of which cannot be read."""
    for folder, prefix in (("unseen", "pinkmat_"), ("tray", "tray_")):
        for part in ("images", "labels"):
            (tmp_path / "data" / folder / part).mkdir(parents=True)
        for number in range(3):
            name = f"{prefix}{number}"
            lines = [
                f"{LABELS.index(face)} {(box.left + box.right) / 2 / WIDTH} {(box.top + box.bottom) / 2 / HEIGHT} "
                f"{box.width / WIDTH} {box.height / HEIGHT}"
                for face, box in BOXES.items()
            ]
            (tmp_path / "data" / folder / "labels" / f"{name}.txt").write_text("\n".join(lines))
            cv2.imwrite(str(tmp_path / "data" / folder / "images" / f"{name}.jpg"), drawn())
    (tmp_path / "data" / "tray" / "images" / "tray_2.jpg").write_bytes(b"no picture")
    return tmp_path / "data"


def drawn() -> np.ndarray:
    pixels = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
    for left, top, right, bottom in BOXES.values():
        pixels[int(top) : int(bottom), int(left) : int(right)] = 220
        pixels[int(top) + 8 : int(bottom) - 8 : 6, int(left) + 6 : int(right) - 6] = 30
    return pixels


class Fake:
    """Reads everything in bright photos, with one face wrong, and counts how often it looks."""

    def __init__(self, folder: Path) -> None:
        self.name, self.stamp, self.looked = folder.name, folder.name, 0

    def look(self, photos: PhotoList, change=None):
        return look(photos, self, change)

    def detect(self, photo: Photo, _watch=None) -> list[Detection]:
        self.looked += 1
        scale = photo.width / WIDTH
        wrong = "8s" if self.name == "second" else "9s"
        faces = ("1m", "2f", wrong) if photo.pixels.max() > 100 else ("1m",)
        return [Detection(face, box.scaled(scale), 0.9) for face, box in zip(faces, BOXES.values(), strict=False)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which a report on two models was written; there is no peer."""
    folder = tmp_path_factory.mktemp("report")
    photographed(folder)
    (folder / "README.md").write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    write(folder)
    return folder


def write(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "Ours", Fake)
        report.main(arguments(folder, folder / "data"))


def arguments(folder: Path, datasets: Path) -> list[str]:
    models = [str(folder / "models" / name) for name in ("first", "second")]
    options = {"--datasets": datasets, "--work": folder / "work", "--readme": folder / "README.md"}
    return [*models, *(str(each) for pair in options.items() for each in pair)]


def test_the_readme_says_how_well_every_model_reads(made: Path) -> None:
    text = (made / "README.md").read_text()
    assert text.startswith(f"before\n{BEGIN}\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text
    assert "| `pinkmat` | 3 | `first` | 9 of 9, 100.0 % (70.1-100.0) | 0, 0, 0 | 100.0 % (43.9-100.0) |" in text
    assert "| `pinkmat` | 3 | `second` | 6 of 9, 66.7 % (35.4-87.9) | 3, 0, 0 | 0.0 % (0.0-56.1) |" in text
    assert "| `tray` | 3 | `first` | 6 of 9, 66.7 % (35.4-87.9) | 0, 3, 0 | 66.7 % (20.8-93.8) |" in text
    assert "mahjong-detector is not installed" in text


def test_each_model_has_its_report_and_plots(made: Path) -> None:
    folder = made / "models" / "first"
    text = (folder / "REPORT.md").read_text()
    assert "| 0.87-0.93 | 9 | 0.900 | 100.0 % (70.1-100.0) |" in text
    assert "photo_unknown" not in text
    assert "not a picture" in text
    for code in ("too_dark", "too_bright", "blurred", "glare", "tiles_too_small"):
        assert f"`{code}`" in text
    for plot in ("reliability", "sizes", "endurance"):
        svg = (folder / f"{plot}.svg").read_text()
        assert svg.startswith("<?xml")
        assert "pinkmat" in svg
    assert "| 9s | 8s | 5 | pinkmat 3, tray 2 |" in (made / "models" / "second" / "REPORT.md").read_text()


def test_what_was_seen_is_not_looked_at_again_and_the_report_comes_out_the_same(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {path: path.read_bytes() for path in made.rglob("*") if path.suffix in (".md", ".svg")}
    monkeypatch.setattr(Fake, "detect", None)
    write(made)
    assert files == {path: path.read_bytes() for path in files}
    assert len(files) == 8  # no photo of the second was exact, so that it has none to make worse


def test_what_has_changed_is_looked_at_again(datasets: Path, tmp_path: Path) -> None:
    (photos,) = photo_lists(str(datasets / "unseen"))
    reader, work = Fake(tmp_path / "first"), Work(tmp_path / "work")
    for _ in range(2):
        work.evaluate(reader, photos)
    assert reader.looked == 3
    label = datasets / "unseen" / "labels" / "pinkmat_0.txt"
    label.write_text(label.read_text().replace(str(LABELS.index("9s")), str(LABELS.index("8s")), 1))
    (photos,) = photo_lists(str(datasets / "unseen"))
    assert work.evaluate(reader, photos).tiles_right.part == 8
    assert reader.looked == 6
    reader.stamp = "better"
    work.evaluate(reader, photos)
    assert reader.looked == 9


def test_a_readme_without_markers_is_refused() -> None:
    with pytest.raises(ValueError, match="accuracy: begin"):
        rewritten("nothing here", "section")


def test_the_parts_of_a_reader_are_no_readers(tmp_path: Path) -> None:
    cards = {
        "whole": 'labels = ["1m"]',
        "locator": 'labels = ["tile"]',
        "recogniser": 'labels = ["1m", "nothing"]',
        "both": 'locator = "../locator"\nrecogniser = "../recogniser"',
    }
    for name, card in cards.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "card.toml").write_text(card)
    assert [folder.name for folder in readers(tmp_path)] == ["both", "whole"]


PEER = """
import sys, types
package = types.ModuleType("mahjong_detector")
class One:
    class_id, x1, y1, x2, y2, confidence = 1, 20, 30, 50, 70, 0.75
package.CLASS_NAMES = ["1m", "hatsu"]
package.preprocess_image = lambda image: (image, None)
package.predict = lambda image, padding: [One()]
sys.modules["mahjong_detector"] = package
import importlib.metadata
importlib.metadata.version = lambda name: "9.9"
import runpy
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def test_the_peers_adapter_tells_what_the_peer_sees_by_our_names(datasets: Path, tmp_path: Path) -> None:
    (tmp_path / "peer.py").write_text(PEER)
    (tmp_path / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{tmp_path}/peer.py" "$@"\n')
    (tmp_path / "python").chmod(0o755)
    peer = Peer(str(tmp_path / "python"))
    assert peer.name == "mahjong-detector 9.9"
    (photos,) = photo_lists(str(datasets / "tray"))
    seen = list(peer.look(photos))
    assert seen[0].detections == (Detection("6z", Box(20, 30, 50, 70), 0.75),)
    assert (seen[0].width, seen[0].height) == (WIDTH, HEIGHT)
    assert seen[2].error is not None
    found = Work(tmp_path / "work").evaluate(peer, photos)
    assert (found.count("wrong"), found.count("missed")) == (2, 7)


def test_a_peer_that_is_not_installed_is_skipped_and_said() -> None:
    with pytest.raises(ModelError, match="not installed"):
        Peer(sys.executable)


def test_nothing_that_comes_after_the_detector_makes_what_it_saw_stale() -> None:
    source = contest.code().decode()
    assert "class TwoPassDetector" in source
    assert "class HandReading" not in source
