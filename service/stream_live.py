"""Live streams: a phone or a browser sends frames over a WebSocket, and is told what is known of the hand.

``/v1/stream`` takes each frame as one binary message, a JPEG, and answers with text, a JSON object each:

- a state for each frame that was read: ``source``, ``phase``, ``missing``, ``tiles`` with their boxes, ``hand``, ... as
  a line of ``hupai watch --json``; ``frame`` counts the frames that were sent, from 0. When a hand is settled anew its
  ``scan`` has the reading, and the sheet where the address names rules (the fields of ``/v1/scan``);
- ``{"problem": {"code", "message"}}`` for a frame that is no good, and as the last word before the stream is closed.

Only the newest frame is read: one that comes while another is read takes the place of those that wait. Where keys are
needed, programs send them as with every request; a browser, which cannot, offers the subprotocols ``hupai`` and
``key.`` with the key in URL-safe base 64 without padding.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic
from urllib.parse import urlsplit

import numpy as np
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.websockets import WebSocket, WebSocketDisconnect

from service.asked import Circumstances
from service.corrections import read_layout
from service.errors import ServiceError, clean, field_faults, problem
from service.limits import client_of
from service.metrics import FRAMES, REFUSALS, STREAMS
from service.reader import PhotoReader
from service.settings import Settings
from service.streams import StateOut, read_of, scan_of
from service.uploads import LAYOUT, text_fields
from service.wire import AnyError, ErrorOut, Out
from vision.errors import PhotoError, VisionError
from vision.game import ANY_GAME
from vision.photo import load
from vision.stream import Follower, Frame, State
from vision.stream.frame import reduced

NAME = "stream"
"""What a stream is called in its states."""

PROTOCOL = "hupai"

JPEG = b"\xff\xd8\xff"

MOST_PIXELS = 3840 * 2160
"""Of a frame."""

FASTEST = 60
"""Frames in a second; who sends more is cut off."""

MOST_BROKEN = 20
"""Frames in a row that are no good, after which a stream is ended."""

POLICY, LARGE, LATER, STOPPING, FAILED = 1008, 1009, 1013, 1012, 1011
"""Codes with which streams are closed."""

CODES = {"busy": LATER, "stream_idle": LATER, "stream_over": LATER, "frame_too_large": LARGE, "stopping": STOPPING}

log = logging.getLogger("hupai")


class ProblemOut(Out):
    """Something that is wrong with a frame or with the stream."""

    problem: ErrorOut


class Streams:
    """The live streams of a process; for one event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: Counter[str] = Counter()
        self._most = max(1, round(settings.streams * settings.client_share))
        self.readers = asyncio.Semaphore(max(1, settings.workers // 2))
        """Who may read a frame: half of the cores at most, so that photos are read beside streams."""

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[None]:
        """A place for a stream; raises ``ServiceError`` ``busy`` where there is none."""
        if self._open.total() >= self._settings.streams or self._open[client] >= self._most:
            raise ServiceError("busy", "as many live streams are read as may be; try again in a moment")
        self._open[client] += 1
        try:
            with STREAMS.track_inprogress():
                yield
        finally:
            self._open[client] -= 1
            self._open += Counter()  # those who have none are forgotten


class Newest:
    """The newest frame that came and was not taken; those before it are dropped."""

    def __init__(self) -> None:
        self.count = 0
        """Frames that came."""
        self._frame: tuple[bytes, int, float] | None = None
        self._news = asyncio.Event()
        self._times: deque[float] = deque(maxlen=FASTEST)

    def put(self, data: bytes, at: float) -> None:
        """Take a frame; raises ``ServiceError`` when they come too fast."""
        if len(self._times) == FASTEST and at - self._times[0] < 1:
            raise ServiceError("frames_too_fast", f"more than {FASTEST} frames came within a second")
        self._times.append(at)
        if self._frame is not None:
            FRAMES.labels("dropped").inc()
        self._frame = data, self.count, at
        self.count += 1
        self._news.set()

    async def take(self) -> tuple[bytes, int, float]:
        """The frame, its number and when it came, waiting for it where there is none."""
        await self._news.wait()
        assert self._frame is not None
        frame, self._frame = self._frame, None
        self._news.clear()
        return frame


class LiveStream:
    """One stream, from its opening to its end."""

    def __init__(self, socket: WebSocket, reader: PhotoReader, settings: Settings, streams: Streams) -> None:
        self._socket, self._reader, self._settings, self._streams = socket, reader, settings, streams
        fields = text_fields(socket.query_params)
        layout = str(fields.pop(LAYOUT, ""))
        self._asked = Circumstances.model_validate(fields) if fields else None
        if self._asked is not None:
            self._asked.check()
        game = ANY_GAME if self._asked is None else self._asked.game()
        self._follower = Follower(reader.detector, game, read_layout(layout))
        self._newest = Newest()
        self._start = monotonic()
        self._scanned = ""
        self._busy = False

    async def run(self) -> None:
        """Read frames until the client goes; raises a ``ServiceError`` that says why it has to."""
        stopping = asyncio.create_task(self._socket.app.state.stopping.wait())
        tasks = (asyncio.create_task(self._receive()), asyncio.create_task(self._read()), stopping)
        try:
            done, _ = await asyncio.wait(
                tasks, timeout=self._settings.stream_seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for task in done:
            task.result()
        if not done:
            raise ServiceError("stream_over", f"a stream lasts {self._settings.stream_seconds:g} seconds at most")
        if stopping in done:
            raise ServiceError("stopping", "the service stops")

    async def _receive(self) -> None:
        """Take frames as they come, until the client goes."""
        while True:
            try:
                async with asyncio.timeout(self._settings.stream_idle_seconds):
                    message = await self._socket.receive()
            except TimeoutError:
                if self._busy:
                    continue  # it may wait to be told of the frame before
                seconds = self._settings.stream_idle_seconds
                raise ServiceError("stream_idle", f"no frame came for {seconds:g} seconds") from None
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("bytes")
            if data is None:
                raise ServiceError("frame_broken", "frames are sent as binary messages, a JPEG each")
            if len(data) > self._settings.stream_frame_bytes:
                most = self._settings.stream_frame_bytes
                raise ServiceError("frame_too_large", f"a frame has {len(data):,} bytes, at most {most:,} are read")
            self._newest.put(data, monotonic() - self._start)

    async def _read(self) -> None:
        """Read the newest frame again and again, and tell what it shows."""
        broken = 0
        while True:
            data, number, at = await self._newest.take()
            out: Out | None
            try:
                self._busy = True
                async with self._streams.readers:
                    out = await run_in_threadpool(self._seen, data, number, at)
                broken = 0
            except VisionError as error:
                broken += 1
                FRAMES.labels("broken").inc()
                code = "frame_too_large" if error.code == "photo_too_large" else "frame_broken"
                told = ServiceError(code, error.message)
                if broken >= MOST_BROKEN:
                    raise told from None
                out = ProblemOut(problem=ErrorOut.of(told))
            self._busy = False
            if out is not None:
                await self._tell(out)

    def _seen(self, data: bytes, number: int, at: float) -> StateOut | None:
        """What is known after a frame; ``None`` where it was not read. Raises ``VisionError``."""
        name = f"frame {number}"
        if not data.startswith(JPEG):
            raise PhotoError("photo_unknown", f"{name}: no JPEG")
        photo = load(data, name=name, max_bytes=self._settings.stream_frame_bytes, max_pixels=MOST_PIXELS)
        state = self._follower.see(Frame(np.ascontiguousarray(reduced(photo.pixels)), at, number))
        FRAMES.labels("read" if state.fresh else "dropped").inc()
        return self._told(state) if state.fresh else None

    def _told(self, state: State) -> StateOut:
        hand = "" if not state.settled or state.reading is None else str(state.reading.hand)
        if not hand or hand == self._scanned:
            return StateOut.of(NAME, state)
        read = read_of(NAME, state, self._reader.model)
        self._scanned = hand
        return StateOut.of(NAME, state, None if read is None else scan_of(read, self._asked))

    async def _tell(self, out: Out) -> None:
        """Send something; raises ``ServiceError`` when it is not taken in time."""
        try:
            async with asyncio.timeout(self._settings.stream_idle_seconds):
                await self._socket.send_text(out.line())
        except TimeoutError:
            seconds = self._settings.stream_idle_seconds
            raise ServiceError("stream_idle", f"what is told was not taken for {seconds:g} seconds") from None


async def live(socket: WebSocket) -> None:
    """Serve one WebSocket from its request on."""
    state, settings = socket.app.state, socket.app.state.settings
    try:
        if not is_ours(socket.headers, settings.cors_origins):
            raise ServiceError("forbidden_origin", "pages of other sites may not open streams here")
        _ = state.reader.model
        assert isinstance(state.reader, PhotoReader)
        async with state.streams.place(client_of(socket.scope)):
            stream = LiveStream(socket, state.reader, settings, state.streams)
            protocols = socket.scope.get("subprotocols", [])
            await socket.accept(subprotocol=PROTOCOL if PROTOCOL in protocols else None)
            await _run(socket, stream)
    except (ServiceError, VisionError) as error:
        await _deny(socket, error)
    except ValidationError as error:
        fault = field_faults(error.errors())[0]
        await _deny(socket, ServiceError("value_invalid", f"{fault['field']}: {fault['message']}"))


async def _deny(socket: WebSocket, error: AnyError) -> None:
    """Answer the request for a WebSocket with a problem."""
    status = error.status_code if isinstance(error, ServiceError) else ServiceError(error.code, "").status_code
    await socket.send_denial_response(problem(socket, status, error.code, error.message))


async def _run(socket: WebSocket, stream: LiveStream) -> None:
    """Run a stream, and close it with a word why where it is not the client that ends it."""
    try:
        await stream.run()
        return
    except WebSocketDisconnect:
        return
    except ServiceError as refused:
        error = refused
    except Exception:
        log.exception("a stream failed")
        error = ServiceError("internal", "something went wrong here; the log has it")
    REFUSALS.labels(error.code).inc()
    with suppress(Exception):
        async with asyncio.timeout(1):
            await socket.send_text(ProblemOut(problem=ErrorOut.of(error)).line())
            await socket.close(CODES.get(error.code, POLICY if error.code != "internal" else FAILED), error.code)


def is_ours(headers: Headers, others: tuple[str, ...]) -> bool:
    """Whether the page that opens a stream, if a page does, is our own or one of the ``others`` that may."""
    origin = headers.get("origin")
    if origin is None or "*" in others or origin in others:
        return True
    return urlsplit(clean(origin)).netloc == headers.get("host", "")
