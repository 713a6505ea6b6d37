"""Detections to rows, groups and roles: which tiles are the hand, and what each is in it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from vision.detection import Detection
from vision.hints import Hints, Which
from vision.labels import BACK, is_flower
from vision.melds import FoundMeld, Giver, like_the_others
from vision.members import HAND_SIZES, Near, starts
from vision.roles import Guess, Weigher, weighed
from vision.rows import rows_of
from vision.table import Placed, Role, Table

__all__ = ["FoundMeld", "Giver", "Hints", "Layout", "Placed", "Role", "arrange"]

SURE = 0.85
"""What is at least as likely as this is not doubtful."""

LIKELY = 0.02
"""Least chance of an alternative that is told."""

DIGITS = 6
"""Of a chance, so that the size of the photo does not show in it."""

NEGLIGIBLE = 1e-4
"""What is less likely changes no chance that is told."""

ALTERNATIVES = 5
"""Most of them."""


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
    """Reading order, rows, groups and roles, of a hand of one of ``sizes``, the likelier ones first.

    The order and scale of ``detections`` do not matter. ``hints`` outweigh what is seen.
    """
    hints = hints or Hints()
    sizes = sizes if hints.size is None else (hints.size,)
    seen = rows_of(detections, hints.up)
    table = Table(seen.rows, upright=seen.upright)
    if not table.places:
        return Layout((), up=seen.up)
    near, first = Near(table), starts(table)
    table.set_aside = frozenset(_told(table, near, hints.indicators or (), first[0][0]))
    weigher = Weigher(table, near, sizes, hints)
    ranked = _ranked(weigher, first, _named(table, hints))
    maker = _Maker(table, near, hints, seen.up, ranked)
    likely = [pair for pair in ranked[1 : ALTERNATIVES + 1] if pair[1] >= LIKELY]
    best, *others = [maker.layout(guess, chance) for guess, chance in [ranked[0], *likely]]
    return replace(best, alternatives=tuple(others))


def _ranked(weigher: Weigher, first: Sequence[tuple[int, float]], winning: frozenset[int]) -> list[tuple[Guess, float]]:
    """Readings with their chances, likeliest first."""
    ranked: list[tuple[Guess, float]] = []
    for start, share in first:
        if not ranked or start not in ranked[0][0].groups:
            guesses = weigher.guesses(start, share, winning)
            ranked = weighed([*(guess for guess, _ in ranked), *guesses])
    return ranked


def _named(table: Table, hints: Hints) -> frozenset[int]:
    """Tiles that may be the winning one that the caller named."""
    return frozenset(number for number, face in enumerate(table.faces) if hints.winning in (number, face))


def _told(table: Table, near: Near, which: Iterable[Which], start: int) -> list[int]:
    """The tiles that hints name, by index or face: of equal ones those that lie most by themselves."""
    group_of = {number: group for group, numbers in enumerate(table.groups) for number in numbers}

    def lonely(number: int) -> tuple[int, float]:
        return -len(table.groups[group_of[number]]), float(near.gaps[start, group_of[number]])

    found: list[int] = []
    for one in which:
        same = [number for number, face in enumerate(table.faces) if one in (number, face) and number not in found]
        found += sorted(same, key=lonely)[-1:]
    return found


class _Maker:
    """Puts guesses in the form of layouts."""

    def __init__(
        self, table: Table, near: Near, hints: Hints, up: float, ranked: Sequence[tuple[Guess, float]]
    ) -> None:
        self.table = table
        self.near = near
        self.hints = hints
        self.up = up
        self.winners: dict[int, float] = {}
        self.sets: dict[tuple[object, ...], float] = {}
        self.melded: dict[int, float] = {}
        """Chance of each tile to be in a meld."""
        self.taken: dict[int, float] = {}
        """Chance of each tile to be the hand's."""
        for guess, chance in ranked:
            if chance > NEGLIGIBLE or guess is ranked[0][0]:
                self._count(guess, chance)

    def _count(self, guess: Guess, chance: float) -> None:
        if guess.winning is not None:
            self.winners[guess.winning] = self.winners.get(guess.winning, 0.0) + chance
        for meld in guess.melds:
            self.sets[meld.kind, meld.tiles] = self.sets.get((meld.kind, meld.tiles), 0.0) + chance
            for number in meld.tiles:
                self.melded[number] = self.melded.get(number, 0.0) + chance
                self.taken[number] = self.taken.get(number, 0.0) + chance
        for number in guess.concealed:
            self.taken[number] = self.taken.get(number, 0.0) + chance

    def layout(self, guess: Guess, chance: float) -> Layout:
        """What a guess says of each tile."""
        table = self.table
        roles = self._roles(guess)
        alone = _alone(table, roles) if guess.size and self.hints.indicators is None else None
        turned_up = _turned_up(table, guess.groups) if self.hints.indicators is None else sorted(table.set_aside)
        roles |= dict.fromkeys(turned_up, Role.INDICATOR)
        roles |= {} if alone is None else {alone: Role.INDICATOR}
        return Layout(
            tuple(replace(tile, role=roles.get(number, Role.OTHER)) for number, tile in enumerate(table.tiles)),
            tuple(self._meld(meld) for meld in like_the_others(table, guess.melds)),
            guess.winning,
            tuple(self._unsure(guess)),
            guess.size,
            alone,
            0.0 if guess.winning is None else round(self.winners.get(guess.winning, chance), DIGITS),
            round(chance, DIGITS),
            up=self.up,
        )

    def _meld(self, meld: FoundMeld) -> FoundMeld:
        chance = round(self.sets.get((meld.kind, meld.tiles), 0.0), DIGITS)
        return replace(meld, sure=chance >= SURE, confidence=chance)

    def _unsure(self, guess: Guess) -> Iterator[int]:
        """Tiles of the hand that may be in a meld or not."""
        own = {*guess.concealed, *(number for meld in guess.melds for number in meld.tiles)}
        for number in sorted(own):
            if 1 - SURE < self.melded.get(number, 0.0) / self.taken.get(number, 1.0) < SURE:
                yield number

    def _roles(self, guess: Guess) -> dict[int, Role]:
        """Role of each tile of the hand."""
        roles = dict.fromkeys(guess.concealed, Role.CONCEALED)
        roles |= {number: Role.MELD for meld in guess.melds for number in meld.tiles}
        groups = {*guess.groups, *self.near.flowers(guess.groups)}
        if self.hints.everything:
            groups |= {*range(len(self.table.groups))}
        flowers = (number for group in groups for number in self.table.groups[group])
        roles |= {number: Role.FLOWER for number in flowers if is_flower(self.table.faces[number])}
        return roles | ({} if guess.winning is None else {guess.winning: Role.WINNING})


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
