"""香港麻將, old style: faan up to a limit, a table of points, liability, flowers where they are played with."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.hong_kong import payments, points
from scoring.rules.hong_kong.items import ALIASES, item_rows
from scoring.rules.hong_kong.options import HongKongOptions
from scoring.rules.regional import Regional
from scoring.shapes import WHOLE

__all__ = ["HongKongOptions", "rules"]


def rules(options: HongKongOptions | None = None) -> Regional:
    """Hong Kong old style with the given options, or as most tables play it."""
    chosen = options or HongKongOptions()
    table = item_rows(chosen)
    return Regional(
        name="hong_kong",
        title=Title("香港麻將", "Hong Kong Old Style"),
        fan=table,
        options=chosen,
        hand_sizes=(14,),
        asks=("round_wind", "last_tile", "after_kong", "robbed_kong", "heavenly", "earthly", "human", "liable"),
        settles=("offender",),
        aliases=ALIASES,
        minimum_unit="faan",
        shapes=points.shapes(chosen),
        lens=WHOLE,
        appraise=partial(points.appraise, FanTable(table)),
        payment_asks=("robbed_kong", "liable"),
        pay=payments.pay,
        valued=payments.valued,
        admit=points.admit,
        ledgers=payments.ledgers,
        paid=payments.paid_wins,
        near_miss=points.near_miss,
    )
