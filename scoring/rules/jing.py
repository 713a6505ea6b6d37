"""The reward for holding wild tiles, 精: who collects what from whom, whoever wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.seats import BySeat, Seat
from scoring.sentences import listing, sentence
from scoring.sheet import NOTHING, Ledger, Payments
from scoring.tiles import Tile


def jing_points(tiles: Iterable[Tile], wild: Sequence[Tile]) -> int:
    """What a player's wild tiles count, in hand and melds: 正精, the first of ``wild``, two, 副精 one."""
    plain = [tile.plain for tile in tiles]
    return sum(plain.count(face) * (1 if number else 2) for number, face in enumerate(wild))


def charged(points: int, threshold: int = 5) -> int:
    """The points after 冲关: from ``threshold`` on, times three less than they are."""
    return points * (points - 3) if points >= threshold else points


def jing_ledger(
    points: BySeat,
    fed: Iterable[tuple[Seat, Seat]] = (),
    threshold: int = 5,
    overlord_first: bool = False,
) -> Ledger:
    """Everyone collects his charged points from each of the others; a sole holder (霸王) twice as much.

    For a claimer named in ``fed`` the discarder alone pays the three shares. ``overlord_first`` doubles before 冲关.
    """
    sole = [seat for seat in Seat if points[seat]]
    twice = 2 if len(sole) == 1 else 1
    worth = [charged(own * twice, threshold) if overlord_first else charged(own, threshold) * twice for own in points]
    payers = dict(fed)
    payments = NOTHING
    for seat in Seat:
        if seat in payers and points[seat] >= threshold:
            payments += Payments.to(seat, {payers[seat]: 3 * worth[seat]})
        else:
            payments += Payments.from_each(seat, worth[seat])
    top = max(Seat, key=lambda seat: worth[seat])
    formula = f"{points[top]}*({points[top]}-3)" if points[top] >= threshold else str(points[top])
    held = (sentence("{seat} {points}", seat=seat, points=points[seat]) for seat in sole)
    shown = listing(held) or sentence("nobody holds any")
    return Ledger(
        key="jing",
        name="霸王精" if twice == 2 else "冲关" if points[top] >= threshold else "精",
        english="Wild tiles held",
        payments=payments,
        points=worth[top],
        formula=formula + ("*2" if twice == 2 else ""),
        reason=sentence(
            "Each collects the charged points of the wild tiles held from each of the others: {held}", held=shown
        ),
    )
