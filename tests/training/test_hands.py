"""Complete hands as they are dealt, laid and photographed by the generator."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from scoring.hand import Hand, Meld, MeldKind
from scoring.tiles import parse_tile
from vision.detection import Box, Detection
from vision.labels import BACK, plain
from vision.layout import FoundMeld, Layout, Placed, arrange
from vision.melds import Giver
from vision.table import Role
from vision.training.deals import Deal, deal
from vision.training.hands import KINDS, MELDS, random_hand
from vision.training.snapshots import LEAST, Snapshot, snapshot
from vision.training.structure import key, laid_out, series
from vision.training.verdict import asked, judge, melds_of

PHOTOS = list(series(3, len(KINDS)))


def faces_of(dealt: Deal) -> list[str]:
    """All tiles of a deal with those that lie face down turned up where others of the kong show what they are."""
    shown = [*dealt.concealed, dealt.winning]
    for meld in dealt.melds:
        up = [face for face in meld.faces if face != BACK]
        shown += up + up[:1] * (len(meld.faces) - len(up))
    return [plain(face) for face in shown]


@pytest.mark.parametrize("number", range(40))
def test_a_deal_is_a_whole_hand_with_no_tile_too_often(number: int) -> None:
    rng = np.random.default_rng([5, number])
    size = 14 if number % 3 else 17
    chosen = rng.integers(0, len(MELDS), int(rng.integers(0, 5)))
    made = deal([MELDS[one][2:] for one in chosen], size, int(rng.integers(0, 6)), rng)
    assert max(Counter(faces_of(made) + [plain(face) for face in made.rest]).values()) <= 4
    assert len(set(made.flowers)) == len(made.flowers)
    hand = Hand(tuple(map(parse_tile, (*made.concealed, made.winning))))
    assert hand.size + 3 * len(made.melds) == size


def test_claimed_melds_are_what_they_are_called() -> None:
    rng = np.random.default_rng(1)
    made = deal([one[2:] for one in MELDS[:5]], 17, 0, rng)
    for meld in made.melds:
        assert Meld(meld.kind, tuple(parse_tile(face) for face in meld.faces)).kind is meld.kind
        assert meld.giver is not None
    assert {meld.giver for meld in made.melds if meld.kind is MeldKind.CHOW} == {Giver.LEFT}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_structure_is_laid(kind: str) -> None:
    laid = random_hand(np.random.default_rng(2), kind)
    assert kind in laid.way.kinds


@pytest.mark.parametrize("made", PHOTOS, ids=lambda made: made.name)
def test_the_hand_is_in_the_picture_and_large_enough(made: Snapshot) -> None:
    width, height = made.size
    boxes = [made.sights[number].box for number in asked(made)]
    assert all(box.left >= 0 and box.top >= 0 and box.right <= width and box.bottom <= height for box in boxes)
    assert float(np.median([box.long_side for box in boxes])) >= LEAST
    hand = sum(piece.role in (Role.CONCEALED, Role.WINNING, Role.MELD) for piece in made.laid.pieces)
    kongs = sum(meld.kind.is_kong for meld in made.laid.melds)
    assert hand == made.laid.way.size + kongs


def test_the_same_number_is_the_same_photo_and_another_is_not() -> None:
    assert key(snapshot(3, 4, KINDS[4])) == key(PHOTOS[4])
    assert key(PHOTOS[5]) != key(PHOTOS[4])


def truthful(made: Snapshot) -> Layout:
    """The layout that a faultless reading would give."""
    pieces = made.laid.pieces
    tiles = tuple(
        Placed(found, 0, number, 0, pieces[piece].role)
        for number, (piece, found) in enumerate(zip(made.shown, made.true_detections(), strict=True))
    )
    place = {piece: number for number, piece in enumerate(made.shown)}
    melds = tuple(
        FoundMeld(min(kinds, key=lambda kind: kind.value), tuple(place[one] for one in sorted(seen)), giver=giver)
        for seen, kinds, giver in melds_of(made)
    )
    winning = next((place[one] for one in made.shown if pieces[one].role is Role.WINNING), None)
    return Layout(tiles, melds, winning)


@pytest.mark.parametrize("made", PHOTOS, ids=lambda made: made.name)
def test_a_faultless_reading_is_judged_right(made: Snapshot) -> None:
    verdict = judge(made, truthful(made))
    assert verdict.both


def test_every_fault_is_told_from_the_others() -> None:
    made = next(one for one in PHOTOS if one.laid.melds and one.laid.way.winning and one.laid.melds[0].giver)
    right = truthful(made)
    assert right.winning is not None
    face = replace(right.tiles[0].detection, face="back" if right.tiles[0].detection.face != "back" else "1m")
    other = (replace(right.tiles[0], detection=face), *right.tiles[1:])
    assert judge(made, replace(right, tiles=other)).structure
    assert not judge(made, replace(right, tiles=other)).tiles
    assert not judge(made, replace(right, winning=None)).winning
    assert not judge(made, replace(right, melds=right.melds[1:])).melds
    assert not judge(made, replace(right, melds=(replace(right.melds[0], giver=None), *right.melds[1:]))).givers
    outside = tuple(replace(tile, role=Role.OTHER) if tile.role is Role.MELD else tile for tile in right.tiles)
    assert not judge(made, replace(right, tiles=outside)).roles


def test_a_reading_of_true_tiles_names_them_all_right() -> None:
    verdicts = [judge(made, laid_out(made.true_detections()).layout) for made in PHOTOS]
    assert all(verdict.tiles for verdict in verdicts)


@pytest.mark.parametrize("face", ["back", "5z"])
def test_no_tile_is_lost_whatever_the_tiles_seem_to_show(face: str) -> None:
    for made in PHOTOS:
        seen = [replace(one, face=face) for one in made.true_detections()]
        assert sorted(tile.detection.box for tile in arrange(seen).tiles) == sorted(one.box for one in seen)


@pytest.mark.parametrize("up", [90.0, None])
def test_no_tile_is_lost_of_several_turned_ones_in_a_column(up: float | None) -> None:
    row = [Detection(f"{rank}m", Box(95.0 * rank, 600, 95.0 * rank + 90, 720), 0.9, up=0.0) for rank in range(1, 10)]
    column = [Detection("5z", Box(1200, top, 1320, top + 90), 0.9, up=up) for top in (400.0, 495.0, 590.0)]
    assert len(arrange([*row, *column]).tiles) == 12
