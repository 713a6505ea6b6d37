"""Video files, and pictures from a video decoder as they are read.

PyAV decodes, not OpenCV's capture: it says what is wrong with a file, has each frame's display matrix, keeps to
time-outs, makes 4K smaller as it turns it into colours, and is told which containers and protocols it may open.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import av
import numpy as np
from av.container import InputContainer
from av.sidedata.sidedata import SideData, Type
from av.video.frame import VideoFrame
from av.video.reformatter import Interpolation
from av.video.stream import VideoStream

from vision.errors import StreamError
from vision.stream.frame import MOST_SIDE, Coming, Pixels, check_size, reduced_size
from vision.stream.upright import quarter_turns, turned

FORMATS = (
    *("mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "avi", "mpegts", "mpeg", "mpegvideo"),
    *("flv", "ogg", "asf", "h264", "hevc", "m4v", "ivf"),
)
"""Containers that are opened; no playlists nor scripts, which could name other files and addresses."""

MOST_PIXELS = MOST_SIDE**2
"""Width times height of a picture."""

BROKEN_IN_A_ROW = 120
"""So many packets without a picture that can be decoded, and the rest is given up: some seconds."""

LEAP, LEAP_BACK = 60.0, 0.5
"""Seconds between two frames, forwards and backwards, from which on the times are taken to have jumped."""

FASTEST, USUAL = 1000.0, 30.0
"""Frames a second: more makes no sense; what is taken where no time is told."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a video file says of itself."""

    width: int
    height: int
    """Pixels of its pictures as they are stored."""
    seconds: float | None
    """How long it is; ``None`` where it does not say."""


class Recording:
    """A video file, called ``name`` in messages, of pictures of ``pixels`` at most, width times height.

    Raises ``StreamError`` at once when nothing can be read of it.
    """

    def __init__(self, path: Path, name: str = "", pixels: int = MOST_PIXELS) -> None:
        self._name = name or path.name
        self._path, self._pixels = path, pixels
        _check_file(path, self._name)
        with self._opened() as container:
            first = next(self._decoded(container, self._track(container)), None)
        if first is None:
            raise StreamError("stream_broken", f"{self._name}: no picture can be decoded")

    def coming(self) -> Iterator[Coming]:
        """Its frames in order; raises ``StreamError`` where the rest is damaged."""
        with self._opened() as container:
            track = self._track(container)
            clock = Clock(float(track.average_rate or 0))
            for number, shot in enumerate(self._decoded(container, track)):
                yield Coming(clock.seconds(shot.frame), number, partial(shot.rgb, self._name))

    def facts(self) -> Facts:
        """What the file says of itself."""
        with self._opened() as container:
            track = self._track(container)
            seconds = None if container.duration is None else container.duration / av.time_base
            return Facts(track.width, track.height, seconds)

    def _opened(self) -> InputContainer:
        options = {"protocol_whitelist": "file", "format_whitelist": ",".join(FORMATS)}
        try:
            return av.open(f"file:{self._path.absolute()}", "r", container_options=options, metadata_errors="replace")
        except (av.error.FFmpegError, ValueError, OSError) as error:
            known = _is_movie(self._path)
            why = f"cut short or damaged ({said(error)})" if known else f"no video in a known format ({said(error)})"
            raise StreamError("stream_broken" if known else "stream_unknown", f"{self._name}: {why}") from error

    def _track(self, container: InputContainer) -> VideoStream:
        return video_track(container, self._name, self._pixels)

    def _decoded(self, container: InputContainer, track: VideoStream) -> Iterator[Shot]:
        return decoded(container, track, self._name)


def _is_movie(path: Path) -> bool:
    """Whether it starts as the usual video files of phones do."""
    with path.open("rb") as file:
        return file.read(8)[4:] == b"ftyp"


def _check_file(path: Path, name: str) -> None:
    try:
        found = path.stat()
    except (OSError, ValueError) as error:
        raise StreamError("stream_missing", f"{name}: no such file") from error
    if not stat.S_ISREG(found.st_mode) or not os.access(path, os.R_OK):
        raise StreamError("stream_missing", f"{name}: not a file that may be read")
    if not found.st_size:
        raise StreamError("stream_empty", f"{name}: no bytes at all")


class Clock:
    """Seconds from the first frame, also where a file tells no times, or times that jump.

    Where several recordings are joined, or a counter turns over, the times leap forwards or start anew; what leaps by
    more than ``LEAP`` counts as the next frame. Otherwise a hand would be taken to have lain there for hours.
    """

    def __init__(self, rate: float) -> None:
        self._step = 1 / rate if 0 < rate < FASTEST else 1 / USUAL
        self._start: float | None = None
        self._last: float | None = None

    def seconds(self, frame: VideoFrame) -> float:
        """When the next frame is to be shown."""
        told = None if frame.pts is None or frame.time_base is None else float(frame.pts * frame.time_base)
        if self._last is None:
            self._start, self._last = told, 0.0
            return 0.0
        next_one = self._last + self._step
        later = next_one if told is None or self._start is None else told - self._start
        if told is not None and self._start is not None and not -LEAP_BACK < later - self._last < LEAP:
            self._start, later = told - next_one, next_one
        self._last = later if later > self._last else self._last + 1 / FASTEST
        return self._last


def video_track(container: InputContainer, name: str, pixels: int = MOST_PIXELS) -> VideoStream:
    """The track with the pictures, which its decoder makes no larger than ``pixels``; raises ``StreamError``."""
    tracks = [track for track in container.streams.video if not _is_cover(track)]
    if not tracks:
        kinds = ", ".join(sorted({track.type for track in container.streams})) or "nothing"
        raise StreamError("stream_no_video", f"{name}: no video track, only {kinds}")
    track = tracks[0]
    if track.codec_context is None:
        raise StreamError("stream_unsupported", f"{name}: its pictures are coded in a way that is not known")
    if track.width and track.height:
        check_size(track.width, track.height, name)
    if track.width * track.height > pixels:
        size = f"{track.width} x {track.height} pixels"
        raise StreamError("stream_too_large", f"{name}: {size}, at most {pixels:,} in all are read")
    track.codec_context.options = {"max_pixels": str(pixels)}
    track.thread_type = "AUTO"
    return track


def _is_cover(track: VideoStream) -> bool:
    """Whether it is the picture on a music file rather than a video."""
    return bool(track.disposition & track.disposition.attached_pic)


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture as it was decoded."""

    frame: VideoFrame
    matrix: bytes | None
    """Its display matrix; ``None`` where it stands upright."""

    @classmethod
    def of(cls, frame: VideoFrame, before: Shot | None) -> Shot:
        """``frame`` after the picture ``before``; what is not told anew holds until the next key frame."""
        beside = cast("Iterable[SideData]", frame.side_data)
        told = next((bytes(one) for one in beside if one.type is Type.DISPLAYMATRIX), None)
        if told is None and before is not None and not frame.key_frame:
            told = before.matrix
        return cls(frame, told)

    def rgb(self, name: str) -> Pixels:
        """The picture upright, no larger than is read; raises ``StreamError``."""
        frame = self.frame
        check_size(frame.width, frame.height, name)
        width, height = reduced_size(frame.width, frame.height)
        try:
            made = frame.reformat(width, height, "rgb24", interpolation=Interpolation.AREA)
        except (av.error.FFmpegError, ValueError) as error:
            raise StreamError("stream_unsupported", f"{name}: pictures of the kind {frame.format.name}") from error
        pixels = np.asarray(made.to_ndarray(), np.uint8)
        return pixels if self.matrix is None else turned(pixels, *quarter_turns(self.matrix))


def decoded(container: InputContainer, track: VideoStream, name: str) -> Iterator[Shot]:
    """Every picture that can be decoded; damaged ones are left out.

    Raises ``StreamError`` when far too many in a row are damaged, or reading fails.
    """
    damaged, shot = 0, None
    packets = container.demux(track)
    while True:
        try:
            packet = next(packets, None)
        except av.error.EOFError:
            return
        except (av.error.FFmpegError, OSError) as error:
            raise StreamError("stream_broken", f"{name}: cannot be read on ({said(error)})") from error
        if packet is None:
            return
        try:
            frames = packet.decode()
        except av.error.EOFError:
            return
        except av.error.FFmpegError as error:
            damaged += 1
            if damaged > BROKEN_IN_A_ROW:
                raise StreamError("stream_broken", f"{name}: its pictures are damaged ({said(error)})") from error
            continue
        for frame in frames:
            damaged = 0
            if isinstance(frame, VideoFrame) and not frame.is_corrupt:
                shot = Shot.of(frame, shot)
                yield shot


def said(error: Exception) -> str:
    """What a decoder says, without the address or file that it says it of."""
    return getattr(error, "strerror", None) or type(error).__name__
