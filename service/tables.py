"""An evening at a table as it is told: the table as JSON, a hand of play that is over, and a hand to score there."""

import json
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from scoring.numbers import whole_number
from scoring.round import Settlement
from scoring.rules import RuleSet
from scoring.rules.base import options_from_text
from scoring.seats import Seat
from scoring.table import (
    MOST_HANDS,
    MOST_POINTS,
    Deal,
    Ending,
    Game,
    Played,
    Standing,
    Table,
    Won,
    check_game,
    game_of,
    misfit,
    new_table,
    play,
    told_win,
    undone,
)
from scoring.tiles import Tile
from scoring.win import Win, parse_seat
from service.asked import Asked, ByRules, Circumstances, HandToScore, naming, pairs, read_field, within
from service.errors import refuse
from service.rounds import Number, RoundToSettle

FORMAT: Literal["hupai.table"] = "hupai.table"
"""What the JSON of a table says it is."""

VERSION: Literal[1] = 1
"""Of its form; a later one still reads tables of this one."""

MAX_NAME = 40

Points = Annotated[int, BeforeValidator(whole_number), Field(ge=-2 * MOST_POINTS, le=2 * MOST_POINTS)]
Player = Annotated[int, BeforeValidator(whole_number), Field(ge=0, le=3)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class NewTable(ByRules):
    """A table before its first hand of play."""

    players: tuple[Name, ...] = Field(default=("A", "B", "C", "D"), max_length=4)
    """Names in the order of play, the first dealer first: four, or three where the rules have it."""
    game: Annotated[dict[str, str], BeforeValidator(pairs)] = Field(default={})
    """What differs from the usual game of the rules: ``start``, ``rounds``, ``hands``, ``bust``, ``target``, ..."""

    def table(self) -> Table:
        """The table; raises a ``ServiceError`` that names the field at fault."""
        rules = self.rule_set()
        game = read_game(rules, game_of(rules, len(self.players)), self.game)
        return read_field("players", lambda names: new_table(self.rules, self.options, names, game), self.players)


def read_game(rules: RuleSet, usual: Game, told: dict[str, str]) -> Game:
    """The usual game with what is told of it; raises a ``ServiceError`` for one that the rules cannot have."""

    def read(values: dict[str, str]) -> Game:
        game = options_from_text(usual, values)
        check_game(game, rules)
        return game

    return read_field("game", read, told)


class DealTold(Asked):
    """Where the game is when a hand of play begins."""

    dealer: Player = 0
    lap: Number = 0
    streak: Number = 0
    honba: Number = 0
    sticks: Number = 0
    round: str = ""
    """The prevailing wind, which follows from ``lap``."""

    def deal(self) -> Deal:
        """The value; raises a ``ServiceError`` for a round that does not follow."""
        deal = Deal(self.dealer, self.lap, self.streak, self.honba, self.sticks)
        if self.round and read_field("round", parse_seat, self.round) is not deal.round_wind:
            refuse("table_invalid", f"round: after {self.lap} laps it is {deal.round_wind}", field="round")
        return deal


class WonTold(Asked):
    """A win by the players' numbers."""

    winner: Player
    discarder: Player | None = Field(default=None, alias="from")
    points: Points


class PlayedTold(Asked):
    """A hand of play that is over."""

    deal: DealTold
    ending: Ending
    moved: tuple[Points, ...] = Field(max_length=4)
    wins: tuple[WonTold, ...] = Field(default=(), max_length=3)
    staked: tuple[Player, ...] = Field(default=(), max_length=4)
    taken_off: tuple[Points, ...] = Field(default=(), max_length=4)

    def played(self) -> Played:
        """The value; raises a ``ServiceError`` that names the field at fault."""
        with within("deal"):
            deal = self.deal.deal()
        wins = tuple(Won(won.winner, won.discarder, won.points) for won in self.wins)
        return Played(deal, self.ending, self.moved, wins, self.staked, self.taken_off)


class StandingTold(Asked):
    """Where a player stands, which follows from the rest."""

    place: Annotated[int, BeforeValidator(whole_number)]
    player: Player
    points: Points


class TableTold(ByRules):
    """A table as ``TableOut`` writes it, in version 1 of that form."""

    format: Literal["hupai.table"]
    version: Annotated[Literal[1], BeforeValidator(whole_number)]
    players: tuple[Name, ...] = Field(max_length=4)
    game: Annotated[dict[str, str], BeforeValidator(pairs)] = Field(default={})
    deal: DealTold = DealTold()
    played: tuple[PlayedTold, ...] = Field(default=(), max_length=MOST_HANDS)
    over: str = ""
    totals: tuple[Points, ...] | None = Field(default=None, max_length=4)
    """What each player has; it follows from the rest and has to agree with it."""
    standings: tuple[StandingTold, ...] = Field(default=(), max_length=4)
    """They follow from the rest and have to agree with it."""

    def table(self) -> Table:
        """The table; raises a ``ServiceError`` that names the field at fault."""
        new = NewTable(rules=self.rules, options=self.options, players=self.players).table()
        game = read_game(new.rule_set(), Game(), self.game)
        with within("deal"):
            deal = self.deal.deal()
        played = tuple(self._played(number) for number in range(len(self.played)))
        table = Table(new.rules, new.options, game, new.players, deal, played, self.over)
        self._check(table)
        return table

    def _played(self, number: int) -> Played:
        with within(f"played.{number}"):
            return self.played[number].played()

    def _check(self, table: Table) -> None:
        """Refuse what cannot have come about."""
        found = misfit(table)
        if found:
            field, why = found
            refuse("table_invalid", f"{field}: {why}", field=field)
        if self.totals is not None and self.totals != table.totals:
            refuse("table_invalid", f"totals: they add up to {list(table.totals)}", field="totals")
        standings = tuple(Standing(one.place, one.player, one.points) for one in self.standings)
        if standings not in ((), table.standings):
            refuse("table_invalid", "standings: they follow from the rest, and differ", field="standings")


class RoundAtTable(RoundToSettle):
    """A hand of play at its end; rules, counters and winds are the table's."""

    riichi: tuple[str, ...] = Field(default=(), max_length=4)
    """Seats that declared riichi; winners who did are among them without being named."""


AnyTable = Annotated[
    Annotated[TableTold, Tag("kept")] | Annotated[NewTable, Tag("new")],
    Discriminator(lambda told: "kept" if isinstance(told, TableTold) or _is_kept(told) else "new"),
]
"""A table as it was told the last time, which has the form's name or hands of play, or how to start one."""


def _is_kept(told: object) -> bool:
    return isinstance(told, Mapping) and bool(told.keys() & (TableTold.model_fields.keys() - NewTable.model_fields))


class TableAsked(Asked):
    """A table, and what is to be done there: nothing, a hand of play that is over, or the last one taken back."""

    table: AnyTable = NewTable()
    """As it was told the last time, or how to start one."""
    round: RoundAtTable | None = None
    """The hand of play; its seats are by the winds of that hand, the dealer east."""
    undo: bool = False
    """Whether the last hand of play is taken back, before ``round`` is played."""

    def before(self) -> Table:
        """The table as the hand of play finds it; raises a ``ServiceError`` that names the field at fault."""
        with within("table"):
            table = self.table.table()
        return read_field("undo", undone, table) if self.undo else table

    def answered(self) -> tuple[Table, Settlement | None]:
        """The table after that, and how the hand of play was settled.

        Raises a ``ServiceError`` that names the field at fault, or a ``ScoringError``.
        """
        table = self.before()
        if self.round is None:
            return table, None
        if table.over:
            refuse("game_over", f"table.over: the game is over, by {table.over.replace('_', ' ')}", field="table.over")
        return played_at(self.round, table)


def played_at(asked: RoundAtTable, table: Table) -> tuple[Table, Settlement]:
    """The table after a hand of play, and how that was settled; raises as ``TableAsked.answered`` does."""
    with within("round"):
        asked = at_table(asked, table)
        riichi = frozenset(read_field("riichi", parse_seat, name) for name in asked.riichi)
        hand = asked.told(table.rule_set(), lambda win: told_win(table, win))
        with naming(asked):
            return play(table, hand, riichi)


def _agree(asked: ByRules, table: Table) -> None:
    """Refuse rules or options that are not the table's."""
    if "rules" in asked.model_fields_set and asked.rules != table.rules:
        refuse("contradicts_table", f"rules: {table.rules} is played at the table", field="rules")
    if asked.options and asked.options != dict(table.options):
        refuse("contradicts_table", "options: the table has its own", field="options")


def at_table(asked: RoundAtTable, table: Table) -> RoundAtTable:
    """The hand of play by the rules and with the players of the table; refuses others."""
    _agree(asked, table)
    players = len(table.players)
    if "players" in asked.model_fields_set and asked.players != players:
        refuse("contradicts_table", f"players: the table has {players}", field="players")
    return asked.model_copy(update={"rules": table.rules, "options": dict(table.options), "players": players})


def _from_text(value: object) -> object:
    """The table from JSON in text, as a field of a form has it."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        raise ValueError("the table is JSON, as POST /v1/table answers it") from None


class AtTable(Circumstances):
    """How a hand was won; round wind, counters and the like may come from a table."""

    table: Annotated[TableTold | None, BeforeValidator(_from_text)] = None
    """The table as ``POST /v1/table`` answers it; then its rules apply."""
    record: bool = False
    """Whether a record is wanted, from which the result can be worked out again."""

    def rule_set(self) -> RuleSet:
        """The rules of the table, or those named."""
        return Circumstances.rule_set(self) if self.table is None else self._at.rule_set()

    @cached_property
    def _at(self) -> Table:
        """The table, put together once for all that is asked of it; raises a ``ServiceError``."""
        assert self.table is not None
        with within("table"):
            table = self.table.table()
        _agree(self, table)
        return table

    def won(
        self,
        rules: RuleSet,
        winning: Tile | None,
        wild: Mapping[str, Any],
        players: int = len(Seat),
        gone: Collection[Seat] = (),
    ) -> Win:
        """How the hand was won, with what the table knows."""
        if self.table is None:
            return Circumstances.won(self, rules, winning, wild, players, gone)
        return self._told(Circumstances.won(self, rules, winning, wild, len(self._at.players), gone))

    def _told(self, win: Win) -> Win:
        table = self._at
        if win.winner >= len(table.players):
            refuse("value_invalid", f"seat: {len(table.players)} play", field="seat")
        return read_field("table", lambda told: told_win(table, told), win)


class HandAtTable(AtTable, HandToScore):
    """A hand, how it was won, and perhaps at which table."""


def read_table(data: bytes) -> TableTold:
    """The table in the content of a file; raises ``ValidationError``."""
    return TableTold.model_validate_json(data)
