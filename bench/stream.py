"""Frames a second that a follower reads, beside what the bare models do on the same frames.

    python bench/stream.py [MODEL [FRAMES]]

The frames are those of a made stream of a rendered hand, 1280 x 720, shaken as in somebody's hand, made before the
clock starts. "Bare model runs" are the very model runs that reading them takes, on inputs prepared before, and nothing
else: no decoding, cutting out, following, layout or quality.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, ClassVar

sys.path.insert(0, str(Path(__file__).parents[1]))

import onnxruntime

from vision.pipeline import open_detector
from vision.stream import Follower, Frame
from vision.training.streams import RENDERED, made_stream

ROOT = Path(__file__).parents[1]
FRAMES = 24
STEP = 6
"""Frames of the stream from one that is read to the next."""

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


def main(folder: Path, count: int = FRAMES) -> None:
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


if __name__ == "__main__":
    given = sys.argv[1:]
    main(Path(given[0]) if given else ROOT / "models" / "hupai", *map(int, given[1:]))
