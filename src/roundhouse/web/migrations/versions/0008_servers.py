"""Several servers: a version of every table, and what all servers share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("text", sa.String(400), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("keys")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("version")
