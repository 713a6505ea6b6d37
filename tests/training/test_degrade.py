import numpy as np
import pytest

from vision.training import degrade as module
from vision.training.degrade import LIGHTING, OPTICS, banded, degrade, dim, jpeg, mixed, partly_focused, shaken, stored
from vision.training.lens import Lens, random_lens

BOARD = (np.indices((96, 80)).sum(axis=0) // 6 % 2 * 160 + 40).astype(np.uint8)[..., None].repeat(3, axis=2)


@pytest.mark.parametrize("size", [(256, 256), (96, 80), (40, 64)])
def test_photos_keep_their_size_and_are_settled_by_the_seed(size: tuple[int, int]) -> None:
    image = np.random.default_rng(0).integers(0, 256, (*size, 3), np.uint8)
    for seed in range(25):
        one, other = (degrade(image, np.random.default_rng(seed)) for _ in range(2))
        assert one.shape == image.shape
        assert one.dtype == np.uint8
        assert np.array_equal(one, other)


@pytest.mark.parametrize("optic", [optic for _, optic in OPTICS], ids=lambda optic: optic.__name__)
def test_optics_only_take_detail_away(optic) -> None:
    for seed in range(6):
        blurred = optic(BOARD, np.random.default_rng(seed)).astype(int)
        assert blurred.std() < BOARD.std()
        assert abs(blurred.mean() - BOARD.mean()) < 6


@pytest.mark.parametrize("effect", [effect for _, effect in LIGHTING], ids=lambda effect: effect.__name__)
def test_lights_change_the_picture_but_not_its_shape(effect) -> None:
    for seed in range(6):
        light = effect(BOARD.astype(np.float32), np.random.default_rng(seed))
        assert light.shape == BOARD.shape
        assert light.dtype == np.float32
        assert np.isfinite(light).all()


def test_only_a_part_of_the_picture_is_out_of_focus() -> None:
    sharp = [partly_focused(BOARD, np.random.default_rng(seed)).astype(int) - BOARD for seed in range(12)]
    kept = [(np.abs(change).max(axis=2) < 4).mean() for change in sharp]
    assert any(0.02 < share < 0.9 for share in kept)


def test_two_lights_differ_in_colour_from_side_to_side() -> None:
    grey = np.full((64, 64, 3), 120, np.float32)
    tints = [mixed(grey, np.random.default_rng(seed)) for seed in range(8)]
    spreads = [np.ptp(light[..., 0] / light[..., 2]) for light in tints]
    assert max(spreads) > 0.15


def test_bands_run_along_one_side() -> None:
    grey = np.full((64, 48, 3), 120, np.float32)
    for seed in range(8):
        light = banded(grey, np.random.default_rng(seed))[..., 0]
        across, along = light.std(axis=1).max(), light.std(axis=0).max()
        assert min(across, along) < 1e-3 < max(across, along)


def test_dark_pictures_have_more_noise_in_their_shades() -> None:
    light = np.zeros((64, 64, 3), np.float32)
    light[:, 32:] = 240
    noise = dim(light, np.random.default_rng(1))
    assert noise[:, :32].std() > 1.5 * noise[:, 32:].std()


def test_long_shakes_are_no_longer_than_a_sixteenth_of_the_picture() -> None:
    dot = np.zeros((128, 128, 3), np.uint8)
    dot[64, 64] = 255
    reaches = [
        np.ptp(np.argwhere(shaken(dot, np.random.default_rng(seed))[..., 0]), axis=0).max() for seed in range(60)
    ]
    assert 7 <= max(reaches) <= 9


def test_saving_twice_keeps_the_picture_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(module, "jpeg", lambda image, quality: calls.append(quality) or jpeg(image, 95))
    monkeypatch.setattr(module, "sharpened", lambda image, _: image)
    counts = set()
    for seed in range(60):
        calls.clear()
        again = stored(BOARD, np.random.default_rng(seed)).astype(int)
        counts.add(len(calls))
        assert abs(again - BOARD).mean() < 12
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("bend", [-0.08, 0.0, 0.08])
def test_a_lens_moves_pictures_and_points_alike(bend: float) -> None:
    lens = Lens(bend, np.array([30.0, 140.0]), 128.0)
    image = np.zeros((128, 128, 3), np.uint8)
    places = np.array([[20.0, 20], [100, 30], [60, 110]])
    for x, y in places.astype(int):
        image[y - 2 : y + 3, x - 2 : x + 3] = 255
    seen = lens.picture(image)[..., 0]
    for x, y in lens.bent(places):
        ys, xs = np.nonzero(seen[int(y) - 6 : int(y) + 7, int(x) - 6 : int(x) + 7] > 100)
        assert np.allclose([xs.mean() + int(x) - 6, ys.mean() + int(y) - 6], [x, y], atol=0.8)
    assert np.allclose(lens.straight(lens.bent(places)), places, atol=0.01)


def test_lenses_differ_and_stay_weak() -> None:
    rng = np.random.default_rng(0)
    corners = np.array([[0.0, 0], [255, 0], [255, 255], [0, 255]])
    moves = [np.abs(random_lens(256, rng).bent(corners) - corners).max() for _ in range(100)]
    assert 1 < np.median(moves) < 40
