"""``score``: a hand, how it was won and the rules make a score sheet."""

from __future__ import annotations

from scoring.hand import Hand
from scoring.rules.base import RuleSet
from scoring.sheet import ScoreSheet
from scoring.win import Win


def score(hand: Hand, win: Win, rules: RuleSet) -> ScoreSheet:
    """The sheet for the best reading of the hand.

    Raises a ``ScoringError``: ``HandError`` for tiles that cannot be a hand, ``WinError`` for circumstances that cannot
    be, ``NotAWin`` for a hand without a winning shape, ``BelowMinimum`` for one that is worth too little,
    ``NotAllowed`` for one that may not win this way.
    """
    rules.check(hand, win)
    return rules.scored(hand, win)
