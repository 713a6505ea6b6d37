"""Connections to a store: which database, how safely it writes, how long it may take."""

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from service.store.errors import StoreError

BUSY_SECONDS = 5
"""How long a connection waits for another to finish writing."""
CONNECT_SECONDS = 3
"""How long PostgreSQL may take to answer a new connection."""
STATEMENT_SECONDS = 10
"""How long PostgreSQL may take over one statement."""
CONNECTIONS = 8
"""Most connections at a time."""

POSTGRESQL = "postgresql"
WRITES = {"hupai_writes": True}
PRAGMAS = (f"busy_timeout={BUSY_SECONDS * 1000}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
"""What is written is on the disk before it is answered; one writes while others read."""
AGAIN = 0.02
"""Seconds until what SQLite does not wait for is tried again."""


def default_url() -> str:
    """A file in the folder where programs keep a user's data, so that it is found from whichever folder one starts."""
    return f"sqlite:///{data_folder() / 'hupai.sqlite'}"


def data_folder() -> Path:
    """The folder of the user's data: XDG_DATA_HOME, its default, or what macOS and Windows have instead."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hupai"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "hupai"
    told = os.environ.get("XDG_DATA_HOME", "")
    return (Path(told) if Path(told).is_absolute() else Path.home() / ".local" / "share") / "hupai"


def read_url(text: str) -> URL:
    """Which database; raises ``StoreError`` ``store_unknown`` for one that Hupai does not keep evenings in."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise StoreError("store_unknown", f"HUPAI_DATABASE_URL is no address of a database{FORMS}") from None
    if url.drivername in ("postgres", POSTGRESQL, "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in ("sqlite", "sqlite+pysqlite") and url.database not in (None, "", ":memory:"):
        return url
    raise StoreError("store_unknown", f"HUPAI_DATABASE_URL names no database that is kept{FORMS}")


FORMS = ": write sqlite:////path/to/file or postgresql://user@host/name"


def engine_for(url: URL) -> Engine:
    """Connections to the database, none of them open yet; raises ``StoreError``."""
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=BUSY_SECONDS)
    event.listen(engine, "do_connect", _make_folder)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _make_folder(_dialect: Any, _record: Any, arguments: list[str], _options: Any) -> None:
    """Let there be a folder for the file, for its owner only."""
    try:
        Path(arguments[0]).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("store_unavailable", f"the folder of tables cannot be made: {error.strerror}") from error


def _set_up(connection: sqlite3.Connection, _record: object) -> None:
    """Let transactions begin where we say, and be safe."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        _tell(connection, pragma)


def _tell(connection: sqlite3.Connection, pragma: str) -> None:
    """Set a pragma; while another makes a new file one for reading beside writing, SQLite does not wait by itself."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}").close()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(AGAIN)


def _begin(connection: Connection) -> None:
    """Take the place of the one who writes at the start, so that what was read stays true until it is written."""
    writes = connection.get_execution_options().get("hupai_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgresql(url: URL) -> Engine:
    told = {"connect_timeout": CONNECT_SECONDS, "application_name": "hupai"}
    limits = f"-c statement_timeout={STATEMENT_SECONDS * 1000} -c lock_timeout={round(BUSY_SECONDS * 1000)}"
    told |= {"options": limits, "tcp_user_timeout": STATEMENT_SECONDS * 1000, "keepalives_idle": 30}
    told = {key: value for key, value in told.items() if key not in url.query}
    try:
        return create_engine(
            url,
            connect_args=told,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=BUSY_SECONDS,
            pool_pre_ping=True,
            pool_recycle=1800,
        )
    except ModuleNotFoundError:
        raise StoreError("store_unknown", "PostgreSQL needs its driver: pip install 'hupai[postgres]'") from None


def place_of(engine: Engine) -> str | None:
    """Which database is there now: another text where a file was put in its place; ``None`` where the file is gone."""
    if engine.dialect.name != "sqlite" or str(engine.url.database).startswith("file:"):
        return engine.dialect.name
    try:
        found = os.stat(str(engine.url.database))
    except OSError:
        return None
    return f"{found.st_dev}:{found.st_ino}"


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that writes: all of it is stored at the end, or nothing."""
    with engine.execution_options(**WRITES).begin() as connection:
        yield connection
