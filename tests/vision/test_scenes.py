"""Arrangements of tiles in ``tests/scenes``, seen from anywhere: what each tile is to the hand must come out the same.

A scene is rows of tiles as they lie before the player. In a row, two letters are a face and ``##`` is a tile face down;
a blank is a gap of 0.6 tile widths and ``.`` one of a whole; ``-`` lays the next tile on its side, ``v`` upside down,
``!`` makes it the winning one; ``+`` lays it half over the tile before, ``*`` just above that. Rows follow one another
``drop`` tile heights apart, unless one says where it starts, and by how many degrees it is turned: ``3 -1.2 180| 5z``
starts 3 widths from the left and 1.2 heights above the first row.

``hand`` is what must be read, in the notation of hands; ``<``, ``^`` and ``>`` after a meld say whose discard was
claimed, the left, opposite or right neighbour's. ``[####]`` is a kong of which nothing is seen. ``others`` and
``indicators`` are rows that are not the hand's.
"""

import math
import random
import re
import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from scoring.hand import MeldKind, parse_hand, parse_meld
from vision.detection import Box, Detection
from vision.hints import Hints, parse_hints
from vision.labels import BACK, plain
from vision.layout import FoundMeld, Giver, Layout, Role, arrange
from vision.lie import HALF_TURN_ALIKE
from vision.members import HAND_SIZES

SCENES = Path(__file__).parents[1] / "scenes"
HEIGHT = 4 / 3
"""Of a tile; its width is 1."""

GIVERS = {"<": Giver.LEFT, "^": Giver.ACROSS, ">": Giver.RIGHT, "": None}
HALF_OVER, BEYOND = 0.45, 1.03
"""How far above the tile before a stacked one lies."""


@dataclass(frozen=True)
class Tile:
    """A tile on the table."""

    face: str
    x: float
    """Middle, to the right."""
    y: float
    """Middle, towards the player."""
    turn: float
    """Degrees clockwise."""
    role: Role
    """Of the hand's tiles, ``WINNING`` or ``CONCEALED`` for whatever it is."""


@dataclass(frozen=True)
class Scene:
    """Tiles on a table and what must be read."""

    name: str
    tiles: tuple[Tile, ...]
    hand: str
    level: bool
    """Whether it must be read without knowing where the faces' upper edges point, too."""
    bend: float
    """Radius of the arc on which everything lies, in tile widths; 0 is straight."""
    sizes: tuple[int, ...]
    hints: Hints


def scenes() -> list[Scene]:
    """All scenes, by file."""
    return [
        scene(path.stem, facts)
        for path in sorted(SCENES.glob("*.toml"))
        for facts in tomllib.loads(path.read_text(encoding="utf-8"))["scene"]
    ]


def scene(file: str, facts: dict[str, Any]) -> Scene:
    """One scene of a file."""
    known = {"name", "rows", "hand", "others", "indicators", "level", "bend", "sizes", "hints", "drop"}
    assert set(facts) <= known, facts
    drop = facts.get("drop", 1.15)
    tiles = [
        tile
        for key, role in (("rows", Role.CONCEALED), ("others", Role.OTHER), ("indicators", Role.INDICATOR))
        for number, row in enumerate(facts.get(key, ()))
        for tile in laid(row, number * drop, role)
    ]
    return Scene(
        f"{file}: {facts['name']}",
        tuple(tiles),
        facts["hand"],
        facts.get("level", True),
        facts.get("bend", 0.0),
        tuple(facts.get("sizes", HAND_SIZES)),
        parse_hints(facts.get("hints", "")),
    )


def laid(row: str, top: float, role: Role) -> list[Tile]:
    """The tiles of a row that lies ``top`` tile heights below the first."""
    place, _, signs = row.rpartition("|")
    left, top, turn = (*map(float, place.split()), 0.0)[:3] if place else (0.0, top, 0.0)
    tiles: list[Tile] = []
    x, marks = 0.0, ""
    for sign in re.findall(r"[ .\-v!+*]|\d[a-z]|##", signs):
        if sign in " .":
            x += 0.6 if sign == " " else 1.0
        elif sign in "-v!+*":
            marks += sign
        else:
            tiles.append(one := tile(sign, x, marks, tiles[-1] if tiles else None, role))
            x = max(x, one.x + (HEIGHT if "-" in marks else 1.0) / 2 + 0.05)
            marks = ""
    assert not marks
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [
        replace(
            one, x=left + one.x * cos - one.y * sin, y=top * HEIGHT + one.x * sin + one.y * cos, turn=one.turn + turn
        )
        for one in tiles
    ]


def tile(face: str, x: float, marks: str, before: Tile | None, role: Role) -> Tile:
    """A tile of a row that begins at ``x``; one on its side lies level with the row's lower edge."""
    turn = 90.0 if "-" in marks else 180.0 if "v" in marks else 0.0
    role = Role.WINNING if "!" in marks else role
    face = face.replace("##", BACK)
    if "+" in marks or "*" in marks:
        assert before is not None
        return Tile(face, before.x, before.y - (HALF_OVER if "+" in marks else BEYOND), before.turn, role)
    return Tile(face, x + (HEIGHT if "-" in marks else 1.0) / 2, (HEIGHT - 1) / 2 if "-" in marks else 0.0, turn, role)


@dataclass(frozen=True)
class View:
    """How a camera sees a table."""

    turn: float = 0.0
    """Degrees clockwise."""
    scale: float = 60.0
    squeeze: float = 1.0
    """How much lower things look than wide, as from a chair."""
    depth: float = 0.0
    """By what share the far end of the scene is smaller than the near one."""
    jitter: float = 0.0
    """Share of a tile's width by which each side of a box is off."""
    noise: float = 0.0
    """Degrees by which directions are off."""
    told: bool = True
    """Whether directions are known."""


def views(number: int, scene: Scene) -> dict[str, View]:
    """Cameras for the ``number``-th scene: some from places all scenes are seen from, some from anywhere."""
    dice = random.Random(number)
    anywhere = [
        View(
            dice.uniform(0, 360),
            math.exp(dice.uniform(math.log(20), math.log(400))),
            dice.uniform(0.85, 1.0),
            dice.uniform(0.0, 0.2),
            0.03,
            6.0,
        )
        for _ in range(4)
    ]
    fixed = {
        "above": View(),
        "a chair": View(3.0, 90.0, 0.65, 0.25, 0.02, 4.0),
        "a corner": View(45.0, 40.0, 1.0, 0.1, 0.02, 4.0),
        "the left": View(90.0, 120.0, 0.9, 0.1, 0.02, 4.0),
        "across": View(180.0, 25.0, 0.9, 0.15, 0.02, 4.0),
    }
    untold = {"above, untold": View(told=False), "a chair, untold": View(2.0, 80.0, 0.75, 0.15, 0.02, told=False)}
    return fixed | {f"anywhere {place}": view for place, view in enumerate(anywhere)} | (untold if scene.level else {})


def seen(scene: Scene, view: View, dice: random.Random) -> list[Detection]:
    """Upright boxes around the tiles, and where their faces point."""
    bent = [arc(one, scene.bend) for one in scene.tiles]
    cos, sin = math.cos(math.radians(view.turn)), math.sin(math.radians(view.turn))
    spread = max(math.hypot(one.x, one.y) for one in bent) + 1.0

    def shown(x: float, y: float) -> tuple[float, float]:
        across, down = x * cos - y * sin, x * sin + y * cos
        far = 1 - view.depth * (down / spread) / 2
        return 3000 + view.scale * across / far, 3000 + view.scale * view.squeeze * down / far

    return [detection(one, shown, view, dice) for one in bent]


def arc(one: Tile, radius: float) -> Tile:
    """The tile where it lies when its row is bent, the ends towards the player when ``radius`` is positive."""
    if not radius:
        return one
    angle = (one.x - 7) / radius
    away = radius - one.y
    return replace(
        one,
        x=7 + away * math.sin(angle),
        y=radius - away * math.cos(angle),
        turn=one.turn + math.degrees(angle),
    )


def detection(one: Tile, shown: Any, view: View, dice: random.Random) -> Detection:
    """One tile as it is seen."""
    cos, sin = math.cos(math.radians(one.turn)), math.sin(math.radians(one.turn))

    def at(across: float, down: float) -> tuple[float, float]:
        point: tuple[float, float] = shown(one.x + across * cos - down * sin, one.y + across * sin + down * cos)
        return point

    xs, ys = zip(*(at(across, down) for across in (-0.5, 0.5) for down in (-HEIGHT / 2, HEIGHT / 2)), strict=True)
    off = [dice.uniform(-1, 1) * view.jitter * view.scale for _ in range(4)]
    box = Box(min(xs) + off[0], min(ys) + off[1], max(xs) + off[2], max(ys) + off[3])
    (x, y), (top_x, top_y) = at(0, 0), at(0, -HEIGHT / 2)
    up = math.degrees(math.atan2(top_x - x, y - top_y)) + dice.gauss(0, view.noise)
    if plain(one.face) in HALF_TURN_ALIKE and view.noise and dice.random() < 0.5:
        up += 180
    return Detection(one.face, box, 0.95, up=up % 360 if view.told else None)


ALL = scenes()
VIEWS = [
    pytest.param(number, view, id=f"{one.name} from {name}")
    for number, one in enumerate(ALL)
    for name, view in views(number, one).items()
]


@pytest.mark.parametrize(("number", "view"), VIEWS)
def test_a_scene_is_read_the_same_from_anywhere(number: int, view: View) -> None:
    scene = ALL[number]
    detections = seen(scene, view, random.Random(number))
    layout = arrange(detections, scene.sizes, scene.hints)
    tile_of = {one.box: tile for one, tile in zip(detections, scene.tiles, strict=True)}
    told = {number: tile_of[tile.detection.box] for number, tile in enumerate(layout.tiles)}
    for number, tile in told.items():
        role = layout.tiles[number].role
        if tile.role in (Role.OTHER, Role.INDICATOR, Role.WINNING):
            assert role is tile.role, (tile, role)
        else:
            assert role in (Role.CONCEALED, Role.MELD, Role.FLOWER), (tile, role)
    assert read(layout) == wanted(scene)


def read(layout: Layout) -> tuple[Counter[str], Counter[str], Counter[tuple[object, ...]]]:
    """Concealed tiles, flowers and melds."""
    return (
        Counter(layout.tiles[number].detection.face for number in layout.having(Role.CONCEALED, Role.WINNING)),
        Counter(layout.tiles[number].detection.face for number in layout.having(Role.FLOWER)),
        Counter(told(layout, meld) for meld in layout.melds),
    )


def told(layout: Layout, meld: FoundMeld) -> tuple[object, ...]:
    """Kind, faces shown, and giver of a meld."""
    faces = [layout.tiles[number].detection.face for number in meld.tiles]
    shown = tuple(sorted(face for face in faces if face != BACK))
    return meld.kind, shown if not meld.kind.is_concealed else tuple(sorted(set(shown))), meld.giver


def wanted(scene: Scene) -> tuple[Counter[str], Counter[str], Counter[tuple[object, ...]]]:
    """The same as the scene says it."""
    melds: Counter[tuple[object, ...]] = Counter()
    for text, giver in re.findall(r"(\([^)]*\)|\[[^\]]*\])([<^>]?)", scene.hand):
        if text == "[####]":
            melds[MeldKind.KONG_CONCEALED, (), None] += 1
            continue
        meld = parse_meld(text)
        faces = tuple(sorted(tile.code for tile in meld.tiles))
        melds[meld.kind, tuple(sorted(set(faces))) if meld.kind.is_concealed else faces, GIVERS[giver]] += 1
    hand = parse_hand(re.sub(r"(\([^)]*\)|\[[^\]]*\])[<^>]?", " ", scene.hand))
    return Counter(tile.code for tile in hand.concealed), Counter(tile.code for tile in hand.flowers), melds


def test_there_are_many_scenes_and_each_has_a_name_of_its_own() -> None:
    assert len(ALL) >= 150
    assert len({one.name for one in ALL}) == len(ALL)


@pytest.mark.parametrize("scene", ALL, ids=[one.name for one in ALL])
def test_chances_are_chances_and_alternatives_speak_of_the_same_tiles(scene: Scene) -> None:
    layout = arrange(seen(scene, View(), random.Random(1)), scene.sizes, scene.hints)
    ways = [layout, *layout.alternatives]
    assert [one.confidence for one in ways] == sorted((one.confidence for one in ways), reverse=True)
    assert 0 < sum(one.confidence for one in ways) <= 1 + 1e-5
    for one in ways:
        assert [tile.detection for tile in one.tiles] == [tile.detection for tile in layout.tiles]
        assert all(one.confidence - 1e-5 <= meld.confidence <= 1 for meld in one.melds)
        assert all(one.tiles[number].role is Role.MELD for meld in one.melds for number in meld.tiles)
        assert all(meld.turned is None or meld.turned in meld.tiles for meld in one.melds)
        assert one.winning is None or one.confidence - 1e-5 <= one.winning_confidence <= 1
