"""Join codes, which people type, and a limit for those who guess."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from threading import Lock
from time import monotonic

from service.errors import refuse

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U."""
LENGTH = 8
READ_AS = str.maketrans({"I": "1", "L": "1", "O": "0"})
"""Signs that are taken for others."""
BETWEEN = str.maketrans("", "", "- \u2010\u2011\u2013")
"""What may stand between the signs: spaces and hyphens, as phones type them."""


def new_code() -> str:
    """A code of 40 random bits."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """The code in what somebody typed; raises ``ServiceError`` ``value_invalid``."""
    code = text.upper().translate(BETWEEN).translate(READ_AS)
    if len(code) != LENGTH or not set(code) <= set(SIGNS):
        refuse("value_invalid", f"code: it has {LENGTH} letters and digits, as in ABCD-EFGH, and no U", field="code")
    return code


def code_text(code: str) -> str:
    """The code in two groups of four."""
    return f"{code[:4]}-{code[4:]}"


class Guesses:
    """Counts wrong codes, by address and of all together, and says how long to wait after too many.

    Each has ``burst`` free tries, which grow again by one every ``seconds``; all together have ``together`` as many.
    """

    def __init__(
        self, burst: int = 20, seconds: float = 6.0, together: int = 20, clock: Callable[[], float] = monotonic
    ) -> None:
        self._burst = burst
        self._seconds = seconds
        self._together = together
        self._clock = clock
        self._full: OrderedDict[str, float] = OrderedDict()
        """When each address has all its tries again; those that have are left out."""
        self._all_full = 0.0
        self._lock = Lock()

    def wait(self, client: str) -> float:
        """Seconds until that address may try again; 0 when it may."""
        now = self._clock()
        with self._lock:
            own = self._full.get(neighbours(client), now) - now - (self._burst - 1) * self._seconds
            every = self._seconds / self._together
            others = self._all_full - now - (self._burst * self._together - 1) * every
        return max(own, others, 0.0)

    def wrong(self, client: str) -> None:
        """Count a wrong code."""
        now, name = self._clock(), neighbours(client)
        with self._lock:
            self._full[name] = max(self._full.pop(name, now), now) + self._seconds
            self._all_full = max(self._all_full, now) + self._seconds / self._together
            while self._full and next(iter(self._full.values())) <= now:
                self._full.popitem(last=False)


def neighbours(client: str) -> str:
    """Whose tries are counted together: an IPv4 address, or the network that one IPv6 subscriber has."""
    try:
        address = ip_address(client)
    except ValueError:
        return client
    return str(address) if address.version == 4 else str(ip_network(f"{address}/64", strict=False))
