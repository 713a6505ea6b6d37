"""Evenings over HTTP: what phones send, and what they are answered."""

import asyncio
import contextlib
import csv
import http.client
import io
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

from service import table_events
from service.app import create_app
from service.joining import Guesses, code_text, new_code, read_code
from service.reader import PhotoReader
from service.server import server
from service.settings import Settings
from service.store import Store
from service.table_answers import harmless
from service.table_events import Watch
from tests.service.store.conftest import Cluster

NEW = {"rules": "riichi", "players": ["Ann", "Ben", "Cai", "Dan"]}
DRAW: dict[str, Any] = {"ready": ["south"], "riichi": ["south"]}
PINFU = {"hand": "123456m 345s 678p 55p", "win": "3s", "seat": "south", "from": "west"}

MakeApp = Callable[..., FastAPI]


@pytest.fixture
def make_app(make_reader: Callable[..., PhotoReader], url: str) -> MakeApp:
    def make(**more: Any) -> FastAPI:
        return create_app(Settings(database_url=url, client_share=1, port=0, **more), make_reader())

    return make


@pytest.fixture
def client(make_app: MakeApp) -> Iterator[TestClient]:
    with TestClient(make_app(), raise_server_exceptions=False) as client:
        yield client


class Phone:
    """Somebody at a table, who has seen a version of it."""

    def __init__(self, client: TestClient, table: str | None = None) -> None:
        self.client = client
        answer = client.post("/v1/tables", json=NEW) if table is None else client.get(f"/v1/tables/{table}")
        assert answer.is_success, answer.text
        self.seen: dict[str, Any] = answer.json()
        self.path = f"/v1/tables/{self.seen['id']}"

    def send(self, method: str, path: str, key: str | None = None, **body: Any) -> Response:
        headers = {"If-Match": f'"{self.seen["version"]}"'} | ({"Idempotency-Key": key} if key else {})
        return self.client.request(method, self.path + path, json=body or None, headers=headers)

    def do(self, method: str, path: str, **body: Any) -> dict[str, Any]:
        answer = self.send(method, path, str(uuid4()), **body)
        assert answer.is_success, answer.text
        self.seen = answer.json()
        assert answer.headers["ETag"] == f'"{self.seen["version"]}"'
        assert self.client.get(self.path).json() == self.seen
        return self.seen


def problem(answer: Response, status: int, code: str) -> dict[str, Any]:
    found: dict[str, Any] = answer.json()
    assert (answer.status_code, found["code"]) == (status, code), found
    assert answer.headers["Content-Type"] == "application/problem+json"
    return found


def test_an_evening_goes_its_way(client: TestClient) -> None:
    phone = Phone(client)
    begun = phone.seen
    assert (begun["version"], begun["rounds"], begun["running"], begun["undo"]) == (0, [], [[25000] * 4], None)
    played = phone.do("POST", "/rounds", round=DRAW, by="Ann")
    assert played["running"] == [[25000] * 4, [24000, 27000, 24000, 24000]]
    assert played["rounds"][0]["asked"] == DRAW
    assert (played["acts"][0]["kind"], played["acts"][0]["by"]) == ("played", "Ann")
    won = phone.do("POST", "/rounds", round={"wins": [PINFU]})
    assert won["rounds"][1]["settlement"]["sheets"][0]["circumstances"] == {"honba": 1, "sticks": 1}
    edited = phone.do("PUT", "/rounds/1", round={"ready": ["south"]}, by="Ben")
    assert (edited["acts"][2]["resettled"], edited["rounds"][0]["edited_at"] is None) == ([2], False)
    assert edited["undo"] == {"kind": "edited", "number": 1}
    assert phone.do("POST", "/undo")["rounds"] == won["rounds"]
    assert phone.do("POST", "/undo", by="Cai")["redo"] == {"kind": "played", "number": 2}
    assert phone.do("POST", "/redo")["table"] == won["table"]
    named = phone.do("PATCH", "", players=["Anne", "Ben", "Cai", "Dan"])
    assert named["table"] == won["table"] | {"players": ["Anne", "Ben", "Cai", "Dan"]}
    history = client.get(f"{phone.path}/rounds/1").json()
    assert [one["act"]["version"] for one in history["versions"]] == [1, 3]
    assert history["versions"][1]["hand"]["asked"] == {"ready": ["south"]}


def test_the_table_is_told_as_the_endpoint_that_keeps_nothing_tells_it(client: TestClient) -> None:
    phone = Phone(client)
    kept = phone.do("POST", "/rounds", round=DRAW)
    alone = client.post("/v1/table", json={"table": NEW, "round": DRAW}).json()
    assert (kept["table"], kept["rounds"][0]["settlement"]) == (alone["table"], alone["settlement"])
    assert client.post("/v1/table", json={"table": kept["table"], "round": {}}).status_code == 200


def test_a_change_says_which_version_it_has_seen(client: TestClient) -> None:
    phone = Phone(client)
    for seen in (None, "", "1", '"x"', "*", '"-1"', '"1', 'W/1"'):
        headers = {} if seen is None else {"If-Match": seen}
        problem(client.post(f"{phone.path}/rounds", json={"round": DRAW}, headers=headers), 428, "version_missing")
    assert client.post(f"{phone.path}/rounds", json={"round": DRAW}, headers={"If-Match": 'W/"0"'}).status_code == 201


def test_two_phones_that_save_at_once_are_both_told_the_truth(client: TestClient) -> None:
    phones = [Phone(client)]
    phones.append(Phone(client, phones[0].seen["id"]))
    phones[0].do("POST", "/rounds", round=DRAW, by="Ann")
    told = problem(phones[1].send("POST", "/rounds", round={}), 412, "table_changed")
    assert told["version"] == 1
    assert [(act["kind"], act["number"], act["by"]) for act in told["acts"]] == [("played", 1, "Ann")]
    for method, path, body in (("PUT", "/rounds/1", {"round": {}}), ("POST", "/undo", {}), ("POST", "/redo", {})):
        problem(phones[1].send(method, path, **body), 412, "table_changed")
    problem(phones[1].send("PATCH", "", players=["A", "B", "C", "D"]), 412, "table_changed")
    assert Phone(client, phones[0].seen["id"]).seen == phones[0].seen


def test_many_phones_play_one_after_another_by_trying_again(client: TestClient) -> None:
    table = Phone(client).seen["id"]

    def save(number: int) -> None:
        phone, key = Phone(client, table), str(uuid4())
        while (answer := phone.send("POST", "/rounds", key, round={"ready": []}, by=str(number))).status_code == 412:
            phone = Phone(client, table)
        assert answer.status_code == 201, answer.text

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(save, range(6)))
    acts = Phone(client, table).seen["acts"]
    assert sorted(act["by"] for act in acts) == [str(number) for number in range(6)]
    assert [act["version"] for act in acts] == [1, 2, 3, 4, 5, 6]


def test_a_request_is_stored_once_and_answered_alike(client: TestClient) -> None:
    phone, key = Phone(client), str(uuid4())
    first = phone.send("POST", "/rounds", key, round=DRAW)
    assert first.status_code == 201
    Phone(client, phone.seen["id"]).do("POST", "/rounds", round={})
    again = phone.send("POST", "/rounds", key, round=DRAW)
    assert (again.status_code, again.json(), again.headers["ETag"]) == (201, first.json(), '"1"')
    problem(phone.send("POST", "/rounds", key, round={}), 422, "key_reused")
    problem(phone.send("POST", "/undo", key), 422, "key_reused")
    problem(phone.send("POST", "/undo", "short"), 422, "value_invalid")
    new = [client.post("/v1/tables", json=NEW, headers={"Idempotency-Key": key}) for _ in range(2)]
    assert (new[0].status_code, new[0].json()) == (201, new[1].json())
    assert new[0].headers["Location"] == f"/v1/tables/{new[0].json()['id']}"


def test_what_is_unknown_is_not_found(client: TestClient) -> None:
    phone = Phone(client)
    lost = f"/v1/tables/{'A' * 22}"
    for path in (
        lost,
        f"{lost}/export.csv",
        f"{lost}/export.json",
        f"{lost}/qr.svg",
        f"{lost}/events",
        f"{lost}/rounds/1",
    ):
        problem(client.get(path), 404, "not_found")
    problem(client.post(f"{lost}/undo", headers={"If-Match": '"0"'}), 404, "not_found")
    problem(client.get(f"{phone.path}/rounds/1"), 404, "not_found")
    problem(phone.send("PUT", "/rounds/1", round={}), 404, "not_found")
    problem(phone.send("PUT", "/rounds/0", round={}), 404, "not_found")
    problem(phone.send("POST", "/undo"), 409, "nothing_to_undo")
    problem(phone.send("POST", "/redo"), 409, "nothing_to_redo")


@pytest.mark.parametrize(
    ("round", "field"),
    [
        ({"wins": [PINFU | {"hand": "123456m 345s 678p 5p"}]}, "round.wins.0"),
        ({"ready": ["up"]}, "round.ready"),
        ({"rules": "mcr"}, "round.rules"),
        ({"wins": 3}, "round.wins"),
    ],
)
def test_a_hand_that_cannot_be_names_its_field(client: TestClient, round: dict[str, Any], field: str) -> None:  # noqa: A002
    phone = Phone(client)
    answer = phone.send("POST", "/rounds", round=round)
    assert answer.status_code == 422
    assert answer.json()["field"].startswith(field), answer.json()
    assert Phone(client, phone.seen["id"]).seen == phone.seen


def test_an_edit_that_does_not_fit_says_which_hand(client: TestClient) -> None:
    phone = Phone(client)
    phone.do("POST", "/rounds", round={"wins": [PINFU | {"seat": "east"}]})
    phone.do("POST", "/rounds", round={"wins": [
        {"hand": PINFU["hand"], "win": "3s", "self_drawn": True, "circumstances": {"heavenly": True}}]})  # fmt: skip
    told = problem(phone.send("PUT", "/rounds/1", round={"ready": ["south"]}), 422, "hand_no_longer_fits")
    assert (told["number"], told["field"]) == (2, "number")
    assert Phone(client, phone.seen["id"]).seen == phone.seen


def test_a_version_that_is_known_is_not_sent_again(client: TestClient) -> None:
    phone = Phone(client)
    answer = client.get(phone.path, headers={"If-None-Match": '"0"'})
    assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", '"0"')
    assert client.get(phone.path, headers={"If-None-Match": '"1"'}).json() == phone.seen


def test_records_are_kept_with_their_hand(client: TestClient) -> None:
    hand = {"rules": "mcr", "hand": "123456789m 123p 55s", "win": "5s", "record": True}
    record = client.post("/v1/score", json=hand).json()["record"]
    phone = Phone(client)
    told = phone.do("POST", "/rounds", round=DRAW | {"record": True}, photo_record=record)
    assert told["rounds"][0]["has_record"]
    kept = client.get(f"{phone.path}/rounds/1").json()
    assert kept["photo_record"] == record
    assert (kept["record"]["kind"], kept["record"]["asked"]) == ("table", DRAW)
    assert "record" not in told["rounds"][0]["asked"]
    problem(phone.send("POST", "/rounds", round={}, photo_record={"format": "x"}), 422, "record_invalid")
    assert not phone.do("PUT", "/rounds/1", round=DRAW)["rounds"][0]["has_record"]


# Join codes -----------------------------------------------------------------------------------------------------------


def test_a_join_code_leads_to_its_table_however_it_is_typed(client: TestClient) -> None:
    phone = Phone(client)
    code = phone.seen["code"]
    assert (len(code), code[4], phone.seen["join"]) == (9, "-", f"/#join={code}")
    for typed in (
        code,
        code.lower(),
        code.replace("-", ""),
        f" {code[:4]} {code[5:]} ",
        code.replace("1", "l").replace("0", "O"),
    ):
        assert client.post("/v1/tables/join", json={"code": typed}).json() == phone.seen
    for typed in ("", "ABCD-EFG", "ABCD-EFGU", "ÀBCD-EFGH"):
        problem(client.post("/v1/tables/join", json={"code": typed}), 422, "value_invalid")


def test_guessing_codes_is_slowed_down_and_right_ones_pass(client: TestClient) -> None:
    phone = Phone(client)
    client.app.state.guesses = Guesses(clock=lambda: 0.0)  # type: ignore[attr-defined]
    right = {"code": phone.seen["code"]}
    for number in range(20):
        assert client.post("/v1/tables/join", json=right).status_code == 200
        problem(client.post("/v1/tables/join", json={"code": f"ZZZZ-ZZ{number:02}"}), 404, "join_code_unknown")
    answer = client.post("/v1/tables/join", json={"code": "ZZZZ-ZZZZ"})
    problem(answer, 429, "too_many_tries")
    assert 1 <= int(answer.headers["Retry-After"]) <= 6


def test_codes_are_of_readable_signs() -> None:
    for _ in range(200):
        code = new_code()
        assert read_code(code_text(code)) == code
        assert not set(code) & set("ILOU")


def test_guesses_are_counted_by_who_guesses_and_all_together() -> None:
    clock = [0.0]
    guesses = Guesses(burst=3, seconds=10, together=2, clock=lambda: clock[0])
    for _ in range(3):
        assert guesses.wait("1.2.3.4") == 0
        guesses.wrong("1.2.3.4")
    assert guesses.wait("1.2.3.4") == 10
    assert guesses.wait("1.2.3.5") == 0
    clock[0] = 10
    assert guesses.wait("1.2.3.4") == 0
    guesses.wrong("1.2.3.4")
    assert guesses.wait("1.2.3.4") == 10
    for number in range(3):
        guesses.wrong(f"2001:db8::{number}")
    assert (guesses.wait("2001:db8::ffff"), guesses.wait("2001:db8:0:1::1")) == (10, 0)
    guesses.wrong("5.6.7.8")
    assert guesses.wait("2001:db8:0:1::1") == 5
    clock[0] = 1000
    assert guesses.wait("2001:db8::ffff") == 0
    guesses.wrong("9.9.9.9")
    assert len(guesses._full) == 1


# To take away ---------------------------------------------------------------------------------------------------------


def test_a_spreadsheet_opens_the_sheet_and_obeys_no_name(client: TestClient) -> None:
    names = ["=HYPERLINK(1)", "麻雀", 'a,"b"', "@SUM"]
    phone = Phone(client)
    phone.do("PATCH", "", players=names)
    phone.do("POST", "/rounds", round=DRAW)
    phone.do("POST", "/rounds", round={"wins": [PINFU]})
    answer = client.get(f"{phone.path}/export.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="hupai-20')
    assert answer.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert [row["hand"] for row in rows] == ["1", "2"]
    assert (rows[1]["dealer"], rows[1]["winners"], rows[1]["from"]) == ("麻雀", 'a,"b"', "'@SUM")
    assert (rows[1]["'=HYPERLINK(1) +/-"], rows[0]["'=HYPERLINK(1) total"]) == ("0", "24000")
    cells = [cell for row in rows for cell in (*row.keys(), *row.values())]
    assert not [
        cell for cell in cells if cell.startswith(("=", "+", "@")) or (cell[0:1] == "-" and not cell[1:].isdigit())
    ]


@pytest.mark.parametrize("name", ["=1", "+1", "-1", "@x", "\t=1", " =1", "＝1", "\r@"])
def test_names_like_formulas_are_made_harmless(name: str) -> None:
    assert harmless(name) == f"'{name}"


def test_all_of_an_evening_is_taken_away_but_not_its_keys(client: TestClient) -> None:
    phone = Phone(client)
    phone.do("POST", "/rounds", round=DRAW)
    phone.do("PUT", "/rounds/1", round={})
    phone.do("POST", "/undo")
    text = client.get(f"{phone.path}/export.json").text
    told = json.loads(text)
    assert (told["format"], told["version"], told["table"]) == ("hupai.evening", 1, phone.seen["table"])
    assert [[hand["asked"] for hand in act["hands"]] for act in told["acts"]] == [[DRAW], [{}], []]
    assert phone.seen["id"] not in text
    assert phone.seen["code"].replace("-", "") not in text.replace("-", "")


def test_the_qr_has_the_address_that_joins(
    client: TestClient, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    original = __import__("segno").make
    monkeypatch.setattr("segno.make", lambda text, **more: (made.append(text), original(text, **more))[1])
    phone = Phone(client)
    answer = client.get(f"{phone.path}/qr.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.content).tag == "{http://www.w3.org/2000/svg}svg"
    with TestClient(make_app(public_url="https://mahjong.example/club/")) as other:
        other.get(f"{phone.path}/qr.svg")
    join = phone.seen["join"]
    assert made == [f"http://testserver{join}", f"https://mahjong.example/club{join}"]


# Live -----------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def served(app: FastAPI) -> Iterator[int]:
    """The port at which ``app`` is served for real."""
    serving = server(app.state.settings, app)
    thread = threading.Thread(target=serving.run)
    thread.start()
    try:
        while not serving.started:
            assert thread.is_alive()
            time.sleep(0.02)
        yield serving.servers[0].sockets[0].getsockname()[1]
    finally:
        serving.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


class Listening:
    """A stream of events, line by line."""

    def __init__(self, port: int, path: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", f"{path}/events")
        self.answer = self.connection.getresponse()

    def version(self) -> int:
        """Of the next event."""
        while not (line := self.answer.readline()).startswith(b"data: "):
            assert line, "the stream has ended"
        found: int = json.loads(line.removeprefix(b"data: "))["version"]
        return found

    def rest(self) -> bytes:
        return self.answer.read()


def send(port: int, method: str, path: str, version: int, **body: Any) -> dict[str, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"If-Match": f'"{version}"', "Content-Type": "application/json"}
    connection.request(method, path, json.dumps(body), headers)
    answer = connection.getresponse()
    with contextlib.closing(connection):
        told: dict[str, Any] = json.loads(answer.read())
        assert answer.status < 300, told
        return told


def test_phones_hear_of_changes_whichever_process_makes_them(make_app: MakeApp) -> None:
    with served(make_app()) as port, served(make_app()) as other:
        path = f"/v1/tables/{send(port, 'POST', '/v1/tables', 0, **NEW)['id']}"
        phones = [Listening(port, path), Listening(port, path), Listening(other, path)]
        assert phones[0].answer.getheader("Content-Type") == "text/event-stream; charset=utf-8"
        assert [phone.version() for phone in phones] == [0, 0, 0]
        send(port, "POST", f"{path}/rounds", 0, round=DRAW)
        assert [phone.version() for phone in phones] == [1, 1, 1]
        send(other, "POST", f"{path}/undo", 1)
        assert [phone.version() for phone in phones] == [2, 2, 2]
        for phone in phones[1:]:
            phone.connection.close()
        send(other, "POST", f"{path}/redo", 2)
        assert phones[0].version() == 3
    assert phones[0].rest() == b"\n"
    phones[0].connection.close()


def test_a_stream_is_kept_open_and_ends_in_time(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_events, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(table_events, "STREAM_SECONDS", 1.0)
    with served(make_app()) as port:
        path = f"/v1/tables/{send(port, 'POST', '/v1/tables', 0, **NEW)['id']}"
        phone = Listening(port, path)
        assert phone.rest().count(b": still here\n\n") >= 2
        phone.connection.close()


def test_only_so_many_look_at_a_table(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_events, "MOST_AT_TABLE", 1)
    with served(make_app()) as port:
        path = f"/v1/tables/{send(port, 'POST', '/v1/tables', 0, **NEW)['id']}"
        first, second = Listening(port, path), Listening(port, path)
        assert (first.answer.status, second.answer.status) == (200, 503)
        assert second.answer.getheader("Retry-After") == "2"
        assert first.version() == 0
        first.connection.close()
        second.connection.close()


def test_who_does_not_read_holds_one_version(store: Store) -> None:
    async def look() -> tuple[int, int]:
        watch = Watch(store, asyncio.Event())
        with watch.watching("a", 0) as watcher:
            for version in range(1, 10_001):
                watch.tell("a", version)
            await asyncio.sleep(0)
            await watcher.news.wait()
            return watcher.version, len(watch._watchers)

    assert asyncio.run(look()) == (10_000, 1)


def test_a_client_that_takes_nothing_does_not_hold_up_others(make_app: MakeApp) -> None:
    with served(make_app()) as port:
        path = f"/v1/tables/{send(port, 'POST', '/v1/tables', 0, **NEW)['id']}"
        idle = socket.create_connection(("127.0.0.1", port))
        idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        idle.sendall(f"GET {path}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        phone = Listening(port, path)
        assert phone.version() == 0
        for version in range(4):
            send(port, "POST", f"{path}/{'rounds' if version % 2 == 0 else 'undo'}", version,
                 **({"round": {}} if version % 2 == 0 else {}))  # fmt: skip
        while phone.version() != 4:
            pass
        idle.close()
        phone.connection.close()


# When the store fails -------------------------------------------------------------------------------------------------


def test_a_service_waits_for_postgresql_and_is_ready_by_itself(
    cluster: Cluster, shared: str, make_reader: Callable[..., PhotoReader]
) -> None:
    settings = Settings(database_url=shared, client_share=1)  # type: ignore[arg-type]
    with TestClient(create_app(settings, make_reader())) as client:
        phone = Phone(client)
        phone.do("POST", "/rounds", round=DRAW)
        cluster.stop()
        with TestClient(create_app(settings, make_reader())) as late:
            for one in (client, late):
                for answer in (one.get(phone.path), one.post("/v1/tables", json=NEW)):
                    problem(answer, 503, "store_unavailable")
                    assert answer.headers["Retry-After"] == "2"
            problem(phone.send("POST", "/rounds", round={}), 503, "store_unavailable")
            assert client.get("/v1/tiles").status_code == 200
            cluster.start()
            assert late.get(phone.path).json() == phone.seen
            assert phone.do("POST", "/rounds", round={})["version"] == 2
