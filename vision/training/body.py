"""The bodies of tiles: rounded outlines, sides of one or two colours, and the face laid on top."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.labels import BACK
from vision.training.camera import (
    SUBPIXEL,
    Camera,
    Floats,
    Pixels,
    Rng,
    blended,
    cross,
    faces_viewer,
    fixed,
    framed,
    shrunk,
    warped,
)

ARC = 2
"""Pieces of which a rounded corner is made."""
SMALL = 24.0
"""Bodies of less than this many pixels are painted without their finest parts."""
EDGE_ON = 0.2
"""A face that covers less than this share of its longest edge's square, in the picture, cannot be read."""
GRID = (8, 6)
"""Rows and columns of points on a face at which the light is worked out."""


@dataclass(frozen=True, slots=True)
class Solid:
    """One tile's body."""

    label: str
    """What its face shows; ``back`` when it lies face down."""
    middle: Floats
    """(3,), the middle of its face."""
    right: Floats
    """(3,), unit vector along the face's upper edge, to the right as one reads the tile."""
    down: Floats
    """(3,), unit vector from the face's upper edge to the lower."""
    height: float
    """Face height over its width."""
    depth: float
    """Thickness over its width."""

    def corners(self) -> Floats:
        """(8, 3): the face's four corners from the upper left clockwise, then the four behind them."""
        across, along = self.right / 2, self.down * self.height / 2
        face = np.array([-across - along, across - along, across + along, -across + along]) + self.middle
        return np.concatenate([face, face + cross(self.right, self.down) * self.depth])


def frames_of(solids: Sequence[Solid]) -> Floats:
    """(n, 3, 3): right, down and inward of each."""
    right = np.array([solid.right for solid in solids])
    down = np.array([solid.down for solid in solids])
    ahead, behind = [1, 2, 0], [2, 0, 1]
    inward = right[:, ahead] * down[:, behind] - right[:, behind] * down[:, ahead]
    return np.stack([right, down, inward], axis=1)


def corners_of(solids: Sequence[Solid]) -> Floats:
    """(n, 8, 3): all corners of tiles of one shape."""
    height, depth = solids[0].height, solids[0].depth
    face = np.array([(-0.5, -height / 2), (0.5, -height / 2), (0.5, height / 2), (-0.5, height / 2)])
    local = np.concatenate([np.column_stack([face, np.full(4, level)]) for level in (0.0, depth)])
    return np.asarray(local @ frames_of(solids) + np.array([solid.middle for solid in solids])[:, None])


@dataclass(frozen=True, slots=True)
class Finish:
    """What the tiles of a set are made of, how their print sits, and how much they have been used."""

    corner: float = 0.08
    """Radius of rounded corners in tile widths."""
    bevel: float = 0.035
    """Breadth of the rounded edge between face and side."""
    gloss: float = 0.1
    """Strength of reflections, from 0 for dull to 1 for wet."""
    shine: float = 40.0
    """Sharpness of reflections."""
    cushion: float = 0.06
    """How far the face's normal leans outward at its edges, in radians."""
    uneven: float = 0.012
    """How differently the tiles lie, in radians."""
    ink: float = 1.0
    """Strength of the print: 1 as drawn, less where it has faded."""
    relief: float = 0.0
    """How deep the print is cut, to be seen by the light on its edges."""
    tone: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """What has become of the material's colour, by channel."""
    spread: float = 0.02
    """How differently the tiles have aged."""
    dirt: float = 0.0
    """How stained the faces are."""
    bow: float = 0.0
    """How far the seam between the two colours bends towards the face, as a share of the depth."""
    line: tuple[float, float, float] | None = None
    """Colour of a line along the seam, where there is one."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the tiles of one set look like, and the light on them."""

    faces: Mapping[str, Pixels]
    back: Floats
    """(3,), RGB of the lower part of the body."""
    split: float
    """Share of the depth that has the face's colour; the rest has the back's."""
    light: Floats
    """(3,), unit vector towards the lamp."""
    tint: Floats
    """(3,), colour of the light."""
    shadow: float
    """0 to 1, how dark the shadows are."""
    soft: float = 0.05
    """How far a shadow's edge fades, in tile widths."""
    reach: float = 30.0
    """How far the lamp is from the middle of the table, in tile widths."""
    finish: Finish = field(default_factory=Finish)
    seed: int = 0
    """Settles what differs from tile to tile."""


@functools.lru_cache(maxsize=64)
def outline(height: float, corner: float) -> tuple[Floats, Floats]:
    """A rounded rectangle of width 1: its (k, 2) points, clockwise from the upper left, and outward normals at them."""
    angles = np.linspace(0, np.pi / 2, ARC + 1)
    points, normals = [], []
    for turn, (x, y) in zip((np.pi, 1.5 * np.pi, 0.0, 0.5 * np.pi), ((-1, -1), (1, -1), (1, 1), (-1, 1)), strict=True):
        centre = np.array([x * (0.5 - corner), y * (height / 2 - corner)])
        ways = np.stack([np.cos(turn + angles), np.sin(turn + angles)], axis=1)
        points.append(centre + corner * ways)
        normals.append(ways)
    return np.concatenate(points), np.concatenate(normals)


@dataclass(frozen=True, slots=True)
class Bodies:
    """Tiles of one shape as the camera sees them, ``n`` of them, with ``k`` points in their outlines."""

    solids: Sequence[Solid]
    corners: Floats
    """(n, 8, 2), in pixels."""
    rings: npt.NDArray[np.int32]
    """(n, 5, k, 2): outlines from the face's edge over the seam to the base, as ``fixed``."""
    strips: npt.NDArray[np.int32]
    """(n, 4, k, 4, 2): corners of the strips between the rings, as ``fixed``."""
    colours: Floats
    """(n, 4, k, 3): RGB of the strips."""
    turned: npt.NDArray[np.bool_]
    """(n, 4, k): whether a strip faces the camera."""
    seams: npt.NDArray[np.int32]
    """(n, 4, 7, 2): the seam's points along each of the four sides, as ``fixed``."""
    gain: npt.NDArray[np.float32]
    """(n, rows, columns, 3): light on the face at a grid of points, by which its colours are multiplied."""
    glare: npt.NDArray[np.float32]
    """(n, rows, columns): reflected light that is added."""


STRIPS = ((0, 1), (1, 3), (2, 3), (3, 4))
"""Rings that bound the strips: the rounded edge, the side down to the base, what of it is below the seam, the foot."""


def bodies(solids: Sequence[Solid], corners: Floats, camera: Camera, look: Look) -> Bodies:
    """Where the outlines lie in the picture and how the light falls on them; ``corners`` are those of the solids."""
    finish, height, depth = look.finish, solids[0].height, solids[0].depth
    frames = frames_of(solids)
    middles = np.array([solid.middle for solid in solids])
    rng = np.random.default_rng(look.seed)
    points, normals = outline(round(height, 3), round(finish.corner, 3))
    downward = np.array([solid.label == BACK for solid in solids])
    seam = np.where(downward, 1 - look.split, look.split) * depth
    edge = finish.bevel
    inner = points - normals * edge
    levels = np.zeros((len(solids), 5))
    levels[:, 1], levels[:, 2], levels[:, 3], levels[:, 4] = (
        edge,
        np.clip(seam, edge, depth - edge),
        depth - edge,
        depth,
    )
    flat = np.stack([inner, points, points, points, inner])
    local = np.concatenate([np.broadcast_to(flat, (len(solids), *flat.shape)), _column(levels, len(points))], axis=3)
    world = local @ frames[:, None] + middles[:, None, None]
    tones = _side_tones(solids, look) * _aged(finish, len(solids), rng)[:, None]
    colours, turned = _strips(world, frames, normals, tones, camera, look)
    gain, glare = _light_on_faces(frames, middles, height, camera, look, rng)
    gain = gain * (look.tint * _aged(finish, len(solids), np.random.default_rng(look.seed + 1)))[:, None, None].astype(
        np.float32
    )
    rings = fixed(camera.project(world))
    ends = rings[:, [top for top, _ in STRIPS]], rings[:, [bottom for _, bottom in STRIPS]]
    strips = [ends[0], np.roll(ends[0], -1, axis=2), np.roll(ends[1], -1, axis=2), ends[1]]
    return Bodies(
        solids,
        camera.project(corners),
        rings,
        np.stack(strips, axis=3),
        colours,
        turned,
        fixed(camera.project(_seams(height, seam, depth, finish) @ frames[:, None] + middles[:, None, None])),
        gain,
        glare,
    )


def _column(levels: Floats, count: int) -> Floats:
    return np.broadcast_to(levels[:, :, None, None], (*levels.shape, count, 1))


def _aged(finish: Finish, count: int, rng: Rng) -> Floats:
    """(count, 3): each tile's colour, by which the material's is multiplied."""
    each = 1 + rng.normal(0, finish.spread, (count, 1)) + rng.normal(0, finish.spread / 3, (count, 3))
    return np.array(finish.tone) * np.clip(each, 0.8, 1.15)


def _side_tones(solids: Sequence[Solid], look: Look) -> Floats:
    """(n, 2, 3): colours of the upper and the lower part of the sides."""
    grounds = {label: _ground(look.faces[label]) for label in {solid.label for solid in solids}}
    plain = _ground(look.faces["5z"]) if "5z" in look.faces else look.back
    pairs = [(look.back, plain) if solid.label == BACK else (grounds[solid.label], look.back) for solid in solids]
    return np.array([(upper, upper if look.split >= 1 else lower) for upper, lower in pairs])


def _ground(face: Pixels) -> Floats:
    """A face's own colour: what it has near its upper edge."""
    return face[4:10:2, 8:-8:2].reshape(-1, 3).mean(axis=0)


def _strips(
    world: Floats, frames: Floats, normals: Floats, tones: Floats, camera: Camera, look: Look
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Colours of the strips between the rings, and which of them the camera sees."""
    between = normals + np.roll(normals, -1, axis=0)
    between /= np.linalg.norm(between, axis=1, keepdims=True)
    tilt = np.array([-1.0, 0.0, 0.0, 1.0])[:, None]
    local = np.concatenate([np.broadcast_to(between, (4, *between.shape)), np.ones((4, len(between), 1))], axis=2)
    local[..., 2] *= tilt
    local /= np.linalg.norm(local, axis=2, keepdims=True)
    facing = local @ frames[:, None]
    middle = (world[:, :-1] + world[:, 1:]) / 2
    view = camera.place - (middle + np.roll(middle, -1, axis=2)) / 2
    seen = (facing * view).sum(axis=3)
    lit = np.maximum(0.0, facing @ look.light)
    half = view / np.linalg.norm(view, axis=3, keepdims=True) + look.light
    half /= np.linalg.norm(half, axis=3, keepdims=True)
    mirrored = np.maximum(0.0, (facing * half).sum(axis=3)) ** look.finish.shine
    above = 0.5 + 0.12 * facing[..., 2]
    colours = tones[:, [0, 0, 1, 1], None] * (above + 0.5 * lit)[..., None] * look.tint
    colours += (mirrored * 180 * look.finish.gloss)[..., None]
    return np.clip(colours, 0, 255), seen > 0


def _seams(height: float, seam: Floats, depth: float, finish: Finish) -> Floats:
    """(n, 4, 7, 3): points along the seam on each side, in the tile's own directions."""
    along = np.linspace(-1, 1, 7)
    dip = seam[:, None] - finish.bow * depth * (1 - along**2)
    x, y = along * (0.5 - finish.corner), along * (height / 2 - finish.corner)
    edges = ((x, -height / 2), (0.5, y), (-x, height / 2), (-0.5, -y))
    sides = [
        np.stack([np.broadcast_to(px, dip.shape), np.broadcast_to(py, dip.shape), dip], axis=2) for px, py in edges
    ]
    return np.stack(sides, axis=1)


def _light_on_faces(
    frames: Floats, middles: Floats, height: float, camera: Camera, look: Look, rng: Rng
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """(n, rows, columns, 1) light and (n, rows, columns) reflection over the faces."""
    finish, count = look.finish, len(frames)
    y, x = np.meshgrid(np.linspace(-1, 1, GRID[0]), np.linspace(-1, 1, GRID[1]), indexing="ij")
    local = np.stack([x / 2, y * height / 2, np.zeros_like(x)], axis=2)
    lean = np.stack([x**3, y**3, np.zeros_like(x)], axis=2) * finish.cushion - np.array([0, 0, 1.0])
    tilts = np.concatenate([rng.normal(0, finish.uneven, (count, 2)), np.zeros((count, 1))], axis=1)
    normals = (lean + tilts[:, None, None]) @ frames[:, None]
    normals /= np.linalg.norm(normals, axis=3, keepdims=True)
    places = local @ frames[:, None] + middles[:, None, None]
    to_lamp = look.light * look.reach - places
    to_lamp /= np.linalg.norm(to_lamp, axis=3, keepdims=True)
    to_eye = camera.place - places
    to_eye /= np.linalg.norm(to_eye, axis=3, keepdims=True)
    half = to_lamp + to_eye
    half /= np.linalg.norm(half, axis=3, keepdims=True)
    lit = 0.76 + 0.3 * np.maximum(0.0, (normals * to_lamp).sum(axis=3))
    if finish.dirt > 0:
        lit = lit * (1 - finish.dirt * np.abs(rng.normal(0, 1, (count, *GRID))))
    mirrored = np.maximum(0.0, (normals * half).sum(axis=3)) ** finish.shine
    glare = 200 * finish.gloss * mirrored
    return lit[..., None].astype(np.float32), glare.astype(np.float32)


def paint_body(image: Pixels, owner: npt.NDArray[np.int32], number: int, seen: Bodies, look: Look) -> float:
    """Paint one of the tiles; the area of its face in pixels comes back, 0 for one that looks away or past the camera.

    ``owner`` becomes ``2 * number`` where the face is seen and ``2 * number + 1`` where the sides are.
    """
    hull = cv2.convexHull(seen.rings[number, 1:4:2].reshape(-1, 2))
    cv2.fillConvexPoly(owner, hull, 2 * number + 1, cv2.LINE_8, SUBPIXEL)
    cv2.fillConvexPoly(image, hull, seen.colours[number, 1, ARC].tolist(), cv2.LINE_AA, SUBPIXEL)
    _paint_strips(image, number, seen, look)
    quad = seen.corners[number, :4]
    if not faces_viewer(quad):
        return 0.0
    _paint_face(image, number, seen, look)
    cv2.fillConvexPoly(owner, fixed(quad), 2 * number, cv2.LINE_8, SUBPIXEL)
    area = float(cv2.contourArea(quad.astype(np.float32)))
    longest = float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).max())
    return area if area > EDGE_ON * longest**2 else 0.0


def _paint_strips(image: Pixels, number: int, seen: Bodies, look: Look) -> None:
    """The rounded edges and the sides, those above the seam down to the base and those below it over them."""
    small = np.ptp(seen.corners[number], axis=0).max() < SMALL
    strips, tones = seen.strips[number], seen.colours[number].tolist()
    for group, place in np.argwhere(seen.turned[number]).tolist():
        if (small and group in (0, 3)) or (group == 2 and look.split >= 1):
            continue
        side, rest = divmod(place, ARC + 1)
        if group == 2 and rest == ARC:
            _paint_lower(image, seen.seams[number, side], strips[group, place, 2:], tones[group][place], look)
        else:
            cv2.fillConvexPoly(image, strips[group, place], tones[group][place], cv2.LINE_AA, SUBPIXEL)


def _paint_lower(
    image: Pixels, seam: npt.NDArray[np.int32], base: npt.NDArray[np.int32], tone: list[float], look: Look
) -> None:
    """One side below its seam."""
    cv2.fillPoly(image, [np.concatenate([seam, base])], tone, cv2.LINE_AA, SUBPIXEL)
    if look.finish.line is not None:
        cv2.polylines(image, [seam], False, look.finish.line, 1, cv2.LINE_AA, SUBPIXEL)


def _paint_face(image: Pixels, number: int, seen: Bodies, look: Look) -> None:
    """Light the face and warp it into place, within the rounded edge."""
    quad = seen.corners[number, :4]
    low, size = framed(quad, image)
    if min(size) < 2:
        return
    extent = float(np.ptp(quad, axis=0).max())
    face = shrunk(look.faces[seen.solids[number].label], extent)
    face = lit_face(face, seen.gain[number], seen.glare[number], look.finish, extent > SMALL)
    cover = np.zeros(size[::-1], np.uint8)
    edge = seen.rings[number, 0] - (low << SUBPIXEL).astype(np.int32)
    cv2.fillConvexPoly(cover, edge, 255, cv2.LINE_AA, SUBPIXEL)
    part = image[low[1] : low[1] + size[1], low[0] : low[0] + size[0]]
    blended(part, warped(face, quad - low, size, cv2.BORDER_REPLICATE), cover)


def lit_face(
    face: Pixels, gain: npt.NDArray[np.float32], glare: npt.NDArray[np.float32], finish: Finish, fine: bool
) -> Pixels:
    """A face as its light, print and age make it look; ``fine`` shows how its print is cut."""
    size = face.shape[1::-1]
    shown = face.astype(np.float32)
    if finish.ink != 1:
        ground = shown[2:6, 4:-4].mean(axis=(0, 1))
        shown = shown * np.float32(finish.ink) + (ground * (1 - finish.ink)).astype(np.float32)
    added = cv2.resize(glare, size, interpolation=cv2.INTER_CUBIC)
    if fine and finish.relief > 0:
        grey = cv2.cvtColor(face, cv2.COLOR_RGB2GRAY).astype(np.float32)
        added = added + cv2.filter2D(grey, cv2.CV_32F, RELIEF * np.float32(finish.relief))
    shown = cv2.multiply(shown, cv2.resize(gain, size, interpolation=cv2.INTER_LINEAR))
    return cv2.add(shown, cv2.merge([added, added, added]), dtype=cv2.CV_8U)


RELIEF = np.array([[0.5, 0.5, 0], [0.5, 0, -0.5], [0, -0.5, -0.5]], np.float32)
"""Light from the upper left on lines that are cut in."""
