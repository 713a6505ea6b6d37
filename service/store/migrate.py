"""Brings a store to the form that this version keeps evenings in."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from service.store.engine import writing
from service.store.errors import StoreError, told_plainly

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0001"
"""The revision that this version of the code works with."""
LOCK = 7_214_905_331
"""Which advisory lock of PostgreSQL is held meanwhile, so that of several services one migrates."""


def migrate(engine: Engine) -> bool:
    """Whether there was something to do, which is done or, after an error, not begun. Raises ``StoreError``."""
    with told_plainly():
        with engine.connect() as connection:
            if revision(connection) == HEAD:
                return False
        with writing(engine) as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            found = revision(connection)
            if found == HEAD:
                return False
            _upgrade(connection, found)
            return True


def revision(connection: Connection) -> str | None:
    """The form that the store is in; ``None`` for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection, found: str | None) -> None:
    from alembic import command  # takes a while, and is seldom needed
    from alembic.script import ScriptDirectory

    config = configuration(connection)
    if found is not None and found not in {
        one.revision for one in ScriptDirectory.from_config(config).walk_revisions()
    }:
        message = f"the store is of a later version of Hupai (its form is {found}, this one knows {HEAD})"
        raise StoreError("store_too_new", message)
    command.upgrade(config, HEAD)


def configuration(connection: Connection):  # type: ignore[no-untyped-def]
    """Alembic's configuration for a connection, within whose transaction it works."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
