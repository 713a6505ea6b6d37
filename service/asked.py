"""What is asked of a score: the rules, and what the table knows that the tiles do not show."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from scoring.errors import ScoringError
from scoring.hand import Hand, parse_hand
from scoring.rules import RuleSet, rule_set, with_options
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile, parse_tile, parse_tiles
from scoring.win import Seat, Win, parse_event, parse_seat
from service.errors import ServiceError, refuse

Parsed = TypeVar("Parsed")

MAX_TEXT = 200
"""Signs of the longest hand that is looked at; a hand of 17 with kongs and flowers has some 60."""


def _texts(value: object) -> object:
    """A list from a list, or from one text with commas."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _pairs(value: object) -> object:
    """Options by name, from a mapping or from texts such as ``minimum=6``."""
    if isinstance(value, Mapping):
        return {key: str(item).lower() if isinstance(item, bool) else str(item) for key, item in value.items()}
    texts = _texts(value)
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) and "=" in text for text in texts):
        raise ValueError("options are written KEY=VALUE")
    return {key.strip(): item.strip() for key, _, item in (text.partition("=") for text in texts)}


class Circumstances(BaseModel):
    """How a hand was won, and by which rules. Texts are read when they are used; errors name the field."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, extra="forbid")

    rules: str = "mcr"
    """Name of the rule system."""
    win: str | None = None
    """Code of the winning tile; may be left out for a photo that sets it apart."""
    self_drawn: bool = False
    discarder: str | None = Field(default=None, alias="from")
    """Seat that gave the tile; when it is not self-drawn either, the seat before the winner's is taken."""
    seat: str = "east"
    """Seat wind of the winner."""
    round: str = "east"
    """The prevailing wind."""
    events: Annotated[tuple[str, ...], BeforeValidator(_texts)] = ()
    """Such as ``last_tile``, ``after_kong``, ``robbed_kong`` or ``last_copy``."""
    flowers: str = Field(default="", max_length=MAX_TEXT)
    """Flowers beside those in the hand, as in ``15f``."""
    options: Annotated[dict[str, str], BeforeValidator(_pairs)] = {}
    """Switches of the rule system by name."""

    def sheet(self, hand: Hand, winning: Tile | None = None) -> ScoreSheet:
        """The score of ``hand``, won on ``winning`` unless ``win`` says otherwise.

        Raises a ``ServiceError`` that names the field at fault, or the ``ScoringError`` of ``scoring.score``.
        """
        flowers = _field("flowers", parse_tiles, self.flowers)
        whole = _field("flowers", lambda more: replace(hand, flowers=(*hand.flowers, *more)), flowers)
        return score(whole, self._win(winning), self.rule_set())

    def rule_set(self) -> RuleSet:
        """The rules with their options."""
        rules = _field("rules", rule_set, self.rules)
        return _field("options", lambda values: with_options(rules, values), self.options)

    def check(self) -> None:
        """Raise a ``ServiceError`` for a value that can be no good whatever the hand."""
        self.rule_set()
        _field("flowers", parse_tiles, self.flowers)
        self._win(parse_tile("1m"))

    def _win(self, winning: Tile | None) -> Win:
        tile = _field("win", parse_tile, self.win) if self.win else winning
        if tile is None:
            refuse("win_tile_unknown", "it is not known which tile won: name it with win (--win TILE)", field="win")
        seat = _field("seat", parse_seat, self.seat)
        return Win(
            tile=tile,
            winner=seat,
            discarder=self._discarder(seat),
            round_wind=_field("round", parse_seat, self.round),
            events=frozenset(_field("events", parse_event, event) for event in self.events),
        )

    def _discarder(self, seat: Seat) -> Seat | None:
        if self.discarder and self.self_drawn:
            refuse("value_invalid", "from: a self-drawn tile comes from nobody", field="from")
        if self.self_drawn:
            return None
        return _field("from", parse_seat, self.discarder) if self.discarder else Seat((seat - 1) % len(Seat))


class HandToScore(Circumstances):
    """A hand and how it was won."""

    hand: str = Field(max_length=MAX_TEXT)
    """In notation, the winning tile among its concealed tiles."""

    def scored(self) -> ScoreSheet:
        """The sheet; raises as ``sheet`` does."""
        return self.sheet(_field("hand", parse_hand, self.hand))


def _field(name: str, parse: Callable[[Any], Parsed], value: object) -> Parsed:
    """``parse(value)``, with errors that name the field."""
    try:
        return parse(value)
    except ScoringError as error:
        raise ServiceError(error.code, f"{name}: {error.message}", field=name) from None
