"""The command that runs worked cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.cases import READERS, item_key, main, read_context, run
from scoring.rules import RULE_SETS
from scoring.seats import Seat

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
    lost: dict[str, Any] = {"win": False, "score": None, "payments": None, "items": []}
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


def ledger(ctx: dict[str, Any], payments: dict[str, int] | None = None, **more: Any) -> dict[str, Any]:
    expected = {"win": True, "score": None, "payments": payments}
    return {"id": "L", "system": "ledger", "hand": "", "ctx": ctx, "expected": expected} | more


def each(amount: int, seat: int = 0) -> dict[str, int]:
    return {str(other): 3 * amount if other == seat else -amount for other in range(4)}


@pytest.mark.parametrize(
    ("ctx", "payments"),
    [
        ({"system": "changchun", "raw_losses": [1200, 300, 200]}, {"0": 1000, "1": -667, "2": -200, "3": -133}),
        ({"system": "ningbo", "raw_losses": [100, 30, 20]}, {"0": 150, "1": -100, "2": -30, "3": -20}),
        ({"system": "ningbo", "raw_losses": [0, 30, 0], "winner": 2}, {"1": -30, "2": 30}),
        ({"system": "nanchang", "raw_losses": [1200, 300, 200]}, {"0": 1700, "1": -1200, "2": -300, "3": -200}),
        ({"system": "wuhan", "ready": [0], "factors": {"0": "2*2"}, "opened": [1, 2, 3]}, each(4)),
    ],
)
def test_losses_and_factors_of_a_ledger(ctx: dict[str, Any], payments: dict[str, int]) -> None:
    assert not problems(ledger(ctx, payments))


@pytest.mark.parametrize(
    "how",
    [
        {"kong": "b5555m", "robbed": 0},
        {"kong": "b5555m", "robbed": "0"},
        {"kong": "b5555m", "rob_kong": True},
        {"kong": "b5555m", "robbed": True},
        {"kong": {"meld": "b5555m", "robbed": True}},
        {"kongs": {"0": ["b5555m"]}, "rob_kong": "true"},
    ],
)
def test_a_robbed_kong_pays_nothing(how: dict[str, Any]) -> None:
    for system in ("shangrao_jiuyao", "shangrao_tcy", "changchun"):
        assert not problems(ledger({"system": system, "seat": 0} | how, {}))
        assert problems(ledger({"system": system, "kong": "b5555m", "seat": 0, "rob_kong": False, "robbed": False}, {}))


def test_of_kongs_in_a_row_only_the_robbed_one_pays_nothing() -> None:
    ctx = {"system": "shangrao_jiuyao", "seat": 0, "kongs": ["a6666m", "b5555m"], "robbed": 0}
    assert not problems(ledger(ctx, each(2)))


@pytest.mark.parametrize(("code", "amount"), [("a111m", 2), ("m111m", 1), ("p111m", 1), ("a222m", 0)])
def test_three_of_the_kind_turned_up_are_a_kong(code: str, amount: int) -> None:
    for key, value in (("meld", code), ("meld", [code]), ("melds", [code]), ("kong", code)):
        assert not problems(ledger({"system": "shangrao_tcy", "indicator": "1m", "seat": 0, key: value}, each(amount)))
    assert "'111m' is no kong" in problems(ledger({"system": "shangrao_jiuyao", "meld": "a111m"}))


@pytest.mark.parametrize(
    "kongs",
    [
        [{"seat": 2, "meld": "b5555m"}],
        {"seat": 2, "kong": "b5555m"},
        {"2": [{"meld": "m5555m", "from": 1}]},
        {"2": "b5555m"},
    ],
)
def test_kongs_may_be_told_in_several_ways(kongs: Any) -> None:
    assert not problems(ledger({"system": "shangrao_jiuyao", "kongs": kongs}, each(1, 2)))


@pytest.mark.parametrize("value", [[[1]], {"a": {"b": 1}}, "?", -7, 3.5, [None], {"meld": 4}, [{"seat": 9}]])
@pytest.mark.parametrize("key", READERS)
def test_a_malformed_value_is_a_failed_case_at_worst(key: str, value: Any) -> None:
    for system in ("wuhan", "ningbo", "mcr"):
        run(case(ctx={key: value}, system=system))
        told = problems(ledger({"system": system} | {key: value}))
        assert not told or "got" in told


@pytest.mark.parametrize("key", ["melds", "wild", "win_tile", "expected"])
def test_a_malformed_case_names_the_key(key: str) -> None:
    wrong = {"expected": CASE["expected"] | {"items": [5]}}.get(key, 7)
    told = problems(CASE | {key: wrong})
    assert ("no tile '7'" if key == "win_tile" else key) in told


@pytest.mark.parametrize("key", [key for key in READERS if key not in ("dealer", "winner", "self_draw")])
def test_null_is_as_good_as_absent(key: str) -> None:
    assert not problems(case(ctx={key: None}))


@pytest.mark.parametrize(
    ("changes", "ctx"),
    [
        ({"system": "ningbo"}, {"earthly": True, "winner": 1, "discarder": 2, "self_draw": False}),
        ({"system": "ningbo"}, {"heavenly": True, "winner": 1}),
        ({"system": "shangrao_tcy", "hand": "123456m789p77z", "melds": ["c123z"], "win_tile": "6m"}, {}),
        ({"melds": ["c135s"], "hand": "123456m789p77z", "win_tile": "6m"}, {}),
    ],
)
def test_what_cannot_be_is_no_win(changes: dict[str, Any], ctx: dict[str, Any]) -> None:
    lost: dict[str, Any] = {"win": False, "score": None, "payments": None, "items": []}
    assert not problems(case(ctx=ctx, expected=lost, **changes))
    assert "got refused" in problems(case(ctx=ctx, **changes))
    assert problems(case(ctx=ctx | {"moon": 1}, expected=lost, **changes))
    assert "no tile '8z'" in problems(case(expected=lost, win_tile="8z"))


def test_kongs_before_the_win_need_not_be_shown() -> None:
    bloom = case(ctx={"after_kong": 1}, expected={"score": 4, "payments": each(4, 1), "items": None})
    assert not problems(bloom)
    assert not problems(case(ctx={"after_kong": "true"}, expected={"score": 4, "payments": None, "items": None}))


@pytest.mark.parametrize(
    ("system", "name", "key"),
    [
        ("wuhan", "底", "small_win"),
        ("wuhan", "庄家x2", "dealer_wins"),
        ("wuhan", "庄家输x2", None),
        ("wuhan", "庄家(输家)x2", None),
        ("wuhan", "庄闲x2", None),
        ("wuhan", "海底", "last_tiles"),
        ("wuhan", "海底捞月(大胡)", "last_tiles"),
        ("wuhan", "软胡", None),
        ("nanchang", "庄家付x2", None),
        ("nanchang", "天糊+精吊", "heavenly_fishing"),
        ("nanchang", "精吊(七对)", "fishing"),
        ("shangrao_jiuyao", "七对有宝对掉头", None),
        ("shangrao_jiuyao", "平和有宝(掉头)", "plain_lone_wild"),
        ("shangrao_jiuyao", "平和有宝(非掉头)", "plain_wild"),
        ("ningbo", "边3m", "edge_wait"),
        ("ningbo", "正花夏", "own_flowers"),
    ],
)
def test_ambiguous_names_are_left_unchecked(system: str, name: str, key: str | None) -> None:
    assert item_key(name, RULE_SETS[system]().item_names()) == key


WINNER_ONE = {"winner": 1, "dealer": 0}


@pytest.mark.parametrize(
    ("ctx", "field", "value"),
    [
        ({"heavenly": "false"}, "heavenly", False),
        ({"heavenly": "true"}, "heavenly", True),
        ({"after_kong": "true"}, "after_kong", 1),
        ({"after_kong": "2"}, "after_kong", 2),
        ({"melds_from_same_seat": {"2": [0, 1, 2]}}, "fed", (0, 0, 3, 0)),
        ({"melds_from_same_seat": [[2, 3]]}, "fed", (0, 0, 3, 0)),
        ({"melds_from_same_seat": {"from": 2}}, "fed", (0, 0, 3, 0)),
        ({"melds_from_same_seat": 0}, "fed", (3, 0, 0, 0)),
        ({"melds_from_same_seat": False}, "fed", (0, 0, 0, 0)),
        ({"three_tan": {"1": 3}}, "three_tan", ((Seat.SOUTH, Seat.NORTH),)),
        ({"three_tan": {"2": 3}}, "three_tan", ((Seat.SOUTH, Seat.WEST),)),
        ({"three_tan": {"3": 1}}, "three_tan", ((Seat.NORTH, Seat.SOUTH),)),
        ({"three_tan": [{"by": 1, "from": 3}]}, "three_tan", ((Seat.SOUTH, Seat.NORTH),)),
        ({"three_tan": 3}, "three_tan", ((Seat.SOUTH, Seat.NORTH),)),
        ({"two_tan_before": True, "kong_bloom_from": 3}, "two_tan_before", (Seat.SOUTH, Seat.NORTH)),
        ({"kong_bloom_from": 3, "two_tan_before": 3}, "two_tan_before", (Seat.SOUTH, Seat.NORTH)),
        ({"kong_bloom_from": 3, "two_tan_before": 2}, "two_tan_before", (Seat.SOUTH, Seat.NORTH)),
        ({"kong_bloom_from": 3, "two_tan_before": False}, "two_tan_before", None),
        ({"losers": 2}, "loser_factors", (2, 2, 2, 2)),
        ({"losers": [2, 3, 4]}, "loser_factors", (2, 1, 3, 4)),
        ({"losers": {"0": "x2", "2": "2*2", "3": "2.0"}}, "loser_factors", (2, 1, 4, 2)),
        ({"red_kongs": "2"}, "red_kongs", (0, 2, 0, 0)),
    ],
)
def test_a_context_may_be_told_in_several_ways(ctx: dict[str, Any], field: str, value: Any) -> None:
    assert read_context(WINNER_ONE | ctx).fields[field] == value


@pytest.mark.parametrize("wind", ["E", "东", 0, "0", "1z"])
def test_a_wind_may_be_told_in_several_ways(wind: Any) -> None:
    assert read_context({"round_wind": wind, "seat_wind": "2z"}).win["round_wind"] is Seat.EAST


@pytest.mark.parametrize("flowers", ["15f", ["1f", "5f"], {"1": "15f", "0": "2f"}, {"1": ["1f", "5f"]}])
def test_flowers_may_be_told_in_several_ways(flowers: Any) -> None:
    assert [tile.code for tile in read_context(WINNER_ONE | {"flowers": flowers}).flowers] == ["1f", "5f"]


@pytest.mark.parametrize(("mode", "option"), [("口口翻", "koukou"), ("开口翻", "kaikou"), ("kaikou", "kaikou")])
def test_modes_may_be_told_in_chinese(mode: str, option: str) -> None:
    assert read_context({"mode": mode}).options == {"mode": option}


def test_wild_tiles_may_be_told_as_text() -> None:
    assert not problems(CASE | {"wild": "9s"})


def test_melds_from_one_seat_without_the_seat_are_an_error() -> None:
    assert "melds_from_same_seat" in problems(case(ctx={"melds_from_same_seat": True}))
