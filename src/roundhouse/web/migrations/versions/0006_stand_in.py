"""Which bot plays for who is away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("stand_in", sa.String(20), nullable=False, server_default="conductor"))


def downgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("stand_in")
