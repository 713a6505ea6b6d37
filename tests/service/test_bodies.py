"""JSON is read strictly, and what does not fit is told in few words."""

import json
import time

import pytest
from fastapi.testclient import TestClient

from service.bodies import MOST_DEEP, MOST_ITEMS, MOST_VALUES, read_json
from service.errors import MOST_FAULTS, ServiceError

HAND = {"hand": "123456789m 12355p", "win": "5p", "self_drawn": True}
JSON = {"Content-Type": "application/json"}
HALF = '"\\ud83c"'
"""Half of a character, as JSON can write it and UTF-8 cannot."""


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": NaN}', "NaN is no number"),
        ("[-Infinity]", "-Infinity is no number"),
        ('{"a": 1, "b": {"c": 2, "c": 2}}', "c: it is told twice"),
        (f'{{"a": [{HALF}]}}', "no characters"),
        (f"{{{HALF}: 1}}", "no characters"),
        (json.dumps([0] * (MOST_ITEMS + 1)), f"more than {MOST_ITEMS}"),
        (json.dumps([[0] * MOST_ITEMS] * (MOST_VALUES // MOST_ITEMS)), f"more than {MOST_VALUES} values"),
        (nested(MOST_DEEP + 1), f"more than {MOST_DEEP}"),
    ],
)
def test_what_nobody_means_is_refused(text: str, words: str) -> None:
    with pytest.raises(ServiceError, match=words) as caught:
        read_json(text.encode())
    assert caught.value.code == "value_invalid"


@pytest.mark.parametrize(
    "text",
    ['{"a": "\\ud83c\\udc04", "b": [1.5, -2, null, true]}', "1", '""', json.dumps([0] * MOST_ITEMS), nested(MOST_DEEP)],
)
def test_everything_else_is_read_as_it_is(text: str) -> None:
    assert read_json(text.encode()) == json.loads(text)


@pytest.mark.parametrize(
    "body", ['{"hand": "123m", "hand": "5p"}', '{"hand": NaN}', f'{{"hand": {HALF}}}', "[" * 100_000]
)
def test_it_is_so_at_the_endpoints(client: TestClient, body: str) -> None:
    for path in ("/v1/score", "/v1/tables"):
        answer = client.post(path, content=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "value_invalid")


def test_half_a_character_anywhere_in_a_reading_is_refused(client: TestClient) -> None:
    reading = {"width": 9, "height": 9, "tiles": [], "model": {"name": "NAME", "sha256": ""}}
    body = json.dumps({"reading": reading}).replace('"NAME"', HALF)
    answer = client.post("/v1/correct", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, "value_invalid")


@pytest.mark.parametrize(
    "wrong", [{"events": [1] * 900}, {"rules": [1] * 900}, {f"f{number}": 1 for number in range(900)}]
)
def test_of_many_faults_some_are_told(client: TestClient, wrong: dict) -> None:
    answer = client.post("/v1/score", json=HAND | wrong)
    assert answer.status_code == 422
    assert len(answer.json()["errors"]) == MOST_FAULTS
    assert "more" in answer.json()["detail"]
    assert len(answer.content) < 5000


def test_a_body_full_of_nonsense_holds_up_nobody(client: TestClient) -> None:
    began = time.monotonic()
    tile = {"tile": "1m", "box": [0, 0, 1, 1], "fixed": ["x"] * 1000}
    answer = client.post("/v1/correct", json={"reading": {"width": 1, "height": 1, "tiles": [tile] * 90}})
    assert answer.status_code == 422
    assert time.monotonic() - began < 2
