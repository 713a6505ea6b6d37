"""What to ask about a reading: only what changes who pays what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from math import prod
from typing import Protocol

from scoring.hand import Hand
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile
from vision.hand_reading import Alternative, HandReading
from vision.layout import FoundMeld, Role


class Refused(Protocol):
    """Why there is no sheet, such as a ``ScoringError``."""

    @property
    def code(self) -> str:
        """Stable, for programs."""
        ...

    @property
    def message(self) -> str:
        """For people."""
        ...


Score = Callable[[Hand, Tile], ScoreSheet | Refused]
"""The sheet of a hand won on a tile, or why there is none."""


class Question(Enum):
    """What is asked."""

    FACE = "face"
    """What tiles are."""
    PLACE = "place"
    """Which tiles are laid down and how, or are the hand's at all."""
    WINNING = "winning"
    """Which tile won."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to answer, and what comes of it."""

    text: str
    """A face, several in the order of the tiles, ``none`` for no tile, the melds, or the winning tile."""
    chance: float
    """0 to 1."""
    outcome: ScoreSheet | Refused

    @property
    def paid(self) -> object:
        """What is paid, in a form that two choices that pay the same have in common."""
        return _paid(self.outcome)

    @property
    def told(self) -> str:
        """``5p (24 points)``."""
        return f"{self.text} ({self.worth})"

    @property
    def worth(self) -> str:
        """``24 points``, or why there are none."""
        found = self.outcome
        return f"{found.points} points" if isinstance(found, ScoreSheet) else found.code.replace("_", " ")


def _paid(found: ScoreSheet | Refused) -> object:
    return (found.points, found.payments) if isinstance(found, ScoreSheet) else found.code


@dataclass(frozen=True, slots=True)
class Ask:
    """Something unsure, with what comes of each way that it may be."""

    what: Question
    tiles: tuple[int, ...]
    """Indices into ``HandReading.tiles``."""
    choices: tuple[Choice, ...]
    """The first is how it was read, or the likeliest."""
    matters: bool
    """Whether the choices pay differently."""

    @property
    def message(self) -> str:
        """For people."""
        subject = _SUBJECT[self.what].format(tiles=_numbers(self.tiles)).strip()
        if self.matters:
            return f"{subject}: {' or '.join(choice.told for choice in self.choices)}?"
        texts = " or ".join(choice.text for choice in self.choices)
        both = "both readings" if len(self.choices) == 2 else "all readings"
        paid = self.choices[0].outcome
        same = f"{both} pay {paid.points}" if isinstance(paid, ScoreSheet) else f"{both} are refused: {paid.message}"
        return f"{subject}: {texts}, {same}"


_SUBJECT = {
    Question.FACE: "{tiles}",
    Question.PLACE: "how {tiles} lie",
    Question.WINNING: "the winning tile",
}


def _numbers(tiles: Sequence[int]) -> str:
    return f"{'tile' if len(tiles) == 1 else 'tiles'} {', '.join(map(str, tiles))}"


@dataclass(frozen=True, slots=True)
class Asking:
    """All that is unsure about the score of a reading."""

    outcome: ScoreSheet | Refused | None = None
    """The score of the reading itself; of all of them where the winning tile is not seen and is no matter."""
    questions: tuple[Ask, ...] = ()

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What has to be asked."""
        return tuple(ask for ask in self.questions if ask.matters)

    @property
    def settled(self) -> tuple[Ask, ...]:
        """What is unsure and changes nothing."""
        return tuple(ask for ask in self.questions if not ask.matters)


@dataclass(frozen=True, slots=True)
class Other:
    """How another reading differs from the one that is given."""

    what: Question
    tiles: tuple[int, ...]
    was: str
    choice: Choice


def asking(reading: HandReading, score: Score, winning: Tile | None = None) -> Asking:
    """Which doubts of a reading change the payment, by scoring each plausible reading; nothing where there is no hand.

    ``winning`` is the winning tile where that is told.
    """
    if reading.hand is None:
        return Asking()
    won = winning or reading.winning_tile
    if won is None:
        return _unknown_winner(reading, score)
    own = Choice(str(reading.hand), reading.confidence, score(reading.hand, won))
    others = [_other(reading, one, score(one.hand, winning or one.winning or won)) for one in reading.alternatives]
    return Asking(own.outcome, tuple(_questions(reading, own, [one for one in others if one is not None])))


def _unknown_winner(reading: HandReading, score: Score) -> Asking:
    """What each tile of the hand would pay as the winning one; where that is no matter, what else may be."""
    assert reading.hand is not None
    faces = dict.fromkeys(reading.hand.concealed)
    choices = tuple(Choice(tile.code, 1 / len(faces), score(reading.hand, tile)) for tile in faces)
    matters = len({choice.paid for choice in choices}) > 1
    asked = Ask(Question.WINNING, (), choices, matters)
    if matters:
        return Asking(None, (asked,))
    own = Choice(str(reading.hand), reading.confidence, choices[0].outcome)
    others = [_other(reading, one, _unlike(own, one, score)) for one in reading.alternatives]
    return Asking(own.outcome, (asked, *_questions(reading, own, [one for one in others if one is not None])))


def _unlike(own: Choice, one: Alternative, score: Score) -> ScoreSheet | Refused:
    """What an alternative comes to: something else than the reading itself, if any tile that may have won makes it."""
    winners = dict.fromkeys(one.hand.concealed if one.winning is None else (one.winning,))
    first, *others = winners
    outcome = score(one.hand, first)
    scored = chain((outcome,), (score(one.hand, tile) for tile in others))
    return next((found for found in scored if _paid(found) != own.paid), outcome)


def _other(reading: HandReading, one: Alternative, outcome: ScoreSheet | Refused) -> Other | None:
    """How an alternative differs, by the first of face, place and winning tile in which it does."""
    if one.faces:
        tiles = tuple(number for number, _ in one.faces)
        was = _faces([reading.tiles[number].face for number in tiles])
        return Other(Question.FACE, tiles, was, Choice(_faces([face for _, face in one.faces]), one.chance, outcome))
    placed = [(number, role) for number, role in one.roles if {role, reading.tiles[number].role} != _EITHER]
    if placed or _sets(reading.melds) != _sets(one.melds):
        changed = {number for kind, tiles in _sets(one.melds) ^ _sets(reading.melds) for number in tiles}
        numbers = tuple(sorted(changed | {number for number, _ in placed}))
        assert reading.hand is not None
        if str(one.hand) == str(reading.hand) and one.winning is reading.winning_tile:
            return None
        return Other(Question.PLACE, numbers, str(reading.hand), Choice(str(one.hand), one.chance, outcome))
    if one.winning is None or one.winning is reading.winning_tile:
        return None
    tiles = tuple(number for number, _ in one.roles)
    return Other(Question.WINNING, tiles, str(reading.winning_tile), Choice(str(one.winning), one.chance, outcome))


_EITHER = {Role.CONCEALED, Role.WINNING}


def _sets(melds: Sequence[FoundMeld]) -> set[tuple[object, tuple[int, ...]]]:
    return {(meld.kind, meld.tiles) for meld in melds}


def _faces(faces: Sequence[str]) -> str:
    return " ".join(faces)


def _questions(reading: HandReading, own: Choice, others: Sequence[Other]) -> Iterator[Ask]:
    """A question for each set of tiles about which readings differ.

    Where a few of the tiles change the payment already, no more is asked about those together with others.
    """
    asked: dict[tuple[Question, tuple[int, ...]], list[Other]] = {}
    for other in sorted(others, key=lambda one: (len(one.tiles), -one.choice.chance)):
        smaller = [tiles for what, tiles in asked if what is other.what and {*tiles} < {*other.tiles}]
        if any(_matter(own, asked[other.what, tiles]) for tiles in smaller):
            continue
        same = asked.setdefault((other.what, other.tiles), [])
        if other.choice.text not in {one.choice.text for one in same}:
            same.append(other)
    for (what, tiles), found in asked.items():
        first = Choice(found[0].was, _chance(reading, what, tiles), own.outcome)
        yield Ask(what, tiles, (first, *(other.choice for other in found)), _matter(own, found))


def _matter(own: Choice, others: Sequence[Other]) -> bool:
    """Whether one of the choices pays something else."""
    return any(other.choice.paid != own.paid for other in others)


def _chance(reading: HandReading, what: Question, tiles: Sequence[int]) -> float:
    """How likely the reading itself is where it is unsure."""
    if what is Question.FACE:
        return prod(reading.tiles[number].chance for number in tiles)
    return reading.confidence
