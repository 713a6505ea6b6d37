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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scoring.errors import BelowMinimum, NotAllowed, NotAWin, ScoringError
from scoring.hand import Hand, Meld, MeldKind
from scoring.round import KongMade, Round, Settlement
from scoring.rules import RULE_SETS, RuleSet, rule_set, with_options
from scoring.seats import BySeat, Seat
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile, parse_tile, parse_tiles
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
    fields: dict[str, Any] = field(default_factory=dict)
    """Fields of ``Circumstances``."""
    win: dict[str, Any] = field(default_factory=dict)
    """Fields of ``Win`` but for the tile."""
    events: set[Event] = field(default_factory=set)
    flowers: tuple[Tile, ...] = ()
    round: dict[str, Any] = field(default_factory=dict)
    """Fields of ``Round``."""
    options: dict[str, str] = field(default_factory=dict)
    """Options of the rules."""
    self_drawn: bool | None = None

    def seat(self, number: Any) -> Seat:
        """The seat of a number, a text with a number, or a wind."""
        if isinstance(number, str) and not number.strip().lstrip("-").isdigit():
            return parse_seat(number)
        if int(number) not in range(4):
            raise CaseError(f"no seat {number!r}")
        return Seat((int(number) - self.dealer) % 4)

    def by_seat(self, values: Any, empty: int = 0) -> BySeat:
        """A number for each seat, from a mapping by seat or a list."""
        pairs = values.items() if isinstance(values, Mapping) else enumerate(values)
        found = [empty] * 4
        for number, value in pairs:
            found[self.seat(number)] = int(value)
        return found[0], found[1], found[2], found[3]

    def pairs(self, values: Any) -> tuple[tuple[Seat, Seat], ...]:
        """Pairs of seats."""
        pairs = values if values and isinstance(values[0], list | tuple) else [values] if values else []
        return tuple((self.seat(first), self.seat(second)) for first, second in pairs)


def _flag(name: str) -> Callable[[Table, Any], None]:
    """A yes or no of ``Circumstances``."""

    def read(table: Table, value: Any) -> None:
        table.fields[name] = bool(value)

    return read


def _event(event: Event) -> Callable[[Table, Any], None]:
    def read(table: Table, value: Any) -> None:
        if value:
            table.events.add(event)

    return read


def _numbers(name: str) -> Callable[[Table, Any], None]:
    """A number for each seat; a bare number is the winner's."""

    def read(table: Table, value: Any) -> None:
        if isinstance(value, int):
            value = {table.win["winner"].value + table.dealer: value}
        table.fields[name] = table.by_seat(
            {str(int(k) % 4): v for k, v in value.items()} if isinstance(value, dict) else value
        )

    return read


def _option(name: str) -> Callable[[Table, Any], None]:
    def read(table: Table, value: Any) -> None:
        table.options[name] = str(value).lower() if isinstance(value, bool) else str(value)

    return read


def _round(name: str, convert: Callable[[Table, Any], Any]) -> Callable[[Table, Any], None]:
    def read(table: Table, value: Any) -> None:
        table.round[name] = convert(table, value)

    return read


def _self_drawn(table: Table, value: Any) -> None:
    table.self_drawn = bool(value)


def _discarder(table: Table, value: Any) -> None:
    if value is not None:
        table.win["discarder"] = table.seat(value)


def _robbed(table: Table, value: Any) -> None:
    if value is not None:
        _discarder(table, value)
        table.events.add(Event.ROBBED_KONG)


def _round_wind(table: Table, value: Any) -> None:
    table.win["round_wind"] = parse_seat(str(value))


def _after_kong(table: Table, value: Any) -> None:
    table.fields["after_kong"] = int(value)


def _dealer_streak(table: Table, value: Any) -> None:
    table.fields["dealer_streak"] = int(value)


def _fed(table: Table, value: Any) -> None:
    """Who fed the winner's melds: numbers by seat, a seat and its number, each meld's seat, or who fed three."""
    if isinstance(value, int | str):
        value = {str(value): 3}
    if isinstance(value, Mapping) and "seat" in value:
        value = {str(value["seat"]): value.get("count", 3)}
    if isinstance(value, list) and len(value) == 2 and value[1] in (3, 4):
        value = {str(value[0]): value[1]}
    if isinstance(value, list | tuple):
        counts = [0, 0, 0, 0]
        for number in value:
            if number is not None:
                counts[int(number)] += 1
        value = dict(enumerate(counts))
    table.fields["fed"] = table.by_seat(value)


def _three_tan(table: Table, value: Any) -> None:
    table.fields["three_tan"] = table.pairs(value)


def _two_tan(table: Table, value: Any) -> None:
    found = table.pairs(value)
    table.fields["two_tan_before"] = found[0] if found else None


def _bloom_from(table: Table, value: Any) -> None:
    table.fields["kong_bloom_from"] = None if value is None else table.seat(value)
    table.fields.setdefault("after_kong", 1)


def _third_feeder(table: Table, value: Any) -> None:
    table.fields["third_feeder"] = None if value is None else table.seat(value)


def _factors(table: Table, value: Any) -> None:
    if value is not None:
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        table.fields["loser_factors"] = table.by_seat({seat: _product(factor) for seat, factor in pairs}, 1)


def _product(factor: Any) -> int:
    """The number that ``4``, ``2*2`` or ``2^2`` writes."""
    result = 1
    for part in str(factor).replace("**", "^").replace("x", "*").replace("×", "*").split("*"):
        base, _, power = part.partition("^")
        result *= int(base) ** int(power or 1)
    return result


def _indicator(table: Table, value: Any) -> None:
    table.fields["indicator"] = table.round["indicator"] = parse_tile(value)


def _flowers(table: Table, value: Any) -> None:
    table.flowers = parse_tiles(value) if isinstance(value, str) else tuple(map(parse_tile, value))


def _losses(table: Table, value: Any) -> BySeat:
    """The losses of all but the winner, in order of their numbers."""
    if isinstance(value, Mapping):
        return table.by_seat(value)
    winner = table.win["winner"].value
    others = [seat for seat in range(4) if (seat + table.dealer) % 4 != (winner + table.dealer) % 4]
    others.sort(key=lambda seat: (seat + table.dealer) % 4)
    return table.by_seat({(seat + table.dealer) % 4: loss for seat, loss in zip(others, value, strict=True)})


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
    "dealer_streak": _dealer_streak,
    "kong_bloom_from": _bloom_from,
    "two_tan_before": _two_tan,
    "three_tan": _three_tan,
    "melds_from_same_seat": _fed,
    "fed": _fed,
    "first_discard": _flag("earthly"),
    "heavenly": _flag("heavenly"),
    "earthly": _flag("earthly"),
    "human": _flag("human"),
    "declared_ready": _flag("declared_ready"),
    "lucky_drawn": _flag("lucky_drawn"),
    "lucky_matched": _flag("lucky_matched"),
    "others_hold_jing": _flag("others_hold_jing"),
    "flying_wilds": _numbers("flying_wilds"),
    "red_kongs": _numbers("red_kongs"),
    "skin_kongs": _numbers("skin_kongs"),
    "wild_kongs": _numbers("wild_kongs"),
    "green_kongs": _numbers("green_kongs"),
    "third_feeder": _third_feeder,
    "discarder_ready": _flag("discarder_ready"),
    "losers": _factors,
    "loser_factors": _factors,
    "indicator": _indicator,
    "flowers": _flowers,
    "jing_points": _round("jing_points", Table.by_seat),
    "jing_fed": _round("jing_fed", Table.pairs),
    "factors": _round("factors", lambda table, value: table.by_seat(value, 1)),
    "ready": _round("ready", lambda table, value: frozenset(map(table.seat, value))),
    "opened": _round("opened", lambda table, value: frozenset(map(table.seat, value))),
    "last_drawer": _round("last_drawer", Table.seat),
    "same_first_discards": _round("same_first_discards", lambda _, value: bool(value)),
    "raw_losses": _round("raw_losses", _losses),
    "kong": _nothing,
    "meld": _nothing,
    "kongs": _nothing,
    "kong_is_jing": _nothing,
    "unit": _option("unit"),
    "mode": _option("mode"),
    "qihu": _option("minimum"),
    "discarder_pays_all": _option("discarder_pays_all"),
}
"""How each key of a context is read."""


def read_context(ctx: Mapping[str, Any]) -> Table:
    """What the context says; raises ``CaseError`` naming a key that is not known."""
    dealer = ctx.get("dealer", 0)
    table = Table(dealer=0 if dealer is None else int(dealer))
    if dealer is None:
        table.fields["has_dealer"] = False
    table.win["winner"] = _winner(table, ctx)
    for key, value in ctx.items():
        reader = READERS.get(key)
        if reader is None:
            raise CaseError(f"unknown context key {key!r}")
        try:
            reader(table, value)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise CaseError(f"cannot read context key {key!r}: {value!r} ({error})") from None
    return table


def _winner(table: Table, ctx: Mapping[str, Any]) -> Seat:
    if "winner" in ctx:
        return table.seat(ctx["winner"])
    first = 1 if ctx.get("earthly") or ctx.get("first_discard") or ctx.get("human") else 0
    return table.seat(ctx.get("seat_wind", ctx.get("seat", (table.dealer + first) % 4)))


# Running -------------------------------------------------------------------------------------------------------------


def read_hand(case: Case, table: Table) -> Hand:
    """The hand of the case; flowers in the hand are put aside."""
    tiles = parse_tiles(case["hand"])
    return Hand(
        tuple(tile for tile in tiles if not tile.is_flower),
        tuple(map(parse_code, case.get("melds") or ())),
        (*(tile for tile in tiles if tile.is_flower), *table.flowers),
    )


def read_win(case: Case, table: Table) -> Win:
    """How the case was won."""
    said = dict(table.win)
    if table.self_drawn:
        said.pop("discarder", None)
    elif "discarder" not in said:
        said["discarder"] = Seat.EAST if table.fields.get("earthly") else Seat((said["winner"] - 1) % 4)
    win = Win(parse_tile(str(case.get("win_tile"))), events=frozenset(table.events), **said)
    wild = tuple(map(parse_tile, case.get("wild") or ()))
    return replace(win, circumstances=replace(win.circumstances, wild=wild, **table.fields))


def system_of(case: Case) -> str:
    """The name of the rule system of the case."""
    system = str(case["system"] if case["system"] != "ledger" else case["ctx"]["system"])
    return _SYSTEMS.get(system, system)


def rules_of(case: Case, table: Table) -> RuleSet:
    """The rule system of the case with what the context says about its options."""
    rules = rule_set(system_of(case))
    known = {key: value for key, value in table.options.items() if hasattr(rules.options, key)}
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
            return _compare_settlement(case, rules.settle(read_round(case, table, rules)), table)
        return _run_win(case, table, rules)
    except (CaseError, ScoringError) as error:
        return Outcome(case["id"], (f"expected {_wanted(case)}, got an error: {error}",))


def _run_win(case: Case, table: Table, rules: RuleSet) -> Outcome:
    hand, win = read_hand(case, table), read_win(case, table)
    try:
        rules.check(hand, win)
        sheet = rules.score(hand, win)
    except (NotAWin, BelowMinimum, NotAllowed) as refusal:
        if case["expected"].get("win"):
            return Outcome(case["id"], (f"expected {_wanted(case)}, got refused: {refusal}",))
        return Outcome(case["id"], ())
    return _compare_sheet(case, sheet, rules, table)


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
    problems += _payment_problems(expected, table, sheet.payments)
    lines = [(line.key, line.points) for line in sheet.lines]
    wrong, unchecked = _item_problems(expected.get("items") or (), lines, rules)
    return Outcome(case["id"], (*problems, *wrong), unchecked)


def _payment_problems(expected: Mapping[str, Any], table: Table, payments: Iterable[int]) -> list[str]:
    if expected.get("payments") is None:
        return []
    by_wind = list(payments)
    got = {str((seat + table.dealer) % 4): by_wind[seat] for seat in range(4)}
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
    for key, name, value in keyed:
        if key in points and isinstance(value, int) and points[key] != value:
            problems.append(f"expected {name} {value}, got {points[key]}")
    return problems, unchecked


def item_key(name: str, names: Mapping[str, str]) -> str | None:
    """The key of an item called by a loose name: without brackets and counts, or a known name in it."""
    plain = re.sub(r"[(（].*?[)）]|[x×]\d+$", "", name).strip()
    plain = re.sub(r"[x×]\d+$", "", plain).strip()
    for text in (name, plain):
        if text in names:
            return names[text]
    inside = [known for known in names if known in plain]
    return names[max(inside, key=len)] if inside else None


def read_round(case: Case, table: Table, rules: RuleSet) -> Round:
    """The drawn or settled hand of a ledger case."""
    del rules
    ctx = case["ctx"]
    wild = tuple(map(parse_tile, case.get("wild") or ()))
    return Round(wild=wild, kongs=tuple(_kongs(ctx, table)), **table.round)


def _kongs(ctx: Mapping[str, Any], table: Table) -> Iterator[KongMade]:
    """The kongs of a ledger case: one with its seat, or a list of codes by seat."""
    seat = table.seat(ctx.get("seat", table.dealer))
    source = table.win.get("discarder")
    for key in ("kong", "meld"):
        if key in ctx:
            yield KongMade(seat, parse_code(ctx[key]), source, of_wilds=bool(ctx.get("kong_is_jing")))
    kongs = ctx.get("kongs", {})
    pairs = kongs.items() if isinstance(kongs, Mapping) else [(ctx.get("seat", table.dealer), kongs)]
    for number, codes in pairs:
        for code in [codes] if isinstance(codes, str) else codes:
            yield KongMade(table.seat(number), parse_code(code), of_wilds=bool(ctx.get("kong_is_jing")))


def _compare_settlement(case: Case, settled: Settlement, table: Table) -> Outcome:
    expected = case["expected"]
    problems = []
    points = sum(ledger.points for ledger in settled.ledgers)
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
