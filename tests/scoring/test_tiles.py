"""Tiles and their notation."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import NotationError
from scoring.tiles import ALL_TILES, KIND_TILES, Tile, parse_tile, parse_tiles, tiles_text

some_tiles = st.lists(st.sampled_from(ALL_TILES), max_size=20)


def test_there_are_34_kinds_three_red_fives_and_eight_flowers() -> None:
    assert len(KIND_TILES) == 34
    assert sum(tile.is_red for tile in ALL_TILES) == 3
    assert sum(tile.is_flower for tile in ALL_TILES) == 8
    assert len(ALL_TILES) == len({tile.code for tile in ALL_TILES}) == 45


def test_kinds_run_through_the_suits_and_the_honours() -> None:
    codes = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
    assert [tile.code for tile in KIND_TILES] == codes
    assert [tile.kind for tile in KIND_TILES] == list(range(34))


@pytest.mark.parametrize(
    ("code", "chinese"),
    [
        ("1m", "一万"),
        ("9p", "九筒"),
        ("5s", "五条"),
        ("1z", "东"),
        ("5z", "白"),
        ("6z", "发"),
        ("7z", "中"),
        ("4f", "菊"),
    ],
)
def test_a_tile_has_its_chinese_name(code: str, chinese: str) -> None:
    assert parse_tile(code).chinese == chinese


@pytest.mark.parametrize("red", ["0m", "0p", "0s"])
def test_a_red_five_is_of_the_kind_of_its_five(red: str) -> None:
    tile, plain = parse_tile(red), parse_tile("5" + red[1])
    assert tile.kind == plain.kind
    assert tile.plain is plain
    assert tile.rank == 5
    assert tile.is_red
    assert tile != plain


def test_flowers_have_no_kind() -> None:
    assert parse_tile("8f").kind is None
    assert parse_tile("8f").plain is parse_tile("8f")


@pytest.mark.parametrize(
    ("code", "terminal", "honour"), [("1m", True, False), ("9s", True, False), ("1z", False, True)]
)
def test_ends_and_honours_know_what_they_are(code: str, terminal: bool, honour: bool) -> None:
    tile = parse_tile(code)
    assert (tile.is_terminal, tile.is_honour) == (terminal, honour)


@given(st.sampled_from(ALL_TILES))
def test_there_is_one_object_for_each_face(tile: Tile) -> None:
    assert parse_tile(tile.code) is tile
    assert pickle.loads(pickle.dumps(tile)) is tile
    assert copy.deepcopy(tile) is tile


@given(some_tiles)
def test_the_text_of_tiles_gives_the_tiles_back(tiles: list[Tile]) -> None:
    assert list(parse_tiles(tiles_text(tiles))) == tiles


@given(some_tiles)
def test_tiles_sort_by_suit_and_rank(tiles: list[Tile]) -> None:
    ordered = sorted(tiles)
    assert [ALL_TILES.index(tile) for tile in ordered] == sorted(ALL_TILES.index(tile) for tile in tiles)


def test_spaces_do_not_matter() -> None:
    assert parse_tiles(" 12 3m5 5p ") == parse_tiles("123m55p")
    assert tiles_text(parse_tiles("123m55p")) == "123m 55p"


@pytest.mark.parametrize("text", ["12", "8z", "0z", "9f", "m", "1x", "1m2", "123m,55p", "１m"])
def test_what_is_not_a_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tiles(text)


def test_the_message_names_the_tile_and_the_text() -> None:
    with pytest.raises(NotationError, match=r"no tile 8z in '118z'") as refusal:
        parse_tiles("118z")
    assert refusal.value.code == "unknown_tile"


@pytest.mark.parametrize("text", ["", "5", "55m", "5 m", "back"])
def test_one_tile_is_one_code(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tile(text)
