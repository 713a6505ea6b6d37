"""The page as an app: its camera, what it keeps for a phone without a connection, and its modules alone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.browser.conftest import OUT, PHOTO
from tests.browser.evening import connect

Phones = Callable[..., Any]

WIDE, HIGH = 1280, 960


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


# The camera -----------------------------------------------------------------------------------------------------------


def pixels(kind: str) -> np.ndarray:
    """What a phone's camera sees of the sample hand: as it is, in the dark, shaken, or from afar."""
    with Image.open(PHOTO) as photo:
        whole = photo.convert("RGB").resize((WIDE, HIGH))
    if kind == "far":
        small = Image.new("RGB", (WIDE, HIGH), (96, 110, 100))
        small.paste(whole.resize((WIDE // 4, HIGH // 4)), (WIDE * 3 // 8, HIGH * 3 // 8))
        return np.asarray(small)
    seen = np.asarray(whole)
    return (seen // 8).astype(np.uint8) if kind == "dark" else seen


def film(path: Path, kind: str) -> None:
    """A film of one picture as Chromium takes it for a camera: raw YUV, 4:2:0."""
    red, green, blue = np.moveaxis(pixels(kind).astype(float), 2, 0)
    light = 16 + 0.257 * red + 0.504 * green + 0.098 * blue
    blues = 128 - 0.148 * red - 0.291 * green + 0.439 * blue
    reds = 128 + 0.439 * red - 0.368 * green - 0.071 * blue
    planes = [light, blues[::2, ::2], reds[::2, ::2]]
    frame = b"FRAME\n" + b"".join(plane.round().clip(0, 255).astype(np.uint8).tobytes() for plane in planes)
    path.write_bytes(f"YUV4MPEG2 W{WIDE} H{HIGH} F10:1 Ip A1:1 C420\n".encode() + frame * 3)


@pytest.fixture
def camera(chromium: tuple[str, str], service: str, tmp_path: Path) -> Iterator[Callable[[str], Any]]:
    """A phone whose camera sees one kind of picture."""
    from tests.browser.phone import Phone

    started = []

    def phone(kind: str) -> Any:
        film(tmp_path / "camera.y4m", kind)
        seen = f"--use-file-for-fake-video-capture={tmp_path / 'camera.y4m'}"
        flags = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", seen)
        started.append(Phone(*chromium, service, OUT, more=flags))
        started[-1].open()
        return started[-1]

    yield phone
    for one in started:
        one.browser.quit()


@pytest.mark.parametrize("kind", ["dark", "far"])
def test_the_camera_says_what_to_do_before_the_shutter(camera: Callable[[str], Any], kind: str) -> None:
    phone = camera(kind)
    phone.press("#live")
    phone.see(f"dialog.camera[data-advice='{kind}']")
    phone.shoot(f"en-US-camera-{kind}")
    assert phone.faults() == []
    phone.escape()
    tracks = "return document.querySelectorAll('video').length"
    assert phone.browser.execute_script(tracks) == 0


def test_a_photo_through_the_camera_is_read(camera: Callable[[str], Any]) -> None:
    phone = camera("good")
    phone.press("#live")
    phone.see("dialog.camera[data-advice='good']")
    phone.shoot("en-US-camera-good")
    phone.press(".shutter")
    phone.see("[data-tile='13']")
    assert len(phone.tiles()) == 14


def test_without_a_camera_a_photo_can_still_be_chosen(phones: Phones) -> None:
    phone = phones()
    phone.open()
    phone.see("#choose")
    refuse = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"
    phone.browser.execute_script(refuse)
    phone.press("#live")
    phone.see("dialog.camera[data-advice='refused']")
    phone.escape()
    phone.see("#choose")
