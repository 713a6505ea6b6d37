"""上饶九幺: self-draw only, wild tiles, four bases and doubles without a cap."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.capped import RAW
from scoring.rules.regional import Regional
from scoring.rules.shangrao_jiuyao import payments, points
from scoring.rules.shangrao_jiuyao.items import ALIASES, item_rows
from scoring.rules.shangrao_jiuyao.options import JiuyaoOptions

__all__ = ["JiuyaoOptions", "rules"]


def rules(options: JiuyaoOptions | None = None) -> Regional:
    """上饶九幺 with the given options, or the published rules."""
    chosen = options or JiuyaoOptions()
    table = item_rows(chosen)
    return Regional(
        name="shangrao_jiuyao",
        title=Title("上饶九幺麻将", "Shangrao Nine-One"),
        fan=table,
        options=chosen,
        hand_sizes=(14,),
        asks=("wild", "indicator", "robbed_kong", "after_kong", "heavenly", "flying_wilds", "fed"),
        settles=("kongs", "jing_points", "jing_fed", *RAW),
        kong_facts=("of_wilds", "concealed", "in_row"),
        aliases=ALIASES,
        shapes=points.SHAPES,
        lens=points.LENS,
        appraise=partial(points.appraise, FanTable(table)),
        payment_asks=("robbed_kong", "flying_wilds", "fed"),
        pay=payments.pay,
        admit=points.admit,
        draws_only=points.draws_only,
        wilds=points.wilds,
        ledgers=payments.ledgers,
        indicator_is_dead=False,
    )
