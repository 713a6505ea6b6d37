"""Detections to rows, groups and roles: which tiles are the hand, and what each is in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from vision.detection import Detection
from vision.hints import Hints, Which
from vision.labels import BACK, is_flower
from vision.melds import SURE, UNSURE, FoundMeld, Giver, fitting, found_melds
from vision.members import HAND_SIZES, members
from vision.rows import rows_of
from vision.table import Placed, Role, Table

__all__ = ["FoundMeld", "Giver", "Hints", "Layout", "Placed", "Role", "arrange"]


@dataclass(frozen=True, slots=True)
class Layout:
    """Every tile in reading order and what it is to the hand."""

    tiles: tuple[Placed, ...]
    melds: tuple[FoundMeld, ...] = ()
    winning: int | None = None
    """Index into ``tiles``."""
    unsure: tuple[int, ...] = ()
    """Tiles that may be melds or concealed, as far as can be seen; indices into ``tiles``."""
    size: int | None = None
    """14 or 17 when the tiles make up a hand of that size."""
    alone: int | None = None
    """A tile away from the hand that may be an indicator, or something else; index into ``tiles``."""
    winning_confidence: float = 0.0
    """Chance that ``winning`` is the winning tile, 0 to 1."""
    confidence: float = 0.0
    """Chance that the roles are right as a whole, given what the tiles show, 0 to 1."""
    alternatives: tuple["Layout", ...] = ()
    """Other roles for the same ``tiles`` in the same order, likeliest first, each with its ``confidence``."""
    up: float = 0.0
    """Where the upper edges of the hand's tiles point, in degrees clockwise from the photo's upper edge."""

    def having(self, *roles: Role) -> tuple[int, ...]:
        """Indices of the tiles with one of ``roles``."""
        return tuple(number for number, tile in enumerate(self.tiles) if tile.role in roles)


def arrange(detections: Sequence[Detection], sizes: Sequence[int] = HAND_SIZES, hints: Hints | None = None) -> Layout:
    """Reading order, rows, groups and roles, of a hand of one of ``sizes``, the first that fits.

    The order and scale of ``detections`` do not matter. ``hints`` outweigh what is seen.
    """
    hints = hints or Hints()
    sizes = sizes if hints.size is None else (hints.size,)
    seen = rows_of(detections, hints.up)
    table = Table(seen.rows, upright=seen.upright)
    if not table.places:
        return Layout(())
    chosen, fit = members(table, sizes)
    melds, loose = found_melds(table, chosen)
    melds = fitting(melds, table, chosen, fit.size, fit.kongs) if fit else melds
    winning = _winning(table, chosen, melds)
    if hints.winning is not None:
        winning = next(iter(_named(table, [hints.winning])), winning)
    roles = _roles(table, chosen, melds, winning)
    alone = _alone(table, roles) if fit and hints.indicators is None else None
    shown = _turned_up(table, chosen) if hints.indicators is None else _named(table, hints.indicators)
    roles |= dict.fromkeys(shown, Role.INDICATOR)
    roles |= {} if alone is None else {alone: Role.INDICATOR}
    tiles = tuple(replace(tile, role=roles.get(number, Role.OTHER)) for number, tile in enumerate(table.tiles))
    unsure = {number for meld in melds if not meld.sure for number in meld.tiles} | {*loose}
    return Layout(
        tiles,
        tuple(melds),
        winning,
        tuple(sorted(unsure)),
        fit.size if fit else None,
        alone,
        winning_confidence=0.0 if winning is None else SURE,
        confidence=0.0 if not fit else UNSURE if unsure else SURE,
        up=seen.up,
    )


def _named(table: Table, which: Iterable[Which]) -> list[int]:
    """The tiles that hints name, by index or face."""
    return [number for number, face in enumerate(table.faces) if any(number == one or face == one for one in which)]


def _winning(table: Table, chosen: list[int], melds: Iterable[FoundMeld]) -> int | None:
    """Concealed tile that lies apart from the others, or else the only one on its side."""
    taken = {number for meld in melds for number in meld.tiles}
    groups = [[number for number in table.counted([group]) if number not in taken] for group in chosen]
    apart = [numbers[0] for numbers in groups if len(numbers) == 1]
    if len(apart) == 1 and max(map(len, groups), default=0) > 1:
        return apart[0]
    aside = [number for numbers in groups for number in numbers if table.rotated[number]]
    return aside[0] if len(aside) == 1 else None


def _turned_up(table: Table, chosen: Iterable[int]) -> list[int]:
    """Tiles that lie face up in a wall."""
    return [
        number
        for group in range(len(table.groups))
        if group not in chosen
        for number in table.turned_up(group)
        if not is_flower(table.faces[number])
    ]


def _alone(table: Table, roles: Mapping[int, Role]) -> int | None:
    """The only tile face up that is neither the hand's nor in a wall, where there is just one."""
    rest = [
        number
        for numbers in table.groups
        for number in numbers
        if number not in roles and table.faces[number] != BACK and not is_flower(table.faces[number])
    ]
    walls = {number for group in range(len(table.groups)) for number in table.turned_up(group)}
    found = [number for number in rest if number not in walls]
    return found[0] if len(found) == 1 else None


def _roles(table: Table, chosen: list[int], melds: Iterable[FoundMeld], winning: int | None) -> dict[int, Role]:
    """Role of each tile of the hand."""
    roles = dict.fromkeys(table.counted(chosen), Role.CONCEALED)
    roles |= {number: Role.MELD for meld in melds for number in meld.tiles}
    roles |= {number: Role.FLOWER for group in chosen for number in table.groups[group] if number not in roles}
    return roles | ({} if winning is None else {winning: Role.WINNING})
