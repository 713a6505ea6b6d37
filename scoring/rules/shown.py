"""What the items of several systems share: their rows, and what shows an item that is not to be seen in the sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from scoring.division import HONOURS, KONG, PUNG, pair_text, set_kinds, set_text
from scoring.facts import Facts
from scoring.fan import Effect, Fan, reading_text
from scoring.rules.mcr import evidence
from scoring.seats import Seat
from scoring.sentences import Listing, Sentence, listing, sentence
from scoring.tiles import KIND_TILES, Tile, tiles_text

Predicate = Callable[[Facts], int]


def from_whom(facts: Facts) -> str:
    """The winning tile and who gave it."""
    win = facts.holding.win
    return tile_from(win.tile, win.discarder)


def tile_from(tile: Tile, discarder: Seat | None) -> Sentence:
    """A tile and who gave it."""
    if discarder is None:
        return sentence("{tile} drawn", tile=tile)
    return sentence("{tile} from {seat}", tile=tile, seat=discarder)


def stood_for(facts: Facts) -> Listing:
    """Each wild tile and what it stands for; empty without one."""
    return listing(sentence("{tile} as {other}", tile=tile, other=other) for tile, other in facts.stands)


def flowers_held(facts: Facts) -> str:
    """The flowers put aside."""
    return tiles_text(facts.holding.hand.flowers) or sentence("no flower")


def kongs_shown(facts: Facts) -> str:
    """The kongs on the table."""
    return " ".join(str(meld) for meld in facts.holding.hand.melds if meld.kind.is_kong) or from_whom(facts)


def waits_shown(facts: Facts) -> str:
    """The kinds that would have completed the hand."""
    waits = tiles_text(tile for tile in KIND_TILES if facts.waits >> (tile.kind or 0) & 1)
    return sentence("waited for {tiles}", tiles=waits)


def pungs_of(kinds: int) -> Callable[[Facts], str]:
    """The pungs and kongs of the kinds, a bit each."""

    def shown(facts: Facts) -> str:
        codes = [code for code in facts.sets if code >= PUNG and kinds >> set_kinds(code)[0] & 1]
        return " ".join(map(set_text, codes)) or reading_text(facts)

    return shown


def seat_pung(facts: Facts) -> str:
    """The pung or kong of the winner's wind."""
    return _pung_of(facts, facts.seat_wind)


def round_pung(facts: Facts) -> str:
    """The pung or kong of the round's wind."""
    return _pung_of(facts, facts.round_wind)


def _pung_of(facts: Facts, kind: int) -> str:
    return set_text((KONG if KONG + kind in facts.sets else PUNG) + kind)


def completed(facts: Facts) -> str:
    """The winning tile and the set or pair that it completed."""
    made = pair_text(facts.pair) if facts.joined < 0 else set_text(facts.sets[facts.joined])
    return sentence("{tile} completed {made}", tile=facts.holding.win.tile, made=made)


def wilds_shown(facts: Facts) -> str:
    """What the wild tiles stood for."""
    return stood_for(facts) or sentence("no wild tile")


def honours_shown(facts: Facts) -> str:
    """The winds and dragons."""
    return evidence.kinds_in(facts.kinds & HONOURS)


def discarded_as_kongs(told: str) -> Callable[[Facts], str]:
    """How many tiles the winner discarded as kongs, by the field of the circumstances."""

    def shown(facts: Facts) -> str:
        winner = facts.holding.win.winner
        number = getattr(facts.circumstances, told)[winner]
        return sentence("{number} discarded by {seat}", number=number, seat=winner)

    return shown


def _keyed(shows: Callable[[Facts], str], keys: str) -> dict[str, Callable[[Facts], str]]:
    return dict.fromkeys(keys.split(), shows)


SHOWS: dict[str, Callable[[Facts], str]] = {
    **_keyed(from_whom, "self_drawn self_drawn_big discarded dealer_wins kong_bloom robbed_kong last_tile last_tiles"),
    **_keyed(from_whom, "heavenly earthly heavenly_ready earthly_ready lucky_matched lucky_drawn special_win robbing"),
    **_keyed(evidence.pungs, "all_pungs pungs_no_wild pungs_wild"),
    **_keyed(evidence.pungs_and_pair, "little_winds little_dragons"),
    **_keyed(evidence.concealed_pungs, "concealed_pungs"),
    **_keyed(evidence.suits, "full_flush half_flush"),
    **_keyed(evidence.kinds, "all_honours all_terminals mixed_terminals all_eyes all_winds"),
    **_keyed(evidence.kinds, "terminals_no_wild terminals_wild"),
    **_keyed(honours_shown, "seven_honours"),
    **_keyed(evidence.quads, "luxury"),
    **_keyed(completed, "edge_wait closed_wait pair_wait two_pairs_wait lone_wait"),
    **_keyed(evidence.claimed, "opening single_tile last_of_four_melds all_exposed all_exposed_drawn all_claimed"),
    **_keyed(evidence.nothing_claimed, "concealed concealed_hand"),
    **_keyed(evidence.exposed_kongs, "exposed_kong"),
    **_keyed(evidence.concealed_kongs, "concealed_kong"),
    **_keyed(wilds_shown, "no_wild hard_win german true_german three_wilds fishing lone_wild any_lone_wild"),
    **_keyed(wilds_shown, "heavenly_fishing earthly_fishing"),
    "red_dragon": pungs_of(1 << 33),
    "green_dragon": pungs_of(1 << 32),
    "white_dragon": pungs_of(1 << 31),
    "seat_wind": seat_pung,
    "round_wind": round_pung,
    **{f"{kind}_kong": discarded_as_kongs(f"{kind}_kongs") for kind in ("red", "green", "skin", "wild")},
}
"""What shows an item that is about some of the tiles, or about how the hand was won, by its key."""


def evident(rows: Iterable[Fan]) -> tuple[Fan, ...]:
    """The rows, each that has no evidence of its own with what shows an item of its key."""
    return tuple(
        replace(row, evidence=SHOWS[row.key]) if row.evidence is reading_text and row.key in SHOWS else row
        for row in rows
    )


def switched(rows: Iterable[Fan], on: Mapping[str, bool]) -> list[Fan]:
    """The rows without those that are switched off, by key; what is not named is on."""
    return [row for row in rows if on.get(row.key, True)]


def one_short(reached: int, limit: int, template: str) -> str:
    """Said where one is missing to a limit, 0 for none, by a template: ``one fan short of the cap of {limit}``."""
    return sentence(template, limit=limit) if limit and reached + 1 == limit else ""


def item(
    predicate: Predicate,
    name: str,
    english: str,
    value: int,
    covers: str = "",
    evidence: Callable[[Facts], str] = reading_text,
    effect: Effect = Effect.POINTS,
    key: str = "",
) -> Fan:
    """A row whose key is the predicate's name, if none is told; ``covers`` has the keys of what it covers, apart."""
    covered = frozenset(covers.split())
    return Fan(key or predicate.__name__, name, english, value, predicate, evidence, covered, effect=effect)
