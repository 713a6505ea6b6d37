"""The table of 武汉: the small hand and the big ones, and what multiplies them."""

from __future__ import annotations

from collections.abc import Callable

from scoring.division import HONOURS, NO_PAIR, Shape
from scoring.facts import Facts
from scoring.fan import Effect, Fan
from scoring.hand import MeldKind
from scoring.rules.shown import evident
from scoring.rules.wuhan.options import WuhanOptions
from scoring.seats import BySeat, Seat
from scoring.shapes import EYES
from scoring.win import Event

Predicate = Callable[[Facts], int]

RED = 33
"""The kind of the red dragon."""

WINDS = HONOURS & ~(1 << RED)
"""The kinds of 风一色: all honours but the red dragon."""

# Big hands -----------------------------------------------------------------------------------------------------------


def _eyes_pair(facts: Facts) -> bool:
    """Whether the hand is four sets and a pair of twos, fives or eights."""
    return facts.shape is Shape.STANDARD and facts.pair != NO_PAIR and bool(EYES >> facts.pair & 1)


def all_pungs(facts: Facts) -> bool:
    """Four pungs or kongs and any pair (碰碰胡)."""
    return facts.shape is Shape.STANDARD and not facts.chows


def full_flush(facts: Facts) -> bool:
    """Four sets and any pair of one suit (清一色)."""
    return facts.shape is Shape.STANDARD and facts.one_suit


def all_eyes(facts: Facts) -> bool:
    """Twos, fives and eights only, in any order (将一色)."""
    return not facts.kinds & ~EYES


def all_winds(facts: Facts) -> bool:
    """Winds, white and green dragons only, in any order (风一色)."""
    return not facts.kinds & ~WINDS


def all_claimed(facts: Facts) -> bool:
    """Four claimed melds, won on a discard, the pair twos, fives or eights (全求人)."""
    win = facts.holding.win
    return _eyes_pair(facts) and facts.exposed == 4 and not win.self_drawn and not win.robs


def kong_bloom(facts: Facts) -> bool:
    """Won on the replacement tile of any kong, the pair twos, fives or eights (杠上开花)."""
    return _eyes_pair(facts) and facts.holding.win.kongs_before > 0


def last_tiles(facts: Facts) -> bool:
    """Drew one of the last four tiles of the wall, the pair twos, fives or eights (海底捞月)."""
    return _eyes_pair(facts) and facts.self_drawn and Event.LAST_TILE in facts.events


def robbed_kong(facts: Facts) -> bool:
    """Robbed a kong, the pair twos, fives or eights (抢杠胡)."""
    return _eyes_pair(facts) and facts.holding.win.robs


def seven_pairs(facts: Facts) -> bool:
    """Seven pairs (七对)."""
    return facts.shape is Shape.SEVEN_PAIRS


SPECIAL: tuple[Predicate, ...] = (kong_bloom, last_tiles, robbed_kong)
"""The big hands that are so by how they were won."""

BIG: tuple[Predicate, ...] = (all_pungs, full_flush, all_eyes, all_winds, all_claimed, *SPECIAL, seven_pairs)
"""What makes a hand big."""


def is_big(facts: Facts) -> bool:
    """Whether the hand is a big one."""
    return any(predicate(facts) for predicate in BIG)


def small_win(facts: Facts) -> bool:
    """Four sets and a pair of twos, fives or eights, and nothing that makes a big hand (小胡)."""
    return _eyes_pair(facts) and not is_big(facts)


# What multiplies -----------------------------------------------------------------------------------------------------


def _claimed(facts: Facts, *kinds: MeldKind) -> int:
    return sum(meld.kind in kinds for meld in facts.holding.hand.melds)


def openings(facts: Facts) -> int:
    """Each chow or pung claimed (开口)."""
    return _claimed(facts, MeldKind.CHOW, MeldKind.PUNG)


def openings_with_kongs(facts: Facts) -> int:
    """Each chow, pung or exposed kong claimed (开口)."""
    return openings(facts) + exposed_kong(facts)


def opened(facts: Facts) -> bool:
    """A chow or pung was claimed (开口)."""
    return openings(facts) > 0


def opened_with_kongs(facts: Facts) -> bool:
    """A chow, pung or exposed kong was claimed (开口)."""
    return openings_with_kongs(facts) > 0


def exposed_kong(facts: Facts) -> int:
    """Each exposed kong, claimed or added to a pung (明杠)."""
    return _claimed(facts, MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED)


def concealed_kong(facts: Facts) -> int:
    """Each concealed kong (暗杠)."""
    return facts.concealed_kongs


def _own(facts: Facts, by_seat: BySeat) -> int:
    return by_seat[facts.holding.win.winner]


def skin_kong(facts: Facts) -> int:
    """Each tile of the kind turned up that the winner discarded (皮子杠)."""
    return _own(facts, facts.circumstances.skin_kongs)


def wild_kong(facts: Facts) -> int:
    """Each wild tile that the winner discarded (癞子杠)."""
    return _own(facts, facts.circumstances.wild_kongs)


def red_kong(facts: Facts) -> int:
    """Each red dragon that the winner discarded (红中杠)."""
    return _own(facts, facts.circumstances.red_kongs)


def green_kong(facts: Facts) -> int:
    """Each green dragon that the winner discarded (发财杠)."""
    return _own(facts, facts.circumstances.green_kongs)


def hard_win(facts: Facts) -> bool:
    """No wild tile, or all at their own face (硬胡)."""
    return facts.substitutes == 0


def self_drawn(facts: Facts) -> bool:
    """The winner drew the last tile of a small hand (自摸)."""
    return facts.self_drawn and not is_big(facts)


def self_drawn_big(facts: Facts) -> bool:
    """The winner drew the last tile of a big hand (自摸)."""
    return facts.self_drawn and is_big(facts)


def special_win(facts: Facts) -> int:
    """Each of 杠上开花, 抢杠胡 and 海底捞月."""
    return sum(predicate(facts) for predicate in SPECIAL)


def dealer_wins(facts: Facts) -> bool:
    """The dealer won with a small hand."""
    return facts.circumstances.has_dealer and facts.holding.win.winner is Seat.EAST and not is_big(facts)


SMALL_POINTS, BIG_POINTS = 1, 10
"""What a small hand starts from, and each thing that makes a hand big."""

EXPOSED, CONCEALED, SKIN, WILD, DRAGON = 2, 4, 2, 4, 2
"""How many times kongs count: 明杠, 暗杠, 皮子杠, 癞子杠, 红中杠 and 发财杠."""


def item_rows(options: WuhanOptions) -> tuple[Fan, ...]:
    """The rows that count under the options."""
    rows = [
        _row(small_win, "小胡", "Small hand", SMALL_POINTS, Effect.BASE),
        *(_row(predicate, name, english, BIG_POINTS, Effect.BASE) for predicate, name, english in _BIG_NAMES),
    ]
    if options.seven_pairs:
        rows.append(_row(seven_pairs, "七对", "Seven pairs", BIG_POINTS, Effect.BASE))
    rows.append(Fan("opening", "开口", "Claimed meld", 2, _openings(options), effect=Effect.FACTOR))
    if options.values == "full":
        rows += _kong_rows(options)
    rows += [_factor(hard_win, "硬胡", "No wild tile used as another", 2), _factor(self_drawn, "自摸", "Self-drawn", 2)]
    big = (2, 1) if options.values == "plain" else (3, 2)
    rows.append(_factor(self_drawn_big, "大胡自摸", "Big hand self-drawn", *big))
    if options.special_doubles:
        rows.append(_factor(special_win, "特殊胡牌翻倍", "Won in a special way", 2))
    if options.values == "full":
        rows.append(_factor(dealer_wins, "庄家", "Dealer wins a small hand", 2))
    return evident(rows)


_BIG_NAMES: tuple[tuple[Predicate, str, str], ...] = (
    (all_pungs, "碰碰胡", "All pungs"),
    (full_flush, "清一色", "Full flush"),
    (all_eyes, "将一色", "All twos, fives and eights"),
    (all_winds, "风一色", "All winds"),
    (all_claimed, "全求人", "All melds claimed"),
    (kong_bloom, "杠上开花", "Out on a replacement tile"),
    (last_tiles, "海底捞月", "Out on the last tiles"),
    (robbed_kong, "抢杠胡", "Robbing the kong"),
)


def _openings(options: WuhanOptions) -> Predicate:
    """What counts as claimed melds, each or all together."""
    with_kongs = options.kong_opens
    if options.mode == "koukou":
        return openings_with_kongs if with_kongs else openings
    return opened_with_kongs if with_kongs else opened


def _kong_rows(options: WuhanOptions) -> list[Fan]:
    rows = [
        _factor(exposed_kong, "明杠", "Exposed kong", EXPOSED),
        _factor(concealed_kong, "暗杠", "Concealed kong", CONCEALED),
        _factor(skin_kong, "皮子杠", "Skin tile discarded as a kong", SKIN),
        _factor(wild_kong, "癞子杠", "Wild tile discarded as a kong", WILD),
        _factor(red_kong, "红中杠", "Red dragon discarded as a kong", DRAGON),
    ]
    if options.green_kongs:
        rows.append(_factor(green_kong, "发财杠", "Green dragon discarded as a kong", DRAGON))
    return rows


def _row(predicate: Predicate, name: str, english: str, value: int, effect: Effect) -> Fan:
    return Fan(predicate.__name__, name, english, value, predicate, effect=effect)


def _factor(predicate: Predicate, name: str, english: str, value: int, over: int = 1) -> Fan:
    return Fan(predicate.__name__, name, english, value, predicate, effect=Effect.FACTOR, over=over)


ALIASES = {
    "底": "small_win",
    "底分": "small_win",
    "屁胡": "small_win",
    "口口翻": "opening",
    "开口翻": "opening",
    "自摸(大胡)": "self_drawn_big",
    "自摸（大胡）": "self_drawn_big",
    "大胡 自摸": "self_drawn_big",
    "抢杠": "robbed_kong",
    "杠开": "kong_bloom",
    "海底": "last_tiles",
    "赖子杠": "wild_kong",
    "皮杠": "skin_kong",
    "中杠": "red_kong",
    "庄": "dealer_wins",
    "庄家胡": "dealer_wins",
}
"""Other names in use for the items."""
