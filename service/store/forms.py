"""Evenings and acts as the JSON in which they are kept. Later versions of Hupai read what earlier ones wrote."""

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping

from scoring.table import Game, Table
from service.evenings import Act, Hand, Kind
from service.schemas import DealOut, PlayedOut
from service.tables import DealTold, PlayedTold
from service.wire import told_time

FORM = 1
"""Of what is kept of an act; a later one still reads this one."""


def written(value: object) -> str:
    """JSON in signs that every database keeps."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def start_text(table: Table) -> str:
    """A table before its first hand of play."""
    game = {field.name: getattr(table.game, field.name) for field in fields(table.game)}
    return written({"rules": table.rules, "options": dict(table.options), "game": game, "players": table.players})


def read_start(text: str) -> Table:
    """The table that ``start_text`` wrote; its rules are not looked at, and may be of another version."""
    told = json.loads(text)
    known = {field.name for field in fields(Game)}
    game = Game(**{name: value for name, value in told["game"].items() if name in known})
    return Table(told["rules"], tuple(told["options"].items()), game, tuple(told["players"]))


def act_text(act: Act) -> str:
    """What of an act has no column of its own."""
    told: dict[str, Any] = {"form": FORM}
    if act.hands:
        told["hands"] = {number: hand_data(hand) for number, hand in act.hands}
    if act.of is not None:
        told["of"] = act.of
    if act.players:
        told["players"] = act.players
    return written(told)


def read_act(row: Mapping[str, Any] | RowMapping) -> Act:
    """The act of a row."""
    told = json.loads(row["data"])
    return Act(
        version=row["version"],
        kind=Kind(row["kind"]),
        at=row["at"],
        by=row["by"],
        number=row["number"],
        hands=tuple((int(number), read_hand(hand)) for number, hand in told.get("hands", {}).items()),
        of=told.get("of"),
        players=tuple(told.get("players", ())),
    )


def hand_data(hand: Hand) -> dict[str, Any]:
    """A hand of play with all that is kept of it."""
    return {
        "asked": hand.asked,
        "settlement": hand.settlement,
        "played": PlayedOut.model_validate(hand.played).model_dump(mode="json", by_alias=True),
        "following": DealOut.model_validate(hand.following).model_dump(mode="json", by_alias=True),
        "over": hand.over,
        "hupai": hand.hupai,
        "at": told_time(hand.at),
        "edited_at": None if hand.edited_at is None else told_time(hand.edited_at),
        "record": hand.record,
        "photo_record": hand.photo_record,
    }


def read_hand(told: Mapping[str, Any]) -> Hand:
    """The hand that ``hand_data`` wrote."""
    return Hand(
        asked=told["asked"],
        settlement=told["settlement"],
        played=PlayedTold.model_validate(told["played"]).played(),
        following=DealTold.model_validate(told["following"]).deal(),
        over=told["over"],
        hupai=told["hupai"],
        at=datetime.fromisoformat(told["at"]),
        edited_at=None if told["edited_at"] is None else datetime.fromisoformat(told["edited_at"]),
        record=told["record"],
        photo_record=told["photo_record"],
    )
