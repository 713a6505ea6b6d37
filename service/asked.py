"""What is asked of a score: the rules, and what the table knows that the tiles do not show."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from scoring.circumstances import QUESTIONS
from scoring.errors import ScoringError
from scoring.hand import Hand, parse_hand
from scoring.numbers import whole_number
from scoring.round import ANY_TILE
from scoring.rules import RuleSet, rule_set, with_options
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile, parse_tile, parse_tiles
from scoring.win import Event, Seat, Win, parse_event, parse_seat
from service.errors import ServiceError, refuse, shortened
from service.told import Told, read_told
from service.waits import Waiting, waiting
from vision.game import Game

Parsed = TypeVar("Parsed")

MAX_TEXT = 200
"""Signs of the longest text that is looked at; a hand of 17 with kongs and flowers has some 60."""


def _texts(value: object) -> object:
    """A list from a list, or from one text with commas."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _by_key(texts: object, what: str) -> dict[str, str]:
    """The values of texts such as ``minimum=6``, by key."""
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) and "=" in text for text in texts):
        raise ValueError(f"{what} are written KEY=VALUE")
    return {key.strip(): item.strip() for key, _, item in (text.partition("=") for text in texts)}


def pairs(value: object) -> object:
    """Options by name, from a mapping or from texts such as ``minimum=6``."""
    if isinstance(value, Mapping):
        return {key: _option_text(shortened(str(key)), item) for key, item in value.items()}
    return _by_key(_texts(value), "options")


def _option_text(key: str, value: object) -> str:
    """The value of an option as text; a number that is whole is written as one."""
    if isinstance(value, str | bool):
        return value if isinstance(value, str) else str(value).lower()
    if isinstance(value, int | float):
        try:
            return str(whole_number(value))
        except ValueError:
            if isinstance(value, float):
                return repr(value)
    raise ValueError(f"{key} has a text, a number or true or false, of no great length")


def _told(value: object) -> object:
    """Circumstances by name, from a mapping or from texts such as ``heavenly=yes``, whose values may have commas."""
    if isinstance(value, Mapping):
        return value
    return _by_key([value] if isinstance(value, str) else value, "circumstances")


def _notation(value: object) -> object:
    """Tiles in one text, from such a text or a list of them."""
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    return value


class Asked(BaseModel):
    """Something asked. Texts are read when they are used; errors name the field."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, extra="forbid", str_max_length=MAX_TEXT)


class ByRules(Asked):
    """By which rules."""

    rules: str = "mcr"
    """Name of the rule system."""
    options: Annotated[dict[str, str], BeforeValidator(pairs)] = {}
    """Switches of the rule system by name."""

    def rule_set(self) -> RuleSet:
        """The rules with their options."""
        rules = read_field("rules", rule_set, self.rules)
        return read_field("options", lambda values: with_options(rules, values), self.options)


class WithWild(Asked):
    """Which tiles are wild."""

    wild: Annotated[str, BeforeValidator(_notation)] = Field(default="", max_length=MAX_TEXT)
    """The wild faces in notation, the one that counts double first."""
    indicator: str | None = None
    """The tile turned up, from which the wild faces follow where they are not named."""

    def told_wild(self) -> dict[str, Any]:
        """Those of ``wild`` and ``indicator`` that were given."""
        return {key: value for key, value in (("wild", self.wild), ("indicator", self.indicator)) if value}


class HowWon(Asked):
    """How a hand was won."""

    win: str | None = None
    """Code of the winning tile; may be left out for a photo that sets it apart."""
    self_drawn: bool = False
    discarder: str | None = Field(default=None, alias="from")
    """Seat that gave the tile; when it is not self-drawn either, the seat before the winner's is taken."""
    seat: str = "east"
    """Seat wind of the winner; east deals."""
    round: str | None = None
    """The prevailing wind; east where it is not told."""
    events: Annotated[tuple[str, ...], BeforeValidator(_texts)] = ()
    """Such as ``last_tile``, ``after_kong``, ``robbed_kong`` or ``last_copy``."""
    flowers: str = Field(default="", max_length=MAX_TEXT)
    """Flowers beside those in the hand, as in ``15f``."""
    circumstances: Annotated[dict[str, Any], BeforeValidator(_told)] = {}
    """What else the rules ask about, by the names that ``asks`` of the rule system lists."""

    def whole(self, hand: Hand) -> Hand:
        """The hand with the flowers told beside it."""
        flowers = read_field("flowers", parse_tiles, self.flowers)
        return read_field("flowers", lambda more: replace(hand, flowers=(*hand.flowers, *more)), flowers)

    def won(
        self,
        rules: RuleSet,
        winning: Tile | None,
        wild: Mapping[str, Any],
        players: int = len(Seat),
        gone: Collection[Seat] = (),
    ) -> Win:
        """How the hand was won: on ``winning`` unless ``win`` says otherwise; ``wild`` tells of wild tiles.

        At a table of so many ``players``, of whom some have won and are ``gone``.
        """
        tile = read_field("win", parse_tile, self.win) if self.win else winning
        if tile is None:
            refuse("win_tile_unknown", "it is not known which tile won: name it with win (--win TILE)", field="win")
        seat = read_field("seat", parse_seat, self.seat)
        told = self.told(rules, wild)
        said = told.circumstances
        sitting = [other for other in Seat if other < min(players, said.players) and other not in said.already_won]
        return Win(
            tile=tile,
            winner=seat,
            discarder=self._discarder(seat, told, [other for other in sitting if other not in gone]),
            round_wind=self._round_wind(told),
            events=self._events(told),
            circumstances=said,
        )

    def _round_wind(self, told: Told) -> Seat:
        """The prevailing wind; refuses two of them."""
        wind = None if self.round is None else read_field("round", parse_seat, self.round)
        if None not in (wind, told.round_wind) and wind is not told.round_wind:
            refuse("value_invalid", f"round: it is {wind}, but round_wind is {told.round_wind}", field="round")
        return next((one for one in (wind, told.round_wind) if one is not None), Seat.EAST)

    def _events(self, told: Told) -> frozenset[Event]:
        """What is special about the tile; refuses what is told and denied."""
        events = frozenset(read_field("events", parse_event, event) for event in self.events)
        for event in events - told.events:
            if event.value in self.circumstances and not getattr(told.circumstances, event.value, False):
                refuse("value_invalid", f"events: {event} is told, and denied by the circumstances", field="events")
        return events | told.events

    def told(self, rules: RuleSet, wild: Mapping[str, Any]) -> Told:
        """What the circumstances and ``wild`` tell under the rules."""
        for key, value in wild.items():
            if key in self.circumstances:
                refuse("value_invalid", f"{key}: it is told twice", field=key)
            read_field(key, lambda said: read_told(rules, said), {key: value})
        return read_field("circumstances", lambda said: read_told(rules, said), {**self.circumstances, **wild})

    def _discarder(self, seat: Seat, told: Told, sitting: Sequence[Seat]) -> Seat | None:
        """Who gave the tile; if nobody is named, the one of those ``sitting`` there who is last before the winner."""
        if self.discarder and self.self_drawn:
            refuse("value_invalid", "from: a self-drawn tile comes from nobody", field="from")
        if self.self_drawn:
            return None
        if self.discarder:
            return read_field("from", parse_seat, self.discarder)
        if told.circumstances.earthly and seat is not Seat.EAST:
            return Seat.EAST
        others = [other for other in sitting if other is not seat]
        return max(others, key=lambda other: (other - seat) % len(Seat), default=Seat((seat - 1) % len(Seat)))


class Circumstances(ByRules, WithWild, HowWon):
    """How a hand was won, and by which rules."""

    def sheet(self, hand: Hand, winning: Tile | None = None) -> ScoreSheet:
        """The score of ``hand``, won on ``winning`` unless ``win`` says otherwise.

        Raises a ``ServiceError`` that names the field at fault, or the ``ScoringError`` of ``scoring.score``.
        """
        whole, rules = self.whole(hand), self.rule_set()
        win = self.won(rules, winning, self.told_wild())
        with naming(self):
            return score(whole, win, rules)

    def seeing(self, turned_up: Sequence[Tile]) -> Self:
        """The same with the indicators that a photo shows, where the rules ask about them and none were told."""
        asks, told = self.rule_set().asks, {*self.circumstances, *self.told_wild()}
        if turned_up and "dora_indicators" in asks and "dora_indicators" not in told:
            seen = {"dora_indicators": "".join(tile.code for tile in turned_up)}
            return self.model_copy(update={"circumstances": {**self.circumstances, **seen}})
        if len(turned_up) == 1 and "indicator" in asks and not told & {"wild", "indicator"}:
            return self.model_copy(update={"indicator": turned_up[0].code})
        return self

    def game(self) -> Game:
        """What is played, as far as it tells which tiles can lie together."""
        rules = self.rule_set()
        return Game.of(rules, self.won(rules, ANY_TILE, self.told_wild()))

    def check(self) -> None:
        """Raise a ``ServiceError`` for a value that can be no good whatever the hand."""
        read_field("flowers", parse_tiles, self.flowers)
        self.won(self.rule_set(), ANY_TILE, self.told_wild())


class HandToScore(Circumstances):
    """A hand and how it was won."""

    hand: str = Field(max_length=MAX_TEXT)
    """In notation, the winning tile among its concealed tiles."""

    def scored(self) -> ScoreSheet:
        """The sheet; raises as ``sheet`` does."""
        return self.sheet(read_field("hand", parse_hand, self.hand))


class HandToWait(Circumstances):
    """A hand that is one tile short, and how it would be won: by self-draw, unless ``from`` names who would give it."""

    hand: str = Field(max_length=MAX_TEXT)
    """In notation."""

    def waiting(self) -> Waiting:
        """What it waits for; raises a ``ServiceError`` that names the field at fault, or a ``ScoringError``."""
        if self.win:
            refuse("value_invalid", "win: every tile that would win is looked for", field="win")
        drawn = self.model_copy(update={"self_drawn": self.self_drawn or not self.discarder})
        hand, rules = self.whole(read_field("hand", parse_hand, self.hand)), self.rule_set()
        win = drawn.won(rules, ANY_TILE, self.told_wild())
        with naming(self):
            return waiting(rules, hand, win)


def read_field(name: str, parse: Callable[[Any], Parsed], value: object) -> Parsed:
    """``parse(value)``, with errors that name the field."""
    try:
        return parse(value)
    except ScoringError as error:
        raise ServiceError(error.code, f"{name}: {error.message}", field=name) from None


@contextmanager
def within(place: str) -> Iterator[None]:
    """Errors name the field as one of the part at ``place``, as in ``wins.0``."""
    try:
        yield
    except ServiceError as error:
        field = f"{place}.{error.field}" if error.field else place
        raise ServiceError(error.code, f"{place}.{error.message}", field=field) from None
    except ScoringError as error:
        error.place = f"{place}.{error.place}" if error.place else place
        error.message = f"{place}: {error.message}"
        raise


@contextmanager
def naming(asked: BaseModel) -> Iterator[None]:
    """Errors of the rules name the field of what was asked that is at fault."""
    try:
        yield
    except ScoringError as error:
        name_field(error, asked)
        raise


def name_field(error: ScoringError, asked: BaseModel) -> None:
    """Let an error of the rules name the field of what was asked that is at fault, where one has it."""
    part: Any = asked
    for key in filter(None, error.place.split(".")):
        part = part[int(key)] if key.isdigit() else getattr(part, key)
    error.place = ".".join(filter(None, (error.place, _part(part, error.about))))


def _part(asked: BaseModel, about: str) -> str:
    """The field of what was asked that has what an error is about; empty where none has."""
    names = {field.alias or name for name, field in type(asked).model_fields.items()}
    if about in QUESTIONS and about not in names and "circumstances" in names:
        return "events" if about in getattr(asked, "events", ()) else "circumstances"
    return next((name for name in (about, "wins") if name in names), "")
