import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from service import cli
from service.reader import Model, PhotoReader
from tests.stream.conftest import write_video
from tests.stream.world import HAND, World, changed, row
from vision.detection import Detection
from vision.errors import StreamError
from vision.photo import Photo, load
from vision.pipeline import open_detector
from vision.stream import Follower, Frame, Phase, State, open_source, watch
from vision.timing import Stopwatch

ROOT = Path(__file__).parents[2]
Watched = Callable[..., tuple[Result, list[dict[str, object]]]]


class Changing(World):
    """A table on which the first tile becomes another, from the frame with number 10 on."""

    def frame(self, number: int, at: float, camera: np.ndarray | None = None, blur: float = 0.0) -> Frame:
        self._lay(number)
        return super().frame(number, at, camera, blur)

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        self._lay(int(photo.name.split()[1]))
        return super().detect(photo, watch)

    def _lay(self, number: int) -> None:
        self.tiles = row(HAND) if number < 10 else changed(row(HAND), 0, "7z")


def frames_in(folder: Path, world: World, count: int) -> Path:
    folder.mkdir()
    for number in range(count):
        Image.fromarray(world.frame(number, number / 10).pixels).save(folder / f"{number}.png", compress_level=1)
    return folder


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    def run(source: object, *options: str, world: World | None = None) -> tuple[Result, list[dict[str, object]]]:
        seen = world or World(row(HAND))
        monkeypatch.setattr(cli, "load_reader", lambda _settings: PhotoReader(seen, Model("fake", "0" * 64)))
        result = CliRunner().invoke(cli.app, ["watch", str(source), *options])
        lines = [json.loads(line) for line in result.stdout.splitlines()] if "--json" in options else []
        return result, lines

    return run


def test_states_are_told_as_they_change_and_the_settled_hand_as_a_photos(tmp_path: Path, watched: Watched) -> None:
    folder = frames_in(tmp_path / "frames", World(row(HAND)), 12)
    options = ("--json", "--every", "1", "--rules", "mcr", "--self-drawn", "--win", "5p")
    result, lines = watched(folder, *options, world=World(row(HAND)))
    assert result.exit_code == 0, result.output
    phases = [line["phase"] for line in lines]
    assert phases[:2] == ["searching", "settling"]
    assert phases[-1] == "settled"
    assert all(one != other for one, other in pairwise(lines))
    last = lines[-1]
    assert last["hand"] == "123456789m 12355p"
    scan = last["scan"]
    assert isinstance(scan, dict)
    assert scan["reading"]["hand"] == "123456789m 12355p"
    assert scan["sheet"]["points"] >= 16
    assert [line["scan"] for line in lines[:-1] if line["phase"] != "settled"] == [None] * (len(lines) - 1)
    assert len(last["tiles"]) == len(scan["reading"]["tiles"]) == 14  # type: ignore[arg-type]


def test_a_change_is_told_with_what_became_what(tmp_path: Path, watched: Watched) -> None:
    folder = frames_in(tmp_path / "frames", Changing(row(HAND)), 16)
    result, lines = watched(folder, "--json", "--every", "1", world=Changing(row(HAND)))
    assert result.exit_code == 0
    told = [line for line in lines if line["phase"] == "changed"]
    assert told[0]["changes"] == [{"kind": "changed", "was": "1m", "now": "7z", "at": 1.0}]
    assert float(told[0]["at"]) <= 1.5  # type: ignore[arg-type]


def test_in_words_each_state_has_its_time_and_what_is_missing(tmp_path: Path, watched: Watched) -> None:
    folder = frames_in(tmp_path / "frames", World(row(HAND)), 10)
    result, _ = watched(folder, "--every", "1", "--once")
    assert result.exit_code == 0
    assert "searching" in result.stdout
    assert "a moment more (few_looks)" in result.stdout
    assert "hand: 123456789m 12355p" in result.stdout
    assert "14 tiles\n" in result.stdout


def test_a_stream_in_which_nothing_settles_says_so_by_its_exit_status(tmp_path: Path, watched: Watched) -> None:
    folder = frames_in(tmp_path / "frames", World(row(HAND[:5])), 8)
    result, lines = watched(folder, "--json", "--every", "1", world=World(row(HAND[:5])))
    assert result.exit_code == 1
    assert {line["phase"] for line in lines} <= {"searching", "settling"}
    assert "wrong_tile_count" in {one["code"] for one in lines[-1]["missing"]}  # type: ignore[attr-defined]
    assert result.stderr == "frames: no hand was settled (never_settled)\n"


def test_each_picture_of_a_folder_is_looked_at_and_each_fifth_of_a_video(tmp_path: Path, watched: Watched) -> None:
    world = World(row(HAND))
    folder = frames_in(tmp_path / "frames", world, 12)
    assert watched(folder, "--json")[1][-1]["phase"] == "settled"
    assert watched(folder, "--json", "--every", "6")[1][-1]["frame"] in (0, 6)
    video = write_video(tmp_path / "table.mp4", [world.frame(number, number / 30).pixels for number in range(12)])
    assert {int(str(line["frame"])) % 5 for line in watched(video, "--json")[1]} == {0}


def test_what_cannot_be_watched_is_refused_with_a_code(tmp_path: Path, watched: Watched) -> None:
    result, lines = watched(tmp_path / "none.mp4", "--json")
    assert result.exit_code == 1
    assert [line["error"]["code"] for line in lines] == ["stream_missing"]  # type: ignore[index]
    assert "none.mp4" in result.stderr
    assert watched(tmp_path, "--rules", "nowhere")[0].exit_code == 2


def test_ctrl_c_ends_it_cleanly(tmp_path: Path, watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = frames_in(tmp_path / "frames", World(row(HAND)), 12)

    def interrupted(*given: object) -> Iterator[State]:
        yield from list(watch(*given))[:8]  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "watched", interrupted)
    result, lines = watched(folder, "--json", "--every", "1")
    assert (result.exit_code, lines[-1]["phase"]) == (0, "settled")
    assert "stopped" in result.stderr


def test_the_drawing_is_of_the_best_frame(tmp_path: Path, watched: Watched) -> None:
    folder = frames_in(tmp_path / "frames", World(row(HAND)), 8)
    result, _ = watched(folder, "--every", "1", "--once", "--draw", str(tmp_path / "out"))
    assert result.exit_code == 0
    (drawn,) = (tmp_path / "out").iterdir()
    assert load(drawn).width >= 640


def test_only_frames_that_are_read_give_states(tmp_path: Path) -> None:
    world = World(row(HAND))
    folder = frames_in(tmp_path / "frames", world, 30)
    source = open_source(str(folder), rate=30)
    states = list(watch(source, Follower(world)))
    assert len(states) == states[-1].read < 30
    with pytest.raises(StreamError):
        open_source(str(tmp_path / "frames" / "no"))


MODELS = ROOT / "models" / "hupai"


@pytest.mark.skipif(not (ROOT / "models" / "recogniser" / "recogniser.onnx").is_file(), reason="no models")
def test_the_sample_hand_is_settled_by_the_real_models_from_shaken_frames() -> None:
    photo = load(ROOT / "examples" / "hand.jpg").pixels
    follower = Follower(open_detector(MODELS))
    states = []
    for number in range(5):
        angle, shift = 0.01 * np.sin(2 * number), 9 * np.array([np.cos(number), np.sin(3 * number)])
        matrix = np.array([[0.5, angle, shift[0]], [-angle, 0.5, shift[1]]])
        pixels = cv2.warpAffine(photo, matrix, (1000, 562), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        states.append(follower.see(Frame(np.asarray(pixels, np.uint8), 0.25 * number, number)))
    last = states[-1]
    assert last.phase is Phase.SETTLED
    assert last.reading is not None
    assert (str(last.reading.hand), str(last.reading.winning_tile)) == ("123456789m 55s (777z)", "5s")
    assert len({tuple(sorted(tile.key for tile in state.tiles)) for state in states[1:]}) == 1
