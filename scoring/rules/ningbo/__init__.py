"""宁波: wild tiles and flowers, 台 added up, four of them to win, and liability by 三摊."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.capped import RAW
from scoring.rules.ningbo import payments, points
from scoring.rules.ningbo.items import ALIASES, item_rows
from scoring.rules.ningbo.options import NingboOptions
from scoring.rules.regional import Regional

__all__ = ["NingboOptions", "rules"]


def rules(options: NingboOptions | None = None) -> Regional:
    """宁波 with the given options, or the published rules."""
    chosen = options or NingboOptions()
    table = item_rows(chosen)
    return Regional(
        name="ningbo",
        title=Title("宁波麻将", "Ningbo"),
        fan=table,
        options=chosen,
        hand_sizes=(14,),
        asks=(
            "round_wind",
            "wild",
            "indicator",
            "last_tile",
            "robbed_kong",
            "after_kong",
            "heavenly",
            "earthly",
            "fed",
            "three_tan",
            "kong_bloom_from",
            "two_tan_before",
            "dealer_streak",
        ),
        settles=("kongs", *RAW),
        aliases=ALIASES,
        minimum_unit="台",
        shapes=points.SHAPES,
        lens=points.lens(chosen),
        appraise=partial(points.appraise, FanTable(table)),
        payment_asks=("fed", "three_tan", "kong_bloom_from", "two_tan_before"),
        pay=payments.pay,
        valued=payments.valued,
        admit=points.admit,
        wilds=points.wilds,
        ledgers=payments.ledgers,
        cap=payments.cap,
        wild_flowers=True,
    )
