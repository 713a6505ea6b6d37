"""Libraries of single upright tile faces: cut from photos, from open artwork, and drawn by ourselves."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image, ImageDraw, ImageFont

from vision.labels import BACK, LABELS, RED_FIVES
from vision.training.faces import face_image, sample_design
from vision.training.sources.photos import DatasetError, data_root

Pixels = npt.NDArray[np.uint8]
Rng = np.random.Generator

HEIGHT = 112
"""Pixels of every face; its width is 3/4 of that, whatever the real tile's shape."""
WIDTH = 84

HELD_OUT = 8_000_000
"""Seeds from here on are of designs that no training draws."""

RED = np.array([190.0, 28.0, 36.0])


@dataclass(frozen=True, slots=True)
class FaceSet:
    """The faces of one or several alike tile sets: ``faces[label]`` are pictures of (HEIGHT, WIDTH, 3), RGB."""

    name: str
    faces: Mapping[str, tuple[Pixels, ...]]

    def pick(self, rng: Rng) -> dict[str, Pixels]:
        """One picture for each label this set has."""
        return {label: pictures[int(rng.integers(len(pictures)))] for label, pictures in self.faces.items()}


@dataclass(frozen=True, slots=True)
class FaceLibrary:
    """Sets of faces by kind of origin, with how often each kind is drawn."""

    kinds: Mapping[str, tuple[FaceSet, ...]]
    weights: Mapping[str, float] = field(default_factory=dict)

    def pick(self, rng: Rng) -> dict[str, Pixels]:
        """The faces for one scene: one set, completed by another where it lacks a label."""
        names = sorted(self.kinds)
        shares = np.array([self.weights.get(name, 1.0) for name in names])
        kind = self.kinds[str(rng.choice(names, p=shares / shares.sum()))]
        chosen = kind[int(rng.integers(len(kind)))].pick(rng)
        spare = self.kinds["drawn"][int(rng.integers(len(self.kinds["drawn"])))].pick(rng)
        return {**spare, **chosen}

    def renewed(self, fresh: FaceSet) -> FaceLibrary:
        """The library with another drawn set in place of the one it has had longest."""
        return replace(self, kinds={**self.kinds, "drawn": (*self.kinds["drawn"][1:], fresh)})


def resized(image: Pixels) -> Pixels:
    """At the library's size."""
    shrinking = image.shape[0] > HEIGHT
    return cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_CUBIC)


def reddened(image: Pixels) -> Pixels:
    """The face with all its ink turned red, as red fives are made."""
    ground = np.median(image.reshape(-1, 3), axis=0)
    distance = np.abs(image.astype(np.float32) - ground).max(axis=2)
    ink = np.clip((distance - 30) / 60, 0, 1)[..., None]
    depth = np.clip(image.astype(np.float32).mean(axis=2, keepdims=True) / max(float(ground.mean()), 1), 0, 1)
    red = RED * (0.75 + 0.5 * depth)
    return np.clip(image * (1 - ink) + red * ink, 0, 255).astype(np.uint8)


def crops(folder: Path) -> tuple[FaceSet, ...]:
    """Faces cut from photos of real tiles, with ``labels.csv`` (file, tile, group); those without group are one set."""
    groups: dict[str, dict[str, list[Pixels]]] = {}
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            bgr = cv2.imread(str(folder / row["file"]), cv2.IMREAD_COLOR)
            if bgr is None:
                raise DatasetError("no_photo", f"cannot read {folder / row['file']}")
            faces = groups.setdefault(row["group"], {})
            faces.setdefault(row["tile"], []).append(resized(np.ascontiguousarray(bgr[..., ::-1])))
    sets = [FaceSet(f"crops/{name}", _frozen(faces)) for name, faces in sorted(groups.items())]
    ungrouped = [one for one in sets if one.name == "crops/"]
    return tuple(sets + ungrouped * 3)


FLUFFY = {"Ton": "1z", "Nan": "2z", "Shaa": "3z", "Pei": "4z", "Haku": "5z", "Hatsu": "6z", "Chun": "7z"}
FLUFFY_SUITS = {"Man": "m", "Pin": "p", "Sou": "s"}
LIETXIA = {"mei": "1f", "lan": "2f", "zu": "3f", "ju": "4f", "chun": "5f", "xia": "6f", "qiu": "7f", "dong": "8f"}


def fluffy_label(stem: str) -> str | None:
    """What a file of the fluffystuff set shows."""
    if stem in FLUFFY:
        return FLUFFY[stem]
    suit, rest = FLUFFY_SUITS.get(stem[:3]), stem[3:]
    if suit is None:
        return None
    return f"0{suit}" if rest.endswith("-Dora") else f"{rest}{suit}"


def vector_art(folder: Path, rng: Rng) -> tuple[FaceSet, ...]:
    """The SVG sets, each on a few grounds."""
    sets = []
    for name, label_of in (
        ("fluffystuff/Regular", fluffy_label),
        ("lietxia/face", lambda stem: LIETXIA.get(stem, stem)),
        ("lietxia/framed", lambda stem: LIETXIA.get(stem, stem)),
    ):
        glyphs = {label_of(path.stem): rendered(path) for path in sorted((folder / name).glob("*.svg"))}
        known = {label: glyph for label, glyph in glyphs.items() if label in LABELS}
        for turn in range(4):
            ground, pad = ivory(rng), float(rng.uniform(0.0, 0.1))
            faces = {str(label): [laid(glyph, ground, pad)] for label, glyph in known.items()}
            sets.append(FaceSet(f"{name}/{turn}", _frozen(faces)))
    return tuple(sets)


def rendered(path: Path) -> Pixels:
    """An SVG file as RGBA."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=path.read_text(encoding="utf-8"), height=2 * HEIGHT))
    return np.array(Image.open(io.BytesIO(png)).convert("RGBA"))


def ivory(rng: Rng) -> tuple[int, int, int]:
    """The colour of a tile's face."""
    value, warmth = int(rng.integers(222, 253)), int(rng.integers(0, 28))
    return value, value - warmth // 3, value - warmth


def laid(glyph: Pixels, ground: tuple[int, int, int], pad: float) -> Pixels:
    """An RGBA glyph centred on a face, ``pad`` (share of a side) away from the edges."""
    height, width = glyph.shape[:2]
    scale = min(WIDTH * (1 - 2 * pad) / width, HEIGHT * (1 - 2 * pad) / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(glyph, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    face = np.empty((HEIGHT, WIDTH, 3), np.float32)
    face[:] = ground
    top, left = (HEIGHT - size[1]) // 2, (WIDTH - size[0]) // 2
    part = face[top : top + size[1], left : left + size[0]]
    alpha = small[..., 3:] / 255
    part[:] = part * (1 - alpha) + small[..., :3] * alpha
    return face.astype(np.uint8)


def code_points() -> Iterator[tuple[int, str]]:
    """Unicode's mahjong tiles and what each shows."""
    for offset, label in enumerate(("1z", "2z", "3z", "4z", "7z", "6z", "5z")):
        yield 0x1F000 + offset, label
    for rank in range(9):
        yield 0x1F007 + rank, f"{rank + 1}m"
        yield 0x1F010 + rank, f"{rank + 1}s"
        yield 0x1F019 + rank, f"{rank + 1}p"
    for offset, label in enumerate(("1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f")):
        yield 0x1F022 + offset, label


def outline_fonts(folder: Path, rng: Rng) -> tuple[FaceSet, ...]:
    """The tile fonts, inked in a few colour schemes each."""
    sets = []
    for path in sorted(folder.glob("*.otf")):
        font = ImageFont.truetype(str(path), 300)
        glyphs = {label: mask for code, label in code_points() if (mask := _glyph(font, chr(code))) is not None}
        for turn in range(3):
            inks, ground, pad = _inks(rng), ivory(rng), float(rng.uniform(0.02, 0.1))
            faces = {label: [laid(_inked(mask, label, inks, rng), ground, pad)] for label, mask in glyphs.items()}
            sets.append(FaceSet(f"{path.stem}/{turn}", _frozen(faces)))
    return tuple(sets)


def _glyph(font: ImageFont.FreeTypeFont, text: str) -> Pixels | None:
    """A tile's drawing without the frame around it, as coverage; ``None`` where the font has none."""
    canvas = Image.new("L", (560, 560), 0)
    ImageDraw.Draw(canvas).text((80, 80), text, font=font, fill=255)
    mask = np.array(canvas)
    ys, xs = np.nonzero(mask > 60)
    if not len(ys):
        return None
    mask = mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    border = int(0.062 * mask.shape[1])
    return np.ascontiguousarray(mask[border:-border, border:-border])


def _inks(rng: Rng) -> dict[str, npt.NDArray[np.float64]]:
    base = {"red": (190, 30, 35), "green": (15, 105, 60), "blue": (25, 55, 160), "black": (20, 20, 25)}
    return {name: np.clip(np.array(ink) + rng.integers(-25, 26, 3), 0, 255).astype(float) for name, ink in base.items()}


def _inked(mask: Pixels, label: str, inks: Mapping[str, npt.NDArray[np.float64]], rng: Rng) -> Pixels:
    """The drawing in the colours its kind usually has, as RGBA."""
    image = np.zeros((*mask.shape, 4), np.uint8)
    image[..., 3] = mask
    dark = inks[str(rng.choice(["black", "blue"]))]
    if label[1] == "m":
        image[..., :3] = dark
        image[int(mask.shape[0] * 0.47) :, :, :3] = inks["red"]
    elif label[1] == "z":
        image[..., :3] = {"7z": inks["red"], "6z": inks["green"], "5z": inks["blue"]}.get(label, dark)
    else:
        choice = ["green", "red"] if label[1] == "s" else ["green", "red", "blue", "black"]
        count, parts = cv2.connectedComponents((mask > 80).astype(np.uint8))
        image[..., :3] = inks[str(rng.choice(choice))]
        for part in range(1, count):
            image[parts == part, :3] = inks[str(rng.choice(choice))]
    return image


def drawn(count: int, seed: int) -> tuple[FaceSet, ...]:
    """Sets drawn by ``vision.training.faces``, one design each."""
    return tuple(drawn_set(seed + number) for number in range(count))


def drawn_set(seed: int) -> FaceSet:
    """The set of one design."""
    design = sample_design(seed)
    faces = {label: (resized(face_image(label, design, height=HEIGHT)),) for label in LABELS}
    return FaceSet(f"drawn/{seed}", faces)


def fresh_set(rng: Rng) -> FaceSet:
    """The set of a design that is drawn at random from all but the held-out ones."""
    return drawn_set(int(rng.integers(HELD_OUT)))


def library(
    seed: int, designs: int, root: Path | None = None, weights: Mapping[str, float] | None = None
) -> FaceLibrary:
    """All faces at hand: the drawn ones always, crops and artwork where the datasets are present.

    ``designs`` is the number of drawn sets; ``root`` defaults to ``data_root()``.
    """
    folder = data_root() if root is None else root
    rng = np.random.default_rng(seed)
    kinds: dict[str, tuple[FaceSet, ...]] = {"drawn": drawn(designs, seed)}
    if (folder / "crops" / "labels.csv").is_file():
        kinds["crops"] = crops(folder / "crops")
    if (folder / "art").is_dir():
        kinds["art"] = vector_art(folder / "art", rng)
        kinds["fonts"] = outline_fonts(folder / "art" / "imahjong", rng)
    return FaceLibrary(kinds, {} if weights is None else weights)


def _frozen(faces: Mapping[str, list[Pixels]]) -> dict[str, tuple[Pixels, ...]]:
    """The faces with red fives made where they are missing."""
    known = {label: tuple(pictures) for label, pictures in faces.items() if label in LABELS and label != BACK}
    for five in RED_FIVES:
        if five not in known and "5" + five[1] in known:
            known[five] = tuple(reddened(picture) for picture in known["5" + five[1]])
    return known
