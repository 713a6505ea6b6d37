"""What is told of a win by key and value: read from text or JSON for one rule system, and told again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from scoring.circumstances import PLAIN, QUESTIONS, Answer, Circumstances, parse_circumstances
from scoring.errors import NotationError
from scoring.numbers import whole_number
from scoring.rules import RuleSet
from scoring.rules.regional import Regional
from scoring.seats import Seat, parse_seat
from scoring.tiles import tiles_text
from scoring.win import Event
from service.errors import shortened

MAX_WILD = 8
"""Copies of the wild faces in play that are looked at: two kinds of tile, or a set of flowers."""

MAX_VALUE = 200
"""Signs of the longest value that is looked at."""

_FIELDS = {field.name for field in fields(Circumstances)}
_EVENTS = {event.value: event for event in Event}


@dataclass(frozen=True, slots=True)
class Told:
    """What was told, by where it belongs."""

    circumstances: Circumstances = PLAIN
    events: frozenset[Event] = frozenset()
    round_wind: Seat | None = None
    """The prevailing wind, where it was told like this."""


def read_told(rules: RuleSet, values: Mapping[str, Any]) -> Told:
    """What ``values`` tell under the rules; raises ``NotationError`` for what they do not ask about, or cannot read."""
    for key, value in values.items():
        if key not in rules.asks:
            asked = ", ".join(rules.asks)
            raise NotationError(
                "unknown_circumstance", f"{rules.name} does not ask about {shortened(key)!r}; it asks about {asked}"
            )
        _check_length(key, value)
    plain = {key: _plain(key, value) for key, value in values.items()}
    wind = plain.pop("round_wind", None)
    told = {key: plain.pop(key) for key in list(plain) if not _is_event(rules, key)}
    events = frozenset(_EVENTS[key] for key, value in plain.items() if _yes(key, value))
    circumstances = parse_circumstances(told)
    _check_wild(circumstances)
    return Told(circumstances, events, None if wind is None else parse_seat(str(wind)))


def _is_event(rules: RuleSet, key: str) -> bool:
    """Whether the key is an event; ``after_kong`` is one where kongs in a row are not counted."""
    return key in _EVENTS and (key not in _FIELDS or not isinstance(rules, Regional))


def _yes(key: str, value: Any) -> bool:
    """Whether the answer is yes, or a number above zero."""
    try:
        return whole_number(value) > 0
    except ValueError:
        pass
    try:
        return parse_circumstances({"heavenly": value}).heavenly
    except NotationError:
        raise NotationError("bad_circumstance", f"cannot read {value!r} as {key}") from None


def _check_length(key: str, value: Any) -> None:
    try:
        long = len(str(value)) > MAX_VALUE
    except (ValueError, RecursionError):
        long = True
    if long:
        raise NotationError("bad_circumstance", f"{key}: the value is longer than {MAX_VALUE} signs")


def _check_wild(circumstances: Circumstances) -> None:
    copies = sum(1 if tile.is_flower else 4 for tile in circumstances.wild)
    if len(set(circumstances.wild)) < len(circumstances.wild) or copies > MAX_WILD:
        raise NotationError(
            "bad_circumstance", f"wild: {tiles_text(circumstances.wild)} are not two kinds of tile, or a set of flowers"
        )


def _plain(key: str, value: Any) -> Any:
    """What text such as ``east:1 west:2`` or ``east-west`` writes, as a mapping or as pairs; the rest as it is."""
    if not isinstance(value, str):
        return value
    parts = value.replace(",", " ").split()
    answer = QUESTIONS[key].answer
    if answer is Answer.BY_SEAT and ":" in value:
        return dict(part.partition(":")[::2] for part in parts)
    if answer is Answer.SEATS:
        pairs = [part.split("-") for part in parts]
        return pairs[0] if key == "two_tan_before" and len(pairs) == 1 else pairs
    return value


def tell_circumstances(circumstances: Circumstances) -> dict[str, Any]:
    """What differs from a plain win, by field, in the form in which it is read."""
    told = {field.name: getattr(circumstances, field.name) for field in fields(circumstances)}
    return {name: _words(name, value) for name, value in told.items() if value != getattr(PLAIN, name)}


def _words(name: str, value: Any) -> Any:
    answer = QUESTIONS[name].answer
    if answer is Answer.BY_SEAT:
        return {str(seat): value[seat] for seat in Seat}
    if answer is Answer.TILES:
        return "".join(tile.code for tile in value)
    if answer is Answer.SEAT_SET:
        return [str(seat) for seat in sorted(value)]
    if answer is Answer.SEATS:
        return [str(seat) for seat in value] if name == "two_tan_before" else [list(map(str, pair)) for pair in value]
    return str(value) if answer in (Answer.SEAT, Answer.TILE) else value


def turned_circumstance(key: str, value: Any, turn: Callable[[Seat], Seat]) -> Any:
    """What a circumstance that can be read tells where everybody sits on another seat."""
    if key not in _FIELDS or key not in QUESTIONS:
        return value
    name = QUESTIONS[key].answer
    read = getattr(parse_circumstances({key: _plain(key, value)}), key)
    if name is Answer.BY_SEAT:
        return {str(turn(seat)): read[seat] for seat in Seat}
    if name is Answer.SEAT:
        return str(turn(read))
    if name is Answer.SEAT_SET:
        return [str(turn(seat)) for seat in sorted(read)]
    if key == "two_tan_before":
        return [str(turn(seat)) for seat in read]
    if name is Answer.SEATS:
        return [[str(turn(seat)) for seat in pair] for pair in read]
    return value
