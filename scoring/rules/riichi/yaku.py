"""The yaku, what makes a hand a win and doubles it, in the order of the rule book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from scoring.division import CHOW, HONOURS, ORPHANS, PUNG, Shape, kinds_text, set_text
from scoring.facts import Facts, seat_text
from scoring.fan import Effect, Fan, reading_text
from scoring.rules.edges import OPEN, chow_wait
from scoring.rules.riichi.options import RiichiOptions
from scoring.seats import Seat
from scoring.sentences import listing, named, sentence
from scoring.tiles import KIND_TILES, Tile
from scoring.win import Event

DRAGONS = (31, 32, 33)
"""White, green, red."""

FIRST_OF_SUIT = 0b111111111
"""The kinds of the first suit, a bit for each."""

STRAIGHT = 0b1001001
"""The lowest kinds of 123 456 789 of the first suit, a bit for each."""

SUIT_NAMES = (named("characters", "万子", "萬子"), named("dots", "筒子"), named("bamboo", "条子", "索子"))
"""The suits in the order of their kinds."""

THREE_PLAYERS = 3
NORTH = 30


# What the table tells ------------------------------------------------------------------------------------------------


def riichi(facts: Facts) -> bool:
    """A concealed hand was declared ready and a stick laid down."""
    said = facts.circumstances
    return said.riichi or said.double_riichi


def double_riichi(facts: Facts) -> bool:
    """Declared ready with the first discard, before any claim; in the place of riichi."""
    return facts.circumstances.double_riichi


def open_riichi(facts: Facts) -> bool:
    """Declared ready with the hand laid open; a han on top."""
    return facts.circumstances.open_riichi


def ippatsu(facts: Facts) -> bool:
    """Won within one go-around of riichi, no claim and no kong between."""
    return facts.circumstances.ippatsu


def self_draw(facts: Facts) -> bool:
    """The winning tile drawn with a concealed hand."""
    return facts.self_drawn


def last_draw(facts: Facts) -> bool:
    """Won on the last tile of the wall, unless it replaces a kong."""
    return facts.self_drawn and Event.LAST_TILE in facts.events and not facts.holding.win.kongs_before


def last_discard(facts: Facts) -> bool:
    """Won on the discard after the last draw."""
    return not facts.self_drawn and Event.LAST_TILE in facts.events and Event.ROBBED_KONG not in facts.events


def after_kong(facts: Facts) -> bool:
    """Won on the tile that replaces a kong, with three players a north set aside too."""
    return facts.holding.win.kongs_before > 0


def robbing_kong(facts: Facts) -> bool:
    """Won on the tile that another player added to a pung."""
    return Event.ROBBED_KONG in facts.events and not facts.circumstances.rob_north


# Chows ---------------------------------------------------------------------------------------------------------------


def two_sided(facts: Facts) -> bool:
    """Whether the winning tile completed a chow that two kinds would have completed."""
    code = facts.sets[facts.joined] if facts.joined >= 0 else PUNG
    return code < PUNG and chow_wait(code, facts.holding.winning) == OPEN


def pinfu(facts: Facts) -> bool:
    """Four chows, a pair without fu and a two-sided wait, in a concealed hand."""
    return (
        len(facts.chows) == 4
        and facts.pair < DRAGONS[0]
        and facts.pair not in (facts.seat_wind, facts.round_wind)
        and two_sided(facts)
    )


def pinfu_without_north(facts: Facts) -> bool:
    """Four chows, a pair without fu and a two-sided wait, in a concealed hand."""
    return pinfu(facts) and not (facts.pair == NORTH and facts.circumstances.players == THREE_PLAYERS)


def equal_chows(facts: Facts) -> int:
    """How many pairs of equal chows there are."""
    chows = facts.chows
    found = number = 0
    while number < len(chows) - 1:
        equal = chows[number] == chows[number + 1]
        found += equal
        number += 1 + equal
    return found


def pure_double_chow(facts: Facts) -> bool:
    """Two equal chows in a concealed hand."""
    return equal_chows(facts) > 0


def twice_pure_double_chow(facts: Facts) -> bool:
    """Two pairs of equal chows in a concealed hand."""
    return equal_chows(facts) == 2


@cache
def triple_start(chows: tuple[int, ...]) -> int:
    """The rank, from 0, at which a chow begins in all three suits; -1 where there is none."""
    starts = mask(chows)
    common = starts & starts >> 9 & starts >> 18 & FIRST_OF_SUIT
    return common.bit_length() - 1


@cache
def straight_start(chows: tuple[int, ...]) -> int:
    """The first kind of the suit that has 123 456 789; -1 where none has."""
    starts = mask(chows)
    return next((first for first in (0, 9, 18) if starts >> first & STRAIGHT == STRAIGHT), -1)


def mask(kinds: tuple[int, ...]) -> int:
    """A bit for each kind."""
    found = 0
    for kind in kinds:
        found |= 1 << kind
    return found


def mixed_triple_chow(facts: Facts) -> bool:
    """The same chow in all three suits."""
    return len(facts.chows) > 2 and triple_start(facts.chows) >= 0


def pure_straight(facts: Facts) -> bool:
    """123, 456 and 789 of one suit."""
    return len(facts.chows) > 2 and straight_start(facts.chows) >= 0


# Pungs ---------------------------------------------------------------------------------------------------------------


def white(facts: Facts) -> bool:
    """A pung or kong of white dragons."""
    return facts.triplets >> DRAGONS[0] & 1 > 0


def green(facts: Facts) -> bool:
    """A pung or kong of green dragons."""
    return facts.triplets >> DRAGONS[1] & 1 > 0


def red(facts: Facts) -> bool:
    """A pung or kong of red dragons."""
    return facts.triplets >> DRAGONS[2] & 1 > 0


def seat_wind(facts: Facts) -> bool:
    """A pung or kong of the winner's own wind."""
    return facts.triplets >> facts.seat_wind & 1 > 0


def round_wind(facts: Facts) -> bool:
    """A pung or kong of the wind of the round."""
    return facts.triplets >> facts.round_wind & 1 > 0


def north(facts: Facts) -> bool:
    """A pung or kong of norths in the hand with three players."""
    return facts.circumstances.players == THREE_PLAYERS and facts.triplets >> NORTH & 1 > 0


def all_pungs(facts: Facts) -> bool:
    """Four pungs or kongs and a pair."""
    return len(facts.pungs) == 4


def three_concealed_pungs(facts: Facts) -> bool:
    """Three pungs or kongs that no other player's tile completed; the fourth set may be open."""
    return facts.concealed_pungs > 2


def triple_pung(facts: Facts) -> bool:
    """The same pung or kong in all three suits."""
    triplets = facts.triplets
    return triplets & triplets >> 9 & triplets >> 18 & FIRST_OF_SUIT > 0


def three_consecutive_pungs(facts: Facts) -> bool:
    """Three pungs or kongs of running numbers of one suit."""
    triplets = facts.triplets
    return any(triplets >> kind & 0b111 == 0b111 for kind in range(27) if kind % 9 < 7)


def three_kongs(facts: Facts) -> bool:
    """Three kongs by one player."""
    return facts.kongs == 3


def little_three_dragons(facts: Facts) -> bool:
    """Pungs or kongs of two dragons and a pair of the third."""
    return facts.pair >= DRAGONS[0] and (facts.triplets >> DRAGONS[0]).bit_count() == 2


# Tiles ---------------------------------------------------------------------------------------------------------------


def all_simples(facts: Facts) -> bool:
    """No ones, no nines and no honours."""
    return not facts.kinds & ORPHANS


def ends_everywhere(facts: Facts) -> bool:
    """Whether every set and the pair has a one, a nine or an honour, and one set is a chow."""
    return (
        bool(facts.chows)
        and ORPHANS >> facts.pair & 1 > 0
        and not facts.triplets & ~ORPHANS
        and all(kind % 9 in (0, 6) for kind in facts.chows)
    )


def outside_hand(facts: Facts) -> bool:
    """A one, nine or honour in every set and the pair, a chow and an honour among them."""
    return facts.kinds & HONOURS > 0 and ends_everywhere(facts)


def terminals_in_all_sets(facts: Facts) -> bool:
    """A one or nine in every set and the pair, a chow among them and no honour."""
    return not facts.kinds & HONOURS and ends_everywhere(facts)


def all_terminals_and_honours(facts: Facts) -> bool:
    """Nothing but ones, nines and honours."""
    return not facts.kinds & ~ORPHANS


def seven_pairs(facts: Facts) -> bool:
    """Seven pairs, no two of them equal; always 25 fu."""
    return facts.shape is Shape.DIFFERENT_PAIRS


def half_flush(facts: Facts) -> bool:
    """Tiles of one suit and honours."""
    return facts.suits == 1 and facts.kinds & HONOURS > 0


def full_flush(facts: Facts) -> bool:
    """Tiles of one suit only."""
    return facts.suits == 1 and not facts.kinds & HONOURS


# What shows them -----------------------------------------------------------------------------------------------------


def simple_tiles(facts: Facts) -> str:
    """Of which suits the tiles are, as evidence."""
    return sentence("{suits} from 2 to 8", suits=_suits_text(facts.kinds))


def flush_tiles(facts: Facts) -> str:
    """Of which suit the tiles are, as evidence."""
    suits = _suits_text(facts.kinds)
    if facts.kinds & HONOURS:
        return sentence("{suits} and honours", suits=suits)
    return sentence("{suits} only", suits=suits)


@cache
def _suits_text(kinds: int) -> str:
    return listing(name for number, name in enumerate(SUIT_NAMES) if kinds >> 9 * number & FIRST_OF_SUIT)


def equal_shown(facts: Facts) -> str:
    """The equal chows, as evidence."""
    return _equal_text(facts.chows)


@cache
def _equal_text(chows: tuple[int, ...]) -> str:
    return " ".join(set_text(CHOW + kind) for kind in chows if chows.count(kind) > 1)


def of_the_win(facts: Facts) -> str:
    """How the tile came, as evidence."""
    win = facts.holding.win
    return _win_text(win.tile, win.winner, win.discarder)


@cache
def _win_text(tile: Tile, winner: Seat, discarder: Seat | None) -> str:
    if discarder is None:
        return sentence("{tile} drawn by {seat}", tile=tile, seat=seat_text(winner))
    return sentence("{tile} from {seat}", tile=tile, seat=seat_text(discarder))


def told(facts: Facts) -> str:
    """Who is told to have done it, as evidence."""
    return _told_text(facts.holding.win.winner)


@cache
def _told_text(seat: Seat) -> str:
    return sentence("told of {seat}", seat=seat_text(seat))


def pung_of(kind: int) -> Callable[[Facts], str]:
    """The pung of that kind, as evidence."""

    def shown(facts: Facts) -> str:
        del facts
        return set_text(PUNG + kind)

    return shown


def pung_of_seat(facts: Facts) -> str:
    """The pung of the own wind, as evidence."""
    return set_text(PUNG + facts.seat_wind)


def pung_of_round(facts: Facts) -> str:
    """The pung of the round's wind, as evidence."""
    return set_text(PUNG + facts.round_wind)


def triple(facts: Facts) -> str:
    """The three equal chows of the suits, as evidence."""
    first = triple_start(facts.chows)
    return " ".join(set_text(CHOW + kind) for kind in (first, first + 9, first + 18))


def straight(facts: Facts) -> str:
    """The straight, as evidence."""
    first = straight_start(facts.chows)
    return kinds_text(range(first, first + 9))


def wait_shown(facts: Facts) -> str:
    """What the winning tile completed, as evidence."""
    return _wait_text(facts.sets[facts.joined], facts.holding.winning)


@cache
def _wait_text(chow: int, winning: int) -> str:
    held = [kind for kind in (chow, chow + 1, chow + 2) if kind != winning]
    tile = KIND_TILES[winning]
    return sentence("{held} waited for either side, {tile} completed it", held=kinds_text(held), tile=tile)


# The table -----------------------------------------------------------------------------------------------------------


def yaku_row(
    key: str,
    names: str,
    english: str,
    value: int,
    predicate: Callable[[Facts], int],
    evidence: Callable[[Facts], str] = reading_text,
    opened: int | None = None,
    implies: str = "",
    needs: str = "",
    effect: Effect = Effect.HAN,
) -> Fan:
    """A row; ``names`` are the Chinese and the Japanese one apart by a slash, ``opened`` the han with claimed sets."""
    chinese, _, japanese = names.partition("/")
    return Fan(
        key,
        chinese,
        english,
        value,
        predicate,
        evidence,
        frozenset(implies.split()),
        needs,
        effect,
        japanese=japanese or chinese,
        open_value=opened,
    )


CLOSED = 0
"""The han with claimed sets of what only a concealed hand can have."""


def yaku_rows(options: RiichiOptions) -> tuple[Fan, ...]:
    """The yaku that count under the options, each with its han in a concealed hand."""
    counted = {
        "ippatsu": options.ippatsu,
        "open_riichi": options.open_riichi,
        "three_consecutive_pungs": options.three_consecutive_pungs,
        "north": options.north_is_value,
    }
    return tuple(row for row in _rows(options) if counted.get(row.key, True))


def _rows(options: RiichiOptions) -> Iterator[Fan]:
    tanyao = None if options.open_tanyao else CLOSED
    without_fu = pinfu_without_north if options.north_is_value else pinfu
    yield yaku_row(
        "double_riichi", "两立直/ダブル立直", "Double Riichi", 2, double_riichi, told, CLOSED, "riichi", "declared"
    )
    yield yaku_row("riichi", "立直", "Riichi", 1, riichi, told, CLOSED, needs="declared")
    yield yaku_row("open_riichi", "开立直/オープン立直", "Open Riichi", 1, open_riichi, told, CLOSED, needs="declared")
    yield yaku_row("ippatsu", "一发/一発", "Ippatsu", 1, ippatsu, told, CLOSED, needs="declared")
    yield yaku_row(
        "self_draw",
        "门前清自摸和/門前清自摸和",
        "Concealed Self-draw",
        1,
        self_draw,
        of_the_win,
        CLOSED,
        needs="self_drawn",
    )
    yield yaku_row("last_draw", "海底摸月", "Last Draw", 1, last_draw, of_the_win, needs="special")
    yield yaku_row("last_discard", "河底捞鱼/河底撈魚", "Last Discard", 1, last_discard, of_the_win, needs="special")
    yield yaku_row("after_kong", "岭上开花/嶺上開花", "After a Kong", 1, after_kong, of_the_win, needs="special")
    yield yaku_row("robbing_kong", "抢杠/槍槓", "Robbing a Kong", 1, robbing_kong, of_the_win, needs="special")
    yield yaku_row(
        "twice_pure_double_chow",
        "二杯口/二盃口",
        "Twice Pure Double Chow",
        3,
        twice_pure_double_chow,
        equal_shown,
        CLOSED,
        implies="pure_double_chow",
        needs="equal_chows",
    )
    yield yaku_row("pinfu", "平和", "Pinfu", 1, without_fu, wait_shown, CLOSED, needs="four_chows")
    yield yaku_row("all_simples", "断幺九/断么九", "All Simples", 1, all_simples, simple_tiles, tanyao, needs="simples")
    yield yaku_row(
        "pure_double_chow",
        "一杯口/一盃口",
        "Pure Double Chow",
        1,
        pure_double_chow,
        equal_shown,
        CLOSED,
        needs="equal_chows",
    )
    yield yaku_row("white", "役牌白/役牌 白", "White Dragon", 1, white, pung_of(31), needs="honour_pungs")
    yield yaku_row("green", "役牌发/役牌 發", "Green Dragon", 1, green, pung_of(32), needs="honour_pungs")
    yield yaku_row("red", "役牌中/役牌 中", "Red Dragon", 1, red, pung_of(33), needs="honour_pungs")
    yield yaku_row("seat_wind", "自风/自風", "Seat Wind", 1, seat_wind, pung_of_seat, needs="honour_pungs")
    yield yaku_row("round_wind", "场风/場風", "Round Wind", 1, round_wind, pung_of_round, needs="honour_pungs")
    yield yaku_row("north", "役牌北/役牌 北", "North", 1, north, pung_of(NORTH), needs="honour_pungs")
    yield yaku_row(
        "mixed_triple_chow",
        "三色同顺/三色同順",
        "Mixed Triple Chow",
        2,
        mixed_triple_chow,
        triple,
        1,
        needs="three_chows",
    )
    yield yaku_row(
        "pure_straight", "一气通贯/一気通貫", "Pure Straight", 2, pure_straight, straight, 1, needs="three_chows"
    )
    yield yaku_row(
        "terminals_in_all_sets",
        "纯全带幺九/純全帯么九",
        "Terminals in All Sets",
        3,
        terminals_in_all_sets,
        opened=2,
        needs="ends",
    )
    yield yaku_row("outside_hand", "混全带幺九/混全帯么九", "Outside Hand", 2, outside_hand, opened=1, needs="ends")
    yield yaku_row("seven_pairs", "七对子/七対子", "Seven Pairs", 2, seven_pairs, opened=CLOSED, needs="loose")
    yield yaku_row("all_pungs", "对对和/対々和", "All Pungs", 2, all_pungs, needs="three_pungs")
    yield yaku_row(
        "three_concealed_pungs", "三暗刻", "Three Concealed Pungs", 2, three_concealed_pungs, needs="three_pungs"
    )
    yield yaku_row("triple_pung", "三色同刻", "Triple Pung", 2, triple_pung, needs="three_pungs")
    yield yaku_row(
        "three_consecutive_pungs",
        "三连刻/三連刻",
        "Three Consecutive Pungs",
        2,
        three_consecutive_pungs,
        needs="three_pungs",
    )
    yield yaku_row("three_kongs", "三杠子/三槓子", "Three Kongs", 2, three_kongs, needs="three_kongs")
    yield yaku_row(
        "all_terminals_and_honours",
        "混老头/混老頭",
        "All Terminals and Honours",
        2,
        all_terminals_and_honours,
        needs="only_orphans",
    )
    yield yaku_row(
        "little_three_dragons", "小三元", "Little Three Dragons", 2, little_three_dragons, needs="honour_pungs"
    )
    yield yaku_row("half_flush", "混一色", "Half Flush", 3, half_flush, flush_tiles, 2, needs="flush")
    yield yaku_row("full_flush", "清一色", "Full Flush", 6, full_flush, flush_tiles, 5, needs="flush")


def opened(rows: tuple[Fan, ...]) -> tuple[Fan, ...]:
    """The yaku of a hand with claimed sets, each with its han there."""
    return tuple(
        row if row.open_value is None else replace(row, value=row.open_value)
        for row in rows
        if row.open_value != CLOSED
    )
