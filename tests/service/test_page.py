"""The files of the phone page: complete in three languages, drawn by us, and from nowhere else."""

import re
from pathlib import Path

import pytest

import scoring
from service.routes import PAGE
from vision.labels import LABELS
from vision.training.sprite import sprite

LANGUAGES = 3
ENTRY = re.compile(r'^  "([\w.]+)": \[\s*((?:"(?:[^"\\]|\\.)*",?\s*)+)\]', re.MULTILINE)
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
USED = re.compile(r'\bt\(\s*"([\w.]+)"')
CHOSEN = re.compile(r'\bt\(\s*\w[^"`;]*\? "([\w.]+)" : "([\w.]+)"')
MADE = re.compile(r"\bt\(\s*`([\w.]+\.)\$\{")
REFUSED = re.compile(r'\b(?:HandError|NotAllowed|WinError|__init__)\(\s*"([a-z_]+)",')
NOT_ON_THE_PAGE = {"unknown_event", "unknown_rules", "nothing_played"}
"""What only a request that the page does not make can be refused for."""
SCRIPTS = sorted(PAGE.rglob("*.js"))


def words() -> dict[str, list[str]]:
    """All words of the page by key, in English, Chinese and Japanese."""
    files = sorted((PAGE / "i18n").glob("*.js"))
    found = [(key, TEXT.findall(texts)) for file in files for key, texts in ENTRY.findall(file.read_text("utf-8"))]
    assert len({key for key, _ in found}) == len(found), "a key has words twice"
    return dict(found)


def test_every_line_of_the_dictionaries_is_understood() -> None:
    lines = sum(text.count('\n  "') for text in (file.read_text("utf-8") for file in (PAGE / "i18n").glob("*.js")))
    assert len(words()) == lines > 100


def test_everything_is_said_in_three_languages() -> None:
    for key, texts in words().items():
        assert len(texts) == LANGUAGES, key
        assert all(texts), key
        places = [sorted(set(re.findall(r"\{\w+\}", text))) for text in texts]
        assert places[0] == places[1] == places[2], key


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(PAGE)))
def test_every_word_that_is_used_is_there(script: Path) -> None:
    source, known = script.read_text("utf-8"), words()
    chosen = [key for pair in CHOSEN.findall(source) for key in pair]
    for key in (*USED.findall(source), *chosen):
        assert key in known
    for start in MADE.findall(source):
        assert any(key.startswith(start) for key in known), start


def test_every_refusal_of_a_win_is_told_in_three_languages() -> None:
    for path in sorted(Path(scoring.__file__).parent.rglob("*.py")):
        for code in REFUSED.findall(path.read_text("utf-8")):
            assert f"error.{code}" in words() or code in NOT_ON_THE_PAGE, f"{code} in {path}"


def test_the_sprite_is_what_our_own_drawing_makes() -> None:
    text = (PAGE / "tiles.svg").read_text("utf-8")
    assert re.findall(r'<symbol id="(\w+)"', text) == list(LABELS)
    assert text == sprite()


def test_the_page_asks_nobody_else_and_runs_nothing_inline() -> None:
    for file in (path for path in PAGE.rglob("*") if path.suffix in {".html", ".css", ".js", ".svg"}):
        source = file.read_text("utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"https?://", source), file
    html = (PAGE / "index.html").read_text("utf-8")
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*src=)", html)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(PAGE)))
def test_modules_name_what_is_there_and_write_no_markup(script: Path) -> None:
    source = script.read_text("utf-8")
    for path in re.findall(r'(?:from|import\()\s*"(\.[^"]+)"', source):
        assert (script.parent / path).is_file(), path
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", source)
