"""The fan of MCR that look at the sets and the pair."""

from __future__ import annotations

from scoring.division import HONOURS, ORPHANS, Shape
from scoring.facts import Facts
from scoring.rules.mcr.tile_fan import DRAGONS, TERMINALS, WINDS, nine_gates

PUNGS = 4
"""How many sets a hand has."""


def big_four_winds(facts: Facts) -> bool:
    """Pungs or kongs of all four winds."""
    return facts.triplets & WINDS == WINDS


def big_three_dragons(facts: Facts) -> bool:
    """Pungs or kongs of all three dragons."""
    return facts.triplets & DRAGONS == DRAGONS


def four_kongs(facts: Facts) -> bool:
    """Four kongs."""
    return facts.kongs == PUNGS


def little_four_winds(facts: Facts) -> bool:
    """Pungs or kongs of three winds and a pair of the fourth."""
    return three_winds(facts) and facts.pair >= 0 and 1 << facts.pair & WINDS > 0


def little_three_dragons(facts: Facts) -> bool:
    """Pungs or kongs of two dragons and a pair of the third."""
    return (facts.triplets & DRAGONS).bit_count() == 2 and facts.pair >= 0 and 1 << facts.pair & DRAGONS > 0


def four_concealed_pungs(facts: Facts) -> bool:
    """Four pungs or concealed kongs made without another player's tile."""
    return facts.concealed_pungs == PUNGS


def pure_terminal_chows(facts: Facts) -> bool:
    """123 and 789 twice and a pair of fives, all of one suit."""
    chows = facts.chows
    if len(chows) != PUNGS or facts.pair % 9 != 4:
        return False
    low, high = facts.pair - 4, facts.pair + 2
    return chows == (low, low, high, high)


def quadruple_chow(facts: Facts) -> int:
    """Four equal chows."""
    return facts.times("quadruple_chow")


def four_pure_shifted_pungs(facts: Facts) -> int:
    """Four pungs or kongs of one suit with running numbers."""
    return facts.times("four_pure_shifted_pungs")


def four_pure_shifted_chows(facts: Facts) -> int:
    """Four chows of one suit, each one or each two higher than the one before."""
    return facts.times("four_pure_shifted_chows")


def three_kongs(facts: Facts) -> bool:
    """Three kongs."""
    return facts.kongs == 3


def all_even_pungs(facts: Facts) -> bool:
    """Four pungs or kongs and a pair, all of 2, 4, 6 or 8."""
    if len(facts.pungs) != PUNGS or facts.kinds & HONOURS:
        return False
    return all(kind % 9 % 2 for kind in (*facts.pungs, facts.pair))


def pure_triple_chow(facts: Facts) -> int:
    """Three equal chows."""
    return facts.times("pure_triple_chow")


def pure_shifted_pungs(facts: Facts) -> int:
    """Three pungs or kongs of one suit with running numbers."""
    return facts.times("pure_shifted_pungs")


def pure_straight(facts: Facts) -> int:
    """123, 456 and 789 of one suit."""
    return facts.times("pure_straight")


def three_suited_terminal_chows(facts: Facts) -> bool:
    """123 and 789 of two suits and a pair of fives of the third."""
    chows = facts.chows
    if len(chows) != PUNGS or facts.pair % 9 != 4 or facts.pair > 26:
        return False
    first, second = chows[0], chows[2]
    three = {first // 9, second // 9, facts.pair // 9} == {0, 1, 2}
    return three and chows == (first, first + 6, second, second + 6) and first % 9 == second % 9 == 0


def pure_shifted_chows(facts: Facts) -> int:
    """Three chows of one suit, each one or each two higher than the one before."""
    return facts.times("pure_shifted_chows")


def all_fives(facts: Facts) -> bool:
    """A five in every set and in the pair."""
    if facts.shape is not Shape.STANDARD or facts.kinds & HONOURS or facts.pair % 9 != 4:
        return False
    return all(kind % 9 == 4 for kind in facts.pungs) and all(2 <= kind % 9 <= 4 for kind in facts.chows)


def triple_pung(facts: Facts) -> int:
    """Pungs or kongs of one number in all three suits."""
    return facts.times("triple_pung")


def three_concealed_pungs(facts: Facts) -> bool:
    """Three pungs or concealed kongs made without another player's tile."""
    return facts.concealed_pungs == 3


def three_winds(facts: Facts) -> bool:
    """Pungs or kongs of three winds."""
    return (facts.triplets & WINDS).bit_count() == 3


def mixed_straight(facts: Facts) -> int:
    """123, 456 and 789, each of another suit."""
    return facts.times("mixed_straight")


def mixed_triple_chow(facts: Facts) -> int:
    """One chow in all three suits."""
    return facts.times("mixed_triple_chow")


def mixed_shifted_pungs(facts: Facts) -> int:
    """Pungs or kongs with running numbers, each of another suit."""
    return facts.times("mixed_shifted_pungs")


def all_pungs(facts: Facts) -> bool:
    """Four pungs or kongs."""
    return len(facts.pungs) == PUNGS


def mixed_shifted_chows(facts: Facts) -> int:
    """Three chows, each one higher than the one before and of another suit."""
    return facts.times("mixed_shifted_chows")


def two_concealed_kongs(facts: Facts) -> bool:
    """Two concealed kongs."""
    return facts.concealed_kongs == 2


def two_dragon_pungs(facts: Facts) -> bool:
    """Pungs or kongs of two dragons."""
    return (facts.triplets & DRAGONS).bit_count() == 2


def mixed_kongs(facts: Facts) -> bool:
    """A concealed kong and an exposed one."""
    return facts.concealed_kongs == facts.exposed_kongs == 1


def outside_hand(facts: Facts) -> bool:
    """A one, nine, wind or dragon in every set and in the pair."""
    if facts.shape is not Shape.STANDARD or not 1 << facts.pair & ORPHANS:
        return False
    return not facts.triplets & ~ORPHANS and all(kind % 9 in (0, 6) for kind in facts.chows)


def two_melded_kongs(facts: Facts) -> bool:
    """Two exposed kongs."""
    return facts.exposed_kongs == 2


def dragon_pung(facts: Facts) -> int:
    """A pung or kong of dragons."""
    return (facts.triplets & DRAGONS).bit_count()


def prevalent_wind(facts: Facts) -> bool:
    """A pung or kong of the round's wind."""
    return facts.triplets >> facts.round_wind & 1 > 0


def seat_wind(facts: Facts) -> bool:
    """A pung or kong of the own seat's wind."""
    return facts.triplets >> facts.seat_wind & 1 > 0


def all_chows(facts: Facts) -> bool:
    """Only chows, and a pair of a suit."""
    return not facts.pungs and len(facts.chows) > 0 and facts.pair < 27


def double_pung(facts: Facts) -> int:
    """Two pungs or kongs of one number in two suits."""
    return facts.times("double_pung")


def two_concealed_pungs(facts: Facts) -> bool:
    """Two pungs or concealed kongs made without another player's tile."""
    return facts.concealed_pungs == 2


def concealed_kong(facts: Facts) -> int:
    """A concealed kong."""
    return facts.concealed_kongs


def pure_double_chow(facts: Facts) -> int:
    """Two equal chows."""
    return facts.times("pure_double_chow")


def mixed_double_chow(facts: Facts) -> int:
    """One chow in two suits."""
    return facts.times("mixed_double_chow")


def short_straight(facts: Facts) -> int:
    """Two chows of one suit that make six running numbers."""
    return facts.times("short_straight")


def two_terminal_chows(facts: Facts) -> int:
    """123 and 789 of one suit."""
    return facts.times("two_terminal_chows")


def terminal_pungs(facts: Facts) -> int:
    """The kinds of the pungs of terminals and winds that no other fan is paid for, a bit for each kind.

    Other fan are paid for the winds of seat and round, for three winds, and for one pung of the nine gates.
    """
    winds = facts.triplets & WINDS
    if winds.bit_count() > 2:
        winds = 0
    winds &= ~(1 << facts.round_wind | 1 << facts.seat_wind)
    ones_and_nines = facts.triplets & TERMINALS
    if ones_and_nines and nine_gates(facts):
        ones_and_nines &= ones_and_nines - 1
    return winds | ones_and_nines


def terminal_pung(facts: Facts) -> int:
    """A pung or kong of ones, nines or winds that no other fan is paid for."""
    return terminal_pungs(facts).bit_count()


def melded_kong(facts: Facts) -> int:
    """An exposed kong."""
    return facts.exposed_kongs
