"""A model on disk: its card, its checksum, and running it."""

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import ModelError
from vision.labels import CLASS_NUMBERS, NOTHING, TILE
from vision.patch import DIRECTIONS, SIDE
from vision.runtime import onnxruntime

Network = Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""1 x 3 x H x W, RGB, 0 to 1, to rows x N: middle x, y, width, height in input pixels, then a chance for each label."""

TileNetwork = Callable[[NDArray[np.float32]], tuple[NDArray[np.float32], NDArray[np.float32]]]
"""N x 3 x SIDE x SIDE, RGB, 0 to 1, to logits: N x labels, and N x DIRECTIONS of the upper edge."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What ``card.toml`` says about a detector's file."""

    name: str
    file: str
    sha256: str
    labels: tuple[str, ...]
    """Face of each class, by class number; of a locator only ``tile``."""
    input_size: int = 640
    """Long side of the first pass, in pixels."""
    tile_size: int = 64
    """The second pass shows the median tile with its longer side this many pixels long."""
    confidence: float = 0.25
    """Detections below it are dropped."""


@dataclass(frozen=True, slots=True)
class RecogniserCard:
    """What ``card.toml`` says about a recogniser's file."""

    name: str
    file: str
    sha256: str
    labels: tuple[str, ...]
    """What each class is, by class number; ``nothing`` among them."""
    temperature: float = 1.0
    """Logits are divided by it, so that the chances hold what they promise."""


@dataclass(frozen=True, slots=True)
class PipelineCard:
    """What ``card.toml`` says about two models that read together."""

    name: str
    locator: str
    """Folder of the model that finds tiles, beside the card."""
    recogniser: str
    """Folder of the model that says what each shows."""
    confidence: float = 0.5
    """Least chance, by both models together, that there is a tile."""


CARD_TYPES: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "file": str,
    "sha256": str,
    "labels": list,
    "input_size": int,
    "tile_size": int,
    "confidence": (int, float),
    "temperature": (int, float),
    "locator": str,
    "recogniser": str,
}
"""The keys of the cards that matter here."""


def is_pipeline(folder: Path) -> bool:
    """Whether the card in ``folder`` is of two models that read together; raises ``ModelError``."""
    return "locator" in toml_of(folder / "card.toml")


def read_card(folder: Path) -> ModelCard:
    """Card of the detector in ``folder``; raises ``ModelError``. Keys that ``ModelCard`` lacks only describe."""
    card: ModelCard = _card(ModelCard, folder)
    _check_labels(folder, card.labels, {*CLASS_NUMBERS, TILE})
    return card


def read_recogniser_card(folder: Path) -> RecogniserCard:
    """Card of the recogniser in ``folder``; raises ``ModelError``."""
    card: RecogniserCard = _card(RecogniserCard, folder)
    _check_labels(folder, card.labels, {*CLASS_NUMBERS, NOTHING})
    if NOTHING not in card.labels or card.temperature <= 0:
        raise ModelError("model_card", f"{folder / 'card.toml'}: no label {NOTHING!r}, or temperature not above 0")
    return card


def read_pipeline_card(folder: Path) -> PipelineCard:
    """Card of the two models that ``folder`` joins; raises ``ModelError``."""
    card: PipelineCard = _card(PipelineCard, folder)
    return card


def _card(kind: Any, folder: Path) -> Any:
    """The card of a folder as a ``kind``; raises ``ModelError`` where a key lacks or has another type."""
    path = folder / "card.toml"
    values = toml_of(path)
    keys = {each.name: each for each in fields(kind)}
    known = {name: values[name] for name in keys if name in values}
    wrong = [name for name, value in known.items() if not isinstance(value, CARD_TYPES[name])]
    missing = [name for name, each in keys.items() if each.default is MISSING and name not in known]
    if wrong or missing:
        told = [
            f"{text} {', '.join(names)}" for text, names in (("no", missing), ("of the wrong type:", wrong)) if names
        ]
        raise ModelError("model_card", f"{path}: {'; '.join(told)}")
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in known.items()})


def _check_labels(folder: Path, labels: tuple[str, ...], known: set[str]) -> None:
    """Raise ``ModelError`` for labels that are none, or when there are none."""
    unknown = [label for label in labels if label not in known]
    if unknown or not labels:
        told = f"no such labels: {unknown}" if unknown else "no labels"
        raise ModelError("model_card", f"{folder / 'card.toml'}: {told}")


def toml_of(path: Path) -> dict[str, Any]:
    """What a card says; raises ``ModelError``."""
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


def open_tile_network(folder: Path, card: RecogniserCard, threads: int | None = None) -> TileNetwork:
    """Recogniser that ``card`` describes, ready to run; see ``open_network``."""
    session = _session(folder / card.file, card.sha256, threads)
    name: str = session.get_inputs()[0].name
    taken = tuple(session.get_inputs()[0].shape[1:])
    given = tuple(output.shape[1] for output in session.get_outputs())
    if taken != (3, SIDE, SIDE) or given != (len(card.labels), DIRECTIONS):
        raise ModelError("model_shape", f"{card.file} takes {taken} and gives {given}, not what its card says")

    def network(patches: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        kinds, directions = session.run(None, {name: patches})
        return kinds, directions

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
