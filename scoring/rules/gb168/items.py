"""The table of 168: the fan of MCR with those that it adds above and below, and what covers what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scoring.division import ORPHANS, Shape, kinds_text
from scoring.facts import Facts
from scoring.fan import Fan
from scoring.rules.gb168.options import Gb168Options
from scoring.rules.mcr import evidence
from scoring.rules.mcr.fan import FAN as MCR_FAN
from scoring.rules.mcr.set_fan import big_four_winds

Predicate = Callable[[Facts], int]

GREEN_DRAGON = 32
"""The kind of 发."""

SUITED = 27
"""The number of kinds in the suits: chows of honours have numbers from here on."""


def four_winds_fortune(facts: Facts) -> bool:
    """Pungs or kongs of all four winds and a pair of green dragons."""
    return facts.pair == GREEN_DRAGON and big_four_winds(facts)


def heavenly(facts: Facts) -> bool:
    """The dealer won with the fourteen tiles dealt."""
    return facts.circumstances.heavenly


def dealers_discard(facts: Facts) -> bool:
    """Won on the dealer's first discard."""
    return facts.circumstances.earthly


def first_draw(facts: Facts) -> bool:
    """Another than the dealer won by self-draw in the first round."""
    return facts.circumstances.human


def declared_ready(facts: Facts) -> bool:
    """Had declared to be ready and exchanged no tile since."""
    return facts.circumstances.declared_ready


def terminal_pair(facts: Facts) -> bool:
    """The pair is of ones or nines."""
    return 0 <= facts.pair < SUITED and facts.pair % 9 in (0, 8)


def middle_pair(facts: Facts) -> bool:
    """The pair is of twos, fives or eights."""
    return 0 <= facts.pair < SUITED and facts.pair % 9 in (1, 4, 7)


# Fan of MCR that chows of honours, wild tiles or kongs in a row ask about otherwise -----------------------------------


def outside_hand(facts: Facts) -> bool:
    """A one, nine, wind or dragon in every set and in the pair."""
    if facts.shape is not Shape.STANDARD or not 1 << facts.pair & ORPHANS or facts.triplets & ~ORPHANS:
        return False
    return all(kind >= SUITED or kind % 9 in (0, 6) for kind in facts.chows)


def tile_hog(facts: Facts) -> int:
    """All four tiles of a kind without a kong, for each such kind."""
    return sum(copies > 3 for copies in facts.holding.copies.values())


def _hogs(facts: Facts) -> str:
    """The kinds that are there four times, or more with wild tiles."""
    return " ".join(kinds_text((kind,) * copies) for kind, copies in sorted(facts.holding.copies.items()) if copies > 3)


def replacement_tile(facts: Facts) -> bool:
    """Won on the tile drawn as the replacement for a kong."""
    return facts.holding.win.kongs_before > 0


def _joined_chow(facts: Facts) -> int:
    """The lowest kind of the chow of a suit that the winning tile joined, or -1."""
    return facts.sets[facts.joined] if facts.joined >= 0 and facts.sets[facts.joined] < SUITED else -1


def edge_wait(facts: Facts) -> bool:
    """Waited only for the 3 of a 123 or the 7 of a 789."""
    lowest = _joined_chow(facts)
    offset = facts.holding.winning - lowest
    return lowest >= 0 and (lowest % 9, offset) in ((0, 2), (6, 0)) and facts.holding.one_wait


def closed_wait(facts: Facts) -> bool:
    """Waited only for the middle tile of a chow."""
    lowest = _joined_chow(facts)
    return lowest >= 0 and facts.holding.winning - lowest == 1 and facts.holding.one_wait


def chicken_hand(facts: Facts) -> int:
    """A hand that shows no other fan, flowers apart."""
    del facts
    return 0


_PREDICATES: dict[str, Predicate] = {
    predicate.__name__: predicate
    for predicate in (outside_hand, tile_hog, replacement_tile, edge_wait, closed_wait, chicken_hand)
}
"""In place of the predicates of MCR."""

WAITS = frozenset({"edge_wait", "closed_wait", "single_wait"})
"""The fan of a wait for one tile."""

_CONCEALED = "self_drawn fully_concealed_hand concealed_hand"
_PRINTED = "all_pungs seat_wind prevalent_wind three_winds"
_FOUR_WINDS = f"{_PRINTED} big_four_winds all_honours all_terminals_and_honours outside_hand terminal_pung"
_ONES_OR_NINES = ("all_terminals",)
_FIVES = ("pure_terminal_chows", "three_suited_terminal_chows", "all_fives")


def item_rows(options: Gb168Options) -> tuple[Fan, ...]:
    """The rows under the options, the highest first."""
    off = {"flower_tiles": not options.flowers, "mixed_kongs": not options.mixed_kongs}
    rows = []
    for row in MCR_FAN:
        if not off.get(row.key):
            rows.append(_changed(row, options))
        if row.key == "all_simples":
            rows.append(_row("declared_ready", "听牌", "Declared Ready", options.ready_points, declared_ready))
    return (
        *_first_rows(options),
        *rows,
        _row("terminal_pair", "幺九头", "Pair of Terminals", 1, terminal_pair, evidence=_pair),
        _row("middle_pair", "二五八将", "Pair of Twos, Fives or Eights", 1, middle_pair, evidence=_pair),
    )


def _first_rows(options: Gb168Options) -> tuple[Fan, ...]:
    """What stands above the fan of MCR."""
    fortune = _PRINTED if options.fortune_adds else _FOUR_WINDS
    earthly, human = dealers_discard, first_draw
    if options.first_turn == "common":
        earthly, human = human, earthly
    return (
        _row("heavenly", "天和", "Heavenly Hand", 168, heavenly, f"{_CONCEALED} {' '.join(WAITS)}"),
        _row("four_winds_fortune", "四方大发财", "Four Winds and Fortune", 168, four_winds_fortune, fortune),
        _row("earthly", "地和", "Earthly Hand", 158, earthly, _CONCEALED),
        _row("human", "人和", "Human Hand", 108, human, _CONCEALED),
    )


def _row(
    key: str,
    name: str,
    english: str,
    value: int,
    predicate: Predicate,
    implies: str = "",
    evidence: Callable[[Facts], str] = evidence.winning,
) -> Fan:
    return Fan(key, name, english, value, predicate, evidence, frozenset(implies.split()))


def _pair(facts: Facts) -> str:
    """The pair."""
    return kinds_text((facts.pair, facts.pair))


def _changed(row: Fan, options: Gb168Options) -> Fan:
    """A row of MCR as it is here."""
    implies = set(row.implies)
    if row.key in _ONES_OR_NINES and not options.implied_pair:
        implies.add("terminal_pair")
    if row.key in _FIVES and not options.implied_pair:
        implies.add("middle_pair")
    if row.key == "all_terminals" and options.terminals_cover_triple:
        implies.add("triple_pung")
    if row.key == "nine_gates" and options.gates_cover_pungs:
        implies |= {"two_concealed_pungs", "terminal_pung"}
    shown = _hogs if row.key == "tile_hog" else row.evidence
    needs = "" if row.key == "replacement_tile" else row.needs
    predicate = _PREDICATES.get(row.key, row.predicate)
    return replace(row, predicate=predicate, evidence=shown, implies=frozenset(implies), needs=needs)


ALIASES = {
    "天糊": "heavenly",
    "天胡": "heavenly",
    "地糊": "earthly",
    "地胡": "earthly",
    "人糊": "human",
    "人胡": "human",
    "报听": "declared_ready",
    "立直": "declared_ready",
    "么九头": "terminal_pair",
    "平胡": "all_chows",
    "碰碰胡": "all_pungs",
    "门清": "concealed_hand",
    "单钓": "single_wait",
    "单调将": "single_wait",
    "胡绝张": "last_copy",
    "抢杠": "robbing_the_kong",
    "抢杠胡": "robbing_the_kong",
    "杠开": "replacement_tile",
    "断幺九": "all_simples",
    "老少配": "two_terminal_chows",
    "无番": "chicken_hand",
    "四方大发": "four_winds_fortune",
}
"""Other names in use for the fan."""
