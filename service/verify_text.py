"""Verdicts as people read them in a terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from scoring.numbers import quantity
from service.text import printable
from service.verify import FindingOut, MismatchOut, ReasonOut, VerdictOut, WorthOut

STYLES = {"confirmed": "bold green", "contradicted": "bold red", "undecided": "bold yellow"}


def verdict_text(out: VerdictOut) -> RenderableType:
    """The answer, what it rests on, and the other hands of the stream."""
    head = Text.assemble((out.answer, STYLES[out.answer]), f": {printable(out.source)}")
    decisive = None if out.decides is None else out.findings[out.decides]
    parts: list[RenderableType] = [head]
    if decisive is not None:
        parts += [Text(f"  {line}") for line in finding_lines(decisive, out.record.claimed)]
    parts += [Text(f"  {line}") for line in _reasons(out.reasons)]
    others = [one for number, one in enumerate(out.findings) if number != out.decides]
    for one in others:
        parts.append(Text(f"also shown, {one.answer}:", style="dim"))
        parts += [
            Text(f"  {line}", style="dim") for line in (*finding_lines(one, out.record.claimed), *_reasons(one.reasons))
        ]
    by = out.record.rules.name if out.record.rules else "no rules"
    parts.append(Text(f"{out.read} frames read in {out.seconds:.1f} s, by {out.record.model.name}, {by}", style="dim"))
    return Group(*parts)


def finding_lines(one: FindingOut, claimed: Mapping[str, Any]) -> Iterator[str]:
    """What was seen of a hand, when, and what of it is not as ``claimed``."""
    settled = "never settled" if one.settled_at is None else f"settled at {one.settled_at:.2f} s"
    yield f"{one.hand or 'no hand'} from {one.start:.2f} to {one.end:.2f} s, {settled}"
    yield f"least chance that a tile is as {'claimed' if 'hand' in claimed else 'read'}: {one.chance:.3f}"
    yield from map(_mismatch, one.mismatches)
    if one.worths:
        yield f"announced: {quantity(claimed['score'], 'points')}"
    for worth in one.worths[:4]:
        yield _worth(worth)


def _mismatch(one: MismatchOut) -> str:
    span = f"from {one.start:.2f} to {one.end:.2f} s"
    return f"tile {one.tile} is {one.seen}, not {one.claimed} ({one.chance:.3f}), {span}"


def _worth(one: WorthOut) -> str:
    when = f" with {one.told}" if one.told else ""
    return f"{one.hand} won on {one.win} is worth: {printable(one.message)}{when}"


def _reasons(reasons: tuple[ReasonOut, ...]) -> Iterator[str]:
    for one in reasons:
        yield f"{printable(one.message)} ({one.code})"
