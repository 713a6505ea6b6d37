"""How well the structure of hands is read in generated photos: roles, melds and from whom they are, the winning tile.

``python -m vision.training.structure models/hupai --photos 500 --seed 7`` paints photos of complete hands laid in every
way, reads them with the real models, and tells by kind of structure how often the tiles, the structure and both are
right; beside it, how often the structure is from the tiles' true boxes and faces, so that the models' faults can be
told from those of the layout. ``--truth-boxes`` does only the latter, without models or paint, in seconds. What the
models saw is kept in ``--work`` from run to run, and a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.decide import Whole, wholes
from vision.detection import Detection
from vision.game import ANY_GAME
from vision.layout import Layout, arrange
from vision.photo import Photo
from vision.pipeline import open_detector
from vision.training.camera import Pixels
from vision.training.contest import Ours
from vision.training.faces import CLASSIC, EXPORT, JAPANESE
from vision.training.hands import KINDS
from vision.training.measures import Share
from vision.training.seen import Seen, read_seen
from vision.training.sketch import sketch
from vision.training.snapshots import Snapshot, designs, sharp_set, snapshot
from vision.training.sources.faces import FaceLibrary
from vision.training.tables import markdown, percent
from vision.training.verdict import Verdict, judge, named

ROOT = Path(__file__).parents[2]
DESIGNS = 24
ALL = "all"
SETS: dict[str, Callable[[], FaceLibrary]] = {
    "random": lambda: designs(DESIGNS),
    "usual": lambda: FaceLibrary({"drawn": tuple(map(sharp_set, (CLASSIC, JAPANESE, EXPORT)))}),
}
"""Faces that the photos can show."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one photo."""

    made: Snapshot
    layout: Layout
    verdict: Verdict
    named: bool
    """Whether every tile was found and named before all were looked at together."""
    ideal: Verdict
    """From the true boxes and faces."""


Column = Callable[[Outcome], bool]

TRUTH: dict[str, Column] = {
    "structure right": lambda one: one.ideal.structure,
    "roles": lambda one: one.ideal.roles,
    "melds": lambda one: one.ideal.melds,
    "from whom": lambda one: one.ideal.givers,
    "winning tile": lambda one: one.ideal.winning,
}
"""Columns where tiles are found and named without fault."""

MODELS: dict[str, Column] = {
    "tiles right one by one": lambda one: one.named,
    "tiles right together": lambda one: one.verdict.tiles,
    "structure right": lambda one: one.verdict.structure,
    "both right": lambda one: one.verdict.both,
    "structure right from true tiles": lambda one: one.ideal.structure,
}
"""Columns where the models find and name them."""


def series(seed: int, photos: int, kind: str | None = None) -> Iterator[Snapshot]:
    """Photos that show every kind of structure in turn, or one kind."""
    return (snapshot(seed, number, kind or KINDS[number % len(KINDS)]) for number in range(photos))


def laid_out(found: Sequence[Detection]) -> Whole:
    """What is read from tiles, all of them looked at together."""
    return wholes(found, lambda some, _: arrange(some, ANY_GAME.sizes), ANY_GAME)[0]


def outcomes(snapshots: Iterable[Snapshot], found: Callable[[Snapshot], Sequence[Detection]] | None) -> list[Outcome]:
    """What became of photos in which this was ``found``; of the true tiles without it."""
    return [_outcome(made, None if found is None else found(made)) for made in snapshots]


def _outcome(made: Snapshot, found: Sequence[Detection] | None) -> Outcome:
    ideal = laid_out(made.true_detections())
    whole = ideal if found is None else laid_out(found)
    verdict = judge(made, whole.layout)
    return Outcome(made, whole.layout, verdict, named(made, whole.seen), judge(made, ideal.layout))


def table(told: Sequence[Outcome], *, truth: bool) -> str:
    """Shares by kind of structure, in Markdown."""
    columns = TRUTH if truth else MODELS
    rows = [_row(name, told, columns.values()) for name in (*KINDS, ALL) if _having(name, told)]
    return markdown(("what is laid", "photos", *columns), rows)


def _having(name: str, told: Sequence[Outcome]) -> list[Outcome]:
    return [one for one in told if name == ALL or name in one.made.laid.way.kinds]


def _row(name: str, told: Sequence[Outcome], columns: Iterable[Column]) -> list[str]:
    those = _having(name, told)
    shares = [Share(sum(map(column, those)), len(those)) for column in columns]
    return [name, str(len(those)), *map(percent, shares)]


@cache
def _faces(sets: str) -> FaceLibrary:
    return SETS[sets]()


class Looks:
    """What the models saw in each photo, kept in a file that grows."""

    def __init__(self, model: Path, file: Path, sets: str) -> None:
        self._model, self._file, self._sets = model, file, sets
        self._known = {one.photo: one for one in read_seen(file)} if file.is_file() else {}

    def found(self, made: Snapshot) -> tuple[Detection, ...]:
        """What was seen in a photo that was looked at."""
        return self._known[key(made)].detections

    def look(self, snapshots: Sequence[Snapshot], jobs: int) -> None:
        """Look at those of the photos that nobody looked at."""
        new = [made for made in snapshots if key(made) not in self._known]
        self._file.parent.mkdir(parents=True, exist_ok=True)
        for number, seen in enumerate(_seen(self._model, self._sets, new, jobs), 1):
            self._known[seen.photo] = seen
            with self._file.open("a", encoding="utf-8") as file:
                file.write(f"{seen.to_line()}\n")
            if number % 20 == 0 or number == len(new):
                print(f"{number} of {len(new)} photos looked at", flush=True)


def key(made: Snapshot) -> str:
    """A name that changes with what a photo shows."""
    quads = [(piece.solid.label, np.rint(sight.quad).astype(int).tolist()) for piece, sight in
             zip(made.laid.pieces, made.sights, strict=True)]  # fmt: skip
    return f"{made.name} {hashlib.sha256(json.dumps(quads).encode()).hexdigest()[:12]}"


def _seen(model: Path, sets: str, snapshots: Sequence[Snapshot], jobs: int) -> Iterator[Seen]:
    if jobs == 1:
        yield from (_look(model, sets, made) for made in snapshots)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_look, [model] * len(snapshots), [sets] * len(snapshots), snapshots)


_open = cache(open_detector)


def _look(model: Path, sets: str, made: Snapshot) -> Seen:
    pixels = made.picture(_faces(sets))
    found = _open(model, threads=1).detect(Photo(pixels, made.name))
    return Seen(key(made), *made.size, tuple(found))


def keep(folder: Path, told: Sequence[Outcome], paint: Callable[[Snapshot], Pixels | None]) -> None:
    """Draw the photos with a fault of structure, for people to look at."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in told:
        if not one.verdict.structure:
            picture = sketch(one.made, one.layout, paint(one.made))
            cv2.imwrite(str(folder / f"{one.made.name.replace(' ', '-')}.png"), picture[..., ::-1])


def faults(told: Sequence[Outcome]) -> Iterator[str]:
    """A line for each photo whose structure was misread."""
    for one in told:
        if not one.verdict.structure:
            wrong = [
                part for part in ("tiles", "roles", "melds", "givers", "winning") if not getattr(one.verdict, part)
            ]
            yield f"{one.made.name}: {' '.join(wrong)} wrong; {', '.join(sorted(one.made.laid.way.kinds))}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Tell the figures."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.structure", description=main.__doc__)
    parser.add_argument("model", type=Path, help="folder of the model; it is not opened for true boxes")
    parser.add_argument("--photos", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kind", choices=KINDS, help="photos of one kind only; all in turn without")
    parser.add_argument("--sets", choices=sorted(SETS), default="random", help="sets of tiles that the photos show")
    parser.add_argument("--truth-boxes", action="store_true", help="read from true boxes and faces, without models")
    parser.add_argument("--keep", type=Path, help="folder for drawings of the photos whose structure was misread")
    parser.add_argument("--work", type=Path, default=ROOT / "out" / "structure", help="where what was seen is kept")
    parser.add_argument("--jobs", type=int, default=1, help="photos painted and read at once")
    options = parser.parse_args(arguments)
    snapshots = list(series(options.seed, options.photos, options.kind))
    found = None
    if not options.truth_boxes:
        file = options.work / f"{options.model.name}.{Ours(options.model).stamp}.{options.sets}.jsonl"
        looks = Looks(options.model, file, options.sets)
        looks.look(snapshots, options.jobs)
        found = looks.found
    told = outcomes(snapshots, found)
    print(table(told, truth=options.truth_boxes))
    print(*faults(told), sep="\n")
    if options.keep:
        keep(options.keep, told, lambda made: None if options.truth_boxes else made.picture(_faces(options.sets)))


if __name__ == "__main__":
    main()
