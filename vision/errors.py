"""What can be wrong with a photo or a model, by name."""


class VisionError(Exception):
    """Something the caller can put right; ``code`` is stable, ``message`` names the value at fault."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type["VisionError"], tuple[str, str]]:
        return type(self), (self.code, self.message)


class PhotoError(VisionError):
    """The photo cannot be used.

    Codes: ``photo_missing``, ``photo_empty``, ``photo_unknown``, ``photo_broken``, ``photo_too_many_bytes``,
    ``photo_too_large``, ``photo_too_small``.
    """


class ModelError(VisionError):
    """The model folder cannot be used.

    Codes: ``model_missing``, ``model_card``, ``model_checksum``, ``model_shape``.
    """


class StreamError(VisionError):
    """A stream cannot be read, or not any further.

    Codes: ``stream_missing``, ``stream_empty``, ``stream_unknown``, ``stream_broken``, ``stream_no_video``,
    ``stream_unsupported``, ``stream_too_large``, ``stream_too_small``, ``stream_unreachable``, ``stream_lost``.
    """
