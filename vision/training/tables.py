"""The tables of a report, in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from vision import limits as limit
from vision.limits import Limit
from vision.quality import TileQuality
from vision.training.endure import Endured
from vision.training.evaluate import Evaluation, Judged
from vision.training.measures import Group, Share, grouped

CONFUSIONS = 20
"""Most pairs of faces in the table of confusions."""

FAILS, FEW = 0.95, 20
"""Reading starts to fail where a smaller share of the tiles that were right stays right; fewer tiles tell nothing."""


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines])


def percent(share: Share) -> str:
    """Such as ``98.1 % (97.1-98.8)``: the share and its 95 % interval."""
    low, high = share.interval
    return f"{100 * share.value:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def headline(evaluations: Mapping[str, Sequence[Evaluation]]) -> str:
    """The two headline shares of each reader on each dataset."""
    head = (
        *("photos", "", "reader", "tiles right (95 % interval)", "wrong, missed, extra", "photos exactly right"),
        "boxes aside: tiles, photos",
    )
    rows = [
        (
            f"`{one.dataset}`",
            str(one.photos_exact.whole),
            reader,
            f"{one.tiles_right.part} of {one.tiles_right.whole}, {percent(one.tiles_right)}",
            f"{one.count('wrong')}, {one.count('missed')}, {one.count('extra')}",
            percent(one.photos_exact),
            f"{100 * one.tiles_named.value:.1f} %, {100 * one.photos_listed.value:.1f} %",
        )
        for reader, all_of_it in evaluations.items()
        for one in all_of_it
    ]
    return markdown(head, sorted(rows, key=lambda row: row[0]))


def trust(evaluations: Sequence[Evaluation]) -> str:
    """Expected calibration error by dataset."""
    rows = [(f"`{one.dataset}`", f"{100 * one.calibration().error:.1f} %") for one in evaluations]
    return markdown(("photos", "confidence is off by (expected calibration error, 15 bins)"), rows)


def bins(evaluation: Evaluation) -> str:
    """Confidence against what came true."""
    rows = [
        (f"{one.low:.2f}-{one.high:.2f}", str(one.right.whole), f"{one.confidence:.3f}", percent(one.right))
        for one in evaluation.calibration().bins
        if one.right.whole
    ]
    return markdown(("confidence", "tiles", "mean", "right"), rows)


def groups(evaluations: Sequence[Evaluation], measure: str, by: Callable[[Evaluation], list[Group]]) -> str:
    """Tiles right by a measure, a column a dataset."""
    found = [{(group.low, group.high): group for group in by(one)} for one in evaluations]
    bounds = {key: group.bounds for each in found for key, group in each.items()}
    order = sorted(bounds, key=lambda key: (key == (None, None), key[0] or 0.0))
    rows = [[bounds[key], *(_group(each.get(key)) for each in found)] for key in order]
    return markdown((measure, *(f"`{one.dataset}`" for one in evaluations)), rows)


def _group(group: Group | None) -> str:
    return f"{100 * group.right.value:.1f} % of {group.right.whole}" if group else ""


def confusions(evaluations: Sequence[Evaluation]) -> str:
    """The commonest faults of all datasets."""
    pairs: dict[tuple[str, str], list[str]] = {}
    counts: dict[tuple[str, str], int] = {}
    for one in evaluations:
        for labelled, reads in one.confusion().items():
            for read, count in reads.items():
                counts[labelled, read] = counts.get((labelled, read), 0) + count
                pairs.setdefault((labelled, read), []).append(f"{one.dataset} {count}")
    common = sorted(counts, key=lambda pair: (-counts[pair], pair))[:CONFUSIONS]
    rows = [
        (labelled, read, str(counts[labelled, read]), ", ".join(pairs[labelled, read])) for labelled, read in common
    ]
    return markdown(("labelled", "read as", "times", "where"), rows)


def endurance(endured: Mapping[str, Sequence[Endured]]) -> str:
    """The strength at which half of the photos that were right are lost, a column a dataset."""
    first = max(endured.values(), key=len, default=())
    if not first:
        return "No photo was read exactly."
    rows = []
    for number, one in enumerate(first):
        halves = [_half(all_of_it[number]) if all_of_it else "" for all_of_it in endured.values()]
        tried = ", ".join(f"{strength:g}" for strength in one.strain.strengths)
        rows.append((one.strain.name, *halves, f"{one.strain.unit}; tried: {tried}"))
    names = (f"`{name}` ({of[0].kept[0].whole if of else 0} photos)" for name, of in endured.items())
    return markdown(("made worse by", *names, "in"), rows)


def _half(one: Endured) -> str:
    return f"not by {one.strain.strengths[-1]:g}" if one.half is None else f"{one.half:.3g}"


@dataclass(frozen=True, slots=True)
class Watched:
    """A limit of ``vision.limits`` and what is measured for it."""

    limit: Limit
    measure: Callable[[TileQuality], float | None]
    strain: str
    parts: tuple[float, ...]
    """Where the groups of tiles part; the limit should lie among them."""


WATCHED = (
    Watched(limit.DARK, lambda tile: tile.light.level, "dark", (0.06, 0.09, 0.12, 0.15, 0.2, 0.3, 0.5)),
    Watched(limit.BRIGHT, lambda tile: tile.light.blown, "bright", (0.05, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)),
    Watched(limit.BLURRED, lambda tile: tile.blur, "blur", (0.01, 0.02, 0.025, 0.03, 0.035, 0.04, 0.05, 0.06, 0.07)),
    Watched(limit.GLARE, lambda tile: tile.glare, "glare", (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8)),
    Watched(limit.SMALL, lambda tile: tile.length, "small", (10, 12, 14, 16, 18, 20, 22, 25, 30)),
)


def limits(clean: Sequence[Evaluation], endured: Iterable[Endured]) -> str:
    """For each limit of ``vision.limits``: tiles still right by the measure that it limits."""
    worse: dict[str, list[Evaluation]] = {}
    for one in endured:
        worse.setdefault(one.strain.name, []).extend(one.evaluations)
    right = [tile for one in clean for outcome in one.outcomes if outcome.exact for tile in outcome.labelled]
    rows = []
    for watched in WATCHED:
        tiles = [*right, *(tile for one in worse.get(watched.strain, ()) for tile in one.labelled)]
        found = grouped(_measured(tiles, watched.measure), watched.parts)
        told = ", ".join(f"{group.bounds}: {100 * group.right.value:.1f} % of {group.right.whole}" for group in found)
        side = "at least" if watched.limit.least else "at most"
        rows.append((f"`{watched.limit.code}`", f"{side} {watched.limit.value:g}", _fails(found, watched.limit), told))
    head = ("doubt", "limit", f"fewer than {FAILS:.0%} right", "tiles still right by what is measured")
    return markdown(head, rows)


def _fails(found: Sequence[Group], limit: Limit) -> str:
    """The first group, from good to bad, in which reading fails."""
    worse = reversed(found) if limit.least else iter(found)
    return next((group.bounds for group in worse if group.right.whole >= FEW and group.right.value < FAILS), "nowhere")


def _measured(
    tiles: Iterable[Judged], measure: Callable[[TileQuality], float | None]
) -> list[tuple[float | None, bool]]:
    known = [(measure(tile.quality), tile.right) for tile in tiles if tile.quality is not None]
    return [(value, right) for value, right in known if value is not None]


def failures(evaluations: Sequence[Evaluation]) -> str:
    """Photos that were not read exactly."""
    rows = []
    for one in evaluations:
        for told in one.to_dict()["failures"]:
            error = told["error"]["message"] if told["error"] else ""
            faults = (" ".join(told["wrong"]), " ".join(told["missed"]), " ".join(told["extra"]), error)
            rows.append((f"`{one.dataset}`", told["photo"], *faults))
    return markdown(("photos", "photo", "labelled > read", "missed", "extra", "not read"), rows)
