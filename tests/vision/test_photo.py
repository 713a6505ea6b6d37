import struct
import time
import tracemalloc
import zlib
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
import simplejpeg
from numpy.typing import NDArray
from PIL import ExifTags, Image

from vision.errors import PhotoError
from vision.photo import load

ORIENTATIONS = range(1, 9)
STORED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
"""EXIF orientation to what an upright picture is turned to so that it is put right again."""

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def upright() -> Image.Image:
    """A picture that looks different from each of the eight sides: 96 x 64."""
    pixels = np.full((64, 96, 3), 255, np.uint8)
    pixels[:32, :48] = (200, 30, 30)
    pixels[32:, :48] = (30, 160, 60)
    pixels[:16, 80:] = (20, 20, 200)
    return Image.fromarray(pixels)


def stored(orientation: int) -> tuple[Image.Image, Image.Exif]:
    """The picture as a camera held that way stores it, and its EXIF with a place in it."""
    image, exif = upright(), Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitude] = (59.0, 20.0, 0.0)
    if orientation in STORED:
        image = image.transpose(STORED[orientation])
    return image, exif


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def far(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """Mean difference; a wrong turn of the picture is above 30."""
    assert one.shape == other.shape
    return float(np.abs(one.astype(float) - other).mean())


def refusal(source: bytes | Path, **limits: int) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        load(source, **limits)
    return caught.value


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "MPO", "AVIF"])
def test_every_exif_orientation_reads_alike(kind: str, orientation: int, tmp_path: Path) -> None:
    image, exif = stored(orientation)
    options = {"quality": 95} if kind in ("JPEG", "WEBP", "MPO", "AVIF") else {}
    data = encoded(image, kind, exif=exif, **options)
    path = tmp_path / "photo"
    path.write_bytes(data)
    expected = np.asarray(upright())
    assert far(load(data).pixels, expected) < 8
    assert far(load(path).pixels, expected) < 8


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_every_heic_orientation_reads_alike(orientation: int) -> None:
    image, exif = stored(orientation)
    buffer = BytesIO()
    heif = pillow_heif.from_bytes(mode="RGB", size=image.size, data=image.tobytes())
    heif.info["exif"] = exif.tobytes()
    heif.save(buffer, quality=90)
    assert far(load(buffer.getvalue()).pixels, np.asarray(upright())) < 8


def test_a_heic_whose_exif_repeats_the_turn_of_the_container_is_turned_once() -> None:
    image, exif = stored(6)
    buffer = BytesIO()
    heif = pillow_heif.from_bytes(mode="RGB", size=image.size, data=image.tobytes())
    heif.info["exif"] = exif.tobytes()
    heif.save(buffer, quality=90)
    kept = pillow_heif.open_heif(BytesIO(buffer.getvalue()))
    assert b"irot" in buffer.getvalue()
    assert pillow_heif.set_orientation(dict(kept.info)) == 6
    assert (load(buffer.getvalue()).width, load(buffer.getvalue()).height) == upright().size


def test_loading_heic_teaches_pillow_nothing() -> None:
    buffer = BytesIO()
    pillow_heif.from_pillow(upright()).save(buffer)
    load(encoded(upright(), "PNG"))
    known = set(Image.OPEN)
    load(buffer.getvalue())
    assert set(Image.OPEN) == known


@pytest.mark.parametrize("kind", ["PNG", "BMP", "TIFF", "GIF", "WEBP"])
def test_formats_without_loss_give_the_same_pixels(kind: str) -> None:
    options = {"lossless": True} if kind == "WEBP" else {}
    assert np.array_equal(load(encoded(upright(), kind, **options)).pixels, np.asarray(upright()))


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "CMYK", "YCbCr"])
def test_every_mode_becomes_rgb(mode: str) -> None:
    image = Image.fromarray(np.repeat(np.repeat(np.array([[0, 255], [255, 0]], np.uint8), 40, 0), 40, 1)).convert(mode)
    kind = "JPEG" if mode == "YCbCr" else "TIFF" if mode in ("CMYK", "LA") else "PNG"
    photo = load(encoded(image, kind))
    assert photo.pixels.shape == (80, 80, 3)
    assert photo.pixels.dtype == np.uint8
    assert tuple(photo.pixels[10, 10]) == pytest.approx(BLACK, abs=3)
    assert tuple(photo.pixels[10, 70]) == pytest.approx(WHITE, abs=3)


def test_sixteen_bits_of_grey_keep_their_tones() -> None:
    deep = np.tile(np.linspace(0, 65535, 100).astype(np.uint16), (40, 1))
    grey = load(encoded(Image.fromarray(deep), "PNG")).pixels[0, :, 0]
    assert np.abs(grey - np.linspace(0, 255, 100)).max() <= 1.5


@pytest.mark.parametrize("bits", [8, 10, 12, 14, 16])
@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_sixteen_bits_of_which_fewer_are_used_keep_their_tones(bits: int, kind: str) -> None:
    deep = np.tile(np.linspace(0, 2**bits - 1, 100).astype(np.uint16), (40, 1))
    grey = load(encoded(Image.fromarray(deep), kind)).pixels[0, :, 0]
    assert np.abs(grey - np.linspace(0, 255, 100)).max() <= 1.5


def tones(bits: int) -> NDArray[np.uint16]:
    """Red, green and blue from dark to bright, in so many bits."""
    ramp = np.linspace(0, 2**bits - 1, 100)
    return np.tile(np.stack([ramp, ramp[::-1], ramp / 2], axis=1).round().astype(np.uint16), (40, 1, 1))


def deep_file(kind: str, values: NDArray[np.uint16]) -> bytes:
    """A picture of sixteen bits a colour, of red, green and blue."""
    done, data = cv2.imencode(kind, np.ascontiguousarray(values[..., ::-1]))
    assert done
    return data.tobytes()


def with_sbit(data: bytes, *bits: int) -> bytes:
    """A PNG that says how many bits of each colour were there."""
    body = b"sBIT" + bytes(bits)
    chunk = struct.pack(">I", len(bits)) + body + struct.pack(">I", zlib.crc32(body))
    return data[:33] + chunk + data[33:]


RAMP = np.linspace(0, 255, 100)
COLOURS = np.stack([RAMP, RAMP[::-1], RAMP / 2], axis=1)
"""What ``tones`` show, whatever their bits."""


def shown(data: bytes) -> NDArray[np.float64]:
    """How far a file of ``tones`` is from what it shows."""
    apart: NDArray[np.float64] = np.abs(load(data).pixels[0].astype(np.float64) - COLOURS)
    return apart


@pytest.mark.parametrize("kind", [".png", ".tiff"])
@pytest.mark.parametrize("bits", [8, 10, 12, 14, 16])
def test_colours_of_sixteen_bits_of_which_fewer_are_used_keep_their_tones(bits: int, kind: str) -> None:
    assert shown(deep_file(kind, tones(bits))).max() <= 1


@pytest.mark.parametrize("bits", [11, 13])
def test_a_png_that_tells_its_bits_is_taken_at_its_word(bits: int) -> None:
    dark = deep_file(".png", tones(bits) // 4)
    assert np.abs(load(with_sbit(dark, bits, bits, bits)).pixels[0] - COLOURS / 4).max() <= 1
    assert load(dark).pixels.max() > 64 + 1, "untold, it is taken for brighter"
    grey = Image.fromarray(np.tile(np.linspace(0, 2**bits - 1, 100).astype(np.uint16), (40, 1)))
    assert np.abs(load(with_sbit(encoded(grey, "PNG"), bits)).pixels[0, :, 0] - RAMP).max() <= 1


@pytest.mark.parametrize("bits", [8, 10, 12])
def test_bits_that_were_spread_over_sixteen_are_not_brightened(bits: int) -> None:
    values = tones(bits) // 8
    for spread in (values << 16 - bits, values << 16 - bits | values >> 2 * bits - 16):
        for told in ((), (bits, bits, bits)):
            data = deep_file(".png", spread.astype(np.uint16))
            pixels = load(with_sbit(data, *told) if told else data).pixels[0]
            assert np.abs(pixels - COLOURS / 8).max() <= 1.5


def test_what_is_see_through_shows_white_in_sixteen_bits_too() -> None:
    values = np.concatenate([tones(10)[..., ::-1], np.full((40, 100, 1), 1023, np.uint16)], axis=2)
    values[:, :50, 3] = 0
    done, data = cv2.imencode(".png", values)
    assert done
    pixels = load(data.tobytes()).pixels
    assert (pixels[:, :50] == 255).all()
    assert np.abs(pixels[0, 50:] - COLOURS[50:]).max() <= 1


def test_a_black_picture_of_sixteen_bits_stays_black() -> None:
    assert load(deep_file(".png", np.zeros((40, 40, 3), np.uint16))).pixels.max() == 0
    assert load(encoded(Image.fromarray(np.zeros((40, 40), np.uint16)), "PNG")).pixels.max() == 0


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_what_is_see_through_is_white(mode: str) -> None:
    image = Image.new("RGBA", (40, 40), (0, 0, 0, 0)).convert(mode)
    assert load(encoded(image, "PNG")).pixels.min() == 255


def test_a_see_through_palette_colour_is_white() -> None:
    image = Image.new("P", (40, 40), 0)
    image.putpalette([10, 20, 30, 200, 100, 50])
    image.paste(1, (20, 0, 40, 40))
    pixels = load(encoded(image, "PNG", transparency=0)).pixels
    assert tuple(pixels[0, 0]) == WHITE
    assert tuple(pixels[0, 39]) == (200, 100, 50)


def test_of_a_moving_picture_the_first_frame_counts() -> None:
    frames = [Image.new("RGB", (40, 40), colour) for colour in ("red", "blue")]
    data = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert tuple(load(data).pixels[5, 5]) == (255, 0, 0)


@pytest.mark.filterwarnings("ignore:Corrupt EXIF")
def test_damaged_exif_does_not_cost_the_photo() -> None:
    data = encoded(upright(), "JPEG", exif=b"Exif\x00\x00II*\x00\xff\xff\xff\xff\x00\x12\x01\x03")
    assert (load(data).width, load(data).height) == (96, 64)


def test_nothing_of_the_metadata_is_kept() -> None:
    image, exif = stored(1)
    photo = load(encoded(image, "JPEG", exif=exif))
    assert set(photo.__slots__) == {"pixels", "name"}
    assert type(photo.pixels) is np.ndarray


def test_pixels_are_in_one_piece_and_read_only() -> None:
    flags = load(encoded(upright(), "PNG")).pixels.flags
    assert flags.c_contiguous
    assert not flags.writeable


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (b"", "photo_empty"),
        (b"three bamboo, two dots\n" * 40, "photo_unknown"),
        (b"%PDF-1.4\n" + b"0" * 99, "photo_unknown"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99 99\n", "photo_unknown"),
        (b"\x89PNG\r\n\x1a\n", "photo_unknown"),
        (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 64, "photo_broken"),
        (Path("no/such/photo.jpg"), "photo_missing"),
    ],
)
def test_what_is_no_photo_is_refused_by_name(source: bytes | Path, code: str) -> None:
    assert refusal(source).code == code


def test_a_folder_is_no_photo(tmp_path: Path) -> None:
    assert refusal(tmp_path).code == "photo_missing"


def test_the_message_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    path.write_bytes(b"")
    assert "table.jpg" in refusal(path).message


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_a_truncated_photo_is_refused(kind: str) -> None:
    noise = Image.fromarray(np.random.default_rng(5).integers(0, 255, (200, 200, 3), dtype=np.uint8))
    data = encoded(noise, kind)
    assert refusal(data[: len(data) // 2]).code in {"photo_broken", "photo_unknown"}


def test_a_truncated_jpeg_and_heic_are_called_broken() -> None:
    noise = Image.fromarray(np.random.default_rng(5).integers(0, 255, (200, 200, 3), dtype=np.uint8))
    jpeg, buffer = encoded(noise, "JPEG"), BytesIO()
    pillow_heif.from_pillow(noise).save(buffer)
    assert refusal(jpeg[: len(jpeg) // 2]).code == "photo_broken"
    assert refusal(buffer.getvalue()[: len(buffer.getvalue()) // 2]).code == "photo_broken"


def png_header(width: int, height: int) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b"")


def jpeg_header(width: int, height: int) -> bytes:
    data = bytearray(encoded(Image.new("RGB", (64, 64)), "JPEG"))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(data)


def gif_header(width: int, height: int) -> bytes:
    data = bytearray(encoded(Image.new("P", (64, 64)), "GIF"))
    data[6:10] = struct.pack("<HH", width, height)
    return bytes(data)


def bmp_header(width: int, height: int) -> bytes:
    data = bytearray(encoded(Image.new("RGB", (64, 64)), "BMP"))
    data[18:26] = struct.pack("<ii", width, height)
    return bytes(data)


def webp_header(width: int, height: int) -> bytes:
    data = bytearray(encoded(Image.new("RGB", (64, 64)), "WEBP", lossless=True))
    at = data.index(b"VP8L") + 9
    sides = min(width - 1, 0x3FFF) | min(height - 1, 0x3FFF) << 14
    data[at : at + 4] = struct.pack("<I", sides | int.from_bytes(data[at : at + 4], "little") & 0xF0000000)
    return bytes(data)


def tiff_header(width: int, height: int) -> bytes:
    entries = [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 122), (278, height), (279, 64)]
    body = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries)
    return b"II*\0" + struct.pack("<IH", 8, len(entries)) + body + b"\0" * 99


@pytest.mark.parametrize("header", [png_header, jpeg_header, gif_header, bmp_header, webp_header, tiff_header])
@pytest.mark.parametrize("size", [(20_000, 10_000), (60_000, 60_000), (9000, 8000)])
def test_too_many_pixels_are_refused_before_they_are_decoded(header: object, size: tuple[int, int]) -> None:
    data = header(*size)  # type: ignore[operator]
    tracemalloc.start()
    start = time.perf_counter()
    code = refusal(data).code
    seconds, (_, peak) = time.perf_counter() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert code == "photo_too_large"
    assert seconds < 1
    assert peak < 5_000_000


def test_a_gif_frame_larger_than_its_screen_is_refused() -> None:
    data = bytearray(encoded(Image.new("P", (64, 64)), "GIF"))
    at = data.index(b",\0\0\0\0\x40\0\x40\0") + 5
    data[at : at + 4] = struct.pack("<HH", 60_000, 60_000)
    assert refusal(bytes(data)).code in {"photo_too_large", "photo_broken"}


def test_a_large_heic_is_refused_before_it_is_decoded() -> None:
    buffer = BytesIO()
    pillow_heif.from_pillow(Image.new("RGB", (300, 200))).save(buffer)
    assert refusal(buffer.getvalue(), max_pixels=59_999).code == "photo_too_large"
    assert load(buffer.getvalue(), max_pixels=60_000).width == 300


def test_the_limits_can_be_set() -> None:
    data = encoded(upright(), "PNG")
    assert refusal(data, max_pixels=96 * 64 - 1).code == "photo_too_large"
    assert refusal(data, max_bytes=len(data) - 1).code == "photo_too_many_bytes"
    assert refusal(data, min_side=65).code == "photo_too_small"
    assert load(data, max_pixels=96 * 64, max_bytes=len(data), min_side=64).width == 96


def test_a_long_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "long.jpg"
    with path.open("wb") as file:
        file.truncate(10**10)
    assert refusal(path).code == "photo_too_many_bytes"


def test_a_speck_is_too_small() -> None:
    assert refusal(encoded(Image.new("RGB", (31, 400)), "PNG")).code == "photo_too_small"


@pytest.mark.parametrize("path", [Path("/dev/zero"), Path("/"), Path("/" + "a" * 300 + ".jpg")], ids=str)
def test_what_is_no_file_is_told_so(path: Path) -> None:
    with pytest.raises(PhotoError) as refusal:
        load(path)
    assert refusal.value.code == "photo_missing"


@pytest.mark.parametrize("subsampling", [0, 1, 2])
@pytest.mark.parametrize("progressive", [False, True])
def test_a_sound_jpeg_reads_as_pillow_reads_it(subsampling: int, progressive: bool) -> None:
    data = encoded(upright(), "JPEG", quality=92, subsampling=subsampling, progressive=progressive)
    assert (load(data).pixels == np.asarray(Image.open(BytesIO(data)))).all()


def test_a_jpeg_that_only_tolerant_decoders_take_is_read() -> None:
    data = encoded(upright(), "JPEG", quality=92)
    tables = data.index(b"\xff\xdb")
    stray = data[:tables] + b"\x00\x00\x00" + data[tables:]
    with pytest.raises(ValueError, match="extraneous"):
        simplejpeg.decode_jpeg(stray, "RGB", strict=True)
    assert (load(stray).pixels == load(data).pixels).all()
