"""武汉红中癞子杠, 口口翻 or 开口翻: one wild kind, tiles discarded as kongs, factors of winner and payers, caps."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.capped import RAW
from scoring.rules.regional import Regional
from scoring.rules.wuhan import payments, points
from scoring.rules.wuhan.items import ALIASES, item_rows
from scoring.rules.wuhan.options import WuhanOptions

__all__ = ["WuhanOptions", "rules"]

ASKS = (
    "wild",
    "indicator",
    "last_tile",
    "robbed_kong",
    "after_kong",
    "loser_factors",
    "red_kongs",
    "skin_kongs",
    "wild_kongs",
    "third_feeder",
    "discarder_ready",
    "has_dealer",
)
"""What the rules ask about; ``last_tile`` is any of the last four."""


def rules(options: WuhanOptions | None = None) -> Regional:
    """武汉红中癞子杠 with the given options, or as most describe it."""
    chosen = options or WuhanOptions()
    table = item_rows(chosen)
    return Regional(
        name="wuhan",
        title=Title("武汉红中癞子杠", "Wuhan"),
        fan=table,
        options=chosen,
        hand_sizes=(14,),
        asks=(*ASKS, "green_kongs") if chosen.green_kongs else ASKS,
        settles=("kongs", "ready", "opened", "factors", *RAW),
        aliases=ALIASES,
        shapes=points.shapes(chosen),
        lens=points.LENS,
        appraise=partial(points.appraise, FanTable(table)),
        pay=payments.pay,
        admit=points.admit,
        wilds=points.wilds,
        ledgers=payments.ledgers,
    )
