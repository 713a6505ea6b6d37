"""The pictures of the photo guide."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from vision.training.guide import PICTURES, drawing

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_one_that_is_drawn_now(name: str) -> None:
    drawn = drawing(PICTURES[name]())
    assert (DOCS / "photo-guide" / f"{name}.svg").read_text("utf-8") == drawn
    ElementTree.fromstring(drawn)


def test_the_guide_shows_every_picture_and_no_other() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(photo-guide/(\w+)\.svg\)", (DOCS / "photo-guide.md").read_text("utf-8"))
    assert sorted(shown) == sorted(PICTURES)
