import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Engine

from service.store import Store
from service.store.engine import engine_for, read_url

DATABASES = ("sqlite", "postgresql")
UNPRIVILEGED = ("postgres", "nobody")
"""Whom PostgreSQL, which does not run as root, runs as where the tests do."""


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL of our own, reached by a socket in its folder."""

    programs: Path
    folder: Path

    def url(self, name: str) -> str:
        return f"postgresql://hupai@/{name}?host={self.folder}"

    def create(self, name: str) -> str:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def start(self) -> None:
        self.run("pg_ctl", "--wait", "--log", str(self.folder / "log"), "start")

    def stop(self) -> None:
        self.run("pg_ctl", "--wait", "--mode", "immediate", "stop")

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), "--pgdata", str(self.folder / "data"), *arguments]
        ended = subprocess.run(command, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               timeout=60, check=False, **unprivileged())  # fmt: skip
        assert ended.returncode == 0, ended.stdout


def unprivileged() -> dict[str, object]:
    """As whom to start a process, where we are root."""
    if os.geteuid() != 0:
        return {}
    user = account()
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def account() -> pwd.struct_passwd:
    known = {user.pw_name: user for user in pwd.getpwall()}
    return next(known[name] for name in UNPRIVILEGED if name in known)


def programs() -> Path | None:
    """Where the newest PostgreSQL of Debian's packages is."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name.split(".")[0]))
    return found[-1] if found and (found[-1] / "initdb").exists() else None


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="hupai-"))  # a socket's path is short
    if os.geteuid() == 0:
        os.chown(folder, account().pw_uid, account().pw_gid)
    made = Cluster(where, folder)
    made.run("initdb", "--username", "hupai", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync")
    settings = f"listen_addresses = ''\nunix_socket_directories = '{folder}'\nfsync = off\nshared_buffers = 8MB\n"
    with (folder / "data" / "postgresql.conf").open("a") as configuration:
        configuration.write(settings)
    made.start()
    yield made
    made.stop()
    shutil.rmtree(folder)


NUMBERS = count()


@pytest.fixture(scope="session")
def shared(cluster: Cluster) -> str:
    """A database of PostgreSQL for all tests that do not mind the evenings of others; a new one takes seconds."""
    return cluster.create("shared")


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'hupai.sqlite'}"
    shared: str = request.getfixturevalue("shared")
    return shared


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'hupai.sqlite'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.create(f"empty{next(NUMBERS)}")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = engine_for(read_url(url))
    yield engine
    engine.dispose()
