"""The service: its settings, its reader and its limits, put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from fastapi.staticfiles import StaticFiles

from service import __version__
from service.errors import install_handlers
from service.keeping import keeper
from service.limits import Arrival, BodyLimit, Gate
from service.openapi import describe
from service.reader import Reader, reader_or_reason
from service.readiness import Readiness
from service.requests import RequestName
from service.routes import PAGE, router
from service.security import Keys, SafeAnswers
from service.settings import Settings
from service.shell import Shell, service_worker
from service.stream_live import Streams
from service.stream_routes import router as stream_router
from service.table_routes import install_tables, open_tables
from service.verify_jobs import Jobs

DESCRIPTION = "A photo of a mahjong hand goes in; the tiles, the score and who pays whom come out."


SCORERS = 2
"""Requests without photos that are worked on at the same time."""
SCORE_QUEUE = 32
"""Requests without photos that may wait."""
READING_BODY = 512 * 1024
"""Bytes that a reading may have that is sent back with corrections; one of 100 tiles has some 60,000."""
TIDY_SECONDS = 3600.0
"""How often kept photos are looked through for old ones."""


def create_app(settings: Settings | None = None, reader: Reader | None = None) -> FastAPI:
    """The application; without a ``reader``, the model that ``settings`` name is loaded here and now.

    ``app.state.stopping`` is set when the process is about to stop: streams end then.
    """
    settings = settings or Settings()
    app = FastAPI(
        title="Hupai", version=__version__, description=DESCRIPTION, docs_url=None, redoc_url=None, lifespan=_life
    )
    _equip(app, settings, reader or reader_or_reason(settings))
    install_handlers(app)
    app.include_router(router)
    app.include_router(stream_router)
    install_tables(app, settings)
    app.mount("/page", StaticFiles(directory=PAGE), name="page")
    app.add_api_route("/sw.js", service_worker, include_in_schema=False)
    describe(app)
    _guard(app, settings)
    return app


def _equip(app: FastAPI, settings: Settings, reader: Reader) -> None:
    """What the endpoints work with."""
    share = settings.client_share
    app.state.settings = settings
    app.state.reader = reader
    app.state.readiness = Readiness(reader.check)
    app.state.keeper = keeper(settings)
    app.state.gate = Gate(settings.workers, settings.queue, name="photos", share=share)
    app.state.scoring_gate = Gate(SCORERS, SCORE_QUEUE, name="scores", share=share)
    app.state.jobs = Jobs(settings)
    app.state.streams = Streams(settings)
    app.state.stopping = asyncio.Event()
    app.state.shell = Shell.of(PAGE)


def _guard(app: FastAPI, settings: Settings) -> None:
    """What a request goes through before it reaches an endpoint, innermost first."""
    limits = dict.fromkeys(("/v1/read", "/v1/scan"), settings.max_upload_bytes) | {"/v1/correct": READING_BODY}
    arrival = Arrival(settings.upload_seconds, settings.stall_seconds)
    together, share = max(settings.upload_memory, settings.max_upload_bytes), settings.client_share
    video = settings.video_max_bytes, Arrival(settings.video_upload_seconds, settings.stall_seconds)
    app.add_middleware(
        BodyLimit, limits=limits, together=together, share=share, arrival=arrival, on_disk={"/v1/verify": video}
    )
    app.add_middleware(Keys, keys=settings.api_keys)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=["Authorization", "X-API-Key", "Content-Type", "If-Match", "Idempotency-Key", "X-Request-ID"],
            expose_headers=["ETag", "Location", "Retry-After", "X-Request-ID"],
        )
    app.add_middleware(SafeAnswers, shared=bool(settings.cors_origins))
    app.add_middleware(RequestName)


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    """From start to end: tables are opened, and kept photos deleted when their time is over."""
    await open_tables(app)
    tidying = asyncio.create_task(_tidy(app))
    try:
        yield
    finally:
        tidying.cancel()
        await app.state.jobs.close()
        app.state.store.close()


async def _tidy(app: FastAPI) -> None:
    while app.state.keeper is not None:
        await asyncio.to_thread(app.state.keeper.tidy)
        await asyncio.sleep(TIDY_SECONDS)
