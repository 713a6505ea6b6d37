"""What is unsure about a reading, and whether it is too unsure to give a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from statistics import median

from scoring.hand import Hand
from vision.decide import HAND_ROLES, Whole
from vision.detection import Detection
from vision.hand_reading import NO_TILE, Change, Doubt, Trouble
from vision.labels import BACK, is_flower
from vision.layout import Layout, Role
from vision.plausible import PLAUSIBLE, Chances
from vision.quality import Quality

LOW_CONFIDENCE = 0.5
"""A tile seen with less is doubtful, however well it goes with the others."""

CLOSE = 0.5
"""A tile is doubtful when its runner-up has more than this share of its confidence."""

DOUBTFUL = 0.9
"""A tile is doubtful when this, or less, is the chance that it is what it is taken for, all tiles looked at together.

So that fewer than one hand in fifty is wrong without a doubt; set on the hands of ``tables`` (train), as they are and
blurred or shrunk. ``python -m vision.training.hand_report`` measures it again.
"""

HOPELESS = 0.2
"""A hand whose tiles are right with less than this chance is not given."""

HOPELESS_PHOTO = 0.5
"""The same where the photo is bad, so that another would help."""

HOLE = (1.7, 2.4)
"""A tile may have been missed where neighbours are this many times as far apart as those near them."""

TOUCHING = 0.5
"""Tiles that lie nearer to each other than this many tiles lie together."""

CROWD = 12
"""Tiles that lie with the hand and are none of it: with so many nothing tells which are the hand."""

LIKELY = 0.75
"""A tile is doubtful when it is likely to less than this, whatever else it may be."""

PHOTO_TROUBLES = ("too_dark", "too_bright", "blurred", "glare", "tiles_too_small", "cut_off")
"""Faults of the photo, those that matter most first."""

ADVICE = {
    "too_dark": "too dark, {value:.0%} of white where {limit:.0%} is needed: make it lighter",
    "too_bright": "too bright, {value:.0%} blown out: make it darker",
    "blurred": "blurred: hold still and focus on the tiles",
    "glare": "in glare: move the lamp, or tilt the phone",
    "tiles_too_small": "{value:.0f} pixels long where {limit:.0f} are needed: go closer",
    "cut_off": "cut off by the photo's edge: move back",
}
"""What is said of the tiles, by the code of a verdict."""


def face_doubts(whole: Whole, told: Mapping[int, Chances], changed: Iterable[Change]) -> Iterator[Doubt]:
    """What is unsure about the face of each tile of the hand."""
    for change in changed:
        yield Doubt("changed", change.message, (change.tile,))
    for number in whole.layout.having(*HAND_ROLES, Role.INDICATOR):
        seen, face, now = whole.seen[number], whole.layout.tiles[number].detection.face, told[number]
        rival, share = _rival(seen, face)
        close = seen.face == face and rival is not None and share > CLOSE * seen.confidence
        if close and rival is not None:
            yield _close(number, face, rival, seen.confidence, share)
        elif now.listed <= DOUBTFUL and now.other is not None and now.share > PLAUSIBLE:
            close = True
            yield _close(number, face, now.other, now.face, now.share)
        if seen.face == face and seen.confidence < LOW_CONFIDENCE:
            yield Doubt("low_confidence", f"{face} is seen with confidence {seen.confidence:.2f} only", (number,))
        elif now.face < LIKELY and not close:
            yield Doubt("low_confidence", f"{face} is likely to {now.face:.2f} only", (number,))


def _rival(seen: Detection, face: str) -> tuple[str | None, float]:
    """The likeliest face beside ``face`` of a tile on its own."""
    return next(((other, share) for other, share in seen.runners_up if other != face), (None, 0.0))


def _close(number: int, face: str, other: str, chance: float, share: float) -> Doubt:
    what = "no tile" if other == NO_TILE else other
    return Doubt("close_runner_up", f"{face} may be {what}: {chance:.2f} against {share:.2f}", (number,))


def crowd_doubts(layout: Layout) -> Iterator[Doubt]:
    """Far more tiles than a hand that lie with it, so that nothing tells which of them are the hand."""
    hand = layout.having(*HAND_ROLES)
    others = [number for number in layout.having(Role.OTHER) if layout.tiles[number].detection.face != BACK]
    if len(others) < CROWD:
        return
    near = tuple(number for number in others if any(_touch(layout, number, other) for other in hand))
    if len(near) >= CROWD:
        message = f"{len(hand) + len(near)} tiles lie together: lay the hand apart, or say what is the hand"
        yield Doubt("too_many_tiles", message, tuple(sorted((*hand, *near))))


def _touch(layout: Layout, one: int, other: int) -> bool:
    """Whether the gap between two tiles is small for their size."""
    a, b = layout.tiles[one].detection.box, layout.tiles[other].detection.box
    across = max(0.0, a.left - b.right, b.left - a.right)
    down = max(0.0, a.top - b.bottom, b.top - a.bottom)
    return bool(across + down < TOUCHING * (a.short_side + b.short_side) / 2)


def photo_doubts(quality: Quality, numbers: Sequence[int]) -> Iterator[Doubt]:
    """What is wrong with how the hand was photographed; ``numbers`` are the tiles that ``quality`` is about."""
    for verdict in quality.verdicts():
        tiles = tuple(numbers[place] for place in verdict.tiles)
        about = ADVICE[verdict.code].format(value=verdict.value, limit=verdict.limit)
        yield Doubt(verdict.code, f"{called(tiles)} {about}", tiles)


def called(tiles: Sequence[int]) -> str:
    """Tiles by their index, as they are numbered on a drawing: ``tiles 0 to 3 and 8 are``; without any, the photo."""
    if not tiles:
        return "the photo is"
    starts = [number for number in tiles if number - 1 not in tiles]
    ends = [number for number in tiles if number + 1 not in tiles]
    runs = [str(one) if one == end else f"{one} to {end}" for one, end in zip(starts, ends, strict=True)]
    listed = " and ".join([*([", ".join(runs[:-1])] if runs[1:] else []), runs[-1]])
    return f"tile {listed} is" if len(tiles) == 1 else f"tiles {listed} are"


def layout_doubts(layout: Layout) -> Iterator[Doubt]:
    """What is unsure about which tile is what in the hand."""
    for left, right in _holes(layout):
        faces = " and ".join(layout.tiles[number].detection.face for number in (left, right))
        yield Doubt("gap_in_row", f"between {faces} there is room for a tile that was not seen", (left, right))
    if layout.unsure:
        melds = sum(layout.tiles[number].role is Role.MELD for number in layout.unsure)
        taken = "melds" if melds == len(layout.unsure) else "concealed" if not melds else "partly melds"
        yield Doubt("melds_unsure", f"these tiles may be melds or concealed; taken for {taken}", layout.unsure)
    if layout.size and layout.winning is None:
        yield Doubt("no_winning_tile", "no tile lies apart from the others as the winning tile")
    if layout.alone is not None:
        face = layout.tiles[layout.alone].detection.face
        yield Doubt("indicator_unsure", f"{face} lies alone: say so if it is an indicator", (layout.alone,))
    if layout.size:
        yield from _flower_doubts(layout)


def _flower_doubts(layout: Layout) -> Iterator[Doubt]:
    """Flowers that lie too far off to be the hand's for sure."""
    apart = tuple(n for n in layout.having(Role.OTHER) if is_flower(layout.tiles[n].detection.face))
    if apart:
        faces = " ".join(layout.tiles[number].detection.face for number in apart)
        yield Doubt("flowers_apart", f"{faces} lie away from the hand and are not taken for its flowers", apart)


def _holes(layout: Layout) -> Iterator[tuple[int, int]]:
    """Concealed neighbours with room for one tile between them."""
    pairs = [
        (number, number + 1)
        for number, (tile, after) in enumerate(pairwise(layout.tiles))
        if tile.row == after.row and {tile.role, after.role} <= {Role.CONCEALED, Role.FLOWER}
    ]
    steps = {pair: _step(layout, *pair) for pair in pairs}
    for left, right in pairs:
        near = [step for (number, _), step in steps.items() if abs(number - left) <= 3]
        if len(near) > 3 and HOLE[0] < steps[left, right] / median(near) < HOLE[1]:
            yield left, right


def _step(layout: Layout, left: int, right: int) -> float:
    """Pixels between the middles of two tiles."""
    return dist(layout.tiles[left].detection.box.middle, layout.tiles[right].detection.box.middle)


def trouble(hand: Hand | None, sure: float, doubts: Sequence[Doubt]) -> Trouble | None:
    """Why no hand is given: there is none, or its tiles are right with the chance ``sure`` only."""
    by_code = {doubt.code: doubt for doubt in reversed(doubts)}
    photo = next((by_code[code] for code in PHOTO_TROUBLES if code in by_code), None)
    if hand is None:
        cause = photo or next(iter(doubts), None)
        return None if cause is None else Trouble(cause.code, cause.message, cause.tiles)
    if sure >= (HOPELESS if photo is None else HOPELESS_PHOTO):
        return None
    if photo is not None:
        return Trouble(photo.code, photo.message, photo.tiles)
    unsure = {n for doubt in doubts if doubt.code in ("close_runner_up", "low_confidence") for n in doubt.tiles}
    tiles = tuple(sorted(unsure))
    return Trouble("unsure", f"{called(tiles)} not seen well enough: take another photo, or say what they are", tiles)
