"""Melds and hands: notation, and what makes a hand possible."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import HandError, MeldError, NotationError, ScoringError, TooManyCopies
from scoring.hand import OPENING_KONGS, Hand, Meld, MeldKind, parse_hand, parse_meld
from scoring.tiles import ALL_TILES, KIND_TILES, Tile, parse_tiles

PLAIN = [tile for tile in ALL_TILES if not tile.is_flower]
FLOWERS = [tile for tile in ALL_TILES if tile.is_flower]


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    """A meld of any kind, now and then with a red five."""
    kind = draw(st.sampled_from(MeldKind))
    if kind is MeldKind.KONG_OPENING:
        family = draw(st.sampled_from(OPENING_KONGS))
        more = draw(st.lists(st.sampled_from(family), max_size=3))
        return Meld(kind, tuple(KIND_TILES[number] for number in (*family, *more)))
    if kind is MeldKind.CHOW:
        first = draw(st.sampled_from([kind for kind in range(27) if kind % 9 < 7]))
        tiles = [KIND_TILES[first], KIND_TILES[first + 1], KIND_TILES[first + 2]]
    else:
        tiles = [draw(st.sampled_from(KIND_TILES))] * (4 if kind.is_kong else 3)
    place = draw(st.integers(0, len(tiles) - 1))
    reds = [tile for tile in ALL_TILES if tile.is_red and tile.plain is tiles[place]]
    if reds and draw(st.booleans()):
        tiles[place] = reds[0]
    return Meld(kind, tuple(tiles))


hands = st.builds(
    Hand,
    concealed=st.lists(st.sampled_from(PLAIN), min_size=1, max_size=14).map(tuple),
    melds=st.lists(melds(), max_size=4).map(tuple),
    flowers=st.lists(st.sampled_from(FLOWERS), max_size=8, unique=True).map(tuple),
)


@given(melds())
def test_the_text_of_a_meld_gives_the_meld_back(meld: Meld) -> None:
    assert parse_meld(str(meld)) == meld


@given(hands)
def test_the_text_of_a_hand_gives_the_hand_back(hand: Hand) -> None:
    assert parse_hand(str(hand)) == hand
    assert str(parse_hand(str(hand))) == str(hand)


@given(hands, st.randoms())
def test_the_order_of_the_tiles_does_not_matter(hand: Hand, dice: random.Random) -> None:
    concealed = list(hand.concealed)
    dice.shuffle(concealed)
    assert Hand(tuple(concealed), hand.melds, hand.flowers) == hand


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("(345p)", MeldKind.CHOW),
        ("(340p)", MeldKind.CHOW),
        ("(777z)", MeldKind.PUNG),
        ("(7777z)", MeldKind.KONG_EXPOSED),
        ("(777+7z)", MeldKind.KONG_ADDED),
        ("(124z)", MeldKind.CHOW),
        ("(567z)", MeldKind.CHOW),
        ("{1m1p1s}", MeldKind.KONG_OPENING),
        ("{1z2z3z4z4z}", MeldKind.KONG_OPENING),
        ("(555+0p)", MeldKind.KONG_ADDED),
        ("[1111s]", MeldKind.KONG_CONCEALED),
    ],
)
def test_the_brackets_say_what_a_meld_is(text: str, kind: MeldKind) -> None:
    assert parse_meld(text).kind is kind
    assert str(parse_meld(text)) == text


def test_a_whole_hand_is_read() -> None:
    hand = parse_hand("15f 123m55p (777z) [1111s]")
    assert str(hand) == "123m 55p (777z) [1111s] 15f"
    assert [meld.kind for meld in hand.melds] == [MeldKind.PUNG, MeldKind.KONG_CONCEALED]
    assert hand.size == 11


@pytest.mark.parametrize(
    "text",
    [
        "(135m)",
        "(467z)",
        "(112z)",
        "{1m1p}",
        "{1m1p9s}",
        "{1111m}",
        "(12m)",
        "(1122m)",
        "[111m]",
        "(891m)",
        "(1m2p3s)",
        "(111f)",
        "[123m]",
    ],
)
def test_tiles_that_make_no_meld_are_refused(text: str) -> None:
    with pytest.raises(MeldError) as refusal:
        parse_meld(text)
    assert refusal.value.code == "not_a_meld"


@pytest.mark.parametrize("text", ["777z", "(777z", "(777z]", "[77+77z]", "(77+77z)", "((777z))", "(777+7+7z)", "()+"])
def test_text_that_is_no_meld_is_refused(text: str) -> None:
    with pytest.raises(ScoringError):
        parse_meld(text)


@pytest.mark.parametrize("text", ["123m (777z", "123m 777z)", "123m [1111s)", "123m + 55p"])
def test_text_that_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_hand(text)


@pytest.mark.parametrize(
    ("text", "size"),
    [("123456789m 11122p", 14), ("55p (123m) (123m) (777z) [1111s]", 14), ("123456789m 11122233p", 17)],
)
def test_a_hand_of_the_right_size_passes(text: str, size: int) -> None:
    parse_hand(text).check(size)


@pytest.mark.parametrize("text", ["123456789m 1112p", "123456789m 111222p", "55p (123m) (777z) [1111s]"])
def test_a_wrong_number_of_tiles_is_refused(text: str) -> None:
    with pytest.raises(HandError, match="not 14") as refusal:
        parse_hand(text).check()
    assert refusal.value.code == "wrong_tile_count"


def test_more_than_four_of_a_tile_are_refused() -> None:
    with pytest.raises(TooManyCopies, match="6 of 5m") as refusal:
        parse_hand("44555555m 123p 678s").check()
    assert (refusal.value.code, refusal.value.tile, refusal.value.count) == ("too_many_copies", "5m", 6)


def test_a_red_five_is_one_of_the_four() -> None:
    with pytest.raises(TooManyCopies, match="5 of 5p"):
        parse_hand("0p 11m (5555p) (777z) (123s) (456s)").check_copies()


def test_copies_are_counted_over_hand_melds_and_indicators() -> None:
    hand = parse_hand("123m 456p 11z 789s (4444s)")
    hand.check()
    with pytest.raises(TooManyCopies) as refusal:
        hand.check(indicators=parse_tiles("4s"))
    assert (refusal.value.tile, refusal.value.count) == ("4s", 5)


def test_there_is_one_of_each_flower() -> None:
    with pytest.raises(TooManyCopies, match="2 of 3f"):
        parse_hand("123456789m 11122p 33f").check()


@pytest.mark.parametrize(("concealed", "flowers"), [("1m1f", ""), ("1m", "2m")])
def test_flowers_stand_apart(concealed: str, flowers: str) -> None:
    with pytest.raises(HandError):
        Hand(parse_tiles(concealed), flowers=parse_tiles(flowers))


@given(st.sampled_from(KIND_TILES))
def test_an_added_kong_keeps_the_tile_added_last(tile: Tile) -> None:
    assert parse_meld(f"({tile.code[0] * 3}+{tile.code})").tiles == (tile,) * 4
