"""Evenings as they are kept: begun, found by id or join code, and added to, act by act."""

import json
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import reduce
from hashlib import sha256
from threading import Lock
from typing import Any, NoReturn, Self

from sqlalchemy import Connection, RowMapping, insert, select, update
from sqlalchemy.exc import IntegrityError

from scoring.table import Table
from service.errors import refuse
from service.evenings import Act, Evening, EveningError
from service.joining import new_code
from service.store.engine import engine_for, place_of, read_url, writing
from service.store.errors import StoreError, told_plainly
from service.store.forms import act_text, read_act, read_start, start_text
from service.store.migrate import migrate
from service.store.schema import acts, evenings
from service.wire import told_time

ID_BYTES = 16
"""Random bytes of a table's id: 128 bits."""
ID_SIGNS = 22
CODES = 5
"""How many join codes are tried; two alike are next to impossible."""


Row = Mapping[str, Any] | RowMapping


@dataclass(frozen=True, slots=True)
class Request:
    """What is remembered of a request that may be sent again."""

    key: str
    """Its ``Idempotency-Key``, hashed."""
    content: str
    """What it asked, hashed."""

    @classmethod
    def of(cls, key: str, *content: object) -> Self:
        """A request by its key and what it asked, of values that JSON has."""
        told = json.dumps(content, sort_keys=True, default=str)
        return cls(sha256(key.encode()).hexdigest(), sha256(told.encode()).hexdigest())


@dataclass(frozen=True, slots=True)
class Kept:
    """An evening as it is kept."""

    id: str
    code: str
    started_at: datetime
    evening: Evening
    requests: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """By key, what each request asked and the version of the act that it made."""

    @property
    def version(self) -> int:
        """Of the evening."""
        return self.evening.version

    def at(self, version: int) -> "Kept":
        """The evening as it was after so many acts."""
        if version == self.version:
            return self
        return replace(self, evening=reduce(Evening.after, self.evening.acts[:version], Evening(self.evening.start)))

    def answered(self, request: Request | None) -> "Kept | None":
        """The evening as it was after a request that has been answered before; refuses another under its key."""
        if request is None or request.key not in self.requests:
            return None
        content, version = self.requests[request.key]
        _check_same(content, request)
        return self.at(version)


class _Overtaken(Exception):
    """Somebody else has added an act."""


class Store:
    """Evenings in one database. Any thread may use it; every method raises ``StoreError`` where the database fails."""

    def __init__(self, url: str) -> None:
        self._engine = engine_for(read_url(url))
        self._opened: str | None = None
        """Which database has the form of this version."""
        self._opening = Lock()

    def open(self) -> None:
        """Bring the database to the form of this version, once; called by every other method.

        A file that was deleted or moved away is not begun anew, and what is stored there still is stored nowhere that
        anybody would find: until it is back nothing is stored. One that was put in its place is opened.
        """
        if place_of(self._engine) == self._opened is not None:
            return
        with self._opening:
            there = place_of(self._engine)
            if self._opened is not None and there is None:
                raise StoreError("store_unavailable", "the file of the tables is gone; nothing of this was stored")
            if there != self._opened or there is None:
                self._engine.dispose()
                self.migrate()

    def migrate(self) -> bool:
        """Whether the database had another form, which has been changed."""
        changed = migrate(self._engine)
        self._opened = place_of(self._engine)
        return changed

    def check(self) -> None:
        """Raise ``StoreError`` when tables cannot be read just now."""
        with self._reading() as connection:
            connection.execute(select(evenings.c.id).limit(1)).first()

    def close(self) -> None:
        """Let all connections go."""
        self._engine.dispose()

    @property
    def place(self) -> str:
        """Which database, without its password."""
        return self._engine.url.render_as_string(hide_password=True)

    # Reading ---------------------------------------------------------------------------------------------------------

    def evening(self, table: str) -> Kept:
        """The evening of that id; raises ``ServiceError`` ``not_found``."""
        if not (len(table) == ID_SIGNS and table.isascii() and table.replace("-", "a").replace("_", "a").isalnum()):
            _absent()
        with self._reading() as connection:
            row = connection.execute(select(evenings).where(evenings.c.id == table)).mappings().first()
            if row is None:
                _absent()
            until = (acts.c.evening == table) & (acts.c.version <= row["version"])
            rows = connection.execute(select(acts).where(until).order_by(acts.c.version)).mappings().all()
        return _kept(row, rows)

    def joined(self, code: str) -> str | None:
        """The id of the evening that a join code, as ``service.joining`` reads it, leads to."""
        with self._reading() as connection:
            return connection.execute(select(evenings.c.id).where(evenings.c.code == code)).scalar()

    def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The versions of evenings, of those that there are."""
        with self._reading() as connection:
            found = select(evenings.c.id, evenings.c.version).where(evenings.c.id.in_(list(ids)))
            return {row.id: row.version for row in connection.execute(found)}

    # Writing ---------------------------------------------------------------------------------------------------------

    def begin(self, start: Table, request: Request | None = None) -> Kept:
        """A new evening, or that which this very request has begun before."""
        begun = self._begun(request)
        tries = 0
        while begun is None:
            tries += 1
            begun = self._try_to_begin(start, request) or self._begun(request)
            if begun is None and tries >= CODES:
                raise StoreError("store_busy", "no join code is free")
        return begun

    def _begun(self, request: Request | None) -> Kept | None:
        """The evening that a request has begun, as it was then; refuses another request under its key."""
        if request is None:
            return None
        with self._reading() as connection:
            row = connection.execute(select(evenings).where(evenings.c.key == request.key)).mappings().first()
        if row is None:
            return None
        _check_same(row["request"], request)
        return _kept(row, ())

    def _try_to_begin(self, start: Table, request: Request | None) -> Kept | None:
        """A new evening; ``None`` where the code is taken, or another has sent the same request."""
        row = {
            "id": secrets.token_urlsafe(ID_BYTES),
            "code": new_code(),
            "started_at": now(),
            "version": 0,
            "start": start_text(start),
            "key": request and request.key,
            "request": request and request.content,
        }
        try:
            with self._writing() as connection:
                connection.execute(insert(evenings).values(row))
        except IntegrityError:
            return None
        return _kept(row, ())

    def add(self, table: str, seen: int, request: Request | None, make: Callable[[Evening], Act]) -> Kept:
        """The evening with one more act, which ``make`` gives from it; by who has seen its version ``seen``.

        A request that has been answered before stores nothing, and is answered as it was then. Raises
        ``EveningError`` ``table_changed`` where another version is the present one, and whatever ``make`` raises.
        """
        kept = self.evening(table)
        answered = kept.answered(request)
        if answered is not None:
            return answered
        if kept.version != seen:
            _changed(kept, seen)
        act = make(kept.evening)
        try:
            self._append(table, act, request)
        except _Overtaken:
            return self.add(table, seen, request, make)
        return replace(kept, evening=kept.evening.after(act))

    def _append(self, table: str, act: Act, request: Request | None) -> None:
        before = (evenings.c.id == table) & (evenings.c.version == act.version - 1)
        row = {
            "evening": table,
            "version": act.version,
            "kind": act.kind.value,
            "at": act.at,
            "by": act.by,
            "number": act.number,
            "key": request and request.key,
            "request": request and request.content,
            "data": act_text(act),
        }
        with self._writing() as connection:
            if not connection.execute(update(evenings).where(before).values(version=act.version)).rowcount:
                raise _Overtaken
            connection.execute(insert(acts).values(row))

    # Connections -----------------------------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self.open()
        with told_plainly(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        self.open()
        with told_plainly(), writing(self._engine) as connection:
            yield connection


def now() -> datetime:
    """The time, to the millisecond."""
    at = datetime.now(UTC)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def _kept(row: Row, rows: Sequence[Row]) -> Kept:
    evening = reduce(Evening.after, map(read_act, rows), Evening(read_start(row["start"])))
    requests = {one["key"]: (one["request"], one["version"]) for one in rows if one["key"] is not None}
    return Kept(row["id"], row["code"], row["started_at"], evening, requests)


def _absent() -> NoReturn:
    refuse("not_found", "there is no such table")


def _check_same(content: str, request: Request) -> None:
    if content != request.content:
        refuse("key_reused", "another request has been sent with this Idempotency-Key", field="Idempotency-Key")


def _changed(kept: Kept, seen: int) -> NoReturn:
    message = f"the table has changed: it is at version {kept.version}, not {seen}; nothing was stored"
    raise EveningError(
        "table_changed", message, version=kept.version, acts=[act_facts(act) for act in kept.evening.acts[seen:]]
    )


def act_facts(act: Act) -> dict[str, Any]:
    """What is told of an act, without what it settled."""
    return {
        "version": act.version,
        "kind": act.kind.value,
        "at": told_time(act.at),
        "number": act.number,
        "by": act.by,
        "resettled": list(act.resettled),
    }
