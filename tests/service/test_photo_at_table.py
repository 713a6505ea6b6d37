"""What a photo shows beside the hand reaches the score: red fives, indicators, hands of seventeen, flowers."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from service.app import create_app
from service.reader import Model, PhotoReader
from service.settings import Settings
from vision.detection import Box, Detection
from vision.photo import Photo
from vision.timing import Stopwatch

WIDTH, HEIGHT = 30, 42
Scan = Callable[..., dict[str, Any]]


class Scene:
    """Sees the rows of tiles that are laid out, each with its left in tiles and its top in rows."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, float, float]] = []

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        del photo
        with (watch or Stopwatch()).stage("infer"):
            return [found for row in self.rows for found in _row(*row)]


def _row(text: str, left: float, top: float) -> Iterator[Detection]:
    x, y = 10 + left * WIDTH, 10 + top * HEIGHT
    for at in range(0, len(text), 2):
        face = text[at : at + 2]
        if face != "  ":
            yield Detection(face.replace("##", "back"), Box(x, y, x + WIDTH, y + HEIGHT), 0.98)
        x += WIDTH + 1


@pytest.fixture
def scan(settings: Settings, picture: bytes) -> Iterator[Scan]:
    scene = Scene()
    reader = PhotoReader(scene, Model("fake", "0" * 64))
    with TestClient(create_app(settings, reader)) as client:

        def scanned(*rows: tuple[str, float, float], **fields: Any) -> dict[str, Any]:
            scene.rows = list(rows)
            response = client.post("/v1/scan", files={"photo": picture}, data={"self_drawn": "true"} | fields)
            assert response.status_code == 200, response.text
            answer: dict[str, Any] = response.json()
            return answer

        yield scanned


def lines(answer: dict[str, Any]) -> dict[str, int]:
    assert answer["sheet"], answer["reason"]
    return {line["key"]: line["count"] for line in answer["sheet"]["lines"]}


def test_red_fives_on_the_photo_count_in_riichi_and_nowhere_else(scan: Scan) -> None:
    row = ("1m2m3m3p4p0p6p7p8p0s4s5s5s  6s", 0, 3)
    answer = scan(row, rules="riichi")
    assert answer["reading"]["hand"].count("0") == 2
    assert lines(answer)["red_five"] == 2
    off = scan(row, rules="riichi", options="red_fives=no")
    assert "red_five" not in lines(off)
    plain = scan(("1m2m3m3p4p5p6p7p8p5s4s5s5s  6s", 0, 3), rules="mcr", options="minimum=0")
    red = scan(row, rules="mcr", options="minimum=0")
    assert lines(red) == lines(plain)


def test_an_indicator_in_the_wall_is_told_to_the_rules_that_ask(scan: Scan) -> None:
    rows = [("######4s######", 1, 0), ("1m2m3m3p4p5p6p7p8p5s4s5s5s  6s", 0, 3)]
    answer = scan(*rows, rules="riichi")
    assert answer["sheet"]["circumstances"] == {"dora_indicators": "4s"}
    assert lines(answer)["dora"] == 3
    told = scan(*rows, rules="riichi", circumstances="dora_indicators=1p")
    assert told["sheet"]["circumstances"] == {"dora_indicators": "1p"}
    assert scan(*rows, rules="mcr", options="minimum=0")["sheet"]["circumstances"] == {}
    wild = scan(*rows, rules="shangrao_tcy")
    assert wild["sheet"]["circumstances"]["indicator"] == "4s"
    named = scan(*rows, rules="shangrao_tcy", wild="9m")
    assert "indicator" not in named["sheet"]["circumstances"]


def test_a_tile_that_only_may_be_one_is_a_doubt(scan: Scan) -> None:
    answer = scan(("4s", 5, 0), ("1m2m3m3p4p5p6p7p8p5s4s5s5s  6s", 0, 4), rules="riichi")
    assert "dora" not in lines(answer)
    assert "indicator_unsure" in {doubt["code"] for doubt in answer["reading"]["doubts"]}


def test_seventeen_tiles_and_a_row_of_flowers_are_scored_in_taiwan(scan: Scan) -> None:
    rows = [("1f6f", 2, 0), ("5z5z5z", 9, 1.3), ("1m2m3m4p5p6p7s8s9s3p4p5p2s2s", 0, 2.6)]
    answer = scan(*rows, rules="taiwan16", win="9s")
    assert answer["sheet"]["hand"].endswith("16f")
    assert answer["reading"]["hand"] == answer["sheet"]["hand"]
    assert {"own_flower", "dragon_pung"} <= lines(answer).keys()


def test_several_systems_each_take_the_hand_of_their_size(scan: Scan) -> None:
    rows = [("5z5z5z", 9, 1.3), ("1m2m3m4p5p6p7s8s9s3p4p5p2s2s", 0, 2.6)]
    answer = scan(*rows, rules=["hong_kong", "taiwan16"], win="9s", options="hong_kong.min_faan=0")
    sizes = {one["rules"]: one["sheet"]["hand"] for one in answer["scores"]}
    assert "555z" in sizes["taiwan16"]
    assert "555z" not in sizes["hong_kong"]
