"""大众麻将 168: the 88 fan of a table that adds to those of competition."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.gb168 import payments, points
from scoring.rules.gb168.bounds import OF_THE_HAND, part
from scoring.rules.gb168.items import ALIASES, item_rows
from scoring.rules.gb168.options import Gb168Options
from scoring.rules.gb168.ruleset import FanRules
from scoring.shapes import Lens

__all__ = ["Gb168Options", "rules"]


def rules(options: Gb168Options | None = None) -> FanRules:
    """The table of 168 with the given options, or the published rules."""
    chosen = options or Gb168Options()
    table = item_rows(chosen)
    return FanRules(
        name="gb168",
        title=Title("大众麻将168番", "Popular Mahjong, table of 168"),
        fan=table,
        options=chosen,
        hand_sizes=(14,),
        asks=(
            *("round_wind", "last_tile", "after_kong", "robbed_kong", "last_copy"),
            *("heavenly", "earthly", "human", "declared_ready"),
        ),
        aliases=ALIASES,
        minimum_unit="fan",
        shapes=points.SHAPES,
        lens=Lens(),
        appraise=partial(points.appraise, FanTable(table)),
        pay=payments.pay,
        admit=points.admit,
        hand_table=part(table, OF_THE_HAND),
    )
