"""What must not lose or double anything: a process killed while it writes, PostgreSQL stopped, a full disk."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from sqlalchemy import event, text

from scoring.table import Table
from service import evenings
from service.errors import ServiceError
from service.evenings import Evening, Told
from service.store import Kept, Request, Store, StoreError
from service.store.engine import engine_for, read_url, writing
from service.store.log import now
from service.tables import NewTable, RoundAtTable
from tests.service.store.conftest import Cluster

ROOT = Path(__file__).parents[3]
NEW = NewTable(rules="riichi", game={"bust": "false", "rounds": "0"}).table()
KILLS_A_TABLE = 20


def played(store: Store, kept: Kept, request: Request | None = None) -> Kept:
    told = Told(RoundAtTable(ready=("south",)))
    return store.add(kept.id, kept.version, request, lambda evening: evenings.played(evening, told, now()))


# Killed while it writes -----------------------------------------------------------------------------------------------


class Writer:
    """A process that starts others which write, and are killed."""

    def __init__(self) -> None:
        command = [sys.executable, str(Path(__file__).parent / "writer.py")]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._chance = random.Random(6)
        self._seconds = 0.02

    def close(self) -> None:
        for pipe in (self._stdin, self._stdout):
            pipe.close()
        assert self._process.wait(timeout=60) == 0

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _stdout(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def _line(self) -> list[str]:
        return self._stdout.readline().decode().split()

    def write(self, url: str, kept: Kept, first: int) -> tuple[int, int]:
        """Let a process write from act ``first`` on and kill it; how many acts it sent, and how many were answered."""
        self._stdin.write(f"{url} {kept.id} {first}\n".encode())
        self._stdin.flush()
        number = int(self._line()[1])
        assert self._line() == ["ready"]
        sent = stored = first
        for _ in range(self._chance.randrange(4)):
            sent, stored = self._one(sent)
        sent += self._line()[0] == "sends"
        time.sleep(self._chance.uniform(0, 1.2 * self._seconds))
        os.kill(number, signal.SIGKILL)
        while (line := self._line()) != ["ended"]:
            assert line[0] in ("sends", "stored"), line
            sent += line[0] == "sends"
            stored = max(stored, int(line[1]) + 1 if line[0] == "stored" else 0)
        return sent, stored

    def _one(self, number: int) -> tuple[int, int]:
        """Let one act be stored, and see how long that takes."""
        assert self._line() == ["sends", str(number)]
        began = time.monotonic()
        assert self._line()[:2] == ["stored", str(number)]
        self._seconds = time.monotonic() - began
        return number + 1, number + 1


@pytest.fixture
def writer() -> Iterator[Writer]:
    writer = Writer()
    yield writer
    writer.close()


def killed(writer: Writer, url: str, times: int) -> int:
    """How many acts were stored by writers killed so many times, each of which went on where the last was cut off."""
    found = stored = 0
    kept = _begun(url)
    for number in range(1, times + 1):
        sent, stored = writer.write(url, kept, stored)
        done = _done(url, kept)
        assert done == [str(one) for one in range(len(done))]
        assert stored <= len(done) <= sent
        if number % KILLS_A_TABLE == 0:
            found, stored, kept = found + len(done), 0, _begun(url)
    return found + stored


def _begun(url: str) -> Kept:
    store = Store(url)
    kept = store.begin(NEW)
    store.close()
    return kept


def _done(url: str, kept: Kept) -> list[str | None]:
    """The acts of a table that opens, by the numbers that the writers gave them."""
    store = Store(url)
    evening = store.evening(kept.id).evening
    store.close()
    assert evening.table == _again(evening)
    return [act.by for act in evening.acts]


def _again(evening: Evening) -> Table:
    """The table by the totals alone: what all hands moved, from the start on."""
    table = evening.table
    assert (
        tuple(map(sum, zip(table.start, *(hand.played.moved for hand in evening.hands), strict=True))) == table.totals
    )
    assert sum(table.totals) + 1000 * table.deal.sticks == sum(table.start)
    return table


def test_nothing_is_lost_or_doubled_when_writers_are_killed(writer: Writer, url: str) -> None:
    assert killed(writer, url, 5) > 0


@pytest.mark.long
def test_nothing_is_lost_or_doubled_when_writers_are_killed_a_hundred_times(writer: Writer, url: str) -> None:
    assert killed(writer, url, 100) > 100


# PostgreSQL stopped and started ---------------------------------------------------------------------------------------


def test_evenings_are_there_again_when_postgresql_is(cluster: Cluster, shared: str) -> None:
    store, waiting = Store(shared), Store(shared)
    kept = played(store, store.begin(NEW))
    request = Request.of("k" * 16, "round")
    cluster.stop()
    for one in (store, waiting):
        with pytest.raises(StoreError) as raised:
            played(one, kept, request)
        assert (raised.value.code, raised.value.status_code) == ("store_unavailable", 503)
    cluster.start()
    assert store.evening(kept.id) == kept
    assert waiting.evening(kept.id) == kept
    assert played(store, kept, request).version == 2
    for one in (store, waiting):
        one.close()


def test_a_connection_that_is_cut_is_told_and_made_anew(shared: str) -> None:
    store = Store(shared)
    kept = played(store, store.begin(NEW))
    engine = engine_for(read_url(shared))
    cut = False

    @event.listens_for(store._engine, "before_cursor_execute")
    def _cut(*told: object) -> None:
        nonlocal cut
        if str(told[2]).startswith("INSERT INTO acts") and not cut:
            cut = True
            with writing(engine) as other:
                others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                other.execute(text(f"{others} AND datname = current_database()"))

    with pytest.raises(StoreError) as raised:
        played(store, kept)
    assert raised.value.code == "store_unavailable"
    assert store.evening(kept.id) == kept
    assert played(store, kept).version == 2
    engine.dispose()
    store.close()


# A full disk ----------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_nothing_is_half_stored(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'hupai.sqlite'}")
    kept = store.begin(NEW)
    pages = 0

    @event.listens_for(store._engine, "checkout")
    def _limit(connection: object, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages or 10**9}").close()  # type: ignore[attr-defined]

    with store._engine.connect() as connection:
        pages = int(connection.exec_driver_sql("PRAGMA page_count").scalar() or 0) + 3
    kept = _fill(store, kept)
    assert store.evening(kept.id) == kept
    pages = 0
    assert played(store, kept).version == kept.version + 1
    store.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        pytest.skip("there is no mount")
    if done.returncode:
        pytest.skip("a small disk cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_without_room_is_told_and_used_again_when_there_is_room(small_disk: Path) -> None:
    store = Store(f"sqlite:///{small_disk / 'hupai.sqlite'}")
    kept = store.begin(NEW)
    big = small_disk / "big"
    big.write_bytes(b"\0" * 100_000)
    kept = _fill(store, kept)
    assert store.evening(kept.id) == kept
    with pytest.raises(StoreError):
        store.begin(NEW)
    big.unlink()
    assert played(store, kept).version == kept.version + 1
    store.close()


def _fill(store: Store, kept: Kept) -> Kept:
    """The table with as many hands as there is room for; the next is refused, and told."""
    for _ in range(200):
        try:
            kept = played(store, kept)
        except StoreError as error:
            found = error
            break
    else:
        pytest.fail("there was always room")
    assert (found.code, found.status_code) == ("store_full", 507)
    return kept


def test_a_full_disk_of_postgresql_is_told(cluster: Cluster) -> None:
    url = cluster.create("full")
    store = Store(url)
    kept = played(store, store.begin(NEW))
    engine = engine_for(read_url(url))
    with writing(engine) as connection:
        body = "BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END"
        connection.execute(text(f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$"))
        connection.execute(text("CREATE TRIGGER full_disk AFTER INSERT ON acts EXECUTE FUNCTION full_disk()"))
    with pytest.raises(StoreError) as raised:
        played(store, kept)
    assert (raised.value.code, raised.value.status_code) == ("store_full", 507)
    assert store.evening(kept.id) == kept
    with writing(engine) as connection:
        connection.execute(text("DROP TRIGGER full_disk ON acts"))
    assert played(store, kept).version == 2
    engine.dispose()
    store.close()


def test_a_store_that_is_busy_for_long_is_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.engine.BUSY_SECONDS", 0.3)
    monkeypatch.setattr("service.store.engine.PRAGMAS", ("journal_mode=WAL", "busy_timeout=300"))
    store = Store(url)
    kept = store.begin(NEW)
    engine = engine_for(read_url(url))
    with writing(engine) as connection:
        connection.execute(text("UPDATE evenings SET version = version WHERE id = :id"), {"id": kept.id})
        with pytest.raises(StoreError) as raised:
            played(store, kept)
    assert (raised.value.code, raised.value.status_code) == ("store_busy", 503)
    assert played(store, kept).version == 1
    engine.dispose()
    store.close()


# Files that go and come -----------------------------------------------------------------------------------------------


def moved(path: Path, to: Path) -> None:
    """Move a database that is in use, as somebody may by mistake."""
    for ending in ("", "-wal", "-shm"):
        if Path(f"{path}{ending}").exists():
            Path(f"{path}{ending}").rename(f"{to}{ending}")


def test_nothing_is_stored_in_a_file_that_is_gone(tmp_path: Path) -> None:
    path, away = tmp_path / "hupai.sqlite", tmp_path / "away.sqlite"
    store = Store(f"sqlite:///{path}")
    kept = played(store, store.begin(NEW))
    moved(path, away)
    for act in (lambda: played(store, kept), lambda: store.begin(NEW), lambda: store.evening(kept.id), store.check):
        with pytest.raises(StoreError) as caught:
            act()
        assert caught.value.code == "store_unavailable"
    assert not path.exists()
    moved(away, path)
    assert played(store, kept).version == 2
    store.close()
    again = Store(f"sqlite:///{path}")
    assert again.evening(kept.id).version == 2
    again.close()


def test_a_file_that_is_put_in_the_place_of_another_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "hupai.sqlite"
    store, other = Store(f"sqlite:///{path}"), Store(f"sqlite:///{tmp_path / 'other.sqlite'}")
    kept, others = store.begin(NEW), played(other, other.begin(NEW))
    other.close()
    moved(path, tmp_path / "away.sqlite")
    moved(tmp_path / "other.sqlite", path)
    assert store.evening(others.id).version == 1
    with pytest.raises(ServiceError, match="no such table"):
        store.evening(kept.id)
    path.unlink()
    path.touch()
    assert store.begin(NEW).version == 0
    store.close()
