"""A rule system with the table of 168: readings are counted from the highest bound down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from scoring.division import Shape
from scoring.errors import NotAllowed
from scoring.fan import FanTable
from scoring.rules.gb168.search import Search
from scoring.rules.regional import Regional
from scoring.shapes import Held, Reading
from scoring.worth import Worth


@dataclass(frozen=True, slots=True)
class FanRules(Regional):
    """A system with the table of 168."""

    hand_table: FanTable = field(repr=False, compare=False, kw_only=True)
    """The fan that are the same in every reading of a hand."""
    refuse: Callable[[Held, Shape, Any], NotAllowed | None] | None = field(default=None, repr=False, compare=False)
    """Why no reading in a shape may win, where that is so whatever the sets."""

    def count(self, held: Held, reading: Reading) -> Worth | NotAllowed:
        """What a reading is worth, counted fully."""
        return self.appraise(self.facts(held, reading), self.options)

    def refusal(self, held: Held, shape: Shape) -> NotAllowed | None:
        """Why no reading in the shape may win."""
        return self.refuse(held, shape, self.options) if self.refuse else None

    def _appraised(self, held: Held) -> list[Worth | NotAllowed]:
        """What readings are worth, the best and a second best among them."""
        return Search(held, self).run()
