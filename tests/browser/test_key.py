"""A service with keys: how the page gets its key, and brings it along."""

from typing import Any

ASKED = """
const done = arguments[arguments.length - 1];
const asked = [];
const fetched = window.fetch;
window.fetch = (path, options) => { asked.push(options.headers.Authorization ?? ""); return fetched(path, options); };
const asking = import("/page/core/api.js").then((api) => api.get("/v1/tiles"));
asking.then(() => done(asked), (error) => done([String(error)]));
"""


def test_the_key_in_the_address_is_kept_and_brought_along(phone: Any) -> None:
    assert {*phone.browser.execute_async_script(ASKED)} == {""}
    phone.open("/page/icon.svg")
    phone.open("/#key=a%20key")
    phone.until(lambda: not phone.browser.execute_script("return location.hash").startswith("#key"), "a clean address")
    assert "key" not in phone.browser.execute_script("return location.href")
    assert {*phone.browser.execute_async_script(ASKED)} == {"Bearer a key"}
    phone.open("/page/icon.svg")
    phone.open("/")
    assert {*phone.browser.execute_async_script(ASKED)} == {"Bearer a key"}
