"""How well the models read, said in the README and in each model's folder: ``python -m vision.training.report``.

What a reader saw is kept in a work folder, so that tables and plots can be made again in seconds; only what has
changed, a model, photos or labels, is looked at again.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from vision.errors import ModelError
from vision.pipeline import readers
from vision.training import hand_report, plots, tables
from vision.training.contest import Contestant, Ours, Peer, Work
from vision.training.endure import Endured
from vision.training.evaluate import Evaluation
from vision.training.photolist import PhotoList, photo_lists
from vision.training.sources.photos import data_root

ROOT = Path(__file__).parents[2]
BEGIN, END = "<!-- accuracy: begin, written by make report -->", "<!-- accuracy: end -->"

WORSE_MOST = 36
"""Most photos of a dataset that are made worse, of those read exactly."""

TESTING = "testing only"
"""In the use that a card names: photos that nothing is tuned on."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known of one reader."""

    name: str
    clean: Sequence[Evaluation]
    worse: Mapping[str, Sequence[Endured]] = field(default_factory=dict)
    """By dataset."""
    hands: str = ""
    """How well whole hands are read, as a table; empty where there are no photos of such."""
    together: Sequence[Evaluation] = ()
    """Tiles as they are seen one by one, and as they are read together."""


def find(contestant: Contestant, lists: Sequence[PhotoList], work: Work, *, worse: bool) -> Findings:
    """Let a reader read all ``lists``, and the photos it read exactly again, made ``worse``."""
    clean = [work.evaluate(contestant, photos) for photos in lists]
    if not worse:
        return Findings(contestant.name, clean)
    endured = {
        photos.name: list(work.endure(contestant, fewer(photos, evaluation), evaluation))
        for photos, evaluation in zip(lists, clean, strict=True)
    }
    return Findings(contestant.name, clean, endured)


def with_hands(found: Findings, contestant: Contestant, lists: Sequence[PhotoList], work: Work) -> Findings:
    """The same with how whole hands are read, where photos of complete hands are at hand."""
    for photos, evaluation in zip(lists, found.clean, strict=True):
        if photos.name == hand_report.DATASET:
            table = hand_report.table(hand_report.looked_at(contestant, work))
            together = (evaluation, hand_report.reread(photos, work.seen(contestant, photos)))
            return replace(found, hands=table, together=together)
    return found


def fewer(photos: PhotoList, evaluation: Evaluation) -> PhotoList:
    """At most ``WORSE_MOST`` of the photos read exactly, evenly spread."""
    right = photos.only(outcome.photo for outcome in evaluation.outcomes if outcome.exact and outcome.judged)
    return right.every(max(1, math.ceil(len(right.paths) / WORSE_MOST)))


def readme_section(ours: Sequence[Findings], peer: Findings | None, why_not: str) -> str:
    """What the README says: all readers side by side, then what the first of our models bears."""
    best = ours[0]
    parts = [
        tables.headline({f"`{one.name}`": one.clean for one in ours}),
        "`tray` is learned from; `tables`, its split val, shows sets that are also in training photos; `pinkmat` and "
        "`teal` show other sets, never trained on, and no setting was chosen on them. That boxes reach round a "
        "tile's body, that blank dragons are drawn often, and that the colour of the other faces parts these from "
        "backs was decided after seeing what was misread in them. In brackets, Wilson's 95 % interval.",
        beside(best, peer, why_not),
        *whole_hands(best),
        *borne(best),
        f"How far its confidence can be taken at its word, and more, is in "
        f"[models/{best.name}/REPORT.md](models/{best.name}/REPORT.md):",
        f"![Share right against confidence](models/{best.name}/reliability.svg)",
    ]
    return "\n\n".join(parts)


def whole_hands(best: Findings) -> list[str]:
    """How well whole hands are read, where that was measured."""
    if not best.hands:
        return []
    told = (
        f"Photos of complete hands, read by `{best.name}` tile by tile and then together, by what can lie together: "
        "hands whose tiles are all right, and those told wrong without any doubt."
    )
    return [told, best.hands]


def borne(best: Findings) -> list[str]:
    """How much worse the photos may get, where that was measured."""
    if not best.worse:
        return []
    told = f"Half of the photos that `{best.name}` reads exactly are lost when they are made worse by so much:"
    return [told, tables.endurance(best.worse)]


def beside(best: Findings, peer: Findings | None, why_not: str) -> str:
    """The peer on the same photos, and ours scored as it is."""
    if peer is None:
        return f"No peer was measured: {why_not}."
    sides = {f"`{best.name}`": best, peer.name: peer}
    without = {name: [one.without_flowers() for one in found.clean] for name, found in sides.items()}
    said = f"Beside {peer.name} from PyPI, which knows no flowers, so that labelled flowers are left out:"
    return f"{said}\n\n{tables.headline(without)}"


def model_report(found: Findings, why: str) -> str:
    """``REPORT.md`` of a model."""
    tuned_on = [one for one in found.clean if TESTING not in one.use]
    worse = [each for one in tuned_on for each in found.worse.get(one.dataset, ())]
    sections = {
        "Tiles and photos": tables.headline({f"`{found.name}`": found.clean}),
        "Confidence": "\n\n".join(
            [tables.trust(found.clean), "![Share right against confidence](reliability.svg)"]
            + [f"`{one.dataset}`:\n\n{tables.bins(one)}" for one in found.clean]
        ),
        **hands_section(found),
        "Size of the tiles": "Longer side in pixels.\n\n"
        + tables.groups(found.clean, "pixels", Evaluation.by_size)
        + "\n\n![Tiles right by size](sizes.svg)",
        "Tilt of the row": "Degrees from level; the last ones lie in no row.\n\n"
        + tables.groups(found.clean, "degrees", Evaluation.by_tilt),
        "Photos made worse": "The strength at which half of the photos that were read exactly are lost.\n\n"
        + (tables.endurance(found.worse) if found.worse else "Not measured this time.")
        + ("\n\n![Photos still exactly right](endurance.svg)" if any(found.worse.values()) else ""),
        "Limits of quality": f"On {' and '.join(f'`{one.dataset}`' for one in tuned_on)}, the photos read exactly and "
        "the same made worse: how many of their tiles are still right, by what `vision.quality` measures, beside the "
        "limit at which the reading says so.\n\n" + tables.limits(tuned_on, worse),
        "Commonest faults": tables.confusions(found.clean),
        "Photos with a fault": tables.failures(found.clean),
    }
    body = "\n\n".join(f"## {title}\n\n{text}" for title, text in sections.items())
    return f"# How well `{found.name}` reads\n\n{why}\n\n{body}\n"


def hands_section(found: Findings) -> dict[str, str]:
    """What the report says of whole hands, by its title."""
    if not found.hands:
        return {}
    calibrated = tables.trust(found.together)
    return {"Whole hands": f"{found.hands}\n\n{calibrated}\n\n![Share right against chance](together.svg)"}


def rewritten(text: str, section: str) -> str:
    """``text`` with ``section`` between its markers; raises ``ValueError`` where they are not."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"no {BEGIN} and {END} to write between")
    return f"{before}{BEGIN}\n\n{section}\n\n{END}{after}"


def write_model(found: Findings, folder: Path) -> None:
    """A model's report and its plots."""
    plots.reliability(found.clean, folder / "reliability.svg")
    plots.sizes(found.clean, folder / "sizes.svg")
    if found.together:
        plots.reliability(found.together, folder / "together.svg")
    if any(found.worse.values()):
        plots.endurance(found.worse, folder / "endurance.svg")
    why = "Written by `make report`; the shares in brackets are Wilson's 95 % intervals."
    (folder / "REPORT.md").write_text(model_report(found, why), encoding="utf-8")


def _ours(contestant: Contestant, lists: Sequence[PhotoList], work: Work, *, worse: bool) -> Findings:
    return with_hands(find(contestant, lists, work, worse=worse), contestant, lists, work)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and write what was found."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("models", type=Path, nargs="*", help="folders of models, the README's first; all without any")
    parser.add_argument("--datasets", type=Path, default=data_root(), help="folder of the datasets that have a card")
    parser.add_argument("--work", type=Path, default=ROOT / "out" / "report", help="where what was seen is kept")
    parser.add_argument("--readme", type=Path, default=ROOT / "README.md")
    parser.add_argument("--peer", default=sys.executable, help="a Python that has mahjong-detector installed")
    parser.add_argument("--clean", action="store_true", help="leave out the photos made worse, which take the longest")
    options = parser.parse_args(arguments)
    work, lists = Work(options.work), photo_lists(str(options.datasets))
    folders = options.models or readers(ROOT / "models")
    ours = [_ours(Ours(folder), lists, work, worse=not options.clean) for folder in folders]
    peer, why_not = None, ""
    try:
        peer = find(Peer(options.peer), lists, work, worse=False)
    except ModelError as error:
        why_not = error.message
        print(why_not, file=sys.stderr)
    for found, folder in zip(ours, folders, strict=True):
        write_model(found, folder)
    section = readme_section(ours, peer, why_not)
    options.readme.write_text(rewritten(options.readme.read_text(encoding="utf-8"), section), encoding="utf-8")


if __name__ == "__main__":
    main()
