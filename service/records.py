"""Records of what was settled: enough to work the sheet out again, and to say whether it is still the same.

A record is JSON, made on request and kept by whoever asked for it. Version 1 has what is in ``RecordOut``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from scoring.round import Settlement
from scoring.rules import RuleSet
from scoring.sheet import ScoreSheet
from scoring.table import Table
from service import __version__
from service.asked import ByRules
from service.corrections import ReadingToCorrect, told_of
from service.errors import field_faults, refuse
from service.metrics import RECORDS
from service.readings import ModelOut, ReadingOut
from service.rounds import RoundToSettle
from service.schemas import PlayedAtTableOut, ScanOut, SettlementOut, SheetOut, TableOut, photo_scored
from service.tables import HandAtTable, RoundAtTable, TableAsked, TableTold
from service.wire import ErrorOut, Out, told_time
from vision.correct import Correction

FORMAT: Literal["hupai.record"] = "hupai.record"
VERSION: Literal[1] = 1
NOT_TOLD = {"record", "reading", "corrections", "layout", "table"}
"""What a request has beside what was told of the win; a record has it elsewhere, or not at all."""


class Kind(StrEnum):
    """What was worked out."""

    SCORE = "score"
    """The sheet of a hand in notation."""
    PHOTO = "photo"
    """The sheet of a hand in a photo."""
    ROUND = "round"
    """A whole hand of play."""
    TABLE = "table"
    """A whole hand of play at a table."""


class PhotoOut(Out):
    """Which photo it was; the photo itself is not there."""

    sha256: str
    width: int
    height: int


class RulesUsed(Out):
    """The rules that applied."""

    name: str
    options: dict[str, bool | int | str]
    """All of them, whether set or not."""


class RecordOut(Out):
    """What was told, read and worked out."""

    format: Literal["hupai.record"] = FORMAT
    version: Literal[1] = VERSION
    kind: Kind
    hupai: str = __version__
    """The version that worked it out."""
    at: str
    """When, in UTC."""
    photo: PhotoOut | None
    model: ModelOut | None
    rules: RulesUsed
    reading: dict[str, Any] | None
    """As it was read, or as it was sent; without the file's name."""
    corrections: tuple[dict[str, Any], ...]
    layout: str
    """What was said of how the tiles lie."""
    asked: dict[str, Any]
    """The circumstances, or the whole hand of play, as they were told."""
    table: dict[str, Any] | None
    """The table before."""
    result: dict[str, Any]
    """``sheet``, ``hand``, ``settlement``, ``table``: what came out."""


class RecordTold(BaseModel):
    """A record as it was answered; raises ``ValidationError`` for another form or version."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: Literal["hupai.record"]
    version: Literal[1]
    kind: Kind
    hupai: str = Field(max_length=40)
    rules: RulesUsed
    photo: PhotoOut | None = None
    reading: dict[str, Any] | None = None
    corrections: tuple[dict[str, Any], ...] = ()
    layout: str = ""
    asked: dict[str, Any]
    table: dict[str, Any] | None = None
    result: dict[str, Any]

    def replayed(self) -> dict[str, Any]:
        """What comes out now; raises as the request that it was made of does."""
        try:
            return _REPLAYS[self.kind](self)
        except ValidationError as error:
            fault = field_faults(error.errors())[0]
            refuse("record_invalid", f"{fault['field']}: {fault['message']}", field=fault["field"])

    def corrected(self) -> ReadingToCorrect:
        """The reading with its corrections; raises ``ValidationError``."""
        reading = {"reading": self.reading, "corrections": self.corrections, "layout": self.layout}
        return ReadingToCorrect.model_validate(self._told() | reading)

    def _told(self) -> dict[str, Any]:
        """What was told, by the options that applied, also where defaults have changed since."""
        if self.table is not None:
            return self.asked | {"table": self.table}
        return self.asked | {"rules": self.rules.name, "options": self.rules.options}

    def _score(self) -> dict[str, Any]:
        return _sheet(HandAtTable.model_validate(self._told()).scored())

    def _photo(self) -> dict[str, Any]:
        return _seen(self.corrected())

    def _round(self) -> dict[str, Any]:
        return _settled(RoundToSettle.model_validate(self._told()).settled())

    def _table(self) -> dict[str, Any]:
        asked = TableAsked.model_validate({"table": self.table, "round": self.asked})
        return _played(*asked.answered())


_REPLAYS = {
    Kind.SCORE: RecordTold._score,
    Kind.PHOTO: RecordTold._photo,
    Kind.ROUND: RecordTold._round,
    Kind.TABLE: RecordTold._table,
}


# What came out -------------------------------------------------------------------------------------------------------


def _json(out: Out) -> dict[str, Any]:
    told: dict[str, Any] = untranslated(out.model_dump(mode="json", by_alias=True))
    return told


def untranslated(told: Any) -> Any:
    """The JSON of an answer without its translations: a record holds what came out, however it is worded elsewhere."""
    if isinstance(told, dict):
        return {key: untranslated(value) for key, value in told.items() if key != "translations"}
    return [untranslated(one) for one in told] if isinstance(told, list) else told


def _sheet(sheet: ScoreSheet) -> dict[str, Any]:
    return {"sheet": _json(SheetOut.of(sheet))}


def _settled(settlement: Settlement) -> dict[str, Any]:
    return {"settlement": _json(SettlementOut.of(settlement))}


def _played(table: Table, settlement: Settlement | None) -> dict[str, Any]:
    return _json(PlayedAtTableOut.of(table, settlement))


def _seen(asked: ReadingToCorrect) -> dict[str, Any]:
    reading = asked.corrected()
    found = photo_scored(reading, asked).found
    told = {
        "hand": None if reading.hand is None else str(reading.hand),
        "winning": None if reading.winning_tile is None else reading.winning_tile.code,
    }
    if isinstance(found, ScoreSheet):
        return told | _sheet(found) | {"reason": None}
    return told | {"sheet": None, "reason": _json(ErrorOut.of(found))}


# Making records ------------------------------------------------------------------------------------------------------


def score_record(asked: HandAtTable, sheet: ScoreSheet) -> RecordOut:
    """Record of a hand in notation and its sheet."""
    return _record(Kind.SCORE, asked.rule_set(), asked, _sheet(sheet), _table_of(asked.table))


def photo_record(asked: ReadingToCorrect) -> RecordOut:
    """Record of a hand in a photo, from the reading as it was sent."""
    told = asked.reading
    photo = PhotoOut(sha256=told.sha256, width=told.width, height=told.height) if told.sha256 else None
    made = _record(Kind.PHOTO, asked.rule_set(), asked, _seen(asked), _table_of(asked.table))
    corrections = tuple(one.model_dump(mode="json", exclude_defaults=True) for one in asked.corrections)
    reading = told.model_dump(mode="json", exclude={"photo", "ms"})
    more = {"photo": photo, "model": told.model, "reading": reading, "corrections": corrections}
    return made.model_copy(update=more | {"layout": asked.layout})


def is_of(record: RecordOut, out: ScanOut) -> bool:
    """Whether a photo's record tells the same hand and the same sheet as the answer."""
    told = {"hand": out.reading.hand, "sheet": None if out.sheet is None else _json(out.sheet)}
    return told == {key: record.result[key] for key in told}


def round_record(asked: RoundToSettle, settlement: Settlement) -> RecordOut:
    """Record of a hand of play and its settlement."""
    return _record(Kind.ROUND, asked.rule_set(), asked, _settled(settlement))


def table_record(before: Table, asked: RoundAtTable, after: Table, settlement: Settlement) -> RecordOut:
    """Record of a hand of play at a table."""
    table = _json(TableOut.of(before))
    return _record(Kind.TABLE, before.rule_set(), asked, _played(after, settlement), table)


def _table_of(told: TableTold | None) -> dict[str, Any] | None:
    return None if told is None else _json(TableOut.of(told.table()))


def _record(
    kind: Kind, rules: RuleSet, asked: BaseModel, result: dict[str, Any], table: dict[str, Any] | None = None
) -> RecordOut:
    RECORDS.labels(kind.value).inc()
    return RecordOut(
        kind=kind,
        at=told_time(datetime.now(UTC)),
        photo=None,
        model=None,
        rules=RulesUsed(name=rules.name, options=options_used(rules)),
        reading=None,
        corrections=(),
        layout="",
        asked=asked.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude=NOT_TOLD),
        table=table,
        result=result,
    )


def options_used(rules: RuleSet) -> dict[str, bool | int | str]:
    """Every option of the rules, whether set or not."""
    return {field.name: getattr(rules.options, field.name) for field in fields(rules.options)}


def reading_sent(
    out: ReadingOut, asked: Mapping[str, Any], layout: str, corrections: Iterable[Correction] = ()
) -> ReadingToCorrect:
    """A reading as if it had been sent back with what was said of it: what a record of a photo is made of."""
    said = [told_of(one) for one in corrections]
    more = {"reading": _json(out), "layout": layout, "corrections": said}
    rules = {} if {"rules", "table"} & asked.keys() else {"rules": ByRules().rules}
    return ReadingToCorrect.model_validate({**asked, **rules, **more})


class Recorded(BaseModel):
    """Something answered with its record."""

    record: RecordOut

    @classmethod
    def made(cls, out: Out, record: RecordOut) -> Self:
        """Both together."""
        return cls.model_validate(dict(out) | {"record": record})


class SheetRecordedOut(SheetOut, Recorded):
    """A sheet with its record."""


class ScanRecordedOut(ScanOut, Recorded):
    """A reading with its sheet and its record."""


class SettlementRecordedOut(SettlementOut, Recorded):
    """A settlement with its record."""


class PlayedRecordedOut(PlayedAtTableOut, Recorded):
    """A table after a hand of play, with its record."""


# Replaying -----------------------------------------------------------------------------------------------------------


class ReplayOut(Out):
    """Whether a record still comes out the same."""

    same: bool
    recorded_by: str
    """The version of Hupai that made the record."""
    replayed_by: str = __version__
    kind: Kind
    difference: str | None
    """The first place in the result that differs, with both values."""
    result: dict[str, Any]
    """What comes out now."""


def read_record(data: bytes | str) -> RecordTold:
    """The record in JSON; raises a ``ServiceError`` that names what is at fault."""
    try:
        return TypeAdapter(RecordTold).validate_json(data)
    except ValidationError as error:
        fault = field_faults(error.errors())[0]
        refuse("record_invalid", f"{fault['field']}: {fault['message']}", field=fault["field"])


def replay(record: RecordTold) -> ReplayOut:
    """Work the record's result out again and compare; raises what working it out raises."""
    found = record.replayed()
    first = next(differences(record.result, found), None)
    return ReplayOut(same=first is None, recorded_by=record.hupai, kind=record.kind, difference=first, result=found)


def differences(recorded: object, found: object, place: str = "result") -> Iterator[str]:
    """Where two values of JSON differ, in order."""
    if isinstance(recorded, dict) and isinstance(found, dict):
        for key in [*recorded, *(key for key in found if key not in recorded)]:
            yield from _inside(recorded, found, key, f"{place}.{key}")
    elif isinstance(recorded, list) and isinstance(found, list):
        for number, (one, other) in enumerate(zip(recorded, found, strict=False)):
            yield from differences(one, other, f"{place}.{number}")
        if len(recorded) != len(found):
            yield f"{place}: {len(recorded)} in the record, {len(found)} now"
    elif type(recorded) is not type(found) or recorded != found:
        yield f"{place}: {recorded!r} in the record, {found!r} now"


def _inside(recorded: dict[str, Any], found: dict[str, Any], key: str, place: str) -> Iterator[str]:
    if key not in found:
        yield f"{place}: it is in the record, and not there now"
    elif key not in recorded:
        yield f"{place}: it is there now, and not in the record"
    else:
        yield from differences(recorded[key], found[key], place)
