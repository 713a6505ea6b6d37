"""The page while it opens, and what is drawn anew while hands are on it."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_app import run

PAGE = Path(__file__).resolve().parents[2] / "service" / "page"
IMPORTED = re.compile(r'(?:from|import\()\s*"(\.[^"]+)"|^import "(\.[^"]+)"', re.M)


def needed(start: Path) -> set[Path]:
    """A module and all that it needs to be run, without what it loads later."""
    found, left = set(), [start]
    while left:
        module = left.pop()
        if module in found:
            continue
        found.add(module)
        text = re.sub(r"import\([^)]*\)", "", module.read_text(encoding="utf-8"))
        left += [(module.parent / (one or other)).resolve() for one, other in IMPORTED.findall(text)]
    return found


def test_the_first_view_is_asked_for_at_once() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    preloaded = set(re.findall(r'rel="modulepreload" href="/page/([^"]+)"', html))
    first = needed(PAGE / "app.js") | needed(PAGE / "scan" / "view.js")
    assert preloaded == {str(module.relative_to(PAGE)) for module in first}
    assert 'class="opening"' in html


PATCHED = """
const { el, patch, selfKept } = await import("/page/core/dom.js");
const place = document.createElement("div");
document.body.append(place);
const heard = [];
const pressed = (value, name) => el("button", { onclick: () => heard.push([value, name]) }, name);
const draw = (value, names, state) => [
  el("h3", {}, `now ${value}`),
  el("input", { value, name: "number" }),
  value > 1 && el("p", {}, "new"),
  el("ul", {}, names.map((name) => el("li", { key: name, "data-name": name }, pressed(value, name)))),
  selfKept(el("b", {}, state), state),
];
patch(place, draw(1, ["a", "b", "c"], "x"));
const [input, middle, own] = ["input", "[data-name=b]", "b"].map((one) => place.querySelector(one));
input.focus();
input.value = "12";
own.textContent = "its own";
patch(place, draw(2, ["c", "b"], "x"));
middle.querySelector("button").click();
const kept = { focus: document.activeElement === input, typed: input.value, own: own.isConnected && own.textContent };
const order = [...place.querySelectorAll("li")].map((one) => one.dataset.name);
const same = place.querySelector("[data-name=b]") === middle;
input.blur();
patch(place, draw(3, ["b"], "y"));
const tags = [...place.children].map((one) => one.localName);
give({ ...kept, order, same, heard, value: input.value, text: place.textContent, tags });
"""


@pytest.fixture
def patched(phone: Any) -> dict[str, Any]:
    """What became of a view that was drawn anew twice."""
    return dict(run(phone, PATCHED))


def test_what_is_drawn_anew_keeps_what_is_touched(patched: dict[str, Any]) -> None:
    assert patched["focus"]
    assert patched["typed"] == "12", "what is being typed stays"
    assert patched["same"], "what is pressed is the same element"
    assert patched["heard"] == [[2, "b"]], "and does what it does now, once"
    assert patched["own"] == "its own", "what looks after itself is left alone"


def test_what_is_drawn_anew_is_what_was_drawn(patched: dict[str, Any]) -> None:
    assert patched["order"] == ["c", "b"]
    assert patched["value"] == "3"
    assert patched["text"] == "now 3newby"
    assert patched["tags"] == ["h3", "input", "p", "ul", "b"]
