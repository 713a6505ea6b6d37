"""Our errors, and anyone's, as problem JSON (RFC 9457) with a stable ``code``."""

import logging
import re
from http import HTTPStatus
from typing import Any, NoReturn

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from scoring.errors import ScoringError
from service.codes import code_of
from service.metrics import REFUSALS
from vision.errors import VisionError

PROBLEM_JSON = "application/problem+json"
RETRY_SECONDS = 2

MAX_SHOWN = 80
"""Signs of a caller's own name that an error repeats."""
MOST_FAULTS = 20
"""Faults that are told of a request with many."""
SURROGATES = re.compile(r"[\ud800-\udfff]")
OTHERS_WORDS = ("Value error, ", "Assertion failed, ")
"""What pydantic puts before a message."""

log = logging.getLogger("hupai")


class ServiceError(HTTPException):
    """Something the caller can put right, or wait out; ``code`` is stable.

    ``service.codes`` lists them; those of a ``ScoringError`` that a named field caused are among them.
    It is an ``HTTPException``, so that frameworks let it through from inside the reading of a body.
    """

    def __init__(self, code: str, message: str, *, field: str | None = None) -> None:
        super().__init__(status_of(code), message)
        self.code = code
        self.message = message
        self.field = field
        """The part of the input at fault."""

    def __str__(self) -> str:
        return self.message


def status_of(code: str) -> int:
    """HTTP status of an error with ``code``."""
    return int(code_of(code).status)


def problem(request: HTTPConnection, status: int, code: str, detail: str, **more: object) -> JSONResponse:
    """A problem answer; ``more`` are further members, left out where they are ``None``."""
    request_id = request.scope.get("request_id")
    REFUSALS.labels(code).inc()
    body: dict[str, Any] = {
        "type": f"urn:hupai:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "hint": code_of(code).hint,
        "request_id": request_id,
    }
    body |= {key: value for key, value in more.items() if value is not None}
    headers = {"X-Request-ID": str(request_id)}
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = str(RETRY_SECONDS)
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if code in {"body_too_large", "upload_too_slow", "busy"}:
        headers["Connection"] = "close"
    return JSONResponse(body, status, headers, media_type=PROBLEM_JSON)


def install_handlers(app: FastAPI) -> None:
    """Make ``app`` answer every error with a problem."""

    @app.exception_handler(ScoringError)
    @app.exception_handler(VisionError)
    @app.exception_handler(ServiceError)
    async def _ours(request: Request, error: ScoringError | VisionError | ServiceError) -> JSONResponse:
        return problem(request, status_of(error.code), error.code, error.message, **facts_of(error))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        if isinstance(error.__cause__, ValueError | RecursionError):
            detail = "body: it is no JSON that can be read: a number is too long, or too much lies within one another"
            return problem(request, 422, "value_invalid", detail, field="body")
        code = HTTPStatus(error.status_code).name.lower()
        answer = problem(request, error.status_code, code, str(error.detail))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        errors = error.errors()
        faults = field_faults(errors[:MOST_FAULTS])
        more = f"; and {len(errors) - len(faults)} more" if len(errors) > len(faults) else ""
        detail = "; ".join(f"{fault['field']}: {fault['message']}" for fault in faults) + more
        return problem(request, 422, "value_invalid", detail, field=faults[0]["field"], errors=faults)

    @app.exception_handler(ClientDisconnect)
    async def _gone(request: Request, _error: ClientDisconnect) -> JSONResponse:
        return problem(request, 400, "client_gone", "the client went away before its request was complete")

    @app.exception_handler(Exception)
    async def _bug(request: Request, error: Exception) -> JSONResponse:
        log.error("failed", exc_info=error, extra={"request_id": request.scope.get("request_id")})
        return problem(request, 500, "internal", "something went wrong here; the log has it under this request id")


def facts_of(error: ScoringError | VisionError | ServiceError) -> dict[str, str | int]:
    """What an error carries beside its code and message: the field, the ``minimum`` that was not reached, ..."""
    field = error.field if isinstance(error, ServiceError) else getattr(error, "place", "") or None
    more = {"field": field} | ({} if isinstance(error, ServiceError) else vars(error))
    known = {"code", "message", "place"}
    facts = {key: value for key, value in more.items() if key not in known and isinstance(value, str | int)}
    return {key: clean(value) if isinstance(value, str) else value for key, value in facts.items()}


NO_FIELDS = {"body", "one", "several", "kept", "new", "by_name", "in_order"}
"""Parts of a place in a request that are no field: the body, and which of two forms something has."""

WORDS = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such field",
    "string_type": "it is a text",
    "string_unicode": "it has signs that are no characters",
    "string_too_long": "it has at most {max_length} signs",
    "string_too_short": "it has at least {min_length} signs",
    "int_type": "it is a whole number",
    "int_parsing": "it is a whole number",
    "int_parsing_size": "it is a whole number of no great length",
    "int_from_float": "it is a whole number",
    "float_type": "it is a number",
    "float_parsing": "it is a number",
    "bool_type": "it is true or false",
    "bool_parsing": "it is true or false",
    "tuple_type": "it is a list",
    "list_type": "it is a list",
    "dict_type": "it is an object",
    "model_type": "it is an object",
    "model_attributes_type": "it is an object",
    "too_long": "it may have {max_length} parts, and has {actual_length}",
    "too_short": "it has {actual_length} parts, where {min_length} are wanted",
    "literal_error": "it is {expected}",
    "enum": "it is {expected}",
    "greater_than_equal": "it is no less than {ge}",
    "greater_than": "it is more than {gt}",
    "less_than_equal": "it is no more than {le}",
    "less_than": "it is less than {lt}",
    "json_invalid": "it is no JSON: {error}",
}
"""What is said of each kind of fault that pydantic finds."""


def field_faults(errors: Any) -> list[dict[str, str]]:
    """Field and message of each pydantic error; the values themselves are not repeated."""
    faults = []
    for error in errors:
        path = [] if error["type"] == "json_invalid" else [str(part) for part in error["loc"] if part not in NO_FIELDS]
        faults.append({"field": shortened(".".join(path)) or "body", "message": _own_words(error)})
    return faults


def _own_words(error: Any) -> str:
    """What is said of a fault."""
    if error["type"] in WORDS:
        return shortened(WORDS[error["type"]].format(**error.get("ctx", {})))
    message = str(error["msg"])
    for words in OTHERS_WORDS:
        message = message.removeprefix(words)
    return message


def clean(text: str) -> str:
    """The text with a mark for each part that is no character, such as a byte of a file name that is not UTF-8."""
    return SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)


def shortened(text: str) -> str:
    """What an error repeats of a text that may be of any length."""
    return clean(text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…")


def refuse(code: str, message: str, *, field: str | None = None) -> NoReturn:
    """Raise a ``ServiceError``."""
    raise ServiceError(code, message, field=field)
