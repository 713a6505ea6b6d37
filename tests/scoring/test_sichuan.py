"""四川麻将血战到底: suits, shapes, caps, winners who leave, kongs and their transfer, the end of the wall."""

import random
from dataclasses import replace
from typing import Any

import pytest

from scoring.circumstances import Circumstances
from scoring.errors import HandError, MeldError, NotAllowed, OptionError, WinError
from scoring.hand import Hand, parse_hand, parse_meld
from scoring.round import KongMade, Round, Settlement, Transfer, Unfinished
from scoring.rules import RULE_SETS, with_options
from scoring.rules.regional import Regional
from scoring.rules.sichuan import SichuanOptions, rules
from scoring.rules.sichuan.ledgers import best_wait, is_pig
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.tiles import KIND_TILES, parse_tile
from scoring.win import Event, Seat, Win

RULES = rules()
PLAIN = "123456m 22789p (888m)"
CLOSED = "123456m 22555789p"
EAST, SOUTH, WEST, NORTH = Seat


def win(tile: str, discarder: Seat | None = None, winner: Seat = SOUTH, *events: Event, **said: Any) -> Win:
    return Win(parse_tile(tile), winner, discarder, events=frozenset(events), circumstances=Circumstances(**said))


def scored(hand: str, won: Win, table: Regional = RULES) -> ScoreSheet:
    return score(parse_hand(hand), won, table)


def items(sheet: ScoreSheet) -> list[tuple[str, int]]:
    return [(line.name, line.points) for line in sheet.lines]


def with_(**options: Any) -> Regional:
    return rules(SichuanOptions(**options))


# Suits and tiles -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "missing", "code"),
    [
        ("123456m 22789p (555s)", None, "three_suits"),
        ("123456m 22789p (555s)", "s", "missing_suit"),
        (PLAIN, "p", "missing_suit"),
    ],
)
def test_a_hand_has_two_suits_and_none_of_the_missing_one(hand: str, missing: str | None, code: str) -> None:
    with pytest.raises(NotAllowed) as refusal:
        scored(hand, win("9p", WEST, missing_suit=missing))
    assert refusal.value.code == code


def test_honours_flowers_and_claimed_chows_are_not_played_with() -> None:
    for hand in ("123456m 22789p (777z)", f"{PLAIN} 1f"):
        with pytest.raises(HandError) as refusal:
            scored(hand, win("9p"))
        assert refusal.value.code == "not_in_play"
    with pytest.raises(MeldError, match="456m"):
        scored("123m 22789p (456m) (888m)", win("9p"))


def test_waits_are_of_the_suits_in_play() -> None:
    hand = parse_hand("123456m 2279p (888m)")
    assert [wait.tile.code for wait in RULES.waits(hand, win("1m"))] == ["8p"]
    tile = parse_hand("123m 5556p 999p (888m)")
    assert [wait.tile.code for wait in RULES.waits(tile, win("1m", missing_suit="s"))] == ["4p", "6p", "7p"]
    (refused,) = RULES.waits(hand, win("1m", missing_suit="m"))
    assert refused.refusal is not None
    assert refused.refusal.code == "missing_suit"


# Fan -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "expected"),
    [
        ("11335577889922m", "2m", [("七对", 2), ("清一色", 2)]),
        ("11115577889922m", "2m", [("七对", 2), ("清一色", 2), ("根", 1)]),
        ("66m (333m) (444m) (555m) (777m)", "6m", [("金钩钓", 2), ("清一色", 2)]),
        ("99m (111m) (999p) (111p) [2222m]", "9m", [("金钩钓", 2), ("根", 1)]),
        ("12312378911m (999m)", "3m", [("带幺九", 2), ("清一色", 2), ("根", 2)]),
        ("11199m 111p 999p (777p)", "9m", [("对对胡", 1)]),
        ("22334455667788m", "8m", [("七对", 2), ("清一色", 2)]),
    ],
)
def test_one_shape_counts_and_what_adds_to_it(hand: str, tile: str, expected: list[tuple[str, int]]) -> None:
    assert items(scored(hand, win(tile, WEST))) == expected


def test_seven_pairs_with_a_root_are_told_by_their_name() -> None:
    line = scored("1111557799m 1133p", win("3p", WEST)).lines[0]
    assert line.reason.endswith("(龙七对)")
    assert scored("11112222889933m", win("3m", WEST)).lines[0].reason.endswith("(双龙七对)")


@pytest.mark.parametrize(("cap", "points"), [(5, 32), (6, 64), (0, 64), (3, 8)])
def test_the_cap_cuts_the_fan(cap: int, points: int) -> None:
    sheet = scored("11112222889933m", win("3m", WEST), with_(cap_fan=cap))
    assert (sheet.qualifying, sheet.points) == (6, points)


def test_the_first_turn_stands_for_a_hand_that_is_worth_less() -> None:
    assert items(scored(CLOSED, win("9p", None, SOUTH, earthly=True))) == [("地胡", 5)]
    rich = scored("11112222889933m", win("3m", None, EAST, heavenly=True), with_(cap_fan=0))
    assert items(rich) == [("七对", 2), ("清一色", 2), ("根", 2)]


def test_a_self_draw_may_count_a_fan() -> None:
    table = with_(self_draw_bonus="fan")
    assert items(scored(PLAIN, win("9p"), table)) == [("平胡", 0), ("自摸", 1)]
    assert items(scored(CLOSED, win("9p", earthly=True), table)) == [("地胡", 5), ("自摸", 1)]
    fed = win("9p", None, SOUTH, after_kong=1, kong_bloom_from=NORTH)
    kong = "444m 22789p (555m) (3333p)"
    assert items(scored(kong, fed, with_(self_draw_bonus="fan", fed_kong_bloom="discard")))[-1] == ("杠上花", 1)
    assert items(scored(kong, fed, table))[-1] == ("自摸", 1)


def test_the_tournament_edition_lacks_some_shapes() -> None:
    table = with_(edition="sbr")
    assert {row.key for row in RULES.fan} - {row.key for row in table.fan} == {
        *("single_tile_eyes", "all_eyes", "terminals_in_all", "heavenly", "earthly")
    }
    assert scored("11112222889933m", win("3m", WEST), table).points == 8


# Who pays ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [(), (EAST,), (EAST, WEST)])
def test_who_has_won_neither_pays_nor_is_paid(left: tuple[Seat, ...]) -> None:
    sheet = scored(PLAIN, win("9p", already_won=frozenset(left)))
    for seat in (EAST, WEST, NORTH):
        assert sheet.payments[seat] == (0 if seat in left else -2)


@pytest.mark.parametrize(
    "won",
    [
        win("9p", EAST, already_won=frozenset({EAST})),
        win("9p", None, SOUTH, already_won=frozenset({SOUTH})),
        win("9p", None, SOUTH, already_won=frozenset({EAST, WEST, NORTH})),
        win("9p", kong_discard=True),
        win("9p", WEST, SOUTH, Event.ROBBED_KONG, kong_discard=True),
        win("9p", kong_bloom_from=WEST),
        win("9p", after_kong=1),
        win("9p", earthly=True),
        win("9p", WEST, EAST, heavenly=True),
    ],
)
def test_what_cannot_be_is_refused(won: Win) -> None:
    with pytest.raises(WinError):
        scored(PLAIN, won)


@pytest.mark.parametrize(
    "values",
    [{"edition": "b"}, {"cap_fan": "-1"}, {"cap_fan": "99"}, {"dragon_pairs_fan": "2"}, {"kong_transfer": "x"}],
)
def test_options_that_make_no_sense_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(OptionError, match=next(iter(values))):
        with_options(RULE_SETS["sichuan"](), values)


# Kongs ---------------------------------------------------------------------------------------------------------------


def kong(seat: Seat, meld: str, source: Seat | None = None, *left: Seat, **more: Any) -> KongMade:
    return KongMade(seat, parse_meld(meld), source, already_won=frozenset(left), **more)


@pytest.mark.parametrize(
    ("made", "paid"),
    [
        (kong(SOUTH, "(3333p)", NORTH), [0, 2, 0, -2]),
        (kong(SOUTH, "(333+3p)"), [-1, 3, -1, -1]),
        (kong(SOUTH, "[3333p]"), [-2, 6, -2, -2]),
        (kong(SOUTH, "[3333p]", None, EAST), [0, 4, -2, -2]),
        (kong(SOUTH, "(333+3p)", None, EAST, WEST), [0, 1, 0, -1]),
        (kong(SOUTH, "(333+3p)", robbed=True), [0, 0, 0, 0]),
    ],
)
def test_kongs_are_paid_at_once_by_who_is_still_in(made: KongMade, paid: list[int]) -> None:
    assert list(RULES.settle(Round(kongs=(made,))).payments) == paid


@pytest.mark.parametrize(
    "made", [kong(SOUTH, "(3333p)"), kong(SOUTH, "(3333p)", EAST, EAST), kong(SOUTH, "[3333p]", None, SOUTH)]
)
def test_kongs_of_nobody_in_play_are_refused(made: KongMade) -> None:
    with pytest.raises(WinError):
        RULES.settle(Round(kongs=(made,)))


def test_who_fed_a_kong_is_told_of_a_win_after_it() -> None:
    hand = "444m 22789p (555m) (3333p)"
    for said, why in (({}, "after_kong is not told"), ({"after_kong": 1}, "south is the winner")):
        with pytest.raises(WinError, match=why):
            scored(hand, win("9p", None, SOUTH, kong_bloom_from=SOUTH if said else EAST, **said))


def test_kongs_of_tiles_not_played_with_are_refused() -> None:
    with pytest.raises(HandError, match="3z is no tile"):
        RULES.settle(Round(kongs=(kong(SOUTH, "(3333z)", EAST),)))


def test_only_a_kong_added_to_a_pung_is_robbed() -> None:
    assert list(RULES.settle(Round(kongs=(replace(kong(SOUTH, "(333+3p)"), robbed=True),))).payments) == [0, 0, 0, 0]
    for text in ("(3333p)", "[3333p]"):
        with pytest.raises(WinError, match="can be robbed"):
            RULES.settle(Round(kongs=(replace(kong(SOUTH, text, EAST), robbed=True),)))


def test_the_income_of_a_kong_goes_to_who_wins_on_the_discard_after_it() -> None:
    hand = parse_hand(PLAIN)
    won = (hand, win("9p", WEST, SOUTH, kong_discard=True))
    table = Round(wins=(won,), kongs=(kong(WEST, "(111+1s)"), kong(WEST, "[3333s]"), kong(EAST, "[9999s]")))
    moved = {"kong": 6, "all": 9, "none": 0}
    for choice, income in moved.items():
        settled = with_(kong_transfer=choice).settle(table)
        ledgers = [ledger for ledger in settled.ledgers if ledger.key == "kong_transfer"]
        assert [ledger.points for ledger in ledgers] == ([income] if income else [])
        assert all(list(ledger.payments) == [0, income, -income, 0] for ledger in ledgers)


def test_a_kong_made_after_the_win_is_not_moved() -> None:
    won = (parse_hand(PLAIN), win("9p", WEST, SOUTH, kong_discard=True))
    table = Round(wins=(won,), kongs=(kong(WEST, "(111+1s)"), kong(WEST, "[3333s]", None, SOUTH)))
    (ledger,) = [ledger for ledger in RULES.settle(table).ledgers if ledger.key == "kong_transfer"]
    assert ledger.points == 3


@pytest.mark.parametrize(
    ("income", "winners", "paid"),
    [(6, (SOUTH, NORTH), [0, 3, -6, 3]), (7, (SOUTH, NORTH), [0, 3, -7, 4]), (7, (EAST, SOUTH, NORTH), [2, 2, -7, 3])],
)
def test_several_winners_share_it_and_the_nearest_has_the_rest(
    income: int, winners: tuple[Seat, ...], paid: list[int]
) -> None:
    assert list(RULES.settle(Round(transfers=(Transfer(WEST, winners, income),))).payments) == paid


# A whole hand of play ------------------------------------------------------------------------------------------------

BAMBOO = "123456s 99p 678p (555s)"
DOTS = "234p 567p 888p 22m (444p)"


def settle(*wins: tuple[str, Win], table: Regional = RULES, **more: Any) -> Settlement:
    return table.settle(Round(tuple((parse_hand(hand), won) for hand, won in wins), **more))


def test_winners_leave_one_after_another() -> None:
    settled = settle((PLAIN, win("9p", EAST)), (BAMBOO, win("8p", None, WEST)), (DOTS, win("4p", EAST, NORTH)))
    assert [list(sheet.payments) for sheet in settled.sheets] == [[-1, 1, 0, 0], [-3, 0, 6, -3], [-2, 0, 0, 2]]
    assert list(settled.payments) == [-6, 1, 6, -1]
    assert settled.next_dealer is SOUTH
    assert settled.sheets[2].win.circumstances.already_won == {SOUTH, WEST}


def test_several_win_on_one_discard_and_the_discarder_deals_next() -> None:
    settled = settle((PLAIN, win("9p", EAST)), ("456789s 11s 789p (222s)", win("9p", EAST, WEST)))
    assert [sheet.win.circumstances.already_won for sheet in settled.sheets] == [frozenset(), frozenset()]
    assert settled.next_dealer is EAST
    assert settle((PLAIN, win("9p", EAST, NORTH))).next_dealer is NORTH
    assert settle().next_dealer is EAST


def test_nobody_wins_from_who_has_left() -> None:
    with pytest.raises(WinError, match="south has won and left"):
        settle((PLAIN, win("9p", EAST)), (BAMBOO, win("8p", SOUTH, WEST)))


def held(seat: Seat, hand: str, missing: str | None = None) -> Unfinished:
    return Unfinished(seat, parse_hand(hand), missing)


READY = "123456789p 5m [1111m]"
UNREADY = "1245789p 145579m"
PIG = "123456m 123p 579s 1p"


def test_the_end_of_the_wall_is_seen_in_the_hands() -> None:
    settled = settle(
        (PLAIN, win("9p", EAST)),
        kongs=(kong(WEST, "[7777p]"), kong(NORTH, "[1111m]", None, SOUTH)),
        unfinished=(held(EAST, PIG), held(WEST, UNREADY), held(NORTH, READY)),
    )
    found = {ledger.key: list(ledger.payments) for ledger in settled.ledgers}
    assert found["pigs"] == [-64, 0, 32, 32]
    assert found["waits"] == [0, 0, -2, 2]
    assert found["kongs_returned"] == [2, 2, -6, 2]


def test_a_wait_is_worth_its_best_tile_won_by_discard() -> None:
    assert best_wait(held(EAST, "123m 5556p 999p (888m)"), SichuanOptions()) == 1
    assert best_wait(held(EAST, "1155779922m 33p 4p"), SichuanOptions()) == 4
    assert best_wait(held(EAST, "111m 222m 333m 444p 5p"), SichuanOptions()) == 2
    assert best_wait(held(EAST, "2345678m 123456m"), SichuanOptions()) == 4
    assert best_wait(held(EAST, UNREADY), SichuanOptions()) is None
    assert best_wait(held(EAST, "123m 5556p 999p (888m)", "p"), SichuanOptions()) is None


def test_a_tile_of_which_the_hand_has_all_is_no_wait() -> None:
    assert best_wait(held(EAST, "23m 44p 555p 666p [1111m]"), SichuanOptions()) == 2
    assert best_wait(held(EAST, "23m 55p 666p [1111m] [4444m]"), SichuanOptions()) is None


@pytest.mark.parametrize(
    ("hand", "missing", "pig"), [(PIG, None, True), (READY, None, False), (READY, "m", True), (READY, "s", False)]
)
def test_a_pig_holds_three_suits_or_the_missing_one(hand: str, missing: str | None, pig: bool) -> None:
    assert is_pig(held(EAST, hand, missing)) is pig


def test_nothing_is_reckoned_once_three_have_won() -> None:
    wins = ((PLAIN, win("9p", EAST)), (BAMBOO, win("8p", None, WEST)), (DOTS, win("4p", EAST, NORTH)))
    assert settle(*wins, unfinished=(held(EAST, PIG),), kongs=(kong(EAST, "[9999m]"),)).ledgers[1:] == ()


def test_what_went_on_to_a_winner_is_not_given_back() -> None:
    settled = settle(
        (PLAIN, win("9p", WEST, SOUTH, kong_discard=True)),
        kongs=(kong(WEST, "(111+1s)"), kong(WEST, "[3333s]")),
        ready=frozenset({EAST, NORTH}),
        best=(1, 0, 0, 1),
    )
    (returned,) = [ledger for ledger in settled.ledgers if ledger.key == "kongs_returned"]
    assert list(returned.payments) == [1, 1, -3, 1]


def test_the_worth_of_a_ready_seat_must_be_told_or_seen() -> None:
    with pytest.raises(WinError) as refusal:
        settle(ready=frozenset({EAST}))
    assert refusal.value.code == "best_unknown"


@pytest.mark.parametrize(
    ("unfinished", "error"),
    [
        (held(EAST, "123456m 22789p (888m)"), HandError),
        (held(EAST, "123456m 22p 77z (888m)"), HandError),
        (held(SOUTH, READY), WinError),
    ],
)
def test_hands_that_cannot_be_held_at_the_end_are_refused(unfinished: Unfinished, error: type[Exception]) -> None:
    with pytest.raises(error):
        settle((PLAIN, win("9p", EAST)), unfinished=(unfinished,))


def test_a_unit_multiplies_all_that_moves() -> None:
    more: dict[str, Any] = {
        "kongs": (kong(WEST, "[7777p]"),),
        "unfinished": (held(EAST, PIG), held(WEST, UNREADY), held(NORTH, READY)),
    }
    one = settle((PLAIN, win("9p", EAST)), **more)
    five = settle((PLAIN, win("9p", EAST)), table=with_(unit=5), **more)
    assert [5 * amount for amount in one.payments] == list(five.payments)


def test_any_hand_of_play_moves_nothing_in_all() -> None:
    dice = random.Random(108)
    for _ in range(40):
        seats = dice.sample(list(Seat), dice.randint(0, 3))
        wins = []
        for number, seat in enumerate(seats):
            still = [other for other in Seat if other not in seats[: number + 1]]
            wins.append((PLAIN, win("9p", dice.choice([None, *still]), seat)))
        left = [seat for seat in Seat if seat not in seats]
        hands = tuple(held(seat, dice.choice([PIG, READY, UNREADY])) for seat in left)
        kongs = (kong(dice.choice(list(Seat)), "[7777s]"), kong(dice.choice(list(Seat)), "(222+2s)"))
        chosen = with_(
            winners_collect_pigs=dice.random() < 0.5,
            pigs_pay_ready=dice.random() < 0.5,
            robbed_kong=dice.choice(["one", "all"]),
            cap_fan=dice.choice([0, 3, 5]),
        )
        settled = settle(*wins, table=chosen, unfinished=hands, kongs=kongs)
        assert sum(settled.payments) == 0
        assert all(sum(ledger.payments) == 0 for ledger in settled.ledgers)


def test_every_tile_of_a_random_hand_that_wins_makes_it_ready() -> None:
    dice = random.Random(7)
    for _ in range(40):
        kinds: list[int] = []
        while len(kinds) < 12:
            first = dice.randrange(18)
            run = first % 9 < 7 and dice.random() < 0.7
            more = [first, first + 1, first + 2] if run else [first] * 3
            if all((kinds + more).count(kind) < 4 for kind in more):
                kinds += more
        pair = next(kind for kind in range(18) if kinds.count(kind) < 2)
        kinds += [pair, pair]
        dice.shuffle(kinds)
        won = kinds.pop()
        unfinished = Unfinished(EAST, Hand(tuple(KIND_TILES[kind] for kind in kinds)))
        whole = Hand(tuple(KIND_TILES[kind] for kind in (*kinds, won)))
        worth = score(whole, Win(KIND_TILES[won], EAST, SOUTH), RULES).points
        best = best_wait(unfinished, RULES.options)
        assert best is not None
        assert best >= worth


def test_a_sheet_tells_when_one_fan_is_missing_to_the_cap() -> None:
    assert scored("11335577889922m", win("2m", WEST)).near_miss == "one fan short of the cap of 5"
    assert scored("11115577889922m", win("2m", WEST)).near_miss == ""
