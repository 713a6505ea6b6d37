"""An evening at a table as a list of acts: hands played and edited, acts taken back and brought back, names changed.

Acts are added and never changed. What a hand moved is kept with it, so that no later version of the rules changes an
old evening; the table at any time follows from the acts up to then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Any, NoReturn

from scoring.errors import ScoringError
from scoring.table import Deal, Played, Table, continued
from scoring.table.state import is_name
from service import __version__
from service.errors import ServiceError, refuse
from service.records import table_record
from service.retold import told_by_people, turned
from service.schemas import SettlementOut
from service.tables import NewTable, RoundAtTable, played_at

MOST_ACTS = 2000
"""Acts of the longest evening; one of 500 hands may have each of them corrected three times."""

Json = Mapping[str, Any]


class Kind(Enum):
    """What an act is."""

    PLAYED = "played"
    EDITED = "edited"
    UNDONE = "undone"
    REDONE = "redone"
    RENAMED = "renamed"


class EveningError(ServiceError):
    """An act that an evening does not take; ``facts`` are members of the answer."""

    def __init__(self, code: str, message: str, *, field: str | None = None, **facts: object) -> None:
        super().__init__(code, message, field=field)
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody tells of a hand of play, and who."""

    asked: RoundAtTable
    by: str | None = None
    photo_record: Json | None = None
    """A ``hupai.record`` of the photo that the hand was read from."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of play, what was told of it and how it was settled."""

    asked: Json
    """What people told, by the seats of its deal."""
    settlement: Json
    """What ``SettlementOut`` told when it was settled."""
    played: Played
    following: Deal
    """Where the game was after it."""
    over: str
    """Why the game was over after it; empty when it went on."""
    hupai: str
    """The version that settled it."""
    at: datetime
    """When it was first told."""
    edited_at: datetime | None = None
    """When it was last told otherwise."""
    record: Json | None = None
    """The ``hupai.record`` of its settlement at this table, where one was wanted."""
    photo_record: Json | None = None
    """That of the photo that it was read from."""

    @property
    def knows_ready(self) -> bool:
        """Whether it was told who was ready."""
        return self.asked.get("ready") is not None


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was done at a table."""

    version: int
    """The table's after it: 1 for the first act."""
    kind: Kind
    at: datetime
    by: str | None = None
    number: int | None = None
    """Of the hand that was played, edited, taken back or brought back: 1 for the first of the evening."""
    hands: tuple[tuple[int, Hand], ...] = ()
    """By number, the hand that was played, or the edited one and those that are settled anew for it."""
    of: int | None = None
    """The version of the act that was taken back or brought back."""
    players: tuple[str, ...] = ()
    """The names after they were changed."""

    @property
    def resettled(self) -> tuple[int, ...]:
        """Numbers of the hands that came out otherwise because an earlier one was edited."""
        return tuple(number for number, _ in self.hands if number != self.number)


@dataclass(frozen=True, slots=True)
class Step:
    """An act that can be taken back, and the evening's hands after it."""

    act: Act
    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening after some acts."""

    start: Table
    """Before the first hand of play, with the first names."""
    acts: tuple[Act, ...] = ()
    done: tuple[Step, ...] = ()
    """What stands, the latest last."""
    taken_back: tuple[Step, ...] = ()
    """What can be brought back, the next to be last."""
    players: tuple[str, ...] = ()
    """The names now, where they were changed."""

    @property
    def version(self) -> int:
        """How many acts there were."""
        return len(self.acts)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands that stand."""
        return self.done[-1].hands if self.done else ()

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.table_after(self.hands)

    def table_after(self, hands: tuple[Hand, ...]) -> Table:
        """The table after those hands, with the names of now."""
        table = replace(self.start, players=self.players or self.start.players)
        if not hands:
            return table
        return replace(
            table, deal=hands[-1].following, played=tuple(hand.played for hand in hands), over=hands[-1].over
        )

    def after(self, act: Act) -> Evening:
        """The evening after one more act."""
        more = replace(self, acts=(*self.acts, act))
        if act.kind is Kind.RENAMED:
            return replace(more, players=act.players)
        if act.kind is Kind.UNDONE:
            return replace(more, done=self.done[:-1], taken_back=(*self.taken_back, self.done[-1]))
        if act.kind is Kind.REDONE:
            return replace(more, done=(*self.done, self.taken_back[-1]), taken_back=self.taken_back[:-1])
        return replace(more, done=(*self.done, Step(act, _with(self.hands, act))), taken_back=())

    def hand(self, number: int) -> Hand:
        """A hand by its number; raises ``ServiceError`` ``not_found``."""
        if not 1 <= number <= len(self.hands):
            refuse("not_found", f"number: {len(self.hands)} hands have been played", field="number")
        return self.hands[number - 1]

    def changed_since(self, version: int) -> frozenset[int]:
        """Numbers of the hands that stand and were played, edited, settled anew or brought back after a version."""
        numbers: set[int] = set()
        for act in self.acts[version:]:
            meant = act if act.of is None else self.acts[act.of - 1]
            numbers |= {number for number, _ in meant.hands}
        return frozenset(number for number in numbers if number <= len(self.hands))

    def earlier(self, number: int) -> tuple[tuple[Act, Hand], ...]:
        """All that a hand of that number has ever been, the earliest first, what was taken back too."""
        return tuple((act, hand) for act in self.acts for place, hand in act.hands if place == number)


def _with(hands: tuple[Hand, ...], act: Act) -> tuple[Hand, ...]:
    """The hands with those of an act in their places."""
    placed = dict(enumerate(hands, 1)) | dict(act.hands)
    return tuple(placed[number] for number in sorted(placed))


# Acts: each function gives the next act of an evening, or refuses it --------------------------------------------------


def played(evening: Evening, told: Told, at: datetime) -> Act:
    """A hand of play; raises as ``service.tables.played_at`` does."""
    hand = replace(_settled(evening.table, told.asked, at), photo_record=told.photo_record)
    number = len(evening.hands) + 1
    return _act(evening, Kind.PLAYED, at, told.by, number=number, hands=((number, hand),))


def edited(evening: Evening, number: int, told: Told, at: datetime) -> Act:
    """A hand told otherwise; those after it are settled anew where the deal before them has become another.

    Raises as ``played`` does for the hand itself, ``EveningError`` ``hand_no_longer_fits`` for one after it.
    """
    old = evening.hand(number)
    hands = evening.hands[: number - 1]
    hand = _settled(evening.table_after(hands), told.asked, old.at)
    hand = replace(hand, edited_at=at, photo_record=told.photo_record)
    changed = [(number, hand)]
    hands = (*hands, hand)
    for place, later in enumerate(evening.hands[number:], number + 1):
        again = _again(evening.table_after(hands), place, later)
        hands = (*hands, again)
        if again != later:
            changed.append((place, again))
    return _act(evening, Kind.EDITED, at, told.by, number=number, hands=tuple(changed))


def undone(evening: Evening, by: str | None, at: datetime) -> Act:
    """What was last played or edited, taken back; raises ``ServiceError`` ``nothing_to_undo``."""
    if not evening.done:
        refuse("nothing_to_undo", "nothing that has been played or edited is left to take back")
    act = evening.done[-1].act
    return _act(evening, Kind.UNDONE, at, by, number=act.number, of=act.version)


def redone(evening: Evening, by: str | None, at: datetime) -> Act:
    """What was last taken back, brought back; raises ``ServiceError`` ``nothing_to_redo``."""
    if not evening.taken_back:
        refuse("nothing_to_redo", "nothing has been taken back since something was last played or edited")
    act = evening.taken_back[-1].act
    return _act(evening, Kind.REDONE, at, by, number=act.number, of=act.version)


def renamed(evening: Evening, players: tuple[str, ...], by: str | None, at: datetime) -> Act:
    """Other names in the same order; raises a ``ServiceError`` that names ``players``."""
    start = evening.start
    if len(players) != len(start.players):
        refuse("contradicts_table", f"players: the table has {len(start.players)}", field="players")
    NewTable(rules=start.rules, options=dict(start.options), players=players).table()
    return _act(evening, Kind.RENAMED, at, by, players=players)


def _act(evening: Evening, kind: Kind, at: datetime, by: str | None, **what: Any) -> Act:
    if evening.version >= MOST_ACTS:
        refuse("table_full", f"an evening has {MOST_ACTS} acts at most")
    if by is not None and not is_name(by):
        refuse("value_invalid", "by: it is a name that people can read", field="by")
    return Act(evening.version + 1, kind, at, by, **what)


def _settled(table: Table, asked: RoundAtTable, at: datetime) -> Hand:
    """The hand of play at the table, as told now; raises as ``service.tables.played_at`` does."""
    following, done = played_at(asked, table)
    record = (
        table_record(table, asked, following, done).model_dump(mode="json", by_alias=True) if asked.record else None
    )
    return Hand(
        asked=told_by_people(asked),
        settlement=SettlementOut.of(done).model_dump(mode="json", by_alias=True),
        played=following.played[-1],
        following=following.deal,
        over=following.over,
        hupai=__version__,
        at=at,
        record=record,
    )


def _again(table: Table, number: int, hand: Hand) -> Hand:
    """A hand as it is after other hands than before; raises ``EveningError`` where it no longer fits."""
    if table.over:
        _misfit(number, "game_over", f"the game would be over before it: {table.over.replace('_', ' ')}")
    try:
        if table.deal == hand.played.deal:
            following = continued(table, hand.played, hand.following, hand.knows_ready)
            return replace(hand, over=following.over)
        told = turned(hand.asked, hand.played.deal, table.deal, len(table.players))
        asked = RoundAtTable.model_validate(told | {"record": hand.record is not None})
        again = _settled(table, asked, hand.at)
    except (ScoringError, ServiceError) as error:
        _misfit(number, error.code, error.message)
    return replace(again, edited_at=hand.edited_at, photo_record=hand.photo_record)


def _misfit(number: int, reason: str, why: str) -> NoReturn:
    message = f"number: hand {number} no longer fits, so that nothing was changed: {why}"
    raise EveningError("hand_no_longer_fits", message, field="number", number=number, reason=reason)
