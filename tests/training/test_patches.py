"""Single tiles cut for the recogniser: from labelled pictures and from scenes."""

from dataclasses import replace

import numpy as np
import pytest

from vision.labels import BACK, CLASS_NUMBERS, LABELS, NOTHING
from vision.patch import SIDE
from vision.training.chips import Source, trust
from vision.training.patches import (
    PATCH_LABELS,
    SYMMETRIC,
    UNKNOWN,
    Patch,
    PatchSampler,
    box_points,
    is_pale,
    scene_patches,
    tile_patch,
    warped,
)
from vision.training.scene import Seen
from vision.training.sources.faces import FaceLibrary, drawn
from vision.training.sources.photos import Labelled
from vision.training.synthesize import View

COLOURS = {"1m": (200, 30, 30), "5p": (30, 200, 30), "9s": (30, 30, 200)}
GREY = 110


def photo(name: str = "made/1") -> Labelled:
    """Three coloured tiles on grey."""
    pixels = np.full((240, 320, 3), GREY, np.uint8)
    boxes = []
    for place, colour in enumerate(COLOURS.values()):
        left = 30 + 90 * place
        pixels[80:150, left : left + 50] = colour
        boxes.append((left, 80, left + 50, 150))
    kinds = np.array([CLASS_NUMBERS[face] for face in COLOURS])
    return Labelled(name, pixels, kinds, np.array(boxes, np.float32))


@pytest.fixture(scope="module")
def faces() -> FaceLibrary:
    return FaceLibrary({"drawn": drawn(2, 1)})


def sampler(faces: FaceLibrary, **options: float) -> PatchSampler:
    values = {"real": 1.0, "nothing": 0.0} | options
    return PatchSampler([Source((photo(),), True, 1.0)], faces, View(192, (30.0, 60.0)), **values)


@pytest.mark.parametrize("turn", [0.0, np.pi / 2, 1.0])
def test_a_patch_is_filled_by_the_box_of_the_turned_tile(turn: float) -> None:
    image, matrix = warped(photo().pixels, box_points(photo().boxes[1]), turn, np.random.default_rng(1))
    assert image.shape == (SIDE, SIDE, 3)
    corners = box_points(photo().boxes[1]) @ matrix[:, :2].T + matrix[:, 2]
    low, high = corners.min(axis=0), corners.max(axis=0)
    assert (low > -0.15 * SIDE).all()
    assert (high < 1.15 * SIDE).all()
    assert (high - low > 0.7 * SIDE).all()
    assert np.abs(image[SIDE // 2, SIDE // 2].astype(int) - COLOURS["5p"]).max() < 5


def test_patches_of_photos_show_the_tile_that_their_kind_names(faces: FaceLibrary) -> None:
    rng = np.random.default_rng(2)
    for _ in range(40):
        for one in sampler(faces).draw(rng):
            face = PATCH_LABELS[one.kind]
            channel = int(np.argmax(COLOURS["5p" if face == "0p" else face]))
            middle = one.pixels[24:40, 24:40].reshape(-1, 3).astype(int).mean(axis=0)
            assert one.up == UNKNOWN
            if face != "0p":
                assert middle[channel] == middle.max()


def test_the_same_seed_gives_the_same_patches(faces: FaceLibrary) -> None:
    made = [
        [one.pixels for one in sampler(faces, real=0.5, nothing=0.3).draw(np.random.default_rng(5))] for _ in range(2)
    ]
    assert all(np.array_equal(one, other) for one, other in zip(*made, strict=True))


def tile_share(one: Patch) -> float:
    """Share of a patch that has the colour of the tile that takes the most of it."""
    pixels = one.pixels.astype(float).reshape(-1, 3)
    hue = pixels - pixels.mean(axis=1, keepdims=True)
    return max(float((hue[:, channel] > 25).mean()) for channel in range(3))


def test_what_is_called_nothing_is_no_whole_tile(faces: FaceLibrary) -> None:
    rng = np.random.default_rng(3)
    made = [one for _ in range(60) for one in sampler(faces, nothing=1.0).draw(rng)]
    nothing = [tile_share(one) for one in made if PATCH_LABELS[one.kind] == NOTHING]
    tiles = [tile_share(one) for _ in range(60) for one in sampler(faces).draw(rng)]
    assert len(nothing) > 200
    assert np.mean(nothing) < 0.5 * np.mean(tiles)
    assert np.quantile(nothing, 0.9) < np.mean(tiles)


def test_unlabelled_tiles_are_never_called_nothing(faces: FaceLibrary) -> None:
    """Where the photo is not trusted nothing is cut."""
    known = photo()
    source = Source((known,), False, 1.0, {known.name: np.array([[200, 20, 230, 60]], np.float32)})
    trusted = trust(known, source)
    assert trusted[20:60, 200:230].max() == 0
    assert trusted[80:150, 30:80].min() == 255
    assert trusted[200:].min() == 255
    hidden = Labelled(known.name, np.where(trusted[..., None] == 255, known.pixels, 255), known.classes, known.boxes)
    made = PatchSampler([replace(source, photos=(hidden,))], faces, View(192, (30.0, 60.0)), real=1.0, nothing=1.0)
    rng = np.random.default_rng(6)
    cut = [one.pixels for _ in range(60) for one in made.draw(rng) if PATCH_LABELS[one.kind] == NOTHING]
    assert len(cut) > 100
    assert np.mean([(pixels.min(axis=2) > 235).mean() for pixels in cut]) < 0.02


def test_scenes_give_their_tiles_with_the_way_up(faces: FaceLibrary) -> None:
    rng = np.random.default_rng(4)
    made = [one for _ in range(12) for one in sampler(faces, real=0.0).draw(rng)]
    shown = [one for one in made if PATCH_LABELS[one.kind] != NOTHING]
    assert len(shown) > 30
    assert all(0 <= one.up < 1 for one in shown)
    assert all(one.up == UNKNOWN for one in made if PATCH_LABELS[one.kind] == NOTHING)


def around(quad: np.ndarray) -> np.ndarray:
    """The upright box of corners."""
    return np.concatenate([quad.min(axis=0), quad.max(axis=0)])


@pytest.mark.parametrize("quarters", range(4))
def test_the_way_up_follows_the_face(quarters: int) -> None:
    square = np.array([[-20, -27], [20, -27], [20, 27], [-20, 27]], float)
    angle = quarters * np.pi / 2
    turned = square @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + 96
    seen = Seen("1z", turned, np.concatenate([turned, turned]), around(turned), 1.0)
    straight = next(
        one
        for seed in range(50)
        if np.random.default_rng(seed).random() < 0.5
        for one in [tile_patch(np.zeros((192, 192, 3), np.uint8), seen, np.random.default_rng(seed))]
    )
    assert straight.up == pytest.approx(quarters / 4, abs=0.02) or straight.up == pytest.approx(
        quarters / 4 + 1, abs=0.02
    )


def test_every_face_that_looks_alike_both_ways_is_a_label() -> None:
    assert set(LABELS) >= SYMMETRIC
    assert BACK in SYMMETRIC


def test_a_tile_seen_edge_on_gives_no_patch(faces: FaceLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    flat = np.array([[50, 80], [90, 80], [90, 80.4], [50, 80.4]])
    gone = np.array([[-40, 50], [0, 50], [0, 90], [-40, 90]], float)
    seen = [Seen("1m", quad, np.concatenate([quad, quad]), around(quad), 1.0) for quad in (flat, gone)]
    picture = np.zeros((192, 192, 3), np.uint8)
    monkeypatch.setattr("vision.training.patches.random_scene", lambda *_: (picture, seen))
    monkeypatch.setattr("vision.training.patches.EMPTY", 0.0)
    made = [one for seed in range(20) for one in scene_patches(faces, View(192), np.random.default_rng(seed))]
    assert all(PATCH_LABELS[one.kind] == NOTHING for one in made)


@pytest.mark.parametrize(
    ("colour", "pale"),
    [((235, 235, 240), True), ((150, 150, 150), True), ((60, 60, 60), False), ((40, 140, 80), False)],
)
def test_a_plain_light_back_cannot_be_told_from_a_blank_dragon(colour: tuple[int, int, int], pale: bool) -> None:
    assert is_pale(np.full((SIDE, SIDE, 3), colour, np.uint8)) is pale


def test_a_patterned_back_can_be_told() -> None:
    patterned = np.full((SIDE, SIDE, 3), 230, np.uint8)
    patterned[::4] = 60
    assert not is_pale(patterned)
