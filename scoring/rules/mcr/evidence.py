"""The tiles and circumstances that show a fan, readable: one function for each sort of fan."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from scoring.division import CHOW, HONOURS, PUNG, SUIT_MASKS, kinds_text, pair_text, set_text
from scoring.facts import Facts, seat_text
from scoring.hand import MeldKind
from scoring.rules.mcr.set_fan import terminal_pungs
from scoring.rules.mcr.tile_fan import DRAGONS, WINDS
from scoring.seats import Seat
from scoring.sentences import Named, listing, named, sentence
from scoring.tiles import tiles_text

Evidence = Callable[[Facts], str]

_NAMES = (named("characters 万", "万子", "萬子"), named("dots 筒", "筒子"), named("bamboo 条", "条子", "索子"))
_SUITS = tuple(zip(SUIT_MASKS, _NAMES, strict=True))


@lru_cache(maxsize=1 << 12)
def kinds_in(mask: int) -> str:
    """The notation of kinds given as bits."""
    return kinds_text(kind for kind in range(34) if mask >> kind & 1)


def kinds(facts: Facts) -> str:
    """Every kind in the hand."""
    return kinds_in(facts.kinds)


def whole(facts: Facts) -> str:
    """The whole reading."""
    return facts.text()


@lru_cache(maxsize=1 << 12)
def chows_text(lowest: tuple[int, ...]) -> str:
    """The notation of chows given by their lowest kinds."""
    return " ".join(set_text(CHOW + kind) for kind in lowest)


@lru_cache(maxsize=1 << 12)
def pungs_text(pungs: tuple[int, ...]) -> str:
    """The notation of pungs, and kongs as three tiles, given by their kinds."""
    return " ".join(set_text(PUNG + kind) for kind in pungs)


def together(key: str) -> Evidence:
    """The chows of each time the account-once step counts the fan."""
    return lambda facts: "; ".join(map(chows_text, facts.combined[key]))


def pungs_together(key: str) -> Evidence:
    """The same for pungs and kongs."""
    return lambda facts: "; ".join(map(pungs_text, facts.combined[key]))


def _pungs_of(facts: Facts, mask: int) -> str:
    return " ".join(set_text(code) for code in sorted(facts.sets) if code >= PUNG and mask >> code % 34 & 1)


def pungs(facts: Facts) -> str:
    """All pungs and kongs."""
    return _pungs_of(facts, facts.triplets)


def wind_pungs(facts: Facts) -> str:
    """The pungs and kongs of winds."""
    return _pungs_of(facts, WINDS)


def dragon_pungs(facts: Facts) -> str:
    """The pungs and kongs of dragons."""
    return _pungs_of(facts, DRAGONS)


def pungs_and_pair(facts: Facts) -> str:
    """The pungs and kongs of honours, and the pair."""
    mask = WINDS if 1 << facts.pair & WINDS else DRAGONS
    return sentence("{pungs}, pair {pair}", pungs=_pungs_of(facts, mask), pair=pair_text(facts.pair))


def round_pung(facts: Facts) -> str:
    """The pung of the round's wind."""
    pungs = _pungs_of(facts, 1 << facts.round_wind)
    return sentence("{pungs}, round {wind}", pungs=pungs, wind=_wind(facts.holding.win.round_wind))


def _wind(seat: Seat) -> Named:
    """The wind of a seat or a round."""
    return named(f"{seat} {seat.chinese}", seat.chinese, seat.japanese)


def seat_pung(facts: Facts) -> str:
    """The pung of the seat's wind."""
    pungs = _pungs_of(facts, 1 << facts.seat_wind)
    return sentence("{pungs}, seat {wind}", pungs=pungs, wind=_wind(facts.holding.win.winner))


def plain_terminal_pungs(facts: Facts) -> str:
    """The pungs of terminals and winds that nothing else pays."""
    return _pungs_of(facts, terminal_pungs(facts))


def concealed_pungs(facts: Facts) -> str:
    """The pungs and kongs made without another player's tile."""
    first_meld = len(facts.sets) - len(facts.holding.counts.melds)
    own = [
        set_text(code)
        for number, code in enumerate(facts.sets[:first_meld])
        if code >= PUNG and (facts.self_drawn or number != facts.joined)
    ]
    return " ".join([*own, *_kongs(facts, concealed=True)])


def _kongs(facts: Facts, *, concealed: bool) -> list[str]:
    return [str(meld) for meld in facts.holding.hand.melds if meld.kind.is_kong and meld.kind.is_concealed is concealed]


def kongs(facts: Facts) -> str:
    """All kongs."""
    return " ".join(_kongs(facts, concealed=False) + _kongs(facts, concealed=True))


def concealed_kongs(facts: Facts) -> str:
    """The concealed kongs."""
    return " ".join(_kongs(facts, concealed=True))


def exposed_kongs(facts: Facts) -> str:
    """The exposed kongs."""
    return " ".join(_kongs(facts, concealed=False))


def quads(facts: Facts) -> str:
    """The kinds that are there four times."""
    return " ".join(kinds_text((kind,) * 4) for kind, copies in sorted(facts.holding.copies.items()) if copies == 4)


def suits(facts: Facts) -> str:
    """The suits in the hand and the one that is missing."""
    here = [word for mask, word in _SUITS if facts.kinds & mask]
    missing = [word for mask, word in _SUITS if not facts.kinds & mask]
    return sentence("{here}, no {missing}", here=listing(here, " and "), missing=listing(missing, " or "))


def suited(facts: Facts) -> str:
    """The kinds of the suits."""
    return kinds_in(facts.kinds & ~HONOURS)


def straight(facts: Facts) -> str:
    """The tiles of the knitted straight."""
    return kinds_text(facts.division.knitted) if facts.division.knitted else suited(facts)


def claimed(facts: Facts) -> str:
    """The sets on the table."""
    return " ".join(facts.holding.meld_texts)


def nothing_claimed(facts: Facts) -> str:
    """That nothing was claimed, and how the tile came."""
    shown = " ".join(str(m) for m in facts.holding.hand.melds if m.kind is MeldKind.KONG_CONCEALED)
    if not shown:
        return sentence("no sets on the table, {won}", won=winning(facts))
    return sentence("only {kongs} on the table, {won}", kongs=shown, won=winning(facts))


def winning(facts: Facts) -> str:
    """The winning tile and where it came from."""
    win = facts.holding.win
    if win.discarder is None:
        return sentence("{tile} drawn", tile=win.tile)
    return sentence("{tile} from {seat}", tile=win.tile, seat=seat_text(win.discarder))


def wait(facts: Facts) -> str:
    """The winning tile and what it joined."""
    joined = pair_text(facts.pair) if facts.joined < 0 else set_text(facts.sets[facts.joined])
    tile = facts.holding.win.tile
    return sentence("{tile} into {joined}, no other tile would have won", tile=tile, joined=joined)


def flowers(facts: Facts) -> str:
    """The flowers."""
    return tiles_text(facts.holding.hand.flowers)


def nothing(facts: Facts) -> str:
    """The reading, which shows nothing else."""
    return whole(facts)
