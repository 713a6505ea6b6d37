"""Claims about a stream, as asked and answered: whether it shows a hand, and whether the announced score is right."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field

from scoring.circumstances import QUESTIONS
from scoring.circumstances import Answer as Form
from scoring.errors import WinError
from scoring.hand import Hand, parse_hand
from scoring.numbers import whole_number
from scoring.rules import RuleSet
from scoring.tiles import KIND_TILES, Tile, parse_tile
from scoring.win import Seat, Win
from service import __version__
from service.asked import MAX_TEXT, read_field
from service.errors import ServiceError, refuse
from service.reader import Model
from service.readings import ModelOut
from service.records import RulesUsed, options_used
from service.tables import AtTable
from service.wire import Out, Rounded, Written, told_time
from vision.errors import StreamError
from vision.game import ANY_GAME, Game
from vision.stream import Follower, Frame, State
from vision.stream.recording import Recording
from vision.stream.verdict import Announced, Claim, Finding, Judge, Mismatch, Reason, Verdict, Worth
from vision.stream.verdict_picture import evidence
from vision.stream.verdict_score import Way

EACH_SECONDS = 3.0
"""How often people are told how far a stream has been looked at."""

MOST_SCORE = 100_000_000
"""Points that nobody announces more of."""

NOT_TOLD = {"table", "record"}


class ClaimAsked(AtTable):
    """A claimed hand, an announced score, or both; and of how it was won what is told.

    What is not told is not taken for granted: where the score depends on it, nothing is decided.
    """

    hand: str | None = Field(default=None, max_length=MAX_TEXT)
    """The claimed hand in notation, the winning tile among its concealed tiles."""
    score: Annotated[int, BeforeValidator(whole_number), Field(ge=0, le=MOST_SCORE)] | None = None
    """The announced points, as the sheet's ``points``."""

    def claim(self) -> Claim:
        """What is claimed; raises a ``ServiceError`` that names the field at fault."""
        if self.hand is None and self.score is None:
            refuse("value_invalid", "hand, score: tell the hand that is claimed, its score, or both", field="hand")
        self.check()
        rules, hand = self.rule_set(), None if self.hand is None else self._hand(self.hand)
        won = read_field("win", parse_tile, self.win) if self.win else None
        if hand is not None and won is not None and won not in (*hand.concealed, *hand.flowers):
            refuse("win_tile_missing", f"win: {won} is not among {hand}", field="win")
        return Claim(
            hand=hand,
            winning=won,
            announced=None if self.score is None else self._announced(rules, self.score),
            reds=self._tells_reds(rules),
            game=self.game() if self.names_rules else ANY_GAME,
        )

    def _hand(self, text: str) -> Hand:
        hand = self.whole(read_field("hand", parse_hand, text))
        read_field("hand", Hand.check_copies, hand)
        sizes = self.rule_set().hand_sizes if self.names_rules else Game().sizes
        if hand.size not in sizes:
            counts = " or ".join(map(str, sizes))
            refuse(
                "wrong_tile_count",
                f"hand: it has {hand.size} tiles, a kong counted as three, not {counts}",
                field="hand",
            )
        return hand

    @property
    def names_rules(self) -> bool:
        """Whether it is known what is played."""
        return self.score is not None or self.table is not None or "rules" in self.model_fields_set

    def _tells_reds(self, rules: RuleSet) -> bool:
        """Whether a red five is another tile than a five: where the rules say so, or the claim names one."""
        named = any(sign == "0" for sign in self.hand or "")
        return named or (self.names_rules and bool(getattr(rules.options, "red_fives", False)))

    def _announced(self, rules: RuleSet, points: int) -> Announced:
        ways = tuple(self._way(told) for told in self._untold(rules))

        def special() -> Iterator[Way]:
            events = list(self._special(rules))
            for told in self._untold(rules):
                for one in (*((event,) for event in events), *combinations(events, 2)):
                    if len({key for key, _ in one}) == len(one):
                        yield self._way(told, one)

        return Announced(points, rules, ways, special)

    def _untold(self, rules: RuleSet) -> list[dict[str, str]]:
        """What may be so of seats, winds and who gave the tile, where that was not told."""
        told = self.model_fields_set
        hows: list[dict[str, str]] = [{}]
        if not self.self_drawn and not self.discarder:
            hows = [{"from": ""}] if "self_drawn" in told else [{"from": "", "self_drawn": "yes"}, {"from": ""}]
        seats: list[dict[str, str]] = [{}] if "seat" in told else [{"seat": str(seat)} for seat in Seat]
        wind_told = "round" in told or "round_wind" in self.circumstances or self.table is not None
        asked = "round_wind" in rules.asks and not wind_told
        winds: list[dict[str, str]] = [{"round": str(wind)} for wind in Seat] if asked else [{}]
        return [seat | wind | how for seat in seats for wind in winds for how in hows]

    def _way(self, told: Mapping[str, str], events: Iterable[tuple[str, Any]] = ()) -> Way:
        """A way to have won, with ``events`` of which nobody said a word."""
        changed: dict[str, Any] = {key: value for key, value in told.items() if key in ("seat", "round")}
        if told.get("self_drawn"):
            changed["self_drawn"] = True
        more = dict(events)
        asked = self.model_copy(update={**changed, "circumstances": {**self.circumstances, **more}})
        rules, wild = self.rule_set(), self.told_wild()

        def win(tile: Tile) -> Win:
            try:
                return asked.won(rules, tile, wild)
            except ServiceError as error:
                raise WinError(error.code, error.message) from None

        how = {"self_drawn": "yes" if told.get("self_drawn") else "no"} if "from" in told else {}
        said = {**changed, **how, **more}
        return Way(", ".join(f"{key}={_word(value)}" for key, value in said.items()), win)

    def _special(self, rules: RuleSet) -> Iterator[tuple[str, Any]]:
        """What may have happened besides: an answer to each question that was not answered."""
        known = {"round_wind", *self.circumstances, *self.events, *self.told_wild(), "players", "has_dealer"}
        for key in rules.asks:
            if key not in known:
                yield from ((key, value) for value in _ANSWERS.get(QUESTIONS[key].answer, ()))


_ANSWERS: dict[Form, tuple[Any, ...]] = {
    Form.YES_NO: ("yes",),
    Form.NUMBER: (1, 2, 3),
    Form.TILES: tuple(tile.code for tile in KIND_TILES),
    Form.SEAT: tuple(str(seat) for seat in Seat),
    Form.BY_SEAT: tuple({str(seat): many} for seat in Seat for many in (1, 2)),
}
"""Answers that are tried for what nobody told; of tiles, one of each."""


def _word(value: object) -> str:
    return "yes" if value is True else str(value)


# What is answered -----------------------------------------------------------------------------------------------------


class ReasonOut(Out):
    """Why a claim is undecided."""

    code: str
    """Stable."""
    message: str
    tiles: tuple[int, ...]
    """Places of the tiles that it is about, as drawn in the evidence."""

    @classmethod
    def of(cls, one: Reason) -> Self:
        """What is told of a reason."""
        return cls(code=one.code, message=one.message, tiles=one.tiles)


class MismatchOut(Out):
    """A tile that surely shows something else than is claimed."""

    claimed: str
    seen: str
    chance: Rounded
    """That it shows what it was seen as, 0 to 1."""
    tile: int
    """Its place, as drawn in the evidence."""
    box: tuple[float, float, float, float]
    """Left, top, right, bottom in pixels of the evidence's frame."""
    start: Rounded
    """Seconds from the start of the stream from when on it was seen so ..."""
    end: Rounded
    """... and until when."""

    @classmethod
    def of(cls, one: Mismatch) -> Self:
        """What is told of a tile."""
        left, top, right, bottom = (round(float(side), 1) for side in one.box)
        return cls(
            claimed=one.claimed,
            seen=one.seen,
            chance=one.chance,
            tile=one.tile,
            box=(left, top, right, bottom),
            start=one.start,
            end=one.end,
        )


class WorthOut(Out):
    """What the hand is worth in one of the ways that it may have been won."""

    points: int | None
    """``null`` for a hand that may not win so."""
    refusal: str | None
    """The code of why not."""
    message: str
    hand: str
    win: str
    told: str
    """What of it was not told and is assumed here; empty where all is told."""

    @classmethod
    def of(cls, one: Worth) -> Self:
        """What is told of it."""
        return cls(
            points=one.points,
            refusal=one.refusal,
            message=one.message,
            hand=str(one.hand),
            win=one.win.code,
            told=one.told,
        )


class FindingOut(Out):
    """What became of the claim with one hand that was laid down."""

    answer: str
    """``confirmed``, ``contradicted`` or ``undecided``."""
    start: Rounded
    """Seconds from the start of the stream: when the hand was first seen."""
    end: Rounded
    """When it was last seen."""
    settled_at: Rounded | None
    """When it was settled; ``null`` when it never was."""
    hand: str | None
    """As it was read, in notation."""
    winning: str | None
    """The tile that lies apart as the winning one."""
    chance: Rounded
    """Least chance that its tiles are those that are claimed, or, where none are, those that were read; 0 to 1."""
    mismatches: tuple[MismatchOut, ...]
    worths: tuple[WorthOut, ...]
    """What the hand is worth, where a score is claimed; what is announced first, if it may be worth that."""
    reasons: tuple[ReasonOut, ...]
    """Why it is undecided."""
    frame: int
    """Number of the frame that shows it best, counted from 0."""
    frame_at: Rounded
    """When that frame came."""

    @classmethod
    def of(cls, one: Finding) -> Self:
        """What is told of a hand."""
        won = one.reading.winning_tile
        return cls(
            answer=one.answer.value,
            start=one.start,
            end=one.end,
            settled_at=one.settled_at,
            hand=None if one.reading.hand is None else str(one.reading.hand),
            winning=None if won is None else won.code,
            chance=one.chance,
            mismatches=tuple(map(MismatchOut.of, one.mismatches)),
            worths=tuple(map(WorthOut.of, one.worths)),
            reasons=tuple(map(ReasonOut.of, one.reasons)),
            frame=one.picture.number,
            frame_at=one.picture.at,
        )


class VerdictRecordOut(Out):
    """By what it was judged."""

    hupai: str = __version__
    """The version that judged."""
    at: str
    """When, in UTC."""
    model: ModelOut
    rules: RulesUsed | None
    """``null`` where no rules matter."""
    claimed: dict[str, Any]
    """The claim, as it was told."""


class VerdictOut(Out):
    """What became of a claim."""

    source: Written
    answer: str
    """``confirmed``, ``contradicted`` or ``undecided``."""
    decides: int | None
    """Which of ``findings`` the answer is about; ``null`` where there is none."""
    reasons: tuple[ReasonOut, ...]
    """Why it is undecided."""
    findings: tuple[FindingOut, ...]
    """One for each hand that was laid down, in order."""
    seconds: Rounded
    """Of the stream that were looked at."""
    read: int
    """Frames that were read."""
    dropped: int
    """Frames that came and were not."""
    record: VerdictRecordOut

    @classmethod
    def of(cls, source: str, verdict: Verdict, asked: ClaimAsked, model: Model, cut: Reason | None = None) -> Self:
        """What is told of a verdict on a stream, which was ``cut`` short for that reason."""
        reasons = (*verdict.reasons, *([] if cut is None else [cut]))
        return cls(
            source=source,
            answer=verdict.answer.value,
            decides=verdict.decides,
            reasons=tuple(map(ReasonOut.of, reasons)),
            findings=tuple(map(FindingOut.of, verdict.findings)),
            seconds=verdict.seconds,
            read=verdict.read,
            dropped=verdict.dropped,
            record=verdict_record(asked, model),
        )


def verdict_record(asked: ClaimAsked, model: Model) -> VerdictRecordOut:
    """By what a claim is judged."""
    rules = asked.rule_set() if asked.names_rules else None
    return VerdictRecordOut(
        at=told_time(datetime.now(UTC)),
        model=ModelOut.model_validate(model),
        rules=None if rules is None else RulesUsed(name=rules.name, options=options_used(rules)),
        claimed=asked.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude=NOT_TOLD),
    )


def evidence_of(finding: Finding) -> Any:
    """The best frame of a hand with its boxes, and the tiles that are not what is claimed marked; RGB pixels."""
    wrong = [(one.box, f"{one.seen}, not {one.claimed}") for one in finding.mismatches]
    return evidence(finding.picture, finding.reading, wrong)


# Judging --------------------------------------------------------------------------------------------------------------

Watcher = Callable[[State, Finding | None], bool]
"""Hears of each state, and of what became of the claim with a hand that is over; says whether to go on."""


def verified(source: Iterable[Frame], follower: Follower, claim: Claim, hear: Watcher) -> tuple[Verdict, Reason | None]:
    """The verdict on a stream, and why it was not read to its end, where it was not; Ctrl-C ends it, too."""
    judge, cut = Judge(claim), None
    try:
        for frame in source:
            state = follower.see(frame)
            if not hear(state, judge.take(state)):
                break
    except StreamError as error:
        cut = Reason(error.code, error.message)
    except KeyboardInterrupt:
        cut = Reason("stopped", "it was stopped before the stream ended")
    return judge.verdict(), cut


def length(text: str) -> float | None:
    """Seconds of the recording that ``text`` names; ``None`` for what is none, or does not say."""
    try:
        return Recording(Path(text)).facts().seconds if Path(text).is_file() else None
    except (StreamError, OSError, ValueError):
        return None


class Progress:
    """Tells people how far a stream has been looked at, now and then, and each hand that is over."""

    def __init__(self, seconds: float | None, say: Callable[..., None]) -> None:
        self._seconds, self._say, self._told = seconds, say, monotonic()

    def take(self, state: State, over: Finding | None) -> None:
        """Hear of a state, and of a hand that is over."""
        if over is not None:
            self._line(f"{over.start:.1f} to {over.end:.1f} s: {over.reading.hand or 'no hand'}: {over.answer.value}")
        elif monotonic() - self._told > EACH_SECONDS:
            hand = None if state.reading is None else state.reading.hand
            self._line(f"{self._place(state.at)}, {state.phase.value}{'' if hand is None else f' {hand}'}")

    def _place(self, at: float) -> str:
        return f"{at:.1f} s" if not self._seconds else f"{at:.1f} of {self._seconds:.1f} s"

    def _line(self, text: str) -> None:
        self._told = monotonic()
        self._say(text, err=True)
