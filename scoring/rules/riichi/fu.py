"""Fu, 符: what the parts of a reading count, line by line."""

from __future__ import annotations

from functools import cache

from scoring.division import KONG, ORPHANS, PUNG, Shape, pair_text, set_text
from scoring.facts import PAIR, Facts
from scoring.hand import MeldKind
from scoring.rules.edges import CLOSED, EDGE, chow_wait
from scoring.rules.riichi.gates import RiichiFacts
from scoring.rules.riichi.options import RiichiOptions
from scoring.rules.riichi.yaku import DRAGONS, NORTH, THREE_PLAYERS
from scoring.sentences import sentence
from scoring.sheet import FuLine
from scoring.tiles import KIND_TILES

BASE = FuLine("base", "底符", "base", "副底", 20, sentence("every hand but seven pairs"))
_CLAIMED = sentence("a concealed hand won on a discard")
_DRAWN = sentence("the winning tile was drawn, and the hand is no pinfu")
CLOSED_RON = FuLine("closed_ron", "门前清荣和", "closed ron", "門前清栄和", 10, _CLAIMED)
SELF_DRAW = FuLine("self_draw", "自摸", "self-draw", "自摸", 2, _DRAWN)
OPEN_WITHOUT_FU = FuLine(
    "open_without_fu",
    "副露平和形",
    "open hand without fu",
    "喰い平和形",
    2,
    sentence("an open hand in which nothing else has fu"),
)
SEVEN_PAIRS = FuLine("seven_pairs", "七对子", "seven pairs", "七対子", 25, sentence("fixed, and not rounded"))

OF_SEVEN_PAIRS = (SEVEN_PAIRS,)
"""All the fu of seven pairs."""


@cache
def set_line(code: int, concealed: bool) -> FuLine:
    """The fu of a pung or kong."""
    kong = code >= KONG
    kind = code - KONG if kong else code - PUNG
    orphan = ORPHANS >> kind & 1 > 0
    fu = 2 << concealed << orphan << 2 * kong
    how, zh_how, ja_how = ("concealed", "暗", "暗") if concealed else ("open", "明", "明")
    what, zh_what, ja_what = ("kong", "杠", "槓子") if kong else ("pung", "刻", "刻子")
    ending = "_of_orphans" if orphan else ""
    return FuLine(
        f"{how}_{what}{ending}",
        f"{'幺九' if orphan else '中张'}{zh_how}{zh_what}",
        f"{how} {what}{' of 1/9/honour' if orphan else ''}",
        f"{'么九' if orphan else '中張'}{ja_how}{ja_what}",
        fu,
        set_text(code),
    )


@cache
def pair_line(pair: int, seat: int, round_wind: int, double_wind_fu: int, north: bool) -> FuLine | None:
    """The fu of a pair of dragons or of a wind that is worth something; ``north`` says that norths are."""
    if pair == seat == round_wind:
        reason = sentence("{pair}, seat and round wind", pair=pair_text(pair))
        return FuLine("double_wind_pair", "连风雀头", "double-wind pair", "連風牌の雀頭", double_wind_fu, reason)
    if pair in DRAGONS or pair in (seat, round_wind) or (north and pair == NORTH):
        return FuLine("value_pair", "役牌雀头", "value pair", "役牌の雀頭", 2, pair_text(pair))
    return None


@cache
def wait_line(code: int, winning: int) -> FuLine | None:
    """The fu of having waited for one kind: in the middle of a chow, at its edge, or for the pair."""
    tile = KIND_TILES[winning]
    if code == PAIR:
        return FuLine("pair_wait", "单骑", "pair wait", "単騎待ち", 2, sentence("{tile} completed the pair", tile=tile))
    if code >= PUNG:
        return None
    reason = sentence("{tile} completed {made}", tile=tile, made=set_text(code))
    wait = chow_wait(code, winning)
    if wait == CLOSED:
        return FuLine("closed_wait", "嵌张", "closed wait", "嵌張待ち", 2, reason)
    if wait == EDGE:
        return FuLine("edge_wait", "边张", "edge wait", "辺張待ち", 2, reason)
    return None


def fu_lines(facts: RiichiFacts, options: RiichiOptions) -> tuple[FuLine, ...]:
    """The parts of the fu of a reading with sets and a pair, or of seven pairs, before the sum is rounded up."""
    if facts.shape is Shape.DIFFERENT_PAIRS:
        return OF_SEVEN_PAIRS
    lines = _of_sets(facts)
    north = options.north_is_value and facts.circumstances.players == THREE_PLAYERS
    pair = pair_line(facts.pair, facts.seat_wind, facts.round_wind, options.double_wind_pair_fu, north)
    if pair:
        lines.insert(0, pair)
    joined = facts.joined
    waited = wait_line(facts.sets[joined] if joined >= 0 else PAIR, facts.holding.winning)
    if waited:
        lines.append(waited)
    if not lines:
        if facts.exposed:
            lines.append(OPEN_WITHOUT_FU)
    elif facts.self_drawn and (options.kong_draw_fu or not facts.after_kong):
        lines.append(SELF_DRAW)
    if facts.exposed or facts.self_drawn:
        return (BASE, *lines)
    return (BASE, CLOSED_RON, *lines)


def _of_sets(facts: Facts) -> list[FuLine]:
    """The fu of pungs and kongs; a pung completed by a discard is open."""
    if not facts.pungs:
        return []
    melds = facts.holding.hand.melds
    own = len(facts.sets) - len(melds)
    claimed = -1 if facts.self_drawn else facts.joined
    lines = [set_line(code, number != claimed) for number, code in enumerate(facts.sets[:own]) if code >= PUNG]
    for meld, code in zip(melds, facts.sets[own:], strict=True):
        if code >= PUNG:
            lines.append(set_line(code, meld.kind is MeldKind.KONG_CONCEALED))
    return lines


def rounded(total: int) -> int:
    """The sum rounded up to tens; the 25 of seven pairs, the only odd one, stay."""
    return total if total & 1 else -(-total // 10) * 10
