"""Readings, sheets and rules as people read them in a terminal."""

from collections.abc import Iterable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.schemas import EvaluationOut, ReadingOut, RulesDetailOut, RulesListOut, ScanOut, SheetOut, TileOut

MARKS = {"winning": "won on ", "other": "~"}
"""What stands before a tile with this role."""


def _table(*columns: str) -> Table:
    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    for column in table.columns:
        column.overflow = "fold"
    return table


def reading_text(reading: ReadingOut) -> RenderableType:
    """Tiles by row, the hand, the doubts and the time."""
    rows = sorted({tile.row for tile in reading.tiles})
    parts = [Text(f"{reading.photo}  {reading.width} x {reading.height}", style="bold")]
    parts += [Text("  " + _row(tile for tile in reading.tiles if tile.row == row)) for row in rows]
    parts.append(Text(f"  hand: {reading.hand or 'none'}"))
    parts += [Text(f"  doubt: {doubt.message} ({doubt.code})", style="yellow") for doubt in reading.doubts]
    parts.append(Text(f"  {len(reading.tiles)} tiles, {sum(reading.ms.values()):.0f} ms", style="dim"))
    return Group(*parts)


def _row(tiles: Iterable[TileOut]) -> str:
    return "  ".join(f"{MARKS.get(tile.role, '')}{tile.tile}{'?' if tile.doubtful else ''}" for tile in tiles)


def sheet_text(sheet: SheetOut, *, assumed_discarder: bool = False) -> RenderableType:
    """Every line with its reason, the total, and who pays."""
    parts: list[RenderableType] = [
        Text(f"Hand      {sheet.hand}", style="bold"),
        Text(f"Won       {_win(sheet)}{', assumed: say --self-drawn or --from SEAT' if assumed_discarder else ''}"),
        Text(f"Read as   {sheet.division}"),
        _lines(sheet),
        Text(f"Total     {sheet.points} points{_apart(sheet)}; {sheet.minimum} needed", style="bold"),
        Text("Payments  " + ", ".join(f"{seat} {points:+d}" for seat, points in sheet.payments)),
    ]
    parts += [Text(f"Not counted: {left.name} {left.english}. {left.reason}", style="dim") for left in sheet.left_out]
    if sheet.runner_up is not None:
        parts.append(Text(f"Runner-up: {sheet.runner_up.points} points as {sheet.runner_up.division}", style="dim"))
    return Group(*parts)


def scan_text(scan: ScanOut, *, assumed_discarder: bool = False) -> RenderableType:
    """What was read, and its sheet where there is one."""
    reading = reading_text(scan.reading)
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


def _lines(sheet: SheetOut) -> Table:
    names = {left.key: left.name for left in sheet.left_out}
    table = _table("Fan", "", "Points", "Why", "Covers")
    table.columns[2].justify = "right"
    for line in sheet.lines:
        points = str(line.points) if line.count == 1 else f"{line.value} x {line.count} = {line.points}"
        covers = " ".join(names.get(key, key) for key in line.covers)
        table.add_row(*map(Text, (line.name, line.english, points, line.reason, covers)))
    return table


def evaluation_text(result: EvaluationOut) -> RenderableType:
    """What was right, what was taken for what, and the time."""
    counts = f"{result.wrong} wrong, {result.missed} missed, {result.extra} extra"
    parts = [
        Text(f"{result.dataset}, {result.photos} photos, model {result.model.name}", style="bold"),
        Text(f"  tiles   {result.right} of {result.tiles} right ({result.tiles_right:.2%}): {counts}"),
        Text(f"  photos  {result.photos_exact:.1%} exactly right"),
        Text("  ms      " + ", ".join(f"{stage} {ms:g}" for stage, ms in result.ms.items())),
    ]
    parts += [Text(f"  {face}: {_taken_for(reads)}") for face, reads in result.confusion.items()]
    return Group(*parts)


def _taken_for(reads: dict[str, int]) -> str:
    return ", ".join(f"{face} x {count}" for face, count in reads.items())


def rules_list_text(systems: RulesListOut) -> RenderableType:
    """The rule systems, a line each."""
    table = _table("Name", "Rules", "", "Minimum")
    for rules in systems.rules:
        table.add_row(rules.name, rules.title.zh, rules.title.en, str(rules.minimum))
    return table


def rules_text(rules: RulesDetailOut) -> RenderableType:
    """Options and fan of a rule system."""
    options = _table("Option", "Default", "Meaning")
    for option in rules.options:
        options.add_row(*map(Text, (option.name, str(option.default).lower(), option.help)))
    fan = _table("Value", "Fan", "", "Rule")
    for row in rules.fan:
        fan.add_row(*map(Text, (str(row.value), row.name, row.english, row.rule)))
    title = Text(f"{rules.title.zh} {rules.title.en} ({rules.name}), {rules.minimum} points to win", style="bold")
    return Group(title, options, Text(), fan)


def show(what: RenderableType) -> None:
    """Print to standard output."""
    Console(highlight=False, soft_wrap=False).print(what)
