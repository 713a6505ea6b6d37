"""The fan of MCR that look at all the tiles, whatever the sets."""

from __future__ import annotations

from scoring.division import HONOURS, ORPHANS, SUIT_MASKS, Shape
from scoring.facts import Facts

WINDS = sum(1 << kind for kind in range(27, 31))
DRAGONS = sum(1 << kind for kind in range(31, 34))


def _ranks(ranks: str) -> int:
    """The kinds of these ranks in all three suits, a bit for each kind."""
    return sum(1 << first + int(rank) - 1 for rank in ranks for first in (0, 9, 18))


GREEN = sum(1 << 18 + rank for rank in (1, 2, 3, 5, 7)) | 1 << 32
REVERSIBLE = sum(1 << kind for kind in (9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31))
TERMINALS = _ranks("19")
UPPER = _ranks("789")
MIDDLE = _ranks("456")
LOWER = _ranks("123")
UPPER_FOUR = _ranks("6789")
LOWER_FOUR = _ranks("1234")


def all_green(facts: Facts) -> bool:
    """Only bamboo 2, 3, 4, 6, 8 and green dragons."""
    return not facts.kinds & ~GREEN


def nine_gates(facts: Facts) -> bool:
    """A concealed hand of one suit that waited on 1112345678999 for any tile of it."""
    holding = facts.holding
    if holding.hand.melds or facts.kinds not in SUIT_MASKS:
        return False
    copies = holding.copies
    for kind, count in copies.items():
        before = count - (kind == holding.winning)
        if before != (3 if kind % 9 in (0, 8) else 1):
            return False
    return True


def seven_shifted_pairs(facts: Facts) -> bool:
    """Seven pairs of one suit with running numbers."""
    if facts.shape is not Shape.SEVEN_PAIRS or facts.kinds.bit_count() != 7:
        return False
    lowest = facts.kinds & -facts.kinds
    return facts.kinds == lowest * 0b1111111 and facts.suits == 1 and not facts.kinds & HONOURS


def thirteen_orphans(facts: Facts) -> bool:
    """One of each terminal and honour, and one more of them."""
    return facts.shape is Shape.THIRTEEN_ORPHANS


def all_terminals(facts: Facts) -> bool:
    """Only ones and nines."""
    return not facts.kinds & ~TERMINALS


def all_honours(facts: Facts) -> bool:
    """Only winds and dragons."""
    return not facts.kinds & ~HONOURS


def all_terminals_and_honours(facts: Facts) -> bool:
    """Only ones, nines, winds and dragons."""
    return not facts.kinds & ~ORPHANS


def seven_pairs(facts: Facts) -> bool:
    """Seven pairs; four equal tiles may be two of them."""
    return facts.shape is Shape.SEVEN_PAIRS


def greater_knitted(facts: Facts) -> bool:
    """All seven honours and seven tiles of a knitted straight."""
    return facts.shape is Shape.KNITTED_HONOURS and facts.kinds & HONOURS == HONOURS


def lesser_knitted(facts: Facts) -> bool:
    """Fourteen different tiles, honours and tiles of a knitted straight."""
    return facts.shape is Shape.KNITTED_HONOURS


def full_flush(facts: Facts) -> bool:
    """Tiles of a single suit, no honours."""
    return not facts.kinds & HONOURS and facts.suits == 1


def upper_tiles(facts: Facts) -> bool:
    """Only 7, 8 and 9."""
    return not facts.kinds & ~UPPER


def middle_tiles(facts: Facts) -> bool:
    """Only 4, 5 and 6."""
    return not facts.kinds & ~MIDDLE


def lower_tiles(facts: Facts) -> bool:
    """Only 1, 2 and 3."""
    return not facts.kinds & ~LOWER


def upper_four(facts: Facts) -> bool:
    """Only 6, 7, 8 and 9."""
    return not facts.kinds & ~UPPER_FOUR


def lower_four(facts: Facts) -> bool:
    """Only 1, 2, 3 and 4."""
    return not facts.kinds & ~LOWER_FOUR


def reversible_tiles(facts: Facts) -> bool:
    """Only tiles that look the same upside down: dots 1234589, bamboo 245689, white dragons."""
    return not facts.kinds & ~REVERSIBLE


def half_flush(facts: Facts) -> bool:
    """Tiles of a single suit, and honours."""
    return facts.kinds & HONOURS > 0 and facts.suits == 1


def all_types(facts: Facts) -> bool:
    """Characters, dots, bamboo, winds and dragons, all five."""
    kinds = facts.kinds
    return kinds & DRAGONS > 0 and kinds & WINDS > 0 and facts.suits == 3


def tile_hog(facts: Facts) -> int:
    """All four tiles of a kind without a kong, for each such kind."""
    return facts.quads


def all_simples(facts: Facts) -> bool:
    """No ones, nines, winds or dragons."""
    return not facts.kinds & ORPHANS


def one_voided_suit(facts: Facts) -> bool:
    """Tiles of two suits, none of the third."""
    return facts.suits == 2


def no_honours(facts: Facts) -> bool:
    """No winds or dragons."""
    return not facts.kinds & HONOURS


def knitted_straight(facts: Facts) -> bool:
    """147 of one suit, 258 of another and 369 of the third."""
    if facts.shape is Shape.KNITTED_HONOURS:
        return (facts.kinds & ~HONOURS).bit_count() == 9
    return facts.shape is Shape.KNITTED_STRAIGHT
