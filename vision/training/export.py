"""From trained weights to the ONNX file that is served, and its card.

``python -m vision.training.export models/<name>/config.toml`` exports the run's weights and checks that both give the
same on pictures.
"""

from __future__ import annotations

import vision.training.offline  # noqa: F401  # isort: skip  (before ultralytics)

import argparse
import hashlib
import json
import shutil
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from ultralytics import YOLO

from vision.errors import VisionError
from vision.runtime import onnxruntime
from vision.training.config import TrainConfig, load_config
from vision.training.photoset import RUNS
from vision.training.sources.photos import CARDS
from vision.training.train import chip_sampler, labels_of

Floats = npt.NDArray[np.float32]

TOLERANCE = {"box": 0.05, "chance": 0.002}
"""The largest difference allowed: pixels of a box's middle and size, and class probability."""
MANY = 1024
"""Weights of a layer from which on it pays to keep them in half as many bits."""
PICTURES = 8
"""Chips on which both are compared."""


class ParityError(VisionError):
    """The exported file does not do what the trained weights do."""


@dataclass(frozen=True, slots=True)
class Parity:
    """The largest differences between the trained weights and the exported file."""

    pictures: int
    box: float
    """Pixels, over places where any class reaches 1 %."""
    chance: float


def export(weights: Path, folder: Path, name: str) -> Path:
    """Write ``<folder>/<name>.onnx`` for inputs of any size that is a multiple of 32."""
    model = YOLO(str(weights), task="detect")
    made = Path(model.export(format="onnx", dynamic=True, simplify=True, opset=17, nms=False, batch=1, verbose=False))
    path = folder / f"{name}.onnx"
    shutil.copyfile(made, path)
    without_metadata(path)
    return path


def halved(path: Path) -> None:
    """Keep the weights in half as many bits, so that the file is half as large; the runtime widens them on opening."""
    model = onnx.load(str(path))
    casts = []
    for tensor in model.graph.initializer:
        weights = onnx.numpy_helper.to_array(tensor)
        if weights.dtype == np.float32 and weights.size >= MANY:
            name = tensor.name
            tensor.CopyFrom(onnx.numpy_helper.from_array(weights.astype(np.float16), f"{name}.half"))
            casts.append(onnx.helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, str(path))


def without_metadata(path: Path) -> None:
    """Drop what the exporter notes of the machine and the moment, so that the same weights give the same file."""
    model = onnx.load(str(path))
    del model.metadata_props[:]
    for node in model.graph.node:
        del node.metadata_props[:]
    model.producer_version = ""
    onnx.save(model, str(path))


def parity(weights: Path, exported: Path, pictures: Sequence[npt.NDArray[np.uint8]]) -> Parity:
    """Compare both on pictures (height, width, 3) whose sides are multiples of 32; raises ``ParityError``."""
    model = YOLO(str(weights), task="detect").model.float().eval()
    model.fuse(verbose=False)
    session = onnxruntime.InferenceSession(str(exported), providers=["CPUExecutionProvider"])
    box = chance = 0.0
    for picture in pictures:
        images = np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32) / 255
        with torch.no_grad():
            answer = model(torch.from_numpy(images))
        ours: Floats = (answer[0] if isinstance(answer, (tuple, list)) else answer).numpy()[0]
        theirs: Floats = session.run(None, {session.get_inputs()[0].name: images})[0][0]
        sure = ours[4:].max(axis=0) >= 0.01
        chance = max(chance, float(np.abs(ours[4:] - theirs[4:]).max()))
        box = max(box, float(np.abs(ours[:4, sure] - theirs[:4, sure]).max(initial=0.0)))
    result = Parity(len(pictures), box, chance)
    if box > TOLERANCE["box"] or chance > TOLERANCE["chance"]:
        raise ParityError("no_parity", f"{exported} differs from {weights}: {result}")
    return result


def write_card(folder: Path, exported: Path, config: TrainConfig, result: Parity) -> Path:
    """The card that the detector reads, with what the model was made from."""
    labels = ", ".join(json.dumps(label) for label in labels_of(config))
    sources = ", ".join(
        json.dumps(source.name + (f"/{source.split}" if source.split else "")) for source in config.sources
    )
    lines = [
        f"name = {json.dumps(config.name)}",
        f"file = {json.dumps(exported.name)}",
        f'sha256 = "{hashlib.sha256(exported.read_bytes()).hexdigest()}"',
        f"input_size = {config.input_size}",
        f"tile_size = {config.tile_size:g}",
        f"confidence = {config.confidence:g}",
        *([f"floor = {config.confidence:g}"] if config.locate else []),
        f"labels = [{labels}]",
        "",
        "[training]",
        f"architecture = {json.dumps(config.architecture)}",
        f"seed = {config.seed}",
        f"chips = {config.epochs * config.epoch_chips}",
        f"chip = {config.chip}",
        f"photos = [{sources}]",
        f"faces = {json.dumps(sorted(config.faces))}",
        f"attribution = {json.dumps(attribution(config), ensure_ascii=False)}",
        'licence = "AGPL-3.0-or-later"',
        f"notes = {json.dumps(config.notes, ensure_ascii=False)}",
        "",
        "[parity]",
        f"pictures = {result.pictures}",
        f"box_pixels = {result.box:.5f}",
        f"chance = {result.chance:.6f}",
    ]
    path = folder / "card.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def attribution(config: TrainConfig) -> list[str]:
    """Whom to thank for what the model learned from."""
    return attribution_of([source.name for source in config.sources], config.faces)


def attribution_of(photos: Sequence[str], faces: Iterable[str]) -> list[str]:
    """Whom to thank for datasets of photos and kinds of faces: makers and licence, as the datasets' cards tell."""
    folders = {"crops": "crops", "art": "art", "fonts": "art"}
    names = [*photos, *dict.fromkeys(folders[kind] for kind in sorted(faces) if kind in folders)]
    cards = {name: tomllib.loads((CARDS / name / "card.toml").read_text(encoding="utf-8")) for name in names}
    return [f"{name}: {card['attribution']} ({card['licence']})" for name, card in cards.items()]


def finish(config: TrainConfig, weights: Path, run: Path, folder: Path) -> None:
    """Export a run's weights into ``folder``, check them, write the card."""
    folder.mkdir(parents=True, exist_ok=True)
    exported = export(weights, folder, config.name)
    sampler = chip_sampler(config, run)
    pictures = [sampler.draw(np.random.default_rng([config.seed, 10**9 + number])).pixels for number in range(PICTURES)]
    result = parity(weights, exported, pictures)
    write_card(folder, exported, config, result)
    print(f"{exported}: {exported.stat().st_size / 1e6:.1f} MB, {result}")


def main() -> None:
    """Export a run's weights, check them, write the card."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("config", type=Path)
    parser.add_argument("--runs", type=Path, default=RUNS)
    parser.add_argument("--out", type=Path, help="folder of the model; where the configuration is, if not given")
    parser.add_argument("--weights", type=Path, help="the run's last weights, if not given")
    options = parser.parse_args()
    config = load_config(options.config)
    run = options.runs / config.name
    finish(config, options.weights or run / "weights" / "last.pt", run, options.out or options.config.parent)


if __name__ == "__main__":
    main()
