from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from scoring.hand import parse_hand
from scoring.rules import rule_set, with_options
from scoring.tiles import parse_tile
from scoring.win import Seat, Win
from tests.stream.world import HAND, World, row, shake
from vision.detection import Box, Detection
from vision.hand_reading import HandReading, ReadTile
from vision.layout import FoundMeld, Role
from vision.melds import MeldKind
from vision.photo import Photo
from vision.quality import Light
from vision.stream import Follower, State
from vision.stream.verdict import Announced, Answer, Claim, Judge, Verdict
from vision.stream.verdict_picture import evidence
from vision.stream.verdict_score import Way, scored
from vision.stream.verdict_tiles import compared
from vision.timing import Stopwatch

STEP = 0.2
"""Seconds between frames read."""
TRUE = "123456789m 123p 55p"
CLEAR = World(())


def states(*scenes: tuple[World, int]) -> Iterator[State]:
    """What is told of worlds that are shown one after the other, each for so many frames."""
    looked = Looked()
    follower, number = Follower(looked), 0
    for world, count in scenes:
        looked.world = world
        for _ in range(count):
            yield follower.see(world.frame(number, number * STEP, shake(number, 6.0)))
            number += 1


class Looked:
    """Sees what lies in the world that is shown."""

    world: World

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        return self.world.detect(photo, watch)


class Torn(World):
    """A detector that is torn between two faces for one tile."""

    def detect(self, photo: Photo, watch: Stopwatch | None = None) -> list[Detection]:
        found = super().detect(photo, watch)
        return [replace(one, confidence=0.55, runners_up=(("8p", 0.42),)) if one.face == "3p" else one for one in found]


def verdict(claim: Claim, *scenes: tuple[World, int]) -> Verdict:
    judge = Judge(claim)
    for state in states(*scenes):
        judge.take(state)
    return judge.verdict()


def hand(text: str = TRUE) -> Claim:
    return Claim(hand=parse_hand(text))


def announced(points: int) -> Announced:
    rules = with_options(rule_set("mcr"), {"minimum": "0"})
    return Announced(points, rules, (Way("", lambda tile: Win(tile, Seat.SOUTH)),))


def codes(told: Verdict) -> set[str]:
    return {one.code for one in told.reasons}


def test_the_hand_that_lies_there_is_confirmed() -> None:
    told = verdict(hand(), (World(row(HAND)), 8))
    assert told.answer is Answer.CONFIRMED
    finding = told.decisive
    assert finding is not None
    assert (told.decides, len(told.findings), told.reasons) == (0, 1, ())
    assert finding.start <= 2 * STEP
    assert finding.settled_at is not None
    assert finding.end == pytest.approx(7 * STEP)
    assert finding.chance > 0.8
    assert (told.read, told.dropped) == (8, 0)


@pytest.mark.parametrize(("claimed", "seen"), [("123456789m 122p 55p", "3p"), ("123456779m 123p 55p", "8m")])
def test_a_tile_that_is_another_contradicts_and_is_named(claimed: str, seen: str) -> None:
    told = verdict(hand(claimed), (World(row(HAND)), 10))
    finding = told.decisive
    assert told.answer is Answer.CONTRADICTED
    assert finding is not None
    (wrong,) = finding.mismatches
    assert (wrong.seen, wrong.chance > 0.95) == (seen, True)
    assert finding.reading.tiles[wrong.tile].face == seen
    assert wrong.start < wrong.end == pytest.approx(9 * STEP)
    drawn = evidence(finding.picture, finding.reading, [(wrong.box, "3p, not 2p")])
    plain = evidence(finding.picture, finding.reading)
    assert drawn.shape == plain.shape
    assert (drawn != plain).any()


def test_a_tile_in_doubt_confirms_nothing_however_well_it_would_fit() -> None:
    told = verdict(hand(), (Torn(row(HAND)), 20))
    assert told.answer is Answer.UNDECIDED
    assert "tile_unsure" in codes(told)


def test_what_was_not_looked_at_long_enough_is_undecided() -> None:
    told = verdict(hand(), (World(row(HAND)), 3))
    assert (told.answer, codes(told) >= {"never_settled"}) == (Answer.UNDECIDED, True)
    contrary = verdict(hand("123456789m 122p 55p"), (World(row(HAND)), 3))
    assert contrary.answer is Answer.UNDECIDED


def test_where_nothing_is_seen_nothing_is_decided() -> None:
    told = verdict(hand(), (CLEAR, 4))
    assert (told.answer, told.decides, codes(told)) == (Answer.UNDECIDED, None, {"no_tiles"})
    assert verdict(hand()).answer is Answer.UNDECIDED


def test_a_tile_too_few_is_no_contradiction() -> None:
    told = verdict(hand(), (World(row(HAND[:-1])), 15))
    assert told.answer is Answer.UNDECIDED
    assert "13 tiles seen of 14" in {one.message for one in told.reasons}


def test_what_seemed_to_change_and_did_not_takes_nothing_back() -> None:
    hand_, other = World(row(HAND)), World(row([*HAND[:11], "8p", *HAND[12:]]))
    told = verdict(hand(), (hand_, 10), (other, 3), (hand_, 20))
    assert (told.answer, codes(told)) == (Answer.CONFIRMED, set())
    swapped = verdict(hand(), (hand_, 10), (other, 25), (hand_, 3))
    assert swapped.answer is Answer.UNDECIDED


def test_a_tile_that_is_swapped_takes_the_confirmation_back() -> None:
    before, after = World(row(HAND)), World(row([*HAND[:11], "8p", *HAND[12:]]))
    told = verdict(hand(), (before, 10), (after, 25))
    assert (told.answer, "tile_changed" in codes(told)) == (Answer.UNDECIDED, True)
    assert verdict(hand("19m19p19s12345677z"), (before, 10), (after, 25)).answer is Answer.CONTRADICTED


def test_each_hand_that_is_laid_down_has_a_finding() -> None:
    second = ["1s", "1s", "1s", "2s", "3s", "4s", "5s", "6s", "7s", "9s", "9s", "9s", "2z", "2z"]
    worlds = (World(row(HAND)), 8), (CLEAR, 8), (World(row(second, x=90, y=150)), 10)
    told = verdict(hand("111234567999s 22z"), *worlds)
    assert [one.answer for one in told.findings] == [Answer.CONTRADICTED, Answer.CONFIRMED]
    assert (told.answer, told.decides) == (Answer.CONFIRMED, 1)
    assert [str(one.reading.hand) for one in told.findings] == ["123456789m 12355p", "111234567999s 22z"]
    assert told.findings[0].end < told.findings[1].start


def test_a_hand_that_was_lost_from_sight_is_one_hand() -> None:
    told = verdict(hand(), (World(row(HAND)), 8), (CLEAR, 8), (World(row(HAND)), 8))
    assert [one.answer for one in told.findings] == [Answer.CONFIRMED]


def test_sets_that_do_not_lie_as_claimed_are_not_confirmed() -> None:
    told = verdict(hand("123456789m 55p (123p)"), (World(row(HAND)), 10))
    assert told.answer is Answer.UNDECIDED
    assert "melds_differ" in codes(told)


def test_the_winning_tile_that_lies_apart_has_to_be_the_one_that_is_told() -> None:
    apart = World((*row(HAND[:-1]), *row([HAND[-1]], x=80 + 33 * 15)))
    right = Claim(parse_hand(TRUE), parse_tile("5p"))
    assert verdict(right, (apart, 10)).answer is Answer.CONFIRMED
    other = verdict(Claim(parse_hand(TRUE), parse_tile("1m")), (apart, 10))
    assert (other.answer, codes(other)) == (Answer.UNDECIDED, {"winning_tile_differs"})


def test_an_announced_score_is_judged_by_the_hand_that_is_seen() -> None:
    apart = World((*row(HAND[:-1]), *row([HAND[-1]], x=80 + 33 * 15)))
    points = scored([(parse_hand(TRUE), parse_tile("5p"))], announced(0)).worths[0].points
    assert points is not None
    told = {
        n: verdict(Claim(winning=parse_tile("5p"), announced=announced(n)), (apart, 10)) for n in (points, points + 1)
    }
    assert told[points].answer is Answer.CONFIRMED
    assert told[points + 1].answer is Answer.CONTRADICTED
    (worth,) = told[points + 1].findings[0].worths
    assert (worth.points, str(worth.hand), worth.told) == (points, "123456789m 12355p", "")
    assert verdict(Claim(announced=announced(points)), (World(row(HAND[:-1])), 10)).answer is Answer.UNDECIDED


def test_a_score_that_depends_on_the_winning_tile_is_undecided_where_that_is_not_seen() -> None:
    by_tile = {scored([(parse_hand(TRUE), parse_tile(t))], announced(0)).worths[0].points for t in ("5p", "1m", "2p")}
    assert len(by_tile) > 1
    told = verdict(Claim(announced=announced(max(point for point in by_tile if point))), (World(row(HAND)), 10))
    assert (told.answer, codes(told)) == (Answer.UNDECIDED, {"score_depends"})


def test_a_score_that_no_such_hand_has_is_contradicted_whatever_is_seen() -> None:
    claim = Claim(parse_hand(TRUE), parse_tile("5p"), announced(99))
    assert verdict(claim, (CLEAR, 2)).answer is Answer.CONTRADICTED
    assert verdict(claim, (World(row(HAND)), 10)).answer is Answer.CONTRADICTED


def test_what_may_have_happened_besides_leaves_a_score_undecided() -> None:
    rules = with_options(rule_set("mcr"), {"minimum": "0"})
    plain = Way("", lambda tile: Win(tile, Seat.SOUTH))
    drawn = Way("self_drawn=yes", lambda tile: Win(tile, Seat.SOUTH, discarder=Seat.EAST))
    hands = [(parse_hand(TRUE), parse_tile("5p"))]
    base = scored(hands, Announced(0, rules, (plain,))).worths[0].points
    other = scored(hands, Announced(0, rules, (drawn,))).worths[0].points
    assert base is not None
    assert other is not None
    assert base != other
    assert scored(hands, Announced(base, rules, (plain, drawn))).depends == "self_drawn"
    special = Announced(other, rules, (plain,), lambda: (drawn,))
    assert (scored(hands, special).answer, scored(hands, special).depends) == (Answer.UNDECIDED, "self_drawn=yes")


# Tiles beside claims --------------------------------------------------------------------------------------------------


def reading(*tiles: Detection, melds: tuple[FoundMeld, ...] = ()) -> HandReading:
    told = tuple(ReadTile(one, 0, number, Role.CONCEALED, face=one.face) for number, one in enumerate(tiles))
    return HandReading(640, 360, told, None, None, Light(0.5, 0.5, 0, 0), melds=melds)


def seen(face: str, chance: float = 0.99, **others: float) -> Detection:
    runners = tuple((other[1:], share) for other, share in others.items())
    return Detection(face, Box(0, 0, 30, 40), chance, runners)


def test_tiles_that_are_surer_take_what_they_show_first() -> None:
    read = reading(seen("2m", 0.6, _3m=0.39), seen("2m", 0.99))
    found = compared(read, Counter(["2m", "3m"]), reds=False)
    assert [(pair.tile, pair.claimed) for pair in found.pairs] == [(0, "3m"), (1, "2m")]
    assert not found.holds


def test_red_fives_are_told_apart_only_where_they_count() -> None:
    read = reading(seen("0p", 0.97, _5p=0.02))
    assert compared(read, Counter(["5p"]), reds=False).holds
    assert not compared(read, Counter(["5p"]), reds=True).holds
    assert compared(read, Counter(["0p"]), reds=True).holds


def test_a_concealed_kong_shows_what_lies_face_down() -> None:
    kong = FoundMeld(MeldKind.KONG_CONCEALED, (0, 1, 2, 3))
    read = reading(seen("back"), seen("1s"), seen("1s"), seen("back"), melds=(kong,))
    assert compared(read, Counter({"1s": 4}), reds=False).holds
    other = compared(read, Counter({"2s": 4}), reds=False)
    assert not other.holds


def test_tiles_that_are_not_claimed_are_extra_and_claimed_ones_absent() -> None:
    found = compared(reading(seen("1m"), seen("9s"), seen("5z")), Counter(["1m", "9s"]), reds=False)
    assert (found.extra, found.absent, found.whole) == ((2,), (), False)
    found = compared(reading(seen("1m")), Counter(["1m", "9s"]), reds=False)
    assert (found.extra, found.absent, found.chance) == ((), ("9s",), 0.0)
    many = [seen(face) for face in np.repeat(["1m", "2m", "3m"], 4).tolist()]
    assert len(compared(reading(*many), Counter({"9p": 12}), reds=False).pairs) == 12
