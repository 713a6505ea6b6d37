import cv2
import numpy as np
import pytest

from vision.training import clutter
from vision.training.clutter import KINDS, any_camera, pictures, strew
from vision.training.ground import GROUNDS, ground, jumble
from vision.training.prints import lettering
from vision.training.props import Thing, paint
from vision.training.scene import look_at


@pytest.mark.parametrize("make", [ground, jumble, *(maker for _, maker in GROUNDS)], ids=lambda make: make.__name__)
def test_grounds_are_pictures_and_the_same_for_the_same_seed(make) -> None:
    one, other, third = (make(96, np.random.default_rng(seed)) for seed in (4, 4, 5))
    assert one.shape == (96, 96, 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, other)
    assert not np.array_equal(one, third)


@pytest.mark.parametrize("number", range(len(KINDS)), ids=lambda number: KINDS[number].name)
def test_every_kind_of_thing_leaves_its_picture_on_the_table(number: int) -> None:
    camera = look_at(np.zeros(3), 1.2, 0.0, 20.0, 0.0, 300.0, (128, 128))
    image = np.full((128, 128, 3), 90, np.uint8)
    things = clutter.group(number, np.zeros(2), 0.0, 1.0, np.random.default_rng(1))
    for thing in things:
        paint(image, camera, thing)
    assert (image != 90).any(axis=2).sum() > 20


@pytest.mark.parametrize("number", range(len(KINDS)), ids=lambda number: KINDS[number].name)
def test_pictures_of_one_kind_differ(number: int) -> None:
    first, *others = [picture.colours for picture in pictures(number)]
    assert any(first.shape != other.shape or not np.array_equal(first, other) for other in others)


def test_plain_boxes_have_no_tiles_proportions() -> None:
    rng = np.random.default_rng(3)
    numbers = [number for number, kind in enumerate(KINDS) if kind.name in {"box", "bar", "cube"}]
    for number in numbers * 40:
        for thing in clutter.group(number, np.zeros(2), 0.0, 1.0, rng):
            edges = np.linalg.norm(np.diff(thing.corners[:3], axis=0), axis=1)
            short, long = edges.min(), edges.max()
            assert short > 2 or not 1.1 < long / short < 1.9


def test_nothing_lies_above_the_horizon() -> None:
    image = np.full((96, 96, 3), 90, np.uint8)
    sky = look_at(np.array([0.0, 0.0, 40.0]), -1.2, 0.0, 10.0, 0.0, 200.0, (96, 96))
    strew(image, sky, 12, 1.0, np.random.default_rng(2))
    assert (image == 90).all()


def test_a_thing_seen_from_behind_shows_no_mirrored_picture() -> None:
    number = next(number for number, kind in enumerate(KINDS) if kind.name == "calendar")
    camera = any_camera(96, np.random.default_rng(0))
    picture = pictures(number)[0]
    face = np.array([[-1.0, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]])
    back = face[[1, 0, 3, 2]]
    colours = []
    for corners in (face, back):
        image = np.full((96, 96, 3), 90, np.uint8)
        body = np.concatenate([corners, corners])
        paint(image, camera, Thing(picture, body, np.array([200.0] * 3), np.zeros(3), np.ones(3)))
        colours.append(len(np.unique(image.reshape(-1, 3), axis=0)))
    assert colours[0] > 10 * colours[1] / 2


def test_letters_are_set_without_any_font_of_the_machine() -> None:
    assert lettering("Tea 12", 20, None).max() > 200


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.0, np.pi, 4.0])
def test_things_are_turned_to_show_the_camera_their_face(turn: float) -> None:
    camera = look_at(np.zeros(3), 0.4, 0.0, 20.0, 0.0, 300.0, (128, 128))
    corners = clutter._corners(np.zeros(2), turn, (3.0, 2.0), 0.5, stands=True)
    picture = pictures(0)[0]
    thing = clutter.toward(camera, Thing(picture, corners, np.zeros(3), np.zeros(3), np.ones(3)))
    points = camera.project(thing.corners[:4]).astype(np.float32)
    assert cv2.contourArea(points, oriented=True) > 0
    assert {tuple(np.round(corner, 6)) for corner in thing.corners} == {
        tuple(np.round(corner, 6)) for corner in corners
    }
    assert thing.corners[0, 2] == thing.corners[1, 2] == 2.0
