import base64
import contextlib
import io
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import websocket
from fastapi.testclient import TestClient
from PIL import Image
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from service.app import create_app
from service.reader import PhotoReader
from service.server import Server, server
from service.settings import Settings
from service.stream_live import MOST_BROKEN, Newest
from vision.detection import Detection
from vision.photo import Photo
from vision.timing import Stopwatch

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""


def frame(number: int = 0, size: tuple[int, int] = (700, 300)) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, (20, 90 + number % 5, 30)).save(buffer, "JPEG")
    return buffer.getvalue()


@pytest.fixture
def connect(make_reader: Callable[..., PhotoReader]) -> Iterator[Callable[..., TestClient]]:
    with contextlib.ExitStack() as stack:

        def made(reader: Any = None, **settings: Any) -> TestClient:
            told = Settings(**{"client_share": 1, "workers": 2, **settings})
            app = create_app(told, reader or make_reader())
            return stack.enter_context(TestClient(app, raise_server_exceptions=False))

        yield made


def settled(socket: Any, most: int = 40) -> dict[str, Any]:
    """The first settled state that a stream of frames leads to."""
    for number in range(most):
        socket.send_bytes(frame(number))
        told: dict[str, Any] = json.loads(socket.receive_text())
        if told["phase"] == "settled":
            return told
        time.sleep(0.05)
    pytest.fail("the hand does not settle")


def test_frames_lead_to_a_settled_hand_and_its_sheet(connect: Callable[..., TestClient]) -> None:
    with connect().websocket_connect("/v1/stream?rules=mcr&self_drawn=true&win=5p") as stream:
        stream.send_bytes(frame())
        first = json.loads(stream.receive_text())
        assert (first["phase"], first["frame"], first["read"], first["scan"]) == ("searching", 0, 1, None)
        told = settled(stream)
        assert told["hand"] == "123456789m 12355p"
        assert len(told["tiles"]) == 14
        assert told["scan"]["sheet"]["points"] == 25
        assert told["scan"]["reading"]["photo"] == f"stream, frame {told['best']}"
        stream.send_bytes(frame(1))


def test_a_frame_that_is_none_is_told_and_many_end_the_stream(connect: Callable[..., TestClient]) -> None:
    good = frame()
    bad = [b"garbage", b"", good[: len(good) // 2], b"\xff\xd8\xff" + b"\0" * 100, b"GIF89a" + b"\0" * 50]
    with connect().websocket_connect("/v1/stream") as stream:
        for data in bad:
            stream.send_bytes(data)
            assert json.loads(stream.receive_text())["problem"]["code"] == "frame_broken"
        stream.send_bytes(good)
        assert json.loads(stream.receive_text())["read"] == 1
        for _ in range(MOST_BROKEN):
            stream.send_bytes(b"garbage")
            assert json.loads(stream.receive_text())["problem"]["code"] == "frame_broken"
        with pytest.raises(WebSocketDisconnect) as closed:
            stream.receive_text()
        assert (closed.value.code, closed.value.reason) == (1008, "frame_broken")


@pytest.mark.parametrize(
    ("settings", "send", "code", "closed"),
    [
        ({"stream_frame_bytes": 1000}, lambda s: s.send_bytes(frame(0, (1200, 900))), "frame_too_large", 1009),
        ({"stream_idle_seconds": 0.2}, lambda _: None, "stream_idle", 1013),
        ({}, lambda s: s.send_text("hello"), "frame_broken", 1008),
        ({"stream_seconds": 0.2}, lambda _: None, "stream_over", 1013),
    ],
)
def test_streams_that_go_beyond_a_limit_are_ended_with_a_word_why(
    connect: Callable[..., TestClient], settings: dict[str, Any], send: Callable[[Any], None], code: str, closed: int
) -> None:
    with connect(**settings).websocket_connect("/v1/stream") as stream:
        send(stream)
        assert json.loads(stream.receive_text())["problem"]["code"] == code
        with pytest.raises(WebSocketDisconnect) as ended:
            stream.receive_text()
        assert (ended.value.code, ended.value.reason) == (closed, code)


def test_a_frame_of_too_many_pixels_is_told(connect: Callable[..., TestClient]) -> None:
    with connect().websocket_connect("/v1/stream") as stream:
        stream.send_bytes(frame(0, (5000, 3000)))
        assert json.loads(stream.receive_text())["problem"]["code"] == "frame_too_large"


def refused(client: TestClient, path: str = "/v1/stream", **more: Any) -> tuple[int, str]:
    with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect(path, **more):
        pass
    return denied.value.status_code, denied.value.json()["code"]


def test_streams_are_refused_before_they_are_opened(connect: Callable[..., TestClient]) -> None:
    client = connect(streams=2, client_share=0.5, cors_origins="https://table.example")
    assert refused(client, "/v1/stream?rules=chess") == (422, "unknown_rules")
    assert refused(client, "/v1/stream?colour=red") == (422, "value_invalid")
    assert refused(client, "/v1/stream?layout=melds") == (422, "bad_hint")
    assert refused(client, headers={"Origin": "https://evil.example"}) == (403, "forbidden_origin")
    assert client.get("/v1/stream").json()["code"] == "websocket_wanted"
    with client.websocket_connect("/v1/stream", headers={"Origin": "https://table.example"}):
        assert refused(client) == (503, "busy")
    with client.websocket_connect("/v1/stream", headers={"Origin": "http://testserver"}):
        pass


def test_a_stream_that_is_refused_has_a_name_as_every_request(connect: Callable[..., TestClient]) -> None:
    client = connect()
    for given, answered in (("mine-1", "mine-1"), ("", None), ("no name\x7f", None)):
        with pytest.raises(WebSocketDenialResponse) as denied:
            client.websocket_connect("/v1/stream?rules=chess", headers={"X-Request-ID": given}).__enter__()
        name = denied.value.json()["request_id"]
        assert denied.value.headers["X-Request-ID"] == name
        assert name == answered or (answered is None and len(name) == 32)


def test_keys_open_streams_too(connect: Callable[..., TestClient]) -> None:
    client = connect(api_keys="se/cr?t,other")
    assert refused(client) == (401, "unauthorized")
    assert refused(client, headers={"X-API-Key": "wrong"}) == (401, "unauthorized")
    assert refused(client, subprotocols=["hupai", "key.####"]) == (401, "unauthorized")
    with client.websocket_connect("/v1/stream", headers={"Authorization": "Bearer other"}):
        pass
    packed = base64.urlsafe_b64encode(b"se/cr?t").decode().rstrip("=")
    with client.websocket_connect("/v1/stream", subprotocols=["hupai", f"key.{packed}"]) as stream:
        assert stream.accepted_subprotocol == "hupai"


def test_only_the_newest_frame_is_held() -> None:
    newest = Newest()
    for number in range(5):
        newest.put(bytes([number]), number / 10)
    assert newest.count == 5
    coroutine = newest.take()
    with pytest.raises(StopIteration) as taken:
        coroutine.send(None)
    assert taken.value.value == (b"\x04", 4, 0.4)


# The service itself ---------------------------------------------------------------------------------------------------


class Counting:
    """A detector that takes its time, and counts."""

    def __init__(self) -> None:
        self.seen = 0

    def detect(self, _photo: Photo, _watch: Stopwatch | None = None) -> list[Detection]:
        self.seen += 1
        time.sleep(0.1)
        return []


@pytest.fixture
def served(make_reader: Callable[..., PhotoReader]) -> Iterator[Callable[..., tuple[Server, int, Counting]]]:
    """The service on a port of its own, in a thread."""
    running: list[tuple[Server, threading.Thread]] = []

    def started(**settings: Any) -> tuple[Server, int, Counting]:
        detector = Counting()
        told = Settings(**{"port": 0, "client_share": 1, "workers": 2, "shutdown_seconds": 5, **settings})
        reader = PhotoReader(detector, make_reader().model)
        one = server(told, create_app(told, reader))
        thread = threading.Thread(target=one.run)
        thread.start()
        running.append((one, thread))
        until = time.monotonic() + PATIENCE
        while not one.started and time.monotonic() < until:
            time.sleep(0.02)
        return one, one.servers[0].sockets[0].getsockname()[1], detector

    yield started
    for one, thread in running:
        one.should_exit = True
        thread.join(PATIENCE)


@contextlib.contextmanager
def opened(port: int) -> Iterator[websocket.WebSocket]:
    stream = websocket.create_connection(f"ws://127.0.0.1:{port}/v1/stream", timeout=PATIENCE)
    kept = stream.sock
    try:
        yield stream
    finally:
        kept.close()


def test_frames_that_come_too_fast_are_dropped_and_the_newest_is_read(served: Callable[..., Any]) -> None:
    _, port, detector = served()
    with opened(port) as stream:
        for number in range(30):
            stream.send_binary(frame(number))
            time.sleep(0.03)
        told = json.loads(stream.recv())
        while told["frame"] < 29:
            told = json.loads(stream.recv())
        assert told["read"] < 30
        assert told["read"] == detector.seen


def test_a_client_that_reads_nothing_is_cut_off(served: Callable[..., Any]) -> None:
    one, port, _ = served(stream_idle_seconds=0.5, stall_seconds=0.5)
    with opened(port) as stream:
        stream.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        until = time.monotonic() + PATIENCE
        with contextlib.suppress(OSError, websocket.WebSocketException):
            while one.server_state.connections and time.monotonic() < until:
                stream.send_binary(b"garbage")
                time.sleep(0.02)
        while one.server_state.connections and time.monotonic() < until:
            time.sleep(0.05)
        assert not one.server_state.connections


def test_a_frame_that_is_too_large_is_told_so_by_the_service_itself(served: Callable[..., Any]) -> None:
    _, port, _ = served(stream_frame_bytes=100_000)
    with opened(port) as stream:
        stream.send_binary(b"\xff\xd8\xff" + b"x" * 390_000)
        assert json.loads(stream.recv())["problem"]["code"] == "frame_too_large"
        opcode, data = stream.recv_data()
        assert (opcode, int.from_bytes(data[:2], "big")) == (websocket.ABNF.OPCODE_CLOSE, 1009)


def test_frames_without_end_are_cut_off(served: Callable[..., Any]) -> None:
    _, port, detector = served(stream_frame_bytes=100_000)
    with opened(port) as stream:
        with contextlib.suppress(OSError, websocket.WebSocketException):
            stream.send_binary(b"\xff" * 5_000_000)
        code = 0
        with contextlib.suppress(OSError, websocket.WebSocketException):
            code = int.from_bytes(stream.recv_data()[1][:2], "big")
        assert code in (0, 1009)
        assert detector.seen == 0
    with opened(port) as stream:
        stream.send_binary(frame())
        assert json.loads(stream.recv())["read"] == 1


def test_streams_end_when_the_service_does(served: Callable[..., Any]) -> None:
    one, port, _ = served()
    with opened(port) as stream:
        stream.send_binary(frame())
        assert json.loads(stream.recv())["read"] == 1
        start = time.monotonic()
        one.should_exit = True
        with contextlib.suppress(OSError, websocket.WebSocketException):
            while stream.recv():
                pass
        assert time.monotonic() - start < 5
