"""A reading that is sent back with what a person says of it."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from scoring.errors import NotationError
from scoring.hand import MeldKind
from service.asked import MAX_TEXT, Asked, read_field
from service.errors import refuse
from service.readings import Pixel, ReadingTold
from service.tables import AtTable
from vision.correct import (
    MOST_CORRECTIONS,
    Add,
    Correction,
    Delete,
    Group,
    Move,
    Replace,
    Turn,
    Win,
    corrected,
)
from vision.detection import Box
from vision.fixes import parse_correction
from vision.game import ANY_GAME
from vision.hand_reading import HandReading
from vision.hints import Hints, parse_hints
from vision.layout import Role

NEEDED = {
    "replace": ("tile", "face"),
    "add": ("face",),
    "delete": ("tile",),
    "move": ("tile", "role"),
    "win": ("tile",),
    "turn": ("tile", "rotated"),
    "meld": ("tiles", "kind"),
}
"""What each action must have."""


def _written(value: object) -> object:
    """A correction from text such as ``3=5p``."""
    if not isinstance(value, str):
        return value
    try:
        return told_of(parse_correction(value))
    except NotationError as error:
        raise ValueError(error.message) from None


def told_of(correction: Correction) -> dict[str, object]:
    """A correction by the names that it has over HTTP."""
    match correction:
        case Replace(tile, face):
            return {"action": "replace", "tile": tile, "face": face}
        case Add(face, box, beside, role):
            return {"action": "add", "face": face, "box": box, "beside": beside, "role": role}
        case Delete(tile):
            return {"action": "delete", "tile": tile}
        case Move(tile, role):
            return {"action": "move", "tile": tile, "role": role}
        case Win(tile):
            return {"action": "win", "tile": tile}
        case Turn(tile, rotated):
            return {"action": "turn", "tile": tile, "rotated": rotated}
        case Group(tiles, kind):
            return {"action": "meld", "tiles": tiles, "kind": kind}


class CorrectionFields(Asked):
    """Something that a person says of a reading; which of the fields are needed depends on ``action``."""

    action: Literal["replace", "add", "delete", "move", "win", "turn", "meld"]
    tile: int | None = None
    """Index into the reading's tiles as it was sent."""
    face: str | None = Field(default=None, max_length=8)
    """A code such as ``5m``, or ``back``."""
    box: tuple[Pixel, Pixel, Pixel, Pixel] | None = None
    """Where a tile lies that is added: left, top, right, bottom in pixels."""
    beside: int | None = None
    """A tile that it lies to the right of, where no ``box`` is known."""
    role: Role | None = None
    """What the tile is to the hand."""
    rotated: bool | None = None
    """Whether it lies on its side."""
    tiles: tuple[int, ...] = Field(default=(), max_length=8)
    """The tiles of a set laid down."""
    kind: MeldKind | None = None

    def correction(self, index: int) -> Correction:
        """The value; raises a ``ServiceError`` that names the field that is missing."""
        for name in NEEDED[self.action]:
            if getattr(self, name) in (None, ()):
                place = f"corrections.{index}.{name}"
                refuse("bad_correction", f"{place}: to {self.action} it is needed", field=place)
        box = None if self.box is None else Box(*self.box)
        made: dict[str, Correction] = {
            "replace": Replace(self.tile or 0, self.face or ""),
            "add": Add(self.face or "", box, self.beside, self.role),
            "delete": Delete(self.tile or 0),
            "move": Move(self.tile or 0, self.role or Role.OTHER),
            "win": Win(self.tile or 0),
            "turn": Turn(self.tile or 0, bool(self.rotated)),
            "meld": Group(self.tiles, self.kind or MeldKind.CHOW),
        }
        return made[self.action]


CorrectionTold = Annotated[CorrectionFields, BeforeValidator(_written)]
"""A correction by its fields, or in text as the command takes it."""


class ReadingToCorrect(AtTable):
    """A reading as it was answered, corrections, and, where rules or a table are named, how the hand was won."""

    reading: ReadingTold
    corrections: tuple[CorrectionTold, ...] = Field(default=(), max_length=MOST_CORRECTIONS)
    layout: str = ""
    """Hints about how the tiles lie, as in ``melds=2 winning=5z``."""

    @property
    def is_scored(self) -> bool:
        """Whether a score is asked for."""
        return bool({"rules", "table"} & self.model_fields_set)

    def corrected(self) -> HandReading:
        """The reading with the corrections; raises a ``ServiceError`` or ``VisionError`` that names the field."""
        try:
            reading = self.reading.reading()
        except ValueError as error:
            refuse("bad_reading", f"reading.{error}", field=f"reading.{str(error).partition(':')[0]}")
        corrections = [one.correction(index) for index, one in enumerate(self.corrections)]
        if self.is_scored:
            self.check()
        game = self.seeing(reading.indicators).game() if self.is_scored else ANY_GAME
        hints = read_layout(self.layout)
        return corrected(reading, corrections, game, hints)


def read_layout(text: str) -> Hints | None:
    """The hints that ``text`` writes, if any; raises a ``ServiceError``."""
    if len(text) > MAX_TEXT:
        refuse("bad_hint", f"layout: it has at most {MAX_TEXT} signs", field="layout")
    return read_field("layout", parse_hints, text) if text.strip() else None


def read_fixes(texts: list[str] | tuple[str, ...]) -> list[Correction]:
    """The corrections that ``texts`` write; raises a ``ServiceError``."""
    return [read_field("fix", parse_correction, text) for text in texts]
