import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import takewhile
from pathlib import Path

import numpy as np
import pytest

from tests.stream.conftest import Pixels, write_video
from tests.stream.world import HAND, World, row
from vision.errors import StreamError
from vision.stream import Follower, State, live, open_source, watch
from vision.stream.live import Live, Notice
from vision.stream.source import without_password

SERVER = Path(sys.executable).with_name("rtsp-server")


def grey(level: int) -> Callable[[], Pixels]:
    return lambda: np.full((48, 64, 3), level, np.uint8)


def test_a_slow_reader_gets_the_newest_frame_and_the_others_are_dropped() -> None:
    go = threading.Event()

    def feed() -> Iterator[Callable[[], Pixels]]:
        yield grey(0)
        go.wait(5)
        for level in range(1, 100):
            yield grey(level)
        time.sleep(5)

    with closing(Live("camera", feed)) as source:
        frames = iter(source)
        assert next(frames).number == 0
        go.set()
        while source._count < 100:
            time.sleep(0.01)
        newest = next(frames)
        assert (newest.number, int(newest.pixels[0, 0, 0])) == (99, 99)
        assert source.dropped == 98


def test_a_camera_that_is_cut_is_opened_again_with_growing_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "FIRST_PAUSE", 0.01)
    opened: list[float] = []

    def feed() -> Iterator[Callable[[], Pixels]]:
        opened.append(time.monotonic())
        if 1 < len(opened) < 5:
            raise StreamError("stream_unreachable", "nobody answers")
        return iter([grey(len(opened))] * (1 if len(opened) == 1 else 3))

    heard: list[Notice] = []
    with closing(Live("camera", feed, heard.append)) as source:
        frames = iter(source)
        levels = {int(next(frames).pixels[0, 0, 0]) for _ in range(2)}
    assert min(levels) == 1
    assert max(levels) >= 5
    codes = [notice.code for notice in heard[:5]]
    assert codes == ["lost"] * 4 + ["resumed"]
    pauses = [float(notice.message.split("trying again in ")[1].split()[0]) for notice in heard[:4]]
    assert pauses == [0.01, 0.02, 0.04, 0.08]
    assert opened[4] - opened[3] >= 0.08


def test_a_camera_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "FIRST_PAUSE", 0.01)
    opened: list[int] = []

    def feed() -> Iterator[Callable[[], Pixels]]:
        opened.append(1)
        if len(opened) > 1:
            raise StreamError("stream_unreachable", "nobody answers")
        return iter([grey(1)])

    with closing(Live("camera", feed, patience=0.1)) as source, pytest.raises(StreamError) as caught:
        list(source)
    assert caught.value.code == "stream_lost"
    assert "nobody answers" in caught.value.message


def test_a_camera_that_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(StreamError) as caught:
        open_source("63")
    assert (caught.value.code, "camera 63" in caught.value.message) == ("stream_unreachable", True)


def test_passwords_stay_out_of_messages() -> None:
    assert without_password("rtsp://ann:secret@camera.lan:554/one?key=2") == "rtsp://camera.lan:554/one"
    with pytest.raises(StreamError) as caught:
        open_source("rtsp://ann:secret@127.0.0.1:9/one")
    assert caught.value.code == "stream_unreachable"
    assert "secret" not in caught.value.message


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def rtsp_server(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A real server, of the package aio-rtsp-toolkit."""
    command = [SERVER, "-d", folder, "-H", "127.0.0.1", "-p", port, "-cp", free_port()]
    server = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(400):
            with socket.socket() as one:
                if not one.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.05)
        yield server
    finally:
        server.kill()
        server.wait()


def test_a_network_camera_that_never_answers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "OPENING", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as dumb:
        start = time.monotonic()
        with pytest.raises(StreamError) as caught:
            open_source(f"rtsp://127.0.0.1:{dumb.getsockname()[1]}/table")
    assert caught.value.code == "stream_unreachable"
    assert time.monotonic() - start < 5


needs_server = pytest.mark.skipif(not SERVER.is_file(), reason="no rtsp-server: pip install 'aio-rtsp-toolkit[server]'")


@needs_server
def test_a_network_camera_without_such_a_stream_is_refused(tmp_path: Path) -> None:
    port = free_port()
    with rtsp_server(tmp_path, port), pytest.raises(StreamError) as caught:
        open_source(f"rtsp://127.0.0.1:{port}/nowhere.mp4")
    assert (caught.value.code, "nowhere.mp4" in caught.value.message) == ("stream_unreachable", True)


def settled(states: Iterator[State], known: Callable[[State], bool] = bool) -> State:
    """The first state in which a hand is settled and what else must be ``known`` is; within a minute."""
    soon = takewhile(lambda state: state.at < 60, states)
    return next(state for state in soon if state.settled and known(state))


@needs_server
@pytest.mark.parametrize("silent", [False, True], ids=["cut", "silent"])
def test_a_hand_is_followed_on_after_the_network_camera_was_cut(
    silent: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "SILENT", 1.0)
    monkeypatch.setattr(live, "FIRST_PAUSE", 0.2)
    world, port = World(row(HAND)), free_port()
    heard: list[Notice] = []
    write_video(tmp_path / "table.mp4", [world.frame(0, 0.0).pixels] * 30, rate=15)
    with ExitStack() as stack:
        server = stack.enter_context(rtsp_server(tmp_path, port))
        source = open_source(f"rtsp://127.0.0.1:{port}/table.mp4?play_count=0", tell=heard.append)
        stack.enter_context(closing(source))
        states = watch(source, Follower(world))
        before = settled(states)
        server.send_signal(signal.SIGSTOP if silent else signal.SIGKILL)
        for _ in range(500):
            if heard:
                break
            time.sleep(0.02)
        assert heard[0].code == "lost"
        if silent:
            server.send_signal(signal.SIGCONT)
        else:
            stack.enter_context(rtsp_server(tmp_path, port))
        after = settled(states, lambda _: heard[-1].code == "resumed")
        assert after.number > before.number
        assert after.at > before.at
        assert str(after.reading and after.reading.hand) == "123456789m 12355p"
        assert [tile.key for tile in after.tiles] == [tile.key for tile in before.tiles]
