"""Claims that are being judged by videos, each in a process of its own: a bounded number, for a while.

A video lies in a file without a name, which is gone when the job or the service ends, however that ends. What came of
it is kept in memory until it expires, is fetched and deleted, or makes room for another.
"""

import asyncio
import base64
import contextlib
import json
import logging
import os
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import IO, Any

from service.errors import ServiceError, refuse
from service.metrics import JOBS
from service.settings import Settings
from service.verify_worker import Work

ROOT = Path(__file__).resolve().parent.parent

WORKER = (sys.executable, "-m", "service.verify_worker")

MOST_DONE = 50
"""Results that are kept; the oldest goes."""

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of a line that a worker tells: a verdict on hundreds of hands, and a picture."""

KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "OMP_NUM_THREADS", "LD_LIBRARY_PATH", "SYSTEMROOT")
"""What of the environment a worker gets; no keys nor passwords."""

log = logging.getLogger("hupai")


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(slots=True)
class Job:
    """A claim that is judged, or was."""

    id: str
    client: str
    started_at: datetime
    request_id: str = ""
    """Of the request that began it, by which the log names it: whoever knows ``id`` may fetch what came of it."""
    state: JobState = JobState.WAITING
    progress: dict[str, Any] | None = None
    verdict: dict[str, Any] | None = None
    evidence: bytes = b""
    """JPEG."""
    error: ServiceError | None = None
    expires_at: datetime | None = None
    """When it is forgotten; ``None`` as long as it is not over."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def over(self) -> bool:
        """Whether nothing more happens."""
        return self.state in (JobState.DONE, JobState.FAILED)


class Jobs:
    """All jobs of a process; for one event loop."""

    def __init__(self, settings: Settings, command: Sequence[str] = WORKER) -> None:
        self._settings, self._command = settings, tuple(command)
        self._jobs: dict[str, Job] = {}
        self._running = asyncio.Semaphore(settings.verify_workers)
        self._places = settings.verify_workers + settings.verify_queue
        self._most = max(1, round(self._places * settings.client_share))
        self._held: Counter[str] = Counter()

    @contextlib.contextmanager
    def place(self, client: str) -> Iterator["Place"]:
        """A place for a job whose video is on its way; it is the job's once that is begun.

        Raises ``ServiceError`` ``busy`` when there is none, or none for this client.
        """
        if self._held.total() >= self._places or self._held[client] >= self._most:
            raise ServiceError("busy", "as many videos are judged or wait as may; try again in a moment")
        self._held[client] += 1
        place = Place(self, client)
        try:
            yield place
        finally:
            if not place.taken:
                self.release(client)

    def release(self, client: str) -> None:
        """Give a place back."""
        self._held[client] -= 1
        self._held += Counter()  # those who hold nothing are forgotten

    def begin(self, client: str, work: Work, video: IO[bytes], request_id: str = "") -> Job:
        """Begin a job in a place that is held; the video is closed when it is over."""
        job = Job(secrets.token_urlsafe(16), client, datetime.now(UTC), request_id)
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job, work, video))
        return job

    def job(self, name: str) -> Job:
        """The job of that id; raises ``ServiceError`` ``not_found``."""
        self._forget()
        if name not in self._jobs:
            refuse("not_found", "no such claim is being judged, or its result has expired")
        return self._jobs[name]

    def cancel(self, name: str) -> None:
        """End a job, or forget what came of it."""
        job = self.job(name)
        del self._jobs[name]
        if job.task is not None:
            job.task.cancel()

    async def close(self) -> None:
        """End all jobs."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._jobs.clear()

    def _forget(self) -> None:
        """Forget results that have expired, and the oldest where there are too many."""
        now = datetime.now(UTC)
        over = [job for job in self._jobs.values() if job.over]
        late = [job for job in over if job.expires_at is not None and job.expires_at <= now]
        for job in {one.id: one for one in (*late, *over[: max(0, len(over) - MOST_DONE)])}.values():
            del self._jobs[job.id]

    async def _run(self, job: Job, work: Work, video: IO[bytes]) -> None:
        began = perf_counter()
        try:
            async with self._running:
                job.state = JobState.RUNNING
                with JOBS.track_inprogress():
                    await self._work(job, work, video)
        except ServiceError as error:
            job.error = error
        except Exception:
            log.exception("a claim could not be judged")
            job.error = ServiceError("internal", "something went wrong here; the log has it")
        finally:
            video.close()
            self.release(job.client)
            job.state = JobState.FAILED if job.verdict is None else JobState.DONE
            _tell(job, perf_counter() - began)
            job.expires_at = datetime.now(UTC) + timedelta(seconds=self._settings.verify_keep_seconds)
            asyncio.get_running_loop().call_later(self._settings.verify_keep_seconds + 1, self._forget)

    async def _work(self, job: Job, work: Work, video: IO[bytes]) -> None:
        """Run a worker on the video, and take in what it tells."""
        process = await asyncio.create_subprocess_exec(
            *self._command,
            str(video.fileno()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            pass_fds=(video.fileno(),),
            limit=LONGEST_LINE,
            cwd=ROOT,
            env={key: os.environ[key] for key in KEPT if key in os.environ},
        )
        try:
            async with asyncio.timeout(self._settings.verify_job_seconds):
                await self._hear(job, work, process)
        except TimeoutError:
            most = self._settings.verify_job_seconds
            raise ServiceError("video_too_slow", f"it was not judged within {most:g} seconds") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _hear(self, job: Job, work: Work, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(work.model_dump_json().encode() + b"\n")
        async for line in process.stdout:
            told = json.loads(line)
            if "progress" in told:
                job.progress = told["progress"]
            elif "verdict" in told:
                job.evidence = base64.b64decode(told["evidence"])
                job.verdict = told["verdict"]
                return
            elif "error" in told:
                raise ServiceError(told["error"]["code"], told["error"]["message"], field=told["error"].get("field"))
        raise ServiceError("video_broke_worker", "the video could not be worked on to its end")


def _tell(job: Job, seconds: float) -> None:
    """Log how a job ended, ``cancelled`` where it was ended from outside: nothing of the claim and of the video."""
    verdict, error = job.verdict or {}, job.error
    told = {
        "request_id": job.request_id or None,
        "state": str(job.state) if verdict or error else "cancelled",
        "verdict": verdict.get("answer"),
        "code": error.code if error else None,
        "seconds": round(seconds, 2),
    }
    log.info("claim", extra=told)


@dataclass(slots=True)
class Place:
    """A place that is held."""

    jobs: Jobs
    client: str
    taken: bool = False

    def begin(self, work: Work, video: IO[bytes], request_id: str = "") -> Job:
        """Begin a job in it, asked for by the request of that name."""
        self.taken = True
        return self.jobs.begin(self.client, work, video, request_id)
