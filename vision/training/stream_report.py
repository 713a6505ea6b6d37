"""How well hands are read from streams, beside what single frames of the same streams tell.

``python -m vision.training.stream_report models/hupai`` makes streams (see ``vision.training.streams``), shows them to
a follower as a camera would, and prints a table: hands whose tiles are all right as settled first, and at the end;
against the frame of middle quality, the one of best quality, the one that is surest of itself, and all frames on the
average.

While a frame is read others come and are dropped. How long reading takes is told with ``--ms``, or measured first, so
that busy machines do not make streams harder. What the models saw in each frame is kept in ``--work`` from run to run,
and a run that was stopped goes on where it was. ``--changes`` measures instead how soon a tile that changes is told.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

from vision.detection import Detection
from vision.detector import Detector
from vision.hand_reading import HandReading
from vision.photo import Photo
from vision.pipeline import open_detector
from vision.reading import read
from vision.stream import Follower, Frame, Phase, State
from vision.stream.evidence import weight
from vision.timing import Stopwatch
from vision.training.contest import Ours
from vision.training.hand_report import tiles_of
from vision.training.measures import Share
from vision.training.seen import Seen, read_seen
from vision.training.streams import CHANGES, RATE, REAL, RENDERED, SECONDS, MadeStream, made_stream
from vision.training.tables import markdown, percent

ROOT = Path(__file__).parents[2]

GLANCE = 0.004
"""Seconds that a frame takes of which it is seen that it is not worth reading."""

SOON = 1.0
"""Seconds within which a change must be told."""

Tiles = Counter[str]


class Kept:
    """A detector that looks at each frame once, whoever asks, and remembers in a file what it saw."""

    def __init__(self, file: Path, detector: Callable[[], Detector]) -> None:
        self._file, self._detector = file, detector
        self._seen = {one.photo: one.detections for one in read_seen(file)} if file.is_file() else {}

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        """See ``vision.detector.Detector``; a photo is known by its name."""
        if photo.name not in self._seen:
            found = tuple(self._detector().detect(photo, watch))
            line = Seen(photo.name, photo.width, photo.height, found).to_line()
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
            self._seen[photo.name] = found
        return list(self._seen[photo.name])


@dataclass(frozen=True, slots=True)
class Single:
    """What one frame tells by itself."""

    exact: bool
    quality: float
    """How well its tiles are photographed, all together."""
    confidence: float
    """How sure its reading is."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What became of one stream."""

    stream: str
    kind: str
    of: str
    first: bool | None
    """Whether the hand that was settled first is right; ``None`` where none was settled."""
    last: bool
    """Whether the tiles are right at the end."""
    took: float | None
    """Seconds until a hand was settled, from when the whole hand lay there."""
    singles: tuple[Single, ...]
    """The frames that were read, from when the whole hand lay there."""
    dropped: int
    story: tuple[str, ...]
    """The phases with their times and tiles that are not right, for people."""

    def single(self, quality: Callable[[Single], float], share: float) -> bool:
        """Whether the frame is right that comes at that ``share`` of all, from the worst to the best."""
        if not self.singles:
            return False
        ordered = sorted(self.singles, key=quality)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))].exact

    @property
    def mean(self) -> float:
        """Share of the frames that are right by themselves."""
        return sum(one.exact for one in self.singles) / max(1, len(self.singles))


def states(stream: MadeStream, follower: Follower, seconds: float) -> Iterator[tuple[State, Frame]]:
    """What a follower that needs so many seconds for a frame tells of a stream, for each frame that it reads."""
    free = 0.0
    for number in range(stream.count):
        at = number / RATE
        if at < free:
            continue
        frame = stream.frame(number)
        state = follower.see(frame)
        free = at + (seconds if state.fresh else GLANCE)
        if state.fresh:
            yield state, frame


def shown(stream: MadeStream, detector: Detector, seconds: float, of: str) -> Shown:
    """What becomes of a stream."""
    follower = Follower(detector)
    first: bool | None = None
    took: float | None = None
    last: HandReading | None = None
    singles: list[Single] = []
    story: list[str] = []
    phase: Phase | None = None
    for state, frame in states(stream, follower, seconds):
        truth = stream.truth(frame.at)
        last = state.reading
        if frame.at >= stream.whole_from:
            singles.append(single(frame, detector, truth))
        if state.settled and first is None and state.reading is not None:
            first, took = tiles_of(state.reading) == truth, max(0.0, state.at - stream.whole_from)
        if state.phase is not phase:
            phase = state.phase
            story.append(f"{state.at:.2f} {phase.value} {_wrong(state.reading, truth)}")
    truth = stream.truth(stream.seconds)
    exact = last is not None and tiles_of(last) == truth
    story.append(f"end {_wrong(last, truth)}")
    return Shown(stream.name, stream.kind, of, first, exact, took, tuple(singles), follower.state.dropped, tuple(story))


def single(frame: Frame, detector: Detector, truth: Tiles) -> Single:
    """What a frame tells by itself."""
    reading = read(detector.detect(frame.photo), frame.photo)
    quality = sum(weight(tile.quality) for tile in reading.tiles if tile.quality is not None)
    return Single(tiles_of(reading) == truth, quality, reading.confidence)


def _wrong(reading: HandReading | None, truth: Tiles) -> str:
    read_tiles: Tiles = Counter() if reading is None else tiles_of(reading)
    missing, extra = truth - read_tiles, read_tiles - truth
    told = f"-{' '.join(sorted(missing.elements()))} +{' '.join(sorted(extra.elements()))}"
    return "right" if not missing and not extra else told


_open = cache(open_detector)


def look(model: Path, work: Path, seed: int, number: int, kind: str | None, seconds: float, length: float) -> Shown:
    """What becomes of stream ``number``, with what was seen before where it was."""
    of = (REAL, RENDERED)[number % 2]
    stream = made_stream(seed, number, kind, of if kind != "removed" else RENDERED, length)
    kept = Kept(work / f"{stream.name.replace(' ', '-').replace(',', '')}.jsonl", lambda: _open(model, threads=1))
    return shown(stream, kept, seconds, of)


def told(jobs: int, work: Iterable[tuple[Path, Path, int, int, str | None, float, float]]) -> Iterator[Shown]:
    """What becomes of each stream, in order."""
    if jobs == 1:
        yield from (look(*one) for one in work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(look, *zip(*work, strict=True))


def row(name: str, those: Sequence[Shown]) -> list[str]:
    """A row of the table."""
    count = len(those)
    took = [one.took for one in those if one.took is not None]

    def share(right: Callable[[Shown], bool]) -> str:
        return percent(Share(sum(map(right, those)), count))

    return [
        name,
        str(count),
        share(lambda one: one.first is True),
        share(lambda one: one.last),
        share(lambda one: one.single(lambda each: each.quality, 0.5)),
        share(lambda one: one.single(lambda each: each.quality, 1.0)),
        share(lambda one: one.single(lambda each: each.confidence, 1.0)),
        f"{sum(one.mean for one in those) / max(1, count):.1%}",
        str(sum(one.first is False for one in those)),
        str(sum(one.first is None for one in those)),
        f"{median(took):.2f}, {sorted(took)[int(0.9 * len(took))]:.2f}" if took else "",
    ]


HEAD = (
    *("streams", "", "settled first, right", "right at the end", "middle frame", "best frame", "surest frame"),
    *("all frames", "settled wrong", "never settled", "seconds to settle: middle, 9 of 10"),
)


def table(found: Sequence[Shown]) -> str:
    """All streams, and those of each sort, in Markdown."""
    sorts = sorted({(one.of, one.kind) for one in found})
    rows = [row("all", found)]
    rows += [row(of, [one for one in found if one.of == of]) for of in sorted({of for of, _ in sorts})]
    rows += [row(f"{of}, {kind}", [one for one in found if (one.of, one.kind) == (of, kind)]) for of, kind in sorts]
    return markdown(HEAD, rows)


def measured(model: Path, frames: int = 7) -> float:
    """Seconds that this machine needs for a frame, in the middle."""
    follower = Follower(open_detector(model))
    stream = made_stream(1, 0, "still", REAL)
    times = []
    for number in range(frames):
        frame = stream.frame(number * RATE)
        start = time.perf_counter()
        follower.see(frame)
        times.append(time.perf_counter() - start)
    return median(times[1:])


# Changes ------------------------------------------------------------------------------------------------------------


def delay(model: Path, work: Path, seed: int, number: int, seconds: float, length: float) -> str:
    """How long after its moment a change is told, in words."""
    stream = made_stream(seed, number, CHANGES[number % len(CHANGES)], seconds=length)
    kept = Kept(work / f"{stream.name.replace(' ', '-').replace(',', '')}.jsonl", lambda: _open(model, threads=1))
    moment, before, false = stream.scene.moments[0], "unsettled", 0
    for state, frame in states(stream, Follower(kept), seconds):
        if frame.at < moment:
            before = "settled" if state.settled else before
            false += bool(state.changes)
        elif any(one.kind.value == stream.kind for one in state.changes):
            changes = ", ".join(f"{one.kind.value} {one.was} {one.now}" for one in state.changes)
            return f"{stream.name}: {frame.at - moment:.2f} s ({changes}), {before}, {false} before"
    return f"{stream.name}: never told, {before}, {false} before"


def main(arguments: Sequence[str] | None = None) -> None:
    """Tell the figures."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.stream_report", description=main.__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--streams", type=int, default=64)
    parser.add_argument("--seed", type=int, default=2, help="of the series; 7 is the one that was tried on")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="length of each stream")
    parser.add_argument("--ms", type=float, help="milliseconds that reading a frame takes; measured without")
    parser.add_argument("--changes", action="store_true", help="measure how soon changes are told")
    parser.add_argument("--work", type=Path, default=ROOT / "out" / "streams", help="where what was seen is kept")
    parser.add_argument("--jobs", type=int, default=1, help="streams at once")
    options = parser.parse_args(arguments)
    seconds = measured(options.model) if options.ms is None else options.ms / 1000
    work = options.work / f"{options.model.name}.{Ours(options.model).stamp}"
    numbers = range(options.streams)
    print(f"{options.streams} streams of seed {options.seed}, {seconds * 1000:.0f} ms for a frame", flush=True)
    common = options.model, work, options.seed
    if options.changes:
        for number in numbers:
            print(delay(*common, number, seconds, options.seconds), flush=True)
        return
    found = []
    for one in told(options.jobs, [(*common, number, None, seconds, options.seconds) for number in numbers]):
        found.append(one)
        print(f"{one.stream}: {'; '.join(one.story)}; frames by themselves {one.mean:.0%}", flush=True)
    print(table(found))


if __name__ == "__main__":
    main()
