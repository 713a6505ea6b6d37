"""How whole numbers are written, wherever somebody tells one, and how they are told."""

from __future__ import annotations

import re

_WRITTEN = re.compile(r"0|-?[1-9][0-9]{0,17}")
"""ASCII digits without a sign for what is positive, without zeros in front, spaces or separators."""


def whole_number(value: object) -> int:
    """The number that text such as ``25`` writes, or that a number is: ``3.0`` is 3; raises ``ValueError`` for others.

    A yes or no is no number, and there are no numbers of more than eighteen digits.
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return value
    if isinstance(value, str) and _WRITTEN.fullmatch(value):
        return int(value)
    raise ValueError("it is no whole number")


def quantity(number: int, unit: str) -> str:
    """The number with its unit, told in the plural: ``1 tile``, ``2 tiles``, ``1 fan``."""
    return f"{number} {unit[:-1] if abs(number) == 1 and unit.endswith('s') else unit}"
