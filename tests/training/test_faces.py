"""Faces drawn by our own code: all of them, alike for the same seed and unlike each other."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.labels import BACK, LABELS
from vision.training.faces.brush import Brush, stroke_path
from vision.training.faces.chance import sample_design
from vision.training.faces.characters import NUMERALS, WINDS
from vision.training.faces.design import CLASSIC, EXPORT, JAPANESE, Design
from vision.training.faces.flowers import SIMPLIFIED, TRADITIONAL
from vision.training.faces.glyphs import Script, fonts, write
from vision.training.faces.render import face_image, face_svg
from vision.training.faces.strokes import WRITTEN, strokes

SEEDS = (1, 2, 3)

STROKE_COUNTS = {
    "萬": 12, "万": 3, "東": 8, "南": 9, "西": 6, "北": 5, "中": 4, "發": 12, "发": 5, "白": 5, "伍": 6,
    "梅": 11, "蘭": 20, "兰": 5, "竹": 6, "菊": 11, "春": 9, "夏": 10, "秋": 9, "冬": 5,
}  # fmt: skip
"""As dictionaries count them, with 艹 in three strokes."""


@pytest.fixture
def renderer() -> None:
    pytest.importorskip("resvg_py")


@pytest.fixture
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.training.faces.glyphs.fonts", dict)
    monkeypatch.setattr("vision.training.faces.glyphs._glyph", _uncached)


def _uncached(character: str, script: Script) -> object:
    from vision.training.faces import glyphs

    assert not glyphs.fonts()
    return glyphs._brush_glyph(character, script.brush)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.usefixtures("renderer")
def test_every_face_is_a_picture_of_the_asked_height(seed: int) -> None:
    design = sample_design(seed)
    for label in LABELS:
        picture = face_image(label, design, 64)
        assert picture.dtype == np.uint8
        assert picture.shape == (64, round(64 * design.aspect), 3)


@pytest.mark.parametrize("design", [CLASSIC, JAPANESE, EXPORT, *(sample_design(seed) for seed in SEEDS)])
@pytest.mark.usefixtures("renderer")
def test_faces_of_one_design_differ(design: Design) -> None:
    pictures = {label: face_image(label, design, 64).astype(int) for label in LABELS}
    for index, label in enumerate(LABELS):
        for other in LABELS[index + 1 :]:
            assert np.abs(pictures[label] - pictures[other]).max() > 60, (label, other)


@pytest.mark.usefixtures("renderer")
def test_the_same_seed_draws_the_same_face() -> None:
    for label in ("1s", "5m", "1f", BACK):
        again = face_image(label, sample_design(7), 64)
        assert np.array_equal(face_image(label, sample_design(7), 64), again)


@pytest.mark.parametrize("seed", range(40))
def test_designs_are_settled_by_their_seed(seed: int) -> None:
    assert sample_design(seed) == sample_design(seed)
    assert sample_design(seed) != sample_design(seed + 1)
    assert 0.68 <= sample_design(seed).aspect <= 0.82


@pytest.mark.parametrize("seed", range(40))
def test_a_red_five_is_no_plain_five(seed: int) -> None:
    design = replace(sample_design(seed), jitter=0.0)
    for suit in "mps":
        assert _paints(face_svg("0" + suit, design)) != _paints(face_svg("5" + suit, design))


def _paints(svg: str) -> list[str]:
    return re.findall(r'(?:fill|stroke)="([^"]*)"', svg)


@pytest.mark.usefixtures("no_fonts")
def test_faces_need_no_fonts() -> None:
    for seed in range(12):
        for label in LABELS:
            assert face_svg(label, sample_design(seed)).endswith("</svg>")


def test_a_font_that_is_not_installed_gives_way_to_the_brush() -> None:
    assert "missing.ttf" not in fonts()
    with_font, without = Script(font="missing.ttf"), Script()
    assert write("東", with_font, (0, 0), (10, 10), "#000000") == write("東", without, (0, 0), (10, 10), "#000000")


@pytest.mark.parametrize("label", ["10m", "8z", "", "x"])
def test_what_is_no_label_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="no face"):
        face_svg(label, CLASSIC)


@pytest.mark.parametrize("character", sorted(STROKE_COUNTS))
def test_characters_have_the_strokes_of_the_dictionary(character: str) -> None:
    assert len(strokes(character)) == STROKE_COUNTS[character]


def test_everything_a_tile_says_can_be_written() -> None:
    assert set(NUMERALS + WINDS + TRADITIONAL + SIMPLIFIED + "伍萬万發发中白0123456789ESWNCFPB") <= set(WRITTEN)


def test_strokes_stay_in_their_box() -> None:
    for character in WRITTEN:
        for stroke in strokes(character):
            assert stroke_path(stroke, Brush()).startswith("M")
            assert all(0 <= x <= 100 and 0 <= y <= 130 for x, y in stroke.points)


@pytest.mark.usefixtures("renderer")
def test_the_sheet_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training.faces import __main__ as command

    sheet = tmp_path / "sheet.png"
    monkeypatch.setattr("sys.argv", ["faces", str(sheet), "--seed", "3", "--designs", "1", "--height", "32"])
    command.main()
    assert sheet.stat().st_size > 1000


def spread(what) -> set:
    """What the designs of many seeds have."""
    return {what(sample_design(seed)) for seed in range(250)}


def test_designs_cover_what_real_sets_show() -> None:
    assert spread(lambda design: design.red_five) == {"whole", "dot", "ring", "both"}
    assert spread(lambda design: design.flowers.place) == {"across", "under", "both"}
    assert spread(lambda design: design.flowers.foot) == {True, False}
    assert spread(lambda design: design.marks.both) == {True, False}
    assert spread(lambda design: design.characters.white) >= {"blank", "thin", "thick", "dashed", "glyph", "letter"}
    assert {letters[4] for letters in spread(lambda design: design.marks.letters)} == {"P", "B", "W"}
    assert {linked > 0 for linked in spread(lambda design: design.characters.script.brush.linked)} == {True, False}
    assert {clear > 0 for clear in spread(lambda design: design.material.clear)} == {True, False}
    assert len(spread(lambda design: design.bamboo.bird)) == 9


@pytest.mark.usefixtures("renderer")
def test_some_sets_are_dark_with_light_ink() -> None:
    dark = [sample_design(seed) for seed in range(250) if int(sample_design(seed).material.ground[1:3], 16) < 100]
    assert 5 < len(dark) < 40
    for design in dark[:4]:
        face = face_image("1z", design, 64).astype(int)
        assert np.percentile(face.max(axis=2), 99) > face[2:6, 2:-2].max(axis=2).mean() + 50


@pytest.mark.parametrize("manner", ["whole", "dot", "ring", "both"])
@pytest.mark.usefixtures("renderer")
def test_every_red_five_has_red_that_the_plain_five_lacks(manner: str) -> None:
    design = replace(CLASSIC, red_five=manner, jitter=0.0)
    for suit in "ps":
        red, plain = (face_image(label + suit, design, 96).astype(int) for label in "05")
        reds = [(face[..., 0] - face[..., 1:].max(axis=2)) > 70 for face in (red, plain)]
        if manner in ("whole", "both"):
            assert reds[0][20:].sum() > reds[1][20:].sum() * 1.2
        if manner != "whole":
            assert reds[0][:14].sum() > reds[1][:14].sum() + 12


def test_a_mark_in_both_corners_comes_twice() -> None:
    once = replace(EXPORT, marks=replace(EXPORT.marks, both=False))
    twice = replace(EXPORT, marks=replace(EXPORT.marks, both=True))
    sign = write("E", EXPORT.marks.script, (0, 0), (5, 5), EXPORT.ink("red"))
    outline = re.findall(r' d="([^"]*)"', sign)[0]
    assert face_svg("1z", once).count(outline) == 1
    assert face_svg("1z", twice).count(outline) == 2


def test_running_script_joins_its_strokes() -> None:
    plain, linked = (Script(Brush(linked=share)) for share in (0.0, 0.5))
    for character in "東發梅":
        lengths = [len(write(character, script, (0, 0), (10, 10), "#000000")) for script in (plain, linked)]
        assert lengths[1] > lengths[0] * 1.1


@pytest.mark.usefixtures("renderer")
def test_flowers_put_name_and_number_where_the_set_has_them() -> None:
    def darkest(place: str, foot: bool) -> tuple[bool, bool, bool, bool]:
        text = "none" if place == "both" else "corner"
        flowers = replace(CLASSIC.flowers, place=place, foot=foot, text=text, swap=False)
        design = replace(CLASSIC, flowers=flowers, jitter=0.0, material=replace(CLASSIC.material, grain=0.0, shade=0.0))
        face = face_image("5f", design, 200).astype(int)
        bare = face_image("5f", replace(design, flowers=replace(flowers, digits="none", text="none")), 200).astype(int)
        room = 42
        corners = [slice(0, room), slice(-room, None)]
        return tuple(
            bool(np.abs(face[rows, columns] - np.median(bare[:4, :4], axis=(0, 1))).max() > 60)
            for rows in corners
            for columns in (slice(0, 40), slice(-40, None))
        )

    assert darkest("across", False)[:2] == (True, True)
    assert darkest("both", False)[:2] == (True, True)
    assert sum(darkest("under", False)[:2]) == 1
    assert darkest("across", True)[2:] == (True, True)
