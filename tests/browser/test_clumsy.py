"""What hasty hands, small screens and phones with other things to do make of the page."""

import json
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

import pytest

from service.records import read_record, replay
from tests.browser.conftest import PHOTO
from tests.browser.evening import STRAIGHT, add, fill, rows, start
from tests.browser.test_app import run
from tests.browser.test_scan import fine
from tests.browser.test_table import state

Phones = Callable[..., Any]
STORED = "!Object.keys(localStorage).some((key) => key.startsWith('hupai.waiting') && localStorage[key] !== '[]')"


def settled(phone: Any) -> None:
    """Wait until nothing is on its way."""
    phone.until(lambda: phone.browser.execute_script(f"return {STORED}"), "everything to be stored")


def scanned(phone: Any) -> None:
    """The sheet of the sample photo, won by south on west's tile."""
    phone.open("/")
    phone.choose_photo(PHOTO)
    phone.see("[data-tile='13']")
    phone.press("#next")
    phone.press("[data-part='seat'] [value='south']")
    phone.press("[data-part='from'] [value='west']")
    phone.press("#next")
    phone.see(".total")


# From a photo to the table and to a file ------------------------------------------------------------------------------


def test_a_scanned_hand_is_stored_at_the_table_with_its_record(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    scanned(phone)
    assert phone.all(".note.bad:not([hidden])") == []
    phone.press("#store")
    phone.until(lambda: rows(phone), "the hand")
    fine(phone)
    (hand,) = state(service, table)["rounds"]
    (win,) = hand["asked"]["wins"]
    assert (win["seat"], win["from"], win["win"]) == ("south", "west", "5s")
    with urlopen(f"{service}/v1/tables/{table}/rounds/1") as answer:
        record = json.load(answer)["photo_record"]
    assert record["kind"] == "photo"
    assert len(record["photo"]["sha256"]) == 64
    assert replay(read_record(json.dumps(record))).same


SAVED = """
const made = URL.createObjectURL;
const saved = new Promise((resolve) => { URL.createObjectURL = (blob) => (resolve(blob), made.call(URL, blob)); });
document.querySelector("#record").click();
give(await (await saved).text());
"""


def test_a_record_is_saved_that_can_be_replayed(phone: Any) -> None:
    scanned(phone)
    record = read_record(run(phone, SAVED))
    assert record.kind.value == "photo"
    assert record.rules.name == "mcr"
    assert record.result["sheet"]["points"] == int(phone.see(".total h1").get_attribute("data-points"))
    assert replay(record).same


# Hasty hands ----------------------------------------------------------------------------------------------------------


def test_what_is_pressed_twice_is_done_once(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    for number in (1, 2):
        phone.press("#add")
        phone.see(".hand-form")
        fill(phone, "Ben", "Dora", STRAIGHT, "3p")
        phone.browser.execute_script("for (const _ of [1, 2, 3]) document.querySelector('.hand-form').requestSubmit()")
        phone.until(lambda number=number: len(rows(phone)) == number, "the hand")
        settled(phone)
        assert len(state(service, table)["rounds"]) == number
    phone.browser.execute_script("for (const _ of [1, 2]) document.querySelector('#undo').click()")
    phone.until(lambda: len(rows(phone)) == 1, "the hand to be taken back")
    settled(phone)
    assert [act["kind"] for act in state(service, table)["acts"]] == ["played", "played", "undone"]


def test_whose_phone_it_is_goes_with_what_is_done(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    add(phone, "Ben", "Dora", STRAIGHT, "3p")
    phone.until(lambda: rows(phone), "the hand")
    phone.pick("#holder", "2")
    phone.press("#undo")
    phone.until(lambda: not rows(phone), "the hand to be taken back")
    phone.press("#redo")
    phone.until(lambda: rows(phone), "the hand to be back")
    settled(phone)
    assert [act["by"] for act in state(service, table)["acts"]] == [None, "陈", "陈"]
    phone.press("#history")
    assert "陈" in phone.see("dialog ol").text
    fine(phone)
    phone.escape()
    phone.browser.refresh()
    assert phone.see("#holder").get_attribute("value") == "2"


def test_going_back_leaves_no_dialog_behind(phone: Any) -> None:
    phone.press("#type")
    phone.press("#add")
    phone.see("dialog[open]")
    phone.browser.back()
    phone.until(lambda: not phone.all("dialog[open]"), "the dialog to close")
    phone.see("#take")
    assert phone.complaints() == []


def test_a_reload_does_not_lose_the_hand(phone: Any) -> None:
    phone.choose_photo(PHOTO)
    phone.see("[data-tile='13']")
    phone.press("[data-tile='9']")
    phone.press("dialog [data-family='s']")
    phone.press("dialog [data-face='9s']")
    phone.until(lambda: phone.tiles()[9] == "9s", "the tile to be replaced")
    corrected = phone.tiles()
    phone.browser.refresh()
    phone.see("[data-tile='13']")
    assert phone.tiles() == corrected
    fine(phone)
    phone.press("#undo")
    phone.until(lambda: phone.tiles() != corrected, "what was read")
    phone.press("#next")
    phone.press("[data-part='seat'] [value='south']")
    phone.press("[data-part='from'] [value='west']")
    phone.browser.refresh()
    phone.until(lambda: phone.all("[data-part='from'] [value='west']:checked"), "what was told")


@pytest.mark.parametrize("address", ["/#/table/%E0%A4%A", "/#join=%", "/#key=50%", "/#/table/%00/hand/0", "/#////"])
def test_an_address_that_is_written_wrongly_opens_something(phone: Any, address: str) -> None:
    phone.open("/page/icon.svg")
    phone.open(address)
    phone.until(lambda: phone.all("main h1") or phone.all("main .card"), "a view")
    assert len(phone.all(".tab")) == 2
    phone.complaints()


UNKEPT = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
const { recall, remember } = await import("/page/core/store.js");
localStorage["hupai.thing"] = "1";
remember("thing", { told: "so" });
remember("other", null, "tab");
give([recall("thing"), recall("other", "tab"), recall("never"), localStorage["hupai.thing"] ?? null]);
"""


def test_a_full_phone_remembers_while_the_page_is_open(phone: Any) -> None:
    assert run(phone, UNKEPT) == [{"told": "so"}, None, None, None]


# Small screens and large letters --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height", "letters"), [(320, 568, 100), (568, 320, 100), (375, 812, 200)])
def test_small_screens_and_large_letters_do(phones: Phones, width: int, height: int, letters: int) -> None:
    phone = phones()
    start(phone, names=("Bartholomew the Third", "B", "陈", "Дора Михайловна"))
    add(phone, "Barth", "Self-drawn", STRAIGHT, "3p")
    phone.until(lambda: rows(phone), "the hand")
    table = phone.browser.execute_script("return location.hash")
    phone.size(width, height)
    for path in (f"/{table}", f"/{table}/hand", "/#/tables", "/#/tables/new", "/"):
        phone.open(path)
        phone.see("main h1")
        phone.browser.execute_script(f"document.documentElement.style.fontSize = '{letters}%'")
        phone.shoot(f"small-{width}-{letters}-{path.rstrip('/').rsplit('/', 1)[-1].strip('#') or 'start'}")
        assert not phone.too_wide(), path
        assert phone.faults() == [], path
    phone.press("#type")
    phone.see("#add")
    assert not phone.too_wide()
    phone.complaints()
