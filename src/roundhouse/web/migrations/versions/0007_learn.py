"""Learning: hints, guided games, tables that begin in the middle of another game, reviews."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("lesson", sa.String(60), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("began", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("origin", sa.String(16), nullable=False, server_default=""))
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("iterations", sa.Integer, nullable=False),
        sa.Column("told", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reviews")
    with op.batch_alter_table("tables") as tables:
        for name in ("hints", "lesson", "began", "origin"):
            tables.drop_column(name)
