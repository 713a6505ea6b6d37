"""四川麻将血战到底: two suits, powers of two, winners who leave one by one, kongs, the end of the wall."""

from __future__ import annotations

from scoring.rules.base import Title
from scoring.rules.regional import Regional
from scoring.rules.sichuan import ledgers, payments, points
from scoring.rules.sichuan.items import ALIASES, item_rows
from scoring.rules.sichuan.options import SichuanOptions
from scoring.shapes import WHOLE

__all__ = ["SichuanOptions", "rules"]

SETTLES = ("kongs", "ready", "unfinished", "left", "pigs", "best", "kong_income", "transfers")
"""What is settled beside wins."""


def rules(options: SichuanOptions | None = None) -> Regional:
    """血战到底 with the given options, or as most tables play it."""
    chosen = options or SichuanOptions()
    table = item_rows(chosen)
    return Regional(
        name="sichuan",
        title=Title("四川麻将血战到底", "Sichuan Bloody Battle"),
        fan=table,
        options=chosen,
        hand_sizes=(14,),
        asks=(
            *("missing_suit", "already_won", "last_tile", "after_kong", "kong_bloom_from", "kong_discard"),
            *("robbed_kong", "heavenly", "earthly"),
        ),
        settles=SETTLES,
        kong_facts=("already_won",),
        aliases=ALIASES,
        minimum_unit="fan",
        worth_unit="points",
        shapes=points.SHAPES,
        lens=WHOLE,
        appraise=points.appraise,
        payment_asks=("robbed_kong", "kong_bloom_from", "already_won"),
        pay=payments.pay,
        admit=points.admit,
        ledgers=ledgers.ledgers,
        deal=payments.next_dealer,
        near_miss=points.near_miss,
        claimed_chows=False,
        flowers=False,
        honours=False,
        earthly_drawn=True,
    )
