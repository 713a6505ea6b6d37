"""What a training run needs to know, read from ``models/<name>/config.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from vision.errors import VisionError


class ConfigError(VisionError):
    """A configuration that cannot be trained from."""


@dataclass(frozen=True, slots=True)
class SourceConfig:
    """One dataset of labelled photos."""

    name: str
    split: str | None = None
    """A split of ``datasets/splits``; all photos without one."""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """One run. Lengths are in pixels, shares between 0 and 1."""

    name: str
    architecture: str = "yolo26n"
    """An architecture that ultralytics knows."""
    locate: bool = False
    """Whether it only finds tiles, one class for all, and leaves to another model what they show."""
    start: str = ""
    """A model of ``models/`` from whose weights this one goes on; it is trained first where it is not yet."""
    finder: str = ""
    """A model of ``models/`` that finds the unlabelled tiles of photos; without one, all beside the labels is covered."""
    seed: int = 1
    epochs: int = 20
    epoch_chips: int = 2400
    batch: int = 16
    learning_rate: float = 0.002
    final_share: float = 0.01
    """The learning rate at the end, as a share of ``learning_rate``."""
    class_gain: float = 1.5
    """Weight of the class loss."""
    chip: int = 256
    tile: tuple[float, float] = (34.0, 96.0)
    """The longer side of a tile in a chip: least and most."""
    real: float = 0.55
    """Share of chips that are cut from photos."""
    designs: int = 60
    """How many sets of faces are drawn."""
    faces: Mapping[str, float] = field(default_factory=dict)
    """How often each kind of face is used in generated chips: ``drawn``, ``crops``, ``art``, ``fonts``."""
    sources: tuple[SourceConfig, ...] = ()
    input_size: int = 640
    """The long side of a photo in the first look."""
    tile_size: float = 64.0
    """The longer side of the median tile in the second look."""
    confidence: float = 0.25
    """What is less sure than this is no tile."""


def load_config(path: Path) -> TrainConfig:
    """Read a configuration; an unknown key is an error that names it."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ConfigError("bad_config", f"cannot read {path}: {error}") from error
    values.setdefault("name", path.parent.name)
    values["sources"] = tuple(_known(SourceConfig, source, path) for source in values.get("sources", ()))
    if "tile" in values:
        values["tile"] = tuple(float(value) for value in values["tile"])
    config: TrainConfig = _known(TrainConfig, values, path)
    return config


def _known(kind: Any, values: Mapping[str, Any], path: Path) -> Any:
    names = {each.name for each in fields(kind)}
    for key in values:
        if key not in names:
            raise ConfigError("unknown_key", f"{path}: no setting {key!r}; there are {', '.join(sorted(names))}")
    return kind(**values)
