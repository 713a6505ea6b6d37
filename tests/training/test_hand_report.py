"""Whole hands, read tile by tile and together."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection import Box, Detection
from vision.training.hand_report import Split, faults, hands, reread, table, whole_hands
from vision.training.photolist import PhotoList, photo_lists
from vision.training.report import Findings, hands_section
from vision.training.report import whole_hands as told_hands
from vision.training.seen import Seen

HAND = "1m2m3m4p5p6p7s8s9s2s2s2s5z5z"
WIDTH, HEIGHT = 1500, 300


def row(faces: str) -> list[Detection]:
    boxes = [Box(20.0 + 95 * place, 90.0, 110.0 + 95 * place, 210.0) for place in range(len(faces) // 2)]
    return [Detection(faces[2 * at : 2 * at + 2], box, 0.97, up=0.0) for at, box in enumerate(boxes)]


@pytest.fixture
def photos(tmp_path: Path) -> PhotoList:
    """Two photos of complete hands and one of something else."""
    for part in ("images", "labels"):
        (tmp_path / part).mkdir()
    for name in ("one", "two", "three"):
        pixels = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
        for one in row(HAND):
            left, top, right, bottom = map(int, one.box)
            pixels[top:bottom, left:right] = 220
            pixels[top + 20 : bottom - 20 : 12, left + 20 : right - 20] = 30
        cv2.imwrite(str(tmp_path / "images" / f"{name}.png"), pixels)
        (tmp_path / "labels" / f"{name}.txt").write_text("")
    (tmp_path / "hands.csv").write_text(f"stem,split,tiles,flowers\none,val,{HAND},0\ntwo,val,{HAND},1\n")
    (listed,) = photo_lists(str(tmp_path))
    return listed


def looks(*rows: list[Detection]) -> list[Seen]:
    names = ("one.png", "three.png", "two.png")
    return [Seen(name, WIDTH, HEIGHT, tuple(found)) for name, found in zip(names, rows, strict=True)]


def with_tile(place: int, face: str, confidence: float, *others: tuple[str, float]) -> list[Detection]:
    found = row(HAND)
    found[place] = replace(found[place], face=face, confidence=confidence, runners_up=others)
    return found


def test_only_the_hands_that_are_listed_are_asked_for(photos: PhotoList) -> None:
    assert sorted(hands(photos)) == ["one.png", "two.png"]
    assert hands(photos)["one.png"]["2s"] == 3


def test_right_wrong_and_silent_hands_are_told_apart(photos: PhotoList) -> None:
    seen = looks(row(HAND), [], with_tile(8, "6s", 0.999))
    right, wrong = whole_hands(photos, seen, joint=False)
    assert (right.exact, right.given, right.silent) == (True, True, False)
    assert (wrong.exact, wrong.given, wrong.silent) == (False, True, True)


def test_reading_together_puts_right_what_the_other_tiles_tell(photos: PhotoList) -> None:
    seen = looks(row(HAND), [], with_tile(8, "7s", 0.55, ("9s", 0.43)))
    assert [one.exact for one in whole_hands(photos, seen, joint=False)] == [True, False]
    together = whole_hands(photos, seen, joint=True)
    assert [one.exact for one in together] == [True, True]
    assert together[1].doubted
    assert list(faults(photos, seen)) == []


def test_the_table_has_a_row_for_each_way_of_reading(photos: PhotoList) -> None:
    complete = photos.only(hands(photos))
    splits: list[Split] = [("val", complete, looks(row(HAND), [], with_tile(8, "7s", 0.55, ("9s", 0.43))))]
    lines = table(splits).splitlines()
    assert lines[2].startswith("| val | tile by tile | 2 | 50.0 %")
    assert lines[3].startswith("| val | together | 2 | 100.0 %")


def test_a_hand_that_is_not_read_is_listed_with_its_fault(photos: PhotoList) -> None:
    (line,) = faults(photos, looks(row(HAND), [], row(HAND)[:-1]))
    assert line == "two.png: no hand told; missing 5z, instead nothing"


def test_tiles_read_together_are_judged_by_their_chance_after_that(photos: PhotoList) -> None:
    complete = photos.only(["two.png"])
    labels = tuple(
        (face, Box(box.left / WIDTH, box.top / HEIGHT, box.right / WIDTH, box.bottom / HEIGHT))
        for face, box in zip((HAND[at : at + 2] for at in range(0, 28, 2)), (one.box for one in row(HAND)), strict=True)
    )
    found = reread(replace(complete, tiles=(labels,)), looks([], [], with_tile(8, "7s", 0.55, ("9s", 0.43))))
    assert found.tiles_right.value == 1.0
    assert all(tile.confidence is not None and tile.confidence > 0.55 for tile in found.labelled)


def test_a_report_without_hands_says_nothing_of_them() -> None:
    nothing = Findings("model", ())
    assert hands_section(nothing) == {}
    assert told_hands(nothing) == []
    assert "| val |" in hands_section(replace(nothing, hands="| val |"))["Whole hands"]
