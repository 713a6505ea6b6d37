"""Whether the service can do its work: looked at when asked, and not more often than makes sense."""

import asyncio
import threading
from collections.abc import Callable
from time import monotonic

FRESH = 300.0
"""Seconds for which a check that went well is believed."""
FAILED = 2.0
"""Seconds for which one that failed is."""
STORE_SECONDS = 5.0
"""How long the store of tables may take to answer."""

Check = Callable[[], None]
"""Raises what is wrong."""


class Readiness:
    """Checks that are made one at a time, whoever asks."""

    def __init__(self, *checks: Check, clock: Callable[[], float] = monotonic) -> None:
        self.checks = list(checks)
        self._clock = clock
        self._lock = threading.Lock()
        self._error: Exception | None = None
        self._until = clock()

    def check(self) -> None:
        """Raise the first thing that is wrong, as found now or a little while ago."""
        with self._lock:
            if self._clock() >= self._until:
                self._look()
            if self._error is not None:
                raise self._error.with_traceback(None)

    def _look(self) -> None:
        self._error = None
        try:
            for check in self.checks:
                check()
        except Exception as error:
            self._error = error
        self._until = self._clock() + (FRESH if self._error is None else FAILED)


class InTime:
    """A check that has to end soon: made one at a time, whoever asks, and not waited for longer than ``seconds``."""

    def __init__(self, check: Check, late: Exception, seconds: float = STORE_SECONDS) -> None:
        self._check = check
        self._late = late
        self._seconds = seconds
        self._running: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raise what is wrong, or that it takes too long; another check is begun only when the last one has ended."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(asyncio.to_thread(self._check))
            self._running.add_done_callback(_looked_at)
        try:
            async with asyncio.timeout(self._seconds):
                await asyncio.shield(self._running)
        except TimeoutError:
            raise self._late.with_traceback(None) from None


def _looked_at(task: "asyncio.Task[None]") -> None:
    """Let nobody complain of an error that nobody waited for."""
    if not task.cancelled():
        task.exception()
