"""How fast whole hands without wild tiles are scored under every rule system: sheet, reasons, payments.

python bench/tables.py [--hands N]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scoring.errors import ScoringError
from scoring.hand import Hand, Meld, MeldKind
from scoring.rules import RULE_SETS, RuleSet
from scoring.rules.regional import Regional
from scoring.score import score
from scoring.tiles import KIND_TILES
from scoring.win import Seat, Win


def dealt(rules: RuleSet, dice: random.Random) -> tuple[Hand, Win]:
    """Sets and a pair of the tiles that the rules play with, some sets claimed."""
    faces = [tile.kind for tile in rules.in_play(Win(KIND_TILES[0], Seat.EAST)) if tile.kind is not None]
    while True:
        sets = [_set(faces, dice) for _ in range(rules.hand_sizes[0] // 3)]
        pair = dice.choice(faces)
        kinds = [kind for three in sets for kind in three] + [pair, pair]
        if max(map(kinds.count, kinds)) <= 4:
            break
    pungs_only = isinstance(rules, Regional) and not rules.claimed_chows
    claimed = [three for three in sets if dice.random() < 0.3 and (three[0] == three[1] or not pungs_only)]
    melds = tuple(_meld(three) for three in claimed)
    for three in claimed:
        for kind in three:
            kinds.remove(kind)
    hand = Hand(tuple(KIND_TILES[kind] for kind in kinds), melds)
    winner = dice.choice(tuple(Seat))
    discarder = None if dice.random() < 0.4 else Seat((winner + 1) % 4)
    return hand, Win(dice.choice(hand.concealed), winner, discarder)


def _set(faces: list[int], dice: random.Random) -> list[int]:
    first = dice.choice(faces)
    run = [first, first + 1, first + 2]
    return run if first < 27 and first % 9 < 7 and set(run) <= set(faces) and dice.random() < 0.6 else [first] * 3


def _meld(three: list[int]) -> Meld:
    kind = MeldKind.PUNG if three[0] == three[1] else MeldKind.CHOW
    return Meld(kind, tuple(KIND_TILES[kind] for kind in three))


def speed(rules: RuleSet, hands: int, dice: random.Random) -> tuple[float, int]:
    """Hands scored a second, refused ones too, and how many won."""
    asked = [dealt(rules, dice) for _ in range(hands)]
    won = 0
    start = time.process_time()
    for hand, win in asked:
        try:
            score(hand, win, rules)
            won += 1
        except ScoringError:
            pass
    return hands / (time.process_time() - start), won


def main() -> None:
    """Print a line for each rule system."""
    parser = argparse.ArgumentParser(description="Speed of hands without wild tiles.")
    parser.add_argument("--hands", type=int, default=1000)
    given = parser.parse_args()
    for name, maker in RULE_SETS.items():
        rate, won = speed(maker(), given.hands, random.Random(1))
        print(f"{name}: {rate:8,.0f} a second ({won} of {given.hands} win)")


if __name__ == "__main__":
    main()
