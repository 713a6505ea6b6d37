"""The process that serves: connections that may not be held for nothing, and an end that finishes what was begun."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from typing import Any, cast
from uuid import uuid4

import h11
import uvicorn
from fastapi import FastAPI
from starlette.requests import HTTPConnection
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

from service.app import create_app
from service.errors import problem, status_of
from service.logs import set_up
from service.metrics import CONNECTIONS
from service.settings import Settings

SWEEP_TICKS = 5
"""The server looks at its connections every so many of its ticks, which are tenths of a second."""
FILES_BESIDE = 100
"""Open files beside those of connections: models, the store, the log."""
UNBEGUN = (h11.IDLE, h11.SEND_RESPONSE)
"""States of a connection on which no answer has begun."""

log = logging.getLogger("hupai")

FRAME_ROOM = 4
"""A frame up to so many times the size that is read is taken in, so that its sender is told that it is too large."""


class Connection(H11Protocol):
    """A connection that knows how long nothing has happened on it."""

    since = 0.0
    """When it began to wait for a request, or an answer last moved on, by the loop's clock."""
    unsent = 0
    """Bytes of an answer that the client had not taken then."""
    most = 0
    """How many connections there may be."""

    @property
    def waits(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, if there is room or some can be made."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.since = self.loop.time()
        CONNECTIONS.set(len(self.connections))
        if self.most and len(self.connections) > self.most:
            self._make_room()

    def _make_room(self) -> None:
        """Close the connection that can best be spared, or this one."""
        spared = to_spare(cast("Iterable[Connection | Stream]", self.connections - {self}))
        if spared is not None:
            spared.transport.abort()
            self.connections.discard(spared)
            return
        self._close("busy", "as many connections are open as may; try again in a moment")

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP with a problem, where no answer has begun, and close."""
        del msg
        self._close("bad_request", "what was sent is no request of HTTP/1.1")

    def _close(self, code: str, detail: str) -> None:
        """Answer with a problem instead of the application, where no answer has begun, and close."""
        if self.conn.our_state in UNBEGUN:
            name = uuid4().hex
            status = status_of(code)
            answer = problem(HTTPConnection({"type": "http", "request_id": name}), status, code, detail)
            answer.headers.update({"Connection": "close", "X-Content-Type-Options": "nosniff"})
            log.info("request", extra={"request_id": name, "status": status, "code": code})
            parts = h11.Response(status_code=status, headers=answer.raw_headers), h11.Data(data=bytes(answer.body))
            self.transport.write(b"".join(self.conn.send(part) or b"" for part in (*parts, h11.EndOfMessage())))
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Take what came; the head of a request that comes bit by bit does not count as something that happens."""
        super().data_received(data)
        if not self.waits:
            self.since = self.loop.time()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.since = self.loop.time()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        CONNECTIONS.set(len(self.connections))

    def stalls(self, now: float, seconds: float) -> bool:
        """Whether it has waited for a request, or for its client to take an answer, for more than so many seconds."""
        unsent = self.transport.get_write_buffer_size()
        if not self.waits and (not unsent or unsent < self.unsent):
            self.since = now
        self.unsent = unsent
        return now - self.since > seconds


class Stream(WSProtocol):
    """A WebSocket that knows how long its client has taken nothing of what it is told."""

    since = 0.0
    """When its client last took something, or nothing waited, by the loop's clock."""
    unsent = 0
    """Bytes that the client had not taken then."""

    waits = False
    """It is at work as long as it is open."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.since = self.loop.time()

    def stalls(self, now: float, seconds: float) -> bool:
        """Whether its client has taken nothing for more than so many seconds, though something waits."""
        unsent = self.transport.get_write_buffer_size()
        if not unsent or unsent < self.unsent:
            self.since = now
        self.unsent = unsent
        return now - self.since > seconds


def to_spare(connections: Iterable[Connection | Stream]) -> Connection | Stream | None:
    """The one that waits longest among those of the client that has most of them; ``None`` when all are at work."""
    waiting = [one for one in connections if one.waits]
    many = Counter(_address(one) for one in waiting)
    return min(waiting, key=lambda one: (-many[_address(one)], one.since), default=None)


def _address(connection: Connection | Stream) -> str:
    return connection.client[0] if connection.client else ""


class Server(uvicorn.Server):
    """Cuts connections that stall, and tells the application when it is about to stop."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, settings: Settings) -> None:
        super().__init__(config)
        self._application = app
        self._settings = settings

    async def on_tick(self, counter: int) -> bool:
        """Look at the connections now and then."""
        if counter % SWEEP_TICKS == 0:
            self._sweep()
        return await super().on_tick(counter)

    def _sweep(self) -> None:
        now = asyncio.get_running_loop().time()
        for one in cast("list[Connection | Stream]", list(self.server_state.connections)):
            if one.stalls(now, self._settings.stall_seconds):
                one.transport.abort()

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        """Stop listening, end streams, finish the requests in work."""
        log.info("stopping")
        self._application.state.stopping.set()
        await super().shutdown(sockets)


def server(settings: Settings, app: FastAPI | None = None) -> Server:
    """The service, ready to run; without an ``app``, one is made of the settings."""
    app = app or create_app(settings)
    most = settings.connections
    kept = type("KeptConnection", (Connection,), {"most": most})
    _allow_files(most + FILES_BESIDE)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=kept,
        ws=Stream,
        ws_max_size=FRAME_ROOM * settings.stream_frame_bytes,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=round(settings.shutdown_seconds),
    )
    return Server(config, app, settings)


def _allow_files(wanted: int) -> None:
    """Let the process open so many files, as far as it may."""
    try:
        import resource  # not on every system
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def serve(settings: Settings) -> None:
    """Serve until told to stop."""
    set_up(settings.log, settings.log_level)
    server(settings).run()
