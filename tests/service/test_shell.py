import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from PIL import Image, ImageChops

from service.routes import PAGE
from service.shell import Shell


def shell_in(worker: str) -> list[str]:
    found = re.search(r"const SHELL = (\[.*?\]);", worker, re.DOTALL)
    assert found
    return list(json.loads(found[1].replace(",\n]", "\n]")))


def test_the_worker_is_asked_for_anew_and_knows_what_the_page_needs(client: TestClient) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    addresses = shell_in(answer.text)
    assert addresses[0] == "/"
    assert "/page/app.js" in addresses
    assert not [address for address in addresses if client.get(address).status_code != 200]


def test_every_module_that_is_imported_is_among_what_a_phone_keeps() -> None:
    addresses = set(Shell.of(PAGE).addresses)
    for path in PAGE.rglob("*.js"):
        for name in re.findall(r"""(?:from|import)\s*\(?\s*"(\.[^"]+)\"""", path.read_text(encoding="utf-8")):
            module = (path.parent / name).resolve().relative_to(PAGE).as_posix()
            assert f"/page/{module}" in addresses, f"{path.name} imports {name}"


def test_another_content_is_another_version(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("one")
    before = Shell.of(tmp_path)
    assert before.addresses == ("/", "/page/a.js")
    assert Shell.of(tmp_path) == before
    (tmp_path / "a.js").write_text("two")
    assert Shell.of(tmp_path).version != before.version


def test_the_app_has_a_manifest_and_icons_of_the_sizes_that_it_tells(client: TestClient) -> None:
    answer = client.get("/page/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert {"name", "short_name", "start_url", "scope", "display", "theme_color"} <= manifest.keys()
    for icon in manifest["icons"]:
        data = client.get(icon["src"]).content
        if icon["type"] == "image/png":
            assert Image.open(BytesIO(data)).size == tuple(map(int, icon["sizes"].split("x")))


@pytest.mark.parametrize("size", [180, 192, 512])
def test_icons_are_drawn_from_their_source(size: int) -> None:
    pytest.importorskip("resvg_py")
    from vision.training.icons import ICONS, drawn

    kept, made = (Image.open(data).convert("RGB") for data in (ICONS / f"app-{size}.png", BytesIO(drawn(size))))
    differences = ImageChops.difference(kept, made).getextrema()
    assert max(most for _, most in differences) < 8
