"""What a reading is worth in 宁波, and which wins the rules know."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from scoring.division import KONG, PUNG
from scoring.errors import NotAllowed, WinError
from scoring.facts import Facts
from scoring.fan import FanTable
from scoring.hand import Hand
from scoring.indicator import flower_group
from scoring.rules.edges import chow_wait
from scoring.rules.ningbo.options import NingboOptions
from scoring.shapes import PAIR, Lens, Shapes
from scoring.tiles import Tile
from scoring.win import Win
from scoring.worth import Worth, added

SHAPES = Shapes()
"""Sets and a pair."""


def _set_look(code: int) -> int:
    """0 for a chow, 1 for a pung of a suit, and each pung of honours by itself."""
    if code < PUNG:
        return 0
    kind = code - PUNG if code < KONG else code - KONG
    return 1 if kind < 27 else kind


def _pair_look(kind: int) -> int:
    """Each wind by itself, since a pair of some keeps 平糊 away."""
    return kind if 27 <= kind < 31 else 0


def _joined_look(code: int, kind: int) -> str:
    """Whether the winning tile made the pair, a pung, or a chow, and how that had waited."""
    if code == PAIR:
        return "pair"
    return "pung" if code >= PUNG else chow_wait(code, kind)


def _joined_whole(code: int, kind: int) -> Hashable:
    return code, kind


LENS = Lens(sets=_set_look, pair=_pair_look, joined=_joined_look)
"""What the items see."""

WHOLE = Lens(joined=_joined_whole)
"""Everything, for houses that ask which tiles the wild ones stand beside."""


def lens(options: NingboOptions) -> Lens:
    """What has to be seen under the options."""
    return LENS if options.wild_waits and options.lone_wild == "hand" else WHOLE


def wilds(indicator: Tile, options: NingboOptions) -> tuple[Tile, ...]:
    """The kind turned up, or the whole group of a flower."""
    del options
    return flower_group(indicator) if indicator.is_flower else (indicator.plain,)


def admit(hand: Hand, win: Win, options: NingboOptions) -> None:
    """No wild tile is claimed for a meld, and nobody wins on a discarded flower or the own kong of another's tile."""
    del options
    for meld in hand.melds:
        wild = next((tile for tile in meld.tiles if tile.plain in win.circumstances.wild), None)
        if wild:
            raise NotAllowed("wild_in_meld", f"{meld} has the wild tile {wild}, which goes into no meld")
    if win.tile.is_flower and not win.self_drawn:
        raise NotAllowed("flower_claimed", f"{win.tile} was discarded, where it stands for no other tile")
    said = win.circumstances
    if said.kong_bloom_from is not None and (not win.self_drawn or said.kong_bloom_from is win.winner):
        raise WinError("contradictory_events", "kong_bloom_from: another's discard made the kong, and the winner drew")


def appraise(table: FanTable, facts: Facts, options: NingboOptions) -> Worth | NotAllowed:
    """The base and all 台 together; the minimum sees the 台 alone. 财神单吊 wins by self-draw only."""
    if not facts.self_drawn and _waits_with_lone_wild(facts, options):
        return NotAllowed(
            "lone_wild_on_discard",
            f"any tile would complete the hand (财神单吊), so {facts.holding.win.tile} has to be drawn",
        )
    worth = added(table, facts)
    points = worth.qualifying
    return replace(
        worth,
        value=options.base + points,
        formula=f"{options.base}+{points}" if options.base else str(points),
        qualifying=points + (options.base if options.base_qualifies else 0),
    )


def _waits_with_lone_wild(facts: Facts, options: NingboOptions) -> bool:
    held = facts.holding.held
    if options.lone_wild == "reading" or held is None:
        return facts.lone_wild
    return held.waits_for_all(facts.shape)
