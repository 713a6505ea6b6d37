"""A request from its head to its answer: its name, its line in the log, and what is counted of it."""

import logging
import re
from time import perf_counter
from urllib.parse import quote
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.metrics import IN_FLIGHT, REQUEST_SECONDS, REQUESTS

REQUEST_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
"""What a caller's own request id may look like."""
MAX_PART = 16
"""Signs of a part of an unknown address that are logged; what is longer may be a table's id."""
MAX_PARTS = 6
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

log = logging.getLogger("hupai")


class RequestName:
    """Names each request, in its scope, its answer's ``X-Request-ID`` and one log line without its contents."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        scope["request_id"] = given if REQUEST_ID.fullmatch(given) else uuid4().hex
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        start = perf_counter()

        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Request-ID"] = scope["request_id"]
                _tell(scope, message["status"], perf_counter() - start)
            await send(message)

        with IN_FLIGHT.track_inprogress():
            await self.app(scope, receive, send_named)


def _tell(scope: Scope, status: int, seconds: float) -> None:
    """Log and count an answer."""
    route, method = route_of(scope), scope["method"] if scope["method"] in METHODS else "OTHER"
    REQUESTS.labels(method, route or "none", status).inc()
    REQUEST_SECONDS.labels(route or "none").observe(seconds)
    told = {
        "request_id": scope["request_id"],
        "method": method,
        "route": route or unknown_path(scope["path"]),
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
    log.info("request", extra=told)


def route_of(scope: Scope) -> str | None:
    """The address as it is declared, as ``/v1/tables/{id}``; ``None`` where none fits."""
    path: str | None = getattr(scope.get("route"), "path", None)
    return path


def unknown_path(path: str) -> str:
    """An address that is none, on one line, with parts that may be secret left out."""
    parts = path.split("/")[: MAX_PARTS + 1]
    return quote("/".join(part if len(part) <= MAX_PART else "..." for part in parts), errors="replace")
