"""How well structure is read, from the photos to the table."""

from collections.abc import Callable
from pathlib import Path

import pytest

from vision.labels import LABELS
from vision.training import structure
from vision.training.hands import KINDS
from vision.training.seen import Seen
from vision.training.snapshots import Snapshot, snapshot
from vision.training.structure import Looks, faults, keep, key, main, outcomes, series, table

PHOTOS = list(series(3, 6))


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The photos that were looked at, by a reader without fault."""
    names: list[str] = []

    def look(_model: Path, _sets: str, made: Snapshot) -> Seen:
        names.append(made.name)
        return Seen(key(made), *made.size, tuple(made.true_detections()))

    monkeypatch.setattr(structure, "_look", look)
    return names


def test_what_was_seen_is_kept_and_a_run_that_was_stopped_goes_on(looked: list[str], tmp_path: Path) -> None:
    Looks(tmp_path, tmp_path / "kept" / "seen.jsonl", "usual").look(PHOTOS[:2], 1)
    again = Looks(tmp_path, tmp_path / "kept" / "seen.jsonl", "usual")
    again.look(PHOTOS[:4], 1)
    assert looked == [made.name for made in PHOTOS[:4]]
    boxes = [[round(side) for side in one.box] for one in again.found(PHOTOS[1])]
    assert boxes == [[round(side) for side in one.box] for one in PHOTOS[1].true_detections()]


def test_a_faultless_reader_has_the_structure_of_the_true_tiles(looked: list[str], tmp_path: Path) -> None:
    looks = Looks(tmp_path, tmp_path / "seen.jsonl", "usual")
    looks.look(PHOTOS, 1)
    told = outcomes(PHOTOS, looks.found)
    assert looked
    assert all(one.verdict.tiles and one.named for one in told)
    assert [one.verdict.structure for one in told] == [one.ideal.structure for one in told]


def test_a_tile_that_was_not_found_is_the_models_fault() -> None:
    told = outcomes(PHOTOS[:1], lambda made: made.true_detections()[1:])
    assert not told[0].verdict.tiles
    assert told[0].ideal.structure
    (line,) = faults(told)
    assert line.startswith("hand 3-0: tiles")


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        pytest.param(11, 101, id="a row that runs towards the camera, each tile half hidden by the next"),
        pytest.param(11, 132, id="another"),
        pytest.param(11, 69, id="a winning tile a little apart before the row"),
        pytest.param(11, 268, id="a winning tile a little apart after the row"),
        pytest.param(12, 388, id="an added kong upside down, the turned tile half hidden"),
        pytest.param(12, 450, id="another, laid beside"),
        pytest.param(11, 94, id="a hand of seventeen with a kong face down"),
    ],
)
def test_what_was_misread_once_is_read(seed: int, number: int) -> None:
    (told,) = outcomes([snapshot(seed, number, KINDS[number % len(KINDS)])], None)
    assert told.ideal.structure, told.ideal


def test_the_table_has_a_row_for_each_kind_that_was_laid() -> None:
    told = outcomes(PHOTOS, None)
    rows = [line.split(" | ")[0].strip("| ") for line in table(told, truth=True).splitlines()[2:]]
    assert rows == [kind for kind in KINDS if any(kind in made.laid.way.kinds for made in PHOTOS)] + ["all"]
    assert "| all | 6 |" in table(told, truth=False)


def test_misread_photos_are_drawn(tmp_path: Path) -> None:
    paint: Callable[[Snapshot], None] = lambda _: None  # noqa: E731
    keep(tmp_path, outcomes(PHOTOS[:2], lambda made: made.true_detections()[1:]), paint)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hand-3-0.png", "hand-3-1.png"]


def test_the_command_tells_the_table_without_models(capsys: pytest.CaptureFixture[str]) -> None:
    main(["nowhere", "--photos", "2", "--truth-boxes", "--kind", "vertical"])
    assert "| vertical | 2 |" in capsys.readouterr().out


def test_photos_can_show_three_usual_sets() -> None:
    sets = structure.SETS["usual"]().kinds["drawn"]
    assert len({one.name for one in sets}) == 3
    assert all(set(one.faces) == set(LABELS) for one in sets)
