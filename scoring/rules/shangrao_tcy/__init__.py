"""同城乐上饶: self-draw, one kind of wild tiles, no chows of honours."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.capped import RAW
from scoring.rules.regional import Regional
from scoring.rules.shangrao_jiuyao.points import LENS
from scoring.rules.shangrao_tcy import payments, points
from scoring.rules.shangrao_tcy.items import ALIASES, first_turn_items, item_rows
from scoring.rules.shangrao_tcy.options import TcyOptions

__all__ = ["TcyOptions", "rules"]


def rules(options: TcyOptions | None = None) -> Regional:
    """同城乐上饶 with the given options, or the published rules."""
    chosen = options or TcyOptions()
    table, first_turn = item_rows(chosen), first_turn_items(chosen)
    return Regional(
        name="shangrao_tcy",
        title=Title("同城乐上饶麻将", "Tongchengle Shangrao"),
        fan=(*first_turn, *table),
        options=chosen,
        hand_sizes=(14,),
        asks=("wild", "indicator", "robbed_kong", "after_kong", "heavenly", "earthly", "flying_wilds"),
        settles=("kongs", "last_drawer", *RAW),
        kong_facts=("of_wilds", "concealed"),
        aliases=ALIASES,
        shapes=points.shapes(chosen),
        lens=LENS,
        appraise=partial(points.appraise, FanTable(table), FanTable(first_turn)),
        payment_asks=("robbed_kong", "flying_wilds", "heavenly", "earthly"),
        pay=payments.pay,
        admit=points.admit,
        draws_only=points.draws_only,
        wilds=points.wilds,
        ledgers=payments.ledgers,
        deal=payments.next_dealer,
    )
