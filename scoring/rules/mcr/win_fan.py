"""The fan of MCR that look at how the hand was won."""

from __future__ import annotations

from scoring.facts import PAIR, Facts
from scoring.win import Event


def chicken_hand(facts: Facts) -> bool:
    """A hand that shows no other fan, flowers apart."""
    raise NotImplementedError("counted by the tally, when nothing else is")


def last_tile_draw(facts: Facts) -> bool:
    """Won by drawing the last tile of the wall."""
    return Event.LAST_TILE in facts.events and facts.self_drawn


def last_tile_claim(facts: Facts) -> bool:
    """Won on the discard after the last tile of the wall was drawn."""
    return Event.LAST_TILE in facts.events and not facts.self_drawn


def replacement_tile(facts: Facts) -> bool:
    """Won on the tile drawn as the replacement for a kong."""
    return Event.AFTER_KONG in facts.events


def robbing_the_kong(facts: Facts) -> bool:
    """Won on the tile that another player added to a pung."""
    return Event.ROBBED_KONG in facts.events


def melded_hand(facts: Facts) -> bool:
    """Four sets claimed from others, and the pair won on a discard."""
    return facts.exposed == 4 and not facts.self_drawn


def fully_concealed_hand(facts: Facts) -> bool:
    """Nothing claimed from others, and won by self-draw."""
    return facts.self_drawn and not facts.exposed


def last_copy(facts: Facts) -> bool:
    """Won on the last copy of a tile whose other three lay open on the table."""
    return Event.LAST_COPY in facts.events


def concealed_hand(facts: Facts) -> bool:
    """Nothing claimed from others before winning on a discard."""
    return not facts.self_drawn and not facts.exposed


def edge_wait(facts: Facts) -> bool:
    """Waited only for the 3 of a 123 or the 7 of a 789."""
    lowest = _joined_chow(facts)
    offset = facts.holding.winning - lowest
    return lowest >= 0 and (lowest % 9, offset) in ((0, 2), (6, 0)) and facts.holding.one_wait


def closed_wait(facts: Facts) -> bool:
    """Waited only for the middle tile of a chow."""
    lowest = _joined_chow(facts)
    return lowest >= 0 and facts.holding.winning - lowest == 1 and facts.holding.one_wait


def single_wait(facts: Facts) -> bool:
    """Waited only for a tile of the pair."""
    return facts.joined == PAIR and facts.holding.one_wait


def _joined_chow(facts: Facts) -> int:
    """The lowest kind of the chow that the winning tile joined, or -1."""
    if facts.joined < 0 or facts.sets[facts.joined] > 33:
        return -1
    return facts.sets[facts.joined]


def self_drawn(facts: Facts) -> bool:
    """Won by self-draw."""
    return facts.self_drawn


def flower_tiles(facts: Facts) -> int:
    """A flower or season put aside."""
    return len(facts.holding.hand.flowers)
