import json
import logging
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image
from typer.testing import Result

from scoring.tiles import parse_tile
from service import cli, logs
from service.app import create_app
from service.errors import ServiceError
from service.reader import PhotoReader
from service.settings import Settings
from service.verify import ClaimAsked
from service.verify_jobs import Jobs
from service.verify_worker import GONE
from vision.stream import Follower, Frame, State
from vision.stream.verdict import Answer
from vision.stream.verdict_score import scored

HAND = "123456789m 123p 55p"
STAND_IN = (sys.executable, str(Path(__file__).with_name("verify_stand_in.py")))
PATIENCE = 90.0
"""Seconds that anything may take on a busy machine."""
HANGS = "import sys, time; sys.stdin.readline(); time.sleep(600)"
BABBLES = "print('no JSON')"
GIVES_UP = "import sys; sys.stdin.readline(); sys.exit(1)"


def written(path: Path, frames: int = 45, width: int = 640, height: int = 304) -> Path:
    """A video of a table."""
    with av.open(str(path), "w") as container:
        track = container.add_stream("libx264", rate=Fraction(15), options={"preset": "ultrafast"})
        track.width, track.height, track.pix_fmt = width, height, "yuv420p"
        for number in range(frames):
            pixels = np.full((height, width, 3), 60, np.uint8)
            pixels[:, :: 8 + number % 3] = 90
            for packet in track.encode(av.VideoFrame.from_ndarray(pixels, "rgb24")):
                container.mux(packet)
        for packet in track.encode():
            container.mux(packet)
    return path


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return written(tmp_path_factory.mktemp("video") / "table.mp4").read_bytes()


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    """A folder of 24 frames, one and a half seconds and more of them."""
    folder = tmp_path / "frames"
    folder.mkdir()
    for number in range(24):
        Image.new("RGB", (700, 300), (20, 90 + number % 4, 30)).save(folder / f"{number:03}.png")
    return folder


# Commands -------------------------------------------------------------------------------------------------------------


def test_a_hand_is_confirmed_with_evidence(hupai: Callable[..., Result], frames: Path, tmp_path: Path) -> None:
    picture = tmp_path / "best.png"
    result = hupai("verify", frames, "--hand", HAND, "--every", "2", "--evidence", picture, "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["answer"], told["decides"]) == (0, "confirmed", 0)
    finding = told["findings"][0]
    assert finding["hand"] == "123456789m 12355p"
    assert finding["start"] <= finding["frame_at"] <= finding["end"]
    assert told["record"]["model"] == {"name": "fake", "sha256": "0" * 64}
    assert told["record"]["rules"] is None
    assert told["record"]["claimed"] == {"hand": HAND}
    with Image.open(picture) as image:
        assert image.format == "PNG"
        assert image.width % 700 == 0


def test_a_wrong_tile_is_contradicted_in_words(hupai: Callable[..., Result], frames: Path) -> None:
    result = hupai("verify", frames, "--hand", "123456789m 122p 55p")
    assert result.exit_code == 1
    assert "contradicted" in result.stdout
    assert "is 3p, not 2p" in result.stdout
    assert "least chance that a tile is as claimed: 0.000" in result.stdout
    short = hupai("verify", frames, "--hand", "123456789m 122p 55p", "--seconds", "0.2", "--json")
    assert (short.exit_code, json.loads(short.stdout)["answer"]) == (3, "undecided")


def test_a_score_is_judged_by_all_that_was_told_and_nothing_else(hupai: Callable[..., Result], frames: Path) -> None:
    told = ("--win", "5p", "--self-drawn", "--seat", "south", "--round", "east")
    right = hupai("verify", frames, "--score", "25", *told)
    assert (right.exit_code, "confirmed" in right.stdout) == (0, True)
    assert "least chance that a tile is as read: 0.9" in right.stdout
    assert "announced: 23 points" in hupai("verify", frames, "--score", "23", *told).stdout
    wrong = hupai("verify", frames, "--score", "23", *told, "--json")
    answer = json.loads(wrong.stdout)
    assert (wrong.exit_code, answer["findings"][0]["worths"][0]["points"]) == (1, 25)
    assert answer["record"]["rules"]["name"] == "mcr"
    silent = hupai("verify", frames, "--score", "25", "--win", "5p", "--json")
    (reason,) = json.loads(silent.stdout)["reasons"]
    assert (silent.exit_code, reason["code"]) == (3, "score_depends")
    assert "self_drawn" in reason["message"]
    both = hupai("verify", frames, "--hand", HAND, "--score", "25", *told)
    assert both.exit_code == 0


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), "value_invalid"),
        (("--hand", "118z"), "unknown_tile"),
        (("--hand", "123m"), "wrong_tile_count"),
        (("--hand", HAND, "--win", "9s"), "win_tile_missing"),
        (("--hand", "555555555m 55s 777z"), "too_many_copies"),
        (("--hand", HAND, "--flowers", "11f"), "too_many_copies"),
        (("--hand", HAND, "--seat", "up"), "unknown_seat"),
        (("--score", "-3"), "value_invalid"),
        (("--score", "8", "--rules", "chess"), "unknown_rules"),
        (("--hand", HAND, "--evidence", "best.gif"), "value_invalid"),
    ],
)
def test_claims_that_make_no_sense_are_refused(
    hupai: Callable[..., Result], frames: Path, options: tuple[str, ...], code: str
) -> None:
    result = hupai("verify", frames, *options)
    assert (result.exit_code, f"({code})" in result.stderr) == (2, True)


def test_ctrl_c_ends_a_stream_and_what_was_seen_is_judged(
    hupai: Callable[..., Result], frames: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(Follower):
        def see(self, frame: Frame) -> State:
            if frame.number == 20:
                raise KeyboardInterrupt
            return super().see(frame)

    monkeypatch.setattr(cli, "Follower", Stopped)
    result = hupai("verify", frames, "--hand", HAND, "--every", "2", "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["answer"], told["read"] > 2) == (0, "confirmed", True)
    assert [reason["code"] for reason in told["reasons"]] == ["stopped"]


def test_seconds_are_those_of_the_clock_where_a_camera_is_silent(
    hupai: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def silent(_address: str, _name: str) -> Iterator[Any]:
        over.wait(PATIENCE)
        yield from ()

    monkeypatch.setattr("vision.stream.source.network_camera", silent)
    start = time.monotonic()
    result = hupai("verify", "rtsp://camera.lan/table", "--hand", HAND, "--seconds", "0.2", "--json")
    assert (result.exit_code, json.loads(result.stdout)["answer"]) == (3, "undecided")
    over.set()
    assert time.monotonic() - start < PATIENCE / 2


def test_a_stream_that_cannot_be_read_decides_nothing(hupai: Callable[..., Result], tmp_path: Path) -> None:
    result = hupai("verify", tmp_path / "gone.mp4", "--hand", HAND, "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["error"]["code"] == "stream_missing"


# Claims ---------------------------------------------------------------------------------------------------------------


def ways(**told: Any) -> list[str]:
    claim = ClaimAsked(score=25, **told).claim()
    assert claim.announced is not None
    return [way.told for way in claim.announced.ways]


def test_what_is_not_told_is_tried_in_every_way() -> None:
    assert len(ways()) == 4 * 4 * 2
    assert ways(self_drawn=True, seat="south", round="east") == [""]
    assert ways(**{"from": "west"}, seat="south", round="east") == [""]
    assert ways(seat="south", round="east") == ["self_drawn=yes", "self_drawn=no"]
    assert ways(self_drawn=False, seat="south", round="east") == ["self_drawn=no"]


def test_red_fives_are_told_apart_by_rules_that_count_them() -> None:
    assert not ClaimAsked(hand=HAND).claim().reds
    assert ClaimAsked(hand="123456789m 123p 05p").claim().reds
    assert ClaimAsked(hand=HAND, rules="riichi").claim().reds
    assert not ClaimAsked(hand=HAND, rules="riichi", options={"red_fives": "false"}).claim().reds
    assert not ClaimAsked(hand=HAND, rules="mcr").claim().reds


def test_what_nobody_told_may_explain_a_score() -> None:
    told = {"self_drawn": True, "seat": "south", "round": "east", "win": "5p"}
    assert scored_by(25, **told).answer is Answer.CONFIRMED
    found = scored_by(33, **told)
    assert (found.answer, found.depends) == (Answer.UNDECIDED, "last_tile=yes")
    assert scored_by(26, **told).answer is Answer.CONTRADICTED
    assert scored_by(26, **told, circumstances={"last_tile": "no"}).answer is Answer.CONTRADICTED


def test_what_nobody_told_is_tried_with_every_tile_that_may_have_won() -> None:
    told: dict[str, Any] = {"score": 29, "self_drawn": True, "seat": "south", "round": "east"}
    claim = ClaimAsked(hand=HAND, **told).claim()
    assert claim.hand is not None
    assert claim.announced is not None
    by_tile = {code: scored([(claim.hand, parse_tile(code))], claim.announced).answer for code in ("1m", "2m", "5p")}
    assert by_tile == {"1m": Answer.CONTRADICTED, "2m": Answer.UNDECIDED, "5p": Answer.CONTRADICTED}
    assert scored([(claim.hand, None)], claim.announced).answer is Answer.UNDECIDED
    assert scored([(claim.hand, None)], replace(claim.announced, points=99)).answer is Answer.CONTRADICTED


def scored_by(points: int, **told: Any) -> Any:
    claim = ClaimAsked(hand=HAND, score=points, **told).claim()
    assert claim.hand is not None
    assert claim.announced is not None
    return scored([(claim.hand, parse_tile("5p"))], claim.announced)


# Jobs -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def serve(make_reader: Callable[..., PhotoReader]) -> Iterator[Callable[..., TestClient]]:
    clients: list[TestClient] = []

    def made(*command: str, **settings: Any) -> TestClient:
        told = Settings(**{"client_share": 1, **settings})
        app = create_app(told, make_reader())
        app.state.jobs = Jobs(told, command or STAND_IN)
        client = TestClient(app, raise_server_exceptions=False)
        client.__enter__()
        clients.append(client)
        return client

    yield made
    for client in clients:
        client.__exit__(None, None, None)


def finished(client: TestClient, path: str) -> dict[str, Any]:
    """What is told of a job that is over."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        told: dict[str, Any] = client.get(path).json()
        if told["state"] in ("done", "failed"):
            return told
        time.sleep(0.05)
    pytest.fail("the job does not end")


def test_a_video_is_judged_and_forgotten(serve: Callable[..., TestClient], video: bytes) -> None:
    client = serve(video_every=3)
    began = client.post("/v1/verify", files={"video": ("C:\\my\\table.mp4", video)}, data={"hand": HAND})
    assert (began.status_code, began.json()["state"]) == (202, "waiting")
    path = began.headers["Location"]
    told = finished(client, path)
    assert (told["state"], told["problem"]) == ("done", None)
    assert (told["verdict"]["answer"], told["verdict"]["source"]) == ("confirmed", "table.mp4")
    assert told["verdict"]["record"]["model"]["name"] == "stand-in"
    assert told["progress"]["read"] > 0
    picture = client.get(told["evidence"])
    assert (picture.headers["content-type"], picture.content[:2]) == ("image/jpeg", b"\xff\xd8")
    assert client.delete(path).status_code == 204
    assert client.get(path).json()["code"] == "not_found"
    assert client.get(told["evidence"]).status_code == 404


def test_a_claim_may_come_in_the_address_and_what_is_no_video_is_named(serve: Callable[..., TestClient]) -> None:
    client = serve()
    began = client.post(
        "/v1/verify", params={"hand": HAND}, content=b"no video at all", headers={"Content-Type": "a/b"}
    )
    told = finished(client, began.headers["Location"])
    assert (told["state"], told["problem"]["code"], told["verdict"]) == ("failed", "stream_unknown", None)
    assert client.get(f"{began.headers['Location']}/evidence").json()["code"] == "no_evidence"


@pytest.mark.parametrize(
    ("limits", "code"), [({"video_seconds": 2}, "video_too_long"), ({"max_pixels": 1000}, "stream_too_large")]
)
def test_videos_beyond_the_limits_are_refused(
    serve: Callable[..., TestClient], video: bytes, limits: dict[str, Any], code: str
) -> None:
    client = serve(**limits)
    began = client.post("/v1/verify", params={"hand": HAND}, content=video)
    assert finished(client, began.headers["Location"])["problem"]["code"] == code


def test_the_log_says_how_a_job_ended_and_nothing_of_the_claim(
    serve: Callable[..., TestClient], video: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "hupai"):
        client = serve(video_every=3)
        for name, content in (("judged", video), ("broken", b"no video at all")):
            files = {"video": ("C:\\my\\table.mp4", content)}
            began = client.post("/v1/verify", files=files, data={"hand": HAND}, headers={"X-Request-ID": name})
            finished(client, began.headers["Location"])
        hanging = serve(sys.executable, "-c", HANGS)
        path = hanging.post("/v1/verify", params={"hand": HAND}, content=b"x").headers["Location"]
        assert hanging.delete(path).status_code == 204
        until = time.monotonic() + PATIENCE
        while len(lines := claims(caplog)) < 3 and time.monotonic() < until:
            time.sleep(0.05)
    told = [{key: line.get(key) for key in ("state", "verdict", "code")} for line in lines]
    assert told == [
        {"state": "done", "verdict": "confirmed", "code": None},
        {"state": "failed", "verdict": None, "code": "stream_unknown"},
        {"state": "cancelled", "verdict": None, "code": None},
    ]
    assert [line["request_id"] for line in lines[:2]] == ["judged", "broken"]
    assert all(0 <= line["seconds"] < PATIENCE for line in lines)
    known = {"time", "level", "logger", "event", "request_id", "state", "verdict", "code", "seconds"}
    assert all(line.keys() <= known for line in lines)
    assert not {"123456789m", "table.mp4", path.rsplit("/", 1)[1]} & set(re.findall(r"[\w.-]+", json.dumps(lines)))


def claims(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """The lines of the log about jobs, as JSON."""
    found = [record for record in caplog.records if record.getMessage() == "claim"]
    return [json.loads(logs.JsonLine().format(record)) for record in found]


def test_a_place_is_free_again_when_a_job_is_ended(serve: Callable[..., TestClient]) -> None:
    client = serve(sys.executable, "-c", HANGS, verify_workers=1, verify_queue=1)
    paths = [client.post("/v1/verify", params={"hand": HAND}, content=b"x").headers["Location"] for _ in range(2)]
    third = client.post("/v1/verify", params={"hand": HAND}, content=b"x")
    assert (third.status_code, third.json()["code"], third.headers["Retry-After"]) == (503, "busy", "2")
    assert [client.get(path).json()["state"] for path in paths] == ["running", "waiting"]
    assert client.get(f"{paths[0]}/evidence").json()["code"] == "not_ready"
    assert client.delete(paths[0]).status_code == 204
    until = time.monotonic() + PATIENCE
    while client.get(paths[1]).json()["state"] != "running" and time.monotonic() < until:
        time.sleep(0.05)
    assert client.post("/v1/verify", params={"hand": HAND}, content=b"x").status_code == 202


def test_one_client_leaves_places_to_others(serve: Callable[..., TestClient]) -> None:
    client = serve(sys.executable, "-c", HANGS, verify_queue=3, client_share=0.5)
    answers = [client.post("/v1/verify", params={"hand": HAND}, content=b"x").status_code for _ in range(3)]
    assert answers == [202, 202, 503]


@pytest.mark.parametrize(("worker", "code"), [(BABBLES, "internal"), (GIVES_UP, "video_broke_worker")])
def test_a_worker_that_fails_takes_nothing_down(serve: Callable[..., TestClient], worker: str, code: str) -> None:
    client = serve(sys.executable, "-c", worker)
    began = client.post("/v1/verify", params={"hand": HAND}, content=b"x")
    assert finished(client, began.headers["Location"])["problem"]["code"] == code
    assert client.get("/healthz").status_code == 200


def test_a_job_may_not_take_forever_and_is_forgotten_in_time(serve: Callable[..., TestClient]) -> None:
    client = serve(sys.executable, "-c", HANGS, verify_job_seconds=0.3, verify_keep_seconds=0.5)
    path = client.post("/v1/verify", params={"hand": HAND}, content=b"x").headers["Location"]
    assert finished(client, path)["problem"]["code"] == "video_too_slow"
    time.sleep(0.6)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"params": {"hand": HAND}, "content": b""}, 422, "video_absent"),
        ({"data": {"hand": HAND}, "files": {"photo": b"x"}}, 422, "video_absent"),
        ({"data": {"hand": HAND}, "files": {"video": b""}}, 422, "stream_empty"),
        ({"params": {"hand": HAND}, "content": b"x" * 5000}, 413, "body_too_large"),
        ({"params": {"hand": "555555555m 55s 777z"}, "content": b"x"}, 422, "too_many_copies"),
        ({"params": {}, "content": b"x"}, 422, "value_invalid"),
        ({"params": {"hand": "118z"}, "content": b"x"}, 422, "unknown_tile"),
        ({"params": {"score": "many"}, "content": b"x"}, 422, "value_invalid"),
        ({"params": {"hand": HAND, "colour": "red"}, "content": b"x"}, 422, "value_invalid"),
        ({"params": [("score", 8), ("rules", "mcr"), ("rules", "riichi")], "content": b"x"}, 422, "value_invalid"),
    ],
)
def test_what_is_no_claim_on_a_video_is_refused(
    serve: Callable[..., TestClient], sent: dict[str, Any], status: int, code: str
) -> None:
    client = serve(sys.executable, "-c", HANGS, video_max_bytes=4000, verify_queue=0)
    answer = client.post("/v1/verify", **sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert client.post("/v1/verify", params={"hand": HAND}, content=b"x").status_code == 202


def test_ids_that_nobody_was_told_lead_nowhere(serve: Callable[..., TestClient]) -> None:
    client = serve()
    assert client.get(f"/v1/verify/{'a' * 22}").json()["code"] == "not_found"
    assert client.delete(f"/v1/verify/{'a' * 22}").json()["code"] == "not_found"
    assert client.get("/v1/verify/short").json()["code"] == "value_invalid"


def test_a_worker_ends_with_the_service() -> None:
    reading, writing = os.pipe()
    works = (
        "from service.verify_worker import end_with; import time; end_with(0); print(1, flush=True); time.sleep(600)"
    )
    root = Path(__file__).parents[2]
    worker = subprocess.Popen([sys.executable, "-c", works], stdin=reading, stdout=subprocess.PIPE, cwd=root)
    os.close(reading)
    assert worker.stdout is not None
    assert worker.stdout.readline() == b"1\n"
    assert worker.poll() is None
    os.close(writing)
    assert worker.wait(PATIENCE) == GONE
    worker.stdout.close()


def test_no_more_jobs_are_held_than_there_are_places() -> None:
    jobs = Jobs(Settings(verify_workers=1, verify_queue=0, client_share=1))
    with jobs.place("a"), pytest.raises(ServiceError, match="as many videos"), jobs.place("b"):
        pass
    with jobs.place("b"):
        pass
