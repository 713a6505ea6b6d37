"""Sets and pairs of one suit, wild tiles among them, as what their worth is told from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from scoring.division import KONG, NO_PAIR, PUNG, set_kinds
from scoring.rules.gb168.items import SUITED
from scoring.wild import HONOUR_RUNS, HONOURS, fillings


class Piece(NamedTuple):
    """Sets, and maybe the pair, that take in the tiles of one suit."""

    sets: tuple[int, ...]
    chows: tuple[int, ...]
    """The lowest kinds of the chows of the suits; those of honours are not among them."""
    pungs: tuple[int, ...]
    """The kinds of the pungs of the suits."""
    pung_count: int
    """How many pungs there are, of honours too."""
    lowest: int
    """The lowest kinds of the chows, of honours their numbers, a bit for each."""
    triplets: int
    """The kinds of the pungs, a bit for each."""
    pair: int
    kinds: int
    """The kinds, a bit for each."""
    copies: int
    """How many tiles there are of each kind, four bits for each."""


def piece(sets: tuple[int, ...], pair: int) -> Piece:
    """The piece of sets and a pair, by their numbers, or ``NO_PAIR``."""
    tiles = [kind for code in sets for kind in set_kinds(code)] + [pair, pair] * (pair != NO_PAIR)
    pungs = [code - PUNG if code < KONG else code - KONG for code in sets if code >= PUNG]
    return Piece(
        sets,
        tuple([code for code in sets if code < SUITED]),
        tuple([kind for kind in pungs if kind < SUITED]),
        len(pungs),
        sum({1 << code for code in sets if code < PUNG}),
        sum({1 << kind for kind in pungs}),
        pair,
        sum({1 << kind for kind in tiles}),
        sum([1 << 4 * kind for kind in tiles]),
    )


def both(first: Piece, second: Piece) -> Piece:
    """Pieces as one, their sets, chows and pungs one after the other."""
    return Piece(
        first.sets + second.sets,
        first.chows + second.chows,
        first.pungs + second.pungs,
        first.pung_count + second.pung_count,
        first.lowest | second.lowest,
        first.triplets | second.triplets,
        max(first.pair, second.pair),
        first.kinds | second.kinds,
        first.copies + second.copies,
    )


@lru_cache(maxsize=1 << 15)
def pieces(suit: int, runs: bool, tiles: int, sets: int, pairs: int) -> tuple[Piece, ...]:
    """Every way to fill the tiles of a suit up to so many sets and pairs."""
    family = 0 if suit < 3 else HONOUR_RUNS if runs else HONOURS
    shift = 9 * suit if suit < 3 else 0
    return tuple(
        piece(tuple([code + shift for code in codes]), pair if pair == NO_PAIR else pair + shift)
        for codes, pair in fillings(family, tiles, sets, pairs)
    )


@lru_cache(maxsize=1 << 15)
def numbers(suit: int, runs: bool, tiles: int, sets: int, wilds: int) -> tuple[tuple[int, int], ...]:
    """How many sets and pairs the tiles of a suit can be filled up to."""
    size = sum(tiles >> 3 * rank & 7 for rank in range(9))
    return tuple(
        (more, pairs)
        for more in range(sets + 1)
        for pairs in range(2)
        if size <= 3 * more + 2 * pairs <= size + wilds and pieces(suit, runs, tiles, more, pairs)
    )


def shared(ways: Iterable[Iterable[tuple[int, int]]], sets: int) -> list[tuple[tuple[int, int], ...]]:
    """How many sets and pairs each suit has, where together they are so many sets and one pair."""
    found: list[tuple[int, int, tuple[tuple[int, int], ...]]] = [(sets, 1, ())]
    for way in ways:
        found = [
            (left - more, free - pairs, (*before, (more, pairs)))
            for left, free, before in found
            for more, pairs in way
            if more <= left and pairs <= free
        ]
    return [whole for left, free, whole in found if not left and not free]
