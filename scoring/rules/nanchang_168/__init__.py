"""南昌 with the table of 168: two kinds of wild tiles, up to seven of them, chows of honours."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.capped import RAW
from scoring.rules.gb168.bounds import OF_THE_HAND, part
from scoring.rules.gb168.items import ALIASES
from scoring.rules.gb168.points import admit
from scoring.rules.gb168.ruleset import FanRules
from scoring.rules.nanchang_168 import payments, points
from scoring.rules.nanchang_168.options import Nanchang168Options
from scoring.shapes import Lens

__all__ = ["Nanchang168Options", "rules"]


def rules(options: Nanchang168Options | None = None) -> FanRules:
    """Nanchang with the table of 168 under the given options, or the published rules."""
    chosen = options or Nanchang168Options()
    table = points.item_rows(chosen)
    return FanRules(
        name="nanchang_168",
        title=Title("南昌麻将168番", "Nanchang, table of 168"),
        fan=table,
        options=chosen,
        hand_sizes=(14,),
        asks=(
            *("wild", "indicator", "round_wind", "last_tile", "after_kong", "robbed_kong", "last_copy"),
            *("heavenly", "earthly", "human", "declared_ready"),
        ),
        settles=("kongs", "jing_points", "jing_fed", *RAW),
        kong_facts=("of_wilds",),
        aliases=ALIASES,
        minimum_unit="fan",
        shapes=points.shapes(chosen),
        lens=Lens(),
        appraise=partial(points.appraise, FanTable(table)),
        payment_asks=("robbed_kong", "heavenly", "earthly"),
        pay=payments.pay,
        admit=admit,
        wilds=points.wilds,
        ledgers=payments.ledgers,
        indicator_is_dead=not chosen.indicator_live,
        hand_table=part(table, OF_THE_HAND),
        refuse=points.refuse,
    )
