"""The yakuman, each the highest limit by itself, in the order of the rule book; and 人和."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from scoring.division import HONOURS, Shape
from scoring.facts import PAIR, Facts
from scoring.fan import Effect, Fan
from scoring.rules.mcr.tile_fan import GREEN, TERMINALS
from scoring.rules.riichi.options import RiichiOptions
from scoring.rules.riichi.yaku import CLOSED, DRAGONS, of_the_win, told, yaku_row
from scoring.seats import Seat
from scoring.sentences import sentence

NINE_GATES = sum(copies << 3 * rank for rank, copies in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))
"""The tiles 1112345678999 of a suit, three bits for each rank."""

WHEEL = sum(2 << 3 * rank for rank in range(1, 8))
"""The tiles 22334455667788 of a suit, three bits for each rank."""

EIGHTH = 7
"""How many times the dealer has won before his eighth win."""


def thirteen_orphans(facts: Facts) -> bool:
    """One of each one, nine and honour, and one more of them."""
    return facts.shape is Shape.THIRTEEN_ORPHANS


def thirteen_sided_orphans(facts: Facts) -> bool:
    """One of each one, nine and honour, won on any of the thirteen."""
    return thirteen_orphans(facts) and facts.holding.concealed.count(facts.holding.winning) == 2


def four_concealed_pungs(facts: Facts) -> bool:
    """Four pungs or kongs that no other player's tile completed."""
    return facts.concealed_pungs == 4


def four_concealed_pungs_pair_wait(facts: Facts) -> bool:
    """Four concealed pungs or kongs, won on the pair."""
    return facts.concealed_pungs == 4 and facts.joined == PAIR


def big_three_dragons(facts: Facts) -> bool:
    """Pungs or kongs of all three dragons."""
    return (facts.triplets >> DRAGONS[0]).bit_count() == 3


def _wind_pungs(facts: Facts) -> int:
    return (facts.triplets >> 27 & 0b1111).bit_count()


def little_four_winds(facts: Facts) -> bool:
    """Pungs or kongs of three winds and a pair of the fourth."""
    return _wind_pungs(facts) == 3 and 27 <= facts.pair < DRAGONS[0]


def big_four_winds(facts: Facts) -> bool:
    """Pungs or kongs of all four winds."""
    return _wind_pungs(facts) == 4


def all_honours(facts: Facts) -> bool:
    """Nothing but winds and dragons."""
    return not facts.kinds & ~HONOURS


def big_seven_stars(facts: Facts) -> bool:
    """The seven winds and dragons as seven pairs."""
    return facts.shape is Shape.DIFFERENT_PAIRS and all_honours(facts)


def all_green(facts: Facts) -> bool:
    """Nothing but 2 3 4 6 8 bamboo and green dragons."""
    return not facts.kinds & ~GREEN


def all_green_with_green(facts: Facts) -> bool:
    """Nothing but 2 3 4 6 8 bamboo and green dragons, these among them."""
    return all_green(facts) and facts.kinds & HONOURS > 0


def all_terminals(facts: Facts) -> bool:
    """Nothing but ones and nines."""
    return not facts.kinds & ~TERMINALS


def four_kongs(facts: Facts) -> bool:
    """Four kongs by one player."""
    return facts.kongs == 4


def _one_more(facts: Facts) -> int:
    """The tiles of the suit beside 1112345678999, where no set is on the table; below zero where some are missing."""
    if facts.holding.counts.melds:
        return -1
    tiles = max(facts.holding.counts.suits)
    ranks = [(tiles >> 3 * rank & 7) - (NINE_GATES >> 3 * rank & 7) for rank in range(9)]
    return -1 if min(ranks) < 0 else 1 << 3 * ranks.index(1)


def nine_gates(facts: Facts) -> bool:
    """1112345678999 of a suit and one more of it, nothing on the table."""
    return _one_more(facts) > 0


def pure_nine_gates(facts: Facts) -> bool:
    """1112345678999 of a suit, won on any tile of it."""
    return _one_more(facts) == 1 << 3 * (facts.holding.winning % 9)


def big_wheel(facts: Facts) -> bool:
    """22334455667788 of dots, nothing on the table."""
    return not facts.holding.counts.melds and facts.holding.counts.suits == (0, WHEEL, 0, 0)


def heavenly_hand(facts: Facts) -> bool:
    """The dealer wins with the tiles dealt."""
    return facts.circumstances.heavenly


def earthly_hand(facts: Facts) -> bool:
    """Another than the dealer wins on the first draw, before any claim."""
    return facts.circumstances.earthly


def human_hand(facts: Facts) -> bool:
    """Another than the dealer wins on a discard before the own first draw and before any claim."""
    return facts.circumstances.human


def eight_dealer_wins(facts: Facts) -> bool:
    """The dealer's eighth win running."""
    return facts.holding.win.winner is Seat.EAST and facts.circumstances.dealer_streak >= EIGHTH


def streak(facts: Facts) -> str:
    """How many wins went before, as evidence."""
    return sentence("{number} wins before", number=facts.circumstances.dealer_streak)


_row = partial(yaku_row, effect=Effect.YAKUMAN)
"""A row; the value is how many yakuman it is."""

_human = partial(yaku_row, "human", "人和", "Human Hand", predicate=human_hand, evidence=of_the_win, opened=CLOSED)
"""The row of 人和 with its value, a yakuman or a mangan by option."""


def human_row(options: RiichiOptions) -> Fan | None:
    """人和 as a mangan, five han that nothing adds to, where the options have it so."""
    return _human(5) if options.renhou == "mangan" else None


def yakuman_rows(options: RiichiOptions) -> tuple[Fan, ...]:
    """The yakuman that count under the options."""
    counted = {
        "human": options.renhou == "yakuman",
        "big_wheel": options.big_wheel,
        "big_seven_stars": options.big_seven_stars,
        "eight_dealer_wins": options.eight_dealer_wins,
    }
    return tuple(row for row in _rows(options) if counted.get(row.key, True))


def _rows(options: RiichiOptions) -> Iterator[Fan]:
    double = 2 if options.double_yakuman else 1
    green = all_green_with_green if options.all_green_needs_green else all_green
    yield _row(
        "thirteen_sided_orphans",
        "国士无双十三面/国士無双十三面",
        "Thirteen Orphans, Thirteen-sided Wait",
        double,
        thirteen_sided_orphans,
        implies="thirteen_orphans",
        needs="loose",
        opened=CLOSED,
    )
    yield _row(
        "thirteen_orphans", "国士无双/国士無双", "Thirteen Orphans", 1, thirteen_orphans, needs="loose", opened=CLOSED
    )
    yield _row(
        "four_concealed_pungs_pair_wait",
        "四暗刻单骑/四暗刻単騎",
        "Four Concealed Pungs, Pair Wait",
        double,
        four_concealed_pungs_pair_wait,
        implies="four_concealed_pungs",
        needs="four_concealed",
        opened=CLOSED,
    )
    yield _row(
        "four_concealed_pungs",
        "四暗刻",
        "Four Concealed Pungs",
        1,
        four_concealed_pungs,
        needs="four_concealed",
        opened=CLOSED,
    )
    yield _row("big_three_dragons", "大三元", "Big Three Dragons", 1, big_three_dragons, needs="three_honour_pungs")
    yield _row("little_four_winds", "小四喜", "Little Four Winds", 1, little_four_winds, needs="three_honour_pungs")
    yield _row("big_four_winds", "大四喜", "Big Four Winds", double, big_four_winds, needs="three_honour_pungs")
    yield _row(
        "big_seven_stars",
        "大七星",
        "Big Seven Stars",
        2,
        big_seven_stars,
        implies="all_honours",
        needs="loose",
        opened=CLOSED,
    )
    yield _row("all_honours", "字一色", "All Honours", 1, all_honours, needs="only_orphans")
    yield _row("all_green", "绿一色/緑一色", "All Green", 1, green, needs="only_green")
    yield _row("all_terminals", "清老头/清老頭", "All Terminals", 1, all_terminals, needs="only_orphans")
    yield _row("four_kongs", "四杠子/四槓子", "Four Kongs", 1, four_kongs, needs="three_kongs")
    yield _row(
        "pure_nine_gates",
        "纯正九莲宝灯/純正九蓮宝燈",
        "Pure Nine Gates",
        double,
        pure_nine_gates,
        implies="nine_gates",
        needs="flush",
        opened=CLOSED,
    )
    yield _row("nine_gates", "九莲宝灯/九蓮宝燈", "Nine Gates", 1, nine_gates, needs="flush", opened=CLOSED)
    yield _row("big_wheel", "大车轮/大車輪", "Big Wheel", 1, big_wheel, needs="flush", opened=CLOSED)
    yield _row("heavenly_hand", "天和", "Heavenly Hand", 1, heavenly_hand, told, needs="first_turn", opened=CLOSED)
    yield _row("earthly_hand", "地和", "Earthly Hand", 1, earthly_hand, told, needs="first_turn", opened=CLOSED)
    yield _human(1, needs="first_turn", effect=Effect.YAKUMAN)
    yield _row(
        "eight_dealer_wins", "八连庄/八連荘", "Eight Dealer Wins", 1, eight_dealer_wins, streak, needs="first_turn"
    )
