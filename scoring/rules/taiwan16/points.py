"""What a reading is worth in Taiwan, and which wins the rules know."""

from __future__ import annotations

from scoring.division import Shape
from scoring.errors import WinError
from scoring.facts import Facts
from scoring.fan import FanTable
from scoring.hand import Hand
from scoring.rules.claims import check_first_turn, check_kongs, check_liable
from scoring.rules.shown import one_short
from scoring.rules.taiwan16.options import Taiwan16Options
from scoring.sentences import sentence
from scoring.shapes import Shapes
from scoring.win import Win
from scoring.worth import Worth


def shapes(options: Taiwan16Options) -> Shapes:
    """What wins: five sets and a pair, eight flowers, and what the options allow beside."""
    names = {Shape.STANDARD, Shape.FLOWERS}
    if options.eight_and_a_half_pairs:
        names.add(Shape.PAIRS_AND_PUNG)
    if options.sixteen_unrelated:
        names.add(Shape.UNRELATED)
    if options.thirteen_orphans:
        names.add(Shape.ORPHANS_AND_SET)
    return Shapes(frozenset(names))


def admit(hand: Hand, win: Win, options: Taiwan16Options) -> None:
    """Raise ``WinError`` for what cannot be."""
    del options
    said = win.circumstances
    check_kongs(hand, win, more=len(hand.flowers))
    check_first_turn(hand, win, "heavenly_ready", "earthly_ready")
    check_liable(win)
    if said.human and win.self_drawn:
        raise WinError("contradictory_events", "human: won on a discard before the own first draw")
    if said.heavenly_ready and said.earthly_ready:
        raise WinError("contradictory_events", "heavenly_ready and earthly_ready: readiness is declared once")
    if said.heavenly and (said.heavenly_ready or said.earthly_ready):
        raise WinError("contradictory_events", "heavenly: who wins with the tiles dealt declares nothing before")


def appraise(table: FanTable, facts: Facts, options: Taiwan16Options) -> Worth:
    """The 台 added up, cut to the cap where there is one."""
    tally = table.tally(facts)
    tai = min(tally.points, options.cap) if options.cap else tally.points
    points = tally.points
    return Worth(facts, tally, table, tai, 0, tai_formula(points, tai), tai)


def tai_formula(points: int, counted: int) -> str:
    """So many 台, and the cap where they do not all count."""
    return str(points) if counted == points else sentence("{points}, cap {cap}", points=points, cap=counted)


def near_miss(worth: Worth, options: Taiwan16Options) -> str:
    """Said where one 台 is missing to the cap."""
    return one_short(worth.value, options.cap, "one 台 short of the cap of {limit}")
