"""What a reading is worth in 武汉, and which wins the rules know."""

from __future__ import annotations

from dataclasses import replace

from scoring.division import KONG, PUNG, Shape
from scoring.errors import NotAllowed, WinError
from scoring.facts import Facts
from scoring.fan import FanTable
from scoring.hand import Hand
from scoring.indicator import HONOUR_CYCLE, following, preceding
from scoring.rules.wuhan.items import RED, WINDS, is_big, small_win
from scoring.rules.wuhan.options import WuhanOptions
from scoring.rules.wuhan.payments import pay, smallest_factor
from scoring.shapes import EYES, Lens, Shapes
from scoring.tiles import KIND_TILES, Tile
from scoring.win import Win
from scoring.worth import Worth, product

RED_TILE, GREEN_TILE = KIND_TILES[RED], KIND_TILES[32]

SHAPES = Shapes(frozenset({Shape.STANDARD, Shape.EYES, Shape.WINDS}), winds=WINDS)
"""What wins."""


def shapes(options: WuhanOptions) -> Shapes:
    """What wins, seven pairs too where the house has them."""
    return replace(SHAPES, names=SHAPES.names | {Shape.SEVEN_PAIRS}) if options.seven_pairs else SHAPES


def _look(kind: int) -> int:
    """Whether a kind is one of 将一色, or of 风一色, or neither."""
    return (EYES >> kind & 1) + 2 * (WINDS >> kind & 1)


def _set_look(code: int) -> int:
    if code < PUNG:
        return -1
    return _look(code - PUNG if code < KONG else code - KONG)


LENS = Lens(sets=_set_look, pair=_look)
"""Whether a set is a pung, and whether pungs and pair suit 将一色 or 风一色; suits and own faces are always seen."""


def wilds(indicator: Tile, options: WuhanOptions) -> tuple[Tile, ...]:
    """The kind after the one turned up, winds and dragons in one cycle, red left out."""
    del options
    return (following(indicator, (HONOUR_CYCLE,), (RED,)),)


def skins(indicator: Tile | None, options: WuhanOptions) -> tuple[Tile, ...]:
    """The kind turned up, and the one before it where the house has seven 皮."""
    if indicator is None:
        return ()
    if options.skins == "turned":
        return (indicator.plain,)
    return indicator.plain, preceding(indicator, (HONOUR_CYCLE,))


def admit(hand: Hand, win: Win, options: WuhanOptions) -> None:
    """Raise ``NotAllowed`` for tiles that must have left the hand or cannot be claimed, ``WinError`` for too many."""
    said = win.circumstances
    skin = skins(said.indicator, options)
    dragons = [RED_TILE, *([GREEN_TILE] if options.green_kongs and GREEN_TILE not in said.wild else [])]
    _check_copies(hand, win, skin)
    for tile in hand.concealed:
        if tile.plain in dragons:
            raise NotAllowed("dragon_held", f"{tile} is left in the hand, and must be discarded as a kong")
        if tile.plain in skin:
            raise NotAllowed("skin_held", f"the skin tile {tile} is left in the hand, and must be discarded as a kong")
    for meld in hand.melds:
        for tile in meld.tiles:
            if tile.plain in (*dragons, *skin, *said.wild):
                raise NotAllowed("special_tile_melded", f"{tile} in {meld} can be no part of a meld")
    if not win.self_drawn and win.tile.plain in said.wild:
        raise NotAllowed("kong_tile_claimed", f"the wild {win.tile} of another player is a kong, and nobody wins on it")


def _check_copies(hand: Hand, win: Win, skin: tuple[Tile, ...]) -> None:
    """Raise ``WinError`` when more tiles were discarded as kongs than there are."""
    said = win.circumstances
    wild = sum(tile.plain in said.wild for tile in hand.concealed)
    live = 4 * len(skin) - 1 if skin else 7
    for name, number, most in (
        ("red_kongs", sum(said.red_kongs), 4),
        ("green_kongs", sum(said.green_kongs), 4),
        ("skin_kongs", sum(said.skin_kongs), live),
        ("wild_kongs", sum(said.wild_kongs) + wild, 4),
    ):
        if number > most:
            raise WinError(
                "contradictory_events", f"{name}: {number} tiles with those in the hand, but there are {most}"
            )


def appraise(table: FanTable, facts: Facts, options: WuhanOptions) -> Worth | NotAllowed:
    """Base times the winner's factors; the minimum sees them with the smallest factor of a payer, the deal left out."""
    refusal = refused(facts)
    if refusal:
        return refusal
    worth = product(table, facts)
    dealt = 2 if worth.times("dealer_wins") else 1
    worth = replace(worth, qualifying=int(worth.value * smallest_factor(worth, options) / dealt))
    return replace(worth, received=pay(worth.due, options).payments[facts.holding.win.winner])


def refused(facts: Facts) -> NotAllowed | None:
    """Why the reading may not win: nothing claimed, a pair of the wrong kind, too many wild tiles in others' place."""
    if not facts.exposed and facts.shape is not Shape.SEVEN_PAIRS:
        return NotAllowed("not_opened", "a hand wins only after a chow, a pung or an exposed kong (开口)")
    big = is_big(facts)
    if not big and not small_win(facts):
        return NotAllowed(
            "wrong_pair", f"the pair of {facts.text()} is not of twos, fives or eights, and nothing is big"
        )
    most = 2 if big else 1
    if facts.substitutes > most:
        size = "big" if big else "small"
        return NotAllowed(
            "too_many_wild", f"{facts.substitutes} wild tiles stand for others, where a {size} hand may have {most}"
        )
    return None
