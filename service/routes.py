"""The endpoints. Those that take time are plain functions, which run in threads, each with a worker of a gate."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse
from pydantic import Discriminator, Tag

from scoring.errors import OptionError
from scoring.rules import RULE_SETS, rule_set
from service.asked import HandToWait
from service.compare import Comparison, HandToCompare
from service.corrections import ReadingToCorrect
from service.errors import PROBLEM_JSON, refuse
from service.limits import Gate
from service.reader import Reader
from service.readings import ModelOut, ReadingOut, ReadingsOut, UnreadOut
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
PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob: data:",
    "Referrer-Policy": "no-referrer",
}

router = APIRouter()


async def _reader(request: Request) -> Reader:
    reader: Reader = request.app.state.reader
    return reader


async def _scorer(request: Request) -> AsyncIterator[None]:
    """A worker for what needs no photo."""
    gate: Gate = request.app.state.scoring_gate
    async with gate.worker(request):
        yield


AnyReader = Annotated[Reader, Depends(_reader)]
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
}
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
def score(asked: OneOrSeveral) -> SheetOut | ComparisonOut:
    """The sheet of a hand in notation; with a list of ``rules``, what each of them says of it."""
    return ComparisonOut.of(asked.answers()) if isinstance(asked, HandToCompare) else SheetOut.of(asked.scored())


@router.post("/v1/waits", dependencies=SCORER, tags=["scores"])
def waits(asked: HandToWait) -> WaitsOut:
    """What a hand one tile short waits for: each tile with its sheet and the copies unseen."""
    return WaitsOut.of(asked.waiting())


@router.post("/v1/settle", dependencies=SCORER, tags=["scores"])
def settle(asked: RoundToSettle) -> SettlementOut:
    """Everything that a hand of play moves, won or drawn: sheets, ledgers and who pays whom."""
    return SettlementOut.of(asked.settled())


@router.post("/v1/table", dependencies=SCORER, tags=["scores"])
def table(asked: TableAsked) -> PlayedAtTableOut:
    """An evening's table after a hand of play, or after the last one is taken back; nothing of it is kept here."""
    return PlayedAtTableOut.of(*asked.answered())


@router.post(
    "/v1/scan", openapi_extra=_photo_body(PICTURE, CIRCUMSTANCES | {"layout": LAYOUT}), tags=["photos", "scores"]
)
def scan(photos: Photos, reader: AnyReader) -> ScanOut | ScanComparedOut:
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
        return ScanComparedOut.of(found, asked)
    found = found.played(asked.seeing(found.reading.indicators).game(), hints)
    return ScanOut.of(ReadingOut.of(found), photo_scored(found.reading, asked))


@router.post("/v1/correct", dependencies=SCORER, tags=["photos", "scores"])
def correct(asked: ReadingToCorrect) -> ScanOut:
    """A reading with what a person says of it, without the photo; with its sheet where ``rules`` or a table are named.

    What was corrected stays so, the rest is decided anew. Nothing is kept here: send the reading as it was answered.
    """
    reading = asked.corrected()
    told = asked.reading
    out = ReadingOut.told(reading, told.photo, told.model)
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
async def readyz(reader: AnyReader) -> ReadyOut:
    """Whether photos can be read; if not, 503 and why."""
    model = reader.model
    await asyncio.to_thread(reader.check)
    return ReadyOut(model=ModelOut.model_validate(model))


@router.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
async def page() -> FileResponse:
    """A page to try it."""
    return FileResponse(PAGE / "index.html", headers=PAGE_HEADERS)
