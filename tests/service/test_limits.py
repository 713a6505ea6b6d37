import http.client
import io
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from fastapi.testclient import TestClient
from PIL import Image

from service.app import create_app
from service.limits import SMALL_BODY, BodyLimit
from service.reader import Model, PhotoReader
from service.settings import Settings
from vision.detection import Detection
from vision.photo import Photo
from vision.timing import Stopwatch

LIMIT = 200_000
"""Bytes that the settings of these tests admit."""
CHUNK = 50_000


def test_a_body_that_says_it_is_too_long_is_not_read(client: TestClient) -> None:
    answer = client.post("/v1/read", content=b"x" * (LIMIT + 1))
    assert answer.status_code == 413
    assert answer.json()["code"] == "body_too_large"


@pytest.mark.parametrize("path", ["/v1/read", "/v1/scan"])
def test_a_body_without_a_length_is_cut_at_the_limit(client: TestClient, path: str) -> None:
    answer = client.post(path, content=(b"x" * CHUNK for _ in range(100)))
    assert answer.status_code == 413
    assert answer.json()["code"] == "body_too_large"


def test_a_form_without_a_length_is_cut_at_the_limit(client: TestClient) -> None:
    head = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    chunks = (chunk for chunk in [head, *[b"x" * CHUNK] * 100])
    answer = client.post("/v1/read", content=chunks, headers={"Content-Type": "multipart/form-data; boundary=b"})
    assert answer.status_code == 413
    assert answer.json()["code"] == "body_too_large"


@pytest.mark.parametrize("length", [None, SMALL_BODY + 1])
def test_a_body_without_photos_has_a_limit_of_its_own(client: TestClient, length: int | None) -> None:
    content = b" " * length if length else (b" " * CHUNK for _ in range(SMALL_BODY // CHUNK + 1))
    answer = client.post("/v1/score", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_the_next_request_after_the_queue_is_full_is_turned_away(picture: bytes) -> None:
    started, go_on = threading.Event(), threading.Event()

    class Slow:
        def detect(self, _photo: Photo, _watch: Stopwatch | None = None) -> list[Detection]:
            started.set()
            assert go_on.wait(10)
            return []

    app = create_app(Settings(workers=1, queue=0), PhotoReader(Slow(), Model("slow", "")))
    with TestClient(app) as client:
        answers = []
        first = threading.Thread(target=lambda: answers.append(client.post("/v1/read", content=picture)))
        first.start()
        assert started.wait(10)
        turned_away = client.post("/v1/read", content=picture)
        scored = client.get("/healthz")
        go_on.set()
        first.join(10)
        after = client.post("/v1/read", content=picture)
    assert turned_away.status_code == 503
    assert turned_away.json()["code"] == "busy"
    assert int(turned_away.headers["Retry-After"]) > 0
    assert scored.status_code == 200
    assert [answer.status_code for answer in answers] == [200]
    assert after.status_code == 200


@pytest.fixture
def server(make_reader: Callable[..., PhotoReader]) -> Iterator[int]:
    """Port of a service that runs for real."""
    settings = Settings(max_upload_bytes=LIMIT, upload_seconds=0.5)
    config = uvicorn.Config(create_app(settings, make_reader()), port=0, log_level="warning", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(10)


def test_an_upload_past_the_limit_is_cut_off_and_leaves_nothing(
    server: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with socket.create_connection(("127.0.0.1", server), timeout=10) as connection:
        head = "POST /v1/read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
        connection.sendall(f"{head}Content-Type: multipart/form-data; boundary=b\r\n\r\n".encode())
        part = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        for _ in range(LIMIT // CHUNK):
            connection.sendall(b"%x\r\n%s\r\n" % (CHUNK, b"x" * CHUNK))
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"body_too_large" in answer
    assert list(tmp_path.iterdir()) == []


def test_a_large_photo_stays_in_memory(
    make_reader: Callable[..., PhotoReader], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_options: object) -> None:
        raise AssertionError("a temporary file was made")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    buffer = io.BytesIO()
    Image.effect_noise((1600, 1200), 80).convert("RGB").save(buffer, format="PNG")
    assert len(buffer.getvalue()) > 2_000_000
    client = TestClient(create_app(Settings(), make_reader()))
    assert client.post("/v1/read", files={"photo": ("large.png", buffer.getvalue())}).status_code == 200


def test_an_upload_that_does_not_come_gives_up_its_place(server: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server, timeout=10)
    connection.putrequest("POST", "/v1/read")
    connection.putheader("Content-Length", "1000")
    connection.endheaders(b"x")
    assert connection.getresponse().status == 408
    connection.close()


def test_one_client_leaves_memory_to_others(make_reader: Callable[..., PhotoReader]) -> None:
    app = create_app(Settings(max_upload_bytes=600_000, upload_memory=1_000_000, client_share=0.5), make_reader())
    other = TestClient(app, client=("other", 1))
    with TestClient(app) as client:
        client.get("/healthz")
        limit = app.middleware_stack
        while not isinstance(limit, BodyLimit):
            limit = limit.app
        limit.take("testclient", 400_000)
        answer = client.post("/v1/read", content=b"x" * 300_000)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert int(answer.headers["Retry-After"]) > 0
        assert other.post("/v1/read", content=b"x" * 300_000).status_code == 415
        limit.give_back("testclient", 400_000)
        assert client.post("/v1/read", content=b"x" * 300_000).status_code == 415
        assert limit.free == 1_000_000
        assert not limit.held
