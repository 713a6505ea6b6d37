"""What every rule system offers, and how its options are set from text."""

from __future__ import annotations

import ast
import inspect
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any, TypeVar

from scoring.errors import OptionError
from scoring.fan import Fan
from scoring.hand import Hand
from scoring.sheet import ScoreSheet
from scoring.win import Win


@dataclass(frozen=True, slots=True)
class Options:
    """The switches of a rule system; the defaults are the published rules."""


@dataclass(frozen=True, slots=True)
class Title:
    """What a rule system is called."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class RuleSet(ABC):
    """A rule system: the fan, what they are worth, and who pays."""

    name: str
    """The key in ``RULE_SETS``."""
    title: Title
    """The name for people."""
    fan: tuple[Fan, ...]
    """The table in the order of the rule book."""
    options: Options
    """The switches as set."""
    hand_sizes: tuple[int, ...]
    """How many tiles a winning hand has when a kong counts as three."""

    @property
    @abstractmethod
    def minimum(self) -> int:
        """The points a winner needs."""

    @abstractmethod
    def score(self, hand: Hand, win: Win) -> ScoreSheet:
        """The sheet of a hand and win that have been checked; raises ``NotAWin`` or ``BelowMinimum``."""


AnyOptions = TypeVar("AnyOptions", bound=Options)

_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def options_from_text(options: AnyOptions, values: Mapping[str, str]) -> AnyOptions:
    """The options with some of them set from text; raises ``OptionError`` naming the key at fault."""
    known = {field.name for field in fields(options)}
    changed: dict[str, Any] = {}
    for key, text in values.items():
        if key not in known:
            raise OptionError("unknown_option", f"no option {key!r}; there are {', '.join(sorted(known))}")
        changed[key] = _value(key, text, getattr(options, key))
    return replace(options, **changed)


def _value(key: str, text: str, now: object) -> object:
    if isinstance(now, bool):
        word = _WORDS.get(text.strip().lower())
        if word is None:
            raise OptionError("bad_option", f"option {key} is true or false, not {text!r}")
        return word
    if isinstance(now, int):
        try:
            return int(text)
        except ValueError:
            raise OptionError("bad_option", f"option {key} is a whole number, not {text!r}") from None
    return text


def option_help(options: Options) -> dict[str, str]:
    """What each option means, by name: the docstrings under the fields."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(type(options))))
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    found: dict[str, str] = {}
    for before, after in pairwise(body):
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name) and isinstance(after, ast.Expr):
            text = ast.literal_eval(after.value)
            found[before.target.id] = inspect.cleandoc(text)
    return found
