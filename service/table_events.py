"""Tells those who look at a table when it has changed, whichever process of the service changed it."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from starlette.responses import StreamingResponse
from starlette.types import Send

from service.errors import ServiceError
from service.store import Store

LOOK_SECONDS = 1.0
"""How often the store is asked what others have changed, while anybody looks at a table."""
HEARTBEAT_SECONDS = 15.0
"""After how long without news a comment is sent, so that nobody on the way takes the line for dead."""
STREAM_SECONDS = 3600.0
"""How long a stream lasts; browsers connect again by themselves."""
RETRY_MS = 3000
"""After how long they do."""
MOST_WATCHERS = 500
MOST_AT_TABLE = 32

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

log = logging.getLogger("hupai")


class Watcher:
    """One who looks at a table; holds the latest version only, however long it is not fetched."""

    def __init__(self, version: int, client: str = "") -> None:
        self.version = version
        self.client = client
        """Whose address it has."""
        self.news = asyncio.Event()

    def tell(self, version: int) -> None:
        """Let it know of a version; within the loop."""
        if version != self.version:
            self.version = version
            self.news.set()


class Watch:
    """All who look at tables, in one process and its event loop."""

    def __init__(self, store: Store, stopping: asyncio.Event, share: float = 1.0) -> None:
        self._store = store
        self._share = share
        """Of all watchers, how many one client's address may have."""
        self.stopping = stopping
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None

    def tell(self, table: str, version: int) -> None:
        """Let those who look at the table know, from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._told, table, version)

    def _told(self, table: str, version: int) -> None:
        for watcher in self._watchers.get(table, ()):
            watcher.tell(version)

    def check(self, table: str, client: str = "") -> None:
        """Raise ``ServiceError`` ``busy`` where there are too many watchers already, or too many of this client's."""
        clients = Counter(watcher.client for watchers in self._watchers.values() for watcher in watchers)
        at_table = len(self._watchers.get(table, ()))
        own = clients[client] >= max(1, round(MOST_WATCHERS * self._share))
        if own or clients.total() >= MOST_WATCHERS or at_table >= MOST_AT_TABLE:
            raise ServiceError("busy", "too many look at tables already; try again in a moment")

    @contextmanager
    def watching(self, table: str, version: int, client: str = "") -> Iterator[Watcher]:
        """A watcher of the table, as long as it is wanted."""
        watcher = Watcher(version, client)
        self._watchers[table].add(watcher)
        self._look()
        try:
            yield watcher
        finally:
            self._watchers[table].discard(watcher)
            if not self._watchers[table]:
                del self._watchers[table]

    def _look(self) -> None:
        """Look at the store from now on, as long as there are watchers."""
        self._loop = asyncio.get_running_loop()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_on())

    async def _look_on(self) -> None:
        while self._watchers and not self.stopping.is_set():
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self.stopping.wait()
            except TimeoutError:
                await self._look_once()
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.news.set()

    async def _look_once(self) -> None:
        try:
            found = await asyncio.to_thread(self._store.versions, list(self._watchers))
        except ServiceError:
            return  # it is looked again in a moment; whoever asks for the table is told
        except Exception:
            log.exception("tables could not be looked at")
            return
        for name, version in found.items():
            self._told(name, version)


class Events(StreamingResponse):
    """A stream of versions; when a client does not read, it waits, and tells the latest version after that."""

    def __init__(self, watch: Watch, table: str, version: int, client: str = "") -> None:
        super().__init__(_events(watch, table, version, client), media_type="text/event-stream", headers=HEADERS)

    async def stream_response(self, send: Send) -> None:
        """Send it, and end it when its time is over, read or not."""
        try:
            async with asyncio.timeout(STREAM_SECONDS):
                await super().stream_response(send)
        except TimeoutError:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _events(watch: Watch, table: str, version: int, client: str) -> AsyncIterator[str]:
    with watch.watching(table, version, client) as watcher:
        yield f"retry: {RETRY_MS}\n{_event(watcher.version)}"
        while not watch.stopping.is_set():
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await watcher.news.wait()
            except TimeoutError:
                yield ": still here\n\n"
                continue
            watcher.news.clear()
            if not watch.stopping.is_set():
                yield _event(watcher.version)


def _event(version: int) -> str:
    return f'id: {version}\nevent: table\ndata: {{"version": {version}}}\n\n'
