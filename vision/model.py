"""A model on disk: its card, its checksum, and running it."""

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import ModelError
from vision.labels import CLASS_NUMBERS
from vision.runtime import onnxruntime

Network = Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""1 x 3 x H x W, RGB, 0 to 1, to rows x N: middle x, y, width, height in input pixels, then a chance for each label."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What ``card.toml`` says about a model file."""

    name: str
    file: str
    sha256: str
    labels: tuple[str, ...]
    """Face of each class, by class number."""
    input_size: int = 640
    """Long side of the first pass, in pixels."""
    tile_size: int = 64
    """The second pass shows the median tile with its longer side this many pixels long."""
    confidence: float = 0.25
    """Detections below it are dropped."""


CARD_TYPES: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "file": str,
    "sha256": str,
    "labels": list,
    "input_size": int,
    "tile_size": int,
    "confidence": (int, float),
}
"""The keys of a card that matter here."""


def read_card(folder: Path) -> ModelCard:
    """Card of the model in ``folder``; raises ``ModelError``. Keys that ``ModelCard`` lacks only describe."""
    path = folder / "card.toml"
    values = _toml(path)
    known = {name: values[name] for name in CARD_TYPES if name in values}
    wrong = [name for name, value in known.items() if not isinstance(value, CARD_TYPES[name])]
    missing = [name for name in ("name", "file", "sha256", "labels") if name not in known]
    if wrong or missing:
        told = [
            f"{text} {', '.join(names)}" for text, names in (("no", missing), ("of the wrong type:", wrong)) if names
        ]
        raise ModelError("model_card", f"{path}: {'; '.join(told)}")
    card = ModelCard(**known | {"labels": tuple(known["labels"])})
    unknown = [label for label in card.labels if label not in CLASS_NUMBERS]
    if unknown or not card.labels:
        raise ModelError("model_card", f"{path}: no such labels: {unknown}" if unknown else f"{path}: no labels")
    return card


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError("model_missing", f"no model card at {path}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError("model_card", f"{path}: {error}") from error


def open_network(folder: Path, card: ModelCard, threads: int | None = None) -> Network:
    """Model that ``card`` describes, ready to run on so many threads (all of them by default).

    Raises ``ModelError``. The same network may be run from several threads at once.
    """
    session = _session(folder / card.file, card.sha256, threads)
    name: str = session.get_inputs()[0].name
    _check_shape(session, card)

    def network(images: NDArray[np.float32]) -> NDArray[np.float32]:
        output: NDArray[np.float32] = session.run(None, {name: images})[0][0]
        return output

    return network


def _session(path: Path, sha256: str, threads: int | None) -> Any:
    """Model at ``path``, once its checksum is right."""
    if not path.is_file():
        raise ModelError("model_missing", f"no model file at {path}")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256.lower():
        raise ModelError("model_checksum", f"{path} has sha256 {found}, its card says {sha256}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or 0
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own exceptions share no narrower base
        raise ModelError("model_shape", f"{path} is no model that can run: {error}") from error


def _check_shape(session: Any, card: ModelCard) -> None:
    """Raise ``ModelError`` unless the model takes pictures of any size and answers for each label."""
    rows = session.get_outputs()[0].shape[1]
    if isinstance(rows, int) and rows != 4 + len(card.labels):
        raise ModelError("model_shape", f"{card.file} gives {rows} rows, {4 + len(card.labels)} go with its labels")
    sides = session.get_inputs()[0].shape[2:]
    if any(isinstance(side, int) for side in sides):
        raise ModelError("model_shape", f"{card.file} takes pictures of {sides} only, not of any size")
