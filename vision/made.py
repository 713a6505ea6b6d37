"""The hand that tiles make where they lie, or why they make none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.errors import ScoringError
from scoring.hand import Hand, Meld
from scoring.tiles import Tile, parse_tile
from vision.decide import HAND_ROLES
from vision.game import Game
from vision.hand_reading import Doubt
from vision.labels import BACK, plain
from vision.layout import FoundMeld, Layout, Role


def hand_of(layout: Layout, game: Game) -> tuple[Hand | None, list[Doubt]]:
    """Hand that the tiles make, or why they make none."""
    doubts = [*_count_doubts(layout, game), *_copy_doubts(layout, game), *_face_down_doubts(layout)]
    if doubts:
        return None, doubts
    try:
        hand = Hand(
            concealed=_tiles(layout, Role.CONCEALED, Role.WINNING),
            melds=tuple(_meld(layout, meld) for meld in layout.melds),
            flowers=_tiles(layout, Role.FLOWER),
        )
        hand.check(layout.size or 14)
    except ScoringError as error:
        return None, [Doubt("not_a_hand", error.message, layout.having(*HAND_ROLES))]
    return hand, []


def _tiles(layout: Layout, *roles: Role) -> tuple[Tile, ...]:
    return tuple(parse_tile(layout.tiles[number].detection.face) for number in layout.having(*roles))


def _meld(layout: Layout, meld: FoundMeld) -> Meld:
    """A set with its face-down tiles turned up."""
    shown = [face for number in meld.tiles if (face := layout.tiles[number].detection.face) != BACK]
    hidden = len(meld.tiles) - len(shown)
    return Meld(meld.kind, tuple(parse_tile(face) for face in (*shown, *[plain(face) for face in shown[:1]] * hidden)))


def _count_doubts(layout: Layout, game: Game) -> Iterator[Doubt]:
    numbers = layout.having(Role.CONCEALED, Role.WINNING, Role.MELD)
    if not layout.tiles:
        yield Doubt("no_tiles", "no tiles seen")
    elif layout.size is None:
        kongs = sum(meld.kind.is_kong for meld in layout.melds)
        wanted = " or ".join(str(size + kongs) for size in game.sizes) + (
            f" with {kongs} kongs" if kongs > 1 else " with a kong" * kongs
        )
        yield Doubt("wrong_tile_count", f"{len(numbers)} tiles seen without flowers, a hand has {wanted}", numbers)


def _copy_doubts(layout: Layout, game: Game) -> Iterator[Doubt]:
    numbers = layout.having(*HAND_ROLES, Role.INDICATOR)
    kinds = Counter(plain(layout.tiles[number].detection.face) for number in numbers)
    for face, count in sorted((kinds + hidden_tiles(layout)).items()):
        limit = game.limit(face)
        if face != BACK and count > limit:
            same = tuple(number for number in numbers if plain(layout.tiles[number].detection.face) == face)
            yield Doubt("too_many_copies", f"{count} of {face} seen, a set of tiles has {limit}", same)


def hidden_tiles(layout: Layout) -> Counter[str]:
    """Face-down tiles of concealed kongs whose other tiles show what they are."""
    hidden: Counter[str] = Counter()
    for meld in layout.melds:
        faces = [plain(layout.tiles[number].detection.face) for number in meld.tiles]
        shown = [face for face in faces if face != BACK]
        hidden.update({face: len(faces) - len(shown) for face in shown[:1]})
    return +hidden


def _face_down_doubts(layout: Layout) -> Iterator[Doubt]:
    known = {
        number
        for meld in layout.melds
        if any(layout.tiles[other].detection.face != BACK for other in meld.tiles)
        for number in meld.tiles
    }
    down = tuple(
        number
        for number in layout.having(*HAND_ROLES)
        if layout.tiles[number].detection.face == BACK and number not in known
    )
    if down:
        yield Doubt("face_down", f"{len(down)} tiles lie face down, nothing shows what they are", down)


def winning_tile(layout: Layout) -> Tile | None:
    """The tile that won, where it is seen."""
    face = BACK if layout.winning is None else layout.tiles[layout.winning].detection.face
    return None if face == BACK else parse_tile(face)
