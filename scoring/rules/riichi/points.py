"""What a hand is worth in riichi: every reading with its han and fu, the one that pays most kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scoring.distance import distance
from scoring.division import Shape, divisions
from scoring.errors import BelowMinimum, NotAllowed, NotAWin, WinError
from scoring.facts import Facts, Holding, joins
from scoring.fan import NOTHING_SHOWN, Fan, FanLine, FanTable, Tally, both_names, covered_by
from scoring.hand import Hand, MeldKind
from scoring.numbers import quantity
from scoring.rules.base import changed_options
from scoring.rules.claims import is_fed
from scoring.rules.mcr.tile_fan import DRAGONS, WINDS
from scoring.rules.riichi import limits
from scoring.rules.riichi.dora import dora_rows, dora_tally
from scoring.rules.riichi.fu import fu_lines, rounded
from scoring.rules.riichi.gates import GatedTable, RiichiFacts
from scoring.rules.riichi.options import RiichiOptions
from scoring.rules.riichi.payments import Claim, Shared, settled, win_shares
from scoring.rules.riichi.yaku import opened, yaku_rows
from scoring.rules.riichi.yakuman import human_row, yakuman_rows
from scoring.sentences import sentence
from scoring.sheet import FuLine, HanFu, Ledger, LeftOut, Payments, RunnerUp, ScoreSheet
from scoring.win import Win

NAME = "riichi"
"""The key of the system."""

FED = {"big_three_dragons": DRAGONS, "big_four_winds": WINDS}
"""The yakuman that who feeds the last set is liable for, with the kinds of their sets, a bit for each."""

SHAPES = frozenset({Shape.STANDARD, Shape.DIFFERENT_PAIRS, Shape.THIRTEEN_ORPHANS})
"""The shapes that win."""

HAN_OF_YAKUMAN = 13
"""How many han a yakuman stands for where only han are compared."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The rows that count under the options, ready for counting."""

    closed: FanTable
    """The yaku of a concealed hand."""
    opened: FanTable
    """Those of a hand with claimed sets."""
    yakuman: FanTable
    dora: FanTable
    human: FanTable | None
    """人和 where it is a mangan."""

    @property
    def fan(self) -> tuple[Fan, ...]:
        """Every row, in the order of the rule book."""
        human = self.human.rows if self.human else ()
        return (*self.closed.rows, *human, *self.yakuman.rows, *self.dora.rows)


def tables(options: RiichiOptions) -> Tables:
    """The tables of the options."""
    rows = yaku_rows(options)
    human = human_row(options)
    return Tables(
        GatedTable(rows),
        GatedTable(opened(rows)),
        GatedTable(yakuman_rows(options)),
        FanTable(dora_rows(options)),
        FanTable([human]) if human else None,
    )


class Worth(NamedTuple):
    """One reading of the hand and what it is worth."""

    facts: RiichiFacts
    table: FanTable
    """The table of what counts: yaku, yakuman, or 人和 alone."""
    tally: Tally
    han: int
    """Dora among them."""
    fu: int
    fu_lines: tuple[FuLine, ...]
    yakuman: int
    basic: int
    """Nothing for a reading without a yaku."""
    limit: str
    rank: tuple[int, int, int, int]
    """What the best reading has most of: basic points, yakuman, han, fu not rounded."""


class Value(NamedTuple):
    """What a win is worth, without the reasons."""

    yaku: tuple[tuple[str, int], ...]
    """The key of what counts and its han, or how many yakuman it is; dora last."""
    han: int
    fu: int
    fu_lines: tuple[FuLine, ...]
    limit: str
    yakuman: int
    points: int
    """What is paid for the hand, without what is on top."""
    payments: Payments
    """With all that is on top."""


class Scorer:
    """Scores wins under some options."""

    def __init__(self, options: RiichiOptions) -> None:
        self.options = options
        self.changed = changed_options(options)
        """The switches that differ from the published ones."""
        self.tables = tables(options)

    def sheet(self, hand: Hand, win: Win) -> ScoreSheet:
        """The sheet of the reading that pays most; raises ``NotAWin``, ``NotAllowed`` or ``BelowMinimum``."""
        best, dora, found = self.best(hand, win)
        return self._sheet(hand, win, best, dora, found)

    def value(self, hand: Hand, win: Win) -> Value:
        """What the win is worth, the same as the sheet says without the reasons; raises as it does."""
        best, dora, _ = self.best(hand, win)
        _, whole, shares = self._paid(best, win)
        rows = best.table.rows
        yaku = [(rows[number].key, rows[number].value * times) for number, times in best.tally.counted]
        if dora.counted and self._counts_dora(best):
            yaku += [(self.tables.dora.rows[number].key, times) for number, times in dora.counted]
        points = shares.points
        return Value(tuple(yaku), best.han, best.fu, best.fu_lines, best.limit, best.yakuman, points, whole)

    def best(self, hand: Hand, win: Win) -> tuple[Worth, Tally, list[Worth]]:
        """The reading that pays most, the dora, and all readings that may win."""
        holding = self.holding(hand, win)
        found, dora = self.worths(holding)
        if not found:
            raise _not_a_win(holding)
        found = self._allowed(found, win)
        best = found[0] if len(found) == 1 else _best(found)
        if not best.basic:
            raise _no_yaku(best, dora)
        return best, dora, found

    def _paid(self, best: Worth, win: Win) -> tuple[tuple[Ledger, ...], Payments, Shared]:
        """What is paid on top of the hand, all payments together, and those for the hand alone."""
        said = win.circumstances
        claim = Claim(win.winner, win.discarder, said.players, said.honba, said.sticks, said.liable)
        shares, apart, whole = settled(best.basic, claim, self.options, self._liable_basic(best))
        return apart, whole, shares

    def holding(self, hand: Hand, win: Win) -> Holding:
        """What is known before the hand is divided."""
        return Holding(hand, win, SHAPES)

    def worths(self, holding: Holding) -> tuple[list[Worth], Tally]:
        """What every reading of the hand is worth, and its dora, which are the same in all of them."""
        dora: Tally | None = None
        found = []
        for division in divisions(holding.counts, SHAPES):
            for joined in joins(holding, division):
                facts = RiichiFacts(holding, division, joined)
                if dora is None:
                    dora = dora_tally(holding, self.tables.dora, self.options)
                found.append(self.worth(facts, dora.points))
        return found, dora or NOTHING_SHOWN

    def worth(self, facts: RiichiFacts, dora: int) -> Worth:
        """What a reading is worth with so many dora."""
        tally = self.tables.yakuman.tally(facts)
        if tally.counted:
            return self._yakuman(facts, tally)
        options = self.options
        table = self.tables.opened if facts.exposed else self.tables.closed
        tally = table.tally(facts)
        lines = fu_lines(facts, options)
        raw = sum([line.fu for line in lines])
        fu = rounded(raw)
        if tally.points:
            han = tally.points + dora
            basic, limit = limits.basic_points(han, fu, options.kiriage_mangan, options.kazoe)
        else:
            han = basic = 0
            limit = ""
        human = self.tables.human
        if human and basic <= limits.MANGAN and human.rows[0].predicate(facts):
            table, tally = human, human.tally(facts)
            han, basic, limit = tally.points, limits.MANGAN, "mangan"
        return Worth(facts, table, tally, han, fu, lines, 0, basic, limit, (basic, 0, han, raw))

    def _yakuman(self, facts: RiichiFacts, tally: Tally) -> Worth:
        """The worth of a reading with yakuman: all of them, or the best one."""
        rows = self.tables.yakuman.rows
        if not self.options.multiple_yakuman:
            number, times = max(tally.counted, key=lambda one: (rows[one[0]].value, -one[0]))
            tally = Tally(rows[number].value, ((number, times),), tally.shown)
        yakuman = min(tally.points, limits.MOST_YAKUMAN)
        basic, limit = limits.YAKUMAN * yakuman, limits.yakuman_limit(yakuman)
        return Worth(facts, self.tables.yakuman, tally, 0, 0, (), yakuman, basic, limit, (basic, yakuman, 0, 0))

    def _allowed(self, found: list[Worth], win: Win) -> list[Worth]:
        """The readings that may win on a tile of a concealed kong, or on a north set aside; all where it is neither."""
        said, options = win.circumstances, self.options
        if not (said.concealed_kong or said.rob_north):
            return found
        orphans = [worth for worth in found if worth.facts.shape is Shape.THIRTEEN_ORPHANS]
        if said.concealed_kong and not (orphans and options.kokushi_robs_concealed_kong):
            raise NotAllowed("concealed_kong_not_robbed", "a concealed kong cannot be robbed for this hand")
        if said.rob_north and (options.rob_north == "none" or (options.rob_north == "kokushi" and not orphans)):
            raise NotAllowed("north_not_robbed", "a north set aside cannot be won on with this hand")
        return orphans if said.concealed_kong or options.rob_north == "kokushi" else found

    # The sheet -------------------------------------------------------------------------------------------------------

    def _sheet(self, hand: Hand, win: Win, best: Worth, dora: Tally, found: list[Worth]) -> ScoreSheet:
        options = self.options
        apart, whole, shares = self._paid(best, win)
        miss = "" if best.yakuman else limits.near_miss(best.han, best.fu, options.kiriage_mangan, options.kazoe)
        return ScoreSheet(
            rules=NAME,
            hand=hand,
            win=win,
            division=best.facts.text(),
            lines=self._lines(best, dora),
            points=shares.points,
            qualifying=best.yakuman * HAN_OF_YAKUMAN or best.tally.points,
            minimum=1,
            payments=whole,
            left_out=self._left_out(best, dora),
            runner_up=self._runner_up(best, found, win) if len(found) > 1 else None,
            formula=shares.formula,
            han_fu=HanFu(best.han, best.fu, best.fu_lines, best.limit, best.yakuman, best.basic),
            apart=apart,
            options=self.changed,
            near_miss="" if best.table is self.tables.human else miss,
        )

    def _counts_dora(self, best: Worth) -> bool:
        """Whether dora add to the reading: not to a yakuman, and not to 人和."""
        return best.table is self.tables.closed or best.table is self.tables.opened

    def _lines(self, best: Worth, dora: Tally) -> tuple[FanLine, ...]:
        """What counts, dora last."""
        table, facts = best.table, best.facts
        lines = [table.line(number, times, facts, best.tally) for number, times in best.tally.counted]
        if dora.counted and self._counts_dora(best):
            bonus = self.tables.dora
            lines += [bonus.line(number, times, facts, dora) for number, times in dora.counted]
        return tuple(lines)

    def _left_out(self, best: Worth, dora: Tally) -> tuple[LeftOut, ...]:
        """What the reading shows and does not count."""
        covered = tuple(_covered(best)) if len(best.tally.shown) > len(best.tally.counted) else ()
        return covered if self._counts_dora(best) else (*covered, *self._beside(best, dora))

    def _beside(self, best: Worth, dora: Tally) -> Iterator[LeftOut]:
        """The yaku and dora that do not count beside a yakuman, or beside 人和."""
        first = best.table.rows[best.tally.counted[0][0]]
        table = self.tables.opened if best.facts.exposed else self.tables.closed
        reason = sentence("nothing counts beside {fan}", fan=both_names(first))
        for rows, tally in ((table.rows, table.tally(best.facts)), (self.tables.dora.rows, dora)):
            for number, times in tally.counted:
                row = rows[number]
                yield LeftOut(row.key, row.name, row.english, row.value * times, first.key, reason)

    def _liable_basic(self, best: Worth) -> int:
        """The basic points of the yakuman that a liable player pays for."""
        said = best.facts.circumstances
        if said.liable is None:
            return 0
        keys = {*FED, "four_kongs"} if self.options.pao_four_kongs else FED.keys()
        found = [row for number, _ in best.tally.counted if (row := best.table.rows[number]).key in keys]
        if not found:
            raise WinError("contradictory_events", "liable: the hand has no yakuman that somebody is liable for")
        fed = [row for row in found if _was_fed(best.facts, row.key)]
        if not fed:
            problem = f"nobody fed {found[0].english} {found[0].name}, as not all its sets lie open"
            raise WinError("contradictory_events", f"liable: {problem}")
        return limits.YAKUMAN * min(sum(row.value for row in fed), best.yakuman)

    def _runner_up(self, best: Worth, found: list[Worth], win: Win) -> RunnerUp:
        """The best reading of other sets, or with the winning tile elsewhere."""
        second = _best([worth for worth in found if worth is not best])
        claim = Claim(win.winner, win.discarder, win.circumstances.players)
        return RunnerUp(second.facts.text(), win_shares(second.basic, claim, self.options).points)


def _was_fed(facts: Facts, key: str) -> bool:
    """Whether all sets of the yakuman lie on the table and a discard can have made the last of them."""
    if key == "four_kongs":
        return any(meld.kind is MeldKind.KONG_EXPOSED for meld in facts.holding.hand.melds)
    return is_fed(facts, FED[key])


def _best(found: list[Worth]) -> Worth:
    """The reading that pays most; of equal ones that with more han, more fu, the first rows of the rule book."""
    highest = max([worth.rank for worth in found])
    tied = [worth for worth in found if worth.rank == highest]
    return tied[0] if len(tied) == 1 else min(tied, key=lambda worth: (worth.tally.counted, worth.facts.text()))


def _covered(best: Worth) -> Iterator[LeftOut]:
    """What others cover, and the yakuman beside the one that counts."""
    rows = best.table.rows
    counted = [number for number, _ in best.tally.counted]
    for number, times in best.tally.shown:
        if number in counted:
            continue
        row = rows[number]
        by = next((rows[other] for other in counted if best.table.covered[other] >> number & 1), None)
        reason = covered_by(by) if by else sentence("one yakuman counts, the best")
        yield LeftOut(row.key, row.name, row.english, row.value * times, by.key if by else None, reason)


def _not_a_win(holding: Holding) -> NotAWin:
    away = distance(holding.counts, SHAPES)
    return NotAWin(f"{holding.hand} is no winning hand: {quantity(away, 'tiles')} away", away)


def _no_yaku(best: Worth, dora: Tally) -> BelowMinimum:
    more = f"; {dora.points} dora do not win by themselves" if dora.points else ""
    return BelowMinimum(f"no yaku: {best.facts.text()} is complete, but shows none{more}", 0, 1)
