"""The store's two tables: one row for each evening, and one for each act at its table, added and never changed."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
"""How constraints are called, the same in every database, so that migrations can name them."""

HASH = 64
"""Signs of a SHA-256 in hexadecimal."""


class Moment(TypeDecorator[datetime]):
    """A time to the millisecond, kept as milliseconds since 1970 so that every database keeps the same."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        """The number."""
        return None if value is None else round(value.timestamp() * 1000)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The time, UTC."""
        return None if value is None else datetime.fromtimestamp(value / 1000, UTC)


metadata = MetaData(naming_convention=NAMES)

evenings = Table(
    "evenings",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("started_at", Moment, nullable=False),
    Column("version", Integer, nullable=False),
    Column("start", Text, nullable=False),
    Column("key", String(HASH), unique=True),
    Column("request", String(HASH)),
    CheckConstraint("version >= 0", name="version"),
)
"""``start`` is JSON: rules, options, game and first names; ``version`` how many acts there are; ``key`` and ``request``
are of the request that began it, hashed."""

acts = Table(
    "acts",
    metadata,
    Column("evening", String(22), ForeignKey("evenings.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("at", Moment, nullable=False),
    Column("by", String(40)),
    Column("number", Integer),
    Column("key", String(HASH)),
    Column("request", String(HASH)),
    Column("data", Text, nullable=False),
    UniqueConstraint("evening", "key"),
    CheckConstraint("version >= 1", name="version"),
)
"""``data`` is JSON: the hands that the act settled, the act that it takes back, or the names."""
