"""The log: lines for people or of JSON, without names of files, contents of photos, or what somebody typed."""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from service.wire import told_time

FIELDS = ("request_id", "method", "route", "status", "ms", "client", "state", "verdict", "code", "seconds")
"""What a line may tell beside its event; ``route`` is the address as ``/v1/tables/{id}``, so that no id is told."""


class LogForm(StrEnum):
    """How a line of the log is written."""

    PLAIN = "plain"
    JSON = "json"


class Line(logging.Formatter):
    """A line for people: when, how grave, what, and the fields."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told = " ".join(f"{key}={value}" for key, value in facts(record).items())
        return f"{moment(record)} {record.levelname} {record.name} {message(record)} {told}".rstrip()


class JsonLine(logging.Formatter):
    """A line of JSON with the same."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told: dict[str, Any] = {
            "time": moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": message(record),
        }
        return json.dumps(told | facts(record), ensure_ascii=False, default=str)


def moment(record: logging.LogRecord) -> str:
    """When it happened, in UTC to the millisecond."""
    return told_time(datetime.fromtimestamp(record.created, UTC))


def message(record: logging.LogRecord) -> str:
    """What is told, on one line."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in record.getMessage())


def facts(record: logging.LogRecord) -> dict[str, Any]:
    """The fields of a record that it has, and where an error came from."""
    told = {key: getattr(record, key) for key in FIELDS if getattr(record, key, None) is not None}
    if record.exc_info and record.exc_info[1] is not None:
        told |= trace(record.exc_info[1])
    return told


def trace(error: BaseException) -> dict[str, Any]:
    """An error's kind and the lines of code it went through; its message may quote what was sent, and is left out."""
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__name__,
        "trace": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def set_up(form: LogForm, level: str) -> None:
    """Send the log to standard error in that form, the server's own lines too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLine() if form is LogForm.JSON else Line())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = name != "uvicorn.access"
