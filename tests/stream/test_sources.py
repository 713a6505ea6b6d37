"""What is given as a source and is none, and times that jump."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from tests.stream.conftest import Pixels, corner, write_video
from vision.errors import StreamError
from vision.stream import live, open_source
from vision.stream.live import Live
from vision.stream.recording import Clock, Recording, Shot, decoded, video_track


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "stream_missing"),
        (" ", "stream_missing"),
        ("9" * 20, "stream_unreachable"),
        ("9" * 5000, "stream_unreachable"),
        ("2200", "stream_unreachable"),
        ("²", "stream_missing"),
        ("٣", "stream_missing"),
        ("rtsp://", "stream_unsupported"),
        ("rtsp:///table", "stream_unsupported"),
        ("rtsp://ann:secret@/table", "stream_unsupported"),
        ("rtsp://camera.lan:0/table", "stream_unsupported"),
        ("rtsp://camera.lan:99999/table", "stream_unsupported"),
        ("rtsp://[::1/table", "stream_unsupported"),
        ("RTSP://127.0.0.1:9/table", "stream_unreachable"),
        ("concat:a.mp4|b.mp4", "stream_missing"),
        ("subfile,,start,0,end,9,,:a.mp4", "stream_missing"),
        ("data:video/mp4;base64,AAAA", "stream_missing"),
        ("pipe:0", "stream_missing"),
        ("a" * 300, "stream_missing"),
        ("a\0b", "stream_missing"),
    ],
)
def test_what_names_no_source_is_refused_by_code(
    text: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.mp4").write_bytes(b"x" * 100)
    (tmp_path / "0.png").write_bytes(b"x" * 100)
    with pytest.raises(StreamError) as caught:
        open_source(text)
    assert caught.value.code == code
    assert "secret" not in caught.value.message
    assert len(caught.value.message) < 400


def test_a_folder_that_is_called_by_a_number_is_told_apart_from_a_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "2031").mkdir()
    with pytest.raises(StreamError, match=r"no such camera.*\./2031$"):
        open_source("2031")
    with pytest.raises(StreamError, match="no pictures in this folder"):
        open_source("./2031")


def test_a_damaged_picture_of_a_folder_costs_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        Image.new("RGB", (64, 48)).save(tmp_path / f"{number}.png")
    whole = (tmp_path / "0.png").read_bytes()
    (tmp_path / "0.png").write_bytes(whole[:40])
    (tmp_path / "3.png").write_bytes(b"")
    source = open_source(str(tmp_path))
    assert [frame.number for frame in source] == [1, 2, 4, 5]
    assert source.dropped == 2
    monkeypatch.setattr("vision.stream.source.BROKEN_IN_A_ROW", 1)
    (tmp_path / "4.png").write_bytes(b"no picture")
    frames = iter(open_source(str(tmp_path)))
    assert [next(frames).number for _ in range(2)] == [1, 2]
    with pytest.raises(StreamError, match=r"a frame cannot be read: 4\.png"):
        next(frames)


def test_a_folder_of_damaged_pictures_is_refused_by_the_first(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.png").write_bytes(b"no picture")
    with pytest.raises(StreamError, match=r"a frame cannot be read: 0\.png"):
        list(open_source(str(tmp_path)))


def test_the_scheme_of_an_address_may_be_written_in_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def opened(address: str, name: str) -> Iterator[Callable[[], Pixels]]:
        asked.extend((address, name))
        return iter(())

    monkeypatch.setattr("vision.stream.source.network_camera", opened)
    open_source("RTSP://Ann:Secret@camera.lan/Table").close()
    assert asked == ["rtsp://Ann:Secret@camera.lan/Table", "rtsp://camera.lan/Table"]


def test_a_camera_that_falls_silent_ends_when_it_is_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LEAVING", 0.1)

    def feed() -> Iterator[Callable[[], Pixels]]:
        yield lambda: np.zeros((48, 64, 3), np.uint8)
        time.sleep(20)

    start = time.monotonic()
    with closing(Live("camera", feed, lasting=0.3)) as source:
        assert [frame.number for frame in source] == [0]
    assert 0.3 <= time.monotonic() - start < 10


def joined(path: Path, leap: int) -> Path:
    """Two seconds of video in which the times leap by so many seconds after the first."""
    with av.open(str(path), "w") as container:
        track = container.add_stream("mjpeg", rate=10)
        track.width, track.height, track.pix_fmt = 64, 48, "yuvj420p"
        track.time_base = Fraction(1, 1000)
        for number in range(20):
            frame = av.VideoFrame.from_ndarray(corner(64, 48), "rgb24")
            frame.pts, frame.time_base = 100 * number + 1000 * leap * (number >= 10), Fraction(1, 1000)
            for packet in track.encode(frame):
                container.mux(packet)
    return path


@pytest.mark.parametrize("leap", [0, 90_000])
def test_times_that_leap_forwards_do_not_make_a_video_longer(leap: int, tmp_path: Path) -> None:
    seen = list(open_source(str(joined(tmp_path / "joined.mkv", leap))))
    assert [frame.at for frame in seen] == pytest.approx([number / 10 for number in range(20)], abs=0.011)


def stamped(*times: float) -> list[av.VideoFrame]:
    made = [av.VideoFrame(64, 48, "rgb24") for _ in times]
    for frame, at in zip(made, times, strict=True):
        frame.pts, frame.time_base = round(at * 1000), Fraction(1, 1000)
    return made


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ((5, 5.1, 5.2, 0, 0.1, 0.2), (0, 0.1, 0.2, 0.3, 0.4, 0.5)),
        ((0, 0.1, 95_443.7, 95_443.8, 0, 0.1), (0, 0.1, 0.2, 0.3, 0.4, 0.5)),
        ((0, 0.1, 30, 30.1), (0, 0.1, 30, 30.1)),
        ((0, 0.1, 0.1, 0.05, 0.2), (0, 0.1, 0.101, 0.102, 0.2)),
    ],
    ids=["begins anew", "turns over", "pauses", "jitters"],
)
def test_the_clock_goes_on_whatever_the_times_do(told: tuple[float, ...], expected: tuple[float, ...]) -> None:
    clock = Clock(10)
    assert [clock.seconds(frame) for frame in stamped(*told)] == pytest.approx(expected)


def test_pictures_beyond_the_limit_are_not_decoded_whenever_they_come(tmp_path: Path) -> None:
    small = write_video(tmp_path / "small.ts", [corner(160, 96)] * 40).read_bytes()
    large = write_video(tmp_path / "large.ts", [corner(640, 384)] * 40).read_bytes()
    (tmp_path / "grows.ts").write_bytes(small + large)
    sizes = [
        Counter(shot.frame.width for shot in shots(tmp_path / "grows.ts", most)) for most in (640 * 384, 200 * 200)
    ]
    assert (sizes[0][640] > 30, sizes[1][640]) == (True, 0)
    assert sizes[0][160] > 30
    assert sizes[1][160] > 30
    with pytest.raises(StreamError) as caught:
        Recording(tmp_path / "large.ts", pixels=640 * 384 - 1)
    assert caught.value.code == "stream_too_large"


def shots(path: Path, most: int) -> Iterator[Shot]:
    with av.open(str(path)) as container:
        yield from decoded(container, video_track(container, "grows", most), "grows")


def test_a_file_is_called_by_the_name_that_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "17").write_bytes(b"")
    for path in (tmp_path / "17", tmp_path / "none"):
        with pytest.raises(StreamError, match=r"^table\.mp4: no "):
            Recording(path, "table.mp4")
