"""Hands scored a second, on the same random winning hands in one run.

Hupai beside PyMahjongGB and ``mahjong``, taking turns, each in seconds of the processor, the best of some rounds.

PyMahjongGB (C++) lists the MCR fan and nothing else. ``mahjong`` scores riichi: other rules on the same tiles. Hupai
makes the whole sheet: fan with reasons, what was left out, payments. Each engine gets its own kind of input, made
before the clock starts.

    python bench/mcr.py [HANDS] [SEED]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld as RiichiMeld
from MahjongGB import MahjongFanCalculator

from scoring.hand import Hand, Meld, MeldKind
from scoring.rules import mcr
from scoring.score import score
from scoring.tiles import KIND_TILES, Tile
from scoring.win import Seat, Win

RULES = mcr.rules(mcr.McrOptions(minimum=0))
CONCEALED = MeldKind.KONG_CONCEALED
ROUNDS = 5
"""Each engine runs so often, in turn with the others; its best round counts."""


def random_hand(dice: random.Random) -> tuple[Hand, Win] | None:
    """Four sets, none to three of them claimed, and a pair; two of five won by self-draw."""
    taken: Counter[int] = Counter()
    groups = []
    for name in [*dice.choices(("chow", "pung"), (3, 1), k=4), "pair"]:
        kind = dice.randrange(34)
        if name == "chow" and (kind > 26 or kind % 9 > 6):
            return None
        tiles = (kind, kind + 1, kind + 2) if name == "chow" else (kind,) * (3 if name == "pung" else 2)
        taken.update(tiles)
        groups.append((name, tuple(KIND_TILES[tile] for tile in tiles)))
    if max(taken.values()) > 4:
        return None
    claimed = dice.randrange(4)
    melds = tuple(Meld(MeldKind.CHOW if name == "chow" else MeldKind.PUNG, tiles) for name, tiles in groups[:claimed])
    concealed = tuple(tile for _, tiles in groups[claimed:] for tile in tiles)
    winner = dice.choice(list(Seat))
    others = [seat for seat in Seat if seat is not winner]
    discarder = None if dice.random() < 0.4 else dice.choice(others)
    return Hand(concealed, melds), Win(dice.choice(concealed), winner, discarder, dice.choice(list(Seat)))


def hands(number: int, seed: int) -> list[tuple[Hand, Win]]:
    dice = random.Random(seed)
    found: list[tuple[Hand, Win]] = []
    while len(found) < number:
        made = random_hand(dice)
        if made:
            found.append(made)
    return found


def hupai(hand: Hand, win: Win) -> Callable[[], object]:
    return lambda: score(hand, win, RULES)


HONOURS = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")


def gb_tile(tile: Tile) -> str:
    return HONOURS[tile.rank - 1] if tile.is_honour else {"m": "W", "p": "B", "s": "T"}[tile.suit] + str(tile.rank)


def pymahjonggb(hand: Hand, win: Win) -> Callable[[], object]:
    concealed = list(hand.concealed)
    concealed.remove(win.tile)
    names = {MeldKind.CHOW: "CHI", MeldKind.PUNG: "PENG"}
    packs = tuple(
        (names.get(meld.kind, "GANG"), gb_tile(meld.tiles[meld.kind is MeldKind.CHOW]), meld.kind is not CONCEALED)
        for meld in hand.melds
    )
    tiles = tuple(map(gb_tile, concealed))
    winds = (win.winner.value, win.round_wind.value)
    arguments = (packs, tiles, gb_tile(win.tile), 0, win.self_drawn, False, False, False, *winds)
    return lambda: MahjongFanCalculator(*arguments)


def riichi(hand: Hand, win: Win) -> Callable[[], object]:
    used: Counter[int] = Counter()

    def number(tile: Tile) -> int:
        kind: Any = tile.kind
        used[kind] += 1
        return 4 * kind + used[kind] - 1

    names = {MeldKind.CHOW: RiichiMeld.CHI, MeldKind.PUNG: RiichiMeld.PON}
    melds = [RiichiMeld(names[meld.kind], tuple(number(tile) for tile in meld.tiles)) for meld in hand.melds]
    winning = number(win.tile)
    rest = list(hand.concealed)
    rest.remove(win.tile)
    tiles = [winning, *(number(tile) for tile in rest), *(tile for meld in melds for tile in meld.tiles)]
    winds = {"player_wind": win.winner.kind, "round_wind": win.round_wind.kind}
    config = HandConfig(is_tsumo=win.self_drawn, **winds)
    return lambda: HandCalculator.estimate_hand_value(tiles, winning, melds, config=config)


def rate(calls: list[Callable[[], object]]) -> float:
    """Calls a second of processor time."""
    start = time.process_time()
    for call in calls:
        call()
    return len(calls) / (time.process_time() - start)


def main(number: int = 4000, seed: int = 1) -> None:
    wins = hands(number, seed)
    engines = {"hupai (MCR, whole sheet)": hupai, "PyMahjongGB (MCR, C++)": pymahjonggb, "mahjong (riichi)": riichi}
    calls = {name: [engine(*win) for win in wins] for name, engine in engines.items()}
    rates = dict.fromkeys(engines, 0.0)
    for name in list(engines) * ROUNDS:
        rates[name] = max(rates[name], rate(calls[name]))
    own = rates["hupai (MCR, whole sheet)"]
    print(f"{number} random winning hands, seed {seed}, Python {sys.version.split()[0]}, best of {ROUNDS} rounds")
    for name, value in rates.items():
        print(f"{name:26} {value:10,.0f} hands/s   {value / own:6.2f} x hupai")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
