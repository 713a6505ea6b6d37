"""Go on with a wider net: ``python -m vision.training.widen models/<name>/config.toml old/last.pt``.

The checkpoint of a narrower recogniser becomes one of the widths of the configuration that says the same about every
patch (Net2Net, Chen and others 2016, with new channels drawn at random that nothing listens to yet). Training then goes
on from it as from any other.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch

from vision.training.config import RecogniserConfig, load_recogniser_config
from vision.training.net import TileNet
from vision.training.photoset import RUNS

State = dict[str, torch.Tensor]


def widened(old: State, fresh: State) -> State:
    """``old`` in the shapes of ``fresh``: what was there says the same, and does not listen to what is new.

    ValueError names a part that is missing or would have to shrink.
    """
    if missing := sorted(set(old) ^ set(fresh)):
        raise ValueError(f"the nets have different parts: {', '.join(missing)}")
    return {name: _widened(name, old[name], fresh[name]) for name in fresh}


def _widened(name: str, old: torch.Tensor, fresh: torch.Tensor) -> torch.Tensor:
    if old.dim() != fresh.dim() or any(had > has for had, has in zip(old.shape, fresh.shape, strict=True)):
        raise ValueError(f"{name}: {tuple(old.shape)} does not fit into {tuple(fresh.shape)}")
    wide = fresh.clone()
    if old.dim() > 1:
        wide[: old.shape[0], old.shape[1] :] = 0
    wide[tuple(slice(size) for size in old.shape)] = old
    return wide


def widen(config: RecogniserConfig, source: Path, target: Path) -> None:
    """Write to ``target`` a checkpoint in the widths of ``config`` from the one at ``source``.

    The optimiser starts without a memory; the epochs learned are kept.
    """
    kept: dict[str, Any] = torch.load(source, map_location="cpu", weights_only=True)
    torch.manual_seed(config.seed)
    net = TileNet(config.widths, config.blocks, config.dropout)
    optimizer = torch.optim.AdamW(net.parameters(), config.learning_rate, weight_decay=config.weight_decay)
    fresh = net.state_dict()
    target.parent.mkdir(parents=True, exist_ok=True)
    parts = {part: widened(kept[part], fresh) for part in ("net", "averaged")}
    torch.save({**parts, "optimizer": optimizer.state_dict(), "epoch": kept["epoch"]}, target)


def main() -> None:
    """Widen from the command line."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("config", type=Path)
    parser.add_argument("source", type=Path, help="checkpoint of the narrower net")
    parser.add_argument("--runs", type=Path, default=RUNS, help="folder of the runs")
    options = parser.parse_args()
    config = load_recogniser_config(options.config)
    target = options.runs / config.name / "last.pt"
    if target.exists():
        parser.error(f"{target} is there already; move it away first")
    widen(config, options.source, target)


if __name__ == "__main__":
    main()
