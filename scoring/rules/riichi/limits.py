"""From han and fu to basic points: the limits, and what a hand just falls short of."""

from __future__ import annotations

from functools import cache

from scoring.sentences import named, sentence

YAKUMAN = 8000
"""The basic points of a yakuman."""

MANGAN = 2000
"""The basic points of a mangan."""

MOST_YAKUMAN = 6
"""How many yakuman add up at most."""

LIMITS = (
    (13, YAKUMAN, "kazoe yakuman"),
    (11, 6000, "sanbaiman"),
    (8, 4000, "baiman"),
    (6, 3000, "haneman"),
    (5, MANGAN, "mangan"),
)
"""From how many han, the basic points, and the limit's name."""

NAMES = {
    "mangan": named("mangan 满贯 満貫", "满贯", "満貫"),
    "haneman": named("haneman 跳满 跳満", "跳满", "跳満"),
    "baiman": named("baiman 倍满 倍満", "倍满", "倍満"),
    "sanbaiman": named("sanbaiman 三倍满 三倍満", "三倍满", "三倍満"),
    "kazoe yakuman": named("kazoe yakuman 累计役满 数え役満", "累计役满", "数え役満"),
}
"""The names of each limit."""

KIRIAGE = 1920
"""What 4 han 30 fu and 3 han 60 fu come to."""


@cache
def basic_points(han: int, fu: int, kiriage: bool, kazoe: str) -> tuple[int, str]:
    """The basic points and the limit reached, an empty text for none."""
    for least, basic, name in LIMITS:
        if han >= least and (basic < YAKUMAN or kazoe == "yakuman"):
            return basic, name
    basic = fu << han + 2
    if basic > MANGAN or (kiriage and basic == KIRIAGE):
        return MANGAN, "mangan"
    return basic, ""


def yakuman_limit(yakuman: int) -> str:
    """The limit of so many yakuman."""
    return "yakuman" if yakuman == 1 else f"{yakuman}x yakuman"


@cache
def near_miss(han: int, fu: int, kiriage: bool, kazoe: str) -> str:
    """What one more han, or ten more fu, would reach; an empty text when that is no other limit."""
    now, limit = basic_points(han, fu, kiriage, kazoe)
    basic, name = basic_points(han + 1, fu, kiriage, kazoe)
    if name != limit:
        return sentence("one han short of {limit}", limit=NAMES[name])
    basic, name = basic_points(han, fu + 10, kiriage, kazoe)
    if basic > now and name != limit:
        return sentence("10 fu short of {limit}", limit=NAMES[name])
    return ""
