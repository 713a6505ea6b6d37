"""Sentences in Chinese and Japanese: the catalogues of ``scoring/words``, and how a sentence is told by them.

A catalogue is a TOML file for each rule system, and ``common.toml``, which holds where the system's own has nothing.
The keys are the sentences in English, with the names of values in braces; the words that an option takes are keyed
``option=word``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from scoring.sentences import Listing, Named, Sentence

LANGUAGES = ("zh", "ja")
"""The languages beside English."""

WORDS = Path(__file__).parent / "words"
"""Where the catalogues are."""

Catalogue = Mapping[str, Mapping[str, str]]
"""The translations of each sentence by language."""

_QUESTIONS = re.compile(r"\s*\([A-Z]+-Q[\d, A-Z-]+\)")


@cache
def catalogue(rules: str) -> Catalogue:
    """The translations of a rule system, with those common to all."""
    found: dict[str, Mapping[str, str]] = {}
    for name in ("common", rules):
        path = WORDS / f"{name}.toml"
        if path.is_file():
            found |= tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def plain_help(text: str) -> str:
    """What a docstring says to people: on one line, without marks and the numbers of open questions."""
    return " ".join(_QUESTIONS.sub("", text).replace("``", "").split())


def translated(text: str, language: str, rules: str) -> str | None:
    """The text in the language, as the rules say it; ``None`` where part of it has no translation.

    A text that is no sentence, such as notation, stays as it is.
    """
    if isinstance(text, Named):
        return text.chinese if language == "zh" else text.japanese
    if isinstance(text, Listing):
        return _listed(text, language, rules)
    if isinstance(text, Sentence):
        return _told(text, language, rules)
    return _found(text, language, rules) or text


def _found(key: str, language: str, rules: str) -> str | None:
    return catalogue(rules).get(key, {}).get(language)


def _told(text: Sentence, language: str, rules: str) -> str | None:
    template = _found(text.template, language, rules)
    if template is None or not text.values:
        return template
    values = {name: translated(_as_text(value), language, rules) for name, value in text.values.items()}
    return None if None in values.values() else template.format(**values)


def _listed(text: Listing, language: str, rules: str) -> str | None:
    parts = [translated(_as_text(part), language, rules) for part in text.parts]
    told = [part for part in parts if part is not None]
    if len(told) < len(parts):
        return None
    return (_found(text.separator, language, rules) or text.separator).join(told)


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else str(value)


def in_languages(text: str, rules: str) -> dict[str, str]:
    """The text by language; nothing where it is the same in all of them, or has no translation."""
    told = {language: words for language in LANGUAGES if (words := translated(text, language, rules))}
    return told if any(words != text for words in told.values()) else {}


def translations(texts: Iterable[str], rules: str) -> dict[str, dict[str, str]]:
    """Each text that is told otherwise in another language, with what it is there, by language."""
    found = {str(text): in_languages(text, rules) for text in texts}
    return {text: told for text, told in found.items() if told}
