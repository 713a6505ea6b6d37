"""Corrections as people type them.

``3=5p`` tile 3 is a 5p; ``3=none`` is no tile; ``3=winning``, ``3=concealed``, ``3=flower``, ``3=indicator``,
``3=other``, ``3=meld`` what it is to the hand; ``3=turned``, ``3=upright`` how it lies; ``3-5=pung``, ``3,4,8=chow``,
``0-3=kong_concealed`` a set laid down; ``+5p`` a tile that was not seen, ``+5p@3`` to the right of tile 3,
``+5p@3=winning`` with its role. Tiles are numbered from 0, as on a drawing and in JSON.
"""

from __future__ import annotations

import re

from scoring.errors import NotationError
from scoring.hand import MeldKind
from scoring.tiles import parse_tile
from vision.correct import Add, Correction, Delete, Group, Move, Replace, Turn, Win
from vision.detection import Box
from vision.labels import BACK
from vision.table import Role

_FIX = re.compile(r"(?P<tiles>\d{1,4}(?:[-,]\d{1,4})*)=(?P<value>\w+)", re.ASCII)
_ADD = re.compile(r"\+(?P<face>\w+)(?:@(?P<at>[\d.,-]+))?(?:=(?P<role>\w+))?", re.ASCII)
_ROLES = {role.value: role for role in Role}
_KINDS = {kind.value: kind for kind in MeldKind}
_TURNS = {"turned": True, "upright": False}
_GONE = "none"


def parse_correction(text: str) -> Correction:
    """The correction that text such as ``3=5p`` writes; raises ``NotationError`` with the code ``bad_correction``."""
    added, fixed = _ADD.fullmatch(text.strip()), _FIX.fullmatch(text.strip())
    if added:
        return _added(text, added)
    if not fixed:
        raise _bad(text, "write it as 3=5p, 3-5=pung or +5p@3")
    numbers, value = _numbers(fixed["tiles"]), fixed["value"]
    if value in _KINDS:
        return Group(numbers, _KINDS[value])
    if len(numbers) > 1:
        raise _bad(text, f"several tiles are a set: {', '.join(_KINDS)}")
    return _of_one(text, numbers[0], value)


def _of_one(text: str, number: int, value: str) -> Correction:
    """What is said of one tile."""
    if value == _GONE:
        return Delete(number)
    if value == Role.WINNING.value:
        return Win(number)
    if value in _ROLES:
        return Move(number, _ROLES[value])
    if value in _TURNS:
        return Turn(number, _TURNS[value])
    return Replace(number, _face(text, value))


def _added(text: str, match: re.Match[str]) -> Add:
    role = match["role"]
    if role is not None and role not in _ROLES:
        raise _bad(text, f"a role is one of {', '.join(_ROLES)}")
    at = match["at"]
    box, beside = None, None
    if at is not None:
        parts = at.split(",")
        try:
            if len(parts) == 4:
                box = Box(*map(float, parts))
            else:
                beside = int(at)
        except ValueError:
            raise _bad(text, "behind @ is the number of a tile, or left,top,right,bottom") from None
    return Add(_face(text, match["face"]), box, beside, None if role is None else _ROLES[role])


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of text such as ``3-5`` or ``3,4,8``."""
    found: list[int] = []
    for part in text.split(","):
        first, *others = map(int, part.split("-"))
        found += range(first, others[-1] + 1) if others else [first]
    return tuple(found)


def _face(text: str, face: str) -> str:
    if face == BACK:
        return face
    try:
        return parse_tile(face).code
    except NotationError as error:
        raise _bad(text, error.message) from None


def _bad(text: str, why: str) -> NotationError:
    return NotationError("bad_correction", f"cannot read {text!r}: {why}")


def correction_text(correction: Correction) -> str:
    """The correction as it is typed."""
    match correction:
        case Replace(tile, face):
            return f"{tile}={face}"
        case Delete(tile):
            return f"{tile}={_GONE}"
        case Win(tile):
            return f"{tile}={Role.WINNING.value}"
        case Move(tile, role):
            return f"{tile}={role.value}"
        case Turn(tile, rotated):
            return f"{tile}={'turned' if rotated else 'upright'}"
        case Group(tiles, kind):
            return f"{','.join(map(str, tiles))}={kind.value}"
        case Add(face, box, beside, role):
            at = ",".join(f"{side:g}" for side in box) if box else "" if beside is None else str(beside)
            return f"+{face}{f'@{at}' if at else ''}{'' if role is None else f'={role.value}'}"
