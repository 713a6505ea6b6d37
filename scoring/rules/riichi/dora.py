"""Dora: the tiles that indicators point to, those under them, red fives and norths set aside; a han each."""

from __future__ import annotations

from functools import cache

from scoring.division import set_kinds
from scoring.facts import Facts, Holding
from scoring.fan import NOTHING_SHOWN, Effect, Fan, FanTable, Tally
from scoring.hand import Hand
from scoring.indicator import following
from scoring.rules.riichi.options import RiichiOptions
from scoring.rules.riichi.yaku import NORTH, THREE_PLAYERS
from scoring.sentences import listing, sentence
from scoring.tiles import ALL_TILES, KIND_TILES, Tile
from scoring.win import Win

REDS = frozenset(tile for tile in ALL_TILES if tile.is_red)
"""The red fives."""

NOT_OF_THREE = range(1, 8)
"""The kinds that three players do without: 2 to 8 of characters."""


@cache
def dora_kind(indicator: Tile, players: int) -> int:
    """The kind that an indicator points to, the next one: 1 to 9 and 1 again, the winds and the dragons in a circle."""
    skipped = NOT_OF_THREE if players == THREE_PLAYERS else ()
    kind = following(indicator.plain, ((27, 28, 29, 30), (31, 32, 33)), skipped).kind
    assert kind is not None
    return kind


def indicators(win: Win, options: RiichiOptions) -> tuple[Tile, ...]:
    """The indicators that count."""
    shown = win.circumstances.dora_indicators
    return shown if options.kong_dora else shown[:1]


def ura_indicators(win: Win, options: RiichiOptions) -> tuple[Tile, ...]:
    """The indicators under those that count: after riichi."""
    said = win.circumstances
    if not (options.ura_dora and (said.riichi or said.double_riichi)):
        return ()
    return said.ura_indicators if options.kong_ura_dora else said.ura_indicators[:1]


def copies(holding: Holding, kind: int) -> int:
    """How many of a kind the whole hand has, kongs and norths set aside too."""
    number = holding.concealed.count(kind)
    for code in holding.counts.melds:
        number += set_kinds(code).count(kind)
    return number + holding.win.circumstances.norths if kind == NORTH else number


def pointed_at(holding: Holding, shown: tuple[Tile, ...]) -> int:
    """How many tiles of the hand the indicators point to, each as often as it is pointed to."""
    players = holding.win.circumstances.players
    number = 0
    for tile in shown:
        number += copies(holding, dora_kind(tile, players))
    return number


def red_fives(hand: Hand) -> tuple[Tile, ...]:
    """The red fives of the hand, melds too."""
    found = () if REDS.isdisjoint(hand.concealed) else tuple([tile for tile in hand.concealed if tile in REDS])
    for meld in hand.melds:
        if not REDS.isdisjoint(meld.tiles):
            found += tuple([tile for tile in meld.tiles if tile in REDS])
    return found


def _pointed_text(facts: Facts, shown: tuple[Tile, ...]) -> str:
    players = facts.circumstances.players
    return listing(_points(tile, players, copies(facts.holding, dora_kind(tile, players))) for tile in shown)


@cache
def _points(indicator: Tile, players: int, number: int) -> str:
    pointed = KIND_TILES[dora_kind(indicator, players)]
    return sentence(
        "{indicator} points to {tile}, of which there are {number}", indicator=indicator, tile=pointed, number=number
    )


def dora_rows(options: RiichiOptions) -> tuple[Fan, ...]:
    """What adds han to a hand that has a yaku."""

    def dora(facts: Facts) -> int:
        """A tile that an indicator points to, kong indicators too."""
        return pointed_at(facts.holding, indicators(facts.holding.win, options))

    def shown(facts: Facts) -> str:
        return _pointed_text(facts, indicators(facts.holding.win, options))

    def ura_dora(facts: Facts) -> int:
        """A tile that the tile under an indicator points to, after riichi."""
        return pointed_at(facts.holding, ura_indicators(facts.holding.win, options))

    def ura_shown(facts: Facts) -> str:
        return _pointed_text(facts, ura_indicators(facts.holding.win, options))

    def red_five(facts: Facts) -> int:
        """A red five."""
        return len(red_fives(facts.holding.hand))

    def reds_shown(facts: Facts) -> str:
        return " ".join(tile.code for tile in red_fives(facts.holding.hand))

    def set_aside(facts: Facts) -> int:
        """A north set aside, with three players."""
        return facts.circumstances.norths

    def norths_shown(facts: Facts) -> str:
        return " ".join([KIND_TILES[NORTH].code] * facts.circumstances.norths)

    rows = [
        Fan("dora", "宝牌", "Dora", 1, dora, shown, effect=Effect.HAN, japanese="ドラ"),
        Fan("ura_dora", "里宝牌", "Ura Dora", 1, ura_dora, ura_shown, effect=Effect.HAN, japanese="裏ドラ"),
        Fan("red_five", "赤宝牌", "Red Five", 1, red_five, reds_shown, effect=Effect.HAN, japanese="赤ドラ"),
        Fan(
            "north_dora", "拔北", "North Set Aside", 1, set_aside, norths_shown, effect=Effect.HAN, japanese="抜きドラ"
        ),
    ]
    off = {"ura_dora": not options.ura_dora, "red_five": not options.red_fives}
    return tuple(row for row in rows if not off.get(row.key))


def dora_tally(holding: Holding, table: FanTable, options: RiichiOptions) -> Tally:
    """What of the rows of ``table`` a hand has; the same in all its readings."""
    win = holding.win
    said = win.circumstances
    dora = pointed_at(holding, indicators(win, options)) if said.dora_indicators else 0
    ura = pointed_at(holding, ura_indicators(win, options)) if said.ura_indicators else 0
    reds = len(red_fives(holding.hand)) if options.red_fives else 0
    total = dora + ura + reds + said.norths
    if not total:
        return NOTHING_SHOWN
    found = {"dora": dora, "ura_dora": ura, "red_five": reds, "north_dora": said.norths}
    shown = tuple([(number, times) for number, row in enumerate(table.rows) if (times := found.get(row.key))])
    return Tally(total, shown, shown)
