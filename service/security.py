"""Who may ask, and what a browser may do with the answers."""

import base64
import hmac
from collections.abc import Sequence

from pydantic import SecretStr
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from service.errors import problem

API = ("/v1/", "/metrics", "/healthz", "/readyz", "/openapi.json")
"""Beginnings of addresses that answer programs; the others are the page's."""
KEY_PROTOCOL = "key."
"""Beginning of the subprotocol of a WebSocket that is a key: browsers send no headers of their own with those."""
KEYED = ("/v1/", "/metrics")
"""Beginnings of addresses that need a key, where keys are set."""
BY_ID = "/v1/tables/"
"""Beginning of addresses with an unguessable id, some of which browsers fetch by themselves, without headers."""
LOADED = ("/events", "/qr.svg", "/export.csv", "/export.json")
"""Ends of those: a stream of events, a picture, files to save. The id is their key."""

API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
COMMON = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
}


class SafeAnswers:
    """Adds what keeps a browser from loading anything of strangers, from framing the page, and from caching answers."""

    def __init__(self, app: ASGIApp, *, shared: bool = False) -> None:
        self.app = app
        self.shared = shared
        """Whether other sites may use the answers."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers(scope["path"]).items():
                    headers[name] = value
                if scope["path"].startswith(KEYED):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_safe)

    def _headers(self, path: str) -> dict[str, str]:
        api = path.startswith(API)
        whose = "cross-origin" if api and self.shared else "same-origin"
        policy = API_POLICY if api else PAGE_POLICY
        return COMMON | {"Content-Security-Policy": policy, "Cross-Origin-Resource-Policy": whose}


class Keys:
    """Lets requests through that bring one of the keys; without keys, all."""

    def __init__(self, app: ASGIApp, keys: Sequence[SecretStr]) -> None:
        self.app = app
        self._keys = [key.get_secret_value().encode() for key in keys]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        asks = scope["type"] in ("http", "websocket") and self._keys and needs_key(scope)
        if asks and not self._known(_key(scope)):
            detail = "a key is needed here: send it as Authorization: Bearer KEY"
            answer = problem(HTTPConnection(scope), 401, "unauthorized", detail)
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).send_denial_response(answer)
            else:
                await answer(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _known(self, given: bytes) -> bool:
        """Whether it is one of the keys; takes as long whichever it is, and however much of it is right."""
        same = [hmac.compare_digest(key, given) for key in self._keys]
        return any(same)


def needs_key(scope: Scope) -> bool:
    """Whether the address is one that needs a key."""
    path: str = scope["path"]
    method = scope.get("method", "WEBSOCKET")
    if not path.startswith(KEYED) or method == "OPTIONS":
        return False
    return not (method == "GET" and path.startswith(BY_ID) and path.endswith(LOADED))


def _key(scope: Scope) -> bytes:
    headers = Headers(scope=scope)
    how, _, key = headers.get("authorization", "").partition(" ")
    offered = [one for one in scope.get("subprotocols", ()) if one.startswith(KEY_PROTOCOL)]
    if offered:
        return _unpacked(offered[0].removeprefix(KEY_PROTOCOL))
    return (key.strip() if how.lower() == "bearer" else headers.get("x-api-key", "")).encode()


def _unpacked(text: str) -> bytes:
    """A key as a browser offers it with a WebSocket: in URL-safe base 64, without padding."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""
