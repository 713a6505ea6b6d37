"""Detectors on pictures with coloured squares for tiles: a network that finds them stands in for a trained one."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper

from vision.detection import Box, Detection
from vision.detector import OnnxDetector, TwoPassDetector, other_scales
from vision.errors import ModelError
from vision.labels import LABELS
from vision.model import ModelCard, read_card
from vision.photo import Photo
from vision.timing import Stopwatch
from vision.views import WINDOW, parts, whole

COLOURS = {"1m": (255, 0, 0), "5p": (0, 255, 0), "9s": (0, 0, 255)}
CARD = ModelCard("squares", "squares.onnx", "", tuple(COLOURS))


class Squares:
    """Finds plain coloured rectangles whose longer side is within its sight, and remembers what it was shown."""

    def __init__(self, least: float = 24, most: float = 200) -> None:
        self.least, self.most = least, most
        self.shown: list[tuple[int, int]] = []

    def __call__(self, images: NDArray[np.float32]) -> NDArray[np.float32]:
        assert images.dtype == np.float32
        assert images.ndim == 4
        assert images.min() >= 0
        assert images.max() <= 1
        self.shown.append((images.shape[3], images.shape[2]))
        found = [row for number, colour in enumerate(COLOURS.values()) for row in self._of(images[0], number, colour)]
        return np.array(found, np.float32).reshape(-1, 4 + len(COLOURS)).T

    def _of(self, image: NDArray[np.float32], number: int, colour: tuple[int, int, int]) -> list[list[float]]:
        mask = np.abs(image - np.array(colour).reshape(3, 1, 1) / 255).max(axis=0) < 0.5
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
        rows = []
        for left, top, width, height, _ in stats[1:count].tolist():
            if self.least <= max(width, height) <= self.most:
                chances = [0.0] * len(COLOURS)
                chances[number] = 0.9
                rows.append([left + width / 2, top + height / 2, width, height, *chances])
        return rows


def scene(width: int, height: int, boxes: dict[Box, str]) -> Photo:
    pixels = np.full((height, width, 3), 128, np.uint8)
    for (left, top, right, bottom), face in boxes.items():
        pixels[int(top) : int(bottom), int(left) : int(right)] = COLOURS[face]
    return Photo(pixels)


def hand(left: int, top: int, width: int, count: int = 14) -> dict[Box, str]:
    """A row of tiles, each so wide and a third higher, a fifth apart."""
    faces = list(COLOURS)
    step, height = width * 6 // 5, width * 4 // 3
    return {
        Box(left + number * step, top, left + number * step + width, top + height): faces[number % 3]
        for number in range(count)
    }


def assert_found(detections: list[Detection], boxes: dict[Box, str], slack: float) -> None:
    found = sorted(detections, key=lambda detection: detection.box)
    assert [detection.face for detection in found] == [boxes[box] for box in sorted(boxes)]
    for detection, box in zip(found, sorted(boxes), strict=True):
        assert np.abs(np.array(detection.box) - np.array(box)).max() <= slack


def test_a_near_hand_is_looked_at_once() -> None:
    boxes, network = hand(20, 200, 40, count=12), Squares()
    photo = scene(640, 480, boxes)
    assert_found(TwoPassDetector(CARD, network).detect(photo), boxes, 0.01)
    assert network.shown == [(640, 480)]


def test_boxes_are_plain_numbers() -> None:
    photo = scene(2000, 1500, hand(600, 600, 50))
    for detection in TwoPassDetector(CARD, Squares(least=10)).detect(photo):
        assert {type(side) for side in (*detection.box, detection.confidence)} == {float}


def test_a_far_hand_is_looked_at_again_in_the_size_of_the_card() -> None:
    boxes, network = hand(1500, 1800, 90), Squares(least=14)
    detections = TwoPassDetector(CARD, network).detect(scene(4032, 3024, boxes))
    assert len(network.shown) == 2
    assert_found(detections, boxes, 2.5)
    assert network.shown[1][0] < WINDOW


def test_a_second_look_measures_finer() -> None:
    boxes = hand(1501, 1803, 90)
    photo = scene(4032, 3024, boxes)
    once = TwoPassDetector(ModelCard("", "", "", CARD.labels, tile_size=20), Squares(least=14)).detect(photo)
    assert_found(once, boxes, 8)
    assert_found(TwoPassDetector(CARD, Squares(least=14)).detect(photo), boxes, 3.5)


def test_tiles_of_a_close_up_are_looked_at_smaller() -> None:
    boxes, network = hand(100, 300, 600, count=3), Squares(most=300)
    assert_found(TwoPassDetector(CARD, network).detect(scene(2400, 1600, boxes)), boxes, 20)
    assert network.shown[1][0] < network.shown[0][0]


def test_tiles_too_small_for_the_first_look_are_found_at_a_larger_scale() -> None:
    boxes, network = hand(1200, 900, 45), Squares(least=24)
    assert_found(TwoPassDetector(CARD, network).detect(scene(4032, 3024, boxes)), boxes, 2)


@pytest.mark.parametrize(
    ("base", "scales"),
    [(0.16, [0.32, 0.64, 0.08]), (0.3, [0.6, 1.0, 0.15]), (0.5, [1.0, 0.25]), (0.8, [1.6, 0.4]), (2.0, [1.0])],
)
def test_a_photo_is_looked_at_larger_as_far_as_that_tells_more(base: float, scales: list[float]) -> None:
    assert other_scales(base) == pytest.approx(scales)


def test_tiles_too_large_for_the_first_look_are_found_at_a_smaller_scale() -> None:
    boxes, network = hand(20, 20, 900, count=1), Squares(most=320)
    assert_found(TwoPassDetector(CARD, network).detect(scene(1300, 1300, boxes)), boxes, 20)


def test_a_wide_row_is_looked_at_in_parts_and_no_tile_is_seen_twice() -> None:
    boxes, network = hand(40, 700, 100, count=33), Squares(least=14)
    assert_found(TwoPassDetector(CARD, network).detect(scene(4100, 1600, boxes)), boxes, 3.5)
    assert len(network.shown) > 2
    assert all(max(size) <= WINDOW + 32 for size in network.shown)


def test_parts_of_a_tile_in_close_up_are_that_tile() -> None:
    class Nearsighted(Squares):
        """Sees two dots of a tile that is too large for it."""

        def _of(self, image: NDArray[np.float32], number: int, colour: tuple[int, int, int]) -> list[list[float]]:
            seen = super()._of(image, number, colour)
            if seen or image.shape[2] < 600:
                return seen
            return [[x, 240, 60, 60, *chances] for x in (250, 350)] if (chances := [0.9, 0, 0]) and not number else []

    boxes = {Box(400, 300, 800, 900): "9s"}
    found = TwoPassDetector(CARD, Nearsighted(most=340)).detect(scene(1280, 1280, boxes))
    assert_found(found, boxes, 12)


def test_a_few_tiles_that_are_whole_stay_as_they_are() -> None:
    boxes = hand(100, 300, 100, count=3)
    assert_found(TwoPassDetector(CARD, Squares(least=14)).detect(scene(1280, 960, boxes)), boxes, 4)


def test_a_photo_without_tiles_has_none() -> None:
    network = Squares()
    assert TwoPassDetector(CARD, network).detect(scene(800, 600, {})) == []
    assert len(network.shown) > 1


def test_far_tiles_that_the_first_look_missed_are_found_by_the_second() -> None:
    class Shortsighted(Squares):
        def __call__(self, images: NDArray[np.float32]) -> NDArray[np.float32]:
            found = super().__call__(images)
            return found[:, 4:8] if len(self.shown) == 1 else found

    boxes, network = hand(1500, 1800, 90), Shortsighted(least=14)
    assert_found(TwoPassDetector(CARD, network).detect(scene(4032, 3024, boxes)), boxes, 2.5)


def test_what_the_first_look_hardly_saw_beside_the_hand_is_looked_at_again() -> None:
    class Unsure(Squares):
        def __call__(self, images: NDArray[np.float32]) -> NDArray[np.float32]:
            found = super().__call__(images)
            if len(self.shown) == 1:
                found[4:, found[0] > 440] *= 0.3
            return found

    boxes = hand(50, 500, 86, 8) | hand(1180, 500, 86, 3)
    card, network = replace(CARD, confidence=0.5, floor=0.2), Unsure(least=6)
    assert_found(TwoPassDetector(card, network).detect(scene(1600, 1200, boxes)), boxes, 2.5)


def test_what_the_second_look_does_not_see_stays_only_if_the_first_was_sure() -> None:
    class Once(Squares):
        confidence = 0.9

        def __call__(self, images: NDArray[np.float32]) -> NDArray[np.float32]:
            found = super().__call__(images)
            return found * np.array([[1]] * 4 + [[self.confidence]] * 3) if len(self.shown) == 1 else found[:, :0]

    photo, network = scene(2000, 1500, hand(600, 600, 50)), Once(least=10)
    assert len(TwoPassDetector(CARD, network).detect(photo)) == 14
    network = Once(least=10)
    network.confidence = 0.4
    assert TwoPassDetector(CARD, network).detect(photo) == []


@pytest.mark.parametrize("factor", [2, 3])
def test_the_size_of_the_photo_is_no_matter(factor: int) -> None:
    small = scene(800, 600, hand(100, 300, 30))
    large = Photo(np.repeat(np.repeat(small.pixels, factor, 0), factor, 1))
    detector = TwoPassDetector(CARD, Squares(least=10))
    boxes = {detection.box.scaled(factor): detection.face for detection in detector.detect(small)}
    assert_found(detector.detect(large), boxes, 2 * factor)


@pytest.mark.parametrize(("width", "height"), [(32, 32), (33, 2000), (2000, 33), (641, 479)])
def test_every_shape_of_photo_gives_whole_strides(width: int, height: int) -> None:
    network = Squares()
    TwoPassDetector(CARD, network).detect(scene(width, height, {}))
    assert all(side % 32 == 0 and side > 0 for size in network.shown for side in size)


@pytest.mark.parametrize("length", [1537, 2600, 5000])
def test_parts_cover_the_photo_and_overlap_by_two_tiles(length: int) -> None:
    photo = Photo(np.zeros((40, length, 3), np.uint8))
    spans = [(view.area.left, view.area.right) for view in parts(photo, whole(photo), 1.0, 64)]
    assert spans[0][0] == 0
    assert spans[-1][1] == length
    assert all(end - start >= 128 for (_, end), (start, _) in pairwise(spans))
    assert all(end - start <= WINDOW + 2 for start, end in spans)


def test_stages_are_timed() -> None:
    watch = Stopwatch()
    TwoPassDetector(CARD, Squares()).detect(scene(640, 480, hand(20, 200, 36)), watch)
    assert set(watch.ms) == {"prepare", "infer", "decode"}
    assert all(ms >= 0 for ms in watch.ms.values())


# A model of the real form: two boxes at fixed shares of the input, the chance of the first one from the picture's red.

BOXES = [[0.25, 0.5, 0.1, 0.2], [0.75, 0.5, 0.1, 0.2]]


def fixed_model(rows: int = 7, side: int | str = "side") -> bytes:
    """An ONNX model whose two boxes lie at ``BOXES`` and whose chance for ``1m`` is the mean of the red channel."""
    shares = np.array(BOXES, np.float32).T[None]
    other = np.zeros((1, rows - 5, 2), np.float32)
    other[0, 0] = (0.125, 0.75)
    nodes = [
        helper.make_node("Shape", ["images"], ["shape"], start=2),
        helper.make_node("Cast", ["shape"], ["sides"], to=TensorProto.FLOAT),
        helper.make_node("Gather", ["sides", "order"], ["xyxy"]),
        helper.make_node("Reshape", ["xyxy", "column"], ["scale"]),
        helper.make_node("Mul", ["shares", "scale"], ["boxes"]),
        helper.make_node("ReduceMean", ["images", "axes"], ["means"], keepdims=0),
        helper.make_node("Gather", ["means", "red"], ["one"], axis=1),
        helper.make_node("Reshape", ["one", "single"], ["chance"]),
        helper.make_node("Mul", ["chance", "each"], ["chances"]),
        helper.make_node("Concat", ["boxes", "chances", "other"], ["output"], axis=1),
    ]
    constants = {
        "order": np.array([1, 0, 1, 0]),
        "column": np.array([1, 4, 1]),
        "shares": shares,
        "axes": np.array([2, 3]),
        "red": np.array([0]),
        "single": np.array([1, 1, 1]),
        "each": np.array([[[1.0, 0.5]]], np.float32),
        "other": other,
    }
    graph = helper.make_graph(
        nodes,
        "fixed",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, side, side])],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, rows, 2])],
        [onnx.numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    return bytes(model.SerializeToString())


Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Writes a model folder; keywords replace lines of the card."""

    def installed(model: bytes | None = None, **card: str) -> Path:
        model = fixed_model() if model is None else model
        lines = {
            "name": '"fixed"',
            "file": '"fixed.onnx"',
            "sha256": f'"{hashlib.sha256(model).hexdigest()}"',
            "labels": '["1m", "5p", "9s"]',
            "input_size": "320",
            "tile_size": "64",
        } | card
        (tmp_path / "fixed.onnx").write_bytes(model)
        text = "".join(f"{key} = {value}\n" for key, value in lines.items() if value)
        (tmp_path / "card.toml").write_text(text + '[training]\ndataset = "squares"\n', encoding="utf-8")
        return tmp_path

    return installed


def red(width: int = 640, height: int = 640) -> Photo:
    return Photo(np.full((height, width, 3), (255, 0, 0), np.uint8))


def test_a_model_folder_becomes_a_detector(install: Install) -> None:
    detector = OnnxDetector(install(), threads=1)
    assert detector.card.name == "fixed"
    assert detector.card.confidence == 0.25
    first, second = detector.detect(red())
    assert (first.face, first.confidence, first.runners_up) == ("1m", 1.0, (("5p", 0.125),))
    assert first.box == pytest.approx((128, 256, 192, 384), abs=1e-3)
    assert (second.face, second.runners_up) == ("5p", (("1m", 0.5),))
    assert second.box == pytest.approx((448, 256, 512, 384), abs=1e-3)


def test_colours_reach_the_model_in_the_order_red_green_blue(install: Install) -> None:
    blue = Photo(np.full((640, 640, 3), (0, 0, 255), np.uint8))
    assert [found.face for found in OnnxDetector(install()).detect(blue)] == ["5p"]


def test_one_detector_serves_many_threads(install: Install) -> None:
    detector = OnnxDetector(install(), threads=1)
    photos = [red(), red(320, 640), red(1000, 700)] * 8
    alone = [detector.detect(photo) for photo in photos]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(detector.detect, photos)) == alone


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"sha256": f'"{"0" * 64}"'}, "model_checksum"),
        ({"file": '"other.onnx"'}, "model_missing"),
        ({"labels": '["1m", "5p", "9x"]'}, "model_card"),
        ({"labels": "[]"}, "model_card"),
        ({"labels": "3"}, "model_card"),
        ({"labels": '["1m", "5p"]'}, "model_shape"),
        ({"name": ""}, "model_card"),
        ({"tile_size": '"large"'}, "model_card"),
        ({"name": '"no end'}, "model_card"),
    ],
)
def test_a_card_that_is_wrong_is_refused_by_name(install: Install, change: dict[str, str], code: str) -> None:
    with pytest.raises(ModelError) as caught:
        OnnxDetector(install(**change))
    assert caught.value.code == code


def test_a_folder_without_a_card_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        OnnxDetector(tmp_path)
    assert caught.value.code == "model_missing"


@pytest.mark.parametrize("model", [b"no model", fixed_model(side=640)])
def test_a_file_that_is_no_usable_model_is_refused(install: Install, model: bytes) -> None:
    with pytest.raises(ModelError) as caught:
        OnnxDetector(install(model))
    assert caught.value.code == "model_shape"


def test_a_card_may_name_all_labels(install: Install) -> None:
    labels = "[" + ", ".join(f'"{label}"' for label in LABELS) + "]"
    assert read_card(install(labels=labels)).labels == LABELS
