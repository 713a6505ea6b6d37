"""What a request may take up: bytes of body, time to arrive, a place in the queue, a worker."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.errors import ServiceError, problem
from service.metrics import QUEUE_DEPTH, UPLOAD_BYTES, WORKERS_BUSY

SMALL_BODY = 256 * 1024
"""Bytes that a request without photos may have; the longest evening at a table has that many."""
LENGTH_DIGITS = 20
"""A ``Content-Length`` of so many digits is not believed; the bytes are counted in any case."""
LEAST_RATE = 2000
"""Bytes a second that arrive at least while a body does, or it is given up: 16 kbit/s, less than any phone's."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """How long a body may take."""

    whole: float = 60.0
    """Seconds for all of it."""
    stall: float = 10.0
    """Seconds in which ``LEAST_RATE`` has to be kept."""


class BodyLimit:
    """Refuses a body past its path's limit with 413 before anything parses it, whether or not it says its length.

    The bodies of the paths with limits of their own hold no more than ``together`` bytes, and those of one client
    no more than its ``share``: past that they get 503. A body that does not arrive in time gets 408. Those of paths
    ``on_disk`` are held nowhere in memory, and have a limit and a time of their own.
    """

    def __init__(
        self,
        app: ASGIApp,
        limits: Mapping[str, int],
        together: int,
        default: int = SMALL_BODY,
        share: float = 1.0,
        arrival: Arrival | None = None,
        on_disk: Mapping[str, tuple[int, Arrival]] | None = None,
    ) -> None:
        self.app = app
        self.limits = limits
        self.free = together
        self.default = default
        self.arrival = arrival or Arrival()
        self.on_disk = on_disk or {}
        self.most = max(int(together * share), max(limits.values(), default=0))
        self.held: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit, arrival = self.limits.get(scope["path"], self.default), self.arrival
        if scope["path"] in self.on_disk:
            limit, arrival = self.on_disk[scope["path"]]
        if _declared(scope) > limit:
            error = _too_large(limit)
            await problem(Request(scope), error.status_code, error.code, error.message)(scope, receive, send)
            return
        arriving = _Arriving(receive, limit, arrival)
        if scope["path"] not in self.limits:
            await self.app(scope, arriving, send)
            return
        holding = _Holding(self, arriving, client_of(scope))
        try:
            await self.app(scope, holding, send)
        finally:
            holding.give_back()

    def take(self, client: str, more: int) -> None:
        """Hold ``more`` bytes for the client; raises ``ServiceError`` ``busy`` when there is no room."""
        if more > self.free or self.held[client] + more > self.most:
            raise ServiceError("busy", "too many photos arrive at once; try again in a moment")
        self._hold(client, more)

    def give_back(self, client: str, held: int) -> None:
        """Hold so many bytes less."""
        self._hold(client, -held)
        self.held += Counter()  # those who hold nothing are forgotten

    def _hold(self, client: str, more: int) -> None:
        self.free -= more
        self.held[client] += more
        UPLOAD_BYTES.inc(more)


def client_of(scope: Scope) -> str:
    """The address of a request's client."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _declared(scope: Scope) -> int:
    length = Headers(scope=scope).get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < LENGTH_DIGITS else 0


class _Arriving:
    """``receive``, until more than ``limit`` bytes have come, or too few in the time they may take."""

    def __init__(self, receive: Receive, limit: int, arrival: Arrival) -> None:
        self.receive = receive
        self.limit = limit
        self.seen = 0
        self._arrival = arrival
        self._whole = False
        self._clock = asyncio.get_running_loop().time
        self._end: float | None = None
        self._stalls = 0.0
        self._mark = 0

    async def __call__(self) -> Message:
        if self._whole:
            return await self.receive()
        if self._end is None:
            self._end = self._clock() + self._arrival.whole
            self._stalls = self._clock() + self._arrival.stall
        try:
            async with asyncio.timeout_at(min(self._end, self._stalls)):
                message = await self.receive()
        except TimeoutError:
            raise self._late(self._end) from None
        self._count(message)
        return message

    def _count(self, message: Message) -> None:
        self.seen += len(message.get("body", b""))
        if self.seen > self.limit:
            raise _too_large(self.limit)
        self._whole = not message.get("more_body", False)
        if self.seen - self._mark >= LEAST_RATE * self._arrival.stall:
            self._mark, self._stalls = self.seen, self._clock() + self._arrival.stall

    def _late(self, end: float) -> ServiceError:
        if self._clock() >= end:
            return ServiceError("upload_too_slow", f"the body did not arrive within {self._arrival.whole:g} seconds")
        return ServiceError("upload_too_slow", f"next to nothing arrived in {self._arrival.stall:g} seconds")


class _Holding:
    """``receive`` whose bytes a ``BodyLimit`` holds until they are given back."""

    def __init__(self, limit: BodyLimit, arriving: _Arriving, client: str) -> None:
        self._limit = limit
        self._arriving = arriving
        self._client = client
        self._held = 0

    async def __call__(self) -> Message:
        message = await self._arriving()
        more = self._arriving.seen - self._held
        if more:
            self._limit.take(self._client, more)
            self._held += more
        return message

    def give_back(self) -> None:
        """Let the bytes go."""
        self._limit.give_back(self._client, self._held)
        self._held = 0


def _too_large(limit: int) -> ServiceError:
    return ServiceError("body_too_large", f"the body is larger than {limit:,} bytes")


class Gate:
    """Lets ``workers`` requests run and ``queue`` more wait; turns the next away at once. For one event loop.

    One client's address may take its ``share`` of these places, one at least, so that it leaves some to others.
    """

    def __init__(self, workers: int, queue: int, *, name: str = "photos", share: float = 1.0) -> None:
        self._places = workers + queue
        self._most = max(1, round((workers + queue) * share))
        self._workers = asyncio.Semaphore(workers)
        self._held: Counter[str] = Counter()
        self._waiting = QUEUE_DEPTH.labels(name)
        self._busy = WORKERS_BUSY.labels(name)

    def check(self, client: str = "") -> None:
        """Raise ``ServiceError`` ``busy`` when there is no place in the queue, or none for this client."""
        if self._places <= 0 or self._held[client] >= self._most:
            raise ServiceError("busy", "too many requests wait already; try again in a moment")

    @asynccontextmanager
    async def worker(self, request: Request) -> AsyncIterator[None]:
        """Hold a worker, having waited in the queue; raises ``busy``, or ``ClientDisconnect`` for a client now gone."""
        client = client_of(request.scope)
        self.check(client)
        self._hold(client, 1)
        try:
            async with self._turn():
                if await request.is_disconnected():
                    raise ClientDisconnect
                yield
        finally:
            self._hold(client, -1)

    def _hold(self, client: str, places: int) -> None:
        self._places -= places
        self._held[client] += places
        self._held += Counter()  # those who hold nothing are forgotten

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """A worker, once one is free."""
        with self._waiting.track_inprogress():
            await self._workers.acquire()
        try:
            with self._busy.track_inprogress():
                yield
        finally:
            self._workers.release()
