"""A 12-megapixel photo to a hand: decoding, the models' bare runs, and everything, in milliseconds and as ratios.

The photo is ``examples/hand.jpg`` enlarged, as JPEG in memory. What the networks were given while it was read is kept,
so that their bare runs are those very inputs and nothing else. The parts take turns; the best round of each counts.

    python bench/vision.py [MODEL_FOLDER] [ROUNDS]
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np

from vision.photo import load
from vision.pipeline import open_detector, readers
from vision.quality import measure
from vision.reading import read_hand
from vision.runtime import onnxruntime

ROOT = Path(__file__).parents[1]
WIDTH, HEIGHT = 4000, 3000
ROUNDS = 9

Run = Callable[[], object]


class Recorded:
    """An inference session that remembers what it was asked."""

    runs: ClassVar[list[Run]] = []
    recording: ClassVar[bool] = True
    session: ClassVar[type[Any]] = onnxruntime.InferenceSession

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._inner = self.session(*arguments, **options)

    def run(self, *asked: Any) -> Any:
        if Recorded.recording:
            self.runs.append(lambda: self._inner.run(*asked))
        return self._inner.run(*asked)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def enlarged() -> Any:
    """The sample photo in 12 megapixels."""
    picture = cv2.imread(str(ROOT / "examples" / "hand.jpg"))
    scale = WIDTH / picture.shape[1]
    picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    beside = HEIGHT - picture.shape[0]
    return cv2.copyMakeBorder(picture, beside // 2, beside - beside // 2, 0, 0, cv2.BORDER_REFLECT)


def photo(picture: Any, seed: int = 1, lighter: float = 0.0) -> bytes:
    """It as a JPEG, with grain of its own."""
    grain = np.random.default_rng(seed).normal(lighter, 2, picture.shape)
    done, data = cv2.imencode(".jpg", np.clip(picture + grain, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return bytes(data)


def best(runs: dict[str, Run], rounds: int) -> dict[str, float]:
    """Milliseconds of the best round of each, taking turns."""
    ms = dict.fromkeys(runs, float("inf"))
    for name in list(runs) * rounds:
        start = time.perf_counter()
        runs[name]()
        ms[name] = min(ms[name], (time.perf_counter() - start) * 1000)
    return ms


def main(folder: Path, rounds: int = ROUNDS) -> None:
    onnxruntime.InferenceSession = Recorded
    data, detector = photo(enlarged()), open_detector(folder)
    seen = load(data)
    reading = read_hand(seen, detector)
    asked, Recorded.recording = list(Recorded.runs), False
    boxes = [tile.detection.box for tile in reading.tiles if tile.quality is not None]
    ms = best(
        {
            "everything": lambda: read_hand(load(data), detector),
            "decode": lambda: load(data),
            "bare model runs": lambda: [run() for run in asked],
            "quality": lambda: measure(seen, boxes),
        },
        rounds,
    )
    ms["the rest"] = ms["everything"] - sum(ms[name] for name in ("decode", "bare model runs", "quality"))
    size = f"{seen.width} x {seen.height}, {len(data) / 1e6:.1f} MB of JPEG, {len(reading.tiles)} tiles, {reading.hand}"
    print(f"model {folder.name}, {size}; {len(asked)} model runs; {os.cpu_count()} processors, best of {rounds} rounds")
    for name, value in ms.items():
        print(f"{name:16} {value:8.1f} ms   {value / ms['bare model runs']:6.2f} x the bare model runs")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(Path(given[0]) if given else readers(ROOT / "models")[0], *map(int, given[1:]))
