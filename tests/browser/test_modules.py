"""The page's modules by themselves, in the browser that they are for."""

import base64
import io
from typing import Any

import pytest
from PIL import Image

from scoring.hand import parse_hand
from tests.browser.test_app import run

NOTATION = "/page/scan/notation.js"
RECORD = "/page/scan/record.js"


def tile(code: str, number: int, role: str = "concealed") -> dict[str, Any]:
    return {"tile": code, "role": role, "box": [number * 10, 0, number * 10 + 9, 12]}


def reading(concealed: str, melds: list[tuple[str, str]] = [], flowers: str = "", winning: str = "") -> dict[str, Any]:  # noqa: B006
    tiles = [tile(code, number) for number, code in enumerate(concealed.split())]
    tiles += [tile(code, 50 + number, "winning") for number, code in enumerate(winning.split())]
    sets = []
    for kind, codes in melds:
        first = len(tiles)
        tiles += [tile(code, 100 + first + number, "meld") for number, code in enumerate(codes.split())]
        sets.append({"kind": kind, "tiles": list(range(first, len(tiles)))})
    tiles += [tile(code, 200 + number, "flower") for number, code in enumerate(flowers.split())]
    return {"tiles": tiles, "melds": sets, "width": 2400, "height": 400}


@pytest.mark.parametrize(
    ("told", "hand"),
    [
        (reading("9m 1m 0m 5p 5p", winning="6m"), "1069m 55p"),
        (reading("1z 1z", [("pung", "7z 7z 7z"), ("chow", "4s 2s 3s")]), "11z (777z) (234s)"),
        (reading("2p", [("kong_concealed", "back 9s 9s back"), ("kong_exposed", "3p 3p 3p 3p")]), "2p [9999s] (3333p)"),
        (
            reading("2p", [("kong_added", "5z 5z 5z 5z"), ("kong_opening", "1z 2z 3z 4z")], "5f 1f"),
            "2p (555+5z) {1234z} 15f",
        ),
    ],
)
def test_a_reading_is_written_as_notation(phone: Any, told: dict[str, Any], hand: str) -> None:
    written = phone.call(NOTATION, "handText", told)
    assert parse_hand(written) == parse_hand(hand)


@pytest.mark.parametrize(
    "hand",
    ["123m 55p (777z) [1111s] (234s) 15f", "55p (777+7z) (2222m) {1234z}", "1m 2p 3s (555m)", "(406m) (055p) 11z"],
)
def test_the_melds_of_notation_are_found(phone: Any, hand: str) -> None:
    found = phone.call(NOTATION, "meldsIn", hand)
    assert [(one["kind"], sorted(one["codes"])) for one in found] == [
        (meld.kind.value, sorted(tile.code for tile in meld.tiles)) for meld in parse_hand(hand).melds
    ]


def test_another_reading_is_told_in_corrections(phone: Any) -> None:
    seen = reading("1m 2m 3m 7z 7z 7z 5s 5s")
    other = {
        "hand": "123m 55s (666z)",
        "tiles": {"3": "6z", "4": "6z", "5": "6z"},
        "roles": {"3": "meld", "4": "meld", "5": "meld"},
    }
    told = phone.call(NOTATION, "towards", seen, other)
    assert told[:3] == [{"action": "replace", "tile": number, "face": "6z"} for number in (3, 4, 5)]
    assert told[3:] == [{"action": "meld", "tiles": [3, 4, 5], "kind": "pung"}]
    assert phone.call(NOTATION, "towards", seen, other | {"hand": "123m 55s (999z)"}) is None


def test_corrections_of_several_steps_are_told_of_the_first_reading(phone: Any) -> None:
    first = reading("1m 2m 3m 9p")
    without = {**first, "tiles": [first["tiles"][0], *first["tiles"][2:]]}
    more = {**without, "tiles": [tile("7s", -3), *without["tiles"]]}
    steps = [
        {"of": first, "corrections": [{"action": "delete", "tile": 1}], "gave": without},
        {"of": without, "corrections": [{"action": "add", "face": "7s", "beside": 2}], "gave": more},
        {
            "of": more,
            "corrections": [
                {"action": "replace", "tile": 3, "face": "8p"},
                {"action": "replace", "tile": 0, "face": "6s"},
            ],
            "gave": more,
        },
    ]
    told = phone.call(RECORD, "together", first, steps)
    assert told == [
        {"action": "delete", "tile": 1},
        {"action": "add", "face": "6s", "box": [-30, 0, -21, 12]},
        {"action": "replace", "tile": 3, "face": "8p"},
    ]
    grouped = {"of": more, "corrections": [{"action": "meld", "tiles": [0, 1, 2], "kind": "chow"}], "gave": more}
    assert phone.call(RECORD, "together", first, [*steps, grouped]) is None


def test_who_pays_whom_adds_up(phone: Any) -> None:
    paid = {"east": 87, "south": -29, "west": -29, "north": -29}
    flows = phone.call("/page/core/payments.js", "transfers", paid)
    assert [(one["from"], one["to"], one["points"]) for one in flows] == [
        ("south", "east", 29),
        ("west", "east", 29),
        ("north", "east", 29),
    ]
    mixed = phone.call("/page/core/payments.js", "transfers", {"east": 10, "south": -25, "west": 20, "north": -5})
    for seat, points in {"east": 10, "south": -25, "west": 20, "north": -5}.items():
        assert sum(one["points"] * ((one["to"] == seat) - (one["from"] == seat)) for one in mixed) == points


PREPARE = """
const [data, longest, done] = arguments;
const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
import('/page/scan/photo.js').then(async ({prepared}) => {
  const made = await prepared(new File([bytes], 'IMG_1.jpg', {type: 'image/jpeg'}), longest);
  const out = new Uint8Array(await made.blob.arrayBuffer());
  const {name, shown, shrunk} = made;
  done({data: btoa(Array.from(out, (byte) => String.fromCharCode(byte)).join('')), name, shown, shrunk});
});
"""


def test_a_photo_is_turned_made_smaller_and_stripped_of_its_place(phone: Any) -> None:
    picture = Image.new("RGB", (800, 600), "white")
    picture.paste("red", (0, 0, 400, 600))
    exif = Image.Exif()
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[1] = "N"
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", exif=exif)
    made = phone.browser.execute_async_script(PREPARE, base64.b64encode(buffer.getvalue()).decode(), 400)
    sent = Image.open(io.BytesIO(base64.b64decode(made["data"])))
    assert sent.size == (300, 400)
    red, green, _ = sent.convert("RGB").getpixel((150, 20))
    assert red > 200 > 60 > green, "the left half is up now"
    assert dict(sent.getexif()) == {}
    assert made["shrunk"]
    assert made["shown"]


def test_what_is_no_picture_to_the_browser_is_sent_as_it_is(phone: Any) -> None:
    data = b"\0\0\0\x18ftypheic not decoded here"
    made = phone.browser.execute_async_script(PREPARE, base64.b64encode(data).decode(), 400)
    assert base64.b64decode(made["data"]) == data
    assert not made["shown"]
    assert made["name"] == "IMG_1.jpg"


def test_changes_of_a_table_are_put_in_their_places(phone: Any) -> None:
    def hands(*numbers: int, worth: str = "old") -> list[dict[str, Any]]:
        return [{"number": number, "worth": worth} for number in numbers]

    known = {"version": 5, "rounds": hands(1, 2, 3), "acts": [1, 2, 3, 4, 5], "table": {"played": [1, 2, 3]}}
    told = {"version": 7, "since": 4, "rounds": hands(2, worth="new"), "acts": [5, 6, 7], "table": {"played": [1, 2]}}
    found = phone.call("/page/table/service.js", "merged", known, told)
    assert (found["rounds"], found["acts"]) == ([*hands(1), *hands(2, worth="new")], [1, 2, 3, 4, 5, 6, 7])
    assert (found["version"], found["since"], found["table"]) == (7, None, {"played": [1, 2]})
    whole = told | {"since": None}
    assert phone.call("/page/table/service.js", "merged", None, whole) == whole


def test_an_answer_that_is_given_up_or_cut_off_halfway_is_none(phone: Any) -> None:
    told = run(
        phone,
        """
        const { get, Problem } = await import("/page/core/api.js");
        const halfway = (error) => ({ ok: true, headers: new Headers(), json: () => Promise.reject(error) });
        const answers = [
          halfway(new DOMException("given up", "AbortError")),
          halfway(new TypeError("network error")),
          new Response("<html>"),
          new Response("{}"),
        ];
        const found = [];
        for (const answer of answers) {
          window.fetch = async () => answer;
          found.push(await get("/v1/x").catch((error) => (error instanceof Problem ? error.code : error.name)));
        }
        give(found);
        """,
    )
    assert told == ["AbortError", "offline", None, {}]
