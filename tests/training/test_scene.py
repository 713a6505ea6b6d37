from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("resvg_py")

from vision.labels import BACK, CLASS_NUMBERS, LABELS
from vision.training.arrange import KINDS, Shape, flat, random_shape
from vision.training.chips import BANDS, ChipSampler, Source, moved
from vision.training.lens import Lens
from vision.training.props import Picture, Thing
from vision.training.scene import Finish, Look, look_at, render
from vision.training.sources.faces import FaceLibrary, FaceSet, library, reddened
from vision.training.sources.photos import DatasetError, Labelled, read_labels
from vision.training.synthesize import View, boxes_of, labelled_scene, through_lens, with_labels

SHAPE = Shape(height=1.4, depth=0.7)


@pytest.fixture(scope="module")
def faces() -> FaceLibrary:
    """One set whose faces are of one colour each, told apart by their green."""
    plain = {
        label: (np.full((112, 84, 3), (200, 40 + 4 * number, 90), np.uint8),) for number, label in enumerate(LABELS)
    }
    return FaceLibrary({"drawn": (FaceSet("plain", plain),)})


@pytest.fixture(scope="module")
def look(faces: FaceLibrary) -> Look:
    picked = faces.pick(np.random.default_rng(0))
    return Look(picked, np.array([0.0, 90.0, 0.0]), 0.5, np.array([0.0, 0.0, 1.0]), np.ones(3), 0.0)


def overhead(size: int = 200, focal: float = 600.0):
    return look_at(np.array([0.0, 0.0, SHAPE.depth]), np.pi / 2, 0.0, 20.0, 0.0, focal, (size, size))


def test_a_tile_seen_from_above_stands_where_the_camera_looks_at_its_size(look: Look) -> None:
    image, (seen,) = render(np.zeros((200, 200, 3), np.uint8), [flat("5p", 0, 0, 0, SHAPE)], overhead(), look)
    low, high = seen.quad.min(axis=0), seen.quad.max(axis=0)
    assert np.allclose((low + high) / 2, 100, atol=0.5)
    assert np.allclose(high - low, [30, 42], atol=0.5)
    assert seen.visible > 0.95
    assert image[100, 100].any()
    assert not image[5, 5].any()


def test_the_first_corner_is_the_upper_left_of_the_face(look: Look) -> None:
    _, (upright,) = render(np.zeros((200, 200, 3), np.uint8), [flat("5p", 0, 0, 0, SHAPE)], overhead(), look)
    assert np.allclose(upright.quad[0], [85, 79], atol=0.5)
    _, (turned,) = render(np.zeros((200, 200, 3), np.uint8), [flat("5p", 0, 0, np.pi, SHAPE)], overhead(), look)
    assert np.allclose(turned.quad[0], [115, 121], atol=0.5)


def test_a_tile_on_top_hides_the_one_below(look: Look) -> None:
    solids = [flat("1m", 0, 0, 0, SHAPE, level=1), flat("9s", 0.2, 0, 0, SHAPE)]
    _, seen = render(np.zeros((200, 200, 3), np.uint8), solids, overhead(), look)
    visible = {one.label: one.visible for one in seen}
    assert visible["1m"] > 0.95
    assert visible["9s"] < 0.3


def test_a_box_holds_what_is_seen_of_a_tile_and_no_more(look: Look) -> None:
    """Of two in a column the farther one's near side is hidden, the nearer one's is not."""
    camera = look_at(np.array([0.0, 0.0, 0.0]), 0.7, 0.0, 20.0, 0.0, 700.0, (400, 400))
    solids = [flat("1m", 0, SHAPE.height, 0, SHAPE), flat("2m", 0, 0, 0, SHAPE)]
    _, seen = render(np.zeros((400, 400, 3), np.uint8), solids, camera, look)
    far, near = ({one.label: one for one in seen}[label] for label in ("1m", "2m"))
    assert far.extent[3] == pytest.approx(far.quad[:, 1].max(), abs=3)
    assert near.extent[3] == pytest.approx(near.body[:, 1].max(), abs=3)
    assert near.extent[3] - near.quad[:, 1].max() > 10
    _, boxes = boxes_of(seen, 400)
    assert np.array_equal(boxes, np.array([one.extent for one in seen], np.float32))


def test_hidden_and_cut_tiles_are_not_labelled(look: Look) -> None:
    solids = [flat("1m", 0, 0, 0, SHAPE), flat("2m", 3.5, 0, 0, SHAPE)]
    _, seen = render(np.zeros((200, 200, 3), np.uint8), solids, overhead(), look)
    classes, boxes = boxes_of(seen, 200)
    assert [LABELS[kind] for kind in classes] == ["1m"]
    assert boxes.shape == (1, 4)


@pytest.mark.parametrize("maker", [maker for _, maker in KINDS], ids=lambda maker: maker.__name__)
def test_arranged_tiles_are_tiles_and_do_not_stand_in_one_another(maker) -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        solids = maker(random_shape(rng), rng)
        assert all(solid.label in LABELS for solid in solids)
        middles = np.array([solid.corners().mean(axis=0) for solid in solids])
        apart = np.linalg.norm(middles[:, None] - middles[None], axis=2) + 9 * np.eye(len(middles))
        assert apart.min() > 0.5


def test_scenes_are_the_same_for_the_same_seed(faces: FaceLibrary) -> None:
    one, other = (labelled_scene(faces, View(side=128), np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one.pixels, other.pixels)
    assert np.array_equal(one.boxes, other.boxes)


def test_every_label_comes_up_in_scenes(faces: FaceLibrary) -> None:
    rng = np.random.default_rng(1)
    seen = {int(kind) for _ in range(240) for kind in labelled_scene(faces, View(side=96), rng).classes}
    assert seen == set(range(len(LABELS)))


def photo(complete: bool) -> Source:
    """A white photo with two tiles side by side, of which the first is labelled, or both."""
    pixels = np.full((400, 400, 3), 255, np.uint8)
    pixels[100:150, 100:140] = (250, 0, 0)
    pixels[100:150, 300:340] = (0, 0, 250)
    boxes = np.array([[100, 100, 140, 150], [300, 100, 340, 150]], np.float32)[: 2 if complete else 1]
    classes = np.array([CLASS_NUMBERS["1m"], CLASS_NUMBERS[BACK]])[: len(boxes)]
    return Source((Labelled("test", pixels, classes, boxes),), complete, 1.0)


def test_chips_hold_what_their_boxes_say(faces: FaceLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.training.chips.degrade", lambda image, _: image)
    sampler = ChipSampler([photo(complete=True)], faces, View(side=128, tile=(30, 60)), real=1.0)
    rng = np.random.default_rng(2)
    for _ in range(60):
        chip = sampler.draw(rng)
        assert chip.pixels.shape == (128, 128, 3)
        for kind, (left, top, right, bottom) in zip(chip.classes, chip.boxes, strict=True):
            middle = chip.pixels[int((top + bottom) / 2), int((left + right) / 2)]
            assert middle[0 if kind == CLASS_NUMBERS["1m"] else 2] > 200
            assert middle[1] < 120


def test_what_may_be_an_unlabelled_tile_is_covered(faces: FaceLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.training.chips.degrade", lambda image, _: image)
    monkeypatch.setattr("vision.training.chips.ground", lambda side, _: np.full((side, side, 3), 128, np.uint8))
    sampler = ChipSampler([photo(complete=False)], faces, View(side=128, tile=(20, 30)), real=1.0)
    rng = np.random.default_rng(2)
    for _ in range(60):
        blue = sampler.draw(rng).pixels.reshape(-1, 3).astype(int)
        assert not ((blue[:, 2] > 200) & (blue[:, 0] < 80)).any()


def test_bands_fill_the_chip() -> None:
    for bands in BANDS:
        assert bands[0][0] == 0.0
        assert bands[-1][1] == 1.0
        assert all(before[1] == after[0] for before, after in pairwise(bands))


def test_boxes_turn_with_the_picture() -> None:
    quarter = np.array([[0.0, -1.0, 100.0], [1.0, 0.0, 0.0]])
    classes, boxes = moved(np.array([3]), np.array([[10, 20, 30, 60]], np.float32), quarter, (100, 100))
    assert classes.tolist() == [3]
    assert boxes.tolist() == [[40, 10, 80, 30]]


def test_a_red_five_is_red_where_the_five_has_ink() -> None:
    face = np.full((112, 84, 3), 240, np.uint8)
    face[40:60, 30:50] = (20, 30, 120)
    red = reddened(face)
    assert np.array_equal(red[0, 0], [240, 240, 240])
    assert red[50, 40, 0] > 2 * red[50, 40, 2]


def test_labels_follow_the_datasets_own_order(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("1 0.5 0.5 0.2 0.4\n")
    classes, boxes = read_labels(tmp_path / "one.txt", ("9s", "back"), 100, 50)
    assert [LABELS[kind] for kind in classes] == [BACK]
    assert np.allclose(boxes, [[40, 15, 60, 35]])


@pytest.mark.parametrize(
    "line",
    [
        "7 0.5 0.5 0.2 0.4",
        "-1 0.5 0.5 0.2 0.4",
        "1_0 0.5 0.5 0.2 0.4",
        "0 0.5 0.5",
        "x 0 0 0 0",
        "0 nan 0.5 0.2 0.4",
        "0 0.5 0.5 inf 0.4",
        "0 0.5 1.5 0.2 0.4",
        "0 0.5 0.5 0 0.4",
        "0 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2",
    ],
)
def test_a_line_that_is_no_label_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "one.txt").write_text(f"{line}\n")
    with pytest.raises(DatasetError, match=r"one\.txt:1"):
        read_labels(tmp_path / "one.txt", ("9s", "back"), 100, 50)


def test_labels_tell_where_the_faces_are_and_how_much_of_them_is_seen(faces: FaceLibrary) -> None:
    rng = np.random.default_rng(8)
    shown = 0
    for _ in range(40):
        scene = labelled_scene(faces, View(side=128), rng)
        assert scene.quads is not None
        assert scene.visible is not None
        assert scene.quads.shape == (len(scene.classes), 4, 2)
        assert ((scene.visible >= 0.45) & (scene.visible <= 1)).all()
        for quad, box, visible in zip(np.clip(scene.quads, 0, 128), scene.boxes, scene.visible, strict=True):
            if visible > 0.99:
                assert (quad.min(axis=0) >= box[:2] - 3).all()
                assert (quad.max(axis=0) <= box[2:] + 3).all()
        shown += len(scene.classes)
    assert shown > 100


@pytest.mark.parametrize("turn", [0.0, 0.4, np.pi / 2, 2.5, -1.2])
def test_a_tile_turned_on_the_table_is_labelled_as_turned(look: Look, turn: float) -> None:
    _, seen = render(np.zeros((200, 200, 3), np.uint8), [flat("5p", 0, 0, turn, SHAPE)], overhead(), look)
    scene = with_labels("scene", np.zeros((200, 200, 3), np.uint8), seen)
    assert scene.turns is not None
    assert np.allclose(np.exp(1j * scene.turns), np.exp(-1j * turn), atol=0.02)


def test_photos_without_corners_say_so() -> None:
    known = Labelled("photo", np.zeros((4, 4, 3), np.uint8), np.zeros(0, np.int64), np.zeros((0, 4), np.float32))
    assert known.turns is None


def test_the_sheet_shows_labels_and_takes_a_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import synthesize

    sheet = tmp_path / "sheet.png"
    argv = ["synthesize", str(sheet), "--kind", "rack", "--count", "2", "--side", "64", "--columns", "2"]
    monkeypatch.setattr("sys.argv", argv)
    monkeypatch.setattr(synthesize, "library", lambda _, designs: library(1, min(designs, 1), tmp_path))
    synthesize.main()
    assert sheet.stat().st_size > 1000


def pictured(look: Look, solids, **how) -> np.ndarray:
    """The tiles from above, on grey."""
    return render(np.full((200, 200, 3), 128, np.uint8), solids, overhead(), replace(look, **how))[0].astype(int)


def test_a_glossy_face_mirrors_a_lamp_above_the_camera_and_a_dull_one_does_not(look: Look) -> None:
    tile = [flat("5p", 0, 0, 0, SHAPE)]
    dull, glossy = (pictured(look, tile, finish=Finish(gloss=gloss, uneven=0)) for gloss in (0.0, 0.6))
    assert (glossy[100, 100] > dull[100, 100] + 25).all()
    assert glossy[100, 100, 1] > dull[100, 100, 1] + 60
    assert np.array_equal(glossy[5, 5], dull[5, 5])


def test_sides_have_two_colours_with_the_seam_where_it_should_be(look: Look) -> None:
    camera = look_at(np.array([0.0, 0.0, 0.35]), 0.35, 0.0, 20.0, 0.0, 900.0, (200, 200))
    finish = Finish(bevel=0.02, spread=0.0)
    whole, halved = (
        render(
            np.zeros((200, 200, 3), np.uint8),
            [flat("5p", 0, 0, 0, SHAPE)],
            camera,
            replace(look, split=split, finish=finish),
        )[0]
        for split in (1.0, 0.5)
    )
    column = halved[:, 100].astype(int)
    green = (column[:, 1] > column[:, 0] + 20) & (column[:, 1] > 30)
    assert green.sum() > 8
    upper = np.flatnonzero(green).min()
    assert (whole[upper:, 100, 0].astype(int) >= whole[upper:, 100, 1]).all()


def test_shadows_fall_away_from_the_lamp(look: Look) -> None:
    light = np.array([-0.6, 0.0, 0.8])
    image = pictured(look, [flat("5p", 0, 0, 0, SHAPE)], light=light, shadow=0.5, soft=0.01)
    assert image[100, 123].max() < 80
    assert image[100, 60].min() > 120


def test_a_tile_on_top_casts_its_shadow_on_the_faces_below(look: Look) -> None:
    low, high = flat("5p", 1.3, 0, 0, SHAPE), flat("1m", 0, 0, 0, SHAPE, level=1)
    under = flat("2m", 0, 0, 0, SHAPE)
    light = np.array([-0.6, 0.0, 0.8])
    lit, shaded = (pictured(look, [under, low, high], light=light, shadow=shadow, soft=0.01) for shadow in (0.0, 0.6))
    change = lit[100, 118:150].sum(axis=1) - shaded[100, 118:150].sum(axis=1)
    assert change.max() > 100
    assert abs(lit[100, 100] - shaded[100, 100]).max() < 3


def test_things_over_and_among_tiles_hide_them(look: Look) -> None:
    square = np.array([[-0.5, 0.7], [0, 0.7], [0, -0.7], [-0.5, -0.7]])
    corners = np.concatenate([np.column_stack([square, np.full(4, level)]) for level in (0.9, 0.8)])
    grey = np.full((40, 20, 3), 60, np.uint8)
    cover = np.full((40, 20), 255, np.uint8)
    cover[20:] = 0
    solids = [flat("5p", 0, 0, 0, SHAPE)]
    for mask, least, most in ((None, 0.35, 0.6), (cover, 0.35, 0.8)):
        thing = Thing(Picture(grey, mask, np.full(3, 60.0)), corners, np.full(3, 60.0), np.full(3, 60.0), np.ones(3))
        for where in ({"over": [thing]}, {"among": [thing]}):
            image, (seen,) = render(np.zeros((200, 200, 3), np.uint8), solids, overhead(), look, **where)
            assert least < seen.visible < most
            assert abs(image[90, 92].astype(int) - 60).max() < 10


def test_some_pictures_hold_nothing_and_say_so(faces: FaceLibrary) -> None:
    scene = labelled_scene(faces, View(side=96), np.random.default_rng(0), kind="nothing")
    assert scene.boxes.shape == (0, 4)
    assert scene.quads is not None
    assert scene.quads.shape == (0, 4, 2)
    assert scene.pixels.std() > 1


def test_a_lens_moves_the_labels_with_the_picture(look: Look) -> None:
    image, seen = render(np.zeros((200, 200, 3), np.uint8), [flat("5p", -2, 1, 0.3, SHAPE)], overhead(), look)
    bent, moved_ = through_lens(image, seen, Lens(0.15, np.array([100.0, 100.0]), 200.0))
    for picture, (one,) in ((image, seen), (bent, moved_)):
        mask = np.zeros((200, 200), np.uint8)
        cv2.fillConvexPoly(mask, np.rint(one.quad).astype(np.int32), 1)
        lit = picture[..., 0] > 150
        assert (lit & (mask > 0)).sum() > 0.9 * lit.sum() > 300
    assert np.abs(moved_[0].quad - seen[0].quad).max() > 2


@pytest.mark.parametrize(("elevation", "read"), [(1.2, True), (0.4, True), (0.08, False)])
def test_faces_seen_edge_on_count_as_not_seen(look: Look, elevation: float, read: bool) -> None:
    camera = look_at(np.array([0.0, 0.0, SHAPE.depth]), elevation, 0.0, 20.0, 0.0, 600.0, (200, 200))
    _, (seen,) = render(np.zeros((200, 200, 3), np.uint8), [flat("5p", 0, 0, 0, SHAPE)], camera, look)
    assert (seen.visible > 0.9) == read
    assert (seen.visible == 0) != read
