"""Writes a contact sheet: all faces in several designs, one design a row."""

import argparse

import cv2
import numpy as np

from vision.labels import LABELS
from vision.training.faces.chance import sample_design
from vision.training.faces.design import CLASSIC, EXPORT, JAPANESE, Design
from vision.training.faces.render import Pixels, face_image


def sheet(designs: list[Design], labels: tuple[str, ...], height: int, columns: int = 23) -> Pixels:
    """The faces of each design in rows of ``columns``."""
    cell = round(height * 0.84)
    rows = []
    for design in designs:
        for start in range(0, len(labels), columns):
            row = np.full((height + 4, cell * columns, 3), 60, np.uint8)
            for place, label in enumerate(labels[start : start + columns]):
                picture = face_image(label, design, height)
                row[2 : 2 + height, place * cell : place * cell + picture.shape[1]] = picture
            rows.append(row)
    return np.concatenate(rows)


def main() -> None:
    """Reads the arguments and writes the sheet."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.faces", description=__doc__)
    parser.add_argument("sheet", help="picture to write")
    parser.add_argument("--seed", type=int, default=0, help="first seed; below 0 shows the named designs")
    parser.add_argument("--designs", type=int, default=4)
    parser.add_argument("--height", type=int, default=96, help="of a face, in pixels")
    parser.add_argument("--labels", nargs="*", default=list(LABELS))
    parser.add_argument("--columns", type=int, default=23)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.designs)
    designs = [CLASSIC, JAPANESE, EXPORT] if chosen.seed < 0 else [sample_design(seed) for seed in seeds]
    picture = sheet(designs, tuple(chosen.labels), chosen.height, chosen.columns)
    cv2.imwrite(chosen.sheet, picture[..., ::-1])


if __name__ == "__main__":
    main()
