"""南昌 with its own values: two kinds of wild tiles, 德国 and 精吊, and a reward for the wild tiles held."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.capped import RAW
from scoring.rules.nanchang import payments, points
from scoring.rules.nanchang.items import ALIASES, first_turn_items, item_rows
from scoring.rules.nanchang.options import NanchangOptions
from scoring.rules.regional import Regional

__all__ = ["NanchangOptions", "rules"]


def rules(options: NanchangOptions | None = None) -> Regional:
    """南昌 with the given options, or the published rules."""
    chosen = options or NanchangOptions()
    table, first_turn = item_rows(chosen), first_turn_items(chosen)
    return Regional(
        name="nanchang",
        title=Title("南昌麻将", "Nanchang"),
        fan=(*first_turn, *table),
        options=chosen,
        hand_sizes=(14,),
        asks=("wild", "indicator", "robbed_kong", "after_kong", "heavenly", "earthly", "others_hold_jing"),
        settles=("kongs", "jing_points", "jing_fed", "same_first_discards", *RAW),
        kong_facts=("of_wilds",),
        aliases=ALIASES,
        shapes=points.SHAPES,
        lens=points.LENS if chosen.wild_only_sets else points.FINE_LENS,
        appraise=partial(points.appraise, FanTable(table), FanTable(first_turn)),
        payment_asks=("robbed_kong", "heavenly", "earthly"),
        pay=payments.pay,
        admit=points.admit,
        wilds=points.wilds,
        ledgers=payments.ledgers,
        indicator_is_dead=not chosen.indicator_live,
    )
