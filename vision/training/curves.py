"""Learning curves as SVG. Needs matplotlib, which the ``dev`` extra brings."""

from __future__ import annotations

import csv
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from vision.training.plots import COLOURS, STYLE

LEFT_OUT = ("epoch", "time", "seconds", "lr/", "metrics/", "val/")
"""Columns, or beginnings of columns, that are no curve."""


def read_curves(results: Path) -> dict[str, list[float]]:
    """The curves of a run's ``results.csv``: losses and shares right, a value an epoch."""
    with results.open(encoding="utf-8", newline="") as table:
        rows = [{key.strip(): value for key, value in row.items()} for row in csv.DictReader(table)]
    names = [name for name in rows[0] if not name.startswith(LEFT_OUT)] if rows else []
    return {name: [float(row[name]) for row in rows] for name in names}


def draw_curves(results: Path, path: Path) -> None:
    """Each curve of a run in a panel of its own, against the epoch."""
    curves = read_curves(results)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(3.2 * max(1, len(curves)), 2.6), layout="constrained")
        panels = figure.subplots(1, max(1, len(curves)), squeeze=False)[0]
        for (name, values), axes, colour in zip(curves.items(), panels, COLOURS, strict=False):
            axes.plot(range(1, len(values) + 1), values, color=colour, linewidth=1.2)
            axes.set(title=name, xlabel="epoch")
        figure.savefig(path, format="svg", metadata={"Date": None})
