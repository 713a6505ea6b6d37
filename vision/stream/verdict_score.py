"""Whether an announced score is right for a hand, and whether that depends on what nobody has told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.rules import RuleSet
from scoring.score import score
from scoring.tiles import Tile
from scoring.win import Win
from vision.stream.verdict_answer import Answer

MOST_SCORED = 8000
"""Scores that are worked out for one hand, in seconds; where there would be more, it is not decided."""

TOO_MUCH = "too much of it to be tried"

Makes = Callable[[Tile], Win]
"""How a hand was won, on any tile; may raise a ``ScoringError``."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which the hand may have been won."""

    told: str
    """What of it nobody has told, as ``self_drawn, seat=south``; empty where all is told."""
    win: Makes


@dataclass(frozen=True, slots=True)
class Announced:
    """A score that is claimed."""

    points: int
    """As ``ScoreSheet.points``."""
    rules: RuleSet
    ways: tuple[Way, ...]
    """All that differ in what every score depends on and nobody has told: who gave the tile, seats and winds."""
    special: Callable[[], Iterable[Way]] = tuple
    """Those in which something special happened besides, of which nobody has said a word."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand is worth in one way."""

    points: int | None
    """``None`` for a hand that may not win so."""
    refusal: str | None
    """The code of why not."""
    message: str
    hand: Hand
    win: Tile
    told: str
    """What of it nobody has told; empty where all is told."""


@dataclass(frozen=True, slots=True)
class Scored:
    """Whether a claimed score is right."""

    answer: Answer
    worths: tuple[Worth, ...]
    """What the hand is worth, each way to be worth something else once; first what is claimed, where it is."""
    depends: str = ""
    """On what it depends, in words; empty where it is decided."""


def worth(hand: Hand, tile: Tile, way: Way, rules: RuleSet) -> Worth:
    """What the hand is worth when it is won so."""
    try:
        points = score(hand, way.win(tile), rules).points
    except ScoringError as error:
        return Worth(None, error.code, error.message, hand, tile, way.told)
    return Worth(points, None, f"{points} points", hand, tile, way.told)


def scored(hands: Sequence[tuple[Hand, Tile | None]], announced: Announced) -> Scored:
    """Whether each of ``hands``, with the tile that it was won on where that is known, is worth what is announced."""
    tried = list(islice(_all(hands, lambda: announced.ways, announced.rules), MOST_SCORED + 1))
    worths = tuple(_each_once(tried, announced.points))
    if len(tried) > MOST_SCORED:
        return Scored(Answer.UNDECIDED, worths, TOO_MUCH)
    right = [one for one in tried if one.points == announced.points]
    if right and len(right) == len(tried):
        return Scored(Answer.CONFIRMED, worths)
    if right:
        return Scored(Answer.UNDECIDED, worths, _depends(tried))
    others = list(islice(_all(hands, announced.special, announced.rules), MOST_SCORED + 1))
    other = next((one for one in others if one.points == announced.points), None)
    if other is not None:
        return Scored(Answer.UNDECIDED, (other, *worths), other.told)
    if len(others) > MOST_SCORED:
        return Scored(Answer.UNDECIDED, worths, TOO_MUCH)
    return Scored(Answer.CONTRADICTED, worths)


def _all(
    hands: Iterable[tuple[Hand, Tile | None]], ways: Callable[[], Iterable[Way]], rules: RuleSet
) -> Iterator[Worth]:
    """What each hand is worth, won on each tile in each of the ``ways``, which are made anew for every tile."""
    for hand, won in hands:
        tiles = tuple(dict.fromkeys(hand.concealed)) if won is None else (won,)
        for tile in tiles or tuple(dict.fromkeys(hand.flowers)):
            for way in ways():
                yield worth(hand, tile, way, rules)


def _each_once(tried: Iterable[Worth], points: int) -> list[Worth]:
    """The first of those that are worth the same, what is claimed before the others."""
    found: dict[object, Worth] = {}
    for one in tried:
        found.setdefault(one.refusal if one.points is None else one.points, one)
    return sorted(found.values(), key=lambda one: (one.points != points, one.points is None))


def _depends(tried: Sequence[Worth]) -> str:
    """What differs between the ways that are worth different things."""
    told = {part.partition("=")[0] for one in tried for part in one.told.split(", ") if part}
    tiles = {one.win for one in tried}
    hands = {str(one.hand) for one in tried}
    parts = [*(["how the tiles lie"] if len(hands) > 1 else []), *(["win"] if len(tiles) > 1 else []), *sorted(told)]
    return ", ".join(parts)
