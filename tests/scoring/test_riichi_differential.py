"""Random wins of every shape, with options flipped, scored by us and by the package ``mahjong``, compared in full.

``HUPAI_RIICHI_WINS`` sets how many; ``python bench/riichi.py --check 50000`` does the same over more.
"""

import os
from collections import Counter

import pytest

from bench.riichi import EXPLAINED, FLIPS, SHAPES, cases, difference, ours
from scoring.fan import FanTable
from scoring.rules.riichi import RiichiOptions, rules

WINS = int(os.environ.get("HUPAI_RIICHI_WINS", "1500"))
"""How many wins are compared, of all shapes together."""


@pytest.mark.parametrize("shape", SHAPES)
def test_both_engines_find_the_same_yaku_fu_and_payments(shape: str) -> None:
    number = max(20, round(WINS * SHAPES[shape][1]))
    left = [found for case in cases(number, 7, {shape: 1.0}) if (found := difference(case))]
    assert left == []


def test_the_wins_show_every_yaku_that_both_engines_know() -> None:
    shown: Counter[str] = Counter()
    for shape, (_, share) in SHAPES.items():
        for case in cases(max(90, round(900 * share)), 11, {shape: 1.0}):
            shown.update(ours(case).get("yaku", {}).keys())
    asked = RiichiOptions(renhou="yakuman", big_wheel=True, big_seven_stars=True, eight_dealer_wins=True)
    assert shown.keys() >= {row.key for row in rules(asked).fan}


def test_every_explained_difference_says_why() -> None:
    assert all(explain.__doc__ for explain in EXPLAINED)
    assert FLIPS.keys() <= set(RiichiOptions.__dataclass_fields__)


@pytest.mark.parametrize("shape", SHAPES)
def test_no_gate_hides_a_yaku(shape: str) -> None:
    for case in cases(120, 3, {shape: 1.0}):
        scorer = case.rules.scorer
        holding = scorer.holding(case.hand, case.win)
        for worth in scorer.worths(holding)[0]:
            for table in (scorer.tables.closed, scorer.tables.opened, scorer.tables.yakuman):
                plain = FanTable(table.rows)
                every = [
                    (number, times) for number, row in enumerate(plain.rows) if (times := row.predicate(worth.facts))
                ]
                concealed = table is not scorer.tables.closed or not worth.facts.exposed
                if concealed:
                    assert table.tally(worth.facts).shown == tuple(every)
