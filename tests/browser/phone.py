"""A phone: headless Chromium with the page open, and what a person does with it."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

AXE = Path(__file__).with_name("vendor") / "axe.min.js"
PATIENCE = 120
"""Seconds for anything to appear; a photo is read on a machine that may have other work."""

Look = dict[str, Any]


def options(language: str, dark: bool, more: tuple[str, ...] = ()) -> webdriver.ChromeOptions:
    """How Chromium is started; in a container it cannot have its own sandbox."""
    made = webdriver.ChromeOptions()
    arguments = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")
    for argument in (*arguments, f"--lang={language}", *more):
        made.add_argument(argument)
    if dark:
        made.add_argument("--force-dark-mode")
    made.add_experimental_option("prefs", {"intl.accept_languages": language})
    made.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return made


class Phone:
    """One browser with a screen of its own; ``out`` is where its pictures go."""

    def __init__(
        self, chromium: str, driver: str, service: str, out: Path, language: str = "en-US", more: tuple[str, ...] = ()
    ) -> None:
        made = options(language, dark=False, more=more)
        made.binary_location = chromium
        self.browser = webdriver.Chrome(options=made, service=webdriver.ChromeService(driver))
        self.browser.set_script_timeout(PATIENCE)
        self.service = service
        self.out = out
        self.size(375, 812)

    def size(self, width: int, height: int) -> None:
        """Another screen, in CSS pixels."""
        self.width, self.height = width, height
        look = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", look)

    def dark(self, wanted: bool = True) -> None:
        """Whether the system likes it dark."""
        feature = {"name": "prefers-color-scheme", "value": "dark" if wanted else "light"}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def open(self, path: str = "/") -> None:
        """Go to an address of the service."""
        self.browser.get(self.service + path)

    def all(self, css: str) -> list[WebElement]:
        """What is there now."""
        return self.browser.find_elements(By.CSS_SELECTOR, css)

    def see(self, css: str) -> WebElement:
        """The first of these once it is there and shown."""
        self.until(lambda: any(map(_is_shown, self.all(css))), css)
        return next(filter(_is_shown, self.all(css)))

    def until(self, fact: Callable[[], object], what: str = "") -> None:
        """Wait for a fact; elements that are replaced meanwhile are no failure."""

        def holds(_: object) -> bool:
            try:
                return bool(fact())
            except Exception as error:
                if type(error).__name__ in (
                    "StaleElementReferenceException",
                    "NoSuchElementException",
                    "StopIteration",
                ):
                    return False
                raise

        WebDriverWait(self.browser, PATIENCE, 0.1).until(holds, f"waited for {what}; {self.trouble()}")

    def trouble(self) -> str:
        """What the page says of itself, for messages."""
        script = (
            "return [...document.querySelectorAll('.note.bad, [role=alert]')].map((one) => one.textContent).join(' ')"
        )
        return str(self.browser.execute_script(script)).strip()

    def press(self, css: str) -> None:
        """Tap, in the middle of the screen, where nothing covers it."""
        place = self.see(css)
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", place)
        place.click()

    def choose_photo(self, path: Path) -> None:
        """Choose a photo as the system's dialog would."""
        self.see("#choose")
        self.all("input[type=file]")[-1].send_keys(str(path))

    def pick(self, css: str, value: str) -> None:
        """Choose from a list."""
        self.browser.execute_script(
            "const [place, value] = arguments; place.value = value;"
            "place.dispatchEvent(new Event('change', {bubbles: true}))",
            self.see(css),
            value,
        )

    def key(self, *keys: str) -> None:
        """Press keys where the focus is."""
        self.browser.switch_to.active_element.send_keys(*keys)

    def focused(self, attribute: str) -> str | None:
        """An attribute of what has the focus."""
        return self.browser.switch_to.active_element.get_attribute(attribute)

    def escape(self) -> None:
        """Close a dialog."""
        self.key(Keys.ESCAPE)
        self.until(lambda: not self.all("dialog[open]"), "the dialog to close")

    def tiles(self) -> list[str]:
        """Codes of the tiles that lie there, by their numbers."""
        laid = self.all("[data-tile]")
        return [
            str(one.get_attribute("data-code"))
            for one in sorted(laid, key=lambda one: int(str(one.get_attribute("data-tile"))))
        ]

    def shoot(self, name: str) -> None:
        """Keep a picture of the view, all of it where no dialog is open: on a screen that is as high as the page."""
        before = self.width, self.height
        if not self.all("dialog[open]"):
            high = self.browser.execute_script("return document.documentElement.scrollHeight")
            self.size(before[0], max(before[1], int(high)))
        picture = self.browser.execute_cdp_cmd("Page.captureScreenshot", {})["data"]
        self.size(*before)
        self.out.mkdir(parents=True, exist_ok=True)
        (self.out / f"{name}.png").write_bytes(base64.b64decode(picture))

    def faults(self) -> list[str]:
        """What axe-core finds wrong with the view, one line for each place."""
        self.browser.execute_script(f"window.axe || (() => {{{AXE.read_text(encoding='utf-8')}}})()")
        told = self.browser.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => done(JSON.stringify(violations)))"
        )
        return [
            f"{one['id']}: {node['target']} {node['failureSummary']}"
            for one in json.loads(told)
            for node in one["nodes"]
        ]

    def call(self, module: str, name: str, *arguments: Any) -> Any:
        """What a function of one of the page's modules gives."""
        return self.browser.execute_async_script(
            "const [path, name, given, done] = arguments;"
            "import(path).then(async (module) => done(await module[name](...given)), (error) => done(String(error)))",
            module,
            name,
            list(arguments),
        )

    def small_targets(self) -> list[str]:
        """Buttons and links that are less than 44 pixels high or wide."""
        return list(
            self.browser.execute_script(
                "return [...document.querySelectorAll('button, a.button, a.tab, select, summary, .choice, nav a')]"
                ".filter((one) => one.checkVisibility() && !one.closest('.unseen'))"
                ".map((one) => [one, one.getBoundingClientRect()])"
                ".filter(([, box]) => box.width < 43.9 || box.height < 43.9)"
                ".map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`)"
            )
        )

    def too_wide(self) -> bool:
        """Whether the page can be scrolled sideways."""
        return bool(self.browser.execute_script("return document.documentElement.scrollWidth > innerWidth"))

    def complaints(self) -> list[str]:
        """Errors and warnings of the browser's console since the last call, refusals by the service apart."""
        logged = self.browser.get_log("browser")
        return [
            one["message"]
            for one in logged
            if one["level"] in ("SEVERE", "WARNING") and "status of 4" not in one["message"]
        ]


def _is_shown(one: WebElement) -> bool:
    """Whether a person sees it; a radio button that is drawn by its words counts."""
    return bool(one.is_displayed()) or one.get_attribute("type") in ("radio", "checkbox")
