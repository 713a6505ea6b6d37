"""Patches, and the recogniser behind a locator, with networks whose answers follow from the pixels."""

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper

from vision.detection import Box, Detection
from vision.errors import ModelError
from vision.labels import LABELS, NOTHING, TILE
from vision.model import PipelineCard, RecogniserCard
from vision.patch import DIRECTIONS, SIDE, patch
from vision.photo import Photo
from vision.pipeline import OnnxPipeline, TwoStageDetector, agreed, open_detector
from vision.recogniser import OnnxRecogniser, Recogniser, axis_shown, direction, softmax
from vision.timing import Stopwatch

CARD = RecogniserCard("colours", "", "", (*LABELS, NOTHING))
SEEN = {"1m": (255, 0, 0), "5p": (0, 255, 0), "9s": (0, 0, 255)}


class Colours:
    """Names the colour of a patch's middle; its upper edge points where the patch is white. Counts its calls."""

    def __init__(self, sure: float = 8.0) -> None:
        self.sure = sure
        self.calls: list[int] = []

    def __call__(self, patches: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        assert patches.dtype == np.float32
        assert patches.shape[1:] == (3, SIDE, SIDE)
        self.calls.append(len(patches))
        kinds = np.zeros((len(patches), len(CARD.labels)), np.float32)
        kinds[:, -1] = self.sure / 2
        directions = np.zeros((len(patches), DIRECTIONS), np.float32)
        for row, image in enumerate(patches):
            middle = image[:, SIDE // 2, SIDE // 2]
            for face, colour in SEEN.items():
                if np.abs(middle * 255 - colour).max() < 60:
                    kinds[row, CARD.labels.index(face)] = self.sure
            edges = [image[:, 9, 32], image[:, 32, 54], image[:, 54, 32], image[:, 32, 9]]
            directions[row, 4 * int(np.argmax([edge.min() for edge in edges]))] = 9
        return kinds, directions


class Places:
    """A locator that knows where tiles are."""

    def __init__(self, boxes: dict[Box, float]) -> None:
        self.boxes = boxes

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:  # noqa: ARG002
        return [Detection(TILE, box, confidence) for box, confidence in self.boxes.items()]


def photo_of(boxes: dict[Box, str], width: int = 400, height: int = 200) -> Photo:
    """Grey, with a tile in the colour of its face in each box, its upper edge white."""
    pixels = np.full((height, width, 3), 110, np.uint8)
    for box, face in boxes.items():
        left, top, right, bottom = (int(side) for side in box)
        pixels[top:bottom, left:right] = SEEN.get(face, (40, 40, 40))
        pixels[top : top + (bottom - top) // 5, left:right] = 255
    return Photo(pixels)


BOXES = {Box(20, 30, 60, 84): "1m", Box(100, 30, 140, 84): "5p", Box(180, 30, 220, 84): "9s"}


def test_a_patch_is_the_box_and_a_little_around_it() -> None:
    pixels = np.full((300, 300, 3), 10, np.uint8)
    pixels[100:180, 120:180] = 200
    image = patch(pixels, Box(120, 100, 180, 180))
    assert image.shape == (SIDE, SIDE, 3)
    assert (image[8:-8, 8:-8] == 200).all()
    assert (image[0] < 60).all()
    assert (image[:, -1] < 60).all()


@pytest.mark.parametrize("scale", [1, 3, 8])
def test_a_patch_of_a_large_tile_does_not_alias(scale: int) -> None:
    stripes = np.zeros((80 * scale, 60 * scale, 3), np.uint8)
    stripes[:, ::2] = 255
    image = patch(stripes, Box(0, 0, 60 * scale, 80 * scale))
    if scale > 2:
        assert np.abs(image[8:-8, 8:-8].astype(float) - 127).max() < 50


@pytest.mark.parametrize(
    "box", [Box(-30, -20, 40, 60), Box(370, 150, 460, 260), Box(5, 5, 5.2, 5.3), Box(-9, -9, -3, -3)]
)
def test_a_box_that_leaves_the_photo_still_gives_a_patch(box: Box) -> None:
    assert patch(photo_of(BOXES).pixels, box).shape == (SIDE, SIDE, 3)


def test_each_tile_is_named_with_its_chance_and_its_runners_up() -> None:
    network = Colours(sure=6.0)
    seen = Recogniser(CARD, network).recognise(photo_of(BOXES), list(BOXES))
    assert [one.face for one in seen] == list(BOXES.values())
    chances = softmax(np.array([[6.0, 3.0, *[0.0] * 45]], np.float32))[0]
    assert seen[0].confidence == pytest.approx(chances[0], abs=1e-4)
    assert seen[0].tile == pytest.approx(1 - chances[1], abs=1e-4)
    assert all(face != NOTHING for face, _ in seen[0].runners_up)


def test_a_doubted_tile_is_looked_at_turned_by_quarters() -> None:
    network = Colours(sure=1.0)
    Recogniser(CARD, network).recognise(photo_of(BOXES), list(BOXES))
    assert network.calls == [3, 3, 3, 3]
    network = Colours(sure=20.0)
    Recogniser(CARD, network).recognise(photo_of(BOXES), list(BOXES))
    assert network.calls == [3]


def test_many_tiles_are_looked_at_in_parts() -> None:
    network = Colours(sure=20.0)
    boxes = list(BOXES) * 50
    seen = Recogniser(CARD, network).recognise(photo_of(BOXES), boxes)
    assert [one.face for one in seen] == list(BOXES.values()) * 50
    assert max(network.calls) <= 64
    assert sum(network.calls) == 150


def test_nothing_to_recognise_asks_nothing() -> None:
    network = Colours()
    assert Recogniser(CARD, network).recognise(photo_of({}), []) == []
    assert network.calls == []


@pytest.mark.parametrize(("turned", "degrees"), [(0, 0), (1, 270), (2, 180), (3, 90)])
def test_it_tells_which_way_up_a_tile_stands(turned: int, degrees: float) -> None:
    pixels = np.ascontiguousarray(np.rot90(photo_of({Box(80, 80, 140, 160): "1m"}, 240, 240).pixels, turned))
    left, top = {0: (80, 80), 1: (80, 100), 2: (100, 80), 3: (80, 80)}[turned]
    box = Box(left, top, left + (60, 80)[turned % 2], top + (80, 60)[turned % 2])
    [seen] = Recogniser(CARD, Colours(20.0)).recognise(Photo(pixels), [box])
    assert seen.up == pytest.approx(degrees, abs=1)


class Undecided(Colours):
    """Takes a tile that stands for one that lies and the other way round, with this chance, where the edge is above."""

    def __init__(self, wrong: float) -> None:
        super().__init__()
        self.wrong = wrong

    def __call__(self, patches: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        kinds, directions = super().__call__(patches)
        above = directions.argmax(axis=1) == 0
        directions[above] = -9
        directions[above, 0], directions[above, 4] = np.log(1 - self.wrong), np.log(self.wrong)
        return kinds, directions


def test_a_tile_of_unsure_axis_is_looked_at_turned_and_the_views_are_brought_back() -> None:
    network = Undecided(0.6)
    (box, *_) = BOXES
    (seen,) = Recogniser(CARD, network).recognise(photo_of(BOXES), [box])
    assert network.calls == [1, 1, 1, 1]
    assert seen.up == pytest.approx(0, abs=1)
    assert seen.face == BOXES[box]


def test_where_no_view_shows_the_axis_nothing_is_said_of_it() -> None:
    class Blind(Colours):
        def __call__(self, patches: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            kinds, directions = super().__call__(patches)
            return kinds, np.zeros_like(directions)

    (seen, *_) = Recogniser(CARD, Blind()).recognise(photo_of(BOXES), [*BOXES])
    assert seen.up is None
    assert seen.face == "1m"


def test_how_far_directions_agree_on_an_axis() -> None:
    one, both, all_of_them = np.eye(DIRECTIONS)[0], np.zeros(DIRECTIONS), np.ones(DIRECTIONS) / DIRECTIONS
    both[[2, 2 + DIRECTIONS // 2]] = 0.5
    shown = axis_shown(np.array([one, both, all_of_them], np.float32))
    assert shown == pytest.approx([1, 1, 0], abs=1e-6)


def test_the_stretch_of_the_patch_is_undone_in_the_direction() -> None:
    pointing = np.zeros(DIRECTIONS, np.float32)
    pointing[2] = 1
    assert direction(pointing, Box(0, 0, 50, 50)) == pytest.approx(45)
    assert direction(pointing, Box(0, 0, 100, 50)) == pytest.approx(np.degrees(np.arctan2(2, 1)))
    between = np.zeros(DIRECTIONS, np.float32)
    between[[15, 0]] = 0.5
    assert direction(between, Box(0, 0, 50, 50)) == pytest.approx(348.75)


def test_a_place_is_a_tile_when_both_models_think_so() -> None:
    photo = photo_of(BOXES | {Box(260, 30, 300, 84): "dark"})
    places = {**dict.fromkeys(BOXES, 0.9), Box(260, 30, 300, 84): 0.9}
    found = TwoStageDetector(PipelineCard("two", "", ""), Places(places), Recogniser(CARD, Colours(20.0))).detect(photo)
    assert sorted(one.face for one in found) == ["1m", "5p", "9s"]
    assert {one.box for one in found} == set(BOXES)
    assert all(one.tile > 0.99 for one in found)
    assert all(one.confidence + sum(chance for _, chance in one.runners_up) <= 1.0001 for one in found)


def test_an_unsure_place_is_a_tile_next_to_a_sure_one() -> None:
    boxes = {Box(10, 10, 50, 64): "1m", Box(50, 10, 90, 64): "5p"}
    reader, card = Recogniser(CARD, Colours(20.0)), PipelineCard("two", "", "", located=0.5)
    for chances, faces in (((0.9, 0.25), ["1m", "5p"]), ((0.25, 0.25), []), ((0.5, 0.1), ["1m"])):
        places = Places(dict(zip(boxes, chances, strict=True)))
        found = TwoStageDetector(card, places, Recogniser(CARD, Colours(6.0 if 0.1 in chances else 20.0)))
        assert sorted(one.face for one in found.detect(photo_of(boxes))) == faces
    alone = TwoStageDetector(replace(card, located=0.2), Places({Box(10, 10, 50, 64): 0.25}), reader)
    assert [one.face for one in alone.detect(photo_of(boxes))] == ["1m"]


def test_tiles_are_told_with_the_margins_of_the_card() -> None:
    box = Box(10, 90, 50, 144)
    card = PipelineCard("two", "", "", margins=(0.5, 0.1, 0.05, 1.0))
    photo = photo_of({box: "1m"})
    found = TwoStageDetector(card, Places({box: 0.9}), Recogniser(CARD, Colours(20.0))).detect(photo)
    assert [tuple(one.box) for one in found] == [pytest.approx((0, 84.6, 52, min(198, photo.height)))]


def test_the_odds_of_both_models_multiply() -> None:
    assert agreed(0.9, 0.1) == pytest.approx(0.5)
    assert agreed(0.5, 0.3) == pytest.approx(0.3)
    assert agreed(0.9, 0.9) == pytest.approx(81 / 82)
    assert agreed(1.0, 0.0) == agreed(0.0, 1.0) == 0.5


def tile_model(kinds: int = len(CARD.labels), side: int = SIDE) -> bytes:
    """Says always the same: the first kind, upwards."""
    shape = helper.make_node("Shape", ["patches"], ["shape"])
    nodes = [shape, helper.make_node("Gather", ["shape", "zero"], ["n"])]
    weights = {"zero": np.array([0]), "one": np.array([1])}
    for name, width in (("kinds", kinds), ("directions", DIRECTIONS)):
        row = np.zeros((1, width), np.float32)
        row[0, 0] = 9
        weights[f"{name}_row"] = row
        nodes.append(helper.make_node("Concat", ["n", "one"], [f"{name}_size"], axis=0))
        nodes.append(helper.make_node("Tile", [f"{name}_row", f"{name}_size"], [name]))
    graph = helper.make_graph(
        nodes,
        "fixed",
        [helper.make_tensor_value_info("patches", TensorProto.FLOAT, ["n", 3, side, side])],
        [
            helper.make_tensor_value_info("kinds", TensorProto.FLOAT, ["n", kinds]),
            helper.make_tensor_value_info("directions", TensorProto.FLOAT, ["n", DIRECTIONS]),
        ],
        [onnx.numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    return bytes(model.SerializeToString())


def install(folder: Path, model: bytes | None = None, **card: str) -> Path:
    model = tile_model() if model is None else model
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tile.onnx").write_bytes(model)
    lines = {
        "name": '"fixed"',
        "file": '"tile.onnx"',
        "sha256": f'"{hashlib.sha256(model).hexdigest()}"',
        "labels": "[" + ", ".join(f'"{label}"' for label in CARD.labels) + "]",
    } | card
    text = "".join(f"{key} = {value}\n" for key, value in lines.items() if value)
    (folder / "card.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_folder_becomes_a_recogniser(tmp_path: Path) -> None:
    recogniser = OnnxRecogniser(install(tmp_path, temperature="0.5"), threads=1)
    seen = recogniser.recognise(photo_of(BOXES), list(BOXES))
    assert [one.face for one in seen] == ["1m"] * 3
    assert seen[0].confidence == pytest.approx(float(softmax(np.array([[18.0, *[0.0] * 46]], np.float32))[0, 0]))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"temperature": "0"}, "model_card"),
        ({"temperature": '"warm"'}, "model_card"),
        ({"labels": '["1m", "2m"]'}, "model_card"),
        ({"labels": '["nothing"]'}, "model_shape"),
        ({"sha256": f'"{"0" * 64}"'}, "model_checksum"),
        ({"file": '"other.onnx"'}, "model_missing"),
        ({"name": ""}, "model_card"),
    ],
)
def test_a_recognisers_card_that_is_wrong_is_refused(tmp_path: Path, change: dict[str, str], code: str) -> None:
    with pytest.raises(ModelError) as caught:
        OnnxRecogniser(install(tmp_path, **change))
    assert caught.value.code == code


@pytest.mark.parametrize("model", [tile_model(kinds=5), tile_model(side=32)])
def test_a_network_of_another_shape_is_refused(tmp_path: Path, model: bytes) -> None:
    with pytest.raises(ModelError) as caught:
        OnnxRecogniser(install(tmp_path, model))
    assert caught.value.code == "model_shape"


def test_a_pipelines_card_names_its_two_models(tmp_path: Path) -> None:
    (tmp_path / "card.toml").write_text('name = "two"\nlocator = "where"\nrecogniser = "what"\n', encoding="utf-8")
    install(tmp_path / "what")
    with pytest.raises(ModelError, match="where"):
        open_detector(tmp_path)
    (tmp_path / "card.toml").write_text('name = "two"\nlocator = "where"\n', encoding="utf-8")
    with pytest.raises(ModelError, match="recogniser"):
        OnnxPipeline(tmp_path)
