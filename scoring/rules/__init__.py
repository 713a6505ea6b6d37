"""The rule systems on offer, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from scoring.errors import OptionError
from scoring.rules import (
    changchun,
    gb168,
    hong_kong,
    mcr,
    nanchang,
    nanchang_168,
    ningbo,
    riichi,
    shangrao_jiuyao,
    shangrao_tcy,
    sichuan,
    taiwan16,
    wuhan,
)
from scoring.rules.base import Options, RuleSet, Title, option_help, options_from_text

__all__ = ["RULE_SETS", "Options", "RuleSet", "Title", "option_help", "rule_set", "with_options"]

RULE_SETS: dict[str, Callable[..., RuleSet]] = {
    "mcr": mcr.rules,
    "shangrao_jiuyao": shangrao_jiuyao.rules,
    "shangrao_tcy": shangrao_tcy.rules,
    "changchun": changchun.rules,
    "ningbo": ningbo.rules,
    "gb168": gb168.rules,
    "nanchang": nanchang.rules,
    "nanchang_168": nanchang_168.rules,
    "wuhan": wuhan.rules,
    "hong_kong": hong_kong.rules,
    "sichuan": sichuan.rules,
    "taiwan16": taiwan16.rules,
    "riichi": riichi.rules,
}
"""A function for each rule system; called without arguments it gives the published rules."""


@lru_cache(maxsize=32)
def _made(name: str, options: Options | None = None) -> RuleSet:
    """The rule system with the options; its tables take milliseconds to make, many times what a score does."""
    return RULE_SETS[name](options)


def rule_set(name: str) -> RuleSet:
    """The rule system of that name with its published rules; raises ``OptionError`` when there is none."""
    if name not in RULE_SETS:
        raise OptionError("unknown_rules", f"no rules {name!r}; there are {', '.join(RULE_SETS)}")
    return _made(name)


def with_options(rules: RuleSet, values: Mapping[str, str]) -> RuleSet:
    """The same rules with some options set from text, as in ``{"minimum": "6"}``; errors name the key."""
    return _made(rules.name, options_from_text(rules.options, values))
