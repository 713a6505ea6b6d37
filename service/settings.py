"""What the environment decides."""

import os
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from service.logs import LogForm
from vision.photo import MAX_BYTES, MAX_PIXELS

MODELS = Path(__file__).resolve().parent.parent / "models"
"""The models that come with the project."""

PREFIX = "HUPAI_"


def processors() -> int:
    """Processor cores that this process may use, at most 16."""
    try:
        return min(len(os.sched_getaffinity(0)), 16)
    except AttributeError:  # not on every system
        return min(os.cpu_count() or 1, 16)


def _parts(value: object) -> object:
    """A list from a text with commas."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _some(value: object) -> object:
    """A list that is not empty where something was told: one that came out empty would open what it is to close."""
    parts = _parts(value)
    if parts == () and value != ():
        raise ValueError("it has commas and no key between them")
    return parts


def _sendable(key: SecretStr) -> SecretStr:
    text = key.get_secret_value()
    if not (text.isascii() and text.isprintable()):
        raise ValueError("a key has signs of ASCII only, which every client can send")
    return key


Origin = Annotated[str, Field(pattern=r"^(\*|https?://[^\s/?#@,]+)$")]
Origins = Annotated[tuple[Origin, ...], NoDecode, BeforeValidator(_parts)]
Secrets = Annotated[tuple[Annotated[SecretStr, AfterValidator(_sendable)], ...], NoDecode, BeforeValidator(_some)]
Seconds = Annotated[float, Field(le=86_400)]
"""No longer than a day."""


class Settings(BaseSettings):
    """Read from variables such as ``HUPAI_PORT``; an empty variable counts as not set."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, use_attribute_docstrings=True
    )

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = Field(default=8000, ge=0, le=65535)
    """Port to listen on."""
    models: Path = MODELS
    """Folder of a model (with ``card.toml``), or a folder of such folders."""
    model: str | None = None
    """Name of the model to take among several."""
    max_upload_bytes: int = Field(default=MAX_BYTES, gt=0)
    """Largest request body with photos."""
    upload_memory: int = Field(default=256 * 1024 * 1024, gt=0)
    """Bytes of photos that may be on their way, waiting or being read, all clients together."""
    max_photos: int = Field(default=16, gt=0)
    """Most photos in one request."""
    max_pixels: int = Field(default=MAX_PIXELS, gt=0)
    """Largest photo, width times height."""
    workers: int = Field(default_factory=processors, gt=0, le=32)
    """Requests that read photos at the same time; one for each processor core unless set."""
    threads: int = Field(default=1, gt=0, le=64)
    """Threads of a model's run while other photos are read too; a photo read alone gets all cores."""
    queue: int = Field(default=16, ge=0, le=256)
    """Requests with photos that may wait for a worker; the next one is answered 503."""
    client_share: float = Field(default=0.5, gt=0, le=1)
    """Share of workers, queue and memory that one client's address may take."""
    upload_seconds: Seconds = Field(default=60, gt=0)
    """How long the body of a request may take to arrive."""
    stall_seconds: Seconds = Field(default=10, gt=0)
    """How long nothing of note may arrive, or be taken, before a connection is cut."""
    connections: int = Field(default=1000, gt=0)
    """Most open connections; past that, those that wait longest without a request are closed."""
    video_max_bytes: int = Field(default=200 * 1024 * 1024, gt=0)
    """Largest video that a claim is judged by."""
    video_seconds: Seconds = Field(default=600, gt=0)
    """Longest such video."""
    video_upload_seconds: Seconds = Field(default=300, gt=0)
    """How long it may take to arrive."""
    video_every: int = Field(default=5, gt=0)
    """Of a video's frames, each so many-th is looked at."""
    verify_workers: int = Field(default=1, gt=0, le=16)
    """Videos that are judged at the same time, each by a process of low priority with a model of its own."""
    verify_queue: int = Field(default=4, ge=0, le=64)
    """Videos that may wait for that; the next one is answered 503."""
    verify_job_seconds: Seconds = Field(default=1800, gt=0)
    """How long it may take to judge one."""
    verify_keep_seconds: Seconds = Field(default=600, gt=0)
    """How long a verdict can be fetched; the video is gone before."""
    streams: int = Field(default=4, ge=0, le=64)
    """Live streams at the same time; none are taken with 0."""
    stream_frame_bytes: int = Field(default=2 * 1024 * 1024, gt=0)
    """Largest frame of a live stream."""
    stream_idle_seconds: Seconds = Field(default=15, gt=0)
    """How long a live stream may be without a frame, or not take what it is told, before it is ended."""
    stream_seconds: Seconds = Field(default=3600, gt=0)
    """How long a live stream may last."""
    shutdown_seconds: Seconds = Field(default=30, ge=0)
    """How long requests in work may take to finish when the service is told to stop."""
    api_keys: Secrets = ()
    """Keys, with commas between; where there are some, requests under ``/v1`` and ``/metrics`` need one."""
    cors_origins: Origins = ()
    """Origins of other sites' pages that may use the service, as in ``https://a.example``, with commas between."""
    log: LogForm = LogForm.PLAIN
    """How the log is written: ``plain`` or ``json``."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """How much is logged."""
    database_url: SecretStr | None = None
    """Where tables are kept, ``sqlite:////path/to/file`` or ``postgresql://user@host/name``; a file in the folder of
    the user's data unless set."""
    public_url: str = Field(default="", pattern=r"^(https?://[^\s#?]+)?$")
    """Address at which phones reach the service, for the QR code of a table; that of the request unless set."""
    keep_photos: Path | None = None
    """Folder to keep photos in for which a record was asked; none are kept unless set."""
    keep_photos_days: float = Field(default=30, gt=0)
    """Days after which a kept photo and its record are deleted."""


class Row(NamedTuple):
    """A setting as people see it; keys are not shown."""

    variable: str
    value: str
    default: str
    about: str
    is_set: bool
    """Whether the environment sets it."""


def settings_rows(settings: Settings) -> list[Row]:
    """All settings."""
    return [
        Row(
            PREFIX + name.upper(),
            _shown(getattr(settings, name)),
            default_text(name),
            " ".join((field.description or "").split()),
            name in settings.model_fields_set,
        )
        for name, field in type(settings).model_fields.items()
    ]


def default_text(name: str) -> str:
    """The default of a setting as the documentation has it, the same on every machine."""
    if name == "models":
        return "models/ beside the code"
    field = Settings.model_fields[name]
    return "processor cores" if field.default_factory is not None else _shown(field.default)


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
