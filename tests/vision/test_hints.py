"""What callers say about a layout, and its notation."""

import numpy as np
import pytest

from scoring.errors import NotationError
from scoring.hand import MeldKind
from vision.correct import Group, Win, corrected
from vision.detection import Box, Detection
from vision.hand_reading import HandReading
from vision.hints import Hints, parse_hints
from vision.photo import Photo
from vision.reading import read

WRITTEN = {
    "": Hints(),
    "melds=2 kongs=1 winning=5z": Hints(melds=2, kongs=1, winning="5z"),
    "up=90 everything size=17": Hints(up=90.0, everything=True, size=17),
    "winning=13 indicators=3m+7": Hints(winning=13, indicators=("3m", 7)),
    "melds=0 indicators=none": Hints(melds=0, indicators=()),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_hints_are_read_and_written(text: str) -> None:
    assert parse_hints(text) == WRITTEN[text]
    assert str(parse_hints(text)) == text


def test_commas_part_hints_too_and_angles_go_once_round() -> None:
    assert parse_hints("melds=1, up=-90.0,everything=true") == Hints(melds=1, up=270.0, everything=True)


@pytest.mark.parametrize(
    "text",
    ["meld=1", "melds", "melds=two", "melds=-1", "up=north", "winning=8z", "winning=", "everything=no", "up=1 up=2",
     "indicators=", "indicators=3m+", "up=nan", "up=inf", "size=0", "size=15", "size=999999999"],
)  # fmt: skip
def test_what_is_no_hint_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hints(text)
    assert caught.value.code == "bad_hint"
    assert text.split()[-1] in caught.value.message


FACES = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "1z", "5z", "5z"]
ROW = [Detection(face, Box(95 * n, 100, 95 * n + 90, 220), 0.97) for n, face in enumerate(FACES)]
SHEET = Photo(np.full((400, 1500, 3), 127, np.uint8))


def unmet(reading: HandReading) -> list[str]:
    return [doubt.message.partition(" ")[0] for doubt in reading.doubts if doubt.code == "hint_unmet"]


@pytest.mark.parametrize(
    "text",
    ["melds=70", "kongs=100", "melds=4 kongs=9999999999999999999999", "winning=9p", "winning=99", "winning=back",
     "indicators=9p", "indicators=99", "melds=1 winning=2p"],
)  # fmt: skip
def test_hints_that_nothing_on_the_photo_fits_are_told_and_change_nothing(text: str) -> None:
    read_so = read(ROW, SHEET, hints=parse_hints(text))
    assert read_so.hand == read(ROW, SHEET).hand is not None
    assert unmet(read_so) == text.split()
    assert unmet(corrected(read(ROW, SHEET), [], hints=parse_hints(text))) == text.split()


@pytest.mark.parametrize("text", ["melds=0", "winning=5z", "winning=13", "indicators=none", "size=14", "up=0"])
def test_hints_that_fit_are_no_doubt(text: str) -> None:
    assert unmet(read(ROW, SHEET, hints=parse_hints(text))) == []
    assert unmet(corrected(read(ROW, SHEET), [], hints=parse_hints(text))) == []


def test_what_is_corrected_by_hand_counts_for_more_than_a_hint() -> None:
    said = corrected(
        read(ROW, SHEET), [Win(0), Group((9, 10, 11), MeldKind.PUNG)], hints=parse_hints("melds=0 winning=5z")
    )
    assert unmet(said) == []
    assert said.winning == 0
