"""Things that are no tiles, laid on the table: under the tiles, beside them, or all there is.

Lengths are in tile widths, as in ``scene``. Every kind of thing has a handful of pictures, drawn once (with the fonts
of this machine, so that other machines draw others); laying one down is a warp.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training import gadgets, prints
from vision.training.camera import SUBPIXEL, Camera, Floats, Pixels, Rng, cross, fixed, look_at, softened
from vision.training.props import Picture, Thing, in_view, paint


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing."""

    name: str
    draw: Callable[[Rng], Pixels]
    breadth: tuple[float, float]
    """The shorter side of what it shows, least and most."""
    depth: tuple[float, float] = (0.0, 0.0)
    """Its thickness, least and most."""
    often: float = 1.0
    stands: float = 0.0
    """How often it stands on its lower edge."""
    crowd: int = 1
    """Up to how many lie together."""
    aspects: tuple[float, float] | None = None
    """Longer over shorter side, least and most; the picture's own without."""


KINDS = (
    Kind("page", prints.page, (4, 14), (0, 0.2), 2.0, 0.1),
    Kind("cover", prints.cover, (2, 9), (0, 1.2), 1.5, 0.3),
    Kind("spines", prints.spines, (3, 9), (0.5, 3), 1.2, 0.6),
    Kind("code", prints.code, (0.8, 6), (0, 0), 0.8, 0.1),
    Kind("calendar", prints.calendar, (3, 10), (0, 0.2), 0.5, 0.4),
    Kind("sign", prints.sign, (0.8, 4), (0, 0.4), 1.2, 0.3),
    Kind("card", gadgets.playing_card, (1.6, 2.8), (0, 0.05), 0.8, 0, 7),
    Kind("domino", gadgets.domino, (0.7, 1.2), (0.2, 0.4), 0.6, 0, 8, (1.85, 2.1)),
    Kind("die", gadgets.die, (0.35, 0.75), (0.35, 0.7), 0.7, 0, 5, (1.0, 1.0)),
    Kind("keyboard", gadgets.keyboard, (3, 7), (0.1, 0.6), 0.7),
    Kind("phone", gadgets.phone, (2.2, 4), (0.1, 0.4), 0.8, 0.1),
    Kind("remote", gadgets.remote, (1.3, 2.6), (0.3, 0.9), 0.6),
    Kind("console", gadgets.console, (5, 12), (0, 0.5), 0.6),
    Kind("coin", gadgets.coin, (0.5, 1.4), (0, 0), 0.8, 0, 9, (1.0, 1.0)),
    Kind("stick", gadgets.stick, (0.2, 0.35), (0.1, 0.2), 0.5, 0, 8),
    Kind("finger", gadgets.finger, (0.8, 3), (0, 0), 0.7, 0, 2),
    Kind("slats", gadgets.slats, (3, 12), (0, 0.3), 0.9, 0.3),
    Kind("spotted", gadgets.spotted, (2, 9), (0, 0.3), 0.6, 0.1),
    Kind("game", gadgets.game_board, (5, 12), (0, 0.5), 0.4),
    Kind("box", gadgets.blank, (2.2, 6), (0.3, 3), 0.7, 0.3, 2, (1.0, 2.5)),
    Kind("bar", gadgets.blank, (0.6, 1.4), (0.25, 1.0), 0.7, 0, 4, (1.95, 4)),
    Kind("cube", gadgets.blank, (0.8, 1.3), (0.3, 1.2), 0.3, 0, 3, (1.0, 1.06)),
)
"""All that lies about. Pale boxes keep clear of a tile's proportions, so that none could pass for a white dragon."""

PICTURES = 14
"""Pictures drawn of each kind."""


@functools.cache
def pictures(number: int) -> tuple[Picture, ...]:
    """The pictures of ``KINDS[number]``, always the same."""
    return drawn_pictures(KINDS[number].draw, PICTURES, number)


def drawn_pictures(draw: Callable[[Rng], Pixels], count: int, seed: int) -> tuple[Picture, ...]:
    """Several pictures from one maker of RGBA."""
    rng = np.random.default_rng([7, seed])
    shown = []
    for _ in range(count):
        drawn = draw(rng)
        colours, cover = np.ascontiguousarray(drawn[..., :3]), np.ascontiguousarray(drawn[..., 3])
        shown.append(Picture(colours, None if cover.all() else cover, colours.reshape(-1, 3).mean(axis=0)))
    return tuple(shown)


def strew(image: Pixels, camera: Camera, crowd: int, size: float, rng: Rng) -> None:
    """Lays ``crowd`` groups of things on the table where the camera sees it.

    ``size`` makes all of them larger than they usually are, or smaller.
    """
    things: list[Thing] = []
    shares = np.array([kind.often for kind in KINDS])
    square = float(rng.uniform(0, 2 * np.pi))
    for number in rng.choice(len(KINDS), crowd, p=shares / shares.sum()).tolist():
        place = table_point(image, camera, rng)
        if place is not None:
            things += [toward(camera, thing) for thing in group(number, place, square, size, rng)]
    distances = [float(np.linalg.norm(thing.corners.mean(axis=0) - camera.place)) for thing in things]
    shade(image, camera, things, rng)
    for index in np.argsort(distances)[::-1].tolist():
        paint(image, camera, things[index])


def toward(camera: Camera, thing: Thing) -> Thing:
    """The thing, turned about if it would show the camera its back."""
    corners = thing.corners
    outward = -cross(corners[1] - corners[0], corners[3] - corners[0])
    if np.dot(outward, camera.place - corners[0]) > 0:
        return thing
    return replace(thing, corners=corners[[5, 4, 7, 6, 1, 0, 3, 2]])


def table_point(image: Pixels, camera: Camera, rng: Rng) -> Floats | None:
    """The point (x, y) of the table at a random pixel; ``None`` above the horizon."""
    height, width = image.shape[:2]
    pixel = np.array([rng.uniform(0, width), rng.uniform(0, height), 1.0])
    plane = camera.matrix[:, [0, 1, 3]]
    x, y, w = np.linalg.solve(plane, pixel)
    if abs(w) < 1e-9:
        return None
    place = np.array([x / w, y / w])
    ahead = float(camera.matrix[2, :2] @ place + camera.matrix[2, 3])
    return place if ahead > 1.0 else None


def group(number: int, place: Floats, square: float, size: float, rng: Rng) -> list[Thing]:
    """One thing, or several of a kind in a row or thrown together."""
    kind, shown = KINDS[number], pictures(number)
    count = int(rng.integers(1, kind.crowd + 1)) if rng.random() < 0.7 else 1
    breadth = float(np.exp(rng.uniform(*np.log(kind.breadth)))) * size
    depth = float(rng.uniform(*kind.depth)) * size
    in_row, turn = rng.random() < 0.5, square + float(rng.choice([0, np.pi / 2, np.pi])) + float(rng.normal(0, 0.1))
    if rng.random() < 0.3:
        turn = float(rng.uniform(0, 2 * np.pi))
    stands = rng.random() < kind.stands
    side, step, things = _sides(kind, rng), 1.0, []
    for index in range(count):
        picture = shown[int(rng.integers(len(shown)))]
        extent = _extent(kind, picture, breadth, rng)
        step = extent[0] * float(rng.uniform(1.0, 1.3))
        along = np.array([np.cos(turn), np.sin(turn)])
        if in_row:
            at, angle = place + along * step * index, turn + float(rng.normal(0, 0.04))
        else:
            spread = rng.normal(0, 0.9, 2) if index else np.zeros(2)
            at, angle = place + spread * max(extent) * np.sqrt(count) / 2, float(rng.uniform(0, 2 * np.pi))
        gain = np.clip(rng.uniform(0.65, 1.1) * rng.uniform(0.9, 1.1, 3), 0, 1.15)
        tone, band = (picture.mean, picture.mean) if side is None else side
        things.append(Thing(picture, _corners(at, angle, extent, depth, stands), tone * gain, band * gain, gain))
    return things


def _sides(kind: Kind, rng: Rng) -> tuple[Floats, Floats] | None:
    """Colours of the sides: those of boxes often of two colours, as tiles' are; ``None`` for the picture's own."""
    if kind.draw is not gadgets.blank or rng.random() < 0.3:
        return None
    pale = prints.paper(rng)
    return pale, (gadgets.colourful(rng) if rng.random() < 0.6 else pale)


def _extent(kind: Kind, picture: Picture, breadth: float, rng: Rng) -> tuple[float, float]:
    """Width and height."""
    height, width = picture.colours.shape[:2]
    if kind.aspects is not None:
        ratio = float(rng.uniform(*kind.aspects))
        return breadth, breadth * ratio
    scale = breadth / min(width, height)
    return width * scale, height * scale


def _corners(place: Floats, turn: float, extent: tuple[float, float], depth: float, stands: bool) -> Floats:
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    if stands:
        middle = np.array([*place, extent[1] / 2])
        down, behind = np.array([0.0, 0.0, -1.0]), np.array([-right[1], right[0], 0.0]) * depth
    else:
        middle = np.array([*place, depth])
        down, behind = np.array([right[1], -right[0], 0.0]), np.array([0.0, 0.0, -depth])
    across, along = right * extent[0] / 2, down * extent[1] / 2
    face = np.array([-across - along, across - along, across + along, -across + along]) + middle
    return np.concatenate([face, face + behind])


def shade(image: Pixels, camera: Camera, things: Sequence[Thing], rng: Rng) -> None:
    """The shadows of the thicker ones."""
    strength, slip = rng.uniform(0.0, 0.6), rng.uniform(-0.8, 0.8, 2)
    mask = np.zeros(image.shape[:2], np.uint8)
    for thing in things:
        corners = thing.corners
        if np.ptp(corners[:, 2]) < 0.1 or not in_view(corners, camera, image):
            continue
        ground = np.concatenate([corners * [1, 1, 0], corners * [1, 1, 0] + np.outer(corners[:, 2], [*slip, 0])])
        if not camera.ahead(ground):
            continue
        hull = cv2.convexHull(fixed(camera.project(ground)))
        cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_8, SUBPIXEL)
    if strength > 0.05 and mask.any():
        mask = softened(mask, float(rng.uniform(0.6, 4)))
        light = (255 - mask * np.float32(strength)).astype(np.uint8)
        image[:] = cv2.multiply(image, cv2.merge([light, light, light]), scale=1 / 255)


def any_camera(side: int, rng: Rng) -> Camera:
    """A camera over the table as people hold theirs, where the scene has none of its own."""
    distance, tile = float(np.exp(rng.uniform(np.log(6), np.log(40)))), float(np.exp(rng.uniform(*np.log((28, 90)))))
    elevation, turn = float(rng.uniform(0.45, 1.5)), float(rng.uniform(0, 2 * np.pi))
    return look_at(
        np.zeros(3), elevation, turn, distance, float(rng.normal(0, 0.2)), tile * distance / 1.35, (side, side)
    )
