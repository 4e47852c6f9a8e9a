"""Bots on other machines: decisions that workers are asked for, and which server sees to a table's bot."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "thoughts",
        sa.Column("table_id", sa.String(60), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("bot", sa.String(60), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("waited_for", sa.Boolean, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("asked", sa.DateTime, nullable=False),
        sa.Column("job", sa.BigInteger, nullable=True, index=True),
        sa.Column("waited", sa.Float, nullable=True),
        sa.Column("action", sa.Integer, nullable=True),
        sa.Column("fault", sa.String(400), nullable=False),
        sa.Column("done", sa.DateTime, nullable=True),
        sa.Column("worker", sa.BigInteger, nullable=True),
        sa.Column("home", sa.String(40), nullable=False),
    )
    op.create_table(
        "claims",
        sa.Column("table_id", sa.String(60), primary_key=True),
        sa.Column("server", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("claims")
    op.drop_table("thoughts")
