"""Readers side by side on the same photos, what each saw kept in a work folder from run to run."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vision.errors import ModelError
from vision.pipeline import open_detector
from vision.training.endure import Again, Endured, endured, under
from vision.training.evaluate import Evaluation, judged
from vision.training.photolist import PhotoList
from vision.training.seen import Change, Seen, look, read_seen, seen_of, write_seen
from vision.training.strain import Strain

VISION = Path(__file__).parents[1]
PEER = VISION.parent / "bench" / "peer.py"
PEER_ABSENT = 3
"""Exit status of the peer's adapter where the peer is not installed."""

SEEING = ("pipeline", "quality")
"""Modules of ``vision`` that look at photos, by themselves or with those that they import."""

IMPORTED = re.compile(r"^from vision\.(\w+) import", re.MULTILINE)


class Contestant(Protocol):
    """Anything that looks at photos."""

    name: str
    stamp: str
    """Changes with what it would see."""

    def look(self, photos: PhotoList, change: Change | None = None) -> Iterable[Seen]:
        """What it sees in each photo, after ``change``."""
        ...


class Ours:
    """A model of ours."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.folder = folder
        self._detector = open_detector(folder)
        self.stamp = digest([self._detector.sha256.encode(), (folder / "card.toml").read_bytes(), code()])

    def look(self, photos: PhotoList, change: Change | None = None) -> Iterable[Seen]:
        """See ``Contestant``."""
        return look(photos, self._detector, change)


class Peer:
    """``mahjong-detector`` from PyPI, run by its adapter in a Python that has it installed."""

    def __init__(self, python: str) -> None:
        found = subprocess.run([python, PEER], input="", capture_output=True, text=True, check=False)
        if found.returncode == PEER_ABSENT:
            raise ModelError("peer_missing", found.stderr.strip())
        found.check_returncode()
        self._python = python
        self.name = found.stderr.strip()
        self.stamp = digest([self.name.encode(), PEER.read_bytes()])

    def look(self, photos: PhotoList, change: Change | None = None) -> Iterable[Seen]:
        """See ``Contestant``; photos are looked at as they are."""
        if change is not None:
            raise ValueError("the peer looks at photos as they are")
        names = "\n".join(map(str, photos.paths))
        lines = subprocess.run([self._python, PEER], input=names, stdout=subprocess.PIPE, text=True, check=True).stdout
        return [seen_of(json.loads(line)) for line in lines.splitlines()]


@dataclass(frozen=True, slots=True)
class Work:
    """The folder where what was seen is kept; a file goes stale when reader, photos or labels change."""

    folder: Path

    def evaluate(
        self, contestant: Contestant, photos: PhotoList, strain: Strain | None = None, strength: float = 0
    ) -> Evaluation:
        """What ``contestant`` makes of ``photos`` under a strain, looked at now or before."""
        return judged(photos, self.seen(contestant, photos, strain, strength))

    def seen(
        self, contestant: Contestant, photos: PhotoList, strain: Strain | None = None, strength: float = 0
    ) -> list[Seen]:
        """What ``contestant`` sees in ``photos`` under a strain, now or before."""
        about = f"{strain.name}-{strength:g}" if strain else "clean"
        stamp = digest([contestant.stamp.encode(), *_content(photos), *([strain_code()] if strain else [])])
        path = self.folder / contestant.name / f"{photos.name}.{about}.{stamp[:12]}.jsonl"
        if not path.is_file():
            print(f"{contestant.name}: {photos.name}, {len(photos.paths)} photos, {about}", file=sys.stderr, flush=True)
            write_seen(path, contestant.look(photos, under(strain, strength) if strain else None))
        return read_seen(path)

    def endure(self, contestant: Contestant, photos: PhotoList, clean: Evaluation) -> Iterator[Endured]:
        """What ``contestant`` makes of the photos it read rightly, once made worse."""
        again: Again = lambda right, strain, strength: self.evaluate(contestant, right, strain, strength)  # noqa: E731
        return endured(photos, clean, again)


def _content(photos: PhotoList) -> Iterator[bytes]:
    """What an evaluation depends on beside the reader."""
    for path, tiles in zip(photos.paths, photos.tiles, strict=True):
        yield f"{path.name} {path.stat().st_size} {tiles}".encode()


def code() -> bytes:
    """The source of all that a detector runs through."""
    sources: dict[str, str] = {}
    names = [*SEEING]
    while names:
        name = names.pop()
        if name not in sources:
            sources[name] = (VISION / f"{name}.py").read_text(encoding="utf-8")
            names += IMPORTED.findall(sources[name])
    return "".join(source for _, source in sorted(sources.items())).encode()


def strain_code() -> bytes:
    """The source of how photos are made worse."""
    return (VISION / "training" / "strain.py").read_bytes()


def digest(parts: Iterable[bytes]) -> str:
    """One checksum of all ``parts``."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()
