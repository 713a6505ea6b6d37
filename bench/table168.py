"""Whether the best reading under the table of 168 is what trying every kind for every wild tile finds.

    python bench/table168.py [--wilds N] [--hands N] [--seed N]

A hand with wild tiles is worth what the best plain hand is worth that some kinds in their place give.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scoring.circumstances import Circumstances
from scoring.division import HONOUR_CHOWS, KNITTED_STRAIGHTS, Shape
from scoring.errors import NotAWin, ScoringError
from scoring.hand import Hand, Meld, MeldKind
from scoring.rules import RULE_SETS
from scoring.rules.regional import Regional
from scoring.shapes import Held, is_win
from scoring.tiles import KIND_TILES, Tile
from scoring.win import Seat, Win

ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]


def near_win(dice: random.Random, wilds: int) -> tuple[Hand, Win]:
    """A hand with so many wild tiles that is won, or nearly, in any of the shapes, and how."""
    while True:
        wild = tuple(KIND_TILES[kind] for kind in dice.sample(range(34), 2))
        kinds, melds = _shape(dice)
        dice.shuffle(kinds)
        natural = [KIND_TILES[kind] for kind in kinds[wilds:]]
        if natural and dice.random() < 0.15:
            natural[0] = dice.choice(KIND_TILES)
        hand = Hand((*natural, *(dice.choice(wild) for _ in range(wilds))), tuple(melds))
        if len(kinds) <= wilds or any(tile in wild for tile in natural):
            continue
        try:
            hand.check_copies()
        except ScoringError:
            continue
        discarder = None if dice.random() < 0.6 else Seat.WEST
        winner = dice.choice([Seat.SOUTH, Seat.NORTH])
        win = Win(dice.choice(hand.concealed), winner, discarder, dice.choice(list(Seat)))
        return hand, replace(win, circumstances=Circumstances(wild=wild))


def _shape(dice: random.Random) -> tuple[list[int], list[Meld]]:
    """The kinds of concealed tiles that win, and melds beside them."""
    kind = _kinds(dice)
    roll = dice.random()
    if roll < 0.12:
        return [next(kind) for _ in range(7)] * 2, []
    if roll < 0.17:
        return [*ORPHANS, dice.choice(ORPHANS)], []
    if roll < 0.21:
        return [*dice.choice(KNITTED_STRAIGHTS), *dice.sample(range(27, 34), 5)], []
    if roll < 0.25:
        return [*dice.choice(KNITTED_STRAIGHTS), *[dice.randrange(34)] * 3, *[dice.randrange(34)] * 2], []
    kinds, melds = [], []
    for _ in range(4):
        tiles = _set(dice, next(kind))
        if dice.random() < 0.2:
            melds.append(_meld(dice, tiles))
        else:
            kinds += tiles
    return [*kinds, *[next(kind)] * 2], melds


def _kinds(dice: random.Random) -> Iterator[int]:
    """Kinds of a hand: one suit and honours, terminals and honours, or any."""
    roll, suit = dice.random(), dice.randrange(3)
    while True:
        if roll < 0.25:
            yield 9 * suit + dice.randrange(9) if dice.random() < 0.8 else dice.randrange(27, 34)
        elif roll < 0.4:
            yield dice.choice(ORPHANS)
        else:
            yield dice.randrange(34)


def _set(dice: random.Random, kind: int) -> list[int]:
    if kind < 27 and kind % 9 < 7 and dice.random() < 0.55:
        return [kind, kind + 1, kind + 2]
    return list(dice.choice(HONOUR_CHOWS)) if kind > 26 and dice.random() < 0.4 else [kind] * 3


def _meld(dice: random.Random, kinds: Sequence[int]) -> Meld:
    tiles = [KIND_TILES[kind] for kind in kinds]
    if len(set(kinds)) > 1:
        return Meld(MeldKind.CHOW, tuple(tiles))
    kind = dice.choice([MeldKind.PUNG, MeldKind.KONG_EXPOSED, MeldKind.KONG_CONCEALED])
    return Meld(kind, tuple(tiles[:1] * (3 if kind is MeldKind.PUNG else 4)))


def by_substitution(rules: Regional, hand: Hand, win: Win) -> int | None:
    """What the best of the plain hands is worth that kinds in place of the wild tiles give; ``None`` for no win."""
    wild = win.circumstances.wild
    rest = list(hand.concealed)
    rest.remove(win.tile)
    natural = [tile for tile in rest if tile not in wild]
    plain = replace(win, circumstances=Circumstances())
    stands: Sequence[Tile] = KIND_TILES if win.tile in wild and win.self_drawn else (win.tile,)
    best = None
    for winning in stands:
        for fill in combinations_with_replacement(KIND_TILES, len(rest) - len(natural)):
            whole, told = replace(hand, concealed=(*natural, *fill, winning)), replace(plain, tile=winning)
            if is_win(Held(whole, told, (), rules.shapes)):
                points = rules.score(whole, told).points
                best = points if best is None else max(best, points)
    return best


def must_be_drawn(rules: Regional, hand: Hand, win: Win) -> bool:
    """Whether the hand waited for any tile (精吊), so that a discard does not win in some shape."""
    held = Held(hand, win, win.circumstances.wild, rules.shapes)
    shapes = (Shape.STANDARD, Shape.SEVEN_PAIRS)
    return not win.self_drawn and any(map(held.waits_for_all, shapes))


def differences(wilds: int, hands: int, seed: int) -> Iterator[str]:
    """Every hand on which the search and substitution differ, then how many were compared."""
    rules, dice = RULE_SETS["nanchang_168"](), random.Random(seed)
    assert isinstance(rules, Regional)
    compared = won = refused = 0
    while compared < hands:
        hand, win = near_win(dice, wilds)
        if must_be_drawn(rules, hand, win):
            refused += 1
            continue
        try:
            found = rules.score(hand, win).points
        except NotAWin:
            found = None
        slow = by_substitution(rules, hand, win)
        compared, won = compared + 1, won + (slow is not None)
        if found != slow:
            wild = " ".join(tile.code for tile in win.circumstances.wild)
            yield f"{hand} on {win.tile} from {win.discarder}, {wild} wild: {found}, by substitution {slow}"
    yield f"{compared} hands with {wilds} wild tiles compared, {won} won; {refused} that must be self-drawn left out"


def main() -> None:
    """Print the differences."""
    parser = argparse.ArgumentParser(description="The best reading under the table of 168 against substitution.")
    parser.add_argument("--wilds", type=int, default=2)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = time.perf_counter()
    for line in differences(given.wilds, given.hands, given.seed):
        print(line, flush=True)
    print(f"{time.perf_counter() - start:.0f} seconds")


if __name__ == "__main__":
    main()
