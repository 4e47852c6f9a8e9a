"""Time banks, who is away, how each seat ended, what is kept of persons, who wants Web Push; names told apart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("bank", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("spent", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("away", sa.Integer, nullable=False, server_default="-1"))
    op.add_column("seats", sa.Column("mailed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("won", sa.Boolean, nullable=True))
    op.add_column("seats", sa.Column("points", sa.Integer, nullable=True))
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("key_made", sa.DateTime, nullable=True),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("mail_token", sa.String(32), nullable=False),
        sa.Column("mail_on", sa.Boolean, nullable=False),
        sa.Column("made", sa.DateTime, nullable=False),
    )
    op.create_index("ix_people_key", "people", ["key"])
    op.create_index("ix_people_mail_token", "people", ["mail_token"])
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("made", sa.DateTime, nullable=False),
    )
    op.create_index("ix_pushes_player", "pushes", ["player"])
    tell_apart()


def tell_apart() -> None:
    """Number the names that two have at one table: "Greedy", "Greedy 2"."""
    seats = sa.table("seats", sa.column("table_id"), sa.column("n"), sa.column("name"))
    there: dict[str, set[str]] = {}
    for id, n, name in op.get_bind().execute(sa.select(seats).order_by(seats.c.table_id, seats.c.n)).all():
        names, new, k = there.setdefault(id, set()), name, 1
        while new.casefold() in names:
            k += 1
            new = f"{name[:36]} {k}"
        names.add(new.casefold())
        if new != name:
            op.execute(sa.update(seats).where(seats.c.table_id == id, seats.c.n == n).values(name=new))


def downgrade() -> None:
    for name in ("pushes", "people"):
        op.drop_table(name)
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("mailed")
        seats.drop_column("points")
        seats.drop_column("won")
        seats.drop_column("away")
        seats.drop_column("spent")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("bank")
