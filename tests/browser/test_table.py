"""The sheet of an evening on several phones."""

import csv
import io
import json
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.evening import STRAIGHT, WINDS, add, choose, connect, fill, join, rows, start, totals, visit
from tests.browser.test_scan import LANGUAGES, fine

Phones = Callable[..., Any]

DRAWN = {"en-US": "Self-drawn", "zh-CN": "自摸", "ja-JP": "ツモ"}


def state(service: str, table: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{service}/v1/tables/{table}") as answer:
        return dict(json.load(answer))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_on_two_phones(phones: Phones, service: str, language: str) -> None:
    mine, other = phones(language), phones("en-US", 1)
    mine.open("/#/tables")
    mine.see("#join-code")
    mine.shoot(f"{language}-table-1-list")
    fine(mine)
    table = start(mine)
    mine.see(".connection.live")
    mine.shoot(f"{language}-table-2-new")
    fine(mine)
    join(other, mine.see(".join-code span:last-child").text)

    add(mine, "Ben", "Dora", STRAIGHT, "3p")
    for phone in (mine, other):
        phone.until(lambda phone=phone: rows(phone) == [["−8", "+46", "−8", "−30"]], "the first hand")
    add(other, "Anna", "Self-drawn", WINDS, "5z")
    mine.until(lambda: len(rows(mine)) == 2, "the second hand, told on the other phone")
    mine.see(".chart")
    mine.shoot(f"{language}-table-3-sheet")
    fine(mine)

    mine.press(".hand-open")
    mine.see("dialog .lines")
    mine.shoot(f"{language}-table-4-hand")
    fine(mine)
    mine.escape()

    other.press("#undo")
    mine.until(lambda: len(rows(mine)) == 1, "the second hand to be taken back")
    mine.press("#redo")
    other.until(lambda: len(rows(other)) == 2, "the second hand to be back")
    assert totals(other) == totals(mine)
    assert [act["kind"] for act in state(service, table)["acts"]] == ["played", "played", "undone", "redone"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_is_told_in_each_language(phones: Phones, language: str) -> None:
    phone = phones(language)
    start(phone)
    phone.press("#add")
    phone.see(".hand-form")
    fill(phone, "Anna", DRAWN[language], WINDS, "5z")
    phone.see(".outcome .moved")
    phone.shoot(f"{language}-table-5-form")
    fine(phone)
    phone.press("#compose")
    phone.see("dialog .picker")
    phone.shoot(f"{language}-table-6-tiles")
    fine(phone)
    phone.escape()


def test_a_hand_is_edited_and_what_it_was_is_kept(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    add(phone, "Ben", "Dora", STRAIGHT, "3p")
    phone.until(lambda: rows(phone), "the hand")
    add(phone, "陈", "Dora", STRAIGHT, "3p")
    phone.until(lambda: len(rows(phone)) == 2, "the second hand")
    phone.press("[data-hand='1'] .hand-open")
    phone.press("#edit")
    phone.see(".hand-form")
    assert phone.see("input.notation").get_attribute("value").replace(" ", "") == STRAIGHT
    choose(phone, "[data-part='from']", "Self-drawn")
    phone.until(lambda: phone.all(".totals-change tr"), "what would change")
    change = {one.text.split()[0]: one.text.split()[1:] for one in phone.all(".totals-change tr")}
    before = state(service, table)["table"]["totals"]
    assert [int(words[0].replace("−", "-")) for words in change.values()] == before
    phone.press("#store")
    phone.until(lambda: len(rows(phone)) == 2 and rows(phone)[1][1] != "+46", "the edited hand")
    assert [words[-1] for words in change.values()] == totals(phone)
    assert rows(phone)[1][0] == rows(phone)[1][2] == rows(phone)[1][3]
    phone.press("[data-hand='1'] .hand-open")
    phone.press("dialog summary")
    phone.until(lambda: len(phone.all("dialog .earlier li")) == 2, "both versions of the hand")
    fine(phone)
    phone.escape()
    assert [act["kind"] for act in state(service, table)["acts"]] == ["played", "played", "edited"]


def test_two_phones_that_store_at_once_lose_nothing(phones: Phones, service: str) -> None:
    mine, other = phones(), phones("en-US", 1)
    table = start(mine)
    visit(other, table)
    for phone, winner in ((mine, "Ben"), (other, "陈")):
        phone.press("#add")
        phone.see(".hand-form")
        fill(phone, winner, "Dora", STRAIGHT, "3p")
    mine.press("#store")
    mine.until(lambda: len(rows(mine)) == 1, "the hand that was stored first")
    other.see(".conflict")
    assert "Ben" in other.see(".conflict").text
    assert other.see("input.notation").get_attribute("value") == STRAIGHT
    other.shoot("en-US-table-7-conflict")
    fine(other)
    other.press("#store")
    other.until(lambda: len(rows(other)) == 2, "the hand that came second")
    mine.until(lambda: len(rows(mine)) == 2, "both hands on the other phone")
    kept = state(service, table)
    winners = [hand["wins"][0]["winner"] for hand in kept["table"]["played"]]
    assert winners == [1, 2]
    assert kept["rounds"][1]["asked"]["wins"][0]["seat"] == "south"


def test_a_stale_phone_is_told_by_the_service(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    phone.press("#add")
    phone.see(".hand-form")
    fill(phone, "Ben", "Dora", STRAIGHT, "3p")
    phone.browser.execute_script(
        "const real = window.fetch; window.fetch = (...asked) => (asked[1]?.method ?? 'GET') === 'GET' && window.deaf"
        " ? new Promise(() => {}) : real(...asked); window.deaf = true"
    )
    draw(service, table)
    phone.browser.execute_script("window.deaf = false")
    phone.press("#store")
    phone.see(".conflict")
    phone.press("#store")
    phone.until(lambda: len(rows(phone)) == 2, "the hand after the drawn one")


def draw(service: str, table: str) -> None:
    """A drawn hand is stored by somebody else."""
    version = state(service, table)["version"]
    told = urllib.request.Request(
        f"{service}/v1/tables/{table}/rounds",
        json.dumps({"round": {}, "by": "Dora"}).encode(),
        {"Content-Type": "application/json", "If-Match": f'"{version}"'},
    )
    urllib.request.urlopen(told).close()


def test_what_is_stored_without_a_connection_is_stored_once_when_it_is_back(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    phone.press("#add")
    phone.see(".hand-form")
    fill(phone, "Ben", "Dora", STRAIGHT, "3p")
    connect(phone, False)
    try:
        phone.press("#store")
        phone.see(".notes .warn")
        phone.see(".connection.offline")
        phone.shoot("en-US-table-8-offline")
        phone.press("#add")
        phone.see(".hand-form")
        fill(phone, "陈", "Dora", STRAIGHT, "3p")
        phone.press("#store")
        phone.see(".notes .warn")
        assert state(service, table)["rounds"] == []
    finally:
        connect(phone, True)
    phone.until(lambda: len(rows(phone)) == 2, "both hands")
    phone.until(lambda: not phone.all(".notes .warn"), "the note to go")
    kept = state(service, table)
    assert [hand["wins"][0]["winner"] for hand in kept["table"]["played"]] == [1, 2]
    assert kept["version"] == 2
    phone.complaints()


def test_an_answer_that_is_lost_stores_nothing_twice(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    phone.browser.execute_script(
        "const real = window.fetch; let lost = false;"
        "window.fetch = async (...asked) => { const answer = await real(...asked);"
        " const isRound = asked[1]?.method === 'POST' && asked[0].includes('/rounds');"
        " if (isRound && !lost) { lost = true; throw new TypeError('lost'); }"
        " return answer; }"
    )
    add(phone, "Ben", "Dora", STRAIGHT, "3p")
    phone.until(lambda: rows(phone) and not phone.all(".notes .warn"), "the hand, once")
    assert len(state(service, table)["rounds"]) == 1


def test_a_table_whose_answer_is_lost_is_begun_once(phones: Phones) -> None:
    phone = phones()
    phone.open("/#/tables/new")
    phone.see("[name='player-0']").send_keys("Anna")
    phone.browser.execute_script(
        "const real = window.fetch; window.begun = [];"
        "window.fetch = async (...asked) => { const answer = await real(...asked);"
        " if (asked[1]?.method !== 'POST' || asked[0] !== '/v1/tables') return answer;"
        " begun.push([asked[1].headers['Idempotency-Key'], (await answer.clone().json()).id]);"
        " if (begun.length === 1) throw new TypeError('lost'); return answer; }"
    )
    phone.press("#actions button.main")
    phone.see(".note.bad")
    phone.press("#actions button.main")
    phone.see(".standings")
    begun = phone.browser.execute_script("return begun")
    assert len(begun) == 2
    assert begun[0] == begun[1]
    phone.open("/#/tables/new")
    phone.see("[name='player-0']")
    phone.press("#actions button.main")
    phone.see(".standings")
    again = phone.browser.execute_script("return begun.at(-1)")
    assert begun[0][0] != again[0]
    assert begun[0][1] != again[1]


def test_a_drawn_hand_of_riichi_is_told_with_who_was_ready(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone, "riichi")
    phone.press("#add")
    phone.see(".hand-form")
    choose(phone, "[data-part='ending']", "Draw")
    phone.press("#store")
    phone.until(lambda: "ready" in phone.see(".outcome .bad").text, "to be asked who was ready")
    assert rows(phone) == []
    choose(phone, "[data-part='riichi']", "Ben")
    sure = phone.see("[data-part='ready'] [value='1']")
    assert (sure.is_selected(), sure.is_enabled()) == (True, False), "who declared riichi was ready"
    choose(phone, "[data-part='ready']", "Nobody else")
    phone.see(".outcome .moved")
    phone.shoot("en-US-table-9-draw")
    fine(phone)
    phone.press("#store")
    phone.until(lambda: rows(phone), "the drawn hand")
    assert rows(phone) == [["−1,000", "+2,000", "−1,000", "−1,000"]]
    deal = state(service, table)["table"]["deal"]
    assert (deal["dealer"], deal["honba"], deal["sticks"]) == (1, 1, 1)


def test_one_tap_does_after_typing_and_wild_tiles_in_the_winning_hand_are_counted(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone, "nanchang")
    phone.press("#add")
    phone.see(".hand-form")
    fill(phone, "Ben", "Self-drawn", "123999s11444555z", "1s")
    phone.press("[aria-label^='Tile turned up']")
    phone.press("dialog [data-family='s']")
    phone.press("dialog [data-face='2s']")
    boxes = "[data-part='jing_points'] input"
    phone.until(lambda: [one.get_attribute("value") for one in phone.all(boxes)] == ["", "3", "", ""], "what Ben holds")
    phone.until(lambda: "not told" in phone.see(".outcome").text, "word of what is not told")
    phone.press(boxes)
    phone.key("2")
    phone.all(boxes)[2].click()
    assert phone.focused("value") == "", "the box that was tapped"
    phone.key("1")
    phone.see("#store").click()
    phone.until(lambda: rows(phone), "the hand, after one tap")
    (hand,) = state(service, table)["rounds"]
    assert hand["asked"]["jing_points"] == {"east": 2, "south": 3, "west": 1, "north": 0}
    assert [ledger["key"] for ledger in hand["settlement"]["ledgers"]] == ["jing"]


def test_kongs_are_told_where_the_rules_settle_them(phones: Phones) -> None:
    phone = phones()
    start(phone, "sichuan")
    phone.press("#add")
    phone.see(".hand-form")
    choose(phone, "[data-part='ending']", "Draw")
    choose(phone, "[data-part='ready']", "Ben")
    phone.press("[data-part='best'] label:nth-of-type(2) input")
    phone.key("1")
    phone.press("#add-kong")
    phone.see("dialog .picker")
    choose(phone, "dialog [data-part='whose']", "Ben")
    choose(phone, "dialog [data-part='kind']", "Concealed")
    phone.press("dialog [data-family='s']")
    phone.press("dialog [data-face='1s']")
    phone.press("dialog .main")
    phone.until(lambda: phone.all("[data-part='kongs'] li"), "the kong")
    phone.until(lambda: "Ben +" in phone.see(".outcome").text, "what it moves")
    fine(phone)


def test_the_evening_is_taken_away_as_a_file(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    add(phone, "Ben", "Dora", STRAIGHT, "3p")
    phone.until(lambda: rows(phone), "the hand")
    links = {link.text: link.get_attribute("href") for link in phone.all("a[download]")}
    assert set(links) == {"CSV", "JSON"}
    with urllib.request.urlopen(links["CSV"]) as answer:
        lines = list(csv.reader(io.StringIO(answer.read().decode("utf-8-sig"))))
    assert any("46" in line for line in lines)
    with urllib.request.urlopen(links["JSON"]) as answer:
        assert json.load(answer)["table"]["totals"] == state(service, table)["table"]["totals"]


def test_names_are_changed_and_tables_remembered(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    phone.press("#names")
    name = phone.see("dialog [name='name-1']")
    name.clear()
    name.send_keys("Bella")
    phone.press("dialog button.main")
    phone.until(lambda: "Bella" in phone.see(".standings").text, "the new name")
    assert state(service, table)["table"]["players"][1] == "Bella"
    phone.press("#history")
    assert "names" in phone.see("dialog ol").text
    fine(phone)
    phone.escape()
    phone.open("/#/tables")
    assert "Bella" in phone.see(".place").text
    fine(phone)


def test_a_table_is_used_by_keyboard_alone(phones: Phones) -> None:
    phone = phones()
    start(phone)
    assert phone.focused("tabindex") == "-1"
    phone.browser.execute_script("document.querySelector('#add').focus()")
    phone.key("\n")
    phone.see(".hand-form")
    phone.browser.execute_script("document.querySelector(\"[data-part='winner'] input\").focus()")
    phone.key(" ")
    phone.until(lambda: phone.all("[data-part='winner'] input:checked"), "the winner")
    assert (
        phone.browser.execute_script("return document.activeElement.closest('[data-part]')?.dataset.part") == "winner"
    )
    phone.key("\t")
    assert phone.browser.execute_script("return document.activeElement.closest('[data-part]')?.dataset.part") == "from"


def test_a_code_that_leads_nowhere_says_so(phones: Phones) -> None:
    phone = phones()
    phone.open("/#join=0000-0000")
    assert "0000-0000" in phone.see("#join-problem").text
    fine(phone)
    phone.open("/#/tables")
    phone.see("#actions [href='#/tables/new']")
    phone.see("#join-code").send_keys("00000001")
    phone.press("form.card button")
    assert "0000-0001" in phone.see("#join-problem").text
    assert phone.see("#join-code").get_attribute("value") == "0000-0001", "what was typed stays"
    assert "code" not in phone.browser.current_url


def test_the_scanned_hand_goes_to_the_table(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    phone.open("/")
    told = {
        "hand": "123456789m 123p 55s",
        "rules": "mcr",
        "win": {
            "tile": "3p",
            "seat": "south",
            "self_drawn": False,
            "from": "north",
            "round": "east",
            "events": ["last_tile"],
        },
        "circumstances": {},
    }
    phone.browser.execute_async_script(
        "const [sheet, done] = arguments;"
        "import('/page/table/scan.js').then(async ({seatedTable, storeRound}) =>"
        " storeRound(await seatedTable(), sheet)).then(done)",
        told,
    )
    phone.until(lambda: rows(phone), "the hand, stored at once")
    assert "Ben" in phone.see("#toast").text
    asked = state(service, table)["rounds"][0]["asked"]["wins"][0]
    assert (asked["seat"], asked["from"], asked["win"]) == ("south", "north", "3p")
    assert asked["circumstances"] == {"last_tile": True}
    phone.press("#toast button")
    phone.until(lambda: not rows(phone), "the hand to be taken back")
    assert "Ben" in phone.see("#toast").text, "what was taken back is told"
    phone.press("#toast button")
    phone.until(lambda: rows(phone), "the hand to be back")


def by_worth(phone: Any, winner: str, source: str, points: str) -> None:
    """Tell a win in the form that is open by its worth alone."""
    choose(phone, "[data-part='winner']", winner)
    choose(phone, "[data-part='from']", source)
    phone.press("[data-part='by'] .choice:has([value='worth'])")
    phone.see("[name='points-0']").send_keys(points)


def test_a_win_is_told_by_its_points_and_edited_by_its_payments(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone)
    phone.press("#add")
    phone.see(".hand-form")
    by_worth(phone, "Ben", "Dora", "")
    phone.press("#store")
    phone.until(lambda: "worth" in phone.see(".outcome").text, "what is still to be told")
    phone.see("[name='points-0']").send_keys("7")
    phone.see(".outcome .bad")
    phone.see("[name='points-0']").clear()
    phone.see("[name='points-0']").send_keys("30")
    phone.see(".outcome .moved")
    phone.shoot("en-US-table-8-points")
    fine(phone)
    phone.press("#store")
    phone.until(lambda: rows(phone) == [["−8", "+54", "−8", "−38"]], "the hand")
    asked = state(service, table)["rounds"][0]["asked"]
    assert asked == {"scored": [{"seat": "south", "from": "north", "points": 30, "circumstances": {}}]}
    phone.press(".hand-open")
    phone.see("dialog li")
    fine(phone)
    phone.press("#edit")
    phone.see("[name='points-0']")
    assert phone.see("[name='points-0']").get_attribute("value") == "30"
    phone.press("[data-win='0'] details.fold summary")
    fields = phone.all("[data-win='0'] .numbers input")
    for field, paid in zip(fields, ("1", "2", "40"), strict=True):
        field.clear()
        field.send_keys(paid)
    phone.shoot("en-US-table-9-payments")
    fine(phone)
    phone.press("#store")
    phone.until(lambda: rows(phone) == [["−1", "+43", "−2", "−40"]], "the edited hand")
    phone.press("#undo")
    phone.until(lambda: rows(phone) == [["−8", "+54", "−8", "−38"]], "the hand as it was")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_points_do_not_tell_the_payments_those_are_asked(phones: Phones, service: str, language: str) -> None:
    phone = phones(language)
    table = start(phone, "wuhan")
    phone.press("#add")
    phone.see(".hand-form")
    by_worth(phone, "Ben", DRAWN[language], "32")
    phone.until(lambda: phone.all("[data-win='0'] details[open] .numbers input"), "the payments to be asked")
    fine(phone)
    for field in phone.all("[data-win='0'] .numbers input"):
        field.clear()
        field.send_keys("16")
    phone.see(".outcome .moved")
    phone.shoot(f"{language}-table-10-wuhan")
    phone.press("#store")
    phone.until(lambda: rows(phone) == [["−16", "+48", "−16", "−16"]], "the hand")
    assert state(service, table)["table"]["played"][0]["wins"] == [{"winner": 1, "from": None, "points": 32}]


def test_steps_to_each_payment_are_told_where_the_dealer_and_the_discarder_pay_double(phones: Phones) -> None:
    phone = phones()
    start(phone, "nanchang")
    add(phone, "Ben", "Dora", "123456789m123p55p", "5p")
    phone.until(lambda: rows(phone), "the hand")
    phone.press(".hand-open")
    lines = [one.text for one in phone.see("dialog .came-about").find_elements("css selector", "li")]
    assert lines == [
        "Anna: 2 × 2 (dealer) + 5 (on top) = 9",
        "陈: 2 + 5 (on top) = 7",
        "Dora: 2 × 2 (discarded) + 5 (on top) = 9",
    ]
    phone.shoot("en-US-table-11-steps")
    fine(phone)
    phone.escape()


def test_the_winning_tile_may_be_a_flower_where_the_rules_have_that(phones: Phones, service: str) -> None:
    phone = phones()
    table = start(phone, "taiwan16")
    add(phone, "Ben", "Self-drawn", "12345678f", "8f")
    phone.until(lambda: rows(phone), "the hand")
    assert state(service, table)["rounds"][0]["asked"]["wins"][0]["win"] == "8f"
