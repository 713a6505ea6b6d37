"""Train a detector: ``python -m vision.training.train models/<name>/config.toml``.

The run lives in ``runs/<name>``; a checkpoint is written after every epoch, and the same command goes on from it.
"""

from __future__ import annotations

import vision.training.offline  # noqa: F401  # isort: skip  (before ultralytics)

import argparse
import multiprocessing
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed
from torch.utils.data import DataLoader, Dataset, Sampler
from ultralytics.engine.trainer import BaseTrainer
from ultralytics.models.yolo.detect import DetectionTrainer
from ultralytics.nn.tasks import yaml_model_load
from ultralytics.utils import YAML

from vision.labels import LABELS, TILE
from vision.training.chips import ChipSampler
from vision.training.config import TrainConfig, load_config
from vision.training.device import mixed, quiet_worker
from vision.training.photoset import MODELS, RUNS, mistaken, sources_of
from vision.training.sources.faces import library
from vision.training.sources.photos import Labelled
from vision.training.synthesize import View


class Chips(Dataset[dict[str, Any]]):  # type: ignore[misc]
    """Chips by number: the same number is the same chip, whatever process draws it."""

    def __init__(self, sampler: ChipSampler, config: TrainConfig) -> None:
        self.sampler = sampler
        self.seed = config.seed
        self.count = config.epoch_chips
        self.locate = config.locate

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: int) -> dict[str, Any]:
        """One chip as tensors: picture (3, side, side) bytes, classes (n, 1), boxes (n, 4) as shares."""
        return as_tensors(self.sampler.draw(np.random.default_rng([self.seed, number])), self.locate)


def as_tensors(chip: Labelled, locate: bool = False) -> dict[str, Any]:
    """A labelled picture in the form the trainer takes; with ``locate`` every tile is of one class."""
    height, width = chip.pixels.shape[:2]
    scale = np.array([width, height, width, height], np.float32)
    low, high = chip.boxes[:, :2], chip.boxes[:, 2:]
    centred = np.concatenate([(low + high) / 2, high - low], axis=1) / scale
    return {
        "img": torch.from_numpy(np.ascontiguousarray(chip.pixels.transpose(2, 0, 1))),
        "cls": torch.from_numpy(np.where(locate, 0, chip.classes).astype(np.float32)).reshape(-1, 1),
        "bboxes": torch.from_numpy(centred.astype(np.float32)).reshape(-1, 4),
        "im_file": chip.name,
    }


def collate(chips: list[dict[str, Any]]) -> dict[str, Any]:
    """A batch: pictures stacked, boxes in one list that says which picture each is of."""
    counts = [len(chip["cls"]) for chip in chips]
    return {
        "img": torch.stack([chip["img"] for chip in chips]),
        "cls": torch.cat([chip["cls"] for chip in chips]),
        "bboxes": torch.cat([chip["bboxes"] for chip in chips]),
        "batch_idx": torch.repeat_interleave(torch.arange(len(chips), dtype=torch.float32), torch.tensor(counts)),
        "im_file": [chip["im_file"] for chip in chips],
    }


@dataclass(frozen=True, slots=True)
class Team:
    """The processes that train together: each draws its own chips, and their gradients are averaged."""

    rank: int = 0
    size: int = 1
    address: str = ""
    """A file through which they meet."""

    def join(self) -> None:
        """Wait for the others."""
        if self.size > 1:
            torch.distributed.init_process_group(
                "gloo", init_method=f"file://{self.address}", rank=self.rank, world_size=self.size
            )

    def average(self, tensors: Iterable[torch.Tensor]) -> None:
        """Replace the tensors by their mean over all processes."""
        if self.size == 1:
            return
        parts = list(tensors)
        flat = torch.cat([part.reshape(-1) for part in parts])
        torch.distributed.all_reduce(flat)
        flat /= self.size
        start = 0
        for part in parts:
            part.copy_(flat[start : start + part.numel()].view_as(part))
            start += part.numel()


class Epochs(Sampler[int]):  # type: ignore[misc]
    """Numbers of an epoch's chips, so that a resumed run goes on with chips it has not seen."""

    def __init__(self, count: int, team: Team) -> None:
        self.count = count
        self.team = team
        self.epoch = 0

    def __iter__(self) -> Iterator[int]:
        start = self.epoch * self.count
        return iter(range(start + self.team.rank, start + len(self) * self.team.size, self.team.size))

    def __len__(self) -> int:
        return self.count // self.team.size


class TileTrainer(DetectionTrainer):  # type: ignore[misc]
    """ultralytics' trainer on chips drawn as they are needed; judged afterwards on whole photos, not on chips."""

    chips: Chips
    team: Team
    loader_workers: int
    labels: tuple[str, ...]

    def get_dataset(self) -> dict[str, Any]:
        """What the trainer asks of a dataset's description."""
        names = dict(enumerate(self.labels))
        return {"train": "chips", "val": "chips", "nc": len(names), "names": names, "channels": 3}

    def get_dataloader(
        self,
        dataset_path: str,  # noqa: ARG002
        batch_size: int = 16,
        rank: int = 0,  # noqa: ARG002
        mode: str = "train",
    ) -> Any:
        """Batches of chips, drawn in processes of their own."""
        sampler = Epochs(len(self.chips), self.team)
        self.add_callback("on_train_epoch_start", lambda trainer: setattr(sampler, "epoch", trainer.epoch))
        workers = self.loader_workers if mode == "train" else 0
        return DataLoader(
            self.chips,
            batch_size,
            sampler=sampler,
            num_workers=workers,
            collate_fn=collate,
            drop_last=True,
            persistent_workers=workers > 0,
            prefetch_factor=4 if workers else None,
            worker_init_fn=quiet_worker,
        )

    def _build_train_pipeline(self) -> None:
        BaseTrainer._build_train_pipeline(self)

    def optimizer_step(self) -> None:
        """One step, with the mean of all processes' gradients."""
        with torch.no_grad():
            self.team.average(each.grad for each in self.model.parameters() if each.grad is not None)
        super().optimizer_step()

    def validate(self) -> tuple[dict[str, float], None]:
        """Nothing: chips say little about photos."""
        return {}, None

    def final_eval(self) -> None:
        """Nothing, and the checkpoint stays one that training can go on from."""


def halved_on_cpu() -> bool:
    """Whether training runs on a processor made for half precision, which ultralytics uses on GPUs only."""
    return not torch.cuda.is_available() and mixed(torch.device("cpu"))


def labels_of(config: TrainConfig) -> tuple[str, ...]:
    """What a configuration's classes are."""
    return (TILE,) if config.locate else LABELS


def chip_sampler(config: TrainConfig, run: Path) -> ChipSampler:
    """The chips that a configuration describes; what is looked up for them once is kept in the folder ``run``."""
    sources = sources_of(config.sources, config.finder, run)
    faces = library(config.seed, config.designs, weights=config.faces)
    mistook = mistaken(run.parent) if config.mined else ()
    view = View(config.chip, config.tile)
    return ChipSampler(sources, faces, view, config.real, mistook=mistook, mined=config.mined)


def overrides(config: TrainConfig, run: Path) -> dict[str, Any]:
    """Ultralytics' settings: no augmentation of its own, since chips are varied when drawn."""
    started = {"pretrained": str(run.parent / config.start / "weights" / "last.pt")} if config.start else {}
    return started | {
        "model": str(architecture(config, run)), "data": "chips", "task": "detect", "mode": "train",
        "epochs": config.epochs, "batch": config.batch, "nbs": config.batch, "imgsz": config.chip,
        "optimizer": "AdamW", "lr0": config.learning_rate, "lrf": config.final_share, "weight_decay": 0.02,
        "warmup_epochs": min(1.0, config.epochs / 10), "warmup_bias_lr": config.learning_rate, "cls": config.class_gain,
        "project": str(run.parent.resolve()), "name": run.name, "exist_ok": True, "save_dir": str(run.resolve()),
        "seed": config.seed, "deterministic": False, "close_mosaic": 0, "patience": 10**6, "val": False,
        "plots": False, "amp": torch.cuda.is_available(), "verbose": False,
    }  # fmt: skip


def architecture(config: TrainConfig, run: Path) -> Path:
    """The network's description, with one prediction per place and suppression afterwards, which keeps runners-up."""
    layers = yaml_model_load(f"{config.architecture}.yaml")
    layers.update(nc=len(labels_of(config)), end2end=False)
    layers.pop("yaml_file", None)
    path = run / f"{config.architecture}.yaml"
    YAML.save(path, layers)
    return path


def train(config: TrainConfig, run: Path, *, processes: int = 1, workers: int = 1) -> Path:
    """Train, or go on training, in the folder ``run``; the path of the weights comes back.

    On processors, one process for each core is the fastest; ``workers`` draw chips for each of them, or it does so
    itself with none.
    """
    last = run / "weights" / "last.pt"
    if last.is_file() and epochs_done(run) >= config.epochs:
        return last
    if config.start:
        earlier = load_config(MODELS / config.start / "config.toml")
        train(earlier, run.parent / config.start, processes=processes, workers=workers)
    run.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        address = str(Path(folder) / "meeting")
        others = [
            multiprocessing.get_context("spawn").Process(
                target=_train, args=(config, run, Team(rank, processes, address), workers), daemon=workers == 0
            )
            for rank in range(1, processes)
        ]
        for other in others:
            other.start()
        _train(config, run, Team(0, processes, address), workers)
        for other in others:
            other.join()
    return last


def epochs_done(run: Path) -> int:
    """How many epochs a run has behind it."""
    results = run / "results.csv"
    return max(0, len(results.read_text(encoding="utf-8").splitlines()) - 1) if results.is_file() else 0


def _train(config: TrainConfig, run: Path, team: Team, workers: int) -> None:
    """The part of one process; only the first one keeps its files."""
    team.join()
    settings = overrides(config, run)
    last = run / "weights" / "last.pt"
    if last.is_file():
        settings["resume"] = str(last)
    if team.rank:
        settings["save_dir"] = tempfile.mkdtemp()
    chips = Chips(chip_sampler(config, run), config)
    parts = {"chips": chips, "team": team, "loader_workers": workers, "labels": labels_of(config)}
    trainer = type("ConfiguredTrainer", (TileTrainer,), parts)(overrides=settings)
    trainer.epochs = trainer.args.epochs = config.epochs
    torch.set_num_threads(1)
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=halved_on_cpu()):
        trainer.train()


def main() -> None:
    """Train from a configuration file."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("config", type=Path)
    parser.add_argument("--runs", type=Path, default=RUNS, help="folder of the runs")
    parser.add_argument("--processes", type=int, default=1, help="processes that train together, one a core")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw chips, for each of them")
    options = parser.parse_args()
    config = load_config(options.config)
    train(config, options.runs / config.name, processes=options.processes, workers=options.workers)


if __name__ == "__main__":
    main()
