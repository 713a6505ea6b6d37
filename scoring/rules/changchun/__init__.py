"""长春: no wild tiles but a hidden lucky one, kongs of different tiles at the start, doubling 番."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.capped import RAW
from scoring.rules.changchun import payments, points
from scoring.rules.changchun.items import ALIASES, item_rows
from scoring.rules.changchun.options import ChangchunOptions
from scoring.rules.regional import Regional

__all__ = ["ChangchunOptions", "rules"]


def rules(options: ChangchunOptions | None = None) -> Regional:
    """长春 with the given options, or the published rules."""
    chosen = options or ChangchunOptions()
    table = item_rows(chosen)
    return Regional(
        name="changchun",
        title=Title("长春麻将", "Changchun"),
        fan=table,
        options=chosen,
        hand_sizes=(14,),
        asks=("robbed_kong", "lucky_drawn", "lucky_matched"),
        settles=("kongs", *RAW),
        aliases=ALIASES,
        minimum_unit="番",
        shapes=points.shapes(chosen),
        lens=points.LENS,
        appraise=partial(points.appraise, FanTable(table)),
        pay=payments.pay,
        valued=payments.valued,
        admit=points.admit,
        ledgers=payments.ledgers,
        cap=payments.cap,
        opening_kongs=True,
    )
