"""Records that people bring along: read and proven in a worker, as that may take a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from roundhouse.core.errors import BadRecord
from roundhouse.core.records import loads


class TooManyLines(BadRecord):
    """A record that is longer than may be opened here."""


@dataclass(frozen=True)
class Upload:
    """A record that has proven itself, as plain data."""

    game: str
    title: str  # of the game
    names: list[str]
    header: dict[str, Any]
    lines: list[dict[str, Any]]
    over: bool


def read_upload(text: str, most_lines: int) -> Upload:
    """The record in a text; BadRecord says what is wrong with it. Run in a worker."""
    lines = max(0, sum(1 for line in text.split("\n") if line.strip()) - 2)  # without header and closing line
    if most_lines and lines > most_lines:
        raise TooManyLines(f"A record may have {most_lines} lines here and this one has {lines}.")
    record = loads(text)
    return Upload(
        game=record.game.id,
        title=record.game.title,
        names=record.names,
        header=record.header(),
        lines=[line.as_json() for line in record.lines],
        over=record.state.over,
    )
