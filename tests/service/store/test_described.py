"""The endpoints of kept tables against their description, at tables that are there."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from service.app import create_app
from service.reader import PhotoReader
from service.settings import Settings
from tests.service.test_openapi_fuzz import CHECKS, schemathesis

NEW = {"rules": "riichi", "players": ["Ann", "Ben", "Cai", "Dan"]}
PINFU = {"hand": "123456m 345s 678p 55p", "win": "3s", "seat": "south", "from": "west"}
WAY: list[tuple[str, str, dict[str, Any] | None, int]] = [
    ("POST", "/rounds", {"round": {"ready": ["south"], "riichi": ["south"], "record": True}, "by": "Ann"}, 201),
    ("POST", "/rounds", {"round": {"wins": [PINFU | {"circumstances": {"riichi": True}}]}}, 201),
    ("PUT", "/rounds/{number}", {"round": {"ready": ["west"]}}, 200),
    ("POST", "/undo", None, 200),
    ("POST", "/redo", {"by": "Dan"}, 200),
    ("POST", "/redo", None, 409),
    ("PATCH", "", {"players": ["A", "B", "C", "D"]}, 200),
    ("PATCH", "", {"players": ["A", "A", "C", "D"]}, 422),
    ("GET", "", None, 200),
    ("GET", "/rounds/{number}", None, 200),
    ("GET", "/export.json", None, 200),
    ("GET", "/export.csv", None, 200),
    ("GET", "/qr.svg", None, 200),
]
MANY = 100
"""Examples for each endpoint; the usual run goes one way through them all."""


@pytest.fixture
def app(make_reader: Callable[..., PhotoReader], tmp_path: Path) -> FastAPI:
    url = f"sqlite:///{tmp_path / 'hupai.sqlite'}"
    return create_app(Settings(database_url=url, client_share=1), make_reader())  # type: ignore[arg-type]


def operations(app: FastAPI) -> dict[tuple[str, str], Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = schemathesis.openapi.from_asgi("/openapi.json", app).get_all_operations()
        return {(one.ok().method.upper(), one.ok().path): one.ok() for one in found if "/v1/tables" in one.ok().path}


def test_an_evening_is_answered_as_it_is_described(app: FastAPI) -> None:
    found = operations(app)
    begun = found["POST", "/v1/tables"].Case(body=NEW, media_type="application/json")
    seen = begun.call_and_validate(checks=CHECKS).json()
    joined = found["POST", "/v1/tables/join"].Case(body={"code": seen["code"]}, media_type="application/json")
    assert joined.call_and_validate(checks=CHECKS).json() == seen
    for method, path, body, status in WAY:
        operation = found[method, f"/v1/tables/{{id}}{path}"]
        headers = {} if method == "GET" else {"If-Match": f'"{seen["version"]}"'}
        told = {} if body is None else {"body": body, "media_type": "application/json"}
        names = {"id": seen["id"]} | ({"number": 1} if "{number}" in path else {})
        answer = operation.Case(path_parameters=names, headers=headers, **told).call_and_validate(checks=CHECKS)
        assert answer.status_code == status, answer.text
        seen = answer.json() if method != "GET" and status < 300 else seen


def test_every_endpoint_of_a_table_is_described(app: FastAPI) -> None:
    tried = {(method, f"/v1/tables/{{id}}{path}") for method, path, _, _ in WAY}
    others = {("POST", "/v1/tables"), ("POST", "/v1/tables/join"), ("GET", "/v1/tables/{id}/events")}
    assert set(operations(app)) == tried | others


def examine(app: FastAPI, examples: int) -> None:
    client = TestClient(app)
    table = client.post("/v1/tables", json=NEW).json()["id"]
    for (_, path), operation in operations(app).items():
        if "{id}" not in path or path.endswith("/events"):
            continue
        kinds = [operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode]

        @given(case=st.one_of(*kinds))
        @settings(max_examples=examples, deadline=None, database=None, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        def answers(case: Any) -> None:
            case.path_parameters["id"] = table
            version = client.get(f"/v1/tables/{table}").headers["ETag"]
            case.headers = {**(case.headers or {}), "If-Match": version}
            case.call_and_validate(checks=CHECKS)

        answers()


@pytest.mark.long
def test_whatever_is_sent_to_a_table_is_answered_as_it_is_described(app: FastAPI) -> None:
    examine(app, MANY)
