from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient

from service.app import create_app
from service.reader import Model, PhotoReader
from service.settings import Settings
from vision.detection import Detection
from vision.photo import Photo
from vision.timing import Stopwatch

MEMBERS = {"type", "title", "status", "detail", "code", "hint", "request_id"}
HAND = {"hand": "123456789m 12355p", "win": "5p", "self_drawn": True}


def check_problem(answer: httpx2.Response, status: int, code: str) -> dict:
    body = answer.json()
    assert (answer.status_code, body["code"]) == (status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert set(body) >= MEMBERS
    assert body["status"] == status
    assert body["request_id"] == answer.headers["X-Request-ID"]
    return body


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"hand": "118z"}, "unknown_tile", "hand"),
        ({"hand": "123"}, "bad_notation", "hand"),
        ({"hand": "123456789m 123p 55p (12z)"}, "not_a_meld", "hand"),
        ({"win": "5x"}, "unknown_tile", "win"),
        ({"win": None}, "win_tile_unknown", "win"),
        ({"seat": "up"}, "unknown_seat", "seat"),
        ({"round": "up"}, "unknown_seat", "round"),
        ({"self_drawn": False, "from": "up"}, "unknown_seat", "from"),
        ({"from": "south"}, "value_invalid", "from"),
        ({"events": ["rain"]}, "unknown_event", "events"),
        ({"flowers": "1m"}, "not_a_flower", "flowers"),
        ({"rules": "nobody"}, "unknown_rules", "rules"),
        ({"options": {"nothing": 1}}, "unknown_option", "options"),
        ({"options": ["minimum"]}, "value_invalid", "options"),
        ({"hand": None}, "value_invalid", "hand"),
        ({"wim": "5p"}, "value_invalid", "wim"),
    ],
)
def test_a_value_at_fault_is_named(client: TestClient, change: dict, code: str, field: str) -> None:
    body = check_problem(client.post("/v1/score", json=HAND | change), 422, code)
    assert body["field"] == field
    assert field in body["detail"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hand": "123456789m 12355p 1z"}, "wrong_tile_count"),
        ({"hand": "111115555m 12355p"}, "too_many_copies"),
        ({"win": "9s"}, "win_tile_missing"),
        ({"hand": "147m 258p 369s 12355z", "win": "5z"}, "not_a_win"),
    ],
)
def test_a_hand_at_fault_is_named(client: TestClient, change: dict, code: str) -> None:
    check_problem(client.post("/v1/score", json=HAND | change), 422, code)


@pytest.mark.parametrize("method", ["/v1/read", "/v1/scan"])
def test_photos_at_fault_are_named(client: TestClient, method: str) -> None:
    check_problem(client.post(method, content=b"plain text"), 415, "photo_unknown")
    check_problem(client.post(method), 422, "photo_absent")
    check_problem(client.post(method, files={"photo": ("a.jpg", b"")}), 422, "photo_empty")
    check_problem(client.post(method, files={"picture": ("a.jpg", b"x")}), 422, "photo_absent")
    check_problem(client.post(method, content=b"\xff\xd8\xff\xe0broken"), 422, "photo_broken")


def test_a_picture_with_too_many_pixels_is_refused(make_reader: Callable[..., PhotoReader], picture: bytes) -> None:
    reader = PhotoReader(make_reader().detector, Model("fake", ""), max_pixels=1000)
    client = TestClient(create_app(Settings(), reader))
    check_problem(client.post("/v1/read", content=picture), 422, "photo_too_large")


def test_a_broken_form_is_refused(client: TestClient) -> None:
    headers = {"Content-Type": "multipart/form-data"}
    check_problem(client.post("/v1/read", content=b"--b", headers=headers), 400, "form_invalid")


def test_too_many_photos_are_refused(make_reader: Callable[..., PhotoReader], picture: bytes) -> None:
    client = TestClient(create_app(Settings(max_photos=1), make_reader()))
    check_problem(client.post("/v1/read", files=[("photo", picture)] * 2), 400, "form_invalid")
    check_problem(client.post("/v1/scan", files=[("photo", picture)] * 2), 400, "form_invalid")


def test_one_hand_is_scored_at_a_time(client: TestClient, picture: bytes) -> None:
    check_problem(client.post("/v1/scan", files=[("photo", picture)] * 2), 422, "too_many_photos")


@pytest.mark.parametrize("content", [b"", b"no json", b"[]", b"5"])
def test_what_is_no_json_object_is_refused(client: TestClient, content: bytes) -> None:
    answer = client.post("/v1/score", content=content, headers={"Content-Type": "application/json"})
    assert check_problem(answer, 422, "value_invalid")["field"] == "body"


def test_what_is_not_there_is_a_problem_too(client: TestClient) -> None:
    check_problem(client.get("/v1/nothing"), 404, "not_found")
    check_problem(client.get("/v1/read"), 405, "method_not_allowed")
    check_problem(client.get("/v1/rules/nobody"), 404, "not_found")


def test_a_bug_is_told_without_its_details(picture: bytes) -> None:
    class Broken:
        def detect(self, _photo: Photo, _watch: Stopwatch | None = None) -> list[Detection]:
            raise RuntimeError("a secret")

    app = create_app(Settings(), PhotoReader(Broken(), Model("broken", "")))
    answer = TestClient(app, raise_server_exceptions=False).post("/v1/read", content=picture)
    check_problem(answer, 500, "internal")
    assert "secret" not in answer.text


def test_a_request_keeps_its_own_name(client: TestClient) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "abc-1"}).headers["X-Request-ID"] == "abc-1"
    assert client.get("/healthz", headers={"X-Request-ID": "a b\tc"}).headers["X-Request-ID"] != "a b\tc"


def test_without_a_model_the_service_scores_and_says_why_it_is_not_ready(tmp_path: Path, picture: bytes) -> None:
    client = TestClient(create_app(Settings(models=tmp_path)))
    check_problem(client.get("/readyz"), 503, "model_missing")
    check_problem(client.post("/v1/read", content=picture), 503, "model_missing")
    assert client.get("/healthz").json()["status"] == "ok"
    assert client.post("/v1/score", json=HAND).status_code == 200
