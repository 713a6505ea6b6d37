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
    """A model of ``models/`` that finds unlabelled tiles in photos; without one, all beside the labels is covered."""
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
    notes: tuple[str, ...] = ()
    """What else the card tells of the run."""
    mined: float = 0.0
    """Share of chips that show no tile but what models took for some; see ``vision.training.mining``."""
    input_size: int = 640
    """The long side of a photo in the first look."""
    tile_size: float = 64.0
    """The longer side of the median tile in the second look."""
    confidence: float = 0.25
    """What is less sure than this is no tile."""


@dataclass(frozen=True, slots=True)
class RecogniserConfig:
    """One run of the recogniser, which says what a single tile shows. Shares are between 0 and 1."""

    name: str
    seed: int = 1
    epochs: int = 40
    epoch_patches: int = 12800
    undone: int = 0
    """Epochs whose learning was lost again; the card does not count them."""
    batch: int = 128
    learning_rate: float = 0.002
    weight_decay: float = 0.03
    smoothing: float = 0.03
    """Share of certainty that the loss does not ask for."""
    direction_gain: float = 0.15
    """Weight of the loss for which way up a tile stands."""
    widths: tuple[int, ...] = (24, 48, 96, 192)
    """Channels of each stage; every stage but the first halves the picture."""
    blocks: tuple[int, ...] = (1, 2, 2, 2)
    """Residual blocks of each stage."""
    dropout: float = 0.2
    scene: int = 288
    """Pixels of a side of the generated scenes that patches are cut from."""
    tile: tuple[float, float] = (26.0, 110.0)
    """The longer side of a tile in those: least and most."""
    real: float = 0.72
    """Share of draws that cut from photos; a draw from a scene gives about three times as many patches."""
    nothing: float = 0.12
    """Share of the patches of photos that show no tile."""
    notes: tuple[str, ...] = ()
    """What else the card tells of the run."""
    mined: float = 0.0
    """Share of draws that show what models took for tiles; see ``vision.training.mining``."""
    designs: int = 150
    """How many drawn sets of faces are at hand at a time."""
    renewal: int = 0
    """Draws until one of those gives way to a new one; 0 keeps them all."""
    finder: str = ""
    """A model of ``models/`` that finds the unlabelled tiles of photos."""
    faces: Mapping[str, float] = field(default_factory=dict)
    """How often each kind of face is used in generated scenes: ``drawn``, ``crops``, ``art``, ``fonts``."""
    sources: tuple[SourceConfig, ...] = ()


def load_config(path: Path) -> TrainConfig:
    """Read a detector's configuration; an unknown key is an error that names it."""
    config: TrainConfig = _known(TrainConfig, _values(path), path)
    return config


def load_recogniser_config(path: Path) -> RecogniserConfig:
    """Read a recogniser's configuration; an unknown key is an error that names it."""
    config: RecogniserConfig = _known(RecogniserConfig, _values(path), path)
    return config


def _values(path: Path) -> dict[str, Any]:
    """What a configuration file says, with lists as tuples."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ConfigError("bad_config", f"cannot read {path}: {error}") from error
    values.setdefault("name", path.parent.name)
    values["sources"] = tuple(_known(SourceConfig, source, path) for source in values.get("sources", ()))
    if "tile" in values:
        values["tile"] = tuple(float(value) for value in values["tile"])
    return {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}


def _known(kind: Any, values: Mapping[str, Any], path: Path) -> Any:
    names = {each.name for each in fields(kind)}
    for key in values:
        if key not in names:
            raise ConfigError("unknown_key", f"{path}: no setting {key!r}; there are {', '.join(sorted(names))}")
    return kind(**values)
