"""Frames that lie in a folder as picture files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from vision.errors import PhotoError, StreamError
from vision.photo import load
from vision.stream.frame import Coming, Pixels, reduced

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".avif"})

RATE = 10.0
"""Frames a second that are taken where nobody says."""


class Folder:
    """Picture files in the order of their names, in which 10 comes after 9; raises ``StreamError`` for none."""

    def __init__(self, path: Path, rate: float = RATE) -> None:
        self._rate = rate
        try:
            found = [one for one in path.iterdir() if one.suffix.lower() in SUFFIXES and one.is_file()]
        except OSError as error:
            raise StreamError("stream_missing", f"{path.name}: not a folder that may be read") from error
        if not found:
            raise StreamError("stream_empty", f"{path.name}: no pictures in this folder")
        self._paths = sorted(found, key=lambda one: natural(one.name))

    def coming(self) -> Iterator[Coming]:
        """The pictures; raises ``StreamError`` at one that is none."""
        for number, path in enumerate(self._paths):
            yield Coming(number / self._rate, number, partial(_pixels, path))


def natural(name: str) -> list[tuple[int, str]]:
    """What to sort by, so that numbers in names count as numbers."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name.lower())]


def _pixels(path: Path) -> Pixels:
    try:
        return reduced(load(path).pixels)
    except PhotoError as error:
        raise StreamError("stream_broken", f"a frame cannot be read: {error.message}") from error
