"""How fast hands with wild tiles are checked and scored, and whether the fast search agrees with trying every kind.

    python bench/wild.py [--check HANDS] [--hands N]

``--check`` compares that many hands with one wild tile with substitution by brute force, and a part of it with more: a
quarter with two, a twentieth with three, an eighth with four. 4000 takes some minutes.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations_with_replacement
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scoring.circumstances import Circumstances
from scoring.division import standard
from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.rules import RULE_SETS, RuleSet
from scoring.score import score
from scoring.tiles import KIND_TILES
from scoring.wild import pack, wins
from scoring.win import Seat, Win

WILD = (KIND_TILES[30], KIND_TILES[27])
"""North and east: honours, which come up least in the sets of the hands here."""


def near_win(dice: random.Random, wilds: int, changed: int = 1) -> list[int]:
    """The natural kinds of a hand of sets and a pair, some of them changed now and then, with room for wild tiles."""
    while True:
        kinds: list[int] = []
        for _ in range(4):
            first = dice.choice([kind for kind in range(34) if kind not in (27, 30)])
            chow = first < 27 and first % 9 < 7 and dice.random() < 0.6
            kinds += [first, first + 1, first + 2] if chow else [first] * 3
        kinds += [dice.choice([kind for kind in range(34) if kind not in (27, 30)])] * 2
        dice.shuffle(kinds)
        kinds = kinds[wilds:]
        if changed and dice.random() < 0.5:
            kinds[0] = dice.randrange(27)
        if max(Counter(kinds).values()) <= 4:
            return kinds


def rate(work: Callable[[], object], times: int) -> float:
    """How many a second when ``work`` does ``times``."""
    start = time.process_time()
    work()
    return times / (time.process_time() - start)


def checks(hands: int, dice: random.Random) -> Iterable[str]:
    """The speed of the win check."""
    for wilds in (0, 1, 2, 3, 4, 7):
        packed = [pack(near_win(dice, wilds)) for _ in range(hands)]
        cold = rate(lambda packed=packed: [wins(suits, 4) for suits in packed], hands)  # type: ignore[misc]
        warm = rate(lambda packed=packed: [wins(suits, 4) for suits in packed], hands)  # type: ignore[misc]
        yield f"win check, {wilds} wild tiles: {warm:9,.0f} a second warm, {cold:9,.0f} cold"


def scored(rules: RuleSet, hands: Sequence[tuple[Hand, Win]]) -> int:
    """How many of the hands score; all are looked at."""
    found = 0
    for hand, win in hands:
        try:
            score(hand, win, rules)
            found += 1
        except ScoringError:
            pass
    return found


def scorings(name: str, hands: int, dice: random.Random) -> Iterable[str]:
    """The speed of full scoring under a rule system, hands that are won."""
    rules = RULE_SETS[name]()
    for wilds in (0, 2, 4, 7):
        number = max(20, hands // (1 + wilds * 4))
        asked = [_win(near_win(dice, wilds, changed=0), wilds, dice) for _ in range(number)]
        won = scored(rules, asked[: number // 4])
        speed = rate(lambda asked=asked: scored(rules, asked), number)  # type: ignore[misc]
        yield f"{name}, {wilds} wild tiles: {speed:8,.0f} a second ({won} of {number // 4} win)"


def _win(kinds: Sequence[int], wilds: int, dice: random.Random) -> tuple[Hand, Win]:
    natural = [KIND_TILES[kind] for kind in kinds]
    hand = Hand((*natural, *(WILD[number % 2] for number in range(wilds))))
    return hand, Win(dice.choice(natural), Seat.SOUTH, circumstances=Circumstances(wild=WILD if wilds else ()))


def differences(hands: int, dice: random.Random) -> Iterable[str]:
    """What brute force says otherwise."""
    for wilds, number in ((1, hands), (2, hands // 4), (3, hands // 20), (4, hands // 8)):
        wrong = 0
        for _ in range(number):
            kinds = near_win(dice, wilds)
            fills = combinations_with_replacement(range(34), wilds)
            slow = any(standard(pack([*kinds, *fill])) for fill in fills)
            wrong += slow != wins(pack(kinds), 4)
        yield f"{number} hands with {wilds} wild tiles: {wrong} differ from trying every kind"


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description="Speed of hands with wild tiles.")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--check", type=int, default=0)
    given = parser.parse_args()
    dice = random.Random(1)
    for line in differences(given.check, dice) if given.check else ():
        print(line)
    for line in checks(given.hands, dice):
        print(line)
    for name, maker in RULE_SETS.items():
        for line in scorings(name, given.hands // 4, dice) if "wild" in maker().asks else ():
            print(line)


if __name__ == "__main__":
    main()
