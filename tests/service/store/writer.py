"""Writes hands at a table until it is killed; run by ``test_faults.py``.

Reads lines ``URL ID`` from its input and forks for each a process that plays, edits, takes back and brings back. Says
what it is about to send and what was answered, as a phone would know it.
"""

import os
import sys
from itertools import count

from service import evenings
from service.errors import ServiceError
from service.evenings import Act, Evening, Told
from service.store import Request, Store
from service.store.log import now
from service.tables import RoundAtTable

SEATS = ("east", "south", "west", "north")
MOST = 40
"""Hands at the table, past which they are taken back."""


def act(evening: Evening, number: int) -> Act:
    """Something to do, told by its number."""
    ready, riichi = SEATS[number % 4], SEATS[number // 4 % 4]
    told = Told(RoundAtTable(ready=tuple({ready, riichi}), riichi=(riichi,)), by=str(number))
    if number % 5 == 4 and evening.hands:
        return evenings.edited(evening, len(evening.hands), told, now())
    if number % 7 == 6 or len(evening.hands) >= MOST:
        return evenings.undone(evening, str(number), now())
    return evenings.played(evening, told, now())


def write(url: str, table: str, first: int) -> None:
    """Go on from the act of number ``first``; that one may have been stored before."""
    store = Store(url)
    say("ready")
    seen = store.evening(table).version
    for number in count(first):
        say(f"sends {number}")
        kept = store.add(table, seen, Request.of(f"request-{number:010}", number), lambda told, n=number: act(told, n))
        seen = store.evening(table).version
        say(f"stored {number} {kept.version}")


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def main() -> None:
    for line in sys.stdin:
        url, table, first = line.split()
        child = os.fork()
        if child == 0:
            try:
                write(url, table, int(first))
            except ServiceError as error:
                say(f"failed {error.code}")
            os._exit(1)
        say(f"process {child}")
        os.waitpid(child, 0)
        say("ended")


if __name__ == "__main__":
    main()
