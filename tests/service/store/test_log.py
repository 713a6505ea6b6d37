"""Evenings as they are kept, in SQLite and in PostgreSQL alike."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError

from service import evenings
from service.errors import ServiceError
from service.evenings import EveningError, Told
from service.store import Kept, Request, Store, StoreError
from service.store.engine import data_folder, engine_for, read_url, writing
from service.store.log import now
from service.store.migrate import HEAD, MIGRATIONS, configuration, migrate, revision
from service.store.schema import metadata
from service.tables import NewTable, RoundAtTable

NEW = NewTable(rules="riichi", players=("Ann", "Ben", "Cai", "Dan")).table()
DRAW: dict[str, Any] = {"ready": ["south"], "riichi": ["south"]}


def told(**asked: Any) -> Told:
    return Told(RoundAtTable.model_validate(asked or DRAW))


def played(store: Store, kept: Kept, request: Request | None = None, seen: int | None = None, **asked: Any) -> Kept:
    version = kept.version if seen is None else seen
    return store.add(kept.id, version, request, lambda evening: evenings.played(evening, told(**asked), now()))


def test_what_is_kept_is_found_again(store: Store) -> None:
    kept = store.begin(NEW)
    for by in ("Ann", None, "Zoë 麻雀"):
        kept = store.add(
            kept.id, kept.version, None, lambda evening, by=by: evenings.played(evening, Told(told().asked, by), now())
        )
    kept = store.add(kept.id, 3, None, lambda evening: evenings.edited(evening, 1, told(ready=["east"]), now()))
    kept = store.add(kept.id, 4, None, lambda evening: evenings.undone(evening, "Ben", now()))
    kept = store.add(kept.id, 5, None, lambda evening: evenings.redone(evening, "Ben", now()))
    names = ("A", "B", "C", "D")
    kept = store.add(kept.id, 6, None, lambda evening: evenings.renamed(evening, names, None, now()))
    assert store.evening(kept.id) == kept
    assert store.joined(kept.code) == kept.id
    assert store.versions([kept.id, "x"]) == {kept.id: 7}
    assert (kept.evening.table.players, len(kept.evening.hands), kept.evening.acts[3].resettled) == (names, 3, (2, 3))


def test_ids_cannot_be_guessed_and_codes_are_of_their_own(store: Store) -> None:
    begun = [store.begin(NEW) for _ in range(20)]
    assert len({one.id for one in begun}) == len({one.code for one in begun}) == 20
    assert all(len(one.id) == 22 for one in begun)


def test_an_unknown_id_finds_nothing(store: Store) -> None:
    for name in ("", "x", "A" * 22, "A" * 21 + "\0", "é" * 22, "' OR 1=1; -----------", "A" * 10**5):
        with pytest.raises(ServiceError) as raised:
            store.evening(name)
        assert (raised.value.code, raised.value.status_code) == ("not_found", 404)


def test_two_phones_that_save_at_once_do_not_overwrite_each_other(store: Store) -> None:
    kept = store.begin(NEW)
    phones = 8
    together = Barrier(phones)

    def save(_: int) -> Kept | str:
        together.wait()
        try:
            return played(store, kept)
        except EveningError as error:
            return f"{error.code} {error.facts['version']}"

    with ThreadPoolExecutor(phones) as pool:
        found = list(pool.map(save, range(phones)))
    assert sorted(one if isinstance(one, str) else "stored" for one in found) == ["stored"] + ["table_changed 1"] * 7
    assert len(store.evening(kept.id).evening.hands) == 1


def test_the_same_request_is_stored_once_however_often_it_comes_at_once(store: Store) -> None:
    kept = store.begin(NEW)
    request = Request.of("k" * 16, "round")
    together = Barrier(8)

    def save(_: int) -> Kept:
        together.wait()
        return played(store, kept, request)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(save, range(8)))
    assert {(one.version, one.evening.table.totals) for one in found} == {(1, (24000, 27000, 24000, 24000))}
    assert store.evening(kept.id).version == 1


def test_a_request_that_comes_again_is_answered_as_it_was_then(store: Store) -> None:
    kept = store.begin(NEW)
    request = Request.of("k" * 16, "round")
    first = played(store, kept, request)
    later = played(store, first)
    assert played(store, kept, request).evening == first.evening
    assert played(store, later, request, seen=17).evening == first.evening
    assert store.evening(kept.id).version == 2
    with pytest.raises(ServiceError, match="another request") as raised:
        played(store, later, Request.of("k" * 16, "another round"))
    assert raised.value.code == "key_reused"


def test_a_refused_request_has_not_used_its_key(store: Store) -> None:
    kept = store.begin(NEW)
    request = Request.of("k" * 16, "round")
    for problem in ({"ready": ["up"]}, {"honba": 5}):
        with pytest.raises(Exception, match=r"ready|honba"):
            played(store, kept, request, **problem)
    with pytest.raises(EveningError, match="has changed"):
        played(store, kept, request, seen=4)
    assert played(store, kept, request).version == 1


def test_a_table_is_begun_once_for_the_same_request(store: Store) -> None:
    request = Request.of("k" * 16, "new")
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: store.begin(NEW, request), range(6)))
    assert len({one.id for one in found}) == 1
    with pytest.raises(ServiceError, match="another request"):
        store.begin(NEW, Request.of("k" * 16, "another"))


def test_acts_that_others_have_done_are_told(store: Store) -> None:
    kept = store.begin(NEW)
    played(store, played(store, kept))
    with pytest.raises(EveningError) as raised:
        played(store, kept, seen=1)
    facts = raised.value.facts
    assert (raised.value.status_code, raised.value.code, facts["version"]) == (412, "table_changed", 2)
    assert [(act["version"], act["kind"], act["number"]) for act in facts["acts"]] == [(2, "played", 2)]


# The form of the store ------------------------------------------------------------------------------------------------


def test_the_migrations_make_what_the_code_expects(empty_url: str) -> None:
    engine = engine_for(read_url(empty_url))
    assert migrate(engine)
    assert not migrate(engine)
    with engine.connect() as connection:
        assert revision(connection) == HEAD
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert ScriptDirectory.from_config(configuration(connection)).get_current_head() == HEAD
    with writing(engine) as connection:
        command.downgrade(configuration(connection), "base")
    with engine.connect() as connection:
        assert revision(connection) is None
    assert migrate(engine)
    engine.dispose()


def test_several_services_that_start_at_once_migrate_once(empty_url: str) -> None:
    stores = [Store(empty_url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(Store.open, stores))
    kept = stores[0].begin(NEW)
    assert stores[3].evening(kept.id).version == 0
    for one in stores:
        one.close()


def test_a_store_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'hupai.sqlite'}"
    engine = engine_for(read_url(url))
    migrate(engine)
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    store = Store(url)
    with pytest.raises(StoreError) as raised:
        store.evening("A" * 22)
    assert (raised.value.code, raised.value.status_code) == ("store_too_new", 503)
    store.close()


def test_sqlite_loses_nothing_it_has_stored(tmp_path: Path) -> None:
    engine = engine_for(read_url(f"sqlite:///{tmp_path / 'hupai.sqlite'}"))
    with engine.connect() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
        assert found == {"journal_mode": "wal", "synchronous": 2}
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


# Where it is ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url", ["", "x", "mysql://h/d", "sqlite://", "sqlite:///:memory:", "postgresql+asyncpg://h/d", "oracle://h"]
)
def test_what_is_no_database_for_evenings_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match="write sqlite:") as raised:
        Store(url)
    assert raised.value.code == "store_unknown"


def test_a_password_is_not_told() -> None:
    store = Store("postgres://me:secret@nowhere/evenings")
    assert store.place == "postgresql+psycopg://me:***@nowhere/evenings"
    store.close()


def test_the_file_is_among_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "hupai"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "hupai"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder() == tmp_path / "Library" / "Application Support" / "hupai"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Store(f"sqlite:///{tmp_path / 'file' / 'hupai.sqlite'}")
    with pytest.raises(StoreError) as raised:
        store.check()
    assert raised.value.code == "store_unavailable"
    store.close()


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "hupai.sqlite").write_bytes(b"no database at all" * 100)
    store = Store(f"sqlite:///{tmp_path / 'hupai.sqlite'}")
    with pytest.raises(StoreError) as raised:
        store.check()
    assert raised.value.code == "store_unavailable"
    store.close()


def test_nothing_but_the_owner_reads_the_folder(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'data' / 'hupai.sqlite'}")
    store.open()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    store.close()


def test_the_log_refuses_what_cannot_be(engine: Engine, store: Store) -> None:
    kept = played(store, store.begin(NEW))
    columns = "version, kind, at, by, number, key, request, data"
    for evening in ("evening", f"'{'B' * 22}'"):
        twice = text(f"INSERT INTO acts SELECT {evening}, {columns} FROM acts WHERE evening = :id")
        with pytest.raises(IntegrityError, match=r"(?i)unique|foreign"), writing(engine) as connection:
            connection.execute(twice, {"id": kept.id})
    assert store.evening(kept.id) == kept


def test_the_migrations_are_part_of_what_is_installed() -> None:
    for folder in (MIGRATIONS, MIGRATIONS / "versions"):
        assert (folder / "__init__.py").exists(), f"{folder} is no package, and would be left out"
    assert (MIGRATIONS / "versions" / "0001_evenings.py").exists()
