"""The service against its own description, by Schemathesis: whatever is sent, the answer is one that is described."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from service.app import create_app
from service.reader import PhotoReader
from service.settings import Settings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
        unsupported_method,
    )

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
"""Hands and readings are refused for more than a schema can say, so acceptance is not checked."""
STREAMS = r"/events$"
"""Answers that do not end."""
FEW, MANY = 5, 400
"""Examples for each operation in the usual run, and in the long one."""


@pytest.fixture
def described(make_reader: Callable[..., PhotoReader], tmp_path: Path) -> Any:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", client_share=1, max_upload_bytes=200_000)  # type: ignore[arg-type]
    app = create_app(settings, make_reader())
    return schemathesis.openapi.from_asgi("/openapi.json", app).exclude(path_regex=STREAMS)


def examine(described: Any, examples: int) -> list[str]:
    """The operations that were tried, each with so many examples."""
    tried = []
    for found in described.get_all_operations():
        operation = found.ok()
        cases = st.one_of(
            operation.as_strategy(),
            operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE),
        )

        @given(case=cases)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def answers(case: Any) -> None:
            case.call_and_validate(checks=CHECKS)

        answers()
        tried.append(operation.label)
    return tried


def test_what_is_answered_is_what_is_described(described: Any) -> None:
    tried = examine(described, FEW)
    assert {"POST /v1/scan", "POST /v1/score", "POST /v1/correct", "GET /v1/rules/{name}"} <= set(tried)


@pytest.mark.long
def test_whatever_is_sent_what_is_answered_is_what_is_described(described: Any) -> None:
    assert examine(described, MANY)
