import struct
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from tests.stream.conftest import corner, write_video
from vision.errors import StreamError
from vision.stream import open_source
from vision.stream.folder import natural
from vision.stream.frame import LONGEST
from vision.stream.upright import quarter_turns

ONE = 1 << 16
UPRIGHT = struct.pack(">9i", ONE, 0, 0, 0, ONE, 0, 0, 0, 1 << 30)
"""The display matrix of a track as MP4 writes it."""


def turned_by(path: Path, a: int, b: int, c: int, d: int) -> Path:
    """The video with another display matrix."""
    data = path.read_bytes()
    at = data.find(UPRIGHT, data.find(b"tkhd"))
    assert at > 0
    matrix = struct.pack(">9i", a * ONE, b * ONE, 0, c * ONE, d * ONE, 0, 0, 0, 1 << 30)
    path.write_bytes(data[:at] + matrix + data[at + 36 :])
    return path


def refused(path: Path) -> StreamError:
    with pytest.raises(StreamError) as caught:
        list(open_source(str(path)))
    return caught.value


def test_every_kth_frame_of_a_video_comes_with_its_time(video: Callable[..., Path]) -> None:
    source = open_source(str(video(30)), every=10)
    frames = list(source)
    assert [frame.number for frame in frames] == [0, 10, 20]
    assert [frame.at for frame in frames] == pytest.approx([0, 1 / 3, 2 / 3], abs=1e-3)
    assert frames[1].pixels.shape == (120, 160, 3)
    assert int(frames[1].pixels[100, 150].mean()) == pytest.approx(40, abs=6)
    assert source.dropped == 27


def test_as_live_only_the_newest_frame_comes(video: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    source = open_source(str(video(30)), as_live=True)
    monkeypatch.setattr(source, "_clock", lambda: now[0])
    monkeypatch.setattr(source, "_sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    numbers = []
    for frame in source:
        numbers.append(frame.number)
        assert frame.at <= now[0] + 1e-6
        assert now[0] - frame.at < 0.04
        now[0] += 0.25
    assert numbers == pytest.approx([0, 7, 15, 22, 29], abs=1)
    assert source.dropped == 30 - len(numbers)


@pytest.mark.parametrize(
    ("matrix", "white"),
    [
        ((0, 1, -1, 0), "upper right"),
        ((-1, 0, 0, -1), "lower right"),
        ((0, -1, 1, 0), "lower left"),
        ((-1, 0, 0, 1), "upper right"),
        ((1, 0, 0, -1), "lower left"),
    ],
)
def test_a_turned_video_is_put_upright(
    matrix: tuple[int, int, int, int], white: str, video: Callable[..., Path]
) -> None:
    frame = next(iter(open_source(str(turned_by(video(3, 160, 96), *matrix)))))
    height, width = frame.pixels.shape[:2]
    assert (width, height) == ((96, 160) if matrix[0] == 0 else (160, 96))
    down, across = white.split()
    y, x = (height // 4 if down == "upper" else 3 * height // 4), (width // 4 if across == "left" else 3 * width // 4)
    assert frame.pixels[y, x].min() > 200
    assert frame.pixels[height - 1 - y, width - 1 - x].max() < 60


def orientation(degrees: int) -> bytes:
    """What tells in H.264 that pictures are to be turned so far counterclockwise, until something else is told."""
    bits = "000" + format(degrees * (1 << 16) // 360, "016b") + "010" + "01"
    return b"\0\0\0\1" + bytes([6, 47, 3]) + int(bits, 2).to_bytes(3, "big") + b"\x80"


def test_a_flag_that_turns_the_pictures_midway_holds_until_the_next_one(tmp_path: Path) -> None:
    """It is told with the key frames alone, each fifth one here."""
    coder = av.CodecContext.create("libx264", "w")
    coder.width, coder.height, coder.pix_fmt = 160, 96, "yuv420p"
    coder.time_base, coder.framerate = Fraction(1, 30), Fraction(30)
    coder.options = {"preset": "ultrafast", "g": "5", "bf": "0"}
    shown = [coder.encode(av.VideoFrame.from_ndarray(corner(160, 96), "rgb24")) for _ in range(20)]
    packets = [packet for some in [*shown, coder.encode()] for packet in some]
    flags = {5: 90, 10: 180}
    told = [orientation(flags[number]) if number in flags else b"" for number in range(20)]
    (tmp_path / "turning.h264").write_bytes(
        b"".join(flag + bytes(one) for flag, one in zip(told, packets, strict=True))
    )
    frames = list(open_source(str(tmp_path / "turning.h264")))
    assert [frame.pixels.shape[:2] for frame in frames] == [(96, 160)] * 5 + [(160, 96)] * 5 + [(96, 160)] * 10
    white = [tuple(np.argwhere(frame.pixels[::47, ::47, 0] > 200)[0] > 0) for frame in frames]
    assert white == [(False, False)] * 5 + [(True, False)] * 5 + [(True, True)] * 5 + [(False, False)] * 5


@pytest.mark.parametrize("matrix", [b"", b"\0" * 36])
def test_a_display_matrix_that_makes_no_sense_turns_nothing(matrix: bytes) -> None:
    assert quarter_turns(matrix) == (0, False)


def test_a_4k_video_is_made_smaller(tmp_path: Path) -> None:
    path = write_video(tmp_path / "large.mp4", [corner(3840, 2160)])
    (frame,) = open_source(str(path))
    assert frame.pixels.shape == (LONGEST * 2160 // 3840, LONGEST, 3)


def test_frames_of_a_folder_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 9, 1):
        picture = av.VideoFrame.from_ndarray(np.full((64, 64, 3), number * 10, np.uint8), "rgb24")
        picture.to_image().save(tmp_path / f"frame{number}.png")
    frames = list(open_source(str(tmp_path), rate=4))
    assert [int(frame.pixels[0, 0, 0]) for frame in frames] == [10, 90, 100]
    assert [frame.at for frame in frames] == [0, 0.25, 0.5]
    assert natural("A2b10") == natural("a2B10")


def test_each_frame_of_a_folder_is_put_upright_by_its_own_flag(tmp_path: Path) -> None:
    for number, orientation in enumerate((1, 6, 3)):
        image = av.VideoFrame.from_ndarray(corner(96, 64), "rgb24").to_image()
        exif = image.getexif()
        exif[0x0112] = orientation
        image.save(tmp_path / f"{number}.jpg", exif=exif)
    shapes = [frame.pixels.shape[:2] for frame in open_source(str(tmp_path))]
    assert shapes == [(64, 96), (96, 64), (64, 96)]


def test_what_is_no_video_is_refused_by_name(tmp_path: Path, video: Callable[..., Path]) -> None:
    whole = video().read_bytes()
    contents = {
        "stream_empty": b"",
        "stream_unknown": b"no video at all" * 50,
        "stream_broken": whole[: len(whole) // 2],
    }
    for code, content in contents.items():
        (tmp_path / f"{code}.mp4").write_bytes(content)
        error = refused(tmp_path / f"{code}.mp4")
        assert error.code == code
        assert f"{code}.mp4" in error.message
    assert refused(tmp_path / "nowhere.mp4").code == "stream_missing"


def test_a_video_whose_pictures_are_damaged_is_refused(video: Callable[..., Path]) -> None:
    path = video()
    data = bytearray(path.read_bytes())
    start, end = data.find(b"mdat") + 4, data.find(b"moov")
    noise = np.random.default_rng(1).integers(0, 256, max(0, end - start), dtype=np.uint8)
    data[start : start + len(noise)] = noise.tobytes()
    path.write_bytes(data)
    assert refused(path).code == "stream_broken"


def test_damage_in_the_middle_costs_only_the_frames_it_hits(video: Callable[..., Path]) -> None:
    path = video(60)
    data = bytearray(path.read_bytes())
    start, end = data.find(b"mdat"), data.find(b"moov")
    middle = (start + end) // 2
    data[middle : middle + 60] = bytes(60)
    path.write_bytes(data)
    frames = list(open_source(str(path)))
    assert 20 < len(frames) <= 60


def test_sound_without_pictures_is_refused(tmp_path: Path) -> None:
    with av.open(str(tmp_path / "sound.mp4"), "w") as container:
        track = container.add_stream("aac", rate=44100)
        frame = av.AudioFrame.from_ndarray(np.zeros((2, 1024), np.float32), format="fltp", layout="stereo")
        frame.sample_rate = 44100
        for packet in [*track.encode(frame), *track.encode()]:
            container.mux(packet)
    error = refused(tmp_path / "sound.mp4")
    assert (error.code, "audio" in error.message) == ("stream_no_video", True)


def test_playlists_and_scripts_are_not_opened(tmp_path: Path, video: Callable[..., Path]) -> None:
    """They could name other files, or addresses."""
    path = video()
    (tmp_path / "list.m3u8").write_text(f"#EXTM3U\n#EXTINF:1,\n{path}\n#EXT-X-ENDLIST\n")
    (tmp_path / "list.ffconcat").write_text(f"ffconcat version 1.0\nfile {path.name}\n")
    assert refused(tmp_path / "list.m3u8").code == "stream_unknown"
    assert refused(tmp_path / "list.ffconcat").code == "stream_unknown"


def test_sizes_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    assert refused(write_video(tmp_path / "tiny.mp4", [corner(16, 16)])).code == "stream_too_small"
    wide = write_video(tmp_path / "wide.mp4", [corner(8448, 32)])
    error = refused(wide)
    assert (error.code, "8448 x 32" in error.message) == ("stream_too_large", True)


@pytest.mark.parametrize("address", ["http://example.org/a.mp4", "concat:a|b", "data://text"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(StreamError) as caught:
        open_source(address)
    assert caught.value.code in {"stream_unsupported", "stream_missing"}


def test_a_source_that_is_closed_ends(video: Callable[..., Path]) -> None:
    source = open_source(str(video()))
    numbers = []
    for frame in source:
        numbers.append(frame.number)
        if frame.number == 3:
            source.close()
    assert numbers == [0, 1, 2, 3]
