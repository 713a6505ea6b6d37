"""Any picture file to an upright RGB array."""

import contextlib
import os
import stat
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError

from vision.errors import PhotoError

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

HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"})
AVIF_BRANDS = frozenset({b"avif", b"avis"})

TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""EXIF orientation to what puts the picture upright."""

BROKEN = (OSError, SyntaxError, ValueError, TypeError, IndexError, KeyError, EOFError, RuntimeError, struct.error)
"""What decoders raise on a damaged file."""

WHITES = tuple(float(2**bits - 1) for bits in (8, 10, 12, 14, 16))
"""White of grey with so many bits, which cameras put into sixteen."""

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
        image = _heif(data, max_pixels) if _is_heif(data) else _other(data, max_pixels)
        if min(image.size) < min_side:
            raise PhotoError("photo_too_small", f"{_size(image)} pixels, less than {min_side} on a side")
        pixels: NDArray[np.uint8] = np.asarray(_rgb(image), dtype=np.uint8)
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


def _heif(data: bytes, max_pixels: int) -> Image.Image:
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
    return Image.frombytes(primary.mode, primary.size, pixels, "raw", primary.mode, primary.stride)


def _other(data: bytes, max_pixels: int) -> Image.Image:
    """Picture of any file that Pillow reads, upright."""
    try:
        image: Image.Image = Image.open(BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError as error:
        raise PhotoError("photo_unknown", "not a picture in a known format") from error
    _check_pixels(image.size, max_pixels)
    image.load()
    turn = TURNS.get(_orientation(image))
    return image if turn is None else image.transpose(turn)


def _check_pixels(size: tuple[int, int], max_pixels: int) -> None:
    width, height = size
    if width * height > max_pixels:
        raise PhotoError("photo_too_large", f"{width} x {height} pixels, at most {max_pixels} are read")


def _size(image: Image.Image) -> str:
    return f"{image.width} x {image.height}"


def _orientation(image: Image.Image) -> int:
    """EXIF orientation, 1 to 8; a damaged EXIF block counts as upright. TIFF files are upright once loaded."""
    try:
        value = image.getexif().get(ExifTags.Base.Orientation, 1)
    except (*BROKEN, UserWarning):  # Pillow warns of damage, which callers may have made an error
        return 1
    return value if isinstance(value, int) else 1


def _rgb(image: Image.Image) -> Image.Image:
    """Eight bits of red, green and blue; what is see-through shows white."""
    if image.mode.startswith(("I", "F")):
        return _deep(image)
    if image.mode in ("RGBA", "RGBa", "LA", "La", "PA") or "transparency" in image.info:
        paint = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", paint.size, "white"), paint).convert("RGB")
    return image if image.mode == "RGB" else image.convert("RGB")


def _deep(image: Image.Image) -> Image.Image:
    """Grey of more than eight bits, brought down to eight: as many bits as are used, or else shares of one."""
    grey = np.nan_to_num(np.asarray(image).astype(np.float32))
    top = float(grey.max(initial=0.0))
    shares = image.mode == "F" and top <= 1.0
    scale = 255.0 if shares else 255.0 / next((white for white in WHITES if top <= white), top)
    return Image.fromarray((grey * scale).clip(0, 255).round().astype(np.uint8)).convert("RGB")
