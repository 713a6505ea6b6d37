"""One tile followed from frame to frame: where it is, what the looks at it tell, and whether it is there at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, exp, log, radians, sin

from vision.detection import Box, Detection
from vision.labels import LABELS
from vision.stream.cover import LIKE_TILE, UNLIKE_TILE, Around, Cover
from vision.stream.evidence import Evidence, Look, detection_of, small_picture
from vision.stream.frame import Pixels
from vision.stream.motion import Floats

RECENT = 3
"""Looks that are kept to see whether the tile has changed."""

SURE = 0.9
"""A tile of which less is known cannot be said to have changed."""

OTHER = 0.6
"""What another face must be worth in a look that speaks for a change ..."""

NO_MORE = 0.1
"""... and the old one at most."""

GOOD = 0.35
"""Such a look must weigh this share of the best one at least."""

SEEN, MISSED, BARE = 1.4, -0.7, -2.0
"""What it adds to the logarithm of the odds that there is a tile: seen; not seen; the bare table in its place."""

POINTING = 0.5
"""Where its upper edge points is known if the directions of all looks, added up, are so long for each."""

LEAST, MOST = -3.0, 6.0
"""Bounds of that logarithm."""

THERE = 2.0
"""Above this there is a tile: it was seen twice."""

GONE = 0.0
"""Below this it is given up."""

BARE_LOOKS, BARE_SECONDS = 2, 0.25
"""Looks in a row, and the seconds between them, at the bare table after which a tile is known to be taken away."""


@dataclass(frozen=True, slots=True)
class Track:
    """A tile that is followed."""

    key: int
    """Tells it from the others."""
    box: Box
    """Where it is in the frame read last."""
    evidence: Evidence
    recent: tuple[Look, ...]
    since: float
    """When it was first seen; if it changed, when it was first seen as it is now."""
    seen_at: float
    """When it was seen last."""
    looks: int
    """Reads in which it was seen."""
    odds: float
    """Logarithm of the odds that there is a tile."""
    up: complex = 0j
    """Sum of the directions of its upper edge, as the first frame was held."""
    around: Around | None = None
    """What was about it when it was seen last."""
    bare: tuple[float, ...] = ()
    """When its place was seen bare since it was seen last."""
    hidden: bool = False
    """Whether something covers it, or it lies outside the frame."""
    chances: Floats | None = None
    """Of every face; worked out from the evidence."""
    sure: int | None = None
    """Number of the face that it was last known to show for sure."""

    @property
    def there(self) -> bool:
        """Whether there is a tile, as far as is known."""
        return self.odds > THERE

    @property
    def gone(self) -> bool:
        """Whether there is none, or none any more."""
        taken = len(self.bare) >= BARE_LOOKS and self.bare[-1] - self.bare[0] >= BARE_SECONDS
        return taken or self.odds < GONE

    @property
    def known(self) -> Floats:
        """The chance of every face."""
        return self.evidence.chances if self.chances is None else self.chances

    @property
    def taken_for(self) -> int:
        """Number of the face that it shows: the one it was sure to, else the likeliest."""
        return int(self.known.argmax()) if self.sure is None else self.sure

    @property
    def face(self) -> str:
        """The likeliest one."""
        return LABELS[int(self.known.argmax())]

    @property
    def chance(self) -> float:
        """Of that face."""
        return float(self.known.max())

    def pointing(self, turned: float) -> complex:
        """Where its upper edge points in a frame ``turned`` so many degrees as against the first; 0 if unsure."""
        length = abs(self.up)
        return self.up / length * direction(turned) if length > POINTING * self.looks else 0j

    def detection(self, box: Box, turned: float, seen: float | None = None) -> Detection:
        """What is known as of a photo in which it lies in ``box``, held ``turned`` degrees as against the first.

        ``seen`` is where its upper edge points in that photo by itself, which counts where the others disagree.
        """
        up = self.pointing(turned)
        where = degrees(atan2(up.imag, up.real)) % 360 if up else seen
        return detection_of(self.known, box, 1 / (1 + exp(-min(self.odds, MOST))), where)


def begun(key: int, seen: Detection, look: Look, turned: float, around: Around) -> Track:
    """A tile seen for the first time."""
    evidence = Evidence.of([look])
    odds = SEEN * trust(seen.tile)
    up = direction(seen.up, turned)
    chances = evidence.chances
    sure = _sure(chances, None)
    return Track(key, seen.box, evidence, (look,), look.at, look.at, 1, odds, up, around, chances=chances, sure=sure)


def _sure(chances: Floats, before: int | None) -> int | None:
    """The face that is sure, or the one that was ``before``."""
    return int(chances.argmax()) if float(chances.max()) >= SURE else before


def trust(tile: float) -> float:
    """How much a detection counts that is a tile with such a chance, 0 to 1."""
    chance = min(0.99, max(0.5, tile))
    return log(chance / (1 - chance)) / log(99)


def direction(up: float | None, turned: float = 0.0) -> complex:
    """Where an upper edge points, of length 1, before the camera was ``turned``; 0 where that does not show."""
    return 0j if up is None else complex(cos(radians(up - turned)), sin(radians(up - turned)))


def found_again(track: Track, seen: Detection, look: Look, turned: float, around: Around) -> Track:
    """``track`` after it was seen once more."""
    recent = (*track.recent, look)[-RECENT:]
    evidence, since = track.evidence.with_look(look), track.since
    changed = _change(track, recent)
    up, looks = track.up + direction(seen.up, turned), track.looks + 1
    if changed is not None:
        evidence, since = Evidence.of(changed), changed[0].at
        up, looks = direction(seen.up, turned) * len(changed), len(changed)
    chances = evidence.chances
    return replace(
        track,
        box=seen.box,
        evidence=evidence,
        recent=recent if changed is None else tuple(changed),
        since=since,
        seen_at=look.at,
        looks=looks,
        odds=min(MOST, max(track.odds, 0.0) + SEEN * trust(seen.tile)),
        up=up,
        around=around,
        bare=(),
        hidden=False,
        chances=chances,
        sure=_sure(chances, track.sure if changed is None else None),
    )


def _change(track: Track, recent: Sequence[Look]) -> list[Look] | None:
    """The latest looks that show another tile than was known; ``None`` when it is the same one.

    Two are enough where the tile looks otherwise altogether; where only what it is read as differs, as between tiles
    that look alike, it takes ``RECENT`` of them that are sure.
    """
    old, now = track.sure, recent[-1].best
    if old is None or old == now:
        return None
    least = GOOD * max(one.top for one in track.evidence.witnesses)
    other = [
        look
        for look in recent
        if look.best == now and look.chances[now] > OTHER and look.chances[old] < NO_MORE and look.weight > least
    ]
    if len(other) == RECENT and all(look.chances[now] > SURE for look in other):
        return other
    unlike = [look for look in other if look.unlike]
    latest = len(unlike) >= 2 and unlike[-1] is recent[-1] and unlike[-2] is recent[-2]
    return unlike if latest else None


def not_found(track: Track, box: Box, at: float, cover: Cover | None, weight: float) -> Track:
    """``track`` after its place, ``box``, was read and it was not found; ``cover`` is what is there instead.

    ``None`` stands for a place outside the frame.
    """
    if cover is None or cover is Cover.COVERED:
        return replace(track, box=box, hidden=True, bare=())
    if cover is Cover.TILE:
        return replace(track, box=box, odds=max(LEAST, track.odds + weight * MISSED / 2), hidden=False, bare=())
    return replace(
        track, box=box, odds=max(LEAST, track.odds + weight * BARE), hidden=False, bare=(*track.bare, at)[-RECENT:]
    )


def cover_of(track: Track, box: Box, pixels: Pixels, around: Around, lighter: float) -> Cover:
    """What is seen in the place of a tile that was not found; all is ``lighter`` by so much, as a logarithm."""
    likeness = track.evidence.like(small_picture(pixels, box), track.taken_for)
    if likeness > LIKE_TILE:
        return Cover.TILE
    free = track.around is None or around.undisturbed(track.around, lighter)
    return Cover.BARE if likeness < UNLIKE_TILE and free and around.looks_empty() else Cover.COVERED


def share_in_frame(box: Box, width: int, height: int) -> float:
    """Share of a place that lies inside the frame."""
    return box.within(width, height).area / max(box.area, 1e-9)
