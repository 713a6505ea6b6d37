"""Hands on real tables, from the boxes that people drew: only the layout is tested, no detector."""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from scoring.tiles import parse_tiles
from vision.detection import Box, Detection
from vision.photo import Photo
from vision.reading import read

DATASETS = Path(os.environ.get("HUPAI_DATASETS", Path(__file__).parents[3] / "shared" / "datasets"))
SIZE = 640
BLANK = Photo(np.broadcast_to(np.uint8(127), (SIZE, SIZE, 3)))
RIGHT = 0.97
"""Share of the hands that must come out right."""

pytestmark = pytest.mark.skipif(not (DATASETS / "tables" / "hands.csv").is_file(), reason="the photo sets are not here")


def labelled(stem: str) -> list[Detection]:
    faces = (DATASETS / "classes.txt").read_text().split()
    detections = []
    for line in (DATASETS / "tables" / "labels" / f"{stem}.txt").read_text().splitlines():
        number, *shares = line.split()
        x, y, width, height = (float(share) * SIZE for share in shares)
        box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        detections.append(Detection(faces[int(number)], box, 0.95))
    return detections


def test_hands_on_real_tables_are_laid_out_right() -> None:
    with (DATASETS / "tables" / "hands.csv").open() as file:
        hands = list(csv.DictReader(file))
    right = 0
    for row in hands:
        hand = read(labelled(row["stem"]), BLANK).hand
        if hand is not None and len(hand.flowers) == int(row["flowers"]):
            right += sorted(hand.tiles) == sorted(parse_tiles(row["tiles"]))
    assert right >= RIGHT * len(hands)
