"""A minute's training on a tiny generated set: needs the ``train`` extra."""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.labels import LABELS

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]

TINY = {"chip": 128, "tile": (26.0, 50.0), "designs": 2, "epochs": 3, "epoch_chips": 160, "batch": 8, "real": 0.0}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory):
    pytest.importorskip("ultralytics")
    from vision.training.config import TrainConfig
    from vision.training.train import train

    run = tmp_path_factory.mktemp("runs") / "tiny"
    config = TrainConfig(name="tiny", **TINY)
    train(config, run, workers=0)
    return config, run


def losses(run: Path) -> list[float]:
    with (run / "results.csv").open(encoding="utf-8") as table:
        rows = [{key.strip(): value for key, value in row.items()} for row in csv.DictReader(table)]
    return [float(row["train/cls_loss"]) for row in rows]


def test_training_learns(trained) -> None:
    _, run = trained
    first, *_, last = losses(run)
    assert last < first


def test_two_processes_train_one_network(tmp_path: Path) -> None:
    pytest.importorskip("ultralytics")
    from vision.training.config import TrainConfig
    from vision.training.train import train

    run = tmp_path / "pair"
    train(TrainConfig(name="pair", **{**TINY, "epochs": 1}), run, processes=2, workers=0)
    assert len(losses(run)) == 1
    assert (run / "weights" / "last.pt").is_file()


def test_a_run_goes_on_where_it_stopped(trained, tmp_path: Path) -> None:
    import shutil

    from vision.training.train import train

    config, run = trained
    again = shutil.copytree(run, tmp_path / "tiny")
    train(replace(config, epochs=4), again, workers=0)
    assert len(losses(again)) == 4


def test_the_exported_model_does_what_the_trained_one_does_and_can_be_served(trained, tmp_path: Path) -> None:
    from vision.detector import OnnxDetector
    from vision.photo import Photo
    from vision.training.export import ParityError, export, parity, write_card
    from vision.training.train import chip_sampler

    config, run = trained
    weights = run / "weights" / "last.pt"
    exported = export(weights, tmp_path, "tiny")
    sampler = chip_sampler(config, tmp_path)
    pictures = [sampler.draw(np.random.default_rng(number)).pixels for number in range(4)]
    result = parity(weights, exported, pictures)
    assert result.pictures == 4
    write_card(tmp_path, exported, config, result)
    detector = OnnxDetector(tmp_path)
    assert detector.card.name == "tiny"
    assert detector.detect(Photo(np.zeros((160, 224, 3), np.uint8))) == []

    broken = tmp_path / "broken.onnx"
    spoil(exported, broken)
    with pytest.raises(ParityError, match="broken"):
        parity(weights, broken, pictures)


def spoil(exported: Path, broken: Path) -> None:
    """The model with the first class made likelier everywhere."""
    import onnx
    from onnx import numpy_helper

    model = onnx.load(str(exported))
    for weights in model.graph.initializer:
        if list(weights.dims) == [len(LABELS)]:
            bias = numpy_helper.to_array(weights).copy()
            bias[0] += 3.0
            weights.CopyFrom(numpy_helper.from_array(bias, weights.name))
    onnx.save(model, str(broken))
