"""Whether a stream shows a hand that somebody claims, and whether the score that was announced for it is right.

    judge = Judge(Claim(hand=parse_hand("123456789m 123p 55p")))
    for state in watch(source, Follower(detector)):
        judge.take(state)
    verdict = judge.verdict()

Each hand that is laid down gets a ``Finding``: ``confirmed``, ``contradicted`` by tiles that were surely seen as
others or by what the hand is worth, or ``undecided`` with the reasons. A false ``confirmed`` is the worst fault: a
claim is confirmed only where the looks at every tile, those alone, leave next to no doubt, where the hand was settled
and no tile of it was changed while it lay there. The verdict on the stream is that of the hand that goes best with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

from scoring.hand import Hand, Meld
from scoring.tiles import Tile
from vision.detection import Box
from vision.game import ANY_GAME, Game
from vision.hand_reading import HandReading
from vision.hints import Hints
from vision.reading import read
from vision.stream.state import State
from vision.stream.verdict_answer import Answer, Reason
from vision.stream.verdict_picture import Picture
from vision.stream.verdict_score import Announced, Scored, Worth, scored
from vision.stream.verdict_showing import Gathering, Showing, as_read
from vision.stream.verdict_tiles import (
    Comparison,
    Pair,
    claimed_faces,
    compared,
    contradicting,
    face_down,
    hidden_faces,
)

__all__ = ["Announced", "Answer", "Claim", "Finding", "Judge", "Mismatch", "Reason", "Verdict", "Worth"]

LOOKS = 3
"""Reads in which each tile must have been seen."""

LIKELY = 0.02
"""Another way that the tiles may lie counts from this chance on."""

MOST_FINDINGS = 500
"""Hands of one stream that are told; of later ones only those that decide."""

PHOTO_DOUBTS = ("too_dark", "too_bright", "blurred", "glare", "tiles_too_small", "cut_off", "hold_still", "lost_sight")
"""What may keep a tile from being seen well."""


@dataclass(frozen=True)
class Claim:
    """A hand that somebody claims to have, or the score of the hand that is shown, or both."""

    hand: Hand | None = None
    winning: Tile | None = None
    """The tile that it is claimed to have won on, one of the hand's; ``None`` where that is not told."""
    announced: Announced | None = None
    reds: bool = False
    """Whether a red five is another tile than a five."""
    game: Game = ANY_GAME
    """What is played."""

    @cached_property
    def faces(self) -> Counter[str]:
        """The faces of the claimed hand, flowers too."""
        return Counter() if self.hand is None else claimed_faces(self.hand, self.reds)

    @cached_property
    def arithmetic(self) -> Scored | None:
        """What the claimed hand is worth, whatever the stream shows."""
        if self.hand is None or self.announced is None:
            return None
        return scored([(self.hand, self.winning)], self.announced)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A tile that surely shows something else than is claimed."""

    claimed: str
    seen: str
    chance: float
    """That it shows what it was seen as, 0 to 1."""
    tile: int
    """Index into the reading's tiles."""
    box: Box
    """In pixels of the best frame."""
    start: float
    """Seconds from the start of the stream from when on it was seen so ..."""
    end: float
    """... and until when."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of the claim with one hand that was laid down."""

    answer: Answer
    start: float
    """Seconds from the start of the stream: when the hand was first seen."""
    end: float
    """When it was last seen."""
    settled_at: float | None
    """When it was settled; ``None`` when it never was."""
    reading: HandReading
    """In pixels of the best frame."""
    chance: float
    """Least chance that its tiles are those that are claimed, or, without any, those that were read."""
    picture: Picture = field(compare=False)
    """The frame that shows it best."""
    mismatches: tuple[Mismatch, ...] = ()
    worths: tuple[Worth, ...] = ()
    """What the hand is worth, where a score is claimed."""
    reasons: tuple[Reason, ...] = ()
    """Why it is undecided."""
    wavered: bool = False
    """Whether some of its tiles were taken for others while it was settled."""

    @property
    def rank(self) -> tuple[int, bool, float, int]:
        """How far it is from being what is claimed, to compare hands by: less is nearer."""
        order = (Answer.CONFIRMED, Answer.UNDECIDED, Answer.CONTRADICTED).index(self.answer)
        return order, self.settled_at is None, -self.chance, len(self.mismatches) or len(self.reasons)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a claim."""

    answer: Answer
    findings: tuple[Finding, ...]
    """One for each hand laid down, in order."""
    decides: int | None
    """Which of them the answer is about; ``None`` where there is none."""
    reasons: tuple[Reason, ...]
    """Why it is undecided."""
    seconds: float
    """Of the stream that were looked at."""
    read: int
    """Frames that were read."""
    dropped: int
    """Frames that came and were not."""

    @property
    def decisive(self) -> Finding | None:
        """The hand that the answer is about."""
        return None if self.decides is None else self.findings[self.decides]


class Judge:
    """Judges a claim by the states of one stream."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._gathering = Gathering()
        self._open: list[Finding] = []
        self._findings: list[Finding] = []
        self._last: State | None = None

    def take(self, state: State) -> Finding | None:
        """Take the next state in; what became of the claim with a hand that is over with it is returned."""
        self._last = state
        return self._take_over(self._gathering.take(state))

    def verdict(self) -> Verdict:
        """What became of the claim, once the stream has ended."""
        self._take_over(self._gathering.end())
        self._close()
        state = self._last
        seconds, read_, dropped = (0.0, 0, 0) if state is None else (state.at, state.read, state.dropped)
        answer, decides = _whole(self._findings)
        if answer is Answer.UNDECIDED and _refuted(self._claim):
            answer = Answer.CONTRADICTED
        reasons: tuple[Reason, ...] = ()
        if answer is Answer.UNDECIDED:
            nothing = Reason("no_tiles", "no tiles were seen")
            reasons = (nothing,) if decides is None else self._findings[decides].reasons
        return Verdict(answer, tuple(self._findings), decides, reasons, seconds, read_, dropped)

    def _take_over(self, over: Showing | None) -> Finding | None:
        if over is None:
            return None
        self._open.append(found(over, self._claim))
        return self._close() if self._gathering.laying != over.laying else None

    def _close(self) -> Finding | None:
        if not self._open:
            return None
        finding, self._open = together(self._open), []
        if self._findings and _same_hand(self._findings[-1], finding):
            finding = rejoined(self._findings.pop(), finding)
        self._findings.append(finding)
        if len(self._findings) > MOST_FINDINGS:
            self._findings.remove(max(self._findings, key=lambda one: one.rank))
        return finding


def _same_hand(one: Finding, other: Finding) -> bool:
    """Whether the camera lost sight of a hand and found it again."""
    return one.reading.hand is not None and str(one.reading.hand) == str(other.reading.hand)


def rejoined(one: Finding, other: Finding) -> Finding:
    """The finding on a hand that was lost from sight and found again."""
    nearest = min(one, other, key=lambda part: part.rank)
    return replace(nearest, start=one.start, end=other.end)


def _refuted(claim: Claim) -> bool:
    """Whether the claimed hand cannot be worth what is claimed, whatever was seen."""
    return claim.arithmetic is not None and claim.arithmetic.answer is Answer.CONTRADICTED


def _whole(findings: Sequence[Finding]) -> tuple[Answer, int | None]:
    """The answer about all hands of a stream, and which of them it is about."""
    if not findings:
        return Answer.UNDECIDED, None
    nearest = min(range(len(findings)), key=lambda number: findings[number].rank)
    return findings[nearest].answer, nearest


def together(parts: Sequence[Finding]) -> Finding:
    """The finding on a hand of which tiles were changed while it lay there, or seemed to be.

    Where it was the same hand each time that it was settled, and was so in the end, something only passed over it.
    """
    if len(parts) == 1:
        return parts[0]
    settled = [one for one in parts if one.settled_at is not None]
    if parts[-1] in settled and all(_same_hand(parts[-1], one) and not one.wavered for one in settled):
        return replace(reduce(rejoined, settled), start=parts[0].start, end=parts[-1].end)
    nearest = min(parts, key=lambda one: one.rank)
    whole = replace(nearest, start=parts[0].start, end=parts[-1].end)
    if all(one.answer is Answer.CONTRADICTED for one in parts):
        return whole
    spans = ", ".join(f"{one.start:.2f} to {one.end:.2f} s: {_hand(one)}" for one in parts)
    changed = Reason("tile_changed", f"a tile was changed, added or taken away while it lay there ({spans})")
    return replace(whole, answer=Answer.UNDECIDED, reasons=(changed, *nearest.reasons))


def _hand(finding: Finding) -> str:
    hand = finding.reading.hand
    return "no hand" if hand is None else str(hand)


# One hand -------------------------------------------------------------------------------------------------------------


def found(showing: Showing, claim: Claim) -> Finding:
    """What becomes of a claim with a hand that was shown."""
    showing = _as_claimed(showing, claim)
    reading = showing.reading
    faces = _claimed(reading, claim)
    comparison = compared(reading, faces, claim.reds)
    finding = Finding(
        Answer.UNDECIDED,
        min(showing.start, showing.best.at),
        showing.end,
        showing.settled_at,
        reading,
        comparison.chance,
        Picture.of(showing.best),
        wavered=showing.wavered,
    )
    if claim.arithmetic is not None:
        finding = replace(finding, worths=claim.arithmetic.worths)
    wrong = contradicting(reading, comparison, faces, claim.reds) if showing.settled_at is not None else ()
    wrong = tuple(one for one in wrong if showing.looks[one.tile] >= LOOKS)
    if wrong and claim.hand is not None:
        mismatches = tuple(_mismatch(one, showing, reading) for one in wrong)
        return replace(finding, answer=Answer.CONTRADICTED, mismatches=mismatches)
    reasons = tuple(_reasons(showing, reading, comparison, claim))
    if claim.hand is not None:
        return _with_arithmetic(finding, claim, reasons)
    return _with_score(finding, claim, reasons)


def _own_faces(reading: HandReading, reds: bool) -> Counter[str]:
    """What the hand was read as."""
    return Counter() if reading.hand is None else claimed_faces(reading.hand, reds)


def _mismatch(pair: Pair, showing: Showing, reading: HandReading) -> Mismatch:
    box = reading.tiles[pair.tile].detection.box
    return Mismatch(pair.claimed, pair.seen, pair.other, pair.tile, box, showing.since[pair.tile], showing.end)


def _with_arithmetic(finding: Finding, claim: Claim, reasons: tuple[Reason, ...]) -> Finding:
    """The finding on a hand that was claimed, with what it is worth where that is claimed too."""
    sums = claim.arithmetic
    if sums is not None and sums.answer is Answer.CONTRADICTED:
        return replace(finding, answer=Answer.CONTRADICTED)
    if sums is not None and sums.answer is Answer.UNDECIDED:
        reasons = (*reasons, _depends(sums))
    return replace(finding, answer=Answer.UNDECIDED if reasons else Answer.CONFIRMED, reasons=reasons)


def _with_score(finding: Finding, claim: Claim, reasons: tuple[Reason, ...]) -> Finding:
    """The finding on the score of whatever hand is shown."""
    assert claim.announced is not None
    hands = tuple(_hands(finding.reading, claim))
    if not hands:
        return replace(finding, reasons=reasons)
    sums = scored(hands, claim.announced)
    finding = replace(finding, worths=sums.worths)
    if reasons:
        return replace(finding, reasons=reasons)
    if sums.answer is Answer.UNDECIDED:
        return replace(finding, reasons=(_depends(sums),))
    return replace(finding, answer=sums.answer)


def _hands(reading: HandReading, claim: Claim) -> Iterator[tuple[Hand, Tile | None]]:
    """The hand that was read, and those of the same tiles that may lie otherwise."""
    if reading.hand is None:
        return
    unsure = any(doubt.code == "winning_unsure" for doubt in reading.doubts)
    yield reading.hand, claim.winning or (None if unsure else reading.winning_tile)
    for other in reading.alternatives:
        if not other.faces and other.chance >= LIKELY:
            yield other.hand, claim.winning or other.winning


def _depends(sums: Scored) -> Reason:
    worths = " or ".join(dict.fromkeys(one.message for one in sums.worths[:4]))
    return Reason("score_depends", f"the score depends on what was not told: {sums.depends} ({worths})")


def _reasons(showing: Showing, reading: HandReading, comparison: Comparison, claim: Claim) -> Iterator[Reason]:
    """Why a claim is undecided; none where its tiles are confirmed."""
    yield from _sight_reasons(showing, reading, comparison)
    for pair in comparison.unsure:
        yield _unsure(pair)
    if (
        comparison.holds
        and reading.hand is not None
        and claimed_faces(reading.hand, claim.reds) != _claimed(reading, claim)
    ):
        yield Reason("read_otherwise", f"read together, the tiles are taken for {reading.hand}")
    if claim.hand is None:
        if reading.hand is None:
            why = "no hand can be read" if reading.trouble is None else reading.trouble.message
            yield Reason("no_hand", why, () if reading.trouble is None else reading.trouble.tiles)
        return
    if not comparison.whole:
        yield _count(reading, comparison, claim)
        return
    yield from _lie_reasons(reading, claim)


def _sight_reasons(showing: Showing, reading: HandReading, comparison: Comparison) -> Iterator[Reason]:
    """What keeps the hand from being seen well enough."""
    if showing.settled_at is None:
        yield Reason("never_settled", f"the tiles were not settled in the {showing.end - showing.start:.1f} s in sight")
    few = tuple(n for n in showing.numbers if n < len(showing.looks) and showing.looks[n] < LOOKS)
    if few:
        yield Reason("few_looks", f"tiles {_listed(few)} were seen in fewer than {LOOKS} frames", few)
    down = face_down(reading)
    if down and not hidden_faces(reading):
        yield Reason("hidden", f"{len(down)} tiles lie face down", down)
    if showing.settled_at is None or not comparison.holds:
        for one in showing.missing:
            if one.code in PHOTO_DOUBTS or one.code == "covered":
                yield Reason(one.code, one.message, one.tiles)


def _claimed(reading: HandReading, claim: Claim) -> Counter[str]:
    """The faces that are claimed, or read where none are."""
    return claim.faces if claim.hand is not None else _own_faces(reading, claim.reds)


def _unsure(pair: Pair) -> Reason:
    chance = f"{pair.claimed} ({pair.chance:.2f}) and {pair.seen} ({pair.other:.2f})"
    return Reason("tile_unsure", f"tile {pair.tile} is in doubt between {chance}", (pair.tile,))


def _count(reading: HandReading, comparison: Comparison, claim: Claim) -> Reason:
    assert claim.hand is not None
    wanted = sum(claim.faces.values())
    seen = len(comparison.pairs) + len(comparison.extra) + sum(hidden_faces(reading).values())
    return Reason("tiles_seen", f"{seen} tiles seen of {wanted}", comparison.extra)


def _lie_reasons(reading: HandReading, claim: Claim) -> Iterator[Reason]:
    """Where the tiles lie otherwise than the claim says."""
    assert claim.hand is not None
    if reading.hand is not None and not _same_sets(reading.hand.melds, claim.hand.melds, claim.reds):
        told = " ".join(map(str, reading.hand.melds)) or "no sets"
        wanted = " ".join(map(str, claim.hand.melds)) or "none"
        yield Reason("melds_differ", f"{told} lie apart as sets laid down, {wanted} claimed")
    won = reading.winning_tile
    if claim.winning is not None and won is not None and won.plain is not claim.winning.plain:
        yield Reason("winning_tile_differs", f"{won} lies apart as the winning tile, {claim.winning} is claimed")


def _same_sets(seen: Sequence[Meld], claimed: Sequence[Meld], reds: bool) -> bool:
    """Whether the same sets lie apart; which sort of kong one is no camera sees for sure, only whether it is hidden."""
    return Counter(_set(one, reds) for one in seen) == Counter(_set(one, reds) for one in claimed)


def _set(meld: Meld, reds: bool) -> tuple[bool, tuple[str, ...]]:
    return meld.kind.is_concealed, tuple(sorted(tile.code if reds else tile.plain.code for tile in meld.tiles))


def _as_claimed(showing: Showing, claim: Claim) -> Showing:
    """The hand, laid out with as many sets as are claimed where it may lie so."""
    reading, hand = showing.reading, claim.hand
    if hand is None or reading.hand is None or _same_sets(reading.hand.melds, hand.melds, claim.reds):
        return showing
    hints = Hints(melds=len(hand.melds), kongs=sum(meld.kind.is_kong for meld in hand.melds))
    again = read([tile.detection for tile in reading.tiles], showing.best.photo, game=claim.game, hints=hints)
    if again.hand is None or not _same_sets(again.hand.melds, hand.melds, claim.reds):
        return showing
    return as_read(showing, again) if _may_lie(reading, hand, claim.reds) else showing


def _may_lie(reading: HandReading, hand: Hand, reds: bool) -> bool:
    """Whether the tiles may lie as claimed by what was read without knowing the claim."""
    others = [one for one in reading.alternatives if one.chance >= LIKELY]
    unsure = any(doubt.code == "melds_unsure" for doubt in reading.doubts)
    return unsure or any(_same_sets(one.hand.melds, hand.melds, reds) for one in others)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
