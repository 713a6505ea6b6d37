"""A model on disk: its card, its checksum, and running it."""

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
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

SHA256 = re.compile(r"[0-9a-fA-F]{64}")

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
    """From this on a detection counts by itself."""
    floor: float | None = None
    """Detections below it are dropped; those below ``confidence`` where it is not told."""

    @property
    def least(self) -> float:
        """Least confidence of a detection that is kept."""
        return self.confidence if self.floor is None else self.floor


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
    located: float = 0.5
    """Least confidence of the locator in a tile that lies next to no other."""
    margins: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """How far tiles go beyond what the locator boxes at left, top, right and bottom, as shares of its boxes."""


class CardKind(Enum):
    """What a card is of, in words."""

    DETECTOR = "a detector"
    LOCATOR = "a locator, which finds tiles and does not say what they show"
    RECOGNISER = "a recogniser, which says what tiles show and does not find them"
    PIPELINE = "two models that read together"


@dataclass(frozen=True, slots=True)
class Key:
    """What the value of a card's key is."""

    wanted: str
    """In a phrase."""
    fits: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _is_number(value: Any, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and _is_number(value, least, most)


def _are_margins(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(_is_number(each, -0.4, 1) for each in value)


def _are_labels(value: Any) -> bool:
    """Whether there are some, all of them texts, each once."""
    return bool(value) and isinstance(value, list) and all(map(_is_text, value)) and len(set(value)) == len(value)


CARD_KEYS: dict[str, Key] = {
    "name": Key("a text", _is_text),
    "file": Key("the name of a file", _is_text),
    "sha256": Key("64 hexadecimal digits", lambda value: isinstance(value, str) and bool(SHA256.fullmatch(value))),
    "labels": Key("a list of different texts", _are_labels),
    "input_size": Key("a whole number from 32 to 4096", lambda value: _is_whole(value, 32, 4096)),
    "tile_size": Key("a whole number from 8 to 1024", lambda value: _is_whole(value, 8, 1024)),
    "confidence": Key("a number from 0 to 1", lambda value: _is_number(value, 0, 1)),
    "floor": Key("a number from 0 to 1", lambda value: _is_number(value, 0, 1)),
    "located": Key("a number from 0 to 1", lambda value: _is_number(value, 0, 1)),
    "margins": Key("four numbers from -0.4 to 1", _are_margins),
    "temperature": Key("a number from 0.01 to 100", lambda value: _is_number(value, 0.01, 100)),
    "locator": Key("the name of a folder", _is_text),
    "recogniser": Key("the name of a folder", _is_text),
}
"""The keys of the cards that matter here."""

MAX_SHOWN = 80
"""Signs of a value that an error repeats."""


def card_kind(folder: Path) -> CardKind:
    """What the card in ``folder`` is of; raises ``ModelError``."""
    path = folder / "card.toml"
    values = toml_of(path)
    if values.keys() & {"locator", "recogniser"}:
        return CardKind.PIPELINE
    labels = values.get("labels", [])
    _check_keys(path, {"labels": labels} if "labels" in values else {})
    if NOTHING in labels:
        return CardKind.RECOGNISER
    return CardKind.LOCATOR if labels == [TILE] else CardKind.DETECTOR


def read_card(folder: Path) -> ModelCard:
    """Card of the detector or locator in ``folder``; raises ``ModelError``.

    Keys that ``ModelCard`` lacks only describe.
    """
    card: ModelCard = _card(ModelCard, folder, CardKind.DETECTOR, CardKind.LOCATOR)
    _check_labels(folder, card.labels, {*CLASS_NUMBERS, TILE})
    return card


def read_recogniser_card(folder: Path) -> RecogniserCard:
    """Card of the recogniser in ``folder``; raises ``ModelError``."""
    card: RecogniserCard = _card(RecogniserCard, folder, CardKind.RECOGNISER)
    _check_labels(folder, card.labels, {*CLASS_NUMBERS, NOTHING})
    return card


def read_pipeline_card(folder: Path) -> PipelineCard:
    """Card of the two models that ``folder`` joins; raises ``ModelError``."""
    card: PipelineCard = _card(PipelineCard, folder, CardKind.PIPELINE)
    return card


def _card(form: Any, folder: Path, *kinds: CardKind) -> Any:
    """The card of a folder as a ``form``; raises ``ModelError`` for one of another kind, a key missing or at fault."""
    path = folder / "card.toml"
    kind = card_kind(folder)
    if kind not in kinds:
        raise ModelError("model_card", f"{path} is the card of {kind.value}, where one of {kinds[0].value} is wanted")
    values = toml_of(path)
    keys = {each.name: each for each in fields(form)}
    known = {name: values[name] for name in keys if name in values}
    _check_keys(path, known)
    missing = [name for name, each in keys.items() if each.default is MISSING and name not in known]
    if missing:
        raise ModelError("model_card", f"{path}: no {', '.join(missing)}")
    return form(**{name: tuple(value) if isinstance(value, list) else value for name, value in known.items()})


def _check_keys(path: Path, values: Mapping[str, Any]) -> None:
    """Raise ``ModelError`` for the first value that is not what its key wants."""
    for name, value in values.items():
        key = CARD_KEYS[name]
        if not key.fits(value):
            raise ModelError("model_card", f"{path}: {name} is {key.wanted}, not {repr(value)[:MAX_SHOWN]}")


def _check_labels(folder: Path, labels: tuple[str, ...], known: set[str]) -> None:
    """Raise ``ModelError`` for labels that are none."""
    unknown = [label for label in labels if label not in known]
    if unknown:
        raise ModelError("model_card", f"{folder / 'card.toml'}: labels has {unknown[0]!r}, which nothing is called")


def toml_of(path: Path) -> dict[str, Any]:
    """What a card says; raises ``ModelError``."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError("model_missing", f"no model card at {path}") from error
    except (ValueError, RecursionError) as error:
        raise ModelError("model_card", f"{path}: {str(error)[:MAX_SHOWN]}") from error


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
