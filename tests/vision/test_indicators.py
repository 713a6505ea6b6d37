"""Indicators in walls, hands of seventeen and rows of flowers: boxes in, readings out."""

import numpy as np
import pytest

from scoring.hand import parse_hand
from scoring.tiles import parse_tiles
from vision.detection import Box, Detection
from vision.game import Game
from vision.layout import Role
from vision.photo import Photo
from vision.reading import HandReading, read

WIDTH, HEIGHT = 60, 80
FOURTEEN = "1m2m3m4p5p6p7s8s9s1z1z1z5z5z"
FIVE_SETS = "1m2m3m4p5p6p7s8s9s1z1z1z4m5m6m5z5z"
WIDE = Photo(np.broadcast_to(np.uint8(127), (2000, 2000, 3)))


def laid(*rows: tuple[str, float, float], confidence: float = 0.9) -> list[Detection]:
    """Rows of tiles that touch, each with its left and top in tiles; ``##`` is face down, a blank half a tile."""
    found = []
    for text, left, top in rows:
        x, at = left * WIDTH, 0
        while at < len(text):
            if text[at] == " ":
                x, at = x + 0.6 * WIDTH, at + 1
                continue
            face = text[at : at + 2].replace("##", "back")
            y = 100 + top * HEIGHT
            found.append(Detection(face, Box(100 + x, y, 100 + x + WIDTH, y + HEIGHT), confidence))
            x, at = x + WIDTH + 2, at + 2
    return found


def roles(reading: HandReading, role: Role) -> str:
    return "".join(tile.detection.face for tile in reading.tiles if tile.role is role)


def codes(reading: HandReading) -> set[str]:
    return {doubt.code for doubt in reading.doubts}


@pytest.mark.parametrize("top", [1.1, 2.0, 4.0])
@pytest.mark.parametrize("wall", ["####5p########", "##5p##########", "####5p6z######", "######5p1s0m####"])
def test_tiles_turned_up_in_a_wall_are_indicators(wall: str, top: float) -> None:
    result = read(laid((wall, 2, 0), (FOURTEEN, 0, top)), WIDE)
    assert result.hand == parse_hand("123m 456p 789s 11155z")
    assert result.indicators == parse_tiles(wall.replace("##", ""))
    assert roles(result, Role.INDICATOR) == wall.replace("##", "")
    assert "indicator_unsure" not in codes(result)


@pytest.mark.parametrize(
    "row",
    [
        "##9m9m##",
        "1m2m3m4m5m6m7m##",
        "##1m##",
        "##1m####2m####",
        "5p########5p",
        "####3f####",
        "##1m####",
        "##########7z7z7z",
        "5p##########",
    ],
)
def test_what_is_no_wall_has_no_indicators(row: str) -> None:
    result = read(laid((row, 2, 0), (FOURTEEN, 0, 4)), WIDE)
    assert result.hand == parse_hand("123m 456p 789s 11155z")
    assert result.indicators == ()


def test_a_concealed_kong_of_the_hand_is_none() -> None:
    result = read(laid(("1m2m3m4p5p6p5z5z 7s8s9s ##1z1z##", 0, 0)), WIDE)
    assert str(result.hand) == "123m 456p 55z (789s) [1111z]"
    assert result.indicators == ()


def test_a_tile_alone_is_asked_about_and_not_taken() -> None:
    result = read(laid(("5p", 6, 0), (FOURTEEN, 0, 5)), WIDE)
    assert result.hand == parse_hand("123m 456p 789s 11155z")
    assert roles(result, Role.INDICATOR) == "5p"
    assert result.indicators == ()
    (doubt,) = (doubt for doubt in result.doubts if doubt.code == "indicator_unsure")
    assert [result.tiles[number].detection.face for number in doubt.tiles] == ["5p"]


def test_several_tiles_that_lie_about_are_discards() -> None:
    result = read(laid(("5p", 6, 0), ("3s", 2, 0), (FOURTEEN, 0, 5)), WIDE)
    assert roles(result, Role.INDICATOR) == ""
    assert "indicator_unsure" not in codes(result)


def test_a_tile_alone_beside_a_wall_is_asked_about_only() -> None:
    result = read(laid(("5p", 14, 3), ("####2s######", 0, 0), (FOURTEEN, 0, 8)), WIDE)
    assert (result.indicators, roles(result, Role.INDICATOR)) == (parse_tiles("2s"), "2s5p")
    assert "indicator_unsure" in codes(result)


def test_an_indicator_seen_badly_is_doubtful() -> None:
    tiles = [*laid(("####5p######", 2, 0), confidence=0.4), *laid((FOURTEEN, 0, 4))]
    result = read(tiles, WIDE)
    assert [doubt.message for doubt in result.doubts if doubt.code == "low_confidence"] == [
        "5p is seen with confidence 0.40 only"
    ]


def test_without_a_hand_nothing_is_asked_about_indicators() -> None:
    assert "indicator_unsure" not in codes(read(laid(("5p", 6, 0), (FOURTEEN[:-2], 0, 5)), WIDE))


def test_a_hand_of_seventeen_is_read_for_rules_that_want_one() -> None:
    tiles = laid(("4m5m6m5z5z1m2m3m4p5p6p7s8s9s", 0, 2), ("1z1z1z", 0, 0.8))
    assert read(tiles, WIDE, game=Game(sizes=(14,))).hand == parse_hand("456m 55z 123m 456p 789s")
    assert read(tiles, WIDE, game=Game(sizes=(17,))).hand == parse_hand("123456m 456p 789s 55z (111z)")
    assert read(tiles, WIDE).hand == read(tiles, WIDE, game=Game(sizes=(17,))).hand
    few = read(laid((FOURTEEN, 0, 0)), WIDE, game=Game(sizes=(17,)))
    assert few.hand is None
    assert [doubt.message for doubt in few.doubts][:1] == ["14 tiles seen without flowers, a hand has 17"]


@pytest.mark.parametrize("flowers", ["1f", "3f8f", "1f2f5f6f", "1f2f3f4f5f6f7f8f"])
@pytest.mark.parametrize("top", [0.0, 1.0, 1.6])
def test_a_row_of_flowers_belongs_to_the_hand(flowers: str, top: float) -> None:
    result = read(laid((flowers, 3, top), (FIVE_SETS, 0, 3)), WIDE, game=Game(sizes=(17,)))
    assert result.hand is not None
    assert (result.hand.size, result.hand.flowers) == (17, parse_tiles(flowers))
    assert "flowers_apart" not in codes(result)


def test_flowers_far_off_are_somebody_elses_and_that_is_said() -> None:
    result = read(laid(("1f2f", 3, 0), (FIVE_SETS, 0, 8)), WIDE)
    assert result.hand is not None
    assert result.hand.flowers == ()
    assert "flowers_apart" in codes(result)
