"""Scenes in, readings out: tiles laid on a table, seen by a camera, as boxes."""

import math
import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from scoring.hand import parse_hand
from vision.decide import wholes
from vision.detection import Box, Detection
from vision.game import ANY_GAME
from vision.layout import Role, arrange
from vision.photo import Photo
from vision.reading import HandReading, read, read_hand
from vision.timing import Stopwatch

Point = tuple[float, float]
Camera = Callable[[float, float], Point]

WIDTH, HEIGHT = 30.0, 40.0
"""A tile on the table, in millimetres or so."""


def lay(*rows: str, drop: float = 1.15) -> list[tuple[str, float, float, bool]]:
    """Tiles on the table as face, middle and whether on its side.

    A row is faces of two letters, ``##`` face down; a blank is a gap of half a tile, ``.`` one of a whole tile, and
    ``-`` puts the next tile on its side. Rows follow one another ``drop`` tile heights apart.
    """
    tiles = []
    for number, row in enumerate(rows):
        x, at = 0.0, 0
        while at < len(row):
            if row[at] in " .":
                x += WIDTH * (0.6 if row[at] == " " else 1.0)
                at += 1
                continue
            aside = row[at] == "-"
            at += aside
            length = HEIGHT if aside else WIDTH
            face = row[at : at + 2].replace("##", "back")
            tiles.append((face, x + length / 2, number * drop * HEIGHT, aside))
            x += length + 1.5
            at += 2
    return tiles


def seen(tiles: list[tuple[str, float, float, bool]], camera: Camera, confidence: float = 0.9) -> list[Detection]:
    """Upright boxes round the tiles as ``camera`` shows them."""
    detections = []
    for face, x, y, aside in tiles:
        across, down = (HEIGHT / 2, WIDTH / 2) if aside else (WIDTH / 2, HEIGHT / 2)
        corners = [camera(x + dx, y + dy) for dx in (-across, across) for dy in (-down, down)]
        xs, ys = zip(*corners, strict=True)
        detections.append(Detection(face, Box(min(xs), min(ys), max(xs), max(ys)), confidence))
    return detections


def flat(scale: float = 2.0, turn: float = 0.0, squeeze: float = 1.0) -> Camera:
    """From above: turned by degrees, lower by ``squeeze``."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def camera(x: float, y: float) -> Point:
        y *= squeeze
        return 1000 + scale * (x * cos - y * sin), 1000 + scale * (x * sin + y * cos)

    return camera


def slanted(x: float, y: float) -> Point:
    """From a chair: what lies further up is smaller, and the right side is nearer."""
    depth = 1.5 - 0.0007 * x - 0.002 * y
    return 1000 + 2.5 * (x - 200) / depth, 900 + (2.2 * y + 0.1 * x) / depth


def bent(x: float, y: float) -> Point:
    """Rows hang through in the middle."""
    return 500 + 2 * x, 700 + 2 * y - 0.0012 * (x - 230) ** 2


CAMERAS = {
    "near": flat(8.0),
    "far": flat(0.5),
    "turned a little": flat(turn=8),
    "climbing": flat(turn=-25),
    "falling": flat(turn=25),
    "low": flat(squeeze=0.6),
    "slanted": slanted,
    "bent": bent,
    "sideways": flat(turn=90),
}
ABOVE = flat()


def blank(width: int, height: int) -> Photo:
    """A grey photo that takes no memory, whatever its size."""
    return Photo(np.broadcast_to(np.uint8(127), (height, width, 3)))


WIDE = blank(20_000, 20_000)


def reading(*rows: str, camera: Camera = ABOVE, drop: float = 1.15) -> HandReading:
    return read(seen(lay(*rows, drop=drop), camera), WIDE)


def codes(result: HandReading) -> set[str]:
    return {doubt.code for doubt in result.doubts}


def faces(result: HandReading, role: Role) -> str:
    return "".join(tile.detection.face for tile in result.tiles if tile.role is role)


CONCEALED = "1m2m3m4p5p6p7s8s9s1z1z1z5z5z"

SCENES = {
    CONCEALED: "123m 456p 789s 11155z",
    "1f5f1m2m3m4p5p6p7s8s9s1z1z1z5z5z": "123m 456p 789s 11155z 15f",
    "1f 1m2m3m4p5p6p7s8s9s1z1z1z5z5z": "123m 456p 789s 11155z 1f",
    "2m2m4p5p6p7s8s9s 1z1z1z 5z5z5z": "22m 456p 789s (111z) (555z)",
    "5z5z 1m2m3m4p5p6p 7s8s9s 1z1z1z": "123m 456p 55z (789s) (111z)",
    "1m2m3m 4p5p6p 7s8s9s 1z1z1z 5z5z": "123m 456p 789s 11155z",
    "1m2m3m4p5p6p5z5z 7s8s9s 1z1z1z1z": "123m 456p 55z (789s) (1111z)",
    "1m2m3m4p5p6p5z5z 7s8s9s ##1z1z##": "123m 456p 55z (789s) [1111z]",
    "1m2m3m4p5p6p5z5z 7s8s9s 1z####1z": "123m 456p 55z (789s) [1111z]",
    "1m2m3m4p5p6p5z5z 7s-8s9s 1z1z-1z": "123m 456p 55z (789s) (111z)",
    "1m2m3m4p0p6p7s8s9s1z1z1z5z5z": "123m 406p 789s 11155z",
    "1m2m3m4p5p6p7s8s9s1z1z1z5z5z2p3p4p": "123m 234456p 789s 11155z",
}


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
@pytest.mark.parametrize("scene", SCENES)
def test_a_row_reads_the_same_from_everywhere(scene: str, camera: Camera) -> None:
    result = reading(scene, camera=camera)
    written = "".join(scene.replace("-", "").replace("##", "back").split())
    assert "".join(tile.detection.face for tile in result.tiles) == written
    assert {tile.row for tile in result.tiles} == {0}
    assert [tile.index for tile in result.tiles] == list(range(len(result.tiles)))
    assert str(result.hand).split() == str(parse_hand(SCENES[scene])).split()


ROWS = {
    "melds behind, apart": (("7s8s9s 1z1z1z1z", "1m2m3m4p5p6p5z5z"), "123m 456p 55z (789s) (1111z)", False),
    "melds behind, touching": (("7s8s9s1z1z1z", "1m2m3m4p5p6p5z5z"), "123m 456p 55z (789s) (111z)", True),
    "melds in front, apart": (("1m2m3m4p5p6p5z5z", "7s8s9s 1z1z1z"), "123m 456p 55z (789s) (111z)", False),
    "one hand in two rows": (("1m2m3m4p5p6p5z5z", "7s8s9s1z1z1z"), "123m 456p 55z 789s 111z", True),
    "melds longer than the hand": (("7s8s9s 1z1z1z 4p5p6p", "1m2m3m5z5z"), "123m 55z (789s) (111z) (456p)", False),
    "flowers behind": (("1f2f8f", CONCEALED), "123m 456p 789s 11155z 128f", False),
    "a kong and a flower behind": (("3f ##9m9m##", "1m2m3m4p5p6p7s8s9s5z5z"), "123m 456p 789s 55z [9999m] 3f", False),
}


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
@pytest.mark.parametrize("name", ROWS)
def test_two_rows_read_the_same_from_everywhere(name: str, camera: Camera) -> None:
    rows, expected, unsure = ROWS[name]
    if camera is CAMERAS["sideways"] and name in ("melds behind, touching", "one hand in two rows"):
        pytest.skip("which of two columns is in front cannot be told")
    result = reading(*rows, camera=camera)
    hand = result.hand
    assert hand is not None
    wanted = parse_hand(expected)
    assert (hand.concealed, set(hand.melds), hand.flowers) == (wanted.concealed, set(wanted.melds), wanted.flowers)
    assert ("melds_unsure" in codes(result)) == unsure
    assert {tile.row for tile in result.tiles} == {0, 1}


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
def test_room_for_a_tile_that_was_not_seen_is_a_doubt(camera: Camera) -> None:
    tiles = lay("1m2m3m4p5p6p7s8s9s1z1z1z1z5z5z")
    assert "gap_in_row" not in codes(read(seen(tiles, camera), WIDE))
    missed = read(seen([*tiles[:4], *tiles[5:]], camera), WIDE)
    assert missed.hand is not None
    assert [doubt.tiles for doubt in missed.doubts if doubt.code == "gap_in_row"] == [(3, 4)]


def test_sets_shown_apart_may_be_melds_and_that_is_said() -> None:
    shown = reading("1m2m3m 4p5p6p 7s8s9s 1z1z1z 5z5z")
    assert shown.hand == parse_hand("123m 456p 789s 11155z")
    assert [doubt.tiles for doubt in shown.doubts if doubt.code == "melds_unsure"] == [tuple(range(12))]
    assert "melds_unsure" not in codes(reading("2m2m4p5p6p7s8s9s 1z1z1z 5z5z5z"))
    assert "melds_unsure" not in codes(reading(CONCEALED))


def test_reading_order_is_rows_from_the_top_and_tiles_from_the_left() -> None:
    result = reading("7s8s9s 1z1z1z", "1m2m3m4p5p6p5z5z")
    assert [(tile.row, tile.index) for tile in result.tiles] == [
        *[(0, number) for number in range(6)],
        *[(1, number) for number in range(8)],
    ]


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
@pytest.mark.parametrize(
    ("scene", "winning"),
    [
        ("1m2m3m4p5p6p7s8s9s1z1z1z5z .5z", 13),
        ("9s .1m2m3m4p5p6p7s8s1z1z1z5z5z", 0),
        ("1m2m3m4p5p6p7s8s9s1z1z1z5z-5z", 13),
        ("1m2m3m4p5p6p5z .5z 7s8s9s 1z1z1z", 7),
        (CONCEALED, None),
    ],
)
def test_the_winning_tile_lies_apart(scene: str, winning: int | None, camera: Camera) -> None:
    if "-" in scene and camera in (CAMERAS["climbing"], CAMERAS["falling"]):
        pytest.skip("upright boxes hide which way a tile lies when its row climbs")
    result = reading(scene, camera=camera)
    assert result.hand is not None
    assert result.winning == winning
    assert ("no_winning_tile" in codes(result)) == (winning is None)
    assert faces(result, Role.WINNING) == ("" if winning is None else result.tiles[winning].detection.face)


def test_a_tile_on_its_side_is_called_rotated() -> None:
    result = reading("1m2m3m4p5p6p5z5z 7s-8s9s 1z1z-1z", camera=slanted)
    assert [number for number, tile in enumerate(result.tiles) if tile.rotated] == [9, 13]


def pool(dice: random.Random, count: int) -> list[tuple[str, float, float, bool]]:
    """Discards lying about beyond the hand, some on their side."""
    return [
        (
            f"{dice.randint(1, 9)}{dice.choice('mps')}",
            70.0 * (number % 7) + dice.uniform(-12, 12),
            -130.0 - 75 * (number // 7) + dice.uniform(-12, 12),
            dice.random() < 0.4,
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("camera", [CAMERAS[name] for name in ("near", "far", "slanted", "bent", "turned a little")])
@pytest.mark.parametrize("seed", range(10))
def test_discards_are_no_part_of_the_hand(camera: Camera, seed: int) -> None:
    tiles = [*lay("2m2m4p5p6p7s8s9s 1z1z1z 5z5z5z"), *pool(random.Random(seed), 24)]
    result = read(seen(tiles, camera), WIDE)
    assert str(result.hand) == "22m 456p 789s (111z) (555z)"
    assert sum(tile.role is Role.OTHER for tile in result.tiles) == 24


def test_a_wall_is_no_part_of_the_hand() -> None:
    result = reading("##" * 17, "", CONCEALED)
    assert str(result.hand) == str(parse_hand(SCENES[CONCEALED]))
    assert faces(result, Role.OTHER) == "back" * 17


def test_another_players_row_further_off_is_no_part_of_the_hand() -> None:
    tiles = lay("1p" * 13, "", "", "", CONCEALED)
    assert str(read(seen(tiles, slanted), WIDE).hand) == str(parse_hand(SCENES[CONCEALED]))


@pytest.mark.parametrize(
    ("scene", "seen_tiles"),
    [(CONCEALED[:-2], 13), (CONCEALED + "9m", 15), ("1m2m3m", 3), ("1f" + CONCEALED[:-4], 12), (CONCEALED[:2], 1)],
)
def test_a_wrong_number_of_tiles_is_no_hand_and_says_how_many(scene: str, seen_tiles: int) -> None:
    result = reading(scene)
    assert result.hand is None
    doubt = next(doubt for doubt in result.doubts if doubt.code == "wrong_tile_count")
    assert doubt.message.startswith(f"{seen_tiles} tile")
    assert "14" in doubt.message
    assert len(doubt.tiles) == seen_tiles


@pytest.mark.parametrize("scene", ["3f", "1f2f5f8f", "##", "####", "0m", "3f##", "1m 2f"])
def test_a_few_tiles_are_no_hand(scene: str) -> None:
    result = reading(scene)
    assert result.hand is None
    assert "wrong_tile_count" in codes(result)


def test_five_of_a_kind_are_too_many() -> None:
    result = reading("1m1m1m1m2m2m2m3m3m3m4m4m5z5z 1m".replace("5z5z 1m", "1m5z"))
    assert result.hand is None
    assert [tile.detection.face for tile in result.tiles if tile.doubtful] == ["1m"] * 5
    assert "too_many_copies" in codes(result)


def test_a_red_five_counts_among_the_fives() -> None:
    result = reading("5p5p5p5p0p1m2m3m4m5m6m7m8m9m")
    assert result.hand is None
    assert "too_many_copies" in codes(result)


def test_the_hidden_tiles_of_a_kong_count_too() -> None:
    assert "too_many_copies" in codes(reading("1z2m3m4p5p6p5z5z 7s8s9s ##1z1z##"))


def test_a_flower_is_there_once() -> None:
    assert "too_many_copies" in codes(reading("3f3f" + CONCEALED))


@pytest.mark.parametrize("scene", ["1m2m3m4p5p6p5z5z 7s8s9s ########", "1m2m3m##5p6p7s8s9s1z1z1z5z5z"])
def test_tiles_face_down_make_no_hand(scene: str) -> None:
    result = reading(scene)
    assert result.hand is None
    assert "face_down" in codes(result)
    assert all(tile.detection.face == "back" for tile in result.tiles if tile.doubtful)


def test_nothing_seen_is_said() -> None:
    result = read([], blank(640, 480))
    assert (result.tiles, result.hand, result.winning) == ((), None, None)
    assert codes(result) == {"no_tiles"}


def changed(number: int, **fields: object) -> HandReading:
    """The concealed row with something else about one tile."""
    detections = seen(lay(CONCEALED), flat())
    detections[number] = replace(detections[number], **fields)  # type: ignore[arg-type]
    return read(detections, WIDE)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"confidence": 0.4}, "low_confidence"),
        ({"runners_up": (("6m", 0.6),)}, "close_runner_up"),
    ],
)
def test_a_tile_seen_badly_is_doubtful_and_the_hand_is_still_read(fields: dict[str, object], code: str) -> None:
    result = changed(4, **fields)
    assert result.hand is not None
    assert [number for number, tile in enumerate(result.tiles) if tile.doubtful] == [4]
    doubt = next(doubt for doubt in result.doubts if doubt.code == code)
    assert doubt.tiles == (4,)
    assert "5p" in doubt.message


def test_a_far_runner_up_is_no_doubt() -> None:
    assert not any(tile.doubtful for tile in changed(4, runners_up=(("6m", 0.3),)).tiles)


def test_tiles_too_small_to_tell_apart_are_a_doubt() -> None:
    assert "tiles_too_small" in codes(reading(CONCEALED, camera=flat(0.3)))
    assert "tiles_too_small" not in codes(reading(CONCEALED, camera=flat(0.5)))


def test_a_tile_cut_off_by_the_edge_is_a_doubt() -> None:
    detections = seen(lay(CONCEALED), flat())
    last = detections[-1].box
    edge = last.left + 0.6 * last.width
    detections[-1] = replace(detections[-1], box=last.within(edge, 10_000))
    result = read(detections, blank(round(edge), 4000))
    assert [doubt.tiles for doubt in result.doubts if doubt.code == "cut_off"] == [(13,)]
    whole = read(seen(lay(CONCEALED), flat()), blank(round(last.right), 4000))
    assert "cut_off" not in codes(whole)


@pytest.mark.parametrize("scene", [*SCENES, *[" ".join(rows) for rows, _, _ in ROWS.values()]])
def test_the_order_of_the_detections_is_no_matter(scene: str) -> None:
    detections = seen([*lay(scene), *pool(random.Random(3), 9)], slanted)
    expected, dice = read(detections, WIDE), random.Random(4)
    for _ in range(5):
        dice.shuffle(detections)
        assert read(detections, WIDE) == expected


@pytest.mark.parametrize("factor", [0.1, 0.37, 3.0, 25.0])
def test_the_size_of_the_photo_is_no_matter(factor: float) -> None:
    for rows, _, _ in ROWS.values():
        small = seen([*lay(*rows), *pool(random.Random(5), 12)], slanted)
        large = [replace(detection, box=detection.box.scaled(factor)) for detection in small]
        one, other = arrange(small), arrange(large)
        assert (one.melds, one.winning, one.size) == (other.melds, other.winning, other.size)
        assert [replace(tile, detection=small[0]) for tile in one.tiles] == [
            replace(tile, detection=small[0]) for tile in other.tiles
        ]


@pytest.mark.parametrize("seed", range(30))
def test_boxes_that_are_a_little_off_read_alike(seed: int) -> None:
    dice = random.Random(seed)
    rows, expected, _ = list(ROWS.values())[seed % len(ROWS)]
    detections = [
        replace(one, box=Box(*(side + dice.uniform(-0.05, 0.05) * one.box.width for side in one.box)))
        for one in seen(lay(*rows), flat(turn=dice.uniform(-10, 10), squeeze=dice.uniform(0.7, 1)))
    ]
    result = read(detections, WIDE)
    assert result.hand is not None
    assert sorted(str(result.hand).split()) == sorted(str(parse_hand(expected)).split())


def test_any_boxes_at_all_give_a_reading() -> None:
    dice = random.Random(6)
    for count in range(60):
        detections = [
            Detection(
                dice.choice(["1m", "5p", "back", "3f", "0s", "7z"]),
                Box(
                    x := dice.uniform(0, 900),
                    y := dice.uniform(0, 900),
                    x + dice.uniform(0, 99),
                    y + dice.uniform(0, 99),
                ),
                dice.random(),
            )
            for _ in range(count)
        ]
        result = read(detections, blank(1000, 1000))
        assert sorted(tile.detection.box for tile in result.tiles) == sorted(one.box for one in detections)
        assert result.hand is None or result.hand.size in (14, 17)
        assert all(0 <= number < count for doubt in result.doubts for number in doubt.tiles)


def test_a_photo_is_read_with_a_detector_and_timed() -> None:
    class Fixed:
        def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
            assert photo.width == 3000
            assert watch is not None
            with watch.stage("infer"):
                return seen(lay(CONCEALED), flat(0.5))

    result = read_hand(Photo(np.zeros((2000, 3000, 3), np.uint8)), Fixed())
    assert (result.width, result.height) == (3000, 2000)
    assert str(result.hand) == str(parse_hand(SCENES[CONCEALED]))
    assert set(result.ms) == {"infer", "layout", "quality"}


def test_a_row_longer_than_a_hand_beside_other_tiles_is_no_hand() -> None:
    row = "1m2m3m4m5m6m7m8m9m1p2p3p4p5p6p7p8p9p1s2s3s4s"
    for rows in (f"5z.{row}", f"{row}.5z", f"{row}.1z2z3z"):
        detections = seen(lay(rows), flat())
        reading = read(detections, Photo(np.full((1200, 3000, 3), 127, np.uint8)))
        assert reading.hand is None
        assert reading.trouble is not None
        assert len(reading.tiles) == len(detections)


def test_a_tile_that_was_seen_twice_is_two_tiles() -> None:
    detections = seen(lay("1m2m3m4p5p6p7s8s9s1z1z1z5z.5z"), flat())
    doubted = replace(detections[3], confidence=0.6, runners_up=(("7p", 0.2), ("3p", 0.15)), tile=0.6)
    detections[3] = doubted
    sheet = Photo(np.full((1200, 3000, 3), 127, np.uint8))
    for twice in ([*detections, doubted], [*detections, detections[0], detections[0]]):
        reading = read(twice, sheet)
        assert len(reading.tiles) == len(twice)
        for whole in wholes(twice, lambda some, _: arrange(some), ANY_GAME):
            assert sorted(whole.order) == [*range(len(twice))]
