"""Facts: what the fan ask of one reading of a hand, worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from scoring import wild
from scoring.circumstances import Circumstances
from scoring.division import (
    CHOW,
    HONOURS,
    KONG,
    NO_PAIR,
    PUNG,
    SUIT_MASKS,
    Counts,
    Division,
    Shape,
    count,
    kinds_text,
    pair_text,
    set_code,
    set_kinds,
    set_mask,
    set_text,
    waits,
    without,
)
from scoring.hand import Hand, MeldKind
from scoring.sentences import Named, named
from scoring.shapes import LOOSE as LOOSE
from scoring.shapes import PAIR as PAIR
from scoring.shapes import Held, Reading
from scoring.tiles import KIND_TILES, Tile, tiles_text
from scoring.win import Event, Seat, Win


class Holding:
    """What a hand and a win say before the hand is divided; of a hand with wild tiles, as one reading has them."""

    def __init__(
        self,
        hand: Hand,
        win: Win,
        shapes: frozenset[Shape],
        held: Held | None = None,
        reading: Reading | None = None,
    ) -> None:
        self.hand = hand
        self.win = win
        self.shapes = shapes
        self.held = held
        """The tiles with the wild ones apart, where the rules know wild tiles."""
        kind = reading.winning if reading else win.tile.kind
        assert kind is not None
        self.winning: int = kind
        """The kind of the winning tile, of a wild one the kind it stands for."""
        melds = [set_code(meld) for meld in hand.melds]
        concealed: Sequence[int] = reading.concealed if reading else hand.kinds
        self.concealed = concealed
        """The kinds of the concealed tiles, of wild ones the kinds they stand for."""
        self.counts: Counts = count(concealed, melds)
        kinds: int = self.counts.kinds
        for code in melds:
            kinds |= set_mask(code)
        self.kinds: int = kinds
        """The kinds in the whole hand, a bit for each kind."""
        characters, dots, bamboo = SUIT_MASKS
        self.suits: int = (kinds & characters > 0) + (kinds & dots > 0) + (kinds & bamboo > 0)
        """How many of the three suits the hand has."""
        concealed_kongs = len([meld for meld in hand.melds if meld.kind is MeldKind.KONG_CONCEALED])
        self.concealed_kongs: int = concealed_kongs
        self.exposed_kongs: int = len([code for code in melds if code >= KONG]) - concealed_kongs
        self.exposed: int = len(melds) - concealed_kongs
        """How many sets were claimed from others."""
        self.self_drawn: bool = win.discarder is None
        self.events: frozenset[Event] = win.events
        """What is known about the winning tile, told or seen in the hand."""
        self._copies: dict[int, int] | None = None
        if melds and self._three_exposed():
            self.events |= {Event.LAST_COPY}
        self._one_wait: bool | None = None
        self._meld_texts: tuple[str, ...] | None = None

    @property
    def copies(self) -> dict[int, int]:
        """How many of each kind the hand has, kongs left out."""
        if self._copies is None:
            copies = Counter(self.concealed)
            for code in self.counts.melds:
                if code < KONG:
                    copies.update(set_kinds(code))
            self._copies = dict(copies)
        return self._copies

    @property
    def quads(self) -> int:
        """How many kinds are there four times without being a kong."""
        return list(self.copies.values()).count(4)

    def _three_exposed(self) -> bool:
        """Whether three of the winning tile's kind lie in the hand's own exposed melds."""
        shown = sum(set_kinds(code).count(self.winning) for code in self.counts.melds if code < KONG)
        return shown == 3 and self.copies.get(self.winning, 0) > 3

    @property
    def meld_texts(self) -> tuple[str, ...]:
        """The notation of the melds."""
        if self._meld_texts is None:
            self._meld_texts = tuple(map(str, self.hand.melds))
        return self._meld_texts

    @property
    def one_wait(self) -> bool:
        """Whether the hand waited for one kind of tile only."""
        if self._one_wait is None:
            only = 1 << self.winning
            self._one_wait = waits(self.counts, self.winning, self.shapes) | self._honour_chow_waits() == only
        return self._one_wait

    def _honour_chow_waits(self) -> int:
        """The kinds that complete sets, chows of honours among them, and a pair, where the rules have such chows."""
        honours = HONOURS & self.counts.kinds
        if self.held is None or not self.held.shapes.honour_chows or not honours:
            return 0
        return wild.waits(without(self.counts.suits, (self.winning,)), self.held.sets, honour_chows=True)


class Facts:
    """What the fan ask of one reading: a division, and which of its sets the winning tile joined."""

    __slots__ = (
        "_text",
        "chows",
        "combined",
        "concealed_kongs",
        "concealed_pungs",
        "division",
        "events",
        "exposed",
        "exposed_kongs",
        "holding",
        "honour_pungs",
        "joined",
        "kinds",
        "kongs",
        "loose",
        "pair",
        "pungs",
        "round_wind",
        "seat_wind",
        "self_drawn",
        "sets",
        "shape",
        "suits",
        "triplets",
    )

    def __init__(self, holding: Holding, division: Division, joined: int) -> None:
        self.holding = holding
        self.division = division
        self.joined = joined
        """The number of the set in ``sets`` that the winning tile joined, or ``PAIR``, or ``LOOSE``."""
        self.shape = division.shape
        self.pair = division.pair
        """The kind of the pair, or -1."""
        sets = division.sets
        self.sets = sets
        chows = [code for code in sets if code < PUNG]
        chows.sort()
        self.chows = tuple(chows)
        """The lowest kind of each chow, sorted."""
        pungs: list[int] = []
        if len(chows) < len(sets):
            pungs = [code - PUNG if code < KONG else code - KONG for code in sets if code >= PUNG]
            pungs.sort()
        self.pungs = tuple(pungs)
        """The kind of each pung and kong, sorted."""
        triplets = 0
        for kind in self.pungs:
            triplets |= 1 << kind
        self.triplets = triplets
        """The kinds of the pungs and kongs, a bit for each kind."""
        self.kinds = holding.kinds
        """The kinds in the whole hand, a bit for each kind."""
        self.suits = holding.suits
        """How many of the three suits the hand has."""
        self.concealed_kongs = holding.concealed_kongs
        self.exposed_kongs = holding.exposed_kongs
        self.exposed = holding.exposed
        self.self_drawn = holding.self_drawn
        self.events = holding.events
        self.seat_wind = 27 + holding.win.winner
        """The kind of the winner's wind."""
        self.round_wind = 27 + holding.win.round_wind
        """The kind of the round's wind."""
        self.kongs = holding.concealed_kongs + holding.exposed_kongs
        """How many kongs there are."""
        self.honour_pungs = triplets & HONOURS
        """The kinds of the pungs and kongs of honours, a bit for each kind."""
        self.loose = not sets or self.pair == NO_PAIR
        """Whether the concealed tiles are neither sets nor a pair."""
        self.concealed_pungs = self._concealed_pungs() if pungs else 0
        """How many pungs and concealed kongs were not completed with another player's tile."""
        self._text = ""
        self.combined: Mapping[str, tuple[tuple[int, ...], ...]] = {}
        """What the account-once step of the rules counts: for each fan the sets of each time it counts."""

    def _concealed_pungs(self) -> int:
        own = self.sets[: len(self.sets) - len(self.holding.counts.melds)]
        pungs = len([code for code in own if code >= PUNG])
        if pungs and not self.self_drawn and self.joined >= 0 and self.sets[self.joined] >= PUNG:
            pungs -= 1
        return pungs + self.concealed_kongs

    @property
    def quads(self) -> int:
        """How many kinds are there four times without being a kong."""
        return self.holding.quads

    # Wild tiles ------------------------------------------------------------------------------------------------------

    @property
    def circumstances(self) -> Circumstances:
        """What else the table knows."""
        return self.holding.win.circumstances

    @property
    def wilds(self) -> int:
        """How many concealed tiles are wild, a claimed one that is its own face left out."""
        return len(self.holding.held.wilds) if self.holding.held else 0

    @property
    def stands(self) -> tuple[tuple[Tile, Tile], ...]:
        """Each wild tile with the tile it stands for, those at their own face first."""
        held = self.holding.held
        if held is None or not held.wilds:
            return ()
        left = Counter(self.holding.concealed) - Counter(held.natural)
        faces = list((Counter(held.own) & left).elements())
        left -= Counter(faces)
        rest = list(held.wilds)
        found = []
        for kind in faces:
            tile = next(tile for tile in rest if tile.kind == kind)
            rest.remove(tile)
            found.append((tile, tile.plain))
        kinds = sorted(left.elements())
        return (*found, *((tile, KIND_TILES[kind]) for tile, kind in zip(rest, kinds, strict=True)))

    @property
    def substitutes(self) -> int:
        """How many wild tiles stand for another tile than their own face."""
        held = self.holding.held
        if held is None or not held.wilds:
            return 0
        left = Counter(self.holding.concealed) - Counter(held.natural)
        return len(held.wilds) - sum((Counter(held.own) & left).values())

    @property
    def restored(self) -> bool:
        """Whether there are wild tiles and all stand at their own face (还原, 德国)."""
        return self.wilds > 0 and self.substitutes == 0

    @property
    def lone_wild(self) -> bool:
        """Whether the winning tile made a pair with a wild one that had waited for any tile (宝吊, 精吊, 财神单吊).

        Any of the 34 kinds would have won in this shape, and in this reading the winning tile joined the pair.
        """
        held = self.holding.held
        if held is None or not held.wilds:
            return False
        in_pair = self.joined == PAIR or self.shape is Shape.SEVEN_PAIRS
        return in_pair and self.partner_is_wild and held.waits_for_all(self.shape)

    @property
    def partner_is_wild(self) -> bool:
        """Whether a wild tile stands for the kind of the winning tile, the winning tile itself left out."""
        held = self.holding.held
        if held is None:
            return False
        wild = self.holding.concealed.count(self.holding.winning) - held.natural.count(self.holding.winning)
        return wild > (held.winning is None)

    @property
    def waits(self) -> int:
        """The kinds that completed the hand in this shape (sets and a pair, or seven pairs), a bit for each."""
        return self.holding.held.waits(self.shape) if self.holding.held else 0

    @property
    def flowers(self) -> tuple[Tile, ...]:
        """The flowers put aside, wild ones left out."""
        return tuple(tile for tile in self.holding.hand.flowers if tile not in self.circumstances.wild)

    @property
    def one_suit(self) -> bool:
        """Whether all tiles are of one suit, no honours among them."""
        return self.suits == 1 and not self.kinds & HONOURS

    def pair_in(self, kinds: int) -> bool:
        """Whether there is a pair, and of one of the kinds, a bit for each."""
        return self.pair >= 0 and bool(kinds >> self.pair & 1)

    def times(self, key: str) -> int:
        """How often the account-once step counts the fan."""
        return len(self.combined.get(key, ()))

    def text(self) -> str:
        """The sets, melds in brackets, and the pair, readable; a star marks what the winning tile joined."""
        if not self._text:
            self._text = " ".join(parts(self) if self.loose or self.division.knitted else self._set_parts())
        return self._text

    def _set_parts(self) -> list[str]:
        """The parts of sets and a pair, which is what most readings are."""
        own = len(self.sets) - len(self.holding.counts.melds)
        texts = [set_text(code) for code in self.sets[:own]]
        if self.joined >= 0:
            texts[self.joined] += "*"
        pair = pair_text(self.pair) + ("*" if self.joined == PAIR else "")
        return [*texts, *self.holding.meld_texts, pair]


def parts(facts: Facts) -> Iterator[str]:
    """The parts of the reading in notation, a star after the one that the winning tile joined."""
    first_meld = len(facts.sets) - len(facts.holding.counts.melds)
    if facts.division.knitted:
        yield kinds_text(facts.division.knitted) + ("*" if facts.joined == LOOSE else "")
    elif facts.loose:
        yield from _loose_parts(facts)
        yield from facts.holding.meld_texts
        return
    for number, code in enumerate(facts.sets[:first_meld]):
        yield set_text(code) + ("*" if number == facts.joined else "")
    yield from facts.holding.meld_texts
    yield pair_text(facts.pair) + ("*" if facts.joined == PAIR else "")


def _loose_parts(facts: Facts) -> Iterator[str]:
    kinds = sorted(facts.holding.concealed)
    if facts.shape in (Shape.SEVEN_PAIRS, Shape.DIFFERENT_PAIRS):
        yield from _pair_parts(kinds, facts.holding.winning)
    elif facts.shape is Shape.PAIRS_AND_PUNG:
        (pung,) = facts.pungs
        yield set_text(facts.sets[0]) + ("*" if pung == facts.holding.winning else "")
        yield from _pair_parts([kind for kind in kinds if kind != pung], facts.holding.winning)
    elif facts.shape is Shape.ORPHANS_AND_SET:
        yield set_text(facts.sets[0])
        yield kinds_text(sorted((Counter(kinds) - Counter(set_kinds(facts.sets[0]))).elements()))
    elif facts.shape is Shape.FLOWERS:
        yield tiles_text(facts.holding.hand.flowers)
        yield from [kinds_text(kinds)] if kinds else []
    else:
        yield kinds_text(kinds)


def _pair_parts(kinds: Sequence[int], winning: int) -> Iterator[str]:
    """Sorted tiles as pairs, a star after the first that has the winning tile."""
    starred = False
    for kind in kinds[::2]:
        star = kind == winning and not starred
        starred = starred or star
        yield pair_text(kind) + ("*" if star else "")


@cache
def sets_with(kind: int) -> frozenset[int]:
    """The chows and pungs that a tile of the kind can be in."""
    return frozenset([CHOW + first for first in range(max(0, kind - 2), kind + 1)] + [PUNG + kind])


def joins(holding: Holding, division: Division) -> list[int]:
    """What the winning tile can have joined in the division: sets of the concealed tiles, ``PAIR`` or ``LOOSE``."""
    winning = holding.winning
    holding_sets = sets_with(winning)
    found: list[int] = []
    seen: set[int] = set()
    for number, code in enumerate(division.sets[: len(division.sets) - len(holding.counts.melds)]):
        if code in holding_sets and code not in seen:
            seen.add(code)
            found.append(number)
    if division.pair == winning:
        found.append(PAIR)
    if not division.sets or winning in division.knitted:
        found.append(LOOSE)
    return found


def seat_text(seat: Seat) -> Named:
    """The seat for a sentence: ``east 东``."""
    return named(f"{seat} {seat.chinese}", f"{seat.chinese}家", f"{seat.japanese}家")
