"""The endpoints. Those that take time are plain functions, which run in threads, each with a worker of a gate."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse, Response
from pydantic import Discriminator, Tag

from scoring.errors import OptionError
from scoring.rules import RULE_SETS, rule_set
from service.asked import HandToWait
from service.bodies import JsonRoute
from service.compare import Comparison, HandToCompare
from service.corrections import ReadingToCorrect
from service.errors import PROBLEM_JSON, refuse
from service.keeping import Keeper
from service.limits import Gate
from service.metrics import CORRECTIONS, exposition, scoring
from service.reader import Read, Reader
from service.readiness import InTime, Readiness
from service.readings import ModelOut, ReadingOut, ReadingsOut, UnreadOut
from service.records import (
    PlayedRecordedOut,
    RecordOut,
    ScanRecordedOut,
    SettlementRecordedOut,
    SheetRecordedOut,
    is_of,
    photo_record,
    reading_sent,
    round_record,
    score_record,
    table_record,
)
from service.rounds import RoundToSettle
from service.schemas import (
    ComparisonOut,
    HealthOut,
    PlayedAtTableOut,
    ReadyOut,
    RulesDetailOut,
    RulesListOut,
    ScanComparedOut,
    ScanOut,
    SettlementOut,
    SheetOut,
    TilesOut,
    WaitsOut,
    photo_scored,
)
from service.tables import HandAtTable, TableAsked
from service.uploads import Upload, Uploads, uploads
from service.wire import ErrorOut
from vision.errors import PhotoError
from vision.game import ANY_GAME
from vision.hints import Hints

PAGE = Path(__file__).parent / "page"

router = APIRouter(route_class=JsonRoute)


async def _reader(request: Request) -> Reader:
    reader: Reader = request.app.state.reader
    return reader


async def _keeper(request: Request) -> Keeper | None:
    keeper: Keeper | None = request.app.state.keeper
    return keeper


async def _scorer(request: Request) -> AsyncIterator[None]:
    """A worker for what needs no photo."""
    gate: Gate = request.app.state.scoring_gate
    async with gate.worker(request):
        yield


AnyReader = Annotated[Reader, Depends(_reader)]
AnyKeeper = Annotated[Keeper | None, Depends(_keeper)]
Photos = Annotated[Uploads, Depends(uploads, scope="function")]
SCORER = [Depends(_scorer, scope="function")]


def _one_or_several(body: Any) -> str:
    return "several" if isinstance(body, dict) and isinstance(body.get("rules"), list) else "one"


OneOrSeveral = Annotated[
    Annotated[HandAtTable, Tag("one")] | Annotated[HandToCompare, Tag("several")], Discriminator(_one_or_several)
]
"""A hand to score by one rule system, or by each of a list."""

PICTURE = {"type": "string", "format": "binary"}
PICTURES = {"type": "array", "items": PICTURE, "description": "One or several"}
CIRCUMSTANCES: dict[str, dict[str, Any]] = {
    "rules": {
        "type": "array",
        "items": {"type": "string"},
        "default": ["mcr"],
        "description": "Name of the rule system; several are compared",
    },
    "win": {"type": "string", "description": "Winning tile, as in 5m; may be left out where the photo sets it apart"},
    "self_drawn": {"type": "boolean", "default": False},
    "from": {"type": "string", "description": "Seat that gave the tile; without it, the seat before the winner's"},
    "seat": {"type": "string", "default": "east", "description": "Seat wind of the winner"},
    "round": {"type": "string", "default": "east", "description": "Prevailing wind"},
    "events": {"type": "array", "items": {"type": "string"}, "description": "Such as last_tile"},
    "flowers": {"type": "string", "description": "Flowers beside those in the photo, as in 15f"},
    "options": {"type": "array", "items": {"type": "string"}, "description": "Each KEY=VALUE"},
    "wild": {"type": "array", "items": {"type": "string"}, "description": "Wild faces, as in 5m"},
    "indicator": {"type": "string", "description": "Tile turned up, from which the wild faces follow"},
    "circumstances": {
        "type": "array",
        "items": {"type": "string"},
        "description": "Each KEY=VALUE, with the keys that the rule system asks about",
    },
    "table": {"type": "string", "description": "A table as JSON: its rules, winds and counters apply"},
    "record": {"type": "boolean", "default": False, "description": "Whether a record is wanted, to replay it"},
}
METRICS: dict[str, Any] = {"description": "Counters and histograms", "content": {"text/plain": {}}}
PROBLEMS = ("400", "408", "413", "415", "422", "503")


def _photo_body(photo: dict[str, Any], fields: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """OpenAPI's description of a form with photos, or a picture as the whole body and the fields in the address."""
    form = {"type": "object", "required": ["photo"], "properties": {"photo": photo} | fields}
    content = {"multipart/form-data": {"schema": form}, "image/*": {"schema": PICTURE}}
    parameters = [{"name": name, "in": "query", "required": False, "schema": fields[name]} for name in fields]
    return {
        "requestBody": {"required": True, "content": content},
        "parameters": parameters,
        "responses": {status: {"description": "A problem", "content": {PROBLEM_JSON: {}}} for status in PROBLEMS},
    }


LAYOUT = {"type": "string", "description": "How the tiles lie, as in melds=2 kongs=1 winning=5z"}


@router.post("/v1/read", openapi_extra=_photo_body(PICTURES, {"layout": LAYOUT}), tags=["photos"])
def read(photos: Photos, reader: AnyReader) -> ReadingOut | ReadingsOut:
    """The tiles and the hand of a photo; of several photos, an answer or an error for each."""
    photos.check_known()
    hints = photos.hints()
    if len(photos.photos) > 1:
        return ReadingsOut(readings=tuple(_reading_or_error(reader, photo, hints) for photo in photos.photos))
    return _reading(reader, photos.photos[0], hints)


def _reading(reader: Reader, photo: Upload, hints: Hints | None) -> ReadingOut:
    return ReadingOut.of(reader.read(photo.data, photo.name).played(ANY_GAME, hints))


def _reading_or_error(reader: Reader, photo: Upload, hints: Hints | None) -> ReadingOut | UnreadOut:
    try:
        return _reading(reader, photo, hints)
    except PhotoError as error:
        return UnreadOut(photo=photo.name, error=ErrorOut.of(error))


@router.post("/v1/score", dependencies=SCORER, tags=["scores"])
def score(asked: OneOrSeveral) -> SheetRecordedOut | SheetOut | ComparisonOut:
    """The sheet of a hand in notation; with a list of ``rules``, what each of them says of it."""
    with scoring():
        if isinstance(asked, HandToCompare):
            return ComparisonOut.of(asked.answers())
        sheet = asked.scored()
    out = SheetOut.of(sheet)
    return SheetRecordedOut.made(out, score_record(asked, sheet)) if asked.record else out


@router.post("/v1/waits", dependencies=SCORER, tags=["scores"])
def waits(asked: HandToWait) -> WaitsOut:
    """What a hand one tile short waits for: each tile with its sheet and the copies unseen."""
    return WaitsOut.of(asked.waiting())


@router.post("/v1/settle", dependencies=SCORER, tags=["scores"])
def settle(asked: RoundToSettle) -> SettlementRecordedOut | SettlementOut:
    """Everything that a hand of play moves, won or drawn: sheets, ledgers and who pays whom."""
    with scoring():
        settlement = asked.settled()
    out = SettlementOut.of(settlement)
    return SettlementRecordedOut.made(out, round_record(asked, settlement)) if asked.record else out


@router.post("/v1/table", dependencies=SCORER, tags=["scores"])
def table(asked: TableAsked) -> PlayedRecordedOut | PlayedAtTableOut:
    """An evening's table after a hand of play, or after the last one is taken back; nothing of it is kept here."""
    with scoring():
        after, settlement = asked.answered()
    out = PlayedAtTableOut.of(after, settlement)
    if settlement is None or asked.round is None or not asked.round.record:
        return out
    return PlayedRecordedOut.made(out, table_record(asked.before(), asked.round, after, settlement))


@router.post(
    "/v1/scan", openapi_extra=_photo_body(PICTURE, CIRCUMSTANCES | {"layout": LAYOUT}), tags=["photos", "scores"]
)
def scan(photos: Photos, reader: AnyReader, keeper: AnyKeeper) -> ScanRecordedOut | ScanOut | ScanComparedOut:
    """The reading of a photo and its sheet, or why there is none; with several ``rules``, what each says of it."""
    if len(photos.photos) > 1:
        refuse("too_many_photos", "photo: one hand is scored at a time", field="photo")
    asked = photos.circumstances()
    asked.check()
    photo = photos.photos[0]
    hints = photos.hints()
    found = reader.read(photo.data, photo.name)
    if isinstance(asked, Comparison):
        found = found.played(ANY_GAME, hints)
        with scoring():
            return ScanComparedOut.of(found, asked)
    played = found.played(asked.seeing(found.reading.indicators).game(), hints)
    with scoring():
        out = ScanOut.of(ReadingOut.of(played), photo_scored(played.reading, asked))
    return _recorded(out, found, photos, keeper) if asked.record else out


def _recorded(out: ScanOut, found: Read, photos: Uploads, keeper: Keeper | None) -> ScanRecordedOut:
    """The answer with its record, which is made of the reading as it is told.

    That has chances to four places; where the last of them decides, what follows from the reading as told is answered.
    """
    asked = reading_sent(ReadingOut.of(found), photos.told(), photos.layout)
    record = photo_record(asked)
    if not is_of(record, out):
        out = _corrected(asked)
    if keeper is not None:
        keeper.photo(found.sha256, found.photo)
        keeper.record(record)
    return ScanRecordedOut.made(out, record)


@router.post("/v1/correct", dependencies=SCORER, tags=["photos", "scores"])
def correct(asked: ReadingToCorrect, keeper: AnyKeeper) -> ScanRecordedOut | ScanOut:
    """A reading with what a person says of it, without the photo; with its sheet where ``rules`` or a table are named.

    What was corrected stays so, the rest is decided anew. Send the reading as it was answered first and all
    corrections, so that a ``record`` of it has what was read.
    """
    for one in asked.corrections:
        CORRECTIONS.labels(one.action).inc()
    with scoring():
        out = _corrected(asked)
    if not asked.record:
        return out
    record: RecordOut = photo_record(asked)
    if keeper is not None:
        keeper.record(record)
    return ScanRecordedOut.made(out, record)


def _corrected(asked: ReadingToCorrect) -> ScanOut:
    reading = asked.corrected()
    told = asked.reading
    out = ReadingOut.told(reading, told.photo, told.model, told.sha256)
    return ScanOut.of(out, photo_scored(reading, asked) if asked.is_scored else None)


@router.get("/v1/rules", dependencies=SCORER, tags=["rules"])
def rules_list() -> RulesListOut:
    """The rule systems on offer."""
    return RulesListOut.of(RULE_SETS)


@router.get("/v1/rules/{name}", dependencies=SCORER, tags=["rules"])
def rules(name: str) -> RulesDetailOut:
    """A rule system: what it asks about, its options and its fan."""
    try:
        return RulesDetailOut.of(rule_set(name))
    except OptionError as error:
        refuse("not_found", error.message)


@router.get("/v1/tiles", dependencies=SCORER, tags=["rules"])
def tiles() -> TilesOut:
    """Every face that a photo can show."""
    return TilesOut.all()


@router.get("/healthz", tags=["health"])
async def healthz() -> HealthOut:
    """Whether the process is there."""
    return HealthOut()


@router.get("/readyz", tags=["health"])
async def readyz(request: Request, reader: AnyReader) -> ReadyOut:
    """Whether photos can be read, the self-test picture rightly, and tables are to be had; if not, 503 and why."""
    model = reader.model
    readiness: Readiness = request.app.state.readiness
    tables: InTime = request.app.state.tables_ready
    await asyncio.to_thread(readiness.check)
    await tables.check()
    return ReadyOut(model=ModelOut.model_validate(model))


@router.get("/metrics", tags=["health"], response_class=Response, responses={200: METRICS})
async def metrics() -> Response:
    """What the service counts and times, for Prometheus."""
    body, kind = exposition()
    return Response(body, media_type=kind)


@router.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
async def page() -> FileResponse:
    """A page to try it."""
    return FileResponse(PAGE / "index.html")
