"""Pictures of every format that is taken, damaged in every way: read or refused, and never a mistake of ours."""

import io
import struct
import zlib
from collections.abc import Callable, Iterator
from random import Random

import pillow_heif
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from service.app import create_app
from service.reader import PhotoReader
from service.settings import Settings
from vision.photo import FORMATS, load

pytestmark = pytest.mark.filterwarnings("ignore")  # as in the service, where what decoders warn of is no error

SIZE = (96, 64)
SAMPLE, WHOLE = 20, 1000
"""Mutations of each format in the usual run, and in the long one."""
WRITTEN = sorted({*FORMATS, "MPO", "HEIF"})
"""All formats, as Pillow calls them; an MPO is several JPEGs in one file."""
TELLING = (0, 1, 2, 4, 127, 128, 255)
"""Bytes that are more often wrong than others."""


def drawn(random: Random) -> Image.Image:
    image = Image.effect_noise(SIZE, 60).convert("RGB")
    image.paste((random.randrange(256), 200, 40), (8, 8, 60, 40))
    return image


def sources(form: str) -> list[bytes]:
    """Pictures of a format, in the ways that it can be written."""
    random = Random(form)
    image = drawn(random)
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "a word"
    ways: dict[str, list[dict]] = {
        "JPEG": [{"exif": exif}, {"progressive": True}, {"subsampling": 0, "quality": 30}],
        "MPO": [{"save_all": True, "append_images": [drawn(random)]}],
        "PNG": [{"exif": exif}, {"compress_level": 0}, {"bits": 8, "optimize": True}],
        "WEBP": [{"exif": exif}, {"lossless": True}],
        "TIFF": [{"compression": kind} for kind in (None, "tiff_lzw", "tiff_deflate", "packbits", "jpeg")],
        "GIF": [{}, {"save_all": True, "append_images": [drawn(random)]}],
        "AVIF": [{"exif": exif, "speed": 10}],
        "HEIF": [{"quality": 50}],
    }
    found = [written(image, form, options) for options in ways.get(form, [{}])]
    if form in {"PNG", "TIFF", "WEBP", "GIF"}:
        found.append(written(image.convert("P" if form == "GIF" else "RGBA"), form, {}))
    if form in {"PNG", "TIFF"}:
        found += [written(image.convert(mode), form, {}) for mode in ("1", "L", "P", "I;16")]
    return found


def written(image: Image.Image, form: str, options: dict) -> bytes:
    if form == "HEIF":
        heif = pillow_heif.from_pillow(image)
        buffer = io.BytesIO()
        heif.save(buffer, **options)
        return buffer.getvalue()
    buffer = io.BytesIO()
    image.save(buffer, format=form, **options)
    return buffer.getvalue()


def mutated(data: bytes, random: Random) -> bytes:
    """The picture with a few things wrong; more often near its head, where the sizes are."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        if not changed:
            break
        at = random.randrange(min(len(changed), random.choice((32, 200, len(changed)))))
        kind = random.randrange(7)
        if kind == 0:
            changed[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            changed[at] = random.choice(TELLING)
        elif kind == 2:
            number = random.choice((0, 1, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF))
            changed[at : at + 4] = struct.pack(random.choice(("<I", ">I")), number)
        elif kind == 3:
            del changed[at:]
        elif kind == 4:
            del changed[at : at + random.randrange(1, 64)]
        elif kind == 5:
            changed[at:at] = changed[: random.randrange(1, 200)]
        else:
            changed[at:at] = random.randbytes(random.randrange(1, 32))
    return bytes(changed)


def sealed(data: bytes) -> bytes:
    """A damaged PNG whose checksums are right again, so that what is behind them is looked at."""
    whole, at = bytearray(data), 8
    while at + 12 <= len(whole):
        end = at + 8 + int.from_bytes(whole[at : at + 4], "big")
        if end + 4 > len(whole):
            break
        whole[end : end + 4] = zlib.crc32(whole[at + 4 : end]).to_bytes(4, "big")
        at = end + 4
    return bytes(whole)


def mutations(form: str, count: int, seed: int = 1) -> Iterator[bytes]:
    random = Random(f"{form} {seed}")
    originals = sources(form)
    for _ in range(count):
        data = mutated(random.choice(originals), random)
        yield sealed(data) if form == "PNG" and random.random() < 0.7 else data


@pytest.mark.parametrize("form", WRITTEN)
def test_every_way_a_format_is_written_can_be_read(form: str) -> None:
    for data in sources(form):
        assert sorted(load(data).pixels.shape) == sorted((*SIZE, 3))


def answered(form: str, count: int, reader: PhotoReader) -> dict[int, int]:
    """How often each status was answered; fails for any that is not to be."""
    settings = Settings(max_pixels=1_000_000, client_share=1)
    app = create_app(settings, PhotoReader(reader.detector, reader.model, max_pixels=settings.max_pixels))
    with TestClient(app, raise_server_exceptions=False) as client:
        return counted(client, form, count)


def counted(client: TestClient, form: str, count: int) -> dict[int, int]:
    statuses: dict[int, int] = {}
    for number, data in enumerate(mutations(form, count)):
        answer = client.post("/v1/read", files={"photo": (f"a.{form.lower()}", data)})
        told = answer.json()
        assert answer.status_code in {200, 415, 422}, (form, number, told)
        if answer.status_code != 200:
            assert told["code"] in {
                *("photo_unknown", "photo_broken", "photo_empty", "photo_too_large", "photo_too_small"),
            }, (form, number, told)
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
    return statuses


@pytest.mark.parametrize("form", WRITTEN)
def test_a_damaged_picture_is_read_or_refused(form: str, make_reader: Callable[..., PhotoReader]) -> None:
    statuses = answered(form, SAMPLE, make_reader())
    assert sum(statuses.values()) == SAMPLE
    assert any(status != 200 for status in statuses)


@pytest.mark.long
@pytest.mark.parametrize("form", WRITTEN)
def test_a_thousand_damaged_pictures_are_read_or_refused(form: str, make_reader: Callable[..., PhotoReader]) -> None:
    assert sum(answered(form, WHOLE, make_reader()).values()) == WHOLE
