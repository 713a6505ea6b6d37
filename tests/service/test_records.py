"""Records, replaying them, photos that are kept, and their labels."""

import io
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from typer.testing import Result

from scoring.rules import RULE_SETS
from service.app import create_app
from service.errors import ServiceError
from service.keeping import DAY, Keeper
from service.labels import labelled, shares_of
from service.reader import PhotoReader, load_reader
from service.records import differences, read_record, replay, untranslated
from service.settings import Settings
from vision.detection import Box
from vision.labels import CLASS_NUMBERS
from vision.photo import load

HAND = {"hand": "123456789m 12355p", "win": "5p", "self_drawn": True, "record": True}
ROUND = {"wins": [{"hand": "123456789m 12355p", "win": "5p", "from": "west", "seat": "south"}]}
EXAMPLE = Path(__file__).parents[2] / "examples" / "hand.jpg"
KEPT_NAME = "EXIF_SECRET_PLACE"


def same(record: dict[str, Any]) -> bool:
    """Whether it replays, after a journey as text."""
    out = replay(read_record(json.dumps(record)))
    assert out.difference is None or not out.same
    return out.same


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"options": {"minimum": 6}, "seat": "south", "self_drawn": False, "from": "west", "events": ["last_tile"]},
        {"rules": "hong_kong", "flowers": "15f"},
        {"rules": "riichi", "circumstances": {"riichi": "yes", "dora_indicators": "1p"}, "options": ["preset=tenhou"]},
        {"rules": "nanchang", "hand": "1234567m 789p 2349s", "win": "7m", "wild": "9s"},
        {"rules": "shangrao_jiuyao", "hand": "1234567m 789p 2349s", "win": "7m", "indicator": "8s"},
    ],
)
def test_a_score_is_replayed_from_its_record(client: TestClient, change: dict) -> None:
    answer = client.post("/v1/score", json=HAND | change).json()
    record = answer.pop("record")
    assert (record["format"], record["version"], record["kind"]) == ("hupai.record", 1, "score")
    assert answer == client.post("/v1/score", json=HAND | change | {"record": False}).json()
    assert record["result"] == {"sheet": untranslated(answer)}
    assert same(record)


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_record_has_every_option_and_can_set_it_again(client: TestClient, name: str) -> None:
    asked = {"rules": name, "self_drawn": True, "record": True}
    hand = {"taiwan16": "123456789m 123456p 55p", "sichuan": "123456789m 12355p"}.get(name, HAND["hand"])
    answer = client.post("/v1/score", json=asked | {"hand": hand, "win": "5p"})
    if answer.status_code != 200:
        round_asked = {"rules": name, "record": True}
        answer = client.post("/v1/settle", json=round_asked)
    record = answer.json()["record"]
    assert record["rules"]["name"] == name
    listed = {option["name"]: option["default"] for option in client.get(f"/v1/rules/{name}").json()["options"]}
    assert record["rules"]["options"] == listed
    assert same(record)


def test_a_record_keeps_to_the_options_that_applied(client: TestClient) -> None:
    record = client.post("/v1/score", json=HAND).json()["record"]
    record["rules"]["options"]["minimum"] = 60
    with pytest.raises(Exception, match="60"):
        replay(read_record(json.dumps(record)))


def test_a_round_is_replayed_from_its_record(client: TestClient) -> None:
    answer = client.post("/v1/settle", json=ROUND | {"record": True}).json()
    record = answer.pop("record")
    assert record["kind"] == "round"
    assert record["result"] == {"settlement": untranslated(answer)}
    assert same(record)
    record["asked"]["wins"][0]["seat"] = "north"
    assert not same(record)


def test_a_hand_at_a_table_is_replayed_from_its_record(client: TestClient) -> None:
    table = client.post("/v1/table", json={"table": {"rules": "mcr"}, "round": {}}).json()["table"]
    answer = client.post("/v1/table", json={"table": table, "round": ROUND | {"record": True}}).json()
    record = answer.pop("record")
    assert record["kind"] == "table"
    assert record["table"] == table
    assert record["result"] == untranslated(answer)
    assert same(record)
    assert "record" not in client.post("/v1/table", json={"table": table, "undo": True}).json()


def scanned(client: TestClient, picture: bytes, **fields: str) -> dict[str, Any]:
    data = {"self_drawn": "true", "record": "true"} | fields
    answer: dict[str, Any] = client.post("/v1/scan", files={"photo": ("a.jpg", picture)}, data=data).json()
    return answer


def test_a_scan_is_replayed_from_its_record(client: TestClient, picture: bytes) -> None:
    answer = scanned(client, picture)
    record = answer.pop("record")
    assert record["kind"] == "photo"
    assert record["photo"] == {"sha256": answer["reading"]["sha256"], "width": 700, "height": 300}
    assert record["model"] == {"name": "fake", "sha256": "0" * 64}
    assert record["result"]["sheet"] == untranslated(answer["sheet"])
    assert "photo" not in record["reading"]
    plain = scanned(client, picture, record="false")
    assert "record" not in plain
    assert plain["sheet"] == answer["sheet"]
    assert same(record)


def test_corrections_are_in_the_record(client: TestClient, picture: bytes) -> None:
    reading = client.post("/v1/read", content=picture).json()
    corrections = ["3=5p", {"action": "win", "tile": 0}]
    asked = {"reading": reading, "corrections": corrections, "rules": "mcr", "self_drawn": True, "record": True}
    answer = client.post("/v1/correct", json=asked).json()
    record = answer.pop("record")
    assert record["corrections"] == [
        {"action": "replace", "tile": 3, "face": "5p"},
        {"action": "win", "tile": 0},
    ]
    assert record["photo"]["sha256"] == reading["sha256"]
    assert record["result"]["reason"] == answer["reason"]
    assert record["result"]["sheet"] == untranslated(answer["sheet"])
    assert record["reading"]["tiles"][3]["tile"] == "4m"
    assert same(record)
    record["corrections"] = []
    assert not same(record)


def test_a_scan_at_a_table_is_replayed(client: TestClient, picture: bytes) -> None:
    table = client.post("/v1/table", json={"table": {"rules": "riichi"}}).json()["table"]
    answer = scanned(client, picture, table=json.dumps(table))
    assert answer["record"]["table"]["rules"] == "riichi"
    assert same(answer["record"])


def test_the_sample_photo_is_replayed() -> None:
    client = TestClient(create_app(Settings(), load_reader(Settings())))
    answer = scanned(client, EXAMPLE.read_bytes(), rules="hong_kong")
    plain = scanned(client, EXAMPLE.read_bytes(), rules="hong_kong", record="false")
    assert answer["record"]["result"]["hand"] == "123456789m 55s (777z)"
    assert same(answer["record"])
    del answer["record"], answer["reading"]["ms"], plain["reading"]["ms"]
    assert answer == plain


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"points": 26}, "result.sheet.points: 26 in the record, 25 now"),
        ({"lines": []}, "result.sheet.lines: 0 in the record"),
        ({"more": 1}, "result.sheet.more: it is in the record"),
    ],
)
def test_what_differs_is_named(
    client: TestClient, hupai: Callable[..., Result], tmp_path: Path, change: dict, place: str
) -> None:
    record = client.post("/v1/score", json=HAND | {"hand": "123456789m 12355p"}).json()["record"]
    points = record["result"]["sheet"]["points"]
    record["result"]["sheet"] |= change
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    result = hupai("replay", path)
    assert result.exit_code == 1
    assert place.replace("25", str(points)) in " ".join(result.stdout.split())
    told = json.loads(hupai("replay", path, "--json").stdout)
    assert not told["same"]
    assert told["result"]["sheet"]["points"] == points


def test_the_command_writes_records_and_replays_them(hupai: Callable[..., Result], photo: Path, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    assert hupai("score", "--hand", HAND["hand"], "--win", "5p", "--self-drawn", "--record", path).exit_code == 0
    assert hupai("replay", path).exit_code == 0
    result = hupai("score", photo, "--self-drawn", "--fix", "12=2p", "--record", path, "--json")
    record = json.loads(path.read_text())
    assert record["corrections"] == [{"action": "replace", "tile": 12, "face": "2p"}]
    assert record["result"]["sheet"] == untranslated(json.loads(result.stdout)["sheet"])
    assert hupai("replay", path).exit_code == 0


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", '{"format": "hupai.record", "version": 2}', '{"format": "hupai.table", "version": 1}', "\xff"],
)
def test_what_is_no_record_is_refused(hupai: Callable[..., Result], tmp_path: Path, text: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(text)
    result = hupai("replay", path)
    assert result.exit_code == 2
    assert "record_invalid" in result.stderr
    with pytest.raises(ServiceError):
        read_record(text)


def test_a_record_of_nonsense_is_refused(client: TestClient) -> None:
    record = client.post("/v1/score", json=HAND).json()["record"]
    with pytest.raises(ServiceError, match="wim"):
        replay(read_record(json.dumps(record | {"asked": record["asked"] | {"wim": 1}})))


def test_differences_are_of_values_and_of_kinds() -> None:
    assert list(differences({"a": [1, 2]}, {"a": [1, 2]})) == []
    assert list(differences({"a": 1}, {"a": True})) == ["result.a: 1 in the record, True now"]
    assert list(differences({"a": [1]}, {"a": [1, 2], "b": 0})) == [
        "result.a: 1 in the record, 2 now",
        "result.b: it is there now, and not in the record",
    ]


# Photos that are kept -------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def keeping(make_reader: Callable[..., PhotoReader], kept: Path) -> TestClient:
    return TestClient(create_app(Settings(keep_photos=kept, keep_photos_days=2), make_reader()))


def told_photo(turned: int = 1) -> bytes:
    """A photo whose file tells where and by whom it was taken."""
    image = Image.linear_gradient("L").resize((700, 300)).convert("RGB")
    exif = Image.Exif()
    exif[0x010E] = KEPT_NAME
    exif[0x0112] = turned
    exif.get_ifd(0x8825)[29] = KEPT_NAME
    buffer = io.BytesIO()
    image.save(buffer, format="JPEG", exif=exif, comment=KEPT_NAME.encode())
    assert KEPT_NAME.encode() in buffer.getvalue()
    return buffer.getvalue()


def test_photos_are_not_kept_unless_wanted(client: TestClient, keeping: TestClient, kept: Path) -> None:
    scanned(client, told_photo())
    scanned(keeping, told_photo(), record="false")
    keeping.post("/v1/read", content=told_photo())
    assert not kept.exists()


@pytest.mark.parametrize("turned", [1, 6])
def test_a_kept_photo_shows_the_same_and_tells_nothing_else(keeping: TestClient, kept: Path, turned: int) -> None:
    data = told_photo(turned)
    sha256 = scanned(keeping, data)["record"]["photo"]["sha256"]
    assert sorted(path.name for path in kept.iterdir()) == [f"{sha256}.jpg", f"{sha256}.json"]
    stored = (kept / f"{sha256}.jpg").read_bytes()
    assert KEPT_NAME.encode() not in stored
    with Image.open(io.BytesIO(stored)) as image:
        assert not image.getexif()
        assert not {"exif", "comment", "icc_profile", "xmp"} & image.info.keys()
    before, after = load(data).pixels.astype(int), load(stored).pixels.astype(int)
    assert before.shape == after.shape
    assert abs(before - after).mean() < 1
    assert KEPT_NAME not in (kept / f"{sha256}.json").read_text()


def test_what_is_corrected_later_replaces_the_record(keeping: TestClient, kept: Path) -> None:
    answer = scanned(keeping, told_photo())
    asked = {"reading": answer["reading"], "corrections": ["12=2p"], "rules": "mcr", "record": True}
    keeping.post("/v1/correct", json=asked)
    (path,) = kept.glob("*.json")
    assert json.loads(path.read_text())["corrections"][0]["face"] == "2p"
    strange = answer["reading"] | {"sha256": "f" * 64}
    assert keeping.post("/v1/correct", json=asked | {"reading": strange}).status_code == 200
    assert len(list(kept.iterdir())) == 2


@pytest.mark.parametrize("sha256", ["../" * 20 + "0000", "x" * 64, "A" * 64, "0" * 63])
def test_a_hash_that_is_none_names_no_file(keeping: TestClient, kept: Path, sha256: str) -> None:
    reading = scanned(keeping, told_photo())["reading"] | {"sha256": sha256}
    answer = keeping.post("/v1/correct", json={"reading": reading, "rules": "mcr", "record": True})
    assert answer.status_code == 422
    assert len(list(kept.iterdir())) == 2


def test_photos_go_when_their_time_is_over(keeping: TestClient, kept: Path) -> None:
    scanned(keeping, told_photo())
    (kept / "other.txt").write_text("stays")
    keeper: Keeper = keeping.app.state.keeper
    assert keeper.tidy(time.time() + 1.9 * DAY) == 0
    assert keeper.tidy(time.time() + 2.1 * DAY) == 2
    assert [path.name for path in kept.iterdir()] == ["other.txt"]


def test_old_photos_go_when_the_service_starts(make_reader: Callable[..., PhotoReader], kept: Path) -> None:
    kept.mkdir()
    (kept / f"{'a' * 64}.jpg").write_bytes(b"old")
    app = create_app(Settings(keep_photos=kept, keep_photos_days=1e-9), make_reader())
    time.sleep(0.01)
    with TestClient(app):
        deadline = time.monotonic() + 10
        while list(kept.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.01)
    assert list(kept.iterdir()) == []


def test_a_photo_that_cannot_be_kept_is_read_all_the_same(
    make_reader: Callable[..., PhotoReader], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    client = TestClient(create_app(Settings(keep_photos=tmp_path / "file" / "kept"), make_reader()))
    assert scanned(client, told_photo())["sheet"]
    assert "cannot be kept" in caplog.text


def test_corrections_become_labels(
    keeping: TestClient, hupai: Callable[..., Result], kept: Path, tmp_path: Path
) -> None:
    reading = scanned(keeping, told_photo())["reading"]
    asked = {"reading": reading, "corrections": ["3=5p", "5=none"], "rules": "mcr", "record": True}
    keeping.post("/v1/correct", json=asked)
    result = hupai("labels", kept, tmp_path / "mine")
    assert result.exit_code == 0
    assert "1 of 1" in result.stdout
    (path,) = (tmp_path / "mine" / "labels").iterdir()
    lines = [line.split() for line in path.read_text().splitlines()]
    assert len(lines) == len(reading["tiles"]) - 1
    assert [int(line[0]) for line in lines][:5] == [CLASS_NUMBERS[face] for face in ("1m", "2m", "3m", "5p", "5m")]
    left, top, right, bottom = reading["tiles"][3]["box"]
    wanted = ((left + right) / 1400, (top + bottom) / 600, (right - left) / 700, (bottom - top) / 300)
    assert [float(share) for share in lines[3][1:]] == pytest.approx(wanted, abs=1e-5)
    assert (tmp_path / "mine" / "images" / f"{path.stem}.jpg").is_file()
    assert hupai("evaluate", tmp_path / "mine").exit_code == 0


def test_a_tile_added_nowhere_leaves_the_photo_out(
    keeping: TestClient, hupai: Callable[..., Result], kept: Path, tmp_path: Path
) -> None:
    reading = scanned(keeping, told_photo())["reading"]
    keeping.post("/v1/correct", json={"reading": reading, "corrections": ["+5p@3"], "rules": "mcr", "record": True})
    result = hupai("labels", kept, tmp_path / "mine")
    assert result.exit_code == 1
    assert "left out" in result.stderr
    assert hupai("labels", tmp_path / "none", tmp_path / "mine").exit_code == 2


def test_a_record_that_is_none_leaves_the_photo_out(kept: Path) -> None:
    kept.mkdir()
    (kept / "a.jpg").write_bytes(b"")
    (kept / "a.json").write_text("{}")
    (kept / "b.json").write_text("{}")
    (found,) = labelled(kept)
    assert hasattr(found, "why")


def test_boxes_end_at_the_photos_edge() -> None:
    assert shares_of(Box(-10, 50, 50, 150), 100, 100) == (0.25, 0.75, 0.5, 0.5)
