"""Frames a second that a follower reads, beside what the bare models do on the same frames; how soon changes are told.

    python bench/stream.py [MODEL] [--frames FRAMES]
    python bench/stream.py [MODEL] --changes TRIALS

The frames are those of a made stream of a rendered hand, 1280 x 720, shaken as in somebody's hand, made before the
clock starts. "Bare model runs" are the very model runs that reading them takes, on inputs prepared before, and nothing
else: no decoding, cutting out, following, layout or quality.

``--changes`` plays made streams in which a tile becomes another, or is taken away, as a camera would, 30 coded frames a
second by the clock, and tells how long after the first frame that shows the change it is known. They are of real photos
and of rendered hands in turn; without the photos, of rendered hands alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import takewhile
from math import ceil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

sys.path.insert(0, str(Path(__file__).parents[1]))

import onnxruntime

from vision.detector import Detector
from vision.pipeline import open_detector
from vision.stream import Follower, Frame, watch
from vision.stream.live import Live, Picture
from vision.stream.recording import Recording
from vision.training.sources.photos import data_root
from vision.training.streams import CHANGES, RATE, RENDERED, MadeStream, made_stream, write

ROOT = Path(__file__).parents[1]
FRAMES = 24
STEP = 6
"""Frames of the stream from one that is read to the next."""

SEED, SECONDS = 3, 10.0
"""Of the streams with changes, and how long each is; the change comes in the middle."""

SOON = 1.0
"""Seconds within which a change must be told."""

Run = Callable[[], object]


class Recorded:
    """An inference session that remembers what it was asked."""

    runs: ClassVar[list[Run]] = []
    recording: ClassVar[bool] = False
    session: ClassVar[type[Any]] = onnxruntime.InferenceSession

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._inner = self.session(*arguments, **options)

    def run(self, *asked: Any) -> Any:
        if Recorded.recording:
            self.runs.append(lambda: self._inner.run(*asked))
        return self._inner.run(*asked)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def seconds(run: Run) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


@dataclass
class Played:
    """A video as a camera that shows it."""

    path: Path
    shown: list[float] = field(default_factory=list)
    """When each frame came, by the clock."""

    def pictures(self) -> Iterator[Picture]:
        start = time.monotonic()
        for coming in Recording(self.path).coming():
            time.sleep(max(0.0, start + coming.at - time.monotonic()))
            self.shown.append(time.monotonic())
            yield coming.pixels


@dataclass(frozen=True, slots=True)
class Told:
    """What became of one change."""

    settled: bool
    """Whether a hand was settled before."""
    false: int
    """Changes that were told before there was one."""
    after: float | None
    """Seconds after which it was told; ``None`` for never."""
    read: int

    def __str__(self) -> str:
        told = "never told" if self.after is None else f"told after {self.after:.2f} s"
        settled = "settled" if self.settled else "not settled"
        return f"{told}, {settled} before; {self.read} frames read, {self.false} false before"


def told(stream: MadeStream, detector: Detector, path: Path) -> Told:
    """What becomes of the change of ``stream``, played by the clock from ``path``."""
    write(stream, path)
    changed = ceil(stream.scene.moments[0] * RATE)
    played, settled, false, read = Played(path), False, 0, 0
    with closing(Live(stream.name, played.pictures)) as camera:
        for state in takewhile(lambda state: state.number < stream.count - 1, watch(camera, Follower(detector))):
            read = state.read
            if state.number < changed:
                settled |= state.settled
                false += bool(state.changes)
            elif any(one.kind.value == stream.kind for one in state.changes):
                return Told(settled, false, time.monotonic() - played.shown[changed], read)
    return Told(settled, false, None, read)


def changes(folder: Path, trials: int) -> None:
    detector = open_detector(folder)
    found: list[Told] = []
    of = None if (data_root() / "tables").is_dir() else RENDERED
    print(
        f"streams of {'rendered hands and real photos' if of is None else 'rendered hands; there are no photos here'}"
    )
    with TemporaryDirectory() as kept:
        for number in range(trials):
            stream = made_stream(SEED, number, CHANGES[number % len(CHANGES)], of, SECONDS)
            found.append(told(stream, detector, Path(kept) / f"{number}.mp4"))
            print(f"{stream.name}, {stream.size[0]} x {stream.size[1]}: {found[-1]}", flush=True)
    delays = [one.after for one in found if one.after is not None]
    settled, soon = sum(one.settled for one in found), sum(delay <= SOON for delay in delays)
    print(f"model {folder.name}, {os.cpu_count()} processors, {RATE} frames a second")
    print(f"told within {SOON:g} s: {soon} of {trials}, and {len(delays) - soon} later; {settled} were settled before")
    if delays:
        print(f"middle {median(delays):.2f} s, most {max(delays):.2f} s")


def speed(folder: Path, count: int) -> None:
    onnxruntime.InferenceSession = Recorded
    stream = made_stream(1, 1, "still", RENDERED)
    frames: list[Frame] = [stream.frame(STEP * number) for number in range(count)]
    detector = open_detector(folder)
    Follower(detector).see(frames[0])
    follower = Follower(detector)
    read, bare, looked = [], [], []
    for frame in frames:
        Recorded.runs.clear()
        Recorded.recording = True
        before = follower.state.read
        taken = seconds(lambda frame=frame: follower.see(frame))  # type: ignore[misc]
        Recorded.recording = False
        if follower.state.read == before or not Recorded.runs:
            continue
        read.append(taken)
        bare.append(seconds(lambda: [run() for run in Recorded.runs]))
        looked.append(seconds(lambda frame=frame: detector.detect(frame.photo)))  # type: ignore[misc]
    state = follower.state
    size = f"{frames[0].pixels.shape[1]} x {frames[0].pixels.shape[0]}"
    hand = state.reading and state.reading.hand
    print(f"model {folder.name}, {len(read)} of {count} frames of {size} read; {os.cpu_count()} processors; {hand}")
    for name, times in (("followed", read), ("models with what they need", looked), ("bare model runs", bare)):
        each = median(times)
        print(f"{name:27} {1000 * each:7.1f} ms a frame, {1 / each:5.2f} frames a second, {median(bare) / each:6.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, nargs="?", default=ROOT / "models" / "hupai")
    parser.add_argument("--frames", type=int, default=FRAMES)
    parser.add_argument("--changes", type=int, metavar="TRIALS")
    given = parser.parse_args()
    if given.changes is None:
        speed(given.model, given.frames)
    else:
        changes(given.model, given.changes)


if __name__ == "__main__":
    main()
