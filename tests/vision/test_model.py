"""What a model's card may say: each fault is told with the card, the key and the value."""

from pathlib import Path

import pytest

from service.reader import load_reader
from service.settings import Settings
from vision.errors import ModelError
from vision.model import CardKind, card_kind, read_card, read_pipeline_card, read_recogniser_card, toml_of
from vision.pipeline import open_detector, readers

SHA = f'"{"0" * 64}"'
CARDS = {
    "reader": {"name": '"both"', "locator": '"../where"', "recogniser": '"../what"', "confidence": "0.9"},
    "where": {"name": '"where"', "file": '"where.onnx"', "sha256": SHA, "labels": '["tile"]'},
    "what": {"name": '"what"', "file": '"what.onnx"', "sha256": SHA, "labels": '["1m", "nothing"]'},
    "whole": {"name": '"whole"', "file": '"whole.onnx"', "sha256": SHA, "labels": '["1m"]'},
}
READ = {"reader": read_pipeline_card, "where": read_card, "what": read_recogniser_card, "whole": read_card}


def put(folder: Path, name: str, /, **change: str) -> Path:
    """A folder with a card of that kind; keywords replace its lines."""
    (folder / name).mkdir()
    lines = CARDS[name] | change
    text = "".join(f"{key} = {value}\n" for key, value in lines.items())
    (folder / name / "card.toml").write_text(text, encoding="utf-8")
    return folder / name


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("reader", CardKind.PIPELINE),
        ("where", CardKind.LOCATOR),
        ("what", CardKind.RECOGNISER),
        ("whole", CardKind.DETECTOR),
    ],
)
def test_a_card_tells_what_it_is_of(tmp_path: Path, name: str, kind: CardKind) -> None:
    folder = put(tmp_path, name)
    assert card_kind(folder) is kind
    assert READ[name](folder).name == CARDS[name]["name"].strip('"')


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [("reader", "confidence", value) for value in ("nan", "inf", "-3", "2", "true", '"0.9"', "[0.9]")]
    + [("where", key, value) for key in ("input_size", "tile_size") for value in ("0", "-640", "60000", "true", "64.5")]
    + [("where", "confidence", "nan"), ("where", "confidence", "-0.1")]
    + [("what", "temperature", value) for value in ("0", "nan", "inf", "1e-300", "1e30", "true", '"1"', "-1")]
    + [("what", "labels", value) for value in ("5", '[["1m"]]', "[]", '["1m", "1m", "nothing"]', '["", "nothing"]')]
    + [("where", "labels", value) for value in ("5", '[["tile"]]', "{}")]
    + [("reader", key, value) for key in ("locator", "recogniser") for value in ("5", '""', '"a\\u0000b"', '" "')]
    + [("where", "file", '"a\\u0000"'), ("where", "sha256", '"00"'), ("where", "sha256", "5"), ("whole", "name", "5")],
)
def test_a_value_that_makes_no_sense_is_named(tmp_path: Path, name: str, key: str, value: str) -> None:
    folder = put(tmp_path, name, **{key: value})
    with pytest.raises(ModelError, match=key) as error:
        READ[name](folder)
    assert error.value.code == "model_card"
    assert str(folder / "card.toml") in error.value.message
    assert f"{key} is " in error.value.message
    assert error.value.message.isprintable()


def test_a_label_that_nothing_is_called_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="9x"):
        read_card(put(tmp_path, "whole", labels='["1m", "9x"]'))


@pytest.mark.parametrize("where", [".", "../reader", "../what"])
def test_a_card_of_the_wrong_kind_is_told_as_such(tmp_path: Path, where: str) -> None:
    folder = put(tmp_path, "reader", locator=f'"{where}"')
    put(tmp_path, "what")
    kind = CardKind.RECOGNISER if where == "../what" else CardKind.PIPELINE
    with pytest.raises(ModelError, match=kind.value) as error:
        open_detector(folder)
    assert error.value.code == "model_card"


@pytest.mark.parametrize("text", ["=== what", "\0", "x = " + "[" * 3000 + "]" * 3000])
def test_a_card_that_cannot_be_read_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "card.toml").write_text(text)
    with pytest.raises(ModelError, match=r"card\.toml") as error:
        toml_of(tmp_path / "card.toml")
    assert error.value.code == "model_card"


def test_those_that_read_by_themselves_are_readers(tmp_path: Path) -> None:
    for name in CARDS:
        put(tmp_path, name)
    assert [folder.name for folder in readers(tmp_path)] == ["reader", "whole"]


@pytest.mark.parametrize(("name", "half"), [("where", CardKind.LOCATOR), ("what", CardKind.RECOGNISER)])
def test_half_a_reader_is_refused_by_name(tmp_path: Path, name: str, half: CardKind) -> None:
    put(tmp_path, name)
    with pytest.raises(ModelError, match=half.value) as error:
        load_reader(Settings(models=tmp_path, model=name))
    assert str(tmp_path / name) in error.value.message


def test_a_file_is_no_folder_of_models(tmp_path: Path) -> None:
    card = put(tmp_path, "whole") / "card.toml"
    with pytest.raises(ModelError, match="is a file"):
        load_reader(Settings(models=card))
