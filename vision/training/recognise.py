"""Train the recogniser: ``python -m vision.training.recognise models/<name>/config.toml``.

The run lives in ``runs/<name>``; a checkpoint is written after every epoch, and the same command goes on from it.
"""

from __future__ import annotations

import argparse
import copy
import csv
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.detection import Box
from vision.patch import DIRECTIONS, patch
from vision.training.config import RecogniserConfig, load_recogniser_config
from vision.training.device import best_device, mixed, quiet_worker
from vision.training.net import TileNet
from vision.training.patches import PATCH_LABELS, SYMMETRIC, UNKNOWN, Patch, PatchSampler
from vision.training.photoset import RUNS, mistaken, sources_of
from vision.training.sources.faces import fresh_set, library
from vision.training.sources.photos import Labelled as Picture
from vision.training.sources.photos import photo_set
from vision.training.synthesize import View

Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Patches (n, 3, SIDE, SIDE) bytes, kinds (n,), directions (n,) in turns."""

BUFFER = 1024
"""Patches that wait to be mixed, since those of one scene come together."""
AVERAGED = 0.998
"""How much the averaged weights keep of themselves at each step."""
WARM_UP = 300
"""Steps until the full learning rate."""
SAME_BOTH_WAYS = tuple(label in SYMMETRIC for label in PATCH_LABELS)


class Patches(IterableDataset[Batch]):  # type: ignore[misc]
    """An endless stream of batches; each loader process draws its own."""

    def __init__(self, sampler: PatchSampler, batch: int, seed: Sequence[int], *, renewal: int = 0) -> None:
        self.sampler = sampler
        self.batch = batch
        self.seed = list(seed)
        self.renewal = renewal
        """Draws until a drawn set of faces gives way to another one; 0 keeps them all."""

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        rng = np.random.default_rng([*self.seed, worker.id if worker else 0])
        waiting: list[Patch] = []
        draws = 0
        while True:
            while len(waiting) < BUFFER + self.batch:
                waiting += self.sampler.draw(rng)
                draws += 1
                if self.renewal and draws % self.renewal == 0:
                    self.sampler.faces = self.sampler.faces.renewed(fresh_set(rng))
            rng.shuffle(waiting)
            yield as_batch(waiting[: self.batch])
            del waiting[: self.batch]


def as_batch(patches: Sequence[Patch]) -> Batch:
    """Patches as tensors."""
    pixels = np.stack([one.pixels for one in patches]).transpose(0, 3, 1, 2)
    return (
        torch.from_numpy(np.ascontiguousarray(pixels)),
        torch.tensor([one.kind for one in patches]),
        torch.tensor([one.up for one in patches], dtype=torch.float32),
    )


def direction_targets(up: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
    """(n, DIRECTIONS): the chances of the two nearest directions, shared with the opposite where both look alike."""
    place = up.clamp(min=0) * DIRECTIONS
    low, share = place.floor().long(), place - place.floor()
    targets = torch.zeros(len(up), DIRECTIONS)
    targets.scatter_add_(1, (low % DIRECTIONS)[:, None], (1 - share)[:, None])
    targets.scatter_add_(1, ((low + 1) % DIRECTIONS)[:, None], share[:, None])
    both = torch.tensor(SAME_BOTH_WAYS)[kinds][:, None]
    return torch.where(both, (targets + targets.roll(DIRECTIONS // 2, 1)) / 2, targets)


def loss_of(net: TileNet, batch: Batch, config: RecogniserConfig, device: torch.device) -> torch.Tensor:
    """What training makes small: wrong kinds, and wrong directions where they are known."""
    pixels, kinds, up = batch
    images = pixels.to(device).float().div_(255).contiguous(memory_format=torch.channels_last)
    with torch.autocast(device.type, dtype=torch.bfloat16, enabled=mixed(device)):
        shown, pointing = net(images)
    loss = functional.cross_entropy(shown.float(), kinds.to(device), label_smoothing=config.smoothing)
    known = up != UNKNOWN
    if known.any():
        targets = direction_targets(up[known], kinds[known]).to(device)
        pointed = functional.cross_entropy(pointing.float()[known.to(device)], targets)
        loss = loss + config.direction_gain * pointed * known.float().mean().item()
    return loss


@dataclass(frozen=True, slots=True)
class Labelled:
    """Tiles with known faces, to judge by."""

    pixels: npt.NDArray[np.uint8]
    """(n, SIDE, SIDE, 3)."""
    kinds: npt.NDArray[np.int64]


def cut(photos: Iterable[Picture]) -> Labelled:
    """All tiles of labelled photos, cut by their labels as the service cuts them."""
    photos = list(photos)
    pixels = [patch(photo.pixels, Box(*box)) for photo in photos for box in photo.boxes.tolist()]
    return Labelled(np.stack(pixels), np.concatenate([photo.classes for photo in photos]))


def labelled_tiles(name: str, split: str | None) -> Labelled:
    """All tiles of a dataset's split."""
    dataset = photo_set(name)
    return cut(dataset.read(each) for each in dataset.names(split))


def floats(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Patches (n, SIDE, SIDE, 3) as the net takes them: (n, 3, SIDE, SIDE), 0 to 1."""
    return np.ascontiguousarray(pixels.transpose(0, 3, 1, 2)).astype(np.float32) / np.float32(255)


def accuracy(net: TileNet, tiles: Labelled, device: torch.device) -> float:
    """Share of tiles whose most likely kind is right."""
    net.eval()
    right = 0
    with torch.inference_mode():
        for start in range(0, len(tiles.kinds), 256):
            part = tiles.pixels[start : start + 256].transpose(0, 3, 1, 2)
            shown, _ = net(torch.from_numpy(np.ascontiguousarray(part)).to(device).float() / 255)
            right += int((shown.argmax(1).cpu().numpy() == tiles.kinds[start : start + 256]).sum())
    return right / len(tiles.kinds)


def patch_sampler(config: RecogniserConfig, run: Path) -> PatchSampler:
    """The patches that a configuration describes."""
    faces = library(config.seed, config.designs, weights=config.faces)
    view = View(config.scene, config.tile)
    sources = sources_of(config.sources, config.finder, run)
    mistook = mistaken(run.parent) if config.mined else ()
    return PatchSampler(
        sources, faces, view, real=config.real, nothing=config.nothing, mistook=mistook, mined=config.mined
    )


def rate(step: int, steps: int) -> float:
    """The learning rate at a step as a share of the highest: a short rise, then half a cosine down."""
    rise = min(1.0, (step + 1) / WARM_UP)
    return rise * (0.5 + 0.5 * math.cos(math.pi * min(1.0, step / steps))) + 1e-3


class Run:
    """One training run and what is kept of it."""

    def __init__(self, config: RecogniserConfig, folder: Path) -> None:
        self.config = config
        self.folder = folder
        self.device = best_device()
        torch.manual_seed(config.seed)
        net = TileNet(config.widths, config.blocks, config.dropout).to(self.device)
        self.net = net.to(memory_format=torch.channels_last)
        self.averaged = copy.deepcopy(self.net)
        self.optimizer = torch.optim.AdamW(net.parameters(), config.learning_rate, weight_decay=config.weight_decay)
        self.epoch = 0
        if self.checkpoint.is_file():
            self._load()

    @property
    def checkpoint(self) -> Path:
        """Where all is kept that going on needs."""
        return self.folder / "last.pt"

    @property
    def steps(self) -> int:
        """Steps of an epoch."""
        return self.config.epoch_patches // self.config.batch

    def _load(self) -> None:
        kept: dict[str, Any] = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        self.net.load_state_dict(kept["net"])
        self.averaged.load_state_dict(kept["averaged"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.epoch = kept["epoch"]

    def save(self) -> None:
        """Write the checkpoint; a run that is killed meanwhile keeps the one before."""
        parts = {"net": self.net, "averaged": self.averaged, "optimizer": self.optimizer}
        kept = {name: part.state_dict() for name, part in parts.items()} | {"epoch": self.epoch}
        fresh = self.checkpoint.with_suffix(".new")
        torch.save(kept, fresh)
        fresh.replace(self.checkpoint)

    def train_epoch(self, batches: Iterator[Batch]) -> float:
        """One epoch; its mean loss."""
        self.net.train()
        total = 0.0
        for step in range(self.steps):
            share = rate(self.epoch * self.steps + step, self.config.epochs * self.steps)
            for group in self.optimizer.param_groups:
                group["lr"] = self.config.learning_rate * share
            loss = loss_of(self.net, next(batches), self.config, self.device)
            if not torch.isfinite(loss):
                raise FloatingPointError(
                    f"loss {loss.item()} in step {step} of epoch {self.epoch + 1} of {self.folder}"
                )
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            average(self.averaged, self.net, self.epoch * self.steps + step)
            total += loss.item()
        self.epoch += 1
        return total / self.steps


def average(averaged: nn.Module, net: nn.Module, step: int) -> None:
    """Let the averaged weights follow, closely at first."""
    keep = min(AVERAGED, step / (step + 10))
    with torch.no_grad():
        for kept, new in zip(averaged.state_dict().values(), net.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - keep)
            else:
                kept.copy_(new)


def train(config: RecogniserConfig, folder: Path, *, workers: int = 1, judged: Labelled | None = None) -> Path:
    """Train, or go on training, in ``folder``; the path of the checkpoint comes back.

    ``judged`` are the tiles that the learning curve is about: those of the validation photos where none are given.
    """
    folder.mkdir(parents=True, exist_ok=True)
    run = Run(config, folder)
    if run.epoch >= config.epochs:
        return run.checkpoint
    sampler = patch_sampler(config, folder)
    judged = labelled_tiles("tables", "val") if judged is None else judged
    stream = Patches(sampler, config.batch, (config.seed, run.epoch), renewal=config.renewal)
    loader = DataLoader(
        stream,
        batch_size=None,
        num_workers=workers,
        prefetch_factor=8 if workers else None,
        worker_init_fn=quiet_worker,
    )
    batches = iter(loader)
    while run.epoch < config.epochs:
        start = time.perf_counter()
        loss = run.train_epoch(batches)
        right = accuracy(run.averaged, judged, run.device)
        run.save()
        note(folder / "results.csv", run.epoch, loss, right, time.perf_counter() - start)
    return run.checkpoint


def note(path: Path, epoch: int, loss: float, right: float, seconds: float) -> None:
    """Add a line to the learning curve."""
    fresh = not path.is_file()
    with path.open("a", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        if fresh:
            table.writerow(["epoch", "loss", "val_right", "seconds"])
        table.writerow([epoch, f"{loss:.4f}", f"{right:.4f}", f"{seconds:.0f}"])
    print(f"epoch {epoch}: loss {loss:.3f}, {right:.2%} of the validation tiles right, {seconds:.0f} s", flush=True)


def main() -> None:
    """Train from a configuration file."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("config", type=Path)
    parser.add_argument("--runs", type=Path, default=RUNS, help="folder of the runs")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw patches")
    options = parser.parse_args()
    config = load_recogniser_config(options.config)
    if best_device().type == "cpu":
        torch.set_num_threads(1)
    train(config, options.runs / config.name, workers=options.workers)


if __name__ == "__main__":
    main()
