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


def create_app(settings: Settings | None = None, reader: Reader | None = None) -> FastAPI:
    """The application; without a ``reader``, the model that ``settings`` name is loaded here and now."""
    settings = settings or Settings()
    app = FastAPI(title="Hupai", version=__version__, description=DESCRIPTION)
    app.state.settings = settings
    app.state.reader = reader or reader_or_reason(settings)
    app.state.gate = Gate(settings.workers, settings.queue)
    install_handlers(app)
    app.include_router(router)
    app.mount("/page", StaticFiles(directory=PAGE), name="page")
    limits = dict.fromkeys(("/v1/read", "/v1/scan"), settings.max_upload_bytes)
    app.add_middleware(BodyLimit, limits=limits)
    app.add_middleware(RequestName)
    return app
