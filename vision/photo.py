"""Any picture file to an upright RGB array."""

import contextlib
import os
import stat
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError

from vision import deep
from vision.errors import PhotoError

Pixels = NDArray[np.uint8]

MAX_BYTES = 50 * 1024 * 1024
"""A 48-megapixel phone JPEG has some 15 MB."""

MAX_PIXELS = 64_000_000
"""Width times height; checked from the file's header, before anything is decoded."""

MIN_SIDE = 32
"""Pixels; a side shorter than one tile holds no hand."""

Image.init()
FORMATS = tuple(
    name for name in ("JPEG", "MPO", "PNG", "WEBP", "BMP", "DIB", "TIFF", "GIF", "AVIF") if name in Image.OPEN
)
"""What Pillow may open: pictures only, none of its document formats."""

JPEGS = ("JPEG", "MPO")

HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"})
AVIF_BRANDS = frozenset({b"avif", b"avis"})

TURNS: dict[int, tuple[bool, int | None]] = {
    2: (False, 1),
    3: (False, -1),
    4: (False, 0),
    5: (True, None),
    6: (True, 1),
    7: (True, -1),
    8: (True, 0),
}
"""EXIF orientation to what puts the picture upright: whether rows become columns, and OpenCV's flip after that."""

BROKEN = (OSError, SyntaxError, ValueError, TypeError, IndexError, KeyError, EOFError, RuntimeError, struct.error)
"""What decoders raise on a damaged file."""

TOO_LARGE = (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError)


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright picture. Nothing of the file's metadata is kept."""

    pixels: NDArray[np.uint8]
    """Height x width x 3, RGB; ``load`` makes them read-only."""
    name: str = ""
    """For messages only."""

    @property
    def width(self) -> int:
        """Pixels across."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Pixels down."""
        return int(self.pixels.shape[0])


def load(
    source: Path | bytes,
    *,
    name: str = "",
    max_bytes: int = MAX_BYTES,
    max_pixels: int = MAX_PIXELS,
    min_side: int = MIN_SIDE,
) -> Photo:
    """Read a picture file or its bytes: JPEG, PNG, WebP, HEIC, AVIF, TIFF, BMP or the first frame of a GIF.

    Raises ``PhotoError`` for what is no picture, is damaged, or is beyond the limits.
    """
    name = name or (source.name if isinstance(source, Path) else "photo")
    with _named(name):
        data = _contents(source, max_bytes)
        pixels = _heif(data, max_pixels) if _is_heif(data) else _other(data, max_pixels)
        height, width = pixels.shape[:2]
        if min(height, width) < min_side:
            raise PhotoError("photo_too_small", f"{width} x {height} pixels, less than {min_side} on a side")
        pixels.flags.writeable = False
        return Photo(pixels, name)


def contents(source: Path | bytes, *, name: str = "", max_bytes: int = MAX_BYTES) -> bytes:
    """The bytes of a picture file; raises ``PhotoError`` for what is no file, empty, or beyond the limit."""
    with _named(name or (source.name if isinstance(source, Path) else "photo")):
        return _contents(source, max_bytes)


@contextlib.contextmanager
def _named(name: str) -> Iterator[None]:
    """Turn what decoders raise into ``PhotoError``, and say which photo it was."""
    try:
        yield
    except PhotoError as error:
        raise PhotoError(error.code, f"{name}: {error.message}") from error.__cause__
    except TOO_LARGE as error:
        raise PhotoError("photo_too_large", f"{name}: too large to decode") from error
    except BROKEN as error:
        raise PhotoError("photo_broken", f"{name}: cut short or damaged ({error})") from error


def _contents(source: Path | bytes, max_bytes: int) -> bytes:
    """Bytes of ``source``, refused before reading when there are too many."""
    if isinstance(source, Path):
        _check_file(source)
    length = source.stat().st_size if isinstance(source, Path) else len(source)
    if length > max_bytes:
        raise PhotoError("photo_too_many_bytes", f"{length} bytes, at most {max_bytes} are read")
    if not length:
        raise PhotoError("photo_empty", "no bytes at all")
    return source.read_bytes() if isinstance(source, Path) else bytes(source)


def _check_file(path: Path) -> None:
    """Raise ``PhotoError`` unless it is a file that can be read."""
    try:
        found = path.stat()
    except OSError as error:
        raise PhotoError("photo_missing", f"no such file ({error.strerror})") from error
    if not stat.S_ISREG(found.st_mode):
        raise PhotoError("photo_missing", "a folder or device, not a file")
    if not os.access(path, os.R_OK):
        raise PhotoError("photo_missing", "may not be read")


def _is_heif(data: bytes) -> bool:
    """Whether the file says that it is HEIF; AVIF, its sister, goes by the same general brands."""
    if data[4:8] != b"ftyp":
        return False
    end = min(len(data), int.from_bytes(data[:4], "big"), 256)
    brands = {data[8:12], *(data[at : at + 4] for at in range(16, end, 4))}
    return bool(brands & HEIF_BRANDS) and not brands & AVIF_BRANDS


def _heif(data: bytes, max_pixels: int) -> Pixels:
    """Picture of a HEIF file.

    The container says how the picture is turned and the decoder applies that; the EXIF beside it repeats the turn
    and must not be applied again.
    """
    try:
        import pi_heif  # the one decoder that not every machine has
    except ImportError as error:
        raise PhotoError("photo_unknown", "HEIC, which takes pi-heif to read: install it, or send a JPEG") from error
    heif = pi_heif.open_heif(BytesIO(data), convert_hdr_to_8bit=True)
    if not len(heif):
        raise PhotoError("photo_broken", "a HEIF file without a picture")
    _check_pixels(heif.size, max_pixels)
    primary = heif[heif.primary_index]
    pixels = primary.data
    return _rgb(Image.frombytes(primary.mode, primary.size, pixels, "raw", primary.mode, primary.stride))


def _other(data: bytes, max_pixels: int) -> Pixels:
    """Picture of any file that Pillow reads, upright."""
    try:
        image: Image.Image = Image.open(BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError as error:
        raise PhotoError("photo_unknown", "not a picture in a known format") from error
    _check_pixels(image.size, max_pixels)
    pixels = _plain_jpeg(data) if image.format in JPEGS and image.mode == "RGB" else None
    if pixels is None:
        image.load()
        pixels = _of_any_depth(image, data)
    return _upright(pixels, _orientation(image))


def _plain_jpeg(data: bytes) -> Pixels | None:
    """Picture of a sound JPEG, three times as fast as by Pillow; ``None`` leaves it to Pillow to say what is wrong."""
    try:
        return np.asarray(simplejpeg.decode_jpeg(data, "RGB", strict=True), np.uint8)
    except ValueError:
        return None


def _upright(pixels: Pixels, orientation: int) -> Pixels:
    """``pixels`` as EXIF says that they are to be seen."""
    swapped, flip = TURNS.get(orientation, (False, None))
    pixels = np.asarray(cv2.transpose(pixels), np.uint8) if swapped else pixels
    return pixels if flip is None else np.asarray(cv2.flip(pixels, flip), np.uint8)


def _check_pixels(size: tuple[int, int], max_pixels: int) -> None:
    width, height = size
    if width * height > max_pixels:
        raise PhotoError("photo_too_large", f"{width} x {height} pixels, at most {max_pixels} are read")


def _orientation(image: Image.Image) -> int:
    """EXIF orientation, 1 to 8; a damaged EXIF block counts as upright. TIFF files are upright once loaded."""
    try:
        value = image.getexif().get(ExifTags.Base.Orientation, 1)
    except (*BROKEN, UserWarning):  # Pillow warns of damage, which callers may have made an error
        return 1
    return value if isinstance(value, int) else 1


def _of_any_depth(image: Image.Image, data: bytes) -> Pixels:
    """Height x width x 3: eight bits of red, green and blue, where the file may have more."""
    if image.mode.startswith(("I", "F")):
        return deep.grey(image, data)
    return deep.brightened(image, data, _rgb(image))


def _rgb(image: Image.Image) -> Pixels:
    """Height x width x 3: eight bits of red, green and blue; what is see-through shows white."""
    if image.mode in ("RGBA", "RGBa", "LA", "La", "PA") or "transparency" in image.info:
        paint = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", paint.size, "white"), paint)
    return np.array(image if image.mode == "RGB" else image.convert("RGB"), dtype=np.uint8)
