"""Whole hands: how often all tiles of a complete hand are read right, each by itself or together; wrong in silence.

``python -m vision.training.hand_report models/hupai`` reads the photos of ``tables`` whose labelled tiles are complete
hands, as its ``hands.csv`` lists them, and prints a row a split and a way of reading. What the models saw is kept, so
that the reading is tried again in seconds.
"""

from __future__ import annotations

import argparse
import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scoring.tiles import parse_tiles
from vision import photo
from vision.detection import Detection
from vision.hand_reading import NO_TILE, HandReading
from vision.labels import BACK, plain
from vision.layout import Role
from vision.reading import read
from vision.training import plots
from vision.training.contest import Contestant, Ours, Work
from vision.training.evaluate import Evaluation, judged
from vision.training.measures import Share
from vision.training.photolist import PhotoList, photo_lists
from vision.training.seen import Seen
from vision.training.sources.photos import read_text
from vision.training.tables import markdown, percent

ROOT = Path(__file__).parents[2]
DATASET = "tables"
SPLITS = ("val", "train")

Split = tuple[str, PhotoList, Sequence[Seen]]
"""A split's name, its photos and what was seen in them."""

APART = frozenset({"no_winning_tile", "winning_unsure", "indicator_unsure", "flowers_apart"})
"""Doubts that say nothing about which tiles the hand has."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What became of the hand of one photo."""

    photo: str
    truth: Counter[str]
    """The labelled tiles without flowers, red fives as fives."""
    read: Counter[str]
    """Those that the reading takes for the hand's."""
    given: bool
    """Whether a hand was told, rather than why there is none."""
    doubted: bool
    """Whether anything was said to be unsure about its tiles."""

    @property
    def exact(self) -> bool:
        """Whether the tiles are all right and no others are taken for the hand's."""
        return self.read == self.truth

    @property
    def silent(self) -> bool:
        """Whether a wrong hand was told without a word of doubt."""
        return self.given and not self.exact and not self.doubted


def hands(photos: PhotoList) -> dict[str, Counter[str]]:
    """The tiles of the complete hands that ``photos`` show, by file name."""
    text = read_text(photos.paths[0].parents[1] / "hands.csv")
    listed = {row["stem"]: row["tiles"] for row in csv.DictReader(io.StringIO(text))}
    return {
        path.name: Counter(tile.code for tile in parse_tiles(listed[path.stem]))
        for path in photos.paths
        if path.stem in listed
    }


def whole_hands(photos: PhotoList, seen: Iterable[Seen], *, joint: bool) -> list[Whole]:
    """What became of every complete hand, each tile read by itself or all of them together."""
    truth, by_name = hands(photos), {one.photo: one for one in seen}
    return [
        _whole(path, by_name[path.name], truth[path.name], joint=joint) for path in photos.paths if path.name in truth
    ]


def _whole(path: Path, seen: Seen, truth: Counter[str], *, joint: bool) -> Whole:
    reading = read(seen.detections, photo.load(path), joint=joint)
    doubted = any(doubt.code not in APART for doubt in reading.doubts)
    return Whole(path.name, truth, tiles_of(reading), reading.hand is not None, doubted)


def tiles_of(reading: HandReading) -> Counter[str]:
    """The tiles that are taken for the hand's, without flowers, red fives as fives."""
    if reading.hand is not None:
        return Counter(tile.plain.code for tile in reading.hand.tiles)
    roles = (Role.CONCEALED, Role.MELD, Role.WINNING)
    shown = [plain(tile.face) for tile in reading.tiles if tile.role in roles and tile.face not in (BACK, NO_TILE)]
    return Counter(shown) + _face_down(reading)


def _face_down(reading: HandReading) -> Counter[str]:
    """Tiles of kongs that lie face down where others show what they are."""
    hidden: Counter[str] = Counter()
    for meld in reading.melds:
        shown = [reading.tiles[number].face for number in meld.tiles if reading.tiles[number].face != BACK]
        hidden.update({plain(face): len(meld.tiles) - len(shown) for face in shown[:1]})
    return +hidden


def row(name: str, way: str, those: Sequence[Whole]) -> list[str]:
    """A row of the table."""
    count = len(those)
    given = [one for one in those if one.given]
    return [
        name,
        way,
        str(count),
        percent(Share(sum(one.exact for one in those), count)),
        percent(Share(len(given), count)),
        str(sum(not one.exact for one in given)),
        percent(Share(sum(one.silent for one in those), count)),
    ]


HEAD = ("`tables`", "read", "hands", "tiles exactly right", "a hand is told", "of them wrong", "wrong without a doubt")
WAYS = {False: "tile by tile", True: "together"}


def table(splits: Sequence[Split]) -> str:
    """Both ways of reading on each split, in Markdown."""
    rows = [
        row(name, way, whole_hands(photos, seen, joint=joint))
        for name, photos, seen in splits
        for joint, way in WAYS.items()
    ]
    return markdown(HEAD, rows)


def faults(photos: PhotoList, seen: Sequence[Seen]) -> Iterator[str]:
    """A line for each hand whose tiles are not all right once they are read together."""
    for one in whole_hands(photos, seen, joint=True):
        if not one.exact:
            told = "silent" if one.silent else "doubted" if one.given else "no hand told"
            missing, extra = one.truth - one.read, one.read - one.truth
            yield f"{one.photo}: {told}; missing {_listed(missing)}, instead {_listed(extra)}"


def _listed(tiles: Counter[str]) -> str:
    return " ".join(sorted(tiles.elements())) or "nothing"


def reread(photos: PhotoList, seen: Iterable[Seen]) -> Evaluation:
    """The tiles as they are read together, each with its chance after that, beside the labels."""
    by_name = {path.name: path for path in photos.paths}
    return replace(
        judged(photos, [_reread(one, by_name[one.photo]) for one in seen if one.photo in by_name]),
        dataset=f"{photos.name}, read together",
    )


def _reread(seen: Seen, path: Path) -> Seen:
    if seen.error is not None:
        return seen
    reading = read(seen.detections, photo.load(path))
    tiles = [Detection(tile.face, tile.detection.box, tile.chance) for tile in reading.tiles if tile.face != NO_TILE]
    return replace(seen, detections=tuple(tiles))


def looked_at(contestant: Contestant, work: Work) -> list[Split]:
    """The photos of both splits that show complete hands, and what was seen in them."""
    found: list[Split] = []
    for split in SPLITS:
        (photos,) = photo_lists(f"{DATASET}/{split}")
        complete = photos.only(hands(photos))
        found.append((split, complete, work.seen(contestant, complete)))
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Tell the figures."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.hand_report", description=main.__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--work", type=Path, default=ROOT / "out" / "report", help="where what was seen is kept")
    parser.add_argument("--plot", type=Path, help="where to draw how far the chances of the tiles can be trusted")
    options = parser.parse_args(arguments)
    ours, work = Ours(options.model), Work(options.work)
    splits = looked_at(ours, work)
    print(table(splits))
    for name, photos, seen in splits:
        print(*(f"{name} {line}" for line in faults(photos, seen)), sep="\n")
    if options.plot:
        (photos,) = photo_lists(f"{DATASET}/{SPLITS[0]}")
        seen = work.seen(ours, photos)
        plots.reliability([judged(photos, seen), reread(photos, seen)], options.plot)


if __name__ == "__main__":
    main()
