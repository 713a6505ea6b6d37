"""Where frames come from: a video file, a webcam, an RTSP address, or a folder of frames."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Protocol
from urllib.parse import urlsplit

from vision.errors import StreamError
from vision.stream.folder import RATE, Folder
from vision.stream.frame import Coming, Frame
from vision.stream.live import Live, Tell, network_camera, unheard, webcam
from vision.stream.recording import BROKEN_IN_A_ROW, Recording

SCHEMES = ("rtsp", "rtsps")

MOST_DIGITS = 9
"""Of a camera's number."""

Seconds = Callable[[], float]


class Source(Protocol):
    """Anything that gives frames; iterate over it once."""

    name: str
    """What it is called in messages, without a password."""

    @property
    def dropped(self) -> int:
        """Frames that came and were not handed out."""
        ...

    def __iter__(self) -> Iterator[Frame]:
        """The frames, later ones after earlier ones; raises ``StreamError`` where no more can be read."""
        ...

    def close(self) -> None:
        """Let go of file or camera; iterating then ends."""
        ...


class Recorded:
    """A recording: each ``every``-th frame as fast as they are taken, or, ``as_live``, only the newest by the clock."""

    def __init__(
        self,
        name: str,
        coming: Callable[[], Iterable[Coming]],
        every: int = 1,
        as_live: bool = False,
        clock: Seconds = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self._coming, self._every, self._as_live = coming, every, as_live
        self._clock, self._sleep = clock, sleep
        self._came = self._taken = 0
        self._closed = False

    @property
    def dropped(self) -> int:
        """Frames that were not handed out."""
        return self._came - self._taken

    def __iter__(self) -> Iterator[Frame]:
        """The frames; see ``Source``. Damaged ones are left out, unless there are too many in a row or no others."""
        broken: list[StreamError] = []
        for coming in self._newest() if self._as_live else self._each():
            try:
                frame = coming.frame()
            except StreamError as error:
                broken.append(error)
                if error.code != "stream_broken" or len(broken) > BROKEN_IN_A_ROW:
                    raise
                continue
            broken.clear()
            self._taken += 1
            yield frame
        if broken and not self._taken:
            raise broken[0]

    def close(self) -> None:
        """Stop after the frame at hand."""
        self._closed = True

    def _all(self) -> Iterator[Coming]:
        for coming in self._coming():
            if self._closed:
                return
            self._came += 1
            yield coming

    def _each(self) -> Iterator[Coming]:
        return (coming for coming in self._all() if coming.number % self._every == 0)

    def _newest(self) -> Iterator[Coming]:
        """What a camera that shows this would be found to show."""
        start = self._clock()
        held: Coming | None = None
        for coming in self._all():
            now = self._clock() - start
            if held is not None and coming.at > now:
                self._sleep(max(0.0, held.at - now))
                yield held
            held = coming
        if held is not None:
            yield held


class Opened:
    """A source that is closed at the end of a ``with`` block."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def __enter__(self) -> Source:
        return self._source

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._source.close()


def open_source(
    text: str,
    *,
    every: int = 1,
    as_live: bool = False,
    rate: float = RATE,
    tell: Tell = unheard,
    patience: float = inf,
    lasting: float = inf,
) -> Source:
    """What ``text`` names: a camera's number, an RTSP address, a video file, or a folder of frames.

    Of a recording each ``every``-th frame is handed out, or ``as_live`` the newest one by the clock; a folder's
    frames are taken to come at ``rate`` a second. Cameras always give their newest frame; ``tell`` hears when one is
    cut and comes again, ``patience`` is how many seconds it may be gone, and after ``lasting`` seconds it ends.
    Raises ``StreamError``.
    """
    if text.isascii() and text.isdecimal():
        return _camera(text, tell, patience, lasting)
    scheme, _, rest = text.partition("://") if "://" in text else ("", "", "")
    if scheme.lower() in SCHEMES:
        name = without_password(text)
        return Live(name, partial(network_camera, f"{scheme.lower()}://{rest}", name), tell, patience, lasting)
    if scheme:
        raise StreamError("stream_unsupported", f"{scheme}://: only {' and '.join(SCHEMES)} addresses are read")
    if not text.strip():
        raise StreamError("stream_missing", "no name of a video, a folder, an address or a camera")
    path = Path(text)
    if is_folder(text):
        return Recorded(path.name, Folder(path, rate).coming, every, as_live)
    return Recorded(path.name, Recording(path).coming, every, as_live)


def _camera(text: str, tell: Tell, patience: float, lasting: float) -> Live:
    """The webcam of that number."""
    name = f"camera {text[:MOST_DIGITS]}"
    try:
        return Live(name, partial(webcam, int(text[:MOST_DIGITS]), name), tell, patience, lasting)
    except StreamError as error:
        if not os.path.exists(text):
            raise
        raise StreamError(error.code, f"{error.message}; what lies here under that name is ./{text}") from error


def is_folder(text: str) -> bool:
    """Whether ``text`` names a folder; what is too long for a name, for which ``Path`` raises, does not."""
    return os.path.isdir(text)


def without_password(address: str) -> str:
    """The address without who logs in."""
    try:
        parts = urlsplit(address)
        host = parts.netloc.rpartition("@")[2]
        known = parts.hostname and parts.port != 0
    except ValueError as error:
        raise StreamError("stream_unsupported", "an address that makes no sense") from error
    if not known:
        raise StreamError("stream_unsupported", f"{parts.scheme}://{host}: an address without a host")
    return f"{parts.scheme}://{host}{parts.path}"
