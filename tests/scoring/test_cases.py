"""The command that runs worked cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.cases import item_key, main, run
from scoring.rules import RULE_SETS

CASE: dict[str, Any] = {
    "id": "X1",
    "system": "shangrao_jiuyao",
    "hand": "123456m789p234s77z",
    "melds": [],
    "win_tile": "4s",
    "wild": ["9s"],
    "ctx": {"self_draw": True, "winner": 1, "dealer": 0},
    "expected": {
        "win": True,
        "items": [["平和无宝", "base2"]],
        "score": 2,
        "payments": {"0": -2, "1": 6, "2": -2, "3": -2},
    },
}


def case(ctx: dict[str, Any] | None = None, expected: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return CASE | {"ctx": CASE["ctx"] | (ctx or {}), "expected": CASE["expected"] | (expected or {})} | more


def problems(wrong: dict[str, Any]) -> str:
    return "\n".join(run(wrong).problems)


def write(path: Path, *cases: dict[str, Any]) -> str:
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in cases), encoding="utf-8")
    return str(path)


def test_a_file_of_right_cases_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([write(tmp_path / "right.jsonl", CASE, CASE)]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"


def test_each_failure_is_told_and_the_exit_status_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([write(tmp_path / "wrong.jsonl", CASE, case(expected={"score": 3}))]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("X1: expected score 3, got 2")
    assert out[-1] == "1 passed, 1 failed"


def test_cases_of_one_system_can_be_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "both.jsonl", CASE, case(system="shangrao_tcy", expected={"score": 5}))
    assert main([file, "--system", "shangrao_jiuyao"]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "X"}', "5"])
def test_a_line_that_is_no_case_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(line, encoding="utf-8")
    assert main([str(path)]) == 1
    assert "line 1: no" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (case(expected={"payments": {"0": -2, "1": 6, "2": -4, "3": 0}}), "expected payments"),
        (case(expected={"items": [["平和有宝", 1]]}), "expected items"),
        (case(expected={"items": [["平和无宝", "base2"], ["清一色", "+2番"]]}), "expected items"),
        (case(expected={"items": [["平和无宝", 3]]}), "expected 平和无宝 3, got 2"),
        (case(expected={"win": False}), "expected no win, got 2 points"),
        (case(ctx={"self_draw": False, "discarder": 2}), "got refused"),
        (case(ctx={"moon": True}), "unknown context key 'moon'"),
        (case(ctx={"after_kong": "often"}), "cannot read context key 'after_kong'"),
        (case(ctx={"mode": "koukou"}), "'mode' means nothing in shangrao_jiuyao"),
        (case(ctx={"winner": 7}), "no seat 7"),
        (case(system="poker"), "no rules 'poker'"),
        (case(hand="123456m789p234s7z"), "got an error"),
        (case(melds=["q222s"]), "no meld 'q222s'"),
    ],
)
def test_what_is_wrong_with_a_case_is_told(wrong: dict[str, Any], told: str) -> None:
    assert told in problems(wrong)


def test_a_refusal_is_what_a_case_without_a_win_expects() -> None:
    lost = {"win": False, "score": None, "payments": None, "items": []}
    assert not problems(case(ctx={"self_draw": False, "discarder": 2}, expected=lost))
    assert not problems(case(hand="12346m789p2349s77z", expected=lost))
    assert problems(case(hand="12346m789p234s77z", expected=lost))


def test_seats_are_turned_with_the_dealer() -> None:
    turned = {"win": True, "score": 4, "items": [["平和无宝", 2], ["飞宝x1", "+1番"], ["seat3 飞宝未和", "+1番"]]}
    paid = {"0": -4, "1": -4, "2": 16, "3": -8}
    ctx = {"dealer": 3, "winner": 2, "flying_wilds": {"2": 1, "3": 1}}
    assert not problems(case(ctx=ctx, expected=turned | {"payments": paid}))


@pytest.mark.parametrize("fed", [{"2": 3, "0": 1}, [2, 2, 2, 0]])
def test_who_fed_melds_may_be_said_in_several_ways(fed: Any) -> None:
    told = case(
        ctx={"melds_from_same_seat": fed},
        hand="66z",
        melds=["c123m", "p555p", "c789s", "p222z"],
        win_tile="6z",
        wild=["9p"],
        expected={
            "score": 4,
            "payments": {"0": -4, "1": 12, "2": -8, "3": 0},
            "items": [["平和无宝", "base2"], ["单张", "+1番"]],
        },
    )
    assert not problems(told)


@pytest.mark.parametrize("fed", [{"2": 3}, [2, 2, 2], 2, [2, 3], {"seat": 2, "count": 3}])
def test_who_fed_three_pays_all_shares(fed: Any) -> None:
    told = case(
        ctx={"melds_from_same_seat": fed},
        hand="66z",
        melds=["c123m", "p555p", "c789s", "p222z"],
        win_tile="6z",
        wild=["9p"],
        expected={"score": 4, "payments": {"0": 0, "1": 12, "2": -12, "3": 0}, "items": None},
    )
    assert not problems(told)


@pytest.mark.parametrize(
    ("ctx", "score", "payments"),
    [
        ({"meld": "p111m", "indicator": "1m", "seat": 0}, 1, {"0": 3, "1": -1, "2": -1, "3": -1}),
        ({"kong": "a5555p", "seat": 2}, 2, {"0": -2, "1": -2, "2": 6, "3": -2}),
        ({"kongs": {"1": ["a5555p", "m9999s"]}}, 3, {"0": -3, "1": 9, "2": -3, "3": -3}),
    ],
)
def test_ledgers_are_settled_on_a_draw(ctx: dict[str, Any], score: int, payments: dict[str, int]) -> None:
    expected = {"win": True, "score": score, "payments": payments}
    ledger = {"id": "L", "system": "ledger", "hand": "", "ctx": {"system": "shangrao_tcy"} | ctx, "expected": expected}
    assert not problems(ledger)
    assert problems(ledger | {"expected": expected | {"score": score + 1}})
    assert problems(ledger | {"expected": expected | {"payments": {"0": 1}}})


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("碰碰胡无宝", "pungs_no_wild"),
        ("杠开x2", "kong_bloom"),
        ("宝吊还原 (=无宝4)", "restored"),
        ("seat2 飞宝未和", "losers_flying"),
        ("花牌", None),
    ],
)
def test_loose_names_are_matched(name: str, key: str | None) -> None:
    assert item_key(name, RULE_SETS["shangrao_jiuyao"]().item_names()) == key
