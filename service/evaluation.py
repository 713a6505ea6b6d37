"""How well datasets were read: what the command says, as JSON and as people read it."""

from collections.abc import Iterable, Sequence
from typing import Self

from pydantic import Field
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.reader import Model
from service.readings import ModelOut
from service.text import plain_table, printable
from service.wire import ErrorOut, Out, Written
from vision.training.endure import Endured
from vision.training.evaluate import Evaluation

Interval = tuple[float, float]
"""Wilson's 95 % interval of a share."""


class FailureOut(Out):
    """A photo of a dataset that was not read exactly."""

    photo: Written
    wrong: tuple[str, ...]
    """Each labelled face and what it was read as, as in ``6s>9s``."""
    missed: tuple[str, ...]
    extra: tuple[str, ...]
    error: ErrorOut | None
    """Why the photo could not be read at all; its tiles count as missed."""


class BinOut(Out):
    """Tiles seen with a confidence from ``low`` to ``high``."""

    low: float
    high: float
    tiles: int
    confidence: float
    """Mean."""
    right: float
    """Share of them that was right."""


class CalibrationOut(Out):
    """How far confidence can be taken at its word."""

    error: float
    """Expected calibration error, over 15 bins."""
    tiles: int
    """Labelled tiles that were found."""
    bins: tuple[BinOut, ...]
    """Those that hold any."""


class GroupOut(Out):
    """Labelled tiles with a measure within bounds; without either bound, those that have none."""

    low: float | None = Field(alias="from")
    high: float | None = Field(alias="to")
    tiles: int
    right: int
    share: float
    interval: Interval

    @property
    def bounds(self) -> str:
        """The bounds in words."""
        if self.low is None:
            return "none" if self.high is None else f"below {self.high:g}"
        return f"{self.low:g} and more" if self.high is None else f"{self.low:g} to {self.high:g}"


class EnduredOut(Out):
    """What became of the photos that were exactly right, once made worse."""

    strain: str
    unit: str
    """Of ``strengths``."""
    photos: int
    """Exactly right when left as they are."""
    strengths: tuple[float, ...]
    photos_kept: tuple[int, ...]
    """Still exactly right, at each strength."""
    tiles_right: tuple[float, ...]
    """Share of their tiles, at each strength."""
    half_lost: float | None
    """The strength at which half of the photos are lost."""


class EvaluationOut(Out):
    """How well a dataset was read."""

    dataset: Written
    photos: int
    photos_without_labels: int
    """Counted as photos without tiles."""
    photos_unread: int
    """They are among the failures, with the reason."""
    tiles: int
    """Labelled tiles."""
    right: int
    wrong: int
    missed: int
    extra: int
    """Read where no tile is labelled."""
    tiles_right: float
    """Share of the labelled tiles."""
    tiles_right_interval: Interval
    photos_exact: float
    """Share of the photos."""
    photos_exact_interval: Interval
    tiles_named: float
    """Share of the labelled tiles that are among those read in their photo, wherever the boxes lie."""
    photos_listed: float
    """Share of the photos of which exactly the labelled tiles were read, wherever the boxes lie."""
    confusion: dict[str, dict[str, int]]
    """For each labelled face, how often it was read as each other one, or ``missed``; and what was ``extra``."""
    calibration: CalibrationOut
    by_size: tuple[GroupOut, ...]
    """By the longer side, in pixels."""
    by_tilt: tuple[GroupOut, ...]
    """By how far the tile's row is from level, in degrees; the last ones lie in no row."""
    degraded: tuple[EnduredOut, ...] | None
    """When it was asked for."""
    ms: dict[str, float]
    """Median milliseconds by stage."""
    failures: tuple[FailureOut, ...]
    model: ModelOut | None
    """``None`` when the readings came from elsewhere."""

    @classmethod
    def of(
        cls, evaluation: Evaluation, model: Model | ModelOut | None, endured: Iterable[Endured] | None = None
    ) -> Self:
        """What is told of ``evaluation``, made with ``model``."""
        degraded = None if endured is None else [one.to_dict() for one in endured]
        return cls.model_validate(evaluation.to_dict() | {"model": model, "degraded": degraded})


def evaluation_text(result: EvaluationOut) -> RenderableType:
    """What was right and how sure that is, by what it differs, what was taken for what, and the time."""
    reader = f"model {result.model.name}" if result.model else "as read elsewhere"
    counts = f"{result.wrong} wrong, {result.missed} missed, {result.extra} extra"
    parts: list[RenderableType] = [
        Text(f"{printable(result.dataset)}, {result.photos} photos, {reader}", style="bold"),
        Text(f"  tiles   {result.right} of {result.tiles} right ({_sure(result.tiles_right_interval)}): {counts}"),
        Text(f"  photos  {result.photos_exact:.1%} exactly right ({_sure(result.photos_exact_interval)})"),
        Text(
            f"  listed  {result.tiles_named:.1%} of tiles, {result.photos_listed:.1%} of photos, wherever the boxes lie"
        ),
        Text(f"  trust   confidence is off by {result.calibration.error:.1%} on average"),
        Text(f"  size    {_groups(result.by_size)}"),
        Text(f"  tilt    {_groups(result.by_tilt)}"),
        Text("  ms      " + ", ".join(f"{stage} {ms:g}" for stage, ms in result.ms.items())),
    ]
    parts += [Text(f"  {face}: {_taken_for(reads)}") for face, reads in result.confusion.items()]
    parts += [
        Text(f"  not read: {printable(failure.error.message)} ({failure.error.code})", style="yellow")
        for failure in result.failures
        if failure.error
    ]
    return Group(*parts, *([_degraded(result.degraded)] if result.degraded else []))


def _sure(interval: Interval) -> str:
    return f"{interval[0]:.1%} to {interval[1]:.1%}"


def _groups(groups: Iterable[GroupOut]) -> str:
    return ", ".join(f"{group.bounds}: {group.share:.1%} of {group.tiles}" for group in groups)


def _taken_for(reads: dict[str, int]) -> str:
    return ", ".join(f"{face} x {count}" for face, count in reads.items())


def _degraded(degraded: Sequence[EnduredOut]) -> Table:
    """Photos still exactly right at each strength, and where half of them are lost."""
    table = plain_table("Made worse", "still exactly right, at each strength", "half lost at", "")
    for one in degraded:
        steps = zip(one.strengths, one.photos_kept, strict=True)
        kept = "  ".join(f"{strength:g}: {count}" for strength, count in steps)
        half = f"beyond {one.strengths[-1]:g}" if one.half_lost is None else f"{one.half_lost:.3g}"
        table.add_row(*map(Text, (one.strain, f"{kept}  of {one.photos}", half, one.unit)))
    return table


def evaluations_table(results: Iterable[EvaluationOut]) -> RenderableType:
    """The datasets beside one another."""
    table = plain_table("Dataset", "photos", "tiles right", "wrong, missed, extra", "photos exact", "confidence off by")
    for result in results:
        row = (
            printable(result.dataset),
            str(result.photos),
            f"{result.tiles_right:.2%} ({_sure(result.tiles_right_interval)})",
            f"{result.wrong}, {result.missed}, {result.extra}",
            f"{result.photos_exact:.1%} ({_sure(result.photos_exact_interval)})",
            f"{result.calibration.error:.1%}",
        )
        table.add_row(*map(Text, row))
    return table
