"""What a hand one tile short waits for, and how far it is from ready when it waits for nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.errors import BelowMinimum, HandError, NotAllowed, NotAWin, TooManyCopies
from scoring.hand import Hand
from scoring.rules import RuleSet
from scoring.rules.base import Wait
from scoring.rules.regional import Regional
from scoring.tiles import Tile
from scoring.win import Win
from service.errors import ServiceError


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a hand waits for."""

    rules: str
    hand: Hand
    win: Win
    """How it would be won; the tile says nothing."""
    wild: tuple[Tile, ...]
    """The wild faces."""
    away: int
    """How many tiles the hand is from winning: 1 when it is ready."""
    waits: tuple[Wait, ...]
    """In the order of the tiles; those too that would be refused."""


def waiting(rules: RuleSet, hand: Hand, win: Win) -> Waiting:
    """What the hand waits for; raises a ``ScoringError``, or a ``ServiceError`` for a hand not one tile short."""
    try:
        found = rules.waits(hand, win)
    except HandError as error:
        message = f"hand: with one more tile it is none to win with: {error.message}"
        raise ServiceError(error.code, message, field="hand") from None
    wild = rules.wild_tiles(win) if isinstance(rules, Regional) else ()
    return Waiting(rules.name, hand, win, wild, 1 if found else _away(rules, hand, win), found)


def _away(rules: RuleSet, hand: Hand, win: Win) -> int:
    return rules.away(hand, win) if isinstance(rules, Regional) else min(_distances(rules, hand, win), default=0) + 1


def _distances(rules: RuleSet, hand: Hand, win: Win) -> Iterator[int]:
    """How far the hand is from winning with each tile that there is still one of."""
    for tile in rules.in_play(win):
        whole, attempt = replace(hand, concealed=(*hand.concealed, tile)), replace(win, tile=tile)
        try:
            rules.check(whole, attempt)
            rules.score(whole, attempt)
        except NotAWin as refusal:
            yield refusal.distance
        except TooManyCopies:
            continue
        except (BelowMinimum, NotAllowed):
            yield 0
