"""What a request may take up: bytes of body, a place in the queue, a worker. And its name in the log."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from time import perf_counter
from urllib.parse import quote
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.errors import ServiceError, problem

SMALL_BODY = 256 * 1024
"""Bytes that a request without photos may have; the longest evening at a table has that many."""
LENGTH_DIGITS = 20
"""A ``Content-Length`` of so many digits is not believed; the bytes are counted in any case."""
REQUEST_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
"""What a caller's own request id may look like."""

log = logging.getLogger("hupai")


class RequestName:
    """Names each request, in its scope, its answer's ``X-Request-ID`` and one log line without its contents."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        scope["request_id"] = given if REQUEST_ID.fullmatch(given) else uuid4().hex
        start = perf_counter()

        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Request-ID"] = scope["request_id"]
                ms = (perf_counter() - start) * 1000
                path = quote(scope["path"], errors="replace")
                log.info("%s %s %s %d %.0f ms", scope["request_id"], scope["method"], path, message["status"], ms)
            await send(message)

        await self.app(scope, receive, send_named)


class BodyLimit:
    """Refuses a body past its path's limit with 413 before anything parses it, whether or not it says its length.

    The bodies of the paths with limits of their own hold no more than ``together`` bytes: past that they get 503.
    """

    def __init__(self, app: ASGIApp, limits: Mapping[str, int], together: int, default: int = SMALL_BODY) -> None:
        self.app = app
        self.limits = limits
        self.free = together
        self.default = default

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.limits.get(scope["path"], self.default)
        if _declared(scope) > limit:
            error = _too_large(limit)
            await problem(Request(scope), error.status_code, error.code, error.message)(scope, receive, send)
            return
        counted = _Counted(receive, limit)
        if scope["path"] not in self.limits:
            await self.app(scope, counted, send)
            return
        held = 0

        async def held_in_all() -> Message:
            nonlocal held
            message = await counted()
            more = counted.seen - held
            if more > self.free:
                raise ServiceError("busy", "too many photos arrive at once; try again in a moment")
            held += more
            self.free -= more
            return message

        try:
            await self.app(scope, held_in_all, send)
        finally:
            self.free += held


def _declared(scope: Scope) -> int:
    length = Headers(scope=scope).get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < LENGTH_DIGITS else 0


class _Counted:
    """``receive``, until more than ``limit`` bytes have come."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self.receive = receive
        self.limit = limit
        self.seen = 0

    async def __call__(self) -> Message:
        message = await self.receive()
        self.seen += len(message.get("body", b""))
        if self.seen > self.limit:
            raise _too_large(self.limit)
        return message


def _too_large(limit: int) -> ServiceError:
    return ServiceError("body_too_large", f"the body is larger than {limit:,} bytes")


class Gate:
    """Lets ``workers`` requests run and ``queue`` more wait; turns the next away at once. For one event loop."""

    def __init__(self, workers: int, queue: int) -> None:
        self._places = workers + queue
        self._workers = asyncio.Semaphore(workers)

    def check(self) -> None:
        """Raise ``ServiceError`` ``busy`` when there is no place in the queue."""
        if self._places <= 0:
            raise ServiceError("busy", "too many requests wait already; try again in a moment")

    @asynccontextmanager
    async def worker(self, request: Request) -> AsyncIterator[None]:
        """Hold a worker, having waited in the queue; raises ``busy``, or ``ClientDisconnect`` for a client now gone."""
        self.check()
        self._places -= 1
        try:
            async with self._workers:
                if await request.is_disconnected():
                    raise ClientDisconnect
                yield
        finally:
            self._places += 1
