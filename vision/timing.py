"""How long each stage took."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(slots=True)
class Stopwatch:
    """Milliseconds by stage for one photo; each photo has its own, so threads do not share one."""

    ms: dict[str, float] = field(default_factory=dict)
    """Stage to milliseconds; a stage that runs twice adds up."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time spent inside the ``with`` block to ``name``."""
        start = perf_counter()
        try:
            yield
        finally:
            self.ms[name] = self.ms.get(name, 0.0) + (perf_counter() - start) * 1000
