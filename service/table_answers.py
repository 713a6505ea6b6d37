"""What is told of an evening's table that is kept: as it stands, a hand with its history, and files to take away."""

import csv
import io
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from scoring.table import Played, Table
from service.evenings import Act, Evening, Hand, Kind, Step
from service.joining import code_text
from service.records import RecordOut
from service.schemas import DealOut, PlayedOut, SettlementOut, TableOut
from service.store import Kept
from service.store.log import act_facts
from service.tables import RoundAtTable
from service.wire import Out, told_time

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}",
           "\N{FULLWIDTH HYPHEN-MINUS}", "\N{FULLWIDTH COMMERCIAL AT}")  # fmt: skip
"""What a spreadsheet may take for the beginning of a formula."""


class As:
    """Says that a value of JSON, which is passed on as it was kept, has the form of a model."""

    def __init__(self, model: type[BaseModel], mode: Literal["validation", "serialization"] = "serialization") -> None:
        self._model = model
        self._mode = mode

    def __get_pydantic_core_schema__(self, _source: object, _handler: object) -> CoreSchema:
        """Any value."""
        return core_schema.any_schema()

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The model's form."""
        return handler(self._model.__pydantic_core_schema__)


Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""UTC, ISO 8601, to the millisecond."""


class HandOut(Out):
    """A hand of play at the table."""

    number: int
    """1 for the first of the evening."""
    asked: Annotated[Any, As(RoundAtTable)]
    """What people told of it, by the seats of its deal, without what the table knows."""
    settlement: Annotated[Any, As(SettlementOut)]
    """Everything that it moved, as it was settled then."""
    hupai: str
    """The version that settled it."""
    at: Moment
    """When it was told."""
    edited_at: Moment | None
    """When it was last told otherwise."""
    has_record: bool
    """Whether a record of its photo or of its settlement is kept with it."""

    @classmethod
    def of(cls, number: int, hand: Hand) -> Self:
        """What is told of ``hand``."""
        return cls(number=number, **_facts(hand))


def _facts(hand: Hand) -> dict[str, Any]:
    return {
        "asked": hand.asked,
        "settlement": hand.settlement,
        "hupai": hand.hupai,
        "at": told_time(hand.at),
        "edited_at": None if hand.edited_at is None else told_time(hand.edited_at),
        "has_record": hand.record is not None or hand.photo_record is not None,
    }


class ActOut(Out):
    """Something that was done at the table."""

    version: int
    """The table's after it."""
    kind: Kind
    at: Moment
    number: int | None
    """Of the hand that it concerns; ``null`` for other names."""
    by: str | None
    """Who did it, where it was told."""
    resettled: tuple[int, ...]
    """Numbers of the later hands that came out otherwise because this one was edited."""

    @classmethod
    def of(cls, act: Act) -> Self:
        """What is told of ``act``."""
        return cls.model_validate(act_facts(act))


class StepOut(Out):
    """An act that can be taken back, or brought back."""

    kind: Kind
    number: int

    @classmethod
    def last(cls, steps: tuple[Step, ...]) -> Self | None:
        """The last of ``steps``."""
        return cls(kind=steps[-1].act.kind, number=steps[-1].act.number or 0) if steps else None


class TableState(Out):
    """An evening's table as it stands, and what was done there."""

    id: str
    """Whoever knows it may see and change the table."""
    code: str
    """The join code in two groups of four."""
    join: str
    """Where the page joins the table, from the service's own address on."""
    version: int
    """How many acts there were; also the ``ETag``."""
    since: int | None
    """The version after which ``rounds`` and ``acts`` tell what came or changed; ``null`` where they tell all."""
    started_at: Moment
    table: TableOut
    rounds: tuple[HandOut, ...]
    """The hands of play that stand, the first first; ``table.played`` tells how many there are."""
    acts: tuple[ActOut, ...]
    """All that was done, what was taken back too."""
    running: tuple[tuple[int, ...], ...]
    """What each player had at the start and after every hand of play."""
    undo: StepOut | None
    """What undo would take back."""
    redo: StepOut | None
    """What redo would bring back."""

    @classmethod
    def of(cls, kept: Kept, since: int | None = None) -> Self:
        """What is told of ``kept`` to somebody who knows it as it was at the version ``since``, or does not know it."""
        evening, table = kept.evening, kept.evening.table
        known = since if since is not None and since <= kept.version else None
        hands = dict(enumerate(evening.hands, 1))
        told = sorted(hands if known is None else evening.changed_since(known))
        return cls(
            id=kept.id,
            code=code_text(kept.code),
            join=join_path(kept.code),
            version=kept.version,
            since=known,
            started_at=told_time(kept.started_at),
            table=TableOut.of(table),
            rounds=tuple(HandOut.of(number, hands[number]) for number in told),
            acts=tuple(map(ActOut.of, evening.acts[known or 0 :])),
            running=table.running,
            undo=StepOut.last(evening.done),
            redo=StepOut.last(evening.taken_back),
        )


def join_path(code: str) -> str:
    """Where the page joins a table; what follows the ``#`` is in no server's log."""
    return f"/#join={code_text(code)}"


class WholeHandOut(HandOut):
    """A hand of play with all that is kept of it."""

    played: PlayedOut
    """What it moved, by player."""
    following: DealOut
    """Where the game was after it."""
    record: Annotated[Any, As(RecordOut)] | None
    """The record of its settlement, where one was wanted."""
    photo_record: Annotated[Any, As(RecordOut)] | None
    """The record of its photo, where one was sent with it."""

    @classmethod
    def of(cls, number: int, hand: Hand) -> Self:
        """What is told of ``hand``."""
        return cls(
            number=number,
            **_facts(hand),
            played=PlayedOut.model_validate(hand.played),
            following=DealOut.model_validate(hand.following),
            record=hand.record,
            photo_record=hand.photo_record,
        )


class EarlierOut(Out):
    """What a hand of some number was after an act."""

    act: ActOut
    hand: WholeHandOut


class HandHistoryOut(WholeHandOut):
    """A hand of play as it stands, and all that was kept under its number."""

    versions: tuple[EarlierOut, ...]
    """The earliest first, this one among them; hands that were taken back too."""

    @classmethod
    def told(cls, evening: Evening, number: int) -> Self:
        """What is told of the hand of that number; raises ``ServiceError`` ``not_found``."""
        hand = WholeHandOut.of(number, evening.hand(number))
        return cls.model_validate(dict(hand) | {"versions": _versions(evening, number)})


def _versions(evening: Evening, number: int) -> tuple[EarlierOut, ...]:
    return tuple(
        EarlierOut(act=ActOut.of(act), hand=WholeHandOut.of(number, hand)) for act, hand in evening.earlier(number)
    )


class ActDoneOut(ActOut):
    """An act with all that it settled."""

    hands: tuple[WholeHandOut, ...]
    players: tuple[str, ...]
    """The names after they were changed; empty for other acts."""

    @classmethod
    def of(cls, act: Act) -> Self:
        """What is told of ``act``."""
        hands = tuple(WholeHandOut.of(number, hand) for number, hand in act.hands)
        return cls.model_validate(dict(ActOut.of(act)) | {"hands": hands, "players": act.players})


class EveningOut(Out):
    """An evening to take away: all that is kept of it, but for the id and the code that lead to it."""

    format: Literal["hupai.evening"] = "hupai.evening"
    version: Literal[1] = 1
    started_at: Moment
    table: TableOut
    rounds: tuple[WholeHandOut, ...]
    """The hands of play that stand."""
    acts: tuple[ActDoneOut, ...]
    """All that was done, with every earlier version of every hand."""
    running: tuple[tuple[int, ...], ...]
    """What each player had at the start and after every hand of play."""

    @classmethod
    def of(cls, kept: Kept) -> Self:
        """What is told of ``kept``."""
        evening, table = kept.evening, kept.evening.table
        return cls(
            started_at=told_time(kept.started_at),
            table=TableOut.of(table),
            rounds=tuple(WholeHandOut.of(number, hand) for number, hand in enumerate(evening.hands, 1)),
            acts=tuple(map(ActDoneOut.of, evening.acts)),
            running=table.running,
        )


# A sheet for spreadsheets ---------------------------------------------------------------------------------------------

COLUMNS = ("hand", "told_at", "round", "dealer", "streak", "honba", "sticks", "ending", "winners", "from", "points")


def evening_csv(evening: Evening) -> str:
    """The hands of play, one a line: where the game was, who won, what moved and what everybody had then.

    Begins with a byte order mark, by which spreadsheets know UTF-8; lines end as RFC 4180 has it.
    """
    table = evening.table
    text = io.StringIO()
    sheet = csv.writer(text)
    names = [harmless(name) for name in table.players]
    sheet.writerow([*COLUMNS, *(f"{name} +/-" for name in names), *(f"{name} total" for name in names)])
    for number, (hand, totals) in enumerate(zip(evening.hands, table.running[1:], strict=True), 1):
        sheet.writerow(_line(table, number, hand.played, hand.at, totals))
    return "\N{BYTE ORDER MARK}" + text.getvalue()


def _line(table: Table, number: int, played: Played, at: datetime, totals: tuple[int, ...]) -> list[str | int]:
    deal = played.deal
    winners = [harmless(table.players[won.winner]) for won in played.wins]
    givers = [harmless(table.players[won.discarder]) for won in played.wins if won.discarder is not None]
    where: list[str | int] = [
        str(deal.round_wind),
        harmless(table.players[deal.dealer]),
        deal.streak,
        deal.honba,
        deal.sticks,
    ]
    won = [played.ending.value, "; ".join(winners), "; ".join(dict.fromkeys(givers))]
    worth = "; ".join(str(one.points) for one in played.wins)
    return [number, told_time(at), *where, *won, worth, *played.moved, *totals]


def harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.lstrip().startswith(FORMULA) else name
