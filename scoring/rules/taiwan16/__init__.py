"""台灣十六張: hands of seventeen tiles, 台 added up, base and 台 paid, the dealer's streak."""

from __future__ import annotations

from functools import partial

from scoring.fan import FanTable
from scoring.rules.base import Title
from scoring.rules.regional import Regional
from scoring.rules.taiwan16 import payments, points
from scoring.rules.taiwan16.items import ALIASES, item_rows
from scoring.rules.taiwan16.options import Taiwan16Options
from scoring.shapes import WHOLE

__all__ = ["Taiwan16Options", "rules"]


def rules(options: Taiwan16Options | None = None) -> Regional:
    """Taiwanese sixteen tiles with the given options, or by the association's table."""
    chosen = options or Taiwan16Options()
    table = item_rows(chosen)
    return Regional(
        name="taiwan16",
        title=Title("台灣十六張麻將", "Taiwanese Sixteen Tiles"),
        fan=table,
        options=chosen,
        hand_sizes=(17,),
        asks=(
            *("round_wind", "last_tile", "after_kong", "robbed_kong", "heavenly", "earthly", "human"),
            *("heavenly_ready", "earthly_ready", "declared_ready", "dealer_streak", "liable"),
        ),
        aliases=ALIASES,
        minimum_unit="台",
        shapes=points.shapes(chosen),
        lens=WHOLE,
        appraise=partial(points.appraise, FanTable(table)),
        payment_asks=("dealer_streak", "liable"),
        pay=payments.pay,
        valued=payments.valued,
        admit=points.admit,
        deal=payments.next_dealer,
        earthly_drawn=True,
        paid=payments.paid_wins,
        near_miss=points.near_miss,
    )
