"""What the items of several systems share: their rows, and what shows an item that is not to be seen in the sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from scoring.division import KONG, PUNG, set_kinds, set_text
from scoring.facts import Facts
from scoring.fan import Effect, Fan, reading_text
from scoring.tiles import KIND_TILES, tiles_text

Predicate = Callable[[Facts], int]


def from_whom(facts: Facts) -> str:
    """The winning tile and who gave it."""
    win = facts.holding.win
    return f"{win.tile} from {win.discarder}" if win.discarder is not None else f"{win.tile} drawn"


def flowers_held(facts: Facts) -> str:
    """The flowers put aside."""
    return tiles_text(facts.holding.hand.flowers) or "no flower"


def kongs_shown(facts: Facts) -> str:
    """The kongs on the table."""
    return " ".join(str(meld) for meld in facts.holding.hand.melds if meld.kind.is_kong) or from_whom(facts)


def waits_shown(facts: Facts) -> str:
    """The kinds that would have completed the hand."""
    return "waited for " + tiles_text(tile for tile in KIND_TILES if facts.waits >> (tile.kind or 0) & 1)


def pungs_of(kinds: int) -> Callable[[Facts], str]:
    """The pungs and kongs of the kinds, a bit each."""

    def shown(facts: Facts) -> str:
        codes = [code for code in facts.sets if code >= PUNG and kinds >> set_kinds(code)[0] & 1]
        return " ".join(map(set_text, codes)) or reading_text(facts)

    return shown


def seat_pung(facts: Facts) -> str:
    """The pung or kong of the winner's wind."""
    return _pung_of(facts, facts.seat_wind)


def round_pung(facts: Facts) -> str:
    """The pung or kong of the round's wind."""
    return _pung_of(facts, facts.round_wind)


def _pung_of(facts: Facts, kind: int) -> str:
    return set_text((KONG if KONG + kind in facts.sets else PUNG) + kind)


def switched(rows: Iterable[Fan], on: Mapping[str, bool]) -> list[Fan]:
    """The rows without those that are switched off, by key; what is not named is on."""
    return [row for row in rows if on.get(row.key, True)]


def one_short(reached: int, limit: int, of: str) -> str:
    """Said where one is missing to a limit; 0 is none. ``of`` has the unit and the limit's name, as in ``fan cap``."""
    unit, name = of.split()
    return f"one {unit} short of the {name} of {limit}" if limit and reached + 1 == limit else ""


def item(
    predicate: Predicate,
    name: str,
    english: str,
    value: int,
    covers: str = "",
    evidence: Callable[[Facts], str] = reading_text,
    effect: Effect = Effect.POINTS,
    key: str = "",
) -> Fan:
    """A row whose key is the predicate's name, if none is told; ``covers`` has the keys of what it covers, apart."""
    covered = frozenset(covers.split())
    return Fan(key or predicate.__name__, name, english, value, predicate, evidence, covered, effect=effect)
