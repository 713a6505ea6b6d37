"""The service as a process of its own: how it ends, and what it does with clients that only take."""

import contextlib
import http.client
import io
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import pytest
from PIL import Image

from service.app import create_app
from service.reader import PhotoReader
from service.server import Connection, server, to_spare
from service.settings import Settings

SCRIPT = Path(__file__).with_name("slow_service.py")
LINE = re.compile(r"http://127\.0\.0\.1:(\d+)")
PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""


def picture() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (64, 64), "darkgreen").save(buffer, format="JPEG")
    return buffer.getvalue()


@dataclass
class Service:
    """A process that serves."""

    process: subprocess.Popen[str]
    port: int
    log: list[str] = field(default_factory=list)

    def reading(self) -> None:
        """Wait until a photo is being read."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "reading\n"

    def send(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, body)
        answer = connection.getresponse()
        with contextlib.closing(connection):
            return answer.status, answer.read()

    def begin(self) -> tuple[threading.Thread, list[tuple[int, bytes]]]:
        """Send a photo from a thread."""
        answers: list[tuple[int, bytes]] = []
        thread = threading.Thread(target=lambda: answers.append(self.send("POST", "/v1/read", picture())))
        thread.start()
        return thread, answers


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    services: list[Service] = []

    def started(**settings: object) -> Service:
        told = {f"HUPAI_{name.upper()}": str(value) for name, value in settings.items() if name != "slow"}
        more = {"HUPAI_PORT": "0", "HUPAI_LOG": "json", "HUPAI_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.db'}"}
        environment = os.environ | more | told | {"SLOW_SECONDS": str(settings.get("slow", 0))}
        process = subprocess.Popen(
            [sys.executable, str(SCRIPT)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        log: list[str] = []
        port = listening(process.stderr, log)
        threading.Thread(target=log.extend, args=(process.stderr,), daemon=True).start()
        services.append(Service(process, port, log))
        return services[-1]

    yield started
    for service in services:
        service.process.kill()
        service.process.wait(PATIENCE)
        for pipe in (service.process.stdout, service.process.stderr):
            assert pipe is not None
            pipe.close()


def listening(stderr: IO[str], log: list[str]) -> int:
    """The port, once the service says it."""
    for line in stderr:
        log.append(line)
        found = LINE.search(line)
        if found:
            return int(found[1])
    pytest.fail("".join(log))


def test_what_was_begun_is_finished_when_told_to_stop(start: Callable[..., Service]) -> None:
    service = start(slow=2, workers=1, queue=4, client_share=1)
    first, first_answers = service.begin()
    service.reading()
    second, second_answers = service.begin()
    deadline = time.monotonic() + PATIENCE
    while b'hupai_queue_depth{gate="photos"} 1.0' not in service.send("GET", "/metrics")[1]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    service.process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while accepts(service.port):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert service.process.poll() is None
    first.join(PATIENCE)
    second.join(PATIENCE)
    assert [(status, json.loads(body)["width"]) for status, body in first_answers] == [(200, 64)]
    assert [(status, json.loads(body)["width"]) for status, body in second_answers] == [(200, 64)]
    assert service.process.wait(PATIENCE) in {0, -signal.SIGTERM}


def accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def test_who_holds_a_connection_does_not_hold_up_the_end(start: Callable[..., Service]) -> None:
    service = start(shutdown_seconds=30)
    idle = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(20)]
    for connection in idle[:10]:
        connection.sendall(b"GET /healthz HT")
    assert service.send("GET", "/healthz")[0] == 200
    began = time.monotonic()
    service.process.send_signal(signal.SIGTERM)
    service.process.wait(PATIENCE)
    assert time.monotonic() - began < 25
    for connection in idle:
        connection.close()


def test_what_takes_too_long_is_given_up_at_the_end(start: Callable[..., Service]) -> None:
    service = start(slow=120, shutdown_seconds=1, workers=1)
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE)
    connection.request("POST", "/v1/read", picture())
    service.reading()
    service.process.send_signal(signal.SIGTERM)
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError, AssertionError)):
        assert connection.getresponse().status == 200
    connection.close()


def test_the_log_of_a_process_is_json_without_what_was_sent(start: Callable[..., Service]) -> None:
    service = start()
    service.send("POST", "/v1/read?layout=secret-word", picture())
    service.send("GET", "/v1/rules/secret-word")
    service.process.send_signal(signal.SIGTERM)
    service.process.wait(PATIENCE)
    deadline = time.monotonic() + PATIENCE
    while not any("/v1/rules" in line for line in service.log) and time.monotonic() < deadline:
        time.sleep(0.02)
    lines = [json.loads(line) for line in service.log]
    assert {(line.get("route"), line.get("status")) for line in lines} >= {("/v1/read", 422), ("/v1/rules/{name}", 404)}
    assert "secret-word" not in "".join(service.log)


# Clients that only take -----------------------------------------------------------------------------------------------


@pytest.fixture
def running(make_reader: Callable[..., PhotoReader], tmp_path: Path) -> Iterator[Callable[..., int]]:
    """Starts services in threads; gives their ports."""
    ended: list[Callable[[], None]] = []

    def run(**values: object) -> int:
        url = f"sqlite:///{tmp_path / 'tables.db'}"
        settings = Settings(port=0, database_url=url, client_share=1, **values)  # type: ignore[arg-type]
        one = server(settings, create_app(settings, make_reader()))
        thread = threading.Thread(target=one.run)
        thread.start()

        def end() -> None:
            one.should_exit = True
            thread.join(PATIENCE)

        ended.append(end)
        deadline = time.monotonic() + PATIENCE
        while not one.started:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return int(one.servers[0].sockets[0].getsockname()[1])

    yield run
    for end in ended:
        end()


def status(port: int, method: str = "GET", path: str = "/healthz", body: bytes | None = None) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, body)
    with contextlib.closing(connection):
        return connection.getresponse().status


def is_cut(connection: socket.socket) -> bool:
    """Whether the other end has closed it, or does so soon."""
    connection.settimeout(PATIENCE)
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def test_many_idle_connections_leave_room_for_others(running: Callable[..., int]) -> None:
    port = running(connections=30)
    idle = []
    for number in range(150):
        with contextlib.suppress(OSError):
            idle.append(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
        if number % 30 == 0:
            assert status(port) == 200
    assert status(port, "POST", "/v1/read", picture()) == 200
    for connection in idle:
        connection.close()


def test_a_head_that_comes_bit_by_bit_is_cut(running: Callable[..., int]) -> None:
    port = running(stall_seconds=1)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\n")
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() - began < PATIENCE:
                connection.sendall(b"X: 1\r\n")
                time.sleep(0.1)
        assert time.monotonic() - began < PATIENCE
    assert status(port) == 200


def test_a_connection_that_says_nothing_is_cut(running: Callable[..., int]) -> None:
    port = running(stall_seconds=1)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        assert is_cut(connection)


@pytest.mark.parametrize("path", ["/v1/read", "/v1/score", "/v1/correct"])
def test_a_body_that_trickles_is_given_up(running: Callable[..., int], path: str) -> None:
    port = running(stall_seconds=1, upload_seconds=60)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        head = f"POST {path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
        connection.sendall(head.encode())
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() - began < 5:
                connection.sendall(b"x" * 10)
                time.sleep(0.1)
        connection.settimeout(PATIENCE)
        answer = connection.recv(65536)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"upload_too_slow" in answer


def test_slow_clients_do_not_hold_up_the_others(running: Callable[..., int]) -> None:
    port = running(workers=1, queue=0)
    head = b"POST /v1/read HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\nxxx"
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
    for connection in slow:
        connection.sendall(head)
    assert [status(port, "POST", "/v1/read", picture()) for _ in range(3)] == [200] * 3
    assert status(port, "POST", "/v1/score", b"{}") == 422
    for connection in slow:
        connection.close()
    assert status(port, "POST", "/v1/read", picture()) == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"POST /v1/read HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nshort",
        b"POST /v1/score HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}{}{}",
        b"POST /v1/read HTTP/1.1\r\nHost: h\r\nContent-Length: -5\r\n\r\n",
        b"POST /v1/read HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"POST /v1/read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /v1/read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
        b"GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"GET /%ff%fe?\xff HTTP/1.1\r\nHost: h\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nHost: h\r\n" + b"X: y\r\n" * 20_000,
    ],
)
def test_clients_that_lie_harm_nobody(running: Callable[..., int], sent: bytes) -> None:
    port = running(stall_seconds=1)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
        assert is_cut(connection)
    assert status(port) == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /healthz HTTP/9\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"POST /v1/read HTTP/1.1\r\nHost: h\r\nContent-Length: -5\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: h\r\n" + b"X: y\r\n" * 20_000,
    ],
)
def test_what_is_no_http_is_answered_with_a_problem(
    running: Callable[..., int], sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    port = running()
    with caplog.at_level(logging.INFO, "hupai"), socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(PATIENCE)
        connection.sendall(sent)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        told = json.loads(answer.read())
        assert not connection.recv(1), "it is closed"
    assert (answer.status, answer.headers["Content-Type"]) == (400, "application/problem+json")
    assert (told["code"], told["status"]) == ("bad_request", 400)
    assert told["hint"]
    assert told["request_id"] == answer.headers["X-Request-ID"]
    assert told["request_id"] in [getattr(record, "request_id", "") for record in caplog.records]
    assert status(port) == 200


def answered(connection: socket.socket) -> int:
    """Status of the next answer on a connection, which is read to its end."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    answer.read()
    return answer.status


def test_a_kept_connection_on_which_nonsense_follows_is_told_so(running: Callable[..., int]) -> None:
    port = running()
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(PATIENCE)
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
        assert answered(connection) == 200
        connection.sendall(b"\x00\r\n\r\n")
        assert answered(connection) == 400
    assert status(port) == 200


def test_a_connection_too_many_is_told_so(running: Callable[..., int]) -> None:
    port = running(connections=1, workers=1)
    head = b"POST /v1/read HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\nxxx"
    with socket.create_connection(("127.0.0.1", port)) as first:
        first.sendall(head)
        time.sleep(0.5)
        with socket.create_connection(("127.0.0.1", port)) as second:
            second.settimeout(PATIENCE)
            answer = http.client.HTTPResponse(second)
            answer.begin()
            told = json.loads(answer.read())
    assert (answer.status, told["code"], answer.headers["Retry-After"]) == (503, "busy", "2")


class Transport:
    def __init__(self) -> None:
        self.unsent = 0

    def get_write_buffer_size(self) -> int:
        return self.unsent


def connection_to(client: str = "1", since: float = 0.0, *, waits: bool = True) -> Connection:
    connection = Connection.__new__(Connection)
    connection.client = (client, 1)
    connection.since = since
    connection.transport = Transport()  # type: ignore[assignment]
    connection.cycle = None if waits else SimpleNamespace(response_complete=False)  # type: ignore[assignment]
    return connection


def test_a_client_that_takes_no_answer_stalls_and_one_whose_photo_is_read_does_not() -> None:
    connection = connection_to(waits=False)
    assert not connection.stalls(now=100.0, seconds=10.0)
    connection.transport.unsent = 1000  # type: ignore[attr-defined]
    assert not connection.stalls(now=105.0, seconds=10.0)
    assert not connection.stalls(now=108.0, seconds=10.0)
    assert connection.stalls(now=111.0, seconds=10.0)
    connection.transport.unsent = 500  # type: ignore[attr-defined]
    assert not connection.stalls(now=112.0, seconds=10.0)


def test_the_connection_that_is_spared_waits_longest_among_those_of_the_greediest() -> None:
    other = connection_to("other", since=0.0)
    greedy = [connection_to("greedy", since=since) for since in (5.0, 3.0, 4.0)]
    busy = connection_to("greedy", since=0.0, waits=False)
    assert to_spare([other, *greedy, busy]) is greedy[1]
    assert to_spare([other, busy]) is other
    assert to_spare([busy]) is None
