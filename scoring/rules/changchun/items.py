"""The table of 长春: 番, each of which doubles."""

from __future__ import annotations

from collections.abc import Callable

from scoring.division import PUNG, Shape
from scoring.facts import PAIR, Facts
from scoring.fan import Effect, Fan
from scoring.hand import MeldKind
from scoring.rules.changchun.conditions import winning_kinds
from scoring.rules.changchun.options import ChangchunOptions
from scoring.rules.edges import OPEN, chow_wait
from scoring.rules.shown import evident
from scoring.seats import Seat

Predicate = Callable[[Facts], int]


def plain_win(facts: Facts) -> bool:
    """Any hand that wins (和牌)."""
    del facts
    return True


def self_drawn(facts: Facts) -> bool:
    """The winner drew the tile, and all three pay for it (自摸)."""
    return facts.self_drawn


def discarded(facts: Facts) -> bool:
    """Another gave the tile; what it doubles is the share of that player alone (放炮)."""
    return not facts.self_drawn


def _is_narrow(facts: Facts) -> bool:
    """Whether the winning tile filled an edge or a gap, or made the pair."""
    if facts.shape is not Shape.STANDARD:
        return False
    if facts.joined == PAIR:
        return True
    code = facts.sets[facts.joined]
    return code < PUNG and chow_wait(code, facts.holding.winning) != OPEN


def any_narrow_wait(facts: Facts) -> bool:
    """The tile was the 3 of 12 or the 7 of 89, the middle of a chow, or made the pair (夹胡)."""
    return _is_narrow(facts)


def formal_lone_wait(facts: Facts) -> bool:
    """Edge, gap or pair, and no other tile would have completed the hand (夹胡, 独听)."""
    return _is_narrow(facts) and facts.waits == 1 << facts.holding.winning


def winning_lone_wait(options: ChangchunOptions) -> Predicate:
    """The item 夹胡 where tiles that complete the hand but may not win are no waits."""

    def lone_wait(facts: Facts) -> bool:
        """Edge, gap or pair, and no other tile would have won (夹胡, 独听)."""
        return _is_narrow(facts) and winning_kinds(facts, options) == 1 << facts.holding.winning

    return lone_wait


def lucky_drawn(facts: Facts) -> bool:
    """The ready winner drew the hidden lucky tile, which stands for any (宝牌)."""
    return facts.circumstances.lucky_drawn or facts.circumstances.lucky_matched


def lucky_matched(facts: Facts) -> bool:
    """The hidden lucky tile was one that the ready winner waited for (对宝)."""
    return facts.circumstances.lucky_matched


def all_pungs(facts: Facts) -> bool:
    """Nothing but triplets and kongs, those shown at the start too, and a pair (飘胡)."""
    return facts.shape is Shape.STANDARD and not facts.chows


def dealer_wins(facts: Facts) -> bool:
    """The winner deals (庄胡)."""
    return facts.holding.win.winner is Seat.EAST and facts.circumstances.has_dealer


def concealed(facts: Facts) -> bool:
    """No meld on the table but concealed kongs (立胡)."""
    return facts.exposed == 0


def concealed_beside_opening(facts: Facts) -> bool:
    """No meld on the table but concealed kongs and those shown at the start (立胡)."""
    return all(meld.kind in (MeldKind.KONG_CONCEALED, MeldKind.KONG_OPENING) for meld in facts.holding.hand.melds)


def seven_pairs(facts: Facts) -> bool:
    """Seven pairs (七对)."""
    return facts.shape is Shape.SEVEN_PAIRS and not facts.quads


def luxury_pairs(facts: Facts) -> bool:
    """Seven pairs, two of them of four equal tiles (豪华七对)."""
    return facts.shape is Shape.SEVEN_PAIRS and facts.quads > 0


def item_rows(options: ChangchunOptions) -> tuple[Fan, ...]:
    """The rows that count under the options."""
    double = Effect.DOUBLE
    mil = options.edition == "mil2024"
    lone = {"wins": winning_lone_wait(options), "shape": formal_lone_wait, "always": any_narrow_wait}
    open_kongs = concealed if options.opening_kong_opens else concealed_beside_opening
    rows = [
        Fan("plain_win", "和牌", "Win", 1, plain_win, effect=double),
        Fan("discarded", "放炮", "Discard", 1, discarded, effect=Effect.PAYER),
        Fan("self_drawn", "自摸", "Self-draw", 1, self_drawn, effect=double),
        Fan("all_pungs", "飘胡", "All pungs", 2, all_pungs, effect=double, implies=_covered_by_pungs(options)),
        Fan("lone_wait", "夹胡", "Lone wait", 1, lone[options.lone_wait], effect=double),
        Fan(
            "lucky_matched",
            "对宝",
            "Waiting for the lucky tile",
            2,
            lucky_matched,
            effect=double,
            implies=_drawn(options),
        ),
        Fan("lucky_drawn", "宝牌", "Lucky tile drawn", 1 if mil else 2, lucky_drawn, effect=double),
        Fan("dealer_wins", "庄胡", "Dealer wins", 1, dealer_wins, effect=double),
    ]
    if mil:
        beside = frozenset({"concealed"})
        rows.append(
            Fan(
                "luxury_pairs",
                "豪华七对",
                "Seven pairs with four equal tiles",
                4,
                luxury_pairs,
                effect=double,
                implies=beside,
            )
        )
        rows.append(Fan("seven_pairs", "七对", "Seven pairs", 3, seven_pairs, effect=double, implies=beside))
    rows.append(Fan("concealed", "立胡", "Concealed hand", 1, open_kongs, effect=double))
    return evident(rows)


def _covered_by_pungs(options: ChangchunOptions) -> frozenset[str]:
    return frozenset() if options.pungs_add_lone_wait else frozenset({"lone_wait"})


def _drawn(options: ChangchunOptions) -> frozenset[str]:
    return frozenset() if options.matched_adds_drawn else frozenset({"lucky_drawn"})


ALIASES = {
    "基本": "plain_win",
    "和牌基本分": "plain_win",
    "平胡": "plain_win",
    "平和": "plain_win",
    "点炮": "discarded",
    "碰碰胡": "all_pungs",
    "飘和": "all_pungs",
    "夹和": "lone_wait",
    "独听": "lone_wait",
    "单调": "lone_wait",
    "单吊": "lone_wait",
    "冲宝": "lucky_matched",
    "摸宝": "lucky_drawn",
    "庄和": "dealer_wins",
    "门清": "concealed",
    "立和": "concealed",
}
"""Other names in use for the items."""
