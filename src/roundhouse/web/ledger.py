"""The ledger as pages: sections of clauses, and the cards of a game."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from roundhouse.core.game import Game
from roundhouse.web.refusals import Refused

PLACES = (
    Path(__file__).parent.parent / "ledger",
    Path(__file__).parent.parent.parent.parent / "docs" / "rules",
)
CLAUSE = re.compile(r"^- \*\*([a-z]+-\d+\.\d+)\*\* (.*)$")


@lru_cache(8)
def sections(game: str) -> list[dict[str, Any]]:
    """The game's ledger by section."""
    for place in PLACES:
        page = place / f"{game}.md"
        if page.is_file():
            return parsed(page.read_text(encoding="utf-8"))
    raise Refused(404, f"There is no ledger of {game}.")


def parsed(text: str) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for line in text.split("\n"):
        if line.startswith("## "):
            out.append({"title": line[3:], "clauses": []})
        elif found := CLAUSE.match(line):
            out[-1]["clauses"].append({"id": found[1], "html": inline(found[2])})
    return out


def inline(text: str) -> Markup:
    """Emphasis and code of one clause; everything else escaped."""
    safe = str(escape(text))
    safe = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", safe)
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", safe))


def cards(game: Game) -> list[str]:
    """Each card as a line of text made from its verbs."""
    table = game.box(None).tables.get("cards.csv")
    if table is None:
        return []
    return [game.card_text(table.text(i, "id")) for i in range(len(table.rows))]
