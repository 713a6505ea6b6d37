"""What every rule system offers, and how its options are set from text."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

from scoring.errors import (
    BelowMinimum,
    HandError,
    MeldError,
    NotAllowed,
    NotAWin,
    OptionError,
    ScoringError,
    TooManyCopies,
    WinError,
    placed,
)
from scoring.fan import Fan
from scoring.hand import Hand, MeldKind
from scoring.indicator import live_copies
from scoring.numbers import quantity, whole_number
from scoring.round import NEEDS, KongMade, Round, ScoredWin, Settlement, total
from scoring.seats import Seat
from scoring.sentences import sentence
from scoring.shapes import Shapes
from scoring.sheet import Ledger, Payments, ScoreSheet
from scoring.tiles import KIND_TILES, Tile
from scoring.win import Win
from scoring.worth import Paid, payments_unknown

MOST = 1_000_000
"""The largest number that an option may be."""

MOST_DOUBLINGS = 30
"""The largest number that an option may be which says how often something doubles."""


@dataclass(frozen=True, slots=True)
class Options:
    """The switches of a rule system; the defaults are the published rules.

    Where a field is called ``preset``, setting it from text sets what ``preset_values`` gives for that name. Raises
    ``OptionError`` for a number below zero or above ``MOST``, and for what a system's own ``_check`` refuses.
    """

    def __post_init__(self) -> None:
        self._check()
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, int) and not isinstance(value, bool):
                between(self, each.name, 0, MOST)

    def _check(self) -> None:
        """Raise ``OptionError`` for values that make no sense; for systems to say which."""

    def preset_values(self, name: str) -> Mapping[str, Any]:
        """The values of the preset of that name; raises ``OptionError`` when there is none."""
        raise OptionError("bad_option", f"no preset {name!r}")


@dataclass(frozen=True, slots=True)
class Title:
    """What a rule system is called."""

    zh: str
    en: str
    ja: str = ""
    """In Japanese, where the system is known by such a name."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that a hand waits for."""

    tile: Tile
    unseen: int
    """How many copies are in play and not in the hand."""
    sheet: ScoreSheet | None
    """The score with that tile; ``None`` when the win would be refused."""
    refusal: ScoringError | None = None
    """Why it would be refused."""


@dataclass(frozen=True, slots=True)
class RuleSet(ABC):
    """A rule system: the fan, what they are worth, and who pays."""

    name: str
    """The key in ``RULE_SETS``."""
    title: Title
    """The name for people."""
    fan: tuple[Fan, ...]
    """The table in the order of the rule book."""
    options: Options
    """The switches as set."""
    hand_sizes: tuple[int, ...]
    """How many tiles a winning hand has when a kong counts as three."""
    asks: tuple[str, ...] = field(default=("round_wind", "last_tile", "robbed_kong", "last_copy"), kw_only=True)
    """What the rules ask about beside hand, tile and seats, as in ``scoring.circumstances.QUESTIONS``."""
    payment_asks: tuple[str, ...] = field(default=(), kw_only=True)
    """What of ``asks`` decides who pays how much, and so may be told of a win without its tiles too."""
    settles: tuple[str, ...] = field(default=(), kw_only=True)
    """The fields of a ``Round`` that the rules settle beside wins, and ``wild`` and ``indicator`` if they ask."""
    kong_facts: tuple[str, ...] = field(default=(), kw_only=True)
    """What matters of a kong beside whose it is, its tiles, who fed it and whether it was robbed."""
    aliases: Mapping[str, str] = field(default_factory=dict, kw_only=True, repr=False, compare=False)
    """Other names in use for the fan, with their keys; for those too that only other options have."""
    minimum_unit: str = field(default="points", kw_only=True)
    """What the minimum is counted in."""
    worth_unit: str = field(default="", kw_only=True)
    """What people count a hand in where that is something else than the minimum is counted in."""

    @property
    @abstractmethod
    def minimum(self) -> int:
        """The points a winner needs."""

    def check_in_play(self, hand: Hand, win: Win) -> None:
        """Raise ``HandError`` for a tile that is not played with."""
        faces = self.in_play(win)
        if len(faces) < len(KIND_TILES):
            for tile in hand.tiles:
                if tile.plain not in faces:
                    raise HandError("not_in_play", f"{tile} is no tile of {self.title.zh} {self.title.en}")

    def check(self, hand: Hand, win: Win) -> None:
        """Raise ``HandError`` for tiles that cannot be a hand here, ``WinError`` for how it cannot have been won."""
        size = hand.size if hand.size in self.hand_sizes else self.hand_sizes[0]
        for meld in hand.melds:
            if meld.is_honour_chow or meld.kind is MeldKind.KONG_OPENING:
                raise MeldError(f"{meld} is no meld in {self.title.zh} {self.title.en}")
        hand.check(size)
        win.check(hand)

    def waits(self, hand: Hand, win: Win) -> tuple[Wait, ...]:
        """What a hand one tile short waits for: every tile with its score; ``win.tile`` is not looked at.

        Raises ``HandError`` when the hand is not one tile short or has more of a tile than there are, ``WinError`` when
        no tile can win this way. A tile that would win but is refused has no sheet.
        """
        hand.check_copies()
        found = []
        problem: WinError | None = None
        for tile in self.in_play(win):
            try:
                whole = replace(hand, concealed=(*hand.concealed, tile))
                attempt = replace(win, tile=tile)
                self.check(whole, attempt)
                if self.is_wait(whole, attempt):
                    found.append(Wait(tile, self.unseen(tile, hand, win), self.scored(whole, attempt)))
            except (NotAWin, TooManyCopies):
                continue
            except WinError as error:
                problem = error
            except (BelowMinimum, NotAllowed) as refusal:
                if not self.completes(whole, attempt):
                    continue
                found.append(Wait(tile, self.unseen(tile, hand, win), None, refusal))
        if problem and not found:
            raise problem
        return tuple(found)

    def is_wait(self, hand: Hand, win: Win) -> bool:
        """Whether the winning tile can have been waited for; a system where a hand wins without it says."""
        del hand, win
        return True

    def completes(self, hand: Hand, win: Win) -> bool:
        """Whether a refused hand has a winning shape; a system that refuses before it looks at the shape says."""
        del hand, win
        return True

    @property
    @abstractmethod
    def winning_shapes(self) -> Shapes:
        """What makes a hand complete, whatever it is worth."""

    @property
    def plays_flowers(self) -> bool:
        """Whether flowers are played with."""
        return True

    @property
    def flower_wins(self) -> bool:
        """Whether a flower may be the winning tile: where flowers win alone, or are wild."""
        return False

    def in_play(self, win: Win) -> tuple[Tile, ...]:
        """The plain faces that are played with."""
        del win
        return KIND_TILES

    def unseen(self, tile: Tile, hand: Hand, win: Win) -> int:
        """How many copies of the tile are in play and not in the hand."""
        held = sum(other.plain is tile.plain for other in hand.tiles)
        return live_copies(tile, win.circumstances.indicator) - held

    def item_names(self) -> dict[str, str]:
        """The key of each item by every name in use for it."""
        names = {name: row.key for row in self.fan for name in (row.japanese, row.name, row.key) if name}
        keys = {row.key for row in self.fan}
        return names | {name: key for name, key in self.aliases.items() if key in keys}

    def settle(self, table: Round) -> Settlement:
        """Everything that a hand of play moves, won or drawn; it adds up to nothing.

        Raises as ``score`` does, and ``WinError`` for what is told and not settled under the rules.
        """
        self.check_settled(table)
        sheets = []
        for hand, win in self.paid_wins(table):
            with placed(f"wins.{table.wins.index((hand, win))}"):
                told = self.told(table, win)
                self.check(hand, told)
                sheets.append(self.scored(hand, told))
        done = tuple(sheets)
        scored = tuple(self._told_win(table, win) for win in self.paid_scored(table))
        ledgers = (*(ledger for _, ledger in scored), *self.side_ledgers(table))
        ledgers = self.balanced(table, done, ledgers)
        return Settlement(
            done,
            ledgers,
            total(done, ledgers),
            self.next_dealer(table),
            scored=tuple(win for win, _ in scored),
            rules=self.name,
        )

    def check_settled(self, table: Round) -> None:
        """Raise ``WinError`` for a field of the hand of play for which the rules settle nothing."""
        known = ["wins", "scored", *self.settles, *(key for key in ("wild", "indicator") if key in self.asks)]
        told = [each.name for each in fields(table) if getattr(table, each.name) != each.default]
        for name in told:
            if name not in known:
                others = ", ".join(known[2:]) or "nothing"
                raise WinError(
                    "not_settled", f"{name}: {self.name} settles nothing for it; beside wins it settles {others}"
                )
            needed = NEEDS.get(name, ())
            if needed and not set(needed) & set(told):
                raise WinError("contradictory_events", f"{name}: it says nothing without {' or '.join(needed)}")
        for number, kong in enumerate(table.kongs):
            with placed(f"kongs.{number}"):
                self._check_kong(kong)

    def _check_kong(self, kong: KongMade) -> None:
        """Raise ``WinError`` for something told of a kong that the rules do not look at."""
        for name in ("of_wilds", "concealed", "in_row", "already_won"):
            if getattr(kong, name) and name not in self.kong_facts:
                raise WinError("not_settled", f"{name}: {self.name} does not look at it in {kong.meld}")

    def paid_wins(self, table: Round) -> tuple[tuple[Hand, Win], ...]:
        """The wins that count, where several claim one discard; all of them here."""
        return table.wins

    def told(self, table: Round, win: Win) -> Win:
        """The win with what the table tells about all wins."""
        del table
        return win

    def paid_scored(self, table: Round) -> tuple[ScoredWin, ...]:
        """The wins told by their worth that count, where several claim one discard; all of them here."""
        return table.scored

    def scored_ledger(self, table: Round, win: ScoredWin) -> Ledger:
        """What is paid for a win told by its worth: as it was told, or as the rules make it of the points.

        Raises ``BelowMinimum``, or ``WinError`` ``payments_unknown`` where the worth does not tell who pays what.
        """
        paid = self._as_told(win) if win.payments is not None else self.pay_scored(table, win)
        reason = sentence("{seat} won, told without the tiles", seat=win.winner)
        return Ledger("win", "和牌", "Win", paid.payments, paid.points, paid.formula, reason, "和了")

    def _as_told(self, win: ScoredWin) -> Paid:
        assert win.payments is not None
        amounts = {seat: amount for seat, amount in zip(Seat, win.payments, strict=True) if amount}
        if win.winner in amounts:
            raise WinError("contradictory_events", f"payments: {win.winner} won, and pays nothing")
        return Paid(Payments.to(win.winner, amounts), win.points, "+".join(map(str, amounts.values())) or "0")

    def pay_scored(self, table: Round, win: ScoredWin) -> Paid:
        """Who pays what for a win told by its worth; raises ``WinError`` ``payments_unknown`` where it is not told."""
        del table, win
        raise payments_unknown("it does not follow from the worth")

    def check_told(self, qualifying: int) -> None:
        """Raise ``BelowMinimum`` for a win told by its worth, where that is told in what the minimum is counted in."""
        if qualifying < self.minimum and not self.worth_unit:
            told = f"{quantity(qualifying, self.minimum_unit)}, where {self.minimum} are needed"
            raise BelowMinimum(told, qualifying, self.minimum)

    def _told_win(self, table: Round, win: ScoredWin) -> tuple[ScoredWin, Ledger]:
        """The win with the points that a sheet would tell, and what is paid for it."""
        with placed(f"scored.{table.scored.index(win)}"):
            if win.discarder is win.winner:
                raise WinError("winner_is_discarder", f"from: {win.winner} cannot win on the own discard")
            ledger = self.scored_ledger(table, win)
        return replace(win, points=ledger.points), ledger

    def side_ledgers(self, table: Round) -> tuple[Ledger, ...]:
        """What is settled apart from a win, on drawn hands too; nothing here."""
        del table
        return ()

    def balanced(self, table: Round, sheets: tuple[ScoreSheet, ...], ledgers: tuple[Ledger, ...]) -> tuple[Ledger, ...]:
        """The ledgers, with one more where the whole hand of play moves more than it may; nothing is added here."""
        del table, sheets
        return ledgers

    def next_dealer(self, table: Round) -> Seat:
        """The dealer who won, and after a draw, deals again; another's win passes the deal on."""
        won = self.paid_winners(table)
        return Seat.EAST if not won or Seat.EAST in won else Seat.SOUTH

    def paid_winners(self, table: Round) -> tuple[Seat, ...]:
        """Whose wins count, those last whose tiles are not known."""
        return (*(win.winner for _, win in self.paid_wins(table)), *(win.winner for win in self.paid_scored(table)))

    def scored(self, hand: Hand, win: Win) -> ScoreSheet:
        """The sheet as ``score`` makes it, with the switches that differ from the published rules."""
        sheet = self.score(hand, win)
        changed = changed_options(self.options)
        return replace(sheet, options=changed) if changed else sheet

    @abstractmethod
    def score(self, hand: Hand, win: Win) -> ScoreSheet:
        """The sheet of a hand and win that have been checked; raises ``NotAWin`` or ``BelowMinimum``."""


def choice(options: Options, key: str, *values: str | int) -> None:
    """Raise ``OptionError`` unless the option has one of the values; for ``_check``."""
    value = getattr(options, key)
    if value not in values:
        raise OptionError("bad_option", f"option {key} is one of {', '.join(map(str, values))}, not {shown(value)}")


def between(options: Options, key: str, least: int, most: int) -> None:
    """Raise ``OptionError`` unless the option is a number within the bounds; for ``_check``."""
    value = getattr(options, key)
    if not least <= value <= most:
        raise OptionError("bad_option", f"option {key} is {least} to {most}, not {value}")


def shown(value: object) -> str:
    """A value as an error repeats it."""
    text = str(value)
    return repr(value) if len(text) <= MOST_SHOWN else repr(text[:MOST_SHOWN]) + "…"


MOST_SHOWN = 80
"""Signs of a value that an error repeats."""

AnyOptions = TypeVar("AnyOptions", bound=Options)

_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def options_from_text(options: AnyOptions, values: Mapping[str, str]) -> AnyOptions:
    """The options with some of them set from text; raises ``OptionError`` naming the key at fault."""
    known = {field.name for field in fields(options)}
    preset = values.get("preset") if "preset" in known else None
    changed: dict[str, Any] = {} if preset is None else dict(options.preset_values(preset))
    for key, text in values.items():
        if key not in known:
            raise OptionError("unknown_option", f"no option {key!r}; there are {', '.join(sorted(known))}")
        if key == "preset":
            continue
        changed[key] = _value(key, text, getattr(options, key))
    return replace(options, **changed)


def _value(key: str, text: str, now: object) -> object:
    if isinstance(now, bool):
        word = _WORDS.get(text.lower())
        if word is None:
            raise OptionError("bad_option", f"option {key} is true or false, not {shown(text)}")
        return word
    if isinstance(now, int):
        try:
            return whole_number(text)
        except ValueError:
            raise OptionError("bad_option", f"option {key} is a whole number, not {shown(text)}") from None
    return text


@lru_cache(maxsize=256)
def changed_options(options: Options) -> tuple[tuple[str, bool | int | str], ...]:
    """The options that differ from the published rules, in their order."""
    published = type(options)()
    now = ((field.name, getattr(options, field.name)) for field in fields(options))
    return tuple((name, value) for name, value in now if value != getattr(published, name))


def option_help(options: Options) -> dict[str, str]:
    """What each option means, by name: the docstrings under the fields."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(type(options))))
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    found: dict[str, str] = {}
    for before, after in pairwise(body):
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name) and isinstance(after, ast.Expr):
            text = ast.literal_eval(after.value)
            found[before.target.id] = inspect.cleandoc(text)
    return found


def option_words(options: Options, name: str, told: str) -> tuple[str, ...]:
    """The words that an option can be, the default first: those that its help, ``told``, quotes and that it takes."""
    default = getattr(options, name)
    if not isinstance(default, str):
        return ()
    quoted = re.findall(r"``(\w+)``", told)
    return tuple(word for word in dict.fromkeys([default, *quoted]) if _takes(options, name, word))


def _takes(options: Options, name: str, word: str) -> bool:
    try:
        options_from_text(options, {name: word})
    except OptionError:
        return False
    return True
