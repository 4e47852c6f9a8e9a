"""Seats that concede; requests get a kind, so those under way are dropped."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("seats", sa.Column("conceded", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE tables SET asked = NULL")


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("conceded")
