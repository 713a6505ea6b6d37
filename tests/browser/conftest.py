"""A service in a process of its own and phones that use it; without Chromium these tests are skipped, saying so."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PHOTO = ROOT / "examples" / "hand.jpg"
OUT = ROOT / "out" / "screenshots"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver") or shutil.which("/usr/lib/chromium/chromedriver")
START_SECONDS = 240


@pytest.fixture(scope="session")
def chromium() -> tuple[str, str]:
    """Where Chromium and its driver are."""
    pytest.importorskip("selenium", reason="selenium is not installed: the page is not tested")
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("Chromium or chromedriver is not installed: the page is not tested")
    return CHROMIUM, DRIVER


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a service with the model of the project and tables of its own."""
    folder = tmp_path_factory.mktemp("service")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = {"HUPAI_PORT": str(port), "HUPAI_DATABASE_URL": f"sqlite:///{folder}/tables.sqlite", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", "from service.cli import app; app()", "serve"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | told, stdout=log, stderr=log, cwd=folder)
    try:
        address = f"http://127.0.0.1:{port}"
        _await_ready(address, process, folder / "log")
        yield address
    finally:
        process.terminate()
        process.wait(20)


def _await_ready(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"the service did not start: {log.read_text(errors='replace')[-2000:]}")


@pytest.fixture(scope="session")
def phones(chromium: tuple[str, str], service: str) -> Iterator[Callable[..., Any]]:
    """Phones by language, each started once; what they remember is forgotten when one is taken up again."""
    from tests.browser.phone import Phone  # needs selenium

    started: dict[tuple[str, int], Any] = {}

    def phone(language: str = "en-US", number: int = 0) -> Phone:
        key = language, number
        if key not in started:
            started[key] = Phone(*chromium, service, OUT, language)
        one: Phone = started[key]
        one.size(375, 812)
        one.dark(False)
        one.open("/page/icon.svg")
        one.browser.execute_script("localStorage.clear(); sessionStorage.clear()")
        return one

    yield phone
    for one in started.values():
        one.browser.quit()


@pytest.fixture
def phone(phones: Callable[..., Any]) -> Any:
    """A phone in English with the page open."""
    one = phones()
    one.open()
    return one
