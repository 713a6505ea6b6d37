"""A whole hand of play, won or drawn: what is settled at its end."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.circumstances import PLAIN, Circumstances
from scoring.hand import Hand, Meld
from scoring.seats import BySeat, Seat
from scoring.sheet import NOTHING, Ledger, Payments, ScoreSheet
from scoring.tiles import Tile, parse_tile
from scoring.win import Event, Win

ANY_TILE = parse_tile("1m")
"""Stands for a winning tile that is not known and not looked at."""


@dataclass(frozen=True, slots=True)
class KongMade:
    """A kong that a player made, or what the rules settle like one."""

    seat: Seat
    """Whose kong it is."""
    meld: Meld
    source: Seat | None = None
    """Who discarded the fourth tile; ``None`` for one's own."""
    of_wilds: bool = False
    """Whether it is of wild tiles (宝杠, 杠精), where the wild kinds are not named."""
    concealed: bool = False
    """Whether three tiles that count as a kong are held in the hand."""
    in_row: bool = False
    """Whether it is one of the kongs in a row whose last was robbed."""
    robbed: bool = False
    """Whether it was robbed."""
    already_won: frozenset[Seat] = frozenset()
    """Who had won and left the hand of play before it was made."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What a player holds when the wall is empty."""

    seat: Seat
    hand: Hand
    """One tile short."""
    missing_suit: str | None = None
    """The suit declared missing, where one was."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """What a kong earned that goes to who won on the discard after it, 呼叫转移."""

    seat: Seat
    """Whose kong it was."""
    winners: tuple[Seat, ...]
    income: int


@dataclass(frozen=True, slots=True)
class ScoredWin:
    """A win told by its worth alone; its tiles are not known."""

    winner: Seat
    points: int
    """What the hand is worth as people tell it, in the ``worth_unit`` of the rules, without what is paid on top."""
    discarder: Seat | None = None
    """Who gave the tile; ``None`` when it was drawn."""
    liable: Seat | None = None
    """Who pays under the liability rule."""
    yakuman: int = 0
    """How many times the highest limit, where ``points`` are not told."""
    liable_yakuman: int = 0
    """How many of those ``liable`` pays for."""
    payments: BySeat | None = None
    """What each of the others pays, without what is paid on top; ``None`` for what the rules make of the points."""
    events: frozenset[Event] = frozenset()
    circumstances: Circumstances = PLAIN
    """What else decides who pays how much: the ``payment_asks`` of the rules."""

    @property
    def win(self) -> Win:
        """How it was won; the tile is none that was told."""
        return Win(ANY_TILE, self.winner, self.discarder, events=self.events, circumstances=self.circumstances)


@dataclass(frozen=True, slots=True)
class Round:
    """What lies on the table when a hand of play ends; the defaults are a draw with nothing to settle."""

    wins: tuple[tuple[Hand, Win], ...] = ()
    """The winning hands; several only where rules let several win. None after a draw."""
    kongs: tuple[KongMade, ...] = ()
    """All players' kongs in the order they were made."""
    wild: tuple[Tile, ...] = ()
    """The wild faces, the one that counts double (正精) first."""
    indicator: Tile | None = None
    """The tile turned up."""
    jing_points: BySeat | None = None
    """What each seat's wild tiles count, 精分; ``None`` when not counted."""
    jing_fed: tuple[tuple[Seat, Seat], ...] = ()
    """Who claimed a wild tile from whom and so reached 冲关: the claimer, the discarder."""
    ready: frozenset[Seat] | None = None
    """Who is ready when the wall is empty; ``None`` when not known."""
    opened: frozenset[Seat] = frozenset()
    """Who has claimed a meld."""
    factors: BySeat | None = None
    """What each seat's own openings and kongs multiply payments by."""
    raw_losses: BySeat | None = None
    """What each seat would pay before the cap, as positive numbers; nothing for the winner."""
    raw_winner: Seat | None = None
    """Who receives those, where more than one has no loss; ``None`` for the first."""
    same_first_discards: bool = False
    """Whether all four began with the same discard, 抄庄."""
    last_drawer: Seat | None = None
    """Who drew the last tile of the wall."""
    unfinished: tuple[Unfinished, ...] = ()
    """The hands of those still in play when the wall is empty, where who is ready is to be seen in them."""
    left: frozenset[Seat] = frozenset()
    """Who has won and left, where the wins themselves are not told."""
    pigs: frozenset[Seat] = frozenset()
    """Who holds a suit too many when the wall is empty, 花猪."""
    best: BySeat | None = None
    """What the best tile of each ready seat's wait would be worth."""
    kong_income: tuple[tuple[Seat, Seat, int], ...] = ()
    """What kongs earned that are not told themselves: whose kong, who paid, how much."""
    transfers: tuple[Transfer, ...] = ()
    players: int = 4
    """How many play; with three there is no north."""
    honba: int = 0
    """Counters on the table, 本場."""
    sticks: int = 0
    """Riichi sticks on the table, 供託."""
    scored: tuple[ScoredWin, ...] = ()
    """Wins told by their worth alone."""
    nagashi: frozenset[Seat] = frozenset()
    """Whose discards were all terminals and honours, none of them claimed, 流し満貫."""
    offender: Seat | None = None
    """Who made an error that ends the hand of play, 錯和."""
    aborted: str = ""
    """Why the hand of play was called off: ``nine_terminals``, ``four_winds``, ...; empty when it was not."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won, those last whose tiles are not known."""
        return (*(win.winner for _, win in self.wins), *(win.winner for win in self.scored))

    @property
    def turns(self) -> tuple[tuple[tuple[Hand, Win], ...], ...]:
        """The wins in their order, those on one tile together: neighbours with the same tile from the same seat."""
        found: list[list[tuple[Hand, Win]]] = []
        for hand, win in self.wins:
            before = found[-1][0][1] if found else None
            same = before and (before.tile.plain, before.discarder) == (win.tile.plain, win.discarder)
            if same and win.discarder is not None:
                found[-1].append((hand, win))
            else:
                found.append([(hand, win)])
        return tuple(map(tuple, found))

    def won_before(self, win: Win) -> frozenset[Seat]:
        """Who had won, where winners leave one after another, before the tile of a win."""
        seats = set(self.left)
        for turn in self.turns:
            if any(other.winner is win.winner for _, other in turn):
                break
            seats |= {other.winner for _, other in turn}
        return frozenset(seats)

    def gone_before(self, scored: ScoredWin) -> frozenset[Seat]:
        """Who had won before one whose tiles are not known; several neighbours win on one discard."""
        earlier = self.scored[: self.scored.index(scored)]
        before = {one.winner for one in earlier if one.discarder is None or one.discarder is not scored.discarder}
        return self.left | {win.winner for _, win in self.wins} | before


NEEDS: dict[str, tuple[str, ...]] = {
    "jing_fed": ("jing_points",),
    "raw_winner": ("raw_losses",),
    "opened": ("ready",),
    "factors": ("ready", "wins", "scored"),
    "pigs": ("ready", "unfinished"),
    "best": ("ready",),
}
"""The fields of a ``Round`` that say nothing without one of others."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Everything that a hand of play moves."""

    sheets: tuple[ScoreSheet, ...]
    ledgers: tuple[Ledger, ...]
    payments: Payments
    """All of it together, for each seat."""
    next_dealer: Seat
    """Who deals next, by the seats of this hand of play."""
    honba: int = 0
    """Counters that lie on the table next."""
    sticks: int = 0
    """Riichi sticks that stay on the table."""
    scored: tuple[ScoredWin, ...] = ()
    """The wins told by their worth that count, with the points that a sheet would tell."""
    rules: str = ""
    """The name of the rule system."""


def total(sheets: tuple[ScoreSheet, ...], ledgers: tuple[Ledger, ...]) -> Payments:
    """The payments of sheets and ledgers together."""
    whole = NOTHING
    for payments in [*(sheet.payments for sheet in sheets), *(ledger.payments for ledger in ledgers)]:
        whole += payments
    return whole
