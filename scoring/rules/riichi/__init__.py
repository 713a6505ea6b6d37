"""Riichi, 日本麻将: yaku and fu, four and three players, with the rules of platforms and leagues as presets."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.hand import Hand
from scoring.indicator import live_copies
from scoring.round import Round, ScoredWin, Settlement
from scoring.rules.base import RuleSet, Title, Wait
from scoring.rules.riichi import check, draws
from scoring.rules.riichi.aliases import ALIASES
from scoring.rules.riichi.dora import NOT_OF_THREE
from scoring.rules.riichi.options import PRESETS, RiichiOptions, preset
from scoring.rules.riichi.points import NAME, SHAPES, Scorer, Value
from scoring.rules.riichi.yaku import THREE_PLAYERS
from scoring.seats import Seat
from scoring.shapes import Shapes
from scoring.sheet import Ledger, ScoreSheet
from scoring.tiles import KIND_TILES, Tile
from scoring.win import Win

__all__ = ["PRESETS", "RiichiOptions", "RiichiRules", "Value", "preset", "rules"]

ASKS = (
    *("round_wind", "riichi", "double_riichi", "ippatsu", "dora_indicators", "ura_indicators"),
    *("last_tile", "after_kong", "robbed_kong", "honba", "sticks"),
    *("heavenly", "earthly", "human", "liable", "players", "norths", "rob_north", "concealed_kong"),
)
"""What the rules ask about."""

SETTLES = ("players", "honba", "sticks", "ready", "nagashi", "offender", "aborted")
"""What is settled beside wins."""


@dataclass(frozen=True, slots=True)
class RiichiRules(RuleSet):
    """Japanese mahjong with its options."""

    options: RiichiOptions
    scorer: Scorer = field(repr=False, compare=False)

    @property
    def minimum(self) -> int:
        """One han of yaku; dora are none."""
        return 1

    @property
    def winning_shapes(self) -> Shapes:
        """Sets and a pair, seven different pairs, and thirteen orphans."""
        return Shapes(SHAPES)

    @property
    def plays_flowers(self) -> bool:
        """Whether flowers are played with: they are not."""
        return False

    def check(self, hand: Hand, win: Win) -> None:
        """Raise ``HandError`` for tiles that cannot be a hand, ``WinError`` for how it cannot have been won."""
        check.check(hand, win)

    def score(self, hand: Hand, win: Win) -> ScoreSheet:
        """The sheet of the reading that pays most; raises ``NotAWin``, ``NotAllowed`` or ``BelowMinimum``."""
        return self.scorer.sheet(hand, win)

    def value(self, hand: Hand, win: Win) -> Value:
        """What a checked win is worth, the same as ``score`` says without the reasons; raises as it does."""
        return self.scorer.value(hand, win)

    def scored(self, hand: Hand, win: Win) -> ScoreSheet:
        """The sheet as ``score`` makes it, which tells the switches that differ already."""
        return self.scorer.sheet(hand, win)

    def in_play(self, win: Win) -> tuple[Tile, ...]:
        """The plain faces that are played with."""
        if win.circumstances.players != THREE_PLAYERS:
            return KIND_TILES
        return tuple(tile for tile in KIND_TILES if tile.kind not in NOT_OF_THREE)

    def waits(self, hand: Hand, win: Win) -> tuple[Wait, ...]:
        """What the hand waits for; raises ``TooManyCopies`` also for what lies shown beside it."""
        check.check_copies(hand, win.circumstances)
        return RuleSet.waits(self, hand, win)

    def unseen(self, tile: Tile, hand: Hand, win: Win) -> int:
        """How many copies of the tile are neither in the hand nor shown beside it."""
        shown = (*hand.tiles, *check.shown_tiles(win.circumstances))
        return live_copies(tile, None) - sum(other.plain is tile.plain for other in shown)

    def settle(self, table: Round) -> Settlement:
        """All that a hand of play moves, won or drawn, and the counters of the next; raises as ``score`` does."""
        whole = draws.counted(table, self.options)
        return draws.carried(whole, RuleSet.settle(self, whole))

    def told(self, table: Round, win: Win) -> Win:
        """The win with the counters that go to it."""
        return draws.told(table, win, self.options)

    def side_ledgers(self, table: Round) -> tuple[Ledger, ...]:
        """What is settled apart from a win: draws and errors."""
        return draws.ledgers(table, self.options)

    def scored_ledger(self, table: Round, win: ScoredWin) -> Ledger:
        """A win told by its points, with the counters; raises ``WinError`` for points that no hand has."""
        return draws.scored(win, table, self.options)

    def next_dealer(self, table: Round) -> Seat:
        """Who deals next."""
        return draws.next_dealer(table, self.options)


def rules(options: RiichiOptions | None = None) -> RiichiRules:
    """Riichi with the given options, or those of the big platforms."""
    chosen = options or RiichiOptions()
    scorer = Scorer(chosen)
    more = (("open_riichi", chosen.open_riichi), ("dealer_streak", chosen.eight_dealer_wins))
    return RiichiRules(
        name=NAME,
        title=Title("日本麻将", "Japanese Mahjong (Riichi)", "リーチ麻雀"),
        fan=scorer.tables.fan,
        options=chosen,
        hand_sizes=(check.SIZE,),
        asks=(*ASKS, *(key for key, on in more if on)),
        settles=SETTLES,
        aliases=ALIASES,
        minimum_unit="yaku",
        worth_unit="points",
        scorer=scorer,
    )
