"""What eight-bit numbers would cost and save: ``python -m vision.training.int8 models/hupai``.

The recogniser is quantised as ONNX Runtime does it (static, by channel, set on patches of the tray), and both are asked
for the tiles of the validation photos and of generated hands of designs that no training draws. Nothing is kept.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.model import read_pipeline_card, read_recogniser_card
from vision.runtime import onnxruntime
from vision.training.held_out import FIRST_DESIGN, designs, make_scene
from vision.training.measures import Share
from vision.training.recognise import Labelled, cut, floats, labelled_tiles
from vision.training.sources.photos import photo_set
from vision.training.tables import markdown, percent

Patches = npt.NDArray[np.float32]
"""N x 3 x SIDE x SIDE, 0 to 1."""

SET_ON = 12
"""Photos of the tray on whose patches the ranges are set."""
SCENES, DESIGNS = 24, 12
BATCH = 32
HAND, ROUNDS = 14, 30
"""Tiles that are timed together, and how often; the best counts."""


def generated() -> Labelled:
    """Tiles of hands of designs that no training draws."""
    faces, _ = designs(DESIGNS)
    return cut(make_scene(faces, FIRST_DESIGN, number).picture for number in range(SCENES))


class _Shown:
    """Hands out patches, some at a time, as the runtime's ``CalibrationDataReader`` does."""

    def __init__(self, patches: Patches) -> None:
        self._left = [patches[at : at + BATCH] for at in range(0, len(patches), BATCH)]

    def get_next(self) -> dict[str, Patches] | None:
        """The next of them, by the name of the input; ``None`` when there are no more."""
        return {"patches": self._left.pop(0)} if self._left else None


def quantised(model: Path, shown: Patches, path: Path) -> Path:
    """``model`` with eight-bit weights and activations whose ranges are those of what is ``shown``."""
    quantization = import_module(f"{onnxruntime.__name__}.quantization")
    whole = path.with_name(f"whole-{path.name}")
    quantization.quant_pre_process(str(model), str(whole), skip_symbolic_shape=True)  # widens weights kept by half
    quantization.quantize_static(
        str(whole),
        str(path),
        _Shown(shown),
        quant_format=quantization.QuantFormat.QDQ,
        per_channel=True,
        activation_type=quantization.QuantType.QUInt8,
        weight_type=quantization.QuantType.QInt8,
    )
    return path


def opened(model: Path) -> Any:
    """A session on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def right(session: Any, tiles: Labelled) -> Share:
    """How many tiles show most likely what they are."""
    patches = floats(tiles.pixels)
    parts = [session.run(None, {"patches": patches[at : at + BATCH]})[0] for at in range(0, len(patches), BATCH)]
    return Share(int((np.concatenate(parts).argmax(axis=1) == tiles.kinds).sum()), len(tiles.kinds))


def milliseconds(session: Any, patches: Patches) -> float:
    """Of the processor, for a hand's tiles."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.thread_time()
        session.run(None, {"patches": patches[:HAND]})
        best = min(best, time.thread_time() - start)
    return 1000 * best


def table(models: dict[str, Path], asked: dict[str, Labelled]) -> str:
    """Both models on the same tiles, in Markdown."""
    first = floats(next(iter(asked.values())).pixels[:HAND])
    rows: list[Sequence[str]] = []
    for name, path in models.items():
        session = opened(path)
        shares = [percent(right(session, tiles)) for tiles in asked.values()]
        rows.append((name, f"{path.stat().st_size / 1e6:.1f} MB", f"{milliseconds(session, first):.1f} ms", *shares))
    return markdown(("recogniser", "file", f"{HAND} tiles, one core", *asked), rows)


def main() -> None:
    """Tell the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("models", type=Path, help="folder of the pipeline's card")
    options = parser.parse_args()
    folder = options.models / read_pipeline_card(options.models).recogniser
    model = folder / read_recogniser_card(folder).file
    tray = photo_set("tray")
    shown = cut(tray.read(name) for name in tray.names()[:SET_ON])
    asked = {"tables/val": labelled_tiles("tables", "val"), "unlearned designs": generated()}
    with TemporaryDirectory() as kept:
        small = quantised(model, floats(shown.pixels), Path(kept) / "int8.onnx")
        print(table({"as served": model, "eight bits": small}, asked))


if __name__ == "__main__":
    main()
