"""What a complete hand needs to win in 长春: three suits, a terminal or honour, a triplet, and tiles left to hold."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.division import ORPHANS, PUNG, SUIT_MASKS, Division, Shape, divisions, kinds_text, set_code, set_kinds
from scoring.division import count as counted
from scoring.errors import NotAllowed
from scoring.facts import Facts
from scoring.hand import Hand, MeldKind
from scoring.rules.changchun.options import ChangchunOptions

DRAGONS = (31, 32, 33)
"""The kinds of the dragons 白发中."""

SUIT_NAMES = ("characters 万", "dots 饼", "bamboo 条")
"""The suits in the order of their kinds."""


def refusal(facts: Facts, options: ChangchunOptions) -> NotAllowed | None:
    """Why the hand, read like this, may not win; ``None`` when it may."""
    return refused(facts.division, facts.holding.concealed, facts.holding.hand, options)


def refused(division: Division, concealed: Iterable[int], hand: Hand, options: ChangchunOptions) -> NotAllowed | None:
    """The same for a division of any concealed tiles, given by kind, beside the hand's melds."""
    own = _mask(concealed)
    table = _mask(kind for meld in hand.melds for kind in set_kinds(set_code(meld)))
    usual = _mask(
        kind
        for meld in hand.melds
        if options.opening_kong_suits or meld.kind is not MeldKind.KONG_OPENING
        for kind in set_kinds(set_code(meld))
    )
    missing = [name for mask, name in zip(SUIT_MASKS, SUIT_NAMES, strict=True) if not (own | usual) & mask]
    if missing:
        return NotAllowed("missing_suit", f"no {' and no '.join(missing)}, and all three suits are needed (三色全)")
    if not (own | table) & ORPHANS:
        return NotAllowed("no_terminal_or_honour", "no 1, no 9 and no honour, and one of them is needed")
    return _refused_sets(division, hand)


def _refused_sets(division: Division, hand: Hand) -> NotAllowed | None:
    chows = [code for code in division.sets if code < PUNG]
    if division.shape is Shape.STANDARD and len(chows) == 4 and division.pair not in DRAGONS:
        pair = kinds_text((division.pair,) * 2)
        return NotAllowed(
            "no_triplet", f"four chows and a pair of {pair}: a triplet, a kong or a pair of dragons is needed"
        )
    if len(hand.melds) == 4 and chows:
        return NotAllowed(
            "down_to_one_tile", "one tile left in the hand (手把一), which only a hand of all pungs may have"
        )
    return None


def winning_kinds(facts: Facts, options: ChangchunOptions) -> int:
    """The kinds that would have won, a bit for each: they complete the hand, meet the conditions, and can be drawn."""
    held = facts.holding.held
    assert held is not None
    before = list(facts.holding.concealed)
    before.remove(facts.holding.winning)
    shown = [tile.kind for meld in held.hand.melds for tile in meld.tiles]
    found = 0
    for kind in range(facts.waits.bit_length()):
        spare = before.count(kind) + shown.count(kind) < 4
        if facts.waits >> kind & 1 and spare and _wins_with([*before, kind], facts, options):
            found |= 1 << kind
    return found


def _wins_with(concealed: list[int], facts: Facts, options: ChangchunOptions) -> bool:
    hand = facts.holding.hand
    counts = counted(concealed, map(set_code, hand.melds))
    found = divisions(counts, facts.holding.shapes)
    return any(refused(division, concealed, hand, options) is None for division in found)


def _mask(kinds: Iterable[int]) -> int:
    found = 0
    for kind in kinds:
        found |= 1 << kind
    return found
