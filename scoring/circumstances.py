"""What else a table knows about a win: the wild tiles, first turns, kongs in a row, who fed whom.

No rule system asks about all of it: ``RuleSet.asks`` names the fields that matter, ``QUESTIONS`` has the words for
asking people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from scoring.errors import NotationError
from scoring.numbers import whole_number
from scoring.seats import NOBODY, BySeat, Seat, parse_seat
from scoring.tiles import SUITS, Tile, parse_tile, parse_tiles


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the table knows beside tile, seats and wind; the defaults are those of a plain win without wild tiles."""

    wild: tuple[Tile, ...] = ()
    """The faces that are wild in this deal, the one that counts double (正精) first."""
    indicator: Tile | None = None
    """The tile turned up to find the wild ones; where ``wild`` is empty they follow from it."""
    after_kong: int = 0
    """Kongs in a row, shown flowers too where rules say so, the last of which brought the winning tile."""
    heavenly: bool = False
    """The dealer won with the tiles dealt, 天和."""
    earthly: bool = False
    """Won on the dealer's first discard, in some rules on the own first draw, 地和."""
    human: bool = False
    """Another than the dealer won on the own first draw, in some rules on a discard before it, 人和."""
    declared_ready: bool = False
    """The winner had declared to be ready, 听牌, and exchanged no tile since."""
    lucky_drawn: bool = False
    """The ready winner drew the hidden lucky tile, 宝牌."""
    lucky_matched: bool = False
    """The hidden lucky tile was one the winner waited for, 对宝."""
    flying_wilds: BySeat = NOBODY
    """How many wild tiles each seat discarded, 飞宝."""
    fed: BySeat = NOBODY
    """How many of the winner's melds each seat gave the tile for."""
    three_tan: tuple[tuple[Seat, Seat], ...] = ()
    """Pairs of seats, the first of which took three melds or more from the second, 三摊."""
    kong_bloom_from: Seat | None = None
    """Whose discard made the kong on whose replacement tile the winner won, 杠头开花."""
    two_tan_before: tuple[Seat, Seat] | None = None
    """Who had taken two melds from whom before that kong."""
    others_hold_jing: bool | None = None
    """Whether another player holds a wild tile; ``None`` when it is not known."""
    loser_factors: BySeat | None = None
    """What each seat's own openings and kongs multiply its payment by; ``None`` when it is not known."""
    red_kongs: BySeat = NOBODY
    """How many red dragons each seat discarded as kongs, 红中杠."""
    skin_kongs: BySeat = NOBODY
    """How many tiles of the indicator's kind each seat discarded as kongs, 皮子杠."""
    wild_kongs: BySeat = NOBODY
    """How many wild tiles each seat discarded as kongs, 癞子杠."""
    dealer_streak: int = 0
    """How many hands in a row the dealer has dealt before this one, 连庄."""
    green_kongs: BySeat = NOBODY
    """How many green dragons each seat discarded as kongs where rules have it, 发财杠."""
    third_feeder: Seat | None = None
    """Who gave the tile for the third meld that the winner claimed."""
    discarder_ready: bool | None = None
    """Whether the discarder was ready himself; ``None`` when it is not known."""
    has_dealer: bool = True
    """Whether anybody deals; if not, nothing is doubled for the dealer."""
    missing_suit: str | None = None
    """The suit that the winner declared to do without, 定缺: ``m``, ``p`` or ``s``; ``None`` when none was declared."""
    already_won: frozenset[Seat] = frozenset()
    """Who won earlier in this hand of play and has left it, 血战到底."""
    kong_discard: bool = False
    """The winning tile was the discard after the discarder's own kong, 杠上炮."""
    heavenly_ready: bool = False
    """The winner was ready with the tiles dealt, declared it, and exchanged no tile since, 天聽."""
    earthly_ready: bool = False
    """The winner was ready with the first discard, nobody having claimed a tile, and declared it, 地聽."""
    liable: Seat | None = None
    """Who must pay for having fed the hand, 包."""
    riichi: bool = False
    """The winner had declared riichi, 立直."""
    double_riichi: bool = False
    """Declared with the first discard, before any claim, ダブル立直."""
    open_riichi: bool = False
    """Declared with the hand laid open, オープン立直."""
    ippatsu: bool = False
    """Won within a go-around of it without a claim or kong between, 一発."""
    dora_indicators: tuple[Tile, ...] = ()
    """The tiles turned up on the dead wall, kong indicators after the first."""
    ura_indicators: tuple[Tile, ...] = ()
    """The tiles under those, looked at after riichi."""
    honba: int = 0
    """Counters on the table, 本場."""
    sticks: int = 0
    """Riichi sticks on the table, the winner's own among them, 供託."""
    players: int = 4
    """How many play; with three there is no north."""
    norths: int = 0
    """North tiles that the winner has set aside, 抜きドラ."""
    rob_north: bool = False
    """Won on a north that another player was setting aside."""
    concealed_kong: bool = False
    """The robbed kong was a concealed one."""


PLAIN = Circumstances()
"""A win of which nothing else is known."""


class Answer(Enum):
    """What form the answer to a question has."""

    YES_NO = "yes_no"
    NUMBER = "number"
    BY_SEAT = "by_seat"
    """A number for each seat."""
    SEAT = "seat"
    SEATS = "seats"
    """Pairs of seats: who, from whom."""
    SEAT_SET = "seat_set"
    """Seats in no order."""
    TILE = "tile"
    TILES = "tiles"
    SUIT = "suit"
    """``m``, ``p`` or ``s``."""


@dataclass(frozen=True, slots=True)
class Question:
    """How to ask people about a field of ``Circumstances``, an ``Event`` or the round's wind."""

    field: str
    """The name of the field, or the value of the event."""
    zh: str
    en: str
    answer: Answer


QUESTIONS: dict[str, Question] = {
    question.field: question
    for question in (
        Question("round_wind", "圈风", "Prevailing wind", Answer.SEAT),
        Question("wild", "百搭牌（精、宝、癞子、财神）", "Wild tiles", Answer.TILES),
        Question("indicator", "翻开的牌", "Tile turned up", Answer.TILE),
        Question("last_tile", "海底（最后一张）", "Last tile of the wall", Answer.YES_NO),
        Question("robbed_kong", "抢杠", "Robbed a kong", Answer.YES_NO),
        Question("last_copy", "和绝张", "Last copy of its kind", Answer.YES_NO),
        Question("after_kong", "杠上开花（连续几杠）", "Replacement tile after how many kongs in a row", Answer.NUMBER),
        Question("heavenly", "天和", "Dealer won with the tiles dealt", Answer.YES_NO),
        Question(
            "earthly",
            "地和",
            "Won in the first turn: on the dealer's discard or the own draw, as the rules say",
            Answer.YES_NO,
        ),
        Question(
            "human",
            "人和",
            "Won in the first turn, not as dealer: on the own draw or a discard, as the rules say",
            Answer.YES_NO,
        ),
        Question("declared_ready", "报听", "Had declared ready", Answer.YES_NO),
        Question("lucky_drawn", "宝牌", "Drew the lucky tile", Answer.YES_NO),
        Question("lucky_matched", "对宝", "Waited for the lucky tile", Answer.YES_NO),
        Question("flying_wilds", "各家打出的宝（飞宝）", "Wild tiles discarded by each seat", Answer.BY_SEAT),
        Question("fed", "吃碰杠各家几副", "Melds of the winner fed by each seat", Answer.BY_SEAT),
        Question("three_tan", "三摊", "Who took three melds or more from whom", Answer.SEATS),
        Question("kong_bloom_from", "杠头开花是谁打的", "Whose discard made the kong that bloomed", Answer.SEAT),
        Question("two_tan_before", "此前两摊", "Who had taken two melds from whom before it", Answer.SEATS),
        Question("others_hold_jing", "别家有精", "Another player holds a wild tile", Answer.YES_NO),
        Question("loser_factors", "各家倍数", "Each seat's own factor", Answer.BY_SEAT),
        Question("red_kongs", "红中杠", "Red dragons discarded by each seat", Answer.BY_SEAT),
        Question("skin_kongs", "皮子杠", "Skin tiles discarded by each seat", Answer.BY_SEAT),
        Question("wild_kongs", "癞子杠", "Wild tiles discarded as kongs by each seat", Answer.BY_SEAT),
        Question("dealer_streak", "连庄数", "Hands in a row dealt before by the dealer", Answer.NUMBER),
        Question("green_kongs", "发财杠", "Green dragons discarded as kongs by each seat", Answer.BY_SEAT),
        Question("third_feeder", "第三次开口是谁打的", "Who gave the tile for the third claimed meld", Answer.SEAT),
        Question("discarder_ready", "放冲者已听牌", "The discarder was ready", Answer.YES_NO),
        Question("has_dealer", "有庄", "Somebody deals", Answer.YES_NO),
        Question("missing_suit", "定缺", "Suit declared missing", Answer.SUIT),
        Question("already_won", "已和牌的各家", "Seats that won earlier in this hand", Answer.SEAT_SET),
        Question("kong_discard", "杠上炮", "Discarded after a kong", Answer.YES_NO),
        Question("heavenly_ready", "天聽", "Declared ready with the tiles dealt", Answer.YES_NO),
        Question("earthly_ready", "地聽", "Declared ready with the first discard", Answer.YES_NO),
        Question("liable", "包牌", "Who is liable for the hand", Answer.SEAT),
        Question("riichi", "立直", "Declared riichi", Answer.YES_NO),
        Question("double_riichi", "两立直", "Declared riichi with the first discard", Answer.YES_NO),
        Question("open_riichi", "开立直", "Declared riichi with the hand laid open", Answer.YES_NO),
        Question("ippatsu", "一发", "Won within a go-around of riichi", Answer.YES_NO),
        Question("dora_indicators", "宝牌指示牌", "Dora indicators", Answer.TILES),
        Question("ura_indicators", "里宝牌指示牌", "Ura dora indicators", Answer.TILES),
        Question("honba", "本场", "Honba counters on the table", Answer.NUMBER),
        Question("sticks", "立直棒", "Riichi sticks on the table, the winner's own too", Answer.NUMBER),
        Question("players", "人数", "Players", Answer.NUMBER),
        Question("norths", "拔北", "Norths set aside", Answer.NUMBER),
        Question("rob_north", "抢北", "Won on a north being set aside", Answer.YES_NO),
        Question("concealed_kong", "抢暗杠", "The robbed kong was concealed", Answer.YES_NO),
    )
}
"""Every question that a rule system may ask, by the name of the field."""


def _yes_no(value: Any) -> bool:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    return words[str(value).lower()]


def _number(value: Any) -> int:
    number = whole_number(value)
    if number not in range(100):
        raise ValueError(value)
    return number


def _seat(value: Any) -> Seat:
    return parse_seat(str(value))


def _by_seat(value: Any) -> BySeat:
    if isinstance(value, Mapping):
        numbers = {_seat(seat): _number(number) for seat, number in value.items()}
        if len(numbers) < len(value):
            raise ValueError(value)
        east, south, west, north = (numbers.get(seat, 0) for seat in Seat)
    else:
        east, south, west, north = map(_number, value.replace(",", " ").split() if isinstance(value, str) else value)
    return east, south, west, north


def _seats(value: Any) -> tuple[tuple[Seat, Seat], ...]:
    return tuple((_seat(first), _seat(second)) for first, second in value)


def _seat_set(value: Any) -> frozenset[Seat]:
    return frozenset(map(_seat, re.split(r"[\s,-]+", value.strip()) if isinstance(value, str) else value))


def _suit(value: Any) -> str:
    if value not in tuple(SUITS):
        raise ValueError(value)
    return str(value)


def _tiles(value: Any) -> tuple[Tile, ...]:
    return parse_tiles(value) if isinstance(value, str) else tuple(map(parse_tile, value))


_READ: dict[Answer, Callable[[Any], Any]] = {
    Answer.YES_NO: _yes_no,
    Answer.NUMBER: _number,
    Answer.BY_SEAT: _by_seat,
    Answer.SEAT: _seat,
    Answer.SEATS: _seats,
    Answer.SEAT_SET: _seat_set,
    Answer.SUIT: _suit,
    Answer.TILE: parse_tile,
    Answer.TILES: _tiles,
}


def parse_circumstances(values: Mapping[str, Any]) -> Circumstances:
    """The circumstances with fields set from text or plain values; raises ``NotationError`` naming the field at fault.

    Numbers are written as ``scoring.numbers`` has it.

    Tiles are in notation, seats by name, numbers by seat a mapping or four numbers, east first; pairs of seats a list.
    """
    names = {field.name for field in fields(Circumstances)}
    read: dict[str, Any] = {}
    for name, value in values.items():
        if name not in names:
            raise NotationError(
                "unknown_circumstance", f"no circumstance {name!r}; there are {', '.join(sorted(names))}"
            )
        try:
            read[name] = _two_seats(value) if name == "two_tan_before" else _READ[QUESTIONS[name].answer](value)
        except NotationError as error:
            raise NotationError(error.code, f"{name}: {error.message}") from None
        except (ValueError, TypeError, KeyError, AttributeError):
            raise NotationError("bad_circumstance", f"cannot read {value!r} as {name}") from None
    return Circumstances(**read)


def _two_seats(value: Any) -> tuple[Seat, Seat]:
    first, second = value
    return _seat(first), _seat(second)
