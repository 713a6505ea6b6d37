"""What several systems say of a kong that is paid."""

from __future__ import annotations

from scoring.round import KongMade
from scoring.seats import Seat
from scoring.sentences import Sentence, sentence


def kong_reason(kong: KongMade, points: int, payer: Seat | None = None) -> Sentence:
    """Whose kong it is, and what the payer, or where there is none each of the others, pays for it."""
    paid = {"seat": kong.seat, "kong": kong.meld, "points": points}
    if payer is None:
        return sentence("{seat} {kong}: {points} from each of the others", **paid)
    return sentence("{seat} {kong}: {points} from {payer}", payer=payer, **paid)
