"""From a recogniser's trained weights to the ONNX file that is served, and its card.

``python -m vision.training.export_recogniser models/<name>/config.toml`` exports the run's averaged weights, sets the
temperature on the validation photos and checks that both give the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch

from vision.labels import RED_FIVES
from vision.patch import SIDE
from vision.runtime import onnxruntime
from vision.training.config import RecogniserConfig, load_recogniser_config
from vision.training.export import ParityError, attribution_of, halved, without_metadata
from vision.training.net import TileNet
from vision.training.patches import PATCH_LABELS
from vision.training.photoset import RUNS
from vision.training.placing import OFTEN
from vision.training.recognise import Labelled, floats, labelled_tiles

TOLERANCE = 0.002
"""The largest difference of a chance allowed between the trained weights and the exported file."""
TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(3), 60))


@dataclass(frozen=True, slots=True)
class Exported:
    """A written file and what was found out about it."""

    path: Path
    temperature: float
    chance: float
    """The largest difference of a chance from the trained weights'."""
    pictures: int


def load_net(config: RecogniserConfig, checkpoint: Path) -> TileNet:
    """The averaged weights of a run."""
    net = TileNet(config.widths, config.blocks)
    net.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["averaged"])
    return net.eval()


def weighed_back(net: TileNet, labels: Collection[str] = RED_FIVES) -> TileNet:
    """The same net, its chances of ``labels`` as if these had been drawn no more often than others to learn from."""
    with torch.no_grad():
        for label in labels:
            net.kinds.bias[PATCH_LABELS.index(label)] -= math.log(OFTEN.get(label, 1))
    return net


def export(config: RecogniserConfig, checkpoint: Path, folder: Path, judged: Labelled) -> Exported:
    """Write ``<folder>/<name>.onnx`` for any number of patches; raises ``ParityError`` if it differs."""
    net = weighed_back(load_net(config, checkpoint))
    path = folder / f"{config.name}.onnx"
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, SIDE, SIDE),),
        str(path),
        input_names=["patches"],
        output_names=["kinds", "directions"],
        dynamic_axes={name: {0: "n"} for name in ("patches", "kinds", "directions")},
        opset_version=17,
        dynamo=False,
    )
    without_metadata(path)
    halved(path)
    onnx.checker.check_model(str(path))
    patches = floats(judged.pixels)
    ours = run_net(net, patches)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    theirs = np.concatenate(
        [session.run(None, {"patches": patches[i : i + 64]})[0] for i in range(0, len(patches), 64)]
    )
    temperature = best_temperature(ours, judged.kinds)
    difference = float(np.abs(chances(ours, temperature) - chances(theirs, temperature)).max())
    if difference > TOLERANCE:
        raise ParityError("no_parity", f"{path} differs from {checkpoint} by {difference:.4f}")
    return Exported(path, temperature, difference, len(patches))


def run_net(net: TileNet, patches: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Logits (n, kinds) of patches (n, 3, SIDE, SIDE)."""
    with torch.inference_mode():
        parts = [net(torch.from_numpy(patches[i : i + 256]))[0].numpy() for i in range(0, len(patches), 256)]
    return np.concatenate(parts).astype(np.float64)


def chances(logits: npt.NDArray[np.float64], temperature: float) -> npt.NDArray[np.float64]:
    """Softmax by row."""
    raised = np.exp((logits - logits.max(axis=1, keepdims=True)) / temperature)
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def best_temperature(logits: npt.NDArray[np.float64], kinds: npt.NDArray[np.int64]) -> float:
    """The temperature that makes the right kinds likeliest (temperature scaling: Guo et al. 2017)."""
    rows = np.arange(len(kinds))
    losses = [-np.log(chances(logits, each)[rows, kinds] + 1e-12).mean() for each in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])


def write_card(folder: Path, exported: Exported, config: RecogniserConfig) -> Path:
    """The card that the recogniser reads, with what the model was made from."""
    sources = [source.name + (f"/{source.split}" if source.split else "") for source in config.sources]
    thanks = attribution_of([source.name for source in config.sources], config.faces)
    lines = [
        f"name = {json.dumps(config.name)}",
        f"file = {json.dumps(exported.path.name)}",
        f'sha256 = "{hashlib.sha256(exported.path.read_bytes()).hexdigest()}"',
        f"temperature = {exported.temperature:.4f}",
        f"labels = [{', '.join(json.dumps(label) for label in PATCH_LABELS)}]",
        "",
        "[training]",
        f"seed = {config.seed}",
        f"patches = {(config.epochs - config.undone) * config.epoch_patches}",
        f"photos = {json.dumps(sources)}",
        f"faces = {json.dumps(sorted(config.faces))}",
        f"attribution = {json.dumps(thanks, ensure_ascii=False)}",
        'licence = "AGPL-3.0-or-later"',
        f"notes = {json.dumps(config.notes, ensure_ascii=False)}",
        "",
        "[parity]",
        f"pictures = {exported.pictures}",
        f"chance = {exported.chance:.6f}",
    ]
    path = folder / "card.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def finish(config: RecogniserConfig, checkpoint: Path, folder: Path) -> None:
    """Export a run's weights into ``folder``, check them, write the card."""
    folder.mkdir(parents=True, exist_ok=True)
    exported = export(config, checkpoint, folder, labelled_tiles("tables", "val"))
    write_card(folder, exported, config)
    print(f"{exported.path}: {exported.path.stat().st_size / 1e6:.1f} MB, {exported}")


def main() -> None:
    """Export a run's weights, check them, write the card."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("config", type=Path)
    parser.add_argument("--runs", type=Path, default=RUNS)
    parser.add_argument("--out", type=Path, help="folder of the model; where the configuration is, if not given")
    options = parser.parse_args()
    config = load_recogniser_config(options.config)
    finish(config, options.runs / config.name / "last.pt", options.out or options.config.parent)


if __name__ == "__main__":
    main()
