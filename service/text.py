"""Readings, sheets and rules as people read them in a terminal."""

from collections.abc import Iterable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from scoring.circumstances import Answer
from scoring.fan import Effect
from scoring.numbers import quantity
from service.readings import DoubtOut, ReadingOut, TileOut
from service.records import ReplayOut
from service.schemas import (
    ComparedOut,
    ComparisonOut,
    DealOut,
    FanOut,
    FuLineOut,
    HanFuOut,
    LedgerOut,
    LineOut,
    PaymentsOut,
    PlayedAtTableOut,
    PlayedOut,
    ReadingAskedOut,
    RulesDetailOut,
    RulesListOut,
    RulesOut,
    ScanComparedOut,
    ScanOut,
    SettlementOut,
    ShareOut,
    SheetOut,
    TableOut,
    WaitOut,
    WaitsOut,
)
from service.settings import Row

FORMS = {
    Answer.YES_NO: "yes, no",
    Answer.NUMBER: "2",
    Answer.BY_SEAT: "south:1, north:2",
    Answer.SEAT: "south",
    Answer.SEATS: "south-east, who-from",
    Answer.SEAT_SET: "south, west",
    Answer.SUIT: "m, p, s",
    Answer.TILE: "5m",
    Answer.TILES: "5m6m",
}
"""How each kind of answer is written."""
MARKS = {"winning": "won on ", "indicator": "turned up ", "other": "~"}
"""What stands before a tile with this role."""


def settings_text(rows: Iterable[Row]) -> RenderableType:
    """The settings, those that the environment sets in bold."""
    table = plain_table("variable", "value", "default", "")
    for row in rows:
        value = Text(printable(row.value), "bold" if row.is_set else "")
        table.add_row(row.variable, value, row.default, row.about.replace("``", ""))
    return table


def replay_text(out: ReplayOut) -> RenderableType:
    """Whether a record comes out the same."""
    versions = f"recorded by Hupai {out.recorded_by}, worked out again by {out.replayed_by}"
    if out.same:
        return Text(f"the same: {versions}")
    return Text(printable(f"not the same: {out.difference} ({versions})"))


def plain_table(*columns: str) -> Table:
    """A table with a line below its head and no other."""
    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    for column in table.columns:
        column.overflow = "fold"
    return table


def reading_text(reading: ReadingOut) -> RenderableType:
    """Tiles by row, the hand, the doubts and the time."""
    rows = sorted({tile.row for tile in reading.tiles})
    parts = [Text(f"{printable(reading.photo)}  {reading.width} x {reading.height}", style="bold")]
    tiles = list(enumerate(reading.tiles))
    parts += [Text("  " + _row((number, tile) for number, tile in tiles if tile.row == row)) for row in rows]
    parts.append(Text(f"  hand: {reading.hand or 'none'}{_sure(reading)}"))
    if reading.trouble is not None:
        parts.append(Text(f"  cannot read: {reading.trouble.message} ({reading.trouble.code})", style="yellow"))
    parts += [Text(f"  doubt: {doubt.message} ({doubt.code})", style="yellow") for doubt in _other_doubts(reading)]
    parts += [Text(f"  or: {hand} ({chance:.2f})", style="dim") for hand, chance in _other_hands(reading).items()]
    took = f", {sum(reading.ms.values()):.0f} ms" if reading.ms else ""
    parts.append(Text(f"  {quantity(len(reading.tiles), 'tiles')}{took}", style="dim"))
    return Group(*parts)


def _sure(reading: ReadingOut) -> str:
    """How sure the hand is, where other hands are likely."""
    return f" ({reading.confidence:.2f})" if reading.hand and reading.alternatives else ""


def _other_hands(reading: ReadingOut) -> dict[str, float]:
    """Other hands that the photo may show, with their chances."""
    chances: dict[str, float] = {}
    for other in reading.alternatives:
        if other.hand != reading.hand:
            chances[other.hand] = chances.get(other.hand, 0.0) + other.chance
    return chances


def _other_doubts(reading: ReadingOut) -> list[DoubtOut]:
    """The doubts beside the one that is told as the trouble."""
    trouble = reading.trouble
    return [doubt for doubt in reading.doubts if trouble is None or doubt.message != trouble.message]


def _row(tiles: Iterable[tuple[int, TileOut]]) -> str:
    return "  ".join(f"{MARKS.get(tile.role, '')}{tile.tile}{_marked(number, tile)}" for number, tile in tiles)


def _marked(number: int, tile: TileOut) -> str:
    """A question mark and the index of a doubtful tile, by which it is corrected; a star for one that was."""
    return f"?[{number}]" if tile.doubtful else "*" if tile.fixed else ""


def unsure_text(scan: ScanOut | ReadingAskedOut) -> RenderableType:
    """What has to be asked for the score, and what is unsure and changes nothing."""
    parts = [Text(f"  ask: {unsure.message}", style="bold yellow") for unsure in scan.asks]
    parts += [Text(f"  no matter: {unsure.message}", style="dim") for unsure in scan.settled]
    return Group(*parts)


def asked_text(reading: ReadingAskedOut) -> RenderableType:
    """A reading, and what of it matters for the score."""
    return Group(reading_text(reading), unsure_text(reading))


def sheet_text(sheet: SheetOut, *, assumed_discarder: bool = False) -> RenderableType:
    """Every line with its reason, the total, and who pays."""
    parts: list[RenderableType] = [
        Text(f"Hand      {sheet.hand}", style="bold"),
        Text(f"Won       {_win(sheet)}{', assumed: say --self-drawn or --from SEAT' if assumed_discarder else ''}"),
        *_told(sheet),
        Text(f"Read as   {sheet.division}"),
        _lines(sheet),
        *_fu(sheet),
        Text(f"Total     {_total(sheet)}", style="bold"),
        *(
            Text(f"On top    {_name(ledger)} {ledger.english} {ledger.formula}: {ledger.reason}")
            for ledger in sheet.apart
        ),
        Text(f"Payments  {_payments(sheet.payments)}"),
        *(Text(f"          {_share(share)}") for share in sheet.shares if share.steps or share.payer),
    ]
    parts += [Text(f"Not counted: {left.name} {left.english}. {left.reason}", style="dim") for left in sheet.left_out]
    if sheet.near_miss:
        parts.append(Text(f"Near miss: {sheet.near_miss}", style="dim"))
    if sheet.runner_up is not None:
        parts.append(
            Text(f"Runner-up: {quantity(sheet.runner_up.points, 'points')} as {sheet.runner_up.division}", style="dim")
        )
    return Group(*parts)


def _share(share: ShareOut) -> str:
    """The steps to what a payer owes: ``south: 6 x 2 (discarder) + 5 (each) = 17``."""
    steps = (f" {'+' if step.adds else 'x'} {step.number} ({step.key.replace('_', ' ')})" for step in share.steps)
    paid = f", paid by {share.payer}" if share.payer else ""
    return f"{share.seat}: {share.value}{''.join(steps)} = {share.points}{paid}"


def _told(sheet: SheetOut) -> Iterable[RenderableType]:
    """What was told beside seats and events, and what the wild tiles stood for."""
    told = dict(sheet.circumstances)
    if wild := told.pop("wild", None):
        stands = ", ".join(f"{stand.tile} as {stand.stands_for}" for stand in sheet.stands)
        yield Text(f"Wild      {wild}{f': {stands}' if stands else ''}")
    if sheet.options:
        switches = ", ".join(f"{key} {_value(value)}" for key, value in sheet.options.items())
        yield Text(f"Options   {switches}")
    if told:
        words = ", ".join(f"{key.replace('_', ' ')} {_value(value)}" for key, value in told.items())
        yield Text(f"Told      {words}")


def _value(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{seat}:{number}" for seat, number in value.items())
    if isinstance(value, list):
        return " ".join("-".join(item) if isinstance(item, list) else str(item) for item in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _fu(sheet: SheetOut) -> Iterable[RenderableType]:
    """The parts of the fu, where the rules count them."""
    if sheet.han_fu and sheet.han_fu.fu_lines:
        parts = [f"{_name(line)} {line.english} {line.fu} ({line.reason})" for line in sheet.han_fu.fu_lines]
        total = sum(line.fu for line in sheet.han_fu.fu_lines)
        rounded = f", so {sheet.han_fu.fu}" if total != sheet.han_fu.fu else ""
        yield Text(f"Fu        {' + '.join(parts)} = {total}{rounded}")


def _han_fu(found: HanFuOut) -> str:
    """Han, fu and limit: ``4 han 40 fu, mangan``."""
    counted = "" if found.yakuman else f"{found.han} han {found.fu} fu"
    return ", ".join(part for part in (counted, found.limit) if part)


def _total(sheet: SheetOut) -> str:
    if sheet.han_fu:
        return f"{_han_fu(sheet.han_fu)}: {quantity(sheet.points, 'points')} = {sheet.formula}"
    formula = f" = {sheet.formula}" if sheet.formula not in ("", str(sheet.points)) else ""
    needed = f"; {sheet.minimum} needed" if sheet.minimum else ""
    reached = f", {sheet.qualifying} reached" if sheet.minimum and sheet.formula else ""
    return f"{quantity(sheet.points, 'points')}{formula}{_apart(sheet)}{needed}{reached}"


def _payments(payments: PaymentsOut) -> str:
    return ", ".join(f"{seat} {points:+d}" for seat, points in payments)


def comparison_text(comparison: ComparisonOut, *, assumed_discarder: bool = False) -> RenderableType:
    """The hand, and a line for each rule system: what it is worth there, what counts and who pays, or why not."""
    first = next((compared.sheet for compared in comparison.root if compared.sheet), None)
    rows = plain_table("Rules", "", "Points", "What counts", "Payments")
    rows.columns[2].justify = "right"
    for compared in comparison.root:
        rows.add_row(*map(Text, (compared.rules, compared.title.zh, *_compared(compared))))
    if first is None:
        return rows
    assumed = ", assumed: say --self-drawn or --from SEAT" if assumed_discarder else ""
    return Group(Text(f"Hand      {first.hand}", style="bold"), Text(f"Won       {_win(first)}{assumed}"), rows)


def _compared(compared: ComparedOut) -> tuple[str, str, str]:
    sheet = compared.sheet
    if sheet is None:
        return "no", compared.reason.message if compared.reason else "", ""
    counted = " + ".join(f"{line.name} {line.worth}" for line in sheet.lines) or "nothing"
    told = f"{counted}; {sheet.formula}" if sheet.formula not in ("", str(sheet.points)) else counted
    return str(sheet.points), told, _payments(sheet.payments)


def scan_comparison_text(scan: ScanComparedOut, *, assumed_discarder: bool = False) -> RenderableType:
    """What was read, and what each rule system says of it."""
    reading = reading_text(scan.reading)
    if not scan.scores:
        return reading
    comparison = ComparisonOut(scan.scores)
    return Group(reading, Text(), comparison_text(comparison, assumed_discarder=assumed_discarder))


def waits_text(waits: WaitsOut) -> RenderableType:
    """The tiles that win, with their scores and the copies left; how far the hand is when there are none."""
    how = "self-drawn" if waits.discarder is None else f"from {waits.discarder}"
    wild = f", {' '.join(waits.wild)} wild" if waits.wild else ""
    head = Text(f"Hand      {waits.hand}, {how}{wild}", style="bold")
    if not waits.waits:
        return Group(head, Text(f"No tile wins: {quantity(waits.away, 'tiles')} away"))
    table = plain_table("Tile", "Unseen", "Points", "")
    for wait in waits.waits:
        table.add_row(*map(Text, (wait.tile, str(wait.unseen), *_worth(wait))))
    return Group(head, table)


def _worth(wait: WaitOut) -> tuple[str, str]:
    """The points of a wait and what for, or why it is refused."""
    if wait.sheet is None:
        return "no", wait.refusal.message if wait.refusal else ""
    return str(wait.points), " ".join(line.name for line in wait.sheet.lines)


def settlement_text(settlement: SettlementOut) -> RenderableType:
    """Every sheet, every ledger, and what each seat receives or pays in all."""
    parts: list[RenderableType] = []
    for sheet in settlement.sheets:
        parts += [sheet_text(sheet), Text()]
    if settlement.ledgers:
        table = plain_table("Apart", "", "Points", "Payments", "Why")
        for ledger in settlement.ledgers:
            points = f"{ledger.points} = {ledger.formula}" if ledger.formula != str(ledger.points) else ledger.formula
            table.add_row(
                *map(Text, (_name(ledger), ledger.english, points, _payments(ledger.payments), ledger.reason))
            )
        parts.append(table)
    parts.append(Text(f"In all    {_payments(settlement.payments)}", style="bold"))
    more = (
        f", {settlement.honba} honba, {settlement.sticks} stick{'s' * (settlement.sticks != 1)}"
        if settlement.honba or settlement.sticks
        else ""
    )
    parts.append(Text(f"Next      {settlement.next_dealer} deals{more}"))
    return Group(*parts)


def played_text(answer: PlayedAtTableOut) -> RenderableType:
    """How the hand of play was settled, where one was told, and the table after it."""
    table = table_text(answer.table)
    return table if answer.settlement is None else Group(settlement_text(answer.settlement), Text(), table)


def table_text(told: TableOut) -> RenderableType:
    """Where the game is, and a line for every hand of play with what each player had more or less, and has then."""
    rows = plain_table("Hand", "", *map(printable, told.players))
    for column in rows.columns[2:]:
        column.justify = "right"
    totals = [told.game["start"]] * len(told.players)
    for hand in told.played:
        totals = [had + more for had, more in zip(totals, hand.moved, strict=True)]
        moved = (f"{more:+d}\n{total}" for more, total in zip(hand.moved, totals, strict=True))
        rows.add_row(*map(Text, (_deal(hand.deal), _ending(hand, told.players), *moved)))
    parts: list[RenderableType] = [rows] if told.played else []
    parts.append(Text(f"Next      {_next(told)}", style="bold"))
    places = (f"{one.place} {printable(told.players[one.player])} {one.points}" for one in told.standings)
    parts.append(Text(f"{'Final' if told.over else 'Now':10}{', '.join(places)}"))
    return Group(*parts)


def _deal(deal: DealOut) -> str:
    """A hand of play as players call it: ``east 2``, with the counters where there are any."""
    return f"{deal.round} {deal.dealer + 1}{_counters(deal)}"


def _counters(deal: DealOut) -> str:
    counted = (
        (deal.honba, f"{deal.honba} honba"),
        (deal.sticks, f"{deal.sticks} stick{'s' * (deal.sticks > 1)}"),
        (deal.streak, f"{deal.streak} in a row"),
    )
    return "".join(f", {words}" for number, words in counted if number)


def _next(told: TableOut) -> str:
    if told.over:
        return f"none, the game is over: {told.over.replace('_', ' ')}"
    return f"{_deal(told.deal)}, {printable(told.players[told.deal.dealer])} deals"


def _ending(hand: PlayedOut, players: tuple[str, ...]) -> str:
    """Who won from whom, or how the hand of play ended."""
    riichi = f"; riichi {', '.join(printable(players[one]) for one in hand.staked)}" if hand.staked else ""
    if not hand.wins:
        return hand.ending.value.replace("_", " ") + riichi
    wins = (
        f"{printable(players[won.winner])} {won.points} "
        + ("self-drawn" if won.discarder is None else f"from {printable(players[won.discarder])}")
        for won in hand.wins
    )
    return ", ".join(wins) + riichi


def scan_text(scan: ScanOut, *, assumed_discarder: bool = False) -> RenderableType:
    """What was read, and its sheet where there is one."""
    reading = Group(reading_text(scan.reading), unsure_text(scan))
    if scan.sheet is None:
        return reading
    return Group(reading, Text(), sheet_text(scan.sheet, assumed_discarder=assumed_discarder))


def _win(sheet: SheetOut) -> str:
    win = sheet.win
    how = "self-drawn" if win.discarder is None else f"from {win.discarder}"
    special = "".join(f", {event.replace('_', ' ')}" for event in win.events)
    return f"{win.tile} by {win.seat}, {how}, {win.round} round{special}"


def _apart(sheet: SheetOut) -> str:
    return f", {sheet.flower_points} of them for flowers" if sheet.flower_points else ""


def _name(named: LineOut | LedgerOut | FuLineOut) -> str:
    """The name in Chinese, and in Japanese where that is another."""
    return f"{named.name} {named.japanese}" if named.japanese not in ("", named.name) else named.name


def _opened(row: FanOut) -> str:
    """What a row is worth with claimed sets, where that is another."""
    return "" if row.open_value is None else f" ({row.open_value or 'not'} open)"


def _lines(sheet: SheetOut) -> Table:
    names = {left.key: left.name for left in sheet.left_out}
    table = plain_table("Fan", "", "Points", "Why", "Covers")
    table.columns[2].justify = "right"
    for line in sheet.lines:
        points = line.worth if line.effect is not Effect.POINTS else str(line.points)
        if line.effect is Effect.POINTS and line.count > 1:
            points = f"{line.value} x {line.count} = {line.points}"
        covers = " ".join(names.get(key, key) for key in line.covers)
        table.add_row(*map(Text, (_name(line), line.english, points, line.reason, covers)))
    return table


def rules_list_text(systems: RulesListOut) -> RenderableType:
    """The rule systems, a line each."""
    table = plain_table("Name", "中文", "日本語", "English", "Minimum")
    for rules in systems.rules:
        table.add_row(rules.name, rules.title.zh, rules.title.ja, rules.title.en, _minimum(rules))
    return table


def _minimum(rules: RulesOut) -> str:
    return f"{rules.minimum} {rules.minimum_unit}" if rules.minimum else "none"


def rules_text(rules: RulesDetailOut) -> RenderableType:
    """What a rule system asks about, its options and its fan."""
    asks = plain_table("问 --set", "中文", "English", "答 Answer")
    for ask in rules.asks:
        asks.add_row(*map(Text, (ask.field, ask.zh, ask.en, FORMS[ask.answer])))
    options = plain_table("选项 --option", "默认 Default", "Meaning")
    for option in rules.options:
        options.add_row(*map(Text, (option.name, _value(option.default), option.help.replace("`", ""))))
    japanese = any(row.japanese for row in rules.fan)
    fan = plain_table("值 Value", "番种 Fan", *(["日本語"] if japanese else []), "English", "规则 Rule")
    for row in rules.fan:
        names = (row.name, row.japanese, row.english) if japanese else (row.name, row.english)
        fan.add_row(*map(Text, (row.worth + _opened(row), *names, row.rule)))
    about = Text(rules.about.replace("`", ""))
    titles = " ".join(filter(None, (rules.title.zh, rules.title.ja, rules.title.en)))
    title = Text(f"{titles} ({rules.name}), to win: {_minimum(rules)}", style="bold")
    return Group(title, asks, Text(), about, options, Text(), fan)


def printable(text: str) -> str:
    """The text with escapes for what a terminal would obey rather than show."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def show(what: RenderableType) -> None:
    """Print to standard output."""
    Console(highlight=False, soft_wrap=False).print(what)
