"""From a photo to the sheet on a phone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from scoring.rules import RULE_SETS
from tests.browser.conftest import PHOTO

LANGUAGES = {"en-US": "en", "zh-CN": "zh-Hans", "ja-JP": "ja"}
WINS = {"en-US": "Pure Straight", "zh-CN": "清龙", "ja-JP": "清龙"}


def fine(phone: Any) -> None:
    """Nothing is wrong with the view that a checker or the browser can tell."""
    assert phone.faults() == []
    assert phone.small_targets() == []
    assert not phone.too_wide()
    assert phone.complaints() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_photo_is_read_corrected_and_scored(phones: Callable[..., Any], language: str) -> None:
    phone = phones(language)
    phone.open()
    phone.see("#take")
    assert phone.see("html").get_attribute("lang") == LANGUAGES[language]
    phone.shoot(f"{language}-1-start")
    fine(phone)
    phone.choose_photo(PHOTO)
    phone.see("[data-tile='13']")
    read = phone.tiles()
    assert len(read) == 14
    phone.shoot(f"{language}-2-tiles")
    fine(phone)
    phone.press("[data-tile='9']")
    phone.see("dialog .pick")
    phone.shoot(f"{language}-3-tile")
    fine(phone)
    phone.press("dialog [data-family='s']")
    phone.press("dialog [data-face='9s']")
    phone.until(lambda: phone.tiles()[9] == "9s", "the tile to be replaced")
    assert phone.focused("data-tile") == "9"
    phone.press("#undo")
    phone.until(lambda: phone.tiles() == read, "the tile to be as it was read")
    phone.press("#next")
    phone.press("#next")
    phone.see("#untold")
    assert phone.all("[data-part='seat'] :checked, [data-part='from'] :checked") == [], "nobody has said who won how"
    phone.press("[data-part='seat'] [value='south']")
    phone.press("[data-part='from'] [value='west']")
    phone.press("[data-part='last_tile'] input")
    phone.shoot(f"{language}-4-won")
    fine(phone)
    phone.press("#next")
    phone.press("#others")
    phone.see(".systems")
    items = {one.get_attribute("data-key"): one.text for one in phone.all(".items > [data-key]")}
    assert WINS[language] in items["pure_straight"]
    assert "last_tile_claim" in items
    paid = {one.get_attribute("data-seat"): int(one.get_attribute("data-points")) for one in phone.all(".pay-seat")}
    points = int(phone.see(".total h1").get_attribute("data-points"))
    assert paid == {"south": points + 24, "west": -points - 8, "north": -8, "east": -8}
    assert {one.get_attribute("data-rules") for one in phone.all(".systems [data-rules]")} == {*RULE_SETS} - {"mcr"}
    left_in_english = [one.text for one in phone.all("main [lang='en']")]
    assert language == "en-US" or left_in_english == []
    phone.shoot(f"{language}-5-sheet")
    fine(phone)


@pytest.fixture
def typed(phone: Any) -> Any:
    """The page with an empty hand, to be picked."""
    phone.press("#type")
    phone.see("#add")
    return phone


def won(phone: Any, seat: str = "east", source: str = "") -> None:
    """Tell who won, and from whom; nobody is for a tile that was drawn."""
    phone.press(f"[data-part='seat'] [value='{seat}']")
    phone.press(f"[data-part='from'] [value='{source}']")


def add(phone: Any, *tiles: tuple[str, str]) -> None:
    """Pick tiles and sets, `(code, what as)`."""
    phone.press("#add")
    for code, target in tiles:
        phone.press(f"dialog .choice [value='{target}']")
        phone.press(f"dialog [data-family='{code[1]}']")
        phone.press(f"dialog .picker-row [data-face='{code}']")
    phone.press("#added")
    phone.until(lambda: not phone.all("dialog[open]") and not phone.all("[aria-busy]"), "the tiles to be added")


def test_a_hand_is_picked_without_a_photo_and_waits_are_told(typed: Any) -> None:
    sets = [typed.call("/page/scan/add.js", "setOf", *one) for one in (("chow", "2p"), ("chow", "8p"), ("pung", "1f"))]
    assert sets == [["2p", "3p", "4p"], None, None]
    add(typed, *((f"{rank}m", "concealed") for rank in range(1, 10)), ("7z", "kong_concealed"))
    assert typed.tiles() == [*(f"{rank}m" for rank in range(1, 10)), *["7z"] * 4]
    assert [one.get_attribute("data-focus") for one in typed.all(".kind")] == ["meld-0"]
    add(typed, ("5p", "concealed"))
    fine(typed)
    typed.press("#next")
    won(typed)
    typed.press("#next")
    typed.press(".answer[data-face='5p']")
    points = int(typed.see(".total h1").get_attribute("data-points"))
    assert points >= 8
    assert [one.text for one in typed.all(".pay-list strong")] == [str(points + 8)] * 3
    typed.shoot("typed-sheet")


def test_tiles_are_moved_and_sets_changed_with_keys_alone(phone: Any) -> None:
    phone.choose_photo(PHOTO)
    phone.see("[data-tile='13']")
    phone.press("[data-focus='meld-0']")
    phone.press("dialog [data-kind='none']")
    phone.until(lambda: not phone.all(".meld"), "the pung to be of the hand")
    phone.press("#set")
    for number in (11, 12, 13):
        phone.press(f"[data-tile='{number}']")
    assert phone.focused("aria-pressed") == "true"
    phone.press("#make-set")
    phone.until(lambda: len(phone.all(".meld")) == 1, "the pung to be laid down")
    phone.press("[data-focus='meld-0']")
    phone.press("dialog [data-kind='kong_concealed']")
    phone.until(lambda: len(phone.tiles()) == 15, "the kong to have four tiles")
    fine(phone)
    phone.press("[data-tile='9']")
    phone.press("dialog [data-act='win']")
    phone.until(
        lambda: phone.see("[data-zone='winning'] [data-tile]").get_attribute("data-tile") == "9", "the winning tile"
    )
    phone.press("[data-tile='0']")
    phone.press("dialog [data-act='delete']")
    phone.until(lambda: len(phone.tiles()) == 14, "the tile to be taken away")
    phone.press("#reset")
    phone.press("dialog .main")
    phone.until(
        lambda: len(phone.tiles()) == 14 and phone.all("[data-focus='meld-0']") and "1m" in phone.tiles(),
        "what was read",
    )
    for _ in range(5):
        phone.press("#undo")
    phone.until(lambda: not phone.all(".meld"), "the first step alone")


def test_a_tile_is_dragged_to_another_group(phone: Any) -> None:
    from selenium.webdriver import ActionChains  # needs selenium

    phone.choose_photo(PHOTO)
    phone.see("[data-tile='13']")
    phone.size(900, 1400)
    there = phone.see("[data-zone='concealed']")
    phone.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", there)
    ActionChains(phone.browser).drag_and_drop(phone.see("[data-tile='13']"), phone.see("[data-tile='4']")).perform()
    phone.until(lambda: not phone.all(".meld"), "the pung to be broken up")
    assert not phone.all("dialog[open]"), "a drag is no tap"


@pytest.fixture
def dark_photo(tmp_path: Path) -> Path:
    """A photo in which nothing is to be seen."""
    Image.new("RGB", (1200, 900), (9, 9, 9)).save(tmp_path / "dark.jpg")
    return tmp_path / "dark.jpg"


def test_refusals_are_told_in_words(phone: Any, dark_photo: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.jpg").write_text("no picture at all")
    phone.choose_photo(tmp_path / "notes.jpg")
    assert "JPEG" in phone.see(".note.bad").text
    fine(phone)
    phone.choose_photo(dark_photo)
    phone.until(lambda: "found" in phone.see(".note.bad").text, "word of a photo without tiles")


def test_a_photo_that_the_browser_cannot_show_is_read(phone: Any, tmp_path: Path) -> None:
    heif = pytest.importorskip("pillow_heif")
    path = tmp_path / "hand.heic"
    heif.from_pillow(Image.open(PHOTO)).save(path, quality=90)
    phone.choose_photo(path)
    phone.see("[data-tile='13']")
    phone.see(".no-photo")
    phone.shoot("heic-tiles")


@pytest.fixture
def complete(typed: Any) -> Any:
    """A hand that is whole, at the step that asks how it was won."""
    add(
        typed,
        *((f"{rank}m", "concealed") for rank in range(1, 10)),
        ("5s", "concealed"),
        ("5s", "winning"),
        ("7z", "kong_concealed"),
    )
    typed.press("#next")
    won(typed)
    return typed


ALL_CONTROLS = {"shangrao_jiuyao", "sichuan", "wuhan"}
"""Rule systems whose questions have every kind of control between them."""


def test_every_system_asks_its_own_questions(complete: Any) -> None:
    for name, rules in RULE_SETS.items():
        complete.pick("#rules", name)
        asks = {*rules().asks} - {"round_wind"}
        complete.until(lambda asks=asks: complete.all("[data-part]") and shown(complete) <= asks, name)
        assert complete.small_targets() == []
        assert not complete.too_wide()
        if name in ALL_CONTROLS:
            fine(complete)
    complete.pick("#rules", "riichi")
    complete.until(lambda: "honba" in shown(complete), "the questions of riichi")
    assert "ura_indicators" not in shown(complete)
    complete.press("[data-part='riichi'] input")
    complete.until(lambda: {"ura_indicators", "ippatsu"} <= shown(complete), "what only a riichi asks")
    complete.press("[data-part='dora_indicators'] button")
    complete.press("dialog [data-face='4m']")
    complete.press("dialog .dialog-foot .main")
    complete.shoot("riichi-won")
    complete.press("#next")
    complete.see(".items > [data-key='dora']")
    complete.shoot("riichi-sheet")
    fine(complete)


def test_a_flower_is_told_to_have_won_where_the_rules_have_that(typed: Any) -> None:
    add(typed, *((f"{number}f", "concealed") for number in range(1, 9)))
    typed.press("#next")
    won(typed, "south")
    typed.pick("#rules", "taiwan16")
    typed.press("[data-part='flower'] .choice:has([value='8f'])")
    typed.shoot("flower-won")
    fine(typed)
    typed.press("#next")
    items = {one.get_attribute("data-key") for one in typed.see(".items") and typed.all(".items > [data-key]")}
    assert "eight_flowers" in items
    assert int(typed.see(".total h1").get_attribute("data-points")) >= 8
    typed.shoot("flower-sheet")
    fine(typed)
    typed.open("/#/won")
    typed.pick("#rules", "mcr")
    typed.until(lambda: "flower" not in shown(typed), "nobody to be asked of flowers in competition")


def shown(phone: Any) -> set[str]:
    """The questions that are asked beside seat, round and how it was won."""
    return {str(one.get_attribute("data-part")) for one in phone.all("[data-part]")} - {"seat", "from", "round"}


def test_what_was_chosen_is_remembered(complete: Any) -> None:
    complete.pick("#rules", "riichi")
    complete.until(lambda: "honba" in shown(complete), "the questions of riichi")
    complete.press("[data-part='seat'] [value='west']")
    complete.open()
    assert complete.see("#rules").get_attribute("value") == "riichi"
    complete.pick("#language", "ja")
    complete.until(lambda: complete.see("html").get_attribute("lang") == "ja", "Japanese")
    complete.open()
    assert complete.see("#take").text == "撮影する"


def test_it_is_good_to_look_at_in_the_dark_and_on_a_wide_screen(phone: Any) -> None:
    phone.dark()
    phone.size(768, 1024)
    phone.see("#take")
    phone.shoot("wide-1-start")
    fine(phone)
    phone.choose_photo(PHOTO)
    phone.see("[data-tile='13']")
    phone.shoot("wide-2-tiles")
    fine(phone)
    phone.press("#next")
    won(phone)
    phone.shoot("wide-3-won")
    fine(phone)
    phone.press("#next")
    phone.press("#others")
    phone.see(".systems")
    phone.shoot("wide-4-sheet")
    fine(phone)
