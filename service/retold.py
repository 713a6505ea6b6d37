"""What was told of a hand of play, told again of a deal in which the same people sit on other seats."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scoring.seats import Seat, parse_seat
from scoring.table import Deal
from service.rounds import by_seat
from service.tables import RoundAtTable
from service.told import turned_circumstance

KNOWN_TO_TABLE = frozenset({"rules", "options", "players", "honba", "sticks"})
"""What the table knows of a hand of play, and of its wins ..."""
WISHES = frozenset({"record"})
"""What is asked of the answer, and tells nothing of the hand."""
KNOWN_OF_WIN = frozenset({"round", "round_wind", "dealer_streak", "honba", "sticks", "players"})
"""... where these may be among the circumstances."""

LISTS = ("ready", "opened", "left", "pigs", "nagashi", "riichi")
SINGLE = ("raw_winner", "last_drawer", "offender")
BY_SEAT = {"jing_points": 0, "factors": 1, "raw_losses": 0, "best": 0, "payments": 0}
"""Numbers by seat, and what a seat has that is not named."""

Json = Mapping[str, Any]
Turn = Callable[[Seat], Seat]


def told_by_people(asked: RoundAtTable) -> dict[str, Any]:
    """What was told as JSON, without what the table knows and has been found to agree."""
    left_out = set(KNOWN_TO_TABLE | WISHES)
    told: dict[str, Any] = asked.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude=left_out)
    for key in ("wins", "scored"):
        if key in told:
            told[key] = [_told_of_win(win) for win in told[key]]
    return told


def _told_of_win(win: Json) -> dict[str, Any]:
    said = {key: value for key, value in win.get("circumstances", {}).items() if key not in KNOWN_OF_WIN}
    told = {key: value for key, value in win.items() if key not in KNOWN_OF_WIN}
    return told | ({"circumstances": said} if "circumstances" in win else {})


def turned(told: Json, before: Deal, now: Deal, players: int) -> dict[str, Any]:
    """The hand of play with the same people, who sat by one deal and sit by another now."""
    shift = before.dealer - now.dealer

    def turn(seat: Seat) -> Seat:
        return Seat((seat + shift) % players) if seat < players else seat

    if not shift % players:
        return dict(told)
    again = dict(told)
    again |= {key: [_win(win, turn) for win in told[key]] for key in ("wins", "scored") if key in told}
    again |= {key: _names(told[key], turn) for key in LISTS if told.get(key) is not None}
    again |= {key: _name(told[key], turn) for key in SINGLE if told.get(key)}
    again |= {key: _numbers(key, told[key], turn) for key in BY_SEAT if told.get(key) is not None}
    again |= {key: [_seated(one, turn) for one in told[key]] for key in ("kongs", "unfinished") if key in told}
    if "jing_fed" in told:
        again["jing_fed"] = [_names(pair, turn) for pair in told["jing_fed"]]
    return again | _receiver(told, turn)


def _receiver(told: Json, turn: Turn) -> dict[str, str]:
    """Who receives the raw losses: the first seat without any, which may be another once all have turned."""
    losses = by_seat("raw_losses", told.get("raw_losses"))
    if losses is None or told.get("raw_winner"):
        return {}
    first = next((seat for seat in Seat if not losses[seat]), None)
    return {} if first is None else {"raw_winner": str(turn(first))}


def _win(win: Json, turn: Turn) -> dict[str, Any]:
    again = _seated({"seat": "east"} | dict(win), turn)
    if "circumstances" in win:
        said = win["circumstances"].items()
        again["circumstances"] = {key: turned_circumstance(key, value, turn) for key, value in said}
    if win.get("payments") is not None:
        again["payments"] = _numbers("payments", win["payments"], turn)
    return again


def _seated(one: Json, turn: Turn) -> dict[str, Any]:
    """A win, a kong or a hand in play, on another seat."""
    again = dict(one) | {key: _name(one[key], turn) for key in ("seat", "from") if one.get(key)}
    return again | ({"already_won": _names(one["already_won"], turn)} if "already_won" in one else {})


def _name(name: str, turn: Turn) -> str:
    return str(turn(parse_seat(name)))


def _names(names: Iterable[str], turn: Turn) -> list[str]:
    return [_name(name, turn) for name in names]


def _numbers(key: str, numbers: Any, turn: Turn) -> dict[str, int]:
    told = by_seat(key, numbers, BY_SEAT[key])
    assert told is not None
    return {str(turn(seat)): told[seat] for seat in Seat}
