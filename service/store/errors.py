"""What can be wrong with a store, as an error with a ``code`` that tells whether to try again."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from service.errors import ServiceError

SQLITE = {
    "SQLITE_FULL": "store_full",
    "SQLITE_BUSY": "store_busy",
    "SQLITE_LOCKED": "store_busy",
}
"""Code by the beginning of SQLite's error name."""
POSTGRESQL = {
    "53100": "store_full",  # disk_full
    "53": "store_busy",  # insufficient resources, such as too many connections
    "40": "store_busy",  # rolled back: serialisation failure, deadlock
    "55": "store_busy",  # a lock is not to be had
    "57014": "store_busy",  # it took too long
}
"""Code by the beginning of PostgreSQL's SQLSTATE, the longer before the shorter."""
WORDS = {
    "store_full": "there is no room left to keep the table; nothing of this was stored",
    "store_busy": "too much is being stored at once; nothing of this was stored",
    "store_unavailable": "the store of tables cannot be reached",
}


class StoreError(ServiceError):
    """The store cannot do what was asked: ``store_unavailable``, ``store_busy``, ``store_full``, ``store_too_new``."""


@contextmanager
def told_plainly() -> Iterator[None]:
    """Errors of the database become ``StoreError``; what a caller or we did wrong stays as it is."""
    try:
        yield
    except NoConnection as error:
        raise StoreError("store_busy", WORDS["store_busy"]) from error
    except DBAPIError as error:
        code = code_of(error)
        if code is None:
            raise
        raise StoreError(code, WORDS[code]) from error


def code_of(error: SQLAlchemyError) -> str | None:
    """The code of a database's error; ``None`` for one that is a mistake in what was asked of it."""
    cause = getattr(error, "orig", None)
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return _by_beginning(POSTGRESQL, state) or (
            "store_unavailable" if state[:2] in ("08", "57", "58", "XX") else None
        )
    name = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        mistake = name.startswith(("SQLITE_CONSTRAINT", "SQLITE_ERROR", "SQLITE_MISMATCH", "SQLITE_RANGE"))
        return _by_beginning(SQLITE, name) or (None if mistake else "store_unavailable")
    operational = type(cause).__name__ in ("OperationalError", "InterfaceError", "ConnectionTimeout")
    return "store_unavailable" if operational or getattr(error, "connection_invalidated", False) else None


def _by_beginning(codes: dict[str, str], name: str) -> str | None:
    return next((code for beginning, code in codes.items() if name.startswith(beginning)), None)
