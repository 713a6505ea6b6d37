"""What went wrong for players elsewhere, each as a test here; photos are rendered and read by the real models.

The names V01 and so on are those under which the cases were collected.
"""

import io
import json
import re
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from fastapi.testclient import TestClient
from PIL import Image
from typer.testing import CliRunner

from scoring.hand import MeldKind
from scoring.rules import rule_set
from scoring.score import score
from scoring.tiles import parse_tile
from scoring.win import Seat
from scoring.win import Win as Won
from service import cli
from service.app import create_app
from service.reader import Model, PhotoReader
from service.settings import Settings
from vision.correct import Add, Delete, Group, Move, Replace, corrected
from vision.detection import Box, Detection
from vision.detector import Detector, OnnxDetector
from vision.labels import LABELS
from vision.photo import Photo, load
from vision.pipeline import OnnxPipeline, open_detector
from vision.reading import HandReading, Reason, read, read_hand
from vision.table import Role
from vision.timing import Stopwatch
from vision.training.about import rests
from vision.training.camera import look_at
from vision.training.evaluate import Evaluation, Judged, Outcome
from vision.training.faces import CLASSIC, EXPORT, JAPANESE, Design, sample_design
from vision.training.held_out import FIRST_DESIGN
from vision.training.placing import Shape, flat, standing
from vision.training.report import BEGIN, END, TESTING
from vision.training.sample import sample_look
from vision.training.scene import Solid, Thing, render
from vision.training.sources.photos import CARDS
from vision.training.tables import headline

ROOT = Path(__file__).parents[2]
SHAPE = Shape(height=1.33, depth=0.8)
CLOTHS = {"dark": (28, 34, 40), "mid": (52, 120, 84), "bright": (226, 224, 214)}
SHEET = Photo(np.broadcast_to(np.uint8(127), (2000, 4000, 3)))


@pytest.fixture(scope="module")
def detector() -> OnnxDetector | OnnxPipeline:
    return open_detector(ROOT / "models" / "hupai", threads=1)


def photographed(
    solids: Sequence[Solid],
    size: tuple[int, int],
    tile: float,
    cloth: tuple[int, int, int] = CLOTHS["mid"],
    elevation: float = 1.1,
    design: Design = CLASSIC,
    things: Sequence[Thing] = (),
) -> Photo:
    """A photo whose tiles are ``tile`` pixels high, of tiles on a plain cloth."""
    rng = np.random.default_rng(3)
    middle = np.array([solid.middle for solid in solids]).mean(axis=0)
    distance = 24.0
    camera = look_at(middle, elevation, 0.03, distance, 0.0, tile * distance / SHAPE.height, size)
    table = np.clip(np.array(cloth) + rng.normal(0, 4, (size[1], size[0], 1)), 0, 255).astype(np.uint8)
    image, _ = render(np.ascontiguousarray(table), solids, camera, sample_look(design), things)
    noisy = cv2.GaussianBlur(image, (0, 0), 0.8) + rng.normal(0, 2, image.shape)
    return Photo(np.clip(noisy, 0, 255).astype(np.uint8), "rendered")


def laid(*faces: str) -> list[Solid]:
    return [flat(face, 1.04 * place, 0.0, 0.0, SHAPE) for place, face in enumerate(faces)]


def beside(found: Sequence[Detection]) -> list[str]:
    """The faces from left to right."""
    return [one.face for one in sorted(found, key=lambda one: one.box.left)]


def in_a_row(faces: str, **others: tuple[float, tuple[tuple[str, float], ...]]) -> list[Detection]:
    """Tiles in a row; ``t3`` and so on are the confidence and the runners-up of one of them."""
    found = []
    for place in range(len(faces) // 2):
        box = Box(100.0 + 95 * place, 600.0, 190.0 + 95 * place, 720.0)
        confidence, runners_up = others.get(f"t{place}", (0.97, ()))
        found.append(Detection(faces[2 * place : 2 * place + 2], box, confidence, runners_up, up=0.0))
    return found


def reading(faces: str, **others: tuple[float, tuple[tuple[str, float], ...]]) -> HandReading:
    """What is read from tiles in a row."""
    return read(in_a_row(faces, **others), SHEET)


def codes_of(result: HandReading) -> set[str]:
    return {doubt.code for doubt in result.doubts}


class Told:
    """Sees in every photo what it was told to."""

    def __init__(self, faces: str) -> None:
        self.found = in_a_row(faces)

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:  # noqa: ARG002
        return self.found


def served(detector: Detector) -> TestClient:
    reader = PhotoReader(detector, Model("hupai", "0" * 64))
    return TestClient(create_app(Settings(), reader), raise_server_exceptions=False)


def jpeg(photo: Photo) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(photo.pixels).save(buffer, format="JPEG", quality=92)
    return buffer.getvalue()


# V01: a bird in close-up was seen as two tiles -----------------------------------------------------------------------

BIRDS = {"classic": CLASSIC, "japanese": JAPANESE, "export": EXPORT}
CLOSE = (250, 400)
"""Pixels of a tile in close-up, in a photo of 800 by 600."""


@pytest.mark.parametrize("close", CLOSE)
@pytest.mark.parametrize("design", BIRDS.values(), ids=BIRDS)
def test_v01_a_bird_in_close_up_is_one_tile(
    detector: OnnxDetector | OnnxPipeline, design: Design, close: float
) -> None:
    found = detector.detect(photographed(laid("1s"), (800, 600), close, design=design))
    (tile,) = read(found, SHEET).tiles
    assert tile.detection.box.long_side > 0.8 * close
    assert tile.face == "1s" or tile.doubtful


@pytest.mark.parametrize("close", CLOSE)
@pytest.mark.parametrize("seed", range(3))
def test_v01_a_bird_that_nobody_learned_from_is_one_tile(
    detector: OnnxDetector | OnnxPipeline, seed: int, close: float
) -> None:
    design = sample_design(FIRST_DESIGN + seed)
    (tile,) = detector.detect(photographed(laid("1s"), (800, 600), close, design=design))
    assert tile.box.long_side > 0.75 * close


def test_v01_a_tile_whose_two_likeliest_faces_are_close_is_flagged() -> None:
    result = reading("1s", t0=(0.52, (("7z", 0.44),)))
    assert result.tiles[0].doubtful
    assert "close_runner_up" in codes_of(result)


# V02: the cloth's brightness changed what was read -------------------------------------------------------------------


def test_v02_dark_mid_and_bright_cloth_read_alike(detector: OnnxDetector | OnnxPipeline) -> None:
    faces = ("4p", "5p", "6p", "7s", "9s")
    read_on = {
        name: beside(detector.detect(photographed(laid(*faces), (800, 600), 90, cloth)))
        for name, cloth in CLOTHS.items()
    }
    assert read_on == {name: [*faces] for name in CLOTHS}


# V03: 3m was read as 2m ----------------------------------------------------------------------------------------------

DRAGONS = "5z5z5z6z6z6z7z7z7z1m1m1m2m2m"
"""Complete with 2m or with 3m as its last tile."""


def test_v03_a_close_margin_is_flagged_and_one_edit_scores_again_without_a_photo() -> None:
    before = reading(DRAGONS, t13=(0.53, (("3m", 0.45),)))
    assert before.tiles[13].doubtful
    after = corrected(before, [Replace(13, "3m")])
    assert str(before.hand) == "11122m 555666777z"
    assert str(after.hand) == "11123m 555666777z"
    assert not after.tiles[13].doubtful
    sheets = [
        score(one.hand, Won(parse_tile("1m"), Seat.SOUTH), rule_set("mcr")) for one in (before, after) if one.hand
    ]
    assert all("大三元" in [line.name for line in sheet.lines] for sheet in sheets)
    assert len({sheet.points for sheet in sheets}) == 2


# V04: 1m 2m 3m was read as 1m 1m 1m ----------------------------------------------------------------------------------

KANJI = "1m1m1m4p5p6p7s8s9s2s2s2s{pair}"
DOUBTED = {"t1": (0.55, (("2m", 0.4),)), "t2": (0.55, (("3m", 0.4),))}


def test_v04_a_legal_reading_by_runners_up_comes_before_five_of_a_tile() -> None:
    result = reading(KANJI.format(pair="1m1m"), **DOUBTED)
    assert str(result.hand) == "11123m 456p 222789s"
    assert {(change.tile, change.now) for change in result.changed} == {(1, "2m"), (2, "3m")}
    assert result.tiles[1].doubtful
    assert result.tiles[2].doubtful


def test_v04_where_both_are_legal_the_other_is_offered() -> None:
    result = reading(KANJI.format(pair="5z5z"), **DOUBTED)
    assert str(result.hand) == "111m 456p 222789s 55z"
    assert "123m 456p 222789s 55z" in [str(one.hand) for one in result.alternatives]


# V06: figures from sets that were learned from -----------------------------------------------------------------------


def unseen_sets() -> list[str]:
    """Datasets that are for testing only, by their cards."""
    cards = {path.parent.name: tomllib.loads(path.read_text("utf-8")) for path in CARDS.glob("*/card.toml")}
    return sorted(name for name, card in cards.items() if TESTING in card.get("use", ""))


def test_v06_sets_for_testing_are_in_no_training() -> None:
    assert unseen_sets()
    for config in sorted(ROOT.glob("models/*/config.toml")):
        sources = {source["name"] for source in tomllib.loads(config.read_text("utf-8")).get("sources", ())}
        assert not sources & {*unseen_sets()}


def test_v06_every_dataset_is_reported_by_itself_per_tile_and_per_photo() -> None:
    right = Judged("1m", "1m", 0.9, 60.0)
    wrong = Judged("1m", "2m", 0.9, 60.0)
    sets = {
        "seen": (Outcome("a", (right, right), {}), Outcome("b", (right,), {})),
        "unseen": (Outcome("c", (right, wrong), {}), Outcome("d", (right,), {})),
    }
    table = headline({"hupai": [Evaluation(name, outcomes) for name, outcomes in sets.items()]})
    rows = {line.split("`")[1]: line for line in table.splitlines()[2:]}
    assert "3 of 3, 100.0 %" in rows["seen"]
    assert "2 of 3, 66.7 %" in rows["unseen"]
    assert rows["unseen"].split("|")[-3].strip().startswith("50.0 %")


def test_v06_the_readme_tells_how_well_unseen_sets_are_read() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    section = text[text.index(BEGIN) : text.index(END)]
    for name in unseen_sets():
        assert re.search(rf"`{name}` \|[^|]*\| `hupai` \| \d+ of \d+, [\d.]+ % [^|]*\|[^|]*\| [\d.]+ %", section)


# V07: the edges of a rack and shadows were counted as tiles ----------------------------------------------------------

RACK = ("1m", "2m", "3m", "6s", "7s", "8s", "9s", "4p", "5p", "2z", "2z")


@cache
def rack() -> Photo:
    solids = [standing(face, 1.03 * place, 0.0, 0.25, SHAPE) for place, face in enumerate(RACK)]
    things = rests(solids, np.random.default_rng(1))
    return photographed(solids, (1200, 800), 84, elevation=0.6, things=things)


def test_v07_as_many_tiles_as_faces_stand_on_the_rack(detector: OnnxDetector | OnnxPipeline) -> None:
    assert len(detector.detect(rack())) == len(RACK)


def test_v07_a_count_that_fits_no_hand_is_told_and_blocks_the_score(detector: OnnxDetector | OnnxPipeline) -> None:
    result = read_hand(rack(), detector)
    assert result.hand is None
    assert "11 tiles seen" in {doubt.code: doubt.message for doubt in result.doubts}["wrong_tile_count"]
    with served(detector) as client:
        answer = client.post("/v1/scan", files={"photo": jpeg(rack())}, data={"rules": "mcr"}).json()
    assert answer["sheet"] is None
    assert answer["reason"]["code"] == "no_hand"


# V08: from chest height the tiles are too small ----------------------------------------------------------------------

HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "1z", "5z", "5z")


def test_v08_tiles_that_vanish_at_the_models_size_are_looked_for_again(detector: OnnxDetector | OnnxPipeline) -> None:
    photo = photographed(laid(*HAND), (2016, 1512), 34)
    assert 34 * 640 / photo.width < 12
    assert len(detector.detect(photo)) == len(HAND)


def test_v08_of_tiles_too_small_to_read_it_is_said_to_go_closer(detector: OnnxDetector | OnnxPipeline) -> None:
    small = cv2.resize(photographed(laid(*HAND), (2016, 1512), 34).pixels, (780, 585), interpolation=cv2.INTER_AREA)
    result = read_hand(Photo(np.ascontiguousarray(small)), detector)
    assert "go closer" in {doubt.code: doubt.message for doubt in result.doubts}["tiles_too_small"]


# V10: HEIC from a phone ----------------------------------------------------------------------------------------------


@cache
def small_hand() -> Photo:
    return photographed(laid(*HAND[:6]), (640, 480), 70)


def heic(photo: Photo) -> bytes:
    buffer = io.BytesIO()
    pillow_heif.from_pillow(Image.fromarray(photo.pixels)).save(buffer, quality=92)
    return buffer.getvalue()


def test_v10_heic_and_jpeg_of_one_photo_show_the_same_tiles(detector: OnnxDetector | OnnxPipeline) -> None:
    both = [beside(detector.detect(load(data))) for data in (heic(small_hand()), jpeg(small_hand()))]
    assert both[0] == both[1] == list(HAND[:6])


def test_v10_without_a_decoder_heic_is_refused_by_name(
    detector: OnnxDetector | OnnxPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with served(detector) as client:
        answer = client.post("/v1/read", content=heic(small_hand()))
        assert (answer.status_code, answer.json()["code"]) == (415, "photo_unknown")
        assert "pi-heif" in answer.json()["detail"]
        assert client.post("/v1/read", content=jpeg(small_hand())).status_code == 200


# V12: a correction was refused that was no candidate -----------------------------------------------------------------

ROW = "1m2m3m4p5p6p7s8s9s1z1z1z5z5z"


@pytest.mark.parametrize("face", LABELS)
def test_v12_any_face_is_accepted(face: str) -> None:
    assert corrected(reading(ROW), [Replace(4, face)]).tiles[4].face == face


@pytest.mark.parametrize("place", range(14))
def test_v12_any_place_can_be_corrected(place: int) -> None:
    assert corrected(reading(ROW), [Replace(place, "9p")]).tiles[place].face == "9p"


@pytest.mark.parametrize("face", ["9p", "0s", "8f", "back"])
def test_v12_a_face_that_was_no_candidate_is_taken_over_http(face: str) -> None:
    with served(Told(ROW)) as client:
        told = client.post("/v1/read", content=jpeg(Photo(np.full((900, 1600, 3), 90, np.uint8)))).json()
        answer = client.post("/v1/correct", json={"reading": told, "corrections": [f"4={face}"]})
    assert answer.status_code == 200
    assert answer.json()["reading"]["tiles"][4]["tile"] == face


def test_v12_tiles_are_added_deleted_and_moved_between_hand_and_meld() -> None:
    whole = reading(ROW)
    assert str(corrected(reading(ROW[:-2]), [Add("5z", beside=12)]).hand) == str(whole.hand)
    assert str(corrected(reading(f"{ROW}9p"), [Delete(14)]).hand) == str(whole.hand)
    melded = corrected(whole, [Group((9, 10, 11), MeldKind.PUNG)])
    assert str(melded.hand) == "123m 456p 789s 55z (111z)"
    back = corrected(melded, [Move(place, Role.CONCEALED) for place in (9, 10, 11)])
    assert str(back.hand) == str(whole.hand)


# V13: five of a tile -------------------------------------------------------------------------------------------------


def test_v13_a_fifth_tile_is_what_it_may_be_besides() -> None:
    result = reading("7s8s7s7s7s7s1m2m3m4p5p6p5z5z", t2=(0.48, (("9s", 0.44),)))
    assert result.tiles[2].face == "9s"
    (change,) = result.changed
    assert (change.tile, change.seen, change.now, change.reason) == (2, "7s", "9s", Reason.COPIES)
    assert result.tiles[2].doubtful
    assert "changed" in codes_of(result)
    assert str(result.hand) == "123m 456p 777789s 55z"


# X01: two clients, two scores ----------------------------------------------------------------------------------------

SEATED = {"hand": "123456789m 11155z 15f", "win": "5z", "self_drawn": True, "seat": "east", "round": "east"}
"""With the flower and the season of its own seat."""


@pytest.mark.parametrize("rules", ["mcr", "hong_kong"])
def test_x01_command_http_and_page_tell_the_same(rules: str) -> None:
    with TestClient(create_app(Settings())) as client:
        answer = client.post("/v1/score", json={**SEATED, "rules": rules}).json()
    told = CliRunner().invoke(cli.app, [
        "score", "--hand", str(SEATED["hand"]), "--win", str(SEATED["win"]), "--self-drawn",
        "--seat", "east", "--round", "east", "--rules", rules, "--json",
    ])  # fmt: skip
    assert told.exit_code == 0, told.output
    assert json.loads(told.output) == answer
    assert answer["points"] > 0


def test_x01_the_page_asks_the_service_for_every_score() -> None:
    page = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "service" / "page" / "scan").glob("*.js")))
    assert {"/v1/scan", "/v1/correct", "/v1/score"} <= {*re.findall(r"\"(/v1/[a-z]+)\"", page)}
    assert not re.search(r"\bpoints\s*[-+*]", page)
