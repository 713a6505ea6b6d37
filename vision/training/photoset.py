"""The photos that a training run learns from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vision.training import mining
from vision.training.chips import Source
from vision.training.config import SourceConfig
from vision.training.sources.photos import CARDS, photo_set
from vision.training.unlabelled import find_all

RUNS = Path("runs")
MODELS = CARDS.parent / "models"
MINED_WITH = "hupai"
"""The models whose mistakes are learned from."""


def sources_of(sources: Sequence[SourceConfig], finder: str, run: Path) -> list[Source]:
    """The datasets of a configuration.

    ``finder`` is the model that finds their unlabelled tiles, if any; what it found is kept in the folder ``run``.
    """
    read = []
    for source in sources:
        dataset = photo_set(source.name)
        photos = tuple(dataset.read(name) for name in dataset.names(source.split))
        unlabelled = {}
        if finder and not dataset.complete:
            unlabelled = find_all(photos, MODELS / finder, run / f"unlabelled-{source.name}.json")
        read.append(Source(photos, dataset.complete, source.weight, unlabelled))
    return read


def mistaken(runs: Path) -> tuple[mining.Mistaken, ...]:
    """What the models that are served took for tiles; mined the first time and kept among the ``runs``."""
    if not (runs / mining.POOL).is_file():
        miner = mining.Miner(MODELS / MINED_WITH)
        mining.write(runs / mining.POOL, mining.mine(miner, mining.SEED, count=mining.COUNT, drawn=mining.DRAWN))
    return mining.read(runs / mining.POOL)
