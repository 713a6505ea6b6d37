"""The tiles of a hand read together: against every reading there is, and by what must always hold."""

from collections import Counter
from dataclasses import replace
from itertools import product
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.complete import ANY_SHAPES, is_complete
from scoring.hand import MeldKind, parse_hand
from scoring.rules import RULE_SETS, rule_set
from scoring.tiles import parse_tile
from scoring.win import Seat, Win
from vision.detection import Box, Detection
from vision.game import ANY_GAME, Game
from vision.hints import Hints
from vision.joint import BONUS, SPAN, Problem, Set, best_readings, spot
from vision.labels import BACK, is_flower, plain
from vision.photo import Photo
from vision.reading import NO_TILE, HandReading, Reason, read

SHEET = Photo(np.broadcast_to(np.uint8(127), (2000, 4000, 3)))
HAND = "1m2m3m4p5p6p7s8s9s1z1z1z5z5z"
MELDED = "1m2m3m4p5p6p5z5z  7s8s9s  1z1z1z"


def row(faces: str, sure: float = 0.995) -> list[Detection]:
    """Tiles in a row; a blank is a gap of a whole tile."""
    found, x = [], 300.0
    for face in (faces[at : at + 2] for at in range(0, len(faces), 2)):
        if face.strip():
            found.append(Detection("back" if face == "##" else face, Box(x, 600, x + 90, 720), sure))
        x += 95
    return found


def doubted(
    faces: str, number: int, face: str, chance: float, *others: tuple[str, float], tile: float = 1.0
) -> list[Detection]:
    """A row with one tile that is not seen well."""
    tiles = row(faces)
    tiles[number] = replace(tiles[number], face=face, confidence=chance, runners_up=others, tile=tile)
    return tiles


def seen(reading: HandReading) -> str:
    return "".join(tile.face for tile in reading.tiles)


# Against every reading there is ---------------------------------------------------------------------------------------

FEW = ("1m", "2m", "3m", "5p", "0p", "3f")


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A few places with a few faces each, two tiles and a set in all, or no number known."""
    laid = draw(st.booleans())
    count = 5 if laid else draw(st.integers(2, 5))
    spots = []
    for number in range(count):
        faces = draw(st.lists(st.sampled_from(FEW), min_size=1, max_size=3, unique=True))
        shares = draw(st.lists(st.integers(1, 60), min_size=len(faces), max_size=len(faces)))
        ranked = sorted(zip(shares, faces, strict=True), reverse=True)
        best, *others = [(face, share / sum(shares)) for share, face in ranked]
        spots.append(spot(Detection(best[0], Box(number, 0, number + 1, 1), best[1], tuple(others))))
    sets = (Set(draw(st.sampled_from([MeldKind.CHOW, MeldKind.PUNG])), (0, 1, 2), draw(st.booleans())),) if laid else ()
    size = draw(st.sampled_from([None, 5, 3 + count])) if laid else draw(st.sampled_from([None, 2, count]))
    return Problem(tuple(spots), sets, count, size, ANY_GAME)


def every_reading(asked: Problem) -> list[tuple[float, tuple[str, ...]]]:
    """All legal readings with their costs, best first, by looking at each there is."""
    found = []
    for chosen in product(*(range(len(one.faces)) for one in asked.spots)):
        faces = tuple(one.faces[place] for one, place in zip(asked.spots, chosen, strict=True))
        cost = sum(one.costs[place] for one, place in zip(asked.spots, chosen, strict=True))
        if legal(asked, faces):
            found.append((cost - (BONUS if asked.is_complete(chosen) else 0), faces))
    return sorted(found)


def legal(asked: Problem, faces: tuple[str, ...]) -> bool:
    """What must hold of a reading, told in another way."""
    counts = Counter(map(plain, faces))
    if any(count > (1 if is_flower(face) else 4) for face, count in counts.items()):
        return False
    taken: set[int] = set()
    for laid in asked.sets:
        codes = sorted(plain(faces[at]) for at in laid.spots)
        taken |= {*laid.spots}
        chow, pung = codes == ["1m", "2m", "3m"], len({*codes}) == 1 and not is_flower(codes[0])
        if not ((chow or pung) if not laid.told else chow if laid.kind is MeldKind.CHOW else pung):
            return False
    loose = [face for at, face in enumerate(faces) if at not in taken and not is_flower(face)]
    return asked.size is None or len(loose) + 3 * len(asked.sets) == asked.size


@given(problems())
@settings(max_examples=200, deadline=None)
def test_the_best_readings_are_those_that_looking_at_all_finds(asked: Problem) -> None:
    wanted = every_reading(asked)
    found = best_readings(asked)
    assert bool(found) == bool(wanted)
    if wanted:
        near = [cost for cost, _ in wanted if cost <= wanted[0][0] + SPAN - 1e-9]
        assert [one.cost for one in found][: len(near)] == pytest.approx(near)
        assert {one.faces for one in found} <= {faces for _, faces in wanted}
        assert len({one.faces for one in found}) == len(found)


@given(st.integers(0, 13), st.floats(0.02, 0.95), st.floats(0.01, 0.9))
@settings(max_examples=60, deadline=None)
def test_a_higher_chance_never_makes_a_face_less_likely(number: int, chance: float, more: float) -> None:
    own = HAND[2 * number : 2 * number + 2]
    other = "9m" if own != "9m" else "8m"

    def likely(share: float) -> float:
        tiles = doubted(
            HAND,
            number,
            *(ranked := sorted([(1 - share, other), (share, own)], reverse=True))[0][::-1],
            ranked[1][::-1],
        )
        result = read(tiles, SHEET).tiles[number]
        return result.chance if result.face == own else 1 - result.chance

    assert likely(chance + (0.99 - chance) * more) >= likely(chance) - 1e-6


# Photos ---------------------------------------------------------------------------------------------------------------


def test_of_five_alike_the_least_certain_is_another() -> None:
    tiles = doubted("7s7s7s7s7s1m2m3m4p5p6p8s1z1z", 4, "7s", 0.48, ("9s", 0.44))
    result = read(tiles, SHEET)
    assert seen(result) == "7s7s7s7s9s1m2m3m4p5p6p8s1z1z"
    (change,) = result.changed
    assert (change.tile, change.seen, change.now, change.reason) == (4, "7s", "9s", Reason.COPIES)
    assert change.chance == 0.48
    assert result.tiles[4].doubtful
    assert result.tiles[4].detection.face == "7s"
    assert [doubt.tiles for doubt in result.doubts if doubt.code == "changed"] == [(4,)]


def test_a_red_five_is_one_of_four_fives() -> None:
    tiles = doubted("5p5p5p0p5p1m2m3m4p6p7s8s9s6p", 4, "5p", 0.6, ("6p", 0.39))
    assert read(tiles, SHEET).tiles[4].face == "6p"


def test_there_is_one_of_each_flower() -> None:
    tiles = doubted("3f3f" + HAND, 1, "3f", 0.7, ("4f", 0.28))
    assert seen(read(tiles, SHEET)).startswith("3f4f")


def test_an_indicator_is_one_of_the_four() -> None:
    concealed = doubted("5p5p5p1m2m3m4p5p6p7s8s9s1z1z", 7, "5p", 0.7, ("5s", 0.25))
    wall = [Detection("back", Box(300 + 95 * at, 100, 390 + 95 * at, 220), 0.99) for at in range(9)]
    wall[4] = replace(wall[4], face="5p", confidence=0.98)
    assert read(concealed, SHEET).tiles[7].face == "5p"
    result = read([*wall, *concealed], SHEET)
    assert [tile.code for tile in result.indicators] == ["5p"]
    assert [tile.face for tile in result.tiles if tile.detection.box == concealed[7].box] == ["5s"]


def test_a_tile_turned_up_that_was_told_is_out_of_play() -> None:
    tiles = doubted("5p5p5p1m2m3m4p5p6p7s8s9s1z1z", 7, "5p", 0.7, ("5s", 0.25))
    assert read(tiles, SHEET, game=Game(dead=(parse_tile("5p"),))).tiles[7].face == "5s"


def test_a_hand_is_complete_where_its_tiles_are_not_sure() -> None:
    tiles = doubted(HAND, 4, "6p", 0.55, ("5p", 0.4))
    result = read(tiles, SHEET)
    assert seen(result) == HAND
    assert result.changed[0].reason is Reason.COMPLETE
    assert result.tiles[4].doubtful
    assert result.tiles[4].chance > 0.9


@pytest.mark.parametrize("kong", ["########", "##9p9p##"])
def test_a_hand_with_a_kong_face_down_is_complete(kong: str) -> None:
    result = read(doubted(f"1m2m3m4p5p6p1z1z1z5z5z    {kong}", 4, "6p", 0.55, ("5p", 0.4)), SHEET)
    assert [meld.kind for meld in result.melds] == [MeldKind.KONG_CONCEALED]
    assert result.tiles[4].face == "5p"
    assert result.changed[0].reason is Reason.COMPLETE


def test_a_tile_that_is_sure_stays_what_it_is() -> None:
    tiles = doubted(HAND, 4, "6p", 0.992, ("5p", 0.008))
    result = read(tiles, SHEET)
    assert result.tiles[4].face == "6p"
    assert not result.changed
    other = exp(-BONUS) * 0.99
    assert read(doubted(HAND, 4, "6p", 1 - other, ("5p", other)), SHEET).tiles[4].face == "6p"


def test_a_set_laid_down_is_a_set() -> None:
    tiles = doubted(MELDED, 9, "8m", 0.6, ("8s", 0.39))
    result = read(tiles, SHEET)
    assert result.hand == parse_hand("123m 456p 55z (789s) (111z)")


def test_a_shadow_is_no_tile_where_the_others_are_a_hand() -> None:
    tiles = doubted(HAND + "9m", 14, "9m", 0.5, ("8m", 0.3), tile=0.93)
    result = read(tiles, SHEET)
    assert str(result.hand) == str(parse_hand("123m 456p 789s 11155z"))
    assert result.tiles[14].face == NO_TILE
    assert [(change.now, change.reason) for change in result.changed] == [(NO_TILE, Reason.COUNT)]
    sure = read(row(HAND + "9m"), SHEET)
    assert sure.hand is None
    assert sure.trouble is not None
    assert sure.trouble.code == "wrong_tile_count"


def test_hints_count_a_shadow_too() -> None:
    tiles = doubted(HAND[:8] + "9m" + HAND[8:], 4, "9m", 0.5, ("8m", 0.3), tile=0.93)
    result = read(tiles, SHEET, hints=Hints(winning=9))
    assert result.tiles[4].face == NO_TILE
    assert result.winning == 9
    assert result.winning_tile is parse_tile("9s")


def test_what_is_sure_is_read_as_without_looking_at_it_together() -> None:
    for faces in (HAND, MELDED, "1m9m1p9p1s9s1z2z3z4z5z6z7z7z", "1m2m4m5p7p8s1z2z3z5z9s9s1p2p"):
        together, alone = read(row(faces), SHEET), read(row(faces), SHEET, joint=False)
        assert (together.hand, together.winning, together.doubts) == (alone.hand, alone.winning, alone.doubts)
        assert not together.changed
        assert [tile.face for tile in together.tiles] == [tile.face for tile in alone.tiles]


def test_other_hands_are_told_with_their_chances() -> None:
    tiles = doubted(HAND, 13, "5z", 0.6, ("6z", 0.39))
    result = read(tiles, SHEET, game=replace(ANY_GAME, shapes=rule_set("mcr").winning_shapes))
    assert result.hand is not None
    assert sum(one.chance for one in result.alternatives) + result.confidence <= 1 + 1e-9
    tiles = doubted("1m2m3m4p5p6p7s8s9s1z1z1z2p2p", 0, "1m", 0.6, ("4m", 0.39))
    result = read(tiles, SHEET)
    (other,) = result.alternatives
    assert other.hand == parse_hand("234m 456p 789s 111z 22p")
    assert other.faces == ((0, "4m"),)
    assert other.chance == pytest.approx(0.39 / 0.99, abs=0.01)
    assert result.tiles[0].doubtful


def test_hundreds_of_tiles_are_refused() -> None:
    many = [
        Detection("1m", Box(50 * (n % 40), 60 * (n // 40), 50 * (n % 40) + 45, 60 * (n // 40) + 55), 0.9)
        for n in range(400)
    ]
    result = read(many, SHEET)
    assert (result.hand, len(result.tiles)) == (None, 400)
    assert result.trouble is not None
    assert result.trouble.code == "too_many_tiles"


def test_a_hand_among_many_others_is_none() -> None:
    grid = [
        Detection(
            f"{1 + n % 9}{'mps'[n // 9 % 3]}",
            Box(300 + 95 * (n % 9), 300 + 125 * (n // 9), 390 + 95 * (n % 9), 420 + 125 * (n // 9)),
            0.99,
        )
        for n in range(36)
    ]
    result = read(grid, SHEET)
    assert result.hand is None
    assert result.trouble is not None


def test_what_can_hardly_be_read_gives_no_hand() -> None:
    poor = [
        replace(one, confidence=0.4, runners_up=(("9m", 0.3), ("9p", 0.25)) if one.face not in ("9m", "9p") else ())
        for one in row("1m2m4m5p7p8s1z2z3z5z9s3s1p2p")
    ]
    result = read(poor, SHEET)
    assert result.hand is None
    assert result.trouble is not None
    assert result.trouble.code == "unsure"
    assert len(result.trouble.tiles) > 8


# What is complete -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_system_knows_when_a_hand_is_complete(name: str) -> None:
    rules = rule_set(name)
    text = "123m 456p 789s 222m 55p" + (" 333p" if rules.hand_sizes == (17,) else "")
    for hand, complete in ((text, True), (text.replace("456p", "457p"), False)):
        kinds = tuple(sorted(tile.kind for tile in parse_hand(hand).tiles if tile.kind is not None))
        assert is_complete(kinds, 0, (), rules.winning_shapes) == complete


@pytest.mark.parametrize(
    ("hand", "complete"),
    [
        ("1122m 3344p 5566s 77z", True),
        ("1111m 3344p 5566s 77z", True),
        ("19m 19p 19s 12345677z", True),
        ("19m 19p 19s 12345566z", False),
        ("11m (123p) (456p) (789p) [1111z]", True),
        ("12m (123p) (456p) (789p) [1111z]", False),
        ("112233m 112233p 445s 99s", False),
        ("1122m 3344p 5566s 77766z", True),
        ("1122m 3344p 5567s 77766z", False),
    ],
)
def test_hands_of_any_game_are_known(hand: str, complete: bool) -> None:
    found = parse_hand(hand)
    kinds = tuple(sorted(tile.kind for tile in found.concealed if tile.kind is not None))
    assert is_complete(kinds, 0, found.melds, ANY_SHAPES) == complete


def test_a_wild_tile_completes_a_hand() -> None:
    rules = rule_set("shangrao_jiuyao")
    win = Win(parse_tile("1m"), Seat.EAST)
    kinds = tuple(sorted(tile.kind for tile in parse_hand("1234567m 789p 234s").tiles if tile.kind is not None))
    assert is_complete(kinds, 1, (), Game.of(rules, win).shapes)
    assert not is_complete((*kinds, 33), 0, (), Game.of(rules, win).shapes)


def test_a_game_knows_its_tiles() -> None:
    assert Game.of(rule_set("riichi")).limit("3f") == 0
    assert Game.of(rule_set("mcr")).limit("3f") == 1
    assert Game.of(rule_set("sichuan"), Win(parse_tile("1m"), Seat.EAST)).limit("1z") == 0
    assert Game.of(rule_set("taiwan16")).sizes == (17,)
    assert BACK not in Game.of(rule_set("riichi")).absent
    assert log(100) == BONUS
