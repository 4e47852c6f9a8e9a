"""When an e-mail address was given, so that one that nobody confirms can be forgotten."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("people", sa.Column("mail_asked", sa.DateTime, nullable=True))
    people = sa.table("people", sa.column("mail"), sa.column("mail_asked", sa.DateTime))
    since = datetime.now(UTC).replace(tzinfo=None)  # when those of before were given is not known
    op.execute(people.update().where(people.c.mail != "").values(mail_asked=since))


def downgrade() -> None:
    with op.batch_alter_table("people") as people:
        people.drop_column("mail_asked")
