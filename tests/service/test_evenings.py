"""An evening as a list of acts: what is played, edited, taken back and brought back."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.rules import RULE_SETS
from scoring.table import Deal, Table, misfit
from service import evenings
from service.errors import ServiceError
from service.evenings import Act, Evening, EveningError, Kind, Told
from service.retold import told_by_people, turned
from service.store.forms import act_text, read_act, read_start, start_text
from service.tables import NewTable, RoundAtTable, played_at

AT = datetime(2026, 11, 30, 20, tzinfo=UTC)
PINFU = {"hand": "123456m 345s 678p 55p", "win": "3s"}
MCR_HAND = {"hand": "123456789m 123p 55s", "win": "5s"}


def new(rules: str = "riichi", **more: Any) -> Evening:
    return Evening(NewTable.model_validate({"rules": rules} | more).table())


def told(by: str | None = None, **asked: Any) -> Told:
    return Told(RoundAtTable.model_validate(asked), by)


def play(evening: Evening, **asked: Any) -> Evening:
    return evening.after(evenings.played(evening, told(**asked), AT))


def edit(evening: Evening, number: int, **asked: Any) -> Evening:
    return evening.after(evenings.edited(evening, number, told(**asked), AT + timedelta(hours=1)))


def won(seat: str, giver: str | None, **more: Any) -> dict[str, Any]:
    how = {"self_drawn": True} if giver is None else {"from": giver}
    return {"wins": [PINFU | {"seat": seat, "circumstances": {"riichi": True}} | how | more]}


def test_a_hand_stays_as_it_was_settled_when_the_rules_change(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = play(play(new("mcr"), wins=[MCR_HAND | {"seat": "south"}]), wins=[MCR_HAND | {"seat": "west"}])
    before = evening.table.totals

    def otherwise(*_: object) -> None:
        raise AssertionError("nothing is settled anew")

    monkeypatch.setattr(evenings, "played_at", otherwise)
    again = Evening(read_start(start_text(evening.start)))
    for act in evening.acts:
        again = again.after(read_act(row(act)))
    assert (again, again.table.totals) == (evening, before)
    assert again.after(evenings.undone(again, None, AT)).table.totals != before
    with pytest.raises(AssertionError, match="anew"):
        edit(again, 1, wins=[MCR_HAND | {"seat": "north"}])


def row(act: Act) -> dict[str, Any]:
    columns = {"version": act.version, "kind": act.kind.value, "at": act.at, "by": act.by, "number": act.number}
    return columns | {"data": act_text(act)}


def test_the_hands_after_an_edited_one_stay_where_the_deal_stays_the_same() -> None:
    evening = play(play(play(new()), ready=["south"]), **won("west", "north"))
    again = edit(evening, 2, ready=["north"])
    assert again.acts[-1].resettled == ()
    assert again.hands[2] == evening.hands[2]
    assert (again.hands[1].at, again.hands[1].edited_at) == (AT, AT + timedelta(hours=1))
    assert sum(again.table.totals) == 100_000


def test_people_stay_themselves_when_an_edit_moves_the_deal() -> None:
    evening = play(play(new(), **won("south", "west")), **won("west", "south"))
    assert [(one.winner, one.discarder) for one in evening.table.played[1].wins] == [(3, 2)]
    again = edit(evening, 1, **won("east", "west"))
    second = again.table.played[1]
    assert (second.deal.dealer, second.deal.honba, second.deal.streak) == (0, 1, 1)
    assert [(one.winner, one.discarder) for one in second.wins] == [(3, 2)]
    assert again.hands[1].asked["wins"][0] | {"seat": "north", "from": "west"} == again.hands[1].asked["wins"][0]
    assert again.acts[-1].resettled == (2,)
    assert again.hands[1].edited_at is None


def test_counters_that_lie_otherwise_are_settled_anew() -> None:
    evening = play(play(new(), ready=["east", "west"]), **won("south", None))
    again = edit(evening, 1, ready=["east", "west"], riichi=["east", "west"])
    assert (evening.hands[1].played.deal.sticks, again.hands[1].played.deal.sticks) == (0, 2)
    assert again.table.totals[1] == evening.table.totals[1] + 2000
    assert again.acts[-1].resettled == (2,)


def test_what_the_table_knows_is_not_kept_as_told() -> None:
    first = play(new(), ready=["east"])
    evening = play(
        first, honba=1, players=4, rules="riichi", **won("south", None, round="east", circumstances={"honba": 1})
    )
    assert evening.hands[1].asked == {"wins": [PINFU | {"seat": "south", "self_drawn": True, "circumstances": {}}]}
    again = edit(evening, 1, ready=["south"])
    assert again.hands[1].played.deal.honba == 1


def test_an_edit_that_a_later_hand_does_not_fit_changes_nothing() -> None:
    heavenly = {"wins": [PINFU | {"seat": "east", "self_drawn": True, "circumstances": {"heavenly": True}}]}
    evening = play(play(new(), **won("east", "west")), **heavenly)
    with pytest.raises(EveningError, match="hand 2 no longer fits") as raised:
        edit(evening, 1, **won("south", "west"))
    assert (raised.value.code, raised.value.facts["number"]) == ("hand_no_longer_fits", 2)


def test_an_edit_that_ends_the_game_before_a_later_hand_is_refused() -> None:
    evening = play(
        play(new(game={"hands": "0", "target": "0", "start": "9000"}), **won("south", "west")), ready=["east"]
    )
    limit = {"wins": [{"hand": "19m19p19s1234567z1m", "win": "1m", "seat": "south", "from": "west"}]}
    with pytest.raises(EveningError, match="bust") as raised:
        edit(evening, 1, **limit)
    assert raised.value.facts == {"number": 2, "reason": "game_over"}
    assert edit(evening.after(evenings.undone(evening, None, AT)), 1, **limit).table.over == "bust"


def test_undo_takes_back_what_was_last_done_and_redo_brings_it_back() -> None:
    played = play(play(new(), ready=["south"]), ready=["west"])
    edited = edit(played, 1, ready=["north"])
    back = edited.after(evenings.undone(edited, "Ann", AT))
    assert (back.hands, back.acts[-1].number, back.acts[-1].of) == (played.hands, 1, 3)
    further = back.after(evenings.undone(back, "Ann", AT))
    assert len(further.hands) == 1
    again = further.after(evenings.redone(further, "Ann", AT))
    again = again.after(evenings.redone(again, "Ann", AT))
    assert (again.hands, again.version) == (edited.hands, 7)
    with pytest.raises(ServiceError) as raised:
        evenings.redone(again, None, AT)
    assert (raised.value.code, raised.value.status_code) == ("nothing_to_redo", 409)
    with pytest.raises(ServiceError) as raised:
        evenings.undone(new(), None, AT)
    assert (raised.value.code, raised.value.status_code) == ("nothing_to_undo", 409)
    anew = play(further, ready=["east"])
    assert (anew.taken_back, [act.kind for act in anew.acts][-1]) == ((), Kind.PLAYED)
    assert [act.version for act, _ in anew.earlier(1)] == [1, 3]


def test_names_change_and_nothing_else() -> None:
    evening = play(new(players=["Ann", "Ben", "Cai", "Dan"]), ready=["east"])
    names = ("Anne", "Ben", "Cai", "Dan")
    renamed = evening.after(evenings.renamed(evening, names, None, AT))
    assert replace(renamed.table, players=evening.table.players) == evening.table
    assert renamed.table.players == names
    back = renamed.after(evenings.undone(renamed, None, AT))
    assert (back.table.players, back.hands) == (names, ())
    for wrong in (("A", "B", "C"), ("A", "A", "B", "C"), ("A", "B", "C", " "), ("A", "B", "C", "\x07")):
        with pytest.raises(ServiceError, match="players"):
            evenings.renamed(evening, wrong, None, AT)
    with pytest.raises(ServiceError, match="by"):
        evenings.renamed(evening, names, "\x1b[2J", AT)


def test_an_evening_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "MOST_ACTS", 2)
    with pytest.raises(ServiceError) as raised:
        play(play(play(new())))
    assert raised.value.code == "table_full"


def test_a_table_of_another_version_opens() -> None:
    start = (
        start_text(new().start)
        .replace('"riichi"', '"a_system_that_is_gone"')
        .replace('"bust"', '"an_end_that_is_gone"')
    )
    evening = Evening(read_start(start))
    assert (evening.table.rules, evening.table.totals) == ("a_system_that_is_gone", (25000,) * 4)


# What was told by seats, turned ---------------------------------------------------------------------------------------

EVERYTHING: dict[str, Any] = {
    "wins": [{"hand": "x", "circumstances": {
        "fed": "east:2", "liable": "west", "three_tan": "east-south", "riichi": "yes"}}],
    "scored": [{"from": "west", "points": 3, "payments": {"west": 5}, "circumstances": {"liable": "west"}}],
    "kongs": [{"seat": "north", "meld": "x", "from": "east", "already_won": ["south"]}],
    "unfinished": [{"seat": "west", "hand": "x"}],
    "ready": ["east", "west"], "opened": ["south"], "left": [], "pigs": ["north"], "nagashi": ["east"],
    "riichi": ["east"], "last_drawer": "east", "offender": "south", "jing_fed": [["east", "north"]],
    "jing_points": {"east": 3}, "factors": [1, 2, 3, 4], "raw_losses": {"south": 5, "west": 6}, "best": [0, 9, 0, 0],
}  # fmt: skip


def test_everything_that_names_a_seat_is_turned() -> None:
    again = turned(EVERYTHING, Deal(dealer=1), Deal(dealer=0), 4)
    seats = {"east": 0, "south": 3, "west": 0, "north": 0}
    assert again == {
        "wins": [{"hand": "x", "seat": "south", "circumstances": {
            "fed": {"south": 2, "west": 0, "north": 0, "east": 0}, "liable": "north", "three_tan": [["south", "west"]],
            "riichi": "yes"}}],
        "scored": [{"seat": "south", "from": "north", "points": 3, "circumstances": {"liable": "north"},
                    "payments": {"south": 0, "west": 0, "north": 5, "east": 0}}],
        "kongs": [{"seat": "east", "meld": "x", "from": "south", "already_won": ["west"]}],
        "unfinished": [{"seat": "north", "hand": "x"}],
        "ready": ["south", "north"], "opened": ["west"], "left": [], "pigs": ["east"], "nagashi": ["south"],
        "riichi": ["south"], "last_drawer": "south", "offender": "west", "jing_fed": [["south", "east"]],
        "jing_points": seats, "factors": {"south": 1, "west": 2, "north": 3, "east": 4},
        "raw_losses": {"east": 0, "south": 0, "west": 5, "north": 6}, "raw_winner": "south",
        "best": {"south": 0, "west": 9, "north": 0, "east": 0},
    }  # fmt: skip


def test_no_field_of_a_round_that_names_seats_is_left_out() -> None:
    """A new field of the round has to be turned too, or told here to have no seats."""
    without = {
        "rules",
        "options",
        "wild",
        "indicator",
        "same_first_discards",
        "players",
        "honba",
        "sticks",
        "aborted",
        "record",
    }
    assert set(RoundAtTable.model_fields) == without | set(EVERYTHING) | {"raw_winner"}


@pytest.mark.parametrize("players", [3, 4])
def test_turning_all_the_way_changes_nothing(players: int) -> None:
    told = {"ready": ["east", "west"], "best": {"east": 1, "south": 2, "west": 3, "north": 0}}
    again: dict[str, Any] = dict(told)
    for dealer in range(players):
        again = turned(again, Deal(dealer=dealer), Deal(dealer=(dealer + 1) % players), players)
    assert again == told


# Against a model ------------------------------------------------------------------------------------------------------

SEATS = ("east", "south", "west", "north")
DRAWS = st.builds(lambda ready, riichi: {"ready": sorted({*ready, *riichi}), "riichi": riichi},
                  *[st.lists(st.sampled_from(SEATS), unique=True, max_size=3)] * 2)  # fmt: skip
WINS = st.tuples(st.sampled_from(SEATS), st.sampled_from([None, *SEATS])).filter(lambda pair: pair[0] != pair[1])
MCR_WINS = WINS.map(
    lambda pair: {
        "wins": [MCR_HAND | {"seat": pair[0]} | ({"self_drawn": True} if pair[1] is None else {"from": pair[1]})]
    }
)
ROUNDS = {"riichi": DRAWS | WINS.map(lambda pair: won(*pair)), "mcr": st.just({}) | MCR_WINS}


@dataclass
class Model:
    """Hands told by people's numbers, in lists that are copied before each change; settled from the start each time."""

    start: Table
    lists: list[list[dict[str, Any]]] = field(default_factory=lambda: [[]])
    back: list[list[dict[str, Any]]] = field(default_factory=list)

    def table(self, hands: list[dict[str, Any]] | None = None) -> Table:
        table = self.start
        for hand in self.lists[-1] if hands is None else hands:
            table, _ = played_at(RoundAtTable.model_validate(by_seat(hand, table.deal.dealer)), table)
        return table

    def change(self, hands: list[dict[str, Any]]) -> None:
        self.table(hands)
        self.lists.append(hands)
        self.back = []


def by_person(asked: dict[str, Any], dealer: int) -> dict[str, Any]:
    """What was told, with people's numbers for their seats."""
    return renamed(asked, {seat: str((number + dealer) % 4) for number, seat in enumerate(SEATS)})


def by_seat(asked: dict[str, Any], dealer: int) -> dict[str, Any]:
    return renamed(asked, {str((number + dealer) % 4): seat for number, seat in enumerate(SEATS)})


def renamed(told: Any, names: dict[str, str]) -> Any:
    if isinstance(told, dict):
        return {key: renamed(value, names) for key, value in told.items()}
    if isinstance(told, list):
        return [renamed(value, names) for value in told]
    return names.get(told, told) if isinstance(told, str) else told


@pytest.mark.parametrize("rules", ROUNDS)
@given(data=st.data())
@settings(max_examples=25)
def test_random_acts_come_out_as_a_simple_model_says(rules: str, data: st.DataObject) -> None:
    evening = new(rules)
    model = Model(evening.start)
    for _ in range(data.draw(st.integers(1, 12))):
        what = data.draw(st.sampled_from(["play", "play", "play", "edit", "edit", "undo", "redo"]))
        evening = step(evening, model, what, data)
        assert evening.table == model.table()
        assert misfit(evening.table) is None
        assert len(evening.hands) == len(model.lists[-1])


def step(evening: Evening, model: Model, what: str, data: st.DataObject) -> Evening:
    """The evening after an act, or as it was after one that both refuse."""
    present = model.lists[-1]
    try:
        if what == "undo":
            evening = evening.after(evenings.undone(evening, None, AT))
            model.back.append(model.lists.pop())
        elif what == "redo":
            evening = evening.after(evenings.redone(evening, None, AT))
            model.lists.append(model.back.pop())
        else:
            asked = data.draw(ROUNDS[evening.start.rules])
            place = data.draw(st.integers(0, max(len(present) - 1, 0))) if what == "edit" else len(present)
            dealer = model.table(present[:place]).deal.dealer
            hands = [*present[:place], by_person(asked, dealer), *present[place + 1 :]]
            evening = play(evening, **asked) if what == "play" else edit(evening, place + 1, **asked)
            model.change(hands)
    except (ServiceError, ScoringError):
        if what in ("undo", "redo"):
            assert len(model.lists) == 1 if what == "undo" else not model.back
        elif what == "edit" and not present:
            return evening
        else:
            with pytest.raises((ServiceError, ScoringError)):
                model.table(hands)
    return evening


def test_what_people_told_is_enough_to_settle_again() -> None:
    table = new().table
    asked = RoundAtTable.model_validate(won("south", "west", round="east") | {"players": 4, "record": True})
    again = RoundAtTable.model_validate(told_by_people(asked))
    assert played_at(asked, table) == played_at(again, table)
    assert set(RULE_SETS) >= {"riichi", "mcr"}


# Wins without their tiles ---------------------------------------------------------------------------------------------


def by_points(seat: str, giver: str | None, points: int, **more: Any) -> dict[str, Any]:
    how = {"self_drawn": True} if giver is None else {"from": giver}
    return {"scored": [{"seat": seat, "points": points} | how | more]}


def test_a_win_told_by_its_points_is_played_edited_and_taken_back() -> None:
    evening = play(new("mcr"), **by_points("south", "west", 24))
    assert evening.table.totals == (-8, 48, -32, -8)
    assert evening.hands[0].asked == by_points("south", "west", 24)
    (won_by,) = evening.table.played[0].wins
    assert (won_by.winner, won_by.discarder, won_by.points) == (1, 2, 24)
    assert evening.table.deal.dealer == 1
    edited = edit(evening, 1, **by_points("south", None, 24))
    assert edited.table.totals == (-32, 96, -32, -32)
    back = edited.after(evenings.undone(edited, None, AT))
    assert back.table == evening.table
    assert misfit(edited.table) is None


def test_the_table_tells_a_win_by_points_how_long_the_dealer_stays() -> None:
    evening = play(new("taiwan16"), **by_points("east", "west", 3))
    assert evening.table.totals == (5 + 3 + 1, 0, -9, 0)
    evening = play(evening, **by_points("east", "west", 3))
    assert evening.table.totals == (9 + 8 + 3, 0, -9 - 11, 0), "two more 台 for the streak"


def test_people_stay_themselves_when_an_edit_moves_the_deal_of_a_win_by_points() -> None:
    evening = play(new("hong_kong"), **by_points("east", None, 3))
    paid = {"east": 1, "south": 2, "west": 3}
    evening = play(evening, **by_points("north", "east", 3, payments=paid))
    evening = edit(evening, 1, **by_points("south", None, 3))
    asked = evening.hands[1].asked["scored"][0]
    assert evening.acts[-1].resettled == (2,)
    assert (asked["seat"], asked["from"]) == ("west", "north")
    assert asked["payments"] == {"north": 1, "east": 2, "south": 3, "west": 0}
    assert evening.table.played[1].moved == (-1, -2, -3, 6)
