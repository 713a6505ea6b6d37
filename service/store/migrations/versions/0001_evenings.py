"""Evenings and their acts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "evenings",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("request", sa.String(64)),
        sa.CheckConstraint("version >= 0", name=op.f("ck_evenings_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evenings")),
        sa.UniqueConstraint("code", name=op.f("uq_evenings_code")),
        sa.UniqueConstraint("key", name=op.f("uq_evenings_key")),
    )
    op.create_table(
        "acts",
        sa.Column("evening", sa.String(22), nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(40)),
        sa.Column("number", sa.Integer),
        sa.Column("key", sa.String(64)),
        sa.Column("request", sa.String(64)),
        sa.Column("data", sa.Text, nullable=False),
        sa.CheckConstraint("version >= 1", name=op.f("ck_acts_version")),
        sa.ForeignKeyConstraint(["evening"], ["evenings.id"], name=op.f("fk_acts_evening")),
        sa.PrimaryKeyConstraint("evening", "version", name=op.f("pk_acts")),
        sa.UniqueConstraint("evening", "key", name=op.f("uq_acts_evening")),
    )


def downgrade() -> None:
    """To the one before: without any evening."""
    op.drop_table("acts")
    op.drop_table("evenings")
