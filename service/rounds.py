"""A whole hand of play as it is told: who won, and what is settled apart from that."""

from collections.abc import Callable, Collection
from typing import Annotated, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from scoring.errors import MeldError
from scoring.hand import Hand, Meld, MeldKind, parse_hand, parse_meld
from scoring.numbers import whole_number
from scoring.round import ANY_TILE, KongMade, Round, ScoredWin, Settlement, Unfinished
from scoring.rules import RuleSet
from scoring.seats import BySeat, Seat, parse_seat
from scoring.win import Win
from service.asked import MAX_TEXT, Asked, ByRules, HowWon, WithWild, naming, read_field, within
from service.errors import refuse

Number = Annotated[int, BeforeValidator(whole_number), Field(ge=0, le=1_000_000)]

Numbers = Annotated[
    Annotated[dict[str, Number], Tag("by_name")] | Annotated[tuple[Number, Number, Number, Number], Tag("in_order")],
    Discriminator(lambda told: "by_name" if isinstance(told, dict) else "in_order"),
]
"""A number for each seat: by name, or four of them, east first."""
Pair = tuple[str, str]


class WonHand(HowWon):
    """A winning hand and how it was won; wild tiles are told of the round."""

    hand: str = Field(max_length=MAX_TEXT)
    """In notation, the winning tile among its concealed tiles."""


class WonByWorth(HowWon):
    """A win that is told by its worth, without its tiles."""

    points: Number = 0
    """What it is worth, counted as people do: in the ``worth_unit`` of the rules."""
    payments: Numbers | None = None
    """What each of the others pays for it, where the rules do not say so, or the table knows better."""

    def scored(self, rules: RuleSet, players: int, gone: Collection[Seat], known: Callable[[Win], Win]) -> ScoredWin:
        """The win; raises a ``ServiceError`` that names the field at fault."""
        self._check(rules)
        win = self.won(rules, ANY_TILE, {}, players, gone)
        known(win)
        paid = by_seat("payments", self.payments)
        points = self.points or sum(paid or ())
        return ScoredWin(
            win.winner, points, win.discarder, payments=paid, events=win.events, circumstances=win.circumstances
        )

    def _check(self, rules: RuleSet) -> None:
        """Refuse what says nothing of a win without its tiles, and one of which nothing is told."""
        if not self.self_drawn and not self.discarder:
            refuse("discarder_unknown", "from: say who gave the tile, or self_drawn", field="from")
        if not {"points", "payments"} & self.model_fields_set:
            refuse("value_invalid", "points: say what the win is worth, or payments", field="points")
        for field in ("win", "flowers"):
            if getattr(self, field):
                refuse("value_invalid", f"{field}: it is told of a win with its tiles", field=field)
        for field, told in (("circumstances", self.circumstances), ("events", self.events)):
            for key in told:
                if key.replace("-", "_") not in rules.payment_asks:
                    known = ", ".join(rules.payment_asks) or "nothing"
                    refuse("value_invalid", f"{field}: without its tiles {known} is told of a win", field=field)


class Kong(Asked):
    """A kong that a player made, or what the rules settle like one."""

    seat: str
    """Whose kong it is."""
    meld: str = Field(max_length=MAX_TEXT)
    """In notation: ``(7777z)``, ``(777+7z)``, ``[1111s]`` or an opening kong ``{1m1p1s}``."""
    discarder: str | None = Field(default=None, alias="from")
    """Who discarded the fourth tile."""
    of_wilds: bool = False
    """Whether it is of wild tiles, where those are not named."""
    concealed: bool = False
    """Whether three tiles that count as a kong are held in the hand."""
    in_row: bool = False
    """Whether it is one of the kongs in a row whose last was robbed."""
    robbed: bool = False
    """Whether it was robbed."""
    already_won: tuple[str, ...] = Field(default=(), max_length=3)
    """Seats that had won and left before it was made."""

    def made(self) -> KongMade:
        """The kong; raises a ``ServiceError`` that names the field at fault."""
        seat = read_field("seat", parse_seat, self.seat)
        source = read_field("from", parse_seat, self.discarder) if self.discarder else None
        if source is seat:
            refuse("value_invalid", f"from: {seat} cannot claim the own discard", field="from")
        meld = read_field("meld", _settled_meld, self.meld)
        left = _seats("already_won", self.already_won)
        return KongMade(seat, meld, source, self.of_wilds, self.concealed, self.in_row, self.robbed, left)


def _settled_meld(text: str) -> Meld:
    meld = parse_meld(text)
    if meld.kind is MeldKind.CHOW:
        raise MeldError(f"{meld} is no kong")
    return meld


class HeldHand(Asked):
    """What a player who has not won holds when the wall is empty."""

    seat: str
    hand: str = Field(max_length=MAX_TEXT)
    """In notation, one tile short."""
    missing_suit: Literal["m", "p", "s"] | None = None
    """The suit that was declared missing."""

    def unfinished(self) -> Unfinished:
        """The hand; raises a ``ServiceError`` that names the field at fault."""
        seat = read_field("seat", parse_seat, self.seat)
        return Unfinished(seat, read_field("hand", parse_hand, self.hand), self.missing_suit)


class RoundToSettle(ByRules, WithWild):
    """A hand of play at its end; without a win it is a draw."""

    record: bool = False
    """Whether a record is wanted, from which the result can be worked out again."""
    wins: tuple[WonHand, ...] = Field(default=(), max_length=3)
    """The winning hands in their order; several only where rules let several win.

    Neighbours with the same tile from the same seat won at once.
    """
    scored: tuple[WonByWorth, ...] = Field(default=(), max_length=3)
    """Wins told by their worth, without their tiles, in their order after ``wins``."""
    kongs: tuple[Kong, ...] = Field(default=(), max_length=16)
    """All players' kongs in the order they were made."""
    jing_points: Numbers | None = None
    """What each seat's wild tiles count, 精分."""
    jing_fed: tuple[Pair, ...] = Field(default=(), max_length=12)
    """Who claimed a wild tile from whom and so reached 冲关: the claimer, the discarder."""
    ready: tuple[str, ...] | None = Field(default=None, max_length=4)
    """Seats that are ready when the wall is empty; left out when it is not known."""
    opened: tuple[str, ...] = Field(default=(), max_length=4)
    """Seats that have claimed a meld."""
    factors: Numbers | None = None
    """What each seat's own openings and kongs multiply payments by; 1 where no number is given."""
    raw_losses: Numbers | None = None
    """What each seat would pay before the cap; nothing for who receives it."""
    raw_winner: str | None = None
    """Who receives those, where more than one has no loss; if nobody is named the first of them."""
    same_first_discards: bool = False
    """Whether all four began with the same discard."""
    last_drawer: str | None = None
    """Who drew the last tile of the wall."""
    unfinished: tuple[HeldHand, ...] = Field(default=(), max_length=4)
    """The hands of those still in play when the wall is empty, where rules look at them."""
    left: tuple[str, ...] = Field(default=(), max_length=4)
    """Seats that have won and left, where ``wins`` does not tell."""
    pigs: tuple[str, ...] = Field(default=(), max_length=4)
    """Seats that hold a suit too many when the wall is empty, where ``unfinished`` does not tell."""
    best: Numbers | None = None
    """What the best tile of each ready seat's wait would be worth, where ``unfinished`` does not tell."""

    players: Annotated[Literal[3, 4], BeforeValidator(whole_number)] = 4
    """How many play."""
    honba: Number = 0
    """Counters on the table, where no win tells."""
    sticks: Number = 0
    """Riichi sticks on the table, where no win tells."""
    nagashi: tuple[str, ...] = Field(default=(), max_length=4)
    """Seats whose discards were all terminals and honours, none of them claimed."""
    offender: str | None = None
    """Who made an error that ends the hand of play."""
    aborted: str = ""
    """Why the hand of play was called off: ``nine_terminals``, ``four_winds``, ``four_riichi``, ``four_kongs``."""

    def settled(self) -> Settlement:
        """Everything that moves; raises a ``ServiceError`` that names the field at fault, or a ``ScoringError``."""
        rules = self.rule_set()
        hand = self.told(rules)
        with naming(self):
            return rules.settle(hand)

    def told(self, rules: RuleSet, known: Callable[[Win], Win] = lambda win: win) -> Round:
        """The hand of play; ``known`` adds what a table knows to a win to check. Raises as ``settled`` does."""
        told = HowWon().told(rules, self.told_wild()).circumstances
        return Round(
            wins=tuple(self._won(rules, number, known) for number in range(len(self.wins))),
            scored=tuple(self._scored(rules, number, known) for number in range(len(self.scored))),
            kongs=tuple(self._kong(number) for number in range(len(self.kongs))),
            wild=told.wild,
            indicator=told.indicator,
            jing_points=by_seat("jing_points", self.jing_points),
            jing_fed=tuple(_pair("jing_fed", pair) for pair in self.jing_fed),
            ready=None if self.ready is None else _seats("ready", self.ready),
            opened=_seats("opened", self.opened),
            factors=by_seat("factors", self.factors, 1),
            raw_losses=by_seat("raw_losses", self.raw_losses),
            raw_winner=_seat("raw_winner", self.raw_winner),
            same_first_discards=self.same_first_discards,
            last_drawer=_seat("last_drawer", self.last_drawer),
            unfinished=tuple(self._unfinished(rules, number) for number in range(len(self.unfinished))),
            left=_seats("left", self.left),
            pigs=_seats("pigs", self.pigs),
            best=by_seat("best", self.best),
            players=self.players,
            honba=self.honba,
            sticks=self.sticks,
            nagashi=_seats("nagashi", self.nagashi),
            offender=_seat("offender", self.offender),
            aborted=self.aborted,
        )

    def _won(self, rules: RuleSet, number: int, known: Callable[[Win], Win]) -> tuple[Hand, Win]:
        asked, left = self.wins[number], _seats("left", self.left)
        with within(f"wins.{number}"), naming(asked):
            for key in ("wild", "indicator"):
                if key in asked.circumstances:
                    refuse("value_invalid", f"circumstances: {key} is told of the round", field="circumstances")
            hand = asked.whole(read_field("hand", parse_hand, asked.hand))
            win = asked.won(rules, None, self.told_wild(), self.players, self._gone(rules, number, left))
            if any(parse_seat(other.seat) is win.winner for other in self.wins[:number]):
                refuse("value_invalid", f"seat: {win.winner} wins twice", field="seat")
            rules.check(hand, known(win))
        return hand, win

    def _scored(self, rules: RuleSet, number: int, known: Callable[[Win], Win]) -> ScoredWin:
        asked, left = self.scored[number], _seats("left", self.left)
        with within(f"scored.{number}"), naming(asked):
            win = asked.scored(rules, self.players, self._gone(rules, len(self.wins), left), known)
            others = (*self.wins, *self.scored[:number])
            if any(parse_seat(other.seat) is win.winner for other in others):
                refuse("value_invalid", f"seat: {win.winner} wins twice", field="seat")
        return win

    def _gone(self, rules: RuleSet, number: int, left: frozenset[Seat]) -> frozenset[Seat]:
        """Who has left before a win, where winners leave."""
        if "already_won" not in rules.asks:
            return frozenset()
        return left | {read_field("seat", parse_seat, one.seat) for one in self.wins[:number]}

    def _kong(self, number: int) -> KongMade:
        with within(f"kongs.{number}"):
            return self.kongs[number].made()

    def _unfinished(self, rules: RuleSet, number: int) -> Unfinished:
        with within(f"unfinished.{number}"), naming(self.unfinished[number]):
            held = self.unfinished[number].unfinished()
            held.hand.check(rules.hand_sizes[0] - 1)
            if any(parse_seat(other.seat) is held.seat for other in self.unfinished[:number]):
                refuse("value_invalid", f"seat: {held.seat} is told twice", field="seat")
        return held


def by_seat(field: str, numbers: Numbers | None, empty: int = 0) -> BySeat | None:
    """The numbers, east first; ``empty`` for seats that are not named."""
    if not isinstance(numbers, dict):
        return numbers
    named = {read_field(field, parse_seat, name): number for name, number in numbers.items()}
    east, south, west, north = (named.get(seat, empty) for seat in Seat)
    return east, south, west, north


def _seat(field: str, name: str | None) -> Seat | None:
    return read_field(field, parse_seat, name) if name else None


def _seats(field: str, names: tuple[str, ...]) -> frozenset[Seat]:
    return frozenset(read_field(field, parse_seat, name) for name in names)


def _pair(field: str, pair: Pair) -> tuple[Seat, Seat]:
    first, second = (read_field(field, parse_seat, name) for name in pair)
    if first is second:
        refuse("value_invalid", f"{field}: {first} and {second} are one seat", field=field)
    return first, second
