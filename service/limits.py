"""What a request may take up: bytes of body, a place in the queue, a worker. And its name in the log."""

import logging
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.errors import ServiceError, problem

SMALL_BODY = 64 * 1024
"""Bytes that a request without photos may have."""
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
                log.info(
                    "%s %s %s %d %.0f ms", scope["request_id"], scope["method"], scope["path"], message["status"], ms
                )
            await send(message)

        await self.app(scope, receive, send_named)


class BodyLimit:
    """Refuses a body past its path's limit with 413 before anything parses it, whether or not it says its length."""

    def __init__(self, app: ASGIApp, limits: Mapping[str, int], default: int = SMALL_BODY) -> None:
        self.app = app
        self.limits = limits
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
        await self.app(scope, _counted(receive, limit), send)


def _declared(scope: Scope) -> int:
    length = Headers(scope=scope).get("content-length", "")
    return int(length) if length.isdecimal() else 0


def _counted(receive: Receive, limit: int) -> Receive:
    """``receive``, until more than ``limit`` bytes have come."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise _too_large(limit)
        return message

    return counted


def _too_large(limit: int) -> ServiceError:
    return ServiceError("body_too_large", f"the body is larger than {limit:,} bytes")


class Gate:
    """Lets ``workers`` readings run and ``queue`` more wait; turns the next away at once."""

    def __init__(self, workers: int, queue: int) -> None:
        self._places = threading.BoundedSemaphore(workers + queue)
        self._workers = threading.BoundedSemaphore(workers)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place in the queue; raises ``ServiceError`` ``busy`` when there is none. Never waits."""
        if not self._places.acquire(blocking=False):
            raise ServiceError("busy", "too many photos are being read already; try again in a moment")
        try:
            yield
        finally:
            self._places.release()

    @contextmanager
    def worker(self) -> Iterator[None]:
        """Hold a worker, waiting for one to be free."""
        with self._workers:
            yield
