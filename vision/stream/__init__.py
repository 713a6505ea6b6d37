"""Streams: frames in, a settled reading out.

    with closing(open_source("table.mp4", as_live=True)) as source:
        for state in watch(source, Follower(detector)):
            print(state.phase, state.reading and state.reading.hand)

``open_source`` opens a video file, a webcam, an RTSP address or a folder of frames, all of which give ``Frame``s.
``Follower.see(frame)`` takes frames from anywhere and answers with a ``State``: a frozen value that says how far the
reading has come (``phase``), what is missing, every tile with its place and chance, the hand as read from a photo, and
the frame that shows it best. ``watch`` brings the two together. What cannot be read is a ``vision.errors.StreamError``.
"""

from vision.stream.follow import Follower
from vision.stream.frame import Frame
from vision.stream.live import Live, Notice
from vision.stream.source import Source, open_source
from vision.stream.state import FollowedTile, Kind, Missing, Phase, State, TileChange
from vision.stream.watch import watch

__all__ = [
    "FollowedTile",
    "Follower",
    "Frame",
    "Kind",
    "Live",
    "Missing",
    "Notice",
    "Phase",
    "Source",
    "State",
    "TileChange",
    "open_source",
    "watch",
]
