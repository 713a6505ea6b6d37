"""What people say of a reading, and what follows from it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import NotationError
from scoring.hand import MeldKind, parse_hand
from vision.correct import (
    Add,
    Correction,
    CorrectionError,
    Delete,
    Group,
    Move,
    Replace,
    Turn,
    Win,
    corrected,
)
from vision.detection import Box, Detection
from vision.errors import VisionError
from vision.fixes import correction_text, parse_correction
from vision.hints import Hints
from vision.labels import LABELS
from vision.photo import Photo
from vision.reading import HandReading, Role, read

SHEET = Photo(np.broadcast_to(np.uint8(127), (2000, 4000, 3)))


def row(faces: str, y: float = 600.0, sure: float = 0.97) -> list[Detection]:
    """Tiles in a row; a blank is a gap."""
    found, x = [], 300.0
    for face in (faces[at : at + 2] for at in range(0, len(faces), 2)):
        if face.strip():
            found.append(Detection(face, Box(x, y, x + 90, y + 120), sure))
        x += 95
    return found


CONCEALED = "1m2m3m4p5p6p7s8s9s1z1z1z5z5z"
MELDED = "1m2m3m4p5p6p5z5z  7s8s9s  1z1z1z"


def reading(faces: str = CONCEALED, **changed: Detection) -> HandReading:
    return read([changed.get(f"t{number}", one) for number, one in enumerate(row(faces))], SHEET)


def hand(result: HandReading) -> str:
    return str(result.hand)


def test_a_tile_is_replaced_by_one_that_was_no_candidate() -> None:
    before = reading("1m2m3m4p5p6p7s8s9s1z1z1z5z6z")
    after = corrected(before, [Replace(13, "5z")])
    assert hand(after) == hand(reading())
    assert (after.tiles[13].face, after.tiles[13].chance, after.tiles[13].doubtful) == ("5z", 1.0, False)
    assert after.tiles[13].fixed == {"face"}
    assert after.tiles[13].detection.face == "6z"


def test_the_reading_that_is_corrected_stays_as_it_is() -> None:
    before = reading()
    copy = replace(before)
    corrected(before, [Replace(0, "9m"), Delete(3), Add("3f")])
    assert before == copy


def test_any_legal_face_is_taken_and_no_other() -> None:
    before = reading()
    for face in LABELS:
        after = corrected(before, [Replace(2, face)])
        assert after.tiles[2].face == face
    with pytest.raises(CorrectionError, match=r"corrections\.1\.face: no tile '8z'") as raised:
        corrected(before, [Win(3), Replace(2, "8z")])
    assert (raised.value.index, raised.value.part, raised.value.code) == (1, "face", "bad_correction")


def test_a_tile_too_many_is_taken_away() -> None:
    before = reading(CONCEALED + "9m")
    assert before.hand is None
    assert hand(corrected(before, [Delete(14)])) == hand(reading())


@pytest.mark.parametrize("where", [Add("5z"), Add("5z", beside=12), Add("5z", box=Box(1540, 600, 1630, 720))])
def test_a_tile_that_was_not_seen_is_added(where: Add) -> None:
    before = reading(CONCEALED[:-2])
    assert before.hand is None
    after = corrected(before, [where])
    assert hand(after) == hand(reading())
    assert len(after.tiles) == 14
    assert sum("face" in tile.fixed for tile in after.tiles) == 1


def test_a_flower_is_added_as_one() -> None:
    assert hand(corrected(reading(), [Add("3f")])) == hand(reading()) + " 3f"


def test_tiles_are_added_to_nothing() -> None:
    after = corrected(read([], SHEET), [Add(face) for face in ("1m", "2m", "3m")])
    assert [tile.face for tile in after.tiles] == ["1m", "2m", "3m"]


def test_a_winning_tile_is_named_and_named_again() -> None:
    once = corrected(reading(), [Win(13)])
    assert (once.winning, once.tiles[13].role) == (13, Role.WINNING)
    assert "no_winning_tile" not in {doubt.code for doubt in once.doubts}
    again = corrected(once, [Win(0)])
    assert again.winning == 0
    assert [tile.role for tile in again.tiles].count(Role.WINNING) == 1
    assert hand(again) == hand(once) == hand(reading())


def test_sets_move_between_hand_and_table() -> None:
    before = reading(MELDED)
    assert hand(before) == str(parse_hand("123m 456p 55z (789s) (111z)"))
    concealed = corrected(before, [Move(8, Role.CONCEALED)])
    assert str(concealed.hand) == str(parse_hand("123m 456p 789s 55z (111z)"))
    laid = corrected(before, [Group((0, 1, 2), MeldKind.CHOW)])
    assert set(parse_hand("456p 55z (123m) (789s) (111z)").melds) == set(laid.hand.melds) if laid.hand else False


def test_the_kind_of_a_kong_is_changed() -> None:
    before = reading("1m2m3m4p5p6p5z5z  7s8s9s  1z1z1z1z")
    assert "(1111z)" in hand(before)
    number = len(before.tiles) - 4
    numbers = tuple(range(number, number + 4))
    assert "[1111z]" in hand(corrected(before, [Group(numbers, MeldKind.KONG_CONCEALED)]))
    assert "(111+1z)" in hand(corrected(before, [Group(numbers, MeldKind.KONG_ADDED)]))


def test_a_tile_joins_a_pung_as_its_fourth() -> None:
    before = reading("1m2m3m4p5p6p5z5z  7s8s9s  1z1z1z")
    more = corrected(before, [Add("1z")])
    number = next(n for n, tile in enumerate(more.tiles) if "face" in tile.fixed)
    after = corrected(more, [Move(number, Role.MELD)])
    assert hand(after) == str(parse_hand("123m 456p 55z (789s) (111+1z)"))
    with pytest.raises(CorrectionError, match="no pung of 1m"):
        corrected(before, [Move(0, Role.MELD)])


def test_what_is_not_the_hands_is_set_aside() -> None:
    before = reading(CONCEALED + "9m")
    after = corrected(before, [Move(14, Role.OTHER)])
    assert hand(after) == hand(reading())
    assert [tile.role for tile in after.tiles].count(Role.OTHER) == 1
    shown = corrected(before, [Move(14, Role.INDICATOR)])
    assert [tile.code for tile in shown.indicators] == ["9m"]


def test_a_tile_is_turned_and_turned_back() -> None:
    once = corrected(reading(), [Turn(5, True)])
    assert once.tiles[5].rotated
    assert not corrected(once, [Turn(5, False)]).tiles[5].rotated


def test_what_was_said_before_stays_said() -> None:
    first = corrected(reading("1m2m3m4p5p6p7s8s9s1z1z1z5z6z"), [Replace(13, "5z")])
    second = corrected(first, [Replace(0, "1m"), Win(0)])
    assert second.tiles[13].fixed == {"face"}
    assert hand(second) == hand(reading())


def test_the_rest_is_decided_anew() -> None:
    seven = Detection("7s", Box(585, 600, 675, 720), 0.48, (("9s", 0.44),))
    before = reading("7s7s7s3s1m2m3m4p5p6p8s9s1z1z", t3=seven)
    assert before.tiles[3].face in ("7s", "9s")
    after = corrected(before, [Replace(0, "7s"), Replace(1, "7s"), Replace(2, "7s"), Replace(11, "7s")])
    assert after.tiles[3].face == "9s"
    assert [change.seen for change in after.changed] == ["7s"]


@pytest.mark.parametrize(
    ("corrections", "where"),
    [
        ([Replace(14, "5p")], r"corrections\.0\.tile: no tile 14"),
        ([Win(0), Delete(-1)], r"corrections\.1\.tile: no tile -1"),
        ([Delete(3), Win(3)], r"corrections\.1\.tile: tile 3 was taken away"),
        ([Group((0, 1), MeldKind.CHOW)], r"corrections\.0\.tiles: a chow has 3"),
        ([Group((0, 0, 1), MeldKind.PUNG)], r"corrections\.0\.tiles: a pung has 3 different"),
        ([Group((0, 1, 99), MeldKind.PUNG)], r"corrections\.0\.tiles: no tile 99"),
        ([Add("5p", beside=20)], r"corrections\.0\.beside: no tile 20"),
        ([Add("5p", box=Box(5, 5, 5, 9))], r"corrections\.0\.box: .* no inside"),
        ([Add("5p", role=Role.MELD)], r"corrections\.0\.role"),
    ],
)
def test_an_error_names_the_correction_at_fault(corrections: list[Correction], where: str) -> None:
    with pytest.raises(CorrectionError, match=where):
        corrected(reading(), corrections)


def test_hints_count_the_tiles_of_the_reading() -> None:
    before = reading(CONCEALED + "9m")
    after = corrected(before, [Delete(0), Add("1m", beside=1)], hints=Hints(winning=13, indicators=(14,)))
    assert after.winning is not None
    assert after.tiles[after.winning].face == "5z"
    assert [tile.code for tile in after.indicators] == ["9m"]


def test_one_tile_won_whatever_was_said_before() -> None:
    once = corrected(reading(), [Win(13)])
    hinted = corrected(once, [], hints=Hints(winning=3))
    assert [number for number, tile in enumerate(hinted.tiles) if tile.role is Role.WINNING] == [13]
    won = frozenset({"role"})
    twice = [replace(tile, role=Role.WINNING, fixed=won) if n in (2, 5) else tile for n, tile in enumerate(once.tiles)]
    with pytest.raises(VisionError) as raised:
        corrected(replace(once, tiles=tuple(twice)), [])
    assert raised.value.code == "bad_reading"


@pytest.mark.parametrize("tiles", [(0, 1, 2), (0, 3, 3)])
def test_a_reading_whose_sets_share_tiles_is_refused(tiles: tuple[int, ...]) -> None:
    once = corrected(reading("1m1m1m1m2m3m4p5p6p7s8s9s2p2p"), [Group((0, 1, 2), MeldKind.PUNG)])
    other = replace(once.melds[0], tiles=tiles)
    sets = (*once.melds, other) if tiles == (0, 1, 2) else (other,)
    with pytest.raises(VisionError) as raised:
        corrected(replace(once, melds=sets), [])
    assert raised.value.code == "bad_reading"


@pytest.mark.parametrize("said", [Group((12, 13, 14), MeldKind.PUNG), Turn(14, True)])
def test_a_tile_of_which_something_was_said_is_there(said: Correction) -> None:
    faces = CONCEALED + "5z"
    before = reading(faces, t14=replace(row(faces)[14], tile=0.2))
    assert before.tiles[14].face == "none"
    after = corrected(before, [said])
    assert after.tiles[14].face == "5z"
    assert [meld.tiles for meld in after.melds if meld.told] == [(12, 13, 14)] * isinstance(said, Group)


faces = st.sampled_from(LABELS)
numbers = st.integers(0, 13)
corrections = st.one_of(
    st.builds(Replace, numbers, faces),
    st.builds(Delete, numbers),
    st.builds(Move, numbers, st.sampled_from([role for role in Role if role is not Role.MELD])),
    st.builds(Win, numbers),
    st.builds(Turn, numbers, st.booleans()),
    st.builds(Add, faces, st.none(), st.one_of(st.none(), numbers)),
    st.builds(
        Group, st.sampled_from([(0, 1, 2), (3, 4, 5), (9, 10, 11)]), st.sampled_from([MeldKind.CHOW, MeldKind.PUNG])
    ),
)


@given(st.lists(corrections, max_size=5))
@settings(max_examples=60, deadline=None)
def test_what_is_corrected_is_kept(said: list[Correction]) -> None:
    before = reading()
    try:
        after = corrected(before, said)
    except CorrectionError:
        return
    boxes = {tile.detection.box: tile for tile in after.tiles}
    last = {one.tile: one for one in said if isinstance(one, Replace)}
    gone = {one.tile for one in said if isinstance(one, Delete)}
    for number, one in last.items():
        assert number in gone or boxes[before.tiles[number].detection.box].face == one.face
    assert not {before.tiles[number].detection.box for number in gone} & {*boxes}
    assert len(after.tiles) == 14 - len(gone) + sum(isinstance(one, Add) for one in said)


@given(corrections)
def test_text_writes_every_correction(correction: Correction) -> None:
    assert parse_correction(correction_text(correction)) == (
        Win(correction.tile) if isinstance(correction, Move) and correction.role is Role.WINNING else correction
    )


@pytest.mark.parametrize(
    ("text", "correction"),
    [
        ("3=5p", Replace(3, "5p")),
        ("3-5=pung", Group((3, 4, 5), MeldKind.PUNG)),
        ("3,4,8=chow", Group((3, 4, 8), MeldKind.CHOW)),
        ("+5p@10,20.5,50,80=winning", Add("5p", Box(10, 20.5, 50, 80), None, Role.WINNING)),
        ("7=none", Delete(7)),
    ],
)
def test_corrections_are_typed(text: str, correction: Correction) -> None:
    assert parse_correction(text) == correction


@pytest.mark.parametrize(
    "text", ["", "3", "=5p", "3=8z", "3-5=5p", "+", "+5p@x", "+5p=king", "three=5p", "-1=5p", "3=5p,"]
)
def test_what_is_no_correction_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_correction(text)
    assert raised.value.code == "bad_correction"


def test_two_tiles_in_one_place_are_no_reading() -> None:
    twice = read([*row(CONCEALED), Detection("9p", row(CONCEALED)[0].box, 0.9)], SHEET)
    with pytest.raises(VisionError) as raised:
        corrected(twice, [])
    assert raised.value.code == "bad_reading"
