"""Phones that send 12-megapixel photos to the real service, and what the bare models do on the same photos.

The service is started as ``hupai serve`` starts it, with whatever ``HUPAI_...`` says, on a free port. Each phone is a
thread with an address of its own (127.0.0.10 and on), which sends the next photo as soon as the last is answered, and
waits as long as ``Retry-After`` says after a 503. The photos are ``examples/hand.jpg`` enlarged, with grain.

The bare models run before and after that, in a single process with all cores, over what they were given while the same
photos were read: alone, and each time after decoding the photo, which is the least that anything has to do with it.

    python bench/load.py [--seconds 120] [--phones 16] [--photos 4] [--bare-seconds 20] [--json]

Exit status 1 when anything but 200 or a 503 with Retry-After was answered, or a photo was read otherwise than before.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import importlib.util
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


ROOT = Path(__file__).resolve().parents[1]
WIDTH, HEIGHT = 4000, 3000
PORT = re.compile(r"http://127\.0\.0\.1:(\d+)")
FIRST_ADDRESS = 10
HEAD = b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n'
FIELDS = {"self_drawn": "true", "rules": "mcr"}
PATIENCE = 300.0
"""Seconds that an answer may take."""
TARGET = 0.85
"""Of the bare models' throughput."""


def photos(count: int) -> list[bytes]:
    """So many 12-megapixel JPEGs of the same hand, each with other light and grain."""
    beside = _bench_vision()
    picture = beside.enlarged()
    return [beside.photo(picture, seed, seed % 5) for seed in range(count)]


def _bench_vision() -> Any:
    """``bench/vision.py``, whose name is a package's as well."""
    spec = importlib.util.spec_from_file_location("bench_vision", ROOT / "bench" / "vision.py")
    assert spec is not None
    assert spec.loader is not None
    beside = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(beside)
    return beside


# The bare models ------------------------------------------------------------------------------------------------------


def bare(folder: Path, seconds: float) -> dict[str, float]:
    """Photos a second of the models alone, and with decoding, in this process."""
    beside = _bench_vision()
    from service.reader import model_folder
    from service.settings import Settings
    from vision.photo import load
    from vision.pipeline import open_detector
    from vision.reading import read_hand
    from vision.runtime import onnxruntime

    onnxruntime.InferenceSession = beside.Recorded
    detector = open_detector(model_folder(Settings()))
    files = [path.read_bytes() for path in sorted(folder.glob("*.jpg"))]
    asked: list[list[Callable[[], object]]] = []
    for data in files:
        beside.Recorded.runs.clear()
        read_hand(load(data), detector)
        asked.append(list(beside.Recorded.runs))
    beside.Recorded.recording = False
    pairs = list(zip(files, asked, strict=True))
    return {
        "models": _pace(itertools.cycle(runs for _, runs in pairs), lambda runs: [run() for run in runs], seconds),
        "decode and models": _pace(
            itertools.cycle(pairs), lambda pair: [load(pair[0]), *(run() for run in pair[1])], seconds
        ),
        "runs for a photo": sum(map(len, asked)) / len(asked),
    }


def _pace(things: Iterator[Any], work: Callable[[Any], object], seconds: float) -> float:
    """How many things a second are worked on."""
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        work(next(things))
        done += 1
    return done / (time.perf_counter() - began)


def bare_apart(folder: Path, seconds: float) -> dict[str, float]:
    """``bare`` in a process of its own."""
    command = [sys.executable, __file__, "--bare", str(folder), "--bare-seconds", str(seconds)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


# The service ----------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """The service as a process, and its port."""
    log = folder / "service.log"
    more = {"HUPAI_DATABASE_URL": f"sqlite:///{folder / 'tables.db'}", "HUPAI_PORT": "0"}
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "serve"], cwd=ROOT, stderr=file, text=True, env=os.environ | more
        )
    try:
        yield _port(log, process), process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def _port(log: Path, process: subprocess.Popen[str]) -> int:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        found = PORT.search(log.read_text())
        if found:
            return int(found[1])
        time.sleep(0.1)
    raise SystemExit(f"the service did not start:\n{log.read_text()}")


def resident(process: subprocess.Popen[str]) -> float:
    """Megabytes of memory that the process holds."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


@dataclass
class Tally:
    """What the phones saw."""

    seconds: list[float] = field(default_factory=list)
    """Of each photo that was answered."""
    answers: Counter[str] = field(default_factory=Counter)
    """By status or error; ``503`` only with Retry-After."""
    hands: Counter[str] = field(default_factory=Counter)
    last: float = 0.0
    """When the last photo was answered."""


class Phone(threading.Thread):
    """Sends photos until the time is over, and waits for the last answer."""

    def __init__(self, number: int, port: int, bodies: list[bytes], end: float, tally: Tally) -> None:
        super().__init__()
        self._address = f"127.0.0.{FIRST_ADDRESS + number}"
        self._port = port
        self._bodies = itertools.islice(itertools.cycle(bodies), number % len(bodies), None)
        self._end = end
        self._tally = tally

    def run(self) -> None:
        while time.perf_counter() < self._end:
            began = time.perf_counter()
            try:
                kind, wait = self._send(next(self._bodies))
            except (OSError, http.client.HTTPException, ValueError) as error:
                kind, wait = f"{type(error).__name__}: {error}", 1.0
            self._tally.answers[kind] += 1
            if kind == "200":
                self._tally.last = time.perf_counter()
                self._tally.seconds.append(self._tally.last - began)
            time.sleep(min(wait, max(self._end - time.perf_counter(), 0.0)))

    def _send(self, body: bytes) -> tuple[str, float]:
        """What was answered, and how long to wait."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=PATIENCE, source_address=(self._address, 0)
        )
        with contextlib.closing(connection):
            connection.request("POST", "/v1/scan", body, {"Content-Type": "multipart/form-data; boundary=b"})
            answer = connection.getresponse()
            told = json.loads(answer.read())
            if answer.status == 503:
                wait = answer.getheader("Retry-After")
                return ("503", float(wait)) if wait else ("503 without Retry-After", 1.0)
            if answer.status != 200:
                return f"{answer.status} {told.get('code')}", 1.0
            self._tally.hands[str(told["reading"]["hand"])] += 1
            return "200", 0.0


def form(photo: bytes) -> bytes:
    """A form with a photo, as a page sends it."""
    fields = b"".join(HEAD % (name.encode(), b"") + value.encode() + b"\r\n" for name, value in FIELDS.items())
    return fields + HEAD % (b"photo", b'; filename="photo.jpg"') + photo + b"\r\n--b--\r\n"


def load_test(folder: Path, phones: int, seconds: float, files: list[bytes]) -> dict[str, Any]:
    """What so many phones see in so many seconds."""
    bodies, tally = [form(data) for data in files], Tally()
    with serving(folder) as (port, process):
        warm = Tally()
        Phone(0, port, bodies, time.perf_counter() + 0.01, warm).run()
        assert warm.answers["200"], warm.answers
        memory = {"start": resident(process)}
        began = time.perf_counter()
        threads = [Phone(number, port, bodies, began + seconds, tally) for number in range(phones)]
        for thread in threads:
            thread.start()
        time.sleep(seconds / 2)
        memory["middle"] = resident(process)
        for thread in threads:
            thread.join()
        memory["end"] = resident(process)
    times = sorted(tally.seconds)
    return {
        "answers": dict(tally.answers),
        "hands": dict(tally.hands),
        "hand of one photo alone": next(iter(warm.hands)),
        "photos a second": len(times) / (tally.last - began) if times else 0.0,
        "p50 seconds": times[len(times) // 2] if times else 0.0,
        "p95 seconds": times[int(len(times) * 0.95)] if times else 0.0,
        "megabytes": memory,
    }


def wrong(found: dict[str, Any]) -> list[str]:
    """What should not have happened."""
    kinds = [f"{count} x {kind}" for kind, count in found["answers"].items() if kind not in {"200", "503"}]
    hands = [hand for hand in found["hands"] if hand != found["hand of one photo alone"]]
    return kinds + [f"read otherwise: {hand}" for hand in hands]


def main(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = photos(arguments.photos)
        for number, data in enumerate(files):
            (folder / f"{number}.jpg").write_bytes(data)
        before = bare_apart(folder, arguments.bare_seconds)
        found = load_test(folder, arguments.phones, arguments.seconds, files)
        after = bare_apart(folder, arguments.bare_seconds)
    paces = {key: (before[key] + after[key]) / 2 for key in before}
    found |= {"bare": paces, "bare before": before, "bare after": after}
    found["ratio"] = {key: found["photos a second"] / paces[key] for key in ("models", "decode and models")}
    found["wrong"] = wrong(found)
    if arguments.json:
        print(json.dumps(found, indent=1))
    else:
        report(found, arguments)
    return 1 if found["wrong"] else 0


def report(found: dict[str, Any], arguments: argparse.Namespace) -> None:
    answers, memory, paces = found["answers"], found["megabytes"], found["bare"]
    size = f"{arguments.photos} photos of {WIDTH} x {HEIGHT}"
    print(f"{arguments.phones} phones, {arguments.seconds:g} seconds, {size}, {os.cpu_count()} processors")
    print(f"answered {answers.get('200', 0)}, turned away with Retry-After {answers.get('503', 0)}")
    print(f"wrong: {'; '.join(found['wrong']) or 'nothing'}")
    print(f"seconds for a photo: p50 {found['p50 seconds']:.2f}, p95 {found['p95 seconds']:.2f}")
    print(f"megabytes: start {memory['start']:.0f}, middle {memory['middle']:.0f}, end {memory['end']:.0f}")
    print(f"photos a second: service {found['photos a second']:.2f}")
    for key, ratio in found["ratio"].items():
        print(f"  {key} in one process {paces[key]:.2f}: the service does {ratio:.0%} of it")
    print(f"target: {TARGET:.0%} of decode and models")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--phones", type=int, default=16)
    parser.add_argument("--photos", type=int, default=4)
    parser.add_argument("--bare-seconds", type=float, default=20)
    parser.add_argument("--bare", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    if told.bare is not None:
        print(json.dumps(bare(told.bare, told.bare_seconds)))
    else:
        sys.exit(main(told))
