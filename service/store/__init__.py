"""Where evenings are kept: SQLite in a file, or PostgreSQL."""

from service.store.errors import StoreError
from service.store.log import Kept, Request, Store

__all__ = ["Kept", "Request", "Store", "StoreError"]
