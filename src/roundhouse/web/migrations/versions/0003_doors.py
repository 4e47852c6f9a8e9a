"""Who is to decide, chosen seeds, hand-over links, bars and reports; every invitation gets a new token."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("seeded", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("owner", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("turn", sa.Integer, nullable=True))
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_status", "tables", ["status", "turn"])
    op.add_column("chat", sa.Column("player", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "handovers",
        sa.Column("token", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("used", sa.Boolean, nullable=False),
        sa.Column("made", sa.DateTime, nullable=False),
    )
    op.create_index("ix_handovers_table_id", "handovers", ["table_id"])
    op.create_table(
        "bars",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    # the links of seats that are taken were handed around; those who hold a seat by the cookie keep it
    seats = sa.table("seats", sa.column("table_id"), sa.column("n"), sa.column("kind"), sa.column("token"))
    connection = op.get_bind()
    for id, n in connection.execute(sa.select(seats.c.table_id, seats.c.n).where(seats.c.kind == "person")).all():
        anew = seats.update().where(seats.c.table_id == id, seats.c.n == n).values(token=secrets.token_urlsafe(16))
        connection.execute(anew)


def downgrade() -> None:
    for name in ("reports", "bars", "handovers"):
        op.drop_table(name)
    with op.batch_alter_table("chat") as chat:
        chat.drop_column("player")
    with op.batch_alter_table("tables") as tables:
        tables.drop_index("ix_tables_status")
        tables.drop_index("ix_tables_host")
        tables.drop_column("turn")
        tables.drop_column("owner")
        tables.drop_column("seeded")
