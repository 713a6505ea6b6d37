"""The values of an evening: the table as it stands, and what every hand of play moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from operator import add
from unicodedata import category

from scoring.errors import OptionError, WinError
from scoring.rules import RuleSet, rule_set, with_options
from scoring.rules.riichi.payments import STICK
from scoring.rules.riichi.yaku import THREE_PLAYERS
from scoring.seats import Seat
from scoring.table.game import Game, check_game, game_of

MOST_HANDS = 500
"""Hands of play of the longest evening."""

MOST_POINTS = 10**15
"""The most that a player may have or owe; programs of any language can count so far."""

NAMES = ("A", "B", "C", "D")
"""What players are called who have told no name."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Where the game is when a hand of play begins. Players are numbered in the order of play; 0 dealt first."""

    dealer: int = 0
    """Which player deals, and so is east."""
    lap: int = 0
    """How often the deal has come round."""
    streak: int = 0
    """How many hands in a row the dealer has dealt before this one; in riichi how many of them he won running."""
    honba: int = 0
    """Counters on the table, 本場."""
    sticks: int = 0
    """Riichi sticks on the table, 供託."""

    @property
    def round_wind(self) -> Seat:
        """The prevailing wind."""
        return Seat(self.lap % len(Seat))


class Ending(Enum):
    """How a hand of play ended."""

    WON = "won"
    DRAWN = "drawn"
    CALLED_OFF = "called_off"
    """途中流局."""
    ERROR = "error"
    """A player made an error that ends it, 錯和."""


@dataclass(frozen=True, slots=True)
class Won:
    """A win, by the players' numbers."""

    winner: int
    discarder: int | None
    """``None`` when the winner drew the tile."""
    points: int
    """What the hand was worth, as the rules count it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand of play that is over."""

    deal: Deal
    """Where the game was when it began."""
    ending: Ending
    moved: tuple[int, ...]
    """What each player has more or less for it, the stick of a riichi among it."""
    wins: tuple[Won, ...] = ()
    staked: tuple[int, ...] = ()
    """Which players declared riichi and put a stick on the table."""
    taken_off: tuple[int, ...] = ()
    """What is taken off each player's final score and goes to nobody; nothing when empty."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands."""

    place: int
    """1 for the first."""
    player: int
    points: int


@dataclass(frozen=True, slots=True)
class Table:
    """An evening as it stands. A hand of play makes a new table, so the one before is still there."""

    rules: str
    """Name of the rule system."""
    options: tuple[tuple[str, str], ...]
    """The switches of the rules that were set, as text."""
    game: Game
    """What everybody starts with, and when it ends."""
    players: tuple[str, ...]
    """Their names in the order of play, the first dealer first: four of them, or three."""
    deal: Deal = Deal()
    """Where the game is; where it ended when it is over."""
    played: tuple[Played, ...] = ()
    """The hands of play so far, the first first."""
    over: str = ""
    """Why the game is over: ``rounds``, ``hands``, ``bust``, ``target``, ``dealer_stops``; empty while it goes on."""

    def rule_set(self) -> RuleSet:
        """The rules with their options; raises ``OptionError``."""
        return with_options(rule_set(self.rules), dict(self.options))

    @property
    def start(self) -> tuple[int, ...]:
        """What each player had at the start."""
        return (self.game.start,) * len(self.players)

    @property
    def running(self) -> tuple[tuple[int, ...], ...]:
        """What each player had at the start and after every hand of play."""
        moved = (hand.moved for hand in self.played)
        return tuple(accumulate(moved, lambda had, more: tuple(map(add, had, more)), initial=self.start))

    @property
    def totals(self) -> tuple[int, ...]:
        """What each player has. With the sticks on the table it is what all of them started with."""
        return self.running[-1]

    def player_at(self, seat: Seat) -> int:
        """Who sits there in this hand of play; raises ``WinError`` where nobody does."""
        if seat >= len(self.players):
            raise WinError("contradictory_events", f"{seat}: with {len(self.players)} players nobody sits there")
        return (self.deal.dealer + seat) % len(self.players)

    def seat_of(self, player: int) -> Seat:
        """Where a player sits in this hand of play; the dealer is east."""
        return Seat((player - self.deal.dealer) % len(self.players))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The players from the first to the last, of equal ones the earlier dealer before the later.

        When the game is over, the sticks that are left go to the first, and what errors cost is taken off.
        """
        points = list(self.totals)
        if self.over:
            points[ranked(points)[0]] += STICK * self.deal.sticks
            for hand in self.played:
                points = list(map(add, points, (-off for off in hand.taken_off))) if hand.taken_off else points
        return tuple(Standing(place, player, points[player]) for place, player in enumerate(ranked(points), 1))


def ranked(points: Iterable[int]) -> list[int]:
    """The players with most points first."""
    return [player for player, _ in sorted(enumerate(points), key=lambda one: (-one[1], one[0]))]


def new_table(
    rules: str = "mcr",
    options: Mapping[str, str] | None = None,
    players: tuple[str, ...] = NAMES,
    game: Game | None = None,
) -> Table:
    """A table before the first hand of play, with the usual game if none is told; raises ``OptionError``."""
    told = options or {}
    chosen = with_options(rule_set(rules), told)
    if len(players) not in (len(Seat), *([THREE_PLAYERS] if "players" in chosen.asks else [])):
        raise OptionError("bad_players", f"{chosen.name} is not played by {len(players)}")
    if len({name.strip() for name in players}) < len(players) or not all(map(is_name, players)):
        raise OptionError("bad_players", f"players have names of their own, not {', '.join(map(ascii, players))}")
    settled = game or game_of(chosen, len(players))
    check_game(settled, chosen)
    return Table(rules, tuple(told.items()), settled, players)


JOINERS = "\u200c\u200d"
"""They join or part the signs beside them, as in families of emoji and in the scripts of Iran and India."""


def is_name(text: str) -> bool:
    """Whether people can read it: signs that show, and spaces or joiners between them."""
    if text.strip(JOINERS) != text or not text.strip():
        return False
    return all(sign.isprintable() or category(sign) == "Zs" or sign in JOINERS for sign in text)


def undone(table: Table) -> Table:
    """The table before the last hand of play; raises ``WinError`` when there was none."""
    if not table.played:
        raise WinError("nothing_played", "no hand of play has been told yet")
    return replace(table, deal=table.played[-1].deal, played=table.played[:-1], over="")
