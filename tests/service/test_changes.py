"""What is told to phones that know a table already: what came and changed since then, from which they have it whole."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient

from service import evenings
from service.evenings import Evening, Told
from service.store import Kept
from service.table_answers import TableState
from service.tables import NewTable, RoundAtTable

NEW = {"rules": "riichi", "players": ["Ann", "Ben", "Cai", "Dan"], "game": {"rounds": "0", "bust": "false"}}
WON = {"scored": [{"seat": "south", "from": "west", "points": 2000}]}
DRAW: dict[str, Any] = {"ready": ["south"]}
KEPT: dict[str, Any] = {"ready": ["east"]}

Json = dict[str, Any]


def merged(known: Json, told: Json) -> Json:
    """The table as a phone puts it together."""
    if told["since"] is None:
        return told
    rounds = dict(enumerate(known["rounds"][: len(told["table"]["played"])], 1))
    rounds |= {one["number"]: one for one in told["rounds"]}
    acts = known["acts"][: told["since"]] + told["acts"]
    return told | {"since": None, "rounds": [rounds[number] for number in sorted(rounds)], "acts": acts}


ACTS: list[tuple[str, str, Json | None]] = [
    ("POST", "/rounds", {"round": WON}),
    ("POST", "/rounds", {"round": DRAW}),
    ("POST", "/rounds", {"round": WON, "by": "Ann"}),
    ("PUT", "/rounds/1", {"round": KEPT}),
    ("PATCH", "", {"players": ["Anne", "Ben", "Cai", "Dan"]}),
    ("POST", "/undo", None),
    ("POST", "/undo", None),
    ("POST", "/redo", None),
    ("POST", "/undo", None),
    ("POST", "/rounds", {"round": KEPT}),
    ("PUT", "/rounds/2", {"round": WON}),
]


def test_a_phone_has_the_whole_table_whatever_it_knew(client: TestClient) -> None:
    begun = client.post("/v1/tables", json=NEW).json()
    path = f"/v1/tables/{begun['id']}"
    versions, held = [begun], begun
    for version, (method, where, body) in enumerate(ACTS):
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": str(uuid4())}
        sent = {"params": {"since": version}, "headers": headers, "json": body}
        answers = [client.request(method, path + where, **sent) for _ in range(2)]  # type: ignore[arg-type]
        assert answers[0].is_success, answers[0].text
        assert answers[0].json() == answers[1].json()
        held = merged(held, answers[0].json())
        whole = client.get(path).json()
        assert (held, whole["since"]) == (whole, None)
        versions.append(whole)
    for known in versions:
        told = client.get(path, params={"since": known["version"]}).json()
        assert told["since"] == known["version"]
        assert merged(known, told) == versions[-1]
        for later in versions[known["version"] :]:
            assert merged(later, told) == versions[-1], "a phone may know more than it asked for"


@pytest.mark.parametrize(("since", "status"), [("12", 200), ("0", 200), ("-1", 422), ("x", 422), ("", 422)])
def test_a_version_that_is_yet_to_come_is_answered_whole(client: TestClient, since: str, status: int) -> None:
    begun = client.post("/v1/tables", json=NEW).json()
    answer = client.get(f"/v1/tables/{begun['id']}", params={"since": since})
    assert answer.status_code == status
    if status == 200:
        assert answer.json()["since"] == (0 if since == "0" else None)


def test_changes_of_a_long_evening_are_a_small_part_of_it() -> None:
    evening = Evening(NewTable.model_validate(NEW).table())
    asked = {"wins": [{"hand": "123456m 345s 678p 55p", "win": "3s", "seat": "south", "from": "west"}]}
    for _ in range(60):
        told = Told(RoundAtTable.model_validate(asked), "Ann")
        evening = evening.after(evenings.played(evening, told, datetime.now(UTC)))
    kept = Kept("x" * 22, "ABCDEFGH", datetime.now(UTC), evening)
    whole, changes = (len(TableState.of(kept, since).line()) for since in (None, 59))
    assert changes < whole / 6
