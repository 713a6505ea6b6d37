"""Runs worked cases: ``python -m scoring.cases FILE.jsonl [--system NAME]``.

One JSON object a line: ``id``, ``system``, ``hand``, ``melds``, ``win_tile``, ``wild``, ``ctx`` and ``expected`` with
``win``, ``score``, ``payments`` and ``items``. Seats are numbers, play goes 0 to 3, the dealer is ``ctx.dealer``. What
is expected and ``null`` or missing is not compared. Prints each failure, then ``N passed, N failed``; the exit status
is 1 when one failed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scoring.errors import BelowMinimum, HandError, MeldError, NotAllowed, NotAWin, ScoringError, WinError
from scoring.hand import Hand, Meld, MeldKind
from scoring.round import KongMade, Round, ScoredWin, Settlement, Transfer
from scoring.rules import RULE_SETS, RuleSet, rule_set, with_options
from scoring.rules.regional import Regional
from scoring.seats import BySeat, Seat
from scoring.sheet import HanFu, ScoreSheet
from scoring.tiles import ALL_TILES, Tile, parse_tile, parse_tiles
from scoring.win import Event, Win, parse_seat

Case = Mapping[str, Any]

_SYSTEMS = {"nanchang+168": "nanchang_168", "gb": "mcr"}
"""Names in use for rule systems."""

_MELDS = {
    "c": MeldKind.CHOW,
    "p": MeldKind.PUNG,
    "m": MeldKind.KONG_EXPOSED,
    "b": MeldKind.KONG_ADDED,
    "a": MeldKind.KONG_CONCEALED,
    "x": MeldKind.KONG_OPENING,
}


class CaseError(Exception):
    """A case that cannot be run; the message names the key at fault."""


UNREADABLE = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, AssertionError)
"""What reading a value of an unexpected form raises."""


@contextmanager
def _reading(key: str, value: Any) -> Iterator[None]:
    """Name the key at fault when its value cannot be read."""
    try:
        yield
    except (CaseError, *UNREADABLE) as error:
        raise CaseError(f"cannot read {key}: {value!r} ({error})") from None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a case went."""

    name: str
    problems: tuple[str, ...]
    """What differs, each with what was expected and what was got; none when the case passed."""
    unchecked: tuple[str, ...] = ()
    """Names of expected items that the rule system has no word for."""


def parse_code(text: str) -> Meld:
    """The meld that a code such as ``p222s`` or ``x1m1p1s`` writes."""
    kind = _MELDS.get(text[:1])
    if kind is None:
        raise CaseError(f"melds: no meld {text!r}")
    return Meld(kind, parse_tiles(text[1:]))


# Context -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Table:
    """What a context says, with seats turned from numbers into winds."""

    dealer: int = 0
    players: int = len(Seat)
    fields: dict[str, Any] = field(default_factory=dict)
    """Fields of ``Circumstances``."""
    win: dict[str, Any] = field(default_factory=dict)
    """Fields of ``Win`` but for the tile."""
    events: set[Event] = field(default_factory=set)
    flowers: tuple[Tile, ...] = ()
    round: dict[str, Any] = field(default_factory=dict)
    """Fields of ``Round``."""
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the rules."""
    self_drawn: bool | None = None
    robbed: Seat | None = None
    """Whose kong was robbed, where it is said."""
    said: Mapping[str, Any] = field(default_factory=dict)
    """The whole context."""

    @property
    def winner(self) -> Seat:
        """Who won."""
        found = self.win["winner"]
        assert isinstance(found, Seat)
        return found

    @property
    def others(self) -> list[int]:
        """The numbers of all but the winner, in their order."""
        return [number for number in range(4) if (number - self.dealer) % 4 != self.winner]

    def seat(self, number: Any) -> Seat:
        """The seat of a number, a text with a number, or a wind."""
        if isinstance(number, str) and not number.strip().lstrip("-").isdigit():
            return _wind(number)
        if int(number) not in range(self.players):
            raise CaseError(f"no seat {number!r}")
        return Seat((int(number) - self.dealer) % self.players)

    def by_seat(self, values: Any, empty: int = 0) -> BySeat:
        """A number for each seat, from a mapping by seat or a list."""
        pairs = values.items() if isinstance(values, Mapping) else enumerate(values)
        found = [empty] * 4
        for number, value in pairs:
            found[self.seat(number)] = int(value)
        return found[0], found[1], found[2], found[3]

    def pairs(self, values: Any) -> tuple[tuple[Seat, Seat], ...]:
        """Pairs of seats, the first of which took from the second; a seat alone is whom the winner took from."""
        if isinstance(values, Mapping):
            return (self._pair(values),) if set(values) & {*TAKERS, *GIVERS} else self._pairs_by_seat(values)
        if isinstance(values, int | str) and not isinstance(values, bool):
            return ((self.winner, self.seat(values)),)
        alone = bool(values) and not isinstance(values[0], list | tuple | Mapping)
        return tuple(self._pair(pair) for pair in ([values] if alone else values or ()))

    def _pair(self, pair: Any) -> tuple[Seat, Seat]:
        if not isinstance(pair, Mapping):
            first, second = pair
            return self.seat(first), self.seat(second)
        taker = next((self.seat(pair[key]) for key in TAKERS if key in pair), self.winner)
        giver = next((self.seat(pair[key]) for key in GIVERS if key in pair), None)
        if giver is None:
            raise ValueError(f"{pair} does not say from whom")
        return taker, giver

    def _pairs_by_seat(self, values: Mapping[str, Any]) -> tuple[tuple[Seat, Seat], ...]:
        """From whom each took; three or four beside a seat that is not the winner's is how many he took from there."""
        found = []
        for first, seconds in values.items():
            for second in seconds if isinstance(seconds, list) else [seconds]:
                counted = int(second) in (3, 4) and self.winner is not self.seat(first)
                if counted and (int(second) == 4 or self.winner is not self.seat(second)):
                    found.append((self.winner, self.seat(first)))
                else:
                    found.append((self.seat(first), self.seat(second)))
        return tuple(found)


TAKERS, GIVERS = ("by", "taker", "to", "claimer"), ("from", "giver", "source", "feeder")
"""Keys of who took and of who gave."""


def _wind(value: Any) -> Seat:
    """The wind of a name, a number from 0, or the code of its tile."""
    text = str(value).strip()
    if re.fullmatch(r"[0-3]", text):
        return Seat(int(text))
    return Seat(int(text[0]) - 1) if re.fullmatch(r"[1-4]z", text) else parse_seat(text)


def _truth(value: Any) -> bool:
    """A yes or no, also as text."""
    if isinstance(value, str):
        return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[value.strip().lower()]
    return bool(value)


def _field(name: str, convert: Callable[[Table, Any], Any]) -> Callable[[Table, Any], None]:
    """A field of ``Circumstances``."""

    def read(table: Table, value: Any) -> None:
        table.fields[name] = convert(table, value)

    return read


def _flag(name: str) -> Callable[[Table, Any], None]:
    """A yes or no of ``Circumstances``."""
    return _field(name, lambda _, value: _truth(value))


def _number(name: str) -> Callable[[Table, Any], None]:
    """A whole number of ``Circumstances``."""
    return _field(name, lambda _, value: int(value))


def _event(event: Event) -> Callable[[Table, Any], None]:
    def read(table: Table, value: Any) -> None:
        if _truth(value):
            table.events.add(event)

    return read


def _numbers(name: str) -> Callable[[Table, Any], None]:
    """A number for each seat; a bare number is the winner's."""

    def read(table: Table, value: Any) -> None:
        if isinstance(value, int | str):
            value = {table.win["winner"].value + table.dealer: value}
        table.fields[name] = table.by_seat(
            {str(int(k) % 4): v for k, v in value.items()} if isinstance(value, dict) else value
        )

    return read


_MODES = {"口口翻": "koukou", "开口翻": "kaikou"}
"""Chinese names of options' words."""


def _option(name: str) -> Callable[[Table, Any], None]:
    def read(table: Table, value: Any) -> None:
        table.options[name] = _MODES.get(str(value), str(value).lower())

    return read


def _options(table: Table, value: Any) -> None:
    """House options by name, with plain values."""
    table.options.update({str(name): said for name, said in value.items()})


def option_text(now: object, value: Any) -> str:
    """The text of an option's value whose value is ``now``: nothing is none, and what is on may have its points."""
    if value is None:
        return "none" if isinstance(now, str) else "0"
    if isinstance(now, bool) and isinstance(value, int):
        return str(value > 0).lower()
    if isinstance(now, int) and isinstance(value, bool):
        return str(int(value))
    penalty = _PENALTY.search(str(value))
    return _PENALTIES[penalty[0]] if penalty and not isinstance(now, int) else str(value).lower()


_PENALTY = re.compile("20000|3000")
_PENALTIES = {"20000": "final_20000", "3000": "each_3000"}
"""What an error costs, by the number in its name."""


def _round(name: str, convert: Callable[[Table, Any], Any]) -> Callable[[Table, Any], None]:
    def read(table: Table, value: Any) -> None:
        table.round[name] = convert(table, value)

    return read


def _self_drawn(table: Table, value: Any) -> None:
    table.self_drawn = _truth(value)


def _discarder(table: Table, value: Any) -> None:
    table.win["discarder"] = table.seat(value)


def _robbed(table: Table, value: Any) -> None:
    """Whose kong was robbed, or only whether one was."""
    if isinstance(value, bool) or str(value).lower() in ("true", "false"):
        _event(Event.ROBBED_KONG)(table, value)
        return
    _discarder(table, value)
    table.robbed = table.seat(value)
    table.events.add(Event.ROBBED_KONG)


def _round_wind(table: Table, value: Any) -> None:
    table.win["round_wind"] = _wind(value)


def _after_kong(table: Table, value: Any) -> None:
    text = str(value).strip().lower()
    table.fields["after_kong"] = int(_truth(text)) if text in ("true", "false") else int(value)


def _fed(table: Table, value: Any) -> None:
    """Who fed the winner's melds: numbers by seat, a seat and its number, each meld's seat, or who fed three."""
    word = str(value).lower()
    if word == "true":
        raise CaseError("it does not say which seat")
    table.fields["fed"] = table.by_seat({} if word in ("false", "[]", "{}", "") else _fed_counts(value))


def _fed_counts(value: Any) -> dict[str, int]:
    """How many melds each seat fed, by its number."""
    if isinstance(value, int | str):
        return {str(value): 3}
    if isinstance(value, Mapping):
        seat = next((value[key] for key in ("seat", *GIVERS) if key in value), None)
        if seat is not None:
            return {str(seat): _how_many(value.get("count", 3))}
        return {str(number): _how_many(count) for number, count in value.items()}
    if isinstance(value[0], list):
        return {str(seat): _how_many(count) for seat, count in value}
    if len(value) == 2 and value[1] in (3, 4):
        return {str(value[0]): value[1]}
    given = [str(number) for number in value if number is not None]
    return {number: given.count(number) for number in given}


def _how_many(value: Any) -> int:
    """A number, or that of the melds listed."""
    return len(value) if isinstance(value, list) else int(value)


def _two_tan(table: Table, value: Any) -> None:
    """Who had taken two from whom; a yes, or the number two, is the winner from whom the kong's tile came."""
    source = table.said.get("kong_bloom_from")
    if source is not None and str(value).lower() in ("true", "2"):
        value = source
    found = table.pairs(value) if value is not False and str(value).lower() != "false" else ()
    table.fields["two_tan_before"] = found[0] if found else None


def _bloom_from(table: Table, value: Any) -> None:
    table.fields["kong_bloom_from"] = table.seat(value)
    table.fields.setdefault("after_kong", 1)


def _counter(name: str) -> Callable[[Table, Any], None]:
    """A number that the table tells of a win and of a drawn hand alike."""

    def read(table: Table, value: Any) -> None:
        table.fields[name] = table.round[name] = int(value)

    return read


def _seat_set(table: Table, value: Any) -> frozenset[Seat]:
    return frozenset(map(table.seat, value))


def _declared_ready(table: Table, value: Any) -> None:
    """A yes or no, or when it was declared."""
    early = {"heavenly": "heavenly_ready", "earthly": "earthly_ready"}.get(str(value))
    table.fields[early or "declared_ready"] = True if early else _truth(value)


def _flower_win(table: Table, value: Any) -> None:
    """All eight flowers drawn, or seven and the eighth from another; which they are need not be said."""
    if value not in ("eight", "seven_robs_one"):
        raise CaseError("it is eight or seven_robs_one")
    if value == "eight":
        table.self_drawn = True


def _factors(table: Table, value: Any) -> None:
    if isinstance(value, list) and len(value) == 3:
        value = dict(zip(table.others, value, strict=True))
    table.fields["loser_factors"] = _table_factors(table, value)


def _table_factors(table: Table, value: Any) -> BySeat:
    """A factor for each seat; a bare one is everybody's."""
    if isinstance(value, int | float | str):
        value = [value] * 4
    pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
    return table.by_seat({seat: _product(factor) for seat, factor in pairs}, 1)


def _product(factor: Any) -> int:
    """The number that ``4``, ``x4``, ``2*2`` or ``2^2`` writes."""
    result = 1
    text = str(factor).strip().lower().replace("**", "^").replace("x", "*").replace("×", "*").removeprefix("*")
    for part in text.split("*"):
        base, _, power = part.partition("^")
        result *= int(base.strip().removesuffix(".0")) ** int(power or 1)
    return result


def _indicator(table: Table, value: Any) -> None:
    table.fields["indicator"] = table.round["indicator"] = parse_tile(value)


def _flowers(table: Table, value: Any) -> None:
    if isinstance(value, Mapping):
        value = [code for seat, shown in value.items() if table.seat(seat) is table.winner for code in _tiles(shown)]
    table.flowers = _tiles(value)


def _tiles(value: Any) -> tuple[Tile, ...]:
    """Tiles as text, or as a list of their codes."""
    if isinstance(value, str):
        return parse_tiles(value)
    return tuple(tile if isinstance(tile, Tile) else parse_tile(tile) for tile in value)


def _losses(table: Table, value: Any) -> BySeat:
    """The losses of all but the winner, in order of their numbers, or of each seat."""
    table.round["raw_winner"] = table.winner
    if isinstance(value, Mapping) or len(value) == 4:
        return table.by_seat(value)
    return table.by_seat(dict(zip(table.others, value, strict=True)))


def _nothing(table: Table, value: Any) -> None:
    """Read elsewhere."""
    del table, value


READERS: dict[str, Callable[[Table, Any], None]] = {
    "system": _nothing,
    "dealer": _nothing,
    "winner": _nothing,
    "seat": _nothing,
    "seat_wind": _nothing,
    "self_draw": _self_drawn,
    "self_drawn": _self_drawn,
    "tsumo": _self_drawn,
    "discarder": _discarder,
    "robbed": _robbed,
    "rob_kong": _event(Event.ROBBED_KONG),
    "last_tile": _event(Event.LAST_TILE),
    "last_discard": _event(Event.LAST_TILE),
    "last_copy": _event(Event.LAST_COPY),
    "round_wind": _round_wind,
    "after_kong": _after_kong,
    "dealer_streak": _number("dealer_streak"),
    "kong_bloom_from": _bloom_from,
    "two_tan_before": _two_tan,
    "three_tan": _field("three_tan", Table.pairs),
    "melds_from_same_seat": _fed,
    "fed": _fed,
    "first_discard": _flag("earthly"),
    "heavenly": _flag("heavenly"),
    "earthly": _flag("earthly"),
    "human": _flag("human"),
    "declared_ready": _declared_ready,
    "lucky_drawn": _flag("lucky_drawn"),
    "lucky_matched": _flag("lucky_matched"),
    "others_hold_jing": _flag("others_hold_jing"),
    "flying_wilds": _numbers("flying_wilds"),
    "red_kongs": _numbers("red_kongs"),
    "skin_kongs": _numbers("skin_kongs"),
    "wild_kongs": _numbers("wild_kongs"),
    "green_kongs": _numbers("green_kongs"),
    "third_feeder": _field("third_feeder", Table.seat),
    "discarder_ready": _flag("discarder_ready"),
    "losers": _factors,
    "loser_factors": _factors,
    "indicator": _indicator,
    "flowers": _flowers,
    "jing_points": _round("jing_points", Table.by_seat),
    "jing_fed": _round("jing_fed", Table.pairs),
    "factors": _round("factors", _table_factors),
    "ready": _round("ready", _seat_set),
    "opened": _round("opened", _seat_set),
    "last_drawer": _round("last_drawer", Table.seat),
    "same_first_discards": _round("same_first_discards", lambda _, value: _truth(value)),
    "raw_losses": _round("raw_losses", _losses),
    "kong": _nothing,
    "meld": _nothing,
    "kongs": _nothing,
    "melds": _nothing,
    "kong_is_jing": _nothing,
    "options": _options,
    "liable": _field("liable", Table.seat),
    "riichi": _flag("riichi"),
    "double_riichi": _flag("double_riichi"),
    "open_riichi": _flag("open_riichi"),
    "ippatsu": _flag("ippatsu"),
    "dora_indicators": _field("dora_indicators", lambda _, value: _tiles(value)),
    "ura_indicators": _field("ura_indicators", lambda _, value: _tiles(value)),
    "honba": _counter("honba"),
    "sticks": _counter("sticks"),
    "players": _counter("players"),
    "norths": _number("norths"),
    "rob_north": _flag("rob_north"),
    "concealed_kong": _flag("concealed_kong"),
    "offender": _nothing,
    "yakuman": _nothing,
    "liable_yakuman": _nothing,
    "sticks_taken": _nothing,
    "missing_suit": _field("missing_suit", lambda _, value: str(value)),
    "already_won": _field("already_won", _seat_set),
    "kong_discard": _flag("kong_discard"),
    "kong_feeder": _bloom_from,
    "streak": _number("dealer_streak"),
    "flower_win": _flower_win,
    "from": _discarder,
    "event": _nothing,
    "hands": _nothing,
    "best": _nothing,
    "kong_income": _nothing,
    "income": _nothing,
    "winners": _nothing,
    "wins": _nothing,
    "unit": _option("unit"),
    "mode": _option("mode"),
    "qihu": _option("minimum"),
    "discarder_pays_all": _option("discarder_pays_all"),
}
"""How each key of a context is read."""


def read_context(ctx: Mapping[str, Any]) -> Table:
    """What the context says; raises ``CaseError`` naming a key that is not known."""
    said = {key: value for key, value in ctx.items() if value is not None}
    with _reading("context key 'dealer'", ctx.get("dealer")):
        table = Table(int(said.get("dealer", 0)), int(said.get("players", len(Seat))), said=said)
    if "dealer" in ctx and "dealer" not in said:
        table.fields["has_dealer"] = False
    table.win["winner"] = _winner(table, said)
    for key, value in said.items():
        reader = READERS.get(key)
        if reader is None:
            raise CaseError(f"unknown context key {key!r}")
        with _reading(f"context key {key!r}", value):
            reader(table, value)
    return table


def _winner(table: Table, ctx: Mapping[str, Any]) -> Seat:
    if "winner" in ctx:
        return table.seat(ctx["winner"])
    first = int(any(_truth(ctx.get(key)) for key in ("earthly", "first_discard", "human")))
    return table.seat(ctx.get("seat_wind", ctx.get("seat", (table.dealer + first) % 4)))


# Running -------------------------------------------------------------------------------------------------------------


def read_hand(case: Case, table: Table) -> Hand:
    """The hand of the case; flowers in the hand are put aside."""
    tiles = parse_tiles(case["hand"])
    with _reading("melds", case.get("melds")):
        melds = tuple(map(parse_code, case.get("melds") or ()))
    return Hand(
        tuple(tile for tile in tiles if not tile.is_flower),
        melds,
        (*(tile for tile in tiles if tile.is_flower), *table.flowers),
    )


def read_wild(case: Case) -> tuple[Tile, ...]:
    """The wild tiles of the case."""
    with _reading("wild", case.get("wild")):
        return _tiles(case.get("wild") or ())


def with_flowers(case: Case, table: Table) -> tuple[Case, Table]:
    """A case won with flowers alone, with the flowers and the last one as the winning tile."""
    if case.get("win_tile") is not None:
        return case, table
    held = table.flowers
    missing = [tile for tile in ALL_TILES if tile.is_flower and tile not in held]
    if "flower_win" in table.said:
        held = (*held, *missing)
    if held:
        case = {**case, "win_tile": str(missing[-1] if missing and missing[-1] in held else held[-1])}
    return case, replace(table, flowers=held, events=table.events - {Event.ROBBED_KONG})


def read_win(case: Case, table: Table) -> Win:
    """How the case was won."""
    said = dict(table.win)
    if table.self_drawn:
        said.pop("discarder", None)
    elif "discarder" not in said:
        said["discarder"] = Seat.EAST if table.fields.get("earthly") else Seat((said["winner"] - 1) % 4)
    win = Win(parse_tile(str(case.get("win_tile"))), events=frozenset(table.events), **said)
    return replace(win, circumstances=replace(win.circumstances, wild=read_wild(case), **table.fields))


def system_of(case: Case) -> str:
    """The name of the rule system of the case."""
    system = str(case["system"] if case["system"] != "ledger" else case["ctx"]["system"])
    return _SYSTEMS.get(system, system)


def rules_of(case: Case, table: Table) -> RuleSet:
    """The rule system of the case with what the context says about its options."""
    rules = rule_set(system_of(case))
    if rules.name == "hong_kong" and "flowers" in table.said:
        table.options.setdefault("flowers", True)
    now = rules.options
    known = {key: option_text(getattr(now, key), value) for key, value in table.options.items() if hasattr(now, key)}
    for key in table.options.keys() - known.keys():
        if key != "unit":
            raise CaseError(f"context key {key!r} means nothing in {rules.name}")
    return with_options(rules, known)


def run(case: Case) -> Outcome:
    """How the case goes."""
    try:
        table = read_context(case["ctx"])
        rules = rules_of(case, table)
        if case["system"] == "ledger":
            settled = rules.settle(read_round(case, table, rules))
            with _reading("expected", case["expected"]):
                return _compare_settlement(case, settled, table)
        return _run_win(case, table, rules)
    except (CaseError, ScoringError, *UNREADABLE) as error:
        return Outcome(case["id"], (f"expected {_wanted(case)}, got an error: {error}",))


def _run_win(case: Case, table: Table, rules: RuleSet) -> Outcome:
    try:
        case, table = with_flowers(case, table)
        hand, win = read_hand(case, table), read_win(case, table)
        rules = _for_hidden_kongs(rules, hand, win)
        rules.check(hand, win)
        sheet = rules.score(hand, win)
    except (NotAWin, BelowMinimum, NotAllowed, WinError, MeldError, HandError) as refusal:
        if refusal.code == "wrong_tile_count":
            raise
        if case["expected"].get("win"):
            return Outcome(case["id"], (f"expected {_wanted(case)}, got refused: {refusal}",))
        return Outcome(case["id"], ())
    with _reading("expected", case["expected"]):
        return _compare_sheet(case, sheet, rules, table)


def _for_hidden_kongs(rules: RuleSet, hand: Hand, win: Win) -> RuleSet:
    """The rules, which for a case do not ask that all kongs before the win are among its melds."""
    shown = sum(meld.kind.is_kong for meld in hand.melds)
    if not isinstance(rules, Regional) or rules.admit is None or win.kongs_before <= shown:
        return rules
    admit = rules.admit

    def admit_without(hand: Hand, win: Win, options: Any) -> None:
        admit(hand, replace(win, circumstances=replace(win.circumstances, after_kong=shown)), options)

    return replace(rules, admit=admit_without)


def _wanted(case: Case) -> str:
    expected = case["expected"]
    if not expected.get("win"):
        return "no win"
    return f"score {expected.get('score')}, payments {expected.get('payments')}, items {expected.get('items')}"


def _compare_sheet(case: Case, sheet: ScoreSheet, rules: RuleSet, table: Table) -> Outcome:
    expected = case["expected"]
    if not expected.get("win"):
        return Outcome(case["id"], (f"expected no win, got {sheet.points} points as {sheet.division}",))
    problems = []
    if expected.get("score") is not None and expected["score"] != sheet.points:
        problems.append(f"expected score {expected['score']}, got {sheet.points} = {sheet.formula} as {sheet.division}")
    problems += [
        f"expected {expected[key]} {key}, got {sheet.qualifying}"
        for key in ("faan", "fan", "tai")
        if expected.get(key) not in (None, sheet.qualifying)
    ]
    problems += _payment_problems(expected, table, sheet.payments)
    problems += _han_fu_problems(expected, sheet.han_fu) if sheet.han_fu else []
    lines = [(line.key, line.points) for line in sheet.lines]
    wrong, unchecked = _item_problems(expected.get("items") or (), lines, rules)
    return Outcome(case["id"], (*problems, *wrong), unchecked)


def _han_fu_problems(expected: Mapping[str, Any], got: HanFu) -> list[str]:
    """What differs in han, fu, its parts and the limit."""
    shown: dict[str, Any] = {"han": got.han, "fu": got.fu, "limit": got.limit, "yakuman": got.yakuman}
    shown["fu_items"] = sorted([line.english, line.fu] for line in got.fu_lines)
    wanted = {key: expected[key] for key in shown if expected.get(key) is not None}
    if "fu_items" in wanted:
        wanted["fu_items"] = sorted(list(item) for item in wanted["fu_items"])
    if "limit" in expected and expected["limit"] is None:
        wanted["limit"] = ""
    return [f"expected {key} {value}, got {shown[key]}" for key, value in wanted.items() if value != shown[key]]


def _payment_problems(expected: Mapping[str, Any], table: Table, payments: Iterable[int]) -> list[str]:
    if expected.get("payments") is None:
        return []
    by_wind = list(payments)
    got = {str((seat + table.dealer) % table.players): by_wind[seat] for seat in range(table.players)}
    wanted = {str(seat): amount for seat, amount in expected["payments"].items()}
    if all(got[seat] == wanted.get(seat, 0) for seat in got):
        return []
    return [f"expected payments {wanted}, got {dict(sorted(got.items()))}"]


def _item_problems(
    items: Sequence[list[Any]], lines: list[tuple[str, int]], rules: RuleSet
) -> tuple[list[str], tuple[str, ...]]:
    """What differs between expected items and the lines; names without a word here are told apart.

    Where every name is known the keys must be the same ones. Where values are plain numbers they must be too.
    """
    if not items:
        return [], ()
    names = rules.item_names()
    keyed = [(item_key(str(name), names), name, value) for name, value in items]
    unchecked = tuple(name for key, name, _ in keyed if key is None)
    wanted = sorted(key for key, _, _ in keyed if key is not None)
    got = sorted(key for key, _ in lines)
    missing = [key for key in wanted if key not in got]
    extra = [] if unchecked else [key for key in got if key not in wanted]
    problems = [f"expected items {wanted}, got {got}"] if missing or extra else []
    points = dict(lines)
    told = {key: (name, [value for other, _, value in keyed if other == key]) for key, name, _ in keyed if key}
    for key, (name, values) in told.items():
        if key in points and all(isinstance(value, int) for value in values) and points[key] != sum(values):
            problems.append(f"expected {name} {sum(values)}, got {points[key]}")
    return problems, unchecked


_COUNT = r"[x×]\d+$"
_OF_LOSERS = re.compile("[输付闲赔]")
"""Signs of a name that speaks of who pays."""


def item_key(name: str, names: Mapping[str, str]) -> str | None:
    """The key of an item called by a loose name: without brackets and counts, or a known name in it.

    ``None`` for a name that is not known, speaks of a payer, or has the names of several items in it.
    """
    plain = re.sub(rf"[(（].*?[)）]|{_COUNT}", "", name).strip()
    plain = re.sub(_COUNT, "", plain).strip()
    joined = re.sub(r"[()（）+＋、\s]", "", re.sub(_COUNT, "", name))
    if name in names:
        return names[name]
    if _OF_LOSERS.search(name):
        return None
    for text in (joined, plain):
        if text in names:
            return names[text]
    return _inner_key(plain, names)


def _inner_key(plain: str, names: Mapping[str, str]) -> str | None:
    """The key of the only item whose name is in the text."""
    known = max(_inside(plain, names), key=len, default="")
    if not known:
        return None
    rest = plain.replace(known, " ", 1)
    others = {names[other] for other in _inside(rest, names)} - {names[known]}
    return None if others or "+" in rest or "＋" in rest else names[known]


def _inside(text: str, names: Iterable[str]) -> list[str]:
    """The names in the text; one of a single sign only where no other Chinese sign is beside it."""
    chinese = re.sub(r"[^\u4e00-\u9fff]", "", text)
    return [known for known in names if known in text and (len(known) > 1 or known == chinese)]


def read_round(case: Case, table: Table, rules: RuleSet) -> Round:
    """The drawn or settled hand of a ledger case."""
    event = EVENTS.get(str(case["ctx"].get("event")))
    if event is not None:
        table.round |= event(table, case["ctx"])
    kongs = list(_kongs(case["ctx"], table, rules))
    if Event.ROBBED_KONG in table.events and kongs:
        kongs = _with_robbed(kongs, kongs[-1].seat if table.robbed is None else table.robbed, rules)
    return Round(wild=read_wild(case), kongs=tuple(kongs), **table.round)


def _with_robbed(kongs: list[KongMade], seat: Seat, rules: RuleSet) -> list[KongMade]:
    """The kongs, those of the seat in a row, where the rules look at that, whose last was robbed."""
    rows = "in_row" in rules.kong_facts
    last = max((number for number, kong in enumerate(kongs) if kong.seat is seat), default=None)
    return [
        replace(kong, in_row=kong.in_row or (rows and kong.seat is seat), robbed=kong.robbed or number == last)
        for number, kong in enumerate(kongs)
    ]


def _kongs(ctx: Mapping[str, Any], table: Table, rules: RuleSet) -> Iterator[KongMade]:
    """The kongs of a ledger case: one with its seat, a list, or a mapping by seat."""
    whose = ctx.get("seat", table.dealer)
    for key in ("kong", "meld", "melds", "kongs"):
        value = ctx.get(key)
        by_seat = value if isinstance(value, Mapping) and not {"meld", "kong"} & set(value) else {whose: value or []}
        with _reading(f"context key {key!r}", value):
            for number, codes in by_seat.items():
                for code in codes if isinstance(codes, list) else [codes]:
                    yield _kong_made({"seat": number} | _told(code), table, rules)


def _told(code: Any) -> dict[str, Any]:
    """What is told of a kong: its code, or an object."""
    return (
        {key: value for key, value in code.items() if value is not None}
        if isinstance(code, Mapping)
        else {"meld": code}
    )


def _kong_made(told: Mapping[str, Any], table: Table, rules: RuleSet) -> KongMade:
    seat = table.seat(told["seat"])
    code = told.get("meld", told.get("kong"))
    source = next((table.seat(told[key]) for key in ("discarder", *GIVERS) if key in told), table.win.get("discarder"))
    three = rules.name == "shangrao_tcy" and bool(re.fullmatch(r"[amb]\d{3}[mpsz]", code))
    return KongMade(
        seat,
        parse_code("p" + code[1:] if three else code),
        None if source is seat or code[:1] in "abx" else source,
        of_wilds=_truth(told.get("kong_is_jing", table.said.get("kong_is_jing"))),
        concealed=three and code[:1] == "a",
        robbed="robbed" in told and told["robbed"] is not False,
        already_won=table.fields.get("already_won", frozenset()),
    )


# Events of ledger cases ----------------------------------------------------------------------------------------------


def _multiple_win(table: Table, ctx: Mapping[str, Any]) -> dict[str, Any]:
    """Several winners of one discard, by what their hands are worth."""
    wins = (ScoredWin(table.seat(win["winner"]), win["score"], table.seat(ctx["discarder"])) for win in ctx["wins"])
    return {"scored": tuple(wins)}


def _nagashi(table: Table, ctx: Mapping[str, Any]) -> dict[str, Any]:
    """All discards of a player were ones, nines and honours."""
    return {"nagashi": frozenset({table.seat(ctx["winner"])})}


def _pao(table: Table, ctx: Mapping[str, Any]) -> dict[str, Any]:
    """A yakuman that somebody is liable for, by how many times the limit it is."""
    discarder = None if table.self_drawn or "discarder" not in ctx else table.seat(ctx["discarder"])
    numbers: dict[str, Any] = {key: int(ctx.get(key, 1)) for key in ("yakuman", "liable_yakuman")}
    win = ScoredWin(table.winner, 0, discarder, table.seat(ctx["liable"]), **numbers)
    return {"scored": (win,)}


def _chombo(table: Table, ctx: Mapping[str, Any]) -> dict[str, Any]:
    """An error that ends the hand of play."""
    return {"offender": table.seat(ctx["offender"])}


def _kong_transfer(table: Table, ctx: Mapping[str, Any]) -> dict[str, Any]:
    """The income of a kong goes to the winners on the discard after it."""
    winners = tuple(map(table.seat, ctx["winners"]))
    return {"transfers": (Transfer(table.seat(ctx["seat"]), winners, int(ctx["income"])),)}


def _end_of_wall(table: Table, ctx: Mapping[str, Any]) -> dict[str, Any]:
    """Who is ready, not ready, a pig or gone when the wall is empty, and what kongs earned."""
    states = {table.seat(seat): state for seat, state in ctx["hands"].items()}
    income = ctx.get("kong_income") or {}
    return {
        "ready": frozenset(seat for seat, state in states.items() if state == "ready"),
        "pigs": frozenset(seat for seat, state in states.items() if state == "pig"),
        "left": frozenset(seat for seat, state in states.items() if state == "won"),
        "best": table.by_seat(ctx.get("best") or {}),
        "kong_income": tuple(
            (table.seat(seat), table.seat(payer), int(units)) for seat, paid in income.items() for payer, units in paid
        ),
    }


EVENTS: dict[str, Callable[[Table, Mapping[str, Any]], dict[str, Any]]] = {
    "multiple_win": _multiple_win,
    "multiple_ron": _multiple_win,
    "nagashi": _nagashi,
    "pao": _pao,
    "chombo": _chombo,
    "kong_transfer": _kong_transfer,
    "end_of_wall": _end_of_wall,
}
"""How the event of a ledger case becomes fields of ``Round``."""


def _compare_settlement(case: Case, settled: Settlement, table: Table) -> Outcome:
    expected = case["expected"]
    problems = []
    points = 0 if table.said.get("event") == "end_of_wall" else sum(ledger.points for ledger in settled.ledgers)
    if expected.get("score") is not None and expected["score"] != points:
        told = " + ".join(ledger.formula for ledger in settled.ledgers)
        problems.append(f"expected score {expected['score']}, got {points} = {told}")
    problems += _payment_problems(expected, table, settled.payments)
    return Outcome(case["id"], tuple(problems))


def read_case(line: str) -> tuple[Case | None, str]:
    """The case of a line, or why it is none."""
    try:
        case = json.loads(line)
    except json.JSONDecodeError as error:
        return None, f"no JSON: {error}"
    if not isinstance(case, dict):
        return None, "no case: not an object"
    wanted = {"id": str, "system": str, "hand": str, "ctx": dict, "expected": dict}
    for key, kind in wanted.items():
        if not isinstance(case.get(key), kind):
            return None, f"no case: {key} is missing or no {kind.__name__}"
    if case["system"] == "ledger" and "system" not in case["ctx"]:
        return None, "no case: ctx.system is missing"
    return case, ""


def run_file(path: Path, system: str | None = None) -> list[Outcome]:
    """How each case of a file goes, those of one system only where it is named."""
    outcomes = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        case, problem = read_case(line)
        if case is None:
            outcomes.append(Outcome(f"line {number}", (problem,)))
        elif system is None or system_of(case) == system:
            outcomes.append(run(case))
    return outcomes


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scoring.cases", description="Run worked cases of scoring.")
    parser.add_argument("file", type=Path, metavar="FILE.jsonl")
    parser.add_argument("--system", choices=sorted(RULE_SETS), help="only the cases of this rule system")
    parser.add_argument("--verbose", action="store_true", help="name the expected items that were not compared")
    given = parser.parse_args(arguments)
    outcomes = run_file(given.file, given.system)
    for outcome in outcomes:
        for problem in outcome.problems:
            print(f"{outcome.name}: {problem}")
        if given.verbose and outcome.unchecked:
            print(f"{outcome.name}: not compared: {', '.join(outcome.unchecked)}")
    failed = sum(bool(outcome.problems) for outcome in outcomes)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
