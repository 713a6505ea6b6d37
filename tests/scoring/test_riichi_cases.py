"""Worked cases of riichi: han, fu and its parts are compared, three players have three seats, draws settle."""

from typing import Any

import pytest

from scoring.cases import run

WIN: dict[str, Any] = {
    "id": "one",
    "system": "riichi",
    "hand": "123456m22789p567s",
    "melds": [],
    "win_tile": "6s",
    "ctx": {"self_draw": False, "winner": 1, "dealer": 0, "discarder": 2, "round_wind": "E", "riichi": True},
    "expected": {
        "win": True,
        "items": [["立直", 1]],
        "han": 1,
        "fu": 40,
        "limit": None,
        "score": 1300,
        "payments": {"0": 0, "1": 1300, "2": -1300, "3": 0},
        "fu_items": [["base", 20], ["closed ron", 10], ["closed wait", 2]],
    },
}


def changed(ctx: dict[str, Any], expected: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return WIN | more | {"ctx": WIN["ctx"] | ctx, "expected": WIN["expected"] | (expected or {})}


def ledger(**ctx: Any) -> dict[str, Any]:
    expected = {"win": True, "score": ctx.pop("score"), "payments": ctx.pop("payments")}
    return {"id": "one", "system": "ledger", "hand": "", "ctx": {"system": "riichi"} | ctx, "expected": expected}


def test_a_right_case_passes() -> None:
    assert run(WIN).problems == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("han", 2),
        ("fu", 30),
        ("limit", "mangan"),
        ("fu_items", [["base", 20], ["closed ron", 10], ["edge wait", 2]]),
        ("yakuman", 1),
    ],
)
def test_what_differs_in_han_and_fu_is_told(key: str, value: Any) -> None:
    (problem,) = run(changed({}, {key: value})).problems
    assert key in problem


def test_three_players_sit_in_three_seats() -> None:
    hand = {"hand": "22345678p456789s", "win_tile": "8p"}
    ctx = {"players": 3, "winner": 0, "dealer": 2, "discarder": 1, "honba": 1, "sticks": 1}
    paid = {"0": 3200, "1": -2200, "2": 0}
    found = changed(ctx, {"items": [["立直", 1], ["平和", 1]], "han": 2, "fu": 30, "score": 2000, "payments": paid,
                          "fu_items": None}, **hand)  # fmt: skip
    assert run(found).problems == ()
    assert run(changed(ctx | {"winner": 3}, **hand)).problems


def test_a_hand_without_yaku_is_no_win() -> None:
    without = changed({"riichi": False}, {"win": False})
    assert run(without).problems == ()
    assert run(changed({"riichi": False})).problems


@pytest.mark.parametrize(
    "case",
    [
        ledger(event="exhaustive_draw", ready=[], score=0, payments={"0": 0, "1": 0, "2": 0, "3": 0}),
        ledger(event="exhaustive_draw", ready=[0, 1, 2, 3], score=0, payments={"0": 0, "1": 0, "2": 0, "3": 0}),
        ledger(event="exhaustive_draw", ready=[2], players=3, dealer=1, score=3000,
               payments={"0": -1500, "1": -1500, "2": 3000}),
        ledger(event="nagashi", winner=3, dealer=1, score=8000,
               payments={"0": -2000, "1": -4000, "2": -2000, "3": 8000}),
        ledger(event="multiple_ron", discarder=2, dealer=1, sticks=1, score=2000,
               wins=[{"winner": 0, "score": 8000}, {"winner": 3, "score": 2000}],
               options={"multiple_ron": "head_bump"}, payments={"0": 0, "1": 0, "2": -2000, "3": 3000}),
        ledger(event="pao", winner=0, dealer=0, self_draw=True, liable=2, yakuman=1, liable_yakuman=1, honba=2,
               score=48000, payments={"0": 48600, "1": 0, "2": -48600, "3": 0}),
        ledger(event="pao", winner=1, dealer=0, discarder=3, liable=3, yakuman=1, liable_yakuman=1, score=32000,
               payments={"0": 0, "1": 32000, "2": 0, "3": -32000}),
        ledger(event="chombo", offender=2, dealer=0, options={"chombo": "3000 to each"}, score=9000,
               payments={"0": 3000, "1": 3000, "2": -9000, "3": 3000}),
        ledger(event="chombo", offender=2, dealer=0, options={"chombo": "-20000 final"}, score=20000,
               payments={"0": 0, "1": 0, "2": 0, "3": 0}),
    ],
    ids=lambda case: case["ctx"]["event"],
)  # fmt: skip
def test_hands_of_play_are_settled(case: dict[str, Any]) -> None:
    assert run(case).problems == ()
