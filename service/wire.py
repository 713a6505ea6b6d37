"""What all answers have in common: their form, how texts and measures go over the wire, and errors."""

from datetime import UTC, datetime
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict

from scoring.errors import ScoringError
from service.errors import ServiceError, clean, facts_of
from vision.errors import VisionError

Code = Annotated[str, BeforeValidator(str)]
"""The code of a tile."""

Written = Annotated[str, BeforeValidator(clean)]
"""A text that may have the name of a file in it."""

Rounded = Annotated[float, AfterValidator(lambda value: round(value, 4))]
"""A measure to four places."""

AnyError = ScoringError | VisionError | ServiceError
"""What a caller can put right."""


def told_time(at: datetime) -> str:
    """A time as it goes over the wire, and is kept within JSON: UTC, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Out(BaseModel):
    """An answer; its fields come in the order written here."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, from_attributes=True)

    def line(self) -> str:
        """JSON on one line."""
        return self.model_dump_json(by_alias=True)


class ErrorOut(Out):
    """Why there is no answer. Further members, such as ``points`` and ``minimum``, depend on ``code``."""

    model_config = ConfigDict(extra="allow")

    code: str
    """Stable, for programs."""
    message: Written
    """For people."""

    @classmethod
    def of(cls, error: AnyError) -> Self:
        """What the caller is told of ``error``."""
        return cls.model_validate({"code": error.code, "message": error.message} | facts_of(error))


class FailedOut(Out):
    """A command's answer when there is none."""

    error: ErrorOut
