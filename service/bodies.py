"""Bodies of JSON: read strictly, and with no more in them than anybody has to say."""

import json
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NoReturn

from fastapi import Request, Response
from fastapi.routing import APIRoute

from service.errors import SURROGATES, refuse, shortened

MOST_ITEMS = 1000
"""Members of an object, or parts of a list; an evening has 500 hands of play."""
MOST_VALUES = 40_000
"""Values in all of a body; a reading of 400 tiles has some 25,000, and so has the longest evening."""
MOST_DEEP = 32
"""Objects and lists within one another; a record in a round has nine."""


class JsonRequest(Request):
    """A request whose JSON is read by ``read_json``."""

    async def json(self) -> Any:
        """The value; raises as ``read_json`` does."""
        if not hasattr(self, "_json"):
            self._json = read_json(await self.body())
        return self._json


class JsonRoute(APIRoute):
    """An endpoint that takes JSON so."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """FastAPI's, with a request of our own."""
        handle = super().get_route_handler()

        async def handler(request: Request) -> Response:
            return await handle(JsonRequest(request.scope, request.receive))

        return handler


def read_json(data: bytes) -> Any:
    """The value that ``data`` writes; raises ``JSONDecodeError`` for what is no JSON.

    Raises ``ServiceError`` ``value_invalid`` for numbers that are none, for a member told twice, for text with half
    characters, which nothing can be written with again, and for what is beyond the limits.
    """
    value = json.loads(data, parse_constant=_no_number, object_pairs_hook=_members)
    left, seen = [(value, 0)], 0
    while left:
        one, depth = left.pop()
        if isinstance(one, str):
            _check_text(one)
        elif isinstance(one, dict | list):
            seen += len(one)
            _check_size(one, seen, depth)
            left.extend((part, depth + 1) for part in _parts(one))
    return value


def _parts(one: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return (*one, *one.values()) if isinstance(one, dict) else one


def _no_number(word: str) -> NoReturn:
    refuse("value_invalid", f"body: {word} is no number in JSON", field="body")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            refuse("value_invalid", f"{shortened(name)}: it is told twice", field=shortened(name))
        members[name] = value
    return members


def _check_text(text: str) -> None:
    if SURROGATES.search(text):
        refuse("value_invalid", f"body: {shortened(text)!r} has signs that are no characters", field="body")


def _check_size(one: dict[str, Any] | list[Any], seen: int, depth: int) -> None:
    if len(one) > MOST_ITEMS:
        refuse(
            "value_invalid",
            f"body: a list or an object in it has {len(one)} parts, more than {MOST_ITEMS}",
            field="body",
        )
    if seen > MOST_VALUES:
        refuse("value_invalid", f"body: it has more than {MOST_VALUES} values", field="body")
    if depth >= MOST_DEEP:
        refuse("value_invalid", f"body: more than {MOST_DEEP} objects or lists lie within one another", field="body")
