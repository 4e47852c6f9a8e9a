"""Alembic's entry: the connection is handed over by the store."""

from __future__ import annotations

from alembic import context

from roundhouse.web.service.rows import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
