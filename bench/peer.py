"""What the peer ``mahjong-detector`` (PyPI) sees in photos, in lines as ``hupai read --json`` prints them.

It runs in an environment of its own, so that it brings nothing along; photos come as arguments, or one a line on
standard input:

    python -m venv /tmp/peer && /tmp/peer/bin/pip install mahjong-detector
    /tmp/peer/bin/python bench/peer.py shared/datasets/tables/images/*.jpg > peer.jsonl
    hupai evaluate tables --seen peer.jsonl --without-flowers

It knows the 34 kinds, no flowers. Where it is not installed, this says so and ends with status 3.
"""

import json
import sys
import time
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

PACKAGE = "mahjong-detector"
ABSENT = 3
"""Exit status where the peer is not installed."""

NAMES = {"tou": "1z", "nan": "2z", "sha": "3z", "pe": "4z", "haku": "5z", "hatsu": "6z", "chun": "7z"}
"""Its names for winds and dragons; those of the suits are ours."""


def face(name: str) -> str:
    """Our code for one of its class names."""
    return NAMES.get(name, name)


def lines(photos: Iterable[str]) -> Iterable[dict[str, Any]]:
    from mahjong_detector import CLASS_NAMES, predict, preprocess_image
    from PIL import Image

    for photo in photos:
        start = time.perf_counter()
        try:
            image = Image.open(photo)
            image.load()
        except OSError as error:
            yield {"photo": photo, "error": {"code": "photo_unknown", "message": str(error)}}
            continue
        loaded = time.perf_counter()
        found = predict(*preprocess_image(image))
        tiles = [
            {
                "tile": face(CLASS_NAMES[one.class_id]),
                "box": [float(side) for side in (one.x1, one.y1, one.x2, one.y2)],
                "confidence": float(one.confidence),
            }
            for one in found
        ]
        ms = {"load": (loaded - start) * 1000, "infer": (time.perf_counter() - loaded) * 1000}
        yield {"photo": photo, "width": image.width, "height": image.height, "tiles": tiles, "ms": ms}


def main(photos: list[str]) -> int:
    try:
        print(f"{PACKAGE} {version(PACKAGE)}", file=sys.stderr)
    except PackageNotFoundError:
        print(f"skipped: {PACKAGE} is not installed for {sys.executable}", file=sys.stderr)
        return ABSENT
    for line in lines(photos or map(str.strip, sys.stdin)):
        print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
