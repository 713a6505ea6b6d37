"""The app's icons as PNG, drawn from its SVG: ``python -m vision.training.icons``."""

from pathlib import Path

import resvg_py

ICONS = Path(__file__).parents[2] / "service" / "page" / "icons"
SIZES = (180, 192, 512)
"""Pixels: for Apple's home screen, and those that a web app manifest is asked for."""


def drawn(size: int, source: Path = ICONS / "app.svg") -> bytes:
    """The icon as PNG, so many pixels wide and high."""
    return bytes(resvg_py.svg_to_bytes(svg_string=source.read_text(encoding="utf-8"), width=size, height=size))


def main() -> None:
    """Write the icons beside their source."""
    for size in SIZES:
        (ICONS / f"app-{size}.png").write_bytes(drawn(size))


if __name__ == "__main__":
    main()
