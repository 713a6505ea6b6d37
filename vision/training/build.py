"""From data to the models that are served, as one command that goes on where it stopped.

``python -m vision.training.build`` trains the models of ``models/`` that read together, exports them with cards and
learning curves, and chooses their thresholds. ``--seed`` and ``--out`` make another set of them beside it.
"""

from __future__ import annotations

import vision.training.offline  # noqa: F401  # isort: skip  (before ultralytics)

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from vision.training import export as detectors
from vision.training import export_recogniser as recognisers
from vision.training import recognise, train, tune
from vision.training.config import RecogniserConfig, TrainConfig, load_config, load_recogniser_config
from vision.training.curves import draw_curves
from vision.training.device import best_device
from vision.training.photoset import MODELS, RUNS

JOINED = "hupai"
"""Name and folder of the two that read together."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which models are made, from what, and where they go."""

    locator: TrainConfig
    recogniser: RecogniserConfig
    runs: Path
    out: Path
    processes: int
    workers: int

    def needed(self) -> Iterator[TrainConfig]:
        """The detectors that have to be there first."""
        for name in dict.fromkeys((self.locator.finder, self.locator.start, self.recogniser.finder)):
            if name:
                yield load_config(MODELS / name / "config.toml")


def plan(options: argparse.Namespace) -> Plan:
    """What the command line asks for."""
    locator = load_config(MODELS / options.locator / "config.toml")
    recogniser = load_recogniser_config(MODELS / options.recogniser / "config.toml")
    if options.seed is not None:
        locator, recogniser = replace(locator, seed=options.seed), replace(recogniser, seed=options.seed)
    return Plan(locator, recogniser, options.runs, options.out, options.processes, options.workers)


def run_of(runs: Path, name: str, seed: int) -> Path:
    """The folder of a run; seeds beside the first have folders of their own."""
    return runs / (name if seed == 1 else f"{name}-seed{seed}")


def make_detector(config: TrainConfig, made: Plan, folder: Path) -> None:
    """Train a detector, export it, check it, write its card and its learning curve."""
    run = run_of(made.runs, config.name, config.seed)
    weights = train.train(config, run, processes=made.processes, workers=made.workers)
    detectors.finish(config, weights, run, folder)
    draw_curves(run / "results.csv", folder / "curve.svg")


def make_recogniser(config: RecogniserConfig, made: Plan, folder: Path) -> None:
    """Train the recogniser, export it, check it, write its card and its learning curve."""
    run = run_of(made.runs, config.name, config.seed)
    recognisers.finish(config, recognise.train(config, run, workers=made.workers), folder)
    draw_curves(run / "results.csv", folder / "curve.svg")


def join(made: Plan) -> None:
    """Write the card of the two together, with the thresholds that read the most photos right."""
    folder = made.out / JOINED
    folder.mkdir(parents=True, exist_ok=True)
    card = folder / "card.toml"
    lines = (f'name = "{JOINED}"', f'locator = "../{made.locator.name}"', f'recogniser = "../{made.recogniser.name}"')
    chosen = ("[chosen]", 'on = "tables/val, every third photo of the tray, generated hands"')
    none = "margins = [0.0, 0.0, 0.0, 0.0]"
    card.write_text(
        "\n".join(
            [*lines, "confidence = 0.5", "located = 0.5", none, "", *chosen, "photos_exact = 0.0", "tiles_right = 0.0"]
        )
        + "\n",
        encoding="utf-8",
    )
    tune.write(folder, tune.best(folder))


def build(made: Plan) -> None:
    """Everything, each step only where it is not done yet."""
    for config in made.needed():
        if not (MODELS / config.name / f"{config.name}.onnx").is_file() or config.name == made.locator.start:
            train.train(config, run_of(made.runs, config.name, 1), processes=made.processes, workers=made.workers)
        if not (MODELS / config.name / f"{config.name}.onnx").is_file():
            make_detector(config, made, MODELS / config.name)
    make_detector(made.locator, made, made.out / made.locator.name)
    make_recogniser(made.recogniser, made, made.out / made.recogniser.name)
    join(made)


def main() -> None:
    """Build from the command line."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--locator", default="locator", help="configuration of the model that finds tiles")
    parser.add_argument("--recogniser", default="recogniser", help="configuration of the model that names them")
    parser.add_argument("--runs", type=Path, default=RUNS, help="folder of the runs and their checkpoints")
    parser.add_argument("--out", type=Path, default=MODELS, help="folder of the finished models")
    parser.add_argument("--seed", type=int, help="another seed than the configurations'")
    cores = os.cpu_count() or 1
    alone = torch.cuda.is_available()
    parser.add_argument("--processes", type=int, default=1 if alone else cores, help="processes that train together")
    parser.add_argument("--workers", type=int, default=max(1, cores - 1) if alone else 1, help="loaders for each")
    options = parser.parse_args()
    if best_device().type == "cpu":
        torch.set_num_threads(1)
    build(plan(options))


if __name__ == "__main__":
    main()
