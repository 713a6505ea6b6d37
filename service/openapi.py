"""The description of the service in OpenAPI: what FastAPI finds, with our problems in place of its errors."""

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field

from service.security import KEYED, needs_key

PROBLEM = {"$ref": "#/components/schemas/Problem"}
PROBLEM_JSON = "application/problem+json"
FASTAPIS = ("HTTPValidationError", "ValidationError")
"""Schemas of errors that are never answered."""
METHODS = ("get", "put", "post", "delete", "patch", "head", "options")


class Fault(BaseModel):
    """A value at fault."""

    field: str
    message: str


class Problem(BaseModel):
    """Why there is no answer (RFC 9457). Further members, such as ``points`` and ``minimum``, depend on ``code``."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str = Field(description="For people; names the value at fault")
    code: str = Field(description="For programs; the same in every version. docs/errors.md lists them all")
    hint: str = Field(description="What to do about it")
    request_id: str = Field(description="Also in X-Request-ID, and in the log")
    field: str = Field(default="", description="The part of the request at fault")
    errors: tuple[Fault, ...] = Field(default=(), description="All values at fault, where there are several")


def describe(app: FastAPI) -> None:
    """Make ``app`` tell of its problems, and of its keys."""
    found = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _ours(found())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _ours(document: dict[str, Any]) -> dict[str, Any]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                _told(path, method, methods[method])
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in FASTAPIS:
        schemas.pop(name, None)
    fault = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= fault.pop("$defs") | {"Problem": fault}
    components["securitySchemes"] = {
        "key": {"type": "http", "scheme": "bearer", "description": "Where the service has keys; none by default"}
    }
    return document


def _told(path: str, method: str, operation: dict[str, Any]) -> None:
    """One operation, with its problems."""
    responses = operation["responses"]
    for status in [status for status in responses if status.startswith(("4", "5"))]:
        content = responses[status].get("content", {})
        if not content or "application/json" in content or content.get(PROBLEM_JSON) == {}:
            responses[status] = _problem(responses[status].get("description") or "A problem")
    if responses.get("422", {}).get("description") == "Validation Error":
        responses["422"] = _problem("A value is at fault")
    responses["default"] = _problem("A problem; its code tells which")
    if path.startswith(KEYED) and needs_key({"type": "http", "path": path, "method": method.upper()}):
        operation["security"] = [{}, {"key": []}]


def _problem(description: str) -> dict[str, Any]:
    return {"description": description, "content": {PROBLEM_JSON: {"schema": PROBLEM}}}
