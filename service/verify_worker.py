"""The process that judges one claim by one video: apart from the service, so that photos are read beside it.

A claim comes as a line of JSON on standard input, the video as an open file; what it tells goes to standard output, a
line of JSON each: ``progress`` now and then, and at the end ``verdict`` with the ``evidence``, or ``error``. It runs
at low priority, and ends when standard input does, that is with the service, however that ends.
"""

import base64
import io
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from PIL import Image
from pydantic import BaseModel, ConfigDict

from service.errors import ServiceError
from service.reader import Model
from service.verify import ClaimAsked, VerdictOut, evidence_of, verified
from service.wire import ErrorOut
from vision.detector import Detector
from vision.errors import StreamError, VisionError
from vision.pipeline import open_detector
from vision.stream import Follower, State
from vision.stream.recording import Recording
from vision.stream.source import Recorded
from vision.stream.verdict import Finding

NICENESS = 10
"""By how much photos go before videos."""

EACH_SECONDS = 0.5
"""How often progress is told."""

JPEG_QUALITY = 88

GONE = 3
"""Exit status when the service is gone."""


class Work(BaseModel):
    """What is to be done."""

    model_config = ConfigDict(frozen=True)

    name: str
    """Of the video."""
    asked: dict[str, Any]
    """The claim."""
    model: Path
    """Folder of the model."""
    every: int
    """Of the video's frames, each so many-th is looked at."""
    seconds: float
    """Longest video."""
    pixels: int
    """Largest frame, width times height."""


Opens = Callable[[Path], tuple[Detector, Model]]
Tell = Callable[[dict[str, Any]], None]


def opened(folder: Path) -> tuple[Detector, Model]:
    """The detector in a folder, to be run by one thread, and which it is."""
    detector = open_detector(folder, threads=1)
    return detector, Model(detector.card.name, detector.sha256)


def work(todo: Work, video: Path, tell: Tell, opens: Opens = opened) -> None:
    """Judge, and tell how far that has come; raises ``VisionError`` or ``ServiceError`` where it cannot be done."""
    recording = Recording(video, todo.name, todo.pixels)
    facts = recording.facts()
    if facts.seconds is not None and facts.seconds > todo.seconds:
        raise _too_long(todo)
    asked = ClaimAsked.model_validate(todo.asked)
    claim = asked.claim()
    detector, model = opens(todo.model)
    progress = Progress(tell, facts.seconds, todo.seconds)
    source = Recorded(todo.name, recording.coming, todo.every)
    verdict, cut = verified(source, Follower(detector, claim.game), claim, progress.hear)
    if progress.late:
        raise _too_long(todo)
    picture = "" if verdict.decisive is None else _picture(verdict.decisive)
    out = VerdictOut.of(todo.name, verdict, asked, model, cut)
    tell({"verdict": out.model_dump(mode="json", by_alias=True), "evidence": picture})


def _too_long(todo: Work) -> StreamError:
    return StreamError("video_too_long", f"{todo.name}: longer than {todo.seconds:g} seconds")


class Progress:
    """Tells now and then how far a video has been looked at."""

    def __init__(self, tell: Tell, seconds: float | None, most: float) -> None:
        self.late = False
        """Whether the video turned out to be longer than the ``most`` seconds that it may be."""
        self._tell, self._seconds, self._most = tell, seconds, most
        self._told, self._hands = -EACH_SECONDS, 0

    def hear(self, state: State, over: Finding | None) -> bool:
        """Hear of a state and of a hand that is over; whether to go on."""
        self._hands += over is not None
        self.late = state.at > self._most
        if monotonic() - self._told >= EACH_SECONDS:
            self._told = monotonic()
            self._tell({"progress": self._now(state)})
        return not self.late

    def _now(self, state: State) -> dict[str, Any]:
        reading = state.reading
        return {
            "at": round(state.at, 2),
            "share": None if not self._seconds else round(min(1.0, state.at / self._seconds), 3),
            "read": state.read,
            "phase": state.phase.value,
            "hand": None if reading is None or reading.hand is None else str(reading.hand),
            "hands": self._hands,
        }


def _picture(finding: Finding) -> str:
    buffer = io.BytesIO()
    Image.fromarray(evidence_of(finding)).save(buffer, "JPEG", quality=JPEG_QUALITY)
    return base64.b64encode(buffer.getvalue()).decode()


def end_with(file: int) -> None:
    """End this process when nothing more can come from an open file."""

    def wait() -> None:
        while os.read(file, 1024):
            pass
        os._exit(GONE)

    threading.Thread(target=wait, name="end with the service", daemon=True).start()


def main(opens: Opens = opened) -> None:
    """Do the work that standard input tells, on the open file of that number."""
    os.nice(NICENESS)
    out, todo = sys.stdout, Work.model_validate_json(sys.stdin.buffer.readline())
    end_with(sys.stdin.fileno())

    def tell(what: dict[str, Any]) -> None:
        out.write(json.dumps(what, ensure_ascii=True, allow_nan=False) + "\n")
        out.flush()

    try:
        work(todo, Path(f"/dev/fd/{int(sys.argv[1])}"), tell, opens)
    except (VisionError, ServiceError) as error:
        tell({"error": ErrorOut.of(error).model_dump(mode="json")})


if __name__ == "__main__":
    main()
