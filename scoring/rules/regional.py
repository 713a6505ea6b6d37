"""The frame of the regional systems: every reading of a hand with wild tiles, the best one kept, and who pays.

A system is a value of ``Regional``: a table of items and a few functions. See README.md beside this file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from scoring.division import Shape
from scoring.errors import BelowMinimum, HandError, MeldError, NotAllowed, NotAWin, WinError
from scoring.facts import Facts, Holding
from scoring.fan import Effect, Fan
from scoring.hand import Hand, MeldKind
from scoring.indicator import live_copies
from scoring.numbers import quantity
from scoring.readings import readings
from scoring.round import Round, ScoredWin, total
from scoring.rules.base import RuleSet
from scoring.rules.capped import cap_ledger, given, given_ledger
from scoring.seats import Seat
from scoring.sentences import sentence
from scoring.shapes import Held, Lens, Reading, Shapes, distance, is_win, tiles_away
from scoring.sheet import Ledger, LeftOut, Payments, RunnerUp, ScoreSheet, Stand
from scoring.tiles import Tile
from scoring.win import Win
from scoring.worth import Due, Paid, Valued, Worth

Appraise: TypeAlias = Callable[[Facts, Any], "Worth | NotAllowed"]
"""What a reading is worth under the options, or why it may not win."""


MOST_WILDS = 8
"""Two kinds of four; no system has more, and readings multiply with each."""


OF_COMPLETE_HANDS = frozenset({"self_draw_only", "lone_wild_on_discard"})
"""Refusals that say how a complete hand may not be won; the others are about the tiles themselves."""


@dataclass(frozen=True, slots=True)
class Regional(RuleSet):
    """A system with wild tiles, best readings, factors and ledgers."""

    shapes: Shapes
    """What wins."""
    lens: Lens = field(repr=False, compare=False)
    """What the table can see of a set."""
    appraise: Appraise = field(repr=False, compare=False)
    pay: Callable[[Due, Any], Paid] = field(repr=False, compare=False)
    """Who pays for a win; raises ``WinError`` ``payments_unknown`` where its worth alone does not tell."""
    valued: Callable[[int, Any], Valued] | None = field(default=None, repr=False, compare=False)
    """What so much comes to as people tell it; ``None`` where they tell what is paid."""
    admit: Callable[[Hand, Win, Any], None] | None = field(default=None, repr=False, compare=False)
    """Raises ``NotAllowed`` for a way to win that the rules do not know, ``WinError`` for what cannot be."""
    wilds: Callable[[Tile, Any], tuple[Tile, ...]] | None = field(default=None, repr=False, compare=False)
    """The wild faces that follow from an indicator, the one that counts double first; ``None`` for no wild tiles."""
    ledgers: Callable[[Round, Any], tuple[Ledger, ...]] | None = field(default=None, repr=False, compare=False)
    """What is settled apart from a win; asked on drawn hands too."""
    cap: Callable[[Payments, Win | None, Any], Payments] | None = field(default=None, repr=False, compare=False)
    """Payments cut down to what may change hands; the win is ``None`` for losses given on their own."""
    deal: Callable[[Round, Any], Seat] | None = field(default=None, repr=False, compare=False)
    """Who deals next; ``None`` for the dealer who won or drew, or else the next seat."""
    draws_only: Callable[[Win, Any], bool] | None = field(default=None, repr=False, compare=False)
    """Whether a discard wins nothing in a win like this; ``None`` where discards win."""
    bound: Callable[[Reading, Held, Any], int] | None = field(default=None, repr=False, compare=False)
    """What a reading can be worth at most, told cheaply: readings that cannot reach the best one are not looked at.

    It must never be less than the ``rank`` of the reading's worth; then the best reading is always found.
    """
    near_miss: Callable[[Worth, Any], str] | None = field(default=None, repr=False, compare=False)
    """What a worth just falls short of, in a phrase; empty for nothing."""
    indicator_is_dead: bool = True
    """Whether the tile turned up is out of play, so that its kind has three copies."""
    opening_kongs: bool = False
    """Whether kongs of different tiles are shown at the start."""
    claimed_chows: bool = True
    """Whether chows are claimed."""
    flowers: bool = True
    """Whether flowers are played with."""
    wild_flowers: bool = False
    """Whether flowers may be wild."""
    honours: bool = True
    """Whether winds and dragons are played with."""
    earthly_drawn: bool = False
    """Whether 地和 is won on the own first draw, not on the dealer's first discard."""
    paid: Callable[[Round, Any], frozenset[Seat]] | None = field(default=None, repr=False, compare=False)
    """Whose wins count, where several claim one discard; ``None`` for all."""

    @property
    def minimum(self) -> int:
        """What a winner needs; nothing where the options have no ``minimum``."""
        value = getattr(self.options, "minimum", 0)
        assert isinstance(value, int)
        return value

    @property
    def winning_shapes(self) -> Shapes:
        """The shapes of the system."""
        return self.shapes

    @property
    def plays_flowers(self) -> bool:
        """Whether flowers are played with."""
        return self.flowers

    @property
    def flower_wins(self) -> bool:
        """Whether a flower may be the winning tile."""
        return self.wild_flowers or Shape.FLOWERS in self.shapes.names

    def wild_tiles(self, win: Win) -> tuple[Tile, ...]:
        """The wild faces of a win: those named, or those that follow from the indicator."""
        said = win.circumstances
        return said.wild or self.wild_of(said.indicator)

    def wild_of(self, indicator: Tile | None) -> tuple[Tile, ...]:
        """The wild faces that follow from an indicator, where there is one."""
        return self.wilds(indicator, self.options) if indicator and self.wilds else ()

    def check(self, hand: Hand, win: Win) -> None:
        """Raise ``HandError`` for tiles that cannot be a hand, ``WinError`` for how it cannot have been won."""
        wild = self.wild_tiles(win)
        self.check_in_play(hand, win)
        self._check_melds(hand)
        indicator = win.circumstances.indicator
        hand.check_copies([indicator] if indicator and self.indicator_is_dead else ())
        by_flowers = Shape.FLOWERS in self.shapes.names and win.tile.is_flower and win.tile not in wild
        self._check_size(hand, wild, by_flowers)
        win.check(hand, (*wild, *hand.flowers) if by_flowers else wild, self.opening_kongs)
        self._check_wilds(hand, wild)
        self._check_told(win)

    def _check_melds(self, hand: Hand) -> None:
        """Raise ``MeldError`` for a set that is not claimed here."""
        for meld in hand.melds:
            allowed = self.shapes.honour_chows or not meld.is_honour_chow
            allowed = allowed and (self.claimed_chows or meld.kind is not MeldKind.CHOW)
            if not allowed or (meld.kind is MeldKind.KONG_OPENING and not self.opening_kongs):
                raise MeldError(f"{meld} is no meld in {self.title.zh} {self.title.en}")

    def _check_size(self, hand: Hand, wild: tuple[Tile, ...], by_flowers: bool) -> None:
        """Raise ``HandError`` for a hand of another size; one that flowers win alone may be short, or empty."""
        size = hand.size + sum(tile in wild for tile in hand.flowers)
        whole = self.hand_sizes[0]
        sizes = (0, whole - 1, whole) if by_flowers else self.hand_sizes
        if size not in sizes:
            wanted = ", ".join(map(str, sizes[:-1])) + (" or " if sizes[:-1] else "") + str(sizes[-1])
            tiles = quantity(size, "tiles")
            raise HandError("wrong_tile_count", f"{hand} has {tiles}, kongs as three, not {wanted}")

    def _check_wilds(self, hand: Hand, wild: tuple[Tile, ...]) -> None:
        """Raise ``HandError`` for more wild tiles than can be in play."""
        count = sum(tile.plain in wild for tile in (*hand.concealed, *hand.flowers)) if wild else 0
        if count > MOST_WILDS:
            raise HandError("too_many_wilds", f"{hand} has {count} wild tiles, at most {MOST_WILDS} can be in play")

    def _check_told(self, win: Win) -> None:
        """Raise ``WinError`` for a replacement or a first turn that does not go with how the tile was won."""
        said = win.circumstances
        if said.after_kong and not win.self_drawn:
            raise WinError("contradictory_events", "after_kong: a tile drawn after a kong is self-drawn")
        if said.heavenly and (not win.self_drawn or win.winner is not Seat.EAST):
            raise WinError("contradictory_events", "heavenly: the dealer wins with the tiles dealt")
        if said.earthly and self.earthly_drawn and (win.winner is Seat.EAST or not win.self_drawn):
            raise WinError("contradictory_events", "earthly: another than the dealer wins on the own first draw")
        if said.earthly and not self.earthly_drawn and (win.winner is Seat.EAST or win.discarder is not Seat.EAST):
            raise WinError("contradictory_events", "earthly: another wins on the dealer's first discard")

    def check_in_play(self, hand: Hand, win: Win) -> None:
        """Raise ``HandError`` for a tile, a flower too, that is not played with."""
        RuleSet.check_in_play(self, hand, win)
        if hand.flowers and not self.flowers:
            raise HandError("not_in_play", f"{hand.flowers[0]} is no tile of {self.title.zh} {self.title.en}")

    def in_play(self, win: Win) -> tuple[Tile, ...]:
        """The plain faces that are played with."""
        faces = RuleSet.in_play(self, win)
        return faces if self.honours else tuple(tile for tile in faces if not tile.is_honour)

    def score(self, hand: Hand, win: Win) -> ScoreSheet:
        """The sheet of the best reading; raises ``NotAWin``, ``NotAllowed`` or ``BelowMinimum``."""
        wild = self.wild_tiles(win)
        if wild != win.circumstances.wild:
            win = replace(win, circumstances=replace(win.circumstances, wild=wild))
        held = Held(hand, win, win.circumstances.wild, self.shapes)
        self._admit(held)
        asked = self._appraised(held)
        found = [worth for worth in asked if isinstance(worth, Worth)]
        if not asked:
            raise not_a_win(held)
        if not found:
            raise next(refusal for refusal in asked if isinstance(refusal, NotAllowed))
        best = best_of(found)
        if best.qualifying < self.minimum:
            raise self._below(best)
        return self._sheet(hand, win, best, found)

    def _admit(self, held: Held) -> None:
        """Refuse a way to win that the rules do not know; a hand that is no win either is told so."""
        if self.admit is None:
            return
        try:
            self.admit(held.hand, held.win, self.options)
        except NotAllowed as refusal:
            if refusal.code in OF_COMPLETE_HANDS and not is_win(held):
                raise not_a_win(held) from None
            raise

    def _appraised(self, held: Held) -> list[Worth | NotAllowed]:
        """What every reading is worth, of those that can be the best."""
        found = list(readings(held, self.lens))
        if self.bound is None:
            return [self.appraise(self.facts(held, reading), self.options) for reading in found]
        bounds = [(self.bound(reading, held, self.options), number) for number, reading in enumerate(found)]
        best = -1
        asked = []
        for bound, number in sorted(bounds, key=lambda pair: (-pair[0], pair[1])):
            if bound < best:
                break
            worth = self.appraise(self.facts(held, found[number]), self.options)
            asked.append(worth)
            if isinstance(worth, Worth):
                best = max(best, worth.rank)
        return asked

    def facts(self, held: Held, reading: Reading) -> Facts:
        """The facts of a reading."""
        holding = Holding(held.hand, held.win, self.shapes.names, held, reading)
        return Facts(holding, reading.division, reading.joined)

    def _below(self, best: Worth) -> BelowMinimum:
        reached = ", ".join(f"{line.name} {line.worth}" for line in best.lines)
        return BelowMinimum(
            f"{quantity(best.qualifying, self.minimum_unit)}, where {self.minimum} are needed: {reached}",
            best.qualifying,
            self.minimum,
        )

    def _sheet(self, hand: Hand, win: Win, best: Worth, found: list[Worth]) -> ScoreSheet:
        paid = self.pay(best.due, self.options)
        return ScoreSheet(
            rules=self.name,
            hand=hand,
            win=win,
            division=best.facts.text(),
            lines=best.lines,
            points=paid.points,
            qualifying=best.qualifying,
            minimum=self.minimum,
            payments=self.cap(paid.payments, win, self.options) if self.cap else paid.payments,
            left_out=(*best.left_out, *self.other_shapes(best, found)),
            runner_up=_runner_up(best, found),
            formula=paid.formula,
            stands=tuple(Stand(tile, kind) for tile, kind in best.facts.stands),
            shares=paid.shares,
            near_miss=self.near_miss(best, self.options) if self.near_miss else "",
        )

    def other_shapes(self, best: Worth, found: list[Worth]) -> tuple[LeftOut, ...]:
        """The bases of the other shapes that the hand shows, which do not count."""
        others = []
        for shape in dict.fromkeys(worth.facts.shape for worth in found if worth.facts.shape is not best.facts.shape):
            worth = best_of([worth for worth in found if worth.facts.shape is shape])
            rows = [worth.table.rows[number] for number, _ in worth.tally.counted]
            row = next((row for row in rows if row.effect is Effect.BASE), None)
            if row and not best.times(row.key):
                reason = sentence("the hand counts once, as what is worth most (就高不就低)")
                others.append(LeftOut(row.key, row.name, row.english, row.value, None, reason))
        return tuple(others)

    def completes(self, hand: Hand, win: Win) -> bool:
        """Whether the hand has a winning shape, allowed or not."""
        return is_win(Held(hand, win, self.wild_tiles(win), self.shapes))

    def is_wait(self, hand: Hand, win: Win) -> bool:
        """Whether the winning tile can have been waited for: it makes a hand that flowers do not win alone."""
        if Shape.FLOWERS not in self.shapes.names or len(hand.flowers) < self.shapes.flowers:
            return True
        shapes = replace(self.shapes, names=self.shapes.names - {Shape.FLOWERS})
        return is_win(Held(hand, win, self.wild_tiles(win), shapes))

    def paid_wins(self, table: Round) -> tuple[tuple[Hand, Win], ...]:
        """The wins that count, where several claim one discard."""
        seats = self.paid(table, self.options) if self.paid else frozenset(table.winners)
        return tuple(pair for pair in table.wins if pair[1].winner in seats)

    def paid_scored(self, table: Round) -> tuple[ScoredWin, ...]:
        """Those told by their worth that count."""
        seats = self.paid(table, self.options) if self.paid else frozenset(table.winners)
        return tuple(win for win in table.scored if win.winner in seats)

    def pay_scored(self, table: Round, win: ScoredWin) -> Paid:
        """Who pays what for a win told by its worth, within the cap."""
        how = self._told_of(table, win)
        told = self.valued(win.points, self.options) if self.valued else Valued(win.points, win.points, str(win.points))
        self.check_told(told.qualifying)
        paid = self.pay(Due(how, told.value, 0, told.qualifying, told.formula), self.options)
        return replace(paid, payments=self.cap(paid.payments, how, self.options)) if self.cap else paid

    def _told_of(self, table: Round, win: ScoredWin) -> Win:
        """How a win was won whose tiles are not known; raises ``NotAllowed`` for a discard that cannot win."""
        how = win.win
        if self.draws_only is not None and how.discarder is not None and self.draws_only(how, self.options):
            raise NotAllowed("self_draw_only", f"from: no tile of {how.discarder} wins, but a robbed kong")
        if "already_won" in self.asks and not how.circumstances.already_won:
            said = replace(how.circumstances, already_won=table.gone_before(win))
            return replace(how, circumstances=said)
        return how

    def told(self, table: Round, win: Win) -> Win:
        """The win with the wild tiles of the table, and what else it shows that was not told of the win itself."""
        said = win.circumstances
        if table.wild or table.indicator:
            said = replace(said, wild=table.wild, indicator=table.indicator)
        shown: dict[str, Any] = {"loser_factors": table.factors}
        if table.jing_points is not None:
            shown["others_hold_jing"] = any(table.jing_points[seat] for seat in Seat if seat is not win.winner)
        if table.ready is not None and win.discarder is not None:
            shown["discarder_ready"] = win.discarder in table.ready
        new = {key: value for key, value in shown.items() if key in self.asks and getattr(said, key) is None}
        if "already_won" in self.asks and not said.already_won:
            new["already_won"] = table.won_before(win)
        return replace(win, circumstances=replace(said, **new))

    def side_ledgers(self, table: Round) -> tuple[Ledger, ...]:
        """What is settled apart from a win, losses given on their own among it."""
        wild = table.wild or self.wild_of(table.indicator)
        found = self.ledgers(replace(table, wild=wild), self.options) if self.ledgers else ()
        if table.raw_losses is None or any(ledger.key == "cap" for ledger in found):
            return found
        raw = given(table, table.raw_losses)
        return (given_ledger(raw, self.cap(raw, None, self.options) if self.cap else raw), *found)

    def balanced(self, table: Round, sheets: tuple[ScoreSheet, ...], ledgers: tuple[Ledger, ...]) -> tuple[Ledger, ...]:
        """The ledgers, with one that takes what they and the sheets come to back within the cap."""
        if self.cap is None:
            return ledgers
        whole = total(sheets, ledgers)
        wins = [*(win for _, win in table.wins), *(one.win for one in table.scored)]
        cut = self.cap(whole, wins[0] if len(wins) == 1 else None, self.options)
        return ledgers if cut == whole else (*ledgers, cap_ledger(whole, cut))

    def next_dealer(self, table: Round) -> Seat:
        """Who deals next."""
        return self.deal(table, self.options) if self.deal else RuleSet.next_dealer(self, table)

    def away(self, hand: Hand, win: Win) -> int:
        """How many tiles a hand one tile short is from winning: 1 when it is ready. ``win.tile`` is not looked at."""
        return tiles_away(hand, win, self.wild_tiles(win), self.shapes)

    def live(self, win: Win) -> tuple[tuple[Tile, int], ...]:
        """Each wild face with the number of its copies in play."""
        indicator = win.circumstances.indicator if self.indicator_is_dead else None
        return tuple((tile, live_copies(tile, indicator)) for tile in self.wild_tiles(win))

    def row(self, key: str) -> Fan:
        """The item of that key."""
        return next(row for row in self.fan if row.key == key)


def not_a_win(held: Held) -> NotAWin:
    """The refusal of a hand without a shape."""
    away = distance(held)
    if held.flower_win:
        flowers = quantity(len(held.hand.flowers), "flowers")
        return NotAWin(f"{flowers} of {held.hand} do not win alone, as {held.shapes.flowers} do", away)
    wild = f" with {' '.join(tile.code for tile in held.faces)} wild" if held.faces else ""
    return NotAWin(f"{held.hand}{wild} is no winning hand: {quantity(away, 'tiles')} away", away)


def best_of(found: list[Worth]) -> Worth:
    """The reading worth most; of equal ones that with fewest wild tiles in the place of others, then the first rows."""
    highest = max(worth.rank for worth in found)
    tied = [worth for worth in found if worth.rank == highest]
    if len(tied) == 1:
        return tied[0]
    return min(
        tied, key=lambda worth: (-worth.qualifying, worth.facts.substitutes, worth.tally.counted, worth.facts.text())
    )


def _runner_up(best: Worth, found: list[Worth]) -> RunnerUp | None:
    """The best reading of another division."""
    others = [worth for worth in found if worth.facts.text() != best.facts.text()]
    if not others:
        return None
    second = best_of(others)
    return RunnerUp(second.facts.text(), second.value + second.each)
