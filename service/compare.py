"""One hand under several rule systems, each told only what it asks about."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator, Field

from scoring.errors import ScoringError
from scoring.hand import Hand, parse_hand
from scoring.rules import RuleSet, rule_set
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile
from service.asked import MAX_TEXT, Circumstances, HowWon, WithWild, name_field, pairs, read_field
from service.errors import refuse, shortened

MOST_SYSTEMS = 32
"""Rule systems that are looked at side by side."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What one rule system says of the hand."""

    rules: RuleSet
    found: ScoreSheet | ScoringError
    """The sheet, or why there is none."""


class Comparison(WithWild, HowWon):
    """How a hand was won, and the rule systems to look at side by side."""

    rules: tuple[str, ...] = Field(min_length=1, max_length=MOST_SYSTEMS)
    """Names of the rule systems, in the order of the answer."""
    options: Annotated[dict[str, str], BeforeValidator(pairs)] = Field(default_factory=dict)
    """Switches: ``KEY`` of every system that has it, ``NAME.KEY`` of one."""

    def compared(self, hand: Hand, winning: Tile | None = None) -> tuple[Compared, ...]:
        """What each system says of ``hand``, won on ``winning`` unless ``win`` says otherwise.

        Raises a ``ServiceError`` for what is no good whatever the system.
        """
        return tuple(compared_by(asked, hand, winning) for asked in self.each())

    def check(self) -> None:
        """Raise a ``ServiceError`` for a value that can be no good whatever the hand."""
        for asked in self.each():
            asked.check()

    def each(self) -> Iterator[Circumstances]:
        """What is asked of each system."""
        systems = [read_field("rules", rule_set, name) for name in self.rules]
        if len({system.name for system in systems}) < len(systems):
            refuse("value_invalid", "rules: a system is named twice", field="rules")
        self._check_known(systems)
        for system in systems:
            yield self._asked(system)

    def _asked(self, system: RuleSet) -> Circumstances:
        told = {key: value for key, value in self.circumstances.items() if key in system.asks}
        return Circumstances(
            rules=system.name,
            options=_options(system, self.options),
            wild=self.wild if "wild" in system.asks else "",
            indicator=self.indicator if "indicator" in system.asks else None,
            circumstances=told,
            **{name: getattr(self, name) for name in HowWon.model_fields if name != "circumstances"},
        )

    def _check_known(self, systems: Iterable[RuleSet]) -> None:
        """Refuse what no system of these has or asks about."""
        asked = {key for system in systems for key in system.asks}
        for key in (*self.circumstances, *self.told_wild()):
            if key not in asked:
                field = key if key in ("wild", "indicator") else "circumstances"
                refuse("unknown_circumstance", f"{field}: none of these asks about {shortened(key)!r}", field=field)
        known = {key for system in systems for key in _options(system, self.options, prefixed=True)}
        for key in self.options:
            if key not in known:
                refuse("unknown_option", f"options: none of these has {shortened(key)!r}", field="options")


def _options(system: RuleSet, options: dict[str, str], *, prefixed: bool = False) -> dict[str, str]:
    """The options that the system has, those named for it alone last; ``prefixed`` keeps the keys as they were told."""
    own = f"{system.name}."
    names = sorted(options, key=lambda key: key.startswith(own))
    known = [
        key for key in names if hasattr(system.options, key.removeprefix(own)) and "." not in key.removeprefix(own)
    ]
    return {key if prefixed else key.removeprefix(own): options[key] for key in known}


def compared_by(asked: Circumstances, hand: Hand, winning: Tile | None) -> Compared:
    """What one system says of the hand; raises a ``ServiceError`` as ``Comparison.compared`` does."""
    system = asked.rule_set()
    try:
        return Compared(system, asked.sheet(hand, winning))
    except ScoringError as reason:
        return Compared(system, reason)


class HandToCompare(Comparison):
    """A hand, how it was won, and the rule systems to look at side by side."""

    hand: str = Field(max_length=MAX_TEXT)
    """In notation, the winning tile among its concealed tiles."""

    def answers(self) -> tuple[Compared, ...]:
        """What each system says; raises as ``compared`` does."""
        found = self.compared(read_field("hand", parse_hand, self.hand))
        for one in found:
            if isinstance(one.found, ScoringError) and not one.found.place:
                name_field(one.found, self)
        return found
