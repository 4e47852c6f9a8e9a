"""Which of several servers on one database sees to a table's bot.

The server that accepted a move asks the bot at once and needs no claim for that, unless the table has not changed for
a while, as when a bot stands in. While it goes on, it says every few seconds that the table is its own; another one
takes a table only if its bot has been due for a while and nobody says so any more. That two ask at the same time is not
excluded, and does no harm: a decision's number is taken once.
"""

from __future__ import annotations

from sqlalchemy import text

from roundhouse.web.service.store import Store

LAPSED = 6  # seconds after which a server that has not said anything is taken to be gone
NOW = "timezone('utc', clock_timestamp())"
BEFORE = f"{NOW} - make_interval(secs => {LAPSED})"
OLD = 3600  # seconds after which a claim is forgotten


class Claims:
    """The claims of a server; without others on its database it needs none."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def renew(self, ids: list[str]) -> None:
        """Say that this server thinks about these tables."""
        if ids and self.store.shared:
            claim = text(
                f"INSERT INTO claims (table_id, server, at) SELECT id, :server, {NOW} FROM unnest(:ids ::text[]) AS id"
                f" ON CONFLICT (table_id) DO UPDATE SET server = :server, at = {NOW}"
                f" WHERE claims.server = :server OR claims.at < {BEFORE}"
            )
            with self.store.engine.begin() as connection:
                connection.execute(claim, {"server": self.store.server, "ids": sorted(ids)})

    def taken(self, ids: list[str], most: int) -> list[str]:
        """Of these tables those that nobody sees to, so many at the most; they are this server's now."""
        if not ids or not self.store.shared:
            return ids[:most]
        claim = text(
            f"INSERT INTO claims (table_id, server, at) SELECT t.id, :server ::text, {NOW} FROM tables t"
            f" WHERE t.id = ANY(:ids) AND t.changed < {BEFORE} AND NOT EXISTS (SELECT 1 FROM claims c"
            f" WHERE c.table_id = t.id AND c.server <> :server AND c.at >= {BEFORE}) ORDER BY t.id LIMIT :most"
            f" ON CONFLICT (table_id) DO UPDATE SET server = :server, at = {NOW}"
            f" WHERE claims.server = :server OR claims.at < {BEFORE} RETURNING table_id"
        )
        with self.store.engine.begin() as connection:
            connection.execute(text(f"DELETE FROM claims WHERE at < {NOW} - make_interval(secs => {OLD})"))
            mine = set(connection.execute(claim, {"server": self.store.server, "ids": ids, "most": most}).scalars())
        return [id for id in ids if id in mine]
