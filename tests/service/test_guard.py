"""Keys, headers, metrics, logs, health and settings."""

import asyncio
import io
import json
import logging
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from pydantic import SecretStr
from typer.testing import Result

from service import logs, table_events
from service.app import create_app
from service.errors import refuse
from service.limits import Gate
from service.metrics import STAGES, staged
from service.reader import SELF_TEST, SELF_TEST_HAND, SELF_TEST_NAME, Model, PhotoReader, load_reader
from service.readiness import FAILED, FRESH, InTime, Readiness
from service.settings import Settings
from service.store import Store
from vision.detection import Detection
from vision.photo import Photo
from vision.timing import Stopwatch

HAND = {"hand": "123456789m 12355p", "win": "5p", "self_drawn": True}
SECRET = "1CzqfHxLs3vUcT"


@pytest.fixture
def keyed(make_reader: Callable[..., PhotoReader]) -> Iterator[TestClient]:
    settings = Settings(api_keys=(SecretStr("first-key"), SecretStr("second-key")), client_share=1)
    with TestClient(create_app(settings, make_reader())) as client:
        yield client


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/tiles", "/metrics", "/v1/tables/abc", "/v1/nothing"])
def test_without_a_key_nothing_is_answered(keyed: TestClient, path: str) -> None:
    answer = keyed.get(path)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert "key" in answer.json()["hint"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer first-ke"},
        {"Authorization": "Bearer first-key2"},
        {"Authorization": "Basic first-key"},
        {"Authorization": "first-key"},
        {"Authorization": "Bearer "},
        {b"X-API-Key": "\u00e9".encode()},
    ],
)
def test_a_wrong_key_is_none(keyed: TestClient, headers: dict) -> None:
    assert keyed.get("/v1/rules", headers=headers).status_code == 401


@pytest.mark.parametrize(
    "headers",
    [{"Authorization": "Bearer first-key"}, {"authorization": "bearer second-key"}, {"X-API-Key": "second-key"}],
)
def test_any_of_the_keys_opens(keyed: TestClient, headers: dict) -> None:
    assert keyed.get("/v1/rules", headers=headers).status_code == 200
    assert keyed.post("/v1/score", json=HAND, headers=headers).status_code == 200
    assert keyed.get("/metrics", headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/openapi.json"])
def test_page_and_health_need_no_key(keyed: TestClient, path: str) -> None:
    assert keyed.get(path).status_code == 200


def test_a_body_without_a_key_is_not_read(keyed: TestClient) -> None:
    sent: list[dict] = []

    async def receive() -> dict:
        pytest.fail("the body was read")

    async def send(message: dict) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/v1/read", "query_string": b"", "headers": []}
    asyncio.run(keyed.app(scope | {"app": keyed.app}, receive, send))
    assert sent[0]["status"] == 401


def test_keys_come_from_the_environment_and_are_not_shown(
    monkeypatch: pytest.MonkeyPatch, hupai: Callable[..., Result]
) -> None:
    monkeypatch.setenv("HUPAI_API_KEYS", f"{SECRET}, other")
    monkeypatch.setenv("HUPAI_CORS_ORIGINS", "https://a.example,https://b.example")
    settings = Settings()
    assert [key.get_secret_value() for key in settings.api_keys] == [SECRET, "other"]
    assert settings.cors_origins == ("https://a.example", "https://b.example")
    shown = hupai("settings").stdout
    assert SECRET not in shown
    assert "HUPAI_API_KEYS" in shown
    assert SECRET not in repr(settings)


POLICY = re.compile(r"(?:^|; )([a-z-]+) ([^;]*)")


@pytest.mark.parametrize(
    "path", ["/", "/page/app.js", "/v1/rules", "/v1/nothing", "/nothing", "/metrics", "/healthz", "/openapi.json"]
)
def test_every_answer_keeps_strangers_out(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(POLICY.findall(headers["Content-Security-Policy"]))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    sources = {source for value in policy.values() for source in value.split()}
    assert sources <= {"'none'", "'self'", "blob:", "data:"}
    assert "data:" not in policy.get("script-src", "") + policy.get("connect-src", "")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Set-Cookie" not in headers
    assert "Server" not in headers
    assert "Access-Control-Allow-Origin" not in headers
    if path.startswith("/v1/"):
        assert "script-src" not in policy
        assert headers["Cache-Control"] == "no-store"


def test_refusals_keep_strangers_out_too(client: TestClient) -> None:
    for answer in (client.post("/v1/read", content=b"x" * 300_000), client.post("/v1/score", json={})):
        assert answer.status_code in {413, 422}
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_other_sites_may_only_use_it_where_they_are_named(
    client: TestClient, make_reader: Callable[..., PhotoReader]
) -> None:
    ask = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    assert "Access-Control-Allow-Origin" not in client.options("/v1/score", headers=ask).headers
    keyed = Settings(cors_origins=("https://a.example",), api_keys=(SecretStr("key"),))
    named = TestClient(create_app(keyed, make_reader()))
    allowed = named.options("/v1/score", headers=ask | {"Access-Control-Request-Headers": "authorization"})
    assert allowed.status_code == 200
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://a.example"
    refused = named.options("/v1/score", headers=ask | {"Origin": "https://b.example"})
    assert "Access-Control-Allow-Origin" not in refused.headers
    answer = named.post("/v1/score", json=HAND, headers={"Origin": "https://a.example", "X-API-Key": "key"})
    assert answer.headers["Access-Control-Allow-Origin"] == "https://a.example"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def measured(client: TestClient) -> dict[str, float]:
    text = client.get("/metrics").text
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_what_happens_is_counted_and_timed(client: TestClient, picture: bytes) -> None:
    before = measured(client)
    reading = client.post("/v1/scan", files={"photo": ("a.jpg", picture)}, data={"self_drawn": "true"}).json()[
        "reading"
    ]
    client.post("/v1/correct", json={"reading": reading, "corrections": ["3=5p", "2=1m", "13=winning"]})
    client.post("/v1/score", json=HAND | {"win": "9s"})
    client.post("/v1/read", content=b"no picture")
    after = measured(client)

    def grown(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    assert grown('hupai_stage_seconds_count{stage="decode"}') == 1
    assert grown('hupai_stage_seconds_count{stage="detect"}') == 1
    assert grown('hupai_stage_seconds_count{stage="read"}') == 1
    assert grown('hupai_stage_seconds_count{stage="score"}') == 3
    assert grown('hupai_photos_read_total{hand="yes"}') == 1
    assert grown('hupai_corrections_total{action="replace"}') == 2
    assert grown('hupai_corrections_total{action="win"}') == 1
    assert grown('hupai_refusals_total{code="win_tile_missing"}') == 1
    assert grown('hupai_refusals_total{code="photo_unknown"}') == 1
    assert grown('hupai_requests_total{method="POST",route="/v1/scan",status="200"}') == 1
    assert grown('hupai_requests_total{method="POST",route="/v1/score",status="422"}') == 1
    assert grown('hupai_request_seconds_count{route="/v1/scan"}') == 1
    assert after["hupai_requests_in_flight"] == 1
    assert after["hupai_upload_bytes"] == 0
    assert after['hupai_queue_depth{gate="photos"}'] == 0
    assert after['hupai_workers_busy{gate="photos"}'] == 0
    assert "process_resident_memory_bytes" in after


def test_doubts_are_counted_by_code(make_reader: Callable[..., PhotoReader], picture: bytes) -> None:
    client = TestClient(create_app(Settings(), make_reader(["1m", "2m"], None)))
    before = measured(client)
    doubts = {doubt["code"] for doubt in client.post("/v1/read", content=picture).json()["doubts"]}
    after = measured(client)
    assert "wrong_tile_count" in doubts
    for code in doubts:
        name = f'hupai_doubts_total{{code="{code}"}}'
        assert after[name] > before.get(name, 0.0)


def test_strange_addresses_make_no_series_of_their_own(client: TestClient) -> None:
    client.get("/v1/strange-one")
    client.request("STRANGE", "/v1/rules")
    text = client.get("/metrics").text
    assert "strange" not in text.lower()
    assert 'method="OTHER"' in text


def test_the_stages_of_a_stopwatch_add_up() -> None:
    parts = dict.fromkeys(STAGES, 1.0) | {"unknown": 5.0}
    assert staged(parts) == {"decode": 1.0, "detect": 3.0, "recognise": 1.0, "read": 2.0}


def line_of(form: logs.LogForm, **fields: object) -> str:
    record = logging.makeLogRecord({"name": "hupai", "levelno": 20, "levelname": "INFO", "msg": "request"} | fields)
    return (logs.JsonLine() if form is logs.LogForm.JSON else logs.Line()).format(record)


def test_lines_are_json_or_plain() -> None:
    fields = {"request_id": "abc", "route": "/v1/scan", "status": 200, "ms": 1.5, "msg": "a\nb"}
    told = json.loads(line_of(logs.LogForm.JSON, **fields))
    assert told["event"] == "a\\nb"
    assert (told["request_id"], told["route"], told["status"], told["level"]) == ("abc", "/v1/scan", 200, "info")
    plain = line_of(logs.LogForm.PLAIN, **fields)
    assert "\n" not in plain
    assert "request_id=abc" in plain
    assert "route=/v1/scan" in plain


def test_a_bug_is_logged_with_its_place_and_without_what_it_quotes(
    picture: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def detect(self, _photo: Photo, _watch: Stopwatch | None = None) -> list[Detection]:
            raise RuntimeError(SECRET)

    client = TestClient(
        create_app(Settings(), PhotoReader(Broken(), Model("broken", ""))), raise_server_exceptions=False
    )
    with caplog.at_level(logging.INFO):
        answer = client.post("/v1/read", files={"photo": (f"{SECRET}.jpg", picture)})
    assert answer.status_code == 500
    lines = [logs.JsonLine().format(record) for record in caplog.records if record.name == "hupai"]
    assert any('"error": "RuntimeError"' in line and "test_guard.py" in line for line in lines)
    assert any(answer.json()["request_id"] in line for line in lines)
    assert SECRET not in "".join(lines)


def test_the_log_has_nothing_of_what_was_sent(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    image = Image.new("RGB", (700, 300), "darkgreen")
    exif = Image.Exif()
    exif[0x010E] = SECRET
    photo = encoded(image, exif=exif)
    with caplog.at_level(logging.DEBUG, "hupai"):
        scanned = client.post(f"/v1/scan?round={SECRET}", files={"photo": (f"{SECRET}.jpg", photo)})
        client.post("/v1/read", files={"photo": (f"{SECRET}.jpg", photo)}, headers={"User-Agent": SECRET})
        client.post("/v1/score", json={"hand": SECRET})
        client.get(f"/v1/tables/{SECRET}xxxxxxxxxx/none")
        client.get(f"/v1/rules/{SECRET}")
    assert scanned.status_code == 422
    lines = [logs.JsonLine().format(record) for record in caplog.records if record.name.startswith("hupai")]
    assert len(lines) >= 5
    assert SECRET not in "".join(lines)
    assert "/v1/rules/{name}" in "".join(lines)


def encoded(image: Image.Image, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, format="JPEG", **options)
    return buffer.getvalue()


def test_the_self_test_picture_is_read_by_the_model_that_comes_with_it() -> None:
    reader = load_reader(Settings())
    reader.check()
    found = reader.read(SELF_TEST, SELF_TEST_NAME).reading
    assert (str(found.hand), str(found.winning_tile)) == SELF_TEST_HAND


def test_a_model_that_misreads_is_not_ready() -> None:
    class Blind:
        def detect(self, _photo: Photo, _watch: Stopwatch | None = None) -> list[Detection]:
            return []

    client = TestClient(create_app(Settings(), PhotoReader(Blind(), Model("blind", ""))))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, "self_test_failed")
    assert int(answer.headers["Retry-After"]) > 0
    assert client.get("/healthz").status_code == 200


def test_without_its_store_the_service_is_not_ready(make_reader: Callable[..., PhotoReader], tmp_path: Path) -> None:
    path = tmp_path / "hupai.sqlite"
    with TestClient(create_app(Settings(database_url=f"sqlite:///{path}"), make_reader())) as client:
        assert client.get("/readyz").status_code == 200
        path.rename(tmp_path / "away")
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert client.get("/healthz").status_code == 200
        assert client.post("/v1/score", json=HAND).status_code == 200
        (tmp_path / "away").rename(path)
        assert client.get("/readyz").status_code == 200


def test_a_check_that_hangs_is_not_waited_for_and_made_once() -> None:
    asyncio.run(_check_hanging())


async def _check_hanging() -> None:
    go_on, begun = threading.Event(), []

    def hang() -> None:
        begun.append(1)
        assert go_on.wait(20)

    checked = InTime(hang, RuntimeError("it takes too long"), seconds=0.05)
    for answer in await asyncio.gather(*(checked.check() for _ in range(5)), return_exceptions=True):
        assert str(answer) == "it takes too long"
    assert len(begun) == 1
    go_on.set()
    while checked._running is None or not checked._running.done():
        await asyncio.sleep(0.01)
    await checked.check()
    assert len(begun) == 2


def test_a_check_is_made_again_when_its_time_is_over() -> None:
    now, wrong, made = [0.0], [True], []

    def check() -> None:
        made.append(now[0])
        if wrong[0]:
            refuse("self_test_failed", "as told")

    readiness = Readiness(check, clock=lambda: now[0])
    for _ in range(3):
        with pytest.raises(Exception, match="as told"):
            readiness.check()
    assert made == [0.0]
    now[0], wrong[0] = FAILED, False
    readiness.check()
    now[0] += FRESH - 1
    readiness.check()
    assert made == [0.0, FAILED]
    now[0] += 1
    readiness.check()
    assert len(made) == 3


def test_one_client_leaves_places_to_others() -> None:
    gate = Gate(2, 6, share=0.5)
    gate._hold("greedy", 4)
    with pytest.raises(Exception, match="too many"):
        gate.check("greedy")
    gate.check("other")
    gate._hold("greedy", -1)
    gate.check("greedy")
    assert Gate(1, 0, share=0.1).check("any") is None


def test_one_client_leaves_places_to_look_at_tables_to_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(table_events, "MOST_WATCHERS", 4)
    asyncio.run(_look_greedily(Store(f"sqlite:///{tmp_path / 'hupai.sqlite'}")))


async def _look_greedily(store: Store) -> None:
    watch = table_events.Watch(store, asyncio.Event(), share=0.5)
    with watch.watching("a", 0, "greedy"), watch.watching("b", 0, "greedy"):
        with pytest.raises(Exception, match="too many"):
            watch.check("c", "greedy")
        watch.check("c", "other")
    watch.check("c", "greedy")
    store.close()
