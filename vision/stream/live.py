"""Cameras: only their newest frame is kept, and one that is cut off is opened again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf

import av
import cv2
import numpy as np

from vision.errors import StreamError
from vision.stream.frame import Coming, Frame, Pixels, check_size, reduced
from vision.stream.recording import decoded, said, video_track

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a camera is opened again: each time twice as long, up to the longest."""

OPENING, SILENT = 10.0, 5.0
"""Seconds that a network camera may take to answer, and to send its next picture."""

MOST_CAMERAS = 99
"""Highest number of a webcam: beyond it, hundreds stand for the ways in which cameras can be asked."""

LEAVING = 2.0
"""Seconds that closing waits for a camera."""

Picture = Callable[[], Pixels]
Feed = Callable[[], Iterator[Picture]]
"""Opens a camera and gives its pictures as they come; raises ``StreamError``. The end is a cut, too."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened to the stream itself."""

    code: str
    """``lost`` or ``resumed``."""
    message: str
    at: float
    """Seconds from the start of the stream."""


Tell = Callable[[Notice], None]


def unheard(notice: Notice) -> None:
    """Tells nobody."""


class Live:
    """The newest frame of a camera, read by a thread of its own; frames that nobody took in time are dropped.

    Raises ``StreamError`` when the camera cannot be opened. When it is cut later it is opened again after growing
    pauses; only after ``patience`` seconds without a picture iterating raises ``stream_lost``. After ``lasting``
    seconds it ends, whether pictures come or not.
    """

    def __init__(
        self, name: str, feed: Feed, tell: Tell = unheard, patience: float = inf, lasting: float = inf
    ) -> None:
        self.name = name
        self._feed, self._tell, self._patience, self._lasting = feed, tell, patience, lasting
        self._news = threading.Condition()
        self._newest: Coming | None = None
        self._count = self._taken = 0
        self._closed = False
        self._error: StreamError | None = None
        self._start = time.monotonic()
        pictures = feed()
        self._thread = threading.Thread(target=self._run, args=(pictures,), name=f"stream {name}", daemon=True)
        self._thread.start()

    @property
    def dropped(self) -> int:
        """Frames that came and were never handed out."""
        with self._news:
            return self._count - self._taken - (self._newest is not None)

    def __iter__(self) -> Iterator[Frame]:
        """Each time the newest frame, waiting for it where there is none yet."""
        while True:
            with self._news:
                self._news.wait_for(self._is_news, self._left())
                coming, self._newest = self._newest, None
                if self._closed or coming is None or coming.at > self._lasting:
                    break
                self._taken += 1
            yield coming.frame()
        if self._error is not None and not self._closed:
            raise self._error

    def _is_news(self) -> bool:
        return self._newest is not None or self._closed or self._error is not None

    def _left(self) -> float | None:
        """Seconds until it ends; ``None`` where it does not by itself."""
        return None if self._lasting == inf else max(0.0, self._lasting - self._now())

    def close(self) -> None:
        """Let go of the camera."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(LEAVING)

    def _run(self, pictures: Iterator[Picture]) -> None:
        """Keep the newest picture, and open the camera again when it is cut."""
        pause, last = FIRST_PAUSE, time.monotonic()
        while not self._closed:
            why = "its pictures end"
            before = self._count
            try:
                for picture in pictures:
                    self._take(picture)
                    last = time.monotonic()
                    if self._closed:
                        return
            except StreamError as error:
                why = error.message
            pause = FIRST_PAUSE if self._count > before else min(2 * pause, LONGEST_PAUSE)
            if time.monotonic() - last > self._patience:
                self._fail(StreamError("stream_lost", f"{self.name}: no picture for {self._patience:.0f} s ({why})"))
                return
            self._say("lost", f"{why}; trying again in {pause:g} s")
            self._sleep(pause)
            pictures = self._again()

    def _again(self) -> Iterator[Picture]:
        """The pictures of the camera opened anew; says so with the first."""
        opened = self._feed()
        for number, picture in enumerate(opened):
            if not number:
                self._say("resumed", "pictures come again")
            yield picture

    def _take(self, picture: Picture) -> None:
        with self._news:
            self._newest = Coming(self._now(), self._count, picture)
            self._count += 1
            self._news.notify_all()

    def _fail(self, error: StreamError) -> None:
        with self._news:
            self._error = error
            self._news.notify_all()

    def _say(self, code: str, message: str) -> None:
        if not self._closed:
            self._tell(Notice(code, f"{self.name}: {message}", self._now()))

    def _sleep(self, seconds: float) -> None:
        with self._news:
            self._news.wait_for(lambda: self._closed, seconds)

    def _now(self) -> float:
        return time.monotonic() - self._start


def network_camera(address: str, name: str) -> Iterator[Picture]:
    """Pictures of an RTSP address; ``name`` is what it is called in messages, without a password."""
    options = {"rtsp_flags": "prefer_tcp", "protocol_whitelist": "rtsp,rtsps,rtp,tcp,udp,tls,crypto"}
    start = time.monotonic()
    try:
        container = av.open(address, "r", options=options, timeout=(OPENING, SILENT), metadata_errors="replace")
    except (av.error.FFmpegError, OSError, ValueError) as error:
        late = time.monotonic() - start >= OPENING
        why = f"no answer within {OPENING:g} s" if late else said(error)
        raise StreamError("stream_unreachable", f"{name}: cannot be opened ({why})") from error
    try:
        track = video_track(container, name)
    except StreamError:
        container.close()
        raise
    return _network_pictures(container, track, name)


def _network_pictures(
    container: av.container.InputContainer, track: av.video.stream.VideoStream, name: str
) -> Iterator[Picture]:
    track.codec_context.thread_type = "SLICE"
    with container:
        for shot in decoded(container, track, name):
            yield partial(shot.rgb, name)


def webcam(number: int, name: str) -> Iterator[Picture]:
    """Pictures of the camera with that number."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    camera = cv2.VideoCapture(number) if number <= MOST_CAMERAS else cv2.VideoCapture()
    if not camera.isOpened():
        camera.release()
        raise StreamError("stream_unreachable", f"{name}: there is no such camera, or another program has it")
    camera.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return _webcam_pictures(camera, name)


def _webcam_pictures(camera: cv2.VideoCapture, name: str) -> Iterator[Picture]:
    try:
        while True:
            done, pixels = camera.read()
            if not done:
                raise StreamError("stream_broken", f"{name}: no more pictures")
            yield partial(_from_bgr, pixels, name)
    finally:
        camera.release()


def _from_bgr(pixels: Pixels, name: str) -> Pixels:
    check_size(pixels.shape[1], pixels.shape[0], name)
    return reduced(np.ascontiguousarray(pixels[..., ::-1]))
