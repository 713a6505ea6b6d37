"""The endpoints that take video: claims judged by a recording, and hands read from a live stream.

**A claim.** ``POST /v1/verify`` takes a video, as the field ``video`` of a form or as the whole body, and the claim in
the other fields (or in the address): ``hand``, ``score``, and of how it was won what ``POST /v1/score`` takes. It
answers 202 with a job; ``GET /v1/verify/{id}`` tells how far that is and, in the end, the ``verdict``, or the
``problem`` that there was; ``GET /v1/verify/{id}/evidence`` is the frame that shows the hand best, as JPEG with boxes;
``DELETE /v1/verify/{id}`` ends the job and forgets it. The id is all that one needs to fetch it.

**A live stream.** ``/v1/stream`` is a WebSocket; see ``service.stream_live``.
"""

import tempfile
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import IO, Annotated, Any, Self

from fastapi import APIRouter, Path, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from service.errors import PROBLEM_JSON, clean, refuse, shortened
from service.limits import client_of
from service.reader import Reader, model_folder
from service.settings import Settings
from service.stream_live import live
from service.uploads import InMemory, read_form, text_fields
from service.verify import ClaimAsked, VerdictOut
from service.verify_jobs import Job, Jobs
from service.verify_worker import Work
from service.wire import ErrorOut, Out, Rounded, told_time

VIDEO = "video"
SPOOL = 1024 * 1024
"""Bytes of a video from which on it is written to the disk."""

router = APIRouter()


class OnDisk(InMemory):
    """Reads forms with a file without a name for the video."""

    spool_max_size = SPOOL


class ProgressOut(Out):
    """How far a video was looked at."""

    at: Rounded
    """Seconds of it."""
    share: Rounded | None
    """Of all of it, 0 to 1; ``null`` where it does not say how long it is."""
    read: int
    """Frames that were read."""
    phase: str
    """``searching``, ``settling``, ``settled`` or ``changed``."""
    hand: str | None
    """The hand that lies there, as far as it is known."""
    hands: int
    """Hands that were laid down and are gone again."""


class JobOut(Out):
    """A claim that is judged, or was."""

    id: str
    state: str
    """``waiting``, ``running``, ``done`` or ``failed``."""
    started_at: str
    """When, in UTC."""
    expires_at: str | None
    """When it is forgotten; ``null`` as long as it is not over."""
    progress: ProgressOut | None
    verdict: VerdictOut | None
    evidence: str | None
    """Where the frame is that shows the hand best; ``null`` where there is none."""
    problem: ErrorOut | None
    """Why there is no verdict."""

    @classmethod
    def of(cls, job: Job) -> Self:
        """What is told of a job."""
        return cls(
            id=job.id,
            state=job.state.value,
            started_at=told_time(job.started_at),
            expires_at=None if job.expires_at is None else told_time(job.expires_at),
            progress=None if job.progress is None else ProgressOut.model_validate(job.progress),
            verdict=None if job.verdict is None else VerdictOut.model_validate(job.verdict),
            evidence=f"{_path(job)}/evidence" if job.evidence else None,
            problem=None if job.error is None else ErrorOut.of(job.error),
        )


def _path(job: Job) -> str:
    return f"/v1/verify/{job.id}"


JobId = Annotated[str, Path(alias="id", pattern=r"^[A-Za-z0-9_-]{22}$", description="As it was answered")]
BINARY = {"type": "string", "format": "binary"}
CLAIM: dict[str, dict[str, Any]] = {
    "hand": {"type": "string", "description": "The claimed hand in notation"},
    "score": {"type": "integer", "minimum": 0, "description": "The announced points"},
    "rules": {"type": "string", "description": "Name of the rule system; mcr if none is named and a score is"},
    "win": {"type": "string", "description": "Winning tile, as in 5m"},
    "self_drawn": {"type": "boolean", "description": "What is not told is not taken for granted"},
    "from": {"type": "string", "description": "Seat that gave the tile"},
    "seat": {"type": "string", "description": "Seat wind of the winner"},
    "round": {"type": "string", "description": "Prevailing wind"},
    "events": {"type": "array", "items": {"type": "string"}, "description": "Such as last_tile"},
    "flowers": {"type": "string", "description": "Flowers beside those in the hand, as in 15f"},
    "options": {"type": "array", "items": {"type": "string"}, "description": "Each KEY=VALUE"},
    "wild": {"type": "array", "items": {"type": "string"}, "description": "Wild faces, as in 5m"},
    "indicator": {"type": "string", "description": "Tile turned up, from which the wild faces follow"},
    "circumstances": {"type": "array", "items": {"type": "string"}, "description": "Each KEY=VALUE"},
    "table": {"type": "string", "description": "A table as JSON: its rules, winds and counters apply"},
}
BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {"type": "object", "required": [VIDEO], "properties": {VIDEO: BINARY} | CLAIM}
            },
            "video/*": {"schema": BINARY},
        },
    },
    "parameters": [
        {"name": name, "in": "query", "required": False, "schema": schema} for name, schema in CLAIM.items()
    ],
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """OpenAPI's description of the problems that there may be."""
    return {status: {"description": "A problem", "content": {PROBLEM_JSON: {}}} for status in statuses}


@router.post(
    "/v1/verify",
    status_code=202,
    response_model=JobOut,
    responses=problems(400, 408, 413, 415, 422, 503),
    openapi_extra=BODY,
    tags=["streams"],
)
async def verify(request: Request) -> Response:
    """Begin to judge whether a video shows the claimed hand, and whether the announced score is right."""
    jobs, settings = _jobs(request), _settings(request)
    reader: Reader = request.app.state.reader
    _ = reader.model
    client = client_of(request.scope)
    with jobs.place(client) as place:
        name, video, fields = await _received(request)
        try:
            asked = await run_in_threadpool(_claim, fields)
            told = asked.model_dump(mode="json", by_alias=True, exclude_unset=True)
            work = Work(
                name=name,
                asked=told,
                model=model_folder(settings).absolute(),
                every=settings.video_every,
                seconds=settings.video_seconds,
                pixels=settings.max_pixels,
            )
        except BaseException:
            video.close()
            raise
        job = place.begin(work, video, request.scope["request_id"])
    out = JobOut.of(job)
    return JSONResponse(out.model_dump(mode="json", by_alias=True), 202, {"Location": _path(job)})


def _claim(fields: Mapping[str, Any]) -> ClaimAsked:
    """The claim that was told; raises ``RequestValidationError`` or ``ServiceError`` for what is none."""
    if isinstance(fields.get("rules"), list):
        refuse("value_invalid", "rules: a claim is judged by one rule system", field="rules")
    try:
        asked = ClaimAsked.model_validate(fields)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False, include_input=False)) from None
    asked.claim()
    return asked


async def _received(request: Request) -> tuple[str, IO[bytes], dict[str, Any]]:
    """The video's name, the video in a file without a name, and the other fields."""
    query = request.query_params
    if request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        form = await read_form(request, 1, OnDisk)
        try:
            found = form.get(VIDEO)
            if not isinstance(found, UploadFile):
                told = f"{VIDEO}: send a video as this field of a form, or as the whole body"
                refuse("video_absent", told, field=VIDEO)
            if not found.size:
                refuse("stream_empty", f"{VIDEO}: the file has no bytes at all", field=VIDEO)
            file: Any = found.file
            await run_in_threadpool(file.rollover)
            return _name(found.filename), file, text_fields(query, form)
        except BaseException:
            await form.close()
            raise
    file = tempfile.TemporaryFile()  # noqa: SIM115
    try:
        async for chunk in request.stream():
            await run_in_threadpool(file.write, chunk)
        if not file.tell():
            refuse("video_absent", f"{VIDEO}: send a video as this field of a form, or as the whole body", field=VIDEO)
        await run_in_threadpool(file.flush)
        return VIDEO, file, text_fields(query)
    except BaseException:
        file.close()
        raise


def _name(given: str | None) -> str:
    """The last part of a file's name, from any system, of no great length."""
    return shortened(PurePosixPath(clean(given or VIDEO).replace("\\", "/")).name or VIDEO)


def _jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


@router.get("/v1/verify/{id}", responses=problems(404, 422), tags=["streams"])
async def job(request: Request, job_id: JobId) -> JobOut:
    """How far a claim is judged, and what came of it."""
    return JobOut.of(_jobs(request).job(job_id))


EVIDENCE: dict[int | str, dict[str, Any]] = {200: {"description": "The frame", "content": {"image/jpeg": {}}}}


@router.get(
    "/v1/verify/{id}/evidence",
    response_class=Response,
    responses=EVIDENCE | problems(404, 409, 422),
    tags=["streams"],
)
async def evidence(request: Request, job_id: JobId) -> Response:
    """The frame that shows the hand best, with a box for each tile; those that are not what is claimed in magenta."""
    found = _jobs(request).job(job_id)
    if not found.over:
        refuse("not_ready", "the video is not judged yet")
    if not found.evidence:
        refuse("no_evidence", "no hand was seen that could be shown")
    return Response(found.evidence, media_type="image/jpeg")


@router.delete("/v1/verify/{id}", status_code=204, responses=problems(404, 422), tags=["streams"])
async def cancel(request: Request, job_id: JobId) -> Response:
    """End a job, or forget what came of it; nothing is left of it."""
    _jobs(request).cancel(job_id)
    return Response(status_code=204)


UPGRADED: dict[int | str, dict[str, Any]] = {101: {"description": "The WebSocket is open"}}


@router.get(
    "/v1/stream",
    status_code=426,
    response_class=Response,
    responses=UPGRADED | problems(401, 403, 422, 426, 503),
    tags=["streams"],
)
async def stream_by_http() -> Response:
    """A WebSocket: send each frame as one binary message, a JPEG, and be told what is known of the hand as JSON.

    Only the newest frame is read. The address takes ``layout`` and the fields of ``POST /v1/scan``; where they name
    rules, a hand that is settled has its sheet. ``service/stream_live.py`` tells all of it.
    """
    refuse("websocket_wanted", "this address takes a WebSocket")


@router.websocket("/v1/stream")
async def stream(socket: WebSocket) -> None:
    """The live stream."""
    await live(socket)
