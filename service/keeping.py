"""Photos that are kept because the owner of the service turned that on, with their records, for a while."""

import contextlib
import json
import logging
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import time

from PIL import Image

from service.records import RecordOut
from service.settings import Settings
from vision.photo import Photo

QUALITY = 92
"""Of the JPEG in which a photo is kept; it is drawn anew from its pixels, so that nothing else of the file is there."""
DAY = 24 * 3600.0
SHA256 = re.compile(r"[0-9a-f]{64}")
KEPT = re.compile(r"[0-9a-f]{64}\.(jpg|json)(\.new)?")

log = logging.getLogger("hupai")


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps photos in a folder, each under the SHA-256 of the file that was sent."""

    folder: Path
    days: float

    def photo(self, sha256: str, photo: Photo) -> None:
        """Keep the pixels of a photo; a full disk or the like is logged, and no error."""
        if SHA256.fullmatch(sha256) is None or self._path(sha256, "jpg").exists():
            return
        self._write(self._path(sha256, "jpg"), lambda path: _draw(photo, path))

    def record(self, record: RecordOut) -> None:
        """Keep a record beside its photo, where that is kept."""
        if record.photo is None or SHA256.fullmatch(record.photo.sha256) is None:
            return
        if not self._path(record.photo.sha256, "jpg").exists():
            return
        text = json.dumps(record.model_dump(mode="json", by_alias=True), ensure_ascii=False)
        path = self._path(record.photo.sha256, "json")
        self._write(path, lambda beside: _note(beside, text))

    def tidy(self, now: float | None = None) -> int:
        """Delete what has been kept for too long; how many files that were."""
        oldest = (time() if now is None else now) - self.days * DAY
        gone = 0
        try:
            for path in self.folder.iterdir() if self.folder.is_dir() else ():
                if KEPT.fullmatch(path.name) and path.stat().st_mtime < oldest:
                    path.unlink(missing_ok=True)
                    gone += 1
        except OSError as error:
            log.error("kept photos cannot be tidied: %s", error.strerror)
        return gone

    def _path(self, sha256: str, suffix: str) -> Path:
        return self.folder / f"{sha256}.{suffix}"

    def _write(self, path: Path, write: Callable[[Path], None]) -> None:
        """Write a file whole or not at all."""
        beside = path.with_name(f"{path.name}.new")
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write(beside)
            os.replace(beside, path)
        except OSError as error:
            log.error("a photo or record cannot be kept: %s", error.strerror)
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)


def _draw(photo: Photo, path: Path) -> None:
    Image.fromarray(photo.pixels).save(path, format="JPEG", quality=QUALITY, subsampling=0)


def _note(path: Path, text: str) -> None:
    path.write_text(text + "\n", encoding="utf-8")


def keeper(settings: Settings) -> Keeper | None:
    """Where photos are kept; ``None`` where none are."""
    return None if settings.keep_photos is None else Keeper(settings.keep_photos, settings.keep_photos_days)
