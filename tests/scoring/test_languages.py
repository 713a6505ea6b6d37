"""Everything that the rules say has a Chinese and a Japanese wording, with the same values in it."""

import ast
import importlib.util
import inspect
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import scoring
from scoring.errors import ScoringError
from scoring.languages import LANGUAGES, WORDS, catalogue, in_languages, plain_help, translated, translations
from scoring.rules import RULE_SETS, RuleSet, with_options
from scoring.rules.base import option_help, option_words
from scoring.seats import Seat
from scoring.sentences import listing, named, sentence
from scoring.sheet import sentences_of
from scoring.tiles import parse_tile

SOURCE = Path(scoring.__file__).parent
NOT_LITERAL = {"fan.py": 1, "rules/shown.py": 1}
"""Where a sentence is made of a rule, and of a template that is handed on."""


@cache
def calls() -> tuple[tuple[str, str, ast.Call], ...]:
    """Every call in the source: where, of what, the call."""
    return tuple(
        (str(path.relative_to(SOURCE)), node.func.id, node)
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )


def texts(name: str, place: int) -> Iterator[tuple[str, str | None]]:
    """The text that each call of the function has at that place, ``None`` where it is none in quotes."""
    for path, called, call in calls():
        for told in call.args[place : place + 1] if called == name else ():
            yield path, told.value if isinstance(told, ast.Constant) and isinstance(told.value, str) else None


@cache
def templates() -> dict[str, frozenset[str]]:
    """The templates in the source, each with the files that have it."""
    found: dict[str, frozenset[str]] = {}
    for where, text in (*texts("sentence", 0), *texts("one_short", 2), *texts("listing", 1)):
        if text is not None:
            found[text] = found.get(text, frozenset()) | {where}
    return found


def templates_of(name: str) -> set[str]:
    """The templates of a system, and those of code that is no system's own or another's too."""
    own = f"rules/{name}/"
    others = tuple(f"rules/{other}/" for other in RULE_SETS if other != name)
    used = {"mcr": ("gb168", "nanchang_168"), "gb168": ("nanchang_168",)}
    lent = tuple(f"rules/{other}/" for other, by in used.items() if name in by)
    shared = ("rules/mcr/evidence.py", *lent)
    return {
        text
        for text, places in templates().items()
        if any(one.startswith((own, *shared)) or not one.startswith(others) for one in places)
    }


def rules_of(name: str) -> frozenset[str]:
    """What the rows of a system say, with every switch and every two of them set."""
    base = RULE_SETS[name]()
    changes = list(switches(base))
    found = {str(row.rule) for row in base.fan}
    for chosen in [*((one,) for one in changes), *combinations(changes, 2)]:
        try:
            found |= {str(row.rule) for row in with_options(base, dict(chosen)).fan}
        except ScoringError:
            continue
    return frozenset(found)


def switches(base: RuleSet) -> Iterator[tuple[str, str]]:
    helps = option_help(base.options)
    for field in fields(base.options):
        usual = getattr(base.options, field.name)
        if isinstance(usual, bool):
            yield field.name, str(not usual)
        elif isinstance(usual, str):
            yield from ((field.name, word) for word in option_words(base.options, field.name, helps[field.name])[1:])
        else:
            yield from ((field.name, str(number)) for number in (0, 1, 4) if number != usual)


def helps_of(name: str) -> set[str]:
    """What a system says of its options, and the words that they take."""
    options = RULE_SETS[name]().options
    helps = option_help(options)
    about = plain_help(inspect.getdoc(type(options)) or "")
    words = {key: option_words(options, key, told) for key, told in helps.items()}
    choices = {f"{key}={word}" for key, several in words.items() if len(several) > 1 for word in several}
    return {about, *map(plain_help, helps.values()), *choices}


@cache
def said_by(name: str) -> set[str]:
    return {*rules_of(name), *helps_of(name), *templates_of(name), ", ", *map(str, Seat)}


def names_in(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def test_every_sentence_is_written_where_it_can_be_found() -> None:
    built: dict[str, int] = {}
    for where, text in [*texts("sentence", 0), *texts("listing", 1)]:
        if text is None:
            built[where] = built.get(where, 0) + 1
    assert built == NOT_LITERAL


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_everything_that_a_system_says_has_words(name: str, language: str) -> None:
    known = catalogue(name)
    missing = [text for text in sorted(said_by(name)) if not known.get(text, {}).get(language, "").strip()]
    assert not missing


@pytest.mark.parametrize("path", sorted(WORDS.glob("*.toml")), ids=lambda path: path.stem)
def test_a_catalogue_has_the_same_values_in_all_languages_and_nothing_that_is_not_said(path: Path) -> None:
    known = tomllib.loads(path.read_text(encoding="utf-8"))
    names = RULE_SETS if path.stem == "common" else [path.stem]
    assert not set(known) - set().union(*map(said_by, names))
    assert all(set(words) == set(LANGUAGES) for words in known.values())
    made = {text for text in known if names_in(text) and "=" not in text}
    assert made <= set(templates())
    differing = [text for text in made for words in known[text].values() if names_in(words) != names_in(text)]
    assert not differing
    plain = [words for text in set(known) - made for words in known[text].values()]
    assert not [words for words in plain if names_in(words)]


# Whole sheets --------------------------------------------------------------------------------------------------------


@cache
def golden() -> ModuleType:
    """The known hands and what reads them."""
    spec = importlib.util.spec_from_file_location("golden", Path(__file__).with_name("test_golden.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sheets_said(name: str) -> Iterator[str]:
    """Everything that the sheets and ledgers of the known hands say."""
    known = golden()
    for case in known.GOLDEN[name]["hand"]:
        rules = known.without_minimum(RULE_SETS[name]())
        yield from known.score(known.parse_hand(case["hand"]), known.win(case), rules).sentences
    for case in known.GOLDEN[name].get("option", ()):
        base = with_options(RULE_SETS[name](), {key: str(value) for key, value in case.get("with", {}).items()})
        for rules in (base, with_options(base, {case["name"]: str(case["value"])})):
            yield from outcome_said(rules, case)


def outcome_said(rules: RuleSet, case: dict[str, Any]) -> list[str]:
    known = golden()
    try:
        if "table" in case:
            settled = rules.settle(known.table(case))
            sheets = [text for sheet in settled.sheets for text in sheet.sentences]
            return [*sheets, *sentences_of(settled.ledgers)]
        if "hand" in case:
            return list(known.score(known.parse_hand(case["hand"]), known.win(case), rules).sentences)
    except ScoringError:
        pass
    return []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_no_english_is_left_on_a_sheet_in_another_language(name: str, language: str) -> None:
    said = {text for text in sheets_said(name) if text}
    told = {str(text): translated(text, language, name) for text in said}
    assert len(told) > 20
    assert not [text for text, words in told.items() if words is None or re.search("[A-Za-z]{2,}", words)]


# What a sentence is told as ------------------------------------------------------------------------------------------


def test_values_are_told_in_the_language_too() -> None:
    tile = sentence("{tile} from {seat}", tile=parse_tile("5p"), seat=Seat.SOUTH)
    assert tile == "5p from south"
    assert in_languages(tile, "mcr") == {"zh": "南家出的 5p", "ja": "南家から 5p"}
    fan = sentence("covered by {fan}", fan=named("Pure Straight 清龙", "清龙", "清龍"))
    assert in_languages(fan, "mcr") == {"zh": "已包含在“清龙”中", "ja": "「清龍」に含まれる"}


def test_parts_of_a_listing_are_each_told() -> None:
    seats = listing([Seat.EAST, Seat.WEST])
    assert seats == "east, west"
    assert in_languages(seats, "mcr") == {"zh": "东家、西家", "ja": "東家、西家"}


@pytest.mark.parametrize(
    ("name", "words"), [("shangrao_jiuyao", "没有宝"), ("nanchang", "没有精"), ("ningbo", "没有财神")]
)
def test_each_place_has_its_own_word_for_wild_tiles(name: str, words: str) -> None:
    assert translated(sentence("no wild tile"), "zh", name) == words


def test_a_sentence_without_words_stays_english_as_a_whole() -> None:
    unknown = sentence("{seat} sneezed", seat=Seat.EAST)
    around = sentence("{rule}: {shown}", rule=sentence("Four kongs"), shown=unknown)
    assert translated(unknown, "zh", "mcr") is None
    assert translated(around, "zh", "mcr") is None
    assert translated(listing([unknown, Seat.EAST]), "zh", "mcr") is None
    assert translations([unknown, around], "mcr") == {}


def test_notation_and_figures_have_no_translation() -> None:
    assert translated("123m 55p", "zh", "mcr") == "123m 55p"
    assert translations(["123m 55p", "2*2+2", ""], "mcr") == {}


def test_help_is_told_without_marks_and_numbers_of_questions() -> None:
    assert plain_help("Who pays (NC-Q1): ``all``\n    or one (NC-Q2, NC-Q3).") == "Who pays: all or one."
