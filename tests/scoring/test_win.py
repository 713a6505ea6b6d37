"""How a hand was won."""

import pytest

from scoring.errors import NotationError, WinError
from scoring.hand import parse_hand
from scoring.tiles import parse_tile
from scoring.win import Event, Seat, Win, parse_event, parse_seat


@pytest.mark.parametrize("seat", Seat)
def test_a_seat_is_read_from_its_names(seat: Seat) -> None:
    for name in (str(seat), seat.name, seat.name[0], seat.name[0].lower(), seat.chinese):
        assert parse_seat(name) is seat
    assert parse_tile(f"{seat + 1}z").kind == seat.kind


@pytest.mark.parametrize("event", Event)
def test_an_event_is_read_from_its_word(event: Event) -> None:
    assert parse_event(str(event)) is event
    assert parse_event(event.value.replace("_", "-").upper()) is event


def test_unknown_seats_and_events_are_refused_by_name() -> None:
    with pytest.raises(NotationError, match="northeast") as seat:
        parse_seat("northeast")
    with pytest.raises(NotationError, match="last_tile, after_kong") as event:
        parse_event("luck")
    assert (seat.value.code, event.value.code) == ("unknown_seat", "unknown_event")


def refusal(hand: str, tile: str, discarder: Seat | None, *events: Event) -> str:
    win = Win(parse_tile(tile), Seat.SOUTH, discarder, events=frozenset(events))
    with pytest.raises(WinError) as error:
        win.check(parse_hand(hand))
    return error.value.code


HAND = "345m 66z 678p (234s) (777s)"
KONG = "345m 66z 678p (234s) (7777s)"


def test_the_winning_tile_is_in_the_hand() -> None:
    assert refusal(HAND, "7s", Seat.EAST) == "win_tile_missing"


def test_nobody_wins_on_the_own_discard() -> None:
    assert refusal(HAND, "6p", Seat.SOUTH) == "winner_is_discarder"


@pytest.mark.parametrize(
    ("hand", "tile", "discarder", "event"),
    [
        (HAND, "6p", None, Event.ROBBED_KONG),
        (HAND, "6z", Seat.EAST, Event.ROBBED_KONG),
        ("345m 66z 678p (678p) (777s)", "6p", Seat.EAST, Event.ROBBED_KONG),
        (KONG, "6p", Seat.EAST, Event.AFTER_KONG),
        (HAND, "6p", None, Event.AFTER_KONG),
        (HAND, "6z", Seat.EAST, Event.LAST_COPY),
    ],
)
def test_events_that_contradict_the_win_are_refused(hand: str, tile: str, discarder: Seat | None, event: Event) -> None:
    assert refusal(hand, tile, discarder, event) == "contradictory_events"


@pytest.mark.parametrize(
    ("hand", "discarder", "events"),
    [
        (HAND, Seat.EAST, {Event.ROBBED_KONG, Event.LAST_COPY}),
        (KONG, None, {Event.AFTER_KONG, Event.LAST_TILE, Event.LAST_COPY}),
        (HAND, Seat.WEST, {Event.LAST_TILE}),
    ],
)
def test_events_that_go_together_pass(hand: str, discarder: Seat | None, events: set[Event]) -> None:
    win = Win(parse_tile("6p"), Seat.SOUTH, discarder, events=frozenset(events))
    win.check(parse_hand(hand))
    assert win.self_drawn is (discarder is None)
