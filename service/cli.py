"""The commands: arguments in, a call to the core, text or JSON out.

Exit status: 0 when all went well; 1 when a photo could not be read or drawn, or the hand is no win; 2 when what was
typed makes no sense, or no model is there to read with. ``verify`` has 3 besides, for what stays undecided.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from PIL import Image
from pydantic import ValidationError
from rich.console import RenderableType

from scoring.errors import BelowMinimum, NotAllowed, NotAWin, ScoringError
from scoring.rules import RULE_SETS, rule_set
from scoring.sheet import ScoreSheet
from service.asked import Circumstances, HandToWait, HowWon
from service.compare import Comparison, HandToCompare
from service.corrections import read_fixes, read_layout
from service.errors import ServiceError, clean, field_faults, refuse
from service.evaluation import EvaluationOut, evaluation_text, evaluations_table
from service.labels import Labelled, LeftOut, labelled, write_labels
from service.reader import Model, PhotoReader, Read, Reader, load_reader
from service.readings import ReadingOut, UnreadOut
from service.records import photo_record, read_record, reading_sent, replay, score_record
from service.rounds import RoundToSettle
from service.schemas import (
    ComparisonOut,
    PlayedAtTableOut,
    ReadingAskedOut,
    RulesDetailOut,
    RulesListOut,
    ScanComparedOut,
    ScanOut,
    SettlementOut,
    SheetOut,
    WaitsOut,
    photo_scored,
)
from service.server import serve as serve_http
from service.settings import Settings, settings_rows
from service.streams import NoticeOut, StateOut, read_of, scan_of, state_text, told_apart
from service.table_routes import store_for
from service.tables import AtTable, HandAtTable, NewTable, RoundAtTable, TableAsked, TableTold, read_table
from service.text import (
    asked_text,
    comparison_text,
    played_text,
    printable,
    reading_text,
    replay_text,
    rules_list_text,
    rules_text,
    scan_comparison_text,
    scan_text,
    settings_text,
    settlement_text,
    sheet_text,
    show,
    waits_text,
)
from service.verify import ClaimAsked, Progress, VerdictOut, evidence_of, length, verified
from service.verify_text import verdict_text
from service.wire import AnyError, ErrorOut, FailedOut, Out
from vision.correct import Correction
from vision.detector import Detector
from vision.draw import annotate
from vision.errors import PhotoError, StreamError, VisionError
from vision.game import ANY_GAME
from vision.hints import Hints
from vision.stream import Follower, Notice, State, open_source
from vision.stream import watch as watched
from vision.stream.source import is_folder
from vision.stream.verdict import Claim, Finding, Reason, Verdict
from vision.training.endure import Endured, endured, reading_again
from vision.training.evaluate import Evaluation, evaluate, judged, together
from vision.training.photolist import PhotoList, photo_lists
from vision.training.seen import Seen, read_seen

app = typer.Typer(help="Reads a mahjong hand from a photo and scores it.", no_args_is_help=True, add_completion=False)

NO = 1
"""Exit status: the answer is no."""
WRONG = 2
"""Exit status: the question makes no sense."""
OPEN = 3
"""Exit status: a claim is neither right nor wrong, as far as the stream shows."""
STATUS = {"confirmed": 0, "contradicted": NO, "undecided": OPEN}
"""Exit status of a verdict."""
USUAL_EVERY = 5
"""Of the frames of a video, which of them are looked at; all of those in a folder, where somebody chose them."""
PICTURES = (".png", ".jpg", ".jpeg")
"""Ends of the names of pictures that are written."""
ANSWERS = (NotAWin, BelowMinimum, NotAllowed, PhotoError, StreamError)
"""Errors that answer the question, or are the photo's or the stream's."""

Answer = TypeVar("Answer", bound=Out | ComparisonOut)

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
ModelDir = Annotated[Path | None, typer.Option("--model", help="Folder of the model; HUPAI_MODELS if not given.")]
HandText = Annotated[str | None, typer.Option(help="The hand in notation, as in '123m 55p (777z) [1111s]'.")]
RulesName = Annotated[str, typer.Option(help="Name of the rule system; see 'hupai rules'.")]
RulesNames = Annotated[
    list[str] | None,
    typer.Option("--rules", metavar="NAME", help="Name of the rule system, mcr if not given; several are compared."),
]
SelfDrawn = Annotated[bool, typer.Option("--self-drawn", help="The winner drew the tile.")]
Discarder = Annotated[str | None, typer.Option("--from", metavar="SEAT", help="Who gave the tile.")]
SeatName = Annotated[str, typer.Option(help="Seat wind of the winner; east deals.")]
RoundWind = Annotated[str | None, typer.Option("--round", metavar="WIND", help="Prevailing wind; east if not given.")]
EventNames = Annotated[list[str] | None, typer.Option(help="Such as last_tile; may be repeated.")]
FlowersText = Annotated[str, typer.Option(help="Flowers beside those in the hand, as in 15f.")]
Switches = Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="A switch of the rules.")]
WildTiles = Annotated[list[str] | None, typer.Option(metavar="TILE", help="A wild face; may be repeated.")]
Indicator = Annotated[
    str | None, typer.Option(metavar="TILE", help="Tile turned up, from which the wild faces follow.")
]
ToldTexts = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="What else the rules ask about, as 'hupai rules NAME' lists it."),
]
LayoutText = Annotated[
    str, typer.Option("--layout", metavar="HINTS", help="How the tiles lie, as in 'melds=2 kongs=1 winning=5z'.")
]
Fixes = Annotated[
    list[str] | None,
    typer.Option("--fix", metavar="FIX", help="A correction: 3=5p, 3=winning, 3-5=pung, 7=none, +5p; may be repeated."),
]
Every = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help=f"Look at each N-th frame; of a video {USUAL_EVERY}, if not told."),
]
Draw = Annotated[Path | None, typer.Option("--draw", metavar="DIR", help="Write the photo with its boxes there.")]


@app.command()
def read(
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help="Picture files.")],
    rules: Annotated[
        str | None, typer.Option(help="Rule system, to tell which doubts change the score of a self-drawn win.")
    ] = None,
    option: Switches = None,
    layout: LayoutText = "",
    fix: Fixes = None,
    as_json: Json = False,
    draw: Draw = None,
    model: ModelDir = None,
) -> None:
    """Read the tiles and the hand of each photo; with --json, one line for each, in order."""
    with errors_told(as_json):
        check_folder(draw)
        asked = None
        if rules is not None:
            asked = Circumstances.model_validate({"rules": rules, "options": tuple(option or ()), "self_drawn": True})
            asked.check()
        elif option:
            refuse("value_invalid", "option: the rules that have it are named with --rules", field="option")
        if fix and len(photos) > 1:
            refuse("value_invalid", "fix: the tiles of one photo are corrected at a time", field="fix")
        said = Said(read_layout(layout), read_fixes(fix or []))
        reader = reader_for(model)
    drawn: set[Path] = set()
    answers = [_read_one(reader, photo, said, asked, as_json, draw, drawn) for photo in photos]
    raise typer.Exit(0 if all(answers) else NO)


@dataclass(frozen=True, slots=True)
class Said:
    """What was typed about how the tiles lie and what they are."""

    hints: Hints | None
    fixes: list[Correction]
    layout: str = ""
    """The hints in text."""
    record: Path | None = None
    """Where a record is written."""

    def of(self, found: Read, asked: Circumstances | None) -> Read:
        """The reading that follows, as ``asked`` where that is known."""
        game = ANY_GAME if asked is None else asked.seeing(found.reading.indicators).game()
        found = found.played(game, self.hints)
        return found.corrected(self.fixes, game, self.hints) if self.fixes else found


def _read_one(
    reader: Reader,
    photo: str,
    said: Said,
    asked: Circumstances | None,
    as_json: bool,
    draw: Path | None,
    drawn: set[Path],
) -> bool:
    """Whether ``photo`` could be read; says so either way."""
    try:
        found = reader.read(Path(photo), clean(photo))
    except PhotoError as error:
        if as_json:
            typer.echo(UnreadOut(photo=photo, error=ErrorOut.of(error)).line())
        complain(error, photo)
        return False
    with errors_told(as_json):
        found = said.of(found, asked)
    if asked is None:
        tell(ReadingOut.of(found), as_json, reading_text)
    else:
        tell(ReadingAskedOut.asked(found, asked), as_json, asked_text)
    return draw is None or _is_drawn(found, draw, drawn)


def check_folder(draw: Path | None) -> None:
    """Make the folder for drawings; raises ``ServiceError`` when nothing can be written there."""
    if draw is None:
        return
    try:
        draw.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        refuse("value_invalid", f"draw: cannot write to {draw}: {_why(error)}", field="draw")
    if not os.access(draw, os.W_OK | os.X_OK):
        refuse("value_invalid", f"draw: cannot write to {draw}", field="draw")


def _is_drawn(found: Read, folder: Path, drawn: set[Path]) -> bool:
    """Whether the drawing could be written; says so either way."""
    try:
        _write_drawing(found, folder, drawn)
    except (OSError, ValueError) as error:
        complain(ServiceError("drawing_failed", f"cannot write the drawing to {folder}: {_why(error)}"), found.name)
        return False
    return True


def _why(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _write_drawing(found: Read, folder: Path, drawn: set[Path]) -> None:
    """Write ``NAME.annotated.jpg`` beside those ``drawn`` before, under a name of its own, and say where."""
    stem, number = Path(found.name).stem, 1
    path = folder / f"{stem}.annotated.jpg"
    while path in drawn:
        number += 1
        path = folder / f"{stem}-{number}.annotated.jpg"
    drawn.add(path)
    Image.fromarray(annotate(found.photo, found.reading)).save(path, quality=90)
    typer.echo(printable(f"wrote {path}"), err=True)


@app.command()
def score(
    photo: Annotated[str | None, typer.Argument(help="Picture of the hand.")] = None,
    hand: HandText = None,
    rules: RulesNames = None,
    win: Annotated[str | None, typer.Option(metavar="TILE", help="Winning tile, as in 5m.")] = None,
    self_drawn: SelfDrawn = False,
    discarder: Discarder = None,
    seat: SeatName = "east",
    round_wind: RoundWind = None,
    event: EventNames = None,
    flowers: FlowersText = "",
    option: Switches = None,
    wild: WildTiles = None,
    indicator: Indicator = None,
    told: ToldTexts = None,
    table: Annotated[Path | None, typer.Option(metavar="FILE", help="The evening; its rules and winds apply.")] = None,
    layout: LayoutText = "",
    fix: Fixes = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a record there, from which replay works it out again.")
    ] = None,
    as_json: Json = False,
    draw: Draw = None,
    model: ModelDir = None,
) -> None:
    """Score a hand, from a photo or in notation, by one rule system or by several side by side."""
    names = rules or ["mcr"]
    by = names[0] if len(names) == 1 else names
    asked = asked_for(by, self_drawn, discarder, seat, round_wind, event, flowers, option, wild, indicator, told)
    with errors_told(as_json):
        if (photo is None) == (hand is None):
            refuse("value_invalid", "name a photo or a hand with --hand, one of them")
        if photo is None and (fix or layout):
            name = "fix" if fix else "layout"
            refuse("value_invalid", f"{name}: it is about the tiles of a photo", field=name)
        if record is not None and len(names) > 1:
            refuse("value_invalid", "record: one rule system is recorded at a time", field="record")
        said = Said(read_layout(layout), read_fixes(fix or []), layout, record)
        if table is not None:
            asked = _at_table(asked, rules, table)
        if photo is None:
            told_all = asked | {"hand": hand, "win": win}
            if len(names) > 1:
                _compare_hand(HandToCompare.model_validate(told_all), as_json)
            else:
                _score_hand(HandAtTable.model_validate(told_all), record, as_json)
        elif len(names) > 1:
            _compare_photo(photo, Comparison.model_validate(asked | {"win": win}), said, as_json, draw, model)
        else:
            _score_photo(photo, AtTable.model_validate(asked | {"win": win}), said, as_json, draw, model)


def asked_for(
    rules: str | list[str] | None,
    self_drawn: bool | None,
    discarder: str | None,
    seat: str | None,
    round_wind: str | None,
    event: list[str] | None,
    flowers: str,
    option: list[str] | None,
    wild: list[str] | None,
    indicator: str | None,
    told: list[str] | None,
) -> dict[str, Any]:
    """What was typed about rules and win, by the names that it has over HTTP."""
    return {
        "rules": rules,
        "self_drawn": self_drawn,
        "from": discarder,
        "seat": seat,
        "round": round_wind,
        "events": tuple(event or ()),
        "flowers": flowers,
        "options": tuple(option or ()),
        "wild": tuple(wild or ()),
        "indicator": indicator,
        "circumstances": tuple(told or ()),
    }


def _at_table(asked: dict[str, Any], rules: list[str] | None, file: Path) -> dict[str, Any]:
    """What was typed, with the table in the file; its rules apply where none were named."""
    if rules and len(rules) > 1:
        refuse("value_invalid", "table: one rule system is played at a table", field="table")
    return {key: value for key, value in asked.items() if rules or key != "rules"} | {
        "table": read_table(_content(file))
    }


def _score_hand(asked: HandAtTable, record: Path | None, as_json: bool) -> None:
    sheet = asked.scored()
    out = SheetOut.of(sheet)
    if record is not None:
        _keep(record, score_record(asked, sheet).model_dump_json(by_alias=True, indent=1))
    tell(out, as_json, partial(sheet_text, assumed_discarder=assumes_discarder(asked)))


def _compare_hand(asked: HandToCompare, as_json: bool) -> None:
    out = ComparisonOut.of(asked.answers())
    tell(out, as_json, partial(comparison_text, assumed_discarder=assumes_discarder(asked)))
    if not any(compared.sheet for compared in out.root):
        raise typer.Exit(NO)


def _compare_photo(
    photo: str, asked: Comparison, said: Said, as_json: bool, draw: Path | None, model: Path | None
) -> None:
    asked.check()
    check_folder(draw)
    found = said.of(reader_for(model).read(Path(photo), clean(photo)), None)
    out = ScanComparedOut.of(found, asked)
    tell(out, as_json, partial(scan_comparison_text, assumed_discarder=assumes_discarder(asked)))
    drawn = draw is None or _is_drawn(found, draw, set())
    if out.reason is not None:
        complain(ServiceError(out.reason.code, out.reason.message))
    if not drawn or not any(compared.sheet for compared in out.scores):
        raise typer.Exit(NO)


def _score_photo(
    photo: str, asked: Circumstances, said: Said, as_json: bool, draw: Path | None, model: Path | None
) -> None:
    asked.check()
    check_folder(draw)
    seen = reader_for(model).read(Path(photo), clean(photo))
    found = said.of(seen, asked)
    if said.record is not None:
        told = asked.model_dump(mode="json", by_alias=True, exclude_unset=True)
        sent = reading_sent(ReadingOut.of(seen), told, said.layout, said.fixes)
        _keep(said.record, photo_record(sent).model_dump_json(by_alias=True, indent=1))
    scored = photo_scored(found.reading, asked)
    out = ScanOut.of(ReadingOut.of(found), scored)
    tell(out, as_json, lambda scan: scan_text(scan, assumed_discarder=assumes_discarder(asked)))
    drawn = draw is None or _is_drawn(found, draw, set())
    if not isinstance(scored.found, ScoreSheet):
        complain(scored.found)
        raise typer.Exit(exit_status(scored.found))
    if not drawn:
        raise typer.Exit(NO)


def assumes_discarder(asked: HowWon) -> bool:
    """Whether nobody said where the winning tile came from."""
    return not asked.self_drawn and not asked.discarder


@app.command()
def watch(
    source: Annotated[
        str, typer.Argument(help="A video file, a folder of frames, an RTSP address, or a webcam's number.")
    ],
    rules: Annotated[str | None, typer.Option(help="Rule system by which settled hands are scored.")] = None,
    win: Annotated[str | None, typer.Option(metavar="TILE", help="Winning tile, as in 5m.")] = None,
    self_drawn: SelfDrawn = False,
    discarder: Discarder = None,
    seat: SeatName = "east",
    round_wind: RoundWind = None,
    event: EventNames = None,
    flowers: FlowersText = "",
    option: Switches = None,
    wild: WildTiles = None,
    indicator: Indicator = None,
    told: ToldTexts = None,
    layout: LayoutText = "",
    every: Every = None,
    live: Annotated[bool, typer.Option("--live", help="Play a recording by the clock, as if it came now.")] = False,
    once: Annotated[bool, typer.Option("--once", help="Stop at the first settled hand.")] = False,
    as_json: Json = False,
    draw: Draw = None,
    model: ModelDir = None,
) -> None:
    """Follow the tiles of a stream until their hand is settled; with --json, a line for each state as they change.

    Exit status 1 when no hand was settled, or the stream cannot be read. Ctrl-C ends it.
    """
    asked = None
    with errors_told(as_json):
        if rules is not None:
            typed = (rules, self_drawn, discarder, seat, round_wind, event, flowers, option, wild, indicator, told)
            asked = Circumstances.model_validate(asked_for(*typed) | {"win": win})
            asked.check()
        check_folder(draw)
        reader = reader_for(model)
        follower = Follower(reader.detector, ANY_GAME if asked is None else asked.game(), read_layout(layout))
        settled = _watched(source, Watch(follower, reader.model, asked, once, as_json, draw), every, live)
    raise typer.Exit(0 if settled else NO)


@dataclass(frozen=True, slots=True)
class Watch:
    """How a stream is watched."""

    follower: Follower
    model: Model
    asked: Circumstances | None
    once: bool
    as_json: bool
    draw: Path | None


def _watched(text: str, watch: Watch, every: int | None, live: bool) -> bool:
    """Whether a hand was settled before the stream ended or somebody ended it; tells the states as they change."""

    def heard(notice: Notice) -> None:
        if watch.as_json:
            typer.echo(NoticeOut.of(text, notice).line())
        typer.echo(printable(clean(f"{notice.message} ({notice.code})")), err=True)

    settled, drawn = False, set[Path]()
    with closing(open_source(text, every=each(text, every), as_live=live, tell=heard)) as source:
        try:
            for state in told_apart(watched(source, watch.follower)):
                _tell_state(source.name, state, watch, drawn)
                settled |= state.settled
                if settled and watch.once:
                    break
        except KeyboardInterrupt:
            typer.echo("stopped", err=True)
        if not settled:
            typer.echo(printable(clean(f"{source.name}: no hand was settled (never_settled)")), err=True)
    return settled


def each(text: str, every: int | None) -> int:
    """Which frames of a source are looked at: each so many-th."""
    return every or (1 if is_folder(text) else USUAL_EVERY)


def _tell_state(name: str, state: State, watch: Watch, drawn: set[Path]) -> None:
    read = read_of(name, state, watch.model) if state.settled else None
    scan = None if read is None else scan_of(read, watch.asked)
    tell(StateOut.of(name, state, scan), watch.as_json, state_text)
    if read is not None and watch.draw is not None:
        _is_drawn(read, watch.draw, drawn)


@app.command("verify")
def verify_command(
    source: Annotated[
        str, typer.Argument(help="A video file, a folder of frames, an RTSP address, or a webcam's number.")
    ],
    hand: HandText = None,
    score_told: Annotated[int | None, typer.Option("--score", metavar="N", help="The announced points.")] = None,
    rules: Annotated[str | None, typer.Option(help="Rule system; mcr if none is named and a score is.")] = None,
    win: Annotated[str | None, typer.Option(metavar="TILE", help="Winning tile, as in 5m.")] = None,
    self_drawn: Annotated[
        bool | None, typer.Option("--self-drawn/--not-self-drawn", help="Whether the winner drew the tile.")
    ] = None,
    discarder: Discarder = None,
    seat: Annotated[str | None, typer.Option(help="Seat wind of the winner; east deals.")] = None,
    round_wind: Annotated[str | None, typer.Option("--round", metavar="WIND", help="Prevailing wind.")] = None,
    event: EventNames = None,
    flowers: FlowersText = "",
    option: Switches = None,
    wild: WildTiles = None,
    indicator: Indicator = None,
    told: ToldTexts = None,
    table: Annotated[Path | None, typer.Option(metavar="FILE", help="The evening; its rules and winds apply.")] = None,
    every: Every = None,
    seconds: Annotated[float | None, typer.Option(min=0, metavar="S", help="Look at so many seconds only.")] = None,
    evidence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the best frame there with boxes drawn, PNG or JPEG.")
    ] = None,
    as_json: Json = False,
    model: ModelDir = None,
) -> None:
    """Tell whether a stream shows the claimed hand, and whether the announced score is right.

    What is not told of how it was won is not taken for granted. Ctrl-C ends a stream; what was seen is judged.

    Exit status: 0 confirmed, 1 contradicted, 3 undecided or not to be read, 2 what was typed makes no sense.
    """
    typed = (rules, self_drawn, discarder, seat, round_wind, event, flowers, option, wild, indicator, told)
    said = {key: value for key, value in asked_for(*typed).items() if value not in (None, "", ())}
    more = {"hand": hand, "score": score_told, "win": win}
    with errors_told(as_json):
        if table is not None:
            said["table"] = read_table(_content(table))
        asked = ClaimAsked.model_validate(said | {key: value for key, value in more.items() if value is not None})
        claim = asked.claim()
        if evidence is not None:
            check_picture(evidence)
        reader = reader_for(model)
    try:
        verdict, cut = _verified(source, reader, claim, every, seconds, as_json)
    except StreamError as error:
        if as_json:
            typer.echo(FailedOut(error=ErrorOut.of(error)).line())
        complain(error)
        raise typer.Exit(OPEN) from None
    tell(VerdictOut.of(clean(source), verdict, asked, reader.model, cut), as_json, verdict_text)
    drawn = evidence is None or verdict.decisive is None or _is_written(evidence, verdict.decisive)
    status = STATUS[verdict.answer.value]
    raise typer.Exit(status if drawn else status or OPEN)


def _verified(
    text: str, reader: PhotoReader, claim: Claim, every: int | None, seconds: float | None, as_json: bool
) -> tuple[Verdict, Reason | None]:
    """The verdict on a source; progress and each hand that is over are told on standard error."""

    def heard(notice: Notice) -> None:
        if as_json:
            typer.echo(NoticeOut.of(text, notice).line(), err=True)
        typer.echo(printable(clean(f"{notice.message} ({notice.code})")), err=True)

    progress = Progress(length(text), typer.echo)
    lasting = inf if seconds is None else seconds
    with closing(open_source(text, every=each(text, every), tell=heard, lasting=lasting)) as source:
        follower = Follower(reader.detector, claim.game)

        def hear(state: State, over: Finding | None) -> bool:
            progress.take(state, over)
            return seconds is None or state.at < seconds

        return verified(source, follower, claim, hear)


def check_picture(path: Path) -> None:
    """Raise ``ServiceError`` for a file that cannot be written as a picture."""
    if path.suffix.lower() not in PICTURES:
        refuse("value_invalid", f"evidence: the file's name ends in {' or '.join(PICTURES)}", field="evidence")
    if not os.access(path.parent, os.W_OK | os.X_OK) or path.is_dir():
        refuse("value_invalid", f"evidence: cannot write {path}", field="evidence")


def _is_written(path: Path, finding: Finding) -> bool:
    """Whether the evidence could be written; says so either way."""
    try:
        Image.fromarray(evidence_of(finding)).save(path)
    except (OSError, ValueError) as error:
        complain(ServiceError("drawing_failed", f"cannot write {path}: {_why(error)}"))
        return False
    typer.echo(printable(f"wrote {path}"), err=True)
    return True


@app.command()
def waits(
    hand: Annotated[str, typer.Option(help="The hand in notation, one tile short.")],
    rules: RulesName = "mcr",
    self_drawn: SelfDrawn = False,
    discarder: Discarder = None,
    seat: SeatName = "east",
    round_wind: RoundWind = None,
    event: EventNames = None,
    flowers: FlowersText = "",
    option: Switches = None,
    wild: WildTiles = None,
    indicator: Indicator = None,
    told: ToldTexts = None,
    as_json: Json = False,
) -> None:
    """Tell what a hand one tile short waits for, drawn by itself unless --from names who gives it."""
    asked = asked_for(rules, self_drawn, discarder, seat, round_wind, event, flowers, option, wild, indicator, told)
    with errors_told(as_json):
        tell(WaitsOut.of(HandToWait.model_validate(asked | {"hand": hand}).waiting()), as_json, waits_text)


@app.command()
def settle(
    file: Annotated[Path, typer.Argument(metavar="ROUND.json", help="A hand of play, as POST /v1/settle takes it.")],
    as_json: Json = False,
) -> None:
    """Settle a whole hand of play, won or drawn: sheets, ledgers and who pays whom; - reads standard input."""
    with errors_told(as_json):
        asked = RoundToSettle.model_validate_json(_content(file))
        tell(SettlementOut.of(asked.settled()), as_json, settlement_text)


@app.command("table")
def table_command(
    file: Annotated[Path, typer.Argument(metavar="TABLE.json", help="The evening; it is started if it is not there.")],
    played: Annotated[
        Path | None, typer.Argument(metavar="[ROUND.json]", help="A hand of play to add, as settle takes it.")
    ] = None,
    riichi: Annotated[list[str] | None, typer.Option(metavar="SEAT", help="Who declared riichi besides.")] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Take the last hand of play back first.")] = False,
    rules: Annotated[str | None, typer.Option(help="Rule system of a new table.")] = None,
    option: Switches = None,
    player: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Of a new table; the first deals.")] = None,
    game: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="Of a new table: start, rounds, hands, bust, ...")
    ] = None,
    as_json: Json = False,
) -> None:
    """Keep an evening's table: add a settled hand of play, print the ledger, and tell who deals next."""
    new = {"rules": rules, "options": tuple(option or ()), "players": tuple(player or ()), "game": tuple(game or ())}
    told = {key: value for key, value in new.items() if value}
    with errors_told(as_json):
        found = _table_at(file, told)
        hand = None if played is None else RoundAtTable.model_validate_json(_content(played))
        if hand is not None and riichi:
            hand = hand.model_copy(update={"riichi": (*hand.riichi, *riichi)})
        if hand is None and riichi:
            refuse("value_invalid", "riichi: it is told of a hand of play", field="riichi")
        out = PlayedAtTableOut.of(*TableAsked(table=found, round=hand, undo=undo).answered())
        if hand is not None or undo or isinstance(found, NewTable):
            _keep(file, out.table.model_dump_json(by_alias=True, indent=1))
        tell(out, as_json, played_text)


def _table_at(file: Path, new: dict[str, Any]) -> TableTold | NewTable:
    """The table that the file has, or a new one where there is no such file."""
    if not file.exists():
        return NewTable.model_validate(new)
    if new:
        refuse("value_invalid", f"{next(iter(new))}: {file} has a table already, and this is told of a new one")
    return read_table(_content(file))


def _keep(file: Path, text: str) -> None:
    """Write the file whole, or leave it as it is."""
    beside = file.with_name(f"{file.name}.new")
    try:
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        refuse("value_invalid", f"cannot write {file}: {error.strerror}")


def _content(path: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        refuse("value_invalid", f"cannot read {path}: {error.strerror}")


@app.command("evaluate")
def evaluate_command(
    datasets: Annotated[
        list[str],
        typer.Argument(
            metavar="DATASET...",
            help="Folders with images/ and labels/, names of datasets (tables, tables/train), or a folder of all.",
        ),
    ],
    split: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Photos to take, a name without suffix a line.")
    ] = None,
    partly: Annotated[
        bool, typer.Option("--partly", help="Tiles far from every label may be there unlabelled.")
    ] = False,
    degraded: Annotated[
        bool, typer.Option("--degraded", help="Also tell how much worse the photos may get; takes 35 times as long.")
    ] = False,
    without_flowers: Annotated[
        bool, typer.Option("--without-flowers", help="Leave labelled flowers out, for readers that do not know them.")
    ] = False,
    seen: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What was read, in lines as 'hupai read --json' prints; no model is run."),
    ] = None,
    as_json: Json = False,
    model: ModelDir = None,
) -> None:
    """Read labelled photos and compare; with --json, one line for each dataset, in order, and one for all of them."""
    with errors_told(as_json):
        if seen is not None and degraded:
            refuse("value_invalid", "degraded: photos made worse have to be read anew, by a model", field="degraded")
        names = None if split is None else _lines(split)
        lists = [one for text in datasets for one in photo_lists(text, names=names, partly=partly)]
        judge = _judge_seen(seen) if seen is not None else _judge_read(reader_for(model), degraded)
        found = [_evaluated(one, judge, without_flowers, as_json) for one in lists]
        if len(found) > 1:
            whole = together([evaluation for evaluation, _ in found])
            outs = [out for _, out in found] + [EvaluationOut.of(whole, found[0][1].model)]
            tell(outs[-1], as_json, lambda _: evaluations_table(outs))
    raise typer.Exit(NO if any(evaluation.unread for evaluation, _ in found) else 0)


Judge = Callable[[PhotoList], tuple[Evaluation, Model | None, list[Endured] | None]]


def _judge_seen(path: Path) -> Judge:
    """Compares what a file tells."""
    seen: list[Seen] = read_seen(path)
    return lambda photos: (judged(photos, seen), None, None)


def _judge_read(reader: PhotoReader, degraded: bool) -> Judge:
    """Compares what ``reader`` reads."""

    def judge(photos: PhotoList) -> tuple[Evaluation, Model | None, list[Endured] | None]:
        detector: Detector = reader.detector
        evaluation = evaluate(photos, detector)
        worse = list(endured(photos, evaluation, reading_again(detector))) if degraded else None
        return evaluation, reader.model, worse

    return judge


def _evaluated(
    photos: PhotoList, judge: Judge, without_flowers: bool, as_json: bool
) -> tuple[Evaluation, EvaluationOut]:
    """How well one dataset was read; says so."""
    evaluation, model, worse = judge(photos)
    evaluation = evaluation.without_flowers() if without_flowers else evaluation
    out = EvaluationOut.of(evaluation, model, worse)
    tell(out, as_json, evaluation_text)
    return evaluation, out


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").split()
    except (OSError, ValueError) as error:
        refuse("value_invalid", f"split: cannot read {path}: {_why(error)}", field="split")


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(help="Rule system to show.")] = None,
    as_json: Json = False,
) -> None:
    """List the rule systems, or show what one asks about, its options and its fan."""
    with errors_told(as_json):
        if name is None:
            tell(RulesListOut.of(RULE_SETS), as_json, rules_list_text)
        else:
            tell(RulesDetailOut.of(rule_set(name)), as_json, rules_text)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; HUPAI_HOST if not given.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on; HUPAI_PORT if not given.")
    ] = None,
) -> None:
    """Start the HTTP service."""
    with errors_told(as_json=False):
        settings = settings_told()
        store_for(settings).close()
    where = {"host": host or settings.host, "port": settings.port if port is None else port}
    serve_http(settings.model_copy(update=where))


@app.command()
def migrate() -> None:
    """Bring the database of tables to the form of this version; 'hupai serve' does so too when it starts."""
    with errors_told(as_json=False):
        store = store_for(settings_told())
        changed = store.migrate()
        store.close()
        typer.echo(f"{printable(store.place)}: {'brought to the form of this version' if changed else 'nothing to do'}")


@app.command("settings")
def settings_command() -> None:
    """List what the environment can set, as it is set now; keys are not shown."""
    with errors_told(as_json=False):
        show(settings_text(settings_rows(settings_told())))


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(metavar="RECORD.json", help="A record, as the service answered it.")],
    as_json: Json = False,
) -> None:
    """Work out a record's result again; exit status 1 when it is not the same. - reads standard input."""
    with errors_told(as_json):
        out = replay(read_record(_content(file)))
        tell(out, as_json, replay_text)
    raise typer.Exit(0 if out.same else NO)


@app.command("labels")
def labels_command(
    folder: Annotated[Path, typer.Argument(metavar="KEPT", help="What HUPAI_KEEP_PHOTOS names.")],
    to: Annotated[Path, typer.Argument(metavar="DIR", help="Where images/ and labels/ are written.")],
) -> None:
    """Write kept photos and their corrected tiles as labels in YOLO form, to measure or train on."""
    with errors_told(as_json=False):
        if not folder.is_dir():
            refuse("value_invalid", f"no folder {folder}")
        written = [_label(found, to) for found in labelled(folder)]
    typer.echo(f"{sum(written)} of {len(written)} photos labelled in {printable(str(to))}")
    raise typer.Exit(0 if all(written) else NO)


def _label(found: Labelled | LeftOut, to: Path) -> bool:
    """Whether a kept photo could be labelled; says why not."""
    if isinstance(found, LeftOut):
        typer.echo(printable(f"{found.photo.name}: left out: {found.why}"), err=True)
        return False
    try:
        write_labels(found, to)
    except OSError as error:
        refuse("value_invalid", f"cannot write to {to}: {error.strerror}")
    return True


def reader_for(model: Path | None) -> PhotoReader:
    """A reader with the model in that folder, or the one that the environment names."""
    settings = settings_told()
    return load_reader(settings if model is None else settings.model_copy(update={"models": model, "model": None}))


def settings_told() -> Settings:
    """The settings; raises a ``ServiceError`` that names the variable at fault."""
    try:
        return Settings()
    except ValidationError as error:
        faults = (f"HUPAI_{fault['field'].upper()}: {fault['message']}" for fault in field_faults(error.errors()))
        refuse("value_invalid", "; ".join(faults))


def tell(out: Answer, as_json: bool, text: Callable[[Answer], RenderableType]) -> None:
    """Print ``out`` on standard output, as a line of JSON or as text."""
    if as_json:
        typer.echo(out.line())
    else:
        show(text(out))


@contextmanager
def errors_told(as_json: bool) -> Iterator[None]:
    """Turn what the caller can put right into a sentence with its code, and an exit status."""
    try:
        yield
    except (ScoringError, VisionError, ServiceError) as error:
        _give_up(error, as_json)
    except ValidationError as error:
        faults = field_faults(error.errors())
        _give_up(ServiceError("value_invalid", "; ".join(f"{f['field']}: {f['message']}" for f in faults)), as_json)


def _give_up(error: AnyError, as_json: bool) -> None:
    if as_json:
        typer.echo(FailedOut(error=ErrorOut.of(error)).line())
    complain(error)
    raise typer.Exit(exit_status(error)) from None


def exit_status(error: AnyError) -> int:
    """``NO`` for an error that answers the question or is the photo's, else ``WRONG``."""
    return NO if isinstance(error, ANSWERS) or error.code == "no_hand" else WRONG


def complain(error: AnyError, about: str | None = None) -> None:
    """Say what is wrong on standard error."""
    prefix = f"{about}: " if about is not None and about not in error.message else ""
    typer.echo(printable(clean(f"{prefix}{error.message} ({error.code})")), err=True)


if __name__ == "__main__":
    app()
