"""The endpoints of an evening's table that is kept here, so that several phones see the same one.

What a phone has to know:

**Names.** A table lies under an id that cannot be guessed (22 signs, URL-safe). Its join code (8 signs of Crockford's
base 32, told as ``ABCD-EFGH``; case, hyphens and spaces do not matter, I and L are read as 1, O as 0) leads to the id.
The address in its QR is ``/#join=ABCD-EFGH`` at the service's own address: what follows ``#`` goes to no server's log.

**Endpoints.** All answer JSON, ``TableState`` unless something else is said; errors are problems with a ``code``.

    POST  /v1/tables                      {rules, options, players, game} -> 201, Location
    POST  /v1/tables/join                 {code}
    GET   /v1/tables/{id}                 If-None-Match: "version" -> 304
    PATCH /v1/tables/{id}                 {players, by?}          other names, in the same order
    POST  /v1/tables/{id}/rounds          {round, by?, photo_record?} -> 201
    GET   /v1/tables/{id}/rounds/{number} -> the hand with its record and all its earlier versions
    PUT   /v1/tables/{id}/rounds/{number} {round, by?, photo_record?}
    POST  /v1/tables/{id}/undo            {by?} or no body
    POST  /v1/tables/{id}/redo            {by?} or no body
    GET   /v1/tables/{id}/events          text/event-stream
    GET   /v1/tables/{id}/export.csv, /export.json, /qr.svg

``round`` is what ``POST /v1/table`` takes as ``round``, with wins by their tiles (``wins``) or by their worth
(``scored``); ``by`` is any name of up to 40 signs, kept with the act;
``photo_record`` is a ``hupai.record`` as the service answered it, kept with the hand.

**Versions.** Whatever changes a table (PATCH, rounds, undo, redo) says with ``If-Match: "version"`` which version it
has seen. Every answer with a ``TableState`` has that as its ``ETag``. Without it: 428 ``version_missing``. Where the
table has changed meanwhile: 412 ``table_changed`` with members ``version`` (the present one) and ``acts`` (those since
the version that was named), and nothing is stored.

**Retries.** With an ``Idempotency-Key`` (16 to 64 letters, digits, ``-`` or ``_``; a UUID does) the same request may be
sent as often as one likes, with whatever ``If-Match``: it is stored once, and answered each time as it was the first
time, that is with the table as it was after that act. Another request under the same key: 422 ``key_reused``. A request
that was refused has not used up its key.

**TableState.**

    {"id", "code": "ABCD-EFGH", "join": "/#join=ABCD-EFGH", "version": 3, "since": null, "started_at",
     "table":   as POST /v1/table answers it: format, rules, players, deal, totals, ...
     "rounds":  [{"number": 1, "asked", "settlement", "hupai", "at", "edited_at": null, "has_record": false}]
     "acts":    [{"version": 1, "kind", "at", "number", "by": null, "resettled": []}]
     "running": [[25000, ...], ...]   totals at the start and after every hand: one more than there are hands
     "undo":    {"kind", "number"} or null    what undo would take back
     "redo":    {"kind", "number"} or null}   what redo would bring back

Times are UTC, ISO 8601, to the millisecond. ``kind`` is ``played``, ``edited``, ``undone``, ``redone`` or ``renamed``;
``number`` is the hand's (``null`` for ``renamed``); ``resettled`` the later hands that an edit settled anew. ``asked``
has what people told, without what the table knows; ``hupai`` is the version that settled the hand.

**Changes only.** With ``?since=version`` GET, PATCH, rounds, undo and redo answer a ``TableState`` whose ``rounds`` are
those that came or changed after that version, and ``acts`` those after it; ``since`` says so, and is ``null`` where all
is told, as for a version that is yet to come. A phone that knows the table at that version, or a later one, puts them
in the places of theirs by ``number``, cuts its hands down to as many as ``table.played`` has, and keeps its first
``since`` acts. Of an evening of 250 hands that is less than a tenth.

**Undo** takes back the last act that played or edited a hand and is not taken back itself; ``redo`` brings it back,
exactly as it was, until something is played or edited anew. With nothing there: 409 ``nothing_to_undo``,
``nothing_to_redo``. Nothing is ever deleted.

**Edit.** Hands after an edited one stay as they are where the deal before them is the same. Where it is not, they are
settled anew from what was told of them; their people stay, and sit where the new deal puts them. Where a later hand no
longer fits: 422 ``hand_no_longer_fits`` with ``number`` and the reason.

**Events.** ``event: table``, ``id`` and ``data: {"version": n}``, at once when connected and after every act; acts in
quick succession may be told as one. A comment every 15 seconds keeps the line open; the stream ends after an hour, and
``EventSource`` connects again by itself.

**Waiting.** 503 with ``Retry-After`` (``store_unavailable``, ``store_busy``, ``busy``) and 507 ``store_full`` have
stored nothing, or, where the answer was lost on the way, have it found again by the ``Idempotency-Key``: send the same
request again. 429 ``too_many_tries`` with ``Retry-After`` comes after many wrong join codes.
"""

import asyncio
import logging
import math
import re
from collections.abc import AsyncIterator, Callable
from io import BytesIO
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from pydantic import Field

from service import evenings
from service.asked import Asked
from service.bodies import JsonRoute
from service.errors import problem, refuse
from service.evenings import Act, Evening, EveningError, Told
from service.joining import Guesses, code_text, read_code
from service.limits import Gate, client_of
from service.readiness import STORE_SECONDS, InTime
from service.records import RecordTold
from service.settings import Settings
from service.store import Kept, Store, StoreError
from service.store import Request as Asking
from service.store.engine import default_url
from service.store.log import now
from service.table_answers import EveningOut, HandHistoryOut, TableState, evening_csv, join_path
from service.table_events import Events, Watch
from service.tables import Name, NewTable, RoundAtTable

WORKERS = 4
"""Requests for tables that are worked on at the same time."""
QUEUE = 64
"""Requests for tables that may wait."""

SEEN = re.compile(r'(?:W/)?"(\d{1,9})"', re.ASCII)
KEY = re.compile(r"[\w-]{16,64}", re.ASCII)

log = logging.getLogger("hupai")
router = APIRouter(prefix="/v1/tables", tags=["tables"], route_class=JsonRoute)


# What is asked --------------------------------------------------------------------------------------------------------


class CodeTyped(Asked):
    """A join code as somebody typed it."""

    code: str = Field(max_length=40)


class Doing(Asked):
    """Who does something."""

    by: Name | None = None


class NamesTold(Doing):
    """The players' names, in the same order as before."""

    players: tuple[Name, ...] = Field(min_length=3, max_length=4)


class RoundTold(Doing):
    """A hand of play at its end."""

    round: RoundAtTable
    photo_record: dict[str, Any] | None = None
    """A ``hupai.record`` as the service answered it, kept with the hand."""

    def told(self) -> Told:
        """The value; raises ``ServiceError`` ``record_invalid``."""
        if self.photo_record is not None:
            _check_record(self.photo_record)
        return Told(self.round, self.by, self.photo_record)


def _check_record(told: dict[str, Any]) -> None:
    try:
        RecordTold.model_validate(told)
    except ValueError:
        refuse("record_invalid", "photo_record: it is no record of version 1", field="photo_record")


# What the endpoints have in common ------------------------------------------------------------------------------------


def install_tables(app: FastAPI, settings: Settings) -> None:
    """Let ``app`` keep tables where ``settings`` say; the store is opened by ``open_tables``, or when first used."""
    app.state.store = store_for(settings)
    slow = StoreError("store_unavailable", f"the store of tables does not answer within {STORE_SECONDS:g} seconds")
    app.state.tables_ready = InTime(app.state.store.check, slow)
    app.state.watch = Watch(app.state.store, app.state.stopping, settings.client_share)
    app.state.guesses = Guesses()
    app.state.table_gate = Gate(WORKERS, QUEUE, name="tables", share=settings.client_share)
    app.include_router(router)

    @app.exception_handler(EveningError)
    async def _evening(request: Request, error: EveningError) -> JSONResponse:
        answer = problem(request, error.status_code, error.code, error.message, field=error.field, **error.facts)
        answer.headers.update(error.headers or {})
        return answer


def store_for(settings: Settings) -> Store:
    """The store that the settings name; raises ``StoreError`` ``store_unknown``."""
    url = settings.database_url
    return Store(default_url() if url is None else url.get_secret_value())


async def open_tables(app: FastAPI) -> None:
    """Open the store; where that cannot be just now, tables are answered 503 until it can."""
    store: Store = app.state.store
    try:
        await asyncio.to_thread(store.open)
    except StoreError as error:
        log.warning("tables cannot be kept yet: %s (%s)", error.message, error.code)
    else:
        log.info("tables are kept in %s", store.place)


async def _worker(request: Request) -> AsyncIterator[None]:
    gate: Gate = request.app.state.table_gate
    async with gate.worker(request):
        yield


async def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


WORKER = [Depends(_worker, scope="function")]
AnyStore = Annotated[Store, Depends(_store)]
TableId = Annotated[str, Path(alias="id", description="As the table was answered when it was begun or joined")]
Since = Annotated[
    int | None, Query(ge=0, description="The version that is known: rounds and acts tell what changed since then")
]
HandNumber = Annotated[int, Path(description="1 for the first hand of the evening")]

SEEN_HEADER = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": "The version that has been seen, as ETag tells it",
    "schema": {"type": "string", "pattern": '^"[0-9]{1,9}"$'},
}
KEY_HEADER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same request with the same key is stored once",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$"},
}
STATE_HEADERS = {"ETag": {"schema": {"type": "string"}, "description": "The version in quotes", "required": True}}
BEGUN_HEADERS = STATE_HEADERS | {"Location": {"schema": {"type": "string"}, "required": True}}


def _answers(*more: int, ok: int = 200, headers: dict[str, Any] = STATE_HEADERS) -> dict[int | str, dict[str, Any]]:
    """What an endpoint may answer."""
    said = {
        304: "It has not changed",
        404: "No such table",
        409: "Nothing is there to take back",
        412: "The table has changed",
        422: "A value is at fault",
        428: "If-Match is missing",
        429: "Too many wrong codes",
        503: "Try again later",
        507: "No room is left",
    }
    good: dict[str, Any] = {"model": TableState, "description": "The table as it stands", "headers": headers}
    answers: dict[int | str, dict[str, Any]] = {ok: good}
    return answers | {status: {"description": said[status]} for status in more}


STORED = (404, 412, 422, 428, 503, 507)
CHANGES: dict[str, Any] = {"parameters": [SEEN_HEADER, KEY_HEADER]}


def _seen(request: Request) -> int:
    """The version that was seen by whoever asks for a change; raises ``ServiceError`` ``version_missing``."""
    found = SEEN.fullmatch(request.headers.get("If-Match", ""))
    if found is None:
        refuse("version_missing", 'If-Match: it names the version that was seen, as in "3"', field="If-Match")
    return int(found[1])


def _asking(request: Request, *content: object) -> Asking | None:
    """The request by its key, if it has one."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        problem = "it is 16 to 64 letters, digits, - or _"
        refuse("value_invalid", f"Idempotency-Key: {problem}", field="Idempotency-Key")
    return Asking.of(key, request.method, request.scope["path"], *content)


def _state(kept: Kept, status: int = 200, since: int | None = None, **headers: str) -> Response:
    return Response(
        TableState.of(kept, since).line(),
        status,
        {"ETag": f'"{kept.version}"'} | headers,
        media_type="application/json",
    )


def _told(asked: Asked | None) -> object:
    """What was asked, as JSON that is the same for the same."""
    return None if asked is None else asked.model_dump(mode="json", exclude_unset=True)


def _done(
    request: Request,
    table: TableId,
    asked: Asked | None,
    make: Callable[[Evening], Act],
    since: int | None,
    status: int = 200,
) -> Response:
    """The table after an act; whoever looks at it is told."""
    store: Store = request.app.state.store
    asking = _asking(request, _told(asked))
    kept = store.add(table, _seen(request), asking, make)
    request.app.state.watch.tell(table, kept.version)
    return _state(kept, status, since)


# Endpoints ------------------------------------------------------------------------------------------------------------


@router.post(
    "",
    status_code=201,
    dependencies=WORKER,
    responses=_answers(422, 503, 507, ok=201, headers=BEGUN_HEADERS),
    openapi_extra={"parameters": [KEY_HEADER]},
)
def begin(request: Request, asked: NewTable, store: AnyStore) -> Response:
    """A table that is kept, before its first hand of play."""
    kept = store.begin(asked.table(), _asking(request, _told(asked)))
    return _state(kept, 201, Location=f"/v1/tables/{kept.id}")


@router.post("/join", dependencies=WORKER, responses=_answers(404, 422, 429, 503))
def join(request: Request, asked: CodeTyped, store: AnyStore) -> Response:
    """The table that a join code leads to; who guesses has to wait."""
    guesses: Guesses = request.app.state.guesses
    client = client_of(request.scope)
    wait = guesses.wait(client)
    if wait > 0:
        error = EveningError("too_many_tries", "too many wrong join codes came; wait a little, then try again")
        error.headers = {"Retry-After": str(math.ceil(wait))}
        raise error
    found = store.joined(read_code(asked.code))
    if found is None:
        guesses.wrong(client)
        refuse("join_code_unknown", "code: no table has this join code", field="code")
    return _state(store.evening(found))


@router.get(
    "/{id}",
    dependencies=WORKER,
    responses=_answers(304, 404, 503),
    openapi_extra={"parameters": [SEEN_HEADER | {"name": "If-None-Match", "required": False}]},
)
def state(request: Request, table: TableId, store: AnyStore, since: Since = None) -> Response:
    """The table as it stands; 304 where it is still the version of ``If-None-Match``."""
    kept = store.evening(table)
    found = SEEN.fullmatch(request.headers.get("If-None-Match", ""))
    if found is not None and int(found[1]) == kept.version:
        return Response(status_code=304, headers={"ETag": f'"{kept.version}"'})
    return _state(kept, since=since)


@router.patch("/{id}", dependencies=WORKER, responses=_answers(*STORED), openapi_extra=CHANGES)
def rename(request: Request, table: TableId, asked: NamesTold, since: Since = None) -> Response:
    """The table with other names for its players."""
    return _done(
        request, table, asked, lambda evening: evenings.renamed(evening, asked.players, asked.by, now()), since
    )


@router.post(
    "/{id}/rounds", status_code=201, dependencies=WORKER, responses=_answers(*STORED, ok=201), openapi_extra=CHANGES
)
def play(request: Request, table: TableId, asked: RoundTold, since: Since = None) -> Response:
    """The table after a hand of play."""
    told = asked.told()
    return _done(request, table, asked, lambda evening: evenings.played(evening, told, now()), since, 201)


@router.get("/{id}/rounds/{number}", dependencies=WORKER, responses={404: {"description": "No such hand"}})
def hand(table: TableId, number: HandNumber, store: AnyStore) -> HandHistoryOut:
    """A hand of play with its records, and all that was ever kept under its number."""
    return HandHistoryOut.told(store.evening(table).evening, number)


@router.put("/{id}/rounds/{number}", dependencies=WORKER, responses=_answers(*STORED), openapi_extra=CHANGES)
def edit(request: Request, table: TableId, number: HandNumber, asked: RoundTold, since: Since = None) -> Response:
    """The table with a hand of play told otherwise; where it matters, those after it are settled anew."""
    told = asked.told()
    return _done(request, table, asked, lambda evening: evenings.edited(evening, number, told, now()), since)


@router.post("/{id}/undo", dependencies=WORKER, responses=_answers(*STORED, 409), openapi_extra=CHANGES)
def undo(request: Request, table: TableId, asked: Doing | None = None, since: Since = None) -> Response:
    """The table without what was last played or edited."""
    return _done(request, table, asked, lambda evening: evenings.undone(evening, _by(asked), now()), since)


def _by(asked: Doing | None) -> str | None:
    return None if asked is None else asked.by


@router.post("/{id}/redo", dependencies=WORKER, responses=_answers(*STORED, 409), openapi_extra=CHANGES)
def redo(request: Request, table: TableId, asked: Doing | None = None, since: Since = None) -> Response:
    """The table with what was last taken back."""
    return _done(request, table, asked, lambda evening: evenings.redone(evening, _by(asked), now()), since)


def _content(kind: str, description: str, schema: dict[str, Any] | None = None) -> dict[int | str, dict[str, Any]]:
    """The one kind of answer that is no JSON."""
    good = {"description": description, "content": {kind: {"schema": schema or {"type": "string"}}}}
    return {200: good, 404: {"description": "No such table"}, 503: {"description": "Try again later"}}


@router.get(
    "/{id}/events",
    response_class=Response,
    responses=_content("text/event-stream", "A ``table`` event with the version, at once and whenever it changes"),
)
async def events(request: Request, table: TableId, store: AnyStore) -> Response:
    """The table's version, at once and whenever it changes."""
    watch: Watch = request.app.state.watch
    client = client_of(request.scope)
    watch.check(table, client)
    gate: Gate = request.app.state.table_gate
    async with gate.worker(request):
        kept = await run_in_threadpool(store.evening, table)
    return Events(watch, table, kept.version, client)


@router.get(
    "/{id}/export.csv",
    dependencies=WORKER,
    response_class=Response,
    responses=_content("text/csv", "The hands of play, one a line"),
)
def export_csv(table: TableId, store: AnyStore) -> Response:
    """The evening as a sheet that spreadsheets open."""
    kept = store.evening(table)
    text = evening_csv(kept.evening)
    return Response(text, media_type="text/csv; charset=utf-8", headers=_as_file(kept, "csv"))


@router.get("/{id}/export.json", dependencies=WORKER, responses={404: {"description": "No such table"}})
def export_json(table: TableId, response: Response, store: AnyStore) -> EveningOut:
    """The evening with everything that is kept of it, but for the id and the code that lead to it."""
    kept = store.evening(table)
    response.headers.update(_as_file(kept, "json"))
    return EveningOut.of(kept)


def _as_file(kept: Kept, ending: str) -> dict[str, str]:
    name = f"hupai-{kept.started_at:%Y-%m-%d}-{kept.evening.start.rules}.{ending}"
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@router.get(
    "/{id}/qr.svg",
    dependencies=WORKER,
    response_class=Response,
    responses=_content("image/svg+xml", "A QR code with the address that joins the table"),
)
def qr(request: Request, table: TableId, store: AnyStore) -> Response:
    """The address that joins the table, for other phones to photograph."""
    settings: Settings = request.app.state.settings
    base = (settings.public_url or str(request.base_url)).rstrip("/")
    picture = BytesIO()
    code = store.evening(table).code
    made = segno.make(base + join_path(code), error="m", micro=False)
    made.save(picture, kind="svg", scale=8, border=4, light="white", title=f"Hupai {code_text(code)}")
    return Response(picture.getvalue(), media_type="image/svg+xml")
