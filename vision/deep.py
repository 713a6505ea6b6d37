"""Pictures of more than eight bits a colour, brought down to eight.

Programs put 10, 12 or 14 bits of a camera into files of 16, some of them into the low bits: taken at face value such a
picture is black. What white is in a file tells, in this order:

1. The file itself, as PNG's ``sBIT`` and TIFF's ``MaxSampleValue`` do, unless a value is beyond that: the bits of a
   camera may also be spread over all sixteen, as PNG has it.
2. Values that were spread show it: their low bits are empty, or their high bits once more. White is 65535.
3. The fewest bits of 8, 10, 12, 14 and 16 that hold every value. A picture whose brightest spot has less than a quarter
   of all light is taken for one of 14 bits, and so comes out brighter, never darker, than it was meant.
"""

import struct

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]

BITS = (8, 10, 12, 14)
"""Of cameras, in files of sixteen."""

FULL = 65535
"""White of sixteen bits."""

BRIGHT = 2 ** (BITS[-1] - 8) - 1
"""What is brighter than this once it is cut down to eight bits has more than 14."""

MAX_SAMPLE_VALUE, BITS_PER_SAMPLE = 281, 258
"""TIFF tags."""


def grey(image: Image.Image, data: bytes) -> Pixels:
    """A picture of one colour, whose modes begin with ``I`` or ``F``: height x width x 3."""
    values = np.nan_to_num(np.asarray(image).astype(np.float32))
    top = float(values.max(initial=0.0))
    if image.mode == "F" and top <= 1.0:
        white = 1.0
    else:
        white = float(white_of(np.asarray(image), told_white(image, data))) if top <= FULL else top
    return np.repeat(_eight(values, white)[..., None], 3, axis=2)


def brightened(image: Image.Image, data: bytes, pixels: Pixels) -> Pixels:
    """``pixels`` of eight bits, or what the file's sixteen bits a colour show where those are almost black."""
    if not _has_sixteen_bits(image, data) or _brightest(image) > BRIGHT:
        return pixels
    values = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if values is None or values.dtype != np.uint16 or values.ndim != 3 or values.shape[:2] != pixels.shape[:2]:
        return pixels
    colours = values[..., 2::-1]
    white = white_of(colours, told_white(image, data))
    paint = _eight(colours, white).astype(np.float32)
    if values.shape[2] == 4:
        opaque = values[..., 3:].astype(np.float32) / max(1, white_of(values[..., 3:], None))
        paint = paint * opaque + 255 * (1 - opaque)
    return np.asarray(paint.round(), np.uint8)


def white_of(values: NDArray[np.generic], told: int | None) -> int:
    """The value that is white among whole numbers of sixteen bits; ``told`` is what the file says of it."""
    top = int(values.max(initial=0))
    if told is not None and top <= told:
        return told
    if top and _are_spread(values.astype(np.uint16)):
        return FULL
    return next((2**bits - 1 for bits in BITS if top < 2**bits), FULL)


def _are_spread(values: NDArray[np.uint16]) -> bool:
    """Whether fewer bits were spread over sixteen: the low ones are empty, or repeat the high ones."""
    if not int(np.bitwise_or.reduce(values, axis=None)) & 3:
        return True
    kept = ((values >> 16 - bits, bits) for bits in BITS)
    return any(bool(((high << 16 - bits | high >> 2 * bits - 16) == values).all()) for high, bits in kept)


def told_white(image: Image.Image, data: bytes) -> int | None:
    """White as the file tells it; ``None`` where it does not."""
    if image.format == "PNG":
        bits = _significant_bits(data)
        return 2**bits - 1 if bits else None
    if image.format == "TIFF":
        told = getattr(image, "tag_v2", {}).get(MAX_SAMPLE_VALUE)
        most = max(told) if isinstance(told, tuple) and told else told
        return most if isinstance(most, int) and 0 < most <= FULL else None
    return None


def _significant_bits(data: bytes) -> int:
    """The bits of each colour that PNG's ``sBIT`` says were there, 1 to 16; 0 where it is not there."""
    at = 8
    while at + 8 <= len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        if name == b"sBIT":
            body = data[at + 8 : at + 8 + length]
            bits = max(body[: 3 if length >= 3 else 1], default=0)
            return bits if bits <= 16 else 0
        if name == b"IDAT":
            return 0
        at += 12 + length
    return 0


def _has_sixteen_bits(image: Image.Image, data: bytes) -> bool:
    """Whether a picture of several colours has sixteen bits of each."""
    if image.format == "PNG":
        return data[24:25] == b"\x10"
    if image.format == "TIFF":
        return 16 in getattr(image, "tag_v2", {}).get(BITS_PER_SAMPLE, ())
    return False


def _brightest(image: Image.Image) -> int:
    """The highest value of a colour, in eight bits."""
    bands = zip(image.getbands(), np.reshape(image.getextrema(), (-1, 2)), strict=True)
    return max(int(most) for name, (_, most) in bands if name not in "Aa")


def _eight(values: NDArray[np.generic], white: float) -> Pixels:
    """The values in eight bits, white as 255."""
    return np.asarray((values.astype(np.float32) * (255.0 / white)).clip(0, 255).round(), np.uint8)
