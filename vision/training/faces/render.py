"""Faces as SVG and as pictures."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.labels import BACK, LABELS
from vision.training.faces.backs import back
from vision.training.faces.bamboo import bamboo
from vision.training.faces.characters import dragon, suit, wind
from vision.training.faces.design import Design
from vision.training.faces.dots import dots
from vision.training.faces.flowers import flower
from vision.training.faces.marks import corner_mark
from vision.training.faces.svg import circle, group, rect

Pixels = npt.NDArray[np.uint8]
"""Height x width x 3, red, green, blue."""

Field = npt.NDArray[np.float32]


def face_svg(label: str, design: Design) -> str:
    """The face as an SVG document, 100 units high; a ``ValueError`` for what is no label."""
    ground = rect(-design.width / 2, -50, design.width, 100, 0, design.material.ground)
    return _document([ground, *_ink(label, design)], design)


def face_image(label: str, design: Design, height: int = 128) -> Pixels:
    """The face as a picture of that height in pixels, engraved and worn as the design says."""
    width = max(1, round(height * design.aspect))
    paint = _rasterised(_document(_ink(label, design), design), width, height)
    rng = _rng(label, design)
    if label != BACK:
        paint = _printed(paint, design, rng)
    picture = _ground(height, width, design, rng) * (1 - paint[..., 3:]) + paint[..., :3]
    if label != BACK:
        picture += _relief(paint[..., 3], height)[..., None] * (150 * design.material.engraving)
    picture += rng.normal(0, 255 * design.material.grain, picture.shape[:2])[..., None]
    pixels: Pixels = np.clip(picture, 0, 255).astype(np.uint8)
    return pixels


def _printed(paint: Field, design: Design, rng: np.random.Generator) -> Field:
    """The drawing cut by hand, its paint gathered at the edges and partly rubbed away."""
    height = paint.shape[0]
    paint = _warped(paint, design.warp * height / 100, rng)
    depth = 1 - design.material.pooling * (1 - _depth(paint[..., 3], height))
    kept = _kept(paint.shape, design.material.wear, rng)
    return np.concatenate([paint[..., :3] * depth[..., None], paint[..., 3:]], axis=2) * kept


def _ink(label: str, design: Design) -> list[str]:
    """What is drawn on the ground, in the middle of the face."""
    if label not in LABELS:
        raise ValueError(f"no face {label!r}")
    if label == BACK:
        return back(design)
    rng = _rng(label, design)
    move = float(rng.normal(0, design.jitter)), float(rng.normal(0, design.jitter))
    turn = float(rng.normal(0, design.jitter))
    scale = design.scale * (1 + float(rng.normal(0, 0.02)) * design.jitter)
    marks = [*corner_mark(label, design), *_red_pip(label, design)]
    if marks and design.marks.both:
        scale *= 0.82
    elif marks:
        side = -1 if design.marks.right else 1
        move, scale = (move[0] + side * design.width * 0.035, move[1] + 3.5), scale * 0.86
    return [group(_drawn(label, design), move, turn, min(scale, 1.06)), *marks]


def _drawn(label: str, design: Design) -> list[str]:
    number, family = int(label[0]), label[1]
    red = number == 0 and design.red_five in ("whole", "both")
    number = number or 5
    if family == "m":
        return suit(number, design, red)
    if family == "p":
        return dots(number, design, red)
    if family == "s":
        return bamboo(number, design, red)
    if family == "f":
        return flower(number, design)
    return wind(number, design) if number <= 4 else dragon(number, design)


def _red_pip(label: str, design: Design) -> list[str]:
    """The red dot or ring in a corner that tells a red five, in sets that do not only paint it red."""
    if not label.startswith("0") or design.red_five == "whole":
        return []
    side = -1 if design.marks.right or not design.marks.suits else 1
    place = side * (design.width / 2 - 8), -42.0
    if design.red_five == "ring":
        return [circle(place, 4.0, "none", design.ink("red"), 2.0)]
    return [circle(place, 4.2, design.ink("red"))]


def _document(parts: list[str], design: Design) -> str:
    box = f"{-design.width / 2:.2f} -50 {design.width:.2f} 100"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" preserveAspectRatio="none">'
    return f"{head}{''.join(parts)}</svg>"


def _rng(label: str, design: Design) -> np.random.Generator:
    return np.random.default_rng((design.seed, LABELS.index(label)))


def _rasterised(document: str, width: int, height: int) -> Field:
    """The drawing's red, green and blue, 0 to 255 and weighed by its cover, then the cover, 0 to 1."""
    import resvg_py

    sized = document.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
    png: Any = resvg_py.svg_to_bytes(svg_string=sized, skip_system_fonts=True)
    pixels = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise ValueError("the drawing could not be rendered")
    paint: Field = pixels[..., [2, 1, 0, 3]].astype(np.float32)
    paint[..., 3] /= 255
    paint[..., :3] *= paint[..., 3:]
    return paint


def _ground(height: int, width: int, design: Design, rng: np.random.Generator) -> Field:
    """The bare face, a little darker to one side."""
    text = design.material.ground
    colour = np.array([int(text[at : at + 2], 16) for at in (1, 3, 5)], np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    down, across = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j]
    light = 1 + design.material.shade * (np.cos(angle) * across + np.sin(angle) * down - 0.5)
    if design.material.clear > 0:
        light = light + design.material.clear * _inner_light(height, width, rng)
    shaded: Field = (light[..., None] * colour).astype(np.float32)
    return shaded


def _inner_light(height: int, width: int, rng: np.random.Generator) -> Field:
    """Light that gathers inside clear plastic: brighter at the edges and in a few soft streaks, about -1 to 1."""
    down, across = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    edges = np.maximum(np.abs(down), np.abs(across)) ** 4
    streaks = cv2.resize(rng.normal(0, 0.35, (5, 4)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    inner: Field = (edges - 0.3 + streaks).astype(np.float32)
    return inner


def _kept(shape: tuple[int, ...], wear: float, rng: np.random.Generator) -> Field:
    """How much of the print is left at each place, 0 to 1."""
    if wear <= 0:
        return np.ones((*shape[:2], 1), np.float32)
    coarse = rng.random((shape[0] // 8 + 2, shape[1] // 8 + 2)).astype(np.float32)
    fine = rng.random((shape[0] // 2 + 1, shape[1] // 2 + 1)).astype(np.float32)
    size = (shape[1], shape[0])
    noise = 0.6 * cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC) + 0.4 * cv2.resize(fine, size)
    kept: Field = np.clip((noise - 0.25 - wear) * 6 + 0.5, 0.25, 1)[..., None].astype(np.float32)
    return kept


def _warped(paint: Field, reach: float, rng: np.random.Generator) -> Field:
    """The drawing with its lines bent a little, as cut by hand; ``reach`` in pixels."""
    height, width = paint.shape[:2]
    if reach <= 0:
        return paint
    coarse = rng.normal(0, reach, (2, 6, 5)).astype(np.float32)
    shifts = [cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC) for field in coarse]
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    bent: Field = cv2.remap(
        paint, across + shifts[0], down + shifts[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    ).astype(np.float32)
    return bent


def _depth(cover: Field, height: int) -> Field:
    """1 in the middle of broad lines, less towards their edges."""
    soft = cv2.GaussianBlur(cover, (0, 0), max(height / 90, 0.6))
    deep: Field = (soft**2).astype(np.float32)
    return deep


def _relief(cover: Field, height: int) -> Field:
    """Light on one edge of the cut lines and shade on the other, -1 to 1."""
    soft = cv2.GaussianBlur(cover, (0, 0), max(height / 160, 0.5))
    lit: Field = (np.roll(soft, 1, (0, 1)) - soft).astype(np.float32)
    return lit
