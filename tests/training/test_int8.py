"""Eight-bit numbers, as far as that can be told in seconds."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

from vision.training.held_out import FIRST_DESIGN, designs, make_scene
from vision.training.int8 import opened, quantised, right, table
from vision.training.recognise import cut, floats

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]
MODEL = Path("models/recogniser/recogniser.onnx")


def test_the_model_in_eight_bits_is_smaller_and_reads_nearly_as_well(tmp_path: Path) -> None:
    faces, _ = designs(2)
    tiles = cut([make_scene(faces, FIRST_DESIGN, 1).picture])
    small = quantised(MODEL, floats(tiles.pixels), tmp_path / "small.onnx")
    assert small.stat().st_size < 0.6 * MODEL.stat().st_size, "its weights take a byte each, served ones two"
    whole, eighth = right(opened(MODEL), tiles), right(opened(small), tiles)
    assert whole.whole == len(tiles.kinds)
    assert eighth.part >= 0.8 * whole.part
    lines = table({"as served": MODEL, "eight bits": small}, {"drawn": tiles}).splitlines()
    assert len(lines) == 4
    assert f"{100 * whole.value:.1f} %" in lines[2]
