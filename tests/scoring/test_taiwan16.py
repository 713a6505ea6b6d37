"""台灣十六張: hands of seventeen, waits, what 台 exclude, the dealer's streak, flowers that win alone, liability."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.circumstances import Circumstances
from scoring.errors import HandError, NotAWin, OptionError, TooManyCopies, WinError
from scoring.hand import Hand, parse_hand
from scoring.round import Round
from scoring.rules import RULE_SETS, with_options
from scoring.rules.regional import Regional
from scoring.rules.taiwan16 import Taiwan16Options, rules
from scoring.score import score
from scoring.shapes import Held, is_win
from scoring.sheet import ScoreSheet
from scoring.tiles import KIND_TILES, parse_tile, tiles_text
from scoring.win import Event, Seat, Win

RULES = rules()
CLOSED = "123456m 456789p 22678s"
OPEN = "123456m 456p 22678s (789p)"
PAIRS = "1122335577m 6699p 888s"
CLAIMED = "22m (123m) (456p) (555s) (678s) (333z)"


def win(tile: str, discarder: Seat | None = None, winner: Seat = Seat.SOUTH, *events: Event, **said: Any) -> Win:
    return Win(parse_tile(tile), winner, discarder, events=frozenset(events), circumstances=Circumstances(**said))


def scored(hand: str, won: Win, table: Regional = RULES) -> ScoreSheet:
    return score(parse_hand(hand), won, table)


def names(sheet: ScoreSheet) -> list[str]:
    return [line.name for line in sheet.lines]


def with_(**options: Any) -> Regional:
    return rules(Taiwan16Options(**options))


# Hands of seventeen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        CLOSED,
        OPEN,
        CLAIMED,
        "123456m 22678s (789p) [4444p]",
        "22m (1111m) [2222p] (333+3s) (4444s) [5555z]",
        "123m 456p 22678s (789p) (555z) 1234f",
    ],
)
def test_a_hand_of_seventeen_reads_as_it_is_written(text: str) -> None:
    hand = parse_hand(text)
    assert parse_hand(str(hand)) == hand
    assert hand.size == 17
    hand.check(17)


@pytest.mark.parametrize("text", ["123456m 789p 234s 77z", "123456m 456p 2678s (789p)", "123456m 456789p 222678s"])
def test_other_sizes_are_refused(text: str) -> None:
    with pytest.raises(HandError) as refusal:
        scored(text, win("6m"))
    assert refusal.value.code == "wrong_tile_count"


def test_five_of_a_kind_are_refused() -> None:
    with pytest.raises(TooManyCopies):
        scored("123456m 11122p 678s (111p)", win("8s"))


def test_a_hand_that_is_no_win_is_told_how_far_it_is() -> None:
    with pytest.raises(NotAWin) as refusal:
        scored("123456m 456789p 22679s", win("9s"))
    assert refusal.value.distance == 1


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("123456m 456789p 2267s", "58s"),
        ("2m (123m) (456p) (555s) (678s) (333z)", "2m"),
        ("2345m 456p 678999s (789p)", "25m"),
        ("1122335577m 6699p 88s", "1235m 7m 69p 8s"),
        ("1122335577m 66p 9p 888s", "9p"),
    ],
)
def test_a_hand_one_tile_short_says_what_it_waits_for(text: str, waits: str) -> None:
    hand, won = parse_hand(text), win("1m")
    found = RULES.waits(hand, won)
    assert tiles_text(wait.tile for wait in found) == tiles_text(parse_hand(waits).concealed)
    assert RULES.away(hand, won) == 1


@pytest.mark.parametrize(
    ("text", "away"),
    [("147m 258p 369s 1122334z", 6), ("112233557m 1699p 888s", 2), ("123456m 4567p 2267s 19p", 2)],
)
def test_a_hand_says_how_far_from_ready_it_is(text: str, away: int) -> None:
    assert not RULES.waits(parse_hand(text), win("1m"))
    assert RULES.away(parse_hand(text), win("1m")) == away


def held(hand: Hand, won: Win) -> Held:
    return Held(hand, won, (), RULES.shapes)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_the_kinds_that_complete_a_hand_are_those_that_win(data: st.DataObject) -> None:
    ranks = data.draw(st.lists(st.integers(0, 12), min_size=17, max_size=17).filter(few_of_a_kind))
    hand = Hand(tuple(KIND_TILES[rank] for rank in ranks))
    won = Win(hand.concealed[0], Seat.SOUTH)
    left = hand.concealed[1:]
    found = 0
    for kind, tile in enumerate(KIND_TILES):
        whole = Hand((*left, tile))
        if left.count(tile) < 4 and is_win(held(whole, replace(won, tile=tile))):
            found |= 1 << kind
    assert held(hand, won).completing() == found


def few_of_a_kind(ranks: list[int]) -> bool:
    return max(map(ranks.count, ranks)) <= 4


def splits(kinds: list[int], sets: int) -> bool:
    """Whether sorted kinds are so many sets, tried one by one."""
    if not kinds:
        return sets == 0
    first = kinds[0]
    runs = [[first, first + 1, first + 2]] if first < 27 and first % 9 < 7 else []
    return any(splits(left, sets - 1) for three in ([first] * 3, *runs) if (left := without(kinds, three)) is not None)


def without(kinds: list[int], taken: list[int]) -> list[int] | None:
    left = list(kinds)
    for kind in taken:
        if kind not in left:
            return None
        left.remove(kind)
    return left


def wins_by_hand(kinds: list[int]) -> bool:
    """Whether seventeen kinds win, by trying every pair and every set, and by counting pairs."""
    counts = [kinds.count(kind) for kind in sorted(set(kinds))]
    if counts.count(3) == 1 and all(count in (2, 3, 4) for count in counts):
        return True
    pairs = [pair for pair in sorted(set(kinds)) if kinds.count(pair) > 1]
    return any(splits(without(kinds, [pair, pair]) or [], 5) for pair in pairs)


def test_hands_of_seventeen_win_when_trying_every_way_says_so() -> None:
    dice, won = random.Random(17), 0
    for _ in range(300):
        kinds: list[int] = []
        while len(kinds) < 15:
            first = dice.choice([*range(11), 27, 31])
            kinds += [first, first + 1, first + 2] if first < 7 and dice.random() < 0.6 else [first] * 3
        kinds += [dice.choice(range(11))] * 2
        if dice.random() < 0.5:
            kinds[dice.randrange(17)] = dice.randrange(11)
        if max(map(kinds.count, kinds)) > 4:
            continue
        kinds.sort()
        hand = Hand(tuple(KIND_TILES[kind] for kind in kinds))
        expected = wins_by_hand(kinds)
        won += expected
        assert is_win(held(hand, Win(hand.concealed[0], Seat.SOUTH))) is expected, kinds
    assert won > 50


def test_a_hand_is_ready_when_some_tile_wins_and_only_then() -> None:
    dice, ready, unready = random.Random(61), 0, 0
    for _ in range(24):
        hand = Hand(tuple(KIND_TILES[kind] for kind in sixteen(dice)))
        whole = {tile: Hand((*hand.concealed, tile)) for tile in KIND_TILES}
        wins = [tile for tile in KIND_TILES if is_win(held(whole[tile], Win(tile, Seat.SOUTH)))]
        assert (RULES.away(hand, win("1m")) == 1) is bool(wins), hand
        left = [tile for tile in wins if hand.concealed.count(tile) < 4]
        assert [wait.tile for wait in RULES.waits(hand, win("1m"))] == left, hand
        ready, unready = ready + bool(left), unready + (not wins)
    assert min(ready, unready) > 3


def sixteen(dice: random.Random) -> list[int]:
    """Kinds of five sets and a pair, one of them gone and perhaps another exchanged."""
    kinds: list[int] = []
    while len(kinds) < 17:
        first = dice.choice(range(11))
        more = (
            [first] * 2 if len(kinds) == 15 else [first] * 3 if dice.random() < 0.4 else [first, first + 1, first + 2]
        )
        if first % 9 < 7 and few_of_a_kind(kinds + more):
            kinds += more
    del kinds[dice.randrange(17)]
    if dice.random() < 0.5:
        kinds[dice.randrange(16)] = dice.choice([27, 29, 31])
    return kinds


# What counts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "single"),
    [
        (OPEN, "7s", True),
        (OPEN, "8s", False),
        ("123m 456p 678999s 55p (789p)", "3m", True),
        ("12223m 456p 678999s (789p)", "3m", False),
        ("12223m 456p 678999s (789p)", "2m", True),
        ("23455m 456p 678999s (789p)", "5m", False),
        (CLAIMED, "2m", True),
    ],
)
def test_a_single_wait_is_one_kind_of_tile(hand: str, tile: str, single: bool) -> None:
    assert ("獨聽" in names(scored(hand, win(tile, Seat.WEST)))) is single


def test_a_kind_held_four_times_is_no_wait() -> None:
    assert "獨聽" in names(scored("234m 456p 678s 99s [1111m] (777z)", win("4m", Seat.WEST)))
    assert "獨聽" not in names(scored("234m 456p 678s 99s [2222p] (777z)", win("4m", Seat.WEST)))


def test_flowers_spoil_a_strict_pinghu_only() -> None:
    assert names(scored(OPEN, win("8s", Seat.WEST))) == ["平胡"]
    assert names(scored(f"{OPEN} 3f", win("8s", Seat.WEST))) == []
    assert names(scored(f"{OPEN} 3f", win("8s", Seat.WEST), with_(pinghu="relaxed"))) == ["平胡"]
    assert names(scored(OPEN, win("8s"))) == ["自摸"]
    assert names(scored(OPEN, win("2s", Seat.WEST))) == ["獨聽"]


def test_what_a_flower_group_covers_is_its_own_flower_only() -> None:
    sheet = scored("123m 456p 22678s (789p) (555z) 12346f", win("8s", Seat.WEST))
    assert [(line.name, line.points) for line in sheet.lines] == [("花槓", 2), ("三元牌", 1), ("正花", 1)]


@pytest.mark.parametrize(
    ("said", "items"),
    [
        ({"heavenly": True}, ["天胡"]),
        ({"heavenly_ready": True}, ["天聽", "不求", "自摸"]),
        ({"earthly_ready": True}, ["地聽", "自摸"]),
    ],
)
def test_the_first_turn_covers_what_comes_with_it(said: dict[str, bool], items: list[str]) -> None:
    winner = Seat.EAST if "heavenly" in said else Seat.SOUTH
    sheet = scored(CLOSED, win("8s", None, winner, **said))
    assert names(sheet) == items
    assert "門清" in {left.name for left in sheet.left_out}


def test_pairs_and_a_pung_add_what_is_not_in_them() -> None:
    assert names(scored("11223344557799888m", win("8m"))) == ["清一色", "嚦咕嚦咕", "不求", "自摸"]
    dragons = scored("1122335577m 6699p 777z", win("7z", Seat.WEST))
    assert names(dragons) == ["嚦咕嚦咕", "三元牌"]
    assert dragons.division == "777z* 11m 22m 33m 55m 77m 66p 99p"


def test_four_equal_tiles_are_two_pairs() -> None:
    assert names(scored("1111335577m 6699p 888s", win("8s", Seat.WEST))) == ["嚦咕嚦咕"]
    with pytest.raises(NotAWin):
        scored("1122335577m 699p 8888s", win("8s", Seat.WEST))


# Payments ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("streak", [0, 1, 4])
@pytest.mark.parametrize("winner", Seat)
@pytest.mark.parametrize("giver", [None, 1, 2, 3])
def test_the_dealer_has_two_more_tai_for_every_hand_of_his_streak(streak: int, winner: Seat, giver: int | None) -> None:
    discarder = None if giver is None else Seat((winner + giver) % 4)
    sheet = scored(OPEN, win("8s", discarder, winner, dealer_streak=streak), with_(base=50, per_tai=20))
    for seat, amount in sheet.payments.items():
        if seat is winner:
            continue
        if discarder not in (None, seat):
            assert amount == 0
            continue
        dealer = 2 * streak + 1 if Seat.EAST in (seat, winner) else 0
        assert -amount == 50 + 20 * (sheet.points + dealer)
    assert sum(sheet.payments) == 0


def test_a_cap_cuts_the_tai_of_the_hand_but_not_the_dealers() -> None:
    hand = "22777z (111z) (333z) (555z) (666z)"
    sheet = scored(hand, win("7z", Seat.EAST), with_(cap=20))
    assert (sheet.points, sheet.payments[Seat.EAST]) == (20, -26)
    assert sheet.formula == "5 + 1 x 25, cap 20, 1 more between dealer and winner"


def test_the_liable_player_pays_the_dealers_share_too() -> None:
    hand = "123m 44s (789s) (555z) (666z) (777z)"
    sheet = scored(hand, win("3m", liable=Seat.WEST), with_(liability=True))
    assert list(sheet.payments) == [0, 46, -46, 0]
    assert "west, who is liable" in sheet.formula
    concealed = "123m 44s 777z (789s) (555z) (666z)"
    for text, tile in ((CLAIMED, "2m"), (CLOSED, "8s"), (concealed, "7z")):
        with pytest.raises(WinError) as refusal:
            scored(text, win(tile, liable=Seat.WEST), with_(liability=True))
        assert refusal.value.code == "not_liable"
    assert scored(CLAIMED, win("2m", Seat.NORTH, liable=Seat.WEST), with_(liability=True)).payments[Seat.WEST] == 0


@pytest.mark.parametrize(
    ("several", "seats", "paid"),
    [
        ("nearest", (Seat.WEST, Seat.SOUTH), [Seat.SOUTH]),
        ("nearest", (Seat.WEST, Seat.NORTH), [Seat.WEST]),
        ("all", (Seat.WEST, Seat.SOUTH), [Seat.WEST, Seat.SOUTH]),
        ("three", (Seat.WEST, Seat.SOUTH), [Seat.SOUTH]),
        ("three", (Seat.WEST, Seat.SOUTH, Seat.NORTH), [Seat.WEST, Seat.SOUTH, Seat.NORTH]),
    ],
)
def test_several_claims_are_settled_as_the_option_says(several: str, seats: tuple[Seat, ...], paid: list[Seat]) -> None:
    wins = tuple((parse_hand(OPEN), win("8s", Seat.EAST, seat)) for seat in seats)
    settled = with_(multiple_winners=several).settle(Round(wins))
    assert [sheet.win.winner for sheet in settled.sheets] == paid
    assert settled.next_dealer is Seat.SOUTH


def test_the_first_win_ends_the_hand_of_play() -> None:
    wins = tuple((parse_hand(OPEN), win("8s", giver, Seat.SOUTH)) for giver in (Seat.EAST, Seat.WEST))
    with pytest.raises(WinError, match="ended the hand of play"):
        RULES.settle(Round(wins))


def test_the_dealer_stays_after_a_win_and_a_draw() -> None:
    won = ((parse_hand(OPEN), win("8s", None, Seat.EAST)),)
    assert RULES.settle(Round(won)).next_dealer is Seat.EAST
    assert RULES.settle(Round()).next_dealer is Seat.EAST


# Flowers that win alone ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiles", ["", "147m 258p 369s 1122334z", CLOSED])
def test_eight_flowers_win_whatever_the_tiles(tiles: str) -> None:
    sheet = scored(f"{tiles} 12345678f", win("8f"))
    assert names(sheet) == ["八仙過海"]
    assert list(sheet.payments) == [-14, 40, -13, -13]


def test_the_eighth_flower_is_robbed_from_who_draws_it() -> None:
    sheet = scored("12345678f", win("3f", Seat.EAST))
    assert names(sheet) == ["七搶一"]
    assert list(sheet.payments) == [-14, 14, 0, 0]


def test_seven_flowers_are_one_short() -> None:
    for giver in (None, Seat.WEST):
        with pytest.raises(NotAWin) as refusal:
            scored("1234567f", win("7f", giver))
        assert refusal.value.distance == 1


def test_a_hand_with_seven_flowers_is_told_how_many_win_alone() -> None:
    with pytest.raises(NotAWin, match=r"7 flowers of .* do not win alone, as 8 do") as refusal:
        scored(f"{CLOSED} 1234567f", win("7f"))
    assert refusal.value.distance == 1
    with pytest.raises(HandError, match="has 1 tile, kongs as three, not 0, 16 or 17"):
        scored("1m 12345678f", win("8f"))


def test_waits_with_eight_flowers_are_worth_what_the_score_says() -> None:
    hand = parse_hand("7m8m9m5p6p7p6m7m8m2m (567s) [2222z] 26853741f")
    for drawn in (win("2m"), win("2m", Seat.WEST)):
        (wait,) = RULES.waits(hand, drawn)
        assert wait.tile.code == "2m"
        assert wait.sheet == scored(f"2m {hand}", drawn)


def test_flowers_in_the_first_turn_add_where_the_option_says_so() -> None:
    sheet = scored("12345678f", win("8f", None, Seat.EAST, heavenly=True), with_(dealt_flower_win=12))
    assert names(sheet) == ["八仙過海", "配牌花胡"]
    assert sheet.points == 20


# What cannot be ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "won"),
    [
        (OPEN, win("8s", heavenly_ready=True)),
        (CLOSED, win("8s", earthly_ready=True, heavenly_ready=True)),
        (CLOSED, win("8s", None, Seat.EAST, heavenly=True, heavenly_ready=True)),
        (CLOSED, win("8s", human=True)),
        (CLOSED, win("8s", Seat.WEST, earthly=True)),
        (CLOSED, win("8s", None, Seat.EAST, earthly=True)),
        (CLOSED, win("8s", after_kong=1)),
        (f"{CLOSED} 3f", win("8s", after_kong=2)),
        (CLOSED, win("8s", liable=Seat.SOUTH)),
    ],
)
def test_what_cannot_be_is_refused(hand: str, won: Win) -> None:
    with pytest.raises(WinError):
        scored(hand, won)


@pytest.mark.parametrize(
    "values", [{"pinghu": "free"}, {"multiple_winners": "two"}, {"base": "-1"}, {"cap": "-1"}, {"seven_robs_one": "no"}]
)
def test_options_that_make_no_sense_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(OptionError, match=next(iter(values))):
        with_options(RULE_SETS["taiwan16"](), values)


def test_a_hand_pays_what_its_tai_say_under_any_options() -> None:
    dice = random.Random(16)
    switches = [name for name, value in _defaults().items() if isinstance(value, bool)]
    for _ in range(60):
        chosen = with_(**{name: dice.random() < 0.5 for name in switches})
        hand = dice.choice([CLOSED, OPEN, CLAIMED, "123m 456p 22678s (789p) (555z) 1234f"])
        tile = dice.choice(parse_hand(hand).concealed)
        sheet = score(parse_hand(hand), Win(tile, Seat.WEST, dice.choice([None, Seat.SOUTH])), chosen)
        assert sum(sheet.payments) == 0
        assert sheet.points == sum(line.points for line in sheet.lines)
        assert -sheet.payments[Seat.SOUTH] == 5 + sheet.points


def _defaults() -> dict[str, Any]:
    options = Taiwan16Options()
    return {name: getattr(options, name) for name in options.__dataclass_fields__}


def test_a_sheet_tells_when_one_tai_is_missing_to_the_cap() -> None:
    assert scored(CLOSED, win("8s"), with_(cap=4)).near_miss == "one 台 short of the cap of 4"
    assert scored(CLOSED, win("8s")).near_miss == ""
