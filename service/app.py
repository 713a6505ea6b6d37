"""The service: its settings, its reader and its limits, put together."""

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from service import __version__
from service.errors import install_handlers
from service.limits import BodyLimit, Gate, RequestName
from service.reader import Reader, reader_or_reason
from service.routes import PAGE, router
from service.settings import Settings

DESCRIPTION = "A photo of a mahjong hand goes in; the tiles, the score and who pays whom come out. Nothing is stored."


SCORERS = 2
"""Requests without photos that are worked on at the same time."""
SCORE_QUEUE = 32
"""Requests without photos that may wait."""
READING_BODY = 512 * 1024
"""Bytes that a reading may have that is sent back with corrections; one of 100 tiles has some 60,000."""


def create_app(settings: Settings | None = None, reader: Reader | None = None) -> FastAPI:
    """The application; without a ``reader``, the model that ``settings`` name is loaded here and now."""
    settings = settings or Settings()
    app = FastAPI(title="Hupai", version=__version__, description=DESCRIPTION, docs_url=None, redoc_url=None)
    app.state.settings = settings
    app.state.reader = reader or reader_or_reason(settings)
    app.state.gate = Gate(settings.workers, settings.queue)
    app.state.scoring_gate = Gate(SCORERS, SCORE_QUEUE)
    install_handlers(app)
    app.include_router(router)
    app.mount("/page", StaticFiles(directory=PAGE), name="page")
    limits = dict.fromkeys(("/v1/read", "/v1/scan"), settings.max_upload_bytes) | {"/v1/correct": READING_BODY}
    together = settings.max_upload_bytes * (settings.workers + settings.queue)
    app.add_middleware(BodyLimit, limits=limits, together=together)
    app.add_middleware(RequestName)
    return app
