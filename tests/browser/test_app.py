"""The page as an app: what it keeps for a phone without a connection, and its modules alone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.evening import connect

Phones = Callable[..., Any]


def run(phone: Any, script: str, *values: object) -> Any:
    """What an asynchronous script in the page gives; ``give`` takes it."""
    head = "const give = arguments[arguments.length - 1]; const values = [...arguments].slice(0, -1); (async () => {"
    return phone.browser.execute_async_script(f"{head}{script}}})().catch((error) => give(String(error)))", *values)


# What a phone keeps ---------------------------------------------------------------------------------------------------


def test_the_page_opens_without_a_connection_and_says_so(phones: Phones) -> None:
    phone = phones()
    phone.open("/#/tables")
    phone.see("#join-code")
    run(phone, "await navigator.serviceWorker.ready; give(true)")
    phone.open("/#/tables/new")
    phone.until(
        lambda: phone.browser.execute_script("return Boolean(navigator.serviceWorker.controller)"), "the worker"
    )
    run(phone, "await fetch('/v1/rules'); await fetch('/v1/rules/mcr'); await fetch('/healthz'); give(true)")
    connect(phone, False)
    try:
        phone.browser.refresh()
        phone.see("[name='player-0']")
        phone.press("#actions button.main")
        phone.see(".note.bad")
        phone.shoot("en-US-app-1-offline")
    finally:
        connect(phone, True)
    phone.complaints()


def test_no_answer_with_a_hand_or_a_table_is_kept(phones: Phones) -> None:
    phone = phones()
    phone.open("/#/tables")
    phone.see("#join-code")
    run(phone, "await navigator.serviceWorker.ready; give(true)")
    phone.browser.refresh()
    phone.see("#join-code")
    score = "{method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({hand: '1m'})}"
    run(
        phone,
        f"await fetch('/v1/score', {score}); await fetch('/v1/rules'); await fetch('/v1/tables/none'); give(true)",
    )
    kept = run(
        phone,
        "const names = await caches.keys(); const all = [];"
        "for (const name of names) all.push(...(await (await caches.open(name)).keys()));"
        "give(all.map(({url}) => new URL(url).pathname))",
    )
    answers = {path for path in kept if path.startswith("/v1/")}
    assert answers
    assert all(path.startswith("/v1/rules") or path == "/v1/tiles" for path in answers), answers
    assert "/" in kept
    assert "/page/app.js" in kept
    phone.complaints()


# Modules alone --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "levels"),
    [
        (0, 0, [0, 1]),
        (-13, 40, [-20, 0, 20, 40]),
        (0, 1000, [0, 500, 1000]),
        (25000, 31000, [24000, 26000, 28000, 30000, 32000]),
    ],
)
def test_a_chart_has_round_levels_that_span_it(phone: Any, low: int, high: int, levels: list[int]) -> None:
    script = "const {ticks} = await import('/page/table/chart.js'); give(ticks(...values))"
    assert run(phone, script, low, high) == levels


@pytest.mark.parametrize(
    ("typed", "code"), [("abcd efgh", "ABCD-EFGH"), ("ilo0-1x", "1100-1X"), ("u!", ""), ("ABCDEFGHJ", "ABCD-EFGH")]
)
def test_join_codes_are_read_as_people_type_them(phone: Any, typed: str, code: str) -> None:
    script = "const {readCode} = await import('/page/table/code.js'); give(readCode(values[0]))"
    assert run(phone, script, typed) == code


ROUNDS = [
    (
        "mcr",
        {
            "wins": [
                {"hand": "123m", "win": "1m", "seat": "west", "from": "north", "circumstances": {"last_tile": True}}
            ]
        },
    ),
    ("mcr", {}),
    (
        "riichi",
        {
            "wins": [
                {
                    "hand": "123m",
                    "win": "1m",
                    "seat": "east",
                    "self_drawn": True,
                    "circumstances": {"riichi": True, "ippatsu": True, "dora_indicators": "1z", "liable": "south"},
                }
            ],
            "riichi": ["east", "west"],
        },
    ),
    ("riichi", {"ready": ["north"], "riichi": ["north"]}),
    ("riichi", {"ready": ["east", "south"], "nagashi": ["west"]}),
    ("riichi", {"aborted": "four_winds"}),
    ("riichi", {"offender": "south"}),
    (
        "ningbo",
        {
            "wins": [
                {
                    "hand": "123m",
                    "win": "1m",
                    "seat": "south",
                    "self_drawn": True,
                    "circumstances": {
                        "after_kong": 1,
                        "three_tan": [["south", "west"]],
                        "two_tan_before": ["south", "east"],
                    },
                }
            ],
            "kongs": [
                {"seat": "west", "meld": "(7777z)", "from": "east", "robbed": True},
                {"seat": "north", "meld": "[1111s]"},
            ],
        },
    ),
    (
        "nanchang",
        {
            "wild": "5m6m",
            "jing_points": {"east": 3, "south": 0, "west": 0, "north": 10},
            "jing_fed": [["east", "west"]],
        },
    ),
    ("wuhan", {"ready": ["east"], "opened": ["south"], "factors": {"east": 2, "south": 1, "west": 4, "north": 1}}),
    (
        "sichuan",
        {"unfinished": [{"seat": "east", "hand": "123m", "missing_suit": "s"}], "ready": ["east"], "pigs": ["west"]},
    ),
]


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("rules", "told"), ROUNDS)
def test_a_hand_told_by_players_is_the_same_by_winds(phone: Any, rules: str, told: dict[str, Any], dealer: int) -> None:
    script = (
        "const [name, told, dealer] = values; const rules = await (await fetch(`/v1/rules/${name}`)).json();"
        "const {draftOf, roundOf} = await import('/page/table/round.js'); const deal = {dealer};"
        "const draft = JSON.parse(JSON.stringify(draftOf(told, deal, rules, 4)));"
        "give([roundOf(draft, deal, rules, 4), roundOf(draft, {dealer: (dealer + 1) % 4}, rules, 4)])"
    )
    again, moved = run(phone, script, rules, told, dealer)
    assert plain(again) == plain(told)
    if "wins" in told:
        seats = ["east", "south", "west", "north"]
        was, now = (seats.index(one["wins"][0]["seat"]) for one in (told, moved))
        assert now == (was - 1) % 4


def plain(told: dict[str, Any]) -> dict[str, Any]:
    """A hand of play without the order of seats, and without what says nothing."""
    riichi = {win["seat"] for win in told.get("wins", []) if win.get("circumstances", {}).get("riichi")}
    named = set(told.get("riichi", [])) | riichi
    rest = {key: value for key, value in told.items() if key not in ("riichi",)}
    return rest | ({"riichi": sorted(named)} if named else {})


def test_a_hand_is_put_together_by_taps(phone: Any) -> None:
    script = (
        "const {tapped} = await import('/page/table/composer.js');"
        "const {textOf, partsOf} = await import('/page/table/parts.js');"
        "let parts = partsOf('5m 0m (777z)');"
        "for (const [way, code] of values[0]) parts = tapped(parts, way, code);"
        "give(textOf(parts))"
    )
    taps = [
        ("tile", "1m"),
        ("chow", "7p"),
        ("chow", "8p"),
        ("kong_concealed", "1s"),
        ("pung", "0s"),
        ("tile", "1f"),
        ("chow", "1z"),
    ]
    assert run(phone, script, taps) == "150m (777z) (789p) [1111s] (555s) 1f"
