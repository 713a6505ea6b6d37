"""A whole hand of play, won or drawn: what is settled at its end."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.hand import Hand, Meld
from scoring.seats import BySeat, Seat
from scoring.sheet import NOTHING, Ledger, Payments, ScoreSheet
from scoring.tiles import Tile
from scoring.win import Win


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


@dataclass(frozen=True, slots=True)
class Settlement:
    """Everything that a hand of play moves."""

    sheets: tuple[ScoreSheet, ...]
    ledgers: tuple[Ledger, ...]
    payments: Payments
    """All of it together, for each seat."""
    next_dealer: Seat
    """Who deals next, by the seats of this hand of play."""


def total(sheets: tuple[ScoreSheet, ...], ledgers: tuple[Ledger, ...]) -> Payments:
    """The payments of sheets and ledgers together."""
    whole = NOTHING
    for payments in [*(sheet.payments for sheet in sheets), *(ledger.payments for ledger in ledgers)]:
        whole += payments
    return whole
