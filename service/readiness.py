"""Whether the service can do its work: looked at when asked, and not more often than makes sense."""

import threading
from collections.abc import Callable
from time import monotonic

FRESH = 300.0
"""Seconds for which a check that went well is believed."""
FAILED = 2.0
"""Seconds for which one that failed is."""

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
