"""The plots of a report, as SVG. Needs matplotlib, which the ``dev`` extra brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from vision.training.endure import Endured
from vision.training.evaluate import Evaluation

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Told apart by colour-blind eyes too (Okabe and Ito)."""

STYLE = {"svg.fonttype": "none", "svg.hashsalt": "hupai", "font.family": "sans-serif", "font.size": 9}
"""Text stays text, and the same figures make the same file."""


def reliability(evaluations: Sequence[Evaluation], path: Path) -> None:
    """Share right against confidence, a line a dataset; how many tiles lie where is below."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(5, 5), layout="constrained")
        above, below = figure.subplots(2, 1, height_ratios=(3, 1), sharex=True)
        above.plot((0, 1), (0, 1), color="#999999", linewidth=1, linestyle=":")
        for evaluation, colour in zip(evaluations, COLOURS, strict=False):
            bins = [one for one in evaluation.calibration().bins if one.right.whole]
            error = evaluation.calibration().error
            sure = [one.confidence for one in bins]
            above.plot(sure, [one.right.value for one in bins], "o-", color=colour, markersize=3, linewidth=1,
                       label=f"{evaluation.dataset}, off by {error:.1%}")  # fmt: skip
            below.step(sure, [one.right.whole for one in bins], where="mid", color=colour, linewidth=1)
        above.set(ylabel="share right", ylim=(0, 1.02))
        above.legend(loc="lower right", frameon=False)
        below.set(xlabel="confidence", ylabel="tiles", yscale="log", xlim=(0, 1))
        _save(figure, path, (above, below))


def endurance(endured: Mapping[str, Sequence[Endured]], path: Path) -> None:
    """Share of the photos still exactly right against each strain's strength, a line a dataset."""
    strains = [one.strain for one in max(endured.values(), key=len)]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9, 4.6), layout="constrained")
        grid = figure.subplots(2, (len(strains) + 1) // 2, squeeze=False).ravel().tolist()
        for axes, strain in zip(grid, strains, strict=False):
            for (name, all_of_it), colour in zip(endured.items(), COLOURS, strict=False):
                (one,) = [each for each in all_of_it if each.strain.name == strain.name]
                kept = [share.value for share in one.kept]
                axes.plot(range(len(kept)), kept, "o-", color=colour, markersize=3, linewidth=1, label=name)
            axes.axhline(0.5, color="#999999", linewidth=1, linestyle=":")
            axes.set(title=strain.name, xlabel=fill(strain.unit, 24), ylim=(-0.02, 1.02))
            axes.set_xticks(range(len(strain.strengths)), [f"{strength:g}" for strength in strain.strengths])
        for axes in grid[len(strains) :]:
            axes.set_axis_off()
            axes.legend(*grid[0].get_legend_handles_labels(), loc="center", frameon=False)
        figure.supylabel("photos still exactly right")
        _save(figure, path, grid)


def sizes(evaluations: Sequence[Evaluation], path: Path) -> None:
    """Share of the tiles right by their size, a line a dataset, with 95 % intervals."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(5, 3.2), layout="constrained")
        axes = figure.subplots()
        bounds = {
            group.low or 0: group.bounds for one in evaluations for group in one.by_size() if group.bounds != "none"
        }
        lows = sorted(bounds)
        for number, (evaluation, colour) in enumerate(zip(evaluations, COLOURS, strict=False)):
            groups = [group for group in evaluation.by_size() if group.bounds != "none"]
            places = [lows.index(group.low or 0) + 0.08 * number for group in groups]
            values = [group.right.value for group in groups]
            reach = [
                [max(0.0, group.right.value - group.right.interval[0]) for group in groups],
                [max(0.0, group.right.interval[1] - group.right.value) for group in groups],
            ]
            axes.errorbar(places, values, yerr=reach, fmt="o", color=colour, markersize=4, linewidth=1,
                          label=evaluation.dataset)  # fmt: skip
        axes.set_xticks(range(len(lows)), [bounds[low] for low in lows])
        axes.set(xlabel="pixels a tile is long", ylabel="tiles right")
        axes.legend(loc="lower right", frameon=False)
        _save(figure, path, (axes,))


def _save(figure: Figure, path: Path, axes: Sequence[Axes]) -> None:
    for each in axes:
        each.spines[["top", "right"]].set_visible(False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
