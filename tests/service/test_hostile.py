"""What nobody sends by accident, or at least not often."""

import json
import logging
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from service import cli
from service.app import SCORE_QUEUE, SCORERS, create_app
from service.asked import HandToScore
from service.errors import clean
from service.logs import Line
from service.reader import Model, PhotoReader
from service.settings import Settings
from service.text import printable
from vision.detection import Detection
from vision.photo import Photo
from vision.timing import Stopwatch

HAND = {"hand": "123456789m 12355p", "win": "5p", "self_drawn": True}
HEAD = b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n'
FORM = {"Content-Type": "multipart/form-data; boundary=b"}
LONG = "1" * 5000


def is_sentence(result: Result, status: int) -> bool:
    """Whether the command ended with this status and without a traceback."""
    return result.exit_code == status and (result.exception is None or isinstance(result.exception, SystemExit))


@pytest.mark.parametrize("path", ["/docs", "/redoc"])
def test_no_page_loads_anything_from_strangers(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.get("/openapi.json").status_code == 200


def test_a_flood_of_scores_is_turned_away_and_leaves_the_rest_alone(
    client: TestClient, picture: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, begun = threading.Event(), threading.Semaphore(0)

    def slow(asked: HandToScore) -> object:
        begun.release()
        assert go_on.wait(20)
        return original(asked)

    original = HandToScore.scored
    monkeypatch.setattr(HandToScore, "scored", slow)
    statuses: list[int] = []
    flood = [
        threading.Thread(target=lambda: statuses.append(client.post("/v1/score", json=HAND).status_code))
        for _ in range(SCORERS + SCORE_QUEUE + 10)
    ]
    for request in flood:
        request.start()
    for _ in range(SCORERS):
        assert begun.acquire(timeout=10)
    deadline = time.monotonic() + 10
    while len(statuses) < 10 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert statuses == [503] * 10
    turned_away = client.post("/v1/settle", json={})
    assert (turned_away.status_code, turned_away.json()["code"]) == (503, "busy")
    assert int(turned_away.headers["Retry-After"]) > 0
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 200
    assert client.post("/v1/read", content=picture).status_code == 200
    go_on.set()
    for request in flood:
        request.join(20)
    assert statuses.count(200) == SCORERS + SCORE_QUEUE
    assert client.post("/v1/score", json=HAND).status_code == 200


def test_a_file_name_that_is_not_utf8_is_cleaned(
    hupai: Callable[..., Result], picture: bytes, photo: Path, tmp_path: Path
) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jpg")
    Path(name).write_bytes(picture)
    missing = os.fsdecode(os.fsencode(tmp_path) + b"/none\xff.jpg")
    result = hupai("read", name, missing, photo, "--json", "--draw", tmp_path / "out")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert is_sentence(result, 1)
    assert [Path(line["photo"]).name for line in lines] == ["\ufffd.jpg", "none\ufffd.jpg", "hand.jpg"]
    assert is_sentence(hupai("read", name), 0)
    scored = hupai("score", name, "--self-drawn", "--json")
    assert Path(json.loads(scored.stdout)["reading"]["photo"]).name == "\ufffd.jpg"


def test_a_dataset_that_is_not_there_is_named_in_any_letters(hupai: Callable[..., Result], tmp_path: Path) -> None:
    result = hupai("evaluate", os.fsdecode(os.fsencode(tmp_path) + b"/\xff"), "--json")
    assert is_sentence(result, 2)
    assert "\ufffd" in json.loads(result.stdout)["error"]["message"]


def test_a_list_of_photos_that_is_no_text_is_refused(hupai: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "split").write_bytes(b"\xff\xfe")
    result = hupai("evaluate", tmp_path, "--split", tmp_path / "split")
    assert is_sentence(result, 2)
    assert "split: " in result.stderr


def test_a_file_name_gives_the_terminal_no_orders(hupai: Callable[..., Result], picture: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\nb.jpg"
    path.write_bytes(picture)
    result = hupai("read", path, tmp_path / "\x1b]0;none", "--draw", tmp_path / "out")
    assert "\x1b" not in result.stdout + result.stderr
    assert "\\x1b]0;none" in result.stderr
    assert printable("五\x1b\n ") == "五\\x1b\\n "
    assert clean("a\udcff") == "a\ufffd"


@pytest.mark.parametrize(
    "change",
    [
        {"circumstances": {"last_tile": LONG}},
        {"circumstances": {"declared_ready": [LONG]}},
        {"circumstances": {LONG: "yes"}},
        {"circumstances": {"fed": {"east": float("inf")}}, "rules": "ningbo"},
        {"circumstances": {"after_kong": float("inf")}, "rules": "ningbo"},
        {"options": {"minimum": LONG}},
        {"options": {LONG: "1"}},
        {"rules": LONG},
        {"win": LONG},
        {"from": LONG, "self_drawn": False},
        {"seat": LONG},
        {"round": LONG},
        {"events": [LONG]},
        {"indicator": LONG},
        {LONG: 1},
        {"\ud800": 1},
    ],
)
def test_a_long_or_broken_value_is_refused_in_few_words(client: TestClient, change: dict) -> None:
    body = json.dumps(HAND | {"rules": "changchun"} | change)
    answer = client.post("/v1/score", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert len(answer.text) < 2000


@pytest.mark.parametrize("digits", ["9" * 4000, LONG])
def test_a_long_number_in_a_file_is_refused(hupai: Callable[..., Result], tmp_path: Path, digits: str) -> None:
    path = tmp_path / "round.json"
    asked = json.dumps({"wins": [HAND | {"circumstances": {"last_tile": 0}}]})
    path.write_text(asked.replace(" 0}", f" {digits}}}"))
    result = hupai("settle", path)
    assert is_sentence(result, 2)
    assert len(result.stderr) < 500


def test_a_long_circumstance_is_refused_by_the_command(hupai: Callable[..., Result]) -> None:
    result = hupai("score", "--hand", "123456789m 12355p", "--win", "5p", "--set", f"last_tile={LONG}")
    assert is_sentence(result, 2)


@pytest.mark.parametrize("charset", ["undefined", "punycode", "idna", "nonsense", "zlib_codec", "utf-7"])
def test_a_form_in_a_strange_charset_is_refused(client: TestClient, charset: str) -> None:
    body = HEAD % (b"seat", b"") + "é+2AA-".encode() + b"\r\n--b--\r\n"
    headers = {"Content-Type": f"multipart/form-data; boundary=b; charset={charset}"}
    answer = client.post("/v1/scan", content=body, headers=headers)
    assert answer.status_code in {400, 422}
    assert answer.json()["code"] in {"form_invalid", "photo_absent"}


def test_a_form_that_is_cut_short_is_refused(client: TestClient, picture: bytes) -> None:
    body = HEAD % (b"photo", b'; filename="a.jpg"') + picture
    answer = client.post("/v1/read", content=body, headers=FORM)
    assert answer.json()["code"] == "form_invalid"
    assert client.post("/v1/read", content=body + b"\r\n--b--\r\n", headers=FORM).status_code == 200


def test_drawings_that_cannot_be_written_do_not_end_the_batch(
    hupai: Callable[..., Result], photo: Path, tmp_path: Path
) -> None:
    (tmp_path / "out" / "hand.annotated.jpg").mkdir(parents=True)
    other = photo.with_name("other.jpg")
    other.write_bytes(photo.read_bytes())
    result = hupai("read", photo, other, "--draw", tmp_path / "out")
    assert is_sentence(result, 1)
    assert "drawing_failed" in result.stderr
    assert (tmp_path / "out" / "other.annotated.jpg").is_file()
    scored = hupai("score", photo, "--self-drawn", "--draw", tmp_path / "out", "--json")
    assert is_sentence(scored, 1)
    assert "drawing_failed" in scored.stderr
    assert json.loads(scored.stdout)["sheet"]


def test_a_folder_for_drawings_that_cannot_be_is_told_before_the_model_loads(
    photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "load_reader", lambda _settings: pytest.fail("the model was loaded"))
    for command in ("read", "score"):
        result = CliRunner().invoke(cli.app, [command, str(photo), "--draw", str(photo / "out")])
        assert is_sentence(result, 2)
        assert "draw: " in result.stderr


def test_a_path_forges_no_line_of_the_log(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "hupai"):
        client.get("/x%0AINFO%20forged%1b[31m%ff")
    (line,) = [Line().format(record) for record in caplog.records if record.name == "hupai"]
    assert line.isprintable()
    assert "forged" not in line
    assert "status=404" in line


def test_a_client_that_goes_while_it_waits_is_not_read_for(picture: bytes) -> None:
    started, go_on = threading.Event(), threading.Event()
    read: list[str] = []

    class Slow:
        def detect(self, photo: Photo, _watch: Stopwatch | None = None) -> list[Detection]:
            read.append(photo.name)
            started.set()
            assert go_on.wait(10)
            return []

    app = create_app(Settings(workers=1, queue=2), PhotoReader(Slow(), Model("slow", "")))
    with TestClient(app) as client:
        first = threading.Thread(target=lambda: client.post("/v1/read", content=picture))
        first.start()
        assert started.wait(10)
        waiting = client.portal.start_task_soon(_post_and_go, app, picture)
        go_on.set()
        first.join(10)
        assert waiting.result(10) == 400
    assert len(read) == 1


async def _post_and_go(app: Callable, body: bytes) -> int:
    """The status of a request whose client goes away after its last byte."""
    messages = [{"type": "http.request", "body": body}]
    sent: list[dict] = []

    async def receive() -> dict:
        return messages.pop() if messages else {"type": "http.disconnect"}

    async def send(message: dict) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/v1/read", "query_string": b"", "headers": [], "app": app}
    await app(scope, receive, send)
    return sent[0]["status"]


def test_photos_on_their_way_hold_no_more_bytes_than_there_is_room_for(make_reader: Callable[..., PhotoReader]) -> None:
    app = create_app(Settings(max_upload_bytes=1000, upload_memory=1000), make_reader())
    with TestClient(app) as client:
        assert client.post("/v1/read", content=b"x" * 900).status_code == 415
        assert client.post("/v1/read", content=b"x" * 900).status_code == 415
        limit = app.middleware_stack
        while not hasattr(limit, "free"):
            limit = limit.app
        assert limit.free == 1000
        limit.free = 500
        answer = client.post("/v1/read", content=b"x" * 900)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert limit.free == 500


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "abc"),
        ("MAX_PIXELS", "abc"),
        ("PORT", "99999"),
        ("API_KEYS", ", ,"),
        ("API_KEYS", "good,schl\u00fcssel"),
        ("CORS_ORIGINS", "a.example"),
        ("CORS_ORIGINS", "https://a.example/"),
        ("CORS_ORIGINS", "null"),
        ("SHUTDOWN_SECONDS", "inf"),
        ("UPLOAD_SECONDS", "nan"),
        ("DATABASE_URL", "mysql://host/name"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(
    hupai: Callable[..., Result], photo: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"HUPAI_{name}", value)
    for result in (hupai("serve"), hupai("read", photo)) if name != "DATABASE_URL" else (hupai("serve"),):
        assert is_sentence(result, 2)
        assert f"HUPAI_{name}" in result.stderr
        assert value not in result.stderr or name not in ("API_KEYS", "DATABASE_URL")


def test_a_port_that_makes_no_sense_is_refused(hupai: Callable[..., Result]) -> None:
    assert is_sentence(hupai("serve", "--port", "99999"), 2)


def test_small_courtesies(client: TestClient) -> None:
    assert client.get("/v1/score").headers["Allow"] == "POST"
    assert client.head("/").status_code == 200
    detail = client.post("/v1/score", json=HAND | {"options": ["minimum"]}).json()["detail"]
    assert detail == "options: options are written KEY=VALUE"
