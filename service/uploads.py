"""Photos out of a request: the file parts of a form, or the whole body. They are kept in memory and nowhere else."""

import sys
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePosixPath
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.datastructures import FormData, QueryParams, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from service.compare import Comparison
from service.corrections import read_layout
from service.errors import clean, refuse, shortened
from service.limits import Gate, client_of
from service.settings import Settings
from service.tables import AtTable
from vision.hints import Hints

PHOTO = "photo"
LAYOUT = "layout"
MAX_FIELDS = 64
LISTS = {"events", "options"}
"""Fields that may come several times, or once with commas."""
REPEATED = {"circumstances", "wild"}
"""Fields that may come several times."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A photo as it came."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Uploads:
    """The photos of a request and the other fields of its form or address."""

    photos: tuple[Upload, ...]
    fields: dict[str, Any]

    @property
    def layout(self) -> str:
        """What is said of how the tiles lie."""
        return str(self.fields.get(LAYOUT, ""))

    def told(self) -> dict[str, Any]:
        """The other fields."""
        return {key: value for key, value in self.fields.items() if key != LAYOUT}

    def circumstances(self) -> AtTable | Comparison:
        """The fields as circumstances of a win; raises ``RequestValidationError`` naming what is at fault."""
        fields = self.told()
        several = isinstance(fields.get("rules"), list)
        try:
            return Comparison.model_validate(fields) if several else AtTable.model_validate(fields)
        except ValidationError as error:
            raise RequestValidationError(error.errors(include_url=False, include_input=False)) from None

    def hints(self) -> Hints | None:
        """The same as hints; raises a ``ServiceError``."""
        return read_layout(self.layout)

    def check_known(self) -> None:
        """Raise a ``ServiceError`` for a field that nothing is done with where a photo is only read."""
        for key in self.told():
            refuse("value_invalid", f"{shortened(key)}: there is no such field", field=shortened(key))


class InMemory(MultiPartParser):
    """Reads forms without temporary files; ``BodyLimit`` bounds what that takes."""

    spool_max_size = sys.maxsize
    ended = False
    """Whether the last boundary has come."""

    def on_end(self) -> None:
        """Note that the last boundary has come."""
        self.ended = True

    async def parse(self) -> FormData:
        """The form; raises ``MultiPartException`` for one that is cut short, too."""
        self.stream = self._whole(self.stream)
        return await super().parse()

    async def _whole(self, stream: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        async for chunk in stream:
            yield chunk
        if not self.ended:
            raise MultiPartException("The form ends before its last boundary.")


async def uploads(request: Request) -> AsyncIterator[Uploads]:
    """The photos of ``request``, once they are all there, with a worker that is held until they have been read."""
    gate: Gate = request.app.state.gate
    settings: Settings = request.app.state.settings
    gate.check(client_of(request.scope))
    found = await _received(request, settings)
    if not found.photos:
        refuse("photo_absent", f"{PHOTO}: send a picture as this field of a form, or as the whole body", field=PHOTO)
    async with gate.worker(request):
        yield found


async def _received(request: Request, settings: Settings) -> Uploads:
    query = request.query_params
    if request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        form = await read_form(request, settings.max_photos)
        try:
            files = [item for item in form.getlist(PHOTO) if isinstance(item, UploadFile)]
            _check_photos(form)
            photos = [Upload(_base_name(file.filename), await file.read()) for file in files]
            return Uploads(tuple(photos), text_fields(query, form))
        finally:
            await form.close()
    body = await request.body()
    return Uploads((Upload("photo", body),) if body else (), text_fields(query))


async def read_form(request: Request, max_files: int, parsed_by: type[InMemory] = InMemory) -> FormData:
    """The form that a request sends; raises ``ServiceError`` for what is none."""
    parser = parsed_by(request.headers, request.stream(), max_files=max_files, max_fields=MAX_FIELDS)
    try:
        return await parser.parse()
    except MultiPartException as error:
        refuse("form_invalid", error.message)
    except (ValueError, LookupError):
        refuse("form_invalid", "the form is not written in the charset that it names")


def text_fields(*forms: FormData | QueryParams) -> dict[str, Any]:
    """Text fields by name; empty ones count as not there, and some may come several times."""
    fields: dict[str, Any] = {}
    for key, value in chain.from_iterable(form.multi_items() for form in forms):
        if not isinstance(value, str) or not value.strip():
            continue
        if key == "rules" and key in fields:
            before = fields[key] if isinstance(fields[key], list) else [fields[key]]
            fields[key] = [*before, value.strip()]
        elif key in LISTS or key in REPEATED:
            parts = value.split(",") if key in LISTS else [value]
            fields.setdefault(key, []).extend(part.strip() for part in parts if part.strip())
        elif fields.setdefault(key, value.strip()) != value.strip():
            refuse("value_invalid", f"{shortened(key)}: it is told twice", field=shortened(key))
    return fields


def _check_photos(form: FormData) -> None:
    """Refuse a text in place of a photo, and files beside the photos."""
    names = [(key, isinstance(value, UploadFile)) for key, value in form.multi_items()]
    if (PHOTO, False) in names:
        refuse("photo_absent", f"{PHOTO}: it is a text, where a picture is wanted: curl -F photo=@FILE", field=PHOTO)
    stray = next((shortened(key) for key, is_file in names if is_file and key != PHOTO), None)
    if stray is not None and (PHOTO, True) in names:
        refuse("value_invalid", f"{stray}: a file is sent as the field {PHOTO} only", field=stray)


def _base_name(name: str | None) -> str:
    """The last part of a file name from any system."""
    return PurePosixPath(clean(name or "photo").replace("\\", "/")).name or "photo"
