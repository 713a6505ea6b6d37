"""What the environment decides."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from vision.photo import MAX_BYTES, MAX_PIXELS

MODELS = Path(__file__).resolve().parent.parent / "models"
"""The models that come with the project."""


class Settings(BaseSettings):
    """Read from variables such as ``HUPAI_PORT``; an empty variable counts as not set."""

    model_config = SettingsConfigDict(env_prefix="HUPAI_", env_ignore_empty=True, frozen=True)

    models: Path = MODELS
    """Folder of a model (with ``card.toml``), or a folder of such folders."""
    model: str | None = None
    """Name of the model to take among several."""
    max_upload_bytes: int = Field(default=MAX_BYTES, gt=0)
    """Largest request body with photos."""
    max_photos: int = Field(default=16, gt=0)
    """Most photos in one request."""
    max_pixels: int = Field(default=MAX_PIXELS, gt=0)
    """Largest photo, width times height."""
    workers: int = Field(default=2, gt=0, le=32)
    """Requests that read photos at the same time."""
    queue: int = Field(default=8, ge=0, le=256)
    """Requests with photos that may wait for a worker; the next one is answered 503."""
    upload_seconds: float = Field(default=60, gt=0)
    """How long the photos of one request may take to arrive."""
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
