"""Sentences in English that can be told in another language: each knows its template and the values put in.

They are texts like any other. ``scoring.languages`` tells them in Chinese and Japanese.
"""

from __future__ import annotations

from collections.abc import Iterable


class Sentence(str):
    """A sentence in English made of a template and values; see ``sentence``."""

    __slots__ = ("template", "values")

    template: str
    """The sentence with the names of the values in braces: ``{tile} from {seat}``; the key of its translations."""
    values: dict[str, object]
    """The values by name: texts, among them sentences, numbers, seats and tiles."""


class Listing(str):
    """Several parts with something between them; see ``listing``."""

    __slots__ = ("parts", "separator")

    parts: tuple[object, ...]
    separator: str
    """What is between them in English; what is between them in another language has its own translation."""


class Named(str):
    """Something that has a name in each language."""

    __slots__ = ("chinese", "japanese")

    chinese: str
    japanese: str


def sentence(template: str, **values: object) -> Sentence:
    """The template with the values put in; without any it is the sentence."""
    made = Sentence(template.format(**values) if values else template)
    made.template = template
    made.values = values
    return made


def listing(parts: Iterable[object], separator: str = ", ") -> Listing:
    """The parts with the separator between them."""
    kept = tuple(parts)
    made = Listing(separator.join(map(str, kept)))
    made.parts = kept
    made.separator = separator
    return made


def named(text: str, chinese: str, japanese: str = "") -> Named:
    """The text in English with what it is called in Chinese, and in Japanese where that is another."""
    made = Named(text)
    made.chinese = chinese
    made.japanese = japanese or chinese
    return made
