"""What goes over the wire, and its conversion: the one place that makes JSON, for the commands and for HTTP alike."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, RootModel

from scoring.circumstances import QUESTIONS, Answer
from scoring.errors import ScoringError
from scoring.fan import Effect
from scoring.hand import Hand
from scoring.languages import in_languages, plain_help, translations
from scoring.round import Settlement
from scoring.rules import Options, RuleSet
from scoring.rules.base import Wait, option_help, option_words
from scoring.sentences import sentence
from scoring.sheet import ScoreSheet, sentences_of
from scoring.table import Ending, Game, Table, game_of
from scoring.tiles import ALL_TILES, Tile, parse_tile
from scoring.win import Win
from service.asked import Circumstances, read_field
from service.compare import Compared, Comparison, compared_by
from service.errors import ServiceError, refuse
from service.reader import Read
from service.readings import ModelOut, ReadingOut
from service.rounds import RoundToSettle
from service.tables import FORMAT, VERSION
from service.told import tell_circumstances
from service.waits import Waiting
from service.wire import Code, ErrorOut, Out, Rounded
from vision.asking import Ask, Asking, Choice, asking
from vision.hand_reading import HandReading
from vision.labels import BACK

Translations = dict[str, dict[str, str]]
"""What an answer says in English, by that text, in Chinese, ``zh``, and Japanese, ``ja``, as far as there are words."""


class WinOut(Out):
    """How the hand was won."""

    tile: str
    seat: str
    self_drawn: bool
    discarder: str | None = Field(alias="from")
    round: str
    events: tuple[str, ...]

    @classmethod
    def of(cls, win: Win) -> Self:
        """What is told of ``win``."""
        return cls(
            tile=win.tile.code,
            seat=str(win.winner),
            self_drawn=win.self_drawn,
            discarder=None if win.discarder is None else str(win.discarder),
            round=str(win.round_wind),
            events=tuple(sorted(event.value for event in win.events)),
        )


class LineOut(Out):
    """A line of a sheet."""

    key: str
    name: str
    english: str
    value: int
    """What it is worth each time."""
    count: int
    points: int
    reason: str
    """Why it counts."""
    covers: tuple[str, ...]
    """Keys of the fan that it covers."""
    effect: Effect
    """What the points do: they are added, double, multiply, ..."""
    worth: str
    """What it is worth as people write it: ``+2番``, ``x6``, ``10``."""
    japanese: str
    """Its name in Japanese, where the rules have one."""


class LeftOutOut(Out):
    """A fan that the hand shows and that does not count."""

    key: str
    name: str
    english: str
    points: int
    covered_by: str | None
    reason: str
    """Why it does not count."""


class RunnerUpOut(Out):
    """The best other way to read the hand."""

    division: str
    points: int


class FuLineOut(Out):
    """A part of the fu."""

    key: str
    name: str
    english: str
    japanese: str
    fu: int
    """What it counts, before the sum is rounded up."""
    reason: str
    """What shows it."""


class HanFuOut(Out):
    """How han and fu make points."""

    han: int
    """Dora among them; nothing for a yakuman."""
    fu: int
    """Rounded up as it counts; nothing for a yakuman."""
    fu_lines: tuple[FuLineOut, ...]
    limit: str
    """The limit reached: ``mangan``, ``yakuman``, ...; empty for none."""
    yakuman: int
    """How many times the highest limit, each yakuman as often as it counts."""
    basic: int
    """The basic points, of which each payer pays a multiple."""


class PaymentsOut(Out):
    """Whole points by seat: received above zero, paid below. They add up to what lay on the table, mostly nothing."""

    east: int
    south: int
    west: int
    north: int
    """Nothing where three play."""


class StandOut(Out):
    """What a wild tile stood for."""

    tile: Code
    """The wild tile."""
    stands_for: Code
    """The tile it was read as; its own face where it changed nothing."""


class LedgerOut(Out):
    """What is settled apart from a win."""

    key: str
    name: str
    english: str
    payments: PaymentsOut
    points: int
    """What the formula comes to for the seat that receives most."""
    formula: str
    """How the points came about."""
    reason: str
    """Whose it is and why."""
    japanese: str
    """Its name in Japanese, where the rules have one."""


class StepOut(Out):
    """What changes the value of a hand for one payer."""

    key: str
    """``self_drawn``, ``discarder``, ``robbed``, ``dealer``, ``flying_wilds`` or ``each``."""
    number: int
    adds: bool
    """Whether it is added; if not, it multiplies."""


class ShareOut(Out):
    """What one payer owes for a win, step by step."""

    seat: Annotated[str, BeforeValidator(str)]
    value: int
    """What the hand is worth before the steps."""
    steps: tuple[StepOut, ...]
    points: int
    """What the steps make of it."""
    payer: Annotated[str | None, BeforeValidator(lambda seat: None if seat is None else str(seat))]
    """Who pays it in his place."""


class SheetOut(Out):
    """A scored win."""

    rules: str
    hand: str
    win: WinOut
    division: str
    """The sets and the pair, as they were read for the score."""
    lines: tuple[LineOut, ...]
    points: int
    qualifying: int
    """Points towards the minimum: all but those for flowers."""
    flower_points: int
    minimum: int
    payments: PaymentsOut
    from_table: int
    """Points among them that lay on the table: riichi sticks."""
    shares: tuple[ShareOut, ...]
    """What each payer owes, step by step before any cap, where the rules have steps."""
    apart: tuple[LedgerOut, ...]
    """What is paid with the win and is no part of its worth, such as honba; ``payments`` have it."""
    han_fu: HanFuOut | None
    """Han and fu by line, where the rules count them."""
    left_out: tuple[LeftOutOut, ...]
    runner_up: RunnerUpOut | None
    formula: str
    """How the points came about, where they are no plain sum: ``2*2+2``."""
    stands: tuple[StandOut, ...]
    """What each wild tile stood for."""
    options: dict[str, bool | int | str]
    """The switches of the rules that differ from the published ones."""
    near_miss: str
    """What it just falls short of, in a phrase; mostly empty."""
    circumstances: dict[str, Any]
    """What else was told, in the form in which it is asked for; the wild faces too that follow from an indicator."""
    translations: Translations = Field(default_factory=dict)
    """Reasons, formulas and near misses of the sheet by their English text: ``zh`` and ``ja`` of each."""

    @classmethod
    def of(cls, sheet: ScoreSheet) -> Self:
        """What is told of ``sheet``."""
        return cls(
            rules=sheet.rules,
            hand=str(sheet.hand),
            win=WinOut.of(sheet.win),
            division=sheet.division,
            lines=tuple(map(LineOut.model_validate, sheet.lines)),
            points=sheet.points,
            qualifying=sheet.qualifying,
            flower_points=sheet.flower_points,
            minimum=sheet.minimum,
            payments=PaymentsOut.model_validate(sheet.payments),
            from_table=sheet.payments.table,
            shares=tuple(map(ShareOut.model_validate, sheet.shares)),
            apart=tuple(map(LedgerOut.model_validate, sheet.apart)),
            han_fu=sheet.han_fu and HanFuOut.model_validate(sheet.han_fu),
            left_out=tuple(map(LeftOutOut.model_validate, sheet.left_out)),
            runner_up=sheet.runner_up and RunnerUpOut.model_validate(sheet.runner_up),
            formula=sheet.formula,
            stands=tuple(map(StandOut.model_validate, sheet.stands)),
            options=dict(sheet.options),
            near_miss=sheet.near_miss,
            circumstances=tell_circumstances(sheet.win.circumstances),
            translations=translations(sheet.sentences, sheet.rules),
        )


class WaitOut(Out):
    """A tile that a hand waits for."""

    tile: Code
    unseen: int
    """How many copies are in play and not in the hand."""
    points: int | None
    """What the hand would score; ``null`` when the win would be refused."""
    sheet: SheetOut | None
    refusal: ErrorOut | None
    """Why the win would be refused."""

    @classmethod
    def of(cls, wait: Wait) -> Self:
        """What is told of ``wait``."""
        return cls(
            tile=wait.tile.code,
            unseen=wait.unseen,
            points=None if wait.sheet is None else wait.sheet.points,
            sheet=None if wait.sheet is None else SheetOut.of(wait.sheet),
            refusal=None if wait.refusal is None else ErrorOut.of(wait.refusal),
        )


class WaitsOut(Out):
    """What a hand one tile short waits for."""

    rules: str
    hand: str
    self_drawn: bool
    discarder: str | None = Field(alias="from")
    """Who would give the tile."""
    wild: tuple[str, ...]
    """The wild faces."""
    away: int
    """How many tiles the hand is from winning: 1 when it is ready."""
    waits: tuple[WaitOut, ...]

    @classmethod
    def of(cls, waiting: Waiting) -> Self:
        """What is told of ``waiting``."""
        win = waiting.win
        return cls(
            rules=waiting.rules,
            hand=str(waiting.hand),
            self_drawn=win.self_drawn,
            discarder=None if win.discarder is None else str(win.discarder),
            wild=tuple(tile.code for tile in waiting.wild),
            away=waiting.away,
            waits=tuple(map(WaitOut.of, waiting.waits)),
        )


class SettlementOut(Out):
    """Everything that a hand of play moves."""

    sheets: tuple[SheetOut, ...]
    """One for each win; none after a draw."""
    ledgers: tuple[LedgerOut, ...]
    payments: PaymentsOut
    """All of it together."""
    from_table: int
    """Points among them that lay on the table: riichi sticks."""
    next_dealer: str
    """Who deals next, by the seats of this hand of play."""
    honba: int
    """Counters that lie on the table next."""
    sticks: int
    """Riichi sticks that stay on the table."""
    translations: Translations = Field(default_factory=dict)
    """Reasons and formulas of the ledgers by their English text: ``zh`` and ``ja`` of each."""

    @classmethod
    def of(cls, settlement: Settlement) -> Self:
        """What is told of ``settlement``."""
        return cls(
            sheets=tuple(map(SheetOut.of, settlement.sheets)),
            ledgers=tuple(map(LedgerOut.model_validate, settlement.ledgers)),
            payments=PaymentsOut.model_validate(settlement.payments),
            from_table=settlement.payments.table,
            next_dealer=str(settlement.next_dealer),
            honba=settlement.honba,
            sticks=settlement.sticks,
            translations=translations(sentences_of(settlement.ledgers), settlement.rules),
        )


class DealOut(Out):
    """Where a game is when a hand of play begins."""

    dealer: int
    """Which player deals: 0 is who dealt first."""
    lap: int
    """How often the deal has come round."""
    round: Annotated[str, BeforeValidator(str)] = Field(validation_alias="round_wind")
    """The prevailing wind, which follows from ``lap``."""
    streak: int
    """How many hands in a row the dealer has dealt before this one; in riichi how many of them he won running."""
    honba: int
    """Counters on the table."""
    sticks: int
    """Riichi sticks on the table."""


class WonOut(Out):
    """A win, by the players' numbers."""

    winner: int
    discarder: int | None = Field(serialization_alias="from")
    points: int
    """What the hand was worth."""


class PlayedOut(Out):
    """A hand of play that is over."""

    deal: DealOut
    ending: Ending
    moved: tuple[int, ...]
    """What each player has more or less for it, the stick of a riichi among it."""
    wins: tuple[WonOut, ...]
    staked: tuple[int, ...]
    """Which players declared riichi."""
    taken_off: tuple[int, ...]
    """What is taken off each player's final score; mostly empty."""


class StandingOut(Out):
    """Where a player stands; when the game is over, with the sticks that were left and what errors cost."""

    place: int
    player: int
    points: int


class TableOut(Out):
    """An evening as it stands: the form in which it is kept, and told again the next time. Players have numbers."""

    format: Literal["hupai.table"] = FORMAT
    version: Literal[1] = VERSION
    rules: str
    options: dict[str, str]
    """The switches of the rules that were set."""
    players: tuple[str, ...]
    """Names in the order of play, who dealt first first."""
    game: dict[str, bool | int]
    """What everybody starts with, and when the game ends."""
    deal: DealOut
    """Where the game is; where it ended when it is over."""
    played: tuple[PlayedOut, ...]
    """The hands of play so far."""
    over: str
    """Why the game is over: ``rounds``, ``hands``, ``bust``, ``target``, ``dealer_stops``; empty while it goes on."""
    totals: tuple[int, ...]
    """What each player has; follows from the rest."""
    standings: tuple[StandingOut, ...]
    """From the first to the last; follows from the rest."""

    @classmethod
    def of(cls, table: Table) -> Self:
        """What is told of ``table``."""
        return cls(
            rules=table.rules,
            options=dict(table.options),
            players=table.players,
            game=game_told(table.game),
            deal=DealOut.model_validate(table.deal),
            played=tuple(map(PlayedOut.model_validate, table.played)),
            over=table.over,
            totals=table.totals,
            standings=tuple(map(StandingOut.model_validate, table.standings)),
        )


def game_told(game: Game) -> dict[str, bool | int]:
    """The values of a game by name."""
    return {field.name: getattr(game, field.name) for field in fields(game)}


class PlayedAtTableOut(Out):
    """The table after what was asked, and how the hand of play was settled."""

    table: TableOut
    settlement: SettlementOut | None
    """``null`` when no hand of play was told."""

    @classmethod
    def of(cls, table: Table, settlement: Settlement | None) -> Self:
        """What is told of them."""
        return cls(table=TableOut.of(table), settlement=None if settlement is None else SettlementOut.of(settlement))


class TitleOut(Out):
    """What a rule system is called."""

    zh: str
    en: str
    ja: str
    """In Japanese, where the system is known by such a name."""


class ComparedOut(Out):
    """What one of several rule systems says of a hand."""

    rules: str
    title: TitleOut
    sheet: SheetOut | None
    reason: ErrorOut | None
    """Why there is no sheet: the hand is no win there, worth too little, of another size, ..."""

    @classmethod
    def of(cls, compared: Compared) -> Self:
        """What is told of ``compared``."""
        found = compared.found
        return cls(
            rules=compared.rules.name,
            title=TitleOut.model_validate(compared.rules.title),
            sheet=SheetOut.of(found) if isinstance(found, ScoreSheet) else None,
            reason=None if isinstance(found, ScoreSheet) else ErrorOut.of(found),
        )


class ComparisonOut(RootModel[tuple[ComparedOut, ...]]):
    """What several rule systems say of a hand, in the order asked."""

    @classmethod
    def of(cls, compared: Iterable[Compared]) -> Self:
        """What is told of ``compared``."""
        return cls(tuple(map(ComparedOut.of, compared)))

    def line(self) -> str:
        """JSON on one line."""
        return self.model_dump_json(by_alias=True)


class ScanComparedOut(Out):
    """A photo's reading and what several rule systems say of its hand."""

    reading: ReadingOut
    scores: tuple[ComparedOut, ...]
    reason: ErrorOut | None
    """Why there are no scores at all."""

    @classmethod
    def of(cls, read: Read, asked: Comparison) -> Self:
        """What is told of a photo that was read and is to be scored as ``asked``."""
        scores: tuple[ComparedOut, ...] = ()
        reason = None
        try:
            scores = tuple(ComparedOut.of(_compared(read, one)) for one in asked.each())
        except ServiceError as error:
            reason = ErrorOut.of(error)
        return cls(reading=ReadingOut.of(read), scores=scores, reason=reason)


class ChoiceOut(Out):
    """A way that something unsure may be, and what comes of it."""

    value: str
    """A face, several in the order of ``tiles``, ``none`` for no tile, a hand, or the winning tile."""
    chance: Rounded
    points: int | None
    payments: PaymentsOut | None
    """``null`` where the win would be refused."""
    refusal: ErrorOut | None

    @classmethod
    def of(cls, choice: Choice) -> Self:
        """What is told of ``choice``."""
        found = choice.outcome
        if isinstance(found, ScoreSheet):
            paid = PaymentsOut.model_validate(found.payments)
            return cls(value=choice.text, chance=choice.chance, points=found.points, payments=paid, refusal=None)
        refusal = ErrorOut(code=found.code, message=found.message)
        return cls(value=choice.text, chance=choice.chance, points=None, payments=None, refusal=refusal)


class UnsureOut(Out):
    """Something unsure about the score of a photo."""

    what: str
    """``face``, what tiles are; ``place``, which are laid down and how; ``winning``, which tile won."""
    tiles: tuple[int, ...]
    """Indices into the reading's tiles."""
    choices: tuple[ChoiceOut, ...]
    """The first is how it was read, or the likeliest."""
    message: str

    @classmethod
    def of(cls, ask: Ask) -> Self:
        """What is told of ``ask``."""
        choices = tuple(map(ChoiceOut.of, ask.choices))
        return cls(what=ask.what.value, tiles=ask.tiles, choices=choices, message=ask.message)


class ScanOut(Out):
    """A photo's reading and its sheet, or the reason why there is none."""

    reading: ReadingOut
    sheet: SheetOut | None
    reason: ErrorOut | None
    asks: tuple[UnsureOut, ...]
    """What is unsure and changes who pays what: ask about these."""
    settled: tuple[UnsureOut, ...]
    """What is unsure and changes nothing."""

    @classmethod
    def of(cls, reading: ReadingOut, scored: "PhotoScored | None") -> Self:
        """What is told of a reading and its score; of no score where none was asked for."""
        found = None if scored is None else scored.found
        about = Asking() if scored is None else scored.asking
        return cls(
            reading=reading,
            sheet=SheetOut.of(found) if isinstance(found, ScoreSheet) else None,
            reason=None if found is None or isinstance(found, ScoreSheet) else ErrorOut.of(found),
            asks=tuple(map(UnsureOut.of, about.asks)),
            settled=tuple(map(UnsureOut.of, about.settled)),
        )


@dataclass(frozen=True, slots=True)
class PhotoScored:
    """The score of a photo, or why there is none, and what is unsure about it."""

    found: ScoreSheet | ScoringError | ServiceError
    asking: Asking = field(default_factory=Asking)


class ReadingAskedOut(ReadingOut):
    """What was read from a photo by the rules that were named, and what of it matters there."""

    asks: tuple[UnsureOut, ...]
    settled: tuple[UnsureOut, ...]

    @classmethod
    def asked(cls, read: Read, asked: Circumstances) -> Self:
        """What is told of a photo that was read and would be scored as ``asked``."""
        about = photo_scored(read.reading, asked).asking
        told: dict[str, Any] = dict(ReadingOut.of(read))
        asks = {"asks": tuple(map(UnsureOut.of, about.asks)), "settled": tuple(map(UnsureOut.of, about.settled))}
        return cls.model_validate(told | asks)


def photo_scored(reading: HandReading, asked: Circumstances) -> PhotoScored:
    """The score of the hand in a photo that is to be scored as ``asked``."""
    try:
        hand, winning = _hand_in(reading)
        seeing = asked.seeing(reading.indicators)
        told = read_field("win", parse_tile, asked.win) if asked.win else None
        about = asking(reading, lambda other, tile: _sheet(seeing, other, tile), told)
        found = about.outcome
        if isinstance(found, ScoreSheet | ScoringError | ServiceError):
            return PhotoScored(found, about)
        return PhotoScored(_sheet(seeing, hand, winning), about)
    except ServiceError as error:
        return PhotoScored(error)


def _sheet(asked: Circumstances, hand: Hand, winning: Tile | None) -> ScoreSheet | ScoringError | ServiceError:
    try:
        return asked.sheet(hand, winning)
    except (ScoringError, ServiceError) as error:
        return error


def _compared(read: Read, asked: Circumstances) -> Compared:
    """What one of several rule systems says of a photo; raises a ``ServiceError`` when there is no hand."""
    seeing = asked.seeing(read.reading.indicators)
    return compared_by(seeing, *_hand_in(read.played(seeing.game()).reading))


def _hand_in(reading: HandReading) -> tuple[Hand, Tile | None]:
    """The hand in a photo and the winning tile where it is seen; raises a ``ServiceError`` when there is no hand."""
    if reading.hand is None:
        told = [reading.trouble.message] if reading.trouble else [doubt.message for doubt in reading.doubts]
        refuse("no_hand", f"no hand was read from the photo: {'; '.join(told) or 'its tiles make none'}")
    return reading.hand, reading.winning_tile


class FanOut(Out):
    """A row of a rule system's table."""

    key: str
    name: str
    english: str
    value: int
    rule: str
    """The rule as a player would say it."""
    implies: Annotated[tuple[str, ...], BeforeValidator(sorted)]
    """Keys of the fan that it covers."""
    effect: Effect
    """What the value does: it is added, doubles, multiplies, ..."""
    worth: Annotated[str, BeforeValidator(lambda worth: worth())]
    """What it is worth once, as people write it: ``+1番``, ``x6``, ``10``."""
    japanese: str
    """The name in Japanese, where the rules have one."""
    open_value: int | None
    """The value with claimed sets where it is another; 0 for what only a concealed hand can have."""


class OptionOut(Out):
    """A switch of a rule system."""

    name: str
    default: bool | int | str
    help: str
    """What it does, and the question it answers."""
    questions: tuple[str, ...]
    """The open questions of the rules that it answers, by number."""
    values: tuple[str, ...]
    """The words that it can be, the default first; none for a number or a yes or no."""


class AskOut(Out):
    """Something that the rules ask about beside hand, tile and seats."""

    field: str
    """The key under ``circumstances``."""
    zh: str
    en: str
    answer: Answer
    """What form the answer has."""


class RulesOut(Out):
    """A rule system in brief."""

    name: str
    title: TitleOut
    minimum: int
    """Points a winner needs."""
    hand_sizes: tuple[int, ...]
    """Tiles of a winning hand when a kong counts as three."""
    minimum_unit: str
    """What the minimum is counted in."""


class RulesDetailOut(RulesOut):
    """A rule system with what it asks about, its options and its fan."""

    options: tuple[OptionOut, ...]
    fan: tuple[FanOut, ...]
    """In the order of the rule book."""
    asks: tuple[AskOut, ...]
    """What the rules ask about beside hand, tile and seats."""
    settles: tuple[str, ...]
    """The fields of a hand of play that the rules settle beside its wins."""
    flower_wins: bool
    """Whether a flower may be the winning tile."""
    worth_unit: str
    """What people count a hand in, and tell as the ``points`` of a win without its tiles."""
    payment_asks: tuple[str, ...]
    """What of ``asks`` may be told of such a win, as it decides who pays how much."""
    kong_facts: tuple[str, ...]
    """What matters of a kong beside whose it is, its tiles, who fed it and whether it was robbed."""
    game: dict[str, bool | int]
    """The usual game at a table: what everybody starts with, and when it ends."""
    about: str
    """What the options are, and what is left to the table."""
    translations: Translations = Field(default_factory=dict)
    """Rules, helps and ``about`` by their English text, and words by ``option=word``: ``zh`` and ``ja`` of each."""

    @classmethod
    def of(cls, rules: RuleSet) -> Self:
        """What is told of ``rules``."""
        brief: dict[str, Any] = {name: getattr(rules, name) for name in RulesOut.model_fields}
        more = {
            "options": _options(rules.options),
            "fan": rules.fan,
            "asks": [QUESTIONS[field] for field in rules.asks],
            "settles": tuple(name for name in rules.settles if name in RoundToSettle.model_fields),
            "flower_wins": rules.flower_wins,
            "worth_unit": rules.worth_unit or rules.minimum_unit,
            "payment_asks": rules.payment_asks,
            "kong_facts": rules.kong_facts,
            "game": game_told(game_of(rules)),
            "about": inspect.getdoc(type(rules.options)) or "",
            "translations": _rules_translated(rules),
        }
        return cls.model_validate(brief | more)


def _options(options: Options) -> list[dict[str, Any]]:
    helps = option_help(options)
    return [
        {
            "name": field.name,
            "default": getattr(options, field.name),
            "help": helps.get(field.name, ""),
            "questions": re.findall(r"\b[A-Z]+-Q\d+\b", helps.get(field.name, "")),
            "values": option_words(options, field.name, helps.get(field.name, "")),
        }
        for field in fields(options)
    ]


def _helps(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """What the rules say of their options and words, each with what it is in the catalogues."""
    about = inspect.getdoc(type(rules.options)) or ""
    helps = option_help(rules.options)
    for text in (about, *helps.values()):
        yield text, plain_help(text)
    for name, told in helps.items():
        for word in option_words(rules.options, name, told):
            yield f"{name}={word}", f"{name}={word}"


def _rules_translated(rules: RuleSet) -> Translations:
    """What the rules say, in other languages."""
    found = translations((row.rule for row in rules.fan), rules.name)
    return found | {text: told for text, plain in _helps(rules) if (told := in_languages(sentence(plain), rules.name))}


class RulesListOut(Out):
    """The rule systems on offer."""

    rules: tuple[RulesOut, ...]

    @classmethod
    def of(cls, systems: Mapping[str, Callable[..., RuleSet]]) -> Self:
        """What is told of all the ``systems``."""
        return cls(rules=tuple(RulesOut.model_validate(maker()) for maker in systems.values()))


class TileNameOut(Out):
    """A tile's code and names."""

    tile: str
    english: str
    chinese: str


class TilesOut(Out):
    """Every face a photo can show."""

    tiles: tuple[TileNameOut, ...]

    @classmethod
    def all(cls) -> Self:
        """The tiles in sorted order, then the face-down one."""
        names = [TileNameOut(tile=tile.code, english=tile.english, chinese=tile.chinese) for tile in ALL_TILES]
        return cls(tiles=(*names, TileNameOut(tile=BACK, english="Face down", chinese="背面")))


class HealthOut(Out):
    """The process is there."""

    status: Literal["ok"] = "ok"


class ReadyOut(Out):
    """Photos can be read, with this model, and tables are to be had."""

    status: Literal["ready"] = "ready"
    model: ModelOut
