"""Facts that let whole groups of yaku go unasked, and a table that asks those alone that can be there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scoring.circumstances import PLAIN
from scoring.division import ORPHANS, Division
from scoring.facts import Facts, Holding
from scoring.fan import NOTHING_SHOWN, Fan, FanTable, Tally
from scoring.rules.mcr.tile_fan import GREEN

NOT_GREEN = (1 << 34) - 1 & ~GREEN
SUITED = (1 << 27) - 1 & ~ORPHANS
"""The kinds of the twos to eights, a bit for each."""

GATES = (
    "declared",
    "special",
    "first_turn",
    "self_drawn",
    "four_chows",
    "three_chows",
    "equal_chows",
    "ends",
    "simples",
    "only_orphans",
    "only_green",
    "honour_pungs",
    "three_honour_pungs",
    "three_pungs",
    "four_concealed",
    "three_kongs",
    "flush",
    "loose",
)
"""The names that ``needs`` of a row can have: it can count only where that is so."""

Gates = tuple[bool, ...]


class RiichiFacts(Facts):
    """Facts with the gates of the reading."""

    __slots__ = ("after_kong", "gates")

    def __init__(self, holding: Holding, division: Division, joined: int) -> None:
        super().__init__(holding, division, joined)
        win = holding.win
        said = win.circumstances
        special = bool(win.events) or said.after_kong > 0
        self.after_kong: bool = special and win.kongs_before > 0
        """Whether the winning tile replaced one of a kong."""
        chows, triplets, kinds = self.chows, self.triplets, self.kinds
        honours = triplets >> 27
        self.gates: Gates = (
            said.riichi or said.double_riichi,
            special,
            said is not PLAIN and (said.heavenly or said.earthly or said.human or said.dealer_streak > 0),
            self.self_drawn,
            len(chows) > 3,
            len(chows) > 2,
            len(set(chows)) < len(chows),
            bool(chows) and not triplets & SUITED and ORPHANS >> self.pair & 1 > 0,
            not kinds & ORPHANS,
            not kinds & SUITED,
            not kinds & NOT_GREEN,
            honours > 0,
            honours.bit_count() > 2,
            len(self.pungs) > 2,
            self.concealed_pungs > 3,
            self.kongs > 2,
            self.suits == 1,
            self.loose,
        )
        """Which groups of yaku can be there, in the order of ``GATES``."""


class GatedTable(FanTable):
    """A table whose rows need gates; for each state of the gates it knows which rows to ask."""

    def __init__(self, rows: Iterable[Fan]) -> None:
        super().__init__(rows)
        self._asked: dict[Gates, tuple[tuple[int, Callable[[Facts], int]], ...]] = {}

    def tally(self, facts: Facts) -> Tally:
        """What the reading shows, and what of it counts."""
        assert isinstance(facts, RiichiFacts)
        gates = facts.gates
        asked = self._asked.get(gates)
        if asked is None:
            asked = self._asked[gates] = self._open(gates)
        if not asked:
            return NOTHING_SHOWN
        shown = [(number, times) for number, predicate in asked if (times := predicate(facts))]
        return self.composed(shown) if shown else NOTHING_SHOWN

    def _open(self, gates: Gates) -> tuple[tuple[int, Callable[[Facts], int]], ...]:
        """The rows that can be there, by number, with their predicates."""
        there = {name for name, open_gate in zip(GATES, gates, strict=True) if open_gate}
        return tuple(
            (number, row.predicate) for number, row in enumerate(self.rows) if not row.needs or row.needs in there
        )
