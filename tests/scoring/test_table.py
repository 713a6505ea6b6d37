"""An evening: hands of play one after another, by the rules of each system."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.circumstances import Circumstances
from scoring.errors import OptionError, WinError
from scoring.hand import Hand, parse_hand
from scoring.round import Round, ScoredWin
from scoring.rules import RULE_SETS
from scoring.seats import Seat
from scoring.table import Ending, Game, Table, after, game_of, new_table, play, told_win, undone
from scoring.tiles import parse_tile
from scoring.win import Win

EAST, SOUTH, WEST, NORTH = Seat
PINFU = parse_hand("123456m 345s 678p 55p")
"""Closed, two-sided on 3s: riichi and hong_kong 平糊."""
FLUSH = parse_hand("123456789m 123m 55m")
"""Full flush and straight: worth enough everywhere where it is a hand."""


def win(winner: Seat, discarder: Seat | None = None, tile: str = "3s", **said: object) -> Win:
    return Win(parse_tile(tile), winner, discarder, circumstances=Circumstances(**said))  # type: ignore[arg-type]


def ron(winner: Seat, discarder: Seat, **said: object) -> Round:
    return Round(wins=((PINFU, win(winner, discarder, **said)),))


def flush(winner: Seat, discarder: Seat | None = None, hand: Hand = FLUSH) -> Round:
    return Round(wins=((hand, win(winner, discarder, "9m")),))


def drawn(*ready: Seat) -> Round:
    return Round(ready=frozenset(ready))


def deals(table: Table, *hands: Round) -> list[tuple[int, int]]:
    """Dealer and lap after each hand of play."""
    found = []
    for hand in hands:
        table = after(table, hand)
        found.append((table.deal.dealer, table.deal.lap))
    return found


# Riichi --------------------------------------------------------------------------------------------------------------


def test_sticks_are_staked_stay_through_draws_and_go_to_the_winner() -> None:
    table = after(new_table("riichi"), drawn(SOUTH, WEST), [SOUTH, WEST])
    assert table.totals == (23500, 25500, 25500, 23500)
    assert (table.deal.dealer, table.deal.sticks, table.deal.honba) == (1, 2, 1)
    assert table.played[0].staked == (1, 2)
    next_table, done = play(table, ron(SOUTH, NORTH, riichi=True))
    assert done.sheets[0].win.circumstances.honba == 1
    assert done.sheets[0].win.circumstances.sticks == 3
    assert next_table.played[1].staked == (2,)
    assert (next_table.deal.sticks, next_table.deal.honba) == (0, 0)
    assert sum(next_table.totals) == 100000


def test_counters_grow_while_the_dealer_stays_and_are_paid() -> None:
    table = after(after(new_table("riichi"), ron(EAST, WEST, riichi=True)), drawn(EAST))
    assert (table.deal.dealer, table.deal.honba, table.deal.lap) == (0, 2, 0)
    _, done = play(table, ron(NORTH, EAST, riichi=True))
    plain = play(new_table("riichi"), ron(NORTH, EAST, riichi=True))[1]
    assert done.payments[NORTH] - plain.payments[NORTH] == 600
    assert after(table, ron(NORTH, EAST)).deal.honba == 0


@pytest.mark.parametrize(("ready", "dealer"), [((EAST,), 0), ((SOUTH,), 1), ((), 1), ((EAST, SOUTH, WEST, NORTH), 0)])
def test_a_ready_dealer_stays_after_a_draw(ready: tuple[Seat, ...], dealer: int) -> None:
    table = after(new_table("riichi"), drawn(*ready))
    assert (table.deal.dealer, table.deal.honba) == (dealer, 1)
    moved = after(new_table("riichi", {"ready_dealer_stays": "no"}), drawn(*ready))
    assert moved.deal.dealer == 1


def test_an_error_takes_the_sticks_back_and_the_hand_is_played_again() -> None:
    table = after(new_table("riichi"), drawn(EAST), [EAST])
    again = after(table, Round(offender=SOUTH), [WEST])
    assert (again.deal, again.played[-1].ending, again.played[-1].staked) == (table.deal, Ending.ERROR, ())
    assert again.played[-1].moved == (4000, -8000, 2000, 2000)


def test_an_error_taken_off_at_the_end_moves_nothing_before() -> None:
    table = after(new_table("riichi", {"preset": "m_league"}), Round(offender=SOUTH))
    assert table.totals == (25000,) * 4
    assert table.standings[0].player == 0
    over = replace(table, over="rounds")
    assert [(one.player, one.points) for one in over.standings][-1] == (1, 5000)


def test_a_hand_called_off_adds_a_counter_and_keeps_what_was_staked() -> None:
    table = after(new_table("riichi"), Round(aborted="four_riichi"), list(Seat))
    assert (table.deal.dealer, table.deal.honba, table.deal.sticks) == (0, 1, 4)
    assert table.played[0].ending is Ending.CALLED_OFF
    assert table.totals == (24000,) * 4


def test_of_several_winners_the_nearest_takes_sticks_and_honba() -> None:
    table = after(new_table("riichi"), drawn(EAST), [EAST])
    wins = ((PINFU, win(NORTH, SOUTH, riichi=True)), (PINFU, win(WEST, SOUTH, riichi=True)))
    moved = after(table, Round(wins=wins)).played[-1].moved
    assert moved[2] - moved[3] == 300 + 3000


def test_what_the_table_knows_cannot_be_told_otherwise() -> None:
    table = after(new_table("riichi"), drawn(EAST), [EAST])
    with pytest.raises(WinError, match="honba: the table says 1, not 5") as error:
        after(table, ron(SOUTH, EAST, honba=5))
    assert error.value.code == "contradicts_table"
    with pytest.raises(WinError, match="sticks: the table says 1"):
        after(table, replace(drawn(EAST), sticks=3))
    with pytest.raises(WinError, match="round"):
        after(table, Round(wins=((PINFU, replace(win(SOUTH, EAST), round_wind=WEST)),)))
    assert after(table, ron(SOUTH, EAST, honba=1, sticks=1)).deal.sticks == 0


def test_the_round_wind_turns_when_the_deal_has_come_round() -> None:
    table = new_table("riichi")
    found = deals(table, *[ron(SOUTH, EAST)] * 5)
    assert found == [(1, 0), (2, 0), (3, 0), (0, 1), (1, 1)]
    for _ in range(4):
        table = after(table, ron(SOUTH, EAST))
    assert table.deal.round_wind is SOUTH
    south = parse_hand("22233m 456p 789s 222z")
    _, done = play(table, Round(wins=((south, win(WEST, EAST, "3m")),)))
    assert [line.key for line in done.sheets[0].lines] == ["round_wind"]


def evening(table: Table, *hands: Round) -> Table:
    for hand in hands:
        table = after(table, hand)
    return table


PASSES = ron(SOUTH, WEST)


def test_a_game_of_east_and_south_ends_with_the_last_deal() -> None:
    game = Game(start=25000, rounds=2)
    table = evening(new_table("riichi", game=game), *[PASSES] * 7)
    assert (table.deal.dealer, table.deal.lap, table.over) == (3, 1, "")
    assert after(table, ron(EAST, WEST)).over == ""
    done = after(table, PASSES)
    assert done.over == "rounds"
    with pytest.raises(WinError, match="over") as error:
        after(done, PASSES)
    assert error.value.code == "game_over"


def test_one_more_wind_is_played_until_somebody_has_the_target() -> None:
    table = evening(new_table("riichi", game=Game(start=25000, rounds=1, target=40000)), *[PASSES] * 4)
    assert (table.over, table.deal.round_wind) == ("", SOUTH)
    flat = evening(table, *[drawn()] * 4)
    assert flat.over == "rounds"
    rich = after(table, flush(WEST, NORTH))
    assert (rich.over, max(rich.totals) >= 40000) == ("target", True)


def test_the_last_dealer_who_leads_and_would_stay_ends_the_game() -> None:
    game = Game(start=25000, rounds=1, target=30000, last_dealer_stops=True)
    table = evening(new_table("riichi", game=game), *[PASSES] * 3)
    assert after(table, flush(EAST, WEST)).over == "dealer_stops"
    assert after(table, ron(EAST, WEST)).over == ""
    assert after(replace(table, game=replace(game, last_dealer_stops=False)), flush(EAST, WEST)).over == ""
    assert after(after(table, ron(EAST, WEST)), Round(aborted="nine_terminals")).over == ""


def test_who_has_less_than_nothing_ends_the_game_where_the_rules_have_it() -> None:
    thirteen = parse_hand("19m 19p 19s 12345677z")
    yakuman = Round(wins=((thirteen, win(SOUTH, WEST, "7z")),))
    assert after(new_table("riichi"), yakuman).over == "bust"
    assert after(new_table("riichi", {"preset": "m_league"}), yakuman).over == ""
    table = after(after(new_table("riichi"), drawn(*Seat), list(Seat)), yakuman)
    assert table.over == "bust"


def test_sticks_that_are_left_go_to_the_first() -> None:
    table = after(new_table("riichi", game=Game(start=25000, hands=1)), drawn(WEST), [WEST])
    assert table.over == "hands"
    assert sum(table.totals) == 99000
    first = table.standings[0]
    assert (first.place, first.player, first.points) == (1, 2, 25000 + 3000 - 1000 + 1000)


def test_three_players_take_turns() -> None:
    table = new_table("riichi", players=("Ann", "Ben", "Cai"))
    assert (table.game.start, table.game.target) == (35000, 40000)
    flush_of_dots = parse_hand("123456789p 123p 55p")
    hand = Round(wins=((flush_of_dots, win(SOUTH, None, "9p")),))
    table, done = play(table, hand)
    assert done.sheets[0].win.circumstances.players == 3
    assert (table.deal.dealer, sum(table.totals)) == (1, 105000)
    assert table.seat_of(0) is WEST
    with pytest.raises(WinError, match="nobody sits there"):
        after(table, drawn(), [NORTH])


def test_a_streak_of_riichi_is_of_wins_alone() -> None:
    table = new_table("riichi", {"eight_dealer_wins": "yes"}, game=Game(start=25000))
    table = evening(table, *[ron(EAST, WEST)] * 7)
    assert table.deal.streak == 7
    _, done = play(table, ron(EAST, WEST))
    assert "eight_dealer_wins" in {line.key for line in done.sheets[0].lines}
    assert after(table, drawn(EAST)).deal.streak == 0


def test_three_winners_who_call_the_hand_off_have_not_won() -> None:
    table = new_table("riichi", {"triple_ron": "abort"}, game=Game(start=25000))
    wins = tuple((PINFU, win(seat, SOUTH)) for seat in (EAST, WEST, NORTH))
    after_it = after(table, Round(wins=wins), [WEST])
    assert (after_it.played[0].ending, after_it.played[0].wins) == (Ending.CALLED_OFF, ())
    assert (after_it.deal.streak, after_it.deal.honba, after_it.deal.sticks) == (0, 1, 1)


# Other systems -------------------------------------------------------------------------------------------------------


def test_in_mcr_the_deal_passes_on_whoever_wins() -> None:
    table = new_table("mcr")
    assert deals(table, flush(EAST), Round(), flush(WEST, EAST), flush(EAST)) == [(1, 0), (2, 0), (3, 0), (0, 1)]
    table = evening(table, *[Round()] * 15)
    assert (table.deal.round_wind, table.over) == (NORTH, "")
    assert after(table, flush(EAST)).over == "rounds"


@pytest.mark.parametrize("rules", ["hong_kong", "changchun", "ningbo", "nanchang", "gb168", "shangrao_jiuyao", "wuhan"])
def test_the_dealer_stays_after_a_draw(rules: str) -> None:
    table = after(new_table(rules), Round())
    assert (table.deal.dealer, table.deal.lap, table.deal.streak, table.deal.honba) == (0, 0, 1, 0)


def test_in_hong_kong_the_winning_dealer_stays_and_another_passes_the_deal_on() -> None:
    assert deals(new_table("hong_kong"), flush(EAST, WEST), flush(NORTH, EAST)) == [(0, 0), (1, 0)]


def test_a_dealer_whose_win_does_not_count_does_not_stay() -> None:
    wins = ((FLUSH, win(EAST, WEST, "9m")), (FLUSH, win(NORTH, WEST, "9m")))
    assert deals(new_table("hong_kong"), Round(wins)) == [(0, 0)]
    table = new_table("hong_kong", {"multiple_winners": "nearest"})
    assert deals(table, Round(wins)) == [(1, 0)]


def test_in_taiwan_the_streak_grows_with_wins_and_draws_and_is_paid() -> None:
    hand = parse_hand("123456m 345s 678p 111p 55p")
    dealers = Round(wins=((hand, win(EAST, SOUTH, "3s")),))
    first, second = new_table("taiwan16"), evening(new_table("taiwan16"), dealers, Round())
    assert second.deal.streak == 2
    paid = play(second, dealers)[1].payments[EAST] - play(first, dealers)[1].payments[EAST]
    assert paid == 4
    others = Round(wins=((hand, win(WEST, SOUTH, "3s")),))
    lost = after(second, others)
    assert (lost.deal.streak, lost.deal.dealer) == (0, 1)
    assert deals(new_table("taiwan16", {"draw_keeps_dealer": "no"}), Round()) == [(1, 0)]


def test_in_sichuan_the_first_winner_deals_next_or_who_gave_two() -> None:
    hand = parse_hand("123456m 345s 678s 55s")
    one = Round(wins=((hand, win(WEST, EAST)),))
    two = Round(wins=((hand, win(WEST, NORTH)), (hand, win(SOUTH, NORTH))))
    assert deals(new_table("sichuan"), one, Round(), two) == [(2, 0), (2, 0), (1, 0)]


def test_in_tongchengle_the_winner_deals_next_and_a_draw_passes_the_deal_on() -> None:
    hand = parse_hand("123456m 345s 678p 55p")
    table = new_table("shangrao_tcy")
    assert deals(table, Round(wins=((hand, win(NORTH)),)), Round()) == [(3, 0), (0, 0)]


def test_winds_that_never_end_cannot_end_a_game() -> None:
    with pytest.raises(OptionError, match="rounds"):
        new_table("sichuan", game=Game(rounds=4))
    table = new_table("sichuan", game=Game(hands=2))
    assert evening(table, Round(), Round()).over == "hands"


@pytest.mark.parametrize("players", [("A", "B", "C"), ("A", "A", "B", "C"), ("A", "B", "C", " "), ("A",)])
def test_a_table_has_its_players(players: tuple[str, ...]) -> None:
    with pytest.raises(OptionError) as error:
        new_table("mcr", players=players)
    assert error.value.code == "bad_players"


def test_games_follow_the_presets_of_riichi() -> None:
    bases = {name: game_of(new_table("riichi", {"preset": name}).rule_set()) for name in ("tenhou", "m_league", "ema")}
    assert {name: (game.start, game.bust, game.target) for name, game in bases.items()} == {
        "tenhou": (25000, True, 30000),
        "m_league": (25000, False, 0),
        "ema": (30000, False, 0),
    }


def test_sticks_are_for_riichi_alone() -> None:
    with pytest.raises(WinError, match="nobody declares"):
        after(new_table("mcr"), Round(), [EAST])


def test_who_declared_riichi_was_ready() -> None:
    for said in (drawn(), drawn(EAST, SOUTH)):
        with pytest.raises(WinError, match="west") as caught:
            after(new_table("riichi"), said, [WEST])
        assert caught.value.code == "riichi_not_ready"
    assert after(new_table("riichi"), drawn(WEST), [WEST]).played[0].moved == (-1000, -1000, 2000, -1000)
    assert after(new_table("riichi"), Round(), [WEST]).played[0].moved == (0, 0, -1000, 0)
    assert after(new_table("riichi"), Round(offender=WEST), [WEST]).deal.sticks == 0


def test_a_single_win_is_told_what_the_table_knows() -> None:
    table = after(new_table("riichi"), drawn(EAST, WEST), [WEST])
    told = told_win(table, win(SOUTH, EAST, riichi=True)).circumstances
    assert (told.honba, told.sticks) == (1, 2)
    assert told_win(table, win(SOUTH, EAST)).circumstances.sticks == 1


def test_a_win_told_by_its_worth_alone_is_in_the_ledger() -> None:
    table = after(new_table("riichi"), Round(scored=(ScoredWin(SOUTH, 8000, WEST),)))
    assert table.played[0].moved == (0, 8000, -8000, 0)
    assert [(one.winner, one.discarder, one.points) for one in table.played[0].wins] == [(1, 2, 8000)]


# Whatever is played --------------------------------------------------------------------------------------------------

SEATS = st.sampled_from(list(Seat))


@st.composite
def riichi_hands(draw: st.DrawFn) -> tuple[Round, frozenset[Seat]]:
    staked = draw(st.frozensets(SEATS))
    kind = draw(st.sampled_from(["win", "draw", "off", "error"]))
    if kind == "draw":
        return Round(ready=staked | draw(st.frozensets(SEATS))), staked
    if kind == "off":
        return Round(aborted="nine_terminals"), staked
    if kind == "error":
        return Round(offender=draw(SEATS)), staked
    winner, discarder = draw(SEATS), draw(SEATS)
    self_drawn = winner is discarder
    won = win(winner, None if self_drawn else discarder, riichi=winner in staked)
    return Round(wins=((PINFU, won),)), staked


ENDLESS = Game(start=25000)


@settings(max_examples=25, deadline=None)
@given(st.lists(riichi_hands(), min_size=1, max_size=8))
def test_points_and_sticks_together_stay_the_same_and_every_hand_can_be_undone(
    hands: list[tuple[Round, frozenset[Seat]]],
) -> None:
    tables = [new_table("riichi", game=ENDLESS)]
    for hand, staked in hands:
        tables.append(after(tables[-1], hand, staked))
    for number, table in enumerate(tables):
        assert sum(table.totals) + 1000 * table.deal.sticks == 100000
        assert table.totals == tables[-1].running[number]
    for table, before in zip(tables[:0:-1], tables[-2::-1], strict=True):
        assert undone(table) == before
    with pytest.raises(WinError, match="no hand"):
        undone(tables[0])


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_the_deal_comes_round(rules: str) -> None:
    table = new_table(rules, game=Game())
    jumps = rules in ("sichuan", "shangrao_tcy")
    for turns in range(1, 6):
        table = after(table, _southern(rules))
        assert table.deal.dealer == turns % 4
        assert table.deal.lap == (0 if jumps else turns // 4)
        assert sum(table.totals) == 0
        assert [table.player_at(table.seat_of(player)) for player in range(4)] == [0, 1, 2, 3]
    assert [hand.wins[0].winner for hand in table.played] == [1, 2, 3, 0, 1]


def _southern(rules: str) -> Round:
    """A hand of play that south wins."""
    hands = {
        "taiwan16": ("123456m 345s 678p 111p 55p", "3s"),
        "changchun": ("123m 345s 678p 11p (777z)", "3s"),
        "wuhan": ("222m (555m) (888p) (222s) 55p", "2m"),
        "sichuan": ("123456789m 12355p", "3p"),
        "shangrao_jiuyao": ("11223344556677m", "7m"),
    }
    text, tile = hands.get(rules, ("123456789m 123m 55m", "9m"))
    return Round(wins=((parse_hand(text), win(SOUTH, None, tile)),))
