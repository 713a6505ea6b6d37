"""Random winning hands of every shape, scored by us and by PyMahjongGB, compared fan by fan."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from MahjongGB import MahjongFanCalculator

from bench.draws import Sets, as_meld, kinds_of, random_sets, taken_by
from scoring.division import KNITTED_STRAIGHTS
from scoring.hand import Hand, Meld, MeldKind
from scoring.rules import mcr
from scoring.rules.mcr import points
from scoring.score import score
from scoring.tiles import ALL_TILES, KIND_TILES, Tile
from scoring.win import Event, Seat, Win

HANDS = 24_000
"""How many hands are compared, of all shapes together."""

RULES = mcr.rules(mcr.McrOptions(minimum=0))
FLOWERS = tuple(tile for tile in ALL_TILES if tile.is_flower)

Case = tuple[Hand, Win]

# Random wins ----------------------------------------------------------------------------------------------------------


def ranks(text: str) -> list[int]:
    return [suit * 9 + int(rank) - 1 for suit in range(3) for rank in text]


SUIT = [list(range(first, first + 9)) for first in (0, 9, 18)]
HONOURS = list(range(27, 34))
POOLS = [
    *[list(range(34))] * 8,
    *SUIT,
    *[suit + HONOURS for suit in SUIT],
    SUIT[0] + SUIT[1],
    SUIT[0] + SUIT[2] + HONOURS,
    HONOURS,
    HONOURS + ranks("19"),
    ranks("19"),
    ranks("123789") + HONOURS,
    ranks("123789"),
    ranks("456"),
    ranks("34567"),
    ranks("1234"),
    ranks("6789"),
    ranks("2468"),
    ranks("345"),
    [19, 20, 21, 23, 25, 32],
    [9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31],
    [*range(9), *range(9, 18, 2), 27, 28],
]
"""What the sets of one hand are drawn from: anything, or what makes some fan likely."""

STARTS = {"chow": 0.55, "pung": 0.25, "kong": 0.2}


def split_hand(dice: random.Random, sets: Sets) -> Hand:
    """The sets as a hand: kongs always melds, the others at random."""
    claimed = dice.choice((0.0, 0.0, 0.3, 0.6, 1.0))
    melds, concealed = [], []
    for name, kind in sets:
        if name == "kong" or (name != "pair" and dice.random() < claimed):
            melds.append(as_meld(dice, name, kind))
        else:
            concealed += [KIND_TILES[tile] for tile in kinds_of(name, kind)]
    return Hand(tuple(concealed), tuple(melds))


def random_standard(dice: random.Random) -> Hand | None:
    """Four sets and a pair."""
    weights = dice.choice(((8, 2, 1), (2, 4, 1), (0, 2, 2), (1, 0, 0), (0, 1, 0), (0, 1, 8)))
    names = dice.choices(("chow", "pung", "kong"), weights, k=4)
    sets = random_sets(dice, [*names, "pair"], dice.choice(POOLS), Counter())
    return split_hand(dice, sets) if sets else None


def random_related(dice: random.Random) -> Hand | None:
    """Four chows with numbers or suits in common, and a pair: what the account-once step is about."""
    starts = dice.sample(range(7), dice.choice((1, 2, 2, 3)))
    suits = dice.choice(([0], [1, 2], [0, 1, 2], [0, 0, 1]))
    chows = [("chow", 9 * dice.choice(suits) + dice.choice(starts)) for _ in range(4)]
    if dice.random() < 0.2:
        chows[0] = ("pung", chows[0][1])
    taken = taken_by(chows)
    pair = random_sets(dice, ["pair"], list(range(34)), taken)
    return split_hand(dice, chows + pair) if pair and max(taken.values()) <= 4 else None


def random_stairs(dice: random.Random) -> Hand | None:
    """Pungs with running or equal numbers, and a pair."""
    first = dice.randrange(7)
    suits = dice.choice(([0], [1, 2], [0, 1, 2], [2, 2, 0]))
    kinds = {9 * dice.choice(suits) + first + dice.choice((0, 1, 1, 2)) for _ in range(5)}
    pungs: Sets = [(dice.choice(("pung", "pung", "kong")), kind) for kind in sorted(kinds)][:4]
    taken = taken_by(pungs)
    names = ["chow"] * (4 - len(pungs)) + ["pair"]
    rest = random_sets(dice, names, SUIT[0] + SUIT[1] + SUIT[2], taken)
    return split_hand(dice, pungs + rest) if rest else None


def random_pairs(dice: random.Random) -> Hand:
    """Seven pairs, now and then with quads or running numbers."""
    pool = dice.choice([pool for pool in POOLS if len(pool) > 3])
    if dice.random() < 0.2:
        first = 9 * dice.randrange(3) + dice.randrange(3)
        pool = list(range(first, first + 7))
    kinds = dice.sample(pool, 7) if dice.random() < 0.6 and len(pool) > 6 else dice.sample(sorted(pool * 2), 7)
    return Hand(tuple(KIND_TILES[kind] for kind in kinds for _ in range(2)))


def random_orphans(dice: random.Random) -> Hand:
    """Thirteen orphans."""
    kinds = HONOURS + ranks("19")
    return Hand(tuple(KIND_TILES[kind] for kind in [*kinds, dice.choice(kinds)]))


def random_knitted_honours(dice: random.Random) -> Hand:
    """Fourteen different tiles of a knitted straight and honours."""
    straight = list(dice.choice(KNITTED_STRAIGHTS))
    honours = dice.choice((5, 5, 6, 7, 7))
    kinds = dice.sample(HONOURS, honours) + dice.sample(straight, 14 - honours)
    return Hand(tuple(KIND_TILES[kind] for kind in kinds))


def random_knitted_straight(dice: random.Random) -> Hand | None:
    """A knitted straight, a set and a pair."""
    straight = list(dice.choice(KNITTED_STRAIGHTS))
    name = dice.choice(("chow", "chow", "pung", "kong"))
    sets = random_sets(dice, [name, "pair"], dice.choice(POOLS), Counter(straight))
    if not sets:
        return None
    rest = split_hand(dice, sets)
    return Hand(rest.concealed + tuple(KIND_TILES[kind] for kind in straight), rest.melds)


def random_rarity(dice: random.Random) -> Hand | None:
    """Sets that hardly come together by chance: winds, dragons, gates, terminal chows, nothing at all."""
    first = dice.choice((0, 9, 18))
    other = dice.choice([suit for suit in (0, 9, 18) if suit != first])
    third = 27 - first - other
    if dice.random() < 0.3:
        kinds = [first, first, *range(first, first + 9), first + 8, first + 8, first + dice.randrange(9)]
        return Hand(tuple(KIND_TILES[kind] for kind in kinds))
    sets: Sets = dice.choice(
        (
            [(dice.choice(("pung", "kong")), kind) for kind in range(27, 31)],
            [("pung", kind) for kind in dice.sample(range(27, 31), 3)],
            [("pung", kind) for kind in dice.sample(range(31, 34), 2)],
            [(dice.choice(("pung", "kong")), kind) for kind in range(31, 34)],
            [("chow", first), ("chow", first + 6), ("chow", other), ("chow", other + 6), ("pair", third + 4)],
            [("chow", first), ("chow", first + 6), ("chow", first), ("chow", first + 6), ("pair", first + 4)],
            [("chow", first + 2), ("chow", other + 5), ("chow", third + 1), ("pung", third + 6), ("pair", 32)],
        )
    )
    taken = taken_by(sets)
    names = [dice.choice(("chow", "pung")) for _ in range(4 - len(sets))] + ["pair"] * (len(sets) < 5)
    rest = random_sets(dice, names, list(range(34)), taken)
    return None if rest is None else split_hand(dice, sets + rest)


SHAPES: dict[str, tuple[Callable[[random.Random], Hand | None], float]] = {
    "standard": (random_standard, 0.3),
    "rarities": (random_rarity, 0.04),
    "related chows": (random_related, 0.24),
    "stairs": (random_stairs, 0.1),
    "seven pairs": (random_pairs, 0.1),
    "orphans": (random_orphans, 0.02),
    "knitted honours": (random_knitted_honours, 0.06),
    "knitted straight": (random_knitted_straight, 0.14),
}
"""How each shape is made, and its share of the hands."""


def random_win(dice: random.Random, hand: Hand) -> Win:
    """A way to win the hand that can be: each circumstance at random."""
    tile = dice.choice(hand.concealed)
    winner = dice.choice(list(Seat))
    self_drawn = dice.random() < 0.4
    discarder = None if self_drawn else dice.choice([seat for seat in Seat if seat is not winner])
    return Win(tile, winner, discarder, dice.choice(list(Seat)), random_events(dice, hand, tile, self_drawn))


def random_events(dice: random.Random, hand: Hand, tile: Tile, self_drawn: bool) -> frozenset[Event]:
    held = sum(other is tile for other in hand.concealed) - 1
    shown = sum(other is tile for other in hand.tiles) - 1 - held
    possible = {
        Event.LAST_TILE: True,
        Event.AFTER_KONG: self_drawn and any(meld.kind.is_kong for meld in hand.melds),
        Event.ROBBED_KONG: not self_drawn and not held and not shown,
        Event.LAST_COPY: not held,
    }
    return frozenset(event for event, can_be in possible.items() if can_be and dice.random() < 0.15)


def cases(shape: str, number: int) -> Iterator[Case]:
    dice = random.Random(f"{shape} 2024")
    make, _ = SHAPES[shape]
    made = 0
    while made < number:
        hand = make(dice)
        if hand is None or max(Counter(hand.tiles).values()) > 4:
            continue
        made += 1
        flowers = tuple(dice.sample(FLOWERS, dice.choice((0, 0, 0, 1, 2, 8))))
        yield Hand(hand.concealed, hand.melds, flowers), random_win(dice, hand)


# The other engine -----------------------------------------------------------------------------------------------------

THEIR_HONOURS = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")
THEIR_NAMES = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将"}
PACKS = {MeldKind.CHOW: "CHI", MeldKind.PUNG: "PENG"}


def their_tile(tile: Tile) -> str:
    if tile.is_honour:
        return THEIR_HONOURS[tile.rank - 1]
    return {"m": "W", "p": "B", "s": "T"}[tile.suit] + str(tile.rank)


def their_pack(meld: Meld) -> tuple[str, str, int]:
    """A meld as they want it: its kind, its tile (the middle one of a chow), who gave it (0: nobody)."""
    tile = meld.tiles[1] if meld.kind is MeldKind.CHOW else meld.tiles[0]
    return PACKS.get(meld.kind, "GANG"), their_tile(tile), 0 if meld.kind.is_concealed else 1


def theirs(hand: Hand, win: Win) -> dict[str, int]:
    """What PyMahjongGB gives points for, by our names."""
    concealed = list(hand.concealed)
    concealed.remove(win.tile)
    found = MahjongFanCalculator(
        tuple(map(their_pack, hand.melds)),
        tuple(map(their_tile, concealed)),
        their_tile(win.tile),
        len(hand.flowers),
        win.self_drawn,
        Event.LAST_COPY in win.events,
        bool(win.events & {Event.AFTER_KONG, Event.ROBBED_KONG}),
        Event.LAST_TILE in win.events,
        win.winner.value,
        win.round_wind.value,
    )
    return {THEIR_NAMES.get(name, name): worth for worth, name in found}


def ours(hand: Hand, win: Win) -> dict[str, int]:
    return {line.name: line.points for line in score(hand, win, RULES).lines}


VALUES = {fan.name: fan.value for fan in RULES.fan}

# What may differ, and why ---------------------------------------------------------------------------------------------

PAIRS_OF_CHOWS = ("一般高", "喜相逢", "连六", "老少副")

Items = dict[str, int]


def without_pairs(items: Items) -> Items:
    return {name: worth for name, worth in items.items() if name not in PAIRS_OF_CHOWS}


def equal_pairs_of_chows(_: Case, mine: Items, other: Items) -> bool:
    """套算一次 says how many pairs of chows count, not which: the same number of them under other names."""
    return without_pairs(mine) == without_pairs(other) and sum(mine.values()) == sum(other.values())


def equal_reading(case: Case, mine: Items, other: Items) -> bool:
    """就高不就低 does not choose between readings of equal points: theirs is one of ours, worth the same."""
    if sum(mine.values()) != sum(other.values()):
        return False
    flowers = {"花牌": len(case[0].flowers)} if case[0].flowers else {}
    for reading in points.readings(*case, RULES.table):
        rows = [(RULES.table.rows[number], times) for number, times in reading.tally.counted]
        items = {row.name: row.value * times for row, times in rows} | flowers
        if items == other or equal_pairs_of_chows(case, items, other):
            return True
    return False


EXPLAINED: tuple[Callable[[Case, Items, Items], bool], ...] = (equal_pairs_of_chows, equal_reading)
"""What a difference can be put down to; none of these changes the points."""


@pytest.mark.parametrize("shape", SHAPES)
def test_both_engines_count_the_same_fan(shape: str) -> None:
    number = round(HANDS * SHAPES[shape][1])
    reasons: Counter[str] = Counter()
    for case in cases(shape, number):
        mine, other = ours(*case), theirs(*case)
        if mine != other:
            reason = next((why.__name__ for why in EXPLAINED if why(case, mine, other)), None)
            assert reason, f"{case[0]} {case[1]}: {mine}, theirs {other}"
            reasons[reason] += 1
    assert reasons.total() <= number * 0.005


def test_at_least_twenty_thousand_hands_are_compared() -> None:
    assert sum(round(HANDS * share) for _, share in SHAPES.values()) >= 20_000


def test_the_hands_show_every_fan() -> None:
    shown: set[str] = set()
    for shape in SHAPES:
        for case in cases(shape, round(HANDS / 10 * SHAPES[shape][1])):
            shown |= ours(*case).keys()
    assert shown == VALUES.keys()
