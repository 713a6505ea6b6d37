"""Riichi beside ``mahjong``: hands scored a second in one run, and whether both find the same.

    python bench/riichi.py [--hands N] [--check N] [--seed S]

The speed is that of the same answer on the same wins, in turn, the best of some rounds: yaku, fu by line, limit, who
pays whom; and that of Hupai's whole sheets, which have reasons, what was left out and the runner-up beside it.
``--check`` compares so many wins of every shape, with options flipped, and names what differs; 50000 take some
minutes.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as TheirMeld

from bench.draws import KONGS, Sets, as_meld, kinds_of, random_sets, taken_by
from bench.mcr import ROUNDS, pymahjonggb, rate
from scoring.circumstances import Circumstances
from scoring.errors import BelowMinimum, ScoringError
from scoring.facts import Holding
from scoring.hand import Hand, Meld, MeldKind
from scoring.rules.riichi import RiichiOptions, RiichiRules, rules
from scoring.rules.riichi.points import SHAPES as WINNING_SHAPES
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.tiles import KIND_TILES, Tile, parse_tile
from scoring.win import Event, Seat, Win

# Random wins ----------------------------------------------------------------------------------------------------------

ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
POOLS = [
    *[list(range(34))] * 6,
    [kind for kind in range(27) if kind % 9 not in (0, 8)],
    *[list(range(first, first + 9)) for first in (0, 9, 18)],
    *[[*range(first, first + 9), *range(27, 34)] for first in (0, 9, 18)],
    list(range(27, 34)),
    ORPHANS,
    [kind for kind in ORPHANS if kind < 27],
    [*ORPHANS, 1, 2, 6, 7, 10, 11, 15, 16, 19, 20, 24, 25],
    [kind for kind in range(27) if kind % 9 in (0, 1, 2, 6, 7, 8)],
    [first + rank for first in (0, 9, 18) for rank in (2, 3, 4, 5)],
    [19, 20, 21, 23, 25, 32],
    [0, 8, *range(9, 34)],
]
"""What the sets of one hand are drawn from: anything, or what makes some yaku likely."""

COMMON = list(range(34))


CONCEALED_TWICE = (*KONGS, MeldKind.KONG_CONCEALED)
"""A concealed kong is as likely as both others together: it keeps the hand closed."""


def more_sets(dice: random.Random, names: list[str], pool: list[int], start: Sets) -> Sets | None:
    """The sets there are and random ones of these sorts, or nothing when they do not fit together."""
    found = random_sets(dice, names, pool, taken_by(start))
    return None if found is None else [*start, *found]


def split_hand(dice: random.Random, sets: Sets) -> Hand:
    """The sets as a hand: kongs always melds, the others at random, none of them more often than not."""
    claimed = dice.choice((0.0, 0.0, 0.0, 0.3, 0.6))
    melds, concealed = [], []
    for name, kind in sets:
        if name == "kong" or (name != "pair" and dice.random() < claimed):
            melds.append(as_meld(dice, name, kind, CONCEALED_TWICE))
        else:
            concealed += [KIND_TILES[tile] for tile in kinds_of(name, kind)]
    return Hand(tuple(concealed), tuple(melds))


def random_standard(dice: random.Random) -> Hand | None:
    """Four sets and a pair."""
    weights = dice.choice(((8, 2, 1), (2, 4, 1), (0, 2, 1), (1, 0, 0), (0, 1, 0), (3, 1, 3), (0, 0, 1)))
    sets = random_sets(
        dice, [*dice.choices(("chow", "pung", "kong"), weights, k=4), "pair"], dice.choice(POOLS), Counter()
    )
    return split_hand(dice, sets) if sets else None


def random_ordinary(dice: random.Random) -> Hand | None:
    """Four sets, three of four chows, none to three of them claimed, and a pair, out of all tiles."""
    sets = random_sets(dice, [*dice.choices(("chow", "pung", "kong"), (30, 9, 1), k=4), "pair"], COMMON, Counter())
    return split_hand(dice, sets) if sets else None


def random_related(dice: random.Random) -> Hand | None:
    """Sets with numbers in common: what can be read in more ways, and the yaku of equal numbers."""
    first = dice.randrange(7)
    suits = dice.choice(([0, 9, 18], [0, 9, 18], [9], [0, 18], [18]))
    starts = dice.choice(([0, 3, 6], [first], [first, first], [0, 1, 2], [first, 0, 6]))
    name = dice.choice(("chow", "chow", "chow", "pung"))
    sets: Sets = []
    for _ in range(dice.choice((3, 4))):
        sets.append((name, dice.choice(suits) + dice.choice(starts)))
    if max(taken_by(sets).values()) > 4:
        return None
    names = [dice.choice(("chow", "pung")) for _ in range(4 - len(sets))]
    whole = more_sets(dice, [*names, "pair"], dice.choice((COMMON, COMMON, list(range(9, 18)))), sets)
    return split_hand(dice, whole) if whole else None


def random_pairs(dice: random.Random) -> Hand:
    """Seven pairs, now and then two of them equal, or running."""
    pool = dice.choice([pool for pool in POOLS if len(pool) > 6])
    if dice.random() < 0.2:
        first = dice.choice((0, 9, 9, 9, 18)) + dice.choice((0, 1, 2))
        pool = list(range(first, first + 7))
    kinds = dice.sample(pool, 7) if dice.random() < 0.9 else dice.sample(sorted(pool * 2), 7)
    return Hand(tuple(KIND_TILES[kind] for kind in kinds for _ in range(2)))


def random_orphans(dice: random.Random) -> Hand:
    """Thirteen orphans."""
    return Hand(tuple(KIND_TILES[kind] for kind in [*ORPHANS, dice.choice(ORPHANS)]))


def random_rarity(dice: random.Random) -> Hand | None:
    """Sets that hardly come together by chance: winds, dragons, gates, kongs."""
    first = dice.choice((0, 9, 18))
    if dice.random() < 0.25:
        kinds = [first, first, *range(first, first + 9), first + 8, first + 8, first + dice.randrange(9)]
        return Hand(tuple(KIND_TILES[kind] for kind in kinds))
    three = dice.choice(("pung", "pung", "kong"))
    winds = dice.sample(range(27, 31), 4)
    dragons = dice.sample(range(31, 34), 3)
    sets: Sets = dice.choice(
        (
            [(three, kind) for kind in winds],
            [*[(three, kind) for kind in winds[:3]], ("pair", winds[3])],
            [(three, kind) for kind in dragons],
            [*[(three, kind) for kind in dragons[:2]], ("pair", dragons[2])],
            [("kong", kind) for kind in dice.sample(range(34), dice.choice((3, 4)))],
        )
    )
    names = [dice.choice(("chow", "pung")) for _ in range(4 - sum(name != "pair" for name, _ in sets))]
    whole = more_sets(dice, [*names, *["pair"] * all(name != "pair" for name, _ in sets)], COMMON, sets)
    return split_hand(dice, whole) if whole else None


SHAPES: dict[str, tuple[Callable[[random.Random], Hand | None], float]] = {
    "ordinary": (random_ordinary, 0.2),
    "standard": (random_standard, 0.3),
    "related": (random_related, 0.3),
    "seven pairs": (random_pairs, 0.1),
    "rarities": (random_rarity, 0.08),
    "orphans": (random_orphans, 0.02),
}
"""How each shape is made, and its share of the wins."""

ORDINARY = {"ordinary": 0.95, "seven pairs": 0.05}
"""The shares of the wins that speed is measured with: rarities are rare."""


@dataclass(frozen=True)
class Case:
    """A win under some options."""

    hand: Hand
    win: Win
    rules: RiichiRules


def with_reds(dice: random.Random, hand: Hand) -> Hand:
    """The hand with some fives red, one of each suit at most, where four of them are there always one."""
    fives = {suit: sum(tile.code == f"5{suit}" for tile in hand.tiles) for suit in "mps"}
    reds = {suit for suit, held in fives.items() if held == 4 or (held and dice.random() < 0.4)}

    def redden(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        found = []
        for tile in tiles:
            red = tile.rank == 5 and tile.suit in reds
            found.append(parse_tile(f"0{tile.suit}") if red else tile)
            if red:
                reds.discard(tile.suit)
        return tuple(found)

    concealed = list(hand.concealed)
    dice.shuffle(concealed)
    shuffled = redden(tuple(concealed))
    return Hand(shuffled, tuple(replace(meld, tiles=redden(meld.tiles)) for meld in hand.melds))


def random_told(dice: random.Random, hand: Hand, self_drawn: bool, winner: Seat, players: int) -> dict[str, Any]:
    """What else the table tells, so that it can be."""
    closed = all(meld.kind.is_concealed for meld in hand.melds)
    said: dict[str, Any] = {"honba": dice.choice((0, 0, 1, 3)), "sticks": dice.choice((0, 0, 1, 2))}
    said["players"] = players
    if closed and not hand.melds and dice.random() < 0.02:
        said["heavenly" if winner is Seat.EAST else "earthly" if self_drawn else "human"] = True
        if said.get("heavenly") and not self_drawn:
            del said["heavenly"]
        return said
    if closed and dice.random() < 0.5:
        said[dice.choice(("riichi", "riichi", "double_riichi"))] = True
        said["open_riichi"] = dice.random() < 0.1
        said["ippatsu"] = dice.random() < 0.3
    if winner is Seat.EAST and dice.random() < 0.03:
        said["dealer_streak"] = 7
    return said


def random_events(dice: random.Random, hand: Hand, tile: Tile, self_drawn: bool, said: dict[str, Any]) -> set[Event]:
    if any(said.get(key) for key in ("heavenly", "earthly", "human")):
        return set()
    held = sum(other.kind == tile.kind for other in hand.tiles) - 1
    after = self_drawn and any(meld.kind.is_kong for meld in hand.melds) and not said.get("ippatsu")
    possible = {Event.AFTER_KONG: after, Event.ROBBED_KONG: not self_drawn and not held, Event.LAST_TILE: True}
    return set(next(([event] for event, can in possible.items() if can and dice.random() < 0.12), []))


def with_indicators(dice: random.Random, hand: Hand, said: dict[str, Any], pool: list[int]) -> dict[str, Any]:
    """Indicators that leave no tile there too often, and with three players norths set aside."""
    left = Counter(dict.fromkeys(pool, 4)) - Counter(tile.kind for tile in hand.tiles)
    norths = dice.choice((0, 0, 1, 2)) if said["players"] == 3 else 0
    norths = min(norths, left[30])
    left[30] -= norths
    live = sorted(left.elements())
    dice.shuffle(live)
    number = dice.choice((0, 1, 1, 1, 2, 5))
    if said.get("heavenly") or said.get("earthly") or said.get("human"):
        norths = 0
    more = {"norths": norths, "dora_indicators": tuple(KIND_TILES[kind] for kind in live[:number])}
    more["ura_indicators"] = tuple(KIND_TILES[kind] for kind in live[number : 2 * number])
    return said | more


FLIPS: dict[str, tuple[Any, ...]] = {
    "red_fives": (True, False),
    "open_tanyao": (True, False),
    "kiriage_mangan": (False, True),
    "kazoe": ("yakuman", "sanbaiman"),
    "double_yakuman": (False, True),
    "renhou": ("none", "mangan", "yakuman"),
    "big_wheel": (False, True),
    "big_seven_stars": (False, True),
    "eight_dealer_wins": (False, True),
    "open_riichi": (True, False),
}
"""What ``mahjong`` can switch too."""


@lru_cache(maxsize=64)
def flipped(number: int) -> RiichiRules:
    dice = random.Random(number)
    return rules(RiichiOptions(**{key: dice.choice(values) for key, values in FLIPS.items()}))


def random_case(dice: random.Random, make: Callable[[random.Random], Hand | None], players: int = 4) -> Case | None:
    """A win of a hand so made; nothing where it cannot be."""
    hand = make(dice)
    if hand is None or max(Counter(hand.tiles).values()) > 4:
        return None
    pool = COMMON if players == 4 else [kind for kind in COMMON if kind not in range(1, 8)]
    chows = any(meld.kind is MeldKind.CHOW for meld in hand.melds)
    if players == 3 and (chows or not {tile.kind for tile in hand.tiles} <= set(pool)):
        return None
    hand = with_reds(dice, hand)
    seats = list(Seat)[:players]
    winner = dice.choice(seats)
    self_drawn = dice.random() < 0.4
    discarder = None if self_drawn else dice.choice([seat for seat in seats if seat is not winner])
    said = random_told(dice, hand, self_drawn, winner, players)
    tile = dice.choice(hand.concealed)
    events = random_events(dice, hand, tile, self_drawn, said)
    said = with_indicators(dice, hand, said, pool)
    win = Win(tile, winner, discarder, dice.choice(seats), frozenset(events), Circumstances(**said))
    return Case(hand, win, flipped(dice.randrange(48)))


def cases(number: int, seed: int, shares: dict[str, float] | None = None) -> Iterator[Case]:
    """Wins of every shape in their shares; one in ten with three players."""
    shares = shares or {name: share for name, (_, share) in SHAPES.items()}
    dice = random.Random(f"{list(shares)} {seed}")
    made = 0
    while made < number:
        name = dice.choices(list(shares), list(shares.values()))[0]
        case = random_case(dice, SHAPES[name][0], 3 if dice.random() < 0.4 else 4)
        if case:
            made += 1
            yield case


# The other engine -----------------------------------------------------------------------------------------------------

KEYS = {
    "Riichi": "riichi",
    "DaburuRiichi": "double_riichi",
    "Ippatsu": "ippatsu",
    "Tsumo": "self_draw",
    "Haitei": "last_draw",
    "Houtei": "last_discard",
    "Rinshan": "after_kong",
    "Chankan": "robbing_kong",
    "Pinfu": "pinfu",
    "Tanyao": "all_simples",
    "Iipeiko": "pure_double_chow",
    "Ryanpeikou": "twice_pure_double_chow",
    "Haku": "white",
    "Hatsu": "green",
    "Chun": "red",
    "Sanshoku": "mixed_triple_chow",
    "Ittsu": "pure_straight",
    "Chantai": "outside_hand",
    "Junchan": "terminals_in_all_sets",
    "Chiitoitsu": "seven_pairs",
    "Toitoi": "all_pungs",
    "Sanankou": "three_concealed_pungs",
    "SanshokuDoukou": "triple_pung",
    "SanKantsu": "three_kongs",
    "Honroto": "all_terminals_and_honours",
    "Shosangen": "little_three_dragons",
    "Honitsu": "half_flush",
    "Chinitsu": "full_flush",
    "KokushiMusou": "thirteen_orphans",
    "DaburuKokushiMusou": "thirteen_sided_orphans",
    "Suuankou": "four_concealed_pungs",
    "SuuankouTanki": "four_concealed_pungs_pair_wait",
    "Daisangen": "big_three_dragons",
    "Shousuushii": "little_four_winds",
    "DaiSuushii": "big_four_winds",
    "Tsuuiisou": "all_honours",
    "Daichisei": "big_seven_stars",
    "Ryuuiisou": "all_green",
    "Chinroutou": "all_terminals",
    "Suukantsu": "four_kongs",
    "ChuurenPoutou": "nine_gates",
    "DaburuChuurenPoutou": "pure_nine_gates",
    "Daisharin": "big_wheel",
    "Tenhou": "heavenly_hand",
    "Chiihou": "earthly_hand",
    "Renhou": "human",
    "RenhouYakuman": "human",
    "Paarenchan": "eight_dealer_wins",
    "Dora": "dora",
    "UraDora": "ura_dora",
    "AkaDora": "red_five",
}
"""Our key for each of their yaku."""

FU_KEYS = {
    "penchan": "edge wait",
    "kanchan": "closed wait",
    "valued_pair": "value pair",
    "double_valued_pair": "double-wind pair",
    "pair_wait": "pair wait",
    "tsumo": "self-draw",
    "hand_without_fu": "open hand without fu",
    "closed_pon": "concealed pung",
    "open_pon": "open pung",
    "closed_terminal_pon": "concealed pung of 1/9/honour",
    "open_terminal_pon": "open pung of 1/9/honour",
    "closed_kan": "concealed kong",
    "open_kan": "open kong",
    "closed_terminal_kan": "concealed kong of 1/9/honour",
    "open_terminal_kan": "open kong of 1/9/honour",
}
"""Our name for each of their parts of the fu."""

THEIR_MELDS = {
    MeldKind.CHOW: (TheirMeld.CHI, True),
    MeldKind.PUNG: (TheirMeld.PON, True),
    MeldKind.KONG_EXPOSED: (TheirMeld.KAN, True),
    MeldKind.KONG_ADDED: (TheirMeld.SHOUMINKAN, True),
    MeldKind.KONG_CONCEALED: (TheirMeld.KAN, False),
}


class Numbers:
    """Their number for each tile: of a five the first copy is the red one."""

    def __init__(self) -> None:
        self.used: Counter[int] = Counter()

    def of(self, tile: Tile) -> int:
        kind: Any = tile.kind
        if tile.is_red:
            return 4 * kind
        five = kind < 27 and kind % 9 == 4
        self.used[kind] += 1
        return 4 * kind + self.used[kind] - 1 + five


@cache
def their_rules(options: RiichiOptions, players: int) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=options.open_tanyao,
        has_aka_dora=options.red_fives,
        has_double_yakuman=options.double_yakuman,
        kazoe_limit=HandConfig.KAZOE_LIMITED if options.kazoe == "yakuman" else HandConfig.KAZOE_SANBAIMAN,
        kiriage=options.kiriage_mangan,
        renhou_as_yakuman=options.renhou == "yakuman",
        has_daisharin=options.big_wheel,
        has_daichisei=options.big_seven_stars,
        limit_to_sextuple_yakuman=True,
        paarenchan_needs_yaku=False,
        is_three_player=players == 3,
    )


def their_config(case: Case) -> HandConfig:
    said, win, options = case.win.circumstances, case.win, case.rules.options
    last = Event.LAST_TILE in win.events
    return HandConfig(
        is_tsumo=win.self_drawn,
        is_riichi=said.riichi or said.double_riichi,
        is_daburu_riichi=said.double_riichi,
        is_open_riichi=said.open_riichi and options.open_riichi,
        is_ippatsu=said.ippatsu,
        is_rinshan=Event.AFTER_KONG in win.events,
        is_chankan=Event.ROBBED_KONG in win.events,
        is_haitei=last and win.self_drawn,
        is_houtei=last and not win.self_drawn,
        is_tenhou=said.heavenly,
        is_chiihou=said.earthly,
        is_renhou=said.human and options.renhou == "yakuman",
        player_wind=win.winner.kind,
        round_wind=win.round_wind.kind,
        kyoutaku_number=said.sticks,
        tsumi_number=said.honba,
        paarenchan=int(options.eight_dealer_wins and said.dealer_streak >= 7),
        num_nuki_dora=said.norths,
        options=their_rules(options, said.players),
    )


def their_call(case: Case) -> Callable[[], HandResponse]:
    """Their scoring of a win, all that it needs made before."""
    numbers = Numbers()
    hand, win, said = case.hand, case.win, case.win.circumstances
    melds = []
    for meld in hand.melds:
        name, opened = THEIR_MELDS[meld.kind]
        melds.append(TheirMeld(name, tuple(numbers.of(tile) for tile in meld.tiles), opened))
    rest = list(hand.concealed)
    rest.remove(win.tile)
    winning = numbers.of(win.tile)
    tiles = [winning, *(numbers.of(tile) for tile in rest), *(tile for meld in melds for tile in meld.tiles)]
    dora = [4 * kind + 1 for tile in said.dora_indicators if (kind := tile.kind) is not None]
    ura = [4 * kind + 1 for tile in said.ura_indicators if (kind := tile.kind) is not None]
    config = their_config(case)
    return lambda: HandCalculator.estimate_hand_value(
        tiles, winning, melds, dora_indicators=dora, config=config, ura_dora_indicators=ura
    )


# What both find -------------------------------------------------------------------------------------------------------

Found = dict[str, Any]
"""``yaku`` (key and han or number of yakuman), ``fu``, ``fu_lines``, ``payments``; nothing where no win is found."""


def theirs(case: Case) -> Found:
    """What they find, by our names."""
    result = their_call(case)()
    if result.error is not None:
        return {}
    yaku: Counter[str] = Counter()
    yakuman = any(item.is_yakuman for item in result.yaku)
    for item in result.yaku:
        name = type(item).__name__
        han = item.han_open if result.is_open_hand and item.han_open else item.han_closed
        key = "seat_wind" if name.startswith("SeatWind") else "round_wind" if name.startswith("RoundWind") else ""
        if "OpenRiichi" in name:
            key = "double_riichi" if name.startswith("Daburu") else "riichi"
            yaku["open_riichi"] += 1
            han -= 1
        yaku[key or KEYS[name]] += han // 13 if yakuman else han
    parts = [] if yakuman else sorted(map(their_fu_line, result.fu_details))
    return {"yaku": dict(yaku), "fu": 0 if yakuman else result.fu, "fu_lines": parts, "payments": paid(case, result)}


def their_fu_line(line: Any) -> tuple[str, int]:
    """Their base of 30 is ours of 20 and 10 for a concealed hand."""
    if line["reason"] == "base":
        return ("seven pairs", 25) if line["fu"] == 25 else ("base", line["fu"])
    return FU_KEYS[line["reason"]], line["fu"]


def paid(case: Case, result: HandResponse) -> tuple[int, ...]:
    """Who pays whom by their costs."""
    cost, win = result.cost, case.win
    amounts = [0] * len(Seat)
    if win.discarder is not None:
        amounts[win.discarder] = -cost["main"] - cost["main_bonus"]
    else:
        for seat in list(Seat)[: win.circumstances.players]:
            dealer = Seat.EAST in (win.winner, seat)
            part = "main" if dealer else "additional"
            amounts[seat] = -cost[part] - cost[f"{part}_bonus"]
    amounts[win.winner] = cost["total"]
    return tuple(amounts)


def ours(case: Case) -> Found:
    """What we find, in the same form."""
    try:
        sheet = score(case.hand, case.win, case.rules)
    except BelowMinimum:
        return {}
    except ScoringError as error:
        if error.code == "not_a_win":
            return {}
        raise
    return found_in(sheet)


def found_in(sheet: ScoreSheet) -> Found:
    assert sheet.han_fu is not None
    lines = [(line.english, line.fu) for line in sheet.han_fu.fu_lines]
    return {
        "yaku": {line.key: line.points for line in sheet.lines},
        "fu": sheet.han_fu.fu,
        "fu_lines": their_form(lines),
        "payments": tuple(sheet.payments),
    }


def their_form(lines: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Parts of the fu, sorted; the base of a concealed hand won on a discard is one of 30."""
    if ("closed ron", 10) in lines:
        lines = [("base", 30) if name == "base" else (name, fu) for name, fu in lines if name != "closed ron"]
    return sorted(lines)


# What may differ, and why ---------------------------------------------------------------------------------------------


def norths_are_dora(mine: Found, other: Found, case: Case) -> tuple[Found, Found]:
    """They count norths set aside among the dora."""
    del case
    yaku = dict(mine["yaku"])
    norths = yaku.pop("north_dora", 0)
    if norths:
        yaku["dora"] = yaku.get("dora", 0) + norths
    return mine | {"yaku": yaku}, other


SINGLES = {"thirteen_sided_orphans": "thirteen_orphans"}


def singles_are_plain(mine: Found, other: Found, case: Case) -> tuple[Found, Found]:
    """Without double yakuman they give some of them the plain name."""
    if case.rules.options.double_yakuman:
        return mine, other
    plain = {"pure_nine_gates": "nine_gates", "four_concealed_pungs_pair_wait": "four_concealed_pungs"} | SINGLES
    return tuple(
        found | {"yaku": {plain.get(key, key): han for key, han in found["yaku"].items()}} for found in (mine, other)
    )  # type: ignore[return-value]


def equal_readings(mine: Found, other: Found, case: Case) -> tuple[Found, Found]:
    """Readings that pay alike, with as much han and fu: theirs is one of ours."""
    if mine["payments"] != other["payments"] or mine["fu"] != other["fu"]:
        return mine, other
    holding = Holding(case.hand, case.win, WINNING_SHAPES)
    worths, _ = case.rules.scorer.worths(holding)
    best = max(worth.rank for worth in worths)
    for worth in worths:
        yaku = {worth.table.rows[number].key: None for number, _ in worth.tally.counted}
        lines = their_form([(line.english, line.fu) for line in worth.fu_lines])
        if worth.rank == best and yaku.keys() <= other["yaku"].keys() and lines == other["fu_lines"]:
            return other, other
    return mine, other


def stars_are_honours(mine: Found, other: Found, case: Case) -> tuple[Found, Found]:
    """They list 大七星 beside 字一色, one each, where ours is one that counts twice."""
    del case
    yaku = dict(other["yaku"])
    if "big_seven_stars" in yaku:
        yaku["big_seven_stars"] += yaku.pop("all_honours")
    return mine, other | {"yaku": yaku}


def human_is_flat(mine: Found, other: Found, case: Case) -> tuple[Found, Found]:
    """人和 as a mangan is flat with us, and theirs would add; they are asked without it, and a mangan is the least."""
    del other
    if "human" in mine["yaku"] and case.rules.options.renhou == "mangan":
        without = rules(replace(case.rules.options, renhou="none"))
        own = theirs(replace(case, rules=without))
        flat = mine["payments"][case.win.winner]
        assert not own or own["payments"][case.win.winner] <= flat
        return mine, mine
    return mine, theirs(case)


EXPLAINED: tuple[Callable[[Found, Found, Case], tuple[Found, Found]], ...] = (
    human_is_flat,
    norths_are_dora,
    singles_are_plain,
    stars_are_honours,
    equal_readings,
)
"""What is the same under another name; each brings both into one form."""


def difference(case: Case) -> str:
    """What differs, or an empty text."""
    mine, other = ours(case), theirs(case)
    if mine == other:
        return ""
    if mine and (other or case.win.circumstances.human):
        for explain in EXPLAINED:
            mine, other = explain(mine, other, case)
    return "" if mine == other else f"{case.hand} {case.win} {case.rules.options}: {mine}, theirs {other}"


def check(number: int, seed: int) -> Iterator[str]:
    """What differs in so many wins."""
    shown: Counter[str] = Counter()
    for count, case in enumerate(cases(number, seed)):
        found = difference(case)
        if found:
            yield found
        shown.update(ours(case).get("yaku", {"no win": 0}).keys())
        if count % 10_000 == 9_999:
            print(f"{count + 1} wins compared", flush=True)
    print(", ".join(f"{key} {times}" for key, times in shown.most_common()))


# Speed ----------------------------------------------------------------------------------------------------------------


def our_call(case: Case) -> Callable[[], object]:
    return lambda: score(case.hand, case.win, case.rules)


def our_value(case: Case) -> Callable[[], object]:
    """Yaku, fu by line, limit, payments, as theirs: no reasons, and not whether the tiles can be a hand."""
    return lambda: case.rules.value(case.hand, case.win)


def mcr_call(case: Case) -> Callable[[], object]:
    """The same tiles under other rules, where only fan are listed."""
    plain = replace(
        case.hand,
        concealed=tuple(tile.plain for tile in case.hand.concealed),
        melds=tuple(map(plainer, case.hand.melds)),
    )
    return pymahjonggb(plain, replace(case.win, tile=case.win.tile.plain))


def plainer(meld: Meld) -> Meld:
    """A meld without red fives."""
    return Meld(meld.kind, tuple(tile.plain for tile in meld.tiles))


def speed(number: int, seed: int) -> Iterator[str]:
    """Hands a second of both engines on wins that score."""
    published = rules()
    asked = [replace(case, rules=published) for case in cases(2 * number, seed, ORDINARY)]
    asked = [case for case in asked if ours(case)][:number]
    engines = {
        "hupai": our_value,
        "hupai (whole sheet)": our_call,
        "mahjong": their_call,
        "PyMahjongGB (MCR, C++)": mcr_call,
    }
    calls = {name: [make(case) for case in asked] for name, make in engines.items()}
    rates = dict.fromkeys(engines, 0.0)
    for name in list(engines) * ROUNDS:
        rates[name] = max(rates[name], rate(calls[name]))
    yield f"{len(asked)} random wins, seed {seed}, Python {sys.version.split()[0]}, best of {ROUNDS} rounds"
    for name, value in rates.items():
        yield f"{name:22} {value:10,.0f} hands/s   {value / rates['mahjong']:6.2f} x mahjong"


def main() -> int:
    parser = argparse.ArgumentParser(description="Riichi scoring beside the package mahjong.")
    parser.add_argument("--hands", type=int, default=3000, help="wins to measure the speed with")
    parser.add_argument("--check", type=int, default=0, metavar="N", help="compare so many wins instead")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not given.check:
        for line in speed(given.hands, given.seed):
            print(line)
        return 0
    found = list(check(given.check, given.seed))
    for line in found:
        print(line)
    print(f"{given.check} wins compared, {len(found)} differ")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
